"""Trick: all lay a coin in turn, the highest takes them away face down, and few tricks are good."""

from types import SimpleNamespace

from settebello.cards import ALONE, EVERYBODY, ITALIAN, Deck, Place, Seat
from settebello.game import Draw, Facts, Options, Play, Previous, Result, Tell

NAME, VERSION, SEATS, OPTIONS, FACES = "trick", 1, (3,), (), ITALIAN[:9]
VERBS, EVENTS, LOW_WINS = {"lay": "{card}"}, {"Laid": "seat card", "Taken": "seat"}, True
PLACES = {"hand": 3, "table": 3, "pile": 9}


class State(SimpleNamespace):
    def clone(self) -> "State":
        return State(**vars(self))


def bound(options: Options, seats: int) -> int:
    return 9


def setup(options: Options, seats: int, previous: Previous) -> State:
    cards, hands = Draw.cards("deck", range(9)), [range(3), range(3, 6), range(6, 9)]
    return State(house=cards, deck=Deck(), to_act=(), hands=hands, table=(), pile=(), takers=[])


def settle(state: State, outcome: tuple[int, ...], tell: Tell | None) -> None:
    state.deck, state.house, state.to_act = state.deck.shuffled(outcome), None, (Seat(0),)


def legal(state: State, seat: Seat) -> list[Play]:
    return [(0, card) for card in state.hands[seat]]


def apply(state: State, seat: Seat, play: Play, tell: Tell | None) -> None:
    state.hands = [[card for card in hand if card != play[1]] for hand in state.hands]
    state.table, state.to_act = (*state.table, play[1]), (Seat((seat + 1) % 3),)
    if tell:
        tell("Laid", seat=seat, cards={"card": play[1]})
    if len(state.table) == 3:
        coins = [state.deck.faces[card] for card in state.table]
        state.takers = [*state.takers, Seat((seat + 1 + coins.index(max(coins))) % 3)]
        state.pile, state.table = state.pile + state.table, ()
        state.to_act = (state.takers[-1],) if state.hands[0] else ()
        if tell:
            tell.pause()  # all must have seen the trick before it goes
            tell("Taken", seat=state.takers[-1])


def result(state: State) -> Result:
    return Result.least([state.takers.count(n) for n in range(3)], over=len(state.takers) == 3)


def places(state: State) -> list[Place]:
    hands = [Place(f"hand:{n}", hand, ALONE[n]) for n, hand in enumerate(state.hands)]
    return [*hands, Place("table", state.table, EVERYBODY), Place("pile", state.pile)]


def public(state: State) -> Facts:
    return {}
