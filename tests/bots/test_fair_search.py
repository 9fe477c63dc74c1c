"""Search knows what its seat knows: in deals that look the same to it, it makes the same choice."""

import os
from random import Random

import pytest

from settebello.bots.policy import policy_of
from settebello.bots.search import CAREFUL, TREE, SearchSettings, think
from settebello.games import OUR_GAMES
from settebello.match import Match
from test_mind import dealt_again, looks_alike

GAMES = [game.NAME for game in OUR_GAMES if game.FACES]
WORLDS = int(os.environ.get("WORLDS", "50"))  # compared in each game; `make drill` takes more
FEW = [
    SearchSettings(CAREFUL, 2, margin=0.0, factor=0.05, burn_in=2, between=1),
    SearchSettings(TREE, 4),
]


def choice(match: Match, seat: int, settings: SearchSettings) -> dict[str, object]:
    """What is thought, with the chances."""
    policy = policy_of(match.game)
    return think(match.mind(seat), policy, settings, Random(1).random).to_dict()


@pytest.mark.parametrize("game", GAMES)
def test_the_choice_is_the_same_in_all_deals_that_look_the_same(game: str) -> None:
    match, random = Match(game, 4, seed=7), Random(7)
    compared, number, most = 0, 0, 10 if game == "go_fish" else 25
    while compared < WORLDS:
        if number % most == most - 1 or match.over:  # later fewer and fewer deals look the same
            match = Match(game, 4, seed=number)
        seat, deal = match.to_act[0], match.moment().deal
        number += 1
        if number % 5 == 4 and all(who >= 0 for who, _, _ in deal.history()):
            mind = match.mind(seat)
            true = [(who, play) for who, play, _ in deal.history()]
            truth = dealt_again(match, deal.start.clone(), true)
            assert truth is not None
            settings = FEW[number % 2]
            wanted = choice(truth, seat, settings)
            for _ in range(10):
                other = dealt_again(match, mind.start(mind.faces(random.random)), mind.steps)
                if other is not None and looks_alike(truth, other, seat):
                    assert choice(other, seat, settings) == wanted
                    compared += 1
        match.play(seat, random.choice(match.legal(seat)))
