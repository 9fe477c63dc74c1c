"""Events, what happened, and notices, an event as one viewer may see it."""

from collections.abc import Iterable
from typing import Any

from settebello.cards import EVERYBODY, HIDDEN, Place
from settebello.game import Facts


class Named:
    """A card in an event: its text, and a bit for each viewer who may read it."""

    __slots__ = ("sight", "text")

    def __init__(self, text: str, sight: int) -> None:
        self.text = text
        self.sight = sight

    def to(self, viewer: int) -> str:
        return self.text if self.sight >> viewer & 1 else HIDDEN


class Moved:
    """A card's way from place to place. A mixed place hides the piece's id with its face."""

    __slots__ = ("card", "goes", "goes_as", "goes_sight", "leaves", "leaves_as", "leaves_sight")

    def __init__(
        self, card: Named, leaves: Place, leaves_as: str, goes: Place, goes_as: str
    ) -> None:
        self.card = card
        self.leaves = leaves.name
        self.leaves_as = leaves_as
        self.leaves_sight = leaves.sight if leaves.mixed else EVERYBODY
        self.goes = goes.name
        self.goes_as = goes_as
        self.goes_sight = goes.sight if goes.mixed else EVERYBODY

    def to(self, viewer: int) -> dict[str, str]:
        told = {"card": self.card.to(viewer), "from": self.leaves, "to": self.goes}
        knows_old = self.leaves_sight >> viewer & 1
        knows_new = self.goes_sight >> viewer & 1
        if knows_old:
            told["piece"] = self.leaves_as
        if knows_new and not (knows_old and self.goes_as == self.leaves_as):
            told["becomes"] = self.goes_as
        return told


Cards = Named | list["Cards"]  # one card, several, or several for each seat


class Event:
    """What happened, unfiltered: for the owner of the match only. Viewers get its notices."""

    __slots__ = ("cards", "facts", "kind", "moved", "seat", "viewers")

    def __init__(
        self,
        kind: str,
        seat: int | None,
        facts: Facts,
        cards: dict[str, Cards],
        moved: list[Moved],
        viewers: int,
    ) -> None:
        self.kind = kind
        self.seat = seat
        self.facts = facts
        self.cards = cards
        self.moved = moved
        self.viewers = viewers  # who is told of it at all, a bit each

    def notice(self, viewer: int) -> dict[str, Any] | None:
        """The event as this viewer may see it; None if it is not for him."""
        if not self.viewers >> viewer & 1:
            return None
        notice: dict[str, Any] = {"event": self.kind}
        if self.seat is not None:
            notice["seat"] = self.seat
        for name, value in self.facts.items():
            notice[name] = copied(value)
        for name, cards in self.cards.items():
            notice[name] = cards_to(cards, viewer)
        if self.moved:
            notice["moved"] = [moved.to(viewer) for moved in self.moved]
        return notice

    def __repr__(self) -> str:
        about = [] if self.seat is None else [f"seat={self.seat}"]
        about += [f"{name}={value!r}" for name, value in self.facts.items()]
        about += [f"{name}={texts_of(cards)!r}" for name, cards in self.cards.items()]
        return f"{self.kind}({', '.join(about)})"


def cards_to(cards: Cards, viewer: int) -> Any:
    if isinstance(cards, Named):
        return cards.to(viewer)
    return [cards_to(card, viewer) for card in cards]


def texts_of(cards: Cards) -> Any:
    if isinstance(cards, Named):
        return cards.text
    return [texts_of(card) for card in cards]


def copied(value: Any) -> Any:
    """A fact of its own: its lists are nobody else's, and no tuples, as JSON has none."""
    if isinstance(value, list | tuple):
        return [copied(part) for part in value]
    if isinstance(value, dict):
        return {name: copied(part) for name, part in value.items()}
    return value


def bits(seats: Iterable[int]) -> int:
    """A set of viewers as a number: a bit each."""
    found = 0
    for seat in seats:
        found |= 1 << seat
    return found
