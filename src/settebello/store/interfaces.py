"""What a server asks of a store: `Store` reads it, `Ledger` writes it and owns the tables.

SQLite in a file has one process that writes, which owns everything. In PostgreSQL many nodes share
the tables: each table belongs to one of them at a time.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple, Protocol

from settebello.table.storage import (
    EntryRow,
    MatchHeader,
    PlayerRow,
    ReviewRow,
    SnapshotRow,
    StoredTable,
    StoreError,
)

Done = Callable[[StoreError | None], object]
LOBBY = "66"  # the place where the lobby of 66 is: it is owned like a table


class Elsewhere(Exception):
    """A place belongs to another node, which listens for other nodes at this address."""

    def __init__(self, address: str, run: int) -> None:
        super().__init__(f"This belongs to run {run}, at {address}.")
        self.address, self.run = address, run


class NodeOptions(NamedTuple):
    """What an operator says of a node."""

    name: str
    address: str = ""  # where it listens for other nodes: HOST:PORT; empty if it is alone
    secret: str = ""  # of the cluster


class Peer(NamedTuple):
    """Another node that is alive."""

    run: int
    name: str
    address: str  # where it listens for other nodes: HOST:PORT
    rules: Mapping[str, Sequence[int]]  # the versions of the rules it has, by game
    leaving: bool


class Lease:
    """While it holds, a node may tell what it knows; then it must wait for its store.

    It runs from the moment when the last successful append was sent.
    """

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.seconds = seconds
        self._clock = clock
        self._until = clock() + seconds
        self._waiting: list[Callable[[], object]] = []
        self._waiters: set[asyncio.Future[None]] = set()  # in `held`
        self._ended = False

    @property
    def holds(self) -> bool:
        return self._clock() < self._until and not self._ended

    def end(self) -> None:
        """It never holds again: who waits for it need wait no longer."""
        self._ended = True
        for waiter in self._waiters:
            resolve(waiter)

    def renew(self, sent: float) -> None:
        """An append that was sent at this time has succeeded: go on with what waited."""
        self._until = max(self._until, sent + self.seconds)
        if self._waiting and self.holds:
            waiting, self._waiting = self._waiting, []
            for action in waiting:  # in the event loop, so that none of them stops the caller
                asyncio.get_running_loop().call_soon(action)

    def when_held(self, action: Callable[[], object]) -> None:
        """Call this when the lease holds again."""
        self._waiting.append(action)

    async def held(self, seconds: float) -> bool:
        """Wait until it holds, but not longer than this; returns whether it does."""
        if not self.holds and not self._ended:
            again = asyncio.get_running_loop().create_future()
            self.when_held(partial(resolve, again))
            self._waiters.add(again)
            try:
                with suppress(TimeoutError):
                    await asyncio.wait_for(again, seconds)
            finally:
                self._waiters.discard(again)
        return self.holds


def resolve(waiter: asyncio.Future[None]) -> None:
    """Let the one who waits for this go on."""
    if not waiter.done():  # the one who waited may be gone
        waiter.set_result(None)


class Store(Protocol):
    """Reads what is stored. Every method raises StoreError if the store cannot be read."""

    @property
    def folder(self) -> Path | None:
        """Where its files are, if they are on this machine."""

    async def entries(self, match: str, limit: int = -1, after: int = 0) -> list[str]:
        """The bodies of a match's entries after a number, at most `limit`; StoreError at a gap."""

    async def last_number(self, match: str) -> int:
        """The number of the last entry of a match, or StoreError if there is none."""

    async def header(self, match: str) -> MatchHeader | None: ...

    async def latest(self, table: str) -> MatchHeader | None:
        """The last match that began at a table."""

    async def unfinished(
        self, limit: int | None = None, listed_only: bool = False, open_only: bool = False
    ) -> list[MatchHeader]:
        """The matches that are open or being played, the newest first."""

    async def idle(self, since: float) -> list[MatchHeader]:
        """The matches being played in which nobody has moved or connected since then."""

    async def finished(
        self,
        limit: int,
        before: str | None = None,
        table: str | None = None,
        listed_only: bool = False,
    ) -> list[MatchHeader]:
        """The matches that are over, the newest first; the next page is `before` the last id."""

    async def progress(self, match: str) -> str | None:
        """The last progress that was noted of a match."""

    async def load(self, table: str, limit: int) -> StoredTable | None:
        """What is stored of a table, with at most `limit` entries; StoreError at a gap.

        All of it is read together: after a restart thousands of tables are wanted.
        """

    async def snapshot(self, match: str) -> SnapshotRow | None:
        """The last snapshot of a match."""

    async def review(self, match: str, seat: int) -> str | None:
        """The body of the review that was kept of a seat."""

    async def player(self, secret: str) -> PlayerRow | None:
        """The player who has registered with a secret of this hash."""

    async def close(self) -> None: ...


class Ledger(Protocol):
    """Writes for all tables of a server, and knows which tables are its own."""

    lease: Lease | None  # None: this process owns all there is, as long as it runs
    on_lost: Callable[[], object]  # called when the store has been away too long: tables must go
    failure: StoreError | None  # of the last commit, if it has failed

    @property
    def alive(self) -> bool:
        """Whether the part that writes still runs."""

    @property
    def busy_seconds(self) -> float:
        """How long the current commit has taken so far; 0 if there is none."""

    @property
    def peers(self) -> Sequence[Peer]:
        """The other nodes that are alive, as last seen."""

    def submit(
        self,
        entries: Sequence[EntryRow],
        headers: Sequence[MatchHeader],
        done: Done,
        notes: Sequence[tuple[str, str]] = (),
        players: Sequence[PlayerRow] = (),
        reviews: Sequence[ReviewRow] = (),
    ) -> None:
        """Store this soon, then call `done` in the event loop, with None or with the error.

        `notes` are as for `note`, but are stored with this commit. A table that a header names for
        the first time belongs to this ledger from then on.
        """

    def note(self, match: str, body: str) -> None:
        """Store this as the progress of a match, within a second; nobody waits for it."""

    def keep(self, snapshot: SnapshotRow) -> None:
        """Store a snapshot with the next commit; nobody waits for it, and it may get lost.

        One that is older than the stored one changes nothing.
        """

    async def claim(self, place: str) -> None:
        """Own a place, a table or the lobby, before its log is read.

        A place of a node that is gone is taken over. Raises Elsewhere if it belongs to another
        node, StoreError if the store does not answer.
        """

    async def owner(self, place: str) -> Elsewhere | None:
        """The other live node that a place belongs to; None if it is ours or nobody's."""

    async def release(self, place: str) -> None:
        """Own a place no more: nothing of it is in memory."""

    async def game_number(self) -> int:
        """A number for a game of 66 that none has had before, on any node."""

    async def leave(self) -> None:
        """Tell the other nodes that this one is about to stop; it claims nothing any more."""

    async def finish(self) -> None:
        """Write all that was submitted and noted, and end."""
