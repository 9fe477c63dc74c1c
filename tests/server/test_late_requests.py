"""A request that was refused stays refused, on whatever connection a copy of it comes late."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from live import ROOMY, Connection, Server, serving
from settebello.rejection import Rejection
from settebello.table import protocol
from settebello.table.seats import REMEMBERED, TableSeat


@pytest.fixture
def table(tmp_path: Path) -> Iterator[tuple[Server, dict[str, Any]]]:
    with serving(tmp_path, {**ROOMY, "lines_at_once": 1, "lines_a_second": 4}) as server:
        opened = server.open_table("scopa")
        server.begin(opened["table"], opened["secret"], fill="random")
        yield server, {"table": opened["table"], "secret": opened["secret"]}


def refused(connection: Connection, id: str) -> str:
    """The code with which a request is refused."""
    answer = connection.receive_a((protocol.Refused, protocol.Answer))
    assert isinstance(answer, protocol.Refused)
    assert answer.id == id
    return answer.code


def test_a_late_copy_of_each_kind_of_request_is_refused(
    table: tuple[Server, dict[str, Any]],
) -> None:
    server, hello = table
    with server.connect(**hello) as older, server.connect(**hello) as newer:
        told = newer.receive_a(protocol.Welcome)
        while not told.legal:
            newer.send(protocol.Ack(told.number))
            told = newer.receive_a(protocol.Told)
        move = protocol.Move("move", told.number, told.legal[0].text)
        undo = protocol.Undo("undo", told.number)
        newer.send(protocol.Pause("pause"))
        assert newer.receive_a(protocol.Answer).id == "pause"
        for asked, code in (
            (move, "paused"),
            (undo, "paused"),
            (protocol.Pause("again"), "paused"),
            (protocol.Rematch("rematch"), "not-over"),
        ):
            newer.send(asked)
            assert refused(newer, asked.id) == code
        newer.send(protocol.Resume("resume"))
        assert newer.receive_a(protocol.Answer).id == "resume"
        older.send(move)  # nothing has been told since, so its number is still the last one
        assert refused(older, "move") == "paused"
        older.send(undo)
        assert refused(older, "undo") == "paused"
        older.send(protocol.Pause("again"))
        assert refused(older, "again") == "paused"


def test_a_late_copy_of_a_line_of_chat_is_refused(table: tuple[Server, dict[str, Any]]) -> None:
    server, hello = table
    with server.connect(**hello) as older, server.connect(**hello) as newer:
        newer.send(protocol.Say("first", "Hello"))
        assert newer.receive_a(protocol.Answer).id == "first"
        newer.send(protocol.Say("second", "Hello again"))
        slower = newer.receive_a(protocol.Refused)
        assert (slower.id, slower.code) == ("second", "say-slower")
        time.sleep(slower.retry_after)  # now there could be another line
        older.send(protocol.Say("second", "Hello again"))
        assert refused(older, "second") == "say-slower"


def test_only_the_last_refusals_are_kept() -> None:
    seat = TableSeat()
    for number in range(2 * REMEMBERED):
        seat.refuse(str(number), Rejection("stale"))
    assert list(seat.refused) == [str(number) for number in range(REMEMBERED, 2 * REMEMBERED)]


def test_a_late_copy_on_an_older_connection_is_refused_as_well(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        opened = server.open_table("dice")
        server.begin(opened["table"], opened["secret"], fill="random")
        hello = {"table": opened["table"], "secret": opened["secret"]}
        with server.connect(**hello) as older, server.connect(**hello) as newer:
            asked = protocol.Resume("asked")
            newer.send(asked)
            assert newer.receive_a(protocol.Refused).code == "not-paused"
            newer.send(protocol.Pause("pause"))
            assert newer.receive_a(protocol.Answer).id == "pause"
            older.send(asked)  # now it could be done
            answer = older.receive_a((protocol.Refused, protocol.Answer))
            assert isinstance(answer, protocol.Refused)
            assert (answer.id, answer.code) == ("asked", "not-paused")
            newer.send(protocol.Resume("another"))
            assert newer.receive_a(protocol.Answer).id == "another"
