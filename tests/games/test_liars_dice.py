"""Liar's dice, rule by rule: each test is a small story, named after the rule it fails without."""

import re

import pytest

import settebello
from games.liars_dice_scenes import NAMES, begin, cups, refused, say, texts, told
from settebello import Match
from settebello.games import liars_dice

TWO_EACH = "2 5  1 5  3 6"  # of Ann, Bea and Cal


# Rules 1 to 4: players, dice, and the roll.


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_rule_1_two_to_six_can_play(players: int) -> None:
    match = Match("liars_dice", players, seed=1)
    assert len(match.scores) == players


@pytest.mark.parametrize("players", [1, 7])
def test_rule_1_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(ValueError, match=f"is for 2, 3, 4, 5 or 6 players, not {players}"):
        Match("liars_dice", [*NAMES, "Gus"][:players])


def test_rule_1_three_is_the_usual_number() -> None:
    assert settebello.games()["liars_dice"].SEATS[0] == 3


def test_rule_2_everybody_begins_with_five_dice() -> None:
    match = Match("liars_dice", 3, seed=1)
    assert match.scores == (5, 5, 5)
    assert [len(cup.split()) for cup in cups(match)] == [5, 5, 5]
    assert all(re.fullmatch(r"[1-6]( [1-6]){4}", cups(match, seat)[seat]) for seat in range(3))


@pytest.mark.parametrize("dice", [1, 4])
def test_rule_2_another_number_of_dice_can_be_agreed_on(dice: int) -> None:
    assert Match("liars_dice", 2, seed=1, options={"dice": dice}).scores == (dice, dice)


def test_rule_3_the_player_who_begins_is_drawn() -> None:
    match = begin(TWO_EACH, first=2, dice=2)
    assert told(match, "StarterDrawn")[0]["seat"] == 2
    assert match.to_act == (2,)


def test_rule_4_everybody_sees_their_own_dice_alone() -> None:
    match = begin(TWO_EACH, dice=2)
    assert cups(match, 0) == ["2 5", "?? ??", "?? ??"]
    assert cups(match, 2) == ["?? ??", "?? ??", "3 6"]
    assert cups(match, None) == ["?? ??"] * 3
    assert told(match, "Rolled", 1) == [
        {**told(match, "Rolled", 1)[0], "seat": 1, "cards": ["1", "5"]}
    ]
    assert told(match, "Rolled", None) == []


def test_rule_4_all_dice_in_play_are_rolled_again_for_each_round() -> None:
    match = begin(TWO_EACH, "4 4  6 6  2", dice=2)
    say(match, "bid 2 x 5", "bid 3 x 5", "doubt")
    assert [cups(match, seat)[seat] for seat in range(3)] == ["4 4", "6 6", "2"]
    assert told(match, "RoundStarted")[-1]["in_play"] == 5


# Rules 5 to 8: bids and doubts.


def test_rule_5_turns_go_by_seats_and_leave_out_those_without_dice() -> None:
    match = begin("2 3 4", "2 4", dice=1, first=1)
    say(match, "bid 1 x 4", "doubt")  # there is one, so Cal is out
    assert match.scores == (1, 1, 0)
    assert match.to_act == (0,)
    say(match, "bid 1 x 2")
    assert match.to_act == (1,)
    say(match, "bid 1 x 3")
    assert match.to_act == (0,)  # not Cal


def test_rule_5_nobody_else_may_bid() -> None:
    match = begin(TWO_EACH, dice=2)
    assert refused(match, 1, "bid 1 x 2") == "not-your-turn"


def test_rule_6_a_bid_is_at_most_on_all_dice_in_play() -> None:
    match = begin(TWO_EACH, dice=2)
    assert len(texts(match)) == 6 * 6
    assert "bid 6 x 1" in texts(match)
    assert refused(match, 0, "bid 7 x 2") == "not-enough-dice"


def test_rule_6_a_raise_is_more_dice_or_a_higher_face() -> None:
    match = begin(TWO_EACH, dice=2, wild_ones=False)
    say(match, "bid 2 x 4")
    assert texts(match)[:4] == ["bid 2 x 5", "bid 2 x 6", "bid 3 x 1", "bid 3 x 2"]
    assert len(texts(match)) == 2 + 4 * 6 + 1
    for low in ("bid 2 x 4", "bid 2 x 3", "bid 1 x 6"):
        assert refused(match, 1, low) == "too-low"


def test_rule_6_by_the_face_it_is_a_higher_face_or_more_dice_of_it() -> None:
    match = begin(TWO_EACH, dice=2, wild_ones=False, raising="face")
    say(match, "bid 4 x 5")
    assert texts(match) == [
        *("bid 5 x 5", "bid 6 x 5"), *(f"bid {n} x 6" for n in range(1, 7)), "doubt",
    ]  # fmt: skip
    assert refused(match, 1, "bid 6 x 4") == "too-low"


def test_rule_7_ones_count_for_every_face() -> None:
    match = begin(TWO_EACH, "1 1 1 1 1", dice=2)
    say(match, "bid 2 x 5", "bid 3 x 5", "doubt")
    assert told(match, "Opened")[0]["there"] == 3
    assert told(match, "DieLost")[0]["counting"] == [1, 2, 0]


def test_rule_7_ones_alone_count_for_ones() -> None:
    match = begin("1 6  2 6  1 5", "2 2 2 2 2", dice=2)
    say(match, "bid 3 x 1", "doubt")
    assert told(match, "Opened")[0]["there"] == 2


@pytest.mark.parametrize(("raising", "after"), [("number", "bid 4 x 2"), ("face", "bid 4 x 1")])
def test_rule_7_ones_are_the_highest_face(raising: str, after: str) -> None:
    match = begin(TWO_EACH, dice=2, raising=raising)
    say(match, "bid 3 x 6")
    assert "bid 3 x 1" in texts(match)
    say(match, "bid 3 x 1")
    assert texts(match)[0] == after


def test_rule_7_without_wild_ones_they_are_a_face_like_others_and_the_lowest() -> None:
    match = begin(TWO_EACH, "1 1 1 1 1", dice=2, wild_ones=False)
    assert texts(match)[0] == "bid 1 x 1"
    say(match, "bid 2 x 5", "bid 3 x 5", "doubt")
    assert told(match, "Opened")[0]["there"] == 2


def test_rule_8_there_must_be_a_bid_to_doubt() -> None:
    match = begin(TWO_EACH, dice=2)
    assert "doubt" not in texts(match)
    assert refused(match, 0, "doubt") == "nothing-to-doubt"
    say(match, "bid 1 x 2")
    assert texts(match)[-1] == "doubt"


def test_rule_8_the_player_whose_turn_it_is_doubts_the_last_bid() -> None:
    match = begin(TWO_EACH, "1 1 1 1 1", dice=2)
    say(match, "bid 1 x 2", "bid 5 x 5")
    assert refused(match, 0, "doubt") == "not-your-turn"
    say(match, "doubt")
    opened = told(match, "Opened")[0]
    assert (opened["seat"], opened["bidder_seat"]) == (2, 1)
    assert (opened["count"], opened["rank"]) == (5, "5")


def test_rule_8_after_the_highest_bid_one_can_only_doubt() -> None:
    match = begin(TWO_EACH, dice=2)
    say(match, "bid 6 x 1")
    assert texts(match) == ["doubt"]


# Rules 9 to 12: the cups are lifted.


@pytest.mark.parametrize(("bid", "loser"), [("bid 2 x 5", 1), ("bid 3 x 5", 1), ("bid 4 x 5", 0)])
def test_rule_9_a_bid_is_true_if_there_are_at_least_so_many(bid: str, loser: int) -> None:
    match = begin(TWO_EACH, "1 1 1 1 1", dice=2)
    say(match, bid, "doubt")
    assert told(match, "DieLost")[0]["seat"] == loser
    assert told(match, "DieLost")[0]["round_winner_seats"] == [1 - loser]


def test_rule_9_all_are_shown_all_dice_and_must_look() -> None:
    match = begin(TWO_EACH, "1 1 1 1 1", dice=2)
    say(match, "bid 3 x 5", "doubt")
    for viewer in (0, 1, 2, None):
        (opened,) = told(match, "Opened", viewer)
        assert opened["hands"] == [["2", "5"], ["1", "5"], ["3", "6"]]
        assert opened["pause"] is True


def test_rule_9_the_dice_stay_open_when_the_match_is_over() -> None:
    match = begin("2 3", dice=1, players=2)
    say(match, "bid 2 x 6", "doubt")
    assert match.over
    assert cups(match, None) == ["2", "3"]


def test_rule_10_the_loser_loses_one_die_however_wrong_they_were() -> None:
    match = begin(TWO_EACH, "1 1 1 1 1", dice=2)
    say(match, "bid 6 x 4", "doubt")
    assert match.scores == (1, 2, 2)


def test_rule_11_the_loser_bids_first_in_the_next_round() -> None:
    for bid, loser in (("bid 3 x 5", 1), ("bid 4 x 5", 0)):
        match = begin(TWO_EACH, "1 1 1 1 1", dice=2)
        say(match, bid, "doubt")
        assert match.to_act == (loser,)
        assert told(match, "RoundStarted")[-1]["seat"] == loser
        assert match.view(None).facts["bidder"] is None


def test_rule_11_after_a_loser_without_dice_the_next_player_bids_first() -> None:
    match = begin("2 3 4", "2 4", dice=1)
    say(match, "bid 3 x 6", "doubt")  # Ann is out
    assert told(match, "WentOut")[0]["seat"] == 0
    assert match.to_act == (1,)


def test_rule_12_the_last_player_with_dice_wins() -> None:
    match = begin("2 3 4", "2 4", dice=1)
    say(match, "bid 3 x 6", "doubt")
    assert not match.over
    say(match, "bid 1 x 4", "doubt")
    assert match.over
    assert match.scores == (0, 1, 0)
    assert match.winners == (1,)
    assert told(match, "MatchEnded")[0]["winner_seats"] == [1]
    assert refused(match, 1, "bid 1 x 2") == "over"


def test_tokens_do_not_grow_with_the_match() -> None:
    match = begin(TWO_EACH, "1 1 1 1 1", "1 1 1 1", dice=2)
    say(match, "bid 6 x 4", "doubt", "bid 5 x 4", "doubt")
    state = match.moment().state
    assert len(state.deck.faces) == sum(match.scores) == 4  # type: ignore[attr-defined]


def test_rule_12_a_match_ends_after_as_many_moves_as_the_page_says() -> None:
    assert liars_dice.bound({"dice": 5}, 3) == 728
    assert liars_dice.bound({"dice": 1}, 2) == 13  # one round with two dice
