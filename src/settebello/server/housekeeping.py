"""Housekeeping: the tasks that a server repeats by itself, and whether the server is healthy.

Each task runs on its own schedule. One that fails is logged and runs again at its next time; a
table that fails does not stop the others.
"""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import msgspec

from settebello.rejection import Rejection
from settebello.server import logs
from settebello.server.gc_tuning import collect_everything
from settebello.store.checking import check_quickly
from settebello.store.interfaces import Elsewhere
from settebello.table.storage import StoreError

if TYPE_CHECKING:
    from settebello.server.lobby import Lobby
    from settebello.store.interfaces import Lease, Ledger
    from settebello.table.driver import Driver

OK = "ok"
SOONER = 8  # times as soon a table sleeps if nobody is there, or if it was woken for nothing
SLICE = 0.001  # seconds in which tables are put to sleep, and nobody else has a turn
PROBE = ("", "{}")  # a note that belongs to no match: it is written, and nobody reads it


class Housekeeping:
    """The tasks of a server; they start at once and run until `stop`."""

    def __init__(self, lobby: Lobby, ledger: Ledger, driver: Driver) -> None:
        self._lobby = lobby
        self._ledger = ledger
        self._driver = driver
        self._settings = settings = lobby.settings
        self._metrics = lobby.metrics
        self._folder = lobby.store.folder  # None: the store is on another machine
        self._disk_free = 0  # bytes, when we last looked
        self._ran: dict[str, float] = {}  # when each task last finished
        self._every: dict[str, float] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._collected = 0  # messages that had come when cycles were last collected
        self._start("note", 1.0, self._note)
        self._start("probe", 1.0, self._probe)
        if self._folder is not None:
            self._disk_free = shutil.disk_usage(self._folder).free
            self._start("disk", 5.0, self._look_at_disk)
        self._start("unload", 30.0, self._unload)
        self._start("sleep", min(15.0, settings.sleep_seconds / SOONER), self._sleep)
        self._start("gather", 15.0, self._gather)
        self._start("collect", 60.0, self._collect)
        self._start("check", 24 * 3600.0, self._check)
        self._start("close", settings.sweep_seconds, self._close_unused)
        if self._folder is not None:
            self._metrics.gauge(
                "disk_free_bytes", "Free where the store is.", lambda: self._disk_free
            )

    def stop(self) -> None:
        for task in self._tasks:
            task.cancel()

    # Running the tasks.

    def _start(self, name: str, every: float, task: Callable[[], Awaitable[None]]) -> None:
        self._ran[name], self._every[name] = self._lobby.now, every
        self._tasks.append(asyncio.create_task(self._repeat(name, task), name=name))

    async def _repeat(self, name: str, task: Callable[[], Awaitable[None]]) -> None:
        while True:
            with self._guarded(name):
                await task()
                self._ran[name] = self._lobby.now
                self._metrics.housekeeping.labels(name).set(time.time())
            await asyncio.sleep(self._every[name])

    @contextmanager
    def _guarded(self, name: str, **about: str) -> Iterator[None]:
        """Log what fails in here, and go on."""
        try:
            yield
        except Exception as error:  # no error may end housekeeping
            self._metrics.housekeeping_failures.labels(name).inc()
            if isinstance(error, StoreError):
                about["why"] = str(error)
            logs.failed("housekeeping failed", error, task=name, **about)

    # The tasks.

    async def _note(self) -> None:
        """Have the progress of tables stored."""
        self._driver.note()

    async def _probe(self) -> None:
        """While the store fails, try to write: else hours may pass before somebody does."""
        if self._ledger.failure is not None:
            self._ledger.submit((), (), lambda error: None, notes=[PROBE])

    async def _look_at_disk(self) -> None:
        assert self._folder is not None
        # In a thread, since a disk that hangs would stop the event loop.
        self._disk_free = (await asyncio.to_thread(shutil.disk_usage, self._folder)).free

    async def _unload(self) -> None:
        """Unload the tables that nobody is connected to."""
        now = self._lobby.now
        for table_id in self._lobby.loaded():
            hosted = self._lobby.in_memory(table_id)
            if hosted is None:
                continue
            with self._guarded("unload", match=hosted.table.match_id):
                if hosted.table.busy or hosted.table.listeners():
                    hosted.seen = now
                elif now - hosted.seen > self._settings.unload_seconds:
                    await self._lobby.unload(hosted)
                    del hosted
                    await asyncio.sleep(0)  # freeing a long match takes some milliseconds

    async def _sleep(self) -> None:
        """Let the tables sleep at which nothing has happened for long."""
        now, patience = self._lobby.now, self._settings.sleep_seconds
        until = time.perf_counter() + SLICE
        for table_id in self._lobby.loaded():
            hosted = self._lobby.in_memory(table_id)
            if hosted is None or hosted.table.asleep:
                continue
            table = hosted.table
            soon = table.only_looked_at or not table.listeners()
            wait = patience / SOONER if soon else patience
            if now - table.clock.latest < wait:
                continue
            with self._guarded("sleep", match=table.match_id):
                await self._lobby.loader.put_to_sleep(hosted)
                if time.perf_counter() > until:
                    await asyncio.sleep(0)  # a turn for everybody else
                    until = time.perf_counter() + SLICE

    async def _gather(self) -> None:
        """Bring back public tables that wait for players: those that nobody comes to are closed.

        After a crash or on a node that is gone nobody else would do that.
        """
        for header in await self._lobby.store.unfinished(listed_only=True, open_only=True):
            public = msgspec.json.decode(header.summary).get("public")
            if public and self._lobby.in_memory(header.table) is None:
                with suppress(Elsewhere, Rejection):
                    await self._lobby.find(header.table)

    async def _collect(self) -> None:
        """Collect cycles of references while no table is in memory: else it takes long."""
        received = self._metrics.messages_received
        if received != self._collected and not self._lobby.loaded():
            collect_everything()
            self._collected = received

    async def _check(self) -> None:
        """Look for damaged matches among the newest; `settebello store check` looks at them all."""
        async for bad in check_quickly(self._lobby.store):
            logs.warning("match is damaged", match=bad.match, why=bad.told("en"))
            await asyncio.sleep(0)

    async def _close_unused(self) -> None:
        """Close the tables that never began, and the matches in which nothing happens any more."""
        store, now = self._lobby.store, time.time()
        oldest = now - self._settings.open_hours * 3600
        unused = [h for h in await store.unfinished() if h.phase == "open" and h.changed < oldest]
        idle = await store.idle(since=now - self._settings.idle_days * 24 * 3600)
        for reason, headers in (("not-begun", unused), ("abandoned", idle)):
            for header in headers:
                with self._guarded("close", match=header.match):
                    await self._lobby.close_stored(header, reason)

    # Is the server ready?

    def readiness(self) -> dict[str, str]:
        """The checks of readiness: each is "ok", or a sentence that says what is wrong."""
        checks = {
            "commit": self._check_commit(),
            "writer": self._check_writer(),
            "housekeeping": self._check_tasks(),
        }
        if self._folder is not None:
            checks["disk"] = self._check_disk()
        if self._ledger.lease is not None:
            checks["node"] = self._check_node(self._ledger.lease)
        return checks

    def _check_commit(self) -> str:
        failure = self._ledger.failure
        return OK if failure is None else str(failure)

    def _check_writer(self) -> str:
        if not self._ledger.alive:
            return "The part that writes to the store has ended."
        busy = self._ledger.busy_seconds
        if busy > self._settings.stalled_seconds:
            return f"The store has been writing for {busy:.0f} seconds, and others wait."
        return OK

    def _check_node(self, lease: Lease) -> str:
        if self._lobby.leaving:
            return "This node is about to stop; it gives its tables to the others."
        return OK if lease.holds else "The database has not answered for some seconds."

    def _check_tasks(self) -> str:
        now, patience = self._lobby.now, self._settings.stalled_seconds
        late = [
            name
            for name, every in self._every.items()
            if now - self._ran[name] > 2 * every + patience
        ]
        return f"These tasks have not run in time: {', '.join(late)}." if late else OK

    def _check_disk(self) -> str:
        free, reserve = self._disk_free, self._settings.disk_reserve
        if free < reserve:
            return f"The disk of the store has {free:,} bytes free; {reserve:,} are wanted."
        return OK
