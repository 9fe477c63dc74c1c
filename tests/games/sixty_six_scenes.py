"""How the tests of 66 set a scene, in either variant, and look at it.

Ann is seat 0, Bea seat 1 and so on. What a story does not deal comes in standard order: the next
cards of the deck are low and plain.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import pytest

from helpers import play_texts, snapshot, world_of
from settebello import IllegalMove, Match, Scripted
from settebello.game import deck_of

NAMES = ["Ann", "Bea", "Cal", "Dan", "Eve"]
ALL_CARDS = ["0", "0", *(str(value) for value in range(1, 13) for _ in range(4)), "13", "13"]
ENOUGH_WORLDS = 150

HANDS = ("1 2 3 4", "6 8 6 8", "9 10 11 12")  # Ann, Bea, Cal
HIDDEN_HAND = "?? ?? ?? ??"
OWN = ["own 0", "own 1", "own 2", "own 3"]
CLAIMS = [
    f"show {' '.join(indexes)}"
    for number in (2, 3, 4)
    for indexes in combinations(["0", "1", "2", "3"], number)
]


def deal(*hands: str, deck: str = "") -> list[str]:
    """A shuffle that deals these hands, seat by seat; then these cards are next in the deck."""
    assert all(len(hand.split()) == 4 for hand in hands)
    return " ".join([*hands, deck]).split()


def begin(
    *deals: Sequence[str],
    players: int = 3,
    first: int = 0,
    picks: Sequence[int] = (),
    **options: Any,
) -> Match:
    """A match with a deal for each round; `picks` are for rounds that several have won."""
    luck = Scripted(picks=[first, *picks], shuffles=deals)
    return Match("sixty_six", NAMES[:players], luck=luck, options=options)


def take_turn(match: Match, *moves: str) -> None:
    """One player makes these moves, and nobody else in between."""
    seat = match.to_act
    for move in moves:
        assert match.to_act == seat
        play_texts(match, move)


def finish_round(match: Match) -> None:
    """The round is stopped, if it is not yet, and the others discard what they draw."""
    if "stop" in texts(match):
        take_turn(match, "stop")
    while waiting_for(match) == "turn":
        take_turn(match, "deck", "discard")
    assert waiting_for(match) in ("round finished", "over")  # no card that was drawn had an effect


def hands_at_the_end(match: Match) -> list[str]:
    """Each hand as it is, which all see when the round is finished."""
    finish_round(match)
    return hands(match)


def told(match: Match, event: str, viewer: int | None = None) -> list[dict[str, Any]]:
    """What a viewer, or a spectator, was told of one kind of event."""
    return [notice for notice in match.notices(viewer) if notice["event"] == event]


def last_told(match: Match, event: str, viewer: int | None = None) -> dict[str, Any]:
    return told(match, event, viewer)[-1]


def texts(match: Match) -> list[str]:
    """The legal moves of the player who is to act."""
    (seat,) = match.to_act
    return [str(move) for move in match.legal(seat)]


def place(match: Match, name: str, viewer: int | None = None) -> str:
    return " ".join(match.view(viewer).places[name])


def hands(match: Match, viewer: int | None = None) -> list[str]:
    return [place(match, f"hand:{seat}", viewer) for seat in range(len(match.players))]


def waiting_for(match: Match) -> str:
    return str(match.view(None).facts["waiting_for"])


def refused(match: Match, seat: Any, move: Any) -> str:
    """The code with which a move is refused; a sentence says why, and nothing changes."""
    before = snapshot(match)
    with pytest.raises(IllegalMove, match=r"\w.+\.$") as refusal:
        match.play(seat, move)
    assert snapshot(match) == before
    return refusal.value.code


def imagined(match: Match, viewer: int | None, *names: str) -> set[tuple[str, ...]]:
    """What may lie in these places for all that a viewer has been shown, by sampled worlds."""
    pieces = match.view(viewer).pieces
    tokens = [int(piece.split(".")[1]) for name in names for piece in pieces[name]]
    worlds = [deck_of(world_of(match, viewer, seed)).faces for seed in range(ENOUGH_WORLDS)]
    return {tuple(match.game.FACES[faces[token]] for token in tokens) for faces in worlds}


def imagined_at(match: Match, viewer: int | None, name: str, index: int) -> set[str]:
    """The same of one card."""
    return {cards[index] for cards in imagined(match, viewer, name)}


def with_a_discarded_card(card: str = "6", *more: str, hand: str = "1 2 3 4") -> Match:
    """Cal has discarded a plain card, and Ann is to act."""
    cards = deal(hand, *HANDS[1:], deck=" ".join([card, *more]))
    match = begin(cards, first=2)
    take_turn(match, "deck", "discard")
    assert match.to_act == (0,)
    return match


def after_drawing(card: str, *more: str, hand: str = "1 2 3 4") -> Match:
    """Ann, who starts, has drawn this card."""
    match = begin(deal(hand, *HANDS[1:], deck=" ".join([card, *more])))
    match.play(0, "deck")
    return match


ANN_33 = deal("12 12 9 0", "1 1 1 1")
ANN_34 = deal("12 12 10 0", "1 1 1 1")
