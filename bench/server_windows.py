"""What the parts of bench_server.py share: their servers, windows of load by turns, and rows."""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from server_load import Match, Player, connect, hang_up, now, rest
from server_players import GreetingPlayer, TablePlayer, scopa_matches
from server_process import Process, bare_server, node_server, real_server
from settebello.store.postgres.schema import migrate

DISK = "/var/tmp"  # where the store is: what is under /tmp may be in memory


class Return(NamedTuple):
    """How a server and its clients have come back."""

    healthy: float  # seconds until it was
    back: float  # seconds from then until all clients were there
    cpu_ms: float  # of the server for that


class Row(NamedTuple):
    """A line of the table, each cell ready to print."""

    what: str
    measured: str = ""
    beside: str = ""
    ratio: str = ""
    aim: str = ""


class Window(NamedTuple):
    """What was seen in some seconds of load."""

    rate: float  # moves a second
    took: list[float]  # in order of size
    server_share: float  # of its core
    load_share: float
    beside_share: float  # of the database

    @property
    def rate_if_alone(self) -> float:
        """Moves for a second of the server's processor time: nobody else's work counts."""
        return self.rate / max(self.server_share, 0.01)

    def took_at_most(self, share: float) -> float:
        """The milliseconds that this share of the moves took at most."""
        return 1000 * self.took[min(int(share * len(self.took)), len(self.took) - 1)]


class Times:
    """The processor time of a move at several servers, whose windows took turns."""

    def __init__(self, seen: dict[str, list[Window]]) -> None:
        self._took = {
            name: [1e6 / window.rate_if_alone for window in windows]
            for name, windows in seen.items()
        }

    def compared(self, what: str, ours: str, other: str, aim: str = "") -> Row:
        """The medians, and the median of the ratios of the rounds."""
        took = self._took
        ratio = statistics.median(
            one / another for one, another in zip(took[ours], took[other], strict=True)
        )
        median, beside = (f"{statistics.median(took[name]):.0f} us" for name in (ours, other))
        return Row(what, median, beside, f"{ratio:.2f}x", aim)

    def quartiles(self, *names: str) -> Row:
        ordered = [sorted(self._took[name]) for name in names]
        quarter = len(ordered[0]) // 4
        return Row("  quartiles", *(f"{us[quarter]:.0f}-{us[-1 - quarter]:.0f}" for us in ordered))


Drive = Callable[[Sequence[Match]], Awaitable[None]]


class Timed(Protocol):
    """What has used processor time."""

    def cpu_seconds(self) -> float: ...


class Together(NamedTuple):
    """Several processes whose time is added."""

    all: Sequence[Timed]

    def cpu_seconds(self) -> float:
        return sum(each.cpu_seconds() for each in self.all)


class Own:
    """The load's process."""

    def cpu_seconds(self) -> float:
        return time.process_time()


class Load(NamedTuple):
    """Matches at one server, and what makes their moves."""

    server: Timed
    matches: Sequence[Match]
    drive: Drive
    beside: Timed | None = None  # the database, whose time is not the server's


class Servers(AsyncExitStack):
    """Every load has a server of its own, and every real server a store of its own, on a disk."""

    def start(self, server: Process) -> Process:
        return self.enter_context(server)

    async def connect(self, players: Sequence[Player], server: Process) -> None:
        self.push_async_callback(hang_up, players)
        await connect(players, server.port)

    def real_server(self, tree: Path | None = None, **limits: float) -> Process:
        folder = Path(self.enter_context(tempfile.TemporaryDirectory(dir=DISK)))
        return real_server(folder, tree, **limits)

    async def come(
        self, players: Sequence[GreetingPlayer] | Sequence[TablePlayer], server: Process
    ) -> None:
        """Connect all, until each has got an answer to its greeting."""
        await self.connect(players, server)
        while not all(player.welcome for player in players):
            await asyncio.sleep(0.005)

    async def returned(
        self, players: Sequence[GreetingPlayer] | Sequence[TablePlayer], server: Process
    ) -> Return:
        """Kill a server and start it again, and let its clients come back."""
        server.kill()
        while any(player.connection for player in players):
            await asyncio.sleep(0.005)
        healthy = await asyncio.to_thread(server.start)
        began, cpu = now(), server.cpu_seconds()
        await self.come(players, server)
        came = Return(healthy, now() - began, 1000 * (server.cpu_seconds() - cpu))
        await hang_up(players)
        return came

    async def bare(self, load: tuple[list[Match], list[Player]], drive: Drive, *flags: str) -> Load:
        return await self.load(self.start(bare_server(*flags)), load, drive)

    async def load(
        self, server: Process, load: tuple[list[Match], list[Player]], drive: Drive
    ) -> Load:
        """Matches whose players connect to a server."""
        matches, players = load
        await self.connect(players, server)
        await rest(matches)
        return Load(server, matches, drive)

    async def real(
        self,
        number: int,
        seats: int,
        drive: Drive,
        hello: dict[str, Any],
        tree: Path | None = None,
    ) -> Load:
        server = self.start(self.real_server(tree))
        return Load(server, await self.matches(server, number, seats, hello), drive)

    async def matches(
        self,
        server: Process,
        number: int,
        seats: int,
        hello: dict[str, Any],
        entry: Process | None = None,
    ) -> list[Match]:
        """Matches that have begun at a server; their players connect to it, or to `entry`."""
        matches, players = await asyncio.to_thread(
            scopa_matches, server.port, number, seats, **hello
        )
        await self.connect(players, entry or server)
        await rest(matches)
        return matches

    async def nodes(self, url: str, *names: str) -> list[Process]:
        """Nodes that share an empty database."""
        await migrate(url)
        secret = Path(self.enter_context(tempfile.TemporaryDirectory()), "secret")
        secret.write_text("of the benchmark, and long enough\n")
        secret.chmod(0o600)
        return [self.start(node_server(url, name, secret)) for name in names]


async def take_turns(loads: dict[str, Load], windows: int) -> dict[str, list[Window]]:
    """Some windows of each load; the first of each is to warm up."""
    seen: dict[str, list[Window]] = {name: [] for name in loads}
    for number in range(windows + 1):
        for name, load in loads.items():
            window = await watch(load)
            if number:
                seen[name].append(window)
    return seen


async def watch(load: Load) -> Window:
    record = load.matches[0].watch
    record.took = []
    measured = (load.server, Own(), load.beside or Together(()))
    at, before = now(), [each.cpu_seconds() for each in measured]
    await load.drive(load.matches)
    seconds, moves = now() - at, len(record.took)
    shares = [
        (each.cpu_seconds() - was) / seconds for each, was in zip(measured, before, strict=True)
    ]
    await rest(load.matches)
    if record.lost:
        raise RuntimeError(f"The server ended {record.lost} connections.")
    return Window(moves / seconds, sorted(record.took), *shares)
