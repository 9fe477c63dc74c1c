"""A client of another version of the protocol is told so, whatever else its `Hello` says."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from live import Server, serving
from settebello.client import ClientError, Connection
from settebello.server.connection import POLICY
from settebello.table import protocol

ANOTHER = protocol.VERSION + 1


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server")) as server:
        yield server


def answer_to(server: Server, hello: dict[str, object]) -> tuple[protocol.ServerMessage, int]:
    """The first message, and the code with which the connection ends."""
    with connect(server.url.replace("http", "ws", 1) + "/ws") as socket:
        socket.send(json.dumps({"type": "Hello", **hello}))
        message = protocol.decode_server(socket.recv(timeout=30))
        with pytest.raises(ConnectionClosed):
            socket.recv(timeout=30)
        return message, socket.close_code or 0


@pytest.mark.parametrize(
    ("hello", "begins"),
    [
        ({"table": "t"}, "The server has another version by now"),
        ({"table": "t", "language": "it"}, "Il server ora ha un'altra versione"),
        ({"table": "t", "language": "xx"}, "The server has another version by now"),
        ({"room": "t", "badge": {"of": "another", "shape": 7}}, "The server has another version"),
    ],
)
def test_another_version_is_refused_before_anything_else_is_looked_at(
    server: Server, hello: dict[str, object], begins: str
) -> None:
    refused, code = answer_to(server, {"version": ANOTHER, **hello})
    assert isinstance(refused, protocol.Refused)
    assert (refused.code, code) == ("other-version", POLICY)
    assert refused.text.startswith(begins)


def test_who_says_no_version_speaks_the_oldest(server: Server) -> None:
    refused, _ = answer_to(server, {"table": "nowhere"})
    assert isinstance(refused, protocol.Refused)
    assert refused.code == ("not-found" if protocol.VERSION == 1 else "other-version")


@pytest.mark.parametrize("version", ["1", -1, 1.5, None])
def test_what_is_no_version_is_no_message(server: Server, version: object) -> None:
    refused, _ = answer_to(server, {"table": "t", "version": version})
    assert isinstance(refused, protocol.Refused)
    assert refused.code in ("not-a-message", "other-version")


def test_a_program_gets_a_clear_error(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = server.open_table("dice")
    monkeypatch.setattr(protocol, "VERSION", ANOTHER)
    with pytest.raises(ClientError) as refused:
        next(iter(Connection(server.url, opened["table"], opened["secret"])))
    assert refused.value.code == "other-version"
    assert "update your program" in str(refused.value)
