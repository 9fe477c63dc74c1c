"""Housekeeping goes on whatever happens, and the server says when it is not of use."""

from __future__ import annotations

import asyncio
import json
import resource
import sqlite3
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from live import ROOMY, Server, serving
from server.border import fetch, log_lines, metrics, wait_until
from settebello.games import dice
from settebello.server.lobby import Lobby
from settebello.server.metrics import Metrics
from settebello.server.settings import Settings
from settebello.store.interfaces import Lease
from settebello.store.sqlite import StoreFile
from settebello.store.sqlite_store import SqliteStore
from settebello.store.writer import Writer
from settebello.table.entries import OpenEntry, encode_entry
from settebello.table.storage import EntryRow, MatchHeader
from settebello.table.table import Table

LONG_AGO = 1_000.0  # seconds since 1970
OFTEN = {**ROOMY, "sweep_seconds": 0.1}
only_linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux can limit another")


def written(folder: Path, match: str, game: str = "dice", entries: bool = True) -> None:
    """Put a table into the store of a folder that was opened long ago and never began."""
    with closing(StoreFile.open(f"sqlite:///{folder / 'tables.db'}")) as store:
        opened = encode_entry(OpenEntry(f"table {match}", game, 1, 3))
        summary = '{"players": ["", "", ""]}'
        header = MatchHeader(match, f"table {match}", game, "open", False, LONG_AGO, summary)
        store.append([EntryRow(match, 1, opened)] if entries else [], [header])


@contextmanager
def database(server: Server) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(server.folder / "tables.db", isolation_level=None)) as found:
        yield found


def phase(server: Server, match: str) -> str:
    with database(server) as found:
        rows = found.execute("SELECT phase FROM matches WHERE match = ?", (match,))
        return str(rows.fetchone()[0])


def runs_on(server: Server, task: str) -> None:
    """Return when a task has run once more."""
    name = f"housekeeping_timestamp_seconds.{task}"
    before = metrics(server).get(name, 0)
    wait_until(lambda: metrics(server).get(name, 0) > before)


def ready(server: Server) -> tuple[int, list[str]]:
    status, answer = server.ask("GET", "/readyz")
    assert answer["ready"] is (status == 200)
    assert set(answer["checks"]) == {"commit", "writer", "housekeeping", "disk"}
    for check, state in answer["checks"].items():
        assert (state == "ok") is (check not in answer["failing"])
        assert state == "ok" or state.endswith(".")
    return status, answer["failing"]


def test_a_table_of_a_game_that_is_gone_does_not_end_housekeeping(tmp_path: Path) -> None:
    written(tmp_path, "gone", "a game that nobody has")
    written(tmp_path, "well")
    with serving(tmp_path, OFTEN) as server:
        wait_until(lambda: phase(server, "well") == phase(server, "gone") == "closed")
        for task in ("note", "probe", "close"):
            runs_on(server, task)
        assert metrics(server)["tables_unfinished"] == 0
        assert ready(server) == (200, [])


def test_a_table_that_makes_trouble_is_logged_and_stops_no_other(tmp_path: Path) -> None:
    written(tmp_path, "first")
    written(tmp_path, "damaged", entries=False)
    written(tmp_path, "last")
    with serving(tmp_path, OFTEN) as server:
        wait_until(lambda: phase(server, "first") == phase(server, "last") == "closed")
        runs_on(server, "close")
        assert phase(server, "damaged") == "open"
        failures = [line for line in log_lines(server) if line["what"] == "housekeeping failed"]
        assert {(line["task"], line["match"]) for line in failures} == {("close", "damaged")}
        assert failures[0]["why"] == "The log of match damaged lacks entry 1."
        assert metrics(server)["housekeeping_failures_total.close"] >= 1
        assert ready(server) == (200, [])


def test_a_task_that_fails_is_tried_again_and_readiness_says_so_meanwhile(tmp_path: Path) -> None:
    with serving(tmp_path, {**OFTEN, "stalled_seconds": 0.1}) as server:
        wait_until(lambda: ready(server) == (200, []))
        with database(server) as found:
            found.execute("ALTER TABLE matches RENAME TO elsewhere")
            wait_until(lambda: ready(server) == (503, ["housekeeping"]))
            runs_on(server, "note")  # the other tasks go on
            found.execute("ALTER TABLE elsewhere RENAME TO matches")
        wait_until(lambda: ready(server) == (200, []))


@only_linux
def test_a_store_that_fails_is_not_ready_until_it_is_well_again(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        server.open_table("dice")
        wait_until(lambda: ready(server) == (200, []))
        size = (server.folder / "tables.db-wal").stat().st_size
        hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, hard))
        status, refused = server.ask("POST", "/api/tables", {"game": "dice", "name": "Ann"})
        assert (status, refused["code"]) == (503, "not-stored")
        assert ready(server) == (503, ["commit"])
        runs_on(server, "probe")
        runs_on(server, "probe")  # by now the store was probed, and has failed again
        assert ready(server) == (503, ["commit"])
        assert fetch(server, "/healthz") == "ok\n"
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (hard, hard))
        wait_until(lambda: ready(server) == (200, []))  # by itself: nobody plays


def test_a_disk_that_is_nearly_full_is_not_ready(tmp_path: Path) -> None:
    with serving(tmp_path, {**ROOMY, "disk_reserve": 10**18}) as server:
        runs_on(server, "disk")
        status, answer = server.ask("GET", "/readyz")
        assert (status, answer["failing"]) == (503, ["disk"])
        assert "bytes free; 1,000,000,000,000,000,000 are wanted" in answer["checks"]["disk"]
        assert 0 < metrics(server)["disk_free_bytes"] < 10**18


def test_readiness_is_told_however_much_one_has_asked(tmp_path: Path) -> None:
    with serving(tmp_path, {**ROOMY, "requests_a_second": 0.001, "requests_at_once": 1}) as server:
        assert server.ask("GET", "/api/games")[0] == 200
        assert server.ask("GET", "/api/games")[0] == 429
        wait_until(lambda: ready(server) == (200, []))


def checks_of(store: StoreFile, during: Any, settings: Settings) -> dict[str, str]:
    """What a lobby in this process says of itself at a moment."""

    async def run() -> dict[str, str]:
        ledger = Writer(store, asyncio.get_running_loop())
        lobby = Lobby(SqliteStore(store), ledger, settings, Metrics())
        try:
            return dict(await during(lobby))
        finally:
            lobby.housekeeping.stop()

    return asyncio.run(run())


def test_a_writer_that_hangs_or_has_ended_is_not_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def hanging(*rows: object) -> None:
        begun.set()
        go_on.wait(30)

    async def during(lobby: Lobby) -> dict[str, str]:
        lobby.save_player(("secret", "id", "Ann"), lambda error: None)  # type: ignore[arg-type]
        while not begun.is_set():
            await asyncio.sleep(0)
        deadline = time.monotonic() + 30
        while lobby.housekeeping.readiness()["writer"] == "ok":
            assert time.monotonic() < deadline
            await asyncio.sleep(0)
        hung = lobby.housekeeping.readiness()["writer"]
        go_on.set()
        await lobby.stop()
        return {"hung": hung, "ended": lobby.housekeeping.readiness()["writer"]}

    with closing(StoreFile(tmp_path / "tables.db")) as store:
        monkeypatch.setattr(store, "append", hanging)
        found = checks_of(store, during, Settings(stalled_seconds=0.01))
    assert found["hung"].startswith("The store has been writing for ")
    assert found["ended"] == "The part that writes to the store has ended."


def test_the_operators_page_has_an_answer_of_readiness() -> None:
    page = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text("utf-8")
    example = page.partition("```json\n")[2].partition("```")[0]
    assert set(json.loads(example)["checks"]) == {"commit", "writer", "housekeeping", "disk"}


def test_a_node_that_is_drained_notes_what_was_acknowledged(tmp_path: Path) -> None:
    async def run() -> list[str]:
        noted: list[str] = []
        ledger = Writer(file, asyncio.get_running_loop())
        ledger.lease = Lease(3600.0)  # as if it were one of several nodes
        ledger.note = lambda match, body: noted.append(match)  # type: ignore[method-assign]
        lobby = Lobby(SqliteStore(file), ledger, Settings(), Metrics())
        opened = OpenEntry("", "dice", dice.VERSION, 3)
        hosted, *_ = await lobby.open(opened, "Ann")
        lobby.dispatch(hosted, Table.tick)
        await lobby.drain()
        await lobby.stop()
        return [match for match in noted if match == hosted.table.match_id]

    with closing(StoreFile(tmp_path / "tables.db")) as file:
        assert asyncio.run(run()) != []
