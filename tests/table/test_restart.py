"""The live table: coming back from the store."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

import toy_game
from settebello import registry
from settebello.games import dice
from settebello.rejection import Rejection
from settebello.table import protocol
from settebello.table.entries import (
    CloseEntry,
    OpenEntry,
    ReloadEntry,
    StartEntry,
    decode_progress,
    encode_entry,
)
from settebello.table.records import at_once, log_of, recording
from settebello.table.table import Table
from table.helpers import ANN, BEA, CAL, begun, finished, match_of, new_ids, rolled, three

TOY = Path(toy_game.__file__).read_text("utf-8")


def test_a_table_comes_back_with_what_was_not_acknowledged() -> None:
    drive, ann, bea, cal = three()
    drive.move(ann, "throw")
    drive.ack(cal)
    told, acked = ann.notices, drive.table.delivery.boxes[ANN].acked
    again = drive.restored(drive.table.progress(drive.now))
    assert not again.table.present
    assert again.join(ANN).notices == told
    assert again.join(CAL).notices == []
    bea = again.join(BEA)
    assert bea.notices == told
    assert bea.legal == []
    ann = again.join(ANN, seen=acked + len(told))
    assert bea.legal == ["throw", "skip"]
    assert ann.notices == []


def test_without_progress_the_last_move_says_what_was_acknowledged() -> None:
    drive, ann, bea, cal = three()
    drive.move(ann, "throw")
    drive.ack(ann, cal)
    drive.move(bea, "throw")
    again = drive.restored()
    boxes, before = again.table.delivery.boxes, drive.table.delivery.boxes
    assert [box.acked for box in boxes] == [box.acked for box in before]
    assert [box.queue for box in boxes] == [box.queue for box in before]


def test_the_clock_goes_on_where_it_was() -> None:
    drive, *_ = three(clock=60.0)
    drive.now += 20
    progress = decode_progress(encode_entry(drive.table.progress(drive.now)))
    again = drive.restored(progress)
    again.now += 700
    assert again.join(ANN).last(protocol.Welcome).clock == 40.0
    assert again.table.due == again.now + 40


def test_the_time_of_an_earlier_turn_does_not_count() -> None:
    drive, ann, *_ = three(clock=60.0)
    drive.now += 20
    progress = drive.table.progress(drive.now)
    drive.move(ann, "throw")
    again = drive.restored(progress)
    again.join(BEA)
    again.ack(again.join(ANN), again.join(CAL))
    assert again.table.due == again.now + 60


def test_a_turn_that_is_being_stored_has_lasted_no_time() -> None:
    drive, ann, *_ = three(clock=60.0)
    drive.now += 20
    assert drive.table.progress(drive.now).spent == 20.0
    drive.table.on_message(
        ann, protocol.Move("m", drive.table.delivery.boxes[ANN].sent, "throw"), drive.now
    )
    assert drive.table.progress(drive.now).spent == 0.0
    drive.table.drain()
    assert drive.table.progress(drive.now).spent == 0.0


def test_play_goes_on_with_new_luck_after_a_restart() -> None:
    drive, ann, *_ = three(rolled(3))
    drive.move(ann, "throw")
    again = drive.restored(luck=rolled(4))
    ann, bea, cal = again.join(ANN), again.join(BEA), again.join(CAL)
    again.ack(ann, cal)
    assert again.move(bea, "throw") == "done"
    match = match_of(again)
    assert match.scores == (3, 2, 0)
    assert [e.number for e in again.log] == [drive.table.state.entry_no + 1]


def test_a_log_has_to_begin_with_an_opening() -> None:
    for entries in ([], [CloseEntry()]):
        with pytest.raises(ValueError, match="does not begin with its opening"):
            Table.restored("m", entries, None, new_ids())


def test_a_log_is_never_replayed_by_other_rules() -> None:
    entry = OpenEntry("table", "dice", dice.VERSION + 1, 3)
    with pytest.raises(ValueError, match=f"Version {dice.VERSION + 1} of the rules of dice"):
        Table(entry, new_ids())


def test_the_log_of_a_rules_file_has_its_hash_and_is_replayed_by_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "_given", {})
    file = tmp_path / "toy.py"
    file.write_text(TOY, "utf-8")
    registry.give(registry.load_file(file))
    drive = begun(registry.find_game("magpie"), 2)
    entries = [pending.entry for pending in drive.log]
    (start,) = (entry for entry in entries if isinstance(entry, StartEntry))
    assert start.rules_hash == sha256(TOY.encode()).hexdigest()[:16]
    record = at_once(recording(entries))
    assert record is not None
    assert record == match_of(drive).record()
    assert log_of({**record, "closed": "abandoned"}, listed=True)[3] == start
    Table.restored("m", entries, None, new_ids())
    file.write_text(TOY + "# changed\n", "utf-8")
    registry.give(registry.load_file(file))
    with pytest.raises(Rejection, match="The rules of this game have changed") as refused:
        Table.restored("m", entries, None, new_ids())
    assert refused.value.code == "rules-changed"
    start.rules_hash = ""  # as in logs of before
    Table.restored("m", entries, None, new_ids())


def test_a_table_of_an_author_follows_the_rules_file_as_long_as_its_log_fits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "_given", {})
    file = tmp_path / "toy.py"
    file.write_text(TOY, "utf-8")
    registry.give(registry.load_file(file))
    drive = begun(registry.find_game("magpie"), 2)
    entries = [pending.entry for pending in drive.log]
    assert isinstance(entries[0], OpenEntry)
    entries[0].dev = True
    assert not Table.restored("m", entries, None, new_ids()).busy
    file.write_text(TOY + "# changed\n", "utf-8")
    game = registry.load_file(file)
    registry.give(game)
    table = Table.restored("m", entries, None, new_ids())
    assert table.state.summary()["dev"]
    reloaded = [pending.entry for pending in table.drain().entries]
    assert reloaded == [ReloadEntry(registry.hash_of(game))]
    record = at_once(recording([*entries, *reloaded]))
    assert record is not None
    assert record["rules_hash"] == registry.hash_of(game)
    assert not Table.restored("m", [*entries, *reloaded], None, new_ids()).busy


def test_the_summary_has_the_players_and_the_result() -> None:
    drive, *_ = three()
    assert drive.table.state.summary() == {"players": ["Ann", "Bea", "Cal"]}
    drive, *_ = finished()
    assert drive.table.state.summary() == {
        "players": ["Ann", "Bea", "Cal"],
        "scores": (3, 2, 2),
        "winners": (ANN,),
    }
