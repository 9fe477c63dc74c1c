"""Where chance comes from: a seed, the operating system, or a script.

Luck answers a `Draw` with its outcome: all items in a new order for a shuffle, one of the items
for each die of a roll, one position among them for a pick. A match can `mark` a point and `rewind`
to it, so that a move that fails has drawn nothing.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import factorial
from struct import Struct
from typing import Any, Final, Protocol, TypeVar

from settebello.game import Draw
from settebello.registry import shown
from settebello.visibility import shuffle

LARGEST_SEED = 2**64 - 1
WORDS: Final = Struct("<16I").unpack  # of the 64 bytes of a hash

T = TypeVar("T")

_system = random.SystemRandom()


def one_for_all() -> random.Random:
    """The system's randomness: it keeps nothing between two numbers, and each would take 3 KB."""
    return _system


system_random: Callable[[], random.Random] = one_for_all  # tests put their own in its place


def derived_seed(seed: int, what: object) -> int:
    """A seed made from another one, the same on every machine."""
    import hashlib  # here: it takes long to load, and one match needs none

    return int.from_bytes(hashlib.sha256(f"{seed} {what}".encode()).digest()[:8], "big")


def check_seed(seed: object) -> None:
    """Raise ValueError unless it is a whole number from 0 to 2**64 - 1."""
    if type(seed) is not int or not 0 <= seed <= LARGEST_SEED:
        raise ValueError(f"A seed is a whole number from 0 to {LARGEST_SEED}, not {shown(seed)}.")


class Luck(Protocol):
    """Where a match takes its chance from."""

    def draw(self, wanted: Draw, faces: Sequence[str]) -> tuple[int, ...]:
        """The outcome of a draw; `faces` are the texts of the game's cards.

        All items in a new order for a shuffle, one item for each die, one position for a pick.
        """

    def mark(self) -> Any:
        """A point to `rewind` to, for a move that fails after a draw."""

    def rewind(self, mark: Any) -> None:
        """Go back to a mark: what was drawn since then is drawn again."""


class Seeded:
    """The same seed gives the same luck on every machine: for tests, search and `--seed`.

    Raises ValueError unless the seed is a whole number from 0 to 2**64 - 1.
    """

    def __init__(self, seed: int) -> None:
        check_seed(seed)
        self._generator = random.Random(seed)
        # random() is the one method whose numbers Python promises never to change.
        self.random: Callable[[], float] = self._generator.random

    def reseed(self, seed: int) -> None:
        """Begin anew with another seed, which is not checked; cheaper than a new object."""
        self._generator.seed(seed)

    def draw(self, wanted: Draw, faces: Sequence[str] = ()) -> tuple[int, ...]:
        singles = wanted.singles
        many = len(singles)  # a name of its own: compiled code multiplies it without making objects
        if many:  # one die
            return singles[int(self.random() * many)]
        items = wanted.items
        many = len(items)
        if wanted.kind == "roll":
            return tuple([items[int(self.random() * many)] for _ in range(wanted.count)])
        if wanted.kind == "pick":
            return (int(self.random() * many),)
        order = list(items)
        shuffle(order, self.random)
        return tuple(order)

    def mark(self) -> Any:
        return self._generator.getstate()

    def rewind(self, mark: Any) -> None:
        self._generator.setstate(mark)


class HashedLuck:
    """Luck by the numbers of matches, for simulation: a match begins at no cost.

    Its words are hashes of the seed, the name of a stream, the number of the match and a counter,
    so they are the same on every machine. `Seeded` has a generator that takes longer to seed than a
    short match takes to play; but the matches of its seeds are a promise. So there are both.

    Raises ValueError unless the seed is a whole number from 0 to 2**64 - 1.
    """

    def __init__(self, seed: int, stream: str) -> None:
        from hashlib import blake2b  # here: it takes long to load, and one match needs none

        check_seed(seed)
        self._hash = blake2b
        self._name = f"{seed} {stream} ".encode()
        self._counter = 0  # of hashes: each match has 2**32 of them
        # What is left of the last hash, as words of 32 bits. It stays the same list.
        self._words: list[int] = []

    def begin(self, match: int) -> None:
        """Begin the match with this number."""
        self._counter = match << 32
        self._words.clear()

    def _refill(self) -> None:
        counted = self._name + self._counter.to_bytes(16, "big")
        self._words.extend(WORDS(self._hash(counted).digest()))
        self._counter += 1

    def choose(self, choices: Sequence[T]) -> T:
        """One of several, each with the same chance: some are ahead by 1 in 2**32 at most."""
        words = self._words
        if not words:
            self._refill()
        return choices[words.pop() % len(choices)]

    def draw(self, wanted: Draw, faces: Sequence[str] = ()) -> tuple[int, ...]:
        items, words = wanted.items, self._words
        if wanted.kind == "roll":
            if wanted.count > 1:
                return tuple([self.choose(items) for _ in range(wanted.count)])
            if not words:  # as in `choose`; the call would cost a twentieth of a match of Dice
                self._refill()
            return wanted.singles[words.pop() % len(items)]
        if wanted.kind == "pick":
            return (self.choose(range(len(items))),)
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            if not words:
                self._refill()
            other = words.pop() % (last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)


class DuplicateLuck:
    """Seeded luck for duplicate play: each draw of a label has a seed of its own.

    The third deal of a match has the same order of cards whatever was drawn for other labels, and
    however many dice or cards the draws before it took. So one different move does not change all
    later deals, and two matches with the same seed differ by what was played. Its draws are not
    those of `Seeded`.

    Raises ValueError unless the seed is a whole number from 0 to 2**64 - 1.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._drawn: dict[str, int] = {}  # how often, by label
        self._source = Seeded(seed)

    def draw(self, wanted: Draw, faces: Sequence[str] = ()) -> tuple[int, ...]:
        label = wanted.label
        times = self._drawn.get(label, 0)
        self._drawn[label] = times + 1
        self._source.reseed(derived_seed(self._seed, f"{label} {times}"))
        return self._source.draw(wanted, faces)

    def mark(self) -> Any:
        return dict(self._drawn)

    def rewind(self, mark: Any) -> None:
        self._drawn = dict(mark)


class SystemLuck:
    """The operating system's randomness, which nobody can repeat or predict: for real play."""

    __slots__ = ("_generator",)

    def __init__(self) -> None:
        self._generator = system_random()

    def draw(self, wanted: Draw, faces: Sequence[str] = ()) -> tuple[int, ...]:
        if wanted.kind == "shuffle":
            order = list(wanted.items)
            # One number names one of all orders: the system is asked once, not card by card.
            number = self._generator.randrange(factorial(len(order)))
            for last in range(len(order) - 1, 0, -1):
                number, other = divmod(number, last + 1)
                order[last], order[other] = order[other], order[last]
            return tuple(order)
        items = wanted.items
        if wanted.kind == "pick":
            return (self._generator.randrange(len(items)),)
        return tuple([items[self._generator.randrange(len(items))] for _ in range(wanted.count)])

    def mark(self) -> Any:
        return None

    def rewind(self, mark: Any) -> None:
        """Nothing to do: the next draw is as random as the one that was not used."""


class Scripted:
    """Luck as a test wants it: seats are numbers, cards are texts, a pick is a position.

    A shuffle lists what comes first; the rest follows in standard order. Several dice that are
    rolled together take as many numbers from `rolls`, in order. A script may be longer
    than needed. If it is too short, or lists what is not there, the draw raises ValueError, and the
    match is as it was before the move.
    """

    def __init__(
        self,
        shuffles: Sequence[Sequence[int | str]] = (),
        rolls: Sequence[int] = (),
        picks: Sequence[int] = (),
    ) -> None:
        self._script: dict[str, Sequence[Any]] = {
            "shuffle": list(shuffles),
            "roll": list(rolls),
            "pick": list(picks),
        }
        self._used = {"shuffle": 0, "roll": 0, "pick": 0}

    def draw(self, wanted: Draw, faces: Sequence[str] = ()) -> tuple[int, ...]:
        kind = wanted.kind
        used, script = self._used[kind], self._script[kind]
        if used + wanted.count > len(script):
            raise ValueError(
                f"The script has no {kind} left for '{wanted.label}': it had {len(script)} in all."
            )
        # Anything may be in a script: it is checked before it counts as numbers.
        outcome: Any = tuple(script[used : used + wanted.count])
        if kind == "shuffle":
            outcome = self._shuffle(wanted, script[used], faces)
        elif wanted.of_cards:
            outcome = tuple([self._die(wanted, number) for number in outcome])
        check_outcome(wanted, outcome)
        self._used[kind] += wanted.count
        return outcome  # type: ignore[no-any-return]

    def _die(self, wanted: Draw, number: Any) -> int:
        """The face of a die that a script gives as a number from 1."""
        sides = len(wanted.items)
        if type(number) is not int or not 1 <= number <= sides:
            raise ValueError(
                f"A die for '{wanted.label}' is a whole number from 1 to {sides}, not {number!r}."
            )
        return wanted.items[number - 1]

    def _shuffle(self, wanted: Draw, first: Any, faces: Sequence[str]) -> tuple[int, ...]:
        if isinstance(first, str) or not isinstance(first, Sequence):
            raise ValueError(
                f"The script's shuffle for '{wanted.label}' is a list of what comes first, "
                f"not {first!r}."
            )
        rest = list(wanted.items)
        order = []
        for item in first:
            number = item if not wanted.of_cards else face_number(item, faces)
            if type(number) is not int or number not in rest:
                raise ValueError(
                    f"The script's shuffle for '{wanted.label}' lists {item!r}, "
                    "which is not there or is listed too often."
                )
            rest.remove(number)
            order.append(number)
        return (*order, *rest)

    def mark(self) -> Any:
        return dict(self._used)

    def rewind(self, mark: Any) -> None:
        self._used = dict(mark)


def face_number(text: object, faces: Sequence[str]) -> int | None:
    """The number of the face that a text names, in upper or lower case; None if there is none."""
    wanted = text.strip().casefold() if isinstance(text, str) else None
    return next((n for n, face in enumerate(faces) if face.casefold() == wanted), None)


def check_outcome(wanted: Draw, outcome: Sequence[object]) -> None:
    """Raise ValueError unless this could be the outcome of that draw."""
    if wanted.kind == "shuffle":
        if not is_shuffled(wanted.items, outcome):
            raise ValueError(
                f"A shuffle for '{wanted.label}' has each of its {len(wanted.items)} items once."
            )
        return
    if len(outcome) != wanted.count:
        if wanted.count > 1:
            raise ValueError(
                f"A {wanted.kind} for '{wanted.label}' has {wanted.count} outcomes, "
                f"not {len(outcome)}."
            )
        outcome = (None,)
    allowed = wanted.items if wanted.kind == "roll" else range(len(wanted.items))
    for value in outcome:
        if type(value) is int and value in allowed:
            continue
        raise ValueError(
            f"A {wanted.kind} for '{wanted.label}' is a whole number "
            f"from {min(allowed)} to {max(allowed)}, not {value!r}."
        )


def is_shuffled(items: Sequence[int], outcome: Sequence[object]) -> bool:
    """Whether an outcome has each of these items once."""
    if len(outcome) != len(items):
        return False
    missing = 0  # bits: compiled, it takes a tenth of the time of sorting both
    for item in items:
        if not 0 <= item < 256 or missing >> item & 1:  # as rules from elsewhere may want it
            return sorted(items) == sorted([each for each in outcome if type(each) is int])
        missing |= 1 << item
    for each in outcome:
        if type(each) is not int or each < 0 or not missing >> each & 1:
            return False
        missing ^= 1 << each
    return True


# Their outcomes are right as they are made: a test draws all kinds with each of them.
OURS = (Seeded, DuplicateLuck, SystemLuck)


def checked_draw(luck: Luck, wanted: Draw, faces: Sequence[str]) -> tuple[int, ...]:
    """What a luck draws; ValueError if it is somebody else's, and it could not be that."""
    outcome = luck.draw(wanted, faces)
    if type(luck) not in OURS:
        check_outcome(wanted, outcome)
    return outcome


def next_luck(luck: Luck) -> Luck:
    """Luck for a rematch: a seed gives a new seed, any other luck goes on."""
    return Seeded(int(luck.random() * LARGEST_SEED)) if isinstance(luck, Seeded) else luck
