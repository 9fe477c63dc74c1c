"""The live table without I/O: moves, undo, and rules that fail."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from helpers import altered
from settebello import Match
from settebello.games import dice
from settebello.table import protocol
from settebello.table.entries import MoveEntry
from settebello.table.seats import REMEMBERED
from table.helpers import (
    ANN,
    BEA,
    CAL,
    begun,
    match_of,
    open_table,
    paused,
    play_out,
    playing,
    rolled,
    three,
)

# Moves that are refused or come twice.


def test_a_move_is_answered_to_the_tab_that_asked() -> None:
    drive, ann, *_ = three()
    other = drive.join(ANN)
    assert drive.move(ann, "throw", id="m") == "done"
    assert [answer.id for answer in ann.all(protocol.Answer)] == ["m"]
    assert other.all(protocol.Answer) == []


def test_a_stale_move_is_refused_and_the_seat_is_told_again() -> None:
    drive, ann, *_ = three()
    number = drive.table.delivery.boxes[ANN].sent
    assert drive.move(ann, "throw", after=number - 1, id="m") == "stale"
    assert ann.last(protocol.Refused).id == "m"
    assert ann.last(protocol.Told).number == number
    assert ann.legal == ["throw", "skip"]
    assert drive.move(ann, "throw", after=number + 1) == "stale"


def test_a_stale_move_tells_nothing_before_its_time() -> None:
    drive, ann, bea, _ = three()
    drive.move(ann, "throw")
    assert drive.move(bea, "throw", after=0) == "stale"
    assert bea.all(protocol.Told) == []


def test_a_move_that_comes_again_is_answered_again_and_happens_once() -> None:
    drive, ann, *_ = three()
    number = drive.table.delivery.boxes[ANN].sent
    assert drive.move(ann, "throw", number, "m") == "done"
    entries = len(drive.log)
    assert drive.move(ann, "throw", number, "m") == "done"
    assert len(drive.log) == entries
    assert [answer.id for answer in ann.all(protocol.Answer)] == ["m", "m"]


def test_ids_are_remembered_by_seat() -> None:
    drive, ann, bea, cal = three()
    drive.move(ann, "throw", id="m")
    drive.ack(ann, cal)
    assert drive.move(bea, "throw", id="m") == "done"
    assert sum(isinstance(e.entry, MoveEntry) for e in drive.log) == 2


def test_answered_ids_are_known_after_a_restart() -> None:
    drive, ann, bea, _ = three()
    number = drive.table.delivery.boxes[ANN].sent
    drive.move(ann, "skip", number, "m")
    drive.send(ann, protocol.Undo("u", drive.table.delivery.boxes[ANN].sent))
    drive.send(bea, protocol.Pause("p"))
    drive.send(bea, protocol.Resume("r"))
    again = drive.restored()
    ann, bea = again.join(ANN), again.join(BEA)
    assert again.move(ann, "skip", number, "m") == "done"
    again.send(ann, protocol.Undo("u", 0))
    again.send(bea, protocol.Pause("p"))
    again.send(bea, protocol.Resume("r"))
    assert [answer.id for answer in ann.all(protocol.Answer)] == ["m", "u"]
    assert [answer.id for answer in bea.all(protocol.Answer)] == ["p", "r"]
    assert again.log == []


def test_only_so_many_ids_are_remembered() -> None:
    drive, ann, *_ = three()
    drive.send(ann, protocol.Pause("first"))
    for _ in range(REMEMBERED - 1):
        drive.send(
            ann, protocol.Resume(drive.id()) if paused(drive) else protocol.Pause(drive.id())
        )
    drive.send(ann, protocol.Pause("first"))
    assert ann.last(protocol.Answer).id == "first"
    drive.send(ann, protocol.Resume("one more") if paused(drive) else protocol.Pause("one more"))
    assert len(drive.table.seats[ANN].answered) == REMEMBERED
    assert "first" not in drive.table.seats[ANN].answered


def test_a_player_who_is_to_act_has_to_wait_until_they_are_asked() -> None:
    drive, ann, bea, cal = three()
    drive.move(ann, "throw")
    again = drive.join(BEA)
    assert drive.move(again, "throw", id="m") == "waiting"
    assert "Ann, Cal" in again.last(protocol.Refused).text
    drive.ack(ann, cal)
    assert drive.move(bea, "throw") == "done"


def test_what_was_refused_stays_refused_when_a_copy_comes_late() -> None:
    drive, ann, bea, cal = three()
    drive.move(ann, "throw")
    again = drive.join(BEA)
    asked = protocol.Move("m", drive.table.delivery.boxes[BEA].sent, "throw")
    drive.send(again, asked)
    assert again.last(protocol.Refused).code == "waiting"
    drive.ack(ann, cal)
    drive.send(bea, asked)  # now it would be a move
    assert bea.last(protocol.Refused).code == "waiting"
    assert bea.last(protocol.Refused).text == again.last(protocol.Refused).text
    assert bea.last(protocol.Refused).id == "m"


def test_so_many_refusals_are_remembered() -> None:
    drive, ann, *_ = three()
    for _ in range(REMEMBERED + 10):
        assert drive.move(ann, "fly") == "unreadable"
    assert len(drive.table.seats[ANN].refused) == REMEMBERED


def test_refusals_change_nothing() -> None:
    drive, ann, bea, _ = three()
    watching = drive.join(None)
    drive.pump()
    entries, match = len(drive.log), drive.table.match
    assert match is not None
    before, told = match.record(), [box.told for box in drive.table.delivery.boxes]
    assert drive.move(ann, "keep") == "not-legal"
    assert drive.move(ann, "fly") == "unreadable"
    assert drive.move(bea, "throw") == "not-your-turn"
    wrong: list[tuple[protocol.ClientMessage, str]] = [
        (protocol.Undo("u", drive.table.delivery.boxes[ANN].sent), "nothing-to-undo"),
        (protocol.Undo("v", 0), "stale"),
        (protocol.Resume("r"), "not-paused"),
        (protocol.Rematch("x"), "not-over"),
        (protocol.Hello("table"), "again"),
    ]
    for message, code in wrong:
        drive.send(ann, message)
        assert ann.last(protocol.Refused).code == code
    for message in (protocol.Ack(1), protocol.Move("m", 0, "throw"), protocol.Pause("p")):
        drive.send(watching, message)
        assert watching.last(protocol.Refused).code == "spectator"
    assert len(drive.log) == entries
    assert match.record() == before
    assert [box.told for box in drive.table.delivery.boxes] == told


def test_before_the_match_there_is_nothing_to_play() -> None:
    drive = open_table()
    drive.table.sit("Ann", "a")
    drive.pump()
    ann = drive.join(ANN)
    assert drive.move(ann, "throw", after=0) == "not-playing"
    drive.send(ann, protocol.Pause("p"))
    assert ann.last(protocol.Refused).code == "not-playing"


# Undo.


def test_a_move_is_undone_while_nobody_has_learned_anything() -> None:
    drive, ann, bea, cal = three()
    before = drive.table.delivery.boxes[ANN].told
    drive.move(ann, "skip")
    assert ann.last(protocol.Told).can_undo
    assert not cal.last(protocol.Told).can_undo
    drive.send(ann, protocol.Undo("u", drive.table.delivery.boxes[ANN].sent))
    assert ann.last(protocol.Answer).id == "u"
    drive.ack(bea, cal)
    match = match_of(drive)
    assert match.to_act == (ANN,)
    assert match.record()["moves"] == []
    assert ann.legal == ["throw", "skip"]
    assert ann.notices[-1] == {"number": before + 2, "event": "TakenBack", "seat": ANN}
    assert not ann.last(protocol.Told).can_undo


def test_undo_is_for_who_made_the_last_move_and_only_without_luck() -> None:
    drive, ann, bea, cal = three()
    drive.move(ann, "skip")
    drive.ack(ann, cal)
    drive.send(bea, protocol.Undo("u", drive.table.delivery.boxes[BEA].sent))
    assert bea.last(protocol.Refused).code == "nothing-to-undo"
    drive.move(bea, "throw")
    drive.send(bea, protocol.Undo("u", drive.table.delivery.boxes[BEA].sent))
    assert bea.last(protocol.Refused).code == "nothing-to-undo"


def test_nothing_is_undone_when_the_match_is_over() -> None:
    drive, (*_, cal) = play_out(("throw", "throw", "skip"), (3, 4))
    drive.send(cal, protocol.Undo("u", drive.table.delivery.boxes[CAL].sent))
    assert cal.last(protocol.Refused).code == "nothing-to-undo"


def test_undo_goes_on_after_a_restart() -> None:
    drive, ann, *_ = three()
    drive.move(ann, "skip")
    again = drive.restored()
    ann = again.join(ANN)
    assert ann.last(protocol.Welcome).can_undo
    again.send(ann, protocol.Undo("u", again.table.delivery.boxes[ANN].sent))
    assert ann.last(protocol.Answer).id == "u"
    again.log = drive.log + again.log
    once_more = again.restored()
    match = match_of(once_more)
    assert match.record()["moves"] == []
    assert once_more.join(ANN).notices[-1]["event"] == "TakenBack"


# Rules that fail, and games in which several may act at once.


def test_rules_that_fail_refuse_the_move_and_change_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def apply(state: Any, seat: Any, play: Any, tell: Any) -> None:
        if play == (dice.SKIP,):
            raise ZeroDivisionError
        dice.apply(state, seat, play, tell)

    playing(altered(dice, apply=apply), monkeypatch)
    drive, ann, *_ = three()
    assert drive.move(ann, "skip", id="m") == "rules-failed"
    assert drive.table.phase == "playing"
    assert drive.move(ann, "throw") == "done"


def test_a_bot_with_which_the_rules_fail_pauses_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    def apply(*arguments: object) -> None:
        raise ZeroDivisionError

    playing(altered(dice, apply=apply), monkeypatch)
    drive = begun(luck=rolled(), bots=[ANN])
    bea, cal = drive.join(BEA), drive.join(CAL)
    drive.ack(bea, cal)
    drive.table.bot_moved(ANN, "throw", drive.table.step, drive.now)
    drive.pump()
    assert bea.last(protocol.Seats).phase == "paused"
    assert drive.table.thinking is None
    assert drive.restored().table.phase == "paused"


def test_several_seats_may_act_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    import toy_game

    playing(toy_game, monkeypatch)
    drive = begun(SimpleNamespace(NAME="magpie", VERSION=toy_game.VERSION), 3)
    ann, bea, cal = drive.join(ANN), drive.join(BEA), drive.join(CAL)
    assert [client.legal for client in (ann, bea, cal)] == [["bid 0", "bid 1", "bid 2"]] * 3
    number = drive.table.delivery.boxes[BEA].sent
    assert drive.move(cal, "bid 1") == "done"
    assert bea.all(protocol.Told) == []  # Cal has not seen yet that it is done
    assert drive.move(bea, "bid 2", after=number) == "done"
    drive.ack(bea, cal)
    assert ann.last(protocol.Told).to_act == (ANN,)
    assert drive.move(ann, "bid 0", after=number) == "done"
    match = match_of(drive)
    assert len(match.record()["moves"]) == 3


def test_the_record_of_a_live_match_replays() -> None:
    drive, _ = play_out()
    match = match_of(drive)
    assert Match.replay(match.record()).scores == match.scores


def test_at_the_end_no_undo_is_offered_since_none_is_done() -> None:
    drive, clients = play_out(("throw", "throw", "skip"))
    drive.ack(*clients)
    assert match_of(drive).can_undo(CAL)
    assert not clients[CAL].last(protocol.Told).can_undo
    assert not drive.join(CAL).last(protocol.Welcome).can_undo
