"""Rounds: two hide a die each, and one says whether theirs is higher; being right is a point."""

from types import SimpleNamespace

from settebello.cards import ALONE, D6, EVERYBODY, Deck, Place, Seat
from settebello.game import Draw, Facts, Options, Play, Previous, Result, Tell

NAME, VERSION, SEATS, OPTIONS, FACES, DICE, PLACES = "rounds", 1, (2,), (), D6, D6, {"cup": 1}
VERBS, LAYOUT, FACTS = {"yes": "yes", "no": "no"}, {"cup": "cup"}, {"round": "number 0-3"}
EVENTS = {"Said": "seat higher:flag", "Opened": "hands scores:by_seat"}


class State(SimpleNamespace):
    def clone(self) -> "State":
        return State(**vars(self))


def bound(options: Options, seats: int) -> int:
    return 3


def setup(options: Options, seats: int, previous: Previous) -> State:
    starter = Draw.one_of("starter", range(2))
    return State(house=starter, to_act=(), deck=Deck(), dice=(), turn=0, round=0, scores=[0, 0])


def settle(state: State, outcome: tuple[int, ...], tell: Tell | None) -> None:
    if state.house.label == "starter":  # a pick, once
        state.turn, state.house = Seat(outcome[0]), Draw.dice("cups", 2, range(6))
        return
    # A roll in each round: all tokens are new, and begin at 0.
    state.deck, state.dice = state.deck.rolled(outcome, range(6)), (0, 1)
    state.house, state.to_act, state.round = None, (state.turn,), state.round + 1


def legal(state: State, seat: Seat) -> list[Play]:
    return [(0,), (1,)]


def apply(state: State, seat: Seat, play: Play, tell: Tell | None) -> None:
    right = (state.deck.faces[seat] > state.deck.faces[1 - seat]) == (play[0] == 0)
    state.scores = [score + (right == (n == seat)) for n, score in enumerate(state.scores)]
    if tell:
        tell("Said", seat=seat, higher=play[0] == 0)
        tell("Opened", cards={"hands": [[0], [1]]}, shown_to=EVERYBODY, scores=state.scores)
        tell.pause()  # all must have seen the dice before they are rolled again
    state.to_act, state.turn = (), Seat(1 - seat)
    state.house = Draw.dice("cups", 2, range(6)) if state.round < 3 else None


def result(state: State) -> Result:
    return Result.most(state.scores, over=not state.house and not state.to_act)


def places(state: State) -> list[Place]:
    return [Place(f"cup:{seat}", [die], ALONE[seat]) for seat, die in enumerate(state.dice)]


def public(state: State) -> Facts:
    return {"round": state.round}
