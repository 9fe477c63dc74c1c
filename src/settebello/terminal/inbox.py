"""One queue for what is typed and what a server sends.

Two threads put these into the queue; the main thread takes them out, one by one, and only it
writes. So lines stay whole, whatever happens meanwhile. A pipe is read only when something is
asked.
"""

from __future__ import annotations

import codecs
import io
import os
import queue
import threading
from collections.abc import Iterator
from typing import TextIO

from settebello.terminal.screen import LONGEST_LINE, Leave, Screen
from settebello.terminal.seat import END, Heard


class Inbox:
    """The queue of what is typed and what a server sends."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._row: queue.SimpleQueue[str | Heard | None] = queue.SimpleQueue()
        self._wanted = threading.Event()  # a line that is typed
        self._waits = False  # whether one is wanted, and has not come
        self._closed = False
        threading.Thread(target=self._read, daemon=True).start()

    def put(self, heard: Heard) -> None:
        self._row.put(heard)

    def settled(self) -> bool:
        return True  # a question may stand on the screen while messages come

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
