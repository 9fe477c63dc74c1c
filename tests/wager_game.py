"""Wager, a toy for tests of live tables: a secret choice of all at once, then tricks that wait.

Everybody bets in secret who takes how many of the two tricks. Then each lays a card in turn; the
highest takes the trick, which lies there for all to see before it goes. Four play in two teams.
"""

from settebello.cards import ALONE, EVERYBODY, Deck, Place, Seat, as_seats, seat_places
from settebello.game import Draw, Facts, Option, Options, Play, Previous, Result, Tell, having

NAME, VERSION, SEATS = "wager", 1, (3, 2, 4)
OPTIONS = (Option("rounds", 1, "How many rounds the match has.", low=1, high=20),)
TEAMS = {4: ((0, 2), (1, 3))}
CARDS = tuple(f"C{number}" for number in range(8))
BETS = tuple(f"B{seat}{tricks}" for seat in range(4) for tricks in range(3))
FACES = CARDS + BETS
VERBS = {"bet": "bet {seat} {n:0-2}", "lay": "lay {card}"}
EVENTS = {
    "Dealt": "hands",
    "Chosen": "seat card",
    "Laid": "seat card",
    "Took": "seat cards",
    "Opened": "bets:cards",
}
BET, LAY = range(2)
HAND, SAFE = seat_places("hand"), seat_places("safe")


class State:
    __slots__ = (
        "bets", "deck", "first", "hands", "house", "points", "rounds", "taken", "takers", "to_act",
        "trick",
    )  # fmt: skip

    def __init__(self, seats: int, rounds: int) -> None:
        self.deck = Deck()
        self.house: Draw | None = None
        self.to_act: tuple[Seat, ...] = ()
        self.first = Seat(0)  # who lays first
        self.rounds = rounds  # that are left
        self.points = [0] * seats
        self.deal()

    def deal(self) -> None:
        seats = len(self.points)
        self.bets: list[tuple[int, ...]] = [()] * seats
        self.hands: list[tuple[int, ...]] = [()] * seats
        self.trick: tuple[int, ...] = ()
        self.taken: tuple[int, ...] = ()
        self.takers: tuple[Seat, ...] = ()
        self.house = Draw.cards("deck", range(2 * seats))

    def clone(self) -> "State":
        new = State.__new__(State)
        new.deck, new.house, new.to_act, new.first = self.deck, self.house, self.to_act, self.first
        new.bets, new.hands, new.points = self.bets[:], self.hands[:], self.points[:]
        new.rounds, new.takers = self.rounds, self.takers
        new.taken, new.trick = self.taken, self.trick
        return new


def bound(options: Options, seats: int) -> int:
    return 3 * seats * int(options["rounds"])


def setup(options: Options, seats: int, previous: Previous) -> State:
    return State(seats, int(options["rounds"]))


def settle(state: State, outcome: tuple[int, ...], tell: Tell | None) -> None:
    seats = len(state.points)
    state.deck, state.house = state.deck.shuffled(outcome), None
    state.hands = [(2 * seat, 2 * seat + 1) for seat in range(seats)]
    state.to_act = as_seats(range(seats))
    if tell:
        tell("Dealt", cards={"hands": state.hands[:]})


def legal(state: State, seat: Seat) -> list[Play]:
    if not state.bets[seat]:
        return [(BET, other, n) for other in range(len(state.points)) for n in range(3)]
    return [(LAY, card) for card in state.hands[seat]]


def apply(state: State, seat: Seat, play: Play, tell: Tell | None) -> None:
    if play[0] == BET:
        state.bets[seat] = (len(state.deck.faces),)
        state.deck = state.deck.sealed(len(CARDS) + 3 * play[1] + play[2], range(8, len(FACES)))
        state.to_act = tuple(other for other in state.to_act if other != seat) or (state.first,)
        if tell:
            tell("Chosen", seat=seat, cards={"card": state.bets[seat][0]})
        return
    state.hands[seat] = tuple(card for card in state.hands[seat] if card != play[1])
    state.trick += (play[1],)
    state.to_act = (Seat((seat + 1) % len(state.points)),)
    if tell:
        tell("Laid", seat=seat, cards={"card": play[1]})
    if len(state.trick) == len(state.points):
        if tell:
            tell.pause()
        take(state, tell)


def take(state: State, tell: Tell | None) -> None:
    faces, seats = state.deck.faces, len(state.points)
    best = max(range(seats), key=lambda turn: faces[state.trick[turn]])
    state.first = Seat((state.first + best) % seats)
    state.takers, state.to_act = (*state.takers, state.first), (state.first,)
    trick, state.taken, state.trick = state.trick, state.taken + state.trick, ()
    if tell:
        tell("Took", seat=state.first, cards={"cards": trick})
    if len(state.takers) < 2:
        return
    for seat, (bet,) in enumerate(state.bets):
        who, tricks = divmod(faces[bet] - len(CARDS), 3)
        right = state.takers.count(Seat(who)) == tricks
        for each in TEAMS[4][seat % 2] if seats == 4 else (seat,):
            state.points[each] += right
    state.rounds, state.to_act = state.rounds - 1, ()
    if tell:
        tell("Opened", cards={"bets": [bet for (bet,) in state.bets]})
        tell.pause()
    if state.rounds:
        state.deal()


def result(state: State) -> Result:
    over = not state.to_act and not state.house
    return Result(state.points, having(max(state.points), state.points) if over else ())


def places(state: State) -> list[Place]:
    opened = len(state.takers) == 2
    return [
        Place("trick", state.trick, EVERYBODY),
        Place("taken", state.taken, EVERYBODY),
        *(Place(HAND[seat], hand, ALONE[seat]) for seat, hand in enumerate(state.hands)),
        *(
            Place(SAFE[seat], bet, EVERYBODY if opened else ALONE[seat])
            for seat, bet in enumerate(state.bets)
        ),
    ]


def public(state: State) -> Facts:
    return {"takers": list(state.takers)}


def private(state: State, seat: Seat) -> Facts:
    bet = state.bets[seat]
    return {"bet": FACES[state.deck.faces[bet[0]]]} if bet else {}
