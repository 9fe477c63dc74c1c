"""What a player is to remember is shown once: a kill after their ack does not show it again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dialects.guests import Guest, Message, game_of
from live import Server, serving
from settebello.table import protocol

NAMES = ("Ann", "Bea", "Cal")
FACES = ("values", "cardValue", "cardValues", "value1", "value2")


def has_face(told: Any) -> bool:
    """Whether there is a secret value anywhere in a message of a dialect."""
    if isinstance(told, dict):
        return any(name in told for name in FACES) or any(map(has_face, told.values()))
    return isinstance(told, list) and any(map(has_face, told))


def rejoin(server: Server, old: Guest, path: str, game: int) -> Guest:
    guest = Guest(server, path=path)
    guest.secret = old.secret
    guest.send("RejoinGame", gameId=game, playerSecret=guest.secret)
    return guest


def told_until(guests: list[Guest], type: str) -> list[Message]:
    """All that is told until somebody is told this; everything is acknowledged."""
    told: list[Message] = []
    while not any(message["type"] == type for message in told):
        for guest in guests:
            for message in guest.receive_pending():
                told.append(message)
                if message["type"] != type:
                    guest.ack()
    return told


@pytest.mark.parametrize(
    ("path", "start", "next_type"),
    [("/66", "StartGame", "TurnStarted"), ("/66/draft", "StartRound", "TurnStart")],
)
def test_a_kill_after_the_acks_shows_no_face_again(
    path: str, start: str, next_type: str, tmp_path: Path
) -> None:
    with serving(tmp_path) as server:
        guests = [Guest(server, name, path) for name in NAMES]
        game = game_of(guests, start)
        told = told_until(guests, next_type)  # all have seen their first two cards
        assert sum(map(has_face, told)) == len(NAMES)
        server.kill()
        server.start()
        guests = [rejoin(server, old, path, game) for old in guests]
        guests[-1].receive_a("PlayerRejoined")
        guests[-1].ack()
        told = told_until(guests, next_type)
        assert "BoardInitialized" in {message["type"] for message in told}
        assert not any(map(has_face, told))


def test_at_our_own_table_as_well(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        opened = server.open_table("sixty_six", seats=2)
        bea = server.sit(opened["table"], opened["invite"], "Bea")
        server.begin(opened["table"], opened["secret"])
        table, secrets = opened["table"], [opened["secret"], bea["secret"]]
        players = [server.connect(table=table, secret=secret) for secret in secrets]
        welcomes = [player.receive_a(protocol.Welcome) for player in players]
        (to_act,) = welcomes[0].to_act
        other = 1 - to_act
        assert own_faces(welcomes[other].notices, other)
        players[other].send(protocol.Ack(welcomes[other].number))
        assert players[to_act].receive_a(protocol.Told).legal  # what follows from that ack
        server.kill()
        server.start()
        with server.connect(table=table, secret=secrets[other]) as again:  # and has seen nothing
            assert own_faces(again.receive_a(protocol.Welcome).notices, other) == []
        for player in players:
            player.close()


def own_faces(notices: list[protocol.Notice], seat: int) -> list[Any]:
    """The first two cards of a seat, as far as it is told them."""
    return [
        notice["cards"]
        for notice in notices
        if notice["event"] == "FirstTwoSeen" and notice["seat"] == seat
    ]
