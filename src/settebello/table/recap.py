"""What a player who comes back has missed, in short: from the notices that they are told anyway."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from settebello.declared import log_mark, shown_in_log
from settebello.game import Game
from settebello.table import protocol

if TYPE_CHECKING:
    from settebello.table.seats import Listener
    from settebello.table.table import Table

BLINK = 3.0  # seconds: who was away for less has missed nothing, unless a bot has moved for them
MOST = 8  # lines
MOST_OWN = 4  # of them, of what a bot did for the player


def missed(
    table: Table, listener: Listener, notices: Sequence[protocol.Notice], now: float
) -> protocol.Recap | None:
    """A recap without lines, for `recap_of`, if a connection needs one; `notices` are its own.

    So it is if it wants sentences, it is the only one of its seat, and others have moved, or a bot
    for this seat.
    """
    match, seat_no = table.state.match, listener.seat
    if seat_no is None or listener.language is None or match is None:
        return None
    seat = table.seats[seat_no]
    if len(seat.listeners) > 1 or match.history.move_count == 0:
        return None
    own = any(is_stand_in(notice, seat_no) for notice in notices)
    others = any(notice.get("seat", seat_no) != seat_no for notice in notices)
    away = table.clock.time_at(now) - seat.gone
    return protocol.Recap() if own or (others and away >= BLINK) else None


def recap_of(game: Game, seat_no: int | None, notices: Sequence[protocol.Notice]) -> protocol.Recap:
    """The recap of these notices, which have their sentences: no face that was shown once.

    What a bot did for the player comes first. In a game of memory it has what its log shows.
    """
    marks = [log_mark(game, notice) for notice in notices]
    told = [notices[at] for at in shown_in_log(marks)]
    lines = [
        protocol.RecapLine(text, notice.get("seat"), is_stand_in(notice, seat_no))
        for notice in told
        if (text := str(notice.get("later", notice["text"])))
    ]
    own = [line for line in lines if line.stand_in]
    first = own[-MOST_OWN:]
    others = [line for line in lines if not line.stand_in]
    rest = others[-(MOST - len(first)) :]
    return protocol.Recap([*first, *rest], len(lines) - len(first) - len(rest))


def is_stand_in(notice: protocol.Notice, seat_no: int | None) -> bool:
    """Whether it tells of a move that a bot made for this seat."""
    return bool(notice.get("stand_in")) and notice.get("seat") == seat_no
