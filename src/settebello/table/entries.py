"""The entries of a live match's log. The store keeps them, and a table is rebuilt from them.

Entry 1 is `OpenEntry`. A rematch is a match of its own with a log of its own. Of secrets a log has
only the hashes. It does have the luck, so it never leaves the server before its match is over. The
tags are the names of the entries in stores: they do not change.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Absence = Literal["bot", "wait"]


class LogEntry(msgspec.Struct, omit_defaults=True, gc=False):
    pass


class OpenEntry(LogEntry, tag="Opened"):
    """A table was opened for a match.

    `dialect`, `number` and `names` are set if it was opened in a dialect. At a rematch `told` has
    the number of notices of the earlier matches, by viewer; `unseen` has those that a seat has not
    acknowledged; `answered` has the ids that get the same answer again.
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
    dialect: str = ""  # empty for our own protocol
    number: int = 0  # of the game in the dialect
    names: list[str] = []  # of the players in the dialect
    previous: tuple[int, ...] | None = None
    told: tuple[int, ...] = ()
    unseen: list[list[dict[str, Any]]] = []
    answered: list[list[str]] = []
    seed: int | None = None  # of all the luck at this table, in local play with a seed
    lesson: bool = False  # the game's lesson is played here, as long as the learner follows it
    dev: bool = False  # opened by an author, who sees all hands: nobody should take it for a game
    public: bool = False  # for strangers: without a host, see gathering.py
    fill: str = ""  # at a public table: the bot that takes the seats that stay free
    fill_at: float | None = None  # when, in seconds since 1970; None: it waits for people
    origin: tuple[str, int] | None = None  # the match and the step from which this one goes on


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
    """A player moved from one seat to a free one, before the match began."""

    seat: int
    to: int


class RenameEntry(LogEntry, tag="Renamed"):
    """A player goes by another name from now on."""

    seat: int
    name: str


class StartEntry(LogEntry, tag="Started"):
    """The match began, with this luck for its first draws, by a rules file with this hash."""

    luck: list[str] = []
    rules_hash: str = ""  # see `registry.hash_of`


class ReloadEntry(LogEntry, tag="Reloaded"):
    """The rules file was changed, and the match goes on by it: all before this plays out by it too.

    Only at a table that is marked as `dev`.
    """

    rules_hash: str


class MoveEntry(LogEntry, tag="Moved"):
    """A move, with the luck drawn after it, its client's id, and what each seat had acknowledged.

    `told` has the number of the last notice before it, by viewer, spectators last. With it notices
    keep their numbers even if a later version of the rules tells more or less of a move. `stand_in`
    says whether a bot made it for a person; if it does not say, see `stands_in`.
    """

    seat: int
    move: str
    luck: list[str] = []
    id: str = ""
    acked: tuple[int, ...] = ()
    told: tuple[int, ...] = ()
    stand_in: bool | None = None

    def stands_in(self, secret: str, bot: str) -> bool:
        """Whether a bot made it for the person in its seat; they are known by a `secret`.

        A move without an id is a bot's. Who has no secret sits in a match that was imported.
        """
        if self.stand_in is not None:
            return self.stand_in
        return not self.id and not bot and bool(secret)


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

    `reason` is "abandoned", "given-up" (by the host), "not-begun", "too-long", or empty if all had
    left.
    """

    reason: str = ""


Entry = (
    OpenEntry
    | SitEntry
    | StandEntry
    | SwitchEntry
    | RenameEntry
    | StartEntry
    | ReloadEntry
    | MoveEntry
    | UndoEntry
    | PauseEntry
    | ResumeEntry
    | CloseEntry
)


class PendingEntry(msgspec.Struct, frozen=True, gc=False):
    """An entry with its place in the log of its match."""

    match: str
    number: int
    entry: Entry


class TableProgress(msgspec.Struct, omit_defaults=True):
    """What changes too often for an entry. It is stored each second, so a crash may lose a second.

    Only an ack that takes a secret face off a screen is stored at once.
    """

    number: int = 0  # of the last entry before it
    acked: tuple[int, ...] = ()
    spent: float = 0.0  # seconds that the table has waited since then
    steps: int = 0  # of the delivery that are done
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
