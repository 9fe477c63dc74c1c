"""Reading a store in PostgreSQL: the same questions and answers as for SQLite in a file."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from settebello.store.postgres.connections import FAILURES, QUICK, Pool, connected, unusable
from settebello.store.postgres.schema import check_schema
from settebello.table.storage import (
    LogDamaged,
    MatchHeader,
    PlayerRow,
    RowsRefused,
    SnapshotRow,
    StoredTable,
)

HEADERS = "SELECT match, place, game, phase, listed, changed, summary FROM matches"
STORED = """
    SELECT found.match, place, game, phase, listed, changed, summary,
        progress.body AS progress, snapshots.number, snapshots.body,
        (SELECT entries.body FROM entries WHERE entries.match = found.match AND entries.number = 1)
            AS opened,
        log.numbers, log.bodies
    FROM (SELECT * FROM matches WHERE place = $1 ORDER BY begun DESC LIMIT 1) AS found
    LEFT JOIN progress ON progress.match = found.match
    LEFT JOIN snapshots ON snapshots.match = found.match
    CROSS JOIN LATERAL (
        SELECT array_agg(tail.number) AS numbers, array_agg(tail.body) AS bodies FROM (
            SELECT entries.number, entries.body FROM entries
            WHERE entries.match = found.match
            AND entries.number > greatest(1, coalesce(snapshots.number, 0))
            ORDER BY entries.number LIMIT $2
        ) AS tail
    ) AS log
"""


class PostgresStore:
    """An open store. Reads are tried again for some seconds, then StoreError is raised."""

    folder: Path | None = None  # its files are the database's

    def __init__(self, pool: Pool) -> None:
        self.pool = pool

    @classmethod
    async def open(cls, url: str) -> PostgresStore:
        """The store at this URL; raises Unusable if there is none, or one of another version."""
        connection = await connected(url)
        try:
            async with asyncio.timeout(QUICK):
                await check_schema(connection, url)
        except FAILURES as error:
            raise unusable(url, error) from None
        finally:
            connection.terminate()
        return cls(Pool(url))

    async def close(self) -> None:
        self.pool.close()

    async def entries(self, match: str, limit: int = -1, after: int = 0) -> list[str]:
        """The bodies of a match's entries after a number, at most `limit`; StoreError at a gap."""
        log = "SELECT number, body FROM entries WHERE match = $1 AND number > $2"
        wanted = None if limit < 0 else limit
        rows = await self._rows(f"{log} ORDER BY number LIMIT $3", match, after, wanted)
        check_gaps(match, after, [number for number, _ in rows])
        return [body for _, body in rows]

    async def last_number(self, match: str) -> int:
        """The number of the last entry of a match, or StoreError if there is none."""
        for (number,) in await self._rows(
            "SELECT max(number) FROM entries WHERE match = $1", match
        ):
            if number is not None:
                return int(number)
        raise LogDamaged(f"The log of match {match} lacks entry 1.")

    async def header(self, match: str) -> MatchHeader | None:
        return await self._header("WHERE match = $1", match)

    async def latest(self, table: str) -> MatchHeader | None:
        """The last match that began at a table."""
        return await self._header("WHERE place = $1 ORDER BY begun DESC LIMIT 1", table)

    async def unfinished(
        self, limit: int | None = None, listed_only: bool = False, open_only: bool = False
    ) -> list[MatchHeader]:
        """The matches that are open or being played, the newest first."""
        phases = "('open')" if open_only else "('open', 'playing')"
        listed = "AND listed" if listed_only else ""
        which = f"WHERE phase IN {phases} {listed} ORDER BY begun DESC LIMIT $1"
        return await self._headers(which, limit)

    async def idle(self, since: float) -> list[MatchHeader]:
        """The matches being played in which nobody has moved or connected since then."""
        active = "SELECT 1 FROM progress WHERE match = matches.match AND active >= $1"
        which = f"WHERE phase = 'playing' AND changed < $1 AND NOT EXISTS ({active})"
        return await self._headers(f"{which} ORDER BY changed, begun", since)

    async def finished(
        self,
        limit: int,
        before: str | None = None,
        table: str | None = None,
        listed_only: bool = False,
    ) -> list[MatchHeader]:
        """The matches that are over, the newest first; the next page is `before` the last id."""
        which, given = "WHERE phase = 'over'", list[object]([limit])
        if listed_only:
            which += " AND listed"
        if table is not None:
            given.append(table)
            which += f" AND place = ${len(given)}"
        if before is not None:
            given.append(before)
            last = f"SELECT changed, begun FROM matches WHERE match = ${len(given)}"
            which += f" AND (changed, begun) < ({last})"
        return await self._headers(f"{which} ORDER BY changed DESC, begun DESC LIMIT $1", *given)

    async def progress(self, match: str) -> str | None:
        """The last progress that was noted of a match."""
        body: str
        for (body,) in await self._rows("SELECT body FROM progress WHERE match = $1", match):
            return body
        return None

    async def load(self, table: str, limit: int) -> StoredTable | None:
        """What is stored of a table, with at most `limit` entries; StoreError at a gap."""
        for *header, progress, number, body, opened, numbers, bodies in await self._rows(
            STORED, table, limit
        ):
            found = MatchHeader(*header)
            snapshot = None if number is None else SnapshotRow(found.match, number, body)
            stored = StoredTable(found, progress, snapshot, opened, bodies or [])
            check_gaps(found.match, stored.after, numbers or [])
            return stored
        return None

    async def snapshot(self, match: str) -> SnapshotRow | None:
        """The last snapshot of a match."""
        question = "SELECT match, number, body FROM snapshots WHERE match = $1"
        for row in await self._rows(question, match):
            return SnapshotRow(*row)
        return None

    async def review(self, match: str, seat: int) -> str | None:
        """The body of the review that was kept of a seat."""
        question = "SELECT body FROM reviews WHERE match = $1 AND seat = $2"
        body: str
        for (body,) in await self._rows(question, match, seat):
            return body
        return None

    async def player(self, secret: str) -> PlayerRow | None:
        """The player who has registered with a secret of this hash."""
        players = "SELECT secret, id, name FROM players WHERE secret = $1"
        for row in await self._rows(players, secret):
            return PlayerRow(*row)
        return None

    async def _header(self, which: str, *given: object) -> MatchHeader | None:
        return next(iter(await self._headers(which, *given)), None)

    async def _headers(self, which: str, *given: object) -> list[MatchHeader]:
        return [MatchHeader(*row) for row in await self._rows(f"{HEADERS} {which}", *given)]

    async def _rows(self, question: str, *given: object) -> list[Any]:
        try:
            return await self.pool.rows(question, *given)
        except RowsRefused:  # there is nothing with a name that cannot be stored
            return []


def check_gaps(match: str, after: int, numbers: Sequence[int]) -> None:
    """Raise LogDamaged unless these numbers follow this one, each the one before it."""
    for wanted, number in enumerate(numbers, start=after + 1):
        if number != wanted:
            raise LogDamaged(f"The log of match {match} lacks entry {wanted}.")
