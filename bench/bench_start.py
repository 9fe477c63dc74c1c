"""How long a start takes: `make bench`; `make bench ARGS=--quick` for a first look.

Each program runs in a fresh process, in turn with a Python that does nothing. Medians count, beside
the lowest and the highest; the aims are those of a quiet machine. Processor time is less disturbed
by other programs than the time that a person waits.
"""

import argparse
import platform
import resource
import subprocess
import sys
import time
from statistics import median
from typing import NamedTuple

from settebello import COMPILED

# What is started, as arguments of Python, and the most seconds that it should take.
PROGRAMS = {
    "python -c pass": (["-c", "pass"], None),
    "import settebello": (["-c", "import settebello"], 0.08),
    "from settebello import Match": (["-c", "from settebello import Match"], 0.08),
    "settebello --help": (["-m", "settebello", "--help"], 0.15),
}


class Taken(NamedTuple):
    """The seconds of one start: as a person waits, and of the processor."""

    waited: float
    worked: float


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how long a start takes.")
    parser.add_argument("--quick", action="store_true", help="few repetitions")
    repetitions = 3 if parser.parse_args().quick else 20

    version = f"{platform.python_implementation()} {platform.python_version()}"
    core = "compiled" if COMPILED else "interpreted"
    print(f"{version}, core {core}, median of {repetitions} fresh processes\n")
    print(f"{'':32}{'seconds':>8}{'lowest to highest':>20}{'processor':>12}{'aim':>10}")
    taken: dict[str, list[Taken]] = {name: [] for name in PROGRAMS}
    for turn in range(1 + repetitions):
        for name, (arguments, _) in PROGRAMS.items():
            seconds = start(arguments)
            if turn:  # the first time Python may have to read the sources
                taken[name].append(seconds)
    for name, (_, aim) in PROGRAMS.items():
        waited = sorted(each.waited for each in taken[name])
        worked = median(each.worked for each in taken[name])
        spread = f"{waited[0]:.3f} to {waited[-1]:.3f}"
        wanted = f"<= {aim:.2f}" if aim else ""
        line = f"{name:32}{median(waited):8.3f}{spread:>20}{worked:12.3f}{wanted:>10}"
        print(line.rstrip())


def start(arguments: list[str]) -> Taken:
    """Run Python with these arguments to its end, and measure it."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, check=True)
    waited, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    worked = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Taken(waited, worked)


if __name__ == "__main__":
    main()
