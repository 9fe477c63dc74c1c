"""Spectators are sent what all of them get, made once, in slices, after the players."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from live import Connection
from server.inside import inside
from settebello.games import scopa
from settebello.server.connection import SocketConnection
from settebello.server.frames import text_frame
from settebello.server.metrics import Metrics
from settebello.server.settings import Settings
from settebello.server.spectator_queue import AT_ONCE, SpectatorQueue
from settebello.table import protocol
from settebello.table.seats import Audience
from settebello.table.wording import add_words
from table.helpers import begun


class Turns:
    """An event loop that takes one turn when it is told to."""

    def __init__(self) -> None:
        self.soon: deque[Callable[[], object]] = deque()

    def call_soon(self, action: Callable[[], object]) -> None:
        self.soon.append(action)

    def turn(self) -> None:
        for _ in range(len(self.soon)):
            self.soon.popleft()()


class Viewer:
    """A spectator who keeps what they are sent."""

    seat: int | None = None
    language: str | None = None
    views = False

    def __init__(self) -> None:
        self.received: list[str] = []
        self.closed = ""

    def send(self, *messages: protocol.ServerMessage) -> None:
        self.received += [message.id for message in messages]  # type: ignore[union-attr,misc]

    def close(self, code: str) -> None:
        self.closed = code


class Broken(Viewer):
    def send(self, *messages: protocol.ServerMessage) -> None:
        raise ZeroDivisionError


def queue() -> tuple[SpectatorQueue, Turns]:
    turns = Turns()
    return SpectatorQueue(turns), turns  # type: ignore[arg-type]


def crowd(number: int) -> tuple[Audience, list[Viewer]]:
    viewers = [Viewer() for _ in range(number)]
    return Audience(None, False, viewers), viewers


def test_some_are_sent_something_in_each_turn_of_the_loop() -> None:
    waiting, turns = queue()
    audience, viewers = crowd(3 * AT_ONCE)
    waiting.add(audience, protocol.Answer("1"))
    assert not any(viewer.received for viewer in viewers)  # the players are first
    turns.turn()
    assert sum(len(viewer.received) for viewer in viewers) == AT_ONCE
    turns.turn()
    turns.turn()
    assert all(viewer.received == ["1"] for viewer in viewers)
    assert not turns.soon


def test_each_gets_all_in_order_though_they_come_and_go() -> None:
    waiting, turns = queue()
    audience, viewers = crowd(2 * AT_ONCE)
    waiting.add(audience, protocol.Answer("1"))
    turns.turn()
    late = Viewer()
    waiting.add(late, protocol.Answer("welcome"))
    some = [*viewers[1:], late]
    waiting.add(Audience(None, False, some), protocol.Answer("2"))
    while turns.soon:
        turns.turn()
    assert viewers[0].received == ["1"]
    assert all(viewer.received == ["1", "2"] for viewer in viewers[1:])
    assert late.received == ["welcome", "2"]


def test_it_cannot_pile_up() -> None:
    waiting, turns = queue()
    audience, viewers = crowd(AT_ONCE * 40)
    longest = 0
    for number in range(400):  # more than a few in each turn can take
        waiting.add(audience, protocol.Answer(str(number)))
        turns.turn()
        behind = number + 1 - len(viewers[-1].received)
        longest = max(longest, behind)
    assert longest < 100
    while turns.soon:
        turns.turn()
    assert all(viewer.received == [str(n) for n in range(400)] for viewer in viewers)


def test_one_who_fails_holds_up_nobody() -> None:
    waiting, turns = queue()
    viewers = [Viewer(), Viewer()]
    waiting.add(Audience(None, False, [viewers[0], Broken(), viewers[1]]), protocol.Answer("1"))
    waiting.add(Audience(None, False, viewers), protocol.Answer("2"))
    with pytest.raises(ZeroDivisionError):
        turns.turn()
    turns.turn()
    assert viewers[0].received == ["1", "2"]
    assert viewers[1].received[-1] == "2"


class QuickPath:
    """The quick path of a WebSocket whose client may be behind."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.behind = False
        self.gone = False

    def send_frame(self, frame: bytes) -> bool:
        if self.gone:
            raise OSError
        if not self.behind:
            self.frames.append(frame)
        return not self.behind


def test_a_slow_spectator_is_kept_apart_and_a_lost_one_is_left_out() -> None:
    async def scene() -> None:
        later: list[str] = []

        async def send(message: dict[str, Any]) -> None:
            later.append(message["text"])

        direct = QuickPath()
        metrics = Metrics()
        viewer = SocketConnection(None, send, Settings(), metrics, direct)  # type: ignore[arg-type]
        waiting = SpectatorQueue(asyncio.get_running_loop())
        told = protocol.Answer("1")
        text = protocol.encode_bytes(told)
        waiting.add(viewer, told)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert direct.frames == [text_frame(text)]
        direct.behind = True
        waiting.add(viewer, protocol.Answer("2"))
        waiting.add(viewer, protocol.Answer("3"))  # behind the second one, which waits
        for _ in range(4):
            await asyncio.sleep(0)
        await viewer.flush()
        assert later == [protocol.encode(protocol.Answer(id)) for id in ("2", "3")]
        direct.behind, direct.gone = False, True
        viewer.write_frame(text, text_frame(text))
        assert viewer.closed
        viewer.write_frame(text, text_frame(text))  # nothing comes of it
        assert metrics.traffic.sent == 4

    asyncio.run(scene())


def test_spectators_who_want_the_same_share_one_message() -> None:
    drive = begun(scopa, 3)
    wanted = [("en", True), ("it", True), ("en", False), (None, True), ("en", True)]
    clients = [drive.join(seat) for seat in range(3)]
    watching = [drive.join(None, language=language, views=views) for language, views in wanted]
    drive.ack(*clients)
    seat = drive.table.match.to_act[0]  # type: ignore[union-attr]
    move = drive.table.match.legal(seat)[0].text  # type: ignore[union-attr]
    number = drive.table.delivery.boxes[seat].sent
    drive.table.on_message(clients[seat], protocol.Move("1", number, move), drive.now)
    drive.table.drain()
    drive.table.stored(drive.now)
    letters = [(to, message) for to, message in drive.table.drain().messages if to.seat is None]
    assert [(to.language, to.views) for to, _ in letters] == wanted[:4]
    first = letters[0][0]
    assert isinstance(first, Audience)
    assert first.listeners == [watching[0], watching[4]]
    for to, message in letters:
        add_words(drive.table.state, to, message)
        to.send(message)
    assert watching[0].received[-1] == watching[4].received[-1]
    drive.leave(watching[0])
    assert [len(to.listeners) for to in drive.table.spectators.audiences()] == [1, 1, 1, 1]


def test_every_spectator_is_told_all_of_a_match_in_order(tmp_path: Path) -> None:
    wanted: list[dict[str, Any]] = [
        {"language": "en"}, {"language": "en"}, {"language": "it"}, {"views": False},
    ]  # fmt: skip
    with inside(tmp_path) as server, ExitStack() as stack:
        opened = server.open_table("dice", seats=3, listed=True, options={"turns": 3})
        table, secret = opened["table"], opened["secret"]
        watching = [stack.enter_context(server.connect(table=table, **want)) for want in wanted]
        for viewer in watching:
            viewer.receive_a(protocol.Welcome)
        server.begin(table, secret, fill="random")
        with server.connect(table=table, secret=secret) as player:
            play_out(player)
        told = [told_to_end(viewer) for viewer in watching]
        numbers = [[notice["number"] for message in each for notice in message.notices]
                   for each in told]  # fmt: skip
        assert numbers == [list(range(1, 1 + len(numbers[0])))] * 4
        assert told[0] == told[1]
        assert [message.view is None for message in told[3]] == [True] * len(told[3])


def play_out(player: Connection) -> None:
    """Play to the end of a match, always the first legal move."""
    while True:
        message = player.receive_a((protocol.Told, protocol.Welcome))
        if message.legal:
            number = message.number
            player.send(protocol.Move(str(number), number, message.legal[0].text))
        else:
            player.send(protocol.Ack(message.number))
            if not message.to_act and message.number and not message.more:
                return


def told_to_end(viewer: Connection) -> list[protocol.Told]:
    told: list[protocol.Told] = []
    while not told or told[-1].to_act:
        told.append(viewer.receive_a(protocol.Told))
    return told


def test_an_audience_is_sent_away_together() -> None:
    audience, viewers = crowd(3)
    audience.close("come-back")
    assert [viewer.closed for viewer in viewers] == ["come-back"] * 3
