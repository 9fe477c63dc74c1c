"""The state of a table, as a client knows it."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from settebello.bots import Turn
from settebello.client.connection import Lost
from settebello.client.errors import ClientError
from settebello.game import Move, View
from settebello.mind import Mind
from settebello.registry import find_named
from settebello.rejection import RejectionCode
from settebello.table import protocol


class Standing:
    """The state of a table, kept up to date from its messages.

    `phase`, `seat`, `seats`, `teams`, `to_act`, `legal`, `view`, `can_undo` and `coach` are what
    the last message said; `notices` are those of this match, and `number` is what a move has to
    answer. `dev` is whether it is a table on the server of an author, `watching` how many watch.
    `public` is whether it is a table for strangers; `fill_in` how many seconds after the welcome
    bots take its free seats, if they do.
    """

    def __init__(self, match: str = "", notices: list[protocol.Notice] | None = None) -> None:
        self.match = match
        self.notices = list(notices or ())  # of this match
        self.game = ""
        self.options: dict[str, Any] = {}
        self.phase: protocol.Phase = "open"
        self.seat: int | None = None
        self.seats: list[protocol.SeatInfo] = []
        self.teams: tuple[
            tuple[int, ...], ...
        ] = ()  # the seats that play together, if anybody does
        self.number = 0  # of the last notice: what a move has to answer
        self.to_act: tuple[int, ...] = ()
        self.legal: list[protocol.Choice] = []
        self.view: View | None = None
        self.can_undo = False
        self.coach: protocol.Coach | None = None
        self.dev = False
        self.public = False
        self.fill_in: float | None = None
        self.watching = 0

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.phase == "over"

    @property
    def players(self) -> list[str]:
        """The names, by seat; a free seat has an empty one."""
        return [seat.name for seat in self.seats]

    def take(self, message: protocol.ServerMessage | Lost) -> list[protocol.Notice]:
        """Take in a message; returns the new notices."""
        if isinstance(message, protocol.Welcome):
            self.game, self.options, self.seat = message.game, message.options, message.seat
            self.teams, self.dev = message.teams, message.dev
            self.public, self.fill_in = message.public, message.fill_in
        if isinstance(message, protocol.Welcome | protocol.Seats):
            if message.match != self.match:
                self.match, self.notices, self.legal = message.match, [], []
            self.phase, self.seats = message.phase, message.seats
            self.watching = message.watching
        if not isinstance(message, protocol.Welcome | protocol.Told):
            return []
        if self.over and message.to_act:  # a rematch
            self.phase, self.notices = "playing", []
        if isinstance(message, protocol.Told) and not message.to_act and not message.more:
            self.phase = "over"
        self.number, self.to_act = message.number, message.to_act
        self.legal, self.can_undo = message.legal, message.can_undo
        self.coach = message.coach
        if message.view is not None:
            self.view = view_of(message.view)
        self.notices += message.notices
        return message.notices

    def turn(
        self, chance: random.Random, fetch: Callable[[], Mapping[str, Any]] | None = None
    ) -> Turn:
        """The turn of the seat, as bots get it; ValueError for a spectator or without a view.

        `fetch` gets the seat record from the server; it is called when a bot asks for the `mind`,
        which is not there without it.
        """
        view, seat = self.view, self.seat
        if view is None or seat is None:
            raise ValueError("There is no turn without a view and a seat.")
        moves = [Move(c.text, c.verb, c.pieces, (), c.slots) for c in self.legal]
        notices, so_far = self.notices, len(self.notices)
        mind = None if fetch is None else partial(self._mind, fetch, self.match, self.number)
        return Turn(
            seat,
            chance,
            self.options,
            legal=lambda _: moves,
            view=lambda _: view,
            notices=lambda _: notices[:so_far],
            mind=mind,
        )

    def _mind(
        self, fetch: Callable[[], Mapping[str, Any]], match: str, number: int, seat: int
    ) -> Mind:
        """What the seat knows; ClientError if the turn is over, ValueError without its rules."""
        told = fetch()
        if (told["match"], told["number"]) != (match, number):
            raise ClientError(RejectionCode.STALE, after=number, number=told["number"])
        record = told["record"]
        return Mind.follow(find_named(record["game"], record["rules"]), record)

    def result(self) -> MatchResult:
        """How the match ended, by the last view."""
        facts = self.view.facts if self.view is not None else {}
        scores, winners = tuple(facts.get("scores", ())), tuple(facts.get("winners", ()))
        players = tuple(self.players)
        return MatchResult(self.match, self.seat, players, scores, winners, self.teams)


class MatchResult(NamedTuple):
    """How a match ended: its id, your seat (None for a spectator), names, scores and winners.

    `teams` are the seats that played together, if anybody did; all seats of a team win.
    """

    match: str
    seat: int | None
    players: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    teams: tuple[tuple[int, ...], ...] = ()

    @property
    def won(self) -> bool:
        """Whether your seat is among the winners."""
        return self.seat in self.winners


def view_of(data: Mapping[str, Any]) -> View:
    """A view, from the JSON that `View.to_dict` makes."""
    facts = dict(data)
    names = ("viewer", "places", "pieces", "private")
    viewer, places, pieces, private = (facts.pop(name, None) for name in names)
    return View(viewer, places or {}, pieces or {}, facts, private)
