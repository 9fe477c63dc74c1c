"""A bot for Dice: in each turn it does what gives it the better chance to win.

Every throw adds points, and a lead of ten ends the game, so there is little reason to hold back:
only when three faces alike could cost all the points (rule 21), and the lead is worth more than
one more throw. The turn itself is computed exactly; how the game may go on after it is estimated.
"""

from math import exp, sqrt
from typing import Final

from settebello.bots import dice_turn
from settebello.bots.turn import Turn
from settebello.cards import Seat
from settebello.dealing import Random
from settebello.game import Move, Play
from settebello.games.dice import (
    ASKING,
    DECIDING,
    EXTRA_TURNS,
    KEEP,
    REROLL,
    SKIP,
    THROW,
    VERBS,
    State,
    setup,
)

MEAN: Final = 35 / 6  # the points of a turn that is thrown, and re-rolled after a 1
VARIANCE: Final = 41.3
STEEP: Final = 1.7  # a logistic curve that is as steep is close to the normal one
VERB: Final = tuple(VERBS)
FAR: Final = 100.0  # standard deviations; beyond them `exp` could overflow


def choose(state: State, seat: Seat, memory: None, random: Random) -> Play:
    """To throw or to skip, to re-roll or to keep; the first of two that are worth the same."""
    asking = state.phase == ASKING
    if not asking and state.turn >= state.turns:
        return (THROW,)  # rule 22: extra turns cannot be skipped
    bold, careful = dice_turn.values(state, seat, Prospects(state, seat).chance)
    if asking:
        return (REROLL,) if bold >= careful else (KEEP,)
    return (THROW,) if bold >= careful else (SKIP,)


class Prospects:
    """The chance of a seat to win after its turn, estimated by the points and the turns left."""

    __slots__ = ("_others", "_seat", "_state")

    def __init__(self, state: State, seat: Seat) -> None:
        self._state = state
        self._seat = seat
        self._others = [other for other in state.order if other != seat]

    def chance(self, points: int, loses_next: bool) -> float:
        """The chance if the turn ends with these points, and the next turn is lost or not."""
        state, turn = self._state, self._state.turn + 1
        one, two = state.points[self._others[0]], state.points[self._others[1]]
        low, high = min(points, min(one, two)), max(points, max(one, two))
        middle = points + one + two - low - high
        over = middle < high or turn >= state.turns + EXTRA_TURNS  # rules 7, 22
        if turn < state.turns:  # rules 8, 22
            ignores_ties = bool(state.options["early_end_ignores_ties"])
            over = high - middle >= 10 and (low < middle or ignores_ties)
        if over and points < high:
            return 0.0
        if over:
            return 1.0 if middle < high else 0.5 if low < high else 1 / 3
        begins = turn + 1 if loses_next else turn
        ends = max(state.turns, begins + 1)  # a shared lead goes on for a turn
        own = self._turns(self._seat, begins, ends)
        chance = 1.0
        for other in self._others:
            theirs = self._turns(other, begins, ends)
            lead = points - state.points[other] + MEAN * (own - theirs)
            if own + theirs:
                sigmas = lead / sqrt(VARIANCE * (own + theirs))
                chance /= 1 + exp(-STEEP * max(sigmas, -FAR))
            elif lead <= 0:
                chance *= 0.5 if lead == 0 else 0.0
        return chance

    def _turns(self, seat: Seat, begins: int, ends: int) -> int:
        """How many of these turns are the seat's."""
        at = self._state.order.index(seat)
        return (ends - at + 2) // 3 - (begins - at + 2) // 3


# A seat far from its match has a view, and no state.


def by_view(turn: Turn) -> Move:
    """What the policy chooses, by the view of a turn: nothing is hidden in this game."""
    facts = turn.view.facts
    state = setup(turn.options, 3, facts["order"])
    state.turn, state.points = facts["turn"], facts["scores"][:]
    state.run_faces, state.run_lengths = facts["run_faces"], facts["run_lengths"]
    asking = turn.legal[0].verb == "reroll"
    state.phase = ASKING if asking else DECIDING
    state.three_alike = asking and state.run_lengths[turn.seat] >= 3
    play = choose(state, turn.seat, None, turn.random.random)
    return next(move for move in turn.legal if move.verb == VERB[play[0]])
