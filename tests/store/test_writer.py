"""The writer: it stores in a thread of its own, batch by batch, and tells what became of it."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

import pytest

from settebello.store import writer
from settebello.store.sqlite import StoreFile
from settebello.store.writer import Writer
from settebello.table.storage import Conflict, EntryRow, MatchHeader, RowsRefused, StoreError
from store.helpers import LARGE, SECRET, bodies, full_disk, header, names, rows

T = TypeVar("T")
WAIT = 60.0  # seconds: only a test that fails ever waits so long


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
    store: StoreFile,
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
    store: StoreFile, submit: Callable[[Writer], list[asyncio.Future[Any]]]
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


def test_what_comes_in_during_a_commit_goes_into_the_next_one_together(store: StoreFile) -> None:
    commits, answers = with_gate(
        store, lambda writer: [submitted(writer, rows(f"m{i}", 1, 2), header(f"m{i}"))
                               for i in range(50)]
    )  # fmt: skip
    assert commits == [1, 100]
    assert answers == [None] * 50
    assert [store.entries(f"m{i}") for i in range(50)] == [bodies(f"m{i}", 2) for i in range(50)]
    assert names(list(store.matches())) == [f"m{i}" for i in range(50)]


def test_everybody_is_told_in_the_event_loop_with_one_call_a_batch(
    store: StoreFile, monkeypatch: pytest.MonkeyPatch
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


def test_nobody_is_told_before_it_is_stored(file: Path, store: StoreFile) -> None:
    async def play(writer: Writer) -> None:
        with closing(sqlite3.connect(file)) as another_program:
            for number in range(1, 11):
                assert await submitted(writer, rows("m", number)) is None
                count = another_program.execute("SELECT count(*) FROM entries").fetchone()
                assert count == (number,)

    with_writer(store, play)


def test_a_conflict_is_for_the_one_who_made_it(store: StoreFile) -> None:
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


def test_an_error_says_nothing_of_what_was_to_be_stored(store: StoreFile) -> None:
    store.append(rows("m", 1))

    async def play(writer: Writer) -> StoreError:
        error = await submitted(writer, [EntryRow("m", 1, SECRET)])
        assert isinstance(error, StoreError)
        return error

    error = with_writer(store, play)
    assert SECRET not in repr(error)
    # Nor can anybody find it in the frames of the writer.
    assert (error.__traceback__, error.__context__, error.__cause__) == (None, None, None)


def test_a_full_disk_is_for_all_of_the_batch_and_the_writer_goes_on(store: StoreFile) -> None:
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
    store: StoreFile, monkeypatch: pytest.MonkeyPatch
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


def test_a_listener_that_fails_does_not_keep_it_from_the_others(store: StoreFile) -> None:
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


def test_notes_come_with_the_next_commit_and_only_the_newest(store: StoreFile) -> None:
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


def test_notes_do_not_wait_for_a_commit(store: StoreFile) -> None:
    written = threading.Event()
    with closing(asyncio.new_event_loop()) as loop:
        writer = Writer(store, loop, lambda seconds, entries: written.set(), lazy=0.01)
        writer.note("m", "noted")
        assert written.wait(WAIT)
        assert store.progress("m") == "noted"
        writer.stop()


def test_a_writer_that_is_stopped_has_written_everything(store: StoreFile) -> None:
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


def test_a_loop_that_is_closed_is_no_reason_not_to_store(store: StoreFile) -> None:
    loop = asyncio.new_event_loop()
    loop.close()
    writer = Writer(store, loop)
    for number in (1, 2):
        writer.submit(rows("m", number), [], lambda error: None)
    writer.stop()
    assert store.entries("m") == bodies("m", 2)


@pytest.mark.parametrize(("every", "moved"), [(1000, False), (3, True)])
def test_the_write_ahead_log_is_moved_into_the_file_now_and_then(
    file: Path, store: StoreFile, monkeypatch: pytest.MonkeyPatch, every: int, moved: bool
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
    with closing(StoreFile.open(url)) as writing:
        writing.append([EntryRow("m", 1, "{}")])
        with closing(StoreFile.open(url, read_only=True)) as reading:
            writing.append([EntryRow("m", 2, "{}")])
            assert reading.entries("m") == ["{}", "{}"]


def test_a_store_of_another_version_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    with closing(StoreFile.open(f"sqlite:///{file}")) as store:
        store.writing.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreError, match="has version 99, and this Settebello reads"):
        StoreFile.open(f"sqlite:///{file}", read_only=True)
