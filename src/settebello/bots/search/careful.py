"""Careful search: every move in the same worlds, and the policy's move unless another is better.

Worlds come in batches. After each batch, moves that are surely worse than the best are dropped.
Differences are taken world by world: the luck of a world is the same for all moves.
"""

from collections.abc import Callable
from time import monotonic
from typing import Final

from settebello.bots.search.rollout import MODULUS, Rollouts
from settebello.bots.search.thought import Thought, paired
from settebello.bots.search.walk import InferredWorlds, UniformWorlds
from settebello.cards import Seat

FIRST_BATCH: Final = 12  # the next ones are twice as large each
SURE: Final = 2.5  # standard errors by which a move is dropped
FEW: Final = 4  # moves that are kept as long as none is surely worse
LEAST_ERROR: Final = 1e-6  # of moves that have done the same in all worlds


def search_carefully(
    thought: Thought,
    seat: Seat,
    worlds: UniformWorlds | InferredWorlds,
    rollouts: Rollouts,
    random: Callable[[], float],
    budget: int,
    margin: float,
    deadline: float,
) -> None:
    """Choose a move, and write it into the thought, with what was found out about the others.

    At most `budget` worlds are dealt. A move takes the place of the policy's only if it is better
    by `margin` standard errors. After `deadline`, by the clock of `monotonic`, the policy's move
    stands.
    """
    plays, usual = thought.plays, thought.policy_choice
    rewards: list[list[float]] = [[] for _ in plays]
    left = list(range(len(plays)))
    batch, generator = FIRST_BATCH, rollouts.generator
    while thought.worlds < budget and len(left) > 1 and not thought.late:
        for _ in range(min(batch, budget - thought.worlds)):
            if monotonic() > deadline:
                thought.late = True
                break
            world = worlds.next()
            thought.worlds += 1
            seed = int(random() * MODULUS)
            for number in left:
                generator.seed(seed)
                state = world.state.clone()
                memory = world.memory
                if memory is not None:
                    memory = memory.clone()
                rollouts.make(state, memory, seat, plays[number])
                rollouts.run(state, memory)
                rewards[number].append(rollouts.rewards(state)[seat])
        batch *= 2
        left = not_surely_worse(left, rewards, usual)
    for number in range(len(plays)):
        thought.note(number, rewards[number])
    if thought.late:
        return
    best = best_of(left, thought.chances)
    if usual >= 0 and usual in left and best != usual:
        mean, error = paired(rewards[best], rewards[usual])
        if mean <= margin * max(error, LEAST_ERROR):
            best = usual
    thought.choice = best


def best_of(numbers: list[int], chances: list[float]) -> int:
    """The move with the best chance; the first of those that are equal."""
    best = numbers[0]
    for number in numbers:
        if chances[number] > chances[best]:
            best = number
    return best


def not_surely_worse(left: list[int], rewards: list[list[float]], usual: int) -> list[int]:
    """The moves that may still be the best: at most the better half of them, but some in any case.

    The policy's move is among them unless it is surely worse.
    """
    sums = [sum(won) for won in rewards]
    best = best_of(left, sums)
    kept: list[int] = []
    for number in left:
        if number != best:
            mean, error = paired(rewards[best], rewards[number])
            if mean > SURE * max(error, LEAST_ERROR):
                continue
        kept.append(number)
    most = max(FEW, len(left) // 2)
    if len(kept) > most:
        order = sorted(kept, key=lambda number: -sums[number])[:most]
        kept = [number for number in kept if number in order or number == usual]
    return kept
