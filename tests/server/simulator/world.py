"""Nodes that share a database, and their clients, in virtual time: all follows from the seed."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from math import inf
from typing import Any
from unittest.mock import patch

from server.simulator.database import DOWN, UP, SharedDatabase
from server.simulator.node import Node, NodeLobby, NodeRelays, open_backend
from settebello.registry import find_named
from settebello.table import protocol
from settebello.table.entries import OpenEntry
from settebello.table.secrets import hashed
from settebello.table.storage import LogDamaged, StoreError
from table.simulator.client import SHORTEST_GRACE, Client
from table.simulator.timeline import Timeline
from table.simulator.truth import Failure, Truth, unspoken
from table.simulator.world import GAMES

START = 3.0  # virtual seconds until the tables are open, and the faults begin
FAULTS = 120.0  # until they stop
BACK = 60.0  # from then on until all are back; a connection may be dead for 30 s before it ends
BOUND = 30.0  # seconds, within which each gets an answer then
CALM = 120.0  # until the end, if not all matches are over before
NAMES = ("a", "b", "c")
# Nodes do the same for all games, and the seeds of planted defects were found with these.
FIVE = ("dice", "scopa", "sixty_six", "rummy", "wager")
PLAYED = [each for each in GAMES if each[0] in FIVE]


class Cluster(Timeline):
    """All that happens to some nodes and to those who play there."""

    def __init__(
        self,
        seed: int,
        faults: Sequence[str] = (),
        every: float = 5.0,
        seconds: float = FAULTS,
        calm: float = CALM,
    ) -> None:
        """`faults` are names in FAULT_KINDS, all if none; one comes `every` so many seconds.

        They come for some `seconds`; after these all is calm for so long.
        """
        super().__init__(seed)
        self._faults = [FAULT_KINDS[name] for name in faults or FAULT_KINDS]
        self._every = every
        self._until = START + seconds
        self._end = self._until + calm
        self.database = SharedDatabase(self)
        self.truths: dict[str, Truth] = {}
        self.clients: list[Client] = []
        self.failure: BaseException | None = None
        self._openings: list[tuple[OpenEntry, list[tuple[str, str, str]]]] = []
        self._waits: dict[Client, tuple[object, float]] = {}  # for what, and since when
        self.nodes: dict[str, Node] = {}
        for _ in range(self.random.randint(2, 4)):
            self._plan_table()

    # What others ask of it.

    def entrance(self) -> Node | None:
        there = [node for node in self.nodes.values() if node.listening]
        return self.random.choice(there) if there else None

    def listening_at(self, address: str) -> Node | None:
        there = (node for node in self.nodes.values() if node.address == address)
        return next((node for node in there if node.listening), None)

    def fail(self, error: BaseException) -> BaseException:
        """A promise was broken, where nobody may notice."""
        self.failure = self.failure or error
        return error

    def ended(self, node: Node) -> None:
        """A process has come to its end."""
        self.tally["lives"] += 1
        wait = 1.0 if self.calm else self.random.choice((0.1, 2.0, 10.0))
        self.after(wait, self._boot, node.name)

    def _boot(self, name: str) -> None:
        self.nodes[name] = Node(self, name)

    def check_kept(self, table: str, seat: int | None, message: protocol.ServerMessage) -> None:
        """What leaves a node is stored, whenever it was said."""
        truth = self.truths[table]
        if isinstance(message, protocol.Answer):
            asked = self.requests[message.id].message
            if message.id not in truth.ids and not isinstance(asked, protocol.Rematch):
                raise self.fail(Failure(f"{message.id} was answered before it was stored"))
        elif isinstance(message, protocol.Told | protocol.Welcome):
            try:
                truth._check_notices(len(truth.told) - 1 if seat is None else seat, message)
            except Failure as failure:
                raise self.fail(failure) from None

    # Setting up.

    def _plan_table(self) -> None:
        random = self.random
        game, seats, options = random.choice(PLAYED)
        number, table = random.choice(seats), f"table {len(self.truths) + 1}"
        self.truths[table] = Truth(self, number)
        opened = OpenEntry(
            table,
            game,
            find_named(game).VERSION,
            number,
            random.choice(options),
            invite=hashed("invite"),
            absence=random.choice(("bot", "bot", "wait")),
            grace=random.choice((SHORTEST_GRACE, 30.0)),
            clock=random.choice((None, None, 10.0, 60.0)),
        )
        people = random.randint(1, number)
        seated = [
            (f"Player {seat + 1}", hashed(f"{table} {seat}"), "")
            if seat < people
            else (f"Bot {seat + 1}", "", random.choice(("bot", "random")))
            for seat in range(number)
        ]
        for seat in range(people):
            tabs = random.choice((1, 1, 1, 2))
            self.clients += [Client(self, table, seat, tabs > 1) for _ in range(tabs)]
        self.clients += [Client(self, table, None, False) for _ in range(random.choice((0, 0, 1)))]
        self._openings.append((opened, seated))

    def _open_tables(self) -> None:
        for opened, seated in self._openings:
            node = self.random.choice(list(self.nodes.values()))
            node.loop.call_soon(node.app.lobby.set_up, opened, seated, lambda: None)

    # Faults.

    def _trouble(self) -> None:
        if not self.calm:
            name, befall = self.random.choice(self._faults)
            self.tally[name] += 1
            there = [node for node in self.nodes.values() if node.up]
            if there:
                befall(self, self.random.choice(there))
            self.after(self.random.expovariate(1.0 / self._every), self._trouble)

    def _settle_down(self) -> None:
        self.calm = True
        for node in self.nodes.values():
            node.wire.heal()
            node.loop.lag = 0.0
        for client in self.clients:
            if client.link is not None:  # what is under way there may take minutes
                client.ended(client.link)
            client.settle_down()

    # Running.

    def run(self) -> Counter[str]:
        with steady(self):
            for name in NAMES[: self.random.choice((2, 3))]:
                self._boot(name)
            self.at(START / 2, self._open_tables)
            self.at(START, self._trouble)
            self.at(START, self._check)
            self.at(self._until, self._settle_down)
            try:
                while self.now < self._end:
                    self.next()
                    if self.failure is not None:
                        raise self.failure
                self._check_end()
            finally:
                for node in list(self.nodes.values()):
                    node.kill()
        self.tally["matches"] += len(self.database.entries)
        self.tally["seconds"] += int(self.now) * len(self.truths)
        return self.tally

    def _check(self) -> None:
        """What has to be true all the time."""
        for node in self.nodes.values():
            node.check_waits()
        for client in self.clients:
            self._check_client(client)
        for table, truth in self.truths.items():
            if truth.opened is None:
                raise Failure(f"{table} was never opened")
            if self._settled and not truth.over and truth.changed < self.now - 2 * BOUND:
                raise Failure(f"{table} stands still, {truth.phase}, since {truth.changed}")
        self.after(0.5, self._check)

    @property
    def _settled(self) -> bool:
        return self.now > self._until + BACK

    def _check_client(self, client: Client) -> None:
        """Nobody waits forever."""
        there = client.link is not None and client.welcome
        waits: object = client.request if there else "to come in"
        known, since = self._waits.get(client, (None, 0.0))
        if waits is not known:
            self._waits[client] = waits, self.now
        elif waits is not None and self._settled and self.now - since > BOUND:
            raise Failure(f"seat {client.seat} of {client.table} waits: {waits}")

    def _check_end(self) -> None:
        for client in self.clients:
            viewer = -1 if client.seat is None else client.seat
            told = self.truths[client.table].told[viewer]
            for number, notice in client.notices.items():
                if unspoken(notice) != told[number - 1]:
                    raise Failure(f"{notice} was told, and {told[number - 1]} has happened")


# What befalls nodes, their database, and the way between them.

Befall = Callable[[Cluster, Node], None]


def kill(world: Cluster, node: Node) -> None:
    node.kill()


def freeze(world: Cluster, node: Node) -> None:
    node.freeze(world.random.choice((1.0, 3.0, 7.0, 12.0)))


def slow(world: Cluster, node: Node) -> None:
    node.loop.lag = world.random.choice((0.05, 0.2))
    world.after(world.random.uniform(1.0, 8.0), quick_again, node)


def quick_again(node: Node) -> None:
    node.loop.lag = 0.0
    node.well_since = node.world.now


def drain(world: Cluster, node: Node) -> None:
    node.drain()


def black_hole(world: Cluster, node: Node) -> None:
    ways = world.random.choice(((UP,), (DOWN,), (UP, DOWN)))
    node.wire.black_hole(ways, world.random.choice((0.5, 3.0, 8.0, 15.0)))


def reset(world: Cluster, node: Node) -> None:
    node.wire.reset()


def cut_off(world: Cluster, node: Node) -> None:
    """The database sees that the sessions are gone; the node can make no others for a while."""
    seconds = world.random.choice((2.0, 4.0, 5.3, 5.6, 8.0))
    node.wire.black_hole((UP, DOWN), seconds)
    node.wire.reset()


def lossy(world: Cluster, node: Node) -> None:
    node.wire.loses = world.random.choice((0.05, 0.3))
    world.after(world.random.uniform(2.0, 10.0), setattr, node.wire, "loses", 0.0)


def delays(world: Cluster, node: Node) -> None:
    """Between one node and the database, or all of them."""
    delay, seconds = world.random.choice((0.2, 0.5, 0.9, 1.5)), world.random.uniform(2.0, 10.0)
    for each in world.random.choice(([node], list(world.nodes.values()))):
        each.wire.delay = delay
        world.after(seconds, setattr, each.wire, "delay", 0.0)


def restart(world: Cluster, node: Node) -> None:
    world.database.restart(world.random.choice((0.2, 2.0, 5.0, 8.0)))


def pause(world: Cluster, node: Node) -> None:
    world.database.pause(3.0)


def long_pause(world: Cluster, node: Node) -> None:
    world.database.pause(8.0)


ALL: tuple[Befall, ...] = (
    *(kill, freeze, slow, drain, black_hole, reset, cut_off, lossy, delays),
    *(restart, pause, long_pause),
)
FAULT_KINDS: dict[str, tuple[str, Befall]] = {
    befall.__name__: (befall.__name__, befall) for befall in ALL
}


class Noticing(logging.Handler):
    """What a server logs as failed is a failure here, unless its store is away."""

    def __init__(self, world: Cluster) -> None:
        super().__init__()
        self._world = world

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        if error is not None and (not isinstance(error, StoreError) or type(error) is LogDamaged):
            self._world.fail(error)


@contextmanager
def steady(world: Cluster) -> Iterator[None]:
    """Servers in this world, and in its time: their ids and pauses follow from the seed too."""
    replaced: dict[str, Any] = {
        "settebello.server.app.open_backend": open_backend,
        "settebello.server.app.Lobby": NodeLobby,
        "settebello.server.app.Relays": NodeRelays,
        "settebello.server.app.freeze_startup": lambda: None,
        "settebello.server.slices.SECONDS": inf,
        "settebello.server.lobby.new_id": world.new_id,
        "settebello.server.rebuilding.new_id": world.new_id,
    }
    logger, noticing = logging.getLogger("settebello.server"), Noticing(world)
    handlers, propagate = logger.handlers, logger.propagate
    logger.handlers, logger.propagate = [noticing], False
    try:
        with ExitStack() as stack:
            for name, stand_in in replaced.items():
                stack.enter_context(patch(name, stand_in))
            yield
    finally:
        logger.handlers, logger.propagate = handlers, propagate
