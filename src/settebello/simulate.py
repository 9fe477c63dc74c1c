"""Many matches, quickly: the loop in which nobody is told anything."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from settebello.game import HOUSE, Draw, Game

T = TypeVar("T")
Choose = Callable[[Sequence[Any]], Any]


def playout(game: Game, state: Any, draw: Callable[[Draw], tuple[int, ...]], choose: Choose) -> int:
    """Play a state on to the end of its match, in place; returns the number of moves.

    `draw` answers for the house (`Seeded.draw`), `choose` takes one of the legal moves.
    """
    to_act, legal, apply = game.to_act, game.legal, game.apply
    house, settle = game.house, game.settle
    moves = 0
    while seats := to_act(state):
        seat = seats[0]
        if seat == HOUSE:
            settle(state, draw(house(state)), None)
            continue
        if len(seats) > 1:
            seat = choose(seats)
        apply(state, seat, choose(legal(state, seat)), None)
        moves += 1
    return moves


def chooser(random: Callable[[], float]) -> Choose:
    """Takes any of the choices, all alike."""

    def choose(choices: Sequence[T]) -> T:
        return choices[int(random() * len(choices))]

    return choose
