"""However many connections are open, the server answers: who was let in, and on its health."""

from __future__ import annotations

import json
import resource
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from live import ROOMY, Server, serving
from server.border import (
    PATIENCE,
    Neighbour,
    Raw,
    assert_calm,
    fetch,
    log_lines,
    open_files,
    wait_until,
)
from settebello.server.addresses import is_private, source
from settebello.server.settings import Settings
from settebello.server.sockets import OWN_FILES, Sockets

FILES = 1024
IDLE: dict[str, float] = {**ROOMY, "request_seconds": 600}  # those who say nothing stay
GET = "GET {} HTTP/1.1\r\nHost: x\r\n{}\r\n"
WEBSOCKET = "Upgrade: websocket\r\nConnection: Upgrade\r\n"

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux counts open files so")


@pytest.fixture(autouse=True)
def many_files() -> Iterator[None]:
    """A test needs more files than the server that it is about."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(16_384, before[1]), before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


def answered(server: Server, path: str, extra: str = "", host: str = "127.0.0.1") -> Any:
    """What is answered to a request on a connection of its own: the status, the head, the body."""
    _, _, port = server.url.rpartition(":")
    with socket.create_connection(("127.0.0.1", int(port)), PATIENCE, (host, 0)) as found:
        found.sendall(GET.format(path, extra or "Connection: close\r\n").encode())
        answer = b""
        while data := found.recv(65_536):
            answer += data
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), head, body


def refused(answer: tuple[int, bytes, bytes]) -> tuple[int, str, str]:
    status, head, body = answer
    assert b"\r\nconnection: close" in head
    refusal = json.loads(body)
    return status, refusal["code"], refusal["text"]


@contextmanager
def idle(server: Server, count: int) -> Iterator[list[Raw]]:
    """So many connections that say nothing."""
    with ExitStack() as stack:
        yield [stack.enter_context(Raw(server)) for _ in range(count)]


@pytest.mark.usefixtures("either_path")
def test_1100_idle_connections_lock_nobody_out_of_a_fresh_server(tmp_path: Path) -> None:
    with serving(tmp_path, IDLE, files=(256, FILES)) as server:
        neighbour = Neighbour(server)
        with idle(server, 1100) as silent:
            for _ in range(3):
                assert fetch(server, "/healthz") == "ok\n"
                assert json.loads(fetch(server, "/readyz"))["ready"]
            neighbour.play_match()  # who is at a table plays on
            full = (503, "too-many", "The server is full; try again later.")
            assert refused(answered(server, "/api/tables")) == full
            assert refused(answered(server, "/ws", WEBSOCKET)) == full
            head, _, body = silent[-1].rest().partition(b"\r\n\r\n")
            assert refused((int(head.split()[1]), head, body)) == full
            assert open_files(server) <= FILES - OWN_FILES + 40
        (warning,) = [line for line in log_lines(server) if line["level"] == "warning"]
        assert (warning["what"], warning["sockets"]) == ("few files", FILES - OWN_FILES)
        wait_until(lambda: answered(server, "/api/tables")[0] == 200)
        neighbour.play_match()
        neighbour.close()
        server.open_table("scopa")
        assert_calm(server)


@pytest.mark.usefixtures("either_path")
def test_a_table_works_with_as_many_connections_as_there_may_be(tmp_path: Path) -> None:
    with serving(tmp_path, IDLE, files=(256, FILES)) as server, idle(server, FILES - OWN_FILES - 9):
        player = Neighbour(server, "scopa")  # of which nothing was loaded before
        player.play_match()
        player.close()
        assert_calm(server)


@pytest.mark.usefixtures("either_path")
def test_a_crowd_that_comes_at_once_is_told_that_the_server_is_full(tmp_path: Path) -> None:
    with serving(tmp_path, {**IDLE, "sockets": 5}) as server, idle(server, 300) as crowd:
        told = [raw.rest() for raw in crowd[5:]]
        assert {answer[:13] for answer in told} == {b"HTTP/1.1 503 "}
        assert fetch(server, "/healthz") == "ok\n"
        assert_calm(server)


@pytest.mark.usefixtures("either_path")
def test_an_address_has_only_so_many_sockets(tmp_path: Path) -> None:
    with serving(tmp_path, {**IDLE, "sockets_by_address": 1}) as server, idle(server, 9):
        table = server.open_table("dice")  # the tenth: this machine may have ten times as many
        with server.connect(table=table["table"], secret=table["secret"]):  # counted as well
            status, code, text = refused(answered(server, "/api/tables"))
            assert (status, code) == (429, "too-many")
            assert text.startswith("Too many connections are open from your address")
            assert refused(answered(server, "/ws", WEBSOCKET))[:2] == (429, "too-many")
            assert fetch(server, "/healthz") == "ok\n"
            assert answered(server, "/api/tables", host="127.0.0.2")[0] == 200
        wait_until(lambda: answered(server, "/api/tables")[0] == 200)
        assert_calm(server)


def test_a_proxy_speaks_for_many(tmp_path: Path) -> None:
    limits: dict[str, float] = {**IDLE, "sockets_by_address": 1}
    with serving(tmp_path, limits, options=("--proxy", "127.0.0.1")) as server, idle(server, 30):
        assert answered(server, "/api/tables")[0] == 200


@pytest.mark.parametrize(
    ("address", "near"),
    [
        ("127.0.0.1", True),
        ("192.168.1.20", True),
        ("10.0.0.1", True),
        ("::1", True),
        ("fd00::", True),
        ("8.8.8.8", False),
        ("2a00:1450::", False),
        ("", False),
    ],
)
def test_near_addresses_may_be_of_many_people(address: str, near: bool) -> None:
    assert is_private(source(address)) is near
    sockets = Sockets(Settings(sockets_by_address=2))
    for _ in range(20 if near else 2):
        assert sockets.refusal(address, 80) is None
        sockets.enter(address)
    assert sockets.refusal(address, 80) == (429, {"about": "sockets"})
    sockets.leave(address)
    assert sockets.refusal(address, 80) is None
