"""Workers of a real Ray cluster, on this machine: `make test-ray`."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from settebello import cli
from settebello.lab import cluster, units
from settebello.lab.simulate import SimulationPlan, simulate
from settebello.lab.tournament import TournamentPlan, play_tournament
from settebello.lab.units import Workers, local_workers

pytest.importorskip("ray", reason="Ray is not installed here; make test-ray installs it.")
pytestmark = pytest.mark.filterwarnings("ignore")  # Ray leaves files and sockets open

SECONDS = 60  # that a Ray may take to start or to end, on a busy machine


class RayNode:
    """A process with a node of a cluster: its head, or one that joins it."""

    def __init__(self, *arguments: str, processors: int) -> None:
        program = Path(sys.executable).with_name("ray")
        command = [str(program), "start", *arguments, f"--num-cpus={processors}", "--block"]
        command += ["--node-ip-address=127.0.0.1", "--object-store-memory=80000000"]
        command += ["--disable-usage-stats"]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        # A session of its own, so that all of it can be ended, and nothing else.
        self.process = subprocess.Popen(command, start_new_session=True, **quiet)  # type: ignore[call-overload]

    def kill(self) -> None:
        """End it at once, with all its processes, as if its machine had lost its power."""
        for process in session_of(self.process.pid):
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                continue
        self.process.wait(SECONDS)


def session_of(leader: int) -> list[int]:
    """All processes of a session; Linux only."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text("utf-8").rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == leader:
            found.append(int(folder.name))
    return found


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


def wait_for(port: int) -> None:
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.1)  # its start cannot be waited for in another way
    raise AssertionError("Ray has not started.")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    port = free_port()
    folder = tempfile.mkdtemp(prefix="r", dir="/tmp")  # short: sockets have it in their names
    head = RayNode(
        "--head",
        f"--port={port}",
        "--include-dashboard=false",
        f"--temp-dir={folder}",
        processors=2,
    )
    try:
        wait_for(port)
        yield f"127.0.0.1:{port}"
    finally:
        head.kill()
        shutil.rmtree(folder, ignore_errors=True)


def bot_file(folder: Path, name: str, body: str) -> str:
    file = folder / f"{name}.py"
    file.write_text(
        f"import os, signal, time\ndef bot(turn):\n    {body}\n    return turn.legal[0]\n", "utf-8"
    )
    return str(file)


def counted(summary: Any) -> dict[str, Any]:
    found: dict[str, Any] = summary.to_dict()
    found.pop("seconds")
    found.pop("moves_per_second", None)
    for row in found.get("rows", ()):
        del row["milliseconds"]
    return found


def test_summaries_are_those_of_this_machine(address: str, tmp_path: Path) -> None:
    workers = Workers("ray", 0, address)
    bot = bot_file(tmp_path, "mine", "1 / int(turn.random.random() * 30)")
    plan = TournamentPlan("rummy", ["bot", "random", bot], 2, seed=4)
    here = counted(play_tournament(plan, 30, workers=local_workers(2)))
    assert counted(play_tournament(plan, 30, workers=workers)) == here
    assert here["rows"][2]["forfeits"] > 0
    matches = SimulationPlan("dice", ["bot", "random", "random"], save=tmp_path / "here")
    expected = counted(simulate(matches, 200))
    there = matches._replace(save=tmp_path / "there")
    assert counted(simulate(there, 200, workers=workers)) == expected
    for file in (tmp_path / "here").iterdir():
        assert (tmp_path / "there" / file.name).read_bytes() == file.read_bytes()


def test_a_killed_worker_changes_nothing(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    flag = tmp_path / "killed"
    body = (
        f"os.path.exists({str(flag)!r}) or turn.random.random() < 0.01 and "
        f"(open({str(flag)!r}, 'w').close(), os.kill(os.getpid(), signal.SIGKILL))"
    )
    plan = TournamentPlan("scopa", ["bot", bot_file(tmp_path, "odd", body)], 2)
    found = counted(play_tournament(plan, 12, workers=Workers("ray", 0, address)))
    assert flag.exists()
    assert found == counted(play_tournament(plan, 12))
    assert capsys.readouterr().out == ""  # Ray tells much of it


@pytest.mark.parametrize(
    ("kind", "body", "sentence"),
    [
        ("hangs", "time.sleep(99)", "took more than 0.5 s for a move."),
        ("memory", "bytearray(1 << 45)", "used up its memory."),
        ("dies", "os._exit(1)", "hung, or ended the process it was in."),
    ],
)
def test_a_bot_that_fails_has_lost(
    address: str, tmp_path: Path, kind: str, body: str, sentence: str
) -> None:
    plan = TournamentPlan("scopa", ["random", bot_file(tmp_path, kind, body)], 2, seconds=0.5)
    summary = play_tournament(plan, 1, workers=Workers("ray", 0, address))
    assert summary.rows[1].forfeits == 2
    assert sentence in summary.failures[0]


def test_a_lost_node_changes_nothing(address: str, tmp_path: Path) -> None:
    """A second node joins, and all its processes are killed when one of them plays."""
    joined = tmp_path / "joined"
    other = RayNode(f"--address={address}", '--resources={"second": 1}', processors=2)
    try:
        crew_sees(address, 4)
        # Bots note the session that they are in, and wait a bit: both nodes get some.
        body = f"open({str(joined)!r} + str(os.getsid(0)), 'w').close(), time.sleep(0.002)"
        plan = TournamentPlan("scopa", ["bot", bot_file(tmp_path, "slow", body)], 2)
        expected = counted(play_tournament(plan, 25))
        killed: list[int] = []

        def progress(done: int) -> None:
            sessions = {file.name.removeprefix("joined") for file in tmp_path.glob("joined*")}
            if not killed and str(other.process.pid) in sessions:
                killed.append(done)
                other.kill()

        workers = Workers("ray", 0, address)
        found = counted(play_tournament(plan, 25, workers=workers, progress=progress))
        assert killed
        assert killed[0] < 25
        assert found == expected
    finally:
        other.kill()


def crew_sees(address: str, processors: int) -> None:
    """Wait until the cluster has so many processors."""
    end = time.monotonic() + SECONDS
    ray = cluster.connect(address)
    try:
        while ray.cluster_resources().get("CPU", 0) < processors:
            assert time.monotonic() < end
            time.sleep(0.1)  # a node that joins cannot be waited for in another way
    finally:
        ray.shutdown()


def test_a_driver_of_another_version_gets_one_sentence(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(units, "version", lambda _: "9.9")  # in this process, not in the workers
    plan = SimulationPlan("dice", ["random"] * 3)
    with pytest.raises(ValueError, match=r"A worker has Settebello \S+, and its driver has 9\.9"):
        simulate(plan, 10, workers=Workers("ray", 0, address))


def test_a_ray_that_is_away_gets_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    workers = f"ray:127.0.0.1:{free_port()}"
    code = cli.main(["tournament", "dice", "--deals", "2", "--workers", workers])
    captured = capsys.readouterr()
    assert (code, captured.out) == (2, "")
    assert captured.err.startswith("settebello: There is no Ray at 127.0.0.1:")
    assert captured.err.count("\n") == 1
