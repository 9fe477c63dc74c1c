"""All tables of a server: it opens them, brings them back, and drives them.

Driving a table is: store what it wants stored, then send what it wants sent; let bots choose; wake
it when something is due. A table without anybody leaves the memory and comes back from the store
when it is asked for.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from random import SystemRandom
from typing import Any, TypeVar

import msgspec

from settebello import log, wire, words
from settebello.bots import BotError, Turn, ask, find_bot, random_bot
from settebello.luck import Luck, SystemLuck
from settebello.seat import Letter, Listener
from settebello.server import logs
from settebello.server.chat import Chat
from settebello.server.driver import Driver, Live, header_of
from settebello.server.housekeeping import Housekeeping
from settebello.server.metrics import Metrics
from settebello.server.rebuilding import plan_of, rebuilding
from settebello.server.secrets import hashed, new_id, new_secret, same
from settebello.server.settings import Settings
from settebello.server.slices import Slices, Work
from settebello.server.store import Entry, Header, PlayerRow, Store, StoreError, Writer
from settebello.table import Refusal, Table

Result = TypeVar("Result")
BOTS = ("bot", "random")


class Lobby:
    def __init__(
        self,
        store: Store,
        settings: Settings,
        metrics: Metrics,
        luck: Callable[[], Luck] = SystemLuck,
    ) -> None:
        self._luck = luck
        self._loop = asyncio.get_running_loop()
        self.store = store
        self.settings = settings
        self.metrics = metrics
        self._writer = Writer(store, self._loop, metrics.committed)
        self._driver = Driver(self._loop, self._writer, self, settings.entries)
        self.slices = Slices(settings.rebuilds)
        self._tables: dict[str, Live] = {}
        self._failed_at: dict[str, tuple[str, int]] = {}  # the entry after which a table failed
        self._unusable: set[str] = set()  # tables that fail whenever they come back
        self._coming: dict[str, asyncio.Future[None]] = {}  # tables that are brought back
        self._unfinished = {header.match for header in store.unfinished()}
        self._addresses: dict[str, str] = {}  # where a match was opened from that is not over
        self._opened_from: Counter[str] = Counter()  # how many of them, by address
        self._closing: set[str] = set()  # tables that are being closed in the store
        self.on_closed: list[Callable[[str], None]] = []  # told the table that was closed there
        self.housekeeping = Housekeeping(self, self._writer, self._driver)
        metrics.gauge("tables", "Tables in memory.", lambda: len(self._tables))
        metrics.gauge(
            "rebuilds", "Tables on their way back, and long answers.", lambda: len(self.slices)
        )
        metrics.gauge(
            "tables_unfinished", "Tables that are not over.", lambda: len(self._unfinished)
        )

    @property
    def now(self) -> float:
        return self._loop.time()

    # Finding and opening tables.

    def in_memory(self, table_id: str) -> Live | None:
        return self._tables.get(table_id)

    async def find(self, table_id: str) -> Live | None:
        """A table; if it is not in memory it is brought back, and others go on meanwhile."""
        while (live := self._tables.get(table_id)) is None:
            coming = self._coming.get(table_id) or self._bring_back(table_id)
            if coming is None:
                return None
            await asyncio.shield(coming)
        return live

    def _bring_back(self, table_id: str) -> asyncio.Future[None] | None:
        """Begin to bring a table back from the store; None if there is none to bring."""
        if table_id in self._unusable:
            raise Refusal("table-failed")
        header = self.store.latest(table_id)
        if header is None or header.phase == "closed" or table_id in self._closing:
            return None
        if len(self._tables) + len(self._coming) >= self.settings.loaded_tables:
            raise Refusal("too-many")
        coming = self.slices.begin(self._coming_back(table_id, header.match))
        self._coming[table_id] = coming
        return coming

    def _coming_back(self, table_id: str, match: str) -> Work[None]:
        try:
            live = Live((yield from rebuilding(self.store, match, self._luck)))
        except Exception as error:  # its rules are gone or fail, or the store does
            logs.failed("table cannot be brought back", error, match=match)
            code = "failed" if isinstance(error, StoreError) else "table-failed"
            raise Refusal(code) from None
        finally:
            del self._coming[table_id]
        live.seen = self.now
        self._tables[table_id] = live
        self.metrics.tables_restored += 1

    async def open(
        self, wanted: log.Opened, name: str, address: str = ""
    ) -> tuple[Live, int, str, str]:
        """A new table with its first player: the table, his seat, his secret, and the invite."""
        if len(self._unfinished) >= self.settings.tables:
            raise Refusal("too-many")
        self._check_address(address)
        invite, secret = new_secret(), new_secret()
        opened = msgspec.structs.replace(wanted, table=new_id(), invite=hashed(invite))
        live = Live(Table(opened, new_id, self._luck))
        seat = live.table.sit(name, hashed(secret))
        live.seen = self.now
        self._tables[opened.table] = live
        self._count(live, address)
        self._driver.pump(live)
        await self.settled(live)
        self.metrics.tables_opened += 1
        logs.info("table opened", table=opened.table, game=opened.game, listed=opened.listed)
        return live, seat, secret, invite

    def set_up(
        self,
        opened: log.Opened,
        seated: Sequence[tuple[str, str, str]],
        observer: Callable[[], None],
        address: str = "",
    ) -> Live:
        """A new table at which these sit, with names, hashes of secrets or bots; and begin."""
        room = self.settings.loaded_tables - len(self._tables)
        if len(self._unfinished) >= self.settings.tables or room <= 0:
            raise Refusal("too-many")
        self._check_address(address)
        live = Live(Table(opened, new_id, self._luck, plan=plan_of(opened)))
        for name, secret, bot in seated:
            live.table.sit(name, secret, bot)
        live.table.start(self.now)
        live.seen, live.observer = self.now, observer
        self._tables[opened.table] = live
        self._count(live, address)
        self._driver.pump(live)
        self.metrics.tables_opened += 1
        logs.info("table opened", table=opened.table, game=opened.game, listed=opened.listed)
        return live

    def _check_address(self, address: str) -> None:
        most = self.settings.tables_by_address
        if self._opened_from[address] >= most:
            raise Refusal("too-many", about="tables", most=str(most))

    def _count(self, live: Live, address: str) -> None:
        self._addresses[live.table.match_id] = address
        self._opened_from[address] += 1

    def _count_no_more(self, match: str) -> None:
        address = self._addresses.pop(match, None)
        if address is not None:
            self._opened_from[address] -= 1
            if not self._opened_from[address]:
                del self._opened_from[address]

    def save_player(self, player: PlayerRow, done: Callable[[StoreError | None], None]) -> None:
        """Store who somebody is."""
        self._writer.submit((), (), done, players=(player,))

    async def enter(self, table_id: str, secret: str | None) -> tuple[Live, int | None]:
        """A table and the seat, if it is a seat's secret that opens it.

        The invite, or no secret at a listed table, lets its holder in without a seat. A table that
        is not there and one that stays shut are refused alike.
        """
        live = await self.find(table_id)
        if live is None or live.table.phase == "closed":
            raise Refusal("not-found")
        table = live.table
        if not secret and table.opened.listed:
            return live, None
        hash = hashed(secret or "")
        seat = table.seat_of(hash)
        if seat is None and not same(hash, table.opened.invite):
            raise Refusal("not-found")
        return live, seat

    async def change(self, live: Live, action: Callable[[Table], Result]) -> Result:
        """Do something to a table when it is free, and return when that is stored."""
        await self.settled(live)
        try:
            result = action(live.table)
        finally:  # it may have done half of it
            self._driver.pump(live)
        await self.settled(live)
        return result

    def when_settled(self, live: Live, action: Callable[[], object]) -> None:
        """Call this when all that has happened at a busy table is stored and told, or lost."""
        live.waiters.append(action)

    async def settled(self, live: Live) -> None:
        """Return when all that has happened at a table is stored and told."""
        while live.table.busy and not live.broken:
            waiter = self._loop.create_future()
            self.when_settled(live, partial(resolve, waiter))
            await waiter
        if live.broken:
            raise Refusal("not-stored")

    # Driving them: what the driver asks of us, and what others ask of it.

    def hear(self, live: Live, listener: Listener, message: wire.ClientMessage, now: float) -> None:
        """A message has come to a table."""
        self._driver.message(live, listener, message, now)

    def heard(self, live: Live, what: Callable[..., None], *about: Any) -> None:
        """Somebody comes to a table, or goes."""
        self._driver.touch(live)
        self._driver.happen(live, what, *about)

    def post(self, live: Live, messages: Sequence[Letter]) -> None:
        """Send these, in this order."""
        letters: dict[Listener, list[wire.ServerMessage]] = {}
        for listener, message in messages:
            if isinstance(message, wire.Refused):
                self.metrics.refused.labels(message.code).inc()
            letters.setdefault(listener, []).append(message)
            if live.chat and isinstance(message, wire.Welcome) and message.seat is not None:
                letters[listener] += live.chat.lines
        for listener, said in letters.items():
            listener.send(*said)

    def choose(self, live: Live, seat: int, bot: str) -> str | None:
        """The move of a bot for this seat; None if the table had to be given up."""
        table = live.table
        assert table.match is not None
        turn = Turn.of(table.match, seat, SystemRandom())
        try:
            move = ask(find_bot(bot if bot in BOTS else "bot", table.game), turn, bot)
        except BotError as error:
            logs.failed("bot failed", error, match=table.match_id)
            move = random_bot(turn)
        except Exception as error:  # it is not the bot but the rules that failed
            self.give_up(live, "failed", error)
            return None
        self.metrics.bot_moves += 1
        return move.text

    def committed(self, headers: Sequence[Header]) -> None:
        """Keep count of the tables that are not over."""
        for header in headers:
            if header.phase in ("open", "playing"):
                self._unfinished.add(header.match)
            else:
                self._unfinished.discard(header.match)
                self._count_no_more(header.match)

    def ended(self, live: Live) -> None:
        """All have been told the end of a game in a dialect: until now it could be resumed."""
        headers = [header_of(live.table)]
        self._writer.submit((), headers, partial(self._end_stored, headers))

    def _end_stored(self, headers: Sequence[Header], error: StoreError | None) -> None:
        if error is None:
            self.committed(headers)
        else:  # then it is told again after the next start
            self.metrics.store_failures += 1
            logs.failed("not-stored", error)

    def rules_failed(self, live: Live, error: Exception) -> None:
        """A move could not be made because the rules failed; the table goes on."""
        logs.failed("rules failed", error, match=live.table.match_id, game=live.table.game.NAME)

    def give_up(self, live: Live, code: str, error: Exception) -> None:
        """What is in memory is wrong or was not stored: forget it, and let everybody come back.

        But if it has failed at this very place before, it would fail again and again: then nobody
        is to come back, until the server is started anew.
        """
        live.broken = True
        table_id, place = live.table.opened.table, (live.table.match_id, live.table.number)
        if code == "failed" and self._failed_at.get(table_id) == place:
            code = "table-failed"
            self._unusable.add(table_id)
        self._failed_at[table_id] = place
        why: dict[str, str] = {}
        if isinstance(error, StoreError):
            self.metrics.store_failures += 1
            why["why"] = str(error)
        logs.failed(code, error, match=live.table.match_id, **why)
        if live.table.match_id not in self._unfinished:  # it was not even stored
            self._count_no_more(live.table.match_id)
        self.forget(live)
        for listener in live.table.listeners() + live.table.arriving():
            listener.close(code)
        if live.observer is not None:
            live.observer()

    # Chat.

    def say(self, live: Live, listener: Listener, said: wire.Say, now: float) -> None:
        """A player writes something to the others."""
        try:
            line = self._line(live, listener, said, now)
        except Refusal as refusal:
            self.metrics.refused.labels(refusal.code).inc()
            text = words.refuse(None, refusal.code, listener.language or "en")
            after = refusal.arguments.get("retry_after")
            wait = float(after) if after else None
            listener.send(wire.Refused(refusal.code, text, said.id, wait))
            return
        listener.send(wire.Answer(said.id))
        if line is not None:
            for seat in live.table.seats:
                for other in seat.listeners:
                    other.send(line)

    def _line(self, live: Live, listener: Listener, said: wire.Say, now: float) -> wire.Said | None:
        table = live.table
        if listener.seat is None:
            raise Refusal("spectator")
        if table.opened.dialect:
            raise Refusal("not-at-this-table")
        if table.opened.listed:  # strangers sit there
            raise Refusal("no-chat")
        settings = self.settings
        live.chat = live.chat or Chat(settings.lines_a_second, settings.lines_at_once)
        return live.chat.say(listener.seat, table.seats[listener.seat].name, said, now)

    # What housekeeping asks of it.

    def loaded(self) -> list[str]:
        """The tables in memory."""
        return list(self._tables)

    async def close_stored(self, header: Header, reason: str) -> None:
        """Close the table of a match, unless it is in memory: it has to leave that first.

        Its rules are not needed for it; they may be gone. Raises StoreError if it is not stored.
        """
        if header.table in self._tables or header.table in self._coming:
            return
        if header.table in self._closing:
            return
        if self.store.header(header.match) != header:  # somebody was there since it was listed
            return
        self._closing.add(header.table)  # nobody finds it while this is being stored
        try:
            number = self.store.last_number(header.match) + 1
            closed = header._replace(phase="closed", changed=time.time())
            entry = Entry(header.match, number, log.write(log.Closed(reason)))
            await self._written([entry], [closed])
        finally:
            self._closing.discard(header.table)
        self.committed([closed])
        logs.info("table closed", table=header.table, match=header.match, reason=reason)
        for told in self.on_closed:
            told(header.table)

    async def _written(self, entries: Sequence[Entry], headers: Sequence[Header]) -> None:
        """Return when this is stored; StoreError if it is not."""
        stored: asyncio.Future[None] = self._loop.create_future()

        def done(error: StoreError | None) -> None:
            if not stored.cancelled():
                if error is None:
                    stored.set_result(None)
                else:
                    stored.set_exception(error)

        self._writer.submit(entries, headers, done)
        await stored

    def forget(self, live: Live) -> None:
        """A table leaves the memory."""
        self._driver.forget(live)
        self._tables.pop(live.table.opened.table, None)

    async def stop(self) -> None:
        """Nothing that was accepted is lost."""
        self.housekeeping.stop()
        self.slices.stop()
        self._driver.note()
        await asyncio.to_thread(self._writer.stop)
        for live in list(self._tables.values()):
            self.forget(live)


def resolve(waiter: asyncio.Future[None]) -> None:
    if not waiter.done():  # who waited may be gone
        waiter.set_result(None)
