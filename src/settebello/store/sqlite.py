"""The store: the append-only logs of all matches, in an SQLite file.

One process writes it, through a `Writer`; others may read it meanwhile. The store of local play is
shared: each terminal writes its own match, and SQLite lets them write in turn.
"""

from __future__ import annotations

import os
import sqlite3
import struct
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import lru_cache
from io import BufferedReader
from pathlib import Path
from typing import Any, Literal

import msgspec
from filelock import FileLock, Timeout

from settebello.store.sqlite_schema import BATCH, DERIVED, MANY, SETTINGS
from settebello.store.sqlite_schema import MIGRATIONS as MIGRATIONS
from settebello.table.storage import (
    Conflict,
    EntryRow,
    LogDamaged,
    MatchHeader,
    PlayerRow,
    ReviewRow,
    RowsRefused,
    SnapshotRow,
    StoredTable,
    StoreError,
)
from settebello.words.phrases import phrase, reason

if sys.platform == "linux":
    import fcntl

APPLICATION = int.from_bytes(b"7bel")
PRIVATE = 0o600  # a store holds every hidden card
KNOWN = 1000  # matches whose last numbers are kept for the next batches
AT_ONCE = 300  # entries that are bound to one statement: SQLite may allow 999 values
PATIENCE = 5.0  # seconds to wait while another program has locked the file
OWN_BYTE = 0x4000_0000 + 512  # what we lock of the file; SQLite locks the 512 bytes before it

HEADERS = "SELECT match, place, game, phase, listed, changed, summary FROM matches"
ANY_DERIVED = "SELECT 1 FROM sqlite_schema WHERE name = ?"
LOG = "SELECT number, body FROM log WHERE match = ? AND number > ? ORDER BY number LIMIT ?"
SORTED_IN = LOG.replace("FROM log", "FROM entries")
LAST = "SELECT max(number) AS number FROM {} WHERE match = ?1"
LAST_OF_LOG = f"SELECT max(number) FROM ({LAST} UNION ALL {LAST})".format("entries", "recent")
LAST_OF_EACH = """
    SELECT value, (SELECT max(number) FROM entries WHERE match = value) FROM json_each(?)
"""
LAST_RECENT = "SELECT match, max(number), count(*) FROM recent GROUP BY match"
# The last match by a maximum: its index has that at hand, and needs no sorting.
STORED = """
    SELECT matches.match, place, game, phase, listed, changed, summary, progress.body,
        snapshots.number, snapshots.body
    FROM matches
    LEFT JOIN progress ON progress.match = matches.match
    LEFT JOIN snapshots ON snapshots.match = matches.match
    WHERE begun = (SELECT max(begun) FROM matches WHERE place = ?)
"""


class Unusable(StoreError):
    """A file cannot be opened as a store; it can be told why in any language."""

    def __init__(self, name: str, **arguments: str | int | OSError) -> None:
        self._name, self._arguments = name, arguments
        super().__init__(self.told("en"))

    def told(self, language: str) -> str:
        given = self._arguments.items()
        said = {n: reason(language, a) if isinstance(a, OSError) else a for n, a in given}
        return phrase(language, self._name, **said)


class StoreFile:
    """An open store. Only this process writes it; other programs may read the file meanwhile.

    A `shared` store is written by other processes too. Then none of them owns it, and each must
    have matches of its own.
    """

    def __init__(self, path: Path, read_only: bool = False, shared: bool = False) -> None:
        self.path = path
        self._alone = not (read_only or shared)  # nobody else writes
        with ExitStack() as resources:
            try:
                if not read_only:
                    lock = locked(path, PATIENCE if shared else 0)
                    resources.callback(lock.release)
                    resources.enter_context(owned(path, shared))
                    self.writing = resources.enter_context(closing(connect(path, "rw")))
                    set_up(self.writing, path)
                    # The last numbers of matches whose entries were stored as they came.
                    self._last: dict[str, int] = {}
                    self.unsorted = 0  # entries that are still to be sorted in
                    for match, number, count in self.writing.execute(LAST_RECENT):
                        self._last[match] = number
                        self.unsorted += count
                    # The matches of entries that are still to be sorted in, and perhaps others.
                    self._waiting = set(self._last)
                    self.sort_in()
                    resources.callback(self.sort_in)
                    if shared:  # it was only for setting up, one process after the other
                        lock.release()
                self.reading = resources.enter_context(closing(connect(path, "ro")))
                self.reading.text_factory = as_text
                if read_only:
                    check_version(self.reading, path)
            except OSError as error:
                raise Unusable("store-not-opened", file=str(path), reason=error) from None
            except sqlite3.Error as error:
                if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_NOTADB:
                    raise Unusable("not-a-store", file=str(path)) from None
                raise Unusable("store-not-opened", file=str(path), reason=str(error)) from None
            self._resources = resources.pop_all()

    @staticmethod
    def open(url: str, read_only: bool = False) -> StoreFile:
        """Open the store at `sqlite:///FILE`; it is made if it does not exist.

        With `read_only` a server may use it at the same time. Raises StoreError if it cannot be
        opened.
        """
        kind, found, file = url.partition(":///")
        if kind != "sqlite" or not found or not file:
            raise Unusable("store-form")
        return StoreFile(Path(file), read_only)

    def close(self) -> None:
        self._resources.close()

    # Writing.

    def append(
        self,
        entries: Iterable[EntryRow],
        headers: Iterable[MatchHeader] = (),
        progress: Iterable[tuple[str, str]] = (),
        players: Iterable[PlayerRow] = (),
        snapshots: Iterable[SnapshotRow] = (),
        reviews: Iterable[ReviewRow] = (),
    ) -> None:
        """Store all of this; it is on the disk when this returns. An old snapshot is not stored.

        Stores nothing if it raises StoreError: Conflict for an entry that is stored already,
        RowsRefused for other rows that cannot be stored.
        """
        entries = list(entries)
        given = (headers, progress, players, snapshots, reviews)
        others: list[Sequence[object]] = [list(rows) for rows in given]
        as_they_come = bool(self.unsorted) or len({entry.match for entry in entries}) >= MANY
        last: dict[str, int] = {}  # numbers by match
        try:
            if as_they_come:
                last = self._check_following(entries)
                self._waiting.update(last)  # before others can read them
            if as_they_come and 0 < len(entries) <= AT_ONCE and not any(others):
                values = [value for e in entries for value in (e.match, e.number, e.body)]
                self.writing.execute(recent_entries(len(entries)), values)
            else:
                both = ([], entries) if as_they_come else (entries, [])
                row = (*[as_json(rows) for rows in (*both, *others)], time.time())
                self.writing.execute("INSERT INTO batch VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
        except (TypeError, UnicodeEncodeError):
            raise RowsRefused("The store takes Unicode text and numbers only.") from None
        except sqlite3.IntegrityError as error:
            matches = ", ".join(sorted({entry.match for entry in entries}))
            if error.sqlite_errorcode == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY:
                raise Conflict(f"An entry of match {matches} is stored already.") from None
            raise RowsRefused(f"The store refuses what match {matches} gave it: {error}.") from None
        except sqlite3.Error as error:
            raise StoreError(f"The store cannot be written: {error}.") from None
        if as_they_come:
            self.unsorted += len(entries)
            self._last.update(last)
        else:
            for entry in entries:
                self._last.pop(entry.match, None)

    def _check_following(self, entries: Sequence[EntryRow]) -> dict[str, int]:
        """The last number of each of their matches with these entries.

        Raises Conflict or RowsRefused unless each entry follows the one before it. Of those that
        are put among the sorted ones SQLite knows it.
        """
        known, last = self._last, dict[str, int]()
        new = {entry.match: 0 for entry in entries if entry.match not in known}
        if new:
            for match, number in self.writing.execute(LAST_OF_EACH, (as_json(list(new)),)):
                new[match] = number or 0
        for entry in entries:
            match, number = entry.match, entry.number
            before = last.get(match)
            if before is None:
                before = new[match] if match in new else known[match]
            if number <= before:
                raise Conflict(f"An entry of match {match} is stored already.")
            if number > before + 1:
                raise RowsRefused(
                    f"The store refuses what match {match} gave it: a gap in its log."
                )
            last[match] = number
        return last

    def sort_in(self) -> None:
        """Put the entries that were stored as they came among those of their matches."""
        if self.unsorted:
            with suppress(sqlite3.Error):  # nothing is lost; it will be tried again
                self.writing.execute("INSERT INTO sorting VALUES (NULL)")
                self.unsorted = 0
                self._waiting.clear()
                if len(self._last) > KNOWN:
                    self._last.clear()

    def checkpoint(self) -> None:
        """Move the write-ahead log into the file, as far as no reader still needs it."""
        with suppress(sqlite3.Error):  # nothing is lost; it will be tried again
            self.writing.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()

    # Reading.

    def entries(self, match: str, limit: int = -1, after: int = 0) -> list[str]:
        """The bodies of a match's entries after a number, at most `limit`; StoreError at a gap."""
        bodies: list[str] = []
        some_wait = not self._alone or match in self._waiting
        for number, body in self._found(LOG if some_wait else SORTED_IN, match, after, limit):
            after += 1
            if number != after:
                raise LogDamaged(f"The log of match {match} lacks entry {after}.")
            bodies.append(body)
        return bodies

    def last_number(self, match: str) -> int:
        """The number of the last entry of a match, or StoreError if there is none."""
        for (number,) in self._found(LAST_OF_LOG, match):
            if number is not None:
                return int(number)
        raise LogDamaged(f"The log of match {match} lacks entry 1.")

    def header(self, match: str) -> MatchHeader | None:
        return self._header("WHERE match = ?", match)

    def latest(self, table: str) -> MatchHeader | None:
        """The last match that began at a table."""
        return self._header("WHERE place = ? ORDER BY begun DESC LIMIT 1", table)

    def unfinished(
        self, limit: int | None = None, listed_only: bool = False, open_only: bool = False
    ) -> list[MatchHeader]:
        """The matches that are open or being played, the newest first."""
        phases = "('open')" if open_only else "('open', 'playing')"
        listed = "AND listed" if listed_only else ""
        which = f"WHERE phase IN {phases} {listed} ORDER BY begun DESC LIMIT ?"
        return list(self._headers(which, -1 if limit is None else limit))

    def idle(self, since: float) -> list[MatchHeader]:
        """The matches being played in which nobody has moved or connected since then."""
        active = "SELECT 1 FROM progress WHERE match = matches.match AND active >= ?"
        which = f"WHERE phase = 'playing' AND changed < ? AND NOT EXISTS ({active})"
        return list(self._headers(which, since, since))

    def finished(
        self,
        limit: int,
        before: str | None = None,
        table: str | None = None,
        listed_only: bool = False,
    ) -> list[MatchHeader]:
        """The matches that are over, the newest first; the next page is `before` the last id."""
        which, given = "WHERE phase = 'over'", list[object]()
        if listed_only:
            which += " AND listed"
        if table is not None:
            which += " AND place = ?"
            given.append(table)
        if before is not None:
            which += " AND (changed, begun) < (SELECT changed, begun FROM matches WHERE match = ?)"
            given.append(before)
        order = "ORDER BY changed DESC, begun DESC LIMIT ?"
        return list(self._headers(f"{which} {order}", *given, limit))

    def progress(self, match: str) -> str | None:
        """The last progress that was noted of a match."""
        body: str
        for (body,) in self._rows("SELECT body FROM progress WHERE match = ?", match):
            return body
        return None

    def load(self, table: str, limit: int) -> StoredTable | None:
        """What is stored of a table, with at most `limit` entries; StoreError at a gap."""
        for row in self._found(STORED, table):
            match, place, game, phase, listed, changed, summary, progress, number, body = row
            found = MatchHeader(match, place, game, phase, bool(listed), changed, summary)
            if number is None:
                log = self.entries(match, limit + 1)
                return StoredTable(found, progress, None, log[0] if log else None, log[1:])
            snapshot, first = SnapshotRow(match, number, body), self.entries(match, 1)
            tail = self.entries(match, limit, number)
            return StoredTable(found, progress, snapshot, first[0] if first else None, tail)
        return None

    def snapshot(self, match: str) -> SnapshotRow | None:
        """The last snapshot of a match."""
        row = self._derived("snapshots", "match, number, body", "match = ?", match)
        return SnapshotRow(*row) if row else None

    def review(self, match: str, seat: int) -> str | None:
        """The body of the review that was kept of a seat."""
        row = self._derived("reviews", "body", "match = ? AND seat = ?", match, seat)
        return str(row[0]) if row else None

    def _derived(self, table: str, columns: str, which: str, *given: object) -> Any:
        """A row of a table that an older store need not have; None if there is none."""
        try:
            for row in self._rows(f"SELECT {columns} FROM {table} WHERE {which}", *given):
                return row
        except StoreError:
            if self.reading.execute(ANY_DERIVED, (table,)).fetchone():
                raise
        return None

    def player(self, secret: str) -> PlayerRow | None:
        """The player who has registered with a secret of this hash."""
        for row in self._rows("SELECT secret, id, name FROM players WHERE secret = ?", secret):
            return PlayerRow(*row)
        return None

    def matches(self) -> Iterator[MatchHeader]:
        """All matches, the oldest first."""
        return self._headers("ORDER BY begun")

    def ids(self) -> list[str]:
        """The ids of all matches, the oldest first, and then those that have only a log."""
        lost = "SELECT DISTINCT match FROM log WHERE match NOT IN (SELECT match FROM matches)"
        begun = [match for (match,) in self._rows("SELECT match FROM matches ORDER BY begun")]
        return begun + [match for (match,) in self._rows(lost)]

    def damage(self) -> list[str]:
        """What SQLite itself finds wrong with the file, in its words; at most twenty lines."""
        try:
            found = [line for (line,) in self._rows("PRAGMA integrity_check(20)")]
        except StoreError as error:
            return [str(error)]
        return [] if found == ["ok"] else found

    def _header(self, which: str, *given: object) -> MatchHeader | None:
        return next(self._headers(which, *given), None)

    def _headers(self, which: str, *given: object) -> Iterator[MatchHeader]:
        for row in self._rows(f"{HEADERS} {which}", *given):
            header = MatchHeader(*row)
            yield header._replace(listed=bool(header.listed))

    def _found(self, question: str, *given: object) -> list[Any]:
        """All rows at once, if they are few: after a restart thousands of tables are read."""
        try:
            return self.reading.execute(question, given).fetchall()
        except sqlite3.Error as error:
            raise StoreError(f"The store cannot be read: {error}.") from None

    def _rows(self, question: str, *given: object) -> Iterator[Any]:
        try:
            with closing(self.reading.execute(question, given)) as rows:
                yield from rows
        except sqlite3.Error as error:
            raise StoreError(f"The store cannot be read: {error}.") from None


def as_text(stored: bytes) -> str:
    """A stored text. One that is damaged can be read too, but is refused by what decodes it."""
    return stored.decode("utf-8", "surrogateescape")


@lru_cache(AT_ONCE)
def recent_entries(count: int) -> str:
    """The statement that stores so many entries as they come; it takes half the time of a batch."""
    values = ", ".join(["(?, ?, ?)"] * count)
    return f"INSERT INTO recent (match, number, body) VALUES {values}"


def as_json(rows: Sequence[object]) -> str:
    return msgspec.json.encode(rows).decode()


def locked(path: Path, patience: float = 0) -> FileLock:
    """A lock file beside the store; StoreError if another server has it, after so many seconds.

    The system releases the lock when this process dies.
    """
    path.parent.stat()  # FileLock would make a folder that is not there
    lock = FileLock(f"{path}.lock", timeout=patience, mode=PRIVATE, thread_local=False)
    try:
        lock.acquire()
    except Timeout:
        raise Unusable("store-in-use", file=str(path)) from None
    return lock


@contextmanager
def owned(path: Path, shared: bool) -> Iterator[None]:
    """Make the file if there is none, and lock it while this lasts.

    The lock file alone would not do: one that is deleted locks nobody out. Raises StoreError if the
    file exists and its first bytes are not those of a store, which is found out before SQLite could
    change it, or if others have locked it: one server, or any number that share it.
    """
    with open(os.open(path, os.O_CREAT | os.O_RDWR, PRIVATE), "rb") as file:
        start = file.read(100)
        ours = start.startswith(b"SQLite format 3\0") and start[68:72] == APPLICATION.to_bytes(4)
        if start and not ours:
            raise Unusable("not-a-store", file=str(path))
        try:
            lock_byte(file, shared)
        except BlockingIOError:
            raise Unusable("store-in-use", file=str(path)) from None
        yield  # to close the file ends the locks that SQLite has on it, so it stays open till then


def lock_byte(file: BufferedReader, shared: bool) -> None:
    """Lock a byte of a store that SQLite does not use; BlockingIOError if it is locked.

    The lock belongs to the open file. (One that belonged to the process would not last: SQLite
    unlocks all of the file for its process.) Only Linux has such locks. On Windows nobody can
    delete a lock file that is open; elsewhere that file has to do.
    """
    if sys.platform == "linux":
        kind = fcntl.F_RDLCK if shared else fcntl.F_WRLCK
        lock = struct.pack("hhqqi4x", kind, os.SEEK_SET, OWN_BYTE, 1, 0)
        fcntl.fcntl(file, fcntl.F_OFD_SETLK, lock)


def connect(path: Path, mode: Literal["rw", "ro"]) -> sqlite3.Connection:
    address = f"{path.absolute().as_uri()}?mode={mode}"
    return sqlite3.connect(
        address, uri=True, timeout=PATIENCE, isolation_level=None, check_same_thread=False
    )


def check_version(database: sqlite3.Connection, path: Path) -> None:
    """Raise StoreError unless a store can be read as it is, without a migration."""
    (application,) = database.execute("PRAGMA application_id").fetchone()
    (version,) = database.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION:
        raise Unusable("not-a-store", file=str(path))
    if version != len(MIGRATIONS):
        known = len(MIGRATIONS)
        raise Unusable("store-of-other-version", file=str(path), version=version, known=known)


def set_up(database: sqlite3.Connection, path: Path) -> None:
    """Migrate a store, which may be an empty file, to the current version."""
    (application,) = database.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION:  # an empty file; first of all mark it as ours
        database.execute(f"PRAGMA application_id = {APPLICATION}")
    (version,) = database.execute("PRAGMA user_version").fetchone()
    if version > len(MIGRATIONS):
        known = len(MIGRATIONS)
        raise Unusable("store-too-new", file=str(path), version=version, known=known)
    database.executescript(SETTINGS)
    for number, script in enumerate(MIGRATIONS[version:], version + 1):
        database.executescript(f"BEGIN IMMEDIATE; {script}; PRAGMA user_version = {number}; COMMIT")
    database.executescript(DERIVED)
    database.executescript(BATCH)
