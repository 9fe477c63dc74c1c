"""Programs far from the match that search: they get what their seat knows, and no more."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from children import PATIENCE, child
from client.helpers import first
from client.test_playing import received
from live import ROOMY, Server, serving
from settebello import Match
from settebello.bots import BotError, Turn, find_bot
from settebello.client import ClientError, Seat, fetch_seat_record, open_table, play
from settebello.client.playing import chosen
from settebello.game import Move
from settebello.games import briscola, rummy, scopa
from settebello.mind import Mind
from settebello.table import protocol

EXAMPLE = Path(__file__).parents[2] / "examples/search_from_afar.py"


def example() -> Any:
    spec = importlib.util.spec_from_file_location("search_from_afar", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("game", [scopa, rummy, briscola], ids=lambda game: str(game.NAME))
def test_a_program_far_away_searches_as_one_here(game: Any) -> None:
    match, search, bot = Match(game, 2, seed=5), example(), find_bot("bot", game)
    for number in range(8):
        seat = match.to_act[0]
        here = Turn.of(match, seat, Random(number))
        sent = {
            "match": "m1",
            "number": len(match.notices(seat)),
            "record": match.seat_record(seat),
        }
        heard = json.dumps(sent)
        there = received(match, seat).turn(Random(number), lambda heard=heard: json.loads(heard))  # type: ignore[misc]
        assert there.mind.to_bytes() == here.mind.to_bytes()
        if number % 4 == 0:
            assert search.choose(there).text == search.choose(here).text
        match.play(seat, bot(Turn.of(match, seat, Random(number))).text)


def test_the_example_plays_a_match_at_a_server(server: Server) -> None:
    seat = open_table(server.url, "briscola", "Ann", seats=2)
    with child([sys.executable, str(EXAMPLE), seat.link, "Bea"]) as searching:
        while not seat.info().seats[1].name:
            assert searching.poll() is None
        seat.start()
        play(seat, first)
        assert searching.stdout is not None
        assert searching.stdout.read() in ("Won: True.\n", "Won: False.\n")
        assert searching.wait(PATIENCE) == 0


def two_at_scopa(server: Server) -> list[Seat]:
    """The seats of a match that has begun; both players have seen the deal."""
    opened = server.open_table("scopa", seats=2)
    taken = server.sit(opened["table"], opened["invite"], "Bea")
    secrets = [opened["secret"], taken["secret"], opened["invite"]]
    server.begin(opened["table"], secrets[0])
    seats = [Seat(server.url, opened["table"], n, "", secret) for n, secret in enumerate(secrets)]
    to_act = (0,)
    for secret in secrets[:2]:
        with server.connect(table=opened["table"], secret=secret) as connection:
            welcome = connection.receive_a(protocol.Welcome)
            connection.send(protocol.Ack(welcome.number))
            connection.send(protocol.Undo("now", welcome.number))  # answered when that is read
            connection.receive_a(protocol.Refused)
            to_act = welcome.to_act
    return seats if to_act == (0,) else [seats[1], seats[0], seats[2]]


def test_only_who_is_to_move_gets_the_record_of_their_seat(server: Server) -> None:
    mover, other, watcher = two_at_scopa(server)
    told = mover.seat_record()
    mind = Mind.follow("scopa", told["record"], Random(1).random)
    assert mind.seat == mover.seat
    unseen = [face for face in told["record"]["faces"] if face is None]
    assert len(unseen) == 40 - 3 - 4  # all but the own hand and the table
    for seat, code in ((other, "not-your-turn"), (watcher, "spectator")):
        with pytest.raises(ClientError) as refused:
            seat.seat_record()
        assert refused.value.code == code
    with pytest.raises(ClientError) as refused:
        fetch_seat_record(server.url, mover.table, "wrong")
    assert refused.value.code == "not-found"


def test_an_address_asks_for_so_many_records_and_no_more(tmp_path: Path) -> None:
    limits = {**ROOMY, "records_a_second": 1e-6, "records_at_once": 1}
    with serving(tmp_path, limits) as server:
        mover, *_ = two_at_scopa(server)
        path = f"/api/tables/{mover.table}/seat-record"
        assert server.ask("GET", path, secret=mover.secret)[0] == 200
        status, refused = server.ask("GET", path, secret=mover.secret)
        assert (status, refused["code"]) == (429, "too-fast")


def test_a_turn_that_is_over_when_a_bot_asks_for_its_mind_is_no_error() -> None:
    match = Match(scopa, 2, seed=5)
    seat = match.to_act[0]
    sent = {"match": "m1", "number": 99, "record": match.seat_record(seat)}
    turn = received(match, seat).turn(Random(1), lambda: sent)
    assert chosen(example().choose, turn, "Bea") is None


def test_what_goes_wrong_with_a_record_is_told_in_a_sentence() -> None:
    match = Match(scopa, 2, seed=5)
    seat = match.to_act[0]

    def refuse() -> dict[str, Any]:
        raise ClientError("unreachable", server="there", reason="it takes too long")

    turn = received(match, seat).turn(Random(1), refuse)
    with pytest.raises(ClientError, match="it takes too long"):
        chosen(example().choose, turn, "Bea")
    number = len(match.notices(seat))
    strange = {"match": "m1", "number": number, "record": {"game": "pachisi", "rules": 1}}
    turn = received(match, seat).turn(Random(1), lambda: strange)
    with pytest.raises(BotError, match="There is no game 'pachisi'"):
        chosen(example().choose, turn, "Bea")

    def looks(turn: Turn) -> Move:
        return turn.legal[len(turn.mind.plays) - 1]

    without = received(match, seat).turn(Random(1))
    with pytest.raises(BotError, match="has no mind"):
        chosen(looks, without, "Bea")
