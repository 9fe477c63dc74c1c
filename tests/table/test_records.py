"""The record of a match, read from its log alone; and logs that cannot be right."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from settebello.games import dice
from settebello.table.entries import (
    Entry,
    MoveEntry,
    OpenEntry,
    SitEntry,
    StandEntry,
    StartEntry,
    SwitchEntry,
)
from settebello.table.records import at_once, recording
from settebello.table.table import Table
from table.helpers import BEA, CAL, begun, match_of, new_ids, open_table, rolled, three

OPENED = OpenEntry("table", dice.NAME, dice.VERSION, 3)
SEATED = [SitEntry(seat, name) for seat, name in enumerate(("Ann", "Bea", "Cal"))]


def rebuilt(entries: Sequence[Entry]) -> Table:
    return Table.restored("match", entries, None, new_ids())


def test_the_log_of_a_table_gives_the_record_of_its_match() -> None:
    drive = open_table(luck=rolled(3, 4))
    drive.table.sit("Dot", "d", seat=BEA)
    drive.table.stand(BEA)
    drive.table.sit("Ann", "a", seat=BEA)
    assert drive.table.switch(BEA, CAL, drive.now) == CAL
    assert drive.table.switch(CAL, CAL, drive.now) == CAL  # their own seat: nothing happens
    for name in ("Bea", "Cal"):
        drive.table.sit(name, name)
    drive.table.start(drive.now)
    drive.pump()
    record = at_once(recording(each.entry for each in drive.log))
    assert record is not None
    assert record == match_of(drive).record()
    assert record["players"] == ["Bea", "Cal", "Ann"]


def test_an_empty_log_has_no_record() -> None:
    with pytest.raises(ValueError, match="empty"):
        at_once(recording([]))


def test_a_log_that_opens_its_match_twice_is_damaged() -> None:
    with pytest.raises(ValueError, match="opens it twice"):
        rebuilt([OPENED, OPENED])


def test_a_log_with_a_move_before_the_start_is_damaged() -> None:
    with pytest.raises(ValueError, match="a move before its start"):
        rebuilt([OPENED, *SEATED, MoveEntry(0, "throw")])


@pytest.mark.parametrize(
    ("luck", "why"), [([], "no luck for"), (["0 1 2", "3"], "more luck than was drawn")]
)
def test_a_log_with_too_little_or_too_much_luck_is_damaged(luck: list[str], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        rebuilt([OPENED, *SEATED, StartEntry(luck)])


def test_a_log_with_the_luck_of_its_draws_is_rebuilt() -> None:
    drive = begun(luck=rolled())
    assert match_of(drive.restored()).record() == match_of(drive).record()
    started: list[Entry] = [StartEntry(["0 1 2"]), MoveEntry(0, "throw", ["3"])]
    entries: list[Entry] = [OPENED, *SEATED, *started]
    assert rebuilt(entries).state.entry_no == len(entries)
    assert three()[0].restored().table.state.phase == "playing"


def test_free_seats_are_free_in_the_state() -> None:
    table = Table.reopened("match", OPENED, new_ids())
    for entry in (SitEntry(0, "Ann"), SitEntry(1, "Bea"), StandEntry(0), SwitchEntry(1, 2)):
        table.replay(entry)
    assert table.state.names() == ["", "", "Bea"]
