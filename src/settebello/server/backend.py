"""Opens the store of a server: the part that reads it and the part that writes it."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from importlib.metadata import version
from typing import NamedTuple

from settebello.registry import games, versions
from settebello.store.codes import Codes, MemoryCodes
from settebello.store.interfaces import Ledger, NodeOptions, Store
from settebello.store.sqlite import StoreFile, Unusable
from settebello.store.sqlite_store import SqliteStore
from settebello.store.writer import Writer

DATABASE = ("postgresql://", "postgres://")


class Backend(NamedTuple):
    """An open store."""

    store: Store
    ledger: Ledger
    codes: Codes


async def open_backend(
    url: str,
    node: NodeOptions | None,
    measured: Callable[[float, int], object],
    on_end: Callable[[str], object],
) -> Backend:
    """Open the store at a URL; StoreError if it cannot be opened.

    `measured` is called for each commit, with its seconds and its entries; `on_end` if this node
    may not write any more, with the reason.
    """
    if url.startswith(DATABASE):
        return await open_database(url, node or NodeOptions(socket.gethostname()), measured, on_end)
    file = StoreFile.open(url)
    writer = Writer(file, asyncio.get_running_loop(), measured)
    return Backend(SqliteStore(file), writer, MemoryCodes())


async def open_database(
    url: str,
    node: NodeOptions,
    measured: Callable[[float, int], object],
    on_end: Callable[[str], object],
) -> Backend:
    try:  # here, since SQLite needs none of it
        from settebello.store.postgres.codes import PostgresCodes
        from settebello.store.postgres.contract import NodeInfo
        from settebello.store.postgres.database import PostgresDatabase
        from settebello.store.postgres.ledger import PostgresLedger
        from settebello.store.postgres.reading import PostgresStore
    except ImportError:
        raise Unusable("no-asyncpg") from None
    rules = {name: versions(name) for name in games()}
    about = NodeInfo(node.name, version("settebello"), rules, node.address, node.secret or None)
    store = await PostgresStore.open(url)
    try:
        database = PostgresDatabase(url, store.pool)
        ledger = await PostgresLedger.start(database, about, on_end, measured)
    except BaseException:
        await store.close()
        raise
    return Backend(store, ledger, PostgresCodes(store.pool, node.secret))


async def check_backend(url: str, node: NodeOptions | None) -> None:
    """Raise Unusable if this node could not use the store in this database now."""
    backend = await open_backend(url, node, lambda *_: None, lambda reason: None)
    await backend.ledger.finish()
    await backend.store.close()
