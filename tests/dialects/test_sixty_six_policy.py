"""A table that goes on only when everybody is there, as those of 66's own protocols do."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Any

import pytest

from settebello.dialects.sixty_six.lifecycle import told_before
from settebello.dialects.sixty_six.policy import Steps, Together
from settebello.events import Event
from settebello.games import dice, scopa
from settebello.luck import Scripted
from settebello.rejection import Rejection
from settebello.table import protocol
from settebello.table.delivery import OTHERS_FIRST, DeliveryStep
from settebello.table.entries import MoveEntry, OpenEntry
from settebello.table.table import Table
from table.helpers import ANN, BEA, CAL, Client, Drive, three


def usual_steps(
    events: Sequence[Event], to_act: Sequence[int], seats: int
) -> Sequence[DeliveryStep]:
    return OTHERS_FIRST.steps(events, to_act, seats)


def opened(steps: Steps, game: Any = dice) -> Table:
    entry = OpenEntry("table", game.NAME, game.VERSION, 3, dialect="sixty_six")
    numbers = count(1)
    luck = Scripted(shuffles=[[], []], rolls=[3] * 9)
    return Table(entry, lambda: f"match {next(numbers)}", lambda: luck, policy=Together(steps))


def seated(table: Table) -> Drive:
    """Ann, Bea and Cal at a match that has begun; nobody is there yet."""
    for seat, name in enumerate(("Ann", "Bea", "Cal")):
        table.sit(name, f"secret {seat}", seat=seat)
    table.start(1000.0)
    return Drive(table)


def all_there(drive: Drive) -> tuple[Client, Client, Client]:
    clients = drive.join(ANN), drive.join(BEA), drive.join(CAL)
    drive.table.release(drive.now)
    drive.pump()
    return clients


@pytest.fixture
def drive() -> Drive:
    return seated(opened(usual_steps))


@pytest.fixture
def clients(drive: Drive) -> tuple[Client, Client, Client]:
    clients = all_there(drive)
    drive.ack(*clients)
    return clients


def test_a_move_is_taken_when_everybody_is_there(
    drive: Drive, clients: tuple[Client, Client, Client]
) -> None:
    assert drive.move(clients[ANN], "throw") == "done"


def test_while_somebody_is_missing_no_move_is_taken(
    drive: Drive, clients: tuple[Client, Client, Client]
) -> None:
    ann, _, cal = clients
    drive.leave(cal)
    assert drive.table.delivery.held
    assert drive.move(ann, "throw") == "held"
    drive.join(CAL, seen=drive.table.delivery.boxes[CAL].acked)
    drive.table.release(drive.now)
    drive.pump()
    assert not drive.table.delivery.held
    drive.ack(*clients)
    assert drive.move(ann, "throw") == "done"


def test_a_player_who_wants_a_pause_has_to_leave(
    drive: Drive, clients: tuple[Client, Client, Client]
) -> None:
    drive.send(clients[ANN], protocol.Pause("p"))
    assert clients[ANN].last(protocol.Refused).code == "not-at-this-table"
    assert drive.table.phase == "playing"


def test_players_of_a_dialect_keep_the_names_that_they_have_there(drive: Drive) -> None:
    with pytest.raises(Rejection) as refused:
        drive.table.rename(ANN, "Dot")
    assert refused.value.code == "not-at-this-table"


def one_by_one(
    events: Sequence[Event], to_act: Sequence[int], seats: int
) -> Sequence[DeliveryStep]:
    """Each event is a step of its own, for everybody."""
    everybody = (tuple(range(seats)),)
    return [DeliveryStep(upto, everybody) for upto in range(1, len(events) + 1)]


def test_a_rebuilt_table_goes_on_with_the_step_that_it_was_at() -> None:
    drive = seated(opened(one_by_one, scopa))
    all_steps = len(drive.table.match.events) if drive.table.match else 0
    clients = all_there(drive)
    steps = 1
    while drive.table.progress(drive.now).steps < all_steps - 1:
        assert drive.table.delivery.waiting
        before, now = told_before(drive.table), drive.table.delivery.now
        progress = drive.table.progress(drive.now)
        assert progress.steps == len(before) == steps - 1
        entries = [each.entry for each in drive.log]
        again = Table.restored("match 1", entries, progress, str, policy=Together(one_by_one))
        assert again.delivery.held
        assert [str(event) for event in told_before(again)] == [str(event) for event in before]
        assert [str(event) for event in again.delivery.now] == [str(event) for event in now]
        drive.ack(*clients)
        steps += 1
    assert steps == all_steps > 2


def test_numbers_go_on_as_they_were_told_though_the_rules_tell_less_now() -> None:
    """The log says what Bea's last notice was; it was 7 higher when more was told."""
    drive, ann, bea, cal = three()
    drive.move(ann, "throw")
    drive.ack(cal, ann)
    drive.ack(bea)
    told = drive.table.delivery.numbers()
    drive.move(bea, "throw")
    moved = [each for each in drive.log if isinstance(each.entry, MoveEntry)][-1]
    assert isinstance(moved.entry, MoveEntry)
    assert moved.entry.told == told
    moved.entry.told = tuple(number + 7 for number in moved.entry.told)
    before, after = drive.table.delivery.boxes, drive.restored().table.delivery.boxes
    assert [box.told for box in after] == [box.told + 7 for box in before]
    assert after[CAL].queue[-1]["number"] == after[CAL].told
