"""The innermost loop of simulation: legal moves as fast as the rules allow, without events."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from settebello.game import Draw, Rules, StateT

T = TypeVar("T")
Choose = Callable[[Sequence[Any]], Any]


def playout(
    game: Rules[StateT], state: StateT, draw: Callable[[Draw], tuple[int, ...]], choose: Choose
) -> int:
    """Play a state on to the end of its match, in place; returns the number of moves made.

    `draw` answers for the house (`Seeded.draw`), `choose` takes one of the legal moves.
    """
    legal, apply, settle = game.legal, game.apply, game.settle
    moves = 0
    while True:
        if state.house is not None:
            settle(state, draw(state.house), None)
        elif seats := state.to_act:
            seat = seats[0] if len(seats) == 1 else choose(seats)
            apply(state, seat, choose(legal(state, seat)), None)
            moves += 1
        else:
            return moves


def chooser(random: Callable[[], float]) -> Choose:
    """A function that takes one of the choices, each with the same chance."""

    def choose(choices: Sequence[T]) -> T:
        return choices[int(random() * len(choices))]

    return choose
