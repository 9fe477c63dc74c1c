"""Who is in the halls of the dialects: visitors, the players that they are, and their games."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any, Literal, Protocol

import msgspec

from settebello import wire, words
from settebello.dialects import Translation
from settebello.dialects import messages as said
from settebello.server.connection import Connection, Direct, Early
from settebello.server.driver import Live
from settebello.server.limits import Buckets, rounded_up
from settebello.server.lobby import Lobby
from settebello.server.metrics import Metrics
from settebello.server.secrets import hashed, new_id
from settebello.server.settings import Settings
from settebello.server.store import PlayerRow
from settebello.table import Refusal

LONGEST_NAME = 50
REASONS = {
    "no-such-game": "GAME_NOT_FOUND",
    "no-such-player": "PLAYER_NOT_FOUND",
    "second-session": "DUPLICATE_SESSION",
}
# What a game waits for, from its opening on; `back` and `board` are acks before it goes on.
Stage = Literal["open", "storing", "starting", "playing", "suspended", "back", "board"]

encode = msgspec.json.Encoder().encode


class Ears(Protocol):
    """The hall of a visitor, as far as he needs it."""

    def not_heard(self, visitor: Visitor, number: int) -> None:
        """The table has told him what he is not to hear, up to this number."""


class Player:
    """Somebody who has registered, while he is here."""

    __slots__ = ("id", "name", "secret")

    def __init__(self, row: PlayerRow) -> None:
        self.secret, self.id, self.name = row


class Visitor(Connection):
    """A connection in a dialect; in a game it is a table's listener."""

    __slots__ = ("game", "hall", "player", "translation")

    def __init__(
        self,
        receive: Any,
        send: Any,
        settings: Settings,
        metrics: Metrics,
        direct: Direct | None = None,
    ) -> None:
        super().__init__(receive, send, settings, metrics, direct)
        self.views = False
        self.player: Player | None = None
        self.game: Game | None = None
        self.hall: Ears | None = None
        self.translation: Translation | None = None

    def say(self, *messages: said.FromServer) -> None:
        self.write([encode(message).decode() for message in messages])

    def send(self, *messages: wire.ServerMessage) -> None:
        """What a table says, in the words of the dialect."""
        spoken: list[said.FromServer] = []
        translation = self.translation
        for message in messages:
            if isinstance(message, wire.Told) and translation is not None:
                told = translation.told(message)
                if told is not None:
                    spoken.append(told)
                elif message.notices and self.hall is not None:
                    self.hall.not_heard(self, message.number)
            elif isinstance(message, wire.Refused):
                command = (message.id or "?").partition("#")[0]
                spoken.append(said.Failure(command, message.text))
        if spoken:
            self.say(*spoken)


class Seated:
    """Who sits in a game: a player, somebody at a client of our own, or a bot."""

    __slots__ = ("alarm", "bot", "early", "here", "name", "secret", "visitor")

    def __init__(self, name: str, secret: str = "", bot: str = "") -> None:
        self.name = name
        self.secret = secret  # its hash
        self.bot = bot
        self.visitor: Visitor | None = None  # while he is in the game
        self.here = False  # whether he was, when the hall last looked, without being a visitor
        self.early: list[Early] = []  # clients of our own that wait for the game to begin
        self.alarm: asyncio.TimerHandle | None = None  # for such a client to come

    def calm(self) -> None:
        """There is nothing to wait for."""
        if self.alarm is not None:
            self.alarm.cancel()
            self.alarm = None

    def dismiss(self, code: str) -> None:
        """Whoever waits for the game to begin waits in vain."""
        self.calm()
        waiting, self.early = self.early, []
        for early in waiting:
            early.connection.close(code)


class Game:
    """A game in the lists of the hall."""

    def __init__(self, id: int, seats: list[Seated]) -> None:
        self.id = id
        self.seats = seats
        self.stage: Stage = "open"
        self.table = new_id()
        self.live: Live | None = None
        self.waiting: set[int] = set()  # whose acks the hall waits for, before the table goes on
        self.ended = False  # whether everybody has been told its end
        self.opened = self.started = self.suspended = ""

    def visitors(self) -> Iterator[Visitor]:
        return (seat.visitor for seat in self.seats if seat.visitor is not None)

    def wait_for_acks(self, *numbers: int) -> None:
        """Of the visitors in these seats, or of all of them, before the table goes on."""
        asked = numbers or range(len(self.seats))
        self.waiting = {n for n in asked if self.seats[n].visitor is not None}

    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    def seat_of(self, secret: str) -> int | None:
        return next((n for n, seat in enumerate(self.seats) if seat.secret == secret), None)

    def has_client(self, number: int) -> bool:
        """Whether somebody sits there with a client of our own."""
        if self.live is None:
            return False
        listeners = self.live.table.seats[number].listeners
        return not all(isinstance(listener, Visitor) for listener in listeners)

    def is_here(self, number: int) -> bool:
        seat = self.seats[number]
        return bool(seat.bot) or seat.visitor is not None or self.has_client(number)


class People:
    """All visitors, of all dialects, and which of them are known players."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self.visitors: set[Visitor] = set()
        self.online: dict[str, Visitor] = {}  # by the hash of the secret
        self.last_number = 0  # of a game
        settings = lobby.settings
        self._newcomers = Buckets(settings.tables_a_minute / 60, settings.tables_at_once)
        self._broadcasts = Buckets(settings.broadcasts_a_second, settings.broadcasts_at_once)

    def new_number(self) -> int:
        """A number for a game that no other has or had, also before the server was started."""
        self.last_number = max(self.last_number + 1, int(time.time() * 1000))
        return self.last_number

    def check_pace(self, visitor: Visitor) -> None:
        """Whoever registers and creates games does it at a pace, by where he comes from."""
        self._check(self._newcomers, visitor)

    def check_broadcast(self, visitor: Visitor) -> None:
        """What all are told of has a pace as well."""
        self._check(self._broadcasts, visitor)

    def _check(self, buckets: Buckets, visitor: Visitor) -> None:
        wait = buckets.take(visitor.address, self._lobby.now)
        if wait:
            raise Refusal("too-fast", retry_after=f"{rounded_up(wait):.1f}")

    def find(self, secret: str) -> Player:
        hash = hashed(secret)
        visitor = self.online.get(hash)
        if visitor is not None and visitor.player is not None:
            return visitor.player
        row = self._lobby.store.player(hash)
        if row is None:
            raise Refusal("no-such-player")
        return Player(row)

    def say(self, *messages: said.FromServer, but: Iterable[Visitor | None] = ()) -> None:
        left_out = set(but)
        for visitor in self.visitors:
            if visitor not in left_out:
                visitor.say(*messages)

    def check_session(self, visitor: Visitor, player: Player) -> None:
        """A connection is of one player, and a player has one connection."""
        if visitor.player is not None and visitor.player.secret != player.secret:
            raise Refusal("another-player")
        if self.online.get(player.secret, visitor) is not visitor:
            raise Refusal("second-session")

    def sign_in(self, visitor: Visitor, player: Player) -> None:
        self.check_session(visitor, player)
        if visitor.player is None:
            visitor.player = player
            self.online[player.secret] = visitor
            self.tell_of(visitor, player)

    def tell_of(self, visitor: Visitor, player: Player) -> None:
        """Tell the others of somebody who is here."""
        self.say(said.PlayerStatus(player.id, player.name, True), but=[visitor])


def type_of(text: str) -> str:
    """The type of a message, as far as one can tell; `?` if not."""
    try:
        message = msgspec.json.decode(text)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return "?"
    found = message.get("type") if isinstance(message, dict) else None
    return found[:40] if isinstance(found, str) else "?"


def failure(command: str, refusal: Refusal) -> said.Failure:
    text = words.refuse(None, refusal.code, **refusal.arguments)
    return said.Failure(command, text, REASONS.get(refusal.code, msgspec.UNSET))


def cleaned(name: str) -> str:
    """A player's name: what can be printed of it, trimmed, and cut if it is too long."""
    name = "".join(filter(str.isprintable, name)).strip()[:LONGEST_NAME].strip()
    if not name:
        raise Refusal("no-name")
    return name


def written(seconds: float) -> str:
    """A time as in ISO 8601."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
