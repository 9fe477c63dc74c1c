"""The driver of tables, with a host and a writer that keep what they are given."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

import pytest

from settebello.games import dice
from settebello.luck import Seeded
from settebello.table import protocol
from settebello.table.driver import Asked, Driver, HostedTable
from settebello.table.entries import CloseEntry, MoveEntry, OpenEntry, decode_entry
from settebello.table.seats import Letter
from settebello.table.storage import EntryRow, MatchHeader, StoreError
from settebello.table.table import Table
from table.helpers import ANN, NAMES, Client


class Timer:
    def __init__(self) -> None:
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


class Loop:
    """Calls what is to be called when a test runs it; its clock stands still."""

    def __init__(self) -> None:
        self._soon: list[tuple[int, Callable[..., object], tuple[Any, ...]]] = []
        self._order = count()
        self.later: list[tuple[Callable[..., object], tuple[Any, ...]]] = []
        self.alarms: list[float] = []  # when what was called later is due

    def time(self) -> float:
        return 1000.0

    def call_soon(self, action: Callable[..., object], *arguments: Any) -> None:
        heapq.heappush(self._soon, (next(self._order), action, arguments))

    def call_at(self, when: float, action: Callable[..., object], *arguments: Any) -> Timer:
        self.later.append((action, arguments))
        self.alarms.append(when)
        return Timer()

    def run(self) -> None:
        while self._soon:
            _, action, arguments = heapq.heappop(self._soon)
            action(*arguments)


class Writer:
    """Stores at once."""

    def __init__(self) -> None:
        self.rows: list[EntryRow] = []
        self.notes: list[str] = []

    def submit(
        self,
        entries: Sequence[EntryRow],
        headers: Sequence[MatchHeader],
        done: Callable[[StoreError | None], object],
        notes: Sequence[tuple[str, str]] = (),
    ) -> None:
        self.rows += entries
        done(None)

    def note(self, match: str, body: str) -> None:
        self.notes.append(match)


class Host:
    """Sends what it is asked to send, and keeps what was given up."""

    def __init__(self) -> None:
        self.given_up: list[tuple[HostedTable, str, str]] = []
        self.asked: list[Asked] = []  # the bots that were asked for a move

    def post(self, hosted: HostedTable, messages: Sequence[Letter]) -> None:
        for listener, message in messages:
            listener.send(message)

    def choose(self, hosted: HostedTable, seat: int, bot: str) -> str | None:
        """It comes later: see `asked`."""
        assert hosted.asked is not None
        self.asked.append(hosted.asked)
        return None

    def committed(self, headers: Sequence[MatchHeader]) -> None: ...

    def rules_failed(self, hosted: HostedTable, error: Exception) -> None:
        raise NotImplementedError

    def give_up(self, hosted: HostedTable, code: str, error: Exception) -> None:
        hosted.broken = True
        self.given_up.append((hosted, code, str(error)))


class Driven:
    """A driver with all that it needs, and tables of Dice."""

    def __init__(self, entries: int = 1_000) -> None:
        self.loop, self.writer, self.host = Loop(), Writer(), Host()
        self.driver = Driver(self.loop, self.writer, self.host, entries)

    def begin(self, match: str, bot: str = "") -> tuple[HostedTable, Client]:
        """A match that has begun; Ann is there, and the others may be bots."""
        opened = OpenEntry(f"table {match}", dice.NAME, dice.VERSION, 3)
        table = Table(opened, lambda: match, lambda: Seeded(1))
        hosted = HostedTable(table)
        for number, name in enumerate(NAMES[:3]):
            table.sit(name, bot=bot if number != ANN else "")
        table.start(self.loop.time())
        ann = Client(ANN)
        self.driver.dispatch(hosted, Table.join, ann, 0)
        self.loop.run()
        return hosted, ann


@pytest.fixture
def driven() -> Driven:
    return Driven()


def failing(*arguments: Any) -> None:
    raise RuntimeError("a slip")


def test_a_table_that_fails_at_a_message_is_given_up(
    driven: Driven, monkeypatch: pytest.MonkeyPatch
) -> None:
    hosted, ann = driven.begin("one")
    monkeypatch.setattr(Table, "on_message", failing)
    driven.driver.on_message(hosted, ann, protocol.Ack(1), driven.loop.time())
    assert driven.host.given_up == [(hosted, "failed", "a slip")]


def test_a_table_that_fails_when_it_is_noted_is_given_up_and_the_others_are_noted(
    driven: Driven, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = driven.begin("first")
    last, _ = driven.begin("last")
    for hosted in (first, last):
        driven.driver.touch(hosted)
    progress = Table.progress
    fails = {first.table: failing}
    monkeypatch.setattr(
        Table, "progress", lambda table, now: fails.get(table, progress)(table, now)
    )
    driven.driver.note()
    assert driven.host.given_up == [(first, "failed", "a slip")]
    assert driven.writer.notes == ["last"]
    driven.driver.touch(first)
    driven.driver.note()
    assert driven.writer.notes == ["last"]  # what was given up is not noted


def test_a_match_with_too_many_entries_is_closed() -> None:
    driven = Driven(entries=6)
    hosted, ann = driven.begin("one")
    pause = protocol.Pause("p")
    driven.driver.on_message(hosted, ann, pause, driven.loop.time())
    assert hosted.table.phase == "closed"
    assert decode_entry(driven.writer.rows[-1].body) == CloseEntry("too-long")
    assert ann.last(protocol.Seats).phase == "closed"


def test_nothing_comes_of_those_who_leave_a_table_that_another_node_has(driven: Driven) -> None:
    hosted, ann = driven.begin("one")
    stored = list(driven.writer.rows)
    hosted.broken = True
    driven.driver.on_message(hosted, ann, protocol.Pause("p"), driven.loop.time())
    driven.driver.dispatch(hosted, Table.leave, ann)
    driven.driver.note()
    assert driven.writer.rows == stored
    assert not driven.writer.notes
    assert ann in hosted.table.listeners()


def test_an_alarm_whose_time_has_passed_is_set_and_set_again(
    driven: Driven, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What uvloop gives for such a time is no timer, and does not know when it rings.
    hosted, ann = driven.begin("one")
    for overdue in (1.0, 2.0, 1.5):
        monkeypatch.setattr(Table, "due", driven.loop.time() - overdue)
        driven.driver.on_message(hosted, ann, protocol.Ack(1), driven.loop.time())
    assert not driven.host.given_up
    assert driven.loop.alarms[-2:] == [999.0, 998.0]


# Bots that take their time.


def asked_bot(driven: Driven) -> tuple[HostedTable, Client, Asked]:
    """A match in which Ann has moved, and a bot was asked."""
    hosted, ann = driven.begin("one", "hard")
    while not driven.host.asked:
        number = ann.numbers[-1]
        driven.driver.on_message(hosted, ann, protocol.Ack(number), driven.loop.time())
        move = protocol.Move(f"m{number}", number, "throw")
        driven.driver.on_message(hosted, ann, move, driven.loop.time())
        driven.loop.run()
    return hosted, ann, driven.host.asked[-1]


def moves(driven: Driven) -> list[int]:
    """The seats that have moved, by the store."""
    entries = [decode_entry(row.body) for row in driven.writer.rows]
    return [entry.seat for entry in entries if isinstance(entry, MoveEntry)]


def test_a_bot_is_asked_once_however_much_is_said_meanwhile(driven: Driven) -> None:
    hosted, ann, asked = asked_bot(driven)
    driven.driver.dispatch(hosted, Table.tick)
    driven.driver.on_message(hosted, ann, protocol.Ack(ann.numbers[-1]), driven.loop.time())
    driven.loop.run()
    assert driven.host.asked == [asked]
    assert asked[2] in (1, 2)


def test_a_late_answer_is_the_move_and_a_second_one_is_nothing(driven: Driven) -> None:
    hosted, _, asked = asked_bot(driven)
    before = moves(driven)
    driven.driver.chosen(hosted, asked, "throw")
    driven.driver.chosen(hosted, asked, "throw")
    assert moves(driven) == [*before, asked[2]]


def test_an_answer_after_a_pause_is_dropped_and_the_bot_is_asked_anew(driven: Driven) -> None:
    hosted, ann, asked = asked_bot(driven)
    before = moves(driven)
    driven.driver.on_message(hosted, ann, protocol.Pause("p"), driven.loop.time())
    driven.driver.chosen(hosted, asked, "throw")
    driven.driver.on_message(hosted, ann, protocol.Resume("r"), driven.loop.time())
    driven.driver.chosen(hosted, asked, "throw")
    driven.loop.run()
    assert moves(driven) == before
    again = driven.host.asked[-1]
    assert again != asked
    driven.driver.chosen(hosted, again, "throw")
    assert moves(driven) == [*before, asked[2]]


def test_an_answer_that_comes_while_nobody_is_there_is_asked_for_again(driven: Driven) -> None:
    hosted, ann, asked = asked_bot(driven)
    before = moves(driven)
    driven.driver.dispatch(hosted, Table.leave, ann)
    driven.driver.chosen(hosted, asked, "throw")
    assert moves(driven) == before
    driven.driver.dispatch(hosted, Table.join, ann, ann.numbers[-1])
    driven.loop.run()
    assert driven.host.asked == [asked, asked]
    driven.driver.chosen(hosted, asked, "throw")
    assert moves(driven) == [*before, asked[2]]


def test_after_a_while_everybody_is_told_that_a_bot_thinks_and_later_if_it_was_hurried(
    driven: Driven,
) -> None:
    hosted, ann, asked = asked_bot(driven)
    for action, arguments in driven.loop.later:
        action(*arguments)
    assert ann.last(protocol.Seats).seats[asked[2]].thinking
    driven.driver.chosen(hosted, asked, "throw", hurried=True)
    told = ann.last(protocol.Seats).seats[asked[2]]
    assert (told.thinking, told.hurried) == (False, True)


def test_a_table_that_is_forgotten_waits_for_no_bot(driven: Driven) -> None:
    hosted, _, asked = asked_bot(driven)
    before = moves(driven)
    driven.driver.forget(hosted)
    driven.driver.chosen(hosted, asked, "throw")
    assert moves(driven) == before
