"""The hall of a dialect: what its players say, and the games that they open.

A game that has begun is a table like any other. Here is what the dialect has around it: somebody
registers, creates a game, joins, starts. How it stops and goes on is in stages.py.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import partial
from itertools import count
from typing import Any

import msgspec

from settebello import log, wire
from settebello.dialects import Dialect
from settebello.dialects import messages as said
from settebello.match import BadName, check_name
from settebello.server import logs
from settebello.server.connection import Early
from settebello.server.limits import rounded_up
from settebello.server.lobby import Lobby
from settebello.server.secrets import hashed, new_id, new_secret
from settebello.server.stages import Stages, suspended_games
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
    written,
)
from settebello.table import Refusal

MOST_PLAYERS = 5
TOLD_TO_ALL = (  # what they lead to
    said.RegisterPlayer,
    said.RenamePlayer,
    said.CreateGame,
    said.JoinGame,
    said.RejoinGame,
    said.AddBot,
    said.RemovePlayer,
    said.LeaveGame,
    said.SuspendGame,
)


class Hall:
    """The games of one dialect."""

    connection = Visitor

    def __init__(self, dialect: Dialect, lobby: Lobby, people: People) -> None:
        self.dialect = dialect
        self.games: dict[int, Game] = {}
        self._lobby = lobby
        self._people = people
        self._stages = Stages(self, dialect, lobby)
        self._requests = count(1)
        self._loop = asyncio.get_running_loop()
        lobby.on_closed.append(self._closed)
        self._waiting: set[asyncio.Task[None]] = set()  # for tables that come back
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
        live = visitor.game.live if visitor.game is not None else None
        if live is not None and live.table.busy and not live.table.moving:
            # An ack is being stored: what comes after it is heard after it, and answered so.
            self._lobby.when_settled(live, partial(self._heard, visitor, text))
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
        except Exception as error:
            self._failed(visitor, command, error)

    def _failed(self, visitor: Visitor, command: str, error: Exception) -> None:
        if isinstance(error, Refusal):
            self._lobby.metrics.refused.labels(error.code).inc()
            visitor.say(failure(command, error))
        else:  # the store cannot be read, or there are no such rules here
            logs.failed("message failed", error)
            visitor.say(failure(command, Refusal("failed")))

    def _do(self, visitor: Visitor, message: Any, command: str) -> None:
        signs_in = isinstance(message, said.ListSuspendedGames) and visitor.player is None
        if signs_in or isinstance(message, TOLD_TO_ALL):
            self._people.check_broadcast(visitor)
        match message:
            case said.RegisterPlayer():
                self._register(visitor, message.name, command)
            case said.RenamePlayer():
                self._rename(visitor, message, command)
            case said.ListSuspendedGames():
                player = self._known(visitor, message.player_secret)
                suspended = suspended_games(self.games.values(), player)
                visitor.say(said.SuspendedGames(suspended))
            case said.CreateGame():
                self._create(visitor, self._known(visitor, message.player_secret))
            case said.JoinGame():
                player = self._known(visitor, message.player_secret)
                self._join(visitor, player, self._game(message.game_id, "open"))
            case said.RejoinGame():
                player = self._known(visitor, message.player_secret)
                game = self._game(message.game_id, "suspended")
                if not self._stages.rejoin(visitor, player, game):
                    task = self._loop.create_task(self._when_back(game, visitor, message, command))
                    self._waiting.add(task)
                    task.add_done_callback(self._waiting.discard)
            case said.AddBot():
                game = self._own_game(visitor)
                self._give_seat(game, Seated(self._bot_name(game), bot="bot"))
            case said.RemovePlayer():
                game, number = self._own_game(visitor), message.player_index
                if not 0 < number < len(game.seats):
                    raise Refusal("not-another-player")
                self._leave_open(game, number)
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

    async def _when_back(self, game: Game, visitor: Visitor, message: Any, command: str) -> None:
        """Hear a message once more when its table is in memory: much may have changed by then."""
        try:
            if await self._lobby.find(game.table) is None:
                raise Refusal("no-such-game")
            if visitor in self._people.visitors:
                self._do(visitor, message, command)
        except Exception as error:
            self._failed(visitor, command, error)

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
        self.say(said.OpenGames([self._open_game(game)]), but=visitor)

    def _join(self, visitor: Visitor, player: Player, game: Game) -> None:
        if visitor.game is not None:
            raise Refusal("in-a-game")
        self._check_room(game)
        self._sit(visitor, player, game)
        self.say(said.NewPlayer(game.id, player.name), but=visitor)

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
        if bot:
            self._give_seat(game, Seated(self._bot_name(game), bot=bot))
            return game.table, len(game.seats) - 1, ""
        try:
            name = check_name(name, game.names())
        except BadName as error:
            raise Refusal(error.code, **error.arguments) from None
        new = new_secret()
        seated = Seated(name, hashed(new))
        self._give_seat(game, seated)
        self._expect(game, seated)
        return game.table, len(game.seats) - 1, new

    def keep(self, early: Early, table: str, secret: str | None) -> Callable[[], None] | None:
        """Let the holder of a seat wait for the game to begin."""
        game = next((game for game in self.games.values() if game.table == table), None)
        number = game.seat_of(hashed(secret or "")) if game and game.stage == "open" else None
        if game is None or number is None or game.seats[number].visitor is not None:
            return None
        seated = game.seats[number]
        seated.calm()
        if len(seated.early) >= self._lobby.settings.connections_by_seat:
            seated.early.pop(0).connection.close("too-many")
        seated.early.append(early)
        return partial(self._lose, game, seated, early)

    def _lose(self, game: Game, seated: Seated, early: Early) -> None:
        """Somebody who waited for the game to begin is gone."""
        if early in seated.early:
            seated.early.remove(early)
            if not seated.early:
                self._expect(game, seated)

    def _expect(self, game: Game, seated: Seated) -> None:
        """Give up this seat if its player has not come, or come back, in time."""
        seconds = self._lobby.settings.seat_hold_seconds
        seated.alarm = self._loop.call_later(seconds, self._not_come, game, seated)

    def _not_come(self, game: Game, seated: Seated) -> None:
        seated.alarm = None
        if game.stage == "open":
            self._leave_open(game, game.seats.index(seated))

    def _give_seat(self, game: Game, seated: Seated) -> None:
        self._check_room(game)
        game.seats.append(seated)
        self.say(said.NewPlayer(game.id, seated.name))

    def _bot_name(self, game: Game) -> str:
        taken = game.names()
        return next(name for n in count(1) if (name := f"Bot {n}") not in taken)

    def _check_room(self, game: Game) -> None:
        if len(game.seats) >= MOST_PLAYERS:
            raise Refusal("game-full")

    def _leave_open(self, game: Game, number: int) -> None:
        if number == 0:
            del self.games[game.id]
            for visitor in game.visitors():
                visitor.game, visitor.seat = None, None
            for seated in game.seats:
                seated.dismiss("closed")
            self.say(said.GameDeleted(game.id))
            return
        left = game.seats.pop(number)
        left.dismiss("removed")
        if left.visitor is not None:
            left.visitor.game, left.visitor.seat = None, None
        for seat, seated in enumerate(game.seats):
            if seated.visitor is not None:
                seated.visitor.seat = seat
        self.say(said.PlayerRemoved(game.id, number))

    def _open_game(self, game: Game) -> said.OpenGame:
        return said.OpenGame(game.id, game.opened, game.names())

    def say(self, *messages: said.FromServer, but: Visitor | None = None) -> None:
        """Say it to all visitors of this dialect."""
        for visitor in self._people.visitors:
            if visitor is not but and visitor.hall is self:
                visitor.say(*messages)

    # In a game.

    def begun(self, game: Game) -> None:
        """It is stored: those who are not in it can only hear that it is not open any more."""
        for visitor in self._people.visitors:
            if visitor.hall is self:
                mine = visitor.game is game
                visitor.say(said.GameStarted(game.id) if mine else said.GameDeleted(game.id))

    def not_begun(self, game: Game) -> None:
        """It could not be stored that it begins: it is open again."""
        game.stage = "open"
        creator = game.seats[0].visitor
        if creator is not None:
            creator.say(failure("StartGame", Refusal("not-stored")))
        for number in reversed(range(len(game.seats))):
            if game.seats[number].here:  # he has left meanwhile
                self._leave_open(game, number)
        for seat in game.seats:
            if game.id in self.games and not (seat.visitor or seat.bot or seat.early):
                seat.calm()
                self._expect(game, seat)

    def over(self, game: Game) -> None:
        """All have heard its end: it leaves every list, and its record stays."""
        del self.games[game.id]

    def _closed(self, table: str) -> None:
        """The table of a game was closed, long after everybody had left: so the game is gone."""
        self.games = {id: game for id, game in self.games.items() if game.table != table}

    def _leave(self, visitor: Visitor, by_request: bool = False) -> None:
        """He leaves the game that he is in, if he is in one."""
        game, number = visitor.game, visitor.seat
        if game is None or number is None:
            return
        if game.stage == "open":
            self._leave_open(game, number)
        else:
            self._stages.leave(visitor, game, number, by_request)

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
            self._stages.go_on(game)

    def _play(self, visitor: Visitor, message: Any, command: str) -> None:
        game, number = visitor.game, visitor.seat
        if isinstance(message, self.dialect.starts) and (game is None or game.stage == "open"):
            self._people.check_broadcast(visitor)
            self._stages.start(self._own_game(visitor))
            return
        if game is None or game.live is None or number is None:
            raise Refusal("not-in-a-game")
        if game.stage != "playing":
            raise Refusal("held")
        table = game.live.table
        if table.moving:  # their last move is being stored
            raise Refusal("not-through")
        assert table.match is not None
        move = self.dialect.move_of(message, partial(table.match.fact, "waiting_for"))
        if move is None:
            raise Refusal("not-understood")
        # Each request has an id of its own, also after a restart: what was refused may be tried
        # again, and what was accepted makes another entry of the log.
        id = f"{command}#{table.number}.{next(self._requests)}"
        asked = wire.Move(id, table.seats[number].sent, move)
        self._lobby.hear(game.live, visitor, asked, self._lobby.now)
