"""Telling everybody at a table what happened: who is told what now goes to the outbox."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from settebello.table import messages, protocol, timing

if TYPE_CHECKING:
    from settebello.table.seats import Listener
    from settebello.table.table import Table


def tell(table: Table, now: float) -> None:
    """Tell group after group, until an ack is missing."""
    match, delivery, outbox = table.state.match, table.delivery, table.outbox
    if match is None:
        return
    silent = not delivery.events  # a match may begin so: then the view is the news
    while (group := delivery.next_group()) is not None:
        resumed = delivery.looked and not delivery.pausing  # they have no view of the end yet
        if delivery.looked and delivery.first_group and table.listeners():
            outbox.forgot = now  # a pause that is over must not come back after a crash
        table.clock.since = table.clock.time_at(now)
        delivery.asked = delivery.complete and not match.over
        for seat_no in group:
            seat = table.seats[seat_no]
            waits = table.state.players[seat_no].person and not seat.stand_in
            after = delivery.tell(seat_no, waits)
            if after < delivery.boxes[seat_no].sent or delivery.asked or silent or resumed:
                for listener in seat.listeners:
                    told = messages.told_to(table, listener, after, now, delivery.again)
                    outbox.send(listener, told)
        # Spectators are never waited for, and are told all of it at once, up to the next pause.
        due = delivery.public_due()[1] if delivery.public else []
        if due or (silent and delivery.complete) or (resumed and delivery.first_group):
            for audience in table.spectators.audiences():
                outbox.send(audience, messages.told_to(table, audience, 0, now))
            delivery.public = delivery.public[len(due) :]
        if delivery.asked:
            tell_time(table, now, but=group)
        elif delivery.waiting and timing.bot_in(table, now):
            tell_seats(table)  # whom they wait for, and for how long
        if delivery.complete:
            table.views = None  # to save memory: all have been told


def hearers(table: Table) -> list[Listener]:
    """Everybody who is connected; spectators who are told the same are one listener."""
    seated = [listener for seat in table.seats for listener in seat.listeners]
    return [*seated, *table.spectators.audiences()]


def tell_time(table: Table, now: float, but: Sequence[int] = ()) -> None:
    """Tell everybody how much time is left for this turn, or until a bot plays, if any."""
    if not table.delivery.asked:
        return  # some have not been told what happened: then `tell_seats` says it
    if timing.time_left(table, now) is not None or timing.bot_in(table, now):
        for listener in hearers(table):
            if listener.seat not in but:
                boxes, seat = table.delivery.boxes, listener.seat
                sent = 0 if seat is None else boxes[seat].sent
                table.outbox.send(listener, messages.told_to(table, listener, sent, now))


def tell_again(table: Table, listener: Listener, seat_no: int, now: float) -> None:
    """Tell a player who answered an old notice what there is now, unless it comes by itself."""
    match, delivery = table.state.match, table.delivery
    box = delivery.boxes[seat_no]
    in_their_step = match is not None and seat_no in match.to_act and not delivery.asked
    if box.sent == box.told and table.policy.catches_up and not in_their_step:
        table.outbox.send(listener, messages.told_to(table, listener, 0, now))


def show_thinking(table: Table, seat_no: int, now: float) -> None:
    """The bot of a seat takes a while to choose its move: tell everybody."""
    if table.thinking is not None and table.thinking[0] == seat_no:
        table.seats[seat_no].thinking = True
        tell_seats(table)


def end_turns(table: Table) -> None:
    """Something has happened: nobody is in overtime any more, and no bot thinks about the past."""
    thought = False
    for seat in table.seats:
        thought = thought or seat.thinking
        seat.overtime = seat.thinking = seat.late = False
        seat.nudged_by = ()
    if thought and table.state.phase == "playing":
        tell_seats(table)


def end_thinking(table: Table, seat_no: int, hurried: bool, now: float) -> None:
    """The bot of a seat has chosen; `hurried` says that it had no time to think."""
    seat = table.seats[seat_no]
    if seat.thinking or seat.hurried != hurried:
        seat.thinking, seat.hurried = False, hurried
        tell_seats(table)


def tell_seats(table: Table, but: Listener | None = None) -> None:
    """Tell everybody who sits where."""
    spectators = table.spectators
    spectators.told, spectators.told_at = len(spectators), table.clock.latest
    told: dict[str | None, protocol.Seats] = {}  # by language: bots have names in each
    for listener in hearers(table):
        if listener is not but:
            language = listener.language
            if language not in told:
                told[language] = messages.seats_now(table, language)
            table.outbox.send(listener, told[language])
