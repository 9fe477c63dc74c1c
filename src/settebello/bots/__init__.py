"""Bots: a bot is a function that gets a `Turn`, what a person in its seat has, and returns a move.

`random` plays any game. Each of our games has a `bot` that plays by rules of thumb; that of another
game is the file `pig_bot.py` beside its `pig.py`. Any other bot is a file with a function `bot`,
given by its path.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Literal, get_args

from settebello.bots import (
    briscola,
    dice,
    go_fish,
    hearts,
    liars_dice,
    rummy,
    scopa,
    sixty_six,
)
from settebello.bots.policy import policy_bot
from settebello.bots.turn import Bot, BotError, Turn, ask, choose, random_bot
from settebello.game import Game
from settebello.games import OLDER_RULES, OUR_GAMES
from settebello.registry import load_module

__all__ = [
    "BOT_NAMES",
    "Bot",
    "BotError",
    "BotName",
    "Turn",
    "ask",
    "choose",
    "find_bot",
    "own_bot",
    "random_bot",
]

BotName = Literal["bot", "random"]  # those that exist for every game
BOT_NAMES: tuple[BotName, ...] = get_args(BotName)

OUR_BOTS: dict[str, Bot] = {
    "dice": dice.bot,
    "scopa": policy_bot(scopa),
    "sixty_six": sixty_six.bot,
    "rummy": policy_bot(rummy),
    "briscola": policy_bot(briscola),
    "hearts": hearts.bot,
    "liars_dice": policy_bot(liars_dice),
    "go_fish": policy_bot(go_fish),
}


def find_bot(name: str, game: Game) -> Bot:
    """`random`, the game's own `bot` (random if it has none), or the one in a file.

    Raises BotError if there is no such bot, or if it cannot be used.
    """
    if name == "random":
        return random_bot
    if name == "bot":
        return own_bot(game) or random_bot
    if name.endswith(".py"):
        return load_bot(Path(name))
    raise BotError(
        f"There is no bot '{name}'. A bot is random, bot (the game's own), "
        "or the path of a .py file with a function 'bot'."
    )


def own_bot(game: Game) -> Bot | None:
    """The game's own bot, None if it has none; BotError if the one beside its file is broken."""
    if game in OUR_GAMES or game in OLDER_RULES:
        return OUR_BOTS.get(game.NAME)
    rules = getattr(game, "__file__", None)
    if rules is None:
        return None
    beside = Path(rules).with_name(f"{Path(rules).stem}_bot.py")
    return _load_once(beside, beside.stat().st_mtime_ns) if beside.is_file() else None


@lru_cache(maxsize=64)
def _load_once(path: Path, changed: int) -> Bot:
    """The bot of a file; it is loaded again when the file has changed."""
    return load_bot(path)


def load_bot(path: Path) -> Bot:
    """The function `bot` of a file; BotError if it has none."""
    try:
        bot = getattr(load_module(path, "bot"), "bot", None)
    except ValueError as error:
        raise BotError(str(error)) from error
    if not callable(bot):
        raise BotError(f"The bot file {path} needs a function 'bot' that takes a turn.")
    found: Bot = bot
    return found
