"""The how-to pages: every command is understood, and what they show is what is printed.

Getting started and Troubleshooting are in test_guides.py, the sessions of playing.md in
terminal/test_transcripts.py, writing-a-client.md in client/test_document.py.
"""

from __future__ import annotations

import configparser
import re
import shlex
import sqlite3
import subprocess
import sys
import tomllib
from contextlib import closing
from pathlib import Path

import pytest

from live import serving
from settebello import cli
from settebello.registry import GROUP
from terminal.session import Process

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
COMMAND = re.compile(r"^(?: +|\$ )?(?:\S*/bin/)?settebello ([a-z].*)$", re.MULTILINE)
LONGER = re.compile(r"`settebello ([a-z]+ [^`]+)`")  # one word alone is just a name
BOT = ROOT / "docs/writing-a-bot.md"
GAME = ROOT / "docs/writing-a-game.md"
HOSTING = ROOT / "docs/hosting.md"
STORE = "/var/lib/settebello/tables.db"


def named(page: Path) -> str:
    return str(page.relative_to(ROOT))


def commands_in(page: Path) -> list[list[str]]:
    """The commands of a page, in lines of their own and in its sentences, as arguments."""
    text = page.read_text("utf-8")
    found = [*COMMAND.findall(text), *LONGER.findall(text.replace("\n", " "))]
    return [shlex.split(line, comments=True) for line in found]


WITH_COMMANDS = [page for page in PAGES if page.name != "CHANGELOG.md" and commands_in(page)]


def block(page: Path, language: str) -> str:
    return page.read_text("utf-8").split(f"\n```{language}\n")[1].split("\n```")[0]


def run(folder: Path, *arguments: str) -> str:
    """What a command prints when it is run in this folder."""
    command = [sys.executable, "-m", "settebello", *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, ""), shlex.join(arguments)
    return done.stdout


def test_the_how_to_pages_have_commands() -> None:
    names = {named(page) for page in WITH_COMMANDS}
    assert {"README.md", "docs/playing.md", "docs/hosting.md", "docs/writing-a-bot.md"} <= names


@pytest.mark.parametrize("page", WITH_COMMANDS, ids=named)
def test_every_command_is_understood(page: Path) -> None:
    for arguments in commands_in(page):
        cli.make_parser().parse_args(arguments)  # exits when it does not understand


# Writing a game.


def test_the_verdict_on_the_first_game_is_the_one_that_is_printed() -> None:
    shown = GAME.read_text("utf-8").split("\n```\n$ settebello ")[1].split("\n```")[0].splitlines()
    printed = run(ROOT, *shlex.split(shown[0])).splitlines()
    for line in shown[1:]:
        if line.strip() != "...":
            assert without_speed(line) in map(without_speed, printed)


def without_speed(line: str) -> str:
    return re.sub(r"[\d,]+ moves a second", "N moves a second", line)


def test_a_package_offers_a_game_as_the_page_says() -> None:
    metadata = tomllib.loads(block(GAME, "toml"))
    assert list(metadata["project"]["entry-points"]) == [GROUP]


# Writing a bot.


def test_the_first_bot_is_simulated_replayed_and_played_against(tmp_path: Path) -> None:
    text = BOT.read_text("utf-8").replace("examples/", f"{ROOT}/examples/")
    simulate, play, compete, only, replay = map(shlex.split, COMMAND.findall(text))
    assert "my_first_bot" in run(tmp_path, *simulate, "--games", "20")
    assert "B my_first_bot " in run(tmp_path, *compete, "--deals", "4")
    run(tmp_path, *only)
    assert "Winner: " in run(tmp_path, *replay)
    with Process(tmp_path / "home", *play) as process:
        assert process.read_question()
        process.type("quit")
        assert process.read_to_the_end() == 0


# Hosting.


def test_the_flags_of_a_server_are_those_on_the_page() -> None:
    page = HOSTING.read_text("utf-8")
    rows = re.findall(r"^\| `--([\w-]+)(?: [A-Z=:]+)?` \|", page, re.MULTILINE)
    shown = subprocess.run(
        [sys.executable, "-m", "settebello", "serve", "--help"],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    offered = set(re.findall(r"^  (?:-\w, )?--([\w-]+)", shown, re.MULTILINE))
    assert set(rows) == offered - {"help", "language"}


def test_the_service_starts_a_server() -> None:
    unit = configparser.ConfigParser(interpolation=None)
    unit.read_string(block(HOSTING, "ini"))
    program, *arguments = shlex.split(unit["Service"]["ExecStart"])
    assert program == "/opt/settebello/bin/settebello"
    assert arguments[0] == "serve"
    cli.make_parser().parse_args(arguments)
    folder = Path(unit["Service"]["Environment"].removeprefix("SETTEBELLO_HOME="))
    assert folder == Path("/var/lib") / unit["Service"]["StateDirectory"] == Path(STORE).parent


def test_a_backup_is_a_store_that_a_server_can_use(tmp_path: Path) -> None:
    page = HOSTING.read_text("utf-8")
    ((store, statement),) = re.findall(r'^sqlite3 (\S+) "(VACUUM .*)"$', page, re.MULTILINE)
    assert store == STORE
    running, restored = tmp_path / "running", tmp_path / "restored"
    running.mkdir()
    restored.mkdir()
    copy = restored / "tables.db"
    with serving(running) as server:
        opened = server.open_table("dice")
        with closing(sqlite3.connect(running / "tables.db")) as database:
            database.execute(statement.replace("/srv/backup/tables.db", str(copy)))
    with serving(restored) as server:
        status, table = server.ask("GET", f"/api/tables/{opened['table']}", secret=opened["secret"])
    assert (status, table["game"]) == (200, "dice")
