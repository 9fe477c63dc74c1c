"""Who is away, who takes long and who watches: what all are told of it, and what can be done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from settebello.rejection import Rejection, RejectionCode
from settebello.table import protocol, timing
from settebello.table.commands import check_not_closed, check_permitted, playing
from settebello.table.pace import rounded_up
from settebello.table.telling import tell, tell_seats

if TYPE_CHECKING:
    from settebello.table.table import Table

QUIET_SECONDS = 15.0  # of a turn, in which nobody is nudged


def tick(table: Table, now: float) -> None:
    """Time has passed: bots play for those who were waited for long enough, and all are told."""
    changed = False
    for at, seat_no in timing.deadlines(table):
        if at > now:
            continue
        seat = table.seats[seat_no]
        if seat_no in table.delivery.waiting or not seat.listeners:
            seat.stand_in = changed = True
            table.delivery.waiting.discard(seat_no)
        else:
            seat.overtime = True
    late = [
        seat_no for at, seat_no in timing.late_times(table, timing.deadlines(table)) if at <= now
    ]
    for seat_no in late:
        table.seats[seat_no].late = True
    if changed or late:
        tell_seats(table)
    else:
        count_spectators(table, now)
    if changed:
        tell(table, now)


def acknowledged(table: Table, seat_no: int) -> None:
    """A seat has acknowledged what it was waited for: if it was late, all are told."""
    seat = table.seats[seat_no]
    if seat.late:
        seat.late = False
        tell_seats(table)


def count_spectators(table: Table, now: float) -> None:
    """Tell all how many watch, if that has changed; `timing.due` says when it is soon enough."""
    at = timing.count_at(table)
    if at is not None and at <= now:
        tell_seats(table)


def nudge(table: Table, by: int, wanted: protocol.Nudge, now: float) -> None:
    """Tell a player who takes long that another one waits for them; raises Rejection.

    They have to be there and to be asked for a move, for some seconds; once in a turn is enough.
    """
    check_not_closed(table.state)
    check_permitted(table.policy, "nudge")
    match = playing(table.state, table.delivery)
    asked = match.to_act if table.delivery.asked else ()
    if wanted.seat == by or wanted.seat not in asked or not is_here(table, wanted.seat):
        raise Rejection(RejectionCode.NOT_TO_NUDGE)
    seat, name = table.seats[wanted.seat], table.state.players[wanted.seat].name
    if by in seat.nudged_by:
        raise Rejection(RejectionCode.NUDGED, who=name)
    wait = table.clock.since + QUIET_SECONDS - table.clock.time_at(now)
    if wait > 0:
        raise Rejection(RejectionCode.NUDGE_LATER, who=name, retry_after=rounded_up(wait))
    seat.nudged_by = (*seat.nudged_by, by)
    table.seats[by].answer(wanted.id)
    for listener in seat.listeners:
        names = table.state.names(listener.language)
        table.outbox.send(listener, protocol.Nudged(by, names[by]))


def is_here(table: Table, seat_no: int) -> bool:
    """Whether a person is connected there, and plays."""
    seat = table.seats[seat_no]
    return table.state.players[seat_no].person and bool(seat.listeners) and not seat.stand_in
