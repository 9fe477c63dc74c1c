"""Entries of many matches: they are stored as they come, and sorted into their logs later."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from settebello.store import sqlite, writer
from settebello.store.moving import SqliteRows
from settebello.store.sqlite import StoreFile
from settebello.store.sqlite_schema import MANY
from settebello.store.writer import Writer
from settebello.table.storage import Conflict, EntryRow, RowsRefused, StoreError
from store.helpers import LARGE, bodies, full_disk, header, opened, rows

MATCHES = [f"m{number}" for number in range(MANY)]
WAIT = 60.0  # seconds: only a test that fails ever waits so long


def one_of_each(number: int) -> list[EntryRow]:
    """An entry of each match, in no order."""
    return [row for match in reversed(MATCHES) for row in rows(match, number)]


def counts(store: StoreFile) -> tuple[int, int]:
    """How many entries are sorted in, and how many are not."""
    found = [store.reading.execute(f"SELECT count(*) FROM {t}") for t in ("entries", "recent")]
    sorted_in, recent = (int(cursor.fetchone()[0]) for cursor in found)
    assert recent == store.unsorted
    return sorted_in, recent


def logs(store: StoreFile) -> list[list[str]]:
    return [store.entries(match) for match in MATCHES]


def test_entries_are_read_in_order_before_and_after_they_are_sorted_in(
    file: Path, store: StoreFile
) -> None:
    for number in range(1, 4):
        store.append(one_of_each(number))
    assert counts(store) == (0, 3 * MANY)
    with closing(StoreFile(file, read_only=True)) as another_program:
        for _ in range(2):
            for reader in (store, another_program):
                assert logs(reader) == [bodies(match, 3) for match in MATCHES]
                assert reader.entries("m1", 1, after=1) == bodies("m1", 2)[1:]
                assert reader.last_number("m1") == 3
                assert sorted(reader.ids()) == MATCHES
                with pytest.raises(StoreError, match="lacks entry 1"):
                    reader.last_number("other")
            store.sort_in()
    assert counts(store) == (3 * MANY, 0)


def test_a_log_may_be_half_sorted_in(store: StoreFile) -> None:
    store.append(one_of_each(1))
    store.sort_in()
    store.append(one_of_each(2))
    assert counts(store) == (MANY, MANY)
    assert logs(store) == [bodies(match, 2) for match in MATCHES]
    assert store.last_number("m0") == 2


@pytest.mark.parametrize("matches", [1, MANY - 1])
def test_entries_of_few_matches_are_sorted_in_at_once(store: StoreFile, matches: int) -> None:
    store.append([row for match in MATCHES[:matches] for row in rows(match, *range(1, 21))])
    assert counts(store) == (20 * matches, 0)


@pytest.mark.parametrize("few", [True, False])  # enough for one statement without JSON
def test_entries_are_stored_as_they_are_whatever_they_hold(
    store: StoreFile, monkeypatch: pytest.MonkeyPatch, few: bool
) -> None:
    if not few:
        monkeypatch.setattr(sqlite, "AT_ONCE", 1)
    body = '{"\\u00e8": "\\\\ \'\\" \u00e8 \U0001f0a1\\n"}'
    store.append([EntryRow(match, 1, body) for match in MATCHES])
    assert counts(store) == (0, MANY)
    for _ in range(2):
        assert logs(store) == [[body]] * MANY
        store.sort_in()
    with pytest.raises(RowsRefused, match="Unicode"):
        store.append([EntryRow(match, 2, "\ud800") for match in MATCHES])
    assert logs(store) == [[body]] * MANY


def test_an_empty_batch_changes_nothing_while_entries_wait(store: StoreFile) -> None:
    store.append(one_of_each(1))
    store.append([])
    assert counts(store) == (0, MANY)


def test_a_log_that_does_not_wait_is_not_looked_for_among_those_that_do(
    file: Path, store: StoreFile
) -> None:
    store.append(rows("other", 1))
    store.append(one_of_each(1))
    asked: list[str] = []
    store.reading.set_trace_callback(asked.append)
    assert store.entries("other") == bodies("other", 1)
    assert "FROM entries" in asked.pop()
    assert store.entries("m0") == bodies("m0", 1)
    assert "FROM log" in asked.pop()
    store.sort_in()
    store.append(rows("m0", 2))
    assert store.entries("m0") == bodies("m0", 2)
    assert "FROM entries" in asked.pop()


def test_entries_that_wait_are_read_from_the_moment_of_their_commit(
    store: StoreFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who sees the header of a commit must not miss its entries."""
    seen: list[tuple[bool, list[list[str]]]] = []
    database = store.writing

    class ReadAtOnce:
        def execute(self, *given: Any) -> sqlite3.Cursor:
            found = database.execute(*given)
            seen.append((store.header("m0") is not None, logs(store)))
            return found

    monkeypatch.setattr(store, "writing", ReadAtOnce())
    for number in (1, 2):
        store.append(one_of_each(number), [header("m0")] if number == 1 else ())
        assert seen[-1] == (True, [bodies(match, number) for match in MATCHES])
    store.sort_in()
    assert seen[-1] == (True, [bodies(match, 2) for match in MATCHES])


def test_what_follows_entries_that_wait_waits_too(store: StoreFile) -> None:
    store.append(one_of_each(1))
    store.append(rows("m0", 2))
    store.append(rows("other", 1))
    assert counts(store) == (0, MANY + 2)
    store.sort_in()
    store.append(rows("m0", 3))
    assert counts(store) == (MANY + 3, 0)
    assert store.entries("m0") == bodies("m0", 3)


@pytest.mark.parametrize("known", [True, False])  # whether its last number is in memory
@pytest.mark.parametrize("sorted_in", [True, False])
@pytest.mark.parametrize(
    ("number", "error"), [(1, Conflict), (2, Conflict), (4, RowsRefused), (0, Conflict)]
)
def test_a_batch_with_an_entry_that_does_not_follow_is_refused(
    file: Path, number: int, error: type[StoreError], sorted_in: bool, known: bool
) -> None:
    with opened(file) as store:
        for before in (1, 2):
            store.append(one_of_each(before))
        if sorted_in:
            store.sort_in()
        if not known:
            store.close()
            store = StoreFile(file)
        before_it = logs(store)
        with pytest.raises(error, match="match m3") as refused:
            store.append([*rows("m3", number), *(r for r in one_of_each(3) if r.match != "m3")])
        assert type(refused.value) is error
        assert logs(store) == before_it
        store.append(one_of_each(3))
        assert logs(store) == [bodies(match, 3) for match in MATCHES]
        store.close()


def test_a_number_is_stored_once_within_one_batch_too(store: StoreFile) -> None:
    with pytest.raises(Conflict):
        store.append([*one_of_each(1), *rows("m0", 1)])
    assert counts(store) == (0, 0)
    store.append([*one_of_each(1), *rows("m0", 2, 3)])
    assert store.entries("m0") == bodies("m0", 3)


def test_numbers_that_are_not_in_memory_any_more_are_looked_up(
    store: StoreFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "KNOWN", 2)
    for number in range(1, 4):
        store.append(one_of_each(number))
        store.sort_in()
    with pytest.raises(Conflict):
        store.append(one_of_each(3))
    assert logs(store) == [bodies(match, 3) for match in MATCHES]


@pytest.mark.parametrize("change", ["UPDATE recent SET body = ''", "DELETE FROM recent"])
def test_entries_that_wait_are_never_changed(file: Path, store: StoreFile, change: str) -> None:
    store.append(one_of_each(1))
    with (
        closing(sqlite3.connect(file)) as another_program,
        pytest.raises(sqlite3.IntegrityError, match="entries are never"),
    ):
        another_program.execute(change)
    assert logs(store) == [bodies(match, 1) for match in MATCHES]


def as_after_a_crash(file: Path, folder: Path) -> Path:
    """A copy of an open store, as its process would leave it behind."""
    for name in ("games.db", "games.db-wal"):
        shutil.copy(file.with_name(name), folder)
    return folder / "games.db"


def test_what_a_crash_leaves_is_sorted_in_at_the_next_start(
    file: Path, store: StoreFile, tmp_path_factory: pytest.TempPathFactory
) -> None:
    store.append(one_of_each(1))
    store.append(one_of_each(2))
    copy = as_after_a_crash(file, tmp_path_factory.mktemp("copy"))
    with opened(copy) as again:
        assert counts(again) == (2 * MANY, 0)
        again.append(one_of_each(3))
    with opened(copy) as again:
        assert counts(again) == (3 * MANY, 0)
        assert logs(again) == [bodies(match, 3) for match in MATCHES]


def test_a_store_that_cannot_sort_in_at_its_start_goes_on(
    file: Path,
    store: StoreFile,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store.append(one_of_each(1))
    copy = as_after_a_crash(file, tmp_path_factory.mktemp("copy"))
    with monkeypatch.context() as patch:
        patch.setattr(StoreFile, "sort_in", lambda store: None)  # as on a full disk
        again = StoreFile(copy)
    with closing(again):
        assert counts(again) == (0, MANY)
        with pytest.raises(Conflict):
            again.append(rows("m0", 1))
        again.append(rows("m0", 2))
        again.sort_in()
        assert counts(again) == (MANY + 1, 0)


def test_a_full_disk_keeps_them_where_they_are(store: StoreFile) -> None:
    store.append([EntryRow(match, 1, LARGE) for match in MATCHES])
    with full_disk(store):
        store.sort_in()
        assert counts(store) == (0, MANY)
    store.sort_in()
    assert counts(store) == (MANY, 0)
    assert logs(store) == [[LARGE]] * MANY


def test_a_store_is_moved_with_them(
    file: Path, store: StoreFile, tmp_path_factory: pytest.TempPathFactory
) -> None:
    store.append(one_of_each(1))
    store.sort_in()
    store.append(one_of_each(2))

    async def all_rows() -> tuple[int, list[Any]]:
        copy = as_after_a_crash(file, tmp_path_factory.mktemp("copy"))
        with closing(StoreFile(copy, read_only=True)) as crashed:
            found = SqliteRows(crashed)
            pages = [page async for page in found.pages("entries")]
            return await found.count("entries"), [row for page in pages for row in page]

    count, found = asyncio.run(all_rows())
    expected = [row for match in MATCHES for row in rows(match, 1, 2)]
    assert count == len(found) == 2 * MANY
    assert found == [(row.match, row.number, row.body) for row in expected]


def played(store: StoreFile, lazy: float) -> list[int]:
    """Two commits of a writer; how many entries waited whenever they were sorted in by then."""
    waited: list[int] = []
    sort_in, calm = store.sort_in, asyncio.Event()

    async def play() -> None:
        loop = asyncio.get_running_loop()

        def noted() -> None:
            waited.append(store.unsorted)
            sort_in()
            if waited[-1]:
                loop.call_soon_threadsafe(calm.set)

        store.sort_in = noted  # type: ignore[method-assign]
        keeper = Writer(store, loop, lazy=lazy)
        for number in (1, 2):
            done: list[asyncio.Future[Any]] = []
            for match in MATCHES:
                done.append(loop.create_future())
                keeper.submit(rows(match, number), (), done[-1].set_result)
            assert await asyncio.gather(*done) == [None] * MANY
        await asyncio.wait_for(calm.wait(), WAIT)
        store.sort_in = sort_in  # type: ignore[method-assign]
        keeper.stop()

    asyncio.run(play())
    return waited


def test_a_writer_sorts_in_when_nobody_waits(store: StoreFile) -> None:
    assert max(played(store, lazy=0.01)) > 0
    assert counts(store) == (2 * MANY, 0)


def test_a_writer_sorts_in_what_has_become_much(
    store: StoreFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "RECENT", MANY)
    assert MANY in played(store, lazy=WAIT)
    assert logs(store) == [bodies(match, 2) for match in MATCHES]
