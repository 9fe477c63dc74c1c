"""Rummy for two to six: lay down sets and runs, and be rid of your cards first.

R1 to R28 are the rules of docs/games/rummy.md. A turn is made of small moves: draw, then meld and
lay off as you like, then discard. Hands are held mixed: which card was drawn last is its holder's
secret. The faces of melds and of the discard pile are public, so what fits a meld is public too.
"""

from collections.abc import Sequence
from typing import Final

from settebello.cards import ALONE, EVERYBODY, FRENCH, Deck, Place, Seat, seat_places
from settebello.game import (
    Ask,
    Draw,
    Facts,
    Option,
    Options,
    Play,
    Previous,
    Result,
    Row,
    Tell,
    View,
)

NAME = "rummy"
VERSION = 1
SEATS = (3, 2, 4, 5, 6)  # R1
FACES = FRENCH  # R3
OPTIONS = (
    Option("target", 100, low=1, high=1_000, once=10_000),
    Option("melds_per_turn", 1, low=0, high=4),
    Option("lay_off_own_only", False),
    Option("going_rummy", False),
    Option("reshuffle", False),
)
VERBS = {
    "stock": "draw stock", "pile": "draw pile", "meld": "meld {cards}",
    "add": "add {card} to {n:1-17}", "discard": "discard {card}",
}  # fmt: skip
PLACES = {"stock": 52, "discard": 52, "hand": 11, "meld": 13}
FACTS = {"dealer": "seat?", "turn": "number 0-600", "turned_over": "number 0-2", "drawn": "flag",
         "taken": "card?", "melds_left": "number? 0-4", "meld_owners": "seats"}  # fmt: skip
NUMBERED = {"meld": 17}
STACK_VERBS = {"stock": "stock", "discard": "pile"}
EVENTS = {
    "DealerDrawn": "seat", "HandStarted": "seat", "Dealt": "each", "HandDealt": "seat cards",
    "PileStarted": "card", "StockDrawn": "seat card", "PileDrawn": "seat card",
    "Melded": "seat meld cards", "LaidOff": "seat meld card", "Discarded": "seat card",
    "PileTurnedOver": "count", "PileReshuffled": "count", "HandDrawn": "hands values:by_seat",
    "HandWon": "seat hands values:by_seat rummy:flag points sum:text scores:by_seat "
               "scores_before:by_seat round_winner_seats",
    "MatchEnded": "scores:by_seat winner_seats",
}  # fmt: skip
# Final: compiled code has these then, where it would look them up.
STOCK: Final = 0
PILE: Final = 1
MELD: Final = 2
ADD: Final = 3
DISCARD: Final = 4
TO_DRAW: Final[tuple[Play, ...]] = ((STOCK,), (PILE,))

RANK: Final = tuple(face % 13 + 1 for face in range(52))  # R4: the ace is low
VALUE: Final = tuple(min(rank, 10) for rank in RANK)  # R5
BITS: Final = tuple(1 << face for face in range(52))  # a hand as one number
RUN_STARTS: Final = sum(
    1 << face for face in range(52) if RANK[face] <= 11
)  # two can follow in suit
HAND_SIZE: Final = {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}  # R8
TURN_OVERS: Final = 2  # R21: of the discard pile; then a hand ends without a score
TURNS: Final = 100  # R22: for each player; then too
EMPTY_HANDS: Final = 50  # R28: in a row without a score; then the match ends
DISCARDS: Final[tuple[Play, ...]] = tuple(
    (DISCARD, card) for card in range(52 * (1 + TURN_OVERS))
)  # by token

HIDDEN_FROM: Final = 56  # the bits of an observation's word that count hidden cards
HAND: Final = seat_places("hand")
TO_ACT: Final[list[tuple[Seat, ...]]] = [(Seat(n),) for n in range(6)]
SHUFFLE: Final = Draw.cards("deck", range(52))


class State:
    __slots__ = (
        "accepts", "dealer", "deck", "discard", "discarded", "drawn", "empty_hands", "hands",
        "house", "laid", "laid_now", "meld_limit", "melded", "melds", "melds_now", "open",
        "options", "owners", "scores", "stock", "taken", "to_act", "turn", "turned_over", "wanted",
    )  # fmt: skip

    def begin(self, options: Options, seats: int) -> None:
        self.options = options
        self.meld_limit = int(options["melds_per_turn"]) or 52  # R13
        self.to_act: tuple[Seat, ...] = ()
        self.house: Draw | None = Draw.one_of("first dealer", range(seats))
        self.scores: tuple[int, ...] = (0,) * seats
        self.empty_hands = 0  # in a row
        self.dealer = Seat(-1)
        self.deck = Deck()
        self.stock: list[int] = []
        self.discard: list[int] = []
        self.discarded = 0  # the faces of the discard pile, which all see, as bits
        self.hands: list[list[int]] = [[]] * seats
        self.melds: tuple[tuple[int, ...], ...] = ()
        self.melded: tuple[int, ...] = ()  # the faces of each meld, as bits
        self.owners: tuple[Seat, ...] = ()
        self.accepts: tuple[tuple[int, ...], ...] = ()  # the faces that each meld can still take
        self.wanted = 0  # the same faces of all melds, as bits
        self.open = False  # the hands are shown to all
        self.turn = 0  # turns begun in this hand
        self.turned_over = 0  # how often the discard pile was
        self.laid = 0  # a bit for each seat that laid cards in an earlier turn of this hand
        # This turn:
        self.drawn = False
        self.taken = -1  # the card that was drawn from the discard pile
        self.melds_now = 0
        self.laid_now = False

    def clone(self) -> "State":
        new = State()
        new.options, new.to_act, new.house = self.options, self.to_act, self.house
        new.scores, new.empty_hands, new.dealer = self.scores, self.empty_hands, self.dealer
        new.deck, new.stock, new.discard = self.deck, self.stock[:], self.discard[:]
        new.melds, new.owners, new.accepts = self.melds, self.owners, self.accepts
        new.melded, new.discarded = self.melded, self.discarded
        new.open, new.turn, new.turned_over = self.open, self.turn, self.turned_over
        new.laid, new.drawn, new.taken = self.laid, self.drawn, self.taken
        new.melds_now, new.laid_now = self.melds_now, self.laid_now
        new.meld_limit, new.wanted = self.meld_limit, self.wanted
        new.hands = [*map(list.copy, self.hands)]
        return new


def bound(options: Options, seats: int) -> int:
    # A hand with a score is worth a point or more. A turn is at most a draw and eleven cards that
    # leave the hand one by one.
    hands = EMPTY_HANDS * seats * int(options["target"])
    return hands * seats * TURNS * 12


def setup(options: Options, seats: int, previous: Previous) -> State:
    state = State()
    state.begin(options, seats)
    return state


def settle(state: State, outcome: tuple[int, ...], tell: Tell | None) -> None:
    if state.dealer < 0:  # R6
        state.dealer, state.house = Seat(outcome[0]), SHUFFLE
        if tell:
            tell("DealerDrawn", seat=state.dealer)
    elif state.house is SHUFFLE:
        deal(state, outcome, tell)
    else:  # the discard pile was shuffled, for the player who wants to draw
        state.deck, state.house = state.deck.reshuffled(outcome), None
        cards = len(state.deck.faces)
        state.stock = [*range(cards - 1, cards - len(outcome) - 1, -1)]
        if tell:
            tell("PileReshuffled", count=len(outcome))
        state.to_act = TO_ACT[(state.dealer + state.turn) % len(state.hands)]
        draw_stock(state, state.to_act[0], tell)


def deal(state: State, outcome: tuple[int, ...], tell: Tell | None) -> None:
    """One card at a time, round the table, from the player after the dealer on (R7 to R10)."""
    seats = len(state.hands)
    size = HAND_SIZE[seats]
    state.deck, state.house, state.open = state.deck.shuffled(outcome), None, False
    state.stock, state.discard, state.discarded = [*range(51, -1, -1)], [], 0
    state.hands = [[] for _ in range(seats)]
    state.melds, state.melded, state.owners, state.accepts, state.wanted = (), (), (), (), 0
    state.turn = state.turned_over = state.laid = 0
    if tell:
        tell("HandStarted", seat=state.dealer)
    for place in range(seats):
        state.hands[(state.dealer + 1 + place) % seats] = [*range(place, size * seats, seats)]
    del state.stock[52 - size * seats :]
    if tell:
        tell("Dealt", each=size)
        for n, hand in enumerate(state.hands):
            tell("HandDealt", seat=Seat(n), only=ALONE[n], cards={"cards": hand})
    put_on_pile(state, state.stock.pop())
    if tell:
        tell("PileStarted", cards={"card": state.discard[0]})  # R9
    begin_turn(state, tell)


def put_on_pile(state: State, card: int) -> None:
    state.discard.append(card)
    state.discarded |= BITS[state.deck.faces[card]]


def begin_turn(state: State, tell: Tell | None) -> None:
    seats = len(state.hands)
    if state.turn == TURNS * seats:  # R22
        end_hand(state, None, tell)
        return
    state.turn += 1  # R11
    state.to_act = TO_ACT[(state.dealer + state.turn) % seats]
    state.drawn, state.taken, state.melds_now, state.laid_now = False, -1, 0, False


def legal(state: State, seat: Seat) -> Sequence[Play]:
    if not state.drawn:  # R12
        return TO_DRAW
    hand, taken = state.hands[seat], state.taken
    if taken < 0 or len(hand) == 1:  # R18
        discards: list[Play] = [DISCARDS[card] for card in hand]
    else:  # R19
        discards = [DISCARDS[card] for card in hand if card != taken]
    bits = state.deck.bits(hand)
    # Is there a run of three, or a rank in three suits? The same rank is 13 bits further in each.
    runs = bits & bits >> 1 & bits >> 2 & RUN_STARTS
    next_suit, third, fourth = bits >> 13, bits >> 26, bits >> 39
    sets = bits & (next_suit & (third | fourth) | third & fourth)
    can_meld = (runs or sets) and state.melds_now < state.meld_limit  # R13
    if not can_meld and not bits & state.wanted:
        return discards
    faces = state.deck.faces
    held = {faces[card]: card for card in hand}
    plays: list[Play] = []
    if can_meld:
        for meld in melds_among(held, bits, runs, sets):
            plays.append((MELD, *[held[face] for face in meld]))
    if bits & state.wanted:  # R16
        anywhere = not state.options["lay_off_own_only"]
        for number, accepted in enumerate(state.accepts, start=1):
            if anywhere or state.owners[number - 1] == seat:
                plays += [(ADD, held[face], number) for face in accepted if face in held]
    return plays + discards


def bits_of(cards: list[int], faces: tuple[int, ...]) -> int:
    """A bit for the face of each card."""
    bits = 0
    for card in cards:
        bits |= BITS[faces[card]]
    return bits


def melds_among(held: dict[int, int], bits: int, runs: int, sets: int) -> list[tuple[int, ...]]:
    """Every run of three or more of one suit (R14), every three or four of one rank (R15).

    The faces `held` are given as `bits` too, and so are those that begin a run or a set.
    """
    found: list[tuple[int, ...]] = []
    for first in held:
        if runs & BITS[first]:
            last = first + 2
            found.append((first, first + 1, last))
            while RANK[last] < 13 and bits & BITS[last + 1]:
                last += 1
                found.append(tuple(range(first, last + 1)))
    ranks = sets | sets >> 13  # the first card of a set is in one of the first two suits
    for rank in range(13):
        if ranks & BITS[rank]:
            same = tuple([face for face in range(rank, 52, 13) if bits & BITS[face]])
            found.append(same)
            if len(same) == 4:
                found += [same[:i] + same[i + 1 :] for i in range(4)]
    return found


def room(meld: tuple[int, ...]) -> tuple[int, ...]:
    """The faces that fit a meld of these: its fourth card, or one at either end of a run (R16)."""
    low, high = min(meld), max(meld)
    if RANK[low] == RANK[high]:
        return tuple(face for face in range(low % 13, 52, 13) if face not in meld)
    below = (low - 1,) if RANK[low] > 1 else ()  # the ace is low only
    return (*below, high + 1) if RANK[high] < 13 else below


def apply(state: State, seat: Seat, play: Play, tell: Tell | None) -> None:
    verb, hand = play[0], state.hands[seat]
    if verb == DISCARD:
        card = play[1]
        hand.remove(card)
        put_on_pile(state, card)
        if tell:
            tell("Discarded", seat=seat, cards={"card": card})
        if hand:
            if state.laid_now:
                state.laid |= 1 << seat
            begin_turn(state, tell)
    elif verb == STOCK:
        if state.stock:
            draw_stock(state, seat, tell)
        else:
            turn_over(state, seat, tell)
    elif verb == PILE:
        card = state.discard.pop()
        state.discarded ^= BITS[state.deck.faces[card]]
        hand.append(card)
        state.drawn, state.taken = True, card
        if tell:
            tell("PileDrawn", seat=seat, cards={"card": card})
    elif verb == MELD:
        lay(state, seat, len(state.melds), play[1:], tell)
    else:
        lay(state, seat, play[2] - 1, play[1:2], tell)
    if not hand:  # R23
        end_hand(state, seat, tell)


def lay(state: State, seat: Seat, index: int, cards: Play, tell: Tell | None) -> None:
    """Cards from the hand make a new meld (R13) or join one (R16)."""
    faces, new = state.deck.faces, index == len(state.melds)
    for card in cards:
        state.hands[seat].remove(card)
    before = () if new else state.melds[index]  # R17: stays as it is
    meld = tuple(sorted((*before, *cards), key=lambda card: faces[card]))
    fits = room(tuple([faces[card] for card in meld]))
    bits = state.deck.bits(meld)
    state.melds = (*state.melds[:index], meld, *state.melds[index + 1 :])
    state.melded = (*state.melded[:index], bits, *state.melded[index + 1 :])
    state.accepts = (*state.accepts[:index], fits, *state.accepts[index + 1 :])
    state.wanted = sum({1 << face for accepted in state.accepts for face in accepted})
    state.laid_now = True
    if new:
        state.owners += (seat,)
        state.melds_now += 1
    if tell and new:
        tell("Melded", seat=seat, meld=index + 1, cards={"cards": meld})
    elif tell:
        tell("LaidOff", seat=seat, meld=index + 1, cards={"card": cards[0]})


def draw_stock(state: State, seat: Seat, tell: Tell | None) -> None:
    card = state.stock.pop()
    state.hands[seat].append(card)
    state.drawn = True
    if tell:
        tell("StockDrawn", seat=seat, cards={"card": card})


def turn_over(state: State, seat: Seat, tell: Tell | None) -> None:
    """The stock is empty: the discard pile except its top card becomes the stock (R20)."""
    *under, top = state.discard
    if not under or state.turned_over == TURN_OVERS:  # R21
        end_hand(state, None, tell)
        return
    state.turned_over += 1
    state.discard, state.discarded = [top], BITS[state.deck.faces[top]]
    if state.options["reshuffle"]:
        faces = sorted(state.deck.faces[card] for card in under)
        state.to_act, state.house = (), Draw.cards("reshuffle", faces)
        return
    state.stock = under[::-1]
    if tell:
        tell("PileTurnedOver", count=len(under))
    draw_stock(state, seat, tell)


def end_hand(state: State, winner: Seat | None, tell: Tell | None) -> None:
    """The winner scores what the others hold (R24). All hands are shown (R25)."""
    state.open, state.to_act = True, ()
    faces = state.deck.faces
    values = [sum([VALUE[faces[card]] for card in hand]) for hand in state.hands]
    # Sorted: the order in which the cards came would tell which of them were drawn, and when.
    state.hands = [sorted(hand, key=faces.__getitem__) for hand in state.hands]
    if winner is None:
        state.empty_hands += 1
        if tell:
            tell("HandDrawn", cards={"hands": state.hands}, values=values)
    else:
        state.empty_hands = 0
        rummy = bool(state.options["going_rummy"]) and not state.laid >> winner & 1
        points = sum(values) * (2 if rummy else 1)
        before, scores = state.scores, [*state.scores]
        scores[winner] += points
        state.scores = tuple(scores)
        if tell:
            tell("HandWon", seat=winner, cards={"hands": state.hands}, values=values,
                 rummy=rummy, points=points, sum=worked_out(values, rummy, points),
                 scores=scores, scores_before=before, round_winner_seats=[winner])  # fmt: skip
    if max(state.scores) < int(state.options["target"]) and state.empty_hands < EMPTY_HANDS:
        state.dealer, state.house = Seat((state.dealer + 1) % len(state.hands)), SHUFFLE  # R6, R26
    elif tell:  # R27, R28
        tell("MatchEnded", scores=state.scores, winner_seats=result(state).winners)


def worked_out(values: list[int], rummy: bool, points: int) -> str:
    """How the points of a hand come about: "12 + 5 = 17"."""
    held = [str(value) for value in values if value]
    added = " + ".join(held)
    if rummy:
        added = f"2 × ({added})" if len(held) > 1 else f"2 × {added}"
    return added if added == str(points) else f"{added} = {points}"


def result(state: State) -> Result:
    return Result.most(state.scores, over=not state.to_act and not state.house)


def places(state: State) -> list[Place]:
    return [
        Place("stock", state.stock),
        Place("discard", state.discard, EVERYBODY),
        *(
            Place(HAND[seat], tuple(hand), EVERYBODY if state.open else ALONE[seat], mixed=True)
            for seat, hand in enumerate(state.hands)
        ),
        *(Place(f"meld:{i}", meld, EVERYBODY) for i, meld in enumerate(state.melds, start=1)),
    ]


def public(state: State) -> Facts:
    return {
        "dealer": state.dealer if state.dealer >= 0 else None,
        "turn": state.turn,
        "turned_over": state.turned_over,
        "meld_owners": list(state.owners),
        "drawn": state.drawn,
        "taken": FACES[state.deck.faces[state.taken]] if state.taken >= 0 else None,
        "melds_left": state.meld_limit - state.melds_now if state.meld_limit < 52 else None,
    }


def observe(state: State, seat: Seat, row: Row) -> None:
    """The words that observation.py makes of any game, here without its places and facts."""
    deck, hands = state.deck, state.hands
    seats, faces = len(hands), deck.faces
    row.put(seat)
    row.put(1 << (state.to_act[0] - seat) % seats if state.to_act else 0)
    row.put_by_seat(state.scores, seat)
    row.put((state.dealer - seat) % seats if state.dealer >= 0 else -1)
    row.put(state.turn)
    row.put(state.turned_over)
    row.put(1 if state.drawn else 0)
    row.put(faces[state.taken] if state.taken >= 0 else -1)
    row.put(state.meld_limit - state.melds_now if state.meld_limit < 52 else -1)
    owners = 0
    for number, owner in enumerate(state.owners):
        if number < 15:
            owners |= (owner - seat) % seats + 1 << 4 * number
    row.put(owners)
    row.put(len(state.stock) << HIDDEN_FROM)
    row.put(0)  # nobody sees its top
    row.put(state.discarded)
    row.put(faces[state.discard[-1]] + 1 if state.discard else 0)
    row.put(deck.bits(hands[seat]))
    for n in range(seat - seats + 1, seat):  # the others, from the next one on: -1 is the last seat
        row.put(deck.bits(hands[n]) if state.open else len(hands[n]) << HIDDEN_FROM)
    for bits in state.melded:
        row.put(bits)


def refusal(ask: Ask, view: View) -> str:
    """Why not, from what the seat itself sees."""
    facts, hand = view.facts, view.places[HAND[view.viewer or 0]]
    if ask.verb in ("stock", "pile"):
        return "already-drawn"
    if not facts["drawn"]:
        return "draw-first"
    if any(isinstance(card, str) and card not in hand for card in ask.values):
        return "not-in-hand"
    if ask.verb == "discard":
        return "just-taken"
    if ask.verb == "meld":
        return "no-more-melds" if facts["melds_left"] == 0 else "not-a-meld"
    return "does-not-fit" if f"meld:{ask.values[-1]}" in view.places else "no-such-meld"
