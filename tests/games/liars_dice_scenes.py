"""How the tests of Liar's dice set a scene, and look at it. Ann is seat 0, Bea seat 1 and so on."""

from typing import Any

import pytest

from helpers import snapshot
from settebello import IllegalMove, Match, Scripted

NAMES = ["Ann", "Bea", "Cal", "Dan", "Eve", "Flo"]


def begin(*rounds: str, first: int = 0, players: int = 3, **options: Any) -> Match:
    """A match with these rolls, one text for a round, with the dice of seat 0 first."""
    rolls = [int(die) for dice in rounds for die in dice.split()]
    luck = Scripted(rolls=rolls, picks=[first])
    return Match("liars_dice", NAMES[:players], luck=luck, options=options)


def say(match: Match, *moves: str) -> None:
    """The players make these moves in turn."""
    for move in moves:
        (seat,) = match.to_act
        match.play(seat, move)


def texts(match: Match) -> list[str]:
    """The legal moves of the player who is to act."""
    return [str(move) for move in match.legal(match.to_act[0])]


def told(match: Match, event: str, viewer: int | None = None) -> list[dict[str, Any]]:
    return [notice for notice in match.notices(viewer) if notice["event"] == event]


def cups(match: Match, viewer: int | None = None) -> list[str]:
    places = match.view(viewer).places
    return [" ".join(places[f"cup:{seat}"]) for seat in range(len(match.players))]


def refused(match: Match, seat: Any, move: Any) -> str:
    """The code with which a move is refused; a sentence says why, and nothing changes."""
    before = snapshot(match)
    with pytest.raises(IllegalMove, match=r"\w.+\.$") as refusal:
        match.play(seat, move)
    assert snapshot(match) == before
    return refusal.value.code
