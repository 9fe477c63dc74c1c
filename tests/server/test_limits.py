"""Limits: a client that asks too much is told so, and nobody else notices."""

from __future__ import annotations

import http.client
import json
import math
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from live import ROOMY, Connection, Server, serving
from server.border import (
    CLOSE,
    PATIENCE,
    PING,
    TEXT,
    Neighbour,
    Raw,
    assert_calm,
    connections,
    fetch,
    frame,
    log_lines,
    metrics,
    wait_until,
)
from settebello import words
from settebello.server.addresses import is_private, source
from settebello.server.settings import Settings
from settebello.table import protocol

HOSTING = Path(__file__).parents[2] / "docs" / "hosting.md"
ELSEWHERE = ("127.0.0.2", 0)  # another address of this machine
OTHERS = ("origins", "dev", "language", "contact")  # settings that are no limits
LIMITS = {field.name: field.default for field in fields(Settings) if field.name not in OTHERS}
NEVER = 0.001  # a second: what is used up does not come back during a test


def limited(folder: Path, **limits: float) -> Any:
    return serving(folder, {**ROOMY, **limits})


LOCAL = "127.0.0.1 ::1 10.1.2.3 172.31.0.1 192.168.1.7 169.254.1.1 fd12::1 fe80::1 ::ffff:10.0.0.1"
FAR = "172.32.0.1 11.0.0.1 2001:db8::1 ::ffff:8.8.8.8 nonsense"


@pytest.mark.parametrize("address", LOCAL.split())
def test_this_machine_and_local_networks_have_room_for_a_class(address: str) -> None:
    assert is_private(source(address))


@pytest.mark.parametrize("address", FAR.split())
def test_the_rest_of_the_world_has_the_usual_room(address: str) -> None:
    assert not is_private(source(address))


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8::1", "2001:db8::ffff:1", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
        ("not an address", "not an address", True),
    ],
)
def test_half_an_ipv6_address_says_whose_it_is(one: str, other: str, alike: bool) -> None:
    assert (source(one) == source(other)) is alike


# Settings.


@pytest.mark.parametrize("value", [0, -1, float("nan"), float("inf")])
def test_a_limit_is_a_number_above_0(value: float) -> None:
    for name in LIMITS:
        given: dict[str, Any] = {name: value}
        with pytest.raises(ValueError, match=f"The limit '{name}' is a number above 0"):
            Settings(**given)


def test_the_operators_page_names_every_limit_with_its_default() -> None:
    page = HOSTING.read_text("utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \| ([\d,.]+) \|", page, re.MULTILINE))
    assert {name: float(value.replace(",", "")) for name, value in rows.items()} == LIMITS
    assert "`--origin" in page


# The pace of a connection.


@pytest.mark.usefixtures("either_path")
def test_a_client_that_sends_too_fast_is_told_when_to_go_on_and_then_has_to_leave(
    tmp_path: Path,
) -> None:
    with limited(tmp_path, messages_a_second=NEVER, messages_at_once=5, warnings=3) as server:
        opened = server.open_table("dice")
        with server.connect(table=opened["table"], secret=opened["secret"]) as player:
            player.receive_a(protocol.Welcome)
            for _ in range(9):
                player.send(protocol.Hello("x"))
            answers = [player.receive() for _ in range(9)]
            assert [answer.code for answer in answers] == ["again"] * 5 + ["too-fast"] * 4
            assert all(answer.retry_after > 100 for answer in answers[5:8])
            assert all(answer.text for answer in answers)
            with pytest.raises(Exception, match="1008"):
                player.receive()
        assert metrics(server)["refusals_total.too-fast"] == 4
        with server.connect(table=opened["table"], secret=opened["secret"]) as again:
            assert again.receive_a(protocol.Welcome).seat == 0  # nobody is banned


@pytest.mark.usefixtures("either_path")
def test_acks_that_are_waited_for_do_not_count(tmp_path: Path) -> None:
    with limited(tmp_path, messages_a_second=NEVER, messages_at_once=2) as server:
        opened = server.open_table("scopa")
        server.begin(opened["table"], opened["secret"], fill="random")
        with server.connect(table=opened["table"], secret=opened["secret"]) as player:
            last = player.receive_a(protocol.Welcome).number
            assert last >= 3
            for number in range(1, last + 1):
                player.send(protocol.Ack(number))
            player.send(protocol.Pause("1"))
            assert player.receive_a(protocol.Answer | protocol.Refused) == protocol.Answer("1")
            for _ in range(2):  # one says nothing new, and one is too much
                player.send(protocol.Ack(last))
            assert player.receive_a(protocol.Refused).code == "too-fast"


@pytest.mark.usefixtures("either_path")
def test_what_comes_after_the_end_is_not_done(tmp_path: Path) -> None:
    with limited(tmp_path, messages_a_second=NEVER, messages_at_once=1, warnings=1) as server:
        opened = server.open_table("dice")
        server.begin(opened["table"], opened["secret"], fill="random")
        with Raw(server).upgrade(protocol.Hello(opened["table"], opened["secret"])) as raw:
            assert raw.receive()[0] == TEXT
            raw.send_bytes(frame("nonsense") * 3 + frame(protocol.encode(protocol.Pause("1"))))
            assert raw.close_code() == 1008
        path = f"/api/tables/{opened['table']}"
        assert server.ask("GET", path, None, opened["secret"])[1]["phase"] == "playing"


# The pace of requests.


@contextmanager
def from_elsewhere(server: Server) -> Iterator[Callable[..., tuple[int, Any]]]:
    """Requests from another address than those of the other tests."""
    host, _, port = server.url.removeprefix("http://").rpartition(":")
    with closing(
        http.client.HTTPConnection(host, int(port), PATIENCE, source_address=ELSEWHERE)
    ) as connection:

        def ask(method: str, path: str, body: object = None) -> tuple[int, Any]:
            connection.request(method, path, None if body is None else json.dumps(body))
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())

        yield ask


def handshake_status(server: Server, **extra: Any) -> tuple[int, Any]:
    """How a handshake is refused."""
    with pytest.raises(InvalidStatus) as refused:
        Connection(server, **extra)
    response = refused.value.response
    return response.status_code, json.loads(response.body)


def test_requests_have_a_pace_by_address(tmp_path: Path) -> None:
    with limited(tmp_path, requests_a_second=NEVER, requests_at_once=4) as server:
        for path in ("/api/games", "/api/tables", "/api/nonsense", "/api/matches"):
            assert server.ask("GET", path)[0] in (200, 404)
        for path in ("/api/games", "/tables", "/docs", "/metrics", "/nonsense"):
            status, refused = server.ask("GET", path)
            assert (status, refused["code"]) == (429, "too-fast"), path
            assert refused["retry_after"] > 100
            assert refused["text"]
        status, refused = handshake_status(server)
        assert (status, refused["code"]) == (429, "too-fast")
        assert refused["retry_after"] > 100
        assert fetch(server, "/healthz") == "ok\n"  # or a flood would look like a dead server
        with from_elsewhere(server) as ask:
            assert ask("GET", "/api/games")[0] == 200
        assert_calm(server)


def test_a_refusal_says_when_to_come_again_as_http_does(tmp_path: Path) -> None:
    limits = {"requests_a_second": NEVER, "requests_at_once": 1}
    with limited(tmp_path, **limits) as server, Raw(server) as raw:
        request = b"GET /api/games HTTP/1.1\r\nHost: x\r\n"
        raw.send_bytes(request + b"\r\n" + request + b"Connection: close\r\n\r\n")
        head, _, body = raw.rest().rpartition(b"\r\n\r\n")
        seconds = int(head.lower().partition(b"retry-after: ")[2].partition(b"\r\n")[0])
        assert 1 <= seconds <= 1 / NEVER
        assert math.ceil(json.loads(body)["retry_after"]) == seconds


def test_tables_have_a_pace_by_address(tmp_path: Path) -> None:
    with limited(tmp_path, tables_a_minute=NEVER, tables_at_once=2) as server:
        wanted = {"game": "dice", "name": "Ann"}
        for _ in range(2):
            server.open_table("dice")
        status, refused = server.ask("POST", "/api/tables", wanted)
        assert (status, refused["code"]) == (429, "too-fast")
        assert refused["retry_after"] > 100
        assert server.ask("GET", "/api/tables")[0] == 200
        with from_elsewhere(server) as ask:
            assert ask("POST", "/api/tables", wanted)[0] == 200


def test_a_class_behind_one_router_comes_in_at_once(tmp_path: Path) -> None:
    # Each of them: the catalogue, a table, its start, a handshake, and the open tables.
    wanted = {"game": "dice", "name": "Ann"}
    with serving(tmp_path, {}) as server:
        for _ in range(35):
            assert server.ask("GET", "/api/games")[0] == 200
            status, opened = server.ask("POST", "/api/tables", wanted)
            assert status == 200, opened
            for method, path, body in (
                ("POST", f"/api/tables/{opened['table']}/start", {"fill": "bot"}),
                ("GET", "/ws", None),
                ("GET", "/api/tables", None),
            ):
                assert server.ask(method, path, body, opened["secret"])[0] == 200


# Numbers.


def test_there_are_only_so_many_tables(tmp_path: Path) -> None:
    with limited(tmp_path, tables=2) as server:
        first, _ = server.open_table("dice"), server.open_table("dice")
        wanted = {"game": "dice", "name": "Cal"}
        status, refused = server.ask("POST", "/api/tables", wanted)
        assert (status, refused["code"]) == (503, "too-many")
        assert metrics(server)["tables_unfinished"] == 2
        seat = f"/api/tables/{first['table']}/seats/0"
        assert server.ask("DELETE", seat, None, first["secret"])[0] == 200
        assert server.ask("POST", "/api/tables", wanted)[0] == 200


def test_only_so_many_tables_are_in_memory(tmp_path: Path) -> None:
    with limited(tmp_path, loaded_tables=1) as server:
        one, two = server.open_table("dice"), server.open_table("dice")
        server.stop()
        server.start()
        with server.connect(table=one["table"], secret=one["secret"]) as player:
            player.receive_a(protocol.Welcome)
        with server.connect(table=two["table"], secret=two["secret"]) as player:
            assert player.receive_a(protocol.Refused).code == "too-many"
        status, refused = server.ask("GET", f"/api/tables/{two['table']}", None, two["secret"])
        assert (status, refused["code"]) == (503, "too-many")
        assert server.ask("GET", f"/api/tables/{one['table']}", None, one["secret"])[0] == 200


@pytest.mark.usefixtures("either_path")
def test_an_address_has_only_so_many_connections(tmp_path: Path) -> None:
    with limited(tmp_path, connections_by_private_address=2) as server, ExitStack() as stack:
        first, _ = (stack.enter_context(Connection(server)) for _ in range(2))
        status, refused = handshake_status(server)
        assert (status, refused["code"]) == (429, "too-many-connections")
        assert server.ask("GET", "/ws", headers={"Accept-Language": "it"}) == (
            429,
            {**refused, "text": words.refuse(None, refused["code"], "it")},
        )
        elsewhere = stack.enter_context(Connection(server, source_address=ELSEWHERE))
        assert connections(server) == 3
        first.close()
        wait_until(lambda: connections(server) == 2)
        assert server.ask("GET", "/ws") == (200, {})
        stack.enter_context(Connection(server))
        elsewhere.close()
        wait_until(lambda: connections(server) == 2)


@pytest.mark.usefixtures("either_path")
def test_a_server_has_only_so_many_connections(tmp_path: Path) -> None:
    with limited(tmp_path, connections=2) as server, ExitStack() as stack:
        first, _ = (stack.enter_context(Connection(server)) for _ in range(2))
        for extra in ({}, {"source_address": ELSEWHERE}):
            status, refused = handshake_status(server, **extra)
            assert (status, refused["code"]) == (503, "too-many")
        assert server.ask("GET", "/api/tables")[0] == 200
        first.close()
        wait_until(lambda: connections(server) == 1)
        stack.enter_context(Connection(server))


@pytest.mark.usefixtures("either_path")
def test_a_seat_has_only_so_many_connections_and_the_newest_count(tmp_path: Path) -> None:
    with limited(tmp_path, connections_by_seat=2) as server, ExitStack() as stack:
        opened = server.open_table("dice")
        hello = protocol.Hello(opened["table"], opened["secret"])
        old, *new = (stack.enter_context(Raw(server).upgrade(hello)) for _ in range(3))
        assert old.close_code() == 1013
        for raw in new:
            raw.send(protocol.Hello("x"))
            assert raw.receive_refusal() == "again"


@pytest.mark.usefixtures("either_path")
def test_those_who_say_nothing_are_counted_too(tmp_path: Path) -> None:
    with limited(tmp_path, sockets=5, request_seconds=1) as server, ExitStack() as stack:
        silent = [stack.enter_context(Raw(server)) for _ in range(5)]
        with Raw(server) as more:
            head, _, body = more.rest().partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 503 ")
        assert json.loads(body)["code"] == "too-many"
        for raw in silent:  # they are told to go, and then there is room
            assert raw.rest().startswith(b"HTTP/1.1 408 ")
        wait_until(lambda: fetch(server, "/healthz") == "ok\n")


# Time.


@pytest.mark.usefixtures("either_path")
def test_hello_has_to_come_soon(tmp_path: Path) -> None:
    with limited(tmp_path, hello_seconds=0.2) as server:
        with Raw(server).upgrade() as raw:
            assert raw.receive_refusal() == "too-late"
            assert raw.close_code() == 1008
        wait_until(lambda: connections(server) == 0)


@pytest.mark.usefixtures("either_path")
def test_each_hello_has_its_own_time(tmp_path: Path) -> None:
    with limited(tmp_path, hello_seconds=0.5) as server:
        opened = server.open_table("dice")
        hello = protocol.Hello(opened["table"], opened["secret"])
        with Raw(server).upgrade() as first, Raw(server).upgrade(hello) as there:
            time.sleep(0.3)
            with Raw(server).upgrade() as second:
                assert first.receive_refusal() == "too-late"
                between = time.monotonic()
                assert second.receive_refusal() == "too-late"
                assert time.monotonic() - between > 0.1
            assert there.receive()[0] == TEXT
            assert connections(server) == 1


@pytest.mark.usefixtures("either_path")
def test_who_does_not_answer_a_ping_is_gone(tmp_path: Path) -> None:
    with limited(tmp_path, ping_seconds=0.5, pong_seconds=0.5) as server:
        opened = server.open_table("dice")
        with Raw(server).upgrade(protocol.Hello(opened["table"], opened["secret"])) as raw:
            received = [raw.receive(), raw.receive(), raw.receive()]
            assert [opcode for opcode, _ in received] == [TEXT, PING, CLOSE]
        wait_until(lambda: connections(server) == 0)


# Clients that do not read.


@pytest.mark.usefixtures("either_path")
def test_who_reads_too_slowly_is_cut_off_while_the_table_goes_on(tmp_path: Path) -> None:
    with limited(tmp_path, outbox_bytes=20_000, blocked_seconds=60) as server:
        neighbour = Neighbour(server, "scopa", seats=6, listed=True)
        hello = protocol.Hello(neighbour.opened["table"], language="it")
        with Raw(server, receiving=4096).upgrade(hello) as lazy:
            while not any(line.get("code") == "slow" for line in log_lines(server)):
                neighbour.play()
            neighbour.play_match()
            assert lazy.close_code() == 1013
        with server.connect(table=hello.table) as again:
            again.receive_a(protocol.Welcome)
        wait_until(lambda: connections(server) == 1)
        neighbour.close()
        assert_calm(server)


@pytest.mark.usefixtures("either_path")
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can be told to give up a peer")
def test_who_reads_nothing_at_all_is_given_up(tmp_path: Path) -> None:
    with limited(tmp_path, outbox_bytes=20_000, blocked_seconds=1) as server:
        neighbour = Neighbour(server, "scopa", seats=6, listed=True)
        hello = protocol.Hello(neighbour.opened["table"], language="it")
        with Raw(server, receiving=4096).upgrade(hello):
            wait_until(lambda: connections(server) == 2)

            def is_gone() -> bool:
                neighbour.play()
                return connections(server) == 1

            wait_until(is_gone)
        neighbour.close()
        assert_calm(server)


# Floods.


def flood(frames: bytes) -> Callable[[Server, str], None]:
    """Come in, send this, and be thrown out."""

    def once(server: Server, table: str) -> None:
        with Raw(server).upgrade(protocol.Hello(table)) as raw:
            raw.send_bytes(frames)
            assert raw.close_code() in (1008, None)

    return once


def flood_of_handshakes(server: Server, table: str) -> None:
    with Raw(server) as raw:
        raw.upgrade(protocol.Hello(table, "wrong"))
        raw.close_code()


def flood_of_requests(server: Server, table: str) -> None:
    with Raw(server) as raw:
        one = f"GET /api/tables/{table} HTTP/1.1\r\nHost: x\r\n"
        raw.send_bytes((f"{one}\r\n" * 100 + f"{one}Connection: close\r\n\r\n").encode())
        raw.rest()


def flood_of_headers(server: Server, table: str) -> None:
    with Raw(server) as raw:
        raw.send_bytes(b"GET / HTTP/1.1\r\n" + b"X: x\r\n" * 20_000)
        raw.rest()


def flood_of_silence(server: Server, table: str) -> None:
    with ExitStack() as stack:
        for _ in range(50):
            stack.enter_context(Raw(server))


FLOODS = {
    "messages": flood(frame('{"type":"Ack","number":1}') * 5_000),
    "noise": flood(frame("") * 20_000),
    "pings": flood(frame(b"", PING) * 20_000),
    "fragments": flood(frame(b"", final=False) + frame(b"", 0, final=False) * 20_000),
    "handshakes": flood_of_handshakes,
    "requests": flood_of_requests,
    "headers": flood_of_headers,
    "silence": flood_of_silence,
}


@pytest.mark.usefixtures("either_path")
@pytest.mark.parametrize("flood", FLOODS.values(), ids=FLOODS.keys())
def test_floods_hurt_only_the_flooder(tmp_path: Path, flood: Callable[[Server, str], None]) -> None:
    limits = {"messages_a_second": 200, "messages_at_once": 400}
    with limited(tmp_path, **limits) as server:
        neighbour = Neighbour(server, "scopa", seats=2, listed=True)
        before = connections(server)
        enough = threading.Event()
        failures: list[BaseException] = []
        rounds = 0

        def keep_flooding() -> None:
            nonlocal rounds
            try:
                while not enough.is_set() or not rounds:
                    flood(server, neighbour.opened["table"])
                    rounds += 1
            except BaseException as error:
                failures.append(error)

        flooder = threading.Thread(target=keep_flooding)
        flooder.start()
        try:
            neighbour.play_match()
        finally:
            enough.set()
            flooder.join(PATIENCE)
        assert not failures
        assert rounds > 0
        wait_until(lambda: connections(server) == before)
        neighbour.play()
        neighbour.close()
        assert_calm(server)


# Names.


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server")) as server:
        yield server
        assert_calm(server)


@pytest.mark.parametrize(
    "name",
    ["Ann", "x" * 24, "Änn", "名前", "Ann & Bea", "A'nn", "🂡", "<b>Ann</b>", "${7*7}", "../.."],
)
def test_names_are_kept_as_they_are(server: Server, name: str) -> None:
    opened = server.open_table("dice", name, listed=True)
    path = f"/api/tables/{opened['table']}"
    assert server.ask("GET", path)[1]["seats"][0]["name"] == name
    assert server.ask("GET", "/api/tables")[1][0]["players"][0] == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "x" * 25,
        "\u00e9" * 25,
        "Ann\nBea",
        "Ann\x00",
        "Ann\x1b[31m",
        "\u202eAnn",  # writes from right to left
        "Ann\u2066",
        "A\u200bnn",  # a space of no width
        "Ann\ufeff",
        "A\u2028nn",
        "Computer",
    ],
)
def test_names_that_could_deceive_are_refused(server: Server, name: str) -> None:
    opened = server.open_table("dice", "Ann")
    for path, secret, wanted in (
        ("/api/tables", None, {"game": "dice", "name": name}),
        (f"/api/tables/{opened['table']}/seats", opened["invite"], {"name": name}),
    ):
        status, refused = server.ask("POST", path, wanted, secret)
        assert (status, refused["code"][:5]) == (400, "name-")
        assert refused["text"].endswith((".", "Computer"))
        italian = server.ask("POST", path, wanted, secret, {"Accept-Language": "it"})[1]
        assert italian["text"] != refused["text"]


@pytest.mark.parametrize(
    ("taken", "name"),
    [
        ("Ann", "Ann"),
        ("Ann", "ANN"),
        ("Ann", " ann "),
        ("\u00c4nn", "A\u0308nn"),  # written in one sign, or in two
        ("A\u0308nn", "\u00c4nn"),
    ],
)
def test_nobody_takes_the_name_of_another(server: Server, taken: str, name: str) -> None:
    opened = server.open_table("dice", taken)
    seats = f"/api/tables/{opened['table']}/seats"
    status, refused = server.ask("POST", seats, {"name": name}, opened["invite"])
    assert (status, refused["code"]) == (409, "name-taken")


def test_names_cannot_change_the_page(server: Server) -> None:
    for name in ("<script>x</script>", '"><img src=x>', "&lt;b&gt;"):
        server.open_table("dice", name, listed=True)
    page = fetch(server, "/tables")
    assert "<script" not in page
    assert "<img" not in page
    assert "&lt;script&gt;x&lt;/script&gt;" in page
    assert "&amp;lt;b&amp;gt;" in page
