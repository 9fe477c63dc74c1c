"""Other ways to play on than the rule of thumb's: for reviews, which must not rest on it alone."""

from collections.abc import Callable
from typing import Any

from settebello.cards import Seat
from settebello.dealing import Random
from settebello.game import Game, Play


class Careless:
    """A policy with mistakes: at this rate a seat makes any legal move."""

    __slots__ = ("_choose", "_legal", "_rate")

    def __init__(self, game: Game, policy: Any, rate: float) -> None:
        self._legal: Callable[..., Any] = game.legal
        self._choose: Callable[..., Play] = policy.choose
        self._rate = rate

    def choose(self, state: Any, seat: Seat, memory: Any, random: Random) -> Play:
        if random() >= self._rate:
            return self._choose(state, seat, memory, random)
        plays = self._legal(state, seat)
        play: Play = plays[int(random() * len(plays))]
        return play
