"""Keep Low, a toy for tests of inference: seat 1 discards, draws and discards, and seat 0 guesses.

The hand is held mixed: seat 0 cannot tell whether the second discard was drawn before or dealt.
"""

from typing import Any

from settebello.cards import ALONE, EVERYBODY, Deck, Place, Seat
from settebello.game import Draw, Facts, Options, Play, Previous, Result, Tell

NAME, VERSION, SEATS, OPTIONS = "keep_low", 1, (2,), ()
FACES = ("1", "2", "3", "4", "5", "6")
VERBS = {"discard": "discard {card}", "guess": "guess {n:0-1}"}
DISCARD, GUESS = range(2)
SHUFFLE = Draw.cards("deck", range(6))


class State:
    def __init__(self) -> None:
        self.deck = Deck()
        self.house: Draw | None = SHUFFLE
        self.to_act: tuple[Seat, ...] = ()
        self.hand: list[int] = []
        self.stock: list[int] = []
        self.pile: list[int] = []
        self.guess = -1

    def clone(self) -> "State":
        new = State()
        new.deck, new.house, new.to_act, new.guess = self.deck, self.house, self.to_act, self.guess
        new.hand, new.stock, new.pile = self.hand[:], self.stock[:], self.pile[:]
        return new


def bound(options: Options, seats: int) -> int:
    return 3


def setup(options: Options, seats: int, previous: Previous) -> State:
    return State()


def settle(state: State, outcome: tuple[int, ...], tell: Tell | None) -> None:
    state.deck, state.house, state.to_act = state.deck.shuffled(outcome), None, (Seat(1),)
    state.hand, state.stock = [0, 1], [5, 4, 3, 2]


def legal(state: State, seat: Seat) -> list[Play]:
    if seat == 1:
        return [(DISCARD, card) for card in state.hand]
    return [(GUESS, 0), (GUESS, 1)]


def apply(state: State, seat: Seat, play: Play, tell: Tell | None) -> None:
    if play[0] == GUESS:
        state.guess, state.to_act = play[1], ()
        return
    state.hand.remove(play[1])
    state.pile.append(play[1])
    if tell:
        tell("Discarded", seat=seat, cards={"card": play[1]})
    if len(state.pile) == 2:
        state.to_act = (Seat(0),)
        return
    state.hand.append(state.stock.pop())
    if tell:
        tell("Drawn", seat=seat, cards={"card": state.hand[-1]})


def result(state: State) -> Result:
    high = state.deck.faces[state.hand[0]] >= 3 if state.guess >= 0 else False
    scores = [int(state.guess == high), int(state.guess != high)]
    return Result.most(scores, over=not state.to_act and not state.house)


def places(state: State) -> list[Place]:
    return [
        Place("stock", state.stock),
        Place("pile", state.pile, EVERYBODY),
        Place("hand:1", state.hand, ALONE[1], mixed=True),
    ]


def public(state: State) -> Facts:
    return {}


class DiscardHighest:
    """A policy: the highest card goes."""

    def choose(self, state: State, seat: Seat, memory: Any, random: Any) -> Play:
        return max(legal(state, seat), key=lambda play: state.deck.faces[play[1]] if seat else 0)
