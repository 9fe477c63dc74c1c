"""For tests at the border of a server: a socket that sends what no library would send, and a
neighbour who plays a match meanwhile and must notice nothing.
"""

from __future__ import annotations

import json
import os
import socket
import struct
import time
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from prometheus_client.parser import text_string_to_metric_families

from live import Server
from settebello.table import protocol

PATIENCE = 30.0  # seconds, before a test gives up
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
HANDSHAKE = (
    b"Host: cards.example\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


def frame(
    payload: bytes | str,
    opcode: int = TEXT,
    *,
    final: bool = True,
    masked: bool = True,
    reserved: int = 0,
    length: int | None = None,
) -> bytes:
    """A frame of RFC 6455, right or wrong; the mask is zero, so that it can be read."""
    data = payload.encode() if isinstance(payload, str) else payload
    size = len(data) if length is None else length
    first = bytes([(0x80 if final else 0) | reserved << 4 | opcode])
    mask = 0x80 if masked else 0
    if size < 126:
        second = bytes([mask | size])
    elif size < 2**16:
        second = bytes([mask | 126]) + struct.pack("!H", size)
    else:
        second = bytes([mask | 127]) + struct.pack("!Q", size)
    return first + second + (bytes(4) if masked else b"") + data


class Raw:
    """A bare connection; with `receiving`, the system keeps only about so many bytes for it."""

    def __init__(self, server: Server, receiving: int | None = None) -> None:
        host, _, port = server.url.removeprefix("http://").rpartition(":")
        self.socket = socket.socket()
        self.socket.settimeout(PATIENCE)
        if receiving is not None:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receiving)
        self.socket.connect((host, int(port)))
        self._read = self.head = b""

    def send_bytes(self, data: bytes) -> None:
        """Send, unless the server has had enough already."""
        with suppress(ConnectionError):
            self.socket.sendall(data)

    def upgrade(self, hello: protocol.Hello | None = None, offer: bytes = b"") -> Raw:
        """Become a WebSocket, and say hello."""
        self.send_bytes(b"GET /ws HTTP/1.1\r\n" + HANDSHAKE + offer + b"\r\n")
        self.head = self._until(b"\r\n\r\n")
        assert self.head.startswith(b"HTTP/1.1 101 "), self.head
        if hello is not None:
            self.send(hello)
        return self

    def send(self, message: protocol.ClientMessage) -> None:
        self.send_bytes(frame(protocol.encode(message)))

    def rest(self) -> bytes:
        """All that comes until the server closes the connection."""
        with suppress(ConnectionError):
            while data := self.socket.recv(65_536):
                self._read += data
        read, self._read = self._read, b""
        return read

    def receive(self) -> tuple[int, bytes]:
        """The next frame: its opcode and what is in it. A connection that ends is a CLOSE."""
        head = self._bytes(2)
        if len(head) < 2:
            return CLOSE, b""
        size = head[1]
        if size == 126:
            (size,) = struct.unpack("!H", self._bytes(2))
        elif size == 127:
            (size,) = struct.unpack("!Q", self._bytes(8))
        return head[0] & 0xF, self._bytes(size)

    def receive_refusal(self) -> str:
        """The code of the next refusal, or of what closes the connection."""
        while True:
            opcode, data = self.receive()
            if opcode == CLOSE:
                return f"closed {close_code(data)}"
            if opcode == TEXT and (message := json.loads(data))["type"] == "Refused":
                return str(message["code"])

    def close_code(self) -> int | None:
        """Listen until the server closes the connection: its code, if it gave one."""
        while True:
            opcode, data = self.receive()
            if opcode == CLOSE:
                return close_code(data)

    def _until(self, end: bytes) -> bytes:
        while end not in self._read:
            data = self.socket.recv(65_536)
            assert data, self._read
            self._read += data
        found, _, self._read = self._read.partition(end)
        return found

    def _bytes(self, size: int) -> bytes:
        """So many bytes, or fewer if the connection ends."""
        with suppress(ConnectionError):
            while len(self._read) < size and (data := self.socket.recv(65_536)):
                self._read += data
        found, self._read = self._read[:size], self._read[size:]
        return found

    def close(self) -> None:
        self.socket.close()

    def __enter__(self) -> Raw:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def close_code(data: bytes) -> int | None:
    return int.from_bytes(data[:2]) if len(data) >= 2 else None


class Neighbour:
    """Plays match after match against bots at a table of their own."""

    def __init__(self, server: Server, game: str = "dice", **wanted: Any) -> None:
        self.opened = server.open_table(game, "Bea", **wanted)
        server.begin(self.opened["table"], self.opened["secret"], fill="random")
        self._connection = server.connect(
            table=self.opened["table"], secret=self.opened["secret"], language="en"
        )
        self._told: protocol.Welcome | protocol.Told = self._connection.receive_a(protocol.Welcome)
        self.moves = self.matches = 0
        self._wait_for_turn()

    def play(self) -> None:
        """Make a move, wait until it is done, and until it is their turn again."""
        self.moves += 1
        id = str(self.moves)
        if self._told.legal:
            move = self._told.legal[0].text
            self._connection.send(protocol.Move(id, self._told.number, move))
        else:
            self.matches += 1
            self._connection.send(protocol.Rematch(id))
        while not isinstance(
            answer := self._connection.receive(), protocol.Answer | protocol.Refused
        ):
            pass
        assert answer == protocol.Answer(id), answer
        self._told = self._connection.receive_a(protocol.Told)
        self._wait_for_turn()

    def play_match(self) -> None:
        matches = self.matches
        while self.matches == matches:
            self.play()

    def _wait_for_turn(self) -> None:
        while not self._told.legal:
            self._connection.send(protocol.Ack(self._told.number))
            if not self._told.to_act:  # it is over
                return
            self._told = self._connection.receive_a(protocol.Told)

    def close(self) -> None:
        self._connection.close()


def fetch(server: Server, path: str, **headers: str) -> str:
    request = urllib.request.Request(server.url + path, headers=headers)
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return str(answer.read().decode())


def metrics(server: Server) -> dict[str, float]:
    """The figures of a server by name, without `settebello_`; a label is added with a dot."""
    return {
        ".".join([sample.name.removeprefix("settebello_"), *sample.labels.values()]): sample.value
        for family in text_string_to_metric_families(fetch(server, "/metrics"))
        for sample in family.samples
    }


def wait_until(condition: Callable[[], bool]) -> None:
    """Ask again and again, as long as patience lasts."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "It did not come to that."


def connections(server: Server) -> int:
    return int(metrics(server)["connections"])


def open_files(server: Server) -> int:
    """What the process of a server has open: files and sockets."""
    return len(os.listdir(f"/proc/{server.process.pid}/fd"))


def log_lines(server: Server) -> list[dict[str, Any]]:
    """What a server has written down; each line is JSON."""
    return [json.loads(line) for line in server.errors.read_text("utf-8").splitlines()]


def assert_calm(server: Server) -> None:
    """Nothing has failed in a server so far."""
    failures = [line for line in log_lines(server) if line["level"] not in ("info", "warning")]
    assert not failures, failures
    assert server.process.poll() is None, "It has ended."
