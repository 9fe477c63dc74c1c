"""One WebSocket: it is let in, its messages are decoded and handed to a table, and what the table
says is sent.

It speaks ASGI by itself, and more directly where the server offers that: on this path every layer
costs, and there is only one endpoint.
"""

from __future__ import annotations

import asyncio
import math
import types
from collections import Counter, deque
from collections.abc import Callable, Coroutine, Generator, MutableMapping, Sequence
from functools import partial
from typing import Any, Protocol

import msgspec

from settebello import wire, words
from settebello.server import logs
from settebello.server.collector import Collector
from settebello.server.driver import Live
from settebello.server.limits import Bucket, is_private, rounded_up, source
from settebello.server.lobby import Lobby
from settebello.server.metrics import Metrics
from settebello.server.settings import Settings
from settebello.table import Refusal, Table

Scope = MutableMapping[str, Any]

# Close codes of RFC 6455 and its registry.
INVALID_TEXT, POLICY, TRY_AGAIN = 1007, 1008, 1013
COME_BACK = ("failed", "not-stored", "slow", "too-many")  # a client should connect again

# What pages may load, and from where: from here, and from nowhere else.
POLICY_OF_PAGES = (
    b"default-src 'self'; img-src 'self' data:; object-src 'none'; form-action 'none'; "
    b"base-uri 'none'; frame-ancestors 'none'"
)

# What every answer carries; one that may be kept says so itself.
HEADERS = (
    (b"cache-control", b"no-store"),
    (b"content-security-policy", POLICY_OF_PAGES),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


HEALTH = ("/healthz", "/readyz")  # they are always answered, however busy the server is
DIRECT = "settebello.direct"  # our own extension of ASGI: a `Direct`


class Direct(Protocol):
    """A WebSocket without a queue and a task between it and us."""

    def hear_with(self, hears: Callable[[str], None]) -> None:
        """Call this with every text as soon as it is there, unless some wait to be received."""

    def send_now(self, texts: Sequence[str]) -> bool:
        """Send them together, unless the client is behind."""


class Gone(Exception):
    """The client is not there any more."""


# What uvicorn raises when somebody is gone: the second while it is still hanging up.
GONE = (OSError, RuntimeError)


@types.coroutine
def resumed(coroutine: Coroutine[Any, Any, None], waits_for: Any) -> Generator[Any, Any, None]:
    """The rest of a coroutine whose first step was taken by hand, and waits for something."""
    yield waits_for
    yield from coroutine.__await__()  # what is compiled cannot go on with the coroutine itself


class Connection:
    """A client, as a table's listener."""

    __slots__ = (
        "_bucket",
        "_catching_up",
        "_metrics",
        "_outbox",
        "_queued",
        "_receive",
        "_send",
        "_settings",
        "_warnings",
        "address",
        "closed",
        "direct",
        "language",
        "seat",
        "views",
    )

    def __init__(
        self,
        receive: Any,
        send: Any,
        settings: Settings,
        metrics: Metrics,
        direct: Direct | None = None,
    ) -> None:
        self.address = ""
        self.seat: int | None = None
        self.language: str | None = None
        self.views = True
        self._receive = receive
        self._send = send
        self.direct = direct
        self._settings = settings
        self._metrics = metrics
        self._bucket = Bucket(settings.messages_a_second, settings.messages_at_once)
        self._warnings = 0
        self._outbox: deque[dict[str, Any]] = deque()
        self._queued = 0  # bytes, about
        self._catching_up: asyncio.Task[None] | None = None
        self.closed = False

    async def listen(self, hears: Callable[[str], None]) -> None:
        """Have every text heard, until the client is gone."""
        while True:
            if self.direct is not None:
                self.direct.hear_with(hears)
            hears(await self.hear())

    async def hear(self) -> str:
        """The next text; of binary frames nothing is read."""
        message = await self._receive()
        if self.closed or message["type"] == "websocket.disconnect":
            self.closed = True  # nothing more is sent, or heard
            raise Gone
        return message.get("text") or ""

    def send(self, *messages: wire.ServerMessage) -> None:
        self.write([wire.write(message) for message in messages])

    def write(self, texts: Sequence[str]) -> None:
        """Send at once; if the client is behind, keep it for him, up to a limit."""
        self._metrics.messages_sent += len(texts)
        if self.direct is not None and self._catching_up is None and not self.closed:
            try:
                if self.direct.send_now(texts):
                    return
            except GONE:  # `hear` will say so
                self.closed = True
                return
        for text in texts:
            self._out({"type": "websocket.send", "text": text}, len(text))

    def refuse(self, code: str, retry_after: float | None = None, **arguments: str) -> None:
        self._metrics.refused.labels(code).inc()
        text = words.refuse(None, code, self.language or "en", **arguments)
        self.send(wire.Refused(code, text, None, retry_after))

    def close(self, code: str) -> None:
        """Say why, and end the connection."""
        if self.closed:
            return
        if code == "slow":  # he need not read more than this
            self._outbox.clear()
            self._queued = 0
        else:
            self.refuse(code)
        number = TRY_AGAIN if code in COME_BACK else POLICY
        self._out({"type": "websocket.close", "code": number, "reason": code}, 0)
        self.closed = True

    def warn(self, code: str, retry_after: float | None = None) -> None:
        """Refuse something that no good client does; after some warnings it has to go."""
        self._warnings += 1
        if self._warnings > self._settings.warnings:
            self.close(code)
        else:
            self.refuse(code, retry_after)

    def pace(self, now: float) -> float:
        """0 if a message is welcome now, else the seconds to wait."""
        return self._bucket.take(now)

    def welcome(self) -> None:
        """The last message was asked for: it does not count in his pace."""
        self._bucket.give_back()

    def _out(self, message: dict[str, Any], size: int) -> None:
        if self.closed:
            return
        if self._catching_up is not None:
            self._queued += size
            self._outbox.append(message)
            if self._queued > self._settings.outbox_bytes:
                logs.info("connection closed", code="slow")
                self.close("slow")
            return
        # Nearly always the server's buffer has room, and sending is done in one step of the
        # coroutine: no task has to be made for it, and nobody waits.
        sending = self._send(message)
        try:
            waits_for = sending.send(None)
        except StopIteration:
            return
        except GONE:  # `hear` will say so
            self.closed = True
            return
        catch_up = self._catch_up(sending, waits_for)
        self._catching_up = asyncio.get_running_loop().create_task(catch_up)

    async def _catch_up(self, sending: Coroutine[Any, Any, None], waits_for: Any) -> None:
        try:
            async with asyncio.timeout(self._settings.blocked_seconds):
                await resumed(sending, waits_for)
            while self._outbox:
                message = self._outbox.popleft()
                self._queued -= len(message.get("text", ""))
                async with asyncio.timeout(self._settings.blocked_seconds):
                    await self._send(message)
        except (*GONE, TimeoutError):
            sending.close()
            self._outbox.clear()
            self.closed = True
        finally:
            self._catching_up = None


class Early:
    """A client of ours that has come before its table is there; `live` is that table, later."""

    __slots__ = ("connection", "live", "seen")

    def __init__(self, connection: Connection, seen: int) -> None:
        self.connection = connection
        self.seen = seen
        self.live: Live | None = None


class Door(Protocol):
    """Another endpoint: what its connections are, and who serves them."""

    @property
    def connection(self) -> type[Connection]: ...

    async def serve(self, connection: Any) -> None: ...

    def keep(self, early: Early, table: str, secret: str | None) -> Callable[[], None] | None:
        """Let somebody wait until this table is there; returns what to call when they are gone.

        None if nobody is expected there with this secret.
        """


class Gate:
    """Lets connections in, if their origin, their number and their first message are right."""

    def __init__(
        self, lobby: Lobby, settings: Settings, collector: Collector, doors: dict[str, Door]
    ) -> None:
        self._doors = doors  # of dialects, by their paths
        self._lobby = lobby
        self._collector = collector
        self._settings = settings
        self._loop = asyncio.get_running_loop()
        self._by_address: Counter[str] = Counter()
        self._connections = 0
        lobby.metrics.gauge("connections", "Connections.", lambda: self._connections)

    def leads_to(self, path: str) -> bool:
        return path == "/ws" or path in self._doors

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        await receive()  # websocket.connect
        address = address_of(scope)
        refusal = self.refusal(scope)
        if refusal is not None:
            self._lobby.metrics.refused.labels(refusal[1]).inc()
            await deny(send, *refusal)
            return
        self._by_address[address] += 1
        self._connections += 1
        try:
            await send({"type": "websocket.accept"})
            direct = scope["extensions"].get(DIRECT)
            door = self._doors.get(scope["path"])
            scope.clear()  # there are thousands of them
            kind = Connection if door is None else door.connection
            connection = kind(receive, send, self._settings, self._lobby.metrics, direct)
            connection.address = address
            if door is None:
                await self._serve(connection)
            else:
                await door.serve(connection)
        except (Gone, OSError):
            pass
        finally:
            self._connections -= 1
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]
            self._collector.left_behind(self._connections)

    def refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Why one more connection from there would not be let in now, if so: a status, a code."""
        settings, address = self._settings, address_of(scope)
        if not origin_allowed(scope, settings.origins):
            return 403, "origin"
        if self._connections >= settings.connections:
            return 503, "too-many"
        most = settings.connections_by_address
        if is_private(address):
            most = settings.connections_by_private_address
        if self._by_address[address] >= most:
            return 429, "too-many-connections"
        return None

    async def _serve(self, connection: Connection) -> None:
        hello = await self._greeted(connection)
        if hello is None:
            return
        connection.language, connection.views = hello.language, hello.views
        try:
            live, connection.seat = await self._lobby.enter(hello.table, hello.secret)
        except Refusal as refusal:
            early = Early(connection, hello.seen)
            doors = self._doors.values()
            kept = (door.keep(early, hello.table, hello.secret) for door in doors)
            gone = next((found for found in kept if found is not None), None)
            if gone is None:
                connection.close(refusal.code)
            else:
                await self._serve_early(early, gone)
            return
        self._make_room(live, connection)
        self._lobby.heard(live, Table.join, connection, hello.seen)
        try:
            await connection.listen(partial(self._heard, live, connection))
        finally:
            self._lobby.heard(live, Table.leave, connection)

    async def _serve_early(self, early: Early, gone: Callable[[], None]) -> None:
        """There is nothing to be said to them, or heard, before the table is there."""
        try:
            await early.connection.listen(partial(self._heard_early, early))
        finally:
            if early.live is None:
                gone()
            else:
                self._lobby.heard(early.live, Table.leave, early.connection)

    def _heard_early(self, early: Early, text: str) -> None:
        if early.live is not None:
            self._heard(early.live, early.connection, text)
        elif not early.connection.closed:
            early.connection.warn("not-playing")

    def _heard(self, live: Live, connection: Connection, text: str) -> None:
        if connection.closed:
            return
        lobby = self._lobby
        lobby.metrics.messages_heard += 1
        now = self._loop.time()
        wait = connection.pace(now)
        if wait:
            connection.warn("too-fast", rounded_up(wait))
            return
        try:
            message = wire.read(text)
        except ValueError:
            connection.warn("not-a-message")
            return
        if isinstance(message, wire.Ack) and live.table.expects(connection.seat, message.number):
            connection.welcome()
        if isinstance(message, wire.Say):
            lobby.say(live, connection, message, now)
            return
        lobby.hear(live, connection, message, now)

    async def _greeted(self, connection: Connection) -> wire.Hello | None:
        """The first message, if it is the right one."""
        try:
            async with asyncio.timeout(self._settings.hello_seconds):
                text = await connection.hear()
            hello = wire.read(text)
            if not isinstance(hello, wire.Hello):
                raise Refusal("hello-first")
            return hello
        except TimeoutError:
            connection.close("too-late")
        except Refusal as refusal:
            connection.close(refusal.code)
        except ValueError:
            connection.close("not-a-message")
        return None

    def _make_room(self, live: Live, connection: Connection) -> None:
        """The newest connections of a seat are the ones that count."""
        if connection.seat is not None:
            listeners = live.table.seats[connection.seat].listeners
            surplus = max(0, len(listeners) + 1 - self._settings.connections_by_seat)
            for old in listeners[:surplus]:
                old.close("too-many")


def origin_allowed(scope: Scope, others: tuple[str, ...]) -> bool:
    """A page may connect to the server it came from. Programs send no origin."""
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    origin = headers.get(b"origin")
    if origin is None or origin in others:
        return True
    scheme, _, host = origin.partition("://")
    return scheme in ("http", "https") and bool(host) and host == headers.get(b"host")


def address_of(scope: Scope) -> str:
    """Where a request comes from, as limits count it."""
    return source(scope["client"][0]) if scope.get("client") else ""


async def deny(send: Any, status: int, code: str, retry_after: float | None = None) -> None:
    """Answer a handshake with a refusal."""
    body = msgspec.json.encode(wire.Refused(code, words.refuse(None, code), None, retry_after))
    headers = [*HEADERS, (b"content-type", b"application/json")]
    if retry_after is not None:
        headers.append((b"retry-after", b"%d" % math.ceil(retry_after)))
    start = {"type": "websocket.http.response.start", "status": status, "headers": headers}
    await send(start)
    await send({"type": "websocket.http.response.body", "body": body})
