"""How fast a match is played: part of `make bench`; with `ARGS=--quick` for a first look.

Random legal play through `Match`, `legal` and `play` for each move, beside the rules loop that
plays the same games without events, names and records. Chance comes from a seed, or from the
operating system as at a live table. Nobody reads the events there, so the moves are not told. The
last column also asks for what a person in that seat sees: the view, and the notices since the last
move. Both take turns in many short repetitions, measured in processor time, and the best of each
counts: a busy machine slows both, so look at the ratio.
"""

import argparse
import platform
from collections.abc import Callable

from bench_rules import best_rates
from settebello import COMPILED, Match, games
from settebello.game import Game
from settebello.lab.playout import chooser, playout
from settebello.luck import Luck, Seeded, SystemLuck
from settebello.registry import check_options

SEED = 1
MOVES = 300  # in one repetition


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the speed of a match.")
    parser.add_argument("--quick", action="store_true", help="few repetitions")
    repetitions = 2 if parser.parse_args().quick else 20
    version = f"{platform.python_implementation()} {platform.python_version()}"
    core = "compiled" if COMPILED else "interpreted"
    print(f"{version}, core {core}, one core, best of {repetitions} repetitions\n")
    heads = ("rules loop", "by a seed", "of it", "by the system", "and looked at")
    print(f"{'moves a second':20}" + "".join(f"{head:>15}" for head in heads))
    for name, game in games().items():
        measured = (
            lambda game=game: by_the_rules(game),
            lambda game=game: in_matches(game, lambda: Seeded(SEED)),
            lambda game=game: in_matches(game, SystemLuck),
            lambda game=game: in_matches(game, SystemLuck, looked_at=True),
        )
        loop, seeded, system, seen = best_rates(measured, repetitions)
        cells = (f"{loop:,.0f}", f"{seeded:,.0f}", f"{seeded / loop:.0%}", f"{system:,.0f}")
        print(
            f"{name:20}" + "".join(f"{cell:>15}" for cell in (*cells, f"{seen:,.0f}")), flush=True
        )


def by_the_rules(game: Game) -> int:
    luck, options, moves = Seeded(SEED), check_options(game, None), 0
    choose = chooser(luck.random)
    while moves < MOVES:
        moves += playout(game, game.setup(options, game.SEATS[0], None), luck.draw, choose)
    return moves


def in_matches(game: Game, luck: Callable[[], Luck], looked_at: bool = False) -> int:
    random, moves = Seeded(SEED).random, 0
    while moves < MOVES:
        match = Match(game, game.SEATS[0], luck=luck())
        while match.to_act and moves < MOVES:
            seat = match.to_act[0]
            legal = match.legal(seat)
            match.play(seat, legal[int(random() * len(legal))])
            moves += 1
            if looked_at:
                match.view(seat)
                match.notices(seat, since=match.history.told()[seat] - 1)
    return moves


if __name__ == "__main__":
    main()
