"""Whatever comes in: it is refused, or closed with the right code; nothing fails, nothing stays
behind, and a neighbour plays on.
"""

from __future__ import annotations

import json
import socket
import struct
from collections.abc import Iterator
from typing import Any, get_args

import msgspec
import pytest

from live import ROOMY, Server, serving
from server.border import (
    BINARY,
    CLOSE,
    HANDSHAKE,
    PING,
    PONG,
    TEXT,
    Neighbour,
    Raw,
    assert_calm,
    connections,
    frame,
    metrics,
    open_files,
    wait_until,
)
from settebello.server.api import ENDPOINTS
from settebello.table import protocol

LIMITS: dict[str, float] = {
    **ROOMY,
    "messages_a_second": 1_000,
    "messages_at_once": 1_000,
    "request_seconds": 1,
    "hello_seconds": 1,
}


class Scene:
    """A server, a neighbour, and a table of somebody who behaves badly."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.neighbour = Neighbour(server)
        self.opened = server.open_table("dice")
        server.begin(self.opened["table"], self.opened["secret"], fill="random")
        self.files = open_files(server)

    def hello(self) -> protocol.Hello:
        return protocol.Hello(table=self.opened["table"], secret=self.opened["secret"])

    def entered(self) -> Raw:
        """A connection of the seat that has been welcomed."""
        raw = Raw(self.server).upgrade(self.hello())
        assert raw.receive()[0] == TEXT
        return raw

    def check(self) -> None:
        """Nobody else has noticed, and nothing is left of it."""
        self.neighbour.play()
        wait_until(lambda: connections(self.server) == 1)
        wait_until(lambda: open_files(self.server) <= self.files)
        assert_calm(self.server)


@pytest.fixture(scope="module")
def scene(either_path: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    with serving(tmp_path_factory.mktemp("server"), LIMITS) as server:
        scene = Scene(server)
        yield scene
        scene.neighbour.close()


# Texts that are no messages.

NO_MESSAGES = {
    "empty": "",
    "space": " ",
    "null": "null",
    "true": "true",
    "number": "0",
    "list": "[]",
    "string": '"Hello"',
    "no type": "{}",
    "two objects": '{"type":"Ack","number":1}{"type":"Ack","number":1}',
    "half an object": '{"type":"Ack","number":',
    "trailing comma": '{"type":"Ack","number":1,}',
    "comment": '{"type":"Ack","number":1}//',
    "single quotes": "{'type':'Ack','number':1}",
    "byte order mark": '\ufeff{"type":"Ack","number":1}',
    "a type of ours": '{"type":"Answer","id":"1"}',
    "unknown type": '{"type":"Nonsense"}',
    "type in small letters": '{"type":"ack","number":1}',
    "type null": '{"type":null}',
    "type list": '{"type":["Ack"],"number":1}',
    "not a number": '{"type":"Ack","number":NaN}',
    "infinity": '{"type":"Ack","number":Infinity}',
    "minus infinity": '{"type":"Ack","number":-Infinity}',
    "too large a float": '{"type":"Ack","number":1e400}',
    "too many digits": '{"type":"Ack","number":' + "9" * 4000 + "}",
    "above what floats count": '{"type":"Ack","number":' + str(2**53 + 1) + "}",
    "leading zero": '{"type":"Ack","number":01}',
    "hexadecimal": '{"type":"Ack","number":0x1}',
    "deep lists": "[" * 4000,
    "deep objects": '{"a":' * 800,
    "deep in a field": '{"type":"Ack","number":' + "[" * 3900,
    "wrong the second time": '{"type":"Ack","number":1,"number":"1"}',
    "lone surrogate": '{"type":"Move","id":"\\ud800","after":1,"move":"x"}',
    "half an escape": '{"type":"Move","id":"\\u12","after":1,"move":"x"}',
    "control character": '{"type":"Move","id":"\x00","after":1,"move":"x"}',
    "line in a string": '{"type":"Move","id":"a\nb","after":1,"move":"x"}',
    "long id": json.dumps({"type": "Undo", "id": "x" * 41, "after": 1}),
    "empty id": json.dumps({"type": "Undo", "id": "", "after": 1}),
    "long move": json.dumps({"type": "Move", "id": "1", "after": 1, "move": "x" * 201}),
    "long table": json.dumps({"type": "Hello", "table": "x" * 41}),
    "long secret": json.dumps({"type": "Hello", "table": "x", "secret": "x" * 65}),
    "unknown language": json.dumps({"type": "Hello", "table": "x", "language": "xx"}),
    "markup": "<script>alert(1)</script>",
    "another protocol": "GET / HTTP/1.1\r\n\r\n",
}

SAMPLES: list[protocol.ClientMessage] = [
    protocol.Hello("t", "s", 1, "en", True, protocol.VERSION),
    protocol.Move("1", 1, "throw"),
    protocol.Ack(1),
    protocol.Undo("1", 1),
    protocol.Pause("1"),
    protocol.Resume("1"),
    protocol.Rematch("1"),
    protocol.Say("1", "Hello"),
    protocol.Emote("1", "hello"),
    protocol.Nudge("1", 1),
    protocol.Explain("1", ["0"]),
    protocol.ShowMe("1"),
]
JUNK: dict[type, list[Any]] = {
    str: [1, 1.5, True, [], {}, ["x"], {"x": 1}],
    int: ["1", 1.5, -1, 2**60, False, [], {}, [1], None],
    bool: ["true", 1, 0, [], {}, None],
    list: [1, "x", True, {}, None, [1], [None], [[]], [""]],
}


def wrong_fields() -> Iterator[tuple[str, str]]:
    """Each message with each of its fields of another kind, left out, or one too many."""
    for sample in SAMPLES:
        right: dict[str, Any] = msgspec.to_builtins(sample)
        kind = right["type"]
        yield f"{kind} with one more field", json.dumps(right | {"more": 1})
        for field, value in right.items():
            for junk in JUNK[type(value)]:
                yield f"{kind}.{field} = {junk}", json.dumps(right | {field: junk})
        for field in type(sample).__struct_fields__:
            if field in ("id", "after", "move", "number", "table", "text"):
                less = {name: value for name, value in right.items() if name != field}
                yield f"{kind} without {field}", json.dumps(less)


def test_there_is_a_sample_of_every_message() -> None:
    assert {type(sample) for sample in SAMPLES} == set(get_args(protocol.ClientMessage))
    for sample in SAMPLES:
        assert protocol.decode_client(protocol.encode(sample)) == sample


@pytest.mark.parametrize("text", NO_MESSAGES.values(), ids=NO_MESSAGES.keys())
def test_what_is_no_message_is_refused_and_changes_nothing(scene: Scene, text: str) -> None:
    with scene.entered() as raw:
        raw.send_bytes(frame(text))
        assert raw.receive_refusal() == "not-a-message"
        raw.send(protocol.Hello("x"))  # it is still served
        assert raw.receive_refusal() == "again"
    scene.check()


@pytest.mark.parametrize("text", NO_MESSAGES.values(), ids=NO_MESSAGES.keys())
def test_what_is_no_message_is_no_hello_either(scene: Scene, text: str) -> None:
    with Raw(scene.server).upgrade() as raw:
        raw.send_bytes(frame(text))
        opcode, data = raw.receive()
        assert opcode == TEXT
        assert protocol.decode_server(data).code in ("not-a-message", "hello-first")  # type: ignore[union-attr]
        assert raw.close_code() == 1008
    scene.check()


def test_fields_of_a_wrong_kind_are_refused(scene: Scene) -> None:
    cases = list(wrong_fields())
    assert len(cases) > 150
    for number in range(0, len(cases), 5):  # as many as a connection is warned of
        with scene.entered() as raw:
            for name, text in cases[number : number + 5]:
                raw.send_bytes(frame(text))
                assert raw.receive_refusal() == "not-a-message", name
    scene.check()


def test_a_field_that_is_given_twice_counts_once(scene: Scene) -> None:
    with scene.entered() as raw:
        raw.send_bytes(frame('{"type":"Pause","id":"a","type":"Pause","id":"b"}'))
        while (received := raw.receive())[1].find(b"Answer") < 0:
            assert received[0] == TEXT
        assert json.loads(received[1])["id"] == "b"
        raw.send(protocol.Resume("c"))
        while raw.receive()[1].find(b"Answer") < 0:
            pass
    scene.check()


# Frames that no client sends.

RIGHT = b'{"type":"Ack","number":0}'
BAD_TEXT = b'{"type":"Ack","number":"\xff\xfe"}'


def pieces(*parts: bytes, opcode: int = TEXT) -> bytes:
    """A message in fragments."""
    last = len(parts) - 1
    return b"".join(
        frame(part, 0 if number else opcode, final=number == last)
        for number, part in enumerate(parts)
    )


WRONG_FRAMES: dict[str, tuple[bytes, set[int | None]]] = {
    "text that is not UTF-8": (frame(BAD_TEXT), {1007}),
    "two of them": (frame(BAD_TEXT) * 2, {1007}),
    "half a character": (frame(b'"\xe2\x82'), {1007}),
    "overlong UTF-8": (frame(b'"\xc0\x80"'), {1007}),
    "a surrogate in UTF-8": (frame(b'"\xed\xa0\x80"'), {1007}),
    "UTF-16": (frame('{"type":"Ack"}'.encode("utf-16")), {1007}),
    "not UTF-8 in fragments": (pieces(BAD_TEXT[:24], BAD_TEXT[24:]), {1007}),
    "five fragments": (pieces(RIGHT[:5], *[RIGHT[n : n + 1] for n in range(5, 25)]), {1008}),
    "empty fragments without end": (
        frame(b"", final=False) + frame(b"", 0, final=False) * 2_000,
        {1008},
    ),
    "a fragment of nothing": (frame(RIGHT, 0), {1002}),
    "a message within a message": (frame(RIGHT, final=False) + frame(RIGHT), {1002}),
    "too large": (frame(b" " * (protocol.LARGEST_FRAME + 1)), {1009}),
    "too large in fragments": (pieces(b" " * 3000, b" " * 3000), {1009}),
    "said to be huge": (frame(b"", length=2**62), {1009}),
    "said to be too huge": (frame(b"", length=2**64 - 1), {1002, 1009}),
    "too large and binary": (frame(b" " * 5000, BINARY), {1009}),
    "a long ping": (frame(b" " * 126, PING), {1002}),
    "a long pong": (frame(b" " * 126, PONG), {1002}),
    "a long close": (frame(b"\x03\xe8" + b" " * 124, CLOSE), {1002}),
    "a ping in fragments": (frame(b"", PING, final=False), {1002}),
    "not masked": (frame(RIGHT, masked=False), {1002}),
    "reserved bit 1, of compression": (frame(RIGHT, reserved=4), {1002}),
    "reserved bit 2": (frame(RIGHT, reserved=2), {1002}),
    "reserved bit 3": (frame(RIGHT, reserved=1), {1002}),
    **{f"opcode {n}": (frame(b"", n), {1002}) for n in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15)},
    "a close of one byte": (frame(b"\x03", CLOSE), {1002}),
    "a close with a code of nobody": (frame(struct.pack("!H", 999), CLOSE), {1002}),
    "a close with a code for inside": (frame(struct.pack("!H", 1005), CLOSE), {1002}),
    "a close that is not UTF-8": (frame(b"\x03\xe8\xff", CLOSE), {1002, 1007}),
    "a flood of pings": (frame(b"", PING) * 2_000, {1008}),
    "a flood of pongs": (frame(b"", PONG) * 2_000, {1008}),
    "a text of another protocol": (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", {1002, 1009}),
    "zeros": (b"\0" * 100, {1002}),
    "ones": (b"\xff" * 100, {1002}),
}


@pytest.mark.parametrize(("data", "codes"), WRONG_FRAMES.values(), ids=WRONG_FRAMES.keys())
def test_wrong_frames_end_the_connection_with_the_code_for_it(
    scene: Scene, data: bytes, codes: set[int | None]
) -> None:
    for raw in (scene.entered(), Raw(scene.server).upgrade()):
        with raw:
            raw.send_bytes(data)
            assert raw.close_code() in codes
    scene.check()


@pytest.mark.parametrize("data", [RIGHT, b"", b"\xff" * 100], ids=["right", "empty", "noise"])
def test_binary_frames_are_no_messages(scene: Scene, data: bytes) -> None:
    with scene.entered() as raw:
        raw.send_bytes(frame(data, BINARY))
        assert raw.receive_refusal() == "not-a-message"
    scene.check()


def test_a_few_fragments_are_a_message(scene: Scene) -> None:
    text = protocol.encode(protocol.Hello("x")).encode()
    with scene.entered() as raw:
        raw.send_bytes(pieces(text[:5], b"", text[5:9], text[9:]))
        assert raw.receive_refusal() == "again"
        raw.send_bytes(frame(text[:5], final=False) + frame(b"here?", PING) + frame(text[5:], 0))
        assert raw.receive() == (PONG, b"here?")
        assert raw.receive_refusal() == "again"
    scene.check()


@pytest.mark.parametrize("kept", [0, 1, 3, 8], ids=lambda kept: f"{kept} bytes")
@pytest.mark.parametrize("rude", [False, True], ids=["closed", "reset"])
def test_half_a_frame_and_then_nothing(scene: Scene, kept: int, rude: bool) -> None:
    with scene.entered() as raw:
        raw.send_bytes(frame(RIGHT)[:kept])
        if rude:
            at_once = struct.pack("ii", 1, 0)
            raw.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, at_once)
    scene.check()


def test_who_errs_too_often_has_to_go(scene: Scene) -> None:
    with scene.entered() as raw:
        raw.send_bytes(frame("nonsense") * 10)
        assert [raw.receive_refusal() for _ in range(7)] == ["not-a-message"] * 6 + ["closed 1008"]
    scene.check()


# Handshakes.

WRONG_HANDSHAKES: dict[str, tuple[bytes, set[bytes]]] = {
    "another address": (b"GET /elsewhere HTTP/1.1\r\n" + HANDSHAKE, {b"404"}),
    "the page": (b"GET / HTTP/1.1\r\n" + HANDSHAKE, {b"404"}),
    "the wrong method": (b"POST /ws HTTP/1.1\r\n" + HANDSHAKE, {b"405"}),
    "no key": (
        b"GET /ws HTTP/1.1\r\n" + HANDSHAKE[: HANDSHAKE.index(b"Sec-WebSocket-K")],
        {b"400"},
    ),
    "a short key": (b"GET /ws HTTP/1.1\r\n" + HANDSHAKE.replace(b"dGhl", b""), {b"400"}),
    "two keys": (
        b"GET /ws HTTP/1.1\r\n" + HANDSHAKE + HANDSHAKE[HANDSHAKE.index(b"Sec-WebSocket-K") :],
        {b"400"},
    ),
    "an old version": (b"GET /ws HTTP/1.1\r\n" + HANDSHAKE.replace(b"13", b"8"), {b"400", b"426"}),
    "too many headers": (
        b"GET /ws HTTP/1.1\r\n" + HANDSHAKE + b"".join(b"X-%d: 1\r\n" % n for n in range(200)),
        {b""},
    ),
    "a long header": (b"GET /ws HTTP/1.1\r\n" + HANDSHAKE + b"X: " + b"x" * 9000 + b"\r\n", {b""}),
    "a long address": (b"GET /ws?" + b"x" * 9000 + b" HTTP/1.1\r\n" + HANDSHAKE, {b""}),
}


@pytest.mark.parametrize(
    ("head", "statuses"), WRONG_HANDSHAKES.values(), ids=WRONG_HANDSHAKES.keys()
)
def test_a_wrong_handshake_is_the_end_of_it(
    scene: Scene, head: bytes, statuses: set[bytes]
) -> None:
    with Raw(scene.server) as raw:
        raw.send_bytes(head + b"\r\n")
        assert raw.rest()[9:12] in statuses
    scene.check()


def test_compression_is_not_agreed_to(scene: Scene) -> None:
    with Raw(scene.server) as raw:
        head = raw.upgrade(offer=b"Sec-WebSocket-Extensions: permessage-deflate\r\n").head
        assert b"extensions" not in head.lower()
        raw.send_bytes(frame(b"x", reserved=4))
        assert raw.close_code() == 1002
    scene.check()


# HTTP.

POST = b"POST /api/tables HTTP/1.1\r\nHost: cards.example\r\nConnection: close\r\n"
GET = b"GET /api/games HTTP/1.1\r\nHost: cards.example\r\nConnection: close\r\n"


def post(body: bytes, *headers: bytes) -> bytes:
    head = b"".join(header + b"\r\n" for header in headers)
    return POST + head + b"Content-Length: %d\r\n\r\n" % len(body) + body


WRONG_REQUESTS: dict[str, tuple[bytes, set[int]]] = {
    "noise": (b"\xff\x00\xff\x00\r\n\r\n", {400}),
    "a line": (b"hello\r\n\r\n", {400}),
    "old HTTP": (b"GET /\r\n\r\n", {200, 400}),
    "HTTP of the future": (b"GET / HTTP/9.9\r\n\r\n", {400}),
    "a secure greeting": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 50, {400}),
    "no such method": (b"BREW /api/games HTTP/1.1\r\nHost: x\r\n\r\n", {400}),
    "a header without a name": (GET + b": x\r\n\r\n", {400}),
    "a zero in a header": (GET + b"X: \0\r\n\r\n", {400}),
    "a header that goes on": (GET + b"X: a\r\n b\r\n\r\n", {400, 200}),
    "a length that is none": (POST + b"Content-Length: x\r\n\r\n", {400}),
    "a length below nothing": (POST + b"Content-Length: -1\r\n\r\n", {400}),
    "two lengths": (POST + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", {400}),
    "a length and chunks": (
        POST + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        {400},
    ),
    "a chunk that is none": (POST + b"Transfer-Encoding: chunked\r\n\r\nx\r\n{}\r\n", {400}),
    "a body that is none": (post(b"{"), {400}),
    "a list": (post(b"[]"), {400}),
    "not UTF-8": (post(b'{"game":"\xff"}'), {400}),
    "a form": (post(b"game=dice", b"Content-Type: application/x-www-form-urlencoded"), {400}),
    "deep lists": (post(b"[" * 4000), {400}),
    "deep options": (
        post(b'{"game":"dice","name":"Ann","options":{"x":' + b"[" * 3900 + b"}}"),
        {400},
    ),
    "a number that is none": (post(b'{"game":"dice","name":"Ann","seats":NaN}'), {400}),
    "too large": (post(b" " * 5000), {413}),
    "too large in chunks": (
        POST + b"Transfer-Encoding: chunked\r\n\r\n" + b"400\r\n" + b" " * 1024 + b"\r\n" * 9,
        {400, 413},
    ),
    "a long address": (b"GET /" + b"x" * 8000 + b" HTTP/1.1\r\nConnection: close\r\n\r\n", {404}),
    "a zero in the address": (b"GET /%00 HTTP/1.1\r\nConnection: close\r\n\r\n", {404}),
    "half a character in the address": (
        b"GET /api/tables/%ff%fe HTTP/1.1\r\nConnection: close\r\n\r\n",
        {404},
    ),
    "up and away": (b"GET /../../etc/passwd HTTP/1.1\r\nConnection: close\r\n\r\n", {404}),
    "another language of the web": (
        GET + b"Upgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
        {200, 400},
    ),
    "a secret that is not text": (GET + b"Authorization: Bearer \xff\xfe\r\n\r\n", {200}),
    "no host": (b"GET /api/games HTTP/1.1\r\nConnection: close\r\n\r\n", {200, 400}),
    "a strange host": (
        b'GET / HTTP/1.1\r\nHost: "><script>\r\nConnection: close\r\n\r\n',
        {200, 400},
    ),
}


@pytest.mark.parametrize(("data", "statuses"), WRONG_REQUESTS.values(), ids=WRONG_REQUESTS.keys())
def test_wrong_requests_are_refused_in_the_usual_form(
    scene: Scene, data: bytes, statuses: set[int]
) -> None:
    with Raw(scene.server) as raw:
        raw.send_bytes(data)
        head, _, body = raw.rest().partition(b"\r\n\r\n")
    status = int(head[9:12])
    assert status in statuses
    assert b"nosniff" in head
    assert b"<script>" not in body
    if status != 200:
        refusal = json.loads(body)
        assert refusal["type"] == "Refused"
        assert refusal["code"]
        assert refusal["text"].endswith(".")
    scene.check()


FLOODS = {
    "headers": GET + b"".join(b"X-%d: x\r\n" % n for n in range(20_000)),
    "one header": GET + b"X: " + b"x" * 300_000,
    "an address": b"GET /" + b"x" * 300_000,
    "a body": POST + b"Content-Length: 300000\r\n\r\n" + b" " * 300_000,
    "a body for nobody": GET + b"Content-Length: 300000\r\n\r\n" + b" " * 300_000,
    "headers after the body": POST
    + b"Transfer-Encoding: chunked\r\n\r\n0\r\n"
    + b"".join(b"X-%d: x\r\n" % n for n in range(20_000)),
}


@pytest.mark.parametrize("data", FLOODS.values(), ids=FLOODS.keys())
def test_what_has_no_end_is_cut_off(scene: Scene, data: bytes) -> None:
    with Raw(scene.server) as raw:
        raw.send_bytes(data)
        answer = raw.rest()  # the refusal may be lost: the server does not read to the end
    assert answer[9:12] in (b"413", b"400", b"200", b"")
    scene.check()


SLOW = {
    "nothing": b"",
    "empty lines": b"\r\n\r\n",
    "half a line": b"GET /api/ga",
    "half a header": GET + b"X: ",
    "half a body": POST + b'Content-Length: 100\r\n\r\n{"game":',
    "no body": POST + b"Content-Length: 100\r\n\r\n",
    "half a chunk": POST + b'Transfer-Encoding: chunked\r\n\r\n64\r\n{"game":',
    "half a handshake": b"GET /ws HTTP/1.1\r\n" + HANDSHAKE,
}


@pytest.mark.parametrize("data", SLOW.values(), ids=SLOW.keys())
def test_who_does_not_go_on_is_not_waited_for(scene: Scene, data: bytes) -> None:
    with Raw(scene.server) as raw:
        raw.send_bytes(data)
        head, _, body = raw.rest().partition(b"\r\n\r\n")
    assert head[9:12] == b"408"
    assert json.loads(body)["code"] == "too-late"
    scene.check()


def test_who_leaves_in_the_middle_of_a_body_is_no_failure(scene: Scene) -> None:
    with Raw(scene.server) as raw:
        raw.send_bytes(POST + b'Content-Length: 100\r\n\r\n{"game":')
    scene.check()


def test_requests_in_a_row_are_all_answered(scene: Scene) -> None:
    one = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
    with Raw(scene.server) as raw:
        raw.send_bytes(one * 50 + GET + b"\r\n")
        assert raw.rest().count(b"HTTP/1.1 200 ") == 51
    scene.check()


WRONG_VALUES: list[Any] = [[], [{}], -1, 1e300, "x" * 200, {"x": {}}]
BODIES = [end for end in ENDPOINTS if end.body is not None]


@pytest.mark.parametrize("end", BODIES, ids=lambda end: end.call.__name__)
def test_bodies_of_a_wrong_kind_are_refused(scene: Scene, end: Any) -> None:
    table, secret = scene.opened["table"], scene.opened["secret"]
    path = end.path.replace("{table}", table)
    before = scene.server.ask("GET", f"/api/tables/{table}", None, secret)
    tables = metrics(scene.server)["tables_opened_total"]
    right = {"game": "dice", "name": "Cal"} if "game" in end.body.__struct_fields__ else {}
    cases: list[Any] = [None, 1, "x", [], [right], right | {"more": 1}]
    for field in end.body.__struct_fields__:
        cases += [right | {field: junk} for junk in WRONG_VALUES]
    for body in cases[0 if right else 1 :]:
        data = json.dumps(body).encode()
        with Raw(scene.server) as raw:
            raw.send_bytes(
                f"{end.method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                f"Authorization: Bearer {secret}\r\nContent-Length: {len(data)}\r\n\r\n".encode()
                + data
            )
            head, _, answer = raw.rest().partition(b"\r\n\r\n")
        assert head[9:12] == b"400", (body, answer)
        assert json.loads(answer)["code"] == "bad-request"
    assert scene.server.ask("GET", f"/api/tables/{table}", None, secret) == before
    assert metrics(scene.server)["tables_opened_total"] == tables
    scene.check()


def test_the_neighbour_plays_on_to_the_end(scene: Scene) -> None:
    scene.neighbour.play_match()
    assert_calm(scene.server)
