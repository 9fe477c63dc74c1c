"""Several nodes on one PostgreSQL, for tests and drills: real processes that can be troubled."""

from __future__ import annotations

import random
import secrets
import signal
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from live import Server
from postgres import Postgres, free_port
from server.border import PATIENCE
from tcp_proxy import TcpProxy

FENCED = 3  # the exit code of a node whose run was fenced


class Node(Server):
    """One node; with a proxy, that is all it sees of the database."""

    def __init__(self, cluster: Cluster, number: int, proxied: bool, luck: int | None) -> None:
        self.name = f"node-{number}"
        self.proxy = TcpProxy(cluster.postgres.port) if proxied else None
        self.frozen = False
        self.internal = free_port()
        folder = cluster.folder / self.name
        folder.mkdir(parents=True)
        options = (
            *("--node", self.name, "--address", f"127.0.0.1:{self.internal}"),
            *("--cluster-secret-file", str(cluster.secret_file)),
            *cluster.options,
        )
        store = cluster.postgres.url(
            cluster.database, None if self.proxy is None else self.proxy.port
        )
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        super().__init__(
            folder, port=self.port, luck=luck, options=options, store=store, started=False
        )

    @property
    def running(self) -> bool:
        """Whether there is a process that is neither dead nor frozen."""
        return not self.frozen and self.process.poll() is None

    @property
    def ready(self) -> bool:
        try:
            with urllib.request.urlopen(self.url + "/readyz", timeout=1) as answer:
                return bool(answer.status == 200)
        except (OSError, urllib.error.URLError):
            return False

    def wait_until_ready(self) -> None:
        """Wait until it is open and sees its store; AssertionError if it ends instead."""
        self.wait_until_open()

        deadline = time.monotonic() + PATIENCE
        while not self.ready:
            assert self.process.poll() is None, self.errors.read_text()
            assert time.monotonic() < deadline, f"{self.name} is not ready"
            time.sleep(0.02)  # a node that starts needs the processor more

    def freeze(self) -> None:
        self.frozen = True
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self.process.send_signal(signal.SIGCONT)
        self.frozen = False

    def kill(self) -> None:
        super().kill()
        self.frozen = False

    def close(self) -> None:
        self.kill()
        if self.proxy is not None:
            self.proxy.close()


class Cluster:
    """Nodes of their own database; they are started, but perhaps not ready yet."""

    def __init__(
        self,
        folder: Path,
        postgres: Postgres,
        template: str | None = None,
        *,
        size: int = 3,
        proxied: bool = False,
        luck: int | None = None,
        options: tuple[str, ...] = (),
    ) -> None:
        """`template` is the name of a database with the schema; without, this one gets it."""
        self.folder, self.postgres, self.options = folder, postgres, options
        self.database = postgres.create(template or "template0")
        if template is None:
            postgres.migrate(self.database)
        self.secret_file = folder / "cluster-secret"
        self.secret_file.write_text(secrets.token_hex(16))
        self.secret_file.chmod(0o600)
        self.nodes = [Node(self, number, proxied, luck) for number in range(1, size + 1)]
        for node in self.nodes:
            node.spawn()

    @property
    def running(self) -> list[Node]:
        return [node for node in self.nodes if node.running]

    def wait_until_ready(self) -> None:
        for node in self.nodes:
            node.wait_until_ready()

    def some_url(self, chance: random.Random) -> str:
        """A node that runs, as a proxy would choose it."""
        return chance.choice(self.running or self.nodes).url

    def query(self, sql: str) -> list[list[str]]:
        return self.postgres.ask(self.database, sql)

    def fenced(self) -> int:
        """How many runs have been fenced, or have fenced themselves."""
        return int(self.query("SELECT count(*) FROM node_runs WHERE fenced")[0][0])

    def owner(self, place: str) -> Node | None:
        """The node whose run owns a table, if any."""
        rows = self.query(
            f"SELECT node FROM table_owners JOIN node_runs USING (run) WHERE place = '{place}'"
        )
        names = {node.name: node for node in self.nodes}
        return names.get(rows[0][0]) if rows else None

    def close(self) -> None:
        for node in self.nodes:
            node.close()


@contextmanager
def cluster(
    folder: Path, postgres: Postgres, template: str | None = None, **given: int | bool | None
) -> Iterator[Cluster]:
    """A cluster that is ready."""
    started = Cluster(folder, postgres, template, **given)  # type: ignore[arg-type]
    try:
        started.wait_until_ready()
        yield started
    finally:
        started.close()
