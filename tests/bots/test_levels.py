"""Levels are found by name wherever a bot is, and `hard` only where it was measured."""

from random import Random

import pytest

import toy_game
from settebello.bots import BotError, Turn, ask, find_bot, level_names, own_bot, random_bot
from settebello.bots.levels import (
    HARD,
    HINTS,
    HINTS_WITHOUT_POLICY,
    MISTAKES,
    EasyBot,
    settings_of,
    think_hard,
)
from settebello.bots.policy import policy_of
from settebello.bots.search import SearchSettings
from settebello.games import OUR_GAMES, scopa
from settebello.luck import Seeded
from settebello.match import Match
from settebello.registry import find_game


@pytest.mark.parametrize("game", OUR_GAMES, ids=lambda game: game.NAME)
def test_every_game_has_the_levels_that_were_measured(game: object) -> None:
    found = find_game(game)  # type: ignore[arg-type]
    seats = [number for name, number in HARD if name == found.NAME]
    assert set(seats) <= set(found.SEATS)
    for number in found.SEATS:
        hard = ("hard",) if number in seats else ()
        assert level_names(found, number) == ("easy", "medium", *hard)
    assert level_names(found) == ("easy", "medium", "hard")[: 3 if seats else 2]
    assert find_bot("medium", found) == own_bot(found)
    assert found.NAME in MISTAKES


def test_a_game_that_was_not_measured_has_two_levels() -> None:
    assert level_names(toy_game) == ("easy", "medium")
    assert find_bot("medium", toy_game) is random_bot
    with pytest.raises(BotError, match="measured to play magpie better"):
        find_bot("hard", toy_game)


def test_hard_searches_with_the_settings_of_the_nearest_number_of_seats() -> None:
    assert settings_of(scopa, 3) is HARD["scopa", 3]
    assert settings_of(scopa, 6) is HARD["scopa", 4]
    assert settings_of(toy_game, 2) is HINTS_WITHOUT_POLICY
    assert policy_of(toy_game) is None
    assert HINTS.worlds > 0


def test_easy_makes_mistakes_at_its_rate() -> None:
    match = Match(scopa, 2, seed=1)
    rule = find_bot("medium", scopa)
    chance, played = Random(1), 0
    best = ask(rule, Turn.of(match, match.to_act[0], chance), "medium").text
    legal = len(match.legal(match.to_act[0]))
    assert legal > 1
    for _ in range(400):
        turn = Turn.of(match, match.to_act[0], chance)
        played += ask(EasyBot(rule, 0.5), turn, "easy").text == best
    assert played / 400 == pytest.approx(0.5 + 0.5 / legal, abs=0.08)


def test_hard_plays_a_match_that_its_seed_repeats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(HARD, ("scopa", 2), SearchSettings(worlds=20))
    hard, medium = find_bot("hard", scopa), find_bot("medium", scopa)
    texts = []
    for _ in range(2):
        match, chance = Match(scopa, 2, seed=5), Random(5)
        for _ in range(5):
            seat = match.to_act[0]
            bot = medium if seat else hard
            match.play(seat, ask(bot, Turn.of(match, seat, chance), "hard"))
        texts.append(match.moves)
    assert texts[0] == texts[1]


def test_a_hint_has_the_chances_of_all_moves() -> None:
    match = Match(scopa, 2, luck=Seeded(3))
    thought = think_hard(match.mind(match.to_act[0]), Random(1).random)
    told = thought.to_dict()
    moves = told["moves"]
    assert isinstance(moves, list)
    assert moves[0]["move"] == told["choice"] == thought.text
    assert {each["move"] for each in moves} == {m.text for m in match.legal(match.to_act[0])}
    assert all(0 <= each["chance"] <= 1 for each in moves)
