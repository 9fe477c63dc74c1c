"""Moves in the same worlds, for reviews, which judge moves.

A search drops bad moves early, and its best move looks a little better than it is, because it was
the luckiest of many. A review tries the move that was made as often as any other, and compares it
with the best one in worlds of their own, dealt after the search.
"""

from collections.abc import Callable, Sequence
from typing import Any

from settebello.bots.search.rollout import MODULUS, Rollouts
from settebello.bots.search.think import SearchSettings
from settebello.bots.search.walk import InferredWorlds, SearchWorld, UniformWorlds
from settebello.cards import Seat
from settebello.game import Play
from settebello.mind import Mind


class Trials:
    """The worlds of a decision, and rollouts of its moves in them.

    To look for likely worlds takes as long as to play a hundred on, so the same trials serve as
    long as a decision is looked at. `choose` may play on instead of the policy (see `Rollouts`),
    and be the one by whom others are believed to have moved; or the worlds are those of other
    trials, `like` these. The same numbers from `random` give the same trials. Raises NoWorld if no
    world fits what the seat knows.
    """

    __slots__ = ("_mind", "_random", "_worlds", "rollouts")

    def __init__(
        self,
        mind: Mind,
        policy: Any,
        settings: SearchSettings,
        random: Callable[[], float],
        choose: Any = None,
        like: "Trials | None" = None,
    ) -> None:
        self._mind = mind
        self._random = random
        self.rollouts = Rollouts(mind.game, mind.options, mind.seats, policy, choose)
        self.rollouts.generator.seed(int(random() * MODULUS))
        self._worlds: UniformWorlds | InferredWorlds = UniformWorlds(mind, self.rollouts, random)
        if like is not None:
            self._worlds = like._worlds
        elif policy is not None:
            self._worlds = settings.worlds_of(mind, self.rollouts, random)

    def world(self) -> SearchWorld:
        """One more world."""
        return self._worlds.next()

    def seed(self) -> int:
        """A seed for the rollouts in a world: the same luck for all moves."""
        return int(self._random() * MODULUS)

    def run(self, plays: Sequence[Play], worlds: int) -> list[list[float]]:
        """What the seat wins by each of these plays, in each of so many new worlds.

        See `paired`, which takes two of these lists.
        """
        rollouts, seat = self.rollouts, Seat(self._mind.seat)
        generator = rollouts.generator
        rewards: list[list[float]] = [[] for _ in plays]
        for _ in range(worlds):
            world, seed = self.world(), self.seed()
            for number, play in enumerate(plays):
                generator.seed(seed)
                state, memory = world.state.clone(), world.memory
                if memory is not None:
                    memory = memory.clone()
                rollouts.make(state, memory, seat, play)
                rollouts.run(state, memory)
                rewards[number].append(rollouts.rewards(state)[seat])
        return rewards
