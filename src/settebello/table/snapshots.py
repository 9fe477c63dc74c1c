"""Snapshots of a table, so that a long match comes back without being replayed from its start.

A snapshot is the table as its log had it after some entry. It lies far enough back that what a
table needs besides its state comes from the entries since: the notices that somebody has not
acknowledged, the lines of the log, the moves that can be taken back. The log stays the truth. A
snapshot that does not fit is ignored, and a match that cannot have one is replayed as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from settebello.history import Deal, MatchPosition, Moment
from settebello.match import Match
from settebello.plain_data import NotPlain, PlainData
from settebello.registry import hash_of
from settebello.table.commands import MAX_UNDOS_AND_PAUSES
from settebello.table.entries import Entry, MoveEntry, UndoEntry
from settebello.table.records import Work
from settebello.table.state import Checkpoint, SeatedPlayer, TableState
from settebello.table.storage import SnapshotRow
from settebello.table.table import Table
from settebello.visibility import Knowledge, piece_ids

FORMAT = 2  # of a snapshot
NOTICES = 2  # raised when the events or the knowledge of a match are kept in another way
EVERY = 100  # entries from one checkpoint to the next: about 4 ms of replay, or 25 if interpreted
LINES = 300  # notices that each viewer can read again
MOST = 16  # checkpoints of a match that are kept while none of them is old enough
NEVER = 1_000_000_000

Numbers = tuple[int, ...]


class SnapshotUnfit(ValueError):
    """A snapshot that cannot be used: then the whole log is replayed."""


class TableSnapshot(msgspec.Struct):
    """A table after an entry, as it is stored."""

    format: int
    game: str
    rules: int  # the version
    rules_hash: str
    notices: int
    number: int  # of the entry
    players: list[tuple[str, str, str, int]]
    undos_and_pauses: int
    sealed: str
    told: Numbers
    acked: Numbers
    answered: list[list[str]]
    drawn: int
    moves: int
    events: int
    match_told: Numbers
    last_moves: Numbers
    state: dict[str, Any]
    knowledge: dict[str, Any]
    start: dict[str, Any]  # of the deal, as a state
    steps: list[tuple[int, Numbers, int]]
    left: int  # what the knowledge had noted at the start


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(TableSnapshot)


class Snapshots:
    """Says when a snapshot of a table is taken, and lets the table forget what is before it."""

    def __init__(
        self, keep: Callable[[SnapshotRow], object], every: int = EVERY, lines: int = LINES
    ) -> None:
        """`keep` stores a snapshot soon.

        There is a checkpoint after every so many entries; `lines` are notices that must follow,
        at least one.
        """
        self._keep = keep
        self._every = every
        self._lines = lines

    def look_at(self, table: Table) -> None:
        """Store a snapshot of a table if there is one now; all its entries must be stored."""
        snapshot = self.take(table)
        if snapshot is not None:
            self._keep(snapshot)

    def take(self, table: Table) -> SnapshotRow | None:
        """A snapshot to store, if there is one now."""
        state, match = table.state, table.state.match
        state.checkpoint_due = state.entry_no + self._every
        if match is None or state.phase != "playing":
            return None
        opened = state.opened
        if opened.dialect or opened.lesson or opened.dev:  # they need the whole match
            state.checkpoint_due = NEVER
            return None
        try:
            row = self._taken(table)
        except (NotPlain, msgspec.EncodeError, UnicodeEncodeError):
            state.checkpoints, state.checkpoint_due = (), NEVER
            return None
        if any(match.can_undo(seat) for seat in range(len(state.players))):
            state.checkpoint_due = state.entry_no + 1  # soon
        else:
            state.checkpoints = [*state.checkpoints, checkpoint(table)]
            if len(state.checkpoints) > MOST:
                state.checkpoints = state.checkpoints[::2]
        return row

    def _taken(self, table: Table) -> SnapshotRow | None:
        """The snapshot of the newest checkpoint that is old enough."""
        state = table.state
        for index in range(len(state.checkpoints) - 1, -1, -1):
            found = state.checkpoints[index]
            if self._is_old(table, found):
                row = SnapshotRow(state.match_id, found.number, write(state, found))
                state.checkpoints = state.checkpoints[index + 1 :]
                state.forget_before(found)
                return row
        return None

    def _is_old(self, table: Table, found: Checkpoint) -> bool:
        """Whether all that a table needs besides a snapshot comes from the entries since then."""
        state, delivery = table.state, table.delivery
        acked, told = delivery.settled, delivery.numbers()
        for seat, player in enumerate(state.players):
            seen = acked[seat] if player.person and len(acked) > seat else told[seat]
            if (player.person and not acked) or seen - found.told[seat] < self._lines:
                return False
            if player.person and state.against_bots(seat):
                left = MAX_UNDOS_AND_PAUSES - state.undos_and_pauses
                if moves_of(state, seat, found.position.moment.moves) < left:
                    return False
        return told[-1] - len(delivery.public) - found.told[-1] >= self._lines


def moves_of(state: TableState, seat: int, after: int) -> int:
    """How many moves a seat has made after so many moves of the match."""
    assert state.match is not None
    history = state.match.history
    here = after - (history.move_count - len(history.moves))
    return sum([mover == seat for mover, _ in history.moves[max(here, 0) :]])


def checkpoint(table: Table) -> Checkpoint:
    """The table as it is now, to make a snapshot of later."""
    state, delivery = table.state, table.delivery
    assert state.match is not None
    return Checkpoint(
        state.entry_no,
        state.match.position(),
        [(player.name, player.secret, player.bot, player.sat) for player in state.players],
        state.undos_and_pauses,
        state.sealed,
        delivery.numbers(),
        delivery.acknowledged(),
        [list(seat.answered) for seat in table.seats],
        state.forgotten + len(state.history),
    )


def write(state: TableState, found: Checkpoint) -> str:
    """The body of a snapshot; NotPlain if the game keeps something that cannot be stored."""
    match = state.match
    assert match is not None
    position, moment = found.position, found.position.moment
    plain = PlainData(state.game, match.options)
    knowledge = moment.knowledge
    snapshot = TableSnapshot(
        FORMAT,
        state.opened.game,
        state.opened.rules,
        state.rules_hash,
        NOTICES,
        found.number,
        found.players,
        found.undos_and_pauses,
        found.sealed,
        found.told,
        found.acked,
        found.answered,
        moment.drawn,
        moment.moves,
        moment.events,
        position.told,
        position.last_moves,
        plain.write_fields(moment.state),
        plain.write_fields(knowledge) | {"ids": len(knowledge.ids)},
        plain.write_fields(moment.deal.start),
        moment.deal.history(),
        moment.deal.first,
    )
    return _encoder.encode(snapshot).decode()


def restore(table: Table, body: str, number: int) -> None:
    """Make a table that has just been reopened what it was after the entry of this number.

    Raises SnapshotUnfit if the snapshot cannot be read or is not one of this match and these rules;
    then the table must not be used.
    """
    try:
        put_back(table, _decoder.decode(body), number)
    except Exception as error:  # it may be damaged in any way, and the rules of others may fail
        raise SnapshotUnfit(f"{type(error).__name__}: {error}") from error


def put_back(table: Table, snapshot: TableSnapshot, number: int) -> None:
    state = table.state
    wanted = (FORMAT, NOTICES, number, state.opened.game, state.opened.rules, hash_of(state.game))
    about = (snapshot.format, snapshot.notices, snapshot.number, snapshot.game)
    if (*about, snapshot.rules, snapshot.rules_hash) != wanted:
        raise ValueError("The snapshot is of another version.")
    seats = len(state.players)
    counts = (len(snapshot.players), len(snapshot.acked), len(snapshot.answered))
    if {*counts, len(snapshot.told) - 1, len(snapshot.match_told) - 1} != {seats}:
        raise ValueError("The snapshot is of another table.")
    position = read_position(state, snapshot)
    state.players = [SeatedPlayer(*player) for player in snapshot.players]
    state.match = Match(
        state.game,
        state.names(),
        luck=state.luck,
        options=state.options,
        previous=state.opened.previous,
        at=position,
    )
    state.base, state.entry_no, state.phase = position, number, "playing"
    state.rules_hash, state.sealed = snapshot.rules_hash, why(snapshot.sealed)
    state.undos_and_pauses = snapshot.undos_and_pauses
    table.delivery.resume(snapshot.told, snapshot.acked)
    for seat, answered in zip(table.seats, snapshot.answered, strict=True):
        seat.begin_match(answered)


def resuming(
    table: Table,
    entries: Iterable[Entry],
    snapshot: SnapshotRow | None,
    snapshots: Snapshots | None = None,
) -> Work[None]:
    """Replay the further entries of a table that has just been reopened, one in each step.

    With a `snapshot` they are those after it; raises SnapshotUnfit if it does not fit, or if they
    are too few. `snapshots` takes others on the way: so a long match is replayed as a whole once.
    """
    if snapshot is not None:
        restore(table, snapshot.body, snapshot.number)
    told = snapshot is None  # whether all that is being told of the last move is here
    for entry in entries:
        table.replay(entry)
        told = told or isinstance(entry, MoveEntry | UndoEntry)
        if snapshots is not None and table.state.entry_no >= table.state.checkpoint_due:
            snapshots.look_at(table)
        yield
    if not told:
        raise SnapshotUnfit("No move follows the snapshot.")


def read_position(state: TableState, snapshot: TableSnapshot) -> MatchPosition:
    """Where the match was."""
    seats = len(state.players)
    plain = PlainData(state.game, state.options)
    game_state = state.game.setup(state.options, seats, state.opened.previous)
    plain.read_fields(game_state, snapshot.state)
    knowledge = Knowledge(seats)
    ids = snapshot.knowledge.get("ids")
    if type(ids) is not int:
        raise NotPlain("It has no ids.")
    plain.read_fields(knowledge, snapshot.knowledge | {"ids": ["tuple"]})
    knowledge.ids = piece_ids(knowledge.deal, ids)
    start = state.game.setup(state.options, seats, state.opened.previous)
    plain.read_fields(start, snapshot.start)
    deal = Deal(start, snapshot.left)
    for seat, play, left in snapshot.steps:
        deal = deal.after(seat, play, left)
    counts = snapshot.drawn, snapshot.moves, snapshot.events
    moment = Moment(game_state, knowledge, deal, *counts)
    return MatchPosition(moment, snapshot.match_told, snapshot.last_moves)


def why(word: str) -> Any:
    """Why a move cannot be taken back; ValueError if it is none of the reasons."""
    if word not in ("", "moved", "drawn", "seen", "table"):
        raise ValueError("The snapshot has an unknown reason.")
    return word


def same_table(one: Table, other: Table) -> bool:
    """Whether two tables of the same match stand alike; False if they cannot be compared."""
    try:
        return essence(one) == essence(other)
    except NotPlain:
        return False


def essence(table: Table) -> list[Any]:
    """How a table stands, as plain data."""
    now = checkpoint(table)
    boxes = [(box.told, box.acked, box.queue) for box in table.delivery.boxes]
    written = msgspec.json.decode(write(table.state, now))
    return [table.state.phase, table.delivery.public_told, boxes, written]
