"""The tiny games in tests/examples: each shows something that the contract can say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from helpers import play_random, viewers
from settebello import Match
from settebello.game import Game
from settebello.lab.check import check
from settebello.lab.playout import chooser, playout
from settebello.luck import Seeded
from settebello.registry import find_game

HERE = Path(__file__).parent / "examples"
NAMES = ("bid", "cups", "partners", "request", "secret", "trick")
PLAYERS = ["Ann", "Bea", "Cal", "Dan"]


def game_of(name: str) -> Game:
    return find_game(str(HERE / f"{name}.py"))


def match_of(name: str, **arguments: Any) -> Match:
    game = game_of(name)
    return Match(game, PLAYERS[: game.SEATS[0]], **arguments)


@pytest.mark.parametrize("name", NAMES)
def test_a_tiny_game_has_at_most_60_lines(name: str) -> None:
    assert len((HERE / f"{name}.py").read_text("utf-8").splitlines()) <= 60


@pytest.mark.parametrize("name", NAMES)
def test_whole_matches_are_played_and_replayed(name: str) -> None:
    game = game_of(name)
    for seats in game.SEATS:
        match = play_random(Match(game, PLAYERS[:seats], seed=seats), 1)
        again = Match.replay(match.record(), game=game)
        assert match.over
        assert match.winners
        for viewer in viewers(match):
            assert again.view(viewer).to_dict() == match.view(viewer).to_dict()
            assert again.notices(viewer) == match.notices(viewer)


@pytest.mark.parametrize("name", NAMES)
def test_matches_are_simulated(name: str) -> None:
    game, luck = game_of(name), Seeded(1)
    options = {option.name: option.default for option in game.OPTIONS}
    state = game.setup(options, game.SEATS[0], None)
    moves = playout(game, state, luck.draw, chooser(luck.random))
    assert 0 < moves <= game.bound(options, game.SEATS[0])


@pytest.mark.parametrize("name", ["bid", "cups", "partners", "trick"])
def test_the_check_is_green(name: str) -> None:
    lines = list(check(game_of(name), matches=6, worlds=60))
    assert [(line.name, line.finding) for line in lines if line.finding] == []
    assert lines[-1].name == "speed"
