"""The sessions in the lobbies of 66, the players behind them, and their games."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Literal, Protocol

import msgspec

from settebello import words
from settebello.dialects.sixty_six import lobby_messages as messages
from settebello.dialects.sixty_six.dialect import Translation
from settebello.dialects.sixty_six.host import Channel, EarlyClient, TableHost
from settebello.rejection import Rejection, RejectionCode
from settebello.table import protocol
from settebello.table.driver import HostedTable
from settebello.table.pace import Buckets, rounded_up
from settebello.table.secrets import hashed, new_id
from settebello.table.storage import PlayerRow

LONGEST_NAME = 50
REASONS: dict[str, str] = {
    RejectionCode.NO_SUCH_GAME: "GAME_NOT_FOUND",
    RejectionCode.NO_SUCH_PLAYER: "PLAYER_NOT_FOUND",
    RejectionCode.SECOND_SESSION: "DUPLICATE_SESSION",
}
# The stages of a game. In `back` and `board` it waits for acks before it goes on.
Stage = Literal["open", "storing", "starting", "playing", "suspended", "back", "board"]

encode = msgspec.json.Encoder().encode


class AckSink(Protocol):
    """The lobby, as a session needs it."""

    def skip_notices(self, session: LobbySession, notice_no: int) -> None:
        """Count notices up to this number as acknowledged: the dialect does not tell them."""


class Player:
    """Somebody who has registered, while they are connected."""

    __slots__ = ("id", "name", "secret")

    def __init__(self, row: PlayerRow) -> None:
        self.secret, self.id, self.name = row


class LobbySession:
    """A connection in a dialect; in a game it is a table's listener."""

    __slots__ = (
        "busy",
        "channel",
        "deferred",
        "game",
        "language",
        "lobby",
        "player",
        "seat",
        "translation",
        "views",
    )

    def __init__(self, channel: Channel, lobby: AckSink) -> None:
        self.channel = channel
        self.lobby = lobby
        self.busy = False  # something of the store is being read for the last text
        self.deferred: list[str] = []  # texts that wait for that, or for an ack to be stored
        self.seat: int | None = None
        self.language: str | None = None  # the messages of 66 have no sentences
        self.views = False
        self.player: Player | None = None
        self.game: LobbyGame | None = None
        self.translation: Translation | None = None

    def push(self, *sent: messages.FromServer) -> None:
        """Send messages of the dialect."""
        self.channel.write([encode(message) for message in sent])

    def send(self, *told: protocol.ServerMessage) -> None:
        """Send what a table says, as messages of the dialect."""
        translated: list[messages.FromServer] = []
        translation = self.translation
        for message in told:
            if isinstance(message, protocol.Told) and translation is not None:
                own = translation.told(message)
                if own is not None:
                    translated.append(own)
                elif message.notices:
                    self.lobby.skip_notices(self, message.number)
            elif isinstance(message, protocol.Refused):
                command = (message.id or "?").partition("#")[0]
                translated.append(messages.Failure(command, message.text))
        if translated:
            self.push(*translated)

    def close(self, code: str) -> None:
        """Say why, and end the connection."""
        self.channel.close(code)


class LobbySeat:
    """A seat of a game: for a player, somebody with a client of our own protocol, or a bot."""

    __slots__ = ("alarm", "bot", "early", "here", "name", "secret", "session")

    def __init__(self, name: str, secret: str = "", bot: str = "") -> None:
        self.name = name
        self.secret = secret  # its hash
        self.bot = bot
        self.session: LobbySession | None = None  # while they are in the game
        self.here = False  # whether they were connected without a session, when last looked at
        self.early: list[EarlyClient] = []  # clients of our own that wait for the game to begin
        self.alarm: asyncio.TimerHandle | None = None  # until such a client has to come

    def stop_waiting(self) -> None:
        """Stop the wait for a client to come."""
        if self.alarm is not None:
            self.alarm.cancel()
            self.alarm = None

    def dismiss(self, code: str) -> None:
        """Turn away the clients that wait for the game to begin."""
        self.stop_waiting()
        waiting, self.early = self.early, []
        for early in waiting:
            early.listener.close(code)


class LobbyGame:
    """A game in the lists of the lobby."""

    def __init__(self, id: int, seats: list[LobbySeat]) -> None:
        self.id = id
        self.seats = seats
        self.stage: Stage = "open"
        self.table = new_id()
        self.hosted: HostedTable | None = None
        self.waiting: set[int] = set()  # whose acks the lobby waits for, before the table goes on
        self.ended = False  # whether everybody has been told its end
        self.opened = self.started = self.suspended = ""

    def sessions(self) -> Iterator[LobbySession]:
        return (seat.session for seat in self.seats if seat.session is not None)

    def wait_for_acks(self, *numbers: int) -> None:
        """Wait for acks of these seats, or of all of them, before the table goes on."""
        asked = numbers or range(len(self.seats))
        self.waiting = {n for n in asked if self.seats[n].session is not None}

    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    def seat_of(self, secret: str) -> int | None:
        return next((n for n, seat in enumerate(self.seats) if seat.secret == secret), None)

    def has_client(self, seat_no: int) -> bool:
        """Whether somebody sits there with a client of our own protocol."""
        if self.hosted is None:
            return False
        listeners = self.hosted.table.seats[seat_no].listeners
        return not all(isinstance(listener, LobbySession) for listener in listeners)

    def is_here(self, seat_no: int) -> bool:
        seat = self.seats[seat_no]
        return bool(seat.bot) or seat.session is not None or self.has_client(seat_no)


class PlayerDirectory:
    """All sessions, of all dialects, and which of them are known players."""

    def __init__(self, host: TableHost) -> None:
        self._host = host
        self.sessions: set[LobbySession] = set()
        self.online: dict[str, LobbySession] = {}  # by the hash of the secret
        self.last_number = 0  # of a game
        settings = host.settings
        self._newcomers = Buckets(settings.tables_a_minute / 60, settings.tables_at_once)
        self._broadcasts = Buckets(settings.broadcasts_a_second, settings.broadcasts_at_once)

    async def new_number(self) -> int:
        """A number for a game that none has had before, also before the server was started."""
        found = await self._host.game_number()
        self.last_number = max(self.last_number + 1, found)
        return self.last_number

    def check_pace(self, session: LobbySession) -> None:
        """Raise Rejection if this address registers players or creates games too often."""
        self._check(self._newcomers, session)

    def check_broadcast(self, session: LobbySession) -> None:
        """Raise Rejection if this address does too often what everybody is told of."""
        self._check(self._broadcasts, session)

    def _check(self, buckets: Buckets, session: LobbySession) -> None:
        wait = buckets.take(session.channel.address, self._host.now)
        if wait:
            raise Rejection(RejectionCode.TOO_FAST, retry_after=rounded_up(wait))

    async def find(self, secret: str) -> Player:
        """The player with this secret; raises Rejection if nobody has registered with it."""
        hash = hashed(secret)
        session = self.online.get(hash)
        if session is not None and session.player is not None:
            return session.player
        row = await self._host.store.player(hash)
        if row is None:
            raise Rejection(RejectionCode.NO_SUCH_PLAYER)
        return Player(row)

    def broadcast(
        self, *sent: messages.FromServer, but: Iterable[LobbySession | None] = ()
    ) -> None:
        """Send this to all sessions of all dialects, except some."""
        left_out = set(but)
        for session in self.sessions:
            if session not in left_out:
                session.push(*sent)

    def check_session(self, session: LobbySession, player: Player) -> None:
        """Raise Rejection unless the connection has one player, and the player one connection."""
        if session.player is not None and session.player.secret != player.secret:
            raise Rejection(RejectionCode.ANOTHER_PLAYER)
        if self.online.get(player.secret, session) is not session:
            raise Rejection(RejectionCode.SECOND_SESSION)

    def sign_in(self, session: LobbySession, player: Player) -> None:
        """Make a player the player of this session, and tell the others."""
        self.check_session(session, player)
        if session.player is None:
            session.player = player
            self.online[player.secret] = session
            self.tell_of(session, player)

    def tell_of(self, session: LobbySession, player: Player) -> None:
        """Tell the others that a player is online."""
        self.broadcast(messages.PlayerStatus(player.id, player.name, True), but=[session])


def type_of(text: str) -> str:
    """The type of a message if it can be read, else `?`."""
    try:
        message = msgspec.json.decode(text)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return "?"
    found = message.get("type") if isinstance(message, dict) else None
    return found[:40] if isinstance(found, str) else "?"


def failure(command: str, rejection: Rejection) -> messages.Failure:
    text = words.refuse(None, rejection.code, **rejection.arguments)
    return messages.Failure(command, text, REASONS.get(rejection.code, msgspec.UNSET))


def cleaned(name: str) -> str:
    """A player's name: its printable part, trimmed, and cut if it is too long."""
    name = "".join(filter(str.isprintable, name)).strip()[:LONGEST_NAME].strip()
    if not name:
        raise Rejection(RejectionCode.NO_NAME)
    return name


def written(seconds: float) -> str:
    """A time in ISO 8601."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
