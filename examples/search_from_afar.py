"""A program that searches, far from the match: give it the address of a table, and a name.

It tries its moves out in worlds that could be the true one for all that its seat knows.
"""

import sys

from settebello.bots import Turn
from settebello.client import join
from settebello.game import Move
from settebello.mind import World

WORLDS, AHEAD = 8, 12  # how many worlds, and how many moves are looked ahead in each


def choose(turn: Turn) -> Move:
    """The move after which the seat is ahead the most, in the same worlds for all of them."""
    worlds = [turn.mind.world(turn.random.random) for _ in range(WORLDS)]
    return max(turn.legal, key=lambda move: sum(lead(world, turn, move) for world in worlds))


def lead(world: World, turn: Turn, move: Move) -> float:
    """The points that the seat is ahead of the others, after this move and some at random."""
    ahead = world.clone()
    ahead.play(turn.seat, move.text)
    for _ in range(AHEAD):
        if not ahead.over:
            seat = ahead.to_act[0]
            ahead.play(seat, turn.random.choice(ahead.legal(seat)))
    scores = list(ahead.result().scores)
    return scores.pop(turn.seat) - max(scores)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("Give two arguments: the address of a table, and a name.")
    try:
        print(f"Won: {join(sys.argv[1], name=sys.argv[2], play=choose).won}.")
    except ValueError as error:
        sys.exit(str(error))
