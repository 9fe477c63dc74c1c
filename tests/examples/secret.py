"""Secret: all hide coins at the same time; a number that nobody else has hidden is your score."""

from types import SimpleNamespace

from settebello.cards import ALONE, EVERYBODY, ITALIAN, Deck, Place, Seat, as_seats
from settebello.game import Facts, Option, Options, Play, Previous, Result, Tell

NAME, VERSION, SEATS, FACES = "secret", 1, (3, 2, 4), ITALIAN[:5]
VERBS, EVENTS = {"hide": "hide {n:1-5}"}, {"Chosen": "seat", "Opened": "hands scores:by_seat"}
PLACES, FACTS, OPTIONS = {"choice": 1}, {"left": "number 0-5"}, (Option("turns", 3, low=1, high=5),)


class State(SimpleNamespace):
    def clone(self) -> "State":
        return State(**vars(self))


def bound(options: Options, seats: int) -> int:
    return int(options["turns"]) * seats


def setup(options: Options, seats: int, previous: Previous) -> State:
    all_of_them, left = as_seats(range(seats)), int(options["turns"])
    return State(house=None, deck=Deck(), to_act=all_of_them, hid=(), left=left, scores=[0] * seats)


def settle(state: State, outcome: tuple[int, ...], tell: Tell | None) -> None:
    """The house has nothing to draw."""


def legal(state: State, seat: Seat) -> list[Play]:
    return [(0, coins) for coins in range(1, 6)]


def apply(state: State, seat: Seat, play: Play, tell: Tell | None) -> None:
    state.hid, state.deck = (*state.hid, seat), state.deck.sealed(play[1] - 1, among=range(5))
    state.to_act = tuple([other for other in state.to_act if other != seat])
    if tell:
        tell("Chosen", seat=seat)
    if not state.to_act:
        hands = [[state.hid.index(seat)] for seat in sorted(state.hid)]
        coins = [state.deck.faces[card] + 1 for (card,) in hands]
        state.scores = [state.scores[n] + c * (coins.count(c) == 1) for n, c in enumerate(coins)]
        if tell:
            tell("Opened", cards={"hands": hands}, shown_to=EVERYBODY, scores=state.scores)
            tell.pause()
        state.deck, state.hid, state.left = state.deck.emptied(), (), state.left - 1
        state.to_act = as_seats(range(len(coins) if state.left else 0))


def result(state: State) -> Result:
    return Result.most(state.scores, over=state.left == 0)


def places(state: State) -> list[Place]:
    return [Place(f"choice:{seat}", [card], ALONE[seat]) for card, seat in enumerate(state.hid)]


def public(state: State) -> Facts:
    return {"left": state.left}
