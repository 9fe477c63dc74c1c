"""Workers of a Ray cluster; see `units`. It needs the extra `cluster`.

Ray carries units there and outcomes back, and says when a worker or a node is lost. What is done
about that is decided here: Ray itself tries nothing again, so that nothing is counted twice.
"""

from __future__ import annotations

import importlib
import logging
import os
import socket
import sys
import threading
import time
from collections.abc import Sequence
from typing import Any

from settebello.lab.processes import LocalCrew, limit_memory, sendable
from settebello.lab.units import (
    MOST_LOSSES,
    Doer,
    Limits,
    Note,
    Parcel,
    Report,
    Unit,
    Watch,
    digest_of,
)  # fmt: skip

LOOK_SECONDS = 1.0  # how often new nodes are looked for
CONNECT_SECONDS = 5.0  # that a Ray may take to answer at all
SETTINGS = b"\x04"
# How a connection of HTTP/2 begins, which gRPC and so Ray speaks: its first words and its settings.
GREETING = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(3) + SETTINGS + bytes(5)
LOST = ("WorkerCrashedError", "NodeDiedError", "LocalRayletDiedError", "OutOfMemoryError",
        "ObjectLostError", "OwnerDiedError", "TaskUnschedulableError")  # fmt: skip


class WithoutRay:
    """The standard output without what Ray's own threads print there: it has no switch for that.

    It tells at length that a worker was lost, which is nothing to worry about here.
    """

    def __init__(self, stream: Any) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        if threading.current_thread().name.startswith("ray_"):
            return len(text)
        written: int = self.stream.write(text)
        return written

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


class RayCrew:
    """The processors of a Ray cluster; ValueError, with a sentence, if there is none."""

    def __init__(self, parcel: Parcel, address: str, limits: Limits) -> None:
        self._ray = connect(address)
        self._stdout: Any = sys.stdout
        sys.stdout = self._quiet = WithoutRay(sys.stdout)
        self._address = address
        self._limits = limits
        self._parcel = parcel
        packed = parcel.pack()
        self._name = digest_of(packed)
        self._packed = self._ray.put(packed)
        remote = self._ray.remote(num_cpus=1, max_retries=0)
        self._task = remote(do_unit)
        self._units: dict[Any, Unit] = {}
        self._here: LocalCrew | None = None  # for units that have ended workers of the cluster
        self._looked = 0.0
        self.count = 1
        self._look()

    def _look(self) -> None:
        """See how many processors there are now: nodes come and go."""
        if time.monotonic() < self._looked + LOOK_SECONDS:
            return
        self._looked = time.monotonic()
        self.count = max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def is_free(self) -> bool:
        self._look()
        return len(self._units) < 2 * self.count  # one at work and one on its way

    def give(self, unit: Unit, notes: Sequence[Note]) -> None:
        if unit.losses >= MOST_LOSSES - 1:
            # The last try is in a process of this machine, which can say who was to blame.
            if self._here is None:
                self._here = LocalCrew(self._parcel, 1, self._limits)
            if self._here.is_free():
                self._here.give(unit, notes)
                return
        sent = self._task.remote(
            self._packed, self._name, unit.numbers, tuple(notes), self._limits.memory
        )
        self._units[sent] = unit

    def wait(self) -> list[Report]:
        reports = self._here.wait() if self._here is not None and self._here.is_busy() else []
        sent = list(self._units)
        if not sent:
            return reports
        done, _ = self._ray.wait(sent, num_returns=1, timeout=0 if reports else LOOK_SECONDS)
        return reports + [self._report(reference) for reference in done]

    def _report(self, reference: Any) -> Report:
        unit = self._units.pop(reference)
        try:
            outcome, seconds, error = self._ray.get(reference)
        except Exception as raised:
            if type(raised).__name__ in LOST:
                return Report(unit, is_lost=True)
            return Report(unit, error=self._told(raised))
        return Report(unit, outcome, seconds, error)

    def _told(self, error: Exception) -> Exception:
        """An error of Ray in one sentence."""
        cause = getattr(error, "cause", None) or error
        if isinstance(cause, ImportError) or "No module named" in str(error):
            return ValueError(
                f"A worker of the Ray at {self._address} has no Settebello {self._parcel.version}"
                ": install the same version on all machines."
            )
        told = str(error).strip().splitlines()
        last = told[-1] if told else type(error).__name__
        return ValueError(f"The Ray at {self._address} has failed: {last.strip().rstrip('.')}.")

    def close(self) -> None:
        if self._here is not None:
            self._here.close()
        for reference in self._units:
            try:
                self._ray.cancel(reference, force=True)
            except Exception:  # it is over, or Ray is gone: nothing is left to do
                break
        self._units = {}
        self._ray.shutdown()
        if sys.stdout is self._quiet:  # else somebody has put another one there
            sys.stdout = self._stdout


def connect(address: str) -> Any:
    """Ray, connected to this address; ValueError if it is not installed, away or another one."""
    try:
        ray: Any = importlib.import_module("ray")
    except ImportError:
        raise ValueError(
            'Workers of a Ray cluster need another package: pip install "settebello[cluster]".'
        ) from None
    check_there(address)
    try:
        ray.init(
            address=address, log_to_driver=False, logging_level=logging.CRITICAL
        )  # fmt: skip
    except Exception as error:
        told = " ".join(str(error).split()).rstrip(".")
        raise ValueError(f"The Ray at {address} cannot be used: {told[:300]}.") from None
    return ray


def check_there(address: str) -> None:
    """Raise ValueError if nothing at HOST:PORT speaks as Ray does; it would wait for minutes."""
    host, _, port = address.rpartition(":")
    if not port.isdigit() or "/" in host:
        return  # Ray finds it in its own way: `auto`, or ray://HOST:PORT
    try:
        with socket.create_connection((host, int(port)), CONNECT_SECONDS) as connection:
            connection.sendall(GREETING)
            answer, why = connection.recv(9), "something else answers there"
    except OSError as error:
        answer, why = b"", error.strerror or str(error)
    if answer[3:4] != SETTINGS:
        raise ValueError(f"There is no Ray at {address}: {why}. Start one with: ray start --head")


# What a process of the cluster has loaded, by the digest of its parcel: the last one.
loaded: dict[str, Doer] = {}


def do_unit(
    packed: bytes, name: str, numbers: range, notes: Sequence[Note], memory: int | None
) -> tuple[Any, float, Exception | None]:
    """What a worker of the cluster does with a unit: the outcome, the seconds, or an error."""
    start = time.process_time()
    try:
        if name not in loaded:
            parcel = Parcel.unpack(packed)
            loaded.clear()
            loaded[name] = parcel.open(Watch([0] * 5))
            limit_memory(memory)
        outcome = loaded[name](numbers, notes)
    except MemoryError:
        os._exit(1)  # what it has used cannot be had back
    except Exception as error:
        return None, 0.0, sendable(error)
    return outcome, time.process_time() - start, None
