"""A server that is killed, stopped or frozen in the middle of matches loses nothing."""

from __future__ import annotations

import json
import random
import re
import socket
from collections import deque
from collections.abc import Callable
from functools import cache
from pathlib import Path
from signal import Signals
from typing import Any

import msgspec
import pytest

from live import Connection, Server, serving
from server.crashes import drill
from server.verdict import RECEIVED, SENT, Case, Witness, complaints
from settebello import games
from settebello.luck import Seeded
from settebello.table import protocol
from settebello.table.entries import Entry, MoveEntry, OpenEntry, decode_entry, encode_entry
from settebello.table.table import Table
from settebello.table.wording import add_words

# Drills: many clients, at random.


@pytest.mark.parametrize("seed", [1, 2])
def test_ten_kills_lose_nothing_and_do_nothing_twice(seed: int, tmp_path: Path) -> None:
    done = drill(tmp_path, 10, seed)
    assert done.kills == 10
    assert done.matches >= 4


def test_a_server_that_is_asked_to_stop_ends_well_and_loses_nothing(tmp_path: Path) -> None:
    assert drill(tmp_path, 3, 3, Signals.SIGTERM).kills == 3


# One thing at a time.


def test_a_server_that_is_asked_to_stop_as_soon_as_it_is_open_stops(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        assert server.stop() == 0


def table_of_66(server: Server) -> list[protocol.Hello]:
    """A table of Ann and Bea, at play: how each of them comes to it."""
    opened = server.open_table("sixty_six", seats=2, absence="wait")
    taken = server.sit(opened["table"], opened["invite"], "Bea")
    server.begin(opened["table"], opened["secret"])
    return [protocol.Hello(opened["table"], each["secret"]) for each in (opened, taken)]


def receive_first_turn(ann: Connection, bea: Connection) -> tuple[int, protocol.Move]:
    """The seat that is to act and a move for it, when the other has acknowledged all."""
    welcome = ann.receive_a(protocol.Welcome)
    bea.receive_a(protocol.Welcome)
    (seat,) = welcome.to_act
    (ann, bea)[1 - seat].send(protocol.Ack(welcome.number))
    turn = (ann, bea)[seat].receive_a(protocol.Told)
    assert [choice.text for choice in turn.legal] == ["deck", "stop"]
    return seat, protocol.Move("first", turn.number, "deck")


def receive_reply(connection: Connection, id: str) -> protocol.Answer | protocol.Refused:
    while True:
        message = connection.receive()
        if isinstance(message, protocol.Answer | protocol.Refused) and message.id == id:
            return message


def welcomed(server: Server, hello: protocol.Hello) -> protocol.Welcome:
    with Connection(server, hello) as connection:
        message = connection.receive()
    assert isinstance(message, protocol.Welcome)
    return message


def test_a_server_that_was_frozen_does_what_was_asked_meanwhile(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        hellos = table_of_66(server)
        ann, bea = (Connection(server, hello) for hello in hellos)
        with ann, bea:
            seat, move = receive_first_turn(ann, bea)
            mover, other = (ann, bea)[seat], (ann, bea)[1 - seat]
            server.process.send_signal(Signals.SIGSTOP)
            mover.send(move)
            other.socket.socket.shutdown(socket.SHUT_RDWR)
            server.process.send_signal(Signals.SIGCONT)
            assert receive_reply(mover, "first") == protocol.Answer("first")
        back = welcomed(server, msgspec.structs.replace(hellos[1 - seat], seen=move.after))
        assert [notice["event"] for notice in back.notices] == ["DeckCardTaken"]


def test_what_was_acknowledged_before_a_stop_is_not_told_again(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        hello = table_of_66(server)[0]
        with Connection(server, hello) as ann:
            first = ann.receive_a(protocol.Welcome)
            assert "FirstTwoSeen" in [notice["event"] for notice in first.notices[:-1]]
            ann.send(protocol.Ack(first.number - 1))
            ann.send(protocol.Resume("read"))
            receive_reply(ann, "read")
        assert server.stop() == 0
        server.start()
        again = welcomed(server, hello)
        assert (again.number, again.notices) == (first.number, first.notices[-1:])


def test_what_was_acknowledged_before_a_move_is_not_told_again_after_a_crash(
    tmp_path: Path,
) -> None:
    with serving(tmp_path) as server:
        hellos = table_of_66(server)
        ann, bea = (Connection(server, hello) for hello in hellos)
        with ann, bea:
            seat, move = receive_first_turn(ann, bea)
            (ann, bea)[seat].send(move)
            assert receive_reply((ann, bea)[seat], "first") == protocol.Answer("first")
        server.kill()
        server.start()
        for hello in hellos:
            back = welcomed(server, hello)
            told = [(notice["number"], notice["event"]) for notice in back.notices]
            assert told == [(move.after + 1, "DeckCardTaken")]


def test_what_was_answered_before_a_rematch_is_answered_again_after_a_crash(
    tmp_path: Path,
) -> None:
    with serving(tmp_path) as server:
        opened = server.open_table("scopa", seats=2, options={"target": 1})
        hello = protocol.Hello(opened["table"], opened["secret"])
        server.begin(hello.table, opened["secret"], fill="random")
        asked: list[protocol.Move | protocol.Rematch] = []
        with Connection(server, hello) as ann:
            over = False
            while not over:
                message = ann.receive()
                if isinstance(message, protocol.Welcome | protocol.Told):
                    number, over = message.number, not message.to_act
                    ann.send(protocol.Ack(number))
                    if message.legal:
                        asked.append(protocol.Move(str(number), number, message.legal[0].text))
                        ann.send(asked[-1])
            asked.append(protocol.Rematch("more"))
            ann.send(asked[-1])
            assert receive_reply(ann, "more") == protocol.Answer("more")
        server.kill()
        server.start()
        with Connection(server, hello) as ann:
            for again in asked[-2:]:
                ann.send(again)
                assert receive_reply(ann, again.id) == protocol.Answer(again.id)


# The verdict itself: it finds nothing at an honest table, and every lie.


class Tab:
    """A client at a table in this process."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.language: str | None = "en"
        self.views = True
        self.lines: list[str] = []

    def send(self, *messages: protocol.ServerMessage) -> None:
        self.lines += [RECEIVED + protocol.encode(message) for message in messages]

    def close(self, code: str) -> None:
        raise AssertionError(code)


@cache
def honest() -> Case:
    """A match of 66, with a pause and a spectator."""
    opened = OpenEntry("table", "sixty_six", games()["sixty_six"].VERSION, 2, absence="wait")
    table = Table(opened, lambda: "match", lambda: Seeded(1))
    entries: list[Entry] = []
    unread: deque[tuple[Any, protocol.ServerMessage]] = deque()
    tabs, chance = [Tab(0), Tab(1), Tab(None)], random.Random(1)

    def pump() -> None:
        while output := table.drain():
            entries.extend(each.entry for each in output.entries)
            if output.stores:
                table.stored(0.0)
            for tab, message in output.messages:
                add_words(table.state, tab, message)
                tab.send(message)
                unread.append((tab, message))

    def send(tab: Tab, message: protocol.ClientMessage) -> None:
        tab.lines.append(SENT + protocol.encode(message))
        if isinstance(message, protocol.Hello):
            table.join(tab, message.seen, 0.0)
        else:
            table.on_message(tab, message, 0.0)
        pump()

    table.sit("Ann", "a")
    table.sit("Bea", "b")
    pump()
    table.start(0.0)
    pump()
    for tab in tabs:
        send(tab, protocol.Hello("table"))
    send(tabs[0], protocol.Pause("0.pause"))
    send(tabs[0], protocol.Resume("0.resume"))
    while unread:
        tab, message = unread.popleft()
        if tab.seat is not None and isinstance(message, protocol.Welcome | protocol.Told):
            if message.legal:
                move = chance.choice(message.legal).text
                send(tab, protocol.Move(f"{tab.seat}.{message.number}", message.number, move))
            elif message.notices:
                send(tab, protocol.Ack(message.number))
    assert table.match is not None
    clients = [Witness(tab.seat, tab.language, tab.lines) for tab in tabs]
    return Case("table", clients, {"match": entries}, {"match": table.match.record()})


Frame = dict[str, Any]


def received_again(client: int, kind: str, change: Callable[[Frame], Frame | None]) -> Case:
    """The case, if a client had received something else in the middle: a frame of this kind."""
    case = honest()
    witness = case.clients[client]
    received = [n for n, line in enumerate(witness.lines) if f'< {{"type":"{kind}"' in line]
    at = received[len(received) // 2]
    frame = change(json.loads(witness.lines[at][2:]))
    new = [] if frame is None else [RECEIVED + json.dumps(frame)]
    lines = [*witness.lines[:at], *new, *witness.lines[at + 1 :]]
    clients = case.clients[:]
    clients[client] = witness._replace(lines=lines)
    return case._replace(clients=clients)


def restored(change: Callable[[list[Entry]], object]) -> Case:
    """The case, if the store had another log."""
    case = honest()
    entries = [decode_entry(encode_entry(entry)) for entry in case.logs["match"]]
    change(entries)
    return case._replace(logs={"match": entries})


def moves_of(entries: list[Entry], seat: int) -> list[MoveEntry]:
    return [entry for entry in entries if isinstance(entry, MoveEntry) and entry.seat == seat]


def lost(frame: Frame) -> None:
    return None


def without_notices(frame: Frame) -> Frame:
    return {**frame, "notices": []}


def with_notice(**changed: Any) -> Callable[[Frame], Frame]:
    return lambda frame: {**frame, "notices": [{**frame["notices"][0], **changed}]}


def with_id(id: str) -> Callable[[list[Entry]], None]:
    """Another id for the second move of seat 0."""

    def change(entries: list[Entry]) -> None:
        moves_of(entries, 0)[1].id = id or moves_of(entries, 0)[0].id

    return change


def doubled(entries: list[Entry]) -> None:
    at = entries.index(moves_of(entries, 0)[0])
    entries.insert(at, entries[at])


def nobodys(entries: list[Entry]) -> None:
    moves_of(entries, 0)[1].id = ""


def seen_before(frame: Frame) -> Frame:
    return {**frame, "notices": [{**notice, "number": 0} for notice in frame["notices"]]}


LIES: dict[str, tuple[Callable[[], Case], str]] = {
    "a lost frame": (lambda: received_again(0, "Told", lost), "after notice"),
    "a lost notice": (lambda: received_again(0, "Told", without_notices), "told up to"),
    "a lost frame of a spectator": (lambda: received_again(2, "Told", lost), "after notice"),
    "a changed notice": (
        lambda: received_again(1, "Told", with_notice(seat=9)),
        "what happened is",
    ),
    "a changed sentence": (
        lambda: received_again(1, "Told", with_notice(text="")),
        "what happened is",
    ),
    "a changed spectator": (
        lambda: received_again(2, "Told", with_notice(seat=9)),
        "what happened is",
    ),
    "another view": (lambda: received_again(0, "Told", lambda f: {**f, "view": {}}), "was not as"),
    "others to act": (
        lambda: received_again(0, "Told", lambda f: {**f, "to_act": [7]}),
        "was not as",
    ),
    "another seat": (lambda: received_again(0, "Welcome", lambda f: {**f, "seat": 1}), "to seat 1"),
    "told again": (lambda: received_again(0, "Welcome", seen_before), "told again"),
    "kept out": (
        lambda: received_again(
            1, "Answer", lambda f: {"type": "Refused", "code": "closed", "text": ""}
        ),
        "kept out",
    ),
    "a missing answer": (lambda: received_again(0, "Answer", lost), "got no answer"),
    "a false refusal": (
        lambda: received_again(
            0, "Answer", lambda f: {**f, "type": "Refused", "code": "", "text": ""}
        ),
        "was refused",
    ),
    "a doubled move": (lambda: restored(doubled), "does not play out|2 times"),
    "a doubled id": (lambda: restored(with_id("")), "2 times"),
    "a move that was not stored": (lambda: restored(with_id("other")), "it is not stored"),
    "a move that nobody made": (lambda: restored(with_id("other")), "asked for is None"),
    "a move of a person by itself": (lambda: restored(nobodys), "is a person"),
    "a match without an end": (lambda: restored(lambda entries: entries.pop()), "is not over"),
    "another record": (lambda: honest()._replace(records={}), "another record"),
}


def test_the_verdict_on_an_honest_table_is_good() -> None:
    case = honest()
    assert complaints(case) == []
    assert len(case.logs["match"]) > 20


@pytest.mark.parametrize("lie", LIES)
def test_the_verdict_finds_a_lie(lie: str) -> None:
    falsified, complaint = LIES[lie]
    assert [found for found in complaints(falsified()) if re.search(complaint, found)]
