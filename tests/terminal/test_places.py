"""Places laid out by a game's hints, facts of all kinds, and long lists of moves, as plain text."""

from __future__ import annotations

import io
import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from settebello.cards import FRENCH, Seat
from settebello.game import Move, View
from settebello.server.games_api import game_info
from settebello.terminal.moves import list_moves
from settebello.terminal.places import in_play
from settebello.terminal.screen import Screen
from settebello.terminal.table import TableBoard, table_lines

ABC = ["Ann", "Bea", "Cal"]
SIX = [*ABC, "Dan", "Eve", "Federica"]
HAND = list(FRENCH[:15])


def game_of(**names: Any) -> Any:
    return SimpleNamespace(**{"NAME": "stranger", "VERBS": {}, "FACES": FRENCH, **names})


def view_of(
    places: dict[str, list[str]],
    players: list[str] | None = None,
    **facts: Any,
) -> View:
    players = players or ABC
    told = {"players": players, "to_act": [0], "scores": [0] * len(players), **facts}
    return View(Seat(0), places, {}, told)


def lines_of(game: Any, view: View, language: str = "en") -> dict[str, str]:
    return dict(table_lines(game, view, language, {}))


# Hints.


def test_a_trick_is_a_line_with_a_name_for_each_card_and_the_leader_first() -> None:
    game = game_of(LAYOUT={"trick": "trick"})
    places = {"hand:0": ["2S"], "trick:0": ["3S"], "trick:1": [], "trick:2": ["9S"]}
    lines = lines_of(game, view_of(places))
    assert lines["trick"] == "Trick: Cal [9S], Ann [3S]"
    assert lines["you"] == "You: hand [2S], score 0"
    assert lines["seat:2"] == "Cal: score 0"
    assert "trick" not in lines_of(game, view_of({"trick:0": [], "trick:1": []}))


@pytest.mark.parametrize(
    ("laid", "seats"),
    [([2, 0], [2, 0]), ([0, 1], [0, 1]), ([1, 2], [1, 2]), ([0, 1, 2], [0, 1, 2]), ([], [])],
)
def test_the_leader_is_who_laid_after_somebody_that_has_not(
    laid: list[int], seats: list[int]
) -> None:
    assert in_play([0, 1, 2], dict.fromkeys(laid)) == seats


def test_a_full_trick_is_shown_before_it_goes() -> None:
    game = game_of(LAYOUT={"trick": "trick", "won": "pile"})
    then = view_of({"trick:0": ["3S"], "trick:1": ["4S"], "trick:2": ["9S"], "won:0": ["2S"]})
    now = view_of({"trick:0": [], "trick:1": [], "trick:2": [], "won:0": ["9S"]})
    board = TableBoard(game, "en", Screen(None, io.StringIO()))
    assert board.leaving(then, now, None) == ["Trick: Ann [3S], Bea [4S], Cal [9S]"]
    assert board.leaving(then, now, last=0) == ["Trick: Bea [4S], Cal [9S], Ann [3S]"]


def test_what_lies_beside_a_place_does_not_stand_alone_when_it_goes() -> None:
    game = game_of(LAYOUT={"trump": "beside stock"})
    then = view_of({"stock": ["??"], "trump": ["3S"], "table": ["4S"]})
    now = view_of({"stock": ["??"], "trump": ["5S"], "table": []})
    board = TableBoard(game, "en", Screen(None, io.StringIO()))
    assert board.leaving(then, now, None) == ["Table: [4S]"]


def test_a_trick_of_faces_that_are_seen_no_more_can_be_shown() -> None:
    game = game_of(LAYOUT={"trick": "trick"}, FACES=("2S",))  # made up from the view of now
    then = view_of({"trick:1": ["3S", "2S"]})
    board = TableBoard(game, "en", Screen(None, io.StringIO()))
    assert board.leaving(then, view_of({"trick:1": []}), 1) == ["Trick: Bea [3S] [2S]"]


def test_a_pile_is_its_top_and_a_number() -> None:
    game = game_of(LAYOUT={"heap": "pile", "won": "pile", "pile": "row"})
    places = {"heap": ["2S", "KH"], "won:0": ["??", "3S"], "won:1": ["??"], "pile": ["4S", "5S"]}
    lines = lines_of(game, view_of(places))
    assert lines["heap"] == "Heap: 2 cards, [KH] on top"
    assert lines["you"] == "You: won 2 cards, [3S] on top, score 0"
    assert lines["seat:1"] == "Bea: won 1 card, score 0"
    assert lines["pile"] == "Pile: [4S] [5S]"  # the game knows better than our default


def test_what_lies_beside_a_place_stands_in_its_line() -> None:
    game = game_of(LAYOUT={"trump": "beside stock", "lost": "beside nowhere", "odd": "beside odd"})
    places = {"stock": ["??"] * 3, "trump": ["7D"], "lost": ["2S"], "odd": ["3S"]}
    lines = lines_of(game, view_of(places))
    assert lines["stock+trump"] == "Stock: 3 cards; trump [7D]"
    assert (lines["lost"], lines["odd"]) == ("Lost: [2S]", "Odd: [3S]")
    assert lines_of(game, view_of({"stock": [], "trump": []}))["stock"] == "Stock: no cards"
    assert lines_of(game, view_of({"trump": ["7D"]}))["trump"] == "Trump: [7D]"


def test_dice_in_a_cup_are_dice_or_a_number_of_them() -> None:
    game = game_of(FACES=("1", "2", "3"), DICE=("1", "2", "3"), LAYOUT={"cup": "cup"})
    places = {"cup:0": ["3", "1"], "cup:1": ["??"] * 5, "cup:2": ["2", "??"]}
    lines = lines_of(game, view_of(places))
    assert lines["you"] == "You: cup [1] [3], score 0"
    assert lines["seat:1"] == "Bea: cup 5 dice hidden, score 0"
    assert lines["seat:2"] == "Cal: cup [2] [?], score 0"
    assert lines_of(game, view_of(places), "it")["seat:1"] == "Bea: cup 5 dadi nascosti, punti 0"
    assert lines_of(game, view_of({"cup:0": []}))["you"] == "You: cup no dice, score 0"


def test_a_place_that_nobody_foresaw_is_named_and_shown() -> None:
    places = {"column:7": ["2S", "??"], "face_down": ["??"], "odd:x": [], "laid:1": ["3S", "2S"]}
    lines = lines_of(game_of(), view_of(places))
    assert lines["column:7"] == "Column 7: [2S] [??]"
    assert lines["face_down"] == "Face down: 1 card"
    assert lines["odd:x"] == "Odd x: no cards"
    assert lines["seat:1"] == "Bea: laid [2S] [3S], score 0"


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_six_seats_and_fifteen_cards_fit_a_screen(columns: int) -> None:
    game = game_of(LAYOUT={"trick": "trick", "trump": "beside stock", "won": "pile"})
    places = {f"hand:{seat}": ["??"] * 15 if seat else HAND for seat in range(6)}
    places |= {f"trick:{seat}": [FRENCH[20 + seat]] for seat in range(6)}
    places |= {f"won:{seat}": ["??"] * seat for seat in range(6)}
    places |= {"stock": ["??"] * 9, "trump": ["KD"]}
    written = io.StringIO()
    screen = Screen(None, written, lambda: os.terminal_size((columns, 24)))
    board = TableBoard(game, "en", screen)
    for line in board.whole(view_of(places, SIX, books=[12] * 6, mood="calm and quiet")):
        screen.print(line)
    lines = written.getvalue().splitlines()
    assert max(len(line) for line in lines) <= columns
    for face in HAND:
        assert any(f"[{board.cards[face]}]" in line for line in lines)
    assert len(lines) <= (40 if columns == 40 else 20)


# Facts.


@pytest.fixture
def worded(tmp_path: Path) -> Any:
    rules = tmp_path / "worded.py"
    (tmp_path / "worded.en.ftl").write_text(
        "fact-mood = Mood\n    .very-calm = as calm as can be\nfact-broken = Hearts broken\n"
        "fact-moods = Moods\nfact-out = Out\nfact-said = says\nfact-turn = Trick\n"
        "fact-known = Known\n    .kind = by_seat\nfact-round = Deal\nfact-taken = Taken\n",
        "utf-8",
    )
    facts = {"mood": "text", "broken": "flag", "moods": "texts", "out": "seats", "said": "by_seat",
             "first": "seat?", "pair": "texts"}  # fmt: skip
    return game_of(NAME="worded", FACTS=facts, __file__=str(rules))


def test_facts_of_all_kinds_are_told(worded: Any) -> None:
    facts: dict[str, Any] = {
        "mood": "very calm", "broken": False, "moods": ["wild", "7D"], "out": [1, 2], "turn": 3,
        "turns": 0, "said": ["", "pass", "bid"], "first": 0, "round": 2, "taken": 4,
        "pair": ["red", "green", "blue"], "hidden_flag": False,
    }  # fmt: skip
    view = view_of({}, **facts)
    view.private["known"] = [1, 2, 3]
    lines = lines_of(worded, view)
    assert lines["facts"] == (
        "Mood: as calm as can be. Hearts broken: no. Moods: wild and 7D. Out: Bea and Cal. "
        "Trick: 3. First: Ann. Deal: 2. Taken: 4. Pair: red, green and blue."
    )
    assert lines["seat:1"] == "Bea: says pass, score 0"
    assert lines["private"] == "Only you know: Known: Ann 1, Bea 2, Cal 3."
    view.facts["broken"] = True
    assert "Hearts broken: yes." in lines_of(worded, view)["facts"]


def test_a_player_who_has_no_number_yet_is_told_without_one(worded: Any) -> None:
    lines = lines_of(worded, view_of({}, said=[None, 0, None]))
    assert (lines["seat:1"], lines["seat:2"]) == ("Bea: says 0, score 0", "Cal: score 0")


def test_the_page_is_told_the_same_of_facts(worded: Any) -> None:
    worded.__dict__.update(SEATS=(3,), OPTIONS=(), VERSION=1)
    facts = game_info(worded, "en").facts
    assert facts["mood"].texts == {"very-calm": "as calm as can be"}
    assert {name: facts[name].kind for name in ("mood", "out", "said", "known")} == {
        "mood": "number",
        "out": "seats",
        "said": "by_seat",
        "known": "by_seat",
    }


# Moves.


def listed(game: Any, *moves: tuple[str, str], width: int = 80) -> Any:
    legal = [Move(text, verb, (), ()) for text, verb in moves]
    return list_moves(game, legal, {move.text: "" for move in legal}, ABC, "en", width)


def test_a_list_of_bids_shares_a_line_and_the_call_is_in_sight() -> None:
    game = game_of(VERBS={"bid": "bid {n:1-20}", "call": "call"})
    bids = [(f"bid {n}", "bid") for n in range(3, 16)]
    told = listed(game, *bids, ("call", "call"))
    assert told.lines == ["bid 3-15: type, for example, bid 3", "1. call"]
    few = listed(game, *bids[:8], ("call", "call"))
    assert few.lines[-1] == "9. call"


def test_a_pass_is_not_lost_among_many_cards() -> None:
    game = game_of(VERBS={"lay": "{card}", "pass": "pass"})
    cards = [(face, "lay") for face in FRENCH[:18]]
    told = listed(game, ("pass", "pass"), *cards, width=40)
    assert told.lines[-1] == "19. pass"
    assert told.numbered[18].text == "pass"
    assert all(len(line) <= 40 for line in told.lines)
