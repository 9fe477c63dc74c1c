"""Runs `settebello` with luck of a number: `python tests/steady.py NUMBER serve ...`.

PROTOCOL_VERSION in the environment is the version that it says it has.
"""

from __future__ import annotations

import os
import sys

from chance import make_steady

_, luck, *command = sys.argv
make_steady(int(luck))

from settebello.cli import main  # noqa: E402
from settebello.table import protocol  # noqa: E402

protocol.VERSION = int(os.environ.get("PROTOCOL_VERSION", protocol.VERSION))

sys.exit(main(command))
