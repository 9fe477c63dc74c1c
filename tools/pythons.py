"""Finds the other Pythons of this machine that Settebello is for: prints a path a line.

Of each version the first one on the path that runs, else the newest one of pyenv; not the version
that runs this.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

VERSIONS = ("3.11", "3.12", "3.13", "3.14")


def main() -> None:
    own = "{}.{}".format(*sys.version_info)
    for version in VERSIONS:
        found = next((each for each in candidates(version) if runs(each, version)), None)
        if version != own and found is not None:
            print(found)


def candidates(version: str) -> Iterator[str]:
    name = f"python{version}"
    on_path = shutil.which(name)
    if on_path is not None:  # of pyenv's, only those work that are switched on
        yield on_path
    if shutil.which("pyenv"):
        root = Path(output("pyenv", "root"))
        installed = root.glob(f"versions/{version}.*/bin/{name}")
        yield from map(str, sorted(installed, key=patch_number, reverse=True))


def patch_number(python: Path) -> int:
    """That of `versions/3.12.1/bin/python3.12` is 1; what is not a release comes last."""
    found = re.fullmatch(r"\d+\.\d+\.(\d+)", python.parents[1].name)
    return int(found[1]) if found else -1


def runs(python: str, version: str) -> bool:
    asked = "import ensurepip, sys, venv; print('{}.{}'.format(*sys.version_info))"
    return output(python, "-c", asked) == version


def output(*command: str) -> str:
    """What a command prints; nothing if it fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


if __name__ == "__main__":
    main()
