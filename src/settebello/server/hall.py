"""The hall of a dialect: what its players say, and the games that they open.

A game that has begun is a table like any other. Here is what the dialect has around it: somebody
registers, creates a game, joins, starts. How it stops and goes on is in stages.py.
"""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import Any

import msgspec

from settebello import log, wire
from settebello.dialects import Dialect
from settebello.dialects import messages as said
from settebello.server import logs
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


class Hall:
    """The games of one dialect."""

    connection = Visitor

    def __init__(self, dialect: Dialect, lobby: Lobby, people: People) -> None:
        self.dialect = dialect
        self.games: dict[int, Game] = {}
        self._lobby = lobby
        self._people = people
        self._stages = Stages(self, dialect, lobby)
        self._loop = asyncio.get_running_loop()
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

    def over(self, game: Game) -> None:
        """All have heard its end: it leaves every list, and its record stays."""
        del self.games[game.id]

    def _leave(self, visitor: Visitor, by_request: bool = False) -> None:
        """He leaves the game that he is in, if he is in one."""
        game, number = visitor.game, visitor.seat
        if game is None or number is None:
            return
        if game.stage == "open":
            visitor.game, visitor.seat = None, None
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
            self._stages.start(self._own_game(visitor))
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
