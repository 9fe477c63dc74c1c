"""Playing at a live table from a program.

`join` is enough: it takes a seat and plays it with a function that gets a turn, as any bot does.
`open_table`, `take_seat` and `play_now` give a `Seat`, `play` plays it, `watch` watches. The client
reconnects by itself after a lost connection or a restart of the server; a move without an answer is
sent again and happens once. `Connection` is for clients that do more than answer; `Standing` keeps
the state of the table for them.
"""

from settebello.client.address import Address, read_link
from settebello.client.connection import Connection, Lost, new_id
from settebello.client.errors import ClientError
from settebello.client.playing import join, play, watch
from settebello.client.seats import (
    Seat,
    TableSummary,
    fetch_log,
    fetch_record,
    fetch_review,
    fetch_seat_record,
    open_table,
    play_now,
    take_seat,
)
from settebello.client.standing import MatchResult, Standing, view_of
from settebello.registry import printable

__all__ = [
    "Address",
    "ClientError",
    "Connection",
    "Lost",
    "MatchResult",
    "Seat",
    "Standing",
    "TableSummary",
    "fetch_log",
    "fetch_record",
    "fetch_review",
    "fetch_seat_record",
    "join",
    "new_id",
    "open_table",
    "play",
    "play_now",
    "printable",
    "read_link",
    "take_seat",
    "view_of",
    "watch",
]
