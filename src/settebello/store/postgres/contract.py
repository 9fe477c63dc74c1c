"""What the ledger asks of its database, so that tests can give it another one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from settebello.store.interfaces import Peer
from settebello.table.storage import (
    EntryRow,
    MatchHeader,
    PlayerRow,
    ReviewRow,
    SnapshotRow,
    StoreError,
)

LEASE = 5.0  # seconds for which a node may tell what it knows, after it has sent an append
SILENCE = LEASE + 1.0  # seconds after which a node without an append is taken for hung


class ConnectionLost(StoreError):
    """The connection is gone: whether the last statement was run is not known."""

    def __init__(self, text: str = "The store does not answer.") -> None:
        super().__init__(text)


class NodeInfo(NamedTuple):
    """What a node says of itself when it registers a run."""

    name: str
    version: str
    rules: Mapping[str, Sequence[int]]  # the versions of the rules it has, by game
    address: str = ""  # where it listens for other nodes: HOST:PORT; empty if it is alone
    secret: str | None = None  # of the cluster


class Batch(NamedTuple):
    """What is stored by one append. No match has two headers or two notes, no player two rows."""

    entries: Sequence[EntryRow] = ()
    headers: Sequence[MatchHeader] = ()
    notes: Sequence[tuple[str, str]] = ()  # matches and their progress
    players: Sequence[PlayerRow] = ()
    released: Sequence[str] = ()  # places that belong to the run no more
    snapshots: Sequence[SnapshotRow] = ()  # one that is older than the stored one changes nothing
    reviews: Sequence[ReviewRow] = ()  # no seat of a match has two


class Owner(NamedTuple):
    """The run that a place belongs to, and what is known of it now."""

    run: int
    address: str
    silent: float  # seconds since its last append, by the database's clock
    locked: bool  # whether its session is there


class Database(Protocol):
    """What is asked in the name of a run.

    `append`, `outcome` and `reconnect` use the one connection that holds the run's session lock;
    the others use any, and ask again if that is lost. All raise StoreError, and ConnectionLost
    where the database did not answer.
    """

    async def register(self, node: NodeInfo) -> int:
        """A new run, with its session lock; raises Unusable if there may be none."""

    async def append(self, run: int, number: int, batch: Batch) -> bool:
        """Store this as the batch of this number; False if the run is fenced or not at it.

        Raises Conflict or RowsRefused for rows that cannot be stored; then nothing is.
        """

    async def outcome(self, run: int) -> tuple[int, bool]:
        """The number of the last batch that is stored, and whether the run is fenced."""

    async def reconnect(self, run: int) -> None:
        """End the session that was, and hold the lock again: nothing of before is under way."""

    async def claim(self, run: int, place: str) -> Owner | None:
        """Own a place that is nobody's or a fenced run's: None, or else its owner.

        Raises StoreError if this run is fenced, or if it is leaving and the place is nobody's.
        """

    async def owner(self, place: str) -> Owner | None:
        """The owner of a place, unless it is fenced."""

    async def refuses(self, address: str) -> bool:
        """Whether nothing listens at an address of a machine that is there."""

    async def fence(self, run: int, silent: float = 0.0) -> None:
        """From now on a run stores nothing, and its session is ended.

        Nothing is done if it has appended within the last `silent` seconds.
        """

    async def leave(self, run: int) -> None:
        """This run claims nothing any more."""

    async def peers(self, run: int) -> Sequence[Peer]:
        """The other runs that have appended lately."""

    async def game_number(self) -> int: ...

    async def close(self) -> None: ...
