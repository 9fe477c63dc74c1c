"""Uvicorn's protocols with more limits: on the time and size of a request, and on fragments and
control frames of a WebSocket.

When a connection ends, no cycle of references is left: see gc_tuning.py.
"""

from __future__ import annotations

import asyncio
import socket
from collections import deque
from functools import partial
from http import HTTPStatus
from typing import Any

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from settebello import words
from settebello.rejection import Argument, Rejection, RejectionCode
from settebello.server.connection import HEADERS, HEALTH, POLICY
from settebello.server.settings import Settings
from settebello.server.sockets import Sockets, Surplus
from settebello.table import protocol
from settebello.table.pace import Bucket

FRAGMENTS = 4  # of a message, at most
SENDING = 64 * 1024  # bytes that the system holds for a connection
HEALTH_SOCKETS = 16  # beyond the limit, and only for a moment
HEALTH_SECONDS = 1.0
CLOSING = ((b"content-type", b"application/json"), (b"connection", b"close"))


def bound(listener: socket.socket, settings: Settings) -> None:
    """Set the system's limits for all connections that a listening socket will accept."""
    # What is read in one call is handled in one go, and nobody else is served meanwhile.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, protocol.LARGEST_FRAME)
    # What a slow reader has not read should wait in our buffers, where it is counted.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SENDING)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # else a client that never reads stays
        patience = int(settings.blocked_seconds * 1000)
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, patience)


def host_of(protocol: HttpToolsProtocol | WebSocketsSansIOProtocol) -> str:
    return protocol.client[0] if protocol.client else ""


def port_of(protocol: HttpToolsProtocol) -> int:
    """The port that a client has connected to; 0 for a socket that has none."""
    return (protocol.server[1] if protocol.server else None) or 0


def refusal(code: RejectionCode, **arguments: Argument) -> bytes:
    """The body of a refusal."""
    text = words.refuse(None, code, **arguments)
    return msgspec.json.encode(protocol.refused(Rejection(code, **arguments), text))


def for_health_only(app: Any, surplus: Surplus) -> Any:
    """An application that answers only health checks, and refuses everything else."""
    status, about = surplus
    body = refusal(RejectionCode.TOO_MANY, **about)
    size = b"%d" % len(body)
    headers = [*HEADERS, *CLOSING, (b"content-length", size)]

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        if scope["path"] in HEALTH:
            await app(scope, receive, send)
            return
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    return answer


class Http(HttpToolsProtocol):
    """HTTP with limits on the time and size of a request, and on the number of connections.

    A few more connections are let in for a moment, for health checks only.
    """

    def __init__(self, settings: Settings, sockets: Sockets, **given: Any) -> None:
        super().__init__(**given)
        self._settings = settings
        self._sockets = sockets
        self._surplus: Surplus | None = None  # the refusal, if this connection is one too many
        self._size = 0  # of the request so far
        self._whole_head = False
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._surplus = self._sockets.refusal(host_of(self), port_of(self))
        self._restart_clock()
        if self._surplus is None:
            self._sockets.enter(host_of(self))
        else:
            self.app = for_health_only(self.app, self._surplus)
            surplus = self._sockets.surplus
            surplus[self] = None
            if len(surplus) > HEALTH_SOCKETS:
                # Close the oldest one without a request: a health check sends its request at once.
                next(other for other in surplus if not other._whole_head)._turn_away()

    def connection_lost(self, error: Exception | None) -> None:
        self._stop_clock()
        if self._surplus is None:
            self._sockets.leave(host_of(self))
        self._sockets.surplus.pop(self, None)
        super().connection_lost(error)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._size += len(data)
        if self._size > self._settings.request_bytes and not self.transport.is_closing():
            self._refuse(413, RejectionCode.TOO_LARGE, most=self._settings.request_bytes)

    def handle_websocket_upgrade(self) -> None:
        self._stop_clock()
        self._size = 0
        if self._surplus is not None:
            self._turn_away()
            return
        self._sockets.leave(host_of(self))  # from now on the WebSocket is counted
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # it refers to this object: a cycle

    def on_message_begin(self) -> None:
        self._restart_clock()
        self._size = 0
        self._whole_head = False
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._whole_head = True
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        self._restart_clock()
        if self._surplus is not None:
            self.transport.close()
        super().on_response_complete()

    def send_400_response(self, msg: str) -> None:
        self._refuse(400, RejectionCode.BAD_REQUEST, why="This is not a request in HTTP.")

    def _restart_clock(self) -> None:
        self._stop_clock()
        if self._surplus is not None:
            self._deadline = self.loop.call_later(HEALTH_SECONDS, self._turn_away)
            return
        late = partial(self._refuse, 408, RejectionCode.TOO_LATE)
        self._deadline = self.loop.call_later(self._settings.request_seconds, late)

    def _stop_clock(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _turn_away(self) -> None:
        assert self._surplus is not None
        self._stop_clock()
        self._sockets.surplus.pop(self, None)
        status, about = self._surplus
        self._refuse(status, RejectionCode.TOO_MANY, **about)

    def _refuse(self, status: int, code: RejectionCode, **arguments: Argument) -> None:
        """Answer with a refusal, unless an answer has begun, and close."""
        if not (self._whole_head and self.cycle is not None and self.cycle.response_started):
            body = refusal(code, **arguments)
            lines = [
                b"HTTP/1.1 %d %s" % (status, HTTPStatus(status).phrase.encode()),
                *(b"%s: %s" % header for header in (*HEADERS, *CLOSING)),
                b"content-length: %d" % len(body),
                b"",
                body,
            ]
            self.transport.write(b"\r\n".join(lines))
        self.transport.close()


class SmallQueue:
    """What a client has sent, for one reader: an `asyncio.Queue` that is small while empty."""

    __slots__ = ("_events", "_reader")

    def __init__(self) -> None:
        self._events: deque[Any] | None = None  # None: there are none
        self._reader: asyncio.Future[None] | None = None  # who waits for one

    def empty(self) -> bool:
        return self._events is None

    def put_nowait(self, event: Any) -> None:
        if self._events is None:
            self._events = deque()
        self._events.append(event)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> Any:
        while self._events is None:
            mine = self._reader = asyncio.get_running_loop().create_future()
            try:
                await mine
            finally:
                if self._reader is mine:  # and not that of one who came after
                    self._reader = None
        event = self._events.popleft()
        if not self._events:
            self._events = None
        return event


class SmallEvent:
    """Whether a client can be written to: an `asyncio.Event` that is small while it is set."""

    __slots__ = ("_opens",)

    def __init__(self) -> None:
        self._opens: asyncio.Event | None = None  # while it is not set

    def is_set(self) -> bool:
        return self._opens is None

    def clear(self) -> None:
        if self._opens is None:
            self._opens = asyncio.Event()

    def set(self) -> None:
        if self._opens is not None:
            self._opens.set()
            self._opens = None

    async def wait(self) -> None:
        if self._opens is not None:
            await self._opens.wait()


class WebSocket(WebSocketsSansIOProtocol):
    """A WebSocket with limits on its handshake, on fragments, and on the pace of control frames."""

    def __init__(self, settings: Settings, sockets: Sockets, **given: Any) -> None:
        super().__init__(**given)
        # What uvicorn has made for these takes 4 KB.
        self.queue = SmallQueue()  # type: ignore[assignment]
        self.writable = SmallEvent()  # type: ignore[assignment]
        self._sockets = sockets
        self._bucket = Bucket(settings.messages_a_second, settings.messages_at_once)
        self._late = 0  # bytes that came after our close frame

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._sockets.enter(host_of(self))

    def connection_lost(self, error: Exception | None) -> None:
        self._sockets.leave(host_of(self))
        super().connection_lost(error)
        self.forget_handshake()
        # Cycles: the parser refers to `conn`, and so do errors by their tracebacks.
        self.conn.parser.close()
        failure: BaseException | None
        for failure in (self.conn.handshake_exc, self.conn.parser_exc):
            while failure is not None:
                failure.__traceback__ = None
                failure = failure.__cause__

    def data_received(self, data: bytes) -> None:
        if self.close_sent:
            self._late += len(data)
            if self._late > 2 * protocol.LARGEST_FRAME:  # it goes on, and reading costs
                self.transport.abort()
                return
        super().data_received(data)
        if not self.handshake_initiated:  # uvicorn would leave the connection open
            self.transport.close()

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) >= FRAGMENTS:
            self.fail(POLICY, "fragments")
        else:
            super().handle_cont(event)

    def handle_ping(self) -> None:
        if self._may_pass():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._may_pass():
            super().handle_pong(event)

    def _may_pass(self) -> bool:
        too_fast = self._bucket.take(self.loop.time()) > 0
        if too_fast:
            self.fail(POLICY, RejectionCode.TOO_FAST)
        return not too_fast

    def forget_handshake(self) -> None:
        """Free what is not needed once a client has been let in: there are thousands of them."""
        request: Request | None = self.__dict__.pop("request", None)
        if request is not None:
            request.headers.clear()  # the library's parser has the request too, and keeps it
        self.__dict__.pop("response", None)

    def fail(self, code: int, reason: str) -> None:
        """End the connection for what its client did."""
        if not self.close_sent:
            self.conn.fail(code, reason)
            self.handle_parser_exception()
