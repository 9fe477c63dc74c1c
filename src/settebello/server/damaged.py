"""What is stored and cannot be read: it is logged, and no client is blamed for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import msgspec

from settebello.rejection import Rejection, RejectionCode
from settebello.server import logs
from settebello.table.storage import LogDamaged, MatchHeader, StoreError

Shown = TypeVar("Shown")


@contextmanager
def reading(match: str) -> Iterator[None]:
    """Log what is damaged in here, with the match, and raise the Rejection FAILED in its place."""
    try:
        yield
    except Exception as error:  # what is damaged may fail in any way
        away = isinstance(error, StoreError) and not isinstance(error, LogDamaged)
        if away or isinstance(error, Rejection):
            raise
        logs.failed("match cannot be read", error, match=match)
        raise Rejection(RejectionCode.FAILED) from None


def readable(headers: Iterable[MatchHeader], shown: Callable[[MatchHeader], Shown]) -> list[Shown]:
    """What lists show of these matches, without those that cannot be read."""
    lines: list[Shown] = []
    for header in headers:
        try:
            line = shown(header)
            msgspec.json.encode(line)  # a damaged text fails only here
        except Exception as error:
            logs.failed("match cannot be listed", error, match=repr(header.match))
        else:
            lines.append(line)
    return lines
