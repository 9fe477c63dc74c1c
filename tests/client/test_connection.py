"""The client: what it does when connections break."""

from __future__ import annotations

import logging
import threading
from itertools import islice

import pytest

from client.helpers import Chooser, end, first
from client.scripted import LEGAL, PATIENCE, SECRET, Line, notices, scripted, told, welcome
from settebello.client import ClientError, Connection, Lost, play
from settebello.client import connection as connections
from settebello.client.connection import back_off
from settebello.table import protocol

# Waiting.


def test_attempts_are_twice_as_far_apart_each_time_up_to_a_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connections, "FIRST_DELAY", 0.25)
    monkeypatch.setattr(connections, "LONGEST_DELAY", 5.0)
    latest = list(islice(back_off(lambda: 1.0), 8))
    assert latest == [0.25, 0.5, 1.0, 2.0, 4.0, 5.0, 5.0, 5.0]
    assert list(islice(back_off(lambda: 0.0), 8)) == [delay / 2 for delay in latest]


# Connections that break.


def test_a_connection_lost_after_the_greeting_comes_back() -> None:
    def lost(line: Line) -> None:
        line.receive(protocol.Hello)
        line.drop()

    def back(line: Line) -> None:
        assert line.welcome().seen == 0
        end(line)

    with scripted(lost, lost, back) as seat:
        play(seat, first)


def test_a_client_that_comes_back_says_what_it_has_seen_and_is_told_the_rest_once() -> None:
    def lost(line: Line) -> None:
        line.welcome(number=2, notices=notices(1, 2))
        assert line.receive(protocol.Ack).number == 2
        line.drop()

    def back(line: Line) -> None:
        assert line.welcome(number=3, notices=notices(1, 2, 3)).seen == 2
        assert line.receive(protocol.Ack).number == 3
        end(line)

    lines = list[protocol.Notice]()
    with scripted(lost, back) as seat:
        play(seat, first, told=lines.extend)
    assert [line["number"] for line in lines] == [1, 2, 3, 9]


def test_a_move_without_an_answer_is_sent_again_with_its_id() -> None:
    moves: list[protocol.Move] = []

    def lost(line: Line) -> None:
        line.welcome(number=1, notices=notices(1), to_act=(0,), legal=LEGAL)
        moves.append(line.receive_move())
        line.drop()

    def back(line: Line) -> None:
        assert line.welcome(number=1, to_act=(0,), legal=LEGAL).seen == 1
        moves.append(line.receive_move())
        line.send(protocol.Answer(moves[-1].id), told(2))
        assert line.receive(protocol.Ack).number == 2
        end(line)

    choose = Chooser()
    with scripted(lost, lost, back) as seat:
        play(seat, choose)
    assert moves == [moves[0]] * 3
    assert len(choose.turns) == 1


def test_a_server_that_does_not_answer_a_move_is_left_after_three_seconds() -> None:
    """It hangs: the connection looks open. Before that it is asked whether it is there."""
    moves: list[protocol.Move] = []

    def hanging(line: Line) -> None:
        line.welcome(number=1, notices=notices(1), to_act=(0,), legal=LEGAL)
        moves.append(line.receive_move())
        assert line.receive(protocol.Hello).table == "t1"
        line.receive_end()

    def script(line: Line) -> None:
        line.welcome(number=1, to_act=(0,), legal=LEGAL)
        assert line.receive_move() == moves[0]
        line.send(protocol.Answer(moves[0].id))
        end(line)

    with scripted(hanging, script) as seat:
        play(seat, first)


def test_a_move_that_had_happened_is_not_chosen_again() -> None:
    """The answer is lost, and by now it is the seat's turn again."""
    moves: list[protocol.Move] = []

    def lost(line: Line) -> None:
        line.welcome(number=1, notices=notices(1), to_act=(0,), legal=LEGAL)
        moves.append(line.receive_move())
        line.drop()

    def back(line: Line) -> None:
        line.welcome(number=4, notices=notices(2, 3, 4), to_act=(0,), legal=LEGAL[1:])
        moves.append(line.receive_move())
        assert line.receive(protocol.Ack).number == 4
        line.send(protocol.Answer(moves[-1].id))
        moves.append(line.receive_move())
        line.send(protocol.Answer(moves[-1].id))
        end(line)

    with scripted(lost, back) as seat:
        play(seat, first)
    assert [(move.after, move.move) for move in moves] == [(1, "7D"), (1, "7D"), (4, "1S")]
    assert moves[0].id == moves[1].id != moves[2].id


def test_a_move_that_was_answered_is_not_sent_again() -> None:
    def lost(line: Line) -> None:
        line.welcome(number=1, notices=notices(1), to_act=(0,), legal=LEGAL)
        line.send(protocol.Answer(line.receive_move().id), told(2))
        assert line.receive(protocol.Ack).number == 2
        line.drop()

    def back(line: Line) -> None:
        line.welcome(number=2)
        end(line)

    with scripted(lost, back) as seat:
        play(seat, first)


def test_what_is_told_twice_is_handed_over_once() -> None:
    def script(line: Line) -> None:
        line.welcome()
        line.send(told(1), told(1), told(2), told(2))
        assert [line.receive(protocol.Ack).number for _ in range(2)] == [1, 2]
        end(line)

    lines = list[protocol.Notice]()
    with scripted(script) as seat:
        play(seat, first, told=lines.extend)
    assert [line["number"] for line in lines] == [1, 2, 9]


def test_an_answer_that_comes_twice_counts_once() -> None:
    def script(line: Line) -> None:
        line.welcome()
        pause = line.receive(protocol.Pause)
        line.send(
            protocol.Answer(pause.id), protocol.Answer(pause.id), protocol.Answer("other"), told(1)
        )
        line.receive_end()

    with scripted(script) as seat, Connection(seat.server, "t1", SECRET) as connection:
        messages = iter(connection)
        assert isinstance(next(messages), protocol.Welcome)
        connection.do(protocol.Pause("p1"))
        assert next(messages) == protocol.Answer("p1")
        assert isinstance(next(messages), protocol.Told)


def test_an_ack_made_while_nobody_was_there_is_made_up_for() -> None:
    """It comes between Hello and Welcome of the new connection."""
    greeted, acked = threading.Event(), threading.Event()

    def lost(line: Line) -> None:
        line.welcome(number=1, notices=notices(1))

    def back(line: Line) -> None:
        assert line.receive(protocol.Hello).seen == 0
        greeted.set()
        assert acked.wait(PATIENCE)
        line.send(welcome(number=1))
        assert line.receive(protocol.Ack).number == 1
        line.receive_end()

    with scripted(lost, back) as seat, Connection(seat.server, "t1", SECRET) as connection:
        messages = iter(connection)
        assert isinstance(next(messages), protocol.Welcome)
        assert isinstance(next(messages), Lost)

        def ack() -> None:
            assert greeted.wait(PATIENCE)
            connection.ack(1)
            acked.set()

        thread = threading.Thread(target=ack)
        thread.start()
        assert isinstance(next(messages), protocol.Welcome)
        thread.join(PATIENCE)


def test_a_connection_that_is_closed_here_ends_the_listening() -> None:
    def script(line: Line) -> None:
        line.welcome()
        line.receive_end()

    with scripted(script) as seat:
        connection = Connection(seat.server, "t1", SECRET)
        messages = iter(connection)
        next(messages)
        closing = threading.Thread(target=connection.close)
        closing.start()
        assert list(messages) == []
        closing.join(PATIENCE)
        assert list(connection) == []


def test_a_client_gives_up_after_a_while_with_a_sentence() -> None:
    with scripted() as seat:
        pass
    with pytest.raises(ClientError, match=r"^No way to http://127.*: connection refused\.$") as e:
        play(seat, first, patience=0)
    assert e.value.code == "unreachable"
    assert SECRET not in repr(e.value)


def test_nothing_of_a_secret_is_written_down(caplog: pytest.LogCaptureFixture) -> None:
    def script(line: Line) -> None:
        line.welcome(phase="over", to_act=())
        line.receive_end()

    with caplog.at_level(logging.DEBUG), scripted(script) as seat:
        logging.getLogger("websockets.server").setLevel(logging.ERROR)  # the server's side
        play(seat, first)
    assert "Hello" not in caplog.text  # not even in parts
