"""The hall of a dialect: its players, the games they open, suspend and come back to.

A game that has begun is a table like any other. Here is what the dialect has around it: somebody
registers, creates a game, joins, starts; whoever leaves suspends it for all, and when the last one
is back it goes on where it stood.
"""

from __future__ import annotations

import asyncio
import time
import unicodedata
from datetime import UTC, datetime
from functools import partial
from typing import Any

import msgspec

from settebello import log, wire
from settebello.catalogue import find_named
from settebello.dialects import Dialect
from settebello.dialects import messages as said
from settebello.dialects.board import Board
from settebello.match import check_name
from settebello.server import logs
from settebello.server.limits import rounded_up
from settebello.server.lobby import Live, Lobby
from settebello.server.secrets import hashed, new_id, new_secret
from settebello.server.store import PlayerRow, StoreError
from settebello.server.visitors import (
    Game,
    People,
    Player,
    Seated,
    Stage,
    Visitor,
    cleaned,
    failure,
    type_of,
)
from settebello.table import Refusal, Table

MOST_PLAYERS = 5
FEWEST_PLAYERS = 2


class Hall:
    """The games of one dialect."""

    connection = Visitor

    def __init__(self, dialect: Dialect, lobby: Lobby, people: People) -> None:
        self.dialect = dialect
        self.games: dict[int, Game] = {}
        self._lobby = lobby
        self._people = people
        self._loop = asyncio.get_running_loop()
        for header in lobby.store.unfinished():
            if msgspec.json.decode(header.summary).get("dialect") == dialect.name:
                self._remember(header.match, header.changed)

    def _remember(self, match: str, started: float) -> None:
        """A game that had begun before the server was started."""
        opened, *seated = map(log.read, self._lobby.store.entries(match, 1 + MOST_PLAYERS))
        assert isinstance(opened, log.Opened)
        seats = [entry for entry in seated if isinstance(entry, log.Sat)]
        game = Game(
            opened.number,
            [Seated(opened.names[sat.seat], sat.secret, sat.bot) for sat in seats],
        )
        game.table, game.stage = opened.table, "suspended"
        game.started, game.suspended = written(started), written(time.time())
        self.games[game.id] = game
        self._people.last_number = max(self._people.last_number, game.id)

    # A connection comes, speaks and goes.

    async def serve(self, visitor: Visitor) -> None:
        visitor.hall = self
        self._people.visitors.add(visitor)
        names = {v.player.id: v.player.name for v in self._people.online.values() if v.player}
        games = [self._open_game(game) for game in self.games.values() if game.stage == "open"]
        visitor.say(said.OnlinePlayers(names), said.OpenGames(games))
        try:
            await visitor.listen(partial(self._heard, visitor))
        finally:
            self._gone(visitor)

    def _gone(self, visitor: Visitor) -> None:
        self._people.visitors.discard(visitor)
        self._leave(visitor)
        player = visitor.player
        if player is not None:
            del self._people.online[player.secret]
            self._people.say(said.PlayerStatus(player.id, player.name, False))

    def _heard(self, visitor: Visitor, text: str) -> None:
        if visitor.closed:
            return
        self._lobby.metrics.messages_heard += 1
        now = self._loop.time()
        wait = visitor.pace(now)
        if wait:
            visitor.warn("too-fast", rounded_up(wait))
            return
        command = ""
        try:
            try:
                message = self.dialect.decoder.decode(text)
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
                command = type_of(text)
                raise Refusal("not-understood") from None
            command = type(message).__name__
            if isinstance(message, said.Ack):
                self._ack(visitor, now)
            else:
                self._do(visitor, message, command)
        except Refusal as refusal:
            self._lobby.metrics.refused.labels(refusal.code).inc()
            visitor.say(failure(command, refusal))
        except Exception as error:  # the store cannot be read, or there are no such rules here
            logs.failed("message failed", error)
            visitor.say(failure(command, Refusal("failed")))

    def _do(self, visitor: Visitor, message: Any, command: str) -> None:
        match message:
            case said.RegisterPlayer():
                self._register(visitor, message.name, command)
            case said.RenamePlayer():
                self._rename(visitor, message, command)
            case said.ListSuspendedGames():
                player = self._known(visitor, message.player_secret)
                visitor.say(said.SuspendedGames(self._suspended_games(player)))
            case said.CreateGame():
                self._create(visitor, self._known(visitor, message.player_secret))
            case said.JoinGame():
                player = self._known(visitor, message.player_secret)
                self._join(visitor, player, self._game(message.game_id, "open"))
            case said.RejoinGame():
                player = self._known(visitor, message.player_secret)
                self._rejoin(visitor, player, self._game(message.game_id, "suspended"))
            case said.AddBot():
                game = self._own_game(visitor)
                self._give_seat(game, Seated(self._bot_name(game), bot="bot"))
            case said.LeaveGame():
                if visitor.game is None or visitor.game.stage != "open":
                    raise Refusal("not-in-a-game")
                self._leave(visitor)
            case said.SuspendGame():
                if visitor.game is None or visitor.game.stage in ("open", "storing"):
                    raise Refusal("not-in-a-game")
                self._leave(visitor, by_request=True)
            case _:
                self._play(visitor, message, command)

    # Players.

    def _known(self, visitor: Visitor, secret: str) -> Player:
        player = self._people.find(secret)
        self._people.sign_in(visitor, player)
        return player

    def _register(self, visitor: Visitor, name: str, command: str) -> None:
        if visitor.player is not None:
            raise Refusal("another-player")
        secret = new_secret()
        player = Player(PlayerRow(hashed(secret), new_id(), cleaned(name)))
        self._people.check_pace(visitor)

        def stored(error: StoreError | None) -> None:
            if error is not None:
                visitor.say(failure(command, Refusal("not-stored")))
            elif visitor.player is not None:
                visitor.say(failure(command, Refusal("another-player")))
            elif not visitor.closed:
                visitor.say(said.PlayerInfo(player.name, secret))
                self._people.sign_in(visitor, player)

        self._lobby.save_player(PlayerRow(player.secret, player.id, player.name), stored)

    def _rename(self, visitor: Visitor, message: said.RenamePlayer, command: str) -> None:
        player = self._people.find(message.secret)
        self._people.check_session(visitor, player)
        name = cleaned(message.name)

        def stored(error: StoreError | None) -> None:
            if error is not None:
                visitor.say(failure(command, Refusal("not-stored")))
                return
            player.name = name
            game = visitor.game
            if game is not None and game.stage == "open" and visitor.seat is not None:
                game.seats[visitor.seat].name = name
            visitor.say(said.PlayerInfo(name, message.secret))
            if visitor.player is player:
                self._people.tell_of(visitor, player)
            elif not visitor.closed and player.secret not in self._people.online:
                self._people.sign_in(visitor, player)

        self._lobby.save_player(PlayerRow(player.secret, player.id, name), stored)

    # Games that are open.

    def _game(self, id: int | str, stage: Stage) -> Game:
        game = self.games.get(int(id))
        if game is None or (game.stage == "open") != (stage == "open"):
            raise Refusal("no-such-game")
        return game

    def _own_game(self, visitor: Visitor) -> Game:
        game = visitor.game
        if game is None or game.stage != "open":
            raise Refusal("not-in-a-game")
        if visitor.seat != 0:
            raise Refusal("not-the-creator")
        return game

    def _create(self, visitor: Visitor, player: Player) -> None:
        if visitor.game is not None:
            raise Refusal("in-a-game")
        self._people.check_pace(visitor)
        game = Game(self._people.new_number(), [])
        game.opened = written(time.time())
        self.games[game.id] = game
        self._sit(visitor, player, game)
        self._say(said.OpenGames([self._open_game(game)]), but=visitor)

    def _join(self, visitor: Visitor, player: Player, game: Game) -> None:
        if visitor.game is not None:
            raise Refusal("in-a-game")
        self._check_room(game)
        self._sit(visitor, player, game)
        self._say(said.NewPlayer(game.id, player.name), but=visitor)

    def _sit(self, visitor: Visitor, player: Player, game: Game) -> None:
        seated = Seated(player.name, player.secret)
        seated.visitor = visitor
        visitor.game, visitor.seat = game, len(game.seats)
        game.seats.append(seated)
        visitor.say(said.JoinedGame(game.id))

    def seat(
        self, game_id: int, name: str, bot: str = "", secret: str | None = None
    ) -> tuple[str, int, str]:
        """A seat for a client of our own, or for a bot if the creator asks for it.

        Returns the table that will be there when the game begins, the seat, and its secret.
        """
        game = self._game(game_id, "open")
        if bot and hashed(secret or "") != game.seats[0].secret:
            raise Refusal("not-allowed")
        new = "" if bot else new_secret()
        self._give_seat(game, Seated(self._bot_name(game) if bot else cleaned(name), "", bot))
        if new:
            game.seats[-1].secret = hashed(new)
        return game.table, len(game.seats) - 1, new

    def _give_seat(self, game: Game, seated: Seated) -> None:
        self._check_room(game)
        game.seats.append(seated)
        self._say(said.NewPlayer(game.id, seated.name))

    def _bot_name(self, game: Game) -> str:
        return f"Bot {1 + sum(bool(seat.bot) for seat in game.seats)}"

    def _check_room(self, game: Game) -> None:
        if len(game.seats) >= MOST_PLAYERS:
            raise Refusal("game-full")

    def _leave_open(self, game: Game, number: int) -> None:
        if number == 0:
            del self.games[game.id]
            for visitor in game.visitors():
                visitor.game, visitor.seat = None, None
            self._say(said.GameDeleted(game.id))
            return
        del game.seats[number]
        for seat, seated in enumerate(game.seats):
            if seated.visitor is not None:
                seated.visitor.seat = seat
        self._say(said.PlayerRemoved(game.id, number))

    def _open_game(self, game: Game) -> said.OpenGame:
        return said.OpenGame(game.id, game.opened, game.names())

    def _say(self, *messages: said.FromServer, but: Visitor | None = None) -> None:
        """Say it to all visitors of this dialect."""
        for visitor in self._people.visitors:
            if visitor is not but and visitor.hall is self:
                visitor.say(*messages)

    # A game begins, stops, and goes on.

    def _start(self, game: Game) -> None:
        if len(game.seats) < FEWEST_PLAYERS:
            raise Refusal("too-few-players")
        rules = find_named(self.dialect.game)
        opened = log.Opened(
            game.table,
            rules.NAME,
            rules.VERSION,
            len(game.seats),
            dict(self.dialect.options),
            listed=True,
            invite=hashed(new_secret()),
            absence="wait",
            dialect=self.dialect.name,
            number=game.id,
            names=game.names(),
        )
        names = table_names(game.names())
        seated = [
            (name, seat.secret, seat.bot) for name, seat in zip(names, game.seats, strict=True)
        ]
        game.stage = "storing"
        try:
            game.live = self._lobby.set_up(opened, seated, partial(self._observe, game))
        except Refusal:
            game.stage = "open"
            raise

    def _observe(self, game: Game) -> None:
        """Something may have changed at the table."""
        live = game.live
        if live is None:
            return
        table = live.table
        if game.stage != "playing" or live.broken or table.over or table.missing:
            self._loop.call_soon(self._look, game, live)

    def _look(self, game: Game, live: Live) -> None:
        if game.live is not live:
            return
        table = live.table
        if live.broken:
            self._break(game)
        elif table.busy:
            return
        elif game.stage == "storing":
            self._begin(game)
        elif table.end_told:
            if not game.ended:
                game.ended = True
                self._lobby.ended(live)
            if table.finished:
                self._finish(game)
        else:
            self._look_for_clients(game)
            self._go_on(game)

    def _look_for_clients(self, game: Game) -> None:
        """Somebody at a client of our own has come or gone."""
        for number, seat in enumerate(game.seats):
            was, seat.here = seat.here, game.has_client(number)
            if seat.visitor is not None or was == seat.here or game.live is None:
                continue
            if was:
                self._suspend(game, number)
            elif game.stage == "suspended":
                self._is_back(game, number)

    def _break(self, game: Game) -> None:
        """It was not stored, or its rules have failed: it is as after a restart."""
        game.live = None
        if game.stage == "storing":
            self._open_again(game)
            return
        for visitor in list(game.visitors()):
            visitor.game = visitor.translation = visitor.seat = None
        for seat in game.seats:
            seat.visitor = None
        game.stage, game.suspended = "suspended", written(time.time())

    def _open_again(self, game: Game) -> None:
        """It could not be stored that it begins."""
        game.stage = "open"
        creator = game.seats[0].visitor
        if creator is not None:
            creator.say(failure("StartGame", Refusal("not-stored")))
        for number in reversed(range(len(game.seats))):
            if game.seats[number].here:  # he has left meanwhile
                self._leave_open(game, number)

    def _begin(self, game: Game) -> None:
        """The game is stored: from now on it survives everything."""
        game.stage, game.started = "starting", written(time.time())
        players = list(game.visitors())
        for visitor in players:
            self._listen(visitor, game)
        for visitor in self._people.visitors:
            if visitor.hall is self:
                if visitor.game is game:
                    visitor.say(said.GameStarted(game.id))
                else:
                    visitor.say(said.GameDeleted(game.id))
        game.waiting = {visitor.seat for visitor in players if visitor.seat is not None}
        self._look_for_clients(game)

    def _listen(self, visitor: Visitor, game: Game) -> None:
        """From now on he hears what the table says."""
        live, seat = game.live, visitor.seat
        assert live is not None
        assert seat is not None
        table = live.table

        def deck_card() -> str:
            assert table.match is not None
            return table.match.view(seat).places["taken"][0]

        visitor.translation = self.dialect.translation(len(game.seats), seat, deck_card)
        self._lobby.heard(live, Table.join, visitor, 0)

    def _leave(self, visitor: Visitor, by_request: bool = False) -> None:
        """He leaves the game that he is in, if he is in one."""
        game, number = visitor.game, visitor.seat
        if game is None or number is None:
            return
        if game.stage == "open":
            visitor.game, visitor.seat = None, None
            self._leave_open(game, number)
            return
        seat = game.seats[number]
        seat.visitor = visitor.game = visitor.translation = None
        if game.stage == "storing":
            seat.here = True  # so that he is missed when it begins
            return
        live = game.live
        assert live is not None
        if not live.table.end_told:
            self._suspend(game, number, visitor if by_request else None)
        self._lobby.heard(live, Table.leave, visitor)
        visitor.seat = None

    def _suspend(self, game: Game, number: int, leaver: Visitor | None = None) -> None:
        assert game.live is not None
        game.live.table.hold()  # at once, also while something is being stored
        told = [*game.visitors()] + ([] if leaver is None else [leaver])
        already = game.stage in ("suspended", "back", "board")
        game.stage = "suspended"
        game.waiting = set()
        if not already:
            game.suspended = written(time.time())
        for visitor in told:
            if already:
                visitor.say(said.PlayerLeft(game.id, number))
            else:
                own = number if visitor is leaver else visitor.seat or 0
                visitor.say(said.GameSuspended(self._suspended_game(game, own), number))
        if not any(game.is_here(n) for n, seat in enumerate(game.seats) if not seat.bot):
            game.live.observer = None  # the table need not stay in memory
            game.live = None

    def _rejoin(self, visitor: Visitor, player: Player, game: Game) -> None:
        number = game.seat_of(player.secret)
        if number is None:
            raise Refusal("no-such-game")
        if visitor.game is not None:
            raise Refusal("in-a-game")
        if game.stage != "suspended":
            raise Refusal("no-such-game")
        live = self._lobby.find(game.table)
        if live is None:
            raise Refusal("no-such-game")
        if game.live is not live:
            game.live, live.observer = live, partial(self._observe, game)
            for other, seat in enumerate(game.seats):
                seat.here = game.has_client(other)
        game.seats[number].visitor = visitor
        visitor.game, visitor.seat = game, number
        self._listen(visitor, game)
        self._is_back(game, number)

    def _is_back(self, game: Game, number: int) -> None:
        for visitor in game.visitors():
            visitor.say(said.PlayerRejoined(game.id, number))
        if all(map(game.is_here, range(len(game.seats)))):
            game.stage = "back"
            game.waiting = {visitor.seat for visitor in game.visitors() if visitor.seat is not None}
            self._go_on(game)

    def _go_on(self, game: Game) -> None:
        """The next step towards play, when everybody is there and has acknowledged the last."""
        live = game.live
        if live is None or game.stage not in ("starting", "back", "board") or game.waiting:
            return
        table = live.table
        if table.busy or table.missing:
            return
        starts_round = any(event.kind == "RoundStarted" for event in table.telling)
        if game.stage == "back" and not (starts_round and self.dialect.starts_with_board):
            game.stage = "board"
            for visitor in game.visitors():
                visitor.say(self._set_board(visitor, table).initialized())
            game.waiting = {visitor.seat for visitor in game.visitors() if visitor.seat is not None}
            if game.waiting:
                return
        for visitor in game.visitors():
            self._set_board(visitor, table)
        game.stage = "playing"
        self._lobby.heard(live, Table.release)

    def _set_board(self, visitor: Visitor, table: Table) -> Board:
        """The board as it was before what is to be told."""
        board = Board(len(table.seats))
        events = table.told_before
        if not self.dialect.starts_with_board:
            events += [e for e in table.telling if e.kind in ("RoundStarted", "Dealt")]
        public = [event.notice(len(table.seats)) for event in events]
        board.follow(notice for notice in public if notice is not None)
        assert visitor.translation is not None
        visitor.translation.board = board
        return board

    def _suspended_games(self, player: Player) -> list[said.SuspendedGame]:
        found = [(game, game.seat_of(player.secret)) for game in self.games.values()]
        return [
            self._suspended_game(game, number)
            for game, number in found
            if number is not None and game.stage in ("suspended", "back", "board")
        ]

    def _suspended_game(self, game: Game, number: int) -> said.SuspendedGame:
        return said.SuspendedGame(
            game.id,
            number,
            game.started,
            game.suspended,
            game.names(),
            [game.is_here(seat) for seat in range(len(game.seats))],
        )

    def _finish(self, game: Game) -> None:
        """It is over, and all have heard it: it leaves every list, and its record stays."""
        live = game.live
        assert live is not None
        del self.games[game.id]
        game.live = live.observer = None
        for visitor in list(game.visitors()):
            visitor.game = visitor.translation = None
            self._lobby.heard(live, Table.leave, visitor)
            visitor.seat = None

    # In a game.

    def not_heard(self, visitor: Visitor, number: int) -> None:
        """The table has told him what he is not to hear of: it counts as acknowledged."""
        self._loop.call_soon(self._acknowledge, visitor, number)

    def _acknowledge(self, visitor: Visitor, number: int) -> None:
        game = visitor.game
        if game is not None and game.live is not None and game.stage == "playing":
            self._lobby.hear(game.live, visitor, wire.Ack(number), self._loop.time())

    def _ack(self, visitor: Visitor, now: float) -> None:
        game, number = visitor.game, visitor.seat
        if game is None or game.live is None or number is None:
            return
        if game.stage == "playing":
            live = game.live
            seat = live.table.seats[number]
            if seat.acked < seat.sent:
                visitor.welcome()
            self._lobby.hear(live, visitor, wire.Ack(seat.sent), now)
        elif number in game.waiting:
            game.waiting.remove(number)
            self._go_on(game)

    def _play(self, visitor: Visitor, message: Any, command: str) -> None:
        game, number = visitor.game, visitor.seat
        if isinstance(message, self.dialect.starts) and (game is None or game.stage == "open"):
            self._start(self._own_game(visitor))
            return
        if game is None or game.live is None or number is None:
            raise Refusal("not-in-a-game")
        if game.stage != "playing":
            raise Refusal("held")
        table = game.live.table
        if table.busy:  # his last move is being stored
            raise Refusal("not-through")
        assert table.match is not None
        move = self.dialect.move_of(message, partial(table.match.fact, "waiting_for"))
        if move is None:
            raise Refusal("not-understood")
        # The number of the log's last entry makes it an id that no other move of his has.
        asked = wire.Move(f"{command}#{table.number}", table.seats[number].sent, move)
        self._lobby.hear(game.live, visitor, asked, self._lobby.now)


def table_names(names: list[str]) -> list[str]:
    """Names for a table, which wants them short and all different."""
    found: list[str] = []
    for number, name in enumerate(names, 1):
        plain = "".join(c for c in unicodedata.normalize("NFC", name) if c.isprintable())
        base = plain.strip()[:14].strip() or "Player"
        for candidate in (base, *(f"{base} ({n})" for n in range(number, number + len(names)))):
            try:
                found.append(check_name(candidate, found))
                break
            except ValueError:
                continue
    return found


def written(seconds: float) -> str:
    """A time as in ISO 8601."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
