"""Tables of a game with teams, secret choices and pauses to look."""

from __future__ import annotations

import pytest

import wager_game
from settebello.table import protocol
from table.helpers import begun, open_table, playing


@pytest.fixture(autouse=True)
def _wager(monkeypatch: pytest.MonkeyPatch) -> None:
    playing(wager_game, monkeypatch)


def test_teams_are_known_before_the_match() -> None:
    drive = open_table(wager_game, seats=4)
    drive.table.sit("Ann", "secret", seat=2)
    assert drive.join(2).last(protocol.Welcome).teams == ((0, 2), (1, 3))
    assert drive.join(None).last(protocol.Welcome).teams == ((0, 2), (1, 3))
    alone = open_table(wager_game, seats=3).join(None)
    assert alone.last(protocol.Welcome).teams == ()


def test_legal_moves_have_their_slots_and_views_have_teams_and_private_facts() -> None:
    drive = begun(wager_game, seats=4)
    ann, bea = drive.join(0, views=True), drive.join(1, views=True)
    offered = ann.last(protocol.Welcome).legal
    assert (offered[4].text, offered[4].slots) == ("bet 1 1", (("seat", 1), ("n", 1)))
    assert drive.move(ann, "bet 1 1") == "done"
    drive.ack(ann)
    views = [client.last(protocol.Told).view for client in (ann, bea)]
    assert [view["teams"] for view in views if view] == [[[0, 2], [1, 3]]] * 2
    assert [view.get("private") for view in views if view] == [{"bet": "B11"}, None]
