"""The live table without I/O, rule by rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from types import SimpleNamespace
from typing import Any, TypeVar

import pytest

from helpers import altered
from settebello import Match
from settebello.games import OUR_GAMES, dice, sixty_six
from settebello.luck import Luck, Scripted, Seeded
from settebello.table import protocol
from settebello.table.entries import (
    CloseEntry,
    MoveEntry,
    OpenEntry,
    PendingEntry,
    TableProgress,
    decode_entry,
    decode_progress,
    encode_entry,
)
from settebello.table.seats import REMEMBERED
from settebello.table.state import MAX_UNDOS_AND_PAUSES
from settebello.table.table import Refusal, Table

Message = TypeVar("Message")
NAMES = ("Ann", "Bea", "Cal", "Dan", "Eve", "Fay")
ANN, BEA, CAL = range(3)


class Ear:
    """A listener that keeps what it hears."""

    def __init__(self, seat: int | None, language: str | None = None, views: bool = False) -> None:
        self.seat = seat
        self.language = language
        self.views = views
        self.heard: list[protocol.ServerMessage] = []

    def send(self, *messages: protocol.ServerMessage) -> None:
        self.heard += [protocol.decode_server(protocol.encode(message)) for message in messages]

    def close(self, code: str) -> None:
        raise NotImplementedError

    def all(self, kind: type[Message]) -> list[Message]:
        return [message for message in self.heard if isinstance(message, kind)]

    def last(self, kind: type[Message]) -> Message:
        return self.all(kind)[-1]

    def forget(self) -> None:
        self.heard.clear()

    @property
    def notices(self) -> list[protocol.Notice]:
        told = [m for m in self.heard if isinstance(m, protocol.Told | protocol.Welcome)]
        return [notice for message in told for notice in message.notices]

    @property
    def numbers(self) -> list[int]:
        return [notice["number"] for notice in self.notices]

    @property
    def legal(self) -> list[str]:
        """The moves that it was offered last."""
        told = [m for m in self.heard if isinstance(m, protocol.Told | protocol.Welcome)]
        return [choice.text for choice in told[-1].legal] if told else []


class Drive:
    """A table and whoever drives it: what is to be stored is stored at once."""

    def __init__(self, table: Table, now: float = 1000.0) -> None:
        self.table = table
        self.now = now
        self.log: list[PendingEntry] = []
        self.noted: TableProgress | None = None  # the last one that had to be stored at once
        self._ids = count(1)
        self.pump()

    def pump(self) -> None:
        while True:
            output = self.table.drain()
            self.log += output.entries
            if output.progress is not None:
                self.noted = output.progress
            if output.stores:
                self.table.stored(self.now)
            for listener, message in output.messages:
                listener.send(message)
            if not any(output):
                return

    def join(
        self,
        seat: int | None,
        seen: int = 0,
        language: str | None = None,
        views: bool = False,
    ) -> Ear:
        ear = Ear(seat, language, views)
        self.table.join(ear, seen, self.now)
        self.pump()
        return ear

    def leave(self, ear: Ear) -> None:
        self.table.leave(ear, self.now)
        self.pump()

    def say(self, ear: Ear, message: protocol.ClientMessage) -> None:
        self.table.on_message(ear, message, self.now)
        self.pump()

    def ack(self, *ears: Ear) -> None:
        """Acknowledge everything."""
        for ear in ears:
            assert ear.seat is not None
            self.say(ear, protocol.Ack(self.table.seats[ear.seat].sent))

    def id(self) -> str:
        return f"id {next(self._ids)}"

    def move(self, ear: Ear, text: str, after: int | None = None, id: str = "") -> str:
        """Ask for a move, in answer to the last notice; returns what was answered."""
        assert ear.seat is not None
        number = self.table.seats[ear.seat].sent if after is None else after
        self.say(ear, protocol.Move(id or self.id(), number, text))
        answers = [m for m in ear.heard if isinstance(m, protocol.Answer | protocol.Refused)]
        return answers[-1].code if isinstance(answers[-1], protocol.Refused) else "done"

    def wait(self, seconds: float) -> None:
        """Let time pass, and wake the table when it wants to be."""
        until = self.now + seconds
        while self.table.due is not None and self.table.due <= until:
            self.now = max(self.now, self.table.due)
            self.table.tick(self.now)
            self.pump()
            if self.table.thinking is not None:
                return
        self.now = until

    def restored(self, progress: TableProgress | None = None, luck: Luck | None = None) -> Drive:
        """The same table after a crash: its own clock, and nobody there."""
        match = self.table.match_id
        entries = [decode_entry(encode_entry(e.entry)) for e in self.log if e.match == match]
        drawn = luck or Seeded(1)
        return Drive(Table.restored(match, entries, progress, new_ids(), lambda: drawn), 50.0)


def new_ids() -> Callable[[], str]:
    numbers = count(1)
    return lambda: f"match {next(numbers)}"


def open_table(game: Any = dice, seats: int = 3, luck: Luck | None = None, **opened: Any) -> Drive:
    drawn = luck or Seeded(1)
    entry = OpenEntry("table", game.NAME, game.VERSION, seats, **opened)
    return Drive(Table(entry, new_ids(), lambda: drawn))


def begun(
    game: Any = dice,
    seats: int = 3,
    luck: Luck | None = None,
    bots: Sequence[int] = (),
    **opened: Any,
) -> Drive:
    """A table at which everybody has sat down and the match has begun; nobody is there yet."""
    drive = open_table(game, seats, luck, **opened)
    for seat in range(seats):
        if seat in bots:
            drive.table.sit(f"Bot {seat}", bot="random", seat=seat)
        else:
            drive.table.sit(NAMES[seat], f"secret {seat}", seat=seat)
    drive.table.start(drive.now)
    drive.pump()
    return drive


def rolled(*rolls: int) -> Scripted:
    """Dice in the order of the seats; a 3 and a 4 are 3 and 2 points, and then the next throws."""
    return Scripted(shuffles=[[0, 1, 2]], rolls=rolls or [3] * 99)


def three(luck: Luck | None = None, **opened: Any) -> tuple[Drive, Ear, Ear, Ear]:
    """Ann, Bea and Cal at a game of Dice; all have seen that it has begun, and Ann is to throw."""
    drive = begun(luck=luck or rolled(), **opened)
    ears = drive.join(ANN), drive.join(BEA), drive.join(CAL)
    drive.ack(*ears)
    for ear in ears:
        ear.forget()
    return drive, *ears


def match_of(drive: Drive) -> Match:
    assert drive.table.match is not None
    return drive.table.match


def refused(action: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as info:
        action()
    return info.value.code


# Before the match.


def test_a_player_gets_the_first_free_seat_or_the_one_he_wants() -> None:
    table = open_table().table
    assert table.sit("Ann", "a", seat=1) == 1
    assert table.sit("Bea", "b") == 0
    assert table.sit("Cal", "c") == 2
    assert [seat.name for seat in table.seats] == ["Bea", "Ann", "Cal"]


def test_a_seat_is_known_by_its_secret() -> None:
    drive = open_table()
    drive.table.sit("Ann", "a", seat=1)
    assert drive.table.seat_of("a") == 1
    assert drive.table.seat_of("b") is None
    assert drive.table.seat_of("") is None  # bots and free seats have none


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
    assert table.host is None
    table.sit("Bot 1", bot="bot", seat=0)
    assert table.host is None
    table.sit("Ann", "a", seat=2)
    table.sit("Bea", "b", seat=1)
    assert table.host == 2
    table.stand(2)
    assert table.host == 1
    table.sit("Ann", "a", seat=2)
    assert table.host == 1


def test_fill_gives_the_free_seats_to_bots_with_names_of_their_own() -> None:
    table = open_table().table
    table.sit("bot 1", "a", seat=1)
    table.fill("random")
    assert [seat.bot for seat in table.seats] == ["random", "", "random"]
    assert len({seat.name.casefold() for seat in table.seats}) == 3


def test_a_match_cannot_start_while_seats_are_free() -> None:
    drive = open_table()
    drive.table.sit("Ann", "a")
    with pytest.raises(Refusal) as info:
        drive.table.start(0.0)
    assert (info.value.code, info.value.arguments) == ("seats-free", {"free": "2"})
    assert drive.table.phase == "open"


def test_seats_cannot_be_changed_once_the_match_has_begun() -> None:
    table = begun().table
    assert refused(lambda: table.sit("Dan", "d")) == "not-open"
    assert refused(lambda: table.stand(0)) == "not-open"
    assert refused(lambda: table.start(0.0)) == "not-open"


def test_whoever_stands_up_watches() -> None:
    drive = open_table()
    drive.table.sit("Ann", "a")
    drive.table.sit("Bea", "b")
    drive.pump()
    ann = drive.join(ANN)
    drive.table.stand(ANN)
    drive.pump()
    assert ann.seat is None
    assert ann.last(protocol.Seats).chairs[ANN].name == ""
    assert refused(lambda: drive.table.stand(ANN)) == "seat-free"
    assert refused(lambda: drive.table.stand(9)) == "seat-free"
    drive.say(ann, protocol.Pause("p"))
    assert ann.last(protocol.Refused).code == "spectator"
    assert drive.restored().table.seats[ANN].name == ""


def test_who_takes_another_free_seat_keeps_his_name_his_secret_and_the_table() -> None:
    drive = open_table()
    drive.table.sit("Ann", "a")
    drive.table.sit("Bea", "b", seat=2)
    drive.pump()
    ann, bea = drive.join(0), drive.join(2)
    assert refused(lambda: drive.table.switch(0, 2, drive.now)) == "seat-taken"
    assert refused(lambda: drive.table.switch(0, 3, drive.now)) == "no-such-seat"
    drive.table.switch(0, 1, drive.now)
    drive.pump()
    assert [chair.name for chair in bea.last(protocol.Seats).chairs] == ["", "Ann", "Bea"]
    assert (ann.seat, ann.last(protocol.Welcome).seat) == (1, 1)
    for table in (drive.table, drive.restored().table):
        assert (table.seat_of("a"), table.host) == (1, 1)
    drive.table.fill("random")
    drive.table.start(drive.now)
    drive.pump()
    assert refused(lambda: drive.table.switch(1, 0, drive.now)) == "not-open"


def test_a_player_can_change_his_name_until_the_end() -> None:
    drive, ann, bea, cal = three()
    drive.table.rename(ANN, " Dot ")
    drive.pump()
    assert bea.last(protocol.Seats).chairs[ANN].name == "Dot"
    drive.move(ann, "throw")
    drive.ack(bea, cal)
    for table in (drive.table, drive.restored().table):
        assert [seat.name for seat in table.seats] == ["Dot", "Bea", "Cal"]
        assert table.match
        assert table.match.record()["players"] == ["Dot", "Bea", "Cal"]
        assert table.match.view(BEA).to_dict()["players"] == ["Dot", "Bea", "Cal"]


@pytest.mark.parametrize("name", ["", "bea", "x" * 25, "a\nb", "Computer"])
def test_a_new_name_is_held_to_what_the_first_was(name: str) -> None:
    drive, *_ = three()
    with pytest.raises(ValueError, match=r"name|Name"):
        drive.table.rename(ANN, name)
    assert drive.table.drain().entries == []


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


def test_everybody_hears_who_sits_where() -> None:
    drive = open_table()
    watching = drive.join(None)
    drive.table.sit("Ann", "a")
    drive.pump()
    assert [chair.name for chair in watching.last(protocol.Seats).chairs] == ["Ann", "", ""]
    drive.join(ANN)
    assert watching.last(protocol.Seats).chairs[ANN].present


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
    drive.say(bea, protocol.Pause("p"))
    assert bea.last(protocol.Refused).code == "closed"
    assert drive.table.due is None
    assert drive.table.thinking is None
    drive.table.close()
    assert not drive.table.busy
    assert drive.restored().table.phase == "closed"


def test_a_match_that_is_over_is_not_closed() -> None:
    drive, *_ = finished()
    drive.table.close()
    assert drive.table.over
    assert not drive.table.busy


# Telling.


@pytest.mark.parametrize("game", OUR_GAMES, ids=lambda game: str(game.NAME))
@pytest.mark.parametrize("most", [False, True], ids=["fewest", "most"])
def test_everybody_is_told_in_order_what_the_match_says(game: Any, most: bool) -> None:
    seats = max(game.SEATS) if most else min(game.SEATS)
    drive = begun(game, seats)
    ears = [drive.join(seat) for seat in range(seats)]
    watching = drive.join(None)
    missed = drive.table.delivery.public_told
    random = Seeded(2).random
    match = match_of(drive)
    for _ in range(60):
        drive.ack(*ears)
        if match.over:
            break
        ear = ears[match.to_act[0]]
        assert drive.move(ear, ear.legal[int(random() * len(ear.legal))]) == "done"
    drive.ack(*ears)
    for ear in (*ears, watching):
        told = [{**notice, "number": n} for n, notice in enumerate(match.notices(ear.seat), 1)]
        for notice in told:
            del notice["text"]
            notice.pop("later", None)
        assert ear.notices == told[missed if ear is watching else 0 :]


def test_nobody_is_told_before_it_is_stored() -> None:
    drive, ann, bea, _ = three()
    table = drive.table
    table.on_message(ann, protocol.Move("m", table.seats[ANN].sent, "throw"), drive.now)
    entries, messages, *_ = table.drain()
    assert [type(e.entry) for e in entries] == [MoveEntry]
    assert [type(message) for _, message in messages] == [protocol.Answer]  # to be sent when stored
    assert not any(table.drain())
    table.stored(drive.now)
    told = [(to, type(message)) for to, message in table.drain().messages]
    assert (ann, protocol.Told) in told
    assert bea not in [to for to, _ in told]  # she is to act: that is another step


def test_what_comes_while_something_is_stored_waits_and_then_all_of_it_is_heard() -> None:
    drive, ann, bea, cal = three()
    table, number = drive.table, drive.table.seats[ANN].sent
    table.on_message(ann, protocol.Move("m", number, "throw"), drive.now)
    table.drain()
    late = Ear(None)
    for message in (protocol.Ack(number), protocol.Ack(number)):  # which change nothing
        table.on_message(cal, message, drive.now)
    table.join(late, 0, drive.now)
    assert table.busy
    assert table.arriving() == [late]
    assert not any(table.drain())
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
    cal = drive.join(CAL, seen=drive.table.seats[CAL].acked)
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
    again = drive.join(BEA, seen=drive.table.seats[BEA].sent)
    assert again.notices == ann.notices
    assert again.legal == []
    assert bea.notices == ann.notices  # nor does the other tab miss anything
    bea.forget()
    drive.ack(ann, cal)
    assert bea.notices == []
    assert again.legal == bea.legal == ["throw", "skip"]


def test_a_match_that_is_over_is_told_to_all_at_once() -> None:
    _, ears = play_out()
    ends = [ear.last(protocol.Told) for ear in ears]
    assert [end.to_act for end in ends] == [(), (), ()]
    assert [[n["event"] for n in end.notices if n["event"] == "MatchEnded"] for end in ends] == [
        ["MatchEnded"]
    ] * 3


# Acknowledging.


def test_acks_are_cumulative_and_never_go_back() -> None:
    drive, ann, *_ = three()
    drive.move(ann, "throw")
    seat = drive.table.seats[CAL]
    cal, first, last = drive.join(CAL), seat.acked, seat.sent
    assert last > first + 1
    drive.say(cal, protocol.Ack(first + 1))
    assert seat.acked == first + 1
    assert [notice["number"] for notice in seat.queue] == list(range(first + 2, last + 1))
    drive.say(cal, protocol.Ack(0))
    assert seat.acked == first + 1
    drive.say(cal, protocol.Ack(last))
    assert (seat.acked, seat.queue) == (last, [])


def test_an_ack_that_is_too_high_counts_for_what_was_sent() -> None:
    drive, ann, bea, cal = three()
    drive.say(bea, protocol.Ack(2**53))
    drive.move(ann, "throw")
    seat = drive.table.seats[BEA]
    assert seat.acked == seat.sent < seat.told
    drive.say(ann, protocol.Ack(2**53))
    drive.ack(cal)
    assert bea.notices


def test_what_a_client_has_seen_counts_when_it_comes_back() -> None:
    drive, ann, bea, cal = three()
    drive.leave(cal)
    drive.move(ann, "throw")
    drive.ack(ann)
    cal = drive.join(CAL, seen=drive.table.seats[CAL].told)
    assert cal.notices == []
    assert cal.last(protocol.Welcome).number == drive.table.seats[CAL].told
    assert bea.legal


def test_a_move_counts_as_an_ack() -> None:
    drive, ann, bea, cal = three()
    drive.move(ann, "throw")
    drive.ack(ann, cal)
    assert drive.table.seats[BEA].acked < drive.table.seats[BEA].sent
    before = drive.table.seats[BEA].sent
    drive.move(bea, "throw")
    assert drive.table.seats[BEA].acked == before
    moved = drive.log[-1].entry
    assert isinstance(moved, MoveEntry)
    assert moved.acked == tuple(seat.acked for seat in drive.table.seats)


# Moves that are refused or come twice.


def test_a_move_is_answered_to_the_tab_that_asked() -> None:
    drive, ann, *_ = three()
    other = drive.join(ANN)
    assert drive.move(ann, "throw", id="m") == "done"
    assert [answer.id for answer in ann.all(protocol.Answer)] == ["m"]
    assert other.all(protocol.Answer) == []


def test_a_stale_move_is_refused_and_the_seat_is_told_again() -> None:
    drive, ann, *_ = three()
    number = drive.table.seats[ANN].sent
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
    number = drive.table.seats[ANN].sent
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
    number = drive.table.seats[ANN].sent
    drive.move(ann, "skip", number, "m")
    drive.say(ann, protocol.Undo("u", drive.table.seats[ANN].sent))
    drive.say(bea, protocol.Pause("p"))
    drive.say(bea, protocol.Resume("r"))
    again = drive.restored()
    ann, bea = again.join(ANN), again.join(BEA)
    assert again.move(ann, "skip", number, "m") == "done"
    again.say(ann, protocol.Undo("u", 0))
    again.say(bea, protocol.Pause("p"))
    again.say(bea, protocol.Resume("r"))
    assert [answer.id for answer in ann.all(protocol.Answer)] == ["m", "u"]
    assert [answer.id for answer in bea.all(protocol.Answer)] == ["p", "r"]
    assert again.log == []


def test_only_so_many_ids_are_remembered() -> None:
    drive, ann, *_ = three()
    drive.say(ann, protocol.Pause("first"))
    for _ in range(REMEMBERED - 1):
        drive.say(ann, protocol.Resume(drive.id()) if paused(drive) else protocol.Pause(drive.id()))
    drive.say(ann, protocol.Pause("first"))
    assert ann.last(protocol.Answer).id == "first"
    drive.say(ann, protocol.Resume("one more") if paused(drive) else protocol.Pause("one more"))
    assert len(drive.table.seats[ANN].answered) == REMEMBERED
    assert "first" not in drive.table.seats[ANN].answered


def paused(drive: Drive) -> bool:
    return drive.table.phase == "paused"


def test_who_is_to_act_has_to_wait_until_he_is_asked() -> None:
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
    asked = protocol.Move("m", drive.table.seats[BEA].sent, "throw")
    drive.say(again, asked)
    assert again.last(protocol.Refused).code == "waiting"
    drive.ack(ann, cal)
    drive.say(bea, asked)  # now it would be a move
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
    before, told = match.record(), [seat.told for seat in drive.table.seats]
    assert drive.move(ann, "keep") == "not-legal"
    assert drive.move(ann, "fly") == "unreadable"
    assert drive.move(bea, "throw") == "not-your-turn"
    wrong: list[tuple[protocol.ClientMessage, str]] = [
        (protocol.Undo("u", drive.table.seats[ANN].sent), "nothing-to-undo"),
        (protocol.Undo("v", 0), "stale"),
        (protocol.Resume("r"), "not-paused"),
        (protocol.Rematch("x"), "not-over"),
        (protocol.Hello("table"), "again"),
    ]
    for message, code in wrong:
        drive.say(ann, message)
        assert ann.last(protocol.Refused).code == code
    for message in (protocol.Ack(1), protocol.Move("m", 0, "throw"), protocol.Pause("p")):
        drive.say(watching, message)
        assert watching.last(protocol.Refused).code == "spectator"
    assert len(drive.log) == entries
    assert match.record() == before
    assert [seat.told for seat in drive.table.seats] == told


def test_before_the_match_there_is_nothing_to_play() -> None:
    drive = open_table()
    drive.table.sit("Ann", "a")
    drive.pump()
    ann = drive.join(ANN)
    assert drive.move(ann, "throw", after=0) == "not-playing"
    drive.say(ann, protocol.Pause("p"))
    assert ann.last(protocol.Refused).code == "not-playing"


# Pauses and clocks.


def test_a_paused_match_takes_no_moves_until_somebody_resumes_it() -> None:
    drive, ann, bea, cal = three()
    drive.say(bea, protocol.Pause("p"))
    assert cal.last(protocol.Seats).phase == "paused"
    assert drive.move(ann, "throw") == "paused"
    drive.say(cal, protocol.Pause("p"))
    assert cal.last(protocol.Refused).code == "paused"
    assert drive.restored().table.phase == "paused"
    drive.say(cal, protocol.Resume("r"))
    assert bea.last(protocol.Seats).phase == "playing"
    assert drive.move(ann, "throw") == "done"


def test_a_clock_says_how_much_time_is_left_and_stands_still_in_a_pause() -> None:
    drive, _, bea, cal = three(clock=60.0)
    drive.now += 10
    assert drive.join(ANN).last(protocol.Welcome).clock == 50.0
    assert drive.join(BEA).last(protocol.Welcome).clock == 50.0  # she sees how long she will wait
    drive.say(bea, protocol.Pause("p"))
    drive.now += 1000
    assert drive.table.due is None
    assert drive.join(ANN).last(protocol.Welcome).clock == 50.0
    drive.say(cal, protocol.Resume("r"))
    assert drive.table.due == drive.now + 50.0


def test_acks_count_in_a_pause_but_its_time_does_not() -> None:
    drive, ann, bea, cal = three(clock=60.0)
    drive.move(ann, "throw")
    drive.say(ann, protocol.Pause("p"))
    drive.now += 1000
    drive.ack(ann, cal)
    assert bea.last(protocol.Told).clock == 60.0
    drive.now += 1000
    drive.say(ann, protocol.Resume("r"))
    assert drive.table.due == drive.now + 60.0


def test_when_the_clock_has_run_out_a_bot_makes_one_move() -> None:
    drive, ann, bea, cal = three(clock=60.0)
    drive.wait(59)
    assert drive.table.thinking is None
    drive.wait(1)
    assert drive.table.thinking == (ANN, "bot")
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
    assert [ear.last(protocol.Told).clock for ear in (ann, cal, watcher)] == [
        None
    ] * 3  # not yet asked
    drive.ack(ann, cal)
    for ear in (ann, bea, cal, watcher):
        told = ear.last(protocol.Told)
        assert (told.clock, told.to_act, bool(told.legal)) == (60.0, (BEA,), ear is bea)
    drive.now += 10
    drive.say(cal, protocol.Pause("p"))
    drive.now += 1000
    drive.say(cal, protocol.Resume("r"))
    for ear in (ann, bea, cal, watcher):
        told = ear.last(protocol.Told)
        assert (told.clock, told.notices, bool(told.legal)) == (50.0, [], ear is bea)


def test_there_is_no_time_to_tell_without_a_clock_or_for_a_bot() -> None:
    timed = begun(bots=(BEA,), luck=rolled(), clock=60.0)
    for drive in (begun(luck=rolled()), timed):
        ann, cal = ears = drive.join(ANN), drive.join(CAL)
        drive.ack(*ears)
        if drive is not timed:
            drive.ack(drive.join(BEA))
        for ear in ears:
            ear.forget()
        assert drive.move(ann, "throw") == "done"
        drive.ack(*ears)
        assert [len(ear.all(protocol.Told)) for ear in ears] == [1, 1]
        assert cal.last(protocol.Told).clock is None


def test_a_bot_that_is_too_late_does_not_move() -> None:
    drive, ann, *_ = three(clock=60.0)
    drive.wait(60)
    step = drive.table.step
    assert drive.move(ann, "throw") == "done"  # it was still her turn
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


def test_a_bot_plays_for_a_player_who_is_away_on_his_turn() -> None:
    drive, ann, bea, cal = three()
    drive.leave(ann)
    assert not bea.last(protocol.Seats).chairs[ANN].present
    drive.wait(29)
    assert drive.table.thinking is None
    drive.wait(1)
    assert bea.last(protocol.Seats).chairs[ANN].stand_in
    assert drive.table.thinking == (ANN, "bot")
    drive.table.bot_moved(ANN, "throw", drive.table.step, drive.now)
    drive.pump()
    drive.ack(cal)  # nobody waits for Ann
    assert bea.legal


def test_his_time_away_counts_from_when_he_left_or_was_asked() -> None:
    drive, ann, bea, cal = three()
    drive.leave(bea)
    drive.now += 100
    assert drive.table.due is None  # it is not her turn
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
    drive.say(bea, protocol.Pause("p"))
    drive.now += 100
    drive.leave(ann)
    drive.now += 100
    drive.say(bea, protocol.Resume("r"))
    assert drive.table.due == drive.now + 30


def test_the_seat_is_handed_back_when_he_returns() -> None:
    drive, ann, bea, _ = three()
    drive.leave(ann)
    drive.wait(30)
    ann = drive.join(ANN)
    assert not bea.last(protocol.Seats).chairs[ANN].stand_in
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
    assert bea.last(protocol.Seats).chairs[CAL].stand_in
    drive.move(bea, "throw")
    drive.ack(ann, bea)
    assert drive.table.thinking == (CAL, "bot")
    drive.say(cal, protocol.Ack(0))
    assert drive.table.thinking is None
    assert not bea.last(protocol.Seats).chairs[CAL].stand_in
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
    assert drive.table.thinking == (ANN, "bot")


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
    drive.table.on_message(ann, protocol.Move("m", drive.table.seats[ANN].sent, "throw"), drive.now)
    assert drive.table.due is None
    drive.table.drain()
    assert drive.table.due is None
    drive.table.stored(drive.now)
    assert drive.table.due is not None


def test_a_tick_too_early_does_nothing() -> None:
    drive, ann, *_ = three(clock=60.0)
    drive.leave(ann)
    drive.table.tick(drive.now + 29)
    assert not any(drive.table.drain())
    assert drive.table.thinking is None


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
    drive.ack(*[ear for ear in drive.table.listeners() if isinstance(ear, Ear) and ear.seat == 0])
    assert len(watching.all(protocol.Told)) == 1


def test_two_tabs_of_a_seat_both_hear_and_one_acks_for_both() -> None:
    drive, ann, bea, cal = three()
    other = drive.join(CAL)
    other.forget()
    drive.move(ann, "throw")
    assert other.notices == cal.notices == ann.notices
    drive.ack(ann, other)
    assert bea.legal
    drive.leave(cal)
    assert bea.all(protocol.Seats) == []  # he is still there
    drive.leave(other)
    assert not bea.last(protocol.Seats).chairs[CAL].present


def test_leaving_twice_or_unknown_changes_nothing() -> None:
    drive, ann, bea, _ = three()
    drive.leave(Ear(ANN))
    drive.leave(ann)
    heard = len(bea.heard)
    drive.leave(ann)
    assert len(bea.heard) == heard


def test_everybody_who_is_connected_is_a_listener() -> None:
    drive, ann, bea, cal = three()
    watching, other = drive.join(None), drive.join(ANN)
    assert drive.table.listeners() == [ann, other, bea, cal, watching]


# Undo.


def test_a_move_is_undone_while_nobody_has_learned_anything() -> None:
    drive, ann, bea, cal = three()
    before = drive.table.seats[ANN].told
    drive.move(ann, "skip")
    assert ann.last(protocol.Told).can_undo
    assert not cal.last(protocol.Told).can_undo
    drive.say(ann, protocol.Undo("u", drive.table.seats[ANN].sent))
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
    drive.say(bea, protocol.Undo("u", drive.table.seats[BEA].sent))
    assert bea.last(protocol.Refused).code == "nothing-to-undo"
    drive.move(bea, "throw")
    drive.say(bea, protocol.Undo("u", drive.table.seats[BEA].sent))
    assert bea.last(protocol.Refused).code == "nothing-to-undo"


def test_nothing_is_undone_when_the_match_is_over() -> None:
    drive, (*_, cal) = play_out(("throw", "throw", "skip"), (3, 4))
    drive.say(cal, protocol.Undo("u", drive.table.seats[CAL].sent))
    assert cal.last(protocol.Refused).code == "nothing-to-undo"


def test_undo_goes_on_after_a_restart() -> None:
    drive, ann, *_ = three()
    drive.move(ann, "skip")
    again = drive.restored()
    ann = again.join(ANN)
    assert ann.last(protocol.Welcome).can_undo
    again.say(ann, protocol.Undo("u", again.table.seats[ANN].sent))
    assert ann.last(protocol.Answer).id == "u"
    again.log = drive.log + again.log
    once_more = again.restored()
    match = match_of(once_more)
    assert match.record()["moves"] == []
    assert once_more.join(ANN).notices[-1]["event"] == "TakenBack"


# The next match.


def play_out(
    moves: Sequence[str] = ("throw", "throw", "throw"), rolls: Sequence[int] = (3, 4, 4)
) -> tuple[Drive, list[Ear]]:
    """A match of three turns, which Ann wins; nobody has acknowledged its end."""
    script = Scripted(shuffles=[[0, 1, 2]], rolls=[*rolls, *[3] * 99])
    drive, *ears = three(script, options={"turns": 3})
    for ear, move in zip(ears, moves, strict=True):
        assert drive.move(ear, move) == "done"
        if not drive.table.over:
            drive.ack(*ears)
    assert drive.table.over
    return drive, ears


def finished() -> tuple[Drive, Ear, Ear, Ear]:
    """The same, and all have seen it."""
    drive, (ann, bea, cal) = play_out()
    drive.ack(ann, bea, cal)
    return drive, ann, bea, cal


def test_a_rematch_begins_when_all_who_are_there_want_it() -> None:
    drive, ann, bea, cal = finished()
    match = drive.table.match_id
    drive.say(ann, protocol.Rematch("x"))
    assert bea.last(protocol.Seats).chairs[ANN].rematch
    drive.say(bea, protocol.Rematch("x"))
    assert drive.table.over
    drive.say(cal, protocol.Rematch("x"))
    assert drive.table.phase == "playing"
    assert drive.table.match_id != match
    seats = ann.last(protocol.Seats)
    assert (seats.match, seats.phase) == (drive.table.match_id, "playing")
    assert not any(chair.rematch for chair in seats.chairs)


def test_a_rematch_is_for_those_who_have_seen_the_end() -> None:
    drive, (ann, *_) = play_out()
    drive.say(ann, protocol.Rematch("x"))
    assert ann.last(protocol.Refused).code == "stale"
    assert ann.last(protocol.Told).notices[-1] == ann.notices[-1]
    assert not drive.table.seats[ANN].rematch
    drive.ack(ann)
    drive.say(ann, protocol.Rematch("y"))
    assert drive.table.seats[ANN].rematch


def test_the_numbers_seats_and_secrets_go_on_in_a_rematch() -> None:
    drive, ears = rematched()
    for ear in ears:
        numbers = ear.numbers
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        assert len(numbers) > 3
    assert [drive.table.seat_of(f"secret {seat}") for seat in range(3)] == [0, 1, 2]
    entries = [e for e in drive.log if e.match == drive.table.match_id]
    assert [e.number for e in entries] == list(range(1, 6))
    opened = entries[0].entry
    assert isinstance(opened, OpenEntry)
    assert opened.told[:3] == tuple(seat.told for seat in drive.table.seats)


def rematched() -> tuple[Drive, list[Ear]]:
    drive, *ears = finished()
    for ear in ears:
        drive.say(ear, protocol.Rematch("x"))
    # Dice: the order by points, so Bea (who has as few as Cal, and came first) is to throw.
    assert match_of(drive).to_act == (BEA,)
    return drive, ears


def test_a_rematch_inherits_what_the_last_match_left() -> None:
    drive, _ = rematched()
    assert drive.table.opened.previous == (BEA, CAL, ANN)
    again = drive.restored()
    assert match_of(again).record() == match_of(drive).record()
    assert [seat.told for seat in again.table.seats] == [seat.told for seat in drive.table.seats]


def test_a_rematch_that_begins_without_a_word_is_seen_by_all() -> None:
    drive, ann, bea, cal = finished()
    watching = drive.join(None)
    ears = [ann, bea, cal, watching]
    for ear in ears:
        ear.views = True
        ear.forget()
    for ear in ears[:3]:
        drive.say(ear, protocol.Rematch("x"))
    for ear in ears:
        (told,) = ear.all(protocol.Told)
        assert ear.heard.index(told) > ear.heard.index(ear.last(protocol.Seats))
        assert not told.notices
        assert told.to_act == (BEA,)
        assert told.view is not None
        assert told.view["scores"] == [0, 0, 0]


def test_play_goes_on_in_a_rematch() -> None:
    drive, ears = rematched()
    drive.ack(*ears)
    assert ears[BEA].legal == ["throw", "skip"]
    told = ears[BEA].numbers[-1]
    assert drive.move(ears[BEA], "throw") == "done"
    new = [number for number in ears[BEA].numbers if number > told]
    assert new
    assert drive.restored().join(BEA).numbers == new


def test_who_is_to_act_is_not_told_so_by_a_refusal() -> None:
    drive, (ann, bea, cal) = play_out()
    drive.leave(ann)  # who has not seen the end, so that a rematch waits for her to see it
    drive.ack(bea, cal)
    for ear in (bea, cal):
        drive.say(ear, protocol.Rematch("x"))
    assert match_of(drive).to_act == (BEA,)
    assert drive.table.waiting
    bea.forget()
    drive.say(bea, protocol.Undo("y", 0))
    assert bea.last(protocol.Refused).code == "stale"
    assert bea.all(protocol.Told) == []


def test_bots_play_on_in_a_rematch() -> None:
    drive = begun(luck=rolled(), bots=[BEA, CAL], options={"turns": 1})
    ann = drive.join(ANN)
    drive.ack(ann)
    drive.move(ann, "throw")
    assert drive.table.over
    drive.ack(ann)
    drive.say(ann, protocol.Rematch("x"))
    assert drive.table.phase == "playing"
    assert [seat.bot for seat in drive.table.seats] == ["", "random", "random"]
    drive.ack(ann)
    assert drive.table.thinking is not None


def test_who_is_away_is_not_asked_for_a_rematch() -> None:
    drive, ann, bea, cal = finished()
    drive.leave(cal)
    drive.say(ann, protocol.Rematch("x"))
    drive.say(bea, protocol.Rematch("x"))
    assert drive.table.phase == "playing"


def test_whoever_leaves_does_not_hold_up_a_rematch() -> None:
    drive, ann, bea, cal = finished()
    drive.say(ann, protocol.Rematch("x"))
    drive.say(bea, protocol.Rematch("x"))
    drive.leave(cal)
    assert drive.table.phase == "playing"
    seats = ann.last(protocol.Seats)
    assert (seats.match, seats.phase) == (drive.table.match_id, "playing")
    assert not seats.chairs[CAL].present


def test_whoever_leaves_does_not_want_a_rematch_any_more() -> None:
    drive, ann, bea, cal = finished()
    drive.say(ann, protocol.Rematch("x"))
    drive.leave(ann)
    assert not bea.last(protocol.Seats).chairs[ANN].rematch
    drive.join(ANN)
    drive.say(bea, protocol.Rematch("x"))
    drive.say(cal, protocol.Rematch("x"))
    assert drive.table.over


def test_when_all_have_left_no_match_begins() -> None:
    drive, ann, bea, cal = finished()
    drive.say(ann, protocol.Rematch("x"))
    for ear in (bea, cal, ann):
        drive.leave(ear)
        if ear is bea:
            assert drive.table.over
    # Ann alone was there and wanted it when Cal left.
    assert drive.table.phase == "playing"
    again, *ears = finished()
    for ear in ears:
        again.leave(ear)
    assert again.table.over


def test_a_rematch_that_is_asked_for_again_is_answered_again() -> None:
    drive, ears = rematched()
    drive.say(ears[ANN], protocol.Rematch("x"))
    assert ears[ANN].all(protocol.Refused) == []
    assert [answer.id for answer in ears[ANN].all(protocol.Answer)][-2:] == ["x", "x"]


def test_what_was_answered_in_the_last_match_is_known_in_the_next_one() -> None:
    drive, ears = rematched()
    number = ears[CAL].numbers[0]
    [last] = [e.entry for e in drive.log if isinstance(e.entry, MoveEntry) and e.entry.seat == CAL]
    for again in (drive, drive.restored()):
        cal = again.join(CAL)
        assert again.move(cal, "throw", number, last.id) == "done"
        again.say(cal, protocol.Rematch("x"))
        assert cal.last(protocol.Answer).id == "x"
        assert cal.all(protocol.Refused) == []


def test_what_somebody_missed_of_the_last_match_is_told_in_the_next_one() -> None:
    drive, (ann, bea, cal) = play_out()
    seen = drive.table.seats[CAL].acked
    drive.leave(cal)
    drive.ack(ann, bea)
    drive.say(ann, protocol.Rematch("x"))
    drive.say(bea, protocol.Rematch("x"))
    assert drive.table.phase == "playing"
    told = drive.table.seats[CAL].told
    assert drive.join(CAL, seen).numbers == list(range(seen + 1, told + 1))
    assert drive.restored().join(CAL, seen).numbers == list(range(seen + 1, told + 1))
    assert drive.restored().join(CAL, told).numbers == []


# Coming back from the store.


def test_a_table_comes_back_with_what_was_not_acknowledged() -> None:
    drive, ann, bea, cal = three()
    drive.move(ann, "throw")
    drive.ack(cal)
    told, acked = ann.notices, drive.table.seats[ANN].acked
    again = drive.restored(drive.table.progress(drive.now))
    assert not again.table.present
    assert again.join(ANN).notices == told
    assert again.join(CAL).notices == []
    bea = again.join(BEA)
    assert bea.notices == told
    assert bea.legal == []
    ann = again.join(ANN, seen=acked + len(told))
    assert bea.legal == ["throw", "skip"]
    assert ann.notices == []


def test_without_progress_the_last_move_says_what_was_acknowledged() -> None:
    drive, ann, bea, cal = three()
    drive.move(ann, "throw")
    drive.ack(ann, cal)
    drive.move(bea, "throw")
    again = drive.restored()
    assert [seat.acked for seat in again.table.seats] == [s.acked for s in drive.table.seats]
    assert [seat.queue for seat in again.table.seats] == [s.queue for s in drive.table.seats]


def test_the_clock_goes_on_where_it_was() -> None:
    drive, *_ = three(clock=60.0)
    drive.now += 20
    progress = decode_progress(encode_entry(drive.table.progress(drive.now)))
    again = drive.restored(progress)
    again.now += 700
    assert again.join(ANN).last(protocol.Welcome).clock == 40.0
    assert again.table.due == again.now + 40


def test_the_time_of_an_earlier_turn_does_not_count() -> None:
    drive, ann, *_ = three(clock=60.0)
    drive.now += 20
    progress = drive.table.progress(drive.now)
    drive.move(ann, "throw")
    again = drive.restored(progress)
    again.join(BEA)
    again.ack(again.join(ANN), again.join(CAL))
    assert again.table.due == again.now + 60


def test_a_turn_that_is_being_stored_has_lasted_no_time() -> None:
    drive, ann, *_ = three(clock=60.0)
    drive.now += 20
    assert drive.table.progress(drive.now).spent == 20.0
    drive.table.on_message(ann, protocol.Move("m", drive.table.seats[ANN].sent, "throw"), drive.now)
    assert drive.table.progress(drive.now).spent == 0.0
    drive.table.drain()
    assert drive.table.progress(drive.now).spent == 0.0


def test_play_goes_on_with_new_luck_after_a_restart() -> None:
    drive, ann, *_ = three(rolled(3))
    drive.move(ann, "throw")
    again = drive.restored(luck=rolled(4))
    ann, bea, cal = again.join(ANN), again.join(BEA), again.join(CAL)
    again.ack(ann, cal)
    assert again.move(bea, "throw") == "done"
    match = match_of(again)
    assert match.scores == (3, 2, 0)
    assert [e.number for e in again.log] == [drive.table.number + 1]


def test_a_log_has_to_begin_with_an_opening() -> None:
    for entries in ([], [CloseEntry()]):
        with pytest.raises(ValueError, match="does not begin with its opening"):
            Table.restored("m", entries, None, new_ids())


def test_a_log_is_never_replayed_by_other_rules() -> None:
    entry = OpenEntry("table", "dice", dice.VERSION + 1, 3)
    with pytest.raises(ValueError, match=f"Version {dice.VERSION + 1} of the rules of dice"):
        Table(entry, new_ids())


def test_the_summary_has_the_players_and_the_result() -> None:
    drive, *_ = three()
    assert drive.table.summary() == {"players": ["Ann", "Bea", "Cal"]}
    drive, *_ = finished()
    assert drive.table.summary() == {
        "players": ["Ann", "Bea", "Cal"],
        "scores": (3, 2, 2),
        "winners": (ANN,),
    }


# Secrets, words, views.


def test_a_private_notice_is_never_told_again_once_it_is_acknowledged() -> None:
    drive = begun(sixty_six, 2, Scripted(picks=[0], shuffles=[["2", "3", "4", "5"]]))
    ann, bea = drive.join(ANN), drive.join(BEA)

    def seen(ear: Ear) -> list[Any]:
        return [n["cards"] for n in ear.notices if n["event"] == "FirstTwoSeen" and n["seat"] == 0]

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
        (BEA, "it", "Ann guarda due carte proprie, 1 e 2."),
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


def told(drive: Drive, viewer: int | None, most: int = 99) -> list[protocol.Notice]:
    return drive.table.acknowledged(viewer, most)


def test_what_a_seat_has_acknowledged_can_be_told_again_and_no_more() -> None:
    drive, ann, bea, cal = three()
    watcher = drive.join(None)
    before = told(drive, ANN)
    assert [notice["event"] for notice in before] == ["OrderDrawn"]
    drive.move(ann, "throw")
    assert told(drive, BEA) == before  # she has been told more, and has not said so
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
    drive.say(ann, protocol.Undo("u", drive.table.seats[ANN].sent))
    drive.ack(bea, cal)
    assert told(drive, BEA) == before + bea.notices
    assert bea.notices[-1]["event"] == "TakenBack"


def test_a_rematch_tells_only_of_itself() -> None:
    drive, ears = rematched()
    assert told(drive, ANN) == []
    drive.move(ears[BEA], "throw")
    drive.ack(*ears)
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
    drive.say(ann, protocol.Undo("u", drive.table.seats[ANN].sent))
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
    assert [(chair.name, chair.present) for chair in welcome.chairs] == [
        ("Ann", True),
        ("Bea", True),
        ("Cal", True),
    ]


# Rules that fail, and games in which several may act at once.


def playing(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tables find this game, whatever they look for."""
    monkeypatch.setattr("settebello.table.state.find_named", lambda name, version=None: game)


def test_rules_that_fail_refuse_the_move_and_change_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def apply(state: Any, seat: int, play: Any, tell: Any) -> None:
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
    assert [ear.legal for ear in (ann, bea, cal)] == [["bid 0", "bid 1", "bid 2"]] * 3
    number = drive.table.seats[BEA].sent
    assert drive.move(cal, "bid 1") == "done"
    assert drive.move(bea, "bid 2", after=number) == "waiting"
    drive.ack(cal)
    assert bea.last(protocol.Told).to_act == (ANN, BEA)
    assert drive.move(bea, "bid 2") == "done"
    drive.ack(bea, cal)
    assert drive.move(ann, "bid 0") == "done"
    match = match_of(drive)
    assert len(match.record()["moves"]) == 3


def test_the_record_of_a_live_match_replays() -> None:
    drive, _ = play_out()
    match = match_of(drive)
    assert Match.replay(match.record()).scores == match.scores
