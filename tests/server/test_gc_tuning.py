"""The collector of cycles looks at what is young, and at all of it when much was left behind."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from settebello.server.gc_tuning import MANY, NEVER, YOUNG, Collector


class Cycle:
    def __init__(self) -> None:
        self.own = self


@pytest.fixture(autouse=True)
def collector_as_before() -> Iterator[None]:
    thresholds = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*thresholds)


def old_cycle() -> "weakref.ref[Cycle]":
    """A cycle that has outlived a collection, and is given up."""
    cycle = Cycle()
    gc.collect(1)
    return weakref.ref(cycle)


def test_what_is_there_at_the_start_is_not_looked_at_again() -> None:
    Collector().freeze_startup()
    assert gc.get_freeze_count() > 0
    assert gc.get_threshold() == (YOUNG, NEVER, NEVER)


def test_what_was_left_behind_is_collected_when_it_is_much() -> None:
    collector = Collector()
    cycle = old_cycle()
    for _ in range(MANY - 1):
        collector.left_behind()
    assert cycle() is not None
    collector.left_behind()
    assert cycle() is None


def test_the_more_there_is_to_look_at_the_more_rarely() -> None:
    collector = Collector()
    for _ in range(MANY):
        collector.left_behind(still_there=3 * MANY)
    cycle = old_cycle()
    for _ in range(3 * MANY - 1):
        collector.left_behind(still_there=0)
    assert cycle() is not None
    collector.left_behind()
    assert cycle() is None
