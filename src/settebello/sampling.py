"""Worlds that could be the true one for all that a viewer knows, each with the same chance.

What a viewer knows is worked out once for a position, in a `Sampler`; it then deals as many worlds
as are wanted. It keeps the pool of the unseen faces, never which card has which: the same numbers
from `random` give the same worlds, whatever the truth is.

1. The unseen cards are dealt at random. Facts that say where faces cannot lie are kept while
   dealing, the others are checked afterwards. At most 100 deals are tried.
2. If worlds are too rare for that, a random deal is repaired: two cards are swapped again and
   again, and a swap that makes more facts wrong is seldom kept.
3. From the world that was found, the same swaps go on to the next ones, with a new start now and
   then. If no start finds a world, `NoWorld` is raised, and the truth is not given away.
"""

from bisect import bisect
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from math import comb
from typing import Any

from settebello.cards import Deck, Token, Viewers
from settebello.game import AMONG, VOID, Game, GameState

TRIES = 100  # deals that may be rejected before worlds count as rare
WAYS = 40_000  # steps of counting for one position
KEPT = 0.02  # how often a swap is kept that makes one more thing wrong
STEPS = 16  # swaps from one world to the next, for each card of a fact
STARTS = 3  # random deals that are repaired before no world counts as found
PATIENCE = 50_000  # swaps from one of them
WORLDS = 8  # from one of them; then comes a new start

Random = Callable[[], float]  # numbers from 0 to 1


class NoWorld(Exception):
    """No world was found in which all facts hold that a viewer was told.

    `false` says whether a fact is not true: then the rules are wrong. Else the facts leave so few
    worlds that only somebody who knows the truth would find one.
    """

    def __init__(self, sentence: str, false: bool) -> None:
        super().__init__(sentence)
        self.false = false


class Fact:
    """A fact about cards, told to some viewers.

    `AMONG` and `VOID` have a meaning for all games; the game's `holds` says what others mean.
    """

    __slots__ = ("cards", "name", "numbers", "viewers")

    def __init__(
        self, name: str, cards: tuple[Token, ...], numbers: tuple[int, ...], viewers: Viewers
    ) -> None:
        self.name = name
        self.cards = cards
        self.numbers = numbers
        self.viewers = viewers  # a bit each

    def holds(self, game: Game, faces: Sequence[int]) -> bool:
        """Whether it is true when the cards have these faces."""
        if self.name == AMONG or self.name == VOID:
            return self.wrong(game, faces) == 0
        return bool(game.holds(self.name, self.cards, self.numbers, faces))  # type: ignore[attr-defined]

    def wrong(self, game: Game, faces: Sequence[int]) -> int:
        """How much is wrong with it when the cards have these faces; 0 if it is true."""
        if self.name == AMONG:
            here = [faces[card] for card in self.cards]
            missing = 0
            for face in set(self.numbers):
                missing += max(0, self.numbers.count(face) - here.count(face))
            return missing
        if self.name == VOID:
            return len([card for card in self.cards if faces[card] in self.numbers])
        return 0 if self.holds(game, faces) else 1


class Portion:
    """Cards of a group that the same faces are kept from: they are dealt together."""

    __slots__ = ("barred", "cards")

    def __init__(self, cards: list[int], barred: frozenset[int]) -> None:
        self.cards = cards
        self.barred = barred


class Group:
    """The unseen cards of one shuffle, and the pool of their faces, in the order of the faces."""

    __slots__ = ("barred", "cards", "pool", "portions", "shares")

    def __init__(self, cards: list[int], pool: list[int]) -> None:
        self.cards = cards
        self.pool = pool
        self.barred: dict[int, set[int]] = {}  # the faces that a card cannot have
        self.portions: list[Portion] = []  # none if no face is kept from any card
        self.shares: Shares | None = None  # if portions must be dealt with a look at later ones

    def bar(self, cards: Iterable[int], faces: Iterable[int]) -> None:
        """Keep faces from cards."""
        for card in cards:
            self.barred.setdefault(card, set()).update(faces)

    def share_out(self) -> None:
        """Make the portions, those with the fewest faces first."""
        if not self.barred:
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
        if self.shares is not None:
            return self.shares.deal(faces, random)
        if self.portions:
            return deal_in_turn(faces, self.portions, self.pool, random)
        mix(faces, self.cards, random)
        return True


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


class Sampler:
    """The worlds of one viewer at one position, as many as are wanted.

    `unseen` are the cards in play whose faces the viewer has not seen; `facts` are those that they
    were told. A fact whose cards they have all seen is not looked at again. After `tries` deals
    that were rejected for one world, worlds count as rare.
    """

    __slots__ = (
        "_chain", "_checks", "_deck", "_facts", "_game", "_groups", "_known", "_state", "_tries",
    )  # fmt: skip

    def __init__(
        self,
        game: Game,
        state: GameState,
        deck: Deck,
        unseen: list[int],
        facts: Iterable[Fact],
        tries: int = TRIES,
    ) -> None:
        self._game = game
        self._state = state
        self._deck = deck
        self._tries = tries
        self._groups: list[Group] = []
        self._known = list(deck.faces)
        self._chain: Chain | None = None  # once worlds have turned out to be rare
        ends = (*deck.shuffles[1:], len(deck.faces))
        unseen = sorted(unseen)
        for start, end in zip(deck.shuffles, ends[: len(deck.shuffles)], strict=True):
            cards = [card for card in unseen if start <= card < end]
            if cards:
                pool = sorted([deck.faces[card] for card in cards])
                self._groups.append(Group(cards, pool))
                put(self._known, cards, pool)  # which card has which face is forgotten here
        self._facts = open_facts(facts, unseen)
        hidden = set(unseen)
        self._checks = [fact for fact in self._facts if not self._deals_by(fact, hidden)]
        for group in self._groups:
            group.share_out()

    def _deals_by(self, fact: Fact, unseen: set[int]) -> bool:
        """Whether a fact only says where faces cannot lie; then they are not dealt there."""
        fixed = [self._known[card] for card in fact.cards if card not in unseen]
        if fact.name == VOID:
            if any(face in fact.numbers for face in fixed):
                return False
            for group in self._groups:
                group.bar([card for card in fact.cards if card in group.cards], fact.numbers)
            return True
        if fact.name != AMONG:
            return False
        groups = [g for g in self._groups if any(card in fact.cards for card in g.cards)]
        if len(groups) > 1:
            return False
        group, whole = groups[0], True
        others = [card for card in group.cards if card not in fact.cards]
        for face in set(fact.numbers):
            missing = fact.numbers.count(face) - fixed.count(face)
            if missing == group.pool.count(face):
                group.bar(others, [face])  # all that there are lie here, so none lies elsewhere
            elif missing > 0:
                whole = False
        return whole

    def world(self, random: Random) -> GameState:
        """A copy of the state with the faces of a world; see `faces`."""
        new: Any = self._state.clone()
        if self._groups:
            new.deck = Deck(self.faces(random), self._deck.shuffles, self._deck.deal)
        return new  # type: ignore[no-any-return]

    def faces(self, random: Random) -> list[int]:
        """The faces of a world, by token. `random` gives numbers from 0 to 1.

        Raises NoWorld if none is found in which all facts hold.
        """
        if self._chain is None:
            for _ in range(self._tries):
                faces = self._known[:]
                if self._deal(faces, random):
                    return faces
            self._refuse_false_facts()
            self._chain = Chain(self._game, self._groups, self._facts, self._known)
        if not self._chain.go_on(random):
            names = ", ".join(sorted({f"'{fact.name}'" for fact in self._facts}))
            raise NoWorld(f"too few worlds are left by what was told ({names}) to find one", False)
        return self._chain.faces[:]

    def _deal(self, faces: list[int], random: Random) -> bool:
        for group in self._groups:
            if not group.deal(faces, random):
                return False
        return not self._checks or all(fact.holds(self._game, faces) for fact in self._checks)

    def _refuse_false_facts(self) -> None:
        """Raise NoWorld if a fact is not true. Nothing else is ever made of the true faces."""
        true = self._deck.faces
        false = sorted({fact.name for fact in self._facts if not fact.holds(self._game, true)})
        if false:
            names = ", ".join([f"'{name}'" for name in false])
            raise NoWorld(f"a fact was told that is not true: {names}", True)


class Chain:
    """A way from world to world, swap by swap, for facts that hardly any deal meets.

    It passes deals in which facts are wrong, seldom, so that no world is out of reach. Only steps
    at worlds count: after enough of them each world has the same chance.
    """

    __slots__ = ("_at", "_bound", "_facts", "_free", "_game", "_groups", "_left", "_wrong", "faces")

    def __init__(
        self, game: Game, groups: list[Group], facts: list[Fact], faces: list[int]
    ) -> None:
        self.faces = faces[:]
        self._game = game
        self._groups = groups
        self._facts = facts
        self._wrong = [0] * len(facts)
        self._left = 0  # how many worlds this start is good for
        self._at: list[list[int]] = [[] for _ in faces]  # the numbers of each card's facts
        for number, fact in enumerate(facts):
            for card in set(fact.cards):
                self._at[card].append(number)
        # Each card of a fact, with the cards that it may be swapped with.
        self._bound = [(card, g.cards) for g in groups for card in g.cards if self._at[card]]
        self._free = [[card for card in g.cards if not self._at[card]] for g in groups]

    def go_on(self, random: Random) -> bool:
        """Go to the next world, which is in `faces` then; False if none was found."""
        steps = STEPS * len(self._bound)
        if self._left == 0 or not self._walk(steps, random):
            for _ in range(STARTS):
                self._start(random)
                if self._walk(2 * steps, random):
                    break
            else:
                return False
        self._left -= 1
        for cards in self._free:  # no fact minds what these have
            mix(self.faces, cards, random)
        return True

    def _start(self, random: Random) -> None:
        """Deal at random; nothing is left of the worlds before."""
        self._left = WORLDS
        for group in self._groups:
            put(self.faces, group.cards, group.pool)
            mix(self.faces, group.cards, random)
        self._wrong = [fact.wrong(self._game, self.faces) for fact in self._facts]

    def _walk(self, steps: int, random: Random) -> bool:
        """Swap until so many steps were made at worlds; False if patience ends before."""
        bound, wrong = self._bound, sum(self._wrong)
        for _ in range(PATIENCE):
            if wrong == 0:
                if steps == 0:
                    return True
                steps -= 1
            card, cards = bound[int(random() * len(bound))]
            wrong += self._swap(card, cards[int(random() * len(cards))], random)
        return False

    def _swap(self, one: int, other: int, random: Random) -> int:
        """Swap two cards, perhaps; returns by how much more is wrong then."""
        faces, wrong = self.faces, self._wrong
        if faces[one] == faces[other]:
            return 0
        faces[one], faces[other] = faces[other], faces[one]
        touched = set(self._at[one] + self._at[other])
        now = [(number, self._facts[number].wrong(self._game, faces)) for number in touched]
        more = sum([count - wrong[number] for number, count in now])
        if more > 0 and random() >= KEPT**more:
            faces[one], faces[other] = faces[other], faces[one]
            return 0
        for number, count in now:
            wrong[number] = count
        return more


def open_facts(facts: Iterable[Fact], unseen: Sequence[int]) -> list[Fact]:
    """The facts about cards that are unseen, each once."""
    cards = set(unseen)
    found: dict[tuple[str, tuple[Token, ...], tuple[int, ...]], Fact] = {}
    for fact in facts:
        if not cards.isdisjoint(fact.cards):
            found.setdefault((fact.name, fact.cards, fact.numbers), fact)
    return list(found.values())


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
