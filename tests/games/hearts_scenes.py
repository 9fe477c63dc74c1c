"""How the tests of Hearts set a scene, and look at it. Ann is seat 0, Bea 1, Cal 2 and Dan 3."""

from collections.abc import Sequence
from typing import Any

import pytest

from helpers import snapshot
from settebello import IllegalMove, Match, Scripted
from settebello.cards import FRENCH

NAMES = ["Ann", "Bea", "Cal", "Dan"]
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def suit(letter: str) -> str:
    """All cards of a suit, from low to high."""
    return " ".join(rank + letter for rank in RANKS)


def deal(*hands: str) -> list[str]:
    """A deck that deals these cards to Ann, Bea, Cal and Dan; the rest of each hand as it comes."""
    held = [hand.split() for hand in hands] + [[]] * (4 - len(hands))
    named = {card for hand in held for card in hand}
    others = iter([card for card in FRENCH if card not in named])
    return [
        card for hand in held for card in [*hand, *(next(others) for _ in range(13 - len(hand)))]
    ]


# Ann has all clubs, and so leads and takes the first trick; the others have a suit each.
BY_SUITS = deal(suit("C"), suit("D"), suit("S"), suit("H"))


def begin(*decks: Sequence[str], **options: Any) -> Match:
    """A match with these decks; nothing is passed unless the options say so."""
    options = {"passing": False, **options}
    return Match("hearts", NAMES, luck=Scripted(shuffles=decks), options=options)


def play(match: Match, cards: str) -> None:
    """The players play these cards in turn."""
    for card in cards.split():
        (seat,) = match.to_act
        match.play(seat, card)


def play_hand(match: Match) -> None:
    """The first legal card each, until the hand is counted."""
    before = len(told(match, "Tallied"))
    while len(told(match, "Tallied")) == before:
        seat = match.to_act[0]
        match.play(seat, match.legal(seat)[0])


def texts(match: Match) -> str:
    """The legal moves of the player who is to act."""
    return " ".join(str(move) for move in match.legal(match.to_act[0]))


def told(match: Match, event: str, viewer: int | None = None) -> list[dict[str, Any]]:
    return [notice for notice in match.notices(viewer) if notice["event"] == event]


def place(match: Match, name: str, viewer: int | None = None) -> str:
    return " ".join(match.view(viewer).places[name])


def refused(match: Match, seat: Any, move: Any) -> str:
    """The code with which a move is refused; a sentence says why, and nothing changes."""
    before = snapshot(match)
    with pytest.raises(IllegalMove, match=r"\w.+\.$") as refusal:
        match.play(seat, move)
    assert snapshot(match) == before
    return refusal.value.code
