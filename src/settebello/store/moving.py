"""Moving a whole store: all of its rows, to the byte, between SQLite and PostgreSQL.

Nothing is changed unless all of it is: the new store appears as a whole at the end, and the old one
stays as it was. No server may use either meanwhile.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from settebello.store.sqlite import ANY_DERIVED, StoreFile, Unusable, locked, owned
from settebello.table.entries import OpenEntry, decode_entry

Row = tuple[Any, ...]
PAGE = 2_000  # rows that are moved at once

# The columns of each table of a store. They are the same in both kinds of store.
COLUMNS = {
    "matches": ("match", "place", "game", "phase", "listed", "changed", "summary"),
    "entries": ("match", "number", "body"),
    "progress": ("match", "body", "active"),
    "players": ("secret", "id", "name"),
    "reviews": ("match", "seat", "body"),
}
KINDS: dict[str, type] = {
    "number": int, "listed": bool, "changed": float, "active": float, "seat": int
}  # fmt: skip
ORDERS = {
    "matches": "begun",  # it is given anew, in the same order
    "entries": "match, number",
    "progress": "match",
    "players": "secret",
    "reviews": "match, seat",
}


def question(table: str, kept_in: str = "") -> str:
    """SQL for all rows of a table, in their order; they may be `kept_in` another one."""
    columns = ", ".join(COLUMNS[table])
    return f"SELECT {columns} FROM {kept_in or table} ORDER BY {ORDERS[table]}"


class StoredRows(Protocol):
    """A store whose rows are all read."""

    async def count(self, table: str) -> int: ...

    def pages(self, table: str) -> AsyncIterator[list[Row]]:
        """The rows of a table in their order, some at a time."""


class NewRows(StoredRows, Protocol):
    """A new store, to which rows are added."""

    async def add(self, table: str, rows: Sequence[Row]) -> None: ...

    async def number_games(self, after: int) -> None:
        """Let the games of 66 have numbers beyond this one."""


class MovedRows(NamedTuple):
    """How much was moved."""

    matches: int
    entries: int


async def move_rows(
    source: StoredRows, target: NewRows, moved: Callable[[int, int], object]
) -> MovedRows:
    """Add all rows of one store to another; `moved` is told of how many entries how many are there.

    Raises Unusable if a row cannot be moved, or does not come back from the target as it was.
    """
    total, done, last_game = await source.count("entries"), 0, 0
    digests: dict[str, str] = {}
    for table in COLUMNS:
        digest = hashlib.sha256()
        async for rows in source.pages(table):
            for row in rows:
                check_row(table, row)
                digest.update(repr(row).encode())
                if table == "entries" and row[1] == 1:
                    last_game = max(last_game, game_number(row[2]))
            await target.add(table, rows)
            if table == "entries":
                done += len(rows)
                moved(total, done)
        digests[table] = digest.hexdigest()
    for table, wanted in digests.items():
        digest = hashlib.sha256()
        async for rows in target.pages(table):
            for row in rows:
                digest.update(repr(row).encode())
        if digest.hexdigest() != wanted:
            raise Unusable("moved-differs", table=table)
    await target.number_games(last_game)
    return MovedRows(await source.count("matches"), total)


def check_row(table: str, row: Row) -> None:
    """Raise Unusable if a row is damaged, so that no other store takes it as it is."""
    for name, value in zip(COLUMNS[table], row, strict=True):
        sound = isinstance(value, KINDS[name]) if name in KINDS else is_text(value)
        if not sound:
            raise Unusable("row-damaged", table=table, column=name)


def is_text(value: object) -> bool:
    """Whether PostgreSQL takes this as a text."""
    with suppress(UnicodeEncodeError):
        return isinstance(value, str) and b"\0" not in value.encode()
    return False


def game_number(body: str) -> int:
    """The number of a game of 66 in the first entry of its log; 0 if it has none."""
    with suppress(ValueError):
        entry = decode_entry(body)
        return entry.number if isinstance(entry, OpenEntry) else 0
    return 0


KEPT_IN = {"entries": "log"}  # of an SQLite store: there they may not be sorted in yet


class SqliteRows:
    """The rows of an SQLite store; those of a new one are read by the connection that writes."""

    def __init__(self, store: StoreFile, new: bool = False) -> None:
        self._database = store.writing if new else store.reading

    def _is_there(self, table: str) -> bool:
        """Whether there is such a table: a store that no newer Settebello opened has no reviews."""
        return self._database.execute(ANY_DERIVED, (table,)).fetchone() is not None

    async def count(self, table: str) -> int:
        kept_in = KEPT_IN.get(table, table)
        (count,) = self._database.execute(f"SELECT count(*) FROM {kept_in}").fetchone()
        return int(count)

    async def pages(self, table: str) -> AsyncIterator[list[Row]]:
        if not self._is_there(table):
            return
        with closing(self._database.execute(question(table, KEPT_IN.get(table, "")))) as cursor:
            while rows := cursor.fetchmany(PAGE):
                yield [(*row[:4], bool(row[4]), *row[5:]) if table == "matches" else row
                       for row in rows]  # fmt: skip

    async def add(self, table: str, rows: Sequence[Row]) -> None:
        names = COLUMNS[table]
        places = ", ".join("?" for _ in names)
        statement = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({places})"
        self._database.executemany(statement, rows)

    async def number_games(self, after: int) -> None:
        pass  # a server numbers them by the clock, and from the last one that it finds


@contextmanager
def unused_file(path: Path) -> Iterator[SqliteRows]:
    """The rows of a store that no server uses; raises Unusable if one does, or it is no store."""
    with failing(path), ExitStack() as resources:
        resources.callback(locked(path).release)
        resources.enter_context(owned(path, shared=False))
        yield SqliteRows(resources.enter_context(closing(StoreFile(path, read_only=True))))


@contextmanager
def new_file(path: Path) -> Iterator[SqliteRows]:
    """A new store. It gets its name at the end of this, unless something fails."""
    check_new(path)
    draft = path.with_name(f"{path.name}.moving")
    beside = [draft.with_name(f"{draft.name}{end}") for end in ("", "-wal", "-shm", ".lock")]
    try:
        with failing(path):
            for left in beside:  # by a move that was killed
                left.unlink(missing_ok=True)
            with closing(StoreFile(draft)) as store:
                store.writing.execute("BEGIN")
                yield SqliteRows(store, new=True)
                store.writing.execute("COMMIT")
                store.writing.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            check_new(path)
            os.rename(draft, path)
    finally:
        for left in beside:
            left.unlink(missing_ok=True)


def check_new(path: Path) -> None:
    """Raise Unusable if there is something of this name."""
    if path.exists():
        raise Unusable("target-not-empty", target=str(path))


@contextmanager
def failing(path: Path) -> Iterator[None]:
    """Raise Unusable in place of an error of the system or of SQLite."""
    try:
        yield
    except OSError as error:
        raise Unusable("store-not-opened", file=str(path), reason=error) from None
    except sqlite3.Error as error:
        raise Unusable("store-not-opened", file=str(path), reason=str(error)) from None
