"""All tables of a server: it opens them, rebuilds them from the store, and hosts their driver.

A table that nobody is connected to is unloaded, and rebuilt from its log when it is asked for. One
at which nothing happens sleeps (table/sleeping.py), and is rebuilt when something does.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from random import SystemRandom
from typing import Any, TypeVar

import msgspec

from settebello.bots import BotError, choose, find_bot, random_bot
from settebello.dialects.sixty_six.dialect import policy_of
from settebello.game import Game
from settebello.luck import Luck, SystemLuck
from settebello.rejection import Rejection, RejectionCode
from settebello.server import logs
from settebello.server.dev import DevReload
from settebello.server.housekeeping import Housekeeping
from settebello.server.loader import Loader
from settebello.server.metrics import Metrics
from settebello.server.settings import Settings
from settebello.server.slices import Slices
from settebello.server.spectator_queue import SpectatorQueue
from settebello.server.thinking import OUR_BOTS, Thinkers, ThinkingBots
from settebello.store.interfaces import LOBBY, Elsewhere, Ledger, Store, resolve
from settebello.table import gathering, protocol
from settebello.table.driver import Driver, HostedTable, header_of
from settebello.table.entries import CloseEntry, OpenEntry, encode_entry
from settebello.table.protocol import Refused, Welcome
from settebello.table.seats import Letter, Listener
from settebello.table.secrets import hashed, new_id, new_secret, same
from settebello.table.snapshots import Snapshots
from settebello.table.storage import EntryRow, MatchHeader, PlayerRow, StoreError
from settebello.table.table import Table
from settebello.table.wording import add_words

Result = TypeVar("Result")


class Lobby:
    """All tables of a server, in memory and in the store."""

    def __init__(
        self,
        store: Store,
        ledger: Ledger,
        settings: Settings,
        metrics: Metrics,
        luck: Callable[[], Luck] = SystemLuck,
    ) -> None:
        self._luck = luck
        self._loop = asyncio.get_running_loop()
        self.store = store
        self.ledger = ledger
        self.settings = settings
        self.metrics = metrics
        self.snapshots = Snapshots(ledger.keep)
        self._driver = Driver(self._loop, ledger, self, settings.entries, self.snapshots)
        self.slices = Slices(settings.rebuilds)
        self._spectators = SpectatorQueue(self._loop)
        self.thinkers = Thinkers(settings)
        self._thinking = ThinkingBots(self, self._driver, self.thinkers)
        self._tables: dict[str, HostedTable] = {}
        self._closing: set[str] = set()  # tables that are being closed in the store
        self.loader = Loader(self, self._tables, self._closing, luck)
        self._failed_at: dict[str, tuple[str, int]] = {}  # the entry after which a table failed
        # Matches that are not over: a set of thousands would take up to five times as much memory.
        self._unfinished: dict[str, None] = {}
        self._addresses: dict[str, str] = {}  # of unfinished matches: the address that opened it
        self._opened_from: Counter[str] = Counter()  # unfinished matches by that address
        self.on_closed: list[Callable[[str], None]] = []  # called with each table closed there
        self.leaving = False  # this node is about to stop
        self.dev = DevReload(self) if settings.dev else None
        self.housekeeping = Housekeeping(self, ledger, self._driver)
        metrics.gauge("tables", "Tables in memory.", lambda: len(self._tables))
        metrics.gauge(
            "tables_asleep",
            "Those of them that sleep.",
            lambda: sum(hosted.table.asleep for hosted in self._tables.values()),
        )
        self.long_answers = 0  # that are being made
        metrics.gauge(
            "rebuilds",
            "Tables being rebuilt, and long answers.",
            lambda: len(self.loader) + self.long_answers,
        )
        metrics.gauge("thinking", "Decisions of bots that wait.", lambda: len(self.thinkers))
        metrics.gauge(
            "tables_unfinished", "Tables that are not over.", lambda: len(self._unfinished)
        )

    async def load(self) -> None:
        """Count the matches that are not over. Nodes that share a store count their own only."""
        if self.ledger.lease is None:
            self._unfinished |= {header.match: None for header in await self.store.unfinished()}

    @property
    def now(self) -> float:
        return self._loop.time()

    # Finding and opening tables.

    def in_memory(self, table_id: str) -> HostedTable | None:
        return self._tables.get(table_id)

    async def find(self, table_id: str) -> HostedTable | None:
        """A table, rebuilt if it is not in memory; None if there is none.

        Raises Rejection if it fails, and Elsewhere if it belongs to another node.
        """
        return await self.loader.find(table_id)

    def offered(self, game: str) -> Game:
        """The rules with which a game can be begun now; raises Rejection if there are none."""
        return self.loader.offered(game)

    async def open(
        self, wanted: OpenEntry, name: str, address: str = ""
    ) -> tuple[HostedTable, int, str, str]:
        """Open a table and seat its first player.

        Returns the table, the player's seat and secret, and the invite.
        """
        self.check_room(address)
        invite, secret = new_secret(), new_secret()
        opened = msgspec.structs.replace(wanted, table=new_id(), invite=hashed(invite))
        hosted = HostedTable(Table(opened, new_id, self._luck))
        seat = hosted.table.sit(name, hashed(secret))
        hosted.seen = self.now
        gathering.begin(hosted.table, self.now, time.time(), self.settings.public_seat_seconds)
        self._tables[opened.table] = hosted
        self.count(hosted, address)
        self._driver.pump(hosted)
        await self.settled(hosted)
        self.metrics.tables_opened += 1
        logs.info("table opened", table=opened.table, game=opened.game, listed=opened.listed)
        return hosted, seat, secret, invite

    def set_up(
        self,
        opened: OpenEntry,
        seated: Sequence[tuple[str, str, str]],
        observer: Callable[[], None],
        address: str = "",
    ) -> HostedTable:
        """Open a table for these players (name, hash of the secret, bot), and start its match."""
        if len(self._tables) >= self.settings.loaded_tables:
            raise Rejection(RejectionCode.TOO_MANY)
        self.check_room(address)
        opened = msgspec.structs.replace(opened, dev=self.settings.dev)
        hosted = HostedTable(Table(opened, new_id, self._luck, policy=policy_of(opened)))
        for name, secret, bot in seated:
            hosted.table.sit(name, secret, bot)
        hosted.table.start(self.now)
        hosted.seen, hosted.observer = self.now, observer
        self._tables[opened.table] = hosted
        self.count(hosted, address)
        self._driver.pump(hosted)
        self.metrics.tables_opened += 1
        logs.info("table opened", table=opened.table, game=opened.game, listed=opened.listed)
        return hosted

    def check_room(self, address: str) -> None:
        """Raise Rejection if there are too many tables, in all or opened from an address."""
        if len(self._unfinished) >= self.settings.tables:
            raise Rejection(RejectionCode.TOO_MANY)
        most = self.settings.tables_by_address
        if self._opened_from[address] >= most:
            raise Rejection(RejectionCode.TOO_MANY, about="tables", most=most)

    def count(self, hosted: HostedTable, address: str) -> None:
        """Count a table that was opened from an address."""
        self._addresses[hosted.table.match_id] = address
        self._opened_from[address] += 1

    def _count_no_more(self, match: str) -> None:
        if (address := self._addresses.pop(match, None)) is not None:
            self._opened_from[address] -= 1
            if not self._opened_from[address]:
                del self._opened_from[address]

    def save_player(self, player: PlayerRow, done: Callable[[StoreError | None], None]) -> None:
        """Store a registered player, then call `done` with None or with the error."""
        self.ledger.submit((), (), done, players=(player,))

    async def game_number(self) -> int:
        """A number for a game of 66 that none has had before."""
        return await self.ledger.game_number()

    async def enter(self, table_id: str, secret: str | None) -> tuple[HostedTable, int | None]:
        """The table that a secret opens, and the seat if it is a seat's secret.

        The invite, or no secret at a listed table, opens it without a seat. Raises Rejection, the
        same whether there is no such table or the secret does not open it.
        """
        entered = self.enter_at_once(table_id, secret)
        return entered or self._admitted(await self.loader.find(table_id), secret)

    def enter_at_once(
        self, table_id: str, secret: str | None
    ) -> tuple[HostedTable, int | None] | None:
        """As `enter`; None if the table is not in memory, and to bring it back takes a while."""
        if table_id not in self._tables:
            found = self.loader.bring_back_at_once(table_id)
            if found is None or (found and table_id not in self._tables):  # it has failed already
                return None
        return self._admitted(self._tables.get(table_id), secret)

    def _admitted(
        self, hosted: HostedTable | None, secret: str | None
    ) -> tuple[HostedTable, int | None]:
        if hosted is None or hosted.table.phase == "closed":
            raise Rejection(RejectionCode.NOT_FOUND)
        table = hosted.table
        if not secret and table.opened.listed:
            return hosted, None
        hash = hashed(secret or "")
        seat = table.state.seat_of(hash)
        if seat is None and not same(hash, table.opened.invite):
            raise Rejection(RejectionCode.NOT_FOUND)
        return hosted, seat

    async def change(self, hosted: HostedTable, action: Callable[[Table], Result]) -> Result:
        """Call `action` with the table when it is free; returns its result when that is stored."""
        await self.settled(hosted)
        hosted.table.clock.latest = self._loop.time()
        try:
            result = action(hosted.table)
        finally:  # it may have done half of it
            self._driver.pump(hosted)
        await self.settled(hosted)
        return result

    def when_settled(self, hosted: HostedTable, action: Callable[[], object]) -> None:
        """Call this when all that has happened at a busy table is stored and told, or failed."""
        hosted.waiters = (*hosted.waiters, action)

    async def settled(self, hosted: HostedTable) -> None:
        """Return when all that has happened at a table is stored and told."""
        while hosted.table.busy and not hosted.broken:
            waiter = self._loop.create_future()
            self.when_settled(hosted, partial(resolve, waiter))
            await waiter
        if hosted.broken:
            raise Rejection(RejectionCode.NOT_STORED)

    async def owner_of_66(self) -> str | None:
        """The address of the node that has the lobby of 66; None if it is this one, or nobody."""
        owner = await self.ledger.owner(LOBBY)
        return None if owner is None else owner.address

    def store_failed(self, error: StoreError) -> None:
        """The store could not be read."""
        self.metrics.store_failures += 1
        logs.failed("store cannot be read", error, why=str(error))

    # Driving them: what the driver calls, and what others ask of the driver.

    def on_message(
        self, hosted: HostedTable, listener: Listener, message: protocol.ClientMessage, now: float
    ) -> None:
        """A message has come to a table."""
        self._driver.on_message(hosted, listener, message, now)

    def dispatch(self, hosted: HostedTable, method: Callable[..., None], *arguments: Any) -> None:
        """Call a method of the table because somebody comes or goes, and do what follows."""
        self._driver.touch(hosted)
        self._driver.dispatch(hosted, method, *arguments)

    def post(self, hosted: HostedTable, messages: Sequence[Letter]) -> None:
        """Send these, in this order; spectators get theirs when the players have theirs."""
        letters: dict[Listener, list[protocol.ServerMessage]] = {}
        state = hosted.table.state
        for listener, message in messages:
            add_words(state, listener, message)
            if type(message) is Refused:  # as in add_words
                self.metrics.refused.labels(message.code).inc()
            if listener.seat is None:
                self._spectators.add(listener, message)
                continue
            for_them = letters.get(listener)
            if for_them is None:
                letters[listener] = for_them = []
            for_them.append(message)
            if hosted.chat and type(message) is Welcome:
                for_them += hosted.chat.lines
        for listener, said in letters.items():
            listener.send(*said)

    def choose(self, hosted: HostedTable, seat: int, bot: str) -> str | None:
        """The move of a bot for this seat; None if it comes later, or the table was given up."""
        if bot == "hard":
            self._thinking.ask(hosted, seat)
            return None
        return self.choose_now(hosted, seat, bot)

    def choose_now(self, hosted: HostedTable, seat: int, bot: str) -> str | None:
        """The move of a bot that needs no time; None if the table had to be given up."""
        table = hosted.table
        assert table.match is not None
        chance = SystemRandom()
        try:
            found = find_bot(bot if bot in OUR_BOTS else "medium", table.state.game)
            move = choose(table.match, seat, found, bot, chance)
        except BotError as error:
            logs.failed("bot failed", error, match=table.match_id)
            move = choose(table.match, seat, random_bot, bot, chance)
        except Exception as failure:  # the bot is ours: the rules have failed
            self.give_up(hosted, RejectionCode.FAILED, failure)
            return None
        self.metrics.bot_moves += 1
        return move.text

    def committed(self, headers: Sequence[MatchHeader]) -> None:
        """Keep count of the tables that are not over."""
        for header in headers:
            if header.phase in ("open", "playing"):
                self._unfinished[header.match] = None
            else:
                self._unfinished.pop(header.match, None)
                self._count_no_more(header.match)

    def count_message(self) -> None:
        self.metrics.traffic.received += 1

    def count_refusal(self, code: str) -> None:
        self.metrics.refused.labels(code).inc()

    def log_failure(self, what: str, error: Exception, **about: str) -> None:
        logs.failed(what, error, **about)

    def ended(self, hosted: HostedTable) -> None:
        """All have been told the end of a game in a dialect: store that it cannot be resumed."""
        headers = [header_of(hosted.table)]
        self.ledger.submit((), headers, partial(self._end_stored, headers))

    def _end_stored(self, headers: Sequence[MatchHeader], error: StoreError | None) -> None:
        if error is None:
            self.committed(headers)
        else:  # then its end is told again after the next start
            self.metrics.store_failures += 1
            logs.failed(RejectionCode.NOT_STORED, error)

    def rules_failed(self, hosted: HostedTable, error: Exception) -> None:
        """A move could not be made because the rules failed; the table goes on."""
        state = hosted.table.state
        logs.failed("rules failed", error, match=state.match_id, game=state.game.NAME)

    def give_up(self, hosted: HostedTable, code: str, error: Exception) -> None:
        """Memory is wrong or was not stored: unload the table, and let everybody reconnect.

        A table that has failed at the same entry before would fail again and again: then it stays
        unusable until the server is restarted.
        """
        hosted.broken = True
        table = hosted.table
        # If it is still asleep, it could not be woken.
        entry_no = 0 if table.asleep else table.state.entry_no
        table_id, place = table.table_id, (table.match_id, entry_no)
        if code == RejectionCode.FAILED and self._failed_at.get(table_id) == place:
            code = RejectionCode.TABLE_FAILED
            self.loader.unusable.add(table_id)
        self._failed_at[table_id] = place
        why: dict[str, str] = {}
        if isinstance(error, StoreError):
            self.metrics.store_failures += 1
            why["why"] = str(error)
        logs.failed(code, error, match=table.match_id, **why)
        if table.match_id not in self._unfinished:  # it was not even stored
            self._count_no_more(table.match_id)
        self.forget(hosted)
        for listener in table.listeners() + table.arriving():
            listener.close(code)
        if hosted.observer is not None:
            hosted.observer()

    def refuse(self, hosted: HostedTable, listener: Listener, refusal: Rejection, id: str) -> None:
        """Answer a request that never goes to the table."""
        self.post(hosted, [(listener, protocol.refused(refusal, "", id))])

    # What housekeeping asks of it.

    def loaded(self) -> list[str]:
        """The tables in memory."""
        return list(self._tables)

    async def close_stored(self, header: MatchHeader, reason: str) -> None:
        """Close the table of a match in the store; does nothing if it is in memory.

        The rules are not needed for this; they may be gone. Raises StoreError if it is not stored.
        """
        if header.table in self._tables or header.table in self._closing:
            return
        if self.loader.is_coming(header.table):
            return
        self._closing.add(header.table)  # nobody finds it while this is being stored
        try:
            await self.ledger.claim(header.table)
            now = await self.store.header(header.match)
            if now != header:  # it has changed since it was listed
                return
            number = await self.store.last_number(header.match) + 1
            closed = header._replace(phase="closed", changed=time.time())
            entry = EntryRow(header.match, number, encode_entry(CloseEntry(reason)))
            await self.written([entry], [closed])
            await self.ledger.release(header.table)
        except Elsewhere:  # that node closes it
            return
        finally:
            self._closing.discard(header.table)
        self.committed([closed])
        logs.info("table closed", table=header.table, match=header.match, reason=reason)
        for told in self.on_closed:
            told(header.table)

    async def written(
        self,
        entries: Sequence[EntryRow],
        headers: Sequence[MatchHeader],
        notes: Sequence[tuple[str, str]] = (),
    ) -> None:
        """Return when this is stored; StoreError if it is not."""
        stored: asyncio.Future[None] = self._loop.create_future()

        def done(error: StoreError | None) -> None:
            if not stored.cancelled():
                if error is None:
                    stored.set_result(None)
                else:
                    stored.set_exception(error)

        self.ledger.submit(entries, headers, done, notes)
        await stored

    def forget(self, hosted: HostedTable) -> None:
        """Drop a table from memory."""
        self._driver.forget(hosted)
        if self._tables.get(hosted.table.table_id) is hosted:
            del self._tables[hosted.table.table_id]

    async def unload(self, hosted: HostedTable) -> None:
        """Drop a table that is settled, and let other nodes have it."""
        self._driver.note()  # what has changed since the last time
        hosted.broken = True  # whatever still comes to it changes nothing
        self.forget(hosted)
        if self.ledger.lease is not None:  # it is another node's to count
            self._unfinished.pop(hosted.table.match_id, None)
            self._count_no_more(hosted.table.match_id)
            await self.loader.release(hosted.table.table_id)

    # The end of a node.

    async def drain(self) -> None:
        """Give all tables to the other nodes, one by one; their clients are told to come back."""
        self.leaving = True
        await self.ledger.leave()
        for table_id in self.loaded():
            hosted = self._tables.get(table_id)
            if hosted is None:
                continue
            with suppress(Rejection):  # then it is gone already
                await self.settled(hosted)
            self._driver.note()  # before it is broken
            self._dismiss(hosted)
            await self.unload(hosted)

    def send_away(self) -> None:
        """The store is away too long, or this node may not write any more: drop all tables."""
        for hosted in list(self._tables.values()):
            self._dismiss(hosted)
            self.forget(hosted)
            if hosted.observer is not None:
                hosted.observer()

    def _dismiss(self, hosted: HostedTable) -> None:
        hosted.broken = True  # so that nothing comes of it when they leave
        for listener in hosted.table.listeners() + hosted.table.arriving():
            listener.close(RejectionCode.COME_BACK)

    async def stop(self) -> None:
        """Write all that was accepted, and end."""
        if self.dev is not None:
            self.dev.stop()
        self.housekeeping.stop()
        self.slices.stop()
        await self.thinkers.stop()
        self._driver.note()
        await self.ledger.finish()
        for hosted in list(self._tables.values()):
            self.forget(hosted)
