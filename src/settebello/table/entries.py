"""The log of a live match: what the store keeps, entry by entry, and a table is brought back from.

Entry 1 is `OpenEntry`. A rematch is a match of its own with a log of its own. Secrets are here as
hashes only; the luck is not hidden, so a log never leaves the server before its match is over. The
tags are the names under which stores have the entries: they do not change.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import msgspec

Absence = Literal["bot", "wait"]


class LogEntry(msgspec.Struct, omit_defaults=True, gc=False):
    pass


class OpenEntry(LogEntry, tag="Opened"):
    """A table was opened for a match.

    In a dialect games have numbers, and players names of their own. At a rematch `told` counts the
    notices of the earlier matches, by viewer, `unseen` has those that a seat has not acknowledged,
    and `answered` the ids that get the same answer again.
    """

    table: str
    game: str
    rules: int
    seats: int
    options: dict[str, Any] = {}
    listed: bool = False
    invite: str = ""  # the hash
    absence: Absence = "bot"
    grace: float = 30.0
    clock: float | None = None
    dialect: str = ""  # in which it was opened, if not in ours
    number: int = 0  # of the game there
    names: list[str] = []  # of the players there
    previous: tuple[int, ...] | None = None
    told: tuple[int, ...] = ()
    unseen: list[list[dict[str, Any]]] = []
    answered: list[list[str]] = []


class SitEntry(LogEntry, tag="Sat"):
    """A person, known by the hash of their secret, or a bot took a seat."""

    seat: int
    name: str
    secret: str = ""
    bot: str = ""


class StandEntry(LogEntry, tag="Stood"):
    """A seat became free before the match began."""

    seat: int


class SwitchEntry(LogEntry, tag="Switched"):
    """Who sat in a seat took a free one instead, before the match began."""

    seat: int
    to: int


class RenameEntry(LogEntry, tag="Renamed"):
    """A player goes by another name from now on."""

    seat: int
    name: str


class StartEntry(LogEntry, tag="Started"):
    """The match began, with this luck for its first draws."""

    luck: list[str] = []


class MoveEntry(LogEntry, tag="Moved"):
    """A move, with the luck it set off, its client's id, and what each seat had acknowledged.

    `told` has the number of the last notice before it, by viewer, spectators last: with it numbers
    go on as they were told, also if a later version of the rules tells more or less of a move.
    """

    seat: int
    move: str
    luck: list[str] = []
    id: str = ""
    acked: tuple[int, ...] = ()
    told: tuple[int, ...] = ()


class UndoEntry(LogEntry, tag="Undone"):
    """The last move was taken back."""

    seat: int
    id: str = ""


class PauseEntry(LogEntry, tag="Paused"):
    seat: int
    id: str = ""


class ResumeEntry(LogEntry, tag="Resumed"):
    seat: int
    id: str = ""


class CloseEntry(LogEntry, tag="Closed"):
    """The table was closed before its match was over.

    `reason` is a word: "abandoned", "given-up" by the host, "not-begun", "too-long", or none if all
    had left.
    """

    reason: str = ""


Entry = (
    OpenEntry
    | SitEntry
    | StandEntry
    | SwitchEntry
    | RenameEntry
    | StartEntry
    | MoveEntry
    | UndoEntry
    | PauseEntry
    | ResumeEntry
    | CloseEntry
)


class PendingEntry(NamedTuple):
    """An entry with its place in the log of its match."""

    match: str
    number: int
    entry: Entry


class TableProgress(msgspec.Struct, omit_defaults=True):
    """What changes too often to be worth an entry: it may be a second old after a crash.

    Only an ack that takes a secret face off a screen is stored at once.
    """

    number: int = 0  # of the entry after which it was noted
    acked: tuple[int, ...] = ()
    spent: float = 0.0  # seconds that the table has waited since then
    steps: int = 0  # of telling, that were done
    told: tuple[int, ...] = ()  # the number of the last notice, by seat


_entries: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)
_progress = msgspec.json.Decoder(TableProgress)
_encoder = msgspec.json.Encoder()


def encode_entry(entry: Entry | TableProgress) -> str:
    return _encoder.encode(entry).decode()


def decode_entry(body: str) -> Entry:
    return _entries.decode(body)


def decode_progress(body: str) -> TableProgress:
    return _progress.decode(body)
