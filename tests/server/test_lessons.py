"""Lessons at a real server: opened over HTTP, and played by doing what the coach says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from live import Server, serving
from settebello.game import Game
from settebello.games import OUR_GAMES
from settebello.lessons import script_of
from settebello.registry import find_game
from settebello.rejection import Rejection
from settebello.server.bodies import OpenTable
from settebello.server.tables_api import lesson_in
from settebello.table import protocol

Told = protocol.Told | protocol.Welcome


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.mark.parametrize("game", OUR_GAMES, ids=lambda game: game.NAME)
def test_a_lesson_is_played_by_doing_what_the_coach_says(server: Server, game: Game) -> None:
    script = script_of(game)
    assert script is not None
    opened = server.open_table(game.NAME, lesson=True, seats=99, options={"no": 1})
    server.begin(opened["table"], opened["secret"], fill="bot")
    steps = []
    with server.connect(table=opened["table"], secret=opened["secret"], language="it") as learner:
        while True:
            told: Told = learner.receive_a((protocol.Told, protocol.Welcome))
            learner.send(protocol.Ack(told.number))
            if told.coach is None:
                continue
            steps.append(told.coach.step)
            assert told.coach.text
            if not told.coach.move:
                break
            assert [choice.text for choice in told.legal] == [told.coach.move]
            learner.send(protocol.Move(f"{len(steps)}", told.number, told.coach.move))
    assert steps == [*range(1, script.steps() + 1), script.steps()]


RULES = "from settebello.games.scopa import *\nfrom settebello.games.scopa import NAME\n"


def test_a_game_without_a_lesson_says_so(tmp_path: Path) -> None:
    rules = tmp_path / "scopa_too.py"
    rules.write_text(RULES)
    game, wanted = find_game(str(rules)), OpenTable("scopa", "Ann", lesson=True)
    with pytest.raises(Rejection) as none:
        lesson_in(game, wanted)
    assert none.value.arguments["why"] == "There is no lesson for scopa. Open a table without one."
    rules.with_suffix(".lesson.toml").write_text("seats = 2\nseed = 1\nmoves = []\n")
    with pytest.raises(Rejection) as broken:
        lesson_in(game, wanted)
    assert str(broken.value.arguments["why"]).startswith("The lesson ends before the move of seat")
