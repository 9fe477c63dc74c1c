"""What a search has found: for hints, reviews and tests as well as for the move itself."""

from collections.abc import Sequence
from math import sqrt

from settebello.game import Play


class Thought:
    """The moves of a seat, each with its chance to win, as far as a search has looked.

    `plays`, `texts`, `chances` and `errors` are in the same order; an error is the standard error
    of a chance. `tried` says how many rollouts are behind each of them. `choice` and
    `policy_choice` are positions in these lists; the second is -1 in a game without a policy.
    `worlds` is how many worlds were dealt; `late` says that time ran out, so the policy has chosen.
    """

    __slots__ = (
        "chances", "choice", "errors", "late", "plays", "policy_choice", "texts", "tried", "worlds",
    )  # fmt: skip

    def __init__(self, plays: Sequence[Play], texts: Sequence[str], policy_choice: int) -> None:
        self.plays: list[Play] = list(plays)
        self.texts: list[str] = list(texts)
        self.policy_choice = policy_choice
        self.choice = max(0, policy_choice)
        self.chances: list[float] = [0.0] * len(self.plays)
        self.errors: list[float] = [0.0] * len(self.plays)
        self.tried: list[int] = [0] * len(self.plays)
        self.worlds = 0
        self.late = False

    @property
    def play(self) -> Play:
        """The move that was chosen."""
        return self.plays[self.choice]

    @property
    def text(self) -> str:
        """The text of the move that was chosen."""
        return self.texts[self.choice]

    def note(self, number: int, rewards: Sequence[float]) -> None:
        """Keep what the rollouts of a move have won."""
        self.tried[number] = len(rewards)
        self.chances[number], self.errors[number] = mean_and_error(rewards)

    def to_dict(self) -> dict[str, object]:
        """The same as JSON-ready data, the best moves first."""
        order = sorted(range(len(self.plays)), key=lambda n: (n != self.choice, -self.chances[n]))
        moves = [
            {"move": self.texts[n], "chance": round(self.chances[n], 4),
             "error": round(self.errors[n], 4), "tried": self.tried[n]}
            for n in order
        ]  # fmt: skip
        rule = self.texts[self.policy_choice] if self.policy_choice >= 0 else None
        return {
            "choice": self.text, "policy": rule, "worlds": self.worlds, "late": self.late,
            "moves": moves,
        }  # fmt: skip


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """The mean of some values, and its standard error."""
    count = len(values)
    if count == 0:
        return 0.0, 0.0
    mean = sum(values) / count
    if count == 1:
        return mean, 0.0
    squares = 0.0
    for value in values:
        squares += (value - mean) * (value - mean)
    return mean, sqrt(squares / (count - 1) / count)


def paired(one: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """The mean of the differences between two moves in the same worlds, and its standard error."""
    return mean_and_error([one[n] - other[n] for n in range(min(len(one), len(other)))])
