"""Settings of Python's garbage collector, so that it never stops the server for long.

It looks for cycles of references, and everything waits while it looks at all objects: 1.5 s with
twelve matches of 20,000 moves in memory. So it looks at each object once, while it is young.
Matches leave no cycles, and a connection or request breaks its own when it ends
(tests/server/test_gc_tuning.py). What others may leave is collected when no table is in memory
(housekeeping.py).

100 matches of Scopa as fast as they can, 10 windows of each by turns, medians:

                         processor time of a move   99 % told within   longest
    Python's own settings                  201 us             128 ms    136 ms
    these                                  188 us              37 ms     46 ms
"""

from __future__ import annotations

import gc

YOUNG = 1_000  # objects: a collection of so many takes a millisecond or two
NEVER = 1_000_000_000


def freeze_startup() -> None:
    """Keep all objects of the start out of later collections, which look at young objects only."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, NEVER, NEVER)
