"""The start loads only what it needs, since every command waits for it."""

import argparse
import subprocess
import sys
from importlib import import_module

import pytest

from children import PATIENCE
from settebello.cli.parser import make_parser

SLOW_TO_LOAD = {
    "asyncio", "babel", "concurrent", "email", "fluent.runtime", "hashlib", "importlib.metadata",
    "logging", "msgspec", "multiprocessing", "socket", "sqlite3", "ssl", "starlette", "uvicorn",
    "websockets",
}  # fmt: skip
OTHER_ROOMS = {
    f"settebello.{room}"
    for room in ("client", "dialects", "lab", "server", "store", "table", "terminal")
}


def loaded_by(code: str) -> set[str]:
    """The modules that this code loads in a fresh Python, besides those that it starts with."""
    program = f"import sys; before = set(sys.modules)\n{code}\nnew = set(sys.modules) - before\n"
    done = subprocess.run(
        [sys.executable, "-c", program + "print('\\n' + ' '.join(new))"],
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    return set(done.stdout.splitlines()[-1].split())


@pytest.mark.parametrize("code", ["import settebello", "from settebello import Match"])
def test_the_library_loads_neither_slow_libraries_nor_other_rooms(code: str) -> None:
    loaded = loaded_by(code)
    assert "settebello.match" in loaded
    assert not loaded & (SLOW_TO_LOAD | OTHER_ROOMS | {"argparse", "fluent", "settebello.bots"})
    assert not loaded & {"babel", "fluent", "fluent.runtime", "fluent.syntax"}


def test_a_help_loads_no_slow_library_and_no_command() -> None:
    loaded = loaded_by("from settebello.cli import main; main([])")
    assert "settebello.cli.parser" in loaded
    assert not loaded & (SLOW_TO_LOAD | OTHER_ROOMS - {"settebello.terminal"})
    assert not loaded & {"babel", "fluent.runtime"}
    assert not loaded & {f"settebello.cli.{room}" for room in ("players", "hosts", "authors")}


def runs_of(parser: argparse.ArgumentParser) -> list[str]:
    """What a parser's commands and their own commands run, such as "players.play"."""
    groups = [action.choices for action in parser._actions if action.dest == "==SUPPRESS=="]
    commands = [command for group in groups for command in dict(group or {}).values()]
    own = [command.get_default("run").args[0] for command in commands]
    return own + [run for command in commands for run in runs_of(command)]


def test_every_command_names_a_function_that_is_there() -> None:
    runs = runs_of(make_parser())
    assert {"hosts.serve", "hosts.check_store"} <= set(runs)
    for run in runs:
        module, _, name = run.partition(".")
        assert callable(getattr(import_module(f"settebello.cli.{module}"), name)), run
