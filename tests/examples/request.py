"""Request: ask a player for a number that you hold; all that they have of it scores for you."""

from types import SimpleNamespace

from settebello.cards import ALONE, EVERYBODY, ITALIAN, ITALIAN_RANKS, Deck, Place, Seat
from settebello.game import AMONG, VOID, Draw, Facts, Options, Play, Previous, Result, Tell

NAME, VERSION, SEATS, OPTIONS, FACES = "request", 1, (3,), (), ITALIAN[:5]
VERBS, EVENTS = {"ask": "ask {seat} {rank}"}, {"Asked": "seat asked_seat rank:text given:cards"}
RANKS, PLACES = ITALIAN_RANKS[:5], {"hand": 5, "won": 4}


class State(SimpleNamespace):
    def clone(self) -> "State":
        return State(**vars(self))


def bound(options: Options, seats: int) -> int:
    return 6


def setup(options: Options, seats: int, previous: Previous) -> State:
    deal, hands = Draw.cards("deck", [*range(5)] * 3), [range(5), range(5, 10), range(10, 15)]
    return State(house=deal, deck=Deck(), to_act=(), hands=hands, won=[()] * 3, asked=0)


def settle(state: State, outcome: tuple[int, ...], tell: Tell | None) -> None:
    state.deck, state.house, state.to_act = state.deck.shuffled(outcome), None, (Seat(0),)


def legal(state: State, seat: Seat) -> list[Play]:
    ranks = sorted({state.deck.faces[card] for card in state.hands[seat]})
    return [(0, n, rank) for n in range(3) if n != seat for rank in ranks]


def apply(state: State, seat: Seat, play: Play, tell: Tell | None) -> None:
    asked, rank, turn = Seat(play[1]), play[2], Seat((seat + 1) % 3)
    given = tuple([card for card in state.hands[asked] if state.deck.faces[card] == rank])
    state.hands = [[card for card in hand if card not in given] for hand in state.hands]
    state.won = [won + given * (n == seat) for n, won in enumerate(state.won)]
    state.asked += 1
    state.to_act = (turn,) if state.asked < 6 and state.hands[turn] else ()
    if tell:
        tell("Asked", seat=seat, asked_seat=asked, rank=RANKS[rank], cards={"given": given})
        tell.learn(AMONG, state.hands[seat], [rank])
        tell.learn(VOID, state.hands[asked], [rank])


def result(state: State) -> Result:
    return Result.most([len(won) for won in state.won], state.house is None and not state.to_act)


def places(state: State) -> list[Place]:
    hands = [Place(f"hand:{n}", hand, ALONE[n]) for n, hand in enumerate(state.hands)]
    return [*hands, *(Place(f"won:{n}", won, EVERYBODY) for n, won in enumerate(state.won))]


def public(state: State) -> Facts:
    return {}
