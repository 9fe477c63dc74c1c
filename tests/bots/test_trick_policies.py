"""The policies of Briscola and Hearts: a position is written down, and the card is looked at."""

from random import Random

import pytest

from settebello.bots import briscola as briscola_policy
from settebello.bots import hearts as hearts_policy
from settebello.cards import Seat
from settebello.games import briscola, hearts

HEARTS_OPTIONS = {
    "target": 100,
    "passing": True,
    "queen_breaks_hearts": False,
    "points_on_first_trick": True,
}


def briscola_choice(hand: str, *played: str, seats: int = 2, trump: str = "S") -> str:
    """What seat 0 plays when those before it have played these cards."""
    state = briscola.setup({"wins": 1}, seats, None)
    named = [*hand.split(), *played]
    rest = [card for card in briscola.FACES if card not in named]
    faces = [briscola.FACES.index(card) for card in [*named, *rest]]
    state.deck, state.suit = state.deck.shuffled(faces), trump
    state.hands[0] = [*range(len(hand.split()))]
    for n in range(len(played)):
        state.trick[Seat(n + seats - len(played))] = n + len(hand.split())
    play = briscola_policy.choose(state, Seat(0), None, Random(1).random)
    assert play in briscola.legal(state, Seat(0))
    return briscola.FACES[faces[play[1]]]


def test_briscola_leads_a_card_that_is_worth_nothing() -> None:
    assert briscola_choice("1D 5C 2S") == "5C"


def test_briscola_takes_an_ace_with_its_lowest_trump() -> None:
    assert briscola_choice("4C 9S 2S", "1D") == "2S"


def test_briscola_keeps_its_trumps_when_there_is_nothing_to_take() -> None:
    assert briscola_choice("4C 9S 2S", "5D") == "4C"


def test_briscola_gives_points_to_its_partner_and_not_to_others() -> None:
    assert briscola_choice("3C 4B 8S", "4D", "1D", "5D", seats=4) == "3C"  # Cal takes it
    assert briscola_choice("3C 4B 6B", "1D", "4D", "5D", seats=4) == "4B"


@pytest.mark.parametrize("hand", ["4B 4C 4D", "4D 4C 4B", "4C 4B 4D"])
def test_briscola_cares_for_faces_and_not_for_the_order_of_the_hand(hand: str) -> None:
    assert briscola_choice(hand) == "4D"


def hearts_state(hand: str, trick: str = "", taken: str = "") -> hearts.State:
    """Seat 0 is to play to a trick that the players before it have begun."""
    state = hearts.setup(HEARTS_OPTIONS, 4, None)
    named = [*hand.split(), *trick.split(), *taken.split()]
    rest = [card for card in hearts.FACES if card not in named]
    state.deck = state.deck.shuffled([hearts.FACES.index(card) for card in [*named, *rest]])
    held, laid = len(hand.split()), len(trick.split())
    state.hands, state.broken, state.to_act = [[] for _ in range(4)], True, (Seat(0),)
    state.hands[0] = [*range(held)]
    for n in range(laid):
        state.trick[Seat(4 - laid + n)] = held + n
    state.piles[1] = (*range(held + laid, len(named)), len(named))  # and one card more
    return state


def hearts_choice(state: hearts.State) -> str:
    play = hearts_policy.choose(state, Seat(0), None, Random(1).random)
    assert play in hearts.legal(state, Seat(0))
    return " ".join([hearts.FACES[state.deck.faces[card]] for card in play[1:]])


@pytest.mark.parametrize(
    ("trick", "hand", "card"),
    [
        ("9H", "3H 8H JH", "8H"),  # as high as it can without taking the trick
        ("9D KD 2H", "10D AD", "10D"),
        ("9D KD 4D", "10D AD", "AD"),  # the last one, and no points
        ("9D KD 4H", "AD QD 3D", "QD"),
        ("9S KS", "QS 2S", "QS"),
        ("9S 8S 4S", "QS 10S", "10S"),  # the last one, and not with the queen
        ("9S 8S 4H", "QS AS", "AS"),
        ("9S", "QS 10S", "10S"),  # it must go over, and others are still to play
        ("9D", "QS AH 2C", "QS"),  # it cannot follow
        ("9D", "AH 2C KS", "KS"),
        ("9D", "AH 2C", "AH"),
        ("", "2D AC", "2D"),
        ("", "2D 8S", "8S"),  # it drives the queen out
        ("", "2D 8S QS", "2D"),
        ("", "5H 5D", "5D"),
    ],
)
def test_hearts_plays_low_or_gives_away(trick: str, hand: str, card: str) -> None:
    assert hearts_choice(hearts_state(hand, trick)) == card


def test_hearts_fears_high_spades_no_more_when_the_queen_is_taken() -> None:
    assert hearts_choice(hearts_state("2H KS", "9D", "QS")) == "2H"
    assert hearts_choice(hearts_state("2D 8S", "", "QS")) == "2D"


def test_hearts_takes_a_trick_while_all_others_will_follow() -> None:
    assert hearts_choice(hearts_state("3D 8D JD", "9D")) == "JD"
    assert hearts_choice(hearts_state("3D 8D JD", "9D", "2D 4D 5D")) == "8D"
    assert hearts_choice(hearts_state("3D 8D JD", "10D 9D", "2D 4D")) == "JD"
    assert hearts_choice(hearts_state("3D 8D JD", "9D 2H", "2D 4D")) == "8D"
    assert hearts_choice(hearts_state("3S 8S JS", "9S")) == "8S"  # the queen may come
    assert hearts_choice(hearts_state("3S 8S JS", "9S", "QS")) == "JS"


def test_hearts_gets_rid_of_a_high_card_in_a_first_trick_without_points() -> None:
    state = hearts_state("3C AC", "2C")
    state.piles = [()] * 4
    assert hearts_choice(state) == "AC"  # all will follow, as far as anybody knows
    state = hearts_state("3C 4C 5C 6C 7C 8C AC", "2C")
    state.piles = [()] * 4
    assert hearts_choice(state) == "3C"  # points may come in this match
    state.options = {**HEARTS_OPTIONS, "points_on_first_trick": False}
    assert hearts_choice(state) == "AC"


@pytest.mark.parametrize("hand", ["5D 5C", "5C 5D"])
def test_hearts_cares_for_faces_and_not_for_the_order_of_the_hand(hand: str) -> None:
    assert hearts_choice(hearts_state(hand)) == "5D"


@pytest.mark.parametrize(
    ("hand", "passed"),
    [
        ("QS KS AS 2H 3H 4H 2D 3D 4D 5D 2C 3C 4C", "QS KS AS"),
        ("2C QS KD 2H AS 4H 2D 3D 4D 5D KC 3C KS", "QS AS KS"),
        ("QS KS AS 2S 3S 4S KH AH 2D 3D 2C 3C AC", "KH AH AC"),  # enough spades to keep the queen
    ],
)
def test_hearts_passes_what_is_dangerous(hand: str, passed: str) -> None:
    state = hearts_state(hand)
    state.way = "left"
    assert hearts_choice(state) == passed
