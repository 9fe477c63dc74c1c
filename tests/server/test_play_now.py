"""Strangers find each other: "play now" joins a public table that waits, or opens one."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from live import ROOMY, Connection, Server, serving
from settebello.table import protocol

PATIENT: dict[str, float] = {
    **ROOMY,
    "public_seat_seconds": 3600,
}  # seats are kept, however slow a test is


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server"), PATIENT) as server:
        yield server


def play_now(
    server: Server, game: str, name: str = "Ann", secret: str | None = None, **wanted: Any
) -> dict[str, Any]:
    body = {"game": game, "name": name, **wanted}
    status, found = server.ask("POST", "/api/play-now", body, secret)
    assert status == 200, found
    return dict(found)


@contextmanager
def there(server: Server, found: dict[str, Any]) -> Iterator[tuple[Connection, protocol.Welcome]]:
    """Their connection, and how they are welcomed."""
    with server.connect(table=found["table"], secret=found["secret"]) as connection:
        yield connection, connection.receive_a(protocol.Welcome)


def seats_until(connection: Connection, phase: str) -> protocol.Seats:
    while True:
        seats: protocol.Seats = connection.receive_a(protocol.Seats)
        if seats.phase == phase:
            return seats


def lines(server: Server) -> dict[str, dict[str, Any]]:
    return {line["table"]: line for line in server.ask("GET", "/api/tables")[1]}


def leave(server: Server, found: dict[str, Any], seat: int | None = None) -> tuple[int, Any]:
    number = found["seat"] if seat is None else seat
    path = f"/api/tables/{found['table']}/seats/{number}"
    return server.ask("DELETE", path, secret=found["secret"])


def test_two_strangers_meet_and_the_match_begins(server: Server) -> None:
    ann = play_now(server, "rummy", "Ann", seats=2)
    assert not ann["joined"]
    with there(server, ann) as (connection, welcome):
        assert (welcome.phase, welcome.public) == ("open", True)
        assert welcome.fill_in is not None
        assert 0 < welcome.fill_in <= 30
        line = lines(server)[ann["table"]]
        assert (line["public"], line["players"], line["free"]) == (True, ["Ann", ""], 1)
        assert 0 < line["fill_in"] <= 30
        bea = play_now(server, "rummy", "Bea")  # with any number of seats
        assert (bea["table"], bea["seat"], bea["joined"]) == (ann["table"], 1, True)
        assert [seat.name for seat in seats_until(connection, "playing").seats] == ["Ann", "Bea"]
        with there(server, bea) as (_, welcomed):
            assert (welcomed.phase, welcomed.seat, welcomed.fill_in) == ("playing", 1, None)
    assert not play_now(server, "rummy", "Cal", seats=2)["joined"]  # that one is taken


def test_those_who_ask_at_the_same_moment_meet(server: Server) -> None:
    with ThreadPoolExecutor(8) as people:
        found = people.map(lambda n: play_now(server, "briscola", f"P{n}", seats=2), range(8))
        tables = Counter(each["table"] for each in found)
    assert sorted(tables.values()) == [2, 2, 2, 2]
    for table in tables:
        assert server.ask("GET", f"/api/tables/{table}")[1]["phase"] == "playing"


def test_bots_of_the_chosen_level_come_after_the_wait(server: Server) -> None:
    ann = play_now(server, "rummy", seats=3, wait=0, level="easy")
    with there(server, ann) as (connection, welcome):
        assert welcome.fill_in == 0
        seats = seats_until(connection, "playing").seats
        assert [seat.bot for seat in seats] == ["", "easy", "easy"]
        assert server.ask("GET", f"/api/tables/{ann['table']}")[1]["clock"] == 60


def test_who_wants_people_meets_those_who_want_them_too(server: Server) -> None:
    ann = play_now(server, "hearts", "Ann", wait=None)
    with there(server, ann) as (_, welcome):
        assert welcome.fill_in is None
        assert lines(server)[ann["table"]]["fill_in"] is None
        bea = play_now(server, "hearts", "Bea", wait=600)
        assert bea["table"] != ann["table"]
        assert play_now(server, "hearts", "Cal", wait=None)["table"] == ann["table"]
        assert play_now(server, "hearts", "Dan", wait=None)["table"] == ann["table"]
        # The last seat is for everybody: no bot can come any more.
        assert play_now(server, "hearts", "Eve", wait=600)["table"] == ann["table"]


def test_a_second_window_of_the_same_browser_gets_the_same_seat(server: Server) -> None:
    ann = play_now(server, "go_fish", "Ann")
    assert play_now(server, "go_fish", "Ann", secret=ann["secret"]) == ann
    assert play_now(server, "go_fish", "Ann", secret=ann["secret"], wait=None) == ann
    assert play_now(server, "go_fish", "Bea", secret="x" * 43)["joined"]


def test_strangers_with_the_same_name_meet(server: Server) -> None:
    ann = play_now(server, "scopa", "Ann", seats=2)
    other = play_now(server, "scopa", "ann", seats=2)
    assert other["table"] == ann["table"]
    _, info = server.ask("GET", f"/api/tables/{ann['table']}")
    assert [seat["name"] for seat in info["seats"]] == ["Ann", "ann 2"]
    assert (info["host"], info["public"], info["listed"]) == (None, True, True)


def test_one_tap_in_the_list_takes_the_last_seat(server: Server) -> None:
    ann = play_now(server, "scopa", "Ann", seats=2)
    bea = server.sit(ann["table"], "", "Ann")
    assert bea["seat"] == 1
    assert server.ask("GET", f"/api/tables/{ann['table']}")[1]["phase"] == "playing"


def test_the_first_who_leaves_strands_nobody(server: Server) -> None:
    ann, bea = (play_now(server, "liars_dice", name, seats=4) for name in ("Ann", "Bea"))
    assert leave(server, ann)[0] == 200
    with there(server, bea) as (connection, _):
        cal = play_now(server, "liars_dice", "Cal", seats=4)
        assert (cal["table"], cal["seat"]) == (bea["table"], 0)
        seats = connection.receive_a(protocol.Seats).seats
        assert [seat.name for seat in seats] == ["Cal", "Bea", "", ""]
    assert leave(server, cal)[0] == 200
    assert leave(server, bea)[1]["phase"] == "closed"  # the last one
    assert bea["table"] not in lines(server)


def test_nobody_rules_there(server: Server) -> None:
    ann, bea = (play_now(server, "sixty_six", name, seats=3) for name in ("Ann", "Bea"))
    table = f"/api/tables/{ann['table']}"
    for who, other in ((ann, bea), (bea, ann)):
        secret = who["secret"]
        assert leave(server, who, other["seat"])[0] == 403
        assert server.ask("DELETE", table, secret=secret)[0] == 403
        assert server.ask("POST", f"{table}/start", {"fill": "easy"}, secret)[0] == 403
        assert server.ask("POST", f"{table}/seats", {"bot": "easy"}, secret)[0] == 403
        status, refused = server.ask(
            "PATCH", f"{table}/seats/{other['seat']}", {"name": "X"}, secret
        )
        assert (status, refused["code"]) == (403, "not-your-seat")
    with there(server, ann) as (connection, _):
        connection.send(protocol.Say("a1", "Hello"))
        assert connection.receive_a(protocol.Refused).code == "no-chat"
        play_now(server, "sixty_six", "Cal", seats=3)
        connection.send(protocol.Pause("a2"))
        assert connection.receive_a(protocol.Refused).code == "not-at-this-table"
        assert server.ask("DELETE", table, secret=ann["secret"])[0] == 403


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        ({"game": "chess"}, "The games are: "),
        ({"seats": 99}, "The seats of scopa can be: "),
        ({"wait": -1}, "wait"),
        ({"wait": 601}, "wait"),
        ({"wait": "soon"}, "wait"),
        ({"level": "grand"}, "level"),
        ({"name": "  "}, "empty"),
        ({"name": "x" * 25}, "24"),
        ({"name": "x" * 500}, "name"),
        ({"listed": False}, "listed"),
    ],
)
def test_bad_wishes_get_a_sentence(server: Server, wanted: dict[str, Any], told: str) -> None:
    before = set(lines(server))
    body = {"game": "scopa", "name": "Ann", **wanted}
    status, refused = server.ask("POST", "/api/play-now", body)
    assert status == 400
    assert told in refused["text"]
    assert refused["text"].endswith(".")
    assert set(lines(server)) <= before


def test_a_restart_keeps_the_table_and_its_wait(tmp_path: Path) -> None:
    with serving(tmp_path, PATIENT) as server:
        ann = play_now(server, "scopa", "Ann", seats=3, wait=600)
        ended = play_now(server, "dice", "Ann", seats=3, wait=0)  # nobody has connected yet
        server.kill()
        server.start()
        with there(server, ann) as (connection, welcome):
            assert welcome.public
            assert welcome.fill_in is not None
            assert 0 < welcome.fill_in < 600
            bea = play_now(server, "scopa", "Bea")
            assert bea["table"] == ann["table"]
            assert play_now(server, "scopa", "Cal")["table"] == ann["table"]
            assert seats_until(connection, "playing").seats[2].name == "Cal"
        with there(server, ended) as (connection, _):
            assert seats_until(connection, "playing").seats[2].bot == "medium"


def test_too_many_wishes_from_one_address_have_to_wait(tmp_path: Path) -> None:
    limits = {**PATIENT, "tables_at_once": 2, "tables_a_minute": 0.001}
    with serving(tmp_path, limits) as server:
        play_now(server, "scopa", "Ann")
        play_now(server, "scopa", "Bea")
        status, refused = server.ask("POST", "/api/play-now", {"game": "scopa", "name": "Cal"})
        assert (status, refused["code"]) == (429, "too-fast")
        assert refused["retry_after"]
    with serving(tmp_path, {**PATIENT, "tables_by_address": 1}) as server:
        assert play_now(server, "rummy", "Ann", seats=2)
        assert play_now(server, "rummy", "Bea", seats=2)["joined"]  # it opens none


def test_a_public_match_that_all_have_left_is_not_listed(tmp_path: Path) -> None:
    with serving(tmp_path, PATIENT) as server:
        found = play_now(server, "scopa", seats=2, wait=0)
        with there(server, found) as (connection, welcome):
            if welcome.phase != "playing":
                seats_until(connection, "playing")
        opened = server.open_table("scopa", seats=2, listed=True)
        server.begin(opened["table"], opened["secret"], "bot")
        assert set(lines(server)) == {found["table"], opened["table"]}
        server.stop()
        with closing(sqlite3.connect(tmp_path / "tables.db")) as store, store:
            store.execute("UPDATE matches SET changed = changed - 900")
            store.execute("UPDATE progress SET active = active - 900")
        server.start()
        assert set(lines(server)) == {opened["table"]}  # that one is for friends, who come back
        with there(server, found) as (_, welcome):
            assert welcome.phase == "playing"  # it goes on for who has a seat
