"""Settings of Python's garbage collector, so that it never stops the server for long."""

from __future__ import annotations

import gc

YOUNG = 1_000  # objects: a collection of so many takes a millisecond or two
NEVER = 1_000_000_000
MANY = 1_000


class Collector:
    """Decides when all objects are collected.

    Matches are many and leave no cycles, so their objects are looked at once, while they are young.
    Connections and requests do leave cycles; they are collected when many of them have ended.
    """

    def __init__(self) -> None:
        self._since = 0  # so many have ended since the last full collection
        self._enough = MANY

    def freeze_startup(self) -> None:
        """Keep all objects of the start out of later collections."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG, NEVER, NEVER)

    def left_behind(self, still_there: int = 0) -> None:
        """Count a connection or request that has ended; `still_there` connections are open."""
        self._since += 1
        if self._since >= self._enough:
            gc.collect()
            # The more objects there are, the longer it takes, so the rarer it is.
            self._since, self._enough = 0, max(MANY, still_there)
