"""A seat at a live table, and the connections of its player."""

from __future__ import annotations

from typing import Protocol

from settebello.table import protocol

REMEMBERED = 64  # ids of requests, by seat, that get the same answer when they are sent again
SPECTATOR = None


class Refusal(ValueError):
    """A table refuses a request: a code for programs, and arguments for its sentence."""

    def __init__(self, code: str, **arguments: str) -> None:
        super().__init__(code)
        self.code = code
        self.arguments = arguments


class Listener(Protocol):
    """A connection, as a table and its driver need it."""

    seat: int | None
    language: str | None  # it wants sentences, in this language
    views: bool  # it wants a view with everything it is told

    def send(self, *messages: protocol.ServerMessage) -> None: ...

    def close(self, code: str) -> None: ...


Letter = tuple[Listener, protocol.ServerMessage]


class TableSeat:
    """A seat: who sits there, and what they have been told and have acknowledged."""

    __slots__ = (
        "acked",
        "answered",
        "bot",
        "glimpses",
        "gone",
        "listeners",
        "name",
        "overtime",
        "queue",
        "refused",
        "rematch",
        "sat",
        "secret",
        "sent",
        "stand_in",
        "told",
    )

    def __init__(self, told: int = 0) -> None:
        self.name = ""
        self.bot = ""
        self.secret = ""  # its hash
        self.sat = 0  # the number of the entry of sitting down
        self.told = self.sent = self.acked = told  # numbers of notices: made, sent, acknowledged
        self.queue: list[protocol.Notice] = []  # the notices after `acked`
        self.glimpses: list[int] = []  # numbers of those with a secret face to be remembered
        self.listeners: list[Listener] = []
        self.gone = 0.0  # since when nobody has been connected
        self.stand_in = False  # a bot plays while they are away
        self.overtime = False  # their clock has run out: a bot makes this one move
        self.rematch = False
        self.answered: dict[str, None] = {}
        self.refused: dict[str, Refusal] = {}  # in memory: no copy outlives its connection

    @property
    def person(self) -> bool:
        return bool(self.name) and not self.bot

    def acknowledge(self, notice_no: int) -> bool:
        """Count what was sent up to this number as seen.

        Returns whether a secret face is gone from their screen with it. That face is not told
        again, so this ack has to be stored before anything follows from it.
        """
        if notice_no <= self.acked:
            return False
        self.acked = min(notice_no, self.sent)
        if self.acked == self.told:
            self.queue = []
        else:
            self.queue = [notice for notice in self.queue if notice["number"] > self.acked]
        glimpsed = bool(self.glimpses) and self.glimpses[0] <= self.acked
        if glimpsed:
            self.glimpses = [notice_no for notice_no in self.glimpses if notice_no > self.acked]
        return glimpsed

    def renumber(self, told: int) -> None:
        """Give the last notice the number that it had when it was told, and shift the others."""
        shift = told - self.told
        if shift:
            self.told = told
            self.queue = [{**notice, "number": notice["number"] + shift} for notice in self.queue]
            self.glimpses = [notice_no + shift for notice_no in self.glimpses]

    def answer(self, id: str) -> None:
        """Remember that the request with this id was answered."""
        if id:
            self.answered[id] = None
            if len(self.answered) > REMEMBERED:
                del self.answered[next(iter(self.answered))]

    def refuse(self, id: str, refusal: Refusal) -> None:
        """Remember a refusal: a late copy of the request gets the same one."""
        self.refused[id] = refusal
        if len(self.refused) > REMEMBERED:
            del self.refused[next(iter(self.refused))]
