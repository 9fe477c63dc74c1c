"""Reading the log of a match from a store, in pages: a match may be long."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

from settebello.store.interfaces import Store
from settebello.store.sqlite import StoreFile
from settebello.table.entries import Entry, decode_entry
from settebello.table.records import at_once, recording

PAGE = 200  # entries that are read at once


async def pages_of(store: Store, match: str, after: int = 0) -> AsyncIterator[list[str]]:
    """The bodies of a match's entries, page by page; others get their turn between two pages."""
    while page := await store.entries(match, PAGE, after):
        yield page
        if len(page) < PAGE:
            return
        after += len(page)
        await asyncio.sleep(0)


async def read_log(store: Store, match: str, after: int = 0) -> list[str]:
    """The bodies of all entries of a match after a number."""
    return [body async for page in pages_of(store, match, after) for body in page]


def entries_of(file: StoreFile, match: str) -> Iterator[Entry]:
    """The log of a match in a file."""
    read = 0
    while bodies := file.entries(match, PAGE, read):
        yield from map(decode_entry, bodies)
        read += len(bodies)


def recorded(file: StoreFile, match: str) -> dict[str, Any] | None:
    """The record of a match in a file, with the reason if it was closed; None if it never began."""
    return at_once(recording(entries_of(file, match)))
