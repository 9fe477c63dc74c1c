"""Settebello: a table for card and dice games. One file of pure rules makes a game."""

from settebello.catalogue import games
from settebello.game import IllegalMove
from settebello.luck import Scripted
from settebello.match import Match

__all__ = ["IllegalMove", "Match", "Scripted", "games"]
