"""A table for the author of its game, over HTTP: all that is hidden, and moves for any seat.

Only a server with `--dev` answers here, and only on this machine: see decision 23.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from settebello.match import Match
from settebello.registry import find_named, hash_of
from settebello.rejection import Rejection, RejectionCode
from settebello.server.dev import reason_of
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
from settebello.store.logs import read_log
from settebello.table import protocol
from settebello.table.driver import HostedTable, header_of
from settebello.table.entries import (
    Entry,
    MoveEntry,
    OpenEntry,
    RenameEntry,
    SitEntry,
    StandEntry,
    StartEntry,
    SwitchEntry,
    decode_entry,
    encode_entry,
)
from settebello.table.records import at_once, played_log, recording
from settebello.table.secrets import new_id
from settebello.table.storage import EntryRow
from settebello.table.table import Table
from settebello.words.phrases import phrase

SEATING = (SitEntry, StandEntry, SwitchEntry, RenameEntry)  # who sits where


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
    author, match, text = AuthorsHand(wanted.seat, asked.language), begun(hosted), wanted.move
    if not text and wanted.seat in match.to_act:
        text = asked.lobby.choose(hosted, wanted.seat, "bot") or ""
    move = protocol.Move(new_id(), boxes[wanted.seat].sent, text)
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

    It is made from the log, so the rules need not fit all of the match. Only a server that was
    started with `--dev` has this.
    """
    check_dev(asked)
    wanted: DevCopy = asked.body
    lobby, table = asked.lobby, asked.path["table"]
    original = lobby.in_memory(table)
    if original is not None:
        await lobby.settled(original)
    header = await lobby.store.latest(table)
    bodies = await read_log(lobby.store, header.match) if header is not None else []
    log = [decode_entry(body) for body in bodies]
    opened = log[0] if log else None
    if not isinstance(opened, OpenEntry) or not opened.dev:
        raise Rejection(RejectionCode.NOT_FOUND)
    if opened.dialect:  # its place is in the lobby of 66
        raise Rejection(RejectionCode.NOT_AT_THIS_TABLE)
    record = at_once(recording(log))
    if record is None:
        raise Rejection(RejectionCode.NOT_PLAYING)
    record.pop("rules_hash", None)  # it is to be played by the rules of now
    version = lobby.offered(opened.game).VERSION
    opened = msgspec.structs.replace(
        opened, table=new_id(), rules=version, told=(), unseen=[], answered=[], public=False
    )
    seated = [entry for entry in log if isinstance(entry, SEATING)]
    copied = await stored(asked, [opened, *seated, *played(record, wanted.moves)])
    copied.by_hand = not wanted.bots
    if wanted.moves is None:
        await lobby.change(copied, lambda table: table.start(lobby.now))
    return DevCopied(opened.table)


def played(record: dict[str, Any], moves: int | None) -> list[StartEntry | MoveEntry]:
    """The entries of a match up to this move; ValueError if it does not play out so far."""
    if moves is None:
        return []
    cut = Match.replay(record | {"rules": find_named(record["game"]).VERSION}, upto=moves).record()
    entries = played_log(cut)[1]
    for entry in entries:
        if isinstance(entry, MoveEntry):
            entry.id = new_id()  # else a bot would have made it
    return entries


async def stored(asked: RequestContext, entries: Sequence[Entry]) -> HostedTable:
    """The table of a new log."""
    lobby, match = asked.lobby, new_id()
    table = Table.restored(match, entries, None, new_id)
    header = header_of(table)
    rows = [EntryRow(match, n, encode_entry(entry)) for n, entry in enumerate(entries, start=1)]
    await lobby.written(rows, [header])
    lobby.committed([header])
    hosted = await lobby.find(table.opened.table)
    assert hosted is not None
    return hosted


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
    check_dev(asked)
    await check_plays_out(asked)
    hosted = await asked.lobby.find(asked.path["table"])
    if hosted is None or hosted.table.phase == "closed" or not hosted.table.opened.dev:
        raise Rejection(RejectionCode.NOT_FOUND)
    await asked.lobby.settled(hosted)
    return hosted


def check_dev(asked: RequestContext) -> None:
    if not asked.lobby.settings.dev:
        raise Rejection(RejectionCode.NO_SUCH_PAGE)


async def check_plays_out(asked: RequestContext) -> None:
    """Raise Rejection, with the reason, if the rules of now do not fit the match of a table."""
    lobby, table = asked.lobby, asked.path["table"]
    header = None if lobby.in_memory(table) is not None else await lobby.store.latest(table)
    if header is None or not msgspec.json.decode(header.summary).get("dev"):
        return
    try:
        await lobby.loader.rebuild(header.match, None)
    except Exception as error:  # rules of authors may fail anywhere
        game, why = header.game, reason_of(error)
        told = phrase(asked.language, "dev-put-aside", game=game, table=table, error=why)
        raise bad_request(told) from None


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
