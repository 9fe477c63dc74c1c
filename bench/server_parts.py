"""The parts of bench_server.py: what each measures is said there."""

import asyncio
import os
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, NamedTuple

import msgspec

from server_load import Match, Watch, connect, hang_up, keep_pace, rest, saturate
from server_peers import (
    AckingPlayer,
    ColyseusPlayer,
    PeerProcess,
    are_installed,
    boardgame_matches,
    colyseus_matches,
)
from server_players import (
    Onlooker,
    Speaker,
    barrier_matches,
    echo_matches,
    greeting_players,
    scopa_matches,
    sixty_six_matches,
    watched_match,
)
from server_process import (
    CORES,
    Process,
    Watchers,
    bare_server,
    database_in,
)
from server_windows import (
    DISK,
    Drive,
    Load,
    Return,
    Row,
    Servers,
    Times,
    Together,
    Window,
    take_turns,
    watch,
)
from settebello.server.direct import PLAIN as PLAIN_PATH

MESSAGES = 7  # of a move: three are told, two answer, the move and its answer
PLAIN = {"views": False}
AS_PEOPLE = {"views": True, "language": "en"}


class Size(NamedTuple):
    """How much is measured."""

    windows: int
    seconds: float  # of a window
    saturated: int  # matches
    open: int
    rate: int  # moves a second
    idle: int
    watching: tuple[int, ...]  # numbers of spectators


FULL = Size(8, 3.0, saturated=100, open=1_000, rate=1_000, idle=5_000, watching=(50, 500))
QUICK = Size(1, 0.3, saturated=5, open=10, rate=50, idle=20, watching=(2, 5))
RESTARTS = 3  # of each server
SLEEP_SECONDS = 1.0  # of idle tables: all come within seconds, and not within minutes
PACE = 50  # moves a second at a table with spectators


async def saturated(size: Size) -> list[Row]:
    """Processor time of a move, and the most moves a second, compared with the bare barrier."""

    async def drive(matches: Sequence[Match]) -> None:
        await saturate(matches, size.seconds)

    async with Servers() as servers:
        loads = {
            "barrier": await servers.bare(barrier_matches(size.saturated), drive),
            "picows": await servers.bare(barrier_matches(size.saturated), drive, "--picows"),
            "plain": await servers.real(size.saturated, 3, drive, PLAIN),
            "people": await servers.real(size.saturated, 3, drive, AS_PEOPLE),
        }
        seen = await take_turns(loads, size.windows)

    times = Times(seen)
    rates = {name: statistics.median(w.rate for w in windows) for name, windows in seen.items()}

    def row(what: str, of: Callable[[Window], float], form: str) -> Row:
        median = {name: statistics.median(map(of, seen[name])) for name in ("plain", "barrier")}
        return Row(what, *(form.format(number) for number in median.values()))

    return [
        times.compared(
            f"Saturated, {size.saturated} x 3, time a move", "plain", "barrier", "<= 2.0x"
        ),
        times.quartiles("plain", "barrier"),
        times.compared("  as people see it", "people", "barrier", "<= 3.5x"),
        times.quartiles("people", "barrier"),
        times.compared("  the barrier; on picows alone", "barrier", "picows"),
        Row("  moves a second", f"{rates['plain']:,.0f}", f"{rates['barrier']:,.0f}"),
        Row("  as people see it; on picows", f"{rates['people']:,.0f}", f"{rates['picows']:,.0f}"),
        row("  99% told within", lambda window: window.took_at_most(0.99), "{:.1f} ms"),
        row("  server busy", lambda window: window.server_share, "{:.0%}"),
        row("  load busy", lambda window: window.load_share, "{:.0%}"),
    ]


async def dialect(size: Size) -> list[Row]:
    """66 with all its messages: how many are told and acknowledged, compared with the barrier."""

    async def drive(matches: Sequence[Match]) -> None:
        await saturate(matches, size.seconds)

    steps: list[float] = []
    moves: list[float] = []
    bare: list[float] = []
    async with Servers() as servers:
        barrier = await servers.bare(barrier_matches(size.saturated), drive)
        real = servers.start(servers.real_server())
        for number in range(size.windows + 1):
            beside = await watch(barrier)
            # New games for every window: one that ends has to be opened again in the lobby.
            matches, players = sixty_six_matches(size.saturated)
            await connect(players, real.port)
            await rest(matches)
            matches[0].watch.told = 0
            window = await watch(Load(real, matches, drive))
            if number:
                bare.append(beside.rate)
                moves.append(window.rate)
                steps.append(window.rate * matches[0].watch.told / max(len(window.took), 1) / 3)
            await hang_up(players)
    told, beside_it = statistics.mean(steps), statistics.mean(bare)
    return [
        Row(
            f"66, {size.saturated} x 3, all told, times a second",
            f"{told:,.0f}",
            f"{beside_it:,.0f}",
            f"{told / beside_it:.0%}",
            ">= 60%",
        ),
        Row("  moves a second", f"{statistics.mean(moves):,.0f}"),
    ]


async def spectators(size: Size) -> list[Row]:
    """What a spectator costs, and whether players wait for them."""

    async def drive(matches: Sequence[Match]) -> None:
        await keep_pace(matches, PACE, size.seconds)

    async with Servers() as servers:
        loads: dict[str, Load] = {}
        text = b""
        for number in (0, *size.watching):
            real = servers.start(servers.real_server())
            match, players, hello = await asyncio.to_thread(watched_match, real.port, **AS_PEOPLE)
            await servers.connect(players, real)
            await rest([match])
            loads[f"real {number}"] = Load(real, [match], drive)
            if not number:
                onlooker = Onlooker(match, hello)
                await servers.connect([onlooker], real)
                await watch(loads["real 0"])
                text = onlooker.told
                await hang_up([onlooker])
                continue
            crowd = Watchers(real.port, number, "/ws", msgspec.json.encode(hello).decode())
            await asyncio.to_thread(servers.enter_context, crowd)
        for number in (0, *size.watching):
            speaker = Speaker(Match(Watch()), text)
            loads[f"bare {number}"] = await servers.bare(([speaker.match], [speaker]), drive)
            bare = loads[f"bare {number}"].server
            if number:
                assert isinstance(bare, Process)
                crowd = Watchers(bare.port, number, "/crowd")
                await asyncio.to_thread(servers.enter_context, crowd)
        seen = await take_turns(loads, size.windows)

    def of_one(name: str, number: int) -> list[float]:
        """The microseconds of a spectator and move, in each round."""
        took = {
            key: [1e6 * window.server_share / window.rate for window in seen[f"{name} {key}"]]
            for key in (0, number)
        }
        return [(some - none) / number for some, none in zip(took[number], took[0], strict=True)]

    def p99(number: int) -> float:
        """Of the moves of all windows."""
        together = sorted(second for w in seen[f"real {number}"] for second in w.took)
        return 1000 * together[min(int(0.99 * len(together)), len(together) - 1)]

    rows = [Row(f"Spectators, {PACE} moves a second, {len(text):,} bytes each")]
    for number in size.watching:
        ours, beside = (statistics.median(of_one(name, number)) for name in ("real", "bare"))
        ratio = f"{ours / beside:.2f}x" if beside > 0 else ""
        what = f"  {number} of them, time for one; bare send"
        rows.append(Row(what, f"{ours:.1f} us", f"{beside:.1f} us", ratio, "<= 1.5x"))
    none = p99(0)
    for number in size.watching:
        many = p99(number)
        what = f"  99% of players told; no spectators, {number}"
        cells = f"{many:.2f} ms", f"{none:.2f} ms", f"{many / none:.2f}x"
        rows.append(Row(what, *cells, "<= 1.5x"))
    return rows


async def peers(size: Size) -> list[Row]:
    """Moves a second and processor time of a move, compared with servers of others."""
    if not are_installed():
        return [Row("Peers: not installed, so they are left out (make peers)")]

    async def drive(matches: Sequence[Match]) -> None:
        await saturate(matches, size.seconds)

    number = size.saturated
    async with Servers() as servers:

        async def colyseus(kind: type[ColyseusPlayer], *arguments: str) -> Load:
            server = servers.start(PeerProcess("colyseus_server.cjs", *arguments))
            load = await asyncio.to_thread(colyseus_matches, server.port, number, kind)
            return await servers.load(server, load, drive)

        folder = servers.enter_context(tempfile.TemporaryDirectory(dir=DISK))
        boardgame = servers.start(PeerProcess("boardgame_server.cjs"))
        loads = {
            "ours": await servers.real(number, 3, drive, PLAIN),
            "boardgame.io": await servers.load(boardgame, boardgame_matches(number), drive),
            "Colyseus, on disk, acks": await colyseus(AckingPlayer, "--file", f"{folder}/moves.db"),
            "Colyseus, acks": await colyseus(AckingPlayer),
            "Colyseus, relay": await colyseus(ColyseusPlayer),
        }
        seen = await take_turns(loads, size.windows)

    times, rows = Times(seen), [Row(f"Peers, {number} x 3, ours; theirs")]
    rates = {name: sorted(window.rate for window in windows) for name, windows in seen.items()}
    quarter = size.windows // 4
    for name in list(loads)[1:]:
        both = [rates["ours"], rates[name]]
        ratio = statistics.median(
            one.rate / other.rate for one, other in zip(seen["ours"], seen[name], strict=True)
        )
        ours, theirs = (f"{statistics.median(each):,.0f}" for each in both)
        spread = (f"{each[quarter]:,.0f}-{each[-1 - quarter]:,.0f}" for each in both)
        aim = ">= 2x" if name == "boardgame.io" else ""
        busy = statistics.median(window.load_share for window in seen[name])
        rows += [
            Row(f"  {name}, moves a second", ours, theirs, f"{ratio:.2f}x", aim),
            Row("    quartiles", *spread),
            times.compared(f"    time a move; load {busy:.0%} busy", "ours", name),
        ]
    return rows


async def transport(size: Size) -> list[Row]:
    """What the quick path of WebSockets saves, compared with the plain one."""

    async def drive(matches: Sequence[Match]) -> None:
        await saturate(matches, size.seconds)

    async with Servers() as servers:
        loads = {"quick": await servers.real(size.saturated, 3, drive, PLAIN)}
        os.environ[PLAIN_PATH] = "1"
        loads["plain"] = await servers.real(size.saturated, 3, drive, PLAIN)
        del os.environ[PLAIN_PATH]
        seen = await take_turns(loads, size.windows)

    took = {
        name: sorted(1e6 / window.rate_if_alone for window in windows)
        for name, windows in seen.items()
    }
    rates = {name: statistics.median(w.rate for w in windows) for name, windows in seen.items()}
    saved = statistics.median(
        1 - plain.rate_if_alone / quick.rate_if_alone
        for quick, plain in zip(seen["quick"], seen["plain"], strict=True)
    )
    quarter = size.windows // 4
    return [
        Row(
            "Paths, processor time a move; plain",
            f"{statistics.median(took['quick']):.0f} us",
            f"{statistics.median(took['plain']):.0f} us",
            f"-{saved:.0%}",
            ">= 15%",
        ),
        Row(
            "  quartiles; plain",
            *(f"{took[name][quarter]:.0f}-{took[name][-1 - quarter]:.0f}" for name in took),
        ),
        Row("  moves a second; plain", *(f"{rates[name]:,.0f}" for name in rates)),
    ]


async def open_loop(size: Size) -> list[Row]:
    """How long a move takes at a fixed rate, compared with bare echoes of as many messages."""

    def at(rate: float) -> Drive:
        async def drive(matches: Sequence[Match]) -> None:
            await keep_pace(matches, rate, size.seconds)

        return drive

    async with Servers() as servers:
        loads = {
            "echo": await servers.bare(echo_matches(size.open), at(size.rate * MESSAGES / 2)),
            "echoed moves": await servers.bare(echo_matches(size.open), at(size.rate)),
            "barrier": await servers.bare(barrier_matches(size.open), at(size.rate)),
            "plain": await servers.real(size.open, 3, at(size.rate), PLAIN),
            "people": await servers.real(size.open, 3, at(size.rate), AS_PEOPLE),
        }
        seen = await take_turns(loads, size.windows)

    def median(name: str, share: float) -> float:
        return statistics.median(window.took_at_most(share) for window in seen[name])

    def row(what: str, name: str, beside: str, share: float, aim: str = "") -> Row:
        ours, bare = median(name, share), median(beside, share)
        return Row(what, f"{ours:.2f} ms", f"{bare:.2f} ms", f"{ours / bare:.1f}x", aim)

    rate = f"Open, {size.rate:,} moves a second over {size.open:,} x 3"
    return [
        Row(rate),
        row("  50% told within; echo", "plain", "echo", 0.5),
        row("  99% told within; echo", "plain", "echo", 0.99, "<= 4.0x"),
        row("  99.9% told within; echo", "plain", "echo", 0.999),
        row("  99%, as people see it; echo", "people", "echo", 0.99),
        row("  99%; an echo a move", "plain", "echoed moves", 0.99),
        row("  99%; barrier", "plain", "barrier", 0.99),
        Row(
            "  server busy; echo",
            f"{statistics.median(w.server_share for w in seen['plain']):.0%}",
            f"{statistics.median(w.server_share for w in seen['echo']):.0%}",
        ),
    ]


async def idle(size: Size) -> list[Row]:
    """What an idle match costs, and how long all of them need to come back after a restart.

    A client is back when its greeting is answered. Both servers are killed and started by turns.
    """

    async def filled(server: Process) -> tuple[float, list[Any], float]:
        """The KB of a match, its players, and the matches a second that were opened."""
        before, opening = server.resident_kb(), time.perf_counter()
        _, players = await asyncio.to_thread(scopa_matches, server.port, size.idle, 2, **PLAIN)
        opening = time.perf_counter() - opening
        opened_kb = (server.resident_kb() - before) / size.idle
        kb = opened_kb + await growth(server, servers.come(players, server), size)
        return kb, players, size.idle / opening

    async with Servers() as servers:
        bare = servers.start(bare_server())
        guests = greeting_players(2 * size.idle)
        bare_kb = await growth(bare, servers.come(guests, bare), size)
        await hang_up(guests)  # the load cannot have so many open files
        asleep = servers.start(servers.real_server(sleep_seconds=SLEEP_SECONDS))
        asleep_kb, players, _ = await filled(asleep)
        await hang_up(players)
        asleep.kill()
        real = servers.start(servers.real_server())
        real_kb, players, opened = await filled(real)
        turns = [
            (await servers.returned(players, real), await servers.returned(guests, bare))
            for _ in range(RESTARTS if size is FULL else 1)
        ]

    def row(what: str, of: Callable[[Return], float], unit: str, aim: str = "") -> Row:
        ours, theirs = (statistics.median(map(of, each)) for each in zip(*turns, strict=True))
        ratio = statistics.median(of(one) / of(other) for one, other in turns)
        return Row(what, f"{ours:.2f} {unit}", f"{theirs:.2f} {unit}", f"{ratio:.1f}x", aim)

    ratios = sorted(one.back / other.back for one, other in turns)

    def kb(what: str, ours: float, aim: str = "") -> Row:
        return Row(what, f"{ours:.1f}", f"{bare_kb:.1f}", f"{ours / bare_kb:.2f}x", aim)

    return [
        kb(f"Idle, {size.idle:,} x 2, KB a match", asleep_kb, "<= 1.1x"),
        kb("  awake", real_kb),
        Row("  opened and begun, matches a second", f"{opened:,.0f}"),
        row("  killed and started: healthy", lambda each: each.healthy, "s"),
        row("  all clients back", lambda each: each.back, "s", "<= 1.5x"),
        Row("    from, to", "", "", f"{ratios[0]:.1f}-{ratios[-1]:.1f}"),
        row("    processor time a client", lambda each: each.cpu_ms / (2 * size.idle), "ms"),
    ]


async def growth(server: Process, coming: Awaitable[None], size: Size) -> float:
    """By how many KB a match a server grows while clients come."""
    before = server.resident_kb()
    await coming
    await asyncio.sleep(size.seconds)
    return (server.resident_kb() - before) / size.idle


async def nodes(size: Size) -> list[Row]:
    """What PostgreSQL and a relay cost nodes, compared with SQLite and with no relay."""

    async def drive(matches: Sequence[Match]) -> None:
        await saturate(matches, size.seconds)

    async with Servers() as servers:
        database = servers.enter_context(database_in(DISK))
        one, two = await servers.nodes(database.new_url(), "one", "two")
        direct = await servers.matches(one, size.saturated, 3, PLAIN)
        relayed = await servers.matches(one, size.saturated, 3, PLAIN, entry=two)
        halves = [await servers.matches(node, size.saturated // 2, 3, PLAIN) for node in (one, two)]
        both = [match for half in halves for match in half]
        for match in both:
            match.watch = both[0].watch
        loads = {
            "sqlite": await servers.real(size.saturated, 3, drive, PLAIN),
            "postgres": Load(one, direct, drive, database),
            "relayed": Load(Together([one, two]), relayed, drive),
            "both": Load(Together([one, two]), both, drive),
        }
        seen = await take_turns(loads, size.windows)

    times = Times(seen)
    rates = {name: statistics.median(w.rate for w in windows) for name, windows in seen.items()}
    beside = 1e6 * statistics.median(w.beside_share / w.rate for w in seen["postgres"])
    return [
        Row(f"Nodes, {size.saturated} x 3"),
        times.compared("PostgreSQL, processor time; SQLite", "postgres", "sqlite", "<= 1.1x"),
        times.quartiles("postgres", "sqlite"),
        Row("  the database's own, not counted", f"{beside:.0f} us"),
        times.compared("Relayed, both nodes' time; direct", "relayed", "postgres", "<= 2.2x"),
        times.quartiles("relayed", "postgres"),
        Row("Moves a second; SQLite", *(f"{rates[name]:,.0f}" for name in ("postgres", "sqlite"))),
        Row("  two nodes; one", *(f"{rates[name]:,.0f}" for name in ("both", "postgres"))),
        Row("  all relayed", f"{rates['relayed']:,.0f}"),
        Row(
            f"  Here are {len(CORES)} cores: one for all nodes, one for the load, and the database"
        ),
        Row("  takes from both. So two nodes move no more than one; each needs a core of its own."),
    ]


PARTS: dict[str, Callable[[Size], Coroutine[Any, Any, list[Row]]]] = {
    "saturated": saturated,
    "dialect": dialect,
    "spectators": spectators,
    "transport": transport,
    "peers": peers,
    "open": open_loop,
    "idle": idle,
    "nodes": nodes,
}
