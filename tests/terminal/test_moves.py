"""Moves with players, ranks and numbers; dice, teams, secrets and pauses, in the plain terminal."""

from __future__ import annotations

import os
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from live import Server, serving
from settebello import Match, Scripted, client
from settebello.bots import Turn
from settebello.cards import Seat
from settebello.client import open_table
from settebello.game import Move, View
from settebello.luck import Seeded
from settebello.registry import find_game
from settebello.terminal.moves import (
    Unclear,
    list_moves,
    meant_group,
    named,
    read_players,
    seat_of,
    written,
)
from settebello.terminal.places import holds_dice
from settebello.terminal.seat import views_at_pauses
from settebello.terminal.table import game_to_draw, table_lines
from terminal.remote import PATIENCE, Output, flat, session
from terminal.session import Typist, person, play, types_lines

EXAMPLES = Path(__file__).parents[1] / "examples"
ABC = ["Ann", "Bea", "Cal"]


def example(name: str) -> Any:
    return find_game(str(EXAMPLES / f"{name}.py"))


def match_of(name: str, luck: Scripted | None = None, players: list[str] | None = None) -> Match:
    return Match(example(name), players or ABC, **({"luck": luck} if luck else {"seed": 1}))


def lines_of(game: Any, moves: list[Move], players: list[str] | None = None) -> list[str]:
    labels = {move.text: "" for move in moves}
    return list_moves(game, moves, labels, players or ABC, "en", 80).lines


def seen(match: Match, viewer: int | None, language: str = "en") -> dict[str, str]:
    """The lines of the table by their keys."""
    return dict(table_lines(match.game, match.view(viewer), language, {}))


# What is listed.


def test_a_long_list_is_told_by_verbs_and_the_odd_one_out_is_in_sight() -> None:
    match = match_of("cups")
    match.play(0, "bid 1 x 2")
    listed = list_moves(match.game, match.legal(1), {m.text: "" for m in match.legal(1)}, ABC,
                        "en", 80)  # fmt: skip
    assert listed.lines == ["bid 1-6 x 1-6: type, for example, bid 1 x 3", "1. doubt"]
    assert [move.text for move in listed.numbered] == ["doubt"]
    assert [group.form for group in listed.groups] == ["bid 1-6 x 1-6"]


def test_a_short_list_names_players_and_says_their_numbers() -> None:
    moves = [Move(f"ask {seat} 3", "ask", (), ()) for seat in (1, 2)]
    assert lines_of(example("request"), moves) == [
        "1. ask Bea 3",
        "2. ask Cal 3",
        "A player is typed by name or number: 0 Ann, 1 Bea, 2 Cal.",
    ]


def test_a_long_list_of_requests_is_told_with_names() -> None:
    moves = [
        Move(f"ask {n} {rank}", "ask", (), ()) for n in range(1, 5) for rank in (1, 2, 3, 5, 4)
    ]
    assert lines_of(example("request"), moves, [*ABC, "Dan", "Eve"]) == [
        "ask Bea, Cal, Dan or Eve 1-5: type, for example, ask Bea 1",
        "A player is typed by name or number: 0 Ann, 1 Bea, 2 Cal, 3 Dan, 4 Eve.",
    ]


def test_cards_beside_a_group_keep_their_numbers_in_columns() -> None:
    game: Any = SimpleNamespace(
        NAME="mixed", FACES=(), VERBS={"bid": "bid {n:1-9}", "lay": "{card}"}
    )
    bids = [Move(f"bid {n}", "bid", (), ()) for n in range(1, 10)]
    cards = [Move(f"{n}D", "lay", (), ()) for n in range(1, 21)]
    lines = lines_of(game, [*bids, *cards])
    assert lines[0] == "bid 1-9: type, for example, bid 1"
    assert lines[1].startswith("1. 1D    2. 2D ")
    assert len(lines) == 4


def test_a_game_that_is_not_installed_is_told_by_what_the_table_says() -> None:
    game = game_to_draw("nowhere", None)
    move = Move("give 1 1 of 7", "give", (), (), (("seat", 1), ("rank", "1"), ("n", 7)))
    assert written(game, move, ABC) == "give Bea 1 of 7"
    assert read_players("give b 1 of 7", game, [move], ABC, "en") == "give 1 1 of 7"
    moves = [Move(f"bid {n}", "bid", (), (), (("n", n),)) for n in range(20)]
    assert lines_of(game, [*moves, Move("pass", "pass", (), ())]) == [
        "bid 0-19: type, for example, bid 0",
        "1. pass",
    ]


# What is typed.


@pytest.mark.parametrize(
    ("typed", "seat"),
    [
        ("Bea", 1), ("bea", 1), ("B", 1), ("2", 2), ("0", 0), ("ann lee", 0), ("anna", 3),
        ("ann", None), ("x", None), ("9", None), ("", None), ("777", None),
    ],
)  # fmt: skip
def test_a_player_is_typed_by_name_its_beginning_or_number(typed: str, seat: int | None) -> None:
    assert seat_of(typed, ["Ann Lee", "Bea", "Cal", "Anna"]) == seat


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("ask bea 3", "ask 1 3"),
        ("ASK c 3", "ASK 2 3"),
        ("ask ann lee 3", "ask 0 3"),
        ("ask 1 3", "ask 1 3"),
        ("ask bea", "ask bea"),
        ("anything else at all", "anything else at all"),
    ],
)
def test_names_of_players_are_read_as_seats(typed: str, text: str) -> None:
    players = ["Ann Lee", "Bea", "Cal"]
    assert read_players(typed, example("request"), [], players, "en") == text


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("ask Zoe 3", 'There is no player "Zoe" here; type Ann, Bea or Bob.'),
        ("ask b 3", '"b" can be Bea or Bob; type more of the name.'),
    ],
)
def test_a_name_that_is_nobodys_or_several_is_explained(typed: str, sentence: str) -> None:
    with pytest.raises(Unclear) as unclear:
        read_players(typed, example("request"), [], ["Ann", "Bea", "Bob"], "en")
    assert str(unclear.value) == sentence


def test_a_move_that_is_not_legal_is_said_with_names_too() -> None:
    assert named("ask 2 5", example("request"), ABC) == "ask Cal 5"
    assert named("deal 2 5", example("request"), ABC) == "deal 2 5"
    assert meant_group([], "bid 3") is None


def conversation(name: str, *typed: str, players: str, language: str = "en") -> str:
    game = str(EXAMPLES / f"{name}.py")
    output, code = play(types_lines(*typed), game, players=players, language=language)
    assert code == 0
    return " ".join(output.split())


def test_wrong_bids_are_answered_with_what_would_be_right() -> None:
    told = conversation(
        "cups", "bid", "bid 9 x 9", "12", "bid 2 x 5", "quit", players="Ann,random,random"
    )
    form = "is not a move now; type bid 1-6 x 1-6, such as"
    assert f'"bid" {form} bid 1 x 1.' in told
    assert f'"bid 9 x 9" {form} bid 1 x 1.' in told
    assert f'"12" {form} bid 1 x 1.' in told
    assert "You bid 2 times 5." in told
    italian = conversation("cups", "bid", players="Ann,random,random", language="it")
    assert '"bid" ora non è una mossa; scrivi bid 1-6 x 1-6, per esempio bid 1 x 1.' in italian


def test_a_number_beside_a_group_is_that_of_a_listed_move_only() -> None:
    told = conversation("bid", "12", "2", "bid 12", "1", "no", players="Ann,random")
    assert '"12" is not a move now; type bid 1-40, such as bid 12.' in told
    assert '"2" is not a move now; type bid 1-40, such as bid 2.' in told
    assert "You bid 12." in told


def test_players_are_asked_by_name_and_refusals_name_them() -> None:
    told = conversation(
        "request",
        "ask knight of cups",
        "ask z 1",
        "ask knight of swords 9",
        "1",
        "quit",
        players="Ann,random,random",
    )
    assert 'There is no player "z" here; type Ann, Knight of Cups or Knight of Swords.' in told
    assert '"ask Knight of Swords 9" is not a move here; try ask Knight of Cups' in told
    assert "Ann asks Knight of Cups for " in told


# What is shown.


def test_dice_are_shown_as_dice_and_hidden_ones_stay_hidden() -> None:
    match = match_of("cups", Scripted(rolls=[5, 1, 2, 2, 6, 6]))
    assert seen(match, 0)["you"] == "You: cup [1] [5], score 0"
    assert seen(match, 0)["seat:1"] == "Bea: cup 2 dice hidden, score 0"
    assert seen(match, None)["seat:0"] == "Ann: cup 2 dice hidden, score 0"
    assert seen(match, 0, "it")["you"] == "Tu: bicchiere [1] [5], punti 0"
    match.play(0, "bid 6 x 6")
    match.play(1, "doubt")
    assert seen(match, 0)["seat:1"] == "Bea: cup [2] [2], score 0"


def test_dice_beside_cards_are_told_apart_by_what_lies_there() -> None:
    game: Any = SimpleNamespace(NAME="both", VERBS={}, FACES=("7D", "d1"), DICE=("d1",))
    places = {"hand:0": ["7D"], "cup:0": ["d1"], "cup:1": ["??"], "box": []}
    facts = {"players": ["Ann", "Bea"], "to_act": [0, 1], "scores": [0, 0], "teams": "odd"}
    view = View(None, places, {}, facts)
    assert [holds_dice(game, place, view) for place in places] == [False, True, True, False]
    lines = dict(table_lines(game, view, "en", {}))
    assert lines["seat:1"] == "Bea: cup 1 die hidden, score 0"
    assert lines["turn"] == "Waiting for Ann and Bea."
    places["cup:0"] = []
    assert dict(table_lines(game, view, "en", {}))["seat:0"].startswith("Ann: hand [7D], cup no ")


def test_teams_are_named_on_the_table_in_the_score_and_at_the_end() -> None:
    assert seen(match_of("partners", players=[*ABC, "Dan"]), 0)["teams"] == (
        "Teams: Ann and Cal; Bea and Dan."
    )
    told = conversation(
        "partners", "score", "1", "1", "1", "1", "no", players="Ann,random,random,random"
    )
    assert "Ann and Knight of Swords: 0 Knight of Cups and Knight of Coins: 0" in told
    ends = (
        "Ann and Knight of Swords win.",
        "Knight of Cups and Knight of Coins win.",
        "Ann, Knight of Cups, Knight of Swords and Knight of Coins win.",
    )
    assert any(f"The match is over: {end}" in told for end in ends)


def test_a_private_fact_is_for_its_seat_alone() -> None:
    match = match_of("bid", Scripted(shuffles=[["2D", "6D", "7D", "8D"]]), ["Ann", "Bea"])
    assert seen(match, 0)["private"] == "Only you know: Your coins: 8."
    assert seen(match, 1)["private"] == "Only you know: Your coins: 15."
    assert "private" not in seen(match, None)
    first, second = covered("bid", "", "bid 3", "", "quit", players="Ann,Bea")
    secret = first.partition("Only you know: ")[2].partition(".")[0]
    assert secret.startswith("Your coins: ")
    assert "Only you know: " in second
    assert f"{secret}." not in second


def covered(name: str, *typed: str, players: str) -> list[str]:
    """What stands on the screen of a terminal, parted where it is scrolled out of sight."""
    game = str(EXAMPLES / f"{name}.py")
    output, _ = play(types_lines(*typed), game, players=players, terminal=True, height=24)
    return output.split("\n" * 24)


def test_secret_choices_on_one_device_stay_out_of_the_next_players_sight() -> None:
    pages = covered("secret", "", "hide 4", "", "2", "", "quit", players="Ann,Bea,Cal")
    assert "hide 4 (hide 4 coins)" in pages[0]
    assert len(pages) == 3
    for page, said in zip(pages[1:], ("Ann has chosen.", "Bea has chosen."), strict=True):
        shown = page.split("It is your turn.")[0]
        assert said in shown
        assert "4 coins" not in shown
        assert "[" not in shown


def test_who_is_to_look_at_something_has_the_time_before_the_next_one_comes() -> None:
    pages = covered("secret", "", "1", "", "2", "", "", "quit", players="Ann,Bea")
    opened = "Points: Ann 1, Bea 2."
    assert [opened in page for page in pages] == [False, True, True]
    assert pages[1].rstrip().endswith("Bea, press Enter when you have seen this.")


def test_a_full_trick_is_shown_before_it_goes() -> None:
    told = conversation("trick", "1", "quit", players="Ann,random,random")
    shown = told.partition("Table: no cards")[2].partition("takes the trick")[0]
    assert shown.count("Table: [") == 1
    trick = shown.partition("Table: ")[2]
    assert trick.count("D]") == 3


def test_what_is_shown_once_is_there_in_a_pause() -> None:
    places, pieces = {"hand:1": ["??", "??"], "deck": ["??"]}, {"hand:1": ["a", "b"], "deck": ["c"]}
    view = View(Seat(0), places, pieces, {"players": ["Ann", "Bea"]})
    notices = [
        {"number": 4, "moved": [{"card": "3D", "from": "deck", "to": "table", "piece": "c"}]},
        {"number": 5, "pause": True, "shown": [{"card": "7D", "at": "hand:1", "piece": "b"},
                                               {"card": "8D", "at": "hand:9"}]},
    ]  # fmt: skip
    ((number, then),) = views_at_pauses(view, notices)
    assert (number, then.places) == (5, {"hand:1": ["??", "7D"], "deck": [], "table": ["3D"]})
    assert list(views_at_pauses(None, notices)) == []


# At a table on a server, for a game that this terminal does not know.


@pytest.fixture(scope="module")
def examples_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that has the examples installed."""
    folder = tmp_path_factory.mktemp("package")
    for file in EXAMPLES.iterdir():
        if file.suffix in (".py", ".ftl"):
            shutil.copy(file, folder)
    info = folder / "examples-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: examples\nVersion: 1\n")
    names = "".join(f"{name} = {name}\n" for name in ("trick", "secret", "request"))
    (info / "entry_points.txt").write_text(f"[settebello.games]\n{names}")
    with pytest.MonkeyPatch.context() as patched:
        paths = [str(folder), os.environ.get("PYTHONPATH", "")]
        patched.setenv("PYTHONPATH", os.pathsep.join(filter(None, paths)))
        with serving(tmp_path_factory.mktemp("server")) as running:
            yield running


def joined(server: Server, game: str, typist: Typist, bea: Bot, seats: int, **options: int) -> str:
    """What Ann reads, who joins the table of Bea; bots take the other seats."""
    seat = open_table(server.url, game, "Bea", seats=seats, options=options)
    out, results = Output(), list[str]()
    ann = threading.Thread(
        target=lambda: results.append(session(typist, seat.link, name="Ann", out=out)[0])
    )
    ann.start()
    out.wait_for("The host starts the match when all are there.")
    seat.start("bot")
    client.play(seat, lambda turn: bea(turn, out))
    ann.join(PATIENCE)
    return flat(results[0])


Bot = Callable[[Turn, Output], Move]


def any_move(turn: Turn, out: Output) -> Move:
    return turn.legal[0]


def test_a_trick_is_shown_at_a_table_on_a_server(examples_server: Server) -> None:
    told = joined(examples_server, "trick", person(Seeded(7).random), any_move, 3)
    assert told.count("takes the trick") + told.count("You take the trick") == 3
    assert len(re.findall(r"Table: \[\dD\] \[\dD\] \[\dD\]", told)) == 3


def test_who_has_chosen_waits_for_those_who_have_not(examples_server: Server) -> None:
    def waited_for(turn: Turn, out: Output) -> Move:
        out.wait_for("Waiting for Bea.")
        return turn.legal[0]

    lines = types_lines("hide 4", "no")
    told = joined(examples_server, "secret", lines, waited_for, 2, turns=1)
    assert "You have chosen. Waiting for Bea." in told
    assert re.search(r"Everybody opens: Bea: .*; Ann: 4 coins\. Points: [^[]*$", told)


def test_a_player_is_asked_by_name_in_a_game_that_is_not_installed(examples_server: Server) -> None:
    plays = person(Seeded(7).random)

    def of_ann(output: str) -> str | None:
        found = re.findall(r"\d\. ask Bea (\d)", output)
        return f"ASK b {found[-1]}" if found and "ASK" not in output else plays(output)

    told = joined(examples_server, "request", of_ann, any_move, 3)
    assert "Ann asks Bea for " in told
