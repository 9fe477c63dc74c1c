"""A bot that plays for a person: everybody is told when it will, and that it did."""

from __future__ import annotations

import msgspec

from settebello.match import Match
from settebello.server.steps import stepping
from settebello.table import protocol
from settebello.table.entries import (
    Entry,
    MoveEntry,
    OpenEntry,
    SitEntry,
    StartEntry,
    UndoEntry,
    decode_entry,
    encode_entry,
)
from settebello.table.messages import recent_notices
from settebello.table.records import at_once, log_of, recording
from table.helpers import ANN, BEA, CAL, Drive, three

MARKED = "Ann throws 3. A bot played this for Ann."


def bot_plays(drive: Drive, seat: int) -> None:
    drive.table.bot_moved(seat, "throw", drive.table.step, drive.now)
    drive.pump()


def test_all_are_told_when_a_bot_will_play_for_somebody() -> None:
    drive, ann, bea, cal = three()
    watcher = drive.join(None)
    drive.leave(ann)
    for client in (bea, cal, watcher):
        assert client.last(protocol.Told).bot_in == {ANN: 30.0}
        assert client.last(protocol.Told).notices == []
    drive.now += 12
    assert drive.join(None).last(protocol.Welcome).bot_in == {ANN: 18.0}
    drive.join(ANN)
    assert drive.join(None).last(protocol.Welcome).bot_in == {}


def test_it_counts_from_the_turn_of_somebody_who_is_away_already() -> None:
    drive, ann, bea, cal = three()
    drive.leave(bea)
    assert not cal.all(protocol.Told)  # it is not their turn
    drive.move(ann, "throw")
    drive.ack(ann, cal)
    assert ann.last(protocol.Told).bot_in == cal.last(protocol.Told).bot_in == {BEA: 30.0}


def test_nothing_is_counted_where_no_bot_plays() -> None:
    drive, ann, _, cal = three(absence="wait")
    drive.leave(ann)
    assert not cal.all(protocol.Told)


def test_a_move_that_a_bot_made_for_a_person_says_so() -> None:
    drive, ann, _, cal = three()
    reader = drive.join(CAL, language="en")
    drive.leave(ann)
    drive.wait(30)
    bot_plays(drive, ANN)
    marked = [notice for notice in cal.notices if notice.get("stand_in")]
    assert [(notice["event"], notice["seat"]) for notice in marked] == [("Thrown", ANN)]
    assert MARKED in [n["text"] for n in reader.notices]
    back = drive.restored().join(ANN, language="it")
    assert "Tiri il dado: 3. L’ha giocata un bot per te." in [n["text"] for n in back.notices]
    assert recent_notices(drive.table, None, 99)[-2]["stand_in"] is True


def test_a_move_of_their_own_or_of_a_bot_with_a_seat_says_nothing() -> None:
    drive, ann, _, cal = three()
    drive.move(ann, "throw")
    assert cal.notices
    assert not any("stand_in" in notice for notice in [*ann.notices, *cal.notices])


def test_a_move_at_the_end_of_the_time_says_so_too() -> None:
    drive, _, _, cal = three(clock=60.0)
    drive.wait(60)
    bot_plays(drive, ANN)
    assert any(notice.get("stand_in") for notice in cal.notices)


def test_the_record_and_the_replay_say_so_too() -> None:
    drive, ann, bea, cal = three()
    drive.leave(ann)
    drive.wait(30)
    bot_plays(drive, ANN)
    drive.ack(bea, cal)
    drive.move(bea, "throw")
    record = at_once(recording(each.entry for each in drive.log))
    assert record is not None
    assert (record["stand_ins"], len(record["moves"])) == ([0], 2)
    told = [notice["text"] for notice in Match.replay(record).notices(None, "en")]
    assert [text for text in told if "bot" in text] == [MARKED]
    steps = msgspec.json.decode(at_once(stepping(record, None, "en")))["steps"]
    assert [step["move"]["stand_in"] for step in steps[1:]] == [True, False]
    assert [any("bot" in n["text"] for n in step["notices"]) for step in steps] == [
        False, True, False,
    ]  # fmt: skip
    # It goes through a file and into another store.
    entries = [decode_entry(encode_entry(each)) for each in log_of({**record, "closed": "x"}, True)]
    assert at_once(recording(entries)) == {**record, "closed": "x"}


def test_a_match_that_was_imported_before_marks_were_kept_has_none() -> None:
    drive, ann, *_ = three()
    drive.move(ann, "throw")
    record = at_once(recording(each.entry for each in drive.log))
    assert record is not None
    assert "stand_ins" not in record
    entries = log_of({**record, "closed": "x"}, listed=True)
    for entry in entries:
        if isinstance(entry, MoveEntry):
            assert entry.stand_in is False
            entry.stand_in = None
    assert at_once(recording(entries)) == {**record, "closed": "x"}


def test_the_record_has_neither_a_move_that_was_taken_back_nor_its_luck_and_mark() -> None:
    seated = [SitEntry(seat, name, name) for seat, name in enumerate(("Ann", "Bea", "Cal"))]
    moves: list[Entry] = [
        MoveEntry(ANN, "skip", id="1"),
        MoveEntry(BEA, "throw", ["4"], id="2"),
        MoveEntry(CAL, "throw", ["2"], stand_in=True),
        MoveEntry(ANN, "throw", ["3"], stand_in=True),
        UndoEntry(BEA),  # with what bots made since
        MoveEntry(BEA, "throw", ["5", "6"], id="3"),
        MoveEntry(CAL, "skip", stand_in=True),
    ]
    opened = OpenEntry("table", "dice", 1, 3, {})
    record = at_once(recording([opened, *seated, StartEntry(["0 1 2"]), *moves]))
    assert record is not None
    assert record["moves"] == [[ANN, "skip"], [BEA, "throw"], [CAL, "skip"]]
    assert record["luck"] == ["0 1 2", "5", "6"]
    assert record["stand_ins"] == [2]
