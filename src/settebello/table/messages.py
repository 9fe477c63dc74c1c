"""The messages of a table to one connection: its notices, its legal moves, its view.

They have no sentences yet: the host that sends them adds those, see wording.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from settebello.declared import teams_of
from settebello.game import Move
from settebello.luck import SystemLuck
from settebello.table import coaching, protocol
from settebello.table.commands import can_undo, why_no_undo
from settebello.table.gathering import fill_in
from settebello.table.protocol import Choice, Told
from settebello.table.recap import missed
from settebello.table.timing import bot_in, time_left
from settebello.table.views import Views

SentView = Any  # a `protocol.ViewData` as JSON: a msgspec.Raw

if TYPE_CHECKING:
    from settebello.table.seats import Listener
    from settebello.table.table import Table


def told_to(
    table: Table, listener: Listener, after: int, now: float, again: bool = False
) -> protocol.Told:
    """The message for a connection with the notices after a number.

    With `again`, also those of this step that it has acknowledged: see `once_more`.
    """
    match, seat = table.state.match, listener.seat
    assert match is not None
    notice_no, notices = notices_for(table, seat, after, again)
    undo = may_undo(table, seat)
    return Told(
        notice_no,
        notices,
        match.to_act,
        legal_for(table, seat),
        view_for(table, listener),
        undo,
        time_left(table, now),
        bot_in(table, now),
        table.delivery.pausing,
        coach_for(table, seat),
        "" if undo else why_not_undo(table, listener),
    )


def welcome(table: Table, listener: Listener, now: float) -> protocol.Welcome:
    """The answer to a connection's `Hello`."""
    state, seat = table.state, listener.seat
    notice_no, notices = notices_for(table, seat, 0)
    view = view_for(table, listener) or view_in_pause(table, listener)
    if table.delivery.complete:
        table.views = None  # to save memory: nobody else needs them now
    undo = may_undo(table, seat)
    return protocol.Welcome(
        state.opened.table,
        state.match_id,
        state.game.NAME,
        table.phase,
        seat,
        seat_infos(table, listener.language),
        dict(state.options),
        notice_no,
        [] if seat is None else notices,
        state.match.to_act if state.match else (),
        legal_for(table, seat),
        view,
        undo,
        time_left(table, now),
        bot_in(table, now),
        teams_of(state.game, len(state.players)),
        table.delivery.pausing,
        state.opened.dev,
        coach_for(table, seat),
        "" if undo else why_not_undo(table, listener),
        state.opened.public,
        fill_in(table, now),
        len(table.spectators),
        missed(table, listener, notices, now),
    )


def seats_now(table: Table, language: str | None) -> protocol.Seats:
    """Who sits where now."""
    return protocol.Seats(
        table.state.match_id,
        table.phase,
        seat_infos(table, language),
        bot_in(table, table.clock.latest),
        len(table.spectators),
    )


def seat_infos(table: Table, language: str | None) -> list[protocol.SeatInfo]:
    """Who sits in each seat, with the names that bots have in a language."""
    state = table.state
    playing = table.phase == "playing"
    return [
        protocol.SeatInfo(
            name,
            player.bot,
            bool(seat.listeners),
            seat.stand_in,
            seat.rematch,
            face,
            playing and seat.thinking,
            seat.hurried,
        )
        for name, face, player, seat in zip(
            state.names(language), state.faces(), state.players, table.seats, strict=True
        )
    ]


def notices_for(
    table: Table, seat: int | None, after: int, again: bool = False
) -> tuple[int, list[protocol.Notice]]:
    """The number of the last notice, and the unacknowledged notices after a number."""
    delivery = table.delivery
    if seat is None:
        return delivery.public_due()
    box = delivery.boxes[seat]
    notices = box.between(after, box.sent)
    if again and after < box.acked:
        notices = once_more(table, seat, after) + notices
    return box.sent, notices


def once_more(table: Table, seat_no: int, after: int) -> list[protocol.Notice]:
    """The notices of this step that a seat has acknowledged, without the faces for it alone."""
    told: list[protocol.Notice] = []
    delivery = table.delivery
    for event in delivery.now:
        own = event.notice(seat_no)
        if own is not None:
            after += 1
            if after <= delivery.boxes[seat_no].acked:
                told.append({"number": after, **(event.notice(len(delivery.boxes)) or own)})
    return told


def recent_notices(table: Table, viewer: int | None, most: int) -> list[protocol.Notice]:
    """The last notices of this match, at most `most`: of a seat only those acknowledged."""
    delivery = table.delivery
    if viewer is None:
        bit = len(delivery.boxes)
        last, unseen = delivery.public_told, len(delivery.public)
    else:
        bit, box = viewer, delivery.boxes[viewer]
        last, unseen = box.told, box.told - box.acked
    told: list[protocol.Notice] = []
    for event in reversed(table.state.history):  # the newest first: a match may be long
        if len(told) == most + unseen:
            break
        if event.viewers >> bit & 1:
            told.append(event.numbered(last - len(told), bit))
    return told[unseen:][::-1]


def legal_for(table: Table, seat: int | None) -> list[protocol.Choice]:
    """The legal moves of a seat that is to act and has been told so."""
    match = table.state.match
    if match is None or seat is None or seat not in match.to_act or not table.delivery.asks(seat):
        return []
    moves: Sequence[Move] = match.legal(seat)
    if table.state.lesson:
        moves = coaching.offered(table.state, seat, moves)
    return [Choice(move.text, move.verb, move.pieces, "", "", move.slots) for move in moves]


def coach_for(table: Table, seat: int | None) -> protocol.Coach | None:
    """What the coach of a lesson says to a viewer now; nothing while they look at something."""
    state, match = table.state, table.state.match
    if not state.lesson or match is None or seat is None or table.delivery.pausing:
        return None
    return coaching.coach(state, seat, seat in match.to_act and table.delivery.asks(seat))


def view_for(table: Table, listener: Listener) -> SentView | None:
    """What a viewer sees now. In a pause nothing: what they look at is gone from the view."""
    match, delivery = table.state.match, table.delivery
    if match is None or not listener.views or delivery.pausing:
        return None
    views = table.views
    if views is None or not views.are_of(match):
        views = table.views = Views(match)  # kept until all have been told
    return seen_by(table, listener, views)


def view_in_pause(table: Table, listener: Listener) -> SentView | None:
    """What somebody who comes in a pause needs: the view before the move that is being told."""
    match, before = table.state.match, table.state.before
    if match is None or before is None or not listener.views or not table.delivery.pausing:
        return None
    return seen_by(table, listener, Views(match.branch(before, SystemLuck())))


def seen_by(table: Table, listener: Listener, views: Views) -> SentView:
    """What a viewer sees, with the names that bots have in their language."""
    names = table.state.names(listener.language)
    return views.view(listener.seat, names)


def why_not_undo(table: Table, listener: Listener) -> str:
    """Why they may not take their last move back, if they want to read it; wording.py says it."""
    if listener.language is None or table.delivery.pausing:
        return ""
    why = why_no_undo(table.state, listener.seat)
    return "table" if why and not table.policy.permits("undo") else why


def may_undo(table: Table, seat: int | None) -> bool:
    if seat is None or table.delivery.pausing:
        return False
    return can_undo(table.state, seat) and table.policy.permits("undo")
