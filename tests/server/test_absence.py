"""Absence over real sockets, by a client that knows what the documents say and nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from live import Connection, Server, serving
from server.inside import inside
from settebello.table import absence

Message = dict[str, Any]


class Player:
    """A connection that speaks JSON."""

    def __init__(self, players: ExitStack, server: Server, table: str, secret: str | None) -> None:
        self.socket = players.enter_context(Connection(server)).socket
        hello = {"type": "Hello", "table": table, "secret": secret, "language": "en"}
        self.send({name: value for name, value in hello.items() if value is not None})
        self.welcome = self.until(lambda message: message["type"] == "Welcome")
        if self.welcome["seat"] is not None:
            self.send({"type": "Ack", "number": self.welcome["number"]})

    def send(self, message: Message) -> None:
        self.socket.send(json.dumps(message))

    def until(self, wanted: Callable[[Message], object]) -> Message:
        """The next message of this kind; what is told meanwhile is acknowledged."""
        while True:
            message: Message = json.loads(self.socket.recv(timeout=30))
            if message["type"] == "Told":
                self.send({"type": "Ack", "number": message["number"]})
            if wanted(message):
                return message

    def asked(self, message: Message) -> Message:
        """What a request is answered with."""
        self.send(message)
        return self.until(lambda answer: answer["type"] in ("Answer", "Refused"))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def players() -> Iterator[ExitStack]:
    """All who are connected, until the test ends."""
    with ExitStack() as opened:
        yield opened


def seated(
    players: ExitStack, server: Server, **wanted: Any
) -> tuple[str, list[Player], list[str]]:
    """A match of two who are there: its table, the one who is to act first, and their secrets."""
    opened = server.open_table("scopa", "Ann", seats=2, **wanted)
    table = opened["table"]
    secrets = [opened["secret"], server.sit(table, opened["invite"], "Bea")["secret"]]
    server.begin(table, secrets[0])
    both = [Player(players, server, table, secret) for secret in secrets]
    (first,) = both[0].welcome["to_act"]
    order = [first, 1 - first]
    if not both[first].welcome.get("legal"):
        both[first].until(lambda message: message.get("legal"))  # all have seen the deal
    return table, [both[seat] for seat in order], [secrets[seat] for seat in order]


def test_who_is_away_is_counted_down_replaced_and_told_what_they_missed(
    server: Server, players: ExitStack
) -> None:
    table, (gone, here), (secret, _) = seated(players, server, grace=5, listed=True)
    seat = gone.welcome["seat"]

    # Who watches is counted, for all.
    watcher = Player(players, server, table, None)
    assert watcher.welcome["watching"] == 1
    here.until(lambda message: message.get("watching") == 1)

    gone.socket.close()
    for other in (here, watcher):
        told = other.until(lambda message: message.get("bot_in"))
        assert 4 < told["bot_in"][str(seat)] <= 5
    played = here.until(lambda message: message["type"] == "Told" and message.get("legal"))
    (marked,) = [notice for notice in played["notices"] if notice.get("stand_in")]
    assert marked["seat"] == seat
    assert marked["text"].endswith(f"A bot played this for {here.welcome['seats'][seat]['name']}.")

    with_recap = Player(players, server, table, secret)
    first, *rest = with_recap.welcome["recap"]["lines"]
    assert first["stand_in"]
    assert first["text"].endswith("A bot played this for you.")
    assert not any(line.get("stand_in") for line in rest)
    assert "recap" not in watcher.welcome
    again = Player(players, server, table, secret)  # a second device has missed nothing
    assert "recap" not in again.welcome


def test_a_nudge_that_is_not_possible_says_why(server: Server, players: ExitStack) -> None:
    table, (slow, other), _ = seated(players, server, listed=True)
    seat = slow.welcome["seat"]
    early = other.asked({"type": "Nudge", "id": "1", "seat": seat})
    assert (early["code"], 0 < early["retry_after"] <= 15) == ("nudge-later", True)
    assert "15 seconds" in early["text"]
    for id, message in enumerate(({"seat": other.welcome["seat"]}, {"seat": 99})):
        refused = other.asked({"type": "Nudge", "id": f"other {id}", **message})
        assert refused["code"] == "not-to-nudge"
    watcher = Player(players, server, table, None)
    assert watcher.asked({"type": "Nudge", "id": "1", "seat": seat})["code"] == "spectator"
    for wrong in ({}, {"seat": -1}, {"seat": "0"}, {"seat": seat, "loud": True}):
        refused = other.asked({"type": "Nudge", "id": "2", **wrong})
        assert refused["code"] == "not-a-message"


def test_a_nudge_is_told_to_the_one_who_is_to_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(absence, "QUIET_SECONDS", 0.0)
    with inside(tmp_path) as server, ExitStack() as players:
        _, (slow, other), _ = seated(players, server)
        seat = slow.welcome["seat"]
        assert other.asked({"type": "Nudge", "id": "1", "seat": seat})["type"] == "Answer"
        told = slow.until(lambda message: message["type"] == "Nudged")
        assert told == {"type": "Nudged", "by": 1 - seat, "name": ["Ann", "Bea"][1 - seat]}
        refused = other.asked({"type": "Nudge", "id": "2", "seat": seat})
        assert refused["code"] == "nudged"
