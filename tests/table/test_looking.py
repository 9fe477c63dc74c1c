"""Tables of a game with teams, secret choices and pauses to look."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import wager_game
from settebello.cards import ALONE, EVERYBODY, Place
from settebello.luck import Scripted, Seeded
from settebello.match import Match
from settebello.registry import load_file
from settebello.table import protocol
from settebello.table.choosing import same_for, shows_a_card
from table.helpers import ANN, BEA, CAL, Client, Drive, begun, match_of, open_table, playing

EXAMPLES = Path(__file__).parents[1] / "examples"


@pytest.fixture(autouse=True)
def _wager(monkeypatch: pytest.MonkeyPatch) -> None:
    playing(wager_game, monkeypatch)


def test_teams_are_known_before_the_match() -> None:
    drive = open_table(wager_game, seats=4)
    drive.table.sit("Ann", "secret", seat=2)
    assert drive.join(2).last(protocol.Welcome).teams == ((0, 2), (1, 3))
    assert drive.join(None).last(protocol.Welcome).teams == ((0, 2), (1, 3))
    alone = open_table(wager_game, seats=3).join(None)
    assert alone.last(protocol.Welcome).teams == ()


def test_legal_moves_have_their_slots_and_views_have_teams_and_private_facts() -> None:
    drive = begun(wager_game, seats=4)
    ann, bea = drive.join(0, views=True), drive.join(1, views=True)
    offered = ann.last(protocol.Welcome).legal
    assert (offered[4].text, offered[4].slots) == ("bet 1 1", (("seat", 1), ("n", 1)))
    assert drive.move(ann, "bet 1 1") == "done"
    drive.ack(ann)
    views = [client.last(protocol.Told).view for client in (ann, bea)]
    assert [view["teams"] for view in views if view] == [[[0, 2], [1, 3]]] * 2
    assert [view.get("private") for view in views if view] == [{"bet": "B11"}, None]


# A pause to look.


def bet(drive: Drive, *clients: Client) -> None:
    """Everybody bets, and has seen that everybody has."""
    drive.ack(*clients)
    for client in clients:
        assert drive.move(client, "bet 0 1") == "done"
        drive.ack(*clients)


def lay(drive: Drive, client: Client) -> None:
    assert client.seat is not None
    assert drive.move(client, match_of(drive).legal(client.seat)[0].text) == "done"


def full_trick(views: bool = False, **opened: Any) -> tuple[Drive, list[Client]]:
    """Ann, Bea and Cal have laid a card each, and nobody has acknowledged the full trick."""
    drive = begun(wager_game, **opened)
    clients = [drive.join(seat, views=views) for seat in (ANN, BEA, CAL)]
    bet(drive, *clients)
    lay(drive, clients[ANN])
    drive.ack(*clients)
    lay(drive, clients[BEA])
    drive.ack(*clients)
    for client in clients:
        client.forget()
    lay(drive, clients[CAL])
    return drive, clients


def events(client: Client) -> list[str]:
    return [notice["event"] for notice in client.notices]


def test_a_full_trick_is_told_to_all_and_the_rest_when_all_have_seen_it() -> None:
    drive, clients = full_trick(views=True)
    for client in clients:
        (told,) = client.all(protocol.Told)
        assert [(notice["event"], notice["pause"]) for notice in told.notices] == [("Laid", True)]
        assert told.notices[0]["moved"][0]["to"] == "trick"
        assert (told.more, told.view, told.legal) == (True, None, [])
        client.forget()
    first = match_of(drive).to_act[0]
    drive.ack(clients[0], clients[1])
    assert [client.received for client in clients] == [[], [], []]
    drive.ack(clients[2])
    others = [client for client in clients if client.seat != first]
    assert [events(client) for client in others] == [["Took"], ["Took"]]
    assert events(clients[first]) == []  # who is to act comes last, as always
    drive.ack(*others)
    (told,) = clients[first].all(protocol.Told)
    assert (told.more, [choice.verb for choice in told.legal]) == (False, ["lay"])
    for client in clients:
        view = client.last(protocol.Told).view
        assert view is not None
        assert (view["places"]["trick"], len(view["places"]["taken"])) == ([], 3)


def test_nothing_can_be_done_in_a_pause() -> None:
    drive, clients = full_trick()
    first = clients[match_of(drive).to_act[0]]
    assert drive.move(first, "lay C0") == "waiting"
    drive.send(clients[CAL], protocol.Undo("u", drive.table.delivery.boxes[CAL].sent))
    refused = clients[CAL].last(protocol.Refused)
    assert (refused.code, refused.arguments) == ("waiting", {"who": "Ann, Bea, Cal"})
    drive.ack(*clients)
    drive.send(clients[CAL], protocol.Undo("v", drive.table.delivery.boxes[CAL].sent))
    assert clients[CAL].last(protocol.Refused).code == "nothing-to-undo"


def test_a_player_who_is_away_in_a_pause_is_waited_for_as_always() -> None:
    drive, (ann, bea, cal) = full_trick(grace=20.0)
    drive.leave(bea)
    drive.ack(ann, cal)
    assert "Took" not in events(ann) + events(cal)
    drive.wait(21.0)
    assert drive.table.seats[BEA].stand_in
    assert "Took" in events(ann) + events(cal)
    drive, (ann, bea, cal) = full_trick(absence="wait")
    drive.leave(bea)
    drive.ack(ann, cal)
    drive.wait(1000.0)
    assert "Took" not in events(ann) + events(cal)


def test_who_comes_back_in_a_pause_gets_what_they_missed_and_the_rest_after_their_ack() -> None:
    drive, (ann, bea, cal) = full_trick()
    drive.leave(bea)
    drive.ack(ann, cal)
    bea = drive.join(BEA, views=True)
    welcome = bea.last(protocol.Welcome)
    assert (events(bea), welcome.more, welcome.phase) == (["Laid"], True, "playing")
    assert welcome.number == welcome.notices[-1]["number"]
    assert welcome.view is not None  # as before the move: its notices are still to be shown
    assert len(welcome.view["places"]["trick"]) == 2
    assert welcome.view["viewer"] == BEA
    blind = drive.join(BEA)
    assert blind.last(protocol.Welcome).view is None
    drive.ack(bea)
    drive.ack(ann, cal)
    assert events(bea) == ["Laid", "Took"]
    assert not bea.last(protocol.Told).more


def test_spectators_see_the_pause_and_hold_nothing_up() -> None:
    drive, (ann, bea, cal) = full_trick()
    late = drive.join(None, views=True)
    welcome = late.last(protocol.Welcome)
    assert (welcome.more, welcome.notices, welcome.view is None) == (True, [], False)
    drive.ack(ann, bea, cal)
    told = late.last(protocol.Told)
    assert events(late) == ["Took"]
    assert (told.number, told.more) == (welcome.number + 1, False)
    assert told.view is not None
    first = drive.table.match.to_act[0] if drive.table.match else 0
    clients = [ann, bea, cal]
    late.forget()
    for turn in range(3):
        drive.ack(*clients)
        lay(drive, clients[(first + turn) % 3])
    assert [(notice["event"], "pause" in notice) for notice in late.notices] == [
        ("Laid", False),
        ("Laid", False),
        ("Laid", True),
    ]
    drive.ack(*clients)
    assert events(late)[3:] == ["Took", "Opened"]


def test_bots_do_not_wait_in_a_pause() -> None:
    drive = begun(wager_game, bots=[ANN, BEA, CAL])
    watching = drive.join(None)
    table = drive.table
    table.join(Client(ANN), 0, drive.now)  # a table stops when no player is there
    while table.thinking is not None:
        seat = table.thinking[0]
        table.bot_moved(seat, match_of(drive).legal(seat)[0].text, table.step, drive.now)
        drive.pump()
    assert drive.table.phase == "over"
    assert events(watching)[-3:] == ["Laid", "Took", "Opened"]
    assert [told.more for told in watching.all(protocol.Told)][-2:] == [True, False]


def test_a_match_with_a_pause_in_its_last_move_is_over_when_all_have_seen_it() -> None:
    drive, clients = full_trick(views=True)
    drive.ack(*clients)
    for _ in range(3):
        drive.ack(*clients)
        lay(drive, clients[match_of(drive).to_act[0]])
    ann, bea, cal = clients
    assert ann.last(protocol.Told).more
    assert (ann.last(protocol.Told).to_act, drive.table.phase) == ((), "playing")
    drive.ack(ann)
    drive.send(ann, protocol.Rematch("r"))
    assert ann.last(protocol.Refused).code == "not-over"
    drive.leave(bea)
    assert ann.last(protocol.Seats).phase == "playing"
    drive.ack(cal)
    drive.wait(31.0)
    assert drive.table.phase == "over"
    assert events(cal)[-2:] == ["Took", "Opened"]  # nothing follows its pause
    told = cal.last(protocol.Told)
    assert (told.more, told.to_act) == (False, ())
    assert told.view is not None
    assert told.view["over"]
    bea = drive.join(BEA)
    assert events(bea) == ["Laid", "Took", "Opened"]
    assert bea.last(protocol.Welcome).phase == "over"
    drive.ack(bea)
    for client in (ann, bea, cal):
        drive.ack(client)
        drive.send(client, protocol.Rematch("s"))
    assert not drive.table.state.over


def test_who_is_told_nothing_more_after_a_pause_gets_the_view_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    take = wager_game.take

    def in_secret(state: Any, tell: Any) -> None:
        take(state, None)
        tell("Took", seat=state.first, cards={"cards": state.taken}, only=ALONE[ANN])

    monkeypatch.setattr(wager_game, "take", in_secret)
    drive, (ann, bea, cal) = full_trick(views=True)
    watching = drive.join(None, views=True)
    drive.ack(ann, bea, cal)
    drive.ack(ann, bea, cal)
    assert events(ann)[-1] == "Took"
    for client in (bea, cal, watching):
        told = client.last(protocol.Told)
        assert (told.notices, told.more) == ([], False)
        assert told.view is not None
        assert told.view["places"]["trick"] == []


# Choices of all at once.


def asked_to_bet() -> tuple[Drive, list[Client], int]:
    """Ann, Bea and Cal are to bet; the number is that of the last notice."""
    drive = begun(wager_game)
    clients = [drive.join(seat) for seat in (ANN, BEA, CAL)]
    drive.ack(*clients)
    return drive, clients, drive.table.delivery.boxes[ANN].sent


def test_choices_may_cross_on_their_way() -> None:
    drive, (ann, bea, cal), asked = asked_to_bet()
    assert drive.move(ann, "bet 0 1") == "done"
    again = drive.join(BEA)
    assert len(again.last(protocol.Welcome).legal) == 9  # though Ann has not seen it yet
    assert drive.move(bea, "bet 0 0", after=asked) == "done"
    drive.ack(ann, bea)
    assert [notice["event"] for notice in cal.notices[-2:]] == ["Chosen", "Chosen"]
    assert [notice["card"] for notice in cal.notices[-2:]] == ["??", "??"]
    assert drive.move(cal, "bet 2 2", after=asked - 1) == "stale"
    assert drive.move(cal, "bet 2 2", after=asked) == "done"
    drive.ack(ann, bea, cal)
    assert sorted(set(cal.numbers)) == [*range(1, asked + 4)]
    assert ann.last(protocol.Told).legal


def test_a_choice_is_refused_if_it_would_be_another_one_by_now(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    places = wager_game.places
    monkeypatch.setattr(
        wager_game,
        "places",
        lambda state: [Place(place.name, place.cards, EVERYBODY) for place in places(state)],
    )
    drive, (ann, bea, _), asked = asked_to_bet()
    assert drive.move(ann, "bet 0 1") == "done"
    assert drive.move(bea, "bet 0 0", after=asked) == "waiting"  # Bea does not see yet what it is
    drive.ack(ann)
    assert drive.move(bea, "bet 0 0", after=asked) == "stale"
    assert drive.move(bea, "bet 0 0") == "done"


def test_a_move_makes_a_difference_to_who_is_not_to_act_or_has_other_moves() -> None:
    match = match_of(begun(wager_game))
    moves = match.legal(BEA)
    assert same_for(BEA, match, moves, [])
    assert not same_for(BEA, match, moves[1:], [])
    assert not same_for(BEA, match, moves, match.events)  # she was dealt cards
    match.play(BEA, moves[0])
    assert not same_for(BEA, match, moves, [])


def test_a_card_that_moves_in_sight_is_shown() -> None:
    match = Match("scopa", 3, luck=Scripted(shuffles=[[0, 1, 2], []]))
    (laid, *_) = match.play(0, match.legal(0)[0])
    assert laid.moved
    assert shows_a_card(laid, BEA)


def test_a_move_makes_a_difference_if_the_rules_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    match = match_of(begun(wager_game))
    monkeypatch.setattr(wager_game, "legal", lambda state, seat: 1 / 0)
    assert not same_for(BEA, match, [], [])


def test_a_crash_between_choices_loses_none_and_tells_none() -> None:
    drive, (ann, bea, cal), asked = asked_to_bet()
    assert drive.move(ann, "bet 1 2") == "done"
    drive.ack(ann)
    drive = drive.restored(drive.table.progress(drive.now))
    ann, bea, cal = (drive.join(seat, seen=asked, views=True) for seat in (ANN, BEA, CAL))
    assert [len(client.last(protocol.Welcome).legal) for client in (ann, bea, cal)] == [0, 9, 9]
    for client, bet in ((ann, "B12"), (bea, "??"), (cal, "??")):
        welcome = client.last(protocol.Welcome)
        assert welcome.view is not None
        assert welcome.view["places"]["safe:0"] == [bet]
        assert [notice["card"] for notice in welcome.notices] == ([bet] if bet == "??" else [])
    assert drive.move(bea, "bet 0 0") == "done"
    drive.ack(ann, bea)
    assert drive.move(cal, "bet 0 0") == "done"
    assert [move for _, move in match_of(drive).record()["moves"]] == [
        "bet 1 2",
        "bet 0 0",
        "bet 0 0",
    ]


# A crash in a pause.


def test_a_pause_goes_on_after_a_crash() -> None:
    drive, (ann, bea, cal) = full_trick()
    drive.ack(ann)
    seen = [box.sent for box in drive.table.delivery.boxes]
    drive = drive.restored(drive.table.progress(drive.now))
    bea, cal = (drive.join(seat, seen=seen[seat] - 1) for seat in (BEA, CAL))
    for client, number in ((bea, seen[BEA]), (cal, seen[CAL])):
        welcome = client.last(protocol.Welcome)
        assert (events(client), welcome.more, welcome.number) == (["Laid"], True, number)
    drive.ack(bea, cal)
    assert "Took" in events(bea) + events(cal)
    ann = drive.join(ANN, seen=seen[ANN])
    assert events(ann) == ["Took"]


def test_a_pause_that_was_over_does_not_come_back_after_a_crash() -> None:
    drive, (ann, bea, cal) = full_trick()
    drive.ack(ann, bea)
    table = drive.table
    table.on_message(cal, protocol.Ack(table.delivery.boxes[CAL].sent), drive.now)
    output = table.drain()
    assert output.progress is not None  # it is stored before the rest is told
    assert output.progress.steps == 1
    assert any(isinstance(message, protocol.Told) for _, message in output.messages)
    drive = drive.restored(output.progress)
    sent = [box.sent for box in drive.table.delivery.boxes]
    assert sent == [box.told for box in drive.table.delivery.boxes]
    watching = drive.join(None)
    assert not watching.last(protocol.Welcome).more
    assert watching.last(protocol.Welcome).number == drive.table.delivery.public_told
    again = drive.join(ANN, seen=sent[ANN] - 1)
    assert events(again) == ["Took"]


def test_a_match_without_pauses_stores_nothing_more_for_its_delivery() -> None:
    drive, clients = full_trick()
    drive.noted = None
    drive.ack(*clients)
    assert drive.noted is not None
    drive.noted = None
    drive.ack(*clients)
    lay(drive, clients[match_of(drive).to_act[0]])  # without a pause
    drive.ack(*clients)
    assert drive.noted is None
    assert drive.table.state.before is None


# The example games of the tests.


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: str(path.stem))
def test_an_example_is_played_to_its_end(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_file(path)
    playing(game, monkeypatch)
    seats = max(game.SEATS)
    drive = begun(game, seats)
    clients = [drive.join(seat) for seat in range(seats)]
    random, match = Seeded(3).random, match_of(drive)
    while drive.table.phase != "over":
        drive.ack(*clients)
        for client in clients:
            if client.seat in match.to_act and drive.table.delivery.asks(client.seat):
                moves = match.legal(client.seat)
                assert drive.move(client, moves[int(random() * len(moves))].text) == "done"
    drive.ack(*clients)
    for client in clients:
        assert client.seat is not None
        assert list(dict.fromkeys(client.numbers)) == [
            *range(1, drive.table.delivery.boxes[client.seat].told + 1)
        ]
        assert client.last(protocol.Told).to_act == ()
