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

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # when this file is run, not imported

import wager_game
from server.simulator.world import Cluster
from settebello.registry import give
from table.simulator.seeds import run_seeds, run_world


def run(seed: int) -> Counter[str]:
    """One seed."""
    return run_world(Cluster(seed), seed, "server/node_faults.py")


def main(arguments: Sequence[str] | None = None) -> int:
    give(wager_game)
    known = ("seeds", "matches", "moves", "lives", "taken over")
    return run_seeds("Run nodes and a database with faults.", run, known, arguments)


if __name__ == "__main__":
    sys.exit(main())
