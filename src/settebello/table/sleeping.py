"""A table at which nothing happens sleeps: it keeps the text of its log instead of its match.

A match of Scopa for two takes 10 KB in memory, and its log 0.5 KB. Whatever needs the state or the
delivery of a table that sleeps wakes it: then it is rebuilt from its log, as after a crash. Who is
connected, the clocks, and the requests that were answered stay as they are.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

from settebello.luck import Luck
from settebello.table.delivery import Delivery
from settebello.table.entries import (
    Entry,
    TableProgress,
    decode_entry,
    decode_progress,
    encode_entry,
)
from settebello.table.state import TableState
from settebello.table.views import Views

if TYPE_CHECKING:
    from settebello.table.table import Table

WINDOW, MEMORY = 12, 5  # of zlib, for texts of some KB
MOST = 100  # entries of a match that may sleep: to replay them takes 4 ms, or 25 if interpreted


class Sleeper:
    """What a table knows of its match; or, while it sleeps, the log that says so."""

    __slots__ = ("_delivery", "_kept_log", "_kept_luck", "_state", "views")

    def __init__(self) -> None:
        self._state: TableState | None = None
        self._delivery: Delivery | None = None
        self.views: Views | None = None  # of this moment, while it is being told
        # Its entries and its progress, a line each, while it sleeps and until its log grows.
        self._kept_log = b""
        self._kept_luck: Luck | None = None  # while it sleeps: it goes on with the same

    @property
    def state(self) -> TableState:
        """What the log says; this wakes the table."""
        if self._state is None:
            self._wake()
        assert self._state is not None
        return self._state

    @property
    def delivery(self) -> Delivery:
        """How far all have been told; this wakes the table."""
        if self._delivery is None:
            self._wake()
        assert self._delivery is not None
        return self._delivery

    @property
    def asleep(self) -> bool:
        return self._state is None

    @property
    def only_looked_at(self) -> bool:
        """Whether it has slept, and has only been looked at since: its log has not grown."""
        return self._state is not None and bool(self._kept_log)

    def kept_entries(self) -> list[str]:
        """Its log, if that has not grown since it slept; else nothing."""
        return unpacked(self._kept_log)[:-1] if self._kept_log else []

    def sleep(self, bodies: Sequence[str], progress: TableProgress) -> None:
        """Keep this log instead of the match; the table must be `at_rest`, and all of it stored."""
        self._kept_log = packed([*bodies, encode_entry(progress)])
        self._kept_luck = self.state.luck.then
        self._state = self._delivery = self.views = None

    def _wake(self) -> None:
        *bodies, progress = unpacked(self._kept_log)
        entries = [decode_entry(body) for body in bodies]
        again = self.rebuilt(entries, decode_progress(progress), self._kept_luck)
        self._state, self._delivery = again.state, again.delivery
        self._kept_luck = None

    def rebuilt(
        self, entries: Sequence[Entry], progress: TableProgress, luck: Luck | None
    ) -> Sleeper:
        """Another table like this one, from this log; nobody is connected to it."""
        raise NotImplementedError  # pragma: no cover (only a table has a log)


def packed(lines: Sequence[str]) -> bytes:
    """Lines of JSON, which has no line breaks, in as few bytes as can be had in no time."""
    # With this window it takes 20 us, and six times as long with the usual one.
    packing = zlib.compressobj(wbits=WINDOW, memLevel=MEMORY)
    return packing.compress("\n".join(lines).encode()) + packing.flush()


def unpacked(log: bytes) -> list[str]:
    """The lines of `packed`."""
    return zlib.decompress(log, WINDOW).decode().split("\n")


def at_rest(table: Table) -> bool:
    """Whether a table only waits, so that its log and its progress say all of it.

    Everything is stored. If somebody is connected, all have been told, and those who are not to act
    have acknowledged it: a table that is rebuilt would wait for them. If nobody is, it is as after
    a crash. One that belongs to a dialect, to an author or to a lesson is never at rest.
    """
    if table.asleep or table.busy or not table.outbox.nothing:
        return False
    state, opened = table.state, table.state.opened
    if state.phase != "playing" or opened.dialect or opened.dev or opened.lesson:
        return False
    if any(seat.stand_in for seat in table.seats):
        return False
    return not table.listeners() or is_seen(state, table.delivery)


def is_seen(state: TableState, delivery: Delivery) -> bool:
    """Whether all have been told everything, and the table waits for nothing but a move."""
    if not (delivery.asked and delivery.complete) or delivery.held:
        return False
    if delivery.waiting or delivery.free or delivery.public:
        return False
    assert state.match is not None
    for seat, box in enumerate(delivery.boxes):
        missing = box.acked < box.told and state.players[seat].person
        if (missing and seat not in state.match.to_act) or box.sent < box.told:
            return False
    return True
