"""Players of 66 who come to a server and go, and all that each of them is told."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event
from typing import Any

import pytest

from dialects.guests import NONSENSE, PATIENCE, Guest, Message, message
from live import Server
from settebello.store.sqlite import StoreFile


class Company:
    """Everybody who has come; they all leave in the end."""

    def __init__(self, server: Server, path: str = "/66") -> None:
        self.server = server
        self._path = path
        self._guests: list[Guest] = []

    def comes(self, name: str = "", path: str = "") -> Guest:
        """Somebody connects, and registers if they have a name; all have read what was sent."""
        guest = Guest(self.server, name, path or self._path)
        self._guests.append(guest)
        self.receive_everything()
        return guest

    def returns(self, known: Guest, path: str = "") -> Guest:
        """A known player connects, and signs in."""
        guest = self.comes(path=path)
        guest.name, guest.secret = known.name, known.secret
        guest.send("ListSuspendedGames", playerSecret=known.secret)
        guest.receive_a("SuspendedGames")
        self.receive_everything()
        return guest

    def game_of(self, *guests: Guest) -> int:
        """A game that the first of them has created, and the others have joined."""
        guests[0].send("CreateGame", playerSecret=guests[0].secret)
        number: int = guests[0].receive_a("JoinedGame")["gameId"]
        for guest in guests[1:]:
            guest.send("JoinGame", gameId=number, playerSecret=guest.secret)
            assert guest.receive_a("JoinedGame") == message("JoinedGame", gameId=number)
        self.receive_everything()
        return number

    def receive_everything(self) -> None:
        for guest in self._guests:
            everything(guest)

    def forget(self, guest: Guest) -> None:
        """They lose their connection."""
        self._guests.remove(guest)
        guest.close()

    def loses(self, guest: Guest) -> dict[int, list[Message]]:
        """They lose their connection: what the others receive, by the order they came in."""
        self.forget(guest)
        return {n: until_offline(other) for n, other in enumerate(self._guests)}

    def close(self) -> None:
        """All leave, and the server has noticed it."""
        for guest in self._guests:
            guest.close()
        while True:
            last = Guest(self.server, path=self._path)
            online, opened = last.receive(), last.receive()
            last.close()
            if not (online["nameById"] or opened["games"]):
                return


@contextmanager
def company(server: Server, path: str = "/66") -> Iterator[Company]:
    """Those who come to a server, at one of its dialects."""
    people = Company(server, path)
    try:
        yield people
    finally:
        people.close()


@contextmanager
def slow_store(
    monkeypatch: pytest.MonkeyPatch, append: Callable[..., None] = StoreFile.append
) -> Iterator[Event]:
    """Nothing is stored before the event is set."""
    may_store = Event()

    def wait(*given: Any) -> None:
        may_store.wait(PATIENCE)
        append(*given)

    with monkeypatch.context() as patch:
        patch.setattr(StoreFile, "append", wait)
        yield may_store


def until_offline(guest: Guest) -> list[Message]:
    """What they receive until somebody is not online any more."""
    received: list[Message] = []
    while not received or received[-1].get("isOnline", True):
        received.append(guest.receive())
    return received


def first_words(guest: Guest) -> tuple[Message, Message]:
    """What they were told when they came: who is here, and which games are open."""
    online, opened, *_ = (told for direction, told in guest.transcript if direction == "<")
    return online, opened


def everything(guest: Guest) -> list[Message]:
    """All that has been sent to them and not been read yet."""
    guest.socket.send(json.dumps({"type": NONSENSE}))
    received: list[Message] = []
    while True:
        told = guest.receive()
        if told == {**told, "type": "Failure", "command": NONSENSE}:
            guest.transcript.pop()
            return received
        received.append(told)


def answer(guest: Guest, type: str, **fields: Any) -> Message:
    """What they are told when they have sent this; it is one message."""
    guest.send(type, **fields)
    told = guest.receive()
    assert everything(guest) == []
    return told


def failure(guest: Guest, type: str, **fields: Any) -> str:
    """The reason for which a message is refused, or an empty text; a sentence says why."""
    told = answer(guest, type, **fields)
    assert told.pop("type") == "Failure"
    assert told.pop("command") == type
    assert told.pop("message").endswith(".")
    reason = told.pop("errorReason", "")
    assert not told
    return str(reason)
