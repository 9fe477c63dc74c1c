"""Bots: a bot is a function that gets a `Turn`, what a person in its seat has, and returns a move.

`random` plays any game. Each of our games has a `bot` that plays by rules of thumb. Any other bot
is a file with a function `bot`, given by its path.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal, get_args

from settebello.bots import briscola, dice, rummy, scopa, sixty_six
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
    "random_bot",
]

BotName = Literal["bot", "random"]  # those that exist for every game
BOT_NAMES: tuple[BotName, ...] = get_args(BotName)

OUR_BOTS: dict[str, Bot] = {
    "dice": dice.bot,
    "scopa": scopa.bot,
    "sixty_six": sixty_six.bot,
    "rummy": rummy.bot,
    "briscola": briscola.bot,
}


def find_bot(name: str, game: Game) -> Bot:
    """`random`, the game's own `bot` (random if it has none), or the one in a file.

    Raises BotError if there is no such bot.
    """
    if name == "random":
        return random_bot
    if name == "bot":
        ours = game in OUR_GAMES or game in OLDER_RULES
        return OUR_BOTS.get(game.NAME, random_bot) if ours else random_bot
    if name.endswith(".py"):
        return load_bot(Path(name))
    raise BotError(
        f"There is no bot '{name}'. A bot is random, bot (the game's own), "
        "or the path of a .py file with a function 'bot'."
    )


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
