"""`settebello serve --dev`: a server for the author of a game, on their machine.

When one of the files of a game is saved, all of them are loaded anew. A file that does not load
changes nothing, and its error is kept to be shown.

Tables that are opened here are marked in their log (`OpenEntry.dev`) for good. Only at marked
tables are all hands shown, and only they follow the rules when those change.
"""

from __future__ import annotations

from pathlib import Path

from settebello.registry import given


class RulesFile:
    """The rules file of a game: how often it has been loaded, and why it could not be, or ""."""

    __slots__ = ("error", "game", "loads", "path")

    def __init__(self, game: str, path: Path) -> None:
        self.game = game
        self.path = path
        self.loads = 1
        self.error = ""  # of the last try; empty if that one was loaded


class DevReload:
    """The rules files that this server was started with."""

    def __init__(self) -> None:
        self.files = {  # by the name of the game
            name: RulesFile(name, Path(file))
            for name, game in given().items()
            if (file := getattr(game, "__file__", None))
        }
