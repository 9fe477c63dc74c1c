"""66 against twins: the same rules written a second time, slowly and on plain values.

A twin knows nothing of the library but texts and the names of notices.
"""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

import pytest

from games.sixty_six_scenes import ALL_CARDS
from helpers import viewers, world_of
from settebello import Match
from settebello.events import Event, texts_of
from settebello.game import Move, deck_of
from settebello.games import sixty_six
from settebello.luck import Seeded

VARIANTS = ("standard", "draft")


# Whole matches, played along on plain values.


class Twin:
    """A match of 66: it is told what the house draws and who moves how, and does the same."""

    def __init__(self, players: int, variant: str) -> None:
        self.players = players
        self.draft = variant == "draft"
        self.stage = "pick a first player"
        self.player = -1  # who is to act
        self.rounds = 0
        self.totals = [0] * players
        self.round_winners: list[int] = []
        self.winners: list[int] = []
        self.deck: list[int] = []  # the next card first
        self.pile: list[int] = []  # the top last
        self.hands: list[list[int]] = [[] for _ in range(players)]
        self.stopper: int | None = None
        self.turns = 0
        self.drawn: int | None = None  # the deck card in hand
        self.chosen: list[int] = []  # indexes of an exchange or of a claim that held
        self.journal: list[tuple[str, int, list[int]]] = []  # events with the cards they name

    # Chance.

    @property
    def needs_luck(self) -> bool:
        return self.stage in ("pick a first player", "pick a winner", "shuffle")

    def draw(self, outcome: str) -> None:
        if self.stage == "shuffle":
            self.start_round([int(card) for card in outcome.split()])
        elif self.stage == "pick a winner":
            self.player = self.round_winners[int(outcome)]
            self.stage = "between rounds"
        else:
            self.player = int(outcome)
            self.stage = "shuffle"

    def start_round(self, cards: list[int]) -> None:
        self.rounds += 1
        self.hands = [cards[4 * seat :][:4] for seat in range(self.players)]
        self.deck = cards[4 * self.players :]
        self.pile = []
        self.stopper = None
        self.turns = 0
        for seat, hand in enumerate(self.hands):
            self.journal.append(("FirstTwoSeen", seat, hand[:2]))
        self.start_turn()

    # Turns.

    def start_turn(self) -> None:
        if self.player == self.stopper or not self.deck or self.turns == 100 * self.players:
            self.finish_round()
        else:
            self.turns += 1
            self.stage = "turn"

    def end_turn(self) -> None:
        self.drawn = None
        self.chosen = []
        self.player = (self.player + 1) % self.players
        self.start_turn()

    def legal(self) -> set[str]:
        own = {f"own {index}" for index in range(len(self.hand))}
        others = {
            f"other {seat} {index}"
            for seat in range(self.players)
            for index in range(len(self.hands[seat]))
            if seat != self.player
        }
        claims = {
            "show " + " ".join(map(str, indexes))
            for number in (2, 3, 4)
            for indexes in combinations(range(len(self.hand)), number)
        }
        discarded = {"pile"} if self.pile else set()
        if self.stage == "turn":
            moves = {"deck"}
            if self.stopper is None:
                moves.add("stop")
            if not self.draft:
                return moves | discarded
            if self.pile:
                moves |= {f"pile {index}" for index in range(len(self.hand))}
            return moves | claims
        if self.stage == "has drawn":
            return own | {"discard"} | (set() if self.draft else claims)
        if self.stage == "has the discarded card":
            return own | claims
        if self.stage == "has claimed":
            return {"deck"} | discarded
        if self.stage == "look at own" or (self.stage == "exchange" and not self.draft):
            return own
        if self.stage == "exchange":
            return {
                f"exchange {mine.split()[1]} {theirs.removeprefix('other ')}"
                for mine in own
                for theirs in others
            }
        if self.stage in ("look at other", "exchange with"):
            return others
        return {"next"} if self.stage == "between rounds" else set()

    @property
    def hand(self) -> list[int]:
        return self.hands[self.player]

    def claim_holds(self, text: str) -> bool:
        indexes = [int(word) for word in text.split()[1:]]
        return len({self.hand[index] for index in indexes}) == 1

    def play(self, text: str) -> None:
        verb, *words = text.split()
        numbers = [int(word) for word in words]
        if verb == "next":
            self.stage = "shuffle"
        elif verb == "stop":
            self.stopper = self.player
            self.end_turn()
        elif verb == "deck":
            self.drawn = self.deck.pop(0)
            self.note("DeckCardTaken", [self.drawn])
            if self.stage == "has claimed":
                self.place_card(self.chosen)
            else:
                self.stage = "has drawn"
        elif verb == "pile" and self.stage == "has claimed":
            self.place_card(self.chosen)
        elif verb == "pile" and self.draft:
            self.place_card(numbers)
        elif verb == "pile":
            self.stage = "has the discarded card"
        elif verb == "show":
            self.claim(text, numbers)
        elif verb == "discard":
            self.discard_drawn()
        elif verb == "exchange":
            self.swap(numbers[0], numbers[1], numbers[2])
        elif self.stage == "exchange":
            self.chosen = numbers
            self.stage = "exchange with"
        elif self.stage == "exchange with":
            self.swap(self.chosen[0], numbers[0], numbers[1])
        elif self.stage == "look at own":
            self.note("Peeked", [self.hand[numbers[0]]])
            self.end_turn()
        elif self.stage == "look at other":
            self.note("Peeked", [self.hands[numbers[0]][numbers[1]]])
            self.end_turn()
        else:
            self.place_card(numbers)

    def note(self, event: str, cards: list[int]) -> None:
        self.journal.append((event, self.player, cards))

    def place_card(self, indexes: list[int]) -> None:
        """The card that they drew, or the discarded one, takes the lowest of these places."""
        taken = self.pile.pop() if self.drawn is None else self.drawn
        discarded = [self.hand[index] for index in indexes]
        self.hands[self.player] = [
            taken if index == min(indexes) else card
            for index, card in enumerate(self.hand)
            if index == min(indexes) or index not in indexes
        ]
        self.pile += discarded
        self.note("Replaced", discarded)
        self.end_turn()

    def claim(self, text: str, indexes: list[int]) -> None:
        shown = [self.hand[index] for index in indexes]
        self.note("CardsShown", shown)
        if not self.claim_holds(text):
            if self.drawn is not None:
                self.pile.append(self.drawn)
                self.note("Discarded", [self.drawn])
            self.end_turn()
        elif self.draft:
            self.note("ClaimHeld", shown)
            self.chosen = indexes
            self.stage = "has claimed"
        else:
            self.place_card(indexes)

    def discard_drawn(self) -> None:
        assert self.drawn is not None
        card = self.drawn
        self.pile.append(card)
        self.drawn = None
        self.note("Discarded", [card])
        if card in (7, 8):
            self.stage = "look at own"
        elif card in (9, 10):
            self.stage = "look at other"
        elif card in (11, 12):
            self.stage = "exchange"
        else:
            self.end_turn()

    def swap(self, index: int, other: int, other_index: int) -> None:
        mine, theirs = self.hand[index], self.hands[other][other_index]
        self.hand[index] = theirs
        self.hands[other][other_index] = mine
        self.end_turn()

    # Points.

    def finish_round(self) -> None:
        points = points_of([sum(hand) for hand in self.hands], self.stopper)
        self.totals = [total_of(*both) for both in zip(self.totals, points, strict=True)]
        self.round_winners = [seat for seat in range(self.players) if points[seat] == 0]
        if any(total > 66 for total in self.totals):
            self.stage = "over"
            self.winners = winners_of(self.totals)
        elif len(self.round_winners) == 1:
            self.player = self.round_winners[0]
            self.stage = "between rounds"
        else:
            self.stage = "pick a winner"


def points_of(sums: list[int], stopper: int | None) -> list[int]:
    """What a round gives to everybody (R26, R27)."""
    points = []
    for seat, own in enumerate(sums):
        others = sums[:seat] + sums[seat + 1 :]
        if seat == stopper:
            points.append(0 if all(own < other for other in others) else own + 5)
        else:
            points.append(0 if all(own <= other for other in others) else own)
    return points


def total_of(before: int, points: int) -> int:
    return 33 if before + points == 66 else before + points


def winners_of(totals: list[int]) -> list[int]:
    return [seat for seat, total in enumerate(totals) if total == min(totals)]


Choose = Callable[[random.Random, Twin, Sequence[Move]], Move]


def choose_any(chance: random.Random, twin: Twin, moves: Sequence[Move]) -> Move:
    return chance.choice(moves)


def choose_long_rounds(chance: random.Random, twin: Twin, moves: Sequence[Move]) -> Move:
    """Seldom stops, and often claims what will hold."""
    if len(moves) > 1 and chance.random() < 0.98:
        moves = [move for move in moves if str(move) != "stop"]
    good = [move for move in moves if move.verb == "show" and twin.claim_holds(str(move))]
    return chance.choice(good if good and chance.random() < 0.5 else moves)


def choose_the_pile(chance: random.Random, twin: Twin, moves: Sequence[Move]) -> Move:
    """Leaves the deck alone if it can, so that rounds go on for 100 turns of each player."""
    wanted = [move for move in moves if move.verb in ("pile", "replace")]
    return (wanted or moves)[0]


MATCHES: list[tuple[int, int, str, Choose]] = [
    (seed, players, variant, choose)
    for seed, (players, variant, choose) in enumerate(
        [
            *(
                (players, variant, choose)
                for _ in range(4)
                for players in (2, 3, 4, 5)
                for variant in VARIANTS
                for choose in (choose_any, choose_long_rounds)
            ),
            (2, "standard", choose_the_pile),
            (2, "draft", choose_the_pile),
        ]
    )
]


@pytest.mark.parametrize(("seed", "players", "variant", "choose"), MATCHES)
def test_a_twin_on_plain_values_plays_the_same_match(
    seed: int, players: int, variant: str, choose: Choose
) -> None:
    chance = random.Random(seed)
    match = Match("sixty_six", players, seed=seed, options={"variant": variant})
    twin = Twin(players, variant)
    drawn = 0
    events: Sequence[Event] = match.events
    while True:
        if twin.needs_luck:
            luck = match.record()["luck"]
            while twin.needs_luck:
                twin.draw(luck[drawn])
                drawn += 1
            assert drawn == len(luck)
        moves = assert_same(match, twin)
        named = [
            (event.kind, event.seat, [int(card) for cards in event.cards.values()
                                      for card in flat(texts_of(cards))])
            for event in events if event.cards and event.kind != "RoundFinished"
        ]  # fmt: skip
        assert named == twin.journal
        if match.over:
            break
        move = choose(chance, twin, moves)
        twin.journal = []
        events = match.play(twin.player, move)
        twin.play(str(move))


def flat(texts: Any) -> list[str]:
    return [texts] if isinstance(texts, str) else texts


def assert_same(match: Match, twin: Twin) -> list[Move]:
    """Compare all that can be compared; returns the legal moves."""
    over = twin.stage == "over"
    assert match.over == over
    assert match.to_act == (() if over else (twin.player,))
    assert list(match.scores) == twin.totals
    assert list(match.winners) == twin.winners
    moves = [move for seat in range(twin.players) for move in match.legal(seat)]
    texts = [str(move) for move in moves]
    assert len(set(texts)) == len(texts)
    assert set(texts) == twin.legal()
    view = match.view(None if over else twin.player)
    assert view.facts["round"] == twin.rounds
    assert view.facts["turn"] == twin.turns
    assert view.facts["stopper"] == twin.stopper
    assert len(view.places["deck"]) == len(twin.deck)
    assert len(view.places["discard"]) == len(twin.pile)
    assert view.places["discard"][-1:] == [str(card) for card in twin.pile[-1:]]
    assert view.places["taken"] == ([] if twin.drawn is None else [str(twin.drawn)])
    hands = [view.places[f"hand:{seat}"] for seat in range(twin.players)]
    if twin.stage in ("between rounds", "over"):
        assert hands == [[str(card) for card in hand] for hand in twin.hands]
    else:
        assert hands == [["??"] * len(hand) for hand in twin.hands]
    return moves


# Whole matches, counted again from what a spectator is told.


class Bookkeeper:
    """Reads a spectator's notices and says what each round and the match have to come to."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.totals = [0] * players
        self.rounds = 0
        self.starters: list[int] = []  # who may start the next round
        self.ended = False
        self.sizes: list[int] = []
        self.deck = 0
        self.turns = 0
        self.next_player = -1
        self.stopper: int | None = None

    def read(self, notice: dict[str, Any]) -> None:
        event, seat = notice["event"], notice.get("seat")
        assert not self.ended, "Something is told after the end."
        if event == "RoundStarted":
            self.rounds += 1
            assert notice["round"] == self.rounds
            assert seat in (self.starters or range(self.players))
            self.next_player = notice["seat"]
            self.sizes = [4] * self.players
            self.deck = 52 - 4 * self.players
            self.turns = 0
            self.stopper = None
        elif event == "TurnStarted":
            assert not self.round_is_done()
            self.turns += 1
            assert (notice["seat"], notice["turn"]) == (self.next_player, self.turns)
            self.next_player = (self.next_player + 1) % self.players
        elif event == "RoundStopped":
            assert self.stopper is None
            self.stopper = notice["seat"]
        elif event == "DeckCardTaken":
            self.deck -= 1
        elif event == "Replaced":
            assert len(set(notice["cards"])) == 1
            self.sizes[notice["seat"]] -= len(notice["indexes"]) - 1
        elif event == "RoundFinished":
            self.finish_round(notice)
        elif event == "MatchEnded":
            assert max(self.totals) > 66
            assert notice["totals"] == self.totals
            assert notice["winner_seats"] == winners_of(self.totals)
            self.ended = True

    def round_is_done(self) -> bool:
        stopped = self.next_player == self.stopper
        return stopped or self.deck == 0 or self.turns == 100 * self.players

    def finish_round(self, notice: dict[str, Any]) -> None:
        assert self.round_is_done()
        assert [len(hand) for hand in notice["hands"]] == self.sizes
        sums = [sum(int(card) for card in hand) for hand in notice["hands"]]
        points = points_of(sums, self.stopper)
        self.totals = [total_of(*both) for both in zip(self.totals, points, strict=True)]
        self.starters = [seat for seat in range(self.players) if points[seat] == 0]
        assert notice["sums"] == sums
        assert notice["scores"] == points
        assert notice["totals"] == self.totals


def random_match(seed: int) -> Match:
    """A match between two to five in either variant; half of them have long rounds."""
    chance = random.Random(seed)
    players, variant = chance.choice([2, 3, 4, 5]), chance.choice(VARIANTS)
    match = Match("sixty_six", players, seed=seed, options={"variant": variant})
    stops = chance.choice([1.0, 0.1])
    while not match.over:
        match.play(*random_move(match, chance, stops))
    return match


def random_move(match: Match, chance: random.Random, stops: float) -> tuple[int, Move]:
    (seat,) = match.to_act
    moves = match.legal(seat)
    if chance.random() > stops:
        moves = [move for move in moves if move.verb != "stop"]
    return seat, chance.choice(moves)


@pytest.mark.parametrize("seed", range(40))
def test_a_bookkeeper_who_is_told_what_spectators_are_told_counts_the_same(seed: int) -> None:
    match = random_match(seed)
    bookkeeper = Bookkeeper(len(match.players))
    for notice in match.notices(None):
        bookkeeper.read(notice)
    assert bookkeeper.ended
    assert list(match.scores) == bookkeeper.totals
    assert list(match.winners) == winners_of(bookkeeper.totals)


# What each viewer has been shown, and the worlds that are sampled for them.


class Memory:
    """Somebody who remembers every face that they were shown, and how every claim went."""

    def __init__(self, match: Match, viewer: int | None) -> None:
        self.viewer = viewer
        self.seen = 0
        self.faces: dict[str, str] = {}
        self.claims: list[tuple[list[str], bool]] = []
        self.pieces = match.view(viewer).pieces
        self.look(match)

    def look(self, match: Match) -> None:
        before, view = self.pieces, match.view(self.viewer)
        self.pieces = view.pieces
        for name, texts in view.places.items():
            self.remember(view.pieces[name], texts)
        for notice in match.notices(self.viewer, since=self.seen):
            self.seen = notice["number"]
            for moved in notice.get("moved", []):
                self.remember([moved["piece"]], [moved["card"]])
            event, seat = notice["event"], notice.get("seat")
            if event == "RoundStarted":
                self.faces, self.claims = {}, []
                before = self.pieces  # the new cards have new ids
            elif event == "FirstTwoSeen":
                self.remember(before[f"hand:{seat}"][:2], notice["cards"])
            elif event == "Peeked":
                hand = before[f"hand:{notice['owner_seat']}"]
                self.remember([hand[notice["index"]]], [notice["card"]])
            elif event == "CardsShown":
                shown = [before[f"hand:{seat}"][index] for index in notice["indexes"]]
                self.remember(shown, notice["cards"])
                self.claims.append((shown, notice["equal"]))
            elif event == "Replaced":
                gone = [before[f"hand:{seat}"][index] for index in notice["indexes"]]
                self.remember(gone, notice["cards"])
            elif event == "ClaimHeld":
                self.remember(self.claims[-1][0], notice["cards"])

    def remember(self, pieces: Sequence[str], texts: Sequence[str]) -> None:
        for piece, text in zip(pieces, texts, strict=True):
            if text != "??":
                assert self.faces.setdefault(piece, text) == text

    def check_worlds(self, match: Match) -> None:
        """All sampled worlds agree with what they were shown, and differ in the rest."""
        imagined: dict[str, set[str]] = {}
        for seed in range(12):
            world = deck_of(world_of(match, self.viewer, seed))
            faces = [match.game.FACES[face] for face in world.faces]
            assert sorted(faces) == sorted(ALL_CARDS)
            pieces = {piece: faces[int(piece.split(".")[1])]
                      for place in self.pieces.values() for piece in place}  # fmt: skip
            assert {piece: pieces[piece] for piece in self.faces} == self.faces
            for shown, equal in self.claims:
                assert (len({pieces[piece] for piece in shown}) == 1) == equal
            for piece, text in pieces.items():
                imagined.setdefault(piece, set()).add(text)
        unseen = [piece for piece in imagined if piece not in self.faces]
        if len(unseen) > 20:  # with few cards left chance may well repeat itself
            assert all(len(imagined[piece]) > 1 for piece in unseen)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_sampled_worlds_never_contradict_what_a_viewer_was_shown(
    players: int, variant: str
) -> None:
    chance = random.Random(players)
    match = Match("sixty_six", players, seed=players, options={"variant": variant})
    memories = [Memory(match, viewer) for viewer in viewers(match)]
    for number in range(150):
        if match.over:
            break
        match.play(*random_move(match, chance, stops=0.05))
        for memory in memories:
            memory.look(match)
            if number % 5 == 0:
                memory.check_worlds(match)
    assert number > 50


# Cards are neither lost nor made.


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_all_fifty_two_cards_are_in_every_view(players: int, variant: str) -> None:
    chance = random.Random(players)
    match = Match("sixty_six", players, seed=players, options={"variant": variant})
    for _ in range(150):
        views = [match.view(viewer) for viewer in viewers(match)]
        for view in views:
            cards = [card for place in view.places.values() for card in place]
            pieces = [piece for place in view.pieces.values() for piece in place]
            assert len(cards) == len(set(pieces)) == 52
            assert view.pieces == views[-1].pieces
            assert Counter(card for card in cards if card != "??") <= Counter(ALL_CARDS)
        if match.over:
            break
        match.play(*random_move(match, chance, stops=0.1))


# How the rules go from one thing that they wait for to the next.

AFTER_A_TURN = ("turn", "round finished", "over")
STANDARD_WALK = {
    "turn": ("turn", "deck card", "pile card"),
    "deck card": (*AFTER_A_TURN, "peek at own", "peek at other", "own for exchange"),
    "pile card": AFTER_A_TURN,
    "peek at own": AFTER_A_TURN,
    "peek at other": AFTER_A_TURN,
    "own for exchange": ("other for exchange",),
    "other for exchange": AFTER_A_TURN,
    "round finished": ("turn",),
}
DRAFT_WALK = {
    "turn": (*AFTER_A_TURN, "deck card", "claim held"),
    "deck card": (*AFTER_A_TURN, "peek at own", "peek at other", "own for exchange"),
    "peek at own": AFTER_A_TURN,
    "peek at other": AFTER_A_TURN,
    "own for exchange": AFTER_A_TURN,
    "claim held": AFTER_A_TURN,
    "round finished": ("turn",),
}


@pytest.mark.parametrize(
    ("variant", "walk"), [("standard", STANDARD_WALK), ("draft", DRAFT_WALK)], ids=VARIANTS
)
def test_random_matches_walk_all_of_these_ways_and_no_others(
    variant: str, walk: dict[str, tuple[str, ...]]
) -> None:
    luck, chance = Seeded(66), random.Random(66)
    seen: set[tuple[str, str]] = set()
    for number in range(400):
        state = sixty_six.setup({"variant": variant}, 2 + number % 4, None)
        before = ""
        while state.house or state.to_act:
            if state.house:
                sixty_six.settle(state, luck.draw(state.house), None)
                continue
            waiting = sixty_six.public(state)["waiting_for"]
            seen.add((before, waiting))
            before = waiting
            (seat,) = state.to_act
            plays = sixty_six.legal(state, seat)
            verb = chance.choice(sorted({play[0] for play in plays}))
            play = chance.choice([play for play in plays if play[0] == verb])
            sixty_six.apply(state, seat, play, None)
        seen.add((before, sixty_six.public(state)["waiting_for"]))
    ways = {(one, other) for one, others in walk.items() for other in others}
    assert seen == {("", "turn"), *ways}
