"""Answers that take long: each is work that makes its JSON in small steps (see slices.py)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from settebello.game import Game
from settebello.rejection import Rejection, RejectionCode
from settebello.server.bodies import LogLine, TableLog
from settebello.server.steps import stepping
from settebello.store.logs import entries_of
from settebello.store.sqlite import Store
from settebello.table import protocol
from settebello.table.records import Work, recording
from settebello.table.wording import unnumbered
from settebello.words import at_table


def writing_record(store: Store, match: str) -> Work[bytes]:
    return msgspec.json.encode((yield from reading_record(store, match)))


def writing_steps(store: Store, match: str, viewer: int | str | None, language: str) -> Work[bytes]:
    record = yield from reading_record(store, match)
    return (yield from stepping(record, viewer, language))


def reading_record(store: Store, match: str) -> Work[dict[str, Any]]:
    """The record of a match, read in steps; raises Rejection if there is none."""
    record = yield from recording(entries_of(store, match))
    if record is None:
        raise Rejection(RejectionCode.NOT_PLAYING)
    return record


def writing_log(
    match: str,
    game: Game,
    notices: Sequence[protocol.Notice],
    viewer: int | None,
    players: Sequence[str],
    language: str,
) -> Work[bytes]:
    """The JSON of a `TableLog` with these notices."""
    lines: list[LogLine] = []
    for notice in notices:
        said = at_table.in_words(game, unnumbered(notice), viewer, players, language)
        if text := said.get("later", said["text"]):
            lines.append(LogLine(notice["number"], text, notice.get("seat")))
        yield
    return msgspec.json.encode(TableLog(match, lines))
