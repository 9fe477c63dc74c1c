"""What things are called on the page, in English: as a screen reader says it."""

import re

FELT = "The table"

# A replay.
STEPS = "Steps of the match"
NEXT_STEP = "Next step"
FIRST_STEP = "First step"
LAST_STEP = "Last step"
PREVIOUS_SCORE = "Previous change of the score"
NEXT_SCORE = "Next change of the score"
POINT_OF_VIEW = "Point of view"
SPECTATOR = "Spectator"
ALL_OPEN = "All cards open"
EVENTS = "What happened"
COPY_LINK = "Copy the link to this moment"
COPIED = re.compile("^Copied")
SAVE_RECORD = "Save the record"
PAST_MATCHES = "Matches at this table"
REVIEW = "Review"
CHANCE_OF_ANN = "Chance of Ann to win, over the match"
TURNING_POINTS = "Turning points"
LUCK_AND_SKILL = "Luck and skill"
PLAY_FROM_HERE = "Play on from here"
KNOWN_HERE = "What could be known here"
SCORES_OVER_TIME = re.compile("^Scores over the steps of the match")

# The first screen and the bar.
GAMES = "Games"
OTHER_GAME = re.compile("^Choose another game")
WITH_FRIENDS = "Play with friends"
SET_TABLE = "Set a table"
HAVE_CODE = "I have a code"
CODE = "Code"
TO_THE_TABLE = "To the table"
HOUSE_RULES = "House rules"
NUMBER_BETWEEN = "Write a whole number from {least} to {most}."
SETTINGS = "Settings"
RULES = "Rules"
MORE = "More"
PRACTICE_TABLE = "Practice table"
CHANGE_NAME = re.compile("^You are .* Change it$")
YOUR_NAME = "Your name"
SAVE_NAME = "Save"
CLOSE = "Close"

# A table before the match.
LINK = "Link to this table"
SIT_HERE = re.compile("^Sit here")
START = "Start"
FILL_AND_START = "Fill with bots and start"
MOVE_SEAT = "Move my seat to another device"
CHAT = re.compile("^Chat")
WRITE = "Write something"
SEND = "Send"
RELOAD = "Reload"

# The table.
YOUR_MOVE = "Your move"
YOUR_TURN = re.compile("^Your turn: ")
YOUR_HAND = "Your hand"
CAN_BE_PICKED = "can be picked"
INSTEAD = "picks this one instead"
SPEED = re.compile("^Speed of the cards: ")
HURRY = "Show the others’ moves at once"
PASS_ON = re.compile("^Pass the device to ")
I_AM = re.compile("^I am ")
PLAY_IT = re.compile("^(Play|Gioca): ")
OTHER_MOVES = "Other moves"
NOT_MOVES = re.compile(
    r"^\s*(Other moves|Show me|Undo|Pause|Resume|Clear|Log|Keys|(Nudge|You have nudged) .*)\s*$"
)
SEEN = "I have seen it"
ONLY_YOU = "Only you see this:"
GO_ON = "Go on"
YOU_DID = re.compile("^You (take|lay)")
LOG = "What happened"
REPLAY = "See how it went"
PLAY_AGAIN = "Play again"
UNDO = "Undo"
SHOW_ME = "Show me"
CHANCES = re.compile(r"^Chance to win, in \d+ possible worlds$")
FINAL_SCORE = "Final score"
LAST_ROUND = "The last round"
FACTS = "About this match"
SHARE = "Share"
LOST = re.compile("^The connection is lost")

# A lesson.
LESSON = "Lesson"
TEACH_ME = "Teach me"
NO_THANKS = "No, thanks"
SKIP = "Skip the lesson"
PLAY_ON = "Play on"
NEW_MATCH = "New match"
LEARN = "Learn by playing"

# What is remembered.
LEAVE = re.compile("^Leave the table")
MOVE_HERE = re.compile("^Move here")
STAND_UP = "Stand up"
TIME_AND_ABSENCE = "Time limit and absence"
YOUR_TABLES = re.compile("^Your tables")
OTHER_LANGUAGE = "Italiano"
MY_MATCHES = "My matches"
SAVE_FILE = "Save as a file"
ELSEWHERE = re.compile("^This seat is open in other windows")
