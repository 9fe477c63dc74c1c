"""Whole games of 66 at `/66`, played by clients that know only what they are told."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing
from random import Random

import pytest

from dialects.guests import Guest, Message, game_of, message
from dialects.steps import Step, asked, is_over, is_quiet, new_record, next_step
from games.sixty_six_scenes import NAMES
from server.inside import Inside, inside
from settebello import Match
from settebello.luck import Luck, Seeded

# The steps in which a game is told: the message, and to how many.
STEPS = {
    "board": ("BoardInitialized", "all"),
    "first two": ("CardsRevealed", "all"),
    "turn: others": ("TurnStarted", "others"),
    "turn: asked": ("TurnStarted", "one"),
    "deck card": ("BoardUpdated", "one"),
    "discarded card": ("BoardUpdated", "one"),
    "stop": ("StopRequested", "all"),
    "replaced": ("CardsReplaced", "all"),
    "claim": ("CardsRevealed", "all"),
    "claim with a deck card": ("CardsRevealed", "all"),
    "discard": ("BoardUpdated", "all"),
    "discard: others": ("BoardUpdated", "others"),
    "discard: asked": ("BoardUpdated", "one"),
    "own card": ("BoardUpdated", "one"),
    "peek": ("CardsRevealed", "all"),
    "exchange": ("CardExchanged", "all"),
    "round finished": ("RoundFinished", "all"),
    "next round": ("BoardUpdated", "one"),
}
# Which of them may follow which, and if that one asks for a move, after which answer.
NEXT_TURN = ("turn: others", "round finished")
AFTER: dict[tuple[str, str], tuple[str, ...]] = {
    ("", ""): ("board",),
    ("board", ""): ("first two",),
    ("first two", ""): ("turn: others",),
    ("turn: others", ""): ("turn: asked",),
    ("turn: asked", "TakeCardFromDeck"): ("deck card",),
    ("turn: asked", "TakeDiscardedCard"): ("discarded card",),
    ("turn: asked", "StopRound"): ("stop",),
    ("stop", ""): NEXT_TURN,
    ("deck card", "PickOwnCard"): ("replaced",),
    ("deck card", "ShowCards"): ("claim with a deck card",),
    ("deck card", "Discard"): ("discard", "discard: others"),
    ("discarded card", "PickOwnCard"): ("replaced",),
    ("discarded card", "ShowCards"): ("claim",),
    ("claim with a deck card", ""): ("replaced", "discard"),
    ("claim", ""): ("replaced", *NEXT_TURN),
    ("replaced", ""): NEXT_TURN,
    ("discard", ""): NEXT_TURN,
    ("discard: others", ""): ("discard: asked",),
    ("discard: asked", "PickOwnCard"): ("peek", "own card"),
    ("discard: asked", "PickAnothersCard"): ("peek",),
    ("own card", "PickAnothersCard"): ("exchange",),
    ("peek", ""): NEXT_TURN,
    ("exchange", ""): NEXT_TURN,
    ("round finished", ""): ("next round",),
    ("next round", "StartNextRound"): ("board",),
}
HINTS = {
    **dict.fromkeys((7, 8), "PEEK_OWN_CARD"),
    **dict.fromkeys((9, 10), "PEEK_ANOTHERS_CARD"),
    **dict.fromkeys((11, 12), "EXCHANGE_CARDS"),
}
OFFERS = {
    "PEEK_OWN_CARD": ["PickOwnCard"],
    "PEEK_ANOTHERS_CARD": ["PickAnothersCard"],
    "EXCHANGE_CARDS": ["PickOwnCard"],
}


def hint(card: int | None) -> dict[str, str]:
    return {"hint": HINTS[card]} if card in HINTS else {}


def entry(looking: list[int], target: int, indexes: list[int]) -> Message:
    """Who looks at whose cards, and which."""
    return {"lookingPlayerIndexes": looking, "targetPlayerIndex": target, "cardIndexes": indexes}


class Conversation:
    """What the server has to tell in a game: exactly these messages, to exactly these players.

    What is dealt, drawn and revealed is taken from the messages; all the rest is expected.
    """

    def __init__(self, seats: int) -> None:
        self.seats = range(seats)
        self.step = self.answer = ""
        self.steps: set[str] = set()  # all that there were
        self.made: list[Message] = []  # the moves of this turn
        self.actor = self.round = self.turn = self.deck = 0
        self.hands = [0] * seats
        self.totals = [0] * seats
        self.discarded: int | None = None
        self.stopper: int | None = None
        self.card: int | None = None  # that was taken from the deck
        self.scores: list[int] = []  # of the last round

    def sent(self, move: Message) -> None:
        self.made.append(move)
        self.answer = move["type"]

    def received(self, told: Step) -> None:
        some = next(iter(told.values()))
        name = self._name(some["type"], len(told))
        self.steps.add(name)
        self.step, self.answer = name, ""
        assert told == self._expected(name, some, told)

    def _name(self, type: str, count: int) -> str:
        """What the step is called: one of those that may follow."""
        counts = {"all": len(self.seats), "others": len(self.seats) - 1, "one": 1}
        possible = AFTER[self.step, self.answer]
        fitting = [n for n in possible if STEPS[n][0] == type and counts[STEPS[n][1]] == count]
        assert len(fitting) == 1, (self.step, self.answer, type, count)
        return fitting[0]

    def _expected(self, name: str, some: Message, told: Step) -> Step:
        actor = self.actor
        match name:
            case "board":
                return self._to_all(self._board(some["activePlayerIndex"]))
            case "first two":
                return {n: self._first_two(n, told[n]["cardValues"]) for n in self.seats}
            case "turn: others":
                self._begin_turn()
                return self._to_others(self._turn())
            case "turn: asked":
                return {actor: {**self._turn(), "actions": self._offer()}}
            case "deck card":
                self.deck, self.card = self.deck - 1, some["deckCard"]
                taken = message("BoardUpdated", deckSize=self.deck, deckCard=self.card)
                return {actor: {**taken, **hint(self.card), "actions": self._offer_with_card()}}
            case "discarded card":
                return {actor: message("BoardUpdated", actions=self._offer_with_card())}
            case "stop":
                self.stopper = actor
                return self._to_all(message("StopRequested", stopperIndex=actor))
            case "replaced":
                return self._to_all(self._replaced(some["discardedValue"]))
            case "claim" | "claim with a deck card":
                return self._claim(told[0 if actor else 1]["cardValues"])
            case "discard":
                return self._to_all(self._discarded())
            case "discard: others":
                return self._to_others(self._discarded())
            case "discard: asked":
                offer = hint(self.card)
                return {actor: {**self._discarded(), **offer, "actions": OFFERS[offer["hint"]]}}
            case "own card":
                return {actor: message("BoardUpdated", actions=["PickAnothersCard"])}
            case "peek":
                return self._peek(told[actor]["cardValue"])
            case "exchange":
                return self._to_all(self._exchanged())
            case "round finished":
                return self._to_all(self._finished(some["hands"]))
            case "next round":
                (self.actor,) = told
                assert self.scores[self.actor] == 0
                return {self.actor: message("BoardUpdated", actions=["StartNextRound"])}
        raise AssertionError(name)

    def _to_all(self, told: Message) -> Step:
        return dict.fromkeys(self.seats, told)

    def _to_others(self, told: Message) -> Step:
        return {seat: told for seat in self.seats if seat != self.actor}

    # The messages.

    def _board(self, starter: int) -> Message:
        if self.round == 0:
            self.actor = starter
        self.round, self.turn = self.round + 1, 0
        self.deck = 52 - 4 * len(self.seats)
        self.hands = [4 for _ in self.seats]
        self.discarded = self.stopper = None
        return message(
            "BoardInitialized",
            activePlayerIndex=self.actor,
            deckSize=self.deck,
            handSizes=self.hands[:],
            round=self.round,
            turn=0,
            totalScores=self.totals,
        )

    def _first_two(self, seat: int, values: list[int]) -> Message:
        entries = [entry([n], n, [0, 1]) for n in self.seats]
        entries[seat]["values"] = values
        flat = {"lookingPlayerIndex": seat, "targetPlayerIndex": seat, "cardIndexes": [0, 1]}
        return message("CardsRevealed", cardInfos=entries, **flat, cardValues=values)

    def _begin_turn(self) -> None:
        if self.turn:
            self.actor = (self.actor + 1) % len(self.seats)
        self.turn += 1
        self.card, self.made = None, []

    def _turn(self) -> Message:
        return message("TurnStarted", activePlayerIndex=self.actor, turn=self.turn)

    def _offer(self) -> list[str]:
        pile = [] if self.discarded is None else ["TakeDiscardedCard"]
        return ["TakeCardFromDeck", *pile, *([] if self.stopper is not None else ["StopRound"])]

    def _offer_with_card(self) -> list[str]:
        discard = [] if self.card is None else ["Discard"]
        return ["PickOwnCard", *discard, *(["ShowCards"] if self.hands[self.actor] > 1 else [])]

    def _indexes(self) -> list[int]:
        """Of the cards that they replace, or claim to be equal."""
        move = self.made[-1]
        return sorted(move["cardIndexes"]) if "cardIndexes" in move else [move["cardIndex"]]

    def _replaced(self, discarded: int) -> Message:
        self.discarded = discarded
        self.hands[self.actor] -= len(self._indexes()) - 1
        return message(
            "CardsReplaced",
            playerIndex=self.actor,
            cardIndexes=self._indexes(),
            fromDeck=self.card is not None,
            discardedValue=discarded,
            deckSize=self.deck,
        )

    def _claim(self, values: list[int]) -> Step:
        others = [seat for seat in self.seats if seat != self.actor]
        public = entry(others, self.actor, self._indexes())
        assert len(values) == len(self._indexes())
        claim = message("CardsRevealed", **public)
        shown = {**claim, "cardInfos": [{**public, "values": values}], "cardValues": values}
        return {**self._to_others(shown), self.actor: {**claim, "cardInfos": [public]}}

    def _discarded(self) -> Message:
        self.discarded = self.card
        return message("BoardUpdated", deckSize=self.deck, discardedValue=self.card)

    def _peek(self, value: int) -> Step:
        move = self.made[-1]
        owner, index = move.get("playerIndex", self.actor), move["cardIndex"]
        public = entry([self.actor], owner, [index])
        flat = {"lookingPlayerIndex": self.actor, "targetPlayerIndex": owner, "cardIndex": index}
        told = message("CardsRevealed", cardInfos=[public], **flat)
        seen = {**told, "cardInfos": [{**public, "values": [value]}], "cardValue": value}
        return {**self._to_others(told), self.actor: seen}

    def _exchanged(self) -> Message:
        own, other = self.made[-2:]
        return message(
            "CardExchanged",
            playerIndex=self.actor,
            cardIndex=own["cardIndex"],
            anotherPlayerIndex=other["playerIndex"],
            anotherPlayerCardIndex=other["cardIndex"],
        )

    def _finished(self, hands: list[list[int]]) -> Message:
        assert [len(hand) for hand in hands] == self.hands
        sums = [sum(hand) for hand in hands]
        self.scores = [0 if points == min(sums) else points for points in sums]
        if self.stopper is not None and (self.scores[self.stopper] or sums.count(min(sums)) > 1):
            self.scores[self.stopper] = sums[self.stopper] + 5
        totals = [total + score for total, score in zip(self.totals, self.scores, strict=True)]
        self.totals = [33 if total == 66 else total for total in totals]
        return message(
            "RoundFinished",
            hands=hands,
            cards=hands,
            scores=self.scores,
            totalScores=self.totals,
            isGameFinished=max(self.totals) > 66,
        )


def answer(seat: int, actions: list[str], hands: list[int], random: Random) -> Message:
    """Anything that a player is offered, but rarely a stop; they know the sizes of the hands."""
    action = random.choices(actions, [1 if a == "StopRound" else 5 for a in actions])[0]
    others = [other for other in range(len(hands)) if other != seat]
    if action == "PickOwnCard":
        return message(action, cardIndex=random.randrange(hands[seat]))
    if action == "PickAnothersCard":
        other = random.choice(others)
        return message(action, playerIndex=other, cardIndex=random.randrange(hands[other]))
    if action == "ShowCards":
        count = random.randint(2, hands[seat])
        return message(action, cardIndexes=random.sample(range(hands[seat]), count))
    return message(action)


@pytest.fixture(scope="module")
def lucks() -> list[Luck]:
    """The luck of the games that are yet to begin."""
    return []


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, lucks: list[Luck]) -> Iterator[Inside]:
    with inside(tmp_path_factory.mktemp("store"), lucks.pop) as server:
        yield server


def play(server: Inside, names: list[str], random: Random) -> Conversation:
    """A whole game; every step of it is as it should be."""
    conversation = Conversation(len(names))
    with ExitStack() as leaving:
        guests = [leaving.enter_context(closing(Guest(server, name))) for name in names]
        game_of(guests)
        over = False
        while not over:
            step = next_step(guests)
            conversation.received(step)
            for seat in random.sample(sorted(step), len(step)):
                guests[seat].ack()
            over, acting = is_over(step), asked(step)
            if acting is not None:
                move = answer(acting, step[acting]["actions"], conversation.hands, random)
                guests[acting].send(**move)
                conversation.sent(move)
        assert is_quiet(guests)
    return conversation


def test_games_are_told_in_the_steps_of_the_diagrams(server: Inside, lucks: list[Luck]) -> None:
    steps: set[str] = set()
    for seed in range(8):
        lucks.append(Seeded(seed))
        names = [f"{name} {seed}" for name in NAMES[: 2 + seed % 4]]
        conversation = play(server, names, Random(seed))
        steps |= conversation.steps
        match = Match.replay(new_record(server, set(), names, conversation.totals))
        assert match.over
        assert list(match.scores) == conversation.totals
    assert steps == set(STEPS)
