"""The sentences of the terminal: `words/en/terminal.ftl` and its translations."""

from __future__ import annotations

import errno
import os
import re
from functools import cache

from settebello import words
from settebello.game import Game
from settebello.words import LANGUAGES, Words, load_words, spelled


def phrase(language: str, name: str, /, **arguments: str | int) -> str:
    """A sentence of the terminal in this language; KeyError if there is none."""
    text = find_phrase(language, name, **arguments)
    if text is None:
        raise KeyError(f"terminal.ftl has no message '{name}' in the language '{language}'")
    return text


def find_phrase(language: str, name: str, /, **arguments: str | int) -> str | None:
    """The same, or None if there is none: for names that a game from elsewhere made up."""
    values = {key: spelled(value) for key, value in arguments.items()}
    return sentences(language).format(name, values)


@cache
def sentences(language: str) -> Words:
    return load_words(language, name="terminal")


def title(game: Game, language: str) -> str:
    """What people call the game."""
    return words.title(game, language)


def listed(language: str, parts: list[str]) -> str:
    """Several things in a row: "Ann, Bea and Cal"."""
    return sentences(language).join(parts)


def either(language: str, parts: list[str]) -> str:
    """A choice of several: "2, 3 or 4"."""
    *most, last = parts
    return f"{', '.join(most)} {phrase(language, 'or')} {last}" if most else last


def reason(language: str, error: OSError) -> str:
    """The reason of a system error; the usual reasons are in this language."""
    return known_reason(language, error) or error.strerror or "?"


def known_reason(language: str, error: OSError) -> str | None:
    """The reason of a system error in this language; None if it is not a usual one."""
    code = errno.errorcode.get(error.errno or 0, "")
    return find_phrase(language, f"reason-{code}")


def chosen_language(flag: str | None = None) -> str:
    """The language to speak: that of the flag, else that of the environment, else English.

    The variables count as in other programs: LANGUAGE is a list of languages, which the locale C
    overrules; else it is the locale in the first of LC_ALL, LC_MESSAGES and LANG that is set.
    """
    if flag is not None:
        return flag
    named = [os.environ.get(variable) for variable in ("LC_ALL", "LC_MESSAGES", "LANG")]
    locale = next(filter(None, named), "")
    if locale in ("C", "POSIX"):
        return "en"
    wishes = [wish for wish in os.environ.get("LANGUAGE", "").split(":") if wish] or [locale]
    known = (re.match(r"[a-z]{2}(?![a-z])", wish.lower()) for wish in wishes)
    return next((found[0] for found in known if found and found[0] in LANGUAGES), "en")
