"""A live table without I/O that a test drives, and what its clients are sent."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import Any, TypeVar

import msgspec
import pytest

from settebello import Match
from settebello.games import dice
from settebello.luck import Luck, Scripted, Seeded
from settebello.table import protocol
from settebello.table.entries import (
    MoveEntry,
    OpenEntry,
    PendingEntry,
    TableProgress,
    decode_entry,
    encode_entry,
)
from settebello.table.messages import recent_notices
from settebello.table.records import log_of
from settebello.table.snapshots import Snapshots
from settebello.table.storage import EntryRow, SnapshotRow
from settebello.table.table import Table
from settebello.table.wording import add_words

Message = TypeVar("Message")
NAMES = ("Ann", "Bea", "Cal", "Dan", "Eve", "Fay")
ANN, BEA, CAL = range(3)


class Client:
    """A client at the table, which keeps what it receives."""

    def __init__(self, seat: int | None, language: str | None = None, views: bool = False) -> None:
        self.seat = seat
        self.language = language
        self.views = views
        self.received: list[protocol.ServerMessage] = []

    def send(self, *messages: protocol.ServerMessage) -> None:
        self.received += [protocol.decode_server(protocol.encode(message)) for message in messages]

    def close(self, code: str) -> None:
        raise NotImplementedError

    def all(self, kind: type[Message]) -> list[Message]:
        return [message for message in self.received if isinstance(message, kind)]

    def last(self, kind: type[Message]) -> Message:
        return self.all(kind)[-1]

    def forget(self) -> None:
        self.received.clear()

    @property
    def notices(self) -> list[protocol.Notice]:
        told = [m for m in self.received if isinstance(m, protocol.Told | protocol.Welcome)]
        return [notice for message in told for notice in message.notices]

    @property
    def numbers(self) -> list[int]:
        return [notice["number"] for notice in self.notices]

    @property
    def legal(self) -> list[str]:
        """The moves that it was offered last."""
        told = [m for m in self.received if isinstance(m, protocol.Told | protocol.Welcome)]
        return [choice.text for choice in told[-1].legal] if told else []


class Drive:
    """A table and its driver: what is to be stored is stored at once."""

    def __init__(self, table: Table, now: float = 1000.0) -> None:
        self.table = table
        self.now = now
        self.log: list[PendingEntry] = []
        self.noted: TableProgress | None = None  # the last one that had to be stored at once
        self._ids = count(1)
        self.when_stored: Callable[[], None] = lambda: None  # called before the table knows it
        self.pump()

    def pump(self) -> None:
        while True:
            output = self.table.drain()
            self.log += output.entries
            if output.progress is not None:
                self.noted = output.progress
            if output.stores:
                self.when_stored()
                self.table.stored(self.now)
            for listener, message in output.messages:
                add_words(self.table.state, listener, message)
                listener.send(message)
            if not output:
                return

    def join(
        self,
        seat: int | None,
        seen: int = 0,
        language: str | None = None,
        views: bool = False,
    ) -> Client:
        client = Client(seat, language, views)
        self.table.join(client, seen, self.now)
        self.pump()
        return client

    def leave(self, client: Client) -> None:
        self.table.leave(client, self.now)
        self.pump()

    def send(self, client: Client, message: protocol.ClientMessage) -> None:
        self.table.on_message(client, message, self.now)
        self.pump()

    def ack(self, *clients: Client) -> None:
        """Acknowledge everything."""
        for client in clients:
            assert client.seat is not None
            self.send(client, protocol.Ack(self.table.delivery.boxes[client.seat].sent))

    def id(self) -> str:
        return f"id {next(self._ids)}"

    def move(self, client: Client, text: str, after: int | None = None, id: str = "") -> str:
        """Ask for a move, in answer to the last notice; returns what was answered."""
        assert client.seat is not None
        number = self.table.delivery.boxes[client.seat].sent if after is None else after
        self.send(client, protocol.Move(id or self.id(), number, text))
        answers = [m for m in client.received if isinstance(m, protocol.Answer | protocol.Refused)]
        return answers[-1].code if isinstance(answers[-1], protocol.Refused) else "done"

    def wait(self, seconds: float) -> None:
        """Let time pass, and wake the table when it wants to be."""
        until = self.now + seconds
        while self.table.due is not None and self.table.due <= until:
            self.now = max(self.now, self.table.due)
            self.table.tick(self.now)
            self.pump()
            if self.table.thinking is not None:
                return
        self.now = until

    def restored(self, progress: TableProgress | None = None, luck: Luck | None = None) -> Drive:
        """The same table after a crash: its own clock, and nobody there."""
        match = self.table.match_id
        entries = [decode_entry(encode_entry(e.entry)) for e in self.log if e.match == match]
        drawn = luck or Seeded(1)
        return Drive(Table.restored(match, entries, progress, new_ids(), lambda: drawn), 50.0)


def new_ids() -> Callable[[], str]:
    numbers = count(1)
    return lambda: f"match {next(numbers)}"


def open_table(game: Any = dice, seats: int = 3, luck: Luck | None = None, **opened: Any) -> Drive:
    drawn = luck or Seeded(1)
    entry = OpenEntry("table", game.NAME, game.VERSION, seats, **opened)
    return Drive(Table(entry, new_ids(), lambda: drawn))


def begun(
    game: Any = dice,
    seats: int = 3,
    luck: Luck | None = None,
    bots: Sequence[int] = (),
    **opened: Any,
) -> Drive:
    """A table at which everybody has sat down and the match has begun; nobody is there yet."""
    drive = open_table(game, seats, luck, **opened)
    for seat in range(seats):
        if seat in bots:
            drive.table.sit(f"Bot {seat}", bot="random", seat=seat)
        else:
            drive.table.sit(NAMES[seat], f"secret {seat}", seat=seat)
    drive.table.start(drive.now)
    drive.pump()
    return drive


def rolled(*rolls: int) -> Scripted:
    """Dice in the order of the seats; a 3 and a 4 are 3 and 2 points, and then the next throws."""
    return Scripted(shuffles=[[0, 1, 2]], rolls=rolls or [3] * 99)


def three(luck: Luck | None = None, **opened: Any) -> tuple[Drive, Client, Client, Client]:
    """Ann, Bea and Cal at a game of Dice; all have seen that it has begun, and Ann is to throw."""
    drive = begun(luck=luck or rolled(), **opened)
    clients = drive.join(ANN), drive.join(BEA), drive.join(CAL)
    drive.ack(*clients)
    for client in clients:
        client.forget()
    return drive, *clients


def match_of(drive: Drive) -> Match:
    assert drive.table.match is not None
    return drive.table.match


def paused(drive: Drive) -> bool:
    return drive.table.phase == "paused"


def play_out(
    moves: Sequence[str] = ("throw", "throw", "throw"), rolls: Sequence[int] = (3, 4, 4)
) -> tuple[Drive, list[Client]]:
    """A match of three turns, which Ann wins; nobody has acknowledged its end."""
    script = Scripted(shuffles=[[0, 1, 2]], rolls=[*rolls, *[3] * 99])
    drive, *clients = three(script, options={"turns": 3})
    for client, move in zip(clients, moves, strict=True):
        assert drive.move(client, move) == "done"
        if not drive.table.state.over:
            drive.ack(*clients)
    assert drive.table.state.over
    return drive, clients


def finished() -> tuple[Drive, Client, Client, Client]:
    """The same, and all have seen it."""
    drive, (ann, bea, cal) = play_out()
    drive.ack(ann, bea, cal)
    return drive, ann, bea, cal


def rematched() -> tuple[Drive, list[Client]]:
    drive, *clients = finished()
    for client in clients:
        drive.send(client, protocol.Rematch("x"))
    # Dice: the order by points, so Bea (who has as few as Cal, and came first) is to throw.
    assert match_of(drive).to_act == (BEA,)
    return drive, clients


def told(drive: Drive, viewer: int | None, most: int = 99) -> list[protocol.Notice]:
    return recent_notices(drive.table, viewer, most)


def playing(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tables find this game, whatever they look for."""
    monkeypatch.setattr("settebello.table.state.find_named", lambda name, version=None: game)


def played_by_people(
    record: dict[str, Any], name: str
) -> tuple[Table, list[EntryRow], list[SnapshotRow]]:
    """A record as a match that people nearly finished: its table, its log and its snapshots."""
    snapshots: list[SnapshotRow] = []
    taking = Snapshots(snapshots.append)
    opened, *rest = log_of(record, listed=True)[:-1]
    opened = msgspec.structs.replace(opened, table=name)
    table = Table.reopened(name, opened, new_ids())
    rows = [EntryRow(name, 1, encode_entry(opened))]
    for number, entry in enumerate(rest, start=2):
        if isinstance(entry, MoveEntry):
            told = table.delivery.numbers()
            entry = msgspec.structs.replace(entry, acked=told[:-1], told=told)
        table.replay(entry)
        if number >= table.state.checkpoint_due:
            taking.look_at(table)
        rows.append(EntryRow(name, number, encode_entry(entry)))
    return table, rows, snapshots
