"""Runs the simulator of faults: live tables, their clients and a real store, in virtual time.

    python tests/table/faults.py --seed 7          runs one seed
    python tests/table/faults.py --seconds 3600    runs seed after seed for so long

Nothing here waits, and everything follows from the seed. A `Server` drives tables with the code
of table/driver.py and stores on a real disk. Each `Client` is a tab of a browser, which speaks
only the messages of table/protocol.py, over a `Link` that delays and loses them. Servers crash,
disks are full, the last write is torn. Beside them a `Truth` for each table reads what the store
has taken and nothing else: whatever is sent has to agree with it. Whatever a table waits for,
something has to wake it. In the end the faults stop, and every match has to come to its end.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))  # when this file is run, not imported

from table.simulator.world import World


def run(seed: int, folder: Path) -> Counter[str]:
    """One seed, in a folder of its own."""
    world = World(seed, folder)
    try:
        return world.run()
    except Exception as error:
        for line in world.history():
            error.add_note(line)
        error.add_note(f"Seed {seed}; once more: python tests/table/faults.py --seed {seed}")
        raise


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Run tables, clients and a store with faults.")
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
            with tempfile.TemporaryDirectory() as folder:
                total += run(seed, Path(folder))
        except Exception:
            traceback.print_exc(file=sys.stdout)
            failed = True
            break
        now = time.monotonic()
        if chosen.seconds is not None and now - begun > chosen.seconds:
            break
        if now - shown > 10.0:
            shown = now
            print(f"{now - begun:.0f} s: {summary(total)}", flush=True)
    print(summary(total))
    return int(failed)


def summary(total: Counter[str]) -> str:
    known = ("seeds", "matches", "moves", "crashes")
    told = [f"{total[name]} {name}" for name in known]
    rest = [f"{name} {n}" for name, n in sorted(total.items()) if name not in (*known, "seconds")]
    hours = total["seconds"] / 3600
    return f"{', '.join(told)}, {hours:.1f} simulated hours of tables ({', '.join(rest)})"


if __name__ == "__main__":
    sys.exit(main())
