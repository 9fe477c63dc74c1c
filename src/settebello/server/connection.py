"""One WebSocket: it receives a client's texts, sends what a table says, and ends the connection.

It uses ASGI, or a quicker path where the server offers one (`Direct`, see direct.py).
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, MutableMapping, Sequence
from functools import partial
from typing import Any, Protocol

from settebello import words
from settebello.rejection import RejectionCode
from settebello.server import logs
from settebello.server.metrics import Metrics
from settebello.server.settings import Settings
from settebello.store.interfaces import Lease
from settebello.table import protocol
from settebello.table.pace import Bucket
from settebello.table.protocol import encode_bytes

Scope = MutableMapping[str, Any]

# Close codes of RFC 6455 and its registry.
INVALID_TEXT, POLICY, TRY_AGAIN = 1007, 1008, 1013
COME_BACK = (  # a client should connect again
    RejectionCode.COME_BACK,
    RejectionCode.FAILED,
    RejectionCode.NOT_STORED,
    RejectionCode.SLOW,
    RejectionCode.TOO_MANY,
)

# Pages may load what comes from this server, and nothing else.
POLICY_OF_PAGES = (
    b"default-src 'self'; img-src 'self' data:; object-src 'none'; form-action 'none'; "
    b"base-uri 'none'; frame-ancestors 'none'"
)

# The headers of every answer; one that may be cached overrides them.
HEADERS = (
    (b"cache-control", b"no-store"),
    (b"content-security-policy", POLICY_OF_PAGES),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


HEALTH = ("/healthz", "/readyz")  # always answered, however busy the server is
DIRECT = "settebello.direct"  # our own extension of ASGI: a `Direct`


class Direct(Protocol):
    """A WebSocket without a queue and a task in between."""

    def deliver_to(self, on_text: Callable[[str], None]) -> None:
        """Call this with every text as soon as it comes, unless some wait to be received."""

    def give_back(self, text: str) -> None:
        """Let a text that was delivered be received instead, and so those after it."""

    def send_now(self, texts: Sequence[bytes]) -> bool:
        """Send these together; False if the client is behind, and nothing was sent."""

    def send_frame(self, frame: bytes) -> bool:
        """Send a text whose frame is made already; False as above."""


class Gone(Exception):
    """The client is not there any more."""


# What uvicorn raises when a client is gone: the second one while it is still closing.
GONE = (OSError, RuntimeError)


class SocketConnection:
    """A client, as a table's listener."""

    __slots__ = (
        "_bucket",
        "_direct",
        "_held",
        "_lease",
        "_metrics",
        "_outbox",
        "_queued",
        "_receive",
        "_send",
        "_sender",
        "_settings",
        "_traffic",
        "_warnings",
        "address",
        "closed",
        "hop",
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
        lease: Lease | None = None,
    ) -> None:
        """While the `lease` does not hold, nothing is handled and nothing is told."""
        self.address = ""
        self.hop = False  # another node relays it
        self.seat: int | None = None
        self.language: str | None = None
        self.views = True
        self._receive = receive
        self._send = send
        self._direct = direct
        self._lease = lease
        self._held: Sequence[Callable[[], object]] = ()  # what waits for the lease, in its order
        self._settings = settings
        self._metrics = metrics
        self._traffic = metrics.traffic
        self._bucket = Bucket(settings.messages_a_second, settings.messages_at_once)
        self._warnings = 0
        self._outbox: deque[dict[str, Any]] | None = None  # only for a client that is behind
        self._queued = 0  # bytes, about
        self._sender: asyncio.Task[None] | None = None  # while the outbox is not empty
        self.closed = False

    async def listen(self, on_text: Callable[[str], None]) -> None:
        """Call this with every text, until the client is gone; then raise Gone."""
        on_text = self.admitting(on_text)
        while True:
            self.deliver_to(on_text)
            on_text(self.text_of(await self._receive()))

    def admitting(self, on_text: Callable[[str], None]) -> Callable[[str], None]:
        """What to call with each text: it waits for the lease, if there is one."""
        return on_text if self._lease is None else partial(self._admit, on_text)

    def deliver_to(self, on_text: Callable[[str], None]) -> None:
        """Call this with every text that comes by the quick path, if there is one."""
        if self._direct is not None:
            self._direct.deliver_to(on_text)

    def give_back(self, text: str) -> None:
        """Have a text received that came by the quick path, and what comes after it."""
        if self._direct is not None:
            self._direct.give_back(text)

    async def receive(self) -> str:
        """The next text; a binary frame counts as an empty text. Raises Gone at the end."""
        return self.text_of(await self._receive())

    def text_of(self, message: dict[str, Any]) -> str:
        """The text of what was received, as `receive` gives it."""
        if self.closed or message["type"] == "websocket.disconnect":
            self.closed = True  # nothing more is sent
            raise Gone
        return message.get("text") or ""

    def send(self, *messages: protocol.ServerMessage) -> None:
        self.write([encode_bytes(message) for message in messages])

    def write(self, texts: Sequence[bytes]) -> None:
        """Send at once, in UTF-8; if the client is behind, keep it for later, up to a limit."""
        if self._lease is not None and self._must_wait:
            self._hold(partial(self.write, texts))
            return
        self._write_now(texts)

    def write_frame(self, text: bytes, frame: bytes) -> None:
        """Send a text that many others get too: its `frame` was made once for all of them."""
        if self._direct is None or self._sender is not None or self._lease is not None:
            self.write([text])
        elif not self.closed:
            self._traffic.sent += 1
            try:
                if self._direct.send_frame(frame):
                    return
            except GONE:  # `receive` will raise Gone
                self.closed = True
                return
            self._send_text_later(text)

    def _write_now(self, texts: Sequence[bytes]) -> None:
        self._traffic.sent += len(texts)
        if self._direct is not None and self._sender is None and not self.closed:
            try:
                if self._direct.send_now(texts):
                    return
            except GONE:  # `receive` will raise Gone
                self.closed = True
                return
        for text in texts:
            self._send_text_later(text)

    def _send_text_later(self, text: bytes) -> None:
        decoded = text.decode()
        self._send_later({"type": "websocket.send", "text": decoded}, len(decoded))

    # While the lease does not hold, another node may own what this one has in memory.

    @property
    def _must_wait(self) -> bool:
        return bool(self._held) or (self._lease is not None and not self._lease.holds)

    def _admit(self, on_text: Callable[[str], None], text: str) -> None:
        if self._must_wait:
            self._hold(partial(on_text, text))
        else:
            on_text(text)

    def _hold(self, action: Callable[[], object]) -> None:
        """Do this when the lease holds again, after all that waits already."""
        if self.closed:
            return
        if len(self._held) >= self._settings.messages_at_once:
            self.close(RejectionCode.COME_BACK)
            return
        self._held = (*self._held, action)
        if len(self._held) == 1 and self._lease is not None:
            self._lease.when_held(self._go_on)

    def _go_on(self) -> None:
        held, self._held = self._held, ()
        for action in held:
            action()

    def refuse(self, code: str, retry_after: float | None = None) -> None:
        self._metrics.refused.labels(code).inc()
        text = words.refuse(None, code, self.language or "en")
        self.send(protocol.Refused(code, text, None, retry_after))

    def close(self, code: str) -> None:
        """Say why, and end the connection."""
        if self.closed:
            return
        if self._lease is not None and self._must_wait:
            self._held = ()
            code = RejectionCode.COME_BACK  # this is all that may be told
            text = words.refuse(None, code, self.language or "en")
            self._write_now([protocol.encode_bytes(protocol.Refused(code, text))])
        elif code == RejectionCode.SLOW:  # it need not read more than this
            self._outbox = None
            self._queued = 0
        else:
            self.refuse(code)
        self.end(TRY_AGAIN if code in COME_BACK else POLICY, code)

    def end(self, number: int, reason: str) -> None:
        """End the connection with a close code of another node, which has said why."""
        self._send_later({"type": "websocket.close", "code": number, "reason": reason}, 0)
        self.closed = True

    def warn(self, code: str, retry_after: float | None = None) -> None:
        """Refuse what no good client does; after some warnings the connection is closed."""
        self._warnings += 1
        if self._warnings > self._settings.warnings:
            self.close(code)
        else:
            self.refuse(code, retry_after)

    def pace(self, now: float) -> float:
        """0 if a message may pass now, else the seconds to wait."""
        return self._bucket.take(now)

    def welcome(self) -> None:
        """Do not count the last message in the client's pace: we asked for it."""
        self._bucket.give_back()

    async def flush(self) -> None:
        """Wait until all has been sent, or the client is gone."""
        if self._sender is not None:
            await self._sender

    def _send_later(self, message: dict[str, Any], size: int) -> None:
        """Put this behind all that was not sent yet."""
        if self.closed:
            return
        if self._outbox is None:
            self._outbox = deque()
        self._outbox.append(message)
        self._queued += size
        if self._sender is None:
            self._sender = asyncio.get_running_loop().create_task(self._send_outbox())
        elif self._queued > self._settings.outbox_bytes:
            logs.info("connection closed", code=RejectionCode.SLOW)
            self.close(RejectionCode.SLOW)

    async def _send_outbox(self) -> None:
        try:
            while self._outbox:
                message = self._outbox.popleft()
                self._queued -= len(message.get("text", ""))
                async with asyncio.timeout(self._settings.blocked_seconds):
                    await self._send(message)
        except (*GONE, TimeoutError):  # `receive` will raise Gone
            self.closed = True
        finally:
            self._outbox = self._sender = None
