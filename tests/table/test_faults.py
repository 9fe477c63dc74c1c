"""The simulator of faults: seeds in which no promise is broken, and defects that it catches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import wager_game
from settebello import registry
from settebello.game import IllegalMove
from settebello.record import LoggedLuck
from settebello.store.sqlite import StoreFile
from settebello.table import commands, messages, protocol, timing
from settebello.table.delivery import Delivery, Mailbox
from settebello.table.driver import Driver, HostedTable
from settebello.table.entries import (
    Entry,
    MoveEntry,
    OpenEntry,
    PauseEntry,
    ResumeEntry,
    TableProgress,
    UndoEntry,
)
from settebello.table.seats import Listener, TableSeat
from settebello.table.state import TableState
from settebello.table.storage import EntryRow, MatchHeader, SnapshotRow, StoreError
from settebello.table.table import Table
from table.faults import main, run
from table.simulator.disk import torn
from table.simulator.server import Server
from table.simulator.world import DISASTERS, World

SEEDS = range(24)
GROUPS = 6
FEW = 30  # seeds, within which each planted defect has to be caught


@pytest.fixture(autouse=True)
def _given(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy can be found by its name, here and not in other tests."""
    monkeypatch.setitem(registry._given, wager_game.NAME, wager_game)


@pytest.mark.parametrize("group", range(GROUPS))
def test_no_promise_is_broken(group: int, tmp_path: Path) -> None:
    total: Counter[str] = Counter()
    for seed in SEEDS[group::GROUPS]:
        folder = tmp_path / str(seed)
        folder.mkdir()
        total += run(seed, folder)
    assert total["matches"] > 10
    assert total["moves"] > 500
    assert total["crashes"] > 0
    assert total["from snapshots"] > 0
    assert total["slept"] > 20


def test_the_same_seed_is_the_same_run_and_has_all_kinds_of_faults(tmp_path: Path) -> None:
    logs = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        world = World(1, tmp_path / name, disasters=0.1)
        tally = world.run()
        logs.append([truth.logs for truth in world.truths.values()])
        assert not {"cut", "doubled", "misbehaved", "restored", *DISASTERS} - set(tally)
    assert logs[0] == logs[1]


def test_a_failure_says_how_to_repeat_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("settebello.table.delivery.others_first", everybody_at_once)
    assert main(["--seed", "1"]) == 1
    printed = capsys.readouterr().out
    assert "python tests/table/faults.py --seed 1" in printed
    assert "Failure: " in printed


def test_it_says_in_the_end_what_it_has_done(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("table.simulator.world.FAULTS", 30.0)
    assert main(["--seconds", "0"]) == 0
    assert capsys.readouterr().out.startswith("1 seeds, ")


# Defects, planted one by one.

Plant = Callable[[pytest.MonkeyPatch], None]


def everybody_at_once(to_act: Sequence[int], seats: int) -> list[tuple[int, ...]]:
    return [tuple(range(seats))]


def nobody_waits_for_acks(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("settebello.table.delivery.others_first", everybody_at_once)


def answers_are_sent_before_the_commit(patch: pytest.MonkeyPatch) -> None:
    store = Driver._store

    def hasty(driver: Any, live: HostedTable, entries: Any, messages: Any, progress: Any) -> None:
        driver._host.post(live, messages)
        store(driver, live, entries, [], progress)

    patch.setattr(Driver, "_store", hasty)


def notices_are_sent_before_the_commit(patch: pytest.MonkeyPatch) -> None:
    store = Driver._store

    def hasty(driver: Any, live: HostedTable, entries: Any, messages: Any, progress: Any) -> None:
        store(driver, live, entries, messages, progress)
        live.table.stored(driver._loop.time())
        driver.pump(live)

    patch.setattr(Driver, "_store", hasty)


def a_failed_commit_counts(patch: pytest.MonkeyPatch) -> None:
    def careless(server: Server, live: HostedTable, code: str, error: Exception) -> None:
        live.table.stored(server.now)
        server.driver.pump(live)

    patch.setattr(Server, "give_up", careless)


def a_commit_is_not_atomic(patch: pytest.MonkeyPatch) -> None:
    append = StoreFile.append

    def one_by_one(
        store: StoreFile,
        entries: Sequence[EntryRow],
        headers: Sequence[MatchHeader],
        progress: Sequence[tuple[str, str]],
        snapshots: Sequence[SnapshotRow],
    ) -> None:
        append(store, [], headers)
        for entry in entries:
            append(store, [entry])
        append(store, [], [], progress, snapshots=snapshots)

    patch.setattr(StoreFile, "append", one_by_one)


def restored(change: Callable[[Table], None], patch: pytest.MonkeyPatch) -> None:
    """Let something be wrong with every table that comes back."""
    right = Table.restored.__func__  # type: ignore[attr-defined]

    def wrong(cls: type[Table], *arguments: Any) -> Table:
        table: Table = right(cls, *arguments)
        change(table)
        return table

    patch.setattr(Table, "restored", classmethod(wrong))


def forget_ids(table: Table) -> None:
    for seat in table.seats:
        seat.answered = {}


def answered_ids_are_forgotten(patch: pytest.MonkeyPatch) -> None:
    restored(forget_ids, patch)


def moves_happen_twice(patch: pytest.MonkeyPatch) -> None:
    restored(forget_ids, patch)
    patch.setattr(commands, "check_answer", lambda state, delivery, seat, after: None)


def the_queue_is_dropped(patch: pytest.MonkeyPatch) -> None:
    join = Table._join

    def forgetful(table: Table, listener: Listener, seen: int, now: float) -> None:
        if listener.seat is not None:
            table.delivery.boxes[listener.seat].queue.clear()
        join(table, listener, seen, now)

    patch.setattr(Table, "_join", forgetful)


def acks_count_too_much(patch: pytest.MonkeyPatch) -> None:
    acknowledge = Mailbox.acknowledge
    patch.setattr(Mailbox, "acknowledge", lambda box, number: acknowledge(box, number + 1))


def only_one_is_served_of_those_who_waited(patch: pytest.MonkeyPatch) -> None:
    drain = Table.drain

    def losing_messages(table: Table) -> Any:
        table._later, rest = table._later[:1], table._later[1:]
        output = drain(table)
        table._later += rest
        return output

    patch.setattr(Table, "drain", losing_messages)


def one_tab_misses_what_another_got(patch: pytest.MonkeyPatch) -> None:
    join = Table._join

    def careless(table: Table, listener: Listener, seen: int, now: float) -> None:
        if listener.seat is not None:
            table.delivery.boxes[listener.seat].sent = table.delivery.boxes[listener.seat].told
        join(table, listener, seen, now)

    patch.setattr(Table, "_join", careless)


def spectators_see_a_hand(patch: pytest.MonkeyPatch) -> None:
    view = messages.view_for

    def generous(table: Table, listener: Listener) -> protocol.ViewData | None:
        if listener.seat is None and listener.views and table.match is not None:
            return table.match.view(0).to_dict()
        return view(table, listener)

    patch.setattr(messages, "view_for", generous)


def rematch(patch: pytest.MonkeyPatch, **lost: Any) -> None:
    """Let a match be set up without something that the last one left."""
    open_match = Table._open

    def forgetful(table: Table, match_id: str, opened: OpenEntry, luck: Any) -> None:
        open_match(table, match_id, msgspec.structs.replace(opened, **lost), luck)

    patch.setattr(Table, "_open", forgetful)


def a_rematch_counts_from_one(patch: pytest.MonkeyPatch) -> None:
    rematch(patch, told=(), unseen=[])


def a_rematch_forgets_what_was_missed(patch: pytest.MonkeyPatch) -> None:
    rematch(patch, unseen=[])


def a_refusal_changes_something(patch: pytest.MonkeyPatch) -> None:
    refuse = Table._refuse

    def clumsy(table: Table, *arguments: Any) -> None:
        table.step += 1
        refuse(table, *arguments)

    patch.setattr(Table, "_refuse", clumsy)


def bots_play_on_alone(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Table, "present", True)


def bots_play_where_they_should_wait(patch: pytest.MonkeyPatch) -> None:
    deadlines = timing.deadlines

    def hasty(table: Table) -> list[tuple[float, int]]:
        opened = table.opened
        table.state.opened = msgspec.structs.replace(opened, absence="bot")
        due = list(deadlines(table))
        table.state.opened = opened
        return due

    patch.setattr(timing, "deadlines", hasty)


def any_move_is_undone(patch: pytest.MonkeyPatch) -> None:
    play = Table._play

    def lenient(table: Table, entry: Entry) -> None:
        if isinstance(entry, UndoEntry) and table.state.entry_no > 6:
            table.state.entry_no += 1
            table._log(entry)
            table.seats[entry.seat].answer(entry.id)
        else:
            play(table, entry)

    patch.setattr(Table, "_play", lenient)
    patch.setattr(commands, "can_undo", lambda state, seat: True)


def the_time_of_the_last_turn_counts(patch: pytest.MonkeyPatch) -> None:
    progress = Table.progress

    def careless(table: Table, now: float) -> TableProgress:
        right = progress(table, now)
        return msgspec.structs.replace(right, spent=right.spent + 60.0)

    patch.setattr(Table, "progress", careless)


def an_alarm_that_rings_too_early_is_the_last(patch: pytest.MonkeyPatch) -> None:
    """As it was: a table that said nothing and waited for acks was left alone."""
    ring = Driver._ring

    def lossy(driver: Any, live: HostedTable) -> None:
        set_alarm = driver._set_alarm
        driver._set_alarm = lambda live: None if live.table.delivery.waiting else set_alarm(live)
        ring(driver, live)
        del driver._set_alarm

    patch.setattr(Driver, "_ring", lossy)


def what_is_to_be_remembered_is_noted_later(patch: pytest.MonkeyPatch) -> None:
    acknowledge = Mailbox.acknowledge

    def careless(box: Mailbox, number: int) -> bool:
        acknowledge(box, number)
        return False

    patch.setattr(Mailbox, "acknowledge", careless)


def a_refused_request_is_accepted_later(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(TableSeat, "refuse", lambda seat, id, refusal: None)


def an_entry_is_applied_twice(patch: pytest.MonkeyPatch) -> None:
    """One pause counts as two, live and when the table is rebuilt."""
    apply = TableState.apply

    def twice(state: TableState, entry: Entry) -> Any:
        if isinstance(entry, PauseEntry):
            apply(state, entry)
        return apply(state, entry)

    patch.setattr(TableState, "apply", twice)


def an_entry_is_applied_twice_at_recovery(patch: pytest.MonkeyPatch) -> None:
    replay = Table.replay

    def twice(table: Table, entry: Entry) -> None:
        replay(table, entry)
        if isinstance(entry, ResumeEntry):
            replay(table, entry)

    patch.setattr(Table, "replay", twice)


def an_entry_is_not_applied_at_recovery(patch: pytest.MonkeyPatch) -> None:
    replay = Table.replay

    def lazy(table: Table, entry: Entry) -> None:
        if isinstance(entry, PauseEntry):
            table.state.entry_no += 1
        else:
            replay(table, entry)

    patch.setattr(Table, "replay", lazy)


def the_last_move_is_lost_at_recovery(patch: pytest.MonkeyPatch) -> None:
    right = Table.restored.__func__  # type: ignore[attr-defined]

    def short(cls: type[Table], match_id: str, entries: Any, *others: Any) -> Table:
        last = entries[-1:] if not isinstance(entries[-1], MoveEntry) else []
        table: Table = right(cls, match_id, [*entries[:-1], *last], *others)
        return table

    patch.setattr(Table, "restored", classmethod(short))


def luck_is_drawn_again_at_recovery(patch: pytest.MonkeyPatch) -> None:
    open_match = Table._open

    def fresh(table: Table, match_id: str, opened: OpenEntry, luck: Any) -> None:
        open_match(table, match_id, opened, luck or table._luck())

    patch.setattr(Table, "_open", fresh)
    patch.setattr(LoggedLuck, "feed", lambda luck, outcomes: None)


def an_ack_is_lost(patch: pytest.MonkeyPatch) -> None:
    """An ack is not counted while others are still waited for."""
    ack = Table._ack

    def losing(table: Table, seat: int, upto: int, now: float) -> None:
        if len(table.delivery.waiting) < 2:
            ack(table, seat, upto, now)

    patch.setattr(Table, "_ack", losing)


def nobody_has_to_look(patch: pytest.MonkeyPatch) -> None:
    tell = Delivery.tell

    def hasty(delivery: Delivery, seat: int, waits: bool) -> int:
        return tell(delivery, seat, waits and not delivery.pausing)

    patch.setattr(Delivery, "tell", hasty)


def a_pause_comes_back_after_a_crash(patch: pytest.MonkeyPatch) -> None:
    progress = Table.progress

    def forgetful(table: Table, now: float) -> TableProgress:
        return msgspec.structs.replace(progress(table, now), steps=0)

    patch.setattr(Table, "progress", forgetful)


def a_table_that_wakes_asks_for_all_acks_again(patch: pytest.MonkeyPatch) -> None:
    sleep = Table.sleep
    patch.setattr(
        Table, "sleep", lambda table, bodies, progress: sleep(table, bodies, TableProgress())
    )


def a_table_sleeps_before_all_have_acknowledged(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        "settebello.table.driver.at_rest",
        lambda table: table.state.phase == "playing" and not table.busy,
    )


PLANTS: list[Plant] = [
    nobody_has_to_look,
    a_pause_comes_back_after_a_crash,
    an_entry_is_applied_twice,
    an_entry_is_applied_twice_at_recovery,
    an_entry_is_not_applied_at_recovery,
    the_last_move_is_lost_at_recovery,
    luck_is_drawn_again_at_recovery,
    an_ack_is_lost,
    nobody_waits_for_acks,
    answers_are_sent_before_the_commit,
    notices_are_sent_before_the_commit,
    a_failed_commit_counts,
    a_commit_is_not_atomic,
    answered_ids_are_forgotten,
    moves_happen_twice,
    the_queue_is_dropped,
    acks_count_too_much,
    only_one_is_served_of_those_who_waited,
    one_tab_misses_what_another_got,
    spectators_see_a_hand,
    a_rematch_counts_from_one,
    a_rematch_forgets_what_was_missed,
    a_refusal_changes_something,
    bots_play_on_alone,
    bots_play_where_they_should_wait,
    any_move_is_undone,
    the_time_of_the_last_turn_counts,
    an_alarm_that_rings_too_early_is_the_last,
    what_is_to_be_remembered_is_noted_later,
    a_refused_request_is_accepted_later,
    a_table_that_wakes_asks_for_all_acks_again,
    a_table_sleeps_before_all_have_acknowledged,
]


# What shows in few worlds only: the first seed that shows it, since those before take long.
RARE: dict[Plant, int] = {
    one_tab_misses_what_another_got: 8,
    a_pause_comes_back_after_a_crash: 47,
    a_rematch_forgets_what_was_missed: 67,
}


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: str(plant.__name__))
def test_a_defect_is_caught(plant: Plant, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    plant(monkeypatch)
    monkeypatch.setattr("table.simulator.world.FAULTS", 300.0)  # short worlds will do
    first = RARE.get(plant, 0)
    for seed in range(first, first + FEW):
        folder = tmp_path / str(seed)
        folder.mkdir()
        try:
            World(seed, folder, disasters=0.15).run()
        except (AssertionError, StoreError, IllegalMove):  # a Failure, or it was noticed there
            return
    pytest.fail("nothing was noticed")


def test_a_torn_write_is_never_whole() -> None:
    random = Random(1)
    before = bytes(random.randbytes(3000))
    for size in (0, 1, 5000):
        after = before[:2000] + random.randbytes(1000 + size)
        for _ in range(200):
            left = torn(before, after, random)
            assert left != after
            assert left[:2000] == before[:2000]
