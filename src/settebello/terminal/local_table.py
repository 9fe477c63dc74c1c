"""A table in this process, driven by the same driver as on a server: stored first, then told.

The people at it share one screen. They are told at once, and read it when they are at the screen;
nobody's ack is waited for. A move acknowledges what its player was told before. So after a break
everybody is told again what has happened since their own last move.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from random import Random
from threading import Thread
from typing import Any, NoReturn

import msgspec

from settebello.bots import BotError, Turn, choose, find_bot
from settebello.bots.levels import think_hard
from settebello.bots.search.thought import Thought
from settebello.events import Event
from settebello.game import IllegalMove
from settebello.luck import Luck, Seeded, SystemLuck
from settebello.match import Match
from settebello.registry import describe
from settebello.table import protocol
from settebello.table.delivery import Delivery, DeliveryStep
from settebello.table.driver import SHOW_SECONDS, Driver, HostedTable, Timer, header_of
from settebello.table.entries import Entry, MoveEntry, OpenEntry, StartEntry, TableProgress
from settebello.table.seats import Letter
from settebello.table.secrets import new_id
from settebello.table.state import TableState
from settebello.table.storage import MatchHeader
from settebello.table.table import Table
from settebello.table.wording import add_words
from settebello.terminal.commands import LOCAL
from settebello.terminal.local_store import MatchWriter
from settebello.terminal.screen import Screen
from settebello.terminal.seat import Heard, Request, TerminalSeat
from settebello.words.at_table import in_words
from settebello.words.phrases import phrase

THINK_SECONDS = 20.0  # for a move of a hard bot: much more than it needs with the core compiled


class AllAtOnce:
    """A delivery policy for people who share a screen: all are told, and asked, in one step."""

    catches_up = True
    ends_when_told = True

    def permits(self, request: str) -> bool:
        return True

    def opened(self, delivery: Delivery) -> None:
        pass

    def left(self, delivery: Delivery, seat: int, end_told: bool) -> None:
        pass

    def steps(
        self, events: Sequence[Event], to_act: Sequence[int], seats: int
    ) -> list[DeliveryStep]:
        return [DeliveryStep(len(events), (tuple(range(seats)),))]


class CallQueue:
    """An event loop without time: its calls are made one by one, when somebody asks for them."""

    def __init__(self) -> None:
        self._calls: deque[tuple[Callable[..., object], tuple[Any, ...]]] = deque()

    def time(self) -> float:
        return time.monotonic()

    def call_soon(self, action: Callable[..., object], *arguments: Any) -> None:
        self._calls.append((action, arguments))

    def call_at(self, when: float, action: Callable[..., object], *arguments: Any) -> Timer:
        raise AssertionError("a local table has no clock and waits for everybody")

    def run_next(self) -> bool:
        """Make the next call; False if there is none."""
        if self._calls:
            action, arguments = self._calls.popleft()
            action(*arguments)
            return True
        return False


class LocalSeat(TerminalSeat):
    """A seat at a local table: what the table knows as one of its listeners."""

    help = LOCAL
    lasts = False

    def __init__(self, local: LocalTable, seat: int | None, language: str) -> None:
        super().__init__(language)
        self.language: str | None = language
        self.views = True
        self.seat = self.standing.seat = seat
        self._local = local

    def send(self, *messages: protocol.ServerMessage) -> None:
        self._local.heard += [(self, message) for message in messages]

    def close(self, code: str) -> None:
        """The table was given up: the host has raised the error."""

    def request(self, message: Request) -> None:
        self._local.on_message(self, message)

    def shown(self) -> None:
        if self.standing.over:  # no move will acknowledge this
            if self.seat is not None:
                self._local.on_message(self, protocol.Ack(self.standing.number))
            self._local.end()

    def turn(self) -> Turn:
        assert self.seat is not None
        return Turn.of(self._local.match, self.seat, self._local.chance(self.seat, "hint"))

    def log(self) -> list[protocol.Notice]:
        match, seat = self._local.match, self.seat
        viewer = len(match.players) if seat is None else seat
        told = [notice for event in match.events if (notice := event.notice(viewer)) is not None]
        names = self._local.names(self.speaks)
        return [
            {"number": number, **notice, **in_words(match.game, notice, seat, names, self.speaks)}
            for number, notice in enumerate(told, start=1)
        ]

    def record(self) -> Mapping[str, Any]:
        return self._local.match.record()

    def way_back(self) -> str | None:
        if not self._local.writer.unfinished:
            return None
        return phrase(self.speaks, "left", save=self._local.name)


class Attendance:
    """Sits in a bot's seat and hears nothing: a table stops when no player is there."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.language: str | None = None
        self.views = False

    def send(self, *messages: protocol.ServerMessage) -> None: ...

    def close(self, code: str) -> None: ...


class LocalTable:
    """A table in this process, the people at it, and what it tells them."""

    def __init__(
        self, table: Table, writer: MatchWriter, screen: Screen, language: str, earlier: int = 0
    ) -> None:
        """`earlier` matches were played at this table; ValueError if one of its bots is missing."""
        self.name = table.opened.table
        self.writer = writer
        self.seed = table.opened.seed
        self.heard: deque[Heard] = deque()
        self._screen = screen
        self._language = language
        self._queue = CallQueue()
        self._driver = Driver(self._queue, writer, self)
        self._hosted = HostedTable(table)
        self._match, self._earlier = table.match_id, earlier
        self._bots_seed = secrets.randbits(64) if self.seed is None else self.seed
        game, players = table.state.game, table.state.players
        self._bots = {player.bot: find_bot(player.bot, game) for player in players if player.bot}
        writer.call_soon = self._queue.call_soon
        people = [seat_no for seat_no, player in enumerate(players) if player.person]
        self.seats = [LocalSeat(self, seat_no, language) for seat_no in people or (None,)]
        self._driver.pump(self._hosted)
        for listener in (*self.seats, *([] if people else [Attendance(0)])):
            self._driver.dispatch(self._hosted, Table.join, listener, 0)

    @property
    def match(self) -> Match:
        match = self._hosted.table.match
        assert match is not None
        return match

    def names(self, language: str) -> list[str]:
        return self._hosted.table.state.names(language)

    def on_message(self, seat: LocalSeat, message: protocol.ClientMessage) -> None:
        self._driver.on_message(self._hosted, seat, message, self._queue.time())

    def chance(self, seat: int, purpose: str) -> Random:
        """A generator for one choice of a bot: with a seed the same one every time."""
        table, moves = self._hosted.table, self.match.history.move_count
        if table.match_id != self._match:  # a rematch
            self._match, self._earlier = table.match_id, self._earlier + 1
        name = f"{self._bots_seed} {self._earlier} {moves} {seat} {purpose}"
        return Random(int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big"))

    def end(self) -> None:
        """The end of the match is on the screen: it cannot be resumed any more."""
        if self.writer.unfinished:
            self.writer.write(header_of(self._hosted.table))

    # What comes in: see `Incoming`.

    def settled(self) -> bool:
        """Go on until somebody is told something; True if nothing happens without a typed line."""
        while not self.heard and self._queue.run_next():
            pass
        return not self.heard

    def next(self) -> str | Heard | None:
        return self.heard.popleft() if self.heard else self._screen.read_line()

    # What the driver needs of its host.

    def post(self, hosted: HostedTable, messages: Sequence[Letter]) -> None:
        for listener, message in messages:
            add_words(hosted.table.state, listener, message)
            listener.send(protocol.decode_server(protocol.encode(message)))  # as others read it

    def choose(self, hosted: HostedTable, seat: int, bot: str) -> str:
        chance = self.chance(seat, "move")
        if bot == "hard":
            return self._think(seat, chance)
        return choose(self.match, seat, self._bots[bot], bot, chance).text

    def _think(self, seat: int, chance: Random) -> str:
        """The move that a search finds; people are told if it takes a while, or too long.

        In a thread, so that there is somebody to tell them. BotError if the search fails.
        """
        mind, name = self.match.mind(seat), self.names(self._language)[seat]
        deadline = time.monotonic() + THINK_SECONDS
        found: list[Thought | Exception] = []

        def search() -> None:
            try:
                found.append(think_hard(mind, chance.random, deadline))
            except Exception as error:
                found.append(error)

        thinking = Thread(target=search, daemon=True)
        thinking.start()
        thinking.join(SHOW_SECONDS)
        if not found:
            self._screen.print(phrase(self._language, "thinks", name=name))
            thinking.join()
        if isinstance(found[0], Exception):
            raise BotError(f"The bot 'hard' failed: {describe(found[0])}.") from found[0]
        if found[0].late:
            self._screen.print(phrase(self._language, "hurried", name=name))
        return found[0].text

    def committed(self, headers: Sequence[MatchHeader]) -> None: ...

    def rules_failed(self, hosted: HostedTable, error: Exception) -> NoReturn:
        raise error

    def give_up(self, hosted: HostedTable, code: str, error: Exception) -> NoReturn:
        raise error


def new_table(
    opened: OpenEntry, players: Sequence[str], bots: Mapping[int, str], luck: Luck | None = None
) -> Table:
    """A new table with these people and bots, at which the match has begun."""
    drawn = luck or luck_of(opened.seed, ())
    table = Table(opened, new_id, lambda: drawn, policy=AllAtOnce())
    for seat, name in enumerate(players):
        table.sit(name, bot=bots.get(seat, ""))
    table.start(0.0)
    return table


def restored_table(
    match_id: str,
    entries: Sequence[Entry],
    progress: TableProgress | None,
    logs: Sequence[Sequence[Entry]],
) -> Table:
    """A table as it was left. `logs` has all matches at it so far; ValueError if they differ."""
    opened = entries[0]
    luck = luck_of(opened.seed if isinstance(opened, OpenEntry) else None, logs)
    return Table.restored(match_id, entries, progress, new_id, lambda: luck, AllAtOnce())


def luck_of(seed: int | None, logs: Sequence[Sequence[Entry]]) -> Luck:
    """The luck of a table. With a seed it goes on after these matches as if nobody had left."""
    if seed is None:
        return SystemLuck()
    luck = Seeded(seed)
    for opened, *entries in logs:
        if not isinstance(opened, OpenEntry):
            raise ValueError("its log does not begin with its opening")
        state = TableState("", opened, luck)
        for entry in entries:
            if isinstance(entry, StartEntry | MoveEntry):
                again = msgspec.structs.replace(entry, luck=[])
                with suppress(IllegalMove):
                    state.apply(again)
                if again.luck != entry.luck:
                    raise ValueError("its seed does not give its cards")
            else:
                state.apply(entry)
    return luck
