"""A whole store in PostgreSQL, for the commands that move or check it and look after its nodes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import asyncpg

from settebello.store.moving import COLUMNS, PAGE, Row, question
from settebello.store.postgres.connections import connected, shown
from settebello.store.postgres.database import END_SESSIONS, FENCE, LOCKED
from settebello.store.postgres.schema import check_schema
from settebello.store.sqlite import Unusable
from settebello.table.storage import StoreError

PATIENCE = "5s"  # to wait for what others have locked
# It keeps nodes from starting, and any that hang from storing.
NO_NODES = "LOCK TABLE node_runs IN SHARE ROW EXCLUSIVE MODE"


class PostgresRows:
    """All rows of a store, by one connection in one transaction."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection

    async def count(self, table: str) -> int:
        return int(await self._connection.fetchval(f"SELECT count(*) FROM {table}"))

    async def pages(self, table: str) -> AsyncIterator[list[Row]]:
        cursor = await self._connection.cursor(question(table))
        while rows := await cursor.fetch(PAGE):
            yield [tuple(row) for row in rows]

    async def add(self, table: str, rows: Sequence[Row]) -> None:
        await self._connection.copy_records_to_table(table, records=rows, columns=COLUMNS[table])

    async def number_games(self, after: int) -> None:
        # Not below where it is, for the clock of the other store may have been wrong.
        await self._connection.execute(
            "SELECT setval('game_numbers', greatest($1, nextval('game_numbers')))", after
        )


@asynccontextmanager
async def whole_store(url: str, new: bool = False) -> AsyncIterator[PostgresRows]:
    """The rows of a store that no node uses; what is added is stored at the end of this.

    Raises Unusable if the database is away, is no store of this version, is used by a node or,
    when the store has to be `new`, is not empty.
    """
    async with one_connection(url) as connection, connection.transaction():
        await connection.execute(f"SET LOCAL lock_timeout = '{PATIENCE}'")
        await check_unused(connection, url)
        await connection.execute(NO_NODES)
        await check_unused(connection, url)
        rows = PostgresRows(connection)
        if new and any([await rows.count(table) for table in COLUMNS]):
            raise Unusable("target-not-empty", target=shown(url))
        yield rows


async def check_unused(connection: Any, url: str) -> None:
    using = await connection.fetch(f"SELECT node FROM node_runs WHERE NOT fenced AND {LOCKED}")
    if using:
        names = ", ".join(sorted(row["node"] for row in using))
        raise Unusable("store-has-nodes", database=shown(url), nodes=names)


@asynccontextmanager
async def one_connection(url: str) -> AsyncIterator[Any]:
    """A connection to a store of this version; what fails is raised as Unusable."""
    connection = await connected(url)
    try:
        await check_schema(connection, url)
        yield connection
    except asyncpg.LockNotAvailableError:
        raise Unusable("database-busy", database=shown(url)) from None
    except asyncpg.PostgresError as error:
        reason = str(error.args[0])  # without the detail, which quotes rows
        raise Unusable("store-not-opened", file=shown(url), reason=reason) from None
    except (asyncpg.InterfaceError, asyncpg.InternalClientError, OSError):
        raise StoreError("The store does not answer.") from None
    finally:
        connection.terminate()


# What the check of a store looks at besides its matches.


class Ownership(NamedTuple):
    """What is known of the nodes of a store."""

    alive: int  # nodes that run now
    lost: Sequence[str]  # places that belong to a run that never was


async def ids_of(url: str) -> tuple[list[str], Ownership]:
    """The ids of all matches, those without a header last, and who owns their tables."""
    lost = "SELECT DISTINCT match FROM entries WHERE match NOT IN (SELECT match FROM matches)"
    nobodys = "SELECT place FROM table_owners WHERE run NOT IN (SELECT run FROM node_runs)"
    alive = f"SELECT count(*) FROM node_runs WHERE NOT fenced AND {LOCKED}"
    async with one_connection(url) as connection:
        begun = await connection.fetch("SELECT match FROM matches ORDER BY begun")
        ids = [row[0] for row in [*begun, *await connection.fetch(lost)]]
        places = [row[0] for row in await connection.fetch(f"{nobodys} ORDER BY place")]
        return ids, Ownership(int(await connection.fetchval(alive)), places)


# The nodes.


class NodeRun(NamedTuple):
    """A run that is not fenced."""

    run: int
    node: str
    address: str
    version: str
    silent: float  # seconds since its last beat, by the database's clock
    tables: int  # that belong to it
    locked: bool  # whether its session is there: else it is gone
    leaving: bool


async def node_runs(url: str) -> tuple[list[NodeRun], int]:
    """The runs that are not fenced, and how many tables belong to runs that are."""
    tables = "(SELECT count(*) FROM table_owners WHERE table_owners.run = node_runs.run)"
    runs = f"""
        SELECT run, node, address, version,
            extract(epoch FROM clock_timestamp() - beat)::double precision,
            {tables}, {LOCKED}, leaving
        FROM node_runs WHERE NOT fenced ORDER BY run
    """
    left = "SELECT count(*) FROM table_owners JOIN node_runs USING (run) WHERE fenced"
    async with one_connection(url) as connection:
        found = [NodeRun(*row) for row in await connection.fetch(runs)]
        return found, int(await connection.fetchval(left))


async def fence_run(url: str, run: int) -> str:
    """Fence a run, so that it stores nothing any more; returns the name of its node.

    Raises Unusable if there is no such run, or if it is fenced already.
    """
    async with one_connection(url) as connection:
        row = await connection.fetchrow("SELECT node, fenced FROM node_runs WHERE run = $1", run)
        if row is None or row["fenced"]:
            why = "no-such-run" if row is None else "run-fenced"
            raise Unusable(why, database=shown(url), run=run)
        # A session that hangs in the middle of an append would keep the row from being changed.
        await connection.execute(END_SESSIONS, run)
        await connection.execute(FENCE, run)
        return str(row["node"])
