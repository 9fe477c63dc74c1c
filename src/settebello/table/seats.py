"""The seats of a table as people use them: who is connected, who is away, and since when."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol, TypeVar

from settebello.rejection import Rejection
from settebello.table import protocol

REMEMBERED = 64  # ids of requests, by seat, that get the same answer when they are sent again
SPECTATOR = None
# What most seats have none of. They share it, to save memory; nobody can put anything into it.
NO_IDS: Mapping[str, Any] = MappingProxyType({})

T = TypeVar("T")


class Listener(Protocol):
    """A connection, as a table and its driver need it."""

    seat: int | None
    language: str | None  # it wants sentences, in this language
    views: bool  # it wants a view with everything it is told

    def send(self, *messages: protocol.ServerMessage) -> None: ...

    def close(self, code: str) -> None: ...


Letter = tuple[Listener, protocol.ServerMessage]


class Audience:
    """Spectators who are told the same, as one listener: a message is made once for all of them."""

    __slots__ = ("language", "listeners", "seat", "views")

    def __init__(self, language: str | None, views: bool, listeners: Sequence[Listener]) -> None:
        self.seat: int | None = SPECTATOR
        self.language = language
        self.views = views
        self.listeners = listeners

    def send(self, *messages: protocol.ServerMessage) -> None:
        for listener in self.listeners:
            listener.send(*messages)

    def close(self, code: str) -> None:
        for listener in self.listeners:
            listener.close(code)


class Spectators:
    """Those who watch at a table, in the order in which they came."""

    __slots__ = ("_audiences", "_listeners", "told", "told_at")

    def __init__(self) -> None:
        self.told = 0  # how many all have been told that there are
        self.told_at = 0.0  # and when
        self._listeners: dict[Listener, None] | None = None  # until the first one comes
        self._audiences: Sequence[Audience] | None = ()  # None since somebody came or went

    def __len__(self) -> int:
        return len(self._listeners) if self._listeners else 0

    def __iter__(self) -> Iterator[Listener]:
        return iter(self._listeners or ())

    def add(self, listener: Listener) -> None:
        if self._listeners is None:
            self._listeners = {}
        self._listeners[listener] = None
        self._audiences = None

    def discard(self, listener: Listener) -> None:
        if self._listeners and listener in self._listeners:
            del self._listeners[listener]
            self._audiences = None

    def audiences(self) -> Sequence[Audience]:
        """All who are here now, together with those who want the same."""
        if self._audiences is None:
            kinds: dict[tuple[str | None, bool], list[Listener]] = {}
            for listener in self:
                kinds.setdefault((listener.language, listener.views), []).append(listener)
            self._audiences = tuple([Audience(*kind, each) for kind, each in kinds.items()])
        return self._audiences


class TableSeat:
    """A seat: its connections, who plays for an absent player, and the requests made from it."""

    __slots__ = (
        "answered", "gone", "hurried", "late", "listeners", "nudged_by", "overtime", "refused",
        "rematch", "stand_in", "thinking",
    )  # fmt: skip

    def __init__(self) -> None:
        self.listeners: tuple[Listener, ...] = ()  # not a list, which takes twice as much
        self.gone = 0.0  # since when nobody has been connected
        self.stand_in = False  # a bot plays while they are away
        self.overtime = False  # their clock has run out: a bot makes this one move
        self.late = False  # they are connected, and an ack has been missing for long
        self.nudged_by: tuple[int, ...] = ()  # the seats that have nudged them in this turn
        self.rematch = False  # they want another match
        self.thinking = False  # its bot takes a while to choose the move that it is to make
        self.hurried = False  # its bot had no time to think: the last move is a rule of thumb's
        self.answered: Mapping[str, None] = NO_IDS  # the ids of requests that were done
        # In memory only. A late copy comes on a connection that was open before the refusal, and
        # such a connection ends with the process that has this memory. So when the table is rebuilt
        # after that, here or on another node, no copy can come; and a move that came all the same
        # would answer an older number than the last one, unless nothing has been told since.
        self.refused: Mapping[str, Rejection] = NO_IDS

    def begin_match(self, answered: Iterable[str]) -> None:
        """A match begins, the first or a rematch; these ids were answered before it."""
        self.stand_in = self.overtime = self.rematch = False
        self.thinking = self.hurried = self.late = False
        self.nudged_by = ()
        self.answered = dict.fromkeys(answered) or NO_IDS

    def answer(self, id: str) -> None:
        """Remember that the request with this id was answered."""
        if id:
            self.answered = remembering(self.answered, id, None)

    def refuse(self, id: str, refusal: Rejection) -> None:
        """Remember a refusal: a late copy of the request gets the same one."""
        kept = refusal.with_traceback(None)  # which would keep its frames
        self.refused = remembering(self.refused, id, kept)


def remembering(ids: Mapping[str, T], id: str, answer: T) -> Mapping[str, T]:
    """These ids and one more, without the oldest if they are too many."""
    if not isinstance(ids, dict):
        return {id: answer}
    ids[id] = answer
    if len(ids) > REMEMBERED:
        del ids[next(iter(ids))]
    return ids


class TableClock:
    """The time of a table: it stands still while nobody plays or nobody is there."""

    __slots__ = ("bots_at", "hold", "latest", "since", "stopped")

    def __init__(self) -> None:
        self.latest = 0.0  # when something last came in
        self.since = 0.0  # when the table began to wait for what it waits for now
        self.stopped: float | None = 0.0  # since when it stands still, if it does
        self.bots_at: float | None = None  # when bots take the free seats of a public table
        self.hold = 0.0  # how long a seat is kept there for a player who is not connected

    def time_at(self, now: float) -> float:
        return now if self.stopped is None else self.stopped

    def run(self, now: float, seats: Iterable[TableSeat]) -> None:
        """Go on: the time in which it stood still counts for nobody."""
        if self.stopped is not None:
            gap = now - self.stopped
            self.since += gap
            for seat in seats:
                seat.gone += gap
            self.stopped = None

    def stop(self, now: float) -> None:
        if self.stopped is None:
            self.stopped = now
