"""How far the bot of Dice is from the best play of a single turn: `make bench-dice`.

The best play of a turn is computed exactly, by the points that it brings on average. Three bots
play many matches, and each of their choices is compared with it. Then one who always plays for
points sits down with two bots. The bot plays for wins: where the two differ, it holds back, or
takes a risk, since more points would not help.
"""

import argparse
from random import Random

from settebello.bots import dice as bot
from settebello.bots.dice_turn import values
from settebello.bots.policy import policy_bot
from settebello.cards import Seat
from settebello.dealing import Random as Numbers
from settebello.game import Play
from settebello.games import dice
from settebello.lab.simulate import SimulationPlan, simulate
from settebello.luck import Seeded

SEED = 1


def points_alone(points: int, loses_next: bool) -> float:
    return float(points)


class ForPoints:
    """A policy that makes the best play of each turn, by its points."""

    def choose(self, state: dice.State, seat: Seat, memory: None, random: Numbers) -> Play:
        plays = dice.legal(state, seat)
        bold, careful = values(state, seat, points_alone)
        return plays[-1] if careful > bold else plays[0]


def compare(games: int) -> tuple[int, int, float]:
    """The choices of three bots, how many are not the best by points, and the points they lose."""
    luck, random = Seeded(SEED), Random(SEED).random
    choices, others, lost = 0, 0, 0.0
    options = {option.name: option.default for option in dice.OPTIONS}
    for _ in range(games):
        state = dice.setup(options, 3, None)
        while state.house is not None or state.to_act:
            if state.house is not None:
                dice.settle(state, luck.draw(state.house), None)
                continue
            seat = state.to_act[0]
            plays = dice.legal(state, seat)
            chosen = bot.choose(state, seat, None, random)
            if len(plays) > 1:
                worth = values(state, seat, points_alone)
                loss = max(worth) - worth[plays.index(chosen)]
                choices, others, lost = choices + 1, others + (loss > 0), lost + loss
            dice.apply(state, seat, chosen, None)
    return choices, others, lost


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare the bot of Dice with exact play.")
    parser.add_argument("--games", type=int, default=20_000, help="matches (20000)")
    games = parser.parse_args().games
    print(f"The bot of Dice and the best play of a turn, {games:,} matches, seed {SEED}\n")
    choices, others, lost = compare(games)
    print(f"choices of three bots             {choices:>10,}")
    print(f"not the best of the turn          {others / choices:>10.3%}")
    print(f"points lost by that, per choice   {lost / choices:>10.5f}")
    plan = SimulationPlan("dice", (policy_bot(ForPoints()), "bot", "bot"), SEED)
    player = simulate(plan, games).bots[0]
    interval = f"95 % interval {player.low:.2%} - {player.high:.2%}; even is 33.33%"
    print(f"wins of one who plays for points  {player.rate:>10.2%}  ({interval})")


if __name__ == "__main__":
    main()
