"""The WebSockets of a server: which are let in, and which endpoint serves them."""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any, Protocol
from urllib.parse import urlsplit

import msgspec

from settebello import words
from settebello.dialects.sixty_six.host import EarlyClient
from settebello.rejection import Rejection, RejectionCode
from settebello.server import questions, talking
from settebello.server.addresses import is_loopback, is_private, source
from settebello.server.connection import DIRECT, HEADERS, Gone, Scope, SocketConnection
from settebello.server.hops import relayed
from settebello.server.lobby import Lobby
from settebello.server.relay import Relays
from settebello.server.settings import Settings
from settebello.store.interfaces import Elsewhere
from settebello.table import protocol
from settebello.table.driver import HostedTable
from settebello.table.pace import rounded_up
from settebello.table.protocol import Ack, Move, from_client
from settebello.table.storage import StoreError
from settebello.table.table import Table


class SocketEndpoint(Protocol):
    """Serves the connections to the path of a dialect."""

    async def serve(self, channel: SocketConnection) -> None:
        """Serve a connection until its client is gone."""

    def keep(self, early: EarlyClient, table: str, secret: str | None) -> Callable[[], None] | None:
        """Let a client wait until this table is there; returns what to call when it is gone.

        Returns None if nobody is expected there with this secret.
        """


class Visit:
    """Takes the texts of a client: its greeting, and then those to the table that it has joined.

    Most clients join as soon as their greeting comes, by the quick path: then no task waits for it.
    As a `partial` it would be five times as large.
    """

    __slots__ = ("_router", "connection", "failure", "hosted")

    def __init__(self, router: SocketRouter, connection: SocketConnection) -> None:
        self._router = router
        self.connection = connection
        self.hosted: HostedTable | None = None
        self.failure: Exception | None = None  # why it could not join at once

    def __call__(self, text: str) -> None:
        """A text has come by the quick path, or after the greeting."""
        if self.hosted is not None:
            self._router.on_text(self.hosted, self.connection, text)
        elif not self._router.greets_at_once(self, text):
            self.connection.give_back(text)

    def taken_failure(self) -> Exception:
        """Why it could not join at once; it is not kept, as it refers to where it is raised."""
        failure, self.failure = self.failure, None
        assert failure is not None
        return failure


class SocketRouter:
    """Checks the origin, the number and the first message of connections, and serves them."""

    def __init__(
        self,
        lobby: Lobby,
        settings: Settings,
        endpoints: dict[str, SocketEndpoint],
        relays: Relays,
    ) -> None:
        self._endpoints = endpoints  # of dialects, by their paths
        self._lobby = lobby
        self._relays = relays
        self._settings = settings
        self._traffic = lobby.metrics.traffic
        # Another node may own a table; and what comes has to wait for a lease.
        self._at_once = relays.alone and lobby.ledger.lease is None
        self._loop = asyncio.get_running_loop()
        self._by_address: Counter[str] = Counter()
        self._connections = 0  # of clients; those that other nodes relay are counted there
        self._open: dict[SocketConnection, None] = {}  # in the order in which they came
        # Those that have not greeted yet, in their order, and until when they have to. One timer is
        # enough for all of them: to set one costs as much as to read a greeting.
        self._silent: dict[SocketConnection, float] = {}
        self._late: asyncio.TimerHandle | None = None  # rings for the first of them
        lobby.metrics.gauge("connections", "Connections.", lambda: self._connections)

    def leads_to(self, path: str) -> bool:
        return path == "/ws" or path in self._endpoints

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        # This waits with each of thousands of clients: what it refers to takes memory, and so does
        # each variable.
        await receive()  # websocket.connect
        if (kept_out := self.refusal(scope)) is not None:
            await self._keep_out(send, *kept_out)
            return
        connection = self._counted(scope, receive, send)
        try:
            await send({"type": "websocket.accept"})
            path = scope["path"]
            scope.clear()
            self._open[connection] = None
            try:
                if path in self._endpoints:
                    serve = partial(self._endpoints[path].serve, connection)
                    await self._relays.serve(serve, connection, path)
                else:
                    visit = Visit(self, connection)
                    on_text = connection.admitting(visit)
                    self._expect(connection, visit)
                    try:  # not by `listen`, which would be a coroutine more
                        while await self._goes_on(
                            visit, on_text, connection.text_of(await receive())
                        ):
                            connection.deliver_to(on_text)
                    finally:
                        self._silent.pop(connection, None)
                        if visit.hosted is not None:
                            self._lobby.dispatch(visit.hosted, Table.leave, connection)
            except Rejection as refusal:
                connection.close(refusal.code)
            except StoreError as error:  # it cannot be read now
                self._lobby.store_failed(error)
                connection.close(RejectionCode.COME_BACK)
            finally:
                self._open.pop(connection, None)
                await connection.flush()
        except (Gone, OSError):
            pass
        finally:
            self._count_no_more(connection)

    async def _keep_out(self, send: Any, status: int, code: str) -> None:
        self._lobby.metrics.refused.labels(code).inc()
        await deny(send, status, Rejection(code))

    def _counted(self, scope: Scope, receive: Any, send: Any) -> SocketConnection:
        """A client that is let in; `_count_no_more` has to follow."""
        direct = scope["extensions"].get(DIRECT)
        connection = SocketConnection(
            receive, send, self._settings, self._lobby.metrics, direct, self._lobby.ledger.lease
        )
        connection.address, connection.hop = address_of(scope), relayed(scope)
        if not connection.hop:  # the other node counts it
            self._by_address[connection.address] += 1
            self._connections += 1
        return connection

    def _count_no_more(self, connection: SocketConnection) -> None:
        if not connection.hop:
            self._connections -= 1
            self._by_address[connection.address] -= 1
            if not self._by_address[connection.address]:
                del self._by_address[connection.address]

    def send_away(self) -> None:
        """Close all connections: their clients should come back, perhaps to another node."""
        for connection in list(self._open):
            connection.close(RejectionCode.COME_BACK)

    def refusal(self, scope: Scope) -> tuple[int, str] | None:
        """A status and a code if this connection cannot be let in now; None if it can."""
        settings, address = self._settings, address_of(scope)
        if not origin_allowed(scope, settings.origins):
            return 403, RejectionCode.ORIGIN
        if self._lobby.leaving:
            return 503, RejectionCode.COME_BACK
        if relayed(scope):
            return None
        if self._connections >= settings.connections:
            return 503, RejectionCode.TOO_MANY
        most = settings.connections_by_address
        if is_private(address):
            most = settings.connections_by_private_address
        if self._by_address[address] >= most:
            return 429, RejectionCode.TOO_MANY_CONNECTIONS
        return None

    def greets_at_once(self, visit: Visit, text: str) -> bool:
        """Let a client join by its greeting; False if that takes a while, or anything is wrong."""
        connection = visit.connection
        if connection.closed:
            return False
        self._silent.pop(connection, None)
        try:
            hello = self._hello(connection, text)
            entered = self._lobby.enter_at_once(hello.table, hello.secret)
        except Exception as error:  # `_join` raises it
            visit.failure = error.with_traceback(None)  # which would keep its frames
            return False
        if entered is None:
            return False
        self._admit(visit, hello, entered)
        return True

    async def _goes_on(self, visit: Visit, on_text: Callable[[str], None], text: str) -> bool:
        """A text has been received: the greeting, or another; whether to wait for more."""
        if visit.hosted is None:
            await self._join(visit, text)
        else:
            on_text(text)
        return visit.hosted is not None

    async def _join(self, visit: Visit, text: str) -> None:
        """Let a client join by its greeting, unless it is served otherwise, or sent away."""
        connection = visit.connection
        self._silent.pop(connection, None)
        hello = self._hello(connection, text)
        enter = partial(self._lobby.enter, hello.table, hello.secret)
        try:
            if visit.failure is not None:
                raise visit.taken_failure()
            entered = await self._relays.serve(enter, connection, "/ws", text)
        except Rejection as refusal:
            if refusal.code != RejectionCode.NOT_FOUND:
                raise
            if self._lobby.in_memory(hello.table) is None:
                await self._serve_before_table(connection, hello, text)
                return
            entered = await enter()  # its game of 66 began while the store was being read
        if entered is not None:
            self._admit(visit, hello, entered)

    def _admit(
        self, visit: Visit, hello: protocol.Hello, entered: tuple[HostedTable, int | None]
    ) -> None:
        connection = visit.connection
        visit.hosted, connection.seat = entered
        self._make_room(visit.hosted, connection)
        self._lobby.dispatch(visit.hosted, Table.join, connection, hello.seen)

    async def _serve_before_table(
        self, connection: SocketConnection, hello: protocol.Hello, text: str
    ) -> None:
        """Serve a client whose game of 66 may be about to begin; Rejection if none is."""
        early = EarlyClient(connection, hello.seen)
        endpoints = self._endpoints.values()
        kept = (endpoint.keep(early, hello.table, hello.secret) for endpoint in endpoints)
        gone = next((found for found in kept if found is not None), None)
        if gone is not None:
            await self._serve_early(early, connection, gone)
        elif connection.hop:
            raise Rejection(RejectionCode.NOT_FOUND)
        else:  # it is known where the lobby of 66 is
            await self._relays.serve(self._lobby_of_66, connection, "/ws", text)

    async def _lobby_of_66(self) -> None:
        """Raise Elsewhere if another node has the lobby of 66, else Rejection."""
        address = await self._lobby.owner_of_66()
        if address is None:
            raise Rejection(RejectionCode.NOT_FOUND)
        raise Elsewhere(address, 0)

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
            self.on_text(early.hosted, connection, text)
        elif not connection.closed:
            connection.warn(RejectionCode.NOT_PLAYING)

    def on_text(self, hosted: HostedTable, connection: SocketConnection, text: str) -> None:
        """A text of a client has come to the table that it has joined."""
        if connection.closed:
            return
        lobby = self._lobby
        self._traffic.received += 1
        now = self._loop.time()
        wait = connection.pace(now)
        if wait:
            connection.warn(RejectionCode.TOO_FAST, rounded_up(wait))
            return
        try:
            message = from_client(text)
        except protocol.UNREADABLE:
            connection.warn(RejectionCode.NOT_A_MESSAGE)
            return
        # By the type: `isinstance` asks the metaclass of messages, and takes ten times as long.
        if type(message) is Ack:
            if hosted.table.delivery.expects(connection.seat, message.number):
                connection.welcome()
        elif type(message) is not Move:  # nearly all are one of these two
            if isinstance(message, protocol.Say | protocol.Emote):
                talking.send(lobby, hosted, connection, message, now)
                return
            if isinstance(message, protocol.Explain | protocol.ShowMe):
                questions.answer(lobby, hosted, connection, message)
                return
        lobby.on_message(hosted, connection, message, now)

    def _expect(self, connection: SocketConnection, visit: Visit) -> None:
        """Close a connection if it does not greet in time; if it can be, it is served at once."""
        if self._at_once:
            connection.deliver_to(visit)
        until = self._loop.time() + self._settings.hello_seconds
        self._silent[connection] = until
        if self._late is None:
            self._late = self._loop.call_at(until, self._close_silent)

    def _close_silent(self) -> None:
        now, self._late = self._loop.time(), None
        for connection, until in list(self._silent.items()):
            if until > now:
                self._late = self._loop.call_at(until, self._close_silent)
                return
            del self._silent[connection]
            connection.close(RejectionCode.TOO_LATE)

    def _hello(self, connection: SocketConnection, text: str) -> protocol.Hello:
        """The first message, which says what they want; raises Rejection if it is no `Hello`."""
        try:
            hello = from_client(text)
        except protocol.UNREADABLE:
            hello = None
        if type(hello) is protocol.Hello and hello.version == protocol.VERSION:
            connection.language, connection.views = hello.language, hello.views
            return hello
        # Of another version it may be unreadable but for this.
        greeting = protocol.decode_greeting(text)
        if greeting is not None and greeting.version != protocol.VERSION:
            if greeting.language in words.LANGUAGES:
                connection.language = greeting.language
            # The node it came to knows this version: an upgrade is under way, and will end.
            hop = connection.hop
            raise Rejection(RejectionCode.COME_BACK if hop else RejectionCode.OTHER_VERSION)
        raise Rejection(RejectionCode.NOT_A_MESSAGE if hello is None else RejectionCode.HELLO_FIRST)

    def _make_room(self, hosted: HostedTable, connection: SocketConnection) -> None:
        """Close the oldest connections of a seat that has too many."""
        if connection.seat is not None:
            listeners = hosted.table.seats[connection.seat].listeners
            surplus = max(0, len(listeners) + 1 - self._settings.connections_by_seat)
            for old in listeners[:surplus]:
                old.close(RejectionCode.TOO_MANY)


def origin_allowed(scope: Scope, others: tuple[str, ...]) -> bool:
    """Whether pages of this origin may connect: our own and `others`. Programs send none."""
    headers = scope["headers"]
    origin = named(b"origin", headers)
    if origin is None or origin in others:
        return True
    scheme, _, host = origin.partition("://")
    return scheme in ("http", "https") and bool(host) and host == named(b"host", headers)


def named(wanted: bytes, headers: Any) -> str | None:
    """The last header of this name, if there is one."""
    for name, value in reversed(headers):
        if name == wanted:
            found: str = value.decode("latin-1")
            return found
    return None


def is_local(scope: Scope) -> bool:
    """Whether a request names this machine as its host.

    A page from elsewhere can give its own host name the address of this machine, and so pass for a
    page of ours; but it cannot name the machine itself.
    """
    hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
    try:
        return len(hosts) == 1 and is_loopback(urlsplit(f"//{hosts[0]}").hostname or "")
    except ValueError:  # brackets that do not match
        return False


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
