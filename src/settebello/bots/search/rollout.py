"""Playing a world on to the end of its deal, and what each seat has won there.

A rollout ends with the match, or where everything is shuffled or rolled anew: what comes after that
is luck that no move of this deal changes. The reward of a seat is its share of the win; where the
match goes on, it is the chance of the win that the scores give.
"""

from collections.abc import Callable, Sequence
from math import exp, log
from typing import Any, Final

from settebello.cards import Seat
from settebello.game import Draw, Game, Options, Play

MOVES: Final = 2_000  # of a rollout; random play may go on for ever
# From which the spread of the scores is learned; from 40 it was wrong by a factor of up to 5.
PLAYOUTS: Final = 100
PLAYOUT_MOVES: Final = 4_000  # of each of them; one that takes longer is left out
SPREADS: Final = tuple([0.25 * 1.25**step for step in range(40)])  # from 0.25 to 1,500 points
MODULUS: Final = 2_147_483_647

PARTS: Final = 3  # of a match: near its end a lead is worth more

# How far a match has come, as the sum of all scores, and the spread of the scores from there on.
Spread = tuple[int, float]
_spreads: dict[tuple[object, ...], list[Spread]] = {}


class Generator:
    """Random numbers from 0 to 1 that begin anew at any seed in no time.

    A rollout needs few of them, and the rollouts of all moves in one world the same ones. (Lehmer's
    generator; to seed `random.Random` would take longer than a short rollout.)
    """

    __slots__ = ("_at",)

    def __init__(self, seed: int = 1) -> None:
        self._at = 1
        self.seed(seed)

    def seed(self, seed: int) -> None:
        self._at = seed % (MODULUS - 1) + 1
        self.random()  # seeds that are alike begin with numbers that are alike
        self.random()

    def random(self) -> float:
        self._at = self._at * 48_271 % MODULUS
        return self._at / MODULUS

    def below(self, end: int) -> int:
        """A whole number from 0 to `end` - 1."""
        return int(self.random() * end)

    def draw(self, wanted: Draw) -> tuple[int, ...]:
        """An outcome of a draw of the house."""
        if wanted.kind == "shuffle":
            order = list(wanted.items)
            for last in range(len(order) - 1, 0, -1):
                other = self.below(last + 1)
                order[last], order[other] = order[other], order[last]
            return tuple(order)
        items = wanted.items
        if wanted.kind == "pick":
            return (self.below(len(items)),)
        return tuple([items[self.below(len(items))] for _ in range(wanted.count)])


class Rollouts:
    """Rollouts of one game, with these options and so many seats, by its policy or at random.

    With `choose`, all seats play on by that instead of the policy's own. It gets what the policy
    remembers, and a lead is worth what the policy makes of it.
    """

    __slots__ = (
        "_apply", "_begin", "_choose", "_deals", "_draw", "_legal", "_low_wins", "_notice",
        "_partners", "_random", "_result", "_settle", "_spreads", "game", "generator", "options",
        "remembers", "seats",
    )  # fmt: skip

    def __init__(
        self, game: Game, options: Options, seats: int, policy: Any = None, choose: Any = None
    ) -> None:
        self.game = game
        self.options = options
        self.seats = seats
        self._legal: Callable[..., Sequence[Play]] = game.legal
        self._apply: Callable[..., None] = game.apply
        self._settle: Callable[..., None] = game.settle
        self._result: Callable[..., Any] = game.result
        self._choose: Callable[..., Play] | None = getattr(policy, "choose", None)
        self._begin: Callable[..., Any] | None = getattr(policy, "begin", None)
        self._notice: Callable[..., None] | None = getattr(policy, "notice", None)
        self.remembers = self._begin is not None
        self._low_wins = bool(getattr(game, "LOW_WINS", False))
        teams: Any = getattr(game, "TEAMS", {}).get(seats, ())
        self._partners: list[list[int]] = [[seat] for seat in range(seats)]
        for team in teams:
            for seat in team:
                self._partners[seat] = list(team)
        self._deals: dict[str, bool] = {}  # by the label of a draw: whether it deals all anew
        self.generator = Generator()
        self._random: Callable[[], float] = self.generator.random
        self._draw: Callable[[Draw], tuple[int, ...]] = self.generator.draw
        self._spreads = self._learned_spreads(policy)
        if choose is not None:
            self._choose = choose

    # What is remembered.

    def begin(self, state: Any) -> Any:
        """What the policy remembers right after a deal; None if it does not remember."""
        return None if self._begin is None else self._begin(state)

    def choose(self, state: Any, seat: Seat, memory: Any) -> Play:
        """What the policy would do; without one, any move."""
        if self._choose is None:
            plays = self._legal(state, seat)
            return plays[self.generator.below(len(plays))]
        return self._choose(state, seat, memory, self._random)

    def make(self, state: Any, memory: Any, seat: Seat, play: Play) -> None:
        """Make a play, and remember it."""
        if self._notice is not None:
            self._notice(memory, state, seat, play)
        self._apply(state, seat, play, None)

    # Rollouts.

    def run(self, state: Any, memory: Any) -> None:
        """Play a state on, in place, up to the next whole deal or the end."""
        legal, apply, choose, notice = self._legal, self._apply, self._choose, self._notice
        generator, random = self.generator, self._random
        for _ in range(MOVES):
            while (wanted := state.house) is not None:
                if self._deals_anew(state, wanted):
                    return
                self._settle(state, generator.draw(wanted), None)
            seats = state.to_act
            if not seats:
                return
            seat = seats[0]
            if choose is None:
                plays = legal(state, seat)
                play = plays[generator.below(len(plays))] if len(plays) > 1 else plays[0]
            else:
                play = choose(state, seat, memory, random)
                if notice is not None:
                    notice(memory, state, seat, play)
            apply(state, seat, play, None)

    def advance(self, state: Any) -> bool:
        """Let the house draw; False if the rollout ends here instead of with a seat to act."""
        while (wanted := state.house) is not None:
            if self._deals_anew(state, wanted):
                return False
            self._settle(state, self.generator.draw(wanted), None)
        return bool(state.to_act)

    def _deals_anew(self, state: Any, wanted: Draw) -> bool:
        """Whether this draw shuffles or rolls everything; tried out once for each label.

        The outcome does not matter for that, so no number is drawn: a search does the same whether
        it is the first one or not.
        """
        known = self._deals.get(wanted.label)
        if known is None:
            deck = getattr(state, "deck", None)
            if deck is None:
                known = False
            else:
                tried = state.clone()
                items = wanted.items
                outcome = items if wanted.kind == "shuffle" else (items[0],) * wanted.count
                self._settle(tried, (0,) if wanted.kind == "pick" else outcome, None)
                known = tried.deck.deal != deck.deal
            self._deals[wanted.label] = known
        return known

    # Rewards.

    def rewards(self, state: Any) -> list[float]:
        """What each seat has won, from 0 to 1: its share of the win, or its chance of it.

        The chance is the softmax of the scores: for two seats the logistic function of the lead.
        """
        result = self._result(state)
        if result.winners:
            won = [0.0] * self.seats
            for seat in result.winners:
                won[seat] = 1.0 / len(result.winners)
        else:
            won = self._shares(result.scores, self.spread(result.scores))
        if len(self._partners[0]) == 1:
            return won
        return [sum([won[partner] for partner in team]) for team in self._partners]

    def _shares(self, scores: Sequence[int], spread: float) -> list[float]:
        if self._low_wins:
            best = min(scores)
            weights = [exp((best - score) / spread) for score in scores]
        else:
            best = max(scores)
            weights = [exp((score - best) / spread) for score in scores]
        total = sum(weights)
        return [weight / total for weight in weights]

    def spread(self, scores: Sequence[int]) -> float:
        """How many points of lead make a seat e times as likely to win, as the scores stand."""
        found = 1.0
        for number, (total, spread) in enumerate(self._spreads):
            if number == 0 or sum(scores) >= total:
                found = spread
        return found

    def _learned_spreads(self, policy: Any) -> list[Spread]:
        """The spreads for the parts of a match, from matches that the policy plays."""
        key = (self.game.NAME, self.game.VERSION, id(self.game), id(policy), self.seats,
               *sorted(self.options.items()))  # fmt: skip
        if key not in _spreads:
            seen: list[tuple[Sequence[int], Sequence[int]]] = []  # the scores, and who won then
            for number in range(PLAYOUTS):
                self._playout(number, seen)
            seen.sort(key=lambda each: sum(each[0]))
            parts: list[list[tuple[Sequence[int], Sequence[int]]]] = []
            for number in range(PARTS):
                first, end = len(seen) * number // PARTS, len(seen) * (number + 1) // PARTS
                part = seen[first:end]
                # If a lead seems to be worth less later on, that is chance: both are one part.
                while parts and self._fit(parts[-1]) < self._fit(part):
                    part = parts.pop() + part
                if part:
                    parts.append(part)
            _spreads[key] = [(sum(part[0][0]), self._fit(part)) for part in parts]
        return _spreads[key]

    def _fit(self, seen: list[tuple[Sequence[int], Sequence[int]]]) -> float:
        """The spread with which the softmax of the scores says best who has won."""
        best, spread = -1e300, 1.0
        for tried in SPREADS:
            fit = 0.0
            for scores, winners in seen:
                shares = self._shares(scores, tried)
                fit += log(max(1e-9, sum([shares[seat] for seat in winners])))
            if fit > best:
                best, spread = fit, tried
        return spread

    def _playout(self, seed: int, seen: list[tuple[Sequence[int], Sequence[int]]]) -> None:
        """Play a match; for each deal after the first, note the scores and who won at last."""
        self.generator.seed(seed)
        state = self.game.setup(self.options, self.seats, None)
        memory: Any = None
        cuts: list[Sequence[int]] = []
        moves = 0
        while moves < PLAYOUT_MOVES:
            if (wanted := state.house) is not None:
                anew = self._deals_anew(state, wanted)
                if anew and moves:
                    cuts.append(self._result(state).scores)
                self._settle(state, self.generator.draw(wanted), None)
                if anew:
                    memory = self.begin(state)
            elif seats := state.to_act:
                self.make(state, memory, seats[0], self.choose(state, seats[0], memory))
                moves += 1
            else:
                break
        winners = self._result(state).winners
        for scores in cuts if winners else ():
            seen.append((scores, winners))
