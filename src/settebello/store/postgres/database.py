"""The ledger's database: PostgreSQL, by asyncpg."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from settebello.store.interfaces import Peer
from settebello.store.postgres.connections import (
    FAILURES,
    QUICK,
    Pool,
    answered,
    connected,
    reconnected,
    shown,
    unusable,
)
from settebello.store.postgres.contract import SILENCE, Batch, NodeInfo, Owner
from settebello.store.postgres.schema import check_schema
from settebello.store.sqlite import APPLICATION, Unusable
from settebello.table.storage import Conflict, RowsRefused, StoreError

# The session lock of a run; SESSIONS are those that hold it, or wait for it.
LOCK = f"pg_advisory_lock({APPLICATION}, $1::integer)"
SESSIONS = f"""
    FROM pg_locks JOIN pg_database ON pg_locks.database = pg_database.oid
    WHERE datname = current_database() AND locktype = 'advisory' AND objsubid = 2
    AND classid = {APPLICATION}
"""
LOCKED = f"EXISTS (SELECT 1 {SESSIONS} AND objid::bigint = node_runs.run AND granted)"
END_SESSIONS = f"""
    SELECT count(pg_terminate_backend(pid)) {SESSIONS}
    AND objid::bigint = $1 AND pid <> pg_backend_pid()
"""

# One statement fences, keeps a batch from being stored twice, beats and stores. The parts that a
# batch does not have are left out.
ALIVE = """
    WITH alive AS (
        UPDATE node_runs SET batch = $2, beat = clock_timestamp()
        WHERE run = $1 AND batch = $2 - 1 AND NOT fenced RETURNING run
    )
"""
ENTRIES = """, entry AS (
        INSERT INTO entries (match, number, body)
        SELECT g.* FROM alive, unnest({}::text[], {}::integer[], {}::text[]) AS g
    )
"""
HEADERS = """, header AS (
        INSERT INTO matches (match, place, game, phase, listed, changed, summary)
        SELECT g.* FROM alive, unnest({}::text[], {}::text[], {}::text[], {}::text[],
            {}::boolean[], {}::double precision[], {}::text[]) AS g
        ON CONFLICT (match) DO UPDATE SET place = excluded.place, game = excluded.game,
            phase = excluded.phase, listed = excluded.listed, changed = excluded.changed,
            summary = excluded.summary
    ), owned AS (
        INSERT INTO table_owners (place, run)
        SELECT g.place, alive.run FROM alive, unnest({}::text[]) AS g (place)
        ON CONFLICT (place) DO NOTHING
    )
"""
NOTES = """, note AS (
        INSERT INTO progress (match, body, active)
        SELECT g.*, extract(epoch FROM clock_timestamp())
        FROM alive, unnest({}::text[], {}::text[]) AS g
        ON CONFLICT (match) DO UPDATE SET body = excluded.body, active = excluded.active
    )
"""
PLAYERS = """, player AS (
        INSERT INTO players (secret, id, name)
        SELECT g.* FROM alive, unnest({}::text[], {}::text[], {}::text[]) AS g
        ON CONFLICT (secret) DO UPDATE SET name = excluded.name
    )
"""
RELEASED = """, released AS (
        DELETE FROM table_owners USING alive
        WHERE place = ANY ({}::text[]) AND table_owners.run = alive.run
    )
"""

SNAPSHOTS = """, snapshot AS (
        INSERT INTO snapshots AS old (match, number, body)
        SELECT g.* FROM alive, unnest({}::text[], {}::integer[], {}::text[]) AS g
        ON CONFLICT (match) DO UPDATE SET number = excluded.number, body = excluded.body
        WHERE excluded.number > old.number
    )
"""

REVIEWS = """, review AS (
        INSERT INTO reviews (match, seat, body)
        SELECT g.* FROM alive, unnest({}::text[], {}::integer[], {}::text[]) AS g
        ON CONFLICT (match, seat) DO UPDATE SET body = excluded.body
    )
"""

CLAIM = """
    WITH claimant AS (
        SELECT run FROM node_runs WHERE run = $1 AND NOT fenced AND NOT leaving FOR SHARE
    ), claimed AS (
        INSERT INTO table_owners AS old (place, run) SELECT $2, run FROM claimant
        ON CONFLICT (place) DO UPDATE SET run = excluded.run
        WHERE old.run = excluded.run
        OR EXISTS (SELECT 1 FROM node_runs WHERE node_runs.run = old.run AND fenced)
        RETURNING run
    )
    SELECT EXISTS (SELECT 1 FROM claimant) AS able, EXISTS (SELECT 1 FROM claimed) AS claimed
"""
OWNER = f"""
    SELECT run, address, extract(epoch FROM clock_timestamp() - beat)::double precision AS silent,
        {LOCKED} AS locked
    FROM table_owners JOIN node_runs USING (run) WHERE place = $1 AND NOT fenced
"""
PEERS = """
    SELECT run, node, address, rules, leaving FROM node_runs
    WHERE NOT fenced AND run <> $1 AND beat > clock_timestamp() - make_interval(secs => $2)
    ORDER BY run
"""
FENCE = "UPDATE node_runs SET fenced = true WHERE run = $1 AND NOT fenced"
SILENT = "beat <= clock_timestamp() - make_interval(secs => $2)"


class PostgresDatabase:
    """The `Database` of a ledger: one connection that writes and has the lock, and a pool."""

    def __init__(self, url: str, pool: Pool) -> None:
        self._url = url
        self._pool = pool
        self._connection: Any = None

    # With the one connection.

    async def register(self, node: NodeInfo) -> int:
        connection = await connected(self._url)
        try:
            async with asyncio.timeout(3 * QUICK), connection.transaction():
                await connection.execute("SET LOCAL lock_timeout = '5s'")
                await check_schema(connection, self._url)
                # One after the other: what is seen here stays so until this run is there.
                await connection.execute("LOCK TABLE cluster IN EXCLUSIVE MODE")
                await self._admit(connection, node)
                run: int = await connection.fetchval(
                    "INSERT INTO node_runs (node, address, version, rules) VALUES ($1, $2, $3, $4)"
                    " RETURNING run",
                    *(node.name, node.address, node.version),
                    msgspec.json.encode(node.rules).decode(),
                )
                await connection.execute(f"SELECT {LOCK}", run)
        except FAILURES as error:
            connection.terminate()
            raise unusable(self._url, error) from None
        except BaseException:
            connection.terminate()
            raise
        self._connection = connection
        return run

    async def _admit(self, connection: Any, node: NodeInfo) -> None:
        """Raise Unusable if this node may not join those that are there."""
        others = f"SELECT run, node, address, {LOCKED} AS locked FROM node_runs WHERE NOT fenced"
        live: list[Any] = []
        for other in await connection.fetch(others):
            if other["locked"] and other["node"] == node.name:
                raise Unusable("node-taken", node=node.name)
            if other["locked"]:
                live.append(other)
            elif other["node"] == node.name:
                await connection.execute(FENCE, other["run"])
        if live and not (node.address and all(other["address"] for other in live)):
            names = ", ".join(sorted(other["node"] for other in live))
            raise Unusable("node-not-alone", database=shown(self._url), nodes=names)
        known = await connection.fetchrow("SELECT salt, secret FROM cluster")
        if node.secret is None or (known and same_secret(node.secret, *known)):
            return
        if live and known:
            raise Unusable("cluster-secret-other", database=shown(self._url))
        salt = secrets.token_bytes(16)
        await connection.execute(
            "INSERT INTO cluster (salt, secret) VALUES ($1, $2)"
            " ON CONFLICT (one) DO UPDATE SET salt = excluded.salt, secret = excluded.secret",
            *(salt, hash_of(node.secret, salt)),
        )

    async def append(self, run: int, number: int, batch: Batch) -> bool:
        statement, given = appending(batch)
        asked = self._connection.fetchval(statement, run, number, *given)
        try:
            return await answered(self._connection, asked) is True
        except RowsRefused as refused:
            matches = ", ".join(sorted({entry.match for entry in batch.entries}))
            if isinstance(refused, Conflict):
                raise Conflict(f"An entry of match {matches} is stored already.") from None
            raise

    async def outcome(self, run: int) -> tuple[int, bool]:
        question = "SELECT batch, fenced FROM node_runs WHERE run = $1"
        row = await answered(self._connection, self._connection.fetchrow(question, run))
        return row["batch"], row["fenced"]

    async def reconnect(self, run: int) -> None:
        self._connection.terminate()
        self._connection = await reconnected(self._url)
        # When the lock is free, the old session has ended: nothing of it can still be stored.
        for statement in (END_SESSIONS, f"SELECT {LOCK}"):
            await answered(self._connection, self._connection.execute(statement, run))

    # With any connection.

    async def claim(self, run: int, place: str) -> Owner | None:
        while True:
            (row,) = await self._pool.rows(CLAIM, run, place)
            if row["claimed"]:
                return None
            owner = await self.owner(place)
            if owner is not None and owner.run != run:
                return owner
            if not row["able"]:
                raise StoreError("This node is about to stop.")
            # It was released or fenced between the two questions: ask again.

    async def owner(self, place: str) -> Owner | None:
        row = await self._pool.row(OWNER, place)
        return None if row is None else Owner(*row)

    async def refuses(self, address: str) -> bool:
        host, _, port = address.rpartition(":")
        if not host or not port.isdigit():
            return False
        try:
            async with asyncio.timeout(QUICK / 2):
                _, writer = await asyncio.open_connection(host.strip("[]"), int(port))
        except ConnectionRefusedError:
            return True
        except (OSError, ValueError):  # nobody knows: the way there may be closed
            return False
        writer.transport.abort()
        return False

    async def fence(self, run: int, silent: float = 0.0) -> None:
        # A session that hangs in the middle of an append would keep the row from being changed.
        hung = f"EXISTS (SELECT 1 FROM node_runs WHERE run = $1 AND {SILENT})"
        await self._pool.rows(f"{END_SESSIONS} AND {hung}", run, silent)
        await self._pool.rows(f"{FENCE} AND {SILENT}", run, silent)

    async def leave(self, run: int) -> None:
        await self._pool.rows("UPDATE node_runs SET leaving = true WHERE run = $1", run)

    async def peers(self, run: int) -> Sequence[Peer]:
        return [
            Peer(
                row["run"], row["node"], row["address"], decode_rules(row["rules"]), row["leaving"]
            )
            for row in await self._pool.rows(PEERS, run, SILENCE)
        ]

    async def game_number(self) -> int:
        (row,) = await self._pool.rows("SELECT nextval('game_numbers')")
        return int(row[0])

    async def close(self) -> None:
        """Close the connection that writes; the lock is free. The pool is others' too."""
        if self._connection is not None:
            with suppress(Exception):  # it may be lost already
                await self._connection.close(timeout=QUICK / 2)


decode_rules = msgspec.json.Decoder(dict[str, list[int]]).decode


def appending(batch: Batch) -> tuple[str, list[list[object]]]:
    """The statement that stores a batch, and what it is given after the run and the number."""
    statement, given = ALIVE, list[list[object]]()
    owned = columns(batch.headers)
    if owned:
        owned.append(owned[1])  # the places
    for part, lists in (
        (ENTRIES, columns(msgspec.structs.astuple(row) for row in batch.entries)),
        (HEADERS, owned),
        (NOTES, columns(batch.notes)),
        (PLAYERS, columns(batch.players)),
        (RELEASED, columns((place,) for place in batch.released)),
        (SNAPSHOTS, columns(batch.snapshots)),
        (REVIEWS, columns(batch.reviews)),
    ):
        if lists:
            first = len(given) + 3
            statement += part.format(*(f"${first + index}" for index in range(len(lists))))
            given += lists
    return f"{statement} SELECT true FROM alive", given


def columns(rows: Iterable[Sequence[object]]) -> list[list[object]]:
    """Rows as lists of columns; no lists if there are no rows."""
    return [list(column) for column in zip(*rows, strict=True)]


def hash_of(secret: str, salt: bytes) -> bytes:
    return hashlib.scrypt(secret.encode(), salt=salt, n=2**14, r=8, p=1)


def same_secret(secret: str, salt: bytes, hashed: bytes) -> bool:
    return secrets.compare_digest(hash_of(secret, salt), hashed)
