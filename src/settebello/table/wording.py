"""The sentences in the messages of a table: the host that sends them adds them, for each reader.

A sentence is made from the message and public facts: it says nothing that its reader may not
know.
"""

from __future__ import annotations

from typing import Any, Final

from settebello.game import Game
from settebello.rejection import Argument
from settebello.table import protocol
from settebello.table.protocol import Notice, Refused, Told, Welcome
from settebello.table.recap import recap_of
from settebello.table.seats import Listener
from settebello.table.state import TableState
from settebello.words import at_table, coach_says
from settebello.words.fields import SEAT, kind_of


def add_words(state: TableState, listener: Listener, message: protocol.ServerMessage) -> None:
    """Put the sentences into a message, if its connection wants any. A refusal always has one."""
    language = listener.language
    # By the type: `isinstance` asks the metaclass of messages, and takes ten times as long.
    if type(message) is Refused:
        message.arguments = with_names(state, message.arguments, language)
        message.text = message.text or at_table.refuse(
            state.game, message.code, language or "en", message.arguments
        )
    elif language is not None and (type(message) is Told or type(message) is Welcome):
        game, names, viewer = state.game, state.names(language), listener.seat
        share = not state.opened.dev  # an author may change the words meanwhile
        message.notices = [
            {**notice, **words_of_notice(game, notice, viewer, names, language, share)}
            for notice in message.notices
        ]
        if type(message) is Welcome and message.recap is not None:
            message.recap = recap_of(game, viewer, message.notices)
        if message.why_no_undo:
            message.why_no_undo = at_table.no_undo(game, message.why_no_undo, language)
        if message.legal:
            facts = state.match.facts() if state.match else {}
            labels = at_table.labels_of(game, message.legal, names, facts, language)
            for choice, said in zip(message.legal, labels, strict=True):
                choice.label, choice.short = said
        if message.coach is not None:
            step = str(message.coach.step) if message.coach.move else "end"
            message.coach.text = coach_says(game, step, language)


class SharedWords:
    """The fields that are added to a notice for all viewers whom it does not concern."""

    __slots__ = ("_language", "_names", "_notice", "fields")

    def __init__(
        self, notice: Notice, names: list[str], language: str, fields: dict[str, Any]
    ) -> None:
        self._notice = notice
        self._names = names
        self._language = language
        self.fields = fields

    def are_of(self, notice: Notice, names: list[str], language: str) -> bool:
        return notice is self._notice and language == self._language and names == self._names


MOST_SHARED: Final = 256  # notices whose words are kept
_shared: Final[dict[int, SharedWords]] = {}  # by the `id` of the notice


def words_of_notice(
    game: Game,
    notice: Notice,
    viewer: int | None,
    names: list[str],
    language: str,
    share: bool = True,
) -> dict[str, Any]:
    """The fields to add to a notice: see `words.in_words`.

    With `share` they are made once for all viewers whom the notice does not concern, since these
    read the same. Players who are told the same share one notice object, so the object itself is
    the key: whoever is told it may know all that is in it.
    """
    if not share or (viewer is not None and concerns(notice, viewer)):
        return at_table.in_words(game, notice, viewer, names, language)
    shared = _shared.get(id(notice))
    if shared is None or not shared.are_of(notice, names, language):
        fields = at_table.in_words(game, notice, None, names, language)
        shared = SharedWords(notice, names, language, fields)
        if len(_shared) >= MOST_SHARED:
            _shared.clear()
        _shared[id(notice)] = shared
    return shared.fields


def concerns(notice: Notice, viewer: int) -> bool:
    """Whether a field of a notice is this seat: only then its sentence may say "you"."""
    for name, value in notice.items():
        if type(value) is int and value == viewer and kind_of(name) == SEAT:
            return True
    return False


def with_names(
    state: TableState, arguments: dict[str, Argument], language: str | None
) -> dict[str, Argument]:
    """The arguments of a refusal, with the names that bots have in a language."""
    who = arguments.get("who")
    if not isinstance(who, str):
        return arguments
    names = dict(zip(state.names(), state.names(language), strict=True))
    return {**arguments, "who": ", ".join([names.get(name, name) for name in who.split(", ")])}
