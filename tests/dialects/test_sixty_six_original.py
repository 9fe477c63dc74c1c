"""Clients that acknowledge only what those of the online game do: their games always go on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from dialects.sixty_six_walk import DIALECTS, Walk, walking, whole_walk
from live import Server, serving


@pytest.mark.parametrize("path", DIALECTS)
def test_a_whole_game_with_all_interruptions(tmp_path: Path, path: str) -> None:
    with serving(tmp_path) as server, walking(server, path) as walk:
        whole_walk(walk)
        assert server.stop() == 0


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("original")) as running:
        yield running


@pytest.fixture(params=DIALECTS)
def walk(request: pytest.FixtureRequest, server: Server) -> Iterator[Walk]:
    """A game in which the first turn has begun."""
    with walking(server, request.param) as begun:
        begun.come_together()
        begun.start()
        begun.goes_on()
        yield begun


def comes_to_a_move(walk: Walk) -> None:
    """All show what they are told, in any order, until nothing is told any more; then the one who
    was to move still is.
    """
    received = 1
    while received:
        received = 0
        for player in walk.players * 2:
            received += len(player.receive_all())
            player.shown()
    walk.move()


def test_an_ack_of_a_return_that_comes_late_holds_nothing_up(walk: Walk) -> None:
    walk.leaves(0)
    walk.leaves(1, gone=[0])
    walk.rejoins(0, last=False)  # the page of Ann takes its time
    walk.rejoins(1, last=True)
    walk.nobody_receives_more()
    walk.players[0].send("Ack")  # it was for their own return, and Bea is the one who counts now
    walk.nobody_receives_more()
    walk.resumes(1)
    walk.is_told_again()


def test_an_ack_of_a_return_that_comes_later_than_the_board_holds_nothing_up(walk: Walk) -> None:
    walk.leaves(0)
    walk.leaves(1, gone=[0])
    walk.rejoins(0, last=False)
    walk.rejoins(1, last=True)
    walk.players[1].shown()
    told = walk.next_told()
    assert {sent["type"] for sent in told.values()} == {"BoardInitialized"}
    walk.players[0].send("Ack")  # of their own return; then comes that of the board
    comes_to_a_move(walk)


def test_surplus_acks_of_the_last_return_do_no_harm(walk: Walk) -> None:
    """A client that follows the description to the letter may acknowledge every PlayerRejoined."""
    for index in (2, 0, 1):
        walk.leaves(index)
        walk.rejoins(index, last=True)
        for player in walk.players:
            player.shown() if player.index == index else player.send("Ack")
        comes_to_a_move(walk)


@pytest.mark.parametrize("lost", [False, True])
@pytest.mark.parametrize("board_shown", [False, True])
@pytest.mark.parametrize("again", [0, 1])
def test_who_leaves_while_a_game_is_resumed_is_waited_for_alone(
    walk: Walk, again: int, board_shown: bool, lost: bool
) -> None:
    """Ann has come back, and then Ann or Bea leaves before all have acknowledged."""
    walk.leaves(0)
    walk.rejoins(0, last=True)
    if board_shown:
        walk.players[0].shown()
        assert len(walk.next_told()) == 3
        walk.players[2].shown()
    if lost:
        walk.loses(again, gone=[again])
        walk.returns(again, [again], [other for other in walk.all if other.index != again])
    else:
        walk.leaves(again, gone=[again])
    walk.rejoins(again, last=True)
    walk.resumes(again)
    walk.is_told_again()


def test_a_game_that_is_suspended_as_it_starts_begins_with_the_one_who_returns(
    server: Server,
) -> None:
    with walking(server, DIALECTS[0]) as walk:
        walk.come_together()
        walk.players[0].send("StartGame")
        walk.all_receive("GameStarted", walk.players, gameId=walk.game)
        walk.all_receive("GameDeleted", [walk.dan], gameId=walk.game)
        walk.players[0].shown()
        walk.loses(2)
        walk.returns(2, [2], [walk.dan, *walk.players[:2]])
        walk.rejoins(2, last=True)
        walk.resumes(2)
        walk.goes_on()
        walk.move()


def test_a_page_from_elsewhere_is_let_in_if_the_server_was_told_of_it(tmp_path: Path) -> None:
    page = "https://66.example"
    with serving(tmp_path, options=["--origin", page]) as server:
        address = server.url.replace("http", "ws", 1)
        for path in DIALECTS:
            with connect(f"{address}{path}", origin=Origin(page)) as socket:
                assert "OnlinePlayers" in str(socket.recv(timeout=30))
            for other in ("https://other.example", "http://66.example", f"{page}:8443"):
                with pytest.raises(InvalidStatus) as refused:
                    connect(f"{address}{path}", origin=Origin(other))
                assert refused.value.response.status_code == 403
