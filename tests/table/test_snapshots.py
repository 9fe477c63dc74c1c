"""A table that comes back from a snapshot is the table that its whole log makes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

import settebello
import wager_game
from settebello.game import Game
from settebello.games import dice, go_fish, hearts, scopa
from settebello.luck import Seeded
from settebello.plain_data import NotPlain, PlainData
from settebello.table import commands, protocol, snapshots
from settebello.table.entries import decode_entry, encode_entry
from settebello.table.messages import recent_notices
from settebello.table.records import at_once
from settebello.table.snapshots import Snapshots, SnapshotUnfit, resuming
from settebello.table.state import Checkpoint
from settebello.table.storage import SnapshotRow
from settebello.table.table import Table
from table.comparing import all_of
from table.helpers import Client, Drive, begun, match_of, new_ids, playing

LINES = 5  # notices that must follow, here
LONG: dict[str, dict[str, int]] = {
    "dice": {"turns": 900},
    "scopa": {"target": 100},
    "briscola": {"wins": 10},
    "hearts": {"target": 500},
    "rummy": {"target": 1000},
}


class Kept:
    """A table whose snapshots are kept, with the number of the last entry when each was taken."""

    def __init__(self, drive: Drive, every: int = 3, lines: int = LINES) -> None:
        self.drive = drive
        self.rows: list[SnapshotRow] = []
        self._snapshots = Snapshots(self.rows.append, every, lines)
        self.table = drive.table
        drive.when_stored = self._look

    def _look(self) -> None:
        if self.table.state.entry_no >= self.table.state.checkpoint_due:
            self._snapshots.look_at(self.table)

    def bodies(self) -> list[str]:
        match = self.table.match_id
        return [encode_entry(entry.entry) for entry in self.drive.log if entry.match == match]

    def restored(self, row: SnapshotRow | None, noted: bool = True) -> Drive:
        """The table after a crash, from a snapshot or from its whole log."""
        opened, *entries = map(decode_entry, self.bodies())
        luck = Seeded(7)
        table = Table.reopened(self.table.match_id, opened, new_ids(), lambda: luck)
        tail = entries if row is None else entries[row.number - 1 :]
        at_once(resuming(table, tail, row))
        progress = self.table.progress(self.drive.now) if noted else None
        table.recover(progress)
        return Drive(table, 50.0)


def play_on(
    drive: Drive, clients: list[Client], chance: random.Random, moves: int, asks: bool = True
) -> Iterator[None]:
    """Make moves at random, and what else players do."""
    for _ in range(moves):
        table, match = drive.table, match_of(drive)
        if match.over:
            return
        drive.ack(*clients)
        if table.thinking is not None:
            seat, _bot = table.thinking
            text = chance.choice(match.legal(seat)).text
            table.bot_moved(seat, text, table.step, drive.now)
            drive.pump()
        else:
            acting = [client for client in clients if client.seat in match.to_act]
            if not acting:  # a bot is told first
                continue
            client = chance.choice(acting)
            what = chance.random() if asks else 1.0
            if what < 0.05:
                after = table.delivery.boxes[client.seat or 0].sent
                drive.send(chance.choice(clients), protocol.Undo(drive.id(), after))
            elif what < 0.07:
                drive.send(client, protocol.Pause(drive.id()))
                drive.send(client, protocol.Resume(drive.id()))
            elif what < 0.09 and table.state.undos_and_pauses < commands.MAX_UNDOS_AND_PAUSES:
                table.rename(client.seat or 0, f"{chance.randrange(10**6)}")
                drive.pump()
            else:
                drive.move(client, chance.choice(match.legal(client.seat or 0)).text)
        yield


def seated(game: Game, seed: int, bots: tuple[int, ...] = (), **more: Any) -> tuple[Kept, Any]:
    options = LONG.get(game.NAME, {})
    kept = Kept(begun(game, game.SEATS[0], Seeded(seed), bots, options=options), **more)
    here = [seat for seat in range(game.SEATS[0]) if seat not in bots]
    return kept, [kept.drive.join(seat) for seat in here]


GAMES = list(settebello.games().values())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.NAME)
@pytest.mark.parametrize("bots", [False, True], ids=["people", "bots"])
def test_both_are_the_same_table(game: Game, bots: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "MAX_UNDOS_AND_PAUSES", 6)
    monkeypatch.setattr(commands, "MAX_UNDOS_AND_PAUSES", 6)
    others = tuple(range(1, game.SEATS[0])) if bots else ()
    compared = 0
    for seed in range(2):
        kept, clients = seated(game, seed, others)
        chance = random.Random(seed)
        for step, _ in enumerate(play_on(kept.drive, clients, chance, 120)):
            if not kept.rows or step % 12:
                continue
            whole = kept.restored(None, noted := chance.random() < 0.7)
            short = kept.restored(kept.rows[-1], noted)
            lines = LINES if kept.table.state.phase == "playing" else 0
            assert all_of(short.table, lines) == all_of(whole.table, lines)
            compared += 1
    assert compared


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.NAME)
def test_both_play_on_alike(game: Game) -> None:
    kept, clients = seated(game, 5)
    chance = random.Random(5)
    for _ in play_on(kept.drive, clients, chance, 60):
        pass
    assert kept.rows
    played = []
    for row in (None, kept.rows[-1]):
        drive = kept.restored(row)
        again = [drive.join(client.seat, language="en", views=True) for client in clients]
        watching = drive.join(None, language="it", views=True)
        taken: list[SnapshotRow] = []  # others follow
        taking = Snapshots(taken.append, 3, LINES)
        drive.when_stored = partial(taking.look_at, drive.table)
        for _ in play_on(drive, again, random.Random(9), 40):
            pass
        assert taken or match_of(drive).over
        said = [client.received for client in (*again, watching)]
        played.append(
            (said, taken, [entry.entry for entry in drive.log], all_of(drive.table, LINES))
        )
    assert played[0] == played[1]


def test_a_table_forgets_what_is_before_its_snapshot_and_no_more() -> None:
    kept, clients = seated(scopa, 1, every=10, lines=50)
    for _ in play_on(kept.drive, clients, random.Random(1), 200, asks=False):
        pass
    table, match = kept.table, match_of(kept.drive)
    assert len(kept.rows) > 5
    assert table.state.forgotten > 80
    assert len(table.state.history) < 150
    assert len(match.history.events) == len(table.state.history)
    assert len(recent_notices(table, 0, 50)) == 50
    whole = kept.restored(None)
    assert whole.table.state.forgotten == 0
    for viewer in (0, 1, 2, None):
        assert recent_notices(table, viewer, 50) == recent_notices(whole.table, viewer, 50)


def test_a_snapshot_is_small_however_long_the_match_is() -> None:
    kept, clients = seated(scopa, 1, every=10, lines=10)
    sizes: list[int] = []
    for _ in play_on(kept.drive, clients, random.Random(1), 400, asks=False):
        sizes += [len(row.body) for row in kept.rows[len(sizes) :]]
    assert len(sizes) > 2
    half = len(sizes) // 2
    assert max(sizes[half:]) < 1.3 * max(sizes[:half]) < 10_000


def test_what_somebody_has_not_acknowledged_is_not_left_out() -> None:
    """So there is no snapshot after it, however much the others play."""
    kept, (ann, *others) = seated(scopa, 1)
    chance = random.Random(1)
    for _ in play_on(kept.drive, [ann, *others], chance, 20, asks=False):
        pass
    table, before = kept.table, len(kept.rows)
    assert before
    kept.drive.leave(ann)
    acked = table.delivery.boxes[0].acked
    for _ in range(60):
        kept.drive.wait(31)
        if table.thinking is not None:
            seat, _name = table.thinking
            text = chance.choice(match_of(kept.drive).legal(seat)).text
            table.bot_moved(seat, text, table.step, kept.drive.now)
            kept.drive.pump()
        else:
            for _ in play_on(kept.drive, others, chance, 1, asks=False):
                pass
    assert table.delivery.boxes[0].told > acked + 20
    for row in kept.rows:
        told = decoded(row)["told"][0]
        assert told <= acked
    again = kept.restored(kept.rows[-1])
    whole = kept.restored(None)
    assert again.join(0).notices == whole.join(0).notices
    assert all_of(again.table, 0) == all_of(whole.table, 0)


def decoded(row: SnapshotRow) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(row.body)
    return found


def test_moves_can_be_taken_back_against_bots_as_often_as_ever() -> None:
    kept, (ann,) = seated(scopa, 2, bots=(1, 2), every=5)
    kept.drive.table.state.undos_and_pauses = 190  # ten are left
    chance = random.Random(2)
    for _ in play_on(kept.drive, [ann], chance, 90, asks=False):
        pass
    assert kept.rows
    drives = [kept.drive, kept.restored(kept.rows[-1])]
    anns = [ann, drives[1].join(0)]
    for number in range(10):
        for drive, client in zip(drives, anns, strict=True):
            drive.ack(client)
            after = drive.table.delivery.boxes[0].sent
            drive.send(client, protocol.Undo(f"undo {number}", after))
            answer = client.all(protocol.Answer)[-1]
            assert isinstance(answer, protocol.Answer)
        live, again = [drive.table for drive in drives]
        assert again.match is not None
        assert live.match is not None
        assert again.match.history.move_count == live.match.history.move_count
        assert again.match.view(0).to_dict() == live.match.view(0).to_dict()


def test_a_checkpoint_goes_with_the_moves_that_were_taken_back() -> None:
    kept, (ann,) = seated(scopa, 2, bots=(1, 2), every=3, lines=1000)
    for _ in play_on(kept.drive, [ann], random.Random(2), 40, asks=False):
        pass
    state = kept.table.state
    assert len(state.checkpoints) > 5
    for _ in range(8):
        kept.drive.ack(ann)
        after = kept.table.delivery.boxes[0].sent
        kept.drive.send(ann, protocol.Undo(kept.drive.id(), after))
    moves = match_of(kept.drive).history.move_count
    assert moves < 30
    last = [point.position.moment.moves for point in state.checkpoints if point.number <= 44]
    assert max(last) <= moves


# What does not fit is not used.


def damaged(row: SnapshotRow, **fields: object) -> SnapshotRow:
    return row._replace(body=msgspec.json.encode(decoded(row) | fields).decode())


@pytest.mark.parametrize(
    "fields",
    [
        {"format": 1}, {"rules": 9}, {"rules_hash": "x"}, {"notices": 9}, {"number": 1},
        {"game": "dice"}, {"told": [1]}, {"players": []}, {"state": {}}, {"sealed": "x"},
        {"match_told": []}, {"knowledge": {}}, {"answered": [["x"]]}, {"drawn": "many"},
    ],
    ids=lambda fields: next(iter(fields)),
)  # fmt: skip
def test_a_snapshot_of_something_else_is_refused(fields: dict[str, object]) -> None:
    kept, clients = seated(scopa, 1)
    for _ in play_on(kept.drive, clients, random.Random(1), 40, asks=False):
        pass
    row = kept.rows[-1]
    kept.restored(row)
    with pytest.raises(SnapshotUnfit):
        kept.restored(damaged(row, **fields))
    for body in ("", "{}", row.body[:-9], "[" * 5000):
        with pytest.raises(SnapshotUnfit):
            kept.restored(row._replace(body=body))


def test_a_snapshot_that_no_move_follows_is_refused() -> None:
    kept, clients = seated(scopa, 1)
    for _ in play_on(kept.drive, clients, random.Random(1), 40, asks=False):
        pass
    row = kept.rows[-1]
    del kept.drive.log[row.number :]
    with pytest.raises(SnapshotUnfit, match="No move follows"):
        kept.restored(row)


@pytest.mark.parametrize("field", ["undos_and_pauses", "answered", "drawn", "moves", "events"])
def test_a_field_that_is_left_out_is_noticed(field: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison above would find it."""
    right = snapshots.write

    def forgetful(state: Any, found: Checkpoint) -> str:
        row = SnapshotRow("", 0, right(state, found))
        empty: Any = [[] for _ in found.answered] if field == "answered" else 0
        return damaged(row, **{field: empty}).body

    monkeypatch.setattr(snapshots, "write", forgetful)
    with pytest.raises(AssertionError):
        test_both_are_the_same_table(scopa, False, monkeypatch)


@pytest.mark.parametrize("field", ["hands", "deck", "piles", "scores", "order", "round"])
def test_a_field_of_the_game_that_is_left_out_is_noticed(
    field: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = PlainData.read_fields

    def forgetful(plain: Any, value: Any, data: Any) -> None:
        old = getattr(value, field, None)
        right(plain, value, data)
        if hasattr(value, field):
            setattr(value, field, old)

    monkeypatch.setattr(PlainData, "read_fields", forgetful)
    with pytest.raises((AssertionError, ValueError)):
        test_both_are_the_same_table(scopa, False, monkeypatch)


@pytest.mark.parametrize("field", ["seen", "lies", "facts", "deal", "renamed"])
def test_knowledge_that_is_left_out_is_noticed(field: str, monkeypatch: pytest.MonkeyPatch) -> None:
    right = PlainData.read_fields

    def forgetful(plain: Any, value: Any, data: Any) -> None:
        old = getattr(value, field, None)
        right(plain, value, data)
        if hasattr(value, field):
            setattr(value, field, old)

    monkeypatch.setattr(PlainData, "read_fields", forgetful)
    game = hearts if field == "facts" else go_fish
    with pytest.raises((AssertionError, ValueError)):
        test_both_are_the_same_table(game, False, monkeypatch)


# Games and tables that have none.


def test_a_game_with_a_state_that_is_not_plain_has_no_snapshots(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names = {name: getattr(dice, name) for name in dir(dice) if not name.startswith("__")}
    game = SimpleNamespace(**names)

    def setup(*given: Any) -> Any:
        state = dice.setup(*given)
        state.order = Order(state.order)  # type: ignore[assignment]
        return state

    class Order(tuple[int, ...]):
        __slots__ = ()

    def settle(state: Any, *given: Any) -> None:
        dice.settle(state, *given)
        state.order = Order(state.order)

    game.setup, game.settle = setup, settle
    playing(game, monkeypatch)
    kept, clients = seated(game, 1)
    for _ in play_on(kept.drive, clients, random.Random(1), 30, asks=False):
        pass
    assert not kept.rows
    with pytest.raises(NotPlain):
        snapshots.write(kept.table.state, snapshots.checkpoint(kept.drive.table))


@pytest.mark.parametrize("opened", [{"lesson": True}, {"dev": True}, {"dialect": "66"}])
def test_tables_that_need_the_whole_match_have_no_snapshots(opened: dict[str, Any]) -> None:
    kept = Kept(begun(dice, 3, Seeded(1), **opened))
    clients = [kept.drive.join(seat) for seat in range(3)]
    for _ in play_on(kept.drive, clients, random.Random(1), 30, asks=False):
        pass
    assert not kept.rows
    assert not kept.table.state.forgotten


def test_no_snapshot_is_taken_where_a_move_can_be_taken_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    playing(wager_game, monkeypatch)
    kept, clients = seated(wager_game, 1)
    points = 0
    for _ in play_on(kept.drive, clients, random.Random(1), 60, asks=False):
        match = match_of(kept.drive)
        undoable = any(match.can_undo(seat) for seat in range(3))
        found = [c for c in kept.table.state.checkpoints if c.number == kept.table.state.entry_no]
        points += bool(found)
        assert not (undoable and found)
    assert points


def test_tables_that_cannot_be_written_are_not_called_alike(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = begun(dice).table
    assert snapshots.same_table(table, table)

    def fails(table: Table) -> Any:
        raise NotPlain("It has a file.")

    monkeypatch.setattr(snapshots, "essence", fails)
    assert not snapshots.same_table(table, table)
