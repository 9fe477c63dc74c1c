"""Three clients in a game of 66, and what they and the server send, in its order."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from dialects.guests import Guest, Message, at_last, game_of
from live import Server

NAMES = ("Ann", "Bea", "Cal")
ANN, BEA, CAL = range(3)

Move = tuple[int, str, dict[str, Any]]


class Sent(NamedTuple):
    """What one client sends."""

    seat: int
    message: Message


class Told(NamedTuple):
    """What is told at once, by seat."""

    messages: dict[int, Message]


class Acked(NamedTuple):
    """Who then acknowledges."""

    seats: list[int]


Line = Sent | Told | Acked


class Conversation:
    """Three clients in a game. All that is sent is kept in `lines`, in its order."""

    def __init__(self, server: Server, path: str, names: Sequence[str] = NAMES) -> None:
        self.lines: list[Line] = []
        self.guests = [Guest(server, name, path) for name in names]
        self.number = 0  # of the game
        # In the draft a message for one player alone is answered by their move.
        self._acks_alone = path == "/66"
        self._unread: list[list[Message]] = [[] for _ in self.guests]

    def begin(self, start: str = "StartGame") -> int:
        """Create a game, start it and acknowledge that; returns its number."""
        seats = list(range(len(self.guests)))
        self.number = number = game_of(self.guests, start)
        self.lines = [
            Sent(0, {"type": start}),
            Told({seat: {"type": "GameStarted", "gameId": number} for seat in seats}),
            Acked(seats),
        ]
        return number

    def send(self, seat: int, type: str, **fields: Any) -> None:
        self.lines.append(Sent(seat, {"type": type, **fields}))
        self.guests[seat].send(type, **fields)

    def receive(self) -> dict[int, Message]:
        """What is told next, to all who are told it at once."""
        received = at_last(self.received_now)
        for seat, message in self.received_now(but=received).items():  # who was asked too early
            received[seat] = message
        self.lines.append(Told(dict(sorted(received.items()))))
        return received

    def received_now(self, but: Collection[int] = ()) -> dict[int, Message]:
        """What each has been told by now: nobody anything as long as the table waits."""
        received: dict[int, Message] = {}
        for seat, guest in enumerate(self.guests):
            unread = self._unread[seat]
            unread += guest.receive_pending()
            if unread and seat not in but:
                received[seat] = unread.pop(0)
        return received

    def ack(self, *seats: int) -> None:
        """These acknowledge, and when it returns the server has read it."""
        self.lines.append(Acked(list(seats)))
        for seat in seats:
            self.guests[seat].ack()
            self._unread[seat] += self.guests[seat].receive_pending()

    def go_on(self) -> dict[int, Message]:
        """Receive and acknowledge until a move is waited for; returns what was told last."""
        received = self.receive()
        while True:
            if len(received) > 1 or self._acks_alone:
                self.ack(*(seat for seat in sorted(received) if is_acked(seat, received[seat])))
            now = self.received_now()
            if not now:
                return received
            received = now
            self.lines.append(Told(received))

    def play(self, *moves: Move) -> None:
        for seat, type, fields in moves:
            self.send(seat, type, **fields)
            self.go_on()

    def close(self) -> None:
        for guest in self.guests:
            guest.close()


def is_acked(seat: int, message: Message) -> bool:
    """A return is acknowledged by the one who returns, when the page is there; all else by all."""
    return bool(message["type"] != "PlayerRejoined" or message["playerIndex"] == seat)


@contextmanager
def conversing(server: Server, path: str, names: Sequence[str] = NAMES) -> Iterator[Conversation]:
    conversation = Conversation(server, path, names)
    try:
        yield conversation
    finally:
        conversation.close()
