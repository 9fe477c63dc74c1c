"""The first hand of a game, which teaches it: a fixed deal and the moves that are played in it.

A lesson is a TOML file: `lessons/scopa.toml` for our games, `mygame.lesson.toml` beside a
`mygame.py` from elsewhere. Seat 0 is the learner. What the coach says before their first move is
the message `lesson-1` of the game's words, and so on; `lesson-end` comes after the last one.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from settebello.game import Game
from settebello.words import rules_file

HERE = Path(__file__).parent
LEARNER = 0  # the seat


class Played(NamedTuple):
    """A move of the lesson."""

    seat: int
    move: str


class Lesson(msgspec.Struct, forbid_unknown_fields=True):
    """A first hand: how many sit at it, its luck, its house rules, and the moves in order.

    A move is written with its seat: "0 take 7D 4C 3S".
    """

    seats: int
    seed: int
    moves: list[str]
    options: dict[str, Any] = {}

    def played(self) -> list[Played]:
        """The moves, each with its seat."""
        parted = (move.partition(" ") for move in self.moves)
        return [Played(int(seat), move) for seat, _, move in parted]


def lesson_of(game: Game) -> Lesson | None:
    """The lesson of a game; None if it has none. Raises ValueError if the file is not one."""
    rules = rules_file(game)
    file = Path(rules).with_suffix(".lesson.toml") if rules else HERE / f"{game.NAME}.toml"
    return read_lesson(file)


@cache
def read_lesson(file: Path) -> Lesson | None:
    """The lesson in a file; None if there is no such file. Raises ValueError if it is not one."""
    if not file.is_file():
        return None
    try:
        return msgspec.toml.decode(file.read_bytes(), type=Lesson)
    except (msgspec.MsgspecError, ValueError) as error:
        raise ValueError(f"{file.name} is no lesson: {error}") from error
