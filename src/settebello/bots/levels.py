"""Levels: how well a bot plays, in the same words for every game.

`easy` is the game's rule of thumb with mistakes, at the rate of the table below. `medium` is the
rule of thumb. `hard` searches. A level is called hard only where it was measured to be better than
medium (docs/decisions/0033): where `HARD` has no line, there are two levels.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, get_args

from settebello.bots.policy import policy_of
from settebello.bots.search.think import NO_DEADLINE, TREE, SearchSettings, think
from settebello.bots.search.thought import Thought
from settebello.bots.turn import Bot, BotError, Turn
from settebello.game import Game, Move
from settebello.mind import Mind
from settebello.registry import is_ours

LevelName = Literal["easy", "medium", "hard"]
LEVEL_NAMES: tuple[LevelName, ...] = get_args(LevelName)

# How often `easy` takes any legal move instead of the rule of thumb's.
MISTAKES: Final[dict[str, float]] = {
    "briscola": 0.3,
    "dice": 0.3,
    "go_fish": 0.3,
    "hearts": 0.2,
    "liars_dice": 0.1,  # any bid at all is often the last one
    "rummy": 0.15,
    "scopa": 0.3,
    "sixty_six": 0.05,  # to stop at the wrong moment costs a round
}
MISTAKE: Final = 0.25  # in a game without a line

# The search of `hard`, by game and number of seats. Each line was measured against `medium`.
HARD: Final[dict[tuple[str, int], SearchSettings]] = {
    ("briscola", 2): SearchSettings(worlds=400, margin=0.5),
    ("briscola", 3): SearchSettings(worlds=400, margin=0.5),
    ("briscola", 4): SearchSettings(worlds=400, margin=0.5),
    ("hearts", 4): SearchSettings(worlds=300, margin=1.0),
    ("liars_dice", 2): SearchSettings(worlds=400, margin=1.5, factor=0.05),
    ("liars_dice", 3): SearchSettings(worlds=400, margin=1.5, factor=0.05),
    ("rummy", 2): SearchSettings(worlds=400, margin=1.5, factor=0.05),
    ("rummy", 3): SearchSettings(worlds=400, margin=1.0, factor=0.05),
    ("rummy", 4): SearchSettings(worlds=400, margin=1.0, factor=0.05),
    ("scopa", 2): SearchSettings(worlds=400, margin=0.5),
    ("scopa", 3): SearchSettings(worlds=400, margin=0.5),
    ("scopa", 4): SearchSettings(worlds=400, margin=0.5),
    ("sixty_six", 2): SearchSettings(worlds=200, margin=1.0, factor=0.05),
    ("sixty_six", 3): SearchSettings(worlds=200, margin=1.0, factor=0.05),
    ("sixty_six", 4): SearchSettings(worlds=200, margin=1.0, factor=0.05),
}
# For hints and reviews in games that have no line.
HINTS: Final = SearchSettings(worlds=200, margin=1.5)
# In Go Fish a world is found by a walk in a fraction of the time: few deals fit what was told.
HINTS_IN_GO_FISH: Final = SearchSettings(worlds=200, margin=1.5, factor=0.1)
HINTS_WITHOUT_POLICY: Final = SearchSettings(TREE, worlds=1_000)


def level_names(game: Game, seats: int | None = None) -> tuple[LevelName, ...]:
    """The levels of a game, from weak to strong; with `seats`, those at a table of so many."""
    numbers = measured(game)
    there = bool(numbers) if seats is None else seats in numbers
    return LEVEL_NAMES if there else LEVEL_NAMES[:-1]


def measured(game: Game) -> list[int]:
    """The numbers of seats with which the game's `hard` was measured."""
    return [seats for name, seats in HARD if name == game.NAME and is_ours(game)]


def settings_of(game: Game, seats: int) -> SearchSettings:
    """How to search in a game: as measured, with this or the nearest number of seats."""
    numbers = measured(game)
    if numbers:
        nearest = min(numbers, key=lambda number: (abs(number - seats), number))
        return HARD[game.NAME, nearest]
    if policy_of(game) is None:
        return HINTS_WITHOUT_POLICY
    return HINTS_IN_GO_FISH if game.NAME == "go_fish" and is_ours(game) else HINTS


def think_hard(mind: Mind, random: Callable[[], float], deadline: float = NO_DEADLINE) -> Thought:
    """The search of one decision with the settings of `hard`, for a bot, a hint or a review.

    The same numbers from `random` give the same thought. After `deadline`, by the clock of
    `time.monotonic`, the rule of thumb's move is chosen.
    """
    settings = settings_of(mind.game, mind.seats)
    return think(mind, policy_of(mind.game), settings, random, deadline)


class EasyBot:
    """The game's rule of thumb, with mistakes: now and then it makes any legal move."""

    __slots__ = ("mistakes", "rule")

    def __init__(self, rule: Bot, mistakes: float) -> None:
        self.rule = rule
        self.mistakes = mistakes

    def __call__(self, turn: Turn) -> Move:
        random = turn.random.random
        if random() >= self.mistakes:
            return self.rule(turn)
        legal = turn.legal
        return legal[int(random() * len(legal))]


def hard_bot(turn: Turn) -> Move:
    """The move that search finds; it knows what the turn's mind knows."""
    move = turn.find(think_hard(turn.mind, turn.random.random).text)
    assert move is not None
    return move


def level_bot(level: LevelName, game: Game, rule: Bot) -> Bot:
    """The bot of a level; `rule` is the game's own. BotError if the game has no such level."""
    if level == "easy":
        return EasyBot(rule, MISTAKES.get(game.NAME, MISTAKE) if is_ours(game) else MISTAKE)
    if level == "medium":
        return rule
    if not measured(game):
        raise BotError(f"No bot was measured to play {game.NAME} better than 'medium' does.")
    return hard_bot
