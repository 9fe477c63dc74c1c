"""The best play of one turn of Dice, computed exactly: every throw that may come is gone through.

What is best depends on what the end of a turn is worth, which the caller says: the points, for
instance, or the chance to win. Rule numbers are those of docs/games/dice.md.
"""

from collections.abc import Callable

from settebello.cards import Seat
from settebello.games.dice import ASKING, COUNT, State

# What it is worth to a player to end a turn with these points; the next player's turn is lost then
# if the second argument is true.
Worth = Callable[[int, bool], float]


class TurnSoFar:
    """What the throws of a turn have come to, as far as the rest of the turn depends on it."""

    __slots__ = ("by_count", "points", "run_face", "run_length", "six", "three_alike")

    def __init__(
        self, points: int, by_count: bool, run_face: int, run_length: int, alike: bool, six: bool
    ) -> None:
        self.points = points  # before the turn
        self.by_count = by_count  # rule 13 looks at the count, not at the faces
        self.run_face = run_face
        self.run_length = run_length
        self.three_alike = alike
        self.six = six

    @staticmethod
    def of(state: State, seat: Seat) -> "TurnSoFar":
        """The turn of a seat that is to act."""
        run = state.run_faces[seat], state.run_lengths[seat]
        return TurnSoFar(state.points[seat], state.by_count, *run, state.three_alike, state.six)

    def thrown(self, face: int) -> "TurnSoFar":
        """The same turn after one more throw (rule 21)."""
        length = self.run_length + 1 if face == self.run_face else 1
        alike, six = self.three_alike or length >= 3, self.six or face == 6
        return TurnSoFar(self.points, self.by_count, face, length, alike, six)

    def ended(self, count: int, worth: Worth) -> float:
        """What the turn is worth if it ends now with this count (rules 5, 13, 21)."""
        points = 0 if self.three_alike else self.points + count
        return worth(points, count == 6 if self.by_count else self.six)


def after_keeping(turn: TurnSoFar, worth: Worth) -> float:
    """What it is worth to keep a 1."""
    return turn.ended(1, worth)


def after_rerolling(turn: TurnSoFar, worth: Worth) -> float:
    """What it is worth to throw a 1 again (rule 9)."""
    total = 0.0
    for face in range(1, 7):
        total += turn.thrown(face).ended(face, worth)
    return total / 6


def after_skipping(turn: TurnSoFar, worth: Worth) -> float:
    """What it is worth to skip (rule 20)."""
    return worth(turn.points, False)


def after_throwing(turn: TurnSoFar, worth: Worth) -> float:
    """What it is worth to throw, and then to do the better thing after a 1."""
    total = 0.0
    for face in range(1, 7):
        first = turn.thrown(face)
        if face == 1:
            total += max(after_rerolling(first, worth), after_keeping(first, worth))
        elif face == 5:  # rule 18
            again = 0.0
            for second in range(1, 7):
                again += first.thrown(second).ended(5 * second, worth)
            total += again / 6
        else:
            total += first.ended(COUNT[face], worth)  # rule 14
    return total / 6


def values(state: State, seat: Seat, worth: Worth) -> tuple[float, float]:
    """What the two choices of a seat are worth: to throw or to skip, to re-roll or to keep.

    In an extra turn (rule 22) there is no choice: the second number is of no use then.
    """
    turn = TurnSoFar.of(state, seat)
    if state.phase == ASKING:
        return after_rerolling(turn, worth), after_keeping(turn, worth)
    return after_throwing(turn, worth), after_skipping(turn, worth)
