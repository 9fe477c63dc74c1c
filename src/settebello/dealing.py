"""How unseen faces are dealt again: the cards of a shuffle among themselves, each die by itself."""

from bisect import bisect
from collections.abc import Callable, Iterable
from itertools import pairwise
from math import comb

WAYS = 40_000  # steps of counting for one position

Random = Callable[[], float]  # numbers from 0 to 1


class Portion:
    """Cards of a group that the same faces are kept from: they are dealt together."""

    __slots__ = ("barred", "cards")

    def __init__(self, cards: list[int], barred: frozenset[int]) -> None:
        self.cards = cards
        self.barred = barred


class Group:
    """The unseen cards of one shuffle, and the pool of their faces, in the order of the faces.

    With `sides` they are the unseen dice of one roll: each may show any of these by itself.
    """

    __slots__ = ("barred", "cards", "pool", "portions", "shares", "sides")

    def __init__(self, cards: list[int], pool: list[int], sides: tuple[int, ...] = ()) -> None:
        self.cards = cards
        self.pool = pool
        self.sides = sides
        self.barred: dict[int, set[int]] = {}  # the faces that a card cannot have
        self.portions: list[Portion] = []  # none if no face is kept from any card
        self.shares: Shares | None = None  # if portions must be dealt with a look at later ones

    def bar(self, cards: Iterable[int], faces: Iterable[int]) -> None:
        """Keep faces from cards."""
        for card in cards:
            self.barred.setdefault(card, set()).update(faces)

    def share_out(self) -> None:
        """Make the portions, those with the fewest faces first."""
        if not self.barred or self.sides:
            return
        together: dict[frozenset[int], list[int]] = {}
        for card in self.cards:
            barred = frozenset(self.barred.get(card, set()).intersection(self.pool))
            together.setdefault(barred, []).append(card)
        self.portions = [Portion(cards, barred) for barred, cards in together.items()]
        self.portions.sort(key=faces_left)
        for one, other in pairwise(self.portions):
            if not one.barred > other.barred:
                self.shares = Shares(self.portions, self.pool)
                break

    def deal(self, faces: list[int], random: Random) -> bool:
        """Deal the pool to the cards; False if the barred faces cannot be kept away.

        In `faces` these cards must have the faces of the pool, in whatever order, and then have
        them in a new one. Every deal that keeps the barred ones away has the same chance.
        """
        if self.sides:
            return self.roll(faces, random)
        if self.shares is not None:
            return self.shares.deal(faces, random)
        if self.portions:
            return deal_in_turn(faces, self.portions, self.pool, random)
        mix(faces, self.cards, random)
        return True

    def roll(self, faces: list[int], random: Random) -> bool:
        """Roll each die among the sides that it may show; False if one has none."""
        for die in self.cards:
            sides = self.sides
            if die in self.barred:
                sides = tuple([side for side in sides if side not in self.barred[die]])
                if not sides:
                    return False
            faces[die] = sides[int(random() * len(sides))]
        return True

    def mix(self, faces: list[int], cards: list[int], random: Random) -> None:
        """Deal or roll some of the cards again, whatever is barred."""
        if not self.sides:
            mix(faces, cards, random)
            return
        for die in cards:
            faces[die] = self.sides[int(random() * len(self.sides))]


class Split:
    """All ways to take a portion from the kinds of faces that are left, by how often they occur."""

    __slots__ = ("takes", "total", "upto")

    def __init__(self) -> None:
        self.takes: list[list[int]] = []  # how many of each kind
        self.upto: list[float] = []  # how often these, and those before them, occur
        self.total = 0

    def add(self, take: list[int], deals: int) -> None:
        self.total += deals
        self.takes.append(take)
        self.upto.append(float(self.total))


class Shares:
    """Portions that compete for faces, and how many of each kind of face they get in all deals.

    Faces of a kind are kept from the same portions. All deals are counted, portion by portion, so
    that each has the same chance. If there are too many ways for that, no deal is made. The last
    two portions need no counting if the last one may have all faces.
    """

    __slots__ = ("_counted", "_kinds", "_left", "_may", "_portions", "_splits")

    def __init__(self, portions: list[Portion], pool: list[int]) -> None:
        together: dict[tuple[bool, ...], list[int]] = {}
        for face in pool:
            may = tuple([face not in portion.barred for portion in portions])
            together.setdefault(may, []).append(face)
        self._portions = portions
        self._counted = len(portions) if portions[-1].barred else len(portions) - 2
        self._may = list(together)  # for each kind, which portions may have it
        self._kinds = list(together.values())
        self._splits: dict[tuple[int, ...], Split] = {}  # by the portion, and what is left
        self._left = WAYS

    def deal(self, faces: list[int], random: Random) -> bool:
        """Deal to the cards of all portions; False if it cannot be done."""
        kinds = [shuffled(kind, random) for kind in self._kinds]
        for number, portion in enumerate(self._portions[: self._counted]):
            split = self._split(number, [len(kind) for kind in kinds])
            if split.total == 0 or self._left < 0:
                return False
            take = split.takes[bisect(split.upto, random() * split.upto[-1])]
            taken: list[int] = []
            for kind, count in zip(kinds, take, strict=True):
                taken += kind[len(kind) - count :]
                del kind[len(kind) - count :]
            put(faces, portion.cards, shuffled(taken, random))
        rest = [face for kind in kinds for face in kind]
        return deal_in_turn(faces, self._portions[self._counted :], rest, random)

    def _split(self, number: int, left: list[int]) -> Split:
        """The ways to take the portion of this number."""
        key = (number, *left)
        found = self._splits.get(key)
        if found is None:
            found = self._splits[key] = Split()
            self._fill(found, number, left, [], len(self._portions[number].cards))
        return found

    def _fill(self, split: Split, number: int, left: list[int], take: list[int], more: int) -> None:
        """Add all ways that begin with `take` and take so many more."""
        self._left -= 1
        if self._left < 0:
            return
        kind = len(take)
        if kind == len(left):
            if more == 0:
                deals = self._deals(number, left, take)
                if deals:
                    split.add(take, deals)
            return
        may = self._may[kind]
        most = min(left[kind], more) if may[number] else 0
        least = 0 if True in may[number + 1 :] else left[kind]  # nobody else may have the rest
        if kind + 1 == len(left):
            least = max(least, more)  # the last kind gives all that is missing
        for count in range(least, most + 1):
            self._fill(split, number, left, [*take, count], more - count)

    def _deals(self, number: int, left: list[int], take: list[int]) -> int:
        """In how many ways these faces can be taken and the rest be dealt; order does not count."""
        deals = 1
        for there, count in zip(left, take, strict=True):
            deals *= comb(there, count)
        rest = [there - count for there, count in zip(left, take, strict=True)]
        if number + 1 < self._counted:
            return deals * self._split(number + 1, rest).total
        if number + 1 == len(self._portions):
            return deals
        free = sum([there for there, may in zip(rest, self._may, strict=True) if may[number + 1]])
        return deals * comb(free, len(self._portions[number + 1].cards))


def faces_left(portion: Portion) -> int:
    """A number that is the lower the fewer faces there are for a portion."""
    return -len(portion.barred)


def deal_in_turn(
    faces: list[int], portions: list[Portion], pool: list[int], random: Random
) -> bool:
    """Deal a pool to portions of which each may have all faces that those before it may have.

    So it finds the same number of them in every deal, and takes any. False if there are too few.
    """
    rest = pool
    for portion in portions:
        barred, cards = portion.barred, portion.cards
        free = shuffled([face for face in rest if face not in barred], random)
        if len(free) < len(cards):
            return False
        put(faces, cards, free)
        rest = [face for face in rest if face in barred] + free[len(cards) :]
    return True


def mix(faces: list[int], cards: list[int], random: Random) -> None:
    """Shuffle the faces of these cards among them, in place; every order has the same chance."""
    for count, card in enumerate(cards, start=1):
        other = cards[int(random() * count)]
        face = faces[card]
        faces[card] = faces[other]
        faces[other] = face


def shuffled(items: list[int], random: Random) -> list[int]:
    """The items in a new order, every order with the same chance."""
    new = items[:]
    mix(new, list(range(len(new))), random)
    return new


def put(faces: list[int], cards: Iterable[int], dealt: Iterable[int]) -> None:
    """Give the cards these faces, as far as there are any."""
    for card, face in zip(cards, dealt, strict=False):
        faces[card] = face
