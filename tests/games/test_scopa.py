"""Scopa, rule by rule: each test is a small story, named after the rule without which it fails."""

from collections.abc import Callable
from itertools import chain
from typing import Any

import pytest

import settebello
from games.scopa_scenes import (
    ALL_CARDS,
    ALL_TIED,
    NAMES,
    begin,
    deal,
    deal_for,
    hands,
    last_told,
    pairs_round,
    place,
    play_cards,
    play_one,
    play_round,
    refused,
    sweeps,
    texts,
    told,
)
from settebello import Match, Scripted

# Setting a scene.


def play_on(match: Match, until: Callable[[], bool]) -> None:
    """Play the first legal move until something is true."""
    while not until():
        play_one(match)


# Rule 1: the players.


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_rule_1_two_three_four_or_six_can_play(players: int) -> None:
    match = begin([], [], players=players, target=100)
    assert [len(hand.split()) for hand in hands(match)] == [3] * players
    assert play_round(match) == 36
    assert len(match.scores) == players


@pytest.mark.parametrize("players", [1, 5, 7])
def test_rule_1_other_numbers_of_players_are_refused(players: int) -> None:
    sentence = f"^scopa is for 2, 3, 4 or 6 players, not {players}\\.$"
    with pytest.raises(ValueError, match=sentence):
        Match("scopa", players)
    with pytest.raises(ValueError, match=sentence):
        Match("scopa", [*NAMES, "Gus"][:players])


def test_rule_1_three_is_the_usual_number() -> None:
    assert settebello.games()["scopa"].SEATS[0] == 3


# Rule 2: the order of play.


def test_rule_2_the_order_of_play_is_drawn() -> None:
    match = begin([], order=[2, 0, 1])
    assert last_told(match, "OrderDrawn")["order_seats"] == [2, 0, 1]
    turns: list[int] = []
    for _ in range(7):
        turns += match.to_act
        play_one(match)
    assert turns == [2, 0, 1, 2, 0, 1, 2]


def test_rule_2_the_order_stays_and_the_next_player_starts_each_round() -> None:
    match = begin(*[[]] * 5, order=[2, 0, 1], target=100)
    starters = []
    for _ in range(4):
        (seat,) = match.to_act
        starters.append(seat)
        assert last_told(match, "RoundStarted")["seat"] == seat
        assert match.view(None).facts["order"] == [2, 0, 1]
        play_round(match)
    assert starters == [2, 0, 1, 2]


def test_rule_2_the_player_who_starts_is_dealt_to_first() -> None:
    deck = deal("1D 2D 3D", "1C 2C 3C", "1S 2S 3S", table="10D 10C 9D 9C")
    match = begin(deck, deck, order=[2, 0, 1], target=100)
    assert hands(match) == ["1C 2C 3C", "1S 2S 3S", "1D 2D 3D"]
    play_round(match)
    assert hands(match) == ["1D 2D 3D", "1C 2C 3C", "1S 2S 3S"]
    assert [notice["seat"] for notice in told(match, "Dealt")[-3:]] == [0, 1, 2]


# Rule 3: sweeps.


def test_rule_3_taking_the_whole_table_is_a_sweep() -> None:
    match = begin(deal("10D 5C 6C", table="1D 2C 3S 4B"))
    match.play(0, "10D x 1D 2C 3S 4B")
    assert place(match, "table") == ""
    assert last_told(match, "Swept")["seat"] == 0
    assert sweeps(match) == [1, 0, 0]


def test_rule_3_taking_less_than_the_whole_table_is_no_sweep() -> None:
    match = begin(deal("9D 5C 6C", table="2C 3S 4B 10B"))
    match.play(0, "9D x 2C 3S 4B")
    assert told(match, "Swept") == []
    assert sweeps(match) == [0, 0, 0]


def test_rule_3_every_sweep_counts() -> None:
    match = begin(deal("10D 8B 6C", "8D 6D 9D", "8S 8C 9C", table="1D 2C 3S 4B"))
    play_cards(match, "10D 8D 8S")
    assert [notice["seat"] for notice in told(match, "Swept")] == [0, 2]
    play_cards(match, "6C 6D 8C 8B")
    assert [notice["seat"] for notice in told(match, "Swept")] == [0, 2, 1, 0]
    assert sweeps(match) == [2, 1, 1]


def test_rule_3_sweeps_are_added_to_the_score_in_the_tally_only() -> None:
    match = begin(deal("10D 5C 6C", table="1D 2C 3S 4B"), [], target=100)
    match.play(0, "10D x 1D 2C 3S 4B")
    for _ in range(34):
        assert match.scores == (0, 0, 0)
        play_one(match)
    assert play_round(match) == 1
    tally = last_told(match, "Tallied")
    won = [0, 0, 0]
    won[tally["settebello_seat"]] += 1
    for counted in (tally["count"], tally["coins"], tally["values"]):
        if counted.count(max(counted)) == 1:
            won[counted.index(max(counted))] += 1
    assert tally["sweeps"][0] >= 1
    assert [*match.scores] == [sum(both) for both in zip(won, tally["sweeps"], strict=True)]


def test_rule_3_each_round_counts_its_own_sweeps() -> None:
    match = begin(deal("10D 5C 6C", table="1D 2C 3S 4B"), [], target=100)
    match.play(0, "10D x 1D 2C 3S 4B")
    play_round(match)
    assert sweeps(match) == [0, 0, 0]


# A round for two in which a nine and a ten are on the table when the last hands are dealt.
BEFORE_THE_LAST_HANDS = (
    "1S 2S  1C 1B  2C 2B  3D 3C  3S 3B  4D 4C  4S 4B  5D 5C  5S 5B  6D 6C  6S 6B  7D 7C  7S 7B  "
    "8D 8C  8S 8B  "
)
ONE_SWEEP = BEFORE_THE_LAST_HANDS + "10S 10B  9S 9B  9D 10D"  # with the very last card
THREE_SWEEPS = BEFORE_THE_LAST_HANDS + "10S 9S  10B 10D  9B 9D"  # the last of them likewise


@pytest.mark.parametrize(
    ("plays", "options", "expected"),
    [
        (ONE_SWEEP, {}, [0, 1]),
        (ONE_SWEEP, {"sweep_on_last_card": True}, [0, 1]),
        (ONE_SWEEP, {"sweep_on_last_card": False}, [0, 0]),
        (THREE_SWEEPS, {"sweep_on_last_card": True}, [0, 3]),
        (THREE_SWEEPS, {"sweep_on_last_card": False}, [0, 2]),
    ],
)
def test_rule_3_the_last_card_of_a_round_sweeps_unless_the_option_forbids_it(
    plays: str, options: dict[str, Any], expected: list[int]
) -> None:
    deck = deal_for(plays, "1D 2D 9C 10C", seats=2)
    match = begin(deck, [], players=2, target=100, **options)
    play_cards(match, plays)
    assert told(match, "LeftoversTaken") == []  # the last card took all there was
    assert last_told(match, "Tallied")["sweeps"] == expected
    assert len(told(match, "Swept")) == sum(expected)


def test_rule_3_the_option_forbids_no_sweep_with_the_last_card_of_an_earlier_hand() -> None:
    plays = "7D 10D  9C 9D  8C 8D"
    deck = deal_for(plays, "3D 4D 5D 5C", seats=2)
    match = begin(deck, players=2, sweep_on_last_card=False)
    play_cards(match, plays)
    assert sweeps(match) == [0, 3]


# Rules 4 and 5: the cards.


def test_rule_4_the_deck_has_forty_cards_of_four_suits() -> None:
    match = begin([], [], target=100)
    play_round(match)
    cards = [*chain(*last_told(match, "Tallied")["piles"])]
    assert len(cards) == 40
    assert {card[-1] for card in cards} == {"D", "C", "S", "B"}


def test_rule_5_each_suit_has_the_cards_1_to_10() -> None:
    match = begin([], [], target=100)
    play_round(match)
    cards = [*chain(*last_told(match, "Tallied")["piles"])]
    for suit in "DCSB":
        ranks = sorted(int(card[:-1]) for card in cards if card[-1] == suit)
        assert ranks == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]


def test_rule_5_the_standard_order_is_coins_cups_swords_clubs() -> None:
    assert begin([]).record()["luck"][1].split() == ALL_CARDS


# Rule 8: the deal.


def test_rule_8_each_player_gets_three_cards_and_the_table_four() -> None:
    match = begin(ALL_CARDS[::-1])
    assert hands(match) == ["10B 9B 8B", "7B 6B 5B", "4B 3B 2B"]
    assert place(match, "table") == "1B 10S 9S 8S"
    assert len(match.view(None).places["stock"]) == 27
    assert [place(match, f"pile:{seat}") for seat in range(3)] == ["", "", ""]


# Rule 9: one card of the hand.


def test_rule_9_a_player_chooses_one_card_of_their_hand() -> None:
    match = begin(deal("1D 7C 8S", table="2D 2C 10D 10C"))
    assert texts(match, 0) == ["1D", "7C", "8S"]
    match.play(0, "7C")
    assert hands(match)[0] == "1D 8S"
    assert match.to_act == (1,)


def test_rule_9_nobody_plays_out_of_turn() -> None:
    match = begin(deal("1D 7C 8S", "3D 3C 3S", table="2D 2C 10D 10C"))
    assert match.to_act == (0,)
    assert texts(match, 1) == []
    assert refused(match, 1, "3D") == "not-your-turn"


@pytest.mark.parametrize("seat", [3, -1, 99, "0", None, True])
def test_rule_9_there_must_be_such_a_seat(seat: Any) -> None:
    match = begin(deal("1D 7C 8S", table="2D 2C 10D 10C"))
    assert refused(match, seat, "1D") == "no-such-seat"


def test_rule_9_the_card_must_be_in_the_hand() -> None:
    match = begin(deal("1D 7C 8S", "3D 3C 3S", table="2D 2C 10D 10C"))
    assert refused(match, 0, "3D") == "not-in-hand"  # Bea has it
    assert refused(match, 0, "2D") == "not-in-hand"  # it is on the table
    assert refused(match, 0, "5B") == "not-in-hand"  # it is in the stock
    assert refused(match, 0, "2S x 2D") == "not-in-hand"
    match.play(0, "7C")
    play_cards(match, "3D 4D")
    assert refused(match, 0, "7C") == "not-in-hand"  # Ann has played it


@pytest.mark.parametrize(
    "text",
    ["", " ", "7", "D7", "11D", "0D", "7X", "??", "seven", "7D x", "x 7S", "7D 7S", "7Dx7S",
     "7D x x 7S", "7D x 3D, 4S", "7D x 7S x 7B", "7D x ??", "7D x " * 41, None, 8],
)  # fmt: skip
def test_rule_9_what_is_no_move_is_unreadable(text: Any) -> None:
    match = begin(deal("7D 1C 2C", table="7S 10D 3D 4S"))
    assert refused(match, 0, text) == "unreadable"


# Rule 10: a single match.


def test_rule_10_a_single_match_is_taken() -> None:
    match = begin(deal("7D 1C 2C", table="10D 7S 10C 9D"))
    assert texts(match, 0, "7D") == ["7D x 7S"]
    match.play(0, "7D x 7S")
    assert place(match, "table") == "10D 10C 9D"
    assert place(match, "hand:0", 0) == "1C 2C"
    assert set(match.view(None).places["pile:0"]) == {"7D", "7S"}
    assert place(match, "pile:1") == place(match, "pile:2") == ""
    captured = last_told(match, "Captured")
    assert (captured["seat"], captured["card"], captured["taken"]) == (0, "7D", ["7S"])


def test_rule_10_of_several_single_matches_the_player_chooses_one() -> None:
    match = begin(deal("7D 1C 2C", table="7S 10D 7B 7C"))
    assert sorted(texts(match, 0, "7D")) == ["7D x 7B", "7D x 7C", "7D x 7S"]
    assert refused(match, 0, "7D x 7S 7B") == "single-first"  # and not more than one
    match.play(0, "7D x 7B")
    assert place(match, "table") == "7S 10D 7C"


def test_rule_10_a_single_match_comes_first() -> None:
    match = begin(deal("7D 1C 2C", table="3D 4S 7S 10D"))
    assert texts(match, 0, "7D") == ["7D x 7S"]
    assert refused(match, 0, "7D x 3D 4S") == "single-first"


# Rule 11: sums.


@pytest.mark.parametrize(
    ("table", "move"),
    [
        ("3D 5S 9D 10C", "8D x 3D 5S"),
        ("1D 2S 5C 10C", "8D x 1D 5C 2S"),
        ("1D 2S 4C 1C", "8D x 1D 1C 4C 2S"),
        ("9B 4C 1B 8S", "10D x 1B 9B"),
    ],
)
def test_rule_11_a_sum_of_two_three_or_four_cards_is_taken(table: str, move: str) -> None:
    card, _, *taken = move.split()
    match = begin(deal(f"{card} 6S 6B", table=table))
    assert texts(match, 0, card) == [move]
    match.play(0, move)
    assert match.view(None).places["table"] == [c for c in table.split() if c not in taken]
    assert set(match.view(None).places["pile:0"]) == {card, *taken}
    assert sorted(last_told(match, "Captured")["taken"]) == sorted(taken)


def test_rule_11_the_player_chooses_among_the_sums() -> None:
    deck = deal("7D 9C 9S", table="3D 4S 5C 2B")
    moves = ["7D x 3D 4S", "7D x 5C 2B"]
    assert sorted(texts(begin(deck), 0, "7D")) == moves
    for move, left in zip(moves, ["5C 2B", "3D 4S"], strict=True):
        match = begin(deck)
        match.play(0, move)
        assert place(match, "table") == left


def test_rule_11_sums_that_share_cards_are_different_choices() -> None:
    match = begin(deal("7D 9C 9S", table="3D 3S 4S 1B"))
    assert sorted(texts(match, 0, "7D")) == ["7D x 3D 3S 1B", "7D x 3D 4S", "7D x 3S 4S"]


def test_rule_11_what_is_taken_must_be_on_the_table() -> None:
    match = begin(deal("7D 3C 9S", "7B 1S 1B", table="3D 4S 5C 10B"))
    assert refused(match, 0, "7D x 4S 3C") == "not-on-table"  # 3C is in their own hand
    assert refused(match, 0, "7D x 7B") == "not-on-table"  # Bea has it
    assert refused(match, 0, "7D x 2B 5C") == "not-on-table"  # it is in the stock
    assert refused(match, 0, "7D x 7D") == "not-on-table"


def test_rule_11_the_values_must_match() -> None:
    match = begin(deal("7D 6C 9S", table="3D 4S 5C 10B"))
    assert refused(match, 0, "7D x 3D 5C") == "wrong-sum"
    assert refused(match, 0, "7D x 4S") == "wrong-sum"
    assert refused(match, 0, "7D x 3D 4S 5C") == "wrong-sum"
    assert refused(match, 0, "6C x 3D 3D")  # one card cannot be taken twice


def test_rule_11_texts_are_read_in_any_order_and_case() -> None:
    deck = deal("10D 9C 9S", table="1D 2C 3S 4B")
    for text in ("10D x 1D 2C 3S 4B", "10d X 4b 3s 2c 1d", "  10D  x 3S 1d\t4B 2c "):
        match = begin(deck)
        match.play(0, text)
        assert match.record()["moves"] == [[0, "10D x 1D 2C 3S 4B"]]
    match = begin(deck)
    match.play(0, match.legal(0)[0])  # a move of `legal` is as good as its text
    assert match.record()["moves"] == [[0, "10D x 1D 2C 3S 4B"]]


# Rule 12: what cannot take stays on the table.


def test_rule_12_a_card_without_a_match_stays_on_the_table() -> None:
    match = begin(deal("6D 9C 9S", table="3D 4S 5C 10B"))
    assert texts(match, 0, "6D") == ["6D"]
    match.play(0, "6d")
    assert place(match, "table") == "3D 4S 5C 10B 6D"
    assert place(match, "pile:0") == ""
    assert (last_told(match, "Laid")["seat"], last_told(match, "Laid")["card"]) == (0, "6D")


def test_rule_12_taking_is_not_optional() -> None:
    match = begin(deal("7D 4C 9S", table="3D 4S 5C 10B"))
    assert refused(match, 0, "7D") == "must-take"  # a sum
    assert refused(match, 0, "4C") == "must-take"  # a single match
    assert texts(match, 0) == ["7D x 3D 4S", "4C x 4S", "9S x 5C 4S"]


# Rule 13: new cards.


@pytest.mark.parametrize(("players", "deals"), [(2, 6), (3, 4), (4, 3), (6, 2)])
def test_rule_13_three_new_cards_each_until_the_deck_is_out(players: int, deals: int) -> None:
    match = begin([], [], players=players, target=100)
    for number in range(1, deals + 1):
        assert len(match.view(None).places["stock"]) == 36 - 3 * players * number
        assert [len(hand.split()) for hand in hands(match)] == [3] * players
        before = len(told(match, "Dealt"))
        for _ in range(3 * players - 1):
            play_one(match)
            assert len(told(match, "Dealt")) == before  # not while somebody has cards
        if number < deals:
            play_one(match)
            assert len(told(match, "Dealt")) == before + players
    assert told(match, "Tallied") == []
    assert play_round(match) == 1  # the last hands are played out


def test_rule_13_the_new_cards_are_dealt_to_the_starter_first() -> None:
    plays = "1D 1C 2D  2C 3D 3C  4D 4C 5D  6D 6C 7D  7C 8D 8C  9D 9C 10D"
    match = begin(deal_for(plays, "1S 2S 3S 4S", seats=3), order=[1, 2, 0])
    play_on(match, lambda: len(told(match, "Dealt")) == 6)
    assert [notice["seat"] for notice in told(match, "Dealt")] == [1, 2, 0, 1, 2, 0]
    assert hands(match) == ["7D 8C 10D", "6D 7C 9D", "6C 8D 9C"]
    assert len(match.view(None).places["table"]) > 0  # no new cards for the table


# Rule 14: what is left on the table.


def test_rule_14_what_is_left_goes_to_the_player_who_took_last() -> None:
    plays = (
        "9D  9C 9B  4D 4C  4S 4B  5D 5C  5S 5B  6D 6C  6S 6B  "  # Ann takes pairs,
        "1D 2D 3D  7D 7C  7S 7B  8D 8C  8S 8B  1C 1S  2C 2S  3C 3S  "  # Bea 1+2 and pairs,
        "10D  3B 1B 2B"  # Ann a ten; nobody takes the last three cards
    )
    match = begin(deal_for(plays, "9S 10C 10S 10B", seats=2), [], players=2, target=100)
    play_cards(match, plays)
    assert (last_told(match, "Laid")["seat"], last_told(match, "Laid")["card"]) == (1, "2B")
    leftovers = last_told(match, "LeftoversTaken")
    assert leftovers["seat"] == 0
    assert leftovers["cards"] == ["10S", "10B", "3B", "1B", "2B"]
    tally = last_told(match, "Tallied")
    assert set(leftovers["cards"]) <= set(tally["piles"][0])
    assert tally["count"] == [23, 17]
    assert tally["sweeps"] == [0, 0]  # no sweep for it
    assert told(match, "Swept") == []


# The option redeal_three_tens.


THREE_TENS = deal("1D 2D 3D", table="10D 10C 10S 4B")
FOUR_TENS = deal("1D 2D 3D", table="10D 10C 10S 10B")
TWO_TENS = deal("1D 2D 3D", table="10D 10C 4S 4B")
NO_TENS = deal("5D 6D 7D", "5C 6C 7C", "5S 6S 7S", table="1B 2B 3B 4B")


@pytest.mark.parametrize(("bad", "tens"), [(THREE_TENS, 3), (FOUR_TENS, 4)])
def test_redeal_three_tens_throws_the_table_in_and_deals_a_new_deck(
    bad: list[str], tens: int
) -> None:
    match = begin(bad, NO_TENS, redeal_three_tens=True)
    assert [notice["tens"] for notice in told(match, "ThrownIn")] == [tens]
    assert hands(match) == ["5D 6D 7D", "5C 6C 7C", "5S 6S 7S"]
    assert place(match, "table") == "1B 2B 3B 4B"
    assert len(match.view(None).places["stock"]) == 27
    assert match.to_act == (0,)  # the same player starts,
    assert match.view(None).facts["round"] == 1  # and it is the same round
    assert [notice["round"] for notice in told(match, "RoundStarted")] == [1, 1]


def test_redeal_three_tens_asks_luck_for_the_new_deck() -> None:
    with pytest.raises(ValueError, match="no shuffle left for 'deck'"):
        begin(THREE_TENS, redeal_three_tens=True)


def test_redeal_three_tens_as_often_as_it_happens() -> None:
    match = begin(THREE_TENS, FOUR_TENS, THREE_TENS, NO_TENS, redeal_three_tens=True)
    assert [notice["tens"] for notice in told(match, "ThrownIn")] == [3, 4, 3]
    assert place(match, "table") == "1B 2B 3B 4B"
    assert len(match.record()["luck"]) == 5


def test_redeal_three_tens_in_a_later_round_keeps_the_starter() -> None:
    match = begin(NO_TENS, THREE_TENS, NO_TENS, target=100, redeal_three_tens=True)
    play_round(match)
    assert len(told(match, "ThrownIn")) == 1
    assert match.to_act == (1,)
    assert hands(match) == ["5S 6S 7S", "5D 6D 7D", "5C 6C 7C"]
    assert match.view(None).facts["round"] == 2


def test_redeal_three_tens_not_for_two_tens() -> None:
    match = begin(TWO_TENS, redeal_three_tens=True)
    assert told(match, "ThrownIn") == []
    assert place(match, "table") == "10D 10C 4S 4B"


@pytest.mark.parametrize("options", [{}, {"redeal_three_tens": False}])
def test_redeal_three_tens_not_unless_it_is_chosen(options: dict[str, Any]) -> None:
    match = begin(FOUR_TENS, **options)
    assert told(match, "ThrownIn") == []
    assert place(match, "table") == "10D 10C 10S 10B"


def test_redeal_three_tens_shows_no_hand_that_was_thrown_in() -> None:
    match = begin(THREE_TENS, NO_TENS, redeal_three_tens=True)
    dealt = told(match, "Dealt")
    assert len(dealt) == 6
    assert all(notice["cards"] == ["??"] * 3 for notice in dealt)
    assert [notice["cards"] for notice in told(match, "Dealt", 0)[::3]] == [
        ["1D", "2D", "3D"],
        ["5D", "6D", "7D"],
    ]


# Options in general.


@pytest.mark.parametrize("option", ["sweep_on_last_card", "redeal_three_tens", "primiera"])
@pytest.mark.parametrize("value", [0, 1, "true", None])
def test_options_that_are_switches_are_true_or_false(option: str, value: Any) -> None:
    with pytest.raises(ValueError, match=f"^The option '{option}' is true or false, not "):
        begin([], **{option: value})


def test_options_that_do_not_exist_are_refused() -> None:
    known = "target, sweep_on_last_card, redeal_three_tens, primiera"
    with pytest.raises(ValueError, match=f"^scopa has no option 'goal'. Its options are: {known}"):
        begin([], goal=8)


def test_options_have_the_defaults_of_the_rules() -> None:
    assert begin([]).options == {
        "target": 8,
        "sweep_on_last_card": True,
        "redeal_three_tens": False,
        "primiera": False,
    }


# What is hidden from whom.


def test_hidden_hands_are_seen_by_their_owners_only() -> None:
    match = begin(deal("1D 2D 3D", "1C 2C 3C", "1S 2S 3S", table="10D 10C 9D 9C"))
    owners = ["1D 2D 3D", "1C 2C 3C", "1S 2S 3S"]
    for viewer in (0, 1, 2, None):
        for seat in range(3):
            expected = owners[seat] if viewer == seat else "?? ?? ??"
            assert place(match, f"hand:{seat}", viewer) == expected
            assert " ".join(told(match, "Dealt", viewer)[seat]["cards"]) == expected


def test_hidden_stock_is_seen_by_nobody() -> None:
    match = begin([])
    for viewer in (0, 1, 2, None):
        assert match.view(viewer).places["stock"] == ["??"] * 27


def test_hidden_stock_has_the_card_that_is_dealt_next_as_its_last() -> None:
    match = begin([])
    stock = match.view(None).pieces["stock"]
    play_on(match, lambda: len(told(match, "Dealt")) == 6)
    after = match.view(None).pieces
    assert [*after["hand:0"], *after["hand:1"], *after["hand:2"]] == stock[:-10:-1]
    assert after["stock"] == stock[:-9]


def test_open_table_and_piles_are_seen_by_all() -> None:
    match = begin(deal("7D 1C 2C", table="7S 10D 10C 9D"))
    match.play(0, "7D x 7S")
    for viewer in (0, 1, 2, None):
        assert place(match, "table", viewer) == "10D 10C 9D"
        assert set(match.view(viewer).places["pile:0"]) == {"7D", "7S"}
        assert told(match, "Captured", viewer)[0]["card"] == "7D"


def test_open_table_has_the_cards_in_the_order_they_came() -> None:
    match = begin(deal("6D 1D 2D", "1C 10C 2C", table="3D 4S 9C 10B"))
    match.play(0, "6D")
    match.play(1, "10C x 10B")
    assert place(match, "table") == "3D 4S 9C 6D"


def test_open_places_are_always_there() -> None:
    names = {"stock", "table", "hand:0", "hand:1", "hand:2", "pile:0", "pile:1", "pile:2"}
    match = begin([])
    assert set(match.view(None).places) == names
    match.play(0, match.legal(0)[0])
    assert set(match.view(0).places) == names


def test_open_is_which_of_their_cards_a_player_plays() -> None:
    match = begin(deal("1D 7C 8S", table="2D 2C 10D 10C"))
    left, middle, right = match.view(None).pieces["hand:0"]
    match.play(0, "7C")
    (moved,) = last_told(match, "Laid")["moved"]
    assert (moved["piece"], moved["from"], moved["to"]) == (middle, "hand:0", "table")
    assert match.view(None).pieces["hand:0"] == [left, right]
    assert place(match, "hand:0", 0) == "1D 8S"


# A rematch.


def test_rule_2_a_rematch_shuffles_the_seats_anew() -> None:
    deck, plays = pairs_round(ALL_TIED)
    luck = Scripted(shuffles=[[0, 1], deck, [1, 0], deck])
    match = Match("scopa", ["Ann", "Bea"], luck=luck, options={"target": 1})
    with pytest.raises(ValueError, match="when the match is over"):
        match.rematch()
    play_cards(match, plays)
    again = match.rematch()
    assert last_told(again, "OrderDrawn")["order_seats"] == [1, 0]
    assert again.to_act == (1,)
    assert again.scores == (0, 0)
    assert again.options == match.options
    play_cards(again, plays)
    assert again.winners == (1,)
