"""How the tests of Scopa set a scene, and look at it.

Ann is seat 0, Bea seat 1 and so on; they play in this order unless a story says otherwise.
"""

from collections.abc import Sequence
from itertools import chain
from typing import Any

import pytest

from helpers import snapshot
from settebello import IllegalMove, Match, Scripted
from settebello.events import Event

NAMES = ["Ann", "Bea", "Cal", "Dan", "Eve", "Flo"]
ALL_CARDS = [f"{rank}{suit}" for suit in "DCSB" for rank in range(1, 11)]

Pairs = tuple[str, str]

# Whole rounds for two: the pairs that the starter takes, and those that the other player takes
# beside the four tens (`pairs_round` says how). When all is tied, both have 20 cards, 5 coins and
# a sum of 110, and the starter has 7D; each other round differs from that in what its name says.
ALL_TIED = (
    "9S 9D  9C 9B  4D 4C  4S 4B  6D 6C  6S 6B  7D 7C  2C 2S  3C 3S  5D 5C",
    "1D 1C  1S 1B  8D 8C  8S 8B  7S 7B  2D 2B  3D 3B  5S 5B",
)
CARDS_TO_THE_OTHER = (
    "9S 9D  3C 3S  4C 4S  5D 5C  6D 6C  6S 6B  7D 7C  7S 7B  8D 8C",
    "1D 1C  1S 1B  2D 2C  2S 2B  3D 3B  4D 4B  5S 5B  8S 8B  9C 9B",
)
COINS_TO_THE_OTHER = (
    "9S 9D  9C 9B  4D 4C  4S 4B  6D 6C  6S 6B  7D 7C  2C 2S  3C 3S  5S 5B",
    "1D 1C  1S 1B  8D 8C  8S 8B  7S 7B  2D 2B  3D 3B  5D 5C",
)
SEVEN_TO_THE_OTHER = (
    "9S 9D  9C 9B  4D 4C  4S 4B  6D 6C  6S 6B  7S 7B  2D 2S  3C 3S  5D 5C",
    "1D 1C  1S 1B  8D 8C  8S 8B  7D 7C  2C 2B  3D 3B  5S 5B",
)
SUM_TO_THE_OTHER = (
    "9S 9D  9C 9B  4D 4C  4S 4B  6D 6C  6S 6B  7D 7C  2C 2S  3C 3S  3D 3B",
    "1D 1C  1S 1B  8D 8C  8S 8B  7S 7B  2D 2B  5D 5C  5S 5B",
)
MOST_TO_THE_OTHER = (
    "9S 9D  9C 9B  4D 4C  4S 4B  6D 6C  6S 6B  7D 7C  2C 2S  3C 3S",
    "1D 1C  1S 1B  8D 8C  8S 8B  7S 7B  2D 2B  3D 3B  5D 5C  5S 5B",
)


# Setting a scene.


def deal(*hands: str, table: str, seats: int = 3) -> list[str]:
    """A deck that deals these hands, in the order of play, and this table; the rest as it comes."""
    named = " ".join([*hands, table]).split()
    others = iter([card for card in ALL_CARDS if card not in named])
    dealt = [hand.split() for hand in hands]
    dealt += [[next(others) for _ in range(3)] for _ in range(seats - len(hands))]
    return [*chain(*dealt), *table.split()]


def deal_for(plays: str, table: str, seats: int) -> list[str]:
    """A deck that deals to everybody, deal by deal, the cards to play in their turns.

    The first of the plays is the starter's, the second the next player's, and so on.
    """
    cards, at_once = plays.split(), 3 * seats
    dealt = [
        cards[start + player : start + at_once : seats]
        for start in range(0, len(cards), at_once)
        for player in range(seats)
    ]
    return [*chain(*dealt[:seats]), *table.split(), *chain(*dealt[seats:])]


def pairs_round(pairs: Pairs) -> tuple[list[str], str]:
    """The deck and the 36 plays of a round for two.

    Three tens on the table prevent sweeps. The other player lays down one card of each pair and
    the starter takes it. Then the other one takes a ten with 10D, and from there on it is they
    who take: in the end, also the last two tens.
    """
    first, *rest = pairs[0].split()
    plays = " ".join([*rest, "10D", pairs[1]])
    return deal_for(plays, f"{first} 10C 10S 10B", seats=2), plays


def begin(
    *decks: Sequence[str], players: int = 3, order: Sequence[int] = (), **options: Any
) -> Match:
    luck = Scripted(shuffles=[order or range(players), *decks])
    return Match("scopa", NAMES[:players], luck=luck, options=options)


def play_cards(match: Match, plays: str) -> None:
    """The players play these cards in turn, and take what is offered first if they can."""
    for card in plays.split():
        (seat,) = match.to_act
        match.play(seat, texts(match, seat, card)[0])


def play_one(match: Match) -> Sequence[Event]:
    """Play the first legal move."""
    (seat,) = match.to_act
    return match.play(seat, match.legal(seat)[0])


def play_round(match: Match) -> int:
    """Play the first legal move until the tally; returns the number of moves."""
    for moves in range(1, 100):
        if any(event.kind == "Tallied" for event in play_one(match)):
            return moves
    pytest.fail("The round does not end.")


# Looking at it.


def told(match: Match, event: str, viewer: int | None = None) -> list[dict[str, Any]]:
    """What a viewer, or a spectator, was told of one kind of event."""
    return [notice for notice in match.notices(viewer) if notice["event"] == event]


def last_told(match: Match, event: str) -> dict[str, Any]:
    return told(match, event)[-1]


def texts(match: Match, seat: int, card: str = "") -> list[str]:
    """The legal moves of a seat, or those of one of its cards."""
    moves = [str(move) for move in match.legal(seat)]
    return [move for move in moves if not card or move.split()[0] == card]


def place(match: Match, name: str, viewer: int | None = None) -> str:
    return " ".join(match.view(viewer).places[name])


def hands(match: Match) -> list[str]:
    """Each hand, as its owner sees it."""
    return [place(match, f"hand:{seat}", seat) for seat in range(len(match.players))]


def sweeps(match: Match) -> list[int]:
    counted: list[int] = match.view(None).facts["sweeps"]
    return counted


def refused(match: Match, seat: Any, move: Any) -> str:
    """The code with which a move is refused; a sentence says why, and nothing changes."""
    before = snapshot(match)
    with pytest.raises(IllegalMove, match=r"\w.+\.$") as refusal:
        match.play(seat, move)
    assert snapshot(match) == before
    return refusal.value.code
