"""What players ask of a table without changing it: why some cards cannot be picked, what to do."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from settebello.bots import BotError
from settebello.registry import RulesError
from settebello.rejection import Rejection, RejectionCode
from settebello.server import logs
from settebello.server.thinking import NoThought
from settebello.table import protocol
from settebello.table.driver import HostedTable
from settebello.table.explaining import explanation
from settebello.table.hinting import mind_to_ask, searched, suggestion
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
    if isinstance(asked, protocol.Explain):
        send(
            lobby,
            hosted,
            listener,
            asked,
            partial(explanation, table, listener.seat, asked, language),
        )
    else:
        send(lobby, hosted, listener, asked, partial(search, lobby, hosted, listener, asked))


def search(
    lobby: Lobby, hosted: HostedTable, listener: Listener, asked: protocol.ShowMe
) -> protocol.Suggestion | None:
    """Have a search look for a hint, and answer later; or answer now, by the rule of thumb.

    A table has one search for a hint at a time, so that nobody keeps the processes from the bots.
    Raises what `suggestion` raises.
    """
    table, seat, language = hosted.table, listener.seat, listener.language or "en"
    mind = None if hosted.hinting else mind_to_ask(table, seat)
    if mind is not None:
        position = table.match_id, table.state.entry_no
        done = partial(searched_for, lobby, hosted, listener, asked, position)
        try:
            lobby.thinkers.ask(mind, done, lambda: True)
        except NoThought:
            pass
        else:
            hosted.hinting = True
            return None
    return suggestion(table, seat, asked, language)


def searched_for(
    lobby: Lobby,
    hosted: HostedTable,
    listener: Listener,
    asked: protocol.ShowMe,
    position: tuple[str, int],
    found: dict[str, Any] | str,
) -> None:
    """A search has ended. If it found nothing, the rule of thumb answers."""
    hosted.hinting = False
    table, seat, language = hosted.table, listener.seat, listener.language or "en"

    def told() -> protocol.Suggestion:
        if not isinstance(found, str) and (table.match_id, table.state.entry_no) == position:
            try:
                assert seat is not None
                return searched(table, seat, asked, found, language)
            except (ValueError, TypeError, KeyError) as error:
                if isinstance(error, RulesError | Rejection):
                    raise
        return suggestion(table, seat, asked, language)

    send(lobby, hosted, listener, asked, told)


def send(
    lobby: Lobby,
    hosted: HostedTable,
    listener: Listener,
    asked: Question,
    told: Callable[[], protocol.ServerMessage | None],
) -> None:
    """Send an answer, or why there is none; nothing if it comes later."""
    try:
        answer = told()
        if answer is not None:
            listener.send(answer)
    except RulesError as failure:
        lobby.rules_failed(hosted, failure)
        lobby.refuse(hosted, listener, Rejection(RejectionCode.RULES_FAILED), asked.id)
    except BotError as error:
        logs.failed("bot failed", error, match=hosted.table.match_id)
        lobby.refuse(hosted, listener, Rejection(RejectionCode.NO_HINT), asked.id)
    except Rejection as refusal:
        lobby.refuse(hosted, listener, refusal, asked.id)
