"""Dice: how a game ends and the next one begins, and its options."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.dice_scenes import (
    ANN,
    BEA,
    CAL,
    EVERYONE,
    PLAYERS,
    SPECTATOR,
    ann_alone,
    colours,
    finished,
    go_on,
    legal,
    played,
    texts,
    told,
)
from helpers import altered
from settebello import IllegalMove, Match, Scripted
from settebello.game import Options, Previous
from settebello.games import dice
from settebello.words import option_text

RULES_PAGE = Path(__file__).parents[2] / "docs" / "games" / "dice.md"
ELEVEN_TURNS = (  # all have 11 points then
    "Ann 3", "Bea 4", "Cal 3",
    "Ann 4", "Bea 3", "Cal 3",
    "Ann 3", "Bea 6", "Cal 1 reroll 5",
    "Ann 6", "Bea 3",
)  # fmt: skip


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


def test_rule_8_not_when_they_are_9_points_ahead() -> None:
    match = played("Ann 5 2", "Bea 1 keep")
    assert match.scores == (10, 1, 0)
    assert match.to_act == (CAL,)


def test_rule_8_they_must_be_ahead_of_every_other_player() -> None:
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


def test_rule_10_names_the_player_as_they_gave_their_name() -> None:
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
