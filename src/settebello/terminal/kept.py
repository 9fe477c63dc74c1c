"""Seats on servers that were taken before, each in a file."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

from settebello.client import Address, Seat
from settebello.store.data_folder import folder


def seat_file(server: str, table: str, seat: int | str) -> Path:
    place = re.sub(r"[^\w.-]", "_", server.partition("//")[2])
    return folder().parent / "seats" / f"{place}-{table}-{seat}.json"


def keep_seat(seat: Seat) -> None:
    file = seat_file(seat.server, seat.table, seat.seat)
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    seat.save(file)


def kept_seat(address: Address, name: str | None) -> Seat | None:
    """The seat that was taken at this table last, or the one under this name."""
    found: list[tuple[int, Seat]] = []
    with suppress(OSError):
        pattern = seat_file(address.server, address.table, "*")
        for file in pattern.parent.glob(pattern.name):
            with suppress(ValueError):
                found.append((file.stat().st_mtime_ns, Seat.load(file)))
    for _, seat in sorted(found, key=lambda kept: -kept[0]):
        same_table = (seat.server, seat.table) == (address.server, address.table)
        if same_table and (name is None or seat.name.casefold() == name.strip().casefold()):
            return seat
    return None


def forget_seat(seat: Seat) -> None:
    with suppress(OSError):
        seat_file(seat.server, seat.table, seat.seat).unlink()
