"""The helpers of the tests: what they start ends with them, and Ctrl-C reaches it."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from children import child
from live import is_open
from server.border import PATIENCE, wait_until

ROOT = Path(__file__).parents[1]

STARTER = """
import signal, sys
from pathlib import Path
from live import Server
server = Server(Path(sys.argv[1]))  # kept: else nobody reads what it says, and it ends of that
print(server.url, flush=True)
signal.pause()
"""
CTRL_C = (
    "tests/terminal/test_screen.py::test_each_signal_has_its_exit_code",
    "tests/terminal/test_processes.py::test_who_leaves_a_terminal_finds_the_match_again[SIGINT]",
    "tests/terminal/test_processes.py::test_who_leaves_a_terminal_finds_the_match_again[Ctrl-C]",
    "tests/lab/test_simulate.py::test_ctrl_c_ends_all_processes_quietly",
)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends children with their parent")
def test_a_server_of_a_test_ends_when_the_test_is_killed(tmp_path: Path) -> None:
    command = [sys.executable, "-c", STARTER, str(tmp_path)]
    environment = {"PYTHONPATH": str(ROOT / "tests")}
    with child(command, env=environment) as starter:
        assert starter.stdout is not None
        url = starter.stdout.readline().strip()
        assert is_open(url)
        starter.send_signal(signal.SIGKILL)
    wait_until(lambda: not is_open(url))


def test_a_program_that_a_test_waits_for_too_long_is_killed() -> None:
    command = [sys.executable, "-c", "input()"]
    late = pytest.raises(AssertionError, match=r"^For 0\.1 seconds a test waited for \[.*input")
    with late, child(command, 0.1, stdin=subprocess.PIPE) as silent:
        assert silent.stdout is not None
        assert silent.stdout.readline()


def test_a_program_ends_with_a_test_that_fails() -> None:
    command = [sys.executable, "-c", "input()"]
    with pytest.raises(ZeroDivisionError), child(command, stdin=subprocess.PIPE) as silent:
        print(1 // 0)
    assert silent.poll() == -signal.SIGKILL


def test_tests_of_ctrl_c_pass_in_the_background_of_a_script() -> None:
    """There a shell lets its children ignore SIGINT, and nohup lets them ignore SIGHUP."""
    command = [sys.executable, "-m", "pytest", "-n", "0", "-q", "-p", "no:cacheprovider", *CTRL_C]
    in_background = ["sh", "-c", 'trap "" INT HUP; exec "$@"', "sh", *command]
    done = subprocess.run(
        in_background, cwd=ROOT, capture_output=True, text=True, timeout=10 * PATIENCE
    )
    assert done.returncode == 0, done.stdout[-2000:]
