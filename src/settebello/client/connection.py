"""A connection to a table, over a WebSocket that reconnects by itself."""

from __future__ import annotations

import logging
import random
import secrets
import socket
import ssl
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, suppress
from typing import NamedTuple, TypeVar
from urllib.parse import quote, urlsplit

import msgspec
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

from settebello.client.errors import ClientError, refused_by_server, strange, unreachable, why
from settebello.client.http import ANSWER_SECONDS, LARGEST_ANSWER, refusal_in
from settebello.rejection import RejectionCode
from settebello.table import protocol

T = TypeVar("T")

ANSWERS = (protocol.Answer, protocol.Explanation, protocol.Suggestion, protocol.Refused)
PATIENCE = 60.0  # seconds without the server before a client gives up
CLOSE_SECONDS = 2.0
POLL, DOUBT, NO_ANSWER = 0.5, 1.5, 3.0  # a request that is not answered: see `_listen`
FIRST_DELAY, LONGEST_DELAY = 0.25, 5.0  # between two attempts to reconnect
SHORTEST_PACE, LONGEST_PACE = 0.02, 1.0  # between two messages, when the server finds us too fast

# At DEBUG the library logs messages, which have secrets in them.
_logger = logging.getLogger("settebello.client")
_logger.setLevel(logging.INFO)

# Refusals of a connection for which waiting does not help.
FINAL = (
    RejectionCode.NOT_FOUND,
    RejectionCode.CLOSED,
    RejectionCode.REMOVED,
    RejectionCode.RULES_CHANGED,
    RejectionCode.RULES_MISSING,
    RejectionCode.TABLE_FAILED,
    RejectionCode.ORIGIN,
    RejectionCode.HELLO_FIRST,
    RejectionCode.NOT_A_MESSAGE,
    RejectionCode.OTHER_VERSION,
)


class Lost(NamedTuple):
    """The connection was lost; the next message is a `Welcome` again."""

    reason: str


class Busy(Exception):
    """The server accepts no connection now."""


def back_off(chance: Callable[[], float] = random.random) -> Iterator[float]:
    """Seconds between attempts: doubled each time, up to a bound, with some chance in them."""
    delay = FIRST_DELAY
    while True:
        yield delay * (1 + chance()) / 2
        delay = min(2 * delay, LONGEST_DELAY)


class Connection:
    """A connection to a table that reconnects by itself; iterate over it to get the messages.

    One thread iterates; any thread may call `do` and `ack`. Each notice is handed over once, and
    what `do` sent is sent again until it is answered. Raises ClientError if the server refuses the
    connection, or is away for longer than `patience` seconds.
    """

    def __init__(
        self,
        server: str,
        table: str,
        secret: str = "",
        *,
        seen: int = 0,
        language: protocol.Language | None = None,
        patience: float = PATIENCE,
    ) -> None:
        self._server = server
        version = protocol.VERSION
        self._hello = protocol.Hello(table, secret or None, seen, language, version=version)
        self._patience = patience
        self._handed = seen  # the number of the last notice that was handed over
        self._lock = threading.Lock()  # of what follows
        self._socket: ClientConnection | None = None
        self._unanswered: dict[str, protocol.ClientMessage] = {}
        self._asked = 0.0  # when the last request was sent
        self._pace = 0.0  # seconds between two messages
        self._next = 0.0  # when the next message may go
        self._left = threading.Event()

    def __enter__(self) -> Connection:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """End the connection; the iteration stops."""
        self._left.set()
        with self._lock:
            opened = self._socket
        if opened is not None:
            opened.close()

    def do(
        self,
        message: protocol.Move
        | protocol.Undo
        | protocol.Pause
        | protocol.Resume
        | protocol.Rematch
        | protocol.Nudge
        | protocol.Emote
        | protocol.Explain
        | protocol.ShowMe,
    ) -> None:
        """Send a request; an answer or a `Refused` with the same id will come."""
        with self._lock:
            self._unanswered[message.id] = message
            self._asked = time.monotonic()
            if isinstance(message, protocol.Move):  # it counts as an Ack
                self._hello.seen = max(self._hello.seen, message.after)
            self._send(message)

    def ack(self, number: int) -> None:
        """Acknowledge all notices up to this number: they need not be told again."""
        with self._lock:
            if number > self._hello.seen:
                self._hello.seen = number
                self._send(protocol.Ack(number))

    def __iter__(self) -> Iterator[protocol.ServerMessage | Lost]:
        while True:
            came = self._come_in()
            if came is None:
                return
            opened, welcome = came
            with closing(opened):
                yield self._fresh(welcome)
                reason = yield from self._listen(opened)
            with self._lock:
                self._socket = None
            if self._left.is_set():
                return
            yield Lost(reason)

    def _listen(self, opened: ClientConnection) -> Generator[protocol.ServerMessage, None, str]:
        """The messages until the connection is lost; returns the reason."""
        heard, probed = time.monotonic(), False
        while True:
            try:
                message = self._read(opened.recv(timeout=POLL))
            except TimeoutError:
                quiet = self._quiet(heard)
                if quiet > NO_ANSWER:
                    opened.socket.shutdown(socket.SHUT_RDWR)  # it would not answer a close either
                    return "it does not answer"
                if quiet > DOUBT and not probed:  # a second Hello is refused, if anybody is there
                    opened.send(protocol.encode(self._hello))
                    probed = True
                continue
            except ConnectionClosed as closed:
                return why(closed)
            heard, probed = time.monotonic(), False
            if isinstance(message, protocol.Welcome | protocol.Told):
                yield self._fresh(message)
            elif isinstance(message, ANSWERS) and message.id is not None:
                with self._lock:
                    waited_for = self._unanswered.pop(message.id, None)
                if waited_for is not None:
                    yield message
            elif isinstance(message, protocol.Refused):
                self._warned(message)
            elif message is not None:
                yield message

    def _quiet(self, heard: float) -> float:
        """For how many seconds nothing has been heard, with a request unanswered; else 0."""
        with self._lock:
            return time.monotonic() - max(heard, self._asked) if self._unanswered else 0.0

    def _warned(self, refused: protocol.Refused) -> None:
        """Handle a refusal without an id: usually the server closes the connection after it."""
        if refused.code == RejectionCode.TOO_FAST:
            self._slow_down(refused.retry_after or 0.0)
        elif refused.code == RejectionCode.TOO_MANY:
            raise ClientError(RejectionCode.TOO_MANY, about="seat")
        elif refused.code in FINAL:
            raise refused_by_server(refused)

    def _slow_down(self, seconds: float) -> None:
        """A message was dropped: send all that may be lost again, more slowly."""
        with self._lock:
            wait = min(max(seconds, SHORTEST_PACE), ANSWER_SECONDS)
            self._pace = min(max(wait, 2 * self._pace), LONGEST_PACE)
            self._next = time.monotonic() + wait
            self._say_again()

    def _say_again(self, acked: int = 0) -> None:
        self._asked = time.monotonic()
        for message in self._unanswered.values():
            self._send(message)
        if self._hello.seen > acked:
            self._send(protocol.Ack(self._hello.seen))

    def _send(self, message: protocol.ClientMessage) -> None:
        """Send it now; if the connection is lost, it is sent again after reconnecting."""
        if self._socket is None:
            return
        wait = self._next - time.monotonic()
        if wait > 0:
            self._left.wait(wait)
        self._next = time.monotonic() + self._pace
        with suppress(ConnectionClosed):
            self._socket.send(protocol.encode(message))

    def _fresh(self, message: T) -> T:
        """A message without the notices that were handed over before."""
        if isinstance(message, protocol.Welcome | protocol.Told):
            try:
                message.notices = [n for n in message.notices if n["number"] > self._handed]
                for notice in message.notices:
                    self._handed = notice["number"]
            except (KeyError, TypeError):
                raise strange(self._server) from None
        return message

    def _read(self, frame: str | bytes) -> protocol.ServerMessage | None:
        """A message; None if its type is newer than this client."""
        try:
            return protocol.decode_server(frame)
        except msgspec.ValidationError:
            return None
        except msgspec.MsgspecError:
            raise strange(self._server) from None

    def _come_in(self) -> tuple[ClientConnection, protocol.Welcome] | None:
        """Connect, for the first time or again; None if `close` was called meanwhile."""
        until = time.monotonic() + self._patience
        for delay in back_off():
            if self._left.is_set():
                break
            try:
                return self._greet()
            except ssl.SSLCertVerificationError as error:
                raise unreachable(self._server, error) from None
            except (OSError, WebSocketException, Busy) as error:
                reason = str(error) if isinstance(error, Busy) else why(error)
            if time.monotonic() + delay > until:
                raise ClientError(
                    RejectionCode.UNREACHABLE,
                    about="patience",
                    server=self._server,
                    seconds=self._patience,
                    reason=reason,
                )
            self._left.wait(delay)
        return None

    def _greet(self) -> tuple[ClientConnection, protocol.Welcome]:
        opened = self._open()
        seen = self._hello.seen
        try:
            opened.send(protocol.encode(self._hello))
            message = None
            while not isinstance(message, protocol.Welcome):
                message = self._read(opened.recv(timeout=ANSWER_SECONDS))
                if isinstance(message, protocol.Refused):
                    raise self._kept_out(message)
            with self._lock:
                if self._left.is_set():
                    raise Busy("it was left")
                self._socket = opened
                self._say_again(seen)
        except BaseException:
            opened.close()
            raise
        return opened, message

    def _open(self) -> ClientConnection:
        parts = urlsplit(self._server)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        # With a socket of our own the library uses no proxy and follows no redirect.
        own = socket.create_connection((parts.hostname, port), ANSWER_SECONDS)
        own.settimeout(None)
        try:
            return connect(
                # A proxy can choose the node by the table.
                self._server.replace("http", "ws", 1) + f"/ws?table={quote(self._hello.table)}",
                sock=own,
                compression=None,
                open_timeout=ANSWER_SECONDS,
                close_timeout=CLOSE_SECONDS,
                max_size=LARGEST_ANSWER,
                logger=_logger,
            ).__enter__()
        except InvalidStatus as error:
            refused = refusal_in(error.response.body or b"")
            status = error.response.status_code
            if refused is not None:
                raise self._kept_out(refused) from None
            if status < 500:
                raise strange(self._server) from None
            raise Busy(f"it answers {status}") from None
        except ValueError:  # a redirect
            raise strange(self._server) from None

    def _kept_out(self, refused: protocol.Refused) -> Exception:
        if refused.code in FINAL:
            return refused_by_server(refused)
        return Busy(refused.text.rstrip("."))


def new_id() -> str:
    """An id for a request."""
    return secrets.token_hex(8)
