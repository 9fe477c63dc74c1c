"""66 at `/66`, over WebSockets: the diagrams of its protocol one by one, and what belongs to them.

Ann is seat 0, Bea seat 1, Cal seat 2. As in the diagrams it is mostly Bea who acts.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import Any

import pytest

from dialects.guests import LOBBY, PATIENCE, Guest, Message, game_of, message
from dialects.steps import (
    Step,
    asked,
    is_over,
    is_quiet,
    new_record,
    next_step,
    steps_until_asked,
)
from games.sixty_six_scenes import NAMES, deal
from live import Connection
from server.inside import Inside, inside
from settebello import Match, Scripted
from settebello.luck import Luck, SystemLuck
from settebello.table import protocol

ANN, BEA, CAL = SEATS = range(3)
HANDS = [[1, 2, 3, 4], [5, 5, 6, 6], [8, 9, 10, 11]]
FIRST_TURN = ["TakeCardFromDeck", "StopRound"]
LATER_TURN = ["TakeCardFromDeck", "TakeDiscardedCard", "StopRound"]
LAST_TURNS = ["TakeCardFromDeck", "TakeDiscardedCard"]
WITH_DECK_CARD = ["PickOwnCard", "Discard", "ShowCards"]
WITH_DISCARDED_CARD = ["PickOwnCard", "ShowCards"]


class Scene:
    """A game of three whose luck is known, and who acknowledges last."""

    def __init__(self, guests: list[Guest], last: int = CAL) -> None:
        self.guests = guests
        self.acks = [seat for seat in SEATS if seat != last] + [last]
        self.number = game_of(guests)

    def send(self, seat: int, type: str, **fields: Any) -> None:
        self.guests[seat].send(type, **fields)

    def is_quiet(self) -> bool:
        return is_quiet(self.guests)

    def tells(self, told: Step) -> None:
        """Just these are told just this, and nothing follows until the last has acknowledged."""
        assert next_step(self.guests) == told
        for seat in self.acks:
            if seat in told:
                assert self.is_quiet()
                self.guests[seat].ack()

    def tells_all(self, type: str, **fields: Any) -> None:
        self.tells(dict.fromkeys(SEATS, message(type, **fields)))

    def tells_in_two_steps(self, seat: int, type: str, offer: Message, **fields: Any) -> None:
        """First the others, then the one who is to act, with what they may do."""
        self.tells({other: message(type, **fields) for other in SEATS if other != seat})
        self.tells({seat: message(type, **fields, **offer)})
        assert self.is_quiet()

    def turn(self, seat: int, number: int, actions: Sequence[str]) -> None:
        offer = {"actions": list(actions)}
        self.tells_in_two_steps(seat, "TurnStarted", offer, activePlayerIndex=seat, turn=number)

    def until_asked(self) -> int | None:
        """All acknowledge what they are told, until one of them is asked for a move."""
        *_, last = steps_until_asked(self.guests)
        return asked(last)

    def play(self, seat: int, *moves: str | Message) -> None:
        """One player makes these moves; all acknowledge until somebody is asked again."""
        for move in moves:
            self.send(seat, **(message(move) if isinstance(move, str) else move))
            self.until_asked()


class Stage:
    """Where scenes are set."""

    def __init__(self, server: Inside, lucks: list[Luck], last: int) -> None:
        self.server = server
        self._lucks = lucks
        self._last = last
        self._open = ExitStack()
        self._records = {line["match"] for line in server.ask("GET", "/api/matches")[1]}

    def guest(self, name: str = "") -> Guest:
        guest = Guest(self.server, name)
        self._open.callback(guest.close)
        return guest

    def prepare(self, *deals: Sequence[str], first: int = BEA, picks: Sequence[int] = ()) -> None:
        """The luck of the next game."""
        self._lucks.append(Scripted(picks=[first, *picks], shuffles=deals))

    def game(self, *deals: Sequence[str], first: int = BEA, picks: Sequence[int] = ()) -> Scene:
        """A game that has been started, and nothing is told of it yet."""
        self.prepare(*deals, first=first, picks=picks)
        return Scene([self.guest(name) for name in NAMES[:3]], self._last)

    def turn_of_bea(self, deck: str = "") -> Scene:
        """Bea's first turn; nothing is discarded yet."""
        scene = self.game(deal(*texts(HANDS), deck=deck))
        assert scene.until_asked() == BEA
        return scene

    def turn_after_ann(self, discarded: str = "13", deck: str = "") -> Scene:
        """Bea's first turn after that of Ann, who has discarded a card from the deck."""
        scene = self.game(deal(*texts(HANDS), deck=f"{discarded} {deck}"), first=ANN)
        assert scene.until_asked() == ANN
        scene.play(ANN, "TakeCardFromDeck", "Discard")
        return scene

    def record(self, players: list[str], totals: list[int]) -> dict[str, Any]:
        """The record of a new match that ended like this; all have acknowledged its end."""
        return new_record(self.server, self._records, players, totals)

    def close(self) -> None:
        self._lucks.clear()
        self._open.close()


def texts(hands: list[list[int]]) -> list[str]:
    return [" ".join(map(str, hand)) for hand in hands]


@pytest.fixture(scope="module")
def lucks() -> list[Luck]:
    """The luck of the games that are yet to begin."""
    return []


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, lucks: list[Luck]) -> Iterator[Inside]:
    def luck() -> Luck:
        return lucks.pop() if lucks else SystemLuck()

    with inside(tmp_path_factory.mktemp("store"), luck) as server:
        yield server


@pytest.fixture
def stage(server: Inside, lucks: list[Luck]) -> Iterator[Stage]:
    stage = Stage(server, lucks, CAL)
    yield stage
    stage.close()


@pytest.fixture(params=SEATS, ids=[f"{name} acks last" for name in NAMES[:3]])
def any_last(server: Inside, lucks: list[Luck], request: pytest.FixtureRequest) -> Iterator[Stage]:
    """A stage on which each in turn is the one whose acknowledgement is withheld."""
    stage = Stage(server, lucks, request.param)
    yield stage
    stage.close()


# The diagrams, in their order.


def first_two(seat: int, *values: Sequence[int]) -> Message:
    """What a player is told when a round starts: that all look, and what they see."""
    entries = [
        {"lookingPlayerIndexes": [n], "targetPlayerIndex": n, "cardIndexes": [0, 1]} for n in SEATS
    ]
    entries[seat]["values"] = list(values[seat])
    return message(
        "CardsRevealed",
        cardInfos=entries,
        lookingPlayerIndex=seat,
        targetPlayerIndex=seat,
        cardIndexes=[0, 1],
        cardValues=list(values[seat]),
    )


def test_start_a_new_round(any_last: Stage) -> None:
    scene = any_last.game(deal(*texts(HANDS)))
    scene.tells_all(
        "BoardInitialized",
        activePlayerIndex=BEA,
        deckSize=40,
        handSizes=[4, 4, 4],
        round=1,
        turn=0,
        totalScores=[0, 0, 0],
    )
    ann, cal = first_two(ANN, [1, 2], [], []), first_two(CAL, [], [], [8, 9])
    bea = {
        "type": "CardsRevealed",
        "cardInfos": [
            {"lookingPlayerIndexes": [0], "targetPlayerIndex": 0, "cardIndexes": [0, 1]},
            {
                "lookingPlayerIndexes": [1],
                "targetPlayerIndex": 1,
                "cardIndexes": [0, 1],
                "values": [5, 5],
            },
            {"lookingPlayerIndexes": [2], "targetPlayerIndex": 2, "cardIndexes": [0, 1]},
        ],
        "lookingPlayerIndex": 1,
        "targetPlayerIndex": 1,
        "cardIndexes": [0, 1],
        "cardValues": [5, 5],
    }
    scene.tells({ANN: ann, BEA: bea, CAL: cal})
    scene.turn(BEA, 1, FIRST_TURN)


def test_initiate_a_turn(any_last: Stage) -> None:
    scene = any_last.game(deal(*texts(HANDS)))
    scene.tells_all(**{**BOARD, "activePlayerIndex": BEA})
    scene.tells({seat: first_two(seat, *(hand[:2] for hand in HANDS)) for seat in SEATS})
    others = message("TurnStarted", activePlayerIndex=BEA, turn=1)
    scene.tells({ANN: others, CAL: others})
    scene.tells({BEA: {**others, "actions": FIRST_TURN}})
    assert scene.is_quiet()


BOARD = message(
    "BoardInitialized",
    activePlayerIndex=ANN,
    deckSize=40,
    handSizes=[4, 4, 4],
    round=1,
    turn=0,
    totalScores=[0, 0, 0],
)


def test_pick_card_from_deck(any_last: Stage) -> None:
    scene = any_last.turn_of_bea(deck="4")
    scene.send(BEA, "TakeCardFromDeck")
    taken = message("BoardUpdated", deckSize=39, deckCard=4, actions=WITH_DECK_CARD)
    scene.tells({BEA: taken})
    assert scene.is_quiet()


def test_pick_the_discarded_card(any_last: Stage) -> None:
    scene = any_last.turn_after_ann()
    scene.send(BEA, "TakeDiscardedCard")
    scene.tells({BEA: message("BoardUpdated", actions=WITH_DISCARDED_CARD)})
    assert scene.is_quiet()


def test_stop_the_round(any_last: Stage) -> None:
    scene = any_last.turn_after_ann()
    scene.send(BEA, "StopRound")
    scene.tells_all("StopRequested", stopperIndex=BEA)
    scene.turn(CAL, 3, LAST_TURNS)


@pytest.mark.parametrize("from_deck", [True, False], ids=["deck card", "discarded card"])
def test_replace_a_card_in_players_hand_by_the_picked_card(
    any_last: Stage, from_deck: bool
) -> None:
    scene = any_last.turn_after_ann()
    scene.play(BEA, "TakeCardFromDeck" if from_deck else "TakeDiscardedCard")
    scene.send(BEA, "PickOwnCard", cardIndex=2)
    scene.tells_all(
        "CardsReplaced",
        playerIndex=BEA,
        cardIndexes=[2],
        fromDeck=from_deck,
        discardedValue=6,
        deckSize=38 if from_deck else 39,
    )
    scene.turn(CAL, 3, LATER_TURN)


def shown(indexes: list[int], values: list[int]) -> Step:
    """A claim of Bea's, as each is told of it."""
    entry = {"lookingPlayerIndexes": [0, 2], "targetPlayerIndex": 1, "cardIndexes": indexes}
    claim = message("CardsRevealed", **entry)
    seen = {**claim, "cardInfos": [{**entry, "values": values}], "cardValues": values}
    return {ANN: seen, BEA: {**claim, "cardInfos": [entry]}, CAL: seen}


@pytest.mark.parametrize("from_deck", [True, False], ids=["deck card", "discarded card"])
def test_claim_to_have_two_or_more_identical_cards_and_succeed(
    any_last: Stage, from_deck: bool
) -> None:
    scene = any_last.turn_after_ann()
    scene.play(BEA, "TakeCardFromDeck" if from_deck else "TakeDiscardedCard")
    scene.send(BEA, "ShowCards", cardIndexes=[2, 3])
    scene.tells(shown([2, 3], [6, 6]))
    scene.tells_all(
        "CardsReplaced",
        playerIndex=BEA,
        cardIndexes=[2, 3],
        fromDeck=from_deck,
        discardedValue=6,
        deckSize=38 if from_deck else 39,
    )
    scene.turn(CAL, 3, LATER_TURN)


def test_claim_to_have_two_or_more_identical_cards_and_fail(any_last: Stage) -> None:
    """With the discarded card, as the diagram has it: it stays where it is."""
    scene = any_last.turn_after_ann()
    scene.play(BEA, "TakeDiscardedCard")
    scene.send(BEA, "ShowCards", cardIndexes=[1, 2])
    scene.tells(shown([1, 2], [5, 6]))
    scene.turn(CAL, 3, LATER_TURN)


@pytest.mark.parametrize("card", [4, 7, 9, 11])
def test_a_failed_claim_discards_a_deck_card_without_its_effect(any_last: Stage, card: int) -> None:
    scene = any_last.turn_of_bea(deck=str(card))
    scene.play(BEA, "TakeCardFromDeck")
    scene.send(BEA, "ShowCards", cardIndexes=[1, 2, 3])
    scene.tells(shown([1, 2, 3], [5, 6, 6]))
    scene.tells_all("BoardUpdated", deckSize=39, discardedValue=card)
    scene.turn(CAL, 2, LATER_TURN)


@pytest.mark.parametrize("card", [0, 6, 13])
def test_discard_the_picked_card_plain(any_last: Stage, card: int) -> None:
    scene = any_last.turn_of_bea(deck=str(card))
    scene.send(BEA, "TakeCardFromDeck")
    taken = message("BoardUpdated", deckSize=39, deckCard=card, actions=WITH_DECK_CARD)
    scene.tells({BEA: taken})
    scene.send(BEA, "Discard")
    scene.tells_all("BoardUpdated", deckSize=39, discardedValue=card)
    scene.turn(CAL, 2, LATER_TURN)


def discards(scene: Scene, card: int, hint: str, actions: list[str]) -> None:
    """Bea takes a card that has an effect from the deck, and discards it."""
    scene.send(BEA, "TakeCardFromDeck")
    taken = {"deckSize": 39, "deckCard": card, "actions": WITH_DECK_CARD, "hint": hint}
    scene.tells({BEA: message("BoardUpdated", **taken)})
    scene.send(BEA, "Discard")
    offer = {"actions": actions, "hint": hint}
    scene.tells_in_two_steps(BEA, "BoardUpdated", offer, deckSize=39, discardedValue=card)


def peeked(owner: int, index: int, value: int) -> Step:
    """Bea looks at a card, as each is told of it."""
    entry = {"lookingPlayerIndexes": [1], "targetPlayerIndex": owner, "cardIndexes": [index]}
    flat = {"lookingPlayerIndex": 1, "targetPlayerIndex": owner, "cardIndex": index}
    others = message("CardsRevealed", cardInfos=[entry], **flat)
    seen = {**others, "cardInfos": [{**entry, "values": [value]}], "cardValue": value}
    return {ANN: others, BEA: seen, CAL: others}


@pytest.mark.parametrize(("card", "name"), [(7, "PickOwnCard"), (8, "PeekOwnCard")])
def test_discard_the_picked_card_7_or_8(any_last: Stage, card: int, name: str) -> None:
    scene = any_last.turn_of_bea(deck=str(card))
    discards(scene, card, "PEEK_OWN_CARD", ["PickOwnCard"])
    scene.send(BEA, name, cardIndex=3)
    scene.tells(peeked(BEA, 3, 6))
    scene.turn(CAL, 2, LATER_TURN)


@pytest.mark.parametrize(("card", "name"), [(9, "PickAnothersCard"), (10, "PeekAnothersCard")])
def test_discard_the_picked_card_9_or_10(any_last: Stage, card: int, name: str) -> None:
    scene = any_last.turn_of_bea(deck=str(card))
    discards(scene, card, "PEEK_ANOTHERS_CARD", ["PickAnothersCard"])
    scene.send(BEA, name, playerIndex=CAL, cardIndex=0)
    scene.tells(peeked(CAL, 0, 8))
    scene.turn(CAL, 2, LATER_TURN)


@pytest.mark.parametrize(("card", "verb"), [(11, "Pick"), (12, "Peek")])
def test_discard_the_picked_card_11_or_12(any_last: Stage, card: int, verb: str) -> None:
    scene = any_last.turn_of_bea(deck=str(card))
    discards(scene, card, "EXCHANGE_CARDS", ["PickOwnCard"])
    scene.send(BEA, f"{verb}OwnCard", cardIndex=1)
    scene.tells({BEA: message("BoardUpdated", actions=["PickAnothersCard"])})
    assert scene.is_quiet()
    scene.send(BEA, f"{verb}AnothersCard", playerIndex=ANN, cardIndex=3)
    scene.tells_all(
        "CardExchanged",
        playerIndex=BEA,
        cardIndex=1,
        anotherPlayerIndex=ANN,
        anotherPlayerCardIndex=3,
    )
    scene.turn(CAL, 2, LATER_TURN)


def stop_and_discard(scene: Scene) -> None:
    """Bea stops; Cal and Ann discard what they take, but for Ann's last word."""
    scene.play(BEA, "StopRound")
    scene.play(CAL, "TakeCardFromDeck", "Discard")
    scene.play(ANN, "TakeCardFromDeck")
    scene.send(ANN, "Discard")


def round_finished(scores: list[int], totals: list[int], over: bool = False) -> Message:
    hands = [[1, 2, 3, 4], [5, 5, 6, 7], [8, 9, 10, 11]]
    return message(
        "RoundFinished",
        hands=hands,
        cards=hands,
        scores=scores,
        totalScores=totals,
        isGameFinished=over,
    )


def test_round_is_finished_but_the_game_will_continue(any_last: Stage) -> None:
    first = deal("1 2 3 4", "5 5 6 7", "8 9 10 11", deck="0 13")
    second = deal("0 2 3 4", "0 7 7 7", "8 9 10 11")
    scene = any_last.game(first, second)
    scene.until_asked()
    stop_and_discard(scene)
    scene.tells_all("BoardUpdated", deckSize=38, discardedValue=13)
    scene.tells_all(**round_finished(scores=[0, 28, 38], totals=[0, 28, 38]))
    scene.tells({ANN: message("BoardUpdated", actions=["StartNextRound"])})
    assert scene.is_quiet()
    scene.send(ANN, "StartNextRound")
    scene.tells_all(**{**BOARD, "round": 2, "totalScores": [0, 28, 38]})
    scene.tells({seat: first_two(seat, [0, 2], [0, 7], [8, 9]) for seat in SEATS})
    scene.turn(ANN, 1, FIRST_TURN)


ENDING = (
    deal("1 2 3 4", "5 5 6 7", "9 10 11 12", deck="0 13"),
    deal("1 2 3 4", "5 5 6 7", "8 9 10 11", deck="0 13 13 0"),
)


def last_round(scene: Scene) -> None:
    """Up to the last move of a game that ends with its second round: Ann 0, Bea 51, Cal 85."""
    scene.until_asked()
    stop_and_discard(scene)
    assert scene.until_asked() == ANN
    scene.play(ANN, "StartNextRound", "TakeCardFromDeck", "Discard")
    scene.play(BEA, "TakeDiscardedCard", message("ShowCards", cardIndexes=[0, 3]))
    scene.play(CAL, "StopRound")
    scene.play(ANN, "TakeCardFromDeck", "Discard")
    scene.play(BEA, "TakeCardFromDeck")
    scene.send(BEA, "Discard")


def test_game_is_finished(any_last: Stage) -> None:
    scene = any_last.game(*ENDING)
    last_round(scene)
    scene.tells_all("BoardUpdated", deckSize=37, discardedValue=13)
    scene.tells_all(**round_finished(scores=[0, 23, 43], totals=[0, 51, 85], over=True))
    assert scene.is_quiet()
    # Delete game: they are free for another one, and cannot come back to this one.
    for guest in scene.guests:
        guest.send("ListSuspendedGames", playerSecret=guest.secret)
        assert guest.receive_a("SuspendedGames") == message("SuspendedGames", games=[])
        guest.send("RejoinGame", gameId=scene.number, playerSecret=guest.secret)
        refused = guest.receive_a("Failure")
        assert (refused["command"], refused["errorReason"]) == ("RejoinGame", "GAME_NOT_FOUND")
        guest.send("JoinGame", gameId=scene.number, playerSecret=guest.secret)
        assert guest.receive_a("Failure")["errorReason"] == "GAME_NOT_FOUND"
    newcomer = any_last.guest()
    assert scene.number not in [game["gameId"] for game in newcomer.receive_a("OpenGames")["games"]]
    any_last.prepare(ENDING[0], first=ANN)
    assert game_of(scene.guests) != scene.number
    assert [guest.receive_a("BoardInitialized") for guest in scene.guests] == [BOARD] * 3


def test_the_record_of_a_finished_game_stays(stage: Stage) -> None:
    scene = stage.game(*ENDING)
    last_round(scene)
    scene.until_asked()
    assert scene.is_quiet()
    record = stage.record(NAMES[:3], [0, 51, 85])
    assert record["options"] == {"variant": "standard"}
    assert Match.replay(record).scores == (0, 51, 85)


# What belongs to the diagrams.


def test_indexes_ascend_and_values_follow_them_in_whatever_order_cards_are_shown(
    stage: Stage,
) -> None:
    scene = stage.turn_of_bea(deck="4")
    scene.play(BEA, "TakeCardFromDeck")
    scene.send(BEA, "ShowCards", cardIndexes=[3, 0, 2])
    scene.tells(shown([0, 2, 3], [5, 6, 6]))
    scene = stage.turn_of_bea(deck="4")
    scene.play(BEA, "TakeCardFromDeck")
    scene.send(BEA, "ShowCards", cardIndexes=[3, 2])
    scene.tells(shown([2, 3], [6, 6]))
    replaced = next_step(scene.guests)[ANN]
    assert (replaced["type"], replaced["cardIndexes"]) == ("CardsReplaced", [2, 3])


def test_who_has_one_card_cannot_claim(stage: Stage) -> None:
    scene = stage.game(deal("1 2 3 4", "5 5 5 5", "8 9 10 11", deck="0 13 13 0"))
    scene.until_asked()
    scene.play(BEA, "TakeCardFromDeck", message("ShowCards", cardIndexes=[0, 1, 2, 3]))
    for seat in (CAL, ANN):
        scene.play(seat, "TakeCardFromDeck", "Discard")
    scene.send(BEA, "TakeCardFromDeck")
    offer = ["PickOwnCard", "Discard"]
    scene.tells({BEA: message("BoardUpdated", deckSize=36, deckCard=0, actions=offer)})


def test_of_several_winners_one_is_offered_the_next_round(stage: Stage) -> None:
    again = deal("1 2 3 4", "5 5 6 7", "8 9 10 11")
    scene = stage.game(deal("1 2 3 4", "5 6 7 7", "1 2 3 4", deck="0 13"), again, picks=[1])
    scene.until_asked()
    stop_and_discard(scene)
    assert scene.until_asked() == CAL
    scene.send(CAL, "StartNextRound")
    board = {**BOARD, "activePlayerIndex": CAL, "round": 2, "totalScores": [0, 30, 0]}
    scene.tells_all(**board)


def test_a_move_counts_as_the_ack_of_what_offered_it(stage: Stage) -> None:
    scene = stage.game(deal(*texts(HANDS), deck="7"))
    for step in steps_until_asked(scene.guests):
        if asked(step) == BEA:
            break  # they do not acknowledge it
    for move in ("TakeCardFromDeck", "Discard"):
        scene.send(BEA, move)
        step = next_step(scene.guests)
        if BEA not in step:
            for seat in step:
                scene.guests[seat].ack()
            step = next_step(scene.guests)
        assert asked(step) == BEA
    scene.send(BEA, "PickOwnCard", cardIndex=0)
    scene.tells(peeked(BEA, 0, 5))
    scene.turn(CAL, 2, LATER_TURN)


def test_acks_that_nobody_waits_for_are_ignored(stage: Stage) -> None:
    scene = stage.turn_of_bea(deck="13")
    for guest in [stage.guest(), *scene.guests] * 3:
        guest.ack()
        assert guest.receive_pending() == []
    scene.send(BEA, "TakeCardFromDeck")
    scene.until_asked()
    scene.send(BEA, "Discard")
    scene.tells_all("BoardUpdated", deckSize=39, discardedValue=13)


# Refusals inside a game. A story with every kind of step, with and without them.

STORY: tuple[tuple[int, str, Message], ...] = (
    (BEA, "TakeCardFromDeck", {}),
    (BEA, "Discard", {}),
    (BEA, "PickOwnCard", {"cardIndex": 0}),
    (CAL, "TakeCardFromDeck", {}),
    (CAL, "Discard", {}),
    (CAL, "PickAnothersCard", {"playerIndex": ANN, "cardIndex": 1}),
    (ANN, "TakeCardFromDeck", {}),
    (ANN, "Discard", {}),
    (ANN, "PickOwnCard", {"cardIndex": 3}),
    (ANN, "PickAnothersCard", {"playerIndex": BEA, "cardIndex": 2}),
    (BEA, "TakeDiscardedCard", {}),
    (BEA, "PickOwnCard", {"cardIndex": 3}),
    (CAL, "TakeDiscardedCard", {}),
    (CAL, "ShowCards", {"cardIndexes": [0, 1]}),
    (ANN, "TakeCardFromDeck", {}),
    (ANN, "ShowCards", {"cardIndexes": [0, 1]}),
    (BEA, "TakeCardFromDeck", {}),
    (BEA, "ShowCards", {"cardIndexes": [1, 0]}),
    (CAL, "StopRound", {}),
    (ANN, "TakeCardFromDeck", {}),
    (ANN, "Discard", {}),
    (BEA, "TakeCardFromDeck", {}),
    (BEA, "PickOwnCard", {"cardIndex": 2}),
    (ANN, "StartNextRound", {}),
    (ANN, "StopRound", {}),
    (BEA, "TakeCardFromDeck", {}),
    (BEA, "Discard", {}),
    (CAL, "TakeCardFromDeck", {}),
    (CAL, "Discard", {}),
)
STORY_DEALS = (
    deal(*texts(HANDS), deck="7 9 11 12 0 13 13"),
    deal("1 2 3 4", "5 5 6 7", "8 9 10 11", deck="13 13"),
)
MOVES: tuple[Message, ...] = (
    *map(message, ("TakeCardFromDeck", "TakeDiscardedCard", "StopRound", "Discard")),
    *map(message, ("StartNextRound", "StartGame", "StartRound")),
    *(message(name, cardIndex=0) for name in ("PickOwnCard", "PeekOwnCard")),
    *(
        message(f"{verb}AnothersCard", playerIndex=seat, cardIndex=0)
        for verb in ("Pick", "Peek")
        for seat in SEATS
    ),
    message("ShowCards", cardIndexes=[0, 1]),
)
# Never right, from any seat at any time.
WRONG: tuple[Message, ...] = (
    *(
        message(name, cardIndex=index)
        for name in ("PickOwnCard", "PeekOwnCard")
        for index in (4, 999, 1000, -1, 2**64, "0", 0.5, None, True, [0])
    ),
    message("PickOwnCard"),
    *(
        message("ShowCards", cardIndexes=indexes)
        for indexes in ([], [0], [1, 1], [0, 1, 1], [0, 4], [-1, 0], ["0", "1"], [[0, 1]], 0, "01")
    ),
    message("ShowCards"),
    message("ShowCards", cardIndexes=[0] * 53),
    *(
        message("PickAnothersCard", playerIndex=player, cardIndex=index)
        for player, index in ((3, 0), (-1, 0), (0, 4), (1, 4), (2, 4), ("1", 0), (1, None))
    ),
    message("PickAnothersCard", cardIndex=0),
    message("PickAnothersCard", playerIndex=0),
    message("Throw"),
    message("BoardUpdated", deckSize=0),
    message("CardsRevealed"),
)
UNREADABLE: tuple[str | bytes, ...] = (
    "", " ", "{", "}", "Ack", '"Ack"', "5", "null", "[]", '[{"type": "Ack"}]', "{}", '{"type": 5}',
    '{"type": null}', '{"type": ["Ack"]}', '{"Type": "Ack"}', '{"type": "Ack"}}', "[" * 2000,
    '{"type": "Ack",}', b'{"type": "Ack"}', b"\xff\x00", '{"type": "\\ud800"', "\0",
)  # fmt: skip


def refuses(guest: Guest, *frames: Message | str | bytes) -> None:
    """Each of these is answered with a Failure that names it, and nothing else is said."""
    for frame in frames:
        guest.socket.send(json.dumps(frame) if isinstance(frame, dict) else frame)
    received = guest.receive_pending()
    commands = [frame["type"] if isinstance(frame, dict) else "?" for frame in frames]
    assert [failure.get("command") for failure in received] == commands
    for failure in received:
        assert failure.keys() == {"type", "command", "message"}
        assert failure["type"] == "Failure"
        assert failure["message"].endswith(".")


def wrong_answers(seat: int, step: Step) -> list[Message]:
    """What the player who is asked in this step may not answer, though others might."""
    actions = step[seat]["actions"]
    own = [move for move in MOVES if move.get("playerIndex") == seat]
    return own + [m for m in MOVES if m["type"].replace("Peek", "Pick") not in actions]


def perform(stage: Stage, disturbed: bool) -> tuple[list[Step], dict[str, Any]]:
    """All steps of the story, and the record."""
    scene = stage.game(*STORY_DEALS)
    steps: list[Step] = []

    def listen() -> None:
        while True:
            step = next_step(scene.guests)
            steps.append(step)
            acting = asked(step)
            *first, last = step
            if disturbed:
                for seat in SEATS:
                    wrong = MOVES if seat != acting else wrong_answers(seat, step)
                    refuses(scene.guests[seat], *wrong)
                refuses(scene.guests[len(steps) % 3], *WRONG, *UNREADABLE)
            for seat in first:
                scene.guests[seat].ack()
            if disturbed and first:
                for guest in scene.guests:
                    refuses(guest, *MOVES)
            scene.guests[last].ack()
            if acting is not None or is_over(step):
                return

    for seat, type, fields in STORY:
        listen()
        scene.send(seat, type, **fields)
    listen()
    assert scene.is_quiet()
    return steps, stage.record(NAMES[:3], [0, 40, 81])


def test_what_is_refused_changes_nothing(stage: Stage) -> None:
    disturbed, undisturbed = perform(stage, True), perform(stage, False)
    assert disturbed == undisturbed
    offers = [told["actions"] for step in undisturbed[0] for told in step.values()
              if "actions" in told]  # fmt: skip
    assert len(set(map(tuple, offers))) == 9  # all that there are with several cards in the hand


def test_a_message_before_its_turn_is_refused(stage: Stage) -> None:
    """A second move that comes with the first one: nothing is told twice."""
    stage.prepare(deal(*texts(HANDS[:2]), deck="4"), first=ANN)
    ann = stage.guest("Ann")
    with_bot(ann)
    for _ in range(3):
        assert len(next_step([ann])) == 1
        ann.ack()
    with ann.socket.protocol_mutex:  # both frames go out in one piece
        for _ in range(2):
            ann.socket.protocol.send_text(b'{"type": "TakeCardFromDeck"}')
        ann.socket.send_data()
    received = [ann.receive() for _ in range(2)] + ann.receive_pending()
    taken = message("BoardUpdated", deckSize=43, deckCard=4, actions=WITH_DECK_CARD)
    assert [told for told in received if told["type"] != "Failure"] == [taken]
    refused = [told["command"] for told in received if told["type"] == "Failure"]
    assert refused == ["TakeCardFromDeck"]


# Bots, and clients of our own, at such a game.


def with_bot(guest: Guest, start: bool = True) -> int:
    """A game that this guest has created, with a bot."""
    guest.send("CreateGame", playerSecret=guest.secret)
    number: int = guest.receive_a("JoinedGame")["gameId"]
    guest.send("AddBot")
    assert guest.receive_a("NewPlayer") == message("NewPlayer", gameId=number, name="Bot 1")
    if start:
        begin(guest, number)
    return number


def begin(guest: Guest, number: int) -> None:
    guest.send("StartGame")
    assert guest.receive_a("GameStarted") == message("GameStarted", gameId=number)
    guest.ack()


def play_to_the_end(guest: Guest) -> Message:
    """Acknowledge everything, take cards from the deck for the first own card, and stop early."""
    received: Message = {}
    while not received.get("isGameFinished"):
        received = guest.receive()
        if received["type"] not in LOBBY:
            guest.ack()
        if "actions" in received:
            stop = "StopRound" in received["actions"] and received["turn"] > 2
            action = "StopRound" if stop else received["actions"][0]
            guest.send(action, **({"cardIndex": 0} if action == "PickOwnCard" else {}))
    return received


def play_over_ws(connection: Connection) -> list[protocol.Notice]:
    """The same with a client of ours, and its last legal moves; returns all that it is told."""
    told: list[protocol.Notice] = []
    while not told or told[-1]["event"] != "MatchEnded":
        received = connection.receive()
        if isinstance(received, protocol.Told | protocol.Welcome):
            told += received.notices
            if received.notices:
                connection.send(protocol.Ack(received.number))
            if received.legal:
                choice = received.legal[-1]
                connection.send(
                    protocol.Move(f"move {received.number}", received.number, choice.text)
                )
    return told


def test_a_bot_plays_a_game_to_its_end(stage: Stage) -> None:
    ann = stage.guest("Ann")
    with_bot(ann)
    end = play_to_the_end(ann)
    assert ann.receive_pending() == []
    record = stage.record(["Ann", "Bot 1"], end["totalScores"])
    assert Match.replay(record).scores == tuple(end["totalScores"])


def test_a_client_of_ours_plays_and_another_one_looks_on(stage: Stage) -> None:
    ann = stage.guest("Ann")
    number = with_bot(ann, start=False)
    seats = f"/api/66/games/{number}/seats"
    status, seat = stage.server.ask("POST", seats, {"name": "Cal"})
    assert (status, seat["seat"]) == (200, CAL)
    assert ann.receive_a("NewPlayer") == message("NewPlayer", gameId=number, name="Cal")
    begin(ann, number)
    assert ann.receive_pending() == []  # the game begins when Cal is there as well
    hello = {"table": seat["table"], "language": "en"}
    with stage.server.connect(**hello) as spectator:
        welcome = spectator.receive_a(protocol.Welcome)
        received: list[protocol.Notice] = []
        with stage.server.connect(**hello, secret=seat["secret"]) as cal:
            playing = threading.Thread(target=lambda: received.extend(play_over_ws(cal)))
            playing.start()
            end = play_to_the_end(ann)
            playing.join(PATIENCE)
        watched: list[protocol.Notice] = []
        while not watched or watched[-1]["event"] != "MatchEnded":
            watched += spectator.receive_a(protocol.Told).notices
    match = Match.replay(stage.record(["Ann", "Bot 1", "Cal"], end["totalScores"]))
    assert received == match.notices(CAL)
    assert watched == match.notices(None)[welcome.number :]
