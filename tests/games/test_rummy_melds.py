"""Rummy, R13 to R19: melds, laying off and the discard."""

from typing import Any

import pytest

from games.rummy_scenes import (
    ANN,
    BEA,
    MIXED,
    RANKS,
    SPADES,
    SPECTATOR,
    begin,
    deal,
    fact,
    hand_of,
    last_told,
    legal,
    pass_by,
    place,
    refused,
    told,
)
from helpers import play_texts
from settebello import Match

# R13: new melds.


def test_r13_a_meld_leaves_the_hand_and_lies_face_up() -> None:
    match = begin(deal("7S 7H 7D", "", stock="KD"))
    play_texts(match, "draw stock", "meld 7S 7H 7D")
    assert not {"7S", "7H", "7D"} & set(hand_of(match, ANN))
    assert len(hand_of(match, ANN)) == 8
    for viewer in (ANN, BEA, SPECTATOR):
        assert place(match, "meld:1", viewer) == "7S 7H 7D"
        assert last_told(match, "Melded", viewer)["cards"] == ["7S", "7H", "7D"]


def test_r13_melding_is_optional() -> None:
    match = begin(deal("7S 7H 7D", "", stock="KD"))
    play_texts(match, "draw stock", "discard KD")
    assert match.to_act == (BEA,)
    assert "meld:1" not in match.view(SPECTATOR).places


def test_r13_the_drawn_card_may_be_melded_at_once() -> None:
    for draw, deck in [
        ("draw stock", deal("7S 7H", "", stock="7D")),
        ("draw pile", deal("7S 7H", "", pile="7D")),
    ]:
        match = begin(deck)
        assert play_texts(match, draw, "meld 7S 7H 7D").to_act == (ANN,)
        assert place(match, "meld:1") == "7S 7H 7D"


def test_r13_all_cards_of_a_meld_must_be_in_the_hand() -> None:
    match = begin(deal("7S 7H", "7C", pile="7D"))
    match.play(ANN, "draw stock")
    assert refused(match, ANN, "meld 7S 7H 7D") == "not-in-hand"  # it is on the pile
    assert refused(match, ANN, "meld 7S 7H 7C") == "not-in-hand"  # Bea has it


def test_r13_melds_are_numbered_in_the_order_they_were_laid() -> None:
    match = begin(deal("7S 7H 7D", "KS KH KD", stock="JS"))
    play_texts(match, "draw stock", "meld 7S 7H 7D", "discard JS")
    play_texts(match, "draw stock", "meld KS KH KD")
    assert place(match, "meld:1") == "7S 7H 7D"
    assert place(match, "meld:2") == "KS KH KD"
    assert [notice["meld"] for notice in told(match, "Melded")] == [1, 2]


THREE_MELDS = "2H 2D 2C 4H 4D 4C 6H 6D 6C QD"


def test_r13_one_new_meld_a_turn() -> None:
    match = begin(deal(THREE_MELDS, "", stock="KS 9S KH"))
    match.play(ANN, "draw stock")
    assert fact(match, "melds_left") == 1
    match.play(ANN, "meld 2H 2D 2C")
    assert fact(match, "melds_left") == 0
    assert legal(match, "meld") == []
    assert refused(match, ANN, "meld 4H 4D 4C") == "no-more-melds"
    play_texts(match, "discard KS", "draw stock", "discard 9S", "draw stock", "meld 4H 4D 4C")
    assert place(match, "meld:2") == "4H 4D 4C"  # in their next turn


@pytest.mark.parametrize(("limit", "most"), [(1, 1), (2, 2), (3, 3), (4, 3), (0, 3)])
def test_r13_melds_per_turn_is_an_option_and_0_is_no_limit(limit: int, most: int) -> None:
    match = begin(deal(THREE_MELDS, "", stock="KS"), melds_per_turn=limit)
    match.play(ANN, "draw stock")
    for number, meld in enumerate(["2H 2D 2C", "4H 4D 4C", "6H 6D 6C"], start=1):
        if number <= most:
            assert f"meld {meld}" in legal(match)
            match.play(ANN, f"meld {meld}")
            assert fact(match, "melds_left") == (limit - number if limit else None)
        else:
            assert refused(match, ANN, f"meld {meld}") == "no-more-melds"
    assert len(told(match, "Melded")) == most


def test_r13_without_a_limit_what_is_no_meld_is_still_refused_as_that() -> None:
    match = begin(deal(THREE_MELDS, "", stock="KS"), melds_per_turn=0)
    play_texts(match, "draw stock", "meld 2H 2D 2C")
    assert refused(match, ANN, "meld 4H 4D 6H") == "not-a-meld"


@pytest.mark.parametrize("limit", [-1, 5, False, "1", 1.0, None])
def test_r13_melds_per_turn_is_from_0_to_4(limit: Any) -> None:
    with pytest.raises(ValueError, match=r"^The option 'melds_per_turn' is 0 to 4, not "):
        begin([], melds_per_turn=limit)


# R14: runs.


@pytest.mark.parametrize("length", [3, 4, 5, 6, 7, 8, 9, 10, 11])
def test_r14_a_run_is_three_or_more_of_one_suit_in_sequence(length: int) -> None:
    run = [f"{rank}H" for rank in RANKS[:length]]
    match = begin(deal(" ".join(run[:10]), "", stock="JH"), [])
    match.play(ANN, "draw stock")
    match.play(ANN, f"meld {' '.join(run)}")
    assert last_told(match, "Melded")["cards"] == run


def test_r14_two_cards_are_no_run() -> None:
    match = begin(deal("2H 3H 5H 6H 9S 10S QD KD AC 2C", "", stock="7C"))
    match.play(ANN, "draw stock")
    assert legal(match, "meld") == []
    assert refused(match, ANN, "meld 2H 3H") == "not-a-meld"
    assert refused(match, ANN, "meld 2H") == "not-a-meld"


def test_r14_a_run_has_no_gap_and_no_card_twice() -> None:
    match = begin(deal("2H 3H 5H 6H", "", stock="7C"))
    match.play(ANN, "draw stock")
    assert refused(match, ANN, "meld 2H 3H 5H") == "not-a-meld"
    assert refused(match, ANN, "meld 2H 3H 5H 6H") == "not-a-meld"
    assert refused(match, ANN, "meld 2H 3H 3H") == "not-a-meld"


def test_r14_a_run_is_of_one_suit() -> None:
    match = begin(deal("2H 3H 4D QS KS AH", "", stock="7C"))
    match.play(ANN, "draw stock")
    assert refused(match, ANN, "meld 2H 3H 4D") == "not-a-meld"
    assert refused(match, ANN, "meld QS KS AH") == "not-a-meld"  # neighbours in standard order


def test_r14_a_run_does_not_go_on_in_the_next_suit() -> None:
    match = begin(deal("JS QS KS AH 2H 5H 6D 8C 9H 10D", "", stock="4C"))
    match.play(ANN, "draw stock")
    assert legal(match, "meld") == ["meld JS QS KS"]


def test_r14_every_part_of_a_run_that_is_a_run_may_be_melded() -> None:
    match = begin(deal("9C JC 8C QC 10C AS AH 3S 5H 7D", "", stock="2D"))
    match.play(ANN, "draw stock")
    assert sorted(legal(match, "meld")) == sorted(
        [
            "meld 8C 9C 10C",
            "meld 9C 10C JC",
            "meld 10C JC QC",
            "meld 8C 9C 10C JC",
            "meld 9C 10C JC QC",
            "meld 8C 9C 10C JC QC",
        ]
    )


def test_r14_a_run_lies_in_sequence_however_it_was_held() -> None:
    match = begin(deal("10C 8C 9C", "", stock="2D"))
    play_texts(match, "draw stock", "meld 9C 8C 10C")
    assert place(match, "meld:1") == "8C 9C 10C"


# R15: sets.


def test_r15_a_set_is_three_or_four_of_one_rank() -> None:
    match = begin(deal("9S 9H 9D 9C AS AH 3S 5H 7D JC", "", stock="2D"))
    match.play(ANN, "draw stock")
    assert sorted(legal(match, "meld")) == sorted(
        [
            "meld 9S 9H 9D",
            "meld 9S 9H 9C",
            "meld 9S 9D 9C",
            "meld 9H 9D 9C",
            "meld 9S 9H 9D 9C",
        ]
    )
    match.play(ANN, "meld 9S 9H 9D 9C")
    assert place(match, "meld:1") == "9S 9H 9D 9C"


@pytest.mark.parametrize("suits", ["SHD", "SHC", "SDC", "HDC"])
def test_r15_the_suits_of_a_set_do_not_matter(suits: str) -> None:
    three = [f"K{suit}" for suit in suits]
    match = begin(deal(" ".join(three), ""))
    match.play(ANN, "draw stock")
    assert f"meld {' '.join(three)}" in legal(match)


def test_r15_two_cards_are_no_set_and_court_cards_of_one_value_neither() -> None:
    match = begin(deal("9S 9H 10S JH QD AS AH 3S 5H 7D", "", stock="2D"))
    match.play(ANN, "draw stock")
    assert legal(match, "meld") == []
    assert refused(match, ANN, "meld 9S 9H") == "not-a-meld"
    assert refused(match, ANN, "meld 10S JH QD") == "not-a-meld"  # worth 10 each


# R16: laying off.


def after_meld(meld: str, hand: str, *, drawn: str = "KD", **options: Any) -> Match:
    """Ann has laid this meld; now Bea, who holds these cards, has drawn this one."""
    match = begin(deal(meld, hand, stock=f"5C {drawn}"), **options)
    return play_texts(match, "draw stock", f"meld {meld}", "discard 5C", "draw stock")


def test_r16_a_card_may_join_anybodys_meld() -> None:
    match = after_meld("7S 7H 7D", "7C")
    match.play(BEA, "add 7C to 1")
    assert place(match, "meld:1") == "7S 7H 7D 7C"
    assert "7C" not in hand_of(match, BEA)
    assert len(hand_of(match, BEA)) == 10
    assert match.to_act == (BEA,)
    for viewer in (ANN, BEA, SPECTATOR):
        notice = last_told(match, "LaidOff", viewer)
        assert (notice["seat"], notice["card"], notice["meld"]) == (BEA, "7C", 1)


def test_r16_a_card_may_join_a_meld_of_the_same_turn() -> None:
    match = begin(deal("7S 7H 7D 7C", ""))
    play_texts(match, "draw stock", "meld 7S 7H 7D", "add 7C to 1")
    assert place(match, "meld:1") == "7S 7H 7D 7C"


def test_r16_a_run_grows_at_both_ends() -> None:
    match = after_meld("5H 6H 7H", "4H 8H 3H 9H")
    assert legal(match, "add") == ["add 4H to 1", "add 8H to 1"]
    play_texts(match, "add 8H to 1", "add 4H to 1", "add 9H to 1", "add 3H to 1")
    assert place(match, "meld:1") == "3H 4H 5H 6H 7H 8H 9H"


def test_r16_as_many_cards_as_you_like_in_a_turn() -> None:
    match = after_meld("AH 2H 3H", "4H 5H 6H 7H 8H 9H 10H JH QH KH")
    for rank in RANKS[3:]:
        assert legal(match, "add") == [f"add {rank}H to 1"]
        match.play(BEA, f"add {rank}H to 1")
    assert place(match, "meld:1") == " ".join(f"{rank}H" for rank in RANKS)
    assert legal(match) == ["discard KD"]


def test_r16_laying_off_is_optional() -> None:
    match = after_meld("7S 7H 7D", "7C")
    match.play(BEA, "discard 7C")
    assert place(match, "meld:1") == "7S 7H 7D"


@pytest.mark.parametrize(
    ("meld", "held", "fits"),
    [
        ("AH 2H 3H", "KH KS 4H 4D", ["4H"]),  # nothing comes before an ace
        ("JH QH KH", "AH 10H AD", ["10H"]),  # and nothing after a king
        ("JS QS KS", "AH 10S AS", ["10S"]),
        ("5H 6H 7H", "8D 4S 9H 3H 6D", []),
        ("9S 9H 9D", "9C 8S 10S 10D", ["9C"]),
        ("9S 9H 9D 9C", "8S 10S 8C 10C", []),  # a set has four cards and no more
    ],
)
def test_r16_what_comes_of_it_must_be_a_meld(meld: str, held: str, fits: list[str]) -> None:
    match = after_meld(meld, held, drawn="2D")
    assert legal(match, "add") == [f"add {card} to 1" for card in fits]
    for card in held.split():
        if card not in fits:
            assert refused(match, BEA, f"add {card} to 1") == "does-not-fit"


def test_r16_the_meld_must_exist() -> None:
    match = after_meld("7S 7H 7D", "7C")
    for number in (0, 2, 9999):
        assert refused(match, BEA, f"add 7C to {number}") == "no-such-meld"


def test_r16_the_card_must_be_in_the_hand() -> None:
    match = after_meld("7S 7H 7D", "8C")
    assert refused(match, BEA, "add 7C to 1") == "not-in-hand"
    assert refused(match, BEA, "add 7S to 1") == "not-in-hand"  # it is in that meld


def test_r16_a_card_that_fits_two_melds_goes_where_you_say() -> None:
    match = begin(deal("8S 8H 8D 5C 6C 7C", "8C"), melds_per_turn=2)
    play_texts(match, "draw stock", "meld 8S 8H 8D", "meld 5C 6C 7C")
    play_texts(match, f"discard {hand_of(match, ANN)[-1]}", "draw stock")
    assert legal(match, "add 8C") == ["add 8C to 1", "add 8C to 2"]
    match.play(BEA, "add 8C to 2")
    assert place(match, "meld:1") == "8S 8H 8D"
    assert place(match, "meld:2") == "5C 6C 7C 8C"


def test_r16_the_card_from_the_pile_may_be_laid_off() -> None:
    match = begin(deal("7S 7H 7D", "", pile="7C"))
    play_texts(match, "draw pile", "meld 7S 7H 7D", "add 7C to 1")
    assert place(match, "meld:1") == "7S 7H 7D 7C"


def test_r16_lay_off_own_only_is_an_option() -> None:
    match = after_meld("7S 7H 7D", "7C KS KH KC", lay_off_own_only=True)
    assert legal(match, "add") == []
    assert refused(match, BEA, "add 7C to 1") == "does-not-fit"
    match.play(BEA, "meld KS KH KD")
    assert legal(match, "add") == ["add KC to 2"]
    match.play(BEA, "add KC to 2")
    assert place(match, "meld:2") == "KS KH KD KC"


def test_r16_lay_off_own_only_allows_own_melds_of_earlier_turns() -> None:
    match = begin(deal("7S 7H 7D 7C", "", stock="JS"), lay_off_own_only=True)
    play_texts(match, "draw stock", "meld 7S 7H 7D", "discard JS")
    pass_by(match)
    match.play(ANN, "draw stock")
    assert legal(match, "add") == ["add 7C to 1"]


# R17: melds and lay-offs in any order; melds stay.


def test_r17_laying_off_may_come_before_and_after_melding() -> None:
    match = after_meld("5H 6H 7H", "8H 9H QS QC QD")
    play_texts(match, "add 8H to 1", "meld QS QD QC", "add 9H to 1", "discard KD")
    assert place(match, "meld:1") == "5H 6H 7H 8H 9H"
    assert place(match, "meld:2") == "QS QD QC"


def test_r17_cards_on_the_table_are_not_used_again() -> None:
    match = after_meld("5H 6H 7H", "8H 7S 7D AS AD 3S JC QS KC 9C", drawn="7C")
    match.play(BEA, "add 8H to 1")
    assert legal(match, "meld") == ["meld 7S 7D 7C"]
    assert refused(match, BEA, "meld 7S 7H 7D") == "not-in-hand"  # 7H stays where it is
    assert refused(match, BEA, "discard 5H") == "not-in-hand"


def test_r17_a_meld_keeps_its_owner() -> None:
    match = after_meld("5H 6H 7H", "8H QS QC QD")
    play_texts(match, "add 8H to 1", "meld QS QD QC")
    for viewer in (ANN, BEA, SPECTATOR):
        assert match.view(viewer).to_dict()["meld_owners"] == [ANN, BEA]


# R18 and R19: the discard.


def test_r18_a_turn_ends_with_a_discard_on_top_of_the_pile() -> None:
    match = begin(deal("", "", pile="5C", stock="KD 3C"))
    play_texts(match, "draw stock", "discard KD")
    assert place(match, "discard") == "5C KD"
    assert match.to_act == (BEA,)
    play_texts(match, "draw stock", "discard 3C")
    for viewer in (ANN, BEA, SPECTATOR):
        assert place(match, "discard", viewer) == "5C KD 3C"  # face up, in this order
        assert last_told(match, "Discarded", viewer)["card"] == "3C"
    assert match.to_act == (ANN,)


def test_r18_any_card_of_the_hand_may_be_discarded() -> None:
    match = begin(deal("", "", stock="KD"))
    match.play(ANN, "draw stock")
    assert legal(match, "discard") == [f"discard {card}" for card in hand_of(match, ANN)]
    assert "discard KD" in legal(match)  # also the one that was just drawn from the stock
    assert refused(match, ANN, f"discard {hand_of(match, BEA)[0]}") == "not-in-hand"


def test_r18_a_discard_is_never_left_out() -> None:
    match = begin(deal("7S 7H 7D AS AH 3S 3H 5S 5H QC", "", stock="KD"))
    play_texts(match, "draw stock", "meld 7S 7H 7D")
    assert match.to_act == (ANN,)
    assert legal(match) == [f"discard {card}" for card in hand_of(match, ANN)]


def test_r19_the_card_from_the_pile_is_not_discarded_in_the_same_turn() -> None:
    match = begin(deal("", "", pile="KD"))
    match.play(ANN, "draw pile")
    kept = [card for card in hand_of(match, ANN) if card != "KD"]
    assert legal(match, "discard") == [f"discard {card}" for card in kept]
    assert refused(match, ANN, "discard KD") == "just-taken"


def test_r19_but_in_the_next_turn_it_may_be() -> None:
    match = begin(deal("9S", "", pile="KD"))
    play_texts(match, "draw pile", "discard 9S")
    assert fact(match, "taken") is None
    pass_by(match)
    play_texts(match, "draw stock", "discard KD")
    assert place(match, "discard").endswith("KD")


def test_r19_not_while_another_card_is_left() -> None:
    match = begin(deal(SPADES, MIXED, pile="KD"))
    play_texts(match, "draw pile", f"meld {SPADES.removesuffix(' 10S')}")
    assert hand_of(match, ANN) == ["10S", "KD"]
    assert refused(match, ANN, "discard KD") == "just-taken"
    assert legal(match) == ["add 10S to 1", "discard 10S"]


def test_r19_the_only_card_left_may_be_discarded_and_that_is_going_out() -> None:
    match = begin(deal(SPADES, MIXED, pile="KD"), [])
    play_texts(match, "draw pile", f"meld {SPADES}")
    assert legal(match) == ["discard KD"]
    match.play(ANN, "discard KD")
    assert last_told(match, "HandWon")["seat"] == ANN
