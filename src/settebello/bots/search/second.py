"""A second look at two moves, where no seat has to play on by the rule of thumb.

A flat look plays worlds on by the policy. If that plays on badly, or answers one of the moves as
nobody would, a move seems bad that is not. Here each of the two moves has a tree. All seats learn
in it which of their next moves are better than the policy's; then worlds are played on by what they
have learned, and by the policy where they have learned nothing.
"""

from collections.abc import Callable, Sequence
from math import log, sqrt
from typing import Final

from settebello.bots.search.compare import Trials
from settebello.bots.search.keys import PlayKeys
from settebello.bots.search.rollout import Rollouts
from settebello.bots.search.tree import faces_in
from settebello.bots.search.walk import SearchWorld
from settebello.cards import Seat
from settebello.game import Play

EXPLORE: Final = 0.3
DEPTH: Final = 60  # moves in a tree
USUAL: Final[Play] = ()  # instead of a move: what the policy does, whatever that is
LEAST_VISITS: Final = 10  # before it is believed that a move is better than the usual one
BETTER: Final = 1.5  # standard errors by which it has to be


class Arm:
    """What a seat can do somewhere: how often it was tried and could be, and what it won."""

    __slots__ = ("available", "squares", "visits", "won")

    def __init__(self) -> None:
        self.available = 0
        self.visits = 0
        self.won = 0.0
        self.squares = 0.0

    def note(self, reward: float) -> None:
        self.visits += 1
        self.won += reward
        self.squares += reward * reward

    def bound(self) -> float:
        """Up to where it may be good: what is tried next has the highest one."""
        return self.won / self.visits + EXPLORE * sqrt(log(self.available) / self.visits)

    def at_least(self) -> float:
        """How good it is in all likelihood, by `BETTER` errors."""
        mean = self.won / self.visits
        spread = max(0.0, self.squares / self.visits - mean * mean)
        return mean - BETTER * sqrt(spread / self.visits)


class Spot:
    """A place in the tree where a seat moves: what it can do there, and what comes after it."""

    __slots__ = ("arms", "next", "usual")

    def __init__(self) -> None:
        self.usual = Arm()
        self.arms: dict[Play, Arm] = {}
        self.next: dict[Play, Spot] = {}

    def tried_next(self, keys: Sequence[Play], below: Callable[[int], int]) -> Play:
        """What to try: the usual move first, and new moves only now and then."""
        usual, arms = self.usual, self.arms
        usual.available += 1
        if usual.visits == 0:
            return USUAL
        new: list[Play] = []
        best, value = USUAL, usual.bound()
        for key in keys:
            arm = arms.get(key)
            if arm is None:
                new.append(key)
                continue
            arm.available += 1
            if arm.visits and arm.bound() > value:
                best, value = key, arm.bound()
        if new and len(arms) * len(arms) < usual.available:
            best = new[below(len(new))]
            arm = arms[best] = Arm()
            arm.available = 1
        return best

    def best(self, keys: Sequence[Play]) -> Play:
        """What was learned: the usual move, unless another one is better."""
        usual = self.usual
        if usual.visits == 0:
            return USUAL
        best, value = USUAL, usual.won / usual.visits
        for key in keys:
            arm = self.arms.get(key)
            if arm is not None and arm.visits >= LEAST_VISITS and arm.at_least() > value:
                best, value = key, arm.at_least()
        return best


class SecondLook:
    """The tree of one move, and the rollouts from there."""

    __slots__ = ("_keys", "_play", "_rollouts", "_root", "_seat")

    def __init__(self, rollouts: Rollouts, seat: Seat, play: Play) -> None:
        self._rollouts = rollouts
        self._keys = PlayKeys(rollouts.game)
        self._root = Spot()
        self._seat = seat
        self._play = play

    def run(self, world: SearchWorld, learning: bool) -> float:
        """Make the move in a copy of the world, and play on; what the seat has won then."""
        rollouts, keys = self._rollouts, self._keys
        state, memory = world.state.clone(), world.memory
        if memory is not None:
            memory = memory.clone()
        rollouts.make(state, memory, self._seat, self._play)
        spot = self._root
        path: list[tuple[Arm, int]] = []
        for _ in range(DEPTH):
            if not rollouts.advance(state):
                break
            seat: Seat = state.to_act[0]
            plays: Sequence[Play] = rollouts.game.legal(state, seat)
            faces = faces_in(state)
            named = [keys.key(play, faces) for play in plays]
            if len(plays) == 1:
                play = plays[0]
            else:
                if learning:
                    wanted = spot.tried_next(named, rollouts.generator.below)
                    path.append((spot.usual if wanted == USUAL else spot.arms[wanted], seat))
                else:
                    wanted = spot.best(named)
                if wanted == USUAL:
                    play = rollouts.choose(state, seat, memory)
                else:
                    play = plays[named.index(wanted)]
            key = keys.key(play, faces)
            rollouts.make(state, memory, seat, play)
            after = spot.next.get(key)
            if after is None:
                if learning:
                    spot.next[key] = Spot()
                break
            spot = after
        rollouts.run(state, memory)
        rewards = rollouts.rewards(state)
        for arm, who in path:
            arm.note(rewards[who])
        return rewards[self._seat]


def look_again(
    trials: Trials, seat: Seat, plays: Sequence[Play], lessons: int, worlds: int
) -> list[list[float]]:
    """What the seat wins by each of these plays, in each of so many new `worlds`.

    Before that, all seats learn so many times as `lessons` says, in half as many worlds: each
    serves twice, with other luck. Raises NoWorld if no world fits what the seat knows.
    """
    rollouts = trials.rollouts
    generator = rollouts.generator
    looks = [SecondLook(rollouts, seat, play) for play in plays]
    school = [trials.world() for _ in range((lessons + 1) // 2)]
    rewards: list[list[float]] = [[] for _ in plays]
    for count in range(lessons + worlds):
        learning = count < lessons
        world = school[count % len(school)] if learning else trials.world()
        seed = trials.seed()
        for number, look in enumerate(looks):
            generator.seed(seed)
            won = look.run(world, learning)
            if not learning:
                rewards[number].append(won)
    return rewards
