"""The client's own sentences: `words/en/terminal.ftl` and its translations."""

from __future__ import annotations

import os
from functools import cache

from fluent.runtime.types import fluent_number

from settebello.game import Game
from settebello.words import LANGUAGES, Words, load_words


def phrase(language: str, name: str, /, **arguments: str | int) -> str:
    """A sentence of the client, in this language."""
    text = find_phrase(language, name, **arguments)
    if text is None:
        raise KeyError(f"terminal.ftl has no message '{name}' in the language '{language}'")
    return text


def find_phrase(language: str, name: str, /, **arguments: str | int) -> str | None:
    """The same, or None: for what a game from elsewhere may call as it likes."""
    values = {
        key: fluent_number(value, useGrouping=False) if isinstance(value, int) else value
        for key, value in arguments.items()
    }
    return sentences(language).format(name, values)


@cache
def sentences(language: str) -> Words:
    return load_words(language, name="terminal")


def title(game: Game, language: str) -> str:
    """What people call the game."""
    return find_phrase(language, f"game-{game.NAME}") or game.NAME


def listed(language: str, parts: list[str]) -> str:
    """Several things in a row: "Ann, Bea and Cal"."""
    return sentences(language).join(parts)


def either(language: str, parts: list[str]) -> str:
    """A choice of several: "2, 3 or 4"."""
    *most, last = parts
    return f"{', '.join(most)} {phrase(language, 'or')} {last}" if most else last


def usual_language() -> str:
    """The language that the environment asks for, if we have it; else English."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        wanted = os.environ.get(variable, "")
        if wanted:
            short = wanted[:2].lower()
            alone = not wanted[2:3].isalpha()  # "it_IT.UTF-8", but not "italian"
            return short if short in LANGUAGES and alone else "en"
    return "en"
