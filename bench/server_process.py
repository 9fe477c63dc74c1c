"""A server in a process of its own: started, watched and ended by a benchmark."""

import os
import resource
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

sys.path.append(str(Path(__file__).parents[1] / "tests"))

from postgres import Postgres, postgres
from settebello import COMPILED

PATIENCE = 60.0  # seconds to wait for a server
TICKS = os.sysconf("SC_CLK_TCK")
CORES = sorted(os.sched_getaffinity(0))
database_seconds: list[float] = []  # the processor time of each database that there was

# Limits for a load that comes from one address, plays faster than people, and may pause.
LIMITS = {
    "sockets": 25_000,
    "connections": 25_000,
    "sockets_by_address": 25_000,
    "connections_by_address": 25_000,
    "connections_by_private_address": 25_000,
    "messages_a_second": 1_000_000,
    "messages_at_once": 1_000_000,
    "requests_a_second": 1_000_000,
    "requests_at_once": 1_000_000,
    "tables_a_minute": 1_000_000,
    "tables_at_once": 1_000_000,
    "broadcasts_a_second": 1_000_000,
    "broadcasts_at_once": 1_000_000,
    "tables_by_address": 1_000_000,
    "hello_seconds": 60,
    "ping_seconds": 60,
}


class Process:
    """A server on the first core; it can be killed and started again at the same port."""

    def __init__(
        self, arguments: Sequence[str], tree: Path | None = None, healthy: int = 200
    ) -> None:
        """`tree` is another checkout whose environment and compiled core are used.

        `healthy` is the status with which it answers a health check.
        """
        self.port = free_port()
        self._healthy = healthy
        python, self._environment = python_of(tree)
        self._command = [python, *arguments, "--port", str(self.port)]

    def start(self) -> float:
        """Returns the seconds until it was healthy."""
        began = time.perf_counter()
        with tempfile.TemporaryFile() as log:
            self._process = subprocess.Popen(
                self._command, stdout=log, stderr=log, env=self._environment
            )
            os.sched_setaffinity(self._process.pid, {CORES[0]})
            while not is_healthy(self.port, self._healthy):
                if self._process.poll() is not None or time.perf_counter() - began > PATIENCE:
                    self.kill()
                    log.seek(0)
                    raise RuntimeError(f"The server did not start:\n{log.read().decode()}")
                time.sleep(0.005)
        return time.perf_counter() - began

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()

    def cpu_seconds(self) -> float:
        return sum(cpu_ticks(self._process.pid)[:2]) / TICKS

    def resident_kb(self) -> int:
        lines = self._read("status").splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))

    def _read(self, name: str) -> str:
        return Path(f"/proc/{self._process.pid}/{name}").read_text()


class Watchers:
    """Spectators in a process of their own, connected as long as the context lasts."""

    def __init__(self, port: int, number: int, path: str, hello: str = "") -> None:
        script = str(Path(__file__).with_name("server_watchers.py"))
        about = ["--port", str(port), "--number", str(number), "--path", path, "--hello", hello]
        self._command = [sys.executable, script, *about]

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(self._command, stdout=subprocess.PIPE)
        assert self._process.stdout is not None
        if self._process.stdout.readline() != b"ready\n":
            raise RuntimeError("The spectators did not connect.")
        return self

    def __exit__(self, *error: object) -> None:
        self._process.kill()
        self._process.communicate()


class Database:
    """A temporary PostgreSQL, on all cores."""

    def __init__(self, server: Postgres) -> None:
        self._pid = int((server.folder / "data" / "postmaster.pid").read_text().split()[0])
        for pid in (self._pid, *self._children()):
            os.sched_setaffinity(pid, CORES)
        self._server = server

    def new_url(self) -> str:
        """The URL of a new database, which is empty."""
        return self._server.url(self._server.create())

    def cpu_seconds(self) -> float:
        """The processor time of all its processes, also of those that have ended."""
        ticks = sum(cpu_ticks(self._pid))
        return (ticks + sum(sum(cpu_ticks(pid)[:2]) for pid in self._children())) / TICKS

    def _children(self) -> list[int]:
        listed = Path(f"/proc/{self._pid}/task/{self._pid}/children").read_text()
        return [int(pid) for pid in listed.split()]


@contextmanager
def database_in(folder: str) -> Iterator[Database]:
    """A PostgreSQL whose files are below a folder; they are removed afterwards."""
    usual, tempfile.tempdir = tempfile.tempdir, folder
    try:
        with postgres() as server:
            database = Database(server)
            yield database
            database_seconds.append(database.cpu_seconds())
    finally:
        tempfile.tempdir = usual


def cpu_ticks(pid: int) -> list[int]:
    """The processor time of a process: as user, in the system, and both of its ended children."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:  # it has ended: its parent has its time
        return [0, 0, 0, 0]
    return [int(field) for field in stat.rsplit(")", 1)[1].split()[11:15]]


def bare_server(*flags: str) -> Process:
    """A process with the bare servers; `--picows` serves the barrier by picows alone."""
    yardsticks = str(Path(__file__).with_name("server_yardsticks.py"))
    return Process([yardsticks, *flags], healthy=404 if "--picows" in flags else 200)


def python_of(tree: Path | None) -> tuple[str, dict[str, str]]:
    """The Python of a checkout, with the environment that its core needs; None for this one."""
    if tree is None:
        return sys.executable, dict(os.environ)
    core = tree / ("build/compiled" if COMPILED else "src")
    return str(tree / ".venv/bin/python"), {**os.environ, "PYTHONPATH": str(core)}


def real_server(folder: Path, tree: Path | None = None, **more: float) -> Process:
    """`settebello serve`, with its store in a folder, and limits besides the common ones."""
    limits = [f"--limit={name}={value}" for name, value in {**LIMITS, **more}.items()]
    store = f"sqlite:///{folder / 'tables.db'}"
    return Process(["-m", "settebello", "serve", "--store", store, *limits], tree)


def node_server(store: str, name: str, secret: Path) -> Process:
    """One of several nodes that share a store; `secret` is the file with that of the cluster."""
    limits = [f"--limit={name}={value}" for name, value in LIMITS.items()]
    about = ["--node", name, "--address", f"127.0.0.1:{free_port()}"]
    about += ["--cluster-secret-file", str(secret)]
    return Process(["-m", "settebello", "serve", "--store", store, *about, *limits])


def is_healthy(port: int, status: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), PATIENCE) as connection:
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            return connection.recv(1024).startswith(b"HTTP/1.1 %d" % status)
    except ConnectionError:
        return False


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def prepare_load() -> None:
    """Put the load on the last core, and allow as many open files as the system does."""
    os.sched_setaffinity(0, {CORES[-1]})
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def busy_seconds() -> float:
    """The busy seconds of all cores since the machine was started."""
    ticks = [int(field) for field in Path("/proc/stat").read_text().split(maxsplit=8)[1:8]]
    return (sum(ticks) - ticks[3] - ticks[4]) / TICKS  # without those of waiting
