"""The ledger in PostgreSQL: what is stored, and who owns it."""

from __future__ import annotations

import asyncio

from settebello.table.storage import PlayerRow
from store.helpers import bodies, header, rows
from store.nodes import ask, node, play


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
