"""Matches that older versions saved as JSON files: each is put into the store, once."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import msgspec

from settebello.luck import LARGEST_SEED, Seeded
from settebello.match import Match
from settebello.record import check_record
from settebello.registry import find_game, give
from settebello.table.driver import header_of
from settebello.table.entries import Entry, MoveEntry, SitEntry, TableProgress, encode_entry
from settebello.table.protocol import Language, Number
from settebello.table.records import opened_for, played_log
from settebello.table.secrets import new_id
from settebello.table.storage import EntryRow
from settebello.terminal.local_store import AboutMatch, LocalStore, described
from settebello.terminal.local_table import restored_table


class SavedMatch(msgspec.Struct):
    """A match as it was saved, and who sat there."""

    format: Literal[1] = msgspec.field(name="settebello-save")
    record: dict[str, Any]
    rules: str | None  # the path of the rules file, if the game is not an installed one
    bots: list[str | None]  # for each seat: its bot's name or path, or None for a person
    language: Language
    seed: int | None
    earlier: list[list[tuple[int, str]]]  # with a seed: the moves of the matches before a rematch
    told: list[Number]  # how many notices the person in each seat has certainly read


def import_saves(store: LocalStore) -> dict[str, str]:
    """Put all saved matches into the store; returns, by name, why one cannot be.

    A file that is in the store is renamed, so that it is not looked at again. Others stay.
    """
    failed = {}
    for file in sorted(store.saves.glob("*.json")):
        if store.claim(file.stem):
            try:
                if store.store.latest(file.stem) is None:
                    import_save(store, file)
                file.rename(file.with_name(f"{file.name}.imported"))
            except (ValueError, OSError) as error:
                failed[file.stem] = str(error).rstrip(".")
            finally:
                store.release(file.stem)
    return failed


def import_save(store: LocalStore, file: Path) -> None:
    """Put a saved match into the store, under its old name; ValueError says what is wrong."""
    saved = read_save(file)
    if saved.rules is not None:
        give(find_game(saved.rules))
    match, played = played_log(saved.record)
    opened = opened_for(match, file.stem, absence="wait", seed=seed_of(saved, match))
    entries: list[Entry] = [opened]
    for seat, name in enumerate(match.players):
        entries.append(SitEntry(seat, name, bot=saved.bots[seat] or ""))
    for entry in played:
        if isinstance(entry, MoveEntry) and saved.bots[entry.seat] is None:
            entry.id = new_id()  # a move without an id is a bot's
        entries.append(entry)
    read = TableProgress(len(entries), tuple(saved.told))
    id = new_id()
    table = restored_table(id, entries, read, () if opened.seed is None else [entries])
    rows = [EntryRow(id, n, encode_entry(entry)) for n, entry in enumerate(entries, start=1)]
    header = described(header_of(table), AboutMatch(saved.language, saved.rules))
    header = header._replace(phase="playing", changed=file.stat().st_mtime)
    store.store.append(rows, [header], [(id, encode_entry(table.progress(0.0)))])


def seed_of(saved: SavedMatch, match: Match) -> int | None:
    """The seed of this match: that of a rematch came out of the luck of the match before it."""
    if saved.seed is None:
        return None
    seed, previous = saved.seed, None
    for moves in saved.earlier:
        luck = Seeded(seed)
        game, names, options = match.game, match.players, match.options
        before = Match(game, names, luck=luck, options=options, previous=previous)
        for seat, text in moves:
            before.play(seat, text)
        mark = luck.mark()
        previous = before.rematch().previous
        luck.rewind(mark)
        seed = int(luck.random() * LARGEST_SEED)
    return seed


def read_save(file: Path) -> SavedMatch:
    """The saved match of a file; ValueError says what is wrong with it."""
    try:
        saved = msgspec.json.decode(file.read_bytes(), type=SavedMatch)
    except OSError as error:
        raise ValueError(f"it cannot be read: {error.strerror}") from None
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError(f"it is damaged ({error})") from None
    seats = len(check_record(saved.record)["players"])
    if len(saved.bots) != seats or len(saved.told) != seats:
        raise ValueError("it is damaged, it has not as many seats as players")
    return saved
