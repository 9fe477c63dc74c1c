"""The live table: who is told what in which order, and what they acknowledge."""

from __future__ import annotations

from typing import Any

import pytest

from settebello.games import OUR_GAMES, sixty_six
from settebello.luck import Scripted, Seeded
from settebello.table import protocol
from settebello.table.entries import MoveEntry
from table.helpers import (
    ANN,
    BEA,
    CAL,
    Client,
    begun,
    match_of,
    play_out,
    rematched,
    rolled,
    three,
    told,
)

# Telling.


@pytest.mark.parametrize("game", OUR_GAMES, ids=lambda game: str(game.NAME))
@pytest.mark.parametrize("most", [False, True], ids=["fewest", "most"])
def test_everybody_is_told_in_order_what_the_match_says(game: Any, most: bool) -> None:
    seats = max(game.SEATS) if most else min(game.SEATS)
    drive = begun(game, seats)
    clients = [drive.join(seat) for seat in range(seats)]
    watching = drive.join(None)
    missed = drive.table.delivery.public_told
    random = Seeded(2).random
    match = match_of(drive)
    for _ in range(60):
        drive.ack(*clients, *clients)  # what comes after a pause, too
        if match.over:
            break
        client = clients[match.to_act[0]]
        assert drive.move(client, client.legal[int(random() * len(client.legal))]) == "done"
    drive.ack(*clients, *clients)
    for client in (*clients, watching):
        told = [{**notice, "number": n} for n, notice in enumerate(match.notices(client.seat), 1)]
        for notice in told:
            del notice["text"]
            notice.pop("later", None)
            notice.pop("tally", None)
        assert client.notices == told[missed if client is watching else 0 :]


def test_nobody_is_told_before_it_is_stored() -> None:
    drive, ann, bea, _ = three()
    table = drive.table
    table.on_message(ann, protocol.Move("m", table.delivery.boxes[ANN].sent, "throw"), drive.now)
    output = table.drain()
    assert [type(e.entry) for e in output.entries] == [MoveEntry]
    said = [type(message) for _, message in output.messages]
    assert said == [protocol.Answer]  # to be sent when stored
    assert not table.drain()
    table.stored(drive.now)
    told = [(to, type(message)) for to, message in table.drain().messages]
    assert (ann, protocol.Told) in told
    assert bea not in [to for to, _ in told]  # Bea is to act: that is another step


def test_what_comes_while_something_is_stored_waits_and_then_all_of_it_is_handled() -> None:
    drive, ann, bea, cal = three()
    table, number = drive.table, drive.table.delivery.boxes[ANN].sent
    table.on_message(ann, protocol.Move("m", number, "throw"), drive.now)
    table.drain()
    late = Client(None)
    for message in (protocol.Ack(number), protocol.Ack(number)):  # which change nothing
        table.on_message(cal, message, drive.now)
    table.join(late, 0, drive.now)
    assert table.busy
    assert table.arriving() == [late]
    assert not table.drain()
    table.stored(drive.now)
    drive.pump()
    assert not table.busy
    assert table.arriving() == []
    assert late.last(protocol.Welcome).number == table.delivery.public_told
    assert bea.all(protocol.Told) == []
    drive.ack(ann, cal)
    assert bea.legal == ["throw", "skip"]


def test_those_who_are_not_to_act_are_told_first_and_the_others_when_they_have_seen_it() -> None:
    drive, ann, bea, cal = three()
    drive.move(ann, "throw")
    assert ann.notices
    assert cal.notices == ann.notices
    assert bea.all(protocol.Told) == []
    drive.ack(ann)
    assert bea.all(protocol.Told) == []
    drive.ack(cal)
    assert bea.notices == cal.notices
    assert bea.last(protocol.Told).to_act == (BEA,)
    assert bea.legal == ["throw", "skip"]
    assert cal.last(protocol.Told).legal == []


def test_a_player_who_is_absent_is_waited_for_as_well() -> None:
    drive, ann, bea, cal = three()
    drive.leave(cal)
    drive.move(ann, "throw")
    drive.ack(ann)
    assert bea.all(protocol.Told) == []
    cal = drive.join(CAL, seen=drive.table.delivery.boxes[CAL].acked)
    assert bea.all(protocol.Told) == []
    drive.ack(cal)
    assert bea.legal


def test_bots_and_spectators_are_not_waited_for() -> None:
    drive = begun(luck=rolled(), bots=[CAL])
    ann, bea, _ = drive.join(ANN), drive.join(BEA), drive.join(None)
    drive.ack(ann, bea)
    drive.move(ann, "throw")
    drive.ack(ann)
    assert bea.legal == ["throw", "skip"]


def test_who_moves_again_is_told_when_the_others_have_seen_it() -> None:
    drive, ann, bea, cal = three(rolled(1, 3))
    drive.move(ann, "throw")
    assert ann.all(protocol.Told) == []
    drive.ack(bea, cal)
    assert ann.legal == ["reroll", "keep"]
    assert [notice["event"] for notice in ann.notices] == ["Thrown"]


def test_who_joins_in_between_is_told_everything_but_not_asked() -> None:
    drive, ann, bea, cal = three()
    drive.move(ann, "throw")
    again = drive.join(BEA, seen=drive.table.delivery.boxes[BEA].sent)
    assert again.notices == ann.notices
    assert again.legal == []
    assert bea.notices == ann.notices  # nor does the other tab miss anything
    bea.forget()
    drive.ack(ann, cal)
    assert bea.notices == []
    assert again.legal == bea.legal == ["throw", "skip"]


def test_a_match_that_is_over_is_told_to_all_at_once() -> None:
    _, clients = play_out()
    ends = [client.last(protocol.Told) for client in clients]
    assert [end.to_act for end in ends] == [(), (), ()]
    assert [[n["event"] for n in end.notices if n["event"] == "MatchEnded"] for end in ends] == [
        ["MatchEnded"]
    ] * 3


# Acknowledging.


def test_acks_are_cumulative_and_never_go_back() -> None:
    drive, ann, *_ = three()
    drive.move(ann, "throw")
    box = drive.table.delivery.boxes[CAL]
    cal, first, last = drive.join(CAL), box.acked, box.sent
    assert last > first + 1
    drive.send(cal, protocol.Ack(first + 1))
    assert box.acked == first + 1
    assert [notice["number"] for notice in box.queue] == list(range(first + 2, last + 1))
    drive.send(cal, protocol.Ack(0))
    assert box.acked == first + 1
    drive.send(cal, protocol.Ack(last))
    assert (box.acked, box.queue) == (last, [])


def test_an_ack_that_is_too_high_counts_for_what_was_sent() -> None:
    drive, ann, bea, cal = three()
    drive.send(bea, protocol.Ack(2**53))
    drive.move(ann, "throw")
    box = drive.table.delivery.boxes[BEA]
    assert box.acked == box.sent < box.told
    drive.send(ann, protocol.Ack(2**53))
    drive.ack(cal)
    assert bea.notices


def test_what_a_client_has_seen_counts_when_it_comes_back() -> None:
    drive, ann, bea, cal = three()
    drive.leave(cal)
    drive.move(ann, "throw")
    drive.ack(ann)
    cal = drive.join(CAL, seen=drive.table.delivery.boxes[CAL].told)
    assert cal.notices == []
    assert cal.last(protocol.Welcome).number == drive.table.delivery.boxes[CAL].told
    assert bea.legal


def test_a_move_counts_as_an_ack() -> None:
    drive, ann, bea, cal = three()
    drive.move(ann, "throw")
    drive.ack(ann, cal)
    assert drive.table.delivery.boxes[BEA].acked < drive.table.delivery.boxes[BEA].sent
    before = drive.table.delivery.boxes[BEA].sent
    drive.move(bea, "throw")
    assert drive.table.delivery.boxes[BEA].acked == before
    moved = drive.log[-1].entry
    assert isinstance(moved, MoveEntry)
    assert moved.acked == drive.table.delivery.acknowledged()


# Spectators, tabs, leaving.


def test_a_spectator_is_told_what_everybody_may_know() -> None:
    drive = begun(sixty_six, 2)
    watching = drive.join(None, views=True)
    welcome = watching.last(protocol.Welcome)
    assert welcome.seat is None
    assert welcome.notices == []
    assert welcome.view is not None
    ann, bea = drive.join(ANN), drive.join(BEA)
    drive.ack(ann, bea)
    watching.forget()
    match = match_of(drive)
    starter = ann if match.to_act == (ANN,) else bea
    drive.move(starter, "deck")
    [taken] = watching.notices
    assert taken["number"] == welcome.number + 1
    assert taken["card"] == "??"
    assert watching.last(protocol.Told).legal == []
    view = match.view(None).to_dict()
    assert watching.last(protocol.Told).view == view
    drive.leave(watching)
    assert drive.table.listeners() == [ann, bea]


def test_spectators_are_told_in_the_first_step() -> None:
    drive, ann, bea, _ = three()
    watching = drive.join(None)
    drive.move(ann, "throw")
    assert watching.notices == ann.notices
    assert bea.all(protocol.Told) == []
    drive.ack(
        *[
            client
            for client in drive.table.listeners()
            if isinstance(client, Client) and client.seat == 0
        ]
    )
    assert len(watching.all(protocol.Told)) == 1


def test_two_tabs_of_a_seat_both_receive_and_one_acks_for_both() -> None:
    drive, ann, bea, cal = three()
    other = drive.join(CAL)
    other.forget()
    drive.move(ann, "throw")
    assert other.notices == cal.notices == ann.notices
    drive.ack(ann, other)
    assert bea.legal
    drive.leave(cal)
    assert bea.all(protocol.Seats) == []  # Cal is still there
    drive.leave(other)
    assert not bea.last(protocol.Seats).seats[CAL].present


def test_leaving_twice_or_unknown_changes_nothing() -> None:
    drive, ann, bea, _ = three()
    drive.leave(Client(ANN))
    drive.leave(ann)
    received = len(bea.received)
    drive.leave(ann)
    assert len(bea.received) == received


def test_everybody_who_is_connected_is_a_listener() -> None:
    drive, ann, bea, cal = three()
    watching, other = drive.join(None), drive.join(ANN)
    assert drive.table.listeners() == [ann, other, bea, cal, watching]


# Secrets, words, views.


def test_a_private_notice_is_never_told_again_once_it_is_acknowledged() -> None:
    drive = begun(sixty_six, 2, Scripted(picks=[0], shuffles=[["2", "3", "4", "5"]]))
    ann, bea = drive.join(ANN), drive.join(BEA)

    def seen(client: Client) -> list[Any]:
        return [
            n["cards"] for n in client.notices if n["event"] == "FirstTwoSeen" and n["seat"] == 0
        ]

    assert seen(ann) == [["2", "3"]]
    assert seen(bea) == [["??", "??"]]
    assert seen(drive.join(ANN)) == [["2", "3"]]  # not acknowledged yet
    drive.ack(ann, bea)
    assert seen(drive.join(ANN)) == []
    assert seen(drive.restored(drive.table.progress(drive.now)).join(ANN)) == []
    drive.move(ann, "deck")
    drive.ack(ann, bea)
    assert seen(drive.restored().join(ANN)) == []  # the log of a move knows it as well


def test_what_is_shown_for_this_once_has_a_sentence_for_later_without_it() -> None:
    drive = begun(sixty_six, 2, Scripted(picks=[0], shuffles=[["2", "3", "4", "5"]]))
    for seat, language, later in (
        (ANN, "en", "You look at your first two cards."),
        (BEA, "it", "Ann guarda le proprie carte 1 e 2."),
    ):
        notices = drive.join(seat, language=language).notices
        (shown,) = [n for n in notices if n.get("shown") and n["seat"] == ANN]
        assert shown["later"] == later
        assert ("2 and 3" in shown["text"]) == (seat == ANN)
        assert all("later" not in n for n in notices if "shown" not in n)


def test_what_was_shown_when_it_was_taken_has_a_sentence_for_later_too() -> None:
    drive = begun(sixty_six, 2, Scripted(picks=[0], shuffles=[["2", "3", "4", "5"]]))
    ann, bea = drive.join(ANN, language="en"), drive.join(BEA, language="en")
    drive.ack(ann, bea)
    drive.move(ann, "deck")
    drive.ack(bea)
    assert ann.notices[-1]["text"].startswith("You take a card from the deck: ")
    assert ann.notices[-1]["later"] == "You take a card from the deck."
    assert "later" not in bea.notices[-1]


# What has been told.


def test_what_a_seat_has_acknowledged_can_be_told_again_and_no_more() -> None:
    drive, ann, bea, cal = three()
    watcher = drive.join(None)
    before = told(drive, ANN)
    assert [notice["event"] for notice in before] == ["OrderDrawn"]
    drive.move(ann, "throw")
    assert told(drive, BEA) == before  # Bea has been told more, and has not acknowledged it
    assert told(drive, None) == before + watcher.notices
    drive.ack(ann, cal, bea)
    assert told(drive, CAL) == before + cal.notices
    assert told(drive, CAL, 1) == cal.notices[-1:]
    assert told(drive, BEA) == told(drive, CAL)
    assert told(drive.restored(drive.table.progress(drive.now)), BEA) == told(drive, BEA)


def test_what_was_taken_back_was_told_as_well() -> None:
    drive, ann, bea, cal = three()
    before = told(drive, BEA)
    drive.move(ann, "skip")
    drive.send(ann, protocol.Undo("u", drive.table.delivery.boxes[ANN].sent))
    drive.ack(bea, cal)
    assert told(drive, BEA) == before + bea.notices
    assert bea.notices[-1]["event"] == "TakenBack"


def test_a_rematch_tells_only_of_itself() -> None:
    drive, clients = rematched()
    assert told(drive, ANN) == []
    drive.move(clients[BEA], "throw")
    drive.ack(*clients)
    first = drive.table.opened.told[ANN] + 1
    assert [(n["number"], n["event"]) for n in told(drive, ANN)] == [
        (first, "Thrown"),
        (first + 1, "TurnEnded"),
    ]
    assert told(drive.restored(drive.table.progress(drive.now)), ANN) == told(drive, ANN)


def test_what_was_hidden_stays_hidden_when_it_is_told_again() -> None:
    drive = begun(sixty_six, 2, Scripted(picks=[0], shuffles=[["2", "3", "4", "5"]]))
    drive.ack(drive.join(ANN), drive.join(BEA))
    for viewer, cards in ((ANN, ["2", "3"]), (BEA, ["??", "??"]), (None, ["??", "??"])):
        (seen,) = [n for n in told(drive, viewer) if n["event"] == "FirstTwoSeen" and not n["seat"]]
        assert seen["cards"] == cards


def test_sentences_and_labels_are_in_the_language_that_was_asked_for() -> None:
    drive, ann, _, cal = three()
    ann.language, cal.language = "en", "it"
    bea = drive.join(BEA, language="it")
    drive.move(ann, "throw")
    assert ann.notices[0]["text"] == "You throw 3."
    assert cal.notices[0]["text"].startswith("Ann ")
    assert ann.notices[0]["text"] != cal.notices[0]["text"]
    drive.ack(ann, cal)
    choice = bea.last(protocol.Told).legal[0]
    assert choice.text == "throw"
    assert choice.label not in ("", "throw")
    drive.move(bea, "fly")
    assert "qui non è una mossa" in bea.last(protocol.Refused).text
    drive.move(cal, "throw")
    assert "tocca a Bea" in cal.last(protocol.Refused).text


def test_without_a_language_there_are_no_sentences() -> None:
    drive, ann, *_ = three()
    drive.move(ann, "throw")
    assert "text" not in ann.notices[0]
    assert drive.join(CAL).notices == ann.notices
    drive.move(ann, "throw")
    assert ann.last(protocol.Refused).text == "It is not your turn; Bea to move."


def test_an_undo_is_told_in_words() -> None:
    drive, ann, _, cal = three()
    ann.language, cal.language = "en", "it"
    drive.move(ann, "skip")
    drive.send(ann, protocol.Undo("u", drive.table.delivery.boxes[ANN].sent))
    drive.ack(drive.join(BEA), cal)
    assert ann.notices[-1]["text"] == "You take your last move back."
    assert cal.notices[-1]["text"] == "Ann ritira l'ultima mossa."


def test_views_are_sent_to_those_who_want_them() -> None:
    drive = begun(sixty_six, 2)
    plain, ann, bea = drive.join(ANN), drive.join(ANN, views=True), drive.join(BEA, views=True)
    drive.ack(ann, bea)
    match = match_of(drive)
    assert ann.last(protocol.Welcome).view == match.view(ANN).to_dict()
    drive.move(ann if match.to_act == (ANN,) else bea, "deck")
    drive.ack(ann, bea)
    assert ann.last(protocol.Told).view == match.view(ANN).to_dict()
    assert bea.last(protocol.Told).view == match.view(BEA).to_dict()
    assert [told.view for told in plain.all(protocol.Told)] == [None] * len(
        plain.all(protocol.Told)
    )
    assert plain.last(protocol.Welcome).view is None


def test_a_welcome_says_where_the_table_stands() -> None:
    drive, ann, *_ = three(options={"turns": 5})
    drive.leave(ann)
    welcome = drive.join(ANN).last(protocol.Welcome)
    assert (welcome.table, welcome.match, welcome.game) == ("table", drive.table.match_id, "dice")
    assert (welcome.phase, welcome.seat, welcome.to_act) == ("playing", ANN, (ANN,))
    assert welcome.options == {"turns": 5, "skip_on": "count", "early_end_ignores_ties": False}
    assert [(each.name, each.present) for each in welcome.seats] == [
        ("Ann", True),
        ("Bea", True),
        ("Cal", True),
    ]
