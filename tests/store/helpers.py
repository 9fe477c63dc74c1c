"""Rows and headers for tests of the store, and a store on a full disk."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from settebello.store.sqlite import StoreFile
from settebello.table.storage import EntryRow, MatchHeader

SECRET = "the seven of coins"
LARGE = SECRET * 10_000


@contextmanager
def opened(file: Path) -> Iterator[StoreFile]:
    with closing(StoreFile.open(f"sqlite:///{file}")) as store:
        yield store


def rows(match: str, *numbers: int) -> list[EntryRow]:
    return [EntryRow(match, number, f'"{match} {number}"') for number in numbers]


def bodies(match: str, count: int) -> list[str]:
    return [entry.body for entry in rows(match, *range(1, count + 1))]


def header(
    match: str, table: str = "table", phase: str = "over", listed: bool = True, changed: float = 1.0
) -> MatchHeader:
    return MatchHeader(match, table, "scopa", phase, listed, changed, '{"players": ["Ann"]}')


def names(headers: Sequence[MatchHeader]) -> list[str]:
    return [header.match for header in headers]


@contextmanager
def full_disk(store: StoreFile) -> Iterator[None]:
    """While this lasts, the file cannot grow."""
    store.writing.execute("PRAGMA max_page_count = 1")
    yield
    store.writing.execute("PRAGMA max_page_count = 1000000")
