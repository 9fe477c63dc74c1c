"""A table is rebuilt from its log: in small steps (see slices.py), since a match may be long."""

from __future__ import annotations

from collections.abc import Callable

from settebello.dialects.sixty_six.dialect import DIALECTS
from settebello.luck import Luck, SystemLuck
from settebello.store.logs import entries_of
from settebello.store.sqlite import Store
from settebello.table.delivery import OTHERS_FIRST, DeliveryPolicy
from settebello.table.entries import Entry, OpenEntry, decode_progress
from settebello.table.records import Work
from settebello.table.secrets import new_id
from settebello.table.table import Table


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


def policy_of(opened: Entry | None) -> DeliveryPolicy:
    """The delivery policy of a table: its dialect's, or the default."""
    dialect = opened.dialect if isinstance(opened, OpenEntry) else ""
    return DIALECTS[dialect].policy if dialect else OTHERS_FIRST
