"""The client: what a bot gets, and matches at a server that says what a test has written down."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import wager_game
from client.helpers import Chooser, end, first
from client.scripted import LEGAL, SECRET, Line, notices, scripted, told, welcome
from settebello import Match
from settebello.bots import BotError, Turn, ask, find_bot
from settebello.client import ClientError, MatchResult, Seat, Standing, join, play, view_of
from settebello.games import OUR_GAMES
from settebello.table import protocol

# What a bot gets (promise 6).


def received(match: Match, seat: int) -> Standing:
    """What a client knows that has been at the table from the beginning."""
    standing, worded = Standing(), ("text", "later", "tally")
    told = match.notices(seat)
    sent = protocol.Welcome(
        "t1", "m1", match.game.NAME, "playing", seat, [], dict(match.options),
        number=len(told),
        notices=[{k: notice[k] for k in notice if k not in worded} for notice in told],
        to_act=match.to_act,
        legal=[
            protocol.Choice(move.text, move.verb, move.pieces, slots=move.slots)
            for move in match.legal(seat)
        ],
        view=match.view(seat).to_dict(),
    )  # fmt: skip
    standing.take(protocol.decode_server(protocol.encode(sent)))
    return standing


@pytest.mark.parametrize("game", [*OUR_GAMES, wager_game], ids=lambda game: str(game.NAME))
def test_a_bot_far_away_has_what_a_bot_here_has(game: Any) -> None:
    seats = 3 if 3 in game.SEATS and not hasattr(game, "TEAMS") else max(game.SEATS)
    match = Match(game, seats, seed=5)
    bot = find_bot("bot", game)
    for number in range(60):
        if match.over:
            break
        seat = match.to_act[0]
        here = Turn.of(match, seat, Random(number))
        there = received(match, seat).turn(Random(number))
        assert there.view.to_dict() == here.view.to_dict()
        assert (there.view.viewer, there.view.private) == (seat, here.view.private)
        assert there.notices == here.notices
        assert [(m.text, m.verb, m.pieces, m.slots) for m in there.legal] == [
            (m.text, m.verb, m.pieces, m.slots) for m in here.legal
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
        line.send(
            protocol.Seats("m1", "playing", [protocol.SeatInfo("Ann"), protocol.SeatInfo("Bea")])
        )
        line.send(told(1))
        assert line.receive(protocol.Ack).number == 1
        line.send(told(2, legal=LEGAL))
        move = line.receive_move()  # which counts as an Ack
        assert (move.after, move.move) == (2, "7D")
        line.send(protocol.Answer(move.id), told(3))
        assert line.receive(protocol.Ack).number == 3
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
        line.receive_end()

    with scripted(script) as seat:
        assert play(seat, first, language="it").scores == (3, 1)


def test_moves_are_texts_too_and_wrong_ones_are_not_sent() -> None:
    def script(line: Line) -> None:
        line.welcome(number=1, notices=notices(1), to_act=(0,), legal=LEGAL)
        move = line.receive_move()
        assert move.move == "1S"
        line.send(protocol.Answer(move.id), told(2, legal=LEGAL))
        line.receive_end()

    answers = iter(["1s", "9D"])
    with scripted(script) as seat, pytest.raises(BotError, match="'Ann' chose '9D'"):
        play(seat, lambda turn: next(answers))  # type: ignore[arg-type, return-value]


def test_kinds_of_messages_that_came_later_are_passed_over() -> None:
    def script(line: Line) -> None:
        line.receive(protocol.Hello)
        line.send_text('{"type": "Weather", "rain": true}')
        line.send(welcome())
        line.send_text('{"type": "Weather", "rain": false}')
        line.send_text('{"type": "Seats", "match": 5}')
        end(line)

    with scripted(script) as seat:
        play(seat, first)


# What is told, and what is kept.


def test_notices_are_acknowledged_when_they_have_been_handed_over() -> None:
    def script(line: Line) -> None:
        line.welcome(number=1, notices=notices(1))
        line.receive_end()  # without an Ack

    def fail(new: list[protocol.Notice]) -> None:
        raise RuntimeError("no paper left")

    with scripted(script) as seat, pytest.raises(RuntimeError, match="no paper left"):
        play(seat, first, told=fail)
    assert seat.seen == 0


def test_notices_are_on_file_before_they_are_acknowledged(tmp_path: Path) -> None:
    file = tmp_path / "seat.json"

    def script(line: Line) -> None:
        assert line.welcome(number=2, notices=notices(1, 2)).seen == 0
        assert line.receive(protocol.Ack).number == 2
        kept = Seat.load(file)
        assert (kept.seen, kept.match, kept.notices) == (2, "m1", notices(1, 2))
        line.send(protocol.Seats("m1", "closed", []))
        line.receive_end()

    def again(line: Line) -> None:
        assert line.welcome(number=3, notices=notices(2, 3), to_act=(0,), legal=LEGAL).seen == 2
        line.send(protocol.Answer(line.receive_move().id))
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
        assert line.receive(protocol.Ack).number == 1
        line.send(told(2, over=True))
        assert line.receive(protocol.Ack).number == 2
        line.send(protocol.Answer(line.receive(protocol.Rematch).id))
        line.send(
            protocol.Seats("m2", "playing", [protocol.SeatInfo("Ann"), protocol.SeatInfo("Bea")])
        )
        line.send(told(3, legal=LEGAL))
        line.send(protocol.Answer(line.receive_move().id))
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
        line.send(protocol.Answer(line.receive(protocol.Rematch).id))
        line.drop()

    def back(line: Line) -> None:
        line.welcome(phase="over", to_act=())
        line.receive(protocol.Rematch)
        line.send(told(1, legal=LEGAL))  # it began when another one left
        line.send(protocol.Answer(line.receive_move().id))
        end(line)

    agains = iter([True, False])
    with scripted(lost, back) as seat:
        play(seat, first, again=lambda result: next(agains))
