"""What each set of packages is enough for, tried with the others out of reach."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from extras import canonical, pins, without_extras

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
LOCKS = {file.stem: file.read_text("utf-8") for file in ROOT.glob("requirements/*.txt")}
PLAYED = ("simulate", "scopa", "--games", "20", "--json")


def named(requirements: list[str]) -> set[str]:
    return {canonical(re.split(r"[^\w.-]", requirement)[0]) for requirement in requirements}


@pytest.fixture
def base(tmp_path: Path) -> dict[str, str]:
    return without_extras(tmp_path)


def run(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "settebello", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize(
    "command", [("serve",), ("export", "x"), ("import", "x.json")], ids=" ".join
)
def test_a_command_of_the_server_says_what_to_install(
    base: dict[str, str], command: tuple[str, ...]
) -> None:
    done = run(base, *command)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(
        r"settebello: This command needs the libraries of the server, and \w+ is missing: "
        r'pip install "settebello\[server\]" installs them\.\n',
        done.stderr,
    )
    italian = run(base, *command, "--language", "it")
    assert italian.returncode == 2
    assert italian.stderr.startswith("settebello: Questo comando usa le librerie del server, e ")
    assert italian.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "command",
    [("games",), ("rules", "dice"), ("check", "dice", "--matches", "1", "--worlds", "9"), PLAYED],
    ids=" ".join,
)
def test_without_extras_games_are_there_and_bots_play(
    base: dict[str, str], command: tuple[str, ...]
) -> None:
    done = run(base, *command)
    assert (done.returncode, done.stderr) == (0, "")
    if command is PLAYED:
        assert json.loads(done.stdout)["games"] == 20


def test_without_extras_a_match_is_played_in_a_terminal(base: dict[str, str]) -> None:
    done = run(base, "play", "dice", "--players", "bot,bot,bot", "--seed", "1")
    assert (done.returncode, done.stderr) == (0, "")


def test_without_extras_a_table_on_a_server_can_be_joined(base: dict[str, str]) -> None:
    done = run(base, "join", "http://127.0.0.1:1", "--game", "dice", "--name", "Ann", "--bots")
    assert done.returncode == 2
    assert done.stderr.startswith("settebello: No answer from http://127.0.0.1:1")


def test_there_is_a_lock_for_each_set_and_it_has_what_was_asked_for() -> None:
    asked = {
        "base": named(PROJECT["project"]["dependencies"]),
        "build": named(PROJECT["build-system"]["requires"]),
        "openspiel": {"open-spiel"},  # for a comparison alone: see the Makefile
        **{
            extra: named([*needed, *PROJECT["project"]["dependencies"]])
            for extra, needed in PROJECT["project"]["optional-dependencies"].items()
        },
    }
    assert asked.keys() == LOCKS.keys()
    for lock, packages in asked.items():
        packages -= {"settebello"}  # an extra that takes another one in
        assert packages <= pins(LOCKS[lock]).keys(), f"say make lock: {lock}.txt is older"


@pytest.mark.parametrize("lock", sorted(LOCKS))
def test_a_lock_has_the_hashes_of_each_package(lock: str) -> None:
    entries = re.split(r"^(?=[a-z])", LOCKS[lock], flags=re.MULTILINE)[1:]
    assert entries
    for entry in entries:
        assert "--hash=sha256:" in entry


@pytest.mark.parametrize("lock", sorted(LOCKS))
def test_whatever_is_in_a_lock_is_in_that_of_developers_with_the_same_pin(lock: str) -> None:
    dev, here = pins(LOCKS["dev"]), pins(LOCKS[lock])
    # Tests need none of these, or have them elsewhere; what both need is the same, though.
    apart = lock in ("cluster", "docs", "openspiel")
    shared = {name: pin for name, pin in here.items() if not apart or name in dev}
    assert shared
    assert shared.items() <= dev.items()


def test_few_packages_are_enough_to_begin_with() -> None:
    assert len(pins(LOCKS["base"])) <= 10
