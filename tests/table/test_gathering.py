"""A public table before its match: it begins by itself, and nobody is host there."""

from __future__ import annotations

from itertools import count

import pytest

from settebello.luck import Seeded
from settebello.players import distinct_name
from settebello.rejection import Rejection
from settebello.table import gathering, protocol
from settebello.table.entries import CloseEntry, OpenEntry, decode_entry, encode_entry
from settebello.table.gathering import HOLD
from settebello.table.table import Table
from table.helpers import Drive

TODAY = 1_800_000_000.0  # when the clock of these tests says 1000
START = 1000.0


def public(seats: int = 3, wait: float | None = 30.0) -> Drive:
    """A table of Scopa that Ann has opened for strangers; she is not connected yet."""
    fill_at = None if wait is None else TODAY + wait
    opened = OpenEntry(
        "t", "scopa", 1, seats, listed=True, public=True, fill="easy", fill_at=fill_at
    )
    ids = count(1)
    table = Table(opened, lambda: f"m{next(ids)}", lambda: Seeded(1))
    table.sit("Ann", "hash of Ann")
    gathering.begin(table, START, TODAY)
    return Drive(table, START)


def sit(drive: Drive, name: str) -> int:
    seat = gathering.sit(drive.table, name, f"hash of {name}", drive.now)
    drive.pump()
    return seat


def later(drive: Drive, seconds: float) -> None:
    """Let time pass; the table is woken when it asked for that."""
    until = drive.now + seconds
    while (due := drive.table.due) is not None and due <= until:
        drive.now = max(drive.now, due)
        drive.table.tick(drive.now)
        drive.pump()
    drive.now = until


def phase(drive: Drive) -> str:
    return drive.table.phase


def names(drive: Drive) -> list[str]:
    return drive.table.state.names()


def test_bots_take_the_free_seats_when_the_wait_is_over() -> None:
    drive = public()
    ann = drive.join(0)
    assert ann.last(protocol.Welcome).public
    assert ann.last(protocol.Welcome).fill_in == 30.0
    later(drive, 29.75)
    assert phase(drive) == "open"
    later(drive, 0.25)
    assert phase(drive) == "playing"
    assert [player.bot for player in drive.table.state.players] == ["", "easy", "easy"]
    assert ann.last(protocol.Seats).phase == "playing"
    assert drive.join(0).last(protocol.Welcome).fill_in is None


def test_it_begins_at_once_when_it_is_full() -> None:
    drive = public()
    drive.join(0)
    assert sit(drive, "Bea") == 1
    assert phase(drive) == "open"
    assert sit(drive, "Cal") == 2
    assert phase(drive) == "playing"
    assert [type(pending.entry).__name__ for pending in drive.log[-2:]] == [
        "SitEntry",
        "StartEntry",
    ]


def test_one_that_is_for_people_waits_for_them() -> None:
    drive = public(wait=None)
    assert drive.join(0).last(protocol.Welcome).fill_in is None
    later(drive, 3600.0)
    assert phase(drive) == "open"


def test_who_is_not_connected_loses_the_seat_and_the_others_go_on() -> None:
    drive = public(wait=None)
    ann = drive.join(0)
    sit(drive, "Bea")
    later(drive, HOLD - 0.25)
    bea = drive.join(1)  # just in time
    drive.leave(ann)
    later(drive, HOLD - 0.25)
    assert names(drive) == ["Ann", "Bea", ""]
    later(drive, 0.25)
    assert names(drive) == ["", "Bea", ""]
    assert bea.last(protocol.Seats).seats[0].name == ""
    assert sit(drive, "Cal") == 0


def test_one_that_everybody_has_left_is_closed_and_gets_no_bots() -> None:
    drive = public(wait=HOLD)
    later(drive, HOLD)
    assert phase(drive) == "closed"
    assert drive.log[-1].entry == CloseEntry()
    later(drive, 3600.0)
    assert len(drive.log) == 4  # opened, sat, stood, closed


def test_bots_come_only_while_somebody_is_there() -> None:
    drive = public(wait=5.0)
    drive.leave(drive.join(0))
    later(drive, 10.0)
    assert phase(drive) == "open"
    drive.join(0)
    later(drive, 0.0)
    assert phase(drive) == "playing"


@pytest.mark.parametrize("away", [4.0, 40.0])
def test_what_is_left_of_the_wait_outlives_a_restart(away: float) -> None:
    drive = public()
    drive.join(0)
    later(drive, 10.0)
    entries = [decode_entry(encode_entry(pending.entry)) for pending in drive.log]
    table = Table.restored("m1", entries, None, lambda: "m2", lambda: Seeded(2))
    gathering.begin(table, 7.0, TODAY + 10.0 + away)  # another clock, and the same calendar
    again = Drive(table, 7.0)
    later(again, 1.0)
    assert names(again) == ["Ann", "", ""]
    left = max(0.0, 20.0 - away - 1.0)
    assert again.join(0).last(protocol.Welcome).fill_in == left
    later(again, left)
    assert phase(again) == "playing"


def test_after_a_restart_to_which_nobody_comes_back_it_is_closed() -> None:
    drive = public(wait=None)
    drive.join(0)
    entries = [pending.entry for pending in drive.log]
    table = Table.restored("m1", entries, None, lambda: "m2", lambda: Seeded(2))
    gathering.begin(table, 7.0, TODAY + 10.0)
    again = Drive(table, 7.0)
    later(again, HOLD)
    assert table.phase == "closed"


def test_a_stand_in_plays_for_a_stranger_who_leaves_in_the_match() -> None:
    drive = public(seats=2)
    ann, seat = drive.join(0), sit(drive, "Bea")
    bea = drive.join(seat)
    drive.ack(ann, bea)
    drive.ack(ann, bea)
    (to_act,) = drive.table.match.to_act if drive.table.match else ()
    drive.leave((ann, bea)[to_act])
    later(drive, 29.75)
    assert not drive.table.seats[to_act].stand_in
    later(drive, 0.25)
    assert drive.table.seats[to_act].stand_in


def test_nobody_is_host_and_nobody_pauses() -> None:
    drive = public(seats=2)
    ann = drive.join(0)
    sit(drive, "Bea")
    assert drive.table.state.host is None
    drive.send(ann, protocol.Pause("p1"))
    assert ann.last(protocol.Refused).code == "not-at-this-table"


def test_a_table_with_a_host_waits_for_the_host() -> None:
    table = Table(OpenEntry("t", "scopa", 1, 2, listed=True), lambda: "m1", lambda: Seeded(1))
    drive = Drive(table, START)
    gathering.sit(table, "Ann", "hash of Ann", START)
    drive.pump()
    with pytest.raises(Rejection, match="taken already"):
        gathering.sit(table, "ann", "hash of another", START)
    gathering.sit(table, "Bea", "hash of Bea", START)
    drive.pump()
    gathering.begin(table, START, TODAY)
    assert (table.phase, table.due, table.state.host) == ("open", None, 0)


def test_strangers_may_have_the_same_name() -> None:
    drive = public()
    drive.join(0)
    sit(drive, "ann")
    sit(drive, "Ann")
    assert names(drive) == ["Ann", "ann 2", "Ann 3"]
    assert distinct_name("x" * 24, ["x" * 24]) == "x" * 22 + " 2"
    with pytest.raises(Rejection, match="cannot be empty"):
        distinct_name(" ", [])


def test_an_old_log_has_no_public_table() -> None:
    old = decode_entry('{"type":"Opened","table":"t","game":"scopa","rules":1,"seats":2}')
    assert isinstance(old, OpenEntry)
    assert (old.public, old.fill, old.fill_at) == (False, "", None)
