"""Plain data as JSON and back: numbers, texts, lists and the like, and what cards are made of.

It is for the states of games, of whatever class they are. What is read back is data and nothing
else: no class is looked up by a name that was stored, and no code of it is run, as pickle would.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import isfinite
from typing import Any

from settebello.cards import Deck, Place
from settebello.game import Draw, Game, Options
from settebello.registry import Agreed
from settebello.sampling import Fact
from settebello.visibility import Lying, lying

# What may be stored of these, and how it is made again. Their order is that of the arguments.
PARTS: dict[type, tuple[str, ...]] = {
    Deck: ("faces", "shuffles", "deal", "sides", "seals"),
    Draw: ("kind", "label", "items", "of_cards", "count"),
    Place: ("name", "cards", "sight", "top", "mixed"),
    Fact: ("name", "cards", "numbers", "viewers"),
    Lying: ("place", "sight"),
}
MAKERS: dict[str, Callable[..., object]] = {
    "Deck": Deck,
    "Draw": lambda kind, label, items, of_cards, count: Draw(
        kind, label, items, of_cards=of_cards, count=count
    ),
    "Place": lambda name, cards, sight, top, mixed: Place(name, cards, sight, top=top, mixed=mixed),
    "Fact": Fact,
    "Lying": lying,
    "tuple": lambda *items: items,
    "list": lambda *items: list(items),
    "set": lambda *items: set(items),
    "frozenset": lambda *items: frozenset(items),
    "range": range,
    "dict": lambda *items: dict(zip(items[::2], items[1::2], strict=True)),
}
SCALARS = (int, str, bool, type(None))
DEEPEST = 50  # data in data


class NotPlain(ValueError):
    """Something that is not plain data, or that cannot be read back as it was."""


class PlainData:
    """Writes and reads what belongs to a match of a game with these options.

    Draws that are constants of the game come back as these very objects, since rules may compare
    them by `is`; so do the options.
    """

    def __init__(self, game: Game, options: Options) -> None:
        self._options = options
        self._constants = dict(constants_of(game))

    def write(self, value: object) -> Any:
        """This as JSON; NotPlain if it is not plain, or has a list or the like in two places.

        What is in two places would be two things when it is read.
        """
        return self._written(value, set(), 0)

    def _written(self, value: object, inside: set[int], depth: int) -> Any:
        kind = type(value)
        if kind in SCALARS:
            return value
        if depth > DEEPEST:
            raise NotPlain("It is too deep.")
        if kind is Agreed and value == self._options:
            return ["options"]
        if kind in (list, dict, set):
            if id(value) in inside:
                raise NotPlain("It has the same list in two places.")
            inside.add(id(value))
        if kind is float and isfinite(value):  # type: ignore[arg-type]
            return value
        if kind is range:
            return ["range", value.start, value.stop, value.step]  # type: ignore[attr-defined]
        if kind is Draw:
            for name, constant in self._constants.items():
                if constant is value:
                    return ["constant", *name]
        items: Sequence[object]
        if kind in (tuple, list):
            items = value  # type: ignore[assignment]
        elif kind in (set, frozenset):
            items = in_order(value)  # type: ignore[arg-type]
        elif kind is dict:
            items = [each for pair in value.items() for each in pair]  # type: ignore[attr-defined]
            if any(type(key) not in (int, str) for key in value):  # type: ignore[attr-defined]
                raise NotPlain("It has a key that is neither a number nor a text.")
        elif kind in PARTS:
            items = [getattr(value, part) for part in PARTS[kind]]
        else:
            raise NotPlain(f"It has a {kind.__name__}.")
        written = [kind.__name__]
        for item in items:
            plain = type(item) in SCALARS
            written.append(item if plain else self._written(item, inside, depth + 1))  # type: ignore[arg-type]
        return written

    def read(self, data: Any) -> Any:
        """What was written; NotPlain if this was not."""
        if type(data) in SCALARS or type(data) is float:
            return data
        try:
            kind, *items = data
            if kind == "options" and not items:
                return self._options
            if kind == "constant":
                return self._constants[tuple(items)]
            return MAKERS[kind](*[self.read(item) for item in items])
        except (TypeError, ValueError, KeyError, RecursionError):
            raise NotPlain("It was not written here.") from None

    def write_fields(self, value: object) -> dict[str, Any]:
        """The fields of an object as JSON; NotPlain if one is not plain, or is not set."""
        try:
            inside: set[int] = set()
            return {
                name: self._written(getattr(value, name), inside, 1) for name in field_names(value)
            }
        except (AttributeError, RecursionError):
            raise NotPlain("It has a field that is not set.") from None

    def read_fields(self, value: object, data: Mapping[str, Any]) -> None:
        """Give an object these fields; NotPlain if they are not those of its class."""
        if set(data) != set(field_names(value)):
            raise NotPlain("It has other fields.")
        try:
            for name, written in data.items():
                setattr(value, name, self.read(written))
        except (AttributeError, TypeError):
            raise NotPlain("It has a field of another type.") from None


def in_order(items: set[Any] | frozenset[Any]) -> list[Any]:
    """The items of a set, in the same order each time."""
    if any(type(item) not in (int, str) for item in items):
        raise NotPlain("It has a set of something else than numbers and texts.")
    return sorted(items, key=lambda item: (type(item) is str, item))


def constants_of(game: Game) -> Iterator[tuple[tuple[str | int, ...], Draw]]:
    """The draws that are constants of a game, or lie in a list that is one, and their names."""
    for name, value in getattr(game, "__dict__", {}).items():
        if isinstance(value, Draw):
            yield (name,), value
        elif isinstance(value, tuple | list):
            for number, item in enumerate(value):
                if isinstance(item, Draw):
                    yield (name, number), item


def field_names(value: object) -> list[str]:
    """The names of an object's fields: in its dictionary, its slots, or compiled."""
    kinds = reversed(type(value).__mro__)
    slots = [getattr(kind, "__mypyc_attrs__", getattr(kind, "__slots__", ())) for kind in kinds]
    flat = [name for each in slots for name in ((each,) if isinstance(each, str) else each)]
    names = dict.fromkeys([*flat, *getattr(value, "__dict__", ())])
    return [name for name in names if not name.startswith("__")]
