"""The client: what it does when a server refuses."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from websockets.http11 import Request, Response
from websockets.sync.server import ServerConnection

from client.helpers import Chooser, end, first
from client.scripted import LEGAL, Line, notices, scripted, told
from settebello.client import ClientError, Connection, play
from settebello.table import protocol


def refused(move: protocol.Move, code: str) -> protocol.Refused:
    return protocol.Refused(code, f"Because of {code}.", move.id)


def test_a_stale_move_waits_for_news_and_is_chosen_anew() -> None:
    def script(line: Line) -> None:
        line.welcome(number=1, notices=notices(1), to_act=(0,), legal=LEGAL)
        old = line.receive_move()
        line.send(refused(old, "stale"), told(2, legal=LEGAL[1:]))
        new = line.receive_move()
        assert (new.after, new.move) == (2, "1S")
        assert new.id != old.id
        line.send(protocol.Answer(new.id))
        end(line)

    choose = Chooser()
    with scripted(script) as seat:
        play(seat, choose)
    assert len(choose.turns) == 2


@pytest.mark.parametrize("code", ["waiting", "not-your-turn"])
def test_a_move_that_is_refused_for_now_waits_for_the_turn(code: str) -> None:
    def script(line: Line) -> None:
        line.welcome(number=1, notices=notices(1), to_act=(0,), legal=LEGAL)
        line.send(refused(line.receive_move(), code))
        line.send(told(2))
        assert line.receive(protocol.Ack).number == 2
        line.send(told(3, legal=LEGAL))
        move = line.receive_move()
        assert move.after == 3
        line.send(protocol.Answer(move.id))
        end(line)

    with scripted(script) as seat:
        play(seat, first)


def test_a_turn_that_came_before_the_refusal_of_the_last_is_taken() -> None:
    """A stand-in has moved, all the others too, and only then the old move is refused."""

    def script(line: Line) -> None:
        line.welcome(number=1, notices=notices(1), to_act=(0,), legal=LEGAL)
        old = line.receive_move()
        line.send(told(2, legal=LEGAL[1:]))
        assert line.receive(protocol.Ack).number == 2
        line.send(refused(old, "not-your-turn"))
        new = line.receive_move()
        assert (new.after, new.move) == (2, "1S")
        line.send(protocol.Answer(new.id))
        end(line)

    with scripted(script) as seat:
        play(seat, first)


def test_a_paused_match_is_waited_for() -> None:
    def script(line: Line) -> None:
        seats = [protocol.SeatInfo("Ann"), protocol.SeatInfo("Bea")]
        line.welcome(number=1, notices=notices(1), to_act=(0,), legal=LEGAL)
        old = line.receive_move()
        line.send(protocol.Seats("m1", "paused", seats), refused(old, "paused"))
        line.send(protocol.Seats("m1", "playing", seats))
        new = line.receive_move()
        assert (new.after, new.move) == (old.after, old.move)
        line.send(protocol.Answer(new.id))
        end(line)

    with scripted(script) as seat:
        play(seat, first)


def test_nobody_moves_in_a_pause() -> None:
    def script(line: Line) -> None:
        seats = [protocol.SeatInfo("Ann"), protocol.SeatInfo("Bea")]
        line.welcome(number=1, notices=notices(1), to_act=(0,), legal=LEGAL, phase="paused")
        assert line.receive(protocol.Ack).number == 1
        line.send(protocol.Seats("m1", "playing", seats))
        line.send(protocol.Answer(line.receive_move().id))
        end(line)

    with scripted(script) as seat:
        play(seat, first)


def test_a_client_that_is_too_fast_waits_and_sends_it_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, waits = [100.0], list[float]()
    monkeypatch.setattr("settebello.client.connection.time.monotonic", lambda: now[0])

    def wait(self: threading.Event, seconds: float | None = None) -> bool:
        if seconds is None or self is not connection_left[0]:
            return real_wait(self, seconds)
        waits.append(seconds)
        now[0] += seconds
        return False

    def script(line: Line) -> None:
        line.welcome(number=1, notices=notices(1), to_act=(0,), legal=LEGAL)
        move = line.receive_move()
        line.send(protocol.Refused("too-fast", "Too many messages.", None, 0.25))
        assert line.receive_move() == move
        assert line.receive(protocol.Ack).number == 1  # perhaps it was that one
        line.send(protocol.Answer(move.id))
        end(line)

    real_wait, connection_left = threading.Event.wait, list[threading.Event]()
    made = Connection.__init__

    def noting(self: Connection, *given: Any, **named: Any) -> None:
        made(self, *given, **named)
        connection_left.append(self._left)

    monkeypatch.setattr(Connection, "__init__", noting)
    monkeypatch.setattr(threading.Event, "wait", wait)
    with scripted(script) as seat:
        play(seat, first)
    assert waits == [0.25, 0.25, 0.25]  # before the move, then between any two messages


def test_each_warning_halves_the_pace_up_to_a_bound() -> None:
    connection = Connection("http://h", "t1")
    paces = []
    for seconds in (0.0, 0.03, 0.1, 0.01, 0.01, 0.01, 0.01, 99.0):
        connection._slow_down(seconds)
        paces.append(round(connection._pace, 3))
    assert paces == [0.02, 0.04, 0.1, 0.2, 0.4, 0.8, 1.0, 1.0]


@pytest.mark.parametrize("code", ["not-found", "closed", "origin"])
def test_a_greeting_that_is_refused_for_good_ends_it(code: str) -> None:
    def script(line: Line) -> None:
        line.receive(protocol.Hello)
        line.send(protocol.Refused(code, "There is no such\x1b[2J table."))

    with scripted(script) as seat, pytest.raises(ClientError) as error:
        play(seat, first)
    assert str(error.value) == "There is no such [2J table."  # no control characters
    assert error.value.code == code


@pytest.mark.parametrize("code", ["too-many", "not-stored", "stopping", "too-late"])
def test_a_greeting_that_is_refused_for_now_is_said_again(code: str) -> None:
    def busy(line: Line) -> None:
        line.receive(protocol.Hello)
        line.send(protocol.Refused(code, "Try again later."))

    def script(line: Line) -> None:
        line.welcome()
        end(line)

    with scripted(busy, busy, script) as seat:
        play(seat, first)
    with scripted(busy) as seat, pytest.raises(ClientError, match=r": Try again later\.$"):
        play(seat, first, patience=0)


def test_what_could_not_be_stored_is_asked_for_again() -> None:
    moves: list[protocol.Move] = []

    def failing(line: Line) -> None:
        line.welcome(number=1, notices=notices(1), to_act=(0,), legal=LEGAL)
        moves.append(line.receive_move())
        line.send(protocol.Refused("not-stored", "The server could not store that."))

    def script(line: Line) -> None:
        line.welcome(number=1, to_act=(0,), legal=LEGAL)
        moves.append(line.receive_move())
        line.send(protocol.Answer(moves[-1].id))
        end(line)

    with scripted(failing, script) as seat:
        play(seat, first)
    assert moves[0] == moves[1]


def test_a_seat_that_is_taken_over_by_others_is_left() -> None:
    def script(line: Line) -> None:
        line.welcome()
        line.send(protocol.Refused("too-many", "The server is full."))

    with scripted(script) as seat, pytest.raises(ClientError, match="too many other places"):
        play(seat, first)


def test_a_move_that_the_rules_refuse_ends_the_play() -> None:
    def script(line: Line) -> None:
        line.welcome(number=1, notices=notices(1), to_act=(0,), legal=LEGAL)
        line.send(refused(line.receive_move(), "rules-failed"))
        line.receive_end()

    with scripted(script) as seat, pytest.raises(ClientError, match="Because of rules-failed"):
        play(seat, first)


def test_a_table_that_is_closed_ends_the_play() -> None:
    def script(line: Line) -> None:
        line.welcome(phase="open", to_act=(), view=None)
        line.send(protocol.Seats("m1", "closed", [protocol.SeatInfo("Ann"), protocol.SeatInfo()]))
        line.receive_end()

    with scripted(script) as seat, pytest.raises(ClientError, match="This table is closed"):
        play(seat, first)


@pytest.mark.parametrize("text", ["not JSON", '{"type": "Told", "number": 1, "notices": [{}]}'])
def test_a_server_that_sends_rubbish_is_left_with_a_sentence(text: str) -> None:
    def script(line: Line) -> None:
        line.welcome()
        line.send_text(text)

    with scripted(script) as seat, pytest.raises(ClientError, match="does not answer as a server"):
        play(seat, first)


def test_handshakes_that_are_refused_for_now_are_tried_again() -> None:
    refusals = iter([(503, protocol.encode(protocol.Refused("too-many", "Full."))), (502, "proxy")])

    def deny(socket: ServerConnection, asked: Request) -> Response | None:
        refusal = next(refusals, None)
        return None if refusal is None else socket.respond(*refusal)

    def script(line: Line) -> None:
        line.welcome()
        end(line)

    with scripted(script, deny=deny) as seat:
        play(seat, first)


@pytest.mark.parametrize(
    ("status", "text", "code"),
    [
        (403, protocol.encode(protocol.Refused("origin", "No.")), "origin"),
        (404, "not here", "bad-answer"),
        (302, "", "bad-answer"),
    ],
)
def test_handshakes_that_are_refused_for_good_end_it(status: int, text: str, code: str) -> None:
    def deny(socket: ServerConnection, asked: Request) -> Response | None:
        response = socket.respond(status, text)
        response.headers["Location"] = f"{asked.headers['Host']}/elsewhere"
        return response

    with scripted(deny=deny) as seat, pytest.raises(ClientError) as error:
        play(seat, first)
    assert error.value.code == code


def test_a_redirect_leads_no_secret_elsewhere() -> None:
    def deny(socket: ServerConnection, asked: Request) -> Response | None:
        response = socket.respond(302, "")
        response.headers["Location"] = elsewhere.server.replace("http", "ws", 1) + "/ws"
        return response

    with (
        scripted() as elsewhere,  # where nobody may come
        scripted(deny=deny) as seat,
        pytest.raises(ClientError, match="does not answer as a server"),
    ):
        play(seat, first)
