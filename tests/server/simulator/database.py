"""A database that many nodes share, as store/postgres/database.py asks it, and the way to it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from settebello.store.interfaces import Peer
from settebello.store.postgres.contract import (
    LEASE,
    SILENCE,
    Batch,
    ConnectionLost,
    NodeInfo,
    Owner,
)
from settebello.table.entries import MoveEntry, decode_progress
from settebello.table.storage import (
    EntryRow,
    MatchHeader,
    PlayerRow,
    SnapshotRow,
    StoredTable,
    StoreError,
)
from table.simulator.truth import Failure

if TYPE_CHECKING:
    from server.simulator.node import Node
    from server.simulator.world import Cluster

Result = TypeVar("Result")
Question = Callable[["Session"], Result]
UP, DOWN = 0, 1
QUICK, PATIENCE = 2.0, 3.0  # seconds, as in store/postgres/connections.py
KEEPALIVE = 5.0  # seconds after which the database ends a session whose other end is silent


class Run:
    """A row of node_runs."""

    def __init__(self, node: Node, about: NodeInfo, beat: float) -> None:
        self.node, self.about, self.beat = node, about, beat
        self.batch = 0
        self.fenced = self.leaving = False


class SharedDatabase:
    """The tables of the database. Each method is one statement, and all of it is atomic."""

    def __init__(self, world: Cluster) -> None:
        self.world = world
        self._ahead = world.random.uniform(0.0, 1e6)  # its clock is nobody else's
        self.runs: dict[int, Run] = {}
        self.locks: dict[int, Session] = {}
        self.owners: dict[str, int] = {}
        self.entries: dict[str, list[str]] = {}
        self.headers: dict[str, MatchHeader] = {}  # the oldest first
        self.notes: dict[str, str] = {}
        self.snapshots: dict[str, SnapshotRow] = {}
        self.sessions: dict[Session, None] = {}
        self.down = False
        self.paused_until = 0.0

    def time(self) -> float:
        return self.world.now + self._ahead

    # What befalls it.

    def restart(self, seconds: float) -> None:
        self.down = True
        for session in list(self.sessions):
            session.reset()
        self.world.after(seconds, setattr, self, "down", False)

    def pause(self, seconds: float) -> None:
        self.paused_until = max(self.paused_until, self.world.now + seconds)

    # Runs.

    def register(self, node: Node, about: NodeInfo, session: Session) -> int:
        for number, run in self.runs.items():
            if run.about.name == about.name and not run.fenced:
                if number in self.locks:
                    raise StoreError("This node is there already.")
                self.fence(number, 0.0, session)
        number = len(self.runs) + 1
        self.runs[number] = Run(node, about, self.time())
        self.locks[number] = session
        node.run = number
        return number

    def end_sessions(self, number: int, session: Session) -> None:
        other = self.locks.get(number)
        if other is not None and other is not session:
            other.reset()

    def lock(self, number: int, session: Session) -> None:
        if self.locks.setdefault(number, session) is not session:
            raise ConnectionLost  # it would wait too long

    def end_hung(self, number: int, silent: float, session: Session) -> None:
        if self.runs[number].beat <= self.time() - silent:
            self.end_sessions(number, session)

    def fence(self, number: int, silent: float, session: Session) -> None:
        run = self.runs[number]
        if run.fenced or run.beat > self.time() - silent:
            return
        run.fenced = True
        if session.wire.node is not run.node:
            self.world.tally["fenced"] += 1
            if run.node.up and run.beat >= self.time() - LEASE:
                raise Failure(f"{run.node.name} was fenced, and its lease may still hold")

    def outcome(self, number: int, session: Session) -> tuple[int, bool]:
        return self.runs[number].batch, self.runs[number].fenced

    def leave(self, number: int, session: Session) -> None:
        self.runs[number].leaving = True

    def peers(self, number: int, session: Session) -> list[Peer]:
        since = self.time() - SILENCE
        return [
            Peer(other, run.about.name, run.about.address, run.about.rules, run.leaving)
            for other, run in self.runs.items()
            if other != number and not run.fenced and run.beat > since
        ]

    # Owners.

    def claim(self, number: int, place: str, session: Session) -> tuple[bool, bool]:
        """Whether this run may claim anything, and whether it has claimed this."""
        run = self.runs[number]
        if run.fenced or run.leaving:
            return False, False
        owner = self.owners.get(place)
        if owner in (None, number) or self.runs[owner].fenced:
            self.world.tally["taken over"] += owner not in (None, number)
            self.owners[place] = number
            return True, True
        return True, False

    def owner(self, place: str, session: Session) -> Owner | None:
        number = self.owners.get(place)
        if number is None or self.runs[number].fenced:
            return None
        run = self.runs[number]
        return Owner(number, run.about.address, self.time() - run.beat, number in self.locks)

    # Appending.

    def append(self, number: int, which: int, batch: Batch, sent: float, session: Session) -> bool:
        run = self.runs[number]
        if self.locks.get(number) is not session:
            raise Failure(f"a batch of run {number} comes through a session that was replaced")
        if run.batch != which - 1 or run.fenced:
            return False
        self._check_rows(number, batch)
        run.batch, run.beat = which, self.time()
        run.node.lease_until = max(run.node.lease_until, sent + LEASE)
        for header in batch.headers:
            self.headers[header.match] = header
            self.owners.setdefault(header.table, number)
        for row in batch.entries:
            self._feed(number, row)
        for match, body in batch.notes:
            self.notes[match] = body
            self._note(number, match, body)
        for snapshot in batch.snapshots:
            if len(self.entries[snapshot.match]) < snapshot.number:
                raise Failure(f"run {number} stores a snapshot of what is not stored")
            old = self.snapshots.get(snapshot.match)
            if old is None or old.number < snapshot.number:
                self.snapshots[snapshot.match] = snapshot
        for place in batch.released:
            if place in run.node.app.lobby.loaded():
                raise Failure(f"{place} is released, and is in the memory of {run.node.name}")
            if self.owners.get(place) == number:
                del self.owners[place]
        return True

    def _check_rows(self, number: int, batch: Batch) -> None:
        last = {match: len(log) for match, log in self.entries.items()}
        for row in batch.entries:
            if row.number != last.get(row.match, 0) + 1:
                raise Failure(f"run {number} has another log of {row.match} in its memory")
            last[row.match] = row.number

    def _feed(self, number: int, row: EntryRow) -> None:
        self.entries.setdefault(row.match, []).append(row.body)
        table = self.world.table_of(row)
        truth = self.world.truths[table]
        if self.owners.get(table) != number:
            raise Failure(f"run {number} plays at {table}, of run {self.owners.get(table)}")
        truth.feed(row)
        self.world.tally["moves"] += isinstance(truth.last, MoveEntry)

    def _note(self, number: int, match: str, body: str) -> None:
        if not match:  # a probe
            return
        if match not in self.entries:
            raise Failure(f"run {number} notes what it thinks of {match}, which is not stored")
        table = self.world.table_named(match)
        truth = self.world.truths[table]
        if self.owners.get(table) != number:
            raise Failure(f"run {number} notes what it thinks of {table}, of another")
        if truth.match_id == match:
            truth.note(decode_progress(body).acked)


class Wire:
    """The way between a node and the database."""

    def __init__(self, world: Cluster, node: Node) -> None:
        self.world, self.node = world, node
        self.database = world.database
        self.holes = [0.0, 0.0]  # until when nothing comes through, up and down
        self.delay = 0.0  # seconds at most, besides the usual
        self.loses = 0.0  # how probable it is that a question, or its answer, is lost

    def black_hole(self, ways: Sequence[int], seconds: float) -> None:
        """What is sent meanwhile comes later, as TCP sends it again, or never."""
        world = self.world
        for way in ways:
            self.holes[way] = max(self.holes[way], world.now + seconds)
        if seconds > KEEPALIVE:
            world.after(KEEPALIVE, self._end_silent)

    def _end_silent(self) -> None:
        if max(self.holes) > self.world.now:
            for session in self.sessions():
                session.end()

    def reset(self) -> None:
        for session in self.sessions():
            session.reset()

    def sessions(self) -> list[Session]:
        return [session for session in self.database.sessions if session.wire is self]

    def heal(self) -> None:
        self.holes, self.delay, self.loses = [0.0, 0.0], 0.0, 0.0


class Session:
    """A connection to the database, with both its ends."""

    def __init__(self, wire: Wire) -> None:
        self.wire, self._world, self._database = wire, wire.world, wire.database
        self.open = True  # as the node sees it
        self.alive = True  # as the database sees it
        self._waiting: dict[asyncio.Future[Any], None] = {}
        self._arrives = [0.0, 0.0]
        self._wakes = 0.0  # when it goes on after a pause of the database
        self._database.sessions[self] = None

    @classmethod
    async def connected(cls, wire: Wire) -> Session:
        session = cls(wire)
        await session.ask(lambda session: None)
        return session

    async def ask(self, question: Question[Result]) -> Result:
        """What the database answers; ConnectionLost if that is not soon."""
        loop = asyncio.get_running_loop()
        if not self.open:
            raise ConnectionLost
        answer: asyncio.Future[Result] = loop.create_future()
        self._waiting[answer] = None
        self._carry(UP, self._when_awake, self._execute, question, answer)
        timer = loop.call_later(QUICK, self.terminate)
        try:
            return await answer
        finally:
            timer.cancel()
            self._waiting.pop(answer, None)

    def terminate(self) -> None:
        """The node cuts it."""
        if self.open:
            self._lost()
            self._carry(UP, self._when_awake, self.end)

    def _lost(self) -> None:
        self.open = False
        for answer in self._waiting:
            if not answer.done():
                answer.set_exception(ConnectionLost())

    def end(self) -> None:
        """The database ends it: what it has not begun is never done."""
        self.alive = False
        self._database.sessions.pop(self, None)
        for run in [run for run, session in self._database.locks.items() if session is self]:
            del self._database.locks[run]

    def reset(self) -> None:
        """Both ends see that it is gone, the node a little later."""
        self.end()
        self._carry(DOWN, self.wire.node.loop.call_soon, self._lost)

    def _when_awake(self, action: Callable[..., object], *arguments: Any) -> None:
        """After a pause of the database its sessions go on in any order."""
        world, until = self._world, self._database.paused_until
        if until > world.now:
            self._wakes = max(self._wakes, until + world.random.uniform(0.0, 0.5))
        if self._wakes > world.now:
            world.at(self._wakes, self._when_awake, action, *arguments)
        else:
            action(*arguments)

    def _execute(self, question: Question[Result], answer: asyncio.Future[Result]) -> None:
        world, database, wire = self._world, self._database, self.wire
        if not self.alive or database.down:
            self.reset()
        elif world.chance(wire.loses):
            world.tally["questions lost"] += 1
            self.reset()
        else:
            try:
                result = partial(answer.set_result, question(self))
            except StoreError as error:
                result = partial(answer.set_exception, error)
            if world.chance(wire.loses):
                world.tally["answers lost"] += 1
                self.reset()
            else:
                self._carry(DOWN, wire.node.loop.call_soon, self._answered, answer, result)

    def _answered(self, answer: asyncio.Future[Any], result: Callable[[], object]) -> None:
        if not answer.done():
            result()

    def _carry(self, way: int, action: Callable[..., object], *arguments: Any) -> None:
        random = self._world.random
        delay = random.expovariate(300.0) + random.uniform(0.0, self.wire.delay)
        self._arrives[way] = at = max(self._arrives[way], self._world.now + delay)
        self._world.at(at, self._deliver, way, action, arguments)

    def _deliver(self, way: int, action: Callable[..., object], arguments: tuple[Any, ...]) -> None:
        world, until = self._world, self.wire.holes[way]
        if until > world.now:
            again = until + world.random.uniform(0.0, 1.0)
            self._arrives[way] = at = max(self._arrives[way], again)
            world.at(at, self._deliver, way, action, arguments)
        else:
            action(*arguments)


class NodeDatabase:
    """The `Database` of a ledger, and what its store reads with."""

    def __init__(self, wire: Wire) -> None:
        self._wire, self._shared = wire, wire.database
        self._session: Session
        self._idle: list[Session] = []
        self.run = 0

    # With the one connection.

    async def register(self, node: NodeInfo) -> int:
        self._session = session = await Session.connected(self._wire)
        loop = asyncio.get_running_loop()
        self._wire.node.lease_until = loop.time() + LEASE
        self.run = await session.ask(partial(self._shared.register, self._wire.node, node))
        return self.run

    async def append(self, run: int, number: int, batch: Batch) -> bool:
        sent = asyncio.get_running_loop().time()
        return await self._session.ask(partial(self._append, run, number, batch, sent))

    def _append(self, run: int, number: int, batch: Batch, sent: float, session: Session) -> bool:
        return self._shared.append(run, number, batch, sent, session)

    async def outcome(self, run: int) -> tuple[int, bool]:
        return await self._session.ask(partial(self._shared.outcome, run))

    async def reconnect(self, run: int) -> None:
        self._session.terminate()
        self._session = await Session.connected(self._wire)
        await self._session.ask(partial(self._shared.end_sessions, run))
        await self._session.ask(partial(self._shared.lock, run))

    # With any connection.

    async def any(self, question: Question[Result]) -> Result:
        """What the database answers, asked again for a while."""
        loop = asyncio.get_running_loop()
        until, pause = loop.time() + PATIENCE, 0.01
        while True:
            try:
                session = self._idle.pop() if self._idle else await Session.connected(self._wire)
                answer = await session.ask(question)
                self._idle.append(session)
                return answer
            except ConnectionLost:
                if loop.time() + pause > until:
                    raise
            await asyncio.sleep(pause)
            pause = min(2 * pause, 0.25)

    async def claim(self, run: int, place: str) -> Owner | None:
        while True:
            able, claimed = await self.any(partial(self._shared.claim, run, place))
            if claimed:
                return None
            owner = await self.owner(place)
            if owner is not None and owner.run != run:
                return owner
            if not able:
                raise StoreError("This node is about to stop.")

    async def owner(self, place: str) -> Owner | None:
        return await self.any(partial(self._shared.owner, place))

    async def refuses(self, address: str) -> bool:
        world = self._wire.world
        await asyncio.sleep(world.random.expovariate(300.0))
        return not any(node.up and node.address == address for node in world.nodes.values())

    async def fence(self, run: int, silent: float = 0.0) -> None:
        await self.any(partial(self._shared.end_hung, run, silent))
        await self.any(partial(self._shared.fence, run, silent))

    async def leave(self, run: int) -> None:
        await self.any(partial(self._shared.leave, run))

    async def peers(self, run: int) -> Sequence[Peer]:
        return await self.any(partial(self._shared.peers, run))

    async def game_number(self) -> int:
        raise NotImplementedError

    async def close(self) -> None:
        self._session.terminate()


class NodeStore:
    """The `Store` of a node: each question goes its own way to the database."""

    folder: Path | None = None

    def __init__(self, database: NodeDatabase, shared: SharedDatabase) -> None:
        self._database, self._shared = database, shared

    async def _read(self, read: Callable[[SharedDatabase], Result]) -> Result:
        return await self._database.any(lambda session: read(self._shared))

    async def entries(self, match: str, limit: int = -1, after: int = 0) -> list[str]:
        """Check that nobody reads a log, but for its first entry, who does not own the table."""
        run, until = self._database.run, None if limit < 0 else after + limit

        def read(stored: SharedDatabase) -> list[str]:
            owner = stored.owners.get(stored.world.table_named(match))
            if limit != 1 and owner != run and not stored.runs[run].fenced:
                raise Failure(f"run {run} reads the log of {match}, of run {owner}")
            return stored.entries.get(match, [])[after:until]

        return await self._read(read)

    async def last_number(self, match: str) -> int:
        return await self._read(lambda stored: len(stored.entries[match]))

    async def header(self, match: str) -> MatchHeader | None:
        return await self._read(lambda stored: stored.headers.get(match))

    async def latest(self, table: str) -> MatchHeader | None:
        here = await self._read(
            lambda stored: [header for header in stored.headers.values() if header.table == table]
        )
        return here[-1] if here else None

    async def load(self, table: str, limit: int) -> StoredTable | None:
        """Check that nobody reads a log, but for its first entry, who does not own the table."""
        run = self._database.run

        def read(stored: SharedDatabase) -> StoredTable | None:
            here = [header for header in stored.headers.values() if header.table == table]
            if not here:
                return None
            match, owner = here[-1].match, stored.owners.get(table)
            if limit and owner != run and not stored.runs[run].fenced:
                raise Failure(f"run {run} reads the log of {match}, of run {owner}")
            snapshot, log = stored.snapshots.get(match), stored.entries.get(match, [])
            after = max(1, snapshot.number if snapshot else 0)
            opened, tail = log[0] if log else None, log[after : after + limit]
            return StoredTable(here[-1], stored.notes.get(match), snapshot, opened, tail)

        return await self._read(read)

    async def snapshot(self, match: str) -> SnapshotRow | None:
        return await self._read(lambda stored: stored.snapshots.get(match))

    async def review(self, match: str, seat: int) -> str | None:
        return None  # nobody asks for one here

    async def progress(self, match: str) -> str | None:
        return await self._read(lambda stored: stored.notes.get(match))

    async def unfinished(
        self, limit: int | None = None, listed_only: bool = False, open_only: bool = False
    ) -> list[MatchHeader]:
        raise NotImplementedError

    async def idle(self, since: float) -> list[MatchHeader]:
        raise NotImplementedError

    async def finished(
        self,
        limit: int,
        before: str | None = None,
        table: str | None = None,
        listed_only: bool = False,
    ) -> list[MatchHeader]:
        raise NotImplementedError

    async def player(self, secret: str) -> PlayerRow | None:
        raise NotImplementedError

    async def close(self) -> None:
        pass
