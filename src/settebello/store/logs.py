"""Reading the log of a match from a store, in pages: a match may be long."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from settebello.store.sqlite import Store
from settebello.table.entries import Entry, decode_entry
from settebello.table.records import at_once, recording

PAGE = 200  # entries that are read at once


def entries_of(store: Store, match: str) -> Iterator[Entry]:
    """The log of a match."""
    read = 0
    while bodies := store.entries(match, PAGE, read):
        yield from map(decode_entry, bodies)
        read += len(bodies)


def recorded(store: Store, match: str) -> dict[str, Any] | None:
    """The record of a match, with the reason if it was closed; None if it never began."""
    return at_once(recording(entries_of(store, match)))
