"""Servers that know no game, to compare the real one with: a bare echo and a bare barrier.

They use the same libraries with the same settings, so the difference is what the real server itself
costs. `python bench/server_yardsticks.py --port PORT` serves both.
"""

import argparse
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from server_process import LIMITS
from settebello.server.commands import read_limits
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


async def echo(websocket: WebSocket) -> None:
    """Every message goes back to where it came from, decoded and encoded."""
    await websocket.accept()
    async for text in websocket.iter_text():
        await websocket.send_text(encode(from_player.decode(text)).decode())


class Room:
    """A match without a game. The next to move is told when the others have answered."""

    def __init__(self) -> None:
        self.players: dict[int, WebSocket] = {}
        self.move = Move(0, "")  # the last one
        self.acks = SEATS  # how many have answered it

    async def hear(self, said: Move | Ack) -> None:
        if isinstance(said, Ack):
            self.acks += 1
            if self.acks == SEATS - 1:
                await self.tell(self.move.number % SEATS)
        elif self.acks == SEATS:
            self.move = said
            self.acks = 0
            for after_next in range(1, SEATS):
                await self.tell((said.number + after_next) % SEATS)

    async def tell(self, seat: int) -> None:
        told = Told(self.move.number, seat, self.move.move, self.move.number % SEATS, SENTENCE)
        await self.players[seat].send_text(encode(told).decode())


rooms: defaultdict[int, Room] = defaultdict(Room)


async def barrier(websocket: WebSocket) -> None:
    """A seat in a room."""
    await websocket.accept()
    room = rooms[websocket.path_params["room"]]
    room.players[websocket.path_params["seat"]] = websocket
    async for text in websocket.iter_text():
        await room.hear(from_player.decode(text))


async def health(request: Request) -> PlainTextResponse:
    return PlainTextResponse("ok")


@asynccontextmanager
async def lifespan(app: Starlette) -> AsyncIterator[None]:
    freeze_startup()
    yield


app = Starlette(
    routes=[
        Route("/healthz", health),
        WebSocketRoute("/echo", echo),
        WebSocketRoute("/barrier/{room:int}/{seat:int}", barrier),
    ],
    lifespan=lifespan,
)


def main() -> None:
    parser = argparse.ArgumentParser(description="Serve a bare echo and a bare barrier.")
    parser.add_argument("--port", type=int, required=True)
    port = parser.parse_args().port
    settings = read_limits([f"{name}={value}" for name, value in LIMITS.items()])
    uvicorn.Server(config(app, settings)).run(sockets=[listen("127.0.0.1", port)])


if __name__ == "__main__":
    main()
