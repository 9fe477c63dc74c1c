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
    COUNT,
    EXTRA_TURNS,
    KEEP,
    REROLL,
    SKIP,
    THROW,
    State,
)

MEAN: Final = 35 / 6  # the points of a turn that is thrown, and re-rolled after a 1
VARIANCE: Final = 41.3
STEEP: Final = 1.7  # a logistic curve that is as steep is close to the normal one
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


ENDINGS = 200


def bot(turn: Turn) -> Move:
    bold, *careful = turn.legal  # throw or skip; reroll or keep
    if not careful:
        return bold
    game = DiceGame(turn)
    _, length = game.runs[turn.seat]
    return max(bold, *careful, key=game.chance) if length == 2 else bold


class DiceGame:
    """The state of the game, from the view and, for the faces that were thrown, the notices."""

    def __init__(self, turn: Turn) -> None:
        facts = turn.view.facts
        self.seat = turn.seat
        self.random = turn.random.random
        self.order: list[int] = facts["order"]
        self.points: list[int] = facts["scores"]
        self.turn: int = facts["turn"]
        self.turns: int = facts["turns"]
        self.face_counts = turn.options["skip_on"] == "face"  # rule 13
        self.ignores_ties = bool(turn.options["early_end_ignores_ties"])  # rule 22
        self.runs = [(0, 0)] * 3  # the face that each player threw last, and how often in a row
        searched = [False] * 3
        for notice in reversed(turn.told):  # from the newest: a few of them are enough
            seat = notice.get("seat", 0)
            if notice["event"] == "PointsReset":
                searched[seat] = True
            elif notice["event"] == "Thrown" and not searched[seat]:
                face, length = self.runs[seat]
                searched[seat] = length > 0 and face != notice["face"]
                if not searched[seat]:
                    self.runs[seat] = (notice["face"], length + 1)
            if all(searched):
                break

    def chance(self, move: Move) -> float:
        """The chance to win after this move, when everybody throws and re-rolls from then on."""
        return sum(self.imagine(move.text) for _ in range(ENDINGS)) / ENDINGS

    def imagine(self, first: str) -> float:
        """The share of the win in one ending of the game."""
        points, runs = self.points[:], self.runs[:]
        turn, lose_next = self.turn, False
        while not self.is_over(points, turn):
            seat = self.order[turn % 3]
            turn += 1
            if lose_next or first == "skip":
                lose_next, first = False, ""
                continue
            faces: list[int] = []
            count = 1
            if first != "keep":
                faces.append(self.throw())
                count = faces[0] if first == "reroll" else COUNT[faces[0]]  # rules 9, 14
                if first != "reroll" and faces[0] in (1, 5):  # rules 9, 18
                    faces.append(self.throw())
                    count = faces[1] if faces[0] == 1 else 5 * faces[1]
            points[seat] += count
            for face in faces:
                length = runs[seat][1] + 1 if runs[seat][0] == face else 1
                runs[seat] = (face, length)
                if length == 3:  # rule 21
                    points[seat] = 0
            if points[seat] == 0:
                runs[seat] = (0, 0)
            lose_next = 6 in faces if self.face_counts else count == 6
            first = ""
        best = [seat for seat in range(3) if points[seat] == max(points)]
        return (self.seat in best) / len(best)

    def throw(self) -> int:
        return int(self.random() * 6) + 1

    def is_over(self, points: list[int], turn: int) -> bool:
        """Rules 7, 8 and 22."""
        low, middle, high = sorted(points)
        if turn < self.turns:
            return high - middle >= 10 and (low < middle or self.ignores_ties)
        return middle < high or turn >= self.turns + EXTRA_TURNS
