"""The examples run, and do what the documents say of them."""

import subprocess
import sys
from pathlib import Path

import pytest

from settebello.lab.check import check
from settebello.registry import load_file

EXAMPLES = Path(__file__).parent.parent / "examples"


def watch(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(EXAMPLES / "watch_scopa.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def test_watched_match_is_told_from_the_order_to_the_winner() -> None:
    watched = watch("--seed", "7")
    assert (watched.returncode, watched.stderr) == (0, "")
    lines = watched.stdout.splitlines()
    assert lines[0] == "Scopa: Ann, Bea, Cal play to 8 points (--seed 7)."
    assert lines[1].startswith("The order of play is ")
    assert any(line.startswith("    table: ") for line in lines)
    assert any(line.split()[:3] == ["seven", "of", "coins"] for line in lines)
    assert "Winner: " in lines[-1]


def test_watched_match_repeats_by_its_seed() -> None:
    assert watch("--seed", "3").stdout == watch("--seed", "3").stdout


@pytest.mark.parametrize("arguments", [["--seed", "x"], ["--seed", "-1"], ["--what"]])
def test_wrong_arguments_get_one_sentence(arguments: list[str]) -> None:
    watched = watch(*arguments)
    assert watched.returncode == 2
    assert watched.stdout == ""
    assert watched.stderr.count("\n") == 1


def test_first_game_is_short_and_passes_the_check() -> None:
    file = EXAMPLES / "my_first_game.py"
    assert len(file.read_text("utf-8").splitlines()) <= 80
    lines = list(check(load_file(file), matches=6, worlds=60))
    assert [line.name for line in lines if line.finding] == []
    assert lines[-1].name == "speed"


def test_first_game_with_a_leak_is_caught(tmp_path: Path) -> None:
    # What the walk-through invites its reader to try.
    told, declared = 'cards={"card": play[1]}', '"Laid": "seat card'
    source = (EXAMPLES / "my_first_game.py").read_text("utf-8")
    assert told in source
    assert declared in source
    leaky = source.replace(told, f"{told}, rank=state.deck.faces[play[1]] % 10")
    file = tmp_path / "leaky.py"
    file.write_text(leaky.replace(declared, f"{declared} rank"), "utf-8")
    lines = check(load_file(file), matches=6, worlds=60)
    assert [line.name for line in lines if line.finding] == ["secrets"]
