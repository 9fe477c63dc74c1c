"""Playing on from a step of a past match: the new table stands as the old one stood."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from live import Server, serving
from server.past import each_game, ids, imported, played
from settebello import Match
from settebello.games import briscola
from settebello.table import protocol


@pytest.fixture(scope="module")
def server(
    tmp_path_factory: pytest.TempPathFactory, matches: Mapping[str, Match]
) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("server")
    imported(folder, [match.record() for match in matches.values()])
    with serving(folder) as server:
        yield server


def play_on(server: Server, match: str, step: object, **given: Any) -> tuple[int, Any]:
    body = {"step": step, "seat": 0, "name": "Zoe", **given}
    return server.ask("POST", f"/api/matches/{match}/play-on", body)


def joined(server: Server, opened: Mapping[str, Any]) -> protocol.Welcome:
    hello = {"table": opened["table"], "secret": opened["secret"]}
    with server.connect(**hello, views=True, language="en") as connection:
        welcome = connection.receive()
    assert isinstance(welcome, protocol.Welcome)
    return welcome


@each_game
def test_the_table_stands_as_the_match_stood_and_tells_nothing_of_before(
    game: Any, server: Server, matches: Mapping[str, Match]
) -> None:
    match = matches[game.NAME]
    id = ids(server)[list(matches).index(game.NAME)]
    step = next(n for n in range(len(match.moves) // 2, -1, -1) if match.moves[n][0] == 0)
    status, opened = play_on(server, id, step)
    assert status == 200, opened
    stood = Match.replay(match.record(), upto=step)
    for _ in range(2):
        welcome = joined(server, opened)
        assert (welcome.seat, welcome.phase, welcome.notices) == (0, "playing", [])
        assert [choice.text for choice in welcome.legal] == [str(m) for m in stood.legal(0)]
        assert welcome.view is not None
        assert welcome.view["places"] == stood.view(0).places
        assert [seat.bot for seat in welcome.seats][1:] == ["medium"] * (len(match.players) - 1)
        assert welcome.seats[0].name == "Zoe"
        assert not any(seat.stand_in for seat in welcome.seats)
        if game is not briscola:
            break
        server.kill()  # it survives a crash like any table
        server.start()


def test_it_is_played_to_its_end_and_its_record_says_where_it_came_from(
    server: Server, matches: Mapping[str, Match]
) -> None:
    match = matches["briscola"]
    id = ids(server)[list(matches).index("briscola")]
    old = server.ask("GET", f"/api/matches/{id}/record")[1]
    opened = play_on(server, id, 31, seat=1, bot="easy")[1]
    assert opened["seat"] == 1
    hello = {"table": opened["table"], "secret": opened["secret"]}
    with server.connect(**hello) as connection:
        while True:
            told = connection.receive_a((protocol.Welcome, protocol.Told))
            if told.legal:
                connection.send(protocol.Move(f"m{told.number}", told.number, told.legal[0].text))
            elif told.to_act:
                connection.send(protocol.Ack(told.number))
            else:
                break
    path = f"/api/tables/{opened['table']}/matches"
    (line,) = server.ask("GET", path, secret=opened["secret"])[1]
    path = f"/api/matches/{line['match']}/record"
    record = server.ask("GET", path, secret=opened["secret"])[1]
    assert line["played_on"]
    assert record["origin"] == [id, 31]
    assert "stand_ins" not in record
    assert record["moves"][:31] == old["moves"][:31]
    assert record["luck"][:1] == old["luck"][:1]
    assert Match.replay(record).over
    assert server.ask("GET", path)[0] == 404  # it is private
    assert match.over


def test_nothing_before_the_step_is_taken_back(
    server: Server, matches: Mapping[str, Match]
) -> None:
    match, id = matches["briscola"], ids(server)[list(matches).index("briscola")]
    step = next(n for n in range(10, 20) if match.moves[n][0] == 0)
    opened = play_on(server, id, step)[1]
    hello = {"table": opened["table"], "secret": opened["secret"]}
    with server.connect(**hello, views=True, language="en") as connection:
        welcome = connection.receive_a(protocol.Welcome)
        stood, told = welcome.view["places"], welcome
        for number in range(2):
            assert (told.can_undo, told.why_no_undo) == (False, "")
            connection.send(protocol.Undo(f"u{number}", told.number))
            refused = connection.receive_a(protocol.Refused)
            assert refused.code == "nothing-to-undo"
            if number == 0:  # what was played at this table is taken back, and no more
                connection.send(protocol.Move("m", told.number, told.legal[0].text))
                told = connection.receive_a(protocol.Told)
                while not told.can_undo:
                    connection.send(protocol.Ack(told.number))
                    told = connection.receive_a(protocol.Told)
                connection.send(protocol.Undo("back", told.number))
                while not told.view or told.view["places"] != stood:
                    told = connection.receive_a(protocol.Told)


def test_bad_requests_are_refused_in_a_sentence(
    server: Server, matches: Mapping[str, Match]
) -> None:
    match, last = ids(server)[list(matches).index("briscola")], len(matches["briscola"].moves) - 1
    for step in (last + 1, 10**9):
        status, answer = play_on(server, match, step)
        assert status == 400
        assert answer["text"] == f"One can play on from the steps 0 to {last} of this match."
    for wrong in (-1, "1", None, 1.5):
        assert play_on(server, match, wrong)[0] == 400
    assert play_on(server, match, 1, seat=2)[1]["text"] == "A seat of this match is 0 to 1."
    assert play_on(server, match, 1, bot="brilliant")[0] == 400
    assert play_on(server, match, 1, name="")[1]["code"] == "name-empty"
    assert play_on(server, match, 1, secret="x")[0] == 400
    assert play_on(server, "nothing", 1)[0] == 404
    dice = ids(server)[list(matches).index("dice")]
    status, answer = play_on(server, dice, 1, bot="hard")
    assert (status, answer["text"][:22]) == (400, "No bot was measured to")


def test_a_match_that_goes_on_cannot_be_gone_on_from_elsewhere(server: Server) -> None:
    opened = server.open_table("scopa", seats=2)
    table, secret = opened["table"], opened["secret"]
    server.begin(table, secret, fill="medium")
    match = server.ask("GET", f"/api/tables/{table}", secret=secret)[1]["match"]
    body = {"step": 0, "seat": 1, "name": "Zoe"}
    status, answer = server.ask("POST", f"/api/matches/{match}/play-on", body, secret)
    assert (status, answer["code"]) == (409, "not-over")


def test_tables_from_an_address_are_limited(tmp_path: Path) -> None:
    imported(tmp_path, [played(briscola).record()])
    with serving(tmp_path, {"tables_by_address": 1}) as server:
        (match,) = ids(server)
        assert play_on(server, match, 3)[0] == 200
        status, answer = play_on(server, match, 3)
        assert (status, answer["code"]) == (503, "too-many")
