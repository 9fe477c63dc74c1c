"""In which steps a table tells of a move: who hears of what, and who is waited for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from settebello.events import Event


class Step:
    """A step of telling: so many of the events have been told after it, to these groups in turn.

    Each group is waited for before the next one is told. The last group of a move's last step are
    those who are to act: they are asked for a move, which is their answer.
    """

    __slots__ = ("groups", "upto")

    def __init__(self, upto: int, groups: tuple[tuple[int, ...], ...]) -> None:
        self.upto = upto
        self.groups = groups


class Plan(Protocol):
    """In which steps a table tells of a move."""

    @property
    def together(self) -> bool:
        """Whether it holds still unless everybody is there: see `Table.held`."""

    def steps(
        self, events: Sequence[Event], to_act: Sequence[int], seats: int
    ) -> Sequence[Step]: ...


class OthersFirst:
    """Everything at once: to those who are not to act, then to those who are."""

    together = False

    def steps(self, events: Sequence[Event], to_act: Sequence[int], seats: int) -> list[Step]:
        return [Step(len(events), others_first(to_act, seats))]


def others_first(to_act: Sequence[int], seats: int) -> tuple[tuple[int, ...], ...]:
    others = tuple([seat for seat in range(seats) if seat not in to_act])
    if not others or not to_act:
        return (others or tuple(to_act),)
    return others, tuple(to_act)


OTHERS_FIRST = OthersFirst()
