# The sentences of the terminal client: questions, help, the table. The games have their own.

## Before the match

which-game = Which game?
choice-of-game = { $game } (for { $players } players)
ask-game = Game (its number or name):
no-such-game = There is no game "{ $text }" here. Type a number from 1 to { $last }, or a name.
ask-count = How many players, { $allowed }? (Enter for { $usual })
wrong-count = { $game } is for { $allowed } players.
ask-name = Name of player { $number } (or "bot"; Enter twice for a bot):
ask-name-again = Name of player { $number } (Enter again for a bot):
name-empty = A name cannot be empty. Type a name, or press Enter again and a bot plays.
begins = { $game }: { $players }.
options = House rules: { $options }.
resumed = You go on with { $save }. { $game }: { $players }.
seeded = The luck comes from seed { $seed }: the same moves give the same match.
help-is-there = Type ? for help at any time.
not-saved = The match goes on, but it cannot be saved: { $reason }.

## A turn

coach = Lesson, step { $step } of { $steps }: { $text }
coach-end = Lesson: { $text }
no-lesson = There is no lesson for { $game }. Play it without --lesson; the rules say how.
ask-move = Your move (? for help):
ask-move-of = { $name }, your move (? for help):
no-such-number = There is no move { $number }. The moves are 1 to { $last }.
only-number = There is no move { $number }. The only move is 1.
nothing-typed = Type the number of a move, the move itself, or ? for help.
typed-so = { $form }: type, for example, { $example }
players-typed = A player is typed by name or number: { $players }.
no-such-player = There is no player "{ $text }" here; type { $players }.
which-player = "{ $text }" can be { $players }; type more of the name.
form-is = "{ $text }" is not a move now; type { $form }, such as { $example }.
next-player = { $name } is next: press Enter when you are ready.
seen-it = { $name }, press Enter when you have seen this.
hint = The bot would play { $move }.
hint-thinking = The bot is thinking ...
log-forgets = The log does not repeat what you have to remember.
not-here = "{ $command }" is for tables on a server. Here nothing happens while nobody types.
no-file = Type a file name too: save match.json
saved-to = The match so far is in { $file }. The file holds every hidden card: keep it from the players.

## Words that can be typed; the English ones are always understood

command-help = help
command-rules = rules
command-score = score
command-log = log
command-table = board
command-hint = hint
command-undo = undo
command-save = save
command-quit = quit
yes-words = y yes
no-words = n no
or = or

help-title = Type the number of a move, or the move itself, or one of these words:
moves-now = Your moves now:
help-help = this list
help-rules = the rules of the game
help-score = the score
help-log = all that you have been told
help-table = the whole table, and your moves again
help-hint = what the bot would do
help-undo = take your last move back, while nobody has learned anything from it
help-save = write the match so far to a new file, as in: save match.json
help-quit = leave; the match is kept, and "settebello resume" goes on with it

## The table

you = You
your-turn = It is your turn.
turn-of = It is the turn of { $players }.
waiting-for = Waiting for { $players }.
teams = Teams: { $teams }.
only-you = Only you know: { $facts }
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
no-dice = no dice
dice-hidden = { $count ->
    [one] 1 die hidden
   *[other] { $count } dice hidden
}
said-yes = yes
said-no = no
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
left = The match is kept as { $save }. Go on with it: settebello resume
goodbye = Goodbye.

## Matches that were left

none-left = There is no match to go on with. Begin one with: settebello play
no-such-save = There is no match "{ $save }" to go on with. There are: { $saves }.
played-elsewhere = { $save } is being played in another terminal.
others-left = You can also go on with: { $saves }. To choose one: settebello resume NAME
left-line = { $save }: { $game }, { $players }, { $moves ->
    [one] 1 move
   *[other] { $moves } moves
}
seat-line = { $link }: the seat of { $name } at a table on a server
damaged-line = { $save }: damaged
rules-gone = its rules file { $file } is not there; say where it is with --game FILE
cannot-resume = Cannot go on with { $save }: { $reason }. The file stays where it is: { $file }

## At a table on a server

table-named = This address names a table already; leave --game out.
now-alone = With --now the table has the usual rules and is in sight anyway; leave --option and --listed out.
host-plays = The player who opens a table plays at it; leave --watch out.
no-table-named = This address names no table; add --game to open one, or use an address that somebody sent you.
needs-game = --seats, --option, --bots, --listed and --now need a game; add --game.
ask-your-name = Your name:
seat-not-kept = You can play, but your seat cannot be kept for later: { $reason }.
opened = { $game }: the table is open.
friends = Send this address to your friends: { $link }
ask-start = Type start when all are there, or bots for bots in the free seats (? for help):
ask-waiting = You can wait, or type a command (? for help):
waits-for-start = The host starts the match when all are there.
waits-for-people = The match begins when no seat is free.
waits-for-bots = The match begins when no seat is free; bots take those that are in { $seconds ->
    [one] 1 second
   *[other] { $seconds } seconds
}.
watching = You are watching.
not-begun = The match has not begun.
on-its-way = Your last move is still on its way.
clock = You have { $seconds ->
    [one] 1 second
   *[other] { $seconds } seconds
} for this move.
sat = { $name } sits down.
bot-sat = { $name } sits down, a bot.
stood = { $name } stands up.
has-come = { $name } is there.
has-gone = { $name } has gone.
stands-in = A bot plays for { $name } meanwhile.
bot-in = { $name } is awaited: a bot plays for them in { $seconds ->
    [one] 1 second
   *[other] { $seconds } seconds
}.
while-away = While you were away:
and-earlier = … and { $number } more before that; type log to read it.
nudges-you = { $name } nudges you: it is your turn.
which-emote = Type emote and a number: { $emotes }
whom-to-mute = Type mute and the name or the number of another player, as who shows them.
muted = { $name } is muted: you are shown no words and signs of theirs.
heard-again = { $name } is not muted any more.
you-nudge = You have nudged { $name }.
spectators = { $number ->
    [one] 1 person watches.
   *[other] { $number } people watch.
}
thinks = { $name } is thinking.
hurried = { $name } had no time to think, and plays by its rule of thumb.
no-level = No bot was measured to play { $game } with { $seats } players better than medium does; say { $levels }.
wants-more = { $name } wants another match.
paused-now = The match is paused. Type resume to go on.
goes-on = The match goes on.
table-closed = The table was closed.
seat-freed = The host has freed your seat.
lost = The connection is lost. It comes back by itself; please wait.
back = The connection is back.
rules-loaded = The author has saved the game; it goes on as it is now.
dev-table = This table is for trying a game out: its author sees all hands.
come-back = Your seat is kept. Come back with: settebello join { $link }
chair-free = { $number }. free
chair-bot = { $number }. { $name }, a bot
chair-level = { $number }. { $name }, a bot: { $level }
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
command-nudge = nudge
command-emote = emote
command-mute = mute
command-pause = pause
command-resume = resume
command-rematch = rematch
help-who = who sits where
help-start = begin the match, for the host
help-bots = bots take the free seats, and the match begins, for the host; also bots easy, bots hard
help-nudge = tell the player who is to move that you wait for them
help-emote = a sign for all, as in: emote 1; emote alone lists the six
help-mute = show no words and signs of a player, as in: mute Bea; once more shows them again
help-pause = stop the match for all, until somebody resumes it
help-resume = go on after a pause
help-rematch = another match, when all who are there want it
help-record = write the record of a match that is over to a new file, as in: save match.json
help-leave = leave; your seat is kept

## The command line: what it is for

usage = A table for card and dice games: one file of pure rules makes a game.
usage-examples = To play: settebello play (you choose the game); settebello play scopa; settebello play scopa --players Ann,bot,bot. To go on with a match: settebello resume. The games: { $games }.
commands = commands
usage-games = list the games, with their seats and options
usage-play = play a game in this terminal, with people and bots
usage-resume = go on with a match that was left
usage-serve = run a server, for tables on the network
usage-join = play at a table of a server, from this terminal
usage-export = write the matches of a store to records
usage-import = put records into a store, as past matches
usage-rules = print the rules of a game, with its options
usage-new = write a new game to begin with: rules, words, a page, a bot and a test
usage-new-examples = For example: settebello new crazy_eights; settebello new pig --dice; settebello new pig --dice --package. It makes a folder of that name, with a small game of cards or dice that can be played at once, and passes settebello check. Change it step by step: docs/writing-a-game.md says how. A package can be installed beside Settebello with pip; then settebello games lists the game.
usage-check = test the rules of a game and say what is wrong
usage-check-examples = A game is a name or the path of a rules file: settebello check scopa; settebello check my_game.py --seconds 60. Random matches are looked at from every side; each line is a promise of the rules, and a red one comes with a sentence and the smallest record that shows the defect: settebello check my_game.py --save defect.json, then settebello replay defect.json --game my_game.py. The exit code is 1 if a line is red.
usage-simulate = let bots play many matches, and count the wins
usage-tournament = find out which bot is better: duplicate deals, seats rotated, intervals
usage-tournament-examples = For example: settebello tournament scopa --bots bot,random; settebello tournament rummy --players 2 --bots bot,my_bot.py --deals 500 --workers local:2. The first bot is the measure: each other one plays alone against a table of it, in every seat, with the same cards and dice. A match is one deal, in games that deal more than once; --whole plays it to its end. An even share of two players is 50 %, of three 33.3 %. A bot is better where the whole interval of its difference is above 0. A bot that fails, or thinks for too long, has lost that match, and the table says how many. Long ones: --resume FILE keeps what is done, and goes on there.
usage-replay = print the match of a record, from any seat's side
usage-review = look back at a match: what each decision was worth, and how much was luck
usage-review-examples = For example: settebello review match.json; settebello review match.json --seat Ann --worlds 1000 --json review.json. A record comes from 'save FILE' at a table, from 'settebello export' or from the server. Each decision is judged by what its seat could know then: the cards that it had not seen are dealt again, so many times, and played on. The report says for each player how often nothing better was found than what they did, how much luck and how much the decisions moved their chance to win, and the decisions that cost most, at most three, with the better move. A loss of less than 3 points in a hundred is not named, nor one that may be chance, or that is there only if all play on by rules of thumb. The same record gives the same report. More worlds take longer and find smaller losses; a decision of a long match gets fewer. Of a match that is not over, one seat can be reviewed.
usage-store = check, migrate or move a store
usage-store-check = check that every match of a store can be read and replayed; exits with 1 if one cannot
usage-store-migrate = bring a store to the version that this Settebello needs, or make an empty database a store
usage-store-move = copy a whole store to a new place: from SQLite to PostgreSQL, or back
usage-nodes = list the servers that share a store in PostgreSQL, or fence one that hangs

metavar-command = COMMAND
metavar-game = GAME
metavar-who = WHO
metavar-workers = WORKERS
metavar-n = N
metavar-name = NAME
metavar-host = HOST
metavar-origin = ORIGIN
metavar-addresses = ADDRESSES
metavar-limit = NAME=NUMBER
metavar-text = TEXT
metavar-url = URL
metavar-folder = DIR
metavar-file = FILE
metavar-seat = SEAT
metavar-option = NAME=VALUE
metavar-from = FROM
metavar-to = TO
metavar-address = HOST:PORT
metavar-fence = fence

argument-version = print the version and exit
argument-language = the language to speak; else that of the environment
argument-language-of-match = the language to speak; else that of the match
argument-game = a name, or the path of a rules file
argument-game-or-choose = a name, or the path of a rules file; else you choose
argument-game-to-open = open a table for this game
argument-players = a number, or names such as Ann,bot,hard: easy, medium, hard, bot and random are bots, and so is the path of a bot's file; else you are asked
argument-level = how well those play that are called bot; not every game has hard (medium)
argument-seed = the same seed gives the same luck, also for bots; the match says so
argument-seed-of-check = the same seed looks at the same matches (1)
argument-seed-of-simulation = the same seed plays the same matches (1)
argument-lesson = begin with the lesson of the game: its first hand, with a coach who says what to do
argument-plain = line by line (there is no other way yet)
argument-save = which one, or the address of a table on a server; else the last one here
argument-list = only list the matches that were left, and the seats on servers
argument-host = the address to listen at (127.0.0.1: this machine only; 0.0.0.0: the whole network)
argument-port = 8066; 0 for a free one
argument-origin = a page from elsewhere that may connect, such as https://cards.example
argument-proxy = the proxies to trust for the address of a client, separated by commas
argument-contact = how players reach you, for the page on privacy
argument-limit = another limit than the usual one (docs/hosting.md lists them)
argument-url = the address that invites you, or that of a server, to open a table there
argument-name = yours; else you are asked
argument-seats = how many; else as usual in that game
argument-bots = start at once, with bots in the free seats, of this level (medium) or random
argument-now = play with strangers, at a public table of the game that waits for players, or a new one; bots of the level of --bots take seats that stay free
argument-listed = show the new table to everybody
argument-listed-records = show them to everybody
argument-watch = look on, without a seat
argument-folder = a record in it for each match
argument-all = also matches that are not over, with all hidden cards
argument-record = a record
argument-store = where matches are kept, sqlite:///FILE or postgresql://USER@HOST/DATABASE; else in your data folder
argument-option = a house rule ('settebello games' lists them); may be given several times
argument-matches = how many random matches are looked at, at most (40)
argument-seconds = how long to look, in seconds of processor time (10); more finds rarer defects
argument-worlds = how many other worlds the search for leaks tries, at most (1000)
argument-save-defect = write the smallest record of the first defect to this new file
argument-bots-by-seat = a bot for each seat, such as hard,bot,random: random, bot (the game's own, which is medium), easy, hard or the path of a bot's file; else one bot, the rest random
argument-games = how many matches, numbered from 0 (1000); the seats rotate from one to the next
argument-jobs = how many processes (1); the result is the same
argument-only = play only this match, and print its record
argument-save-records = write the record of each match to this folder
argument-json = print the result as JSON
argument-bots-of-tournament = two bots or more: random, bot (the game's own, which is medium), easy, hard or the path of a bot's file; the first one is the measure (bot,random)
argument-players-of-tournament = how many play; else as usual in that game
argument-deals = how many deals, numbered from 0 (200)
argument-whole = play matches to their end, not single deals
argument-seed-of-tournament = the same seed plays the same deals (1)
argument-workers = who plays: local:N, so many processes of this machine, or ray:ADDRESS, a Ray cluster; the result is the same
argument-decision-seconds = how long a bot may think about one move (30); who takes longer has lost the match
argument-json-file = write the result to this file, as JSON
argument-plot-file = draw the wins with their intervals into this file, as SVG
argument-resume-file = keep finished deals in this file, and go on with those that are in it
argument-seat = a seat's number or a player's name; else as a spectator
argument-seat-of-review = a seat's number or a player's name; else all seats, one after the other
argument-worlds-of-review = in how many worlds each decision is tried at most (200)
argument-moved-rules-file = the rules file of the match, if it is not any more where it was
argument-new-name = the name of the new game: small letters, digits and underscores
argument-dice = a game with dice; else it is one with cards
argument-package = a package that can be installed, with the game in it
argument-into = the folder in which the folder of the game is made; else the current one
argument-rules-file = the rules file, for a game that is not installed
argument-rules-files = a rules file of one more game; any number of them
argument-dev = for the author of a game, on this machine only: what is saved is loaded anew, and every hand can be looked at
argument-node = the name of this server among those that share a store in PostgreSQL; else that of the machine
argument-address = where the other servers of the store reach this one; goes with --cluster-secret-file
argument-cluster-secret-file = a file with the secret by which the servers of a store know each other: the same at all of them, at least 16 signs, closed to others
argument-url-of-store = the store, sqlite:///FILE or postgresql://USER@HOST/DATABASE; else that in your data folder. Servers may go on using it
argument-url-to-migrate = the store, sqlite:///FILE or postgresql://USER@HOST/DATABASE; stop the servers of an SQLite store first
argument-url-to-move = the store to copy, sqlite:///FILE or postgresql://USER@HOST/DATABASE; no server may use it. It stays as it is
argument-url-to-fill = a file that does not exist, or a database without matches that 'settebello store migrate' has prepared
argument-url-of-nodes = the store, postgresql://USER@HOST/DATABASE
argument-fence = let a run store nothing any more; its tables go on at other servers
argument-run = the number of the run to fence, as listed

# The sentences of argparse, which fills in what follows a percent sign.
argparse-usage = usage:{" "}
argparse-positional = arguments
argparse-options = options
argparse-help = print this help and exit
argparse-argument = argument %(argument_name)s: %(message)s
argparse-required = the following arguments are required: %s
argparse-unrecognized = unrecognized arguments: %s
argparse-expected = expected one argument
argparse-ambiguous = ambiguous option: %(option)s could match %(matches)s
argparse-ignored = ignored explicit argument %r
argparse-choice = invalid choice: %(value)r (choose from %(choices)s)

## The command line: what is wrong

see-help = See '{ $command } --help'.
wrong-number = it is a whole number from { $low } to { $high }, not '{ $text }'
unknown-game = There is no game '{ $text }'. The games are: { $games }.
not-for-so-many = { $game } is for { $allowed } players, not { $given }.
option-form = An option is given as name=value, not as '{ $text }'.
no-such-option = { $game } has no option '{ $name }'. Its options are: { $options }.
wrong-option = The option '{ $name }' is { $range }, not { $text }.
from-to = { NUMBER($low, useGrouping: 1) } to { NUMBER($high, useGrouping: 1) }
file-not-game = There is no game '{ $text }'; the rules file is given as { $file }.
no-such-file = There is no file { $file }.
file-there = { $file } is there already; give another name.
no-folder = There is no folder { $folder }; make it first, or name another one.
cannot-read = Cannot read { $file }: { $reason }.
cannot-write = Cannot write to { $file }: { $reason }.
new-name = The name of a game has small letters, digits and underscores, such as { $better }; it cannot be '{ $text }'.
new-name-taken = There is a game '{ $text }' already; give the new one another name.
new-name-of-python = '{ $text }' means something in Python already; give the new game another name.
new-written = A new game is in { $folder }:
new-rules = the rules
new-words = what players are told, in English
new-italian-words = the same in Italian
new-page = the rules page, in English
new-italian-page = the same in Italian
new-bot = the bot
new-test = the tests
new-project = what pip needs
new-next = What you can do with it:
no-own-bot = { $game } has no bot of its own, so 'bot' plays at random.
no-such-match = There is no match { $number }: with --games they are numbered from 0 to { $last }.
no-such-seat = There is no seat '{ $seat }'. The seats are: { $seats }.
no-server-extra = This command needs the libraries of the server, and { $module } is missing: pip install "settebello[server]" installs them.
no-home = The data folder { $folder } cannot be used: { $reason }. Set SETTEBELLO_HOME to a folder.
store-form = A store is given as sqlite:///FILE, sqlite:////FILE for a path from the root, or postgresql://USER@HOST/DATABASE.
store-needs-file = This command needs a store in an SQLite file: "settebello store move" makes one of a store in PostgreSQL.
store-is-folder = { $folder } is a folder, and a store is a file: give sqlite:///{ $folder }/tables.db, for example.
store-not-opened = The store { $file } cannot be opened: { $reason }.
store-in-use = The store { $file } is in use by another server, or by a match in a terminal: stop that one, or give another file.
store-of-other-version = The store { $file } has version { $version }, and this Settebello reads { $known }: run "settebello store migrate URL" first, or take a newer Settebello.
store-too-new = The store { $file } has version { $version }, and this Settebello knows only up to { $known }: a newer Settebello is needed.
not-a-store = The file { $file } is not a store of Settebello: give another one.
database-form = A store in PostgreSQL is given as postgresql://USER@HOST/DATABASE.
database-not-a-store = The database { $database } is not a store of Settebello: "settebello store migrate URL" makes an empty one a store.
database-not-empty = The database { $database } is not empty and not a store of Settebello: give another one.
database-older = The store { $database } has version { $version }, and this Settebello needs { $known }: run "settebello store migrate URL" first.
database-busy = The store { $database } is busy: try again, or stop its servers first.
node-needs-database = { $flag } is for servers that share a store: give it with --store postgresql://USER@HOST/DATABASE.
wrong-node = The name of a node has 1 to 64 signs that can be printed, unlike '{ $text }'.
wrong-address = The address of a node is given as HOST:PORT, such as 10.0.0.5:8067, not as '{ $text }'.
address-needs-secret = --address and --cluster-secret-file go together: give both, or neither if this server is alone.
address-same-port = The port { $port } cannot be for people and for other nodes: give --address another one than --port.
secret-exposed = Others can read the cluster secret in { $file }: run chmod 600 on it.
secret-short = The cluster secret in { $file } is too short: it needs at least { $least } signs.
nodes-need-database = Only a store in PostgreSQL has nodes: give postgresql://USER@HOST/DATABASE.
fence-needs-run = Which run? 'settebello nodes URL' lists them; then: settebello nodes URL fence N.
no-such-run = The store { $database } has no run { $run }: 'settebello nodes URL' lists those that there are.
run-fenced = Run { $run } of the store { $database } is fenced already.
store-has-nodes = The store { $database } is used by servers ({ $nodes }): stop them first.
target-not-empty = { $target } is there already and not empty: a store is moved only to a new file, or to a database without matches.
move-to-itself = A store cannot be moved to itself: give another place.
moved-differs = The rows of '{ $table }' did not arrive as they were, so nothing was moved.
row-damaged = A row of '{ $table }' is damaged (its '{ $column }'), so nothing was moved: 'settebello store check' says more.
node-taken = A node '{ $node }' runs already: stop it, or give this one another name with --node.
node-not-alone = The store { $database } is used by other servers ({ $nodes }): stop them, or give each of them --address and --cluster-secret-file.
cluster-secret-other = The nodes that use the store { $database } have another cluster secret: give this node the same file.
no-store = There is no store { $file } yet: "settebello serve" makes one when it first runs, and --store names another.
dev-refuses = --dev is for an author on this machine, where nobody else can reach it; leave out { $flag }.
dev-loaded = { $game } is loaded anew; { $tables ->
    [0] no table goes on with it.
    [one] 1 table goes on with it.
   *[other] { $tables } tables go on with it.
}
dev-not-loaded = It stays as it was. { $error }
dev-put-aside = A match of { $game } does not play out with the new rules, and waits until it does: { $error } (table { $table }).
file-of-ours = The game in { $file } is called { $game }, as one of Settebello's own; give it another NAME.
file-twice = The games in { $other } and { $file } are both called { $game }; give one of them another NAME.
wrong-origin = An origin is given as https://cards.example or http://localhost:8000, not as '{ $text }'.
wrong-proxy = A proxy is given by its address, such as 127.0.0.1, or its network, such as 10.0.0.0/8, not as '{ $text }'.
wrong-contact = A contact is a line of at most { $longest } printable signs.
no-such-limit = There is no limit '{ $name }'. The limits are: { $limits }.
limit-form = A limit is given as { $example }, for example, not as '{ $text }'.
wrong-limit = The limit '{ $name }' is { $whole ->
    [yes] a whole number
   *[no] a number
} above 0, not '{ $text }'.
cannot-listen = Cannot listen at { $host } port { $port }: { $reason }.
reason-EACCES = Permission denied
reason-EADDRINUSE = Address already in use
reason-EADDRNOTAVAIL = This machine does not have this address
reason-ECONNREFUSED = connection refused
reason-EEXIST = There is a file of that name
reason-EHOSTUNREACH = no way leads there
reason-EISDIR = It is a folder
reason-ENETUNREACH = there is no network
reason-ENOENT = No such file or directory
reason-ENOSPC = No space left on device
reason-ENOTDIR = There is a file where a folder should be
reason-EROFS = Nothing can be written there
reason-ETIMEDOUT = it does not answer

## The command line: what comes out

game-line = { $game } (rules version { $version }), { $players } players
rules-of = The game { $game }.
rules-players = For { $players } players.
teams-of = With { $seats } players in teams, by their seats: { $teams }.
rules-option = Option { $name } = { $value } ({ $range })
seen-by = { $game } (rules version { $version }), as { $who } saw it
a-spectator = a spectator
played-by = Players: { $players }. Options: { $options }.
no-options = none
record-ends = The record ends here; { $players } to move.
record-closed = The match was closed: { $reason }.
server-open = Settebello is open: { $address }
server-public = Everybody on the network can reach it; put a TLS proxy in front of it.
core-compiled = The core is compiled.
core-interpreted = The core is not compiled.
server-stop = Ctrl-C stops it; every match can go on when it runs again.
not-exported = { $count ->
    [one] 1 match could not be read: its rules are
   *[other] { $count } matches could not be read: their rules are
} not installed here, or of another version.
exported = Wrote { $written ->
    [one] 1 record
   *[other] { $written } records
} to { $folder }; { $kept ->
    [one] 1 was
   *[other] { $kept } were
} there already.
imported = Imported { $count ->
    [one] 1 match
   *[other] { $count } matches
}.

## What `check` and `simulate` have found

separators = ,.
line-ok = ok
line-red = RED
line-skipped = --
check-imports = the rules import nothing that could make them impure
check-rules = the rules do not fail
check-words = every sentence that play meets can be said
check-no-words = the game has no words file: what happens is told in a plain form
check-not-judged = not judged before the red line above is mended
check-deck = what the house draws goes into the deck as it was drawn
check-pieces = every card lies in one place
check-told = no card moves without an event
check-events = each event has the fields that EVENTS declares
check-no-events-declared = the game declares no EVENTS, so the fields of its events are not checked
check-legal = legal lists are never empty, in a fixed order, without duplicates
check-clones = a clone is equal to its state and stays apart from it
check-texts = each legal move has a text of its own, which parses back
check-refusals = wrong moves are refused with a reason and change nothing
check-bound = every match is over within its bound
check-replay = every record replays to the same state
check-facts = what is told of cards is true
check-declared = the game keeps to what it declares: teams, scores, places, facts, ranges, dice
check-shown = every viewer receives what the rules show them
check-secrets = nobody receives what they may not know
check-nothing-hidden = there is nothing hidden in this game
check-no-other-world = no face could be another one: what is told to some only is looked at below
check-choices = what is chosen or drawn in secret is a face of the deck, or told to all
check-faces = the deck is the only secret: the state is the same with other unseen faces
check-no-faces = no face was hidden from anybody
check-speed = random legal play, one core
looked-at = { $matches ->
    [one] 1 match
   *[other] { NUMBER($matches, useGrouping: 1) } matches
}, { $moves ->
    [one] 1 move
   *[other] { NUMBER($moves, useGrouping: 1) } moves
}
worlds-tried = { $worlds ->
    [one] 1 other world
   *[other] { NUMBER($worlds, useGrouping: 1) } other worlds
}, { NUMBER($impossible, useGrouping: 1) } impossible
languages-tried = { $languages ->
    [one] 1 language
   *[other] { $languages } languages
}
choices-tried = { $choices ->
    [one] 1 other choice
   *[other] { NUMBER($choices, useGrouping: 1) } other choices
}
missing-words = not in { $file }: { $names }
percent-done = { $done } %
moves-a-second = { $moves } moves a second
smallest-record = the smallest record found, { $moves ->
    [one] 1 move
   *[other] { $moves } moves
}:
passes = { $game } passes.
fails = { $game } fails: { $lines }.
defect-saved = The record is in { $file }; 'settebello replay { $file }' prints it.
simulated = { $game }: { $count ->
    [one] 1 match
   *[other] { NUMBER($count, useGrouping: 1) } matches
}, seed { $seed }. { $options }
column-bot = bot
column-seat = seat
column-team = team
column-wins = wins
column-rate = rate
column-interval = 95 % interval
column-score = mean score
low-wins = Low scores are good in this game: the lowest mean is the best.
moves-in = { $moves ->
    [one] 1 move
   *[other] { NUMBER($moves, useGrouping: 1) } moves
} in { $seconds } s
matches-done = { NUMBER($done, useGrouping: 1) } of { NUMBER($games, useGrouping: 1) } matches
wrong-workers = '{ $text }' is not local:N, with N from 1 to 1000, or ray:ADDRESS
jobs-and-workers = --jobs { $jobs } means --workers local:{ $jobs }: give one of the two.
tournament-played = { $game }, { $players ->
    [one] 1 player
   *[other] { $players } players
}: { $deals ->
    [one] 1 deal
   *[other] { NUMBER($deals, useGrouping: 1) } deals
}, { $whole ->
    [yes] whole matches
   *[no] a match is one deal
}, seed { $seed }. { $options }
tournament-measure = Each bot plays alone against a table of { $first }, in every seat. An even share is { $even }.
column-difference = vs first
column-points = points
lost-by-failing = { $bot } has lost { $count ->
    [one] 1 match
   *[other] { NUMBER($count, useGrouping: 1) } matches
} because it failed:
column-milliseconds = ms/move
points-told = Points are a match's, more (+) or less than { $first } has in the same deals.
low-wins-of-tournament = Low scores are good in this game: fewer points are better.
tournament-interrupted = Interrupted. The same command goes on where it ended.
file-written = { $file } is written.
deals-done = { NUMBER($done, useGrouping: 1) } of { NUMBER($games, useGrouping: 1) } deals
time-left = { $time } left

# A look back at a match. Chances are in percent; what changes them is in points of a hundred.
looks-done = { $done } of { $games } looks
review-one-seat = The match is not over, so only one seat of it can be reviewed: give --seat.
review-title = { $game }, version { $version }. Each decision is judged by what its seat could know then, in up to { $worlds } worlds.
review-at-random = { $game } has no rule of thumb that a search can use, so the worlds were played on at random: these figures say less.
review-not-over = The match is not over.
review-decisions = { $count ->
    [0] { $player } had nothing to decide.
    [one] { $player } had one decision, and { $same ->
        [0] a move was found that seems better.
       *[other] no move was found that seems better.
    }
   *[other] { $player } had { $count } decisions; in { $same } of them nothing was found that seems better.
}
review-chance = The chance to win was { $even } % before the deal, and { $end } % at last.
review-parts = Luck, that is the cards and the others, moved it by { $luck } points, the decisions by { $skill } (give or take { $error }).
review-losses = What cost most. Each was found in whatever way the match was played on; that is no proof:
review-loss = Move { $move }: { $made }, { $chance } %. Better: { $best }, { $best_chance } %.
review-no-loss = No single decision surely cost 3 points or more, so none is called a turning point.
review-unclear = { $count ->
    [one] Of one decision
   *[other] Of { $count } decisions
} nothing can be said: no world was found that fits.

# What `store check` finds.
bad-unreadable = { $reason }
bad-no-header = It has a log and no header.
bad-no-opening = Its log does not begin with its opening.
bad-no-rules = The game '{ $game }', version { $version }, is not installed here.
bad-rules-changed = The rules file of { $game } has changed since it began.
bad-entry-unreadable = Entry { $number } of its log cannot be read.
bad-entry-not-fitting = Entry { $number } of its log does not fit what came before ({ $error }).
bad-not-going-on = Its log can be replayed, but the table cannot go on from there ({ $error }).
bad-progress-unreadable = Its progress cannot be read.
bad-summary-unreadable = Its summary cannot be read.
bad-header-differs = Its header does not agree with its log: { $what }.
bad-snapshot-differs = Its snapshot after entry { $number } leads elsewhere than its log.
no-asyncpg = A store in PostgreSQL needs another package: pip install "settebello[postgres]".
store-checked = { $count ->
    [one] 1 match checked
   *[other] { NUMBER($count, useGrouping: 1) } matches checked
}: { $bad ->
    [0] all good.
    [one] 1 is bad.
   *[other] { NUMBER($bad, useGrouping: 1) } are bad.
}
nodes-alive = { $count ->
    [0] No server uses the store now.
    [one] 1 server uses the store now.
   *[other] { $count } servers use the store now.
}
store-migrated = The store { $store } has version { $version } now; it had version { $before }.
store-is-new = The store { $store } has version { $version } already.
store-moved = Moved { $matches ->
    [one] 1 match
   *[other] { NUMBER($matches, useGrouping: 1) } matches
} with { $entries ->
    [one] 1 entry
   *[other] { NUMBER($entries, useGrouping: 1) } entries
}, and read all of it back. The old store is as it was: serve the new one only.
entries-done = { NUMBER($done, useGrouping: 1) } of { NUMBER($games, useGrouping: 1) } entries
no-nodes = No server uses this store.
node-line = run { $run }  { $node }  { $address }  version { $version }  { $state }  last beat { $beat } s ago  { $tables ->
    [one] 1 table
   *[other] { $tables } tables
}
node-alive = alive
node-leaving = leaving
node-gone = gone
tables-left = { $count ->
    [one] 1 table belongs
   *[other] { $count } tables belong
} to runs that are fenced: the next server that is asked for one takes it over.
node-fenced = Run { $run } ({ $node }) is fenced: it stores nothing any more.
bad-match = { $match }: { $why }
bad-file = { $file }: { $what }
bad-owner = { $place }: It belongs to a run that does not exist.

# To a player who has reported somebody.
report-noted = Thank you: it is noted for the host of this server.

# The emotes.
emote-hello = Hello!
emote-good-luck = Good luck!
emote-well-played = Well played!
emote-thanks = Thank you!
emote-wow = Wow!
emote-oops = Oops!
