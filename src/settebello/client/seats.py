"""Seats at tables: a table is opened, a seat is taken, kept in a file and given back."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from settebello.client.address import Address, read_link, read_table
from settebello.client.errors import ClientError
from settebello.client.http import request
from settebello.rejection import RejectionCode
from settebello.table import protocol

T = TypeVar("T")

PRIVATE = 0o600


class Opened(msgspec.Struct):
    """The server's answer to opening a table."""

    table: str
    seat: int
    secret: str
    invite: str


class Taken(msgspec.Struct):
    """The server's answer to taking a seat."""

    seat: int
    secret: str = ""


class Found(msgspec.Struct):
    """The server's answer to somebody who wants to play now."""

    table: str
    seat: int
    secret: str


class Noted(msgspec.Struct):
    """The server's answer to a report."""

    text: str


class TableSummary(msgspec.Struct):
    """The state of a table, who sits there, which seat is the host's, and who play together."""

    table: str
    match: str
    game: str
    phase: protocol.Phase
    listed: bool
    options: dict[str, Any]
    seats: list[protocol.SeatInfo]
    host: int | None
    teams: tuple[tuple[int, ...], ...] = ()


class Seat(msgspec.Struct):
    """A seat at a table, with the secret that proves it.

    It is plain data, also as JSON, so that a program can come back to its seat. It has all notices
    of this match, since they are not told again. Keep it like a password. What the server refuses
    raises ClientError.
    """

    server: str
    table: str
    seat: int
    name: str
    secret: str
    invite: str = ""
    match: str = ""
    seen: int = 0  # the number of the last notice
    notices: list[protocol.Notice] = []

    def __repr__(self) -> str:
        return f"Seat({self.server!r}, table={self.table!r}, seat={self.seat}, name={self.name!r})"

    @property
    def link(self) -> str:
        """The link to send to friends, so that they can sit down too."""
        return Address(self.server, self.table, self.invite).link

    def save(self, file: str | Path) -> None:
        """Write it to a file that only its owner can read, replacing the file as a whole."""
        new = Path(f"{file}.new")
        new.unlink(missing_ok=True)
        with open(os.open(new, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE), "wb") as opened:
            opened.write(msgspec.json.encode(self))
        os.replace(new, file)

    @staticmethod
    def load(file: str | Path) -> Seat:
        """The seat of a file that `save` wrote; ClientError if there is none in it."""
        try:
            return msgspec.json.decode(Path(file).read_bytes(), type=Seat)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            raise ClientError(RejectionCode.BAD_FILE, file=str(file)) from None

    def info(self) -> TableSummary:
        """What the server says of the table now: who sits there, and whether it has begun."""
        return self._request("GET", "", TableSummary)

    def start(self, fill: str = "", language: str = "en") -> TableSummary:
        """Start the match, as the host; `fill` is the bot for the free seats.

        That is easy, medium, hard where the game has it, or random; bot means medium.
        """
        return self._request("POST", "/start", TableSummary, {"fill": fill}, language)

    def stand_up(self) -> TableSummary:
        """Free the seat, before the match begins."""
        return self._request("DELETE", f"/seats/{self.seat}", TableSummary)

    def record(self) -> dict[str, Any]:
        """The record of the match, when it is over."""
        return fetch_record(self.server, self.match or self.info().match, self.secret)

    def seat_record(self) -> dict[str, Any]:
        """What this seat knows when it is to move: see `fetch_seat_record`."""
        return fetch_seat_record(self.server, self.table, self.secret)

    def report(self, reason: str, seat: int | None = None, language: str = "en") -> str:
        """Report a player, or the table, to the host of the server; the answer says so.

        The reason is name, rude, stalling, cheating or other.
        """
        body = {"reason": reason, "seat": seat}
        return self._request("POST", "/reports", Noted, body, language).text

    def _request(
        self, method: str, path: str, answer: type[T], body: object = None, language: str = "en"
    ) -> T:
        path = f"/api/tables/{self.table}{path}"
        return request(self.server, method, path, answer, body, self.secret, language)


def fetch_record(server: str, match: str, secret: str = "", language: str = "en") -> dict[str, Any]:
    """The record of a match that is over; raises ClientError if it is not, or not for you."""
    path = f"/api/matches/{match}/record"
    return request(server, "GET", path, dict[str, Any], None, secret, language)


def fetch_log(server: str, table: str, secret: str = "", language: str = "en") -> dict[str, Any]:
    """The `match` that is being played, and `lines`: what this viewer has acknowledged of it."""
    path = f"/api/tables/{table}/log"
    return request(server, "GET", path, dict[str, Any], None, secret, language)


def fetch_seat_record(server: str, table: str, secret: str, language: str = "en") -> dict[str, Any]:
    """What a seat that is to move knows: the `match`, the `number` to answer, and the `record`.

    `Mind.follow` takes the record. Raises ClientError if it is not the seat's turn.
    """
    path = f"/api/tables/{table}/seat-record"
    return request(server, "GET", path, dict[str, Any], None, secret, language)


def fetch_review(
    server: str, match: str, seat: int, secret: str = "", language: str = "en"
) -> dict[str, Any]:
    """The review of a seat in a match that is over; the server begins it if there is none.

    Its `state` is working, done or failed; ask again every second or two until it is done. Then
    `review` has what docs/reference/review.md says. Raises ClientError if the server refuses.
    """
    path = f"/api/matches/{match}/review?language={language}"
    return request(server, "POST", path, dict[str, Any], {"seat": seat}, secret, language)


def open_table(server: str, game: str, name: str, *, language: str = "en", **wanted: Any) -> Seat:
    """Open a table and take its first seat: you are its host.

    Further arguments: `seats`, a number; `options`, a dictionary of house rules; `listed`, whether
    everybody may see it; `absence`, bot or wait, with `grace` in seconds; `clock`, in seconds.
    Raises ClientError if the server refuses.
    """
    address = read_link(server)
    body = {"game": game, "name": name, **wanted}
    opened = request(address.server, "POST", "/api/tables", Opened, body, language=language)
    return Seat(address.server, opened.table, opened.seat, name, opened.secret, opened.invite)


def play_now(server: str, game: str, name: str, *, language: str = "en", **wanted: Any) -> Seat:
    """A seat at a public table, to play with strangers: one that waits for players, or a new one.

    Further arguments: `seats`, a number; `wait`, the seconds until bots take the free seats, or
    None for people alone; `level`, how well those play. The match begins by itself. Raises
    ClientError if the server refuses.
    """
    address = read_link(server)
    body = {"game": game, "name": name, **wanted}
    found = request(address.server, "POST", "/api/play-now", Found, body, language=language)
    return Seat(address.server, found.table, found.seat, name, found.secret)


def take_seat(link: str, name: str, *, seat: int | None = None, language: str = "en") -> Seat:
    """Sit down at the table of a link; raises ClientError if the server refuses."""
    address = read_table(link)
    body = {"name": name, "seat": seat}
    path = f"/api/tables/{address.table}/seats"
    taken = request(address.server, "POST", path, Taken, body, address.invite, language)
    return Seat(address.server, address.table, taken.seat, name, taken.secret, address.invite)


def kept_seat(link: str, file: str | Path | None) -> Seat | None:
    """The seat that a program had at this table when it was run before."""
    if file is None or not Path(file).exists():
        return None
    seat, address = Seat.load(file), read_table(link)
    if (seat.server, seat.table) != (address.server, address.table):
        raise ClientError(RejectionCode.BAD_FILE, about="table", file=str(file))
    return seat
