"""Dice, rule by rule: the numbers are those of docs/games/dice.md. Here is a game up to its end."""

import json
from collections.abc import Sequence

import pytest

from games.dice_scenes import (
    ANN,
    BEA,
    CAL,
    COLOURS,
    EVERYONE,
    PLAYERS,
    SPECTATOR,
    ann_alone,
    colours,
    go_on,
    legal,
    played,
    texts,
    told,
)
from settebello import IllegalMove, Match, games

# Before the game: players, names, points, order.


@pytest.mark.parametrize("players", [0, 1, 2, 4, PLAYERS[:2], [*PLAYERS, "Dan"]])
def test_rule_1_exactly_three_players(players: int | list[str]) -> None:
    with pytest.raises(ValueError, match="dice is for 3 players"):
        Match("dice", players, seed=1)
    assert games()["dice"].SEATS == (3,)


def test_rule_2_everyone_starts_with_0_points() -> None:
    assert played().scores == (0, 0, 0)
    assert played().view(ANN).to_dict()["scores"] == [0, 0, 0]


def test_rule_2_a_rematch_starts_with_0_points() -> None:
    rematch = played("Ann 3", turns=1).rematch()
    assert rematch.scores == (0, 0, 0)


def test_rule_3_turns_go_round_in_the_order_that_was_drawn() -> None:
    match = played("Cal 3", "Ann 4", "Bea 6", "Cal 4", "Ann 3", "Bea 3", order=(CAL, ANN, BEA))
    assert match.scores == (5, 6, 5)
    assert match.view(SPECTATOR).to_dict()["order"] == [CAL, ANN, BEA]


def test_rule_3_everyone_is_told_the_order() -> None:
    match = played(order=(CAL, ANN, BEA))
    for viewer in EVERYONE:
        assert texts(match, viewer) == ["The order of play is Cal, Ann and Bea."]


def test_rule_16_the_order_is_random() -> None:
    orders = [tuple(Match("dice", 3, seed=seed).view(None).facts["order"]) for seed in range(600)]
    assert len(set(orders)) == 6
    for order in set(orders):
        assert 60 < orders.count(order) < 140


@pytest.mark.parametrize("name", ["Computer", "computer", "COMPUTER", " computer ", "\tComputer\n"])
def test_rule_17_a_name_cannot_be_computer(name: str) -> None:
    for names in ([name, "Bea", "Cal"], ["Ann", "Bea", name]):
        with pytest.raises(ValueError) as refused:  # noqa: PT011 (the whole sentence is compared)
            Match("dice", names, seed=1)
        assert str(refused.value) == "Name cannot be Computer"


@pytest.mark.parametrize("name", ["Computers", "My Computer", "Comp uter"])
def test_rule_17_only_the_name_computer_itself_is_refused(name: str) -> None:
    assert Match("dice", [name, "Bea", "Cal"], seed=1).players == (name, "Bea", "Cal")


@pytest.mark.parametrize("name", ["", "   ", "\n"])
def test_rule_17_a_name_cannot_be_empty(name: str) -> None:
    with pytest.raises(ValueError, match=r"^A name cannot be empty\.$"):
        Match("dice", ["Ann", name, "Cal"], seed=1)


def test_rule_17_a_name_has_at_most_24_characters() -> None:
    longest = "A" * 24
    assert Match("dice", [longest, "Bea", "Cal"], seed=1).players[ANN] == longest
    with pytest.raises(ValueError, match=r"^A name has at most 24 characters\.$"):
        Match("dice", [longest + "A", "Bea", "Cal"], seed=1)


@pytest.mark.parametrize("name", ["Ann", "ANN", "ann", " aNN "])
def test_rule_17_a_name_cannot_be_taken_twice(name: str) -> None:
    with pytest.raises(ValueError, match=r"is taken already\.$"):
        Match("dice", ["Ann", "Bea", name], seed=1)


def test_rule_17_names_are_trimmed() -> None:
    longest = "A" * 24
    names = [f"  {longest} ", "Bea\n", "\tCal"]
    assert Match("dice", names, seed=1).players == (longest, "Bea", "Cal")


@pytest.mark.parametrize("game", sorted(games()))
def test_rule_17_holds_in_every_game(game: str) -> None:
    others = [f"Player {number}" for number in range(1, games()[game].SEATS[0])]
    with pytest.raises(ValueError, match=r"^Name cannot be Computer$"):
        Match(game, [*others, " computer "], seed=1)
    with pytest.raises(ValueError, match=r"^A name has at most 24 characters\.$"):
        Match(game, [*others, "A" * 25], seed=1)


# A turn: throw or skip, and what the throw is worth.


def test_rule_4_a_turn_is_one_throw_of_one_die() -> None:
    match = played("Ann 3")
    assert [notice["face"] for notice in told(match, "Thrown")] == [3]
    assert match.to_act == (BEA,)


@pytest.mark.parametrize("face", [0, 7])
def test_rule_4_the_die_has_six_faces(face: int) -> None:
    match = played(later_rolls=[face])
    with pytest.raises(ValueError, match="from 1 to 6"):
        match.play(ANN, "throw")
    assert match.to_act == (ANN,)


def test_rule_5_the_count_is_added_to_the_points() -> None:
    match = played("Ann 3", "Bea 4", "Cal 1 keep", "Ann 4", "Bea 6", "Cal 5 1")
    assert match.scores == (3 + 2, 2 + 3, 1 + 5)


def test_rule_6_count_and_points_are_printed_for_everyone() -> None:
    match = played("Ann 3", "Bea skip", "Cal skip", "Ann 5 2")
    for viewer in (BEA, CAL, SPECTATOR):
        assert [notice["text"] for notice in told(match, "TurnEnded", viewer)] == [
            "Dice count: 3. Points of Ann: 3.",
            "Dice count: 10. Points of Ann: 13.",
        ]
    assert [notice["text"] for notice in told(match, "TurnEnded", ANN)] == [
        "Dice count: 3. Your points: 3.",
        "Dice count: 10. Your points: 13.",
    ]


def test_rule_6_points_are_printed_as_they_are_after_a_reset() -> None:
    match = played("Ann 3", "Bea 4", "Cal 4", "Ann 3", "Bea skip", "Cal skip", "Ann 3")
    assert texts(match)[-4:-1] == [
        "Ann throws 3.",
        "Three throws alike: the points of Ann are reset to 0.",
        "Dice count: 3. Points of Ann: 0.",
    ]


def test_rule_6_nothing_is_printed_after_a_skip_or_a_lost_turn() -> None:
    match = played("Ann skip", "Bea 2", "Ann skip")
    assert [notice["seat"] for notice in told(match, "TurnEnded")] == [BEA]


def test_rule_20_the_player_throws_or_skips() -> None:
    match = played()
    for name in PLAYERS * 2:
        assert legal(match) == ["throw", "skip"]
        go_on(match, f"{name} skip")
    assert match.scores == (0, 0, 0)
    assert [notice["seat"] for notice in told(match, "Skipped")] == [ANN, BEA, CAL] * 2


def test_rule_20_nobody_decides_for_another_player() -> None:
    match = played()
    assert match.legal(BEA) == match.legal(CAL) == []
    with pytest.raises(IllegalMove, match="Ann to move"):
        match.play(BEA, "skip")


def test_rule_20_a_thrown_turn_cannot_be_skipped() -> None:
    match = played("Ann 1")
    with pytest.raises(IllegalMove):
        match.play(ANN, "skip")
    assert legal(match) == ["reroll", "keep"]


def test_rule_14_two_is_tripled() -> None:
    assert played("Ann 2").scores == (6, 0, 0)


@pytest.mark.parametrize(("face", "half"), [(4, 2), (6, 3)])
def test_rule_14_another_even_count_is_halved(face: int, half: int) -> None:
    match = played(f"Ann {face}")
    assert match.scores == (half, 0, 0)
    assert told(match, "TurnEnded")[-1]["count"] == half


def test_rule_14_an_odd_count_stays() -> None:
    assert played("Ann 3", "Bea 1 keep").scores == (3, 1, 0)


@pytest.mark.parametrize("face", range(1, 7))
def test_rule_18_after_a_5_the_die_is_thrown_again_and_counts_five_times(face: int) -> None:
    match = played(f"Ann 5 {face}")  # a 2 is not tripled here, and a 4 or 6 not halved
    assert match.scores == (5 * face, 0, 0)
    assert match.to_act == (BEA,)  # no move was asked, not even after 5 times 1


def test_rule_18_the_second_throw_is_no_move() -> None:
    match = played("Ann 5 3")
    assert match.record()["moves"] == [[ANN, "throw"]]
    assert [notice["again"] for notice in told(match, "Thrown")] == ["no", "five"]


def test_rule_18_a_second_5_is_not_thrown_again() -> None:
    assert played("Ann 5 5").scores == (25, 0, 0)


def test_rule_9_after_a_1_the_player_is_asked() -> None:
    match = played("Ann 1")
    assert legal(match) == ["reroll", "keep"]
    assert match.legal(BEA) == match.legal(CAL) == []
    assert match.scores == (0, 0, 0)


def test_rule_9_a_kept_1_counts_1() -> None:
    match = played("Ann 1 keep")
    assert match.scores == (1, 0, 0)
    assert texts(match)[-2:] == ["Ann keeps the 1.", "Dice count: 1. Points of Ann: 1."]


@pytest.mark.parametrize("face", range(1, 7))
def test_rule_9_a_reroll_counts_as_it_is(face: int) -> None:
    # A 2 is not tripled, a 4 or 6 not halved, a 5 not thrown again, and a 1 not asked about again.
    match = played(f"Ann 1 reroll {face}")
    assert match.scores == (face, 0, 0)
    assert match.to_act == ((CAL,) if face == 6 else (BEA,))  # rule 13


@pytest.mark.parametrize("turn", ["Ann 2", "Ann 3", "Ann 4", "Ann 6", "Ann 5 1"])
def test_rule_9_nobody_is_asked_after_another_throw(turn: str) -> None:
    match = played(turn)
    assert ANN not in match.to_act
    assert legal(match) == ["throw", "skip"]


def test_rule_9_a_refused_answer_changes_nothing() -> None:
    match = played("Ann 1")
    before = match.record(), match.view(ANN).to_dict(), match.notices(ANN)
    for seat, move in [(BEA, "keep"), (ANN, "throw"), (ANN, "skip"), (ANN, "yes"), (3, "keep")]:
        with pytest.raises(IllegalMove):
            match.play(seat, move)
    assert before == (match.record(), match.view(ANN).to_dict(), match.notices(ANN))


# Colours of points.


def test_rule_21_runs_of_equal_throws_are_public() -> None:
    match = played("Ann 4", "Bea 4", "Cal 3", "Ann 4", "Bea skip", "Cal 6")
    facts = match.view(SPECTATOR).facts
    assert facts["run_faces"] == [4, 4, 6]
    assert facts["run_lengths"] == [2, 1, 1]
    ended = played("Ann 3", "Bea 4", "Cal 4", "Ann 3", "Bea 6", "Cal 6", "Ann 3")
    assert ended.view(ANN).facts["run_lengths"] == [0, 1, 1]  # it starts afresh


def test_rule_11_red_green_and_blue_at_the_start() -> None:
    for viewer in EVERYONE:
        assert played().view(viewer).to_dict()["colours"] == ["red", "green", "blue"]


def test_rule_11_the_player_number_is_the_order_of_names_not_of_turns() -> None:
    match = played("Cal 3", order=(CAL, BEA, ANN))
    assert colours(match) == ["red", "green", "blue"]


def test_rule_19_yellow_above_5() -> None:
    match = played("Ann 1 reroll 5")
    assert (match.scores[ANN], colours(match)[ANN]) == (5, "red")
    match = played("Ann 2")
    assert (match.scores[ANN], colours(match)[ANN]) == (6, "yellow")


def test_rule_12_purple_above_11() -> None:
    match = played("Ann 2", "Cal skip", "Ann 1 reroll 5")
    assert (match.scores[ANN], colours(match)[ANN]) == (11, "yellow")
    match = played("Ann 2", "Cal skip", "Ann 2")
    assert (match.scores[ANN], colours(match)[ANN]) == (12, "purple")


def test_rule_19_yellow_is_for_every_player() -> None:
    match = played("Ann 2", "Cal 2", "Bea 2")
    assert colours(match) == ["yellow", "yellow", "yellow"]


def test_rule_12_a_reset_gives_the_starting_colour_back() -> None:
    match = played("Ann skip", "Bea 2", "Ann skip", "Bea 2", "Ann skip")
    assert colours(match) == ["red", "purple", "blue"]
    match = played("Ann skip", "Bea 2", "Ann skip", "Bea 2", "Ann skip", "Bea 2")
    assert match.scores == (0, 0, 0)
    assert colours(match) == ["red", "green", "blue"]


def test_rules_19_and_12_a_new_colour_is_told() -> None:
    match = played("Ann skip", "Bea 2", "Ann skip", "Bea 2", "Ann skip", "Bea 2")
    assert [notice["text"] for notice in told(match, "ColourChanged", ANN)] == [
        "The points of Bea are yellow now.",
        "The points of Bea are purple now.",
        "The points of Bea are green now.",
    ]
    assert told(match, "ColourChanged", BEA)[0]["text"] == "Your points are yellow now."
    assert told(played("Ann 3", "Bea 3", "Cal 3"), "ColourChanged") == []


def test_rule_12_the_view_names_colours_nowhere_else() -> None:
    stories = [(), ("Ann 2",), ("Ann 5 3",), ("Ann 1",), ("Ann 5 3", "Bea 3")]
    for turns in stories:
        match = played(*turns)
        for viewer in EVERYONE:
            view = match.view(viewer).to_dict()
            shown = view.pop("colours")
            assert len(shown) == 3
            assert set(shown) <= set(COLOURS)
            assert not any(colour in json.dumps(view).lower() for colour in COLOURS)


# Three throws alike.


def test_rule_21_three_throws_alike_reset_the_points() -> None:
    match = played("Ann 3", "Bea 4", "Cal 4", "Ann 3", "Bea skip", "Cal skip")
    assert match.scores == (6, 2, 2)
    match = played("Ann 3", "Bea 4", "Cal 4", "Ann 3", "Bea skip", "Cal skip", "Ann 3")
    assert match.scores == (0, 2, 2)
    assert [notice["seat"] for notice in told(match, "PointsReset")] == [ANN]


def test_rule_21_another_face_breaks_the_run() -> None:
    match = ann_alone("3", "3", "4", "3")
    assert match.scores == (3 + 3 + 2 + 3, 0, 0)


def test_rule_21_looks_at_faces_not_at_counts() -> None:
    assert ann_alone("3", "6", "3").scores == (9, 0, 0)  # each counts 3


def test_rule_21_throws_of_other_players_are_not_in_the_run() -> None:
    match = played("Ann 3", "Bea 3", "Cal 3", "Ann 4", "Bea 4", "Cal 4")
    assert match.scores == (5, 5, 5)


def test_rule_21_throws_of_other_players_do_not_break_the_run() -> None:
    match = played("Ann 3", "Bea 4", "Cal 6", "Ann 3", "Bea 6", "Cal 4", "Ann 3")
    assert match.scores == (0, 5, 5)


def test_rule_21_a_skip_is_no_throw() -> None:
    match = ann_alone("3", "3", "skip", "3")
    assert match.scores == (0, 0, 0)
    assert told(match, "PointsReset")


def test_rule_21_a_lost_turn_is_no_throw() -> None:
    match = played("Ann 3", "Bea skip", "Cal skip", "Ann 3", "Bea skip", "Cal 2", "Bea 4")
    assert match.scores == (6, 2, 6)  # Ann's third turn was lost
    match = played(
        "Ann 3", "Bea skip", "Cal skip", "Ann 3", "Bea skip", "Cal 2", "Bea 4", "Cal 4", "Ann 3"
    )
    assert match.scores == (0, 2, 8)


@pytest.mark.parametrize(
    "turns",
    [
        ("1 reroll 5", "5 5"),  # the second throw of rule 18 is the third alike
        ("5 5", "5 2"),  # it is the second, and the run is reached before it is broken
        ("1 keep", "1 reroll 1"),  # the re-roll is the third
        ("1 reroll 1", "1 keep"),  # the re-roll is the second, and the third is kept
        ("1 reroll 1", "1 reroll 4"),  # reached, and broken in the same turn
        ("5 3", "3", "3"),  # the second throw of rule 18 is the first
        ("1 reroll 6", "6", "6"),  # the re-roll is the first
        ("1 keep", "1 keep", "1 reroll 6"),
    ],
)
def test_rule_21_every_throw_counts(turns: Sequence[str]) -> None:
    match = ann_alone(*turns)
    assert match.scores == (0, 0, 0)
    assert len(told(match, "PointsReset")) == 1


@pytest.mark.parametrize(
    ("turns", "points"),
    [
        (("5 3", "5 3"), 30),  # the first throws are alike, but the second ones stand between
        (("3", "1 reroll 3", "3"), 9),  # a 1 stands between
        (("1 reroll 5", "5 3"), 20),
        (("5 5",), 25),
    ],
)
def test_rule_21_every_throw_breaks_a_run(turns: Sequence[str], points: int) -> None:
    assert ann_alone(*turns).scores == (points, 0, 0)


def test_rule_21_the_points_go_at_the_end_of_the_turn() -> None:
    match = ann_alone("1 reroll 1", "1")  # the third 1 lies there, and Ann is asked
    assert match.scores == (1, 0, 0)
    match = ann_alone("1 reroll 1", "1 reroll 4")
    assert [notice["event"] for notice in match.notices(SPECTATOR)][-4:] == [
        "Thrown", "PointsReset", "TurnEnded", "Equality",
    ]  # fmt: skip
    ended = told(match, "TurnEnded")[-1]
    assert (ended["count"], ended["points"]) == (4, 0)


def test_rule_21_the_run_starts_afresh_after_a_reset() -> None:
    match = ann_alone("3", "3", "3", "3", "3", turns=18)
    assert match.scores == (6, 0, 0)
    match = ann_alone("3", "3", "3", "3", "3", "3", turns=18)
    assert match.scores == (0, 0, 0)
    assert len(told(match, "PointsReset")) == 2


@pytest.mark.parametrize(
    ("turns", "points"),
    [
        (("1 reroll 5", "5 5", "5 3"), 15),  # two 5s in the reset turn, and one now
        (("1 reroll 1", "1 reroll 4", "4", "4"), 4),  # the 4 that broke the run
        (("5 5", "5 2", "2", "2"), 12),  # the 2 that broke the run
    ],
)
def test_rule_21_no_throw_of_the_reset_turn_counts_again(turns: Sequence[str], points: int) -> None:
    match = ann_alone(*turns)
    assert match.scores == (points, 0, 0)
    assert len(told(match, "PointsReset")) == 1


def test_rule_21_other_players_keep_their_runs() -> None:
    turns = ["Ann 3", "Bea 4", "Cal skip"] * 2 + ["Ann 3", "Bea 4"]
    match = played(*turns)
    assert match.scores == (0, 0, 0)
    assert [notice["seat"] for notice in told(match, "PointsReset")] == [ANN, BEA]


# Equality.


def test_rule_15_equality_is_printed() -> None:
    match = played("Ann 3", "Bea 6")
    for viewer in EVERYONE:
        assert texts(match, viewer)[-1] == "Equality!"
    assert [notice["seat"] for notice in told(match, "Equality")] == [BEA]


def test_rule_15_is_printed_after_rule_6() -> None:
    match = played("Ann 3", "Bea 3")
    assert texts(match)[-2:] == ["Dice count: 3. Points of Bea: 3.", "Equality!"]


def test_rule_15_not_at_the_start() -> None:
    assert not told(played(), "Equality")


def test_rule_15_not_for_the_two_who_did_not_move() -> None:
    match = played("Ann 3", "Bea 4", "Cal 4", "Ann 3")
    assert [notice["seat"] for notice in told(match, "Equality")] == [CAL]


def test_rule_15_once_when_all_three_are_equal() -> None:
    match = played("Ann 3", "Bea 3", "Cal 3")
    assert [notice["seat"] for notice in told(match, "Equality")] == [BEA, CAL]


def test_rule_15_also_after_a_reset() -> None:
    match = ann_alone("3", "3", "3")
    assert [notice["seat"] for notice in told(match, "Equality")] == [ANN]


def test_rule_15_a_skip_or_a_lost_turn_prints_nothing() -> None:
    match = played("Ann skip", "Bea 2", "Ann skip", "Bea skip")  # Ann and Cal have 0
    assert not told(match, "Equality")


# The next player's turn is skipped.


def test_rule_13_after_a_count_of_6_the_next_player_is_skipped() -> None:
    match = played("Ann 2")
    assert match.to_act == (CAL,)
    assert texts(match)[-1] == "After a 6 the turn of Bea is skipped."
    assert texts(match, BEA)[-1] == "After a 6 your turn is skipped."


def test_rule_13_a_reroll_of_6_is_a_count_of_6() -> None:
    assert played("Ann 1 reroll 6").to_act == (CAL,)


@pytest.mark.parametrize("turn", ["Ann 6", "Ann 5 6", "Ann 3", "Ann 1 keep", "Ann 1 reroll 2"])
def test_rule_13_another_count_skips_nobody(turn: str) -> None:
    match = played(turn)  # a face of 6 is halved to 3, or counts 30
    assert match.to_act == (BEA,)
    assert not told(match, "TurnLost")


def test_rule_13_only_one_turn_is_lost() -> None:
    match = played("Ann 2", "Cal skip", "Ann skip", "Bea 3", "Cal 3")
    assert [notice["seat"] for notice in told(match, "TurnLost")] == [BEA]


def test_rule_13_goes_by_the_turn_order() -> None:
    assert played("Cal 2", order=(CAL, ANN, BEA)).to_act == (BEA,)
    assert played("Ann skip", "Bea skip", "Cal 2").to_act == (BEA,)


def test_rule_13_counts_in_a_turn_that_resets_the_points() -> None:
    match = played("Ann 2", "Cal skip", "Ann 2", "Cal skip", "Ann 2")
    assert match.scores == (0, 0, 0)
    assert match.to_act == (CAL,)


@pytest.mark.parametrize("turn", ["Ann 6", "Ann 5 6", "Ann 1 reroll 6"])
def test_rule_13_option_skip_on_face_looks_at_any_face(turn: str) -> None:
    assert played(turn, skip_on="face").to_act == (CAL,)


@pytest.mark.parametrize("turn", ["Ann 2", "Ann 5 2", "Ann 1 reroll 2", "Ann 1 keep"])
def test_rule_13_option_skip_on_face_does_not_look_at_the_count(turn: str) -> None:
    assert played(turn, skip_on="face").to_act == (BEA,)


def test_rule_13_option_skip_on_face_forgets_the_6_of_an_earlier_turn() -> None:
    match = played("Ann 6", "Cal 3", "Ann 4", "Bea 3", skip_on="face")
    assert match.to_act == (CAL,)
    assert [notice["seat"] for notice in told(match, "TurnLost")] == [BEA]


def test_rule_13_skip_on_count_is_the_default() -> None:
    assert played("Ann 6").to_act == played("Ann 6", skip_on="count").to_act == (BEA,)
    assert played("Ann 2").to_act == played("Ann 2", skip_on="count").to_act == (CAL,)
