"""How fast the server is: `make bench-server`; `make bench-server ARGS=--quick` for a first look.

A server process and a load process have a core each. Real matches of Scopa are compared with
servers that know no game, on the same libraries and settings: a bare barrier (three are told of a
move, three answer, the next one moves) and a bare echo. They take turns in short windows, so a busy
machine slows both: look at the ratio.

- Saturated: every match moves as fast as it can. The processor time of a move counts: the median
  of the ratios of the rounds, since a slow or fast second of the machine affects both. The barrier
  is the leanest one on the path of the server; beside it, the same on picows alone.
- Dialect: 66 in its own protocol, every notification acknowledged; three of them count as one move
  of the barrier, in which three are told.
- Transport: what the quick path of WebSockets saves, compared with the plain one.
- Spectators: what each costs, compared with a bare send of the same bytes to as many, and how long
  the players of a table with many of them wait, compared with one without. They are in a process of
  their own, which gives way to the load.
- Peers: servers of others, if `make peers` could install them, with 100 matches of three like ours.
  boardgame.io keeps its matches in memory and waits for no answer. Colyseus knows no rules: it
  passes moves on; or waits for all answers too; or has every move on the disk before, as ours does.
- Open: moves are due at a fixed rate; the time runs from when a move was due until its last player
  was told. The median of the windows counts.
- Idle: the memory of matches in which nothing happens, and a restart with all of them. Tables sleep
  after a second there, since all of them come within seconds: what was used once stays with the
  process. Beside it, the same while they are awake.
- Nodes: the processor time of a node that stores in PostgreSQL, compared with SQLite, and of two
  nodes if one relays all to the other. The database's own time is shown beside it.

The players ask for notices and legal moves only, or, "as people see it", for views and sentences
too.
"""

import argparse
import gc
import os
import platform
import signal
import sys

import uvloop

from server_load import now
from server_parts import FULL, PARTS, QUICK
from server_process import CORES, busy_seconds, database_seconds, prepare_load
from server_windows import Row
from settebello import COMPILED

MOST_BY_OTHERS = 0.1  # of a core


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the server.")
    parser.add_argument("--quick", action="store_true", help="few matches, short windows")
    parser.add_argument("--only", choices=PARTS, help="one part of it")
    arguments = parser.parse_args()
    size = QUICK if arguments.quick else FULL

    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(1))  # servers are ended, too
    prepare_load()
    gc.disable()  # the load leaves no cycles, and pauses of the collector would be measured
    began, busy = now(), busy_seconds()
    version = f"{platform.python_implementation()} {platform.python_version()}"
    core = "compiled" if COMPILED else "interpreted"
    windows = f"{size.windows} windows of {size.seconds:g} s"
    print(f"{version}, core {core}, {len(CORES)} cores, {windows}\n")
    show(Row("", "server", "bare", "ratio", "aim"))
    for name, part in PARTS.items():
        if arguments.only in (None, name):
            for row in uvloop.run(part(size)):
                show(row)
            show(Row(""))
    ours = sum(os.times()[:4]) + sum(database_seconds)
    others = (busy_seconds() - busy - ours) / (now() - began)
    print(f"Other programs used {max(0.0, others):.0%} of a core meanwhile", end="")
    print(": too much, measure again." if others > MOST_BY_OTHERS else ".")


def show(row: Row) -> None:
    line = f"{row.what:40}{row.measured:>12}{row.beside:>12}{row.ratio:>8}{row.aim:>10}"
    print(line.rstrip(), flush=True)


if __name__ == "__main__":
    main()
