"""How many appends a second one PostgreSQL takes: `make bench-appends`.

Runs append to a temporary PostgreSQL in parallel, each by a connection of its own as a node has
it, batch after batch. The files are on a disk, and each batch is synced before it is answered. The
sizes take turns, and the median of their windows counts.
"""

import argparse
import asyncio
import gc
import os
import platform
import statistics
from itertools import count
from typing import NamedTuple

import uvloop

from server_load import now
from server_process import CORES, Database, database_in
from settebello.store.postgres.connections import Pool
from settebello.store.postgres.contract import Batch, NodeInfo
from settebello.store.postgres.database import PostgresDatabase
from settebello.store.postgres.schema import migrate
from settebello.table.storage import EntryRow

DISK = "/var/tmp"  # what is under /tmp may be in memory
BODY = "x" * 200
RUNS = (1, 2, 4)
BATCHES = (1, 16, 128)  # entries


class Appended(NamedTuple):
    """What was seen in some seconds."""

    appends: float  # a second
    database: float  # seconds of its processor time, an append


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure appends to PostgreSQL.")
    parser.add_argument("--quick", action="store_true", help="one short window of each size")
    quick = parser.parse_args().quick
    windows, seconds = (1, 0.05) if quick else (5, 1.0)

    gc.disable()
    print(f"{platform.machine()}, {len(CORES)} cores, {windows} windows of {seconds:g} s")
    print(f"Entries of {len(BODY)} bytes, load average {os.getloadavg()[0]:.1f}\n")
    with database_in(DISK) as database:
        seen = uvloop.run(measure(database, windows, seconds))
    headings = ("runs", "batch", "appends/s", "entries/s", "spread", "database, an append")
    print("{:>6}{:>8}{:>12}{:>12}{:>9}{:>22}".format(*headings))
    for (runs, size), some in seen.items():
        rates = sorted(each.appends for each in some)
        rate, cost = statistics.median(rates), statistics.median(each.database for each in some)
        spread = (rates[-1] - rates[0]) / 2 / rate
        print(
            f"{runs:6}{size:8}{rate:12,.0f}{rate * size:12,.0f}{spread:9.0%}{1e6 * cost:19,.0f} us"
        )


async def measure(
    database: Database, windows: int, seconds: float
) -> dict[tuple[int, int], list[Appended]]:
    """Windows of all sizes by turns; the first of each is to warm up."""
    url = database.new_url()
    await migrate(url)
    pool = Pool(url)
    nodes = [Appender(url, pool, number) for number in range(max(RUNS))]
    for node in nodes:
        await node.register()
    seen: dict[tuple[int, int], list[Appended]] = {
        (runs, size): [] for runs in RUNS for size in BATCHES
    }
    for number in range(windows + 1):
        for (runs, size), some in seen.items():
            busy, began = database.cpu_seconds(), now()
            until = began + seconds
            appends = sum(await asyncio.gather(*[n.append(size, until) for n in nodes[:runs]]))
            if number:
                took, busy = now() - began, database.cpu_seconds() - busy
                some.append(Appended(appends / took, busy / appends))
    for node in nodes:
        await node.database.close()
    pool.close()
    return seen


class Appender:
    """One run: it appends batch after batch, each entry to another of its matches."""

    MATCHES = max(BATCHES)

    def __init__(self, url: str, pool: Pool, number: int) -> None:
        self.database = PostgresDatabase(url, pool)
        self._name = f"node-{number}"
        self._batches = count(1)
        self._entries = [0] * self.MATCHES
        self._next = 0

    async def register(self) -> None:
        about = NodeInfo(self._name, "1", {}, "127.0.0.1:1", "a secret of the benchmark")
        self._run = await self.database.register(about)

    async def append(self, size: int, until: float) -> int:
        """Append batches of a size until then: how many."""
        appends = 0
        while now() < until:
            batch = Batch([self._entry() for _ in range(size)])
            if not await self.database.append(self._run, next(self._batches), batch):
                raise RuntimeError("The database does not go on with this run.")
            appends += 1
        return appends

    def _entry(self) -> EntryRow:
        match = self._next
        self._next = (match + 1) % self.MATCHES
        self._entries[match] += 1
        return EntryRow(f"{self._name}-{match:08}", self._entries[match], BODY)


if __name__ == "__main__":
    main()
