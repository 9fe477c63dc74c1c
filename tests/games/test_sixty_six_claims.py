"""66, statements R11 to R18: claims and discarding."""

import pytest

from games.sixty_six_scenes import (
    CLAIMS,
    HANDS,
    OWN,
    after_drawing,
    begin,
    deal,
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
    with_a_discarded_card,
)
from helpers import viewers

# R11 to R14: claims.


@pytest.mark.parametrize("hand", ["1 2 3 4", "1 1 1 1", "1 1 2 2"])
def test_r11_two_or_more_own_cards_whatever_they_are(hand: str) -> None:
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
def test_r12_the_others_see_the_shown_cards_but_their_owner_and_spectators_do_not(
    hand: str,
) -> None:
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
    sentences = [last_told(match, "CardsShown", viewer)["text"] for viewer in viewers(match)]
    assert sentences == [
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
def test_r14_a_failed_claim_tells_its_player_and_spectators_that_not_all_are_equal(
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
def test_r16_after_a_7_or_8_they_look_at_one_of_their_own_cards(card: str, index: int) -> None:
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
def test_r17_after_a_9_or_10_they_look_at_a_card_of_another_player(card: str) -> None:
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
    sentences = [last_told(match, "Peeked", viewer)["text"] for viewer in viewers(match)]
    assert sentences == [
        "You look at card 2 of Cal: 10.",
        "Ann looks at card 2 of Cal.",
        "Ann looks at your card 2.",
        "Ann looks at card 2 of Cal.",
    ]


@pytest.mark.parametrize("card", ["11", "12"])
def test_r18_after_an_11_or_12_they_exchange_a_card(card: str) -> None:
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
    take_turn(match, "discard", "own 0", "other 2 1")  # Ann and Cal know their own
    assert imagined_at(match, 0, "hand:2", 1) == {"1"}
    assert imagined_at(match, 2, "hand:0", 0) == {"10"}
    assert len(imagined_at(match, 0, "hand:0", 0)) > 5
    assert len(imagined_at(match, 2, "hand:2", 1)) > 5


def test_r18_only_the_player_is_told_which_own_card_they_have_chosen_first() -> None:
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
