"""A table for the author of its game, over HTTP: all that is hidden, and moves for any seat.

Only a server with `--dev` answers here, and only on this machine: see decision 23.
"""

from __future__ import annotations

from typing import Any

import msgspec

from settebello.match import Match
from settebello.registry import hash_of
from settebello.rejection import Rejection, RejectionCode
from settebello.server.dev_bodies import (
    DevBots,
    DevCopied,
    DevCopy,
    DevFile,
    DevMove,
    DevTable,
)
from settebello.server.dev_view import dev_view
from settebello.server.request_context import RequestContext, bad_request
from settebello.table import protocol
from settebello.table.driver import HostedTable, header_of
from settebello.table.entries import Entry, MoveEntry, SitEntry, encode_entry
from settebello.table.records import played_log
from settebello.table.secrets import new_id
from settebello.table.storage import EntryRow
from settebello.table.table import Table


async def show_dev_table(asked: RequestContext) -> DevTable:
    """All of a table, with what every seat sees and may do.

    Only a server that was started with `--dev` has this.
    """
    hosted = await dev_table(asked)
    return shown(asked, hosted)


async def play_for_seat(asked: RequestContext) -> DevTable:
    """Make a move for any seat; all count as having seen what happened before it and after it.

    Only a server that was started with `--dev` has this.
    """
    wanted: DevMove = asked.body
    hosted = await dev_table(asked)
    boxes = hosted.table.delivery.boxes
    if wanted.seat >= len(boxes):
        raise Rejection(RejectionCode.NO_SUCH_SEAT, seat=wanted.seat, last=len(boxes) - 1)
    await see_all(asked, hosted)
    author = AuthorsHand(wanted.seat, asked.language)
    move = protocol.Move(new_id(), boxes[wanted.seat].sent, wanted.move)
    asked.lobby.on_message(hosted, author, move, asked.lobby.now)
    await asked.lobby.settled(hosted)
    if author.refusal is not None:
        raise bad_request(author.refusal.text)
    await see_all(asked, hosted)
    return shown(asked, hosted)


async def let_bots_play(asked: RequestContext) -> DevTable:
    """Let the bots of a table move by themselves, or wait for moves of the author.

    Only a server that was started with `--dev` has this.
    """
    wanted: DevBots = asked.body
    hosted = await dev_table(asked)
    hosted.by_hand = not wanted.bots
    await asked.lobby.change(hosted, lambda table: None)  # they may be due
    return shown(asked, hosted)


async def show_dev_record(asked: RequestContext) -> dict[str, Any]:
    """The record of the match so far, with every hidden card in it.

    Only a server that was started with `--dev` has this.
    """
    return begun(await dev_table(asked)).record()


async def copy_table(asked: RequestContext) -> DevCopied:
    """Open a table like this one, and play the first moves of its match there, with the same luck.

    Only a server that was started with `--dev` has this.
    """
    wanted: DevCopy = asked.body
    hosted = await dev_table(asked)
    match, state, lobby = begun(hosted), hosted.table.state, asked.lobby
    opened = msgspec.structs.replace(state.opened, table=new_id(), told=(), unseen=[], answered=[])
    entries: list[Entry] = [
        opened,
        *(SitEntry(n, each.name, each.secret, each.bot) for n, each in enumerate(state.players)),
    ]
    if wanted.moves is not None:
        record = match.record()
        cut = Match.replay(record, game=match.game, upto=wanted.moves).record()
        for entry in played_log(cut)[1]:
            if isinstance(entry, MoveEntry):
                entry.id = new_id()  # else a bot would have made it
            entries.append(entry)
    match_id = new_id()
    header = header_of(Table.restored(match_id, entries, None, new_id))
    rows = [EntryRow(match_id, n, encode_entry(entry)) for n, entry in enumerate(entries, start=1)]
    await lobby.written(rows, [header])
    lobby.committed([header])
    copied = await lobby.find(opened.table)
    assert copied is not None
    copied.by_hand = hosted.by_hand
    if wanted.moves is None:
        await lobby.change(copied, lambda table: table.start(lobby.now))
    return DevCopied(opened.table)


def shown(asked: RequestContext, hosted: HostedTable) -> DevTable:
    """A table as its author sees it."""
    state, dev = hosted.table.state, asked.lobby.dev
    file = dev.files.get(state.game.NAME) if dev is not None else None
    rules = DevFile("", "", 1, "")
    if file is not None:
        rules = DevFile(file.path.name, hash_of(state.game), file.loads, file.error)
    return dev_view(hosted, rules, asked.language)


class AuthorsHand:
    """Sends requests for a seat, beside those who are connected there."""

    views = False

    def __init__(self, seat: int, language: str | None = None) -> None:
        self.seat: int | None = seat
        self.language = language
        self.refusal: protocol.Refused | None = None

    def send(self, *messages: protocol.ServerMessage) -> None:
        for message in messages:
            if isinstance(message, protocol.Refused):
                self.refusal = message

    def close(self, code: str) -> None:
        pass


async def dev_table(asked: RequestContext) -> HostedTable:
    """The table of a request, at rest; raises Rejection without `--dev`, as if nothing were here.

    It needs no secret: who can reach a server with `--dev` is its author. A table that was opened
    without `--dev` stays closed to them, since people play there.
    """
    if not asked.lobby.settings.dev:
        raise Rejection(RejectionCode.NO_SUCH_PAGE)
    hosted = await asked.lobby.find(asked.path["table"])
    if hosted is None or hosted.table.phase == "closed" or not hosted.table.opened.dev:
        raise Rejection(RejectionCode.NOT_FOUND)
    await asked.lobby.settled(hosted)
    return hosted


async def see_all(asked: RequestContext, hosted: HostedTable) -> None:
    """Acknowledge for all seats what has been told, so that the table waits for nobody."""
    lobby, delivery = asked.lobby, hosted.table.delivery
    before: tuple[int, set[int]] | None = None
    while delivery.waiting and (delivery.done, delivery.waiting) != before:
        before = (delivery.done, set(delivery.waiting))
        for seat in sorted(delivery.waiting):
            ack = protocol.Ack(delivery.boxes[seat].sent)
            lobby.on_message(hosted, AuthorsHand(seat), ack, lobby.now)
        await lobby.settled(hosted)


def begun(hosted: HostedTable) -> Match:
    """The match of a table; raises Rejection if it has not begun."""
    match = hosted.table.match
    if match is None:
        raise Rejection(RejectionCode.NOT_PLAYING)
    return match
