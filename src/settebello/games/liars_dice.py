"""Liar's dice for two to six: bid on what lies under all cups together, or doubt the last bid.

Rule numbers are those of docs/games/liars_dice.md. Dice are tokens; their faces are in the deck.
"""

from functools import lru_cache

from settebello.cards import ALONE, D6, EVERYBODY, Deck, Place, Seat, seat_places
from settebello.game import Ask, Draw, Facts, Option, Options, Play, Previous, Result, Tell, View

NAME = "liars_dice"
VERSION = 1
SEATS = (3, 2, 4, 5, 6)  # rule 1
FACES = DICE = RANKS = D6
OPTIONS = (
    Option("dice", 5, low=1, high=5),
    Option("wild_ones", True),
    Option("raising", "number", choices=("number", "face")),
)
PLACES, LAYOUT = {"cup": 5}, {"cup": "cup"}
FACTS = {"round": "number 0-29", "in_play": "number 0-30", "bidder": "seat?",
         "count": "number 0-30", "rank": "number 0-6"}  # fmt: skip
VERBS = {"bid": "bid {n:1-30} x {rank}", "doubt": "doubt"}
EVENTS = {
    "StarterDrawn": "seat", "RoundStarted": "seat round in_play", "Rolled": "seat cards",
    "Bid": "seat count rank:text", "Opened": "seat bidder_seat count rank:text hands there",
    "DieLost": "seat hands counting:by_seat scores:by_seat scores_before:by_seat "
               "round_winner_seats",
    "WentOut": "seat", "MatchEnded": "scores:by_seat winner_seats",
}  # fmt: skip
BID, DOUBT = range(2)
CUP, SIDES = seat_places("cup"), range(6)


class State:
    __slots__ = (
        "at", "bidder", "cups", "deck", "dice", "first", "house", "open", "options", "round",
        "to_act",
    )  # fmt: skip

    def begin(self, options: Options, seats: int) -> None:
        self.options = options
        self.to_act: tuple[Seat, ...] = ()
        self.house: Draw | None = Draw.one_of("starter", range(seats))
        self.deck = Deck()
        self.dice: tuple[int, ...] = (int(options["dice"]),) * seats  # rule 2
        self.cups: list[range] = [range(0)] * seats
        self.open = False  # the cups are lifted
        self.round = 0
        self.first = Seat(-1)  # who bids first in the next round
        self.bidder = Seat(-1)  # who bid last in this one
        self.at = -1  # the last bid: an index into the bids of `ladder`

    def clone(self) -> "State":
        new = State()
        new.options, new.to_act, new.house = self.options, self.to_act, self.house
        new.deck, new.dice, new.cups, new.open = self.deck, self.dice, self.cups, self.open
        new.round, new.first, new.bidder, new.at = self.round, self.first, self.bidder, self.at
        return new


@lru_cache(256)
def ladder(dice: int, wild: bool, by_face: bool) -> tuple[Play, ...]:
    """Every bid on so many dice, from low to high: each is a raise of all before it (rule 6)."""
    order = (*range(1, 6), 0) if wild else tuple(SIDES)  # rule 7: wild ones are the highest face
    if by_face:
        return tuple([(BID, n, face) for face in order for n in range(1, dice + 1)])
    return tuple([(BID, n, face) for n in range(1, dice + 1) for face in order])


def bids(state: State) -> tuple[Play, ...]:
    options = state.options
    return ladder(sum(state.dice), bool(options["wild_ones"]), options["raising"] == "face")


def bound(options: Options, seats: int) -> int:
    # Each round takes a die away; in it every bid can be made once, and then one is doubted.
    return sum([6 * dice + 1 for dice in range(2, seats * int(options["dice"]) + 1)])


def setup(options: Options, seats: int, previous: Previous) -> State:
    state = State()
    state.begin(options, seats)
    return state


def settle(state: State, outcome: tuple[int, ...], tell: Tell | None) -> None:
    if state.first < 0:  # rule 3
        state.first = Seat(outcome[0])
        state.house = Draw.dice("cups", sum(state.dice), SIDES)
        if tell:
            tell("StarterDrawn", seat=state.first)
        return
    state.deck, state.house = state.deck.rolled(outcome, SIDES), None  # rule 4
    ends = [sum(state.dice[: seat + 1]) for seat in range(len(state.dice))]
    state.cups = [range(end - dice, end) for dice, end in zip(state.dice, ends, strict=True)]
    state.open, state.at, state.bidder = False, -1, Seat(-1)
    state.round, state.to_act = state.round + 1, (state.first,)
    if tell:
        tell("RoundStarted", seat=state.first, round=state.round, in_play=sum(state.dice))
        for n, cup in enumerate(state.cups):
            if cup:
                tell("Rolled", seat=Seat(n), only=ALONE[n], cards={"cards": cup})


def legal(state: State, seat: Seat) -> list[Play]:
    raises = bids(state)[state.at + 1 :]  # rules 5, 6
    return [*raises, (DOUBT,)] if state.at >= 0 else [*raises]  # rule 8


def apply(state: State, seat: Seat, play: Play, tell: Tell | None) -> None:
    if play[0] == DOUBT:
        open_cups(state, seat, tell)
        return
    state.at, state.bidder = bids(state).index(play), seat
    state.to_act = (next_with_dice(state, seat),)  # rule 5
    if tell:
        tell("Bid", seat=seat, count=play[1], rank=RANKS[play[2]])


def next_with_dice(state: State, seat: Seat) -> Seat:
    seats = len(state.dice)
    return next(n for n in [Seat((seat + k) % seats) for k in range(1, seats)] if state.dice[n])


def open_cups(state: State, seat: Seat, tell: Tell | None) -> None:
    """All cups are lifted, and the dice that were bid on are counted (rules 9 to 12)."""
    _, count, face = bids(state)[state.at]
    counts = (face, 0) if state.options["wild_ones"] else (face,)  # rule 7
    counting = [sum([state.deck.faces[die] in counts for die in cup]) for cup in state.cups]
    bidder, there = state.bidder, sum(counting)
    loser, winner = (seat, bidder) if there >= count else (bidder, seat)  # rule 9
    before = state.dice
    state.dice = tuple([dice - (n == loser) for n, dice in enumerate(before)])  # rule 10
    state.open, state.to_act = True, ()
    over = len(state.dice) - state.dice.count(0) == 1
    if tell:
        tell("Opened", seat=seat, bidder_seat=bidder, count=count, rank=RANKS[face], there=there,
             cards={"hands": state.cups})  # fmt: skip
        tell.pause()  # all must have seen the dice before they are rolled again
        tell("DieLost", seat=loser, counting=counting, scores=state.dice, scores_before=before,
             round_winner_seats=[winner], cards={"hands": state.cups})  # fmt: skip
        if not state.dice[loser]:
            tell("WentOut", seat=loser)
        if over:  # rule 12
            tell("MatchEnded", scores=state.dice, winner_seats=result(state).winners)
    if not over:  # rule 11
        state.first = loser if state.dice[loser] else next_with_dice(state, loser)
        state.house = Draw.dice("cups", sum(state.dice), SIDES)


def result(state: State) -> Result:
    return Result.most(state.dice, over=not state.to_act and not state.house)


def places(state: State) -> list[Place]:
    return [
        Place(CUP[n], cup, EVERYBODY if state.open else ALONE[n])
        for n, cup in enumerate(state.cups)
    ]


def public(state: State) -> Facts:
    count, face = bids(state)[state.at][1:] if state.to_act and state.at >= 0 else (0, -1)
    bidder = state.bidder if count else None
    dice = sum(state.dice)
    return {
        "round": state.round, "in_play": dice, "bidder": bidder, "count": count, "rank": face + 1,
    }  # fmt: skip


def refusal(ask: Ask, view: View) -> str:
    """Why this cannot be said, from what the seat itself sees."""
    if ask.verb == "doubt":
        return "nothing-to-doubt"
    if int(ask.values[0]) > view.facts["in_play"]:
        return "not-enough-dice"
    return "too-low"
