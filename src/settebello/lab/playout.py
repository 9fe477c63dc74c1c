"""Random playouts: legal moves as fast as the rules allow, without events."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from settebello.game import Rules, StateT
from settebello.stepping import Choose, Drawing, play_out

T = TypeVar("T")


def playout(game: Rules[StateT], state: StateT, draw: Drawing, choose: Choose) -> int:
    """Play a state on to the end of its match, in place; returns the number of moves made.

    `draw` answers for the house (`Seeded.draw`), `choose` takes one of the legal moves.
    """
    return play_out(game, state, draw, choose)


def chooser(random: Callable[[], float]) -> Choose:
    """A function that takes one of the choices, each with the same chance."""

    def choose(choices: Sequence[T]) -> T:
        return choices[int(random() * len(choices))]

    return choose
