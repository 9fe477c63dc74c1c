"""How good the bots are: `make bench-bots`; `make bench-bots ARGS='--games 150'` for a first look.

Each game's own bot plays against two that choose at random (in Hearts three), with the seats
rotated. A third of the wins (a quarter) would be an even share. Its win rate is shown with its
95 % interval and the aim.
"""

import argparse
import os
from typing import NamedTuple

from settebello.game import OptionValue
from settebello.lab.simulate import SimulationPlan, simulate
from settebello.registry import find_game

SEED = 1


class Contest(NamedTuple):
    game: str
    aim: float  # the win rate; Dice leaves little to choose, see bots/dice.py
    options: dict[str, OptionValue]


CONTESTS = (
    Contest("dice", 0.60, {}),
    Contest("scopa", 0.45, {}),
    Contest("sixty_six", 0.45, {}),
    Contest("sixty_six", 0.45, {"variant": "draft"}),
    Contest("rummy", 0.45, {}),
    Contest("briscola", 0.45, {}),
    Contest("hearts", 0.45, {}),
    Contest("liars_dice", 0.45, {}),
    Contest("go_fish", 0.45, {}),
)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how good the bots are.")
    parser.add_argument("--games", type=int, default=3_000, help="matches of each game (3000)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes (all cores)")
    arguments = parser.parse_args()
    games, jobs = arguments.games, arguments.jobs or 1

    print(f"One bot against random ones, {games:,} matches each, seed {SEED}\n")
    row = "{:<20}{:>8}{:>16}{:>8}{:>12}{:>17}"
    print(row.format("", "wins", "95 % interval", "aim", "mean score", "moves a second"))
    for game, aim, options in CONTESTS:
        others = ["random"] * (find_game(game).SEATS[0] - 1)
        plan = SimulationPlan(game, ("bot", *others), SEED, options)
        summary = simulate(plan, games, jobs=jobs)
        bot = summary.bots[0]
        name = " ".join([game, *map(str, options.values())])
        interval = f"{bot.low:.1%} - {bot.high:.1%}"
        speed = f"{summary.moves_per_second:,.0f}"
        cells = (name, f"{bot.rate:.1%}", interval, f"{aim:.0%}", f"{bot.mean_score:.1f}", speed)
        print(row.format(*cells), flush=True)


if __name__ == "__main__":
    main()
