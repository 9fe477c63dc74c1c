"""Go Fish for two to five: ask for a rank that you hold, and collect books of four.

Rule numbers are those of docs/games/go_fish.md. Cards are tokens; their faces are in the deck.
"""

from collections.abc import Sequence

from settebello.cards import ALONE, EVERYBODY, FRENCH, FRENCH_RANKS, Deck, Place, Seat, seat_places
from settebello.game import SOME, VOID, Ask, Draw, Option, Options, Play, Result, Tell, View

NAME = "go_fish"
VERSION = 1
SEATS = (3, 2, 4, 5)  # rule 1
FACES, RANKS = FRENCH, FRENCH_RANKS  # rule 3
OPTIONS = (Option("lucky_catch", True),)
VERBS = {"ask": "ask {seat} {rank}"}
EVENTS = {
    "MatchStarted": "seat", "Dealt": "seat cards", "Asked": "seat asked_seat rank:text",
    "Given": "seat asked_seat cards", "Denied": "seat asked_seat rank:text",
    "Fished": "seat card", "Caught": "seat card", "Refilled": "seat card",
    "BookLaid": "seat cards rank:text",
    "Tallied": "books:hands scores:by_seat round_winner_seats",
    "MatchEnded": "scores:by_seat winner_seats",
}  # fmt: skip
PLACES = {"stock": 38, "hand": 39, "books": 52}
LAYOUT = {"books": "pile"}
FACTS = {"left": "number 0-13", "idle": "number? 1-50"}

DEALT = {2: 7, 3: 7, 4: 5, 5: 5}  # rule 4
IDLE = 10  # rule 12: so often around the table

HAND, BOOKS = seat_places("hand"), seat_places("books")


class State:
    __slots__ = ("books", "deck", "hands", "house", "idle", "lucky", "starter", "stock", "to_act")

    def begin(self, options: Options, seats: int) -> None:
        self.lucky = bool(options["lucky_catch"])
        self.to_act: tuple[Seat, ...] = ()
        self.house: Draw | None = Draw.one_of("starter", range(seats))
        self.starter = Seat(-1)  # not drawn yet
        self.deck = Deck()
        self.stock: list[int] = []  # the last one is the top
        self.hands: list[list[int]] = [[]] * seats
        self.books: list[tuple[int, ...]] = [()] * seats
        self.idle = 0  # requests in a row that brought nobody a card

    def clone(self) -> "State":
        new = State()
        new.lucky, new.to_act, new.house = self.lucky, self.to_act, self.house
        new.starter, new.deck, new.stock = self.starter, self.deck, self.stock[:]
        new.hands, new.books = [hand[:] for hand in self.hands], self.books[:]
        new.idle = self.idle
        return new


def bound(options: Options, seats: int) -> int:
    # At most 52 requests draw a card. One that is granted leaves the rank in fewer hands, and only
    # a card that is dealt or drawn brings it into another: at most 52 are granted.
    return 52 + 53 * IDLE * seats


def setup(options: Options, seats: int, previous: Sequence[int] | None) -> State:
    state = State()
    state.begin(options, seats)
    return state


def settle(state: State, outcome: tuple[int, ...], tell: Tell | None) -> None:
    if state.starter < 0:  # rule 2
        state.starter, state.house = Seat(outcome[0]), Draw.cards("deck", range(52))
        return
    seats, cards = len(state.hands), DEALT[len(state.hands)]
    state.deck, state.house = state.deck.shuffled(outcome), None
    state.to_act = (state.starter,)
    state.stock = [*range(51, cards * seats - 1, -1)]
    if tell:
        tell("MatchStarted", seat=state.starter)
    for n in range(seats):  # rule 4
        state.hands[n] = [*range(cards * n, cards * n + cards)]
        if tell:
            tell("Dealt", seat=Seat(n), cards={"cards": state.hands[n]})
    for n in range(seats):
        lay_books(state, Seat(n), range(13), tell)


def legal(state: State, seat: Seat) -> list[Play]:
    ranks = sorted({state.deck.faces[card] % 13 for card in state.hands[seat]})  # rule 5
    others = [other for other, hand in enumerate(state.hands) if hand and other != seat]
    return [(0, other, rank) for other in others for rank in ranks]


def apply(state: State, seat: Seat, play: Play, tell: Tell | None) -> None:
    asked, rank = Seat(play[1]), play[2]
    given = of_rank(state, asked, rank)
    if tell:
        tell("Asked", seat=seat, asked_seat=asked, rank=RANKS[rank])
        tell.learn(SOME, state.hands[seat], range(rank, 52, 13))
    state.hands[asked] = [card for card in state.hands[asked] if card not in given]  # rule 6
    state.hands[seat] += given
    if tell and given:
        tell("Given", seat=seat, asked_seat=asked, cards={"cards": given}, shown_to=EVERYBODY)
    elif tell:
        tell("Denied", seat=seat, asked_seat=asked, rank=RANKS[rank])
    if tell:
        tell.learn(VOID, state.hands[asked], range(rank, 52, 13))
    goes_on, state.idle = bool(given), 0 if given or state.stock else state.idle + 1
    if not given and state.stock:
        goes_on = fish(state, seat, rank, tell)
    lay_books(state, seat, [rank], tell)
    refill(state, asked, tell)
    pass_on(state, seat, goes_on, tell)


def of_rank(state: State, seat: Seat, rank: int) -> list[int]:
    """The cards of a rank in a hand, by suit: in the order they came they would tell too much."""
    faces = state.deck.faces
    return sorted([c for c in state.hands[seat] if faces[c] % 13 == rank], key=faces.__getitem__)


def fish(state: State, seat: Seat, rank: int, tell: Tell | None) -> bool:
    """Rule 7: draw a card. Returns whether the player goes on (rule 8)."""
    card = state.stock.pop()
    state.hands[seat].append(card)
    drawn = state.deck.faces[card] % 13
    if drawn == rank and state.lucky:
        if tell:
            tell("Caught", seat=seat, cards={"card": card}, shown_to=EVERYBODY)
        return True
    if tell:
        tell("Fished", seat=seat, cards={"card": card})
    if tell and state.lucky:
        tell.learn(VOID, [card], range(rank, 52, 13))
    lay_books(state, seat, [drawn], tell)
    return False


def lay_books(state: State, seat: Seat, ranks: Sequence[int], tell: Tell | None) -> None:
    """Rule 9: four of one of these ranks are laid down."""
    for rank in ranks:
        book = of_rank(state, seat, rank)
        if len(book) == 4:
            state.hands[seat] = [card for card in state.hands[seat] if card not in book]
            state.books[seat] += tuple(book)
            if tell:
                tell("BookLaid", seat=seat, cards={"cards": book}, rank=RANKS[rank])
    if tell:
        tell.learn("no book", state.hands[seat])
    refill(state, seat, tell)


def refill(state: State, seat: Seat, tell: Tell | None) -> None:
    if not state.hands[seat] and state.stock:  # rule 10
        state.hands[seat] = [state.stock.pop()]
        if tell:
            tell("Refilled", seat=seat, cards={"card": state.hands[seat][0]})


def pass_on(state: State, seat: Seat, goes_on: bool, tell: Tell | None) -> None:
    """Who is to ask next, if anybody (rules 11, 12)."""
    seats = len(state.hands)
    order = [(seat + n) % seats for n in range(0 if goes_on else 1, seats + 1)]
    able = [Seat(other) for other in order if state.hands[other] and state.idle < IDLE * seats]
    state.to_act = tuple(able[:1])
    if tell and not state.to_act:
        scores, winners = result(state).scores, result(state).winners
        tell("Tallied", cards={"books": state.books}, scores=scores, round_winner_seats=winners)
        tell("MatchEnded", scores=scores, winner_seats=winners)


def holds(fact: str, cards: Sequence[int], numbers: Sequence[int], faces: Sequence[int]) -> bool:
    """Whether there is no book among these cards, the one fact of this game's own."""
    ranks = [faces[card] % 13 for card in cards]
    return all(ranks.count(rank) < 4 for rank in set(ranks))


def result(state: State) -> Result:
    scores = [len(books) // 4 for books in state.books]
    return Result.most(scores, over=not state.to_act and not state.house)


def places(state: State) -> list[Place]:
    hands = [Place(HAND[n], hand, ALONE[n], mixed=True) for n, hand in enumerate(state.hands)]
    books = [Place(BOOKS[n], laid, EVERYBODY) for n, laid in enumerate(state.books)]
    return [Place("stock", state.stock), *hands, *books]


def public(state: State) -> dict[str, int | None]:
    return {"left": 13 - sum(result(state).scores), "idle": state.idle or None}


def refusal(ask: Ask, view: View) -> str:
    hand = view.places[HAND[view.viewer or 0]]
    held = any(card[:-1] == ask.values[1] for card in hand)
    return "ask-another" if held else "rank-not-held"
