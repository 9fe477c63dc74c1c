"""The thread that writes for all live tables.

What is submitted while it writes goes together into the next commit. Nobody is told of it before
that commit is on the disk.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Lock, Thread

import msgspec

from settebello.store.interfaces import Done, Elsewhere, Lease, Peer
from settebello.store.sqlite import StoreFile
from settebello.store.sqlite_schema import CHECKPOINT, RECENT
from settebello.table.storage import (
    EntryRow,
    MatchHeader,
    PlayerRow,
    ReviewRow,
    RowsRefused,
    SnapshotRow,
    StoreError,
)

LAZY = 1.0  # seconds that a note may wait

Answer = tuple[Done, StoreError | None]


class Submission(msgspec.Struct):
    """What somebody wants stored, and the function to call when it is."""

    entries: Sequence[EntryRow]
    headers: Sequence[MatchHeader]
    done: Done
    notes: Sequence[tuple[str, str]] = ()
    players: Sequence[PlayerRow] = ()
    reviews: Sequence[ReviewRow] = ()


class Writer:
    """The thread that writes for all tables of an event loop.

    It is the `Ledger` of an SQLite store: its process is the only one, so all tables are its own.
    """

    lease: Lease | None = None
    peers: Sequence[Peer] = ()

    def __init__(
        self,
        store: StoreFile,
        loop: asyncio.AbstractEventLoop,
        measured: Callable[[float, int], object] | None = None,
        lazy: float = LAZY,
    ) -> None:
        """`measured` is called in the thread, for each commit, with its seconds and its entries."""
        self._store = store
        self._loop = loop
        self._measured = measured
        self._lazy = lazy
        self._gathered: list[Submission] = []  # submitted in this turn of the event loop
        self._queue: SimpleQueue[list[Submission] | None] = SimpleQueue()
        self._notes: dict[str, str] = {}
        self._snapshots: dict[str, SnapshotRow] = {}
        self._stopped = False
        self._lock = Lock()  # for the notes, and so that nothing is submitted after the end
        self._since_checkpoint = 0
        self._began: float | None = None  # when the current commit began
        self._last_game = 0  # the number of a game of 66
        self.on_lost: Callable[[], object] = lambda: None  # never called: the disk is here
        self.failure: StoreError | None = None  # of the last commit, if it has failed
        self._thread = Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    @property
    def alive(self) -> bool:
        return self._thread.is_alive()

    @property
    def busy_seconds(self) -> float:
        """How long the current commit has taken so far; 0 if there is none."""
        began = self._began
        return 0.0 if began is None else time.monotonic() - began

    def submit(
        self,
        entries: Sequence[EntryRow],
        headers: Sequence[MatchHeader],
        done: Done,
        notes: Sequence[tuple[str, str]] = (),
        players: Sequence[PlayerRow] = (),
        reviews: Sequence[ReviewRow] = (),
    ) -> None:
        """Store this soon, then call `done` in the event loop, with None or with the error.

        `notes` are as for `note`, but are stored with this commit.
        """
        with self._lock:
            if not self._stopped:
                wanted = Submission(entries, headers, done, notes, players, reviews)
                self._gathered.append(wanted)
                if len(self._gathered) == 1:
                    # Gather a whole turn of the loop: fewer commits, and each of them costs.
                    try:
                        self._loop.call_soon(self._hand_over)
                    except RuntimeError:  # it is closed
                        self._queue.put(self._taken())
                return
        self._answer([(done, StoreError("The store is closed."))])

    def _hand_over(self) -> None:
        with self._lock:
            self._queue.put(self._taken())

    def _taken(self) -> list[Submission]:
        taken, self._gathered = self._gathered, []
        return taken

    def note(self, match: str, body: str) -> None:
        """Store this as the progress of a match, within a second; nobody waits for it."""
        with self._lock:
            self._notes[match] = body

    def keep(self, snapshot: SnapshotRow) -> None:
        """Store a snapshot with the next commit, within a second; nobody waits for it."""
        with self._lock:
            self._snapshots[snapshot.match] = snapshot

    def stop(self) -> None:
        """Write all that was submitted and noted, and end."""
        with self._lock:
            if not self._stopped:
                self._stopped = True
                self._queue.put(self._taken())
                self._queue.put(None)
        self._thread.join()

    async def finish(self) -> None:
        """As `stop`, while the event loop goes on."""
        await asyncio.to_thread(self.stop)

    # Owning tables.

    async def claim(self, place: str) -> None:
        pass

    async def owner(self, place: str) -> Elsewhere | None:
        return None

    async def release(self, place: str) -> None:
        pass

    async def leave(self) -> None:
        pass

    async def game_number(self) -> int:
        """The time in milliseconds: so a number is new also after a restart."""
        self._last_game = max(self._last_game + 1, int(time.time() * 1000))
        return self._last_game

    # The thread.

    def _run(self) -> None:
        going = True
        while going:
            waiting: list[list[Submission] | None] = []
            with suppress(Empty):
                waiting.append(self._queue.get(timeout=self._lazy))
            # Take the notes first: so a note is never stored before what was submitted before it.
            with self._lock:
                notes, self._notes = self._notes, {}
                snapshots, self._snapshots = self._snapshots, {}
            waiting += [self._queue.get() for _ in range(self._queue.qsize())]
            going = None not in waiting
            self._began = time.monotonic()
            submitted = [each for some in waiting if some for each in some]
            answers = self._write(submitted, notes, list(snapshots.values()))
            self._began = None
            if answers:
                self._answer(answers)
            if self._store.unsorted >= RECENT or not submitted:  # nobody waits: there is time
                self._store.sort_in()
            if self._since_checkpoint >= CHECKPOINT:  # now, since the answers have been sent
                self._store.checkpoint()
                self._since_checkpoint = 0

    def _write(
        self,
        submissions: list[Submission],
        notes: dict[str, str],
        snapshots: Sequence[SnapshotRow] = (),
    ) -> list[Answer]:
        """Commit all of it together or, if that is refused, each submission by itself.

        Snapshots that cannot be stored are dropped: others will follow.
        """
        failure: StoreError | None = None
        try:
            self._commit(submissions, notes, snapshots)
        except RowsRefused as refused:
            if len(submissions) + bool(notes) + bool(snapshots) > 1:
                alone = [answer for each in submissions for answer in self._write([each], {})]
                return alone + self._write([], notes)
            failure = refused
        except StoreError as error:
            failure = self.failure = type(error)(*error.args)  # without its frames
            with self._lock:
                self._notes = notes | self._notes
        # Each gets an error of its own, without the frames of this thread and their bodies.
        return [(each.done, failure and type(failure)(*failure.args)) for each in submissions]

    def _commit(
        self,
        submissions: list[Submission],
        notes: dict[str, str],
        snapshots: Sequence[SnapshotRow],
    ) -> None:
        if not submissions and not notes and not snapshots:
            return
        entries = [entry for each in submissions for entry in each.entries]
        headers = [header for each in submissions for header in each.headers]
        players = [player for each in submissions for player in each.players]
        reviews = [review for each in submissions for review in each.reviews]
        # Submitted notes are newer than those that waited.
        notes = notes | {match: body for each in submissions for match, body in each.notes}
        start = time.perf_counter()
        self._store.append(entries, headers, notes.items(), players, snapshots, reviews)
        self.failure = None
        if self._measured is not None:
            self._measured(time.perf_counter() - start, len(entries))
        self._since_checkpoint += len(entries) + len(headers) + len(notes)

    def _answer(self, answers: list[Answer]) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody is left to be told
            self._loop.call_soon_threadsafe(self._tell, answers)

    def _tell(self, answers: list[Answer]) -> None:
        for done, failure in answers:
            try:
                done(failure)
            except Exception as error:  # the others are told all the same
                message = "Somebody could not be told what was stored"
                self._loop.call_exception_handler({"message": message, "exception": error})
