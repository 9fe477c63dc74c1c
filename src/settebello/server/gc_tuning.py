"""Settings of Python's garbage collector, so that it neither stops the server nor costs much.

It looks for cycles of references, and everything waits while it looks at all objects: 1.5 s with
twelve matches of 20,000 moves in memory. So it looks at objects once, while they are young. Nearly
all of them are parts of matches, which leave no cycles; a connection or request breaks its own when
it ends (tests/server/test_gc_tuning.py). To look at each of them is 7 % of the time of a move, so
it looks at samples: when it finds a cycle, it goes on looking until there are no more. What others
may leave between two samples is collected when no table is in memory (housekeeping.py).

100 matches of Scopa as fast as they can, windows of each by turns, medians:

                         processor time of a move   99 % told within   longest
    Python's own settings                  201 us             128 ms    136 ms
    all young objects                      188 us              37 ms     46 ms
"""

from __future__ import annotations

import gc
from typing import Literal

YOUNG = 1_000  # objects: a collection of so many takes a millisecond or two
NEVER = 1_000_000_000
ONE_IN = 16  # of so many collections one looks, as long as none finds anything


def freeze_startup() -> None:
    """Keep all objects of the start out of later collections, which look at young objects only."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, NEVER, NEVER)
    if SAMPLES not in gc.callbacks:
        gc.callbacks.append(SAMPLES)


def collect_everything() -> None:
    """Look at all objects, also at those that were left out: 20 ms where no table is in memory."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


class Samples:
    """Told by Python when a collection starts and stops; lets most of them look at nothing."""

    def __init__(self) -> None:
        self._left = ONE_IN  # until the one that looks

    def __call__(self, phase: Literal["start", "stop"], info: dict[str, int]) -> None:
        if info["generation"]:
            return  # somebody has asked for it
        if phase == "start":
            self._left -= 1
            if self._left:
                gc.freeze()  # all that is young counts as looked at
        elif not self._left:
            self._left = 1 if info["collected"] else ONE_IN


SAMPLES = Samples()
