"""Whether what is stored can be used: `settebello store check`, and a quick look at each start.

A match is bad if its log cannot be read or replayed by its rules, or if its header or its progress
does not go with its log. A bad match never keeps the others from being played.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from settebello.dialects.sixty_six.dialect import policy_of
from settebello.registry import find_named
from settebello.rejection import Rejection, RejectionCode
from settebello.store.interfaces import Store
from settebello.store.logs import read_log
from settebello.table.driver import header_of
from settebello.table.entries import Entry, OpenEntry, decode_entry, decode_progress
from settebello.table.records import at_once
from settebello.table.secrets import new_id
from settebello.table.snapshots import SnapshotUnfit, resuming, same_table
from settebello.table.storage import MatchHeader, SnapshotRow, StoreError
from settebello.table.table import Table
from settebello.words.phrases import phrase

LOOKS = 5  # at a match that changes while it is checked
QUICKLY = 200  # matches that are looked at when a server starts


class BadMatch(NamedTuple):
    """A match that cannot be used, and why. It says nothing of cards or names."""

    match: str
    why: str  # the name of the sentence
    arguments: dict[str, str | int]

    def told(self, language: str) -> str:
        return phrase(language, f"bad-{self.why}", **self.arguments)


class Damage(Exception):
    """What is wrong with a match: the name of a sentence and its arguments."""

    def __init__(self, why: str, **arguments: str | int) -> None:
        super().__init__(why)
        self.why, self.arguments = why, arguments


async def check_matches(
    store: Store, matches: Sequence[str], checked: Callable[[int], object] = lambda count: None
) -> AsyncIterator[BadMatch]:
    """Check these matches as a whole; `checked` is called with the number of those that are done.

    A server may use the store meanwhile. Raises StoreError if the store cannot be read at all.
    """
    for count, match in enumerate(matches, start=1):
        bad = await check_match(store, match)
        if bad is not None:
            yield bad
        checked(count)


async def check_match(store: Store, match: str) -> BadMatch | None:
    """Check a match; None if it is good."""
    for _ in range(LOOKS):
        before = await last_of(store, match)
        bad = await look_at(store, match)
        if bad is None or before == await last_of(store, match):  # else it was played meanwhile
            return bad
    return None  # somebody plays it, so a server can read it


async def last_of(store: Store, match: str) -> tuple[MatchHeader | None, int]:
    """The header and the last number of a match, which tell whether it has changed."""
    try:
        return await store.header(match), await store.last_number(match)
    except StoreError:
        await store.header("")  # fails if it is not this match but the store
        return None, 0


async def look_at(store: Store, match: str) -> BadMatch | None:
    try:
        header = await store.header(match)
        bodies = await read_log(store, match)
        if header is None:
            raise Damage("no-header")
        check_log(header, bodies, await store.progress(match))
        check_snapshot(match, bodies, await store.snapshot(match))
    except Damage as damage:
        return BadMatch(match, damage.why, damage.arguments)
    except StoreError as error:
        await store.header("")  # fails if it is not this match but the store
        return BadMatch(match, "unreadable", {"reason": str(error)})
    return None


async def check_quickly(store: Store, most: int = QUICKLY) -> AsyncIterator[BadMatch]:
    """Look at the ends of the newest logs that are not over: cheap, so not all is found."""
    for header in await store.unfinished(most):
        try:
            last = await store.last_number(header.match)
            first = decoded(await store.entries(header.match, 1), 1)
            check_opening(next(first, None))
            list(decoded(await store.entries(header.match, 1, last - 1), last))
            summary_in(header)
            progress_in(await store.progress(header.match))
        except Damage as damage:
            yield BadMatch(header.match, damage.why, damage.arguments)
        except StoreError as error:
            yield BadMatch(header.match, "unreadable", {"reason": str(error)})


# A match, from its rows.


def check_log(header: MatchHeader, bodies: Sequence[str], progress: str | None) -> None:
    """Replay a match, and compare its header; raises Damage if anything is wrong."""
    entries = decoded(bodies, 1)
    opened = check_opening(next(entries, None))
    try:
        find_named(opened.game, opened.rules)
    except ValueError:
        raise Damage("no-rules", game=opened.game, version=opened.rules) from None
    number = 1
    try:
        table = Table.reopened(header.match, opened, new_id, policy=policy_of(opened))
        for entry in entries:
            number += 1
            table.replay(entry)
    except Damage:
        raise
    except Exception as error:  # rules may fail in any way
        if isinstance(error, Rejection) and error.code == RejectionCode.RULES_CHANGED:
            raise Damage("rules-changed", game=opened.game) from None
        raise Damage("entry-not-fitting", number=number, error=type(error).__name__) from error
    noted = progress_in(progress)
    check_header(header, table)
    try:
        table.recover(noted)
    except Exception as error:
        raise Damage("not-going-on", error=type(error).__name__) from error


def check_snapshot(match: str, bodies: Sequence[str], snapshot: SnapshotRow | None) -> None:
    """Raise Damage if a snapshot leads elsewhere than the log; one that does not fit is no harm."""
    if snapshot is None or type(snapshot.number) is not int or snapshot.number >= len(bodies):
        return
    opened, *entries = map(decode_entry, bodies)
    ends: list[Table] = []
    for row, rest in ((snapshot, entries[snapshot.number - 1 :]), (None, entries)):
        table = Table.reopened(match, opened, new_id, policy=policy_of(opened))
        try:
            at_once(resuming(table, rest, row))
        except SnapshotUnfit:
            return
        except Exception:  # entries that do not follow it
            raise Damage("snapshot-differs", number=snapshot.number) from None
        ends.append(table)
    if not same_table(*ends):
        raise Damage("snapshot-differs", number=snapshot.number)


def decoded(bodies: Iterable[str], number: int) -> Iterator[Entry]:
    """The entries of these bodies; the first has this number."""
    for place, body in enumerate(bodies, start=number):
        try:
            if not isinstance(body, str):  # SQLite takes any type
                raise TypeError
            yield decode_entry(body)
        except (ValueError, TypeError):
            raise Damage("entry-unreadable", number=place) from None


def check_opening(entry: Entry | None) -> OpenEntry:
    if not isinstance(entry, OpenEntry):
        raise Damage("no-opening")
    return entry


def progress_in(body: str | None) -> Any:
    try:
        return decode_progress(body) if body else None
    except (ValueError, TypeError):
        raise Damage("progress-unreadable") from None


def summary_in(header: MatchHeader) -> dict[str, Any]:
    """What lists show of a match."""
    try:
        summary: dict[str, Any] = msgspec.json.decode(header.summary, type=dict[str, Any])
        if all(isinstance(name, str) for name in summary["players"]):
            return summary
    except (ValueError, TypeError, KeyError):
        pass
    raise Damage("summary-unreadable")


def check_header(header: MatchHeader, table: Table) -> None:
    """Raise Damage if a header is not that of the table."""
    right, phase = header_of(table), header.phase
    if phase == "playing" and right.phase == "over" and table.policy.ends_when_told:
        phase = "over"  # not everybody was told yet
    wrong = [
        name
        for name in ("table", "game", "phase", "listed")
        if (phase if name == "phase" else getattr(header, name)) != getattr(right, name)
    ]
    summary = summary_in(header)
    if phase == header.phase:
        told = msgspec.json.decode(right.summary)
        wrong += [name for name, value in told.items() if summary.get(name) != value]
    if wrong:
        raise Damage("header-differs", what=", ".join(wrong))
