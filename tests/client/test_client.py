"""The client: what it does when connections break and servers refuse, and whole matches."""

from __future__ import annotations

import doctest
import http.server
import json
import logging
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count, islice, pairwise
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest
from websockets.http11 import Request, Response
from websockets.sync.server import ServerConnection

from client.scripted import LEGAL, PATIENCE, SECRET, Line, notices, scripted, told, welcome
from live import Server, serving
from settebello import Match
from settebello.bots import Bot, BotError, Turn, ask, find_bot
from settebello.client import (
    Address,
    ClientError,
    Connection,
    Lost,
    MatchResult,
    Seat,
    Standing,
    join,
    open_table,
    play,
    read_link,
    take_seat,
    view_of,
    watch,
)
from settebello.client import connection as connections
from settebello.client.connection import back_off
from settebello.client.http import request
from settebello.game import Move
from settebello.games import OUR_GAMES
from settebello.table import protocol

ROOT = Path(__file__).parents[2]
T = TypeVar("T")


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long before he comes back."""
    monkeypatch.setattr(connections, "FIRST_DELAY", 0.01)
    monkeypatch.setattr(connections, "LONGEST_DELAY", 0.01)


def first(turn: Turn) -> Move:
    return turn.legal[0]


class Chooser:
    """Chooses the first move, and remembers what it was given."""

    def __init__(self) -> None:
        self.turns: list[Turn] = []

    def __call__(self, turn: Turn) -> Move:
        self.turns.append(turn)
        return turn.legal[0]


def end(line: Line, number: int = 9) -> None:
    """The match ends, is acknowledged, and the client goes."""
    line.say(told(number, over=True))
    assert line.hear(protocol.Ack).number == number
    line.hear_end()


# Links.

RIGHT_LINKS = {
    "http://127.0.0.1:8066/#t1.inv-i_te": Address("http://127.0.0.1:8066", "t1", "inv-i_te"),
    "http://127.0.0.1:8066/#t1": Address("http://127.0.0.1:8066", "t1"),
    "https://Cards.Example#t1": Address("https://cards.example", "t1"),
    " http://[::1]:8066/ ": Address("http://[::1]:8066"),
}
WRONG_LINKS = [
    "", "t1.tell-nobody", "127.0.0.1:8066/#t1.tell-nobody", "ftp://h/#t1.tell-nobody",
    "http:///#t1.tell-nobody", "http://h:x/#t1.tell-nobody", "http://h/page#t1.tell-nobody",
    "http://h/?tell-nobody", "http://tell-nobody@h/#t1", "http://h/#../t1.tell-nobody",
    "http://h/#t1.tell-nobody.x", "http://h/#t1. tell-nobody", "http://[h/#t1.tell-nobody",
]  # fmt: skip


@pytest.mark.parametrize("link", RIGHT_LINKS)
def test_a_link_is_taken_apart(link: str) -> None:
    assert read_link(link) == RIGHT_LINKS[link]


@pytest.mark.parametrize("link", WRONG_LINKS)
def test_a_wrong_link_gets_a_sentence_without_what_is_in_it(link: str) -> None:
    with pytest.raises(ClientError, match=r"An address is http://HOST:PORT") as error:
        read_link(link)
    assert "tell-nobody" not in str(error.value)
    assert error.value.code == "bad-address"


def test_the_link_of_a_seat_invites_others() -> None:
    seat = Seat("http://h:1", "t1", 0, "Ann", SECRET, "invite")
    assert seat.link == "http://h:1/#t1.invite"
    assert read_link(seat.link).link == seat.link
    assert SECRET not in seat.link


def test_a_link_without_a_table_cannot_be_joined() -> None:
    with pytest.raises(ClientError, match="names no table"):
        take_seat("http://127.0.0.1:1", "Ann")


# A seat on file.


def test_a_seat_comes_back_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "seat.json"
    seat = Seat("http://h:1", "t1", 2, "Ann", SECRET, "invite", "m1", 4, notices(3, 4))
    seat.save(file)
    seat.save(file)
    assert Seat.load(file) == seat
    assert file.stat().st_mode & 0o777 == 0o600
    assert [other.name for other in tmp_path.iterdir()] == ["seat.json"]


@pytest.mark.parametrize("text", ["", "[]", '{"server": 1}', "\ud800", "[" * 100_000])
def test_a_damaged_file_gets_a_sentence(text: str, tmp_path: Path) -> None:
    file = tmp_path / "seat.json"
    file.write_text(text, "utf-8", "surrogatepass")
    with pytest.raises(ClientError, match=r"seat\.json holds no seat\."):
        Seat.load(file)


def test_a_seat_does_not_print_its_secrets() -> None:
    seat = Seat("http://h:1", "t1", 2, "Ann", SECRET, "the-invite")
    assert repr(seat) == "Seat('http://h:1', table='t1', seat=2, name='Ann')"
    assert SECRET not in f"{seat} {[seat]} {ClientError('x', f'{seat}')!r}"


# Waiting.


def test_attempts_are_twice_as_far_apart_each_time_up_to_a_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connections, "FIRST_DELAY", 0.25)
    monkeypatch.setattr(connections, "LONGEST_DELAY", 5.0)
    latest = list(islice(back_off(lambda: 1.0), 8))
    assert latest == [0.25, 0.5, 1.0, 2.0, 4.0, 5.0, 5.0, 5.0]
    assert list(islice(back_off(lambda: 0.0), 8)) == [delay / 2 for delay in latest]


# What a bot gets (promise 6).


def heard(match: Match, seat: int) -> Standing:
    """What a client knows that has been at the table from the beginning."""
    standing = Standing()
    said = protocol.Welcome(
        "t1", "m1", match.game.NAME, "playing", seat, [], dict(match.options),
        number=len(match.notices(seat)),
        notices=[{k: n[k] for k in n if k not in ("text", "later")} for n in match.notices(seat)],
        to_act=match.to_act,
        legal=[protocol.Choice(move.text, move.verb, move.pieces) for move in match.legal(seat)],
        view=match.view(seat).to_dict(),
    )  # fmt: skip
    standing.take(protocol.decode_server(protocol.encode(said)))
    return standing


@pytest.mark.parametrize("game", OUR_GAMES, ids=lambda game: str(game.NAME))
def test_a_bot_far_away_has_what_a_bot_here_has(game: Any) -> None:
    match = Match(game, 3, seed=5)
    bot = find_bot("bot", game)
    for number in range(60):
        if match.over:
            break
        seat = match.to_act[0]
        here = Turn.of(match, seat, Random(number))
        there = heard(match, seat).turn(Random(number))
        assert there.view.to_dict() == here.view.to_dict()
        assert there.view.viewer == seat
        assert there.notices == here.notices
        assert [(m.text, m.verb, m.pieces) for m in there.legal] == [
            (m.text, m.verb, m.pieces) for m in here.legal
        ]
        assert (there.options, there.seat) == (here.options, here.seat)
        move = ask(bot, there, "there")
        assert move.text == ask(bot, here, "here").text
        match.play(seat, move.text)


def test_a_view_without_cards_is_a_view() -> None:
    view = view_of({"scores": [1, 2], "viewer": None})
    assert (view.viewer, view.places, view.facts) == (None, {}, {"scores": [1, 2]})


# A match.


def test_a_match_from_the_waiting_to_the_end() -> None:
    def script(line: Line) -> None:
        hello = line.welcome(phase="open", to_act=(), view=None)
        assert hello == protocol.Hello("t1", SECRET, 0, None)
        line.say(
            protocol.Seats("m1", "playing", [protocol.SeatInfo("Ann"), protocol.SeatInfo("Bea")])
        )
        line.say(told(1))
        assert line.hear(protocol.Ack).number == 1
        line.say(told(2, legal=LEGAL))
        move = line.hear_move()  # which counts as an Ack
        assert (move.after, move.move) == (2, "7D")
        line.say(protocol.Answer(move.id), told(3))
        assert line.hear(protocol.Ack).number == 3
        end(line, 4)

    choose, lines = Chooser(), list[protocol.Notice]()
    with scripted(script) as seat:
        result = play(seat, choose, told=lines.extend)
    assert result == MatchResult("m1", 0, ("Ann", "Bea"), (3, 1), (0,))
    assert result.won
    assert [line["number"] for line in lines] == [1, 2, 3, 4]
    (turn,) = choose.turns
    assert [str(move) for move in turn.legal] == ["7D", "1S"]
    assert [notice["number"] for notice in turn.notices] == [1, 2]
    assert turn.view.facts["scores"] == [3, 1]


def test_sentences_come_in_the_language_that_was_asked_for() -> None:
    def script(line: Line) -> None:
        assert line.welcome(phase="over", to_act=()).language == "it"
        line.hear_end()

    with scripted(script) as seat:
        assert play(seat, first, language="it").scores == (3, 1)


def test_moves_are_texts_too_and_wrong_ones_are_not_sent() -> None:
    def script(line: Line) -> None:
        line.welcome(number=1, notices=notices(1), to_act=(0,), legal=LEGAL)
        move = line.hear_move()
        assert move.move == "1S"
        line.say(protocol.Answer(move.id), told(2, legal=LEGAL))
        line.hear_end()

    answers = iter(["1s", "9D"])
    with scripted(script) as seat, pytest.raises(BotError, match="'Ann' chose '9D'"):
        play(seat, lambda turn: next(answers))  # type: ignore[arg-type, return-value]


def test_kinds_of_messages_that_came_later_are_passed_over() -> None:
    def script(line: Line) -> None:
        line.hear(protocol.Hello)
        line.say_text('{"type": "Weather", "rain": true}')
        line.say(welcome())
        line.say_text('{"type": "Weather", "rain": false}')
        line.say_text('{"type": "Seats", "match": 5}')
        end(line)

    with scripted(script) as seat:
        play(seat, first)


# Connections that break.


def test_a_connection_lost_after_the_greeting_comes_back() -> None:
    def lost(line: Line) -> None:
        line.hear(protocol.Hello)
        line.drop()

    def back(line: Line) -> None:
        assert line.welcome().seen == 0
        end(line)

    with scripted(lost, lost, back) as seat:
        play(seat, first)


def test_who_comes_back_says_what_he_has_seen_and_is_told_the_rest_once() -> None:
    def lost(line: Line) -> None:
        line.welcome(number=2, notices=notices(1, 2))
        assert line.hear(protocol.Ack).number == 2
        line.drop()

    def back(line: Line) -> None:
        assert line.welcome(number=3, notices=notices(1, 2, 3)).seen == 2
        assert line.hear(protocol.Ack).number == 3
        end(line)

    lines = list[protocol.Notice]()
    with scripted(lost, back) as seat:
        play(seat, first, told=lines.extend)
    assert [line["number"] for line in lines] == [1, 2, 3, 9]


def test_a_move_without_an_answer_is_sent_again_with_its_id() -> None:
    moves: list[protocol.Move] = []

    def lost(line: Line) -> None:
        line.welcome(number=1, notices=notices(1), to_act=(0,), legal=LEGAL)
        moves.append(line.hear_move())
        line.drop()

    def back(line: Line) -> None:
        assert line.welcome(number=1, to_act=(0,), legal=LEGAL).seen == 1
        moves.append(line.hear_move())
        line.say(protocol.Answer(moves[-1].id), told(2))
        assert line.hear(protocol.Ack).number == 2
        end(line)

    choose = Chooser()
    with scripted(lost, lost, back) as seat:
        play(seat, choose)
    assert moves == [moves[0]] * 3
    assert len(choose.turns) == 1


def test_a_move_that_had_happened_is_not_chosen_again() -> None:
    """The answer is lost, and by now it is the seat's turn again."""
    moves: list[protocol.Move] = []

    def lost(line: Line) -> None:
        line.welcome(number=1, notices=notices(1), to_act=(0,), legal=LEGAL)
        moves.append(line.hear_move())
        line.drop()

    def back(line: Line) -> None:
        line.welcome(number=4, notices=notices(2, 3, 4), to_act=(0,), legal=LEGAL[1:])
        moves.append(line.hear_move())
        assert line.hear(protocol.Ack).number == 4
        line.say(protocol.Answer(moves[-1].id))
        moves.append(line.hear_move())
        line.say(protocol.Answer(moves[-1].id))
        end(line)

    with scripted(lost, back) as seat:
        play(seat, first)
    assert [(move.after, move.move) for move in moves] == [(1, "7D"), (1, "7D"), (4, "1S")]
    assert moves[0].id == moves[1].id != moves[2].id


def test_a_move_that_was_answered_is_not_sent_again() -> None:
    def lost(line: Line) -> None:
        line.welcome(number=1, notices=notices(1), to_act=(0,), legal=LEGAL)
        line.say(protocol.Answer(line.hear_move().id), told(2))
        assert line.hear(protocol.Ack).number == 2
        line.drop()

    def back(line: Line) -> None:
        line.welcome(number=2)
        end(line)

    with scripted(lost, back) as seat:
        play(seat, first)


def test_what_is_told_twice_is_handed_over_once() -> None:
    def script(line: Line) -> None:
        line.welcome()
        line.say(told(1), told(1), told(2), told(2))
        assert [line.hear(protocol.Ack).number for _ in range(2)] == [1, 2]
        end(line)

    lines = list[protocol.Notice]()
    with scripted(script) as seat:
        play(seat, first, told=lines.extend)
    assert [line["number"] for line in lines] == [1, 2, 9]


def test_an_answer_that_comes_twice_is_heard_once() -> None:
    def script(line: Line) -> None:
        line.welcome()
        pause = line.hear(protocol.Pause)
        line.say(
            protocol.Answer(pause.id), protocol.Answer(pause.id), protocol.Answer("other"), told(1)
        )
        line.hear_end()

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
        assert line.hear(protocol.Hello).seen == 0
        greeted.set()
        assert acked.wait(PATIENCE)
        line.say(welcome(number=1))
        assert line.hear(protocol.Ack).number == 1
        line.hear_end()

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
        thread.join()


def test_a_connection_that_is_closed_here_ends_the_listening() -> None:
    def script(line: Line) -> None:
        line.welcome()
        line.hear_end()

    with scripted(script) as seat:
        connection = Connection(seat.server, "t1", SECRET)
        messages = iter(connection)
        next(messages)
        closing = threading.Thread(target=connection.close)
        closing.start()
        assert list(messages) == []
        closing.join()
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
        line.hear_end()

    with caplog.at_level(logging.DEBUG), scripted(script) as seat:
        logging.getLogger("websockets.server").setLevel(logging.ERROR)  # the server's side
        play(seat, first)
    assert "Hello" not in caplog.text  # not even in parts


# Refusals.


def refused(move: protocol.Move, code: str) -> protocol.Refused:
    return protocol.Refused(code, f"Because of {code}.", move.id)


def test_a_stale_move_waits_for_news_and_is_chosen_anew() -> None:
    def script(line: Line) -> None:
        line.welcome(number=1, notices=notices(1), to_act=(0,), legal=LEGAL)
        old = line.hear_move()
        line.say(refused(old, "stale"), told(2, legal=LEGAL[1:]))
        new = line.hear_move()
        assert (new.after, new.move) == (2, "1S")
        assert new.id != old.id
        line.say(protocol.Answer(new.id))
        end(line)

    choose = Chooser()
    with scripted(script) as seat:
        play(seat, choose)
    assert len(choose.turns) == 2


@pytest.mark.parametrize("code", ["waiting", "not-your-turn"])
def test_a_move_that_is_refused_for_now_waits_for_the_turn(code: str) -> None:
    def script(line: Line) -> None:
        line.welcome(number=1, notices=notices(1), to_act=(0,), legal=LEGAL)
        line.say(refused(line.hear_move(), code))
        line.say(told(2))
        assert line.hear(protocol.Ack).number == 2
        line.say(told(3, legal=LEGAL))
        move = line.hear_move()
        assert move.after == 3
        line.say(protocol.Answer(move.id))
        end(line)

    with scripted(script) as seat:
        play(seat, first)


def test_a_turn_that_came_before_the_refusal_of_the_last_is_taken() -> None:
    """A stand-in has moved, all the others too, and only then the old move is refused."""

    def script(line: Line) -> None:
        line.welcome(number=1, notices=notices(1), to_act=(0,), legal=LEGAL)
        old = line.hear_move()
        line.say(told(2, legal=LEGAL[1:]))
        assert line.hear(protocol.Ack).number == 2
        line.say(refused(old, "not-your-turn"))
        new = line.hear_move()
        assert (new.after, new.move) == (2, "1S")
        line.say(protocol.Answer(new.id))
        end(line)

    with scripted(script) as seat:
        play(seat, first)


def test_a_paused_match_is_waited_for() -> None:
    def script(line: Line) -> None:
        chairs = [protocol.SeatInfo("Ann"), protocol.SeatInfo("Bea")]
        line.welcome(number=1, notices=notices(1), to_act=(0,), legal=LEGAL)
        old = line.hear_move()
        line.say(protocol.Seats("m1", "paused", chairs), refused(old, "paused"))
        line.say(protocol.Seats("m1", "playing", chairs))
        new = line.hear_move()
        assert (new.after, new.move) == (old.after, old.move)
        line.say(protocol.Answer(new.id))
        end(line)

    with scripted(script) as seat:
        play(seat, first)


def test_nobody_moves_in_a_pause() -> None:
    def script(line: Line) -> None:
        chairs = [protocol.SeatInfo("Ann"), protocol.SeatInfo("Bea")]
        line.welcome(number=1, notices=notices(1), to_act=(0,), legal=LEGAL, phase="paused")
        assert line.hear(protocol.Ack).number == 1
        line.say(protocol.Seats("m1", "playing", chairs))
        line.say(protocol.Answer(line.hear_move().id))
        end(line)

    with scripted(script) as seat:
        play(seat, first)


def test_whoever_is_too_fast_waits_and_says_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
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
        move = line.hear_move()
        line.say(protocol.Refused("too-fast", "Too many messages.", None, 0.25))
        assert line.hear_move() == move
        assert line.hear(protocol.Ack).number == 1  # perhaps it was that one
        line.say(protocol.Answer(move.id))
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
        line.hear(protocol.Hello)
        line.say(protocol.Refused(code, "There is no such\x1b[2J table."))

    with scripted(script) as seat, pytest.raises(ClientError) as error:
        play(seat, first)
    assert str(error.value) == "There is no such [2J table."  # no control characters
    assert error.value.code == code


@pytest.mark.parametrize("code", ["too-many", "not-stored", "stopping", "too-late"])
def test_a_greeting_that_is_refused_for_now_is_said_again(code: str) -> None:
    def busy(line: Line) -> None:
        line.hear(protocol.Hello)
        line.say(protocol.Refused(code, "Try again later."))

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
        moves.append(line.hear_move())
        line.say(protocol.Refused("not-stored", "The server could not store that."))

    def script(line: Line) -> None:
        line.welcome(number=1, to_act=(0,), legal=LEGAL)
        moves.append(line.hear_move())
        line.say(protocol.Answer(moves[-1].id))
        end(line)

    with scripted(failing, script) as seat:
        play(seat, first)
    assert moves[0] == moves[1]


def test_a_seat_that_is_taken_over_by_others_is_left() -> None:
    def script(line: Line) -> None:
        line.welcome()
        line.say(protocol.Refused("too-many", "The server is full."))

    with scripted(script) as seat, pytest.raises(ClientError, match="too many other places"):
        play(seat, first)


def test_a_move_that_the_rules_refuse_ends_the_play() -> None:
    def script(line: Line) -> None:
        line.welcome(number=1, notices=notices(1), to_act=(0,), legal=LEGAL)
        line.say(refused(line.hear_move(), "rules-failed"))
        line.hear_end()

    with scripted(script) as seat, pytest.raises(ClientError, match="Because of rules-failed"):
        play(seat, first)


def test_a_table_that_is_closed_ends_the_play() -> None:
    def script(line: Line) -> None:
        line.welcome(phase="open", to_act=(), view=None)
        line.say(protocol.Seats("m1", "closed", [protocol.SeatInfo("Ann"), protocol.SeatInfo()]))
        line.hear_end()

    with scripted(script) as seat, pytest.raises(ClientError, match="The table was closed"):
        play(seat, first)


@pytest.mark.parametrize("text", ["not JSON", '{"type": "Told", "number": 1, "notices": [{}]}'])
def test_a_server_that_talks_rubbish_is_left_with_a_sentence(text: str) -> None:
    def script(line: Line) -> None:
        line.welcome()
        line.say_text(text)

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


# What is told, and what is kept.


def test_notices_are_acknowledged_when_they_have_been_handed_over() -> None:
    def script(line: Line) -> None:
        line.welcome(number=1, notices=notices(1))
        line.hear_end()  # without an Ack

    def fail(new: list[protocol.Notice]) -> None:
        raise RuntimeError("no paper left")

    with scripted(script) as seat, pytest.raises(RuntimeError, match="no paper left"):
        play(seat, first, told=fail)
    assert seat.seen == 0


def test_notices_are_on_file_before_they_are_acknowledged(tmp_path: Path) -> None:
    file = tmp_path / "seat.json"

    def script(line: Line) -> None:
        assert line.welcome(number=2, notices=notices(1, 2)).seen == 0
        assert line.hear(protocol.Ack).number == 2
        kept = Seat.load(file)
        assert (kept.seen, kept.match, kept.notices) == (2, "m1", notices(1, 2))
        line.say(protocol.Seats("m1", "closed", []))
        line.hear_end()

    def again(line: Line) -> None:
        assert line.welcome(number=3, notices=notices(2, 3), to_act=(0,), legal=LEGAL).seen == 2
        line.say(protocol.Answer(line.hear_move().id))
        end(line)

    with scripted(script) as seat, pytest.raises(ClientError, match="closed"):
        play(seat, first, file=file)
    choose = Chooser()
    with scripted(again) as other:
        kept = Seat.load(file)
        kept.server = other.server
        play(kept, choose)
    assert [notice["number"] for notice in choose.turns[0].notices] == [1, 2, 3]


def test_the_seat_of_another_table_is_not_used(tmp_path: Path) -> None:
    file = tmp_path / "seat.json"
    Seat("http://127.0.0.1:1", "t1", 0, "Ann", SECRET).save(file)
    for link in ("http://127.0.0.1:1/#t2.x", "http://127.0.0.1:2/#t1.x"):
        with pytest.raises(ClientError, match="keeps a seat at another table"):
            join(link, "Ann", first, file=file)


# Rematches.


def test_another_match_is_asked_for_and_begins_with_nothing_told() -> None:
    def script(line: Line) -> None:
        line.welcome(number=1, notices=notices(1))
        assert line.hear(protocol.Ack).number == 1
        line.say(told(2, over=True))
        assert line.hear(protocol.Ack).number == 2
        line.say(protocol.Answer(line.hear(protocol.Rematch).id))
        line.say(
            protocol.Seats("m2", "playing", [protocol.SeatInfo("Ann"), protocol.SeatInfo("Bea")])
        )
        line.say(told(3, legal=LEGAL))
        line.say(protocol.Answer(line.hear_move().id))
        end(line, 4)

    choose, results = Chooser(), list[MatchResult]()

    def again(result: MatchResult) -> bool:
        results.append(result)
        return len(results) < 2

    with scripted(script) as seat:
        result = play(seat, choose, again=again)
    assert [played.match for played in results] == ["m1", "m2"]
    assert result == results[-1]
    assert [notice["number"] for notice in choose.turns[0].notices] == [3]


def test_who_comes_back_still_wants_another_match() -> None:
    def lost(line: Line) -> None:
        line.welcome(phase="over", to_act=())
        line.say(protocol.Answer(line.hear(protocol.Rematch).id))
        line.drop()

    def back(line: Line) -> None:
        line.welcome(phase="over", to_act=())
        line.hear(protocol.Rematch)
        line.say(told(1, legal=LEGAL))  # it began when another one left
        line.say(protocol.Answer(line.hear_move().id))
        end(line)

    agains = iter([True, False])
    with scripted(lost, back) as seat:
        play(seat, first, again=lambda result: next(agains))


# HTTP.


@contextmanager
def answering(*answers: tuple[int, str, dict[str, str]]) -> Iterator[tuple[str, list[str | None]]]:
    """An HTTP server with these answers; and the secrets that it was sent."""
    rest, secrets = list(answers), list[str | None]()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            secrets.append(self.headers.get("Authorization"))
            status, body, headers = rest.pop(0)
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body.encode())

        do_POST = do_GET

        def log_message(self, *_: object) -> None:
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", secrets
        finally:
            server.shutdown()
            thread.join(PATIENCE)
    assert not rest, "not every answer was asked for"


def too_fast(seconds: float) -> tuple[int, str, dict[str, str]]:
    return (
        429,
        protocol.encode(protocol.Refused("too-fast", "Too many messages.", None, seconds)),
        {},
    )


def test_a_request_that_comes_too_fast_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    monkeypatch.setattr("settebello.client.http.time.sleep", waits.append)
    with answering(too_fast(0.5), too_fast(2.5), (200, "[7]", {})) as (server, secrets):
        assert request(server, "GET", "/x", list[int], secret=SECRET) == [7]
    assert secrets == [f"Bearer {SECRET}"] * 3
    with (
        answering(too_fast(1), too_fast(1), too_fast(1)) as (server, _),
        pytest.raises(ClientError, match="Too many messages"),
    ):
        request(server, "GET", "/x", list[int])
    assert waits == [0.5, 2.5, 1, 1]


@pytest.mark.parametrize(
    ("status", "body"),
    [(200, "<html>"), (200, '"7"'), (200, '"\udc80"'), (404, "<html>"), (500, "")],
)
def test_an_answer_that_is_none_of_ours_gets_a_sentence(status: int, body: str) -> None:
    with (
        answering((status, body.encode("utf-8", "replace").decode(), {})) as (server, _),
        pytest.raises(ClientError, match="does not answer as a server of Settebello") as error,
    ):
        request(server, "GET", "/x", list[int], secret=SECRET)
    assert SECRET not in str(error.value)


def test_a_request_is_not_led_elsewhere_with_its_secret() -> None:
    with answering() as (elsewhere, secrets):
        moved = (307, "", {"Location": f"{elsewhere}/x"})
        with (
            answering(moved) as (server, _),
            pytest.raises(ClientError, match="does not answer as a server of Settebello"),
        ):
            request(server, "GET", "/x", list[int], secret=SECRET)
    assert secrets == []


def test_a_request_to_nobody_gets_a_sentence() -> None:
    with answering() as (server, _):
        pass
    with pytest.raises(ClientError, match=r"^No answer from http://127.*: connection refused\.$"):
        open_table(server, "scopa", "Ann")


# The real server.


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that nobody else needs."""
    with serving(tmp_path) as running:
        yield running


def run(action: Callable[[], T]) -> Callable[[], T]:
    """Do it in a thread; call what is returned for the result."""
    results: list[T] = []
    thread = threading.Thread(target=lambda: results.append(action()), daemon=True)
    thread.start()

    def result() -> T:
        thread.join(4 * PATIENCE)
        assert results, "it failed, or it takes for ever"
        return results[0]

    return result


def two_programs(
    server: Server, game: str, ann: Bot, bea: Bot, **how: Any
) -> tuple[MatchResult, MatchResult, Seat]:
    """Ann, Bea and a bot of the server play a match; what Ann and Bea say of it."""
    seat = open_table(server.url, game, "Ann", seats=3)
    other = take_seat(seat.link, "Bea")
    assert seat.start(fill="random").phase == "playing"
    of_bea = run(lambda: play(other, bea, file=how.get("bea_file")))
    of_ann = play(seat, ann, told=how.get("told"), language="en")
    return of_ann, of_bea(), seat


@pytest.mark.parametrize("game", OUR_GAMES, ids=lambda game: str(game.NAME))
def test_programs_and_bots_play_a_match(game: Any, server: Server) -> None:
    lines: list[protocol.Notice] = []
    bot = find_bot("bot", game)
    ann, bea, seat = two_programs(server, game.NAME, bot, bot, told=lines.extend)
    assert ann.players == bea.players == ("Ann", "Bea", "Bot 1")
    assert (ann.scores, ann.winners) == (bea.scores, bea.winners)
    assert ann.winners
    match = Match.replay(seat.record())
    assert (match.scores, match.winners) == (ann.scores, ann.winners)
    assert lines == json.loads(json.dumps(match.notices(0)))  # all of it, once, in order


def test_a_match_goes_on_though_the_server_dies_again_and_again(own_server: Server) -> None:
    """It dies while a move is chosen and while notices are shown, and is there again at once."""
    server = own_server
    lines: list[protocol.Notice] = []
    turns, tellings = count(), count()

    def restart(stop: Callable[[], object]) -> None:
        stop()
        server.start()

    def choose(turn: Turn) -> Move:
        if next(turns) in (0, 3, 7):
            restart(server.kill)
        return turn.legal[0]

    def show(new: list[protocol.Notice]) -> None:
        lines.extend(new)
        if next(tellings) in (2, 6):
            restart(server.stop)

    ann, bea, seat = two_programs(server, "scopa", choose, first, told=show)
    assert next(turns) > 7
    assert (ann.scores, ann.winners) == (bea.scores, bea.winners)
    match = Match.replay(seat.record())
    assert match.scores == ann.scores
    assert lines == json.loads(json.dumps(match.notices(0)))


def test_a_program_that_is_run_again_comes_back_to_its_seat(server: Server, tmp_path: Path) -> None:
    file = tmp_path / "bea.json"
    seat = open_table(server.url, "scopa", "Ann", seats=2)
    turns: list[Turn] = []

    def stop(turn: Turn) -> Move:
        turns.append(turn)
        if len(turns) in (3, 6):
            raise KeyboardInterrupt
        return turn.legal[0]

    def sit_and_play() -> MatchResult:
        for _ in range(2):
            with pytest.raises(KeyboardInterrupt):
                join(seat.link, "Bea", stop, file=file)
        return join(seat.link, "Bea", stop, file=file)

    bea = run(sit_and_play)
    while not seat.info().chairs[1].name:
        pass
    seat.start()
    result = play(seat, first)
    assert bea()[2:] == result[2:]
    assert len(turns) > 6
    for before, after in pairwise(turns):  # what it was told it has, run after run
        assert after.notices[: len(before.notices)] == before.notices


def test_a_rematch_on_the_server(server: Server) -> None:
    seat = open_table(server.url, "dice", "Ann")
    seat.start(fill="bot")
    agains = iter([True, False])
    starts: list[list[str]] = []

    def choose(turn: Turn) -> Move:
        starts.append([notice["event"] for notice in turn.notices])
        return turn.legal[0]

    first_match = seat.info().match
    result = play(seat, choose, again=lambda result: next(agains))
    assert result.match == seat.info().match != first_match
    assert [match["match"] for match in server.ask(
        "GET", f"/api/tables/{seat.table}/matches", secret=seat.secret
    )[1]] == [result.match, first_match]  # fmt: skip
    assert all(events.count("OrderDrawn") < 2 for events in starts)


def test_spectators_see_what_all_may_see(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    take, came = Standing.take, threading.Event()

    def noting(standing: Standing, message: protocol.ServerMessage | Lost) -> list[protocol.Notice]:
        came.set()
        return take(standing, message)

    monkeypatch.setattr(Standing, "take", noting)
    seat = open_table(server.url, "scopa", "Ann", seats=2, listed=True)
    lines: list[protocol.Notice] = []
    watched = run(lambda: watch(f"{server.url}/#{seat.table}", lines.extend))
    assert came.wait(PATIENCE)
    seat.start(fill="bot")
    result = play(seat, first)
    assert watched()[2:] == result[2:]
    assert watched().seat is None
    assert lines == json.loads(json.dumps(Match.replay(seat.record()).notices(None)))


WRONG: dict[str, tuple[Callable[[Seat], object], str, str]] = {
    "a name that is taken": (lambda seat: take_seat(seat.link, "Ann"), "name-taken", "is taken"),
    "no such game": (lambda seat: open_table(seat.server, "whist", "Ann"), "bad-request", "games"),
    "a wrong option": (
        lambda seat: open_table(seat.server, "dice", "Ann", options={"turns": 0}),
        "bad-request",
        "1 to 1,000",
    ),
    "not the invite": (
        lambda seat: take_seat(f"{seat.link}x", "Bea"),
        "not-found",
        "no such table",
    ),
    "too early": (lambda seat: seat.start(), "seats-free", "2 of the seats are free"),
    "no record yet": (lambda seat: seat.record(), "not-over", "not over yet"),
}


@pytest.mark.parametrize("case", WRONG)
def test_the_server_says_what_is_wrong(case: str, server: Server) -> None:
    action, code, sentence = WRONG[case]
    seat = open_table(server.url, "dice", "Ann")
    with pytest.raises(ClientError, match=sentence) as error:
        action(seat)
    assert error.value.code == code


def test_refusals_come_in_the_language_of_the_reader(server: Server) -> None:
    seat = open_table(server.url, "dice", "Ann")
    with pytest.raises(ClientError, match=r"^Posti liberi: 2"):
        seat.start(language="it")


def test_a_seat_can_be_given_back(server: Server) -> None:
    seat = open_table(server.url, "dice", "Ann")
    other = take_seat(seat.link, "Bea", seat=2)
    assert [chair.name for chair in seat.info().chairs] == ["Ann", "", "Bea"]
    assert [chair.name for chair in other.stand_up().chairs] == ["Ann", "", ""]
    with pytest.raises(ClientError, match="no such table"):
        play(other, first)


# The document and the example.


def test_the_example_plays_a_match(server: Server) -> None:
    seat = open_table(server.url, "scopa", "Ann", seats=2)
    command = [sys.executable, str(ROOT / "examples/my_first_client.py"), seat.link, "Bea"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as example:
        while not seat.info().chairs[1].name:
            pass
        seat.start()
        result = play(seat, first)
        assert example.stdout is not None
        lines = example.stdout.read().splitlines()
    assert example.returncode == 0
    assert any(line.startswith("You are dealt ") for line in lines)
    points = ", ".join(f"{n} {s}" for n, s in zip(result.players, result.scores, strict=True))
    assert lines[-1] == f"The end: {points}."


@pytest.mark.parametrize("arguments", [[], ["http://127.0.0.1:1/#t1.x", "Ann"], ["nowhere", "Ann"]])
def test_the_example_says_what_is_wrong(arguments: list[str]) -> None:
    command = [sys.executable, str(ROOT / "examples/my_first_client.py"), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode != 0, done.stdout, done.stderr.count("\n")) == (True, "", 1)


def test_the_session_of_the_document_runs_as_it_is_written(server: Server) -> None:
    page = (ROOT / "docs/writing-a-client.md").read_text("utf-8")
    found = re.findall(r"^```python\n(>>> .*?)^```$", page, re.DOTALL | re.MULTILINE)
    session = "\n".join(found).replace("http://127.0.0.1:8066", server.url)
    test = doctest.DocTestParser().get_doctest(session, {}, "session", "session", 0)
    assert len(test.examples) > 5
    complaints: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=complaints.append)
    assert not complaints, "\n".join(complaints)


def test_the_document_shows_the_example_as_it_is() -> None:
    page = (ROOT / "docs/writing-a-client.md").read_text("utf-8")
    code = (ROOT / "examples/my_first_client.py").read_text("utf-8")
    blocks = re.findall(r"^```python\n(?!>>>)(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    assert blocks
    for block in blocks:
        assert block in code
