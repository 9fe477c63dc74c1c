"""The simulator of nodes: seeds in which no promise is broken, and defects that it catches."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import pytest

import wager_game
from server.node_faults import main, run
from server.simulator.database import NodeDatabase, Session, SharedDatabase
from server.simulator.world import FAULT_KINDS, Cluster
from settebello import registry
from settebello.server.app import App
from settebello.server.loader import Loader
from settebello.server.lobby import Lobby
from settebello.store.interfaces import Lease
from settebello.store.postgres.contract import Batch, ConnectionLost, Owner
from settebello.store.postgres.ledger import PostgresLedger
from settebello.table.driver import HostedTable
from settebello.table.storage import StoredTable, StoreError
from settebello.table.table import Table

SEEDS = range(3)
FEW = 40  # seeds, within which each planted defect has to be caught


@pytest.fixture(autouse=True)
def _given(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy can be found by its name, here and not in other tests."""
    monkeypatch.setitem(registry._given, wager_game.NAME, wager_game)


def test_no_promise_is_broken() -> None:
    total: Counter[str] = Counter()
    for seed in SEEDS:
        total += run(seed)
    assert total["moves"] > 200
    assert min(total[name] for name in ("taken over", "relayed", "answers lost", "fenced")) > 0


def test_pauses_of_three_seconds_fence_nobody() -> None:
    for seed in SEEDS:
        tally = Cluster(seed, ["pause"], every=8.0, seconds=60.0, calm=0.0).run()
        assert tally["pause"] > 0
        assert tally["fenced"] == 0


def test_the_same_seed_is_the_same_run_and_has_all_kinds_of_faults() -> None:
    logs = []
    for _ in range(2):
        world = Cluster(1, every=1.0, seconds=60.0, calm=0.0)
        tally = world.run()
        logs.append(world.database.entries)
        assert not set(FAULT_KINDS) - set(tally)
    assert logs[0] == logs[1]


def test_it_says_what_it_has_done_and_how_to_repeat_a_failure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--seconds", "0"]) == 0
    assert capsys.readouterr().out.startswith("1 seeds, ")
    told_before_it_is_stored(monkeypatch)
    assert main(["--seed", "1"]) == 1
    printed = capsys.readouterr().out
    assert "python tests/server/node_faults.py --seed 1" in printed
    assert "Failure: " in printed


# Defects, planted one by one.

Patch = pytest.MonkeyPatch
Plant = Callable[[Patch], None]


def the_lease_is_ignored(patch: Patch) -> None:
    patch.setattr(Lease, "holds", True)


def the_lease_counts_from_the_answer(patch: Patch) -> None:
    right = PostgresLedger._succeeded

    def late(ledger: PostgresLedger, sent: float) -> None:
        right(ledger, ledger._clock())

    patch.setattr(PostgresLedger, "_succeeded", late)


def a_batch_is_sent_again_while_the_old_session_is_there(patch: Patch) -> None:
    async def careless(database: NodeDatabase, run: int) -> None:
        database._session._lost()
        database._session = session = await Session.connected(database._wire)
        await session.ask(lambda session: database._shared.locks.update({run: session}))

    patch.setattr(NodeDatabase, "reconnect", careless)


def a_fenced_run_stores(patch: Patch) -> None:
    append, outcome = SharedDatabase.append, SharedDatabase.outcome

    def careless(database: SharedDatabase, number: int, *given: Any) -> bool:
        run = database.runs[number]
        fenced, run.fenced = run.fenced, False
        stored = append(database, number, *given)
        run.fenced = fenced
        return stored

    def unaware(database: SharedDatabase, number: int, session: Session) -> tuple[int, bool]:
        return outcome(database, number, session)[0], False

    patch.setattr(SharedDatabase, "append", careless)
    patch.setattr(SharedDatabase, "outcome", unaware)


def places_are_claimed_from_nodes_that_are_not_fenced(patch: Patch) -> None:
    def lenient(database: SharedDatabase, number: int, *given: object) -> None:
        for place in [place for place, owner in database.owners.items() if owner == number]:
            del database.owners[place]

    patch.setattr(SharedDatabase, "fence", lenient)


def the_log_is_read_before_the_claim(patch: Patch) -> None:
    claim, rebuilt = Loader._claim, Loader._rebuilt

    async def later(loading: Loader, stored: StoredTable) -> None:
        pass

    async def first(loading: Loader, stored: StoredTable) -> Table:
        await claim(loading, stored)
        return await rebuilt(loading, stored)

    patch.setattr(Loader, "_claim", later)
    patch.setattr(Loader, "_rebuilt", first)


def told_before_it_is_stored(patch: Patch) -> None:
    right = PostgresLedger.submit

    def hasty(
        ledger: PostgresLedger, entries: Any, headers: Any, done: Any, *given: Any, **named: Any
    ) -> None:
        right(ledger, entries, headers, lambda failure: None, *given, **named)
        asyncio.get_running_loop().call_soon(done, None)

    patch.setattr(PostgresLedger, "submit", hasty)


def guessing(patch: Patch, guess: Callable[[], bool]) -> None:
    """Let a node guess what became of an append that was not answered."""
    right = NodeDatabase.append

    async def careless(database: NodeDatabase, run: int, number: int, batch: Batch) -> bool:
        try:
            return await right(database, run, number, batch)
        except ConnectionLost:
            await database.reconnect(run)
            return guess()

    patch.setattr(NodeDatabase, "append", careless)


def what_is_not_known_counts_as_failed(patch: Patch) -> None:
    def failed() -> bool:
        raise StoreError("It was not stored.")

    guessing(patch, failed)


def what_is_not_known_counts_as_stored(patch: Patch) -> None:
    guessing(patch, lambda: True)


def a_table_is_released_and_stays_in_memory(patch: Patch) -> None:
    async def careless(lobby: Lobby, hosted: HostedTable) -> None:
        await lobby.loader.release(hosted.table.opened.table)

    patch.setattr(Lobby, "unload", careless)


def tables_stay_when_the_database_is_away(patch: Patch) -> None:
    right = App.send_away

    def careless(app: App) -> None:
        if app.fenced:
            right(app)

    patch.setattr(App, "send_away", careless)


def a_table_is_drained_that_is_not_settled(patch: Patch) -> None:
    async def hasty(lobby: Lobby, hosted: HostedTable) -> None:
        pass

    patch.setattr(Lobby, "settled", hasty)


# Those that were there, before the simulator was.


def a_drained_table_is_noted(patch: Patch) -> None:
    forget = Lobby.forget

    def careless(lobby: Lobby, hosted: HostedTable) -> None:
        hosted.broken = not lobby.leaving
        forget(lobby, hosted)

    patch.setattr(Lobby, "forget", careless)


def a_free_lock_is_enough_for_a_fence(patch: Patch) -> None:
    owner = NodeDatabase.owner

    async def careless(database: NodeDatabase, place: str) -> Owner | None:
        found = await owner(database, place)
        return found if found is None or found.locked else found._replace(silent=99.0)

    patch.setattr(NodeDatabase, "owner", careless)
    a_node_is_fenced_that_is_back(patch)


def a_node_is_fenced_that_is_back(patch: Patch) -> None:
    fence = NodeDatabase.fence

    async def careless(database: NodeDatabase, run: int, silent: float = 0.0) -> None:
        await fence(database, run)

    patch.setattr(NodeDatabase, "fence", careless)


def notes_are_kept_when_the_database_is_away(patch: Patch) -> None:
    check, store = PostgresLedger._check_away, PostgresLedger._store

    def careless(ledger: PostgresLedger) -> None:
        notes = ledger._notes
        check(ledger)
        ledger._notes = notes

    async def keeping(ledger: PostgresLedger, batch: Batch, losses: int) -> None:
        try:
            await store(ledger, batch, losses)
        except StoreError:
            ledger._notes = dict(batch.notes) | ledger._notes
            raise

    patch.setattr(PostgresLedger, "_check_away", careless)
    patch.setattr(PostgresLedger, "_store", keeping)


# The way between a node and the database.
WAY = ("black_hole", "cut_off", "delays")
LOSSES = ("lossy", "reset", "pause")
PLANTS: list[tuple[Plant, Sequence[str], float, int]] = [  # ..., and the first seed that is tried
    (the_lease_is_ignored, WAY, 3.0, 0),
    (the_lease_counts_from_the_answer, WAY, 3.0, 4),
    (a_batch_is_sent_again_while_the_old_session_is_there, ("long_pause", "delays"), 8.0, 0),
    (a_fenced_run_stores, ("freeze", *WAY), 3.0, 1),
    (places_are_claimed_from_nodes_that_are_not_fenced, ("cut_off",), 6.0, 19),
    (the_log_is_read_before_the_claim, ("kill", "delays"), 3.0, 0),
    (told_before_it_is_stored, LOSSES, 3.0, 0),
    (what_is_not_known_counts_as_failed, LOSSES, 3.0, 13),
    (what_is_not_known_counts_as_stored, LOSSES, 3.0, 0),
    (a_table_is_released_and_stays_in_memory, ("drain",), 3.0, 0),
    (tables_stay_when_the_database_is_away, WAY, 3.0, 0),
    (a_table_is_drained_that_is_not_settled, ("drain", "delays"), 3.0, 3),
    (a_drained_table_is_noted, ("drain",), 3.0, 0),
    (a_free_lock_is_enough_for_a_fence, ("cut_off",), 3.0, 0),
    (a_node_is_fenced_that_is_back, ("cut_off", "delays"), 4.0, 6),
    (notes_are_kept_when_the_database_is_away, ("long_pause",), 10.0, 19),
]


@pytest.mark.parametrize(
    ("plant", "faults", "every", "first"), PLANTS, ids=[plant.__name__ for plant, *_ in PLANTS]
)
def test_a_defect_of_nodes_is_caught(
    plant: Plant, faults: Sequence[str], every: float, first: int, monkeypatch: Patch
) -> None:
    plant(monkeypatch)
    for seed in range(first, first + FEW):
        try:
            Cluster(seed, faults, every, seconds=60.0, calm=0.0).run()
        except AssertionError:  # a Failure, or the server noticed
            return
    pytest.fail("nothing was noticed")
