"""What a tournament has shown: wins, differences to the first bot, and their 95 % intervals.

The intervals are over deals: the value of a deal is the mean over its matches. Each bot has had
each seat of each deal, so luck that favours a seat cancels out.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

SHARES = math.lcm(*range(1, 11))  # a win in parts, so that up to ten seats share one exactly
Z = 1.959964  # standard errors on each side of a 95 % interval


class Interval(NamedTuple):
    """A mean with its 95 % interval; without one (None) where there are too few deals."""

    mean: float
    low: float | None
    high: float | None


class Forfeit(NamedTuple):
    """A match that a bot has lost because it failed in it."""

    bot: int
    sentence: str
    is_fatal: bool = False  # it hung, or it ended the process


class DealOutcome(NamedTuple):
    """What came out of one deal, by bot."""

    deal: int
    wins: list[int]  # of its seats or teams together, in shares
    points: list[int]  # of its seats, in matches that were played to the end
    seats: list[int]  # how many seats these points are of
    forfeits: list[Forfeit]
    moves: int
    decisions: list[int]  # that took time
    seconds: list[float]  # of processor time for all of them


class LadderRow(NamedTuple):
    """How one bot did against a table of the first."""

    name: str
    matches: int
    wins: Interval  # its share of them
    difference: Interval  # to the share of the first bot
    points: Interval  # a match, more than the first bot has in the same deals
    forfeits: int  # matches that it lost because it failed
    decisions: int
    milliseconds: float | None  # of processor time for a decision


class Sums:
    """A mean and its spread, from sums: nothing is kept of the single values."""

    def __init__(self) -> None:
        self.count = 0
        self.sum = 0.0
        self.squares = 0.0

    def add(self, value: float) -> None:
        self.count += 1
        self.sum += value
        self.squares += value * value

    @property
    def interval(self) -> Interval:
        count = self.count
        if count < 2:
            return Interval(self.sum / count if count else 0.0, None, None)
        mean = self.sum / count
        variance = max(0.0, self.squares - count * mean * mean) / (count - 1)
        half = Z * math.sqrt(variance / count)
        return Interval(mean, mean - half, mean + half)


def clipped(found: Interval) -> Interval:
    """The same interval within 0 and 1."""
    if found.low is None or found.high is None:
        return found
    return Interval(found.mean, max(0.0, found.low), min(1.0, found.high))


def as_json(found: Interval) -> dict[str, Any]:
    return {
        name: None if value is None else round(value, 6) for name, value in found._asdict().items()
    }


class TournamentTally:
    """The counts of the deals that are done, in the order of the deals."""

    def __init__(self, bots: int, sides: int) -> None:
        self._sides = sides
        many = range(bots)
        self.deals = 0
        self.moves = 0
        self.wins = [Sums() for _ in many]  # the share of a bot's wins in a deal
        self.differences = [Sums() for _ in many]  # to the share of the first bot
        self.points = [Sums() for _ in many]  # in a match, more than the first bot has
        self.forfeits = [0 for _ in many]
        self.sentences = ["" for _ in many]  # what went wrong first
        self.decisions = [0 for _ in many]
        self.seconds = [0.0 for _ in many]
        self.fatal = [0 for _ in many]

    def add(self, outcome: DealOutcome) -> None:
        """Count a deal."""
        self.deals += 1
        self.moves += outcome.moves
        sides = self._sides
        seats, points = outcome.seats, outcome.points
        for bot, won in enumerate(outcome.wins):
            # The first bot has all sides in its one match, the others one side in each of theirs.
            self.wins[bot].add(won / SHARES / sides)
            self.differences[bot].add((won - outcome.wins[0]) / SHARES / sides)
            if seats[bot] and seats[0]:
                self.points[bot].add(points[bot] / seats[bot] - points[0] / seats[0])
            self.decisions[bot] += outcome.decisions[bot]
            self.seconds[bot] += outcome.seconds[bot]
        for forfeit in outcome.forfeits:
            self.forfeits[forfeit.bot] += 1
            self.fatal[forfeit.bot] += forfeit.is_fatal
            self.sentences[forfeit.bot] = self.sentences[forfeit.bot] or forfeit.sentence

    def rows(self, names: Sequence[str]) -> list[LadderRow]:
        """A row for each bot."""
        found = []
        for bot, name in enumerate(names):
            decisions = self.decisions[bot]
            row = LadderRow(
                name,
                matches=self.deals * (self._sides if bot else 1),
                wins=clipped(self.wins[bot].interval),
                difference=self.differences[bot].interval,
                points=self.points[bot].interval,
                forfeits=self.forfeits[bot],
                decisions=decisions,
                milliseconds=1000 * self.seconds[bot] / decisions if decisions else None,
            )
            found.append(row)
        return found
