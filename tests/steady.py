"""Runs `settebello` with luck of a number: `python tests/steady.py NUMBER serve ...`.

Each match has the same luck, and each turn of a bot too: so a match goes as the moves at it say,
whatever else there is on the server. Ids and secrets are as random as ever. PROTOCOL_VERSION in the
environment is the version that it says it has.
"""

from __future__ import annotations

import os
import random
import secrets  # before the system's chance is replaced: it keeps its own
import sys

_, luck, *command = sys.argv


class Steady(random.Random):
    """Stands in for the system's chance."""

    def __init__(self) -> None:
        super().__init__(int(luck))


assert secrets.token_bytes(1)
random.SystemRandom = Steady  # type: ignore[assignment, misc]

from settebello.cli import main  # noqa: E402
from settebello.table import protocol  # noqa: E402

protocol.VERSION = int(os.environ.get("PROTOCOL_VERSION", protocol.VERSION))

sys.exit(main(command))
