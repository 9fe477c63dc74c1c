"""A live match with people at it: no sockets, no clock, no waiting.

What goes in: somebody joins, leaves, acknowledges or asks for a move; time has passed; entries are
stored. What comes out, by `drain`: entries to store, and messages to send once they are stored.
The driver of a table stores the entries, calls `stored`, and only then sends the messages that came
with them; what goes in meanwhile waits. So nothing is told that is not stored.

There is one way to change: a command becomes an entry (commands.py), and the entry is applied. A
table that is rebuilt from its log applies the same entries by the same code. What an entry says is
in the state, who is connected in the seats, and what they have been told in the delivery. A
move is told in the steps of a delivery policy. By default it is told first to those who are not to
act now and, when they have acknowledged, to those who are, together with their legal moves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from settebello.events import Event
from settebello.luck import Luck, SystemLuck
from settebello.match import Match
from settebello.registry import RulesError
from settebello.rejection import Rejection, RejectionCode
from settebello.table import absence, choosing, commands, gathering, messages, protocol, timing
from settebello.table.delivery import OTHERS_FIRST, Delivery, DeliveryPolicy
from settebello.table.entries import (
    Entry,
    MoveEntry,
    OpenEntry,
    PauseEntry,
    PendingEntry,
    ResumeEntry,
    StandEntry,
    SwitchEntry,
    TableProgress,
    UndoEntry,
)
from settebello.table.outbox import Outbox, Output
from settebello.table.protocol import Ack, Answer, Move
from settebello.table.seats import SPECTATOR, Listener, Spectators, TableClock, TableSeat
from settebello.table.sleeping import Sleeper
from settebello.table.state import TableState
from settebello.table.telling import end_turns, tell, tell_again, tell_seats, tell_time


class Table(Sleeper):
    """A table with a match, from its opening to its end, and then the next match."""

    __slots__ = ("_later", "_luck", "_new_id", "clock", "match_id", "outbox", "policy", "seats",
                 "spectators", "step", "table_id")  # fmt: skip

    def __init__(
        self,
        opened: OpenEntry,
        new_id: Callable[[], str],
        luck: Callable[[], Luck] = SystemLuck,
        match_id: str | None = None,
        policy: DeliveryPolicy = OTHERS_FIRST,
    ) -> None:
        """A new table; with `match_id` one that is to be rebuilt, see `reopened`."""
        super().__init__()
        self.table_id = opened.table  # to read this or `match_id` does not wake it
        self.policy = policy
        self._new_id = new_id
        self._luck = luck
        self.seats = [TableSeat() for _ in range(opened.seats)]
        self.spectators = Spectators()
        self.clock = TableClock()
        self.step = 0  # counts deliveries, so that a bot's late move is known as late
        self.outbox = Outbox()
        # What has to wait while it stores. Nothing, most of the time: then it takes no memory.
        self._later: tuple[tuple[Callable[..., None], tuple[Any, ...]], ...] = ()
        if match_id is None:
            self._open_new(opened)
        else:
            self._open(match_id, opened, None)

    # Rebuilding a table from its log: `reopened`, `replay` for each further entry, `recover`.

    @classmethod
    def restored(
        cls,
        match_id: str,
        entries: Sequence[Entry],
        progress: TableProgress | None,
        new_id: Callable[[], str],
        luck: Callable[[], Luck] = SystemLuck,
        policy: DeliveryPolicy = OTHERS_FIRST,
    ) -> Table:
        """Rebuild a table as it was when its last entry was stored; nobody is connected."""
        table = cls.reopened(match_id, entries[0] if entries else None, new_id, luck, policy)
        for entry in entries[1:]:
            table.replay(entry)
        table.recover(progress)
        return table

    @classmethod
    def reopened(
        cls,
        match_id: str,
        opened: Entry | None,
        new_id: Callable[[], str],
        luck: Callable[[], Luck] = SystemLuck,
        policy: DeliveryPolicy = OTHERS_FIRST,
    ) -> Table:
        """The table of a log with this first entry; ValueError if no log can begin with it."""
        if not isinstance(opened, OpenEntry):
            raise ValueError(f"The log of match {match_id} does not begin with its opening.")
        return cls(opened, new_id, luck, match_id, policy)

    def replay(self, entry: Entry) -> None:
        """Apply the next entry of the log; ValueError if it does not fit what came before."""
        self.delivery.replaying = True
        self._apply(entry)

    def recover(self, progress: TableProgress | None) -> None:
        """All entries are replayed: go on from where the table was when the last was stored."""
        progress = progress or TableProgress()
        noted = progress if progress.number == self.state.entry_no else TableProgress()
        self.state.luck.then = self._luck()
        self.delivery.recover(noted, progress.acked)
        tell(self, 0.0)
        self.clock.since = -noted.spent
        if (reloaded := commands.reload(self.state)) is not None:
            self._commit(reloaded)

    def rebuilt(
        self, entries: Sequence[Entry], progress: TableProgress, luck: Luck | None
    ) -> Table:
        given = (self.match_id, entries, progress, self._new_id)
        return Table.restored(*given, self._luck if luck is None else lambda: luck, self.policy)

    # The one way it changes.

    def _commit(self, entry: Entry) -> None:
        """Apply a new entry, and have it stored. If it cannot be applied, nothing has changed."""
        self._apply(entry)
        self._log(entry)

    def _log(self, entry: Entry) -> None:
        self._kept_log = b""  # it is not all of it any more
        self.outbox.log(PendingEntry(self.state.match_id, self.state.entry_no, entry))

    def _apply(self, entry: Entry) -> None:
        """Do what an entry says: when it happens, and again when the table is rebuilt."""
        offered = choosing.offers(self.match, self.delivery, entry)
        events = self.state.apply(entry)
        if type(entry) is MoveEntry:  # `isinstance` asks the metaclass, and takes ten times as long
            self.delivery.settle(entry.told, entry.acked)
            self.seats[entry.seat].answer(entry.id)
        elif type(entry) is UndoEntry or type(entry) is PauseEntry or type(entry) is ResumeEntry:
            self.seats[entry.seat].answer(entry.id)
        elif type(entry) is SwitchEntry:
            self._swap(entry.seat, entry.to)
        elif type(entry) is StandEntry:
            self._vacate(entry.seat)
        if events is not None:
            self._deliver(events, offered)

    def _open_new(self, opened: OpenEntry) -> None:
        """Open a new match: the first of the table, or a rematch."""
        self._open(self._new_id(), opened, self._luck())
        self._log(opened)

    def _open(self, match_id: str, opened: OpenEntry, luck: Luck | None) -> None:
        """Do what the first entry of a log says."""
        self.match_id = match_id
        self._state = TableState(match_id, opened, luck)
        self._delivery = Delivery(opened)
        self.policy.opened(self.delivery)
        for number, seat in enumerate(self.seats):
            seat.begin_match(opened.answered[number] if opened.answered else ())

    def _swap(self, old: int, new: int) -> None:
        seats = self.seats
        seats[old], seats[new] = seats[new], seats[old]
        for listener in seats[new].listeners:
            listener.seat = new

    def _vacate(self, number: int) -> None:
        left, self.seats[number] = self.seats[number], TableSeat()
        for listener in left.listeners:
            listener.seat = SPECTATOR
            self.spectators.add(listener)

    def _deliver(self, events: list[Event], offered: choosing.Offers) -> None:
        """Begin the delivery of these events. What was `offered` to others may still stand."""
        match = self.match
        assert match is not None
        self.delivery.set_free(choosing.undisturbed(match, offered, events))
        self.step += 1
        end_turns(self)
        steps = self.policy.steps(events, match.to_act, len(self.seats))
        watched = len(self.spectators) > 0 or steps[0].pause  # somebody may come in the pause
        self.delivery.begin(events, steps, self.state.players, watched)

    def drain(self) -> Output:
        """What there is to do now. If there is something to store, `stored` has to follow."""
        outbox = self.outbox
        while self._later and outbox.empty:
            (action, arguments), self._later = self._later[0], self._later[1:]
            action(*arguments)
        progress = None if outbox.forgot is None else self.progress(outbox.forgot)
        return outbox.drain(progress)

    # Taking seats before the match, and closing the table. Only while nothing is being stored.

    def sit(self, name: str, secret: str = "", bot: str = "", seat: int | None = None) -> int:
        """Give a person or a bot a free seat; returns its number, or raises Rejection."""
        entry = commands.sit(self.state, name, secret, bot, seat)
        self._commit(entry)
        tell_seats(self)
        return entry.seat

    def fill(self, bot: str) -> None:
        """Give every free seat to a bot."""
        for seat_no, player in enumerate(self.state.players):
            if not player.name:
                self.sit(commands.bot_name(self.state, bot), bot=bot, seat=seat_no)

    def stand(self, seat: int) -> None:
        """Free a seat; who is connected there watches from now on."""
        self._commit(commands.stand(self.state, seat))
        tell_seats(self)

    def switch(self, seat: int, to: int, now: float) -> int:
        """Move a player to a free seat; they keep everything else, and stay host. Returns it."""
        entry = commands.switch(self.state, seat, to)
        if entry is not None:
            self._commit(entry)
            for listener in self.seats[to].listeners:
                self.outbox.send(listener, messages.welcome(self, listener, now))
            tell_seats(self)
        return to

    def rename(self, seat: int, name: str) -> None:
        """Change a player's name, here and in the record; Rejection if they cannot have it."""
        entry = commands.rename(self.state, self.policy, seat, name)
        if entry is not None:
            self._commit(entry)
            tell_seats(self)

    def start(self, now: float) -> None:
        """Start the match; raises Rejection if a seat is free or it has begun."""
        self._commit(commands.start(self.state))
        self._set_clock(now)
        tell_seats(self)

    def close(self, reason: str = "") -> None:
        """Close the table before its match is over; `reason` is a word for the record."""
        entry = commands.close(self.state, reason)
        if entry is not None:
            self._commit(entry)
            tell_seats(self)

    # What goes in while people are there.

    def join(self, listener: Listener, seen: int, now: float) -> None:
        self._now_or_later(self._join, listener, seen, now)

    def leave(self, listener: Listener, now: float) -> None:
        self._now_or_later(self._leave, listener, now)

    def on_message(self, listener: Listener, message: protocol.ClientMessage, now: float) -> None:
        """A message of somebody who has joined."""
        self.clock.latest = now
        if self.busy:
            self._later = (*self._later, (self._on_message, (listener, message, now)))
        else:
            self._on_message(listener, message, now)

    def bot_moved(self, seat: int, move: str, step: int, now: float) -> None:
        """A bot has chosen a move for this seat; `step` is the one in which it was asked."""
        self._now_or_later(self._bot_moved, seat, move, step, now)

    def tick(self, now: float) -> None:
        """Time has passed."""
        self._now_or_later(self._tick, now)

    def stored(self, now: float) -> None:
        """The entries of the last `drain` are stored: go on telling."""
        self.outbox.stored()
        self.clock.latest = now
        tell(self, now)

    def release(self, now: float) -> None:
        """Go on, now that everybody is there: the current step is told again from its start."""
        self._now_or_later(self._release, now)

    def arriving(self) -> list[Listener]:
        """The connections that join when the current entries are stored."""
        return [arguments[0] for action, arguments in self._later if action == self._join]

    def _now_or_later(self, action: Callable[..., None], *arguments: Any) -> None:
        self.clock.latest = arguments[-1]
        if self.busy:
            self._later = (*self._later, (action, arguments))
        else:
            action(*arguments)

    def _join(self, listener: Listener, seen: int, now: float) -> None:
        if listener.seat is None:
            self.spectators.add(listener)
            self.outbox.send(listener, messages.welcome(self, listener, now))
            absence.count_spectators(self, now)
            return
        seat, box = self.seats[listener.seat], self.delivery.boxes[listener.seat]
        back = seat.stand_in or not seat.listeners
        seat.stand_in = seat.late = False
        due = self.delivery.due(listener.seat)
        if box.sent < due and self.policy.catches_up:
            after, box.sent = box.sent, due
            for other in seat.listeners:
                self.outbox.send(other, messages.told_to(self, other, after, now))
        seat.listeners = (*seat.listeners, listener)
        self._set_clock(now)
        self._ack(listener.seat, seen, now)
        self.outbox.send(listener, messages.welcome(self, listener, now))
        if back:
            tell_seats(self, but=listener)

    def _leave(self, listener: Listener, now: float) -> None:
        self.spectators.discard(listener)
        absence.count_spectators(self, now)
        for seat_no, seat in enumerate(self.seats):
            if listener in seat.listeners:
                seat.listeners = tuple([each for each in seat.listeners if each is not listener])
                if not seat.listeners:
                    seat.gone = self.clock.time_at(now)
                    seat.rematch = False
                    self._set_clock(now)
                    self._check_rematch(now)
                    self.policy.left(self.delivery, seat_no, self.end_told)
                    tell_seats(self)
                    tell_time(self, now)

    def _on_message(self, listener: Listener, message: protocol.ClientMessage, now: float) -> None:
        seat_no = listener.seat
        if seat_no is None:
            self._refuse(listener, Rejection(RejectionCode.SPECTATOR), getattr(message, "id", None))
            return
        seat = self.seats[seat_no]
        if seat.stand_in:
            seat.stand_in = False
            tell_seats(self)
        if type(message) is Ack:
            if not self.delivery.held:
                self._ack(seat_no, message.number, now)
            return
        id: Any = getattr(message, "id", None)
        try:
            if id in seat.refused:
                raise seat.refused[id]
            if id not in seat.answered:
                self._do(seat_no, message, now)
            self.outbox.send(listener, Answer(id or ""))
        except Rejection as refusal:
            if id:
                seat.refuse(id, refusal)
            self._refuse(listener, refusal, id)
            if refusal.code == RejectionCode.STALE:
                tell_again(self, listener, seat_no, now)

    def _refuse(self, listener: Listener, refusal: Rejection, id: str | None) -> None:
        self.outbox.send(listener, protocol.refused(refusal, id=id))

    def _do(self, seat_no: int, message: protocol.ClientMessage, now: float) -> None:
        """Do what a player asks for; raises Rejection."""
        if type(message) is Move or isinstance(message, protocol.Undo):
            self._play(commands.requested(self.state, self.delivery, self.policy, seat_no, message))
        elif isinstance(message, protocol.Nudge):
            absence.nudge(self, seat_no, message, now)
        else:
            if isinstance(message, protocol.Rematch):
                commands.check_rematch(self.state, self.delivery, self.policy, seat_no)
                self.seats[seat_no].rematch = True
                self.seats[seat_no].answer(message.id)
                self._check_rematch(now)
            else:
                about = self.state, self.delivery, self.policy
                self._play(commands.requested(*about, seat_no, message))
            self._set_clock(now)
            tell_seats(self)
            if isinstance(message, protocol.Resume):
                tell_time(self, now)

    def _play(self, entry: Entry) -> None:
        """Commit an entry of the match; raises Rejection if the rules refuse it, or fail."""
        try:
            self._commit(entry)
        except RulesError as failure:
            self.outbox.failures = (*self.outbox.failures, failure)
            raise Rejection(RejectionCode.RULES_FAILED) from None

    def _bot_moved(self, seat_no: int, move: str, step: int, now: float) -> None:
        if step == self.step and self.thinking is not None and self.thinking[0] == seat_no:
            try:
                self._play(commands.move(self.state, self.delivery, seat_no, move, ""))
            except Rejection:  # the rules failed; without a pause the bot would try for ever
                self._commit(PauseEntry(seat_no))
                tell_seats(self)
                for listener in self.listeners():
                    self._refuse(listener, Rejection(RejectionCode.TABLE_FAILED), None)

    def _ack(self, seat_no: int, upto: int, now: float) -> None:
        box, waiting = self.delivery.boxes[seat_no], self.delivery.waiting
        if box.acknowledge(upto):
            self.outbox.forgot = now
        if seat_no in waiting and box.acked >= box.sent:
            waiting.remove(seat_no)
            absence.acknowledged(self, seat_no)
            tell(self, now)

    def _tick(self, now: float) -> None:
        gathering.tick(self, now)
        absence.tick(self, now)

    def _set_clock(self, now: float) -> None:
        """Start or stop the clock: it runs while somebody plays, or a public table waits."""
        if (self.phase == "playing" and self.present) or gathering.gathers(self):
            self.clock.run(now, self.seats)
        else:
            self.clock.stop(now)

    def _release(self, now: float) -> None:
        self.delivery.release()
        tell(self, now)

    def _check_rematch(self, now: float) -> None:
        """Begin the next match if all who are connected want it, and somebody is connected."""
        there = [seat for seat in self.seats if seat.listeners]
        if self.phase != "over" or not there or not all(seat.rematch for seat in there):
            return
        opened, others = commands.rematch(self.state, self.delivery, self.seats)
        self._open_new(opened)
        for entry in others:
            self._commit(entry)
        self._set_clock(now)

    # What can be asked of it; more can be asked of its parts.

    @property
    def match(self) -> Match | None:
        return self.state.match

    @property
    def opened(self) -> OpenEntry:
        return self.state.opened

    @property
    def phase(self) -> protocol.Phase:
        """The phase as people know it: a match goes on until they have looked at its last pause."""
        state = self.state
        return "playing" if state.over and self.delivery.pausing else state.phase

    def listeners(self) -> list[Listener]:
        """Everybody who is connected, spectators last."""
        return [*[each for seat in self.seats for each in seat.listeners], *self.spectators]

    @property
    def present(self) -> bool:
        """Whether any player is connected: without one the table stops."""
        return any(seat.listeners for seat in self.seats)

    @property
    def busy(self) -> bool:
        """Whether something is still to be stored or to be handled."""
        return self.outbox.stores or bool(self._later)

    @property
    def end_told(self) -> bool:
        """Whether the match is over, and everybody has been told so."""
        delivery = self.delivery
        return self.state.over and delivery.complete and not (delivery.held or self.busy)

    @property
    def due(self) -> float | None:
        """When `tick` should be called at the latest, if at all: not while the table is busy."""
        return None if self.busy else timing.due(self)

    @property
    def thinking(self) -> tuple[int, str] | None:
        """The seat for which a bot has to choose a move now, and the bot's name."""
        asked = self.delivery.asked and not self.outbox.stores
        if self.phase != "playing" or not asked or not self.present or self.match is None:
            return None
        for seat_no in self.match.to_act:
            seat, player = self.seats[seat_no], self.state.players[seat_no]
            if player.bot or seat.stand_in or seat.overtime:
                return seat_no, player.bot or "medium"
        return None

    def progress(self, now: float) -> TableProgress:
        """The progress to note now."""
        clock, delivery = self.clock, self.delivery
        stores = self.outbox.stores  # then the next turn has not begun yet
        spent = 0.0 if stores else max(0.0, clock.time_at(now) - clock.since)
        acked, told = delivery.acknowledged(), delivery.numbers()[:-1]
        return TableProgress(self.state.entry_no, acked, spent, delivery.done, told)
