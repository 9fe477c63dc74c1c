"""All tables of a server: it opens them, brings them back, and drives them.

Driving a table is: store what it wants stored, then send what it wants sent; let bots choose; wake
it when something is due. A table without anybody leaves the memory and comes back from the store
when it is asked for.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from random import SystemRandom
from typing import Any, TypeVar

import msgspec

from settebello import log, wire, words
from settebello.bots import BotError, Turn, ask, find_bot, random_bot
from settebello.dialects import DIALECTS
from settebello.luck import Luck, SystemLuck
from settebello.plan import OTHERS_FIRST, Plan
from settebello.seat import Letter, Listener
from settebello.server import logs
from settebello.server.chat import Chat
from settebello.server.metrics import Metrics
from settebello.server.secrets import hashed, new_id, new_secret, same
from settebello.server.settings import Settings
from settebello.server.store import Entry, Header, PlayerRow, Store, StoreError, Writer
from settebello.table import Refusal, Table

Result = TypeVar("Result")
BOTS = ("bot", "random")


class Live:
    """A table in memory, with what driving it needs."""

    __slots__ = ("alarm", "broken", "chat", "observer", "seen", "table", "waiters")

    def __init__(self, table: Table) -> None:
        self.table = table
        self.alarm: asyncio.TimerHandle | None = None
        self.waiters: list[asyncio.Future[None]] = []
        self.broken = False  # what it wanted stored was not
        self.seen = 0.0  # when somebody was last there
        self.observer: Callable[[], None] | None = None  # told when something may have changed
        self.chat: Chat | None = None  # when somebody has written something


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
        self._tables: dict[str, Live] = {}
        self._changed: set[Live] = set()  # acknowledged something since the last note
        self._unfinished = len(store.unfinished())
        self._chores = self._loop.create_task(self._do_chores())
        metrics.gauge("tables", "Tables in memory.", lambda: len(self._tables))
        metrics.gauge("tables_unfinished", "Tables that are not over.", lambda: self._unfinished)

    @property
    def now(self) -> float:
        return self._loop.time()

    # Finding and opening tables.

    def find(self, table_id: str) -> Live | None:
        """A table, from the store if it is not in memory."""
        live = self._tables.get(table_id)
        if live is None:
            header = self.store.latest(table_id)
            if header is None or header.phase == "closed":
                return None
            if len(self._tables) >= self.settings.loaded_tables:
                raise Refusal("too-many")
            live = Live(restored(self.store, header.match, self._luck))
            live.seen = self.now
            self._tables[table_id] = live
            self.metrics.tables_restored += 1
        return live

    async def open(self, wanted: log.Opened, name: str) -> tuple[Live, int, str, str]:
        """A new table with its first player: the table, his seat, his secret, and the invite."""
        if self._unfinished >= self.settings.tables:
            raise Refusal("too-many")
        invite, secret = new_secret(), new_secret()
        opened = msgspec.structs.replace(wanted, table=new_id(), invite=hashed(invite))
        live = Live(Table(opened, new_id, self._luck))
        seat = live.table.sit(name, hashed(secret))
        live.seen = self.now
        self._tables[opened.table] = live
        self.pump(live)
        await self.settled(live)
        self.metrics.tables_opened += 1
        logs.info("table opened", table=opened.table, game=opened.game, listed=opened.listed)
        return live, seat, secret, invite

    def set_up(
        self,
        opened: log.Opened,
        seated: Sequence[tuple[str, str, str]],
        observer: Callable[[], None],
    ) -> Live:
        """A new table at which these sit, with names, hashes of secrets or bots; and begin."""
        room = self.settings.loaded_tables - len(self._tables)
        if self._unfinished >= self.settings.tables or room <= 0:
            raise Refusal("too-many")
        live = Live(Table(opened, new_id, self._luck, plan=plan_of(opened)))
        for name, secret, bot in seated:
            live.table.sit(name, secret, bot)
        live.table.start(self.now)
        live.seen, live.observer = self.now, observer
        self._tables[opened.table] = live
        self.pump(live)
        self.metrics.tables_opened += 1
        logs.info("table opened", table=opened.table, game=opened.game, listed=opened.listed)
        return live

    def save_player(self, player: PlayerRow, done: Callable[[StoreError | None], None]) -> None:
        """Store who somebody is."""
        self._writer.submit((), (), done, (player,))

    def enter(self, table_id: str, secret: str | None) -> tuple[Live, int | None]:
        """A table and the seat, if it is a seat's secret that opens it.

        The invite, or no secret at a listed table, lets its holder in without a seat. A table that
        is not there and one that stays shut are refused alike.
        """
        live = self.find(table_id)
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
            self.pump(live)
        await self.settled(live)
        return result

    async def settled(self, live: Live) -> None:
        """Return when all that has happened at a table is stored and told."""
        while live.table.busy and not live.broken:
            waiter = self._loop.create_future()
            live.waiters.append(waiter)
            await waiter
        if live.broken:
            raise Refusal("not-stored")

    # Driving them.

    def pump(self, live: Live, messages: Sequence[Letter] = ()) -> None:
        """Store and send whatever a table has to store and to send, after these messages."""
        table = live.table
        more = True
        while more:
            entries, said = table.drain()
            if entries:
                self._post(live, messages)
                rows = [Entry(match, number, log.write(entry)) for match, number, entry in entries]
                before = self._unfinished
                headers = self._headers(table, entries)
                change = self._unfinished - before
                self._writer.submit(rows, headers, partial(self._stored, live, said, change))
                return
            if not said and not messages and table.waiting:
                return  # somebody has acknowledged, and others have not
            self._post(live, [*messages, *said])
            messages = ()
            more = bool(said) and table.busy
        if table.thinking is not None:
            self._loop.call_soon(self._think, live)
        else:
            self._set_alarm(live)
        if live.observer is not None:
            live.observer()

    def _stored(
        self,
        live: Live,
        messages: list[Letter],
        change: int,
        error: StoreError | None,
    ) -> None:
        if error is not None:
            self._unfinished -= change
            self.metrics.store_failures += 1
            self.give_up(live, "not-stored", error)
        else:
            try:
                live.table.stored(self.now)
                self.pump(live, messages)
            except Exception as failure:  # rules from elsewhere may fail anywhere
                self.give_up(live, "failed", failure)
        if live.waiters and (live.broken or not live.table.busy):
            for waiter in live.waiters:
                if not waiter.done():
                    waiter.set_result(None)
            live.waiters.clear()

    def give_up(self, live: Live, code: str, error: Exception) -> None:
        """What is in memory is wrong or was not stored: forget it, and let everybody come back."""
        live.broken = True
        why = {"why": str(error)} if isinstance(error, StoreError) else {}
        logs.failed(code, error, match=live.table.match_id, **why)
        self._forget(live)
        for listener in live.table.listeners() + live.table.arriving():
            listener.close(code)
        if live.observer is not None:
            live.observer()

    def _post(self, live: Live, messages: Sequence[Letter]) -> None:
        letters: dict[Listener, list[wire.ServerMessage]] = {}
        for listener, message in messages:
            if isinstance(message, wire.Refused):
                self.metrics.refused.labels(message.code).inc()
            letters.setdefault(listener, []).append(message)
            if live.chat and isinstance(message, wire.Welcome) and message.seat is not None:
                letters[listener] += live.chat.lines
        for listener, said in letters.items():
            listener.send(*said)

    def _headers(self, table: Table, entries: Sequence[log.ToStore]) -> list[Header]:
        """What lists say of the match, if that changes with these entries."""
        moves_only = all(isinstance(e.entry, log.Moved | log.Undone) for e in entries)
        if moves_only and (table.opened.dialect or not table.over):
            return []
        self._unfinished += sum(isinstance(e.entry, log.Opened) for e in entries)
        self._unfinished -= table.phase in ("over", "closed")
        return [header_of(table)]

    def ended(self, live: Live) -> None:
        """All have been told the end of a game in a dialect: until now it could be resumed."""
        self._unfinished -= 1
        self._writer.submit((), [header_of(live.table)], self._end_stored)

    def _end_stored(self, error: StoreError | None) -> None:
        if error is not None:  # then it is told again after the next start
            self.metrics.store_failures += 1
            logs.failed("not-stored", error)

    def _think(self, live: Live) -> None:
        """Let a bot choose its move. It is quick, and on its own it would wait for others."""
        table = live.table
        thinking = table.thinking
        if live.broken or thinking is None or table.match is None:
            return
        seat, name = thinking
        turn = Turn.of(table.match, seat, SystemRandom())
        try:
            move = ask(find_bot(name if name in BOTS else "bot", table.game), turn, name)
        except BotError as error:
            logs.failed("bot failed", error, match=table.match_id)
            move = random_bot(turn)
        except Exception as error:  # it is not the bot but the rules that failed
            self.give_up(live, "failed", error)
            return
        self.metrics.bot_moves += 1
        self.heard(live, Table.bot_moved, seat, move.text, table.step)

    def hear(self, live: Live, listener: Listener, message: wire.ClientMessage, now: float) -> None:
        """A message has come to a table."""
        self._changed.add(live)
        try:
            live.table.hear(listener, message, now)
            self.pump(live)
        except Exception as failure:  # rules from elsewhere may fail anywhere
            self.give_up(live, "failed", failure)

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

    def heard(self, live: Live, what: Callable[..., None], *about: Any) -> None:
        """Something else has come to a table: let it hear it, and do what follows."""
        try:
            what(live.table, *about, self.now)
            self.pump(live)
        except Exception as failure:  # rules from elsewhere may fail anywhere
            self.give_up(live, "failed", failure)

    def _set_alarm(self, live: Live) -> None:
        due = live.table.due
        if due is None or (live.alarm is not None and live.alarm.when() <= due):
            return
        if live.alarm is not None:
            live.alarm.cancel()
        live.alarm = self._loop.call_at(due, self._ring, live)

    def _ring(self, live: Live) -> None:
        live.alarm = None
        self.heard(live, Table.tick)

    async def _do_chores(self) -> None:
        for second in count():
            await asyncio.sleep(1.0)
            self._note()
            if second % 30 == 0:
                self._put_away()
            if second % 3600 == 0:
                await self._close_old()

    def _put_away(self) -> None:
        now = self.now
        for live in list(self._tables.values()):
            if live.table.busy or live.table.listeners():
                live.seen = now
            elif now - live.seen > self.settings.put_away_seconds:
                self._forget(live)

    async def _close_old(self) -> None:
        """Close the tables that were opened and never began."""
        oldest = time.time() - self.settings.open_hours * 3600
        for header in self.store.unfinished():
            if header.phase == "open" and header.changed < oldest:
                live = self.find(header.table)
                if live is not None and not live.table.listeners():
                    await self.change(live, Table.close)
                    self._forget(live)

    def _note(self) -> None:
        now = self.now
        for live in self._changed:
            if not live.broken:
                self._writer.note(live.table.match_id, log.write(live.table.progress(now)))
        self._changed.clear()

    def _forget(self, live: Live) -> None:
        if live.alarm is not None:
            live.alarm.cancel()
            live.alarm = None
        self._tables.pop(live.table.opened.table, None)

    async def stop(self) -> None:
        """Nothing that was accepted is lost."""
        self._chores.cancel()
        self._note()
        await asyncio.to_thread(self._writer.stop)
        for live in list(self._tables.values()):
            self._forget(live)


def restored(store: Store, match: str, luck: Callable[[], Luck] = SystemLuck) -> Table:
    """The table of a match as the store has it."""
    return rebuilt(match, store.entries(match), store.progress(match), luck)


def rebuilt(
    match: str,
    bodies: Sequence[str],
    progress: str | None = None,
    luck: Callable[[], Luck] = SystemLuck,
) -> Table:
    """The table of a match from what was stored of it."""
    entries = [log.read(body) for body in bodies]
    return Table.restored(
        match,
        entries,
        log.read_progress(progress) if progress else None,
        new_id,
        luck,
        plan_of(entries[0]) if entries else OTHERS_FIRST,
    )


def plan_of(opened: log.Entry) -> Plan:
    """In which steps a table tells: as its dialect wants it."""
    dialect = opened.dialect if isinstance(opened, log.Opened) else ""
    return DIALECTS[dialect].plan if dialect else OTHERS_FIRST


def header_of(table: Table) -> Header:
    phase = "playing" if table.phase == "paused" else table.phase
    summary = msgspec.json.encode(table.summary()).decode()
    return Header(
        table.match_id,
        table.opened.table,
        table.opened.game,
        phase,
        table.opened.listed,
        time.time(),
        summary,
    )
