"""Virtual time and chance: nothing waits, and everything follows from the seed."""

from __future__ import annotations

import heapq
from collections import Counter, deque
from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from settebello.luck import Seeded
from settebello.table import protocol
from settebello.table.entries import OpenEntry, decode_entry
from settebello.table.storage import EntryRow

if TYPE_CHECKING:
    from table.simulator.link import Link


class Request(NamedTuple):
    """What a client has asked."""

    seat: int | None
    message: protocol.ClientMessage


class Accepting(Protocol):
    """A server, as its connections see it."""

    def accept(self, link: Link) -> None: ...

    def receive(self, link: Link, text: str) -> None: ...

    def gone(self, link: Link) -> None: ...


class Timeline:
    """All that happens in a world, in the order of a virtual clock."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.now = 0.0
        self.calm = False
        self.tally: Counter[str] = Counter(seeds=1)
        self.requests: dict[str, Request] = {}  # by id
        self.numbers = count(1)  # for ids
        self._tables: dict[str, str] = {}  # of matches
        self._events: list[tuple[float, int, Callable[..., object], tuple[Any, ...]]] = []
        self._number = count()
        self._last: deque[tuple[float, Callable[..., object], tuple[Any, ...]]] = deque(maxlen=20)

    def entrance(self) -> Accepting | None:
        """The server that a client who comes now is led to."""
        raise NotImplementedError

    def at(self, time: float, action: Callable[..., object], *arguments: Any) -> None:
        heapq.heappush(self._events, (time, next(self._number), action, arguments))

    def after(self, delay: float, action: Callable[..., object], *arguments: Any) -> None:
        self.at(self.now + delay, action, *arguments)

    def next(self) -> None:
        """Let the next thing happen."""
        self.now, _, action, arguments = heapq.heappop(self._events)
        self._last.append((self.now, action, arguments))
        action(*arguments)

    def history(self) -> Iterator[str]:
        """The last events before a failure."""
        for at, action, arguments in self._last:
            while arguments and isinstance(arguments[-1], tuple):  # what a link or a server carries
                *_, action, arguments = arguments
            told = " ".join(str(a)[:200] for a in arguments if isinstance(a, str | int | float))
            yield f"{at:10.3f} {getattr(action, '__qualname__', action)} {told}"

    def chance(self, probability: float) -> bool:
        """Whether something goes wrong; never once the faults have stopped."""
        return not self.calm and self.random.random() < probability

    def luck(self) -> Seeded:
        return Seeded(self.random.getrandbits(64))

    def new_id(self) -> str:
        return f"match {next(self.numbers)}"

    def table_named(self, match: str) -> str:
        """The table of a match."""
        return self._tables[match]

    def table_of(self, row: EntryRow) -> str:
        """The table that an entry is about."""
        if row.number == 1:
            opened = decode_entry(row.body)
            assert isinstance(opened, OpenEntry)
            self._tables[row.match] = opened.table
        return self._tables[row.match]
