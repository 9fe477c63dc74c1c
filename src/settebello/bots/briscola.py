"""A bot for Briscola: points where they are safe, cheap cards where they are not, trumps for later.

All weights are points of the cards.
"""

from typing import Final

from settebello.bots.turn import Turn
from settebello.cards import Seat
from settebello.dealing import Random
from settebello.game import Move, Play
from settebello.games.briscola import FACES, POINTS, STRENGTH, State, setup

# How often the best card stays the best when an opponent follows.
HOLDS: Final = 0.7
RICH_HOLDS: Final = 0.5  # a trick that is worth ten points or more
TRUMP_HOLDS: Final = 0.8
PARTNER_TAKES: Final = 0.25  # how often a partner who follows takes what opponents have
KEEP_TRUMP: Final = 4.0  # what a trump is worth later
KEEP_RANK: Final = 0.2  # what each step of strength is worth later ...
KEEP_TRUMP_RANK: Final = 1.5  # ... and of a trump

SUITS: Final = "DCSB"
TRUMP: Final = 20  # added to the strength of a trump in a trick ...
LED: Final = 10  # ... and to that of a card of the suit that was led


def choose(state: State, seat: Seat, memory: None, random: Random) -> Play:
    """The card with the most value; of several, the one that comes first in a new deck."""
    faces, seats = state.deck.faces, len(state.hands)
    trump = SUITS.index(state.suit or "D")
    led, at_stake, taker, taken_with = -1, 0, -1, -1
    for other, card in state.trick.items():
        face = faces[card]
        if led < 0:
            led = face // 10
        at_stake += POINTS[face % 10]
        strength = strength_of(face, led, trump)
        if strength > taken_with:
            taker, taken_with = other, strength
    chosen, chosen_face, most = -1, 40, -1000.0
    for card in state.hands[seat]:
        face = faces[card]
        strength = strength_of(face, face // 10 if led < 0 else led, trump)
        points = at_stake + POINTS[face % 10]
        held = RICH_HOLDS if points >= 10 else HOLDS
        if max(strength, taken_with) >= TRUMP:
            held = TRUMP_HOLDS
        chance = 0.0
        if strength > taken_with or (seats == 4 and (taker - seat) % 2 == 0):
            chance = 1.0
        for further in range(1, seats - len(state.trick)):  # those who are still to play
            if seats == 4 and further == 2:
                chance += (1 - chance) * PARTNER_TAKES
            else:
                chance *= held
        kept = KEEP_RANK * STRENGTH[face % 10]
        if face // 10 == trump:
            kept = KEEP_TRUMP + KEEP_TRUMP_RANK * STRENGTH[face % 10]
        value = (2 * chance - 1) * points - kept
        if value > most or (value == most and face < chosen_face):
            chosen, chosen_face, most = card, face, value
    return (0, chosen)


def strength_of(face: int, led: int, trump: int) -> int:
    """How strong a card is in a trick; without `LED` and `TRUMP` it cannot take it."""
    suit = face // 10
    return STRENGTH[face % 10] + (TRUMP if suit == trump else 0) + (LED if suit == led else 0)


# A seat far from its match has a view, and no state.


def by_view(turn: Turn) -> Move:
    """What the policy chooses, by the view of a turn."""
    places, seats = turn.view.places, len(turn.view.facts["players"])
    state = setup({"wins": 1}, seats, None)
    cards = places[f"hand:{turn.seat}"][:]
    state.hands[turn.seat] = [*range(len(cards))]
    for step in range(1, seats):  # the last of them played last
        other = Seat((turn.seat + step) % seats)
        for card in places[f"trick:{other}"]:
            state.trick[other] = len(cards)
            cards.append(card)
    state.deck = state.deck.shuffled([FACES.index(card) for card in cards])
    state.suit = turn.view.facts["suit"]
    card = cards[choose(state, turn.seat, None, turn.random.random)[1]]
    return next(move for move in turn.legal if move.text == card)
