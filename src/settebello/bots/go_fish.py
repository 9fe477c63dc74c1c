"""A bot for Go Fish: it remembers who asked for what, and asks where a card surely is.

Where it does not know, it asks where many cards have come since somebody had none of the rank.
"""

from typing import Final

from settebello.bots.turn import Notices, Turn
from settebello.cards import HIDDEN, Seat
from settebello.dealing import Random
from settebello.game import Move, Play
from settebello.games.go_fish import DEALT, State

HELD: Final = 0.3  # what each card of the rank in the hand adds to the chance of a request
SURE: Final = -1
UNASKED: Final = -2


class RequestMemory:
    """What everybody has heard of the requests.

    `lacked` has 13 numbers for each seat, by rank: `SURE` if the seat has some of it, `UNASKED` if
    nothing is known, or how many cards the seat had drawn unseen when it had none. `shown` has for
    each seat the cards that all saw come into the hand, less those that all saw leave it. `fished`
    is the seat that has just drawn a card; if it goes on, it has caught what it asked for.
    """

    __slots__ = ("fished", "lacked", "shown")

    def __init__(self, lacked: list[int], shown: list[int], fished: int) -> None:
        self.lacked = lacked
        self.shown = shown
        self.fished = fished

    def clone(self) -> "RequestMemory":
        """An independent copy."""
        return RequestMemory(self.lacked[:], self.shown[:], self.fished)


def begin(state: State) -> RequestMemory:
    """What is known before the first request: nothing."""
    return RequestMemory([UNASKED] * (13 * len(state.hands)), [0] * len(state.hands), -1)


def notice(memory: RequestMemory, state: State, seat: Seat, play: Play) -> None:
    """Remember a request, which is not applied yet, and what all are going to see of it."""
    asked, rank, faces = play[1], play[2], state.deck.faces
    if memory.fished == seat:
        memory.shown[seat] += 1  # a lucky catch is shown
    given = 0
    for card in state.hands[asked]:
        if faces[card] % 13 == rank:
            given += 1
    memory.lacked[13 * seat + rank] = SURE
    memory.lacked[13 * asked + rank] = drawn_unseen(memory, state, asked)
    memory.shown[asked] -= given
    memory.shown[seat] += given
    memory.fished = -1 if given or not state.stock else seat


def drawn_unseen(memory: RequestMemory, state: State, seat: int) -> int:
    """How many cards the seat has drawn that the others did not see."""
    held, dealt = len(state.hands[seat]) + len(state.books[seat]), DEALT[len(state.hands)]
    return held - dealt - memory.shown[seat]


def choose(state: State, seat: Seat, memory: RequestMemory, random: Random) -> Play:
    """The request with the most value; of several, that of the lowest seat and rank."""
    faces, own = state.deck.faces, [0] * 13
    for card in state.hands[seat]:
        own[faces[card] % 13] += 1
    unseen = 52 - len(state.hands[seat])
    for books in state.books:
        unseen -= len(books)
    chosen_seat, chosen_rank, most = -1, -1, -1.0
    for other, hand in enumerate(state.hands):
        if other == seat or not hand:
            continue
        drawn = drawn_unseen(memory, state, other)
        for rank in range(13):
            have = own[rank]
            if not have:
                continue
            lacked = memory.lacked[13 * other + rank]
            chance = 1.0
            if lacked != SURE:
                unknown = len(hand) if lacked == UNASKED else drawn - lacked
                chance -= (1 - (4 - have) / unseen) ** unknown
            if chance + HELD * have > most:
                chosen_seat, chosen_rank, most = other, rank, chance + HELD * have
    return (0, chosen_seat, chosen_rank)


# For a seat and a rank: SURE if the seat has some of it, or how many unknown cards have come since
# it had none.
Remembered = dict[tuple[int, str], int]


def by_view(turn: Turn) -> Move:
    places, memory = turn.view.places, remembered(turn.notices)
    held = [card[:-1] for card in places[f"hand:{turn.seat}"]]
    unseen = sum([cards.count(HIDDEN) for cards in places.values()])

    def value(move: Move) -> float:
        asked, rank = int(move.slots[0][1]), str(move.slots[1][1])
        have = held.count(rank)
        unknown = memory.get((asked, rank), len(places[f"hand:{asked}"]))
        chance = 1.0
        if unknown != SURE:
            chance -= (1 - (4 - have) / unseen) ** unknown
        return chance + HELD * have

    return max(turn.legal, key=value)


def remembered(notices: Notices) -> Remembered:
    """What the requests so far have told."""
    memory: Remembered = {}
    for notice in notices:
        event, seat = notice["event"], notice.get("seat", -1)
        if event == "Asked":
            memory[seat, notice["rank"]] = SURE
        elif event == "Denied":
            memory[notice["asked_seat"], notice["rank"]] = 0
        elif event == "Given":
            memory[notice["asked_seat"], notice["cards"][0][:-1]] = 0
        elif event in ("Fished", "Refilled"):
            for about, unknown in memory.items():
                if about[0] == seat and unknown != SURE:
                    memory[about] = unknown + 1
    return memory
