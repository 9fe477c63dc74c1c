"""The playthroughs on file are what the games do now."""

import itertools

import pytest

from playthroughs import FOLDER, PLAYTHROUGHS, write
from settebello.games import OUR_GAMES

AGAIN = "`make playthroughs` writes the files again; then read their diff before you commit it."


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_playthrough_is_what_the_game_does(name: str) -> None:
    file = FOLDER / f"{name}.txt"
    assert file.is_file(), f"{file.name} is missing. {AGAIN}"
    on_file = file.read_text(encoding="utf-8").splitlines()
    played = write(PLAYTHROUGHS[name]).splitlines()
    pairs = itertools.zip_longest(on_file, played, fillvalue="(nothing)")
    for number, (was, now) in enumerate(pairs, start=1):
        assert was == now, f"{file.name}, line {number}, is no longer what the game does. {AGAIN}"


def test_every_game_has_one_for_its_smallest_and_its_largest_table() -> None:
    wanted = {(g.NAME, seats) for g in OUR_GAMES for seats in (min(g.SEATS), max(g.SEATS))}
    assert wanted <= {(played.game, played.seats) for played in PLAYTHROUGHS.values()}


def test_no_playthrough_is_left_over() -> None:
    assert {file.stem for file in FOLDER.iterdir()} == set(PLAYTHROUGHS), AGAIN
