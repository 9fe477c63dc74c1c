"""Briscola against a twin: the same rules written a second time, slowly and on card texts.

The twin knows nothing of the library but the names of notices, and does everything the long way.
"""

import random
from typing import Any

import pytest

from settebello import Match

CARDS = [f"{rank}{suit}" for suit in "DCSB" for rank in range(1, 11)]
STRONGEST_FIRST = ["1", "3", "10", "9", "8", "7", "6", "5", "4", "2"]
COUNTS = {"1": 11, "3": 10, "10": 4, "9": 3, "8": 2}


def beats(card: str, other: str, trump: str) -> bool:
    """Whether a card takes a trick from the one that had it so far."""
    if card[-1] != other[-1]:
        return card[-1] == trump
    return STRONGEST_FIRST.index(card[:-1]) < STRONGEST_FIRST.index(other[:-1])


class Bookkeeper:
    """Follows a match by what spectators are told, and knows what must come next."""

    def __init__(self, players: int, wins: int) -> None:
        self.players, self.wins = players, wins
        self.scores = [0] * players
        self.rounds = 0
        self.winners: list[int] = []
        self.due: list[tuple[str, int | None]] = [("RoundStarted", None)]
        self.start = self.leader = -1
        self.trump = ""
        self.trick: list[str] = []
        self.left = 0  # cards in the stock, with the trump card
        self.piles: list[list[str]] = []

    def seats_from(self, seat: int) -> list[int]:
        return [(seat + n) % self.players for n in range(self.players)]

    def read(self, notice: dict[str, Any]) -> None:
        event, seat = notice["event"], notice.get("seat")
        expected, expected_seat = self.due.pop(0)
        assert event == expected
        assert expected_seat in (None, seat)
        getattr(self, f"read_{event}")(notice)

    def read_RoundStarted(self, notice: dict[str, Any]) -> None:
        self.rounds += 1
        assert notice["round"] == self.rounds
        self.start = self.leader = notice["seat"]
        self.piles = [[] for _ in range(self.players)]
        self.left = (39 if self.players == 3 else 40) - 3 * self.players
        seats = self.seats_from(self.start)
        self.due = [*(("Dealt", seat) for seat in seats), ("TrumpTurned", None)]
        self.due += [("Played", seat) for seat in seats]

    def read_Dealt(self, notice: dict[str, Any]) -> None:
        assert notice["cards"] == ["??"] * 3

    def read_TrumpTurned(self, notice: dict[str, Any]) -> None:
        self.turned, self.trump = notice["card"], notice["card"][-1]

    def read_Played(self, notice: dict[str, Any]) -> None:
        card = notice["card"]
        assert card in CARDS
        assert not any(card in pile for pile in (*self.piles, self.trick))
        self.trick.append(card)
        if len(self.trick) == self.players:
            best = 0
            for n, card in enumerate(self.trick):
                if beats(card, self.trick[best], self.trump):
                    best = n
            self.leader = (self.leader + best) % self.players
            self.due = [("TrickTaken", self.leader)]

    def read_TrickTaken(self, notice: dict[str, Any]) -> None:
        assert notice["cards"] == self.trick
        assert notice["points"] == sum(COUNTS.get(card[:-1], 0) for card in self.trick)
        self.piles[self.leader] += self.trick
        self.trick = []
        seats = self.seats_from(self.leader)
        if self.left:
            self.due = [("Drawn", seat) for seat in seats]
            if self.left == self.players:
                self.due[-1] = ("TrumpDrawn", seats[-1])
            self.due += [("Played", seat) for seat in seats]
        elif sum(map(len, self.piles)) < (39 if self.players == 3 else 40):
            self.due = [("Played", seat) for seat in seats]
        else:
            self.due = [("Tallied", None)]

    def read_Drawn(self, notice: dict[str, Any]) -> None:
        self.left -= 1
        assert notice["card"] == "??"

    def read_TrumpDrawn(self, notice: dict[str, Any]) -> None:
        self.left = 0
        assert notice["card"] == self.turned

    def read_Tallied(self, notice: dict[str, Any]) -> None:
        assert notice["piles"] == self.piles
        own = [sum(COUNTS.get(card[:-1], 0) for card in pile) for pile in self.piles]
        sides = [[0, 2], [1, 3]] if self.players == 4 else [[n] for n in range(self.players)]
        totals = [sum(own[seat] for seat in side) for side in sides]
        assert sum(totals) == 120
        assert notice["scores_before"] == self.scores
        won = sides[totals.index(max(totals))] if totals.count(max(totals)) == 1 else []
        for seat in won:
            self.scores[seat] += 1
        assert notice["round_winner_seats"] == won
        assert notice["scores"] == self.scores
        for side, total in zip(sides, totals, strict=True):
            assert [notice["points"][seat] for seat in side] == [total] * len(side)
        over = max(self.scores) == self.wins
        following = (self.start + 1) % self.players
        self.due = [("MatchEnded", None)] if over else [("RoundStarted", following)]

    def read_MatchEnded(self, notice: dict[str, Any]) -> None:
        self.winners = [seat for seat, score in enumerate(self.scores) if score == self.wins]
        assert notice["winner_seats"] == self.winners
        assert notice["scores"] == self.scores


@pytest.mark.parametrize("seed", range(45))
def test_a_bookkeeper_who_is_told_what_spectators_are_told_counts_the_same(seed: int) -> None:
    chance = random.Random(seed)
    players, wins = seed % 3 + 2, chance.randint(1, 3)
    match = Match("briscola", players, seed=seed, options={"wins": wins})
    bookkeeper = Bookkeeper(players, wins)
    seen = 0
    while True:
        for notice in match.notices(None, since=seen):
            bookkeeper.read(notice)
            seen = notice["number"]
        assert list(match.scores) == bookkeeper.scores
        assert list(match.winners) == bookkeeper.winners
        assert match.over == bool(bookkeeper.winners)
        if match.over:
            break
        assert bookkeeper.due[0] == ("Played", match.to_act[0])
        (seat,) = match.to_act
        hand = match.view(seat).places[f"hand:{seat}"]
        assert [move.text for move in match.legal(seat)] == hand
        match.play(seat, chance.choice(hand))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_cards_are_in_every_view(players: int) -> None:
    chance = random.Random(players)
    match = Match("briscola", players, seed=players)
    while not match.over:
        views = [match.view(viewer) for viewer in [*range(players), None]]
        for view in views:
            pieces = [piece for place in view.pieces.values() for piece in place]
            assert len(pieces) == len(set(pieces)) == (39 if players == 3 else 40)
            seen = [card for place in view.places.values() for card in place if card != "??"]
            open_places = [name for name in view.places if name.startswith(("trick", "trump"))]
            if view.viewer is not None:
                open_places.append(f"hand:{view.viewer}")
            assert sorted(seen) == sorted(c for name in open_places for c in view.places[name])
        (seat,) = match.to_act
        match.play(seat, chance.choice(match.legal(seat)))
