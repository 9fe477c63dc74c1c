"""What happened, in words: the sentence of a notice, made from what its reader may see."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from functools import cache
from typing import Any

from settebello.cards import HIDDEN
from settebello.game import Game
from settebello.words.fields import INDEX, INDEXES, RANK, SEAT, SEATS, UNKNOWN, Field, field_of
from settebello.words.messages import LATER, UnfitMessage, Words, spelled, words_of


def sentence(
    game: Game,
    notice: Mapping[str, Any],
    viewer: int | None,
    players: Sequence[str],
    language: str = "en",
) -> str:
    """The sentence of a notice, for this viewer."""
    return say(words_of(game, language), notice, viewer, players)


def say(words: Words, notice: Mapping[str, Any], viewer: int | None, players: Sequence[str]) -> str:
    """The sentence of a notice in these words, for this viewer."""
    name = hyphened(notice["event"])
    if words.uses(name) is not None:
        arguments = arguments_of(notice, viewer, players, words, name)
        try:
            text = words.format(name, arguments)
            if text is not None:
                return text
        except UnfitMessage:
            pass  # it is said below what the message may use
    arguments = arguments_of(notice, viewer, players, words)
    text = words.format(name, arguments)
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
    words = words_of(game, language)
    added: dict[str, Any] = {"text": say(words, notice, viewer, players)}
    later = say_later(words, notice, viewer, players)
    if later is not None:
        added["later"] = later
    if notice.get("stand_in"):
        mark = say(words, {"event": "StoodIn", "seat": notice["seat"]}, viewer, players)
        added = {field: text and f"{text} {mark}" for field, text in added.items()}
    if hyphened(notice["event"]) in words.labels:
        added["tally"] = tally(game, notice, viewer, players, language)
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
    rows: list[dict[str, Any]] = []
    for field in labels:
        cells = cells_of(field, notice, len(players))
        if cells is None:
            continue
        name = f"{message}.{field}"
        used = None if words.uses(name) is None else name  # most labels use nothing
        arguments = arguments_of(notice, viewer, players, words, used)
        row = {"label": words.format(name, arguments), "cells": cells}
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
    words: Words, notice: Mapping[str, Any], viewer: int | None, players: Sequence[str]
) -> str | None:
    """The sentence of a notice without faces that its viewer has to remember; None if it has none.

    For the player who acted it is the message's `.later`. Else it is the sentence without the faces
    that were shown once, or the one that everybody else was told, or "" if nobody else was told.
    """
    if viewer is not None and notice.get("seat") == viewer:
        later = f"{hyphened(notice['event'])}.{LATER}"
        if later in words.attributes:
            return words.format(later, arguments_of(notice, viewer, players, words))
    if "shown" not in notice:
        return None
    blind = without_shown_faces(notice)
    sentences = [say(words, blind, reader, players) for reader in (viewer, None)]
    return next((text for text in sentences if HIDDEN not in text), "")


def without_shown_faces(notice: Mapping[str, Any]) -> dict[str, Any]:
    """A notice without the faces that it shows once."""
    faces = {shown["card"] for shown in notice["shown"]}
    return {name: hidden(notice[name], faces) for name in notice}


def arguments_of(
    notice: Mapping[str, Any],
    viewer: int | None,
    players: Sequence[str],
    words: Words,
    message: str | None = None,
) -> dict[str, Any]:
    """What the sentence of a notice can use; with a message, only what that one uses."""
    arguments: dict[str, Any] = {}
    fields = words.fields.get(message)
    if fields is None:
        fields = words.fields[message] = {}
    told = notice if isinstance(notice, dict) else dict(notice)  # compiled, a dict is quicker
    for name, value in told.items():
        field = fields.get(name, UNKNOWN)
        if field is UNKNOWN:  # it is found out once
            used = None if message is None else words.uses(message) or frozenset()
            field = fields[name] = field_of(name, used)
        if field is not None:
            add_said(arguments, field, value, viewer, players, words)
    return arguments


def hidden(value: Any, faces: Container[str]) -> Any:
    """A field of a notice without these faces."""
    if isinstance(value, list):
        return [hidden(part, faces) for part in value]
    return HIDDEN if isinstance(value, str) and value in faces else value


def spoken(
    field: str, value: Any, viewer: int | None, players: Sequence[str], words: Words
) -> dict[str, Any]:
    """A field of a notice as Fluent arguments: see `add_said`."""
    arguments: dict[str, Any] = {}
    add_said(arguments, Field(field, None), value, viewer, players, words)
    return arguments


def add_said(
    arguments: dict[str, Any],
    field: Field,
    value: Any,
    viewer: int | None,
    players: Sequence[str],
    words: Words,
) -> None:
    """Add a field of a notice to the arguments, as far as they are wanted.

    A seat becomes its player's name, and `..._you` says whether that is the viewer. A list is
    joined; `..._number` is its length, `..._hidden` says whether it has a card that the viewer does
    not see, and `..._by_seat` has the players' names if it has a value, or a list such as a hand,
    for each seat. An `index` or `indexes` are positions of cards: people count them from 1. A
    `rank` or `..._rank` is said as in a move.
    """
    kind, name = field.kind, field.name
    if kind == SEAT:
        arguments[name] = "-" if value is None else players[value]
        if field.you:
            arguments[field.you] = "yes" if value == viewer and value is not None else "no"
        return
    if kind == SEATS:
        arguments[name] = words.join([players[seat] for seat in value])
        if field.number:
            arguments[field.number] = len(value)
        return
    if kind == INDEX:
        value = value + 1
    elif kind == INDEXES:
        value = [each + 1 for each in value]
    if isinstance(value, list):
        of_lists = all(isinstance(part, list) for part in value)
        parts = [words.cards(part) if of_lists else one_of(part, words) for part in value]
        arguments[name] = "; ".join(parts) if of_lists else words.join(parts)
        if field.number:
            arguments[field.number] = len(parts)
        if field.hidden:
            arguments[field.hidden] = "yes" if HIDDEN in parts else "no"
        if field.by_seat and len(parts) == len(players):
            after_name, between = (": ", "; ") if of_lists else (" ", ", ")
            each = [f"{who}{after_name}{part}" for who, part in zip(players, parts, strict=True)]
            arguments[field.by_seat] = between.join(each)
    elif isinstance(value, bool):
        arguments[name] = "yes" if value else "no"
    elif isinstance(value, int):
        arguments[name] = spelled(value)
    elif isinstance(value, str):
        arguments[name] = words.rank(value) if kind == RANK else words.card(value)
    else:
        arguments[name] = value


def one_of(value: Any, words: Words) -> str:
    """One of the values in a list: a card by its name; a number is no face of a die."""
    return words.card(value) if isinstance(value, str) else str(value)


@cache
def hyphened(name: str) -> str:
    """`RoundStarted` becomes `round-started`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()
