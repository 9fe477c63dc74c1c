"""The load: thousands of players on one core, each with a connection of its own.

A `Player` speaks one server's protocol (server_players.py); all else is here: connecting, the
moments at which moves are made, and how long it took until everybody was told.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Iterable, Sequence
from functools import partial

from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

TEXT = WSMsgType.TEXT
AT_ONCE = 100  # connections that are opened in parallel
BUSY = 0.002  # seconds in which the clock is read in a busy loop
PATIENCE = 30.0  # seconds for the last moves to come to an end

now = time.perf_counter


class Watch:
    """What is measured: the seconds from each move until its last player was told."""

    def __init__(self) -> None:
        self.saturated = False  # every match moves as soon as it can
        self.took: list[float] = []
        self.told = 0  # notifications that were acknowledged, where they are counted
        self.lost = 0  # connections that the server ended


class Match:
    """A match as the load sees it: who may move, which moves are due, how many are not yet told."""

    __slots__ = ("due", "mover", "since", "untold", "watch")

    def __init__(self, watch: Watch) -> None:
        self.watch = watch
        self.mover: Player | None = None  # sets itself when it is its turn
        self.due: deque[float] = deque()  # the times of moves that are due
        self.since = 0.0
        self.untold = 0

    def go_on(self) -> None:
        """Make the next move, if somebody may and it is time."""
        player = self.mover
        if player is not None and (self.due or self.watch.saturated):
            self.mover = None
            self.since = self.due.popleft() if self.due else now()
            self.untold = player.HEARERS
            player.send(player.move())

    def told(self) -> None:
        """One more player has been told of the move."""
        if self.untold:
            self.untold -= 1
            if not self.untold:
                self.watch.took.append(now() - self.since)


class Player:
    """One seat of one match. A subclass speaks the protocol of a server."""

    HEARERS = 3  # how many are told of a move
    KIND = TEXT  # of its frames

    def __init__(self, match: Match, path: str) -> None:
        self.match, self.path = match, path
        self.connection: WSTransport | None = None

    def send(self, frame: bytes) -> None:
        assert self.connection is not None
        self.connection.send(self.KIND, frame)

    def on_connect(self) -> Sequence[bytes]:
        """The frames to begin with."""
        return ()

    def on_frame(self, frame: bytes) -> Sequence[bytes]:
        """The frames to answer with; notes for the match who is told and who may move."""
        raise NotImplementedError

    def move(self) -> bytes:
        """The move to make; asked for when it is the player's turn and a move is due."""
        raise NotImplementedError


class Connection(WSListener):
    """Connects a player with a socket."""

    def __init__(self, player: Player) -> None:
        self.player = player

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.player.connection = transport
        for frame in self.player.on_connect():
            transport.send(self.player.KIND, frame)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        kind = self.player.KIND
        if frame.msg_type == kind:
            for answer in self.player.on_frame(frame.get_payload_as_bytes()):
                transport.send(kind, answer)
            self.player.match.go_on()

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        if self.player.connection is not None:
            self.player.connection = None
            self.player.match.watch.lost += 1


async def connect(players: Iterable[Player], port: int) -> None:
    """Connect all players, many at a time."""
    waiting = iter(players)

    async def connect_some() -> None:
        for player in waiting:
            url = f"ws://127.0.0.1:{port}{player.path}"
            listener = partial(Connection, player)
            await ws_connect(listener, url, websocket_handshake_timeout=PATIENCE)

    await asyncio.gather(*[connect_some() for _ in range(AT_ONCE)])


async def hang_up(players: Sequence[Player]) -> None:
    """End all connections."""
    connections = [player.connection for player in players if player.connection is not None]
    for player in players:
        player.connection = None
    for connection in connections:
        connection.disconnect(graceful=False)
    await asyncio.gather(*[connection.wait_disconnected() for connection in connections])


async def saturate(matches: Sequence[Match], seconds: float) -> None:
    """Every match moves as fast as it can."""
    watch = matches[0].watch
    watch.saturated = True
    for match in matches:
        match.go_on()
    await asyncio.sleep(seconds)
    watch.saturated = False


async def keep_pace(matches: Sequence[Match], rate: float, seconds: float) -> None:
    """Make moves at a fixed rate, one match after another, even if the last move is not told yet.

    The time of a move counts from when it was due. Just before that the clock is read in a busy
    loop, since timers of the event loop are a millisecond apart. Only just before: spectators are
    on the same core and give way (server_watchers.py), so else they could not read, and what they
    are sent would pile up.
    """
    start = now()
    for number in range(round(rate * seconds)):
        at = start + number / rate
        await asyncio.sleep(max(at - now() - BUSY, 0))
        while now() < at:
            await asyncio.sleep(0)
        match = matches[number % len(matches)]
        match.due.append(at)
        match.go_on()


async def rest(matches: Sequence[Match]) -> None:
    """Wait until every move has been told to everybody."""
    async with asyncio.timeout(PATIENCE):
        while any(match.due or match.untold or match.mover is None for match in matches):
            await asyncio.sleep(0.01)
