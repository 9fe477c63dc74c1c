"""Runs a program that ends when its starter does, even if that one is killed.

`python tests/leash.py STARTER PROGRAM ...` becomes the program, under the same process id. Only
Linux can do that; elsewhere the program runs as it would without.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Sequence

PR_SET_PDEATHSIG = 1


def leashed(command: Sequence[str]) -> list[str]:
    """The command for a child of this process that does not outlive it."""
    return [sys.executable, "-I", "-S", __file__, str(os.getpid()), *command]


def main() -> None:
    _, starter, *command = sys.argv
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(signal.SIGKILL))
        if os.getppid() != int(starter):  # it has ended meanwhile
            sys.exit(1)
    os.execv(command[0], command)


if __name__ == "__main__":
    main()
