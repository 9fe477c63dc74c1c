"""66 as its earlier document, the draft, describes it: the messages inside a game, at `/66/draft`.

Each move becomes one message. It goes last to the player who is next: for them it is the sign that
their turn has come. A player who may see a value that the others may not gets a different message.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from msgspec import UNSET, UnsetType

from settebello.dialects.sixty_six.board import Board, Notice, round_finished, values_of
from settebello.dialects.sixty_six.lobby_messages import (
    FromClient,
    FromServer,
    Index,
    Indexes,
    LobbyRequest,
)
from settebello.events import Event
from settebello.table import protocol
from settebello.table.delivery import DeliveryStep, others_first

# What a client asks inside a game.


class StartRound(FromClient):
    """Starts the game if the creator sends it, or the next round if its starter sends it."""


class TakeCardFromHeap(FromClient):
    pass


class ReplaceCardByDiscarded(FromClient):
    hand_card_index: Index


class ShowCards(FromClient):
    """Claim that these cards of one's own are equal."""

    hand_card_indexes: Indexes


class StopRound(FromClient):
    """Instead of a move: every other player has one more turn."""


class ReplaceCard(FromClient):
    """Put the drawn card in the place of one of one's own."""

    hand_card_index: Index


class Discard(FromClient):
    """Discard the drawn card."""


class PeekOwnCard(FromClient):
    hand_card_index: Index


class PeekCard(FromClient):
    another_player_index: Index
    hand_card_index: Index


class ExchangeCards(FromClient):
    hand_card_index: Index
    another_player_index: Index
    another_player_hand_card_index: Index


class TakeDiscardedCard(FromClient):
    """After a claim that held: take the discarded card in place of the shown cards."""


Request = (
    LobbyRequest
    | StartRound
    | TakeCardFromHeap
    | ReplaceCardByDiscarded
    | ShowCards
    | StopRound
    | ReplaceCard
    | Discard
    | PeekOwnCard
    | PeekCard
    | ExchangeCards
    | TakeDiscardedCard
)
decoder: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)


# What clients are told inside a game.


class FirstTwoCards(FromServer):
    """A player's first two cards; without values if the player has acknowledged them before."""

    value1: int | UnsetType = UNSET
    value2: int | UnsetType = UNSET


class TurnStart(FromServer):
    player_index: int


class HeapCardTaken(FromServer):
    player_index: int


class Card(FromServer):
    """The value of a card, for the one who may see it."""

    value: int


class CardReplaced(FromServer):
    player_index: int
    hand_card_index: int
    discarded_value: int


class CardsShown(FromServer):
    player_index: int
    hand_card_indexes: list[int]
    values: list[int] | UnsetType = UNSET


class CardsDifferent(FromServer):
    pass


class CardsIdentical(FromServer):
    discarded_value: int


class Stopping(FromServer):
    player_index: int


class Discarded(FromServer):
    player_index: int
    discarded_value: int


class OwnCardPeeked(FromServer):
    player_index: int
    hand_card_index: int


class CardPeeked(FromServer):
    player_index: int
    another_player_index: int
    hand_card_index: int


class CardsExchanged(FromServer):
    player_index: int
    hand_card_index: int
    another_player_index: int
    another_player_hand_card_index: int


class DiscardedCardTaken(FromServer):
    player_index: int
    value: int


def delivery_steps(
    events: Sequence[Event], to_act: Sequence[int], seats: int
) -> list[DeliveryStep]:
    """One step for a move: all at once, the next player last.

    The start and the end of a round have two steps each. After the last turn of a round nobody is
    next.
    """
    kinds = [event.kind for event in events]
    everybody = (tuple(range(seats)),)
    steps: list[DeliveryStep] = []
    if "FirstTwoSeen" in kinds:
        steps.append(DeliveryStep(kinds.index("TurnStarted"), everybody))
    if "RoundFinished" in kinds[1:]:
        steps.append(DeliveryStep(kinds.index("RoundFinished"), everybody))
    groups = others_first(tuple(to_act), seats) if to_act else everybody
    return [*steps, DeliveryStep(len(events), groups)]


def move_of(message: Request, waiting_for: Callable[[], str]) -> str | None:
    """A message as the text of a move; None if it is not one.

    Our rules have one text for replacing a card and for looking at one. The draft has two messages:
    the one that does not fit now becomes a text that is no move, so that it is refused.
    """
    if isinstance(message, TakeCardFromHeap):
        return "deck"
    if isinstance(message, ReplaceCardByDiscarded):
        return f"pile {message.hand_card_index}"
    if isinstance(message, ShowCards):
        return " ".join(["show", *map(str, message.hand_card_indexes)])
    if isinstance(message, StopRound):
        return "stop"
    if isinstance(message, Discard):
        return "discard"
    if isinstance(message, TakeDiscardedCard):
        return "pile"
    if isinstance(message, StartRound):
        return "next"
    if isinstance(message, ReplaceCard | PeekOwnCard):
        meant = PeekOwnCard if waiting_for() == "peek at own" else ReplaceCard
        verb = "own" if isinstance(message, meant) else type(message).__name__
        return f"{verb} {message.hand_card_index}"
    if isinstance(message, PeekCard):
        return f"other {message.another_player_index} {message.hand_card_index}"
    if isinstance(message, ExchangeCards):
        own, other = message.hand_card_index, message.another_player_index
        return f"exchange {own} {other} {message.another_player_hand_card_index}"
    return None


class DraftTranslation:
    """Translates what a table tells one seat into messages of the draft."""

    def __init__(self, seats: int, seat: int, deck_card: Callable[[], str]) -> None:
        self.board = Board(seats)
        self._seat = seat
        self._deck_card = deck_card

    def told(self, told: protocol.Told) -> FromServer | None:
        """The message for this player; None if they are not told of it."""
        notices = told.notices
        discarded = self.board.discarded
        self.board.follow(notices)
        by_kind: dict[str, Notice] = {}
        for notice in notices:
            if notice["event"] != "FirstTwoSeen" or notice["seat"] == self._seat:
                by_kind[notice["event"]] = notice
        if "FirstTwoSeen" in by_kind:
            values = values_of(by_kind["FirstTwoSeen"]["cards"])
            return FirstTwoCards(*values) if values else FirstTwoCards()
        if "RoundFinished" in by_kind:
            return round_finished(notices)
        if "CardsShown" in by_kind:
            return self._shown(by_kind["CardsShown"], by_kind.get("ClaimHeld"))
        if "DeckCardTaken" in by_kind:
            return self._heap_card(by_kind["DeckCardTaken"], "Replaced" in by_kind)
        if "PileCardTaken" in by_kind:
            seat, value = by_kind["PileCardTaken"]["seat"], discarded or 0
            return Card(value) if seat == self._seat else DiscardedCardTaken(seat, value)
        if "Peeked" in by_kind:
            return self._peeked(by_kind["Peeked"])
        return other_message(by_kind)

    def _heap_card(self, notice: Notice, placed: bool) -> FromServer:
        card = notice["card"]
        if notice["seat"] == self._seat and card.isdigit():
            return Card(int(card))
        if notice["seat"] == self._seat and not placed:  # they still hold it: tell it again
            return Card(int(self._deck_card()))
        return HeapCardTaken(notice["seat"])

    def _shown(self, notice: Notice, held: Notice | None) -> FromServer:
        if notice["seat"] != self._seat:
            values = values_of(notice["cards"])
            shown = UNSET if values is None else values
            return CardsShown(notice["seat"], notice["indexes"], shown)
        if held is None:
            return CardsDifferent()
        return CardsIdentical(int(held["cards"][0]))

    def _peeked(self, notice: Notice) -> FromServer:
        seat, owner, index = notice["seat"], notice["owner_seat"], notice["index"]
        if seat == self._seat and notice["card"].isdigit():
            return Card(int(notice["card"]))
        return OwnCardPeeked(seat, index) if owner == seat else CardPeeked(seat, owner, index)


def other_message(by_kind: dict[str, Notice]) -> FromServer | None:
    """A message that is the same for all players."""
    if "Replaced" in by_kind:
        told = by_kind["Replaced"]
        return CardReplaced(told["seat"], told["indexes"][0], int(told["cards"][-1]))
    if "Discarded" in by_kind:
        return Discarded(by_kind["Discarded"]["seat"], int(by_kind["Discarded"]["card"]))
    if "Exchanged" in by_kind:
        told = by_kind["Exchanged"]
        return CardsExchanged(told["seat"], told["index"], told["other_seat"], told["other_index"])
    if "RoundStopped" in by_kind:
        return Stopping(by_kind["RoundStopped"]["seat"])
    if "TurnStarted" in by_kind:
        return TurnStart(by_kind["TurnStarted"]["seat"])
    return None
