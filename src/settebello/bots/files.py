"""Files with bots in them: given by a path, or beside the rules of a game."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from settebello.bots.turn import BotError
from settebello.game import Game
from settebello.registry import load_module


def file_beside(game: Game) -> Path | None:
    """The file `pig_bot.py` beside the `pig.py` of a game; None if there is none."""
    rules = getattr(game, "__file__", None)
    if rules is None:
        return None
    beside = Path(rules).with_name(f"{Path(rules).stem}_bot.py")
    return beside if beside.is_file() else None


@lru_cache(maxsize=64)
def module_of(path: Path, changed: int) -> Any:
    """The module in a bot's file; it is loaded again when the file has changed."""
    return load_file(path)


def load_file(path: Path) -> Any:
    """The module in a bot's file; BotError if it cannot be loaded."""
    try:
        return load_module(path, "bot")
    except ValueError as error:
        raise BotError(str(error)) from error
