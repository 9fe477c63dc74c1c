"""Go Fish against a twin: the same rules written a second time, on card texts.

The twin is told what the house draws and which moves are played, and says all that is told to
everybody, and where every card lies.
"""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from settebello import Match

RANKS = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
SUITS = "SHDC"


class Twin:
    def __init__(self, players: int, starter: int, deck: Sequence[str], lucky: bool) -> None:
        self.lucky = lucky
        self.turn: int | None = starter
        size = 7 if players < 4 else 5
        self.hands = [set(deck[size * seat : size * seat + size]) for seat in range(players)]
        self.stock = list(deck[size * players :])
        self.books: list[list[str]] = [[] for _ in range(players)]
        self.in_vain = 0
        self.said: list[tuple[Any, ...]] = [("MatchStarted", starter)]
        self.said += [("Dealt", seat) for seat in range(players)]
        for seat in range(players):
            self.tidy(seat)

    def tidy(self, seat: int) -> None:
        """Lay down books, then fill an empty hand."""
        for rank in RANKS:
            book = [rank + suit for suit in SUITS]
            if self.hands[seat].issuperset(book):
                self.hands[seat] -= set(book)
                self.books[seat] += book
                self.said.append(("BookLaid", seat, rank))
        if not self.hands[seat] and self.stock:
            self.hands[seat].add(self.stock.pop(0))
            self.said.append(("Refilled", seat))

    def legal(self) -> set[str]:
        if self.turn is None:
            return set()
        others = [n for n, hand in enumerate(self.hands) if hand and n != self.turn]
        return {f"ask {n} {card[:-1]}" for n in others for card in self.hands[self.turn]}

    def play(self, text: str) -> None:
        _, other, rank = text.split()
        seat, asked = self.turn, int(other)
        assert seat is not None
        self.said.append(("Asked", seat, asked, rank))
        given = {card for card in self.hands[asked] if card[:-1] == rank}
        again = bool(given)
        if given:
            self.hands[asked] -= given
            self.hands[seat] |= given
            self.said.append(("Given", seat, asked, len(given)))
            self.in_vain = 0
        else:
            self.said.append(("Denied", seat, asked, rank))
            if self.stock:
                card = self.stock.pop(0)
                self.hands[seat].add(card)
                again = self.lucky and card[:-1] == rank
                self.said.append(("Caught", seat, card) if again else ("Fished", seat))
            else:
                self.in_vain += 1
        self.tidy(seat)
        self.tidy(asked)
        candidates = [(seat + n) % len(self.hands) for n in range(len(self.hands) + 1)]
        able = [n for n in candidates[0 if again else 1 :] if self.hands[n]]
        self.turn = able[0] if able and self.in_vain < 10 * len(self.hands) else None


def said(notice: dict[str, Any]) -> tuple[Any, ...]:
    """What a spectator was told, as the twin says it."""
    event, seat = notice["event"], notice["seat"]
    if event in ("Asked", "Denied"):
        return event, seat, notice["asked_seat"], notice["rank"]
    if event == "Given":
        return event, seat, notice["asked_seat"], len(notice["cards"])
    if event == "BookLaid":
        return event, seat, notice["rank"]
    return (event, seat, notice["card"]) if event == "Caught" else (event, seat)


@pytest.mark.parametrize("seed", range(48))
def test_a_twin_says_and_does_the_same(seed: int) -> None:
    chance = random.Random(seed)
    players, lucky = seed % 4 + 2, chance.random() < 0.6
    match = Match("go_fish", players, seed=seed, options={"lucky_catch": lucky})
    starter, deck = match.record()["luck"]
    twin = Twin(players, int(starter), deck.split(), lucky)
    while True:
        assert [*match.to_act] == ([] if twin.turn is None else [twin.turn])
        for seat in range(players):
            places = match.view(seat).places
            assert set(places[f"hand:{seat}"]) == twin.hands[seat]
            assert places[f"books:{seat}"] == twin.books[seat]
            assert len(places["stock"]) == len(twin.stock)
        assert match.scores == tuple(len(books) // 4 for books in twin.books)
        if match.over:
            break
        texts = [move.text for move in match.legal(match.to_act[0])]
        assert len(texts) == len(set(texts))
        assert set(texts) == twin.legal()
        text = chance.choice(texts)
        match.play(match.to_act[0], text)
        twin.play(text)
    told = match.notices(None)
    assert [notice["event"] for notice in told[-2:]] == ["Tallied", "MatchEnded"]
    assert [said(notice) for notice in told[:-2]] == twin.said
    assert told[-2]["books"] == twin.books
    best = max(match.scores)
    assert list(match.winners) == [n for n, score in enumerate(match.scores) if score == best]
