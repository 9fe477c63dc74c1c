"""One life of a node: the real server in a loop of its own, without sockets."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from server.simulator.database import NodeDatabase, NodeStore, Wire
from server.simulator.loop import NodeLoop
from settebello.bots import Turn, ask, find_bot
from settebello.registry import games, versions
from settebello.rejection import RejectionCode
from settebello.server.app import App
from settebello.server.backend import Backend
from settebello.server.connection import DIRECT, SocketConnection
from settebello.server.hops import HOP, Hops
from settebello.server.lobby import Lobby
from settebello.server.relay import CONNECT_SECONDS, Relays, Unreachable, Upstream
from settebello.server.serve import DRAIN_SECONDS
from settebello.server.settings import Settings
from settebello.store.codes import MemoryCodes
from settebello.store.interfaces import Done, NodeOptions
from settebello.store.postgres.contract import NodeInfo
from settebello.store.postgres.ledger import PostgresLedger
from settebello.table import protocol
from settebello.table.driver import HostedTable
from settebello.table.seats import Letter, Listener
from settebello.table.storage import StoreError
from settebello.table.table import Table
from table.simulator.link import DOWN, Link
from table.simulator.truth import Failure

if TYPE_CHECKING:
    from server.simulator.world import Cluster

SECRET = "the seven of coins"
SETTINGS = Settings(
    requests_a_second=1e6, requests_at_once=10**6, tables_by_address=100, unload_seconds=20.0
)
INNER, OUTER = 1, 2  # ports
NOT_HERE = (
    "gather",
    "collect",
    "check",
    "close",
)  # tasks of housekeeping that need time or another store


class Other(Protocol):
    """The other end of a WebSocket."""

    table: str
    seat: int | None

    def text(self, text: str) -> None: ...

    def closed(self, code: int, reason: str) -> None: ...


class Player:
    """The other end of a WebSocket: a client's connection."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self.table, self.seat = link.client.table, link.client.seat

    def text(self, text: str) -> None:
        self._link.write(text)

    def closed(self, code: int, reason: str) -> None:
        link = self._link
        if link.open:
            link.open = False
            link._carry(DOWN, 0.0, link.client.ended, link)


class WebSocket:
    """A connection as the server sees it: ASGI, and a `Direct`."""

    def __init__(self, node: Node, other: Other, port: int) -> None:
        self.node, self.other = node, other
        self.relayed = False  # by this node, to the owner
        self._inbox: deque[dict[str, Any]] = deque([{"type": "websocket.connect"}])
        self._waiter: asyncio.Future[None] | None = None
        self._on_text: Callable[[str], None] | None = None
        self._open = True
        scope = {
            "type": "websocket",
            "path": "/ws",
            "headers": [(HOP.encode(), SECRET.encode())] if port == INNER else [],
            "client": ("192.0.2.1", 1),
            "server": ("192.0.2.2", port),
            "extensions": {DIRECT: self},
        }
        node.sockets[self] = None
        node.loop.create_task(node.app(scope, self.receive, self.send)).add_done_callback(
            self._served
        )

    def _served(self, task: asyncio.Task[None]) -> None:
        self.node.sockets.pop(self, None)
        self._close(1006, "")
        if not task.cancelled() and task.exception() is not None:
            raise Failure("a connection has failed") from task.exception()

    # What comes.

    def feed(self, text: str) -> None:
        if self._on_text is not None and self._open:
            self._on_text(text)
        else:
            self._put({"type": "websocket.receive", "text": text})

    def disconnect(self) -> None:
        self._open = False
        self._put({"type": "websocket.disconnect", "code": 1006})

    def _put(self, message: dict[str, Any]) -> None:
        self._on_text = None  # what comes next has to wait for this
        self._inbox.append(message)
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def receive(self) -> dict[str, Any]:
        while not self._inbox:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        return self._inbox.popleft()

    def deliver_to(self, on_text: Callable[[str], None]) -> None:
        if not self._inbox and self._open:
            self._on_text = on_text

    # What goes.

    def send_now(self, texts: Sequence[bytes]) -> bool:
        if not self._open:
            raise OSError
        for text in texts:
            self._say(text.decode())
        return True

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            self._say(message["text"])
        elif message["type"] == "websocket.close":
            self._close(message["code"], message["reason"])
            self.disconnect()
        elif message["type"] == "websocket.http.response.body":
            self._close(1006, "")

    def _say(self, text: str) -> None:
        if self.node.up:
            self.node.check_told(self, protocol.decode_server(text))
            self.other.text(text)

    def _close(self, code: int, reason: str) -> None:
        if self._open and self.node.up:
            self._open = False
            self.other.closed(code, reason)


class NodeUpstream(Upstream):
    """The connection of a relay to the owner: one end is here, the other at the owner."""

    def __init__(self, client: SocketConnection, owner: Node, socket: WebSocket) -> None:
        self._client = client
        self._node, self._owner, self._world = socket.node, owner, owner.world
        self._arrives = [0.0, 0.0]
        self.table, self.seat = socket.other.table, socket.other.seat
        self._there: WebSocket | None = None
        socket.relayed = True
        self._node.upstreams[self] = None
        owner.relays[self] = None
        self._carry(0, owner.loop.call_soon, self._arrive)

    def _arrive(self) -> None:
        self._there = WebSocket(self._owner, self, INNER)

    def say(self, text: str) -> None:
        self._carry(0, self._owner.loop.call_soon, self._feed, text)

    def _feed(self, text: str) -> None:
        if self._there is not None:
            self._there.feed(text)

    async def close(self, code: int = 1000, reason: str = "") -> None:
        self.lost()

    def lost(self) -> None:
        """The relay is not there any more."""
        self._node.upstreams.pop(self, None)
        self._owner.relays.pop(self, None)
        self._carry(0, self._owner.loop.call_soon, self._hang_up)

    def _hang_up(self) -> None:
        if self._there is not None:
            self._there.disconnect()

    # What the owner says.

    def text(self, text: str) -> None:
        self._carry(1, self._node.loop.call_soon, self._client.write, (text.encode(),))

    def closed(self, code: int, reason: str) -> None:
        self._carry(1, self._node.loop.call_soon, self._end, code, reason)

    def _end(self, code: int, reason: str) -> None:
        if self._client.closed:
            return
        if code == 1006:
            self._client.close(RejectionCode.COME_BACK)
        else:
            self._client.end(code, reason)

    def _carry(self, way: int, action: Callable[..., object], *arguments: Any) -> None:
        at = max(self._arrives[way], self._world.now + self._world.random.expovariate(300.0))
        self._arrives[way] = at
        self._world.at(at, action, *arguments)


class NodeRelays(Relays):
    """Relays to the other nodes of the world."""

    async def _connect(self, client: SocketConnection, path: str, address: str) -> Upstream:
        socket = client._direct
        assert isinstance(socket, WebSocket)
        world = socket.node.world
        await asyncio.sleep(world.random.expovariate(300.0))
        owner = world.listening_at(address)
        if owner is not None and owner.loop.frozen:
            await asyncio.sleep(CONNECT_SECONDS)
        if owner is None or owner.loop.frozen or not owner.up or owner.app.lobby.leaving:
            raise Unreachable
        self._open += 1
        world.tally["relayed"] += 1
        return NodeUpstream(client, owner, socket)


class NodeLedger(PostgresLedger):
    """The ledger of a node."""

    def submit(self, entries: Any, headers: Any, done: Done, *given: Any, **named: Any) -> None:
        node = node_here()

        def told(failure: StoreError | None) -> None:
            for table, hosted in node.app.lobby._tables.items():  # before anybody comes back
                if node.sound:
                    node.world.truths[table].excuse(hosted.table)
            done(failure)

        super().submit(entries, headers, told, *given, **named)


class Loaded(dict[str, HostedTable]):
    """The tables in the memory of a node."""

    def __init__(self, node: Node) -> None:
        super().__init__()
        self._node = node

    def __setitem__(self, table_id: str, hosted: HostedTable) -> None:
        truth = self._node.world.truths[table_id]
        if truth.opened is not None and self._node.sound:
            self._node.world.tally["restored"] += 1
            truth.restarted()
            truth.check_restored(hosted.table)
        super().__setitem__(table_id, hosted)


class NodeLobby(Lobby):
    """The lobby of a node, and what it says has to agree with the truths."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._node = node_here()
        self._given_up: set[HostedTable] = set()
        self._tables = self.loader._tables = Loaded(self._node)
        for task in self.housekeeping._tasks:
            if task.get_name() in NOT_HERE:
                task.cancel()

    def post(self, hosted: HostedTable, messages: Sequence[Letter]) -> None:
        if self._node.sound:  # else it says nothing yet
            table = hosted.table
            truth = self._node.world.truths[table.opened.table]
            truth.excuse(table)
            truth.joined |= {
                to.seat for to, message in messages if isinstance(message, protocol.Welcome)
            }
            for to, message in messages:
                truth.check_sent(table, to, message)
            seats = [message for _, message in messages if isinstance(message, protocol.Seats)]
            if seats:
                truth.check_phase(seats[-1])
        super().post(hosted, messages)

    def choose(self, hosted: HostedTable, seat: int, bot: str) -> str | None:
        table, world = hosted.table, self._node.world
        assert table.match is not None
        if self._node.sound:
            truth = world.truths[table.opened.table]
            truth.excuse(table)
            truth.check_all_have_seen()
        turn = Turn.of(table.match, seat, world.random)
        return ask(find_bot(bot, table.state.game), turn, bot).text

    def on_message(
        self, hosted: HostedTable, listener: Listener, message: protocol.ClientMessage, now: float
    ) -> None:
        if isinstance(message, protocol.Ack):
            truth = self._node.world.truths[hosted.table.opened.table]
            truth.received(listener.seat, message.number)
        super().on_message(hosted, listener, message, now)

    def give_up(self, hosted: HostedTable, code: str, error: Exception) -> None:
        self._given_up.add(hosted)
        super().give_up(hosted, code, error)

    async def unload(self, hosted: HostedTable) -> None:
        if hosted.table.busy and hosted not in self._given_up and self._node.up:
            raise Failure(f"{hosted.table.opened.table} is given away in the middle of something")
        await super().unload(hosted)

    def dispatch(self, hosted: HostedTable, method: Callable[..., None], *arguments: Any) -> None:
        if method is Table.join:
            listener, seen = arguments
            truth = self._node.world.truths[hosted.table.opened.table]
            truth.received(listener.seat, seen)
        super().dispatch(hosted, method, *arguments)


class Node:
    """A process, from its start to its end."""

    def __init__(self, world: Cluster, name: str) -> None:
        self.world, self.name = world, name
        self.up = True
        self.listening = False
        self.run = 0
        self.lease_until = 0.0  # by its clock, as the database knows it
        self.well_since = 0.0  # it has not been frozen or slow since then
        self.sockets: dict[WebSocket, None] = {}
        self.upstreams: dict[NodeUpstream, None] = {}  # to owners
        self.relays: dict[NodeUpstream, None] = {}  # that others have to this one
        self._links: dict[Link, WebSocket | None] = {}
        self.loop = NodeLoop(world, self)  # type: ignore[abstract]  # no sockets, no processes
        self.wire = Wire(world, self)
        self.address = f"{name}:{INNER}"
        options = NodeOptions(name, self.address, SECRET)
        self.app = App("", SETTINGS, world.luck, Path("nowhere"), Hops(INNER, SECRET), options)
        self._stopping = asyncio.Event()
        self.app.on_fenced = self._stopping.set
        self.loop.create_task(self._live())

    @property
    def sound(self) -> bool:
        """Whether it may tell what it knows."""
        return self.up and self.lease_holds and not self.world.database.runs[self.run].fenced

    @property
    def lease_holds(self) -> bool:
        return self.loop.time() < self.lease_until

    async def _live(self) -> None:
        with suppress(StoreError):  # it could not be started
            async with self.app._lifespan(self.app._http):
                self.listening = True
                await self._stopping.wait()
                try:
                    async with asyncio.timeout(DRAIN_SECONDS):
                        await self.app.drain()
                except (StoreError, TimeoutError):  # then the others take them over
                    pass
                self.listening = False
                for socket in list(self.sockets):
                    socket.disconnect()
        self.world.after(0.0, self.kill)

    # Its connections.

    def accept(self, link: Link) -> None:
        self._links[link] = None
        self.loop.call_soon(self._accept, link)

    def _accept(self, link: Link) -> None:
        self._links[link] = WebSocket(self, Player(link), OUTER)

    def receive(self, link: Link, text: str) -> None:
        self.loop.call_soon(self._on_link, link, WebSocket.feed, text)

    def gone(self, link: Link) -> None:
        self.loop.call_soon(self._on_link, link, WebSocket.disconnect)

    def _on_link(self, link: Link, do: Callable[..., None], *given: Any) -> None:
        socket = self._links.get(link)
        if socket is not None:
            do(socket, *given)

    # What befalls it.

    def kill(self) -> None:
        if self.up:
            self.up = self.listening = False
            for session in self.wire.sessions():  # the system closes them
                session.terminate()
            for upstream in list(self.upstreams):
                upstream.lost()
            for relay in list(self.relays):
                relay.closed(1006, "")
            self.loop.die()
            for link in self._links:
                if link.open:
                    link.server_died()
            self.world.ended(self)

    def freeze(self, seconds: float) -> None:
        self.loop.freeze()
        self.world.after(seconds, self.thaw)

    def thaw(self) -> None:
        self.well_since = self.world.now
        self.loop.thaw()

    def drain(self) -> None:
        self.loop.call_soon(self._stopping.set)

    # What has to be true all the time.

    def check_told(self, socket: WebSocket, message: protocol.ServerMessage) -> None:
        """This leaves the node now."""
        refused = message if isinstance(message, protocol.Refused) else None
        if refused is not None and refused.code == RejectionCode.COME_BACK:
            return
        if not self.lease_holds:
            raise self.world.fail(Failure(f"{self.name} tells something, and has no lease"))
        database, table = self.world.database, socket.other.table
        if database.runs[self.run].fenced:
            raise self.world.fail(Failure(f"{self.name} tells something, and is fenced"))
        if socket.relayed or (refused is not None and refused.id is None):
            return
        if database.owners.get(table) != self.run:
            raise self.world.fail(Failure(f"{self.name} speaks for {table}, of another node"))
        self.world.check_kept(table, socket.other.seat, message)

    def check_waits(self) -> None:
        """Nobody waits at a node that has been without its database for too long."""
        steady = self.listening and not self.loop.frozen and not self.loop.lag
        steady = steady and self.world.now - self.well_since > 2.0
        if steady and self.loop.time() - self.lease_until > 2.0:
            for table, hosted in self.app.lobby._tables.items():
                if hosted.table.listeners():
                    raise Failure(f"{self.name} is away from its database, and keeps {table}")


def node_here() -> Node:
    """The node whose turn it is."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, NodeLoop)
    return loop.node


RULES = {name: versions(name) for name in games()}


async def open_backend(
    url: str,
    options: NodeOptions,
    measured: Callable[[float, int], object],
    on_end: Callable[[str], object],
) -> Backend:
    """What a server opens here instead of a store."""
    node = node_here()
    database = NodeDatabase(node.wire)
    about = NodeInfo(node.name, "0", RULES, node.address, SECRET)
    ledger = await NodeLedger.start(database, about, on_end, measured, node.loop.time)
    return Backend(NodeStore(database, node.world.database), ledger, MemoryCodes())
