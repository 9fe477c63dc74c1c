"""Dice: three players, one die, twelve turns, most points wins.

Rule numbers are those of docs/games/dice.md. The *face* is what the die shows; the *count* is the
number the turn works with: it starts as the face, and rules 14, 18 and 9 change it.
"""

from collections.abc import Sequence
from typing import Final, cast

from settebello.cards import ALONE, Place, Seat, as_seats
from settebello.game import Draw, Facts, Option, Options, Play, Previous, Result, Tell

NAME = "dice"
VERSION = 1
SEATS = (3,)  # rule 1
OPTIONS = (
    Option("turns", 12, low=1, high=1_000),
    Option("skip_on", "count", choices=("count", "face")),
    Option("early_end_ignores_ties", False),
)
FACES = ()  # no cards
VERBS = {"throw": "throw", "skip": "skip", "reroll": "reroll", "keep": "keep"}
FACTS = {"colours": "texts red|green|blue|yellow|purple", "order": "seats", "die": "number 0-6",
         "turn": "number 0-1024", "turns": "number 1-1000", "run_faces": "by_seat 0-6",
         "run_lengths": "by_seat 0-3"}  # fmt: skip
EVENTS = {
    "OrderDrawn": "order_seats", "Skipped": "seat", "Thrown": "seat face again:text",
    "Kept": "seat", "PointsReset": "seat", "TurnEnded": "seat count points",
    "ColourChanged": "seat colour:text", "Equality": "seat", "TurnLost": "seat",
    "MatchEnded": "points:by_seat winner_seats", "Congratulated": "seat",
}  # fmt: skip

# Final: compiled code has these then, where it would look them up. That is a third of its time.
THROW: Final = 0
SKIP: Final = 1
REROLL: Final = 2
KEEP: Final = 3
THROW_OR_SKIP: Final[tuple[Play, ...]] = ((THROW,), (SKIP,))
REROLL_OR_KEEP: Final[tuple[Play, ...]] = ((REROLL,), (KEEP,))
ONLY_THROW: Final[tuple[Play, ...]] = ((THROW,),)
ORDER: Final = Draw.seats("order", 3)
DIE: Final = Draw.die("die")
TO_ACT: Final[tuple[tuple[Seat, ...], ...]] = tuple((Seat(n),) for n in range(3))

# Rule 14: a 2 is tripled, any other even face is halved.
COUNT: Final[tuple[int, ...]] = (0, 1, 6, 3, 2, 5, 3)
EXTRA_TURNS: Final = 24  # rule 22: after so many, a shared lead stands
STARTING_COLOURS = ("red", "green", "blue")  # rule 11

# What the match waits for.
ORDERING: Final = 0
DECIDING: Final = 1
THROWING: Final = 2
THROWING_AGAIN: Final = 3
ASKING: Final = 4
REROLLING: Final = 5
OVER: Final = 6


class State:
    __slots__ = (
        "by_count", "die", "house", "lose_next", "options", "order", "phase", "points",
        "run_faces", "run_lengths", "six", "three_alike", "to_act", "turn", "turns",
    )  # fmt: skip

    def begin(self, options: Options) -> None:
        self.options = options
        self.turns = cast(int, options["turns"])
        self.by_count = options["skip_on"] == "count"  # rule 13
        self.phase = ORDERING
        self.to_act: tuple[Seat, ...] = ()
        self.house: Draw | None = ORDER
        self.order: tuple[Seat, ...] = ()
        self.turn = 0  # turns used up so far
        self.points = [0, 0, 0]  # rule 2
        self.run_faces = [0, 0, 0]  # rule 21: the face each player threw last ...
        self.run_lengths = [0, 0, 0]  # ... and how often in a row
        self.lose_next = False  # rule 13: the next turn is lost
        self.die = 0  # what the die shows, 0 before the first throw
        self.six = False  # a 6 was thrown in this turn
        self.three_alike = False  # a run of three was reached in this turn

    def clone(self) -> "State":
        new = State()
        new.options, new.turns, new.by_count = self.options, self.turns, self.by_count
        new.phase, new.to_act, new.house = self.phase, self.to_act, self.house
        new.order, new.turn, new.points = self.order, self.turn, self.points[:]
        new.run_faces, new.run_lengths = self.run_faces[:], self.run_lengths[:]
        new.lose_next, new.die = self.lose_next, self.die
        new.six, new.three_alike = self.six, self.three_alike
        return new


def bound(options: Options, seats: int) -> int:
    return 2 * (int(options["turns"]) + EXTRA_TURNS)  # a throw and an answer for each turn


def setup(options: Options, seats: int, previous: Previous) -> State:
    state = State()
    state.begin(options)
    if previous is not None:  # rule 25: the order comes from the last game
        if sorted(previous) != [0, 1, 2]:
            raise ValueError("The last game of Dice leaves the turn order of its three seats.")
        state.order = as_seats(previous)
        begin_turn(state, False, None)
    return state


def legal(state: State, seat: Seat) -> Sequence[Play]:
    if state.phase == ASKING:
        return REROLL_OR_KEEP  # rule 9
    if state.turn < state.turns:
        return THROW_OR_SKIP  # rule 20
    return ONLY_THROW  # rule 22: no skipping in extra turns


def apply(state: State, seat: Seat, play: Play, tell: Tell | None) -> None:
    verb = play[0]
    if verb == SKIP:  # rule 20; it uses up the turn (rule 7)
        if tell is not None:
            tell("Skipped", seat=seat)
        state.turn += 1
        begin_turn(state, False, tell)
    elif verb == KEEP:
        if tell is not None:
            tell("Kept", seat=seat)
        end_turn(state, seat, 1, tell)
    else:  # rules 4, 9
        state.phase = THROWING if verb == THROW else REROLLING
        state.to_act, state.house = (), DIE


def settle(state: State, outcome: tuple[int, ...], tell: Tell | None) -> None:
    phase = state.phase
    if phase == ORDERING:  # rules 3, 16
        state.order = as_seats(outcome)
        if tell is not None:
            tell("OrderDrawn", order_seats=outcome)
        begin_turn(state, False, tell)
        return
    seat = state.order[state.turn % 3]
    state.die = face = outcome[0]
    if face == 6:
        state.six = True
    if face == state.run_faces[seat]:  # rule 21
        state.run_lengths[seat] += 1
        state.three_alike = state.run_lengths[seat] >= 3
    else:
        state.run_faces[seat], state.run_lengths[seat] = face, 1
    if tell is not None:
        again = {THROWING: "no", THROWING_AGAIN: "five", REROLLING: "asked"}[phase]
        tell("Thrown", seat=seat, face=face, again=again)

    if phase == REROLLING:
        count = face  # rule 9
    elif phase == THROWING_AGAIN:
        count = 5 * face  # rule 18
    elif face == 1:  # rule 9
        state.phase, state.to_act, state.house = ASKING, TO_ACT[seat], None
        return
    elif face == 5:  # rule 18: the die is thrown again by itself
        state.phase = THROWING_AGAIN
        return
    else:
        count = COUNT[face]  # rule 14
    end_turn(state, seat, count, tell)


def end_turn(state: State, seat: Seat, count: int, tell: Tell | None) -> None:
    points = state.points
    before = points[seat]
    points[seat] = before + count  # rule 5
    if state.three_alike:  # rule 21; the run starts afresh
        state.three_alike = False
        points[seat] = state.run_faces[seat] = state.run_lengths[seat] = 0
        if tell is not None:
            tell("PointsReset", seat=seat)
    if tell is not None:
        tell("TurnEnded", seat=seat, count=count, points=points[seat])  # rule 6
        now = colour(seat, points[seat])
        if now != colour(seat, before):  # rules 19, 12
            tell("ColourChanged", seat=seat, colour=now)
        if points.count(points[seat]) > 1:
            tell("Equality", seat=seat)  # rule 15
    if count == 6 or state.six:  # rule 13
        state.lose_next = count == 6 if state.by_count else state.six
        state.six = False
    state.turn += 1
    begin_turn(state, leads(points, 10), tell)


def leads(points: list[int], by: int) -> bool:
    """Whether somebody is at least so many points ahead of both others."""
    a, b, c = points
    return (
        (a - b >= by and a - c >= by)
        or (b - a >= by and b - c >= by)
        or (c - a >= by and c - b >= by)
    )


def differ(points: list[int]) -> bool:
    """Whether no two have the same points."""
    a, b, c = points
    return a != b and b != c and c != a


def begin_turn(state: State, ahead: bool, tell: Tell | None) -> None:
    """Begin a turn; `ahead` if the last one has brought somebody 10 points ahead of both others."""
    turn, turns = state.turn, state.turns
    if turn < turns:  # rule 8; rule 22: not if both others are level
        over = ahead and (differ(state.points) or bool(state.options["early_end_ignores_ties"]))
    else:  # rules 7, 22: a shared lead goes on, but not for ever
        over = leads(state.points, 1) or turn >= turns + EXTRA_TURNS
    seat = state.order[turn % 3]
    if over:
        state.phase, state.to_act, state.house = OVER, (), None
        if tell is not None:  # rules 23, 10
            won = result(state).winners
            tell("MatchEnded", points=state.points, winner_seats=won)
            for winner in won:
                tell("Congratulated", seat=winner, only=ALONE[winner])
    elif state.lose_next:  # rule 13; the lost turn is used up (rule 7)
        state.lose_next = False
        state.turn += 1
        if tell is not None:
            tell("TurnLost", seat=seat)
        begin_turn(state, False, tell)
    else:
        state.phase, state.to_act, state.house = DECIDING, TO_ACT[seat], None


def result(state: State) -> Result:
    return Result.most(state.points, over=state.phase == OVER)  # rule 24


def legacy(state: State) -> tuple[int, ...]:
    """Rule 25: the next game's turn order, by points, lowest first."""
    return tuple(sorted(state.order, key=lambda seat: state.points[seat]))


def places(state: State) -> list[Place]:
    return []


def public(state: State) -> Facts:
    return {
        "colours": [colour(Seat(n), points) for n, points in enumerate(state.points)],
        "order": list(state.order),
        "turn": state.turn,
        "turns": state.turns,
        "die": state.die,
        "run_faces": state.run_faces[:],
        "run_lengths": state.run_lengths[:],
    }


def colour(seat: Seat, points: int) -> str:
    if points > 11:
        return "purple"  # rule 12
    if points > 5:
        return "yellow"  # rule 19
    return STARTING_COLOURS[seat]  # rule 11
