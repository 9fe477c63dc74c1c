"""The live table: pauses, clocks, and bots for those who are away."""

from __future__ import annotations

from settebello.table import protocol
from settebello.table.entries import MoveEntry
from table.helpers import ANN, BEA, CAL, begun, rolled, three

# Pauses and clocks.


def test_a_paused_match_takes_no_moves_until_somebody_resumes_it() -> None:
    drive, ann, bea, cal = three()
    drive.send(bea, protocol.Pause("p"))
    assert cal.last(protocol.Seats).phase == "paused"
    assert drive.move(ann, "throw") == "paused"
    drive.send(cal, protocol.Pause("p"))
    assert cal.last(protocol.Refused).code == "paused"
    assert drive.restored().table.phase == "paused"
    drive.send(cal, protocol.Resume("r"))
    assert bea.last(protocol.Seats).phase == "playing"
    assert drive.move(ann, "throw") == "done"


def test_a_clock_says_how_much_time_is_left_and_stands_still_in_a_pause() -> None:
    drive, _, bea, cal = three(clock=60.0)
    drive.now += 10
    assert drive.join(ANN).last(protocol.Welcome).clock == 50.0
    assert drive.join(BEA).last(protocol.Welcome).clock == 50.0  # Bea sees how long it will be
    drive.send(bea, protocol.Pause("p"))
    drive.now += 1000
    assert drive.table.due is None
    assert drive.join(ANN).last(protocol.Welcome).clock == 50.0
    drive.send(cal, protocol.Resume("r"))
    assert drive.table.due == drive.now + 50.0


def test_acks_count_in_a_pause_but_its_time_does_not() -> None:
    drive, ann, bea, cal = three(clock=60.0)
    drive.move(ann, "throw")
    drive.send(ann, protocol.Pause("p"))
    drive.now += 1000
    drive.ack(ann, cal)
    assert bea.last(protocol.Told).clock == 60.0
    drive.now += 1000
    drive.send(ann, protocol.Resume("r"))
    assert drive.table.due == drive.now + 60.0


def test_when_the_clock_has_run_out_a_bot_makes_one_move() -> None:
    drive, ann, bea, cal = three(clock=60.0)
    drive.wait(59)
    assert drive.table.thinking is None
    drive.wait(1)
    assert drive.table.thinking == (ANN, "medium")
    assert not drive.table.seats[ANN].stand_in
    drive.table.bot_moved(ANN, "throw", drive.table.step, drive.now)
    drive.pump()
    moved = drive.log[-1].entry
    assert isinstance(moved, MoveEntry)
    assert (moved.seat, moved.id) == (ANN, "")
    drive.ack(ann, bea, cal)
    drive.move(bea, "throw")
    drive.ack(ann, bea, cal)
    drive.move(cal, "throw")
    drive.ack(ann, bea, cal)
    assert drive.table.thinking is None
    assert drive.move(ann, "throw") == "done"


def test_the_clock_begins_when_a_seat_is_asked() -> None:
    drive, ann, bea, cal = three(clock=60.0, absence="wait")
    drive.move(ann, "throw")
    drive.now += 500
    assert drive.table.due is None
    drive.ack(ann, cal)
    assert bea.last(protocol.Told).clock == 60.0
    assert drive.table.due == drive.now + 60.0


def test_everybody_is_told_how_much_time_is_left_for_a_turn() -> None:
    drive, ann, bea, cal = three(clock=60.0)
    watcher = drive.join(None)
    drive.move(ann, "throw")
    assert [client.last(protocol.Told).clock for client in (ann, cal, watcher)] == [
        None
    ] * 3  # not yet asked
    drive.ack(ann, cal)
    for client in (ann, bea, cal, watcher):
        told = client.last(protocol.Told)
        assert (told.clock, told.to_act, bool(told.legal)) == (60.0, (BEA,), client is bea)
    drive.now += 10
    drive.send(cal, protocol.Pause("p"))
    drive.now += 1000
    drive.send(cal, protocol.Resume("r"))
    for client in (ann, bea, cal, watcher):
        told = client.last(protocol.Told)
        assert (told.clock, told.notices, bool(told.legal)) == (50.0, [], client is bea)


def test_there_is_no_time_to_tell_without_a_clock_or_for_a_bot() -> None:
    timed = begun(bots=(BEA,), luck=rolled(), clock=60.0)
    for drive in (begun(luck=rolled()), timed):
        ann, cal = clients = drive.join(ANN), drive.join(CAL)
        drive.ack(*clients)
        if drive is not timed:
            drive.ack(drive.join(BEA))
        for client in clients:
            client.forget()
        assert drive.move(ann, "throw") == "done"
        drive.ack(*clients)
        assert [len(client.all(protocol.Told)) for client in clients] == [1, 1]
        assert cal.last(protocol.Told).clock is None


def test_a_bot_that_is_too_late_does_not_move() -> None:
    drive, ann, *_ = three(clock=60.0)
    drive.wait(60)
    step = drive.table.step
    assert drive.move(ann, "throw") == "done"  # it was still their turn
    drive.table.bot_moved(ANN, "throw", step, drive.now)
    drive.pump()
    assert sum(isinstance(e.entry, MoveEntry) for e in drive.log) == 1


def test_time_of_a_match_begins_when_somebody_comes() -> None:
    drive = begun(luck=rolled(), clock=60.0)
    assert drive.table.due is None
    drive.now += 5000
    drive.join(ANN)
    assert drive.table.due == drive.now + 30.0  # for the others to acknowledge
    drive.ack(drive.join(BEA), drive.join(CAL))
    assert drive.table.due == drive.now + 60.0


# Absence.


def test_a_bot_plays_for_a_player_who_is_away_on_their_turn() -> None:
    drive, ann, bea, cal = three()
    drive.leave(ann)
    assert not bea.last(protocol.Seats).seats[ANN].present
    drive.wait(29)
    assert drive.table.thinking is None
    drive.wait(1)
    assert bea.last(protocol.Seats).seats[ANN].stand_in
    assert drive.table.thinking == (ANN, "medium")
    drive.table.bot_moved(ANN, "throw", drive.table.step, drive.now)
    drive.pump()
    drive.ack(cal)  # nobody waits for Ann
    assert bea.legal


def test_time_away_counts_from_when_a_player_left_or_was_asked() -> None:
    drive, ann, bea, cal = three()
    drive.leave(bea)
    drive.now += 100
    assert drive.table.due is None  # it is not their turn
    drive.move(ann, "throw")
    drive.ack(ann, cal)
    assert drive.table.due == drive.now + 30
    drive.now += 10
    bea = drive.join(BEA, seen=0)
    assert drive.table.due is None
    drive.now += 100
    drive.leave(bea)
    assert drive.table.due == drive.now + 30


def test_leaving_in_a_pause_is_not_being_away_longer() -> None:
    drive, ann, bea, _ = three()
    drive.send(bea, protocol.Pause("p"))
    drive.now += 100
    drive.leave(ann)
    drive.now += 100
    drive.send(bea, protocol.Resume("r"))
    assert drive.table.due == drive.now + 30


def test_the_seat_is_handed_back_when_they_return() -> None:
    drive, ann, bea, _ = three()
    drive.leave(ann)
    drive.wait(30)
    ann = drive.join(ANN)
    assert not bea.last(protocol.Seats).seats[ANN].stand_in
    assert drive.table.thinking is None
    assert ann.legal == ["throw", "skip"]
    assert drive.move(ann, "throw") == "done"


def test_an_ack_that_is_overdue_counts_as_absence_and_any_message_ends_it() -> None:
    drive, ann, bea, cal = three()
    drive.move(ann, "throw")
    drive.ack(ann)
    drive.wait(29)
    assert bea.all(protocol.Told) == []
    drive.wait(1)
    assert bea.legal
    assert bea.last(protocol.Seats).seats[CAL].stand_in
    drive.move(bea, "throw")
    drive.ack(ann, bea)
    assert drive.table.thinking == (CAL, "medium")
    drive.send(cal, protocol.Ack(0))
    assert drive.table.thinking is None
    assert not bea.last(protocol.Seats).seats[CAL].stand_in
    assert drive.move(cal, "throw") == "done"


def test_a_table_that_waits_lets_no_bot_play_for_anybody() -> None:
    drive, ann, bea, _ = three(absence="wait")
    drive.leave(ann)
    assert drive.table.due is None
    drive.wait(10_000)
    ann = drive.join(ANN)
    drive.move(ann, "throw")
    drive.wait(10_000)
    assert bea.all(protocol.Told) == []
    assert not any(seat.stand_in for seat in drive.table.seats)


def test_even_a_table_that_waits_has_its_clock() -> None:
    drive, ann, *_ = three(absence="wait", clock=60.0)
    drive.leave(ann)
    drive.wait(60)
    assert drive.table.thinking == (ANN, "medium")


def test_the_grace_is_the_tables_own() -> None:
    drive, ann, *_ = three(grace=5.0)
    drive.leave(ann)
    assert drive.table.due == drive.now + 5


def test_a_table_without_anybody_holds_still() -> None:
    drive, ann, bea, cal = three(clock=60.0, grace=100.0)
    drive.now += 20
    drive.leave(bea)
    drive.leave(cal)
    drive.leave(ann)
    assert not drive.table.present
    assert drive.table.due is None
    drive.now += 5000
    assert drive.table.progress(drive.now).spent == 20.0
    drive.join(BEA)
    assert drive.table.due == drive.now + 40


def test_bots_do_not_play_on_alone() -> None:
    drive = begun(luck=rolled(), bots=[ANN, BEA])
    assert drive.table.thinking is None
    cal = drive.join(CAL)
    assert drive.table.thinking is None
    drive.ack(cal)
    assert drive.table.thinking == (ANN, "random")
    drive.leave(cal)
    assert drive.table.thinking is None
    drive.join(None)
    assert drive.table.thinking is None


def test_nothing_is_due_while_something_is_stored() -> None:
    drive, ann, *_ = three(clock=60.0)
    assert drive.table.due is not None
    drive.table.on_message(
        ann, protocol.Move("m", drive.table.delivery.boxes[ANN].sent, "throw"), drive.now
    )
    assert drive.table.due is None
    drive.table.drain()
    assert drive.table.due is None
    drive.table.stored(drive.now)
    assert drive.table.due is not None


def test_a_tick_too_early_does_nothing() -> None:
    drive, ann, *_ = three(clock=60.0)
    drive.leave(ann)
    drive.table.tick(drive.now + 29)
    assert not drive.table.drain()
    assert drive.table.thinking is None
