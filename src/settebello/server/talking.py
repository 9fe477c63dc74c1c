"""What players say to each other at a table: lines of chat. Nothing of it is stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from settebello.rejection import Rejection, RejectionCode
from settebello.table import protocol
from settebello.table.chat import Chat
from settebello.table.driver import HostedTable
from settebello.table.seats import Listener

if TYPE_CHECKING:
    from settebello.server.lobby import Lobby


def send_chat(
    lobby: Lobby, hosted: HostedTable, listener: Listener, said: protocol.Say, now: float
) -> None:
    """A player writes something to the others."""
    seat = None if listener.seat is None else hosted.table.seats[listener.seat]
    try:
        if seat is not None and said.id in seat.refused:
            raise seat.refused[said.id]
        line = new_line(lobby, hosted, listener, said, now)
    except Rejection as refusal:
        if seat is not None:
            seat.refuse(said.id, refusal)
        lobby.refuse(hosted, listener, refusal, said.id)
        return
    listener.send(protocol.Answer(said.id))
    if line is not None:
        for seat in hosted.table.seats:
            for other in seat.listeners:
                other.send(line)


def new_line(
    lobby: Lobby, hosted: HostedTable, listener: Listener, said: protocol.Say, now: float
) -> protocol.Said | None:
    """The message for all; None if the request was answered before. Raises Rejection."""
    table = hosted.table
    if listener.seat is None:
        raise Rejection(RejectionCode.SPECTATOR)
    if not table.policy.permits("chat"):
        raise Rejection(RejectionCode.NOT_AT_THIS_TABLE)
    if table.opened.listed:  # strangers sit there
        raise Rejection(RejectionCode.NO_CHAT)
    settings = lobby.settings
    hosted.chat = hosted.chat or Chat(settings.lines_a_second, settings.lines_at_once)
    return hosted.chat.add(listener.seat, table.state.players[listener.seat].name, said, now)
