"""Looking back at a match that is over, over HTTP: see reviews.py."""

from __future__ import annotations

import msgspec

from settebello.rejection import Rejection, RejectionCode
from settebello.server.damaged import reading
from settebello.server.matches_api import past_header
from settebello.server.request_context import RequestContext, bad_request
from settebello.server.review_bodies import AskForReview, Known, ReviewNow
from settebello.server.steps import LONGEST
from settebello.table.records import Work
from settebello.table.storage import MatchHeader


async def ask_for_review(asked: RequestContext) -> ReviewNow | Work[bytes]:
    """Have the decisions of a seat looked at, in processes that think when no bot has to.

    It takes some seconds, or minutes for a long match: ask with GET how far it is. What was found
    is kept, so nobody waits for it twice.
    """
    wanted: AskForReview = asked.body
    header = await looked_at(asked, str(wanted.seat))
    await asked.reviews.begin(header, wanted.seat, asked.address)
    return await asked.reviews.shown(header, wanted.seat, asked.language)


async def show_review(asked: RequestContext) -> ReviewNow | Work[bytes]:
    """What the decisions of a seat were worth, or how far that has been looked at."""
    wanted = asked.query.get("seat", "")
    header = await looked_at(asked, wanted)
    return await asked.reviews.shown(header, int(wanted), asked.language)


async def show_known(asked: RequestContext) -> Known:
    """What a seat could know, at a step of the match, of the cards that it had not seen."""
    seat, step = asked.query.get("seat", ""), asked.query.get("step", "")
    header = await looked_at(asked, seat)
    if not (step.isascii() and step.isdigit() and len(step) < 7):
        raise bad_request("A step is a number, from 0.")
    with reading(header.match):
        return await asked.reviews.known(header, int(seat), int(step), asked.language)


async def looked_at(asked: RequestContext, seat: str) -> MatchHeader:
    """The match that is looked back at, of which a seat is wanted; raises Rejection if it may not.

    Who may look at its steps may look at this.
    """
    header = await past_header(asked)
    with reading(header.match):
        seats = len(msgspec.json.decode(header.summary)["players"])
        if seat not in map(str, range(seats)):
            raise bad_request(f"A seat of this match is 0 to {seats - 1}.")
        if await asked.lobby.store.last_number(header.match) > LONGEST:
            raise Rejection(RejectionCode.TOO_LONG)
    return header
