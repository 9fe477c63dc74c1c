"""A node that is asked for another node's table passes everything on, by one hop."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.sync.server import ServerConnection, serve

from live import Connection
from server.border import PATIENCE, metrics, wait_until
from server.inside import SECRET, Inside, node
from settebello.server import relay
from settebello.server.hops import CLIENT, HOP
from settebello.store.interfaces import Elsewhere
from settebello.table import protocol
from settebello.table.storage import StoreError

HEADERS = {HOP: SECRET, CLIENT: "203.0.113.9"}


class Pair(NamedTuple):
    """Two nodes; the first one is told that some tables are at other addresses."""

    near: Inside
    far: Inside
    hidden: Inside  # the second one, as nodes reach it
    elsewhere: dict[str, str]


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory, either_path: None) -> Iterator[Pair]:
    folder = tmp_path_factory.mktemp("nodes")
    with node(folder / "near") as (near, _), node(folder / "far") as (far, hidden):
        elsewhere: dict[str, str] = {}
        send_away(near, elsewhere)
        yield Pair(near, far, hidden, elsewhere)


def send_away(near: Inside, elsewhere: dict[str, str]) -> None:
    """Have a server believe that some tables belong to nodes at these addresses."""
    lobby = near.app.lobby
    enter = lobby.enter

    async def entering(table: str, secret: str | None) -> Any:
        if table in elsewhere:
            raise Elsewhere(elsewhere[table], 1)
        return await enter(table, secret)

    lobby.enter = entering  # type: ignore[method-assign,assignment]


def address_of(server: Inside) -> str:
    return server.url.removeprefix("http://")


@pytest.fixture
def opened(pair: Pair) -> dict[str, Any]:
    """A table of the second node, which the first one knows to be there."""
    opened = pair.far.open_table("scopa")
    pair.elsewhere[opened["table"]] = address_of(pair.hidden)
    return opened


def hello(opened: dict[str, Any]) -> dict[str, Any]:
    return {"table": opened["table"], "secret": opened["secret"], "language": "en"}


# Clients.


def test_a_table_of_another_node_is_played_as_if_it_were_here(
    pair: Pair, opened: dict[str, Any]
) -> None:
    near, table, secret = pair.near, opened["table"], opened["secret"]
    assert near.ask("GET", f"/api/tables/{table}", secret=secret)[1]["phase"] == "open"
    near.begin(table, secret, fill="random")
    with near.connect(**hello(opened)) as player:
        told = player.receive_a(protocol.Welcome)
        for number in range(3):
            while not told.legal:
                player.send(protocol.Ack(told.number))
                told = player.receive_a(protocol.Told)
            player.send(protocol.Move(str(number), told.number, told.legal[0].text))
            assert player.receive_a((protocol.Answer, protocol.Refused)).id == str(number)
            told = player.receive_a(protocol.Told)
        player.send(protocol.Move("wrong", told.number, "nonsense"))
        assert player.receive_a(protocol.Refused).id == "wrong"
    status, refused = near.ask("DELETE", f"/api/tables/{table}", secret="another")
    assert (status, refused["code"]) == (404, "not-found")
    wait_until(lambda: metrics(near)["relays"] == 0)


def test_close_codes_and_reasons_are_passed_on(pair: Pair, opened: dict[str, Any]) -> None:
    with pair.near.connect(table=opened["table"], secret="wrong") as stranger:
        assert stranger.receive_a(protocol.Refused).code == "not-found"
        with pytest.raises(ConnectionClosed) as closed:
            stranger.receive()
    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1008, "not-found")


def come_back(client: Connection) -> bool:
    """Whether a client is sent away to come back."""
    with pytest.raises(ConnectionClosed) as closed:
        client.receive_a(())
    end = closed.value.rcvd
    return end is not None and (end.code, end.reason) == (1013, "come-back")


def test_a_client_comes_back_when_the_owner_is_lost(pair: Pair) -> None:
    def go_down(owner: ServerConnection) -> None:
        owner.recv(PATIENCE)
        owner.socket.shutdown(socket.SHUT_RDWR)  # no close frame

    with serve(go_down, "127.0.0.1", 0, compression=None) as dying:
        thread = threading.Thread(target=dying.serve_forever)
        thread.start()
        pair.elsewhere["lost"] = local(dying.socket)
        with pair.near.connect(table="lost") as client:
            assert come_back(client)
        dying.shutdown()
        thread.join(PATIENCE)


def test_a_table_that_was_taken_over_meanwhile_is_served_here(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = pair.near.open_table("dice")
    lobby, asked = pair.near.app.lobby, []
    enter = lobby.enter

    async def entering(table: str, secret: str | None) -> Any:
        asked.append(table)
        if len(asked) == 1:
            raise Elsewhere(free_address(), 1)  # it refuses connections
        return await enter(table, secret)

    monkeypatch.setattr(lobby, "enter", entering)
    with pair.near.connect(**hello(opened)) as client:
        assert client.receive_a(protocol.Welcome).seat == 0
    del asked[:]
    assert pair.near.ask("GET", f"/api/tables/{opened['table']}", None, opened["secret"])[0] == 200
    assert len(asked) == 2


def test_an_owner_that_hangs_does_not_cost_the_client_its_connection(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(relay, "CONNECT_SECONDS", 0.05)
    opened = pair.near.open_table("scopa")
    lobby, asked = pair.near.app.lobby, []
    enter = lobby.enter
    with socket.create_server(("127.0.0.1", 0)) as hung:  # it accepts, and says nothing

        async def entering(table: str, secret: str | None) -> Any:
            asked.append(table)
            if len(asked) < 3:
                raise Elsewhere(local(hung), 1)
            return await enter(table, secret)

        monkeypatch.setattr(lobby, "enter", entering)
        with pair.near.connect(table=opened["table"], secret=opened["secret"]) as client:
            assert client.receive_a(protocol.Welcome).seat == 0
    assert len(asked) == 3


def test_an_owner_that_stays_away_means_come_back(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(relay, "REACH_SECONDS", 0.0)
    pair.elsewhere["away"] = free_address()
    with pair.near.connect(table="away") as client:
        assert client.receive_a(protocol.Refused).code == "come-back"
        assert come_back(client)
    status, refused = pair.near.ask("GET", "/api/tables/away")
    assert (status, refused["code"]) == (503, "come-back")


def local(listener: socket.socket) -> str:
    return f"127.0.0.1:{listener.getsockname()[1]}"


def free_address() -> str:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return local(free)


def test_a_request_that_was_sent_is_never_sent_again(pair: Pair) -> None:
    requests = []
    with socket.create_server(("127.0.0.1", 0)) as owner:
        owner.settimeout(PATIENCE)

        def take_it_and_go() -> None:
            accepted, _ = owner.accept()
            with accepted:
                requests.append(accepted.recv(65_536))

        thread = threading.Thread(target=take_it_and_go)
        thread.start()
        pair.elsewhere["post"] = local(owner)
        body = {"name": "Bea"}
        status, refused = pair.near.ask("POST", "/api/tables/post/seats?a=b", body, "invite")
        thread.join(PATIENCE)
    assert (status, refused["code"]) == (503, "come-back")
    (request,) = requests
    head, _, sent = request.partition(b"\r\n\r\n")
    assert head.startswith(b"POST /api/tables/post/seats?a=b HTTP/1.1\r\n")
    assert b"authorization: Bearer invite" in head
    assert b"settebello-client: 127.0.0.1" in head
    assert sent == b'{"name": "Bea"}'


def test_there_are_only_so_many_relays(tmp_path: Path) -> None:
    with node(tmp_path / "near", relays=1) as (near, _), node(tmp_path / "far") as (far, hidden):
        elsewhere: dict[str, str] = {}
        send_away(near, elsewhere)
        opened = far.open_table("dice")
        elsewhere[opened["table"]] = address_of(hidden)
        with near.connect(**hello(opened)) as client, near.connect(**hello(opened)) as other:
            client.receive_a(protocol.Welcome)
            assert other.receive_a((protocol.Refused, protocol.Welcome)).code == "too-many"


def test_a_client_that_comes_before_its_table_waits_where_the_lobby_of_66_is(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def owner_of_66() -> str:
        return address_of(pair.hidden)

    monkeypatch.setattr(pair.near.app.lobby, "owner_of_66", owner_of_66)
    asked = []
    far = pair.far.app.lobby
    enter = far.enter

    async def entering(table: str, secret: str | None) -> Any:
        asked.append(table)
        return await enter(table, secret)

    monkeypatch.setattr(far, "enter", entering)
    with pair.near.connect(table="later", secret="x") as client:
        assert client.receive_a(protocol.Refused).code == "not-found"
    assert asked == ["later"]


@pytest.mark.parametrize("path", ["/66", "/66/draft"])
def test_a_dialect_is_relayed_to_the_owner_of_its_lobby(
    pair: Pair, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    async def elsewhere() -> None:
        raise Elsewhere(address_of(pair.hidden), 1)

    monkeypatch.setattr(pair.near.app.sixty_six, "ready", elsewhere)
    answers = []
    for server in (pair.near, pair.far):
        with connect(server.url.replace("http", "ws", 1) + path, compression=None) as client:
            client.send("nonsense")
            answers.append(client.recv(timeout=30))
    assert answers[0] == answers[1]


# The side of the owner.


def test_a_hop_that_meets_another_owner_comes_back(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One hop, never two."""

    async def elsewhere(table: str, secret: str | None) -> Any:
        raise Elsewhere(address_of(pair.hidden), 1)

    pair.elsewhere["twice"] = address_of(pair.hidden)
    monkeypatch.setattr(pair.far.app.lobby, "enter", elsewhere)
    with pair.near.connect(table="twice") as client:
        assert come_back(client)
    status, refused = pair.near.ask("GET", "/api/tables/twice")
    assert (status, refused["code"]) == (503, "come-back")


@pytest.mark.parametrize("headers", [{}, {HOP: ""}, {HOP: "another secret"}])
def test_the_internal_address_needs_the_secret(pair: Pair, headers: dict[str, str]) -> None:
    status, refused = pair.hidden.ask("GET", "/api/tables", headers=headers)
    assert (status, refused["code"]) == (403, "not-allowed")
    assert refused["text"] == "Only the other nodes of this server may connect here."
    with pytest.raises(InvalidStatus) as kept_out:
        Connection(pair.hidden, additional_headers=headers)
    assert kept_out.value.response.status_code == 403
    with socket.create_connection(address_of(pair.hidden).split(":")) as bare:  # type: ignore[arg-type]
        bare.sendall(b"GET /healthz HTTP/1.1\r\nHost: node\r\nConnection: close\r\n\r\n")
        assert bare.recv(65_536).startswith(b"HTTP/1.1 200 ")


def test_relayed_requests_count_for_no_limit(tmp_path: Path) -> None:
    few = {
        "requests_at_once": 3,
        "requests_a_second": 0.01,
        "connections": 1,
        "connections_by_private_address": 1,
        "sockets": 3,
        "sockets_by_address": 1,
    }
    with node(tmp_path / "few", **few) as (_, hidden):
        for _ in range(4):
            assert hidden.ask("GET", "/api/tables", headers=HEADERS)[0] == 200
        opened = [Connection(hidden, additional_headers=HEADERS) for _ in range(4)]
        for connection in opened:
            connection.close()


def test_the_headers_of_a_hop_count_for_nothing_on_the_public_address(tmp_path: Path) -> None:
    few = {"requests_at_once": 3, "requests_a_second": 0.01}
    with node(tmp_path / "few", **few) as (public, _):  # starting has taken one
        answers = [public.ask("GET", "/api/tables", headers=HEADERS)[0] for _ in range(4)]
    assert answers[-1] == 429


# A store that cannot be read.


def test_what_cannot_be_read_now_is_neither_missing_nor_an_error(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*asked: object, **more: object) -> Any:
        raise StoreError("gone")

    store = pair.near.app.lobby.store
    monkeypatch.setattr(store.file, "load", fails)  # type: ignore[attr-defined]
    for method in ("load", "latest", "header", "unfinished", "finished", "entries"):
        monkeypatch.setattr(store, method, fails)
    for path in ("/api/tables", "/api/tables/any", "/api/matches", "/api/matches/any/record"):
        status, refused = pair.near.ask("GET", path)
        assert (status, refused["code"]) == (503, "come-back"), path
    with pair.near.connect(table="any") as client:
        assert come_back(client)
