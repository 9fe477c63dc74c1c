"""Drives live tables: stores a table's entries, then sends its messages.

It also lets bots choose, and wakes a table when something is due. The server and the simulator of
faults both drive their tables with this code; each brings its own event loop, writer and host.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from settebello.rejection import RejectionCode
from settebello.table import coaching, protocol
from settebello.table.entries import MoveEntry, PendingEntry, TableProgress, UndoEntry, encode_entry
from settebello.table.seats import Letter, Listener
from settebello.table.sleeping import at_rest
from settebello.table.storage import EntryRow, MatchHeader, StoreError
from settebello.table.table import Table
from settebello.table.telling import end_thinking, show_thinking

if TYPE_CHECKING:
    from settebello.table.chat import Chat
    from settebello.table.emotes import Emotes

ENTRIES = 50_000  # the most a match may have: far more than honest play needs
SHOW_SECONDS = 0.5  # after which people are told that a bot is thinking

# A bot that was asked for a move: the match, the number of its last entry then, and the seat.
Asked = tuple[str, int, int]


class HostedTable:
    """A table in memory, with what its driver needs."""

    __slots__ = (
        "alarm", "alarm_at", "asked", "broken", "by_hand", "chat", "emotes", "failure", "hinting",
        "observer", "seen", "table", "waiters",
    )  # fmt: skip

    def __init__(self, table: Table) -> None:
        self.table = table
        self.alarm: Timer | None = None
        self.alarm_at = 0.0  # when it rings
        self.asked: Asked | None = None  # the bot that is choosing its move
        self.waiters: Sequence[Callable[[], object]] = ()  # to be called when it is settled
        self.broken = False  # something that it wanted stored was not
        self.seen = 0.0  # when somebody was last connected
        self.observer: Callable[[], None] | None = None  # told when something may have changed
        self.chat: Chat | None = None  # when somebody has written something
        self.emotes: Emotes | None = None  # when somebody has sent one
        self.hinting = False  # a search looks for a hint
        self.by_hand = False  # bots wait: an author moves for them
        self.failure: Exception | None = None  # how the rules have failed last

    @property
    def may_sleep(self) -> bool:
        """Whether nothing is under way at its table, in the table itself or around it."""
        if self.broken or self.asked is not None or self.waiters or self.observer is not None:
            return False
        return not (self.hinting or self.by_hand) and at_rest(self.table)


class Timer(Protocol):
    """A call that is scheduled.

    It does not say when: what uvloop gives for a time that has just passed cannot.
    """

    def cancel(self) -> None: ...


class Loop(Protocol):
    """An event loop, as far as a driver needs it."""

    def time(self) -> float: ...

    def call_soon(self, action: Callable[..., object], *arguments: Any) -> object: ...

    def call_at(self, when: float, action: Callable[..., object], *arguments: Any) -> Timer: ...


class TakesEntries(Protocol):
    """The part that writes to the store."""

    def submit(
        self,
        entries: Sequence[EntryRow],
        headers: Sequence[MatchHeader],
        done: Callable[[StoreError | None], object],
        notes: Sequence[tuple[str, str]] = (),
    ) -> None:
        """Store this soon, all or nothing, then call `done` with None or with the error."""

    def note(self, match: str, body: str) -> None:
        """Store this as the progress of a match within a second; nobody waits for it."""


class TakesSnapshots(Protocol):
    """The part that takes snapshots of tables: see snapshots.py."""

    def look_at(self, table: Table) -> None:
        """All entries of a table are stored, and it is due."""


class Host(Protocol):
    """The part of the server that keeps the tables."""

    def post(self, hosted: HostedTable, messages: Sequence[Letter]) -> None:
        """Send these, in this order."""

    def choose(self, hosted: HostedTable, seat: int, bot: str) -> str | None:
        """The move of a bot for this seat; None if the table had to be given up.

        Also None if the move comes later: then the host gives it to `Driver.chosen`, with what
        `hosted.asked` is now.
        """

    def committed(self, headers: Sequence[MatchHeader]) -> None:
        """These headers are stored: lists of matches change."""

    def rules_failed(self, hosted: HostedTable, error: Exception) -> None:
        """A move could not be made because the rules failed; the table goes on."""

    def give_up(self, hosted: HostedTable, code: str, error: Exception) -> None:
        """Memory is wrong or was not stored: unload the table, and let everybody reconnect."""


class Driver:
    """Drives all tables of a host."""

    def __init__(
        self,
        loop: Loop,
        writer: TakesEntries,
        host: Host,
        entries: int = ENTRIES,
        snapshots: TakesSnapshots | None = None,
    ) -> None:
        """A match that has `entries` entries is closed."""
        self._snapshots = snapshots
        self._loop = loop
        self._writer = writer
        self._host = host
        self._most = entries
        self._changed: dict[HostedTable, None] = {}  # acknowledged something since the last note

    def on_message(
        self, hosted: HostedTable, listener: Listener, message: protocol.ClientMessage, now: float
    ) -> None:
        """A message has come to a table; one that was unloaded or given up takes none."""
        if hosted.broken:
            return
        self._changed[hosted] = None
        try:
            hosted.table.on_message(listener, message, now)
            self.pump(hosted)
        except Exception as failure:  # rules from elsewhere may fail anywhere
            self._host.give_up(hosted, RejectionCode.FAILED, failure)

    def touch(self, hosted: HostedTable) -> None:
        """Have the progress of a table noted: somebody has come or gone."""
        self._changed[hosted] = None

    def dispatch(self, hosted: HostedTable, method: Callable[..., None], *arguments: Any) -> None:
        """Call a method of the table with the time, and do what follows from it.

        Nothing is done at a table that was unloaded or given up.
        """
        if hosted.broken:
            return
        try:
            method(hosted.table, *arguments, self._loop.time())
            self.pump(hosted)
        except Exception as failure:  # rules from elsewhere may fail anywhere
            self._host.give_up(hosted, RejectionCode.FAILED, failure)

    def pump(self, hosted: HostedTable, messages: Sequence[Letter] = ()) -> None:
        """Send these messages, then store and send all that the table has to store and send."""
        table = hosted.table
        # An ack often leads to nothing.
        more = bool(messages) or table.busy or not table.outbox.nothing
        while more:
            output = table.drain()
            for failure in output.failures:
                hosted.failure = failure
                self._host.rules_failed(hosted, failure)
            if output.entries or output.progress is not None:
                if messages:
                    self._host.post(hosted, messages)
                self._store(hosted, output.entries, output.messages, output.progress)
                return
            said = output.messages
            if messages or said:
                self._host.post(hosted, [*messages, *said] if messages else said)
            messages = ()
            more = bool(said) and table.busy
        # A table that waits must be woken by a bot or a deadline. This is done after every input,
        # since any of them may have begun a wait.
        if table.thinking is not None:
            self._loop.call_soon(self._think, hosted)
        else:
            self._set_alarm(hosted)
        if hosted.observer is not None:
            hosted.observer()

    def _store(
        self,
        hosted: HostedTable,
        entries: Sequence[PendingEntry],
        messages: Sequence[Letter],
        progress: TableProgress | None,
    ) -> None:
        rows = [EntryRow(each.match, each.number, encode_entry(each.entry)) for each in entries]
        headers = headers_of(hosted.table, entries) if entries else []
        notes = [] if progress is None else [(hosted.table.match_id, encode_entry(progress))]
        done = partial(self._stored, hosted, messages, headers)
        self._writer.submit(rows, headers, done, notes)

    def _stored(
        self,
        hosted: HostedTable,
        messages: Sequence[Letter],
        headers: Sequence[MatchHeader],
        error: StoreError | None,
    ) -> None:
        if error is not None:
            self._host.give_up(hosted, RejectionCode.NOT_STORED, error)
        else:
            try:
                if headers:
                    self._host.committed(headers)
                state = hosted.table.state
                if self._snapshots is not None and state.entry_no >= state.checkpoint_due:
                    self._snapshots.look_at(hosted.table)
                hosted.table.stored(self._loop.time())
                if hosted.table.state.entry_no >= self._most:
                    hosted.table.close("too-long")
                self.pump(hosted, messages)
            except Exception as failure:  # rules from elsewhere may fail anywhere
                self._host.give_up(hosted, RejectionCode.FAILED, failure)
        if hosted.waiters and (hosted.broken or not hosted.table.busy):
            waiters, hosted.waiters = hosted.waiters, ()
            for waiter in waiters:
                self._loop.call_soon(waiter)

    def _think(self, hosted: HostedTable) -> None:
        """Ask a bot for its move, unless it has been asked already.

        Most answer here and now: a thread would only wait its turn.
        """
        table = hosted.table
        thinking = table.thinking
        if hosted.broken or hosted.by_hand or thinking is None:
            return
        seat, name = thinking
        asked = (table.match_id, table.state.entry_no, seat)
        if hosted.asked == asked:
            return
        hosted.asked = asked
        lesson = coaching.next_move(table.state) if table.opened.lesson else None
        move = lesson.move if lesson else self._host.choose(hosted, seat, name)
        if move is not None:
            self.chosen(hosted, asked, move)
        elif not hosted.broken:
            at = self._loop.time() + SHOW_SECONDS
            self._loop.call_at(at, self._show_thinking, hosted, asked)

    def chosen(self, hosted: HostedTable, asked: Asked, move: str, hurried: bool = False) -> None:
        """A bot has chosen a legal move; nothing is done if it is not asked for any more.

        So no move is made twice, and none in another position than that in which it was chosen.
        `hurried` says that it had no time to think.
        """
        if hosted.asked != asked:
            return
        hosted.asked = None
        table = hosted.table
        if not hosted.by_hand and asked == (table.match_id, table.state.entry_no, asked[2]):
            self.dispatch(hosted, end_thinking, asked[2], hurried)  # told before the move is stored
            self.dispatch(hosted, Table.bot_moved, asked[2], move, table.step)

    def _show_thinking(self, hosted: HostedTable, asked: Asked) -> None:
        if hosted.asked == asked and not hosted.by_hand:
            self.dispatch(hosted, show_thinking, asked[2])

    def _set_alarm(self, hosted: HostedTable) -> None:
        due = hosted.table.due
        if due is None or hosted.broken or (hosted.alarm is not None and hosted.alarm_at <= due):
            return
        if hosted.alarm is not None:
            hosted.alarm.cancel()
        hosted.alarm_at = due
        hosted.alarm = self._loop.call_at(due, self._ring, hosted)

    def _ring(self, hosted: HostedTable) -> None:
        hosted.alarm = None
        self.dispatch(hosted, Table.tick)

    def note(self) -> None:
        """Have the progress noted of all tables that changed since the last time."""
        now = self._loop.time()
        changed, self._changed = self._changed, {}
        for hosted in changed:
            if hosted.broken:
                continue
            try:
                body = encode_entry(hosted.table.progress(now))
            except Exception as failure:  # the others are noted all the same
                self._host.give_up(hosted, RejectionCode.FAILED, failure)
            else:
                self._writer.note(hosted.table.match_id, body)

    def forget(self, hosted: HostedTable) -> None:
        """A table is unloaded: cancel its alarm, and wait for no bot."""
        hosted.asked = None
        if hosted.alarm is not None:
            hosted.alarm.cancel()
            hosted.alarm = None


def headers_of(table: Table, entries: Sequence[PendingEntry]) -> list[MatchHeader]:
    """The header of the match, if these entries change it; else none."""
    for pending in entries:
        if type(pending.entry) is not MoveEntry and type(pending.entry) is not UndoEntry:
            return [header_of(table)]
    if table.state.over and not table.policy.ends_when_told:
        return [header_of(table)]
    return []


def header_of(table: Table) -> MatchHeader:
    """The header of a table's match as it is now."""
    phase = "playing" if table.state.phase == "paused" else table.state.phase
    summary = msgspec.json.encode(table.state.summary()).decode()
    return MatchHeader(
        table.match_id,
        table.opened.table,
        table.opened.game,
        phase,
        table.opened.listed,
        time.time(),
        summary,
    )
