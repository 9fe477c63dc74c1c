"""The wheel of `make wheel`, in an environment that has it and what it needs, and nothing else."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from children import PATIENCE, child
from settebello.registry import find_game
from settebello.words import cards
from settebello.words.pages import with_names

ROOT = Path(__file__).parent.parent
BUILD = ("-m", "hatchling", "build", "--target", "wheel", "--directory")


def run(*command: str | Path) -> str:
    """What a command prints, far from the sources."""
    return subprocess.run(
        [str(part) for part in command], cwd=Path(sys.prefix), capture_output=True, text=True,
        check=True, timeout=PATIENCE,
    ).stdout  # fmt: skip


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the programs of an environment with the wheel.

    What the wheel needs is that of the tests: it is found there, and nothing is downloaded.
    """
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, *BUILD, folder],
        cwd=ROOT,
        check=True,
        capture_output=True,
        timeout=PATIENCE,
    )
    (wheel,) = folder.glob("settebello-*-py3-none-any.whl")
    place = folder / "env"
    run(sys.executable, "-m", "venv", "--without-pip", place)
    offline = ("--no-deps", "--no-index", "--disable-pip-version-check", "--quiet")
    run(sys.executable, "-m", "pip", "--python", place / "bin/python", "install", *offline, wheel)
    (packages,) = place.glob("lib/python3*/site-packages")
    (packages / "needed.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
    return place / "bin"


def test_make_builds_it_in_dist_with_the_web_client() -> None:
    printed = subprocess.run(
        ["make", "-n", "wheel"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    built, packed = printed.index("web/build.py"), printed.index(" ".join((*BUILD, "dist")))
    assert built < packed


def test_it_is_not_the_source_that_is_tried(installed: Path) -> None:
    place = run(installed / "python", "-c", "import settebello; print(settebello.__file__)")
    assert Path(place).is_relative_to(installed.parent)


def test_the_games_and_their_rules_are_in_it(installed: Path) -> None:
    games = re.findall(r"^(\w+) \(rules", run(installed / "settebello", "games"), re.MULTILINE)
    assert games == [
        *("dice", "scopa", "sixty_six", "rummy", "briscola", "hearts", "liars_dice", "go_fish")
    ]
    for game in games:
        page = (ROOT / "docs" / "games" / "it" / f"{game}.md").read_text("utf-8")
        names = cards(find_game(game), "it")
        said = run(installed / "settebello", "rules", game, "--language", "it")
        assert said == with_names(page, names)


def test_a_game_that_is_begun_as_a_package_can_be_installed(
    installed: Path, tmp_path: Path
) -> None:
    settebello, place = installed / "settebello", tmp_path / "place"
    run(settebello, "new", "hog", "--dice", "--package", "--into", tmp_path)
    subprocess.run(
        [sys.executable, *BUILD, tmp_path], cwd=tmp_path / "hog", check=True, capture_output=True,
        timeout=PATIENCE,
    )  # fmt: skip
    (wheel,) = tmp_path.glob("settebello_hog-*.whl")
    offline = ("--no-deps", "--no-index", "--disable-pip-version-check", "--quiet")
    run(sys.executable, "-m", "pip", "install", *offline, "--target", place, wheel)
    assert not list(place.glob("settebello_hog/test_*"))
    seen = {**os.environ, "PYTHONPATH": str(place)}
    told = ["games"], ["rules", "hog", "--language", "it"], ["simulate", "hog", "--games", "2"]
    listed, page, simulated = (
        subprocess.run(
            [settebello, *command], cwd=tmp_path, env=seen, capture_output=True, text=True,
            check=True, timeout=PATIENCE,
        )
        for command in told
    )  # fmt: skip
    assert re.search(r"^hog \(rules version 1\)", listed.stdout, re.MULTILINE)
    assert page.stdout.startswith("# Hog\n\nDa 2 a 6 giocatori")
    assert simulated.stderr == ""  # it has a bot


@pytest.fixture
def address(installed: Path, tmp_path: Path) -> Iterator[str]:
    command = [str(installed / "settebello"), "serve", "--port", "0"]
    environment = {**os.environ, "SETTEBELLO_HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    with child(command, stderr=subprocess.DEVNULL, env=environment) as server:
        assert server.stdout is not None
        yield server.stdout.readline().split("open: ")[1].strip()


def test_a_server_sends_the_web_client(address: str) -> None:
    with urllib.request.urlopen(address, timeout=30) as answer:
        page = answer.read().decode()
    (script,) = re.findall(r'<script [^>]*src="([^"]+)"', page)
    with urllib.request.urlopen(f"{address}/{script.lstrip('./')}", timeout=30) as answer:
        assert answer.status == 200
        assert "javascript" in answer.headers["Content-Type"]
