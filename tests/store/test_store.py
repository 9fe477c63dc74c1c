"""The store: what it says is stored is there, whatever happens to the process or the file."""

from __future__ import annotations

import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from children import child
from leash import leashed
from settebello.store import sqlite as module
from settebello.store.sqlite import StoreFile
from settebello.store.sqlite_schema import MANY
from settebello.table.storage import (
    Conflict,
    EntryRow,
    MatchHeader,
    RowsRefused,
    SnapshotRow,
    StoreError,
)
from store.helpers import LARGE, SECRET, bodies, full_disk, header, names, opened, rows

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
from settebello.store.sqlite import StoreFile
from settebello.store.writer import Writer
from settebello.table.storage import EntryRow

store = StoreFile.open(sys.argv[1])
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

for match in sys.argv[2:]:
    play(match, len(store.entries(match)) + 1)
loop.run_forever()
"""
HOLDING = """
import sys
from settebello.store.sqlite import StoreFile
store = StoreFile.open(sys.argv[1])
print("open", flush=True)
sys.stdin.read()
"""


@contextmanager
def process(program: str, file: Path, *matches: str) -> Iterator[subprocess.Popen[str]]:
    """A process with the store open; it is killed at the end."""
    command = leashed([sys.executable, "-c", program, f"sqlite:///{file}", *matches])
    with child(command, stdin=subprocess.PIPE) as started:
        yield started


def everything_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix != ".lock"}


# Opening.


def test_a_new_store_is_for_its_owner_alone(file: Path, store: StoreFile) -> None:
    store.append(rows("m", 1))
    made = sorted(file.parent.iterdir())
    assert [path.name for path in made] == [
        "games.db",
        "games.db-shm",
        "games.db-wal",
        "games.db.lock",
    ]
    assert {stat.S_IMODE(path.stat().st_mode) for path in made} == {0o600}


def test_every_commit_reaches_the_disk(store: StoreFile) -> None:
    assert store.writing.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert store.writing.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL


def test_reading_changes_nothing(store: StoreFile) -> None:
    with pytest.raises(sqlite3.OperationalError, match="attempt to write a readonly database"):
        store.reading.execute("INSERT INTO entries VALUES ('m', 1, '')")


def test_a_path_may_be_relative(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with closing(StoreFile.open("sqlite:///here.db")) as store:
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
        StoreFile.open(url)
    assert "secret" not in str(refused.value)


def test_a_folder_that_is_not_there_gets_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be opened: No such file or directory"):
        StoreFile.open(f"sqlite:///{tmp_path}/nowhere/games.db")


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be opened: It is a folder"):
        StoreFile.open(f"sqlite:///{tmp_path}")


@pytest.mark.parametrize(
    "content", [b"x", b"Dear diary,\n" * 100, b"SQLite format 3\0", bytes(4096)]
)
def test_a_file_that_is_no_database_is_refused_and_not_changed(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    with pytest.raises(StoreError, match=r"games\.db is not a store of Settebello"):
        StoreFile.open(f"sqlite:///{file}")
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
        StoreFile.open(f"sqlite:///{file}")
    assert everything_in(file.parent) == before


def test_a_store_of_a_newer_version_is_refused(file: Path) -> None:
    with opened(file) as store:
        store.writing.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreError, match=r"has version 99, .* a newer Settebello is needed"):
        StoreFile.open(f"sqlite:///{file}")
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (99,)


def test_a_damaged_store_gets_a_sentence(file: Path) -> None:
    with opened(file) as store:
        store.append(rows("m", 1))
    whole = file.read_bytes()
    file.write_bytes(whole[:100] + b"\xff" * (len(whole) - 100))
    with pytest.raises(StoreError, match="cannot be opened: "):
        StoreFile.open(f"sqlite:///{file}")


def test_a_store_has_one_server_at_a_time(file: Path, store: StoreFile) -> None:
    with pytest.raises(StoreError, match=r"games\.db is in use by another server"):
        StoreFile.open(f"sqlite:///{file}")
    store.append(rows("m", 1))
    store.close()
    with opened(file) as again:
        assert again.entries("m") == bodies("m", 1)


def test_a_store_is_free_again_when_its_server_was_killed(file: Path) -> None:
    with process(HOLDING, file) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "open\n"
        with pytest.raises(StoreError, match="is in use by another server"):
            StoreFile.open(f"sqlite:///{file}")
        holder.kill()
        holder.wait()
        with opened(file) as store:
            store.append(rows("m", 1))


def test_a_store_has_one_server_even_if_the_lock_file_is_deleted(file: Path) -> None:
    with process(HOLDING, file) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "open\n"
        for shared in (False, True):
            Path(f"{file}.lock").unlink()
            with pytest.raises(StoreError, match="is in use by another server"):
                StoreFile(file, shared=shared)
        with closing(StoreFile(file, read_only=True)) as reading:
            assert reading.entries("m") == []


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


def test_a_store_without_snapshots_is_whole(file: Path) -> None:
    """They came later, and no version of a store was made for them."""
    with opened(file) as store:
        store.append(rows("m", 1, 2), [header("m")])
        store.writing.execute("DROP TABLE snapshots")
    with closing(StoreFile(file, read_only=True)) as reading:
        assert reading.snapshot("m") is None
        assert reading.entries("m") == bodies("m", 2)
    with opened(file) as store:
        store.append(rows("m", 3), snapshots=[SnapshotRow("m", 2, "{}")])
        assert store.snapshot("m") == SnapshotRow("m", 2, "{}")
    with closing(StoreFile(file, read_only=True)) as reading:
        assert reading.snapshot("m") == SnapshotRow("m", 2, "{}")


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
            StoreFile.open(f"sqlite:///{file}")
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
def test_a_body_comes_back_as_it_was(store: StoreFile, body: str) -> None:
    store.append([EntryRow("m", 1, body)], [], [("m", body)])
    assert store.entries("m") == [body]
    assert store.progress("m") == body


@pytest.mark.parametrize("again", [1, 2])
def test_a_number_is_stored_once_and_nothing_comes_with_it(store: StoreFile, again: int) -> None:
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


def test_a_number_is_stored_once_within_one_append_too(store: StoreFile) -> None:
    with pytest.raises(Conflict):
        store.append(rows("m", 1, 2, 2))
    assert store.entries("m") == []


@pytest.mark.parametrize("numbers", [(2,), (1, 3), (0,), (-1,)])
def test_numbers_run_from_1_without_gaps(store: StoreFile, numbers: tuple[int, ...]) -> None:
    with pytest.raises(RowsRefused, match="The store refuses what match m gave it") as refused:
        store.append(rows("m", *numbers))
    assert not isinstance(refused.value, Conflict)
    assert store.entries("m") == []


def test_a_gap_is_found_when_the_log_is_read(store: StoreFile) -> None:
    store.append([*rows("m", 1, 2, 3), *rows("whole", 1)])
    store.writing.execute("DROP TRIGGER entries_stay")
    store.writing.execute("DELETE FROM entries WHERE match = 'm' AND number = 2")
    with pytest.raises(StoreError, match="The log of match m lacks entry 2"):
        store.entries("m")
    assert store.entries("whole") == bodies("whole", 1)


@pytest.mark.parametrize("change", ["UPDATE entries SET body = ''", "DELETE FROM entries"])
def test_entries_are_never_changed(file: Path, store: StoreFile, change: str) -> None:
    store.append(rows("m", 1))
    with (
        closing(sqlite3.connect(file)) as another_program,
        pytest.raises(sqlite3.IntegrityError, match="entries are never"),
    ):
        another_program.execute(change)
    assert store.entries("m") == bodies("m", 1)


@pytest.mark.parametrize("wrong", ["text", "number", "phase"])
def test_what_cannot_be_stored_is_refused(store: StoreFile, wrong: str) -> None:
    entry = {
        "text": EntryRow("m", 1, SECRET + "\ud800"),
        "number": EntryRow("m", object(), SECRET),  # type: ignore[arg-type]
    }.get(wrong, EntryRow("m", 1, SECRET))
    with pytest.raises(RowsRefused) as refused:
        store.append([entry], [header("m", phase="asleep" if wrong == "phase" else "open")])
    assert SECRET not in repr(refused.value)
    assert not store.entries("m")


def test_a_batch_is_one_statement(store: StoreFile) -> None:
    # Between two statements a busy event loop makes the writer wait.
    run: list[str] = []
    store.writing.set_trace_callback(run.append)
    store.append([*rows("a", 1, 2), *rows("b", 1)], [header("a"), header("b")], [("a", "1")])
    assert len(set(run)) == 1  # what its triggers do is traced under its name
    assert store.entries("a") == bodies("a", 2)
    assert names(list(store.matches())) == ["a", "b"]
    assert store.progress("a") == "1"


# What is known of matches.


def test_a_header_is_overwritten_by_the_next(store: StoreFile) -> None:
    assert store.header("m") is None
    store.append([], [header("m", phase="open")])
    store.append([], [header("m", phase="playing"), header("m", "other", "over", False, 7.25)])
    assert store.header("m") == header("m", "other", "over", False, 7.25)
    assert type(store.matches().__next__().listed) is bool


def test_progress_is_overwritten_by_the_next(store: StoreFile) -> None:
    assert store.progress("m") is None
    store.append([], [], [("m", "1"), ("other", "1")])
    store.append([], [], [("m", "2"), ("m", "3")])
    assert store.progress("m") == "3"


def test_the_latest_match_is_the_last_to_begin_whatever_the_clock_says(store: StoreFile) -> None:
    store.append([], [header("first", changed=9), header("elsewhere", "another", changed=99)])
    store.append([], [header("second", changed=5)])
    store.append([], [header("first", changed=10)])
    latest = store.latest("table")
    assert latest is not None
    assert latest.match == "second"
    assert store.latest("no table") is None


def test_the_unfinished_matches(store: StoreFile) -> None:
    phases = ("open", "over", "playing", "closed", "open", "playing")
    store.append([], [header(str(i), phase=phase, listed=i != 4) for i, phase in enumerate(phases)])
    assert names(store.unfinished()) == ["5", "4", "2", "0"]
    assert names(store.unfinished(listed_only=True)) == ["5", "2", "0"]
    assert names(store.unfinished(limit=2, listed_only=True)) == ["5", "2"]
    assert names(list(store.matches())) == ["0", "1", "2", "3", "4", "5"]


def test_the_finished_matches_come_in_pages_and_each_comes_once(store: StoreFile) -> None:
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


def test_the_finished_matches_of_a_table_or_of_all_who_may_look(store: StoreFile) -> None:
    for number, (table, listed) in enumerate([("a", True), ("b", True), ("a", False)]):
        store.append([], [header(str(number), table, listed=listed, changed=number)])
    assert names(store.finished(10, table="a")) == ["2", "0"]
    assert names(store.finished(10, listed_only=True)) == ["1", "0"]
    assert names(store.finished(10, table="a", listed_only=True)) == ["0"]
    assert names(store.finished(10, before="2", table="a")) == ["0"]


# Others at the file.


def test_another_program_may_read(file: Path, store: StoreFile) -> None:
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


@pytest.mark.parametrize("matches", [5, 3 * MANY])  # the second are stored as they come
def test_kill_9_loses_nothing_that_was_said_to_be_stored(file: Path, matches: int) -> None:
    reported = {f"m{number}": 0 for number in range(matches)}
    for _ in range(3):
        with process(PLAYING, file, *reported) as playing:
            assert playing.stdout is not None
            lines = [playing.stdout.readline() for _ in range(100)]
            playing.kill()
            lines += playing.stdout.readlines()
        for line in lines:
            if line.endswith("\n"):
                match, number = line.split()
                reported[match] = int(number)
        with opened(file) as store:
            for match, last in reported.items():
                assert last <= len(store.entries(match)) <= last + 1
            assert store.unsorted == 0
    assert all(reported.values())


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


def test_a_full_disk_is_an_error_until_there_is_room(store: StoreFile) -> None:
    store.append(rows("m", 1))
    with full_disk(store):
        with pytest.raises(StoreError, match="cannot be written: database or disk is full") as full:
            store.append([EntryRow("m", 2, LARGE)])
        assert not isinstance(full.value, RowsRefused)
        assert SECRET not in repr(full.value)
    store.append([EntryRow("m", 2, LARGE)])
    assert store.entries("m") == [*bodies("m", 1), LARGE]


# A store of several processes.


def test_a_shared_store_is_written_by_several_at_a_time(file: Path) -> None:
    with (
        closing(StoreFile(file, shared=True)) as one,
        closing(StoreFile(file, shared=True)) as other,
    ):
        one.append(rows("m", 1, 2))
        other.append(rows("n", 1))
        assert len(one.entries("n")) == 1
        assert len(other.entries("m")) == 2
        with pytest.raises(Conflict):  # the one who comes too late is told so
            other.append(rows("m", 1))


def test_a_shared_store_waits_for_nobody_who_owns_it(
    file: Path, store: StoreFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.0)
    with pytest.raises(StoreError, match="in use by another server"):
        StoreFile(file, shared=True)


SHARING = """
import sys
from pathlib import Path
from settebello.store.sqlite import StoreFile
store = StoreFile(Path(sys.argv[1].removeprefix("sqlite:///")), shared=True)
print("open", flush=True)
sys.stdin.read()
"""


def test_a_store_that_terminals_share_has_no_server(file: Path) -> None:
    with process(SHARING, file) as sharer:
        assert sharer.stdout is not None
        assert sharer.stdout.readline() == "open\n"
        with pytest.raises(StoreError, match="in use by another server, or by a match in a term"):
            StoreFile.open(f"sqlite:///{file}")
        with closing(StoreFile(file, shared=True)) as store:
            store.append(rows("m", 1))
