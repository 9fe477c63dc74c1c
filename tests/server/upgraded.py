"""Runs `settebello` with rules from files: `python tests/server/upgraded.py FILES serve ...`.

The files have versions of one game, the newest first, as if they were in a package of that version.
PROTOCOL_VERSION in the environment is the version of the protocol that it says it has.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from settebello import registry
from settebello.cli import main
from settebello.table import protocol

_, files, *command = sys.argv
newest, *older = [registry.load_file(Path(file)) for file in files.split(os.pathsep)]
registry.give(newest)
registry.OLDER_RULES = (*older,)  # type: ignore[attr-defined]
protocol.VERSION = int(os.environ.get("PROTOCOL_VERSION", protocol.VERSION))

sys.exit(main(command))
