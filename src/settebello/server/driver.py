"""Drives live tables: it stores what a table wants stored, and then sends what it wants sent.

It lets bots choose, and wakes a table when something is due. The server and the simulator of faults
drive their tables with this code; each brings its own event loop, writer and host.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from settebello import log, wire
from settebello.seat import Letter, Listener
from settebello.server.store import Entry, Header, StoreError
from settebello.table import Table

if TYPE_CHECKING:
    from settebello.server.chat import Chat

ENTRIES = 50_000  # of a match: far more than honest play needs, and its log has an end


class Live:
    """A table in memory, with what driving it needs."""

    __slots__ = ("alarm", "broken", "chat", "observer", "seen", "table", "waiters")

    def __init__(self, table: Table) -> None:
        self.table = table
        self.alarm: Timer | None = None
        self.waiters: list[Callable[[], object]] = []  # to be called when it is settled
        self.broken = False  # what it wanted stored was not
        self.seen = 0.0  # when somebody was last there
        self.observer: Callable[[], None] | None = None  # told when something may have changed
        self.chat: Chat | None = None  # when somebody has written something


class Timer(Protocol):
    """A call that is to come, as asyncio has it."""

    def when(self) -> float: ...

    def cancel(self) -> None: ...


class Loop(Protocol):
    """An event loop, as far as a driver needs it."""

    def time(self) -> float: ...

    def call_soon(self, action: Callable[..., object], *arguments: Any) -> object: ...

    def call_at(self, when: float, action: Callable[..., object], *arguments: Any) -> Timer: ...


class TakesEntries(Protocol):
    """Who writes to the store."""

    def submit(
        self,
        entries: Sequence[Entry],
        headers: Sequence[Header],
        done: Callable[[StoreError | None], object],
        notes: Sequence[tuple[str, str]] = (),
    ) -> None:
        """Store this soon, all or nothing, then call `done` with None or with what is wrong."""

    def note(self, match: str, body: str) -> None:
        """Store this as the progress of a match within a second; nobody waits for it."""


class Host(Protocol):
    """Who keeps the tables."""

    def post(self, live: Live, messages: Sequence[Letter]) -> None:
        """Send these, in this order."""

    def choose(self, live: Live, seat: int, bot: str) -> str | None:
        """The move of a bot for this seat; None if the table had to be given up."""

    def committed(self, headers: Sequence[Header]) -> None:
        """Lists say something else of these matches from now on."""

    def rules_failed(self, live: Live, error: Exception) -> None:
        """A move could not be made because the rules failed; the table goes on."""

    def give_up(self, live: Live, code: str, error: Exception) -> None:
        """What is in memory is wrong or was not stored: forget it, and let everybody come back."""


class Driver:
    """Drives all tables of a host."""

    def __init__(
        self, loop: Loop, writer: TakesEntries, host: Host, entries: int = ENTRIES
    ) -> None:
        """A match that has so many entries is given up."""
        self._loop = loop
        self._writer = writer
        self._host = host
        self._most = entries
        self._changed: dict[Live, None] = {}  # acknowledged something since the last note

    def message(
        self, live: Live, listener: Listener, message: wire.ClientMessage, now: float
    ) -> None:
        """A message has come to a table."""
        self._changed[live] = None
        try:
            live.table.hear(listener, message, now)
            self.pump(live)
        except Exception as failure:  # rules from elsewhere may fail anywhere
            self._host.give_up(live, "failed", failure)

    def touch(self, live: Live) -> None:
        """Somebody comes to a table or goes: have it noted when."""
        self._changed[live] = None

    def happen(self, live: Live, what: Callable[..., None], *about: Any) -> None:
        """Something else has come to a table: let it take it in, and do what follows."""
        try:
            what(live.table, *about, self._loop.time())
            self.pump(live)
        except Exception as failure:  # rules from elsewhere may fail anywhere
            self._host.give_up(live, "failed", failure)

    def pump(self, live: Live, messages: Sequence[Letter] = ()) -> None:
        """Store and send whatever a table has to store and to send, after these messages."""
        table = live.table
        more = True
        while more:
            entries, said, progress, failures = table.drain()
            for failure in failures:
                self._host.rules_failed(live, failure)
            if entries or progress is not None:
                self._host.post(live, messages)
                self._store(live, entries, said, progress)
                return
            self._host.post(live, [*messages, *said])
            messages = ()
            more = bool(said) and table.busy
        # Whatever a table waits for, somebody wakes it: a bot, or a deadline. This comes after
        # every input, for any of them may have begun a wait.
        if table.thinking is not None:
            self._loop.call_soon(self._think, live)
        else:
            self._set_alarm(live)
        if live.observer is not None:
            live.observer()

    def _store(
        self,
        live: Live,
        entries: Sequence[log.ToStore],
        messages: Sequence[Letter],
        progress: log.Progress | None,
    ) -> None:
        rows = [Entry(match, number, log.write(entry)) for match, number, entry in entries]
        headers = headers_of(live.table, entries) if entries else []
        notes = [] if progress is None else [(live.table.match_id, log.write(progress))]
        done = partial(self._stored, live, messages, headers)
        self._writer.submit(rows, headers, done, notes)

    def _stored(
        self,
        live: Live,
        messages: Sequence[Letter],
        headers: Sequence[Header],
        error: StoreError | None,
    ) -> None:
        if error is not None:
            self._host.give_up(live, "not-stored", error)
        else:
            try:
                if headers:
                    self._host.committed(headers)
                live.table.stored(self._loop.time())
                if live.table.number >= self._most:
                    live.table.close("too-long")
                self.pump(live, messages)
            except Exception as failure:  # rules from elsewhere may fail anywhere
                self._host.give_up(live, "failed", failure)
        if live.waiters and (live.broken or not live.table.busy):
            waiters, live.waiters = live.waiters, []
            for waiter in waiters:
                self._loop.call_soon(waiter)

    def _think(self, live: Live) -> None:
        """Let a bot choose its move. It is quick, and on its own it would wait for others."""
        table = live.table
        thinking = table.thinking
        if live.broken or thinking is None:
            return
        seat, name = thinking
        move = self._host.choose(live, seat, name)
        if move is not None:
            self.happen(live, Table.bot_moved, seat, move, table.step)

    def _set_alarm(self, live: Live) -> None:
        due = live.table.due
        if due is None or live.broken or (live.alarm is not None and live.alarm.when() <= due):
            return
        if live.alarm is not None:
            live.alarm.cancel()
        live.alarm = self._loop.call_at(due, self._ring, live)

    def _ring(self, live: Live) -> None:
        live.alarm = None
        self.happen(live, Table.tick)

    def note(self) -> None:
        """Have it noted who has acknowledged what since the last time."""
        now = self._loop.time()
        changed, self._changed = self._changed, {}
        for live in changed:
            if live.broken:
                continue
            try:
                body = log.write(live.table.progress(now))
            except Exception as failure:  # the others are noted all the same
                self._host.give_up(live, "failed", failure)
            else:
                self._writer.note(live.table.match_id, body)

    def forget(self, live: Live) -> None:
        """It leaves the memory: nothing is to wake it."""
        if live.alarm is not None:
            live.alarm.cancel()
            live.alarm = None


def headers_of(table: Table, entries: Sequence[log.ToStore]) -> list[Header]:
    """What lists say of the match, if that changes with these entries."""
    moves_only = all(isinstance(e.entry, log.Moved | log.Undone) for e in entries)
    # In a dialect a game that is over can be resumed until all have been told its end.
    if moves_only and (table.opened.dialect or not table.over):
        return []
    return [header_of(table)]


def header_of(table: Table) -> Header:
    phase = "playing" if table.phase == "paused" else table.phase
    summary = msgspec.json.encode(table.summary()).decode()
    return Header(
        table.match_id,
        table.opened.table,
        table.opened.game,
        phase,
        table.opened.listed,
        time.time(),
        summary,
    )
