"""A lesson at a table: its deal, its moves and what the coach says follow from the moves alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from settebello import lessons
from settebello.games import dice, hearts, scopa
from settebello.luck import Seeded
from settebello.table import coaching, commands, hinting, protocol
from settebello.words import coach_says
from table.helpers import ANN, BEA, Client, Drive, begun, match_of

SCRIPTS = {
    "scopa": 'seats = 2\nseed = 17\nmoves = ["0 7D x 5D 2S", "1 1S", "0 3D", "1 6D"]\n',
    "dice": """seats = 3
seed = 3
moves = ["2 throw", "1 throw", "0 throw", "2 throw", "2 reroll", "1 throw"]
""",
    "hearts": """seats = 4
seed = 17
moves = ["1 pass AS AH JH", "2 pass KS 9H AD", "3 pass 8H JD 10C", "0 pass QS QH KH"]
""",
}


@pytest.fixture(autouse=True)
def scripts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Lessons for these tests alone, so that those for people can change."""
    for name, text in SCRIPTS.items():
        (tmp_path / f"{name}.toml").write_text(text)
    monkeypatch.setattr(lessons, "HERE", tmp_path)
    return tmp_path


def lesson(game: object = scopa, seats: int = 2, seed: int = 1) -> tuple[Drive, Client]:
    """A table of a lesson, with the learner there; the table's own luck has this seed."""
    drive = begun(game, seats, Seeded(seed), bots=range(1, seats), lesson=True)
    learner = drive.join(ANN, language="en")
    drive.ack(learner)
    return drive, learner


def bots_move(drive: Drive, learner: Client) -> None:
    """Let bots move as long as they can: as the lesson says, else their first legal move."""
    drive.ack(learner)
    while (thinking := drive.table.thinking) is not None:
        seat, _ = thinking
        following = coaching.next_move(drive.table.state)
        move = following.move if following else str(match_of(drive).legal(seat)[0])
        drive.table.bot_moved(seat, move, drive.table.step, drive.now)
        drive.pump()
        drive.ack(learner)


def coach(client: Client) -> protocol.Coach | None:
    told = [m for m in client.received if isinstance(m, protocol.Told | protocol.Welcome)]
    return told[-1].coach


def test_who_asks_in_a_lesson_is_shown_what_the_coach_says() -> None:
    drive, _ = lesson()
    shown = hinting.suggestion(drive.table, ANN, protocol.ShowMe("h"), "en")
    assert shown.move == "7D x 5D 2S"


def test_a_lesson_has_its_deal_offers_its_move_and_ends() -> None:
    drive, ann = lesson()
    assert match_of(drive).view(ANN).places["hand:0"] == ["7S", "3D", "7D"]
    said = coach_says(scopa, "1")
    assert coach(ann) == protocol.Coach(said, 1, 2, "7D x 5D 2S")
    assert ann.legal == ["7D x 5D 2S"]
    assert drive.move(ann, "7d x 2s 5d") == "done"
    assert coach(ann) is None
    bots_move(drive, ann)
    assert match_of(drive).moves == [(0, "7D x 5D 2S"), (1, "1S")]
    assert coach(ann) == protocol.Coach(coach_says(scopa, "2"), 2, 2, "3D")
    assert ann.legal == ["3D"]
    drive.move(ann, "3D")
    bots_move(drive, ann)
    assert coach(ann) == protocol.Coach(coach_says(scopa, "end"), 2, 2)
    assert len(ann.legal) == len(match_of(drive).legal(ANN))
    drive.move(ann, ann.legal[0])
    bots_move(drive, ann)
    assert coach(ann) is None


def test_a_learner_who_plays_something_else_has_left_the_lesson() -> None:
    drive, ann = lesson()
    assert drive.move(ann, "3D") == "done"
    bots_move(drive, ann)
    assert coach(ann) is None
    assert len(ann.legal) > 1
    assert coaching.next_move(drive.table.state) is None


def test_a_move_that_is_no_move_is_refused_as_ever() -> None:
    drive, ann = lesson()
    assert drive.move(ann, "9X") == "unreadable"
    assert drive.move(ann, "7D x 5D 2S") == "done"


def test_the_luck_after_a_move_is_the_lessons_and_then_the_tables() -> None:
    thrown = []
    for seed in (1, 2):
        drive, ann = lesson(dice, 3, seed)
        bots_move(drive, ann)
        drive.move(ann, "throw")
        bots_move(drive, ann)
        assert coach(ann) == protocol.Coach(coach_says(dice, "end"), 1, 1)
        thrown.append(match_of(drive).luck_since(0))
        assert drive.move(ann, "throw") == "done"
        bots_move(drive, ann)
        thrown[-1].append(str(match_of(drive).luck_since(0)))
    assert thrown[0][:-1] == thrown[1][:-1]
    assert thrown[0] != thrown[1]


def test_after_a_crash_the_lesson_goes_on_with_the_same_luck() -> None:
    drive, ann = lesson(dice, 3)
    bots_move(drive, ann)
    again = drive.restored(luck=Seeded(9))
    ann = again.join(ANN, language="it")
    again.ack(ann)
    assert coach(ann) == protocol.Coach(coach_says(dice, "1", "it"), 1, 1, "throw")
    again.move(ann, "throw", id="another")
    bots_move(again, ann)
    assert match_of(again).luck_since(0) == script_luck(dice)


def script_luck(game: object) -> list[str]:
    script = lessons.script_of(game)  # type: ignore[arg-type]
    assert script is not None
    return script.luck + [outcome for move in script.moves for outcome in move.luck]


def test_where_all_choose_at_once_the_learner_is_asked_last() -> None:
    drive, ann = lesson(hearts, 4)
    assert ann.legal == []
    assert coach(ann) is None
    bots_move(drive, ann)
    assert ann.legal == ["pass QS QH KH"]
    assert coach(ann) == protocol.Coach(coach_says(hearts, "1"), 1, 1, "pass QS QH KH")
    assert drive.move(ann, ann.legal[0]) == "done"
    assert coach(ann) == protocol.Coach(coach_says(hearts, "end"), 1, 1)


def test_others_are_told_nothing_by_the_coach() -> None:
    drive = begun(scopa, 2, Seeded(1), lesson=True)
    ann, bea, watching = drive.join(ANN), drive.join(BEA), drive.join(None)
    drive.ack(ann, bea)
    assert coach(ann) == protocol.Coach("", 1, 2, "7D x 5D 2S")  # it wants no words
    drive.move(ann, "7D x 5D 2S")
    drive.ack(ann, bea)
    assert len(bea.legal) == 3
    assert (coach(bea), coach(watching)) == (None, None)


def test_a_lesson_that_has_changed_since_is_over(scripts: Path) -> None:
    drive, ann = lesson()
    file = scripts / "scopa.toml"
    for text in (SCRIPTS["scopa"].replace("17", "18"), "seats = 2\n"):
        file.write_text(text)
        assert coach(drive.join(ANN)) is None
    file.unlink()
    ann = drive.join(ANN)
    assert (coach(ann), len(ann.legal)) == (None, 3)


def test_without_a_script_a_lesson_is_a_usual_match(scripts: Path) -> None:
    (scripts / "scopa.toml").unlink()
    drive, ann = lesson()
    assert coach(ann) is None
    assert coaching.deal(drive.table.state) == []


def test_the_next_match_is_no_lesson() -> None:
    drive, ann = lesson(dice, 3)
    while not drive.table.state.over:
        bots_move(drive, ann)
        if ann.legal:
            drive.move(ann, ann.legal[0])
    drive.ack(ann)
    opened, _ = commands.rematch(drive.table.state, drive.table.delivery, drive.table.seats)
    assert not opened.lesson
