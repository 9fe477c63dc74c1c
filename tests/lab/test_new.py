"""`settebello new`: the game that it writes holds, and wrong input gets one sentence."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from children import PATIENCE
from settebello import cli
from settebello.bots import find_bot, random_bot
from settebello.lab.check import check
from settebello.lab.new import new_game
from settebello.registry import find_game
from settebello.words import LANGUAGES
from settebello.words.pages import page_of

ROOT = Path(__file__).parents[2]
LONG = "a_game_with_a_name_of_32_letters"  # the longest


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """A game of each shape, one of them as a package."""
    folder = tmp_path_factory.mktemp("new")
    dice = new_game(LONG, "dice", folder)
    return [dice, new_game("crazy_tens", "cards", folder, package=True)]


def tool(folder: Path, *command: str | Path) -> None:
    """Run a tool for developers, with our settings."""
    done = subprocess.run(
        [sys.executable, "-m", *map(str, command)], cwd=folder, capture_output=True, text=True,
        timeout=PATIENCE,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


def run(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
    try:
        code = cli.main(["new", *map(str, arguments)])
    except SystemExit as stop:
        code = int(stop.code or 0)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


# What is written.


@pytest.mark.parametrize("shape", [0, 1], ids=["dice", "cards"])
def test_a_new_game_passes_check_and_has_all_that_a_game_can_have(
    written: list[Path], shape: int
) -> None:
    game = find_game(str(written[shape]))
    assert written[shape].stem == game.NAME
    lines = list(check(game, matches=20, worlds=100))
    assert [line.name for line in lines if line.finding] == []
    assert not any(line.missing for line in lines)
    assert find_bot("bot", game) is not random_bot
    title = game.NAME.replace("_", " ").capitalize()
    pages = {page_of(game, language) for language in LANGUAGES}
    assert len(pages) == len(LANGUAGES)
    assert all(str(page).startswith(f"# {title}\n") for page in pages)
    assert {file.suffix for file in written[shape].parent.iterdir()} == {".py", ".ftl", ".md"}
    rules = [line for line in written[shape].read_text("utf-8").splitlines() if line.strip()]
    assert len(rules) <= 70


def test_its_own_tests_pass_and_the_tools_have_nothing_to_say(written: list[Path]) -> None:
    dice, cards = (file.parent for file in written)
    tool(dice.parent, "pytest", "-q", "-p", "no:cacheprovider", dice.name, "crazy_tens")
    settings = ROOT / "pyproject.toml"
    for command in (("check",), ("format", "--check")):
        tool(ROOT, "ruff", *command, "--config", settings, "--no-cache", dice, cards)
    tool(ROOT, "mypy", "--strict", *dice.glob("*.py"), *cards.glob("*.py"))


# What is said.


def test_it_says_what_it_wrote_and_what_can_be_done_with_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, _ = run(capsys, "pig", "--dice")
    assert code == 0
    assert out.startswith("A new game is in pig:\n  pig.py       the rules\n")
    listed = [line.split()[0] for line in out.splitlines() if line.startswith("  ")]
    assert sorted(listed[:7]) == sorted(file.name for file in Path("pig").iterdir())
    told = out.partition("What you can do with it:\n")[2].splitlines()
    for line in told[:3]:
        cli.make_parser().parse_args(line.split()[1:])  # exits when it does not understand
    assert told[3:] == ["  python -m pytest pig"]
    Path("my games").mkdir()
    code, out, _ = run(capsys, "hog", "--into", "my games", "--package", "--language", "it")
    assert code == 0
    assert out.startswith("Un gioco nuovo è in 'my games/hog':\n")
    assert out.endswith("  pip install './my games/hog'\n")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Crazy Eights", "such as crazy_eights; it cannot be 'Crazy Eights'."),
        ("games/pig.py", "such as games_pig; it cannot be 'games/pig.py'."),
        ("Tressètte", "such as tressette; it cannot be 'Tressètte'."),
        ("a\x1b[31mb", "such as a_31mb; it cannot be 'a [31mb'."),
        ("66", "such as crazy_eights; it cannot be '66'."),
        ("", "such as crazy_eights; it cannot be ''."),
        ("..", "such as crazy_eights; it cannot be '..'."),
        ("x" * 33, f"such as {'x' * 32}; it cannot be '{'x' * 33}'."),
        ("scopa", "There is a game 'scopa' already; give the new one another name."),
        ("random", "'random' means something in Python already; give the new game another name."),
        ("class", "'class' means something in Python already; give the new game another name."),
    ],
)
def test_a_wrong_name_gets_one_sentence(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    told: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = run(capsys, name)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.endswith(f"{told}\n")
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten_and_a_wrong_folder_gets_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "pig").write_text("mine", "utf-8")
    code, _, err = run(capsys, "pig", "--into", tmp_path)
    there = f"{tmp_path / 'pig'} is there already; give another name.\n"
    assert (code, err) == (2, f"settebello: {there}")
    assert (tmp_path / "pig").read_text("utf-8") == "mine"
    code, _, err = run(capsys, "hog", "--into", tmp_path / "nowhere")
    assert (code, err.startswith("settebello: There is no folder ")) == (2, True)
    code, _, err = run(capsys, "hog", "--into", tmp_path / "pig")
    assert (code, err.startswith("settebello: There is no folder ")) == (2, True)


def test_a_folder_that_cannot_be_made_gets_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "mkdir", full)
    code, _, err = run(capsys, "pig", "--into", tmp_path)
    assert (code, err.count("\n")) == (2, 1)
    assert err.startswith(f"settebello: Cannot write to {tmp_path / 'pig'}: ")
