"""The tokens that cards have in a mind: they say what the seat saw, and nothing of the truth.

A card that leaves a hand held up (a mixed place) would say by its token when it was drawn. In a
mind it is the first card there that it could have been, for all that the seat was told.
"""

from collections.abc import Iterable, Mapping, Sequence

from settebello.cards import Deck, Seat, Token, Viewers
from settebello.game import AMONG, SOME, VOID, Game, Play
from settebello.history import HOUSE, Deal
from settebello.notation import Notation
from settebello.sampling import Fact
from settebello.visibility import Knowledge, Left

Step = tuple[int, Play]  # a seat and its play; or HOUSE and an outcome, empty for cards and dice


class MindTokens:
    """The tokens that cards have in a mind, where they are not those of the match: `names`.

    They depend on what the seat saw and nothing else. `facts` are those that it was told, about
    the cards as they were called at that time.
    """

    def __init__(
        self, game: Game, knowledge: Knowledge, deal: Deal, deck: Deck, seat: Seat
    ) -> None:
        self._game = game
        self._negative: dict[str, bool] = {}
        self.names: dict[Token, Token] = {}
        self.facts: list[Fact] = []
        self._deck = deck
        self._told = knowledge.facts
        self._counted = 0  # of these facts
        self._seat = seat
        self._later = list(knowledge.left[deal.first :])
        self._at = deal.first  # how many of the knowledge's notes are behind us
        self._by_step: list[dict[Token, Token]] = []
        for _, _, left in deal.history():
            self._go_on(left)
            self._by_step.append(self.names)
        self._tell(len(self._told))

    def steps(self, deal: Deal, notation: Notation) -> list[Step]:
        """What happened in the deal, with the tokens of the mind."""
        found: list[Step] = []
        for (seat, play, _), names in zip(deal.history(), self._by_step, strict=True):
            found.append((seat, notation.renamed(play, names) if names and seat != HOUSE else play))
        return found

    def permuted(self, faces: Sequence[int]) -> list[int]:
        """The faces by the tokens of the mind."""
        found = list(faces)
        for card, name in self.names.items():
            found[name] = faces[card]
        return found

    def _go_on(self, left: int) -> None:
        while self._at < left and self._later:
            note = self._later.pop(0)
            self._at += 1
            self._tell(note[5])
            if not note[2] >> self._seat & 1:
                self._name(note)

    def _tell(self, facts: int) -> None:
        """Take in the facts up to this one."""
        for fact in self._told[self._counted : facts]:
            if fact.viewers >> self._seat & 1:
                cards = [self.names.get(card, card) for card in fact.cards]
                self._add(self._about(fact, cards))
        self._counted = max(self._counted, facts)

    def _add(self, new: Fact) -> None:
        """Keep a fact, unless others say as much; those that say less than it go.

        A player of Go Fish asks again and again: without this a mind took five times as long.
        """
        alike = [f for f in self.facts if f.name == new.name and f.numbers == new.numbers]
        cards = set(new.cards)
        if self._says_what_is_not(new):
            less = [fact for fact in alike if cards.issuperset(fact.cards)]
            if less:
                self.facts = [fact for fact in self.facts if fact not in less]
        elif new.name in (AMONG, SOME):
            if any(cards.issuperset(fact.cards) for fact in alike):
                return
        elif any(fact.cards == new.cards for fact in alike):
            return
        self.facts.append(new)

    def _name(self, note: Left) -> None:
        """A card left a mixed place, or was shown there, for a seat that does not see in there."""
        card, there, _, faced, seen, _ = note
        sees, knew = faced >> self._seat & 1, seen[self._seat]
        face = self._deck.faces[card] if sees else -1
        if sees and knew >> card & 1:
            return  # the seat knows which one it was
        could = [other for other in there if self._shuffle(other) == self._shuffle(card)]
        if sees:
            twins = [c for c in could if knew >> c & 1 and self._deck.faces[c] == face]
            could = twins or [other for other in could if not knew >> other & 1]
        names = self.names
        by_name = {names.get(other, other): other for other in could}
        if sees:
            by_name = self._possible(by_name, face, knew)
        first = min(by_name, key=lambda name: (-self._told_of(name), name))
        mine = names.get(card, card)
        if first != mine:
            self.names = {**names, card: first, by_name[first]: mine}
        if len(by_name) > 1:
            self._weaken(set(by_name), first)

    def _possible(self, by_name: dict[Token, Token], face: int, knew: int) -> dict[Token, Token]:
        """Those cards that may have a face, for all that was told of what they are not."""
        barred: set[Token] = set()
        card_of = {name: card for card, name in self.names.items()}
        for fact in self.facts:
            if fact.name == VOID:
                if face in fact.numbers:
                    barred.update(fact.cards)
            elif self._says_what_is_not(fact):
                faces = {
                    name: self._deck.faces[card_of.get(name, name)]
                    for name in fact.cards
                    if knew >> card_of.get(name, name) & 1
                }
                known = tuple(faces)
                for name in by_name:
                    if name in fact.cards and name not in faces:
                        faces[name] = face
                        if not self._holds(fact, (*known, name), faces):
                            barred.add(name)
                        del faces[name]
        return {name: card for name, card in by_name.items() if name not in barred}

    def _told_of(self, name: Token) -> int:
        """How many facts say what a card is not."""
        return sum([name in f.cards and self._says_what_is_not(f) for f in self.facts])

    def _says_what_is_not(self, fact: Fact) -> bool:
        """Whether a fact that is true of some cards is true of each part of them, as `VOID` is."""
        if fact.name == VOID:
            return True
        if fact.name in (AMONG, SOME):
            return False
        if fact.name not in self._negative:
            self._negative[fact.name] = self._holds(fact, (), {})
        return self._negative[fact.name]

    def _holds(self, fact: Fact, cards: tuple[Token, ...], faces: Mapping[Token, int]) -> bool:
        """What the game says of its own fact about these cards."""
        try:
            return bool(self._game.holds(fact.name, cards, fact.numbers, faces))  # type: ignore[attr-defined]
        except Exception:  # it may want all of them
            return False

    def _weaken(self, could: set[Token], left: Token) -> None:
        """Each of these cards could have been the one that left: some facts say less from now on.

        That some card of them is something may be true of all of them now. What a card is not is
        kept if that holds for the one that left. Another fact is lost, if it is not about all.
        """
        facts: list[Fact] = []
        for fact in self.facts:
            cards = set(fact.cards)
            if cards.isdisjoint(could) or cards >= could:
                facts.append(fact)
            elif fact.name in (AMONG, SOME):
                facts.append(self._about(fact, cards | could))
            elif self._says_what_is_not(fact) and left in cards:
                facts.append(fact)
            elif self._says_what_is_not(fact) and cards - could:
                facts.append(self._about(fact, cards - could))
        self.facts = facts

    def _about(self, fact: Fact, cards: Iterable[Token]) -> Fact:
        """The same fact about other cards, for this seat."""
        alone = Viewers(1 << self._seat)
        if fact.name in (AMONG, SOME) or self._says_what_is_not(fact):  # these have no order
            cards = sorted(cards)
        return Fact(fact.name, tuple(cards), fact.numbers, alone)

    def _shuffle(self, card: Token) -> int:
        """Which shuffle a card came out of: its faces are among those of this one."""
        return sum([first <= card for first in self._deck.shuffles])
