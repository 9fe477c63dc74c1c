"""What players ask of a table without changing it: why some cards cannot be picked, what to do."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from settebello.bots import BotError
from settebello.registry import RulesError
from settebello.rejection import Rejection, RejectionCode
from settebello.server import logs
from settebello.table import protocol
from settebello.table.driver import HostedTable
from settebello.table.explaining import explanation
from settebello.table.hinting import suggestion
from settebello.table.seats import Listener

if TYPE_CHECKING:
    from settebello.server.lobby import Lobby

Question = protocol.Explain | protocol.ShowMe


def answer(lobby: Lobby, hosted: HostedTable, listener: Listener, asked: Question) -> None:
    """Answer a player; what is not stored yet comes first."""
    table, language = hosted.table, listener.language or "en"
    if table.busy and not hosted.broken:
        lobby.when_settled(hosted, partial(answer, lobby, hosted, listener, asked))
        return
    told: Callable[[], protocol.ServerMessage]
    if isinstance(asked, protocol.Explain):
        told = partial(explanation, table, listener.seat, asked, language)
    else:
        told = partial(suggestion, table, listener.seat, asked, language)
    try:
        listener.send(told())
    except RulesError as failure:
        lobby.rules_failed(hosted, failure)
        lobby.refuse(hosted, listener, Rejection(RejectionCode.RULES_FAILED), asked.id)
    except BotError as error:
        logs.failed("bot failed", error, match=table.match_id)
        lobby.refuse(hosted, listener, Rejection(RejectionCode.NO_HINT), asked.id)
    except Rejection as refusal:
        lobby.refuse(hosted, listener, refusal, asked.id)
