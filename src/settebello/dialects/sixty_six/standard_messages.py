"""The messages inside a game of 66, as its newest document describes them."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from settebello.dialects.sixty_six.lobby_messages import (
    FromClient,
    FromServer,
    Index,
    Indexes,
    LobbyRequest,
)

# What a client asks inside a game.


class StartNextRound(FromClient):
    """Begin the next round; from the winner who starts it."""


class TakeCardFromDeck(FromClient):
    pass


class TakeDiscardedCard(FromClient):
    pass


class StopRound(FromClient):
    """Instead of a move: every other player has one more turn."""


class Discard(FromClient):
    """Discard the card that was taken from the deck."""


class PickOwnCard(FromClient):
    """Pick a card of one's own: to be replaced, looked at, or exchanged."""

    card_index: Index


class PeekOwnCard(PickOwnCard):
    """The same as PickOwnCard."""


class PickAnothersCard(FromClient):
    """Pick a card of another player: to be looked at, or exchanged."""

    player_index: Index
    card_index: Index


class PeekAnothersCard(PickAnothersCard):
    """The same as PickAnothersCard."""


class ShowCards(FromClient):
    """Claim that these cards of one's own are equal."""

    card_indexes: Indexes


Request = (
    LobbyRequest
    | StartNextRound
    | TakeCardFromDeck
    | TakeDiscardedCard
    | StopRound
    | Discard
    | PickOwnCard
    | PeekOwnCard
    | PickAnothersCard
    | PeekAnothersCard
    | ShowCards
)
decoder: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)


# What clients are told inside a game.


class CardInfo(msgspec.Struct, rename="camel"):
    """Who looks at which cards of whom; the values only for those who see them."""

    looking_player_indexes: list[int]
    target_player_index: int
    card_indexes: list[int]
    values: list[int] | UnsetType = UNSET


class CardsRevealed(FromServer):
    """Somebody looks at cards. The other fields repeat one entry of `cardInfos` in older names."""

    card_infos: list[CardInfo]
    looking_player_index: int | UnsetType = UNSET
    looking_player_indexes: list[int] | UnsetType = UNSET
    target_player_index: int | UnsetType = UNSET
    card_index: int | UnsetType = UNSET
    card_indexes: list[int] | UnsetType = UNSET
    card_value: int | UnsetType = UNSET
    card_values: list[int] | UnsetType = UNSET


class TurnStarted(FromServer):
    active_player_index: int
    turn: int
    actions: list[str] | UnsetType = UNSET


class BoardUpdated(FromServer):
    deck_size: int | UnsetType = UNSET
    deck_card: int | UnsetType = UNSET
    discarded_value: int | UnsetType = UNSET
    actions: list[str] | UnsetType = UNSET
    hint: str | UnsetType = UNSET


class StopRequested(FromServer):
    stopper_index: int


class CardsReplaced(FromServer):
    player_index: int
    card_indexes: list[int]
    from_deck: bool
    discarded_value: int
    deck_size: int


class CardExchanged(FromServer):
    player_index: int
    card_index: int
    another_player_index: int
    another_player_card_index: int
