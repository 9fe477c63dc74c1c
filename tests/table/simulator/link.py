"""The network: connections that delay what they carry, and lose it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from settebello.table import protocol

if TYPE_CHECKING:
    from settebello.table.driver import HostedTable
    from table.simulator.client import Client
    from table.simulator.timeline import Accepting

OUTBOX = 64 * 1024  # bytes, for a client that does not read
UP, DOWN = 0, 1


class Link:
    """A connection: in each direction everything comes in order, or not at all any more."""

    def __init__(self, client: Client, server: Accepting) -> None:
        self.world = client.world
        self.client = client
        self.server = server
        self.seat: int | None = None
        self.language: str | None = None
        self.views = True
        self.live: HostedTable | None = None
        self.open = True  # the server sends
        self.cut = [False, False]
        self._arrives = [0.0, 0.0]  # the last message on its way
        self._unread = 0  # bytes
        self._dropped = 0

    # What the server does with it.

    def send(self, *messages: protocol.ServerMessage) -> None:
        for message in messages:
            self.write(protocol.encode(message))

    def write(self, text: str) -> None:
        if not self.open:
            return
        behind, self._unread = self._unread, self._unread + len(text)
        if behind > OUTBOX:
            self.world.tally["slow"] += 1
            self.close("slow")
        else:
            self._carry(DOWN, self.client.lag(), self._read, text, self._dropped)

    def close(self, code: str) -> None:
        if code == "slow":
            self._dropped += 1
        else:
            self.send(protocol.Refused(code, code))
        if self.open:
            self.open = False
            self._carry(DOWN, 0.0, self.client.ended, self)

    def _read(self, text: str, dropped: int) -> None:
        self._unread -= len(text)
        if dropped == self._dropped:
            self.client.receive(self, text)

    # What the client does with it.

    def send_to_server(self, text: str) -> None:
        self._carry(UP, self.client.lag(), self.server.receive, self, text)

    def hang_up(self) -> None:
        self._carry(UP, 0.0, self.server.gone, self)

    # What befalls it.

    def break_off(self) -> None:
        """It is lost, and the two sides notice when they notice."""
        world = self.world
        world.tally["cut"] += 1
        self.cut = [True, True]
        world.after(world.random.uniform(0.0, 40.0), self.server.gone, self)
        world.after(world.random.uniform(0.0, 20.0), self.client.ended, self)

    def server_died(self) -> None:
        """What is under way to the client may still come."""
        world = self.world
        self.open = False
        self.cut = [True, self.cut[DOWN] or world.random.random() < 0.5]
        world.after(world.random.choice((0.1, 1.0, 30.0)), self.client.ended, self)

    def _carry(self, way: int, delay: float, action: Callable[..., None], *arguments: Any) -> None:
        delay += self.world.random.expovariate(20.0)
        self._arrives[way] = at = max(self._arrives[way], self.world.now + delay)
        self.world.at(at, self._deliver, way, action, arguments)

    def _deliver(self, way: int, action: Callable[..., None], arguments: tuple[Any, ...]) -> None:
        if not self.cut[way]:
            action(*arguments)
