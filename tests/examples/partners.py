"""Partners: two and two see each other's cards; who lays a higher card than the last one scores."""

from types import SimpleNamespace

from settebello.cards import EVERYBODY, ITALIAN_RANKS, Deck, Place, Seat, suited, viewers
from settebello.game import Draw, Facts, Options, Play, Previous, Result, Tell

NAME, VERSION, SEATS, OPTIONS, FACES = "partners", 1, (4,), (), suited(ITALIAN_RANKS[:4], "DCSB")
TEAMS = {4: ((0, 2), (1, 3))}
SIGHT = (viewers(Seat(0), Seat(2)), viewers(Seat(1), Seat(3)))
VERBS, EVENTS = {"lay": "{card}"}, {"Laid": "seat card points"}
PLACES = {"hand": 4, "pile": 16}


class State(SimpleNamespace):
    def clone(self) -> "State":
        return State(**vars(self))


def bound(options: Options, seats: int) -> int:
    return 16


def setup(options: Options, seats: int, previous: Previous) -> State:
    cards = Draw.cards("deck", range(16))
    return State(house=cards, deck=Deck(), to_act=(), hands=[], pile=(), scores=[0] * 4)


def settle(state: State, outcome: tuple[int, ...], tell: Tell | None) -> None:
    state.deck, state.house, state.to_act = state.deck.shuffled(outcome), None, (Seat(0),)
    state.hands = [range(4 * seat, 4 * seat + 4) for seat in range(4)]


def legal(state: State, seat: Seat) -> list[Play]:
    return [(0, card) for card in state.hands[seat]]


def apply(state: State, seat: Seat, play: Play, tell: Tell | None) -> None:
    state.hands = [[card for card in hand if card != play[1]] for hand in state.hands]
    state.pile = (*state.pile, play[1])
    ranks = [state.deck.faces[card] % 4 for card in state.pile[-2:]]
    points = int(ranks[0] < ranks[-1])
    state.scores = [score + points * (n % 2 == seat % 2) for n, score in enumerate(state.scores)]
    state.to_act = (Seat((seat + 1) % 4),) if len(state.pile) < 16 else ()
    if tell:
        tell("Laid", seat=seat, cards={"card": play[1]}, points=points)


def result(state: State) -> Result:
    return Result.most(state.scores, over=len(state.pile) == 16)  # partners have the same


def places(state: State) -> list[Place]:
    hands = [Place(f"hand:{n}", hand, SIGHT[n % 2]) for n, hand in enumerate(state.hands)]
    return [*hands, Place("pile", state.pile, EVERYBODY)]


def public(state: State) -> Facts:
    return {}
