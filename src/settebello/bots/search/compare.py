"""Some moves in the same worlds, none of them dropped: for reviews, which judge moves.

A search drops bad moves early, and its best move looks a little better than it is, because it was
the luckiest of many. So moves are compared in worlds of their own, dealt after the search.
"""

from collections.abc import Callable, Sequence
from typing import Any

from settebello.bots.search.rollout import MODULUS, Rollouts
from settebello.bots.search.think import SearchSettings
from settebello.bots.search.walk import InferredWorlds, UniformWorlds
from settebello.cards import Seat
from settebello.game import Play
from settebello.mind import Mind


def compare(
    mind: Mind,
    policy: Any,
    settings: SearchSettings,
    random: Callable[[], float],
    plays: Sequence[Play],
) -> list[list[float]]:
    """What the seat wins by each of these plays, in each of `settings.worlds` worlds.

    See `paired`, which takes two of these lists. The same numbers from `random` give the same
    answer. Raises NoWorld if no world fits what the seat knows.
    """
    rollouts = Rollouts(mind.game, mind.options, mind.seats, policy)
    generator, seat = rollouts.generator, Seat(mind.seat)
    generator.seed(int(random() * MODULUS))
    worlds: UniformWorlds | InferredWorlds = UniformWorlds(mind, rollouts, random)
    if policy is not None:
        worlds = settings.worlds_of(mind, rollouts, random)
    rewards: list[list[float]] = [[] for _ in plays]
    for _ in range(settings.worlds):
        world = worlds.next()
        seed = int(random() * MODULUS)
        for number, play in enumerate(plays):
            generator.seed(seed)
            state, memory = world.state.clone(), world.memory
            if memory is not None:
                memory = memory.clone()
            rollouts.make(state, memory, seat, play)
            rollouts.run(state, memory)
            rewards[number].append(rollouts.rewards(state)[seat])
    return rewards
