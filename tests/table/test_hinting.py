"""What the game's bot would do: for a player who is asked for a move, against bots only."""

from __future__ import annotations

from typing import Any

import pytest

from settebello.bots import BotError
from settebello.games import OUR_GAMES, scopa
from settebello.luck import Seeded
from settebello.rejection import Rejection
from settebello.table import hinting, protocol
from table.helpers import ANN, BEA, CAL, Drive, begun, match_of, rolled, three

WANTED = protocol.ShowMe("h")


def refused(drive: Drive, seat: int | None) -> str:
    with pytest.raises(Rejection) as info:
        hinting.suggestion(drive.table, seat, WANTED, "en")
    return info.value.code


def test_the_bot_says_what_it_would_do_and_changes_nothing() -> None:
    drive = begun(luck=rolled(), bots=[BEA, CAL])
    drive.ack(drive.join(ANN))
    before = match_of(drive).record()
    said = hinting.suggestion(drive.table, ANN, WANTED, "en")
    assert said == protocol.Suggestion("h", "throw", "The Knight would throw the die.")
    said = hinting.suggestion(drive.table, ANN, WANTED, "it")
    assert said.text == "Il Cavallo farebbe così: tira il dado."
    assert match_of(drive).record() == before


@pytest.mark.parametrize("game", OUR_GAMES, ids=lambda game: str(game.NAME))
def test_what_is_shown_is_a_legal_move_of_every_game(game: Any) -> None:
    seats = min(game.SEATS)
    drive = begun(game, seats, bots=range(1, seats))
    ann = drive.join(ANN)
    for _ in range(9):
        box = drive.table.delivery.boxes[ANN]
        if box.acked < box.sent:
            drive.ack(ann)
        if drive.table.thinking is not None:
            seat = drive.table.thinking[0]
            move = match_of(drive).legal(seat)[0].text
            drive.table.bot_moved(seat, move, drive.table.step, drive.now)
            drive.pump()
    said = hinting.suggestion(drive.table, ANN, WANTED, "en")
    assert said.move in [move.text for move in match_of(drive).legal(ANN)]
    assert said.text.startswith("The Knight would ")


def test_a_search_knows_what_the_player_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    drive = begun(luck=rolled(), bots=[BEA, CAL])
    drive.ack(drive.join(ANN))
    mind = hinting.mind_to_ask(drive.table, ANN)
    assert mind is not None
    assert mind.texts == [move.text for move in match_of(drive).legal(ANN)]
    monkeypatch.setattr(hinting, "policy_of", lambda game: None)
    assert hinting.mind_to_ask(drive.table, ANN) is None  # its own bot knows more than random play


def test_a_lesson_asks_no_search() -> None:
    drive = begun(scopa, 2, Seeded(1), bots=[BEA], lesson=True)
    drive.ack(drive.join(ANN))
    assert hinting.mind_to_ask(drive.table, ANN) is None


def test_a_move_without_words_is_shown_as_it_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("settebello.words.at_table.labels", lambda game, move, *_: (move.text, ""))
    drive = begun(luck=rolled(), bots=[BEA, CAL])
    drive.ack(drive.join(ANN))
    said = hinting.suggestion(drive.table, ANN, WANTED, "en")
    assert said.text == "The Knight’s choice: throw."


def test_a_hint_is_only_for_a_player_who_is_asked_against_bots() -> None:
    drive, ann, *_ = three()
    assert refused(drive, ANN) == "only-against-bots"
    drive = begun(luck=rolled(), bots=[BEA, CAL])
    ann = drive.join(ANN)
    assert refused(drive, None) == "spectator"
    drive.ack(ann)
    drive.move(ann, "throw")
    drive.ack(ann)
    assert refused(drive, ANN) == "not-your-turn"
    drive.send(ann, protocol.Pause("p"))
    assert refused(drive, ANN) == "paused"
    drive.table.close()
    assert refused(drive, ANN) == "closed"


def test_a_match_that_is_over_needs_no_hint() -> None:
    drive = begun(luck=rolled(), bots=[BEA, CAL], options={"turns": 3})
    ann = drive.join(ANN)
    while not drive.table.state.over:
        drive.ack(ann)
        if drive.table.thinking is not None:
            seat = drive.table.thinking[0]
            drive.table.bot_moved(seat, "throw", drive.table.step, drive.now)
            drive.pump()
        else:
            drive.move(ann, "throw")
    drive.ack(ann)
    assert refused(drive, ANN) == "over"


def test_a_bot_that_fails_is_an_error_of_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(turn: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(hinting, "find_bot", lambda name, game: failing)
    drive = begun(luck=rolled(), bots=[BEA, CAL])
    drive.ack(drive.join(ANN))
    with pytest.raises(BotError):
        hinting.suggestion(drive.table, ANN, WANTED, "en")


@pytest.mark.parametrize("moves", [["throw", "keep"], ["keep"]])
def test_moves_that_the_seat_does_not_have_are_refused(moves: list[str]) -> None:
    drive = begun(luck=rolled(), bots=[BEA, CAL])
    drive.ack(drive.join(ANN))
    tried = [{"move": move, "tried": 9, "chance": 0.5, "error": 0.1} for move in moves]
    found = {"choice": "throw", "moves": tried, "worlds": 9}
    with pytest.raises(ValueError, match="moves"):
        hinting.searched(drive.table, ANN, WANTED, found, "en")
