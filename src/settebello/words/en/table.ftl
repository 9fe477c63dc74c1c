taken-back = { $you ->
    [yes] You take your last move back.
   *[no] { $seat } takes the last move back.
}
stood-in = { $you ->
    [yes] A bot played this for you.
   *[no] A bot played this for { $seat }.
}
bot-name = { $nth ->
    [1] {""}
    [2] Second{" "}
   *[3] Third{" "}
}{ $rank ->
    [8] Knave
    [9] Knight
   *[10] King
} of { $suit ->
    [C] Cups
    [S] Swords
    [D] Coins
   *[B] Clubs
}

suggested = The Knight would { $move }.
    .plain = The Knight’s choice: { $move }.
chances = Chance to win, in { $worlds } worlds: { $moves } (give or take { $error }).
    .rule-of-thumb = Chance to win, in { $worlds } worlds: { $moves } (give or take { $error }). The choice is the rule of thumb: no other move is surely better.
review-late = A decision took longer than this server thinks about one. Ask again, and it tries once more.
review-failed = Something went wrong while the server looked at the match. Ask again, and it tries once more.
review-too-long = This match has more moves than this server reviews.
owned-place = { $player }'s { $place }

refusal-spectator = You are watching; only players can do that.
refusal-stale = This answers notice { $after }, but the last one is { $number }; look at the table again.
refusal-waiting = The last move has not been seen by all yet; { $who } must see it first.
refusal-paused = The match is paused; resume it first.
refusal-held = The match waits until everybody is there.
refusal-not-at-this-table = That cannot be done at this table.
refusal-only-against-bots = A hint is there only where all other players are bots.
refusal-no-hint = The bot has nothing to show here; choose by yourself.
refusal-no-such-player = There is no player with this secret: register first.
refusal-no-such-game = There is no such game, or you cannot join it now.
refusal-second-session = This player is here already, in another window.
refusal-another-player = This connection belongs to a player already; open another one.
refusal-in-a-game = You are in a game already; leave it first.
refusal-not-in-a-game = You are not in a game in which this can be done.
refusal-not-the-creator = Only the creator of the game can do this.
refusal-not-another-player = You can only remove another player; to go yourself, leave the game.
refusal-removed = This seat is not yours any more; take another one.
refusal-game-full = The game is full: five can play.
refusal-too-few-players = Two players are needed at least.
refusal-no-name = A name has at least one character.
refusal-not-through = The last move is still being stored; wait for its result.
refusal-not-understood = The server does not know this message, or one of its fields is wrong.
refusal-not-paused = The match is not paused.
refusal-not-playing = The match has not begun, or it is over.
refusal-not-over = The match is not over yet.
refusal-too-often = This has been done too often in this match.
refusal-closed = This table is closed.
refusal-again = You have said Hello already; open another connection for another table.
refusal-rules-failed = The rules of this game failed, and nothing has changed; try another move.
refusal-rules-changed = The rules of this game have changed since the match began: put the rules file back as it was then, or begin a new match.
refusal-rules-missing = The rules of this game are not on this server now; the table is there again when the server is started with them.
refusal-table-failed = This table cannot go on: the rules of the game fail, or what was stored is damaged. That has been noted in the log of the server.
refusal-not-open = The match has begun; seats cannot be changed any more.
refusal-no-free-seat = All seats are taken; you can watch.
refusal-seat-taken = This seat is taken by { $name }; choose another one.
refusal-seat-free = Nobody sits in this seat.
refusal-seats-free = { $free } of the seats are free; fill them with players or bots first.
refusal-no-chat = Players write to each other only at tables that are not listed.
refusal-say-nothing = This line has no readable text; write a few words.
refusal-say-slower = You write too fast; wait a little.
refusal-emote-slower = That was a lot at once; wait a little.
refusal-not-to-nudge = Only another person who is here and is to move can be nudged.
refusal-nudged = You have nudged { $who } already; once in a turn is enough.
refusal-nudge-later = Give { $who } a little time: in a turn one can be nudged after 15 seconds.

refusal-not-a-message = This is not a message that the server knows; the messages are described under /docs.
refusal-other-version = The server has another version by now: reload the page, or update your program, to go on where you were.
refusal-hello-first = The first message of a connection is Hello.
refusal-too-late = Hello did not come in time.
refusal-too-large = A message has at most { $most } bytes.
refusal-too-fast = Too many messages; wait a little and go on.
refusal-too-many = The server is full; try again later.
    .tables = { $most } tables from your address are not over yet; finish or close one of them first.
    .reviews = { $most } reviews from your address are under way; wait for one of them.
    .sockets = Too many connections are open from your address; close some, or wait a little.
    .seat = This seat is connected from too many other places.
refusal-too-many-connections = Too many connections come from your network; close some tabs, or try again later.
refusal-not-found = There is no such table, or the secret does not open it.
refusal-no-such-page = There is no such page.
refusal-not-allowed = Only the host of the table may do that.
    .hop = Only the other nodes of this server may connect here.
refusal-not-your-seat = This seat is somebody else's; only the player who sits there may do that.
refusal-bad-request = { $why }
refusal-not-stored = The server could not store that, and nothing has changed; try again.
refusal-come-back = The server cannot answer this now; try again in a moment.
refusal-not-on-all-nodes = This game is being installed; it can be played in a moment.
refusal-failed = Something went wrong in the server; it has been noted. Try again.
refusal-slow = This connection read too slowly; open it again.
refusal-origin = This page may not open a connection here.
refusal-no-such-code = This code is wrong, or not valid any more; ask for a new one.
refusal-too-long = This match is too long to be shown step by step; you can still get its record.

refusal-bad-address = An address is http://HOST:PORT, and with a table http://HOST:PORT/#TABLE.INVITE.
    .table = This address names no table: { $server }/#TABLE.
refusal-bad-answer = { $server } does not answer as a server of Settebello does.
    .message = { $server } says what this client does not understand.
refusal-bad-file = { $file } holds no seat.
    .table = { $file } keeps a seat at another table.
refusal-unreachable = No answer from { $server }: { $reason }.
    .patience = No way to { $server } for { $seconds } seconds: { $reason }.
refusal-left = The table was left before the match was over.
