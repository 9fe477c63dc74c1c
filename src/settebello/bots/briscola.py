"""A bot for Briscola: points where they are safe, cheap cards where they are not, trumps for later.

All weights are points of the cards.
"""

from settebello.bots.turn import Turn
from settebello.cards import ITALIAN
from settebello.game import Move
from settebello.games.briscola import POINTS, STRENGTH

# How often the best card stays the best when an opponent follows.
HOLDS, RICH_HOLDS, TRUMP_HOLDS = 0.7, 0.5, 0.8  # rich: worth ten points or more
PARTNER_TAKES = 0.25  # how often a partner who follows takes what opponents have
KEEP_TRUMP = 4.0  # what a trump is worth later
KEEP_RANK, KEEP_TRUMP_RANK = 0.2, 0.6  # what each step of strength is worth later

RANK = {card: face % 10 for face, card in enumerate(ITALIAN)}


def bot(turn: Turn) -> Move:
    places, seats = turn.view.places, len(turn.view.facts["players"])
    trump = str(turn.view.facts["suit"])
    before = [(turn.seat + n) % seats for n in range(1, seats)]  # the last of them played last
    laid = {seat: places[f"trick:{seat}"][0] for seat in before if places[f"trick:{seat}"]}
    at_stake = sum([POINTS[RANK[card]] for card in laid.values()])
    to_come = [seat for seat in before if seat not in laid]

    def value(move: Move) -> float:
        card = move.text
        trick = {**laid, turn.seat: card}
        best = best_seat(trick, trump)
        points = POINTS[RANK[card]]
        held = RICH_HOLDS if at_stake + points >= 10 else HOLDS
        held = TRUMP_HOLDS if trick[best].endswith(trump) else held
        chance = 1.0 if are_partners(best, turn.seat, seats) else 0.0
        for seat in to_come:
            if are_partners(seat, turn.seat, seats):
                chance += (1 - chance) * PARTNER_TAKES
            else:
                chance *= held
        strength = STRENGTH[RANK[card]]
        kept = KEEP_RANK * strength
        if card.endswith(trump):
            kept = KEEP_TRUMP + KEEP_TRUMP_RANK * strength
        return (2 * chance - 1) * (at_stake + points) - kept

    return max(turn.legal, key=value)


def are_partners(seat: int, other: int, seats: int) -> bool:
    """Whether what one of them takes counts for the other."""
    return seat == other or (seats == 4 and (seat - other) % 2 == 0)


def best_seat(trick: dict[int, str], trump: str) -> int:
    """Who takes this trick, as far as it goes; the first card was led."""
    led = next(iter(trick.values()))[-1]

    def strength(seat: int) -> int:
        card = trick[seat]
        return STRENGTH[RANK[card]] + 20 * card.endswith(trump) + 10 * card.endswith(led)

    return max(trick, key=strength)
