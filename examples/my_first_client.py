"""A first program that plays over the network: give it the address of a table, and a name."""

import sys

from settebello.bots import Turn
from settebello.client import join
from settebello.game import Move


def choose(turn: Turn) -> Move:
    return max(turn.legal, key=lambda move: len(move.pieces))  # in Scopa: take all it can


def show(notices: list[dict[str, object]]) -> None:
    for notice in notices:
        print(notice["text"])


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("Give two arguments: the address of a table, and a name.")
    try:
        result = join(sys.argv[1], name=sys.argv[2], play=choose, told=show, language="en")
    except ValueError as error:
        sys.exit(str(error))
    points = zip(result.players, result.scores, strict=True)
    print(f"The end: {', '.join(f'{name} {score}' for name, score in points)}.")
