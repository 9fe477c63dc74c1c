"""The state of a live table: how entries change it, its seats, and what can be asked of it.

What players do during the match, and the order in which they are told, is in table.py.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from settebello.events import Event
from settebello.luck import Luck
from settebello.match import Match
from settebello.players import BadName, check_name
from settebello.record import LoggedLuck
from settebello.registry import check_options, find_named
from settebello.table import protocol
from settebello.table.delivery import Delivery, DeliveryPlan
from settebello.table.entries import (
    CloseEntry,
    Entry,
    MoveEntry,
    OpenEntry,
    PauseEntry,
    PendingEntry,
    RenameEntry,
    ResumeEntry,
    SitEntry,
    StandEntry,
    StartEntry,
    SwitchEntry,
    TableProgress,
    UndoEntry,
)
from settebello.table.seats import SPECTATOR, Letter, Listener, Refusal, TableSeat

MAX_UNDOS_AND_PAUSES = 200  # pauses and undos in a match, so that its log has an end


class TableState:
    """The state of a table. Code outside uses `Table`, which builds on it."""

    def __init__(
        self, match_id: str, opened: OpenEntry, luck: Callable[[], Luck], plan: DeliveryPlan
    ) -> None:
        self.plan = plan
        self._luck = luck
        self._listeners: list[Listener] = []  # of spectators
        self._messages: list[Letter] = []  # to send
        self._entries: list[PendingEntry] = []  # to store before that
        self._failures: list[Exception] = []  # of the rules
        self._storing = False  # whether something is being stored
        self.moving = False  # whether what is being stored is more than acks
        self._forgot: float | None = None  # when an ack took a secret face off a screen
        self._later: deque[tuple[Callable[..., None], tuple[Any, ...]]] = deque()  # to do after it
        self._set_up(match_id, opened)

    def _set_up(self, match_id: str, opened: OpenEntry) -> None:
        """Set everything as it is before a match, the first or a rematch."""
        self.match_id = match_id
        self.opened = opened
        self.game = find_named(opened.game, opened.rules)
        if opened.rules != self.game.VERSION:
            raise ValueError(f"Version {opened.rules} of the rules of {opened.game} is not here.")
        self.options = check_options(self.game, opened.options, older=True)
        told = opened.told or (0,) * (opened.seats + 1)
        self.seats = [TableSeat(told[seat]) for seat in range(opened.seats)]
        for seat, unseen in zip(self.seats, opened.unseen, strict=False):
            seat.queue = unseen[:]
            seat.acked -= len(unseen)
        for seat, ids in zip(self.seats, opened.answered, strict=False):
            seat.answered = dict.fromkeys(ids)
        self.entry_no = 0  # of the last entry
        self.match: Match | None = None
        self._drawing = LoggedLuck(self._luck())
        self.phase: protocol.Phase = "open"
        self.step = 0  # counts deliveries, so that a bot's late move is known as late
        self._changes_of_mind = 0
        self.history: list[Event] = []  # of the match, with moves that were taken back
        self.delivery = Delivery(told[-1])
        self.held = self.plan.needs_everyone  # nothing is told and nothing is done until `release`
        self.since = 0.0  # when the table began to wait
        self._stopped: float | None = 0.0  # since when its clocks stand still, if they do

    # How entries change it.

    def _apply(self, entry: Entry) -> None:
        """Do what an entry says: when it happens, and again when a table is rebuilt."""
        match = self.match
        if isinstance(entry, SitEntry):
            seat = self.seats[entry.seat]
            seat.name, seat.secret, seat.bot = entry.name, entry.secret, entry.bot
            seat.sat = self.entry_no
        elif isinstance(entry, StandEntry):
            self.seats[entry.seat] = TableSeat()
        elif isinstance(entry, SwitchEntry):
            seats, old, new = self.seats, entry.seat, entry.to
            seats[old], seats[new] = seats[new], seats[old]
        elif isinstance(entry, RenameEntry):
            self.seats[entry.seat].name = entry.name
            self._changes_of_mind += 1
            if match is not None:
                match.players = tuple([seat.name for seat in self.seats])
        elif isinstance(entry, StartEntry):
            record = {
                "settebello": 1,
                "game": self.game.NAME,
                "rules": self.game.VERSION,
                "options": self.options,
                "players": [seat.name for seat in self.seats],
                "previous": self.opened.previous,
                "luck": entry.luck,
                "moves": [],
            }
            self._begin_match(Match.replay(record, game=self.game, luck=self._drawing))
        elif isinstance(entry, MoveEntry) and match is not None:
            self._renumber(entry.told)
            self._drawing.feed(entry.luck)
            self._played(entry.seat, match.play(entry.seat, entry.move), entry.id)
            for seat, notice_no in zip(self.seats, entry.acked, strict=False):
                seat.sent = seat.told
                seat.acknowledge(notice_no)
            self.seats[entry.seat].answer(entry.id)
        elif isinstance(entry, UndoEntry) and match is not None:
            match.undo(entry.seat)
            self._changes_of_mind += 1
            self.seats[entry.seat].answer(entry.id)
            everybody = (1 << len(self.seats) + 1) - 1
            self._happened([Event("TakenBack", entry.seat, {}, {}, [], everybody)])
        elif isinstance(entry, PauseEntry):
            self.phase = "paused"
            self._changes_of_mind += 1
            self.seats[entry.seat].answer(entry.id)
        elif isinstance(entry, ResumeEntry):
            self.phase = "playing"
            self.seats[entry.seat].answer(entry.id)
        elif isinstance(entry, CloseEntry):
            self.phase = "closed"

    def _renumber(self, told: Sequence[int]) -> None:
        """Go on with the numbers that notices had; entries of old stores do not have them."""
        for seat, notice_no in zip(self.seats, told, strict=False):
            seat.renumber(notice_no)
        if told:
            self.delivery.public_told = told[-1]

    def _go_on_from(self, noted: TableProgress) -> None:
        """The same after the last entry: players who had seen all of it are not told it again."""
        for seat, told, acked in zip(self.seats, noted.told, noted.acked, strict=False):
            if acked >= told or seat.told < told:
                seat.renumber(told)

    def _begin_match(self, match: Match) -> None:
        self.match = match
        self.phase = "playing"
        self._happened(match.events)

    def _played(self, seat_no: int, events: list[Event], id: str) -> None:
        """A seat has moved. Without an id a bot moved; if it stood in for a person, mark that."""
        if not id and self.seats[seat_no].person:
            own = [event for event in events if event.seat == seat_no]
            public = [event for event in own if event.viewers >> len(self.seats) & 1]
            for event in (public or own)[:1]:
                event.facts = {**event.facts, "stand_in": True}
        self._happened(events)

    def _happened(self, events: list[Event]) -> None:
        """Begin the delivery of these events."""
        match = self.match
        assert match is not None
        self.history += events
        if match.over:
            self.phase = "over"
        self.step += 1
        for seat in self.seats:
            seat.overtime = False
        steps = self.plan.steps(events, match.to_act, len(self.seats))
        self.delivery.begin(events, steps, self.seats, bool(self._listeners))

    def _log(self, entry: Entry) -> None:
        """Do what an entry says, and have it stored."""
        self._append(entry)
        self._apply(entry)

    def _append(self, entry: Entry) -> None:
        self.entry_no += 1
        self._entries.append(PendingEntry(self.match_id, self.entry_no, entry))

    def _tell_seats(self, but: Listener | None = None) -> None:
        message = protocol.Seats(self.match_id, self.phase, self.chairs())
        for listener in self.listeners():
            if listener is not but:
                self._messages.append((listener, message))

    # Taking seats before the match, and closing the table. Only while nothing is being stored.

    def sit(self, name: str, secret: str = "", bot: str = "", seat: int | None = None) -> int:
        """Give a person or a bot a free seat; returns its number, or raises Refusal."""
        self._check_open()
        if seat is None:
            seat = next((n for n, other in enumerate(self.seats) if not other.name), None)
            if seat is None:
                raise Refusal("no-free-seat")
        else:
            self._check_free(seat)
        name = self._checked_name(seat, name)
        self._log(SitEntry(seat, name, secret, bot))
        self._tell_seats()
        return seat

    def rename(self, seat: int, name: str) -> None:
        """Change a player's name, here and in the record; raises Refusal if they cannot have it."""
        if self.opened.dialect:  # its players are named in their lobby
            raise Refusal("not-at-this-table")
        if self.phase in ("over", "closed"):
            raise Refusal("over" if self.over else "closed")
        name = self._checked_name(seat, name)
        if name != self.seats[seat].name:
            self._check_mind()
            self._log(RenameEntry(seat, name))
            self._tell_seats()

    def _checked_name(self, seat: int, name: str) -> str:
        try:
            return check_name(name, [other.name for n, other in enumerate(self.seats) if n != seat])
        except BadName as error:
            raise Refusal(error.code, **error.arguments) from None

    def _check_free(self, seat: int) -> None:
        if not 0 <= seat < len(self.seats):
            raise Refusal("no-such-seat", seat=str(seat), last=str(len(self.seats) - 1))
        if self.seats[seat].name:
            raise Refusal("seat-taken", name=self.seats[seat].name)

    def fill(self, bot: str) -> None:
        """Give every free seat to a bot."""
        for seat_no, seat in enumerate(self.seats):
            if not seat.name:
                self.sit(self.bot_name(), bot=bot, seat=seat_no)

    def bot_name(self) -> str:
        """A name for one more bot."""
        taken = {seat.name.casefold() for seat in self.seats}
        number = 1
        while f"bot {number}" in taken:
            number += 1
        return f"Bot {number}"

    def stand(self, seat: int) -> None:
        """Free a seat."""
        self._check_open()
        if not 0 <= seat < len(self.seats) or not self.seats[seat].name:
            raise Refusal("seat-free")
        left = self.seats[seat].listeners
        self._log(StandEntry(seat))
        for listener in left:
            listener.seat = SPECTATOR
            self._listeners.append(listener)
        self._tell_seats()

    def close(self, reason: str = "") -> None:
        """Close the table before its match is over; `reason` is a word for the record."""
        if self.phase not in ("over", "closed"):
            self._log(CloseEntry(reason))
            self._tell_seats()

    def _check_open(self) -> None:
        if self.phase != "open":
            raise Refusal("not-open")

    def _check_mind(self) -> None:
        if self._changes_of_mind >= MAX_UNDOS_AND_PAUSES:
            raise Refusal("too-often")

    # What can be asked of it.

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def ended(self) -> bool:
        """Whether nothing more is played: the match is over or was given up."""
        return self.phase in ("over", "closed")

    @property
    def present(self) -> bool:
        """Whether any player is connected: without one the table stops."""
        return any(seat.listeners for seat in self.seats)

    @property
    def busy(self) -> bool:
        """Whether something is still to be stored or to be handled."""
        return self._storing or bool(self._entries or self._later)

    @property
    def waiting(self) -> bool:
        """Whether acknowledgements are missing."""
        return bool(self.delivery.waiting)

    @property
    def telling(self) -> Sequence[Event]:
        """The events of the step that is being told."""
        return self.delivery.now

    @property
    def told_before(self) -> list[Event]:
        """All events of the match before the step that is being told."""
        if self.match is None:
            return []
        events, delivery = self.match.events, self.delivery
        return events[: len(events) - len(delivery.events) + delivery.begun]

    @property
    def last_step(self) -> bool:
        """Whether the current step is the last one of its move."""
        return self.delivery.last_step

    @property
    def end_told(self) -> bool:
        """Whether the match is over, and everybody has been told so."""
        return self.over and self.delivery.complete and not (self.held or self.busy)

    @property
    def finished(self) -> bool:
        """Whether the match is over, and everybody who is waited for has acknowledged it."""
        return self.end_told and not self.delivery.waiting

    @property
    def missing(self) -> list[int]:
        """The seats of people who are not connected."""
        return [n for n, seat in enumerate(self.seats) if seat.person and not seat.listeners]

    def listeners(self) -> list[Listener]:
        """Everybody who is connected, spectators last."""
        seated = [listener for seat in self.seats for listener in seat.listeners]
        return seated + self._listeners

    def chairs(self) -> list[protocol.SeatInfo]:
        """Who sits in each seat, as messages show it."""
        return [
            protocol.SeatInfo(
                seat.name, seat.bot, bool(seat.listeners), seat.stand_in, seat.rematch
            )
            for seat in self.seats
        ]

    def summary(self) -> dict[str, Any]:
        """What lists of tables and of past matches show of this one."""
        told: dict[str, Any] = {"players": [seat.name for seat in self.seats]}
        if self.match is not None and self.over:
            told |= {"scores": self.match.scores, "winners": self.match.winners}
        if self.opened.dialect:
            told["dialect"] = self.opened.dialect
        return told

    def acknowledged(self, viewer: int | None, most: int) -> list[protocol.Notice]:
        """The last notices of this match, at most `most`: of a seat only those acknowledged."""
        delivery = self.delivery
        bit = len(self.seats) if viewer is None else viewer
        if viewer is None:
            last, unseen = delivery.public_told, len(delivery.public)
        else:
            seat = self.seats[bit]
            last, unseen = seat.told, seat.told - seat.acked
        told: list[protocol.Notice] = []
        for event in reversed(self.history):  # the newest first: a match may be long
            if len(told) == most + unseen:
                break
            if event.viewers >> bit & 1:
                told.append(event.numbered(last - len(told), bit))
        return told[unseen:][::-1]

    def expects(self, seat: int | None, notice_no: int) -> bool:
        """Whether an ack of this number by this seat says something new."""
        return seat is not None and self.seats[seat].acked < notice_no <= self.seats[seat].sent

    def seat_of(self, secret: str) -> int | None:
        """The seat whose secret has this hash, if there is one."""
        return next(
            (n for n, seat in enumerate(self.seats) if secret and seat.secret == secret), None
        )

    @property
    def host(self) -> int | None:
        """The person who may start the match: the first one who sat down and is still there."""
        people = [(seat.sat, seat_no) for seat_no, seat in enumerate(self.seats) if seat.person]
        return min(people)[1] if people else None

    @property
    def due(self) -> float | None:
        """When `tick` should be called at the latest, if at all: not while the table is busy."""
        if self.busy:
            return None
        deadlines = self.deadlines()
        return min(deadlines)[0] if deadlines else None

    @property
    def thinking(self) -> tuple[int, str] | None:
        """The seat for which a bot has to choose a move now, and the bot's name."""
        if self.phase != "playing" or not self.delivery.asked or self._storing or self._entries:
            return None
        if not self.present or self.match is None:
            return None
        for seat_no in self.match.to_act:
            seat = self.seats[seat_no]
            if seat.bot or seat.stand_in or seat.overtime:
                return seat_no, seat.bot or "bot"
        return None

    def progress(self, now: float) -> TableProgress:
        """The progress to note now."""
        acked = tuple(seat.acked for seat in self.seats)
        storing = self._storing or self._entries  # then the next turn has not begun yet
        spent = 0.0 if storing else max(0.0, self.time_at(now) - self.since)
        told = tuple(seat.told for seat in self.seats)
        return TableProgress(self.entry_no, acked, spent, self.delivery.done, told)

    def deadlines(self) -> list[tuple[float, int]]:
        """When to stop waiting for which seat: an ack that is overdue, an absence, a clock."""
        deadlines: list[tuple[float, int]] = []
        if self._stopped is not None or self.match is None or self.phase != "playing":
            return deadlines
        grace = self.opened.grace if self.opened.absence == "bot" else None
        clock = self.opened.clock
        if grace is not None:
            deadlines += [(self.since + grace, seat_no) for seat_no in self.delivery.waiting]
        if not self.delivery.asked or (grace is None and clock is None):
            return deadlines
        for seat_no in self.match.to_act:
            seat = self.seats[seat_no]
            if not seat.person or seat.stand_in or seat.overtime:
                continue
            if grace is not None and not seat.listeners:
                deadlines.append((max(self.since, seat.gone) + grace, seat_no))
            if clock is not None:
                deadlines.append((self.since + clock, seat_no))
        return deadlines

    def time_at(self, now: float) -> float:
        """The time by the table's clocks, which stop when the table does."""
        return now if self._stopped is None else self._stopped
