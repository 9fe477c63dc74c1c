"""Lessons: every script plays out as a table would play it, and every step of it has words."""

import subprocess
import sys
from pathlib import Path

import pytest

from settebello.games import OUR_GAMES
from settebello.lessons import HERE, LEARNER, Script, lesson_of, script_of
from settebello.registry import find_game
from settebello.words import LANGUAGES, words_of

ROOT = Path(__file__).parents[1]
LESSONS = sorted(file.stem for file in HERE.glob("*.toml"))
LONGEST = 120  # characters of what the coach says

each_lesson = pytest.mark.parametrize("name", LESSONS)
each_language = pytest.mark.parametrize("language", LANGUAGES)

# A toy game beside which a lesson can lie: the rules are those of Scopa.
RULES = "from settebello.games.scopa import *\nfrom settebello.games.scopa import NAME\n"
SCRIPT = 'seats = 2\nseed = 17\nmoves = ["0 7D x 5D 2S", "1 1S"]\n'


def script(name: str) -> Script:
    found = script_of(find_game(name))
    assert found is not None
    return found


def test_every_game_has_a_lesson() -> None:
    assert set(LESSONS) == {game.NAME for game in OUR_GAMES}


@each_lesson
def test_a_lesson_plays_by_the_rules_and_has_four_to_six_moves_of_the_learner(name: str) -> None:
    assert script(name).moves[0].luck is not None
    assert 4 <= script(name).steps() <= 6


@each_lesson
@each_language
def test_the_coach_has_a_short_sentence_for_every_step_and_for_the_end(
    name: str, language: str
) -> None:
    words, steps = words_of(find_game(name), language), script(name).steps()
    for step in (*range(1, steps + 1), "end"):
        said = words.format(f"lesson-{step}", {})
        assert said, f"lesson-{step} is missing"
        assert len(said) <= LONGEST, f"lesson-{step} has {len(said)} characters"
    assert words.format(f"lesson-{steps + 1}", {}) is None


# Reading one.


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    file = tmp_path / "copy_of_scopa.py"
    file.write_text(RULES)
    return file


def write(rules: Path, text: str) -> None:
    rules.with_suffix(".lesson.toml").write_text(text)


def test_a_game_from_elsewhere_has_its_lesson_beside_its_rules(rules: Path) -> None:
    assert lesson_of(find_game(str(rules))) is None
    assert script_of(find_game(str(rules))) is None
    write(rules, SCRIPT)
    found = script_of(find_game(str(rules)))
    assert found is not None
    assert [(move.seat, move.move) for move in found.moves] == [(0, "7D x 5D 2S"), (1, "1S")]
    assert found.luck[0] in ("0 1", "1 0")
    assert found.steps() == 1
    assert found.steps(0) == 0
    assert found.moves[0].seat == LEARNER


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("seats = 2\n", "is no lesson: Object missing required field `seed`"),
        ("seats =", "is no lesson: "),
        (SCRIPT.replace("1 1S", "0 1S"), "Move 2 of the lesson, '0 1S': seat 1 is to move"),
        (SCRIPT.replace("1 1S", "1 9X"), "Move 2 of the lesson, '1 9X': "),
        (SCRIPT.replace(', "1 1S"', ""), "The lesson ends before the move of seat 1."),
    ],
)
def test_a_lesson_that_cannot_be_played_says_why(rules: Path, text: str, why: str) -> None:
    write(rules, text)
    with pytest.raises(ValueError, match="esson") as raised:
        script_of(find_game(str(rules)))
    assert why in str(raised.value)


# Writing one.


def test_the_tool_prints_a_deal_and_the_lesson_that_was_played(rules: Path) -> None:
    command = [sys.executable, "tools/lesson.py", str(rules), "--seed", "17", "--seats", "2"]
    command += ["--option", "target=11", "--moves", "2", "--play", "7D x 5D 2S"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert "hand:0     7S 3D 7D" in done.stdout
    assert "legal for 0: 7S x 5D 2S   3D   7D x 5D 2S" in done.stdout
    toml = done.stdout[done.stdout.index("seats = 2") :]
    write(rules, toml)
    found = script_of(find_game(str(rules)))
    assert found is not None
    assert found.steps() == 2
    again = subprocess.run(command[:3], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert again.stdout.startswith(done.stdout[: done.stdout.index("seats = 2") - 400])
    refused = subprocess.run([*command, "9X"], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert refused.returncode == 1
