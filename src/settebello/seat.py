"""A seat at a live table, and the connections that listen there."""

from __future__ import annotations

from typing import Protocol

from settebello import wire

REMEMBERED = 64  # ids of moves, by seat, that are answered again when they come again
SPECTATOR = None


class Listener(Protocol):
    """A connection, as far as a table and its driver need to know it."""

    seat: int | None
    language: str | None  # it wants sentences, in this language
    views: bool  # it wants a view with everything it is told

    def send(self, *messages: wire.ServerMessage) -> None: ...

    def close(self, code: str) -> None: ...


Letter = tuple[Listener, wire.ServerMessage]


class Seat:
    """A seat: who sits there, and what he has been told and has acknowledged."""

    __slots__ = (
        "acked",
        "answered",
        "bot",
        "gone",
        "listeners",
        "name",
        "overtime",
        "queue",
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
        self.sat = 0  # the number of the entry that says so
        self.told = self.sent = self.acked = told  # numbers of notices: made, sent, acknowledged
        self.queue: list[wire.Notice] = []  # the notices after `acked`
        self.listeners: list[Listener] = []
        self.gone = 0.0  # since when nobody has been connected
        self.stand_in = False  # a bot plays for him while he is away
        self.overtime = False  # his clock has run out: a bot makes this one move
        self.rematch = False
        self.answered: dict[str, None] = {}

    @property
    def person(self) -> bool:
        return bool(self.name) and not self.bot

    def acknowledge(self, number: int) -> None:
        if number > self.acked:
            self.acked = min(number, self.sent)
            if self.acked == self.told:
                self.queue = []
                return
            self.queue = [notice for notice in self.queue if notice["number"] > self.acked]

    def answer(self, id: str) -> None:
        if id:
            self.answered[id] = None
            if len(self.answered) > REMEMBERED:
                del self.answered[next(iter(self.answered))]
