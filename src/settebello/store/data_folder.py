"""The data folder of the user, where matches and seats are kept."""

from __future__ import annotations

import os
from pathlib import Path


def folder() -> Path:
    """The data folder: SETTEBELLO_HOME, or one in XDG_DATA_HOME or the home folder.

    Raises OSError if there is no home folder.
    """
    own = os.environ.get("SETTEBELLO_HOME")
    if own:
        return Path(own) / "matches"
    shared = os.environ.get("XDG_DATA_HOME", "")
    data = Path(shared) if os.path.isabs(shared) else Path("~/.local/share")
    try:
        return data.expanduser() / "settebello" / "matches"
    except RuntimeError:
        raise OSError(None, "there is no home folder; set SETTEBELLO_HOME") from None
