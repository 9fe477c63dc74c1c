"""What `check` says of two worlds that a viewer can tell apart."""

from __future__ import annotations

from typing import Any

import pytest

from settebello.lab.differences import FIELDS, LEGAL, ORDER, PAUSE, TOLD, told_apart

LAID = {"event": "Laid", "seat": 0}


def legal(*texts: str) -> dict[str, Any]:
    return {"legal": [[text, "lay"] for text in texts]}


@pytest.mark.parametrize(
    ("one", "other", "said", "reason"),
    [
        (
            {"notices": [LAID]},
            {"notices": [{"seat": 0, "event": "Laid"}]},
            'the order of the fields of the event Laid is ["event", "seat"], and ["seat", "event"]',
            FIELDS,
        ),
        (
            {"view": {"facts": {"a": 1, "b": 2}}, "legal": []},
            {"view": {"facts": {"b": 2, "a": 1}}, "legal": []},
            """the order of the fields of 'facts' is ["a", "b"], and ["b", "a"]""",
            FIELDS,
        ),
        (
            {"notices": [{**LAID, "pause": True}]},
            {"notices": [LAID]},
            "the event Laid is followed by a pause, and by none",
            PAUSE,
        ),
        (
            {"notices": [LAID]},
            {"notices": [{**LAID, "pause": True}]},
            "the event Laid is followed by no pause, and by one",
            PAUSE,
        ),
        (legal("7D", "8D"), legal("7D"), "in the legal moves '8D' is there, and is not", LEGAL),
        (legal("7D"), legal("7D", "8D"), "in the legal moves '8D' is not there, and is", LEGAL),
        (legal("7D"), legal("8D"), "in the legal moves '7D' is there, and is not", LEGAL),
        (
            legal("7D", "8D"),
            legal("8D", "7D"),
            'the list of legal moves is [["7D", "lay"], ["8D", "lay"]], and [["8D", "lay"], '
            '["7D", "lay"]]',
            ORDER,
        ),
    ],
)
def test_a_difference_is_named(one: Any, other: Any, said: str, reason: str) -> None:
    assert told_apart(one, other, ("7D", "8D")) == (said, reason)


def test_another_event_with_other_fields_is_named() -> None:
    one, other = {"notices": [LAID]}, {"notices": [{"event": "Taken", "seat": 0, "sum": 3}]}
    assert told_apart(one, other, ()) == ("the event Laid is told, and Taken", TOLD)


@pytest.mark.parametrize("has", [True, False])
def test_a_field_that_is_there_in_one_world_only_is_named(has: bool) -> None:
    worlds = [{"notices": [{**LAID, "sum": 3}]}, {"notices": [LAID]}]
    one, other = worlds if has else worlds[::-1]
    said = "has the field 'sum', and has not" if has else "has no field 'sum', and has it"
    assert told_apart(one, other, ())[0] == f"the event Laid {said}"
