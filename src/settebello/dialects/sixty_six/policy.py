"""The delivery policy of 66's dialects: everybody is needed, or the game is suspended."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from settebello.events import Event
from settebello.table.delivery import Delivery, DeliveryStep

Steps = Callable[[Sequence[Event], Sequence[int], int], Sequence[DeliveryStep]]


class Together:
    """Nothing is told and no move is made while a player is away; only moves can be asked for."""

    catches_up = False
    ends_when_told = True

    def __init__(self, steps: Steps) -> None:
        """`steps` says in which steps a move is told: see `DeliveryPolicy.steps`."""
        self._steps = steps

    def permits(self, request: str) -> bool:
        return False

    def steps(
        self, events: Sequence[Event], to_act: Sequence[int], seats: int
    ) -> Sequence[DeliveryStep]:
        return self._steps(events, to_act, seats)

    def opened(self, delivery: Delivery) -> None:
        delivery.hold()

    def left(self, delivery: Delivery, seat: int, end_told: bool) -> None:
        if end_told:
            delivery.waiting.discard(seat)
        else:
            delivery.hold()
