"""Why a player cannot pick some cards: read from the table, which does not change by it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from settebello.rejection import Rejection, RejectionCode
from settebello.table import protocol
from settebello.table.commands import check_not_closed, check_told, playing
from settebello.words import at_table

if TYPE_CHECKING:
    from settebello.table.table import Table


def explanation(
    table: Table, seat: int | None, wanted: protocol.Explain, language: str
) -> protocol.Explanation:
    """The answer to a player in this seat.

    Raises Rejection unless they are asked for a move now, and RulesError if the rules fail.
    """
    if seat is None:
        raise Rejection(RejectionCode.SPECTATOR)
    state, delivery = table.state, table.delivery
    check_not_closed(state)
    match = playing(state, delivery)
    check_told(state, delivery, seat)
    reason = match.explain(seat, wanted.pieces)
    if reason is None:
        return protocol.Explanation(wanted.id)
    text = at_table.explain(state.game, reason, state.names(language), match.facts(), language)
    return protocol.Explanation(wanted.id, reason.code, text)
