"""What a table has to store and to send, until its driver takes it."""

from __future__ import annotations

from collections.abc import Sequence

from settebello.table import protocol
from settebello.table.entries import PendingEntry, TableProgress
from settebello.table.seats import Letter, Listener


class Output:
    """Store the entries, and the progress if there is one; then send the messages."""

    __slots__ = ("entries", "failures", "messages", "progress")

    def __init__(
        self,
        entries: Sequence[PendingEntry],
        messages: Sequence[Letter],
        progress: TableProgress | None,
        failures: Sequence[Exception],
    ) -> None:
        self.entries = entries
        self.messages = messages
        self.progress = progress
        self.failures = failures  # of the rules, to be logged

    def __bool__(self) -> bool:
        """Whether there is anything."""
        return self.stores or bool(self.messages) or bool(self.failures)

    @property
    def stores(self) -> bool:
        """Whether there is something to store, after which `stored` has to be called."""
        return bool(self.entries) or self.progress is not None


class Outbox:
    """Entries to store, and messages to send after that."""

    __slots__ = ("_entries", "_messages", "_storing", "failures", "forgot", "moving")

    def __init__(self) -> None:
        # Empty most of the time, and there are thousands of tables: an empty list takes 56 bytes.
        self._entries: Sequence[PendingEntry] = ()
        self._messages: Sequence[Letter] = ()
        self._storing = False  # whether something is being stored
        self.failures: Sequence[Exception] = ()  # of the rules
        self.forgot: float | None = None  # when an ack took a secret face off a screen
        self.moving = False  # whether what is being stored is more than acks

    def log(self, entry: PendingEntry) -> None:
        self._entries = [*self._entries, entry]

    def send(self, listener: Listener, message: protocol.ServerMessage) -> None:
        self._messages = [*self._messages, (listener, message)]

    @property
    def stores(self) -> bool:
        """Whether entries are being stored, or have to be."""
        return self._storing or bool(self._entries)

    @property
    def empty(self) -> bool:
        """Whether nothing is being stored, and there is nothing to store or to send."""
        return not (self._storing or self._entries or self._messages)

    @property
    def nothing(self) -> bool:
        """Whether `drain` would hand over nothing at all."""
        return not (self._entries or self._messages or self.failures) and self.forgot is None

    def drain(self, progress: TableProgress | None) -> Output:
        """Hand over everything. If there is something to store, `stored` has to follow."""
        output = Output(self._entries, self._messages, progress, self.failures)
        self._storing = self._storing or bool(self._entries) or progress is not None
        self.moving = self.moving or bool(self._entries)
        self._entries, self._messages, self.failures, self.forgot = (), (), (), None
        return output

    def stored(self) -> None:
        self._storing = self.moving = False
