"""The live table: the next match."""

from __future__ import annotations

from settebello.table import protocol
from settebello.table.entries import MoveEntry, OpenEntry
from table.helpers import ANN, BEA, CAL, begun, finished, match_of, play_out, rematched, rolled


def test_a_rematch_begins_when_all_who_are_there_want_it() -> None:
    drive, ann, bea, cal = finished()
    match = drive.table.match_id
    drive.send(ann, protocol.Rematch("x"))
    assert bea.last(protocol.Seats).seats[ANN].rematch
    drive.send(bea, protocol.Rematch("x"))
    assert drive.table.state.over
    drive.send(cal, protocol.Rematch("x"))
    assert drive.table.phase == "playing"
    assert drive.table.match_id != match
    seats = ann.last(protocol.Seats)
    assert (seats.match, seats.phase) == (drive.table.match_id, "playing")
    assert not any(each.rematch for each in seats.seats)


def test_a_rematch_is_for_those_who_have_seen_the_end() -> None:
    drive, (ann, *_) = play_out()
    drive.send(ann, protocol.Rematch("x"))
    assert ann.last(protocol.Refused).code == "stale"
    assert ann.last(protocol.Told).notices[-1] == ann.notices[-1]
    assert not drive.table.seats[ANN].rematch
    drive.ack(ann)
    drive.send(ann, protocol.Rematch("y"))
    assert drive.table.seats[ANN].rematch


def test_the_numbers_seats_and_secrets_go_on_in_a_rematch() -> None:
    drive, clients = rematched()
    for client in clients:
        numbers = client.numbers
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        assert len(numbers) > 3
    assert [drive.table.state.seat_of(f"secret {seat}") for seat in range(3)] == [0, 1, 2]
    entries = [e for e in drive.log if e.match == drive.table.match_id]
    assert [e.number for e in entries] == list(range(1, 6))
    opened = entries[0].entry
    assert isinstance(opened, OpenEntry)
    assert opened.told[:3] == drive.table.delivery.numbers()[:3]


def test_a_rematch_inherits_what_the_last_match_left() -> None:
    drive, _ = rematched()
    assert drive.table.opened.previous == (BEA, CAL, ANN)
    again = drive.restored()
    assert match_of(again).record() == match_of(drive).record()
    assert again.table.delivery.numbers() == drive.table.delivery.numbers()


def test_a_rematch_that_begins_without_a_word_is_seen_by_all() -> None:
    drive, ann, bea, cal = finished()
    watching = drive.join(None)
    clients = [ann, bea, cal, watching]
    for client in clients:
        client.views = True
        client.forget()
    for client in clients[:3]:
        drive.send(client, protocol.Rematch("x"))
    for client in clients:
        (told,) = client.all(protocol.Told)
        assert client.received.index(told) > client.received.index(client.last(protocol.Seats))
        assert not told.notices
        assert told.to_act == (BEA,)
        assert told.view is not None
        assert told.view["scores"] == [0, 0, 0]


def test_play_goes_on_in_a_rematch() -> None:
    drive, clients = rematched()
    drive.ack(*clients)
    assert clients[BEA].legal == ["throw", "skip"]
    told = clients[BEA].numbers[-1]
    assert drive.move(clients[BEA], "throw") == "done"
    new = [number for number in clients[BEA].numbers if number > told]
    assert new
    assert drive.restored().join(BEA).numbers == new


def test_who_is_to_act_is_not_told_so_by_a_refusal() -> None:
    drive, (ann, bea, cal) = play_out()
    drive.leave(ann)  # who has not seen the end, so that a rematch waits until they do
    drive.ack(bea, cal)
    for client in (bea, cal):
        drive.send(client, protocol.Rematch("x"))
    assert match_of(drive).to_act == (BEA,)
    assert drive.table.delivery.waiting
    bea.forget()
    drive.send(bea, protocol.Undo("y", 0))
    assert bea.last(protocol.Refused).code == "stale"
    assert bea.all(protocol.Told) == []


def test_bots_play_on_in_a_rematch() -> None:
    drive = begun(luck=rolled(), bots=[BEA, CAL], options={"turns": 1})
    ann = drive.join(ANN)
    drive.ack(ann)
    drive.move(ann, "throw")
    assert drive.table.state.over
    drive.ack(ann)
    drive.send(ann, protocol.Rematch("x"))
    assert drive.table.phase == "playing"
    assert [player.bot for player in drive.table.state.players] == ["", "random", "random"]
    drive.ack(ann)
    assert drive.table.thinking is not None


def test_who_is_away_is_not_asked_for_a_rematch() -> None:
    drive, ann, bea, cal = finished()
    drive.leave(cal)
    drive.send(ann, protocol.Rematch("x"))
    drive.send(bea, protocol.Rematch("x"))
    assert drive.table.phase == "playing"


def test_a_player_who_leaves_does_not_hold_up_a_rematch() -> None:
    drive, ann, bea, cal = finished()
    drive.send(ann, protocol.Rematch("x"))
    drive.send(bea, protocol.Rematch("x"))
    drive.leave(cal)
    assert drive.table.phase == "playing"
    seats = ann.last(protocol.Seats)
    assert (seats.match, seats.phase) == (drive.table.match_id, "playing")
    assert not seats.seats[CAL].present


def test_a_player_who_leaves_does_not_want_a_rematch_any_more() -> None:
    drive, ann, bea, cal = finished()
    drive.send(ann, protocol.Rematch("x"))
    drive.leave(ann)
    assert not bea.last(protocol.Seats).seats[ANN].rematch
    drive.join(ANN)
    drive.send(bea, protocol.Rematch("x"))
    drive.send(cal, protocol.Rematch("x"))
    assert drive.table.state.over


def test_when_all_have_left_no_match_begins() -> None:
    drive, ann, bea, cal = finished()
    drive.send(ann, protocol.Rematch("x"))
    for client in (bea, cal, ann):
        drive.leave(client)
        if client is bea:
            assert drive.table.state.over
    # Ann alone was there and wanted it when Cal left.
    assert drive.table.phase == "playing"
    again, *clients = finished()
    for client in clients:
        again.leave(client)
    assert again.table.state.over


def test_a_rematch_that_is_asked_for_again_is_answered_again() -> None:
    drive, clients = rematched()
    drive.send(clients[ANN], protocol.Rematch("x"))
    assert clients[ANN].all(protocol.Refused) == []
    assert [answer.id for answer in clients[ANN].all(protocol.Answer)][-2:] == ["x", "x"]


def test_what_was_answered_in_the_last_match_is_known_in_the_next_one() -> None:
    drive, clients = rematched()
    number = clients[CAL].numbers[0]
    [last] = [e.entry for e in drive.log if isinstance(e.entry, MoveEntry) and e.entry.seat == CAL]
    for again in (drive, drive.restored()):
        cal = again.join(CAL)
        assert again.move(cal, "throw", number, last.id) == "done"
        again.send(cal, protocol.Rematch("x"))
        assert cal.last(protocol.Answer).id == "x"
        assert cal.all(protocol.Refused) == []


def test_what_somebody_missed_of_the_last_match_is_told_in_the_next_one() -> None:
    drive, (ann, bea, cal) = play_out()
    seen = drive.table.delivery.boxes[CAL].acked
    drive.leave(cal)
    drive.ack(ann, bea)
    drive.send(ann, protocol.Rematch("x"))
    drive.send(bea, protocol.Rematch("x"))
    assert drive.table.phase == "playing"
    told = drive.table.delivery.boxes[CAL].told
    assert drive.join(CAL, seen).numbers == list(range(seen + 1, told + 1))
    assert drive.restored().join(CAL, seen).numbers == list(range(seen + 1, told + 1))
    assert drive.restored().join(CAL, told).numbers == []


def test_a_rematch_does_not_wait_longer_for_a_player_who_left_before() -> None:
    drive, ann, bea, cal = finished()
    drive.leave(bea)
    drive.now += 5
    drive.send(ann, protocol.Rematch("a"))
    drive.send(cal, protocol.Rematch("c"))
    assert match_of(drive).to_act == (BEA,)
    drive.ack(ann, cal)
    assert drive.table.due == drive.now + drive.table.opened.grace
    drive.wait(drive.table.opened.grace)
    assert drive.table.thinking == (BEA, "medium")
