"""Trap, a toy for tests of reviews: what a move is worth depends on how it is played on.

Seat 0 stays, and a die decides; or runs, and may then win or lose as it likes; or hopes that seat 1
does not see the win. No card is hidden.
"""

from typing import Any

from settebello.cards import Place, Seat
from settebello.game import Draw, Facts, Options, Play, Previous, Result, Tell

NAME, VERSION, SEATS, OPTIONS, FACES = "trap", 1, (2,), (), ()
VERBS = {"stay": "stay", "run": "run", "hope": "hope", "win": "win", "lose": "lose"}
STAY, RUN, HOPE, WIN, LOSE = range(5)
DIE = Draw.die("die")


class State:
    def __init__(self) -> None:
        self.house: Draw | None = None
        self.to_act: tuple[Seat, ...] = (Seat(0),)
        self.begun = False
        self.winner = -1

    def clone(self) -> "State":
        new = State()
        new.house, new.to_act = self.house, self.to_act
        new.begun, new.winner = self.begun, self.winner
        return new


def bound(options: Options, seats: int) -> int:
    return 2


def setup(options: Options, seats: int, previous: Previous) -> State:
    return State()


def settle(state: State, outcome: tuple[int, ...], tell: Tell | None) -> None:
    state.house, state.winner = None, outcome[0] % 2


def legal(state: State, seat: Seat) -> list[Play]:
    return [(WIN,), (LOSE,)] if state.begun else [(STAY,), (RUN,), (HOPE,)]


def apply(state: State, seat: Seat, play: Play, tell: Tell | None) -> None:
    state.begun, state.to_act = True, ()
    if play[0] == STAY:
        state.house = DIE
    elif play[0] in (RUN, HOPE):
        state.to_act = (Seat(0 if play[0] == RUN else 1),)
    else:
        state.winner = seat if play[0] == WIN else 1 - seat


def result(state: State) -> Result:
    winners = () if state.winner < 0 else (Seat(state.winner),)
    return Result((0, 0), winners)


def places(state: State) -> list[Place]:
    return []


def public(state: State) -> Facts:
    return {}


class Careless:
    """A policy that misleads: it throws a win away, and so believes that others do."""

    last = (LOSE,)

    def choose(self, state: State, seat: Seat, memory: Any, random: Any) -> Play:
        return self.last if state.begun else (STAY,)


class Awake(Careless):
    """A policy that sees a win."""

    last = (WIN,)
