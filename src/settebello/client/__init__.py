"""Playing at a live table from a program.

`join` is enough: it takes a seat and plays it with a function that is given a turn, as any bot is.
`open_table` and `take_seat` give a `Seat`, `play` plays it, `watch` looks on. A lost connection, or
a server that starts again, is waited for; a move that was not answered is sent again and happens
once. Below that is the `Connection`, for clients that do more than answer, and the `Standing` that
they keep of the table.
"""

from settebello.client.address import Address, read_link
from settebello.client.connection import Connection, Lost, new_id
from settebello.client.errors import ClientError, printable
from settebello.client.playing import join, play, watch
from settebello.client.seats import Seat, TableSummary, fetch_record, open_table, take_seat
from settebello.client.standing import MatchResult, Standing, view_of

__all__ = [
    "Address",
    "ClientError",
    "Connection",
    "Lost",
    "MatchResult",
    "Seat",
    "Standing",
    "TableSummary",
    "fetch_record",
    "join",
    "new_id",
    "open_table",
    "play",
    "printable",
    "read_link",
    "take_seat",
    "view_of",
    "watch",
]
