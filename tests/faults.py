"""A simulator of faults: live tables, their clients and a real store, in virtual time.

    python tests/faults.py --seed 7          runs one seed
    python tests/faults.py --seconds 3600    runs seed after seed for so long

Nothing here waits, and everything follows from the seed. A `Server` drives tables by the rules of
server/lobby.py and stores on a real disk. Each `Client` is a tab of a browser, which speaks only
the messages of wire.py, over a `Link` that delays and loses them. Servers crash, disks are full,
the last write is torn. Beside them a `Truth` for each table reads what the store has taken and
nothing else: whatever is sent has to agree with it. In the end the faults stop, and every match
has to come to its end.
"""

from __future__ import annotations

import argparse
import heapq
import shutil
import sys
import tempfile
import time
import traceback
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

from settebello import Match, log, wire
from settebello.bots import Turn, ask, find_bot
from settebello.catalogue import find_named
from settebello.events import Event
from settebello.luck import Seeded
from settebello.record import read_outcome
from settebello.seat import Listener
from settebello.server.secrets import hashed
from settebello.server.store import Entry, Header, Store, StoreError
from settebello.table import Table

FAULTS = 900.0  # virtual seconds until the faults stop
SHORTEST_GRACE = 5.0
STILL = 600.0  # no table stands still for so long when they have
OUTBOX = 64 * 1024  # bytes, for a client that does not read
PUT_AWAY = 60.0  # seconds in memory for a table without anybody
CONNECTIONS = 3  # by seat
HEADER = 32  # bytes of a write-ahead log that are synced before anything follows them

# Game, seats and options of matches that random players bring to an end.
GAMES: list[tuple[str, list[int], list[dict[str, Any]]]] = [
    ("dice", [3], [{}, {"turns": 4}, {"skip_on": "face"}]),
    ("scopa", [2, 3, 4, 6], [{"target": 1}, {"target": 3, "primiera": True}]),
    ("sixty_six", [2, 3, 4, 5], [{}, {"variant": "draft"}]),
    ("rummy", [2, 3, 4, 5, 6], [{"target": 1}, {"target": 5, "reshuffle": True}]),
]
DISASTERS = ("before", "after", "partly", "torn", "checkpoint", "full", "stop")
MOODS = ("good", "good", "good", "slow", "silent", "away", "frantic", "frantic")


class Failure(AssertionError):
    """A promise was broken."""


class Fed:
    """The luck of one entry of a log."""

    def __init__(self) -> None:
        self.outcomes: list[str] = []

    def draw(self, wanted: Any, faces: Sequence[str]) -> tuple[int, ...]:
        if not self.outcomes:
            raise Failure("the log lacks luck")
        return read_outcome(wanted, self.outcomes.pop(0), faces)

    def mark(self) -> list[str]:
        return self.outcomes[:]

    def rewind(self, mark: list[str]) -> None:
        self.outcomes = mark


class Truth:
    """What the store says of a table: all its matches, and what each viewer has to be told."""

    def __init__(self, world: World, seats: int) -> None:
        self.world = world
        self.logs: dict[str, list[str]] = {}
        self.match_id = ""
        self.opened: log.Opened | None = None
        self.phase = ""
        self.seats: list[log.Sat | None] = [None] * seats
        self.match: Match | None = None
        self.told: list[list[wire.Notice]] = [[] for _ in range(seats + 1)]
        self.before = [0] * (seats + 1)  # how many of them came before this step
        self.ids: set[str] = set()  # of everything that was done
        self.last: log.Entry | None = None
        self.noted = [0] * seats  # acknowledged, as the last move says
        self.acked = [0] * seats  # acknowledged, as the server has heard
        self.asked = False  # whether those who are to act may have been told so
        self.excused: set[int] = set()  # for whose acks this step does not wait
        self.joined: set[int | None] = set()  # who came back in this step
        self.changed = 0.0  # when something was stored, ...
        self.begun = 0.0  # ... and when this step began
        self._luck = Fed()

    @property
    def over(self) -> bool:
        return self.phase == "over"

    def people(self) -> list[int]:
        return [seat for seat, sat in enumerate(self.seats) if sat is not None and not sat.bot]

    def feed(self, row: Entry) -> None:
        """The store has taken this."""
        self.changed = self.world.now
        bodies = self.logs.setdefault(row.match, [])
        bodies.append(row.body)
        if row.number != len(bodies):
            raise Failure("an entry is missing, or is there twice")
        entry = log.read(row.body)
        if isinstance(entry, log.Opened):
            self._open(row.match, entry)
        elif row.match != self.match_id:
            raise Failure("an entry came after the next match had begun")
        else:
            self._take(entry)
        id = getattr(entry, "id", "")
        if id:
            if id in self.ids:
                raise Failure(f"{id} has happened twice")
            asked = self.world.requests.get(id)
            if asked is None or asked.seat != getattr(entry, "seat", None):
                raise Failure(f"{id} was asked by nobody in this seat")
            self.ids.add(id)
        self.last = entry

    def _open(self, match_id: str, opened: log.Opened) -> None:
        if self.opened is not None:
            if not self.over:
                raise Failure("a match began before the last one was over")
            if opened.told != tuple(len(told) for told in self.told):
                raise Failure("the numbers of a rematch do not go on")
        self.match_id, self.opened, self.phase, self.match = match_id, opened, "open", None
        self.seats = [None] * opened.seats

    def _take(self, entry: log.Entry) -> None:
        assert self.opened is not None
        match = self.match
        if isinstance(entry, log.Sat):
            self.seats[entry.seat] = entry
        elif isinstance(entry, log.Started):
            record = {
                "settebello": 1,
                "game": self.opened.game,
                "rules": self.opened.rules,
                "options": self.opened.options,
                "players": [sat.name for sat in self.seats if sat is not None],
                "previous": self.opened.previous,
                "luck": entry.luck,
                "moves": [],
            }
            self.match = Match.replay(record, luck=self._luck)
            self._happened(self.match.events)
        elif match is None:
            raise Failure(f"{entry} came before the match had begun")
        elif isinstance(entry, log.Moved):
            if self.phase != "playing":
                raise Failure("a move was made in a match that is not being played")
            self._check_mover(entry)
            self._luck.outcomes = list(entry.luck)
            if entry.id:  # whoever moves has seen what he was told
                self.acked[entry.seat] = len(self.told[entry.seat])
            self.noted = list(entry.acked)
            if any(self.noted[seat] > self.acked[seat] for seat in self.people()):
                raise Failure("more is acknowledged than was heard")
            self._happened(match.play(entry.seat, entry.move))
            if self._luck.outcomes:
                raise Failure("the log has more luck than its move")
        elif isinstance(entry, log.Undone):
            lucky = isinstance(self.last, log.Moved) and self.last.luck
            if lucky or not match.can_undo(entry.seat):
                raise Failure("a move was undone that may not be")
            match.undo(entry.seat)
            everybody = (1 << len(self.told)) - 1
            self._happened([Event("TakenBack", entry.seat, {}, {}, [], everybody)])
        elif isinstance(entry, log.Paused):
            self.phase = "paused"
        elif isinstance(entry, log.Resumed):
            self.phase = "playing"

    def _check_mover(self, entry: log.Moved) -> None:
        assert self.opened is not None
        waits = self.opened.absence == "wait" and self.opened.clock is None
        if waits and not entry.id and entry.seat in self.people():
            raise Failure("a bot has moved for a player for whom the table has to wait")

    def _happened(self, events: Sequence[Event]) -> None:
        assert self.match is not None
        for viewer, told in enumerate(self.told):
            self.before[viewer] = len(told)
            for event in events:
                notice = event.notice(viewer)
                if notice is not None:
                    told.append({"number": len(told) + 1, **notice})
        self.phase = "over" if self.match.over else "playing"
        self.begun = self.world.now
        self.asked = False
        self.excused.clear()
        self.joined.clear()

    def heard(self, seat: int | None, number: int) -> None:
        """The server has got an acknowledgement."""
        if seat is not None:
            self.acked[seat] = max(self.acked[seat], min(number, len(self.told[seat])))

    def excuse(self, table: Table) -> None:
        """Nobody waits for those for whom a bot plays."""
        self.excused |= {number for number, seat in enumerate(table.seats) if seat.stand_in}

    # What the server says has to agree with it.

    def check_sent(self, table: Table, to: Listener, message: wire.ServerMessage) -> None:
        viewer = len(self.told) - 1 if to.seat is None else to.seat
        self.excuse(table)
        if isinstance(message, wire.Answer):
            asked = self.world.requests[message.id]
            if message.id not in self.ids and not isinstance(asked.message, wire.Rematch):
                raise Failure(f"{message.id} was answered before it was stored")
        elif isinstance(message, wire.Refused):
            if message.id in self.ids:
                raise Failure(f"{message.id} is stored, and was refused: {message.text}")
        elif isinstance(message, wire.Told | wire.Welcome):
            self._check_notices(viewer, message)
            if isinstance(message, wire.Welcome):
                self.check_phase(message)
                kept = [] if to.seat is None else self.noted[to.seat : to.seat + 1]
                if any(notice["number"] <= n for notice in message.notices for n in kept):
                    raise Failure("what was acknowledged is told again")
            self._check_choices(to, message)

    def check_phase(self, message: wire.Seats | wire.Welcome) -> None:
        if (message.match, message.phase) != (self.match_id, self.phase):
            raise Failure(f"{message.match} is not {message.phase}, but {self.phase}")

    def _check_notices(self, viewer: int, message: wire.Told | wire.Welcome) -> None:
        told = self.told[viewer]
        for notice in message.notices:
            number = notice["number"]
            if number > len(told):
                raise Failure(f"{notice} was told before it was stored")
            if unspoken(notice) != told[number - 1]:
                raise Failure(f"{notice} was told, and {told[number - 1]} has happened")
        if message.number > len(told):
            raise Failure("the number of a notice was told before it was stored")

    def _check_choices(self, to: Listener, message: wire.Told | wire.Welcome) -> None:
        match, seat = self.match, to.seat
        if match is None:
            return
        if message.to_act != match.to_act:
            raise Failure(f"{message.to_act} is told, and {match.to_act} are to act")
        if message.view is not None and message.view != match.view(seat).to_dict():
            raise Failure("the view is not what this viewer sees")
        if seat not in match.to_act:
            if message.legal:
                raise Failure("who is not to act got legal moves")
            return
        assert seat is not None
        if message.legal:
            if [choice.text for choice in message.legal] != [m.text for m in match.legal(seat)]:
                raise Failure("the legal moves are others")
            self.check_all_have_seen()
        elif isinstance(message, wire.Told) and seat not in self.joined:
            told_now = message.number > self.before[seat] or message.view is not None
            if told_now:
                self.check_all_have_seen()

    def check_all_have_seen(self) -> None:
        """Those who are to act are told so when all others have seen what happened."""
        assert self.match is not None
        if not self.asked:
            for seat in self.people():
                behind = self.acked[seat] < len(self.told[seat])
                if behind and seat not in self.match.to_act and seat not in self.excused:
                    raise Failure(f"seat {seat} has not seen yet what those who act are told")
        self.asked = True

    def check_restored(self, table: Table) -> None:
        told = [seat.told for seat in table.seats]
        if (table.match_id, table.phase, table.number) != (
            self.match_id,
            self.phase,
            len(self.logs[self.match_id]),
        ) or told != [len(notices) for notices in self.told[:-1]]:
            raise Failure("a table came back as another one")
        if self.match is not None:
            assert table.match is not None
            if table.match.record() != self.match.record():
                raise Failure("a match came back as another one")
        if table.progress(0.0).spent > self.world.now - self.begun:
            raise Failure("a turn came back with more time spent than it has lasted")


def unspoken(notice: wire.Notice) -> wire.Notice:
    """Without its sentence."""
    if "text" not in notice:
        return notice
    if not notice["text"]:
        raise Failure(f"{notice} has no sentence")
    return {field: notice[field] for field in notice if field not in ("text", "later")}


def observed(table: Table, now: float, ids: set[str]) -> list[Any]:
    """All that is kept of a table when it leaves the memory; of answered ids those in the log."""
    match, progress = table.match, table.progress(now)
    progress.spent = round(progress.spent, 6)
    seats = [
        (
            s.name,
            s.bot,
            s.secret,
            s.sat,
            s.told,
            s.acked,
            s.queue,
            [i for i in s.answered if i in ids][-9:],
        )
        for s in table.seats
    ]
    seen: list[Any] = [table.match_id, table.number, table.opened, table.phase, table.host]
    seen += [table.summary(), seats, progress]
    if match is not None:
        players = range(len(match.players))
        seen += [match.record(), [match.can_undo(seat) for seat in players]]
        seen += [[[move.text for move in match.legal(seat)] for seat in players]]
        seen += [match.view(viewer).to_dict() for viewer in (*players, None)]
    return seen


# The network.

UP, DOWN = 0, 1


class Link:
    """A connection: in each direction everything comes in order, or not at all any more."""

    def __init__(self, client: Client, server: Server) -> None:
        self.world = client.world
        self.client = client
        self.server = server
        self.seat: int | None = None
        self.language: str | None = None
        self.views = True
        self.live: Live | None = None
        self.open = True  # the server sends
        self.cut = [False, False]
        self._arrives = [0.0, 0.0]  # the last message on its way
        self._unread = 0  # bytes
        self._dropped = 0

    # What the server does with it.

    def send(self, *messages: wire.ServerMessage) -> None:
        for message in messages:
            self.write(wire.write(message))

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
            self.send(wire.Refused(code, code))
        if self.open:
            self.open = False
            self._carry(DOWN, 0.0, self.client.ended, self)

    def _read(self, text: str, dropped: int) -> None:
        self._unread -= len(text)
        if dropped == self._dropped:
            self.client.hear(self, text)

    # What the client does with it.

    def say(self, text: str) -> None:
        self._carry(UP, self.client.lag(), self.server.hear, self, text)

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


# The server.


class Live:
    """A table in memory."""

    def __init__(self, table: Table, now: float) -> None:
        self.table = table
        self.alarm: float | None = None
        self.storing = False
        self.broken = False
        self.seen = now


class Submission(NamedTuple):
    live: Live
    entries: list[Entry]
    headers: list[Header]
    messages: list[tuple[Listener, wire.ServerMessage]]


class Server:
    """One life of a server, to its crash; it drives tables as server/lobby.py does."""

    def __init__(self, world: World, store: Store) -> None:
        self.world = world
        self.store = store
        self.up = True
        self.tables: dict[str, Live] = {}
        self.links: dict[Link, None] = {}
        self._started = world.random.uniform(0.0, 1e6) - world.now  # its clock shows any time
        self._submitted: list[Submission] = []
        self._notes: dict[str, str] = {}
        self._acknowledged: dict[Live, None] = {}
        self._due: float | None = None  # the next commit
        self._rows = 0
        self._chores()

    @property
    def now(self) -> float:
        return self.world.now + self._started

    def after(self, delay: float, action: Callable[..., None], *arguments: Any) -> None:
        self.world.after(delay, self._if_up, action, arguments)

    def _if_up(self, action: Callable[..., None], arguments: tuple[Any, ...]) -> None:
        if self.up:
            action(*arguments)

    def find(self, table_id: str) -> Live | None:
        live = self.tables.get(table_id)
        if live is None:
            header = self.store.latest(table_id)
            if header is None:
                return None
            table = self.restored(header.match)
            self.world.truths[table_id].check_restored(table)
            self.world.tally["restored"] += 1
            live = self.tables[table_id] = Live(table, self.now)
        return live

    def restored(self, match: str) -> Table:
        progress = self.store.progress(match)
        entries = [log.read(body) for body in self.store.entries(match)]
        noted = log.read_progress(progress) if progress else None
        return Table.restored(match, entries, noted, self.world.new_id, self.world.luck)

    def open(self, opened: log.Opened) -> Live:
        table = Table(opened, self.world.new_id, self.world.luck)
        live = self.tables[opened.table] = Live(table, self.now)
        return live

    # Connections.

    def accept(self, link: Link) -> None:
        self.links[link] = None

    def gone(self, link: Link) -> None:
        if self.up and link in self.links:
            del self.links[link]
            link.open = False
            if link.live is not None:
                link.live.table.leave(link, self.now)
                self.pump(link.live)

    def hear(self, link: Link, text: str) -> None:
        if not self.up or link not in self.links:
            return
        try:
            message = wire.read(text)
        except ValueError:
            link.send(wire.Refused("not-a-message", "no message"))
            return
        live = link.live
        if live is None:
            self._admit(link, message)
            return
        table = live.table
        if isinstance(message, wire.Ack):
            self.world.truths[table.opened.table].heard(link.seat, message.number)
        before = None if table.busy else fingerprint(table)
        table.hear(link, message, self.now)
        self.pump(live, before)
        self._acknowledged[live] = None

    def _admit(self, link: Link, hello: wire.ClientMessage) -> None:
        live = self.find(hello.table) if isinstance(hello, wire.Hello) else None
        if live is None or not isinstance(hello, wire.Hello):
            link.close("not-found")
            return
        table = live.table
        link.language, link.views = hello.language, hello.views
        link.seat = table.seat_of(hashed(hello.secret or ""))
        if link.seat is None and hello.secret != "invite":
            link.close("not-found")
            return
        truth = self.world.truths[hello.table]
        truth.heard(link.seat, hello.seen)
        if link.seat is not None:
            listeners = table.seats[link.seat].listeners
            for old in listeners[: len(listeners) + 1 - CONNECTIONS]:
                old.close("too-many")
        link.live = live
        table.join(link, hello.seen, self.now)
        self.pump(live)

    # Driving tables.

    def pump(self, live: Live, before: tuple[Any, ...] | None = None) -> None:
        """Store and send what there is; `before` is the fingerprint before a message was heard."""
        table = live.table
        while True:
            entries, messages = table.drain()
            refuses = any(isinstance(message, wire.Refused) for _, message in messages)
            if before is not None and refuses and (entries or fingerprint(table) != before):
                raise Failure("a refusal has changed something")
            before = None
            if entries:
                self._submit(live, entries, messages)
                return
            if not messages:
                break
            self._post(live, messages)
        if table.busy and not live.storing:
            raise Failure("a table that could hear something does not")
        if table.thinking is not None:
            self.after(0.0, self._think, live)
        else:
            self._set_alarm(live)

    def _submit(
        self,
        live: Live,
        entries: list[log.ToStore],
        messages: list[tuple[Listener, wire.ServerMessage]],
    ) -> None:
        table = live.table
        rows = [Entry(match, number, log.write(entry)) for match, number, entry in entries]
        moves = [each.entry for each in entries if isinstance(each.entry, log.Moved | log.Undone)]
        headers = [] if len(moves) == len(entries) and not table.over else [self._header(table)]
        if moves and not any(seat.listeners for seat in table.seats):
            raise Failure("the match goes on, and nobody is there")
        live.storing = True
        self._submitted.append(Submission(live, rows, headers, messages))
        self._write_soon()

    def _header(self, table: Table) -> Header:
        phase = "playing" if table.phase == "paused" else table.phase
        summary = msgspec.json.encode(table.summary()).decode()
        opened = table.opened
        now = self.world.now
        return Header(table.match_id, opened.table, opened.game, phase, False, now, summary)

    def _write_soon(self, patience: float = 0.0) -> None:
        slow = self.world.chance(0.02)
        due = self.now + patience + self.world.random.uniform(0.001, 2.0 if slow else 0.03)
        if self._due is None or due < self._due:
            self._due = due
            self.after(due - self.now, self._write, due)

    def _write(self, due: float) -> None:
        """Store what has come together, and then say so, unless a disaster comes between."""
        if due != self._due:
            return
        self._due = None
        world, disaster = self.world, self.world.disaster()
        submissions, self._submitted = self._submitted, []
        notes, self._notes = self._notes, {}
        write = partial(self._append, submissions, notes)
        if disaster == "before":
            world.crash(world.disk.copied())
        elif disaster == "torn":
            world.crash(world.disk.torn(write, world.random))
        elif disaster == "full":
            self._fail(write)
            self._notes = notes | self._notes
            for submission in submissions:
                self._break(submission.live)
        else:
            write()
            self._feed(submissions)
            if disaster == "after":
                world.crash(world.disk.copied())
            elif disaster == "checkpoint":
                world.crash(world.disk.half_way(self.store.checkpoint, world.random))
            elif disaster == "partly":
                for submission in submissions[: world.random.randrange(len(submissions) + 1)]:
                    self._stored(submission)
                world.crash(world.disk.copied())
            else:
                for submission in submissions:
                    self._stored(submission)
                if disaster == "stop":
                    self._stop()

    def _fail(self, write: Callable[[], None]) -> None:
        """In the middle of this the store finds that it cannot go on."""
        database = self.store.writing
        database.set_progress_handler(lambda: 1, self.world.random.randrange(1, 20))
        try:
            write()
        except StoreError:
            return
        finally:
            database.set_progress_handler(None, 0)
        raise Failure("a store that failed has said that all is well")

    def _feed(self, submissions: list[Submission]) -> None:
        for submission in submissions:
            truth = self.world.truths[submission.live.table.opened.table]
            for row in submission.entries:
                truth.feed(row)
                self.world.tally["moves"] += isinstance(truth.last, log.Moved)

    def _append(self, submissions: list[Submission], notes: dict[str, str]) -> None:
        entries = [entry for each in submissions for entry in each.entries]
        headers = [header for each in submissions for header in each.headers]
        self.store.append(entries, headers, notes.items())
        self._rows += len(entries) + len(headers) + len(notes)
        if self._rows > self.world.rows_to_checkpoint:
            self._rows = 0
            self.store.checkpoint()

    def _stored(self, submission: Submission) -> None:
        live = submission.live
        live.storing = False
        live.table.stored(self.now)
        self.world.truths[live.table.opened.table].excuse(live.table)
        self._post(live, submission.messages)
        self.pump(live)
        if self.world.random.random() < 0.003:
            self.check_same(live)

    def check_same(self, live: Live) -> None:
        """A table that came back now would be the same."""
        table = live.table
        if not table.busy:
            progress = table.progress(self.now)
            entries = [log.read(body) for body in self.store.entries(table.match_id)]
            world, ids = self.world, self.world.truths[table.opened.table].ids
            again = Table.restored(table.match_id, entries, progress, world.new_id, world.luck)
            now, then = observed(table, self.now, ids), observed(again, 0.0, ids)
            for one, other in zip(now, then, strict=True):
                if one != other:
                    raise Failure(f"the table would come back as another one: {one} and {other}")

    def _break(self, live: Live) -> None:
        live.broken = True
        self._forget(live)
        for listener in live.table.listeners() + live.table.arriving():
            listener.close("not-stored")

    def _post(self, live: Live, messages: list[tuple[Listener, wire.ServerMessage]]) -> None:
        truth = self.world.truths[live.table.opened.table]
        truth.joined |= {to.seat for to, message in messages if isinstance(message, wire.Welcome)}
        for to, message in messages:
            truth.check_sent(live.table, to, message)
            to.send(message)
        seats = [message for _, message in messages if isinstance(message, wire.Seats)]
        if seats:
            truth.check_phase(seats[-1])

    def _think(self, live: Live) -> None:
        table, thinking = live.table, live.table.thinking
        if live.broken or thinking is None or table.match is None:
            return
        seat, name = thinking
        truth = self.world.truths[table.opened.table]
        truth.excuse(table)
        truth.check_all_have_seen()
        if table.seats[seat].stand_in:
            self.world.tally["stand-in"] += 1
            if self.world.now > FAULTS + STILL:
                raise Failure(f"a bot plays for seat {seat}, who is there")
        self.world.tally["overtime"] += table.seats[seat].overtime
        turn = Turn.of(table.match, seat, self.world.random)
        move = ask(find_bot(name, table.game), turn, name)
        table.bot_moved(seat, move.text, table.step, self.now)
        self.pump(live)

    def _set_alarm(self, live: Live) -> None:
        due = live.table.due
        if due is not None and not live.broken and (live.alarm is None or live.alarm > due):
            live.alarm = due
            self.after(max(0.0, due - self.now), self._ring, live, due)

    def _ring(self, live: Live, alarm: float) -> None:
        if live.alarm == alarm and not live.broken:
            live.alarm = None
            live.table.tick(self.now)
            self.pump(live)

    def _chores(self) -> None:
        """Note who has acknowledged what; put away the tables without anybody."""
        for live in self._acknowledged:
            if not live.broken:
                self._notes[live.table.match_id] = log.write(live.table.progress(self.now))
                self._write_soon(1.0)
        self._acknowledged.clear()
        for live in list(self.tables.values()):
            if live.table.busy or live.table.listeners():
                live.seen = self.now
            elif self.now - live.seen > PUT_AWAY:
                self.check_same(live)
                self._forget(live)
        self.after(1.0, self._chores)

    def _forget(self, live: Live) -> None:
        live.alarm = None
        self.tables.pop(live.table.opened.table, None)

    def _stop(self) -> None:
        """It was asked to stop: everything is stored, and somebody else opens the same file."""
        progress = {
            live.table.match_id: log.write(live.table.progress(self.now))
            for live in self._acknowledged
            if not live.broken
        }
        self._append(self._submitted, self._notes | progress)
        self._feed(self._submitted)
        self.world.crash(self.world.disk)


def fingerprint(table: Table) -> tuple[Any, ...]:
    """What no refusal changes."""
    match = table.match
    at = None if match is None else match.moment()
    moves = at and (at.drawn, at.moves, at.events, tuple(at.state.to_act))
    told = [(seat.name, seat.told, seat.acked, len(seat.answered)) for seat in table.seats]
    return table.match_id, table.number, table.phase, table.step, moves, told


# The clients.


class Request(NamedTuple):
    seat: int | None
    message: wire.ClientMessage


class Client:
    """A tab of a player, or of somebody who watches."""

    def __init__(self, world: World, table: str, seat: int | None, shared: bool) -> None:
        random = world.random
        self.world = world
        self.table = table
        self.seat = seat
        self.shared = shared  # there is another tab, which may acknowledge for this one
        self.secret = "invite" if seat is None else f"{table} {seat}"
        self.language: wire.Language | None = random.choice(("en", "it", *[None] * 14))
        self.views = random.random() < 0.4
        self.link: Link | None = None
        self.welcome = False
        self.number = 0
        self.notices: dict[int, wire.Notice] = {}
        self.offer: list[wire.Choice] = []
        self.phase = ""
        self.can_undo = False
        self.request: wire.ClientMessage | None = None  # that has no answer yet
        self.mood = "good"
        self._planned = False
        world.after(random.uniform(0.0, 30.0), self.connect)
        world.after(random.uniform(10.0, 100.0), self._change_mood)

    def lag(self) -> float:
        return self.world.random.expovariate(0.05) if self.mood == "slow" else 0.0

    def pause(self) -> float:
        """How long it thinks; when all is calm, never so long that a bot would play for it."""
        thinks = self.world.random.expovariate(0.1 if self.mood == "slow" else 0.5)
        return min(thinks, SHORTEST_GRACE / 2) if self.world.calm else thinks

    # Its connection.

    def connect(self) -> None:
        server = self.world.server
        if self.link is not None:
            return
        if self.mood == "away" or server is None:
            self.world.after(self.world.random.uniform(1.0, 10.0), self.connect)
            return
        self.link = link = Link(self, server)
        self.welcome = False
        server.accept(link)
        self._say(wire.Hello(self.table, self.secret, self.number, self.language, self.views))

    def ended(self, link: Link) -> None:
        """The connection is not there any more."""
        if self.link is link:
            self.link = None
            link.hang_up()
            self.world.after(self.world.random.uniform(0.1, 5.0), self.connect)

    def _change_mood(self) -> None:
        world, random = self.world, self.world.random
        self.mood = "good" if world.calm else random.choice(MOODS)
        if self.link is not None:
            if self.mood == "away":
                if random.random() < 0.5:
                    self.ended(self.link)
                else:
                    self.link.break_off()
            elif world.chance(0.3):
                self.link.break_off()
        self._acknowledge_later()
        self._plan()
        if not world.calm:
            world.after(random.uniform(10.0, 120.0), self._change_mood)

    def settle_down(self) -> None:
        """The faults have stopped."""
        self._change_mood()
        self.connect()

    # What it hears.

    def hear(self, link: Link, text: str) -> None:
        if self.link is not link:
            return
        message = wire.hear(text)
        if isinstance(message, wire.Welcome):
            self._welcomed(message)
        elif isinstance(message, wire.Told):
            self._told(message)
        elif isinstance(message, wire.Seats):
            self.phase = message.phase
        elif isinstance(message, wire.Said):
            raise AssertionError("nobody has written anything")
        elif message.id is not None and message.id == getattr(self.request, "id", ""):
            done = isinstance(message, wire.Answer) or message.code in ("stale", "waiting")
            if done and getattr(self.request, "after", None) == self.number:
                self.offer = []  # and if not, it has been told more since then
            self.request = None
        self._plan()

    def _welcomed(self, message: wire.Welcome) -> None:
        if message.seat != self.seat:
            raise Failure(f"the secret of seat {self.seat} opened seat {message.seat}")
        if message.number < self.number:
            raise Failure(f"seat {self.seat} is back at {message.number}, from {self.number}")
        first = message.notices[0]["number"] if message.notices else message.number + 1
        if self.shared or self.seat is None:
            self.number = max(self.number, first - 1)
        elif first > self.number + 1:
            raise Failure(f"seat {self.seat} has seen {self.number}, and is told {first} next")
        self.welcome = True
        self.phase = message.phase
        self._told(message)
        if self.request is not None:
            self._say(self.request)

    def _told(self, message: wire.Told | wire.Welcome) -> None:
        new = self.number
        for notice in message.notices:
            number = notice["number"]
            if self.notices.setdefault(number, notice) != notice:
                raise Failure(f"{number} was {self.notices[number]}, and is {notice}")
            if number > self.number + 1:
                raise Failure(f"seat {self.seat} was told {number} after {self.number}")
            self.number = max(self.number, number)
        if message.number != self.number:
            raise Failure(f"seat {self.seat} is at {self.number}, told {message.number}")
        self.offer = message.legal
        self.can_undo = message.can_undo
        if self.number > new:
            self._acknowledge_later()

    # What it says.

    def _say(self, message: wire.ClientMessage) -> None:
        if self.link is not None:
            id = getattr(message, "id", "")
            self.world.requests.setdefault(id, Request(self.seat, message))
            self.link.say(wire.write(message))

    def _acknowledge_later(self) -> None:
        if self.seat is not None and self.mood != "silent":
            self.world.after(self.pause() / 4, self._acknowledge)

    def _acknowledge(self) -> None:
        if self.welcome:
            self._say(wire.Ack(self.number))

    def _plan(self) -> None:
        if not self._planned:
            self._planned = True
            self.world.after(self.pause(), self._act)

    def _act(self) -> None:
        self._planned = False
        if self.link is None or not self.welcome or self.mood == "silent":
            return
        if self.mood == "frantic" and self.world.chance(0.3):
            self._misbehave()
        if self.request is None and self.seat is not None:
            message = self._wish()
            if message is not None:
                self._ask(message)

    def _wish(self) -> wire.ClientMessage | None:
        world, random = self.world, self.world.random
        if self.phase == "paused":
            return wire.Resume(self._id())
        if self.phase == "over":
            return wire.Rematch(self._id()) if world.chance(0.5) else None
        if self.phase == "playing":
            if world.chance(0.005):
                return wire.Pause(self._id())
            if self.can_undo and world.chance(0.1):
                return wire.Undo(self._id(), self.number)
            if self.offer:
                # Whoever melds only now and then never gets a hand of Rummy to its end.
                melds = [choice for choice in self.offer if choice.verb in ("meld", "add")]
                choice = random.choice(melds or self.offer)
                return wire.Move(self._id(), self.number, choice.text)
        return None

    def _ask(self, message: wire.ClientMessage) -> None:
        self.request = message
        self._say(message)
        if self.world.chance(0.05):
            self.world.tally["doubled"] += 1
            self._say(message)
        self.world.after(self.world.random.uniform(3.0, 15.0), self._ask_again, message)

    def _ask_again(self, message: wire.ClientMessage) -> None:
        if self.request is message:
            if self.welcome:
                self._say(message)
            self.world.after(self.world.random.uniform(3.0, 15.0), self._ask_again, message)

    def _misbehave(self) -> None:
        random, number = self.world.random, self.number
        self.world.tally["misbehaved"] += 1
        wrong: list[wire.ClientMessage] = [
            wire.Move(self._id(), max(0, number - random.randrange(3)), "throw"),
            wire.Move(self._id(), number, random.choice(("deck", "1D", "discard KS", "x" * 200))),
            wire.Move(self._id(), number + 1, "skip"),
            wire.Undo(self._id(), number),
            wire.Undo(self._id(), max(0, number - 1)),
            wire.Resume(self._id()),
            wire.Rematch(self._id()),
            wire.Ack(max(0, number - random.randrange(5))),
            wire.Ack(0),
            wire.Hello(self.table, self.secret),
        ]
        if random.random() < 0.1 and self.link is not None:
            self.link.say(random.choice(("", "{", '{"type":"Move"}', "null", "[]")))
        else:
            self._say(random.choice(wrong))

    def _id(self) -> str:
        return f"{self.table}: {next(self.world.numbers)}"


# The disk.


class Disk:
    """A store on the disk, and what a crash leaves of it."""

    def __init__(self, folder: Path, number: int = 0) -> None:
        self.folder = folder
        self.number = number
        self.path = folder / str(number) / "tables.db"
        self.path.parent.mkdir(exist_ok=True)

    @property
    def log(self) -> Path:
        return self.path.with_name(f"{self.path.name}-wal")

    def contents(self) -> tuple[bytes, bytes]:
        return self.path.read_bytes(), self.log.read_bytes() if self.log.exists() else b""

    def another(self, file: bytes, log: bytes) -> Disk:
        new = Disk(self.folder, self.number + 1)
        new.path.write_bytes(file)
        new.log.write_bytes(log)
        return new

    def copied(self) -> Disk:
        return self.another(*self.contents())

    def torn(self, write: Callable[[], None], random: Random) -> Disk:
        """The crash came during this write: not all of it has reached the log."""
        file, before = self.contents()
        write()
        after = self.contents()[1]
        return self.another(file, after[:HEADER] + torn(before, after, random)[HEADER:])

    def half_way(self, checkpoint: Callable[[], None], random: Random) -> Disk:
        """The crash came during a checkpoint: the log has everything, the file has something."""
        before, log = self.contents()
        checkpoint()
        return self.another(torn(before, self.contents()[0], random, garbage=False), log)


def torn(before: bytes, after: bytes, random: Random, garbage: bool = True) -> bytes:
    """Some sectors are written and some, one at least, are not, or are garbage."""
    size, sector = max(len(before), len(after)), 512
    old, new = before.ljust(size, b"\0"), bytearray(after.ljust(size, b"\0"))
    starts = range(0, size, sector)
    changed = [n for n in starts if old[n : n + sector] != new[n : n + sector]]
    if not changed:
        return after
    first = random.choice(changed)
    missing = [n for n in changed if n >= first]
    kind = random.choice(("cut", "cut", "mixed", "garbage" if garbage else "mixed"))
    if kind != "cut":
        missing = [first, *random.sample(changed, len(changed) // 2)]
    written = next(n for n in range(changed[0], size) if old[n] != new[n])
    for n in missing:
        start, end = max(n, written), min(n + sector, size)  # what was there stays
        new[start:end] = random.randbytes(end - start) if kind == "garbage" else old[start:end]
    return bytes(new[: max(len(before), first)] if kind == "cut" else new)


# Everything together.


class World:
    """All that happens, in the order of a virtual clock."""

    def __init__(self, seed: int, folder: Path, disasters: float | None = None) -> None:
        """A commit is a disaster with a probability of `disasters`."""
        self.random = Random(seed)
        self.now = 0.0
        self.calm = False
        self.tally: Counter[str] = Counter(seeds=1)
        self.truths: dict[str, Truth] = {}
        self.requests: dict[str, Request] = {}  # by id
        self.clients: list[Client] = []
        self.server: Server | None = None
        self.disk = Disk(folder)
        self.rows_to_checkpoint = self.random.choice((30, 300, 1000))
        calm_or_stormy = self.random.choice((0.0, 0.01, 0.03))
        self._disasters = calm_or_stormy if disasters is None else disasters
        self._events: list[tuple[float, int, Callable[..., None], tuple[Any, ...]]] = []
        self._number = count()
        self.numbers = count(1)  # for ids
        self._last: deque[tuple[float, Callable[..., None], tuple[Any, ...]]] = deque(maxlen=20)
        self._boot()
        for _ in range(self.random.randint(2, 5)):
            self._open_table()

    # Time and chance.

    def at(self, time: float, action: Callable[..., None], *arguments: Any) -> None:
        heapq.heappush(self._events, (time, next(self._number), action, arguments))

    def after(self, delay: float, action: Callable[..., None], *arguments: Any) -> None:
        self.at(self.now + delay, action, *arguments)

    def chance(self, probability: float) -> bool:
        """Whether something goes wrong; never once the faults have stopped."""
        return not self.calm and self.random.random() < probability

    def disaster(self) -> str:
        if not self.chance(self._disasters):
            return ""
        disaster = self.random.choice(DISASTERS)
        self.tally[disaster] += 1
        return disaster

    def new_id(self) -> str:
        return f"match {next(self.numbers)}"

    def luck(self) -> Seeded:
        return Seeded(self.random.getrandbits(64))

    # Setting up, crashing, starting again.

    def _open_table(self) -> None:
        random = self.random
        game, seats, options = random.choice(GAMES)
        number = random.choice(seats)
        table = f"table {len(self.truths) + 1}"
        self.truths[table] = Truth(self, number)
        opened = log.Opened(
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
        for seat in range(people):
            tabs = random.choice((1, 1, 1, 2))
            self.clients += [Client(self, table, seat, tabs > 1) for _ in range(tabs)]
        self.clients += [Client(self, table, None, False) for _ in range(random.choice((0, 0, 1)))]
        self.after(random.uniform(0.0, 20.0), self._prepare, opened, people)

    def _prepare(self, opened: log.Opened, people: int) -> None:
        """Let the people sit down, one after the other, and begin, whatever comes between."""
        truth, server = self.truths[opened.table], self.server
        if truth.phase not in ("", "open"):
            return
        self.after(self.random.uniform(0.1, 10.0), self._prepare, opened, people)
        live = server.find(opened.table) if server is not None else None
        if server is None or (live is not None and live.table.busy):
            return
        if live is None:
            live = server.open(opened)
        table = live.table
        free = [seat for seat in range(people) if not table.seats[seat].name]
        if free:
            table.sit(f"Player {free[0] + 1}", hashed(f"{opened.table} {free[0]}"), seat=free[0])
        else:
            table.fill(self.random.choice(("bot", "random")))
            table.start(server.now)
        server.pump(live)

    def crash(self, disk: Disk) -> None:
        """The server is gone; after a while another one finds what it has left."""
        assert self.server is not None
        self.server.up = False
        self.server.store.close()
        for link in self.server.links:
            link.server_died()
        self.server = None
        if disk is not self.disk:
            shutil.rmtree(self.disk.path.parent)
            self.disk = disk
        self.tally["crashes"] += 1
        self.after(self.random.choice((0.1, 2.0, 20.0)), self._boot)

    def _boot(self) -> None:
        store = Store(self.disk.path)
        # What a crash leaves is made here, not by the disk: nothing has to be synced.
        store.writing.execute("PRAGMA synchronous = OFF")
        self.server = Server(self, store)
        self.check_store(store)

    def check_store(self, store: Store) -> None:
        """Everything that was stored is there, and nothing else."""
        stored = {header.match for header in store.matches()}
        logs = {
            match: bodies for truth in self.truths.values() for match, bodies in truth.logs.items()
        }
        if stored != set(logs):
            raise Failure(f"the store has {stored}, and not {set(logs)}")
        for match, bodies in logs.items():
            if store.entries(match) != bodies:
                raise Failure(f"the store has lost or made up entries of {match}")

    # Running.

    def run(self) -> Counter[str]:
        self.at(FAULTS, self._settle_down)
        self.at(FAULTS + STILL, self._check_that_it_goes_on)
        over_since: float | None = None
        try:
            while over_since is None or self.now < over_since + STILL:
                self.now, _, action, arguments = heapq.heappop(self._events)
                self._last.append((self.now, action, arguments))
                action(*arguments)
                if self.calm and over_since is None and self._all_over():
                    over_since = self.now
            self._check_end()
        finally:
            if self.server is not None:
                self.server.store.close()
        self.tally["matches"] += sum(len(truth.logs) for truth in self.truths.values())
        self.tally["seconds"] += int(self.now) * len(self.truths)
        return self.tally

    def history(self) -> Iterator[str]:
        """The last events before a failure."""
        for at, action, arguments in self._last:
            while arguments and isinstance(arguments[-1], tuple):  # what a link or a server carries
                *_, action, arguments = arguments
            told = " ".join(str(a)[:200] for a in arguments if isinstance(a, str | int | float))
            yield f"{at:10.3f} {getattr(action, '__qualname__', action)} {told}"

    def _settle_down(self) -> None:
        self.calm = True
        for client in self.clients:
            client.settle_down()

    def _all_over(self) -> bool:
        return all(truth.over for truth in self.truths.values())

    def _check_that_it_goes_on(self) -> None:
        for table, truth in self.truths.items():
            if not truth.over and truth.changed < self.now - STILL:
                raise Failure(f"{table} stands still, {truth.phase}, since {truth.changed}")
        self.after(STILL, self._check_that_it_goes_on)

    def _check_end(self) -> None:
        assert self.server is not None
        self.check_store(self.server.store)
        for live in self.server.tables.values():
            self.server.check_same(live)
        for table, truth in self.truths.items():
            for seat in truth.people():
                tabs = [c for c in self.clients if (c.table, c.seat) == (table, seat)]
                seen = {number: notice for tab in tabs for number, notice in tab.notices.items()}
                if sorted(seen) != list(range(1, len(truth.told[seat]) + 1)):
                    raise Failure(f"seat {seat} of {table} has not got all its notices")
        for client in self.clients:
            viewer = -1 if client.seat is None else client.seat
            told = self.truths[client.table].told[viewer]
            for number, notice in client.notices.items():
                if unspoken(notice) != told[number - 1]:
                    raise Failure(f"{notice} was told, and {told[number - 1]} has happened")
            if client.request is not None:
                raise Failure(f"{client.request} was never answered")


def run(seed: int, folder: Path) -> Counter[str]:
    """One seed, in a folder of its own."""
    world = World(seed, folder)
    try:
        return world.run()
    except Exception as error:
        for line in world.history():
            error.add_note(line)
        error.add_note(f"Seed {seed}; once more: python tests/faults.py --seed {seed}")
        raise


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Run tables, clients and a store with faults.")
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--seed", type=int, help="run this one")
    which.add_argument("--seconds", type=float, help="run new seeds for so long")
    chosen = parser.parse_args(arguments)
    seeds = count(Random().randrange(10**9)) if chosen.seed is None else [chosen.seed]
    begun = shown = time.monotonic()
    total: Counter[str] = Counter()
    failed = False
    for seed in seeds:
        try:
            with tempfile.TemporaryDirectory() as folder:
                total += run(seed, Path(folder))
        except Exception:
            traceback.print_exc(file=sys.stdout)
            failed = True
            break
        now = time.monotonic()
        if chosen.seconds is not None and now - begun > chosen.seconds:
            break
        if now - shown > 10.0:
            shown = now
            print(f"{now - begun:.0f} s: {summary(total)}", flush=True)
    print(summary(total))
    return int(failed)


def summary(total: Counter[str]) -> str:
    known = ("seeds", "matches", "moves", "crashes")
    told = [f"{total[name]} {name}" for name in known]
    rest = [f"{name} {n}" for name, n in sorted(total.items()) if name not in (*known, "seconds")]
    hours = total["seconds"] / 3600
    return f"{', '.join(told)}, {hours:.1f} simulated hours of tables ({', '.join(rest)})"


if __name__ == "__main__":
    sys.exit(main())
