"""Clients of the dialects of 66, message by message."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, TypeVar

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from live import Server

Message = dict[str, Any]
LOBBY = {
    "OnlinePlayers", "OpenGames", "PlayerStatus", "NewPlayer", "PlayerRemoved", "GameDeleted",
}  # fmt: skip
TO_ALL = {"PlayerLeft", "PlayerRejoined"}  # of a game that waits
NONSENSE = "Nonsense"
PATIENCE = 30.0  # seconds, for what must come at last
T = TypeVar("T")


def message(type: str, **fields: Any) -> Message:
    return {"type": type, **fields}


def at_last(listen: Callable[[], T]) -> T:
    """What there is when one listens, as soon as there is anything."""
    until = time.monotonic() + PATIENCE
    while not (received := listen()):
        assert time.monotonic() < until, "nobody is told anything"
        time.sleep(0.001)  # to ask without a pause would keep a server in this process from acting
    return received


class Guest:
    """One connection. Every message that goes either way is kept in `transcript`."""

    def __init__(self, server: Server, name: str = "", path: str = "/66") -> None:
        self.name = name
        self.secret = ""
        self.game: int | None = None  # the one that they play in, if there are others
        self.transcript: list[tuple[str, Message]] = []  # ">" what is sent, "<" what is received
        self._open = ExitStack()
        address = server.url.replace("http", "ws", 1) + path
        # Without a limit, or the end of one who has not read everything would take ten seconds.
        opened = connect(address, compression=None, max_queue=None)
        self.socket: ClientConnection = self._open.enter_context(opened)
        if name:
            self.send("RegisterPlayer", name=name)
            self.secret = self.receive_a("PlayerInfo")["secret"]

    def send(self, type: str, **fields: Any) -> None:
        message = {"type": type, **fields}
        self.transcript.append((">", message))
        self.socket.send(json.dumps(message))

    def receive(self) -> Message:
        message: Message = json.loads(self.socket.recv(timeout=30))
        self.transcript.append(("<", message))
        return message

    def receive_a(self, type: str) -> Message:
        """The next message, which is of this type; what the lobby says to all is passed over."""
        while True:
            message = self.receive()
            if message["type"] == type and not self._is_elsewhere(message):
                return message
            passed_over = message["type"] in LOBBY or self._is_elsewhere(message)
            assert passed_over, f"{message} instead of {type}"

    def ack(self) -> None:
        self.send("Ack")

    def receive_pending(self) -> list[Message]:
        """What has been sent to them and not been read yet, but for what the lobby tells all.

        All that the server has sent so far comes before its answer to nonsense.
        """
        self.socket.send(json.dumps({"type": NONSENSE}))
        received: list[Message] = []
        while True:
            message: Message = json.loads(self.socket.recv(timeout=30))
            if message == {**message, "type": "Failure", "command": NONSENSE}:
                return received
            if message["type"] not in LOBBY and not self._is_elsewhere(message):
                self.transcript.append(("<", message))
                received.append(message)

    def _is_elsewhere(self, message: Message) -> bool:
        """Whether it is about a game in which others play."""
        return message["type"] in TO_ALL and self.game not in (None, message["gameId"])

    def close(self) -> None:
        self._open.close()

    def is_closed(self) -> bool:
        """Whether the server has ended the connection."""
        try:
            while True:
                self.receive()
        except ConnectionClosed:
            return True


def game_of(guests: list[Guest], start: str = "StartGame") -> int:
    """A game that the first of these guests has created and started, and all have acknowledged."""
    host = guests[0]
    host.send("CreateGame", playerSecret=host.secret)
    number: int = host.receive_a("JoinedGame")["gameId"]
    for guest in guests[1:]:
        guest.send("JoinGame", gameId=number, playerSecret=guest.secret)
        assert guest.receive_a("JoinedGame") == {"type": "JoinedGame", "gameId": number}
    host.send(start)
    for guest in guests:
        assert guest.receive_a("GameStarted") == {"type": "GameStarted", "gameId": number}
    for guest in guests:
        guest.game = number
        guest.ack()
    return number
