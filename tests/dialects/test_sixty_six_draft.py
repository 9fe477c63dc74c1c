"""66 as its draft tells it, over real WebSockets: who is told what, after whose acks.

Ann is seat 0, Bea 1 and Cal 2; the player after Ann is Bea. What a story does not deal comes in
standard order: low and plain cards.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from dialects.conversation import ANN, BEA, CAL, NAMES, Conversation, Move, conversing
from dialects.guests import LOBBY, Guest, Message
from dialects.guests import message as a
from dialects.steps import new_record
from games.sixty_six_scenes import deal
from server.inside import Inside, inside
from settebello import Match
from settebello.game import Move as LegalMove
from settebello.luck import Luck, Scripted, Seeded

PATH = "/66/draft"
HANDS = ("5 1 5 2", "3 4 6 3", "13 12 13 11")

Begin = Callable[..., Conversation]


@pytest.fixture(scope="module")
def lucks() -> deque[Luck]:
    """The luck of the games that will be started."""
    return deque()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, lucks: deque[Luck]) -> Iterator[Inside]:
    with inside(tmp_path_factory.mktemp("draft"), lucks.popleft) as running:
        yield running


@pytest.fixture
def begin(server: Inside, lucks: deque[Luck]) -> Iterator[Begin]:
    """Starts a game, and lets these moves be made."""
    with conversing(server, PATH) as conversation:

        def begin(
            *moves: Move, deck: str = "", first: int = ANN, hands: tuple[str, ...] = HANDS
        ) -> Conversation:
            start(
                conversation,
                lucks,
                Scripted(picks=[first, 1], shuffles=[deal(*hands, deck=deck)] * 2),
            )
            conversation.go_on()
            conversation.play(*moves)
            return conversation

        yield begin


def start(conversation: Conversation, lucks: deque[Luck], luck: Luck) -> int:
    lucks.append(luck)
    return conversation.begin("StartRound")


def to(*seats: int, message: Message) -> dict[int, Message]:
    return dict.fromkeys(seats, message)


def move(seat: int, type: str, **fields: Any) -> Move:
    return seat, type, fields


def drawn_and_discarded(seat: int) -> tuple[Move, Move]:
    return move(seat, "TakeCardFromHeap"), move(seat, "Discard")


def is_told(conversation: Conversation, *steps: dict[int, Message]) -> None:
    """A step is told at once to all that it is for, when all of the last one have acknowledged."""
    assert conversation.receive() == steps[0]
    for told, then in pairwise(steps):
        for seat in sorted(told, reverse=True):
            assert not conversation.received_now()
            for waiting in then:
                is_refused(conversation, waiting, "TakeCardFromHeap")
            conversation.ack(seat)
        assert conversation.received_now() == then
    assert not conversation.received_now()


def last_told(conversation: Conversation, seat: int, type: str, **fields: Any) -> Message:
    """What the player who is next is told of a move."""
    conversation.send(seat, type, **fields)
    (message,) = conversation.go_on().values()
    return message


def is_refused(conversation: Conversation, seat: int, type: str, **fields: Any) -> str:
    """They alone are told that it is; returns why."""
    conversation.send(seat, type, **fields)
    received = conversation.receive()
    why: str = received[seat]["message"]
    assert received == {seat: a("Failure", command=type, message=why)}
    assert why
    return why


# The 13 conversations of the document.


def test_start_of_a_round(server: Inside, lucks: deque[Luck]) -> None:
    with conversing(server, PATH) as conversation:
        start(conversation, lucks, Scripted(picks=[BEA], shuffles=[deal(*HANDS)]))
        first_two = {
            ANN: a("FirstTwoCards", value1=5, value2=1),
            BEA: a("FirstTwoCards", value1=3, value2=4),
            CAL: a("FirstTwoCards", value1=13, value2=12),
        }
        starts = a("TurnStart", playerIndex=BEA)
        is_told(conversation, first_two, to(ANN, CAL, message=starts), {BEA: starts})


def test_card_from_the_heap(begin: Begin) -> None:
    conversation = begin(deck="8")
    conversation.send(ANN, "TakeCardFromHeap")
    taken = a("HeapCardTaken", playerIndex=ANN)
    is_told(conversation, to(BEA, CAL, message=taken), {ANN: a("Card", value=8)})


def test_card_replaced_by_the_discarded_one(begin: Begin) -> None:
    conversation = begin(*drawn_and_discarded(CAL), deck="6", first=CAL)
    conversation.send(ANN, "ReplaceCardByDiscarded", handCardIndex=3)
    replaced = a("CardReplaced", playerIndex=ANN, handCardIndex=3, discardedValue=2)
    is_told(conversation, to(ANN, CAL, message=replaced), {BEA: replaced})
    conversation.play(move(BEA, "ReplaceCardByDiscarded", handCardIndex=2))
    assert (
        last_told(conversation, CAL, "ReplaceCardByDiscarded", handCardIndex=0)["discardedValue"]
        == 13
    )


def test_claim_that_holds(begin: Begin) -> None:
    conversation = begin()
    conversation.send(ANN, "ShowCards", handCardIndexes=[2, 0])
    shown = a("CardsShown", playerIndex=ANN, handCardIndexes=[0, 2], values=[5, 5])
    is_told(conversation, to(BEA, CAL, message=shown), {ANN: a("CardsIdentical", discardedValue=5)})


def test_claim_that_fails(begin: Begin) -> None:
    conversation = begin()
    conversation.send(ANN, "ShowCards", handCardIndexes=[0, 3, 2])
    shown = a("CardsShown", playerIndex=ANN, handCardIndexes=[0, 2, 3], values=[5, 5, 2])
    is_told(conversation, {ANN: a("CardsDifferent"), CAL: shown}, {BEA: shown})
    is_refused(
        conversation, BEA, "ReplaceCardByDiscarded", handCardIndex=0
    )  # nothing was discarded


def test_stop_of_the_round(begin: Begin) -> None:
    conversation = begin()
    conversation.send(ANN, "StopRound")
    stopping = a("Stopping", playerIndex=ANN)
    is_told(conversation, to(ANN, CAL, message=stopping), {BEA: stopping})
    is_refused(conversation, BEA, "StopRound")


def test_card_replaced_by_the_drawn_one(begin: Begin) -> None:
    conversation = begin(move(ANN, "TakeCardFromHeap"), deck="7")
    conversation.send(ANN, "ReplaceCard", handCardIndex=0)
    replaced = a("CardReplaced", playerIndex=ANN, handCardIndex=0, discardedValue=5)
    is_told(conversation, to(ANN, CAL, message=replaced), {BEA: replaced})


def test_discard_of_a_plain_card(begin: Begin) -> None:
    conversation = begin(move(ANN, "TakeCardFromHeap"), deck="0")
    conversation.send(ANN, "Discard")
    discarded = a("Discarded", playerIndex=ANN, discardedValue=0)
    is_told(conversation, to(ANN, CAL, message=discarded), {BEA: discarded})


@pytest.mark.parametrize("value", [7, 8])
def test_discard_of_a_7_or_8(begin: Begin, value: int) -> None:
    conversation = begin(move(ANN, "TakeCardFromHeap"), deck=str(value))
    conversation.send(ANN, "Discard")
    discarded = a("Discarded", playerIndex=ANN, discardedValue=value)
    is_told(conversation, to(BEA, CAL, message=discarded), {ANN: discarded})
    conversation.send(ANN, "PeekOwnCard", handCardIndex=3)
    peeked = a("OwnCardPeeked", playerIndex=ANN, handCardIndex=3)
    is_told(conversation, {ANN: a("Card", value=2), CAL: peeked}, {BEA: peeked})


@pytest.mark.parametrize("value", [9, 10])
@pytest.mark.parametrize("other", [BEA, CAL])  # its owner does not see it either
def test_discard_of_a_9_or_10(begin: Begin, value: int, other: int) -> None:
    conversation = begin(move(ANN, "TakeCardFromHeap"), deck=str(value))
    conversation.send(ANN, "Discard")
    discarded = a("Discarded", playerIndex=ANN, discardedValue=value)
    is_told(conversation, to(BEA, CAL, message=discarded), {ANN: discarded})
    conversation.send(ANN, "PeekCard", anotherPlayerIndex=other, handCardIndex=2)
    peeked = a("CardPeeked", playerIndex=ANN, anotherPlayerIndex=other, handCardIndex=2)
    card = a("Card", value={BEA: 6, CAL: 13}[other])
    is_told(conversation, {ANN: card, CAL: peeked}, {BEA: peeked})


@pytest.mark.parametrize("value", [11, 12])
def test_discard_of_an_11_or_12(begin: Begin, value: int) -> None:
    conversation = begin(move(ANN, "TakeCardFromHeap"), deck=str(value))
    conversation.send(ANN, "Discard")
    discarded = a("Discarded", playerIndex=ANN, discardedValue=value)
    is_told(conversation, to(BEA, CAL, message=discarded), {ANN: discarded})
    cards = {"handCardIndex": 1, "anotherPlayerIndex": CAL, "anotherPlayerHandCardIndex": 0}
    conversation.send(ANN, "ExchangeCards", **cards)
    exchanged = a("CardsExchanged", playerIndex=ANN, **cards)
    is_told(conversation, to(ANN, CAL, message=exchanged), {BEA: exchanged})
    conversation.play(move(BEA, "StopRound"))
    replaced = last_told(conversation, CAL, "ReplaceCardByDiscarded", handCardIndex=0)
    assert replaced["discardedValue"] == 1  # Ann's


def test_shown_cards_replaced_by_one_from_the_heap(begin: Begin) -> None:
    conversation = begin(move(ANN, "ShowCards", handCardIndexes=[0, 2]), deck="9")
    conversation.send(ANN, "TakeCardFromHeap")
    taken = a("HeapCardTaken", playerIndex=ANN)
    is_told(conversation, {ANN: a("Card", value=9), CAL: taken}, {BEA: taken})
    replaced = last_told(conversation, BEA, "ReplaceCardByDiscarded", handCardIndex=0)  # by a 5
    assert replaced["discardedValue"] == 3
    conversation.play(move(CAL, "StopRound"))
    is_refused(conversation, ANN, "ShowCards", handCardIndexes=[0, 3])  # three cards are left
    replaced = last_told(conversation, ANN, "ReplaceCardByDiscarded", handCardIndex=0)
    assert replaced["discardedValue"] == 9


def test_shown_cards_replaced_by_the_discarded_one(begin: Begin) -> None:
    moves = (*drawn_and_discarded(CAL), move(ANN, "ShowCards", handCardIndexes=[0, 2]))
    conversation = begin(*moves, deck="6", first=CAL)
    conversation.send(ANN, "TakeDiscardedCard")
    taken = a("DiscardedCardTaken", playerIndex=ANN, value=6)
    is_told(conversation, {ANN: a("Card", value=6), CAL: taken}, {BEA: taken})
    conversation.play(move(BEA, "StopRound"))
    conversation.play(move(CAL, "ReplaceCardByDiscarded", handCardIndex=1))  # by a 5
    finished = last_told(conversation, ANN, "ReplaceCardByDiscarded", handCardIndex=1)
    assert finished["hands"] == [[6, 12, 2], [3, 4, 6, 3], [13, 5, 13, 11]]


# The end of a round, and of the game: the document ends before.

LAST_TURNS: dict[str, tuple[list[Move], Move, dict[int, Message]]] = {
    "discard": (
        [move(ANN, "TakeCardFromHeap")],
        move(ANN, "Discard"),
        to(ANN, BEA, CAL, message=a("Discarded", playerIndex=ANN, discardedValue=1)),
    ),
    "claim that fails": (
        [],
        move(ANN, "ShowCards", handCardIndexes=[0, 1]),
        {
            ANN: a("CardsDifferent"),
            **to(
                *(BEA, CAL),
                message=a("CardsShown", playerIndex=ANN, handCardIndexes=[0, 1], values=[5, 1]),
            ),
        },
    ),
    "claim that holds": (
        [move(ANN, "ShowCards", handCardIndexes=[0, 2])],
        move(ANN, "TakeCardFromHeap"),
        {
            ANN: a("Card", value=1),
            **to(BEA, CAL, message=a("HeapCardTaken", playerIndex=ANN)),
        },
    ),
}


def finished(
    hands: list[list[int]], scores: list[int], totals: list[int], over: bool = False
) -> Message:
    points = {"scores": scores, "totalScores": totals, "isGameFinished": over}
    return a("RoundFinished", hands=hands, cards=hands, **points)


@pytest.mark.parametrize("how", LAST_TURNS)
def test_last_turn_of_a_round(begin: Begin, how: str) -> None:
    """It is told to all at once; its end to the winner who starts last, who so knows it."""
    before, (seat, type, fields), told = LAST_TURNS[how]
    stopped = (move(BEA, "StopRound"), *drawn_and_discarded(CAL))
    conversation = begin(*stopped, *before, deck="0 1", first=BEA)
    conversation.send(seat, type, **fields)
    ann = [1, 1, 2] if how == "claim that holds" else [5, 1, 5, 2]
    hands = [ann, [3, 4, 6, 3], [13, 12, 13, 11]]
    end = finished(hands, [0, 21, 49], [0, 21, 49])
    is_told(conversation, told, to(BEA, CAL, message=end), {ANN: end})


def test_winner_starts_the_next_round(begin: Begin) -> None:
    low = ("1 2 3 4", "4 3 2 1", "5 5 5 5")  # Ann and Bea share it, and Bea is picked
    stopped = (move(CAL, "StopRound"), *drawn_and_discarded(ANN), move(BEA, "TakeCardFromHeap"))
    conversation = begin(*stopped, deck="0 0", first=CAL, hands=low)
    assert last_told(conversation, BEA, "Discard")["totalScores"] == [0, 0, 25]
    is_refused(conversation, ANN, "StartRound")
    is_refused(conversation, BEA, "StartGame")
    conversation.send(BEA, "StartRound")
    first_two = {
        ANN: a("FirstTwoCards", value1=1, value2=2),
        BEA: a("FirstTwoCards", value1=4, value2=3),
        CAL: a("FirstTwoCards", value1=5, value2=5),
    }
    starts = a("TurnStart", playerIndex=BEA)
    is_told(conversation, first_two, to(ANN, CAL, message=starts), {BEA: starts})


def test_end_of_the_game(server: Inside, begin: Begin) -> None:
    """All are told at once, and when all have acknowledged there is no such game any more."""
    hands = ("0 0 1 1", "2 2 2 2", "13 12 13 12")
    stop = (move(ANN, "StopRound"), *drawn_and_discarded(BEA))
    first_round = (*stop, *drawn_and_discarded(CAL))
    moves = (*first_round, move(ANN, "StartRound"), *stop, move(CAL, "TakeCardFromHeap"))
    conversation = begin(*moves, deck="3 3", hands=hands)
    conversation.send(CAL, "Discard")
    values = [[int(card) for card in hand.split()] for hand in hands]
    last = a("Discarded", playerIndex=CAL, discardedValue=3)
    end = finished(values, [0, 8, 50], [0, 16, 100], over=True)
    is_told(conversation, to(ANN, BEA, CAL, message=last), to(ANN, BEA, CAL, message=end), {})
    ann = conversation.guests[ANN]
    ann.send("ListSuspendedGames", playerSecret=ann.secret)
    assert ann.receive_a("SuspendedGames")["games"] == []
    is_refused(conversation, ANN, "StartRound")


# What is refused changes nothing.

MESSAGES: dict[str, dict[str, Any]] = {
    "StartRound": {},
    "StartGame": {},
    "TakeCardFromHeap": {},
    "ReplaceCardByDiscarded": {"handCardIndex": 1},
    "ShowCards": {"handCardIndexes": [0, 2]},
    "StopRound": {},
    "ReplaceCard": {"handCardIndex": 1},
    "Discard": {},
    "PeekOwnCard": {"handCardIndex": 1},
    "PeekCard": {"anotherPlayerIndex": CAL, "handCardIndex": 1},
    "ExchangeCards": {
        "handCardIndex": 1,
        "anotherPlayerIndex": CAL,
        "anotherPlayerHandCardIndex": 1,
    },
    "TakeDiscardedCard": {},
}
DRAWN = move(ANN, "TakeCardFromHeap")
CLAIMED = move(ANN, "ShowCards", handCardIndexes=[0, 2])
ENDED = (move(BEA, "StopRound"), *drawn_and_discarded(CAL), *drawn_and_discarded(ANN))
# What may be said, by phase: the first card of the deck, the moves that lead there, the messages.
PHASES: dict[str, tuple[str, int, tuple[Move, ...], set[str]]] = {
    "turn": ("", ANN, (), {"TakeCardFromHeap", "ShowCards", "StopRound"}),
    "turn with a discarded card": (
        "0",
        CAL,
        drawn_and_discarded(CAL),
        {"TakeCardFromHeap", "ReplaceCardByDiscarded", "ShowCards", "StopRound"},
    ),
    "turn after a stop": ("", CAL, (move(CAL, "StopRound"),), {"TakeCardFromHeap", "ShowCards"}),
    "card drawn": ("7", ANN, (DRAWN,), {"ReplaceCard", "Discard"}),
    "7 discarded": ("7", ANN, (DRAWN, move(ANN, "Discard")), {"PeekOwnCard"}),
    "9 discarded": ("9", ANN, (DRAWN, move(ANN, "Discard")), {"PeekCard"}),
    "11 discarded": ("11", ANN, (DRAWN, move(ANN, "Discard")), {"ExchangeCards"}),
    "claim held": ("", ANN, (CLAIMED,), {"TakeCardFromHeap"}),
    "claim held with a discarded card": (
        "0",
        CAL,
        (*drawn_and_discarded(CAL), CLAIMED),
        {"TakeCardFromHeap", "TakeDiscardedCard"},
    ),
    "round finished": ("0 0", BEA, ENDED, {"StartRound"}),
}


@pytest.mark.parametrize("phase", PHASES)
def test_what_a_phase_does_not_allow_is_refused(begin: Begin, phase: str) -> None:
    deck, first, moves, allowed = PHASES[phase]
    conversation = begin(*moves, deck=deck, first=first)
    for type in sorted(MESSAGES.keys() - allowed):
        is_refused(conversation, ANN, type, **MESSAGES[type])
    for type in sorted(allowed):
        is_refused(conversation, BEA, type, **MESSAGES[type])  # it is not their turn
    assert not conversation.received_now()
    is_done(conversation, sorted(allowed)[0])


@pytest.mark.parametrize(
    ("phase", "type"),
    [(phase, type) for phase, (*_, allowed) in PHASES.items() for type in sorted(allowed)],
)
def test_what_a_phase_allows_is_done(begin: Begin, phase: str, type: str) -> None:
    deck, first, moves, _ = PHASES[phase]
    is_done(begin(*moves, deck=deck, first=first), type)


def is_done(conversation: Conversation, type: str) -> None:
    conversation.send(ANN, type, **MESSAGES[type])
    assert "Failure" not in {message["type"] for message in conversation.receive().values()}


WRONG: dict[str, list[dict[str, Any]]] = {
    "ReplaceCardByDiscarded": [{"handCardIndex": 4}, {"handCardIndex": "1"}, {}],
    "ShowCards": [
        {"handCardIndexes": indexes} for indexes in ([], [1], [1, 1], [0, 4], [-1, 0], 2, ["0"])
    ],
    "PeekCard": [
        {"anotherPlayerIndex": ANN, "handCardIndex": 0},
        {"anotherPlayerIndex": 3, "handCardIndex": 0},
        {"anotherPlayerIndex": BEA, "handCardIndex": 4},
    ],
    "ExchangeCards": [
        {"handCardIndex": own, "anotherPlayerIndex": other, "anotherPlayerHandCardIndex": card}
        for own, other, card in ((0, ANN, 1), (4, BEA, 0), (0, BEA, 4), (0, 3, 0))
    ],
}


@pytest.mark.parametrize(
    ("type", "phase"),
    [
        ("ReplaceCardByDiscarded", "turn with a discarded card"),
        ("ShowCards", "turn"),
        ("PeekCard", "9 discarded"),
        ("ExchangeCards", "11 discarded"),
    ],
)
def test_wrong_indexes_are_refused(begin: Begin, type: str, phase: str) -> None:
    deck, first, moves, _ = PHASES[phase]
    conversation = begin(*moves, deck=deck, first=first)
    for fields in WRONG[type]:
        is_refused(conversation, ANN, type, **fields)
    is_done(conversation, type)


def test_refusal_names_the_message_that_was_not_meant(begin: Begin) -> None:
    conversation = begin(DRAWN, move(ANN, "Discard"), deck="7")
    assert "ReplaceCard 1" in is_refused(conversation, ANN, "ReplaceCard", handCardIndex=1)


def test_last_message_of_a_step_may_be_acknowledged(begin: Begin) -> None:
    conversation = begin(deck="0")
    conversation.ack(ANN)
    conversation.send(ANN, "TakeCardFromHeap")
    conversation.go_on()
    conversation.ack(ANN)
    conversation.ack(ANN)
    assert last_told(conversation, ANN, "Discard") == a(
        "Discarded", playerIndex=ANN, discardedValue=0
    )


def test_move_that_is_sent_twice_is_done_and_told_once(begin: Begin) -> None:
    conversation = begin()
    conversation.send(ANN, "StopRound")
    conversation.send(ANN, "StopRound")
    to_ann = [
        received.get(ANN, {"type": ""})["type"]
        for received in (conversation.receive(), conversation.receive())
    ]
    assert sorted(to_ann) == ["Failure", "Stopping"]
    assert not conversation.received_now()
    conversation.ack(ANN, CAL)
    assert conversation.received_now() == {BEA: a("Stopping", playerIndex=ANN)}
    assert not conversation.received_now()


# After somebody was away, the step that was being told is told again.


def away_and_back(conversation: Conversation, seat: int) -> Message:
    """They leave and come back, and all acknowledge the board; returns it."""
    guest = conversation.guests[seat]
    guest.send("SuspendGame")
    assert {message["type"] for message in conversation.receive().values()} == {"GameSuspended"}
    guest.send("RejoinGame", gameId=conversation.number, playerSecret=guest.secret)
    back = a("PlayerRejoined", gameId=conversation.number, playerIndex=seat)
    assert conversation.receive() == to(ANN, BEA, CAL, message=back)
    return board_of(conversation, seat)


def board_of(conversation: Conversation, last: int) -> Message:
    """The board that all get when the last one is back and has acknowledged it."""
    conversation.ack(last)
    received = conversation.receive()
    board = received[ANN]
    assert received == to(ANN, BEA, CAL, message=board)
    conversation.ack(ANN, BEA, CAL)
    return board


def the_board(**fields: Any) -> Message:
    """That of Ann's first turn, but for these fields."""
    sizes = {"deckSize": 40, "handSizes": [4, 4, 4], "totalScores": [0, 0, 0]}
    return a("BoardInitialized", activePlayerIndex=ANN, round=1, turn=1, **{**sizes, **fields})


def test_first_two_cards_that_were_acknowledged_are_told_without_values(
    server: Inside, lucks: deque[Luck]
) -> None:
    with conversing(server, PATH) as conversation:
        start(conversation, lucks, Scripted(picks=[ANN], shuffles=[deal(*HANDS)]))
        conversation.receive()
        conversation.ack(ANN)
        assert away_and_back(conversation, CAL) == {**the_board(), "turn": 0}
        first_two = {
            ANN: a("FirstTwoCards"),
            BEA: a("FirstTwoCards", value1=3, value2=4),
            CAL: a("FirstTwoCards", value1=13, value2=12),
        }
        starts = a("TurnStart", playerIndex=ANN)
        is_told(conversation, first_two, to(BEA, CAL, message=starts), {ANN: starts})


# A step in which Ann is told a value: the moves, the value, and what is told instead when Ann has
# acknowledged it; and the board before it.
VALUES: dict[str, tuple[str, tuple[Move, ...], Move, Message, Message, Message]] = {
    "card for the shown ones": (
        "9",
        (CLAIMED,),
        move(ANN, "TakeCardFromHeap"),
        a("Card", value=9),
        a("HeapCardTaken", playerIndex=ANN),
        the_board(),
    ),
    "own card": (
        "7",
        (DRAWN, move(ANN, "Discard")),
        move(ANN, "PeekOwnCard", handCardIndex=1),
        a("Card", value=1),
        a("OwnCardPeeked", playerIndex=ANN, handCardIndex=1),
        the_board(deckSize=39, discardedValue=7),
    ),
    "card of another": (
        "9",
        (DRAWN, move(ANN, "Discard")),
        move(ANN, "PeekCard", anotherPlayerIndex=CAL, handCardIndex=1),
        a("Card", value=12),
        a("CardPeeked", playerIndex=ANN, anotherPlayerIndex=CAL, handCardIndex=1),
        the_board(deckSize=39, discardedValue=9),
    ),
}


@pytest.mark.parametrize("what", VALUES)
@pytest.mark.parametrize("acknowledged", [True, False])
def test_value_is_told_again_only_to_who_has_not_acknowledged_it(
    begin: Begin, what: str, acknowledged: bool
) -> None:
    deck, before, (seat, type, fields), card, instead, board = VALUES[what]
    conversation = begin(*before, deck=deck)
    conversation.send(seat, type, **fields)
    assert conversation.receive() == {ANN: card, CAL: instead}
    if acknowledged:
        conversation.ack(ANN)
    assert away_and_back(conversation, BEA) == board
    again = {ANN: instead if acknowledged else card, CAL: instead}
    is_told(conversation, again, {BEA: instead})


def test_drawn_card_is_told_again(begin: Begin) -> None:
    conversation = begin(DRAWN, deck="9")
    conversation.ack(ANN)
    assert away_and_back(conversation, ANN) == the_board()
    taken = a("HeapCardTaken", playerIndex=ANN)
    is_told(conversation, to(BEA, CAL, message=taken), {ANN: a("Card", value=9)})


def test_shown_cards_are_told_again_without_values_to_who_has_acknowledged_them(
    begin: Begin,
) -> None:
    conversation = begin()
    conversation.send(ANN, "ShowCards", handCardIndexes=[0, 2])
    shown = a("CardsShown", playerIndex=ANN, handCardIndexes=[0, 2])
    conversation.receive()
    conversation.ack(BEA)
    assert away_and_back(conversation, ANN) == the_board()
    again = {BEA: shown, CAL: {**shown, "values": [5, 5]}}
    is_told(conversation, again, {ANN: a("CardsIdentical", discardedValue=5)})


def test_between_two_rounds_the_end_of_the_round_is_told_again(begin: Begin) -> None:
    conversation = begin(*ENDED, deck="0 0", first=BEA)
    away_and_back(conversation, CAL)
    values = [[int(card) for card in hand.split()] for hand in HANDS]
    end = finished(values, [0, 21, 49], [0, 21, 49])
    is_told(conversation, to(BEA, CAL, message=end), {ANN: end})
    is_done(conversation, "StartRound")


def test_game_goes_on_after_a_restart(tmp_path: Path, lucks: deque[Luck]) -> None:
    with inside(tmp_path, lucks.popleft) as server, conversing(server, PATH) as conversation:
        start(conversation, lucks, Scripted(picks=[ANN], shuffles=[deal(*HANDS)]))
        conversation.go_on()
        conversation.play(CLAIMED)
        number, secrets = conversation.number, [guest.secret for guest in conversation.guests]
    with inside(tmp_path) as server, conversing(server, PATH, ["", "", ""]) as conversation:
        for seat, guest in enumerate(conversation.guests):
            guest.send("RejoinGame", gameId=number, playerSecret=secrets[seat])
            back = a("PlayerRejoined", gameId=number, playerIndex=seat)
            assert conversation.receive() == to(ANN, BEA, CAL, message=back)
        assert board_of(conversation, CAL) == the_board()
        shown = a("CardsShown", playerIndex=ANN, handCardIndexes=[0, 2])
        identical = a("CardsIdentical", discardedValue=5)
        is_told(conversation, to(BEA, CAL, message=shown), {ANN: identical})
        is_done(conversation, "TakeCardFromHeap")


# Whole games with random moves.

FIELDS = {
    "FirstTwoCards": "value1 value2",
    "TurnStart": "playerIndex",
    "HeapCardTaken": "playerIndex",
    "Card": "value",
    "CardReplaced": "playerIndex handCardIndex discardedValue",
    "CardsShown": "playerIndex handCardIndexes values",
    "CardsDifferent": "",
    "CardsIdentical": "discardedValue",
    "Stopping": "playerIndex",
    "Discarded": "playerIndex discardedValue",
    "OwnCardPeeked": "playerIndex handCardIndex",
    "CardPeeked": "playerIndex anotherPlayerIndex handCardIndex",
    "CardsExchanged": "playerIndex handCardIndex anotherPlayerIndex anotherPlayerHandCardIndex",
    "DiscardedCardTaken": "playerIndex value",
    "RoundFinished": "hands cards scores totalScores isGameFinished",
}


def as_message(text: str, waiting_for: str) -> tuple[str, dict[str, Any]]:
    """A move of the library as a client of this dialect asks for it."""
    verb, *words = text.split()
    n = [int(word) for word in words]
    match verb, len(n):
        case "deck", _:
            return "TakeCardFromHeap", {}
        case "pile", 0:
            return "TakeDiscardedCard", {}
        case "pile", _:
            return "ReplaceCardByDiscarded", {"handCardIndex": n[0]}
        case "show", _:
            return "ShowCards", {"handCardIndexes": n}
        case "own", _:
            type = "ReplaceCard" if waiting_for == "deck card" else "PeekOwnCard"
            return type, {"handCardIndex": n[0]}
        case "other", _:
            return "PeekCard", {"anotherPlayerIndex": n[0], "handCardIndex": n[1]}
        case "exchange", _:
            names = ("handCardIndex", "anotherPlayerIndex", "anotherPlayerHandCardIndex")
            return "ExchangeCards", dict(zip(names, n, strict=True))
    return {"stop": "StopRound", "discard": "Discard", "next": "StartRound"}[verb], {}


def groups(match: Match, kinds: list[str]) -> list[tuple[int, ...]]:
    """Who is told what has happened, step by step."""
    everybody: tuple[int, ...] = (ANN, BEA, CAL)
    others = tuple(seat for seat in everybody if seat not in match.to_act)
    last = [others, match.to_act] if match.to_act else [everybody]
    twice = "FirstTwoSeen" in kinds or "RoundFinished" in kinds
    return [everybody, *last] if twice else last


def receive_end_of_game(
    guests: list[Guest], steps: list[tuple[int, ...]], asked: bool
) -> list[Message]:
    """All are told in these steps, and acknowledge but for the last if it asks for a move."""
    received: list[Message] = []
    for number, step in enumerate(steps, 1):
        for seat in step:
            message = guests[seat].receive()
            while message["type"] in LOBBY:
                message = guests[seat].receive()
            received.append(message)
        for seat in step if number < len(steps) or not asked else ():
            guests[seat].ack()
    return received


def any_move(match: Match, random: Random) -> LegalMove:
    """One of any verb alike, so that not nearly every move is a claim."""
    legal = match.legal(match.to_act[0])
    verb = random.choice(sorted({move.verb for move in legal}))
    return random.choice([move for move in legal if move.verb == verb])


@pytest.mark.parametrize("seed", [691, 1113])  # in which everything happens
def test_random_game(server: Inside, lucks: deque[Luck], seed: int) -> None:
    """It ends, says nothing but the messages of the document, and its record is the match."""
    with conversing(server, PATH) as conversation:
        number = start(conversation, lucks, Seeded(seed))
        match = Match("sixty_six", [*NAMES], seed=seed, options={"variant": "draft"})
        random, guests = Random(seed), conversation.guests
        kinds = [event.kind for event in match.events]
        received = receive_end_of_game(guests, groups(match, kinds), asked=True)
        while not match.over:
            (seat,) = match.to_act
            chosen = any_move(match, random)
            type, fields = as_message(chosen.text, match.facts()["waiting_for"])
            guests[seat].send(type, **fields)
            kinds = [event.kind for event in match.play(seat, chosen)]
            received += receive_end_of_game(guests, groups(match, kinds), asked=not match.over)
        assert not conversation.received_now()
        assert {message["type"] for message in received} == FIELDS.keys()
        for message in received:
            assert message.keys() - {"type"} == set(FIELDS[message["type"]].split())
        guests[ANN].send("RejoinGame", gameId=number, playerSecret=guests[ANN].secret)
        assert guests[ANN].receive_a("Failure")["errorReason"] == "GAME_NOT_FOUND"
    record = new_record(server, set(), [*NAMES], list(match.scores))
    assert record == match.record()
    assert Match.replay(record).scores == match.scores
