"""Everything together, in virtual time: nothing waits, and everything follows from the seed."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path
from typing import Any

from settebello.registry import find_named
from settebello.store.sqlite import StoreFile
from settebello.table.entries import OpenEntry
from settebello.table.secrets import hashed
from table.simulator.client import SHORTEST_GRACE, Client
from table.simulator.disk import Disk
from table.simulator.server import Server
from table.simulator.timeline import Timeline
from table.simulator.truth import Failure, Truth, unspoken

FAULTS = 900.0  # virtual seconds until the faults stop
STILL = 600.0  # no table stands still for so long when they have

# Game, seats and options of matches that random players bring to an end.
GAMES: list[tuple[str, list[int], list[dict[str, Any]]]] = [
    ("dice", [3], [{}, {"turns": 4}, {"skip_on": "face"}]),
    ("scopa", [2, 3, 4, 6], [{"target": 1}, {"target": 3, "primiera": True}]),
    ("sixty_six", [2, 3, 4, 5], [{}, {"variant": "draft"}]),
    ("rummy", [2, 3, 4, 5, 6], [{"target": 1}, {"target": 5, "reshuffle": True}]),
    ("briscola", [2, 3, 4], [{}, {"wins": 2}]),
    ("hearts", [4], [{"target": 1}]),
    ("liars_dice", [2, 3, 6], [{"dice": 1}, {"dice": 2, "raising": "face"}]),
    ("go_fish", [2, 3, 4, 5], [{}, {"lucky_catch": False}]),
    ("wager", [2, 3, 4], [{"rounds": 1}, {"rounds": 6}]),  # a toy, which has to be given
]
DISASTERS = ("before", "after", "partly", "torn", "checkpoint", "full", "stop")


class World(Timeline):
    """One server, its clients and its disk."""

    def __init__(self, seed: int, folder: Path, disasters: float | None = None) -> None:
        """A commit is a disaster with a probability of `disasters`."""
        super().__init__(seed)
        self.truths: dict[str, Truth] = {}
        self.clients: list[Client] = []
        self.server: Server | None = None
        self.disk = Disk(folder)
        self.rows_to_checkpoint = self.random.choice((30, 300, 1000))
        calm_or_stormy = self.random.choice((0.0, 0.01, 0.03))
        self._disasters = calm_or_stormy if disasters is None else disasters
        self._boot()
        for _ in range(self.random.randint(2, 5)):
            self._open_table()

    def entrance(self) -> Server | None:
        return self.server

    @property
    def long_calm(self) -> bool:
        """The faults have stopped so long ago that all are back."""
        return self.now > FAULTS + STILL

    def disaster(self) -> str:
        if not self.chance(self._disasters):
            return ""
        disaster = self.random.choice(DISASTERS)
        self.tally[disaster] += 1
        return disaster

    # Setting up, crashing, starting again.

    def _open_table(self) -> None:
        random = self.random
        game, seats, options = random.choice(GAMES)
        number = random.choice(seats)
        table = f"table {len(self.truths) + 1}"
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
        for seat in range(people):
            tabs = random.choice((1, 1, 1, 2))
            self.clients += [Client(self, table, seat, tabs > 1) for _ in range(tabs)]
        self.clients += [Client(self, table, None, False) for _ in range(random.choice((0, 0, 1)))]
        self.after(random.uniform(0.0, 20.0), self._prepare, opened, people)

    def _prepare(self, opened: OpenEntry, people: int) -> None:
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
        free = [seat for seat in range(people) if not table.state.players[seat].name]
        if free:
            table.sit(f"Player {free[0] + 1}", hashed(f"{opened.table} {free[0]}"), seat=free[0])
        else:
            table.fill(self.random.choice(("bot", "random")))
            table.start(server.now)
        server.driver.pump(live)

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
        store = StoreFile(self.disk.path)
        # What a crash leaves is made here, not by the disk: nothing has to be synced.
        store.writing.execute("PRAGMA synchronous = OFF")
        self.server = Server(self, store)
        for truth in self.truths.values():
            truth.restarted()
        self.check_store(store)

    def check_store(self, store: StoreFile) -> None:
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
                self.next()
                if self.calm and over_since is None and self._all_over():
                    over_since = self.now
            self._check_end()
        finally:
            if self.server is not None:
                self.server.store.close()
        self.tally["matches"] += sum(len(truth.logs) for truth in self.truths.values())
        self.tally["seconds"] += int(self.now) * len(self.truths)
        return self.tally

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
