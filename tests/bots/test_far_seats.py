"""A seat far from its match, with a view and notices alone, plays what the policy plays."""

from random import Random
from typing import Any

import pytest

from settebello import Match
from settebello.bots import Turn, briscola, dice, go_fish, hearts, liars_dice
from settebello.bots.policy import PolicyPlayer
from settebello.game import Options

SETTINGS: list[tuple[Any, str, int, Options]] = [
    (dice, "dice", 3, {}),
    (dice, "dice", 3, {"skip_on": "face", "turns": 40, "early_end_ignores_ties": True}),
    *[(briscola, "briscola", seats, {"wins": 2}) for seats in (2, 3, 4)],
    (hearts, "hearts", 4, {"target": 50}),
    (hearts, "hearts", 4, {"target": 30, "passing": False, "points_on_first_trick": True}),
    (liars_dice, "liars_dice", 2, {}),
    (liars_dice, "liars_dice", 4, {"wild_ones": False, "raising": "face"}),
    (go_fish, "go_fish", 3, {}),
    (go_fish, "go_fish", 2, {"lucky_catch": False}),
]


@pytest.mark.parametrize(("module", "name", "seats", "options"), SETTINGS)
def test_view_and_state_give_the_same_choice(
    module: Any, name: str, seats: int, options: Options
) -> None:
    chance = Random(4)
    asked, seed = 0, 0
    while asked < 60:
        seed += 1
        match, player = Match(name, seats, seed=seed, options=options), PolicyPlayer(module)
        while match.to_act:
            player.settled(match.moment().state)
            seat, state = match.to_act[0], match.moment().state
            legal = match.legal(seat)
            if len(legal) > 1 and chance.random() < 0.3:
                chosen = player.choose(state, seat, Random(1).random)
                far = module.by_view(Turn.of(match, seat, Random(1))).text
                assert far == next(move.text for move in legal if move.play == chosen)
                asked += 1
            move = chance.choice(legal)
            player.notice(state, seat, move.play)
            match.play(seat, move)
