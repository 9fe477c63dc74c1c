"""Long work on the event loop, in slices, so that nobody else has to wait for all of it.

A thread would not help: it competes with the event loop for the interpreter's lock. So the work is
done in the loop itself, one slice in each turn of the loop. All jobs get a slice in turn, so a
short match does not wait for a long one.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from typing import Any, Generic, TypeVar

from settebello.rejection import Rejection, RejectionCode
from settebello.table.records import Work

STEPS = 100  # in a slice, at most
SECONDS = 0.001  # after which a slice ends, if its steps are long

Result = TypeVar("Result")


class Job(Generic[Result]):
    """A piece of work, and the future of its result."""

    def __init__(self, work: Work[Result], done: asyncio.Future[Result]) -> None:
        self._work = work
        self.done = done

    def slice(self, steps: int, until: float) -> int:
        """Do at most so many steps, until this time; returns how many were done."""
        done = 0
        try:
            while done < steps:
                done += 1
                next(self._work)
                if time.perf_counter() > until:
                    break
        except StopIteration as end:
            self.done.set_result(end.value)
        except Exception as error:
            self.done.set_exception(error)
        return done


class Slices:
    """All long work of an event loop: at most `most` jobs at the same time."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._loop = asyncio.get_running_loop()
        self._jobs: deque[Job[Any]] = deque()
        self._task: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return len(self._jobs)

    def begin(self, work: Work[Result]) -> asyncio.Future[Result]:
        """Begin a job; returns the future of its result. Raises Rejection if there are too many.

        The job goes on to its end even if nobody waits any more. Await the future with `shield`,
        since others may wait for it too.
        """
        if len(self._jobs) >= self._most:
            work.close()
            raise Rejection(RejectionCode.TOO_MANY)
        done: asyncio.Future[Result] = self._loop.create_future()
        done.add_done_callback(seen)
        self._jobs.append(Job(work, done))
        if self._task is None:
            self._task = self._loop.create_task(self._run())
        return done

    async def _run(self) -> None:
        while self._jobs:
            # One slice may do several short jobs: after a restart there are thousands of them.
            steps, until = STEPS, time.perf_counter() + SECONDS
            while self._jobs:
                job = self._jobs.popleft()
                steps -= job.slice(steps, until)
                if not job.done.done():
                    self._jobs.append(job)
                    break
                if steps <= 0 or time.perf_counter() > until:
                    break
            await asyncio.sleep(0)  # a turn for everybody else
        self._task = None

    def stop(self) -> None:
        """Give up all jobs that are not done."""
        if self._task is not None:
            self._task.cancel()
        for job in self._jobs:
            job.done.cancel()
        self._jobs.clear()


def seen(done: asyncio.Future[Any]) -> None:
    """Read a future's error, so that asyncio does not report it as never retrieved."""
    if not done.cancelled():
        done.exception()
