"""The names of the players of a match."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from settebello import words
from settebello.game import Game
from settebello.registry import shown

LONGEST_NAME = 24


class BadName(ValueError):
    """A name that no player can have: a code for programs, and arguments for its sentence."""

    def __init__(self, code: str, **arguments: str) -> None:
        super().__init__(words.refuse(None, code, **arguments))
        self.code = code
        self.arguments = arguments


def check_players(game: Game, players: int | Sequence[str]) -> tuple[str, ...]:
    """The names of the players, trimmed; ValueError says what is wrong with them."""
    if isinstance(players, bool) or not isinstance(players, int | list | tuple):
        raise ValueError("The players are a number or a list of names.")
    count = players if isinstance(players, int) else len(players)
    if count not in game.SEATS:
        *most, last = [str(seats) for seats in sorted(game.SEATS)]
        allowed = f"{', '.join(most)} or {last}" if most else last
        raise ValueError(f"{game.NAME} is for {allowed} players, not {shown(count)}.")
    if isinstance(players, int):
        return tuple(f"Player {number}" for number in range(1, count + 1))
    names: list[str] = []
    for name in players:
        names.append(check_name(name, names))
    return tuple(names)


def check_name(name: object, taken: Sequence[str] = ()) -> str:
    """A player's name, trimmed; BadName if it is wrong or taken.

    Rule 17 of Dice holds in every game.
    """
    if not isinstance(name, str):
        raise ValueError("A name is a text.")
    if not name.strip():
        raise BadName("name-empty")
    name = unicodedata.normalize("NFC", name.strip())
    if name.casefold() == "computer":
        raise BadName("name-computer")
    if len(name) > LONGEST_NAME:
        raise BadName("name-long", longest=str(LONGEST_NAME))
    if not name.isprintable():
        raise BadName("name-strange")
    if name.casefold() in [other.casefold() for other in taken]:
        raise BadName("name-taken", name=name)
    return name
