"""Who is away, late or watching: what all are told, what is missed, and how one nudges."""

from __future__ import annotations

from settebello.declared import short_log
from settebello.games import sixty_six
from settebello.luck import Seeded
from settebello.table import protocol
from settebello.table.recap import MOST, recap_of
from settebello.table.wording import add_words
from table.helpers import ANN, BEA, CAL, Client, Drive, begun, match_of, three


def bot_plays(drive: Drive, seat: int) -> None:
    drive.table.bot_moved(seat, "throw", drive.table.step, drive.now)
    drive.pump()


def recap(client: Client) -> protocol.Recap | None:
    return client.last(protocol.Welcome).recap


# For whom a bot will play.


def test_all_are_told_when_the_table_begins_to_wait_for_somebody_who_is_away() -> None:
    """Not only when they are to act: also when a move is told, and they cannot acknowledge it."""
    drive, ann, bea, cal = three()
    watcher = drive.join(None)
    drive.leave(cal)
    for client in (ann, bea, watcher):
        client.forget()
    drive.move(ann, "throw")
    drive.ack(ann)
    for client in (ann, bea, watcher):
        assert client.last(protocol.Seats).bot_in == {CAL: 30.0}
    assert bea.all(protocol.Told) == []  # it is no word of the move itself
    drive.now += 12
    assert drive.join(None).last(protocol.Welcome).bot_in == {CAL: 18.0}
    drive.wait(18)
    assert bea.last(protocol.Seats).bot_in == {}
    assert bea.last(protocol.Seats).seats[CAL].stand_in
    assert bea.legal


def test_somebody_who_is_connected_and_silent_is_awaited_aloud_after_half_of_the_time() -> None:
    drive, ann, bea, cal = three()
    other = drive.join(CAL)  # another device of theirs
    drive.move(ann, "throw")
    drive.ack(ann)
    assert drive.table.due == drive.now + 15
    drive.wait(14)
    assert bea.all(protocol.Seats) == []
    drive.wait(1)
    assert bea.last(protocol.Seats).bot_in == other.last(protocol.Seats).bot_in == {CAL: 15.0}
    assert drive.table.due == drive.now + 15
    drive.ack(other)
    assert bea.last(protocol.Seats).bot_in == {}
    assert cal.last(protocol.Seats).bot_in == {}
    assert not any(seat.stand_in for seat in drive.table.seats)


def test_a_rename_meanwhile_changes_nothing_of_it() -> None:
    drive, ann, bea, _ = three()
    drive.leave(ann)
    drive.now += 12
    drive.table.clock.latest = drive.now  # as the lobby says it
    drive.table.rename(BEA, "Bee")
    drive.pump()
    assert bea.last(protocol.Seats).bot_in == {ANN: 18.0}


def test_where_no_bot_plays_nobody_is_counted_down() -> None:
    drive, ann, bea, cal = three(absence="wait")
    drive.leave(cal)
    drive.move(ann, "throw")
    drive.ack(ann)
    assert drive.table.due is None
    assert bea.last(protocol.Seats).bot_in == {}


# What was missed.


def test_who_comes_back_is_told_what_a_bot_did_for_them_and_what_the_others_did() -> None:
    drive, ann, bea, cal = three()
    drive.leave(ann)
    drive.wait(30)
    bot_plays(drive, ANN)
    drive.ack(bea, cal)
    drive.move(bea, "throw")
    drive.ack(bea, cal)
    told = recap(drive.join(ANN, language="en"))
    assert told is not None
    assert [(line.text, line.seat, line.stand_in) for line in told.lines][:2] == [
        ("You throw 3. A bot played this for you.", ANN, True),
        *[(line.text, line.seat, False) for line in told.lines[1:2]],
    ]
    assert any(line.text.startswith("Bea throws") for line in told.lines)
    assert told.earlier == 0
    again = drive.restored().join(ANN, language="it")  # also after a crash
    assert recap(again) is not None
    assert recap(drive.join(ANN, language="en")) is None  # a second device


def test_a_blink_or_nothing_new_gives_no_recap() -> None:
    drive, ann, _, cal = three()
    drive.leave(ann)
    drive.now += 60
    ann = drive.join(ANN, language="en")
    assert recap(ann) is None  # nobody has moved
    drive.move(ann, "throw")
    drive.leave(cal)
    drive.now += 1
    cal = drive.join(CAL, language="en")
    assert cal.last(protocol.Welcome).notices
    assert recap(cal) is None
    drive.leave(cal)
    drive.now += 5
    program = drive.join(CAL)
    assert recap(program) is None  # it reads the notices
    assert recap(drive.join(None, language="en")) is None
    drive.leave(program)
    drive.now += 5
    assert recap(drive.join(CAL, language="en")) is not None


def test_a_recap_is_short_and_begins_with_what_the_bot_did() -> None:
    notices = [
        {"number": n, "event": "Thrown", "seat": n % 3, "text": f"line {n}"} for n in range(1, 31)
    ]
    for notice in notices[::3]:
        notice["seat"], notice["stand_in"] = 1, True
    told = recap_of(three()[0].table.state.game, 1, notices)
    assert len(told.lines) == MOST
    assert [line.stand_in for line in told.lines] == [True] * 4 + [False] * 4
    assert [line.text for line in told.lines][3:5] == ["line 28", "line 26"]
    assert told.earlier == 30 - MOST


def test_a_recap_of_a_game_of_memory_has_what_its_log_has_and_no_face() -> None:
    drive = begun(sixty_six, seats=2, luck=Seeded(1))
    ann, bea = drive.join(ANN), drive.join(BEA)
    drive.ack(ann, bea)
    drive.leave(ann)
    drive.wait(30)
    match = match_of(drive)
    for _ in range(12):
        thinking = drive.table.thinking
        if thinking is not None:
            seat_no = thinking[0]
            move = match.legal(seat_no)[0].text
            drive.table.bot_moved(seat_no, move, drive.table.step, drive.now)
            drive.pump()
        elif bea.legal:
            drive.move(bea, bea.legal[0])
        drive.ack(bea)
    back = drive.join(ANN, language="en")
    told, notices = recap(back), back.last(protocol.Welcome).notices
    assert told is not None
    turns = [n for n in notices if n["event"] == short_log(sixty_six)]
    assert len(turns) > 3
    kept = {str(n.get("later", n["text"])) for n in notices if n["number"] >= turns[-2]["number"]}
    assert {line.text for line in told.lines} <= kept
    secret = {n["text"] for n in notices if n.get("later", n["text"]) != n["text"]}
    assert secret
    assert not secret & {line.text for line in told.lines}


# Who watches.


def test_players_and_spectators_are_told_how_many_watch_once_a_second() -> None:
    drive, ann, *_ = three()
    drive.now += 10
    first = drive.join(None)
    assert first.last(protocol.Welcome).watching == 1
    assert ann.last(protocol.Seats).watching == 1
    ann.forget()
    more = [drive.join(None) for _ in range(5)]
    assert more[-1].last(protocol.Welcome).watching == 6
    assert ann.all(protocol.Seats) == []
    assert drive.table.due == drive.now + 1
    drive.wait(1)
    assert [seats.watching for seats in ann.all(protocol.Seats)] == [6]
    assert first.last(protocol.Seats).watching == 6
    drive.now += 5
    for client in more:
        drive.leave(client)
    drive.wait(1)
    assert [seats.watching for seats in ann.all(protocol.Seats)] == [6, 5, 1]
    assert drive.table.due is None


# Nudges.


def nudged(drive: Drive, client: Client, seat: int, id: str) -> str:
    client.forget()
    drive.send(client, protocol.Nudge(id, seat))
    refused = client.all(protocol.Refused)
    return refused[-1].code if refused else "done"


def test_a_player_who_takes_long_can_be_nudged_once_by_each() -> None:
    drive, ann, bea, cal = three()
    other = drive.join(ANN)
    drive.wait(14)
    assert nudged(drive, bea, ANN, "1") == "nudge-later"
    refused = bea.last(protocol.Refused)
    add_words(drive.table.state, bea, refused)
    assert (refused.retry_after, refused.text) == (
        1.0,
        "Give Ann a little time: in a turn one can be nudged after 15 seconds.",
    )
    drive.wait(1)
    assert nudged(drive, bea, ANN, "2") == "done"
    assert nudged(drive, bea, ANN, "2") == "done"  # the same request: it happens once
    assert nudged(drive, bea, ANN, "3") == "nudged"
    for client in (ann, other):
        assert client.all(protocol.Nudged) == [protocol.Nudged(BEA, "Bea")]
    assert nudged(drive, cal, ANN, "4") == "done"
    assert cal.all(protocol.Nudged) == bea.all(protocol.Nudged) == []
    drive.move(ann, "throw")
    drive.ack(ann, cal)
    assert nudged(drive, ann, BEA, "5") == "nudge-later"  # another turn
    drive.wait(15)
    assert nudged(drive, ann, BEA, "6") == "done"
    assert len(drive.log) == 6  # three sat down, one moved: nothing of it is stored


def test_nobody_else_can_be_nudged() -> None:
    drive, ann, bea, cal = three()
    drive.wait(20)
    assert nudged(drive, ann, ANN, "1") == "not-to-nudge"  # oneself
    assert nudged(drive, bea, CAL, "2") == "not-to-nudge"  # not their turn
    assert nudged(drive, bea, 99, "3") == "not-to-nudge"
    watcher = drive.join(None)
    assert nudged(drive, watcher, ANN, "4") == "spectator"
    drive.send(cal, protocol.Pause("p"))
    assert nudged(drive, bea, ANN, "5") == "paused"
    drive.send(cal, protocol.Resume("r"))
    drive.leave(ann)
    assert nudged(drive, bea, ANN, "6") == "not-to-nudge"  # away
    assert not ann.all(protocol.Nudged)
