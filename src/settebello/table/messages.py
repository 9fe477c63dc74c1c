"""The messages of a table to one connection: its notices in words, its legal moves, its view."""

from __future__ import annotations

from typing import Any

from settebello.table import protocol
from settebello.table.seats import Listener
from settebello.table.state import TableState
from settebello.words import at_table


def can_undo(table: TableState, seat: int | None) -> bool:
    if table.match is None or seat is None or not table.match.can_undo(seat):
        return False
    return not table.plan.needs_everyone


def told_to(
    table: TableState, listener: Listener, after: int, now: float, again: bool = False
) -> protocol.Told:
    """The message for a connection with the notices after a number.

    With `again`, also those of this step that it has acknowledged: see `once_more`.
    """
    assert table.match is not None
    notice_no, notices = notices_for(table, listener, after, again)
    legal = legal_for(table, listener)
    return protocol.Told(
        notice_no,
        notices,
        table.match.to_act,
        legal,
        view_for(table, listener),
        can_undo(table, listener.seat),
        time_left(table, now),
        bot_in(table, now),
    )


def welcome(table: TableState, listener: Listener, now: float) -> protocol.Welcome:
    """The answer to a connection's `Hello`."""
    match = table.match
    notice_no, notices = (0, []) if listener.seat is None else notices_for(table, listener, 0)
    legal = legal_for(table, listener)
    return protocol.Welcome(
        table.opened.table,
        table.match_id,
        table.game.NAME,
        table.phase,
        listener.seat,
        table.chairs(),
        dict(table.options),
        notice_no if listener.seat is not None else table.delivery.public_told,
        notices,
        match.to_act if match else (),
        legal,
        view_for(table, listener),
        can_undo(table, listener.seat),
        time_left(table, now),
        bot_in(table, now),
    )


def notices_for(
    table: TableState, listener: Listener, after: int, again: bool = False
) -> tuple[int, list[protocol.Notice]]:
    """The number of the last notice, and the unacknowledged notices after a number."""
    if listener.seat is None:
        notice_no, notices = table.delivery.public_told, table.delivery.public
    else:
        seat = table.seats[listener.seat]
        notice_no = seat.sent
        notices = [n for n in seat.queue if after < n["number"] <= notice_no]
        if again and after < seat.acked:
            notices = once_more(table, listener.seat, after) + notices
    language = listener.language
    if language is None:
        return notice_no, notices
    players = [seat.name for seat in table.seats]
    game, viewer = table.game, listener.seat
    return notice_no, [
        {**notice, **at_table.in_words(game, unnumbered(notice), viewer, players, language)}
        for notice in notices
    ]


def once_more(table: TableState, seat_no: int, after: int) -> list[protocol.Notice]:
    """The notices of this step that a seat has acknowledged, without the faces for it alone."""
    told: list[protocol.Notice] = []
    for event in table.delivery.now:
        own = event.notice(seat_no)
        if own is not None:
            after += 1
            if after <= table.seats[seat_no].acked:
                told.append({"number": after, **(event.notice(len(table.seats)) or own)})
    return told


def legal_for(table: TableState, listener: Listener) -> list[protocol.Choice]:
    """The legal moves of a seat that is to act and has been told so."""
    match = table.match
    if match is None or not table.delivery.asked or listener.seat not in match.to_act:
        return []
    moves = match.legal(listener.seat)
    language = listener.language
    if language is None:
        return [protocol.Choice(move.text, move.verb, move.pieces) for move in moves]
    players = [seat.name for seat in table.seats]
    return [
        protocol.Choice(
            move.text,
            move.verb,
            move.pieces,
            at_table.label(table.game, move, players, language),
        )
        for move in moves
    ]


def view_for(table: TableState, listener: Listener) -> protocol.ViewData | None:
    if table.match is None or not listener.views:
        return None
    return table.match.view(listener.seat).to_dict()


def time_left(table: TableState, now: float) -> float | None:
    """The seconds left for this turn; None without a clock, or if no person is to act."""
    clock, match = table.opened.clock, table.match
    if clock is None or match is None or not table.delivery.asked:
        return None
    seats = [table.seats[seat_no] for seat_no in match.to_act]
    if not any(seat.person and not seat.stand_in for seat in seats):
        return None
    return round(max(0.0, table.since + clock - table.time_at(now)), 1)


def bot_in(table: TableState, now: float) -> dict[int, float]:
    """For each seat that is to act and away: the seconds until a bot plays for it."""
    if not table.delivery.asked:
        return {}
    away = [each for each in table.deadlines() if not table.seats[each[1]].listeners]
    soonest_last = sorted(away, reverse=True)
    return {seat_no: round(max(0.0, at - now), 1) for at, seat_no in soonest_last}


def unnumbered(notice: protocol.Notice) -> dict[str, Any]:
    return {field: value for field, value in notice.items() if field != "number"}
