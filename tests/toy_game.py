"""Magpie, a toy for tests: it uses whatever the core offers and the first real games do not.

All bid at once how many cards they will lay down. Then each turn is one move: a card is drawn
into the hand, face down from the stock or openly from the pile; it leaves the hand face up to the
pile or the table, or face down to the hole; hidden cards of the row are peeked at or compared; a
card is stolen; the hole and all but the top of the pile are stirred and go under the stock.
"""

from itertools import combinations

from settebello.cards import ALONE, EVERYBODY, Deck, Place, Seat, as_seats, seat_places
from settebello.game import Draw, Facts, Option, Options, Play, Previous, Result, Tell

NAME = "magpie"
VERSION = 3
SEATS = (2, 3)
OPTIONS = (Option("turns", 12, "How many turns the match has.", low=1, high=200),)
FACES = ("A", "B", "C", "D", "E", "F")
VERBS = {
    "bid": "bid {n}",
    "draw": "draw stock",
    "fetch": "draw pile",
    "discard": "discard {card}",
    "bury": "bury {card}",
    "lay": "lay {cards}",
    "peek": "peek {spot}",
    "compare": "compare {spots}",
    "steal": "steal {spot} from {n}",
    "stir": "stir",
    "pass": "pass",
}
BID, DRAW, FETCH, DISCARD, BURY, LAY, PEEK, COMPARE, STEAL, STIR, PASS = range(11)
HAND = seat_places("hand")


class State:
    __slots__ = (
        "bids", "deck", "first", "hands", "hole", "house", "laid", "options", "pile", "row",
        "stock", "table", "to_act", "turn",
    )  # fmt: skip

    def __init__(self, options: Options, seats: int) -> None:
        self.options = options
        self.to_act: tuple[Seat, ...] = ()
        self.house: Draw | None = Draw.one_of("first", range(seats))
        self.first = Seat(-1)  # the seat that has the first turn
        self.turn = 0
        self.deck = Deck()
        self.stock: tuple[int, ...] = ()  # bottom to top, as all of these
        self.pile: tuple[int, ...] = ()
        self.hole: tuple[int, ...] = ()
        self.row: tuple[int, ...] = ()
        self.table: tuple[int, ...] = ()
        self.hands: list[tuple[int, ...]] = [()] * seats
        self.bids: list[int | None] = [None] * seats
        self.laid = [0] * seats

    def clone(self) -> "State":
        new = State.__new__(State)
        new.options, new.to_act, new.house = self.options, self.to_act, self.house
        new.first, new.turn, new.deck, new.stock = self.first, self.turn, self.deck, self.stock
        new.pile, new.hole, new.row, new.table = self.pile, self.hole, self.row, self.table
        new.hands, new.bids, new.laid = self.hands[:], self.bids[:], self.laid[:]
        return new


def bound(options: Options, seats: int) -> int:
    return seats + int(options["turns"])


def setup(options: Options, seats: int, previous: Previous) -> State:
    return State(options, seats)


def settle(state: State, outcome: tuple[int, ...], tell: Tell | None) -> None:
    seats = len(state.hands)
    if state.first < 0:
        state.first = Seat(outcome[0])
        # Two cards of each face; three players need one face more.
        state.house = Draw.cards("deck", sorted([*range(seats + 3)] * 2))
        if tell:
            tell("FirstPicked", seat=state.first)
    elif not state.deck.faces:
        state.deck, state.house = state.deck.shuffled(outcome), None
        state.hands = [(2 * seat, 2 * seat + 1) for seat in range(seats)]
        dealt = 2 * seats
        state.row, state.pile = (dealt, dealt + 1, dealt + 2), (dealt + 3,)
        state.stock = tuple(range(len(outcome) - 1, dealt + 3, -1))
        state.to_act = as_seats(range(seats))  # all of them bid, in any order
        if tell:
            tell("Dealt", cards={"hands": state.hands[:], "card": state.pile[-1]})
    else:
        old = len(state.deck.faces)
        state.deck, state.house = state.deck.reshuffled(outcome), None
        state.stock = (*range(old, old + len(outcome)), *state.stock)
        state.hole, state.pile = (), state.pile[-1:]
        if tell:
            tell("Stirred", number=len(outcome))
        end_turn(state)


def legal(state: State, seat: Seat) -> list[Play]:
    if None in state.bids:
        return [(BID, number) for number in range(3)]
    hand, faces = state.hands[seat], state.deck.faces
    plays: list[Play] = []
    if state.stock:
        plays.append((DRAW,))
    if state.pile:
        plays.append((FETCH,))
    for card in {faces[card]: card for card in hand}.values():  # twins are one choice
        plays += [(DISCARD, card), (BURY, card), (LAY, card)]
    plays += [(LAY, one, two) for one, two in combinations(hand, 2) if faces[one] == faces[two]]
    plays += [(PEEK, card) for card in state.row]
    plays += [(COMPARE, one, two) for one, two in combinations(state.row, 2)]
    for other, cards in enumerate(state.hands):
        plays += [(STEAL, card, other) for card in cards if other != seat]
    if state.hole + state.pile[:-1]:
        plays.append((STIR,))
    return [*plays, (PASS,)]


def apply(state: State, seat: Seat, play: Play, tell: Tell | None) -> None:
    verb, cards, faces = play[0], play[1:], state.deck.faces
    if verb == BID:
        state.bids[seat] = play[1]
        state.to_act = tuple(other for other in state.to_act if other != seat) or (state.first,)
        if tell:
            tell("Bid", seat=seat, bid=play[1])
        return
    if verb == STIR:
        stirred = sorted(faces[card] for card in state.hole + state.pile[:-1])
        state.to_act, state.house = (), Draw.cards("stir", stirred)
        return
    if verb in (DISCARD, BURY, LAY):
        state.hands[seat] = tuple(card for card in state.hands[seat] if card not in cards)
    if verb == DRAW:
        *left, card = state.stock
        state.stock, state.hands[seat] = tuple(left), (*state.hands[seat], card)
        if tell:
            tell("Drawn", seat=seat, cards={"card": card})
    elif verb == FETCH:
        *left, card = state.pile
        state.pile, state.hands[seat] = tuple(left), (*state.hands[seat], card)
        if tell:
            tell("Fetched", seat=seat, cards={"card": card})
    elif verb == DISCARD:
        state.pile += cards
        if tell:
            tell("Discarded", seat=seat, cards={"card": cards[0]})
    elif verb == BURY:
        state.hole += cards
        if tell:
            tell("Buried", seat=seat, cards={"card": cards[0]})
    elif verb == LAY:
        state.table += cards
        state.laid[seat] += len(cards)
        if tell:
            tell("Laid", seat=seat, cards={"cards": cards})
    elif verb == PEEK and tell:
        tell("Peeked", seat=seat, spot=state.row.index(cards[0]))
        tell("Saw", seat=seat, cards={"card": cards[0]}, shown_to=ALONE[seat], only=ALONE[seat])
    elif verb == COMPARE and tell:
        equal = faces[cards[0]] == faces[cards[1]]
        tell("Compared", seat=seat, spots=[state.row.index(card) for card in cards])
        tell("Answered", seat=seat, equal=equal, only=ALONE[seat])
        tell.learn("equal" if equal else "unequal", cards, to=ALONE[seat])
    elif verb == STEAL:
        card, other = cards
        state.hands[other] = tuple(left for left in state.hands[other] if left != card)
        state.hands[seat] += (card,)
        if tell:
            tell("Stolen", seat=seat, from_seat=other, cards={"card": card})
    elif verb == PASS and tell:
        tell("Passed", seat=seat)
    end_turn(state)


def end_turn(state: State) -> None:
    state.turn += 1
    over = state.turn == state.options["turns"]
    state.to_act = () if over else (Seat((state.first + state.turn) % len(state.hands)),)


def result(state: State) -> Result:
    over = not state.to_act and not state.house
    met = [over and laid == bid for laid, bid in zip(state.laid, state.bids, strict=True)]
    return Result.most([n + 3 * m for n, m in zip(state.laid, met, strict=True)], over)


def places(state: State) -> list[Place]:
    return [
        Place("stock", state.stock),
        Place("pile", state.pile, top=EVERYBODY),
        Place("hole", state.hole),
        Place("row", state.row),
        Place("table", state.table, EVERYBODY),
        *(Place(HAND[s], hand, ALONE[s], mixed=True) for s, hand in enumerate(state.hands)),
    ]


def public(state: State) -> Facts:
    return {"bids": state.bids[:], "turn": state.turn}


def holds(fact: str, cards: tuple[int, ...], numbers: tuple[int, ...], faces: list[int]) -> bool:
    alike = faces[cards[0]] == faces[cards[1]]
    return alike if fact == "equal" else not alike
