"""The games that come with Settebello: pure rules, one file each."""

from settebello.game import Game
from settebello.games import (
    briscola,
    dice,
    go_fish,
    hearts,
    liars_dice,
    rummy,
    scopa,
    sixty_six,
)

OUR_GAMES: tuple[Game, ...] = (
    dice,
    scopa,
    sixty_six,
    rummy,
    briscola,
    hearts,
    liars_dice,
    go_fish,
)

# Rules that were replaced by a newer version and that some record may still need.
OLDER_RULES: tuple[Game, ...] = ()
