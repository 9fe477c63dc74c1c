# What the terminal client itself says: questions, help, the table. The rest comes from the games.

game-dice = Dice
game-scopa = Scopa
game-sixty_six = 66
game-rummy = Rummy

## Before the match

which-game = Which game?
choice-of-game = { $game } (for { $players } players)
ask-game = Game (its number or name):
no-such-game = There is no game "{ $text }" here. Type a number from 1 to { $last }, or a name.
ask-count = How many players, { $allowed }? (Enter for { $usual })
wrong-count = { $game } is for { $allowed } players.
ask-name = Name of player { $number } (or "bot"; Enter for a bot):
ask-name-again = Name of player { $number } (Enter again for a bot):
name-empty = A name cannot be empty. Type a name, or press Enter again and a bot plays.
begins = { $game }: { $players }.
options = House rules: { $options }.
resumed = You go on with { $save }. { $game }: { $players }.
help-is-there = Type ? for help at any time.
not-saved = The match goes on, but it cannot be saved: { $reason }.

## A turn

ask-move = Your move (? for help):
ask-move-of = { $name }, your move (? for help):
no-such-number = There is no move { $number }. The moves are 1 to { $last }.
only-number = There is no move { $number }. The only move is 1.
nothing-typed = Type the number of a move, the move itself, or ? for help.
next-player = { $name } is next: press Enter when you are ready.
seen-it = { $name }, press Enter when you have seen this.
undone = Your last move is taken back.
hint = The bot would play { $move }.
log-forgets = The log does not tell again what you have to remember.
no-file = Type a file name too: save match.json
saved-to = The match so far is in { $file }. The file holds every hidden card: keep it from the players.

## Words that can be typed; the English ones are always understood

command-help = help
command-rules = rules
command-score = score
command-log = log
command-table = table
command-hint = hint
command-undo = undo
command-save = save
command-quit = quit
yes-words = y yes
no-words = n no
or = or

help-title = Type the number of a move, or the move itself, or one of these words:
help-help = this list, and the rules
help-rules = the rules of the game
help-score = the score
help-log = all that you have been told
help-table = the table and your moves again
help-hint = what the bot would do
help-undo = take your last move back, while nobody has learned anything by it
help-save = write the match so far to a new file, as in: save match.json
help-quit = leave; the match is kept, and "settebello resume" goes on with it

## The table

you = You
your-turn = It is your turn.
turn-of = It is the turn of { $players }.
no-turn = The match is over.
place-stock = Stock
place-deck = Deck
place-table = Table
place-discard = Discard pile
place-taken = Card taken
numbered-meld = Meld { $number }
numbered-meld-of = Meld { $number } of { $owner }
place-hand = hand
place-pile = pile
empty = no cards
cards = { $count ->
    [one] 1 card
   *[other] { $count } cards
}
cards-top = { $count ->
    [one] { $top }
   *[other] { $count } cards, { $top } on top
}
cards-down = { $count ->
    [one] 1 card face down, number 1
   *[other] { $count } cards face down, numbers 1 to { $count }
}
score = score { $score }
score-coloured = score { $score } ({ $colour })
score-line = { $name }: { $score }
colour-red = red
colour-green = green
colour-blue = blue
colour-yellow = yellow
colour-purple = purple
fact-round = Round { $value }.
fact-turn = Turn { $value }.
turns-used = Turns used up: { $turn } of { $turns }.
fact-die = The die shows { $value }.
each-sweeps = sweeps { $value }
fact-dealer = Dealer: { $value }.
fact-turned_over = Discard pile turned over: { $value }.
fact-stopper = Stopped by { $value }.

## The end

over = { $number ->
    [0] The match is over.
    [one] The match is over: { $winners } wins.
   *[other] The match is over: { $winners } win.
}
ask-again = Play again? (yes or no)
ask-again-of = { $name }: Play again? (yes or no)
yes-or-no = Type yes or no.
left = The match is kept as { $save }. Go on with it by: settebello resume
goodbye = Goodbye.

## Matches that were left

none-left = No match was left. Begin one with: settebello play
no-such-save = There is no left match "{ $save }". There are: { $saves }.
played-elsewhere = { $save } is being played in another terminal.
others-left = Left as well: { $saves }. Go on with one of them by: settebello resume NAME
left-line = { $save }: { $game }, { $players }, { $moves ->
    [one] 1 move
   *[other] { $moves } moves
}
damaged-line = { $save }: damaged
cannot-resume = { $save } cannot be gone on with: { $reason }. It stays where it is, { $file }

## At a table on a server

table-named = This address names a table already; leave --game out.
host-plays = Whoever opens a table plays at it; leave --watch out.
no-table-named = This address names no table; add --game to open one, or use an address that somebody sent you.
needs-game = --seats, --option, --bots and --listed are for a new table; add --game.
ask-your-name = Your name:
seat-not-kept = You can play, but your seat cannot be kept for later: { $reason }.
opened = { $game }: the table is open.
friends = Send this address to your friends: { $link }
ask-start = Type start when all are there, or bots for bots in the free seats (? for help):
waits-for-start = The host starts the match when all are there.
watching = You are watching.
not-begun = The match has not begun.
on-its-way = Your last move is still on its way.
clock = You have { $seconds ->
    [one] 1 second
   *[other] { $seconds } seconds
} for it.
sat = { $name } sits down.
bot-sat = { $name } sits down, a bot.
stood = { $name } stands up.
has-come = { $name } is there.
has-gone = { $name } has gone.
stands-in = A bot plays for { $name } meanwhile.
wants-more = { $name } wants another match.
paused-now = The match is paused. Type resume to go on.
goes-on = The match goes on.
table-closed = The table was closed.
seat-freed = The host has freed your seat.
lost = The connection is lost. It comes back by itself; please wait.
back = The connection is back.
come-back = Your seat is kept. Come back by: settebello join { $link }
chair-free = { $number }. free
chair-bot = { $number }. { $name }, a bot
chair-yours = { $number }. { $name }, that is you
chair-there = { $number }. { $name }
chair-away = { $number }. { $name }, not there
chair-stand-in = { $number }. { $name }, not there; a bot plays meanwhile
no-hint = The bot has not seen enough of this match to say.
no-rules = The rules of { $game } are not on this machine.
record-saved = The record of the match is in { $file }.
command-who = who
command-start = start
command-bots = bots
command-pause = pause
command-resume = resume
command-rematch = rematch
help-who = who sits where
help-start = begin the match, for the host
help-bots = bots take the free seats, and the match begins, for the host
help-pause = stop the match for all, until somebody resumes it
help-resume = go on after a pause
help-rematch = another match, when all who are there want it
help-record = write the record of a match that is over to a new file, as in: save match.json
help-leave = leave; your seat is kept
