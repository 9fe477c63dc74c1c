"""Worlds that could be the true one for all that a viewer knows, each with the same chance.

What a viewer knows is worked out once for a position, in a `Sampler`; it then deals as many worlds
as are wanted. It keeps the pool of the unseen faces, never which card has which: the same numbers
from `random` give the same worlds, whatever the truth is.

1. The unseen cards are dealt at random; unseen dice are rolled again, each by itself, and so is
   what another seat has chosen in secret. Facts that say where faces cannot lie are kept while
   dealing, the others are checked afterwards. At most 100 deals are tried.
2. If worlds are too rare for that, a random deal is repaired: two cards are swapped again and
   again, and a swap that makes more facts wrong is seldom kept.
3. From the world that was found, the same swaps go on to the next ones, with a new start now and
   then. If no start finds a world, `NoWorld` is raised, and the truth is not given away.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from settebello.cards import Deck, Token, Viewers
from settebello.dealing import Group, Random, put
from settebello.game import AMONG, SOME, VOID, Game, GameState

TRIES = 100  # deals that may be rejected before worlds count as rare
KEPT = 0.02  # how often a swap is kept that makes one more thing wrong
STEPS = 16  # swaps from one world to the next, for each card of a fact
STARTS = 3  # random deals that are repaired before no world counts as found
PATIENCE = 50_000  # swaps from one of them
WORLDS = 8  # from one of them; then comes a new start


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

    `AMONG`, `VOID` and `SOME` have a meaning for all games; the game's `holds` says what others
    mean.
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
        if self.name in (AMONG, VOID, SOME):
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
        if self.name == SOME:
            return 0 if any(faces[card] in self.numbers for card in self.cards) else 1
        return 0 if self.holds(game, faces) else 1


class Sampler:
    """The worlds of one viewer at one position, as many as are wanted.

    `unseen` are the cards in play whose faces the viewer has not seen; `facts` are those that they
    were told. A fact whose cards they have all seen is not looked at again. After `tries` deals
    that were rejected for one world, worlds count as rare. With `truth` the deck is the true one:
    then it is said if a fact is not true.
    """

    __slots__ = (
        "_chain", "_checks", "_deck", "_facts", "_game", "_groups", "_known", "_state", "_tries",
        "_truth",
    )  # fmt: skip

    def __init__(
        self,
        game: Game,
        state: GameState,
        deck: Deck,
        unseen: list[int],
        facts: Iterable[Fact],
        tries: int = TRIES,
        truth: bool = True,
    ) -> None:
        self._game = game
        self._state = state
        self._deck = deck
        self._tries = tries
        self._truth = truth
        self._groups: list[Group] = []
        self._known = list(deck.faces)
        self._chain: Chain | None = None  # once worlds have turned out to be rare
        ends = (*deck.shuffles[1:], len(deck.faces))
        unseen = sorted(unseen)
        for number, start in enumerate(deck.shuffles):
            cards = [card for card in unseen if start <= card < ends[number]]
            if cards:
                sides = deck.sides[number] if deck.sides else ()
                pool = sorted([deck.faces[card] for card in cards])
                if sides:
                    pool = [sides[0]] * len(cards)
                self._groups.append(Group(cards, pool, sides))
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
        if len(groups) > 1 or groups[0].sides:
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
            new.deck = self._deck.refaced(self.faces(random))
        return new  # type: ignore[no-any-return]

    def groups(self) -> list[list[int]]:
        """The cards whose faces are dealt among each other, and each die alone."""
        found: list[list[int]] = []
        for group in self._groups:
            found += [[card] for card in group.cards] if group.sides else [group.cards[:]]
        return found

    def fits(self, faces: Sequence[int]) -> bool:
        """Whether all facts hold in a world with these faces."""
        return all(fact.holds(self._game, faces) for fact in self._facts)

    def faces(self, random: Random) -> list[int]:
        """The faces of a world, by token. `random` is a function, such as `Random(1).random`.

        Raises NoWorld if none is found in which all facts hold.
        """
        if self._chain is None:
            for _ in range(self._tries):
                faces = self._known[:]
                if self._deal(faces, random):
                    return faces
            if self._truth:
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
        # Each card of a fact, with the group of those that it may be swapped with.
        self._bound = [(card, g) for g in groups for card in g.cards if self._at[card]]
        self._free = [(g, [card for card in g.cards if not self._at[card]]) for g in groups]

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
        for group, cards in self._free:  # no fact minds what these have
            group.mix(self.faces, cards, random)
        return True

    def _start(self, random: Random) -> None:
        """Deal at random; nothing is left of the worlds before."""
        self._left = WORLDS
        for group in self._groups:
            put(self.faces, group.cards, group.pool)
            group.mix(self.faces, group.cards, random)
        self._wrong = [fact.wrong(self._game, self.faces) for fact in self._facts]

    def _walk(self, steps: int, random: Random) -> bool:
        """Swap until so many steps were made at worlds; False if patience ends before."""
        bound, wrong = self._bound, sum(self._wrong)
        for _ in range(PATIENCE):
            if wrong == 0:
                if steps == 0:
                    return True
                steps -= 1
            card, group = bound[int(random() * len(bound))]
            if group.sides:
                face = group.sides[int(random() * len(group.sides))]
                wrong += self._give(card, face, card, face, random)
            else:
                other = group.cards[int(random() * len(group.cards))]
                wrong += self._give(card, self.faces[other], other, self.faces[card], random)
        return False

    def _give(self, one: int, face: int, other: int, its: int, random: Random) -> int:
        """Give new faces to two cards or one, perhaps; returns by how much more is wrong then."""
        faces, wrong = self.faces, self._wrong
        was, its_was = faces[one], faces[other]
        if was == face:
            return 0
        faces[one], faces[other] = face, its
        touched = set(self._at[one] + self._at[other])
        now = [(number, self._facts[number].wrong(self._game, faces)) for number in touched]
        more = sum([count - wrong[number] for number, count in now])
        if more > 0 and random() >= KEPT**more:
            faces[one], faces[other] = was, its_was
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
