"""Small signs of players in a terminal: which one is meant, and whose are not shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from settebello.table import protocol
from settebello.words.phrases import phrase

EMOTES: tuple[protocol.EmoteName, ...] = get_args(protocol.EmoteName)


def emotes_told(language: str) -> str:
    """All of them with their numbers: "1 Hello!, 2 Good luck!"."""
    said = [f"{n} {phrase(language, f'emote-{each}')}" for n, each in enumerate(EMOTES, start=1)]
    return ", ".join(said)


def find_emote(typed: str, language: str) -> protocol.EmoteName | None:
    """The one that was typed, by its number, its name or its words; None if there is no such."""
    wanted = plain(typed)
    for number, each in enumerate(EMOTES, start=1):
        if wanted in (str(number), plain(each), plain(phrase(language, f"emote-{each}"))):
            return each
    return None


def find_player(typed: str, seats: Sequence[protocol.SeatInfo]) -> int | None:
    """The seat that was typed, by its number, from 1, or by the player's name."""
    wanted = typed.strip().casefold()
    for number, seat in enumerate(seats):
        if seat.name and wanted in (str(number + 1), seat.name.casefold()):
            return number
    return None


def plain(text: str) -> str:
    """Letters and digits alone, so that "well played" is "Well-played!"."""
    return "".join(letter for letter in text.casefold() if letter.isalnum())
