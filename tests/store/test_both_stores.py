"""A store answers alike, in a file of SQLite and in PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from settebello.store.interfaces import Ledger, Store
from settebello.store.sqlite import StoreFile
from settebello.store.sqlite_store import SqliteStore
from settebello.store.writer import Writer
from settebello.table.storage import (
    Conflict,
    EntryRow,
    PlayerRow,
    ReviewRow,
    RowsRefused,
    SnapshotRow,
    StoredTable,
    StoreError,
)
from store.helpers import bodies, header, names, rows
from store.nodes import node, play


class Both:
    """A store that is open, with its ledger."""

    def __init__(self, store: Store, ledger: Ledger) -> None:
        self.store, self.ledger = store, ledger

    async def add(self, *given: Any, **more: Any) -> StoreError | None:
        """Store this: what became of it."""
        future: asyncio.Future[StoreError | None] = asyncio.get_running_loop().create_future()
        entries, *headers = given
        self.ledger.submit(entries, headers, future.set_result, **more)
        return await future


Making = Callable[[], AbstractAsyncContextManager[Both]]


@pytest.fixture(params=["sqlite", "postgres"])
def both(request: pytest.FixtureRequest, tmp_path: Path) -> Making:
    url = request.getfixturevalue("database") if request.param == "postgres" else None

    @asynccontextmanager
    async def opened() -> AsyncIterator[Both]:
        if url is not None:
            async with node(url) as a:
                yield Both(a.store, a.ledger)
            return
        file = StoreFile.open(f"sqlite:///{tmp_path / 'games.db'}")
        made = Both(SqliteStore(file), Writer(file, asyncio.get_running_loop()))
        yield made
        await made.ledger.finish()
        await made.store.close()

    return opened


def test_entries_come_back_in_order_and_in_pages(both: Making) -> None:
    async def main() -> None:
        async with both() as made:
            assert await made.add([*rows("b", 1, 2), *rows("a", 1)]) is None
            assert await made.add(rows("b", *range(3, 13))) is None
            assert await made.store.entries("b") == bodies("b", 12)
            assert await made.store.entries("b", 5) == bodies("b", 5)
            assert await made.store.entries("b", 5, 10) == bodies("b", 12)[10:]
            assert await made.store.entries("b", after=12) == []
            assert await made.store.entries("b", 0) == []
            assert await made.store.last_number("b") == 12
            for unknown in ("c", "", "è"):
                assert await made.store.entries(unknown) == []
                with pytest.raises(StoreError, match="lacks entry 1"):
                    await made.store.last_number(unknown)

    play(main())


def test_a_body_comes_back_as_it_was(both: Making) -> None:
    texts = ["", "null", r'{"a": "\"\\\u0000\ud800"}', "\t\r\n\x7f '", "è € 🂡 ??", "x" * 100_000]

    async def main() -> None:
        async with both() as made:
            for number, body in enumerate(texts, 1):
                entry = EntryRow("m", number, body)
                assert await made.add([entry], notes=[("m", body)]) is None
                assert await made.store.progress("m") == body
            assert await made.store.entries("m") == texts

    play(main())


@pytest.mark.parametrize(
    ("entries", "error"),
    [
        (rows("m", 1), Conflict), (rows("m", 2), Conflict), (rows("n", 1, 1), Conflict),
        (rows("m", 4), RowsRefused), (rows("m", 3, 5), RowsRefused), (rows("n", 0), RowsRefused),
        (rows("n", 2), RowsRefused), (rows("n", -1), RowsRefused),
        ([EntryRow("n", 1, "\ud800")], RowsRefused),
    ],
)  # fmt: skip
def test_rows_that_are_refused_are_stored_with_nothing_that_came_along(
    both: Making, entries: list[EntryRow], error: type[StoreError]
) -> None:
    async def main() -> None:
        async with both() as made:
            assert await made.add(rows("m", 1, 2), header("m", phase="open")) is None
            players = [PlayerRow("s", "i", "Ann")]
            came = await made.add(
                [*rows("o", 1), *entries], header("m"), notes=[("m", "1")], players=players
            )
            assert type(came) is error
            assert await made.store.entries("m") == bodies("m", 2)
            assert await made.store.entries("o") == await made.store.entries("n") == []
            assert await made.store.header("m") == header("m", phase="open")
            assert await made.store.progress("m") is None
            assert await made.store.player("s") is None

    play(main())


def test_a_table_is_loaded_with_all_that_brings_it_back(both: Making) -> None:
    async def main() -> None:
        async with both() as made:
            store, log = made.store, bodies("m", 9)
            assert await store.load("table", 5) is None
            assert await made.add(rows("old", 1), header("old")) is None
            assert await made.add(rows("m", *range(1, 10)), header("m"), notes=[("m", "1")]) is None
            assert await store.load("table", 5) == StoredTable(
                header("m"), "1", None, log[0], log[1:6]
            )
            assert await store.load("table", 0) == StoredTable(header("m"), "1", None, log[0], [])
            assert await store.snapshot("m") is None
            kept = SnapshotRow("m", 4, '{"è": 1}')
            made.ledger.keep(kept)
            assert await made.add(rows("n", 1)) is None
            assert await store.snapshot("m") == kept
            stored = await store.load("table", 3)
            assert stored == StoredTable(header("m"), "1", kept, log[0], log[4:7])
            assert stored.after == 4
            assert await made.add([], header("empty", "other")) is None
            assert await store.load("other", 3) == StoredTable(
                header("empty", "other"), None, None, None, []
            )

    play(main())


def test_only_a_newer_snapshot_takes_the_place_of_one(both: Making) -> None:
    async def main() -> None:
        async with both() as made:
            assert await made.add(rows("m", *range(1, 10)), header("m")) is None
            for number, stays in ((5, 5), (3, 5), (5, 5), (8, 8)):
                made.ledger.keep(SnapshotRow("m", number, f'"{number}"'))
                made.ledger.note("m", str(number))
                assert await made.add([]) is None
                assert await made.store.snapshot("m") == SnapshotRow("m", stays, f'"{stays}"')

    play(main())


def test_a_snapshot_that_is_refused_takes_nothing_along(both: Making) -> None:
    async def main() -> None:
        async with both() as made:
            made.ledger.keep(SnapshotRow("m", 1, "\ud800"))
            assert await made.add(rows("m", 1), header("m"), notes=[("m", "1")]) is None
            assert await made.store.load("table", 5) == StoredTable(
                header("m"), "1", None, bodies("m", 1)[0], []
            )

    play(main())


def test_a_review_is_kept_by_match_and_seat_and_the_newest_counts(both: Making) -> None:
    async def main() -> None:
        async with both() as made:
            assert await made.store.review("m", 0) is None
            for body in ("1", '{"è": 2}'):
                rows_of_both = [ReviewRow("m", 0, body), ReviewRow("m", 1, "3")]
                assert await made.add([], reviews=rows_of_both) is None
                assert await made.store.review("m", 0) == body
            assert await made.store.review("m", 1) == "3"
            assert await made.store.review("n", 0) is None
            assert await made.add([], reviews=[ReviewRow("m", 2, "\ud800")]) is not None
            assert await made.store.review("m", 2) is None

    play(main())


def test_headers_are_found_by_match_table_and_phase(both: Making) -> None:
    listed = [
        header("a", "t1", "open"),
        header("b", "t1", "playing", changed=5.0),
        header("c", "t2", "over", changed=3.0),
        header("d", "t2", "over", listed=False, changed=4.0),
        header("e", "t2", "over", changed=3.0),
        header("f", "t3", "closed"),
        header("g", "t1", "playing", listed=False, changed=2.0),
    ]

    async def main() -> None:
        async with both() as made:
            for each in listed:
                assert await made.add([], each) is None
            store = made.store
            assert await made.add([], header("a", "t1", "playing", changed=9.0)) is None
            assert await store.header("a") == header("a", "t1", "playing", changed=9.0)
            assert await store.header("x") is None
            assert await store.latest("t1") == listed[6]  # the order in which they came stays
            assert await store.latest("t9") is None
            assert names(await store.unfinished()) == ["g", "b", "a"]
            assert names(await store.unfinished(1)) == ["g"]
            assert names(await store.unfinished(listed_only=True)) == ["b", "a"]
            assert names(await store.finished(9)) == ["d", "e", "c"]
            assert names(await store.finished(1, "d")) == ["e"]
            assert names(await store.finished(9, "e")) == ["c"]
            assert names(await store.finished(9, "unknown")) == []
            assert names(await store.finished(9, table="t2", listed_only=True)) == ["e", "c"]
            assert names(await store.finished(9, "e", "t2", True)) == ["c"]
            assert names(await store.finished(9, table="t1")) == []

    play(main())


def test_a_match_is_idle_when_nobody_has_done_anything_in_it(both: Making) -> None:
    async def main() -> None:
        async with both() as made:
            for match in ("old", "noted", "over", "new"):
                phase = "over" if match == "over" else "playing"
                changed = 50.0 if match == "new" else 1.0
                assert await made.add([], header(match, phase=phase, changed=changed)) is None
            assert await made.add([], notes=[("noted", "{}")]) is None
            assert names(await made.store.idle(40.0)) == ["old"]
            assert names(await made.store.idle(60.0)) == ["old", "new"]
            assert len(await made.store.idle(1e11)) == 3

    play(main())


def test_the_newest_of_a_batch_counts(both: Making) -> None:
    """What is submitted at once is stored at once, though it may be about the same."""

    async def main() -> None:
        async with both() as made:
            made.ledger.note("m", "older")
            answers = await asyncio.gather(
                *(
                    made.add(
                        rows("m", number),
                        header("m", changed=float(number)),
                        header(f"m{number}"),
                        notes=[("m", str(number))],
                        players=[PlayerRow("s", "i", f"Ann {number}")],
                    )
                    for number in range(1, 21)
                )
            )
            assert answers == [None] * 20
            assert await made.store.header("m") == header("m", changed=20.0)
            assert await made.store.progress("m") == "20"
            assert await made.store.player("s") == PlayerRow("s", "i", "Ann 20")
            assert await made.store.latest("table") == header("m20")
            # An id is one player's.
            thief = await made.add([], players=[PlayerRow("other", "i", "Bea")])
            assert type(thief) is RowsRefused

    play(main())


def test_names_that_cannot_be_are_nobodys(both: Making) -> None:
    async def main() -> None:
        async with both() as made:
            for name in ("\0", "a\0b"):
                assert await made.store.header(name) is None
                assert await made.store.latest(name) is None
                assert await made.store.player(name) is None
                assert await made.store.entries(name) == []

    play(main())
