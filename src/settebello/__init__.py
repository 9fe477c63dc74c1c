"""Settebello: a table for card and dice games. One file of pure rules makes a game."""

from settebello import match
from settebello.game import IllegalMove
from settebello.luck import Scripted
from settebello.match import Match
from settebello.registry import games

COMPILED = not match.__file__.endswith(".py")  # the core, from the same sources: `make compiled`

__all__ = ["COMPILED", "IllegalMove", "Match", "Scripted", "games"]
