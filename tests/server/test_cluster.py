"""Nodes that share one PostgreSQL lose nothing and do nothing twice, whatever happens to them.

These are short forms of the drills; `make drill` has the long ones.
"""

from __future__ import annotations

import os
import pty
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from children import child
from dialects.guests import Guest
from live import is_open
from postgres import Postgres
from server import zombies
from server.border import PATIENCE, wait_until
from server.cluster import Cluster, Node, cluster
from server.cluster_drill import (
    apart,
    drain,
    drill,
    in_turn,
    kill,
    lose,
    pause,
    reset,
    restart_database,
)
from settebello.store.interfaces import LOBBY
from settebello.table import protocol

PROGRAM = str(Path(__file__).parents[2] / "tools" / "cluster.py")


@pytest.fixture(scope="module")
def nodes(
    postgres_server: Postgres, migrated: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Cluster]:
    folder = tmp_path_factory.mktemp("cluster")
    with cluster(folder, postgres_server, migrated, proxied=True) as started:
        yield started


def test_nodes_that_are_killed_or_asked_to_stop_lose_nothing(nodes: Cluster) -> None:
    done = drill(nodes, in_turn(kill, kill, drain), 6, seed=1, tables=2)
    assert done.matches >= 2
    assert done.waits  # tables have gone on elsewhere


def test_trouble_with_the_database_loses_nothing(nodes: Cluster) -> None:
    answer, request = lose("answer"), lose("request")
    troubles = (
        *(answer, request, answer, reset),
        *(apart("down", seconds=[0.5]), apart("up", seconds=[0.5])),
        *(restart_database("fast"), restart_database("immediate")),
    )
    before = stored(nodes)
    done = drill(nodes, in_turn(*troubles), len(troubles), seed=2, tables=2)
    assert done.matches >= 2
    assert stored(nodes) - before >= 2  # and so resolved: the tables have gone on


def test_a_pause_of_three_seconds_fences_nobody(nodes: Cluster) -> None:
    drill(nodes, pause, 1, seed=3, tables=2)


def test_a_node_that_was_thought_dead_tells_nobody_anything(nodes: Cluster) -> None:
    zombies.awake(nodes, random.Random(4))


# Strangers meet, wherever they ask.


def test_strangers_at_two_nodes_meet_and_go_on_when_one_is_gone(nodes: Cluster) -> None:
    def play_now(node: Node, name: str) -> dict[str, Any]:
        wanted = {"game": "hearts", "name": name, "wait": None}
        status, found = node.ask("POST", "/api/play-now", wanted)
        assert status == 200, found
        return dict(found)

    with ThreadPoolExecutor(2) as people:
        found = list(people.map(play_now, nodes.nodes[:2], ("Ann", "Bea")))
    assert len({each["table"] for each in found}) == 1
    owner = nodes.owner("play now hearts")
    assert owner is not None
    assert nodes.owner(found[0]["table"]) is owner
    owner.kill()
    elsewhere = next(node for node in nodes.nodes if node is not owner)
    with elsewhere.connect(table=found[0]["table"], secret=found[0]["secret"]) as back:
        assert back.receive_a(protocol.Welcome).public
        cal = play_now(elsewhere, "Cal")
        assert (cal["table"], cal["joined"]) == (found[0]["table"], True)
    owner.spawn()
    owner.wait_until_ready()


# The lobby of 66 is one place.


def test_the_lobby_of_66_is_one_for_all_nodes_and_goes_on_elsewhere(nodes: Cluster) -> None:
    first, second, third = nodes.nodes
    ann, bea = Guest(first, "Ann"), Guest(second, "Bea")
    ann.send("CreateGame", playerSecret=ann.secret)
    number = ann.receive_a("JoinedGame")["gameId"]
    status, games = third.ask("GET", "/api/66/games")
    assert (status, [game["number"] for game in games]) == (200, [number])
    bea.send("JoinGame", gameId=number, playerSecret=bea.secret)
    bea.receive_a("JoinedGame")
    seat = third.ask("POST", f"/api/66/games/{number}/seats", {"name": "Cal"})[1]
    # Cal waits with a client of our own protocol, at a node that has neither table nor lobby.
    with third.connect(table=seat["table"], secret=seat["secret"]) as cal:
        ann.send("StartGame")
        for guest in (ann, bea):
            guest.receive_a("GameStarted")
        assert cal.receive_a(protocol.Welcome).seat == 2
    owner = nodes.owner(LOBBY)
    assert owner is not None
    assert nodes.owner(seat["table"]) is owner
    owner.kill()
    for guest in (ann, bea):
        guest.close()
    elsewhere = next(node for node in nodes.nodes if node is not owner)
    back = Guest(elsewhere)
    back.send("ListSuspendedGames", playerSecret=ann.secret)
    suspended = back.receive_a("SuspendedGames")["games"]
    assert [game["gameId"] for game in suspended] == [number]
    back.send("RejoinGame", gameId=number, playerSecret=ann.secret)
    assert back.receive_a("PlayerRejoined")["playerIndex"] == 0
    assert nodes.owner(LOBBY) is nodes.owner(seat["table"])
    back.close()
    owner.spawn()
    owner.wait_until_ready()


def stored(nodes: Cluster) -> int:
    """How many answers to what was stored have been lost."""
    return sum(node.proxy.stored for node in nodes.nodes if node.proxy is not None)


# `make cluster`.


def test_make_cluster_starts_nodes_and_a_key_kills_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    ours, theirs = pty.openpty()
    with child([sys.executable, PROGRAM], stdin=theirs) as program:
        assert program.stdout is not None
        shown = iter(program.stdout.readline, "")
        urls = [url_of(shown) for _ in range(3)]
        assert all(is_open(url) for url in urls)
        os.write(ours, b"2")  # though it has not asked for keys yet
        until("Keys: ", shown)
        assert "killed" in until(urls[1], shown)
        assert not is_open(urls[1])
        os.write(ours, b"\nq")
        assert "killed" in until(urls[1], shown)
        assert program.wait(PATIENCE) == 0
    assert not any(is_open(url) for url in urls)
    os.close(ours)
    os.close(theirs)


def test_make_cluster_needs_no_terminal_and_ends_at_a_signal() -> None:
    with child([sys.executable, PROGRAM], stdin=subprocess.DEVNULL) as program:
        assert program.stdout is not None
        shown = iter(program.stdout.readline, "")
        urls = [url_of(shown) for _ in range(3)]
        until("SIGTERM", shown)
        program.send_signal(signal.SIGTERM)
        assert program.wait(PATIENCE) == 0
    assert not any(is_open(url) for url in urls)


def until(word: str, shown: Iterator[str]) -> str:
    """The next line with this in it."""
    return next(line for line in shown if word in line)


def url_of(shown: Iterator[str]) -> str:
    return until("http://", shown).split()[1]


def test_a_review_is_made_by_one_node_and_shown_by_all(nodes: Cluster) -> None:
    one, other = nodes.nodes[:2]
    opened = one.open_table("dice", options={"turns": 3})
    table, secret = opened["table"], opened["secret"]
    one.begin(table, secret, fill="random")
    with one.connect(table=table, secret=secret) as player:
        while True:
            told = player.receive_a((protocol.Welcome, protocol.Told))
            if told.legal:
                player.send(protocol.Move(f"m{told.number}", told.number, told.legal[0].text))
            elif told.to_act:
                player.send(protocol.Ack(told.number))
            else:
                match = other.ask("GET", f"/api/tables/{table}", secret=secret)[1]["match"]
                break
    path = f"/api/matches/{match}/review"
    for node in (one, other, other):
        status, answer = node.ask("POST", path, {"seat": 0}, secret)
        assert status == 200, answer
        assert answer["state"] in ("working", "done")
    answers: list[Any] = []

    def is_made() -> bool:
        status, answer = other.ask("GET", f"{path}?seat=0", secret=secret)
        assert status in (200, 429), answer  # it is asked more often than it answers
        answers.append(answer)
        return status == 200 and answer["state"] != "working"

    wait_until(is_made)
    answer = answers[-1]
    assert answer["state"] == "done"
    assert one.ask("GET", f"{path}?seat=0", secret=secret)[1] == answer
