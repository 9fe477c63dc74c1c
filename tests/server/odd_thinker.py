"""A thinking process whose bot does something odd: `python odd_thinker.py WHAT MEGABYTES`.

All else is that of the real process.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from settebello.lab.judging import JudgedMove, judge
from settebello.mind import Mind
from settebello.server import thinker

Random01 = Callable[[], float]


class Choice:
    """As much of a thought as the server reads."""

    def __init__(self, move: str, late: bool = False) -> None:
        self.move, self.late = move, late

    def to_dict(self) -> dict[str, Any]:
        return {"choice": self.move, "late": self.late}


def first(mind: Mind, random: Random01, deadline: float) -> Choice:
    return Choice(mind.texts[0])


def late(mind: Mind, random: Random01, deadline: float) -> Choice:
    return Choice(mind.texts[0], late=True)


def raises(mind: Mind, random: Random01, deadline: float) -> Choice:
    raise RuntimeError(f"a secret: {mind.texts}")


def leaves(mind: Mind, random: Random01, deadline: float) -> Choice:
    sys.exit("enough")


def dies(mind: Mind, random: Random01, deadline: float) -> Choice:
    os._exit(7)


def nonsense(mind: Mind, random: Random01, deadline: float) -> Choice:
    return Choice("9Z and a half")


def prints(mind: Mind, random: Random01, deadline: float) -> Choice:
    print("what a bot prints goes nowhere", flush=True)
    return Choice(mind.texts[0])


def hangs(mind: Mind, random: Random01, deadline: float) -> Choice:
    while True:
        pass


def eats(mind: Mind, random: Random01, deadline: float) -> Choice:
    eaten = []
    while True:
        eaten.append(bytearray(2**20))


def waits(mind: Mind, random: Random01, deadline: float) -> Choice:
    """Until somebody writes into the pipe whose path is the name of the bot's file."""
    Path(os.environ["THINKER_WAITS_FOR"]).read_bytes()
    return Choice(mind.texts[0])


ODD: dict[str, Any] = {
    bot.__name__: bot
    for bot in (first, late, raises, leaves, dies, nonsense, prints, hangs, eats, waits)
}

if __name__ == "__main__":
    odd = ODD[sys.argv.pop(1)]

    def judge_oddly(mind: Mind, number: int, text: str, worlds: int) -> JudgedMove | None:
        """In a review: what is said of a decision is right, unless it is nonsense."""
        move = odd(mind, Random(number).random, 0.0).move
        judged = judge(mind, number, text, worlds)
        return judged if move in mind.texts or judged is None else judged._replace(best=move)

    setattr(thinker, "think_hard", odd)  # noqa: B010 (it is imported there)
    setattr(thinker, "judge", judge_oddly)  # noqa: B010
    thinker.main()
