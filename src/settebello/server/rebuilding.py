"""Matches from the store: a table is rebuilt, or the record of a match is made.

A match may be long, so both go in small steps (see slices.py), and the log is read in pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from settebello.dialects.sixty_six.dialect import DIALECTS
from settebello.luck import Luck, SystemLuck
from settebello.record import FORMAT
from settebello.registry import check_options, find_named
from settebello.server.slices import Work, at_once
from settebello.store.sqlite import Store
from settebello.table.delivery import OTHERS_FIRST, DeliveryPolicy
from settebello.table.entries import (
    CloseEntry,
    Entry,
    MoveEntry,
    OpenEntry,
    RenameEntry,
    SitEntry,
    StandEntry,
    StartEntry,
    SwitchEntry,
    UndoEntry,
    decode_entry,
    decode_progress,
)
from settebello.table.secrets import new_id
from settebello.table.table import Table

PAGE = 200  # entries that are read at once


def rebuilding(store: Store, match: str, luck: Callable[[], Luck] = SystemLuck) -> Work[Table]:
    """Rebuild the table of a match from its log, entry by entry."""
    entries = entries_of(store, match)
    opened = next(entries, None)
    table = Table.reopened(match, opened, new_id, luck, policy_of(opened))
    for entry in entries:
        table.replay(entry)
        yield
    progress = store.progress(match)
    table.recover(decode_progress(progress) if progress else None)
    return table


def recorded(store: Store, match: str) -> dict[str, Any] | None:
    """The record of a match, with the reason if it was closed; None if it never began."""
    return at_once(recording(entries_of(store, match)))


def recording(entries: Iterable[Entry]) -> Work[dict[str, Any] | None]:
    """The same, entry by entry. The match is not replayed: its log has all that a record needs."""
    opened: OpenEntry | None = None
    begun, closed = False, ""
    players: list[str] = []
    luck: list[str] = []
    moves: list[list[int | str]] = []
    for entry in entries:
        if isinstance(entry, MoveEntry):
            moves.append([entry.seat, entry.move])
            luck += entry.luck
        elif isinstance(entry, UndoEntry):  # only a move without luck can be taken back
            moves.pop()
        elif isinstance(entry, StartEntry):
            begun = True
            luck += entry.luck
        elif isinstance(entry, SitEntry | RenameEntry):
            players[entry.seat] = entry.name
        elif isinstance(entry, StandEntry):
            players[entry.seat] = ""
        elif isinstance(entry, SwitchEntry):
            old, new = entry.seat, entry.to
            players[old], players[new] = players[new], players[old]
        elif isinstance(entry, OpenEntry):
            opened, players = entry, [""] * entry.seats
        elif isinstance(entry, CloseEntry):
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


def entries_of(store: Store, match: str) -> Iterator[Entry]:
    """The log of a match."""
    read = 0
    while bodies := store.entries(match, PAGE, read):
        yield from map(decode_entry, bodies)
        read += len(bodies)


def policy_of(opened: Entry | None) -> DeliveryPolicy:
    """The delivery policy of a table: its dialect's, or the default."""
    dialect = opened.dialect if isinstance(opened, OpenEntry) else ""
    return DIALECTS[dialect].policy if dialect else OTHERS_FIRST
