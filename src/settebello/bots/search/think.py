"""Thinking: the settings of a search, and the search of one decision."""

from collections.abc import Callable
from typing import Any, Final

from settebello.bots.search.careful import search_carefully
from settebello.bots.search.rollout import MODULUS, Rollouts
from settebello.bots.search.thought import Thought
from settebello.bots.search.tree import search_tree
from settebello.bots.search.walk import InferredWorlds, UniformWorlds
from settebello.cards import Seat
from settebello.mind import Mind

CAREFUL: Final = "careful"
TREE: Final = "tree"
NO_DEADLINE: Final = 1e300
MOST_MOVES: Final = (
    120  # with more of them, such as the cards to pass in Hearts, the policy chooses
)


class SearchSettings:
    """How to search: for each game and number of seats what was measured to be best.

    `kind` is "careful" or "tree"; `worlds` the most worlds of a decision. A careful search changes
    the policy's move only for one that is better by `margin` standard errors. `factor` is what a
    move costs in the inference that the policy would not have made; 0 means uniform worlds. Each
    chain of the inference makes `burn_in` steps first, and `between` for each world.
    """

    __slots__ = ("between", "burn_in", "factor", "kind", "margin", "worlds")

    def __init__(
        self,
        kind: str = CAREFUL,
        worlds: int = 200,
        *,
        margin: float = 1.0,
        factor: float = 0.0,
        burn_in: int = 100,
        between: int = 4,
    ) -> None:
        if kind not in (CAREFUL, TREE):
            raise ValueError(f"A search is careful or a tree, not '{kind}'.")
        self.kind = kind
        self.worlds = worlds
        self.margin = margin
        self.factor = factor
        self.burn_in = burn_in
        self.between = between

    def with_worlds(self, worlds: int) -> "SearchSettings":
        """The same settings with so many worlds."""
        kind, margin, factor = self.kind, self.margin, self.factor
        burn_in, between = self.burn_in, self.between
        return SearchSettings(
            kind, worlds, margin=margin, factor=factor, burn_in=burn_in, between=between
        )

    def worlds_of(
        self, mind: Mind, rollouts: Rollouts, random: Callable[[], float]
    ) -> UniformWorlds | InferredWorlds:
        """The worlds to search in, for rollouts by a policy."""
        if self.factor > 0.0 and mind.unseen:
            return InferredWorlds(mind, rollouts, random, self.factor, self.burn_in, self.between)
        return UniformWorlds(mind, rollouts, random)


def think(
    mind: Mind,
    policy: Any,
    settings: SearchSettings,
    random: Callable[[], float],
    deadline: float = NO_DEADLINE,
) -> Thought:
    """Search the decision of a mind. The same numbers from `random` give the same thought.

    `policy` is None in a game that has none: rollouts are random then. After `deadline`, by the
    clock of `time.monotonic`, the policy's move is chosen, or the first one.
    """
    seat = Seat(mind.seat)
    rollouts = Rollouts(mind.game, mind.options, mind.seats, policy)
    rollouts.generator.seed(int(random() * MODULUS))
    uniform = UniformWorlds(mind, rollouts, random)
    plays = list(mind.plays)
    usual = -1
    if policy is not None:
        world = uniform.next()
        usual = plays.index(rollouts.choose(world.state, seat, world.memory))
    thought = Thought(plays, mind.texts, usual)
    if len(plays) == 1 or (usual >= 0 and len(plays) > MOST_MOVES):
        return thought
    worlds: UniformWorlds | InferredWorlds = uniform
    if policy is not None:
        worlds = settings.worlds_of(mind, rollouts, random)
    if settings.kind == TREE:
        search_tree(thought, seat, worlds, rollouts, random, settings.worlds, deadline)
    else:
        budget, margin = settings.worlds, settings.margin
        search_carefully(thought, seat, worlds, rollouts, random, budget, margin, deadline)
    return thought
