"""Strangers find each other: "play now" gives a seat at a public table of a game.

Somebody who waits already is joined; else a table is opened, and others come, or bots. Who decides
that for a game is one node at a time, as for the lobby of 66: so two who ask at the same moment
meet, wherever they ask.
"""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from functools import partial

import msgspec

from settebello.registry import check_options
from settebello.rejection import Rejection, RejectionCode
from settebello.server.bodies import PlayNow, SeatFound
from settebello.server.lobby import Lobby
from settebello.server.request_context import RequestContext
from settebello.server.tables_api import check_level, game_and_seats
from settebello.store.interfaces import Elsewhere
from settebello.table import gathering
from settebello.table.driver import HostedTable
from settebello.table.entries import OpenEntry
from settebello.table.secrets import hashed, new_secret
from settebello.table.table import Table

CLOCK = 60.0  # seconds for a turn at a public table: a stranger who dawdles holds up no one

# The seat at a table was not to be had after all, and the next table is tried.
TAKEN = (
    RejectionCode.NOT_OPEN,
    RejectionCode.NO_FREE_SEAT,
    RejectionCode.CLOSED,
    RejectionCode.NOT_STORED,
    RejectionCode.TABLE_FAILED,
    RejectionCode.RULES_MISSING,
    RejectionCode.COME_BACK,
)


class Matchmaking:
    """Finds seats for strangers, one request for a game at a time."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._deciding: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._places: set[str] = set()  # that this node has claimed

    async def find(self, asked: RequestContext, wanted: PlayNow, opened: OpenEntry) -> SeatFound:
        """A seat for a stranger, at a table that waits or at a new one; raises Rejection.

        Raises Elsewhere if another node decides for this game.
        """
        place = f"play now {wanted.game}"
        async with self._deciding[wanted.game]:
            await self._lobby.ledger.claim(place)
            self._places.add(place)
            waiting = await self._waiting(wanted.game)
            own = hashed(asked.secret) if asked.secret else ""
            for hosted in waiting:
                seat = hosted.table.state.seat_of(own)
                if seat is not None:  # they wait already, in another window
                    return SeatFound(hosted.table.opened.table, seat, asked.secret or "")
            for hosted in waiting:
                if not suits(hosted.table, wanted):
                    continue
                secret = new_secret()
                sit = partial(joined, wanted=wanted, secret=hashed(secret), now=self._lobby.now)
                try:
                    seat = await self._lobby.change(hosted, sit)
                except Rejection as refusal:
                    if refusal.code not in TAKEN:
                        raise
                else:
                    return SeatFound(hosted.table.opened.table, seat, secret, joined=True)
            hosted, seat, secret, _ = await self._lobby.open(opened, wanted.name, asked.address)
            return SeatFound(hosted.table.opened.table, seat, secret)

    async def _waiting(self, game: str) -> list[HostedTable]:
        """The public tables of a game: those with the fewest free seats first, then the oldest.

        A table that another node has is left out: that node decided before this one did.
        """
        found: list[tuple[int, HostedTable]] = []
        headers = await self._lobby.store.unfinished(listed_only=True, open_only=True)
        for header in reversed(headers):
            summary = msgspec.json.decode(header.summary)
            if header.game != game or not summary.get("public"):
                continue
            try:
                hosted = await self._lobby.find(header.table)
            except (Elsewhere, Rejection):
                continue
            if hosted is not None and gathering.gathers(hosted.table):
                found.append((hosted.table.state.names().count(""), hosted))
        return [hosted for _, hosted in sorted(found, key=lambda each: each[0])]

    async def release(self) -> None:
        """Before this node stops: let others decide."""
        for place in self._places:
            await self._lobby.ledger.release(place)
        self._places = set()


def suits(table: Table, wanted: PlayNow) -> bool:
    """Whether somebody who wants this would play at a public table.

    Who wants only people joins those who want the same, and everybody joins where one is missing.
    """
    seats, free = len(table.seats), table.state.names().count("")
    same = (table.opened.fill_at is None) == (wanted.wait is None)
    return wanted.seats in (None, seats) and (free == 1 or (free > 1 and same))


def joined(table: Table, wanted: PlayNow, secret: str, now: float) -> int:
    """Take a seat at a table that waits; raises Rejection if it waits no more."""
    if table.phase == "closed":
        raise Rejection(RejectionCode.CLOSED)
    return gathering.sit(table, wanted.name, secret, now)


async def play_now(asked: RequestContext) -> SeatFound:
    """A seat at a public table of this game, which waits for players or is opened now."""
    wanted: PlayNow = asked.body
    game, seats = game_and_seats(asked.lobby, wanted.game, wanted.seats)
    check_level(game, seats, wanted.level)
    fill_at = None if wanted.wait is None else time.time() + wanted.wait
    opened = OpenEntry(
        "",
        game.NAME,
        game.VERSION,
        seats,
        check_options(game, {}),
        listed=True,
        clock=CLOCK,
        dev=asked.lobby.settings.dev,
        public=True,
        fill=wanted.level,
        fill_at=fill_at,
    )
    assert asked.matchmaking is not None
    return await asked.matchmaking.find(asked, wanted, opened)
