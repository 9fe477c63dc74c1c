"""Workers that are processes of this machine. One that dies is replaced; see `units`."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from settebello.lab.units import Doer, Limits, Note, Parcel, Report, Unit, Watch

LOOK_SECONDS = 1.0  # how often a driver looks for workers that hang, and a worker for its driver


class LocalWorker:
    """A process, the pipe to it, and the unit that it has."""

    def __init__(self, parcel: Parcel, limits: Limits) -> None:
        context: Any = multiprocessing.get_context()
        self.connection, theirs = context.Pipe()
        self.watch = Watch(context.RawArray("q", 5))
        self.unit: Unit | None = None
        arguments = (theirs, parcel, self.watch.cells, limits.memory, os.getpid())
        self.process: BaseProcess = context.Process(target=work, args=arguments, daemon=True)
        self.process.start()
        theirs.close()

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.connection.close()


class LocalCrew:
    """So many processes; each is started when there is something for it to do."""

    def __init__(self, parcel: Parcel, count: int, limits: Limits) -> None:
        self.count = count
        self._parcel = parcel
        self._limits = limits
        self._workers: list[LocalWorker] = []

    def is_free(self) -> bool:
        return len(self._workers) < self.count or any(w.unit is None for w in self._workers)

    def is_busy(self) -> bool:
        """Whether a worker has a unit."""
        return any(worker.unit is not None for worker in self._workers)

    def give(self, unit: Unit, notes: Sequence[Note]) -> None:
        worker = next((worker for worker in self._workers if worker.unit is None), None)
        if worker is None:
            worker = LocalWorker(self._parcel, self._limits)
            self._workers.append(worker)
        worker.unit = unit
        with suppress(OSError):  # if it is dead, `wait` will see that
            worker.connection.send((unit.numbers, tuple(notes)))

    def wait(self) -> list[Report]:
        reports = []
        by_pipe = {worker.connection: worker for worker in self._workers if worker.unit is not None}
        for pipe in wait(list(by_pipe), LOOK_SECONDS):
            reports.append(self._receive(by_pipe[pipe]))
        longest = self._limits.seconds
        for worker in self._workers:
            if longest is not None and worker.watch.seconds > longest:
                worker.process.kill()  # the next look finds it dead
        return reports

    def _receive(self, worker: LocalWorker) -> Report:
        """What a worker has sent; it is replaced if it has died."""
        unit = worker.unit
        assert unit is not None
        try:
            outcome, seconds, error = worker.connection.recv()
        except (EOFError, OSError, pickle.UnpicklingError):
            self._workers.remove(worker)
            worker.end()
            return Report(unit, is_lost=True, note=worker.watch.note)
        worker.unit = None
        return Report(unit, outcome, seconds, error)

    def close(self) -> None:
        for worker in self._workers:
            worker.end()
        self._workers = []


def work(pipe: Connection, parcel: Parcel, cells: Any, memory: int | None, driver: int) -> None:
    """What a worker process does until its driver ends it, or is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the driver gets Ctrl-C too, and ends all
    limit_memory(memory)
    doer: Doer | None = None
    while True:
        while not pipe.poll(LOOK_SECONDS):
            if os.getppid() != driver:
                return
        try:
            numbers, notes = pipe.recv()
        except (EOFError, OSError):
            return
        start = time.process_time()
        outcome, error = None, None
        try:
            if doer is None:
                doer = parcel.open(Watch(cells))
            outcome = doer(numbers, notes)
        except MemoryError:
            os._exit(1)  # the watch says who has it
        except Exception as raised:
            error = sendable(raised)
        pipe.send((outcome, time.process_time() - start, error))


def sendable(error: Exception) -> Exception:
    """The same error, if it survives the way to another process; else its sentence."""
    try:
        copy: Exception = pickle.loads(pickle.dumps(error))
        return copy
    except Exception:
        return ValueError(str(error))


def limit_memory(more: int | None) -> None:
    """Let this process have so many bytes more than it has now; then it gets a MemoryError."""
    if more is None or not sys.platform.startswith("linux"):
        return
    import resource

    with open("/proc/self/statm", encoding="ascii") as file:
        pages = int(file.read().split()[0])
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = pages * resource.getpagesize() + more
    resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))
