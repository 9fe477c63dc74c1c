"""The command line: what people type, what they read, and the exit codes."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from helpers import source_of
from lab.planted import a_view_that_leaks
from settebello import Match, cli, registry
from settebello.cli import authors, players
from settebello.games import scopa
from settebello.record import write_record
from settebello.words import cards
from settebello.words.pages import with_names

ROOT = Path(__file__).parents[1]


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """The exit code, what was printed, and what was complained of."""
    try:
        code = cli.main(arguments)
    except SystemExit as stop:
        code = int(stop.code or 0)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def played(tmp_path: Path, moves: int | None = None) -> Path:
    match = Match("scopa", ["Ann", "Bea", "Cal"], seed=11, options={"target": 2})
    while not match.over and (moves is None or len(match.record()["moves"]) < moves):
        seat = match.to_act[0]
        match.play(seat, match.legal(seat)[0])
    file = tmp_path / f"{moves}.json"
    write_record(match.record(), file)
    return file


def test_alone_it_shows_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys)
    assert (code, err) == (0, "")
    for command in ("games", "rules", "check", "replay"):
        assert command in out


def test_games_lists_seats_and_options(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "games")
    assert code == 0
    assert "scopa (rules version 1), 2, 3, 4 or 6 players" in out
    assert "  Points to win: 8\n      target=8 (1 to 100)\n" in out


def test_rules_prints_the_page_of_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "rules", "scopa")
    assert code == 0
    page = (ROOT / "docs/games/scopa.md").read_text("utf-8")
    assert "`7D`" in page
    assert "the 7 of coins" in out
    assert out.strip() == with_names(page, cards(scopa)).strip()


def test_rules_of_a_file_are_what_it_says_of_itself(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    source = source_of(registry.find_game("scopa"))
    file = tmp_path / "mine.py"
    file.write_text(source.read_text("utf-8"), "utf-8")
    code, out, _ = run(capsys, "rules", str(file))
    assert code == 0
    assert out.startswith("Scopa for three")
    assert "Option target = 8 (1 to 100)\n" in out
    other = tmp_path / "other.py"
    other.write_text(source.read_text("utf-8"), "utf-8")
    (tmp_path / "other.en.ftl").write_text("option-target = What wins.\n", "utf-8")
    assert "Option target = 8 (1 to 100): What wins.\n" in run(capsys, "rules", str(other))[1]
    (tmp_path / "mine.md").write_text("# My page\n", "utf-8")
    assert run(capsys, "rules", str(file))[1] == "# My page\n"


def test_teams_are_listed_with_a_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "pairs.py"
    file.write_text(
        "from settebello.games.scopa import *\nTEAMS = {4: ((0, 2), (1, 3))}\n", "utf-8"
    )
    line = "With 4 players in teams, by their seats: 1 and 3; 2 and 4.\n"
    assert line in run(capsys, "rules", str(file))[1]
    monkeypatch.setattr(players, "games", lambda: {"pairs": registry.find_game(str(file))})
    assert f"players\n  {line}" in run(capsys, "games")[1]
    told = run(capsys, "games", "--language", "it")[1]
    assert "In 4 si gioca a squadre, per posto: 1 e 3; 2 e 4.\n" in told


def test_check_passes_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "check", "scopa", "--matches", "1", "--worlds", "10")
    assert code == 0
    assert out.endswith("scopa passes.\n")
    assert "RED" not in out
    assert "10 other worlds" in out
    assert "every card lies in one place (1 match, " in out


def test_check_speaks_the_language_of_the_reader(capsys: pytest.CaptureFixture[str]) -> None:
    wanted = ("--matches", "2", "--worlds", "1", "--language", "it")
    code, out, _ = run(capsys, "check", "scopa", *wanted)
    assert code == 0
    lines = out.splitlines()
    assert lines[0] == "scopa (versione delle regole 1), 2, 3, 4 o 6 giocatori"
    assert "  ok   pieces    ogni carta sta in un posto solo (2 partite, " in out
    assert "nessuno riceve quello che non può sapere (1 altro mondo, 0 impossibili)" in out
    assert re.search(r"speed     \d+[.]\d{3} mosse al secondo, mosse a caso, un processore", out)
    assert lines[-1] == "scopa va bene."
    code, out, _ = run(capsys, "check", "dice", *wanted)
    assert "in questo gioco non c'è niente di nascosto" in out


def test_check_says_in_the_language_of_the_reader_what_fails(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(authors, "find_typed", lambda name, language: a_view_that_leaks())
    wanted = ("--matches", "1", "--worlds", "9", "--save", str(tmp_path / "leak.json"))
    code, out, _ = run(capsys, "check", "leaky", *wanted, "--language", "it")
    assert code == 1
    assert "  NO   secrets" in out
    assert "la registrazione più piccola trovata, 0 mosse:" in out
    assert out.splitlines()[-2] == "scopa non va bene: secrets."
    assert out.splitlines()[-1].startswith("La registrazione è in ")


def test_check_shows_and_saves_the_smallest_record(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(authors, "find_typed", lambda name, language: a_view_that_leaks())
    file = tmp_path / "leak.json"
    code, out, _ = run(
        capsys, "check", "leaky", "--matches", "1", "--worlds", "9", "--save", str(file)
    )
    assert code == 1
    assert "RED  secrets" in out
    assert "the smallest record found, 0 moves" in out
    assert out.splitlines()[-2] == "scopa fails: secrets."
    assert json.loads(file.read_text("utf-8"))["moves"] == []


def test_check_takes_a_time_and_teaches(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "check", "dice", "--seconds", "1")
    assert (code, err) == (0, "")  # no bar where nobody watches
    assert out.endswith("dice passes.\n")
    code, out, _ = run(capsys, "check", "--help")
    assert code == 0
    assert "settebello check my_game.py --seconds 60" in " ".join(out.split())


def test_check_lists_what_a_words_file_lacks(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(Path("tests/examples/trick.py").read_text("utf-8"), "utf-8")
    (tmp_path / "mine.en.ftl").write_text("laid = Laid.\n", "utf-8")
    code, out, _ = run(capsys, "check", str(file), "--matches", "1", "--worlds", "1")
    assert code == 0
    assert "       not in mine.en.ftl: title, taken, move-lay\n" in out.replace(
        "title, move-lay, taken", "title, taken, move-lay"
    )


def test_check_overwrites_nothing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text("mine", "utf-8")
    code, out, err = run(capsys, "check", "dice", "--save", str(file))
    assert (code, out) == (2, "")
    assert err == f"settebello: {file} is there already; give another name.\n"
    assert file.read_text("utf-8") == "mine"


def test_replay_prints_a_match_from_each_side(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = played(tmp_path)
    spectator = run(capsys, "replay", str(file))[1]
    bea = run(capsys, "replay", str(file), "--seat", "1")[1]
    assert spectator.startswith("scopa (rules version 1), as a spectator saw it\n")
    assert "Players: Ann, Bea, Cal. Options: target 2," in spectator
    assert "You are dealt" not in spectator
    assert "Winner: " in spectator
    assert bea.count("You are dealt") > 3
    assert bea == run(capsys, "replay", str(file), "--seat", "bea")[1]
    assert "In tavola: " in run(capsys, "replay", str(file), "--language", "it")[1]


def test_replay_of_an_unfinished_match_says_who_is_to_move(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = played(tmp_path, moves=1)
    match = Match.replay(json.loads(file.read_text("utf-8")))
    name = match.players[match.to_act[0]]
    out = run(capsys, "replay", str(file))[1]
    assert out.endswith(f"The record ends here; {name} to move.\n")


def test_a_rules_file_without_its_ending_is_told_how_it_is_given(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "pig.py").write_text("", "utf-8")
    for command in ("play", "rules", "check", "simulate"):
        code, _, err = run(capsys, command, str(tmp_path / "pig"))
        assert code == 2
        assert err.endswith(f"the rules file is given as {tmp_path / 'pig'}.py.\n")


def test_the_folder_of_a_new_game_is_told_where_its_rules_are(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(capsys, "new", "pig", "--into", str(tmp_path))[0] == 0
    for typed in (tmp_path / "pig", f"{tmp_path / 'pig'}/"):
        code, _, err = run(capsys, "check", str(typed))
        assert code == 2
        assert err.endswith(f"the rules file is given as {tmp_path / 'pig' / 'pig.py'}.\n")


def test_replay_of_a_game_from_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    source = source_of(registry.find_game("scopa"))
    rules = tmp_path / "mine.py"
    rules.write_text(source.read_text("utf-8").replace('"scopa"', '"mine"'), "utf-8")
    record = tmp_path / "mine.json"
    write_record(Match(str(rules), 3, seed=1).record(), record)
    code, _, err = run(capsys, "replay", str(record))
    assert code == 2
    assert "There is no game 'mine'" in err
    code, out, _ = run(capsys, "replay", str(record), "--game", str(rules))
    assert code == 0
    assert out.startswith("mine (rules version 1)")
    with rules.open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    for language, told in (("en", "The rules of this game have"), ("it", "Le regole di questo")):
        wanted = ("replay", str(record), "--game", str(rules), "--language", language)
        code, _, err = run(capsys, *wanted)
        assert (code, err.count("\n")) == (2, 1)
        assert err.startswith(f"settebello: {told}")


WRONG = {
    "unknown command": (["bogus"], "invalid choice: 'bogus'"),
    "no game": (["check"], "the following arguments are required: GAME"),
    "unknown game": (
        ["check", "whist"],
        "There is no game 'whist'. The games are: briscola, dice, ",
    ),
    "missing file": (["check", "nowhere/whist.py"], "There is no file"),
    "too few matches": (["check", "dice", "--matches", "0"], "a whole number from 1 to 100000"),
    "matches in words": (["check", "dice", "--matches", "ten"], "a whole number from 1 to 100000"),
    "no time": (["check", "dice", "--seconds", "0"], "a whole number from 1 to 86400"),
    "negative seed": (["check", "dice", "--seed", "-1"], "a whole number from 0"),
    "no record": (["replay", "nowhere.json"], "Cannot read nowhere.json"),
    "a folder": (["replay", "."], "Cannot read ."),
    "unknown option": (["games", "--all"], "unrecognized arguments: --all"),
    "unknown language": (["replay", "x", "--language", "xx"], "invalid choice: 'xx'"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_arguments_get_one_sentence(capsys: pytest.CaptureFixture[str], case: str) -> None:
    arguments, sentence = WRONG[case]
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert sentence in err
    assert err.startswith("settebello: ")
    assert err.count("\n") == 1


def test_an_unknown_seat_is_told_the_seats(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, _, err = run(capsys, "replay", str(played(tmp_path, moves=2)), "--seat", "Dan")
    assert code == 2
    assert err == (
        "settebello: There is no seat 'Dan'. The seats are: 0 (Ann), 1 (Bea), 2 (Cal).\n"
    )


def test_a_rules_file_that_raises_gets_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "broken.py"
    file.write_text("NAME = 'broken'\n1 / 0\n", "utf-8")
    code, _, err = run(capsys, "check", str(file))
    assert code == 2
    assert err == (
        f"settebello: The rules file {file} cannot be loaded: "
        "ZeroDivisionError: division by zero (line 2 of broken.py).\n"
    )
    assert not (tmp_path / "__pycache__").exists()


def test_as_a_module_and_into_a_closed_pipe() -> None:
    command = f"'{sys.executable}' -m settebello rules scopa | head -n 1"
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command}"], capture_output=True, text=True, check=True
    )
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""
