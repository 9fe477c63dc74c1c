"""A server on a damaged store: one bad match never stops the others, and is in the log."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from helpers import play_random
from live import Server, serving
from server.border import wait_until
from settebello import Match
from settebello.record import write_record
from settebello.server.commands import import_files


def logged(server: Server, what: str) -> list[dict[str, Any]]:
    lines = map(json.loads, server.errors.read_text().splitlines())
    return [line for line in lines if line["what"] == what]


def match_at(file: Path, table: str) -> str:
    with closing(sqlite3.connect(file)) as database:
        (match,) = database.execute("SELECT match FROM matches WHERE place = ?", [table]).fetchone()
    return str(match)


@pytest.fixture(scope="module")
def damaged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, dict[str, Any]]]:
    """A server on a store in which most matches are damaged, each in another way."""
    folder = tmp_path_factory.mktemp("damaged")
    file, record = folder / "tables.db", folder / "past.json"
    write_record(play_random(Match("dice", 3, seed=5), 1).record(), record)
    import_files(f"sqlite:///{file}", [record] * 4, listed=True)
    with closing(sqlite3.connect(file)) as database:
        names = ("good", "unlisted", "unreadable", "gap")
        ids = [match for (match,) in database.execute("SELECT match FROM matches")]
        past = dict(zip(names, ids, strict=True))
    with serving(folder) as server:
        tables = {
            name: server.open_table("scopa", listed=True) for name in ("fine", "summary", "log")
        }
        server.kill()
        with closing(sqlite3.connect(file)) as database:
            for trigger in ("entries_never_change", "entries_stay"):
                database.execute(f"DROP TRIGGER {trigger}")
            for statement, given in (
                ("UPDATE matches SET summary = '{' WHERE match = ?", past["unlisted"]),
                ("UPDATE matches SET summary = '{' WHERE place = ?", tables["summary"]["table"]),
                (
                    "UPDATE entries SET body = '{' WHERE match = ? AND number = 9",
                    past["unreadable"],
                ),
                ("DELETE FROM entries WHERE match = ? AND number = 9", past["gap"]),
                (
                    "UPDATE entries SET body = '{' WHERE number = 2 AND match = "
                    "(SELECT match FROM matches WHERE place = ?)",
                    tables["log"]["table"],
                ),
            ):
                assert database.execute(statement, [given]).rowcount == 1
            database.commit()
        server.start()
        yield server, past | tables


def test_the_start_goes_on_and_says_what_is_damaged(damaged: Any) -> None:
    server, known = damaged
    wait_until(lambda: len(logged(server, "match is damaged")) == 2)
    said = {line["match"]: line["why"] for line in logged(server, "match is damaged")}
    file = server.folder / "tables.db"
    assert said == {
        match_at(file, known["summary"]["table"]): "Its summary cannot be read.",
        match_at(file, known["log"]["table"]): "Entry 2 of its log cannot be read.",
    }


def test_lists_leave_out_what_cannot_be_read(damaged: Any) -> None:
    server, known = damaged
    status, tables = server.ask("GET", "/api/tables")
    assert status == 200
    assert {line["table"] for line in tables} == {known["fine"]["table"], known["log"]["table"]}
    status, matches = server.ask("GET", "/api/matches")
    assert status == 200
    assert {line["match"] for line in matches} == {
        known[name] for name in ("good", "unreadable", "gap")
    }
    listed = {line["match"] for line in logged(server, "match cannot be listed")}
    assert repr(known["unlisted"]) in listed


@pytest.mark.parametrize("name", ["unreadable", "gap"])
@pytest.mark.parametrize("what", ["record", "steps"])
def test_a_match_that_cannot_be_read_is_the_servers_fault(
    damaged: Any, name: str, what: str
) -> None:
    server, known = damaged
    status, answer = server.ask("GET", f"/api/matches/{known[name]}/{what}")
    assert (status, answer["code"]) == (500, "failed")
    last = logged(server, "match cannot be read")[-1]
    assert last["match"] == known[name]
    assert "where" in last
    assert server.ask("GET", f"/api/matches/{known['good']}/{what}")[0] == 200


def test_a_table_that_cannot_be_read_says_so_and_the_others_go_on(damaged: Any) -> None:
    server, known = damaged
    bad, good = known["log"], known["fine"]
    status, answer = server.ask("GET", f"/api/tables/{bad['table']}", None, bad["secret"])
    assert (status, answer["code"]) == (500, "table-failed")
    (line, *_) = logged(server, "table cannot be rebuilt")
    assert line["match"] == match_at(server.folder / "tables.db", bad["table"])
    assert "where" in line
    assert server.ask("GET", f"/api/tables/{good['table']}", None, good["secret"])[0] == 200
    other = known["summary"]  # its log is good: who sits there can play on
    assert server.ask("GET", f"/api/tables/{other['table']}", None, other["secret"])[0] == 200
