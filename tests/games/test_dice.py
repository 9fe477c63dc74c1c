"""Dice, rule by rule: the numbers are those of docs/games/dice.md.

A turn of a story is a name and what happens: "Ann 3" (she throws a 3), "Ann skip", "Ann 5 6" (a 5,
so the die is thrown again and shows 6), "Ann 1 keep", "Ann 1 reroll 4". What a throw gives: 1 is 1,
2 is 6 and costs the next player the turn, 3 is 3, 4 is 2, 6 is 3.
"""

import json
import re
from collections.abc import Iterable, Sequence
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from helpers import altered
from settebello import IllegalMove, Match, Scripted, games
from settebello.game import Options, Previous
from settebello.games import dice
from settebello.words import option_text

PLAYERS = ["Ann", "Bea", "Cal"]
ANN, BEA, CAL = range(3)
SPECTATOR = None
EVERYONE = (ANN, BEA, CAL, SPECTATOR)
RULES_PAGE = Path(__file__).parents[2] / "docs" / "games" / "dice.md"
COLOURS = ("red", "green", "blue", "yellow", "purple")
ELEVEN_TURNS = (  # all have 11 points then
    "Ann 3", "Bea 4", "Cal 3",
    "Ann 4", "Bea 3", "Cal 3",
    "Ann 3", "Bea 6", "Cal 1 reroll 5",
    "Ann 6", "Bea 3",
)  # fmt: skip


def played(
    *turns: str,
    order: Sequence[int] = (ANN, BEA, CAL),
    later_rolls: Sequence[int] = (),
    **options: Any,
) -> Match:
    """A match after these turns."""
    rolls = [int(word) for turn in turns for word in turn.split() if word.isdigit()]
    luck = Scripted(shuffles=[order], rolls=[*rolls, *later_rolls])
    match = Match("dice", PLAYERS, luck=luck, options=options)
    go_on(match, *turns)
    return match


def go_on(match: Match, *turns: str) -> None:
    """Play these turns; each must be this player's, and throw the die exactly so often."""
    for turn in turns:
        name, *words = turn.split()
        faces = [word for word in words if word.isdigit()]
        moves = [word for word in words if not word.isdigit()]
        if words[0].isdigit():
            moves.insert(0, "throw")
        assert match.to_act == (PLAYERS.index(name),), turn
        drawn = len(match.record()["luck"])
        for move in moves:
            match.play(PLAYERS.index(name), move)
        assert match.record()["luck"][drawn:] == faces, turn


def ann_alone(*turns: str, **options: Any) -> Match:
    """A match after these turns of Ann, while the others skip all of theirs."""
    rolls = [int(word) for turn in turns for word in turn.split() if word.isdigit()]
    match = played(later_rolls=rolls, **options)
    for turn in turns:
        while match.to_act != (ANN,):
            match.play(match.to_act[0], "skip")
        go_on(match, f"Ann {turn}")
    return match


def played_from(turn: int, points: Sequence[int], rolls: Sequence[int] = ()) -> Match:
    """A match that is put into its middle: so many turns are used up, with these points."""

    def setup(options: Options, seats: int, previous: Previous) -> dice.State:
        state = dice.setup(options, seats, previous)
        state.turn, state.points = turn, list(points)
        return state

    luck = Scripted(shuffles=[[ANN, BEA, CAL]], rolls=rolls)
    return Match(altered(dice, setup=setup), PLAYERS, luck=luck)


def stored(match: Match) -> dict[str, Any]:
    """The record as it comes back from a file."""
    record: dict[str, Any] = json.loads(json.dumps(match.record()))
    return record


def legal(match: Match) -> list[str]:
    """What the player may do who is to act."""
    return [str(move) for move in match.legal(match.to_act[0])]


def told(match: Match, event: str, viewer: int | None = SPECTATOR) -> list[dict[str, Any]]:
    """The notices of one kind that a viewer got."""
    return [notice for notice in match.notices(viewer) if notice["event"] == event]


def texts(match: Match, viewer: int | None = SPECTATOR) -> list[str]:
    return [notice["text"] for notice in match.notices(viewer)]


def colours(match: Match) -> list[str]:
    found: list[str] = match.view(SPECTATOR).to_dict()["colours"]
    return found


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
    match = ann_alone("1 reroll 1", "1")  # the third 1 lies there, and she is asked
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


# The end.


def test_rule_7_a_game_is_twelve_turns() -> None:
    match = played(*ELEVEN_TURNS)
    assert not match.over
    assert match.to_act == (CAL,)
    match = played(*ELEVEN_TURNS, "Cal 4")
    assert match.over
    assert match.to_act == ()
    assert match.scores == (11, 11, 13)
    with pytest.raises(IllegalMove, match="over"):
        match.play(ANN, "throw")


def test_rule_7_a_skip_uses_up_a_turn() -> None:
    match = played("Ann 3", *["Bea skip", "Cal skip", "Ann skip"] * 3, "Bea skip", "Cal skip")
    assert match.over
    assert match.scores == (3, 0, 0)


def test_rule_7_a_lost_turn_uses_up_a_turn() -> None:
    match = played("Ann 2", "Cal skip", *["Ann skip", "Bea skip", "Cal skip"] * 3)
    assert match.over
    movers = [seat for seat, _ in match.record()["moves"]]
    assert [movers.count(seat) for seat in range(3)] == [4, 3, 4]


def test_rule_7_the_last_turn_can_be_lost() -> None:
    turns = ["Ann 3", *["Bea skip", "Cal skip", "Ann skip"] * 3, "Bea 2"]
    match = played(*turns)
    assert match.over
    assert match.scores == (3, 6, 0)
    assert [notice["event"] for notice in match.notices(SPECTATOR)][-2:] == [
        "TurnLost", "MatchEnded",
    ]  # fmt: skip


@pytest.mark.parametrize("turns", [1, 2, 1_000])
def test_rule_7_option_turns(turns: int) -> None:
    match = played("Ann 3", turns=turns)
    for turn in range(1, turns):
        assert not match.over
        go_on(match, f"{PLAYERS[turn % 3]} skip")
    assert match.over
    assert match.scores == (3, 0, 0)


@pytest.mark.parametrize("turns", [0, 1_001, -1, True, "12", 12.0])
def test_rule_7_option_turns_is_1_to_1000(turns: Any) -> None:
    with pytest.raises(ValueError, match="'turns' is 1 to 1,000"):
        played(turns=turns)


def test_rule_8_the_game_ends_when_one_player_is_10_points_ahead() -> None:
    match = played("Ann 5 3", "Bea 1 reroll 5")
    assert match.scores == (15, 5, 0)
    assert match.over
    assert match.winners == (ANN,)


def test_rule_8_not_when_he_is_9_points_ahead() -> None:
    match = played("Ann 5 2", "Bea 1 keep")
    assert match.scores == (10, 1, 0)
    assert match.to_act == (CAL,)


def test_rule_8_he_must_be_ahead_of_every_other_player() -> None:
    match = played("Ann 5 3", "Bea 2", "Ann skip", "Bea skip")
    assert match.scores == (15, 6, 0)  # 15 ahead of Cal, 9 ahead of Bea
    assert match.to_act == (CAL,)


def test_rule_8_a_reset_of_another_player_can_end_the_game() -> None:
    match = played("Ann 5 2", "Bea 3", "Cal 4", "Ann skip", "Bea 3", "Cal skip", "Ann 4", "Bea 3")
    assert match.scores == (12, 0, 2)
    assert match.over


def test_rule_8_is_checked_before_a_lost_turn() -> None:
    match = played("Ann 5 1", "Bea 1 keep", "Cal skip", "Ann 2")
    assert match.scores == (11, 1, 0)
    assert match.over
    assert not told(match, "TurnLost")  # Bea's turn never began


def test_rule_22_goes_on_while_the_other_two_are_equal() -> None:
    match = played("Ann 5 6")
    assert match.scores == (30, 0, 0)
    assert match.to_act == (BEA,)
    match = played("Ann 5 6", "Bea 3")
    assert match.scores == (30, 3, 0)
    assert match.over


def test_rule_22_goes_on_when_the_other_two_are_equal_above_0() -> None:
    match = played("Ann 5 2", "Bea 3", "Cal 3", "Ann 1 reroll 4")
    assert match.scores == (14, 3, 3)
    assert match.to_act == (BEA,)
    match = played("Ann 5 2", "Bea 3", "Cal 3", "Ann 1 reroll 4", "Bea 1 keep")
    assert match.scores == (14, 4, 3)
    assert match.over


def test_rule_22_option_early_end_ignores_ties() -> None:
    match = played("Ann 5 2", early_end_ignores_ties=True)
    assert match.scores == (10, 0, 0)
    assert match.over
    assert match.winners == (ANN,)


def test_rule_22_option_early_end_ignores_ties_only_when_10_points_ahead() -> None:
    match = ann_alone("5 1", "1 reroll 4", early_end_ignores_ties=True)
    assert match.scores == (9, 0, 0)
    assert not match.over


@pytest.mark.parametrize("ignores", [False, True])
def test_rule_22_two_who_share_the_lead_do_not_end_the_game(ignores: bool) -> None:
    match = played(
        "Ann 5 1", "Bea 5 1", "Cal skip", "Ann 1 reroll 5", "Bea 1 reroll 5",
        early_end_ignores_ties=ignores,
    )  # fmt: skip
    assert match.scores == (10, 10, 0)
    assert match.to_act == (CAL,)


@pytest.mark.parametrize("ignores", [False, True])
def test_rule_22_a_shared_lead_after_the_last_turn_goes_on(ignores: bool) -> None:
    match = played(*ELEVEN_TURNS, "Cal skip", early_end_ignores_ties=ignores)
    assert match.scores == (11, 11, 11)
    assert match.to_act == (ANN,)
    assert match.winners == ()
    match = played("Ann 3", "Bea 4", "Cal 3", turns=3, early_end_ignores_ties=ignores)
    assert match.scores == (3, 2, 3)  # two share the lead
    assert match.to_act == (ANN,)


def test_rule_22_extra_turns_end_as_soon_as_one_player_leads() -> None:
    match = played("Ann 3", "Bea 3", "Cal 4", "Ann 1 keep", turns=3)
    assert match.scores == (4, 3, 2)
    assert match.winners == (ANN,)


def test_rule_22_extra_turns_go_on_in_order() -> None:
    match = played("Ann 3", "Bea skip", "Cal skip", "Ann skip", "Bea 3", "Cal 4", turns=5)
    assert match.scores == (3, 3, 2)  # the sixth turn was an extra turn
    assert match.to_act == (ANN,)


def test_rule_22_in_extra_turns_skip_is_not_offered() -> None:
    match = played("Ann skip", "Bea skip", "Cal skip", turns=3, later_rolls=[1])
    assert match.scores == (0, 0, 0)
    assert legal(match) == ["throw"]
    with pytest.raises(IllegalMove):
        match.play(ANN, "skip")
    match.play(ANN, "throw")
    assert legal(match) == ["reroll", "keep"]  # rule 9 holds as ever
    go_on(match, "Ann keep")
    assert match.winners == (ANN,)


def test_rule_22_extra_turns_can_be_lost() -> None:
    match = played("Ann skip", "Bea 2", turns=3)  # Cal's turn is lost
    assert match.winners == (BEA,)
    match = played("Ann 2", "Cal 2", turns=3)
    assert match.scores == (6, 0, 6)
    assert match.to_act == (BEA,)  # Ann's was the first extra turn


def test_rule_22_the_longest_wait_for_a_leader_is_six_extra_turns() -> None:
    match = played(
        "Ann skip", "Bea 4", "Cal 3", "Ann 2", "Cal 3", "Ann skip", "Bea 1 reroll 4", "Cal skip",
        "Ann 2", "Cal 2", later_rolls=[2, 2, 3],
    )  # fmt: skip
    assert match.scores == (12, 6, 12)
    assert match.view(None).facts["turn"] == 13  # Ann lost the first extra turn
    go_on(match, "Bea 2")
    assert match.scores == (12, 12, 12)  # and Cal loses the third
    go_on(match, "Ann 2")
    assert match.scores == (0, 12, 12)  # and Bea loses the fifth
    go_on(match, "Cal 3")
    assert match.scores == (0, 12, 15)
    assert match.view(None).facts["turn"] == 18
    assert match.winners == (CAL,)


def test_rule_22_after_24_extra_turns_a_shared_lead_stands() -> None:
    # Play cannot get there (see the test before), so the match is put there.
    match = played_from(turn=12 + 22, points=(9, 0, 9), rolls=[3])
    go_on(match, "Bea 3")
    assert match.to_act == (CAL,)  # the 23rd extra turn was not the last
    match = played_from(turn=12 + 23, points=(9, 9, 0), rolls=[3])
    go_on(match, "Cal 3")
    assert match.over
    assert match.winners == (ANN, BEA)


def test_rule_24_most_points_wins() -> None:
    match = played("Ann 3", "Bea 4", "Cal 1 reroll 5", turns=3)
    assert match.winners == (CAL,)
    match = played("Ann 3", "Bea 4", "Cal 1 keep", turns=3)
    assert match.winners == (ANN,)


def test_rule_24_nobody_has_won_before_the_end() -> None:
    match = played("Ann 3", turns=2)
    assert match.winners == ()
    assert match.view(ANN).to_dict()["winners"] == []


def test_rule_23_points_and_winner_are_printed_for_everyone() -> None:
    match = played("Ann 5 3", "Bea 1 reroll 5")
    for viewer in EVERYONE:
        ended = [notice["text"] for notice in told(match, "MatchEnded", viewer)]
        assert ended == ["Points: Ann 15, Bea 5, Cal 0. Winner: Ann."]


def test_rule_23_not_before_the_end() -> None:
    assert not told(played("Ann 5 3"), "MatchEnded")


def test_rule_23_a_shared_win_names_both_winners() -> None:
    match = played_from(turn=36, points=(9, 2, 9))
    assert texts(match)[-1] == "Points: Ann 9, Bea 2, Cal 9. Winners: Ann and Cal."


def test_rule_10_the_winner_and_nobody_else_is_congratulated() -> None:
    match = played("Ann 5 3", "Bea 1 reroll 5")
    assert texts(match, ANN)[-1] == "Congratulations Ann you won the game! You are the best!"
    for viewer in (BEA, CAL, SPECTATOR):
        assert not told(match, "Congratulated", viewer)
        assert not any("Congratulations" in text for text in texts(match, viewer))


def test_rule_10_not_before_the_end() -> None:
    match = played("Ann 5 3")
    assert not any("Congratulations" in text for seat in range(3) for text in texts(match, seat))


def test_rule_10_names_the_player_as_he_gave_his_name() -> None:
    names = ["  Ann of { $seat } ", "Bea", "Cal"]
    luck = Scripted(shuffles=[[ANN]], rolls=[3])
    match = Match("dice", names, luck=luck, options={"turns": 1})
    match.play(ANN, "throw")
    won = "Congratulations Ann of { $seat } you won the game! You are the best!"
    assert texts(match, ANN)[-1] == won


def test_rule_10_those_who_share_a_win_are_each_congratulated() -> None:
    match = played_from(turn=36, points=(9, 2, 9))
    for seat in (ANN, CAL):
        won = [notice["text"] for notice in told(match, "Congratulated", seat)]
        assert won == [f"Congratulations {PLAYERS[seat]} you won the game! You are the best!"]
    for viewer in (BEA, SPECTATOR):
        assert not told(match, "Congratulated", viewer)


def test_rule_10_a_lone_winner_of_extra_turns_is_congratulated_once() -> None:
    match = played("Ann 3", "Bea 3", "Cal 4", "Ann 1 keep", turns=3)
    assert len(told(match, "Congratulated", ANN)) == 1


# Play again.


def test_rule_25_the_next_order_is_by_points_lowest_first() -> None:
    match = played("Ann 3", "Bea 1 reroll 5", "Cal 4", turns=3)
    assert match.scores == (3, 5, 2)
    rematch = match.rematch()
    assert rematch.view(SPECTATOR).to_dict()["order"] == [CAL, ANN, BEA]
    assert rematch.to_act == (CAL,)


def test_rule_25_equal_points_keep_their_earlier_order() -> None:
    match = played("Cal 3", "Bea 4", "Ann 4", turns=3, order=(CAL, BEA, ANN))
    assert match.scores == (2, 2, 3)
    rematch = match.rematch()
    assert rematch.view(SPECTATOR).to_dict()["order"] == [BEA, ANN, CAL]


def test_rule_25_the_earlier_order_is_that_of_the_last_game() -> None:
    match = played("Ann 3", "Bea 4", "Cal 1 keep", turns=3, later_rolls=[3, 3, 6, 4])
    rematch = match.rematch()
    go_on(rematch, "Cal 3", "Bea 3", "Ann 6", "Cal 4")  # all equal, and an extra turn
    assert rematch.scores == (3, 3, 5)
    assert rematch.rematch().view(None).facts["order"] == [BEA, ANN, CAL]


def test_rule_25_a_rematch_begins_when_the_match_is_over() -> None:
    with pytest.raises(ValueError, match="when the match is over"):
        played("Ann 3").rematch()


def test_rule_25_a_rematch_is_a_new_game() -> None:
    match = played("Ann 3", "Bea 3", "Cal 4", "Ann 6", turns=3, skip_on="face", later_rolls=[4, 6])
    rematch = match.rematch()
    assert rematch.players == match.players
    assert rematch.options == match.options
    assert rematch.view(None).facts["turn"] == 0
    assert colours(rematch) == ["red", "green", "blue"]
    assert rematch.to_act == (CAL,)  # the 6 at the end of the last game costs nobody a turn
    go_on(rematch, "Cal 4")
    assert rematch.scores == (0, 0, 2)
    go_on(rematch, "Bea 6")
    assert rematch.over  # Ann's turn was lost
    assert match.scores == (6, 3, 2)  # the old match stays as it was


def test_rule_25_runs_do_not_go_on_in_a_rematch() -> None:
    match = played("Ann 3", "Bea skip", "Cal skip", "Ann 3", turns=4, later_rolls=[3])
    rematch = match.rematch()
    go_on(rematch, "Bea skip", "Cal skip", "Ann 3")
    assert rematch.scores == (3, 0, 0)


def test_rule_25_a_script_goes_on_in_the_rematch() -> None:
    match = played("Ann 3", turns=1, later_rolls=[4, 6])
    rematch = match.rematch()  # it takes no shuffle: there is none left
    go_on(rematch, "Bea 4")
    assert rematch.scores == (0, 2, 0)
    go_on(rematch.rematch(), "Cal 6")


def test_rule_25_a_rematch_has_luck_of_its_own() -> None:
    match, same = (finished(Match("dice", 3, seed=7), Random(7)) for _ in range(2))
    rematch = finished(match.rematch(), Random(7))
    assert rematch.record()["luck"] != match.record()["luck"][1:]
    assert rematch.record() == finished(same.rematch(), Random(7)).record()


def test_rule_25_the_record_of_a_rematch_stands_alone() -> None:
    match = played("Ann 3", "Bea 4", "Cal 1 keep", turns=3, later_rolls=[3, 6])
    rematch = match.rematch()
    replayed = [Match.replay(stored(rematch))]
    go_on(rematch, "Cal 3", "Bea 6")
    replayed.append(Match.replay(stored(rematch), luck=Scripted(rolls=[4])))
    assert [old.to_act for old in replayed] == [(CAL,), (ANN,)]
    assert replayed[1].notices(BEA) == rematch.notices(BEA)
    assert replayed[1].view(BEA).to_dict() == rematch.view(BEA).to_dict()
    go_on(replayed[1], "Ann 4")  # an extra turn follows: Bea and Cal share the lead
    assert replayed[1].scores == (2, 3, 3)
    assert replayed[1].to_act == (CAL,)


# Options, move texts and the bound.


def test_options_and_their_defaults() -> None:
    described = {option.name: (option.default, option.range) for option in dice.OPTIONS}
    assert described == {
        "turns": (12, "1 to 1,000"),
        "skip_on": ("count", "count or face"),
        "early_end_ignores_ties": (False, "true or false"),
    }


@pytest.mark.parametrize(
    ("name", "value"), [("skip_on", "six"), ("early_end_ignores_ties", 1), ("dice", 2)]
)
def test_options_out_of_range_are_refused(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=f"option '{name}'"):
        played(**{name: value})


def test_move_texts_are_read_in_any_case() -> None:
    match = played(later_rolls=[1, 4])
    match.play(ANN, " Throw ")
    match.play(ANN, "REROLL")
    match.play(BEA, match.legal(BEA)[1])
    assert match.record()["moves"] == [[ANN, "throw"], [ANN, "reroll"], [BEA, "skip"]]


def test_dice_has_no_places() -> None:
    assert played("Ann 3").view(ANN).places == {}


def test_the_bound_is_two_moves_for_each_turn() -> None:
    defaults = {option.name: option.default for option in dice.OPTIONS}
    assert dice.bound(defaults, 3) == 72
    assert dice.bound({**defaults, "turns": 1_000}, 3) == 2_048


def test_the_rules_page_has_every_rule_and_option_and_a_true_example() -> None:
    page = RULES_PAGE.read_text("utf-8")
    numbers = re.findall(r"^- Rules? (\d+)(?: and (\d+))?:", page, re.MULTILINE)
    assert {int(number) for found in numbers for number in found if number} == set(range(1, 26))
    flowing = " ".join(page.split())
    for option in dice.OPTIONS:
        default = str(option.default).lower()  # as in JSON
        assert f"{option.name} {default} {option.range} {option_text(dice, option)}" in flowing
    match = played("Ann 5 1", "Bea 1 reroll 6")
    assert all(text in page for text in texts(match)[1:])
    assert str(dice.bound(match.options, 3)) in page


# A twin: the same rules written a second time, from what a spectator is told.


def colour_of(seat: int, points: int) -> str:
    if points <= 5:
        return COLOURS[seat]
    return "yellow" if points <= 11 else "purple"


def retold(
    choices: Iterable[int | str], order: Sequence[int], options: Options
) -> list[dict[str, Any]]:
    """All that a spectator is told of a match, given its faces, skips and keeps in their order."""
    coming = iter(choices)
    turns = int(options["turns"])
    points = [0, 0, 0]
    throws: list[list[int]] = [[], [], []]  # of each player, since his last reset
    next_is_lost = False
    story: list[dict[str, Any]] = []
    for turn in count():
        best, second, third = sorted(points, reverse=True)
        if turn >= turns:
            if best > second or turn == turns + 24:
                break
        elif best >= second + 10 and (options["early_end_ignores_ties"] or second != third):
            break
        seat = order[turn % 3]
        if next_is_lost:
            next_is_lost = False
            story.append({"event": "TurnLost", "seat": seat})
            continue
        first = next(coming)
        if first == "skip":
            story.append({"event": "Skipped", "seat": seat})
            continue
        assert isinstance(first, int)
        faces = [first]
        worth = {1: 1, 2: 6, 3: 3, 4: 2, 5: 5, 6: 3}[first]
        story.append({"event": "Thrown", "seat": seat, "face": first, "again": "no"})
        if first in (1, 5):
            second_throw = next(coming)
            if second_throw == "keep":
                story.append({"event": "Kept", "seat": seat})
            else:
                assert isinstance(second_throw, int)
                again = "five" if first == 5 else "asked"
                thrown = {"event": "Thrown", "seat": seat, "face": second_throw, "again": again}
                story.append(thrown)
                faces.append(second_throw)
                worth = 5 * second_throw if first == 5 else second_throw
        before = colour_of(seat, points[seat])
        points[seat] += worth
        throws[seat] += faces
        mine = throws[seat]
        if any(a == b == c for a, b, c in zip(mine, mine[1:], mine[2:], strict=False)):
            points[seat] = 0
            throws[seat] = []
            story.append({"event": "PointsReset", "seat": seat})
        ended = {"event": "TurnEnded", "seat": seat, "count": worth, "points": points[seat]}
        story.append(ended)
        if (now := colour_of(seat, points[seat])) != before:
            story.append({"event": "ColourChanged", "seat": seat, "colour": now})
        if any(points[other] == points[seat] for other in range(3) if other != seat):
            story.append({"event": "Equality", "seat": seat})
        next_is_lost = 6 in faces if options["skip_on"] == "face" else worth == 6
    winners = [seat for seat in range(3) if points[seat] == max(points)]
    story.append({"event": "MatchEnded", "points": points, "winner_seats": winners})
    assert next(coming, None) is None
    return story


@pytest.mark.parametrize("first_seed", range(0, 240, 40))
def test_twin_tells_the_same_story(first_seed: int) -> None:
    kinds: set[str] = set()
    for seed in range(first_seed, first_seed + 40):
        random = Random(seed)
        options: Options = {
            "turns": random.choice([12, 12, 12, random.randint(1, 60)]),
            "skip_on": random.choice(["count", "face"]),
            "early_end_ignores_ties": random.random() < 0.5,
        }
        match = Match("dice", PLAYERS, seed=seed, options=options)
        order = told(match, "OrderDrawn")[0]["order_seats"]
        for _ in range(3):  # the match, and two rematches in the order that rule 25 gives
            assert match.view(SPECTATOR).facts["order"] == order
            notices = bare_notices(finished(match, random))
            story = retold(choices_in(notices), order, options)
            assert notices == story
            points = story[-1]["points"]
            assert match.scores == tuple(points)
            assert match.winners == tuple(story[-1]["winner_seats"])
            assert len(match.record()["moves"]) <= dice.bound(options, 3)
            kinds |= {notice["event"] for notice in story}
            order = [seat for score in sorted(set(points)) for seat in order
                     if points[seat] == score]  # fmt: skip
            match = match.rematch()
    assert kinds == {
        "TurnLost", "Skipped", "Thrown", "Kept", "PointsReset", "TurnEnded", "ColourChanged",
        "Equality", "MatchEnded",
    }  # fmt: skip


def finished(match: Match, random: Random) -> Match:
    """The match, played to its end by players who throw more often than they skip."""
    while not match.over:
        (seat,) = match.to_act
        moves = match.legal(seat)
        match.play(seat, moves[0] if random.random() < 0.7 else moves[-1])
    return match


def bare_notices(match: Match) -> list[dict[str, Any]]:
    """What a spectator was told from the first turn on, without numbers and sentences."""
    return [
        {field: value for field, value in notice.items() if field not in ("number", "text")}
        for notice in match.notices(SPECTATOR)
        if notice["event"] != "OrderDrawn"
    ]


def choices_in(notices: Iterable[dict[str, Any]]) -> list[int | str]:
    """The faces, skips and keeps: all that the rules do not decide."""
    words = {"Skipped": "skip", "Kept": "keep"}
    return [
        notice["face"] if notice["event"] == "Thrown" else words[notice["event"]]
        for notice in notices
        if notice["event"] in ("Thrown", "Skipped", "Kept")
    ]
