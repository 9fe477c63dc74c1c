"""A seat, or the place of a spectator, at a table on a server; and the seats that were kept."""

from __future__ import annotations

import random
import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from settebello.bots import Turn
from settebello.client import (
    Address,
    ClientError,
    Connection,
    Seat,
    fetch_log,
    fetch_record,
)
from settebello.store.data_folder import folder
from settebello.table import protocol
from settebello.terminal.commands import REMOTE
from settebello.terminal.inbox import Inbox
from settebello.terminal.seat import Request, TerminalSeat
from settebello.words.phrases import phrase


class RemoteSeat(TerminalSeat):
    """A connection to a table on a server. While it is entered, its messages go to the inbox."""

    help = REMOTE

    def __init__(self, address: Address, seat: Seat | None, language: str, inbox: Inbox) -> None:
        """Without a `seat` they watch."""
        super().__init__(language)
        self.server = address.server
        self._seat = seat
        self._secret = seat.secret if seat is not None else address.invite
        self._table = seat.table if seat is not None else address.table
        self._inbox = inbox
        self._connection = Connection(self.server, self._table, self._secret, language=language)
        if seat is not None and seat.invite:
            self.invitation = seat.link

    def __enter__(self) -> RemoteSeat:
        threading.Thread(target=self._listen, daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        self._connection.close()

    def _listen(self) -> None:
        try:
            for message in self._connection:
                self._inbox.put((self, message))
        except ClientError as error:
            self._inbox.put((self, error))

    def request(self, message: Request) -> None:
        self._connection.do(message)

    def shown(self) -> None:
        if self.standing.seat is not None:  # the others wait for this
            self._connection.ack(self.standing.number)

    def turn(self) -> Turn:
        # Without a mind: a hint must not know what its player has to remember.
        return self.standing.turn(random.Random())

    def log(self) -> list[protocol.Notice]:
        told = self.standing.notices
        first = told[0]["number"] if told else self.standing.number + 1
        earlier: list[protocol.Notice] = []  # what they were told before they came back
        with suppress(ClientError):
            log = fetch_log(self.server, self._table, self._secret, self.speaks)
            if log["match"] == self.standing.match:
                earlier = [line for line in log["lines"] if line["number"] < first]
        return earlier + told

    def record(self) -> Mapping[str, Any]:
        return fetch_record(self.server, self.standing.match, self._secret, self.speaks)

    def way_back(self) -> str | None:
        if self._seat is None or self.standing.phase in ("over", "closed"):
            return None
        return phrase(self.speaks, "come-back", link=Address(self.server, self._table).link)

    def hosts(self) -> bool:
        if self._seat is not None:
            with suppress(ClientError):
                now = self._seat.info()
                return now.phase == "open" and now.host == self._seat.seat
        return False

    def start(self, fill: str) -> None:
        if self._seat is not None:
            self._seat.start(fill, self.speaks)

    def forget(self) -> None:
        if self._seat is not None:
            with suppress(OSError):
                seat_file(self._seat.server, self._seat.table, self._seat.seat).unlink()
            self._seat = None


# Seats that were taken before are kept, each in a file.


def seat_file(server: str, table: str, seat: int | str) -> Path:
    place = re.sub(r"[^\w.-]", "_", server.partition("//")[2])
    return folder() / "seats" / f"{place}-{table}-{seat}.json"


def keep_seat(seat: Seat) -> None:
    file = seat_file(seat.server, seat.table, seat.seat)
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    seat.save(file)


def kept_seats(pattern: str = "*.json") -> Iterator[Seat]:
    """All seats that were kept in files of this pattern, the last one first."""
    found: list[tuple[int, Seat]] = []
    with suppress(OSError):
        for file in (folder() / "seats").glob(pattern):
            with suppress(ValueError):
                found.append((file.stat().st_mtime_ns, Seat.load(file)))
    for _, seat in sorted(found, key=lambda kept: -kept[0]):
        yield seat


def kept_seat(address: Address, name: str | None) -> Seat | None:
    """The seat that was taken at this table last, or the one under this name."""
    for seat in kept_seats(seat_file(address.server, address.table, "*").name):
        same_table = (seat.server, seat.table) == (address.server, address.table)
        if same_table and (name is None or seat.name.casefold() == name.strip().casefold()):
            return seat
    return None
