"""What the players at a table write to each other: plain text, in memory, gone with the table."""

from __future__ import annotations

import unicodedata
from collections import deque
from itertools import count

from settebello.table import protocol
from settebello.table.pace import Bucket, rounded_up
from settebello.table.table import Refusal

KEPT = 50  # for those who come later
JOINERS = "\u200c\u200d"  # without which some letters and pictures fall apart
UNREADABLE = ("Cc", "Cf", "Co", "Cs", "Zl", "Zp")  # kinds of signs, as Unicode has them


class Chat:
    """The last lines that were said at a table."""

    def __init__(self, rate: float, most: float) -> None:
        """A seat may write so many lines a second, and so many at once."""
        self._rate, self._most = rate, most
        self.lines: deque[protocol.Said] = deque(maxlen=KEPT)
        self._numbers = count(1)
        self._paces: dict[int, Bucket] = {}
        self._answered: deque[tuple[int, str]] = deque(maxlen=KEPT)

    def add(self, seat: int, name: str, said: protocol.Say, now: float) -> protocol.Said | None:
        """A new line for all to hear; None if it was said before."""
        if (seat, said.id) in self._answered:
            return None
        text = cleaned(said.text)
        if not text:
            raise Refusal("say-nothing")
        wait = self._paces.setdefault(seat, Bucket(self._rate, self._most)).take(now)
        if wait:
            raise Refusal("say-slower", retry_after=f"{rounded_up(wait):.1f}")
        line = protocol.Said(next(self._numbers), seat, name, text)
        self.lines.append(line)
        self._answered.append((seat, said.id))
        return line


def cleaned(text: str) -> str:
    """One line of what can be read: nothing that steers a terminal, or turns a text around."""
    one_line = " ".join(unicodedata.normalize("NFC", text).split())
    kept = [s for s in one_line if s in JOINERS or unicodedata.category(s) not in UNREADABLE]
    return "".join(kept).strip() if set(kept) - set(JOINERS + " ") else ""
