"""Moves that are taken back: against bots always, with all that followed; else why not."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from settebello import Match
from settebello.bots import choose, random_bot
from settebello.games import OUR_GAMES, scopa
from settebello.luck import Luck, Seeded
from settebello.table import protocol
from settebello.table.records import at_once, recording
from table.helpers import ANN, BEA, CAL, Client, Drive, begun, match_of, rolled, three


def bots_move(drive: Drive, random: Random) -> None:
    """Let the bots move until somebody else is to act, and look at all pauses."""
    box, ann = drive.table.delivery.boxes[ANN], drive.table.seats[ANN].listeners[0]
    while True:
        while box.acked < box.sent:
            drive.table.on_message(ann, protocol.Ack(box.sent), drive.now)
            drive.pump()
        if drive.table.thinking is None:
            return
        seat = drive.table.thinking[0]
        move = choose(match_of(drive), seat, random_bot, "random", random)
        drive.table.bot_moved(seat, move.text, drive.table.step, drive.now)
        drive.pump()


def undo(drive: Drive, client: Client, id: str) -> str:
    assert client.seat is not None
    number = drive.table.delivery.boxes[client.seat].sent
    drive.send(client, protocol.Undo(id, number))
    answers = [m for m in client.received if isinstance(m, protocol.Answer | protocol.Refused)]
    return answers[-1].code if isinstance(answers[-1], protocol.Refused) else "done"


def same(match: Match, other: Match) -> bool:
    seats = [*range(len(match.players)), None]
    views = [[each.view(seat).to_dict() for seat in seats] for each in (match, other)]
    return views[0] == views[1] and match.record() == other.record()


@pytest.mark.parametrize("game", OUR_GAMES, ids=lambda game: str(game.NAME))
def test_a_match_after_take_backs_is_one_that_never_went_there(game: Any) -> None:
    random, seats = Random(21), min(game.SEATS)
    drive = begun(game, seats, Seeded(2), bots=range(1, seats))
    ann = drive.join(ANN)
    taken_back = 0
    for turn in range(30):
        bots_move(drive, random)
        if drive.table.state.over:
            break
        before = match_of(drive).record()
        move = random.choice(match_of(drive).legal(ANN)).text
        assert drive.move(ann, move, id=f"move {turn}") == "done"
        if random.random() < 0.5:
            bots_move(drive, random)
        drive.ack(ann)
        if drive.table.state.over or drive.table.delivery.pausing or random.random() < 0.4:
            continue
        number = drive.table.delivery.boxes[ANN].told
        assert undo(drive, ann, f"undo {turn}") == "done"
        assert drive.table.delivery.boxes[ANN].told == number + 1  # numbers go on
        assert ann.notices[-1]["event"] == "TakenBack"
        taken_back += 1
        assert same(match_of(drive), Match.replay(before))
        entries = [pending.entry for pending in drive.log]
        assert at_once(recording(entries)) == before
        if random.random() < 0.3:
            drive.now += 1
            log, drive = drive.log, drive.restored(luck=Seeded(turn))
            drive.log[:0] = log
            assert same(match_of(drive), Match.replay(before))
            ann = drive.join(ANN, drive.table.delivery.boxes[ANN].told)
    assert taken_back > 2


def test_move_after_move_goes_back_to_the_deal() -> None:
    drive = begun(scopa, 2, bots=[BEA])
    ann = drive.join(ANN, language="en")
    random = Random(1)
    bots_move(drive, random)
    for _ in range(3):
        drive.move(ann, ann.legal[0])
        bots_move(drive, random)
    for turn in range(3):
        assert ann.last(protocol.Told).can_undo
        assert undo(drive, ann, f"u{turn}") == "done"
        drive.ack(ann)
    assert [seat for seat, _ in match_of(drive).moves if seat == ANN] == []
    told = ann.last(protocol.Told)
    assert (told.can_undo, told.why_no_undo) == (False, "")
    assert undo(drive, ann, "more") == "nothing-to-undo"
    assert ann.last(protocol.Refused).arguments == {}


def against_bots(luck: Luck | None = None) -> tuple[Drive, Client]:
    drive = begun(luck=luck or rolled(), bots=[BEA, CAL])
    ann = drive.join(ANN, language="en")
    drive.ack(ann)
    return drive, ann


def test_a_throw_is_taken_back_while_a_bot_thinks() -> None:
    drive, ann = against_bots()
    drive.move(ann, "throw")
    drive.ack(ann)
    assert drive.table.thinking is not None
    step = drive.table.step
    assert undo(drive, ann, "u") == "done"
    drive.table.bot_moved(BEA, "throw", step, drive.now)  # it had begun to think before
    drive.pump()
    assert match_of(drive).to_act == (ANN,)
    assert ann.legal == ["throw", "skip"]


def test_a_match_that_is_over_stays_over() -> None:
    drive = begun(luck=rolled(), bots=[BEA, CAL], options={"turns": 3})
    ann = drive.join(ANN, language="en")
    drive.ack(ann)
    drive.move(ann, "throw")
    bots_move(drive, Random(1))
    while not drive.table.state.over:
        drive.move(ann, ann.legal[0])
        bots_move(drive, Random(1))
    told = ann.last(protocol.Told)
    assert (told.can_undo, told.why_no_undo) == (False, "")


def test_a_player_is_told_why_a_move_cannot_be_taken_back() -> None:
    drive, ann, bea, cal = three()
    reader = drive.join(ANN, language="en")
    assert reader.last(protocol.Welcome).why_no_undo == ""  # they have not moved
    drive.move(ann, "throw")
    drive.ack(ann, cal)
    drawn = "A card was drawn or dice were thrown after your move, so it stays."
    assert drive.join(ANN, language="en").last(protocol.Welcome).why_no_undo == drawn
    assert ann.last(protocol.Told).why_no_undo == ""  # it wants no sentences
    assert undo(drive, ann, "u1") == "nothing-to-undo"
    assert ann.last(protocol.Refused).arguments == {"about": "drawn"}
    assert ann.last(protocol.Refused).text == drawn
    drive.move(bea, "throw")
    drive.ack(ann, bea)
    moved = "Dopo la tua ultima mossa ha già mosso qualcun altro, perciò resta."
    assert drive.join(ANN, language="it").last(protocol.Welcome).why_no_undo == moved


def test_what_others_have_seen_is_not_taken_back() -> None:
    drive = begun(scopa, 2, luck=Seeded(3))
    ann, bea = drive.join(ANN, language="en"), drive.join(BEA, language="en")
    drive.ack(ann, bea)
    mover = ann if ann.legal else bea
    drive.move(mover, mover.legal[0])
    drive.ack(mover)
    assert mover.last(protocol.Told).why_no_undo == (
        "Others have learned something from your move, so it stays."
    )


def test_a_table_that_permits_no_undo_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "settebello.table.delivery.OthersFirst.permits", lambda policy, request: request != "undo"
    )
    drive, ann, *_ = three()
    drive.move(ann, "throw")
    welcome = drive.join(ANN, language="en").last(protocol.Welcome)
    assert welcome.why_no_undo == "Moves are not taken back at this table."


def test_a_log_with_an_undo_of_a_seat_that_has_not_moved_is_damaged() -> None:
    drive, ann = against_bots()
    drive.move(ann, "throw")
    assert undo(drive, ann, "u") == "done"
    again = drive.log[-1]
    drive.log.append(msgspec.structs.replace(again, number=again.number + 1))
    with pytest.raises(ValueError, match="no move to take back"):
        drive.restored()


def test_dice_that_were_taken_back_are_thrown_again() -> None:
    drive, ann = against_bots(rolled(3, 4))
    drive.move(ann, "throw")
    assert undo(drive, ann, "u") == "done"
    drive.move(ann, "throw")
    assert match_of(drive).record()["luck"][-1] == "4"
