"""What happened, as a viewer may see it, and whether it is what the game declared."""

from __future__ import annotations

from typing import Any

import pytest

from settebello.cards import EVERYBODY
from settebello.events import Event, cards_to, misfit, named

DECLARED = {"Laid": {"seat": "seat", "card": "card"}, "Scored": {"points": "by_seat"}}


def told(kind: str, seat: int | None = None, cards: Any = None, **facts: Any) -> Event:
    return Event(kind, seat, facts, cards or {}, [], EVERYBODY)  # type: ignore[arg-type]


def test_cards_are_told_by_their_text_to_those_who_may_read_them() -> None:
    hand = ["7D", named("3C", 1 << 1), [named("4C", 1 << 0)]]
    assert cards_to("7D", 0) == "7D"
    assert cards_to(hand, 0) == ["7D", "??", ["4C"]]  # type: ignore[arg-type]
    assert cards_to(hand, 1) == ["7D", "3C", ["??"]]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (told("Laid", 0, {"card": "7D"}), None),
        (told("Scored", points=[1, 2]), None),
        (told("Swept"), "EVENTS does not have it"),
        (told("Laid", 0, {"card": "7D"}, round=1), "told with 'round'"),
        (told("Laid", 0), "told without 'card'"),
        (told("Laid", 0, card="7D"), "'card' is '7D', not"),
        (told("Laid", 2, {"card": "7D"}), "'seat' is 2, not"),
        (told("Scored", points=[1, 2, 3]), "'points' is"),
    ],
)
def test_an_event_has_the_fields_that_its_game_declares(event: Event, why: str | None) -> None:
    found = misfit(event, DECLARED, seats=2)
    assert found is None if why is None else found is not None and why in found
