"""The data folder of the user, where stores and seats are kept."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import PlatformDirs
from platformdirs.unix import Unix


def folder() -> Path:
    """The data folder: SETTEBELLO_HOME, or where this system keeps data.

    Raises OSError if there is no home folder.
    """
    own = os.environ.get("SETTEBELLO_HOME")
    if own:
        return Path(own)
    data = PlatformDirs("settebello", appauthor=False).user_data_path
    if not data.is_absolute() and PlatformDirs is Unix:  # XDG: such a setting does not count
        data = Path("~/.local/share/settebello").expanduser()
    if not data.is_absolute():
        raise OSError(None, "there is no home folder; set SETTEBELLO_HOME")
    return data
