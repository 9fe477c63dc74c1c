"""How fast the rules are: `make bench`; `make bench ARGS=--quick` for a first look.

Random legal play through the rules is compared with a bare loop that plays the same matches, number
by number. Both take turns in many short repetitions, measured in processor time, and the best of
each counts: a busy machine slows both, so look at the ratio. Then come the time to clone a state,
and the time of the leak test, which plays every world through a whole `Match`.
"""

import argparse
import platform
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import bare
from settebello import COMPILED
from settebello.game import Game
from settebello.games import dice, rummy, scopa, sixty_six
from settebello.lab.check import examine
from settebello.lab.leaks import Secrets
from settebello.lab.playout import chooser, playout
from settebello.luck import Seeded
from settebello.registry import check_options

SEED = 1


class Row(NamedTuple):
    """A line of the table, each cell ready to print."""

    what: str
    measured: str
    beside: str
    ratio: str
    aim: str


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the speed of the rules.")
    parser.add_argument("--quick", action="store_true", help="few repetitions")
    quick = parser.parse_args().quick
    repetitions = 5 if quick else 100

    version = f"{platform.python_implementation()} {platform.python_version()}"
    rules = "compiled" if COMPILED else "interpreted"
    print(f"{version}, rules {rules}, one core, best of {repetitions} repetitions\n")
    show(Row("", "rules", "bare loop", "ratio", "aim"))
    show(random_play("Dice", dice, bare.dice, 200, repetitions))
    show(random_play("Scopa", scopa, bare.scopa, 10, repetitions))
    show(random_play("66", sixty_six, bare.sixty_six, 50, repetitions))
    show(random_play("Rummy", rummy, bare.rummy, 1, repetitions))
    show(Row("", "", "", "", ""))
    show(cloning("Dice", dice, 1.2, repetitions))
    show(cloning("Scopa", scopa, 1.2, repetitions))
    show(cloning("66", sixty_six, 1.5, repetitions))
    show(cloning("Rummy", rummy, 1.5, repetitions))
    show(Row("", "", "", "", ""))
    show(leak_test("Scopa", scopa, 20 if quick else 1_000))


def show(row: Row) -> None:
    line = f"{row.what:24}{row.measured:>12}{row.beside:>12}{row.ratio:>8}{row.aim:>12}"
    print(line.rstrip(), flush=True)


def random_play(
    name: str,
    game: Game,
    bare_loop: Callable[[Callable[[], float], int], int],
    matches: int,
    repetitions: int,
) -> Row:
    """Moves a second, by the rules and by the bare loop."""
    options = check_options(game, None)

    def by_the_rules() -> int:
        luck = Seeded(SEED)
        choose = chooser(luck.random)
        states = (game.setup(options, game.SEATS[0], None) for _ in range(matches))
        return sum(playout(game, state, luck.draw, choose) for state in states)

    def in_the_bare_loop() -> int:
        return bare_loop(Seeded(SEED).random, matches)

    rules, loop = best_rates([by_the_rules, in_the_bare_loop], repetitions)
    what = f"{name}, moves a second"
    return Row(what, f"{rules:,.0f}", f"{loop:,.0f}", f"{rules / loop:.0%}", ">= 60%")


def cloning(name: str, game: Game, most: float, repetitions: int) -> Row:
    """The time to clone a state in the middle of a match."""
    clone = middle_of_a_match(game).clone

    def clones() -> int:
        for _ in range(1_000):
            clone()
        return 1_000

    (rate,) = best_rates([clones], 10 * repetitions)
    return Row(f"{name}, clone()", f"{1e6 / rate:.2f} µs", "", "", f"<= {most:.2f} µs")


def leak_test(name: str, game: Game, worlds: int) -> Row:
    """The time to compare so many worlds, as `settebello check` does."""

    def compare() -> int:
        secrets = Secrets(worlds)
        examine(game, secrets, worlds, SEED, secrets.is_done)
        return secrets.compared

    (rate,) = best_rates([compare], 1)
    return Row(f"{name}, {worlds:,} worlds", f"{worlds / rate:.2f} s", "", "", "")


def middle_of_a_match(game: Game, moves: int = 6) -> Any:
    luck = Seeded(SEED)
    choose = chooser(luck.random)
    state = game.setup(check_options(game, None), game.SEATS[0], None)
    while state.house or moves:
        if state.house:
            game.settle(state, luck.draw(state.house), None)
        else:
            seat = state.to_act[0]
            game.apply(state, seat, choose(game.legal(state, seat)), None)
            moves -= 1
    return state


def best_rates(tasks: Sequence[Callable[[], int]], repetitions: int) -> list[float]:
    """Each task's best rate; a task returns how much it has done. The tasks take turns."""
    best = [0.0] * len(tasks)
    for _ in range(repetitions):
        for number, task in enumerate(tasks):
            start = time.process_time()
            done = task()
            best[number] = max(best[number], done / (time.process_time() - start))
    return best


if __name__ == "__main__":
    main()
