"""Where the conversation is read and written."""

from __future__ import annotations

import io
import os
import signal
from typing import Any

import pytest

from settebello.cli.players import rules_page
from settebello.games import OUR_GAMES
from settebello.terminal.screen import Leave, Screen, paragraphs
from settebello.words import LANGUAGES
from terminal.session import make_screen, types_lines


def test_a_long_line_goes_on_below() -> None:
    screen, out = make_screen(types_lines(), width=20)
    screen.print("On the table there are the 5 of cups and the 3 of swords.")
    assert out.getvalue() == (
        "On the table there\n  are the 5 of cups\n  and the 3 of\n  swords.\n"
    )
    screen.print("1. take it all with that one", hang="   ")
    assert out.getvalue().endswith("1. take it all with\n   that one\n")


def test_a_word_that_is_wider_than_the_screen_stays_whole() -> None:
    screen, out = make_screen(types_lines(), width=20)
    screen.print("It is in /a/very/long/path/to-some-where.json now.")
    assert "/a/very/long/path/to-some-where.json" in out.getvalue().split()


@pytest.mark.parametrize(("columns", "width"), [(0, 20), (5, 20), (40, 40), (80, 80), (300, 80)])
def test_the_width_is_bounded(columns: int, width: int) -> None:
    assert make_screen(types_lines(), width=columns)[0].width == width


def test_what_is_not_typed_at_a_terminal_is_written_down() -> None:
    screen, out = make_screen(types_lines("  7D \t", ""))
    assert screen.ask("Your move:") == "7D"
    assert screen.ask("And now:") == ""
    assert out.getvalue() == "Your move: 7D\nAnd now: \n"


def test_an_answer_has_no_signs_that_cannot_be_printed() -> None:
    screen, out = make_screen(types_lines("\x1b[2J\x007D\x07é\ud800"))
    assert screen.ask(">") == "[2J 7D é"
    assert "\x1b" not in out.getvalue()


def test_the_end_of_input_is_to_leave() -> None:
    for read in (io.StringIO(""), None, Gone()):
        out = io.StringIO()
        with pytest.raises(Leave) as left:
            Screen(read, out).ask("Your move:")
        assert left.value.code == 0


class Gone(io.StringIO):
    """A terminal that went away."""

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        raise OSError(5, "Input/output error")


def test_a_last_line_without_its_end_is_an_answer() -> None:
    screen = Screen(io.StringIO("7D"), io.StringIO())
    assert screen.ask(">") == "7D"
    with pytest.raises(Leave):
        screen.ask(">")


def test_of_a_line_that_is_too_long_the_rest_is_dropped() -> None:
    screen = Screen(io.StringIO("x" * 50_000 + "\n7D\n"), io.StringIO())
    assert len(screen.ask(">")) == 4_000
    assert screen.ask(">") == "7D"


def test_nobody_left_to_read_is_to_leave() -> None:
    class Broken(io.StringIO):
        def write(self, text: str, /) -> int:
            raise BrokenPipeError

    with pytest.raises(Leave):
        Screen(None, Broken()).print("Hello?")


def test_a_signal_leaves_at_once_and_once() -> None:
    screen, _ = make_screen(types_lines())
    before = signal.getsignal(signal.SIGTERM)
    with screen.signals_leave():
        with pytest.raises(Leave) as left:
            os.kill(os.getpid(), signal.SIGTERM)
        assert screen.left(left.value) == 0
        os.kill(os.getpid(), signal.SIGTERM)  # without effect now
    assert signal.getsignal(signal.SIGTERM) == before


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGHUP, 0)])
def test_each_signal_has_its_exit_code(number: signal.Signals, code: int) -> None:
    screen, _ = make_screen(types_lines())
    with screen.signals_leave(), pytest.raises(Leave) as left:
        os.kill(os.getpid(), number)
    assert screen.left(left.value) == code


def test_an_ignored_signal_stays_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with make_screen(types_lines())[0].signals_leave():
            os.kill(os.getpid(), signal.SIGHUP)
            assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


def test_a_page_is_fitted_paragraph_by_paragraph() -> None:
    page = (
        "# Title\nA line\nand more.\n\n- one\n  goes on\n  - two\n\n"
        "| a | b |\n|---|---|\n| c | d |\n\n    x  y\n    z\n"
    )
    assert list(paragraphs(page)) == [
        ("# Title", "", "  "),
        ("A line and more.", "", ""),
        ("", "", ""),
        ("- one goes on", "", "  "),
        ("- two", "  ", "  "),
        ("", "", ""),
        ("| a | b |", "", "  "),
        ("| c | d |", "", "  "),
        ("", "", ""),
        ("x  y", "    ", ""),
        ("z", "    ", ""),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", OUR_GAMES, ids=lambda game: str(game.NAME))
def test_no_word_of_the_rules_is_lost_but_what_is_for_implementers(
    game: Any, language: str
) -> None:
    page = rules_page(game, language)
    screen, out = make_screen(types_lines(), width=40)
    screen.print_page(page)
    assert "unreadable" in page
    page = page[: page.index("\n## Per chi programma" if language == "it" else "\n## For impl")]
    assert [w for w in out.getvalue().split() if w.strip("|-:")] == [
        w for w in page.split() if w.strip("|-:")
    ]
