"""The bots as court cards of the Italian deck, with names and faces: their rank says their level.

Knaves are easy, Knights medium, Kings hard. A bot without a level, as one from a file, is a Knight.
Logs and records keep the English name. A reader gets it in their language, for seats with a bot
only: a person may be called anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from settebello.words import words_of

SUITS = {"Cups": "C", "Swords": "S", "Coins": "D", "Clubs": "B"}
RANKS = {"easy": ("Knave", 8), "medium": ("Knight", 9), "hard": ("King", 10)}
ORDINALS = {"": 1, "Second ": 2, "Third ": 3}  # so that there are more names than seats
# By level: each name, in the order in which bots get them, with its ordinal number and its face.
COURTS = {
    level: {
        f"{ordinal}{title} of {suit}": (number, f"{rank}{letter}")
        for ordinal, number in ORDINALS.items()
        for suit, letter in SUITS.items()
    }
    for level, (title, rank) in RANKS.items()
}
NAMES = {name: known for court in COURTS.values() for name, known in court.items()}


def free_name(taken: Iterable[str], bot: str = "medium") -> str:
    """The name of the next bot at a table at which these names are taken."""
    there = {name.strip().casefold() for name in taken}
    court = COURTS.get(bot, COURTS["medium"])
    return next(name for name in court if name.casefold() not in there)


def name_all(entries: Sequence[str], bots: Mapping[int, str]) -> list[str]:
    """The names in order: those of the people, and of a bot where `bots` has one."""
    names = ["" if seat in bots else entry.strip() for seat, entry in enumerate(entries)]
    for seat, bot in sorted(bots.items()):
        names[seat] = free_name(names, bot)
    return names


def face_of(name: str, seat: int) -> str:
    """The card that a bot is; one with another name has that of its seat."""
    known = NAMES.get(name)
    return f"9{list(SUITS.values())[seat % len(SUITS)]}" if known is None else known[1]


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
    given = {"rank": int(face[:-1]), "suit": face[-1], "nth": number}
    return words_of(None, language).format("bot-name", given) or name
