"""Small signs that players give each other at a table: shown for a moment, kept nowhere."""

from __future__ import annotations

from collections import deque

from settebello.rejection import Rejection, RejectionCode
from settebello.table import protocol
from settebello.table.pace import Bucket, rounded_up

REMEMBERED = 50  # ids of requests that are answered again, and shown once


class Emotes:
    """How fast the players of a table send them, and which were sent."""

    def __init__(self, rate: float, most: float) -> None:
        """A seat may send `rate` a second, and `most` at once."""
        self._rate, self._most = rate, most
        self._paces: dict[int, Bucket] = {}
        self._answered: deque[tuple[int, str]] = deque(maxlen=REMEMBERED)

    def add(self, seat: int, sent: protocol.Emote, now: float) -> protocol.Emoted | None:
        """The message for all; None if this request was answered before.

        Raises Rejection if this seat sends too many.
        """
        if (seat, sent.id) in self._answered:
            return None
        wait = self._paces.setdefault(seat, Bucket(self._rate, self._most)).take(now)
        if wait:
            raise Rejection(RejectionCode.EMOTE_SLOWER, retry_after=rounded_up(wait))
        self._answered.append((seat, sent.id))
        return protocol.Emoted(seat, sent.emote)
