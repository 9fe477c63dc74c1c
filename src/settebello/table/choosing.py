"""Several seats to act at once: who may go on choosing while the others are told of a choice.

Without this nobody could choose before those who have chosen had acknowledged that, and a choice
that crossed another's on its way would be refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from settebello.cards import HIDDEN
from settebello.events import Event, cards_to
from settebello.game import Move
from settebello.match import Match
from settebello.registry import RulesError
from settebello.table.delivery import Delivery
from settebello.table.entries import Entry, MoveEntry

Offers = Mapping[int, Sequence[Move]]  # the legal moves of seats that have been asked for one


def offers(match: Match | None, delivery: Delivery, entry: Entry) -> Offers:
    """What the other seats can choose from before this entry; none if one seat acts at a time."""
    if match is None or len(match.to_act) < 2 or type(entry) is not MoveEntry:
        return {}
    others = [seat for seat in match.to_act if seat != entry.seat and delivery.asks(seat)]
    return {seat: match.legal(seat) for seat in others}


def undisturbed(match: Match, offered: Offers, events: Sequence[Event]) -> list[int]:
    """The seats for which the move made no difference.

    They are still to act, they have the same moves, and were shown no card.
    """
    return [seat for seat in offered if same_for(seat, match, offered[seat], events)]


def same_for(seat: int, match: Match, moves: Sequence[Move], events: Sequence[Event]) -> bool:
    if seat not in match.to_act:
        return False
    if any(shows_a_card(event, seat) for event in events):
        return False
    try:
        return list(match.legal(seat)) == list(moves)
    except RulesError:  # which is told when they are asked
        return False


def shows_a_card(event: Event, seat: int) -> bool:
    """Whether a seat reads the face of any card in this event."""
    sights = [card.sight for card in event.moved] + [card.sight for card in event.shown]
    if any(sight >> seat & 1 for sight in sights):
        return True
    return any(is_seen(cards_to(cards, seat)) for cards in event.cards.values())


def is_seen(cards: str | list[Any]) -> bool:
    if isinstance(cards, list):
        return any(is_seen(card) for card in cards)
    return cards != HIDDEN
