"""A bot for Go Fish: it remembers who asked for what, and asks where a card surely is.

Where it does not know, it asks where many cards have come since somebody had none of the rank.
"""

from settebello.bots.turn import Notices, Turn
from settebello.cards import HIDDEN
from settebello.game import Move

HELD = 0.05  # what each card of the rank in the hand adds to the chance of a request
SURE = -1

# For a seat and a rank: SURE if the seat has some of it, or how many unknown cards have come since
# it had none.
Memory = dict[tuple[int, str], int]


def bot(turn: Turn) -> Move:
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


def remembered(notices: Notices) -> Memory:
    """What the requests so far have told."""
    memory: Memory = {}
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
