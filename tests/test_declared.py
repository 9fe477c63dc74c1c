"""What a game declares: teams, bounds of places, kinds of facts, and what is refused."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import toy_game
from helpers import altered, play_random, play_texts
from settebello import Match, Scripted
from settebello.cards import D6
from settebello.declared import (
    bounds_of,
    check_declared,
    facts_of,
    layout_of,
    log_mark,
    low_wins,
    numbered_in,
    part_of,
    short_log,
    shown_in_log,
    team_of,
    teams_of,
)
from settebello.games import OUR_GAMES, scopa, sixty_six
from settebello.notation import ranges_of
from settebello.registry import find_game

TEAMS = {4: ((0, 2), (1, 3))}


def game(**names: Any) -> Any:
    return altered(toy_game, **names)


# Optional parts.


@pytest.mark.parametrize("game", [scopa, SimpleNamespace(NAME="scopa")], ids=["module", "object"])
def test_an_optional_part_of_a_game_is_found_or_is_what_is_given(game: Any) -> None:
    assert part_of(game, "NAME") == "scopa"
    assert part_of(game, "TEAMS") is None
    assert part_of(game, "TEAMS", {}) == {}


# Teams, bounds, and which way scores go.


def test_a_game_that_declares_nothing_has_no_teams_bounds_or_facts() -> None:
    assert (teams_of(game(), 4), bounds_of(game()), facts_of(game())) == ((), {}, {})
    assert team_of(game(), 4, 1) == (1,)
    assert not low_wins(game())
    assert layout_of(game()) == {}
    check_declared(game())


def test_teams_depend_on_the_number_of_seats() -> None:
    partners = game(TEAMS=TEAMS)
    assert teams_of(partners, 4) == ((0, 2), (1, 3))
    assert teams_of(partners, 3) == ()
    assert [team_of(partners, 4, seat) for seat in range(4)] == [(0, 2), (1, 3), (0, 2), (1, 3)]
    assert team_of(partners, 3, 2) == (2,)


def test_few_points_are_good_where_a_game_says_so() -> None:
    assert low_wins(game(LOW_WINS=True))
    assert bounds_of(game(PLACES={"hand": 3})) == {"hand": 3}


# The kinds of facts.


@pytest.mark.parametrize(
    ("declared", "right", "wrong"),
    [
        ("number", [0, -7, 10**9], [None, True, "1", 1.0, [1]]),
        ("number 0-24", [0, 24], [-1, 25]),
        ("number -5-5", [-5, 5], [-6, 6]),
        ("number? 1-2", [None, 1], [0, []]),
        ("numbers 1-3", [[], [1, 3], (2,)], [[4], 1, "12"]),
        ("by_seat 0-9", [[0, 9, 5]], [[0, 9], [0, 9, 10], 3, [None] * 3]),
        ("by_seat? 0-9", [[None, 9, 0], [None] * 3, None], [[None, 10, 0], [None]]),
        ("numbers? 0-9", [None, [1]], [[None]]),
        ("flag", [True, False], [0, None]),
        ("text", ["", "any"], [1, None]),
        ("text red|green", ["red"], ["blue"]),
        ("text light red|green", ["light red", "green"], ["light", "red"]),
        ("texts red|green", [[], ["red", "red"]], ["red", ["blue"]]),
        ("seat?", [None, 0, 2], [3, -1, True]),
        ("seats", [[], [2, 0]], [[3], 1]),
        ("card", ["7D", "??"], [7]),
        ("cards", [["7D"], []], [[7], "7D"]),
        ("hands", [[["7D"], [], []]], [[["7D"]], [["7D"], [], 1], "7D"]),
    ],
)
def test_a_fact_fits_its_kind_and_range(declared: str, right: list[Any], wrong: list[Any]) -> None:
    kind = facts_of(game(FACTS={"it": declared}))["it"]
    assert all(kind.fits(value, 3) for value in right)
    assert not any(kind.fits(value, 3) for value in wrong)


@pytest.mark.parametrize(
    ("declared", "said"),
    [
        ("number 0-24", "a whole number from 0 to 24"),
        ("seat?", "a seat, or None"),
        ("text red|green", "a text (red, green)"),
        ("texts", "a list of texts"),
    ],
)
def test_a_kind_says_what_it_is(declared: str, said: str) -> None:
    assert str(facts_of(game(PRIVATE_FACTS={"it": declared}), "PRIVATE_FACTS")["it"]) == said


# Our games.


@pytest.mark.parametrize("name", [game.NAME for game in OUR_GAMES])
def test_our_games_keep_to_what_they_declare(name: str) -> None:
    rules = find_game(name)
    kinds, bounds = facts_of(rules), bounds_of(rules)
    assert low_wins(rules) == (name in ("sixty_six", "hearts"))
    most = 30 if name == "liars_dice" else 17  # of a number in a move
    for seed, seats in enumerate(rules.SEATS):
        match = Match(rules, seats, seed=seed)
        for step in range(150):
            facts = match.facts()
            assert facts.keys() == kinds.keys()
            assert [
                fact for fact, value in facts.items() if not kinds[fact].fits(value, seats)
            ] == []
            for place, cards in match.view(None).places.items():
                assert len(cards) <= bounds[place.partition(":")[0]]
            for move in match.legal(match.to_act[0]) if match.to_act else ():
                assert all(int(value) <= most for slot, value in move.slots if slot == "n")
            play_random(match, step, moves=1)


def test_a_seat_in_a_move_of_66_is_a_seat_and_its_spots_have_a_range() -> None:
    luck = Scripted(shuffles=[["1"] * 4 + ["2"] * 4 + ["3"] * 4 + ["9"]], picks=[0])
    match = play_texts(Match("sixty_six", 3, luck=luck), "deck", "discard")  # a 9: look at a card
    move = match.legal(0)[5]
    assert (move.text, move.slots) == ("other 2 1", (("seat", 2),))
    assert [ranges_of(pattern) for pattern in sixty_six.VERBS.values() if "{" in pattern] == [
        ((0, 3),), ((0, 3),), (None, (0, 3)), ((0, 3),), ((0, 3), None, (0, 3)),
    ]  # fmt: skip


# What is refused, as soon as a match is made.


@pytest.mark.parametrize("text", ["", "nummer", "number 1", "seat 0-3", "flag a|b", "number 0-5 x"])
@pytest.mark.parametrize("name", ["FACTS", "PRIVATE_FACTS"])
def test_a_fact_that_cannot_be_read_is_refused(name: str, text: str) -> None:
    with pytest.raises(ValueError, match=f"{name} declares '.*' for it: a fact is a kind"):
        check_declared(game(**{name: {"it": text}}))


@pytest.mark.parametrize("teams", [((0, 1),), ((0, 1), (1, 2, 3)), ((0, 1), (2, 4))])
def test_teams_have_each_seat_once(teams: Any) -> None:
    with pytest.raises(ValueError, match="TEAMS for 4 seats does not have each seat in one team"):
        check_declared(game(TEAMS={4: teams}))


def test_dice_are_faces() -> None:
    check_declared(game(FACES=D6, DICE=D6))
    with pytest.raises(ValueError, match="DICE has '7', which is not one of FACES"):
        check_declared(game(FACES=D6, DICE=("1", "7")))


@pytest.mark.parametrize("most", [0, -1, True, "3"])
def test_a_place_holds_a_number_of_cards(most: Any) -> None:
    with pytest.raises(ValueError, match="PLACES gives the most cards of each place"):
        check_declared(game(PLACES={"hand": most}))


@pytest.mark.parametrize("most", [0, -1, True, "3"])
def test_a_place_has_a_highest_number(most: Any) -> None:
    assert numbered_in(game(NUMBERED={"meld": 17})) == {"meld": 17}
    with pytest.raises(ValueError, match="NUMBERED gives the highest number of such places"):
        check_declared(game(NUMBERED={"meld": most}))


def test_a_short_log_begins_with_an_event() -> None:
    assert (short_log(game()), short_log(sixty_six)) == ("", "TurnStarted")
    check_declared(sixty_six)
    with pytest.raises(ValueError, match="SHORT_LOG is 'Turn', which is not one of EVENTS"):
        check_declared(altered(sixty_six, SHORT_LOG="Turn"))


@pytest.mark.parametrize(
    ("marks", "shown"),
    [
        ("", []),
        ("---", [0, 1, 2]),  # another game, or no turn has begun
        ("-t-", [0, 1, 2]),
        ("-t-t-", [1, 2, 3, 4]),
        ("-t-t-t-", [3, 4, 5, 6]),
        ("-t-t-t-r", [0, 1, 2, 3, 4, 5, 6, 7]),  # the round is over
        ("-t-r-t-t-t-", [0, 1, 2, 3, 7, 8, 9, 10]),
    ],
)
def test_a_short_log_shows_this_turn_and_the_last_one(marks: str, shown: list[int]) -> None:
    words = {"-": "", "t": "turn", "r": "round"}
    assert shown_in_log([words[mark] for mark in marks]) == shown


def test_what_begins_a_turn_and_what_ends_a_round_is_marked_in_a_game_of_memory() -> None:
    begins, ends = {"event": "TurnStarted"}, {"event": "Won", "round_winner_seats": [0]}
    assert [log_mark(sixty_six, notice) for notice in (begins, ends, {"event": "Dealt"})] == [
        "turn", "round", "",
    ]  # fmt: skip
    assert log_mark(game(), ends) == ""


def test_places_are_laid_out_in_the_ways_that_clients_know() -> None:
    how = {"trump": "beside stock", "trick": "trick", "cup": "cup", "books": "pile"}
    assert layout_of(game(LAYOUT=how)) == how
    check_declared(game(LAYOUT=how))


@pytest.mark.parametrize("how", ["heap", "beside", "row stock", "", 3])
def test_another_way_to_lay_out_a_place_is_refused(how: Any) -> None:
    with pytest.raises(ValueError, match=f"LAYOUT says '{how}' for trump: it is one of row, fan"):
        check_declared(game(LAYOUT={"trump": how}))


def test_a_match_of_a_game_with_a_wrong_declaration_is_refused() -> None:
    with pytest.raises(ValueError, match="PLACES gives the most cards"):
        Match(game(PLACES={"hand": 0}), 2, seed=1)
