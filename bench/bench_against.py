"""Whether another version is faster: `make bench-against OTHER=../other-checkout`.

The other checkout is compiled too, by its own `make compiled`. Both versions take turns in short
windows: random play of each game by the rules, then through `Match` (by a seed, and by the system's
luck as at live tables), then matches of Scopa on a server. The median of the windows counts, and
beside it stands their spread: a difference within the spread says nothing.
"""

import argparse
import gc
import signal
import statistics
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import uvloop

from server_load import Match, saturate
from server_parts import AS_PEOPLE, FULL, PLAIN, QUICK, Size
from server_process import prepare_load, python_of
from server_windows import Servers, take_turns
from settebello import COMPILED

PLAYOUTS = """
import sys, time
from settebello import games
from settebello.lab.playout import chooser, playout
from settebello.luck import Seeded
from settebello.registry import check_options
game, seconds = games()[sys.argv[1]], float(sys.argv[2])
options = check_options(game, None)
while sys.stdin.readline():
    luck, moves, began = Seeded(1), 0, time.process_time()
    choose = chooser(luck.random)
    while time.process_time() - began < seconds:
        for _ in range(5):
            moves += playout(game, game.setup(options, game.SEATS[0], None), luck.draw, choose)
    print(moves / (time.process_time() - began), flush=True)
"""
MATCHES = """
import random, sys, time
from settebello import Match, games
from settebello.luck import Seeded, SystemLuck
game, seconds, luck = games()[sys.argv[1]], float(sys.argv[2]), sys.argv[3]
while sys.stdin.readline():
    chance, moves, seed, spent = random.Random(1).random, 0, 0, 0.0
    while spent < seconds:
        seed += 1
        match = Match(game, game.SEATS[0], luck=Seeded(seed) if luck == "seed" else SystemLuck())
        began = time.process_time()
        while match.to_act:
            seat = match.to_act[0]
            legal = match.legal(seat)
            match.play(seat, legal[int(chance() * len(legal))])
            moves += 1
        spent += time.process_time() - began
    print(moves / spent, flush=True)
"""
GAMES = ("dice", "scopa", "sixty_six", "rummy")


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare this checkout with another one.")
    parser.add_argument("other", type=Path, help="the other checkout")
    parser.add_argument("--quick", action="store_true", help="few matches, short windows")
    arguments = parser.parse_args()
    size = QUICK if arguments.quick else FULL
    other = arguments.other.resolve()

    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(1))  # servers are ended, too
    prepare_load()
    gc.disable()
    core = "compiled" if COMPILED else "interpreted"
    print(f"Core {core}, {size.windows} windows of {size.seconds:g} s, by turns\n")
    print(f"{'moves a second':32}{'here':>12}{'there':>12}{'here/there':>12}{'spread':>9}")
    for game in GAMES:
        show(game, *by_turns([PLAYOUTS, game], size, other))
    for game in GAMES:
        show(f"{game}, by a seed", *by_turns([MATCHES, game], size, other, "seed"))
        show(f"{game}, by a system", *by_turns([MATCHES, game], size, other, "system"))
    show("server", *uvloop.run(server(size, PLAIN, other)))
    show("server, as people see it", *uvloop.run(server(size, AS_PEOPLE, other)))


def show(what: str, here: Sequence[float], there: Sequence[float]) -> None:
    """Print a line: both medians, and the spread of the ratio from window to window."""
    ours, theirs = statistics.median(here), statistics.median(there)
    ratios = [one / another for one, another in zip(here, there, strict=True)]
    spread = (max(ratios) - min(ratios)) / 2
    print(f"{what:32}{ours:12,.0f}{theirs:12,.0f}{ours / theirs:12.2f}{spread:8.0%}", flush=True)


def by_turns(
    program: list[str], size: Size, other: Path, *words: str
) -> tuple[list[float], list[float]]:
    """Moves a second of random play by a program, in windows here and there by turns."""
    seconds = str(size.seconds / 3)
    started = []
    for tree in (None, other):
        python, environment = python_of(tree)
        command = [python, "-c", *program, seconds, *words]
        pipe = subprocess.PIPE
        started.append(
            subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment)
        )
    rates: tuple[list[float], list[float]] = [], []
    for _ in range(size.windows + 1):
        for process, seen in zip(started, rates, strict=True):
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write("go\n")
            process.stdin.flush()
            seen.append(float(process.stdout.readline()))
    for process in started:
        process.communicate()
    return rates[0][1:], rates[1][1:]  # the first is to warm up


async def server(size: Size, hello: dict[str, Any], other: Path) -> tuple[list[float], list[float]]:
    """Moves for a second of the server's processor time, in windows here and there by turns."""

    async def drive(matches: Sequence[Match]) -> None:
        await saturate(matches, size.seconds)

    async with Servers() as servers:
        loads = {
            "here": await servers.real(size.saturated, 3, drive, hello),
            "there": await servers.real(size.saturated, 3, drive, hello, other),
        }
        seen = await take_turns(loads, size.windows)
    here, there = ([window.rate_if_alone for window in seen[name]] for name in loads)
    return here, there


if __name__ == "__main__":
    main()
