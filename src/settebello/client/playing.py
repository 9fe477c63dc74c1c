"""Programs at a table: they join, play and watch."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from settebello.bots import Bot, BotError, Turn, ask
from settebello.client.address import read_table
from settebello.client.connection import PATIENCE, Connection, new_id
from settebello.client.errors import ClientError, refused_by_server
from settebello.client.seats import Seat, kept_seat, take_seat
from settebello.client.standing import MatchResult, Standing
from settebello.game import Move
from settebello.rejection import RejectionCode
from settebello.table import protocol

Told = Callable[[list[protocol.Notice]], None]

# Refusals of a move after which the table sends the current state again.
OVERTAKEN = (
    RejectionCode.STALE,
    RejectionCode.WAITING,
    RejectionCode.HELD,
    RejectionCode.PAUSED,
    RejectionCode.NOT_YOUR_TURN,
    RejectionCode.OVER,
    RejectionCode.NOT_PLAYING,
)


def join(
    link: str,
    name: str,
    play: Bot,
    *,
    file: str | Path | None = None,
    told: Told | None = None,
    language: protocol.Language | None = None,
    again: Callable[[MatchResult], bool] | None = None,
    patience: float = PATIENCE,
) -> MatchResult:
    """Take a seat at the table of a link and play it; returns how the match ended.

    With a `file` the seat is kept there, and a program that is run again comes back to it. The
    bot `play` and the other arguments are those of the function that plays a seat. Raises
    ClientError.
    """
    seat = kept_seat(link, file) or take_seat(link, name)
    return play_seat(
        seat, play, file=file, told=told, language=language, again=again, patience=patience
    )


def play(
    seat: Seat,
    choose: Bot,
    *,
    file: str | Path | None = None,
    told: Told | None = None,
    language: protocol.Language | None = None,
    again: Callable[[MatchResult], bool] | None = None,
    patience: float = PATIENCE,
) -> MatchResult:
    """Play a seat until the match is over: `choose` gets each turn and returns a move.

    `told` gets all notices, in order; with a `language` each has a sentence as `text`. They count
    as seen when it returns. `again` says at the end whether a rematch is wanted. The server may be
    away for `patience` seconds. Raises ClientError if the seat cannot be played on.
    """
    # Long: one loop over the messages, and all its branches share variables.
    standing = Standing(seat.match, seat.notices)
    chance = random.Random()
    asked: protocol.Move | None = None  # the move that waits for its answer
    wants_more = False

    if file is not None:
        seat.save(file)
    with Connection(
        seat.server,
        seat.table,
        seat.secret,
        seen=seat.seen,
        language=language,
        patience=patience,
    ) as connection:
        for message in connection:
            new = standing.take(message)
            if new:
                if told is not None:
                    told(new)
                seat.match, seat.notices, seat.seen = (
                    standing.match,
                    standing.notices,
                    standing.number,
                )
                if file is not None:
                    seat.save(file)
            if asked is not None and getattr(message, "id", None) == asked.id:
                check_refusal(message)
                if asked.after == standing.number and not refused_as(message, RejectionCode.PAUSED):
                    standing.legal = []  # they are out of date; the next ones will be told
                asked = None
            if standing.phase == "closed":
                raise ClientError(RejectionCode.CLOSED)
            if standing.legal and asked is None and standing.phase == "playing":
                move = chosen(choose, standing.turn(chance, seat.seat_record), seat.name)
                if move is None:
                    standing.legal = []  # the table has gone on, and tells how
                    continue
                asked = protocol.Move(new_id(), standing.number, move.text)
                connection.do(asked)
            else:
                connection.ack(seat.seen)
            if standing.over and not wants_more:
                result = standing.result()
                if again is None or not again(result):
                    return result
            if standing.over and (not wants_more or isinstance(message, protocol.Welcome)):
                connection.do(protocol.Rematch(new_id()))
            wants_more = standing.over
    raise ClientError(RejectionCode.LEFT)


play_seat = play  # where `play` is the function that chooses


def chosen(choose: Bot, turn: Turn, name: str) -> Move | None:
    """The move that a bot chooses; None if the turn was over when it asked for its mind."""
    try:
        return ask(choose, turn, name)
    except BotError as error:
        cause = error.__cause__
        if not isinstance(cause, ClientError):
            raise
        if cause.code not in OVERTAKEN:
            raise cause from None
        return None


def check_refusal(message: object) -> None:
    """Raise ClientError for a refusal that choosing again would not change."""
    if isinstance(message, protocol.Refused) and message.code not in OVERTAKEN:
        raise refused_by_server(message)


def refused_as(message: object, code: str) -> bool:
    return isinstance(message, protocol.Refused) and message.code == code


def watch(
    link: str, told: Told, *, language: protocol.Language | None = "en", patience: float = PATIENCE
) -> MatchResult:
    """Watch until the match is over; returns how it ended. `told` gets the spectators' notices.

    Raises ClientError if the table cannot be watched, or the server is away for too long.
    """
    address, standing = read_table(link), Standing()
    with Connection(
        address.server, address.table, address.invite, language=language, patience=patience
    ) as connection:
        for message in connection:
            new = standing.take(message)
            if new:
                told(new)
            if standing.phase in ("over", "closed"):
                return standing.result()
    raise ClientError(RejectionCode.LEFT)
