"""From the log of a match to its record, and back. The match is replayed only where it must be."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from typing import Any, TypeVar

from settebello.court import names_in
from settebello.match import Match
from settebello.record import FORMAT, LoggedLuck
from settebello.registry import check_options, find_named
from settebello.table.entries import (
    CloseEntry,
    Entry,
    MoveEntry,
    OpenEntry,
    ReloadEntry,
    RenameEntry,
    SitEntry,
    StandEntry,
    StartEntry,
    SwitchEntry,
    UndoEntry,
)
from settebello.table.secrets import new_id

Result = TypeVar("Result")
Work = Generator[None, None, Result]  # long work: it yields after each small step


def at_once(work: Work[Result]) -> Result:
    """Do all of the work now, and return its result: for where nobody else waits."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: Result = end.value
            return result


class MovesMade:
    """The moves of a record, as its log is read: what is left to do at the end holds nobody up."""

    def __init__(self) -> None:
        self.moves: list[list[int | str]] = []
        self.luck: list[list[str]] = []  # of each move
        self.stand_ins: list[int] = []  # the positions of those that a bot made for a person

    def add(self, move: MoveEntry, seated: SitEntry | None) -> None:
        if stood_in(move, seated):
            self.stand_ins.append(len(self.moves))
        self.moves.append([move.seat, move.move])
        self.luck.append(move.luck)

    def take_back(self, seat: int) -> None:
        """Forget the last move of a seat, with all that followed it, if bots played it."""
        while self.moves.pop()[0] != seat:
            pass
        left = len(self.moves)
        del self.luck[left:]
        while self.stand_ins and self.stand_ins[-1] >= left:
            self.stand_ins.pop()


def recording(entries: Iterable[Entry]) -> Work[dict[str, Any] | None]:
    """The record of a match from its log, with the reason if it was closed; None if it never began.

    The match is not replayed: its log has all that a record needs.
    """
    opened: OpenEntry | None = None
    begun, closed, rules_hash = False, "", ""
    players: list[str] = []
    seated: list[SitEntry | None] = []
    luck: list[str] = []  # of the deal
    made = MovesMade()
    for entry in entries:
        if isinstance(entry, MoveEntry):
            made.add(entry, seated[entry.seat])
        elif isinstance(entry, UndoEntry):
            made.take_back(entry.seat)
        elif isinstance(entry, StartEntry):
            begun, rules_hash = True, entry.rules_hash
            luck += entry.luck
        elif isinstance(entry, ReloadEntry):
            rules_hash = entry.rules_hash
        elif isinstance(entry, SitEntry | RenameEntry):
            players[entry.seat] = entry.name
            if isinstance(entry, SitEntry):
                seated[entry.seat] = entry
        elif isinstance(entry, StandEntry):
            players[entry.seat], seated[entry.seat] = "", None
        elif isinstance(entry, SwitchEntry):
            old, new = entry.seat, entry.to
            players[old], players[new] = players[new], players[old]
            seated[old], seated[new] = seated[new], seated[old]
        elif isinstance(entry, OpenEntry):
            opened, players, seated = entry, [""] * entry.seats, [None] * entry.seats
        elif isinstance(entry, CloseEntry):
            closed = entry.reason or "closed"
        yield
    if opened is None:
        raise ValueError("The log of this match is empty.")
    if not begun:
        return None
    game = find_named(opened.game, opened.rules)
    record: dict[str, Any] = {
        "settebello": FORMAT,
        "game": opened.game,
        "rules": opened.rules,
        "options": check_options(game, opened.options, older=True),
        "players": players,
        "previous": None if opened.previous is None else list(opened.previous),
        "luck": luck + [outcome for some in made.luck for outcome in some],
        "moves": made.moves,
    }
    origin = list(opened.origin or ())
    more = {
        "stand_ins": made.stand_ins,
        "rules_hash": rules_hash,
        "origin": origin,
        "closed": closed,
    }
    return record | {name: value for name, value in more.items() if value}


def stood_in(move: MoveEntry, seated: SitEntry | None) -> bool:
    """Whether a bot made this move for the person in its seat."""
    return seated is not None and move.stands_in(seated.secret, seated.bot)


def in_language(summary: dict[str, Any], language: str) -> dict[str, Any]:
    """What lists show of a match, with the names that bots have in a language."""
    faces = summary.get("faces")
    if faces is None:
        return summary
    return {**summary, "players": names_in(language, summary["players"], faces)}


def log_of(record: Mapping[str, Any], listed: bool) -> list[Entry]:
    """The log of a record's match, at a new table; ValueError if the match is not over."""
    match, played = played_log(record)
    entries: list[Entry] = [
        opened_for(match, new_id(), listed=listed),
        *(SitEntry(seat, name) for seat, name in enumerate(match.players)),
        *played,
    ]
    if not match.over:
        if "closed" not in record:
            raise ValueError("The match is not over; only past matches can be imported.")
        entries.append(CloseEntry(record["closed"]))
    return entries


def opened_for(match: Match, table: str, **more: Any) -> OpenEntry:
    """The entry that opens a table for a match."""
    game, options, seats = match.game, dict(match.options), len(match.players)
    previous = None if match.previous is None else tuple(match.previous)
    return OpenEntry(table, game.NAME, game.VERSION, seats, options, previous=previous, **more)


def at_start(record: Mapping[str, Any]) -> Match:
    """The match of a record before its first move, with the luck of the record for what follows."""
    drawing = LoggedLuck()
    match = Match.replay(record, upto=0, luck=drawing)
    drawing.feed(record["luck"][match.drawn :])
    return match


def played_log(record: Mapping[str, Any]) -> tuple[Match, list[StartEntry | MoveEntry]]:
    """The match of a record, and the entries of its start and of its moves."""
    return at_once(playing_log(record))


def playing_log(
    record: Mapping[str, Any], upto: int | None = None
) -> Work[tuple[Match, list[StartEntry | MoveEntry]]]:
    """The same, move by move; `upto` is how many moves are made, if not all."""
    match = at_start(record)
    start = StartEntry(match.luck_since(0), record.get("rules_hash", ""))
    entries: list[StartEntry | MoveEntry] = [start]
    stand_ins = frozenset(record.get("stand_ins", ()))
    for index, (seat, text) in enumerate(record["moves"][:upto]):
        yield
        before = match.drawn
        match.play(seat, text)
        luck = match.luck_since(before)
        entries.append(MoveEntry(seat, match.last_move, luck, stand_in=index in stand_ins))
    return match, entries
