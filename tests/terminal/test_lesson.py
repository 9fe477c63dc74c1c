"""A lesson at a terminal: the coach's sentence comes before each prompt."""

from __future__ import annotations

from pathlib import Path

import pytest

from settebello.games import scopa
from settebello.lessons import LEARNER, script_of
from settebello.words import coach_says
from terminal.session import play, types_lines


def flat(text: str) -> str:
    """Without the line ends that the width of the screen makes."""
    return " ".join(text.split())


@pytest.mark.parametrize("asked", [False, True])
def test_a_lesson_says_what_to_do_before_each_move(home: Path, asked: bool) -> None:
    script = script_of(scopa)
    assert script is not None
    moves = [move.move for move in script.moves if move.seat == LEARNER]
    lines = ["Ann"] * asked + moves
    text, code = play(types_lines(*lines), "scopa", players=None if asked else "Ann", teaches=True)
    assert code == 0
    for step in range(1, len(moves) + 1):
        assert f"Lesson, step {step} of {len(moves)}: {coach_says(scopa, str(step))}" in flat(text)
    assert f"Lesson: {coach_says(scopa, 'end')}" in flat(text)


def test_a_game_without_a_lesson_says_so(home: Path, tmp_path: Path) -> None:
    rules = tmp_path / "scopa_too.py"
    rules.write_text(
        "from settebello.games.scopa import *\nfrom settebello.games.scopa import NAME\n"
    )
    with pytest.raises(ValueError, match=r"There is no lesson for .* Play it without --lesson"):
        play(types_lines(), str(rules), players="Ann", teaches=True)
