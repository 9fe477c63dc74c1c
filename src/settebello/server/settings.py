"""What a server allows, and how long it waits: every limit on what comes from outside."""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import inf

from settebello.table.driver import ENTRIES


@dataclass(frozen=True, slots=True)
class Settings:
    """The defaults are for a public server; a test or a benchmark asks for others."""

    # Connections.
    sockets: int = 12_000  # open connections of all kinds
    sockets_by_address: int = 100  # from near ones, which may be of many people, ten times as many
    connections: int = 10_000  # to tables
    connections_by_address: int = 20
    connections_by_private_address: int = 200  # a whole class may sit behind one router
    connections_by_seat: int = 4
    hello_seconds: float = 5.0  # from the handshake to the first message
    ping_seconds: float = 20.0
    origins: tuple[str, ...] = ()  # besides the server's own

    # Messages from a client: so many a second, and so many at once.
    messages_a_second: float = 20.0
    messages_at_once: int = 40
    warnings: int = 5  # refusals for speed before the connection is closed
    lines_a_second: float = 0.5  # that a player writes to the others
    lines_at_once: int = 5

    # What waits for a client that does not read, and for how long.
    outbox_bytes: int = 256 * 1024
    blocked_seconds: float = 10.0

    # HTTP: requests and handshakes by address, and tables that one address opens.
    requests_a_second: float = 10.0
    requests_at_once: int = 300  # a class behind one router comes all at once
    tables_a_minute: float = 10.0
    tables_at_once: int = 100  # everybody sits at one of their own at first
    codes_a_minute: float = 10.0  # that one address tries
    codes_at_once: int = 10
    broadcasts_a_second: float = 2.0  # messages and seats of 66 that all there are told of
    broadcasts_at_once: int = 100
    body_bytes: int = 4096
    request_bytes: int = 16 * 1024  # with its headers
    request_seconds: float = 10.0  # for a request to come, and for it to be answered

    # Tables.
    tables: int = 50_000  # that are not over
    tables_by_address: int = 500  # that are not over, and were opened from one address
    loaded_tables: int = 20_000  # in memory
    seat_hold_seconds: float = 60.0  # a seat of 66 that was taken over HTTP waits for its client
    open_hours: float = 24.0  # a table that was opened and never began is closed after them
    entries: int = ENTRIES  # of a match; then it is given up
    rebuilds: int = 10_000  # brought back from the store at once, as after a restart
    unload_seconds: float = 300.0  # a table without anybody leaves the memory after them
    idle_days: float = 30.0  # a match in which nobody does anything is closed after them
    sweep_seconds: float = 3600.0  # from one search for tables to close to the next

    # When the server is not ready.
    stalled_seconds: float = 15.0  # for a commit, and for housekeeping that is late
    disk_reserve: int = 256 * 1024 * 1024  # bytes that are to be free where the store is

    stop_seconds: float = 5.0  # for connections to end when the server stops

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if not isinstance(value, tuple) and not 0 < value < inf:
                raise ValueError(f"The limit '{field.name}' is a number above 0, not {value}.")
