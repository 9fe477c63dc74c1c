"""A real server in a process of its own, for tests: on loopback, on a free port, on a real disk."""

from __future__ import annotations

import json
import os
import resource
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Self

from websockets.sync.client import ClientConnection, connect

import zygote
from chance import LUCK
from children import limited
from leash import leashed
from settebello.table import protocol
from zygote import Started, can_fork

# What a test needs that plays faster than people, from one address.
ROOMY = {
    "sockets_by_address": 10_000,
    "connections_by_address": 10_000,
    "connections_by_private_address": 10_000,
    "messages_a_second": 1_000_000,
    "messages_at_once": 1_000_000,
    "requests_a_second": 1_000_000,
    "requests_at_once": 1_000_000,
    "tables_a_minute": 1_000_000,
    "tables_at_once": 1_000_000,
    "tables_by_address": 1_000_000,
    "codes_a_minute": 1_000_000,
    "codes_at_once": 1_000_000,
    "broadcasts_a_second": 1_000_000,
    "broadcasts_at_once": 1_000_000,
    "reports_a_minute": 1_000_000,
    "reports_at_once": 1_000_000,
    "records_a_second": 1_000_000,
    "records_at_once": 1_000_000,
    "looks_a_second": 1_000_000,
    "looks_at_once": 1_000_000,
}


STEADY = Path(__file__).parent / "steady.py"


def limit_files(files: tuple[int, int]) -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, files)


def ask(
    url: str,
    method: str,
    path: str,
    body: object = None,
    secret: str | None = None,
    headers: dict[str, str] | None = None,
) -> tuple[int, Any]:
    """An HTTP request to a server: the status, and the JSON of the answer.

    ConnectionError if a proxy before it says that the server is lost.
    """
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url + path, data, headers or {}, method=method)
    if secret is not None:
        request.add_header("Authorization", f"Bearer {secret}")
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        with error:
            if error.code in (502, 504):
                raise ConnectionError(error) from None
            return error.code, json.loads(error.read())


class Server:
    """A child process that runs `settebello serve`; it can be killed and started again.

    Its luck is the same every time, unless it is to be the system's (None).
    """

    def __init__(
        self,
        folder: Path,
        limits: dict[str, float] | None = None,
        port: int = 0,
        luck: int | None = LUCK,
        options: Sequence[str] = (),
        files: tuple[int, int] | None = None,
        store: str | None = None,
        started: bool = True,
    ) -> None:
        """`files` is how many files it may open, softly and at most."""
        self.folder = folder
        self._files = files
        self.store = store or f"sqlite:///{folder / 'tables.db'}"
        self.errors = folder / "stderr.txt"
        self._limits = ROOMY if limits is None else limits
        self._port = port
        self._options = options
        self._luck = luck
        self.program = ["-m", "settebello"] if luck is None else [str(STEADY), str(luck)]
        if started:
            self.start()

    def start(self, version: int = protocol.VERSION) -> None:
        """Start it, and wait until it is open."""
        self.spawn(version)
        self.wait_until_open()

    def spawn(self, version: int = protocol.VERSION) -> None:
        """Start it; it says that it has this version of the protocol.

        In a thread that stays: a leashed child ends with the thread that started it.
        """
        limits = [f"--limit={name}={value}" for name, value in self._limits.items()]
        arguments = ["serve", "--store", self.store, "--port", str(self._port), *limits]
        arguments += self._options
        environment = {**os.environ, "PYTHONUNBUFFERED": "1", "PROTOCOL_VERSION": str(version)}
        self.process: subprocess.Popen[str] | Started
        with self.errors.open("a") as errors:
            luck = self._luck
            if luck is not None and self.program == [str(STEADY), str(luck)] and can_fork():
                self.process = zygote.start(arguments, environment, errors, luck, self._files)
                return
            self.process = subprocess.Popen(
                leashed([sys.executable, *self.program, *arguments]),
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                env=environment,
                preexec_fn=None if self._files is None else partial(limit_files, self._files),
            )

    def wait_until_open(self) -> None:
        assert self.process.stdout is not None
        with limited(self.process):
            line = self.process.stdout.readline()
        if "open: " not in line:
            self.kill()
            raise AssertionError(f"The server did not start: {line}{self.errors.read_text()}")
        self.url = line.split("open: ")[1].strip()
        self._port = int(self.url.rsplit(":", 1)[1])  # the same after a restart

    def kill(self) -> None:
        """As if the power failed."""
        self.process.kill()
        self._ended()

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Ask it to stop; returns its exit code."""
        self.process.send_signal(number)
        return self._ended()

    def _ended(self) -> int:
        code = self.process.wait(30)
        if self.process.stdout is not None:
            self.process.stdout.close()
        return code

    def ask(
        self,
        method: str,
        path: str,
        body: object = None,
        secret: str | None = None,
        headers: dict[str, str] | None = None,
    ) -> tuple[int, Any]:
        """An HTTP request: the status, and the JSON of the answer."""
        return ask(self.url, method, path, body, secret, headers)

    def open_table(self, game: str, name: str = "Ann", **wanted: Any) -> dict[str, Any]:
        status, opened = self.ask("POST", "/api/tables", {"game": game, "name": name, **wanted})
        assert status == 200, opened
        return dict(opened)

    def sit(self, table: str, invite: str, name: str) -> dict[str, Any]:
        status, taken = self.ask("POST", f"/api/tables/{table}/seats", {"name": name}, invite)
        assert status == 200, taken
        return dict(taken)

    def begin(self, table: str, secret: str, fill: str = "") -> None:
        status, answer = self.ask("POST", f"/api/tables/{table}/start", {"fill": fill}, secret)
        assert status == 200, answer

    def connect(self, **hello: Any) -> Connection:
        return Connection(self, protocol.Hello(**hello))


class Connection:
    """A client's side of a WebSocket, message by message."""

    def __init__(self, server: Server, hello: protocol.Hello | None = None, **extra: Any) -> None:
        address = server.url.replace("http", "ws", 1) + "/ws"
        self._open = ExitStack()
        self.socket: ClientConnection = self._open.enter_context(
            connect(address, compression=None, **extra)
        )
        if hello is not None:
            self.send(hello)

    def send(self, message: protocol.ClientMessage) -> None:
        self.socket.send(protocol.encode(message))

    def receive(self) -> protocol.ServerMessage:
        return protocol.decode_server(self.socket.recv(timeout=30))

    def receive_a(self, kind: type[Any] | tuple[type[Any], ...]) -> Any:
        """The next message of this class, or one of these; others are passed over."""
        while True:
            message = self.receive()
            if isinstance(message, kind):
                return message

    def close(self) -> None:
        self._open.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def is_open(url: str) -> bool:
    """Whether a server answers there."""
    host, _, port = url.removeprefix("http://").rpartition(":")
    try:
        socket.create_connection((host, int(port)), 30).close()
    except ConnectionError:
        return False
    return True


@contextmanager
def serving(
    folder: Path, limits: dict[str, float] | None = None, luck: int | None = LUCK, **given: Any
) -> Iterator[Server]:
    server = Server(folder, limits, luck=luck, **given)
    try:
        yield server
    finally:
        # One that is killed cannot say which lines it has run.
        if "COVERAGE_PROCESS_CONFIG" in os.environ and server.process.poll() is None:
            server.stop()
        server.kill()  # it may be dead already: then this closes what it left open
