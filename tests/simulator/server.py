"""A server that crashes: it drives tables by the rules of server/lobby.py, on a real store."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from settebello import log, wire
from settebello.bots import Turn, ask, find_bot
from settebello.seat import Listener
from settebello.server.secrets import hashed
from settebello.server.store import Entry, Header, Store, StoreError
from settebello.table import Table
from simulator.link import Link
from simulator.truth import Failure, observed

if TYPE_CHECKING:
    from simulator.world import World

PUT_AWAY = 60.0  # seconds in memory for a table without anybody
CONNECTIONS = 3  # by seat


class Live:
    """A table in memory."""

    def __init__(self, table: Table, now: float) -> None:
        self.table = table
        self.alarm: float | None = None
        self.storing = False
        self.broken = False
        self.seen = now


class Submission(NamedTuple):
    live: Live
    entries: list[Entry]
    headers: list[Header]
    messages: list[tuple[Listener, wire.ServerMessage]]


class Server:
    """One life of a server, to its crash; it drives tables as server/lobby.py does."""

    def __init__(self, world: World, store: Store) -> None:
        self.world = world
        self.store = store
        self.up = True
        self.tables: dict[str, Live] = {}
        self.links: dict[Link, None] = {}
        self._started = world.random.uniform(0.0, 1e6) - world.now  # its clock shows any time
        self._submitted: list[Submission] = []
        self._notes: dict[str, str] = {}
        self._acknowledged: dict[Live, None] = {}
        self._due: float | None = None  # the next commit
        self._rows = 0
        self._chores()

    @property
    def now(self) -> float:
        return self.world.now + self._started

    def after(self, delay: float, action: Callable[..., None], *arguments: Any) -> None:
        self.world.after(delay, self._if_up, action, arguments)

    def _if_up(self, action: Callable[..., None], arguments: tuple[Any, ...]) -> None:
        if self.up:
            action(*arguments)

    def find(self, table_id: str) -> Live | None:
        live = self.tables.get(table_id)
        if live is None:
            header = self.store.latest(table_id)
            if header is None:
                return None
            table = self.restored(header.match)
            self.world.truths[table_id].check_restored(table)
            self.world.tally["restored"] += 1
            live = self.tables[table_id] = Live(table, self.now)
        return live

    def restored(self, match: str) -> Table:
        progress = self.store.progress(match)
        entries = [log.read(body) for body in self.store.entries(match)]
        noted = log.read_progress(progress) if progress else None
        return Table.restored(match, entries, noted, self.world.new_id, self.world.luck)

    def open(self, opened: log.Opened) -> Live:
        table = Table(opened, self.world.new_id, self.world.luck)
        live = self.tables[opened.table] = Live(table, self.now)
        return live

    # Connections.

    def accept(self, link: Link) -> None:
        self.links[link] = None

    def gone(self, link: Link) -> None:
        if self.up and link in self.links:
            del self.links[link]
            link.open = False
            if link.live is not None:
                link.live.table.leave(link, self.now)
                self.pump(link.live)

    def hear(self, link: Link, text: str) -> None:
        if not self.up or link not in self.links:
            return
        try:
            message = wire.read(text)
        except ValueError:
            link.send(wire.Refused("not-a-message", "no message"))
            return
        live = link.live
        if live is None:
            self._admit(link, message)
            return
        table = live.table
        if isinstance(message, wire.Ack):
            self.world.truths[table.opened.table].heard(link.seat, message.number)
        before = None if table.busy else fingerprint(table)
        table.hear(link, message, self.now)
        self.pump(live, before)
        self._acknowledged[live] = None

    def _admit(self, link: Link, hello: wire.ClientMessage) -> None:
        live = self.find(hello.table) if isinstance(hello, wire.Hello) else None
        if live is None or not isinstance(hello, wire.Hello):
            link.close("not-found")
            return
        table = live.table
        link.language, link.views = hello.language, hello.views
        link.seat = table.seat_of(hashed(hello.secret or ""))
        if link.seat is None and hello.secret != "invite":
            link.close("not-found")
            return
        truth = self.world.truths[hello.table]
        truth.heard(link.seat, hello.seen)
        if link.seat is not None:
            listeners = table.seats[link.seat].listeners
            for old in listeners[: len(listeners) + 1 - CONNECTIONS]:
                old.close("too-many")
        link.live = live
        table.join(link, hello.seen, self.now)
        self.pump(live)

    # Driving tables.

    def pump(self, live: Live, before: tuple[Any, ...] | None = None) -> None:
        """Store and send what there is; `before` is the fingerprint before a message was heard."""
        table = live.table
        while True:
            entries, messages = table.drain()
            refuses = any(isinstance(message, wire.Refused) for _, message in messages)
            if before is not None and refuses and (entries or fingerprint(table) != before):
                raise Failure("a refusal has changed something")
            before = None
            if entries:
                self._submit(live, entries, messages)
                return
            if not messages:
                break
            self._post(live, messages)
        if table.busy and not live.storing:
            raise Failure("a table that could hear something does not")
        if table.thinking is not None:
            self.after(0.0, self._think, live)
        else:
            self._set_alarm(live)

    def _submit(
        self,
        live: Live,
        entries: list[log.ToStore],
        messages: list[tuple[Listener, wire.ServerMessage]],
    ) -> None:
        table = live.table
        rows = [Entry(match, number, log.write(entry)) for match, number, entry in entries]
        moves = [each.entry for each in entries if isinstance(each.entry, log.Moved | log.Undone)]
        headers = [] if len(moves) == len(entries) and not table.over else [self._header(table)]
        if moves and not any(seat.listeners for seat in table.seats):
            raise Failure("the match goes on, and nobody is there")
        live.storing = True
        self._submitted.append(Submission(live, rows, headers, messages))
        self._write_soon()

    def _header(self, table: Table) -> Header:
        phase = "playing" if table.phase == "paused" else table.phase
        summary = msgspec.json.encode(table.summary()).decode()
        opened = table.opened
        now = self.world.now
        return Header(table.match_id, opened.table, opened.game, phase, False, now, summary)

    def _write_soon(self, patience: float = 0.0) -> None:
        slow = self.world.chance(0.02)
        due = self.now + patience + self.world.random.uniform(0.001, 2.0 if slow else 0.03)
        if self._due is None or due < self._due:
            self._due = due
            self.after(due - self.now, self._write, due)

    def _write(self, due: float) -> None:
        """Store what has come together, and then say so, unless a disaster comes between."""
        if due != self._due:
            return
        self._due = None
        world, disaster = self.world, self.world.disaster()
        submissions, self._submitted = self._submitted, []
        notes, self._notes = self._notes, {}
        write = partial(self._append, submissions, notes)
        if disaster == "before":
            world.crash(world.disk.copied())
        elif disaster == "torn":
            world.crash(world.disk.torn(write, world.random))
        elif disaster == "full":
            self._fail(write)
            self._notes = notes | self._notes
            for submission in submissions:
                self._break(submission.live)
        else:
            write()
            self._feed(submissions)
            if disaster == "after":
                world.crash(world.disk.copied())
            elif disaster == "checkpoint":
                world.crash(world.disk.half_way(self.store.checkpoint, world.random))
            elif disaster == "partly":
                for submission in submissions[: world.random.randrange(len(submissions) + 1)]:
                    self._stored(submission)
                world.crash(world.disk.copied())
            else:
                for submission in submissions:
                    self._stored(submission)
                if disaster == "stop":
                    self._stop()

    def _fail(self, write: Callable[[], None]) -> None:
        """In the middle of this the store finds that it cannot go on."""
        database = self.store.writing
        database.set_progress_handler(lambda: 1, self.world.random.randrange(1, 20))
        try:
            write()
        except StoreError:
            return
        finally:
            database.set_progress_handler(None, 0)
        raise Failure("a store that failed has said that all is well")

    def _feed(self, submissions: list[Submission]) -> None:
        for submission in submissions:
            truth = self.world.truths[submission.live.table.opened.table]
            for row in submission.entries:
                truth.feed(row)
                self.world.tally["moves"] += isinstance(truth.last, log.Moved)

    def _append(self, submissions: list[Submission], notes: dict[str, str]) -> None:
        entries = [entry for each in submissions for entry in each.entries]
        headers = [header for each in submissions for header in each.headers]
        self.store.append(entries, headers, notes.items())
        self._rows += len(entries) + len(headers) + len(notes)
        if self._rows > self.world.rows_to_checkpoint:
            self._rows = 0
            self.store.checkpoint()

    def _stored(self, submission: Submission) -> None:
        live = submission.live
        live.storing = False
        live.table.stored(self.now)
        self.world.truths[live.table.opened.table].excuse(live.table)
        self._post(live, submission.messages)
        self.pump(live)
        if self.world.random.random() < 0.003:
            self.check_same(live)

    def check_same(self, live: Live) -> None:
        """A table that came back now would be the same."""
        table = live.table
        if not table.busy:
            progress = table.progress(self.now)
            entries = [log.read(body) for body in self.store.entries(table.match_id)]
            world, ids = self.world, self.world.truths[table.opened.table].ids
            again = Table.restored(table.match_id, entries, progress, world.new_id, world.luck)
            now, then = observed(table, self.now, ids), observed(again, 0.0, ids)
            for one, other in zip(now, then, strict=True):
                if one != other:
                    raise Failure(f"the table would come back as another one: {one} and {other}")

    def _break(self, live: Live) -> None:
        live.broken = True
        self._forget(live)
        for listener in live.table.listeners() + live.table.arriving():
            listener.close("not-stored")

    def _post(self, live: Live, messages: list[tuple[Listener, wire.ServerMessage]]) -> None:
        truth = self.world.truths[live.table.opened.table]
        truth.joined |= {to.seat for to, message in messages if isinstance(message, wire.Welcome)}
        for to, message in messages:
            truth.check_sent(live.table, to, message)
            to.send(message)
        seats = [message for _, message in messages if isinstance(message, wire.Seats)]
        if seats:
            truth.check_phase(seats[-1])

    def _think(self, live: Live) -> None:
        table, thinking = live.table, live.table.thinking
        if live.broken or thinking is None or table.match is None:
            return
        seat, name = thinking
        truth = self.world.truths[table.opened.table]
        truth.excuse(table)
        truth.check_all_have_seen()
        if table.seats[seat].stand_in:
            self.world.tally["stand-in"] += 1
            if self.world.long_calm:
                raise Failure(f"a bot plays for seat {seat}, who is there")
        self.world.tally["overtime"] += table.seats[seat].overtime
        turn = Turn.of(table.match, seat, self.world.random)
        move = ask(find_bot(name, table.game), turn, name)
        table.bot_moved(seat, move.text, table.step, self.now)
        self.pump(live)

    def _set_alarm(self, live: Live) -> None:
        due = live.table.due
        if due is not None and not live.broken and (live.alarm is None or live.alarm > due):
            live.alarm = due
            self.after(max(0.0, due - self.now), self._ring, live, due)

    def _ring(self, live: Live, alarm: float) -> None:
        if live.alarm == alarm and not live.broken:
            live.alarm = None
            live.table.tick(self.now)
            self.pump(live)

    def _chores(self) -> None:
        """Note who has acknowledged what; put away the tables without anybody."""
        for live in self._acknowledged:
            if not live.broken:
                self._notes[live.table.match_id] = log.write(live.table.progress(self.now))
                self._write_soon(1.0)
        self._acknowledged.clear()
        for live in list(self.tables.values()):
            if live.table.busy or live.table.listeners():
                live.seen = self.now
            elif self.now - live.seen > PUT_AWAY:
                self.check_same(live)
                self._forget(live)
        self.after(1.0, self._chores)

    def _forget(self, live: Live) -> None:
        live.alarm = None
        self.tables.pop(live.table.opened.table, None)

    def _stop(self) -> None:
        """It was asked to stop: everything is stored, and somebody else opens the same file."""
        progress = {
            live.table.match_id: log.write(live.table.progress(self.now))
            for live in self._acknowledged
            if not live.broken
        }
        self._append(self._submitted, self._notes | progress)
        self._feed(self._submitted)
        self.world.crash(self.world.disk)


def fingerprint(table: Table) -> tuple[Any, ...]:
    """What no refusal changes."""
    match = table.match
    at = None if match is None else match.moment()
    moves = at and (at.drawn, at.moves, at.events, tuple(at.state.to_act))
    told = [(seat.name, seat.told, seat.acked, len(seat.answered)) for seat in table.seats]
    return table.match_id, table.number, table.phase, table.step, moves, told
