"""Matches that end without an end: everybody has left them for good, or the host gives one up."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from dialects.guests import Guest, game_of
from live import ROOMY, Server, serving
from server.border import Neighbour, assert_calm, log_lines, metrics, wait_until
from server.test_commands import settebello
from settebello import Match
from settebello.store import sqlite as module
from settebello.store.sqlite import StoreFile
from settebello.table import protocol

OFTEN = {**ROOMY, "sweep_seconds": 0.1}


@contextmanager
def database(folder: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(folder / "tables.db", isolation_level=None)) as found:
        yield found


def age(folder: Path) -> None:
    """All that is in a store has happened long ago."""
    with database(folder) as found:
        found.execute("UPDATE matches SET changed = 1000")
        found.execute("UPDATE progress SET active = 1000")


def phases(folder: Path) -> dict[str, str]:
    """The phases of all matches, by their tables."""
    with database(folder) as found:
        return dict(found.execute("SELECT place, phase FROM matches"))


def begun(server: Server, **wanted: Any) -> tuple[str, str, str]:
    """A match in which a move was made, and nobody is there: its table, its id, a secret."""
    player = Neighbour(server, "scopa", **wanted)
    player.play()
    player.close()
    table, secret = player.opened["table"], player.opened["secret"]
    status, shown = server.ask("GET", f"/api/tables/{table}", None, secret)
    assert (status, shown["phase"]) == (200, "playing")
    return table, shown["match"], secret


def test_a_match_that_everybody_has_left_is_closed_and_its_record_says_so(tmp_path: Path) -> None:
    with serving(tmp_path, OFTEN) as server:
        table, match, secret = begun(server)
        assert server.ask("GET", f"/api/matches/{match}/record", None, secret)[0] == 409
        server.stop()
        age(tmp_path)
        server.start()
        wait_until(lambda: phases(tmp_path)[table] == "closed")
        wait_until(lambda: metrics(server)["tables_unfinished"] == 0)
        assert server.ask("GET", f"/api/tables/{table}", None, secret)[0] == 404
        status, record = server.ask("GET", f"/api/matches/{match}/record", None, secret)
        assert (status, record["closed"]) == (200, "abandoned")
        for other in (None, "nonsense"):
            assert server.ask("GET", f"/api/matches/{match}/record", None, other)[0] == 404
        (line,) = [line for line in log_lines(server) if line["what"] == "table closed"]
        assert (line["table"], line["match"], line["reason"]) == (table, match, "abandoned")
        assert_calm(server)
    replayed = Match.replay(record)
    assert replayed.record() == {name: record[name] for name in record if name != "closed"}
    assert not replayed.over


def test_the_record_of_a_closed_match_is_exported_imported_and_replayed(tmp_path: Path) -> None:
    with serving(tmp_path, OFTEN) as server:
        begun(server)
        server.open_table("dice")  # it never begins, and has no record
        server.stop()
        age(tmp_path)
        server.start()
        wait_until(lambda: set(phases(tmp_path).values()) == {"closed"})
        into = tmp_path / "out"
        code, printed, _ = settebello("export", "--store", server.store, into, home=tmp_path)
        assert (code, printed) == (0, f"Wrote 1 record to {into}; 0 were there already.")
    (file,) = into.iterdir()
    assert json.loads(file.read_text("utf-8"))["closed"] == "abandoned"
    elsewhere = f"sqlite:///{tmp_path / 'elsewhere.db'}"
    done = settebello("import", "--store", elsewhere, file, home=tmp_path)
    assert done == (0, "Imported 1 match.", "")
    again = tmp_path / "again"
    settebello("export", "--store", elsewhere, again, home=tmp_path)
    (copy,) = again.iterdir()
    assert copy.read_text("utf-8") == file.read_text("utf-8")
    _, printed, _ = settebello("replay", file, home=tmp_path)
    assert printed.endswith("to move.\nThe match was closed: abandoned.")


@pytest.mark.parametrize("word", ["", 3, None, "Two Words", "\x1b[2J", "x" * 41])
def test_a_record_is_closed_by_a_word(word: object) -> None:
    record = {**Match("dice", 3, seed=1).record(), "closed": word}
    with pytest.raises(ValueError, match="its 'closed' is not a word such as abandoned"):
        Match.replay(record)


@pytest.mark.parametrize("does", ["comes", "acknowledges"])
def test_who_comes_or_acknowledges_keeps_a_match(tmp_path: Path, does: str) -> None:
    with serving(tmp_path, OFTEN) as server:
        opened = server.open_table("scopa")
        server.begin(opened["table"], opened["secret"], fill="random")
        player = server.connect(table=opened["table"], secret=opened["secret"])
        number = player.receive_a(protocol.Welcome).number
        wait_until(lambda: last_active(tmp_path) > 1000)
        age(tmp_path)
        if does == "comes":
            with server.connect(table=opened["table"]) as other:
                other.socket.close()
            player.close()
            with server.connect(table=opened["table"], secret=opened["secret"]) as again:
                again.receive_a(protocol.Welcome)
        else:
            player.send(protocol.Ack(number))
        wait_until(lambda: last_active(tmp_path) > 1000)
        server.kill()
        with database(tmp_path) as found:
            found.execute("UPDATE matches SET changed = 1000")
        server.start()
        wait_until(lambda: "housekeeping_timestamp_seconds.close" in metrics(server))
        assert phases(tmp_path) == {opened["table"]: "playing"}


def last_active(folder: Path) -> float:
    with database(folder) as found:
        (active,) = found.execute("SELECT max(active) FROM progress").fetchone()
        return float(active or 0)


def test_what_a_store_of_version_2_has_counts_as_active_from_now_on(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "tables.db")) as old:
        old.executescript(
            f"PRAGMA application_id = {module.APPLICATION};"
            + "".join(module.MIGRATIONS[:2])
            + """
            PRAGMA user_version = 2;
            INSERT INTO matches (match, place, game, phase, listed, changed, summary) VALUES
                ('noted', 'a', 'dice', 'playing', 0, 1000.0, '{}'),
                ('new', 'b', 'dice', 'playing', 0, 1000.0, '{}'),
                ('over', 'c', 'dice', 'over', 0, 1000.0, '{}');
            INSERT INTO progress VALUES ('noted', '{"number":7}');
            """
        )
    with closing(StoreFile.open(f"sqlite:///{tmp_path / 'tables.db'}")) as store:
        assert store.idle(since=2000.0) == []
        assert {header.match for header in store.idle(since=1e12)} == {"noted", "new"}
        assert store.progress("noted") == '{"number":7}'
        assert store.progress("over") is None
        store.append([], progress=[("noted", "{}")])
        age(tmp_path)
        assert {header.match for header in store.idle(since=2000.0)} == {"noted", "new"}


def test_a_game_of_66_that_everybody_has_left_leaves_its_list(tmp_path: Path) -> None:
    with serving(tmp_path, OFTEN) as server:
        guests = [Guest(server, name) for name in ("Ann", "Bea")]
        number = game_of(guests, "StartGame")
        for guest in guests:
            guest.close()
        server.stop()
        age(tmp_path)
        server.start()
        wait_until(lambda: set(phases(tmp_path).values()) == {"closed"})
        again = Guest(server)
        again.send("ListSuspendedGames", playerSecret=guests[0].secret)
        assert again.receive_a("SuspendedGames")["games"] == []
        again.send("RejoinGame", playerSecret=guests[0].secret, gameId=number)
        assert again.receive_a("Failure")["command"] == "RejoinGame"
        again.close()
        assert_calm(server)


# The host gives up.


def test_the_host_can_give_up_a_match_and_everybody_is_told(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        opened = server.open_table("scopa", "Ann", seats=2)
        table, host = opened["table"], opened["secret"]
        guest = server.sit(table, opened["invite"], "Bea")["secret"]
        server.begin(table, host)
        path = f"/api/tables/{table}"
        with (
            server.connect(table=table, secret=host) as ann,
            server.connect(table=table, secret=guest) as bea,
            server.connect(table=table, secret=opened["invite"]) as watcher,
        ):
            welcomes = [each.receive_a(protocol.Welcome) for each in (ann, bea, watcher)]
            for secret in (guest, opened["invite"]):
                status, refused = server.ask("DELETE", path, None, secret)
                assert (status, refused["code"]) == (403, "not-allowed")
            status, shown = server.ask("DELETE", path, None, host)
            assert (status, shown["phase"]) == (200, "closed")
            for each in (ann, bea, watcher):
                while each.receive_a(protocol.Seats).phase != "closed":
                    pass
            ann.send(protocol.Ack(welcomes[0].number))
            bea.send(protocol.Ack(welcomes[1].number))
            bea.send(protocol.Move("1", welcomes[1].number, "nonsense"))
            assert bea.receive_a(protocol.Refused).code == "closed"
        assert server.ask("DELETE", path, None, host)[0] == 404
        assert metrics(server)["tables_unfinished"] == 0
        match = shown["match"]
        for secret in (host, guest, opened["invite"]):
            status, record = server.ask("GET", f"/api/matches/{match}/record", None, secret)
            assert (status, record["closed"]) == (200, "given-up")
        server.kill()
        server.start()
        assert server.ask("GET", path, None, host)[0] == 404
        assert_calm(server)


def test_a_match_that_is_over_or_of_66_is_not_given_up(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        player = Neighbour(server, "dice")
        while player._told.to_act:
            player.play()
        path = f"/api/tables/{player.opened['table']}"
        status, refused = server.ask("DELETE", path, None, player.opened["secret"])
        assert (status, refused["code"]) == (409, "over")
        player.close()
        guests = [Guest(server, name) for name in ("Ann", "Bea")]
        game_of(guests, "StartGame")
        (table,) = {table for table, phase in phases(tmp_path).items() if phase == "playing"}
        status, refused = server.ask("DELETE", f"/api/tables/{table}", None, guests[0].secret)
        assert (status, refused["code"]) == (409, "not-at-this-table")
        for guest in guests:
            guest.close()


# Tables of one address.


def test_an_address_has_only_so_many_tables_that_are_not_over(tmp_path: Path) -> None:
    with serving(tmp_path, {**ROOMY, "tables_by_address": 2}) as server:
        first, _ = server.open_table("dice"), server.open_table("dice")
        wanted = {"game": "dice", "name": "Cal"}
        printed = {"en": "2 tables from your address", "it": "2 tavoli dal tuo indirizzo"}
        for language, words in printed.items():
            headers = {"Accept-Language": language}
            status, refused = server.ask("POST", "/api/tables", wanted, headers=headers)
            assert (status, refused["code"]) == (503, "too-many")
            assert refused["text"].startswith(words)
        guests = [Guest(server, name) for name in ("Ann", "Bea")]
        ann, bea = guests
        ann.send("CreateGame", playerSecret=ann.secret)
        number = ann.receive_a("JoinedGame")["gameId"]
        bea.send("JoinGame", gameId=number, playerSecret=bea.secret)
        bea.receive_a("JoinedGame")
        ann.send("StartGame")
        assert ann.receive_a("Failure")["message"].startswith(printed["en"])
        for guest in guests:
            guest.close()
        path = f"/api/tables/{first['table']}"
        assert server.ask("DELETE", path, None, first["secret"])[0] == 200
        server.open_table("dice")
        assert server.ask("POST", "/api/tables", wanted)[0] == 503
