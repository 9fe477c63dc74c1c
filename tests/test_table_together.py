"""A table that goes on only when everybody is there, as those of 66's own protocols do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

import pytest

from settebello import log, wire
from settebello.events import Event
from settebello.games import dice, scopa
from settebello.luck import Scripted
from settebello.plan import OTHERS_FIRST, Plan, Step
from settebello.table import Refusal, Table
from test_table import ANN, BEA, CAL, Drive, Ear, three


@dataclass
class Together:
    """The usual steps, and everybody is needed."""

    together: bool = True

    def steps(self, events: Sequence[Event], to_act: Sequence[int], seats: int) -> Sequence[Step]:
        return OTHERS_FIRST.steps(events, to_act, seats)


def opened(plan: Plan, game: Any = dice) -> Table:
    entry = log.Opened("table", game.NAME, game.VERSION, 3, dialect="sixty_six")
    numbers = count(1)
    luck = Scripted(shuffles=[[], []], rolls=[3] * 9)
    return Table(entry, lambda: f"match {next(numbers)}", lambda: luck, plan=plan)


def seated(table: Table) -> Drive:
    """Ann, Bea and Cal at a match that has begun; nobody is there yet."""
    for seat, name in enumerate(("Ann", "Bea", "Cal")):
        table.sit(name, f"secret {seat}", seat=seat)
    table.start(1000.0)
    return Drive(table)


def all_there(drive: Drive) -> tuple[Ear, Ear, Ear]:
    ears = drive.join(ANN), drive.join(BEA), drive.join(CAL)
    drive.table.release(drive.now)
    drive.pump()
    return ears


@pytest.fixture
def drive() -> Drive:
    return seated(opened(Together()))


@pytest.fixture
def ears(drive: Drive) -> tuple[Ear, Ear, Ear]:
    ears = all_there(drive)
    drive.ack(*ears)
    return ears


def test_before_the_match_nothing_has_been_told() -> None:
    assert opened(Together()).told_before == []


def test_a_move_is_taken_when_everybody_is_there(drive: Drive, ears: tuple[Ear, Ear, Ear]) -> None:
    assert drive.move(ears[ANN], "throw") == "done"


def test_while_somebody_is_missing_no_move_is_taken(
    drive: Drive, ears: tuple[Ear, Ear, Ear]
) -> None:
    ann, _, cal = ears
    drive.leave(cal)
    assert drive.table.held
    assert drive.move(ann, "throw") == "held"
    drive.join(CAL, seen=drive.table.seats[CAL].acked)
    drive.table.release(drive.now)
    drive.pump()
    assert not drive.table.held
    drive.ack(*ears)
    assert drive.move(ann, "throw") == "done"


def test_whoever_wants_a_pause_leaves(drive: Drive, ears: tuple[Ear, Ear, Ear]) -> None:
    drive.say(ears[ANN], wire.Pause("p"))
    assert ears[ANN].last(wire.Refused).code == "not-at-this-table"
    assert drive.table.phase == "playing"


def test_players_of_a_dialect_keep_the_names_that_they_have_there(drive: Drive) -> None:
    with pytest.raises(Refusal) as refused:
        drive.table.rename(ANN, "Dot")
    assert refused.value.code == "not-at-this-table"


@dataclass
class OneByOne:
    """Each event is a step of its own, for everybody."""

    together: bool = True

    def steps(self, events: Sequence[Event], to_act: Sequence[int], seats: int) -> Sequence[Step]:
        everybody = (tuple(range(seats)),)
        return [Step(upto, everybody) for upto in range(1, len(events) + 1)]


def test_a_table_that_comes_back_goes_on_with_the_step_that_it_was_at() -> None:
    drive = seated(opened(OneByOne(), scopa))
    all_steps = len(drive.table.match.events) if drive.table.match else 0
    ears = all_there(drive)
    steps = 1
    while drive.table.progress(drive.now).steps < all_steps - 1:
        assert drive.table.waiting
        before, now = drive.table.told_before, drive.table.telling
        progress = drive.table.progress(drive.now)
        assert progress.steps == len(before) == steps - 1
        entries = [each.entry for each in drive.log]
        again = Table.restored("match 1", entries, progress, str, plan=OneByOne())
        assert again.held
        assert [str(event) for event in again.told_before] == [str(event) for event in before]
        assert [str(event) for event in again.telling] == [str(event) for event in now]
        drive.ack(*ears)
        steps += 1
    assert steps == all_steps > 2


def test_numbers_go_on_as_they_were_told_though_the_rules_tell_less_now() -> None:
    """The log says what Bea's last notice was; it was 7 higher when more was told."""
    drive, ann, bea, cal = three()
    drive.move(ann, "throw")
    drive.ack(cal, ann)
    drive.ack(bea)
    told = [seat.told for seat in drive.table.seats]
    drive.move(bea, "throw")
    moved = [each for each in drive.log if isinstance(each.entry, log.Moved)][-1]
    assert isinstance(moved.entry, log.Moved)
    assert moved.entry.told[:3] == tuple(told)
    moved.entry.told = tuple(number + 7 for number in moved.entry.told)
    before, after = drive.table.seats, drive.restored().table.seats
    assert [seat.told for seat in after] == [seat.told + 7 for seat in before]
    assert after[CAL].queue[-1]["number"] == after[CAL].told
