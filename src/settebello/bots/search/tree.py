"""Search in a tree (ISMCTS): moves that have done well are tried more often, also the others' ones.

There is one tree for all worlds. Its nodes are moves, told apart by their verb, the faces of their
cards and the cards at their spots, so that the same move of different worlds is one node. A node is
judged only against those that were legal at the same time: so each counts how often it was.
"""

from collections.abc import Callable, Sequence
from math import log, sqrt
from time import monotonic
from typing import Any, Final

from settebello.bots.search.keys import PlayKeys
from settebello.bots.search.rollout import MODULUS, Rollouts
from settebello.bots.search.thought import Thought
from settebello.bots.search.walk import InferredWorlds, UniformWorlds
from settebello.cards import Seat
from settebello.game import Play

EXPLORE: Final = 0.7
DEPTH: Final = 60  # moves in the tree


class Node:
    """A move in the tree: how often it was made and could be made, and what its seat won by it."""

    __slots__ = ("available", "children", "squares", "visits", "won")

    def __init__(self) -> None:
        self.children: dict[Play, Node] = {}
        self.visits = 0
        self.available = 0
        self.won = 0.0
        self.squares = 0.0


def search_tree(
    thought: Thought,
    seat: Seat,
    worlds: UniformWorlds | InferredWorlds,
    rollouts: Rollouts,
    random: Callable[[], float],
    budget: int,
    deadline: float,
) -> None:
    """Choose the move that was tried most, and write it into the thought.

    At most `budget` worlds are dealt, one for each iteration. After `deadline`, by the clock of
    `monotonic`, the policy's move stands, or the best so far without one.
    """
    root = Node()
    keys = PlayKeys(rollouts.game)
    generator = rollouts.generator
    face_of: Sequence[int] = ()
    while thought.worlds < budget:
        if monotonic() > deadline:
            thought.late = True
            break
        world = worlds.next()
        thought.worlds += 1
        generator.seed(int(random() * MODULUS))
        state = world.state
        face_of = faces_in(state)
        iterate(root, state, world.memory, seat, keys, rollouts)
    for number, play in enumerate(thought.plays if thought.worlds else ()):
        node = root.children.get(keys.key(play, face_of))
        if node is None or node.visits == 0:
            continue
        thought.tried[number] = node.visits
        mean = thought.chances[number] = node.won / node.visits
        spread = max(0.0, node.squares / node.visits - mean * mean)
        thought.errors[number] = sqrt(spread / node.visits)
    if not thought.late or thought.policy_choice < 0:
        tried = thought.tried
        thought.choice = max(range(len(tried)), key=lambda number: tried[number])


def faces_in(state: Any) -> Sequence[int]:
    """The faces of a state; none in a game without cards."""
    deck = getattr(state, "deck", None)
    faces: Sequence[int] = () if deck is None else deck.faces
    return faces


def iterate(
    root: Node, state: Any, memory: Any, first: Seat, keys: PlayKeys, rollouts: Rollouts
) -> None:
    """Go down the tree in one world, add a node, play on from there, and keep what was won."""
    node, path = root, [root]
    seats: list[int] = [first]  # who made the move of each node; the root has none
    game = rollouts.game
    cards = hasattr(state, "deck")
    for depth in range(DEPTH):
        if depth and not rollouts.advance(state):
            break
        seat = first if depth == 0 else state.to_act[0]
        plays: Sequence[Play] = game.legal(state, seat)
        faces: Sequence[int] = state.deck.faces if cards else ()
        best, value, chosen, fresh = node, -1.0, plays[0], False
        new = 0
        for play in plays:
            key = keys.key(play, faces)
            child = node.children.get(key)
            if child is None:
                # Of the moves that were never tried each has the same chance.
                new += 1
                if not fresh or rollouts.generator.below(new) == 0:
                    fresh, chosen = True, play
                continue
            child.available += 1
            if not fresh:
                bound = child.won / child.visits + EXPLORE * sqrt(
                    log(child.available) / child.visits
                )
                if bound > value:
                    best, value, chosen = child, bound, play
        if fresh:
            best = Node()
            best.available = 1
            node.children[keys.key(chosen, faces)] = best
        rollouts.make(state, memory, seat, chosen)
        node = best
        path.append(node)
        seats.append(seat)
        if fresh:
            break
    rollouts.run(state, memory)
    rewards = rollouts.rewards(state)
    for number in range(1, len(path)):
        reward = rewards[seats[number]]
        path[number].visits += 1
        path[number].won += reward
        path[number].squares += reward * reward
