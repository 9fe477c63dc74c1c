"""The proxy of the drills: it does to a line what it says."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator

import asyncpg
import pytest

from postgres import Postgres
from tcp_proxy import WAYS, TcpProxy, Way, proxy_to

MOMENT = 0.3  # seconds in which an answer would have come


class Line:
    """A database, and a proxy before it."""

    def __init__(self, server: Postgres, name: str, proxy: TcpProxy) -> None:
        self.proxy = proxy
        self.url, self._direct = server.url(name, proxy.port), server.url(name)

    def run(self, action: Callable[[asyncpg.Connection], Awaitable[object]]) -> None:
        """Do something with a connection through the proxy; a table `t` is there."""

        async def with_connection() -> None:
            connection = await asyncpg.connect(self.url)
            try:
                await connection.execute("CREATE TABLE IF NOT EXISTS t (x int)")
                await connection.execute("TRUNCATE t")
                await action(connection)
            finally:
                connection.terminate()

        asyncio.run(with_connection())

    async def rows(self) -> list[int]:
        """What is in the table, by another way."""
        connection = await asyncpg.connect(self._direct)
        try:
            return [row["x"] for row in await connection.fetch("SELECT x FROM t ORDER BY x")]
        finally:
            await connection.close()


@pytest.fixture(scope="module")
def line(postgres_server: Postgres) -> Iterator[Line]:
    with proxy_to(postgres_server.port) as proxy:
        yield Line(postgres_server, postgres_server.create(), proxy)


INSERT = "INSERT INTO t SELECT $1::int RETURNING x"
LOST = (OSError, asyncpg.ConnectionDoesNotExistError, asyncpg.InternalClientError)


def test_the_answer_to_a_chosen_statement_is_lost_when_it_is_stored(line: Line) -> None:
    async def lose(connection: asyncpg.Connection) -> None:
        insert = await connection.prepare(INSERT)
        line.proxy.lose("INSERT INTO t")
        assert await connection.fetchval("SELECT 1") == 1
        with pytest.raises(LOST):
            await insert.fetchval(7)
        assert await line.rows() == [7]

    before = line.proxy.stored
    line.run(lose)
    assert (line.proxy.stored - before, line.proxy.armed) == (1, False)


def test_a_chosen_statement_is_lost_before_the_database_gets_it(line: Line) -> None:
    async def lose(connection: asyncpg.Connection) -> None:
        line.proxy.lose("INSERT INTO t", "request", carrying="\0\0\0\x08")
        insert = await connection.prepare(INSERT)
        assert await insert.fetchval(7) == 7
        with pytest.raises(LOST):
            await insert.fetchval(8)
        assert await line.rows() == [7]

    line.run(lose)


def test_a_line_is_cut_and_refused_and_can_be_had_again(line: Line) -> None:
    async def cut(connection: asyncpg.Connection) -> None:
        line.proxy.refuse()
        assert await connection.fetchval("SELECT 1") == 1
        with pytest.raises(OSError, match=r"refused|Connect call failed"):
            await asyncpg.connect(line.url)
        line.proxy.accept()
        line.proxy.cut()
        with pytest.raises(LOST):
            await connection.fetchval("SELECT 1")

    line.run(cut)
    line.run(lambda connection: connection.fetchval("SELECT 1"))


@pytest.mark.parametrize(("ways", "arrives"), [(["up"], []), (["down"], [7]), (WAYS, [])])
def test_a_black_hole_swallows_one_way_or_both_until_it_is_healed(
    ways: list[Way], arrives: list[int], line: Line
) -> None:
    async def swallow(connection: asyncpg.Connection) -> None:
        insert = await connection.prepare(INSERT)
        line.proxy.swallow(*ways)
        asked = asyncio.ensure_future(insert.fetchval(7))
        done, _ = await asyncio.wait([asked], timeout=MOMENT)
        assert not done
        assert await line.rows() == arrives
        line.proxy.heal()
        assert await asked == 7
        assert await line.rows() == [7]

    line.run(swallow)


def test_a_line_is_slow(line: Line) -> None:
    async def wait(connection: asyncpg.Connection) -> None:
        line.proxy.delay = MOMENT
        begun = asyncio.get_running_loop().time()
        await connection.execute("SELECT 1")
        assert asyncio.get_running_loop().time() - begun >= 2 * MOMENT
        line.proxy.heal()

    line.run(wait)
