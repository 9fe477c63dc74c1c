"""Dice: three players, one die, twelve turns, most points wins.

Rule numbers are those of docs/games/dice.md. The *face* is what the die shows; the *count* is the
number the turn works with: it starts as the face, and rules 14, 18 and 9 change it.
"""

from collections.abc import Sequence

from settebello.cards import Place
from settebello.game import HOUSE, Draw, Facts, Option, Options, Play, Result, Tell

NAME = "dice"
VERSION = 1
SEATS = (3,)  # rule 1
OPTIONS = (
    Option("turns", 12, "How many turns the game has in all.", low=1, high=1_000),
    Option(
        "skip_on",
        "count",
        "Whether rule 13 looks at the count or at any face thrown in the turn.",
        choices=("count", "face"),
    ),
    Option(
        "early_end_ignores_ties",
        False,
        "Whether the game ends early (rule 8) although the other two players are equal.",
    ),
)
FACES = ()  # no cards
VERBS = {"throw": "throw", "skip": "skip", "reroll": "reroll", "keep": "keep"}

THROW, SKIP, REROLL, KEEP = range(4)
ORDER, DIE = Draw.seats("order", 3), Draw.die("die")

EXTRA_TURNS = 24  # rule 22: after so many, a shared lead stands
STARTING_COLOURS = ("red", "green", "blue")  # rule 11

# What the match waits for.
ORDERING, DECIDING, THROWING, THROWING_AGAIN, ASKING, REROLLING, OVER = range(7)


class State:
    __slots__ = (
        "acting", "count", "die", "lose_next", "options", "order", "phase", "points", "run_faces",
        "run_lengths", "six", "three_alike", "turn", "turns",
    )  # fmt: skip

    def __init__(self, options: Options) -> None:
        self.options = options
        self.turns = int(options["turns"])
        self.phase = ORDERING
        self.acting: tuple[int, ...] = (HOUSE,)
        self.order: tuple[int, ...] = ()
        self.turn = 0  # turns used up so far
        self.points = [0, 0, 0]  # rule 2
        self.run_faces = [0, 0, 0]  # rule 21: the face each player threw last ...
        self.run_lengths = [0, 0, 0]  # ... and how often in a row
        self.lose_next = False  # rule 13: the next turn is lost
        self.die = 0  # this turn's last face, 0 before its first throw
        self.count = 0
        self.six = False  # a 6 was thrown in this turn
        self.three_alike = False  # a run of three was reached in this turn

    def clone(self) -> "State":
        new = State.__new__(State)
        new.options, new.turns, new.phase = self.options, self.turns, self.phase
        new.acting, new.order, new.turn = self.acting, self.order, self.turn
        new.points = self.points[:]
        new.run_faces, new.run_lengths = self.run_faces[:], self.run_lengths[:]
        new.lose_next, new.die, new.count = self.lose_next, self.die, self.count
        new.six, new.three_alike = self.six, self.three_alike
        return new


def bound(options: Options, seats: int) -> int:
    return 2 * (int(options["turns"]) + EXTRA_TURNS)  # a throw and an answer for each turn


def setup(options: Options, seats: int, previous: Sequence[int] | None) -> State:
    state = State(options)
    if previous:  # rule 25: the order comes from the last game
        state.order = tuple(previous)
        begin_turn(state, None)
    return state


def to_act(state: State) -> tuple[int, ...]:
    return state.acting


def house(state: State) -> Draw:
    return ORDER if state.phase == ORDERING else DIE


def legal(state: State, seat: int) -> list[Play]:
    if state.phase == ASKING:
        return [(REROLL,), (KEEP,)]  # rule 9
    if state.turn >= state.turns:
        return [(THROW,)]  # rule 22: no skipping in extra turns
    return [(THROW,), (SKIP,)]  # rule 20


def apply(state: State, seat: int, play: Play, tell: Tell | None) -> None:
    verb = play[0]
    if verb == THROW:  # rule 4
        state.phase = THROWING
        state.acting = (HOUSE,)
    elif verb == REROLL:  # rule 9
        state.phase = REROLLING
        state.acting = (HOUSE,)
    elif verb == KEEP:
        if tell:
            tell("Kept", seat=seat)
        end_turn(state, seat, tell)
    else:  # rule 20; the skip uses up the turn (rule 7)
        if tell:
            tell("Skipped", seat=seat)
        state.turn += 1
        begin_turn(state, tell)


def settle(state: State, outcome: tuple[int, ...], tell: Tell | None) -> None:
    phase = state.phase
    if phase == ORDERING:  # rules 3, 16
        state.order = outcome
        if tell:
            tell("OrderDrawn", order_seats=list(outcome))
        begin_turn(state, tell)
        return
    seat = state.order[state.turn % 3]
    face = outcome[0]
    state.die = face
    if face == 6:
        state.six = True
    if face == state.run_faces[seat]:
        state.run_lengths[seat] += 1
        if state.run_lengths[seat] == 3:
            state.three_alike = True
    else:
        state.run_faces[seat] = face
        state.run_lengths[seat] = 1
    if tell:
        again = {THROWING: "no", THROWING_AGAIN: "five", REROLLING: "asked"}[phase]
        tell("Thrown", seat=seat, face=face, again=again)

    if phase == THROWING_AGAIN:
        state.count = 5 * face  # rule 18
    elif phase == REROLLING:
        state.count = face  # rule 9
    elif face == 2:
        state.count = 6  # rule 14
    elif face == 5:  # rule 18: the die is thrown again by itself
        state.phase = THROWING_AGAIN
        return
    elif face == 1:  # rule 9
        state.count = 1
        state.phase = ASKING
        state.acting = (seat,)
        return
    else:
        state.count = 3 if face == 3 else face // 2  # rule 14
    end_turn(state, seat, tell)


def end_turn(state: State, seat: int, tell: Tell | None) -> None:
    points = state.points
    count = state.count
    points[seat] += count  # rule 5
    if state.three_alike:  # rule 21; the run starts afresh
        points[seat] = 0
        state.run_faces[seat] = state.run_lengths[seat] = 0
        if tell:
            tell("PointsReset", seat=seat)
    if tell:
        tell("TurnEnded", seat=seat, count=count, points=points[seat])  # rule 6
        if points.count(points[seat]) > 1:
            tell("Equality", seat=seat)  # rule 15
    state.lose_next = state.six if state.options["skip_on"] == "face" else count == 6  # rule 13
    state.turn += 1
    begin_turn(state, tell)


def begin_turn(state: State, tell: Tell | None) -> None:
    state.die = state.count = 0
    state.six = state.three_alike = False
    if state.lose_next and not is_over(state):  # rule 13; the lost turn is used up (rule 7)
        state.lose_next = False
        if tell:
            tell("TurnLost", seat=state.order[state.turn % 3])
        state.turn += 1
    if is_over(state):
        state.phase = OVER
        state.acting = ()
        if tell:  # rules 23, 10
            won = list(result(state).winners)
            tell("MatchEnded", points=state.points[:], winner_seats=won)
            for seat in won:
                tell("Congratulated", seat=seat, only=(seat,))
    else:
        state.phase = DECIDING
        state.acting = (state.order[state.turn % 3],)


def is_over(state: State) -> bool:
    low, middle, high = sorted(state.points)
    if state.turn >= state.turns:  # rules 7, 22: a shared lead goes on, but not for ever
        return high > middle or state.turn >= state.turns + EXTRA_TURNS
    if high - middle < 10:  # rule 8
        return False
    return low != middle or bool(state.options["early_end_ignores_ties"])  # rule 22


def result(state: State) -> Result:
    return Result.most(state.points, over=state.phase == OVER)  # rule 24


def legacy(state: State) -> tuple[int, ...]:
    """Rule 25: the next game's turn order, by points, lowest first."""
    return tuple(sorted(state.order, key=lambda seat: state.points[seat]))


def places(state: State) -> list[Place]:
    return []


def public(state: State) -> Facts:
    return {
        "colours": [colour(seat, state.points[seat]) for seat in range(3)],
        "order": list(state.order),
        "turn": state.turn,
        "turns": state.turns,
        "die": state.die,
        "count": state.count,
    }


def colour(seat: int, points: int) -> str:
    if points > 11:
        return "purple"  # rule 12
    if points > 5:
        return "yellow"  # rule 19
    return STARTING_COLOURS[seat]  # rule 11
