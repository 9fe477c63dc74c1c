"""Chance that is the same every time, in place of the system's.

Each match has the same luck, and each turn of a bot too: so a match goes as the moves at it say,
whatever else there is. Ids and secrets are as random as ever. LUCK in the environment, another
number, gives other matches.
"""

from __future__ import annotations

import os
import random
import secrets  # before the system's chance is replaced: it keeps its own

import settebello.luck

SYSTEM = random.SystemRandom
LUCK = int(os.environ.get("LUCK", "3"))


class Steady(random.Random):
    """Stands in for the system's chance."""

    luck = LUCK

    def __init__(self) -> None:
        super().__init__(self.luck)


def make_steady(luck: int = LUCK) -> None:
    """Let luck of this number stand in for the system's, in this process."""
    assert secrets.token_bytes(1)
    Steady.luck = luck
    random.SystemRandom = Steady  # type: ignore[assignment, misc]
    settebello.luck.system_random = Steady
