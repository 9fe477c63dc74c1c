"""Events, what happened, and notices, an event as one viewer may see it.

A game declares its events in `EVENTS`: "Captured": "seat card taken:cards". A field is a name, or a
name and its kind. `seat`, `..._seat`, `..._seats`, `card`, `cards` and `hands` say their kind; any
other name is a number unless a kind follows. `settebello check` compares what is told with it.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

from settebello.cards import EVERYBODY, HIDDEN, NOBODY, Place, Seat, Viewers
from settebello.game import Game


class Named:
    """A card that is hidden from some: its text, and a bit for each viewer who may read it."""

    __slots__ = ("sight", "text")

    def __init__(self, text: str, sight: Viewers) -> None:
        self.text = text
        self.sight = sight


@lru_cache(8192)  # all events of all matches share them
def named(text: str, sight: Viewers) -> Named:
    return Named(text, sight)


class Moved:
    """A card that moves from place to place. A mixed place hides the piece's id with its face."""

    __slots__ = ("glimpse", "goes", "goes_as", "leaves", "leaves_as", "mixed", "sight", "text")

    def __init__(
        self,
        text: str,
        sight: Viewers,
        leaves: str,
        leaves_as: str,
        goes: str,
        goes_as: str,
        glimpse: Viewers,
        mixed: tuple[Viewers, Viewers] | None,
    ) -> None:
        self.text = text
        self.sight = sight  # who may read it
        self.glimpse = glimpse  # those of them who do not see it where it goes, if it is secret
        self.leaves = leaves
        self.leaves_as = leaves_as
        self.goes = goes
        self.goes_as = goes_as
        self.mixed = mixed  # who knows the ids there and here, if not all


class Shown:
    """A card whose face an event shows to some viewers; where it lies, everybody may know."""

    __slots__ = ("at", "glimpse", "knows_piece", "piece", "sight", "text")

    def __init__(self, text: str, sight: Viewers, at: Place, piece: str, glimpse: Viewers) -> None:
        self.text = text
        self.sight = sight  # who may read it
        self.glimpse = glimpse  # those of them who do not see it where it lies
        self.at = at.name
        self.piece = piece
        self.knows_piece = at.sight if at.mixed else EVERYBODY


# One card, several, or several for each seat; a bare text is a card that everybody may read.
Cards = str | Named | list["Cards"]
# What most events have none of; they share these, into which nobody can put anything.
NO_FACTS: Final[Mapping[str, Any]] = MappingProxyType({})
NO_CARDS: Final[Mapping[str, Cards]] = MappingProxyType({})


class Event:
    """What happened, unfiltered: for the owner of the match only. Viewers get its notices."""

    __slots__ = (
        "cards", "facts", "glimpsed", "kind", "moved", "pause", "seat", "shown", "viewers",
    )  # fmt: skip

    def __init__(
        self,
        kind: str,
        seat: Seat | None,
        facts: Mapping[str, Any],  # a dict, or NO_FACTS
        cards: Mapping[str, Cards],  # a dict, or NO_CARDS
        moved: Sequence[Moved],
        viewers: Viewers,
        shown: tuple[Shown, ...] = (),
        glimpsed: Viewers = NOBODY,
    ) -> None:
        self.kind = kind
        self.seat = seat
        self.facts = facts
        self.cards = cards
        self.moved = moved
        self.viewers = viewers  # who is told of it, a bit each
        self.shown = shown  # to some of them, this once
        self.glimpsed = glimpsed  # who reads a secret face in it that no later view shows them
        self.pause = False  # all must have looked at it before the next event: see `Tell.pause`

    def notice(self, viewer: int) -> dict[str, Any] | None:
        """The event as this viewer may see it; None if it is not for them."""
        return self._told({"event": self.kind}, viewer) if self.viewers >> viewer & 1 else None

    def numbered(self, number: int, viewer: int) -> dict[str, Any]:
        """The notice with its number, for a viewer who is told of the event."""
        return self._told({"number": number, "event": self.kind}, viewer)

    def _told(self, notice: dict[str, Any], viewer: int) -> dict[str, Any]:
        if self.seat is not None:
            notice["seat"] = self.seat
        facts, several = self.facts, self.cards
        if isinstance(facts, dict):  # else there are none; compiled code walks a dict directly
            for name, value in facts.items():
                notice[name] = copied(value) if isinstance(value, (list, dict)) else value
        if isinstance(several, dict):
            for name, cards in several.items():
                notice[name] = cards if isinstance(cards, str) else cards_to(cards, viewer)
        if self.moved:
            notice["moved"] = moved_to(self.moved, viewer)
        if self.shown:
            notice["shown"] = shown_to(self.shown, viewer)
        if self.pause:
            notice["pause"] = True
        return notice

    def __repr__(self) -> str:
        about = [] if self.seat is None else [f"seat={self.seat}"]
        about += [f"{name}={value!r}" for name, value in self.facts.items()]
        about += [f"{name}={texts_of(cards)!r}" for name, cards in self.cards.items()]
        return f"{self.kind}({', '.join(about)})"


def cards_to(cards: Cards, viewer: int) -> Any:
    """The texts of cards as this viewer may see them."""
    if isinstance(cards, str):
        return cards
    if isinstance(cards, Named):
        return cards.text if cards.sight >> viewer & 1 else HIDDEN
    return [card if isinstance(card, str) else cards_to(card, viewer) for card in cards]


def moved_to(moved: Sequence[Moved], viewer: int) -> list[dict[str, str]]:
    """The moves of these cards as this viewer may see them."""
    told: list[dict[str, str]] = []
    for way in moved:
        text = way.text if way.sight >> viewer & 1 else HIDDEN
        if way.mixed is None:
            told.append({"card": text, "from": way.leaves, "to": way.goes, "piece": way.leaves_as})
            continue
        there, here = way.mixed
        knows_old, knows_new = there >> viewer & 1, here >> viewer & 1
        seen = {"card": text, "from": way.leaves, "to": way.goes}
        if knows_old:
            seen["piece"] = way.leaves_as
        if knows_new and not (knows_old and way.goes_as == way.leaves_as):
            seen["becomes"] = way.goes_as
        told.append(seen)
    return told


def shown_to(shown: Iterable[Shown], viewer: int) -> list[dict[str, str]]:
    """The cards that are shown to somebody, as this viewer may see them."""
    told: list[dict[str, str]] = []
    for card in shown:
        seen = {"card": card.text if card.sight >> viewer & 1 else HIDDEN, "at": card.at}
        if card.knows_piece >> viewer & 1:
            seen["piece"] = card.piece
        told.append(seen)
    return told


def is_open(event: Event) -> bool:
    """Whether everybody may know all of the event."""
    if event.viewers != EVERYBODY:
        return False
    if event.shown:
        return False
    for way in event.moved:
        if way.sight != EVERYBODY or way.mixed is not None:
            return False
    several = event.cards
    return not isinstance(several, dict) or all(are_open(cards) for cards in several.values())


def are_open(cards: Cards) -> bool:
    if isinstance(cards, list):
        return all(are_open(card) for card in cards)
    return isinstance(cards, str)


def texts_of(cards: Cards) -> Any:
    """The texts of cards, every face shown."""
    if isinstance(cards, str):
        return cards
    if isinstance(cards, Named):
        return cards.text
    return [texts_of(card) for card in cards]


def copied(value: Any) -> Any:
    """A copy of a fact, with lists of its own; tuples become lists, as in JSON."""
    if isinstance(value, (list, tuple)):
        return [copied(part) for part in value]
    if isinstance(value, dict):
        return {name: copied(part) for name, part in value.items()}
    return value


# The events that a game declares, and whether what it tells are these.


def mark_stand_in(events: Sequence[Event], seat: int, seats: int) -> None:
    """A bot has played for a person: the first event of theirs that all are told of says so."""
    own = [event for event in events if event.seat == seat]
    public = [event for event in own if event.viewers >> seats & 1]
    for event in (public or own)[:1]:
        event.facts = {**event.facts, "stand_in": True}


def mark_as_recorded(record: Mapping[str, Any], index: int, events: Sequence[Event]) -> None:
    """Mark the events of a move, by its index, if a record says that a bot made it for a person."""
    stand_ins = record.get("stand_ins", ())
    at = bisect_left(stand_ins, index)
    if at < len(stand_ins) and stand_ins[at] == index:
        mark_stand_in(events, record["moves"][index][0], len(record["players"]))


KINDS = {
    "seat": "a seat",
    "seats": "a list of seats",
    "card": "a card",
    "cards": "a list of cards",
    "hands": "a list of cards for each seat",
    "number": "a whole number",
    "numbers": "a list of whole numbers",
    "by_seat": "a whole number for each seat",
    "flag": "true or false",
    "text": "a text",
}
NAMED_SO = ("card", "cards", "hands")  # fields whose kind is their name
OF_NOTICES = (
    "event",
    "number",
    "moved",
    "shown",
    "pause",
    "text",
    "later",
    "tally",
    "stand_in",
)  # not for games

Fields = dict[str, str]  # the kind of each field


def declared_events(game: Game) -> dict[str, Fields]:
    """The events in a game's `EVENTS`, with their fields; none if it has no `EVENTS`.

    ValueError says which declaration cannot be read.
    """
    events: Mapping[str, str] = getattr(game, "EVENTS", {})
    return read_events(tuple(events.items()))


@lru_cache(128)  # each match of a game looks whether they can be read
def read_events(events: tuple[tuple[str, str], ...]) -> dict[str, Fields]:
    return {event: dict([read_field(event, f) for f in text.split()]) for event, text in events}


def read_field(event: str, text: str) -> tuple[str, str]:
    """The name and the kind of a field that is declared as `name` or `name:kind`."""
    name, _, kind = text.partition(":")
    last = name.rpartition("_")[2]
    of_seats = last if name == "seat" or name.endswith(("_seat", "_seats")) else ""
    kind = kind or of_seats or (name if name in NAMED_SO else "number")
    right = kind == of_seats if of_seats else kind in KINDS and kind not in ("seat", "seats")
    if not right or not name.isidentifier() or name in OF_NOTICES:
        raise ValueError(
            f"EVENTS declares '{text}' in {event}: a field is a name, or a name and its kind, such "
            f"as taken:cards. The kinds are {', '.join(KINDS)}; seats are named seat, ..._seat "
            "or ..._seats."
        )
    return name, kind


def misfit(event: Event, declared: Mapping[str, Fields], seats: int) -> str | None:
    """What an event has that its declaration has not, or the other way round, in a sentence."""
    fields = declared.get(event.kind)
    if fields is None:
        return f"The event {event.kind} is told, and EVENTS does not have it."
    told: dict[str, Any] = {} if event.seat is None else {"seat": event.seat}
    told.update(event.facts)
    told.update(event.cards)
    for name in told:
        if name not in fields:
            return f"The event {event.kind} is told with '{name}', which EVENTS does not have."
    for name, kind in fields.items():
        if name not in told:
            return f"The event {event.kind} is told without '{name}', which EVENTS has."
        of_cards = kind in ("card", "cards", "hands")
        if of_cards != (name in event.cards) or not fits(told[name], kind, seats):
            return f"In the event {event.kind} '{name}' is {told[name]!r}, not {KINDS[kind]}."
    return None


def fits(value: Any, kind: str, seats: int) -> bool:
    """Whether a value is what a field of this kind holds, in a match with so many seats."""
    if kind in ("seats", "cards", "numbers"):
        return isinstance(value, list) and all(fits(part, kind[:-1], seats) for part in value)
    if kind in ("hands", "by_seat"):
        of_one = "cards" if kind == "hands" else "number"
        whole = isinstance(value, list) and len(value) == seats
        return whole and all(fits(part, of_one, seats) for part in value)
    if kind == "card":
        return isinstance(value, str | Named)
    if kind in ("flag", "text"):
        return isinstance(value, bool if kind == "flag" else str)
    return type(value) is int and (kind == "number" or 0 <= value < seats)
