"""A public table before its match: strangers sit down, and bots take the free seats in time.

Such a table has no host. Its match begins by itself when it is full, or when the wait is over that
the first player chose. A player who is not connected for a while loses the seat, so that nobody
meets somebody who is not there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from settebello.players import distinct_name

if TYPE_CHECKING:
    from settebello.table.table import Table

HOLD = 15.0  # seconds, if the host says nothing else
NEVER: Final = float("inf")


def gathers(table: Table) -> bool:
    """Whether it is a public table whose match has not begun."""
    state = table.state
    return state.phase == "open" and state.opened.public


def begin(table: Table, now: float, today: float, hold: float = HOLD) -> None:
    """A table is there, new or rebuilt: from now on it waits for its players, if it is public.

    `today` is the same time in seconds since 1970. What is left of the wait is what was left before
    a crash; but those who sit there have time to come back. A seat is kept for `hold` seconds for a
    player who is not connected.
    """
    if gathers(table):
        fill_at = table.opened.fill_at
        table.clock.bots_at = None if fill_at is None else now + max(0.0, fill_at - today)
        table.clock.hold = hold
        table.clock.run(now, table.seats)
        start_if_full(table, now)


def sit(table: Table, name: str, secret: str, now: float, seat: int | None = None) -> int:
    """A person takes a seat, as in `Table.sit`; a public table begins if it was the last one.

    Strangers did not agree on their names: at a public table one that is taken gets a number.
    """
    if not gathers(table):
        return table.sit(name, secret, seat=seat)
    seat_no = table.sit(distinct_name(name, table.state.names()), secret, seat=seat)
    table.seats[seat_no].gone = now
    start_if_full(table, now)
    return seat_no


def start_if_full(table: Table, now: float) -> None:
    """Begin the match of a public table at which no seat is free."""
    if gathers(table) and all(table.state.names()):
        table.start(now)


def due(table: Table) -> float:
    """When something happens by itself at a public table, if nobody comes or goes before."""
    if not gathers(table):
        return NEVER
    found = [table.seats[seat_no].gone + table.clock.hold for seat_no in away(table)]
    if table.clock.bots_at is not None and table.present:
        found.append(table.clock.bots_at)
    return min(found, default=NEVER)


def tick(table: Table, now: float) -> None:
    """Time has passed: free the seats of those who have gone, or let bots take the free seats.

    Bots come only while somebody is connected; a table that everybody has left is closed.
    """
    if not gathers(table):
        return
    for seat_no in away(table):
        if table.seats[seat_no].gone + table.clock.hold <= now:
            table.stand(seat_no)
    bots_at = table.clock.bots_at
    if table.state.deserted:
        table.close()
    elif bots_at is not None and bots_at <= now and table.present:
        table.fill(table.opened.fill)
        table.start(now)


def fill_in(table: Table, now: float) -> float | None:
    """The seconds until bots take the free seats; None if they do not."""
    bots_at = table.clock.bots_at
    return round(max(0.0, bots_at - now), 1) if gathers(table) and bots_at is not None else None


def away(table: Table) -> list[int]:
    """The seats of people who are not connected."""
    players = table.state.players
    return [n for n, seat in enumerate(table.seats) if players[n].person and not seat.listeners]
