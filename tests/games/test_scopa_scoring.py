"""Scopa, rules 6, 7, 15 and 16: the tally of a round, and the end of the match."""

from typing import Any

import pytest

from games.scopa_scenes import (
    ALL_TIED,
    CARDS_TO_THE_OTHER,
    COINS_TO_THE_OTHER,
    MOST_TO_THE_OTHER,
    SEVEN_TO_THE_OTHER,
    SUM_TO_THE_OTHER,
    Pairs,
    begin,
    deal,
    deal_for,
    hands,
    last_told,
    pairs_round,
    place,
    play_cards,
    play_round,
    refused,
    texts,
    told,
)
from settebello import Match

# Setting a scene.


def begin_pairs(*rounds: Pairs, **options: Any) -> Match:
    """A match for two in which these rounds are dealt, and one more that does not matter."""
    return begin(*[pairs_round(pairs)[0] for pairs in rounds], [], players=2, **options)


def play_pairs(match: Match, pairs: Pairs) -> None:
    play_cards(match, pairs_round(pairs)[1])


# Rules 6 and 7: the end of the match, or a new round.


def test_rule_6_the_match_ends_when_the_target_is_reached() -> None:
    match = begin_pairs(ALL_TIED, target=1)
    assert not match.over
    assert match.winners == ()
    play_pairs(match, ALL_TIED)
    assert match.over
    assert match.to_act == ()
    assert match.scores == (1, 0)
    assert match.winners == (0,)
    assert last_told(match, "MatchEnded")["scores"] == [1, 0]
    assert last_told(match, "MatchEnded")["winner_seats"] == [0]


def test_rule_6_the_winning_score_is_8() -> None:
    match = begin_pairs(*[ALL_TIED] * 15)  # each of these rounds gives its starter a point
    for number in range(1, 16):
        assert not match.over
        play_pairs(match, ALL_TIED)
        assert match.scores == ((number + 1) // 2, number // 2)
    assert match.over
    assert match.scores == (8, 7)
    assert match.winners == (0,)


def test_rule_6_the_target_is_looked_at_after_the_tally_only() -> None:
    match = begin(deal("10D 5C 6C", table="1D 2C 3S 4B"), [], target=1)
    match.play(0, "10D x 1D 2C 3S 4B")  # a special point, but the round is played to its end
    assert not match.over
    assert play_round(match) == 35


def test_rule_6_of_several_at_the_target_the_highest_score_wins() -> None:
    match = begin_pairs(MOST_TO_THE_OTHER, target=1)
    play_pairs(match, MOST_TO_THE_OTHER)
    assert match.scores == (1, 3)
    assert match.winners == (1,)


def test_rule_6_a_shared_highest_score_plays_another_round() -> None:
    match = begin_pairs(COINS_TO_THE_OTHER, ALL_TIED, target=1)
    play_pairs(match, COINS_TO_THE_OTHER)
    assert match.scores == (1, 1)
    assert not match.over
    assert match.winners == ()
    assert told(match, "MatchEnded") == []
    play_pairs(match, ALL_TIED)  # now Bea starts, and gets the point
    assert match.scores == (1, 2)
    assert match.over
    assert match.winners == (1,)


def test_rule_6_after_players_times_target_and_100_rounds_a_shared_lead_stands() -> None:
    rounds = 2 * 1 + 100
    match = begin_pairs(*[COINS_TO_THE_OTHER] * rounds, target=1)
    for number in range(1, rounds + 1):
        assert not match.over
        play_pairs(match, COINS_TO_THE_OTHER)
        assert match.scores == (number, number)
    assert match.over
    assert match.winners == (0, 1)
    assert last_told(match, "MatchEnded")["winner_seats"] == [0, 1]
    assert len(match.record()["moves"]) == match.game.bound(match.options, 2) == 36 * rounds


def test_rule_6_nothing_can_be_played_when_the_match_is_over() -> None:
    match = begin_pairs(ALL_TIED, target=1)
    play_pairs(match, ALL_TIED)
    assert texts(match, 0) == texts(match, 1) == []
    assert refused(match, 0, "7D") == "over"
    assert refused(match, 1, "nonsense") == "over"


@pytest.mark.parametrize("target", [0, 101, -8, True, "8", 8.0, None])
def test_rule_6_the_target_is_from_1_to_100(target: Any) -> None:
    assert begin([], target=1).options["target"] == 1
    assert begin([], target=100).options["target"] == 100
    with pytest.raises(ValueError, match=r"^The option 'target' is 1 to 100, not "):
        begin([], target=target)


def test_rule_7_below_the_target_a_new_round_begins_with_a_fresh_shuffle() -> None:
    first, _ = pairs_round(ALL_TIED)
    second = deal("7D 7C 7S", "1D 1C 1S", table="1B 2B 3B 4B", seats=2)
    match = begin(first, second, players=2, target=2)
    play_pairs(match, ALL_TIED)
    assert match.scores == (1, 0)
    assert not match.over
    assert last_told(match, "RoundStarted")["round"] == match.view(None).facts["round"] == 2
    assert hands(match) == ["1D 1C 1S", "7D 7C 7S"]
    assert place(match, "table") == "1B 2B 3B 4B"
    assert len(match.view(None).places["stock"]) == 30
    assert place(match, "pile:0") == place(match, "pile:1") == ""


def test_rule_7_scores_add_up_from_round_to_round() -> None:
    match = begin_pairs(ALL_TIED, MOST_TO_THE_OTHER, target=100)
    play_pairs(match, ALL_TIED)
    assert match.scores == (1, 0)
    play_pairs(match, MOST_TO_THE_OTHER)  # now Ann is the other one
    assert last_told(match, "Tallied")["points"] == [3, 1]
    assert match.scores == (4, 1)


# Rules 15 and 16: the tally.


def test_rule_15_the_tally_is_told_to_all_with_its_arithmetic() -> None:
    match = begin_pairs(ALL_TIED, target=100)
    play_pairs(match, ALL_TIED)
    tally = last_told(match, "Tallied")
    assert [sorted(pile) for pile in tally.pop("piles")] == [
        sorted(ALL_TIED[0].split()),
        sorted([*ALL_TIED[1].split(), "10D", "10C", "10S", "10B"]),
    ]
    assert tally.pop("text") == "The round goes to Ann. Score: Ann 1, Bea 0."
    rows = [(row["label"], row["cells"]) for row in tally.pop("tally")["rows"]]
    assert rows[1:3] == [("Cards", [20, 20]), ("Coins", [5, 5])]
    assert rows[4:6] == [("Sum", [110, 110]), ("Sweeps", [0, 0])]
    del tally["number"]
    assert tally == {
        "event": "Tallied",
        "count": [20, 20],
        "count_points": [0, 0],
        "coins": [5, 5],
        "coins_points": [0, 0],
        "settebello_seat": 0,
        "settebello_points": [1, 0],
        "values": [110, 110],
        "values_points": [0, 0],
        "primiera": False,
        "sweeps": [0, 0],
        "sweeps_points": [0, 0],
        "points": [1, 0],
        "scores": [1, 0],
        "scores_before": [0, 0],
        "round_winner_seats": [0],
    }
    for seat in range(2):
        assert told(match, "Tallied", seat) == told(match, "Tallied")


@pytest.mark.parametrize(
    ("pairs", "count", "coins", "values", "points"),
    [
        (ALL_TIED, [20, 20], [5, 5], [110, 110], [1, 0]),
        (SEVEN_TO_THE_OTHER, [20, 20], [5, 5], [110, 110], [0, 1]),
        (CARDS_TO_THE_OTHER, [18, 22], [5, 5], [110, 110], [1, 1]),
        (COINS_TO_THE_OTHER, [20, 20], [4, 6], [110, 110], [1, 1]),
        (SUM_TO_THE_OTHER, [20, 20], [5, 5], [106, 114], [1, 1]),
        (MOST_TO_THE_OTHER, [18, 22], [4, 6], [100, 120], [1, 3]),
    ],
)
def test_rule_16_a_point_each_for_cards_coins_seven_of_coins_and_sum_and_none_for_a_tie(
    pairs: Pairs, count: list[int], coins: list[int], values: list[int], points: list[int]
) -> None:
    match = begin_pairs(pairs, target=100)
    play_pairs(match, pairs)
    tally = last_told(match, "Tallied")
    assert tally["count"] == count
    assert tally["coins"] == coins
    assert tally["values"] == values
    assert tally["points"] == points
    assert match.scores == tuple(points)


def six_players_round(
    first: str, third: str, fifth: str, sixths: int = 10
) -> tuple[list[str], str]:
    """The deck and the plays of a round for six.

    The first, third and fifth player take these pairs in turn, the sixth takes all four cards of
    one rank, three of them from the table in the end, and the others take nothing.
    """
    takers = [(pairs.split()[::2], pairs.split()[1::2]) for pairs in (first, third, fifth)]
    played = [f"{lower[number]} {upper[number]}" for number in range(6) for lower, upper in takers]
    on_table, *rest = " ".join(played).split()
    plays = " ".join([*rest, f"{sixths}D"])
    return deal_for(plays, f"{on_table} {sixths}C {sixths}S {sixths}B", seats=6), plays


def tally_of_six(
    first: str, third: str, fifth: str, sixths: int = 10, **options: Any
) -> dict[str, Any]:
    deck, plays = six_players_round(first, third, fifth, sixths)
    match = begin(deck, [], players=6, target=100, **options)
    play_cards(match, plays)
    return last_told(match, "Tallied")


def whole_ranks(*ranks: int) -> str:
    return " ".join(f"{rank}{suit}" for rank in ranks for suit in "DCSB")


def test_rule_16_a_tie_between_some_of_the_players_gives_the_point_to_nobody() -> None:
    tally = tally_of_six(whole_ranks(7, 8, 9), whole_ranks(4, 5, 6), whole_ranks(1, 2, 3))
    assert tally["count"] == [12, 0, 12, 0, 12, 4]
    assert tally["coins"] == [3, 0, 3, 0, 3, 1]
    assert tally["values"] == [96, 0, 60, 0, 24, 40]
    assert tally["points"] == [2, 0, 0, 0, 0, 0]  # the seven of coins and the sum


def test_rule_16_primiera_instead_of_the_sum_is_an_option() -> None:
    match = begin_pairs(ALL_TIED, target=100, primiera=True)
    play_pairs(match, ALL_TIED)
    tally = last_told(match, "Tallied")
    assert tally["primiera"] is True
    # Ann: 7D 7C 6S 6B; Bea: 1D 1C 7S 7B.
    assert tally["values"] == [21 + 21 + 18 + 18, 16 + 16 + 21 + 21]
    assert tally["points"] == [2, 0]


@pytest.mark.parametrize(
    ("first", "third", "fifth", "sixths", "best"),
    [
        ((1, 8, 9), (2, 3, 4), (5, 6, 7), 10, (16, 14, 21, 10)),
        ((2, 8, 9), (3, 4, 5), (1, 6, 7), 10, (12, 15, 21, 10)),
        ((3, 8, 10), (2, 4, 5), (1, 6, 7), 9, (13, 15, 21, 10)),
        ((6, 9, 10), (1, 2, 3), (4, 5, 7), 8, (18, 16, 21, 10)),
        ((8, 9, 10), (1, 2, 3), (4, 5, 6), 7, (10, 16, 18, 21)),
    ],
)
def test_rule_16_primiera_counts_the_best_card_of_each_suit(
    first: tuple[int, ...],
    third: tuple[int, ...],
    fifth: tuple[int, ...],
    sixths: int,
    best: tuple[int, int, int, int],
) -> None:
    pairs = whole_ranks(*first), whole_ranks(*third), whole_ranks(*fifth)
    tally = tally_of_six(*pairs, sixths, primiera=True)
    assert tally["values"] == [4 * best[0], 0, 4 * best[1], 0, 4 * best[2], 4 * best[3]]


def test_rule_16_primiera_needs_all_four_suits() -> None:
    tally = tally_of_six(
        "7D 7C  6D 6C  5D 5C  4D 4C  3D 3C  2D 2C",  # no swords, no clubs
        "7S 7B  6S 6B  5S 5B  1D 1S  8D 8S  9D 9S",  # no cups
        "4S 4B  3S 3B  2S 2B  1C 1B  8C 8B  9C 9B",  # no coins
        primiera=True,
    )
    assert tally["values"] == [0, 0, 0, 0, 0, 40]  # the four tens are enough
    assert tally["points"] == [2, 0, 0, 0, 0, 1]
