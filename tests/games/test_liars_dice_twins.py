"""Liar's dice against a twin: the same rules written a second time, from what each seat is told.

The twin knows nothing of the library but the names of notices, and does everything the long way.
"""

import random
from typing import Any

import pytest

from settebello import Match

Bid = tuple[int, int]  # how many, and which face


def strength(face: int, wild: bool) -> int:
    return 7 if wild and face == 1 else face


def is_raise(bid: Bid, last: Bid | None, options: dict[str, Any]) -> bool:
    if last is None:
        return True
    face, before = (strength(each[1], options["wild_ones"]) for each in (bid, last))
    if options["raising"] == "face":
        return face > before or (face == before and bid[0] > last[0])
    return bid[0] > last[0] or (bid[0] == last[0] and face > before)


class Umpire:
    """Follows a match by what the spectators are told."""

    def __init__(self, seats: int, options: dict[str, Any]) -> None:
        self.options = options
        self.dice = [options["dice"]] * seats
        self.turn = -1
        self.bid: Bid | None = None
        self.bidder = self.loser = -1
        self.over = False

    def after(self, seat: int) -> int:
        while True:
            seat = (seat + 1) % len(self.dice)
            if self.dice[seat] > 0:
                return seat

    def legal(self) -> set[str]:
        bids = [(n, face) for n in range(1, sum(self.dice) + 1) for face in range(1, 7)]
        found = {
            f"bid {n} x {face}" for n, face in bids if is_raise((n, face), self.bid, self.options)
        }
        return found | ({"doubt"} if self.bid else set())

    def read(self, notice: dict[str, Any]) -> None:
        event, seat = notice["event"], notice.get("seat", -1)
        if event == "StarterDrawn":
            self.turn = seat
        elif event == "RoundStarted":
            assert seat == self.turn
            assert notice["in_play"] == sum(self.dice)
            self.bid = None
        elif event == "Bid":
            assert seat == self.turn
            self.bid, self.bidder = (notice["count"], int(notice["rank"])), seat
            self.turn = self.after(seat)
        elif event == "Opened":
            self.open(notice)
        elif event == "DieLost":
            assert seat == self.loser
            assert notice["scores_before"] == self.dice
            self.dice[seat] -= 1
            assert notice["scores"] == self.dice
            self.turn = seat if self.dice[seat] else self.after(seat)
        elif event == "WentOut":
            assert self.dice[seat] == 0
        elif event == "MatchEnded":
            (winner,) = [seat for seat, dice in enumerate(self.dice) if dice]
            assert notice["winner_seats"] == [winner]
            self.over = True
        else:
            pytest.fail(f"{event} comes where it cannot.")

    def open(self, notice: dict[str, Any]) -> None:
        assert self.bid is not None
        assert notice["seat"] == self.turn
        assert [len(hand) for hand in notice["hands"]] == self.dice
        count, face = self.bid
        there = 0
        for die in (int(die) for hand in notice["hands"] for die in hand):
            if die == face or (die == 1 and self.options["wild_ones"]):
                there += 1
        assert notice["there"] == there
        self.loser = self.bidder if there < count else self.turn


@pytest.mark.parametrize("seed", range(60))
def test_an_umpire_who_is_told_what_spectators_are_told_decides_the_same(seed: int) -> None:
    chance = random.Random(seed)
    seats = chance.randint(2, 6)
    options: dict[str, Any] = {
        "dice": chance.randint(1, 5),
        "wild_ones": chance.random() < 0.5,
        "raising": chance.choice(["number", "face"]),
    }
    match = Match("liars_dice", seats, seed=seed, options=options)
    umpire, seen = Umpire(seats, options), 0
    while True:
        for notice in match.notices(None, since=seen):
            umpire.read(notice)
            seen = notice["number"]
        assert list(match.scores) == umpire.dice
        assert match.over == umpire.over
        if match.over:
            break
        assert match.to_act == (umpire.turn,)
        moves = [str(move) for move in match.legal(umpire.turn)]
        assert len(moves) == len(set(moves))
        assert set(moves) == umpire.legal()
        # Low raises make rounds that are worth following.
        match.play(umpire.turn, chance.choice([*moves[:6], moves[-1]]))
