"""The bots as court cards: each is a Knight of the Italian deck, with a name and a face.

Logs and records keep the English name. A reader gets it in their language, for seats with a bot
only: a person may be called anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from settebello.words import words_of

KNIGHTS = {
    "Knight of Cups": "9C",
    "Knight of Swords": "9S",
    "Knight of Coins": "9D",
    "Knight of Clubs": "9B",
}
ORDINALS = {"": 1, "Second ": 2, "Third ": 3}  # so that there are more names than seats
NAMES = {
    f"{ordinal}{name}": (number, face)
    for ordinal, number in ORDINALS.items()
    for name, face in KNIGHTS.items()
}


def free_name(taken: Iterable[str]) -> str:
    """The name of the next bot at a table at which these names are taken."""
    there = {name.strip().casefold() for name in taken}
    return next(name for name in NAMES if name.casefold() not in there)


def name_all(people: Sequence[str | None]) -> list[str]:
    """The names in order: those of the people, and of a bot where there is None."""
    names = [None if name is None else name.strip() for name in people]
    for seat, name in enumerate(names):
        if name is None:
            names[seat] = free_name([other for other in names if other is not None])
    return [name for name in names if name is not None]


def face_of(name: str, seat: int) -> str:
    """The card that a bot is; one with another name has that of its seat."""
    known = NAMES.get(name)
    return list(KNIGHTS.values())[seat % len(KNIGHTS)] if known is None else known[1]


def names_in(language: str, names: Sequence[str], bots: Sequence[object]) -> list[str]:
    """These names in a language, where `bots` says that it is a bot's."""
    if language == "en":  # as they are kept
        return list(names)
    return [name_in(language, name) if bot else name for name, bot in zip(names, bots, strict=True)]


def name_in(language: str, name: str) -> str:
    """The name of a bot in a language; any other name stays as it is."""
    if name not in NAMES:
        return name
    number, face = NAMES[name]
    return words_of(None, language).format("knight", {"suit": face[-1], "nth": number}) or name
