"""The fields of notices, as arguments of sentences: what each is called, and which are wanted."""

from __future__ import annotations

from collections.abc import Container
from typing import Final

# What a field is, by its name. Everything else is said by what its value is.
OTHER: Final = 0
INDEX: Final = 1  # the position of a card
INDEXES: Final = 2
SEAT: Final = 3
SEATS: Final = 4
RANK: Final = 5

FOR_CLIENTS: Final = ("event", "number", "moved", "shown", "pause", "stand_in")


class Field:
    """A field of a notice: the arguments that it gives; "" for one that the message does not use.

    `you` says whether a seat is the viewer, `number` how many a list has, `hidden` whether it has a
    card that the viewer does not see, `by_seat` has the players' names with it: see `add_said`.
    """

    __slots__ = ("by_seat", "hidden", "kind", "name", "number", "you")

    def __init__(self, field: str, used: Container[str] | None) -> None:
        """`used` are the arguments that a message uses; None for all."""
        self.kind = kind_of(field)
        name = field.removesuffix("_seats").removesuffix("_seat") if self.kind else field
        self.name = name

        def wanted(argument: str) -> str:
            return argument if used is None or argument in used else ""

        self.you = wanted("you" if field == "seat" else f"{name}_you")
        self.number = wanted(f"{name}_number")
        self.hidden = wanted(f"{name}_hidden")
        self.by_seat = wanted(f"{name}_by_seat")

    def is_used(self, used: Container[str]) -> bool:
        """Whether a message with these arguments uses any of its own."""
        others = self.you or self.number or self.hidden or self.by_seat
        return self.name in used or bool(others)


def kind_of(field: str) -> int:
    if field == "index" or field.endswith("_index"):
        return INDEX
    if field == "indexes":
        return INDEXES
    if field == "seat" or field.endswith("_seat"):
        return SEAT
    if field.endswith("_seats"):
        return SEATS
    return RANK if field == "rank" or field.endswith("_rank") else OTHER


def field_of(field: str, used: Container[str] | None) -> Field | None:
    """A field as a message needs it; None if it is for clients only, or the message has no use."""
    if field in FOR_CLIENTS:
        return None
    found = Field(field, used)
    return found if used is None or found.is_used(used) else None


UNKNOWN: Final = Field("", ())  # stands for one that was not looked at yet
