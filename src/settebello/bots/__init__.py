"""Bots: a bot is a function that gets a `Turn`, what a person in its seat has, and returns a move.

`random` plays any game. Each of our games has a `bot` that plays by rules of thumb; that of another
game is the file `pig_bot.py` beside its `pig.py`. `easy`, `medium` and `hard` are levels of the
same: see `levels`. Any other bot is a file with a function `bot`, given by its path. A file may
have a policy instead, or as well: a function `choose`, which plays on raw states and is much faster
(`policy`).
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, get_args

from settebello.bots.files import file_beside, load_file, module_of
from settebello.bots.levels import LEVEL_NAMES, level_bot, level_names
from settebello.bots.policy import OUR_POLICIES, policy_bot, policy_in
from settebello.bots.turn import Bot, BotError, Turn, ask, choose, random_bot
from settebello.game import Game
from settebello.games import OLDER_RULES, OUR_GAMES

__all__ = [
    "BOT_NAMES",
    "Bot",
    "BotError",
    "BotName",
    "Turn",
    "ask",
    "choose",
    "find_bot",
    "level_names",
    "own_bot",
    "random_bot",
]

BotName = Literal["bot", "random"]  # those that exist for every game
BOT_NAMES: tuple[BotName, ...] = get_args(BotName)

OUR_BOTS: dict[str, Bot] = {name: policy_bot(policy) for name, policy in OUR_POLICIES.items()}


def find_bot(name: str, game: Game) -> Bot:
    """`random`, the game's own `bot` (random if it has none), a level, or the one in a file.

    Raises BotError if there is no such bot, or if it cannot be used.
    """
    if name == "random":
        return random_bot
    if name == "bot":
        return own_bot(game) or random_bot
    if name in LEVEL_NAMES:
        return level_bot(name, game, own_bot(game) or random_bot)
    if name.endswith(".py"):
        return load_bot(Path(name))
    raise BotError(
        f"There is no bot '{name}'. A bot is random, bot (the game's own), easy, medium, hard, "
        "or the path of a .py file with a function 'bot'."
    )


def own_bot(game: Game) -> Bot | None:
    """The game's own bot, None if it has none; BotError if the one beside its file is broken."""
    if game in OUR_GAMES or game in OLDER_RULES:
        return OUR_BOTS.get(game.NAME)
    beside = file_beside(game)
    return None if beside is None else _load_once(beside, beside.stat().st_mtime_ns)


@lru_cache(maxsize=64)
def _load_once(path: Path, changed: int) -> Bot:
    """The bot of a file; it is loaded again when the file has changed."""
    return bot_in(module_of(path, changed), path)


def load_bot(path: Path) -> Bot:
    """The bot of a file: its function `bot`, or the policy that it is; BotError if it has none."""
    return bot_in(load_file(path), path)


def bot_in(module: Any, path: Path) -> Bot:
    policy = policy_in(module)
    if policy is not None:
        return policy_bot(policy)
    bot = getattr(module, "bot", None)
    if not callable(bot):
        raise BotError(f"The bot file {path} needs a function 'bot' that takes a turn.")
    found: Bot = bot
    return found
