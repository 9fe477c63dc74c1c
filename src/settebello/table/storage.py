"""What a live table hands to a store: rows of its log, headers of matches, registered players."""

from __future__ import annotations

from typing import NamedTuple

import msgspec


class StoreError(Exception):
    """The store failed. The text is a sentence; it quotes nothing of what was to be stored."""


class LogDamaged(StoreError):
    """The store works, but the log of a match lacks an entry."""


class RowsRefused(StoreError):
    """The store works, but it refuses these rows."""


class Conflict(RowsRefused):
    """An entry of this match with this number is stored already."""


class EntryRow(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One line of the log of a match, numbered from 1; the body is JSON.

    It is made at every move: a named tuple takes eight times as long.
    """

    match: str
    number: int
    body: str


class MatchHeader(NamedTuple):
    """What is known of a match without reading its log."""

    match: str
    table: str
    game: str
    phase: str  # open, playing, over, or closed without an end
    listed: bool
    changed: float  # seconds since 1970
    summary: str  # JSON


class SnapshotRow(NamedTuple):
    """A table as it was after the entry of this number. Only a log is the truth; this saves time.

    The body is JSON, and holds hidden cards as a log does.
    """

    match: str
    number: int
    body: str


class ReviewRow(NamedTuple):
    """What a seat's decisions in a match that is over were worth; the body is JSON.

    Like a snapshot it only saves time: it can be made again from the log.
    """

    match: str
    seat: int
    body: str


class StoredTable(NamedTuple):
    """What is stored of a table: all that is needed to bring it back, unless its log is long."""

    header: MatchHeader  # of its last match
    progress: str | None
    snapshot: SnapshotRow | None
    opened: str | None  # the body of the first entry, if there is one
    tail: list[str]  # the entries after the snapshot, at most as many as were asked for

    @property
    def after(self) -> int:
        """The number of the entry before the `tail`."""
        return max(1, self.snapshot.number if self.snapshot else 0)


class PlayerRow(NamedTuple):
    """Somebody who has registered."""

    secret: str  # the hash
    id: str
    name: str
