"""A live match with people at it: no sockets, no clock, no waiting.

What goes in: somebody joins, leaves, acknowledges or asks for a move; time has passed; entries are
stored. What comes out, by `drain`: entries to store, and messages to send once they are stored.
The driver of a table stores the entries, calls `stored`, and only then sends the messages that came
with them; what goes in meanwhile waits. So nothing is told that is not stored.

A move is told in the steps of a delivery plan. By default it is told first to those who are not to
act now and, when they have acknowledged, to those who are, together with their legal moves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from settebello.game import IllegalMove
from settebello.luck import Luck, SystemLuck
from settebello.match import Match
from settebello.registry import RulesError
from settebello.table import messages, protocol
from settebello.table.delivery import OTHERS_FIRST, DeliveryPlan
from settebello.table.entries import (
    Entry,
    MoveEntry,
    OpenEntry,
    PauseEntry,
    PendingEntry,
    ResumeEntry,
    SitEntry,
    StartEntry,
    SwitchEntry,
    TableProgress,
    UndoEntry,
)
from settebello.table.seats import Letter, Listener
from settebello.table.seats import Refusal as Refusal  # for those who call a table
from settebello.table.state import TableState
from settebello.words import at_table


class Output(NamedTuple):
    """Store the entries, and the progress if there is one; then send the messages."""

    entries: list[PendingEntry]
    messages: list[Letter]
    progress: TableProgress | None
    failures: list[Exception]  # of the rules, to be logged

    @property
    def stores(self) -> bool:
        """Whether there is something to store, after which `stored` has to be called."""
        return bool(self.entries) or self.progress is not None


class Table(TableState):
    """A table with a match, from its opening to its end, and then the next match."""

    def __init__(
        self,
        opened: OpenEntry,
        new_id: Callable[[], str],
        luck: Callable[[], Luck] = SystemLuck,
        match_id: str | None = None,
        plan: DeliveryPlan = OTHERS_FIRST,
    ) -> None:
        super().__init__(match_id or new_id(), opened, luck, plan)
        self._new_id = new_id
        self._append(opened)

    @classmethod
    def restored(
        cls,
        match_id: str,
        entries: Sequence[Entry],
        progress: TableProgress | None,
        new_id: Callable[[], str],
        luck: Callable[[], Luck] = SystemLuck,
        plan: DeliveryPlan = OTHERS_FIRST,
    ) -> Table:
        """Rebuild a table as it was when its last entry was stored; nobody is connected."""
        table = cls.reopened(match_id, entries[0] if entries else None, new_id, luck, plan)
        for entry in entries[1:]:
            table.replay(entry)
        table.recover(progress)
        return table

    # Restoring a table in steps: `reopened`, `replay` for each further entry, `recover`.

    @classmethod
    def reopened(
        cls,
        match_id: str,
        opened: Entry | None,
        new_id: Callable[[], str],
        luck: Callable[[], Luck] = SystemLuck,
        plan: DeliveryPlan = OTHERS_FIRST,
    ) -> Table:
        """The table of a log with this first entry; ValueError if no log can begin with it."""
        if not isinstance(opened, OpenEntry):
            raise ValueError(f"The log of match {match_id} does not begin with its opening.")
        return cls(opened, new_id, luck, match_id, plan)

    def replay(self, entry: Entry) -> None:
        """Do what the next entry of the log says, while the table is rebuilt."""
        self.entry_no += 1
        self._apply(entry)

    def recover(self, progress: TableProgress | None) -> None:
        """All entries are replayed: set the table as it was when the last one was stored."""
        self._entries.clear()
        noted = progress if progress and progress.number == self.entry_no else TableProgress()
        self._go_on_from(noted)
        for seat in self.seats:
            seat.sent = seat.told
        for seat, notice_no in zip(self.seats, progress.acked if progress else (), strict=False):
            seat.acknowledge(notice_no)
        delivery = self.delivery
        for _ in range(min(noted.steps, len(delivery.steps) - 1)):
            delivery.next_step()
        if self.held:
            for seat_no, seat in enumerate(self.seats):
                seat.sent = max(seat.acked, delivery.told_after(delivery.begun, seat_no, seat))
        self._tell(0.0)
        self.since = -noted.spent

    def drain(self) -> Output:
        """What there is to do now. If there is something to store, `stored` has to follow."""
        while self._later and not (self._storing or self._entries or self._messages):
            action, arguments = self._later.popleft()
            action(*arguments)
        progress = None if self._forgot is None else self.progress(self._forgot)
        output = Output(self._entries, self._messages, progress, self._failures)
        self._storing = self._storing or bool(self._entries) or progress is not None
        self.moving = self.moving or bool(self._entries)
        self._entries, self._messages, self._forgot, self._failures = [], [], None, []
        return output

    # Before the match, only while nothing is being stored; the rest is in state.py.

    def switch(self, seat: int, to: int, now: float) -> int:
        """Move a player to a free seat; they keep everything else, and stay host. Returns it."""
        self._check_open()
        if to != seat:
            self._check_free(to)
            self._log(SwitchEntry(seat, to))
            for listener in self.seats[to].listeners:
                listener.seat = to
                self._messages.append((listener, messages.welcome(self, listener, now)))
            self._tell_seats()
        return to

    def start(self, now: float) -> None:
        """Start the match; raises Refusal if a seat is free or it has begun."""
        self._check_open()
        if not all(seat.name for seat in self.seats):
            raise Refusal("seats-free", free=str(sum(not seat.name for seat in self.seats)))
        match = Match(
            self.game,
            [seat.name for seat in self.seats],
            luck=self._drawing,
            options=self.options,
        )
        self._begin_match(match)
        self._append(StartEntry(match.luck_since(0)))
        self._clocks(now)
        self._tell_seats()

    # What goes in while people are there.

    def join(self, listener: Listener, seen: int, now: float) -> None:
        self._now_or_later(self._join, listener, seen, now)

    def leave(self, listener: Listener, now: float) -> None:
        self._now_or_later(self._leave, listener, now)

    def on_message(self, listener: Listener, message: protocol.ClientMessage, now: float) -> None:
        """A message of somebody who has joined."""
        if self.busy:
            self._later.append((self._on_message, (listener, message, now)))
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
        self._storing = self.moving = False
        self._tell(now)

    def release(self, now: float) -> None:
        """Go on, now that everybody is there: the current step is told again from its start."""
        self._now_or_later(self._release, now)

    def hold(self) -> None:
        """Stop telling and asking, until `release`."""
        if self.delivery.steps:
            self.held = True
            self.delivery.begin_step(again=True)

    def arriving(self) -> list[Listener]:
        """The connections that will join when the current entries are stored."""
        return [arguments[0] for action, arguments in self._later if action == self._join]

    def _now_or_later(self, action: Callable[..., None], *arguments: Any) -> None:
        if self.busy:
            self._later.append((action, arguments))
        else:
            action(*arguments)

    def _join(self, listener: Listener, seen: int, now: float) -> None:
        if listener.seat is None:
            self._listeners.append(listener)
            self._messages.append((listener, messages.welcome(self, listener, now)))
            return
        seat = self.seats[listener.seat]
        back = seat.stand_in or not seat.listeners
        seat.stand_in = False
        # Somebody who comes back is told everything at once, not in their turn.
        if seat.sent < seat.told and not self.plan.needs_everyone:
            after, seat.sent = seat.sent, seat.told
            for other in seat.listeners:
                self._messages.append((other, messages.told_to(self, other, after, now)))
        seat.listeners.append(listener)
        self._clocks(now)
        self._ack(listener.seat, seen, now)
        self._messages.append((listener, messages.welcome(self, listener, now)))
        if back:
            self._tell_seats(but=listener)

    def _leave(self, listener: Listener, now: float) -> None:
        if listener in self._listeners:
            self._listeners.remove(listener)
        for seat in self.seats:
            if listener in seat.listeners:
                seat.listeners.remove(listener)
                if not seat.listeners:
                    seat.gone = self.time_at(now)
                    seat.rematch = False
                    self._clocks(now)
                    self._check_rematch(now)
                    if self.plan.needs_everyone:
                        self._miss(listener.seat)
                    self._tell_seats()
                    self._tell_time(now)

    def _miss(self, seat_no: int | None) -> None:
        """Hold the table, since a player has left whom it needs; not if the end has been told."""
        if self.end_told:
            self.delivery.waiting -= {seat_no}
        else:
            self.hold()

    def _on_message(self, listener: Listener, message: protocol.ClientMessage, now: float) -> None:
        seat_no = listener.seat
        if seat_no is None:
            self._refuse(listener, Refusal("spectator"), getattr(message, "id", None))
            return
        seat = self.seats[seat_no]
        if seat.stand_in:
            seat.stand_in = False
            self._tell_seats()
        if isinstance(message, protocol.Ack):
            if not self.held:
                self._ack(seat_no, message.number, now)
            return
        id = getattr(message, "id", None)
        try:
            if id in seat.refused:
                raise seat.refused[id]
            if id not in seat.answered:
                self._do(seat_no, message, now)
            self._messages.append((listener, protocol.Answer(id or "")))
        except Refusal as refusal:
            if id:
                seat.refuse(id, refusal)
            self._refuse(listener, refusal, id)
            asked = self.delivery.asked or self.match is None or seat_no not in self.match.to_act
            at_once = (
                asked and not self.plan.needs_everyone
            )  # else they are told in their step, and once
            if refusal.code == "stale" and seat.sent == seat.told and at_once:
                self._messages.append((listener, messages.told_to(self, listener, 0, now)))

    def _refuse(self, listener: Listener, refusal: Refusal, id: str | None) -> None:
        language = listener.language or "en"
        text = at_table.refuse(self.game, refusal.code, language, refusal.arguments)
        refused = protocol.Refused(refusal.code, text, id, arguments=refusal.arguments)
        self._messages.append((listener, refused))

    def _do(self, seat_no: int, message: protocol.ClientMessage, now: float) -> None:
        if self.phase == "closed":
            raise Refusal("closed")
        if isinstance(message, protocol.Move):
            self._check_answer(seat_no, message.after)
            self._play(seat_no, message.move, message.id)
            return
        if isinstance(message, protocol.Undo):
            self._check_answer(seat_no, message.after)
            self._undo(seat_no, message.id)
            return
        if self.plan.needs_everyone:  # to pause, a player leaves
            raise Refusal("not-at-this-table")
        if isinstance(message, protocol.Pause):
            if self.phase != "playing":
                raise Refusal("paused" if self.phase == "paused" else "not-playing")
            self._check_mind()
            self._log(PauseEntry(seat_no, message.id))
        elif isinstance(message, protocol.Resume):
            if self.phase != "paused":
                raise Refusal("not-paused")
            self._log(ResumeEntry(seat_no, message.id))
        elif isinstance(message, protocol.Rematch):
            seat = self.seats[seat_no]
            if self.phase != "over":
                raise Refusal("not-over")
            if seat.acked < seat.sent:  # they have not seen the end: they mean another match
                raise Refusal("stale", after=str(seat.acked), number=str(seat.sent))
            seat.rematch = True
            seat.answer(message.id)
            self._check_rematch(now)
        else:
            raise Refusal("again")  # a second Hello
        self._clocks(now)
        self._tell_seats()
        if isinstance(message, protocol.Resume):
            self._tell_time(now)

    def _check_answer(self, seat_no: int, after: int) -> None:
        """Raise Refusal unless a move can be made now and answers the seat's last notice."""
        if self.match is None:
            raise Refusal("not-playing")
        if self.phase == "paused":
            raise Refusal("paused")
        if self.held:
            raise Refusal("held")
        seat = self.seats[seat_no]
        if after != seat.sent:
            raise Refusal("stale", after=str(after), number=str(seat.sent))

    def _play(self, seat_no: int, move: str, id: str) -> None:
        match = self.match
        assert match is not None
        if seat_no in match.to_act and not self.delivery.asked:
            names = [self.seats[seat].name for seat in sorted(self.delivery.waiting)]
            raise Refusal("waiting", who=", ".join(names))
        drawn = match.drawn
        try:
            events = match.play(seat_no, move)
        except IllegalMove as error:
            raise Refusal(error.code, **error.arguments) from None
        except RulesError as failure:  # another name: mypyc gives one name one type
            self._failures.append(failure)
            raise Refusal("rules-failed") from None
        seat = self.seats[seat_no]
        if id:  # their own move shows that they have seen what it answers
            seat.acknowledge(seat.sent)
        acked = tuple([seat.acked for seat in self.seats])
        told = (*[seat.told for seat in self.seats], self.delivery.public_told)
        self._append(MoveEntry(seat_no, match.last_move, match.luck_since(drawn), id, acked, told))
        seat.answer(id)
        self._played(seat_no, events, id)

    def _undo(self, seat_no: int, id: str) -> None:
        if self.over or not messages.can_undo(self, seat_no):
            raise Refusal("nothing-to-undo")
        self._check_mind()
        self._log(UndoEntry(seat_no, id))

    def _bot_moved(self, seat_no: int, move: str, step: int, now: float) -> None:
        if step == self.step and self.thinking is not None and self.thinking[0] == seat_no:
            try:
                self._play(seat_no, move, "")
            except Refusal:  # the rules failed; without a pause the bot would try for ever
                self._log(PauseEntry(seat_no))
                self._tell_seats()
                for listener in self.listeners():
                    self._refuse(listener, Refusal("table-failed"), None)

    def _ack(self, seat_no: int, upto: int, now: float) -> None:
        seat = self.seats[seat_no]
        waiting = self.delivery.waiting
        if seat.acknowledge(upto):
            self._forgot = now
        if seat_no in waiting and seat.acked >= seat.sent:
            waiting.remove(seat_no)
            self._tell(now)

    def _tick(self, now: float) -> None:
        changed = False
        for at, seat_no in self.deadlines():
            if at > now:
                continue
            seat = self.seats[seat_no]
            if seat_no in self.delivery.waiting or not seat.listeners:
                seat.stand_in = changed = True
                self.delivery.waiting.discard(seat_no)
            else:
                seat.overtime = True
        if changed:
            self._tell_seats()
            self._tell(now)

    def _clocks(self, now: float) -> None:
        """Start or stop the clocks: they run while the match is played and somebody is there."""
        runs = self.phase == "playing" and self.present
        if runs and self._stopped is not None:
            gap = now - self._stopped
            self.since += gap
            for seat in self.seats:
                seat.gone += gap
            self._stopped = None
        elif not runs and self._stopped is None:
            self._stopped = now

    def _check_rematch(self, now: float) -> None:
        """Begin the next match if all who are connected want it, and somebody is connected."""
        there = [seat for seat in self.seats if seat.person and seat.listeners]
        old = self.match
        if self.phase != "over" or old is None or not there or not all(s.rematch for s in there):
            return
        before = self.seats
        match = old.rematch()
        told = (*(seat.told for seat in before), self.delivery.public_told)
        opened = msgspec.structs.replace(
            self.opened,
            previous=match.previous,
            told=told,
            unseen=[seat.queue for seat in before],
            answered=[list(seat.answered) for seat in before],
        )
        self._set_up(self._new_id(), opened)
        self._append(opened)
        for seat_no, seat in enumerate(before):
            self._log(SitEntry(seat_no, seat.name, seat.secret, seat.bot))
            new = self.seats[seat_no]
            new.listeners, new.gone, new.refused = seat.listeners, seat.gone, seat.refused
        self._begin_match(match)
        self._append(StartEntry(match.luck_since(0)))
        self._clocks(now)

    def _release(self, now: float) -> None:
        if self.held and self.delivery.steps:
            self.held = False
            self.delivery.begin_step(again=True)
            self._tell(now)

    # What comes out.

    def _tell(self, now: float) -> None:
        """Tell group after group, until an ack is missing."""
        match, delivery = self.match, self.delivery
        if match is None:
            return
        silent = not delivery.events  # a match may begin so: then the view is the news
        while not self.held:
            group = delivery.next_group()
            if group is None:
                break
            self.since = self.time_at(now)
            delivery.asked = delivery.complete and not match.over
            for seat_no in group:
                seat = self.seats[seat_no]
                after = delivery.tell(seat_no, seat)
                if after < seat.sent or delivery.asked or silent:
                    for listener in seat.listeners:
                        told_to = messages.told_to(self, listener, after, now, delivery.again)
                        self._messages.append((listener, told_to))
            # Spectators are never waited for, and are told all of it at once.
            if delivery.public or (silent and delivery.complete):
                for listener in self._listeners:
                    self._messages.append((listener, messages.told_to(self, listener, 0, now)))
                delivery.public = []
            if delivery.asked:
                self._tell_time(now, but=group)

    def _tell_time(self, now: float, but: Sequence[int] = ()) -> None:
        """Tell everybody how much time is left for this turn, or until a bot plays, if any."""
        if messages.time_left(self, now) is not None or messages.bot_in(self, now):
            for listener in self.listeners():
                if listener.seat not in but:
                    sent = 0 if listener.seat is None else self.seats[listener.seat].sent
                    self._messages.append((listener, messages.told_to(self, listener, sent, now)))
