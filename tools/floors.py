"""Holds the tests to their floors: `coverage json -o - | python tools/floors.py`.

pyproject.toml has the floors, in `tool.settebello.coverage`: how many lines of all have to run in
tests, in percent, and of which files every line has to.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Iterator, Mapping
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

SOURCE = "src/settebello/"


def main() -> int:
    """0 if all is above its floor, else 1, and a line for each file that is not."""
    pyproject = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))
    measured = json.load(sys.stdin)
    problems = [*below(measured, pyproject["tool"]["settebello"]["coverage"])]
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"{measured['totals']['percent_covered']:.1f}% of all lines run in tests.")
    return 1 if problems else 0


def below(measured: Mapping[str, Any], floors: Mapping[str, Any]) -> Iterator[str]:
    """What is below its floor, a sentence each."""
    files: dict[str, Any] = {
        name.removeprefix(SOURCE): file for name, file in measured["files"].items()
    }
    for pattern in floors["whole"]:
        matching = [name for name in sorted(files) if fnmatch(name, pattern)]
        if not matching:
            yield f"{SOURCE}{pattern} is measured nowhere: mend the list in pyproject.toml."
        for name in matching:
            lines = files[name]["missing_lines"]
            if lines:
                told = ", ".join(map(str, lines))
                yield f"{SOURCE}{name} has lines that no test runs: {told}."
    percent = measured["totals"]["percent_covered"]
    if percent < floors["floor"]:
        yield f"Tests run {percent:.1f}% of all lines; {floors['floor']}% is the least."


if __name__ == "__main__":
    sys.exit(main())
