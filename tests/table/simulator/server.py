"""A server that crashes: it drives tables with the code of table/driver.py, on a real store."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from settebello.bots import Turn, ask, find_bot
from settebello.store.sqlite import StoreFile
from settebello.table import protocol
from settebello.table.driver import Driver, HostedTable
from settebello.table.entries import (
    MoveEntry,
    OpenEntry,
    UndoEntry,
    decode_entry,
    decode_progress,
)
from settebello.table.records import at_once
from settebello.table.seats import Letter
from settebello.table.secrets import hashed
from settebello.table.snapshots import Snapshots, resuming
from settebello.table.storage import EntryRow, MatchHeader, SnapshotRow, StoreError
from settebello.table.table import Table
from settebello.table.wording import add_words
from table.comparing import all_of
from table.simulator.link import Link
from table.simulator.truth import Failure, observed

if TYPE_CHECKING:
    from table.simulator.world import World

UNLOAD = 60.0  # seconds in memory for a table without anybody
CONNECTIONS = 3  # by seat


class Submission(NamedTuple):
    entries: Sequence[EntryRow]
    headers: Sequence[MatchHeader]
    notes: Sequence[tuple[str, str]]
    done: Callable[[StoreError | None], object]


class Alarm:
    """A call at a time of the server's clock, as asyncio has it."""

    def __init__(self, server: Server, when: float, action: Callable[[], object]) -> None:
        self._action: Callable[[], object] | None = action
        server.after(max(0.0, when - server.now), self._ring)

    def cancel(self) -> None:
        self._action = None

    def _ring(self) -> None:
        if self._action is not None:
            self._action()


class Clock:
    """The event loop of a server, in virtual time."""

    def __init__(self, server: Server) -> None:
        self._server = server

    def time(self) -> float:
        return self._server.now

    def call_soon(self, action: Callable[..., object], *arguments: Any) -> None:
        self._server.after(0.0, action, *arguments)

    def call_at(self, when: float, action: Callable[..., object], *arguments: Any) -> Alarm:
        return Alarm(self._server, when, partial(action, *arguments))


class Server:
    """One life of a server, to its crash: the host of its driver, and what writes for it."""

    def __init__(self, world: World, store: StoreFile) -> None:
        self.world = world
        self.store = store
        self.up = True
        self.tables: dict[str, HostedTable] = {}
        self.links: dict[Link, None] = {}
        taking = Snapshots(self._keep, every=3, lines=1)  # as many as there can be
        self.driver = Driver(Clock(self), self, self, snapshots=taking)
        self._snapshots: dict[str, SnapshotRow] = {}
        self._started = world.random.uniform(0.0, 1e6) - world.now  # its clock shows any time
        self._submitted: list[Submission] = []
        self._notes: dict[str, str] = {}
        self._noted: dict[str, str] = {}  # since the last time that the truths were told
        self._before: tuple[Any, ...] | None = None  # a table, when it got the last message
        self._due: float | None = None  # the next commit
        self._rows = 0
        self._naps = Random(self._started)  # its own, so that other faults stay where they are
        self._housekeeping()

    @property
    def now(self) -> float:
        return self.world.now + self._started

    def after(self, delay: float, action: Callable[..., object], *arguments: Any) -> None:
        self.world.after(delay, self._if_up, action, arguments)

    def _if_up(self, action: Callable[..., object], arguments: tuple[Any, ...]) -> None:
        if self.up:
            action(*arguments)
            self._check_wake_ups()

    def find(self, table_id: str) -> HostedTable | None:
        live = self.tables.get(table_id)
        if live is None:
            header = self.store.latest(table_id)
            if header is None:
                return None
            table = self.restored(header.match)
            self.world.truths[table_id].check_restored(table)
            self.world.tally["restored"] += 1
            live = self._host(table)
        return live

    def restored(self, match: str) -> Table:
        """The table of a match, from its snapshot if it has one: as its whole log has it."""
        progress, snapshot = self.store.progress(match), self.store.snapshot(match)
        entries = [decode_entry(body) for body in self.store.entries(match)]
        noted = decode_progress(progress) if progress else None
        whole = Table.restored(match, entries, noted, self.world.new_id, self.world.luck)
        if snapshot is None:
            return whole
        table = Table.reopened(match, entries[0], self.world.new_id, self.world.luck)
        at_once(resuming(table, entries[snapshot.number :], snapshot))
        table.recover(noted)
        if all_of(table, 0) != all_of(whole, 0):
            raise Failure("a table from a snapshot is not what its log says")
        self.world.tally["from snapshots"] += 1
        return table

    def _keep(self, snapshot: SnapshotRow) -> None:
        self._snapshots[snapshot.match] = snapshot

    def open(self, opened: OpenEntry) -> HostedTable:
        return self._host(Table(opened, self.world.new_id, self.world.luck))

    def _host(self, table: Table) -> HostedTable:
        live = self.tables[table.opened.table] = HostedTable(table)
        live.seen = self.now
        return live

    # Connections.

    def accept(self, link: Link) -> None:
        self.links[link] = None

    def gone(self, link: Link) -> None:
        if self.up and link in self.links:
            del self.links[link]
            link.open = False
            if link.live is not None and not link.live.broken:
                self.driver.dispatch(link.live, Table.leave, link)
                self._check_wake_ups()

    def receive(self, link: Link, text: str) -> None:
        if not self.up or link not in self.links:
            return
        try:
            message = protocol.decode_client(text)
        except ValueError:
            link.send(protocol.Refused("not-a-message", "no message"))
            return
        live = link.live
        if live is None:
            self._admit(link, message)
            return
        table = live.table
        if isinstance(message, protocol.Ack):
            self.world.truths[table.opened.table].received(link.seat, message.number)
        if isinstance(message, protocol.Move) and link.seat is not None:
            # It shows what they have seen, even if the disk is full when it is to be stored.
            seen = message.after if message.after == table.delivery.boxes[link.seat].sent else 0
            self.world.truths[table.opened.table].received(link.seat, seen)
        self._before = None if table.busy else fingerprint(table)
        self.driver.on_message(live, link, message, self.now)
        self._before = None
        self._check_wake_ups()

    def _admit(self, link: Link, hello: protocol.ClientMessage) -> None:
        live = self.find(hello.table) if isinstance(hello, protocol.Hello) else None
        if live is None or not isinstance(hello, protocol.Hello):
            link.close("not-found")
            return
        table = live.table
        link.language, link.views = hello.language, hello.views
        link.seat = table.state.seat_of(hashed(hello.secret or ""))
        if link.seat is None and hello.secret != "invite":
            link.close("not-found")
            return
        truth = self.world.truths[hello.table]
        truth.received(link.seat, hello.seen)
        if link.seat is not None:
            listeners = table.seats[link.seat].listeners
            for old in listeners[: len(listeners) + 1 - CONNECTIONS]:
                old.close("too-many")
        link.live = live
        self.driver.dispatch(live, Table.join, link, hello.seen)

    # What the driver asks of its host.

    def post(self, live: HostedTable, messages: Sequence[Letter]) -> None:
        truth = self.world.truths[live.table.opened.table]
        truth.excuse(live.table)
        self._check_refusals(live, messages, stores=False)
        truth.joined |= {
            to.seat for to, message in messages if isinstance(message, protocol.Welcome)
        }
        for to, message in messages:
            add_words(live.table.state, to, message)
            truth.check_sent(live.table, to, message)
            to.send(message)
        seats = [message for _, message in messages if isinstance(message, protocol.Seats)]
        if seats:
            truth.check_phase(seats[-1])

    def _check_refusals(self, live: HostedTable, messages: Sequence[Letter], stores: bool) -> None:
        """The first thing that comes of a message is a refusal, or a change: never both."""
        before, self._before = self._before, None
        refuses = any(isinstance(message, protocol.Refused) for _, message in messages)
        if before is not None and refuses and (stores or fingerprint(live.table) != before):
            raise Failure("a refusal has changed something")

    def choose(self, live: HostedTable, seat: int, bot: str) -> str | None:
        table = live.table
        assert table.match is not None
        truth = self.world.truths[table.opened.table]
        truth.excuse(table)
        truth.check_all_have_seen()
        if table.seats[seat].stand_in:
            self.world.tally["stand-in"] += 1
            if self.world.long_calm:
                raise Failure(f"a bot plays for seat {seat}, who is there")
        self.world.tally["overtime"] += table.seats[seat].overtime
        turn = Turn.of(table.match, seat, self.world.random)
        move = ask(find_bot(bot, table.state.game), turn, bot).text
        if self.world.random.random() < 0.5:
            return move
        self.world.tally["thought"] += 1
        answers = 1 + (self.world.random.random() < 0.2)  # it may even come twice
        for _ in range(answers):
            delay = self.world.random.uniform(0.0, 2.0)
            self.after(delay, self.driver.chosen, live, live.asked, move)
        return None

    def committed(self, headers: Sequence[MatchHeader]) -> None:
        pass

    def rules_failed(self, live: HostedTable, error: Exception) -> None:
        raise Failure(repr(error)) from error

    def give_up(self, live: HostedTable, code: str, error: Exception) -> None:
        if not isinstance(error, StoreError):
            raise error if isinstance(error, Failure) else Failure(repr(error)) from error
        live.broken = True
        self._forget(live)
        for listener in live.table.listeners() + live.table.arriving():
            listener.close(code)

    # What writes for it.

    def submit(
        self,
        entries: Sequence[EntryRow],
        headers: Sequence[MatchHeader],
        done: Callable[[StoreError | None], object],
        notes: Sequence[tuple[str, str]] = (),
    ) -> None:
        for row in entries:
            live = self.tables[self.world.table_of(row)]
            moved = isinstance(decode_entry(row.body), MoveEntry | UndoEntry)
            if moved and not any(seat.listeners for seat in live.table.seats):
                raise Failure("the match goes on, and nobody is there")
        for match, _ in notes:
            self._excuse(match)
        self._submitted.append(Submission(entries, headers, notes, done))
        self._write_soon()

    def _excuse(self, match: str) -> None:
        """A note may say that nobody is waited for any more, and a crash may come before a word."""
        for live in self.tables.values():
            if live.table.match_id == match:
                self.world.truths[live.table.table_id].excuse(live.table)

    def note(self, match: str, body: str) -> None:
        self._excuse(match)
        self._notes[match] = body
        self._write_soon(1.0)

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
        snapshots, self._snapshots = list(self._snapshots.values()), {}
        write = partial(self._append, submissions, notes, snapshots)
        if disaster == "before":
            world.crash(world.disk.copied())
        elif disaster == "torn":
            world.crash(world.disk.torn(write, world.random))
        elif disaster == "full":
            self._fail(write)
            self._notes = notes | self._notes
            for submission in submissions:
                submission.done(StoreError("The disk is full."))
        else:
            write()
            self._feed(submissions)
            if disaster == "after":
                world.crash(world.disk.copied())
            elif disaster == "checkpoint":
                world.crash(world.disk.half_way(self.store.checkpoint, world.random))
            elif disaster == "partly":
                for submission in submissions[: world.random.randrange(len(submissions) + 1)]:
                    self._report_stored(submission)
                world.crash(world.disk.copied())
            else:
                for submission in submissions:
                    self._report_stored(submission)
                self._check_some()
                if disaster == "stop":
                    self._stop()

    def _report_stored(self, submission: Submission) -> None:
        for table, live in self.tables.items():  # before anybody comes back
            self.world.truths[table].excuse(live.table)
        submission.done(None)

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
            for row in submission.entries:
                truth = self.world.truths[self.world.table_of(row)]
                truth.feed(row)
                self.world.tally["moves"] += isinstance(truth.last, MoveEntry)
        for match, body in self._noted.items():
            truth = self.world.truths[self.world.table_named(match)]
            if truth.match_id == match:
                truth.note(decode_progress(body).acked)
        self._noted.clear()

    def _append(
        self,
        submissions: list[Submission],
        notes: dict[str, str],
        snapshots: Sequence[SnapshotRow] = (),
    ) -> None:
        entries = [entry for each in submissions for entry in each.entries]
        headers = [header for each in submissions for header in each.headers]
        notes = notes | {match: body for each in submissions for match, body in each.notes}
        self.store.append(entries, headers, notes.items(), snapshots=snapshots)
        self._noted.update(notes)
        self._rows += len(entries) + len(headers) + len(notes)
        if self._rows > self.world.rows_to_checkpoint:
            self._rows = 0
            self.store.checkpoint()

    # What has to be true all the time.

    def _check_wake_ups(self) -> None:
        """Whatever a table waits for, something will wake it."""
        for live in self.tables.values():
            table = live.table
            if table.asleep:  # as it was when it fell asleep, which was looked at then
                continue
            if table.busy:
                if not table.outbox._storing:
                    raise Failure(f"{table.opened.table} could take something in, and does not")
                continue
            due, woken = table.due, live.alarm is not None
            if due is not None and table.thinking is None and not (woken and live.alarm_at <= due):
                raise Failure(f"{table.opened.table} waits, and nothing will wake it")

    def _check_some(self) -> None:
        for live in list(self.tables.values()):
            if self.world.random.random() < 0.003:
                self.check_same(live)

    def check_same(self, live: HostedTable) -> None:
        """A table that came back now would be the same."""
        table = live.table
        if not table.busy:
            progress = table.progress(self.now)
            entries = [decode_entry(body) for body in self.store.entries(table.match_id)]
            world, ids = self.world, self.world.truths[table.opened.table].ids
            again = Table.restored(table.match_id, entries, progress, world.new_id, world.luck)
            now, then = observed(table, self.now, ids), observed(again, 0.0, ids)
            for one, other in zip(now, then, strict=True):
                if one != other:
                    raise Failure(f"the table would come back as another one: {one} and {other}")

    def _housekeeping(self) -> None:
        """Note who has acknowledged what; unload the tables without anybody."""
        self.driver.note()
        for live in list(self.tables.values()):
            if live.table.busy or live.table.listeners():
                live.seen = self.now
            elif self.now - live.seen > UNLOAD:
                self.check_same(live)
                self._forget(live)
            if live.may_sleep and self._naps.random() < 0.1:
                self._put_to_sleep(live)
        self.after(1.0, self._housekeeping)

    def _put_to_sleep(self, live: HostedTable) -> None:
        """A table sleeps, for a moment or until it is needed; then it is as it was."""
        table, before = live.table, all_of(live.table, 0)
        table.sleep(self.store.entries(table.match_id), table.progress(self.now))
        self.world.tally["slept"] += 1
        # If nobody is there, what they are to be told may have been sent to nobody before.
        if table.listeners() and self._naps.random() < 0.5 and all_of(table, 0) != before:
            raise Failure(f"{table.table_id} is not what it was before it slept")

    def _forget(self, live: HostedTable) -> None:
        self.driver.forget(live)
        self.tables.pop(live.table.table_id, None)

    def _stop(self) -> None:
        """It was asked to stop: everything is stored, and somebody else opens the same file."""
        self.driver.note()
        submitted, notes = self._submitted, self._notes
        self._submitted, self._notes = [], {}
        self._append(submitted, notes)
        self._feed(submitted)
        self.world.crash(self.world.disk)


def fingerprint(table: Table) -> tuple[Any, ...]:
    """What no refusal changes."""
    match = table.match
    at = None if match is None else match.moment()
    moves = at and (at.drawn, at.moves, at.events, tuple(at.state.to_act))
    boxes = [(box.told, box.acked) for box in table.delivery.boxes]
    told = table.state.names(), boxes, [len(seat.answered) for seat in table.seats]
    return table.match_id, table.state.entry_no, table.phase, table.step, moves, told
