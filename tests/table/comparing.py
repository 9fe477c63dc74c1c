"""All that anybody can get from a table, to compare it with another one."""

from __future__ import annotations

from typing import Any

from helpers import world_of
from settebello.plain_data import field_names
from settebello.table.commands import can_undo, why_no_undo
from settebello.table.messages import recent_notices, welcome
from settebello.table.table import Table


class Looking:
    """A connection that only looks."""

    def __init__(self, seat: int | None) -> None:
        self.seat, self.views = seat, True
        self.language: str | None = "en"

    def send(self, *messages: object) -> None:
        raise NotImplementedError

    def close(self, code: str) -> None:
        raise NotImplementedError


def all_of(table: Table, lines: int) -> dict[str, Any]:
    """Everything; of the log of a match this many lines."""
    state, delivery, match = table.state, table.delivery, table.match
    viewers = [*range(len(state.players)), None]
    found: dict[str, Any] = {
        "entry": (state.match_id, state.entry_no, state.phase, state.rules_hash, state.sealed),
        "players": [(p.name, p.secret, p.bot, p.sat) for p in state.players],
        "undos": state.undos_and_pauses,
        "answered": [list(seat.answered) for seat in table.seats],
        "boxes": [(b.told, b.sent, b.acked, b.queue, b.glimpses) for b in delivery.boxes],
        "public": (delivery.public_told, delivery.public, list(delivery.settled)),
        "told": (delivery.done, delivery.begun, delivery.groups, delivery.asked, delivery.looked),
        "waiting": (delivery.waiting, delivery.free, delivery.held, delivery.again),
        "steps": [(step.upto, step.groups, step.pause) for step in delivery.steps],
        "events": [fields(event) for event in delivery.events],
        "progress": table.progress(50.0),
        "log": [recent_notices(table, viewer, lines) for viewer in viewers],
        "welcome": [welcome(table, Looking(viewer), 50.0) for viewer in viewers],
    }
    if match is not None:
        history, moment = match.history, match.moment()
        found |= {
            "match": (match.to_act, match.scores, match.winners, match.players, match.previous),
            "history": (history.drawn, history.move_count, history.event_count),
            "numbers": (list(history.told()), match.position().last_moves),
            "views": [match.view(viewer).to_dict() for viewer in viewers],
            "legal": [match.legal(seat) for seat in range(len(state.players))],
            "undo": [(can_undo(state, seat), why_no_undo(state, seat)) for seat in viewers[:-1]],
            "state": fields(moment.state),
            "knowledge": fields(moment.knowledge),
            "worlds": [fields(world_of(match, viewer, 1)) for viewer in viewers] if lines else [],
            "before": None if state.before is None else fields(state.before.state),
        }
    return found


def fields(value: Any) -> Any:
    """An object as data, with all that is in it."""
    if isinstance(value, list | tuple | range):
        return [fields(item) for item in value]
    if isinstance(value, dict):
        return {key: fields(item) for key, item in value.items()}
    if isinstance(value, int | str | float | set | frozenset | None):
        return value
    return [(name, fields(getattr(value, name))) for name in field_names(value)]
