"""High card: all lay a card face down, then all are turned up, and the highest takes a point."""

from settebello.cards import ALONE, EVERYBODY, ITALIAN, Deck, Place, Seat, as_seats
from settebello.game import Draw, Facts, Option, Options, Play, Previous, Result, Tell

NAME, VERSION, SEATS, FACES = "high_card", 1, (3, 2, 4), ITALIAN
OPTIONS = (Option("cards", 3, "Cards for each player", low=1, high=10),)
VERBS = {"lay": "{card}"}
EVENTS = {"Dealt": "seat cards", "Laid": "seat card", "TurnedUp": "cards:hands best_seats"}


class State:
    def __init__(self, options: Options, seats: int) -> None:
        self.to_act: tuple[Seat, ...] = ()
        self.house: Draw | None = Draw.cards("deck", range(40))
        self.deck = Deck()
        self.hands: list[list[int]] = [[]] * seats
        self.laid: dict[Seat, int] = {}  # the card of each seat, face down
        self.pile: list[int] = []  # what has been turned up
        self.cards, self.scores = int(options["cards"]), [0] * seats

    def clone(self) -> "State":
        new = State.__new__(State)
        new.__dict__.update(self.__dict__)  # enough: every change below makes a new list
        return new


def bound(options: Options, seats: int) -> int:
    return seats * int(options["cards"])


def setup(options: Options, seats: int, previous: Previous) -> State:
    return State(options, seats)


def settle(state: State, outcome: tuple[int, ...], tell: Tell | None) -> None:
    seats, cards = as_seats(range(len(state.hands))), state.cards
    state.deck = state.deck.shuffled(outcome)
    state.hands = [[*range(cards * seat, cards * seat + cards)] for seat in seats]
    state.to_act, state.house = seats, None
    if tell:
        for seat in seats:
            tell("Dealt", seat=seat, cards={"cards": state.hands[seat]})


def legal(state: State, seat: Seat) -> list[Play]:
    return [(0, card) for card in state.hands[seat]]  # 0 is the first verb, lay


def apply(state: State, seat: Seat, play: Play, tell: Tell | None) -> None:
    state.hands = [[card for card in hand if card != play[1]] for hand in state.hands]
    state.laid = {**state.laid, seat: play[1]}
    state.to_act = tuple(other for other in state.to_act if other != seat)
    if tell:
        tell("Laid", seat=seat, cards={"card": play[1]})
    if state.to_act:
        return  # somebody has still to lay
    cards = [state.laid[Seat(n)] for n in range(len(state.hands))]
    ranks = [state.deck.faces[card] % 10 for card in cards]
    best = [other for other, rank in enumerate(ranks) if rank == max(ranks)]
    state.scores = [score + (best == [other]) for other, score in enumerate(state.scores)]
    state.pile, state.laid = state.pile + cards, {}
    state.to_act = as_seats(n for n, hand in enumerate(state.hands) if hand)
    if tell:
        tell("TurnedUp", cards={"cards": [[card] for card in cards]}, best_seats=best)


def result(state: State) -> Result:
    return Result.most(state.scores, over=not state.to_act and not state.house)


def places(state: State) -> list[Place]:
    stock = range(state.cards * len(state.hands), len(state.deck.faces))
    hands = [Place(f"hand:{seat}", hand, ALONE[seat]) for seat, hand in enumerate(state.hands)]
    table, pile = Place("table", [*state.laid.values()]), Place("pile", state.pile, EVERYBODY)
    return [Place("stock", stock), table, pile, *hands]


def public(state: State) -> Facts:
    return {}
