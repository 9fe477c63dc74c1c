"""Play on from a step of a past match, against bots: a new table whose match begins like that one.

The log of the new table has the old deal, the moves up to the step and their luck as its beginning,
so it survives a crash like any other. All of that counts as seen: the table simply stands there.
"""

from __future__ import annotations

from collections.abc import Sequence

from settebello.rejection import Rejection, RejectionCode
from settebello.server import logs
from settebello.server.answers import reading_record
from settebello.server.bodies import TableOpened
from settebello.server.damaged import reading
from settebello.server.rebuilding import rebuilding
from settebello.server.request_context import RequestContext, bad_request
from settebello.server.review_bodies import PlayOn
from settebello.server.reviews_api import looked_at
from settebello.server.tables_api import check_level
from settebello.store.logs import read_log
from settebello.table.driver import header_of
from settebello.table.entries import Entry, TableProgress, encode_entry
from settebello.table.records import opened_for, playing_log
from settebello.table.secrets import hashed, new_id, new_secret
from settebello.table.storage import EntryRow, StoreError
from settebello.table.table import Table

ALL_STEPS = 1_000  # of a delivery: more than any move has


async def play_on(asked: RequestContext) -> TableOpened:
    """Open a private table that goes on from a step of a match that is over, against bots.

    The hidden cards are as they were; what is drawn later is new.
    """
    wanted: PlayOn = asked.body
    header = await looked_at(asked, str(wanted.seat))
    lobby = asked.lobby
    lobby.check_room(asked.address)
    with reading(header.match):
        bodies = await read_log(lobby.store, header.match)
        record = await lobby.slices.begin(reading_record(bodies))
        last = len(record["moves"]) - 1
        if wanted.step > last:
            raise bad_request(f"One can play on from the steps 0 to {last} of this match.")
        record.pop("stand_ins", None)  # nobody was away from the new table
        match, played = await lobby.slices.begin(playing_log(record, wanted.step))
    check_level(match.game, len(match.players), wanted.bot)
    invite, secret, origin = new_secret(), new_secret(), (header.match, wanted.step)
    opened = opened_for(
        match, new_id(), invite=hashed(invite), dev=lobby.settings.dev, origin=origin
    )
    draft = Table(opened, new_id)
    draft.sit(wanted.name, hashed(secret), seat=wanted.seat)
    draft.fill(wanted.bot)
    seated: list[Entry] = [pending.entry for pending in draft.drain().entries]
    await store_table(asked, opened.table, [*seated, *played])
    logs.info("table opened", table=opened.table, game=opened.game, listed=False)
    link = f"{asked.origin}/#{opened.table}.{invite}"
    return TableOpened(opened.table, wanted.seat, secret, invite, link)


async def store_table(asked: RequestContext, table_id: str, entries: Sequence[Entry]) -> None:
    """Store the log of a new table, with all of it seen; Rejection if it is not stored."""
    lobby, match = asked.lobby, new_id()
    bodies = [encode_entry(entry) for entry in entries]
    table = await lobby.slices.begin(rebuilding(match, bodies, None))
    told = table.delivery.numbers()[:-1]
    seen = encode_entry(TableProgress(len(bodies), told, steps=ALL_STEPS, told=told))
    header = header_of(table)
    rows = [EntryRow(match, number, body) for number, body in enumerate(bodies, start=1)]
    try:
        await lobby.written(rows, [header], [(match, seen)])
    except StoreError as error:
        lobby.store_failed(error)
        raise Rejection(RejectionCode.NOT_STORED) from None
    lobby.committed([header])
    hosted = await lobby.find(table_id)
    assert hosted is not None
    lobby.count(hosted, asked.address)
    lobby.metrics.tables_opened += 1
