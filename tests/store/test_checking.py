"""Damaged stores: every damage is found, and says which match it is."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from helpers import play_random
from settebello import Match
from settebello.store.checking import BadMatch, check_matches, check_quickly
from settebello.store.sqlite import StoreFile
from settebello.store.sqlite_store import SqliteStore
from settebello.table.driver import header_of
from settebello.table.entries import Entry, OpenEntry, SitEntry, encode_entry
from settebello.table.records import log_of
from settebello.table.storage import EntryRow, StoreError
from settebello.table.table import Table
from store.helpers import opened
from table.helpers import played_by_people

COUNT = 6  # matches in the store


def put(store: StoreFile, match: str, entries: list[Entry]) -> None:
    table = Table.restored(match, entries, None, lambda: match)
    rows = [EntryRow(match, n, encode_entry(entry)) for n, entry in enumerate(entries, start=1)]
    store.append(rows, [header_of(table)], [(match, '{"number": 1}')])


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a match of each game that is over, one that is being played, an open table."""
    file = tmp_path_factory.mktemp("checking") / "tables.db"
    with opened(file) as store:
        for game, seats in (("dice", 3), ("scopa", 2), ("sixty_six", 2), ("rummy", 2)):
            record = play_random(Match(game, seats, seed=5), 1).record()
            put(store, game, log_of(record, listed=True))
        put(store, "playing", log_of(record, listed=True)[:9])
        put(store, "open", [OpenEntry("table", "scopa", 1, 2), SitEntry(0, "Ann", "hash")])
        store.writing.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return file


@pytest.fixture
def file(whole: Path, tmp_path: Path) -> Path:
    copy = tmp_path / "tables.db"
    copy.write_bytes(whole.read_bytes())
    return copy


def damage(file: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file)) as database:
        for name in ("entries_have_no_gaps", "entries_never_change", "entries_stay"):
            database.execute(f"DROP TRIGGER IF EXISTS {name}")
        for statement in statements:
            database.execute(statement)
        database.commit()


def found(file: Path) -> list[tuple[str, str]]:
    """The bad matches, and why they are bad."""
    return [(bad.match, bad.told("en")) for bad in whole_check(file)]


def whole_check(file: Path) -> list[BadMatch]:
    async def look(store: StoreFile) -> list[BadMatch]:
        done: list[int] = []
        bad = [bad async for bad in check_matches(SqliteStore(store), store.ids(), done.append)]
        assert done == list(range(1, len(store.ids()) + 1))
        return bad

    with closing(StoreFile(file, read_only=True)) as store:
        return asyncio.run(look(store))


def quick_check(file: Path) -> list[tuple[str, str]]:
    async def look(store: StoreFile) -> list[BadMatch]:
        return [bad async for bad in check_quickly(SqliteStore(store))]

    with closing(StoreFile(file, read_only=True)) as store:
        return [(bad.match, bad.told("en")) for bad in asyncio.run(look(store))]


def test_a_whole_store_is_good(file: Path) -> None:
    with closing(StoreFile(file, read_only=True)) as store:
        assert len(store.ids()) == COUNT
        assert store.damage() == []
    assert found(file) == []
    assert quick_check(file) == []


def test_a_snapshot_that_leads_elsewhere_is_found(file: Path) -> None:
    match = Match("scopa", ["Ann", "Bea"], seed=3, options={"target": 60})
    table, rows, snapshots = played_by_people(play_random(match, 3).record(), "long")
    with opened(file) as store:
        store.append(rows, [header_of(table)], snapshots=[snapshots[-1]])
    assert found(file) == []
    number = snapshots[-1].number
    damage(file, "UPDATE snapshots SET body = replace(body, '\"undos_and_pauses\":0', "
                 "'\"undos_and_pauses\":1')")  # fmt: skip
    why = f"Its snapshot after entry {number} leads elsewhere than its log."
    assert found(file) == [("long", why)]
    damage(file, "UPDATE snapshots SET body = '{}'")  # a server would not use it
    assert found(file) == []


@pytest.mark.parametrize(
    ("statement", "match", "why"),
    [
        (
            "UPDATE entries SET body = '{' WHERE match = 'dice' AND number = 7",
            "dice",
            "Entry 7 of its log cannot be read.",
        ),
        (
            "UPDATE entries SET body = x'7b7d' WHERE match = 'dice' AND number = 7",
            "dice",
            "Entry 7 of its log cannot be read.",
        ),
        (
            "UPDATE entries SET body = CAST(x'22ff22' AS TEXT) WHERE match = 'dice' AND number = 7",
            "dice",
            "Entry 7 of its log cannot be read.",
        ),
        (
            "DELETE FROM entries WHERE match = 'scopa' AND number = 9",
            "scopa",
            "The log of match scopa lacks entry 9.",
        ),
        (
            "UPDATE entries SET body = (SELECT body FROM entries WHERE match = 'rummy' AND "
            "number = 12) WHERE match = 'rummy' AND number = 8",
            "rummy",
            "Entry 12 of its log does not fit what came before (IllegalMove).",
        ),
        (
            "UPDATE entries SET body = (SELECT body FROM entries WHERE match = 'rummy' AND "
            "number = 2) WHERE match = 'rummy' AND number = 1",
            "rummy",
            "Its log does not begin with its opening.",
        ),
        (
            "DELETE FROM entries WHERE match = 'open'",
            "open",
            "Its log does not begin with its opening.",
        ),
        ("DELETE FROM matches WHERE match = 'dice'", "dice", "It has a log and no header."),
        (
            "UPDATE entries SET body = replace(body, '\"dice\"', '\"chess\"') WHERE number = 1",
            "dice",
            "The game 'chess', version 1, is not installed here.",
        ),
        (
            "UPDATE entries SET body = json_set(body, '$.rules_hash', '0123456789abcdef') "
            "WHERE match = 'dice' AND body LIKE '%Started%'",
            "dice",
            "The rules file of dice has changed since it began.",
        ),
        (
            "UPDATE matches SET phase = 'playing' WHERE match = 'dice'",
            "dice",
            "Its header does not agree with its log: phase.",
        ),
        (
            "UPDATE matches SET place = 'elsewhere', listed = 0 WHERE match = 'dice'",
            "dice",
            "Its header does not agree with its log: table, listed.",
        ),
        (
            "UPDATE matches SET summary = replace(summary, 'scores', 'skores') "
            "WHERE match = 'dice'",
            "dice",
            "Its header does not agree with its log: scores.",
        ),
        (
            "UPDATE matches SET summary = '{}' WHERE match = 'playing'",
            "playing",
            "Its summary cannot be read.",
        ),
        (
            "UPDATE matches SET summary = CAST(x'ff' AS TEXT) WHERE match = 'playing'",
            "playing",
            "Its summary cannot be read.",
        ),
        (
            "UPDATE progress SET body = '[' WHERE match = 'playing'",
            "playing",
            "Its progress cannot be read.",
        ),
    ],
)
def test_every_damage_is_found_and_is_that_of_one_match(
    file: Path, statement: str, match: str, why: str
) -> None:
    damage(file, statement)
    assert found(file) == [(match, why)]


def test_the_quick_look_finds_damage_at_the_ends(file: Path) -> None:
    damage(
        file,
        "UPDATE matches SET summary = '' WHERE match = 'playing'",
        "UPDATE entries SET body = '' WHERE match = 'open' AND number = 2",
        "UPDATE entries SET body = '' WHERE match = 'dice'",  # it is over
    )
    assert quick_check(file) == [
        ("open", "Entry 2 of its log cannot be read."),
        ("playing", "Its summary cannot be read."),
    ]


def test_a_match_that_is_played_while_it_is_checked_is_looked_at_again(file: Path) -> None:
    """Its header is read before a move ends the match, and its log after it."""

    class Played(SqliteStore):
        reads = 0

        async def header(self, match: str):  # type: ignore[no-untyped-def]
            found = await super().header(match)
            if match == "dice" and found is not None:
                Played.reads += 1
                if Played.reads <= 2:
                    return found._replace(phase="playing")
            return found

    async def look(store: Played) -> list[BadMatch]:
        return [bad async for bad in check_matches(store, store.file.ids())]

    with closing(StoreFile(file, read_only=True)) as store:
        assert asyncio.run(look(Played(store))) == []


def test_a_store_that_goes_away_is_not_called_damaged(file: Path) -> None:
    async def look(store: StoreFile) -> None:
        ids = store.ids()
        store.close()
        async for _ in check_matches(SqliteStore(store), ids):
            raise AssertionError

    with pytest.raises(StoreError, match="The store cannot be read"):
        asyncio.run(look(StoreFile(file, read_only=True)))


def test_sqlite_says_what_is_wrong_with_its_file(file: Path) -> None:
    whole = bytearray(file.read_bytes())
    size = int.from_bytes(whole[16:18])
    whole[3 * size : 3 * size + 100] = b"\xff" * 100
    file.write_bytes(whole)
    with closing(StoreFile(file, read_only=True)) as store:
        assert store.damage() != []
