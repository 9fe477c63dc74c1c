"""Scopa against twins: the same rules written a second time, slowly and on card texts.

A twin knows nothing of the library but the names of notices, and does everything the long way.
"""

import random
from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from settebello import Match, Scripted
from settebello.cards import Deck, Seat
from settebello.games import scopa

CARDS = [f"{rank}{suit}" for suit in "DCSB" for rank in range(1, 11)]
DEFAULTS = {option.name: option.default for option in scopa.OPTIONS}
Taken = tuple[str, frozenset[str]]  # the card that is played, and what it takes


def rank(card: str) -> int:
    return int(card[:-1])


def moves(hand: Sequence[str], table: Sequence[str]) -> Iterator[Taken]:
    """Every move there is, by trying all subsets of the table (rules 9 to 12)."""
    for card in hand:
        subsets = [
            chosen
            for size in range(1, len(table) + 1)
            for chosen in combinations(table, size)
            if sum(map(rank, chosen)) == rank(card)
        ]
        singles = [chosen for chosen in subsets if len(chosen) == 1]
        for chosen in singles or subsets or [()]:
            yield card, frozenset(chosen)


# The list of legal moves.


@st.composite
def hands_and_tables(draw: st.DrawFn) -> tuple[list[str], list[str]]:
    cards = draw(st.permutations(CARDS))
    held = draw(st.integers(1, 3))
    return cards[:held], cards[held : held + draw(st.integers(0, 12))]


@settings(derandomize=True, deadline=None, max_examples=300)
@given(hands_and_tables())
def test_the_legal_moves_are_those_of_all_subsets_each_once(
    cards: tuple[list[str], list[str]],
) -> None:
    hand, table = cards
    state = scopa.setup(DEFAULTS, 3, None)
    state.deck = Deck(CARDS.index(card) for card in hand + table)
    state.hands[1] = [*range(len(hand))]
    state.table = [*range(len(hand), len(hand) + len(table))]

    listed = []
    for play in scopa.legal(state, Seat(1)):
        card, *taken = [(hand + table)[token] for token in play[1:]]
        assert play[0] == (scopa.TAKE if taken else scopa.LAY)
        assert len(set(taken)) == len(taken)
        listed.append((card, frozenset(taken)))
    assert len(set(listed)) == len(listed)
    assert set(listed) == set(moves(hand, table))


# Whole matches, counted again from what a spectator is told.


class Bookkeeper:
    """Plays a match along from a spectator's notices and says what each tally has to be."""

    def __init__(self, players: int, options: dict[str, Any]) -> None:
        self.players = players
        self.options = options
        self.order: list[int] = []
        self.scores = [0] * players
        self.rounds = 0
        self.winners: list[int] = []  # empty until the match is over
        self.thrown_in = False
        self.sweeper: int | None = None  # who must be told to have swept in the next notice
        self.take_all_up()

    def take_all_up(self) -> None:
        self.table: list[str] = []
        self.piles: list[list[str]] = [[] for _ in range(self.players)]
        self.sweeps = [0] * self.players
        self.hands_dealt = 0
        self.played = 0
        self.taker = -1

    def nth_in_order(self, number: int) -> int:
        """Who comes so many turns after the one who starts the round (rule 2)."""
        return self.order[(self.rounds - 1 + number) % self.players]

    def read(self, notice: dict[str, Any]) -> None:
        event, seat = notice["event"], notice.get("seat")
        assert not self.winners, "Something is told after the end."
        if self.sweeper is not None:
            assert (event, seat) == ("Swept", self.sweeper)
            self.sweeps[self.sweeper] += 1
            self.sweeper = None
        elif event == "OrderDrawn":
            self.order = notice["order_seats"]
            assert sorted(self.order) == [*range(self.players)]
        elif event == "RoundStarted":
            self.start_round(notice)
        elif event == "Dealt":
            assert seat == self.nth_in_order(self.hands_dealt)
            assert self.played == 3 * (self.hands_dealt // self.players * self.players)
            assert notice["cards"] == ["??"] * 3
            self.hands_dealt += 1
        elif event == "TableDealt":
            self.table = list(notice["cards"])
            assert len(self.table) == 4
            tens = sum(rank(card) == 10 for card in self.table)
            self.thrown_in = self.options["redeal_three_tens"] and tens >= 3
        elif event == "ThrownIn":
            assert self.thrown_in
        elif event == "Laid":
            self.turn_of(seat)
            assert (notice["card"], frozenset()) in moves([notice["card"]], self.table)
            self.table.append(notice["card"])
        elif event == "Captured":
            self.capture(notice)
        elif event == "LeftoversTaken":
            assert self.played == 36
            assert seat == self.taker
            assert notice["cards"] == self.table
            assert self.table
            self.piles[self.taker] += self.table
            self.table = []
        elif event == "Tallied":
            self.tally(notice)
        elif event == "MatchEnded":
            self.end(notice)
        else:
            pytest.fail(f"{event} comes where it cannot.")

    def start_round(self, notice: dict[str, Any]) -> None:
        if not self.thrown_in:
            self.rounds += 1
        assert notice["round"] == self.rounds
        assert notice["seat"] == self.nth_in_order(0)
        assert not self.decided()
        self.thrown_in = False
        self.take_all_up()

    def turn_of(self, seat: object) -> None:
        assert seat == self.nth_in_order(self.played)
        assert not self.thrown_in
        self.played += 1

    def capture(self, notice: dict[str, Any]) -> None:
        seat, card, taken = notice["seat"], notice["card"], notice["taken"]
        self.turn_of(seat)
        assert (card, frozenset(taken)) in moves([card], self.table)
        self.table = [other for other in self.table if other not in taken]
        self.piles[seat] += [card, *taken]
        self.taker = seat
        if not self.table and (self.played < 36 or self.options["sweep_on_last_card"]):
            self.sweeper = seat

    def tally(self, notice: dict[str, Any]) -> None:
        assert self.played == 36
        assert self.table == []
        assert [sorted(pile) for pile in notice["piles"]] == [sorted(p) for p in self.piles]
        assert sorted(card for pile in self.piles for card in pile) == sorted(CARDS)
        cards = [len(pile) for pile in self.piles]
        coins = [sum(card.endswith("D") for card in pile) for pile in self.piles]
        worth = primiera if self.options["primiera"] else total
        values = [worth(pile) for pile in self.piles]
        points = list(self.sweeps)
        for seat in range(self.players):
            if "7D" in self.piles[seat]:
                points[seat] += 1
                assert notice["settebello_seat"] == seat
            for counted in (cards, coins, values):
                others = counted[:seat] + counted[seat + 1 :]
                if all(counted[seat] > other for other in others):
                    points[seat] += 1
        self.scores = [score + more for score, more in zip(self.scores, points, strict=True)]
        assert notice["count"] == cards
        assert notice["coins"] == coins
        assert notice["values"] == values
        assert notice["primiera"] == self.options["primiera"]
        assert notice["sweeps"] == self.sweeps
        assert notice["points"] == points
        assert notice["scores"] == self.scores

    def decided(self) -> bool:
        """Whether somebody is at the target, and alone in the lead (rules 6 and 7)."""
        best, second = sorted(self.scores, reverse=True)[:2]
        return best >= self.options["target"] and best > second

    def end(self, notice: dict[str, Any]) -> None:
        assert self.decided()
        self.winners = [self.scores.index(max(self.scores))]
        assert notice["scores"] == self.scores
        assert notice["winner_seats"] == self.winners


def total(pile: list[str]) -> int:
    return sum(rank(card) for card in pile)


def primiera(pile: list[str]) -> int:
    worth = {7: 21, 6: 18, 1: 16, 5: 15, 4: 14, 3: 13, 2: 12, 8: 10, 9: 10, 10: 10}
    suits = [[worth[rank(card)] for card in pile if card[-1] == suit] for suit in "DCSB"]
    return sum(max(suit) for suit in suits) if all(suits) else 0


@pytest.mark.parametrize("seed", range(60))
def test_a_bookkeeper_who_is_told_what_spectators_are_told_counts_the_same(seed: int) -> None:
    chance = random.Random(seed)
    players = chance.choice([2, 3, 4, 6])
    options = {
        "target": chance.randint(1, 8),
        "sweep_on_last_card": chance.random() < 0.5,
        "redeal_three_tens": chance.random() < 0.5,
        "primiera": chance.random() < 0.5,
    }
    match = Match("scopa", players, seed=seed, options=options)
    bookkeeper = Bookkeeper(players, options)
    seen = 0
    while True:
        for notice in match.notices(None, since=seen):
            bookkeeper.read(notice)
            seen = notice["number"]
        assert bookkeeper.sweeper is None
        assert list(match.scores) == bookkeeper.scores
        assert list(match.winners) == bookkeeper.winners
        assert match.over == bool(bookkeeper.winners)
        if match.over:
            break
        (seat,) = match.to_act
        match.play(seat, chance.choice(match.legal(seat)))


# Cards are neither lost nor made.


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (4, 3), (6, 4)])
def test_all_forty_cards_are_in_every_view(players: int, seed: int) -> None:
    chance = random.Random(seed)
    match = Match("scopa", players, seed=seed, options={"target": 1})
    for _ in range(72):
        views = [match.view(viewer) for viewer in [*range(players), None]]
        seen: list[set[str]] = []
        for view in views:
            cards = [card for place in view.places.values() for card in place]
            pieces = [piece for place in view.pieces.values() for piece in place]
            faces = [card for card in cards if card != "??"]
            assert len(cards) == len(set(pieces)) == 40
            assert set(faces) <= set(CARDS)
            assert len(set(faces)) == len(faces)
            assert view.pieces == views[-1].pieces
            seen.append(set(faces))
        hands = [set(views[seat].places[f"hand:{seat}"]) for seat in range(players)]
        assert all(seen[seat] == seen[-1] | hands[seat] for seat in range(players))
        assert len(set.union(*seen)) == 40 - len(views[-1].places["stock"])
        assert sum(map(len, hands)) + len(seen[-1]) == len(set.union(*seen))
        if match.over:
            break
        (seat,) = match.to_act
        match.play(seat, chance.choice(match.legal(seat)))
    assert len(match.record()["moves"]) >= 36


# How many ways there are to go on, counted move by move.

MANY_SUMS = ["7D 10D 1C", "9D 10C 6S", "8D 10S 5B"], "1D 2C 3S 4B"
MANY_PAIRS = ["1D 2D 3D", "4D 3C 1C"], "1S 2S 1B 2B"


def count_by_twin(hands: list[list[str]], table: list[str], depth: int, turn: int = 0) -> int:
    """The number of ways to play so many cards, from the moves on card texts."""
    if depth == 0:
        return 1
    player = turn % len(hands)
    ways = 0
    for card, taken in moves(hands[player], table):
        held = [
            [other for other in hand if other != card] if number == player else hand
            for number, hand in enumerate(hands)
        ]
        left = [other for other in table if other not in taken] if taken else [*table, card]
        ways += count_by_twin(held, left, depth - 1, turn + 1)
    return ways


def count_by_match(match: Match, depth: int) -> int:
    """The number of ways to play so many cards, by playing each of them."""
    if depth == 0:
        return 1
    ways = 0
    (seat,) = match.to_act
    for move in match.legal(seat):
        further = Match.replay(match.record())
        further.play(seat, move)
        ways += count_by_match(further, depth - 1)
    return ways


@pytest.mark.parametrize(
    ("deal", "ways"),
    [(MANY_SUMS, [4, 12, 36, 73]), (MANY_PAIRS, [8, 30, 62, 124])],
    ids=["many sums", "many pairs"],
)
def test_the_ways_to_go_on_are_as_many_as_counted_before(
    deal: tuple[list[str], str], ways: list[int]
) -> None:
    hands, table = [hand.split() for hand in deal[0]], deal[1].split()
    luck = Scripted(shuffles=[range(len(hands)), [*chain(*hands), *table]])
    match = Match("scopa", len(hands), luck=luck)
    assert [count_by_twin(hands, table, depth) for depth in range(1, 5)] == ways
    assert [count_by_match(match, depth) for depth in range(1, 5)] == ways
