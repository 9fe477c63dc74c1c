"""Three nodes on one PostgreSQL are troubled while people play; nothing may be lost or come twice.

    python tests/server/cluster_drill.py kills --times 200

The clients are those of crashes.py. At each visit they go to any node that runs, as if a proxy had
chosen it. After so many moments there is trouble of some kind; when the tables that it has hit go
on, there is more. The verdict on each table is that of verdict.py.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar

sys.path.insert(0, str(Path(__file__).parents[1]))  # when this file is run, not imported

from postgres import postgres
from server import nginx, verdict, zombies
from server.cluster import FENCED, Cluster, Node, cluster
from server.crashes import (
    LOST,
    PATIENCE,
    TABLES,
    Client,
    Company,
    Failure,
    logs_at_failure,
    tables,
)
from tcp_proxy import Loss, Way

Result = TypeVar("Result")
DOUBT = 3.0  # as the web client
BREATH = 0.02  # seconds before a client tries again
APPEND = "UPDATE node_runs SET batch"  # the statement that stores


class ClusterDrill(Company):
    """The clients of a cluster, and how long trouble keeps them from playing."""

    doubt = DOUBT

    def __init__(
        self,
        cluster: Cluster,
        seed: int,
        entrance: str | None = None,
        judges: ProcessPoolExecutor | None = None,
        tables: int = TABLES,
    ) -> None:
        """`entrance` is the URL of a proxy before the nodes.

        A verdict takes long; by `judges` it is found elsewhere, so that it does not look like
        waiting.
        """
        super().__init__(seed)
        self.cluster = cluster
        self.troubles = 0
        self.waits: list[float] = []  # from trouble to the next accepted move of a table it hit
        self.exits: list[int] = []  # codes of nodes that ended by themselves
        self._entrance = entrance
        self._moments = 0
        self._due = asyncio.Event()
        self._since: float | None = None  # when trouble began, while we look at what it hits
        self.hit: set[str] = set()  # tables that have not gone on yet
        self._judges = judges
        self._tables = tables  # at once

    def url(self) -> str:
        return self._entrance or self.cluster.some_url(self.chance)

    def query(self, sql: str) -> Sequence[Sequence[str]]:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return self.cluster.query(sql)
            except AssertionError:  # perhaps trouble has taken the database away
                if time.monotonic() > deadline:
                    raise
                time.sleep(BREATH)

    def address(self, table: str) -> str:
        return f"{super().address(table)}?table={table}"

    def moment(self) -> None:
        self._moments -= 1
        if self._moments == 0:
            self._due.set()

    def accepted(self, client: Client) -> None:
        """The first move after trouble, by a connection that was made after it."""
        if self._since is not None and client.visited > self._since and client.table in self.hit:
            self.hit.discard(client.table)
            self.waits.append(time.monotonic() - self._since)

    def lost(self, client: Client) -> None:
        """The connection of a client has ended. Spectators come and go as they like."""
        ours = client.seat is None or client.hung_up
        if self._since is not None and client.visited < self._since and not ours:
            self.hit.add(client.table)

    async def complaints(self, case: verdict.Case) -> list[str]:
        if self._judges is None:
            return verdict.complaints(case)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._judges, verdict.complaints, case)

    async def retried(self, action: Callable[..., Awaitable[Result]], *given: Any) -> Result:
        while True:
            try:
                return await action(*given)
            except LOST:
                # A method of a client: its visit has ended.
                if isinstance(client := getattr(action, "__self__", None), Client):
                    self.lost(client)
                await asyncio.sleep(BREATH)

    async def run(
        self, trouble: Trouble, times: int, report: Callable[[str], None] = lambda text: None
    ) -> None:
        """Make trouble so often while tables are played; those are played to their end."""
        wanted = tables(self.chance)
        async with asyncio.TaskGroup() as group:
            for _ in range(self._tables):
                group.create_task(self.play_tables(wanted))
            while self.troubles < times:
                self._due.clear()
                self._moments = self.chance.randint(1, self.chance.choice((20, 100, 600)))
                await self._due.wait()
                await trouble(self)
                self._since = None
                self.troubles += 1
                report(self.summary)
            self.enough = True

    def strikes(self) -> None:
        """Trouble begins now: look at what it hits."""
        self.hit.clear()
        self._since = time.monotonic()

    async def recovered(self, at_least: float = 0.3) -> None:
        """Wait until all tables that were hit have gone on, or have ended."""
        deadline = time.monotonic() + PATIENCE
        await asyncio.sleep(at_least)  # all who are hit have noticed by then
        while self.hit & self.clients.keys():
            if time.monotonic() > deadline:
                raise Failure(f"these tables do not go on: {self.hit}")
            await asyncio.sleep(BREATH)

    async def restart(self, node: Node) -> None:
        node.kill()  # it is dead already; this closes what it left open
        node.spawn()
        await asyncio.to_thread(node.wait_until_ready)

    async def mend(self) -> None:
        """Start the nodes again that have ended by themselves, as a supervisor would."""
        for node in self.cluster.nodes:
            code = node.process.poll()
            if code is not None:
                self.exits.append(code)
                if code != FENCED:
                    raise Failure(f"{node.name} ended with code {code}")
                await self.restart(node)

    @property
    def summary(self) -> str:
        text = f"{self.troubles} times, {self.matches} matches, {self.moves} moves"
        if self.waits:
            text += f", {went_on(self.waits)}"
        if self.exits:
            text += f", {len(self.exits)} nodes were fenced"
        return text


def went_on(waits: Sequence[float]) -> str:
    median, worst = statistics.median(waits), max(waits)
    return f"{len(waits)} tables went on after {median:.2f} s (worst {worst:.2f} s)"


Trouble = Callable[[ClusterDrill], Awaitable[None]]


async def kill(drill: ClusterDrill) -> None:
    """A node dies as if the power failed."""
    node = drill.chance.choice(drill.cluster.nodes)
    # At once, or when it is a little further with what it is doing.
    await asyncio.sleep(drill.chance.choice((0, 0, 0.0003, 0.001, 0.003)))
    drill.strikes()
    node.kill()
    if drill.chance.random() < 0.8:  # else it comes back while the others take over
        await drill.recovered()
    await drill.restart(node)
    await drill.recovered(0)


async def drain(drill: ClusterDrill) -> None:
    """A node is asked to stop, and hands its tables over."""
    node = drill.cluster.nodes[drill.troubles % len(drill.cluster.nodes)]
    drill.strikes()
    code = await asyncio.to_thread(node.stop)
    if code != 0:
        raise Failure(f"{node.name} was asked to stop, and ended with code {code}")
    await drill.recovered()
    await drill.restart(node)


def lose(*losses: Loss) -> Trouble:
    """The next commit of a move is lost, or its answer is."""

    async def trouble(drill: ClusterDrill) -> None:
        chosen = drill.chance.choice(losses)
        drill.strikes()
        proxies = [node.proxy for node in drill.cluster.nodes if node.proxy is not None]
        before = [sum(proxy.lost.values()) for proxy in proxies]
        for proxy in proxies:  # the one that stores next
            proxy.lose(APPEND, chosen, carrying='"type":"Moved"')
        while [sum(proxy.lost.values()) for proxy in proxies] == before:
            await asyncio.sleep(0.001)
        for proxy in proxies:
            proxy.disarm()
        await drill.recovered()
        await drill.mend()

    return trouble


def apart(*ways: Way, seconds: Sequence[float] = (0.5, 3, 7, 9)) -> Trouble:
    """A black hole between a node and the database, for a while."""

    async def trouble(drill: ClusterDrill) -> None:
        node = drill.chance.choice(drill.cluster.nodes)
        assert node.proxy is not None
        drill.strikes()
        node.proxy.swallow(*ways)
        await asyncio.sleep(drill.chance.choice(seconds))
        node.proxy.heal()
        await settled(drill)

    return trouble


async def reset(drill: ClusterDrill) -> None:
    """A node's connections to the database are reset, and new ones are refused for a while."""
    node = drill.chance.choice(drill.cluster.nodes)
    assert node.proxy is not None
    drill.strikes()
    node.proxy.refuse()
    node.proxy.cut()
    await asyncio.sleep(drill.chance.choice((0, 0.2, 0.8, 2, 7)))
    node.proxy.accept()
    await settled(drill)


def restart_database(mode: str, seconds: float = 0) -> Trouble:
    """The database stops, and is back after so many seconds."""

    async def trouble(drill: ClusterDrill) -> None:
        drill.strikes()
        await asyncio.to_thread(drill.cluster.postgres.stop, mode)
        await asyncio.sleep(seconds)
        await asyncio.to_thread(drill.cluster.postgres.start)
        await settled(drill)

    return trouble


async def pause(drill: ClusterDrill) -> None:
    """A node or its line to the database stands still for 3 seconds: nobody may be fenced."""
    before = await asyncio.to_thread(drill.cluster.fenced)
    node = drill.chance.choice(drill.cluster.nodes)
    drill.strikes()
    if node.proxy is not None and drill.troubles % 2:
        node.proxy.swallow()
        await asyncio.sleep(3)
        node.proxy.heal()
    else:
        node.freeze()
        await asyncio.sleep(3)
        node.thaw()
    await settled(drill)
    fenced = await asyncio.to_thread(drill.cluster.fenced)
    if fenced != before:
        raise Failure(f"a pause of 3 seconds has fenced {node.name}")


async def settled(drill: ClusterDrill) -> None:
    """Play goes on at all tables, and all nodes run."""
    await drill.recovered()
    await asyncio.sleep(0.5)  # a node that was fenced learns it with its next beat
    await drill.mend()


def in_turn(*troubles: Trouble) -> Trouble:
    """One trouble after the other."""

    async def trouble(drill: ClusterDrill) -> None:
        await troubles[drill.troubles % len(troubles)](drill)

    return trouble


KINDS: dict[str, tuple[Trouble, int]] = {  # and how often in a whole drill
    "kills": (kill, 200),
    "drains": (drain, 20),
    "lost-answers": (lose("answer", "answer", "request"), 100),
    "black-holes": (apart(), 20),
    "one-way": (apart("down"), 20),
    "other-way": (apart("up"), 20),
    "resets": (reset, 20),
    "fast-restarts": (restart_database("fast"), 20),
    "immediate-restarts": (restart_database("immediate"), 20),
    "stops": (restart_database("fast", 5), 20),
    "pauses": (pause, 20),
}
ZOMBIES = 20
WITH_PROXY = ("lost-answers", "black-holes", "one-way", "other-way", "resets", "pauses")


def drill(
    cluster: Cluster,
    trouble: Trouble,
    times: int,
    seed: int,
    report: Callable[[str], None] = lambda text: None,
    **given: Any,
) -> ClusterDrill:
    """A whole drill; what is wrong is raised as Failure."""
    done = ClusterDrill(cluster, seed, **given)
    with logs_at_failure(done, cluster.folder, seed):
        asyncio.run(done.run(trouble, times, report))
    return done


def run(kind: str, times: int | None, seed: int, behind_nginx: bool) -> None:
    """Do one kind in a folder of its own, and print a line about it; Failure if it is bad."""
    folder = Path(tempfile.mkdtemp(prefix=f"settebello-{kind}-"))

    def report(summary: str) -> None:
        print(f"\r{kind}: {summary} ", end="", flush=True)

    with ExitStack() as stack:
        judges = stack.enter_context(
            ProcessPoolExecutor(1, get_context("spawn"), initializer=os.nice, initargs=(10,))
        )
        proxied = kind in WITH_PROXY
        nodes = stack.enter_context(
            cluster(folder, stack.enter_context(postgres()), proxied=proxied)
        )
        entrance = stack.enter_context(nginx.before(nodes)) if behind_nginx else None
        if kind == "zombies":
            waits: list[float] = []
            chance = random.Random(seed)
            while len(waits) < (times or ZOMBIES):
                if entrance is None:
                    waits.append(zombies.awake(nodes, chance))
                else:
                    waits.append(zombies.hangs(nodes, entrance))
                report(f"{len(waits)} times, {went_on(waits)}")
        else:
            given = {"entrance": entrance, "judges": judges}
            trouble, usual = KINDS[kind]
            done = drill(nodes, trouble, times or usual, seed, report, **given)
            judge(done, kind, nodes, behind_nginx)
    print()
    shutil.rmtree(folder)


def judge(done: ClusterDrill, kind: str, nodes: Cluster, behind_nginx: bool) -> None:
    """What a kind has to reach, besides that nothing is lost."""
    if kind == "lost-answers":
        stored = sum(node.proxy.stored for node in nodes.nodes if node.proxy is not None)
        print(f"; {stored} answers were lost to what was stored", end="")
        if done.exits or stored * 5 < done.troubles:
            raise Failure(f"{stored} were resolved as stored, {len(done.exits)} nodes gave up")
    if kind == "kills" and done.waits:
        worst = 2.0 if behind_nginx else 1.5
        if statistics.median(done.waits) > 0.5 or max(done.waits) > worst:
            raise Failure(f"play did not go on soon enough after a kill: {done.summary}")


def main() -> int:
    parser = argparse.ArgumentParser(description="Trouble a cluster while people play.")
    parser.add_argument("kind", nargs="?", choices=[*KINDS, "zombies", "all"], default="all")
    parser.add_argument("--times", type=int)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--nginx", action="store_true", help="let the clients come through nginx")
    parsed = parser.parse_args()
    print(f"Seed {parsed.seed}")
    try:
        for kind in (*KINDS, "zombies") if parsed.kind == "all" else (parsed.kind,):
            run(kind, parsed.times, parsed.seed, parsed.nginx)
        if parsed.kind == "all":
            for kind in ("kills", "zombies"):
                run(kind, parsed.times, parsed.seed, behind_nginx=True)
    except Failure as failure:
        print(f"\n{failure}")
        return 1
    print("Nothing lost, nothing twice.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
