"""Work for several processes or machines: numbers are cut into units, which come back in order.

A plan says what is done for a number, such as a match or a deal. It travels to each worker once,
with the files that it names and their hashes; after that a worker is sent ranges of numbers.
Units are sized by the processor time that they take. A unit whose worker is lost is done again, so
that each number comes back exactly once.
"""

from __future__ import annotations

import hashlib
import pickle
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple, Protocol, Self

UNIT_SECONDS = 0.25  # of processor time that a unit takes: much more than the cost of sending it
IN_FLIGHT = 3  # units for each worker that are not yet given back
MOST_LOSSES = 3  # workers that a unit may take with it before somebody is blamed

# What a worker was at: a number, a part of it, whom it had asked, and 1 if they used up its memory.
Note = tuple[int, int, int, int]
Doer = Callable[[range, Sequence[Note]], Any]
"""Does the numbers of a unit; it leaves out what the notes say, as that has ended workers."""


class UnitPlan(Protocol):
    """What is to be done. It can be pickled, as its files are given by their paths."""

    @property
    def files(self) -> Sequence[str]:
        """The paths of the files of rules and bots that it names."""

    def moved(self, paths: dict[str, str]) -> Self:
        """The same plan with other paths for the same files."""

    def begin(self, watch: Watch) -> Doer:
        """Load all that it names; ValueError if something is not there."""


class Watch:
    """Where a worker writes down what it is at, so that its driver can read it after its death."""

    def __init__(self, cells: Any = None) -> None:
        # The note, and when that began, in milliseconds (0: nobody is asked any more).
        self.cells = [0] * 5 if cells is None else cells
        self.is_of_worker = cells is not None  # and its process can be ended

    def begin(self, number: int, part: int, asked: int) -> None:
        cells = self.cells
        cells[0], cells[1], cells[2] = number, part, asked
        cells[4] = int(time.monotonic() * 1000)

    def end(self) -> None:
        self.cells[4] = 0

    def out_of_memory(self) -> None:
        """It is the one asked who has used up the memory: no need to try again."""
        self.cells[3] = 1

    @property
    def is_out_of_memory(self) -> bool:
        return bool(self.cells[3])

    @property
    def note(self) -> Note | None:
        """Who was being asked; None if nobody was."""
        number, part, asked, memory, began = self.cells
        return (number, part, asked, memory) if began else None

    @property
    def seconds(self) -> float:
        """For how long somebody has been asked now."""
        began = self.cells[4]
        return time.monotonic() - began / 1000 if began else 0.0


class Workers(NamedTuple):
    """Who does the work: this process, so many others here, or those of a Ray cluster."""

    kind: str = "here"  # or "local" or "ray"
    processes: int = 1
    address: str = ""


def local_workers(count: int) -> Workers:
    """So many processes on this machine."""
    return Workers("local", count)


def read_workers(text: str) -> Workers | None:
    """Workers as they are typed: `local:4` or `ray:ADDRESS`; None if it is neither."""
    kind, _, rest = text.partition(":")
    if kind == "local" and rest.isascii() and rest.isdigit() and 1 <= int(rest[:6]) <= 1_000:
        return Workers("local", int(rest))
    if kind == "ray" and rest:
        return Workers("ray", 0, rest)
    return None


class Limits(NamedTuple):
    """What a worker may use."""

    memory: int | None = None  # bytes, on top of what it has when it begins
    seconds: float | None = None  # after so long with one question, its driver ends it


class Done(NamedTuple):
    """The numbers of a unit, and what came out of them."""

    numbers: range
    outcome: Any


class Unit:
    """Some numbers on their way."""

    def __init__(self, numbers: range) -> None:
        self.numbers = numbers
        self.losses = 0
        self.notes: list[Note] = []  # what is left out, as it has ended workers
        self.suspects: list[Note] = []
        self.is_done = False
        self.outcome: Any = None
        self.error: Exception | None = None


class Report(NamedTuple):
    """What became of a unit: an outcome, an error, or neither where its worker was lost."""

    unit: Unit
    outcome: Any = None
    seconds: float = 0.0
    error: Exception | None = None
    is_lost: bool = False
    note: Note | None = None  # what the lost worker was at


class Crew(Protocol):
    """The workers of a plan."""

    count: int

    def is_free(self) -> bool:
        """Whether a worker waits for a unit."""

    def give(self, unit: Unit, notes: Sequence[Note]) -> None:
        """Let a worker do it, but for what the notes say."""

    def wait(self) -> list[Report]:
        """Wait for reports; there may be none after a while."""

    def close(self) -> None:
        """End all workers at once, whatever they do."""


class Parcel:
    """A plan with its files, as it is sent to workers."""

    def __init__(self, plan: UnitPlan) -> None:
        self.version = version("settebello")
        self.plan = plan
        self.files: dict[str, tuple[str, bytes]] = {}  # by path: the hash and what is in it
        for path in plan.files:
            source = Path(path).read_bytes()
            self.files[path] = (digest_of(source), source)

    def pack(self) -> bytes:
        """As bytes, which begin with the version: a worker of another one need not read on."""
        return self.version.encode() + b"\n" + pickle.dumps(self)

    @staticmethod
    def unpack(packed: bytes) -> Parcel:
        """The parcel again, in a worker; ValueError if the Settebello there is another one."""
        sent, rest = packed.split(b"\n", 1)
        check_version(sent.decode())
        parcel: Parcel = pickle.loads(rest)
        return parcel

    def open(self, watch: Watch) -> Doer:
        """Load the plan in a worker; ValueError if that cannot be.

        A file is taken from where the plan has it, if it is there unchanged: it may need others
        beside it. Else it is taken out of the parcel.
        """
        return self.plan.moved(self._unpacked()).begin(watch)

    def _unpacked(self) -> dict[str, str]:
        paths: dict[str, str] = {}
        folders: dict[Path, Path] = {}  # files that were beside each other stay so
        for path, (digest, source) in self.files.items():
            file = Path(path)
            if file.is_file() and digest_of(file.read_bytes()) == digest:
                continue
            if file.parent not in folders:
                folders[file.parent] = Path(tempfile.mkdtemp(prefix="settebello-"))
            new = folders[file.parent] / file.name
            new.write_bytes(source)
            paths[path] = str(new)
        return paths


def check_version(sent: str) -> None:
    """Raise ValueError if a driver with this version of Settebello cannot use this worker."""
    here = version("settebello")
    if here != sent:
        raise ValueError(
            f"A worker has Settebello {here}, and its driver has {sent}: "
            "install the same version on all machines."
        )


def digest_of(source: bytes) -> str:
    return hashlib.sha256(source).hexdigest()


def files_of(game: object, bots: Sequence[object]) -> list[str]:
    """The files that a game and bots name by their paths, with the bot beside a file of rules."""
    named = [part for part in (game, *bots) if isinstance(part, str) and part.endswith(".py")]
    if isinstance(game, str) and game.endswith(".py"):
        beside = Path(game).with_name(f"{Path(game).stem}_bot.py")
        named += [str(beside)] if beside.is_file() else []
    return list(dict.fromkeys(named))


def moved_parts(game: Any, bots: Sequence[Any], paths: dict[str, str]) -> dict[str, Any]:
    """A game and bots with other paths for the same files."""
    moved = [paths.get(part, part) if isinstance(part, str) else part for part in (game, *bots)]
    return {"game": moved[0], "bots": moved[1:]}


def check_sendable(workers: Workers, game: object, bots: Sequence[object]) -> None:
    """Raise ValueError if the workers are elsewhere, and something is not named by a text."""
    if workers.kind != "here" and not all(isinstance(part, str) for part in (game, *bots)):
        raise ValueError("For several jobs, the game and the bots are given by name or by path.")


def map_units(
    plan: UnitPlan,
    ranges: Sequence[range],
    workers: Workers,
    limits: Limits = Limits(),  # noqa: B008 (it cannot be changed)
    advice: Sequence[Note] = (),
) -> Generator[Done, None, None]:
    """Do all numbers of the ranges; yields them unit by unit, in order.

    `advice` are notes that every unit gets from now on; its owner may change it between two units.
    An error of the plan is raised when its unit's turn has come. Close the generator to end the
    workers early. Raises ValueError, with a sentence, if a plan cannot be begun, or if a unit ends
    its workers again and again without a sign of the reason.
    """
    cutter = Cutter(ranges)
    if workers.kind == "here":
        doer = plan.begin(Watch())
        while (numbers := cutter.next()) is not None:
            start = time.process_time()
            yield Done(numbers, doer(numbers, advice))
            cutter.adapt(len(numbers), time.process_time() - start)
        return
    crew = find_crew(plan, workers, limits)
    with interrupted_once():
        try:
            yield from give_all(cutter, crew, advice)
        finally:
            crew.close()


def find_crew(plan: UnitPlan, workers: Workers, limits: Limits) -> Crew:
    if workers.kind == "local":
        from settebello.lab.processes import LocalCrew  # it imports this module

        return LocalCrew(Parcel(plan), workers.processes, limits)
    from settebello.lab.cluster import RayCrew

    return RayCrew(Parcel(plan), workers.address, limits)


def give_all(cutter: Cutter, crew: Crew, advice: Sequence[Note]) -> Generator[Done, None, None]:
    """Keep the crew busy, and give back what is done, in order."""
    waiting: deque[Unit] = deque()
    again: deque[Unit] = deque()  # units whose worker was lost
    while True:
        while crew.is_free():
            if again:
                unit = again.popleft()
                crew.give(unit, (*unit.notes, *advice))
                continue
            numbers = cutter.next() if len(waiting) < IN_FLIGHT * crew.count else None
            if numbers is None:
                break
            waiting.append(Unit(numbers))
            crew.give(waiting[-1], tuple(advice))
        if not waiting:
            return
        for report in crew.wait():
            unit = report.unit
            if report.is_lost:
                count_loss(unit, report)
            else:
                unit.is_done, unit.outcome, unit.error = True, report.outcome, report.error
                cutter.adapt(len(unit.numbers), report.seconds)
            if not unit.is_done:
                again.append(unit)
        while waiting and waiting[0].is_done:
            unit = waiting.popleft()
            if unit.error is not None:
                raise unit.error
            yield Done(unit.numbers, unit.outcome)


def count_loss(unit: Unit, report: Report) -> None:
    """A worker was lost with this unit: who is to blame, if anybody?

    A worker may be killed by anybody, so a question counts as the reason only when it was the last
    one twice, or when it used up the memory. Without such a sign a unit is tried a few times.
    """
    note = report.note
    if note is None:
        unit.losses += 1
    elif note[3] or note in unit.suspects:
        unit.notes.append(note)
        unit.losses = 0
    else:
        unit.suspects.append(note)
    if unit.losses >= MOST_LOSSES:
        numbers = unit.numbers
        unit.is_done = True
        unit.error = UnitLost(
            f"The workers of {numbers.start} to {numbers.stop - 1} have died {unit.losses} times."
        )


class UnitLost(ValueError):
    """A unit that has ended its workers again and again."""


class Cutter:
    """Cuts ranges into units that take about `UNIT_SECONDS` of processor time."""

    def __init__(self, ranges: Sequence[range]) -> None:
        self._left = deque(numbers for numbers in ranges if numbers)
        self._size = 1
        self._each = 0.0  # seconds for one number, lately

    def next(self) -> range | None:
        """The next numbers in order; None if all are given out."""
        if not self._left:
            return None
        first = self._left.popleft()
        numbers, rest = first[: self._size], first[self._size :]
        if rest:
            self._left.appendleft(rest)
        return numbers

    def adapt(self, count: int, seconds: float) -> None:
        """So many numbers took so long: at most twice as many next time."""
        each = max(seconds, 1e-6) / count
        self._each = (self._each + each) / 2 if self._each else each
        self._size = max(1, min(2 * max(count, self._size), int(UNIT_SECONDS / self._each)))


@contextmanager
def interrupted_once() -> Iterator[None]:
    """Ignore a second Ctrl-C: it must not interrupt what is done after the first."""
    import signal

    if threading.current_thread() is not threading.main_thread():  # it gets no signals
        yield
        return

    def interrupt(number: int, frame: object) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
