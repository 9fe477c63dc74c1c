"""Servers that know no game, to compare the real one with: an echo, a barrier, and a crowd.

They are the least that can be done on the path that the real server uses: the same libraries and
settings, and texts that go past ASGI's queue (server/direct.py). So the difference is what the
real server itself costs. `python bench/server_yardsticks.py --port PORT` serves all. With
`--picows` it serves the barrier by picows alone, the quickest WebSocket library that we know.
"""

import argparse
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Protocol

import msgspec
import picows
import uvicorn
import uvloop

from server_process import LIMITS
from settebello.server.commands import read_limits
from settebello.server.connection import DIRECT
from settebello.server.frames import text_frame
from settebello.server.gc_tuning import freeze_startup
from settebello.server.serve import config, listen

SEATS = 3
SENTENCE = "You take the 3 of swords and the 4 of clubs with the 7 of coins. " * 3


class Move(msgspec.Struct, tag=True):
    number: int  # counted by the players of a room
    move: str


class Ack(msgspec.Struct, tag=True):
    number: int


class Told(msgspec.Struct, tag=True):
    """What a player is told, in about as many bytes as in a real match."""

    number: int
    seat: int
    move: str
    next: int
    text: str


encode = msgspec.json.Encoder().encode
from_player: msgspec.json.Decoder[Move | Ack] = msgspec.json.Decoder(Move | Ack)


class Socket(Protocol):
    """A connection, as far as a bare server needs it."""

    def send_now(self, texts: Sequence[bytes]) -> bool: ...

    def send_frame(self, frame: bytes) -> bool: ...


def echo(socket: Socket, text: str) -> None:
    """Every message goes back to where it came from, decoded and encoded."""
    socket.send_now([encode(from_player.decode(text))])


class Room:
    """A match without a game. The next to move is told when the others have answered."""

    def __init__(self) -> None:
        self.players: dict[int, Socket] = {}
        self.move = Move(0, "")  # the last one
        self.acks = SEATS  # how many have answered it

    def hear(self, text: str | bytes) -> None:
        said = from_player.decode(text)
        if isinstance(said, Ack):
            self.acks += 1
            if self.acks == SEATS - 1:
                self.tell(self.move.number % SEATS)
        elif self.acks == SEATS:
            self.move = said
            self.acks = 0
            for after_next in range(1, SEATS):
                self.tell((said.number + after_next) % SEATS)

    def tell(self, seat: int) -> None:
        told = Told(self.move.number, seat, self.move.move, self.move.number % SEATS, SENTENCE)
        self.players[seat].send_now([encode(told)])


rooms: defaultdict[str, Room] = defaultdict(Room)
crowd: list[Socket] = []


def speak(socket: Socket, text: str) -> None:
    """A message goes to the whole crowd as it is, and back to where it came from."""
    frame = text_frame(text.encode())
    socket.send_frame(frame)
    for each in crowd:
        each.send_frame(frame)


def listener_at(path: str, socket: Socket) -> Callable[[str], None]:
    """What hears the texts of a connection to this path.

    It is `/echo`, `/barrier/ROOM/SEAT`, `/crowd` to be one of it, or `/speaker` to speak to it.
    """
    if path == "/echo":
        return partial(echo, socket)
    if path in ("/crowd", "/speaker"):
        if path == "/crowd":
            crowd.append(socket)
        return partial(speak, socket)
    *_, room, seat = path.split("/")
    rooms[room].players[int(seat)] = socket
    return rooms[room].hear


async def app(scope: Any, receive: Any, send: Any) -> None:
    """The bare servers as an ASGI application."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        socket = scope["extensions"][DIRECT]
        socket.deliver_to(listener_at(scope["path"], socket))
        scope.clear()  # as the real server does, to save memory
        while (await receive())["type"] != "websocket.disconnect":
            pass
    elif scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"ok"})
    else:
        await receive()
        freeze_startup()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await send({"type": "lifespan.shutdown.complete"})


class PicowsSocket(picows.WSListener):
    """A seat of the barrier on picows."""

    def __init__(self, path: str) -> None:
        self._path = path

    def on_ws_connected(self, transport: picows.WSTransport) -> None:
        self._transport = transport
        self._on_text = listener_at(self._path, self)

    def on_ws_frame(self, transport: picows.WSTransport, frame: picows.WSFrame) -> None:
        if frame.msg_type == picows.WSMsgType.TEXT:
            self._on_text(frame.get_payload_as_utf8_text())

    def send_now(self, texts: Sequence[bytes]) -> bool:
        for text in texts:
            self._transport.send(picows.WSMsgType.TEXT, text)
        return True

    def send_frame(self, frame: bytes) -> bool:
        raise NotImplementedError  # there is no crowd here


async def serve_with_picows(port: int) -> None:
    """Serve the barrier by picows alone, which answers a health check with a 404."""

    def accept(request: picows.WSUpgradeRequest) -> Any:
        path = request.path.decode()
        return None if path == "/healthz" else PicowsSocket(path)

    server = await picows.ws_create_server(accept, "127.0.0.1", port)
    freeze_startup()
    await server.serve_forever()


def main() -> None:
    parser = argparse.ArgumentParser(description="Serve a bare echo and a bare barrier.")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--picows", action="store_true", help="serve the barrier by picows alone")
    arguments = parser.parse_args()
    if arguments.picows:
        uvloop.run(serve_with_picows(arguments.port))
        return
    settings = read_limits([f"{name}={value}" for name, value in LIMITS.items()])
    server = uvicorn.Server(config(app, settings))
    server.run(sockets=[listen("127.0.0.1", arguments.port)])


if __name__ == "__main__":
    main()
