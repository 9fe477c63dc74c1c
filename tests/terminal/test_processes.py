"""The client as people have it: a process at a terminal, or between two pipes."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from settebello import Match, cli
from settebello.luck import Seeded
from terminal.session import (
    Process,
    Typist,
    asked,
    left_names,
    moves_kept,
    person,
    play,
    record_kept,
    types_lines,
)

SHORT = {"dice": [], "scopa": ["--option", "target=1"], "rummy": ["--option", "target=1"],
         "sixty_six": []}  # fmt: skip
OVER = {"en": "The match is over: ", "it": "La partita è finita: "}


def too_wide(text: str, width: int) -> list[str]:
    return [line for line in text.split("\n") if len(line) > width and " " in line.strip()]


# Whole matches.


@pytest.mark.parametrize(
    ("game", "language", "width"),
    [("dice", "en", 80), ("scopa", "it", 40), ("rummy", "en", 40), ("sixty_six", "it", 80)],
)
def test_a_whole_match_through_pipes(game: str, language: str, width: int, home: Path) -> None:
    arguments = ["--players", "Ann,bot,random", "--seed", "1", *SHORT[game]]
    with Process(home, "play", game, *arguments, "--language", language, width=width) as client:
        assert client.session(person(Seeded(7).random)) == 0
    assert OVER[language] in " ".join(client.output.split())
    assert not too_wide(client.output, width)
    assert left_names(home) == []


@pytest.mark.parametrize(
    ("game", "language", "width"),
    [("dice", "it", 40), ("scopa", "en", 80), ("rummy", "it", 80), ("sixty_six", "en", 40)],
)
def test_a_whole_match_of_two_people_at_a_terminal(
    game: str, language: str, width: int, home: Path
) -> None:
    arguments = ["--players", "Ann,Bea,bot", "--seed", "1", *SHORT[game], "--language", language]
    typist = person(Seeded(7).random)
    called: list[str] = []

    def looking(output: str) -> str | None:
        if re.search(r"ready|ci sei", asked(output)):
            called.append(" ".join(" ".join(output.split("\n")[-24:]).split()))
        return typist(output)

    with Process(home, "play", game, *arguments, terminal=True, width=width) as client:
        assert client.session(looking) == 0
    assert OVER[language] in " ".join(client.output.split())
    assert not too_wide(client.output, width)
    assert "\x1b" not in client.output  # no colours here, and no cursor anywhere
    # A screen of 24 lines has nothing but the call on it when somebody is called.
    calls = {"en": r"(Ann|Bea) is next: press Enter when you are ready\.",
             "it": r"Tocca a (Ann|Bea): premi Invio quando ci sei\."}  # fmt: skip
    assert len(called) > 3
    for screen in called[1:]:
        assert re.fullmatch(calls[language], screen)


def test_people_choose_everything_through_a_pipe(home: Path) -> None:
    """All answers are there before the first question."""
    lines = ["1", "Ann", "bot", "", "", *["throw", "keep", "throw", "keep"] * 20]
    command = [sys.executable, "-m", "settebello", "play", "--seed", "5", "--plain"]
    environment = {**os.environ, "SETTEBELLO_HOME": str(home), "LC_ALL": "C.UTF-8"}
    done = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True,
                          env=environment, check=True, timeout=60)  # fmt: skip
    assert done.stderr == ""
    assert "Which game?\n1. Dice (for 3 players)\n" in done.stdout
    assert "Dice: Ann, Knight of Cups and Knight of Swords." in done.stdout
    assert "The match is over: " in done.stdout
    assert "Play again? (yes or no) " in done.stdout


# Colours.

COLOURED = ["play", "scopa", "--players", "Ann,random,random", "--seed", "20"]


def shown_with(home: Path, *, terminal: bool = True, **variables: str) -> str:
    """What is on the screen at the first question."""
    with Process(home, *COLOURED, terminal=terminal, variables=variables) as client:
        client.read()
        while "(? for help):" not in client.output:
            assert client.read()
    return client.output


def test_a_terminal_shows_cards_in_the_colour_of_their_suit(home: Path) -> None:
    text = shown_with(home, TERM="xterm-256color", NO_COLOR="")
    assert "\x1b[1;33m[7 of coins]\x1b[0m" in text
    assert "\x1b[1;31m[5 of cups]\x1b[0m" in text
    assert "\x1b[1mYour move (? for help):\x1b[0m " in text
    # The words are the same without: no meaning is in the colour, and no line breaks elsewhere.
    plain = shown_with(home, TERM="dumb").replace("\x1b[0m", "")
    assert re.sub(r"\x1b\[[0-9;]*m", "", text) == plain


@pytest.mark.parametrize(
    ("terminal", "variables"),
    [
        (True, {"TERM": "xterm", "NO_COLOR": "1"}),
        (True, {"TERM": "dumb"}),
        (True, {"TERM": ""}),
        (False, {"TERM": "xterm"}),
    ],
)
def test_nobody_gets_colours_who_does_not_want_them(
    terminal: bool, variables: dict[str, str], home: Path
) -> None:
    text = shown_with(home, terminal=terminal, **variables)
    assert "[7 of coins]" in text
    assert "\x1b" not in text


# Leaving.


@pytest.mark.parametrize("way", ["Ctrl-C", "Ctrl-D", "SIGTERM", "SIGINT", "quit"])
def test_who_leaves_a_terminal_finds_the_match_again(way: str, home: Path) -> None:
    arguments = ["play", "scopa", "--players", "Ann,random,random", "--seed", "20"]
    with Process(home, *arguments, terminal=True) as client:
        client.read_question()
        client.type("2")
        client.read_question()
        if way.startswith("SIG"):
            os.kill(client.pid, getattr(signal, way))
        else:
            client.send({"Ctrl-C": b"\x03", "Ctrl-D": b"\x04", "quit": b"quit\n"}[way])
        code = client.read_to_the_end()
    assert code == (130 if way in ("Ctrl-C", "SIGINT") else 0)
    assert "Traceback" not in client.output
    assert "\nThe match is kept as scopa-1. Go on with it: settebello resume\n" in client.output
    assert moves_kept(home, "scopa-1")[0] == [0, "7D x 3S 4B"]


def test_a_terminal_that_is_closed_leaves_the_match(home: Path) -> None:
    arguments = ["play", "dice", "--players", "Ann,bot,bot", "--seed", "1"]
    with Process(home, *arguments, terminal=True) as client:
        client.read_question()
        assert client.hang_up() == 0
    assert left_names(home) == ["dice-1"]


@pytest.mark.parametrize("way", ["end of input", "SIGTERM", "nobody reads"])
def test_who_leaves_a_pipe_finds_the_match_again(way: str, home: Path) -> None:
    arguments = ["play", "scopa", "--players", "Ann,random,random", "--seed", "20"]
    with Process(home, *arguments) as client:
        client.read_question()
        client.type("2")
        client.read_question()
        if way == "SIGTERM":
            os.kill(client.pid, signal.SIGTERM)
        elif way == "end of input":
            client.close_input()
        else:
            client.stop_reading()
            client.send(b"1\n")
        assert client.read_to_the_end() == 0
    assert "Traceback" not in client.output
    assert moves_kept(home, "scopa-1")[0] == [0, "7D x 3S 4B"]


# Killing.


def test_kill_9_loses_nothing_that_was_shown(home: Path) -> None:
    answers = ["1", "2", "1", "1", "2", "1"]
    how = ["--players", "Ann,bot,random", "--seed", "8"]
    tables: list[str] = []
    arguments = ["play", "scopa", *how]
    for start in range(0, len(answers), 2):
        with Process(home, *arguments) as client:
            for answer in answers[start : start + 2]:
                client.read_question()
                client.type("board")
                client.read_question()
                tables.append(last_table(client.output))
                client.type(answer)
            client.read_question()
            client.type("board")
            client.read_question()
            shown = last_table(client.output)
            os.kill(client.pid, signal.SIGKILL)
        arguments = ["resume"]
        with Process(home, "resume") as client:
            client.read_question()
            assert last_table(client.output) == shown
            os.kill(client.pid, signal.SIGKILL)
    # The same answers without any killing.
    output: list[str] = []

    def noting(typist: Typist) -> Typist:
        def answer(text: str) -> str | None:
            output.append(last_table(text))
            return typist(text)

        return answer

    lines = [line for answer in answers for line in ("board", answer)]
    play(noting(types_lines(*lines)), "scopa", players="Ann,bot,random", seed=8)
    assert output[1 : 2 * len(tables) : 2] == tables
    record = record_kept(home, "scopa-1")
    assert Match.replay(record).record() == record
    assert record == record_kept(home, "scopa-2")


def last_table(output: str) -> str:
    """The last table on the screen, with the moves below it."""
    return output[output.rindex("\nRound ") : output.rindex("Your move")]


# Wrong input, and poor terminals.


def test_bytes_that_are_no_text_are_an_answer_like_any_other(home: Path) -> None:
    with Process(home, "play", "dice", "--players", "Ann,bot,bot", "--seed", "1") as client:
        client.read_question()
        client.send(b"\xff\xfe\x00\x1b[31m\n")
        client.read_question()
        client.close_input()
        assert client.read_to_the_end() == 0
    assert "is not a move here" in client.output
    assert "Traceback" not in client.output


def test_a_terminal_without_accents_is_good_enough(home: Path) -> None:
    command = [sys.executable, "-m", "settebello", "play", "dice", "--language", "it"]
    environment = {**os.environ, "SETTEBELLO_HOME": str(home), "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, input=b"\n\xc3\xa8 Computer\n", capture_output=True,
                          env=environment, check=True, timeout=60)  # fmt: skip
    assert done.stderr == b""
    assert b"Il nome non pu? essere vuoto." in done.stdout


WRONG = {
    "an unknown game": (["play", "whist"], "There is no game 'whist'"),
    "too many players": (["play", "dice", "--players", "4"], "dice is for 3 players, not 4"),
    "a wrong name": (["play", "dice", "--players", "Ann,Computer,bot"], "Name cannot be Computer"),
    "a wrong option": (["play", "dice", "--option", "turns=0"], "The option 'turns' is 1 to 1,000"),
    "no option": (["play", "dice", "--option", "turns"], "An option is given as name=value"),
    "a negative seed": (["play", "dice", "--seed", "-1"], "a whole number from 0"),
    "a language": (["play", "dice", "--language", "xx"], "invalid choice: 'xx'"),
    "nothing left": (["resume"], "There is no match to go on with"),
    "not left": (["resume", "scopa-1"], "There is no match to go on with"),
    "a broken file": (["play", "nowhere.py"], "There is no file nowhere.py"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_arguments_get_one_sentence(
    case: str, capsys: pytest.CaptureFixture[str], home: Path
) -> None:
    arguments, sentence = WRONG[case]
    try:
        code = cli.main(arguments)
    except SystemExit as stop:
        code = int(stop.code or 0)
    captured = capsys.readouterr()
    assert (code, captured.out) == (2, "")
    assert sentence in captured.err
    assert captured.err.count("\n") == 1
    assert not home.exists()


def test_resume_lists_what_was_left(capsys: pytest.CaptureFixture[str]) -> None:
    play(types_lines(), "dice", players="Ann,Bea,Cal", seed=1)
    assert cli.main(["resume", "--list"]) == 0
    assert capsys.readouterr().out == "dice-1: dice, Ann, Bea and Cal, 0 moves\n"
