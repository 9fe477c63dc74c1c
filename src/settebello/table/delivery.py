"""How far the last move has been told: step by step, group by group, and whose acks are missing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from settebello.events import Event, is_open
from settebello.table import protocol
from settebello.table.seats import TableSeat


class DeliveryStep:
    """A step of a delivery: the events up to number `upto` are told to these groups, in turn.

    A group is told when the group before it has acknowledged. The last group of a move's last step
    are those who are to act: they are asked for a move, which counts as their ack.
    """

    __slots__ = ("groups", "upto")

    def __init__(self, upto: int, groups: tuple[tuple[int, ...], ...]) -> None:
        self.upto = upto
        self.groups = groups


class DeliveryPlan(Protocol):
    """Says in which steps a table tells a move."""

    @property
    def needs_everyone(self) -> bool:
        """Whether the table stops while somebody is away: see `TableState.held`."""

    def steps(
        self, events: Sequence[Event], to_act: Sequence[int], seats: int
    ) -> Sequence[DeliveryStep]: ...


class OthersFirst:
    """One step: first those who are not to act, then those who are."""

    needs_everyone = False

    def steps(
        self, events: Sequence[Event], to_act: Sequence[int], seats: int
    ) -> list[DeliveryStep]:
        return [DeliveryStep(len(events), others_first(to_act, seats))]


def others_first(to_act: Sequence[int], seats: int) -> tuple[tuple[int, ...], ...]:
    """Two groups of seats: those who are not to act, then those who are."""
    others = tuple([seat for seat in range(seats) if seat not in to_act])
    if not others or not to_act:
        return (others or tuple(to_act),)
    return others, tuple(to_act)


OTHERS_FIRST = OthersFirst()


class Delivery:
    """The delivery of the last move, in the steps of a plan. Seats are given by their numbers."""

    __slots__ = (
        "again",
        "asked",
        "begun",
        "done",
        "events",
        "groups",
        "heard_again",
        "public",
        "public_told",
        "steps",
        "waiting",
    )

    def __init__(self, public_told: int) -> None:
        self.public: list[protocol.Notice] = []  # what spectators are still to be told
        self.public_told = public_told  # the number of their last notice
        self.events: list[Event] = []  # of the last move
        self.steps: list[DeliveryStep] = []  # the current one and those after it
        self.done = 0  # steps before the current one
        self.begun = 0  # events that were told before the current step
        self.groups: list[tuple[int, ...]] = []  # who is still to be told in this step
        self.waiting: set[int] = set()  # whose acks are missing
        self.asked = False  # whether those who are to act have been told so
        self.again = False  # whether this step is told a second time
        self.heard_again: set[int] = set()  # who has been told a second time

    def begin(
        self,
        events: list[Event],
        steps: Sequence[DeliveryStep],
        seats: Sequence[TableSeat],
        watched: bool,
    ) -> None:
        """Number the events for each viewer, and begin with the first step."""
        self.public = []
        spectators = len(seats)
        for event in events:
            shared = is_open(event)  # then seats with the same number share a notice
            last, notice = -1, {}
            for seat_no, seat in enumerate(seats):
                if event.viewers >> seat_no & 1:
                    seat.told += 1
                    if not seat.bot:
                        if event.glimpsed >> seat_no & 1:
                            seat.glimpses.append(seat.told)
                        if not shared or seat.told != last:
                            last, notice = seat.told, event.numbered(seat.told, seat_no)
                        seat.queue.append(notice)
            if event.viewers >> spectators & 1:
                self.public_told += 1
                if watched:
                    self.public.append(event.numbered(self.public_told, spectators))
        self.events = events
        self.steps = list(steps)
        self.done = self.begun = 0
        self.begin_step(again=False)

    def begin_step(self, again: bool) -> None:
        """Begin the first of the remaining steps; `again` if it was begun before."""
        self.groups = list(self.steps[0].groups)
        self.waiting.clear()
        self.asked = False
        self.again = again
        self.heard_again.clear()

    def next_step(self) -> None:
        self.begun = self.steps.pop(0).upto
        self.done += 1
        self.begin_step(again=False)

    @property
    def now(self) -> Sequence[Event]:
        """The events of the step that is being told."""
        return self.events[self.begun : self.steps[0].upto] if self.steps else ()

    @property
    def last_step(self) -> bool:
        return len(self.steps) == 1

    @property
    def complete(self) -> bool:
        """Whether nobody is left to be told; some may still be waited for."""
        return len(self.steps) == 1 and not self.groups

    def next_group(self) -> tuple[int, ...] | None:
        """The seats to tell now; None if acks are missing or everybody has been told."""
        if self.waiting or not self.steps:
            return None
        if not self.groups:
            if len(self.steps) == 1:
                return None
            self.next_step()
        return self.groups.pop(0)

    def tell(self, seat_no: int, seat: TableSeat) -> int:
        """Count this step as sent to a seat, and wait for its ack if one is due.

        Returns a number: the notices after it are to be sent.
        """
        after = seat.sent
        seat.sent = max(after, self.told_after(self.steps[0].upto, seat_no, seat))
        if self.again and seat_no not in self.heard_again:
            self.heard_again.add(seat_no)
            after = self.told_after(self.begun, seat_no, seat)
        missing = seat.acked < seat.sent or (self.again and after < seat.sent)
        if missing and not self.asked and seat.person and not seat.stand_in:
            self.waiting.add(seat_no)
        return after

    def told_after(self, events: int, seat_no: int, seat: TableSeat) -> int:
        """The number of a seat's last notice after so many events of the move."""
        told = seat.told
        for index in range(events, len(self.events)):
            told -= self.events[index].viewers >> seat_no & 1
        return told
