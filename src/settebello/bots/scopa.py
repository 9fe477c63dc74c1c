"""A bot for Scopa: take what counts, leave little to the next player and something to itself.

A card is worth about what it adds to the four points of the tally; all weights are parts of a
point.
"""

from math import comb

from settebello.bots.turn import Turn
from settebello.cards import ITALIAN
from settebello.game import Move
from settebello.games.scopa import PRIMIERA, RANK

CARD, COIN, SETTEBELLO, PIP, PRIME, SWEEP = 0.08, 0.15, 0.8, 0.012, 0.01, 1.0
NEXT_PLAYER = 0.6  # how often they take what they could
NEXT_TURN = 0.3  # how often something is still there when our turn comes again

RANK_OF = dict(zip(ITALIAN, RANK, strict=True))
Worth = dict[str, float]


def bot(turn: Turn) -> Move:
    legal = turn.legal
    if len(legal) == 1:
        return legal[0]
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

    return max(legal, key=value)


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
