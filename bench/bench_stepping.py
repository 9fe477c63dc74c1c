"""How fast matches are stepped: part of `make bench`; with `--quick` for a first look.

For every game, random legal play in six ways, which take turns in one run, in processor time:

- rules loop: the contract of a game called from this file, which is never compiled: `legal`,
  `apply` and `settle`, with a random choice. All ratios are to this one.
- stepped: a `Stepper` driven from this file in the same way.
- playout: `Stepper.playout`.
- simulate: `settebello.lab.simulate`, one job, random bots.
- observed: stepped, with the legal list and an observation at every step.
- batch: a `MatchBatch` of 64, with the observations of all seats to act at every step.

Then our games beside games of OpenSpiel that are like them, if `make openspiel` has installed it.
OpenSpiel is stepped from Python too, with and without its own tensor of an observation. All turns
are equally long: the first milliseconds after another process are slower by some percent.
"""

import argparse
import os
import statistics
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from settebello import COMPILED, games
from settebello.game import Game
from settebello.lab.playout import chooser
from settebello.lab.simulate import Simulation, SimulationPlan, count
from settebello.luck import Seeded
from settebello.registry import check_options
from settebello.stepping import MatchBatch, Stepper

HERE = Path(__file__).parent
OPENSPIEL = HERE.parent / ".venv-openspiel/bin/python"
SEED = 1
ROWS = 64  # of a batch
# How many matches make about 10 ms of work.
MATCHES = {"dice": 600, "scopa": 25, "sixty_six": 150, "rummy": 2, "briscola": 90, "hearts": 4,
           "liars_dice": 30, "go_fish": 20}  # fmt: skip
WAYS = ("stepped", "playout", "simulate", "observed", "batch")
AIMS = {"stepped": 0.85, "playout": 0.85, "simulate": 0.70}
PEERS = (("rummy", "gin_rummy"), ("scopa", "hearts"), ("scopa", "oh_hell"), ("dice", "pig"))

Task = Callable[[], int]  # returns how many moves it has made


class Rates(NamedTuple):
    """Moves a second of a task, repetition by repetition."""

    each: list[float]

    @property
    def median(self) -> float:
        return statistics.median(self.each)

    def over(self, other: "Rates") -> "Rates":
        """The ratio in each repetition, in which both ran one after the other."""
        return Rates([a / b for a, b in zip(self.each, other.each, strict=True)])

    def spread(self) -> float:
        """Half of the range in which the middle half lies."""
        if len(self.each) < 2:
            return 0.0
        low, _, high = statistics.quantiles(self.each, n=4, method="inclusive")
        return (high - low) / 2


def tasks_of(game: Game) -> dict[str, Task]:
    """The ways to play a game."""
    options, seats, matches = check_options(game, None), game.SEATS[0], MATCHES[game.NAME]

    def rules_loop() -> int:
        luck, moves = Seeded(SEED), 0
        random, draw = luck.random, luck.draw
        legal, apply, settle = game.legal, game.apply, game.settle
        for _ in range(matches):
            state = game.setup(options, seats, None)
            while True:
                if state.house is not None:
                    settle(state, draw(state.house), None)
                elif to_act := state.to_act:
                    seat = to_act[0]
                    plays = legal(state, seat)
                    apply(state, seat, plays[int(random() * len(plays))], None)
                    moves += 1
                else:
                    break
        return moves

    def stepping(observed: bool) -> Task:
        luck = Seeded(SEED)
        match = Stepper(game, game.setup(options, seats, None), luck.draw)
        match.observe()

        def stepped() -> int:
            luck.reseed(SEED)
            random, moves = luck.random, 0
            for _ in range(matches):
                match.reset(game.setup(options, seats, None))
                while not match.over:
                    plays = match.legal()
                    match.apply(plays[int(random() * len(plays))])
                    moves += 1
            return moves

        def observing() -> int:
            luck.reseed(SEED)
            random, moves = luck.random, 0
            for _ in range(matches):
                match.reset(game.setup(options, seats, None))
                while not match.over:
                    plays = match.legal()
                    match.observe()
                    match.apply(plays[int(random() * len(plays))])
                    moves += 1
            return moves

        return observing if observed else stepped

    def playout() -> int:
        luck = Seeded(SEED)
        choose = chooser(luck.random)
        states = (game.setup(options, seats, None) for _ in range(matches))
        return sum(Stepper(game, state, luck.draw).playout(choose) for state in states)

    simulation = Simulation(SimulationPlan(game.NAME, ("random",) * seats, seed=SEED))

    def simulate() -> int:
        return count(simulation, range(matches)).moves

    batch, random = MatchBatch(game, ROWS, seed=SEED), Random(SEED).random

    def batched() -> int:
        for _ in range(40):
            batch.step([int(random() * count) for count in batch.counts])
        return 40 * ROWS

    return {
        "rules loop": rules_loop, "stepped": stepping(False), "playout": playout,
        "simulate": simulate, "observed": stepping(True), "batch": batched,
    }  # fmt: skip


def timed(task: Task, seconds: float = 0.0) -> float:
    """Moves a second of a task, which is done once, or again until so many seconds have passed."""
    start, done = time.process_time(), task()
    while (spent := time.process_time() - start) < seconds:
        done += task()
    return done / spent


def measured(tasks: dict[str, Task], repetitions: int) -> dict[str, Rates]:
    """The rates of all tasks, which take turns; a first turn of each is not counted."""
    found: dict[str, list[float]] = {name: [] for name in tasks}
    for number in range(repetitions + 1):
        for name, task in tasks.items():
            rate = timed(task)
            if number:
                found[name].append(rate)
    return {name: Rates(each) for name, each in found.items()}


def show_ways(repetitions: int) -> None:
    print(f"{'':12}{'rules loop':>12}" + "".join(f"{way:>16}" for way in WAYS))
    for name, game in games().items():
        rates = measured(tasks_of(game), repetitions)
        line = f"{name:12}{rates['rules loop'].median:>12,.0f}"
        for way in WAYS:
            ratio = rates[way].over(rates["rules loop"])
            line += f"{ratio.median:>10.0%} ±{ratio.spread():>4.1%}"
        print(line, flush=True)
    print(f"{'aim':12}{'':>12}" + "".join(
        f"{f'>= {AIMS[way]:.0%}' if way in AIMS else '':>16}" for way in WAYS))  # fmt: skip


class Peer:
    """OpenSpiel, in a process of its own environment."""

    def __init__(self, python: Path) -> None:
        command = [str(python), str(HERE / "openspiel_steps.py")]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def rate(self, game: str, how: str, seconds: float) -> float:
        process: Any = self._process
        process.stdin.write(f"{game} {how} {seconds}\n")
        process.stdin.flush()
        return float(process.stdout.readline())

    def close(self) -> None:
        self._process.communicate()


def show_peers(python: Path, repetitions: int, seconds: float) -> None:
    peer = Peer(python)
    print(
        "How many times as fast as OpenSpiel; behind the comma, with a tensor at each of its steps"
    )
    head = f"{'moves a second':24}{'OpenSpiel':>11}{'tensor':>10}{'rules loop':>12}"
    print(head + f"{'observed':>10}{'batch':>10}   rules loop; observed; batch")
    for name, theirs in PEERS:
        tasks = tasks_of(games()[name])
        found: dict[str, list[float]] = {}
        for _ in range(repetitions):
            for how in ("bare", "observed"):
                found.setdefault(how, []).append(peer.rate(theirs, how, seconds))
            for way in ("rules loop", "observed", "batch"):
                found.setdefault(f"our {way}", []).append(timed(tasks[way], seconds))
        rates = {way: Rates(each) for way, each in found.items()}
        bare, tensor = rates["bare"], rates["observed"]
        ours = [rates[f"our {way}"] for way in ("rules loop", "observed", "batch")]
        line = f"{f'{name} / {theirs}':24}{bare.median:>11,.0f}{tensor.median:>10,.0f}"
        line += f"{ours[0].median:>12,.0f}{ours[1].median:>10,.0f}{ours[2].median:>10,.0f}   "
        ratios = [each.over(bare) for each in ours]
        line += "; ".join([
            f"{ratio.median:.1f} ±{ratio.spread():.1f}, {each.over(tensor).median:.1f}"
            for ratio, each in zip(ratios, ours, strict=True)
        ])  # fmt: skip
        print(line, flush=True)
    peer.close()


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how fast matches are stepped.")
    parser.add_argument("--quick", action="store_true", help="few repetitions")
    parser.add_argument(
        "--openspiel", type=Path, default=OPENSPIEL, help="a Python that has it (.venv-openspiel)"
    )
    arguments = parser.parse_args()
    repetitions = 3 if arguments.quick else 25
    if hasattr(os, "sched_setaffinity"):
        # OpenSpiel on the same core: neighbours of a machine slow down single cores by a third.
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    rules = "compiled" if COMPILED else "interpreted"
    print(f"Stepping, rules {rules}, one core, medians of {repetitions} repetitions\n")
    show_ways(repetitions)
    print()
    if arguments.openspiel.exists():
        show_peers(arguments.openspiel, repetitions, 0.05 if arguments.quick else 0.2)
    else:
        print("OpenSpiel is not installed, so it is left out: `make openspiel` installs it.")


if __name__ == "__main__":
    main()
