"""66, statement by statement: each test is a small story, named after the one it is about.

The statements are numbered in docs/games/sixty_six.md. Ann is seat 0, Bea seat 1 and so on.
"""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

import settebello
from games.sixty_six_scenes import (
    ALL_CARDS,
    NAMES,
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
from helpers import play_texts, viewers
from settebello import IllegalMove, Match, Scripted

HANDS = ("1 2 3 4", "6 8 6 8", "9 10 11 12")  # Ann, Bea, Cal
HIDDEN_HAND = "?? ?? ?? ??"
OWN = ["own 0", "own 1", "own 2", "own 3"]
CLAIMS = [
    f"show {' '.join(indexes)}"
    for number in (2, 3, 4)
    for indexes in combinations(["0", "1", "2", "3"], number)
]


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


# R1, R2: players and cards.


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_r1_two_to_five_can_play(players: int) -> None:
    match = begin([], players=players)
    assert [hand.split() for hand in hands(match)] == [["??"] * 4] * players
    finish_round(match)
    assert len(match.scores) == players


@pytest.mark.parametrize("players", [0, 1, 6])
def test_r1_other_numbers_of_players_are_refused(players: int) -> None:
    sentence = f"^sixty_six is for 2, 3, 4 or 5 players, not {players}\\.$"
    with pytest.raises(ValueError, match=sentence):
        Match("sixty_six", players)
    with pytest.raises(ValueError, match=sentence):
        Match("sixty_six", [*NAMES, "Flo"][:players])


def test_r1_three_is_the_usual_number() -> None:
    assert settebello.games()["sixty_six"].SEATS[0] == 3


def test_r2_fifty_two_cards_that_are_only_numbers() -> None:
    cards = begin([]).record()["luck"][1].split()
    assert cards == ALL_CARDS  # and this is the standard order
    assert len(cards) == 52
    assert Counter(cards) == {
        "0": 2, "1": 4, "2": 4, "3": 4, "4": 4, "5": 4, "6": 4,
        "7": 4, "8": 4, "9": 4, "10": 4, "11": 4, "12": 4, "13": 2,
    }  # fmt: skip


# R3 to R6: the start of a round.


def test_r3_four_cards_each_seat_by_seat_from_the_front() -> None:
    match = begin(deal(*HANDS), first=1)
    assert last_told(match, "Dealt")["each"] == 4
    assert hands_at_the_end(match) == [*HANDS]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_r3_all_lie_face_down_and_nothing_is_discarded_yet(players: int) -> None:
    match = begin([], players=players)
    for viewer in viewers(match):
        assert match.view(viewer).places == {
            "deck": ["??"] * (52 - 4 * players),
            "discard": [],
            "taken": [],
            **{f"hand:{seat}": ["??"] * 4 for seat in range(players)},
        }


def test_r3_the_deck_goes_on_where_the_deal_ended() -> None:
    match = begin(deal(*HANDS, deck="13 0 7"))
    top = match.view(None).pieces["deck"][-1]
    match.play(0, "deck")
    assert place(match, "taken", 0) == "13"
    assert match.view(None).pieces["taken"] == [top]
    take_turn(match, "discard")
    match.play(1, "deck")
    assert place(match, "taken", 1) == "0"


def test_r3_each_round_has_a_fresh_shuffle() -> None:
    match = begin(deal(*HANDS), deal("8 8 8 8", "9 9 9 9", "7 7 7 7"))
    finish_round(match)
    match.play(0, "next")
    assert match.view(None).facts["round"] == last_told(match, "RoundStarted")["round"] == 2
    assert [len(cards) for cards in match.view(None).places.values()] == [40, 0, 0, 4, 4, 4]
    assert told(match, "FirstTwoSeen", 0)[-3]["cards"] == ["8", "8"]


def test_r4_each_player_sees_his_first_two_cards_and_nobody_elses() -> None:
    match = begin(deal(*HANDS))
    first_two = [["1", "2"], ["6", "8"], ["9", "10"]]
    for viewer in viewers(match):
        notices = told(match, "FirstTwoSeen", viewer)
        assert [notice["seat"] for notice in notices] == [0, 1, 2]
        for seat, notice in enumerate(notices):
            assert notice["cards"] == (first_two[seat] if viewer == seat else ["??", "??"])
    assert told(match, "FirstTwoSeen", 1)[1]["text"] == "You look at your first two cards: 6 and 8."
    assert told(match, "FirstTwoSeen", 1)[0]["text"] == "Ann looks at two own cards, 1 and 2."


def test_r4_he_knows_them_but_no_view_shows_them() -> None:
    match = begin(deal(*HANDS))
    for viewer in viewers(match):
        assert hands(match, viewer) == [HIDDEN_HAND] * 3
    assert {cards[:2] for cards in imagined(match, 0, "hand:0")} == {("1", "2")}
    assert len(imagined_at(match, 0, "hand:0", 2)) > 5
    assert len(imagined_at(match, 1, "hand:0", 0)) > 5
    assert len(imagined_at(match, None, "hand:0", 0)) > 5


@pytest.mark.parametrize("first", [0, 1, 2])
def test_r5_a_random_player_starts_the_first_round(first: int) -> None:
    match = begin(deal(*HANDS), first=first)
    assert match.to_act == (first,)
    assert last_told(match, "RoundStarted")["seat"] == first
    assert match.view(None).facts["starter"] == first
    assert match.record()["luck"][0] == str(first)


def test_r5_then_the_turn_goes_from_seat_to_seat() -> None:
    match = begin(deal(*HANDS), first=1)
    for turn, seat in enumerate([1, 2, 0, 1, 2, 0, 1], start=1):
        assert match.to_act == (seat,)
        started = last_told(match, "TurnStarted")
        assert (started["seat"], started["turn"]) == (seat, turn)
        assert match.view(None).facts["turn"] == turn
        take_turn(match, "deck", "discard")


def test_r6_the_winner_of_a_round_starts_the_next() -> None:
    match = begin(deal("9 9 9 9", "1 1 1 1", "8 8 8 8"), deal(*HANDS))
    finish_round(match)
    assert match.to_act == (1,)
    assert match.view(None).facts["starter"] == 1
    match.play(1, "next")
    assert match.to_act == (1,)
    assert last_told(match, "RoundStarted")["seat"] == 1
    assert len(match.record()["luck"]) == 3  # a pick and two shuffles: there was nothing to pick


@pytest.mark.parametrize(("pick", "starter"), [(0, 1), (1, 2)])
def test_r6_of_several_winners_a_random_one_starts(pick: int, starter: int) -> None:
    match = begin(deal("9 9 9 9", "1 1 2 2", "1 1 2 2"), deal(*HANDS), picks=[pick])
    assert len(match.record()["luck"]) == 2
    finish_round(match)
    assert match.record()["luck"][2:] == [str(pick)]  # drawn at the end of the round
    assert match.to_act == (starter,)
    match.play(starter, "next")
    assert match.to_act == (starter,)


def test_r6_a_stopper_who_tied_for_lowest_is_no_winner_of_the_round() -> None:
    match = begin(deal("1 1 2 2", "1 1 2 2", "8 8 8 8"))
    finish_round(match)
    assert match.to_act == (1,)
    assert len(match.record()["luck"]) == 2  # nothing to pick


# R7 to R9: what a turn begins with.


def test_r7_a_turn_offers_the_deck_and_to_stop() -> None:
    match = begin(deal(*HANDS))
    assert waiting_for(match) == "turn"
    assert texts(match) == ["deck", "stop"]


def test_r7_the_discarded_card_is_offered_when_there_is_one() -> None:
    match = with_a_discarded_card()
    assert texts(match) == ["deck", "pile", "stop"]


def test_r7_only_the_player_whose_turn_it_is_can_move() -> None:
    match = begin(deal(*HANDS))
    assert match.legal(1) == match.legal(2) == []
    assert refused(match, 1, "deck") == "not-your-turn"
    assert refused(match, 2, "stop") == "not-your-turn"
    match.play(0, "deck")
    assert refused(match, 1, "discard") == "not-your-turn"


@pytest.mark.parametrize("seat", [3, -1, 99, "0", None, True])
def test_r7_there_must_be_such_a_seat(seat: Any) -> None:
    assert refused(begin(deal(*HANDS)), seat, "deck") == "no-such-seat"


@pytest.mark.parametrize("move", ["own 0", "show 0 1", "discard", "other 1 0", "next", "pile 0"])
def test_r7_nothing_else_begins_a_turn(move: str) -> None:
    match = with_a_discarded_card()
    assert refused(match, 0, move) == "not-legal"


def test_r8_only_the_player_sees_the_card_that_he_draws() -> None:
    match = after_drawing("13")
    assert waiting_for(match) == "deck card"
    for viewer in viewers(match):
        seen = "13" if viewer == 0 else "??"
        assert place(match, "taken", viewer) == seen
        assert last_told(match, "DeckCardTaken", viewer)["card"] == seen
        assert len(match.view(viewer).places["deck"]) == 39
    assert last_told(match, "DeckCardTaken", 0)["text"] == "You take a card from the deck: 13."
    assert last_told(match, "DeckCardTaken", 1)["text"] == "Ann takes a card from the deck."
    assert imagined(match, 0, "taken") == {("13",)}
    assert len(imagined(match, 1, "taken")) > 5


def test_r8_with_a_deck_card_he_replaces_claims_or_discards() -> None:
    match = after_drawing("13")
    assert texts(match) == [*OWN, *CLAIMS, "discard"]


@pytest.mark.parametrize("move", ["deck", "pile", "stop", "next", "other 1 0", "pile 0"])
def test_r8_he_cannot_do_anything_else_with_it(move: str) -> None:
    match = with_a_discarded_card()
    match.play(0, "deck")
    assert refused(match, 0, move) == "not-legal"


def test_r9_the_discarded_card_stays_where_it_is_until_it_is_placed() -> None:
    match = with_a_discarded_card("6")
    before = match.view(0)
    match.play(0, "pile")
    assert waiting_for(match) == "pile card"
    for viewer in viewers(match):
        assert match.view(viewer).places == before.places
        assert match.view(viewer).pieces == before.pieces
        assert last_told(match, "PileCardTaken", viewer)["seat"] == 0
    assert place(match, "discard") == "6"
    assert place(match, "taken", 0) == ""


def test_r9_with_the_discarded_card_he_replaces_or_claims() -> None:
    match = with_a_discarded_card()
    match.play(0, "pile")
    assert texts(match) == [*OWN, *CLAIMS]
    for move in ("discard", "deck", "stop", "pile"):
        assert refused(match, 0, move) == "not-legal"


def test_r9_there_must_be_a_discarded_card() -> None:
    assert refused(begin(deal(*HANDS)), 0, "pile") == "not-legal"


# R10: replacing.


@pytest.mark.parametrize("index", [0, 1, 2, 3])
def test_r10_a_deck_card_replaces_a_card_which_is_discarded(index: int) -> None:
    match = after_drawing("13")
    match.play(0, f"own {index}")
    cards = ["1", "2", "3", "4"]
    assert place(match, "discard") == cards[index]
    assert place(match, "taken", 0) == ""
    assert hands(match, 0)[0] == HIDDEN_HAND
    assert match.to_act == (1,)
    for viewer in viewers(match):
        notice = last_told(match, "Replaced", viewer)
        assert (notice["seat"], notice["indexes"], notice["from_deck"]) == (0, [index], True)
        assert notice["cards"] == [cards[index]]
    cards[index] = "13"
    assert hands_at_the_end(match)[0].split() == cards


@pytest.mark.parametrize("index", [0, 1, 2, 3])
def test_r10_the_discarded_card_replaces_a_card_likewise(index: int) -> None:
    match = with_a_discarded_card("6")
    take_turn(match, "pile", f"own {index}")
    cards = ["1", "2", "3", "4"]
    assert match.view(None).places["discard"] == [cards[index]]
    notice = last_told(match, "Replaced")
    assert (notice["seat"], notice["indexes"], notice["from_deck"]) == (0, [index], False)
    assert len(match.view(None).places["deck"]) == 39  # only Cal has drawn
    cards[index] = "6"
    assert hands_at_the_end(match)[0].split() == cards


def test_r10_what_was_replaced_has_no_effect() -> None:
    match = after_drawing("0", hand="7 9 11 12")
    match.play(0, "own 2")
    assert place(match, "discard") == "11"
    assert match.to_act == (1,)
    assert waiting_for(match) == "turn"


def test_r10_the_drawn_card_is_known_to_him_alone_and_the_discarded_one_to_all() -> None:
    match = after_drawing("13", "0")
    match.play(0, "own 3")
    assert imagined_at(match, 0, "hand:0", 3) == {"13"}
    assert len(imagined_at(match, 1, "hand:0", 3)) > 5
    take_turn(match, "deck", "discard")
    match.play(2, "pile")
    match.play(2, "own 1")
    for viewer in viewers(match):
        assert imagined_at(match, viewer, "hand:2", 1) == {"0"}


def test_r10_there_must_be_such_a_card() -> None:
    match = after_drawing("13")
    assert refused(match, 0, "own 4") == "no-such-card"
    assert refused(match, 0, "own 9999") == "no-such-card"


# R11 to R14: claims.


@pytest.mark.parametrize("hand", ["1 2 3 4", "1 1 1 1", "1 1 2 2"])
def test_r11_two_or_more_of_his_cards_whatever_they_are(hand: str) -> None:
    match = after_drawing("13", hand=hand)
    claims = [text for text in texts(match) if text.startswith("show")]
    assert claims == CLAIMS
    assert claims == [
        "show 0 1", "show 0 2", "show 0 3", "show 1 2", "show 1 3", "show 2 3",
        "show 0 1 2", "show 0 1 3", "show 0 2 3", "show 1 2 3", "show 0 1 2 3",
    ]  # fmt: skip


def test_r11_a_claim_needs_two_different_cards() -> None:
    match = after_drawing("13")
    assert refused(match, 0, "show 0") == "claim-needs-two"
    assert refused(match, 0, "show 0 0") == "claim-needs-two"
    assert refused(match, 0, "show 0 1 1") == "claim-needs-two"
    assert refused(match, 0, "show 1 4") == "no-such-card"
    assert refused(match, 0, "show") == "unreadable"


def test_r11_the_indexes_come_in_any_order() -> None:
    for text in ("show 0 2 3", "show 3 0 2", " SHOW  2 3 0 "):
        match = after_drawing("13", hand="5 1 5 5")
        match.play(0, text)
        assert match.record()["moves"] == [[0, "deck"], [0, "show 0 2 3"]]
        assert last_told(match, "CardsShown")["indexes"] == [0, 2, 3]
        assert last_told(match, "Replaced")["indexes"] == [0, 2, 3]


def test_r11_with_a_single_card_no_claim_is_offered() -> None:
    match = after_drawing("0", "1", "2", "3", hand="5 5 5 5")
    match.play(0, "show 0 1 2 3")
    for _ in range(2):
        take_turn(match, "deck", "discard")
    match.play(0, "deck")
    assert texts(match) == ["own 0", "discard"]
    assert refused(match, 0, "show 0 0") == "claim-needs-two"
    assert refused(match, 0, "show 0 1") == "no-such-card"
    match.play(0, "own 0")
    assert place(match, "hand:0") == "??"


def test_r11_with_fewer_cards_there_are_fewer_claims() -> None:
    match = after_drawing("0", "1", "2", "3", hand="5 5 1 2")
    match.play(0, "show 0 1")
    for _ in range(2):
        take_turn(match, "deck", "discard")
    match.play(0, "pile")
    assert texts(match) == [*OWN[:3], "show 0 1", "show 0 2", "show 1 2", "show 0 1 2"]


@pytest.mark.parametrize("hand", ["5 1 5 2", "5 1 6 2"])
def test_r12_the_others_see_the_shown_cards_but_he_and_spectators_do_not(hand: str) -> None:
    match = after_drawing("13", hand=hand)
    match.play(0, "show 0 2")
    first, _, third, _ = hand.split()
    for viewer in viewers(match):
        notice = last_told(match, "CardsShown", viewer)
        assert notice["cards"] == ([first, third] if viewer in (1, 2) else ["??", "??"])
        assert (notice["seat"], notice["indexes"]) == (0, [0, 2])
        assert notice["equal"] == (first == third)


def test_r12_what_is_said_to_each_of_them() -> None:
    match = after_drawing("13")
    match.play(0, "show 1 2 3")
    said = [last_told(match, "CardsShown", viewer)["text"] for viewer in viewers(match)]
    assert said == [
        "You show your cards 2, 3 and 4 to the others. They are not all equal.",
        "Ann shows the cards 2, 3 and 4: 2, 3 and 4. They are not all equal.",
        "Ann shows the cards 2, 3 and 4: 2, 3 and 4. They are not all equal.",
        "Ann shows the cards 2, 3 and 4 to the others. They are not all equal.",
    ]


@pytest.mark.parametrize(
    ("hand", "claim", "left"),
    [
        ("5 5 1 2", "show 0 1", "13 1 2"),
        ("5 1 5 2", "show 0 2", "13 1 2"),
        ("1 5 2 5", "show 1 3", "1 13 2"),
        ("1 2 5 5", "show 2 3", "1 2 13"),
        ("5 5 1 5", "show 0 1 3", "13 1"),
        ("1 5 5 5", "show 1 2 3", "1 13"),
        ("5 5 5 5", "show 0 1 2 3", "13"),
        ("5 5 5 5", "show 1 3", "5 13 5"),
    ],
)
def test_r13_a_claim_that_holds_replaces_the_cards_by_the_deck_card(
    hand: str, claim: str, left: str
) -> None:
    match = after_drawing("13", hand=hand)
    match.play(0, claim)
    indexes = [int(index) for index in claim.split()[1:]]
    discarded = match.view(None).places["discard"]
    assert discarded == ["??"] * (len(indexes) - 1) + ["5"]
    assert place(match, "taken", 0) == ""
    assert match.to_act == (1,)
    for viewer in viewers(match):  # the cards that were shown are now public
        notice = last_told(match, "Replaced", viewer)
        assert (notice["seat"], notice["indexes"], notice["from_deck"]) == (0, indexes, True)
        assert notice["cards"] == ["5"] * len(indexes)
    assert hands_at_the_end(match)[0] == left


@pytest.mark.parametrize(
    ("hand", "claim", "left"),
    [("5 1 5 2", "show 0 2", "6 1 2"), ("5 5 5 5", "show 0 1 2 3", "6")],
)
def test_r13_a_claim_that_holds_replaces_them_by_the_discarded_card_likewise(
    hand: str, claim: str, left: str
) -> None:
    match = with_a_discarded_card("6", hand=hand)
    take_turn(match, "pile", claim)
    number = len(claim.split()) - 1
    assert match.view(None).places["discard"] == ["??"] * (number - 1) + ["5"]
    assert last_told(match, "Replaced")["from_deck"] is False
    assert match.to_act == (1,)
    assert hands_at_the_end(match)[0] == left


def test_r13_the_pieces_close_up_and_keep_their_order() -> None:
    match = after_drawing("13", hand="1 5 2 5")
    first, _, third, _ = match.view(None).pieces["hand:0"]
    (taken,) = match.view(None).pieces["taken"]
    match.play(0, "show 1 3")
    assert match.view(None).pieces["hand:0"] == [first, taken, third]


def test_r13_all_know_the_faces_of_a_claim_that_held() -> None:
    match = after_drawing("13", hand="1 2 5 5")
    match.play(0, "show 2 3")
    for viewer in viewers(match):
        assert imagined(match, viewer, "discard") == {("5", "5")}


def test_r13_cards_of_a_claim_have_no_effect() -> None:
    match = after_drawing("13", hand="12 12 1 2")
    match.play(0, "show 0 1")
    assert place(match, "discard") == "?? 12"
    assert match.to_act == (1,)


@pytest.mark.parametrize("card", ["13", "7", "8", "9", "10", "11", "12"])
def test_r14_a_failed_claim_discards_the_deck_card_without_its_effect(card: str) -> None:
    match = after_drawing(card)
    match.play(0, "show 0 1")
    assert place(match, "discard") == card
    assert place(match, "taken", 0) == ""
    assert match.to_act == (1,)
    assert waiting_for(match) == "turn"
    for viewer in viewers(match):
        discarded = last_told(match, "Discarded", viewer)
        assert (discarded["seat"], discarded["card"]) == (0, card)
    assert told(match, "Replaced") == []
    assert hands_at_the_end(match)[0] == "1 2 3 4"


def test_r14_one_card_that_differs_is_enough_to_fail() -> None:
    match = after_drawing("13", hand="5 5 5 6")
    match.play(0, "show 0 1 2 3")
    assert last_told(match, "CardsShown")["equal"] is False
    assert hands_at_the_end(match)[0] == "5 5 5 6"


def test_r14_a_failed_claim_leaves_the_discarded_card_where_it_was() -> None:
    match = with_a_discarded_card("6")
    before = match.view(None)
    take_turn(match, "pile", "show 0 3")
    after = match.view(None)
    assert (after.places, after.pieces) == (before.places, before.pieces)
    assert match.to_act == (1,)
    assert len(told(match, "Discarded")) == 1  # that was Cal's
    take_turn(match, "pile", "own 1")
    assert hands_at_the_end(match)[:2] == ["1 2 3 4", "6 6 6 8"]


@pytest.mark.parametrize("viewer", [0, None])
def test_r14_a_failed_claim_tells_him_and_spectators_that_they_are_not_all_equal(
    viewer: int | None,
) -> None:
    match = after_drawing("13")
    assert any(cards[2] == cards[3] for cards in imagined(match, viewer, "hand:0"))
    match.play(0, "show 2 3")
    assert all(cards[2] != cards[3] for cards in imagined(match, viewer, "hand:0"))
    assert len(imagined_at(match, viewer, "hand:0", 2)) > 5  # but which faces, they do not know
    for seat in (1, 2):
        assert {cards[2:] for cards in imagined(match, seat, "hand:0")} == {("3", "4")}


def test_r14_the_fact_stays_with_the_cards_when_they_are_exchanged() -> None:
    match = after_drawing("13", "12")
    match.play(0, "show 2 3")
    take_turn(match, "deck", "discard", "own 3", "other 0 2")  # Bea takes one of the two
    both_hands = imagined(match, None, "hand:0", "hand:1")
    assert all(cards[3] != cards[4 + 3] for cards in both_hands)


# R15 to R18: discarding.


@pytest.mark.parametrize("card", ["0", "1", "2", "3", "4", "5", "6", "13"])
def test_r15_a_plain_card_is_discarded_and_that_is_all(card: str) -> None:
    match = begin(deal("7 7 7 7", "8 8 8 8", "9 9 9 9", deck=card))
    take_turn(match, "deck", "discard")
    assert place(match, "discard") == card
    assert place(match, "taken", 0) == ""
    assert match.to_act == (1,)
    assert waiting_for(match) == "turn"
    for viewer in viewers(match):
        discarded = last_told(match, "Discarded", viewer)
        assert (discarded["seat"], discarded["card"]) == (0, card)
    assert hands_at_the_end(match) == ["7 7 7 7", "8 8 8 8", "9 9 9 9"]


@pytest.mark.parametrize("card", ["7", "8"])
@pytest.mark.parametrize("index", [0, 1, 2, 3])
def test_r16_after_a_7_or_8_he_looks_at_one_of_his_own_cards(card: str, index: int) -> None:
    match = after_drawing(card)
    match.play(0, "discard")
    assert place(match, "discard") == card
    assert waiting_for(match) == "peek at own"
    assert match.to_act == (0,)
    assert texts(match) == OWN
    match.play(0, f"own {index}")
    face = ["1", "2", "3", "4"][index]
    for viewer in viewers(match):
        notice = last_told(match, "Peeked", viewer)
        assert notice["card"] == (face if viewer == 0 else "??")
        assert (notice["seat"], notice["owner_seat"], notice["index"]) == (0, 0, index)
    assert match.to_act == (1,)
    assert imagined_at(match, 0, "hand:0", index) == {face}
    assert len(imagined_at(match, 1, "hand:0", index)) > 5
    assert hands_at_the_end(match)[0] == "1 2 3 4"


@pytest.mark.parametrize("card", ["9", "10"])
def test_r17_after_a_9_or_10_he_looks_at_a_card_of_another_player(card: str) -> None:
    match = after_drawing(card)
    match.play(0, "discard")
    assert place(match, "discard") == card
    assert waiting_for(match) == "peek at other"
    assert texts(match) == [f"other {seat} {index}" for seat in (1, 2) for index in range(4)]
    match.play(0, "other 2 1")
    for viewer in viewers(match):
        notice = last_told(match, "Peeked", viewer)
        assert notice["card"] == ("10" if viewer == 0 else "??")  # Cal does not see it either
        assert (notice["seat"], notice["owner_seat"], notice["index"]) == (0, 2, 1)
    assert match.to_act == (1,)
    assert imagined_at(match, 0, "hand:2", 1) == {"10"}
    assert len(imagined_at(match, 1, "hand:2", 1)) > 5
    assert hands_at_the_end(match) == [*HANDS]


def test_r17_what_is_said_to_each_of_them() -> None:
    match = after_drawing("9")
    take_turn(match, "discard", "other 2 1")
    said = [last_told(match, "Peeked", viewer)["text"] for viewer in viewers(match)]
    assert said == [
        "You look at card 2 of Cal: 10.",
        "Ann looks at card 2 of Cal.",
        "Ann looks at your card 2.",
        "Ann looks at card 2 of Cal.",
    ]


@pytest.mark.parametrize("card", ["11", "12"])
def test_r18_after_an_11_or_12_he_exchanges_a_card(card: str) -> None:
    match = after_drawing(card)
    match.play(0, "discard")
    assert place(match, "discard") == card
    assert waiting_for(match) == "own for exchange"
    assert texts(match) == OWN
    match.play(0, "own 1")
    assert waiting_for(match) == "other for exchange"
    assert texts(match) == [f"other {seat} {index}" for seat in (1, 2) for index in range(4)]
    before = match.view(None).pieces
    match.play(0, "other 2 3")
    after = match.view(None).pieces
    for name, index, other, other_index in (("hand:0", 1, "hand:2", 3), ("hand:2", 3, "hand:0", 1)):
        assert after[name][index] == before[other][other_index]  # they swap places
    assert match.to_act == (1,)
    assert hands_at_the_end(match) == ["1 12 3 4", "6 8 6 8", "9 10 11 2"]


def test_r18_nobody_looks() -> None:
    match = after_drawing("11")
    match.play(0, "discard")
    match.play(0, "own 2")
    match.play(0, "other 2 3")
    for viewer in viewers(match):
        notice = last_told(match, "Exchanged", viewer)
        assert (notice["seat"], notice["index"]) == (0, 2)
        assert (notice["other_seat"], notice["other_index"]) == (2, 3)
        assert [moved["card"] for moved in notice["moved"]] == ["??", "??"]
        assert set(notice) == {
            "number", "event", "seat", "index", "other_seat", "other_index", "moved", "text",
        }  # fmt: skip
        assert len(imagined_at(match, viewer, "hand:0", 2)) > 5
        assert len(imagined_at(match, viewer, "hand:2", 3)) > 5


def test_r18_what_was_known_of_a_card_goes_with_it() -> None:
    match = after_drawing("11")
    take_turn(match, "discard", "own 0", "other 2 1")  # Ann knows her 0, Cal his 1
    assert imagined_at(match, 0, "hand:2", 1) == {"1"}
    assert imagined_at(match, 2, "hand:0", 0) == {"10"}
    assert len(imagined_at(match, 0, "hand:0", 0)) > 5
    assert len(imagined_at(match, 2, "hand:2", 1)) > 5


def test_r18_only_he_is_told_which_of_his_cards_he_has_chosen_first() -> None:
    match = after_drawing("12")
    match.play(0, "discard")
    match.play(0, "own 2")
    assert last_told(match, "OwnCardChosen", 0)["index"] == 2
    for viewer in (1, 2, None):
        assert told(match, "OwnCardChosen", viewer) == []


@pytest.mark.parametrize("drawn", ["9", "12"])
def test_r17_r18_the_other_card_is_of_another_player_and_there(drawn: str) -> None:
    match = after_drawing(drawn)
    match.play(0, "discard")
    if drawn == "12":
        match.play(0, "own 0")
    assert refused(match, 0, "other 0 1") == "not-your-own"
    assert refused(match, 0, "other 1 4") == "no-such-card"
    assert refused(match, 0, "other 3 0") == "no-such-card"  # there are three players
    assert refused(match, 0, "own 1") == "not-legal"
    assert refused(match, 0, "discard") == "not-legal"
    assert refused(match, 0, "other 1") == "unreadable"


@pytest.mark.parametrize("drawn", ["7", "11"])
def test_r16_r18_an_own_card_must_be_there(drawn: str) -> None:
    match = after_drawing(drawn)
    match.play(0, "discard")
    assert refused(match, 0, "own 4") == "no-such-card"
    assert refused(match, 0, "other 1 0") == "not-legal"
    assert refused(match, 0, "show 0 1") == "not-legal"


def test_r17_r18_a_hand_that_has_become_small_offers_what_it_has() -> None:
    match = begin(deal("1 2 3 4", "5 5 5 6", "9 10 11 12", deck="0 13 9"), first=1)
    take_turn(match, "deck", "show 0 1 2")  # Bea has 0 and 6 left
    take_turn(match, "deck", "discard")
    take_turn(match, "deck", "discard")
    assert texts(match) == ["other 1 0", "other 1 1", *(f"other 2 {index}" for index in range(4))]
    assert refused(match, 0, "other 1 2") == "no-such-card"
    match.play(0, "other 1 1")
    assert last_told(match, "Peeked", 0)["card"] == "6"


# R19: stopping.


def test_r19_to_stop_is_a_whole_turn_and_is_told_to_all() -> None:
    match = begin(deal(*HANDS))
    match.play(0, "stop")
    assert match.to_act == (1,)
    for viewer in viewers(match):
        assert last_told(match, "RoundStopped", viewer)["seat"] == 0
        assert match.view(viewer).facts["stopper"] == 0


def test_r19_once_a_round() -> None:
    match = with_a_discarded_card()
    assert match.view(None).facts["stopper"] is None
    match.play(0, "stop")
    assert texts(match) == ["deck", "pile"]
    assert refused(match, 1, "stop") == "not-legal"
    take_turn(match, "deck", "discard")
    assert texts(match) == ["deck", "pile"]


def test_r19_in_the_next_round_it_is_offered_again() -> None:
    match = begin(deal(*HANDS), deal(*HANDS))
    finish_round(match)
    match.play(0, "next")
    assert match.view(None).facts["stopper"] is None
    assert texts(match) == ["deck", "stop"]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_r19_every_other_player_has_one_more_turn(players: int) -> None:
    match = begin([], players=players, first=1)
    take_turn(match, "deck", "discard")
    stopper = match.to_act[0]
    match.play(stopper, "stop")
    turns: list[int] = []
    while waiting_for(match) == "turn":
        turns += match.to_act
        take_turn(match, "deck", "discard")
    assert turns == [(stopper + number) % players for number in range(1, players)]


# R20, R21: a game of memory.


def test_r20_of_the_discarded_cards_only_the_top_is_seen() -> None:
    match = begin(deal(*HANDS, deck="13 6 0"))
    for number, card in enumerate(["13", "6", "0"]):
        take_turn(match, "deck", "discard")
        for viewer in viewers(match):
            assert match.view(viewer).places["discard"] == ["??"] * number + [card]


def test_r20_the_card_below_is_not_seen_when_the_top_is_taken() -> None:
    match = begin(deal(*HANDS, deck="13 6 0"))
    for _ in range(3):
        take_turn(match, "deck", "discard")
    take_turn(match, "pile", "own 3")
    assert place(match, "discard") == "?? ?? 4"


@pytest.mark.parametrize(
    ("drawn", "moves"), [("7", ["own 2"]), ("10", ["other 1 3"]), ("13", ["show 0 1"])]
)
def test_r21_what_was_shown_once_is_in_no_later_view(drawn: str, moves: list[str]) -> None:
    match = after_drawing(drawn)
    if drawn != "13":
        match.play(0, "discard")
    take_turn(match, *moves)
    for _ in range(4):
        for viewer in viewers(match):
            assert hands(match, viewer) == [HIDDEN_HAND] * 3
        take_turn(match, "deck", "discard")
    again = Match.replay(match.record())  # nor does it come back with the match
    for viewer in viewers(match):
        assert again.view(viewer).to_dict() == match.view(viewer).to_dict()


def test_r21_a_card_that_was_discarded_is_hidden_again_in_a_hand() -> None:
    match = with_a_discarded_card("6")
    take_turn(match, "pile", "own 0")
    for viewer in viewers(match):
        assert hands(match, viewer) == [HIDDEN_HAND] * 3


# R22 to R24: when a round ends.


def test_r22_the_round_ends_when_the_turn_would_come_back_to_the_stopper() -> None:
    match = begin(deal(*HANDS))
    match.play(0, "stop")
    take_turn(match, "deck", "discard")
    assert told(match, "RoundFinished") == []
    match.play(2, "deck")
    assert told(match, "RoundFinished") == []
    match.play(2, "discard")
    assert len(told(match, "RoundFinished")) == 1
    assert len(told(match, "TurnStarted")) == 3  # none of them after the last
    assert waiting_for(match) == "round finished"


def test_r22_the_effect_of_the_last_card_comes_before_the_end() -> None:
    match = begin(deal(*HANDS, deck="13 12"))
    match.play(0, "stop")
    take_turn(match, "deck", "discard")
    take_turn(match, "deck", "discard", "own 3", "other 0 0")
    assert hands(match) == ["12 2 3 4", "6 8 6 8", "9 10 11 1"]


@pytest.mark.parametrize("players", [2, 5])
def test_r23_the_round_ends_when_a_turn_would_start_with_an_empty_deck(players: int) -> None:
    match = begin(deal("1 3 5 7", "2 4 6 8"), players=players, picks=[0])
    drawn = 0
    while waiting_for(match) == "turn":
        assert drawn < 52 - 4 * players
        match.play(match.to_act[0], "deck")
        drawn += 1
        left = len(match.view(None).places["deck"])
        assert left == 52 - 4 * players - drawn
        assert told(match, "RoundFinished") == []  # the last card is still played
        take_turn(match, f"show 0 {first_difference(match)}")
    assert drawn == 52 - 4 * players
    assert waiting_for(match) in ("round finished", "over")
    assert last_told(match, "RoundFinished")["number"] > last_told(match, "Discarded")["number"]


def first_difference(match: Match) -> int:
    """An index of a card that differs from the first card of the player who is to act.

    (Nobody at the table could know; the record does.)
    """
    (seat,) = match.to_act
    hand = match.record()["luck"][1].split()[4 * seat : 4 * seat + 4]
    return next(index for index, card in enumerate(hand) if card != hand[0])


def test_r23_the_discarded_card_does_not_help() -> None:
    match = begin(deal("1 3 5 7", "2 4 6 8"), players=2)
    for _ in range(43):
        take_turn(match, "deck", "show 0 1")
    assert place(match, "deck") == "??"
    take_turn(match, "pile", "own 0")  # nothing was drawn, so there is one more turn
    assert waiting_for(match) == "turn"
    take_turn(match, "deck", "show 0 1")
    assert waiting_for(match) == "round finished"


def test_r23_an_empty_deck_ends_the_round_before_the_stopper_is_reached() -> None:
    match = begin(deal("1 3 5 7", "2 4 6 8", "1 3 5 7"))
    for _ in range(39):
        take_turn(match, "deck", "show 0 1")
    match.play(0, "stop")
    take_turn(match, "deck", "show 0 1")  # Cal does not get his last turn
    assert waiting_for(match) == "round finished"


@pytest.mark.parametrize("players", [2, 5])
def test_r24_the_round_ends_after_100_turns_of_each_player(players: int) -> None:
    match = begin(deal("1 3 5 7", "2 4 6 8"), players=players, picks=[0])
    take_turn(match, "deck", "discard")
    for turn in range(2, 100 * players + 1):
        assert waiting_for(match) == "turn"
        assert match.view(None).facts["turn"] == turn
        take_turn(match, "pile", f"show 0 {first_difference(match)}")
    assert waiting_for(match) == "round finished"
    assert len(match.view(None).places["deck"]) == 51 - 4 * players


def test_r24_a_stop_in_the_very_last_turn_ends_the_round_at_once() -> None:
    match = begin(deal("1 3 5 7", "2 4 6 8"), players=2)
    take_turn(match, "deck", "discard")
    for _ in range(198):
        take_turn(match, "pile", "show 0 1")
    match.play(1, "stop")
    assert waiting_for(match) == "round finished"
    assert match.scores == (0, 25)


# R25 to R29: the end of a round.


def test_r25_at_the_end_all_hands_are_shown_to_all() -> None:
    match = begin(deal(*HANDS), deal(*HANDS))
    assert hands_at_the_end(match) == [*HANDS]
    for viewer in viewers(match):
        notice = last_told(match, "RoundFinished", viewer)
        assert notice["hands"] == [hand.split() for hand in HANDS]
        shown = "Ann: 1, 2, 3 and 4; Bea: 6, 8, 6 and 8; Cal: 9, 10, 11 and 12."
        assert notice["text"].startswith(f"All hands are shown. {shown} Sums: ")
        assert hands(match, viewer) == [*HANDS]
    match.play(0, "next")
    for viewer in viewers(match):
        assert hands(match, viewer) == [HIDDEN_HAND] * 3


def test_r25_the_deck_and_the_discarded_cards_stay_hidden() -> None:
    match = begin(deal(*HANDS))
    finish_round(match)
    for viewer in viewers(match):
        assert match.view(viewer).places["deck"] == ["??"] * 38
        assert match.view(viewer).places["discard"] == ["??", "0"]


def test_r26_without_a_stopper_the_sums_count() -> None:
    match = begin(deal("9 1 3 4", "1 3 5 0", "8 2 5 6"))
    while waiting_for(match) == "turn":
        take_turn(match, "deck", "show 0 1")
    finished = last_told(match, "RoundFinished")
    assert finished["sums"] == [17, 9, 21]
    assert finished["scores"] == finished["totals"] == [17, 0, 21]
    assert match.scores == (17, 0, 21)


def test_r27_without_a_stopper_several_can_be_lowest() -> None:
    match = begin(deal("9 1 3 4", "1 3 5 0", "0 1 2 6"), picks=[0])
    while waiting_for(match) == "turn":
        take_turn(match, "deck", "show 0 1")
    assert match.scores == (17, 0, 0)


@pytest.mark.parametrize(
    ("dealt", "sums", "scores"),
    [
        # Ann, who stops, is alone lowest,
        (("1 1 1 2", "2 2 3 3", "5 5 5 5"), [5, 10, 20], [0, 10, 20]),
        # not lowest,
        (("2 2 3 3", "1 1 1 2", "5 5 5 5"), [10, 5, 20], [15, 0, 20]),
        (("5 5 5 5", "2 2 3 3", "1 1 1 2"), [20, 10, 5], [25, 10, 0]),
        (("5 5 5 5", "1 1 2 2", "1 1 2 2"), [20, 6, 6], [25, 0, 0]),
        # or tied for lowest.
        (("1 1 2 2", "1 1 2 2", "5 5 5 5"), [6, 6, 20], [11, 0, 20]),
        (("1 1 6 6", "2 2 5 5", "3 3 4 4"), [14, 14, 14], [19, 0, 0]),
    ],
)
def test_r26_r27_the_lowest_gets_0_and_a_stopper_who_is_not_alone_lowest_5_more(
    dealt: tuple[str, ...], sums: list[int], scores: list[int]
) -> None:
    match = begin(deal(*dealt), picks=[0])
    finish_round(match)
    finished = last_told(match, "RoundFinished")
    assert finished["sums"] == sums
    assert finished["scores"] == finished["totals"] == scores
    assert match.scores == tuple(scores)


def test_r26_the_sum_is_that_of_the_cards_that_are_left() -> None:
    match = begin(deal("12 12 12 12", "13 13 9 9", "8 8 8 8", deck="0"))
    take_turn(match, "deck", "show 0 1 2 3")
    finish_round(match)
    assert match.scores == (0, 49, 32)


# Ann has so many points, and Bea, who starts and stops, is lowest.
ANN_32 = deal("12 12 8 0", "1 1 1 1")
ANN_33 = deal("12 12 9 0", "1 1 1 1")
ANN_34 = deal("12 12 10 0", "1 1 1 1")


def test_r28_totals_add_up() -> None:
    match = begin(ANN_32, ANN_33, ANN_33, players=2, first=1)
    finish_round(match)
    match.play(1, "next")
    assert match.scores == (32, 0)
    finish_round(match)
    assert last_told(match, "RoundFinished")["scores"] == [33, 0]
    assert last_told(match, "RoundFinished")["totals"] == [65, 0]
    assert match.scores == (65, 0)
    assert not match.over


def test_r28_a_total_of_exactly_66_becomes_33() -> None:
    match = begin(ANN_33, ANN_33, ANN_33, ANN_34, players=2, first=1)
    for _ in range(3):
        finish_round(match)
        assert match.scores == (33, 0)  # and so it does every time
        assert last_told(match, "RoundFinished")["totals"] == [33, 0]
        assert not match.over
        match.play(1, "next")
    finish_round(match)
    assert match.scores == (67, 0)
    assert match.over


def test_r29_the_winner_who_starts_the_next_round_says_so() -> None:
    match = begin(deal("9 9 9 9", "1 1 1 1", "8 8 8 8"), deal(*HANDS))
    finish_round(match)
    assert match.to_act == (1,)
    assert texts(match) == ["next"]
    assert refused(match, 0, "next") == "not-your-turn"
    assert refused(match, 1, "deck") == "not-legal"
    assert told(match, "RoundStarted")[-1]["round"] == 1
    match.play(1, "next")
    assert told(match, "RoundStarted")[-1]["round"] == 2


def test_r29_what_was_known_of_the_old_cards_says_nothing_of_the_new() -> None:
    match = begin(deal("1 1 1 1", "9 9 9 9", "8 8 8 8"), deal("2 3 4 5", *HANDS[1:]))
    match.play(0, "deck")
    match.play(0, "show 2 3")
    finish_round(match)
    match.play(0, "next")
    assert {cards[:2] for cards in imagined(match, 0, "hand:0")} == {("2", "3")}
    assert len(imagined_at(match, 0, "hand:0", 2)) > 5
    assert len(imagined_at(match, 0, "hand:1", 0)) > 5


# R30, R31: the end of the match.


def test_r30_a_total_above_66_ends_the_match_and_the_fewest_points_win() -> None:
    match = begin(ANN_33, ANN_34, players=2, first=1)
    finish_round(match)
    assert not match.winners
    match.play(1, "next")
    finish_round(match)
    assert match.over
    assert match.to_act == ()
    assert match.scores == (67, 0)
    assert match.winners == (1,)
    assert waiting_for(match) == "over"
    for viewer in viewers(match):
        ended = last_told(match, "MatchEnded", viewer)
        assert (ended["totals"], ended["winner_seats"]) == ([67, 0], [1])
    assert last_told(match, "MatchEnded")["text"] == "Final totals: Ann 67, Bea 0. Winner: Bea."


def test_r30_of_three_the_fewest_points_win_and_not_the_winner_of_the_last_round() -> None:
    match = begin(
        deal("13 12 9 0", "1 1 1 1", "12 12 9 2"),  # 34, 0, 35
        deal("13 12 9 1", "2 2 1 0", "1 1 0 2"),  # 35, 5, 0
        first=1,
    )
    finish_round(match)
    match.play(1, "next")
    take_turn(match, "deck", "discard")
    take_turn(match, "stop")  # Cal
    finish_round(match)
    assert match.scores == (69, 5, 35)
    assert match.winners == (1,)


def test_r30_ties_share_the_win() -> None:
    cards = deal("12 10 8 0", "1 1 2 2", "1 1 2 2")
    match = begin(cards, cards, picks=[0, 0])
    finish_round(match)
    assert match.scores == (35, 0, 0)
    match.play(1, "next")
    for _ in range(2):
        take_turn(match, "deck", "discard")
    finish_round(match)
    assert match.scores == (70, 0, 0)
    assert match.winners == (1, 2)
    assert last_told(match, "MatchEnded")["winner_seats"] == [1, 2]
    assert len(match.record()["luck"]) == 4  # no starter is picked for a round that does not come


def test_r30_nothing_can_be_played_when_the_match_is_over() -> None:
    match = begin(ANN_33, ANN_34, players=2, first=1)
    finish_round(match)
    match.play(1, "next")
    finish_round(match)
    assert match.legal(0) == match.legal(1) == []
    assert refused(match, 1, "next") == "over"
    for viewer in viewers(match):
        assert hands(match, viewer) == ["12 12 10 0", "1 1 1 1"]  # the hands stay open


def test_r31_after_500_rounds_the_match_is_over_and_the_fewest_points_win() -> None:
    match = begin(*[ANN_33] * 500, players=2, first=1)
    for number in range(1, 501):
        play_texts(match, "stop", "deck", "discard")
        assert match.scores == (33, 0)
        assert match.over == (number == 500)
        if not match.over:
            match.play(1, "next")
    assert match.winners == (1,)
    assert match.events[-1].kind == "MatchEnded"


@pytest.mark.parametrize(("players", "bound"), [(2, 400_500), (3, 600_500), (5, 1_000_500)])
def test_r31_the_bound_is_four_moves_a_turn_and_next_in_each_round(
    players: int, bound: int
) -> None:
    match = begin([], players=players)
    assert match.game.bound(match.options, players) == bound


def test_r31_a_turn_has_at_most_four_moves() -> None:
    match = after_drawing("11")
    take_turn(match, "discard", "own 0", "other 1 0")
    assert match.to_act == (1,)


# Options, texts, a rematch.


def test_option_variant_is_standard_unless_it_is_chosen() -> None:
    assert begin([]).options == {"variant": "standard"}
    with pytest.raises(ValueError, match=r"^The option 'variant' is standard or draft, not 'old'"):
        begin([], variant="old")


@pytest.mark.parametrize("move", ["exchange 0 1 2", "pile 0"])
def test_moves_of_the_draft_are_refused_in_the_standard_variant(move: str) -> None:
    match = with_a_discarded_card("6", "12")
    assert refused(match, 0, move) == "not-legal"
    take_turn(match, "deck", "discard")
    assert refused(match, 0, move) == "not-legal"


@pytest.mark.parametrize(
    "text",
    ["", "decks", "own", "own -1", "own 1 2", "own x", "show a b", "other", "stop now", None],
)
def test_what_is_no_move_is_unreadable(text: Any) -> None:
    assert refused(begin(deal(*HANDS)), 0, text) == "unreadable"


def test_refusals_say_what_is_wrong() -> None:
    match = after_drawing("13", hand="5 5 5 1")
    match.play(0, "show 0 1 2")
    for _ in range(2):
        take_turn(match, "deck", "discard")
    match.play(0, "pile")
    for text, sentence in [
        ("show 0", "show 0 is not possible: a claim needs two or more different cards."),
        ("own 2", "own 2 is not possible: there is no such card."),
        ("discard", "discard is not possible now;"),
    ]:
        with pytest.raises(IllegalMove) as refusal:
            match.play(0, text)
        assert str(refusal.value).startswith(sentence)
        assert str(refusal.value).lower().endswith("try own 0 or own 1 or show 0 1.")


def test_rematch_picks_the_starter_anew() -> None:
    luck = Scripted(picks=[1, 0], shuffles=[ANN_33, ANN_34, ANN_33])
    match = Match("sixty_six", ["Ann", "Bea"], luck=luck)
    finish_round(match)
    match.play(1, "next")
    with pytest.raises(ValueError, match="when the match is over"):
        match.rematch()
    finish_round(match)
    again = match.rematch()
    assert again.to_act == (0,)
    assert again.scores == (0, 0)
    assert again.view(None).facts["round"] == 1
    assert last_told(again, "RoundStarted")["seat"] == 0
