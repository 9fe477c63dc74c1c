"""Two Tricks, a toy for tests of search: six cards, two each, two tricks, and a policy.

The higher card takes a trick, and its player leads the next one. The one with more tricks wins. A
match may have several rounds.
"""

from typing import Any

from settebello.cards import ALONE, EVERYBODY, Deck, Place, Seat, seat_places
from settebello.game import Draw, Facts, Option, Options, Play, Previous, Result, Tell

NAME, VERSION, SEATS = "two_tricks", 1, (2,)
OPTIONS = (Option("rounds", 1, "How many rounds the match has.", low=1, high=20),)
FACES = ("1", "2", "3", "4", "5", "6")
VERBS = {"play": "{card}"}
HAND, TRICK = seat_places("hand"), seat_places("trick")
SHUFFLE = Draw.cards("deck", range(6))


class State:
    def __init__(self, rounds: int) -> None:
        self.rounds = rounds  # that are left
        self.deck = Deck()
        self.house: Draw | None = SHUFFLE
        self.to_act: tuple[Seat, ...] = ()
        self.hands: list[list[int]] = [[], []]
        self.trick: dict[int, int] = {}
        self.gone: list[int] = []
        self.scores = [0, 0]

    def clone(self) -> "State":
        new = State(self.rounds)
        new.deck, new.house, new.to_act = self.deck, self.house, self.to_act
        new.hands, new.trick = [hand[:] for hand in self.hands], self.trick.copy()
        new.gone, new.scores = self.gone[:], self.scores[:]
        return new


def bound(options: Options, seats: int) -> int:
    return 4 * int(options["rounds"])


def setup(options: Options, seats: int, previous: Previous) -> State:
    return State(int(options["rounds"]))


def settle(state: State, outcome: tuple[int, ...], tell: Tell | None) -> None:
    state.deck, state.house, state.to_act = state.deck.shuffled(outcome), None, (Seat(0),)
    state.hands, state.gone, state.rounds = [[0, 1], [2, 3]], [], state.rounds - 1


def legal(state: State, seat: Seat) -> list[Play]:
    return [(0, card) for card in state.hands[seat]]


def apply(state: State, seat: Seat, play: Play, tell: Tell | None) -> None:
    state.hands[seat].remove(play[1])
    state.trick[seat], state.to_act = play[1], (Seat(1 - seat),)
    if len(state.trick) == 2:
        faces = state.deck.faces
        winner = Seat(int(faces[state.trick[1]] > faces[state.trick[0]]))
        state.scores[winner] += 1
        state.gone += state.trick.values()
        state.trick, state.to_act = {}, (winner,)
        if not state.hands[0]:
            state.to_act, state.house = (), SHUFFLE if state.rounds else None
    if tell:
        tell("Played", seat=seat, cards={"card": play[1]})


def result(state: State) -> Result:
    return Result.most(state.scores, over=not state.to_act and not state.house)


def places(state: State) -> list[Place]:
    return [
        Place("stock", [4, 5] if state.deck.faces else []),
        Place("gone", state.gone, EVERYBODY),
        *[Place(HAND[seat], hand, ALONE[seat]) for seat, hand in enumerate(state.hands)],
        *[Place(TRICK[seat], [card], EVERYBODY) for seat, card in state.trick.items()],
    ]


def public(state: State) -> Facts:
    return {}


class HighestFirst:
    """A policy: the highest card."""

    def choose(self, state: State, seat: Seat, memory: Any, random: Any) -> Play:
        return max(legal(state, seat), key=lambda play: state.deck.faces[play[1]])


class Lowest(HighestFirst):
    """A policy that is seldom right: the lowest card."""

    def choose(self, state: State, seat: Seat, memory: Any, random: Any) -> Play:
        return min(legal(state, seat), key=lambda play: state.deck.faces[play[1]])
