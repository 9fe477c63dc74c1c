"""A first bot for Scopa: the seven of coins before all, else as many cards as it can take."""

from settebello.bots import Turn
from settebello.game import Move


def bot(turn: Turn) -> Move:
    return max(turn.legal, key=value)


def value(move: Move) -> tuple[bool, int]:
    cards = move.text.split()  # "7D x 3D 4S" takes two cards, "7D" none
    return "x" in cards and "7D" in cards, len(cards)
