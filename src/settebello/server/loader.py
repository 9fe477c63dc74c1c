"""Brings tables into memory: claims a table for this node, and rebuilds it from its log."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any

from settebello.game import Game, IllegalMove
from settebello.luck import Luck
from settebello.registry import find_named, is_ours, versions
from settebello.rejection import Rejection, RejectionCode
from settebello.server import logs
from settebello.server.rebuilding import rebuilding
from settebello.server.slices import seen
from settebello.store.interfaces import Elsewhere
from settebello.store.logs import PAGE, read_log
from settebello.store.sqlite import StoreFile
from settebello.store.sqlite_store import SqliteStore
from settebello.table import gathering
from settebello.table.driver import HostedTable
from settebello.table.entries import OpenEntry, decode_entry
from settebello.table.records import Work, at_once
from settebello.table.sleeping import MOST
from settebello.table.storage import LogDamaged, SnapshotRow, StoredTable, StoreError
from settebello.table.table import Table

if TYPE_CHECKING:
    from settebello.server.lobby import Lobby


# A match with fewer entries after its first is rebuilt at once: a millisecond, as a slice takes, or
# six if the core is not compiled.
SHORT = 25


class Loader:
    """Finds tables in memory and in the store; one load of a table at a time."""

    def __init__(
        self,
        lobby: Lobby,
        tables: dict[str, HostedTable],
        closing: set[str],
        luck: Callable[[], Luck],
    ) -> None:
        """`tables` are those in memory; those in `closing` are as good as closed."""
        self._lobby = lobby
        self._store, self._ledger, self._settings = lobby.store, lobby.ledger, lobby.settings
        self._metrics, self._slices = lobby.metrics, lobby.slices
        # A file is read without waiting, and all that is in it is ours.
        self._file: StoreFile | None = None
        if isinstance(lobby.store, SqliteStore) and lobby.ledger.lease is None:
            self._file = lobby.store.file
        self._tables, self._closing, self._luck = tables, closing, luck
        # Tables that are being rebuilt or released; the result is whether there is such a table.
        self._coming: dict[str, asyncio.Task[bool]] = {}
        self.unusable: set[str] = set()  # tables that fail whenever they are rebuilt
        self.own_dialects: Callable[[], Awaitable[None]] | None = None  # claims the lobby of 66

    def __len__(self) -> int:
        return len(self._coming)

    def is_coming(self, table_id: str) -> bool:
        """Whether a table is being rebuilt or released."""
        return table_id in self._coming

    async def find(self, table_id: str) -> HostedTable | None:
        """A table, rebuilt if it is not in memory; None if there is none.

        Raises Rejection if it fails, and Elsewhere if it belongs to another node.
        """
        while (hosted := self._tables.get(table_id)) is None:
            found = self.bring_back_at_once(table_id)
            if found is None:
                coming = self._coming.get(table_id)
                coming = coming or self._begin(table_id, self._bring_back(table_id))
                found = await asyncio.shield(coming)
            else:  # a turn for everybody else: some look for one table after another
                await asyncio.sleep(0)
            if not found:
                return None
        return hosted

    def _begin(self, table_id: str, work: Coroutine[Any, Any, bool]) -> asyncio.Task[bool]:
        """Begin to rebuild or release a table; all who want it meanwhile wait for that."""
        coming = self._coming[table_id] = asyncio.get_running_loop().create_task(work)
        coming.add_done_callback(seen)
        return coming

    def bring_back_at_once(self, table_id: str) -> bool | None:
        """Rebuild a short match of one of our games, from a file; False if there is no such table.

        None if it takes longer: then `find` waits for it. After a restart thousands of tables are
        asked for, most of them new, and to let each of them wait costs as much as to rebuild it.
        Raises Rejection if it fails.
        """
        if self._file is None or table_id in self._coming:
            return None
        header = None
        try:
            self._check_usable(table_id)
            stored = self._file.load(table_id, SHORT)
            if stored is None or self._is_closed(stored):
                return False
            header = stored.header
            if stored.opened is None or stored.snapshot is not None or len(stored.tail) == SHORT:
                return None
            self._check_loadable(header.game, len(self._coming) + 1)
            if not is_ours(find_named(header.game)):  # nobody knows how long its rules take
                return None
            self._host(table_id, at_once(self._rebuilding(stored, [stored.opened, *stored.tail])))
            return True
        except Exception as error:  # its rules are gone or fail, or the store does
            raise self._refusal(error, table_id, header and header.match) from None

    async def _bring_back(self, table_id: str) -> bool:
        """Rebuild a table from the store; False if there is no such table."""
        header = None
        try:
            self._check_usable(table_id)
            stored = await self._store.load(table_id, PAGE if self._ledger.lease is None else 0)
            if stored is None or self._is_closed(stored):
                return False
            header = stored.header
            self._check_loadable(header.game, len(self._coming))
            if self._ledger.lease is not None:
                await self._claim(stored)
                # What was there before may be old: moves were made, or a rematch began.
                stored = await self._store.load(table_id, PAGE) or stored
                header = stored.header
            self._host(table_id, await self._rebuilt(stored))
            return True
        except Elsewhere:
            raise
        except Exception as error:  # its rules are gone or fail, or the store does
            raise self._refusal(error, table_id, header and header.match) from None
        finally:
            del self._coming[table_id]

    def _check_usable(self, table_id: str) -> None:
        if table_id in self.unusable:
            raise Rejection(RejectionCode.TABLE_FAILED)

    def _is_closed(self, stored: StoredTable) -> bool:
        return stored.header.phase == "closed" or stored.header.table in self._closing

    def _check_loadable(self, game: str, coming: int) -> None:
        """Raise Rejection if the rules are gone, or if with this one too many are `coming`."""
        if self._ledger.lease is None and not versions(game):
            raise Rejection(RejectionCode.RULES_MISSING)
        room = self._settings.loaded_tables - len(self._tables)
        if coming > room or coming > self._settings.rebuilds:
            raise Rejection(RejectionCode.TOO_MANY)

    def _host(self, table_id: str, table: Table) -> None:
        """Drive a table that has been rebuilt."""
        hosted = HostedTable(table)
        hosted.seen = self._lobby.now
        gathering.begin(table, hosted.seen, time.time(), self._settings.public_seat_seconds)
        self._tables[table_id] = hosted
        if table.busy or gathering.gathers(table):
            # It has something to store before it goes on, or waits for its players.
            self._lobby.dispatch(hosted, Table.tick)
        self._metrics.tables_rebuilt += 1

    def _refusal(self, error: Exception, table_id: str, match: str | None) -> Rejection:
        """What is said of a table that could not be brought back because of this error."""
        if isinstance(error, Rejection) and not isinstance(error, IllegalMove):
            if error.code == RejectionCode.RULES_CHANGED:
                logs.warning("rules have changed", table=table_id, match=match)
            return error
        if isinstance(error, StoreError) and not isinstance(error, LogDamaged):
            self._metrics.store_failures += 1
            logs.warning("store cannot be read", table=table_id, why=str(error))
            return Rejection(RejectionCode.COME_BACK)
        logs.failed("table cannot be rebuilt", error, table=table_id, match=match)
        dev = self._settings.dev  # then it is the rules: see dev.py
        return Rejection(RejectionCode.RULES_CHANGED if dev else RejectionCode.TABLE_FAILED)

    async def _rebuilt(self, stored: StoredTable) -> Table:
        """The table, from its snapshot if there is one that fits, else from its whole log."""
        match, snapshot = stored.header.match, stored.snapshot
        bodies = [] if stored.opened is None else [stored.opened, *stored.tail]
        if len(stored.tail) == PAGE:
            bodies += await read_log(self._store, match, stored.after + PAGE)
        try:
            return await self._slices.begin(self._rebuilding(stored, bodies, snapshot))
        except Exception as error:  # whatever it is, the log has the truth
            if snapshot is None or getattr(error, "code", None) == RejectionCode.TOO_MANY:
                raise
            logs.warning("snapshot does not fit", match=match, why=str(error))
        bodies = await read_log(self._store, match)
        return await self._slices.begin(self._rebuilding(stored, bodies))

    def _rebuilding(
        self, stored: StoredTable, bodies: Sequence[str], snapshot: SnapshotRow | None = None
    ) -> Work[Table]:
        match, snapshots = stored.header.match, self._lobby.snapshots
        return rebuilding(match, bodies, stored.progress, self._luck, snapshot, snapshots)

    async def put_to_sleep(self, hosted: HostedTable) -> None:
        """Let a table sleep by its log, if nothing has happened there when that has been read."""
        table = hosted.table
        if not hosted.may_sleep or table.state.entry_no > MOST:
            return
        bodies = table.kept_entries() or await self._store.entries(table.match_id, MOST)
        if hosted.may_sleep and len(bodies) == table.state.entry_no:
            table.sleep(bodies, table.progress(asyncio.get_running_loop().time()))

    async def rebuild(self, match: str, progress: str | None) -> Table:
        """The table of a match, replayed from its log; raises what the replay raises."""
        bodies = await read_log(self._store, match)
        return await self._slices.begin(rebuilding(match, bodies, progress, self._luck))

    async def _claim(self, stored: StoredTable) -> None:
        """Own a table before its log is read; raises Elsewhere."""
        opened = decode_entry(stored.opened) if stored.opened else None
        if isinstance(opened, OpenEntry):
            await self._check_rules(opened)
            if opened.dialect and self.own_dialects is not None:
                await self.own_dialects()  # its games are where its lobby is
        await self._ledger.claim(stored.header.table)

    async def _check_rules(self, opened: OpenEntry) -> None:
        """Raise Elsewhere or Rejection unless this node has the rules of a match.

        A node of another version may have them; if none is there now, one may come back.
        """
        if opened.rules in versions(opened.game):
            return
        owner = await self._ledger.owner(opened.table)
        if owner is not None:
            raise owner
        for peer in self._ledger.peers:
            if opened.rules in peer.rules.get(opened.game, ()) and not peer.leaving:
                raise Elsewhere(peer.address, peer.run)
        raise Rejection(RejectionCode.COME_BACK)

    def offered(self, game: str) -> Game:
        """The newest rules of a game that every live node has; raises Rejection if there are none.

        Else a table could be opened that no other node is able to take over.
        """
        shared = [
            version
            for version in versions(game)
            if all(version in peer.rules.get(game, ()) for peer in self._ledger.peers)
        ]
        if not shared:
            raise Rejection(RejectionCode.NOT_ON_ALL_NODES)
        return find_named(game, max(shared))

    async def release(self, table_id: str) -> None:
        """Let other nodes have a table that is not in memory any more."""
        await self._begin(table_id, self._releasing(table_id))

    async def _releasing(self, table_id: str) -> bool:
        try:
            await self._ledger.release(table_id)
        finally:
            del self._coming[table_id]
        return True
