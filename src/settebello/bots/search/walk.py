"""Worlds to search in: what a seat does not see, dealt again, uniform or as the others have played.

`UniformWorlds` deals by chance alone. `InferredWorlds` walks from deal to deal (Metropolis): a step
changes a little and replays the deal; each move of another seat that its policy would not have made
costs a factor. So worlds in which the others have played sensibly come up more often, and search is
not fooled by cards that nobody would have kept.

A step swaps two unseen cards, or rolls a die again. Where a card left a hand that is held mixed,
nobody else knows when it had come there: a mind takes the first that it could have been. So a step
may also take another card of that hand, with the same face.
"""

from collections.abc import Callable, Sequence
from math import log
from typing import Any, Final

from settebello.bots.search.keys import PlayKeys, exchanged
from settebello.bots.search.rollout import Rollouts
from settebello.cards import Seat
from settebello.game import Play
from settebello.mind import Mind

CHAINS: Final = 8
DEALT: Final = -1  # when a card began to matter: with the deal,
NEVER: Final = 1_000_000  # or not yet; else the number of a step
SPACING: Final = 8  # steps from one point of a replay that is kept to the next


class SearchWorld:
    """A state to search in, and what the policy remembers there."""

    __slots__ = ("memory", "state")

    def __init__(self, state: Any, memory: Any) -> None:
        self.state = state
        self.memory = memory


class UniformWorlds:
    """Worlds of a mind, each with the same chance."""

    __slots__ = ("_mind", "_random", "_rollouts")

    def __init__(self, mind: Mind, rollouts: Rollouts, random: Callable[[], float]) -> None:
        self._mind = mind
        self._rollouts = rollouts
        self._random = random

    def next(self) -> SearchWorld:
        mind = self._mind
        faces = mind.faces(self._random)
        if not self._rollouts.remembers:
            return SearchWorld(mind.state(faces), None)
        state = mind.start(faces)
        memory = self._rollouts.begin(state)
        for number, (seat, play) in enumerate(mind.steps):
            if seat < 0:
                mind.step(state, number, faces)
            else:
                self._rollouts.make(state, memory, Seat(seat), play)
        return SearchWorld(state, memory)


class ReplayPoint:
    """A replay before one of its steps, with the logarithm of its weight so far."""

    __slots__ = ("memory", "state", "weight")

    def __init__(self, state: Any, memory: Any, weight: float) -> None:
        self.state = state
        self.memory = memory
        self.weight = weight


class Departure:
    """A card that left a mixed hand at a step, and the cards there that it might have been."""

    __slots__ = ("card", "others", "step")

    def __init__(self, step: int, card: int, others: list[int]) -> None:
        self.step = step
        self.card = card
        self.others = others

    def renamed(self, one: int, other: int) -> "Departure":
        """The same with two cards exchanged."""
        others = [exchanged(card, one, other) for card in self.others]
        return Departure(self.step, exchanged(self.card, one, other), others)


class DealChain:
    """A deal: the faces, the steps since, and the replay of them.

    `unseen` are the cards that may be swapped, in groups; `movable` those of them whose faces may
    have mattered so far, each with the number of its group.
    """

    __slots__ = ("departures", "end", "faces", "movable", "points", "steps", "unseen")

    def __init__(
        self,
        faces: list[int],
        steps: list[tuple[Seat, Play]],
        departures: list[Departure],
        unseen: list[list[int]],
        movable: list[tuple[int, int]],
    ) -> None:
        self.faces = faces
        self.steps = steps
        self.departures = departures
        self.unseen = unseen
        self.movable = movable
        self.points: list[ReplayPoint] = []
        self.end: ReplayPoint | None = None


class InferredWorlds:
    """Worlds of a mind that come up the more often the better they fit the others' moves.

    `factor` is what a move costs that the policy would not have made. Each of the chains makes
    `burn_in` steps first, and `between` more for each world.
    """

    __slots__ = (
        "_at", "_between", "_chains", "_departures", "_first", "_keys", "_mind", "_penalty",
        "_random", "_rollouts", "_sides", "accepted", "walked",
    )  # fmt: skip

    def __init__(
        self,
        mind: Mind,
        rollouts: Rollouts,
        random: Callable[[], float],
        factor: float,
        burn_in: int,
        between: int,
    ) -> None:
        self._mind = mind
        self._rollouts = rollouts
        self._random = random
        self._penalty = log(factor)
        self._between = between
        steps = [(Seat(seat), play) for seat, play in mind.steps]
        unseen: list[list[int]] = [list(group) for group in mind.unseen]
        self._sides: list[Sequence[int]] = [sides_of(mind, group, random) for group in unseen]
        self._keys = PlayKeys(mind.game)
        self._departures: list[Departure] = []
        self._first: list[int] = []
        self._look_back(steps)
        movable: list[tuple[int, int]] = [
            (card, number)
            for number, group in enumerate(unseen)
            for card in group
            if self._first[card] < NEVER
        ]
        self.accepted = self.walked = 0
        self._at = 0
        self._chains: list[DealChain] = []
        for _ in range(CHAINS):
            groups = [group[:] for group in unseen]
            chain = DealChain(mind.faces(random), steps, self._departures[:], groups, movable[:])
            self._replay(chain, chain.faces, steps, 0, -1e300)
            self._chains.append(chain)
        for chain in self._chains:
            self._walk(chain, burn_in)

    def next(self) -> SearchWorld:
        """The next world: of each chain in turn."""
        chain = self._chains[self._at % CHAINS]
        self._at += 1
        self._walk(chain, self._between)
        assert chain.end is not None
        state = chain.end.state.clone()
        state.deck = state.deck.refaced(self._mixed(chain))
        memory = chain.end.memory
        return SearchWorld(state, None if memory is None else memory.clone())

    def _mixed(self, chain: DealChain) -> list[int]:
        """The faces of a deal with those cards shuffled that have not mattered to anybody yet."""
        faces = chain.faces[:]
        random = self._random
        for number, group in enumerate(chain.unseen):
            sides = self._sides[number]
            cards = [card for card in group if self._first[card] == NEVER]
            if sides:
                for card in cards:
                    faces[card] = sides[int(random() * len(sides))]
                continue
            for last in range(len(cards) - 1, 0, -1):
                one, other = cards[last], cards[int(random() * (last + 1))]
                faces[one], faces[other] = faces[other], faces[one]
        # With departures there are no facts: see `_look_back`.
        return faces if self._departures or self._mind.fits(faces) else chain.faces

    # Steps of the walk.

    def _walk(self, chain: DealChain, steps: int) -> None:
        random = self._random
        for _ in range(steps):
            self.walked += 1
            if chain.departures and random() < 0.5:
                self._exchange(chain)
            elif chain.movable:
                self._swap(chain)

    def _swap(self, chain: DealChain) -> None:
        """Swap the faces of two unseen cards, or roll one of the unseen dice again."""
        random, faces, movable = self._random, chain.faces, chain.movable
        card, number = movable[int(random() * len(movable))]
        sides, other, first = self._sides[number], card, self._first[card]
        if sides:
            face = sides[int(random() * len(sides))]
        else:
            group = chain.unseen[number]
            other = group[int(random() * len(group))]
            face = faces[other]
            first = min(first, self._first[other])
        if face == faces[card]:
            return
        changed = faces[:]
        changed[other] = changed[card]
        changed[card] = face
        if self._departures or self._mind.fits(changed):
            self._replay(chain, changed, chain.steps, first, self._floor(chain))

    def _exchange(self, chain: DealChain) -> None:
        """Let another card of the same hand be the one that left it, with the same face."""
        random, departures = self._random, chain.departures
        departure = departures[int(random() * len(departures))]
        others, one = departure.others, departure.card
        other = others[int(random() * len(others))]
        if self._first[one] == self._first[other]:
            return  # they came together: it makes no difference
        faces, steps = chain.faces[:], chain.steps[: departure.step]
        faces[one], faces[other] = faces[other], faces[one]
        for seat, play in chain.steps[departure.step :]:
            if seat >= 0 and (one in play or other in play):
                steps.append((seat, self._keys.renamed(play, one, other)))
            else:
                steps.append((seat, play))
        first = min(self._first[one], self._first[other])
        if not self._replay(chain, faces, steps, first, self._floor(chain)):
            return
        chain.departures = [
            each if each.step < departure.step else each.renamed(one, other) for each in departures
        ]
        for number, group in enumerate(chain.unseen):
            if other in group and one not in group:
                group[group.index(other)] = one
                if (other, number) in chain.movable:
                    chain.movable[chain.movable.index((other, number))] = (one, number)

    def _floor(self, chain: DealChain) -> float:
        """The least weight that is accepted: drawn before a replay, which can stop below it."""
        assert chain.end is not None
        return chain.end.weight + log(1.0 - self._random())

    def _replay(
        self,
        chain: DealChain,
        faces: list[int],
        steps: list[tuple[Seat, Play]],
        first: int,
        floor: float,
    ) -> bool:
        """Replay the deal with these faces, from a step on; False if the weight falls too low.

        If it does not, the chain has these faces and steps, and everything that came of them.
        """
        rollouts, mind, own = self._rollouts, self._mind, self._mind.seat
        begun = max(0, first) // SPACING
        if begun < len(chain.points):
            point = chain.points[begun]
            state = point.state.clone()
            state.deck = state.deck.refaced(faces[: len(state.deck.faces)])
            memory = None if point.memory is None else point.memory.clone()
            weight = point.weight
        else:
            begun = 0
            state = mind.start(faces)
            memory = rollouts.begin(state)
            weight = 0.0
        if weight < floor:
            return False
        points: list[ReplayPoint] = []
        penalty = self._penalty
        for number in range(begun * SPACING, len(steps)):
            if number % SPACING == 0:
                kept = None if memory is None else memory.clone()
                points.append(ReplayPoint(state.clone(), kept, weight))
            seat, play = steps[number]
            if seat < 0:
                mind.step(state, number, faces)
                continue
            if seat != own and rollouts.choose(state, seat, memory) != play:
                weight += penalty
                if weight < floor:
                    return False
            rollouts.make(state, memory, seat, play)
        chain.faces, chain.steps = faces, steps
        chain.points[begun:] = points
        chain.end = ReplayPoint(state, memory, weight)
        self.accepted += 1
        return True

    def _look_back(self, steps: list[tuple[Seat, Play]]) -> None:
        """Find out when cards began to matter, and which left a mixed hand unseen.

        A card in a stack that nobody sees matters from the step on that takes it away.
        """
        mind, game = self._mind, self._mind.game
        faces = mind.faces(self._random)
        first = self._first = [DEALT] * len(faces)
        state = mind.start(faces)
        stacks: dict[str, list[int]] = {}
        known: set[int] = set()  # the cards that the seat has seen
        # A fact or a move may name a card as the mind does: then it is kept to.
        named = {card for play in mind.plays for card in self._keys.cards(play)}
        for number in range(len(steps) + 1):
            for place in game.places(state):
                if number == 0 and is_stack(place):
                    stacks[place.name] = list(place.cards)
                    for card in place.cards:
                        first[card] = NEVER
                before = stacks.get(place.name)
                if before is not None and before != [*place.cards]:
                    now: set[int] = set(place.cards)
                    for gone in before:
                        if gone not in now:
                            first[gone] = min(first[gone], number - 1)
                    stacks[place.name] = [*place.cards]
                if place.sight >> mind.seat & 1:
                    known.update(place.cards)
                elif place.top >> mind.seat & 1 and place.cards:
                    known.add(place.cards[-1])
            if number < len(steps):
                seat, play = steps[number]
                if seat >= 0 and not mind.facts:
                    self._find_departures(state, number, play, known)
                mind.step(state, number, faces)
        if not named.isdisjoint([each.card for each in self._departures]):
            self._departures = []
        for each in self._departures:  # the seat may have taken one up that left its hand later
            each.others = [card for card in each.others if card not in named]
        self._departures = [each for each in self._departures if each.others]

    def _find_departures(self, state: Any, number: int, play: Play, known: set[int]) -> None:
        """The cards of a play that leave a mixed hand, where the seat could not tell which."""
        mind, leaving = self._mind, self._keys.cards(play)
        if not leaving:
            return
        for place in mind.game.places(state):
            if not place.mixed or place.sight >> mind.seat & 1:
                continue
            there: list[int] = [*place.cards]
            others = [card for card in there if card not in known and card not in leaving]
            for card in leaving:
                if others and card in there and card not in known:
                    self._departures.append(Departure(number, card, others))


def is_stack(place: Any) -> bool:
    """Whether a place is a stack of cards that nobody sees."""
    return not place.sight and not place.top and not place.mixed and ":" not in place.name


def sides_of(mind: Mind, group: list[int], random: Callable[[], float]) -> Sequence[int]:
    """The faces that each of these may have by itself, if they are dice; else none."""
    deck = mind.state(mind.faces(random)).deck
    if not deck.sides or not group:
        return ()
    number = len([start for start in deck.shuffles if start <= group[0]]) - 1
    sides: Sequence[int] = deck.sides[number]
    return sides
