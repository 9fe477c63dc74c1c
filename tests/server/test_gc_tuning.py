"""What ends leaves nothing for the collector of cycles, which looks at young objects only."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import socket
import struct
import threading
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any, cast

import pytest
import uvicorn

from live import ROOMY
from server.border import CLOSE, HANDSHAKE, PATIENCE, PING, TEXT, Raw, frame, wait_until
from settebello.server.app import App
from settebello.server.connection import SocketConnection
from settebello.server.gc_tuning import (
    NEVER,
    ONE_IN,
    SAMPLES,
    YOUNG,
    collect_everything,
    freeze_startup,
)
from settebello.server.housekeeping import Housekeeping
from settebello.server.protocols import Http, WebSocket
from settebello.server.serve import config, listen
from settebello.server.settings import Settings
from settebello.table import protocol

TIMES = 20
LIMITS: dict[str, Any] = {**ROOMY, "messages_a_second": 100, "messages_at_once": 100}


@pytest.fixture(scope="module", autouse=True)
def collector_as_before() -> Iterator[None]:
    thresholds = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*thresholds)
    gc.callbacks.remove(SAMPLES)


def test_what_is_there_at_the_start_is_not_looked_at_again() -> None:
    for _ in range(2):
        freeze_startup()
        assert gc.get_freeze_count() > 0
        assert gc.get_threshold() == (YOUNG, NEVER, NEVER)
        assert gc.callbacks.count(SAMPLES) == 1


class Cyclic:
    """An object that refers to itself."""

    alive = 0

    def __init__(self) -> None:
        self.itself = self
        Cyclic.alive += 1

    def __del__(self) -> None:
        Cyclic.alive -= 1


def grown(kept: list[list[int]], collections: int, cycles: bool = False) -> None:
    """Keep as many new objects as lead to so many collections; each with a lost cycle or not."""
    for number in range(collections * (YOUNG + 1)):
        kept.append([number])
        if cycles:
            Cyclic()


def test_most_collections_look_at_nothing_until_one_finds_a_cycle() -> None:
    freeze_startup()
    SAMPLES._left = ONE_IN
    looked: list[bool] = []  # whether there was anything to look at, collection by collection
    kept: list[list[int]] = []

    def note(phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            looked.append(len(gc.get_objects(generation=0)) >= YOUNG)

    gc.callbacks.append(note)  # after ours
    try:
        grown(kept, 2 * ONE_IN + 2)
        assert looked.count(True) == 2
        grown(kept, 2 * ONE_IN, cycles=True)
        assert YOUNG < Cyclic.alive <= ONE_IN * (YOUNG + 1)  # those before the first sample
        looked.clear()
        grown(kept, ONE_IN, cycles=True)
        assert all(looked)
        assert len(looked) >= ONE_IN
        assert Cyclic.alive <= ONE_IN * (YOUNG + 1)
    finally:
        gc.callbacks.remove(note)
    collect_everything()
    assert not Cyclic.alive
    assert gc.get_freeze_count() > len(kept)


# A server in this process, so that its objects can be counted.


@pytest.fixture(scope="module")
def server(either_path: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    logging.getLogger("uvicorn.error").disabled = True  # pytest keeps errors with their frames
    settings = Settings(**LIMITS)
    store = tmp_path_factory.mktemp("server") / "tables.db"
    listener = listen("127.0.0.1", 0)
    running = uvicorn.Server(config(App(f"sqlite:///{store}", settings), settings))
    thread = threading.Thread(target=running.run, args=([listener],))
    thread.start()
    wait_until(lambda: running.started)
    url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    body = json.dumps({"game": "dice", "name": "Ann", "listed": True}).encode()
    with urllib.request.urlopen(f"{url}/api/tables", body, PATIENCE) as answer:
        yield SimpleNamespace(url=url, table=json.load(answer)["table"])
    running.should_exit = True
    thread.join(PATIENCE)
    logging.getLogger("uvicorn.error").disabled = False


def ask(request: bytes) -> Callable[[Any], None]:
    def once(server: Any) -> None:
        with Raw(server) as raw:
            raw.send_bytes(request)
            raw.socket.recv(65_536)

    return once


def hang_up(server: Any) -> None:
    with Raw(server) as raw:
        raw.send_bytes(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{")


def watch(end: Callable[[Raw], object]) -> Callable[[Any], None]:
    def once(server: Any) -> None:
        with Raw(server).upgrade(protocol.Hello(server.table)) as raw:
            assert raw.receive()[0] == TEXT
            end(raw)

    return once


def reset(raw: Raw) -> None:
    at_once = struct.pack("ii", 1, 0)
    raw.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, at_once)


def send(data: bytes) -> Callable[[Raw], None]:
    """Send this, and listen until the server closes the connection."""

    def end(raw: Raw) -> None:
        raw.send_bytes(data)
        raw.close_code()

    return end


def half_close(raw: Raw) -> None:
    raw.socket.shutdown(socket.SHUT_WR)
    raw.rest()


def no_hello(server: Any) -> None:
    with Raw(server).upgrade() as raw:
        send(frame("nonsense"))(raw)


ENDINGS: dict[str, Callable[[Any], None]] = {
    "a request": ask(b"GET /api/tables HTTP/1.1\r\nHost: x\r\n\r\n"),
    "a refused request": ask(b"GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n"),
    "no request": ask(b"nonsense\r\n\r\n"),
    "half a request": hang_up,
    "a refused handshake": ask(b"GET /nothing HTTP/1.1\r\n" + HANDSHAKE + b"\r\n"),
    "a wrong handshake": ask(b"GET /ws HTTP/1.1\r\n" + HANDSHAKE.replace(b"dGhl", b"") + b"\r\n"),
    "a visit to 66": ask(b"GET /66 HTTP/1.1\r\n" + HANDSHAKE + b"\r\n"),
    "no hello": no_hello,
    "a goodbye": watch(send(frame(b"\x03\xe8", CLOSE))),
    "a lost connection": watch(Raw.close),
    "a reset connection": watch(reset),
    "a half closed connection": watch(half_close),
    "nonsense": watch(send(frame("nonsense") * 10)),
    "wrong frames": watch(send(frame("x", masked=False))),
    "text that is not UTF-8": watch(send(frame(b"\xff"))),
    "half a frame": watch(lambda raw: raw.send_bytes(frame("half")[:-2])),
    "too many pings": watch(send(frame(b"", PING) * 200)),
}


def left_over() -> Counter[str]:
    """The objects of connections, by the names of their kinds."""
    kinds = (Http, WebSocket, SocketConnection)
    names = {kind.__name__ for kind in (*kinds, *WebSocket.__subclasses__())} | {"TCPTransport"}
    found = [type(thing).__name__ for thing in gc.get_objects()]
    return Counter(name for name in found if name in names)


@pytest.mark.parametrize("end", ENDINGS.values(), ids=ENDINGS.keys())
def test_what_ends_is_freed_without_the_collector(server: Any, end: Callable[[Any], None]) -> None:
    gc.collect()
    wait_until(lambda: not left_over())  # of the test before
    gc.disable()
    try:
        for _ in range(TIMES):
            end(server)
        wait_until(lambda: not left_over())
        assert gc.collect() < TIMES
    finally:
        gc.enable()


def test_all_is_collected_when_no_table_is_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """And not again until a message came."""
    collected: list[int] = []
    keeping = Housekeeping.__new__(Housekeeping)
    keeping._collected = 0
    for minute, (received, loaded) in enumerate([(0, []), (5, ["a"]), (5, []), (5, []), (6, [])]):
        keeping._metrics = cast(Any, SimpleNamespace(messages_received=received))
        keeping._lobby = cast(Any, SimpleNamespace(loaded=lambda loaded=loaded: loaded))
        with monkeypatch.context() as patch:
            patch.setattr(gc, "collect", lambda minute=minute: collected.append(minute))
            asyncio.run(keeping._collect())
    assert collected == [2, 4]
