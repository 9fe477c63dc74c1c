"""A person's seat at a table, as a terminal needs it: a table in this process, or on a server."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Protocol

from settebello.bots import Turn
from settebello.client import ClientError, Lost, Standing, new_id
from settebello.game import View
from settebello.table import protocol

LONGEST_MOVE = 200  # characters
END: Final = None  # of what is typed

Request = (
    protocol.Move
    | protocol.Undo
    | protocol.Pause
    | protocol.Resume
    | protocol.Rematch
    | protocol.Nudge
    | protocol.Emote
)


class TerminalSeat(ABC):
    """The seat of a person, or the place of a spectator.

    `standing` has the view, the legal moves, the notices and who sits where. It is kept up to date
    from the messages of the table, which are the same wherever the table is.
    """

    help: Mapping[str, str]  # the commands that can be used here, with the sentences of their help
    server = ""  # its address, if the table is on one
    invitation = ""  # the link to send to friends
    lasts = True  # whether more may happen when a match that they only watch is over

    def __init__(self, speaks: str) -> None:
        self.speaks = speaks  # the language of what it says
        self.standing = Standing()
        self.unshown: list[protocol.Notice] = []  # told, and not on the screen yet
        self.paused: dict[int, View] = {}  # what lay where, after notices that are to be looked at
        self._looked_at: View | None = None
        self.latest: list[protocol.Notice] = []  # what they were told last, all at once
        self.asked: protocol.Move | None = None  # the move that waits for its answer
        self.wants_more = False  # another match, when this one is over

    @property
    def name(self) -> str:
        seat = self.standing.seat
        return "" if seat is None else self.standing.players[seat]

    @property
    def to_move(self) -> bool:
        return bool(self.standing.legal) and self.standing.phase == "playing"

    def move(self, text: str) -> None:
        """Ask for a move, given as its text, in answer to the last notice."""
        self.asked = protocol.Move(new_id(), self.standing.number, text[:LONGEST_MOVE])
        self.request(self.asked)

    def undo(self) -> None:
        self.request(protocol.Undo(new_id(), self.standing.number))

    def rematch(self) -> None:
        self.wants_more = self.standing.over
        self.request(protocol.Rematch(new_id()))

    def look_at(self, view: View | None, notices: Sequence[protocol.Notice]) -> None:
        """Keep what there is to look at in these notices; `view` was there before them.

        While a move is told in parts there is no new view, so the last thing to look at goes on.
        """
        new = self.standing.view is not view
        for notice, then in views_at_pauses(self._looked_at or view, notices):
            self.paused[notice] = self._looked_at = then
        if new:
            self._looked_at = None

    @abstractmethod
    def request(self, message: Request) -> None:
        """Send a request to the table; an `Answer` or a `Refused` with its id will come."""

    @abstractmethod
    def shown(self) -> None:
        """All that this seat was told is on the screen now."""

    @abstractmethod
    def turn(self) -> Turn:
        """The turn of the seat, for a bot that is asked for a hint."""

    @abstractmethod
    def log(self) -> list[protocol.Notice]:
        """All that this seat was told of this match; `later` without the faces to be remembered."""

    @abstractmethod
    def record(self) -> Mapping[str, Any]:
        """The record of the match; ValueError if it cannot be had."""

    @abstractmethod
    def way_back(self) -> str | None:
        """The sentence that says how to come back; None if there is nothing to come back to."""

    # Only on a server: who opened the table starts the match, and can free the others' seats.

    def hosts(self) -> bool:
        """Whether the player has to start the match."""
        return False

    def start(self, fill: str) -> None:  # noqa: B027 (a local match has begun)
        """Start the match, as the host; ClientError if that is not possible."""

    def forget(self) -> None:  # noqa: B027 (nobody frees a local seat)
        """The seat is not theirs any more."""


def views_at_pauses(
    view: View | None, notices: Sequence[protocol.Notice]
) -> Iterator[tuple[int, View]]:
    """Each notice that is to be looked at, by its number, with what lay where after it.

    `view` is that before the notices, which say how cards moved and which were shown.
    """
    if view is None or not any(notice.get("pause") for notice in notices):
        return
    places = {name: list(cards) for name, cards in view.places.items()}
    pieces = {name: list(ids) for name, ids in view.pieces.items()}
    for notice in notices:
        for way in notice.get("moved", ()):
            source, piece = way["from"], way.get("piece")
            if piece in pieces.get(source, ()):
                index = pieces[source].index(piece)
                del pieces[source][index], places[source][index]
            places.setdefault(way["to"], []).append(way["card"])
            pieces.setdefault(way["to"], []).append(way.get("becomes", piece or ""))
        for card in notice.get("shown", ()):
            if card.get("piece") in pieces.get(card["at"], ()):
                places[card["at"]][pieces[card["at"]].index(card["piece"])] = card["card"]
        if notice.get("pause"):
            then = {name: list(cards) for name, cards in places.items()}
            ids = {name: list(ids) for name, ids in pieces.items()}
            yield notice["number"], View(view.viewer, then, ids, view.facts)


Heard = tuple[TerminalSeat, protocol.ServerMessage | Lost | ClientError]


class Incoming(Protocol):
    """What is typed, and what tables tell, one by one."""

    def settled(self) -> bool:
        """Whether a question may be asked now: else there is more to be told first."""

    def next(self) -> str | Heard | None:
        """Wait for a typed line or a message; `END` when nothing more will be typed."""
