"""Three nodes on a temporary PostgreSQL, to play with: `make cluster`.

In a terminal the keys 1, 2 and 3 kill a node, and start it again; q ends all of it. Without a
terminal it runs until it is sent SIGINT or SIGTERM.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import termios
import tty
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from postgres import postgres
from server import nginx
from server.cluster import Cluster, cluster

TABLES = (
    "SELECT node, count(*) FROM table_owners JOIN node_runs USING (run) WHERE NOT fenced GROUP BY 1"
)
HINT = "Open a table at one address and join it at another; then kill the node that has it."


def show(nodes: Cluster) -> None:
    """Print where the nodes are, and how many tables each has."""
    tables = {name: int(count) for name, count in nodes.query(TABLES)}
    for number, node in enumerate(nodes.nodes, 1):
        has = tables.get(node.name, 0)
        state = f"{has} table{'s' * (has != 1)}" if node.running else "killed"
        print(f"  {number}  {node.url}  {state}")


@contextmanager
def keys() -> Iterator[None]:
    """Let keys come one by one, without Enter; those that were pressed before count too."""
    before = termios.tcgetattr(sys.stdin)
    tty.setcbreak(sys.stdin, termios.TCSANOW)
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)


def follow_keys(nodes: Cluster) -> None:
    """Do what the keys say, until q or the end of the input."""
    with keys():
        print("Keys: 1, 2, 3 kill a node, or start it again; Enter shows them; q ends.", flush=True)
        while True:
            key = os.read(sys.stdin.fileno(), 1).decode("ascii", "replace")
            if key in ("q", ""):
                return
            if key in {str(number) for number in range(1, len(nodes.nodes) + 1)}:
                node = nodes.nodes[int(key) - 1]
                was_running = node.running
                node.kill()
                if not was_running:
                    node.spawn()
                    node.wait_until_ready()
            show(nodes)
            print(flush=True)


def main() -> None:
    def end(*_: object) -> None:
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)
    print("Starting a PostgreSQL and three nodes ...", flush=True)
    with suppress(KeyboardInterrupt), ExitStack() as stack:
        folder = Path(
            stack.enter_context(tempfile.TemporaryDirectory(prefix="settebello-cluster-"))
        )
        nodes = stack.enter_context(cluster(folder, stack.enter_context(postgres())))
        show(nodes)
        if nginx.found() is not None:
            print(f"  nginx before all of them: {stack.enter_context(nginx.before(nodes))}")
        print(HINT, flush=True)
        if sys.stdin.isatty():
            follow_keys(nodes)
        else:
            print("SIGINT or SIGTERM ends it.", flush=True)
            signal.pause()


if __name__ == "__main__":
    main()
