"""The names of the players of a match."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from settebello import words
from settebello.game import Game
from settebello.registry import shown
from settebello.rejection import Argument, Rejection, RejectionCode

LONGEST_NAME = 24


def check_players(game: Game, players: int | Sequence[str]) -> tuple[str, ...]:
    """The names of the players, trimmed; ValueError (Rejection of a name) says what is wrong."""
    if isinstance(players, bool) or not isinstance(players, (int, list, tuple)):
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
    """A player's name, trimmed; raises Rejection if it is wrong or taken.

    Rule 17 of Dice holds in every game.
    """
    if not isinstance(name, str):
        raise ValueError("A name is a text.")
    if not name.strip():
        raise wrong(RejectionCode.NAME_EMPTY)
    name = unicodedata.normalize("NFC", name.strip())
    if name.casefold() == "computer":
        raise wrong(RejectionCode.NAME_COMPUTER)
    if len(name) > LONGEST_NAME:
        raise wrong(RejectionCode.NAME_LONG, longest=LONGEST_NAME)
    if not name.isprintable():
        raise wrong(RejectionCode.NAME_STRANGE)
    if name.casefold() in [other.casefold() for other in taken]:
        raise wrong(RejectionCode.NAME_TAKEN, name=name)
    return name


def distinct_name(name: str, taken: Sequence[str]) -> str:
    """A player's name, checked, with a number if it is taken; raises Rejection if it is wrong."""
    wanted, number = check_name(name), 1
    distinct, others = wanted, [other.casefold() for other in taken]
    while distinct.casefold() in others:
        number += 1
        ending = f" {number}"
        distinct = wanted[: LONGEST_NAME - len(ending)].rstrip() + ending
    return distinct


def wrong(code: RejectionCode, **arguments: Argument) -> Rejection:
    """A name that no player can have; the sentence is for those who make a `Match` themselves."""
    return Rejection(code, words.refuse(None, code, **arguments), **arguments)
