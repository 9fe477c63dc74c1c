"""What a client sends is read alike, however its bytes are cut, on the quick path and the plain."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from server.border import HANDSHAKE, PING, PONG, TEXT, frame
from settebello.server.connection import DIRECT
from settebello.server.direct import PLAIN, DirectWebSocket, websocket_class
from settebello.server.frames import is_whole_frames, short_texts, text_frame
from settebello.server.protocols import SmallEvent, SmallQueue, WebSocket
from settebello.server.serve import config
from settebello.server.settings import Settings
from settebello.server.sockets import Sockets

GOODBYE = "goodbye"  # then the server closes the connection


class Line(asyncio.Transport):
    """A connection that keeps what is written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.ended = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += data

    def is_closing(self) -> bool:
        return self.ended

    def close(self) -> None:
        self.ended = True

    abort = close

    def pause_reading(self) -> None:
        """What was read is handled before more is given to it: `turns` sees to that."""

    resume_reading = pause_reading


async def exchange(kind: type[WebSocket], pieces: Sequence[bytes]) -> tuple[list[str], bytes]:
    """What is read from these bytes, and all that is answered."""
    received: list[str] = []
    closing: list[asyncio.Task[None]] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        direct = scope["extensions"].get(DIRECT)
        assert (direct is not None) == (kind is DirectWebSocket)

        def on_text(text: str) -> None:
            received.append(text)
            if text == GOODBYE:
                closing.append(loop.create_task(send({"type": "websocket.close"})))

        while True:
            if direct is not None:
                direct.deliver_to(on_text)
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return
            on_text(message["text"])

    limits = Settings(ping_seconds=3600)
    given = config(app, limits)
    loop = asyncio.get_running_loop()
    line, state = Line(), ServerState()
    socket = kind(
        limits, Sockets(limits), config=given, server_state=state, app_state={}, _loop=loop
    )
    socket.connection_made(line)
    socket.data_received(b"GET /ws HTTP/1.1\r\n" + HANDSHAKE + b"\r\n")
    await turns()
    for piece in pieces:
        if not line.ended:
            socket.data_received(piece)
            await turns()
    socket.connection_lost(None)
    await asyncio.gather(*state.tasks, *closing)
    return received, line.written


async def turns() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def in_fragments(text: str) -> bytes:
    data = text.encode()
    return frame(data[:1], final=False) + frame(data[1:], 0)


texts = st.text(max_size=8) | st.integers(120, 130).map("x".__mul__)
frames = st.one_of(
    *[texts.map(frame)] * 3,
    texts.map(in_fragments),
    st.binary(max_size=5).map(lambda data: frame(data, PING)),
    st.binary(max_size=5).map(lambda data: frame(data, PONG)),
    st.sampled_from([frame(b"\xff"), frame(b"", 8), frame(b"x", 0), frame(b"x", masked=False)]),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(frames, max_size=8), st.data())
def test_frames_are_read_alike_however_they_come(sent: list[bytes], data: st.DataObject) -> None:
    whole = b"".join(sent)
    cuts = st.lists(st.integers(0, len(whole)), max_size=6).map(sorted)
    edges = [0, *data.draw(cuts), len(whole)]
    pieces = [whole[a:b] for a, b in pairwise(edges)]
    for way in (pieces, sent, [whole]):
        assert_alike(way)


INNER = frame("not a message")
LOOK_ALIKES = {
    "within a ping": [frame(INNER, PING)[: -len(INNER)], INNER, frame("after it")],
    "within a long text": [frame(INNER * 9)[: -len(INNER)], INNER, frame("after it")],
    "between fragments": [frame("a", final=False), INNER, frame("b", 0)],
    "after our close": [frame(GOODBYE), INNER],
}


@pytest.mark.parametrize("pieces", LOOK_ALIKES.values(), ids=LOOK_ALIKES.keys())
def test_what_only_looks_like_a_text_is_none(pieces: list[bytes]) -> None:
    assert "not a message" not in assert_alike(pieces)


def assert_alike(pieces: Sequence[bytes]) -> list[str]:
    """It is read and answered as on the plain path."""
    received = asyncio.run(exchange(DirectWebSocket, pieces))
    assert asyncio.run(exchange(WebSocket, pieces)) == received
    return received[0]


def test_the_environment_may_choose_the_plain_path(monkeypatch: pytest.MonkeyPatch) -> None:
    for value, chosen in (("", DirectWebSocket), ("1", WebSocket)):
        monkeypatch.setenv(PLAIN, value)
        assert websocket_class() is chosen
    monkeypatch.delenv(PLAIN)
    assert websocket_class() is DirectWebSocket


@pytest.mark.parametrize("size", [0, 1, 125, 126, 2**16 - 1, 2**16])
def test_texts_are_sent_as_the_library_sends_them(size: int) -> None:
    text = b"x" * size
    assert text_frame(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


def test_short_texts_are_whole_frames() -> None:
    for size in (0, 1, 125):
        text = frame("x" * size)
        assert short_texts(text) == [b"x" * size]
        assert short_texts(text + frame("and") + text) == [b"x" * size, b"and", b"x" * size]
        others = [
            text[:-1],
            text + b"x",
            text + text[:-1],
            text + frame(b"", PING),
            frame("x" * size, final=False),
            frame("x" * size, masked=False),
            frame("x" * size, PING),
            frame("x" * size, reserved=4),
        ]
        assert not any(map(short_texts, others))
    assert not short_texts(frame("x" * 126))


def test_whole_frames_end_where_the_data_ends() -> None:
    several = frame("a") + frame("b" * 126) + frame(b"", PING) + frame("c" * 4096, TEXT)
    assert is_whole_frames(several)
    for end in range(1, len(several)):
        ends = end in (7, 7 + 134, 7 + 134 + 6)
        assert is_whole_frames(several[:end]) == ends
    assert not is_whole_frames(in_fragments("ab"))
    assert not is_whole_frames(frame(b"", length=2**16))


# What uvicorn's connections have of ours, to be small while nothing happens.


def test_a_queue_gives_all_in_their_order_and_waits_for_the_next() -> None:
    async def read() -> list[str]:
        queue = SmallQueue()
        reading = asyncio.create_task(queue.get())
        await asyncio.sleep(0)
        for event in ("first", "second", "third"):
            queue.put_nowait(event)
        read = [await reading, await queue.get()]
        assert not queue.empty()
        read.append(await queue.get())
        assert queue.empty()
        return read

    assert asyncio.run(read()) == ["first", "second", "third"]


def test_a_queue_loses_nothing_when_its_reader_is_cancelled() -> None:
    async def read() -> str:
        queue = SmallQueue()
        cancelled = asyncio.create_task(queue.get())
        await asyncio.sleep(0)
        queue.put_nowait("it")
        cancelled.cancel()
        with suppress(asyncio.CancelledError):
            await cancelled
        return str(await queue.get())

    assert asyncio.run(read()) == "it"


def test_a_queue_serves_who_comes_after_a_reader_that_is_cancelled() -> None:
    async def read() -> str:
        queue = SmallQueue()
        first = asyncio.create_task(queue.get())
        await asyncio.sleep(0)
        first.cancel()
        second = asyncio.create_task(queue.get())
        await asyncio.sleep(0)
        queue.put_nowait("it")
        return str(await second)

    assert asyncio.run(read()) == "it"


def test_an_event_lets_all_pass_who_wait_when_it_is_set() -> None:
    async def wait() -> None:
        event = SmallEvent()
        assert event.is_set()
        await event.wait()
        event.clear()
        event.clear()
        assert not event.is_set()
        waiting = [asyncio.create_task(event.wait()) for _ in range(2)]
        await asyncio.sleep(0)
        assert not any(task.done() for task in waiting)
        event.set()
        event.set()
        await asyncio.gather(*waiting)

    asyncio.run(wait())


def test_the_headers_of_a_client_are_not_kept_once_it_is_let_in() -> None:
    async def let_in() -> int:
        async def app(scope: Any, receive: Any, send: Any) -> None:
            await receive()
            kept.append(socket.request.headers)
            assert kept[0]
            await send({"type": "websocket.accept"})
            scope["extensions"][DIRECT].deliver_to(print)

        kept: list[Any] = []
        given = {"config": config(app, Settings()), "server_state": ServerState(), "app_state": {}}
        socket = DirectWebSocket(Settings(), Sockets(Settings()), **given)
        socket.connection_made(Line())
        socket.data_received(b"GET /ws HTTP/1.1\r\n" + HANDSHAKE + b"\r\n")
        await turns()
        left = len(kept[0])
        socket.connection_lost(None)
        return left

    assert asyncio.run(let_in()) == 0
