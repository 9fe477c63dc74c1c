"""Cups: all hide two dice, and bid how many of a number lie in all cups, until one doubts it."""

from types import SimpleNamespace

from settebello.cards import ALONE, D6, EVERYBODY, NOBODY, Deck, Place, Seat
from settebello.game import Draw, Facts, Options, Play, Previous, Result, Tell

NAME, VERSION, SEATS, OPTIONS, FACES, DICE, RANKS = "cups", 1, (3, 2), (), D6, D6, D6
VERBS = {"bid": "bid {n:1-6} x {rank}", "doubt": "doubt"}
EVENTS = {"Bid": "seat count rank:text", "Opened": "seat hands there lost_seat"}
PLACES, FACTS, LOW_WINS = {"cup": 2}, {"count": "number 0-6", "rank": "number 1-6"}, True


class State(SimpleNamespace):
    def clone(self) -> "State":
        return State(**vars(self))


def bound(options: Options, seats: int) -> int:
    return 12 * seats + 1


def setup(options: Options, seats: int, previous: Previous) -> State:
    dice = Draw.dice("cups", 2 * seats, range(6))
    return State(seats=seats, house=dice, deck=Deck(), to_act=(), bid=(0, 0), lost=-1, open=NOBODY)


def settle(state: State, outcome: tuple[int, ...], tell: Tell | None) -> None:
    state.deck, state.house, state.to_act = state.deck.rolled(outcome, range(6)), None, (Seat(0),)


def legal(state: State, seat: Seat) -> list[Play]:
    bids = [(0, n, rank) for n in range(1, 2 * state.seats + 1) for rank in range(6)]
    return [bid for bid in bids if bid[1:] > state.bid] + [(1,)] * (state.bid[0] > 0)


def apply(state: State, seat: Seat, play: Play, tell: Tell | None) -> None:
    if play[0] == 0:
        state.bid, state.to_act = play[1:], (Seat((seat + 1) % state.seats),)
        if tell:
            tell("Bid", seat=seat, count=play[1], rank=RANKS[play[2]])
        return
    there, state.to_act, state.open = state.deck.faces.count(state.bid[1]), (), EVERYBODY
    state.lost = seat if there >= state.bid[0] else (seat - 1) % state.seats
    if tell:
        cards = {"hands": [place.cards for place in places(state)]}
        tell("Opened", seat=seat, cards=cards, there=there, lost_seat=state.lost)


def result(state: State) -> Result:
    return Result.least([int(n == state.lost) for n in range(state.seats)], state.lost >= 0)


def places(state: State) -> list[Place]:
    seats = range(state.seats)
    return [Place(f"cup:{n}", (2 * n, 2 * n + 1), ALONE[n] | state.open) for n in seats]


def public(state: State) -> Facts:
    return {"count": state.bid[0], "rank": state.bid[1] + 1}
