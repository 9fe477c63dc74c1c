"""Programs that tests start: none outlives its test, and no test waits for one for ever."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Timer
from typing import Any

from zygote import Started

PATIENCE = 120.0  # seconds; nothing takes a tenth of it


@contextmanager
def limited(process: subprocess.Popen[Any] | Started, seconds: float = PATIENCE) -> Iterator[None]:
    """Kill a program while this lasts too long, so that who reads from it comes to an end.

    AssertionError then, whatever else that leads to.
    """
    late: list[bool] = []

    def kill() -> None:
        late.append(True)
        process.kill()

    timer = Timer(seconds, kill)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        if late:
            raise AssertionError(f"For {seconds:g} seconds a test waited for {process.args!r}.")


@contextmanager
def child(
    command: Sequence[str], seconds: float = PATIENCE, **given: Any
) -> Iterator[subprocess.Popen[str]]:
    """A program whose lines can be read; it is killed at the end, or if that does not come."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **given) as process:
        try:
            with limited(process, seconds):
                yield process
        finally:
            process.kill()
