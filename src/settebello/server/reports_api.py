"""Players report others, or a table, to the host of the server: one line in the server's log."""

from __future__ import annotations

from settebello.rejection import Rejection, RejectionCode
from settebello.server import logs
from settebello.server.bodies import ReportNoted, ReportPlayer
from settebello.server.request_context import RequestContext, bad_request, entered
from settebello.words.phrases import phrase


async def report(asked: RequestContext) -> ReportNoted:
    """Report a player, or the table, to the host of the server."""
    wanted: ReportPlayer = asked.body
    hosted, seat = await entered(asked)
    state = hosted.table.state
    if seat is None:
        raise Rejection(RejectionCode.SPECTATOR)
    if wanted.seat is not None:
        known = wanted.seat < len(state.players) and state.players[wanted.seat].person
        if not known or wanted.seat == seat:
            raise bad_request("The seat is that of another person at this table.")
    logs.warning(
        "player reported" if wanted.seat is not None else "table reported",
        table=state.opened.table,
        match=state.match_id,
        game=state.opened.game,
        by=seat,
        seat=wanted.seat,
        reason=wanted.reason,
    )
    return ReportNoted(phrase(asked.language, "report-noted"))
