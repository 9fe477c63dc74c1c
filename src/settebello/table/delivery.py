"""How far the last move has been told: step by step, group by group, and whose acks are missing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Protocol

from settebello.events import Event, is_open
from settebello.table import protocol
from settebello.table.entries import OpenEntry, TableProgress
from settebello.table.state import SeatedPlayer

# A notice that is not made yet: its number, the event, and its viewer.
Unmade = tuple[int, Event, int]


class DeliveryStep:
    """A step of a delivery: the events up to number `upto` are told to these groups, in turn.

    A group is told when the group before it has acknowledged. The last group of a move's last step
    are those who are to act: they are asked for a move, which counts as their ack. With `pause`
    the step ends with something to look at: see `Tell.pause`.
    """

    __slots__ = ("groups", "pause", "upto")

    def __init__(self, upto: int, groups: tuple[tuple[int, ...], ...], pause: bool = False) -> None:
        self.upto = upto
        self.groups = groups
        self.pause = pause


class Mailbox:
    """The notices of a seat: made, sent and acknowledged up to these numbers."""

    __slots__ = ("_queue", "_unmade", "acked", "glimpses", "sent", "told")

    def __init__(self, told: int, unseen: Sequence[protocol.Notice] = ()) -> None:
        """`told` is the number of the last notice; `unseen` are those not acknowledged."""
        self.told = self.sent = told
        self.acked = told - len(unseen)
        self._queue = list(unseen)
        self._unmade: list[Unmade] | None = None  # the notices after those, if there are any
        self.glimpses: list[int] = []  # numbers of those with a secret face to be remembered

    @property
    def queue(self) -> list[protocol.Notice]:
        """The notices after `acked`."""
        if self._unmade:
            self._queue += [event.numbered(number, seat) for number, event, seat in self._unmade]
            self._unmade = None
        return self._queue

    def between(self, after: int, upto: int) -> list[protocol.Notice]:
        """The notices after one number and up to another, as far as they are not acknowledged."""
        if after <= self.acked and upto == self.told:  # nearly always
            return self.queue[:]
        return [notice for notice in self.queue if after < notice["number"] <= upto]

    def add_later(self, event: Event, seat: int) -> None:
        """Add the last notice: it is made when it is needed."""
        if self._unmade is None:
            self._unmade = []
        self._unmade.append((self.told, event, seat))

    def acknowledge(self, notice_no: int) -> bool:
        """Count what was sent up to this number as seen.

        Returns whether a secret face is gone from their screen with it. That face is not told
        again, so this ack has to be stored before anything follows from it.
        """
        if notice_no <= self.acked:
            return False
        self.acked = min(notice_no, self.sent)
        if self.acked == self.told:
            self._queue, self._unmade = [], None
        else:
            self._queue = [notice for notice in self.queue if notice["number"] > self.acked]
        glimpsed = bool(self.glimpses) and self.glimpses[0] <= self.acked
        if glimpsed:
            self.glimpses = [notice_no for notice_no in self.glimpses if notice_no > self.acked]
        return glimpsed

    def renumber(self, told: int) -> None:
        """Give the last notice the number that it had when it was told, and shift the others."""
        shift = told - self.told
        if shift:
            self.told = told
            self._queue = [{**notice, "number": notice["number"] + shift} for notice in self.queue]
            self.glimpses = [notice_no + shift for notice_no in self.glimpses]

    def resume(self, told: int, acked: int) -> None:
        """Go on from these numbers, without the notices in between."""
        self.told = self.sent = told
        self.acked, self._queue, self._unmade = acked, [], None


class Delivery:
    """The notices of a match, and how far those of the last move have been told.

    Seats are given by their numbers.
    """

    __slots__ = (
        "again",
        "asked",
        "begun",
        "boxes",
        "done",
        "events",
        "free",
        "groups",
        "held",
        "looked",
        "public",
        "public_told",
        "replaying",
        "settled",
        "steps",
        "told_again",
        "waiting",
    )

    def __init__(self, opened: OpenEntry) -> None:
        told = opened.told or (0,) * (opened.seats + 1)
        unseen = opened.unseen or [[]] * opened.seats
        self.boxes = [Mailbox(told[seat], unseen[seat]) for seat in range(opened.seats)]
        self.public: list[protocol.Notice] = []  # what spectators are still to be told
        self.public_told = told[-1]  # the number of their last notice
        self.settled: Sequence[int] = ()  # what the last move in the log says was acknowledged
        self.replaying = False  # most notices will turn out to be acknowledged: see `add_later`
        self.held = False  # nothing is told, and no move is taken, until `release`
        self.events: list[Event] = []  # of the last move
        self.steps: list[DeliveryStep] = []  # the current one and those after it
        self.done = 0  # steps before the current one
        self.begun = 0  # events that were told before the current step
        self.groups: list[tuple[int, ...]] = []  # who is still to be told in this step
        self.waiting: set[int] = set()  # whose acks are missing
        self.asked = False  # whether those who are to act have been told so
        # Those who may move whatever they have been told of the last move: see `choosing`. Each has
        # the number of the last notice when they were asked.
        self.free: dict[int, int] = {}
        self.looked = False  # whether the step before this one was a pause
        self.again = False  # whether this step is told a second time
        self.told_again: list[int] = []  # who has been told a second time

    def begin(
        self,
        events: list[Event],
        steps: Sequence[DeliveryStep],
        players: Sequence[SeatedPlayer],
        watched: bool,
    ) -> None:
        """Number the events for each viewer, and begin with the first step."""
        self.public = []
        spectators = len(players)
        for event in events:
            shared = not self.replaying and is_open(
                event
            )  # then seats with the same number share a notice
            last, notice = -1, {}
            for seat, box in enumerate(self.boxes):
                if event.viewers >> seat & 1:
                    box.told += 1
                    if not players[seat].bot:
                        if event.glimpsed >> seat & 1:
                            box.glimpses.append(box.told)
                        if self.replaying:
                            box.add_later(event, seat)
                            continue
                        if not shared or box.told != last:
                            last, notice = box.told, event.numbered(box.told, seat)
                        box.queue.append(notice)
            if event.viewers >> spectators & 1:
                self.public_told += 1
                if watched:
                    self.public.append(event.numbered(self.public_told, spectators))
        self.events = events
        self.steps = list(steps)
        self.done = self.begun = 0
        self.looked = False
        self._begin_step(again=False)

    def set_free(self, seats: Iterable[int]) -> None:
        """Let these seats, which have been asked for a move, choose on: see `free`."""
        self.free = {seat: self.free.get(seat, self.boxes[seat].sent) for seat in seats}

    def asks(self, seat: int) -> bool:
        """Whether this seat has been asked for a move, if it is to act."""
        return self.asked or (seat in self.free and not self.pausing)

    def _begin_step(self, again: bool) -> None:
        """Begin the first of the remaining steps; `again` if it was begun before."""
        self.groups = list(self.steps[0].groups)
        self.waiting.clear()
        self.asked = False
        self.again = again
        self.told_again.clear()

    def _next_step(self) -> None:
        step = self.steps.pop(0)
        self.begun, self.looked = step.upto, step.pause
        self.done += 1
        self._begin_step(again=False)

    def hold(self) -> None:
        """Tell nothing until `release`; then the current step is told again from its start."""
        self.held = True
        if self.steps:
            self._begin_step(again=True)

    def release(self) -> None:
        if self.held and self.steps:
            self.held = False
            self._begin_step(again=True)

    def next_group(self) -> tuple[int, ...] | None:
        """The seats to tell now; None if acks are missing or everybody has been told."""
        if self.held or self.waiting or not self.steps:
            return None
        if not self.groups:
            if len(self.steps) == 1:
                return None
            self._next_step()
        return self.groups.pop(0)

    def tell(self, seat: int, waits: bool) -> int:
        """Count this step as sent to a seat; if `waits`, wait for its ack if one is due.

        Returns a number: the notices after it are to be sent.
        """
        box = self.boxes[seat]
        after = box.sent
        box.sent = max(after, self._told_after(self.steps[0].upto, seat))
        if self.again and seat not in self.told_again:
            self.told_again.append(seat)
            after = self._told_after(self.begun, seat)
        missing = box.acked < box.sent or (self.again and after < box.sent)
        if missing and waits and not self.asked:
            self.waiting.add(seat)
        return after

    def _told_after(self, events: int, seat: int) -> int:
        """The number of a seat's last notice after so many events of the move."""
        return self.boxes[seat].told - self._told_later(events, seat)

    def _told_later(self, events: int, viewer: int) -> int:
        """How many notices a viewer gets after so many events of the move."""
        if events == len(self.events):  # nearly always
            return 0
        return sum([event.viewers >> viewer & 1 for event in self.events[events:]])

    def due(self, seat: int) -> int:
        """The number of the last notice that a seat may be told now."""
        return self._told_after(self.steps[0].upto, seat) if self.pausing else self.boxes[seat].told

    def public_due(self) -> tuple[int, list[protocol.Notice]]:
        """The number of the last notice that spectators may be told now, and all up to it."""
        if not self.pausing:
            return self.public_told, self.public
        number = self.public_told - self._told_later(self.steps[0].upto, len(self.boxes))
        return number, [notice for notice in self.public if notice["number"] <= number]

    # Numbers that the log keeps, so that they go on if later rules tell more or less.

    def numbers(self) -> tuple[int, ...]:
        """The number of the last notice, by viewer, spectators last."""
        return (*[box.told for box in self.boxes], self.public_told)

    def acknowledged(self) -> tuple[int, ...]:
        """The number up to which each seat has acknowledged."""
        return tuple([box.acked for box in self.boxes])

    def settle(self, told: Sequence[int], acked: Sequence[int]) -> None:
        """A move is made: all before it has these numbers, and has been acknowledged so far.

        Entries of old stores do not have them.
        """
        self.settled = acked
        for seat, box in enumerate(self.boxes):
            if seat < len(told):
                box.renumber(told[seat])
            if seat < len(acked):
                notice_no = acked[seat]
                if box.sent < notice_no:
                    box.sent = notice_no
                box.acknowledge(notice_no)
        if told:
            self.public_told = told[-1]

    def resume(self, told: Sequence[int], acked: Sequence[int]) -> None:
        """Go on from a snapshot with these numbers; who has not acknowledged all of it will have.

        The entries after the snapshot say so.
        """
        for box, last, seen in zip(self.boxes, told, acked, strict=False):
            box.resume(last, seen)
        self.public_told = told[-1]

    def recover(self, noted: TableProgress, acked: Sequence[int]) -> None:
        """Go on after the last entry of a log: `noted` is the progress since then."""
        self.replaying = False
        for seat in range(min(len(self.boxes), len(noted.told), len(noted.acked))):
            box, told = self.boxes[seat], noted.told[seat]
            # Players who had seen all of it are not told it again.
            if noted.acked[seat] >= told or box.told < told:
                box.renumber(told)
        for box in self.boxes:
            box.sent = box.told
        for seat in range(min(len(self.boxes), len(acked))):
            self.boxes[seat].acknowledge(acked[seat])
        for _ in range(min(noted.steps, len(self.steps) - 1)):
            self._next_step()
        if self.held or self.pausing:
            for seat, box in enumerate(self.boxes):
                box.sent = max(box.acked, self._told_after(self.begun, seat))

    # What can be asked of it.

    @property
    def now(self) -> Sequence[Event]:
        """The events of the step that is being told."""
        return self.events[self.begun : self.steps[0].upto] if self.steps else ()

    @property
    def last_step(self) -> bool:
        """Whether the current step is the last one of its move."""
        return len(self.steps) == 1

    @property
    def pausing(self) -> bool:
        """Whether something is looked at now, and the rest of the move is told after that."""
        return bool(self.steps) and self.steps[0].pause

    @property
    def first_group(self) -> bool:
        """Whether those who are told now are the first in this step."""
        return len(self.groups) + 1 == len(self.steps[0].groups)

    @property
    def complete(self) -> bool:
        """Whether nobody is left to be told; some may still be waited for."""
        return len(self.steps) == 1 and not self.groups

    def expects(self, seat: int | None, notice_no: int) -> bool:
        """Whether an ack of this number by this seat says something new."""
        return seat is not None and self.boxes[seat].acked < notice_no <= self.boxes[seat].sent


class DeliveryPolicy(Protocol):
    """How a table tells its moves, and what else it does differently from others.

    The table asks its policy, and knows nothing of dialects.
    """

    @property
    def catches_up(self) -> bool:
        """Whether a player who comes back is told at once what they missed."""

    @property
    def ends_when_told(self) -> bool:
        """Whether a match counts as over in lists only when everybody has been told its end."""

    def permits(self, request: str) -> bool:
        """Whether players may ask for this: undo, pause, rematch, rename, nudge ..."""

    def steps(
        self, events: Sequence[Event], to_act: Sequence[int], seats: int
    ) -> Sequence[DeliveryStep]:
        """The steps in which these events of a move are told."""

    def opened(self, delivery: Delivery) -> None:
        """A match is opened."""

    def left(self, delivery: Delivery, seat: int, end_told: bool) -> None:
        """The last connection of a seat is gone; `end_told` if all have been told the end."""


class OthersFirst:
    """One step: first those who are not to act, then those who are. Nobody holds up the table.

    What has to be looked at before the rest of the move is told to all at once in a step before it.
    """

    catches_up = True
    ends_when_told = False

    def permits(self, request: str) -> bool:
        return True

    def steps(
        self, events: Sequence[Event], to_act: Sequence[int], seats: int
    ) -> list[DeliveryStep]:
        last = DeliveryStep(len(events), others_first(tuple(to_act), seats))
        pauses: list[int] = []
        for number, event in enumerate(events, start=1):
            if event.pause:
                pauses.append(number)
        if not pauses:
            return [last]
        everybody = (tuple(range(seats)),)
        # After the last event there is nothing to be held back.
        return [*[DeliveryStep(n, everybody, True) for n in pauses if n < len(events)], last]

    def opened(self, delivery: Delivery) -> None:
        pass

    def left(self, delivery: Delivery, seat: int, end_told: bool) -> None:
        pass


@lru_cache(1024)
def others_first(to_act: tuple[int, ...], seats: int) -> tuple[tuple[int, ...], ...]:
    """Two groups of seats: those who are not to act, then those who are."""
    others = tuple([seat for seat in range(seats) if seat not in to_act])
    if not others or not to_act:
        return (others or to_act,)
    return others, to_act


OTHERS_FIRST = OthersFirst()
