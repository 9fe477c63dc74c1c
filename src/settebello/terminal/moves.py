"""The legal moves as people read and type them.

Moves are listed by number, with their meaning. In a long list the moves of a verb with players,
ranks or numbers share a line, which says how they are typed, and the others keep their numbers.
Players are named: the text of a move has the number of a seat, from 0, and may be typed as well.
Places of cards are counted from 1, as people do; the text of a move counts them from 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from math import prod
from typing import NamedTuple

from settebello import words
from settebello.game import Game, Move
from settebello.notation import SEVERAL, SLOTS, Notation, parts_of
from settebello.words.labels import WrittenMove
from settebello.words.phrases import either, phrase

FEW = 16  # up to so many lines, each move is explained
ALIKE = 3  # from so many on, moves of one verb share a line
MOST_ALIKE = 8  # bids and requests of one verb that are listed one by one
ODD = 4  # moves without cards, such as pass or call, that keep their lines in a long list
TYPED = ("{seat}", "{rank}", "{n}")  # slots that people fill without looking at a list


class VerbGroup(NamedTuple):
    """Moves of one verb that share a line: what they look like together, and all of them."""

    form: str
    moves: list[Move]


class MoveList(NamedTuple):
    """The lines of the legal moves; those that have a number, in order; and those in groups."""

    lines: list[str]
    numbered: list[Move]
    groups: list[VerbGroup]


class Unclear(ValueError):
    """A player that was typed is nobody, or one of several: a sentence says who is meant."""


def list_moves(
    game: Game,
    moves: Sequence[Move],
    labels: Mapping[str, str],
    players: Sequence[str],
    language: str,
    width: int,
) -> MoveList:
    """The legal moves with their meaning; moves that are alike share a line.

    If that would be too many lines, those of a verb share one, or else moves lose their meaning.
    """
    groups = groups_of(game, moves, players, language)
    lines = explained(game, moves, labels, players, language)
    in_lines = [len(explained(game, group.moves, labels, players, language)) for group in groups]
    if len(lines) <= FEW and all(count <= MOST_ALIKE for count in in_lines):
        return MoveList(lines + legend(game, moves, players, language), list(moves), [])
    shared = []
    for group in groups:
        example = group.moves[0]
        told = described(written(game, example, players), labels[example.text])
        shared.append(phrase(language, "typed-so", form=group.form, example=told))
    taken = {move.text for group in groups for move in group.moves}
    rest = [move for move in moves if move.text not in taken]
    lines = explained(game, rest, labels, players, language)
    if len(lines) > FEW:
        # Many of one kind, and perhaps a pass or a call, which must not be lost among them.
        odd = [move for move in rest if not has_slots(game, move)]
        many = [move for move in rest if has_slots(game, move)]
        if not many or len(odd) > ODD:
            many, odd = rest, []
        lines = in_columns([written(game, move, players) for move in many], width)
        lines += explained(game, odd, labels, players, language, first=len(many) + 1)
        rest = [*many, *odd]
    return MoveList(shared + lines + legend(game, moves, players, language), rest, groups)


def has_slots(game: Game, move: Move) -> bool:
    return any(part in SLOTS for part, _ in filled(game, move))


def explained(
    game: Game,
    moves: Sequence[Move],
    labels: Mapping[str, str],
    players: Sequence[str],
    language: str,
    first: int = 1,
) -> list[str]:
    """A line for each move, or for several that are alike; the numbers begin with `first`."""
    lines, number = [], first
    for alike in alike_moves(game, moves):
        last = number + len(alike) - 1
        together = told_together(game, alike, labels, players, language)
        if together is not None:
            lines.append(f"{number}-{last}. {together}")
        else:
            texts = [described(written(game, m, players), labels[m.text]) for m in alike]
            lines += [f"{count}. {text}" for count, text in enumerate(texts, start=number)]
        number = last + 1
    return lines


def in_columns(moves: Sequence[str], width: int) -> list[str]:
    """Moves by number, several in a line."""
    texts = [f"{number}. {move}" for number, move in enumerate(moves, start=1)]
    column = max(len(text) for text in texts) + 2
    in_line = max(1, (width + 2) // column)
    rows = [texts[start : start + in_line] for start in range(0, len(texts), in_line)]
    return ["".join(text.ljust(column) for text in row).rstrip() for row in rows]


def alike_moves(game: Game, moves: Sequence[Move]) -> Iterator[list[Move]]:
    """Moves that follow each other, of one verb and with the same number or player."""

    def kind(move: Move) -> tuple[str, list[list[str]]]:
        parts = filled(game, move)
        return move.verb, [values for part, values in parts if part in ("{n}", "{seat}")]

    for _, alike in groupby(moves, kind):
        yield list(alike)


def told_together(
    game: Game,
    moves: list[Move],
    labels: Mapping[str, str],
    players: Sequence[str],
    language: str,
) -> str | None:
    """Several moves in one line, such as "own 1-4 (one of your cards)"; None if it cannot be.

    Every combination of the choices must be a legal move, or the line would name moves that are
    not there. A slot for several cards stands for any of them.
    """
    if len(moves) < ALIKE:
        return None
    slots = choices_in(game, moves)
    several = any(part in SEVERAL for part, _ in slots)
    if not several and prod(len(found) for _, found in slots) != len(moves):
        return None
    typed, label = written(game, moves[0], players), labels[moves[0].text]
    meaning = words.label_any(game, moves[0], typed, label, players, language)
    return None if meaning is None else f"{folded(slots, players, language)} ({meaning})"


def groups_of(
    game: Game, moves: Sequence[Move], players: Sequence[str], language: str
) -> list[VerbGroup]:
    """The verbs of which many moves are legal that differ in players, ranks and numbers only."""
    by_verb: dict[str, list[Move]] = {}
    for move in moves:
        by_verb.setdefault(move.verb, []).append(move)
    groups = []
    for several in by_verb.values():
        slots = [part for part, _ in filled(game, several[0]) if part in SLOTS]
        if len(several) >= ALIKE and slots and all(slot in TYPED for slot in slots):
            form = folded(choices_in(game, several), players, language)
            groups.append(VerbGroup(form, several))
    return groups


def choices_in(game: Game, moves: Sequence[Move]) -> list[tuple[str, list[str]]]:
    """For each part of the pattern that these moves share, what stands there in any of them."""
    slots: list[tuple[str, dict[str, None]]] = []
    for move in moves:
        parts = filled(game, move)
        slots = slots or [(part, {}) for part, _ in parts]
        for (_, found), (_, values) in zip(slots, parts, strict=True):
            found.update(dict.fromkeys(values))
    return [(part, list(found)) for part, found in slots]


def folded(slots: Sequence[tuple[str, list[str]]], players: Sequence[str], language: str) -> str:
    """Moves as one text, with a choice of values: "own 1-4", "ask Bea or Cal 2, 3 or 7"."""
    texts = []
    for part, values in slots:
        values = shown(part, values, players)
        if part != "{seat}" and len(values) > 1 and all(value.isdigit() for value in values):
            numbers = sorted(map(int, values))
            if numbers == list(range(numbers[0], numbers[-1] + 1)):
                values = [f"{numbers[0]}-{numbers[-1]}"]
        texts.append(either(language, values))
    return " ".join(texts)


def described(text: str, meaning: str) -> str:
    """A move as it is typed, and what it means."""
    return text if meaning in ("", text) else f"{text} ({meaning})"


def legend(game: Game, moves: Sequence[Move], players: Sequence[str], language: str) -> list[str]:
    """The numbers of the players, as texts of moves have them, if a move names a player."""
    if not any(part == "{seat}" for move in moves for part, _ in filled(game, move)):
        return []
    numbers = ", ".join(f"{seat} {name}" for seat, name in enumerate(players))
    return [phrase(language, "players-typed", players=numbers)]


def written(game: Game, move: Move, players: Sequence[str]) -> str:
    """A move as people type it: its text, with the names of players and places from 1 on."""
    parts = filled(game, move)
    if not any(part == "{seat}" or part in words.PLACES for part, _ in parts):
        return move.text
    return " ".join([" ".join(shown(part, values, players)) for part, values in parts])


def shown(part: str, values: list[str], players: Sequence[str]) -> list[str]:
    """What stands in a part of a move, as people type it."""
    if part == "{seat}":
        return [players[int(value)] for value in values]
    if part in words.PLACES:
        return [str(int(value) + 1) if is_index(value) else value for value in values]
    return values


def is_index(text: str) -> bool:
    """Whether a text stands for a place; that before the first one does, and is nowhere."""
    return text.isascii() and text.removeprefix("-").isdecimal()


def filled(game: Game, move: Move) -> list[tuple[str, list[str]]]:
    """Each part of a move's pattern with what stands there; without slots if it is not known.

    For a game that is not installed here the pattern is made up from what the table says of the
    slots, which come in order.
    """
    pattern = game.VERBS.get(move.verb)
    if pattern is not None:
        return list(words.filled(pattern, move.text))
    slots = list(move.slots)
    parts = []
    for word in move.text.split():
        slot = word
        if slots and word == str(slots[0][1]):
            slot = f"{{{slots.pop(0)[0]}}}"
        parts.append((slot, [word]))
    return parts


# What is typed.


def read_players(
    typed: str, game: Game, moves: Sequence[Move], players: Sequence[str], language: str
) -> str:
    """A typed move with the numbers of seats for the names of players, and places from 0 on.

    Anything else stays as it was typed. A name may be typed in any case, and its beginning is
    enough if nobody else's is the same. Raises Unclear if nobody is called so, or several are.
    """
    patterns = [parts_of(pattern) for pattern in game.VERBS.values()]
    if not patterns:
        patterns = list({tuple(part for part, _ in filled(game, move)): None for move in moves})
    wrong = ""
    for pattern in patterns:
        if "{seat}" not in pattern and not set(words.PLACES) & set(pattern):
            continue
        found = fitted(pattern, typed.split(), players)
        if found is not None:
            return from_zero(pattern, found)
        wrong = wrong or stranger_in(pattern, typed.split(), players)
    if wrong:
        begun = [name for name in players if name.casefold().startswith(wrong.casefold())]
        which = either(language, begun or list(players))
        name = "which-player" if begun else "no-such-player"
        raise Unclear(phrase(language, name, text=wrong, players=which))
    return typed


def from_zero(pattern: Sequence[str], found: Sequence[str]) -> str:
    """The text of a move whose places were typed from 1 on."""
    texts: list[str] = []
    for part, values in words.filled(" ".join(pattern), " ".join(found)):
        if part in words.PLACES:
            values = [str(int(value) - 1) if is_index(value) else value for value in values]
        texts += values
    return " ".join(texts)


def named(text: str, game: Game, players: Sequence[str]) -> str:
    """The text of any move, legal or not, with the names of players."""
    for verb, pattern in game.VERBS.items():
        if fitted(parts_of(pattern), text.split(), players) is not None:
            return written(game, Move(text, verb, (), ()), players)
    return text


def meant_group(groups: Sequence[VerbGroup], typed: str) -> VerbGroup | None:
    """The group that a typed move seems to be of: that with its first word; any for a number."""
    word = typed.casefold().split()[:1]
    for group in groups:
        if typed.isdigit() or group.moves[0].text.casefold().split()[:1] == word:
            return group
    return None


def may_be_refused(game: Game, legal: Sequence[WrittenMove], text: str) -> bool:
    """Whether the table should be asked: it is legal, or the game may say why it is not."""
    ask = Notation(game).read(text)
    if ask is None:
        return any(move.text.casefold() == text.casefold() for move in legal)
    return hasattr(game, "refusal") or any(move.text == ask.text for move in legal)


def fitted(
    pattern: Sequence[str], typed: Sequence[str], players: Sequence[str]
) -> list[str] | None:
    """Typed words that fit a pattern, with the numbers of seats; None if they do not fit."""
    if not pattern:
        return None if typed else []
    part, most = pattern[0], 1
    if part == "{seat}" or part in SEVERAL:
        most = len(typed) - len(pattern) + 1  # a name may have blanks
    for count in range(most, 0, -1):
        taken = [*typed[:count]]
        if part == "{seat}":
            seat = seat_of(" ".join(taken), players)
            if seat is None:
                continue
            taken = [str(seat)]
        elif len(typed) < count or (part not in SLOTS and taken[0].casefold() != part.casefold()):
            continue
        rest = fitted(pattern[1:], typed[count:], players)
        if rest is not None:
            return [*taken, *rest]
    return None


def stranger_in(pattern: Sequence[str], typed: Sequence[str], players: Sequence[str]) -> str:
    """The word that stands for a player and names nobody here, or several; else ""."""
    if len(typed) != len(pattern):
        return ""
    fits = [part in SLOTS or word.casefold() == part.casefold()
            for part, word in zip(pattern, typed, strict=True)]  # fmt: skip
    strange = [word for part, word in zip(pattern, typed, strict=True)
               if part == "{seat}" and seat_of(word, players) is None]  # fmt: skip
    return strange[0] if all(fits) and strange else ""


def seat_of(typed: str, players: Sequence[str]) -> int | None:
    """The seat of the player that was typed, by number or name; None if that is not clear."""
    if typed.isascii() and typed.isdigit():
        return int(typed) if len(typed) < 3 and int(typed) < len(players) else None
    text = typed.casefold()
    names = [name.casefold() for name in players]
    if text in names:
        return names.index(text)
    begun = [seat for seat, name in enumerate(names) if name.startswith(text)]
    return begun[0] if text and len(begun) == 1 else None
