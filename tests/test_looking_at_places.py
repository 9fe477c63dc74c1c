"""What a match sees when it looks at the places again."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from settebello.cards import EVERYBODY, Deck, Place, Token
from settebello.visibility import Knowledge, lying


class Laid:
    """A state that is nothing but cards on a table."""

    deck = Deck().shuffled((0, 1))

    def __init__(self, places: Sequence[Place]) -> None:
        self.places = places


def test_a_card_is_followed_though_the_places_come_in_another_order() -> None:
    game: Any = SimpleNamespace(places=lambda state: state.places, FACES=("A", "B"))
    first, second = Token(0), Token(1)
    state: Any = Laid([Place("left", [first], EVERYBODY), Place("right", [second], EVERYBODY)])
    knowledge = Knowledge(2)
    knowledge.look(game, state)
    state.places = [Place("right", [], EVERYBODY), Place("left", [first, second], EVERYBODY)]
    moved, before = knowledge.look(game, state)
    assert len(moved) == 1
    assert list(before) == [second]
    assert [place.name for place in knowledge.in_order] == ["right", "left"]


def test_a_card_that_stays_has_not_moved_though_the_cache_has_forgotten_where_it_lies() -> None:
    game: Any = SimpleNamespace(places=lambda state: state.places, FACES=("A", "B"))
    first, second = Token(0), Token(1)
    state: Any = Laid([Place("left", [first, second], EVERYBODY), Place("right", [], EVERYBODY)])
    knowledge = Knowledge(2)
    knowledge.look(game, state)
    lying.cache_clear()
    state.places = [Place("left", [second], EVERYBODY), Place("right", [first], EVERYBODY)]
    moved, before = knowledge.look(game, state)
    assert [(way.leaves, way.goes) for way in moved] == [("left", "right")]
    assert list(before) == [first]
