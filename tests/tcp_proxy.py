"""A TCP proxy for tests: it cuts, delays and swallows what goes through it.

It runs in a thread of its own. It knows PostgreSQL's messages well enough to let a statement
through and lose its answer: the database has committed, and who asked cannot know.
"""

from __future__ import annotations

import asyncio
import socket
import struct
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Literal, TypeVar

Result = TypeVar("Result")
Way = Literal["up", "down"]  # to the target, and back
WAYS: tuple[Way, Way] = ("up", "down")
Loss = Literal["request", "answer"]

PATIENCE = 30.0  # seconds, for its thread
STARTUP = 196_608  # version 3.0 of the protocol; what comes before it has no type
PARSE, BIND, QUERY = b"P", b"B", b"Q"
ROW, READY = b"D", b"Z"


class TcpProxy:
    """Listens on a port of loopback, and passes on to another port of loopback."""

    def __init__(self, target: int, port: int = 0) -> None:
        self.target = target
        self.delay = 0.0  # seconds, for all that passes, either way
        self.lost = {"request": 0, "answer": 0}
        self.stored = 0  # lost answers to statements that had done something
        self._armed: tuple[bytes, bytes, Loss] | None = None
        self._links: set[Link] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.port = port
        self._server: asyncio.Server | None = None
        self._ways = {way: asyncio.Event() for way in WAYS}
        self.heal()
        self.accept()

    def accept(self) -> None:
        """Listen, at first or again."""
        self._do(self._listen())

    def refuse(self) -> None:
        """Refuse new connections, until `accept`; those that are there go on."""

        async def refuse() -> None:
            if self._server is not None:
                self._server.close()
                self._server = None

        self._do(refuse())

    def cut(self) -> None:
        """Reset all connections, on both sides."""

        async def cut() -> None:
            for link in list(self._links):
                link.reset()

        self._do(cut())

    def swallow(self, *ways: Way) -> None:
        """Be a black hole, one way or (without words) both: nothing arrives until `heal`.

        As on a real line, what was sent meanwhile arrives then, if its sender has not been reset.
        """

        async def swallow() -> None:
            for way in ways or WAYS:
                self._ways[way].clear()

        self._do(swallow())

    def heal(self) -> None:
        """Let everything pass again."""

        async def heal() -> None:
            for passes in self._ways.values():
                passes.set()

        self.delay = 0.0
        self._do(heal())

    def lose(self, statement: str, loss: Loss = "answer", carrying: str = "") -> None:
        """Reset the next connection that asks for a statement with this text in it.

        Before the database gets it (`request`), or when it has done it (`answer`). `carrying` is
        a text that has to be among what the statement is given. Of `lost` and `stored` the first
        counts both kinds, the second those answers that had a row: something was done.
        """
        self._armed = (statement.encode(), carrying.encode(), loss)

    @property
    def armed(self) -> bool:
        """Whether a loss is still to come."""
        return self._armed is not None

    def disarm(self) -> None:
        self._armed = None

    def close(self) -> None:
        self.refuse()
        self.heal()
        self.cut()
        self._do(self._end_tasks())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)
        self._loop.close()

    def passes(self, way: Way) -> asyncio.Event:
        return self._ways[way]

    def takes(self, statement: bytes, given: bytes) -> Loss | None:
        """What is to be lost of this statement."""
        if self._armed is not None:
            wanted, carrying, loss = self._armed
            if wanted in statement and carrying in given:
                self._armed = None
                return loss
        return None

    async def _end_tasks(self) -> None:
        """End what still waits for a target that does not answer."""
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _listen(self) -> None:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            upstream = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.transport.abort()
            return
        link = Link(self, (reader, writer), upstream)
        self._links.add(link)
        try:
            await link.pump()
        finally:
            self._links.discard(link)

    def _do(self, action: Coroutine[Any, Any, Result]) -> Result:
        return asyncio.run_coroutine_threadsafe(action, self._loop).result(PATIENCE)


Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Link:
    """A connection of a client, and its counterpart to the target."""

    def __init__(self, proxy: TcpProxy, client: Stream, upstream: Stream) -> None:
        self._proxy = proxy
        self._client, self._upstream = client, upstream
        self._statements: dict[bytes, bytes] = {}  # prepared: their text, by name
        self._started = False
        self._losing = False

    async def pump(self) -> None:
        """Pass on both ways until one side ends; then the other is ended too."""
        ways = (
            self._pass_on("up", self._client[0], self._upstream[1], self._asked),
            self._pass_on("down", self._upstream[0], self._client[1], self._answered),
        )
        tasks = [asyncio.ensure_future(way) for way in ways]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            for _, writer in (self._client, self._upstream):
                writer.close()

    def reset(self) -> None:
        for _, writer in (self._client, self._upstream):
            raw = writer.get_extra_info("socket")
            with suppress(OSError):
                raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            writer.transport.abort()

    async def _pass_on(
        self,
        way: Way,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        look: Callable[[bytes, bytes], bool],
    ) -> None:
        """Pass messages on, one way; `look` says of each whether it may pass."""
        unread = b""
        with suppress(OSError):
            while data := await reader.read(65_536):
                unread += data
                if self._proxy.delay:
                    await asyncio.sleep(self._proxy.delay)
                await self._proxy.passes(way).wait()
                passing = b""
                for kind, message in self._messages(way, unread):
                    unread = unread[len(message) :]
                    if look(kind, message):
                        passing += message
                if passing:
                    writer.write(passing)
                    await writer.drain()
        await self._proxy.passes(way).wait()  # an end is not seen through a black hole either

    def _messages(self, way: Way, data: bytes) -> Iterator[tuple[bytes, bytes]]:
        """The whole messages at the beginning of the data, each with its type."""
        while data:
            if way == "down" and not self._started:  # the answer about TLS: one letter
                yield b"", data
                return
            head = 1 if self._started else 0
            if len(data) < head + 4:
                return
            (length,) = struct.unpack_from("!i", data, head)
            if len(data) < head + length:
                return
            message, data = data[: head + length], data[head + length :]
            yield message[:head], message
            if not head and way == "up":
                (code,) = struct.unpack_from("!i", message, 4)
                self._started = code == STARTUP

    def _asked(self, kind: bytes, message: bytes) -> bool:
        statement = given = b""
        if kind == PARSE:
            name, text = message[5:].split(b"\0")[:2]
            self._statements[name] = text
        elif kind == BIND:
            _, name = message[5:].split(b"\0")[:2]
            statement, given = self._statements.get(name, b""), message
        elif kind == QUERY:
            statement = given = message[5:]
        loss = self._proxy.takes(statement, given) if statement else None
        if loss == "request":
            self._proxy.lost["request"] += 1
            self.reset()
            return False
        self._losing = self._losing or loss is not None
        return True

    def _answered(self, kind: bytes, message: bytes) -> bool:
        if self._losing and kind == ROW:
            self._proxy.stored += 1
        if self._losing and kind == READY:
            self._proxy.lost["answer"] += 1
            self.reset()
        return not self._losing


@contextmanager
def proxy_to(port: int) -> Iterator[TcpProxy]:
    proxy = TcpProxy(port)
    try:
        yield proxy
    finally:
        proxy.close()
