"""How the tests of Rummy set a scene, and look at it.

Ann is seat 0, Bea seat 1 and so on. The player in the last seat deals, so that Ann begins, unless a
story says otherwise.
"""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

import pytest

from helpers import play_texts, snapshot
from settebello import IllegalMove, Match, Scripted

NAMES = ["Ann", "Bea", "Cal", "Dan", "Eve", "Flo"]
ANN, BEA, CAL = range(3)
SPECTATOR = None
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
ALL_CARDS = [f"{rank}{suit}" for suit in "SHDC" for rank in RANKS]
HAND_SIZES = {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}
SPADES = "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S"  # goes out in one turn: one meld, and any discard
MIXED = "2H 2D 4H 4D 6H 6D 8H 8D 10H QD"  # nothing to lay down, and worth 60


# Setting a scene.


def deal(*hands: str, pile: str = "", stock: str = "") -> list[str]:
    """A deck that deals these hands, in the order of play, then the pile and the stock.

    Hands are filled up with the cards that are named nowhere, the last ones first, and the rest
    of the stock follows as it comes.
    """
    named = " ".join([*hands, pile, stock]).split()
    others = [card for card in ALL_CARDS if card not in named]
    size = HAND_SIZES[len(hands)]
    dealt = [hand.split() for hand in hands]
    for hand in dealt:
        hand += [others.pop() for _ in range(size - len(hand))]
    one_at_a_time = [card for each in zip_longest(*dealt) for card in each]
    return [*one_at_a_time, pile or others.pop(), *stock.split()]


def begin(
    *decks: Sequence[str], players: int = 2, dealer: int | None = None, **options: Any
) -> Match:
    """A match with these decks, hand by hand; the last seat deals unless another is named."""
    luck = Scripted(picks=[players - 1 if dealer is None else dealer], shuffles=decks)
    return Match("rummy", NAMES[:players], luck=luck, options=options)


def hand_of(match: Match, seat: int) -> list[str]:
    """A hand as its owner sees it, in the order in which the cards came."""
    return match.view(seat).places[f"hand:{seat}"]


def pass_by(match: Match) -> None:
    """The player to act draws from the stock, and discards that card again."""
    (seat,) = match.to_act
    match.play(seat, "draw stock")
    match.play(seat, f"discard {hand_of(match, seat)[-1]}")


def use_up_stock(match: Match) -> None:
    """Everybody passes by until the stock is empty."""
    while match.view(SPECTATOR).places["stock"]:
        pass_by(match)


def play_empty_hand(match: Match) -> None:
    """A hand without a score: the stock is used up three times, and wanted once more."""
    before = happened(match).count("HandDrawn")
    for _ in range(2):
        use_up_stock(match)
        pass_by(match)
    use_up_stock(match)
    play_texts(match, "draw stock")
    assert happened(match).count("HandDrawn") == before + 1


def go_out(match: Match) -> None:
    """The player to act has all spades from ace to ten, and goes out with them."""
    (seat,) = match.to_act
    match.play(seat, "draw stock")
    drawn = hand_of(match, seat)[-1]
    play_texts(match, f"meld {SPADES}", f"discard {drawn}")


# Looking at it.


def told(match: Match, event: str, viewer: int | None = SPECTATOR) -> list[dict[str, Any]]:
    """What a viewer was told of one kind of event."""
    return [notice for notice in match.notices(viewer) if notice["event"] == event]


def last_told(match: Match, event: str, viewer: int | None = SPECTATOR) -> dict[str, Any]:
    return told(match, event, viewer)[-1]


def happened(match: Match) -> list[str]:
    """The kinds of all events."""
    return [event.kind for event in match.events]


def place(match: Match, name: str, viewer: int | None = SPECTATOR) -> str:
    return " ".join(match.view(viewer).places[name])


def fact(match: Match, name: str) -> Any:
    return match.view(SPECTATOR).facts[name]


def legal(match: Match, verb: str = "") -> list[str]:
    """The legal moves of the player to act, or those that begin with this verb."""
    return [str(move) for move in match.legal(match.to_act[0]) if move.text.startswith(verb)]


def refused(match: Match, seat: Any, move: Any) -> str:
    """The code with which a move is refused; a sentence says why, and nothing changes."""
    before = snapshot(match)
    with pytest.raises(IllegalMove, match=r"\w.+\.$") as refusal:
        match.play(seat, move)
    assert snapshot(match) == before
    return refusal.value.code
