"""What players say to each other at a table: lines of chat, and emotes. Nothing of it is stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from settebello.rejection import Rejection, RejectionCode
from settebello.table import protocol
from settebello.table.chat import Chat
from settebello.table.driver import HostedTable
from settebello.table.emotes import Emotes
from settebello.table.seats import Listener
from settebello.table.telling import hearers

if TYPE_CHECKING:
    from settebello.server.lobby import Lobby

Talk = protocol.Say | protocol.Emote


def send(lobby: Lobby, hosted: HostedTable, listener: Listener, talk: Talk, now: float) -> None:
    """A player says something to the others: all who sit there read a line, all see an emote."""
    seat = None if listener.seat is None else hosted.table.seats[listener.seat]
    try:
        if seat is not None and talk.id in seat.refused:
            raise seat.refused[talk.id]
        told = new_talk(lobby, hosted, listener.seat, talk, now)
    except Rejection as refusal:
        if seat is not None:
            seat.refuse(talk.id, refusal)
        lobby.refuse(hosted, listener, refusal, talk.id)
        return
    listener.send(protocol.Answer(talk.id))
    if isinstance(told, protocol.Emoted):
        lobby.post(hosted, [(other, told) for other in hearers(hosted.table)])
    elif told is not None:
        for seat in hosted.table.seats:
            for other in seat.listeners:
                other.send(told)


def new_talk(
    lobby: Lobby, hosted: HostedTable, seat: int | None, talk: Talk, now: float
) -> protocol.Said | protocol.Emoted | None:
    """The message for all; None if the request was answered before. Raises Rejection."""
    table, settings = hosted.table, lobby.settings
    if seat is None:
        raise Rejection(RejectionCode.SPECTATOR)
    if not table.policy.permits("chat"):
        raise Rejection(RejectionCode.NOT_AT_THIS_TABLE)
    if isinstance(talk, protocol.Emote):
        if hosted.emotes is None:
            hosted.emotes = Emotes(settings.emotes_a_second, settings.emotes_at_once)
        return hosted.emotes.add(seat, talk, now)
    if table.opened.listed:  # strangers sit there
        raise Rejection(RejectionCode.NO_CHAT)
    hosted.chat = hosted.chat or Chat(settings.lines_a_second, settings.lines_at_once)
    return hosted.chat.add(seat, table.state.players[seat].name, talk, now)
