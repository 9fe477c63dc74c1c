"""Two matches that one viewer cannot tell apart, and all bytes that they get in each of them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from live import Server
from settebello import Match
from settebello.game import Game
from settebello.lab.audit import AuditedMatch
from settebello.lab.worlds import OtherHistory, OtherWorld, two_of_a_mixed_place
from settebello.luck import Luck, Seeded
from settebello.notation import SLOTS
from settebello.record import RecordedLuck
from settebello.table import protocol

Record = dict[str, Any]


def twins(game: Game, seats: int, seed: int, moves: int) -> Iterator[tuple[int | None, Record]]:
    """First the record of a match; then, for each viewer, worlds that could be the true one."""
    return twins_of(AuditedMatch(game, seats, {}, seed), moves)


def twins_of(audited: AuditedMatch, moves: int) -> Iterator[tuple[int | None, Record]]:
    while len(audited.steps) <= moves and not audited.match.over:
        audited.step()
    yield None, audited.match.record()
    for viewer in audited.viewers:
        deck = audited.deck
        sampler = audited.knowledge.sampler(audited.game, audited.state, viewer)
        faces = sampler.faces(audited.random)
        worlds = [OtherWorld(audited, viewer, faces)]
        if swap := two_of_a_mixed_place(audited, viewer):
            after, one, other = swap
            faces = list(deck.faces)
            faces[one], faces[other] = faces[other], faces[one]
            worlds.append(OtherWorld(audited, viewer, faces, {one: other, other: one}, after))
        for world in worlds:
            record = record_of(world)
            if record is not None:
                yield viewer, record


def record_of(world: OtherWorld) -> Record | None:
    """The match of a world, unless something else would have happened in public."""
    steps = world.audited.steps
    try:
        match = world.begin()
        for number in range(world.first, len(steps)):
            world.step(match, number)
            if match.to_act != steps[number].to_act:
                return None
    except OtherHistory:
        return None
    return match.record()


class Given:
    """The luck of the tables that are opened next: that of a record."""

    def __init__(self) -> None:
        self.record: Record = {}

    def __call__(self) -> Luck:
        return RecordedLuck(self.record["luck"])


class Client:
    """A connection that keeps all it receives, to the byte."""

    def __init__(self, server: Server, table: str, secret: str, views: bool) -> None:
        self._server = server
        self._hello = {"table": table, "secret": secret, "views": views}
        if views:
            self._hello["language"] = "en"
        self.received: list[str] = []
        self.number = 0
        self.connect(0)

    def connect(self, seen: int) -> None:
        self._connection = self._server.connect(**self._hello, seen=seen)
        self._asked = False
        self.receive_a(protocol.Welcome)

    def receive(self) -> protocol.ServerMessage:
        text = str(self._connection.socket.recv(timeout=30))
        self.received.append(text)
        message = protocol.decode_server(text)
        if isinstance(message, protocol.Welcome | protocol.Told):
            self.number, self._asked = message.number, bool(message.legal)
        return message

    def receive_a(self, kind: type) -> None:
        while not isinstance(self.receive(), kind):
            pass

    def catch_up(self, number: int, asked: bool) -> None:
        """Receive everything up to this notice, and the question if there is one."""
        while self.number < number or self._asked < asked:
            self.receive()
        if not asked:
            self._connection.send(protocol.Ack(self.number))

    def move(self, text: str, id: str) -> None:
        self._connection.send(protocol.Move(id, self.number, text))
        self.receive_a(protocol.Answer)
        self._asked = False

    def read_log(self) -> None:
        """Ask for the log of the match, as somebody who has reloaded the page."""
        path = f"/api/tables/{self._hello['table']}/log"
        status, told = self._server.ask("GET", path, None, str(self._hello["secret"]))
        assert status == 200
        self.received.append(json.dumps(told))

    def try_wrong(self, texts: Sequence[str], picks: Sequence[list[str]] = ()) -> None:
        """Ask for what will be refused; the last one is refused to everybody, whenever."""
        for text in texts:
            self._connection.send(protocol.Move("wrong", self.number, text))
            self.receive_a(protocol.Refused)
        for pieces in picks:
            self._connection.send(protocol.Explain("why", pieces))
            self.receive_a(protocol.Explanation)
        self._connection.send(protocol.Resume("fence"))
        self.receive_a(protocol.Refused)

    def close(self) -> None:
        self._connection.close()


def all_bytes(server: Server, record: Record, viewer: int | None, seed: int) -> list[str]:
    """All that a viewer receives while a recorded match is played at a live table.

    They try wrong moves on the way, lose their connection and come back, with and without saying
    what they have seen, and read the log.
    """
    random = Seeded(seed).random
    players = record["players"]
    opened = server.open_table(record["game"], players[0], seats=len(players))
    table, invite = opened["table"], opened["invite"]
    secrets = [opened["secret"], *(server.sit(table, invite, n)["secret"] for n in players[1:])]
    server.begin(table, secrets[0])
    seats = [Client(server, table, secret, n == viewer) for n, secret in enumerate(secrets)]
    watching = Client(server, table, invite, True) if viewer is None else seats[viewer]
    for number in range(len(record["moves"]) + 1):
        match = Match.replay(record, upto=number)
        look_at_pauses(match, {**dict(enumerate(seats)), viewer: watching})
        for seat in sorted(range(len(seats)), key=lambda seat: seat in match.to_act):
            seats[seat].catch_up(len(match.notices(seat)), seat in match.to_act)
        watching.catch_up(len(match.notices(viewer)), viewer in match.to_act)
        watching.try_wrong(wrong_texts(match, viewer, random), picks(match, viewer, random))
        if random() < 0.2:
            watching.close()
            watching.connect(0 if random() < 0.5 else watching.number)
            watching.try_wrong([])
            watching.read_log()
        if number < len(record["moves"]):
            seat, text = record["moves"][number]
            seats[seat].move(text, f"move-{number}")
    watching.read_log()
    for client in {*seats, watching}:
        client.close()
    welcome = protocol.decode_server(
        next(text for text in watching.received if '"Welcome"' in text)
    )
    assert isinstance(welcome, protocol.Welcome)
    ids = {table: "T" * len(table), welcome.match: "M" * len(welcome.match)}  # random ones
    return [without_times(text, ids) for text in watching.received]


def without_times(text: str, ids: Mapping[str, str]) -> str:
    """A message without what says nothing of the cards: ids, and seconds until a bot plays."""
    for id, filled in ids.items():
        text = text.replace(id, filled)
    return re.sub(r'(?<="bot_in":)\{[^}]*\}', lambda seats: re.sub(r":[\d.]+", "", seats[0]), text)


def look_at_pauses(match: Match, clients: Mapping[int | None, Client]) -> None:
    """Let everybody receive and acknowledge what comes before each pause of the last move."""
    stops = {
        viewer: [
            number
            for number, notice in enumerate(match.notices(viewer), start=1)
            if notice.get("pause") and number > client.number
        ]
        for viewer, client in clients.items()
    }
    while any(stops.values()):
        for viewer, client in clients.items():
            if stops[viewer]:
                client.catch_up(stops[viewer].pop(0), False)


def picks(match: Match, viewer: int | None, random: Callable[[], float]) -> list[list[str]]:
    """Some cards as a viewer who is to act sees them, to be picked together."""
    if viewer is None or viewer not in match.to_act:
        return []
    ids = [piece for place in match.view(viewer).pieces.values() for piece in place]
    return [[ids[int(random() * len(ids))] for _ in range(n)] for n in (1, 1, 2, 3)]


def wrong_texts(match: Match, viewer: int | None, random: Callable[[], float]) -> list[str]:
    """Nonsense, and each verb with random cards and numbers; nothing that is legal."""
    faces = match.game.FACES or ("",)
    texts = ["", "no such move"]
    for pattern in match.game.VERBS.values():
        words = [
            part
            if part not in SLOTS
            else faces[int(random() * len(faces))]
            if "card" in part
            else str(int(random() * 4))
            for part in pattern.split()
        ]
        texts.append(" ".join(words))
    legal = [] if viewer is None else [move.text for move in match.legal(viewer)]
    return [text for text in texts if text not in legal]
