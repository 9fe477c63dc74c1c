"""Runs the simulator of nodes: servers, their shared database and their clients, in virtual time.

    python tests/server/node_faults.py --seed 7          runs one seed
    python tests/server/node_faults.py --seconds 3600    runs seed after seed for so long

Each node is the real server, from its connections to its ledger, in an event loop of its own. Only
the sockets and the database are others: tests/server/simulator/database.py keeps what the SQL of
store/postgres would keep. Nodes are killed, frozen and drained; the database restarts and pauses;
what goes between them is late or lost, or it arrives and its answer does not. A `Truth` for each
table reads what the database has taken and nothing else. Nobody is told anything else, nobody is
told anything by a node whose lease does not hold, and no two nodes speak for the same table. In the
end the faults stop, and everybody has to get an answer.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))  # when this file is run, not imported

from server.simulator.world import Cluster


def run(seed: int) -> Counter[str]:
    """One seed."""
    world = Cluster(seed)
    try:
        return world.run()
    except Exception as error:
        for line in world.history():
            error.add_note(line)
        error.add_note(f"Seed {seed}; once more: python tests/server/node_faults.py --seed {seed}")
        raise


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Run nodes and a database with faults.")
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
            print(f"{now - begun:.0f} s: {summary(total)}", flush=True)
    print(summary(total))
    return int(failed)


def summary(total: Counter[str]) -> str:
    known = ("seeds", "matches", "moves", "lives", "taken over")
    told = [f"{total[name]} {name}" for name in known]
    rest = [f"{name} {n}" for name, n in sorted(total.items()) if name not in (*known, "seconds")]
    hours = total["seconds"] / 3600
    return f"{', '.join(told)}, {hours:.1f} simulated hours of tables ({', '.join(rest)})"


if __name__ == "__main__":
    sys.exit(main())
