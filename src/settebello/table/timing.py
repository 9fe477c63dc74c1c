"""How long a table waits for whom: acks that are overdue, absent players, clocks, free seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from settebello.table import gathering
from settebello.table.gathering import NEVER

if TYPE_CHECKING:
    from settebello.table.table import Table

COUNT_SECONDS = 1.0


def deadlines(table: Table) -> list[tuple[float, int]]:
    """When to stop waiting for which seat, by the table's clock."""
    found: list[tuple[float, int]] = []
    state, delivery = table.state, table.delivery
    if table.clock.stopped is not None or state.match is None or table.phase != "playing":
        return found
    since, opened = table.clock.since, state.opened
    grace = opened.grace if opened.absence == "bot" else None
    if grace is not None:
        found += [(since + grace, seat_no) for seat_no in delivery.waiting]
    if not delivery.asked or (grace is None and opened.clock is None):
        return found
    for seat_no in state.match.to_act:
        seat = table.seats[seat_no]
        if not state.players[seat_no].person or seat.stand_in or seat.overtime:
            continue
        if grace is not None and not seat.listeners:
            found.append((max(since, seat.gone) + grace, seat_no))
        if opened.clock is not None:
            found.append((since + opened.clock, seat_no))
    return found


def late_times(table: Table, waits: list[tuple[float, int]]) -> list[tuple[float, int]]:
    """When to tell that an ack is late, and of which seat: those that are connected, and are not.

    Half of the time is over then in which they are waited for: `waits` are the deadlines.
    """
    half, waiting, seats = table.opened.grace / 2, table.delivery.waiting, table.seats
    late: list[tuple[float, int]] = []
    for at, seat_no in waits:
        seat = seats[seat_no]
        if seat_no in waiting and seat.listeners and not seat.late:
            late.append((at - half, seat_no))
    return late


def count_at(table: Table) -> float | None:
    """When to tell how many watch, if that has changed: not more often than once a second."""
    spectators = table.spectators
    return None if len(spectators) == spectators.told else spectators.told_at + COUNT_SECONDS


def due(table: Table) -> float | None:
    """When a table has to be told that time has passed, if at all."""
    waits = deadlines(table)
    soonest = gathering.due(table)  # no list of all of them: this is asked after every message
    for at, _ in waits:
        soonest = at if at < soonest else soonest
    if table.delivery.waiting:
        for at, _ in late_times(table, waits):
            soonest = at if at < soonest else soonest
    counted = count_at(table)
    if counted is not None and counted < soonest:
        return counted
    return soonest if soonest < NEVER else None


def time_left(table: Table, now: float) -> float | None:
    """The seconds left for this turn; None without a clock, or if no person is to act."""
    clock, match = table.state.clock, table.state.match
    if clock is None or match is None or not table.delivery.asked:
        return None
    players = table.state.players
    if not any(players[n].person and not table.seats[n].stand_in for n in match.to_act):
        return None
    return round(max(0.0, table.clock.since + clock - table.clock.time_at(now)), 1)


def bot_in(table: Table, now: float) -> dict[int, float]:
    """For each seat that is waited for, and away or late: the seconds until a bot plays for it."""
    seats, waiting = table.seats, table.delivery.waiting
    for seat in seats:
        if seat.late or not seat.listeners:
            break
    else:
        return {}
    missing = [
        (at, n)
        for at, n in deadlines(table)
        if not seats[n].listeners or (seats[n].late and n in waiting)
    ]
    soonest_last = sorted(missing, reverse=True)
    return {seat_no: round(max(0.0, at - now), 1) for at, seat_no in soonest_last}
