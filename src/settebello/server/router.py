"""The WebSockets of a server: which are let in, and which endpoint serves them."""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

import msgspec

from settebello import words
from settebello.dialects.sixty_six.host import EarlyClient
from settebello.rejection import Rejection, RejectionCode
from settebello.server.addresses import is_private, source
from settebello.server.connection import DIRECT, HEADERS, Gone, Scope, SocketConnection
from settebello.server.lobby import Lobby
from settebello.server.settings import Settings
from settebello.table import protocol
from settebello.table.driver import HostedTable
from settebello.table.pace import rounded_up
from settebello.table.table import Table


class SocketEndpoint(Protocol):
    """Serves the connections to the path of a dialect."""

    async def serve(self, channel: SocketConnection) -> None:
        """Serve a connection until its client is gone."""

    def keep(self, early: EarlyClient, table: str, secret: str | None) -> Callable[[], None] | None:
        """Let a client wait until this table is there; returns what to call when it is gone.

        Returns None if nobody is expected there with this secret.
        """


class SocketRouter:
    """Checks the origin, the number and the first message of connections, and serves them."""

    def __init__(
        self,
        lobby: Lobby,
        settings: Settings,
        endpoints: dict[str, SocketEndpoint],
    ) -> None:
        self._endpoints = endpoints  # of dialects, by their paths
        self._lobby = lobby
        self._settings = settings
        self._loop = asyncio.get_running_loop()
        self._by_address: Counter[str] = Counter()
        self._connections = 0
        lobby.metrics.gauge("connections", "Connections.", lambda: self._connections)

    def leads_to(self, path: str) -> bool:
        return path == "/ws" or path in self._endpoints

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        await receive()  # websocket.connect
        address = address_of(scope)
        refusal = self.refusal(scope)
        if refusal is not None:
            status, code = refusal
            self._lobby.metrics.refused.labels(code).inc()
            await deny(send, status, Rejection(code))
            return
        self._by_address[address] += 1
        self._connections += 1
        try:
            await send({"type": "websocket.accept"})
            direct = scope["extensions"].get(DIRECT)
            endpoint = self._endpoints.get(scope["path"])
            scope.clear()  # to save memory: there are thousands of connections
            connection = SocketConnection(
                receive, send, self._settings, self._lobby.metrics, direct
            )
            connection.address = address
            try:
                if endpoint is None:
                    await self._serve(connection)
                else:
                    await endpoint.serve(connection)
            finally:
                await connection.flush()
        except (Gone, OSError):
            pass
        finally:
            self._connections -= 1
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]

    def refusal(self, scope: Scope) -> tuple[int, str] | None:
        """A status and a code if this connection cannot be let in now; None if it can."""
        settings, address = self._settings, address_of(scope)
        if not origin_allowed(scope, settings.origins):
            return 403, RejectionCode.ORIGIN
        if self._connections >= settings.connections:
            return 503, RejectionCode.TOO_MANY
        most = settings.connections_by_address
        if is_private(address):
            most = settings.connections_by_private_address
        if self._by_address[address] >= most:
            return 429, RejectionCode.TOO_MANY_CONNECTIONS
        return None

    async def _serve(self, connection: SocketConnection) -> None:
        hello = await self._greeted(connection)
        if hello is None:
            return
        connection.language, connection.views = hello.language, hello.views
        try:
            hosted, connection.seat = await self._lobby.enter(hello.table, hello.secret)
        except Rejection as refusal:
            early = EarlyClient(connection, hello.seen)
            endpoints = self._endpoints.values()
            kept = (endpoint.keep(early, hello.table, hello.secret) for endpoint in endpoints)
            gone = next((found for found in kept if found is not None), None)
            if gone is None:
                connection.close(refusal.code)
            else:
                await self._serve_early(early, connection, gone)
            return
        self._make_room(hosted, connection)
        self._lobby.dispatch(hosted, Table.join, connection, hello.seen)
        try:
            await connection.listen(partial(self._on_text, hosted, connection))
        finally:
            self._lobby.dispatch(hosted, Table.leave, connection)

    async def _serve_early(
        self, early: EarlyClient, connection: SocketConnection, gone: Callable[[], None]
    ) -> None:
        """Serve a client that came before its table; nothing is sent until the table is there."""
        try:
            await connection.listen(partial(self._on_early_text, early, connection))
        finally:
            if early.hosted is None:
                gone()
            else:
                self._lobby.dispatch(early.hosted, Table.leave, connection)

    def _on_early_text(self, early: EarlyClient, connection: SocketConnection, text: str) -> None:
        if early.hosted is not None:
            self._on_text(early.hosted, connection, text)
        elif not connection.closed:
            connection.warn(RejectionCode.NOT_PLAYING)

    def _on_text(self, hosted: HostedTable, connection: SocketConnection, text: str) -> None:
        if connection.closed:
            return
        lobby = self._lobby
        lobby.metrics.messages_received += 1
        now = self._loop.time()
        wait = connection.pace(now)
        if wait:
            connection.warn(RejectionCode.TOO_FAST, rounded_up(wait))
            return
        try:
            message = protocol.decode_client(text)
        except ValueError:
            connection.warn(RejectionCode.NOT_A_MESSAGE)
            return
        if isinstance(message, protocol.Ack) and hosted.table.delivery.expects(
            connection.seat, message.number
        ):
            connection.welcome()
        if isinstance(message, protocol.Say):
            lobby.send_chat(hosted, connection, message, now)
            return
        if isinstance(message, protocol.Explain):
            lobby.explain(hosted, connection, message)
            return
        lobby.on_message(hosted, connection, message, now)

    async def _greeted(self, connection: SocketConnection) -> protocol.Hello | None:
        """The first message, if it is a `Hello` and comes in time; else it is refused: None."""
        try:
            async with asyncio.timeout(self._settings.hello_seconds):
                text = await connection.receive()
            greeting = protocol.decode_greeting(text)
            if greeting is not None and greeting.version != protocol.VERSION:
                if greeting.language in words.LANGUAGES:
                    connection.language = greeting.language
                raise Rejection(RejectionCode.OTHER_VERSION)
            hello = protocol.decode_client(text)
            if not isinstance(hello, protocol.Hello):
                raise Rejection(RejectionCode.HELLO_FIRST)
            return hello
        except TimeoutError:
            connection.close(RejectionCode.TOO_LATE)
        except Rejection as refusal:
            connection.close(refusal.code)
        except ValueError:
            connection.close(RejectionCode.NOT_A_MESSAGE)
        return None

    def _make_room(self, hosted: HostedTable, connection: SocketConnection) -> None:
        """Close the oldest connections of a seat that has too many."""
        if connection.seat is not None:
            listeners = hosted.table.seats[connection.seat].listeners
            surplus = max(0, len(listeners) + 1 - self._settings.connections_by_seat)
            for old in listeners[:surplus]:
                old.close(RejectionCode.TOO_MANY)


def origin_allowed(scope: Scope, others: tuple[str, ...]) -> bool:
    """Whether pages of this origin may connect: our own and `others`. Programs send none."""
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    origin = headers.get(b"origin")
    if origin is None or origin in others:
        return True
    scheme, _, host = origin.partition("://")
    return scheme in ("http", "https") and bool(host) and host == headers.get(b"host")


def address_of(scope: Scope) -> str:
    """The address of a request, as limits count it."""
    return source(scope["client"][0]) if scope.get("client") else ""


async def deny(send: Any, status: int, refusal: Rejection) -> None:
    """Answer a handshake with a refusal."""
    text = words.refuse(None, refusal.code, **refusal.arguments)
    body = msgspec.json.encode(protocol.refused(refusal, text))
    headers = [*HEADERS, (b"content-type", b"application/json")]
    if refusal.retry_after is not None:
        headers.append((b"retry-after", b"%d" % math.ceil(refusal.retry_after)))
    start = {"type": "websocket.http.response.start", "status": status, "headers": headers}
    await send(start)
    await send({"type": "websocket.http.response.body", "body": body})
