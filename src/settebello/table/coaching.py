"""A lesson at a table: which move comes next, with which luck, and what the coach says to it.

All of it follows from what was played so far: as long as that is the beginning of the lesson, the
lesson goes on. So it survives a crash, a reload and a move that is taken back, and a learner who
plays something else has left it.
"""

from __future__ import annotations

from collections.abc import Sequence

from settebello.game import Move
from settebello.lessons import LEARNER, LessonMove, Script, script_of
from settebello.rejection import Rejection
from settebello.table import protocol
from settebello.table.state import TableState


def deal(state: TableState) -> list[str]:
    """The luck with which the match begins: none if it is to be drawn."""
    script = script_at(state) if state.opened.lesson else None
    return [] if script is None else list(script.luck)


def next_move(state: TableState) -> LessonMove | None:
    """The lesson's next move, of whatever seat; None if there is no lesson, or it is over."""
    script = script_at(state) if state.opened.lesson and state.match else None
    return None if script is None else next(iter(script.moves[moves_played(state) :]), None)


def luck_after(state: TableState, seat: int, text: str) -> list[str]:
    """The luck that follows a move: none if it is to be drawn."""
    following = next_move(state)
    if following is None or following.seat != seat or state.match is None:
        return []
    try:
        meant = state.match.find(seat, text).text
    except Rejection:  # which the move itself gets
        return []
    return list(following.luck) if meant == following.move else []


def offered(state: TableState, seat: int, moves: Sequence[Move]) -> Sequence[Move]:
    """Of these legal moves of a seat those that the lesson asks for, all of them if there is none.

    A learner who could move at the same time as others is asked when those have moved.
    """
    following = next_move(state)
    if following is None or seat != LEARNER:
        return moves
    return [move for move in moves if seat == following.seat and move.text == following.move]


def coach(state: TableState, seat: int | None, asked: bool) -> protocol.Coach | None:
    """What the coach has to say to a seat, which may be `asked` for a move; its words come later.

    It is the step before each move of the learner, and one more after the last move.
    """
    script = script_at(state) if seat == LEARNER and state.match else None
    if script is None or not (asked or state.over):
        return None
    played, steps = moves_played(state), script.steps()
    if played == len(script.moves):
        return protocol.Coach("", steps, steps)
    following = script.moves[played]
    if following.seat != LEARNER:
        return None
    return protocol.Coach("", script.steps(played) + 1, steps, following.move)


def script_at(state: TableState) -> Script | None:
    """The lesson of the table, if what was played so far is its beginning."""
    try:
        script = script_of(state.game)
    except ValueError:  # its file has changed since the table was opened
        return None
    match = state.match
    if script is None or match is None:
        return script
    if match.history.move_count > len(script.moves):  # it goes on after the lesson
        return None
    moves = match.moves
    begun = script.moves[: len(moves)]
    luck = [*script.luck, *(outcome for move in begun for outcome in move.luck)]
    same = moves == [(move.seat, move.move) for move in begun] and luck == match.luck_since(0)
    return script if same else None


def moves_played(state: TableState) -> int:
    return 0 if state.match is None else state.match.history.move_count
