"""The ledger in PostgreSQL: what is stored, and who owns it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from math import inf

import asyncpg
import pytest

from settebello.store.interfaces import Elsewhere
from settebello.store.postgres import ledger
from settebello.store.postgres.contract import LEASE, SILENCE, Batch
from settebello.table.storage import (
    Conflict,
    EntryRow,
    PlayerRow,
    RowsRefused,
    SnapshotRow,
    StoreError,
)
from store.helpers import bodies, header, rows
from store.nodes import SECRET, ask, node, play, until

REFUSING = "127.0.0.1:1"  # an address at which nothing listens


@asynccontextmanager
async def listening() -> AsyncIterator[str]:
    """An address at which something listens."""
    server = await asyncio.start_server(lambda reader, writer: writer.close(), "127.0.0.1", 0)
    async with server:
        host, port = server.sockets[0].getsockname()
        yield f"{host}:{port}"


def test_what_is_submitted_is_stored(database: str) -> None:
    async def main() -> None:
        async with node(database) as a:
            waiting = [
                a.submitted(rows("m", 1, 2), header("m", phase="open"), notes=[("m", "1")]),
                a.submitted(rows("m", 3), header("m"), players=[PlayerRow("s", "i", "Ann")]),
                a.submitted(rows("n", 1), header("n"), players=[PlayerRow("s", "x", "Bea")]),
            ]
            assert await asyncio.gather(*waiting) == [None] * 3
            assert await a.store.entries("m") == bodies("m", 3)
            assert await a.store.header("m") == header("m")
            assert await a.store.latest("table") == header("n")
            assert await a.store.progress("m") == "1"
            assert await a.store.player("s") == PlayerRow("s", "i", "Bea")
            owners = await ask(database, "SELECT place, run FROM table_owners")
            assert [tuple(row) for row in owners] == [("table", a.ledger.run)]

    play(main())


def test_a_conflict_a_gap_or_a_nul_is_for_the_one_who_made_it(database: str) -> None:
    async def main() -> None:
        async with node(database) as a:
            assert await a.submitted(rows("taken", 1)) is None
            a.ledger.note("b", "noted")
            answers = await asyncio.gather(
                a.submitted(rows("a", 1), header("a")),
                a.submitted([EntryRow("taken", 1, "hidden")], header("taken")),
                a.submitted(rows("b", 1)),
                a.submitted(rows("b", 3)),
                a.submitted(rows("b", 2)),
                a.submitted(rows("a", 1)),
                a.submitted([EntryRow("c", 1, "hid\0den")]),
                a.submitted([EntryRow("c", 1, "hid\ud800den")]),
                a.submitted([EntryRow("c", 0, "hidden")]),
                a.submitted([EntryRow("c", 2**40, "hidden")]),
                a.submitted([], header("c", phase="hidden")),
            )
            assert [type(answer) for answer in answers] == [
                type(None), Conflict, type(None), RowsRefused, type(None), Conflict,
                RowsRefused, RowsRefused, RowsRefused, RowsRefused, RowsRefused,
            ]  # fmt: skip
            assert str(answers[1]) == "An entry of match taken is stored already."
            assert "hid" not in repr(answers)
            assert {answer.__traceback__ for answer in answers if answer} == {None}
            assert await a.store.entries("a") == bodies("a", 1)
            assert await a.store.entries("b") == bodies("b", 2)
            assert await a.store.entries("c") == []
            headers = [await a.store.header(match) for match in ("a", "b", "c")]
            assert headers == [header("a"), None, None]
            assert await a.submitted(rows("b", 3)) is None  # notes are stored by now
            assert await a.store.progress("b") == "noted"
            assert a.ledger.alive

    play(main())


@pytest.mark.parametrize(
    "change", ["UPDATE entries SET body = ''", "DELETE FROM entries", "TRUNCATE entries"]
)
def test_entries_are_never_changed(database: str, change: str) -> None:
    async def main() -> None:
        async with node(database) as a:
            assert await a.submitted(rows("m", 1)) is None
            with pytest.raises(asyncpg.IntegrityConstraintViolationError, match="never changed"):
                await ask(database, change)
            assert await a.store.entries("m") == bodies("m", 1)

    play(main())


def test_a_note_is_stored_with_the_next_beat(database: str) -> None:
    async def main() -> None:
        async with node(database) as a:
            a.ledger.note("m", "old")
            a.ledger.note("m", "new")
            while await a.store.progress("m") is None:
                await asyncio.sleep(0.01)
            assert await a.store.progress("m") == "new"
            (row,) = await ask(
                database, "SELECT abs(active - extract(epoch FROM now())) FROM progress"
            )
            assert row[0] < 60

    play(main())


def test_a_ledger_that_finishes_has_written_everything_and_fenced_itself(database: str) -> None:
    async def main() -> None:
        async with node(database) as a:
            waiting = [a.submitted(rows("m", number)) for number in range(1, 101)]
            a.ledger.note("m", "noted")
            await a.ledger.finish()
            assert await asyncio.gather(*waiting) == [None] * 100
            assert str(await a.submitted(rows("m", 101))) == "The store is closed."
            assert await a.store.entries("m") == bodies("m", 100)
            assert await a.store.progress("m") == "noted"
            (row,) = await ask(database, "SELECT fenced, batch FROM node_runs")
            assert row["fenced"]
            assert a.ends == []
        async with node(database) as again:  # the name is free
            assert again.ledger.run > a.ledger.run

    play(main())


# Owning.


def test_a_place_belongs_to_one_node_until_it_is_released(database: str) -> None:
    async def main() -> None:
        async with (
            node(database, "a", "127.0.0.1:1", SECRET, scopa=[1, 2]) as a,
            node(database, "b", "127.0.0.1:2", SECRET) as b,
        ):
            (peer,) = b.ledger.peers  # it is known at once who is there
            assert peer == (a.ledger.run, "a", "127.0.0.1:1", {"scopa": [1, 2]}, False)
            await a.ledger.claim("t")
            await a.ledger.claim("t")
            with pytest.raises(Elsewhere) as elsewhere:
                await b.ledger.claim("t")
            assert (elsewhere.value.address, elsewhere.value.run) == ("127.0.0.1:1", a.ledger.run)
            other = await b.ledger.owner("t")
            assert other is not None
            assert other.run == a.ledger.run
            assert await a.ledger.owner("t") is None
            assert await b.ledger.owner("nobody's") is None

            await b.ledger.release("t")  # it is not theirs
            with pytest.raises(Elsewhere):
                await b.ledger.claim("t")
            a.ledger.note("m", "noted")
            await a.ledger.release("t")
            assert await b.store.progress("m") == "noted"
            await b.ledger.claim("t")
            with pytest.raises(Elsewhere):
                await a.ledger.claim("t")

            await a.ledger.leave()
            with pytest.raises(Elsewhere):
                await a.ledger.claim("t")
            with pytest.raises(StoreError, match="This node is about to stop"):
                await a.ledger.claim("another")
            await until(lambda: b.ledger.peers[0].leaving)

    play(main())


def test_of_many_who_claim_at_once_exactly_one_wins(database: str) -> None:
    async def main() -> None:
        async with AsyncExitStack() as nodes:
            gone = await nodes.enter_async_context(node(database, "gone", REFUSING, SECRET))
            places = [f"t{number}" for number in range(20)]
            for place in places[:10]:
                await gone.ledger.claim(place)
            await gone.vanish()
            live = [
                await nodes.enter_async_context(node(database, name, REFUSING, SECRET))
                for name in "abc"
            ]
            claims = [each.ledger.claim(place) for place in places for each in live]
            answers = await asyncio.gather(*claims, return_exceptions=True)
            for number, place in enumerate(places):
                of_place = answers[3 * number : 3 * number + 3]
                assert of_place.count(None) == 1
                (row,) = await ask(database, "SELECT run FROM table_owners WHERE place = $1", place)
                assert row["run"] == live[of_place.index(None)].ledger.run
                others = [answer for answer in of_place if isinstance(answer, Elsewhere)]
                assert [answer.run for answer in others] == [row["run"]] * 2

    play(main())


def test_what_a_killed_node_owned_is_taken_over_at_once(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ledger, "FREE", inf)  # by the rule for a free lock alone it would be never

    async def main() -> None:
        async with node(database, "a", REFUSING, SECRET) as a:
            assert await a.submitted(rows("m", 1), header("m", table="t")) is None
            async with node(database, "b", REFUSING, SECRET) as b:
                with pytest.raises(Elsewhere):
                    await b.ledger.claim("t")
                await a.vanish()
                await b.ledger.claim("t")
                assert await b.store.entries("m") == bodies("m", 1)
                # Whatever was still to come of it comes too late.
                await a.database.reconnect(a.ledger.run)
                late = Batch(rows("m", 2), snapshots=[SnapshotRow("m", 1, "{}")])
                assert not await a.database.append(a.ledger.run, a.ledger._batch + 1, late)
                assert await a.database.outcome(a.ledger.run) == (a.ledger._batch, True)
                assert await b.submitted(rows("m", 2)) is None
                assert await b.store.snapshot("m") is None

    play(main())


def test_a_node_that_connects_again_is_not_fenced(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lock is free for a moment, but the process is there."""
    monkeypatch.setattr(ledger, "FREE", inf)  # however slow this machine is

    async def main() -> None:
        async with listening() as address, node(database, "a", address, SECRET) as a:
            await a.ledger.claim("t")
            async with node(database, "b", REFUSING, SECRET) as b:
                for _ in range(2):
                    a.database._connection.terminate()
                    with pytest.raises(Elsewhere):
                        await b.ledger.claim("t")
                assert await a.submitted(rows("m", 1)) is None
                assert a.ends == []

    play(main())


def test_a_node_whose_lock_stays_free_is_fenced_when_its_lease_has_ended(database: str) -> None:
    """Until then it may tell what it knows, though another would have its tables already."""

    async def main() -> None:
        async with listening() as address, node(database, "a", address, SECRET) as a:
            await a.ledger.claim("t")
            until = a.ledger._sent + LEASE
            await a.vanish()  # but something listens at its address
            async with node(database, "b", REFUSING, SECRET) as b:
                await b.ledger.claim("t")
                assert time.monotonic() >= until

    play(main())


def test_a_node_that_was_silent_and_is_back_is_not_fenced(database: str) -> None:
    async def main() -> None:
        async with (
            node(database, "a", REFUSING, SECRET) as a,
            node(database, "b", REFUSING, SECRET) as b,
        ):
            await b.database.fence(a.ledger.run, LEASE)
            assert await a.submitted(rows("m", 1)) is None
            await b.database.fence(a.ledger.run)
            await a.ended.wait()

    play(main())


def test_a_silent_node_is_fenced_by_one_that_has_been_well_for_long(database: str) -> None:
    async def main() -> None:
        async with node(database, "a", REFUSING, SECRET) as a:
            await a.ledger.claim("t")
            a.ledger._writer.cancel()  # it hangs, but its session is there
            await asyncio.wait([a.ledger._writer])
            old = "UPDATE node_runs SET beat = beat - interval '1 hour' WHERE run = $1"
            await ask(database, old, a.ledger.run)
            async with node(database, "b", REFUSING, SECRET) as b:
                with pytest.raises(Elsewhere):
                    await b.ledger.claim("t")
                b.ledger._well_since = b.ledger._clock() - SILENCE
                await b.ledger.claim("t")
                with pytest.raises(StoreError):  # its session was ended
                    await a.database.outcome(a.ledger.run)

    play(main())


def test_a_fenced_run_ends_once_and_tells_nobody_that_anything_is_stored(database: str) -> None:
    async def main() -> None:
        async with (
            node(database, "a", REFUSING, SECRET) as a,
            node(database, "b", REFUSING, SECRET) as b,
        ):
            await b.ledger.fence(a.ledger.run)
            answer = await a.submitted(rows("m", 1))
            assert str(answer) == "The store is closed."
            await a.ended.wait()
            assert a.ends == ["Another node has taken over: this run has been fenced."]
            assert not a.ledger.alive
            assert await b.store.entries("m") == []
            with pytest.raises(StoreError):
                await a.ledger.claim("t")
        assert len(a.ends) == 1

    play(main())


@pytest.mark.parametrize("part", ["append", "peers"])
def test_a_part_that_fails_ends_the_run(database: str, part: str) -> None:
    async def main() -> None:
        async with node(database) as a:

            async def fail(*given: object) -> None:
                raise ZeroDivisionError

            setattr(a.database, part, fail)
            await a.ended.wait()
            assert len(a.ends) == 1
            assert "ZeroDivisionError" in a.ends[0]
            assert not a.ledger.alive

    play(main())
