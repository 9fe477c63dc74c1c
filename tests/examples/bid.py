"""Bid: two players hold two coins each in secret, and bid for all four until one of them passes."""

from types import SimpleNamespace

from settebello.cards import ALONE, EVERYBODY, ITALIAN, Deck, Place, Seat
from settebello.game import Draw, Facts, Options, Play, Previous, Result, Tell

NAME, VERSION, SEATS, OPTIONS, FACES, PLACES = "bid", 1, (2,), (), ITALIAN[:10], {"hand": 2}
VERBS, FACTS = {"bid": "bid {n:1-40}", "pass": "pass"}, {"bid": "number 0-40"}
EVENTS, PRIVATE_FACTS = {"Bid": "seat coins", "Passed": "seat hands"}, {"yours": "number 3-19"}


class State(SimpleNamespace):
    def clone(self) -> "State":
        return State(**vars(self))


def bound(options: Options, seats: int) -> int:
    return 41


def setup(options: Options, seats: int, previous: Previous) -> State:
    return State(house=Draw.cards("deck", range(10)), deck=Deck(), to_act=(), bid=0, scores=[0, 0])


def settle(state: State, outcome: tuple[int, ...], tell: Tell | None) -> None:
    state.deck, state.house, state.to_act = state.deck.shuffled(outcome), None, (Seat(0),)


def legal(state: State, seat: Seat) -> list[Play]:
    return [*((0, coins) for coins in range(state.bid + 1, 41)), (1,)]


def apply(state: State, seat: Seat, play: Play, tell: Tell | None) -> None:
    if play[0] == 0:
        state.bid, state.to_act = play[1], (Seat(1 - seat),)
        if tell:
            tell("Bid", seat=seat, coins=play[1])
        return
    gain = sum(state.deck.faces[:4]) + 4 - state.bid
    state.scores, state.to_act = [seat * gain, (1 - seat) * gain], ()
    if tell:
        tell("Passed", seat=seat, cards={"hands": [range(2), range(2, 4)]})


def result(state: State) -> Result:
    return Result.most(state.scores, over=state.house is None and not state.to_act)


def places(state: State) -> list[Place]:
    stock, sight = Place("stock", range(4, 10)), ALONE if state.to_act else (EVERYBODY, EVERYBODY)
    return [stock, *(Place(f"hand:{n}", range(2 * n, 2 * n + 2), sight[n]) for n in (0, 1))]


def public(state: State) -> Facts:
    return {"bid": state.bid}


def private(state: State, seat: Seat) -> Facts:
    return {"yours": sum(state.deck.faces[2 * seat : 2 * seat + 2]) + 2}
