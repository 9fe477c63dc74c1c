"""A table is rebuilt from its log: in small steps (see slices.py), since a match may be long."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from settebello.dialects.sixty_six.dialect import policy_of
from settebello.luck import Luck, SystemLuck
from settebello.table.entries import decode_entry, decode_progress
from settebello.table.records import Work
from settebello.table.secrets import new_id
from settebello.table.snapshots import Snapshots, resuming
from settebello.table.storage import SnapshotRow
from settebello.table.table import Table


def rebuilding(
    match: str,
    bodies: Sequence[str],
    progress: str | None,
    luck: Callable[[], Luck] = SystemLuck,
    snapshot: SnapshotRow | None = None,
    snapshots: Snapshots | None = None,
) -> Work[Table]:
    """Rebuild the table of a match from the bodies of its log, entry by entry.

    With a `snapshot` they are the first one and those after it. Raises what a replay raises, and
    any exception if the snapshot does not fit: then the whole log has to be replayed. `snapshots`
    takes others meanwhile.
    """
    entries = map(decode_entry, bodies)
    opened = next(entries, None)
    table = Table.reopened(match, opened, new_id, luck, policy_of(opened))
    yield from resuming(table, entries, snapshot, snapshots)
    table.recover(decode_progress(progress) if progress else None)
    return table
