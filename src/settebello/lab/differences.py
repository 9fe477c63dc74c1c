"""Where two worlds differ for a viewer, in words, and what is likely behind it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from settebello.cards import HIDDEN

Path = tuple[str | int, ...]
LONGEST = 160  # letters of a value that a sentence quotes


def difference(one: Any, other: Any, path: Path = ()) -> tuple[Path, Any, Any]:
    """Where two JSON values first differ, and what is there in each."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        for key in one:
            if one[key] != other[key]:
                return difference(one[key], other[key], (*path, key))
    lists = isinstance(one, list) and isinstance(other, list)
    if lists and len(one) == len(other) and not same_things(one, other):
        for index, (left, right) in enumerate(zip(one, other, strict=True)):
            if left != right:
                return difference(left, right, (*path, index))
    return path, one, other


def same_things(one: Sequence[Any], other: Sequence[Any]) -> bool:
    """Whether two lists have the same in another order."""
    return len(one) > 1 and sorted(map(json.dumps, one)) == sorted(map(json.dumps, other))


def told_apart(one: Any, other: Any, faces: Sequence[str]) -> tuple[str, str]:
    """What a viewer can tell two worlds apart by, and a sentence on what is likely the reason."""
    path, here, there = difference(one, other)
    if here == there:
        return fields_told_apart(one, other)
    if path[:1] == ("legal",) and (what := moves_told_apart(one["legal"], other["legal"])):
        return what, LEGAL
    if path == ("notices",):
        # In another world other events may follow: the first that is not the same counts.
        pairs = enumerate(zip(here, there, strict=False))
        number, pair = next(((n, p) for n, p in pairs if p[0] != p[1]), (0, None))
        if pair is None or pair[0]["event"] != pair[1]["event"]:
            return events_told_apart(here, there)
        path, here, there = difference(*pair, ("notices", number))
    if path[0] == "notices" and len(path) == 2:
        return notices_told_apart(here, there)
    where = place_of(path, one)
    if where.endswith("'shown'"):
        where = where.replace("'shown'", "the cards that are shown")
    what = f"{where} is {quoted(here)}, and {quoted(there)}"
    return what, reason_for(path, here, there, faces)


def fields_told_apart(one: Any, other: Any, name: str = "") -> tuple[str, str]:
    """The same for two equal values: their fields come in another order somewhere."""
    if isinstance(one, dict):
        if list(one) != list(other):
            of = f"the event {one['event']}" if "event" in one else f"'{name}'"
            orders = f"{quoted(list(one))}, and {quoted(list(other))}"
            return f"the order of the fields of {of} is {orders}", FIELDS
        parts = [(str(key), one[key], other[key]) for key in one]
    else:
        parts = [(name, *pair) for pair in zip(one, other, strict=True)]
    differing = (part for part in parts if json.dumps(part[1]) != json.dumps(part[2]))
    key, left, right = next(differing)
    return fields_told_apart(left, right, key)


def notices_told_apart(here: dict[str, Any], there: dict[str, Any]) -> tuple[str, str]:
    """The same for an event that has a field in one world only."""
    event, other = here["event"], there["event"]
    if event != other:
        return f"the event {event} is told, and {other}", TOLD
    field = next(field for field in (*here, *there) if field not in here or field not in there)
    has = field in here
    if field == "pause":
        said = (
            "is followed by a pause, and by none" if has else "is followed by no pause, and by one"
        )
        return f"the event {event} {said}", PAUSE
    said = "has the field '{}', and has not" if has else "has no field '{}', and has it"
    return f"the event {event} {said.format(field)}", FACT


def moves_told_apart(here: list[Any], there: list[Any]) -> str:
    """A move that is legal in one world only; "" if the lists differ in something else."""
    left, right = [move[0] for move in here], [move[0] for move in there]
    for text in left:
        if text not in right:
            return f"in the legal moves '{text}' is there, and is not"
    for text in right:
        if text not in left:
            return f"in the legal moves '{text}' is not there, and is"
    return ""


def events_told_apart(here: list[Any], there: list[Any]) -> tuple[str, str]:
    """The same for a step in which other events are told."""
    for left, right in zip(here, there, strict=False):
        if left != right:
            return f"the event {left['event']} is told, and {right['event']}", TOLD
    longer = max(here, there, key=len)
    extra = longer[min(len(here), len(there))]["event"]
    said = ("is told, and not", "is not told, and is")[longer is there]
    return f"the event {extra} {said}", TOLD


def place_of(path: Path, one: Any) -> str:
    """A path in words: which event and field, or which part of the view."""
    first, *rest = path
    if first == "notices" and rest:
        event = one["notices"][rest[0]]["event"]
        return f"in the event {event} '{written(rest[1:])}'" if rest[1:] else f"the event {event}"
    if first == "view" and rest:
        part, *more = rest
        if part == "places":
            return f"in the view the place '{written(more)}'"
        if part == "pieces":
            return f"in the view the ids of the pieces in '{written(more)}'"
        if part == "private":
            return f"in the view the private fact '{written(more)}'"
        return f"in the view the fact '{written(rest)}'"
    if first == "legal":
        return "the list of legal moves" if not rest else f"in the legal moves {written(rest)}"
    if first == "refusals" and rest:
        return f"the refusal of the move '{rest[0]}'"
    return {"reasons": "the reason why cards cannot be picked"}.get(str(first), str(first))


def written(path: Sequence[str | int]) -> str:
    """A path as code writes it: `moved[0].card`."""
    said = ""
    for part in path:
        said += f"[{part}]" if isinstance(part, int) else f".{part}" if said else part
    return said


def quoted(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} ..."


ORDER = (
    "Likely an order: hidden cards are kept by their numbers, not by their faces; cards that leave "
    "a mixed place are told by their faces, not by when they came."
)
TOLD = (
    "Likely an event that depends on hidden faces: show them (`shown_to`), say what is proved by "
    "it (`tell.learn`), or tell it `only` to those who see them."
)
FIELDS = (
    "Likely they are put together in an order that depends on hidden faces: always give them in "
    "the same one."
)
PAUSE = "Likely `tell.pause()` depends on hidden faces: pause for all, or in no case."
FACT = (
    "Likely a fact about hidden faces: say it with `tell.learn` as well, so that others may know "
    "it, or tell it `only` to those who see the cards."
)
NAMED = (
    "Likely a card that is named among the facts: name it in `cards`, where each viewer reads what "
    "they see or what `shown_to` shows them, or tell it `only` to those who see it."
)
IDS = "Likely cards are numbered by face: a card is a position in the shuffle, and nothing else."
PUBLIC = (
    "Likely `public` reads a hidden face: show the card in a Place, or move the fact to `private`."
)
PRIVATE = "Likely `private` reads a face that this seat has not seen: show them the card first."
LEGAL = (
    "Likely `legal` reads a hidden face: it may use what the seat sees, and what was told with "
    "`tell.learn`."
)
REFUSAL = "Likely `refusal` uses more than its view."


def reason_for(path: Path, here: Any, there: Any, faces: Sequence[str]) -> str:
    """What is likely the reason that two worlds differ here."""
    if isinstance(here, list) and isinstance(there, list) and same_things(here, there):
        return ORDER
    if isinstance(here, dict) and here.keys() != there.keys():
        return FACT
    if path[0] == "view":
        if path[1:2] == ("pieces",):
            return IDS
        if path[1:2] == ("places",):
            return ORDER
        return PRIVATE if path[1:2] == ("private",) else PUBLIC
    if path[0] == "notices":
        if "piece" in path or "becomes" in path:
            return IDS
        named = isinstance(here, str) and (here in faces or here == HIDDEN)
        return NAMED if named else FACT
    return LEGAL if path[0] == "legal" else REFUSAL
