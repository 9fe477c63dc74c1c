"""Tables that sleep on a real server: nobody who plays there notices it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from live import ROOMY, Server, serving
from server.border import metrics, wait_until
from server.inside import inside
from server.test_absence import Player, seated
from settebello.server import housekeeping, loader
from settebello.table.table import Table

SOON = {**ROOMY, "sleep_seconds": 0.02}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server"), SOON) as running:
        yield running


@pytest.fixture
def players() -> Iterator[ExitStack]:
    with ExitStack() as opened:
        yield opened


def sleeps(server: Server) -> None:
    """Return when all tables of the server sleep."""
    wait_until(lambda: metrics(server)["tables_asleep"] == metrics(server)["tables"])


def seen_by(player: Player) -> None:
    """Return when a player has been answered, and told of their own move."""
    missing = {"Answer", "Told"}
    while missing:
        missing.discard(player.until(lambda message: message["type"] in missing)["type"])


def turn(player: Player) -> dict[str, Any]:
    return player.until(lambda message: message.get("legal"))


def test_a_match_goes_on_after_each_sleep(server: Server, players: ExitStack) -> None:
    table, (first, second), (secret, _) = seated(players, server, listed=True)
    with ExitStack() as another:  # a second device, which is told the legal moves
        offered = Player(another, server, table, secret).welcome
    for number in range(4):
        sleeps(server)
        mover, other = ((first, second), (second, first))[number % 2]
        move = offered["legal"][0]["text"]
        request = {"type": "Move", "id": f"{number}", "after": offered["number"], "move": move}
        mover.send(request)
        seen_by(mover)
        offered = turn(other)
    sleeps(server)
    watcher = Player(players, server, table, None)
    assert watcher.welcome["view"]
    assert len(watcher.welcome["seats"]) == 2


def test_who_asks_something_else_is_answered(server: Server, players: ExitStack) -> None:
    _, both, _ = seated(players, server)
    first, second = sorted(both, key=lambda player: int(player.welcome["seat"]))
    sleeps(server)
    first.send({"type": "Say", "id": "s", "text": "Are you there?"})
    second.until(lambda message: message["type"] == "Said")
    sleeps(server)
    assert second.asked({"type": "Pause", "id": "p"})["type"] == "Answer"
    assert first.asked({"type": "Resume", "id": "r"})["type"] == "Answer"
    sleeps(server)
    second.socket.close()
    first.until(lambda message: message["type"] == "Seats" and here(message) == ["Ann"])


def here(message: dict[str, Any]) -> list[str]:
    return [seat["name"] for seat in message["seats"] if seat.get("present")]


def test_a_match_with_too_many_entries_stays_awake(
    tmp_path: Path, players: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loader, "MOST", 3)
    with inside(tmp_path, limits=SOON) as here:
        seated(players, here)
        ran = metrics(here)["housekeeping_timestamp_seconds.sleep"]
        wait_until(lambda: metrics(here)["housekeeping_timestamp_seconds.sleep"] > ran + 0.1)
        assert metrics(here)["tables_asleep"] == 0
        players.close()


def test_a_table_that_was_only_looked_at_sleeps_again_soon(
    tmp_path: Path, players: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(housekeeping, "SOONER", 100_000)
    with inside(tmp_path, limits={**ROOMY, "sleep_seconds": 3600.0}) as here:
        table, _, (secret, _) = seated(players, here)
        lobby = here.app.lobby
        hosted = lobby.in_memory(table)
        assert hosted is not None
        wait_until(lambda: hosted.may_sleep)
        assert metrics(here)["tables_asleep"] == 0
        first = lobby.loader.put_to_sleep(hosted)
        asyncio.run_coroutine_threadsafe(first, lobby._loop).result(30)
        sleeps(here)
        assert Player(players, here, table, secret).welcome["legal"]  # a second device
        sleeps(here)
        players.close()


def test_a_table_that_all_have_left_sleeps_soon(
    tmp_path: Path, players: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(housekeeping, "SOONER", 100_000)
    with inside(tmp_path, limits={**ROOMY, "sleep_seconds": 3600.0}) as here:
        table, (first, second), (secret, _) = seated(players, here)
        first.socket.close()
        second.until(lambda message: message["type"] == "Seats")
        ran = metrics(here)["housekeeping_timestamp_seconds.sleep"]
        wait_until(lambda: metrics(here)["housekeeping_timestamp_seconds.sleep"] > ran + 0.1)
        assert metrics(here)["tables_asleep"] == 0  # somebody is still there
        second.socket.close()
        sleeps(here)
        assert Player(players, here, table, secret).welcome["legal"]
        players.close()


def test_a_table_that_cannot_be_woken_is_given_up_and_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*arguments: Any) -> Table:
        raise RuntimeError("a slip")

    with inside(tmp_path, limits=SOON) as here, ExitStack() as players:
        table, (first, _), (secret, _) = seated(players, here)
        sleeps(here)
        with monkeypatch.context() as patch:
            patch.setattr(Table, "restored", fails)
            first.send({"type": "Pause", "id": "p"})
            refused = first.until(lambda message: message["type"] == "Refused")
            assert refused["code"] == "failed"
        again = Player(players, here, table, secret)
        assert again.welcome["to_act"] == [first.welcome["seat"]]
        players.close()
