"""The store: what it says is stored is there, whatever happens to the process or the file."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest

from leash import leashed
from settebello.store import sqlite as module
from settebello.store import writer
from settebello.store.sqlite import Store
from settebello.store.writer import Writer
from settebello.table.storage import Conflict, EntryRow, MatchHeader, RowsRefused, StoreError

T = TypeVar("T")

WAIT = 60.0  # seconds: only a test that fails ever waits so long
SECRET = "the seven of coins"

VERSION_1 = """
    PRAGMA application_id = 929195372;
    CREATE TABLE entries (match TEXT NOT NULL, number INTEGER NOT NULL CHECK (number > 0),
        body TEXT NOT NULL, PRIMARY KEY (match, number)) WITHOUT ROWID;
    CREATE TABLE matches (begun INTEGER PRIMARY KEY, match TEXT NOT NULL UNIQUE,
        place TEXT NOT NULL, game TEXT NOT NULL, phase TEXT NOT NULL, listed INTEGER NOT NULL,
        changed REAL NOT NULL, summary TEXT NOT NULL);
    CREATE TABLE progress (match TEXT PRIMARY KEY NOT NULL, body TEXT NOT NULL) WITHOUT ROWID;
    INSERT INTO entries VALUES ('old', 1, '"first"'), ('old', 2, '"second"');
    INSERT INTO matches VALUES (1, 'old', 'a table', 'scopa', 'over', 1, 12.5, '{}');
    INSERT INTO progress VALUES ('old', '{"seen": 2}');
    PRAGMA user_version = 1;
"""

# Tables that play on for ever; a line for each entry that was said to be stored.
PLAYING = """
import asyncio, sys
from functools import partial
from settebello.store.sqlite import Store
from settebello.store.writer import Writer
from settebello.table.storage import EntryRow

store = Store.open(sys.argv[1])
loop = asyncio.new_event_loop()
loop.set_exception_handler(lambda loop, context: loop.stop())  # as when nobody reads the lines
writer = Writer(store, loop)

def play(match, number):
    row = EntryRow(match, number, '"' + "x" * 300 + '"')
    writer.submit([row], [], partial(stored, match, number))

def stored(match, number, error):
    assert error is None
    print(match, number, flush=True)
    play(match, number + 1)

for match in ("one", "two", "three", "four", "five"):
    play(match, len(store.entries(match)) + 1)
loop.run_forever()
"""

HOLDING = """
import sys
from settebello.store.sqlite import Store
store = Store.open(sys.argv[1])
print("open", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture
def store(file: Path) -> Iterator[Store]:
    with opened(file) as store:
        yield store


@contextmanager
def opened(file: Path) -> Iterator[Store]:
    with closing(Store.open(f"sqlite:///{file}")) as store:
        yield store


@contextmanager
def process(program: str, file: Path) -> Iterator[subprocess.Popen[str]]:
    """A process with the store open; it is killed at the end."""
    command = leashed([sys.executable, "-c", program, f"sqlite:///{file}"])
    with subprocess.Popen(command, stdin=-1, stdout=-1, text=True) as child:
        try:
            yield child
        finally:
            child.kill()


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


def everything_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix != ".lock"}


# Opening.


def test_a_new_store_is_for_its_owner_alone(file: Path, store: Store) -> None:
    store.append(rows("m", 1))
    made = sorted(file.parent.iterdir())
    assert [path.name for path in made] == [
        "games.db",
        "games.db-shm",
        "games.db-wal",
        "games.db.lock",
    ]
    assert {stat.S_IMODE(path.stat().st_mode) for path in made} == {0o600}


def test_every_commit_reaches_the_disk(store: Store) -> None:
    assert store.writing.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert store.writing.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL


def test_reading_changes_nothing(store: Store) -> None:
    with pytest.raises(sqlite3.OperationalError, match="attempt to write a readonly database"):
        store.reading.execute("INSERT INTO entries VALUES ('m', 1, '')")


def test_a_path_may_be_relative(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with closing(Store.open("sqlite:///here.db")) as store:
        store.append(rows("m", 1))
    with opened(tmp_path / "here.db") as store:
        assert store.entries("m") == bodies("m", 1)


def test_a_name_of_a_file_may_have_any_signs(tmp_path: Path) -> None:
    file = tmp_path / "a b?mode=ro#c%20d è.db"
    with opened(file) as store:
        store.append(rows("m", 1))
    assert file.exists()


@pytest.mark.parametrize(
    "url",
    ["games.db", "sqlite:///", "sqlite://games.db", "", "postgresql:///ann:secret@host/games"],
)
def test_a_url_that_is_none_gets_a_sentence(url: str) -> None:
    with pytest.raises(StoreError, match="A store is given as sqlite:///FILE") as refused:
        Store.open(url)
    assert "secret" not in str(refused.value)


def test_a_folder_that_is_not_there_gets_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be opened: No such file or directory"):
        Store.open(f"sqlite:///{tmp_path}/nowhere/games.db")


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be opened: Is a directory"):
        Store.open(f"sqlite:///{tmp_path}")


@pytest.mark.parametrize(
    "content", [b"x", b"Dear diary,\n" * 100, b"SQLite format 3\0", bytes(4096)]
)
def test_a_file_that_is_no_database_is_refused_and_not_changed(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    with pytest.raises(StoreError, match=r"games\.db is not a store of Settebello"):
        Store.open(f"sqlite:///{file}")
    assert everything_in(file.parent) == {"games.db": content}


def test_a_database_of_somebody_else_is_refused_and_not_changed(
    file: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "games.db"
    with closing(sqlite3.connect(elsewhere)) as database:
        database.executescript("PRAGMA journal_mode = WAL; CREATE TABLE photos (name)")
        for name in ("games.db", "games.db-wal"):  # as if its program had been killed
            file.with_name(name).write_bytes(elsewhere.with_name(name).read_bytes())
    before = everything_in(file.parent)
    with pytest.raises(StoreError, match="is not a store of Settebello"):
        Store.open(f"sqlite:///{file}")
    assert everything_in(file.parent) == before


def test_a_store_of_a_newer_version_is_refused(file: Path) -> None:
    with opened(file) as store:
        store.writing.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreError, match=r"has version 99, .* a newer Settebello is needed"):
        Store.open(f"sqlite:///{file}")
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (99,)


def test_a_damaged_store_gets_a_sentence(file: Path) -> None:
    with opened(file) as store:
        store.append(rows("m", 1))
    whole = file.read_bytes()
    file.write_bytes(whole[:100] + b"\xff" * (len(whole) - 100))
    with pytest.raises(StoreError, match="cannot be opened: "):
        Store.open(f"sqlite:///{file}")


def test_a_store_has_one_server_at_a_time(file: Path, store: Store) -> None:
    with pytest.raises(StoreError, match=r"games\.db is in use by another server"):
        Store.open(f"sqlite:///{file}")
    store.append(rows("m", 1))
    store.close()
    with opened(file) as again:
        assert again.entries("m") == bodies("m", 1)


def test_a_store_is_free_again_when_its_server_was_killed(file: Path) -> None:
    with process(HOLDING, file) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "open\n"
        with pytest.raises(StoreError, match="is in use by another server"):
            Store.open(f"sqlite:///{file}")
        holder.kill()
        holder.wait()
        with opened(file) as store:
            store.append(rows("m", 1))


# Migrations.


def test_a_store_of_version_1_opens(file: Path) -> None:
    with closing(sqlite3.connect(file)) as database:
        database.executescript(VERSION_1)
    with opened(file) as store:
        assert store.entries("old") == ['"first"', '"second"']
        assert store.latest("a table") == MatchHeader(
            "old", "a table", "scopa", "over", True, 12.5, "{}"
        )
        assert store.progress("old") == '{"seen": 2}'
        store.append([EntryRow("old", 3, '"third"')], [header("new")], [("old", "{}")])
        assert len(store.entries("old")) == 3


def test_a_store_is_brought_to_the_newest_version(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(file) as store:
        store.append(rows("m", 1))
    more = [
        "CREATE TABLE guests (name TEXT); INSERT INTO guests VALUES ('Ann')",
        "INSERT INTO guests VALUES ('Bea');",
    ]
    monkeypatch.setattr(module, "MIGRATIONS", [*module.MIGRATIONS, *more])
    for _ in range(2):  # the second time there is nothing to do
        with opened(file) as store:
            assert store.entries("m") == bodies("m", 1)
            assert list(store.reading.execute("SELECT * FROM guests")) == [("Ann",), ("Bea",)]


def test_a_migration_that_fails_leaves_the_version_before_it(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(file) as store:
        store.append(rows("m", 1))
    with monkeypatch.context() as patch:
        good, bad = "CREATE TABLE guests (name)", "CREATE TABLE hosts (name); DROP TABLE nowhere"
        patch.setattr(module, "MIGRATIONS", [*module.MIGRATIONS, good, bad])
        with pytest.raises(StoreError, match="cannot be opened: no such table: nowhere"):
            Store.open(f"sqlite:///{file}")
        patch.setattr(module, "MIGRATIONS", [*module.MIGRATIONS[:-1]])
        with opened(file) as store:
            tables = "SELECT name FROM sqlite_master WHERE name IN ('guests', 'hosts')"
            assert list(store.reading.execute(tables)) == [("guests",)]
            assert store.entries("m") == bodies("m", 1)


def test_a_store_whose_making_was_cut_off_is_made_to_the_end(file: Path) -> None:
    with closing(sqlite3.connect(file)) as database:
        database.execute(f"PRAGMA application_id = {module.APPLICATION}")
    with opened(file) as store:
        store.append(rows("m", 1))
        assert store.entries("m") == bodies("m", 1)


# The log.


def test_entries_come_back_in_order(file: Path) -> None:
    with opened(file) as store:
        store.append([*rows("b", 1, 2), *rows("a", 1)])
        store.append(rows("b", *range(3, 13)))
        assert store.entries("b") == bodies("b", 12)
    with opened(file) as store:
        assert store.entries("b") == bodies("b", 12)
        assert store.entries("a") == bodies("a", 1)
        assert store.entries("c") == []


@pytest.mark.parametrize(
    "body",
    ["", "null", "7", r'{"a": "\"\\\u0000\ud800"}', "\t\r\n\x7f '", "è € 🂡 ??", "x" * 100_000],
)
def test_a_body_comes_back_as_it_was(store: Store, body: str) -> None:
    store.append([EntryRow("m", 1, body)], [], [("m", body)])
    assert store.entries("m") == [body]
    assert store.progress("m") == body


@pytest.mark.parametrize("again", [1, 2])
def test_a_number_is_stored_once_and_nothing_comes_with_it(store: Store, again: int) -> None:
    store.append(rows("m", 1, 2), [header("m", phase="playing")], [("m", "1")])
    with pytest.raises(Conflict, match="An entry of match m, other is stored already"):
        store.append(
            [*rows("other", 1), *rows("m", again)],
            [header("m", phase="over"), header("other")],
            [("m", "2")],
        )
    assert store.entries("m") == bodies("m", 2)
    assert store.entries("other") == []
    assert list(store.matches()) == [header("m", phase="playing")]
    assert store.progress("m") == "1"


def test_a_number_is_stored_once_within_one_append_too(store: Store) -> None:
    with pytest.raises(Conflict):
        store.append(rows("m", 1, 2, 2))
    assert store.entries("m") == []


@pytest.mark.parametrize("numbers", [(2,), (1, 3), (0,), (-1,)])
def test_numbers_run_from_1_without_gaps(store: Store, numbers: tuple[int, ...]) -> None:
    with pytest.raises(RowsRefused, match="The store refuses what match m gave it") as refused:
        store.append(rows("m", *numbers))
    assert not isinstance(refused.value, Conflict)
    assert store.entries("m") == []


def test_a_gap_is_found_when_the_log_is_read(store: Store) -> None:
    store.append([*rows("m", 1, 2, 3), *rows("whole", 1)])
    store.writing.execute("DROP TRIGGER entries_stay")
    store.writing.execute("DELETE FROM entries WHERE match = 'm' AND number = 2")
    with pytest.raises(StoreError, match="The log of match m lacks entry 2"):
        store.entries("m")
    assert store.entries("whole") == bodies("whole", 1)


@pytest.mark.parametrize("change", ["UPDATE entries SET body = ''", "DELETE FROM entries"])
def test_entries_are_never_changed(file: Path, store: Store, change: str) -> None:
    store.append(rows("m", 1))
    with (
        closing(sqlite3.connect(file)) as another_program,
        pytest.raises(sqlite3.IntegrityError, match="entries are never"),
    ):
        another_program.execute(change)
    assert store.entries("m") == bodies("m", 1)


@pytest.mark.parametrize("wrong", ["text", "number", "phase"])
def test_what_cannot_be_stored_is_refused(store: Store, wrong: str) -> None:
    entry = {
        "text": EntryRow("m", 1, SECRET + "\ud800"),
        "number": EntryRow("m", object(), SECRET),  # type: ignore[arg-type]
    }.get(wrong, EntryRow("m", 1, SECRET))
    with pytest.raises(RowsRefused) as refused:
        store.append([entry], [header("m", phase="asleep" if wrong == "phase" else "open")])
    assert SECRET not in repr(refused.value)
    assert not store.entries("m")


def test_a_batch_is_one_statement(store: Store) -> None:
    # Between two statements a busy event loop makes the writer wait.
    run: list[str] = []
    store.writing.set_trace_callback(run.append)
    store.append([*rows("a", 1, 2), *rows("b", 1)], [header("a"), header("b")], [("a", "1")])
    assert len(set(run)) == 1  # what its triggers do is traced under its name
    assert store.entries("a") == bodies("a", 2)
    assert names(list(store.matches())) == ["a", "b"]
    assert store.progress("a") == "1"


# What is known of matches.


def test_a_header_is_overwritten_by_the_next(store: Store) -> None:
    assert store.header("m") is None
    store.append([], [header("m", phase="open")])
    store.append([], [header("m", phase="playing"), header("m", "other", "over", False, 7.25)])
    assert store.header("m") == header("m", "other", "over", False, 7.25)
    assert type(store.matches().__next__().listed) is bool


def test_progress_is_overwritten_by_the_next(store: Store) -> None:
    assert store.progress("m") is None
    store.append([], [], [("m", "1"), ("other", "1")])
    store.append([], [], [("m", "2"), ("m", "3")])
    assert store.progress("m") == "3"


def test_the_latest_match_is_the_last_to_begin_whatever_the_clock_says(store: Store) -> None:
    store.append([], [header("first", changed=9), header("elsewhere", "another", changed=99)])
    store.append([], [header("second", changed=5)])
    store.append([], [header("first", changed=10)])
    latest = store.latest("table")
    assert latest is not None
    assert latest.match == "second"
    assert store.latest("no table") is None


def test_the_unfinished_matches(store: Store) -> None:
    phases = ("open", "over", "playing", "closed", "open", "playing")
    store.append([], [header(str(i), phase=phase, listed=i != 4) for i, phase in enumerate(phases)])
    assert names(store.unfinished()) == ["5", "4", "2", "0"]
    assert names(store.unfinished(listed_only=True)) == ["5", "2", "0"]
    assert names(store.unfinished(limit=2, listed_only=True)) == ["5", "2"]
    assert names(list(store.matches())) == ["0", "1", "2", "3", "4", "5"]


def test_the_finished_matches_come_in_pages_and_each_comes_once(store: Store) -> None:
    times = (5, 3, 3, 3, 8, 1)
    store.append([], [header(str(i), changed=time) for i, time in enumerate(times)])
    store.append([], [header("playing", phase="playing"), header("closed", phase="closed")])
    assert names(store.finished(10)) == ["4", "0", "3", "2", "1", "5"]
    before = None
    for page in (["4", "0"], ["3", "2"], ["1", "5"]):
        assert names(store.finished(2, before)) == page
        before = page[-1]
    assert store.finished(2, before) == []
    assert store.finished(2, before="nothing") == []


def test_the_finished_matches_of_a_table_or_of_all_who_may_look(store: Store) -> None:
    for number, (table, listed) in enumerate([("a", True), ("b", True), ("a", False)]):
        store.append([], [header(str(number), table, listed=listed, changed=number)])
    assert names(store.finished(10, table="a")) == ["2", "0"]
    assert names(store.finished(10, listed_only=True)) == ["1", "0"]
    assert names(store.finished(10, table="a", listed_only=True)) == ["0"]
    assert names(store.finished(10, before="2", table="a")) == ["0"]


# Others at the file.


def test_another_program_may_read(file: Path, store: Store) -> None:
    store.append(rows("m", 1))
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as another_program:
        another_program.execute("BEGIN")
        count = "SELECT count(*) FROM entries"
        assert another_program.execute(count).fetchone() == (1,)
        store.append(rows("m", 2))
        assert another_program.execute(count).fetchone() == (1,)
        another_program.execute("COMMIT")
        assert another_program.execute(count).fetchone() == (2,)


def test_another_program_that_writes_is_an_error_until_it_ends(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0)
    with opened(file) as store, closing(sqlite3.connect(file)) as another_program:
        another_program.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="cannot be written: database is locked"):
            store.append(rows("m", 1))
        another_program.rollback()
        store.append(rows("m", 1))
        assert store.entries("m") == bodies("m", 1)


def test_a_store_that_is_closed_says_so(file: Path) -> None:
    with opened(file) as store:
        pass
    with pytest.raises(StoreError, match="cannot be written: Cannot operate on a closed database"):
        store.append(rows("m", 1))
    with pytest.raises(StoreError, match="cannot be read: Cannot operate on a closed database"):
        store.entries("m")


# Killed, torn, full.


def test_kill_9_loses_nothing_that_was_said_to_be_stored(file: Path) -> None:
    said = dict.fromkeys(("one", "two", "three", "four", "five"), 0)
    for _ in range(3):
        with process(PLAYING, file) as child:
            assert child.stdout is not None
            lines = [child.stdout.readline() for _ in range(100)]
            child.kill()
            lines += child.stdout.readlines()
        for line in lines:
            if line.endswith("\n"):
                match, number = line.split()
                said[match] = int(number)
        with opened(file) as store:
            for match, last in said.items():
                assert last <= len(store.entries(match)) <= last + 1
    assert all(said.values())


def torn(whole: bytes, size: int) -> Iterator[bytes]:
    """A file with some damage after its first `size` bytes."""
    yield whole[:-1]
    for place in (size, size + 1, size + 23, size + 24, size + 500, size + 4000):
        yield whole[:place]
        yield whole[:place].ljust(len(whole), b"\0")
        yield whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :]


def test_a_torn_last_write_takes_nothing_else_with_it(file: Path, tmp_path: Path) -> None:
    log = file.with_name("games.db-wal")
    with opened(file) as store:
        for number in range(1, 6):
            store.append(rows("m", number))
        size = log.stat().st_size
        store.append(rows("m", 6))
        whole, main = log.read_bytes(), file.read_bytes()
    copy = tmp_path / "copy.db"
    for damaged, left in [(whole, 6), *((damaged, 5) for damaged in torn(whole, size))]:
        for name in ("copy.db-shm", "copy.db-wal"):
            copy.with_name(name).unlink(missing_ok=True)
        copy.write_bytes(main)
        copy.with_name("copy.db-wal").write_bytes(damaged)
        with opened(copy) as store:
            assert store.entries("m") == bodies("m", left)
            store.append(rows("m", left + 1))
        with opened(copy) as store:
            assert store.entries("m") == bodies("m", left + 1)


@contextmanager
def full_disk(store: Store) -> Iterator[None]:
    """While this lasts, the file cannot grow."""
    store.writing.execute("PRAGMA max_page_count = 1")
    yield
    store.writing.execute("PRAGMA max_page_count = 1000000")


LARGE = SECRET * 10_000


def test_a_full_disk_is_an_error_until_there_is_room(store: Store) -> None:
    store.append(rows("m", 1))
    with full_disk(store):
        with pytest.raises(StoreError, match="cannot be written: database or disk is full") as full:
            store.append([EntryRow("m", 2, LARGE)])
        assert not isinstance(full.value, RowsRefused)
        assert SECRET not in repr(full.value)
    store.append([EntryRow("m", 2, LARGE)])
    assert store.entries("m") == [*bodies("m", 1), LARGE]


# The writer.


class Gate:
    """Holds a writer after each commit until it is opened; counts the entries of the commits."""

    def __init__(self) -> None:
        self.commits: list[int] = []
        self.reached = threading.Event()
        self.opened = threading.Event()

    def measured(self, seconds: float, entries: int) -> None:
        assert seconds > 0
        self.commits.append(entries)
        self.reached.set()
        assert self.opened.wait(WAIT)


def submitted(
    writer: Writer, entries: list[EntryRow], *headers: MatchHeader
) -> asyncio.Future[Any]:
    """Submits it; the future is what `done` is called with."""
    future = asyncio.get_running_loop().create_future()
    writer.submit(entries, headers, future.set_result)
    return future


def with_writer(
    store: Store,
    play: Callable[[Writer], Awaitable[T]],
    measured: Callable[[float, int], object] | None = None,
) -> T:
    """What `play` returns, in an event loop with a writer."""

    async def main() -> T:
        writer = Writer(store, asyncio.get_running_loop(), measured)
        try:
            return await asyncio.wait_for(play(writer), WAIT)
        finally:
            writer.stop()

    return asyncio.run(main())


def with_gate(
    store: Store, submit: Callable[[Writer], list[asyncio.Future[Any]]]
) -> tuple[list[int], list[Any]]:
    """Submits while a first commit is under way: the entries of all commits, and the answers."""
    gate = Gate()

    async def play(writer: Writer) -> list[Any]:
        first = submitted(writer, rows("first", 1))
        assert await asyncio.to_thread(gate.reached.wait, WAIT)
        futures = submit(writer)
        gate.opened.set()
        return list(await asyncio.gather(first, *futures))

    answers = with_writer(store, play, gate.measured)
    assert answers[0] is None
    return gate.commits, answers[1:]


def test_what_comes_in_during_a_commit_goes_into_the_next_one_together(store: Store) -> None:
    commits, answers = with_gate(
        store, lambda writer: [submitted(writer, rows(f"m{i}", 1, 2), header(f"m{i}"))
                               for i in range(50)]
    )  # fmt: skip
    assert commits == [1, 100]
    assert answers == [None] * 50
    assert [store.entries(f"m{i}") for i in range(50)] == [bodies(f"m{i}", 2) for i in range(50)]
    assert names(list(store.matches())) == [f"m{i}" for i in range(50)]


def test_everybody_is_told_in_the_event_loop_with_one_call_a_batch(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    told_in: list[int] = []
    calls: list[str] = []

    def submit(writer: Writer) -> list[asyncio.Future[Any]]:
        loop = asyncio.get_running_loop()
        call = loop.call_soon_threadsafe

        def counted(*arguments: Any) -> asyncio.Handle:
            calls.append(threading.current_thread().name)
            return call(*arguments)

        monkeypatch.setattr(loop, "call_soon_threadsafe", counted)
        for i in range(20):
            writer.submit(rows(f"m{i}", 1), [], lambda error: told_in.append(threading.get_ident()))
        return [submitted(writer, rows("last", 1))]

    with_gate(store, submit)
    assert told_in == [threading.get_ident()] * 20
    assert calls.count("store") == 2  # for the first commit, and for that of all others


def test_nobody_is_told_before_it_is_stored(file: Path, store: Store) -> None:
    async def play(writer: Writer) -> None:
        with closing(sqlite3.connect(file)) as another_program:
            for number in range(1, 11):
                assert await submitted(writer, rows("m", number)) is None
                count = another_program.execute("SELECT count(*) FROM entries").fetchone()
                assert count == (number,)

    with_writer(store, play)


def test_a_conflict_is_for_the_one_who_made_it(store: Store) -> None:
    store.append(rows("taken", 1))
    taken = [EntryRow("taken", 1, SECRET)]

    def submit(writer: Writer) -> list[asyncio.Future[Any]]:
        writer.note("b", "noted")
        return [
            submitted(writer, rows("a", 1), header("a")),
            submitted(writer, taken, header("taken")),
            submitted(writer, rows("b", 1)),
            submitted(writer, rows("b", 3)),
            submitted(writer, rows("b", 2)),
            submitted(writer, rows("a", 1)),
        ]

    commits, answers = with_gate(store, submit)
    assert [type(answer) for answer in answers] == [
        type(None), Conflict, type(None), RowsRefused, type(None), Conflict
    ]  # fmt: skip
    assert str(answers[1]) == "An entry of match taken is stored already."
    assert commits == [1, 1, 1, 1, 0]
    assert (store.entries("a"), store.entries("b")) == (bodies("a", 1), bodies("b", 2))
    assert names(list(store.matches())) == ["a"]
    assert store.progress("b") == "noted"


def test_an_error_says_nothing_of_what_was_to_be_stored(store: Store) -> None:
    store.append(rows("m", 1))

    async def play(writer: Writer) -> StoreError:
        error = await submitted(writer, [EntryRow("m", 1, SECRET)])
        assert isinstance(error, StoreError)
        return error

    error = with_writer(store, play)
    assert SECRET not in repr(error)
    # Nor can anybody find it in the frames of the writer.
    assert (error.__traceback__, error.__context__, error.__cause__) == (None, None, None)


def test_a_full_disk_is_for_all_of_the_batch_and_the_writer_goes_on(store: Store) -> None:
    async def play(writer: Writer) -> None:
        for match in "ab":
            assert await submitted(writer, rows(match, 1)) is None
        with full_disk(store):
            writer.note("a", LARGE)
            writer.note("b", "old")
            waiting = [submitted(writer, [EntryRow(match, 2, LARGE)]) for match in "ab"]
            for answer in await asyncio.gather(*waiting):
                assert str(answer) == "The store cannot be written: database or disk is full."
        # An entry that follows one that was not stored is not stored either.
        assert isinstance(await submitted(writer, rows("a", 3)), RowsRefused)
        writer.note("b", "new")
        for match in "ab":
            assert await submitted(writer, [EntryRow(match, 2, LARGE)]) is None

    with_writer(store, play)
    assert store.entries("a") == [*bodies("a", 1), LARGE]
    assert (store.progress("a"), store.progress("b")) == (LARGE, "new")


def test_a_note_that_could_not_be_written_gives_way_to_a_newer_one(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(writer: Writer) -> None:
        def fail(*batch: Any) -> None:
            writer.note("m", "new")
            raise StoreError("The disk is gone.")

        with monkeypatch.context() as patch:
            patch.setattr(store, "append", fail)
            writer.note("m", "old")
            assert str(await submitted(writer, rows("m", 1))) == "The disk is gone."

    with_writer(store, play)
    assert store.progress("m") == "new"


def test_one_who_fails_when_he_is_told_does_not_keep_it_from_the_others(store: Store) -> None:
    failed: list[Any] = []

    def fail(error: StoreError | None) -> None:
        raise ZeroDivisionError

    def submit(writer: Writer) -> list[asyncio.Future[Any]]:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda loop, context: failed.append(context["exception"]))
        writer.submit(rows("a", 1), [], fail)
        return [submitted(writer, rows("b", 1))]

    assert with_gate(store, submit) == ([1, 2], [None])
    assert [type(error) for error in failed] == [ZeroDivisionError]


def test_notes_come_with_the_next_commit_and_only_the_newest(store: Store) -> None:
    run: list[str] = []

    def submit(writer: Writer) -> list[asyncio.Future[Any]]:
        store.writing.set_trace_callback(run.append)
        for number in range(10):
            writer.note("a", f"a{number}")
            writer.note("b", f"b{number}")
        return [submitted(writer, rows("m", 1))]

    commits, _ = with_gate(store, submit)
    assert commits == [1, 1]
    assert (store.progress("a"), store.progress("b")) == ("a9", "b9")
    assert "a9" in run[0]
    assert "a8" not in run[0]


def test_notes_do_not_wait_for_a_commit(store: Store) -> None:
    written = threading.Event()
    with closing(asyncio.new_event_loop()) as loop:
        writer = Writer(store, loop, lambda seconds, entries: written.set(), lazy=0.01)
        writer.note("m", "noted")
        assert written.wait(WAIT)
        assert store.progress("m") == "noted"
        writer.stop()


def test_a_writer_that_is_stopped_has_written_everything(store: Store) -> None:
    async def play() -> list[Any]:
        writer = Writer(store, asyncio.get_running_loop())
        waiting = [submitted(writer, rows("m", number)) for number in range(1, 101)]
        writer.note("m", "noted")
        writer.stop()
        assert store.entries("m") == bodies("m", 100)
        assert store.progress("m") == "noted"
        writer.stop()
        return list(await asyncio.gather(*waiting, submitted(writer, rows("m", 101))))

    *answers, late = asyncio.run(asyncio.wait_for(play(), WAIT))
    assert answers == [None] * 100
    assert str(late) == "The store is closed."
    assert store.entries("m") == bodies("m", 100)


def test_a_loop_that_is_closed_is_no_reason_not_to_store(store: Store) -> None:
    loop = asyncio.new_event_loop()
    loop.close()
    writer = Writer(store, loop)
    for number in (1, 2):
        writer.submit(rows("m", number), [], lambda error: None)
    writer.stop()
    assert store.entries("m") == bodies("m", 2)


@pytest.mark.parametrize(("every", "moved"), [(1000, False), (3, True)])
def test_the_write_ahead_log_is_moved_into_the_file_now_and_then(
    file: Path, store: Store, monkeypatch: pytest.MonkeyPatch, every: int, moved: bool
) -> None:
    monkeypatch.setattr(writer, "CHECKPOINT", every)
    store.checkpoint()
    size = os.stat(file).st_size

    async def play(writer: Writer) -> None:
        for number in range(1, 4):
            assert await submitted(writer, [EntryRow("m", number, LARGE)]) is None

    with_writer(store, play)
    assert (os.stat(file).st_size > size) is moved


def test_a_store_can_be_read_while_a_server_writes_to_it(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    with closing(Store.open(url)) as writing:
        writing.append([EntryRow("m", 1, "{}")])
        with closing(Store.open(url, read_only=True)) as reading:
            writing.append([EntryRow("m", 2, "{}")])
            assert reading.entries("m") == ["{}", "{}"]


def test_a_store_of_another_version_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    with closing(Store.open(f"sqlite:///{file}")) as store:
        store.writing.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreError, match="has version 99, and this Settebello reads"):
        Store.open(f"sqlite:///{file}", read_only=True)
