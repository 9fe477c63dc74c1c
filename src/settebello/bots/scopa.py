"""A bot for Scopa: take what counts, leave little to the next player and something to itself.

A card is worth about what it adds to the four points of the tally; all weights are parts of a
point.
"""

from math import comb
from typing import Final

from settebello.bots.turn import Turn
from settebello.cards import ITALIAN, Seat
from settebello.dealing import Random
from settebello.game import Move, Play
from settebello.games.scopa import PRIMIERA, RANK, TAKE, State, legal

CARD, COIN, SETTEBELLO, PIP, PRIME = 0.08, 0.15, 0.8, 0.012, 0.01
SWEEP: Final = 1.0
NEXT_PLAYER: Final = 0.6  # how often they take what they could
NEXT_TURN: Final = 0.3  # how often something is still there when our turn comes again

RANK_OF = dict(zip(ITALIAN, RANK, strict=True))
Worth = dict[str, float]


def bot(turn: Turn) -> Move:
    moves = turn.legal
    if len(moves) == 1:
        return moves[0]
    places = turn.view.places
    table, hand = places["table"], places[f"hand:{turn.seat}"]
    worth = worths(bool(turn.options["primiera"]))
    chances = next_player_holds(turn)

    def value(move: Move) -> float:
        card, *taken = move.text.replace(" x", "").split()
        left = [other for other in table if other not in taken]
        gain = 0.0
        if taken:
            gain = worth[card] + sum([worth[other] for other in taken])
            gain += 0 if left else SWEEP
        else:
            left.append(card)
        prizes = prizes_on(left, worth)
        danger = sum([chance * prize for chance, prize in zip(chances, prizes, strict=True)])
        hope = max([prizes[RANK_OF[other]] for other in hand if other != card], default=0.0)
        return gain - NEXT_PLAYER * danger + NEXT_TURN * hope

    return max(moves, key=value)


def worths(primiera: bool) -> Worth:
    """What each card in the pile adds to the tally."""
    worth = {}
    for card, rank in RANK_OF.items():
        worth[card] = CARD + (PRIME * PRIMIERA[rank] if primiera else PIP * rank)
        if card.endswith("D"):
            worth[card] += COIN
    worth["7D"] += SETTEBELLO
    return worth


def next_player_holds(turn: Turn) -> list[float]:
    """For each rank, the chance that the next player has a card of it."""
    places, order = turn.view.places, turn.view.facts["order"]
    following = order[(order.index(turn.seat) + 1) % len(order)]
    held = len(places[f"hand:{following}"])
    unseen = [0, *[4] * 10]
    for cards in places.values():
        for card in cards:
            if card in RANK_OF:  # not a hidden card
                unseen[RANK_OF[card]] -= 1
    hands = comb(sum(unseen), held)
    return [1 - comb(sum(unseen) - there, held) / hands for there in unseen]


def prizes_on(table: list[str], worth: Worth) -> list[float]:
    """For each rank, the most that a card of it takes from this table."""
    single = [0.0] * 11
    several = [0.0] * 11
    for card in table:
        rank, prize = RANK_OF[card], worth[card]
        for total in range(10, rank, -1):  # downwards, so that no card is taken twice
            if several[total - rank]:
                several[total] = max(several[total], several[total - rank] + prize)
        several[rank] = max(several[rank], prize)
        single[rank] = max(single[rank], prize)
    prizes = [one or more for one, more in zip(single, several, strict=True)]  # one comes first
    everything = sum([RANK_OF[card] for card in table])
    if 0 < everything <= 10:
        prizes[everything] += SWEEP
    return prizes


# The same rules of thumb on a raw state.

WORTH_BY_VALUES: Final = tuple(worths(False).values())  # by face
WORTH_BY_PRIMIERA: Final = tuple(worths(True).values())
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
