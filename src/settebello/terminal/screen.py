"""Reading and writing lines of text. Lines may be printed while a question waits for its answer.

Nothing is redrawn and the cursor never moves, so a screen reader, a pipe or a printer serves as
well as a terminal. Only a terminal with colours gets colours.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import sys
import textwrap
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import TextIO

from settebello.registry import printable
from settebello.words.pages import for_players

WIDEST, NARROWEST = 80, 20
LOWEST = 24  # lines of a screen
LONGEST_LINE = 4_000  # characters of an answer; what follows in its line is dropped
SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")
BOLD, PLAIN = "\x1b[1m", "\x1b[0m"
COLOURS = {"red": "\x1b[1;31m", "green": "\x1b[1;32m", "yellow": "\x1b[1;33m", "blue": "\x1b[1;34m"}


class Wrapper(textwrap.TextWrapper):
    """Breaks lines between words, but not within a card in brackets, such as [7 of coins]."""

    wordsep_simple_re = re.compile(r"([\t\n\x0b\x0c\r ]+(?![^\[\]]{0,20}\]))")


class Leave(BaseException):
    """Somebody leaves: by `quit`, the end of input, Ctrl-C or a signal.

    It is not an Exception, so that a bot that catches those cannot stop it.
    """

    def __init__(self, code: int = 0) -> None:
        super().__init__()
        self.code = code  # to exit with


def colours_wanted() -> bool:
    """Whether the terminal shows colours, and NO_COLOR is not set (no-color.org)."""
    return os.environ.get("TERM", "dumb") not in ("", "dumb") and not os.environ.get("NO_COLOR")


class Screen:
    """Two streams of text, and what is known of the terminal behind them."""

    def __init__(
        self,
        read: TextIO | None,
        write: TextIO,
        size: Callable[[], os.terminal_size] = shutil.get_terminal_size,
    ) -> None:
        self.source = read
        self._write = write
        self._size = size
        # A terminal shows what is typed; what comes through a pipe is not shown.
        self._echoes = read is None or not read.isatty()
        self._leaving = False
        self._line_is_open = False  # a prompt waits
        self._has_colours = write.isatty() and colours_wanted()
        self.colours: dict[str, str] = {}  # of what stands in brackets, such as a card

    def can_show(self, text: str) -> bool:
        """Whether the terminal's encoding has all these characters."""
        try:
            text.encode(getattr(self._write, "encoding", None) or "utf-8")
        except (UnicodeEncodeError, LookupError):
            return False
        return True

    @property
    def width(self) -> int:
        return max(NARROWEST, min(WIDEST, self._size().columns))

    @property
    def asks_always(self) -> bool:
        """Whether somebody sits there who may type at any time."""
        return not self._echoes

    @property
    def asks(self) -> bool:
        """Whether a question waits for its answer."""
        return self._line_is_open

    def print(self, text: str = "", indent: str = "", hang: str = "  ") -> None:
        """Print a line; a long one is wrapped, and indented by `hang`."""
        if self._line_is_open:
            self._line_is_open = False
            self._put("\n")
        lines = self._wrapped(printable(text), indent, indent + hang)
        self._put("\n".join(self._painted(line) for line in lines) + "\n")

    def ask(self, prompt: str) -> str:
        """The printable part of the answer to a prompt; raises Leave at the end of input."""
        self.prompt(prompt)
        line = self.read_line()
        if line is None:
            raise Leave
        return self.answered(line)

    def prompt(self, text: str) -> None:
        """Print a question without waiting for the answer; nothing if one waits already."""
        if self._line_is_open:
            return
        self._line_is_open = True
        prompt = "\n".join(self._wrapped(text, "", "  "))
        self._put((f"{BOLD}{prompt}{PLAIN}" if self._has_colours else prompt) + " ")

    def answered(self, line: str) -> str:
        """A line was typed, which ends the line of the question; returns its printable part."""
        self._line_is_open = False
        answer = printable(line).strip()
        if self._echoes:
            self._put(answer + "\n")
        return answer

    def _painted(self, line: str) -> str:
        """The line with its cards in colour; the words say the same without it."""
        if not self._has_colours:
            return line

        def painted(card: re.Match[str]) -> str:
            colour = COLOURS.get(self.colours.get(card[1], ""))
            return card[0] if colour is None else f"{colour}{card[0]}{PLAIN}"

        return re.sub(r"\[([^\[\]]+)\]", painted, line)

    def cover(self) -> None:
        """Scroll everything out of sight."""
        lines = 1
        if self._write.isatty():
            lines = max(LOWEST, self._size().lines)
            with suppress(OSError):  # it may not know
                lines = max(lines, os.get_terminal_size(self._write.fileno()).lines)
        self._put("\n" * lines)

    def print_page(self, page: str) -> None:
        """Print a page of simple Markdown, fitted to the width; not the part for programmers."""
        for text, indent, hang in paragraphs(for_players(page)):
            self.print(text, indent, hang)

    def _put(self, text: str) -> None:
        try:
            self._write.write(text)
            self._write.flush()
        except OSError:  # nobody is there to read it
            with suppress(OSError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), self._write.fileno())
            raise Leave from None

    def read_line(self) -> str | None:
        """Wait for the next line; None when there are no more."""
        try:
            if self.source is None:
                return None
            line = rest = self.source.readline(LONGEST_LINE)
            while rest and not rest.endswith("\n"):
                rest = self.source.readline(LONGEST_LINE)
            return line or None
        except (OSError, ValueError):  # the terminal is gone, or was closed before
            return None

    def _wrapped(self, text: str, first: str, later: str) -> list[str]:
        wrapper = Wrapper(
            self.width,
            initial_indent=first,
            subsequent_indent=later,
            break_long_words=False,
            break_on_hyphens=False,
        )
        return wrapper.wrap(text) or [""]

    # Signals.

    @contextmanager
    def signals_leave(self) -> Iterator[None]:
        """Inside, Ctrl-C, SIGTERM and a closed terminal raise Leave."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        numbers = [getattr(signal, name) for name in SIGNALS if hasattr(signal, name)]
        # A signal that is ignored, as after `nohup`, stays ignored.
        heard = [number for number in numbers if signal.getsignal(number) != signal.SIG_IGN]
        before = {number: signal.signal(number, self._signalled) for number in heard}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def left(self, leave: BaseException) -> int:
        """Somebody left: end the prompt's line and ignore signals; returns the exit code."""
        self._leaving = True
        if self._line_is_open:
            self._line_is_open = False
            with suppress(Leave):
                self._put("\n")
        return leave.code if isinstance(leave, Leave) else 130

    def _signalled(self, number: int, frame: FrameType | None) -> None:
        if not self._leaving:
            self._leaving = True
            raise Leave(130 if number == signal.SIGINT else 0)


def standard_screen() -> Screen:
    """The terminal, or the pipes, that this process was given."""
    for stream in (sys.stdin, sys.stdout):
        # A letter that this terminal does not have must not end a match.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    return Screen(sys.stdin, sys.stdout)


def paragraphs(page: str) -> Iterator[tuple[str, str, str]]:
    """The paragraphs of a page, each with its indent and that of its further lines."""
    text, indent, hang = "", "", ""
    for line in page.strip().splitlines():
        words = line.strip()
        starts = re.match(r"([-*]|\d+\.) |[#|]", words)
        goes_on = text and words and not starts and not text.startswith(("#", "|"))
        if goes_on:
            text += " " + words
            continue
        if text:
            yield text, indent, hang
        if not words:
            yield "", "", ""
        text = "" if re.fullmatch(r"[|: -]+", words) else words  # the rule below a table's head
        indent = line[: len(line) - len(line.lstrip())]
        hang = "  " if starts else ""
        if len(indent) >= 4 and text:  # a line of code is as it is
            yield text, indent, hang
            text = ""
    if text:
        yield text, indent, hang
