"""What a move does, in words: "take the 3 of coins with the 3 of cups".

The slots of a verb's pattern are the variables of its message `move-VERB`: `$card`, `$cards`,
`$spot`, `$spots`, `$n` (a number, so plural rules work), `$player` for a `{seat}`, and `$rank` for
a `{rank}`, in words. A second one of a kind has `_2`, a third one `_3`. In a pattern without a
`{seat}`, `$player` is the player in seat `$n`. The public facts that are words are variables too,
with hyphens for blanks: in 66 a card means what the match is waiting for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Protocol

from settebello.game import Facts, Game
from settebello.notation import SEVERAL, SLOTS, parts_of
from settebello.words.messages import Words, read_face, spelled, words_of

PLACES = ("{spot}", "{spots}")  # slots for where a card lies
VARIABLES = {slot: "player" if slot == "{seat}" else slot.strip("{}") for slot in SLOTS}


class WrittenMove(Protocol):
    """A move, of whatever class: its verb, and its text."""

    @property
    def verb(self) -> str: ...

    @property
    def text(self) -> str: ...


def label(
    game: Game, move: WrittenMove, players: Sequence[str], facts: Facts, language: str = "en"
) -> str:
    """What a move does, in words; else its text."""
    words = words_of(game, language)
    arguments: dict[str, Any] = {
        name: value.replace(" ", "-") for name, value in facts.items() if isinstance(value, str)
    }
    for name, part, values in filled_slots(game.VERBS[move.verb], move.text):
        arguments[name] = said_in(part, values, players, words)
        if name == "n" and names_by_number(game.VERBS[move.verb]) and int(values[0]) < len(players):
            arguments["player"] = players[int(values[0])]
    return words.format(f"move-{move.verb}", arguments) or move.text


def said_in(part: str, values: Sequence[str], players: Sequence[str], words: Words) -> Any:
    """What stands in a slot of a move, in words; a number stays one."""
    if part == "{n}":
        return spelled(int(values[0]))
    if part == "{seat}":
        return players[int(values[0])]
    if part == "{rank}":
        return words.rank(values[0])
    if part in PLACES:
        return words.join([str(int(value) + 1) for value in values])  # people count from 1
    return words.join([words.card(value) for value in values])


def short_label(
    game: Game, move: WrittenMove, language: str = "en", players: Sequence[str] = ()
) -> str:
    """A move in a few signs, from the ranks of its cards; "" if its verb has no such text."""
    words = words_of(game, language)
    name = f"move-{move.verb}.short"
    if name not in words.attributes:
        return ""
    signs: dict[str, str] = {}
    for slot, part, values in filled_slots(game.VERBS[move.verb], move.text):
        if part in ("{card}", "{cards}"):
            values = [read_face(value)[0] for value in values]
        elif part == "{seat}" and players:
            values = [players[int(values[0])]]
        signs[slot] = " + ".join(values)
    return words.format(name, signs) or ""


def filled_slots(pattern: str, text: str) -> Iterator[tuple[str, str, list[str]]]:
    """The slots of a pattern: each one's variable, itself, and what stands there in a text."""
    slots = [(part, values) for part, values in filled(pattern, text) if part in SLOTS]
    for name, (part, values) in zip(slot_names(pattern), slots, strict=True):
        yield name, part, values


def slot_names(pattern: str) -> list[str]:
    """The variable of each slot of a pattern, in order: "card", "n", "n_2"."""
    names: list[str] = []
    seen: Counter[str] = Counter()
    for part in parts_of(pattern):
        if part in SLOTS:
            name = VARIABLES[part]
            seen[name] += 1
            names.append(name if seen[name] == 1 else f"{name}_{seen[name]}")
    return names


def names_by_number(pattern: str) -> bool:
    """Whether `$player` is the player in seat `$n`."""
    parts = parts_of(pattern)
    return "{n}" in parts and "{seat}" not in parts


@lru_cache(1024)  # asked for every label
def names_players(pattern: str) -> bool:
    """Whether the label of such a move may have the name of a player."""
    return any(part in ("{n}", "{seat}") for part in parts_of(pattern))


def filled(pattern: str, text: str) -> Iterator[tuple[str, list[str]]]:
    """Each part of a verb's pattern, with what stands there in the text of a move."""
    parts, written = parts_of(pattern), text.split()
    several = len(written) - len(parts) + 1
    for part in parts:
        count = several if part in SEVERAL else 1
        values, written = written[:count], written[count:]
        yield part, values


def label_any(
    game: Game,
    move: WrittenMove,
    example: str,
    meaning: str,
    players: Sequence[str],
    language: str = "en",
) -> str | None:
    """What all moves of a verb do, in one text: the `.any` of its message; None without one.

    `move` is the first of them, `example` what people type for it, and `meaning` its own label.
    """
    arguments = {"example": example, "meaning": meaning}
    pattern = game.VERBS.get(move.verb)
    for part, values in filled(pattern, move.text) if pattern is not None else ():
        if part == "{n}":
            arguments["n"] = values[0]
        if part in ("{n}", "{seat}") and int(values[0]) < len(players):
            arguments["player"] = players[int(values[0])]
    return words_of(game, language).format(f"move-{move.verb}.any", arguments)
