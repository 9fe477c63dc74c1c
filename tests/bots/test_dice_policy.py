"""The policy of Dice: the best play of a turn, and what it does in a match."""

from random import Random
from typing import Any

import pytest

from settebello.bots import dice as policy
from settebello.bots import dice_turn
from settebello.cards import Seat
from settebello.game import OptionValue
from settebello.games import dice
from settebello.luck import Seeded

USUAL: dict[str, OptionValue] = {
    "turns": 12,
    "skip_on": "count",
    "early_end_ignores_ties": False,
}


def state_of(
    points: list[int], turn: int, faces: dict[int, str], options: dict[str, OptionValue] = USUAL
) -> dice.State:
    """Before a turn; the order is that of the seats, and the faces are what they threw last."""
    state = dice.setup(options, 3, [0, 1, 2])
    state.turn, state.points = turn, points
    for seat, row in faces.items():
        state.run_faces[seat], state.run_lengths[seat] = int(row[-1]), len(row)
    dice.begin_turn(state, dice.leads(points, 10), None)
    return state


def chosen(state: dice.State) -> str:
    play = policy.choose(state, state.to_act[0], None, Random(1).random)
    assert play in dice.legal(state, state.to_act[0])
    return [*dice.VERBS][play[0]]


def twin(state: dice.State, seat: Seat, worth: Any) -> list[float]:
    """What each legal play is worth, by the rules themselves and every throw of the die."""

    def ended(after: dice.State) -> float:
        lost = (
            after.lose_next or after.turn == state.turn + 2
        )  # at the end nobody loses it any more
        return float(worth(after.points[seat], lost))

    def thrown(before: dice.State) -> float:
        total = 0.0
        for face in range(1, 7):
            after = before.clone()
            dice.settle(after, (face,), None)
            if after.house is not None:
                total += thrown(after)
            elif after.phase == dice.ASKING:
                total += max(twin(after, seat, worth))
            else:
                total += ended(after)
        return total / 6

    found = []
    for play in dice.legal(state, seat):
        after = state.clone()
        dice.apply(after, seat, play, None)
        found.append(ended(after) if after.house is None else thrown(after))
    return found


@pytest.mark.parametrize("skip_on", ["count", "face"])
def test_turn_is_worth_what_all_its_throws_are_worth(skip_on: str) -> None:
    luck, random = Seeded(3), Random(3)
    seen = set()
    for _ in range(100):
        state = dice.setup({**USUAL, "skip_on": skip_on}, 3, None)
        worths = [random.random() for _ in range(1000)]

        def worth(points: int, loses_next: bool, worths: list[float] = worths) -> float:
            return worths[points + (500 if loses_next else 0)]

        while state.house is not None or state.to_act:
            if state.house is not None:
                dice.settle(state, luck.draw(state.house), None)
                continue
            seat = state.to_act[0]
            plays = dice.legal(state, seat)
            expected = twin(state, seat, worth)
            assert dice_turn.values(state, seat, worth)[: len(plays)] == pytest.approx(expected)
            seen.add((state.phase, state.run_lengths[seat]))
            dice.apply(state, seat, plays[int(random.random() * len(plays))], None)
    assert {(phase, n) for phase in (dice.DECIDING, dice.ASKING) for n in (1, 2)} < seen


def test_chance_is_that_of_the_rules_when_the_game_is_over() -> None:
    state = state_of([20, 30, 25], 11, {})
    prospects = policy.Prospects(state, Seat(2))
    assert prospects.chance(31, False) == 1
    assert prospects.chance(29, False) == 0
    assert 0 < prospects.chance(30, False) < 1  # a shared lead goes on
    early = policy.Prospects(state_of([20, 22, 25], 5, {}), Seat(2))
    assert early.chance(32, False) == 1
    assert early.chance(31, False) < 1
    assert policy.Prospects(state_of([32, 21, 20], 5, {}), Seat(2)).chance(22, False) == 0
    level = policy.Prospects(state_of([20, 20, 25], 5, {}), Seat(2))
    assert level.chance(40, False) < 1  # rule 22
    ignoring = state_of([20, 20, 25], 5, {}, {**USUAL, "early_end_ignores_ties": True})
    assert policy.Prospects(ignoring, Seat(2)).chance(40, False) == 1


def test_more_points_and_a_lost_turn_of_the_next_are_better() -> None:
    prospects = policy.Prospects(state_of([20, 24, 25], 8, {}), Seat(2))
    chances = [prospects.chance(points, False) for points in range(15, 34)]
    assert chances == sorted(chances)
    assert all(prospects.chance(n, True) > prospects.chance(n, False) for n in range(15, 33))


def test_shared_end_is_worth_a_share() -> None:
    last = dice.EXTRA_TURNS + 11
    assert policy.Prospects(state_of([9, 9, 5], last, {}), Seat(2)).chance(9, False) == 1 / 3
    assert policy.Prospects(state_of([9, 4, 5], last, {}), Seat(2)).chance(9, False) == 0.5


def test_hopeless_lead_of_another_is_no_overflow() -> None:
    options = {**USUAL, "turns": 1000}
    prospects = policy.Prospects(state_of([9000, 0, 0], 995, {}, options), Seat(2))
    assert prospects.chance(0, False) < 1e-9


def test_policy_throws_and_rerolls() -> None:
    assert chosen(state_of([0, 0, 0], 0, {})) == "throw"
    state = state_of([0, 0, 0], 0, {})
    dice.apply(state, Seat(0), (dice.THROW,), None)
    dice.settle(state, (1,), None)
    assert chosen(state) == "reroll"


def test_policy_skips_only_if_three_alike_could_cost_the_lead() -> None:
    assert chosen(state_of([20, 14, 25], 11, {2: "44"})) == "skip"
    assert chosen(state_of([20, 14, 25], 11, {2: "4"})) == "throw"
    assert chosen(state_of([30, 14, 25], 11, {2: "44"})) == "throw"  # there is nothing to lose


def test_policy_keeps_a_one_if_another_could_cost_the_lead() -> None:
    state = state_of([20, 14, 25], 11, {2: "1"})
    dice.apply(state, Seat(2), (dice.THROW,), None)
    dice.settle(state, (1,), None)
    assert chosen(state) == "keep"


def test_policy_throws_in_extra_turns() -> None:
    assert chosen(state_of([25, 14, 25], 14, {2: "44"})) == "throw"
