"""A request that was refused stays refused, on whatever connection a copy of it comes late."""

from __future__ import annotations

from pathlib import Path

from live import serving
from settebello.table import protocol


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
