"""Briscola for two, three, or two against two: tricks, a trump, and 120 points in the cards.

Rule numbers are those of docs/games/briscola.md. Cards are tokens; their faces are in the deck.
"""

from settebello.cards import ALONE, EVERYBODY, ITALIAN, Deck, Place, Seat, as_seats, seat_places
from settebello.game import Ask, Draw, Facts, Option, Options, Play, Previous, Result, Tell, View

NAME = "briscola"
VERSION = 1
SEATS = (2, 3, 4)  # rule 1
TEAMS = {4: ((0, 2), (1, 3))}  # rule 2
FACES = ITALIAN  # rule 4
OPTIONS = (Option("wins", 1, low=1, high=10),)
VERBS = {"play": "{card}"}
EVENTS = {
    "RoundStarted": "round seat", "Dealt": "seat cards", "TrumpTurned": "card",
    "Played": "seat card", "TrickTaken": "seat cards points", "Drawn": "seat card",
    "TrumpDrawn": "seat card",
    "Tallied": "piles:hands points:by_seat scores:by_seat scores_before:by_seat "
               "round_winner_seats",
    "MatchEnded": "scores:by_seat winner_seats",
}  # fmt: skip
PLACES = {"stock": 33, "trump": 1, "trick": 1, "hand": 3, "pile": 40}
LAYOUT = {"trump": "beside stock", "trick": "trick", "pile": "pile"}
FACTS = {"round": "number 0-57", "suit": "text? D|C|S|B"}

# By rank: ace, two, three, four, five, six, seven, knave, knight, king.
POINTS = (11, 0, 10, 0, 0, 0, 0, 2, 3, 4)  # rule 5
STRENGTH = (9, 0, 8, 1, 2, 3, 4, 5, 6, 7)  # rule 6
DRAWS = 20  # rule 14: after so many drawn rounds a shared lead stands

HAND, TRICK, PILE = seat_places("hand"), seat_places("trick"), seat_places("pile")


class State:
    __slots__ = (
        "deck", "hands", "house", "piles", "round", "scores", "starter", "stock", "suit", "to_act",
        "trick", "wins",
    )  # fmt: skip

    def begin(self, options: Options, seats: int) -> None:
        self.wins = int(options["wins"])  # rounds to win
        self.to_act: tuple[Seat, ...] = ()
        self.house: Draw | None = Draw.one_of("starter", range(seats))
        self.starter = Seat(-1)  # not drawn yet
        self.round = 0
        self.scores: tuple[int, ...] = (0,) * seats  # rounds won; partners have the same
        self.deck = Deck()
        self.suit: str | None = None  # of the trump
        self.stock: list[int] = []  # from the bottom, which is the trump card, to the top
        self.trick: dict[Seat, int] = {}  # the card of each seat, in the order they came
        self.hands: list[list[int]] = [[]] * seats
        self.piles: list[tuple[int, ...]] = [()] * seats

    def clone(self) -> "State":
        new = State()
        new.wins, new.to_act, new.house = self.wins, self.to_act, self.house
        new.starter, new.round, new.scores = self.starter, self.round, self.scores
        new.deck, new.suit, new.stock = self.deck, self.suit, self.stock[:]
        new.trick, new.piles = self.trick.copy(), self.piles[:]
        new.hands = [hand[:] for hand in self.hands]
        return new


def bound(options: Options, seats: int) -> int:
    return 40 * last_round(int(options["wins"]), seats)


def last_round(wins: int, seats: int) -> int:
    return seats * (wins - 1) + 1 + DRAWS  # only draws can keep everybody below so many wins


def setup(options: Options, seats: int, previous: Previous) -> State:
    state = State()
    state.begin(options, seats)
    return state


def shuffle(seats: int) -> Draw:
    """All cards; for three players without the two of cups (rule 4)."""
    left_out = "2C" if seats == 3 else ""
    return Draw.cards("deck", [face for face in range(40) if FACES[face] != left_out])


def settle(state: State, outcome: tuple[int, ...], tell: Tell | None) -> None:
    seats = len(state.hands)
    if state.starter < 0:  # rule 3
        state.starter, state.house = Seat(outcome[0]), shuffle(seats)
        return
    state.house, state.to_act, state.round = None, (state.starter,), state.round + 1
    state.deck, state.piles = state.deck.shuffled(outcome), [()] * seats
    if tell:
        tell("RoundStarted", round=state.round, seat=state.starter)
    for place, seat in enumerate(in_turn(state.starter, seats)):  # rule 7
        state.hands[seat] = [*range(3 * place, 3 * place + 3)]
        if tell:
            tell("Dealt", seat=seat, cards={"cards": state.hands[seat]})
    trump = 3 * seats
    state.suit = FACES[outcome[trump]][-1]
    state.stock = [trump, *range(len(outcome) - 1, trump, -1)]
    if tell:
        tell("TrumpTurned", cards={"card": trump})


def in_turn(first: Seat, seats: int) -> tuple[Seat, ...]:
    """All seats in the order of play, from one of them on (rule 3)."""
    return as_seats([(first + n) % seats for n in range(seats)])


def legal(state: State, seat: Seat) -> list[Play]:
    return [(0, card) for card in state.hands[seat]]  # rule 8: any card, whatever was led


def apply(state: State, seat: Seat, play: Play, tell: Tell | None) -> None:
    card, seats = play[1], len(state.hands)
    state.hands[seat].remove(card)
    state.trick[seat] = card
    state.to_act = (Seat((seat + 1) % seats),)
    if tell:
        tell("Played", seat=seat, cards={"card": card})
    if len(state.trick) == seats:
        take_trick(state, tell)


def take_trick(state: State, tell: Tell | None) -> None:
    taker, cards = best_seat(state), tuple(state.trick.values())
    state.trick, state.to_act = {}, (taker,)
    state.piles[taker] += cards  # rule 10
    if tell:
        tell.pause()  # all must have seen the trick before it goes
        tell("TrickTaken", seat=taker, cards={"cards": cards}, points=points_in(state, cards))
    if state.stock:  # rule 11: there is a card for everybody, or for nobody
        for seat in in_turn(taker, len(state.hands)):
            card = state.stock.pop()
            state.hands[seat].append(card)
            if tell and state.stock:
                tell("Drawn", seat=seat, cards={"card": card})
            elif tell:
                tell("TrumpDrawn", seat=seat, cards={"card": card})
    elif not state.hands[taker]:
        end_round(state, tell)


def best_seat(state: State) -> Seat:
    """Rule 9: the strongest trump takes the trick, or else the strongest card of the suit led."""
    suits = {seat: FACES[state.deck.faces[card]][-1] for seat, card in state.trick.items()}
    led = next(iter(suits.values()))
    wanted = state.suit if state.suit in suits.values() else led
    able = [seat for seat in suits if suits[seat] == wanted]
    return max(able, key=lambda seat: STRENGTH[state.deck.faces[state.trick[seat]] % 10])


def points_in(state: State, cards: tuple[int, ...]) -> int:
    return sum([POINTS[state.deck.faces[card] % 10] for card in cards])


def end_round(state: State, tell: Tell | None) -> None:
    seats, before = len(state.hands), state.scores
    points = [points_in(state, pile) for pile in state.piles]
    if seats == 4:  # rule 12: partners count together
        points = [points[seat] + points[seat - 2] for seat in range(4)]
    ahead = [seat for seat in range(seats) if points[seat] == max(points)]
    if len(ahead) > (2 if seats == 4 else 1):  # rule 13: a draw
        ahead = []
    state.scores = tuple([score + (seat in ahead) for seat, score in enumerate(before)])
    state.starter, state.to_act = Seat((state.starter + 1) % seats), ()  # rule 3
    if tell:
        tell("Tallied", cards={"piles": state.piles}, shown_to=EVERYBODY, points=points,
             scores=state.scores, scores_before=before, round_winner_seats=ahead)  # fmt: skip
    if max(state.scores) < state.wins and state.round < last_round(state.wins, seats):  # rule 14
        state.house = shuffle(seats)
    elif tell:
        tell("MatchEnded", scores=state.scores, winner_seats=result(state).winners)


def result(state: State) -> Result:
    return Result.most(state.scores, over=not state.to_act and not state.house)


def places(state: State) -> list[Place]:
    stock, trump = Place("stock", state.stock[1:]), Place("trump", state.stock[:1], EVERYBODY)
    hands = [Place(HAND[seat], hand, ALONE[seat]) for seat, hand in enumerate(state.hands)]
    piles = [Place(PILE[seat], pile) for seat, pile in enumerate(state.piles)]
    cards = [state.trick.get(Seat(seat)) for seat in range(len(hands))]
    trick = [Place(TRICK[n], () if c is None else (c,), EVERYBODY) for n, c in enumerate(cards)]
    return [stock, trump, *hands, *trick, *piles]


def public(state: State) -> Facts:
    return {"round": state.round, "suit": state.suit}


def refusal(ask: Ask, view: View) -> str:
    return "not-in-hand"  # rule 8 knows no other reason
