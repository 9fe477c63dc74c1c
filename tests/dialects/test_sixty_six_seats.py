"""Seats of 66 that are taken over HTTP, and who can free them; and the pace of all that is said to
everybody.
"""

from __future__ import annotations

import asyncio
import threading
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from dialects.company import Company, answer, company, everything, failure, first_words
from dialects.guests import Guest, Message, at_last, message
from live import ROOMY, Connection, Server, serving
from server.inside import inside
from settebello.client import Connection as OwnClient
from settebello.store.sqlite import StoreFile
from settebello.table import protocol
from settebello.table.storage import StoredTable, StoreError

DIALECTS = ("/66", "/66/draft")
SHORT = {**ROOMY, "seat_hold_seconds": 0.5, "connections_by_seat": 2}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """It does not wait long for those who have taken a seat."""
    with serving(tmp_path_factory.mktemp("short"), SHORT) as running:
        yield running


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("patient")) as running:
        yield running


@pytest.fixture(params=DIALECTS)
def people(request: pytest.FixtureRequest, server: Server) -> Iterator[Company]:
    with company(server, request.param) as comers:
        yield comers


@pytest.fixture(params=DIALECTS)
def calm(request: pytest.FixtureRequest, patient: Server) -> Iterator[Company]:
    with company(patient, request.param) as comers:
        yield comers


def take(server: Server, game: int, name: str) -> dict[str, Any]:
    status, taken = server.ask("POST", f"/api/66/games/{game}/seats", {"name": name})
    assert status == 200, taken
    return dict(taken)


def comes(server: Server, taken: dict[str, Any]) -> Connection:
    return Connection(server, protocol.Hello(taken["table"], taken["secret"]))


def is_kept(client: Connection) -> bool:
    """Whether a client waits for its game, and has been told nothing: then it has nothing to say.

    When this returns, what happened to it before has been said to it.
    """
    client.send(protocol.Ack(1))
    told = client.receive()
    assert isinstance(told, protocol.Refused)
    assert told.code in ("not-playing", "not-found")  # it may have come too late
    return told.code == "not-playing"


def waits(server: Server, game: int, name: str) -> Connection:
    """A client that has taken a seat and waits."""
    return all_wait(server, game, name, 1)[1][0]


def all_wait(
    server: Server, game: int, name: str, count: int
) -> tuple[dict[str, Any], list[Connection]]:
    """A seat, and so many clients that wait there; again, if they were not in time."""
    for _ in range(20):
        taken = take(server, game, name)
        clients = [comes(server, taken) for _ in range(count)]
        if all(map(is_kept, clients)):
            return taken, clients
        for client in clients:
            client.close()
    raise AssertionError("Nobody is kept.")


def why_closed(client: Connection) -> tuple[int, str]:
    """The code and the reason with which the server ends a connection, after saying so."""
    refused = client.receive_a(protocol.Refused)
    with pytest.raises(ConnectionClosed) as closed:
        client.receive()
    frame = closed.value.rcvd
    assert frame is not None
    assert frame.reason == refused.code
    return frame.code, frame.reason


def receive_removed(guest: Guest, game: int, name: str) -> int:
    """The seat of somebody who is not in an open game any more."""
    while True:
        told = guest.receive()
        if told["type"] == "PlayerRemoved":
            assert told["gameId"] == game
            return int(told["playerIndex"])
        assert told == message("NewPlayer", gameId=game, name=name)


# Who does not come.


def test_a_seat_whose_holder_does_not_come_is_free_again(people: Company) -> None:
    ann, bea = people.comes("Ann"), people.comes("Bea")
    game = people.game_of(ann)
    taken = take(people.server, game, "Cal")
    removed = message("PlayerRemoved", gameId=game, playerIndex=1)
    for guest in (ann, bea):
        assert guest.receive() == message("NewPlayer", gameId=game, name="Cal")
        assert guest.receive() == removed
    assert first_words(people.comes())[1]["games"][0]["playerNames"] == ["Ann"]
    with comes(people.server, taken) as late:
        assert why_closed(late) == (1008, "not-found")
    assert failure(ann, "StartGame") == ""  # Ann is alone


def test_a_holder_who_waits_keeps_the_seat_and_is_welcome_when_the_game_begins(
    people: Company,
) -> None:
    ann = people.comes("Ann")
    game = people.game_of(ann)
    with waits(people.server, game, "Bea") as bea:
        take(people.server, game, "Cal")
        while (told := ann.receive())["type"] != "PlayerRemoved" or told["playerIndex"] != 2:
            pass  # Cal is removed, who came after Bea
        assert is_kept(bea)
        people.receive_everything()
        ann.send("StartGame")
        assert ann.receive() == message("GameStarted", gameId=game)
        welcome = bea.receive()
        assert isinstance(welcome, protocol.Welcome)
        assert (welcome.seat, welcome.phase) == (1, "playing")
        ann.ack()
        told = bea.receive_a(protocol.Told)
        assert told.notices[0]["event"] == "RoundStarted"
        assert ann.receive()["type"] in ("BoardInitialized", "FirstTwoCards")
    assert ann.receive()["type"] == "GameSuspended"


def test_a_holder_whose_connection_is_lost_has_the_same_time_again(people: Company) -> None:
    ann = people.comes("Ann")
    game = people.game_of(ann)
    waits(people.server, game, "Bea").close()
    assert receive_removed(ann, game, "Bea") == 1


def test_the_newest_connections_of_a_holder_are_kept(people: Company) -> None:
    ann = people.comes("Ann")
    game = people.game_of(ann)
    taken, (first, second) = all_wait(people.server, game, "Bea", 2)
    with first, second, comes(people.server, taken) as third:
        assert why_closed(first) == (1013, "too-many")
        assert is_kept(second)
        assert is_kept(third)
        ann.send("LeaveGame")
        assert why_closed(second) == why_closed(third) == (1008, "closed")


def test_a_secret_opens_only_its_own_game(calm: Company) -> None:
    ann, bea = calm.comes("Ann"), calm.comes("Bea")
    game, other = calm.game_of(ann), calm.game_of(bea)
    taken, others = take(calm.server, game, "Cal"), take(calm.server, other, "Dan")
    for secret in (others["secret"], ann.secret, None):
        with calm.server.connect(table=taken["table"], secret=secret) as client:
            assert why_closed(client) == (1008, "not-found")


def test_a_holder_who_sends_before_the_game_has_to_go(calm: Company) -> None:
    ann = calm.comes("Ann")
    with comes(calm.server, take(calm.server, calm.game_of(ann), "Bea")) as bea:
        for _ in range(5):
            assert is_kept(bea)
        bea.send(protocol.Ack(1))
        assert why_closed(bea) == (1008, "not-playing")


def test_our_own_client_waits_for_the_game_to_begin(calm: Company) -> None:
    ann = calm.comes("Ann")
    taken = take(calm.server, calm.game_of(ann), "Bea")
    own = OwnClient(calm.server.url, taken["table"], taken["secret"])
    with ThreadPoolExecutor(1) as aside, own:
        welcome = aside.submit(lambda: next(iter(own)))
        at_last(lambda: welcome.done() or b"connections 2.0" in metrics(calm.server))
        ann.receive_a("NewPlayer")
        ann.send("StartGame")
        assert isinstance(welcome.result(30), protocol.Welcome)


def test_a_game_that_begins_while_the_store_is_read_for_a_client_lets_it_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, begun = threading.Event(), threading.Event()
    with inside(tmp_path) as server, company(server) as people:
        ann = people.comes("Ann")
        taken = take(server, people.game_of(ann), "Bea")
        store = server.app.lobby.store
        load = store.load

        async def slowly(table: str, limit: int) -> StoredTable | None:
            found = await load(table, limit)
            asked.set()
            await asyncio.to_thread(begun.wait, 30)
            return found

        monkeypatch.setattr(store, "load", slowly)
        monkeypatch.setattr(server.app.lobby.loader, "_file", None)  # which is read at once
        with comes(server, taken) as bea:
            assert asked.wait(30)
            ann.send("StartGame")
            ann.receive_a("GameStarted")
            begun.set()
            assert bea.receive_a(protocol.Welcome).seat == 1


def metrics(server: Server) -> bytes:
    with urllib.request.urlopen(f"{server.url}/metrics", timeout=30) as page:
        return bytes(page.read())


def test_who_waits_goes_on_waiting_if_the_beginning_is_not_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*given: object) -> None:
        raise StoreError("The store cannot be written: the disk is full.")

    with inside(tmp_path) as server, company(server) as people:
        ann = people.comes("Ann")
        game = people.game_of(ann)
        with comes(server, take(server, game, "Bea")) as bea:
            assert is_kept(bea)
            people.receive_everything()
            with monkeypatch.context() as patch:
                patch.setattr(StoreFile, "append", fails)
                assert failure(ann, "StartGame") == ""
            assert is_kept(bea)
            ann.send("StartGame")
            assert ann.receive() == message("GameStarted", gameId=game)
            assert bea.receive_a(protocol.Welcome).seat == 1


# The creator frees seats.


def test_the_creator_removes_anybody_and_all_are_told(calm: Company) -> None:
    ann, bea, dan = calm.comes("Ann"), calm.comes("Bea"), calm.comes("Dan")
    game = calm.game_of(ann, bea)
    with comes(calm.server, take(calm.server, game, "Cal")) as cal:
        assert is_kept(cal)
        ann.send("AddBot")
        calm.receive_everything()

        def removes(index: int) -> None:
            removed = message("PlayerRemoved", gameId=game, playerIndex=index)
            assert answer(ann, "RemovePlayer", playerIndex=index) == removed
            assert everything(bea) == everything(dan) == [removed]

        removes(2)
        assert why_closed(cal) == (1008, "removed")
        removes(1)  # Bea
        removes(1)  # the bot, which has moved up
    assert first_words(calm.comes())[1]["games"][0]["playerNames"] == ["Ann"]
    assert failure(bea, "LeaveGame") == ""
    assert answer(bea, "CreateGame", playerSecret=bea.secret)["type"] == "JoinedGame"


def test_who_moves_up_after_a_removal_plays_in_the_new_seat(calm: Company) -> None:
    ann, bea, cal = calm.comes("Ann"), calm.comes("Bea"), calm.comes("Cal")
    game = calm.game_of(ann, bea, cal)
    with comes(calm.server, take(calm.server, game, "Dan")) as dan:
        assert is_kept(dan)
        ann.send("RemovePlayer", playerIndex=1)
        calm.receive_everything()
        ann.send("StartGame")
        assert dan.receive_a(protocol.Welcome).seat == 2
        assert ann.receive() == cal.receive() == message("GameStarted", gameId=game)
    suspended = cal.receive()
    assert (suspended["playerIndex"], suspended["suspendedGame"]["playerIndex"]) == (2, 1)


def test_nobody_else_removes_anybody_and_the_creator_not_themselves(calm: Company) -> None:
    ann, bea, stranger = calm.comes("Ann"), calm.comes("Bea"), calm.comes()
    assert failure(ann, "RemovePlayer", playerIndex=1) == ""
    calm.game_of(ann, bea)
    for index in (0, 2, 999, -1, 1000, "1", None):
        assert failure(ann, "RemovePlayer", playerIndex=index) == ""
    for other in (bea, stranger):
        assert failure(other, "RemovePlayer", playerIndex=1) == ""
    ann.send("StartGame")
    for guest in (ann, bea):
        guest.receive_a("GameStarted")
    assert failure(ann, "RemovePlayer", playerIndex=1) == ""
    assert not everything(bea)


def test_a_bot_that_comes_for_another_has_a_name_of_its_own(calm: Company) -> None:
    ann = calm.comes("Ann")
    game = calm.game_of(ann)
    for _ in range(2):
        answer(ann, "AddBot")
    answer(ann, "RemovePlayer", playerIndex=1)
    assert answer(ann, "AddBot") == message("NewPlayer", gameId=game, name="Bot 1")


# Names.


@pytest.mark.parametrize(
    ("name", "status", "code"),
    [
        ("", 400, "name-empty"),
        (" \t", 400, "name-empty"),
        ("Computer", 400, "name-computer"),
        ("x" * 25, 400, "name-long"),
        ("B\u202eea", 400, "name-strange"),
        (" aNN ", 409, "name-taken"),
    ],
)
def test_a_name_over_http_is_one_for_a_table(
    calm: Company, name: str, status: int, code: str
) -> None:
    ann = calm.comes("Ann")
    path = f"/api/66/games/{calm.game_of(ann)}/seats"
    answered, refused = calm.server.ask("POST", path, {"name": name})
    assert (answered, refused["code"]) == (status, code)
    assert not everything(ann)


@pytest.mark.parametrize(
    ("given", "name"),
    [("A\x1b[31mnn\x07", "A[31mnn"), ("\u202eAnn\u200b", "Ann"), ("An\nn", "Ann")],
)
def test_what_cannot_be_printed_is_not_in_a_name(calm: Company, given: str, name: str) -> None:
    bea, ann = calm.comes("Bea"), calm.comes()
    info = answer(ann, "RegisterPlayer", name=given)
    assert info["name"] == everything(bea)[0]["name"] == name
    renamed = answer(bea, "RenamePlayer", secret=bea.secret, name=f" {given}")
    assert renamed["name"] == everything(ann)[0]["name"] == name
    for empty in ("\u200b", " \x00 \n"):
        assert failure(bea, "RenamePlayer", secret=bea.secret, name=empty) == ""


# The pace.

SET_UP = 12  # messages that all are told of


def test_whatever_all_are_told_of_has_a_pace(tmp_path: Path) -> None:
    slow = {**ROOMY, "broadcasts_a_second": 1e-6, "broadcasts_at_once": SET_UP}
    with serving(tmp_path, slow) as server, company(server) as people:
        names = ("Ann", "Bea", "Cal", "Dan", "Eve", "Fay")
        ann, bea, cal, dan, eve, fay = [people.comes(name) for name in names]
        game = people.game_of(ann, bea)
        people.game_of(eve, fay)
        eve.send("StartGame")
        eve.receive_a("GameStarted")
        ann.send("AddBot")
        people.loses(dan)
        back, newcomer = people.comes(), people.comes()
        people.receive_everything()

        dans, cals = {"playerSecret": dan.secret}, {"playerSecret": cal.secret}
        too_fast: list[tuple[Guest, str, Message]] = [
            (ann, "RenamePlayer", {"secret": ann.secret, "name": "Anna"}),
            (ann, "AddBot", {}),
            (ann, "RemovePlayer", {"playerIndex": 1}),
            (ann, "LeaveGame", {}),
            (ann, "StartGame", {}),
            (bea, "LeaveGame", {}),
            (cal, "CreateGame", cals),
            (cal, "JoinGame", {"gameId": game, **cals}),
            (eve, "SuspendGame", {}),
            (back, "ListSuspendedGames", dans),
            (back, "RejoinGame", {"gameId": game, **dans}),
            (newcomer, "RegisterPlayer", {"name": "Gus"}),
        ]
        for guest, type, fields in too_fast:
            assert failure(guest, type, **fields) == ""
        everybody = (ann, bea, cal, eve, fay, back, newcomer)
        assert not any(everything(guest) for guest in everybody)
        assert answer(cal, "ListSuspendedGames", **cals) == message("SuspendedGames", games=[])

        online, opened = first_words(people.comes())
        assert sorted(online["nameById"].values()) == ["Ann", "Bea", "Cal", "Eve", "Fay"]
        assert [listed["playerNames"] for listed in opened["games"]] == [["Ann", "Bea", "Bot 1"]]

        path = f"/api/66/games/{game}/seats"
        for _ in range(SET_UP):
            assert server.ask("POST", path, {"name": "Computer"})[0] == 400
        status, refused = server.ask("POST", path, {"name": "Gus"})
        assert (status, refused["code"]) == (429, "too-fast")
        assert not any(everything(guest) for guest in everybody)
