"""The board of 66 as every player sees it, kept up to date from notices."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import UNSET

from settebello.cards import HIDDEN
from settebello.dialects.sixty_six.lobby_messages import BoardInitialized, RoundFinished

CARDS = 52
FIRST_HAND = 4

Notice = dict[str, Any]


class Board:
    """Public facts only: sizes, the discarded card, who is to act, who stopped, and the points."""

    def __init__(self, seats: int) -> None:
        self.round = self.turn = self.active = 0
        self.stopper: int | None = None
        self.deck = CARDS
        self.hands = [0] * seats
        self.discarded: int | None = None
        self.totals = [0] * seats

    def follow(self, notices: Iterable[Notice]) -> None:
        for notice in notices:
            self._follow(notice)

    def _follow(self, notice: Notice) -> None:
        kind: str = notice["event"]
        if kind == "RoundStarted":
            self.round, self.active, self.turn = notice["round"], notice["seat"], 0
            self.deck = CARDS - FIRST_HAND * len(self.hands)
            self.hands = [FIRST_HAND] * len(self.hands)
            self.stopper = self.discarded = None
        elif kind == "TurnStarted":
            self.active, self.turn = notice["seat"], notice["turn"]
        elif kind == "RoundStopped":
            self.stopper = notice["seat"]
        elif kind == "Replaced":
            # A card taken from the deck still counts in it until all are told where it went.
            self.deck -= notice["from_deck"]
            self.hands[notice["seat"]] -= len(notice["indexes"]) - 1
            self.discarded = int(notice["cards"][-1])
        elif kind == "Discarded":
            self.deck -= 1
            self.discarded = int(notice["card"])
        elif kind == "RoundFinished":
            self.totals = list(notice["totals"])

    def initialized(self) -> BoardInitialized:
        """The message that shows the whole board."""
        return BoardInitialized(
            self.active,
            self.deck,
            self.hands[:],
            self.round,
            self.turn,
            self.totals[:],
            UNSET if self.discarded is None else self.discarded,
            UNSET if self.stopper is None else self.stopper,
        )


def values_of(cards: Iterable[str]) -> list[int] | None:
    """The values of some cards; None if one of them is hidden."""
    texts = list(cards)
    return None if HIDDEN in texts else [int(text) for text in texts]


def round_finished(notices: list[Notice]) -> RoundFinished:
    """The message for the end of a round, from its notices."""
    told = notices[0]
    hands = [[int(card) for card in hand] for hand in told["hands"]]
    over = notices[-1]["event"] == "MatchEnded"
    return RoundFinished(hands, hands, told["scores"], told["totals"], over)
