"""Long work on the event loop, a slice at a time, so that nobody else waits for the whole of it.

A thread would not be aside: it takes the interpreter's lock from everybody, at each turn anew. So
the work is done in the loop itself, and a turn of the loop has one slice of it, however much there
is to do. Whatever is at work has its slice in turn: a short match does not wait for a long one.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Generator
from contextlib import suppress
from typing import Any, Generic, TypeVar

from settebello.table.table import Refusal

STEPS = 100  # of a slice, at most: few enough to be quick where they are small
SECONDS = 0.001  # after which a slice ends, if its steps are not small

Result = TypeVar("Result")
Work = Generator[None, None, Result]  # it yields after each small step


class Job(Generic[Result]):
    """A piece of work, and those who wait for it."""

    def __init__(self, work: Work[Result], done: asyncio.Future[Result]) -> None:
        self._work = work
        self.done = done

    def slice(self) -> bool:
        """Do some of it; returns whether some is left."""
        until = time.perf_counter() + SECONDS
        try:
            for _ in range(STEPS):
                next(self._work)
                if time.perf_counter() > until:
                    break
        except StopIteration as end:
            self.done.set_result(end.value)
        except Exception as error:
            self.done.set_exception(error)
        return not self.done.done()


class Slices:
    """All long work of an event loop; more than `most` at once is refused."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._loop = asyncio.get_running_loop()
        self._jobs: deque[Job[Any]] = deque()
        self._task: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return len(self._jobs)

    def begin(self, work: Work[Result]) -> asyncio.Future[Result]:
        """Have this done. It is done to the end even if nobody waits for it any more.

        Wait for it with `shield`, as others may wait as well.
        """
        if len(self._jobs) >= self._most:
            work.close()
            raise Refusal("too-many")
        done: asyncio.Future[Result] = self._loop.create_future()
        done.add_done_callback(seen)
        self._jobs.append(Job(work, done))
        if self._task is None:
            self._task = self._loop.create_task(self._run())
        return done

    async def _run(self) -> None:
        while self._jobs:
            job = self._jobs.popleft()
            if job.slice():
                self._jobs.append(job)
            await asyncio.sleep(0)  # a turn for everybody else
        self._task = None

    def stop(self) -> None:
        """Leave what is not done."""
        if self._task is not None:
            self._task.cancel()
        for job in self._jobs:
            job.done.cancel()
        self._jobs.clear()


def seen(done: asyncio.Future[Any]) -> None:
    """What went wrong is not reported as forgotten where nobody is left to be told."""
    with suppress(asyncio.CancelledError):
        done.exception()


def at_once(work: Work[Result]) -> Result:
    """Do all of it, where nobody else waits."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: Result = end.value
            return result
