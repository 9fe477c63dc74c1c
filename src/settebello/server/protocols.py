"""Uvicorn's protocols with more limits: on the time and size of a request, and on fragments and
control frames of a WebSocket.

A WebSocket can also be used without ASGI's queue and tasks: see `Direct`.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Sequence
from functools import partial
from http import HTTPStatus
from typing import Any

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import OPEN

from settebello import words
from settebello.rejection import Argument, Rejection, RejectionCode
from settebello.server.connection import DIRECT, HEADERS, HEALTH, INVALID_TEXT, POLICY
from settebello.server.settings import Settings
from settebello.server.sockets import Sockets, Surplus
from settebello.table import protocol
from settebello.table.pace import Bucket

try:
    from websockets.speedups import apply_mask
except ImportError:  # not available for every machine
    from websockets.utils import apply_mask

FRAGMENTS = 4  # of a message, at most
SENDING = 64 * 1024  # bytes that the system holds for a connection
HEALTH_SOCKETS = 16  # beyond the limit, and only for a moment
HEALTH_SECONDS = 1.0
CLOSING = ((b"content-type", b"application/json"), (b"connection", b"close"))
HEAD = 6  # bytes before the payload of a short frame: two, and the mask


def protocols(settings: Settings, proxies: str = "") -> dict[str, Any]:
    """The `http` and `ws` for uvicorn's `Config`; `proxies` are the proxies that are trusted."""
    sockets = Sockets(settings, proxies)
    return {
        "http": partial(Http, settings, sockets),
        "ws": partial(WebSocket, settings, sockets),
    }


def bound(listener: socket.socket, settings: Settings) -> None:
    """Set the system's limits for all connections that a listening socket will accept."""
    # What is read in one call is handled in one go, and nobody else is served meanwhile.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, protocol.LARGEST_FRAME)
    # What a slow reader has not read should wait in our buffers, where it is counted.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SENDING)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # else a client that never reads stays
        patience = int(settings.blocked_seconds * 1000)
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, patience)


def text_frame(text: bytes) -> bytes:
    """A text as one frame of a server (RFC 6455, 5.2); made here, since this is quicker."""
    size = len(text)
    if size < 126:
        return b"\x81%c%b" % (size, text)
    if size < 1 << 16:
        return b"\x81\x7e%b%b" % (size.to_bytes(2), text)
    return b"\x81\x7f%b%b" % (size.to_bytes(8), text)


def short_texts(data: bytes) -> list[bytes]:
    """The texts of a client's frames if all are whole and short; else none."""
    texts: list[bytes] = []
    at, size = 0, len(data)
    while at + HEAD <= size and data[at] == 0x81 and 0x80 <= data[at + 1] < 0x80 | 126:
        start = at + HEAD
        end = start + data[at + 1] - 0x80
        texts.append(apply_mask(data[start:end], data[at + 2 : start]))
        at = end
    return texts if at == size else []


def is_whole_frames(data: bytes) -> bool:
    """Whether these bytes are whole frames of a client, with no fragment among them."""
    at, size = 0, len(data)
    while at + HEAD <= size and data[at] & 0x80:
        length = data[at + 1] & 0x7F
        if length == 127 or (length == 126 and at + HEAD + 2 > size):
            return False
        if length == 126:
            length = 2 + int.from_bytes(data[at + 2 : at + 4])
        at += HEAD + length
    return at == size


def host_of(protocol: HttpToolsProtocol | WebSocketsSansIOProtocol) -> str:
    return protocol.client[0] if protocol.client else ""


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
        self._surplus = self._sockets.refusal(host_of(self))
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


class WebSocket(WebSocketsSansIOProtocol):
    """A WebSocket with limits on its handshake, on fragments, and on the pace of control frames."""

    def __init__(self, settings: Settings, sockets: Sockets, **given: Any) -> None:
        super().__init__(**given)
        self._sockets = sockets
        self._on_text: Callable[[str], None] | None = None
        self._between_frames = True  # as far as we know: the library does not tell
        self._bucket = Bucket(settings.messages_a_second, settings.messages_at_once)
        self._late = 0  # bytes that came after our close frame

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._sockets.enter(host_of(self))

    def connection_lost(self, error: Exception | None) -> None:
        self._sockets.leave(host_of(self))
        super().connection_lost(error)

    def data_received(self, data: bytes) -> None:
        if self.handshake_initiated and self._between_frames:
            # Nearly all data is short texts, and reading those here is quicker.
            if self._on_text is not None and self.conn.state is OPEN:
                texts = short_texts(data)
                for text in texts:
                    self.handle_text(Frame(Opcode.TEXT, text))
                if texts:
                    return
            self._between_frames = is_whole_frames(data)
        if self.close_sent:
            self._late += len(data)
            if self._late > 2 * protocol.LARGEST_FRAME:  # it goes on, and reading costs
                self.transport.abort()
                return
        super().data_received(data)
        if not self.handshake_initiated:  # uvicorn would leave the connection open
            self.transport.close()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][DIRECT] = self  # type: ignore[assignment]

    def deliver_to(self, on_text: Callable[[str], None]) -> None:
        if self.queue.empty():
            self._on_text = on_text
            self.__dict__.pop("request", None)  # of the handshake: there are thousands of them
            self.__dict__.pop("response", None)

    def send_now(self, texts: Sequence[str]) -> bool:
        if not self.writable.is_set():
            return False
        if self.conn.state is not OPEN:
            raise ClientDisconnected
        self.transport.write(b"".join([text_frame(text.encode()) for text in texts]))
        return True

    def handle_text(self, event: Frame) -> None:
        if self._on_text is None or not event.fin or self.close_sent:
            super().handle_text(event)
        else:
            self._heard(bytes(event.data))

    def _heard(self, data: bytes) -> None:
        assert self._on_text is not None
        try:
            text = data.decode()
        except UnicodeDecodeError:
            self.conn.fail(INVALID_TEXT, "not UTF-8")
            self.handle_parser_exception()
        else:
            self._on_text(text)

    def send_receive_event_to_app(self) -> None:
        self._on_text = None  # what comes next has to wait for this
        super().send_receive_event_to_app()

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) >= FRAGMENTS:
            self._end("fragments")
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
            self._end(RejectionCode.TOO_FAST)
        return not too_fast

    def _end(self, reason: str) -> None:
        if not self.close_sent:
            self.conn.fail(POLICY, reason)
            self.handle_parser_exception()
