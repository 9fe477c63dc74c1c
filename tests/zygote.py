"""Starts servers by forking a process that has loaded the program already.

Tests start hundreds of servers, and Python takes longer to load one than it takes to open. Each is
a process of its own as ever, with its own id, files and exit code. Between it and the process that
it was forked from there is one that waits for its end, and passes the exit code on.

`python tests/zygote.py SOCKET` is the process to fork from. Where a server needs another Python, as
for a package on another path or to measure coverage, `can_fork` says no.
"""

from __future__ import annotations

import atexit
import ctypes
import io
import json
import os
import random
import resource
import select
import signal
import socket
import subprocess
import sys
import traceback
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, NoReturn, TextIO

from chance import make_steady
from leash import PR_SET_PDEATHSIG

HERE = Path(__file__)
MOST = 1 << 20  # bytes of an order


class Started:
    """A forked process, as `subprocess.Popen` shows one."""

    def __init__(self, args: Sequence[str], status: int, out: int) -> None:
        self.args = args
        self.returncode: int | None = None
        self.stdout: TextIO | None = os.fdopen(out, encoding="utf-8")
        self._status = status
        self._told = b""
        self._lock = Lock()
        self.pid = int(self._line(None) or 0)
        assert self.pid, "the process to fork from has ended"

    def _line(self, timeout: float | None) -> str | None:
        """The next line that its keeper says; "" if that has ended, None if nothing comes."""
        while b"\n" not in self._told:
            if not select.select([self._status], [], [], timeout)[0]:
                return None
            more = os.read(self._status, 100)
            if not more:
                return ""
            self._told += more
        line, _, self._told = self._told.partition(b"\n")
        return line.decode()

    def wait(self, timeout: float | None = None) -> int:
        """Its exit code; subprocess.TimeoutExpired if it has not ended by then."""
        with self._lock:
            if self.returncode is None:
                line = self._line(timeout)
                if line is None:
                    raise subprocess.TimeoutExpired(list(self.args), timeout or 0)
                self.returncode = int(line or -signal.SIGKILL)
                os.close(self._status)
            return self.returncode

    def poll(self) -> int | None:
        try:
            return self.wait(0)
        except subprocess.TimeoutExpired:
            return None

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)


def of_python(environment: Mapping[str, str]) -> dict[str, str]:
    """What in an environment Python itself, or a tool around it, reads when it starts."""
    harmless = ("PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE")
    return {
        name: value
        for name, value in environment.items()
        if name.startswith(("PYTHON", "COVERAGE")) and name not in harmless
    }


BEFORE = of_python(os.environ)


def can_fork() -> bool:
    """Whether a forked process is like one that would be started now."""
    measured = any(name.startswith("COVERAGE") for name in BEFORE)
    usual = signal.getsignal(signal.SIGINT) == signal.default_int_handler
    return sys.platform == "linux" and usual and not measured and of_python(os.environ) == BEFORE


class Zygote:
    """The process to fork from. It ends when the socket is closed that orders go through."""

    def __init__(self) -> None:
        self._orders, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with there:
            command = [sys.executable, str(HERE), str(there.fileno())]
            files = [there.fileno()]
            self._process = subprocess.Popen(command, pass_fds=files, stdin=subprocess.DEVNULL)
        self._sending = Lock()
        atexit.register(self._end)

    def _end(self) -> None:
        self._orders.close()
        self._process.wait()

    def send(self, order: dict[str, Any], files: Sequence[int]) -> None:
        with self._sending:
            socket.send_fds(self._orders, [json.dumps(order).encode()], files)


@cache
def zygote() -> Zygote:
    return Zygote()


_first = Lock()


def start(
    arguments: Sequence[str],
    environment: Mapping[str, str],
    errors: TextIO,
    luck: int,
    files: tuple[int, int] | None,
) -> Started:
    """Start `settebello` with these arguments; what it complains of goes to `errors`."""
    order = {"arguments": arguments, "environment": dict(environment), "luck": luck,
             "files": files, "folder": str(Path.cwd())}  # fmt: skip
    out, into = os.pipe()
    status, keeper = os.pipe()
    try:
        with _first:  # two threads may start servers at once
            found = zygote()
        found.send(order, [into, errors.fileno(), keeper])
    finally:
        os.close(into)
        os.close(keeper)
    return Started(arguments, status, out)


# The process to fork from.


def main(orders: socket.socket) -> None:
    make_steady()  # before anything keeps the system's chance
    import warm  # noqa: F401 - it is what is loaded

    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # keepers are waited for by nobody
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the tests, which end this too
    while True:
        order, files, _, _ = socket.recv_fds(orders, MOST, 3)
        if not order:
            return  # the tests have ended
        if os.fork() == 0:
            orders.close()
            keep(json.loads(order), *files)
        for file in files:
            os.close(file)


def keep(order: dict[str, Any], out: int, errors: int, status: int) -> NoReturn:
    """Fork the server, and tell its process id, and in the end its exit code."""
    end_with_parent()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    pid = os.fork()
    if pid == 0:
        os.close(status)
        be_server(order, out, errors)
    os.close(out)
    os.close(errors)
    os.write(status, f"{pid}\n".encode())
    _, ended = os.waitpid(pid, 0)
    os.write(status, f"{os.waitstatus_to_exitcode(ended)}\n".encode())
    os._exit(0)


def be_server(order: dict[str, Any], out: int, errors: int) -> NoReturn:
    code: Any = 1
    try:
        end_with_parent()
        signal.signal(signal.SIGINT, signal.default_int_handler)
        os.dup2(out, 1)
        os.dup2(errors, 2)
        os.close(out)
        os.close(errors)
        sys.stdout, sys.stderr = (
            io.TextIOWrapper(io.FileIO(number, "w", closefd=False), "utf-8", write_through=True)
            for number in (1, 2)
        )
        os.environ.clear()
        os.environ.update(order["environment"])
        os.chdir(order["folder"])
        if order["files"] is not None:
            resource.setrlimit(resource.RLIMIT_NOFILE, tuple(order["files"]))
        random.seed()
        sys.argv = [str(HERE.with_name("steady.py")), str(order["luck"]), *order["arguments"]]
        import steady  # noqa: F401 - it runs the program, and exits
    except SystemExit as ended:
        code = ended.code or 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code if isinstance(code, int) else 1)


def end_with_parent() -> None:
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(signal.SIGKILL))


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])))
