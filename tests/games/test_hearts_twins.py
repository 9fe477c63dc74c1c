"""Hearts against a twin: the same rules written a second time, slowly and on card texts.

The twin knows nothing of the library but the names of notices, and does everything the long way.
"""

import random
from itertools import combinations
from typing import Any

import pytest

from settebello import Match

ORDER = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
CARDS = {rank + suit for suit in "SHDC" for rank in ORDER}
NEXT = [1, -1, 2, 0]  # left, right, across, nothing


def is_point(card: str) -> bool:
    return card == "QS" or card[-1] == "H"


class Scorer:
    """Follows a match by what all four players are told, and keeps the books."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.options = options
        self.scores = [0] * 4
        self.hand = 0
        self.over = False

    def start(self, hands: list[list[str]]) -> None:
        self.hands = hands
        assert {card for hand in hands for card in hand} == CARDS
        self.piles: list[list[str]] = [[] for _ in range(4)]
        self.trick: list[tuple[int, str]] = []
        self.played: list[str] = []
        self.step = NEXT[self.hand % 4] if self.options["passing"] else 0
        self.chosen: dict[int, list[str]] = {}
        self.hand += 1
        self.turn = -1 if self.step else self.holder("2C")

    def holder(self, card: str) -> int:
        return next(seat for seat in range(4) if card in self.hands[seat])

    def passes(self, seat: int) -> set[frozenset[str]]:
        return {frozenset(three) for three in combinations(self.hands[seat], 3)}

    def choose(self, seat: int, cards: list[str]) -> None:
        self.chosen[seat] = cards
        if len(self.chosen) == 4:
            for giver, given in self.chosen.items():
                for card in given:
                    self.hands[giver].remove(card)
            for giver, given in self.chosen.items():
                self.hands[(giver + self.step) % 4] += given
            self.turn = self.holder("2C")

    def playable(self) -> set[str]:
        hand = self.hands[self.turn]
        if not self.played:
            return {"2C"}
        if self.trick:
            suit = self.trick[0][1][-1]
            following = {card for card in hand if card[-1] == suit}
            if following:
                return following
            harmless = {card for card in hand if not is_point(card)}
            if len(self.played) < 4 and harmless and not self.options["points_on_first_trick"]:
                return harmless
            return set(hand)
        broken = any(card[-1] == "H" for card in self.played)
        if self.options["queen_breaks_hearts"]:
            broken = broken or "QS" in self.played
        others = {card for card in hand if card[-1] != "H"}
        return set(hand) if broken or not others else others

    def play(self, card: str) -> None:
        self.hands[self.turn].remove(card)
        self.trick.append((self.turn, card))
        self.played.append(card)
        self.turn = (self.turn + 1) % 4
        if len(self.trick) == 4:
            suit = self.trick[0][1][-1]
            best, winner = -1, -1
            for seat, laid in self.trick:
                if laid[-1] == suit and ORDER.index(laid[:-1]) > best:
                    best, winner = ORDER.index(laid[:-1]), seat
            self.piles[winner] += [laid for _, laid in self.trick]
            self.trick, self.turn = [], winner
        if len(self.played) == 52:
            self.count()

    def count(self) -> None:
        points = [0] * 4
        for seat, pile in enumerate(self.piles):
            for card in pile:
                points[seat] += 13 if card == "QS" else int(is_point(card))
        if max(points) == 26:
            points = [0 if each == 26 else 26 for each in points]
        self.scores = [score + more for score, more in zip(self.scores, points, strict=True)]
        self.over = max(self.scores) >= self.options["target"]


def dealt(match: Match) -> list[list[str]]:
    return [match.view(seat).places[f"hand:{seat}"] for seat in range(4)]


@pytest.mark.parametrize("seed", range(24))
def test_a_scorer_who_keeps_the_books_counts_the_same(seed: int) -> None:
    chance = random.Random(seed)
    options = {
        "target": chance.choice([1, 30, 60]),
        "passing": chance.random() < 0.7,
        "queen_breaks_hearts": chance.random() < 0.5,
        "points_on_first_trick": chance.random() < 0.5,
    }
    match, scorer = Match("hearts", 4, seed=seed, options=options), Scorer(options)
    while not scorer.over:
        scorer.start(dealt(match))
        if scorer.step:
            for seat in chance.sample(range(4), 4):
                assert seat in match.to_act
                moves = [str(move) for move in match.legal(seat)]
                assert len(moves) == 286
                assert {frozenset(move.split()[1:]) for move in moves} == scorer.passes(seat)
                move = chance.choice(moves)
                match.play(seat, move)
                scorer.choose(seat, move.split()[1:])
        for _ in range(52):
            assert match.to_act == (scorer.turn,)
            assert [sorted(hand) for hand in dealt(match)] == [sorted(h) for h in scorer.hands]
            moves = [str(move) for move in match.legal(scorer.turn)]
            assert len(moves) == len(set(moves))
            assert set(moves) == scorer.playable()
            move = chance.choice(moves)
            match.play(scorer.turn, move)
            scorer.play(move)
        assert list(match.scores) == scorer.scores
        assert match.over == scorer.over
    best = min(scorer.scores)
    assert list(match.winners) == [seat for seat in range(4) if scorer.scores[seat] == best]
