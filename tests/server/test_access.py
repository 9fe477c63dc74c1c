"""Who may do what: every message and endpoint, with every kind of secret but the right one."""

from __future__ import annotations

import hashlib
import json
import re
import sqlite3
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from typing import Any, get_args

import pytest

from live import Connection, Server, serving
from server.border import CLOSE, HANDSHAKE, TEXT, Raw, assert_calm, close_code, frame, log_lines
from settebello.server.api import ENDPOINTS, Endpoint
from settebello.server.router import origin_allowed
from settebello.table import protocol

MESSAGES = get_args(protocol.ClientMessage)
NOBODY = "0" * 12  # the id of no table and no match


class Scene:
    """A private table where Ann, Bea and Cal play, another one, and all secrets of both."""

    def __init__(self, server: Server) -> None:
        self.server = server
        opened = server.open_table("scopa", "Ann", seats=3)
        self.table: str = opened["table"]
        self.invite: str = opened["invite"]
        bea = server.sit(self.table, self.invite, "Bea")
        left = server.sit(self.table, self.invite, "Cal")
        status, _ = server.ask("DELETE", f"/api/tables/{self.table}/seats/2", None, left["secret"])
        assert status == 200
        cal = server.sit(self.table, self.invite, "Cal")
        server.begin(self.table, opened["secret"])
        self.seats: list[str] = [opened["secret"], bea["secret"], cal["secret"]]
        self.other = server.open_table("scopa", "Ann", seats=3)
        self.match = self.info()["match"]
        self.outsiders: dict[str, str | None] = {
            "no secret": None,
            "a wrong secret": "x" * 32,
            "the secret of another table's seat": self.other["secret"],
            "the invite of another table": self.other["invite"],
            "the secret of a seat that was freed": left["secret"],
            "the hash of the right secret": hashed(self.seats[0]),
            "the hash of the invite": hashed(self.invite),
            "half of the right secret": self.seats[0][:16],
            "the right secret and more": self.seats[0] + "x",
            "the right secret in capitals": self.seats[0].swapcase(),
            "the table's own id": self.table,
            "the match's id": self.match,
            "a star": "*",
            "a long one": "x" * 64,
        }
        self.secrets = {
            *self.seats,
            self.invite,
            left["secret"],
            self.other["secret"],
            self.other["invite"],
        }

    def info(self) -> Any:
        return self.server.ask("GET", f"/api/tables/{self.table}", None, self.seats[0])[1]

    def stored(self) -> list[Any]:
        """Everything that the store has of matches."""
        file = self.server.folder / "tables.db"
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
            return [
                *database.execute("SELECT * FROM log ORDER BY match, number"),
                *database.execute("SELECT * FROM matches ORDER BY begun"),
            ]

    def standing(self) -> list[Any]:
        """All that there is to compare before and after: the store, and what each seat sees."""
        seen: list[Any] = [self.stored()]
        for secret in self.seats:
            with self.server.connect(table=self.table, secret=secret) as player:
                welcome = player.receive_a(protocol.Welcome)
                seen.append((welcome.number, welcome.view, welcome.legal, welcome.phase))
        return seen

    def ask(self, end: Endpoint, secret: str | None, **ids: str) -> tuple[int, bytes, bytes]:
        """Ask an endpoint about the table, or about another one: status, headers and body."""
        path = end.path.replace("{table}", ids.get("table", self.table))
        path = path.replace("{match}", ids.get("match", self.match)).replace("{seat}", "1")
        body = json.dumps(BODIES.get(end.call.__name__)).encode() if end.body is not None else None
        return request(self.server, end.method, path, body, secret)


# What an outsider would ask for.
BODIES = {
    "open_table": {"game": "scopa", "name": "Cal"},
    "take_seat": {"name": "Cal"},
    "rename_seat": {"name": "Dot"},
    "start_match": {"fill": "bot"},
    "give_code": {"kind": "invite"},
    "report": {"reason": "other"},
    "ask_for_review": {"seat": 0},
    "play_on": {"step": 1, "seat": 0, "name": "Cal"},
}


def hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def request(
    server: Server,
    method: str,
    path: str,
    body: bytes | None = None,
    secret: str | None = None,
    **headers: str,
) -> tuple[int, bytes, bytes]:
    """The whole answer: status, headers without the date, and body."""
    asked = urllib.request.Request(server.url + path, body, headers, method=method)
    if secret is not None:
        asked.add_header("Authorization", f"Bearer {secret}")
    try:
        answer = urllib.request.urlopen(asked, timeout=30)
    except urllib.error.HTTPError as error:
        answer = error
    with answer:
        kept = [(name, value) for name, value in answer.headers.items() if name != "date"]
        return answer.status, repr(kept).encode(), answer.read()


def code_of(answer: tuple[int, bytes, bytes]) -> str:
    return str(json.loads(answer[2])["code"])


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    with serving(tmp_path_factory.mktemp("server")) as server:
        scene = Scene(server)
        yield scene
        assert_calm(server)


def answers_to(server: Server, *messages: protocol.ClientMessage | str) -> list[tuple[int, bytes]]:
    """All frames that a connection gets for what it says, up to its end."""
    with Raw(server).upgrade() as raw:
        for message in messages:
            raw.send_bytes(frame(message if isinstance(message, str) else protocol.encode(message)))
        received = [raw.receive()]
        while received[-1][0] != CLOSE:
            received.append(raw.receive())
        return received


OUTSIDERS = [
    "no secret",
    "a wrong secret",
    "the secret of another table's seat",
    "the invite of another table",
    "the secret of a seat that was freed",
    "the hash of the right secret",
    "the hash of the invite",
    "half of the right secret",
    "the right secret and more",
    "the right secret in capitals",
    "the table's own id",
    "the match's id",
    "a star",
    "a long one",
]


def test_the_list_of_outsiders_is_whole(scene: Scene) -> None:
    assert list(scene.outsiders) == OUTSIDERS


# HTTP.

OF_66 = "/api/66/"  # anybody may sit down there: test_sixty_six_lobby.py
GUARDED = [end for end in ENDPOINTS if end.secret and not end.path.startswith(OF_66)]
OPEN = [end for end in ENDPOINTS if "{" not in end.path]


def called(end: Endpoint) -> str:
    return end.call.__name__


@pytest.mark.parametrize("end", GUARDED, ids=called)
def test_to_an_outsider_a_table_is_not_there(scene: Scene, end: Endpoint) -> None:
    before = scene.standing()
    for who in OUTSIDERS:
        secret = scene.outsiders[who]
        refused = scene.ask(end, secret)
        assert refused[0] == 404, who
        assert code_of(refused) == "not-found", who
        assert refused == scene.ask(end, secret, table=NOBODY, match=NOBODY), who
        assert not any(secret in str(refused) for secret in scene.secrets), who
    assert scene.standing() == before


@pytest.mark.parametrize(
    "header",
    ["", "Bearer", "Bearer ", "Basic {0}", "{0}", "Bearer {0} {0}", "Bearer {0},", "Token {0}"],
)
@pytest.mark.parametrize("end", GUARDED, ids=called)
def test_a_malformed_secret_opens_nothing(scene: Scene, end: Endpoint, header: str) -> None:
    before = scene.stored()
    path = end.path.replace("{table}", scene.table)
    path = path.replace("{match}", scene.match).replace("{seat}", "1")
    given = {"Authorization": header.format(scene.seats[0])}
    body = json.dumps(BODIES[called(end)]).encode() if end.body else None
    refused = request(scene.server, end.method, path, body, **given)
    assert (refused[0], code_of(refused)) == (404, "not-found")
    assert scene.stored() == before


def test_a_secret_in_the_address_opens_nothing(scene: Scene) -> None:
    for field in ("secret", "token", "invite", "authorization"):
        path = f"/api/tables/{scene.table}?{field}={scene.seats[0]}"
        assert request(scene.server, "GET", path)[0] == 404


@pytest.mark.parametrize("end", [end for end in OPEN if end.method == "GET"], ids=called)
def test_lists_for_everybody_say_nothing_of_private_tables(scene: Scene, end: Endpoint) -> None:
    for secret in [*scene.outsiders.values(), scene.invite, *scene.seats]:
        answer = scene.ask(end, secret)
        assert answer[0] == 200
        assert scene.table.encode() not in answer[2]
        assert scene.match.encode() not in answer[2]
        assert b"Ann" not in answer[2]


# What somebody with a right of some kind may not do at a table that plays.
LIMITED: dict[str, dict[str, tuple[int, str]]] = {
    "invite": {
        "take_seat": (409, "not-open"),
        "free_seat": (403, "not-allowed"),
        "rename_seat": (404, "not-found"),
        "start_match": (403, "not-allowed"),
        "close_table": (403, "not-allowed"),
        "show_record": (409, "not-over"),
        "show_seat_record": (409, "spectator"),
        "show_steps": (409, "not-over"),
        "report": (409, "spectator"),
        "ask_for_review": (409, "not-over"),
        "show_review": (409, "not-over"),
        "show_known": (409, "not-over"),
        "play_on": (409, "not-over"),
    },
    "seat of another": {
        "take_seat": (400, "bad-request"),
        "free_seat": (403, "not-allowed"),
        "rename_seat": (403, "not-your-seat"),
        "start_match": (403, "not-allowed"),
        "close_table": (403, "not-allowed"),
        "give_code": (400, "bad-request"),
        "show_record": (409, "not-over"),
        "show_seat_record": (409, "waiting"),
        "show_steps": (409, "not-over"),
        "ask_for_review": (409, "not-over"),
        "show_review": (409, "not-over"),
        "show_known": (409, "not-over"),
        "play_on": (409, "not-over"),
    },
}


@pytest.mark.parametrize("end", GUARDED, ids=called)
@pytest.mark.parametrize("who", LIMITED)
def test_rights_have_an_end(scene: Scene, end: Endpoint, who: str) -> None:
    secret = scene.invite if who == "invite" else scene.seats[2]
    before = scene.standing()
    answer = scene.ask(end, secret)
    expected = LIMITED[who].get(called(end))
    if expected is None:
        assert answer[0] == 200
    else:
        assert (answer[0], code_of(answer)) == expected
    assert not any(other in answer[2].decode() for other in scene.secrets)
    assert not any(hashed(other) in answer[2].decode() for other in scene.secrets)
    assert scene.standing() == before


def test_only_the_host_may_start_free_seats_and_ask_for_bots(scene: Scene) -> None:
    server = scene.server
    opened = server.open_table("scopa", "Ann", seats=3)
    table, ann, invite = opened["table"], opened["secret"], opened["invite"]
    bea = server.sit(table, invite, "Bea")["secret"]
    seats, start = f"/api/tables/{table}/seats", f"/api/tables/{table}/start"
    before = scene.stored()
    for secret in (bea, invite):
        for method, path, body in (
            ("POST", start, {"fill": "bot"}),
            ("POST", seats, {"bot": "bot"}),
            ("DELETE", f"{seats}/0", None),
            ("DELETE", f"{seats}/2", None),
            ("DELETE", f"{seats}/-1", None),
            ("DELETE", f"{seats}/99999999999999999999", None),
            ("DELETE", f"{seats}/%C2%B2", None),
        ):
            status, refused = server.ask(method, path, body, secret)
            assert (status, refused["code"]) == (403, "not-allowed"), (method, path)
    assert scene.stored() == before

    assert server.ask("POST", seats, {"bot": "bot"}, ann) == (200, {"seat": 2})
    assert server.ask("DELETE", f"{seats}/0", None, ann)[0] == 200
    assert server.ask("GET", seats.removesuffix("/seats"), None, ann)[0] == 404
    status, told = server.ask("DELETE", f"{seats}/2", None, bea)  # now Bea is the host
    assert (status, told["host"]) == (200, 1)
    assert server.ask("POST", start, {"fill": "random"}, bea)[0] == 200


def test_a_table_that_was_given_up_is_not_there(scene: Scene) -> None:
    server = scene.server
    opened = server.open_table("dice", "Ann")
    path = f"/api/tables/{opened['table']}"
    assert server.ask("DELETE", f"{path}/seats/0", None, opened["secret"])[0] == 200
    secret = opened["secret"]
    assert server.ask("GET", path, None, secret)[1]["code"] == "not-found"
    received = answers_to(server, protocol.Hello(opened["table"], secret))
    assert received == answers_to(server, protocol.Hello(NOBODY, secret))
    _, refused = server.ask("POST", f"{path}/seats", {"name": "Bea"}, opened["invite"])
    assert refused["code"] in ("not-found", "not-open")


# WebSocket.


def sample(
    kind: Any, table: str = NOBODY, move: str = "1D", after: int = 0
) -> protocol.ClientMessage:
    """A message of this class."""
    given = {"id": "1", "after": after, "move": move, "number": 1, "table": table, "text": "Hello",
             "pieces": ["1"], "emote": "hello", "seat": 0}  # fmt: skip
    fields = kind.__struct_fields__
    message: protocol.ClientMessage = kind(**{k: v for k, v in given.items() if k in fields})
    return message


@pytest.mark.parametrize("who", OUTSIDERS)
def test_to_an_outsider_a_table_does_not_speak(scene: Scene, who: str) -> None:
    before = scene.standing()
    secret = scene.outsiders[who]
    for language in (None, "en", "it"):
        received = answers_to(scene.server, protocol.Hello(scene.table, secret, language=language))
        assert [opcode for opcode, _ in received] == [TEXT, CLOSE]
        assert json.loads(received[0][1])["code"] == "not-found"
        assert close_code(received[1][1]) == 1008
        unknown = answers_to(scene.server, protocol.Hello(NOBODY, secret, language=language))
        assert received == unknown
        assert not any(other in str(received) for other in scene.secrets)
    assert scene.standing() == before


@pytest.mark.parametrize("who", ["no secret", "a wrong secret", "the invite of another table"])
@pytest.mark.parametrize("kind", MESSAGES)
def test_nothing_is_done_for_an_outsider_who_goes_on(scene: Scene, kind: Any, who: str) -> None:
    before = scene.standing()
    hello = protocol.Hello(scene.table, scene.outsiders[who])
    received = answers_to(scene.server, hello, *[sample(kind, scene.table)] * 3)
    assert [opcode for opcode, _ in received] == [TEXT, CLOSE]
    assert scene.standing() == before


@pytest.mark.parametrize("kind", [kind for kind in MESSAGES if kind is not protocol.Hello])
def test_nothing_is_done_before_hello(scene: Scene, kind: Any) -> None:
    before = scene.standing()
    hello = protocol.Hello(scene.table, scene.seats[0])
    received = answers_to(scene.server, sample(kind), hello, sample(kind))
    assert [opcode for opcode, _ in received] == [TEXT, CLOSE]
    assert json.loads(received[0][1])["code"] == "hello-first"
    assert scene.standing() == before


def refused_to(connection: Connection, message: protocol.ClientMessage) -> str:
    connection.send(message)
    return str(connection.receive_a(protocol.Refused).code)


@pytest.mark.parametrize("kind", MESSAGES)
def test_who_watches_can_only_watch(scene: Scene, kind: Any) -> None:
    before = scene.standing()
    with scene.server.connect(table=scene.table, secret=scene.invite) as watching:
        welcome = watching.receive_a(protocol.Welcome)
        assert welcome.seat is None
        assert not welcome.legal
        for hand in (f"hand:{seat}" for seat in range(3)):
            assert set(welcome.view["places"][hand]) == {"??"}
        for table in (scene.table, NOBODY):
            assert refused_to(watching, sample(kind, table, after=welcome.number)) == "spectator"
    assert scene.standing() == before


def test_a_seat_cannot_do_what_is_another_seats_to_do(scene: Scene) -> None:
    before = scene.standing()
    players = []
    for secret in scene.seats:
        player = scene.server.connect(table=scene.table, secret=secret)
        players.append((player, player.receive_a(protocol.Welcome)))
    (acting,) = players[0][1].to_act
    for seat, (player, welcome) in enumerate(players):
        player.send(protocol.Ack(welcome.number))
        if seat == acting:
            continue
        texts = [choice.text for choice in players[acting][1].legal] or ["1D"]
        for number, text in enumerate(texts):
            move = protocol.Move(f"move {number}", welcome.number, text)
            assert refused_to(player, move) in ("not-your-turn", "waiting")
        assert refused_to(player, protocol.Undo("2", welcome.number)) == "nothing-to-undo"
        assert refused_to(player, protocol.Rematch("3")) == "not-over"
        assert refused_to(player, protocol.Resume("4")) == "not-paused"
        others = [secret for secret in scene.seats if secret != scene.seats[seat]]
        for secret in others:  # a connection has one seat, and keeps it
            assert refused_to(player, protocol.Hello(scene.table, secret)) == "again"
    for player, _ in players:
        player.close()
    assert scene.stored() == before[0]


def test_who_has_to_leave_a_seat_watches_and_their_secret_opens_nothing(scene: Scene) -> None:
    server = scene.server
    opened = server.open_table("dice", "Ann")
    table = opened["table"]
    bea = server.sit(table, opened["invite"], "Bea")
    with server.connect(table=table, secret=bea["secret"]) as connection:
        assert connection.receive_a(protocol.Welcome).seat == bea["seat"]
        path = f"/api/tables/{table}/seats/{bea['seat']}"
        assert server.ask("DELETE", path, None, opened["secret"])[0] == 200
        connection.receive_a(protocol.Seats)
        server.begin(table, opened["secret"], fill="random")
        assert connection.receive_a(protocol.Told).legal == []
        for kind in MESSAGES:
            assert refused_to(connection, sample(kind, table)) == "spectator"
    assert server.ask("GET", f"/api/tables/{table}", None, bea["secret"])[0] == 404
    received = answers_to(server, protocol.Hello(table, bea["secret"]))
    assert received == answers_to(server, protocol.Hello(NOBODY, bea["secret"]))


def test_at_a_listed_table_everybody_may_watch_but_a_wrong_secret_is_wrong(scene: Scene) -> None:
    server = scene.server
    opened = server.open_table("dice", "Ann", listed=True)
    table, path = opened["table"], f"/api/tables/{opened['table']}"
    status, told = server.ask("GET", path)
    assert (status, told["seats"][0]["name"]) == (200, "Ann")
    assert server.ask("POST", f"{path}/start", {"fill": "bot"})[1]["code"] == "not-allowed"
    assert server.ask("DELETE", f"{path}/seats/0")[1]["code"] == "not-allowed"
    with server.connect(table=table) as watching:
        assert watching.receive_a(protocol.Welcome).seat is None
    assert server.ask("GET", path, None, "wrong")[1]["code"] == "not-found"
    assert answers_to(server, protocol.Hello(table, "wrong")) == answers_to(
        server, protocol.Hello(NOBODY, "wrong")
    )


# Pages of other sites.

ORIGINS: dict[str, bool] = {  # whether a page from there may ask; {0} is the server's own host
    "http://{0}": True,
    "https://{0}": True,
    "": False,
    "null": False,
    "http://evil.example": False,
    "https://evil.example": False,
    "http://{0}.evil.example": False,
    "http://evil.example/{0}": False,
    "http://evil.example@{0}": False,
    "http://127.0.0.1": False,
    "http://127.0.0.1:1": False,
    "http://localhost:1": False,
    "ftp://{0}": False,
    "file://": False,
    "chrome-extension://{0}": False,
    "{0}": False,
    "//{0}": False,
    "http://{0}, http://evil.example": False,
    "HTTP://{0}": False,
    "http://{0}/": False,
}


@pytest.mark.parametrize("origin", ORIGINS)
def test_pages_of_other_sites_are_refused_by_every_endpoint(scene: Scene, origin: str) -> None:
    before = scene.stored()
    host = scene.server.url.removeprefix("http://")
    given = origin.format(host)
    for end in ENDPOINTS:
        path = end.path.replace("{table}", NOBODY).replace("{match}", NOBODY)
        path = path.replace("{seat}", "0")
        body = b'{"game":"none","name":"Cal"}' if called(end) == "open_table" else b"{}"
        answer = request(scene.server, end.method, path, body if end.body else None, Origin=given)
        assert (answer[0] != 403) is ORIGINS[origin], called(end)
        if not ORIGINS[origin]:
            assert code_of(answer) == "origin"
        assert b"access-control" not in answer[1].lower()
    assert scene.stored() == before


@pytest.mark.parametrize("origin", ORIGINS)
def test_pages_of_other_sites_cannot_connect(scene: Scene, origin: str) -> None:
    header = f"Origin: {origin.format('cards.example')}\r\n".encode()
    with Raw(scene.server) as raw:
        if ORIGINS[origin]:
            raw.upgrade(offer=header)
            return
        raw.send_bytes(b"GET /ws HTTP/1.1\r\n" + HANDSHAKE + header + b"\r\n")
        head, _, body = raw.rest().partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 403 ")
    assert json.loads(body)["code"] == "origin"
    assert b"nosniff" in head


def test_other_origins_are_those_that_were_given() -> None:
    def allowed(origin: str, host: str, *others: str) -> bool:
        headers = [(b"host", host.encode()), (b"origin", origin.encode())]
        return origin_allowed({"headers": headers}, others)

    assert not allowed("https://cards.example", "127.0.0.1:8066")
    assert allowed("https://cards.example", "127.0.0.1:8066", "https://cards.example")
    assert not allowed("http://cards.example", "127.0.0.1:8066", "https://cards.example")
    assert origin_allowed({"headers": [(b"host", b"x")]}, ())  # programs send none


# What is written down.


def test_secrets_are_stored_as_hashes_only_and_no_log_tells_them(scene: Scene) -> None:
    with scene.server.connect(table=scene.table, secret=scene.seats[0]) as player:
        player.receive_a(protocol.Welcome)
    files = list(scene.server.folder.glob("tables.db*"))
    assert files
    stored = b"".join(file.read_bytes() for file in files)
    log = scene.server.errors.read_text("utf-8")
    for secret in scene.secrets:
        assert secret.encode() not in stored
        assert secret not in log
        assert hashed(secret) not in log
    for secret in scene.seats:
        assert hashed(secret).encode() in stored


def test_logs_have_ids_and_codes_and_nothing_of_players_or_cards(scene: Scene) -> None:
    lines = log_lines(scene.server)
    known = {"at", "level", "what", "table", "match", "game", "listed", "code", "error", "where"}
    known |= {"by", "seat", "reason"}  # of a report
    assert {"started", "table opened"} <= {line["what"] for line in lines}
    for line in lines:
        assert set(line) <= known
    log = scene.server.errors.read_text("utf-8")
    assert not re.search(r"Ann|Bea|Cal", log)
    assert not re.search(r"\b(10|[1-9])[DCSB]\b", log)
    assert "127.0.0.1" not in log


def test_only_the_owner_can_read_what_is_stored(scene: Scene) -> None:
    for file in scene.server.folder.glob("tables.db*"):
        assert file.stat().st_mode & 0o077 == 0, file.name
