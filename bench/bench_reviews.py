"""How long reviews take: `make bench-reviews`; with `ARGS='rummy hearts'` for some games only.

A match of each game between `easy` and `medium`, by the same seed each time, and the review of its
first seat, with nothing remembered from other matches. Measured in processor time: a person waits
as long on a machine that has a core to spare.
"""

import argparse
import platform
import time
from random import Random

from settebello import COMPILED, Match, games
from settebello.bots import choose, find_bot
from settebello.lab.review import WORLDS, review

SEED = 1
LEVELS = ("easy", "medium")
# The games in which a review has most to do are played by more as well.
LINE_UPS = [
    ("dice", 3), ("briscola", 2), ("briscola", 4), ("scopa", 2), ("scopa", 3), ("go_fish", 2),
    ("go_fish", 3), ("liars_dice", 3), ("hearts", 4), ("rummy", 2), ("rummy", 3),
    ("sixty_six", 2), ("sixty_six", 3),
]  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how long reviews take.")
    parser.add_argument("games", nargs="*", help="their names; else all of ours")
    parser.add_argument("--worlds", type=int, default=WORLDS, help="for a decision, at most")
    wanted = parser.parse_args()
    version = f"{platform.python_implementation()} {platform.python_version()}"
    core = "compiled" if COMPILED else "interpreted"
    print(f"{version}, core {core}, one seat, at most {wanted.worlds} worlds a decision\n")
    print(f"{'game, seats':24}{'moves':>8}{'decisions':>12}{'seconds':>10}{'turning points':>18}")
    for name, seats in LINE_UPS:
        if name in wanted.games or not wanted.games:
            measure(name, seats, wanted.worlds)


def measure(name: str, seats: int, worlds: int) -> None:
    match = played(name, seats)
    begun = time.process_time()
    (seat,) = review(match.record(), 0, worlds=worlds).seats
    seconds = time.process_time() - begun
    decisions, found = len(seat.decisions), len(seat.largest_losses())
    moves = len(match.moves)
    print(
        f"{name + ', ' + str(seats):24}{moves:8}{decisions:12}{seconds:10.1f}{found:18}", flush=True
    )


def played(name: str, seats: int) -> Match:
    """A match in which `easy` and `medium` take turns in the seats."""
    match = Match(games()[name], seats, seed=SEED)
    bots = [find_bot(level, match.game) for level in LEVELS]
    random = Random(SEED)
    while not match.over:
        seat = match.to_act[0]
        level = seat % len(LEVELS)
        match.play(seat, choose(match, seat, bots[level], LEVELS[level], random))
    return match


if __name__ == "__main__":
    main()
