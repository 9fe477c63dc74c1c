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

import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # when this file is run, not imported

import wager_game
from settebello.registry import give
from table.simulator.seeds import run_seeds, run_world
from table.simulator.world import World


def run(seed: int, folder: Path) -> Counter[str]:
    """One seed, in a folder of its own."""
    return run_world(World(seed, folder), seed, "table/faults.py")


def run_apart(seed: int) -> Counter[str]:
    with tempfile.TemporaryDirectory() as folder:
        return run(seed, Path(folder))


def main(arguments: Sequence[str] | None = None) -> int:
    give(wager_game)
    known = ("seeds", "matches", "moves", "crashes")
    return run_seeds("Run tables, clients and a store with faults.", run_apart, known, arguments)


if __name__ == "__main__":
    sys.exit(main())
