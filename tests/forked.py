"""Runs `settebello` in a process of its own, forked from one that has loaded it already.

For tests that run many commands: Python takes longer to load one than most of them take to run.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from multiprocessing import forkserver, get_context
from multiprocessing.context import ForkServerContext
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

HERE = Path(__file__).parent
PATIENCE = 60  # seconds


@cache
def processes() -> ForkServerContext:
    """Starts the process that the others are forked from; it loads `warm`."""
    context = get_context("forkserver")
    context.set_forkserver_preload(["warm"])
    paths = [str(HERE), os.environ.get("PYTHONPATH", "")]
    with patch.dict(os.environ, PYTHONPATH=os.pathsep.join(filter(None, paths))):
        forkserver.ensure_running()
    return context


def run(
    arguments: Sequence[object], environment: Mapping[str, str], typed: str = ""
) -> tuple[int, str, str]:
    """The exit code of a command, what it printed, and what it complained of; all in UTF-8."""
    with TemporaryDirectory() as folder:
        files = [Path(folder, name) for name in ("in", "out", "err")]
        files[0].write_text(typed, "utf-8")
        words = [str(argument) for argument in arguments]
        child = processes().Process(target=be_command, args=(files, words, dict(environment)))
        child.start()
        child.join(PATIENCE)
        if child.exitcode is None:
            child.kill()
            raise AssertionError(f"settebello {' '.join(words)} does not end")
        return child.exitcode, files[1].read_text("utf-8"), files[2].read_text("utf-8")


def be_command(files: Sequence[Path], arguments: list[str], environment: dict[str, str]) -> None:
    """Become that command."""
    os.environ.clear()
    os.environ.update(environment)
    for number, file in enumerate(files):
        how = os.O_WRONLY | os.O_CREAT if number else os.O_RDONLY
        os.dup2(os.open(file, how), number)
    sys.stdin, sys.stdout, sys.stderr = (
        io.TextIOWrapper(io.FileIO(number, mode, closefd=False), "utf-8", "surrogateescape")
        for number, mode in enumerate("rww")
    )
    from settebello.cli import main

    sys.exit(main(arguments))
