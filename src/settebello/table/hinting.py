"""What a search or the game's bot would do in a player's seat: read from the table.

Only where all others are bots: against people a hint would be another player's advice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import SystemRandom
from typing import TYPE_CHECKING, Any

from settebello.bots import choose, find_bot
from settebello.bots.policy import policy_of
from settebello.match import Match
from settebello.mind import Mind
from settebello.rejection import Rejection, RejectionCode
from settebello.table import coaching, protocol
from settebello.table.commands import asked_to_move, check_not_closed, check_permitted
from settebello.words import at_table

if TYPE_CHECKING:
    from settebello.table.table import Table

SHOWN = 3  # moves with their chances


def suggestion(
    table: Table, seat: int | None, wanted: protocol.ShowMe, language: str
) -> protocol.Suggestion:
    """The answer to a player in this seat. In a lesson it is the move that the coach asks for.

    Raises Rejection unless they are asked for a move now and all others are bots, BotError if the
    bot fails, and RulesError if the rules do.
    """
    match, state = hinted(table, seat), table.state
    assert seat is not None
    following = coaching.next_move(state)
    if following is not None and following.seat == seat:
        move = match.find(seat, following.move)
    else:
        move = choose(match, seat, find_bot("bot", state.game), "bot", SystemRandom())
    label, _ = at_table.labels(state.game, move, state.names(language), match.facts(), language)
    return protocol.Suggestion(wanted.id, move.text, at_table.suggest(move.text, label, language))


def mind_to_ask(table: Table, seat: int | None) -> Mind | None:
    """What the seat knows, for a search; None if there is nothing to search for.

    So it is in a lesson, with one legal move, and in a game whose bot is no policy: that one knows
    more than random play. Raises Rejection and RulesError as `suggestion` does.
    """
    match, state = hinted(table, seat), table.state
    assert seat is not None
    following = coaching.next_move(state)
    if following is not None and following.seat == seat:
        return None
    if policy_of(state.game) is None or len(match.legal(seat)) < 2:
        return None
    return match.mind(seat)


def searched(
    table: Table, seat: int, wanted: protocol.ShowMe, found: Mapping[str, Any], language: str
) -> protocol.Suggestion:
    """The answer that a search has found, with the chances of the best moves.

    `found` is a `Thought` as data. Raises ValueError if it is not one of these moves.
    """
    match, state = hinted(table, seat), table.state
    names, facts, game = state.names(language), match.facts(), state.game
    legal = {move.text: move for move in match.legal(seat)}
    choice = found["choice"]
    best = shown_moves(found["moves"], choice)
    texts = [choice, *[each["move"] for each in best]]
    if any(text not in legal for text in texts):
        raise ValueError("These are not the moves that the seat has.")
    labels = at_table.labels_of(game, [legal[text] for text in texts], names, facts, language)
    said = at_table.suggest(texts[0], labels[0][0], language)
    shown = [
        protocol.SuggestedMove(each["move"], label[0], each["chance"], each["error"])
        for label, each in zip(labels[1:], best, strict=True)
    ]
    if shown:
        chances = [(move.label, move.chance) for move in shown]
        error = max(move.error for move in shown)
        said += f" {at_table.chances(chances, labels[0][0], error, found['worlds'], language)}"
    return protocol.Suggestion(wanted.id, choice, said, shown, found["worlds"] if shown else 0)


def shown_moves(moves: Sequence[Mapping[str, Any]], choice: str) -> list[Mapping[str, Any]]:
    """The choice of a search and its next best moves, by chance; none if it has tried none.

    `moves` are those of a `Thought` as data. A move that was given up early was tried in fewer
    worlds: if it looks better than the choice, luck did that, and it is left out. Raises ValueError
    if the choice is none of the moves.
    """
    chosen = next((each for each in moves if each["move"] == choice), None)
    if chosen is None:
        raise ValueError("The choice is none of these moves.")
    others = [
        each
        for each in moves
        if each is not chosen
        and each["tried"]
        and (each["tried"] >= chosen["tried"] or each["chance"] < chosen["chance"])
    ]
    others.sort(key=lambda each: at_table.by_chance(each["chance"], False))
    shown = [chosen, *others[: SHOWN - 1]] if chosen["tried"] else []
    return sorted(shown, key=lambda each: at_table.by_chance(each["chance"], each is chosen))


def hinted(table: Table, seat: int | None) -> Match:
    """The match in which a seat may be given a hint now; else Rejection."""
    if seat is None:
        raise Rejection(RejectionCode.SPECTATOR)
    state, delivery = table.state, table.delivery
    check_not_closed(state)
    check_permitted(table.policy, "hint")
    if not state.against_bots(seat):
        raise Rejection(RejectionCode.ONLY_AGAINST_BOTS)
    return asked_to_move(state, delivery, seat)
