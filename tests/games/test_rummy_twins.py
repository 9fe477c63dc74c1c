"""Rummy against twins: the same rules written a second time, slowly and on card texts.

A twin knows nothing of the library but the names of notices, and does everything the long way.
R1 to R28 are the rules of docs/games/rummy.md.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, zip_longest
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from settebello import Match, Scripted
from settebello.cards import Deck, Seat
from settebello.games import rummy

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
CARDS = [f"{rank}{suit}" for suit in "SHDC" for rank in RANKS]
VALUES = {"A": 1, "J": 10, "Q": 10, "K": 10, **{str(n): n for n in range(2, 11)}}  # R5
HAND_SIZES = {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}  # R8


def is_meld(cards: Sequence[str]) -> bool:
    """Three or more of one suit in sequence (R14), or three or four of one rank (R15)."""
    ranks = {card[:-1] for card in cards}
    suits = {card[-1] for card in cards}
    if len(cards) < 3 or (len(ranks) > 1 and len(suits) > 1):
        return False
    if len(ranks) == 1:
        return len(suits) == len(cards)
    at = sorted(RANKS.index(rank) for rank in ranks)
    return at == [*range(at[0], at[0] + len(cards))]


def melds(hand: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Every meld in a hand, by trying all subsets."""
    for size in range(3, len(hand) + 1):
        yield from filter(is_meld, combinations(hand, size))


def in_order(cards: Sequence[str]) -> list[str]:
    return sorted(cards, key=CARDS.index)


@dataclass
class Scene:
    """A hand and what is on the table, for the player who has drawn and is to act."""

    hand: list[str]
    melds: list[list[str]]
    owners: list[int]
    seat: int
    taken: str | None  # the card that they drew from the discard pile
    melds_now: int  # how many new melds they have laid in this turn
    limit: int
    own_only: bool

    def moves(self) -> Iterator[str]:
        if self.limit == 0 or self.melds_now < self.limit:
            for new in melds(self.hand):
                yield f"meld {' '.join(in_order(new))}"
        for card in self.hand:
            for number, meld in enumerate(self.melds, start=1):
                allowed = not self.own_only or self.owners[number - 1] == self.seat
                if allowed and is_meld([*meld, card]):
                    yield f"add {card} to {number}"
            if card != self.taken or self.hand == [card]:
                yield f"discard {card}"


# The list of legal moves.

ALL_MELDS = [
    *(list(meld) for suit in "SHDC" for meld in melds([rank + suit for rank in RANKS])),
    *(list(meld) for rank in RANKS for meld in melds([rank + suit for suit in "SHDC"])),
]


def random_scene(seed: int) -> Scene:
    """A hand of neighbouring ranks or few suits, so that there is something to lay down."""
    chance = random.Random(seed)
    ranks = chance.choice([3, 5, 8, 13])
    suits = chance.choice(["S", "HD", "SHC", "SHDC"])
    lowest = chance.randint(0, 13 - ranks)
    cards = chance.sample(CARDS, 52)
    near = [c for c in cards if c[:-1] in RANKS[lowest : lowest + ranks] and c[-1] in suits]
    hand = [*dict.fromkeys([*near, *cards])][: chance.randint(1, 11)]
    table: list[list[str]] = []
    most = chance.randint(0, 5)
    for meld in chance.sample(ALL_MELDS, 50):
        if len(table) < most and not set(meld) & {*hand, *(c for m in table for c in m)}:
            table.append(meld)
    return Scene(
        hand=hand,
        melds=table,
        owners=[chance.randint(0, 2) for _ in table],
        seat=chance.randint(0, 2),
        taken=chance.choice([None, chance.choice(hand)]),
        melds_now=chance.randint(0, 2),
        limit=chance.choice([0, 1, 2]),
        own_only=chance.choice([False, True]),
    )


def state_of(scene: Scene) -> rummy.State:
    """The same scene as a state of the rules. Every second meld is laid card by card."""
    options = {
        **{option.name: option.default for option in rummy.OPTIONS},
        "melds_per_turn": scene.limit,
        "lay_off_own_only": scene.own_only,
    }
    state = rummy.setup(options, 3, None)
    cards = [*scene.hand, *(card for meld in scene.melds for card in meld)]
    state.deck = Deck(CARDS.index(card) for card in cards)
    for number, (owner, meld) in enumerate(zip(scene.owners, scene.melds, strict=True), start=1):
        tokens = [cards.index(card) for card in meld]
        state.hands[owner] = [*tokens, 0]  # with a card that stays, or the hand would be over
        at_once = len(meld) if number % 2 else 3
        rummy.apply(state, Seat(owner), (rummy.MELD, *tokens[:at_once]), None)
        for token in tokens[at_once:]:
            rummy.apply(state, Seat(owner), (rummy.ADD, token, number), None)
    state.hands[scene.seat] = [*range(len(scene.hand))]
    state.drawn, state.melds_now = True, scene.melds_now
    state.taken = -1 if scene.taken is None else scene.hand.index(scene.taken)
    return state


def text_of(play: tuple[int, ...], cards: Sequence[str]) -> str:
    verb, *args = play
    if verb == rummy.MELD:
        return f"meld {' '.join(in_order([cards[token] for token in args]))}"
    if verb == rummy.ADD:
        return f"add {cards[args[0]]} to {args[1]}"
    assert verb == rummy.DISCARD
    return f"discard {cards[args[0]]}"


@settings(derandomize=True, deadline=None, max_examples=400)
@given(st.integers(0, 10**9).map(random_scene))
def test_the_legal_moves_are_those_of_all_subsets_each_once(scene: Scene) -> None:
    state = state_of(scene)
    listed = [text_of(play, scene.hand) for play in rummy.legal(state, Seat(scene.seat))]
    assert len(set(listed)) == len(listed)
    assert set(listed) == set(scene.moves())


# Whole matches, counted again from what a spectator is told.


class Bookkeeper:
    """Plays a match along from a spectator's notices and says what each score has to be."""

    def __init__(self, players: int, options: dict[str, Any]) -> None:
        self.players = players
        self.options = options
        self.dealer = -1
        self.scores = [0] * players
        self.empty_hands = 0
        self.winners: list[int] = []  # empty until the match is over
        self.hand_is_over = True
        self.start_hand()

    def start_hand(self) -> None:
        self.stock = 0  # how many cards are in it
        self.coming: list[str] = []  # what is known of them: the next one first
        self.pile: list[str] = []
        self.sizes = [0] * self.players
        self.known: list[set[str]] = [set() for _ in range(self.players)]  # in whose hand
        self.melds: list[list[str]] = []
        self.owners: list[int] = []
        self.turns = 0
        self.turned_over = 0
        self.has_laid = [False] * self.players  # in an earlier turn
        self.start_turn()

    def start_turn(self) -> None:
        self.drawn = False
        self.taken = ""
        self.melds_now = 0
        self.laid_now = False

    def read(self, notice: dict[str, Any]) -> None:
        event, seat = notice["event"], notice.get("seat")
        assert not self.winners, "Something is told after the end."
        before_a_hand = ("DealerDrawn", "HandStarted", "MatchEnded")
        assert self.hand_is_over == (event in before_a_hand), event
        if event in ("StockDrawn", "PileDrawn", "Melded", "LaidOff", "Discarded"):
            assert seat == (self.dealer + 1 + self.turns) % self.players  # R11
            assert self.drawn != event.endswith("Drawn")  # R12
        react = getattr(self, f"on_{event}", None)
        if react is None:
            pytest.fail(f"{event} is told to spectators.")
        react(notice)

    def on_DealerDrawn(self, notice: dict[str, Any]) -> None:
        assert self.dealer == -1
        self.dealer = notice["seat"] - 1

    def on_HandStarted(self, notice: dict[str, Any]) -> None:
        assert not self.decided()
        self.start_hand()
        self.dealer = (self.dealer + 1) % self.players  # R6
        assert notice["seat"] == self.dealer
        self.hand_is_over = False

    def on_Dealt(self, notice: dict[str, Any]) -> None:
        size = HAND_SIZES[self.players]
        assert notice["each"] == size
        self.sizes = [size] * self.players
        self.stock = 52 - size * self.players

    def on_PileStarted(self, notice: dict[str, Any]) -> None:
        self.pile = [notice["card"]]  # R9
        self.stock -= 1

    def on_StockDrawn(self, notice: dict[str, Any]) -> None:
        assert notice["card"] == "??"
        assert self.stock > 0
        self.stock -= 1
        self.draw(notice["seat"], self.coming.pop(0) if self.coming else "")

    def on_PileDrawn(self, notice: dict[str, Any]) -> None:
        self.taken = self.pile.pop()
        assert notice["card"] == self.taken
        self.draw(notice["seat"], self.taken)

    def draw(self, seat: int, card: str) -> None:
        self.drawn = True
        self.sizes[seat] += 1
        self.known[seat] |= {card} - {""}

    def on_PileTurnedOver(self, notice: dict[str, Any]) -> None:
        assert not self.options["reshuffle"]
        self.coming = self.pile[:-1]  # R20
        self.turn_over(notice)

    def on_PileReshuffled(self, notice: dict[str, Any]) -> None:
        assert self.options["reshuffle"]
        self.turn_over(notice)

    def turn_over(self, notice: dict[str, Any]) -> None:
        assert not self.drawn
        assert self.stock == 0
        self.turned_over += 1
        assert self.turned_over <= 2  # R21
        self.stock = len(self.pile) - 1
        assert notice["count"] == self.stock > 0
        self.pile = self.pile[-1:]

    def on_Melded(self, notice: dict[str, Any]) -> None:
        self.melds_now += 1
        assert self.melds_now <= (self.options["melds_per_turn"] or 11)  # R13
        assert is_meld(notice["cards"])
        self.melds.append(notice["cards"])
        self.owners.append(notice["seat"])
        assert notice["meld"] == len(self.melds)
        self.laid_now = True
        self.leave(notice["seat"], notice["cards"])

    def on_LaidOff(self, notice: dict[str, Any]) -> None:
        meld = self.melds[notice["meld"] - 1]
        meld.append(notice["card"])
        assert is_meld(meld)  # R16
        owner = self.owners[notice["meld"] - 1]
        assert owner == notice["seat"] or not self.options["lay_off_own_only"]
        self.laid_now = True
        self.leave(notice["seat"], [notice["card"]])

    def on_Discarded(self, notice: dict[str, Any]) -> None:
        seat, card = notice["seat"], notice["card"]
        assert card != self.taken or self.sizes[seat] == 1  # R19
        self.leave(seat, [card])
        self.pile.append(card)
        if self.sizes[seat]:
            self.has_laid[seat] |= self.laid_now
            self.turns += 1
            assert self.turns <= 100 * self.players  # R22
            self.start_turn()

    def leave(self, seat: int, cards: Sequence[str]) -> None:
        """These cards leave a hand: it held them, as far as anybody can know."""
        elsewhere = [*self.pile, *self.coming]
        elsewhere += [card for meld in self.melds for card in meld if card not in cards]
        for other, known in enumerate(self.known):
            elsewhere += known if other != seat else ()
        assert not set(cards) & set(elsewhere)
        assert len(set(cards)) == len(cards)
        self.known[seat] -= set(cards)
        self.sizes[seat] -= len(cards)
        assert self.sizes[seat] >= len(self.known[seat])

    def on_HandWon(self, notice: dict[str, Any]) -> None:
        seat = notice["seat"]
        assert [self.sizes[seat], self.sizes.count(0)] == [0, 1]  # R23
        points = sum(self.shown_values(notice))  # R24
        rummy = self.options["going_rummy"] and not self.has_laid[seat]
        assert notice["rummy"] == rummy
        self.scores[seat] += points * (2 if rummy else 1)
        assert notice["points"] == points * (2 if rummy else 1)
        assert notice["scores"] == self.scores
        self.empty_hands = 0

    def on_HandDrawn(self, notice: dict[str, Any]) -> None:
        assert not self.drawn
        out_of_cards = self.stock == 0 and (self.turned_over == 2 or len(self.pile) == 1)
        assert out_of_cards or self.turns == 100 * self.players
        assert 0 not in self.sizes
        self.shown_values(notice)
        self.empty_hands += 1

    def shown_values(self, notice: dict[str, Any]) -> list[int]:
        """The values of all hands, which are shown now (R25)."""
        hands: list[list[str]] = notice["hands"]
        assert [len(hand) for hand in hands] == self.sizes
        for hand, known in zip(hands, self.known, strict=True):
            assert known <= set(hand)
        seen = [*self.pile, *self.coming, *(card for meld in self.melds for card in meld)]
        seen += [card for hand in hands for card in hand]
        assert len(set(seen)) == len(seen) == 52 - self.stock + len(self.coming)
        assert set(seen) <= set(CARDS)
        values = [sum(VALUES[card[:-1]] for card in hand) for hand in hands]
        assert notice["values"] == values
        self.hand_is_over = True
        return values

    def decided(self) -> bool:
        return max(self.scores) >= self.options["target"] or self.empty_hands == 50  # R27, R28

    def on_MatchEnded(self, notice: dict[str, Any]) -> None:
        assert self.decided()
        best = max(self.scores)
        self.winners = [seat for seat in range(self.players) if self.scores[seat] == best]
        assert notice["scores"] == self.scores
        assert notice["winner_seats"] == self.winners


def choose(match: Match, chance: random.Random) -> str:
    """Any move, but mostly one that lays cards down if there is one: then hands are won."""
    moves = [str(move) for move in match.legal(match.to_act[0])]
    laying = [move for move in moves if move.startswith(("meld", "add"))]
    return chance.choice(laying if laying and chance.random() < 0.8 else moves)


@pytest.mark.parametrize("seed", range(30))
def test_a_bookkeeper_who_is_told_what_spectators_are_told_counts_the_same(seed: int) -> None:
    chance = random.Random(seed)
    players = chance.choice([2, 3, 4, 5, 6])
    options = {
        "target": chance.randint(1, 150),
        "melds_per_turn": chance.choice([0, 1, 1, 2]),
        "lay_off_own_only": chance.random() < 0.3,
        "going_rummy": chance.random() < 0.5,
        "reshuffle": chance.random() < 0.5,
    }
    match = Match("rummy", players, seed=seed, options=options)
    bookkeeper = Bookkeeper(players, options)
    seen = 0
    for _ in range(10):
        for _ in range(50):
            if not match.over:
                match.play(match.to_act[0], choose(match, chance))
        for notice in match.notices(None, since=seen):
            bookkeeper.read(notice)
            seen = notice["number"]
        assert list(match.scores) == bookkeeper.scores
        assert list(match.winners) == bookkeeper.winners
        assert match.over == bool(bookkeeper.winners)
        facts = match.view(None).facts
        if not match.over:
            assert facts["turn"] == bookkeeper.turns + 1
            assert facts["turned_over"] == bookkeeper.turned_over
            assert facts["meld_owners"] == bookkeeper.owners
            assert facts["dealer"] == bookkeeper.dealer


# Cards are neither lost nor made.


@pytest.mark.parametrize(
    ("players", "seed", "reshuffle"),
    [(2, 1, False), (2, 2, True), (3, 3, False), (4, 4, True), (5, 5, False), (6, 6, True)],
)
def test_all_fifty_two_cards_are_in_every_view(players: int, seed: int, reshuffle: bool) -> None:
    chance = random.Random(seed)
    options = {"target": 1_000, "reshuffle": reshuffle}
    match = Match("rummy", players, seed=seed, options=options)
    for _ in range(200):
        views = [match.view(viewer) for viewer in [*range(players), None]]
        seen: list[set[str]] = []
        for view in views:
            cards = [card for place in view.places.values() for card in place]
            pieces = [piece for place in view.pieces.values() for piece in place]
            faces = [card for card in cards if card != "??"]
            assert len(cards) == len(set(pieces)) == 52
            assert set(faces) <= set(CARDS)
            assert len(set(faces)) == len(faces)
            for place, there in view.pieces.items():
                if place != f"hand:{view.viewer}":
                    assert there == views[-1].pieces[place]
            seen.append(set(faces))
        hands = [set(views[seat].places[f"hand:{seat}"]) for seat in range(players)]
        assert all(seen[seat] == seen[-1] | hands[seat] for seat in range(players))
        assert len(set.union(*seen)) == 52 - len(views[-1].places["stock"])
        assert sum(map(len, hands)) + len(seen[-1]) == len(set.union(*seen))
        match.play(match.to_act[0], choose(match, chance))


# How many ways there are to go on, counted move by move.


@dataclass
class Table:
    """A hand of Rummy, on card texts: the first of the hands is that of the player to act."""

    hands: list[list[str]]
    pile: list[str]
    stock: list[str]  # the next one first
    limit: int
    melds: list[list[str]]
    drawn: bool = False
    taken: str | None = None
    melds_now: int = 0

    def moves(self) -> list[str]:
        if not self.drawn:
            return ["draw pile", "draw stock"]
        owners = [0] * len(self.melds)
        turn = self.taken, self.melds_now, self.limit, False
        return sorted(Scene(self.hands[0], self.melds, owners, 0, *turn).moves())

    def after(self, move: str) -> "Table | None":
        """The table after this move; None when the hand is over."""
        mine, *others = self.hands
        if move == "draw stock":
            card, *stock = self.stock
            return replace(self, hands=[[*mine, card], *others], stock=stock, drawn=True)
        if move == "draw pile":
            *pile, card = self.pile
            hands = [[*mine, card], *others]
            return replace(self, hands=hands, pile=pile, drawn=True, taken=card)
        verb, *words = move.split()
        cards = words if verb == "meld" else words[:1]
        left = [card for card in mine if card not in cards]
        if not left:
            return None
        if verb == "discard":
            hands, pile = [*others, left], [*self.pile, *cards]
            return replace(self, hands=hands, pile=pile, drawn=False, taken=None, melds_now=0)
        table = [*self.melds, cards]
        if verb == "add":
            grown = int(words[-1]) - 1
            table = [*self.melds]
            table[grown] = [*table[grown], *cards]
        melds_now = self.melds_now + (verb == "meld")
        return replace(self, hands=[left, *others], melds=table, melds_now=melds_now)


def count_ways(match: Match, table: Table, ways: list[int], depth: int = 0) -> None:
    """Count the legal moves in each depth, and go with both, match and table, all the ways."""
    (seat,) = match.to_act
    moves = sorted(str(move) for move in match.legal(seat))
    assert moves == table.moves()
    ways[depth] += len(moves)
    if depth + 1 == len(ways):
        return
    for move in moves:
        further = match.branch(match.moment(), Scripted(shuffles=[[]]))
        events = further.play(seat, move)
        after = table.after(move)
        assert (after is None) == any(event.kind == "HandWon" for event in events)
        if after is not None:
            count_ways(further, after, ways, depth + 1)


RUNS_AND_SETS = ["7S 7H 7D 7C 5S 6S 8S 9S KD QC", "8H 8D 9H 9D 10H JH QH 2C 3C 4C"], "8C"
LOW_CARDS = ["AS AH AD AC 2S 2H 2D 2C 3S 3H", "4S 4H 4D 5D 6D 7D 8D 9C 10C JC"], "3D"
ONE_RUN = (
    ["8S 9S 10S JS QS KS", "AS AH AD AC 2S 2H", "6C 7C 8C 7H 7D 2D", "3S 4S 5S 6S", "KD"],
    "7S",
)


@pytest.mark.parametrize(
    ("deal", "stock", "limit", "ways"),
    [
        (RUNS_AND_SETS, "10S 5H 6H", 1, [2, 47, 249, 1289]),
        (RUNS_AND_SETS, "10S 5H 6H", 2, [2, 47, 291, 1523]),
        (LOW_CARDS, "KS QS JS", 0, [2, 47, 398, 2351]),
        (ONE_RUN, "9H 3C KH", 1, [2, 38, 119, 509]),
    ],
    ids=["one meld a turn", "two melds a turn", "no limit", "going out"],
)
def test_the_ways_to_go_on_are_as_many_as_counted_before(
    deal: tuple[list[str], str], stock: str, limit: int, ways: list[int]
) -> None:
    hands, pile = deal
    named = " ".join([*hands, pile, stock]).split()
    rest = iter([card for card in CARDS if card not in named])
    size = HAND_SIZES[len(hands)]
    dealt = [hand.split() for hand in hands]
    for hand in dealt:
        hand += [next(rest) for _ in range(size - len(hand))]
    deck = [card for each in zip_longest(*dealt) for card in each] + [pile, *stock.split()]
    luck = Scripted(picks=[len(hands) - 1], shuffles=[deck])
    match = Match("rummy", len(hands), luck=luck, options={"melds_per_turn": limit, "target": 999})
    counted = [0] * 4
    count_ways(match, Table(dealt, [pile], stock.split(), limit, []), counted)
    assert counted == ways
