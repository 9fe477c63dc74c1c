"""The limits of a server, on everything that comes from outside, and its waiting times."""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import inf

from settebello.table.driver import ENTRIES


@dataclass(frozen=True, slots=True)
class Settings:
    """The limits. The defaults are for a public server; tests and benchmarks use others."""

    # Connections.
    sockets: int = 12_000  # open connections of all kinds
    sockets_by_address: int = 100  # ten times as many from local networks, which many may share
    connections: int = 10_000  # to tables
    connections_by_address: int = 20
    connections_by_private_address: int = 200  # a whole class may sit behind one router
    connections_by_seat: int = 4
    relays: int = 5_000  # connections to other nodes, for clients of their tables
    hello_seconds: float = 5.0  # from the handshake to the first message
    ping_seconds: float = 20.0  # from one ping to the next
    pong_seconds: float = 20.0  # for the answer to a ping
    origins: tuple[str, ...] = ()  # besides the server's own

    # Messages from a client: so many a second, and so many at once.
    messages_a_second: float = 20.0
    messages_at_once: int = 40
    warnings: int = 5  # refusals for speed before the connection is closed
    lines_a_second: float = 0.5  # of chat, by player
    lines_at_once: int = 5
    emotes_a_second: float = 0.25  # by player
    emotes_at_once: int = 4

    # What waits for a client that does not read, and for how long.
    outbox_bytes: int = 256 * 1024
    blocked_seconds: float = 10.0

    # HTTP: requests and handshakes by address, and tables that one address opens.
    requests_a_second: float = 10.0
    requests_at_once: int = 300  # a class behind one router comes all at once
    tables_a_minute: float = 10.0
    tables_at_once: int = 100  # everybody sits at one of their own at first
    codes_a_minute: float = 10.0  # tries of codes, by address
    codes_at_once: int = 10
    reports_a_minute: float = 2.0  # of players, by address
    reports_at_once: int = 10
    broadcasts_a_second: float = 2.0  # requests in the lobby of 66 that everybody there is told of
    broadcasts_at_once: int = 100  # a school class behind one router may come all at once
    body_bytes: int = 4096
    request_bytes: int = 16 * 1024  # with its headers
    request_seconds: float = 10.0  # for a request to come, and for it to be answered

    # Tables.
    tables: int = 50_000  # that are not over
    tables_by_address: int = 500  # that are not over, and were opened from one address
    loaded_tables: int = 20_000  # in memory
    seat_hold_seconds: float = 60.0  # a seat of 66 that was taken over HTTP waits for its client
    public_seat_seconds: float = 15.0  # before the match, for a stranger who is not connected
    open_hours: float = 24.0  # then a table whose match never began is closed
    entries: int = ENTRIES  # of a match; then it is closed
    rebuilds: int = 10_000  # tables being rebuilt at the same time, as after a restart
    sleep_seconds: float = 120.0  # then a table at which nothing happens sleeps: see sleeping.py
    unload_seconds: float = 300.0  # then a table that nobody is connected to is unloaded
    idle_days: float = 30.0  # then a match in which nobody does anything is closed
    sweep_seconds: float = 3600.0  # between two searches for tables to close

    # Bots that search think in processes of their own: see thinking.py.
    thinkers: int = 2  # processes
    thinking_waiting: int = 1_000  # decisions that wait for one of them
    thinking_seconds: float = 5.0  # for a decision
    thinking_megabytes: int = 512  # for a process, on top of what it has when it begins
    reviews: int = 50  # of past matches, under way at the same time
    reviews_by_address: int = 5  # ten times as many from local networks
    review_moves: int = 1_000  # of the seat that is looked at; a longer match gets no review
    review_worlds: int = 200  # for a decision, at most
    review_seconds: float = 30.0  # for a decision
    looks_a_second: float = 2.0  # at what could be known at a step, by address
    looks_at_once: int = 20
    records_a_second: float = 5.0  # seat records for programs that search, by address
    records_at_once: int = 100

    # When the server is not ready.
    stalled_seconds: float = 15.0  # for a commit, and for housekeeping that is late
    disk_reserve: int = 256 * 1024 * 1024  # bytes that must be free where the store is

    stop_seconds: float = 5.0  # for connections to end when the server stops

    contact: str = ""  # how players reach the host, in the host's own words
    dev: bool = False  # for authors of games, on this machine only: see dev.py
    language: str = "en"  # of what it prints for them

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if type(value) in (int, float) and not 0 < value < inf:
                raise ValueError(f"The limit '{field.name}' is a number above 0, not {value}.")
