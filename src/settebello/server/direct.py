"""The quick path of a WebSocket: past ASGI's queue and tasks, its short frames read by hand.

It relies on private parts of uvicorn and websockets, so their versions are pinned, and it stays
only as long as it pays: at least 15 % for the whole server (docs/decisions/0018). Processor time of
a move of Scopa, in the median of 12 windows of each by turns:

    plain: the library through ASGI                           296 us
    texts past ASGI, all frames read by the library           226 us    24 % less
    this path                                                 197 us    33 % less

The plain path passes the same tests, and SETTEBELLO_PLAIN_WEBSOCKETS=1 chooses it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import OPEN

from settebello.server.connection import DIRECT, INVALID_TEXT
from settebello.server.frames import is_whole_frames, short_texts, text_frames
from settebello.server.protocols import WebSocket

PLAIN = "SETTEBELLO_PLAIN_WEBSOCKETS"


def websocket_class() -> type[WebSocket]:
    """The class for a server's WebSockets: this path, or the plain one if the environment asks."""
    return WebSocket if os.environ.get(PLAIN) else DirectWebSocket


class DirectWebSocket(WebSocket):
    """A WebSocket that also is a `Direct`: its texts need no queue and no task."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._on_text: Callable[[str], None] | None = None
        self._between_frames = True  # as far as we know: the library does not tell

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][DIRECT] = self  # type: ignore[assignment]

    async def run_asgi(self) -> None:
        try:
            await super().run_asgi()
        finally:
            self.scope.clear()  # type: ignore[attr-defined]  # it has this connection: a cycle

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        self._on_text = None  # it refers to this connection: a cycle

    # The interface.

    def deliver_to(self, on_text: Callable[[str], None]) -> None:
        if self.queue.empty() and not self.disconnected:
            self._on_text = on_text
            self.forget_handshake()

    def give_back(self, text: str) -> None:
        super().handle_text(Frame(Opcode.TEXT, text.encode()))

    def send_now(self, texts: Sequence[bytes]) -> bool:
        if not self.writable.is_set():
            return False
        if self.conn.state is not OPEN:
            raise ClientDisconnected
        self.transport.write(text_frames(texts))
        return True

    def send_frame(self, frame: bytes) -> bool:
        if not self.writable.is_set():
            return False
        if self.conn.state is not OPEN:
            raise ClientDisconnected
        self.transport.write(frame)
        return True

    # What comes in.

    def data_received(self, data: bytes) -> None:
        if self.handshake_initiated and self._between_frames:
            # Nearly all data is short texts.
            if self.conn.state is OPEN:
                texts = short_texts(data)
                for text in texts:
                    self._take_text(text)
                if texts:
                    return
            self._between_frames = is_whole_frames(data)
        super().data_received(data)

    def handle_text(self, event: Frame) -> None:
        if event.fin:
            self._take_text(bytes(event.data))
        else:
            super().handle_text(event)

    def _take_text(self, text: bytes) -> None:
        """A whole text has come."""
        if self._on_text is None or self.close_sent:
            super().handle_text(Frame(Opcode.TEXT, text))
            return
        try:
            decoded = text.decode()
        except UnicodeDecodeError:
            self.fail(INVALID_TEXT, "")
        else:
            self._on_text(decoded)

    def send_receive_event_to_app(self) -> None:
        self._on_text = None  # what comes next has to wait for this
        super().send_receive_event_to_app()
