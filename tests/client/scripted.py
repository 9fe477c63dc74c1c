"""A table whose server says what a test has written down, connection by connection."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from socket import SHUT_RDWR
from typing import Any, TypeVar

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.sync.server import ServerConnection, serve

from settebello.client import Seat
from settebello.table import protocol

SECRET = "the-secret-of-the-seat"
PATIENCE = 30  # seconds; nothing here takes a hundredth of it
T = TypeVar("T")


class Line:
    """The server's side of a connection."""

    def __init__(self, socket: ServerConnection) -> None:
        self._socket = socket

    def receive(self, kind: type[T]) -> T:
        message = protocol.decode_client(self._socket.recv(timeout=PATIENCE))
        assert isinstance(message, kind), message
        return message

    def send(self, *messages: protocol.ServerMessage) -> None:
        for message in messages:
            self._socket.send(protocol.encode(message))

    def send_text(self, text: str) -> None:
        self._socket.send(text)

    def welcome(self, **how: Any) -> protocol.Hello:
        hello = self.receive(protocol.Hello)
        self.send(welcome(**how))
        return hello

    def receive_move(self) -> protocol.Move:
        return self.receive(protocol.Move)

    def drop(self) -> None:
        """As if somebody had cut the cable."""
        self._socket.socket.shutdown(SHUT_RDWR)

    def receive_end(self) -> None:
        """The client has nothing more to say."""
        with pytest.raises(ConnectionClosed):
            print(self._socket.recv(timeout=PATIENCE))


Script = Callable[[Line], None]


@contextmanager
def scripted(
    *scripts: Script, deny: Callable[[ServerConnection, Request], Response | None] | None = None
) -> Iterator[Seat]:
    """A seat at a server that follows a script for each connection, and expects no more of them."""
    waiting, failures, threads = list(scripts), list[BaseException](), list[threading.Thread]()

    def handle(socket: ServerConnection) -> None:
        threads.append(threading.current_thread())
        try:
            assert socket.request is not None
            assert socket.request.path == "/ws?table=t1"  # and no secret in it
            waiting.pop(0)(Line(socket))
        except BaseException as error:
            failures.append(error)

    with serve(handle, "127.0.0.1", 0, process_request=deny) as server:
        running = threading.Thread(target=server.serve_forever)
        running.start()
        try:
            port = server.socket.getsockname()[1]
            yield Seat(f"http://127.0.0.1:{port}", "t1", 0, "Ann", SECRET)
        finally:
            server.shutdown()
            for thread in (running, *threads):
                thread.join(PATIENCE)
    if failures:
        raise failures[0]
    assert not waiting, "not every script was needed"


VIEW = {"viewer": 0, "players": ["Ann", "Bea"], "scores": [3, 1], "winners": [0], "places": {},
        "pieces": {}}  # fmt: skip
LEGAL = [protocol.Choice("7D", "lay", ("p1",)), protocol.Choice("1S", "lay", ("p2",))]


def welcome(**how: Any) -> protocol.Welcome:
    usual = {"table": "t1", "match": "m1", "game": "scopa", "phase": "playing", "seat": 0,
             "seats": [protocol.SeatInfo("Ann"), protocol.SeatInfo("Bea")], "options": {},
             "number": 0, "to_act": (1,), "view": VIEW}  # fmt: skip
    return protocol.Welcome(**{**usual, **how})


def told(
    number: int, *, legal: Sequence[protocol.Choice] = (), over: bool = False
) -> protocol.Told:
    """One more notice, and perhaps the turn."""
    to_act = () if over else (0,) if legal else (1,)
    return protocol.Told(number, notices(number), to_act, list(legal), VIEW)


def notices(*numbers: int) -> list[protocol.Notice]:
    return [{"number": number, "event": "Happened", "seat": 1} for number in numbers]
