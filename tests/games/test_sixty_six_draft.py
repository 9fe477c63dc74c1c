"""66, the variant `draft`, statement by statement: how its turn differs, and what stays the same.

The statements are numbered in docs/games/sixty_six.md. Ann is seat 0, Bea seat 1 and so on.
"""

from itertools import combinations

import pytest

from games.sixty_six_scenes import (
    begin,
    deal,
    finish_round,
    hands,
    hands_at_the_end,
    imagined,
    imagined_at,
    last_told,
    place,
    refused,
    take_turn,
    texts,
    told,
    waiting_for,
)
from helpers import viewers
from settebello import Match

OTHERS = ("6 8 6 8", "9 10 11 12")  # Bea, Cal
HIDDEN_HAND = "?? ?? ?? ??"
OWN = ["own 0", "own 1", "own 2", "own 3"]
PILE = ["pile 0", "pile 1", "pile 2", "pile 3"]
CLAIMS = [
    f"show {' '.join(indexes)}"
    for number in (2, 3, 4)
    for indexes in combinations(["0", "1", "2", "3"], number)
]


def ann_starts(hand: str = "1 2 3 4", deck: str = "") -> Match:
    return begin(deal(hand, *OTHERS, deck=deck), variant="draft")


def with_a_discarded_card(card: str = "6", deck: str = "", hand: str = "1 2 3 4") -> Match:
    """Cal has discarded a plain card, and Ann is to act."""
    match = begin(deal(hand, *OTHERS, deck=f"{card} {deck}"), first=2, variant="draft")
    take_turn(match, "deck", "discard")
    assert match.to_act == (0,)
    return match


# D1, D2: what a turn begins with.


def test_d1_a_turn_begins_with_the_deck_a_claim_or_to_stop() -> None:
    match = ann_starts()
    assert waiting_for(match) == "turn"
    assert texts(match) == ["deck", *CLAIMS, "stop"]


def test_d1_or_with_the_discarded_card_when_there_is_one() -> None:
    match = with_a_discarded_card()
    assert texts(match) == ["deck", *PILE, *CLAIMS, "stop"]


@pytest.mark.parametrize(
    "move", ["pile", "own 0", "discard", "next", "other 1 0", "exchange 0 1 0"]
)
def test_d1_nothing_else_begins_a_turn(move: str) -> None:
    assert refused(with_a_discarded_card(), 0, move) == "not-legal"


def test_d1_to_stop_is_as_in_the_standard_variant() -> None:
    match = with_a_discarded_card()
    match.play(0, "stop")
    assert "stop" not in texts(match)
    assert refused(match, 1, "stop") == "not-legal"
    take_turn(match, "deck", "discard")
    take_turn(match, "deck", "discard")
    assert waiting_for(match) == "round finished"


@pytest.mark.parametrize("index", [0, 1, 2, 3])
def test_d2_the_discarded_card_replaces_a_card_at_once(index: int) -> None:
    match = with_a_discarded_card("6")
    match.play(0, f"pile {index}")
    cards = ["1", "2", "3", "4"]
    assert match.view(None).places["discard"] == [cards[index]]
    assert match.to_act == (1,)
    for viewer in viewers(match):
        notice = last_told(match, "Replaced", viewer)
        assert (notice["seat"], notice["indexes"], notice["from_deck"]) == (0, [index], False)
        assert notice["cards"] == [cards[index]]
        assert imagined_at(match, viewer, "hand:0", index) == {"6"}
    cards[index] = "6"
    assert hands_at_the_end(match)[0].split() == cards


def test_d2_both_cards_must_be_there() -> None:
    assert refused(with_a_discarded_card(), 0, "pile 4") == "no-such-card"
    assert refused(ann_starts(), 0, "pile 0") == "not-legal"


# D3 to D5: claims come before drawing.


@pytest.mark.parametrize("hand", ["5 1 5 2", "5 1 6 2"])
def test_d3_the_others_see_the_shown_cards_but_their_owner_and_spectators_do_not(hand: str) -> None:
    match = ann_starts(hand)
    match.play(0, "show 0 2")
    first, _, third, _ = hand.split()
    for viewer in viewers(match):
        notice = last_told(match, "CardsShown", viewer)
        assert notice["cards"] == ([first, third] if viewer in (1, 2) else ["??", "??"])
        assert (notice["seat"], notice["indexes"]) == (0, [0, 2])
        assert notice["equal"] == (first == third)


def test_d3_a_claim_needs_two_different_cards() -> None:
    match = ann_starts()
    assert refused(match, 0, "show 0") == "claim-needs-two"
    assert refused(match, 0, "show 2 2") == "claim-needs-two"
    assert refused(match, 0, "show 2 4") == "no-such-card"


def test_d3_with_a_single_card_no_claim_is_offered() -> None:
    match = ann_starts("5 5 5 5", deck="0 1 2 3")
    take_turn(match, "show 0 1 2 3", "deck")
    for _ in range(2):
        take_turn(match, "deck", "discard")
    assert texts(match) == ["deck", "pile 0", "stop"]


def test_d4_a_claim_that_holds_waits_for_the_card_that_is_taken() -> None:
    match = with_a_discarded_card("6", hand="5 1 5 2")
    before = match.view(None)
    match.play(0, "show 0 2")
    assert match.to_act == (0,)
    assert waiting_for(match) == "claim held"
    assert texts(match) == ["deck", "pile"]
    after = match.view(None)
    assert (after.places, after.pieces) == (before.places, before.pieces)  # nothing has moved yet
    for move in ("stop", "discard", "own 0", "show 0 2", "pile 0"):
        assert refused(match, 0, move) == "not-legal"


def test_d4_without_a_discarded_card_they_take_the_deck_card() -> None:
    match = ann_starts("5 1 5 2")
    match.play(0, "show 0 2")
    assert texts(match) == ["deck"]
    assert refused(match, 0, "pile") == "not-legal"


def test_d4_the_player_is_told_the_value_and_spectators_only_that_they_are_equal() -> None:
    match = ann_starts("1 2 5 5")
    match.play(0, "show 2 3")
    assert last_told(match, "ClaimHeld", 0)["cards"] == ["5", "5"]
    assert last_told(match, "ClaimHeld", 0)["text"] == (
        "Your cards are 5 and 5. Take a card for them."
    )
    for viewer in (1, 2, None):
        assert told(match, "ClaimHeld", viewer) == []
    for seat in (0, 1, 2):
        assert {cards[2:] for cards in imagined(match, seat, "hand:0")} == {("5", "5")}
        assert hands(match, seat)[0] == HIDDEN_HAND
    pairs = {cards[2:] for cards in imagined(match, None, "hand:0")}
    assert all(first == second for first, second in pairs)
    assert len(pairs) > 5


@pytest.mark.parametrize(
    ("hand", "claim", "left"),
    [
        ("5 5 1 2", "show 0 1", "13 1 2"),
        ("1 5 2 5", "show 3 1", "1 13 2"),
        ("1 5 5 5", "show 1 2 3", "1 13"),
        ("5 5 5 5", "show 0 1 2 3", "13"),
    ],
)
def test_d4_the_deck_card_takes_the_lowest_place_and_the_others_close_up(
    hand: str, claim: str, left: str
) -> None:
    match = ann_starts(hand, deck="13")
    take_turn(match, claim, "deck")
    number = len(claim.split()) - 1
    assert match.view(None).places["discard"] == ["??"] * (number - 1) + ["5"]
    assert place(match, "taken", 0) == ""
    assert match.to_act == (1,)
    for viewer in viewers(match):
        assert last_told(match, "DeckCardTaken", viewer)["card"] == ("13" if viewer == 0 else "??")
        notice = last_told(match, "Replaced", viewer)
        assert (notice["indexes"], notice["from_deck"]) == (sorted(notice["indexes"]), True)
        assert notice["cards"] == ["5"] * number
    assert hands_at_the_end(match)[0] == left


@pytest.mark.parametrize(
    ("hand", "claim", "left"),
    [("1 5 2 5", "show 1 3", "1 6 2"), ("5 5 5 5", "show 0 1 2 3", "6")],
)
def test_d4_so_does_the_discarded_card(hand: str, claim: str, left: str) -> None:
    match = with_a_discarded_card("6", hand=hand)
    take_turn(match, claim, "pile")
    number = len(claim.split()) - 1
    assert match.view(None).places["discard"] == ["??"] * (number - 1) + ["5"]
    assert last_told(match, "PileCardTaken")["seat"] == 0
    assert last_told(match, "Replaced")["from_deck"] is False
    assert match.to_act == (1,)
    assert hands_at_the_end(match)[0] == left


@pytest.mark.parametrize("card", ["7", "9", "11"])
def test_d4_the_card_that_is_taken_has_no_effect(card: str) -> None:
    match = ann_starts("5 5 1 2", deck=card)
    take_turn(match, "show 0 1", "deck")
    assert match.to_act == (1,)
    assert hands_at_the_end(match)[0] == f"{card} 1 2"


def test_d4_the_last_card_of_the_deck_can_be_taken_for_a_claim() -> None:
    match = begin(deal("5 5 1 2", "6 8 6 8"), players=2, variant="draft")
    for _ in range(43):
        take_turn(match, "deck", "own 3")
    assert place(match, "deck") == "??"
    assert match.to_act == (1,)
    take_turn(match, "show 0 2", "deck")  # Bea's two sixes
    assert waiting_for(match) in ("round finished", "over")
    assert place(match, "deck") == ""


def test_d5_a_failed_claim_ends_the_turn_and_nothing_changes() -> None:
    match = with_a_discarded_card("6")
    before = match.view(None)
    match.play(0, "show 0 1")
    after = match.view(None)
    assert (after.places, after.pieces) == (before.places, before.pieces)
    assert match.to_act == (1,)
    assert waiting_for(match) == "turn"
    assert told(match, "ClaimHeld", 0) == []
    assert len(told(match, "Discarded")) == 1  # that was Cal's
    assert hands_at_the_end(match)[0] == "1 2 3 4"


@pytest.mark.parametrize("viewer", [0, None])
def test_d5_a_failed_claim_tells_its_player_and_spectators_that_not_all_are_equal(
    viewer: int | None,
) -> None:
    match = ann_starts()
    assert any(cards[2] == cards[3] for cards in imagined(match, viewer, "hand:0"))
    match.play(0, "show 2 3")
    assert all(cards[2] != cards[3] for cards in imagined(match, viewer, "hand:0"))
    assert len(imagined_at(match, viewer, "hand:0", 2)) > 5
    for seat in (1, 2):
        assert {cards[2:] for cards in imagined(match, seat, "hand:0")} == {("3", "4")}


def test_d5_rounds_of_failed_claims_end_after_100_turns_of_each_player() -> None:
    match = begin(deal("1 2 3 4", "6 8 6 8"), players=2, variant="draft")
    for turn in range(1, 201):
        assert match.view(None).facts["turn"] == turn
        take_turn(match, "show 0 1")
    assert waiting_for(match) == "round finished"
    assert len(match.view(None).places["deck"]) == 44


# D6, D7: with the drawn card.


def test_d6_the_drawn_card_replaces_one_or_is_discarded_and_there_is_no_claim() -> None:
    match = with_a_discarded_card("6", deck="13")
    match.play(0, "deck")
    assert waiting_for(match) == "deck card"
    assert texts(match) == [*OWN, "discard"]
    for viewer in viewers(match):
        assert place(match, "taken", viewer) == ("13" if viewer == 0 else "??")
    for move in ("show 0 1", "pile", "pile 0", "deck", "stop"):
        assert refused(match, 0, move) == "not-legal"


def test_d6_it_replaces_a_card() -> None:
    match = ann_starts(deck="13")
    take_turn(match, "deck", "own 2")
    assert place(match, "discard") == "3"
    assert last_told(match, "Replaced")["from_deck"] is True
    assert match.to_act == (1,)
    assert hands_at_the_end(match)[0] == "1 2 13 4"


@pytest.mark.parametrize("card", ["0", "6", "13"])
def test_d7_a_plain_card_has_no_effect(card: str) -> None:
    match = ann_starts(deck=card)
    take_turn(match, "deck", "discard")
    assert place(match, "discard") == card
    assert match.to_act == (1,)


@pytest.mark.parametrize("card", ["7", "8"])
def test_d7_after_a_7_or_8_they_look_at_one_of_their_own_cards(card: str) -> None:
    match = ann_starts(deck=card)
    take_turn(match, "deck", "discard")
    assert waiting_for(match) == "peek at own"
    assert texts(match) == OWN
    match.play(0, "own 3")
    for viewer in viewers(match):
        notice = last_told(match, "Peeked", viewer)
        assert (notice["seat"], notice["owner_seat"], notice["index"]) == (0, 0, 3)
        assert notice["card"] == ("4" if viewer == 0 else "??")
        assert hands(match, viewer) == [HIDDEN_HAND] * 3
    assert match.to_act == (1,)


@pytest.mark.parametrize("card", ["9", "10"])
def test_d7_after_a_9_or_10_they_look_at_a_card_of_another_player(card: str) -> None:
    match = ann_starts(deck=card)
    take_turn(match, "deck", "discard")
    assert waiting_for(match) == "peek at other"
    assert texts(match) == [f"other {seat} {index}" for seat in (1, 2) for index in range(4)]
    assert refused(match, 0, "other 0 1") == "not-your-own"
    match.play(0, "other 1 3")
    for viewer in viewers(match):
        notice = last_told(match, "Peeked", viewer)
        assert (notice["seat"], notice["owner_seat"], notice["index"]) == (0, 1, 3)
        assert notice["card"] == ("8" if viewer == 0 else "??")
    assert match.to_act == (1,)


@pytest.mark.parametrize("card", ["11", "12"])
def test_d7_after_an_11_or_12_they_exchange_in_one_move(card: str) -> None:
    match = ann_starts(deck=card)
    take_turn(match, "deck", "discard")
    assert waiting_for(match) == "own for exchange"
    assert texts(match) == [
        f"exchange {own} {seat} {index}"
        for own in range(4)
        for seat in (1, 2)
        for index in range(4)
    ]
    match.play(0, "exchange 0 1 2")
    for viewer in viewers(match):
        notice = last_told(match, "Exchanged", viewer)
        assert (notice["seat"], notice["index"]) == (0, 0)
        assert (notice["other_seat"], notice["other_index"]) == (1, 2)
        assert [moved["card"] for moved in notice["moved"]] == ["??", "??"]  # nobody looks
    assert match.to_act == (1,)
    assert hands_at_the_end(match)[:2] == ["6 2 3 4", "6 8 1 8"]


def test_d7_an_exchange_is_with_a_card_of_another_player() -> None:
    match = ann_starts(deck="12")
    take_turn(match, "deck", "discard")
    assert refused(match, 0, "exchange 0 0 1") == "not-your-own"
    assert refused(match, 0, "exchange 4 1 0") == "no-such-card"
    assert refused(match, 0, "exchange 0 1 4") == "no-such-card"
    assert refused(match, 0, "exchange 0 3 0") == "no-such-card"
    assert refused(match, 0, "own 0") == "not-legal"
    assert refused(match, 0, "exchange 0 1") == "unreadable"


# D8: all else is the same.


def test_d8_the_deal_is_the_same() -> None:
    match = ann_starts()
    assert match.view(0).places == {
        "deck": ["??"] * 40, "discard": [], "taken": [],
        "hand:0": ["??"] * 4, "hand:1": ["??"] * 4, "hand:2": ["??"] * 4,
    }  # fmt: skip
    first_two = [notice["cards"] for notice in told(match, "FirstTwoSeen", 1)]
    assert first_two == [["??", "??"], ["6", "8"], ["??", "??"]]


@pytest.mark.parametrize(
    ("dealt", "scores"),
    [
        (("1 1 1 2", "2 2 3 3", "5 5 5 5"), (0, 10, 20)),
        (("2 2 3 3", "1 1 1 2", "5 5 5 5"), (15, 0, 20)),
        (("1 1 2 2", "1 1 2 2", "5 5 5 5"), (11, 0, 20)),
        (("5 5 5 5", "1 1 2 2", "1 1 2 2"), (25, 0, 0)),
    ],
)
def test_d8_the_scores_are_the_same(dealt: tuple[str, ...], scores: tuple[int, ...]) -> None:
    match = begin(deal(*dealt), picks=[0], variant="draft")
    assert hands_at_the_end(match) == [*dealt]
    assert match.scores == scores
    assert texts(match) == ["next"]


def test_d8_the_end_of_the_match_is_the_same() -> None:
    ann_33 = deal("12 12 9 0", "1 1 1 1")
    ann_34 = deal("12 12 10 0", "1 1 1 1")
    match = begin(ann_33, ann_33, ann_34, players=2, first=1, variant="draft")
    for _ in range(2):
        finish_round(match)
        assert match.scores == (33, 0)
        match.play(1, "next")
    finish_round(match)
    assert match.scores == (67, 0)
    assert match.over
    assert match.winners == (1,)
