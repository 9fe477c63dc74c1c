"""A bot for 66: remember every face that was shown, trade high cards for low ones, stop in time.

A move is worth the points that it is expected to take off the bot's hand. A card that the bot does
not know counts as a mean; less if a rival drew it and kept it. Two equal cards are worth something,
as they can be claimed.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from settebello.bots.turn import Turn
from settebello.cards import HIDDEN, Deck, Seat
from settebello.dealing import Random
from settebello.game import Move, Play
from settebello.games.sixty_six import (
    CARDS,
    CHOOSING_OWN,
    CLAIMED,
    DECK,
    DECK_CARD,
    DISCARD,
    EXCHANGE,
    FINISHED,
    NEXT,
    OTHER,
    OWN,
    PEEKING_OTHER,
    PEEKING_OWN,
    PILE,
    PILE_CARD,
    REPLACE,
    SHOW,
    STOP,
    TURN,
    VERBS,
    WAITING,
    State,
)

PEEK_OWN: Final = 1.0  # what it is worth to know one more card
PEEK_OTHER: Final = 0.3
FAILED: Final = -0.1  # a claim that fails changes nothing, but the others have seen the cards
LEAD: Final = 13.0  # stop when its hand is expected to be so much lower than any other
BIT: Final = tuple(1 << card for card in range(CARDS))
TOTAL: Final = 338  # the points of all cards
COPIES: Final = (2, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 2)  # by face
MEAN: Final = 6.5
TREND: Final = 0.6  # how far an unknown card follows the mean of the unseen ones
KEPT: Final = 2.0  # a card that a rival drew and kept is so much lower
PAIR: Final = 0.9  # of its face: what two equal cards are worth beyond that, for a claim to come
WAIT: Final = 0.5  # with each round of turns, a smaller lead is enough
WRITTEN: Final = tuple(pattern.split()[0] for pattern in VERBS.values())  # the word of each verb
NEXT_ROUND: Final[Play] = (NEXT,)
STOP_ROUND: Final[Play] = (STOP,)
TAKE_DECK: Final[Play] = (DECK,)
TAKE_PILE: Final[Play] = (PILE,)
DISCARD_CARD: Final[Play] = (DISCARD,)


class SeenCards:
    """Which cards each seat has been shown in this round: a bit for each card, by seat."""

    __slots__ = ("seen",)

    def __init__(self, seen: list[int]) -> None:
        self.seen = seen

    def clone(self) -> "SeenCards":
        return SeenCards(self.seen[:])

    def show_all(self, card: int) -> None:
        """Every seat sees a card."""
        seen, bit = self.seen, BIT[card]
        for seat in range(len(seen)):
            seen[seat] |= bit


def begin(state: State) -> SeenCards:
    """Everybody has seen their first two cards (R4)."""
    return SeenCards([BIT[hand[0]] | BIT[hand[1]] for hand in state.hands])


def notice(memory: SeenCards, state: State, seat: Seat, play: Play) -> None:
    """Who sees which card when this is played."""
    verb, phase, seen = play[0], state.phase, memory.seen
    if verb == DECK:
        seen[seat] |= BIT[state.dealt]
    elif verb == DISCARD:
        memory.show_all(state.taken[0])
    elif verb == SHOW:  # R12 to R14, D4, D5
        faces, cards = state.deck.faces, play[1:]
        equal = True
        for card in cards:
            equal = equal and faces[card] == faces[cards[0]]
            for other in range(len(seen)):
                if other != seat:
                    seen[other] |= BIT[card]
        if equal:
            for card in cards:
                seen[seat] |= BIT[card]
        elif state.taken:
            memory.show_all(state.taken[0])
    elif phase in (DECK_CARD, PILE_CARD) or verb == REPLACE:  # R10, D2
        memory.show_all(play[1])
    elif phase == PEEKING_OWN:
        seen[seat] |= BIT[play[1]]
    elif phase == PEEKING_OTHER:
        seen[seat] |= BIT[play[2]]


def choose(state: State, seat: Seat, memory: SeenCards, random: Random) -> Play:
    """What the seat plays, by the cards that it was shown and those that lie open."""
    phase = state.phase
    if phase == FINISHED:
        return NEXT_ROUND
    hand = OwnHand(state, seat, memory.seen[seat])
    if phase == TURN:
        return hand.begin_turn()
    if phase in (DECK_CARD, PILE_CARD):
        return hand.use_card()
    if phase == PEEKING_OWN:
        unknown = hand.first_unknown(hand.cards)
        return (OWN, unknown if unknown >= 0 else hand.cards[0])
    if phase == PEEKING_OTHER:
        return hand.peek()
    if phase == CHOOSING_OWN and not state.draft:
        return (OWN, hand.cards[hand.burden()])
    if phase == CLAIMED:
        return TAKE_PILE if state.discard and hand.top < MEAN else TAKE_DECK
    if phase == CHOOSING_OWN:
        return (EXCHANGE, hand.cards[hand.burden()], *hand.lowest_at)
    return (OTHER, *hand.lowest_at)


class OwnHand:
    """What a seat knows when it chooses: its own cards, and what it may expect of all others."""

    __slots__ = ("cards", "equal", "faces", "hidden", "known", "least", "loss", "lowest",
                 "lowest_at", "points", "seat", "seen", "state", "top")  # fmt: skip

    def __init__(self, state: State, seat: Seat, seen: int) -> None:
        faces = state.deck.faces
        self.state, self.seat, self.seen = state, seat, seen
        self.faces = faces
        self.cards = state.hands[seat]
        total, unseen = TOTAL, CARDS
        for card in range(state.dealt):
            if seen & BIT[card]:
                total -= faces[card]
                unseen -= 1
        mean = total / unseen if unseen else MEAN
        self.hidden: float = MEAN + TREND * (mean - MEAN)  # what an unknown card counts
        self.top: int = faces[state.discard[-1]] if state.discard else -1
        # Of each own card: its face, -1 if unknown; the points to expect; what it takes off the
        # hand to lose it, which is less for one of a pair.
        self.known: list[int] = [faces[card] if seen & BIT[card] else -1 for card in self.cards]
        self.points: list[float] = [self.expected(card) for card in self.cards]
        self.loss: list[float] = []
        self.equal = -1.0  # the most points that a claim takes off
        for number, face in enumerate(self.known):
            same = self.known.count(face) if face >= 0 else 1
            if same > 1:
                self.loss.append((1 - PAIR) * face)
                self.equal = max(self.equal, float(same * face))
            else:
                self.loss.append(self.points[number])

        # Of the others: the lowest card, its seat and itself, and the lowest sum.
        self.lowest, self.least = 100.0, 1000.0
        self.lowest_at: tuple[int, int] = (-1, -1)
        for other, cards in enumerate(state.hands):
            if other != seat:
                sum_ = 0.0
                for card in cards:
                    points = self.expected(card)
                    sum_ += points
                    if points < self.lowest:
                        self.lowest, self.lowest_at = points, (other, card)
                self.least = min(self.least, sum_)

    def expected(self, card: int) -> float:
        """The points that a card in a hand is expected to have."""
        if self.seen & BIT[card]:
            return float(self.faces[card])
        # A card that was not dealt was drawn and kept.
        return self.hidden - KEPT if card >= 4 * len(self.state.hands) else self.hidden

    def begin_turn(self) -> Play:
        """Stop, or take a card; in the draft, a claim can come first."""
        state = self.state
        if state.stopper < 0 and self.stops():
            return STOP_ROUND
        best: Play = TAKE_DECK
        most = self.draw()
        if not state.draft:
            if self.top >= 0 and self.replaced(self.top) > most:
                return TAKE_PILE
            return best
        if self.top >= 0:
            for number, card in enumerate(self.cards):
                value = self.placed(number, self.top)
                if value > most:
                    best, most = (REPLACE, card), value
        if self.equal - MEAN > most:
            return self.claim()
        return best

    def stops(self) -> bool:
        """Whether the lead is large enough: larger if own cards are unknown, less so later on."""
        state = self.state
        own = 0.0
        for points in self.points:
            own += points
        turns = state.turn // len(state.hands)
        return own + LEAD + self.known.count(-1) - WAIT * turns <= self.least

    def placed(self, number: int, face: int) -> float:
        """What it takes off the hand to replace an own card by one with this face."""
        same = self.known.count(face) - (1 if self.known[number] == face else 0)
        return self.loss[number] - face + (PAIR * face if same else 0.0)

    def replaced(self, face: int) -> float:
        """The most that a card with this face takes off the hand, by a replacement or a claim."""
        most = -100.0 if self.state.draft else self.equal - face
        for number in range(len(self.cards)):
            value = self.placed(number, face)
            if value > most:
                most = value
        return most

    def draw(self) -> float:
        """What a card from the deck is expected to take off the hand."""
        base = max(self.loss) if self.state.draft else max(self.equal, max(self.loss))
        total = 0.0
        for face in range(14):
            value = self.replaced(face) if face in self.known else base - face
            total += COPIES[face] * max(value, self.effect(face))
        return total / CARDS

    def effect(self, face: int) -> float:
        """What it is worth to discard this card from the deck."""
        if face < 7 or face == 13:
            return 0.0
        if face < 9:
            return PEEK_OWN if -1 in self.known else 0.0
        if face < 11:
            return PEEK_OTHER
        return max(self.loss) - self.lowest

    def use_card(self) -> Play:
        """Replace a card by the one that was taken, make a claim with it, or discard it."""
        state = self.state
        from_deck = state.phase == DECK_CARD
        face = self.faces[state.taken[0]] if from_deck else self.top
        best: Play = ()
        most = -100.0
        for number, card in enumerate(self.cards):
            value = self.placed(number, face)
            if value > most:
                best, most = (OWN, card), value
        if not state.draft and self.equal >= 0 and self.equal - face > most:
            best, most = self.claim(), self.equal - face
        if from_deck and self.effect(face) > most:
            best, most = DISCARD_CARD, self.effect(face)
        if most < FAILED and not state.draft:
            return self.failing_claim() or best
        return best

    def claim(self) -> Play:
        """Show the equal cards that take the most off the hand."""
        for face in self.known:
            if face >= 0 and self.known.count(face) * face == self.equal:
                cards = [card for n, card in enumerate(self.cards) if self.known[n] == face]
                if len(cards) > 1:
                    return (SHOW, *cards)
        return ()

    def failing_claim(self) -> Play:
        """Show two cards that are not known to be equal; () if there are none."""
        for number, face in enumerate(self.known):
            for other in range(number + 1, len(self.known)):
                if face < 0 or self.known[other] != face:
                    return (SHOW, self.cards[number], self.cards[other])
        return ()

    def burden(self) -> int:
        """The number of the own card that it is best to be rid of."""
        return self.loss.index(max(self.loss))

    def first_unknown(self, cards: list[int]) -> int:
        """The first card that the seat has not seen, or else -1."""
        for card in cards:
            if not self.seen & BIT[card]:
                return card
        return -1

    def peek(self) -> Play:
        """Look at a card of another player that the seat has not seen, if there is one."""
        first: Play = ()
        for other, cards in enumerate(self.state.hands):
            if other != self.seat:
                card = self.first_unknown(cards)
                if card >= 0:
                    return (OTHER, other, card)
                first = first or (OTHER, other, cards[0])
        return first


# A seat far from its match has a view and notices, and no state: it remembers what it was told.


def by_view(turn: Turn) -> Move:
    """What the policy chooses, by the view and the notices of a turn."""
    told = ToldRound(turn)
    memory = SeenCards([told.seen] * len(told.state.hands))
    play = choose(told.state, turn.seat, memory, turn.random.random)
    move = turn.find(told.text(turn.seat, play))
    if move is None:
        raise ValueError("The notices do not tell what is legal.")
    return move


class ToldRound:
    """A state with what a seat was told of this round, and a bit for each card that it has seen."""

    def __init__(self, turn: Turn) -> None:
        facts, notices = turn.view.facts, turn.told
        seats = len(facts["players"])
        if not notices:
            raise ValueError("The seat has been told nothing, and a bot of 66 has to remember.")
        self.seen = 0
        self.faces = [0] * CARDS
        self.state = state = State()
        state.begin(turn.options, seats)
        state.phase, state.turn = WAITING.index(facts["waiting_for"]), facts["turn"]
        state.stopper = Seat(-1) if facts["stopper"] is None else Seat(facts["stopper"])
        state.hands = [[n, n + 1, n + 2, n + 3] for n in range(0, 4 * seats, 4)]
        state.dealt = 4 * seats
        begun = len(notices) - 1
        while begun >= 0 and notices[begun]["event"] != "RoundStarted":
            begun -= 1
        if begun < 0:  # a long round at a live table: its start is forgotten
            self.know_nothing(turn.view.places)
        for notice in notices[begun:] if begun >= 0 else ():
            self.remember(notice)
        state.deck = Deck(self.faces, (0,))

    def know_nothing(self, places: Mapping[str, Sequence[str]]) -> None:
        """Go by what lies open, and by the number of cards in each hand."""
        state = self.state
        for seat, hand in enumerate(state.hands):
            del hand[len(places[f"hand:{seat}"]) :]
        if places["discard"]:
            state.discard = [state.dealt]
            self.show(state.dealt, places["discard"][-1])
        state.dealt += 1
        if places["taken"]:
            state.taken = (state.dealt,)
            self.show(state.dealt, places["taken"][-1])
        state.dealt += 1

    def show(self, card: int, text: str) -> None:
        """A card was named: its face is known if it was shown to this seat."""
        if text != HIDDEN:
            self.faces[card] = int(text)
            self.seen |= BIT[card]

    def remember(self, notice: dict[str, Any]) -> None:
        state, event = self.state, notice["event"]
        hand = state.hands[notice.get("seat", 0)]
        if event == "FirstTwoSeen":
            self.show(hand[0], notice["cards"][0])
            self.show(hand[1], notice["cards"][1])
        elif event == "DeckCardTaken":
            state.taken = (state.dealt,)
            state.dealt += 1
            self.show(state.taken[0], notice["card"])
        elif event == "Discarded":
            self.show(state.taken[0], notice["card"])
            state.discard += state.taken
            state.taken = ()
        elif event == "Peeked":
            self.show(state.hands[notice["owner_seat"]][notice["index"]], notice["card"])
        elif event == "CardsShown":
            for index, text in zip(notice["indexes"], notice["cards"], strict=True):
                self.show(hand[index], text)
        elif event == "Replaced":
            cards = [hand[index] for index in notice["indexes"]]
            for card, text in zip(cards, notice["cards"], strict=True):
                self.show(card, text)
            hand[hand.index(cards[0])] = (
                state.taken[0] if notice["from_deck"] else state.discard.pop()
            )
            for card in cards[1:]:
                hand.remove(card)
            state.discard += cards
            state.taken = ()
        elif event == "Exchanged":
            other, own, theirs = (notice[name] for name in ("other_seat", "index", "other_index"))
            there = state.hands[other]
            hand[own], there[theirs] = there[theirs], hand[own]

    def text(self, seat: Seat, play: Play) -> str:
        """A play in writing."""
        verb, hands = play[0], self.state.hands
        if verb in (OWN, SHOW, REPLACE):
            numbers = [hands[seat].index(card) for card in play[1:]]
        elif verb == OTHER:
            numbers = [play[1], hands[play[1]].index(play[2])]
        elif verb == EXCHANGE:
            other = play[2]
            numbers = [hands[seat].index(play[1]), other, hands[other].index(play[3])]
        else:
            numbers = []
        return " ".join([WRITTEN[verb], *map(str, numbers)])
