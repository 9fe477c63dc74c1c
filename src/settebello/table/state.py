"""What the log of a match says: who sits where, the phase, the match. Only entries change it.

The table applies an entry when it happens, and again when it is rebuilt from its log: by the same
code, so that both end in the same state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from settebello.cards import Seat, Viewers
from settebello.court import NAMES, face_of, names_in
from settebello.events import Event, mark_stand_in
from settebello.history import MatchPosition, Moment
from settebello.luck import Luck
from settebello.match import Match
from settebello.record import LoggedLuck, check_unchanged
from settebello.registry import find_named, options_at_table
from settebello.table import protocol
from settebello.table.entries import (
    CloseEntry,
    Entry,
    MoveEntry,
    OpenEntry,
    PauseEntry,
    ReloadEntry,
    RenameEntry,
    ResumeEntry,
    SitEntry,
    StandEntry,
    StartEntry,
    SwitchEntry,
    UndoEntry,
)

# Why a move cannot be taken back: somebody else has moved since, luck was drawn after it, somebody
# has learned something from it, or nobody takes moves back at this table.
WhyNoUndo = Literal["", "moved", "drawn", "seen", "table"]


class SeatedPlayer:
    """Who sits in a seat: a person or a bot; nobody, if there is no name."""

    __slots__ = ("bot", "name", "sat", "secret")

    def __init__(self, name: str = "", secret: str = "", bot: str = "", sat: int = 0) -> None:
        self.name = name
        self.secret = secret  # its hash
        self.bot = bot
        self.sat = sat  # the number of the entry of sitting down

    @property
    def person(self) -> bool:
        return bool(self.name) and not self.bot


class Checkpoint:
    """A match and its table after an entry, as far as a snapshot needs it: see snapshots.py."""

    __slots__ = (
        "acked",
        "answered",
        "history",
        "number",
        "players",
        "position",
        "sealed",
        "told",
        "undos_and_pauses",
    )

    def __init__(
        self,
        number: int,
        position: MatchPosition,
        players: list[tuple[str, str, str, int]],
        undos_and_pauses: int,
        sealed: WhyNoUndo,
        told: tuple[int, ...],
        acked: tuple[int, ...],
        answered: list[list[str]],
        history: int,
    ) -> None:
        self.number = number  # of the entry
        self.position = position
        self.players = players
        self.undos_and_pauses = undos_and_pauses
        self.sealed: WhyNoUndo = sealed
        self.told = told  # numbers of notices, as in a MoveEntry
        self.acked = acked
        self.answered = answered
        self.history = history  # events until then, with moves that were taken back


class TableState:
    """A match as its log says it is."""

    def __init__(self, match_id: str, opened: OpenEntry, luck: Luck | None) -> None:
        """The state after the first entry. Without `luck`, all luck has to come from the log.

        Raises ValueError if the rules or the options of the match are not here.
        """
        self.match_id = match_id
        self.opened = opened
        self.lesson, self.clock = opened.lesson, opened.clock  # asked for at every message
        self.game = find_named(opened.game, opened.rules)
        if opened.rules != self.game.VERSION:
            raise ValueError(f"Version {opened.rules} of the rules of {opened.game} is not here.")
        self.options = options_at_table(self.game, opened.options)
        self.players = [SeatedPlayer() for _ in range(opened.seats)]
        self.luck = LoggedLuck(luck)
        self.entry_no = 1  # of the last entry
        self.match: Match | None = None
        self.rules_hash = ""  # of the file that the match is played by
        self.phase: protocol.Phase = "open"
        self.undos_and_pauses = 0
        self.before: Moment | None = None  # the match before its last move, if that has a pause
        self.sealed: WhyNoUndo = ""  # why the last move that cannot be taken back cannot
        self.history: list[Event] = []  # of the match, with moves that were taken back
        self.forgotten = 0  # events before those
        self.base: MatchPosition | None = None  # from where a move is taken back, if not the start
        self.checkpoints: Sequence[Checkpoint] = ()
        self.checkpoint_due = 0  # the number of the entry after which to look for a snapshot

    def apply(self, entry: Entry) -> list[Event] | None:
        """Do what the next entry says; returns what the viewers are to be told of it, if anything.

        An entry from a log brings its luck. For a new one the house draws now, and the luck is
        written into it. Raises IllegalMove, RulesError, ValueError if the log is damaged, or
        Rejection if the rules file has changed since the match began; then nothing has changed.
        """
        events = self._change(entry)
        self.entry_no += 1
        return events

    def _change(self, entry: Entry) -> list[Event] | None:
        players = self.players
        if type(entry) is MoveEntry:
            return self._move(entry)
        if type(entry) is UndoEntry:
            return self._undo(entry)
        if type(entry) is StartEntry:
            return self._start(entry)
        if type(entry) is SitEntry:
            sat = self.entry_no + 1
            players[entry.seat] = SeatedPlayer(entry.name, entry.secret, entry.bot, sat)
        elif type(entry) is StandEntry:
            players[entry.seat] = SeatedPlayer()
        elif type(entry) is SwitchEntry:
            players[entry.seat], players[entry.to] = players[entry.to], players[entry.seat]
        elif type(entry) is RenameEntry:
            self._rename(entry)
        elif type(entry) is PauseEntry:
            self.phase = "paused"
            self.undos_and_pauses += 1
        elif type(entry) is ResumeEntry:
            self.phase = "playing"
        elif type(entry) is CloseEntry:
            self.phase = "closed"
        elif type(entry) is ReloadEntry:
            self.rules_hash = entry.rules_hash
        else:
            raise ValueError(f"The log of match {self.match_id} opens it twice.")
        return None

    def _start(self, entry: StartEntry) -> list[Event]:
        if not self.opened.dev:  # then it is enough that all entries fit
            check_unchanged(self.game, entry.rules_hash)
        self.rules_hash = entry.rules_hash
        self.luck.feed(entry.luck)
        match = self.match = Match(
            self.game,
            self.names(),
            luck=self.luck,
            options=self.options,
            previous=self.opened.previous,
        )
        self.luck.check_used_up()
        entry.luck = match.luck_since(0)
        self.phase = "playing"
        return self._happened(match, match.events)

    def _move(self, entry: MoveEntry) -> list[Event]:
        match = self._begun()
        before = match.moment()
        self.luck.feed(entry.luck)
        events = list(match.play(entry.seat, entry.move))
        self.luck.check_used_up()
        entry.move, entry.luck = match.last_move, match.luck_since(before.drawn)
        self.before = before if any(event.pause for event in events) else None
        if not match.can_undo(entry.seat):
            self.sealed = "drawn" if entry.luck else "seen"
        player = self.players[entry.seat]
        if entry.stands_in(player.secret, player.bot):
            mark_stand_in(events, entry.seat, len(self.players))
        return self._happened(match, events)

    def _undo(self, entry: UndoEntry) -> list[Event]:
        match, seat = self._begun(), entry.seat
        if match.can_undo(seat) or not self.against_bots(seat):
            match.undo(seat)
        else:
            since = match.moves_since(seat)
            if since is None:
                raise ValueError(f"Seat {seat} has no move to take back.")
            kept = match.history.move_count - 1 - since
            match = self.match = self._replayed(match, kept)
        moves = match.history.move_count
        if self.checkpoints:
            self.checkpoints = [c for c in self.checkpoints if c.position.moment.moves <= moves]
        self.before = None
        self.undos_and_pauses += 1
        everybody = Viewers((1 << len(self.players) + 1) - 1)
        return self._happened(match, [Event("TakenBack", Seat(seat), {}, {}, [], everybody)])

    def _replayed(self, match: Match, kept: int) -> Match:
        """The match as it was after so many moves: played again, so that nothing has to be kept."""
        base, history = self.base, match.history
        if base is None:
            return Match.replay(match.record(), game=self.game, luck=self.luck, upto=kept)
        first = base.moment.moves - (history.move_count - len(history.moves))
        last = first + kept - base.moment.moves
        assert 0 <= first <= last, "a snapshot is taken only where all take-backs are in memory"
        moves = history.moves[first:last]
        self.luck.feed(history.luck_since(base.moment.drawn))
        again = Match(
            self.game,
            match.players,
            luck=self.luck,
            options=self.options,
            previous=self.opened.previous,
            at=base,
        )
        for seat, text in moves:
            again.play(seat, text)
        self.luck.feed(())
        return again

    def forget_before(self, checkpoint: Checkpoint) -> None:
        """Forget the events before a checkpoint, of which there is a snapshot."""
        assert self.match is not None
        self.base = checkpoint.position
        self.match.forget_before(checkpoint.position.moment.events)
        del self.history[: checkpoint.history - self.forgotten]
        self.forgotten = checkpoint.history

    def _rename(self, entry: RenameEntry) -> None:
        self.players[entry.seat].name = entry.name
        self.undos_and_pauses += 1
        if self.match is not None:
            self.match.players = tuple(self.names())

    def _begun(self) -> Match:
        if self.match is None:
            raise ValueError(f"The log of match {self.match_id} has a move before its start.")
        return self.match

    def _happened(self, match: Match, events: list[Event]) -> list[Event]:
        self.history += events
        if match.over:
            self.phase = "over"
        return events

    # What can be asked of it.

    def names(self, language: str | None = None) -> list[str]:
        """The names by seat: as the log has them, or with those of bots in this language."""
        names = [player.name for player in self.players]
        if language is None:
            return names
        return names_in(language, names, [player.bot for player in self.players])

    def faces(self) -> list[str]:
        """The faces of the bots by seat; a person has none."""
        return [
            face_of(player.name, seat) if player.bot else ""
            for seat, player in enumerate(self.players)
        ]

    def against_bots(self, seat: int) -> bool:
        """Whether all players but this one are bots, so that nobody minds hints and take-backs."""
        return all(player.bot for number, player in enumerate(self.players) if number != seat)

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def ended(self) -> bool:
        """Whether nothing more is played: the match is over or was given up."""
        return self.phase in ("over", "closed")

    @property
    def host(self) -> int | None:
        """The person who may start the match: the first one who sat down and is still there.

        A public table has none: nobody there rules over strangers.
        """
        if self.opened.public:
            return None
        people = [(player.sat, seat) for seat, player in enumerate(self.players) if player.person]
        return min(people)[1] if people else None

    @property
    def deserted(self) -> bool:
        """Whether no person has a seat."""
        return not any(player.person for player in self.players)

    def seat_of(self, secret: str) -> int | None:
        """The seat whose secret has this hash, if there is one."""
        found = (n for n, player in enumerate(self.players) if secret and player.secret == secret)
        return next(found, None)

    def summary(self) -> dict[str, Any]:
        """What lists of tables and of past matches show of this one."""
        told: dict[str, Any] = {"players": self.names()}
        if any(player.bot and player.name in NAMES for player in self.players):
            told["faces"] = self.faces()
        if self.match is not None and self.over:
            told |= {"scores": self.match.scores, "winners": self.match.winners}
        if self.opened.dialect:
            told["dialect"] = self.opened.dialect
        if self.opened.dev:
            told["dev"] = True
        if self.opened.origin is not None:
            told["played_on"] = True
        if self.opened.public:
            told |= {"public": True, "fill_at": self.opened.fill_at}
        return told
