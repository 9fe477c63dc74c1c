"""A ledger whose connection is lost, or whose database is away: nothing twice, nothing lost."""

from __future__ import annotations

import asyncio
import random
import time
from typing import Any

import pytest

from postgres import Postgres
from settebello.store.interfaces import Elsewhere
from settebello.store.postgres import connections
from settebello.store.postgres import ledger as module
from settebello.store.postgres.connections import Pool
from settebello.store.postgres.contract import Batch, ConnectionLost
from settebello.store.postgres.database import PostgresDatabase
from settebello.store.postgres.reading import PostgresStore
from settebello.table.storage import Conflict, StoreError
from store.helpers import bodies, header, rows
from store.nodes import SECRET, WAIT, TestNode, ask, node, play, until
from tcp_proxy import Way, proxy_to


class Faulty(PostgresDatabase):
    """Loses connections as it is told: before or after a batch with entries is stored."""

    def __init__(self, url: str, pool: Pool) -> None:
        super().__init__(url, pool)
        self.faults: list[str] = []
        self.resolved = 0

    async def append(self, run: int, number: int, batch: Batch) -> bool:
        fault = self.faults.pop() if batch.entries and self.faults else ""
        if fault == "before":
            self._connection.terminate()
        answer = await super().append(run, number, batch)
        if fault == "after":
            self._connection.terminate()
            self.resolved += 1
            raise ConnectionLost
        return answer


class Away(PostgresDatabase):
    """A database that can be away: nothing gets there, and nothing is answered."""

    away = False

    async def append(self, run: int, number: int, batch: Batch) -> bool:
        if self.away:
            raise ConnectionLost
        return await super().append(run, number, batch)

    async def reconnect(self, run: int) -> None:
        if self.away:
            raise ConnectionLost
        await super().reconnect(run)


def test_a_batch_whose_answer_is_lost_is_stored_once(database: str) -> None:
    async def main() -> None:
        async with node(database, database=Faulty) as a:
            faulty = a.database
            assert isinstance(faulty, Faulty)
            luck = random.Random(7)
            faulty.faults = [luck.choice(["before", "after", ""]) for _ in range(30)]
            for number in range(1, 41):
                twice = a.submitted(rows("m", number), header("m"))
                assert await twice is None
            assert await a.store.entries("m") == bodies("m", 40)
            assert faulty.faults == []
            assert faulty.resolved > 5
            assert (a.ends, a.losses) == ([], 0)

    play(main())


def test_sessions_that_the_database_ends_cost_nothing(database: str) -> None:
    """While many submit; reads are tried again."""

    async def main() -> None:
        async with node(database) as a:
            ending = asyncio.ensure_future(end_sessions(database, 8))
            count = 0
            while not ending.done():
                count += 1
                waiting = [a.submitted(rows(f"m{match}", count)) for match in range(10)]
                assert await asyncio.gather(*waiting) == [None] * 10
                assert await a.store.last_number("m0") == count
            await ending
            for match in range(10):
                assert await a.store.entries(f"m{match}") == bodies(f"m{match}", count)
            assert (a.ends, a.losses) == ([], 0)

    play(main())


async def end_sessions(database: str, times: int) -> None:
    others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
    for _ in range(times):
        await ask(database, f"{others} AND datname = current_database()")
        await asyncio.sleep(0.02)


def test_a_crash_of_the_database_costs_nothing(
    postgres_server: Postgres, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "AWAY", WAIT)  # however slow this machine is

    async def main() -> None:
        async with node(database, "a", "127.0.0.1:1", SECRET) as a:
            await a.ledger.claim("t")
            restarting = asyncio.ensure_future(
                asyncio.to_thread(postgres_server.restart, "immediate")
            )
            stored = 0
            while stored == 0 or not restarting.done():
                assert await a.submitted(rows("m", stored + 1)) is None
                stored += 1
            await restarting
            assert await a.submitted(rows("m", stored + 1)) is None
            assert await a.store.entries("m") == bodies("m", stored + 1)
            await a.ledger.claim("t")
            assert (a.ends, a.losses) == ([], 0)

    play(main())


def test_a_full_disk_is_for_all_of_the_batch_and_the_ledger_goes_on(database: str) -> None:
    async def main() -> None:
        async with node(database) as a:
            await fill_disk(database, True)
            a.ledger.note("m", "noted")
            assert str(await a.submitted(rows("m", 1))) == "The store cannot be used: disk full."
            assert str(a.ledger.failure) == "The store cannot be used: disk full."
            await fill_disk(database, False)
            assert await a.submitted(rows("m", 1)) is None
            assert a.ledger.failure is None
            assert await a.store.progress("m") == "noted"

    play(main())


async def fill_disk(database: str, full: bool) -> None:
    """Have the database fail as it does when it has no room."""
    await ask(database, "DROP TRIGGER IF EXISTS full_disk ON entries")
    if full:
        raising = "RAISE disk_full USING MESSAGE = 'disk full'"
        function = "CREATE OR REPLACE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql"
        await ask(database, f"{function} AS $$ BEGIN {raising}; END $$")
        trigger = "CREATE TRIGGER full_disk BEFORE INSERT ON entries"
        await ask(database, f"{trigger} FOR EACH STATEMENT EXECUTE FUNCTION full_disk()")


def away(a: TestNode, is_away: bool) -> None:
    assert isinstance(a.database, Away)
    a.database.away = is_away


def test_after_some_seconds_without_a_database_everything_is_answered_and_nothing_resent(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "AWAY", 0.6)

    async def main() -> None:
        async with node(database, database=Away) as a:
            assert await a.submitted(rows("m", 1)) is None
            away(a, True)
            waiting = [a.submitted(rows("m", 2)), a.submitted(rows("n", 1))]
            await asyncio.sleep(0)
            waiting.append(a.submitted(rows("m", 3)))
            answers = await asyncio.gather(*waiting)
            assert [type(answer) for answer in answers] == [ConnectionLost] * 3
            assert a.losses == 1
            assert isinstance(a.ledger.failure, ConnectionLost)
            assert isinstance(await a.submitted(rows("m", 2)), ConnectionLost)
            a.ledger.note("m", "noted")
            monkeypatch.setattr(module, "AWAY", WAIT)  # however slow this machine is
            away(a, False)
            while await a.store.progress("m") is None:
                await asyncio.sleep(0.01)
            assert await a.store.entries("m") == bodies("m", 1)
            assert await a.store.entries("n") == []
            assert await a.submitted(rows("m", 2)) is None
            assert (a.ends, a.losses) == ([], 1)

    play(main())


def test_a_ledger_finishes_though_its_database_is_away(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "AWAY", 0.5)

    async def main() -> None:
        async with node(database, database=Away) as a:
            away(a, True)
            waiting = a.submitted(rows("m", 1))
            await a.ledger.finish()
            assert isinstance(await waiting, ConnectionLost)
            assert a.losses == 1
        (row,) = await ask(database, "SELECT fenced FROM node_runs")
        assert not row["fenced"]

    play(main())


def test_a_node_that_slept_tells_nothing_before_it_has_stored_again(database: str) -> None:
    """Its append was answered while it slept, but meanwhile others may have gone on."""
    asleep = 0.0

    class Sleeping(PostgresDatabase):
        async def append(self, run: int, number: int, batch: Batch) -> bool:
            nonlocal asleep
            answer = await super().append(run, number, batch)
            if batch.entries and not asleep:
                asleep = 5.5
            elif asleep:
                held.append(bool(a.ledger.lease and a.ledger.lease.holds))
            return answer

    held: list[bool] = []
    a: TestNode

    async def main() -> None:
        nonlocal a
        clock = lambda: time.monotonic() + asleep  # noqa: E731
        async with node(database, database=Sleeping, clock=clock) as a:
            answer = a.submitted(rows("m", 1))
            while not held:
                assert not answer.done()
                await asyncio.sleep(0)
            assert await answer is None
            assert held[0] is False
            assert a.ledger.lease is not None
            assert a.ledger.lease.holds

    play(main())


def test_a_node_that_slept_and_was_fenced_tells_nothing(database: str) -> None:
    asleep = 0.0

    class Sleeping(PostgresDatabase):
        async def append(self, run: int, number: int, batch: Batch) -> bool:
            nonlocal asleep
            answer = await super().append(run, number, batch)
            if batch.entries:
                asleep = 5.5
                await self.fence(run)
            return answer

    async def main() -> None:
        clock = lambda: time.monotonic() + asleep  # noqa: E731
        async with node(database, database=Sleeping, clock=clock) as a:
            answer = await a.submitted(rows("m", 1))
            assert str(answer) == "The store is closed."
            assert len(a.ends) == 1

    play(main())


def test_no_batch_is_taken_for_another_whose_fate_is_not_known_yet(database: str) -> None:
    class Puzzling(Faulty):
        puzzles = 3

        async def outcome(self, run: int) -> tuple[int, bool]:
            if self.puzzles:
                self.puzzles -= 1
                raise StoreError("The store cannot be used: out of memory.")
            return await super().outcome(run)

    async def main() -> None:
        async with node(database, database=Puzzling) as a:
            assert isinstance(a.database, Puzzling)
            a.database.faults = ["after"]
            first = a.submitted(rows("m", 1))
            await until(lambda: isinstance(a.database, Puzzling) and a.database.puzzles < 3)
            second = a.submitted(rows("m", 2))
            assert (await first, await second) == (None, None)
            assert await a.store.entries("m") == bodies("m", 2)

    play(main())


def test_an_entry_that_is_there_already_is_a_conflict_after_a_lost_answer_too(
    database: str,
) -> None:
    async def main() -> None:
        async with node(database, database=Faulty) as a:
            assert isinstance(a.database, Faulty)
            assert await a.submitted(rows("m", 1)) is None
            a.database.faults = ["before"]
            first, second = a.submitted(rows("m", 1)), a.submitted(rows("n", 1))
            assert isinstance(await first, Conflict)
            assert await second is None

    play(main())


@pytest.mark.parametrize("ways", [("up",), ("down",), ()])
def test_a_line_that_swallows_costs_nothing(
    postgres_server: Postgres, database: str, monkeypatch: pytest.MonkeyPatch, ways: tuple[Way, ...]
) -> None:
    """What was sent arrives late, when it may be stored no more, or its answer never comes."""
    monkeypatch.setattr(module, "AWAY", WAIT)

    async def main() -> None:
        with proxy_to(postgres_server.port) as line:
            url = database.replace(f":{postgres_server.port}/", f":{line.port}/")
            async with node(url) as a:
                monkeypatch.setattr(connections, "QUICK", 0.3)  # now that it is open
                assert await a.submitted(rows("m", 1), header("m")) is None
                stored = 1
                for _ in range(2):
                    line.swallow(*ways)
                    waiting = [
                        a.submitted(rows("m", stored + 1)),
                        a.submitted(rows("m", stored + 2)),
                    ]
                    stored += 2
                    await until(lambda: a.ledger.failure is not None)
                    assert not any(each.done() for each in waiting)
                    line.heal()
                    assert await asyncio.gather(*waiting) == [None] * 2
                    assert await a.store.entries("m") == bodies("m", stored)
                assert (a.ends, a.losses) == ([], 0)

    play(main())


def test_reads_say_that_the_store_does_not_answer(
    postgres_server: Postgres, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "PATIENCE", 0.2)

    async def main() -> None:
        with proxy_to(postgres_server.port) as line:
            url = database.replace(f":{postgres_server.port}/", f":{line.port}/")
            store = await PostgresStore.open(url)
            assert await store.entries("m") == []
            line.refuse()
            line.cut()
            with pytest.raises(StoreError, match="The store does not answer"):
                await store.header("m")
            line.accept()
            assert await store.header("m") is None
            await store.close()
            with pytest.raises(StoreError, match="The store is closed"):
                await store.header("m")

    play(main())


def test_a_place_is_kept_if_nobody_knows_whether_it_was_released(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "AWAY", 0.6)

    async def main() -> None:
        async with (
            node(database, "a", "127.0.0.1:1", SECRET, Away) as a,
            node(database, "b", "127.0.0.1:2", SECRET) as b,
        ):
            await a.ledger.claim("t")
            away(a, True)
            releasing = asyncio.ensure_future(a.ledger.release("t"))
            await asyncio.sleep(0)
            claiming = asyncio.ensure_future(a.ledger.claim("t"))
            with pytest.raises(ConnectionLost):
                await releasing
            away(a, False)
            await until(lambda: a.ledger.failure is None)
            await claiming
            with pytest.raises(Elsewhere):
                await b.ledger.claim("t")
            await a.ledger.release("t")
            await b.ledger.claim("t")

    play(main())


def test_a_connection_that_is_cut_between_two_steps_of_a_question_is_lost(database: str) -> None:
    """As in a process that stood still: the timer that cuts it rings before the second step."""

    async def ask_twice(connection: Any, cut: bool) -> None:
        await connection.fetch("SELECT 1")
        if cut:
            connection.terminate()
        await connection._protocol.no_such_step()  # what asyncpg asks of what is gone by then

    async def look() -> None:
        connection = await connections.connected(database)
        with pytest.raises(AttributeError):  # a mistake stays one
            await connections.answered(connection, ask_twice(connection, cut=False))
        with pytest.raises(ConnectionLost):
            await connections.answered(connection, ask_twice(connection, cut=True))

    asyncio.run(look())
