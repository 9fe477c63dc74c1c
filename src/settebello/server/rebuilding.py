"""Matches from the store: a table as it stood, or the record of a match.

A match may be long, so both are made in small steps (see slices.py) and its log is read in pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from settebello import log
from settebello.catalogue import check_options, find_named
from settebello.dialects import DIALECTS
from settebello.luck import Luck, SystemLuck
from settebello.plan import OTHERS_FIRST, Plan
from settebello.record import FORMAT
from settebello.server.secrets import new_id
from settebello.server.slices import Work, at_once
from settebello.server.store import Store
from settebello.table import Table

PAGE = 200  # entries that are read at once


def rebuilding(store: Store, match: str, luck: Callable[[], Luck] = SystemLuck) -> Work[Table]:
    """The table of a match as the store has it, entry by entry."""
    entries = entries_of(store, match)
    opened = next(entries, None)
    table = Table.reopened(match, opened, new_id, luck, plan_of(opened))
    for entry in entries:
        table.replay(entry)
        yield
    progress = store.progress(match)
    table.recover(log.read_progress(progress) if progress else None)
    return table


def recorded(store: Store, match: str) -> dict[str, Any] | None:
    """The record of a match; None if it never began. A word in it says why it was closed."""
    return at_once(recording(entries_of(store, match)))


def recording(entries: Iterable[log.Entry]) -> Work[dict[str, Any] | None]:
    """The same, entry by entry. The match is not played again: all that is in a record is here."""
    opened: log.Opened | None = None
    begun, closed = False, ""
    players: list[str] = []
    luck: list[str] = []
    moves: list[list[int | str]] = []
    for entry in entries:
        if isinstance(entry, log.Moved):
            moves.append([entry.seat, entry.move])
            luck += entry.luck
        elif isinstance(entry, log.Undone):  # only a move without luck can be taken back
            moves.pop()
        elif isinstance(entry, log.Started):
            begun = True
            luck += entry.luck
        elif isinstance(entry, log.Sat | log.Renamed):
            players[entry.seat] = entry.name
        elif isinstance(entry, log.Stood):
            players[entry.seat] = ""
        elif isinstance(entry, log.Switched):
            old, new = entry.seat, entry.to
            players[old], players[new] = players[new], players[old]
        elif isinstance(entry, log.Opened):
            opened, players = entry, [""] * entry.seats
        elif isinstance(entry, log.Closed):
            closed = entry.reason or "closed"
        yield
    if opened is None:
        raise ValueError("The log of this match is empty.")
    if not begun:
        return None
    game = find_named(opened.game, opened.rules)
    record = {
        "settebello": FORMAT,
        "game": opened.game,
        "rules": opened.rules,
        "options": check_options(game, opened.options, older=True),
        "players": players,
        "previous": None if opened.previous is None else list(opened.previous),
        "luck": luck,
        "moves": moves,
    }
    return record | {"closed": closed} if closed else record


def entries_of(store: Store, match: str) -> Iterator[log.Entry]:
    """The log of a match."""
    read = 0
    while bodies := store.entries(match, PAGE, read):
        yield from map(log.read, bodies)
        read += len(bodies)


def plan_of(opened: log.Entry | None) -> Plan:
    """In which steps a table tells: as its dialect wants it."""
    dialect = opened.dialect if isinstance(opened, log.Opened) else ""
    return DIALECTS[dialect].plan if dialect else OTHERS_FIRST
