"""One queue for what is typed and what the server sends.

Two threads put these into the queue; the main thread takes them out, one by one, and only it
writes. So lines stay whole, whatever happens meanwhile. A pipe is read only when something is
asked.
"""

from __future__ import annotations

import codecs
import io
import os
import queue
import sys
import threading
from collections.abc import Iterator
from typing import Any, TextIO

from settebello.client import ClientError, Lost, printable
from settebello.table import protocol
from settebello.terminal.screen import LONGEST_LINE, Leave, Screen

Heard = protocol.ServerMessage | Lost | ClientError
END = None  # of what is typed


class LiveScreen(Screen):
    """A screen on which lines may be printed while a question waits for its answer."""

    def __init__(self, read: TextIO | None, write: TextIO, **how: Any) -> None:
        super().__init__(read, write, **how)
        self.source = read

    @property
    def asks_always(self) -> bool:
        """Whether somebody sits there who may type at any time."""
        return not self._echoes

    @property
    def asks(self) -> bool:
        return self._line_is_open

    def print(self, text: str = "", indent: str = "", hang: str = "  ") -> None:
        if self._line_is_open:
            self._line_is_open = False
            self._put("\n")
        super().print(printable(text), indent, hang)

    def prompt(self, text: str) -> None:
        """Print a question without waiting for the answer; nothing if it is there already."""
        if not self._line_is_open:
            self._put_prompt(text)

    def answered(self, line: str) -> str:
        """A line was typed, which ends the line of the question; returns its printable part."""
        self._line_is_open = False
        answer = printable(line).strip()
        if self._echoes:
            self._put(answer + "\n")
        return answer


def standard_screen() -> LiveScreen:
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")
    return LiveScreen(sys.stdin, sys.stdout)


class Inbox:
    """The queue of what is typed and what the server sends."""

    def __init__(self, screen: LiveScreen) -> None:
        self._screen = screen
        self._row: queue.SimpleQueue[str | Heard | None] = queue.SimpleQueue()
        self._wanted = threading.Event()  # a line that is typed
        self._waits = False  # whether one is wanted, and has not come
        self._closed = False
        threading.Thread(target=self._read, daemon=True).start()

    def put(self, heard: Heard) -> None:
        self._row.put(heard)

    def next(self) -> str | Heard | None:
        """The next line or message; a pipe is read only when something is asked."""
        if not self._waits and (self._screen.asks or self._screen.asks_always):
            self._waits = True
            self._wanted.set()
        thing = self._row.get()
        if thing is END or isinstance(thing, str):
            self._waits = False
        return thing

    def typed(self) -> str:
        """The next typed line, before there is a connection."""
        line = self.next()
        if not isinstance(line, str):
            raise Leave
        return line

    def close(self) -> None:
        self._closed = True
        self._wanted.set()

    def _read(self) -> None:
        lines = read_lines(self._screen.source)
        while True:
            self._wanted.wait()
            self._wanted.clear()
            if self._closed:
                return
            line = next(lines, END)
            self._row.put(line)
            if line is END:
                return


def read_lines(source: TextIO | None) -> Iterator[str]:
    """The lines of a stream, read below its buffer, whose lock a waiting thread would hold."""
    if source is None:
        return
    try:
        number = source.fileno()
    except (OSError, ValueError, io.UnsupportedOperation):
        while line := source.readline(LONGEST_LINE):
            yield line
        return
    decoder = codecs.getincrementaldecoder(source.encoding or "utf-8")("replace")
    rest = ""
    while True:
        try:
            more = os.read(number, 65_536)
        except OSError:  # the terminal is gone
            more = b""
        *lines, rest = (rest + decoder.decode(more, not more)).split("\n")
        rest = rest[:LONGEST_LINE]
        yield from (line[:LONGEST_LINE] for line in lines)
        if not more:
            if rest:
                yield rest
            return
