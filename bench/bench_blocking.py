"""Whether long matches delay others: `make bench-blocking`.

The store has matches of 20,000 moves, not in memory. At one table somebody writes line after line,
each as soon as the last is answered. At another three play as fast as they can; the time of a move
runs until all three were told, so storing, the disk and the acks count too. The longest time is
shown: first alone, then while twelve clients ask for long answers. Each line of the result has a
server of its own, on its own core. At the end: how long one table takes to be back, one after the
other, from its snapshot and, for comparison, from its whole log.
"""

import argparse
import asyncio
import gc
import http.client
import platform
import random
import signal
import statistics
import sys
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import msgspec
import uvloop

from server_load import Match, Player, Watch, connect, hang_up, now, rest
from server_players import ask, scopa_matches
from server_process import Process, prepare_load, real_server
from server_yardsticks import encode
from settebello import COMPILED
from settebello import Match as Played
from settebello.games import scopa
from settebello.registry import check_options
from settebello.store.sqlite import StoreFile
from settebello.table import protocol
from settebello.table.driver import header_of
from settebello.table.entries import Entry, MoveEntry, OpenEntry, encode_entry
from settebello.table.records import log_of
from settebello.table.secrets import new_id
from settebello.table.snapshots import Snapshots
from settebello.table.storage import EntryRow, SnapshotRow
from settebello.table.table import Table

DISK = "/var/tmp"  # where the store is: what is under /tmp may be in memory
CLIENTS = 12
VISITS = 100  # of each
BACK = 300.0  # milliseconds: a table should be back by then
BAR = 50.0  # milliseconds: nobody should wait longer
PATIENCE = 300  # seconds for one answer
QUIET = 3.0  # seconds without a load


class Size(NamedTuple):
    """How long the matches are."""

    target: int  # of a match that is over
    moves: int  # of one that is not
    stepped: int  # the target of the match that is stepped through


FULL = Size(target=1_000, moves=20_000, stepped=190)
QUICK = Size(target=20, moves=300, stepped=5)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how long others wait for long matches.")
    parser.add_argument("--quick", action="store_true", help="short matches")
    parser.add_argument("--only", choices=LOADS, help="one load")
    arguments = parser.parse_args()

    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(1))  # servers are ended, too
    prepare_load()
    gc.disable()
    core = "compiled" if COMPILED else "interpreted"
    print(f"{platform.python_implementation()} {platform.python_version()}, core {core}")
    with tempfile.TemporaryDirectory(dir=DISK) as folder:
        moves = fill(Path(folder), QUICK if arguments.quick else FULL)
        print(f"{moves:,} moves in the longest match, {CLIENTS} clients\n")
        print(f"{'':14}{'a line: alone':>14}{'with load':>12}{'bar':>8}", end="")
        print(f"{'a move: alone':>18}{'with load':>12}{'load took':>12}")
        for name, load in LOADS.items():
            if arguments.only in (None, name):
                uvloop.run(measure(name, load, Path(folder)))
        if arguments.only is None or arguments.only == "table":
            uvloop.run(show_back(Path(folder)))


# The store.


def fill(folder: Path, size: Size) -> int:
    """Put the matches into a store; returns the moves of the longest one."""
    long = log_of(played(size.target), listed=True)
    with closing(StoreFile.open(f"sqlite:///{folder / 'tables.db'}")) as store:
        put(store, "past", long)
        put(store, "stepped", log_of(played(size.stepped), listed=True))
        for number in range(CLIENTS):
            put(store, f"away-{number}", long[: size.moves])
        put(store, "whole", long[: size.moves], snapshot=False)
    return sum(isinstance(entry, MoveEntry) for entry in long)


def played(target: int) -> dict[str, object]:
    """The record of a match of Scopa, played at random."""
    options = check_options(scopa, {"target": target}, older=True)  # today it may be 100
    match = Played(scopa, ["Ann", "Bea", "Cal"], seed=1, options=options)
    chance = random.Random(1)
    while not match.over:
        (seat,) = match.to_act
        match.play(seat, chance.choice(match.legal(seat)))
    return match.record()


def put(store: StoreFile, name: str, entries: Sequence[Entry], snapshot: bool = True) -> None:
    """Store a match as if it had been played here, every notice acknowledged."""
    taken: list[SnapshotRow] = []
    snapshots = Snapshots(taken.append)
    opened, *rest = entries
    assert isinstance(opened, OpenEntry)
    opened = msgspec.structs.replace(opened, table=name)
    table = Table.reopened(name, opened, new_id)
    rows = [EntryRow(name, 1, encode_entry(opened))]
    for number, entry in enumerate(rest, start=2):
        if isinstance(entry, MoveEntry):
            acked = table.delivery.numbers()[:-1]
            entry = msgspec.structs.replace(entry, acked=acked)
        table.replay(entry)
        if snapshot and number >= table.state.checkpoint_due:
            snapshots.look_at(table)
        rows.append(EntryRow(name, number, encode_entry(entry)))
    table.recover(None)
    store.append(rows, [header_of(table)], snapshots=taken[-1:])


# What takes long.


async def get(port: int, path: str) -> None:
    """Ask for this, and read all of the answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n"
    writer.write(f"{head}Connection: close\r\n\r\n".encode())
    status = await reader.readline()
    if b" 200 " not in status:
        raise RuntimeError(f"{path}: {status.decode().strip()}")
    while await reader.read(1 << 20):
        pass
    writer.close()


class Watcher(Player):
    """Watches a table."""

    def __init__(self, table: str) -> None:
        super().__init__(Match(Watch()), "/ws")
        self.table = table
        self.welcome = asyncio.Event()

    def on_connect(self) -> Sequence[bytes]:
        return (encode(protocol.Hello(self.table)),)

    def on_frame(self, frame: bytes) -> Sequence[bytes]:
        if b'"Refused"' in frame[:40]:
            raise RuntimeError(frame.decode())
        self.welcome.set()
        return ()


class Talker(Player):
    """Has a seat at a table of its own, and says a line as soon as the last one is answered."""

    HEARERS = 1

    def __init__(self, hello: protocol.Hello) -> None:
        super().__init__(Match(Watch()), "/ws")
        self.hello = hello
        self.lines = 0

    def on_connect(self) -> Sequence[bytes]:
        return (encode(self.hello),)

    def on_frame(self, frame: bytes) -> Sequence[bytes]:
        if b'"Refused"' in frame[:40]:
            raise RuntimeError(frame.decode())
        if b'"Said"' not in frame[:40]:
            self.match.told()
            self.match.mover = self
        return ()

    def move(self) -> bytes:
        self.lines += 1
        return encode(protocol.Say(str(self.lines), "Well played"))


def talker(port: int) -> Talker:
    with closing(http.client.HTTPConnection("127.0.0.1", port)) as host:
        opened = ask(host, "/api/tables", {"game": "scopa", "name": "Ann"})
    return Talker(protocol.Hello(opened["table"], opened["secret"]))


async def watch(port: int, table: str) -> None:
    """Connect to a table, until it says welcome."""
    watcher = Watcher(table)
    await connect([watcher], port)
    await watcher.welcome.wait()
    await hang_up([watcher])


async def log_after_return(port: int, table: str) -> None:
    await get(port, f"/api/tables/{table}")
    await get(port, f"/api/tables/{table}/log")


async def come_and_go(port: int, number: int) -> None:
    """With long matches in memory, connect and hang up again and again."""
    await get(port, f"/api/tables/away-{number}")
    for _ in range(VISITS):
        visitor = Player(Match(Watch()), "/ws")
        await connect([visitor], port)
        await hang_up([visitor])


def asking(path: str) -> Callable[[int, int], Awaitable[None]]:
    return lambda port, number: get(port, path.format(number))


LOADS: dict[str, Callable[[int, int], Awaitable[None]]] = {
    "record": asking("/api/matches/past/record"),
    "steps": asking("/api/matches/stepped/steps"),
    "table": asking("/api/tables/away-{}"),
    "log": lambda port, number: log_after_return(port, f"away-{number}"),
    "connect": lambda port, number: watch(port, f"away-{number}"),
    "same table": asking("/api/tables/away-0"),
    "come and go": come_and_go,
}


async def all_of_it(port: int, number: int) -> None:
    kinds = ("record", "steps", "table", "log", "connect")
    await LOADS[kinds[number % len(kinds)]](port, number)


LOADS["all of it"] = all_of_it


# Who waits.


async def measure(name: str, load: Callable[[int, int], Awaitable[None]], folder: Path) -> None:
    limits = {"request_seconds": PATIENCE, "lines_a_second": 1_000_000, "lines_at_once": 1_000_000}
    with real_server(folder, None, **limits) as server:
        matches, players = await asyncio.to_thread(scopa_matches, server.port, 1, 3, views=False)
        talking = await asyncio.to_thread(talker, server.port)
        matches.append(talking.match)
        await connect([*players, talking], server.port)
        await rest(matches)
        try:
            await waits(matches, asyncio.sleep(QUIET / 3))  # to warm up
            alone, _ = await waits(matches, asyncio.sleep(QUIET))
            waited, seconds = await waits(matches, under(load, server))
        finally:
            await hang_up([*players, talking])
    (move, line), (move_alone, line_alone) = waited, alone
    print(f"{name:14}{line_alone:11.1f} ms{line:9.1f} ms{f'<= {BAR:.0f}':>8}", end="")
    print(f"{move_alone:15.1f} ms{move:9.1f} ms{seconds:10.1f} s", flush=True)


async def show_back(folder: Path) -> None:
    """How long it takes until one table answers that was not in memory."""
    with real_server(folder, None, request_seconds=PATIENCE) as server:
        await get(server.port, "/api/games")

        async def back(table: str) -> float:
            began = now()
            await get(server.port, f"/api/tables/{table}")
            return (now() - began) * 1000

        took = sorted([await back(f"away-{number}") for number in range(CLIENTS)])
        whole = await back("whole")
    print(f"\none table back: {statistics.median(took):.0f} ms, at most {took[-1]:.0f} ms", end="")
    print(f" (<= {BACK:.0f}); from its whole log {whole:,.0f} ms")


async def under(load: Callable[[int, int], Awaitable[None]], server: Process) -> None:
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*[load(server.port, number) for number in range(CLIENTS)])


async def waits(matches: Sequence[Match], meanwhile: Awaitable[None]) -> tuple[list[float], float]:
    """The longest milliseconds at each table while something went on, and its seconds."""
    began = now()
    going = asyncio.ensure_future(meanwhile)
    for match in matches:
        match.watch.took = []
        match.watch.saturated = True
        match.go_on()
    await going
    for match in matches:
        match.watch.saturated = False
    seconds = now() - began
    await rest(matches)
    return [max(match.watch.took) * 1000 for match in matches], seconds


if __name__ == "__main__":
    main()
