"""Ledgers on a real PostgreSQL, for tests: nodes without a server around them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import asyncpg

from settebello.store.postgres.contract import NodeInfo
from settebello.store.postgres.database import PostgresDatabase
from settebello.store.postgres.ledger import PostgresLedger
from settebello.store.postgres.reading import PostgresStore
from settebello.table.storage import EntryRow, MatchHeader, StoreError

T = TypeVar("T")
WAIT = 60.0  # seconds: only a test that fails ever waits so long
SECRET = "the seven of coins"


class TestNode:
    """A run with what it has called."""

    __test__ = False

    def __init__(self, store: PostgresStore, database: PostgresDatabase) -> None:
        self.store, self.database = store, database
        self.ledger: PostgresLedger
        self.ends: list[str] = []
        self.losses = 0
        self.ended = asyncio.Event()
        self.lost = asyncio.Event()

    def on_end(self, reason: str) -> None:
        self.ends.append(reason)
        self.ended.set()

    def on_lost(self) -> None:
        self.losses += 1
        self.lost.set()

    def submitted(
        self, entries: Sequence[EntryRow], *headers: MatchHeader, **more: Any
    ) -> asyncio.Future[StoreError | None]:
        """Submit it; the future is what `done` is called with."""
        future: asyncio.Future[StoreError | None] = asyncio.get_running_loop().create_future()
        self.ledger.submit(entries, headers, future.set_result, **more)
        return future

    async def vanish(self) -> None:
        """As if the process were killed: tasks and connections are gone, the run stays."""
        for task in (self.ledger._writer, self.ledger._watcher):
            task.cancel()
        await asyncio.wait([self.ledger._writer, self.ledger._watcher])
        self.ledger._timer.cancel()
        self.database._connection.terminate()


@asynccontextmanager
async def node(
    url: str,
    name: str = "a",
    address: str = "",
    secret: str | None = None,
    database: type[PostgresDatabase] = PostgresDatabase,
    clock: Callable[[], float] = time.monotonic,
    **rules: list[int],
) -> AsyncIterator[TestNode]:
    """A node that has registered, and finishes at the end."""
    store = await PostgresStore.open(url)
    try:
        made = TestNode(store, database(url, store.pool))
        info = NodeInfo(name, "0.1", rules, address, secret)
        made.ledger = await PostgresLedger.start(made.database, info, made.on_end, clock=clock)
        made.ledger.on_lost = made.on_lost
        try:
            yield made
        finally:
            await made.ledger.finish()
    finally:
        await store.close()


def play(work: Awaitable[T]) -> T:
    """What this returns, in an event loop of its own."""

    async def main() -> T:
        return await asyncio.wait_for(work, WAIT)

    return asyncio.run(main())


async def until(true: Callable[[], bool]) -> None:
    """Wait for this to be so."""
    while not true():
        await asyncio.sleep(0.01)


async def ask(url: str, question: str, *given: object) -> list[Any]:
    """What the database answers to somebody else."""
    connection = await asyncpg.connect(url)
    try:
        rows: list[Any] = await connection.fetch(question, *given)
        return rows
    finally:
        await connection.close()
