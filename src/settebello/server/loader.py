"""Brings tables into memory: claims a table for this node, and rebuilds it from its log."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any

from settebello.game import Game, IllegalMove
from settebello.luck import Luck
from settebello.registry import find_named, versions
from settebello.rejection import Rejection, RejectionCode
from settebello.server import logs
from settebello.server.rebuilding import rebuilding
from settebello.server.slices import seen
from settebello.store.interfaces import Elsewhere
from settebello.store.logs import PAGE, read_log
from settebello.table import gathering
from settebello.table.driver import HostedTable
from settebello.table.entries import OpenEntry, decode_entry
from settebello.table.sleeping import MOST
from settebello.table.storage import LogDamaged, StoredTable, StoreError
from settebello.table.table import Table

if TYPE_CHECKING:
    from settebello.server.lobby import Lobby


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
            coming = self._coming.get(table_id) or self._begin(table_id, self._bring_back(table_id))
            if not await asyncio.shield(coming):
                return None
        return hosted

    def _begin(self, table_id: str, work: Coroutine[Any, Any, bool]) -> asyncio.Task[bool]:
        """Begin to rebuild or release a table; all who want it meanwhile wait for that."""
        coming = self._coming[table_id] = asyncio.get_running_loop().create_task(work)
        coming.add_done_callback(seen)
        return coming

    async def _bring_back(self, table_id: str) -> bool:
        """Rebuild a table from the store; False if there is no such table."""
        header = None
        try:
            if table_id in self.unusable:
                raise Rejection(RejectionCode.TABLE_FAILED)
            stored = await self._store.load(table_id, PAGE if self._ledger.lease is None else 0)
            header = stored and stored.header
            if stored is None or header is None:
                return False
            if header.phase == "closed" or table_id in self._closing:
                return False
            if self._ledger.lease is None and not versions(header.game):
                raise Rejection(RejectionCode.RULES_MISSING)
            coming = len(self._coming)
            room = self._settings.loaded_tables - len(self._tables)
            if coming > room or coming > self._settings.rebuilds:
                raise Rejection(RejectionCode.TOO_MANY)
            if self._ledger.lease is not None:
                await self._claim(stored)
                # What was there before may be old: moves were made, or a rematch began.
                stored = await self._store.load(table_id, PAGE) or stored
                header = stored.header
            hosted = HostedTable(await self._rebuilt(stored))
            hosted.seen = asyncio.get_running_loop().time()
            hold = self._settings.public_seat_seconds
            gathering.begin(hosted.table, hosted.seen, time.time(), hold)
            self._tables[table_id] = hosted
            if hosted.table.busy or gathering.gathers(hosted.table):
                # It has something to store before it goes on, or waits for its players.
                self._lobby.dispatch(hosted, Table.tick)
            self._metrics.tables_rebuilt += 1
            return True
        except Elsewhere:
            raise
        except Exception as error:  # its rules are gone or fail, or the store does
            raise self._refusal(error, table_id, header and header.match) from None
        finally:
            del self._coming[table_id]

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
        match, progress, snapshot = stored.header.match, stored.progress, stored.snapshot
        bodies = [] if stored.opened is None else [stored.opened, *stored.tail]
        if len(stored.tail) == PAGE:
            bodies += await read_log(self._store, match, stored.after + PAGE)
        work = rebuilding(match, bodies, progress, self._luck, snapshot, self._lobby.snapshots)
        try:
            return await self._slices.begin(work)
        except Exception as error:  # whatever it is, the log has the truth
            if snapshot is None or getattr(error, "code", None) == RejectionCode.TOO_MANY:
                raise
            logs.warning("snapshot does not fit", match=match, why=str(error))
        bodies = await read_log(self._store, match)
        work = rebuilding(match, bodies, progress, self._luck, None, self._lobby.snapshots)
        return await self._slices.begin(work)

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
