"""Python's collector of cycles, kept from stopping the server for long."""

from __future__ import annotations

import gc

YOUNG = 1_000  # objects: to look at so many takes a millisecond or two
NEVER = 1_000_000_000
MANY = 1_000


class Collector:
    """Matches leave no cycles, and there are many of them: they are looked at once, when they are
    young. Connections and requests leave some; those that lived longer wait until there are many.
    """

    def __init__(self) -> None:
        self._since = 0  # ended since all objects were looked at
        self._enough = MANY

    def freeze_startup(self) -> None:
        """What is there at the start stays, and is not looked at again."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG, NEVER, NEVER)

    def left_behind(self, still_there: int = 0) -> None:
        """A connection or a request has ended, while so many others are still there."""
        self._since += 1
        if self._since >= self._enough:
            gc.collect()
            # The more there is to look at, the more rarely.
            self._since, self._enough = 0, max(MANY, still_there)
