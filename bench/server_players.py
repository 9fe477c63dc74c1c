"""The players of the measured servers: at the bare ones, and in Scopa and 66 at the real one."""

from __future__ import annotations

import http.client
import random
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec

from server_load import Match, Player, Watch
from server_yardsticks import SEATS, Ack, Move, Told, encode

NAMES = ("Ann", "Bea", "Cal")
SEED = 1
AT_ONCE = 8  # tables that are opened in parallel

from_barrier = msgspec.json.Decoder(Told)


class Choice(msgspec.Struct):
    text: str


class Received(msgspec.Struct):
    """What a player reads of a server's message: little, so that other versions can be measured."""

    type: str
    number: int = 0
    legal: list[Choice] = []
    to_act: tuple[int, ...] = ()
    text: str = ""


from_server = msgspec.json.Decoder(Received)
MOVE = "7D x 3S 4B"
ACK = b'{"type":"Ack"}'


class EchoPlayer(Player):
    """Gets its own move back; then the next player of its match is to move."""

    HEARERS = 1

    def __init__(self, match: Match, group: list[EchoPlayer]) -> None:
        super().__init__(match, "/echo")
        self.group = group
        self.number = len(group)
        group.append(self)

    def on_connect(self) -> Sequence[bytes]:
        if not self.number:
            self.match.mover = self
        return ()

    def on_frame(self, frame: bytes) -> Sequence[bytes]:
        self.match.told()
        self.match.mover = self.group[(self.number + 1) % len(self.group)]
        return ()

    def move(self) -> bytes:
        return encode(Move(self.number, MOVE))


class GreetingPlayer(Player):
    """Greets the bare echo, and is there when that has answered."""

    def __init__(self, match: Match) -> None:
        super().__init__(match, "/echo")
        self.welcome = False

    def on_connect(self) -> Sequence[bytes]:
        self.welcome = False
        return (encode(Move(0, MOVE)),)

    def on_frame(self, frame: bytes) -> Sequence[bytes]:
        self.welcome = True
        return ()


class BarrierPlayer(Player):
    """A seat in a room of the bare barrier."""

    def __init__(self, match: Match, room: int, seat: int) -> None:
        super().__init__(match, f"/barrier/{room}/{seat}")
        self.seat = seat
        self.number = 0  # of the last move

    def on_connect(self) -> Sequence[bytes]:
        if not self.seat:
            self.match.mover = self
        return ()

    def on_frame(self, frame: bytes) -> Sequence[bytes]:
        told = from_barrier.decode(frame)
        self.number = told.number
        self.match.told()
        if told.next == self.seat:
            self.match.mover = self
        return (encode(Ack(told.number)),)

    def move(self) -> bytes:
        return encode(Move(self.number + 1, MOVE))


class Speaker(Player):
    """Says the same again and again to a bare crowd, and hears it too."""

    HEARERS = 1

    def __init__(self, match: Match, text: bytes) -> None:
        super().__init__(match, "/speaker")
        self.text = text

    def on_connect(self) -> Sequence[bytes]:
        self.match.mover = self
        return ()

    def on_frame(self, frame: bytes) -> Sequence[bytes]:
        self.match.told()
        self.match.mover = self
        return ()

    def move(self) -> bytes:
        return self.text


class Onlooker(Player):
    """A spectator at a table of the real server, who remembers the last thing they were told."""

    def __init__(self, match: Match, hello: dict[str, Any]) -> None:
        super().__init__(match, "/ws")
        self.hello = hello
        self.told = b""

    def on_connect(self) -> Sequence[bytes]:
        return (encode(self.hello),)

    def on_frame(self, frame: bytes) -> Sequence[bytes]:
        self.told = frame
        return ()


class TablePlayer(Player):
    """A seat at a table of the real server: plays at random, and always wants a rematch."""

    def __init__(
        self, match: Match, hello: dict[str, Any], hearers: int, chance: random.Random
    ) -> None:
        super().__init__(match, "/ws")
        self.HEARERS = hearers
        self.hello = hello
        self.chance = chance
        self.number = 0  # of the last notice
        self.moves = 0
        self.legal: list[Choice] = []
        self.welcome = False

    def on_connect(self) -> Sequence[bytes]:
        self.welcome = False
        return (encode({**self.hello, "seen": self.number}),)

    def on_frame(self, frame: bytes) -> Sequence[bytes]:
        message = from_server.decode(frame)
        if message.type == "Refused":
            raise RuntimeError(message.text)
        if message.type not in ("Told", "Welcome"):
            return ()
        self.welcome = True
        self.number = message.number
        self.match.told()
        if message.legal:  # to move counts as an ack
            self.legal = message.legal
            self.match.mover = self
            return ()
        ack = encode({"type": "Ack", "number": self.number})
        if message.to_act:
            return (ack,)
        self.moves += 1
        return ack, encode({"type": "Rematch", "id": f"again {self.moves}"})

    def move(self) -> bytes:
        self.moves += 1
        choice = self.chance.choice(self.legal)
        move = {"id": str(self.moves), "after": self.number, "move": choice.text}
        return encode({"type": "Move", **move})


class SixtySixPlayer(Player):
    """A player of 66 in its own dialect: acknowledges everything, and plays the longest turns."""

    HEARERS = 1  # a move is done when the next one is offered
    LOBBY = frozenset({"OnlinePlayers", "OpenGames", "PlayerStatus", "NewPlayer", "GameDeleted"})

    def __init__(self, match: Match, group: list[SixtySixPlayer]) -> None:
        super().__init__(match, "/66")
        self.group = group
        self.seat = len(group)
        self.secret = ""
        self.offered: list[str] = []
        group.append(self)

    def on_connect(self) -> Sequence[bytes]:
        return (encode({"type": "RegisterPlayer", "name": NAMES[self.seat]}),)

    def on_frame(self, frame: bytes) -> Sequence[bytes]:
        message: dict[str, Any] = msgspec.json.decode(frame)
        kind = message["type"]
        if kind in self.LOBBY:
            return ()
        if kind == "Failure":
            raise RuntimeError(message["message"])
        if kind == "PlayerInfo":
            self.secret = message["secret"]
            if all(player.secret for player in self.group):
                host = self.group[0]
                host.send(encode({"type": "CreateGame", "playerSecret": host.secret}))
            return ()
        if kind == "JoinedGame":
            self._joined(message["gameId"])
            return ()
        self.match.watch.told += 1
        self.offered = message.get("actions", [])
        if self.offered:
            self.match.told()
            self.match.mover = self
        return (ACK,)

    def _joined(self, game: int) -> None:
        """Let the players join one after the other, and begin the game."""
        if self.seat + 1 < len(self.group):
            following = self.group[self.seat + 1]
            join = {"type": "JoinGame", "gameId": game, "playerSecret": following.secret}
            following.send(encode(join))
        else:
            self.group[0].send(encode({"type": "StartGame"}))

    def move(self) -> bytes:
        for action in ("TakeCardFromDeck", "Discard"):
            if action in self.offered:
                return encode({"type": action})
        other = (self.seat + 1) % len(self.group)
        indexes = {"PickOwnCard": {"cardIndex": 0}, "PickAnothersCard": {"playerIndex": other}}
        action = self.offered[0]
        return encode({"type": action, "cardIndex": 0, **indexes.get(action, {})})


def sixty_six_matches(number: int) -> tuple[list[Match], list[Player]]:
    watch, players = Watch(), list[Player]()
    matches = [Match(watch) for _ in range(number)]
    for match in matches:
        group: list[SixtySixPlayer] = []
        players += [SixtySixPlayer(match, group) for _ in range(SEATS)]
    return matches, players


def echo_matches(number: int) -> tuple[list[Match], list[Player]]:
    watch, players = Watch(), list[Player]()
    matches = [Match(watch) for _ in range(number)]
    for match in matches:
        group: list[EchoPlayer] = []
        players += [EchoPlayer(match, group) for _ in range(SEATS)]
    return matches, players


def greeting_players(number: int) -> list[GreetingPlayer]:
    match = Match(Watch())
    return [GreetingPlayer(match) for _ in range(number)]


def barrier_matches(number: int) -> tuple[list[Match], list[Player]]:
    watch = Watch()
    matches = [Match(watch) for _ in range(number)]
    return matches, [
        BarrierPlayer(match, room, seat)
        for room, match in enumerate(matches)
        for seat in range(SEATS)
    ]


def scopa_matches(
    port: int, number: int, seats: int, **hello: Any
) -> tuple[list[Match], list[TablePlayer]]:
    """Matches that have begun; `hello` is what their players ask for when they connect."""
    watch, chance = Watch(), random.Random(SEED)

    def open_some(count: int) -> list[list[dict[str, Any]]]:
        host = http.client.HTTPConnection("127.0.0.1", port)
        try:
            return [open_match(host, seats, hello) for _ in range(count)]
        finally:
            host.close()

    shares = [len(range(first, number, AT_ONCE)) for first in range(AT_ONCE)]
    with ThreadPoolExecutor(AT_ONCE) as threads:
        opened = [hellos for share in threads.map(open_some, shares) for hellos in share]
    matches = [Match(watch) for _ in opened]
    players = [
        TablePlayer(match, hello, seats, chance)
        for match, hellos in zip(matches, opened, strict=True)
        for hello in hellos
    ]
    return matches, players


def watched_match(port: int, **hello: Any) -> tuple[Match, list[TablePlayer], dict[str, Any]]:
    """A match that has begun, its three players, and what a spectator sends first."""
    host = http.client.HTTPConnection("127.0.0.1", port)
    try:
        *hellos, watching = open_match(host, SEATS, hello, watched=True)
    finally:
        host.close()
    match, chance = Match(Watch()), random.Random(SEED)
    return match, [TablePlayer(match, each, SEATS, chance) for each in hellos], watching


def open_match(
    host: http.client.HTTPConnection, seats: int, hello: dict[str, Any], watched: bool = False
) -> list[dict[str, Any]]:
    """Open a table of Scopa, take all its seats, and begin; returns what to send first.

    If it is to be `watched`, the last one is for spectators.
    """
    table = {"game": "scopa", "seats": seats, "name": NAMES[0], "absence": "wait"}
    opened = ask(host, "/api/tables", table)
    path = f"/api/tables/{opened['table']}"
    secrets = [opened["secret"]]
    for name in NAMES[1:seats]:
        secrets.append(ask(host, f"{path}/seats", {"name": name}, opened["invite"])["secret"])
    ask(host, f"{path}/start", {}, opened["secret"])
    about = {"type": "Hello", "table": opened["table"], **hello}
    secrets += [opened["invite"]] if watched else []
    return [{**about, "secret": secret} for secret in secrets]


def ask(
    host: http.client.HTTPConnection, path: str, body: dict[str, Any], secret: str = ""
) -> dict[str, Any]:
    host.request("POST", path, encode(body), {"Authorization": f"Bearer {secret}"})
    answer: dict[str, Any] = msgspec.json.decode(host.getresponse().read())
    if answer.get("type") == "Refused":
        raise RuntimeError(answer["text"])
    return answer
