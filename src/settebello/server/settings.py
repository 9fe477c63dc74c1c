"""What a server allows, and how long it waits: every limit on what comes from outside."""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import inf


@dataclass(frozen=True, slots=True)
class Settings:
    """The defaults are for a public server; a test or a benchmark asks for others."""

    # Connections.
    sockets: int = 12_000  # open connections of all kinds
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
    requests_at_once: int = 60
    tables_a_minute: float = 10.0
    tables_at_once: int = 20
    codes_a_minute: float = 10.0  # that one address tries
    codes_at_once: int = 10
    body_bytes: int = 4096
    request_bytes: int = 16 * 1024  # with its headers
    request_seconds: float = 10.0  # for a request to come, and for it to be answered

    # Tables.
    tables: int = 50_000  # that are not over
    loaded_tables: int = 20_000  # in memory
    open_hours: float = 24.0  # a table that was opened and never began is closed after them
    put_away_seconds: float = 300.0  # a table without anybody leaves the memory after them

    stop_seconds: float = 5.0  # for connections to end when the server stops

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if not isinstance(value, tuple) and not 0 < value < inf:
                raise ValueError(f"The limit '{field.name}' is a number above 0, not {value}.")
