"""A table that sleeps keeps its log alone; when it wakes it is the same table."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

import settebello
from settebello.game import Game
from settebello.luck import Seeded
from settebello.table import protocol
from settebello.table.driver import HostedTable
from settebello.table.entries import encode_entry
from settebello.table.sleeping import at_rest
from table.comparing import all_of
from table.helpers import ANN, BEA, CAL, Client, Drive, begun, finished, match_of, open_table, three
from table.test_snapshots import LONG, play_on

GAMES = list(settebello.games().values())
LINES = 50


def put_to_sleep(drive: Drive) -> None:
    match, table = drive.table.match_id, drive.table
    bodies = [encode_entry(entry.entry) for entry in drive.log if entry.match == match]
    table.sleep(bodies, table.progress(drive.now))


def seated(game: Game, seed: int, bots: tuple[int, ...] = ()) -> tuple[Drive, list[Client]]:
    seats = game.SEATS[0]
    drive = begun(game, seats, Seeded(seed), bots, options=LONG.get(game.NAME, {}))
    return drive, [drive.join(seat) for seat in range(seats) if seat not in bots]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.NAME)
@pytest.mark.parametrize("bots", [False, True], ids=["people", "bots"])
def test_it_wakes_as_the_same_table(game: Game, bots: bool) -> None:
    others = tuple(range(1, game.SEATS[0])) if bots else ()
    drive, clients = seated(game, 3, others)
    slept = 0
    for _ in play_on(drive, clients, random.Random(3), 20):
        drive.ack(*clients)
        if at_rest(drive.table):
            before = all_of(drive.table, LINES)
            put_to_sleep(drive)
            assert drive.table.asleep
            assert all_of(drive.table, LINES) == before
            assert not drive.table.asleep
            slept += 1
    assert slept > 3


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.NAME)
def test_a_match_goes_on_as_if_it_had_never_slept(game: Game) -> None:
    logs = []
    for sleeps in (False, True):
        drive, clients = seated(game, 4)
        watching = drive.join(None, language="en", views=True)
        for _ in play_on(drive, clients, random.Random(4), 30):
            drive.ack(*clients)
            if sleeps and at_rest(drive.table):
                put_to_sleep(drive)
        received = [client.received for client in (*clients, watching)]
        logs.append(([encode_entry(entry.entry) for entry in drive.log], received))
    assert logs[0] == logs[1]


def test_its_luck_goes_on() -> None:
    drive, ann, _, cal = three()
    drive.table._luck = lambda: Seeded(99)  # another one, which it must not ask
    put_to_sleep(drive)
    drive.move(ann, "throw")
    drive.ack(ann, cal)
    (thrown,) = [notice for notice in ann.notices if notice["event"] == "Thrown"]
    assert thrown["face"] == 3  # as the script of this table has it


def test_the_match_is_not_in_memory_meanwhile() -> None:
    drive, *_ = three()
    put_to_sleep(drive)
    table = drive.table
    assert table.asleep
    assert (table.table_id, table.match_id, table.busy) == ("table", "match 1", False)
    assert [client.seat for client in table.listeners()] == [ANN, BEA, CAL]
    assert table.asleep  # none of this has needed the match


def test_who_joins_leaves_or_waits_wakes_it() -> None:
    drive, ann, _, cal = three(grace=30.0)
    wakes: list[Callable[[], object]] = [
        lambda: drive.join(BEA),
        lambda: drive.leave(cal),
        lambda: drive.table.tick(drive.now),
        lambda: drive.send(ann, protocol.Ack(0)),
        lambda: drive.table.due,
    ]
    for wake in wakes:
        put_to_sleep(drive)
        assert drive.table.asleep
        wake()
        assert not drive.table.asleep


def test_what_was_answered_and_refused_is_answered_alike_after_it_has_slept() -> None:
    drive, ann, bea, cal = three()
    assert drive.move(ann, "keep", id="wrong") == "not-legal"
    assert drive.move(ann, "throw", id="right") == "done"
    drive.ack(ann, cal)
    entries = len(drive.log)
    put_to_sleep(drive)
    assert drive.move(ann, "throw", id="wrong") == "not-legal"
    put_to_sleep(drive)
    assert drive.move(ann, "throw", id="right") == "done"
    assert len(drive.log) == entries
    assert match_of(drive).to_act == (BEA,)
    assert bea.legal


def test_its_log_is_kept_until_it_grows() -> None:
    drive, ann, *_ = three()
    assert drive.table.kept_entries() == []  # it has never slept
    put_to_sleep(drive)
    drive.join(BEA)
    assert not drive.table.asleep
    assert drive.table.kept_entries() == [encode_entry(entry.entry) for entry in drive.log]
    drive.move(ann, "throw")
    assert drive.table.kept_entries() == []


def test_it_is_not_at_rest_while_something_is_under_way() -> None:
    assert not at_rest(open_table().table)  # it has not begun
    drive, ann, bea, cal = three()
    assert at_rest(drive.table)
    drive.move(ann, "throw")
    assert not at_rest(drive.table)  # acks are missing
    drive.ack(ann, cal)
    assert at_rest(drive.table)  # to move will be Bea's ack
    drive.table.on_message(bea, protocol.Move("x", bea.numbers[-1], "throw"), drive.now)
    assert not at_rest(drive.table)  # it is being stored
    drive.pump()
    drive.ack(ann, bea)
    put_to_sleep(drive)
    assert not at_rest(drive.table)  # it sleeps
    over, *_ = finished()
    assert not at_rest(over.table)


def test_a_table_that_nobody_is_connected_to_is_at_rest() -> None:
    drive = begun()
    before = all_of(drive.restored(drive.table.progress(drive.now)).table, LINES)
    assert at_rest(drive.table)  # though nobody has seen that it has begun
    put_to_sleep(drive)
    assert all_of(drive.table, LINES) | {"progress": None} == before | {"progress": None}
    clients = [drive.join(seat) for seat in (ANN, BEA, CAL)]
    assert all(client.notices for client in clients)
    assert not at_rest(drive.table)


@pytest.mark.parametrize("kind", [{"dev": True}, {"lesson": True}, {"dialect": "66"}])
def test_tables_of_authors_lessons_and_dialects_do_not_sleep(kind: dict[str, Any]) -> None:
    drive, *_ = three(**kind)
    assert not at_rest(drive.table)


def test_it_is_not_at_rest_while_a_bot_stands_in_or_somebody_has_not_acknowledged() -> None:
    drive, *_ = three()
    assert at_rest(drive.table)
    drive.table.seats[BEA].stand_in = True
    assert not at_rest(drive.table)
    drive.table.seats[BEA].stand_in = False
    drive.table.delivery.boxes[CAL].acked -= 1
    assert not at_rest(drive.table)


def test_a_table_does_not_sleep_while_somebody_needs_it() -> None:
    def hosted() -> HostedTable:
        return HostedTable(three()[0].table)

    assert hosted().may_sleep
    for name, value in [
        ("broken", True),
        ("asked", ("match 1", 5, ANN)),
        ("waiters", (print,)),
        ("observer", print),
        ("hinting", True),
        ("by_hand", True),
    ]:
        busy = hosted()
        setattr(busy, name, value)
        assert not busy.may_sleep, name
