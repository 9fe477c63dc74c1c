"""Who knows what: the faces that each viewer has been shown, and what follows from them.

It follows from two things that a game says: who sees the faces in a place, and what an event shows
to whom. Rules never use it, and a match that nobody watches need not keep it.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from settebello.cards import EVERYBODY, HIDDEN, NOBODY, Deck, Place, Seat, Token, Viewers
from settebello.events import NO_CARDS, NO_FACTS, Cards, Event, Moved, Shown, copied, named
from settebello.game import AMONG, Facts, Game, GameState, View, deck_of
from settebello.sampling import Fact, Sampler

NONE_SHOWN: Final[Mapping[Token, Viewers]] = {}
NOTHING_MOVED: Final[Sequence[Moved]] = ()

# A card that left a mixed place, or was shown there: the card, those that lay there and could have
# been it, who sees them there, who sees its face now, what each viewer had seen before, and how
# many facts had been told. See `mind`.
Left = tuple[Token, tuple[Token, ...], Viewers, Viewers, tuple[int, ...], int]


@lru_cache(1024)  # all matches share them
def piece_ids(deal: int, cards: int) -> tuple[str, ...]:
    return tuple([f"{deal}.{card}" for card in range(cards)])


class Lying:
    """Where a card lies: its place, and who sees it there. All cards of all matches share them."""

    __slots__ = ("place", "sight")

    def __init__(self, place: str, sight: Viewers) -> None:
        self.place = place
        self.sight = sight


class Knowledge:
    """What each viewer has been shown in the current deal: a bit for each token.

    Viewers are the seats and, last, the spectators, who know what everybody knows. What was seen
    once stays known here, though no later view shows it: a sampled world must respect it.
    """

    __slots__ = (
        "deal",
        "facts",
        "ids",
        "in_order",
        "left",
        "lies",
        "names",
        "places",
        "renamed",
        "seats",
        "seen",
    )

    deal: int
    seen: list[int]
    facts: tuple[Fact, ...]
    places: dict[str, Place]
    in_order: Sequence[Place]  # the same, in the order in which the game names them
    lies: dict[Token, Lying]  # each card's place, and who sees it there
    left: tuple[Left, ...]  # in their order
    ids: tuple[str, ...]  # of the pieces, as they came out of the shuffle
    names: dict[Token, str]  # new ids of the pieces that came out of a mixed place
    renamed: int

    def __init__(self, seats: int, old: "Knowledge | None" = None) -> None:
        self.seats = seats
        if old is None:
            self._forget(0)
        else:
            self.deal, self.facts = old.deal, old.facts
            self.seen, self.lies = old.seen[:], old.lies.copy()
            self.places, self.in_order, self.ids = old.places, old.in_order, old.ids
            self.names, self.renamed, self.left = old.names, old.renamed, old.left

    def _forget(self, deal: int) -> None:
        """A new deal: new tokens, and nobody has seen any of them."""
        self.deal, self.facts = deal, ()
        self.seen, self.lies = [0] * (self.seats + 1), {}
        self.places, self.in_order, self.ids = {}, (), ()
        self.names, self.renamed, self.left = {}, 0, ()

    def clone(self) -> "Knowledge":
        return Knowledge(self.seats, self)

    def same_as(self, other: "Knowledge", seat: Seat, seals: Sequence[int]) -> bool:
        """Whether both know the same: nobody has learned anything from a move of this seat.

        That it knows what it has chosen in secret itself, one of the `seals`, is nothing new.
        """
        if self.deal != other.deal or self.facts != other.facts:
            return False
        seen = self.seen
        if seals:
            chosen = sum([1 << seal for seal in seals])
            seen = seen[:]
            seen[seat] &= ~chosen | other.seen[seat]
        return seen == other.seen

    def viewer(self, seat: Seat | None) -> int:
        """The number of a viewer: the spectators come after the last seat."""
        return self.seats if seat is None else seat

    def piece(self, card: Token) -> str:
        """The id of a card: where it came out of the shuffle, or out of a mixed place."""
        return self.names.get(card) or self.ids[card]

    def piece_to(self, viewer: int, card: Token) -> str:
        """The id of a card for this viewer: by position in a mixed place that they do not see."""
        place = self.places[self.lies[card].place]
        if place.mixed and not place.sight >> viewer & 1:
            return f"{place.name}.{place.cards.index(card)}"
        return self.names.get(card) or self.ids[card]

    def look(
        self, game: Game, state: GameState, shown: Mapping[Token, Viewers] = NONE_SHOWN
    ) -> tuple[Sequence[Moved], Mapping[Token, Viewers]]:
        """Look at the places again; returns what moved, and who saw each of these cards before.

        `shown` are the cards that are about to be shown, and to whom.
        """
        places = game.places(state)
        known = self.places
        if not places and not known:
            return NOTHING_MOVED, NONE_SHOWN
        deck: Deck = state.deck  # type: ignore[attr-defined]  # deck_of(), and this is called often
        if deck.deal != self.deal:
            self._forget(deck.deal)
            known = self.places
        if len(self.ids) != len(deck.faces):
            self.ids = piece_ids(self.deal, len(deck.faces))
        moved: list[Moved] = []
        before: dict[Token, Viewers] = {}
        order = list(self.in_order)
        same_order = len(places) == len(order)  # which is usual: games name all places at once
        changed: dict[str, Place] = {}
        for index, place in enumerate(places):
            old = order[index] if same_order else known.get(place.name)
            if place is old:
                continue
            if old is not None and old.name != place.name:
                same_order, old = False, known.get(place.name)
            first = 0  # the first card that may be new here, or seen by others than before
            cards = place.cards
            if old is not None and place.sight == old.sight and place.top == old.top:
                same = cards is old.cards or cards == old.cards
                if same and place.mixed == old.mixed:
                    continue
                first = len(cards) if same else unchanged(old.cards, cards)
                if place.top and first:
                    first -= 1
            changed[place.name] = place
            if same_order:
                order[index] = place
            if first < len(cards):
                self._look_at(place, first, game, deck, moved, before, shown)
        if changed or len(places) != len(known):
            self.places = known | changed
            if len(places) != len(self.places):  # there are fewer than before
                self.places = {place.name: place for place in places}
            if not same_order:
                order = [self.places[place.name] for place in places]
            self.in_order = order
            if len(deck.shuffles) > 1:  # cards that were shuffled again have got new tokens
                live = {card for place in places for card in place.cards}
                self.lies = {card: lies for card, lies in self.lies.items() if card in live}
        return moved, before

    def _look_at(
        self,
        place: Place,
        first: int,
        game: Game,
        deck: Deck,
        moved: list[Moved],
        before: dict[Token, Viewers],
        told: Mapping[Token, Viewers],
    ) -> None:
        """Look at the cards of a place, from this index on."""
        name, sight, lies = place.name, place.sight, self.lies
        faces, texts = deck.faces, game.FACES
        here = lying(name, sight)
        top, on_top = Token(-1), here
        if place.top:
            top, on_top = place.cards[-1], lying(name, Viewers(sight | place.top))
        shown = 0  # to those who see into this place
        if not lies and not sight and not place.top:
            # The stock, after a shuffle: none of its cards came from anywhere.
            lies.update(dict.fromkeys(place.cards, here))
            return
        for card in place.cards[first:] if first else place.cards:
            now = here if card != top else on_top
            came = lies.get(card)
            if came is now:
                continue
            lies[card] = now
            if came is not None:
                left, seen_by = came.place, came.sight
                if left == name and seen_by == now.sight:  # the same, made anew by the cache
                    continue
                before[card] = seen_by
                if left != name:
                    source = self.places.get(left) or Place(left, (), seen_by)
                    read_by = Viewers(seen_by | now.sight)
                    leaves_as = goes_as = self.names.get(card) or self.ids[card]
                    mixed = None
                    if source.mixed:
                        self.see(shown, sight)
                        shown = 0
                        faced = Viewers(read_by | told.get(card, NOBODY))
                        self._leave_mixed(card, source, faced, deck)
                        goes_as = self.names[card]
                    if source.mixed or place.mixed:
                        mixed = who_knows_ids(source, place)
                    hidden = Viewers(seen_by & ~now.sight)
                    glimpse = NOBODY if read_by == EVERYBODY else hidden
                    text = texts[faces[card]]
                    moved.append(
                        Moved(text, read_by, left, leaves_as, name, goes_as, glimpse, mixed)
                    )
                elif place.mixed and now.sight & ~seen_by:
                    self._rename(card)  # a hand is shown, but not when each card came
                    self._note(card, place, seen_by, now.sight)
            shown |= 1 << card
            if card == top:
                self.see(1 << card, place.top)
        if shown:
            self.see(shown, sight)

    def _rename(self, card: Token) -> None:
        """Give a card a new id, which says nothing of when it went into a mixed place."""
        self.renamed += 1
        self.names = {**self.names, card: f"{self.deal}.m{self.renamed}"}

    def see(self, cards: int, viewers: Viewers) -> None:
        """Note that these viewers have been shown the faces of these cards (both are bits)."""
        if viewers == EVERYBODY:
            self.seen = [seen | cards for seen in self.seen]
        elif viewers:
            for viewer in range(self.seats + 1):
                if viewers >> viewer & 1:
                    self.seen[viewer] |= cards

    def _note(self, card: Token, place: Place, sight: Viewers, faced: Viewers) -> None:
        """Keep for minds that a card left a mixed place, or was shown there."""
        name, lies = place.name, self.lies
        there = tuple(
            [other for other in place.cards if other == card or lies[other].place == name]
        )
        self.left += ((card, there, sight, faced, tuple(self.seen), len(self.facts)),)

    def note_shown(self, card: Token, viewers: Viewers) -> None:
        """Keep for minds that a card is about to be shown where it lies, if that is mixed."""
        if card in self.lies:
            place = self.places[self.lies[card].place]
            if place.mixed:
                self._note(card, place, place.sight, viewers)

    def _leave_mixed(self, card: Token, source: Place, sight: Viewers, deck: Deck) -> None:
        """A card leaves a mixed place: viewers who did not see which one must not know it.

        It gets a new id, which says nothing of when it went in. A viewer who sees its face now
        knows only that such a face left. A viewer who does not see it knows of the faces that they
        saw go in only that they are among these cards.
        """
        self._rename(card)
        self._note(card, source, source.sight, sight)
        faces = deck.faces
        for viewer in range(self.seats + 1):
            if source.sight >> viewer & 1:
                continue
            known = [
                other
                for other in source.cards
                if self.seen[viewer] >> other & 1
                and (other == card or self.lies[other].place == source.name)  # still there
            ]
            if sight >> viewer & 1:
                twins = [other for other in known if faces[other] == faces[card]]
                if twins and card not in twins:
                    self.seen[viewer] &= ~(1 << twins[0])
            elif known:
                self.seen[viewer] &= ~sum([1 << other for other in known])
                numbers = tuple(sorted(faces[other] for other in known))
                self.facts += (Fact(AMONG, tuple(source.cards), numbers, Viewers(1 << viewer)),)

    def view(self, game: Game, state: GameState, seat: Seat | None, facts: Facts) -> View:
        """What this viewer sees now: the faces that their places show, not those they remember."""
        viewer = self.viewer(seat)
        texts: dict[str, list[str]] = {}
        pieces: dict[str, list[str]] = {}
        places = self.in_order
        faces = deck_of(state).faces if places else ()
        names, ids = self.names, self.ids
        for place in places:
            name, cards = place.name, place.cards
            sees = place.sight >> viewer & 1
            if sees:
                texts[name] = [game.FACES[faces[card]] for card in cards]
            else:
                texts[name] = [HIDDEN] * len(cards)
                if cards and place.top >> viewer & 1:
                    texts[name][-1] = game.FACES[faces[cards[-1]]]
            if place.mixed and not sees:
                pieces[name] = [f"{name}.{index}" for index in range(len(cards))]
            else:
                pieces[name] = [names.get(card) or ids[card] for card in cards]
        return View(seat, texts, pieces, facts)

    def sampler(self, game: Game, state: GameState, seat: Seat | None) -> Sampler:
        """What deals the faces again that this viewer has not seen, as often as wanted.

        Each shuffle is dealt among its own cards, and every fact that they were told holds: for all
        they know, any of these worlds could be the true state.
        """
        viewer = self.viewer(seat)
        seen = self.seen[viewer]
        unseen: list[int] = [card for card in self.lies if not seen >> card & 1]
        facts = [fact for fact in self.facts if fact.viewers >> viewer & 1]
        deck = deck_of(state) if game.FACES else Deck()
        return Sampler(game, state, deck, unseen, facts)


lying: Final = lru_cache(4096)(Lying)


def who_knows_ids(source: Place, goal: Place) -> tuple[Viewers, Viewers]:
    """Who knows the id of a card in the place that it leaves, and in the one where it goes."""
    there = source.sight if source.mixed else EVERYBODY
    return there, goal.sight if goal.mixed else EVERYBODY


def unchanged(old: Sequence[int], new: Sequence[int]) -> int:
    """How many cards at the bottom stayed, if cards only came or went on top; else 0."""
    few, many = (old, new) if len(old) < len(new) else (new, old)
    return len(few) if many[: len(few)] == few else 0


def tokens_in(cards: Any) -> list[Token]:
    """The cards that an event names, in lists or by name or one by one."""
    if isinstance(cards, int):
        return [Token(cards)]
    several = cards.values() if isinstance(cards, Mapping) else cards
    return [card for each in several for card in tokens_in(each)]


def shuffle(items: list[Any], random: Callable[[], float]) -> None:
    """Shuffle in place, every order with the same chance; `random` gives numbers from 0 to 1.

    The items are `Any`: compiled code would take each number out of its object, and make it anew.
    """
    for last in range(len(items) - 1, 0, -1):
        other = int(random() * (last + 1))
        items[last], items[other] = items[other], items[last]


class EventRecorder:
    """The `Tell` that is given to rules: it keeps what they tell as events."""

    def __init__(self, game: Game, state: GameState, knowledge: Knowledge) -> None:
        self.events: list[Event] = []
        self._game = game
        self._state = state
        self._knowledge = knowledge
        self._faces: tuple[int, ...] = ()  # of the cards, while an event is told
        self._texts: tuple[str, ...] = ()  # of the faces

    def __call__(
        self,
        event: str,
        *,
        seat: Seat | None = None,
        cards: Mapping[str, Any] | None = None,
        shown_to: Viewers = NOBODY,
        only: Viewers = EVERYBODY,
        **facts: Any,
    ) -> None:
        seen = dict.fromkeys(tokens_in(cards), shown_to) if cards and shown_to else NONE_SHOWN
        moved, before = self._knowledge.look(self._game, self._state, seen)
        told: Mapping[str, Cards] = NO_CARDS
        shown: tuple[Shown, ...] = ()
        glimpsed = 0
        for way in moved:
            glimpsed |= way.glimpse
        if cards:
            self._faces, self._texts = deck_of(self._state).faces, self._game.FACES
            if shown_to and shown_to != EVERYBODY:
                gone = {way.leaves_as for way in moved}
                found = [card for name in cards for card in self._show(cards[name], shown_to)]
                for card in found:
                    glimpsed |= card.glimpse
                shown = tuple([card for card in found if card.piece not in gone])
            told = {name: self._name(cards[name], before, shown_to) for name in cards}
        for name, value in facts.items():
            if isinstance(value, (list, tuple, dict)):
                facts[name] = copied(value)  # as it is now
        once = Viewers(glimpsed & only) if glimpsed else NOBODY
        ways = tuple(moved) if moved else ()
        self.events.append(Event(event, seat, facts or NO_FACTS, told, ways, only, shown, once))

    def learn(
        self, fact: str, cards: Sequence[int], numbers: Sequence[int] = (), to: Viewers = EVERYBODY
    ) -> None:
        tokens: tuple[Token, ...] = tuple(cards)  # type: ignore[arg-type]  # plain numbers in rules
        self._knowledge.facts += (Fact(fact, tokens, tuple(numbers), to),)

    def pause(self) -> None:
        if self.events:
            self.events[-1].pause = True

    def _show(self, cards: Any, shown: Viewers) -> list[Shown]:
        """Cards that are shown where they lie."""
        if not isinstance(cards, int):
            return [card for several in cards for card in self._show(several, shown)]
        card, knowledge = Token(cards), self._knowledge
        if card not in knowledge.lies:
            return []  # `_name` says what is wrong
        lies = knowledge.lies[card]
        sight, text = lies.sight, self._texts[self._faces[card]]
        at, piece = knowledge.places[lies.place], knowledge.piece(card)
        return [Shown(text, Viewers(sight | shown), at, piece, Viewers(shown & ~sight))]

    def _name(self, cards: Any, before: Mapping[Token, Viewers], shown: Viewers) -> Cards:
        if not isinstance(cards, int):
            return [self._name(card, before, shown) for card in cards]
        knowledge = self._knowledge
        card: Token = cards  # type: ignore[assignment]  # Token(), and this is called often
        if shown:
            if card not in before:  # else all have seen where it came from
                knowledge.note_shown(card, shown)
            knowledge.see(1 << card, shown)
        lies = knowledge.lies.get(card)
        if lies is None:
            raise ValueError(
                f"an event names card {card}, which lies in no place: tell of it before it goes"
            )
        sight = lies.sight
        if sight != EVERYBODY:
            sight = Viewers(sight | before.get(card, NOBODY) | shown)
        text = self._texts[self._faces[card]]
        return text if sight == EVERYBODY else named(text, sight)
