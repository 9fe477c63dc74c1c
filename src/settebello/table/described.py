"""What the messages of a table say in dictionaries: cards that moved, notices, views.

Each is described for the documents under `/docs`: see protocol.py.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

Schema = dict[str, Any]
NUMBER: Schema = {"type": "integer"}
TEXT: Schema = {"type": "string"}
YES_OR_NO: Schema = {"type": "boolean"}


def list_of(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def by_place(items: Schema) -> Schema:
    return {"type": "object", "additionalProperties": list_of(items)}


def data(description: str, fields: Schema, optional: str = "", more: bool = False) -> Meta:
    """What is said of a dictionary: its fields, which ones may be missing, whether it has more."""
    required = [name for name in fields if name not in optional.split()]
    described = {"properties": fields, "required": required, "additionalProperties": more}
    return Meta(description=description, extra_json_schema=described)


MovedCard = Annotated[
    dict[str, Any],
    data(
        "A card that moved: its face, and from which place to which. `piece` is its id before, and "
        "`becomes` its id afterwards if that is another one. Which card left a mixed place is not "
        "told to others: then there is no `piece`.",
        {"card": TEXT, "from": TEXT, "to": TEXT, "piece": TEXT, "becomes": TEXT},
        optional="piece becomes",
    ),
]
ShownCard = Annotated[
    dict[str, Any],
    data(
        "A card whose face an event shows to somebody, where it lies; `??` to all others.",
        {"card": TEXT, "at": TEXT, "piece": TEXT},
        optional="piece",
    ),
]
CELL: Schema = {
    "anyOf": [NUMBER, TEXT, YES_OR_NO, list_of(TEXT), {"type": "null"}],
}
TallyRow = Annotated[
    dict[str, Any],
    data(
        "A row of a tally: its label, and a cell for each seat, which is a number, a text, a mark, "
        "the faces of cards, or null. `points` are those that each seat got for it; `before` is "
        "what it was before the round.",
        {
            "label": TEXT,
            "cells": list_of(CELL),
            "points": list_of(NUMBER),
            "before": list_of(NUMBER),
        },
        optional="points before",
    ),
]
Tally = Annotated[
    dict[str, Any],
    data(
        "How a round was counted: facts in rows, seats in columns, the score last, and the seats "
        "that have won the round.",
        {"rows": list_of(msgspec.json.schema(TallyRow)), "winners": list_of(NUMBER)},
    ),
]
Notice = Annotated[
    dict[str, Any],
    data(
        "What happened, as this viewer may see it: its `number`, the `event`, usually a `seat`, "
        "further fields of the event, the cards that `moved`, and the cards that are `shown` to "
        "somebody this once. If a language was asked for, `text` is the sentence; when something "
        "was shown, `later` is the sentence without its faces; and at the end of a round `tally` "
        "says how it was counted. `stand_in` is true if a bot did it for a person, and then the "
        "sentence says so. `pause` is true if it has to be looked at: what follows is told when "
        "all have acknowledged it.",
        {
            "number": NUMBER,
            "event": TEXT,
            "seat": NUMBER,
            "text": TEXT,
            "later": TEXT,
            "moved": list_of(msgspec.json.schema(MovedCard)),
            "shown": list_of(msgspec.json.schema(ShownCard)),
            "tally": msgspec.json.schema(Tally),
            "stand_in": YES_OR_NO,
            "pause": YES_OR_NO,
        },
        optional="seat text later moved shown tally stand_in pause",
        more=True,
    ),
]
ViewData = Annotated[
    dict[str, Any],
    data(
        "What this viewer sees now: the public facts, the cards by `places` (`??` for a face that "
        "they do not see) and the ids of the same cards by `pieces`. `viewer` is their seat, or "
        "null for a spectator. `teams` are the seats that play together, if anybody does, and then "
        "`winners` has all seats of a team. `private` are facts that this viewer alone is told.",
        {
            "viewer": {"anyOf": [NUMBER, {"type": "null"}]},
            "game": TEXT,
            "players": list_of(TEXT),
            "to_act": list_of(NUMBER),
            "over": YES_OR_NO,
            "scores": list_of(NUMBER),
            "winners": list_of(NUMBER),
            "places": by_place(TEXT),
            "pieces": by_place(TEXT),
            "teams": list_of(list_of(NUMBER)),
            "private": {"type": "object", "additionalProperties": {}},
        },
        optional="teams private",
        more=True,
    ),
]
