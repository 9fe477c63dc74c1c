"""How tests use `settebello join`: in this process, by pipes, at a terminal."""

from __future__ import annotations

import io
import os
import re
import threading
from collections.abc import Callable
from typing import Any

from settebello.cli.players import rules_page
from settebello.terminal.join import join
from settebello.terminal.screen import Screen
from terminal.session import Typist, asked

PATIENCE = 60  # seconds; nothing here takes a hundredth of it
OVER = {"en": "The match is over: ", "it": "La partita è finita: "}


class Output(io.StringIO):
    """What is written; others can wait for it."""

    def __init__(self) -> None:
        super().__init__()
        self._written = threading.Condition()

    def write(self, text: str) -> int:
        with self._written:
            self._written.notify_all()
            return super().write(text)

    def wait_until(self, right: Callable[[str], object]) -> str:
        """All that is written, as soon as it is right."""
        with self._written:
            there = self._written.wait_for(lambda: right(self.getvalue()), PATIENCE)
            assert there, f"it never came after: {self.getvalue()}"
            return self.getvalue()

    def wait_for(self, text: str) -> None:
        self.wait_until(lambda output: text in output)


class Pipe(io.StringIO):
    """Input that is made when something is asked, from what was written so far."""

    def __init__(self, typist: Typist, out: Output) -> None:
        super().__init__()
        self._typist = typist
        self._out = out
        self.failures: list[BaseException] = []

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        try:
            answer = self._typist(self._read())
        except BaseException as error:
            self.failures.append(error)
            answer = None
        return "" if answer is None else answer + "\n"

    def _read(self) -> str:
        return self._out.wait_until(lambda output: asked(output) or output.endswith("Your name: "))


def session(
    typist: Typist,
    url: str,
    *,
    width: int = 80,
    out: Output | None = None,
    through: type[Pipe] = Pipe,
    **how: Any,
) -> tuple[str, int]:
    """What `settebello join` prints, and the exit code."""
    out = out or Output()
    typed, size = through(typist, out), os.terminal_size((width, 24))
    screen = Screen(typed, out, size=lambda: size)
    code = join(url, **{"language": "en", "rules_page": rules_page, "screen": screen, **how})
    if typed.failures:
        raise typed.failures[0]
    return out.getvalue(), code


def step_by_step(url: str, *steps: tuple[str, str], **how: Any) -> tuple[str, int]:
    """Type each line when the answer to the one before is there."""
    out, rest, awaited = Output(), list(steps), [""]

    def answer(output: str) -> str | None:
        out.wait_for(awaited[0])
        typed, awaited[0] = rest.pop(0) if rest else ("", "")
        return typed or None

    return session(answer, url, out=out, **how)


def flat(text: str) -> str:
    return " ".join(text.split())


def table_in(output: str, server: str) -> str:
    """The address of the table that was left."""
    table: str = re.findall(r"join http://\S+#(\w+)", flat(output))[-1]
    return f"{server}/#{table}"
