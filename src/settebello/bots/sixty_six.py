"""A bot for 66: remember every face that was shown, trade high cards for low ones, stop in time.

A move is worth the points that it is expected to take off the bot's hand. A card that the bot does
not know counts as the mean of the deck.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from settebello.bots.turn import Turn
from settebello.cards import HIDDEN
from settebello.game import Move
from settebello.games.sixty_six import SHUFFLE

DECK = Counter(SHUFFLE.items)
UNKNOWN = sum(DECK.elements()) / DECK.total()  # 6.5, which no card has
PEEK_OWN, PEEK_OTHER = 1.0, 0.3  # what it is worth to know one more card
FAILED = -0.1  # a claim that fails changes nothing, but the others have seen the cards
LEAD = 13.0  # stop when its hand is expected to be so much lower than any other


def bot(turn: Turn) -> Move:
    legal = turn.legal
    return max(legal, key=Memory(turn).value) if len(legal) > 1 else legal[0]


class Memory:
    """The values of all cards in all hands, as far as the seat has been shown them."""

    def __init__(self, turn: Turn) -> None:
        facts, notices = turn.view.facts, turn.told
        self.seat = turn.seat
        self.waiting_for: str = facts["waiting_for"]
        self.draft = turn.options["variant"] == "draft"
        self.hands = [[UNKNOWN] * 4 for _ in facts["players"]]
        self.own = self.hands[self.seat]
        self.taken = self.top = UNKNOWN  # the last card from the deck; the discarded one
        begun = len(notices) - 1
        while begun >= 0 and notices[begun]["event"] != "RoundStarted":
            begun -= 1
        if not notices:
            raise ValueError("The seat has been told nothing, and a bot of 66 has to remember.")
        if begun < 0:  # a long round at a live table: its start is forgotten
            self.know_nothing(turn.view.places)
        for notice in notices[begun:] if begun >= 0 else ():
            self.remember(notice)

    def know_nothing(self, places: Mapping[str, Sequence[str]]) -> None:
        """Go by what lies open, and by the number of cards in each hand."""
        for seat, hand in enumerate(self.hands):
            hand[:] = [UNKNOWN] * len(places[f"hand:{seat}"])
        self.taken, self.top = [
            points(places[name][-1]) if places[name] else UNKNOWN for name in ("taken", "discard")
        ]

    def remember(self, notice: dict[str, Any]) -> None:
        event, hand = notice["event"], self.hands[notice.get("seat", 0)]
        if event == "FirstTwoSeen":
            hand[:2] = map(points, notice["cards"])
        elif event == "DeckCardTaken":
            self.taken = points(notice["card"])
        elif event == "Discarded":
            self.top = points(notice["card"])
        elif event == "Peeked" and notice["seat"] == self.seat:
            self.hands[notice["owner_seat"]][notice["index"]] = points(notice["card"])
        elif event == "CardsShown" and notice["seat"] != self.seat:
            for index, card in zip(notice["indexes"], notice["cards"], strict=True):
                hand[index] = points(card)
        elif event == "Replaced":
            first, *others = notice["indexes"]
            hand[first] = self.taken if notice["from_deck"] else self.top
            for index in reversed(others):
                del hand[index]
            self.top = points(notice["cards"][-1])
        elif event == "Exchanged":
            other, own, theirs = (notice[name] for name in ("other_seat", "index", "other_index"))
            there = self.hands[other]
            hand[own], there[theirs] = there[theirs], hand[own]

    def value(self, move: Move) -> float:
        """The points that a move is expected to take off the bot's hand."""
        waiting_for, own = self.waiting_for, self.own
        match move.text.split():
            case ["stop"]:
                return 100.0 if sum(own) + LEAD <= min(map(sum, self.others())) else -100.0
            case ["deck"]:
                worths = [copies * self.drawn(card) for card, copies in DECK.items()]
                return sum(worths) / DECK.total()
            case ["pile"]:
                return self.most_replaced() - self.top
            case ["pile", index]:
                return own[int(index)] - self.top
            case ["discard"]:
                return self.effect(self.taken)
            case ["own", index] if waiting_for == "peek at own":
                return float(own[int(index)] == UNKNOWN)
            case ["own", index] if waiting_for == "own for exchange":
                return own[int(index)]
            case ["own", index]:
                return own[int(index)] - (self.taken if waiting_for == "deck card" else self.top)
            case ["other", seat, index] if waiting_for == "peek at other":
                return float(self.hands[int(seat)][int(index)] == UNKNOWN)
            case ["other", seat, index]:
                return -self.hands[int(seat)][int(index)]
            case ["exchange", index, seat, other]:
                return own[int(index)] - self.hands[int(seat)][int(other)]
            case ["show", *indexes]:
                return self.claim([own[int(index)] for index in indexes])
        return 0.0

    def others(self) -> list[list[float]]:
        return [hand for hand in self.hands if hand is not self.own]

    def most_replaced(self) -> float:
        """The most points that one new card can replace: the highest card, or equal ones."""
        own = self.own
        if self.waiting_for == "claim held":
            return 0.0  # they are chosen already
        equal = [] if self.draft else [card * own.count(card) for card in own if card != UNKNOWN]
        return max(*own, *equal) if len(own) > 1 else own[0]

    def drawn(self, card: float) -> float:
        """What it would be worth to draw this card from the deck."""
        best = self.most_replaced() - card
        return best if self.waiting_for == "claim held" else max(best, self.effect(card))

    def effect(self, card: float) -> float:
        """What it is worth to discard this card from the deck."""
        if card in (7, 8):
            return PEEK_OWN if UNKNOWN in self.own else 0.0
        if card in (9, 10):
            return PEEK_OTHER
        if card in (11, 12):
            return max(self.own) - min(map(min, self.others()))
        return 0.0

    def claim(self, cards: list[float]) -> float:
        """What it is worth to show these."""
        if UNKNOWN in cards or min(cards) < max(cards):
            return FAILED
        new = {"deck card": self.taken, "pile card": self.top}.get(self.waiting_for, UNKNOWN)
        return sum(cards) - new


def points(card: str) -> float:
    return UNKNOWN if card == HIDDEN else int(card)
