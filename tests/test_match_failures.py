"""One match when its luck or its rules fail: one sentence, and nothing changes."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import toy_game
from helpers import altered, play_texts, snapshot
from match_scenes import ABC, dice_match
from settebello import Match, Scripted
from settebello.cards import Seat
from settebello.game import Draw, Options, Previous, Result
from settebello.games import dice
from settebello.luck import Luck
from settebello.record import DRAWS_IN_A_ROW, LoggedLuck
from settebello.registry import RulesError

# Luck that fails: nothing changes, and the script is where it was.


def test_running_out_of_script_changes_nothing() -> None:
    match = dice_match()
    before = snapshot(match)
    with pytest.raises(ValueError, match="The script has no roll left for 'die': it had 0 in all"):
        match.play(0, "throw")
    assert snapshot(match) == before
    match.play(0, "skip")
    assert match.to_act == (1,)


def test_when_the_second_draw_of_a_move_fails_the_first_was_not_drawn() -> None:
    luck = Scripted(shuffles=[[]], rolls=[5])
    match = Match("dice", ABC, luck=luck)
    before = snapshot(match)
    for _ in range(2):
        with pytest.raises(ValueError, match="no roll left"):
            match.play(0, "throw")  # a 5 is thrown again by itself
        assert snapshot(match) == before
    assert luck.draw(Draw.die("die")) == (5,)


def test_a_deal_that_fails_leaves_the_script_as_it_was() -> None:
    luck = Scripted(shuffles=[[2, 1, 0]])
    with pytest.raises(ValueError, match="no shuffle left for 'deck'"):
        Match("scopa", ABC, luck=luck)
    assert luck.draw(Draw.seats("order", 3)) == (2, 1, 0)


def test_left_over_script_is_fine() -> None:
    match = Match("dice", ABC, luck=Scripted(shuffles=[[], [1]], rolls=[3, 3], picks=[0]))
    match.play(0, "throw")
    assert match.scores == (3, 0, 0)


@pytest.mark.parametrize("first", [["7X"], ["7D", "7D"], [7]])
def test_a_scripted_card_that_is_not_there_or_twice_is_an_error(first: list[int | str]) -> None:
    with pytest.raises(ValueError, match="which is not there or is listed too often"):
        Match("scopa", ABC, luck=Scripted(shuffles=[[], first]))


@pytest.mark.parametrize("behind", [None, LoggedLuck], ids=["alone", "after a log"])
@pytest.mark.parametrize("outcome", [(), (7,), (0,), (1, 2), ("3",), (True,)])
def test_a_luck_that_cheats_is_refused_and_nothing_changes(
    outcome: tuple[Any, ...], behind: Callable[[Luck], Luck] | None
) -> None:
    cheat: Luck = Cheat(outcome)
    match = Match("dice", ABC, luck=behind(cheat) if behind else cheat)
    before = snapshot(match)
    with pytest.raises(ValueError, match="A roll for 'die' is a whole number from 1 to 6"):
        match.play(0, "throw")
    assert snapshot(match) == before


class Cheat:
    """Luck that answers every roll in its own way."""

    def __init__(self, outcome: tuple[Any, ...]) -> None:
        self.outcome = outcome

    def draw(self, wanted: Draw, faces: Any) -> tuple[int, ...]:
        return (0, 1, 2) if wanted.kind == "shuffle" else self.outcome

    def mark(self) -> None: ...

    def rewind(self, mark: Any) -> None: ...


def test_anything_with_the_three_methods_is_luck() -> None:
    luck: Luck = Cheat((3,))
    match = Match("dice", ABC, luck=luck)
    match.play(0, "throw")
    assert match.scores == (3, 0, 0)


# Rules that fail: one sentence, and nothing changes.


def failing(*args: Any) -> Any:
    raise KeyError("a slip\nof the pen")


def late(function: str, after: int) -> Any:
    """Dice whose function fails when it has been called so often."""
    calls = [0]
    good: Callable[..., Any] = getattr(dice, function)

    def fails_late(*args: Any) -> Any:
        calls[0] += 1
        return good(*args) if calls[0] <= after else failing()

    return altered(dice, **{function: fails_late})


@pytest.mark.parametrize("function", ["apply", "settle"])
def test_rules_that_fail_in_a_move_change_nothing(function: str) -> None:
    match = Match(late(function, after=1), ABC, luck=Scripted(shuffles=[[]], rolls=[3, 4]))
    match.play(0, "skip")
    before = snapshot(match)
    with pytest.raises(RulesError) as caught:
        match.play(1, "throw")
    sentence = str(caught.value)
    assert sentence.startswith(f"The rules of dice failed in '{function}': KeyError:")
    assert "a slip" in sentence
    assert "\n" not in sentence
    assert Path(__file__).name in sentence  # where to look
    assert snapshot(match) == before


def test_rules_that_change_the_state_and_then_fail_have_changed_nothing() -> None:
    def spoil(state: dice.State, seat: int, play: Any, tell: Any) -> None:
        state.points[seat], state.turn, state.to_act = 99, 7, (Seat(2),)
        tell("Skipped", seat=seat)
        failing()

    match = Match(altered(dice, apply=spoil), ABC, seed=1)
    before = snapshot(match)
    with pytest.raises(RulesError):
        match.play(match.to_act[0], "throw")
    assert snapshot(match) == before


def test_rules_whose_fifth_draw_fails_have_drawn_nothing() -> None:
    luck = Scripted(shuffles=[[]], rolls=[5, 1, 2])
    match = Match(late("settle", after=2), ABC, luck=luck)
    with pytest.raises(RulesError):
        match.play(0, "throw")
    assert luck.draw(Draw.die("die")) == (5,)


@pytest.mark.parametrize(
    ("function", "question"),
    [
        ("setup", lambda match: None),
        ("settle", lambda match: None),
        ("legal", lambda match: match.legal(0)),
        ("result", lambda match: match.scores),
        ("public", lambda match: match.view(0)),
        ("refusal", lambda match: match.play(0, "keep")),
        ("legacy", lambda match: play_texts(match, "skip", "throw").rematch()),
    ],
)
def test_rules_that_fail_anywhere_are_told_in_one_sentence(
    function: str, question: Callable[[Match], Any]
) -> None:
    game = altered(dice, **{function: failing})
    with pytest.raises(RulesError, match=f"^The rules of dice failed in '{function}': KeyError"):
        question(Match(game, ABC, luck=Scripted(shuffles=[[]], rolls=[3]), options={"turns": 2}))


def set_up(**names: Any) -> Any:
    """The toy game with a first state that has these attributes."""

    def setup(options: Options, seats: int, previous: Previous) -> Any:
        state = toy_game.State(options, seats)
        for name, value in names.items():
            setattr(state, name, value)
        return state

    return setup


@pytest.mark.parametrize(
    ("function", "answer"),
    [
        pytest.param("setup", lambda *args: None, id="no state"),
        pytest.param("setup", lambda *args: SimpleNamespace(to_act=()), id="half a state"),
        pytest.param("setup", set_up(house="a die"), id="a house that is no draw"),
        pytest.param("setup", set_up(house=Draw.die("die", 0)), id="a die without sides"),
        pytest.param("setup", set_up(house=Draw.one_of("one", [])), id="a pick of nothing"),
        pytest.param("setup", set_up(house=None, to_act=None), id="nobody knows who"),
        pytest.param("setup", set_up(house=None, to_act=(7,)), id="a seat that is not there"),
        pytest.param("setup", set_up(house=None, to_act=(-1,)), id="a seat before the first"),
        pytest.param("places", lambda state: None, id="no places"),
        pytest.param("places", lambda state: [("stock", ())], id="places that are none"),
    ],
)
def test_rules_that_begin_with_nonsense_are_told_in_one_sentence(
    function: str, answer: Any
) -> None:
    with pytest.raises(RulesError, match="The rules of magpie"):
        snapshot(Match(altered(toy_game, **{function: answer}), 2, seed=1))


@pytest.mark.parametrize(
    ("function", "answer"),
    [
        pytest.param("legal", lambda state, seat: None, id="no moves"),
        pytest.param("legal", lambda state, seat: [(99,)], id="no such verb"),
        pytest.param("legal", lambda state, seat: [(toy_game.PEEK, 77)], id="no such card"),
        pytest.param("legal", lambda state, seat: [(toy_game.LAY,)], id="a card too few"),
        pytest.param("legal", lambda state, seat: ["pass"], id="moves that are none"),
        pytest.param("result", lambda state: None, id="no result"),
        pytest.param("result", lambda state: (1, 2), id="a result that is none"),
        pytest.param("result", lambda state: Result([1]), id="a score too few"),
        pytest.param("public", lambda state: None, id="no facts"),
    ],
)
def test_rules_that_answer_nonsense_are_told_in_one_sentence(function: str, answer: Any) -> None:
    match = Match(altered(toy_game, **{function: answer}), 2, seed=1)
    with pytest.raises(RulesError, match="The rules of magpie"):
        snapshot(match)


def test_a_house_that_draws_for_ever_is_stopped() -> None:
    drawn = 0

    def settle(state: Any, outcome: tuple[int, ...], tell: Any) -> None:
        nonlocal drawn
        drawn += 1

    with pytest.raises(RulesError, match=r"^The rules of dice let the house draw without end\.$"):
        Match(altered(dice, settle=settle), 3, seed=1)
    assert drawn == DRAWS_IN_A_ROW


def test_a_house_that_draws_for_ever_in_a_move_changes_nothing() -> None:
    def settle(state: dice.State, outcome: tuple[int, ...], tell: Any) -> None:
        if state.phase == dice.ORDERING:
            dice.settle(state, outcome, tell)

    luck = Scripted(shuffles=[[]], rolls=[1] * DRAWS_IN_A_ROW)
    match = Match(altered(dice, settle=settle), 3, luck=luck)
    before = snapshot(match)
    with pytest.raises(RulesError, match="without end"):
        match.play(0, "throw")
    assert snapshot(match) == before
    assert luck.draw(Draw.die("die")) == (1,)


def test_a_card_that_lies_nowhere_cannot_be_told() -> None:
    def apply(state: Any, seat: int, play: Any, tell: Any) -> None:
        tell("Found", cards={"card": 99})

    match = Match(altered(toy_game, apply=apply), 2, seed=1)
    with pytest.raises(RulesError, match="The rules of magpie failed in 'apply'"):
        match.play(0, "bid 0")


def test_the_rules_may_be_interrupted_and_nothing_has_changed() -> None:
    def interrupted(*args: Any) -> None:
        raise KeyboardInterrupt

    match = Match(altered(dice, apply=interrupted), 3, seed=1)
    before = snapshot(match)
    with pytest.raises(KeyboardInterrupt):
        match.play(match.to_act[0], "skip")
    assert snapshot(match) == before


def silent(state: Any, outcome: tuple[int, ...], tell: Any) -> None:
    dice.settle(state, outcome, None)


def test_rules_that_fail_where_nothing_was_told_are_told_in_one_sentence() -> None:
    with pytest.raises(RulesError, match=r"^The rules of dice failed in 'places': KeyError"):
        Match(altered(dice, places=failing, settle=silent), 3, seed=1)


def test_rules_that_say_themselves_what_is_wrong_are_taken_at_their_word() -> None:
    def settle(*args: Any) -> None:
        raise RulesError("The die has rolled off the table.")

    with pytest.raises(RulesError, match=r"^The die has rolled off the table\.$"):
        Match(altered(dice, settle=settle), 3, seed=1)


def test_rules_that_fail_in_a_replay_are_not_blamed_on_the_record() -> None:
    record = Match("dice", ABC, seed=1).record()
    with pytest.raises(RulesError, match=r"^The rules of dice failed in 'settle': KeyError"):
        Match.replay(record, game=altered(dice, settle=failing))
