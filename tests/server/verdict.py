"""The verdict on a table: what its clients have received and sent, against the log that was stored.

A client's log is a list of frames as they came and went: `> ` and what it sent, `< ` and what it
received, in order. Its author need not be trusted to have understood it. The matches of the
table are played again from the store's log, one move after the other; that has to explain every
frame of every client.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from settebello import Match, words
from settebello.cards import EVERYBODY, Seat
from settebello.court import NAMES, name_in
from settebello.events import Event
from settebello.record import LoggedLuck
from settebello.table import protocol
from settebello.table.entries import (
    Entry,
    MoveEntry,
    OpenEntry,
    PauseEntry,
    ResumeEntry,
    SitEntry,
    StartEntry,
    UndoEntry,
    decode_entry,
)

SENT, RECEIVED = "> ", "< "
COME_BACK = "come-back"
Asked = protocol.Move | protocol.Undo | protocol.Pause | protocol.Resume  # done once, by its id
Done = MoveEntry | UndoEntry | PauseEntry | ResumeEntry


class Witness(NamedTuple):
    """All frames of one client: of a seat, or of a spectator (None)."""

    seat: int | None
    language: str | None
    lines: list[str]


class Case(NamedTuple):
    """A table: its clients, the logs of its matches in their order, and the records of them."""

    table: str
    clients: list[Witness]
    logs: dict[str, list[Entry]]
    records: dict[str, Any]


class Moment(NamedTuple):
    """How the table stood for a viewer."""

    to_act: tuple[int, ...]
    can_undo: bool
    legal: list[str]
    view: dict[str, Any]


class Story:
    """What the viewers of a table have to be told, from its logs."""

    def __init__(self, logs: Mapping[str, Sequence[Entry]]) -> None:
        self.matches: dict[str, Match] = {}
        self.people: set[int] = set()
        self.notices: dict[int | None, list[dict[str, Any]]] = {}
        self.moments: dict[tuple[int | None, int], list[Moment]] = {}
        for match_id, entries in logs.items():
            self._tell(match_id, entries)

    def notice(self, client: Witness, number: int) -> dict[str, Any] | None:
        """What this client has to receive under this number, in its language."""
        notices = self.notices[client.seat]
        if number > len(notices):
            return None
        notice = notices[number - 1]
        if client.language is None:
            return notice
        about = {name: value for name, value in notice.items() if name != "number"}
        match = next(iter(self.matches.values()))
        names = [name_in(client.language, name) for name in match.players]
        sent = words.in_words(match.game, about, client.seat, names, client.language)
        return {**notice, **sent}

    def pauses_at(self, viewer: int | None, number: int) -> bool:
        """Whether this notice of a viewer has to be looked at before it goes on."""
        told = self.notices[viewer][number - 1 : number]
        return bool(told) and bool(told[0].get("pause"))

    def _tell(self, match_id: str, entries: Sequence[Entry]) -> None:
        opened = entries[0]
        assert isinstance(opened, OpenEntry)
        players = [""] * opened.seats
        drawing = LoggedLuck()
        match: Match | None = None
        for entry in entries[1:]:
            if isinstance(entry, SitEntry):
                players[entry.seat] = entry.name
                if not entry.bot:
                    self.people.add(entry.seat)
            elif isinstance(entry, StartEntry):
                begun = {
                    "settebello": 1,
                    "game": opened.game,
                    "rules": opened.rules,
                    "options": opened.options,
                    "players": players,
                    "previous": opened.previous,
                    "luck": entry.luck,
                    "moves": [],
                }
                match = self.matches[match_id] = Match.replay(begun, luck=drawing)
                self._happened(match, match.events)
            elif isinstance(entry, MoveEntry) and match is not None:
                drawing.feed(entry.luck)
                self._happened(match, match.play(entry.seat, entry.move))
            elif isinstance(entry, UndoEntry) and match is not None:
                if self.people == {entry.seat}:  # against bots, with all that followed
                    movers = [int(seat) for seat, _ in match.moves]
                    upto = len(movers) - 1 - movers[::-1].index(entry.seat)
                    match = Match.replay(match.record(), luck=drawing, upto=upto)
                    self.matches[match_id] = match
                else:
                    match.undo(entry.seat)
                self._happened(match, [Event("TakenBack", Seat(entry.seat), {}, {}, [], EVERYBODY)])

    def _can_undo(self, match: Match, seat: int) -> bool:
        alone = self.people == {seat} and seat in [mover for mover, _ in match.moves]
        return alone or match.can_undo(seat)

    def _happened(self, match: Match, events: Sequence[Event]) -> None:
        for number in range(len(match.players) + 1):
            viewer = number if number < len(match.players) else None
            told = self.notices.setdefault(viewer, [])
            for notice in (event.notice(number) for event in events):
                if notice is not None:
                    told.append({"number": len(told) + 1, **notice})
            moment = Moment(
                match.to_act,
                viewer is not None and not match.over and self._can_undo(match, viewer),
                [] if viewer is None else [move.text for move in match.legal(viewer)],
                match.view(viewer).to_dict(),
            )
            self.moments.setdefault((viewer, len(told)), []).append(moment)


def complaints(case: Case) -> list[str]:
    """All that is wrong at a table; nothing, if all is well."""
    try:
        story = Story(case.logs)
    except ValueError as error:  # an illegal move among them
        return [f"{case.table}: the log does not play out: {error}"]
    found = [*about_log(case), *about_ends(case, story)]
    for client in case.clients:
        who = "a spectator" if client.seat is None else f"seat {client.seat}"
        found += [f"{who}: {wrong}" for wrong in about_client(client, story)]
    return [f"{case.table}: {wrong}" for wrong in found]


def about_ends(case: Case, story: Story) -> Iterable[str]:
    """Every match goes on to its end, and its record is the same match."""
    for match_id in case.logs:
        match = story.matches.get(match_id)
        if match is None or not match.over:
            yield f"match {match_id} is not over"
        elif case.records.get(match_id) != match.record():
            yield f"match {match_id} has another record than its log says"
        elif Match.replay(match.record()).scores != match.scores:
            yield f"match {match_id} has a record that ends otherwise"


def about_log(case: Case) -> Iterable[str]:
    """Nothing happens by itself, or twice; what is answered is stored, what is refused is not."""
    asked = {
        (client.seat, message.id): message
        for client in case.clients
        for message in sent(client)
        if isinstance(message, Asked)
    }
    done: Counter[tuple[int, str]] = Counter()
    bots: set[int] = set()
    for entry in (entry for entries in case.logs.values() for entry in entries):
        if isinstance(entry, SitEntry) and entry.bot:
            bots.add(entry.seat)
        if not isinstance(entry, Done):
            continue
        if entry.id:
            done[entry.seat, entry.id] += 1
            message = asked.get((entry.seat, entry.id))
            if message is None or not meant(message, entry):
                yield f"there is {entry}, and what was asked for is {message}"
        elif entry.seat not in bots:
            yield f"seat {entry.seat} is a person, and there is {entry}"
    yield from (f"seat {seat} did {id} {n} times" for (seat, id), n in done.items() if n > 1)
    for client in case.clients:
        answered = {
            message.id for message in received(client) if isinstance(message, protocol.Answer)
        }
        refused = {
            message.id for message in received(client) if isinstance(message, protocol.Refused)
        }
        for id in {message.id for message in sent(client) if isinstance(message, Asked)}:
            if id in answered and (client.seat, id) not in done:
                yield f"seat {client.seat} got an answer to {id}, and it is not stored"
            if id in refused and (client.seat, id) in done:
                yield f"seat {client.seat} was refused {id}, and it is stored"
            if id not in answered and id not in refused:
                yield f"seat {client.seat} got no answer to {id}"


def meant(message: Asked, entry: Done) -> bool:
    """Whether the entry is what the message asked for."""
    if isinstance(message, protocol.Move):
        return isinstance(entry, MoveEntry) and entry.move == message.move
    kinds = {protocol.Undo: UndoEntry, protocol.Pause: PauseEntry, protocol.Resume: ResumeEntry}
    return type(entry) is kinds[type(message)]


def about_client(client: Witness, story: Story) -> Iterable[str]:
    """All is told, once and in order, and it is what happened."""
    last = seen = 0
    for message in frames(client):
        if isinstance(message, protocol.Hello):
            seen = message.seen
        if is_kept_out(message):
            yield f"kept out: {message}"
        if isinstance(message, protocol.Welcome):
            if client.seat is None:
                last = message.number  # what came before is not for those who come late
            if message.seat != client.seat:
                yield f"welcomed to seat {message.seat}"
            if any(notice["number"] <= seen for notice in message.notices):
                yield f"told again what it had seen up to {seen}: {message.notices}"
        if isinstance(message, protocol.Welcome | protocol.Told):
            for notice in message.notices:
                number = notice["number"]
                if number > last + 1:
                    yield f"after notice {last} came {number}"
                last = max(last, number)
                if notice != (right := story.notice(client, number)):
                    yield f"told {notice}, and what happened is {right}"
            if message.number != last:
                yield f"told up to {last}, and then that it was up to {message.number}"
            moments = story.moments.get((client.seat, last), [])
            # Who comes back as the last one to look may be told the rest after the others.
            looks = story.pauses_at(client.seat, last) and not message.legal
            if message.more and not looks:
                yield f"after notice {last} there was nothing to look at, unlike {message} says"
            elif not looks and last and not any(shows(message, moment) for moment in moments):
                yield f"after notice {last} the table was not as {message} says"
    if client.seat is not None and last != len(story.notices[client.seat]):
        yield f"told up to {last} of {len(story.notices[client.seat])} notices"


def is_kept_out(message: protocol.ServerMessage | protocol.ClientMessage) -> bool:
    """Whether it ends a connection for good; who is sent away may come back."""
    return (
        isinstance(message, protocol.Refused) and message.id is None and message.code != COME_BACK
    )


def shows(message: protocol.Welcome | protocol.Told, moment: Moment) -> bool:
    legal = [choice.text for choice in message.legal]
    return (
        (message.to_act, message.can_undo) == (moment.to_act, moment.can_undo)
        and legal in ([], moment.legal)
        and (message.view is None or in_english(message.view) == moment.view)
    )


def in_english(view: dict[str, Any]) -> dict[str, Any]:
    """A view with the names that the log has; no person here is called like a bot."""
    english = {name_in("it", name): name for name in NAMES}
    return {**view, "players": [english.get(name, name) for name in view.get("players", ())]}


def frames(client: Witness) -> Iterable[protocol.ClientMessage | protocol.ServerMessage]:
    for line in client.lines:
        way, frame = line[:2], line[2:]
        yield protocol.decode_client(frame) if way == SENT else protocol.decode_server(frame)


def sent(client: Witness) -> Iterable[protocol.ClientMessage]:
    return (protocol.decode_client(line[2:]) for line in client.lines if line[:2] == SENT)


def received(client: Witness) -> Iterable[protocol.ServerMessage]:
    return (protocol.decode_server(line[2:]) for line in client.lines if line[:2] == RECEIVED)


Query = Callable[[str], Sequence[Sequence[str]]]  # rows for an SQL statement


def in_file(file: Path) -> Query:
    """Asks a store in a file, by nothing of the server's own."""

    def query(sql: str) -> list[Sequence[str]]:
        sql = sql.replace("FROM entries", "FROM log")  # some may not be sorted in yet
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as store:
            return store.execute(sql).fetchall()

    return query


def stored(query: Query, table: str) -> dict[str, list[Entry]]:
    """The logs of all matches at a table, in their order."""
    matches = query(f"SELECT match FROM matches WHERE place = '{table}' ORDER BY begun")
    bodies = "SELECT body FROM entries WHERE match = '{}' ORDER BY number"
    return {
        match: [decode_entry(body) for (body,) in query(bodies.format(match))]
        for (match,) in matches
    }
