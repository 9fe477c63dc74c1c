"""The ledger of a node: what its tables submit is stored in PostgreSQL, while it owns them.

A node registers one run, a life of its process. A run that others have fenced stores nothing any
more. Nobody is told of anything before the append that stores it has been answered.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from itertools import chain, repeat
from typing import NamedTuple

from settebello.store.interfaces import Done, Elsewhere, Lease, Peer
from settebello.store.postgres.contract import (
    LEASE,
    SILENCE,
    Batch,
    ConnectionLost,
    Database,
    NodeInfo,
    Owner,
)
from settebello.table.storage import (
    EntryRow,
    MatchHeader,
    PlayerRow,
    ReviewRow,
    RowsRefused,
    SnapshotRow,
    StoreError,
)

BEAT = 0.4  # seconds from one append to the next, if there is nothing to store
AWAY = 6.0  # seconds without the database after which everybody is sent away
LOOK = 1.0  # seconds from one look at the other nodes to the next
FREE = 1.0  # seconds for which a session lock is free before its run counts as gone
POLL = 0.05  # seconds from one look at such a lock to the next
LEAST = 0.01  # seconds: a timer that is set again for less could never end
PAUSES = (0.0, 0.02, 0.05, 0.1, 0.2)  # before connecting again; the last one again and again


class Order(NamedTuple):
    """What somebody wants stored, and the function to call when it is."""

    batch: Batch
    done: Done


class Stopped(Exception):
    """The ledger was told to finish, and its database is away: nothing more can be stored."""


class RunEnded(Exception):
    """This run can store nothing any more. The text says why."""


class PostgresLedger:
    """The `Ledger` of a node that shares a database with others."""

    def __init__(
        self,
        database: Database,
        run: int,
        lease: Lease,
        on_end: Callable[[str], object],
        measured: Callable[[float, int], object] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """As `start` does it."""
        self.run = run
        self.lease: Lease | None = lease
        self._lease = lease
        self.on_lost: Callable[[], object] = lambda: None
        self.failure: StoreError | None = None
        self._database = database
        self._on_end = on_end
        self._measured = measured
        self._clock = clock
        self._loop = asyncio.get_running_loop()
        self._peers: Sequence[Peer] = ()
        self._gathered: list[Order] = []  # for the next batch
        self._notes: dict[str, str] = {}
        self._snapshots: dict[str, SnapshotRow] = {}
        self._pending: list[Order] = []  # of the batch under way, not yet answered
        self._untold: list[tuple[Order, StoreError | None]] = []  # until the lease holds
        self._releasing: dict[str, asyncio.Future[StoreError | None]] = {}
        self._batch = 0  # the number of the last one
        self._began: float | None = None  # when the batch under way was begun
        self._tried = 0.0  # when the last append was sent
        self._sent = clock()  # when the last one that succeeded was sent
        self._well_since: float | None = self._sent  # since when no append has failed
        self._away = False  # everybody has been sent away, and the database is not back yet
        self._losses = 0  # how often that has happened
        self._stopping = self._ended = False
        self._waiting: asyncio.Future[None] | None = None  # of the writer, for work
        self._timer = self._loop.call_later(AWAY, self._check_away)
        self._writer = self._started(self._write_all(), "The part that writes to the store")
        self._watcher = self._started(self._watch(), "The part that watches the other nodes")

    @classmethod
    async def start(
        cls,
        database: Database,
        node: NodeInfo,
        on_end: Callable[[str], object],
        measured: Callable[[float, int], object] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> PostgresLedger:
        """Register a run of a node; raises Unusable if there may be none.

        `on_end` is called once, with the reason, if the run has come to an end: the node must tell
        nobody anything and exit. `measured` is called for each commit, with its seconds and the
        number of its entries.
        """
        lease = Lease(LEASE, clock)  # it runs from before the run is seen by others
        run = await database.register(node)
        ledger = cls(database, run, lease, on_end, measured, clock)
        await ledger._look()  # before anything is opened by rules that others may not have
        return ledger

    def _started(self, work: Coroutine[object, object, None], name: str) -> asyncio.Task[None]:
        def ended(task: asyncio.Task[None]) -> None:
            error = None if task.cancelled() else task.exception()
            if isinstance(error, RunEnded):
                self._end(str(error))
            elif error is not None:
                self._end(f"{name} has failed: {error!r}.")

        task = self._loop.create_task(work)
        task.add_done_callback(ended)
        return task

    # What a server asks.

    @property
    def alive(self) -> bool:
        return not self._ended and not self._writer.done()

    @property
    def busy_seconds(self) -> float:
        return 0.0 if self._began is None else self._clock() - self._began

    @property
    def peers(self) -> Sequence[Peer]:
        return self._peers

    def submit(
        self,
        entries: Sequence[EntryRow],
        headers: Sequence[MatchHeader],
        done: Done,
        notes: Sequence[tuple[str, str]] = (),
        players: Sequence[PlayerRow] = (),
        reviews: Sequence[ReviewRow] = (),
    ) -> None:
        """Store this soon, then call `done` in the event loop, with None or with the error."""
        self._take(Order(Batch(entries, headers, notes, players, reviews=reviews), done))

    def _take(self, order: Order) -> None:
        if self._stopping or not self.alive:
            self._loop.call_soon(self._tell, order, StoreError("The store is closed."))
        elif self._away:
            self._loop.call_soon(self._tell, order, ConnectionLost())
        else:
            self._gathered.append(order)
            self._wake()

    def note(self, match: str, body: str) -> None:
        """Store this as the progress of a match with the next append; nobody waits for it."""
        self._notes[match] = body

    def keep(self, snapshot: SnapshotRow) -> None:
        """Store a snapshot with the next append; nobody waits for it."""
        self._snapshots[snapshot.match] = snapshot

    async def game_number(self) -> int:
        return await self._database.game_number()

    async def finish(self) -> None:
        """Write all that was submitted and noted; then this run fences itself and is gone.

        If the database is away for too long, the run stays for others to fence.
        """
        self._stopping = True
        self._wake()
        await asyncio.wait([self._writer])
        self._watcher.cancel()
        await asyncio.wait([self._watcher])
        self._timer.cancel()
        if not self._ended and not self._away:
            with suppress(StoreError):  # others will fence it
                await self._database.fence(self.run)
        self._ended = True
        self._fail_all(ConnectionLost())  # what was stored too late to be told
        await self._database.close()

    # Owning.

    async def claim(self, place: str) -> None:
        """Own a place; raises Elsewhere with the live node it belongs to, or StoreError."""
        free_since: float | None = None
        while place in self._releasing:
            await asyncio.wait([self._releasing[place]])
        while True:
            if self._ended or not await self._lease.held(AWAY):
                raise ConnectionLost
            owner = await self._database.claim(self.run, place)
            now = self._clock()
            if owner is None:
                return
            gone = not owner.locked and await self._gone(owner)
            if owner.locked:
                if owner.silent <= SILENCE or not self._well_for(SILENCE):
                    raise Elsewhere(owner.address, owner.run)
            elif not gone:  # it may connect again, and if its lease holds, it tells what it knows
                free_since = now if free_since is None else free_since
                if now - free_since < FREE or owner.silent <= LEASE:
                    await asyncio.sleep(POLL)
                    continue
            # It may have come back since it was looked at, if this node was slow.
            await self._database.fence(owner.run, 0.0 if gone else LEASE)

    async def _gone(self, owner: Owner) -> bool:
        return owner.address != "" and await self._database.refuses(owner.address)

    def _well_for(self, seconds: float) -> bool:
        """Whether this node itself has had its database for so long."""
        since = self._well_since
        return since is not None and self._clock() - since >= seconds and self._lease.holds

    async def owner(self, place: str) -> Elsewhere | None:
        """The other node that a place belongs to, unless that is silent; raises StoreError."""
        owner = await self._database.owner(place)
        if owner is None or owner.run == self.run or owner.silent > SILENCE:
            return None
        return Elsewhere(owner.address, owner.run)

    async def release(self, place: str) -> None:
        """Own a place no more, after what was submitted and noted; raises StoreError.

        The writer does it: it knows what became of it, so it can never happen late, when the place
        has been claimed again.
        """
        stored: asyncio.Future[StoreError | None] = self._loop.create_future()

        def done(failure: StoreError | None) -> None:
            del self._releasing[place]
            stored.set_result(failure)

        before = self._releasing.get(place)
        if before is None:
            self._releasing[place] = before = stored
            self._take(Order(Batch(released=[place]), done))
        failure = await asyncio.shield(before)
        if failure is not None:
            raise type(failure)(*failure.args)

    async def fence(self, run: int) -> None:
        """From now on this run stores nothing; raises StoreError."""
        await self._database.fence(run)

    async def leave(self) -> None:
        await self._database.leave(self.run)

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            await self._look()

    async def _look(self) -> None:
        with suppress(StoreError):  # they stay as they were last seen
            self._peers = await self._database.peers(self.run)

    # The writer.

    def _wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def _work(self) -> None:
        """Wait until there is something to store, or it is time to beat."""
        due = self._tried + BEAT - self._clock()
        if self._gathered or self._stopping or due <= 0:
            return
        self._waiting = self._loop.create_future()
        timer = self._loop.call_later(due, self._wake)
        await self._waiting
        timer.cancel()

    async def _write_all(self) -> None:
        """Store batch after batch, until this is stopped or the run ends."""
        going = True
        with suppress(Stopped):
            while going:
                await self._work()
                going = not self._stopping
                self._pending, self._gathered = self._gathered, []
                notes, self._notes = self._notes, {}
                snapshots, self._snapshots = list(self._snapshots.values()), {}
                await self._write(list(self._pending), notes, self._losses, snapshots)

    async def _write(
        self,
        orders: list[Order],
        notes: dict[str, str],
        losses: int,
        snapshots: Sequence[SnapshotRow] = (),
    ) -> None:
        """Store all of it together or, if that is refused, each submission by itself.

        Snapshots that cannot be stored are dropped: others will follow.

        Nothing is sent any more if they were answered meanwhile, since the database was away.
        """
        failure: StoreError | None = None
        try:
            if losses != self._losses:
                raise ConnectionLost
            await self._store(batch_of(orders, notes)._replace(snapshots=snapshots), losses)
        except RowsRefused as refused:
            if len(orders) + bool(notes) + bool(snapshots) > 1:
                for each in orders:
                    await self._write([each], {}, losses)
                if notes:
                    await self._write([], notes, losses)
                return
            failure = refused
        except StoreError as error:
            failure = self.failure = type(error)(*error.args)  # without its frames
            self._well_since = None
            if losses == self._losses:
                self._notes = notes | self._notes
        if losses == self._losses:
            del self._pending[: len(orders)]
            # Each gets an error of its own.
            self._untold += [(each, failure and type(failure)(*failure.args)) for each in orders]
            # Later, so that the next batch is under way meanwhile.
            self._loop.call_soon(self._tell_all)

    async def _store(self, batch: Batch, losses: int) -> None:
        """Store a batch once, whatever becomes of the connection.

        Raises RowsRefused or another StoreError if it was not stored, RunEnded if this run can
        store nothing. Until it is known whether it was stored, this does not return: the next batch
        would have its number.
        """
        number = self._batch + 1
        self._began = start = self._clock()
        try:
            while True:
                sent = self._tried = self._clock()
                try:
                    if await self._database.append(self.run, number, batch):
                        break
                    if await self._was_stored(number):
                        break
                    raise RunEnded("The store does not go on with this run.")
                except ConnectionLost:
                    await self._connect_again()
                    if await self._was_stored(number):
                        break
                if losses != self._losses:
                    raise ConnectionLost
        finally:
            self._began = None
        self._batch = number
        self._succeeded(sent)
        if self._measured is not None and any(batch):
            self._measured(self._clock() - start, len(batch.entries))

    async def _was_stored(self, number: int) -> bool:
        """Whether a batch has been stored that is not under way any more."""
        while True:
            try:
                last, fenced = await self._database.outcome(self.run)
                break
            except StoreError:
                await asyncio.sleep(POLL)
                await self._connect_again()
        if fenced:
            raise RunEnded("Another node has taken over: this run has been fenced.")
        if last not in (number - 1, number):
            raise RunEnded(f"The store has batch {last} of this run, which is at {number}.")
        return last == number

    async def _connect_again(self) -> None:
        """Have a connection with the lock again; raises Stopped if nobody waits for that."""
        self.failure = ConnectionLost()
        self._well_since = None
        for pause in chain(PAUSES, repeat(PAUSES[-1])):
            if self._stopping and self._away:
                raise Stopped
            await asyncio.sleep(pause)
            try:
                await self._database.reconnect(self.run)
                return
            except StoreError:
                continue

    def _succeeded(self, sent: float) -> None:
        self.failure = None
        if self._well_since is None or sent - self._sent > LEASE:
            self._well_since = sent
        self._sent = sent
        if self._clock() - sent < AWAY:  # else it was stored before everybody was sent away
            self._away = False
        self._lease.renew(sent)

    # Answering.

    def _tell_all(self) -> None:
        """Tell what became of orders, but only while the lease holds."""
        if not self._lease.holds:
            self._lease.when_held(self._tell_all)
            return
        untold, self._untold = self._untold, []
        for order, failure in untold:
            self._tell(order, failure)

    def _tell(self, order: Order, failure: StoreError | None) -> None:
        try:
            order.done(failure)
        except Exception as error:  # the others are told all the same
            message = "Somebody could not be told what was stored"
            self._loop.call_exception_handler({"message": message, "exception": error})

    def _check_away(self) -> None:
        left = self._sent + AWAY - self._clock()
        self._timer = self._loop.call_later(max(left, LEAST), self._check_away)
        if left <= 0 and not self._away:
            self._away = True
            self._losses += 1
            self._notes, self._snapshots = {}, {}  # they may be about what is not stored
            try:
                self.on_lost()
            finally:
                self._fail_all(ConnectionLost())

    def _end(self, reason: str) -> None:
        """The run has come to an end: nothing is stored or told any more."""
        if not self._ended:
            self._ended = True
            self._losses += 1
            for task in (self._writer, self._watcher):
                task.cancel()
            self._timer.cancel()
            self._lease.end()
            self._on_end(reason)
            self._fail_all(StoreError("The store is closed."))

    def _fail_all(self, failure: StoreError) -> None:
        """Answer all that was submitted: nobody knows what became of it."""
        waiting = [each for each, _ in self._untold] + self._pending + self._gathered
        self._untold, self._pending, self._gathered = [], [], []
        for order in waiting:
            self._tell(order, type(failure)(*failure.args))


def batch_of(orders: Sequence[Order], notes: Mapping[str, str]) -> Batch:
    """All of this as one batch: of what is there twice, the newest."""
    entries: list[EntryRow] = []
    headers: dict[str, MatchHeader] = {}
    notes = dict(notes)  # those that waited are older than those that were submitted
    players: dict[str, PlayerRow] = {}
    released: list[str] = []
    reviews: dict[tuple[str, int], ReviewRow] = {}
    for batch, _ in orders:
        entries += batch.entries
        headers.update((header.match, header) for header in batch.headers)
        notes.update(batch.notes)
        for player in batch.players:  # their id stays
            players[player.secret] = players.get(player.secret, player)._replace(name=player.name)
        released += batch.released
        reviews.update(((review.match, review.seat), review) for review in batch.reviews)
    return Batch(
        entries,
        list(headers.values()),
        list(notes.items()),
        list(players.values()),
        released,
        reviews=list(reviews.values()),
    )
