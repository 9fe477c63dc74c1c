"""A bot for Liar's dice: it doubts a bid that is less likely than its own best raise.

It knows its own dice, and takes all others for rolled fairly: a die counts for a bid with a chance
of one in six, or one in three if ones are wild.
"""

from functools import lru_cache
from math import comb

from settebello.bots.turn import Turn
from settebello.game import Move

TRUST = 0.15  # a player who bids something probably has some of it


def bot(turn: Turn) -> Move:
    facts, legal = turn.view.facts, turn.legal
    own = turn.view.places[f"cup:{turn.seat}"]
    others = facts["in_play"] - len(own)
    wild = bool(turn.options["wild_ones"])

    def chance(count: int, rank: str) -> float:
        """How likely a bid is true."""
        mine = sum([die == rank or (wild and die == "1") for die in own])
        sides = 3 if wild and rank != "1" else 6
        return at_least(count - mine, others, sides)

    def likely(move: Move) -> float:
        (_, count), (_, rank) = move.slots
        return chance(int(count), str(rank))

    raises = [move for move in legal if move.verb == "bid"]
    best = max(raises, key=likely, default=None)
    if best is None:
        return legal[-1]
    if facts["count"]:
        believed = chance(facts["count"], str(facts["rank"])) + TRUST
        if 1 - believed > likely(best):
            return legal[-1]
    return best


@lru_cache(4096)
def at_least(wanted: int, dice: int, sides: int) -> float:
    """The chance that so many of these dice count, if one in `sides` does."""
    if wanted <= 0:
        return 1.0
    ways = sum([comb(dice, k) * (sides - 1) ** (dice - k) for k in range(wanted, dice + 1)])
    return float(ways / sides**dice)
