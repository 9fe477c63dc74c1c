"""The live table before the match: who sits where, under which name."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from settebello.rejection import Rejection
from settebello.table import protocol
from settebello.table.commands import MAX_UNDOS_AND_PAUSES
from table.helpers import ANN, BEA, begun, finished, open_table, rolled, three


def refused(action: Callable[[], object]) -> str:
    with pytest.raises(Rejection) as info:
        action()
    return info.value.code


def test_a_player_gets_the_first_free_seat_or_the_one_they_want() -> None:
    table = open_table().table
    assert table.sit("Ann", "a", seat=1) == 1
    assert table.sit("Bea", "b") == 0
    assert table.sit("Cal", "c") == 2
    assert table.state.names() == ["Bea", "Ann", "Cal"]


def test_a_seat_is_known_by_its_secret() -> None:
    drive = open_table()
    drive.table.sit("Ann", "a", seat=1)
    assert drive.table.state.seat_of("a") == 1
    assert drive.table.state.seat_of("b") is None
    assert drive.table.state.seat_of("") is None  # bots and free seats have none


def test_a_seat_is_refused_that_is_taken_or_not_there() -> None:
    table = open_table(seats=3).table
    table.sit("Ann", "a")
    assert refused(lambda: table.sit("Bea", "b", seat=0)) == "seat-taken"
    assert refused(lambda: table.sit("Bea", "b", seat=3)) == "no-such-seat"
    assert refused(lambda: table.sit("Bea", "b", seat=-1)) == "no-such-seat"
    table.fill("random")
    assert refused(lambda: table.sit("Dan", "d")) == "no-free-seat"


@pytest.mark.parametrize("name", ["", " ", "ann", "Computer", "A" * 25])
def test_a_name_has_to_be_one_that_the_others_can_use(name: str) -> None:
    drive = open_table()
    drive.table.sit("Ann", "a")
    drive.pump()
    with pytest.raises(ValueError, match=r"[Nn]ame"):
        drive.table.sit(name, "b")
    assert not drive.table.busy


def test_the_host_is_the_first_person_who_sat_down_and_still_sits() -> None:
    table = open_table().table
    assert table.state.host is None
    table.sit("Bot 1", bot="bot", seat=0)
    assert table.state.host is None
    table.sit("Ann", "a", seat=2)
    table.sit("Bea", "b", seat=1)
    assert table.state.host == 2
    table.stand(2)
    assert table.state.host == 1
    table.sit("Ann", "a", seat=2)
    assert table.state.host == 1


def test_fill_gives_the_free_seats_to_bots_with_names_of_their_own() -> None:
    table = open_table().table
    table.sit("knight of cups", "a", seat=1)
    table.fill("random")
    assert [player.bot for player in table.state.players] == ["random", "", "random"]
    assert table.state.names() == ["Knight of Swords", "knight of cups", "Knight of Coins"]


def test_a_match_cannot_start_while_seats_are_free() -> None:
    drive = open_table()
    drive.table.sit("Ann", "a")
    with pytest.raises(Rejection) as info:
        drive.table.start(0.0)
    assert (info.value.code, info.value.arguments) == ("seats-free", {"free": 2})
    assert drive.table.phase == "open"


def test_seats_cannot_be_changed_once_the_match_has_begun() -> None:
    table = begun().table
    assert refused(lambda: table.sit("Dan", "d")) == "not-open"
    assert refused(lambda: table.stand(0)) == "not-open"
    assert refused(lambda: table.start(0.0)) == "not-open"


def test_a_player_who_stands_up_watches() -> None:
    drive = open_table()
    drive.table.sit("Ann", "a")
    drive.table.sit("Bea", "b")
    drive.pump()
    ann = drive.join(ANN)
    drive.table.stand(ANN)
    drive.pump()
    assert ann.seat is None
    assert ann.last(protocol.Seats).seats[ANN].name == ""
    assert refused(lambda: drive.table.stand(ANN)) == "seat-free"
    assert refused(lambda: drive.table.stand(9)) == "seat-free"
    drive.send(ann, protocol.Pause("p"))
    assert ann.last(protocol.Refused).code == "spectator"
    assert drive.restored().table.state.players[ANN].name == ""


def test_a_player_who_takes_another_free_seat_keeps_name_secret_and_table() -> None:
    drive = open_table()
    drive.table.sit("Ann", "a")
    drive.table.sit("Bea", "b", seat=2)
    drive.pump()
    ann, bea = drive.join(0), drive.join(2)
    assert refused(lambda: drive.table.switch(0, 2, drive.now)) == "seat-taken"
    assert refused(lambda: drive.table.switch(0, 3, drive.now)) == "no-such-seat"
    drive.table.switch(0, 1, drive.now)
    drive.pump()
    assert [each.name for each in bea.last(protocol.Seats).seats] == ["", "Ann", "Bea"]
    assert (ann.seat, ann.last(protocol.Welcome).seat) == (1, 1)
    for table in (drive.table, drive.restored().table):
        assert (table.state.seat_of("a"), table.state.host) == (1, 1)
    drive.table.fill("random")
    drive.table.start(drive.now)
    drive.pump()
    assert refused(lambda: drive.table.switch(1, 0, drive.now)) == "not-open"


def test_a_player_can_change_their_name_until_the_end() -> None:
    drive, ann, bea, cal = three()
    drive.table.rename(ANN, " Dot ")
    drive.pump()
    assert bea.last(protocol.Seats).seats[ANN].name == "Dot"
    drive.move(ann, "throw")
    drive.ack(bea, cal)
    for table in (drive.table, drive.restored().table):
        assert table.state.names() == ["Dot", "Bea", "Cal"]
        assert table.match
        assert table.match.record()["players"] == ["Dot", "Bea", "Cal"]
        assert table.match.view(BEA).to_dict()["players"] == ["Dot", "Bea", "Cal"]


@pytest.mark.parametrize("name", ["", "bea", "x" * 25, "a\nb", "Computer"])
def test_a_new_name_is_held_to_what_the_first_was(name: str) -> None:
    drive, *_ = three()
    with pytest.raises(ValueError, match=r"name|Name"):
        drive.table.rename(ANN, name)
    assert not drive.table.drain().entries


def test_names_cannot_be_changed_for_ever_or_after_the_end() -> None:
    drive, *_ = three()
    entries = len(drive.log)
    drive.table.rename(ANN, "Ann")
    drive.pump()
    assert len(drive.log) == entries  # it is the same
    for number in range(MAX_UNDOS_AND_PAUSES):
        drive.table.rename(ANN, f"Ann {number}")
        drive.pump()
    assert refused(lambda: drive.table.rename(ANN, "Ann")) == "too-often"
    over, *_ = finished()
    assert refused(lambda: over.table.rename(ANN, "Dot")) == "over"


def test_everybody_is_told_who_sits_where() -> None:
    drive = open_table()
    watching = drive.join(None)
    drive.table.sit("Ann", "a")
    drive.pump()
    assert [each.name for each in watching.last(protocol.Seats).seats] == ["Ann", "", ""]
    drive.join(ANN)
    assert watching.last(protocol.Seats).seats[ANN].present


def test_the_log_of_a_match_begins_with_its_opening_and_has_no_gaps() -> None:
    drive = begun(luck=rolled())
    assert [type(e.entry).__name__ for e in drive.log] == [
        "OpenEntry",
        "SitEntry",
        "SitEntry",
        "SitEntry",
        "StartEntry",
    ]
    assert [e.number for e in drive.log] == [1, 2, 3, 4, 5]
    assert {e.match for e in drive.log} == {drive.table.match_id}


def test_a_table_that_is_closed_takes_no_more() -> None:
    drive, ann, bea, _ = three()
    drive.table.close()
    drive.pump()
    assert ann.last(protocol.Seats).phase == "closed"
    assert drive.move(ann, "throw") == "closed"
    drive.send(bea, protocol.Pause("p"))
    assert bea.last(protocol.Refused).code == "closed"
    assert drive.table.due is None
    assert drive.table.thinking is None
    drive.table.close()
    assert not drive.table.busy
    assert drive.restored().table.phase == "closed"


def test_a_match_that_is_over_is_not_closed() -> None:
    drive, *_ = finished()
    drive.table.close()
    assert drive.table.state.over
    assert not drive.table.busy
