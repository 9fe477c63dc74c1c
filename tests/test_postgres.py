"""The PostgreSQL of the tests: real, durable, and gone with those who started it."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

import postgres
from children import child
from postgres import Postgres
from server.border import wait_until

TESTS = Path(__file__).parent

STARTER = """
import signal
from postgres import Postgres
server = Postgres()
print(server.folder, server.port, flush=True)
signal.pause()
"""


def test_what_is_committed_outlives_a_crash_of_the_server(postgres_server: Postgres) -> None:
    name = postgres_server.create()
    postgres_server.ask(name, "CREATE TABLE t AS SELECT 'a|b' AS x, 1 AS y UNION SELECT 'c', 2")
    postgres_server.restart("immediate")
    assert sorted(postgres_server.ask(name, "SELECT * FROM t")) == [["a|b", "1"], ["c", "2"]]
    assert postgres_server.ask(name, "SHOW fsync") == [["on"]]


def test_a_database_is_made_like_another(postgres_server: Postgres) -> None:
    first = postgres_server.create()
    postgres_server.ask(first, "CREATE TABLE t (x int)")
    assert postgres_server.ask(postgres_server.create(first), "SELECT * FROM t") == []
    with pytest.raises(AssertionError, match='"t" does not exist'):
        postgres_server.ask(postgres_server.create(), "SELECT * FROM t")


def test_a_server_and_its_folder_go_when_the_starter_is_killed() -> None:
    command = [sys.executable, "-c", STARTER]
    environment = {**os.environ, "PYTHONPATH": str(TESTS)}
    with child(command, env=environment) as starter:
        assert starter.stdout is not None
        folder, port = starter.stdout.readline().split()
        assert postgres.in_use(int(port))
        starter.send_signal(signal.SIGKILL)
    wait_until(lambda: not postgres.in_use(int(port)) and not Path(folder).exists())


def test_the_wheel_serves_where_the_system_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "installed", lambda: None)
    monkeypatch.setattr(postgres, "install", lambda *packages: None)
    with postgres.postgres() as server:
        assert server.ask(server.create(), "SELECT 1") == [["1"]]
