"""What several commands need."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from settebello.terminal.reports import progress_bar
from settebello.words.phrases import chosen_language, phrase, reason

if TYPE_CHECKING:
    from settebello.lab.units import Workers


class Show(Protocol):
    """Shows how much is done, and perhaps for how many seconds it will go on."""

    def __call__(self, total: int, done: int, left: float | None = None) -> None: ...


def spoken(parsed: argparse.Namespace) -> str:
    """The language of what a command says."""
    return chosen_language(parsed.language)


@contextmanager
def server_extra(parsed: argparse.Namespace) -> Iterator[None]:
    """Import here what needs the extra `server`; ValueError says that it is not installed.

    Not at the top of this file: its libraries take a while to load.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        missing = str(error.name)
        if missing.partition(".")[0] == "settebello":
            raise
        raise ValueError(phrase(spoken(parsed), "no-server-extra", module=missing)) from None


@contextmanager
def bar_shown(unit: str, language: str) -> Iterator[tuple[Show, Callable[[str], None]]]:
    """Two functions: one shows of how much how much is done, the other prints a line above it."""
    watched = sys.stderr.isatty()

    def show(total: int, done: int, left: float | None = None) -> None:
        if watched:
            bar = progress_bar(done, total, language, unit, left)
            print(f"\r{bar}\033[K", end="", file=sys.stderr, flush=True)

    def clear() -> None:
        if watched:
            print("\r\033[K", end="", file=sys.stderr, flush=True)

    def tell(line: str) -> None:
        clear()
        print(line, flush=True)

    try:
        yield show, tell
    finally:
        clear()


def chosen_workers(parsed: argparse.Namespace, language: str) -> Workers | None:
    """Who does the work, by --workers or --jobs; None if neither is given, ValueError if both."""
    if parsed.workers is not None and parsed.jobs is not None:
        raise ValueError(phrase(language, "jobs-and-workers", jobs=parsed.jobs))
    if parsed.jobs is not None:
        from settebello.lab.units import local_workers  # here: few commands need it

        return local_workers(parsed.jobs)
    found: Workers | None = parsed.workers
    return found


def check_new_file(file: Path | None, language: str) -> None:
    """Raise ValueError if this file, which is written later, exists or cannot be written."""
    if file is not None and file.exists():
        raise ValueError(phrase(language, "file-there", file=str(file)))
    if file is not None and not file.parent.is_dir():
        raise ValueError(phrase(language, "no-folder", folder=str(file.parent)))


def check_writable(file: Path | None, language: str) -> None:
    """Raise ValueError if this file, which is written later, cannot be."""
    if file is None:
        return
    try:
        is_new = not file.exists()
        file.open("ab").close()
        if is_new:
            file.unlink()
    except OSError as error:
        why = reason(language, error)
        raise ValueError(phrase(language, "cannot-write", file=str(file), reason=why)) from None
