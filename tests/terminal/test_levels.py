"""Levels of bots in the terminal, and the sign that one of them is thinking."""

from __future__ import annotations

from pathlib import Path
from threading import Event
from typing import Any

import pytest

from settebello import cli
from settebello.bots import BotError
from settebello.table import protocol
from settebello.table.entries import SitEntry
from settebello.terminal import local_table
from settebello.terminal.table import seat_change
from settebello.words.phrases import phrase
from terminal.session import entries_kept, play, types_lines


def bots_kept(home: Path, name: str) -> list[str]:
    return [seat.bot for seat in entries_kept(home, name, SitEntry)]


class Found:
    """As much of a thought as a local table reads."""

    def __init__(self, text: str, late: bool = False) -> None:
        self.text, self.late = text, late


def first(mind: Any, random: Any, deadline: float) -> Found:
    return Found(mind.texts[0])


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hard bot plays the first move that it can: search takes long without the compiler."""
    monkeypatch.setattr(local_table, "think_hard", first)


def test_players_can_be_levels(home: Path) -> None:
    text, code = play(types_lines(), "scopa", players="Ann,easy,Hard,medium")
    assert code == 0
    assert bots_kept(home, "scopa-1") == ["", "easy", "hard", "medium"]
    assert "is thinking" not in text


def test_the_level_is_that_of_those_who_are_called_bot(home: Path) -> None:
    play(types_lines(), "scopa", players="Ann,bot,random", level="easy")
    assert bots_kept(home, "scopa-1") == ["", "easy", "random"]
    play(types_lines("Ann", "", ""), "scopa", players="2", level="hard")
    assert bots_kept(home, "scopa-2") == ["", "hard"]


@pytest.mark.parametrize("how", [{"players": "Ann,bot,bot", "level": "hard"},
                                 {"players": "Ann,hard,bot"}])  # fmt: skip
def test_a_level_that_was_not_measured_is_refused_in_a_sentence(
    how: dict[str, str], home: Path
) -> None:
    with pytest.raises(
        ValueError, match=r"^No bot was measured to play dice with 3 players better"
    ):
        play(types_lines(), "dice", **how)
    assert not home.exists()


def test_an_unknown_level_is_refused_by_the_command_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["play", "scopa", "--level", "brilliant"])
    assert ended.value.code == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "brilliant" in told


def test_a_bot_that_takes_a_while_is_said_to_think(
    monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    told = Event()

    def slow(mind: Any, random: Any, deadline: float) -> Found:
        told.wait(30)
        return Found(mind.texts[0])

    def say(language: str, which: str, /, **about: Any) -> str:
        if which == "thinks":
            told.set()
        return phrase(language, which, **about)

    monkeypatch.setattr(local_table, "think_hard", slow)
    monkeypatch.setattr(local_table, "phrase", say)
    monkeypatch.setattr(local_table, "SHOW_SECONDS", 0.0)
    text, _ = play(types_lines("1"), "scopa", players="Ann,hard", seed=1)
    assert "King of Cups is thinking.\n" in text
    assert "no time" not in text


def test_a_bot_that_had_no_time_says_so(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    monkeypatch.setattr(local_table, "think_hard", lambda mind, *_: Found(mind.texts[0], late=True))
    text, _ = play(types_lines("1"), "scopa", players="Ann,hard", seed=1)
    assert "King of Cups had no time to think, and plays by its rule of thumb.\n" in text


def test_a_search_that_fails_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    def fails(*_: Any) -> Found:
        raise RuntimeError("a slip")

    monkeypatch.setattr(local_table, "think_hard", fails)
    with pytest.raises(BotError, match=r"^The bot 'hard' failed: .*a slip"):
        play(types_lines("1"), "scopa", players="Ann,hard", seed=1)


def test_at_a_live_table_both_are_told_when_they_begin() -> None:
    idle = protocol.SeatInfo("Cal", "hard")
    thinks = protocol.SeatInfo("Cal", "hard", thinking=True)
    hurried = protocol.SeatInfo("Cal", "hard", hurried=True)
    assert seat_change(idle, thinks) == "thinks"
    assert seat_change(thinks, hurried) == "hurried"
    assert seat_change(thinks, idle) is None
    assert seat_change(hurried, hurried) is None
