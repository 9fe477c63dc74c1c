"""A request that was refused stays refused, on whatever connection a copy of it comes late."""

from __future__ import annotations

from pathlib import Path

from live import serving
from settebello import wire


def test_a_late_copy_on_an_older_connection_is_refused_as_well(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        opened = server.open_table("dice")
        server.begin(opened["table"], opened["secret"], fill="random")
        hello = {"table": opened["table"], "secret": opened["secret"]}
        with server.connect(**hello) as older, server.connect(**hello) as newer:
            asked = wire.Resume("asked")
            newer.say(asked)
            assert newer.hear_a(wire.Refused).code == "not-paused"
            newer.say(wire.Pause("pause"))
            assert newer.hear_a(wire.Answer).id == "pause"
            older.say(asked)  # now it could be done
            answer = older.hear_a((wire.Refused, wire.Answer))
            assert isinstance(answer, wire.Refused)
            assert (answer.id, answer.code) == ("asked", "not-paused")
            newer.say(wire.Resume("another"))
            assert newer.hear_a(wire.Answer).id == "another"
