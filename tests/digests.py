"""Prints a digest of seeded matches and simulations for each game: see test_compiled.py.

It covers what the core computes: records, events, views and sentences of matches, the last states
of playouts, and summaries of simulations with bots.
"""

import hashlib
import json
from collections.abc import Iterator
from typing import Any

from settebello import Match, games
from settebello.game import Game
from settebello.lab.playout import chooser, playout
from settebello.lab.simulate import SimulationPlan, simulate
from settebello.luck import Seeded
from settebello.registry import check_options

MATCHES, MOVES, PLAYOUTS, SIMULATED = 4, 300, 20, 6
TIMED = ("seconds", "moves_per_second")  # of a summary: no two runs are alike


def digests() -> dict[str, str]:
    """The digest of each game."""
    return {name: digest(game) for name, game in games().items()}


def digest(game: Game) -> str:
    found = hashlib.sha256()
    for part in (*matches(game), *playouts(game), simulated(game)):
        found.update(json.dumps(part, sort_keys=True).encode())
    return found.hexdigest()


def matches(game: Game) -> Iterator[Any]:
    """All that can be asked of random matches."""
    for seed in range(MATCHES):
        seats = game.SEATS[seed % len(game.SEATS)]
        match = Match(game, seats, seed=seed)
        choose = chooser(Seeded(seed).random)
        for _ in range(MOVES):
            if match.over:
                break
            seat = choose(match.to_act)
            events = match.play(seat, choose(match.legal(seat)))
            yield [event.notice(viewer) for event in events for viewer in range(seats)]
        yield match.record(), match.scores, match.winners
        for viewer in (None, *range(seats)):
            yield match.view(viewer).to_dict(), match.notices(viewer)


def playouts(game: Game) -> Iterator[Any]:
    """How random matches end that are played by the rules alone."""
    luck = Seeded(1)
    for number in range(PLAYOUTS):
        seats = game.SEATS[number % len(game.SEATS)]
        state = game.setup(check_options(game, None), seats, None)
        moves = playout(game, state, luck.draw, chooser(luck.random))
        result = game.result(state)
        yield moves, result.scores, result.winners, game.public(state)
        yield [(place.name, list(place.cards), place.sight) for place in game.places(state)]


def simulated(game: Game) -> Any:
    bots = ("bot", *["random"] * (game.SEATS[0] - 1))
    summary = simulate(SimulationPlan(game.NAME, bots, 7), SIMULATED).to_dict()
    return {name: value for name, value in summary.items() if name not in TIMED}


if __name__ == "__main__":
    print(json.dumps(digests()))
