"""Bots and ends of a match for tests of the client."""

from __future__ import annotations

from client.scripted import Line, told
from settebello.bots import Turn
from settebello.game import Move
from settebello.table import protocol


def first(turn: Turn) -> Move:
    return turn.legal[0]


class Chooser:
    """Chooses the first move, and remembers what it was given."""

    def __init__(self) -> None:
        self.turns: list[Turn] = []

    def __call__(self, turn: Turn) -> Move:
        self.turns.append(turn)
        return turn.legal[0]


def end(line: Line, number: int = 9) -> None:
    """The match ends, is acknowledged, and the client goes."""
    line.send(told(number, over=True))
    assert line.receive(protocol.Ack).number == number
    line.receive_end()
