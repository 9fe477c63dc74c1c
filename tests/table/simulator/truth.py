"""What the store says of a table, read by itself: whatever is sent has to agree with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from helpers import SILENT
from settebello import Match
from settebello.cards import Seat, Viewers
from settebello.court import name_in
from settebello.events import Event
from settebello.game import IllegalMove
from settebello.record import read_outcome
from settebello.table import protocol
from settebello.table.entries import (
    Entry,
    MoveEntry,
    OpenEntry,
    PauseEntry,
    ResumeEntry,
    SitEntry,
    StartEntry,
    UndoEntry,
    decode_entry,
)
from settebello.table.seats import Listener
from settebello.table.storage import EntryRow
from settebello.table.table import Table
from settebello.words import LANGUAGES
from table.comparing import fields

if TYPE_CHECKING:
    from table.simulator.timeline import Timeline

WORDS = ("text", "later", "tally")  # what is added to a notice for a reader


class Failure(AssertionError):
    """A promise was broken."""


class Fed:
    """The luck of one entry of a log."""

    def __init__(self) -> None:
        self.outcomes: list[str] = []

    def draw(self, wanted: Any, faces: Sequence[str]) -> tuple[int, ...]:
        if not self.outcomes:
            raise Failure("the log lacks luck")
        return read_outcome(wanted, self.outcomes.pop(0), faces)

    def mark(self) -> list[str]:
        return self.outcomes[:]

    def rewind(self, mark: list[str]) -> None:
        self.outcomes = mark


class Truth:
    """What the store says of a table: all its matches, and what each viewer has to be told."""

    def __init__(self, world: Timeline, seats: int) -> None:
        self.world = world
        self.logs: dict[str, list[str]] = {}
        self.match_id = ""
        self.opened: OpenEntry | None = None
        self.phase = ""
        self.seats: list[SitEntry | None] = [None] * seats
        self.match: Match | None = None
        self.told: list[list[protocol.Notice]] = [[] for _ in range(seats + 1)]
        self.before = [0] * (seats + 1)  # how many of them came before this move
        self.stops: list[list[int]] = []  # and how many up to each pause in it
        self.ids: set[str] = set()  # of everything that was done
        self.last: Entry | None = None
        self.noted = [0] * seats  # acknowledged, as the store says
        self.glimpses: list[list[int]] = [[] for _ in range(seats)]  # notices with secret faces
        self.refused: set[str] = set()  # ids that this server has refused
        self.acked = [0] * seats  # acknowledged, as the server was told
        self.still: set[int] = set()  # who were to act before this move and still are
        self.asked = False  # whether those who are to act may have been told so
        self.excused: set[int] = set()  # for whose acks this step does not wait
        self.joined: set[int | None] = set()  # who came back in this step
        self.changed = 0.0  # when something was stored, ...
        self.begun = 0.0  # ... and when this step began
        self._luck = Fed()

    @property
    def over(self) -> bool:
        return self.phase == "over"

    def people(self) -> list[int]:
        return [seat for seat, sat in enumerate(self.seats) if sat is not None and not sat.bot]

    def feed(self, row: EntryRow) -> None:
        """The store has taken this."""
        self.changed = self.world.now
        bodies = self.logs.setdefault(row.match, [])
        bodies.append(row.body)
        if row.number != len(bodies):
            raise Failure("an entry is missing, or is there twice")
        entry = decode_entry(row.body)
        if isinstance(entry, OpenEntry):
            self._open(row.match, entry)
        elif row.match != self.match_id:
            raise Failure("an entry came after the next match had begun")
        else:
            self._take(entry)
        id = getattr(entry, "id", "")
        if id:
            if id in self.ids:
                raise Failure(f"{id} has happened twice")
            if id in self.refused:
                raise Failure(f"{id} was refused, and has happened all the same")
            asked = self.world.requests.get(id)
            if asked is None or asked.seat != getattr(entry, "seat", None):
                raise Failure(f"{id} was asked by nobody in this seat")
            self.ids.add(id)
        self.last = entry

    def _open(self, match_id: str, opened: OpenEntry) -> None:
        if self.opened is not None:
            if not self.over:
                raise Failure("a match began before the last one was over")
            if opened.told != tuple(len(told) for told in self.told):
                raise Failure("the numbers of a rematch do not go on")
        self.match_id, self.opened, self.phase, self.match = match_id, opened, "open", None
        self.seats = [None] * opened.seats

    def _take(self, entry: Entry) -> None:
        assert self.opened is not None
        match = self.match
        if isinstance(entry, SitEntry):
            self.seats[entry.seat] = entry
        elif isinstance(entry, StartEntry):
            record = {
                "settebello": 1,
                "game": self.opened.game,
                "rules": self.opened.rules,
                "options": self.opened.options,
                "players": [sat.name for sat in self.seats if sat is not None],
                "previous": self.opened.previous,
                "luck": entry.luck,
                "moves": [],
            }
            self.match = Match.replay(record, luck=self._luck)
            self._happened(self.match.events)
        elif match is None:
            raise Failure(f"{entry} came before the match had begun")
        elif isinstance(entry, MoveEntry):
            if self.phase != "playing":
                raise Failure("a move was made in a match that is not being played")
            self._check_mover(entry)
            self._luck.outcomes = list(entry.luck)
            if entry.id:  # who moves has seen what they answer
                answered = getattr(self.world.requests[entry.id].message, "after", 0)
                self.acked[entry.seat] = max(self.acked[entry.seat], answered)
            self.note(entry.acked)
            waiting = {int(seat) for seat in match.to_act if seat != entry.seat}
            try:
                events = match.play(entry.seat, entry.move)
            except IllegalMove as error:
                raise Failure(f"a move is stored that was not possible: {error}") from None
            if not entry.id and entry.seat in self.people():
                self._mark(events, entry.seat)
            self._happened(events)
            self.still = waiting & set(match.to_act)
            if self._luck.outcomes:
                raise Failure("the log has more luck than its move")
        elif isinstance(entry, UndoEntry):
            lucky = isinstance(self.last, MoveEntry) and self.last.luck
            if self.people() == [entry.seat]:  # against bots, with all that followed
                movers = [int(seat) for seat, _ in match.moves]
                if entry.seat not in movers:
                    raise Failure("a move was undone that was not made")
                upto = len(movers) - 1 - movers[::-1].index(entry.seat)
                self.match = match = Match.replay(match.record(), luck=self._luck, upto=upto)
            elif lucky or not match.can_undo(entry.seat):
                raise Failure("a move was undone that may not be")
            else:
                match.undo(entry.seat)
            everybody = Viewers((1 << len(self.told)) - 1)
            self._happened([Event("TakenBack", Seat(entry.seat), {}, {}, [], everybody)])
        elif isinstance(entry, PauseEntry):
            self.phase = "paused"
        elif isinstance(entry, ResumeEntry):
            self.phase = "playing"

    def note(self, acked: Sequence[int]) -> None:
        """The store says that so much is acknowledged."""
        self.noted = [max(pair) for pair in zip(self.noted, acked, strict=True)]
        if any(self.noted[seat] > self.acked[seat] for seat in self.people()):
            raise Failure("more is acknowledged than was received")

    def restarted(self) -> None:
        """A server was started, and no connection is left of the one before."""
        self.refused.clear()

    def _check_mover(self, entry: MoveEntry) -> None:
        assert self.opened is not None
        waits = self.opened.absence == "wait" and self.opened.clock is None
        if waits and not entry.id and entry.seat in self.people():
            raise Failure("a bot has moved for a player for whom the table has to wait")

    def _mark(self, events: Sequence[Event], seat: int) -> None:
        """A bot has played for a person: the first notice of that seat says so."""
        spectators = len(self.told) - 1
        own = [event for event in events if event.seat == seat]
        own.sort(key=lambda event: event.notice(spectators) is None)
        if own:
            own[0].facts = {**own[0].facts, "stand_in": True}

    def _happened(self, events: Sequence[Event]) -> None:
        assert self.match is not None
        self.stops = [[] for event in events[:-1] if event.pause]
        for viewer, told in enumerate(self.told):
            self.before[viewer] = len(told)
            stops = iter(self.stops)
            for number, event in enumerate(events, start=1):
                notice = event.notice(viewer)
                if notice is not None:
                    told.append({"number": len(told) + 1, **notice})
                    if viewer < len(self.glimpses) and event.glimpsed >> viewer & 1:
                        self.glimpses[viewer].append(len(told))
                if event.pause and number < len(events):
                    next(stops).append(len(told))
        self.phase = "over" if self.match.over else "playing"
        self.begun = self.world.now
        self.asked = False
        self.still = set()
        self.excused.clear()
        self.joined.clear()

    def received(self, seat: int | None, number: int) -> None:
        """The server has got an acknowledgement."""
        if seat is not None:
            self.acked[seat] = max(self.acked[seat], min(number, len(self.told[seat])))

    def excuse(self, table: Table) -> None:
        """Nobody waits for those for whom a bot plays."""
        self.excused |= {number for number, seat in enumerate(table.seats) if seat.stand_in}

    # What the server says has to agree with it.

    def check_sent(self, table: Table, to: Listener, message: protocol.ServerMessage) -> None:
        viewer = len(self.told) - 1 if to.seat is None else to.seat
        self.excuse(table)
        if isinstance(message, protocol.Answer):
            asked = self.world.requests[message.id]
            if message.id not in self.ids and not isinstance(asked.message, protocol.Rematch):
                raise Failure(f"{message.id} was answered before it was stored")
        elif isinstance(message, protocol.Refused):
            if message.id in self.ids:
                raise Failure(f"{message.id} is stored, and was refused: {message.text}")
            if message.id:
                self.refused.add(message.id)
        elif isinstance(message, protocol.Told | protocol.Welcome):
            self._check_notices(viewer, message)
            if isinstance(message, protocol.Welcome):
                self.check_phase(message)
                kept = [] if to.seat is None else self.noted[to.seat : to.seat + 1]
                if any(notice["number"] <= n for notice in message.notices for n in kept):
                    raise Failure("what was acknowledged is told again")
            self._check_choices(to, message)

    def check_phase(self, message: protocol.Seats | protocol.Welcome) -> None:
        looking = self.over and self.stops and message.phase == "playing"
        if message.match != self.match_id or (message.phase != self.phase and not looking):
            raise Failure(f"{message.match} is not {message.phase}, but {self.phase}")

    def _check_notices(self, viewer: int, message: protocol.Told | protocol.Welcome) -> None:
        told = self.told[viewer]
        for notice in message.notices:
            number = notice["number"]
            if number > len(told):
                raise Failure(f"{notice} was told before it was stored")
            if unspoken(notice) != told[number - 1]:
                raise Failure(f"{notice} was told, and {told[number - 1]} has happened")
        if message.number > len(told):
            raise Failure("the number of a notice was told before it was stored")
        for stop in self.stops:
            late = [s for s in self.people() if self.acked[s] < stop[s] and s not in self.excused]
            if late and (message.number > stop[viewer] or not message.more):
                raise Failure(f"viewer {viewer} is told the rest before {late} have looked")

    def _check_choices(self, to: Listener, message: protocol.Told | protocol.Welcome) -> None:
        match, seat = self.match, to.seat
        if match is None:
            return
        if message.to_act != match.to_act:
            raise Failure(f"{message.to_act} is told, and {match.to_act} are to act")
        if message.more:
            if not self.stops or message.legal or message.can_undo:
                raise Failure("there is nothing to look at, or somebody is asked meanwhile")
            if isinstance(message, protocol.Told):
                if message.view is not None:
                    raise Failure("the view is told before all have looked")
                return
            moves = match.record()["moves"]
            match = Match.replay(match.record(), upto=len(moves) - 1)
        if message.view is not None:
            view = match.view(seat).to_dict()
            sent = msgspec.json.decode(msgspec.json.encode(message.view))  # it is JSON already
            if sent not in [in_language(view, language) for language in LANGUAGES]:
                raise Failure("the view is not what this viewer sees")
        if message.more:
            return
        if seat not in match.to_act:
            if message.legal:
                raise Failure("who is not to act got legal moves")
            return
        assert seat is not None
        if message.legal:
            if [choice.text for choice in message.legal] != [m.text for m in match.legal(seat)]:
                raise Failure("the legal moves are others")
            if seat not in self.still:
                self.check_all_have_seen()
        elif isinstance(message, protocol.Told) and seat not in self.joined | self.still:
            told_now = message.number > self.before[seat] or message.view is not None
            if told_now:
                self.check_all_have_seen()

    def check_all_have_seen(self) -> None:
        """Those who are to act are told so when all others have seen what happened."""
        assert self.match is not None
        if not self.asked:
            for seat in self.people():
                if seat in self.match.to_act or seat in self.excused:
                    continue
                if self.acked[seat] < len(self.told[seat]):
                    raise Failure(f"seat {seat} has not seen yet what those who act are told")
                now = [number for number in self.glimpses[seat] if number > self.before[seat]]
                if now and now[-1] > self.noted[seat]:
                    raise Failure(f"what seat {seat} is to remember could be shown to it again")
        self.asked = True

    def check_restored(self, table: Table) -> None:
        told = [box.told for box in table.delivery.boxes]
        if (table.match_id, table.state.phase, table.state.entry_no) != (
            self.match_id,
            self.phase,
            len(self.logs[self.match_id]),
        ) or told != [len(notices) for notices in self.told[:-1]]:
            raise Failure("a table came back as another one")
        if self.match is not None:
            assert table.match is not None
            if standing(table.match) != standing(self.match):
                raise Failure("a match came back as another one")
            kept = table.match.history.moves  # one from a snapshot has only the last ones
            if kept != self.match.moves[self.match.history.move_count - len(kept) :]:
                raise Failure("a match came back with other moves")
        if table.progress(0.0).spent > self.world.now - self.begun:
            raise Failure("a turn came back with more time spent than it has lasted")


def standing(match: Match) -> Any:
    """How a match stands, with all that was ever counted in it."""
    history, moment = match.history, match.moment()
    about = match.game.NAME, match.options, match.players, match.previous
    counted = history.move_count, history.event_count, history.drawn, list(history.told())
    return about, counted, fields([moment.state, moment.knowledge])


def in_language(view: dict[str, Any], language: str) -> dict[str, Any]:
    """A view with the names that bots have in a language; no person here is called like one."""
    return {**view, "players": [name_in(language, name) for name in view["players"]]}


def unspoken(notice: protocol.Notice) -> protocol.Notice:
    """Without its sentence."""
    if "text" not in notice:
        return notice
    if not notice["text"] and notice["event"] not in SILENT:
        raise Failure(f"{notice} has no sentence")
    return {field: notice[field] for field in notice if field not in WORDS}


def observed(table: Table, now: float, ids: set[str]) -> list[Any]:
    """All that is kept of a table when it leaves the memory; of answered ids those in the log."""
    match, progress = table.match, table.progress(now)
    progress.spent = round(progress.spent, 6)
    players = [(who.name, who.bot, who.secret, who.sat) for who in table.state.players]
    boxes = [(box.told, box.acked, box.queue) for box in table.delivery.boxes]
    answered = [[id for id in seat.answered if id in ids][-9:] for seat in table.seats]
    state = table.state
    seen: list[Any] = [state.match_id, state.entry_no, state.opened, state.phase, state.host]
    seen += [state.summary(), players, boxes, answered, progress]
    if match is not None:
        seats = range(len(match.players))
        seen += [standing(match), [match.can_undo(seat) for seat in seats]]
        seen += [[[move.text for move in match.legal(seat)] for seat in seats]]
        seen += [match.view(viewer).to_dict() for viewer in (*seats, None)]
    return seen
