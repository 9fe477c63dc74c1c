"""From notices and refusals to sentences, in the language of the reader.

The sentences are Fluent messages, kept beside the games: `words/en/scopa.ftl` for ours,
`mygame.en.ftl` beside a `mygame.py` from elsewhere. A message is named after its event:
`Captured` is `captured`; a refusal `must-take` is `refusal-must-take`, the verb `lay` is
`move-lay`, the option `target` is `option-target`, and `card` says a card by its rank and suit.
`title` is the name of the game, `about` a line on it, and `fact-round` the label of the public fact
`round`, if it is worth showing; its `.kind` may be `seat` or `by_seat`. `option-variant.draft` is a
choice of the option `variant`, and completes its text: "You claim equal cards: before taking a
card". In a terminal `card.short` is a card on the table, `card.colour` its colour and
`card.letters` how suits are typed; `move-own.any` says all moves of a verb in one line.
`peeked.later` is the sentence for later, without the faces that the player has to remember.
`tallied.count` is the label of the field `count` of that event: an event that has labels is shown
as a table, see `tally`. `move-take.short` is a move in a few signs, such as "3 + 4 = 7".

A sentence is made from what its reader may see, never from the state. An event without a message is
told in a plain form, so that a game is playable before its words are written.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Literal, Protocol

from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import fluent_number
from fluent.syntax import ast

from settebello.cards import HIDDEN
from settebello.game import Facts, Game, Option
from settebello.notation import SEVERAL, SLOTS, parts_of
from settebello.rejection import Argument

HERE = Path(__file__).parent
# A folder is a language. English comes first: it is what is said where another one has no words.
LANGUAGES = (
    "en",
    *sorted(found.parent.name for found in HERE.glob("*/core.ftl") if found.parent.name != "en"),
)
PLACES = ("{spot}", "{spots}")  # slots for where a card lies
FACT = "fact-"
LATER = "later"
FactKind = Literal["number", "seat", "by_seat"]


def sentence(
    game: Game,
    notice: Mapping[str, Any],
    viewer: int | None,
    players: Sequence[str],
    language: str = "en",
) -> str:
    """The sentence of a notice, for this viewer."""
    words = words_of(game, language)
    arguments = arguments_of(notice, viewer, players, words)
    text = words.format(hyphened(notice["event"]), arguments)
    return plainly(notice, arguments) if text is None else text


def plain(
    game: Game,
    notice: Mapping[str, Any],
    viewer: int | None,
    players: Sequence[str],
    language: str = "en",
) -> str:
    """The plain sentence of a notice without a message; it never fails."""
    try:
        return plainly(notice, arguments_of(notice, viewer, players, words_of(game, language)))
    except Exception:  # a field is not what its name says, or the words cannot be read
        return f"{notice['event']}."


def plainly(notice: Mapping[str, Any], arguments: Mapping[str, Any]) -> str:
    names = [field.removesuffix("_seats").removesuffix("_seat") for field in notice]
    told = [f"{name} {arguments[name]}" for name in names if name in arguments]
    return f"{notice['event']}: {', '.join(told)}." if told else f"{notice['event']}."


def in_words(
    game: Game,
    notice: Mapping[str, Any],
    viewer: int | None,
    players: Sequence[str],
    language: str = "en",
) -> dict[str, Any]:
    """The fields to add to a notice: `text`; `later` if its faces do not stay; perhaps `tally`."""
    told = {field: value for field, value in notice.items() if field != "stand_in"}
    added: dict[str, Any] = {"text": sentence(game, told, viewer, players, language)}
    later = say_later(game, told, viewer, players, language)
    if later is not None:
        added["later"] = later
    if notice.get("stand_in"):
        mark = sentence(
            game, {"event": "StoodIn", "seat": notice["seat"]}, viewer, players, language
        )
        added = {field: f"{text} {mark}".strip() for field, text in added.items()}
    counted = tally(game, told, viewer, players, language)
    if counted is not None:
        added["tally"] = counted
    return added


def tally(
    game: Game,
    notice: Mapping[str, Any],
    viewer: int | None,
    players: Sequence[str],
    language: str = "en",
) -> dict[str, Any] | None:
    """How a round was counted, as a table for all seats; None if the event has no labels.

    Each labelled field is a row with a cell for each seat. It is a list with a value by seat, a
    value for the `seat` of the event, or `..._seat`, which marks one. `..._points` are the points
    that each seat got for it, `..._before` what it was before, and `round_winner_seats` who won.
    """
    words = words_of(game, language)
    message = hyphened(notice["event"])
    labels = words.labels.get(message)
    if labels is None:
        return None
    arguments = arguments_of(notice, viewer, players, words)
    rows: list[dict[str, Any]] = []
    for field in labels:
        cells = cells_of(field, notice, len(players))
        if cells is None:
            continue
        row = {"label": words.format(f"{message}.{field}", arguments), "cells": cells}
        for more in ("points", "before"):
            if f"{field}_{more}" in notice:
                row[more] = notice[f"{field}_{more}"]
        rows.append(row)
    return {"rows": rows, "winners": notice.get("round_winner_seats", [])}


def cells_of(field: str, notice: Mapping[str, Any], seats: int) -> list[Any] | None:
    """A field of a notice as a value for each seat; None if it has none."""
    value, marked = notice.get(field), notice.get(f"{field}_seat")
    if isinstance(value, list):
        return value if len(value) == seats else None
    if value is not None and "seat" in notice:
        return [value if seat == notice["seat"] else None for seat in range(seats)]
    return None if marked is None else [seat == marked for seat in range(seats)]


def say_later(
    game: Game,
    notice: Mapping[str, Any],
    viewer: int | None,
    players: Sequence[str],
    language: str = "en",
) -> str | None:
    """The sentence of a notice without faces that its viewer has to remember; None if it has none.

    For the player who acted it is the message's `.later`. Else it is the sentence without the faces
    that were shown once, or the one that everybody else was told, or "" if nobody else was told.
    """
    words = words_of(game, language)
    later = f"{hyphened(notice['event'])}.{LATER}"
    if later in words.attributes and viewer is not None and notice.get("seat") == viewer:
        return words.format(later, arguments_of(notice, viewer, players, words))
    if "shown" not in notice:
        return None
    blind = without_shown_faces(notice)
    sentences = [sentence(game, blind, reader, players, language) for reader in (viewer, None)]
    return next((text for text in sentences if HIDDEN not in text), "")


def without_shown_faces(notice: Mapping[str, Any]) -> dict[str, Any]:
    """A notice without the faces that it shows once."""
    faces = {shown["card"] for shown in notice["shown"]}
    return {name: hidden(notice[name], faces) for name in notice}


def arguments_of(
    notice: Mapping[str, Any], viewer: int | None, players: Sequence[str], words: Words
) -> dict[str, Any]:
    """What the sentence of a notice can use."""
    arguments: dict[str, Any] = {}
    for field, value in notice.items():
        if field not in ("event", "moved", "shown", "pause"):
            arguments.update(spoken(field, value, viewer, players, words))
    return arguments


def hidden(value: Any, faces: Container[str]) -> Any:
    """A field of a notice without these faces."""
    if isinstance(value, list):
        return [hidden(part, faces) for part in value]
    return HIDDEN if isinstance(value, str) and value in faces else value


def refuse(game: Game | None, code: str, language: str = "en", /, **arguments: Argument) -> str:
    """The sentence of a rejection; its arguments are only what the seat wrote and may see.

    Without a game it is a refusal of the table or of the server. If a code has several sentences,
    `about` says which.
    """
    words = words_of(game, language)
    if "about" in arguments:
        code = f"{code}.{arguments['about']}"
    values = {name: spelled(value) for name, value in arguments.items()}
    sentence = words.format(f"refusal-{code}", values)
    return sentence or words.format("refusal-not-legal", values) or code


def spelled(value: Argument) -> Any:
    """A value as sentences have it: a number is written as its reader writes numbers."""
    return value if isinstance(value, str) else fluent_number(value, useGrouping=False)


class WrittenMove(Protocol):
    """A move, of whatever class: its verb, and its text."""

    @property
    def verb(self) -> str: ...

    @property
    def text(self) -> str: ...


def label(
    game: Game, move: WrittenMove, players: Sequence[str], facts: Facts, language: str = "en"
) -> str:
    """What a move does, in words: "take the 3 of coins with the 3 of cups"; else its text.

    The pattern's slots are the arguments: `$card`, `$cards`, `$n`, ..., a second one of a kind
    with `_2`; `$player` is the player in seat `$n`. So are those of the public `facts` that are
    words, with hyphens for blanks: in 66 a card means what the match is waiting for.
    """
    words = words_of(game, language)
    arguments: dict[str, Any] = {
        name: value.replace(" ", "-") for name, value in facts.items() if isinstance(value, str)
    }
    for part, values in filled(game.VERBS[move.verb], move.text):
        if part in SLOTS:
            name = part.strip("{}")
            if part in PLACES:
                values = [str(int(value) + 1) for value in values]  # people count from 1
            said = words.join([words.card(value) for value in values])
            arguments[f"{name}_2" if name in arguments else name] = said
            if name == "n" and int(values[0]) < len(players):
                arguments["player"] = players[int(values[0])]
    return words.format(f"move-{move.verb}", arguments) or move.text


def short_label(game: Game, move: WrittenMove, language: str = "en") -> str:
    """A move in a few signs, from the ranks of its cards; "" if its verb has no such text."""
    words = words_of(game, language)
    name = f"move-{move.verb}.short"
    if name not in words.attributes:
        return ""
    ranks = {
        part.strip("{}"): " + ".join([value[:-1] for value in values])
        for part, values in filled(game.VERBS[move.verb], move.text)
        if part in SLOTS
    }
    return words.format(name, ranks) or ""


def filled(pattern: str, text: str) -> Iterator[tuple[str, list[str]]]:
    """Each part of a verb's pattern, with what stands there in the text of a move."""
    parts, written = parts_of(pattern), text.split()
    several = len(written) - len(parts) + 1
    for part in parts:
        count = several if part in SEVERAL else 1
        values, written = written[:count], written[count:]
        yield part, values


def label_any(game: Game, verb: str, language: str = "en", **arguments: str) -> str | None:
    """What all moves of a verb do, in one text: the `.any` of its message; None without one."""
    return words_of(game, language).format(f"move-{verb}.any", arguments)


def short_cards(game: Game, language: str = "en") -> dict[str, tuple[str, str]]:
    """Each face as a table shows it where there is little room, and its colour or ""."""
    words = words_of(game, language)
    shown = {}
    for face in game.FACES:
        arguments = {"rank": face[:-1], "suit": face[-1:]}
        text = words.format("card.short", arguments)
        colour = words.format("card.colour", arguments) if text is not None else None
        shown[face] = (text or face, colour or "")
    return shown


def suit_letters(game: Game, language: str = "en") -> str | None:
    """How the suits are typed, in a sentence; None for a game without suits."""
    return words_of(game, language).format("card.letters", {})


def option_text(game: Game, option: Option, language: str = "en") -> str:
    """What an option is called as a house rule, such as "Points to win"."""
    return words_of(game, language).format(f"option-{option.name}", {}) or option.text


def choice_text(game: Game, option: Option, choice: str, language: str = "en") -> str:
    """One of the choices of an option, in words; else as it is written."""
    return words_of(game, language).format(f"option-{option.name}.{choice}", {}) or choice


def house_rule(game: Game, option: Option, value: object, language: str = "en") -> str:
    """An option with a value, as players say it: "Points to win: 8"."""
    rule = option_text(game, option, language) or option.name
    said = str(value).lower() if isinstance(value, bool) else str(value)
    if option.choices:
        said = choice_text(game, option, said, language)
    words = words_of(game, language)
    return words.format("house-rule", {"rule": rule, "value": said}) or f"{rule}: {said}"


def language_name(language: str) -> str:
    """What a language is called by those who speak it."""
    return words_of(None, language).format("language", {}) or language


def title(game: Game, language: str = "en") -> str:
    """What people call a game."""
    return words_of(game, language).format("title", {}) or game.NAME


def about(game: Game, language: str = "en") -> str:
    """A game in a line; empty if its words have none."""
    return words_of(game, language).format("about", {}) or ""


def cards(game: Game, language: str = "en") -> dict[str, str]:
    """Each face in words."""
    words = words_of(game, language)
    return {face: words.card(face) for face in game.FACES}


def facts(game: Game, language: str = "en") -> dict[str, tuple[str, FactKind]]:
    """The public facts of a game that are worth showing: a label each, and what they are."""
    words = words_of(game, language)
    return {name: words.fact(name) for name in words.facts}


def spoken(
    field: str, value: Any, viewer: int | None, players: Sequence[str], words: Words
) -> dict[str, Any]:
    """A field of a notice as Fluent arguments.

    A seat becomes its player's name, and `..._you` says whether that is the viewer. A list is
    joined; `..._number` is its length, `..._hidden` says whether it has a card that the viewer does
    not see, and `..._by_seat` has the players' names if it has a value, or a list such as a hand,
    for each seat. An `index` or `indexes` are positions of cards: people count them from 1.
    """
    if field == "index" or field.endswith("_index"):
        value = value + 1
    elif field == "indexes":
        value = [each + 1 for each in value]
    if field == "seat" or field.endswith("_seat"):
        you = "yes" if value == viewer and value is not None else "no"
        prefix = field.removesuffix("_seat")
        name = "-" if value is None else players[value]
        return {prefix: name, f"{prefix}_you" if prefix != "seat" else "you": you}
    if field.endswith("_seats"):
        names = words.join([players[seat] for seat in value])
        prefix = field.removesuffix("_seats")
        return {prefix: names, f"{prefix}_number": len(value)}
    if isinstance(value, list):
        of_lists = all(isinstance(part, list) for part in value)
        parts = [words.cards(part) if of_lists else words.card(str(part)) for part in value]
        joined = "; ".join(parts) if of_lists else words.join(parts)
        arguments = {field: joined, f"{field}_number": len(parts)}
        arguments[f"{field}_hidden"] = "yes" if HIDDEN in parts else "no"
        if len(parts) == len(players):
            after_name, between = (": ", "; ") if of_lists else (" ", ", ")
            each = [f"{name}{after_name}{part}" for name, part in zip(players, parts, strict=True)]
            arguments[f"{field}_by_seat"] = between.join(each)
        return arguments
    if isinstance(value, bool):
        return {field: "yes" if value else "no"}
    if isinstance(value, int):
        return {field: spelled(value)}
    return {field: words.card(value) if isinstance(value, str) else value}


class Words:
    """The messages of one game in one language."""

    def __init__(self, language: str, sources: Sequence[str], faces: Sequence[str]) -> None:
        # Cached: the same moves and names come up again and again, and Fluent is slow.
        self._formatted = lru_cache(8192)(self._format)
        self._bundle = FluentBundle([language], use_isolating=False)
        self.facts: list[str] = []
        self.attributes: set[str] = set()
        self.labels: dict[str, list[str]] = {}  # of the fields of events that have some
        self.kept_labels: dict[tuple[str, ...], tuple[str, str]] = {}  # of moves, see at_table
        for source in sources:
            resource = FluentResource(source)
            self._bundle.add_resource(resource)
            messages = [entry for entry in resource.body if isinstance(entry, ast.Message)]
            names = [message.id.name for message in messages]
            self.facts += [name[len(FACT) :] for name in names if name.startswith(FACT)]
            for message in messages:
                attributes = [attribute.id.name for attribute in message.attributes]
                self.attributes |= {f"{message.id.name}.{name}" for name in attributes}
                if labels := [name for name in attributes if name != LATER]:
                    self.labels[message.id.name] = labels
        self._cards: dict[str, str] = {}
        for face in faces:
            rank: str | int = int(face[:-1]) if face[:-1].isdigit() else face[:-1]
            said = self.format("card", {"rank": rank, "suit": face[-1]})
            if said is not None:
                self._cards[face] = said

    def card(self, text: str) -> str:
        """A card by its name, if the game has names for them; anything else as it is."""
        return self._cards.get(text, text)

    def cards(self, faces: Sequence[Any]) -> str:
        """A hand: "the 7 of coins and the 3 of cups", or that there is no card in it."""
        return (
            self.join([self.card(str(face)) for face in faces]) or self.format("no-cards", {}) or ""
        )

    def fact(self, name: str) -> tuple[str, FactKind]:
        """The label of a public fact, and what it is."""
        said = self.format(f"{FACT}{name}.kind", {})
        kind: FactKind = "seat" if said == "seat" else "by_seat" if said == "by_seat" else "number"
        return self.format(FACT + name, {}) or name, kind

    def format(self, name: str, arguments: Mapping[str, Any]) -> str | None:
        """The message, or its attribute (`peeked.later`), with its arguments; None without one."""
        try:
            return self._formatted(name, tuple(arguments.items()))
        except TypeError:  # an argument that cannot be looked up
            return self._format(name, tuple(arguments.items()))

    def _format(self, name: str, arguments: tuple[tuple[str, Any], ...]) -> str | None:
        message, _, attribute = name.partition(".")
        if not self._bundle.has_message(message):
            return None
        found = self._bundle.get_message(message)
        pattern = found.attributes.get(attribute) if attribute else found.value
        if pattern is None:
            return None
        sentence, errors = self._bundle.format_pattern(pattern, dict(arguments))
        if errors:
            raise ValueError(f"The message '{name}' does not fit its event: {errors[0]}.")
        return str(sentence)

    def join(self, parts: Sequence[str]) -> str:
        """Several things in a row: "7D, 3C and 4S"."""
        if len(parts) < 2:
            return "".join(parts)
        both = {"first": ", ".join(parts[:-1]), "last": parts[-1]}
        return self.format("and", both) or ", ".join(parts)

    def either(self, parts: Sequence[str]) -> str:
        """A choice of things: "this or that"."""
        chosen = parts[0] if parts else ""
        for part in parts[1:]:
            chosen = self.format("either", {"first": chosen, "last": part}) or chosen
        return chosen


def words_of(game: Game | None, language: str) -> Words:
    """The words of a game, or of the core; ValueError for an unknown language."""
    if language not in LANGUAGES:
        raise ValueError(f"There is no language '{language}'. The languages are: en, it.")
    if game is None:
        return load_words(language)
    return load_words(language, rules_file(game), game.NAME, game.FACES)


def rules_file(game: Game) -> str | None:
    """The rules file of a game from elsewhere; its words are beside it."""
    ours = getattr(game, "__name__", "").startswith("settebello.games.")
    return None if ours else getattr(game, "__file__", None)


@cache
def load_words(
    language: str, rules: str | None = None, name: str = "", faces: tuple[str, ...] = ()
) -> Words:
    """The words of a game: those beside its rules file, or those of one of our games."""
    sources = [HERE / language / "core.ftl", HERE / language / "table.ftl"]
    if rules or name:
        sources.append(file_of(language, rules, name))
    found = [file.read_text("utf-8") for file in sources if file.is_file()]
    return Words(language, found, faces)


def file_of(language: str, rules: str | None, name: str) -> Path:
    """The words file of a game; it may not be there."""
    beside = Path(rules).with_suffix(f".{language}.ftl") if rules else None
    return beside or HERE / language / f"{name}.ftl"


@cache
def hyphened(name: str) -> str:
    """`RoundStarted` becomes `round-started`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()
