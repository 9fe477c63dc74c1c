"""The first hand of a game, which teaches it: a fixed deal and the moves that are played in it.

A lesson is a TOML file: `lessons/scopa.toml` for our games, `mygame.lesson.toml` beside a
`mygame.py` from elsewhere. Seat 0 is the learner. What the coach says before their first move is
the message `lesson-1` of the game's words, and so on; `lesson-end` comes after the last one.

    seats = 2
    seed = 17
    moves = ["0 7D x 5D 2S", "1 3S", "0 3D x 3S"]

The moves of all seats are there, up to where the learner is to move again. Where several may move
at once, the bots do so first, from seat 1 on. `python tools/lesson.py scopa --seed 17` shows a deal
with its hands and moves, and prints such a file.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from settebello.game import Game
from settebello.match import Match
from settebello.words import rules_file

HERE = Path(__file__).parent
LEARNER = 0  # the seat


class LessonMove(NamedTuple):
    """A move of a lesson, and the luck that is drawn after it."""

    seat: int
    move: str
    luck: list[str]


class Script(NamedTuple):
    """A lesson as it is played: the luck of its deal, and its moves."""

    luck: list[str]
    moves: list[LessonMove]

    def steps(self, upto: int | None = None) -> int:
        """How many of the moves, or of the first `upto`, are the learner's."""
        return sum(move.seat == LEARNER for move in self.moves[:upto])


class Lesson(msgspec.Struct, forbid_unknown_fields=True):
    """A first hand: how many sit at it, its luck, its house rules, and the moves in order.

    A move is written with its seat: "0 take 7D 4C 3S".
    """

    seats: int
    seed: int
    moves: list[str]
    options: dict[str, Any] = {}


def lesson_of(game: Game) -> Lesson | None:
    """The lesson of a game; None if it has none. Raises ValueError if the file is not one."""
    rules = rules_file(game)
    file = Path(rules).with_suffix(".lesson.toml") if rules else HERE / f"{game.NAME}.toml"
    return read_lesson(file, file.stat().st_mtime_ns) if file.is_file() else None


@lru_cache(maxsize=64)
def read_lesson(file: Path, changed: int) -> Lesson:
    """The lesson in a file, read again if that has `changed`; ValueError if it is not one."""
    try:
        return msgspec.toml.decode(file.read_bytes(), type=Lesson)
    except (msgspec.MsgspecError, ValueError) as error:
        raise ValueError(f"{file.name} is no lesson: {error}") from error


def script_of(game: Game) -> Script | None:
    """The lesson of a game, played out; None if it has none. ValueError if it cannot be played.

    It is played once, and again when the rules or the lesson have changed.
    """
    lesson = lesson_of(game)
    if lesson is None:
        return None
    kept = _played.get(game.NAME)
    if kept is None or kept[0] is not game or kept[1] is not lesson:
        kept = _played[game.NAME] = (game, lesson, played(game, lesson))
    return kept[2]


_played: dict[str, tuple[Game, Lesson, Script]] = {}  # by the names of games


def played(game: Game, lesson: Lesson) -> Script:
    """A lesson of a game, played out. ValueError if it cannot be played."""
    match = Match(game, lesson.seats, seed=lesson.seed, options=lesson.options)
    deal, moves = match.luck_since(0), []
    for number, move in enumerate(lesson.moves, start=1):
        drawn, seat, (written, _, text) = match.drawn, acting(match), move.partition(" ")
        try:
            if seat is None or written != str(seat):
                raise ValueError("the match is over" if seat is None else f"seat {seat} is to move")
            match.play(seat, text)
        except ValueError as error:
            raise ValueError(f"Move {number} of the lesson, {move!r}: {error}") from None
        moves.append(LessonMove(seat, match.last_move, match.luck_since(drawn)))
    if not match.over and acting(match) != LEARNER:
        raise ValueError(f"The lesson ends before the move of seat {acting(match)}.")
    return Script(deal, moves)


def acting(match: Match) -> int | None:
    """The seat whose move comes first at a table of a lesson; None if the match is over.

    Of several seats the bots choose first, since they do not have to think.
    """
    if match.over:
        return None
    return next((seat for seat in match.to_act if seat != LEARNER), LEARNER)
