"""Opens the store of a server: the part that reads it and the part that writes it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple

from settebello.store.interfaces import Ledger, NodeOptions, Store
from settebello.store.sqlite import StoreFile
from settebello.store.sqlite_store import SqliteStore
from settebello.store.writer import Writer


class Backend(NamedTuple):
    """An open store."""

    store: Store
    ledger: Ledger


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
    file = StoreFile.open(url)
    return Backend(SqliteStore(file), Writer(file, asyncio.get_running_loop(), measured))
