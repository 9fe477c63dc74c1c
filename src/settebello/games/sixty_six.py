"""66: a memory game for two to five; everybody wants few points.

Numbers such as R14 and D3 are those of docs/games/sixty_six.md, D for the variant `draft`, which
builds the turn differently. Nobody sees the cards that lie before the players, not even their own:
a face is shown by an event, once, and has to be remembered (R21).
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from settebello.cards import ALONE, EVERYBODY, NOBODY, Deck, Place, Seat, seat_places, viewers
from settebello.game import Ask, Draw, Facts, Option, Options, Play, Previous, Result, Tell, View

NAME = "sixty_six"
VERSION = 1
SEATS = (3, 2, 4, 5)  # R1
FACES = tuple(str(value) for value in range(14))
OPTIONS = (Option("variant", "standard", choices=("standard", "draft")),)
VERBS = {
    "deck": "deck", "pile": "pile", "stop": "stop", "own": "own {spot:0-3}",
    "show": "show {spots:0-3}", "discard": "discard", "other": "other {seat} {spot:0-3}",
    "next": "next", "replace": "pile {spot:0-3}",
    "exchange": "exchange {spot:0-3} {seat} {spot:0-3}",
}  # fmt: skip
LOW_WINS, PLACES = True, {"deck": 52, "discard": 52, "taken": 1, "hand": 4}
STACK_VERBS = {"deck": "deck", "discard": "pile"}
SHORT_LOG = "TurnStarted"  # R21: what was seen has to be remembered
EVENTS = {
    "RoundStarted": "round seat", "Dealt": "each", "FirstTwoSeen": "seat cards",
    "TurnStarted": "seat turn", "DeckCardTaken": "seat card", "PileCardTaken": "seat",
    "RoundStopped": "seat", "OwnCardChosen": "seat index", "Discarded": "seat card",
    "Peeked": "seat owner_seat own:flag index card", "ClaimHeld": "seat cards",
    "CardsShown": "seat indexes:numbers equal:flag cards",
    "Replaced": "seat indexes:numbers from_deck:flag cards",
    "Exchanged": "seat index other_seat other_index",
    "RoundFinished": "hands sums:by_seat scores:by_seat totals:by_seat totals_before:by_seat "
                     "round_winner_seats",
    "MatchEnded": "totals:by_seat winner_seats",
}  # fmt: skip
DECK, PILE, STOP, OWN, SHOW, DISCARD, OTHER, NEXT, REPLACE, EXCHANGE = range(10)

# R2: two 0, four each of 1 to 12, two 13.
SHUFFLE = Draw.cards("deck", [0, 0, *(value for value in range(1, 13) for _ in range(4)), 13, 13])
CARDS = 52
TURNS = 100  # R24: for each player; then a round ends
ROUNDS = 500  # R31: then the match ends
HAND, TO_ACT = seat_places("hand"), [(Seat(n),) for n in range(5)]

# R7: the moves of a turn without and with a discarded card, after and before somebody stops (R19).
FROM_DECK = (((DECK,),), ((DECK,), (STOP,)))
FROM_EITHER = (((DECK,), (PILE,)), ((DECK,), (PILE,), (STOP,)))

# What the match waits for.
WAITING = ("turn", "deck card", "pile card", "peek at own", "peek at other", "own for exchange",
           "other for exchange", "claim held", "round finished", "over")  # fmt: skip
(TURN, DECK_CARD, PILE_CARD, PEEKING_OWN, PEEKING_OTHER, CHOOSING_OWN, CHOOSING_OTHER, CLAIMED,
 FINISHED, OVER) = range(10)  # fmt: skip
CARD_TAKEN = (DECK_CARD, PILE_CARD)
FACTS = {"round": f"number 0-{ROUNDS}", "turn": f"number 0-{5 * TURNS}", "stopper": "seat?",
         "starter": "seat?", "waiting_for": f"text {'|'.join(WAITING)}"}  # fmt: skip
# R16 to R18: what the discarded deck card lets a player do.
EFFECT = {7: PEEKING_OWN, 8: PEEKING_OWN, 9: PEEKING_OTHER, 10: PEEKING_OTHER,
          11: CHOOSING_OWN, 12: CHOOSING_OWN}  # fmt: skip


class State:
    __slots__ = (
        "chosen", "dealt", "deck", "discard", "draft", "hands", "house", "phase", "round", "scores",
        "starter", "stopper", "taken", "to_act", "turn",
    )  # fmt: skip

    def begin(self, options: Options, seats: int) -> None:
        self.draft = options["variant"] == "draft"
        self.phase = FINISHED
        self.to_act: tuple[Seat, ...] = ()
        self.house: Draw | None = Draw.one_of("first player", range(seats))
        self.round = 0
        self.turn = 0  # turns begun in this round
        self.starter = Seat(0)
        self.stopper = Seat(-1)
        self.scores: tuple[int, ...] = (0,) * seats  # totals
        self.deck = Deck()
        self.dealt = CARDS  # how many cards have left the deck
        self.discard: list[int] = []
        self.hands: list[list[int]] = [[]] * seats
        self.taken: tuple[int, ...] = ()  # the deck card that a player holds
        self.chosen: tuple[int, ...] = ()  # their cards of a claim that held, or of an exchange

    def clone(self) -> "State":
        new = State()
        new.draft, new.phase, new.to_act = self.draft, self.phase, self.to_act
        new.house, new.round, new.turn = self.house, self.round, self.turn
        new.starter, new.stopper, new.scores = self.starter, self.stopper, self.scores
        new.deck, new.dealt, new.discard = self.deck, self.dealt, self.discard[:]
        new.taken, new.chosen = self.taken, self.chosen
        new.hands = [*map(list.copy, self.hands)]
        return new


def bound(options: Options, seats: int) -> int:
    return ROUNDS * (seats * TURNS * 4 + 1)  # a turn is at most four moves


def setup(options: Options, seats: int, previous: Previous) -> State:
    state = State()
    state.begin(options, seats)
    return state


def settle(state: State, outcome: tuple[int, ...], tell: Tell | None) -> None:
    wanted = state.house
    if wanted is not None and not wanted.of_cards:  # R5, R6: who starts
        state.starter = Seat(wanted.items[outcome[0]])
        if state.round:
            state.to_act, state.house = (state.starter,), None  # R29
        else:
            state.house = SHUFFLE
        return
    seats = len(state.hands)
    state.deck, state.dealt, state.house = state.deck.shuffled(outcome), 0, None
    state.discard, state.hands = [], [[]] * seats
    state.round, state.turn, state.stopper, state.phase = state.round + 1, 0, Seat(-1), TURN
    if tell:
        tell("RoundStarted", round=state.round, seat=state.starter)
    state.dealt = 4 * seats
    state.hands = [[n, n + 1, n + 2, n + 3] for n in range(0, 4 * seats, 4)]  # R3
    if tell:
        tell("Dealt", each=4)
        for n, hand in enumerate(state.hands):  # R4
            tell("FirstTwoSeen", seat=Seat(n), cards={"cards": hand[:2]}, shown_to=ALONE[n])
    begin_turn(state, tell)


def begin_turn(state: State, tell: Tell | None) -> None:
    seats = len(state.hands)
    seat = (state.starter + state.turn) % seats  # R22, R23, R24:
    if seat == state.stopper or state.dealt == CARDS or state.turn == TURNS * seats:
        end_round(state, tell)
        return
    state.turn += 1
    state.phase, state.to_act = TURN, TO_ACT[seat]
    if tell:
        tell("TurnStarted", seat=state.to_act[0], turn=state.turn)


def legal(state: State, seat: Seat) -> Sequence[Play]:
    phase, hand, draft = state.phase, state.hands[seat], state.draft
    if phase == TURN and not draft:  # R7
        return (FROM_EITHER if state.discard else FROM_DECK)[state.stopper < 0]
    if phase == TURN:  # D1
        plays: list[Play] = [(DECK,)]
        if state.discard:
            plays += [(REPLACE, card) for card in hand]
        plays += claims(tuple(hand))
        if state.stopper < 0:  # R19
            plays.append((STOP,))
        return plays
    if phase in CARD_TAKEN:
        return with_card(tuple(hand), phase, draft)
    if phase == FINISHED:
        return [(NEXT,)]
    if phase == CLAIMED:  # D4
        return [(DECK,), (PILE,)] if state.discard else [(DECK,)]
    if phase == PEEKING_OWN or (phase == CHOOSING_OWN and not draft):
        return [(OWN, card) for card in hand]
    others = [(o, card) for o, cards in enumerate(state.hands) if o != seat for card in cards]
    if phase == CHOOSING_OWN:  # D7
        return [(EXCHANGE, own, other, card) for own in hand for other, card in others]
    return [(OTHER, other, card) for other, card in others]


@lru_cache(1024)  # the same few hundred hands come up again and again
def with_card(hand: tuple[int, ...], phase: int, draft: bool) -> tuple[Play, ...]:
    """What a player may do with the card that they took (R8, R9, D6)."""
    plays: list[Play] = [(OWN, card) for card in hand]
    if not draft:
        plays += claims(hand)
    if phase == DECK_CARD:
        plays.append((DISCARD,))
    return tuple(plays)


def claims(hand: tuple[int, ...]) -> list[Play]:
    """R11: two or more own cards may be claimed to be equal, whether they are or not."""
    return [(SHOW, *cards) for n in range(2, len(hand) + 1) for cards in combinations(hand, n)]


def apply(state: State, seat: Seat, play: Play, tell: Tell | None) -> None:
    verb, phase = play[0], state.phase
    if verb == DECK:
        state.taken = (state.dealt,)
        state.dealt += 1
        if tell:
            tell("DeckCardTaken", seat=seat, cards={"card": state.taken[0]})
        if phase == CLAIMED:
            replace(state, seat, state.chosen, tell)
        else:
            state.phase = DECK_CARD
    elif verb == PILE:
        if tell:
            tell("PileCardTaken", seat=seat)
        if phase == CLAIMED:
            replace(state, seat, state.chosen, tell)
        else:
            state.phase = PILE_CARD
    elif verb == STOP:  # R19
        state.stopper = seat
        if tell:
            tell("RoundStopped", seat=seat)
        begin_turn(state, tell)
    elif verb == SHOW:
        claim(state, seat, play[1:], tell)
    elif verb == DISCARD:  # R15 to R18
        discard_taken(state, seat, tell)
        effect = EFFECT.get(state.deck.faces[state.discard[-1]])
        if effect is None:
            begin_turn(state, tell)
        else:
            state.phase = effect
    elif verb == NEXT:  # R29
        state.to_act, state.house = (), SHUFFLE
    elif phase == CHOOSING_OWN and not state.draft:  # R18
        state.chosen, state.phase = play[1:], CHOOSING_OTHER
        if tell:
            index = state.hands[seat].index(play[1])
            tell("OwnCardChosen", seat=seat, only=ALONE[seat], index=index)
    elif phase in (CHOOSING_OWN, CHOOSING_OTHER):  # R18, D7
        own, other, card = play[1:] if verb == EXCHANGE else (state.chosen[0], play[1], play[2])
        exchange(state, seat, own, Seat(other), card, tell)
    elif phase in (PEEKING_OWN, PEEKING_OTHER):  # R16, R17
        owner, card = (seat, play[1]) if verb == OWN else (play[1], play[2])
        if tell:
            index = state.hands[owner].index(card)
            tell("Peeked", seat=seat, owner_seat=owner, own=owner == seat, index=index,
                 cards={"card": card}, shown_to=ALONE[seat])  # fmt: skip
        begin_turn(state, tell)
    else:  # R10, D2
        replace(state, seat, play[1:], tell)


def claim(state: State, seat: Seat, cards: Play, tell: Tell | None) -> None:
    """R12: the others see the cards, the player and spectators do not; all hear how it went."""
    faces = state.deck.faces
    equal = len({faces[card] for card in cards}) == 1
    if tell:
        others = viewers(*[Seat(n) for n in range(len(state.hands)) if n != seat])
        indexes = [state.hands[seat].index(card) for card in cards]
        tell("CardsShown", seat=seat, indexes=indexes, equal=equal, cards={"cards": cards},
             shown_to=others)  # fmt: skip
        tell.learn("equal" if equal else "not all equal", cards)
    if equal and state.draft:  # D4: the player is told the value, and takes a card
        state.chosen, state.phase = cards, CLAIMED
        if tell:
            own = ALONE[seat]
            tell("ClaimHeld", seat=seat, cards={"cards": cards}, only=own, shown_to=own)
    elif equal:  # R13
        replace(state, seat, cards, tell)
    else:
        if state.taken:  # R14: without its effect; in D5 there is none
            discard_taken(state, seat, tell)
        begin_turn(state, tell)


def replace(state: State, seat: Seat, cards: Play, tell: Tell | None) -> None:
    """R10, R13: the card taken goes to the lowest of these places; their cards are discarded."""
    hand, from_deck = state.hands[seat], bool(state.taken)
    indexes = [hand.index(card) for card in cards]
    new = state.taken[0] if from_deck else state.discard.pop()
    state.taken = state.chosen = ()
    hand[indexes[0]] = new
    for card in cards[1:]:
        hand.remove(card)  # the other places close up
    state.discard += cards
    if tell:
        tell("Replaced", seat=seat, indexes=indexes, from_deck=from_deck, cards={"cards": cards},
             shown_to=EVERYBODY)  # fmt: skip
    begin_turn(state, tell)


def discard_taken(state: State, seat: Seat, tell: Tell | None) -> None:
    card = state.taken[0]
    state.discard.append(card)
    state.taken = ()
    if tell:
        tell("Discarded", seat=seat, cards={"card": card})


def exchange(state: State, seat: Seat, own: int, other: Seat, card: int, tell: Tell | None) -> None:
    """R18: nobody looks."""
    mine, theirs = state.hands[seat], state.hands[other]
    index, other_index = mine.index(own), theirs.index(card)
    mine[index], theirs[other_index] = card, own
    state.chosen = ()
    if tell:
        tell("Exchanged", seat=seat, index=index, other_seat=other, other_index=other_index)
    begin_turn(state, tell)


def end_round(state: State, tell: Tell | None) -> None:
    """R26, R27: the lowest sum counts nothing; a stopper who is not alone lowest gets 5 more."""
    faces = state.deck.faces
    sums = [sum([faces[card] for card in hand]) for hand in state.hands]
    low = min(sums)
    scores = [0 if total == low else total for total in sums]
    stopper = state.stopper
    if stopper >= 0 and (sums[stopper] > low or sums.count(low) > 1):
        scores[stopper] = sums[stopper] + 5
    before = state.scores
    totals = [*before]
    for seat, score in enumerate(scores):
        totals[seat] += score
        if totals[seat] == 66:  # R28
            totals[seat] = 33
    state.scores = tuple(totals)
    winners = [seat for seat, score in enumerate(scores) if score == 0]
    state.phase, state.to_act = FINISHED, ()  # R25: the hands are open
    if tell:
        tell("RoundFinished", cards={"hands": state.hands}, sums=sums, scores=scores,
             totals=totals, totals_before=before, round_winner_seats=winners)  # fmt: skip
    if max(totals) > 66 or state.round == ROUNDS:  # R30, R31
        state.phase = OVER
        if tell:
            tell("MatchEnded", totals=totals, winner_seats=result(state).winners)
        return
    if len(winners) > 1:  # R6
        state.house = Draw.one_of("next starter", winners)
    else:
        state.starter = Seat(winners[0])
        state.to_act = (state.starter,)  # R29


def result(state: State) -> Result:
    return Result.least(state.scores, over=state.phase == OVER)  # R30


def holds(fact: str, cards: Play, numbers: Play, faces: Sequence[int]) -> bool:
    """R14, D3: what a claim tells those who do not see its cards: whether they are all equal."""
    return (len({faces[card] for card in cards}) == 1) == (fact == "equal")


def places(state: State) -> list[Place]:
    open_hands = EVERYBODY if state.phase in (FINISHED, OVER) else NOBODY
    holder = ALONE[state.to_act[0]] if state.taken and state.to_act else NOBODY
    return [
        Place("deck", range(CARDS - 1, state.dealt - 1, -1)),
        Place("discard", state.discard, top=EVERYBODY),  # R20
        Place("taken", state.taken, holder),  # R8
        *(Place(HAND[seat], tuple(hand), open_hands) for seat, hand in enumerate(state.hands)),
    ]


def public(state: State) -> Facts:
    return {
        "round": state.round,
        "turn": state.turn,
        "stopper": None if state.stopper < 0 else state.stopper,
        "starter": state.starter if state.round else None,
        "waiting_for": WAITING[state.phase],
    }


def refusal(ask: Ask, view: View) -> str:
    numbers = [int(value) for value in ask.values]
    if ask.verb == "show" and len(set(numbers)) < max(2, len(numbers)):
        return "claim-needs-two"
    owners = [view.viewer] * len(numbers)  # whose card each number means
    if ask.verb in ("other", "exchange"):
        other = Seat(numbers.pop(-2))
        if other == view.viewer:
            return "not-your-own"
        owners[-2:] = [other]
    for owner, index in zip(owners, numbers, strict=True):
        if index >= len(view.places.get(f"hand:{owner}", ())):
            return "no-such-card"
    return "not-legal"
