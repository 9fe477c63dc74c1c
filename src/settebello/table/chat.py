"""What the players at a table write to each other: plain text, in memory, gone with the table."""

from __future__ import annotations

import unicodedata
from collections import deque
from itertools import count

from settebello.rejection import Rejection, RejectionCode
from settebello.table import protocol
from settebello.table.pace import Bucket, rounded_up

KEPT = 50  # lines, for those who come later
JOINERS = "\u200c\u200d"  # some letters and emoji need them
UNREADABLE = ("Cc", "Cf", "Co", "Cs", "Zl", "Zp")  # categories of Unicode


class Chat:
    """The last lines that were written at a table."""

    def __init__(self, rate: float, most: float) -> None:
        """A seat may write `rate` lines a second, and `most` at once."""
        self._rate, self._most = rate, most
        self.lines: deque[protocol.Said] = deque(maxlen=KEPT)
        self._numbers = count(1)
        self._paces: dict[int, Bucket] = {}
        self._answered: deque[tuple[int, str]] = deque(maxlen=KEPT)

    def add(self, seat: int, name: str, said: protocol.Say, now: float) -> protocol.Said | None:
        """Add a line; returns the message for all, or None if this request was answered before.

        Raises Rejection if nothing of it can be read, or if this seat writes too fast.
        """
        if (seat, said.id) in self._answered:
            return None
        text = cleaned(said.text)
        if not text:
            raise Rejection(RejectionCode.SAY_NOTHING)
        wait = self._paces.setdefault(seat, Bucket(self._rate, self._most)).take(now)
        if wait:
            raise Rejection(RejectionCode.SAY_SLOWER, retry_after=rounded_up(wait))
        line = protocol.Said(next(self._numbers), seat, name, text)
        self.lines.append(line)
        self._answered.append((seat, said.id))
        return line


def cleaned(text: str) -> str:
    """What can be read of a text, in one line: no terminal controls, no text direction marks."""
    one_line = " ".join(unicodedata.normalize("NFC", text).split())
    kept = [s for s in one_line if s in JOINERS or unicodedata.category(s) not in UNREADABLE]
    return "".join(kept).strip() if set(kept) - set(JOINERS + " ") else ""
