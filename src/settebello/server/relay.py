"""Passing on to another node what belongs to it: a WebSocket, or a request, by one hop.

Clients need not know which node has a table. Texts are passed on as they are, without tasks or
queues of their own, since each costs processor time on two nodes.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeVar

import httptools
from starlette.requests import Request
from starlette.responses import Response
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.frames import DATA_OPCODES, Frame, Opcode
from websockets.protocol import OPEN, Event

from settebello.rejection import Rejection, RejectionCode
from settebello.server.connection import Gone, SocketConnection
from settebello.server.hops import CLIENT, HOP, Hops
from settebello.server.metrics import Metrics
from settebello.server.settings import Settings
from settebello.store.interfaces import Elsewhere

Found = TypeVar("Found")
Passed = TypeVar("Passed")

CONNECT_SECONDS = 1.0  # for the owner to accept a connection
REACH_SECONDS = 8.0  # in all: one that hangs has been replaced by then
PAUSE = 0.1  # seconds between two attempts
SILENT_SECONDS = 5  # until a machine that answers nothing at all counts as gone
CLOSE_SECONDS = 1.0
LARGEST_ANSWER = 16 * 1024 * 1024
BEHIND = 64 * 1024  # bytes that the owner has not taken yet
NO_STATUS = 1005  # stands for a close frame without a code

ASKED = ("authorization", "accept-language", "accept-encoding", "content-type", "if-none-match")
ANSWERED = (
    "allow",
    "cache-control",
    "content-encoding",
    "content-type",
    "etag",
    "retry-after",
    "vary",
)

# At DEBUG the library logs messages, which have secrets in them.
_logger = logging.getLogger("settebello.relay")
_logger.setLevel(logging.INFO)


class Unreachable(Exception):
    """No connection to the owner was made, so nothing has been asked of it."""


class Relays:
    """All that this node passes on to others."""

    def __init__(self, hops: Hops | None, settings: Settings, metrics: Metrics) -> None:
        self._hops = hops
        self._settings = settings
        self._open = 0
        metrics.gauge("relays", "Connections to other nodes.", lambda: self._open)

    @property
    def alone(self) -> bool:
        """Whether there are no other nodes: then there is nothing to relay."""
        return self._hops is None

    async def reach(
        self,
        ask: Callable[[], Awaitable[Found]],
        pass_on: Callable[[str], Awaitable[Passed]],
        relayed: bool,
    ) -> Found | Passed:
        """What `ask` returns, or, if that raises Elsewhere, what `pass_on` returns for its address.

        As long as the owner is unreachable, `ask` is called again: its place may have been taken
        over meanwhile. Raises Rejection if that takes too long, or if this is `relayed` already.
        """
        until = asyncio.get_running_loop().time() + REACH_SECONDS
        while True:
            try:
                return await ask()
            except Elsewhere as elsewhere:
                address = elsewhere.address
            if relayed or self._hops is None:
                raise Rejection(RejectionCode.COME_BACK)
            if self._open >= self._settings.relays:
                raise Rejection(RejectionCode.TOO_MANY)
            try:
                return await pass_on(address)
            except Unreachable:
                if asyncio.get_running_loop().time() + PAUSE > until:
                    raise Rejection(RejectionCode.COME_BACK) from None
            await asyncio.sleep(PAUSE)

    async def serve(
        self,
        ask: Callable[[], Awaitable[Found]],
        client: SocketConnection,
        path: str,
        first: str | None = None,
    ) -> Found | None:
        """What `ask` returns; if it is elsewhere, serve the client by a relay and raise Gone.

        `first` is the text that the client has sent already. Raises Rejection as `reach` does.
        """
        if self._hops is None:
            return await ask()

        async def ask_for_client() -> Found:
            if client.closed:  # sent away, while the owner could not be reached
                raise Gone
            return await ask()

        found = await self.reach(ask_for_client, partial(self._connect, client, path), client.hop)
        if not isinstance(found, Upstream):
            return found
        try:
            if first is not None:
                found.say(first)
            await client.listen(found.say)
        finally:
            try:
                await found.close()
            finally:
                self._open -= 1
        return None

    async def _connect(self, client: SocketConnection, path: str, address: str) -> Upstream:
        self._open += 1
        try:
            upstream: Upstream = await connect(  # type: ignore[assignment]
                f"ws://{address}{path}",
                create_connection=partial(Upstream, client),  # type: ignore[arg-type]
                additional_headers=self._headers(client.address),
                user_agent_header=None,
                compression=None,
                proxy=None,
                open_timeout=CONNECT_SECONDS,
                close_timeout=CLOSE_SECONDS,
                ping_interval=None,  # the owner pings
                max_size=LARGEST_ANSWER,
                logger=_logger,
            )
            upstream.attach()
            return upstream
        except BaseException as error:
            self._open -= 1
            if isinstance(error, OSError | TimeoutError | WebSocketException):
                raise Unreachable from None
            raise

    async def forward(self, request: Request, body: bytes, client: str, address: str) -> Response:
        """The owner's answer to a request.

        Raises Unreachable if nothing was sent, and Rejection if it was and no answer came: it may
        have been done, so it is not sent again.
        """
        host, _, port = address.rpartition(":")
        self._open += 1
        try:
            try:
                async with asyncio.timeout(CONNECT_SECONDS):
                    reader, writer = await asyncio.open_connection(host.strip("[]"), int(port))
            except (OSError, ValueError):  # TimeoutError is an OSError
                raise Unreachable from None
            try:
                async with asyncio.timeout(REACH_SECONDS):
                    writer.write(self._written(request, body, client, address))
                    return (await Answer().read(reader)).response()
            except (OSError, httptools.HttpParserError):
                raise Rejection(RejectionCode.COME_BACK) from None
            finally:
                writer.close()
        finally:
            self._open -= 1

    def _written(self, request: Request, body: bytes, client: str, address: str) -> bytes:
        """A request as bytes; HEAD becomes GET, since the body is left out on the way back."""
        target = request.scope["raw_path"]
        if query := request.scope["query_string"]:
            target += b"?" + query
        headers = {"host": address, "connection": "close", "content-length": str(len(body))}
        headers |= self._headers(client)
        headers |= {name: value for name in ASKED if (value := request.headers.get(name))}
        method = "GET" if request.method == "HEAD" else request.method
        lines = [f"{name}: {value}".encode("latin-1") for name, value in headers.items()]
        start = b"%b %b HTTP/1.1" % (method.encode(), target)
        return b"\r\n".join([start, *lines, b"", body])

    def _headers(self, client: str) -> dict[str, str]:
        assert self._hops is not None
        return {HOP: self._hops.secret, CLIENT: client}


class Upstream(ClientConnection):
    """The connection to the owner, for one client."""

    def __init__(self, client: SocketConnection, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._client = client
        self._attached = False  # until then a lost connection is no matter of the client's

    def attach(self) -> None:
        """The owner has accepted: from now on the client is lost with this connection."""
        self._attached = True
        if self.state is not OPEN:
            self._client.close(RejectionCode.COME_BACK)

    def say(self, text: str) -> None:
        """Pass on what the client says."""
        if self.state is not OPEN:
            return
        self.protocol.send_text(text.encode())
        self.send_data()
        # An owner reads all the time. One that does not hangs, and will be replaced.
        if self.transport.get_write_buffer_size() > BEHIND:
            self._client.close(RejectionCode.COME_BACK)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        notice_silence(transport.get_extra_info("socket"))

    def process_event(self, event: Event) -> None:
        if not isinstance(event, Frame) or event.opcode not in DATA_OPCODES:
            super().process_event(event)
        elif event.opcode is Opcode.TEXT and event.fin:
            self._client.write((bytes(event.data),))
        else:  # no node sends that
            self.transport.abort()

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        close = self.protocol.close_rcvd
        if self._client.closed or not self._attached:
            return
        if close is None:
            self._client.close(RejectionCode.COME_BACK)
        else:
            self._client.end(1000 if close.code == NO_STATUS else close.code, close.reason)


def notice_silence(opened: socket.socket) -> None:
    """Have the system end a connection soon after the other machine is gone."""
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, 1)
        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, 1)
        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENT_SECONDS * 1000)


class Answer:
    """The answer of another node to a request, as it is read."""

    def __init__(self) -> None:
        self._parser = httptools.HttpResponseParser(self)
        self._headers: dict[str, str] = {}
        self._body = bytearray()
        self._whole = False

    # The parser calls these.

    def on_header(self, name: bytes, value: bytes) -> None:
        if (known := name.decode("latin-1").lower()) in ANSWERED:
            self._headers[known] = value.decode("latin-1")

    def on_body(self, body: bytes) -> None:
        self._body += body

    def on_message_complete(self) -> None:
        self._whole = True

    async def read(self, reader: asyncio.StreamReader) -> Answer:
        """Read all of it; raises OSError or HttpParserError if that fails."""
        while not self._whole:
            data = await reader.read(65_536)
            if not data or len(self._body) > LARGEST_ANSWER:
                raise ConnectionAbortedError
            self._parser.feed_data(data)
        return self

    def response(self) -> Response:
        return Response(bytes(self._body), self._parser.get_status_code(), self._headers)
