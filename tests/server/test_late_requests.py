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
            newer.say(asked)
            assert newer.hear_a(protocol.Refused).code == "not-paused"
            newer.say(protocol.Pause("pause"))
            assert newer.hear_a(protocol.Answer).id == "pause"
            older.say(asked)  # now it could be done
            answer = older.hear_a((protocol.Refused, protocol.Answer))
            assert isinstance(answer, protocol.Refused)
            assert (answer.id, answer.code) == ("asked", "not-paused")
            newer.say(protocol.Resume("another"))
            assert newer.hear_a(protocol.Answer).id == "another"
