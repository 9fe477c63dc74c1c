"""Three clients in a game of 66, and what is said between them and the server, in its order."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from dialects.guests import Guest, Message, at_last, game_of
from live import Server

NAMES = ("Ann", "Bea", "Cal")
ANN, BEA, CAL = range(3)

Move = tuple[int, str, dict[str, Any]]


class Said(NamedTuple):
    """What one client says."""

    seat: int
    message: Message


class Told(NamedTuple):
    """What is told at once, by seat."""

    messages: dict[int, Message]


class Acked(NamedTuple):
    """Who then acknowledges."""

    seats: list[int]


Line = Said | Told | Acked


class Talk:
    """Three clients in a game. All that is said is kept in `lines`, in its order."""

    def __init__(self, server: Server, path: str, names: Sequence[str] = NAMES) -> None:
        self.lines: list[Line] = []
        self.guests = [Guest(server, name, path) for name in names]
        self.number = 0  # of the game
        # In the draft a message for one player alone is answered by their move.
        self._acks_alone = path == "/66"
        self._unheard: list[list[Message]] = [[] for _ in self.guests]

    def begin(self, start: str = "StartGame") -> int:
        """Create a game, start it and acknowledge that; returns its number."""
        seats = list(range(len(self.guests)))
        self.number = number = game_of(self.guests, start)
        self.lines = [
            Said(0, {"type": start}),
            Told({seat: {"type": "GameStarted", "gameId": number} for seat in seats}),
            Acked(seats),
        ]
        return number

    def say(self, seat: int, type: str, **fields: Any) -> None:
        self.lines.append(Said(seat, {"type": type, **fields}))
        self.guests[seat].say(type, **fields)

    def hear(self) -> dict[int, Message]:
        """What is told next, to all who are told it at once."""
        heard = at_last(self.heard_now)
        for seat, message in self.heard_now(but=heard).items():  # who was asked too early
            heard[seat] = message
        self.lines.append(Told(dict(sorted(heard.items()))))
        return heard

    def heard_now(self, but: Collection[int] = ()) -> dict[int, Message]:
        """What each has been told by now: nobody anything as long as the table waits."""
        heard: dict[int, Message] = {}
        for seat, guest in enumerate(self.guests):
            unheard = self._unheard[seat]
            unheard += guest.has_heard_all()
            if unheard and seat not in but:
                heard[seat] = unheard.pop(0)
        return heard

    def ack(self, *seats: int) -> None:
        """These acknowledge, and when it returns the server has heard it."""
        self.lines.append(Acked(list(seats)))
        for seat in seats:
            self.guests[seat].ack()
            self._unheard[seat] += self.guests[seat].has_heard_all()

    def go_on(self) -> dict[int, Message]:
        """Hear and acknowledge until a move is waited for; returns what was told last."""
        heard = self.hear()
        while True:
            if len(heard) > 1 or self._acks_alone:
                self.ack(*(seat for seat in sorted(heard) if is_acked(seat, heard[seat])))
            now = self.heard_now()
            if not now:
                return heard
            heard = now
            self.lines.append(Told(heard))

    def play(self, *moves: Move) -> None:
        for seat, type, fields in moves:
            self.say(seat, type, **fields)
            self.go_on()

    def close(self) -> None:
        for guest in self.guests:
            guest.close()


def is_acked(seat: int, message: Message) -> bool:
    """A return is acknowledged by the one who returns, when the page is there; all else by all."""
    return bool(message["type"] != "PlayerRejoined" or message["playerIndex"] == seat)


@contextmanager
def talking(server: Server, path: str, names: Sequence[str] = NAMES) -> Iterator[Talk]:
    talk = Talk(server, path, names)
    try:
        yield talk
    finally:
        talk.close()
