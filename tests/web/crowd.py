"""Crowd: a game that nobody foresaw, with more of everything than a screen has room for.

Six players with long hands lay a card each; the trick stays until the next one begins. Places of
all kinds lie about, some with long names, and nothing comes of them.
"""

from types import SimpleNamespace

from settebello.cards import ALONE, EVERYBODY, FRENCH, NOBODY, Deck, Place, Seat, seat_places
from settebello.game import Draw, Facts, Option, Options, Play, Previous, Result, Tell

NAME, VERSION, SEATS, FACES = "crowd", 1, (6,), FRENCH
OPTIONS = (Option("tricks", 15, "How many tricks there are.", low=1, high=15),)
VERBS, EVENTS = {"lay": "{card}"}, {"Laid": "seat card", "Swept": "seat"}
LAYOUT = {"before": "row", "sets": "fan", "prize": "beside stock", "trick": "trick", "heap": "pile"}
FACTS = {"tricks_that_are_left_to_play": "number 0-15", "luck_of_each": "by_seat 0-900"}
HAND, TRICK, HEAP = seat_places("hand"), seat_places("trick"), seat_places("heap")
BEFORE, SETS = seat_places("before"), seat_places("sets")
DEALT = 15


class State(SimpleNamespace):
    def clone(self) -> "State":
        return State(**vars(self))


def bound(options: Options, seats: int) -> int:
    return seats * int(options["tricks"])


def setup(options: Options, seats: int, previous: Previous) -> State:
    cards = Draw.cards("deck", [*range(52)] * 5)
    hands = [range(seat * DEALT, (seat + 1) * DEALT) for seat in range(seats)]
    left = int(options["tricks"])
    return State(
        house=cards, deck=Deck(), to_act=(), hands=hands, trick={}, heaps=[()] * seats, left=left
    )


def settle(state: State, outcome: tuple[int, ...], tell: Tell | None) -> None:
    state.deck, state.house, state.to_act = state.deck.shuffled(outcome), None, (Seat(0),)


def legal(state: State, seat: Seat) -> list[Play]:
    return [(0, card) for card in state.hands[seat]]


def apply(state: State, seat: Seat, play: Play, tell: Tell | None) -> None:
    if len(state.trick) == 6:
        swept = tuple(state.trick.values())
        state.heaps = [h + swept * (n == seat) for n, h in enumerate(state.heaps)]
        state.trick = {}
        if tell:
            tell("Swept", seat=seat)
    state.hands = [[card for card in hand if card != play[1]] for hand in state.hands]
    state.trick = {**state.trick, seat: play[1]}
    if tell:
        tell("Laid", seat=seat, cards={"card": play[1]})
    state.left -= len(state.trick) == 6
    state.to_act = (Seat((seat + 1) % 6),) if state.left else ()


def result(state: State) -> Result:
    return Result.most([len(heap) for heap in state.heaps], over=state.left == 0)


def places(state: State) -> list[Place]:
    found = [
        Place("stock", range(200, 250)),
        Place("prize", [199], EVERYBODY),
        Place("discard", range(190, 198), EVERYBODY),
        Place("table", range(180, 188), EVERYBODY),
        Place("a_place_that_nobody_could_have_foreseen", range(177, 180), EVERYBODY),
        Place("empty_place", (), EVERYBODY),
        *(Place(f"meld:{n}", range(156 + 4 * n, 160 + 4 * n), EVERYBODY) for n in (1, 2, 3, 4)),
    ]
    for seat in range(6):
        before = 90 + 10 * seat
        trick = [state.trick[seat]] if seat in state.trick else []
        found += [
            Place(HAND[seat], state.hands[seat], ALONE[seat]),
            Place(TRICK[seat], trick, EVERYBODY),
            Place(HEAP[seat], state.heaps[seat], NOBODY),
            Place(BEFORE[seat], range(before, before + 3), EVERYBODY),
            Place(SETS[seat], range(before + 3, before + 10), EVERYBODY),
        ]
    return found


def public(state: State) -> Facts:
    return {"tricks_that_are_left_to_play": state.left, "luck_of_each": [888] * 6}
