"""A bot for Scopa: take what counts, leave little to the next player and something to itself.

A card is worth about what it adds to the four points of the tally; all weights are parts of a
point.
"""

from math import comb
from typing import Final

from settebello.bots.turn import Turn
from settebello.cards import ITALIAN, Deck, Seat, as_seats
from settebello.dealing import Random
from settebello.game import Move, Options, Play, View
from settebello.games.scopa import COINS, PRIMIERA, RANK, SETTEBELLO, TAKE, State, legal

CARD, COIN, SEVEN_OF_COINS, PIP, PRIME = 0.08, 0.15, 0.8, 0.012, 0.01
SWEEP: Final = 1.0
NEXT_PLAYER: Final = 0.6  # how often they take what they could
NEXT_TURN: Final = 0.3  # how often something is still there when our turn comes again


def worths(primiera: bool) -> tuple[float, ...]:
    """What each card in the pile adds to the tally, by face."""
    worth = []
    for face, rank in enumerate(RANK):
        added = CARD + (PRIME * PRIMIERA[rank] if primiera else PIP * rank)
        added += COIN if face in COINS else 0.0
        worth.append(added + (SEVEN_OF_COINS if face == SETTEBELLO else 0.0))
    return tuple(worth)


WORTH_BY_VALUES: Final = worths(False)
WORTH_BY_PRIMIERA: Final = worths(True)
# The chance that somebody with so many cards, of so many unseen ones, holds one of so many of them.
HOLDS: Final = tuple(
    tuple(
        tuple(1 - comb(max(unseen - there, 0), held) / max(comb(unseen, held), 1)
              for there in range(5))
        for unseen in range(41)
    )
    for held in range(4)
)  # fmt: skip


def choose(state: State, seat: Seat, memory: None, random: Random) -> Play:
    """What the seat plays, by its own hand, the table and the piles."""
    plays = legal(state, seat)
    if len(plays) == 1:
        return plays[0]
    faces, table, hand = state.deck.faces, state.table, state.hands[seat]
    worth = WORTH_BY_PRIMIERA if state.options["primiera"] else WORTH_BY_VALUES
    chances = next_holds(state, hand)
    best, most = plays[0], -1e9
    left: list[int] = []  # the faces on the table after the play
    for play in plays:
        card = play[1]
        gain = 0.0
        if play[0] == TAKE:
            taken = play[2:]
            left = [faces[other] for other in table if other not in taken]
            prize = 0.0
            for other in taken:
                prize += worth[faces[other]]
            gain = worth[faces[card]] + prize
            if not left:
                gain += SWEEP
        else:
            left = [faces[other] for other in table]
            left.append(faces[card])
        prizes = prizes_for(left, worth)
        danger = hope = 0.0
        for rank in range(1, 11):
            danger += chances[rank] * prizes[rank]
        for other in hand:
            if other != card:
                hope = max(hope, prizes[RANK[faces[other]]])
        value = gain - NEXT_PLAYER * danger + NEXT_TURN * hope
        if value > most:
            best, most = play, value
    return best


def next_holds(state: State, hand: list[int]) -> list[float]:
    """For each rank, the chance that the next player has a card of it, for all this hand knows."""
    faces = state.deck.faces
    following = state.order[(state.at + 1) % len(state.order)]
    there = [0, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4]
    unseen = 40 - len(hand) - len(state.table)
    for card in hand:
        there[RANK[faces[card]]] -= 1
    for card in state.table:
        there[RANK[faces[card]]] -= 1
    for pile in state.piles:
        unseen -= len(pile)
        for card in pile:
            there[RANK[faces[card]]] -= 1
    by_number = HOLDS[len(state.hands[following])][unseen]
    return [by_number[number] for number in there]


def prizes_for(table: list[int], worth: tuple[float, ...]) -> list[float]:
    """For each rank, the most that a card of it takes from a table with these faces."""
    single, several = [0.0] * 11, [0.0] * 11
    everything = 0
    for face in table:
        rank, prize = RANK[face], worth[face]
        everything += rank
        for total in range(10, rank, -1):  # downwards, so that no card is taken twice
            before = several[total - rank]
            if before > 0.0 and before + prize > several[total]:
                several[total] = before + prize
        if prize > several[rank]:
            several[rank] = prize
        if prize > single[rank]:
            single[rank] = prize
    for rank in range(1, 11):
        if single[rank] > 0.0:  # one card comes first
            several[rank] = single[rank]
    if 0 < everything <= 10:
        several[everything] += SWEEP
    return several


# A seat far from its match has a view and no state: what the view shows is enough.

FACE: Final = {text: face for face, text in enumerate(ITALIAN)}


def by_view(turn: Turn) -> Move:
    """What the policy chooses, by the view of a turn."""
    state = state_seen(turn.view, turn.options, turn.seat)
    faces = state.deck.faces
    _, card, *taken = choose(state, turn.seat, None, turn.random.random)
    words = [ITALIAN[faces[card]], {ITALIAN[faces[other]] for other in taken}]
    for move in turn.legal:
        first, *others = move.text.replace(" x", "").split()
        if [first, set(others)] == words:
            return move
    raise ValueError("The view does not show what is legal.")


def state_seen(view: View, options: Options, seat: Seat) -> State:
    """A state with what a view shows; a card that it hides has no face."""
    state, facts = State(), view.facts
    state.begin(options, len(facts["order"]))
    tokens: dict[str, list[int]] = {}
    faces: list[int] = []
    for name, texts in view.places.items():
        tokens[name] = [*range(len(faces), len(faces) + len(texts))]
        faces += [FACE.get(text, -1) for text in texts]
    state.deck, state.table = Deck(faces, (0,)), tokens["table"]
    state.order = as_seats(facts["order"])
    state.at = state.order.index(seat)
    state.hands = [tokens.get(f"hand:{n}", []) for n in range(len(state.order))]
    state.piles = [tuple(tokens.get(f"pile:{n}", [])) for n in range(len(state.order))]
    return state
