"""The events of the games that are here, as JSON schemas, made from what the games declare."""

from __future__ import annotations

from typing import Any

from settebello.events import KINDS, declared_events
from settebello.registry import games

INTEGER: dict[str, Any] = {"type": "integer"}
TEXT: dict[str, Any] = {"type": "string"}
SCHEMAS: dict[str, dict[str, Any]] = {
    "seat": INTEGER,
    "seats": {"type": "array", "items": INTEGER},
    "card": TEXT,
    "cards": {"type": "array", "items": TEXT},
    "hands": {"type": "array", "items": {"type": "array", "items": TEXT}},
    "number": INTEGER,
    "numbers": {"type": "array", "items": INTEGER},
    "by_seat": {"type": "array", "items": INTEGER},
    "flag": {"type": "boolean"},
    "text": TEXT,
}
PLAIN = ("number", "numbers", "flag", "text")  # their schema says it all


def event_schemas() -> dict[str, dict[str, Any]]:
    """A schema for each event that a game declares, by names such as `scopa.Captured`."""
    return {
        f"{name}.{event}": {
            "type": "object",
            "description": f"An event of `{name}`.",
            "properties": {
                "event": {"type": "string", "enum": [event]},
                **{field: schema_of(kind) for field, kind in fields.items()},
            },
            "required": ["event", *fields],
        }
        for name, game in games().items()
        for event, fields in declared_events(game).items()
    }


def schema_of(kind: str) -> dict[str, Any]:
    """The schema of a field of this kind."""
    if kind in PLAIN:
        return SCHEMAS[kind]
    return {**SCHEMAS[kind], "description": f"{KINDS[kind].capitalize()}."}
