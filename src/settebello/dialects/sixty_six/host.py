"""What the lobby of 66 needs of the server that it runs on.

The server gives it connections and tables. Nothing here knows of sockets, HTTP or files.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from settebello.game import Game
from settebello.table.driver import HostedTable
from settebello.table.entries import OpenEntry
from settebello.table.protocol import ClientMessage
from settebello.table.seats import Listener
from settebello.table.storage import MatchHeader, PlayerRow, StoreError


class Channel(Protocol):
    """A connection of a client."""

    @property
    def address(self) -> str:
        """Where it comes from, as limits count it."""

    @property
    def closed(self) -> bool: ...

    async def listen(self, on_text: Callable[[str], None]) -> None:
        """Call this with every text, until the client is gone; then raise."""

    def write(self, texts: Sequence[bytes]) -> None:
        """Send these texts, in this order."""

    def close(self, code: str) -> None:
        """Say why, and end the connection."""

    def warn(self, code: str, retry_after: float | None = None) -> None:
        """Refuse what no good client does; after some warnings the connection is closed."""

    def pace(self, now: float) -> float:
        """0 if a message may pass now, else the seconds to wait."""

    def welcome(self) -> None:
        """Do not count the last message in the client's pace: we asked for it."""


class EarlyClient:
    """A client of our own protocol that came before its table; `hosted` is that table, later."""

    __slots__ = ("hosted", "listener", "seen")

    def __init__(self, listener: Listener, seen: int) -> None:
        self.listener = listener
        self.seen = seen  # the number of the last notice that it has
        self.hosted: HostedTable | None = None


class MatchStore(Protocol):
    """The stored matches and players, to be read."""

    async def unfinished(self) -> list[MatchHeader]:
        """The matches that are open or being played, the newest first."""

    async def entries(self, match: str, limit: int = -1) -> list[str]:
        """The bodies of a match's entries, at most `limit`."""

    async def player(self, secret: str) -> PlayerRow | None:
        """The player who has registered with a secret of this hash."""


class LobbySettings(Protocol):
    """The limits that the lobby keeps."""

    @property
    def tables_a_minute(self) -> float: ...

    @property
    def tables_at_once(self) -> float: ...

    @property
    def broadcasts_a_second(self) -> float: ...

    @property
    def broadcasts_at_once(self) -> float: ...

    @property
    def connections_by_seat(self) -> int: ...

    @property
    def seat_hold_seconds(self) -> float: ...


class TableHost(Protocol):
    """All tables of a server."""

    @property
    def on_closed(self) -> list[Callable[[str], None]]:
        """Called with the id of a table that was closed in the store."""

    @property
    def settings(self) -> LobbySettings: ...

    @property
    def store(self) -> MatchStore: ...

    @property
    def now(self) -> float: ...

    def in_memory(self, table_id: str) -> HostedTable | None: ...

    async def find(self, table_id: str) -> HostedTable | None:
        """A table; if it is not in memory it is rebuilt. None if there is none."""

    async def game_number(self) -> int:
        """A number for a game that none has had before."""

    def offered(self, game: str) -> Game:
        """The rules with which a game can be begun now; raises Rejection if there are none."""

    def set_up(
        self,
        opened: OpenEntry,
        seated: Sequence[tuple[str, str, str]],
        observer: Callable[[], None],
        address: str = "",
    ) -> HostedTable:
        """Open a table for these players (names, hashes of secrets, bots), and start its match."""

    def save_player(self, player: PlayerRow, done: Callable[[StoreError | None], None]) -> None:
        """Store a registered player, then call `done` with None or with the error."""

    def when_settled(self, hosted: HostedTable, action: Callable[[], object]) -> None:
        """Call this when all that has happened at a busy table is stored and told, or failed."""

    def on_message(
        self, hosted: HostedTable, listener: Listener, message: ClientMessage, now: float
    ) -> None:
        """A message has come to a table."""

    def dispatch(self, hosted: HostedTable, method: Callable[..., None], *arguments: Any) -> None:
        """Call a method of the table, and do what follows from it."""

    def ended(self, hosted: HostedTable) -> None:
        """Everybody has been told the end of a game: it cannot be resumed any more."""

    def count_message(self) -> None: ...

    def count_refusal(self, code: str) -> None: ...

    def log_failure(self, what: str, error: Exception, **about: str) -> None: ...
