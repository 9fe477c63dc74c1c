"""Runs a simulator of faults, seed after seed, and adds up what has happened."""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import count
from random import Random
from typing import Protocol


class Simulated(Protocol):
    """A world that follows from a seed."""

    def run(self) -> Counter[str]:
        """Run it to its end: how often what has happened. What goes wrong is raised."""

    def history(self) -> Iterable[str]:
        """What has happened last, line by line."""


def run_world(world: Simulated, seed: int, file: str) -> Counter[str]:
    """Run a world; an error is given its last lines, and how to run it once more."""
    try:
        return world.run()
    except Exception as error:
        for line in world.history():
            error.add_note(line)
        error.add_note(f"Seed {seed}; once more: python tests/{file} --seed {seed}")
        raise


def run_seeds(
    about: str,
    run: Callable[[int], Counter[str]],
    known: Sequence[str],
    arguments: Sequence[str] | None,
) -> int:
    """The command of a simulator; returns its exit code. `known` is named first in the summary."""
    parser = argparse.ArgumentParser(description=about)
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--seed", type=int, help="run this one")
    which.add_argument("--seconds", type=float, help="run new seeds for so long")
    chosen = parser.parse_args(arguments)
    seeds = count(Random().randrange(10**9)) if chosen.seed is None else [chosen.seed]
    begun = shown = time.monotonic()
    total: Counter[str] = Counter()
    failed = False
    for seed in seeds:
        try:
            total += run(seed)
        except Exception:
            traceback.print_exc(file=sys.stdout)
            failed = True
            break
        now = time.monotonic()
        if chosen.seconds is not None and now - begun > chosen.seconds:
            break
        if now - shown > 10.0:
            shown = now
            print(f"{now - begun:.0f} s: {summary(total, known)}", flush=True)
    print(summary(total, known))
    return int(failed)


def summary(total: Counter[str], known: Sequence[str]) -> str:
    told = [f"{total[name]} {name}" for name in known]
    rest = [f"{name} {n}" for name, n in sorted(total.items()) if name not in (*known, "seconds")]
    hours = total["seconds"] / 3600
    return f"{', '.join(told)}, {hours:.1f} simulated hours of tables ({', '.join(rest)})"
