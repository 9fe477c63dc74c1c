"""A match step by step, as fast as the rules allow: for simulation, search and learning.

A `Stepper` has the state of one match of any game, who is to act, their legal plays, and what they
may know. A `MatchBatch` steps many matches together. There are no events, texts or records, and
nothing is checked: `Match` is the friendly one.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from settebello.cards import Seat
from settebello.game import Draw, Game, Options, Play, Result, Row
from settebello.luck import Seeded, derived_seed
from settebello.native import i64
from settebello.observation import ObservationLayout, Observer, observation_layout
from settebello.players import check_players
from settebello.registry import check_options, find_game

Outcome = tuple[int, ...]
Drawing = Callable[[Draw], Outcome]  # answers for the house: `Seeded(1).draw`
Choose = Callable[[Sequence[Any]], Any]  # takes one of several
NO_SEAT: Final = Seat(-1)


def play_out(game: Game, state: Any, draw: Drawing | None, choose: Choose) -> int:
    """Play a state on to the end of its match, in place: see `Stepper.playout`."""
    legal: Callable[..., Sequence[Play]] = game.legal
    apply: Callable[..., None] = game.apply
    settle: Callable[..., None] = game.settle
    moves = 0
    while True:
        if (wanted := state.house) is not None:
            if draw is None:
                raise ValueError("A playout needs somebody who draws for the house.")
            settle(state, draw(wanted), None)
        elif seats := state.to_act:
            seat = seats[0] if len(seats) == 1 else choose(seats)
            apply(state, seat, choose(legal(state, seat)), None)
            moves += 1
        else:
            return moves


class Stepper:
    """One match: `seat` is to act, `legal()` are its plays, `apply(play)` makes one of them.

    The house draws by itself, with `draw`, until a seat is to act or the match is `over`. Without
    `draw` it stops at every draw: `house` says what is wanted, and `settle` takes the outcome.
    `state` belongs to the stepper: clone it if you need it yourself.
    """

    __slots__ = (
        "_apply", "_draw", "_layout", "_legal", "_observer", "_options", "_row", "_settle", "game",
        "over", "seat", "state",
    )  # fmt: skip

    def __init__(
        self,
        game: Game,
        state: Any,
        draw: Drawing | None = None,
        layout: ObservationLayout | None = None,
    ) -> None:
        self.game = game
        self.state = state
        self._legal: Callable[..., Sequence[Play]] = game.legal
        self._apply: Callable[..., None] = game.apply
        self._settle: Callable[..., None] = game.settle
        self._draw = draw
        self._options: Options | None = None  # the usual ones
        self._layout = layout  # it and the observer are made when somebody observes
        self._observer: Observer | None = None
        self._row = NO_ROW
        self.seat = NO_SEAT  # the first of those to act; -1 for none
        self.over = False
        self._go_on()

    @staticmethod
    def begin(
        game: Game | str,
        seats: int | None = None,
        options: Options | None = None,
        *,
        seed: int | None = None,
        draw: Drawing | None = None,
    ) -> "Stepper":
        """A new match, by the name of a game or the game itself; the same seed, the same luck.

        Raises ValueError, with a sentence, for a game, a number of seats, options or a seed that
        cannot be.
        """
        found = find_game(game)
        agreed = check_options(found, options)
        players = len(check_players(found, found.SEATS[0] if seats is None else seats))
        if seed is not None:
            draw = Seeded(seed).draw
        stepper = Stepper(found, found.setup(agreed, players, None), draw)
        stepper._options = agreed
        return stepper

    def reset(self, state: Any) -> None:
        """Go on with another state of the same game: a new match, or a world to search in."""
        self.state = state
        self.over = False
        self._go_on()

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """All seats that may move now: several, where they choose at the same time."""
        seats: tuple[Seat, ...] = self.state.to_act
        return seats

    @property
    def house(self) -> Draw | None:
        """What the house must draw before anybody is to act; None with a `draw` of its own."""
        wanted: Draw | None = self.state.house
        return wanted

    def legal(self, seat: Seat | None = None) -> Sequence[Play]:
        """Every legal play of `seat`, or of another seat that is to act, in a fixed order."""
        return self._legal(self.state, self.seat if seat is None else seat)

    def apply(self, play: Play, seat: Seat | None = None) -> None:
        """Make a play, which is one of `legal` for the same seat; then the house draws."""
        state = self.state
        self._apply(state, self.seat if seat is None else seat, play, None)
        # As in `_go_on`; the call would cost a tenth of a step of Dice.
        while (wanted := state.house) is not None:
            if self._draw is None:
                self.seat = NO_SEAT
                return
            self._settle(state, self._draw(wanted), None)
        if seats := state.to_act:
            self.seat = seats[0]
        else:
            self.seat, self.over = NO_SEAT, True

    def settle(self, outcome: Outcome) -> None:
        """Give the outcome of the draw that `house` wants; see `luck.check_outcome`."""
        self._settle(self.state, outcome, None)
        self._go_on()

    def _go_on(self) -> None:
        """Let the house draw, and look who is to act."""
        state = self.state
        while (wanted := state.house) is not None:
            if self._draw is None:
                self.seat = NO_SEAT
                return
            self._settle(state, self._draw(wanted), None)
        if seats := state.to_act:
            self.seat = seats[0]
        else:
            self.seat, self.over = NO_SEAT, True

    def playout(self, choose: Choose) -> int:
        """Play on to the end; returns the number of moves made. `choose` takes one of the plays.

        Where several seats are to act, it takes one of them first.
        """
        moves = play_out(self.game, self.state, self._draw, choose)
        self.seat, self.over = NO_SEAT, True
        return moves

    def result(self) -> Result:
        """The score of each seat now, and the winners once the match is over."""
        found: Result = self.game.result(self.state)
        return found

    def clone(self, draw: Drawing | None = None) -> "Stepper":
        """An independent copy in the same position.

        Its house draws with `draw`, or else from the same source as this one: then what one of them
        draws is missing in the other. For the same luck in both, give it a copy of the source.
        """
        new = Stepper(self.game, self.state.clone(), draw or self._draw, self._layout)
        new._options = self._options
        return new

    def layout(self) -> ObservationLayout:
        """Which word of an observation means what."""
        if self._layout is None:
            self._layout = observation_layout(self.game, len(self.result().scores), self._options)
        return self._layout

    def observe(self, seat: Seat | None = None) -> memoryview:
        """What `seat`, or another one, may know now: see `ObservationLayout`.

        It is the same memory each time, written anew. NumPy reads it without copying.
        """
        observer = self._observer
        if observer is None:
            layout = self.layout()
            self._row = Row(layout.width)
            observer = self._observer = Observer(self.game, layout, self._row)
        observer.write(self.state, self.seat if seat is None else seat)
        return self._row.view


class MatchBatch:
    """Many matches of one game, stepped together; one that ends is followed by a new one.

    Before each step, for every match: `seats` has the seat to act, `counts` the number of its legal
    plays, `plays` the plays. `observations` has a row for each match: what that seat may know (not
    if `observing` is False). All but `plays` are memory that stays the same: NumPy reads it without
    copying. `ended` has the number and the result of each match that the last step ended.
    """

    def __init__(
        self,
        game: Game | str,
        matches: int,
        seats: int | None = None,
        options: Options | None = None,
        *,
        seed: int = 1,
        observing: bool = True,
    ) -> None:
        """The luck of each match of the batch has a seed of its own, made from `seed`.

        Raises ValueError, with a sentence, for what cannot be.
        """
        self.game = find_game(game)
        self._options = check_options(self.game, options)
        found = self.game.SEATS[0] if seats is None else seats
        self._players = len(check_players(self.game, found))
        if matches < 1:
            raise ValueError("A batch has at least one match.")
        self.layout = observation_layout(self.game, self._players, self._options)
        self._acting, self._counted = Row(matches), Row(matches)
        self.seats, self.counts = self._acting.view, self._counted.view
        rows, width = Row(matches * self.layout.width), self.layout.width
        self.observations = rows.view
        self.plays: list[Sequence[Play]] = [()] * matches
        self.ended: list[tuple[int, Result]] = []
        self._legal: Callable[..., Sequence[Play]] = self.game.legal
        self._apply: Callable[..., None] = self.game.apply
        self._settle: Callable[..., None] = self.game.settle
        self._observing = observing
        self._states: list[Any] = [self._new() for _ in range(matches)]
        self._draws = [Seeded(derived_seed(seed, number)).draw for number in range(matches)]
        self._observers = [
            Observer(self.game, self.layout, rows, number * width) for number in range(matches)
        ]
        for number, state in enumerate(self._states):
            self._go_on(number, state)

    def __len__(self) -> int:
        return len(self.plays)

    def _new(self) -> Any:
        return self.game.setup(self._options, self._players, None)

    def step(self, actions: Sequence[int]) -> None:
        """Make a play in every match: each action is the position of one in its `plays`.

        IndexError if there is no such play; then the batch cannot be used any more.
        """
        apply, states, plays, acting = self._apply, self._states, self.plays, self._acting.words
        self.ended = []
        for number, action in enumerate(actions):
            at: i64 = number  # what compiled code needs for words
            state = states[number]
            apply(state, acting[at], plays[number][action], None)
            self._go_on(number, state)

    def _go_on(self, number: int, state: Any) -> None:
        """Let the house draw, begin anew after an end, and look who is to act."""
        while True:
            if (wanted := state.house) is not None:
                self._settle(state, self._draws[number](wanted), None)
                continue
            seats: tuple[Seat, ...] = state.to_act
            if seats:
                break
            self.ended.append((number, self.game.result(state)))
            state = self._states[number] = self._new()
        seat = seats[0]
        plays = self._legal(state, seat)
        self.plays[number] = plays
        at: i64 = number
        self._acting.words[at] = seat
        self._counted.words[at] = len(plays)
        if self._observing:  # now, while the state is at hand: a pass of its own takes 3 % longer
            self._observers[number].write(state, seat)


NO_ROW = Row(0)
