"""What a dialect is: its messages, its delivery policy, and its translation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

import msgspec

from settebello.dialects.sixty_six import draft, standard, standard_messages
from settebello.dialects.sixty_six.board import Board
from settebello.dialects.sixty_six.lobby_messages import FromServer, StartGame
from settebello.dialects.sixty_six.policy import Together
from settebello.table import protocol
from settebello.table.delivery import OTHERS_FIRST, DeliveryPolicy
from settebello.table.entries import Entry, OpenEntry


class Translation(Protocol):
    """Translates what a table tells one seat into messages of a dialect."""

    board: Board

    def told(self, told: protocol.Told) -> FromServer | None:
        """The message for this player; None if they are not told of it."""


class Dialect(NamedTuple):
    """A dialect: its game with options, its delivery policy, its messages and its translation."""

    name: str
    game: str
    options: dict[str, Any]
    policy: DeliveryPolicy
    decoder: msgspec.json.Decoder[Any]
    move_of: Callable[[Any, Callable[[], str]], str | None]
    translation: Callable[[int, int, Callable[[], str]], Translation]
    starts: tuple[type, ...]  # the messages with which the creator starts a game
    starts_with_board: bool  # whether a round does: then resuming there needs no other board


DIALECTS = {
    "66": Dialect(
        "66",
        "sixty_six",
        {"variant": "standard"},
        Together(standard.delivery_steps),
        standard_messages.decoder,
        standard.move_of,
        standard.StandardTranslation,
        (StartGame,),
        starts_with_board=True,
    ),
    "66/draft": Dialect(
        "66/draft",
        "sixty_six",
        {"variant": "draft"},
        Together(draft.delivery_steps),
        draft.decoder,
        draft.move_of,
        draft.DraftTranslation,
        (StartGame, draft.StartRound),
        starts_with_board=False,
    ),
}


def policy_of(opened: Entry | None) -> DeliveryPolicy:
    """The delivery policy of a table: its dialect's, or the default."""
    dialect = opened.dialect if isinstance(opened, OpenEntry) else ""
    return DIALECTS[dialect].policy if dialect else OTHERS_FIRST
