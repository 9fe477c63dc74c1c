"""Answers that take long: each is work that makes its JSON in small steps (see slices.py)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, cast

import msgspec

from settebello.declared import log_mark, shown_in_log
from settebello.game import Game
from settebello.rejection import Rejection, RejectionCode
from settebello.server.bodies import LogLine, LogMark, TableLog
from settebello.server.steps import stepping
from settebello.table import protocol
from settebello.table.entries import decode_entry
from settebello.table.records import Work, recording
from settebello.words import at_table


class FromLog(NamedTuple):
    """An answer that is made from the bodies of a match's log, when it is its turn."""

    match: str
    make: Callable[[Sequence[str]], Work[bytes]]


def writing_record(bodies: Sequence[str]) -> Work[bytes]:
    """The JSON of a match's record, from the bodies of its log."""
    record = yield from reading_record(bodies)
    yield  # of a long match, each of these takes milliseconds
    return msgspec.json.encode(record)


def writing_steps(
    viewer: int | str | None,
    language: str,
    players: Sequence[str],
    faces: Sequence[str],
    bodies: Sequence[str],
) -> Work[bytes]:
    """The JSON of a match's `Steps`, from the bodies of its log, with these names and faces."""
    record = yield from reading_record(bodies)
    return (yield from stepping(record, viewer, language, players, faces))


def reading_record(bodies: Sequence[str]) -> Work[dict[str, Any]]:
    """The record of a match, made in steps; raises Rejection if there is none."""
    record = yield from recording(map(decode_entry, bodies))
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
    marks = [log_mark(game, notice) for notice in notices]
    for at in shown_in_log(marks):
        notice, mark = notices[at], cast("LogMark", marks[at])
        said = at_table.in_words(game, notice, viewer, players, language)
        if (text := said.get("later", said["text"])) or mark:
            lines.append(LogLine(notice["number"], text, notice.get("seat"), mark))
        yield
    return msgspec.json.encode(TableLog(match, lines))
