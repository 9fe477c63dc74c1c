"""The terminal at a live table when the server is lost, or says other things than ours."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from client.scripted import LEGAL, SECRET, VIEW, Line, notices, scripted
from live import serving
from settebello import client
from settebello.client import ClientError
from settebello.luck import Seeded
from settebello.table import protocol
from settebello.terminal import remote_seat
from settebello.terminal.remote_seat import keep_seat
from terminal.remote import OVER, PATIENCE, Pipe, flat, session, step_by_step, table_in
from terminal.session import Typist, person, types_lines

LOST = "The connection is lost. It comes back by itself; please wait.\n"


# Sessions.


class Keyboard(Pipe):
    """Somebody who types at any time, as at a terminal."""

    def isatty(self) -> bool:
        return True

    def _read(self) -> str:
        return self._out.getvalue()


# Connections that break.


def test_a_server_that_starts_again_is_one_line_each_way(tmp_path: Path) -> None:
    plays, turns = person(Seeded(7).random), list[str]()

    def of_ann(output: str) -> str | None:
        turns.append(output)
        if len(turns) == 2:
            own.kill()
            own.start()
        return plays(output)

    with serving(tmp_path) as own:
        output, code = session(of_ann, own.url, game="scopa", name="Ann", bots="bot")
    assert code == 0
    assert output.count(LOST) == output.count("The connection is back.\n") == 1
    assert OVER["en"] in output


def test_a_server_that_stays_away_ends_it_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def impatient(*given: Any, **named: Any) -> client.Connection:
        return client.Connection(*given, **named, patience=0.0)

    def of_ann(output: str) -> str | None:
        own.kill()
        return "1"

    monkeypatch.setattr(remote_seat, "Connection", impatient)
    with serving(tmp_path) as own:
        output, code = session(of_ann, own.url, game="scopa", name="Ann", bots="bot")
    assert code == 1
    told = " ".join(output.split())  # an address may be so long that the line is broken
    assert f"No way to {own.url} for 0 seconds: " in told
    assert flat(output).endswith(f"settebello join {table_in(output, own.url)}")


# Servers that say other things than ours.


MY_TURN = {**VIEW, "to_act": [0], "over": False}


def at_scripted_table(
    script: Callable[[Line], None], typist: Typist, **how: Any
) -> tuple[str, int]:
    with scripted(script) as seat:
        keep_seat(seat)
        return session(typist, f"{seat.server}/#{seat.table}", **how)


def with_text(number: int, text: str = "You begin.") -> list[protocol.Notice]:
    return [{**notice, "text": text} for notice in notices(number)]


def test_a_game_that_is_not_installed_can_be_played() -> None:
    view = {**MY_TURN, "places": {"hand:0": ["X2", "X1"], "hand:1": ["??"]}}
    legal = [protocol.Choice("X2", "lay", (), "lay the two")]

    def script(line: Line) -> None:
        line.welcome(game="whist", number=1, notices=with_text(1), to_act=(0,), legal=legal,
                     view=view, options={"trumps": True}, clock=9.6)  # fmt: skip
        assert line.receive(protocol.Ack).number == 1
        move = line.receive_move()
        assert move.move == "X2"
        line.send(protocol.Answer(move.id), protocol.Told(2, with_text(2), (0,), legal, view))
        line.receive(protocol.Ack)
        line.receive_end()

    output, code = at_scripted_table(script, types_lines("rules", "hint", "2", "1"))
    assert code == 0
    assert "\nwhist: Ann and Bea.\nHouse rules: trumps=true.\n" in output
    assert "\nBea: hand 1 card, score 1\nYou: hand [X2] [X1], score 3\n" in output
    assert "\n1. X2 (lay the two)\nYou have 10 seconds for this move.\n" in output
    assert "The rules of whist are not on this machine.\n" in output
    assert "The bot would play X2 (lay the two).\n" in output
    assert "There is no move 2. The only move is 1.\n" in output


def test_many_moves_stand_side_by_side() -> None:
    legal = [protocol.Choice(f"{number}D", "lay", (), "something") for number in range(1, 21)]

    def script(line: Line) -> None:
        line.welcome(number=1, notices=with_text(1), to_act=(0,), legal=legal, view=MY_TURN)
        line.receive(protocol.Ack)
        line.receive_end()

    output, _ = at_scripted_table(script, types_lines())
    assert re.search(r"\n1\. 1D +2\. 2D +3\. 3D +4\. 4D", output)
    assert "something" not in output


def test_nothing_that_a_server_says_changes_the_terminal() -> None:
    view = {**MY_TURN, "players": ["Ann", "\x1b[31mBea"]}
    seats = [protocol.SeatInfo("Ann"), protocol.SeatInfo("\x1b[31mBea")]
    legal = [protocol.Choice("7D", "lay", (), "\x07lay")]

    def script(line: Line) -> None:
        line.welcome(number=1, notices=with_text(1, "\x1b[2JYou\r\nbegin."), to_act=(0,),
                     legal=legal, view=view, seats=seats)  # fmt: skip
        line.receive(protocol.Ack)
        line.send(protocol.Refused("waiting", "Wait.\x1b]0;", line.receive_move().id))
        line.receive_end()

    with scripted(script) as seat:
        keep_seat(seat)
        output, _ = step_by_step(f"{seat.server}/#{seat.table}", ("7D", "Wait. ]0;\n"), ("who", ""))
    assert " [2JYou  begin.\n" in output
    assert "1. 7D ( lay)\n" in output
    assert all(sign.isprintable() or sign == "\n" for sign in output)


STRANGE: dict[str, protocol.ServerMessage] = {
    "no sentence": protocol.Told(1, notices(1), (0,), LEGAL, MY_TURN),
    "a strange view": protocol.Told(1, with_text(1), (0,), LEGAL, {"places": {}, "players": 5}),
    "no seats": protocol.Seats("m1", "playing", []),
}


@pytest.mark.parametrize("case", STRANGE)
def test_a_server_that_makes_no_sense_is_left_with_a_sentence(case: str) -> None:
    def script(line: Line) -> None:
        line.welcome(view={**MY_TURN, "to_act": [1]})
        line.send(STRANGE[case])
        line.receive_end()

    with pytest.raises(ClientError, match="says what this client does not understand"):
        at_scripted_table(script, types_lines())


def test_one_move_at_a_time() -> None:
    ready, typed, lines = threading.Event(), threading.Event(), iter(["", "7D", "1S", "2"])

    def script(line: Line) -> None:
        line.welcome(number=1, notices=with_text(1), to_act=(0,), legal=LEGAL, view=MY_TURN)
        line.receive(protocol.Ack)
        ready.set()
        assert line.receive_move().move == "7D"
        assert typed.wait(PATIENCE)
        line.receive_end()

    def types(output: str) -> str | None:
        assert ready.wait(PATIENCE)
        line = next(lines, None)
        if line is None:
            typed.set()
        return line

    output, _ = at_scripted_table(script, types, through=Keyboard)
    assert "Type the number of a move, the move itself, or ? for help.\n" in output
    assert output.count("Your last move is still on its way.\n") == 2
    assert SECRET not in output


def test_a_closed_table_is_left() -> None:
    def script(line: Line) -> None:
        line.welcome(view=MY_TURN)
        line.send(
            protocol.Seats("m1", "closed", [protocol.SeatInfo("Ann"), protocol.SeatInfo("Bea")])
        )
        line.receive_end()

    output, code = at_scripted_table(script, types_lines(), language="en")
    assert code == 0
    assert output.endswith("The table was closed.\nGoodbye.\n")


def test_what_others_write_is_shown_once() -> None:
    lines = [protocol.Said(1, 1, "Bea", "Hello"), protocol.Said(2, 1, "Bea", "\x1b[31mred")]

    def script(line: Line) -> None:
        line.welcome(view=MY_TURN)
        line.send(*lines, *lines, protocol.Said(3, 1, "Bea", "Hello"))  # as after another welcome
        line.send(
            protocol.Seats("m1", "closed", [protocol.SeatInfo("Ann"), protocol.SeatInfo("Bea")])
        )
        line.receive_end()

    output, _ = at_scripted_table(script, types_lines(), language="en")
    assert output.count("Bea: Hello\n") == 2
    assert output.count("Bea:  [31mred\n") == 1
