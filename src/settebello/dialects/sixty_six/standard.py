"""66 as its newest document describes it: how a game is told and played at `/66`.

A table delivers a move in the steps of `delivery_steps`. What it tells a seat becomes one message
of this dialect, and a message of a client becomes a move. Nothing here knows a face that its seat
was not told.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from msgspec import UNSET, UnsetType

from settebello.dialects.sixty_six.board import Board, Notice, round_finished, values_of
from settebello.dialects.sixty_six.lobby_messages import FromServer
from settebello.dialects.sixty_six.standard_messages import (
    BoardUpdated,
    CardExchanged,
    CardInfo,
    CardsReplaced,
    CardsRevealed,
    Discard,
    PickAnothersCard,
    PickOwnCard,
    Request,
    ShowCards,
    StartNextRound,
    StopRequested,
    StopRound,
    TakeCardFromDeck,
    TakeDiscardedCard,
    TurnStarted,
)
from settebello.events import Event
from settebello.table import protocol
from settebello.table.delivery import DeliveryStep, others_first

# The messages that are moves, in the order in which they are offered.
ACTIONS = {
    "deck": "TakeCardFromDeck",
    "pile": "TakeDiscardedCard",
    "stop": "StopRound",
    "own": "PickOwnCard",
    "discard": "Discard",
    "show": "ShowCards",
    "other": "PickAnothersCard",
    "next": "StartNextRound",
}
HINTS = {
    7: "PEEK_OWN_CARD",
    8: "PEEK_OWN_CARD",
    9: "PEEK_ANOTHERS_CARD",
    10: "PEEK_ANOTHERS_CARD",
    11: "EXCHANGE_CARDS",
    12: "EXCHANGE_CARDS",
}

# Events that are told together, in one message.
TOLD_WITH = {
    ("RoundStarted", "Dealt"),
    ("FirstTwoSeen", "FirstTwoSeen"),
    ("RoundFinished", "MatchEnded"),
}


def delivery_steps(
    events: Sequence[Event], to_act: Sequence[int], seats: int
) -> Sequence[DeliveryStep]:
    """Everything goes to all at once; what offers a move goes to the others first."""
    return steps_of(tuple([event.kind for event in events]), tuple(to_act), seats)


@lru_cache(1024)  # there are not many ways to play
def steps_of(
    kinds: tuple[str, ...], to_act: tuple[int, ...], seats: int
) -> tuple[DeliveryStep, ...]:
    """The steps in which events of these kinds are told."""
    everybody = tuple(range(seats))
    steps = [
        DeliveryStep(upto, (everybody,))
        for upto, pair in enumerate(zip(kinds, (*kinds[1:], ""), strict=True), 1)
        if pair not in TOLD_WITH
    ]
    if to_act and kinds[-1] == "RoundFinished":
        steps[-1] = DeliveryStep(len(kinds), (everybody, to_act))
    elif to_act:
        steps[-1] = DeliveryStep(len(kinds), others_first(tuple(to_act), seats))
    return tuple(steps)


# Messages without fields: each is one move.
BARE_MOVES: dict[type, str] = {
    TakeCardFromDeck: "deck",
    TakeDiscardedCard: "pile",
    StopRound: "stop",
    Discard: "discard",
    StartNextRound: "next",
}


def move_of(message: Request, waiting_for: Callable[[], str]) -> str | None:
    """A message as the text of a move; None if it is not one."""
    if isinstance(message, PickOwnCard):
        return f"own {message.card_index}"
    if isinstance(message, PickAnothersCard):
        return f"other {message.player_index} {message.card_index}"
    if isinstance(message, ShowCards):
        return " ".join(["show", *map(str, message.card_indexes)])
    return BARE_MOVES.get(type(message))


class StandardTranslation:
    """Translates what a table tells one seat into messages of this dialect."""

    def __init__(self, seats: int, seat: int, deck_card: Callable[[], str]) -> None:
        self.board = Board(seats)
        self._seat = seat
        self._deck_card = deck_card

    def told(self, told: protocol.Told) -> FromServer | None:
        """The message for this player; None if they are not told of it."""
        notices = told.notices
        self.board.follow(notices)
        offered = actions(told.legal)
        if not notices:
            return BoardUpdated(actions=offered) if told.legal else None
        first, board = notices[0], self.board
        kind: str = first["event"]
        mine: bool = first.get("seat") == self._seat
        if kind == "RoundStarted":
            return board.initialized()
        if kind == "FirstTwoSeen":
            return self._first_two(notices)
        if kind == "TurnStarted":
            return TurnStarted(board.active, board.turn, offered)
        if kind == "DeckCardTaken" and mine:
            value = int(first["card"] if first["card"].isdigit() else self._deck_card())
            return BoardUpdated(board.deck - 1, value, actions=offered, hint=hint(value))
        if kind in ("PileCardTaken", "OwnCardChosen") and mine:
            return BoardUpdated(actions=offered)
        if kind == "RoundStopped":
            return StopRequested(first["seat"])
        if kind == "CardsShown":
            return self._shown(first)
        if kind == "Replaced":
            return CardsReplaced(
                first["seat"],
                sorted(first["indexes"]),
                first["from_deck"],
                int(first["cards"][-1]),
                board.deck,
            )
        if kind == "Discarded":
            value = int(first["card"])
            return BoardUpdated(
                board.deck, UNSET, value, offered, hint(value) if told.legal else UNSET
            )
        if kind == "Peeked":
            return self._peeked(first)
        if kind == "Exchanged":
            return CardExchanged(
                first["seat"], first["index"], first["other_seat"], first["other_index"]
            )
        if kind == "RoundFinished":
            return round_finished(notices)
        return None

    def _first_two(self, notices: list[Notice]) -> CardsRevealed:
        infos = [info([n["seat"]], n["seat"], [0, 1], n["cards"]) for n in notices]
        own = infos[self._seat]
        return CardsRevealed(
            infos,
            looking_player_index=self._seat,
            target_player_index=self._seat,
            card_indexes=own.card_indexes,
            card_values=own.values,
        )

    def _shown(self, notice: Notice) -> CardsRevealed:
        seat = notice["seat"]
        looking = [other for other in range(len(self.board.hands)) if other != seat]
        pairs = sorted(zip(notice["indexes"], notice["cards"], strict=True))
        shown = info(looking, seat, [index for index, _ in pairs], [card for _, card in pairs])
        return CardsRevealed(
            [shown],
            looking_player_indexes=looking,
            target_player_index=seat,
            card_indexes=shown.card_indexes,
            card_values=shown.values,
        )

    def _peeked(self, notice: Notice) -> CardsRevealed:
        seat, owner, index = notice["seat"], notice["owner_seat"], notice["index"]
        shown = info([seat], owner, [index], [notice["card"]])
        return CardsRevealed(
            [shown],
            looking_player_index=seat,
            target_player_index=owner,
            card_index=index,
            card_value=UNSET if shown.values is UNSET else shown.values[0],
        )


def info(looking: list[int], target: int, indexes: list[int], cards: Sequence[str]) -> CardInfo:
    values = values_of(cards)
    return CardInfo(looking, target, indexes, UNSET if values is None else values)


def actions(legal: Sequence[protocol.Choice]) -> list[str] | UnsetType:
    """The types of the messages that would be accepted now."""
    if not legal:
        return UNSET
    verbs = {choice.verb for choice in legal}
    return [action for verb, action in ACTIONS.items() if verb in verbs] or UNSET


def hint(value: int) -> str | UnsetType:
    return HINTS.get(value, UNSET)


# The states of the chart: by what the match waits for when a move is asked for, else by the event
# that is being told.
ASKING = {
    "turn": "READY_FOR_TURN",
    "deck card": "DECK_CARD_TAKEN",
    "pile card": "DISCARDED_CARD_TAKEN",
    "peek at own": "DISCARDING_7_8",
    "peek at other": "DISCARDING_9_10",
    "own for exchange": "DISCARDING_11_12",
    "other for exchange": "PICKING_ANOTHERS_CARD_FOR_EXCHANGE",
    "round finished": "ROUND_FINISHED",
}
TELLING = {
    "Dealt": "ROUND_STARTING",
    "FirstTwoSeen": "ROUND_STARTING",
    "RoundStopped": "ROUND_STOPPING",
    "CardsShown": "SHOWING_CARDS",
    "Replaced": "REPLACING_CARDS",
    "Discarded": "DISCARDING_PLAIN",
    "Exchanged": "EXCHANGING_CARD",
    "RoundFinished": "ROUND_FINISHED",
    "MatchEnded": "ROUND_FINISHED",
}


def chart_state(told: Sequence[Event], waiting_for: str, last_step: bool) -> str:
    """The name of a state of the chart: `told` are the events of the step that is being told."""
    if last_step and waiting_for in ASKING:
        return ASKING[waiting_for]
    event = told[-1]
    if event.kind == "Peeked":
        return "SEEING_OWN_CARD" if event.facts["own"] else "SEEING_ANOTHERS_CARD"
    return TELLING[event.kind]
