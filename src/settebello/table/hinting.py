"""What the game's bot would do in a player's seat: read from the table, which does not change.

Only where all others are bots: against people a hint would be another player's advice.
"""

from __future__ import annotations

from random import SystemRandom
from typing import TYPE_CHECKING

from settebello.bots import choose, find_bot
from settebello.rejection import Rejection, RejectionCode
from settebello.table import coaching, protocol
from settebello.table.commands import asked_to_move, check_not_closed, check_permitted
from settebello.words import at_table

if TYPE_CHECKING:
    from settebello.table.table import Table


def suggestion(
    table: Table, seat: int | None, wanted: protocol.ShowMe, language: str
) -> protocol.Suggestion:
    """The answer to a player in this seat. In a lesson it is the move that the coach asks for.

    Raises Rejection unless they are asked for a move now and all others are bots, BotError if the
    bot fails, and RulesError if the rules do.
    """
    if seat is None:
        raise Rejection(RejectionCode.SPECTATOR)
    state, delivery = table.state, table.delivery
    check_not_closed(state)
    check_permitted(table.policy, "hint")
    if not state.against_bots(seat):
        raise Rejection(RejectionCode.ONLY_AGAINST_BOTS)
    match = asked_to_move(state, delivery, seat)
    following = coaching.next_move(state)
    if following is not None and following.seat == seat:
        move = match.find(seat, following.move)
    else:
        move = choose(match, seat, find_bot("bot", state.game), "bot", SystemRandom())
    label, _ = at_table.labels(state.game, move, state.names(language), match.facts(), language)
    return protocol.Suggestion(wanted.id, move.text, at_table.suggest(move.text, label, language))
