"""The lobby of a dialect: what its players ask for, and the games that they open.

A game that has begun is a table like any other. This is what comes before: players register, create
a game, join and start it. How a game stops and goes on is in lifecycle.py.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from typing import Any

import msgspec

from settebello.dialects.sixty_six import lobby_messages as messages
from settebello.dialects.sixty_six.dialect import Dialect
from settebello.dialects.sixty_six.host import Channel, EarlyClient, TableHost
from settebello.dialects.sixty_six.lifecycle import GameLifecycle, open_game, suspended_games
from settebello.dialects.sixty_six.sessions import (
    LobbyGame,
    LobbySeat,
    LobbySession,
    Player,
    PlayerDirectory,
    Stage,
    cleaned,
    failure,
    type_of,
    written,
)
from settebello.players import check_name
from settebello.rejection import Rejection, RejectionCode
from settebello.table import protocol
from settebello.table.entries import OpenEntry, SitEntry, decode_entry
from settebello.table.pace import rounded_up
from settebello.table.secrets import hashed, new_id, new_secret
from settebello.table.storage import LogDamaged, MatchHeader, PlayerRow, StoreError

MOST_PLAYERS = 5
MOST_DEFERRED = 100  # texts of a session that wait for the store


class SixtySixLobby:
    """The games of one dialect."""

    def __init__(self, dialect: Dialect, host: TableHost, directory: PlayerDirectory) -> None:
        self.dialect = dialect
        self.games: dict[int, LobbyGame] = {}
        self._host = host
        self._directory = directory
        self._lifecycle = GameLifecycle(self, dialect, host)
        self._requests = count(1)
        self._loop = asyncio.get_running_loop()
        host.on_closed.append(self._closed)
        self._waiting: set[asyncio.Task[None]] = set()  # for what is read from the store

    async def load(self, headers: Sequence[MatchHeader]) -> None:
        """Remember those of the unfinished matches that are games of this dialect."""
        for header in headers:
            try:
                if msgspec.json.decode(header.summary).get("dialect") == self.dialect.name:
                    await self._remember(header.match, header.changed)
            except Exception as error:  # its rows are damaged; the others are loaded
                if isinstance(error, StoreError) and not isinstance(error, LogDamaged):
                    raise
                self._host.log_failure("game cannot be read", error, match=header.match)

    async def _remember(self, match: str, started: float) -> None:
        """Read a game that had begun before this lobby was loaded."""
        opened, *seated = map(decode_entry, await self._host.store.entries(match, 1 + MOST_PLAYERS))
        assert isinstance(opened, OpenEntry)
        seats = [entry for entry in seated if isinstance(entry, SitEntry)]
        game = LobbyGame(
            opened.number,
            [LobbySeat(opened.names[sat.seat], sat.secret, sat.bot) for sat in seats],
        )
        game.table, game.stage = opened.table, "suspended"
        game.started, game.suspended = written(started), written(time.time())
        self.games[game.id] = game
        self._directory.last_number = max(self._directory.last_number, game.id)

    # Connections and their messages.

    async def serve(self, channel: Channel) -> None:
        """Serve a connection until its client is gone."""
        session = LobbySession(channel, self)
        self._directory.sessions.add(session)
        names = {v.player.id: v.player.name for v in self._directory.online.values() if v.player}
        games = [open_game(game) for game in self.games.values() if game.stage == "open"]
        session.push(messages.OnlinePlayers(names), messages.OpenGames(games))
        try:
            await channel.listen(partial(self._on_text, session))
        finally:
            self._gone(session)

    def _gone(self, session: LobbySession) -> None:
        self._directory.sessions.discard(session)
        self._leave(session)
        player = session.player
        if player is not None:
            del self._directory.online[player.secret]
            self._directory.broadcast(messages.PlayerStatus(player.id, player.name, False))

    def _on_text(self, session: LobbySession, text: str) -> None:
        if session.channel.closed:
            return
        hosted = session.game.hosted if session.game is not None else None
        if session.busy or session.deferred:  # one text never overtakes another
            session.deferred.append(text)
            if len(session.deferred) > MOST_DEFERRED:
                session.channel.close(RejectionCode.TOO_FAST)
            return
        if hosted is not None and hosted.table.busy and not hosted.table.outbox.moving:
            # An ack is being stored: what comes after it is handled after it, and answered so.
            session.deferred.append(text)
            self._host.when_settled(hosted, partial(self._resume, session))
            return
        self._host.count_message()
        now = self._loop.time()
        wait = session.channel.pace(now)
        if wait:
            session.channel.warn(RejectionCode.TOO_FAST, rounded_up(wait))
            return
        command = ""
        try:
            try:
                message = self.dialect.decoder.decode(text)
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
                command = type_of(text)
                raise Rejection(RejectionCode.NOT_UNDERSTOOD) from None
            command = type(message).__name__
            if isinstance(message, messages.Ack):
                self._ack(session, now)
            else:
                self._check_broadcast(session, message)
                if isinstance(message, messages.FROM_PLAYERS):
                    self._look_up(session, message, command)
                else:
                    self._handle(session, message, command)
        except Exception as error:
            self._failed(session, command, error)

    def _resume(self, session: LobbySession) -> None:
        """Handle the texts that waited for the store, in their order."""
        texts, session.deferred = session.deferred, []
        for text in texts:
            self._on_text(session, text)

    def _failed(self, session: LobbySession, command: str, error: Exception) -> None:
        if isinstance(error, Rejection):
            self._host.count_refusal(error.code)
            session.push(failure(command, error))
        else:  # the store cannot be read, or there are no such rules here
            self._host.log_failure("message failed", error)
            session.push(failure(command, Rejection(RejectionCode.FAILED)))

    def _check_broadcast(self, session: LobbySession, message: Any) -> None:
        signs_in = isinstance(message, messages.ListSuspendedGames) and session.player is None
        if signs_in or isinstance(message, messages.TOLD_TO_ALL):
            self._directory.check_broadcast(session)

    # Messages that need something of the store: their session waits for it, and nobody else.

    def _look_up(self, session: LobbySession, message: Any, command: str) -> None:
        session.busy = True
        task = self._loop.create_task(self._handle_player(session, message, command))
        self._waiting.add(task)
        task.add_done_callback(self._waiting.discard)

    async def _handle_player(self, session: LobbySession, message: Any, command: str) -> None:
        try:
            if isinstance(message, messages.RenamePlayer):
                player = await self._directory.find(message.secret)
                if self._is_here(session):
                    self._rename(session, player, message, command)
            else:
                player = await self._directory.find(message.player_secret)
                if self._is_here(session):
                    self._directory.sign_in(session, player)
                    await self._do_for(session, player, message)
        except Exception as error:
            self._failed(session, command, error)
        finally:
            session.busy = False
            self._resume(session)

    async def _do_for(self, session: LobbySession, player: Player, message: Any) -> None:
        """Do what a known player asks for."""
        match message:
            case messages.ListSuspendedGames():
                games = suspended_games(self.games.values(), player)
                session.push(messages.SuspendedGames(games))
            case messages.CreateGame():
                self._check_free(session)
                self._directory.check_pace(session)
                number = await self._directory.new_number()
                if self._is_here(session):
                    self._create(session, player, number)
            case messages.JoinGame():
                self._join(session, player, self._game(message.game_id, "open"))
            case messages.RejoinGame():
                game = self._game(message.game_id, "suspended")
                while not self._lifecycle.rejoin(session, player, game):
                    if await self._host.find(game.table) is None:
                        raise Rejection(RejectionCode.NO_SUCH_GAME)
                    if not self._is_here(session):  # much may have changed by then
                        return
                    game = self._game(message.game_id, "suspended")

    def _is_here(self, session: LobbySession) -> bool:
        """Whether the client is still there, after something was read for it."""
        return session in self._directory.sessions

    def _handle(self, session: LobbySession, message: Any, command: str) -> None:
        match message:
            case messages.RegisterPlayer():
                self._register(session, message.name, command)
            case messages.AddBot():
                game = self._own_game(session)
                self._give_seat(game, LobbySeat(self._bot_name(game), bot="bot"))
            case messages.RemovePlayer():
                game, seat_no = self._own_game(session), message.player_index
                if not 0 < seat_no < len(game.seats):
                    raise Rejection(RejectionCode.NOT_ANOTHER_PLAYER)
                self._leave_open(game, seat_no)
            case messages.LeaveGame():
                if session.game is None or session.game.stage != "open":
                    raise Rejection(RejectionCode.NOT_IN_A_GAME)
                self._leave(session)
            case messages.SuspendGame():
                if session.game is None or session.game.stage in ("open", "storing"):
                    raise Rejection(RejectionCode.NOT_IN_A_GAME)
                self._leave(session, by_request=True)
            case _:
                self._play(session, message, command)

    # Players.

    def _register(self, session: LobbySession, name: str, command: str) -> None:
        if session.player is not None:
            raise Rejection(RejectionCode.ANOTHER_PLAYER)
        secret = new_secret()
        player = Player(PlayerRow(hashed(secret), new_id(), cleaned(name)))
        self._directory.check_pace(session)

        def stored(error: StoreError | None) -> None:
            if error is not None:
                session.push(failure(command, Rejection(RejectionCode.NOT_STORED)))
            elif session.player is not None:
                session.push(failure(command, Rejection(RejectionCode.ANOTHER_PLAYER)))
            elif not session.channel.closed:
                session.push(messages.PlayerInfo(player.name, secret))
                self._directory.sign_in(session, player)

        self._host.save_player(PlayerRow(player.secret, player.id, player.name), stored)

    def _rename(
        self, session: LobbySession, player: Player, message: messages.RenamePlayer, command: str
    ) -> None:
        self._directory.check_session(session, player)
        name = cleaned(message.name)

        def stored(error: StoreError | None) -> None:
            if error is not None:
                session.push(failure(command, Rejection(RejectionCode.NOT_STORED)))
                return
            player.name = name
            game = session.game
            if game is not None and game.stage == "open" and session.seat is not None:
                game.seats[session.seat].name = name
            session.push(messages.PlayerInfo(name, message.secret))
            if session.player is player:
                self._directory.tell_of(session, player)
            elif not session.channel.closed and player.secret not in self._directory.online:
                self._directory.sign_in(session, player)

        self._host.save_player(PlayerRow(player.secret, player.id, name), stored)

    # Games that are open.

    def _game(self, id: int | str, stage: Stage) -> LobbyGame:
        game = self.games.get(int(id))
        if game is None or (game.stage == "open") != (stage == "open"):
            raise Rejection(RejectionCode.NO_SUCH_GAME)
        return game

    def _own_game(self, session: LobbySession) -> LobbyGame:
        game = session.game
        if game is None or game.stage != "open":
            raise Rejection(RejectionCode.NOT_IN_A_GAME)
        if session.seat != 0:
            raise Rejection(RejectionCode.NOT_THE_CREATOR)
        return game

    def _check_free(self, session: LobbySession) -> None:
        if session.game is not None:
            raise Rejection(RejectionCode.IN_A_GAME)

    def _create(self, session: LobbySession, player: Player, number: int) -> None:
        game = LobbyGame(number, [])
        game.opened = written(time.time())
        self.games[game.id] = game
        self._sit(session, player, game)
        self.broadcast(messages.OpenGames([open_game(game)]), but=session)

    def _join(self, session: LobbySession, player: Player, game: LobbyGame) -> None:
        self._check_free(session)
        self._check_room(game)
        self._sit(session, player, game)
        self.broadcast(messages.NewPlayer(game.id, player.name), but=session)

    def _sit(self, session: LobbySession, player: Player, game: LobbyGame) -> None:
        seated = LobbySeat(player.name, player.secret)
        seated.session = session
        session.game, session.seat = game, len(game.seats)
        game.seats.append(seated)
        session.push(messages.JoinedGame(game.id))

    def seat(
        self, game_id: int, name: str, bot: str = "", secret: str | None = None
    ) -> tuple[str, int, str]:
        """Give a seat to a client of our own protocol, or to a bot if the creator asks for it.

        Returns the table that will be there when the game begins, the seat, and its secret. Raises
        Rejection if the game has no such seat.
        """
        game = self._game(game_id, "open")
        if bot and hashed(secret or "") != game.seats[0].secret:
            raise Rejection(RejectionCode.NOT_ALLOWED)
        if bot:
            self._give_seat(game, LobbySeat(self._bot_name(game), bot=bot))
            return game.table, len(game.seats) - 1, ""
        name = check_name(name, game.names())
        new = new_secret()
        seated = LobbySeat(name, hashed(new))
        self._give_seat(game, seated)
        self._expect(game, seated)
        return game.table, len(game.seats) - 1, new

    def keep(self, early: EarlyClient, table: str, secret: str | None) -> Callable[[], None] | None:
        """Let the holder of a seat wait for the game to begin: see `SocketEndpoint.keep`."""
        game = next((game for game in self.games.values() if game.table == table), None)
        seat_no = game.seat_of(hashed(secret or "")) if game and game.stage == "open" else None
        if game is None or seat_no is None or game.seats[seat_no].session is not None:
            return None
        seated = game.seats[seat_no]
        seated.stop_waiting()
        if len(seated.early) >= self._host.settings.connections_by_seat:
            seated.early.pop(0).listener.close(RejectionCode.TOO_MANY)
        seated.early.append(early)
        return partial(self._lose, game, seated, early)

    def _lose(self, game: LobbyGame, seated: LobbySeat, early: EarlyClient) -> None:
        """A client that waited for the game to begin is gone."""
        if early in seated.early:
            seated.early.remove(early)
            if not seated.early:
                self._expect(game, seated)

    def _expect(self, game: LobbyGame, seated: LobbySeat) -> None:
        """Free this seat if its player does not connect in time."""
        seconds = self._host.settings.seat_hold_seconds
        seated.alarm = self._loop.call_later(seconds, self._not_come, game, seated)

    def _not_come(self, game: LobbyGame, seated: LobbySeat) -> None:
        seated.alarm = None
        if game.stage == "open":
            self._leave_open(game, game.seats.index(seated))

    def _give_seat(self, game: LobbyGame, seated: LobbySeat) -> None:
        self._check_room(game)
        game.seats.append(seated)
        self.broadcast(messages.NewPlayer(game.id, seated.name))

    def _bot_name(self, game: LobbyGame) -> str:
        taken = game.names()
        return next(name for n in count(1) if (name := f"Bot {n}") not in taken)

    def _check_room(self, game: LobbyGame) -> None:
        if len(game.seats) >= MOST_PLAYERS:
            raise Rejection(RejectionCode.GAME_FULL)

    def _leave_open(self, game: LobbyGame, seat_no: int) -> None:
        if seat_no == 0:
            del self.games[game.id]
            for session in game.sessions():
                session.game, session.seat = None, None
            for seated in game.seats:
                seated.dismiss(RejectionCode.CLOSED)
            self.broadcast(messages.GameDeleted(game.id))
            return
        left = game.seats.pop(seat_no)
        left.dismiss(RejectionCode.REMOVED)
        if left.session is not None:
            left.session.game, left.session.seat = None, None
        for seat, seated in enumerate(game.seats):
            if seated.session is not None:
                seated.session.seat = seat
        self.broadcast(messages.PlayerRemoved(game.id, seat_no))

    def broadcast(self, *sent: messages.FromServer, but: LobbySession | None = None) -> None:
        """Send this to all sessions of this dialect."""
        for session in self._directory.sessions:
            if session is not but and session.lobby is self:
                session.push(*sent)

    # In a game.

    def begun(self, game: LobbyGame) -> None:
        """The start of a game is stored: tell all others that it is not open any more."""
        for session in self._directory.sessions:
            if session.lobby is self:
                mine = session.game is game
                session.push(
                    messages.GameStarted(game.id) if mine else messages.GameDeleted(game.id)
                )

    def not_begun(self, game: LobbyGame) -> None:
        """The start of a game could not be stored: it is open again."""
        game.stage = "open"
        creator = game.seats[0].session
        if creator is not None:
            creator.push(failure("StartGame", Rejection(RejectionCode.NOT_STORED)))
        for seat_no in reversed(range(len(game.seats))):
            if game.seats[seat_no].here:  # they have left meanwhile
                self._leave_open(game, seat_no)
        for seat in game.seats:
            if game.id in self.games and not (seat.session or seat.bot or seat.early):
                seat.stop_waiting()
                self._expect(game, seat)

    def over(self, game: LobbyGame) -> None:
        """All have been told its end: take the game off the lists. Its record stays."""
        del self.games[game.id]

    def _closed(self, table: str) -> None:
        """The table of a game was closed, long after everybody had left: drop the game."""
        self.games = {id: game for id, game in self.games.items() if game.table != table}

    def _leave(self, session: LobbySession, by_request: bool = False) -> None:
        """Take a session out of its game, if it is in one."""
        game, seat_no = session.game, session.seat
        if game is None or seat_no is None:
            return
        if game.stage == "open":
            self._leave_open(game, seat_no)
        else:
            self._lifecycle.leave(session, game, seat_no, by_request)

    def skip_notices(self, session: LobbySession, notice_no: int) -> None:
        """Acknowledge for a session the notices that the dialect does not tell."""
        self._loop.call_soon(self._acknowledge, session, notice_no)

    def _acknowledge(self, session: LobbySession, notice_no: int) -> None:
        game = session.game
        if game is not None and game.hosted is not None and game.stage == "playing":
            self._host.on_message(game.hosted, session, protocol.Ack(notice_no), self._loop.time())

    def _ack(self, session: LobbySession, now: float) -> None:
        game, seat_no = session.game, session.seat
        if game is None or game.hosted is None or seat_no is None:
            return
        if game.stage == "playing":
            hosted = game.hosted
            box = hosted.table.delivery.boxes[seat_no]
            if box.acked < box.sent:
                session.channel.welcome()
            self._host.on_message(hosted, session, protocol.Ack(box.sent), now)
        elif seat_no in game.waiting:
            game.waiting.remove(seat_no)
            self._lifecycle.advance(game)

    def _play(self, session: LobbySession, message: Any, command: str) -> None:
        game, seat_no = session.game, session.seat
        if isinstance(message, self.dialect.starts) and (game is None or game.stage == "open"):
            self._directory.check_broadcast(session)
            self._lifecycle.start(self._own_game(session))
            return
        if game is None or game.hosted is None or seat_no is None:
            raise Rejection(RejectionCode.NOT_IN_A_GAME)
        if game.stage != "playing":
            raise Rejection(RejectionCode.HELD)
        table = game.hosted.table
        if table.outbox.moving:  # their last move is being stored
            raise Rejection(RejectionCode.NOT_THROUGH)
        match = table.match
        assert match is not None
        move = self.dialect.move_of(message, lambda: match.facts()["waiting_for"])
        if move is None:
            raise Rejection(RejectionCode.NOT_UNDERSTOOD)
        # Each request gets an id of its own, also after a restart: a refused move may be tried
        # again, and an accepted one adds an entry to the log.
        id = f"{command}#{table.state.entry_no}.{next(self._requests)}"
        asked = protocol.Move(id, table.delivery.boxes[seat_no].sent, move)
        self._host.on_message(game.hosted, session, asked, self._host.now)
