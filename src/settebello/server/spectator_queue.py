"""What spectators are sent: after the players, so that those never wait for it.

However many watch a table, its players do not wait: in each turn of the event loop only some of the
spectators are sent their message. It is made once for all of them, with its frame.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence

from settebello.server.connection import SocketConnection
from settebello.server.frames import text_frame
from settebello.table import protocol
from settebello.table.seats import Audience, Listener

AT_ONCE = 16  # are sent something in a turn of the loop: about a tenth of a millisecond
TURNS = 64  # in which all that waits would be sent, if nothing were added: then it cannot pile up


class SpectatorQueue:
    """Messages on their way to spectators, in their order."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._waiting: deque[tuple[Sequence[Listener], protocol.ServerMessage]] = deque()
        self._left = 0  # listeners of all of these
        self._sent = 0  # of those of the first message
        self._text = self._frame = b""  # of the first message, once it is made

    def add(self, listener: Listener, message: protocol.ServerMessage) -> None:
        """Send a message to a spectator, or to an audience, after all that waits already."""
        listeners = listener.listeners if isinstance(listener, Audience) else (listener,)
        if listeners:
            if not self._waiting:
                self._loop.call_soon(self._send_some)
            self._waiting.append((listeners, message))
            self._left += len(listeners)

    def _send_some(self) -> None:
        many = AT_ONCE + self._left // TURNS
        try:
            while many > 0 and self._waiting:
                many -= self._send_first(many)
        finally:  # whatever happens to one of them, the others get theirs
            if self._waiting:
                self._loop.call_soon(self._send_some)

    def _send_first(self, most: int) -> int:
        """Send the first message to so many of its listeners; returns to how many."""
        listeners, message = self._waiting[0]
        if not self._text:
            self._text = protocol.encode_bytes(message)
            self._frame = text_frame(self._text)
        text, frame, begun = self._text, self._frame, self._sent
        some = listeners[begun : begun + most]
        self._sent = begun + len(some)
        self._left -= len(some)
        if self._sent >= len(listeners):
            self._waiting.popleft()
            self._sent, self._text = 0, b""
        for listener in some:
            if isinstance(listener, SocketConnection):
                listener.write_frame(text, frame)
            else:
                listener.send(message)
        return len(some)
