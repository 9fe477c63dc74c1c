"""Watch three bots play a match of Scopa: `make play`; `make play ARGS='--seed 7'` repeats one."""

import argparse
import os
import random
import sys
from typing import Any, NoReturn

from settebello import Match

PLAYERS = ["Ann", "Bea", "Cal"]
TALLY = {"count": "cards", "coins": "coins", "seven": "seven of coins", "values": "sum",
         "sweeps": "sweeps", "points": "points", "scores": "score"}  # fmt: skip


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{message[0].upper()}{message[1:].rstrip('.')}.\n")


def main() -> None:
    parser = Parser(description="Watch three bots, who choose at random, play a match of Scopa.")
    parser.add_argument("--seed", type=int, help="the same number gives the same match")
    seed: int | None = parser.parse_args().seed
    if seed is None:
        seed = random.SystemRandom().randrange(1_000_000)
    try:
        match = Match("scopa", PLAYERS, seed=seed)
    except ValueError as error:
        parser.error(str(error))

    print(f"Scopa: {', '.join(PLAYERS)} play to {match.options['target']} points (--seed {seed}).")
    choose, told = random.Random(seed).choice, 0
    while True:
        for notice in match.notices(None, since=told):  # None: as a spectator sees it
            told = notice["number"]
            if notice["event"] in ("RoundStarted", "MatchEnded"):
                print()
            print(tally(notice) if notice["event"] == "Tallied" else notice["text"])
        if match.over:
            return
        print("    table:", " ".join(match.view(None).places["table"]) or "empty")
        seat = match.to_act[0]
        match.play(seat, choose(match.legal(seat)))


def tally(notice: dict[str, Any]) -> str:
    """The count of the piles, line by line instead of in one long sentence."""
    seven = [int(seat == notice["settebello_seat"]) for seat in range(len(PLAYERS))]
    rows = [
        ("", PLAYERS),
        *((label, {**notice, "seven": seven}[name]) for name, label in TALLY.items()),
    ]
    return "\n".join(
        f"{label:>18}" + "".join(f"{cell!s:>6}" for cell in row) for label, row in rows
    )


if __name__ == "__main__":
    try:
        main()
        sys.stdout.flush()
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
