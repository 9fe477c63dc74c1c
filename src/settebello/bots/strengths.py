"""How strong the levels are, as tournaments have measured it (docs/bots.md)."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from settebello.game import Game
from settebello.registry import is_ours


class Strength(NamedTuple):
    """How much a side wins against others of `medium`: of 100 rounds, or of 100 matches."""

    wins: int
    even: int  # what it would win if it were as good as they are
    of: Literal["round", "match"]


StrengthName = Literal["easy", "hard", "random"]

# Made by make ladder, from docs/ladder.
STRENGTHS: Final[dict[tuple[str, int], dict[StrengthName, Strength]]] = {
    ("briscola", 2): {
        "easy": Strength(30, 50, "round"),
        "hard": Strength(70, 50, "round"),
        "random": Strength(6, 50, "round"),
    },
    ("briscola", 3): {
        "easy": Strength(23, 33, "round"),
        "hard": Strength(56, 33, "round"),
        "random": Strength(11, 33, "round"),
    },
    ("briscola", 4): {
        "easy": Strength(41, 50, "round"),
        "hard": Strength(69, 50, "round"),
        "random": Strength(11, 50, "round"),
    },
    ("dice", 3): {
        "easy": Strength(29, 33, "match"),
        "random": Strength(12, 33, "match"),
    },
    ("go_fish", 3): {
        "easy": Strength(23, 33, "round"),
        "random": Strength(6, 33, "round"),
    },
    ("hearts", 4): {
        "easy": Strength(19, 25, "round"),
        "hard": Strength(36, 25, "round"),
        "random": Strength(10, 25, "round"),
    },
    ("liars_dice", 2): {
        "easy": Strength(22, 50, "match"),
        "hard": Strength(91, 50, "match"),
        "random": Strength(0, 50, "match"),
    },
    ("liars_dice", 3): {
        "easy": Strength(7, 33, "match"),
        "hard": Strength(90, 33, "match"),
        "random": Strength(0, 33, "match"),
    },
    ("rummy", 2): {
        "easy": Strength(32, 50, "round"),
        "hard": Strength(60, 50, "round"),
        "random": Strength(1, 50, "round"),
    },
    ("rummy", 3): {
        "easy": Strength(21, 33, "round"),
        "hard": Strength(46, 33, "round"),
        "random": Strength(2, 33, "round"),
    },
    ("rummy", 4): {
        "easy": Strength(18, 25, "round"),
        "hard": Strength(43, 25, "round"),
        "random": Strength(1, 25, "round"),
    },
    ("scopa", 2): {
        "easy": Strength(36, 50, "round"),
        "hard": Strength(61, 50, "round"),
        "random": Strength(16, 50, "round"),
    },
    ("scopa", 3): {
        "easy": Strength(25, 33, "round"),
        "hard": Strength(49, 33, "round"),
        "random": Strength(17, 33, "round"),
    },
    ("scopa", 4): {
        "easy": Strength(25, 25, "round"),
        "hard": Strength(34, 25, "round"),
        "random": Strength(12, 25, "round"),
    },
    ("sixty_six", 2): {
        "easy": Strength(39, 50, "round"),
        "hard": Strength(72, 50, "round"),
        "random": Strength(16, 50, "round"),
    },
    ("sixty_six", 3): {
        "easy": Strength(5, 33, "match"),
        "hard": Strength(56, 33, "round"),
        "random": Strength(0, 33, "match"),
    },
    ("sixty_six", 4): {
        "easy": Strength(17, 25, "round"),
        "hard": Strength(46, 25, "round"),
        "random": Strength(7, 25, "round"),
    },
}
# The end of the ladder.


def strengths_of(game: Game, seats: int) -> dict[StrengthName, Strength]:
    """What was measured at a table of so many; empty if nothing was."""
    return STRENGTHS.get((game.NAME, seats), {}) if is_ours(game) else {}
