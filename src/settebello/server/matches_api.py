"""Past matches over HTTP, and the log of the one that is being played."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial

import msgspec

from settebello.declared import teams_of
from settebello.registry import RulesError, games
from settebello.rejection import Rejection, RejectionCode
from settebello.server.answers import FromLog, writing_log, writing_record, writing_steps
from settebello.server.bodies import PastMatch, SeatRecordNow
from settebello.server.damaged import readable, reading
from settebello.server.request_context import MOST, RequestContext, bad_request, entered
from settebello.server.steps import LONGEST, OPEN
from settebello.store.logs import pages_of
from settebello.table.commands import asked_to_move
from settebello.table.entries import (
    OpenEntry,
    SitEntry,
    StandEntry,
    StartEntry,
    SwitchEntry,
    decode_entry,
)
from settebello.table.messages import recent_notices
from settebello.table.records import Work, in_language
from settebello.table.secrets import hashed, same
from settebello.table.snapshots import LINES
from settebello.table.storage import MatchHeader

# Of a summary: the rest is for lists of tables, or for the program that opened the table.
IN_LISTS = ("players", "scores", "winners", "faces", "played_on")
LOG_LINES = LINES  # of the log of a match that is being played: so many are always in memory


async def show_log(asked: RequestContext) -> Work[bytes]:
    """What has happened in the match so far, in sentences, as far as the viewer has seen it."""
    hosted, _ = await entered(asked)
    await asked.lobby.settled(hosted)
    hosted, seat = await entered(asked)  # seats may change while we wait
    table, language = hosted.table, asked.language
    notices = recent_notices(table, seat, LOG_LINES)
    players = table.state.names(language)
    return writing_log(table.match_id, table.state.game, notices, seat, players, language)


async def show_seat_record(asked: RequestContext) -> SeatRecordNow:
    """What the player's seat knows of the current deal, for a program that searches for its move.

    Only a seat that is asked for a move gets it. It has nothing that the seat was not told.
    """
    hosted, _ = await entered(asked)
    await asked.lobby.settled(hosted)
    hosted, seat = await entered(asked)  # seats may change while we wait
    table = hosted.table
    match = asked_to_move(table.state, table.delivery, seat)
    assert seat is not None
    try:
        record = match.seat_record(seat)
    except RulesError as failure:
        asked.lobby.rules_failed(hosted, failure)
        raise Rejection(RejectionCode.RULES_FAILED) from None
    return SeatRecordNow(table.match_id, table.delivery.boxes[seat].sent, record)


async def list_matches(asked: RequestContext) -> list[PastMatch]:
    """The last matches at listed tables."""
    return readable(
        await asked.lobby.store.finished(MOST, listed_only=True), partial(past, asked.language)
    )


async def list_matches_of_table(asked: RequestContext) -> list[PastMatch]:
    """The last matches at a table; players keep their seats from match to match."""
    hosted, seat = await entered(asked)
    table = hosted.table.opened.table
    return readable(
        await asked.lobby.store.finished(MOST, table=table),
        partial(past, asked.language, seat=seat),
    )


async def show_record(asked: RequestContext) -> FromLog:
    """The record of a match that is over, or was closed before its end."""
    header = await past_header(asked, ("over", "closed"))
    return FromLog(header.match, writing_record)


async def show_steps(asked: RequestContext) -> FromLog:
    """A match that is over, step by step, as one viewer saw it or with every card open."""
    header, language = await past_header(asked), asked.language
    viewer = viewer_of(asked, header)
    with reading(header.match):
        if await asked.lobby.store.last_number(header.match) > LONGEST:
            raise Rejection(RejectionCode.TOO_LONG)
        summary = in_language(msgspec.json.decode(header.summary), language)
    told = partial(writing_steps, viewer, language, summary["players"], summary.get("faces", []))
    return FromLog(header.match, told)


def past(language: str, header: MatchHeader, seat: int | None = None) -> PastMatch:
    """A past match as lists show it; `seat` is that of who asks."""
    finished = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(header.changed))
    summary = in_language(msgspec.json.decode(header.summary), language)
    game = games().get(header.game)  # it may have been taken away since
    teams = teams_of(game, len(summary["players"])) if game else ()
    told = {name: summary[name] for name in IN_LISTS if name in summary}
    return PastMatch(
        header.match, header.table, header.game, finished, **told, teams=teams, seat=seat
    )


async def past_header(asked: RequestContext, phases: Sequence[str] = ("over",)) -> MatchHeader:
    """The header of a match that is over; raises Rejection if this request may not look at it."""
    header = await asked.lobby.store.header(asked.path["match"])
    if header is None:
        raise Rejection(RejectionCode.NOT_FOUND)
    with reading(header.match):
        if not header.listed and not await opens(asked, header):
            raise Rejection(RejectionCode.NOT_FOUND)
    if header.phase not in phases:
        raise Rejection(RejectionCode.NOT_OVER)
    return header


async def opens(asked: RequestContext, header: MatchHeader) -> bool:
    """Whether the request's secret is the invite or a seat of this match, even a closed one."""
    secrets: dict[int, str] = {}  # the hashes, by seat; the invite is at -1
    async for page in pages_of(asked.lobby.store, header.match):
        entries = [decode_entry(body) for body in page]
        for entry in entries:
            if isinstance(entry, OpenEntry):
                secrets[-1] = entry.invite
            elif isinstance(entry, SitEntry):
                secrets[entry.seat] = entry.secret
            elif isinstance(entry, StandEntry):
                del secrets[entry.seat]
            elif isinstance(entry, SwitchEntry):
                secrets[entry.to] = secrets.pop(entry.seat)
        if any(isinstance(entry, StartEntry) for entry in entries):
            break  # nobody changes seats any more
    hash = hashed(asked.secret or "")
    return any(same(hash, known) for known in secrets.values())


def viewer_of(asked: RequestContext, header: MatchHeader) -> int | str | None:
    """The viewer that the query names: a seat, None (`watch`) or `OPEN`; else Rejection."""
    wanted = asked.query.get("viewer", "watch")
    with reading(header.match):
        seats = len(msgspec.json.decode(header.summary)["players"])
    if wanted in ("watch", OPEN):
        return None if wanted == "watch" else OPEN
    if wanted not in map(str, range(seats)):
        raise bad_request(f"A viewer is 0 to {seats - 1}, watch or open.")
    return int(wanted)
