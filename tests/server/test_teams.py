"""What a server says of a game with teams, dice, ranks and secret choices."""

from __future__ import annotations

import wager_game
from settebello.cards import D6
from settebello.game import Game
from settebello.server.games_api import game_info


class WithDice:
    """The same game with more constants."""

    DICE = RANKS = D6
    LOW_WINS = True

    def __getattr__(self, name: str) -> object:
        return getattr(wager_game, name)


def test_the_description_of_a_game_has_teams_by_number_of_seats_dice_ranks_and_who_wins() -> None:
    rules: Game = wager_game
    plain = game_info(rules, "en")
    assert plain.teams == {4: [[0, 2], [1, 3]]}
    assert (plain.dice, plain.ranks, plain.low_wins) == ([], [], False)
    assert (plain.spots, plain.together) == (False, False)
    more: Game = WithDice()  # type: ignore[assignment]
    told = game_info(more, "en")
    assert (told.dice, told.ranks, told.low_wins) == (list(D6), list(D6), True)
