"""Go Fish with hands that are held up (`mixed`): an honest game whose facts are told."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace

from settebello.cards import ALONE, EVERYBODY, ITALIAN_RANKS, Deck, Place, Seat, suited
from settebello.game import VOID, Draw, Facts, Options, Play, Previous, Result, Tell

NAME, VERSION, SEATS, OPTIONS, TURNS = "go_fish", 1, (3, 2), (), 20
RANKS = ITALIAN_RANKS[:4]
FACES = suited(RANKS, "DCSB")
VERBS = {"ask": "ask {seat} {rank}"}
EVENTS = {
    "Given": "seat asked_seat cards",
    "Refused": "seat asked_seat rank:text",
    "Drawn": "seat card",
}


class State(SimpleNamespace):
    def clone(self) -> State:
        return State(**vars(self))


def of_rank(rank: int) -> list[int]:
    return [face for face in range(16) if face % 4 == rank]


def bound(options: Options, seats: int) -> int:
    return TURNS


def setup(options: Options, seats: int, previous: Previous) -> State:
    deal = Draw.cards("deck", range(16))
    return State(house=deal, deck=Deck(), to_act=(), hands=[()] * seats, stock=(), turn=0)


def settle(state: State, outcome: tuple[int, ...], tell: Tell | None) -> None:
    seats = len(state.hands)
    state.deck, state.house, state.to_act = state.deck.shuffled(outcome), None, (Seat(0),)
    state.hands = [tuple(range(3 * seat, 3 * seat + 3)) for seat in range(seats)]
    state.stock = tuple(range(3 * seats, 16))


def legal(state: State, seat: Seat) -> list[Play]:
    ranks = sorted({state.deck.faces[card] % 4 for card in state.hands[seat]})
    others = [other for other in range(len(state.hands)) if other != seat]
    return [(0, other, rank) for other in others for rank in ranks]


def apply(state: State, seat: Seat, play: Play, tell: Tell | None) -> None:
    asked, rank = Seat(play[1]), play[2]
    hands = [*state.hands]
    if tell:
        tell.learn("has", hands[seat], [rank])
    # Sorted by face: their order in a mixed hand would tell when they came.
    faces = state.deck.faces
    given = sorted((c for c in hands[asked] if faces[c] % 4 == rank), key=faces.__getitem__)
    hands[asked] = tuple(card for card in hands[asked] if card not in given)
    hands[seat] += tuple(given)
    state.hands = hands
    if tell and given:
        tell("Given", seat=seat, asked_seat=asked, cards={"cards": given}, shown_to=EVERYBODY)
    elif tell:
        tell("Refused", seat=seat, asked_seat=asked, rank=RANKS[rank])
    if tell:
        tell.learn(VOID, hands[asked], of_rank(rank))
    if not given and state.stock:
        card, *stock = state.stock
        hands[seat] += (card,)
        state.hands, state.stock = hands, tuple(stock)
        if tell:
            tell("Drawn", seat=seat, cards={"card": card})
    state.turn += 1
    turn = Seat((seat + 1) % len(hands))
    state.to_act = (turn,) if state.turn < TURNS and hands[turn] else ()


def holds(fact: str, cards: Sequence[int], numbers: Sequence[int], faces: Sequence[int]) -> bool:
    return any(faces[card] % 4 == numbers[0] for card in cards)


def result(state: State) -> Result:
    scores = [len(hand) for hand in state.hands]
    return Result.most(scores, state.house is None and not state.to_act)


def places(state: State) -> list[Place]:
    hands = [Place(f"hand:{n}", hand, ALONE[n], mixed=True) for n, hand in enumerate(state.hands)]
    return [Place("stock", state.stock), *hands]


def public(state: State) -> Facts:
    return {}
