"""What a seat may know now, as a row of numbers: for programs that learn and search.

An observation is made of 64-bit words, at the same place for every match with the same game, seats
and options: see `ObservationLayout`. Seats are counted from the one who looks: 0 is their own, 1
the next one. It has what a view of this seat has, and nothing of what they have to remember. Which
card has which face is read from the deck only where the seat sees it.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final

from settebello.cards import HIDDEN, Deck, Place, Seat
from settebello.declared import FactKind, bounds_of, facts_of, numbered_in
from settebello.game import Facts, Game, GameState, Options, Row
from settebello.luck import Seeded
from settebello.native import i64
from settebello.registry import check_options, find_game

# Final: compiled code has these then, where it would look them up.
FACE_BITS: Final = 56  # of a word; above them is the number of hidden cards
LISTED: Final = 15  # entries of a list that fit into a word, four bits each
PROBED = 300  # moves of a random match, to see which places there are
ALL_FACES: Final = (1 << 56) - 1
NO_DECK: Final = Deck()

# How a fact is written.
NUMBER: Final = 0
FLAG: Final = 1
SEAT: Final = 2
TEXT: Final = 3
CARD: Final = 4
BY_SEAT: Final = 5
LIST: Final = 6
WRITTEN = {"number": NUMBER, "flag": FLAG, "seat": SEAT, "card": CARD, "by_seat": BY_SEAT,
           "seats": LIST, "text": TEXT, "texts": LIST}  # fmt: skip


class ObservationField:
    """A part of an observation: its name, the number of its first word, and how many it has.

    `kind` says what they are: see `ObservationLayout`.
    """

    __slots__ = ("kind", "name", "start", "words")

    def __init__(self, name: str, kind: str, start: int, words: int) -> None:
        self.name = name
        self.kind = kind
        self.start = start
        self.words = words

    def __repr__(self) -> str:
        return f"<ObservationField {self.name}: {self.kind}, {self.words} from {self.start}>"


class FactColumn:
    """How a declared fact is written."""

    __slots__ = ("how", "lacking", "name", "numbers")

    def __init__(self, name: str, kind: FactKind, faces: Sequence[str]) -> None:
        self.name = name
        self.how: int = WRITTEN[kind.kind]
        # What stands for None: a number that no other value has.
        self.lacking = -1 if kind.low is None else min(kind.low, 0) - 1
        texts = faces if self.how == CARD else kind.words
        self.numbers: dict[Any, int] = {text: number for number, text in enumerate(texts)}

    def read(self, words: list[int]) -> Any:
        """The fact that was written so."""
        if self.how == BY_SEAT:
            return [None if word == self.lacking else word for word in words]
        word, texts = words[0], list(self.numbers)
        if self.how == LIST:
            numbers: list[int] = []
            while word:
                numbers.append((word & 15) - 1)
                word >>= 4
            return [texts[number] for number in numbers] if texts else numbers
        if word == self.lacking:
            return None
        if self.how == FLAG:
            return bool(word)
        return texts[word] if self.how in (TEXT, CARD) else word


class PlaceColumns:
    """Where the cards of a place are written, and how often a face is told apart there."""

    __slots__ = ("has_top", "index", "mask", "once", "simple", "starts", "words")

    def __init__(
        self,
        index: int,
        mask: int,
        words: int,
        starts: tuple[int, ...],
        *,
        once: bool,
        has_top: bool = False,
    ) -> None:
        self.index = index
        self.mask = mask  # the bits of its faces
        self.words = words  # without the one of its top
        self.once = once and words == 1  # no face is told apart from its like
        self.starts = starts  # its first word, by the seat that looks
        self.has_top = has_top
        self.simple = words == 1 and not has_top


class ObservationLayout:
    """Which word of an observation means what, in a match of this game, seats and options.

    `fields` are, in order:

    - `seat`: the seat that looks, as a number of the match; all other seats are relative to it.
    - `to_act`: a bit for each seat that may move now.
    - `scores`: a number for each seat.
    - The facts that `FACTS` and `PRIVATE_FACTS` declare. A number, a flag, a seat, a text (its
      position among those declared) and a card (its position in `FACES`) are one word; `by_seat` is
      a word for each seat. A list of seats or texts is one word, four bits each from the lowest on:
      1 more than the number, 0 after the last, 15 at most. None is -1 (or less than a negative
      range). What has no such kind is left out: numbers, cards and texts of any length.
    - The places. Bit i of a word is set if the face i of `FACES` lies there, as far as this seat
      sees it; where a face can lie several times, the bits go on with those that lie there twice,
      and so on. The eight highest bits count the cards whose face is hidden. A place of more than
      56 such bits goes on in further words.
    - After a place that a verb takes from (`STACK_VERBS`) comes `NAME.top`: 1 more than the face of
      its last card, 0 if there is none or it is hidden.

    Places of a seat are named with the relative one: `hand:0` is the own hand. A place with a
    number that is no seat (`meld:3`) has a word of its own up to the number that `NUMBERED`
    declares; without it, all of them together are `meld`.
    """

    def __init__(self, game: Game, seats: int, options: Options) -> None:
        self.seats = seats
        self.texts = tuple(game.FACES)
        self.faces = len(self.texts)
        self.bits = tuple([1 << face for face in range(self.faces)])
        self.facts = written(facts_of(game), game.FACES)
        self.private = written(facts_of(game, "PRIVATE_FACTS"), game.FACES)
        self.places: dict[str, PlaceColumns] = {}
        self._fields = [
            ObservationField("seat", "number", 0, 1),
            ObservationField("to_act", "seats", 1, 1),
        ]
        self._add("scores", "by_seat", seats)
        for fact in (*self.facts, *self.private):
            by_seat = fact.how == BY_SEAT
            kind = facts_of(game).get(fact.name) or facts_of(game, "PRIVATE_FACTS")[fact.name]
            self._add(fact.name, kind.kind, seats if by_seat else 1)
        self.head = self.width  # the words before the places
        self._lay_out_places(game, options)
        self.fields = tuple(self._fields)

    @property
    def width(self) -> int:
        """How many words an observation has."""
        last = self._fields[-1]
        return last.start + last.words

    def field(self, name: str) -> ObservationField:
        """The field of this name; KeyError if there is none."""
        for field in self.fields:
            if field.name == name:
                return field
        raise KeyError(name)

    def read(self, words: Sequence[int]) -> dict[str, Any]:
        """An observation in words of people: for a look, and for tests.

        Seats are relative, as in the observation. A place is a list of card texts in the order of
        `FACES`; `??` is a hidden one.
        """
        found: dict[str, Any] = {}
        columns = {fact.name: fact for fact in (*self.facts, *self.private)}
        for field in self.fields:
            part = list(words[field.start : field.start + field.words])
            word = part[0]
            if field.kind == "faces":
                found[field.name] = self._read_faces(part)
            elif field.name.endswith(".top"):
                found[field.name] = self.texts[word - 1] if word else None
            elif field.name in columns:
                found[field.name] = columns[field.name].read(part)
            elif field.name == "to_act":
                found[field.name] = [n for n in range(self.seats) if word >> n & 1]
            else:
                found[field.name] = part if field.kind == "by_seat" else word
        return found

    def _read_faces(self, words: list[int]) -> list[str]:
        bits = 0
        for number, word in enumerate(words):
            bits |= (word & ALL_FACES) << FACE_BITS * number
        found: list[str] = []
        for face, text in enumerate(self.texts):
            while bits >> face & 1:
                found.append(text)
                face += self.faces
        return found + [HIDDEN] * (words[0] >> FACE_BITS)

    def _add(self, name: str, kind: str, words: int) -> int:
        field = ObservationField(name, kind, self.width, words)
        self._fields.append(field)
        return field.start

    def _lay_out_places(self, game: Game, options: Options) -> None:
        names, copies = probed(game, self.seats, options)
        bounds, numbered = bounds_of(game), numbered_in(game)
        stacks = getattr(game, "STACK_VERBS", {})
        for base in dict.fromkeys([*[name.partition(":")[0] for name in names], *bounds]):
            times = min(copies, bounds.get(base, copies))
            bits = self.faces * times
            words, mask = max(1, -(-bits // FACE_BITS)), (1 << bits) - 1
            if f"{base}:0" in names:  # one for each seat
                starts = [self._add(f"{base}:{n}", "faces", words) for n in range(self.seats)]
                for seat in range(self.seats):
                    turned = [starts[(seat - viewer) % self.seats] for viewer in range(self.seats)]
                    self.places[f"{base}:{seat}"] = PlaceColumns(
                        len(self.places), mask, words, tuple(turned), once=times == 1
                    )
                continue
            for n in range(1, numbered[base] + 1) if base in numbered else (0,):
                name = f"{base}:{n}" if n else base
                starts = [self._add(name, "faces", words)] * self.seats
                has_top = base in stacks
                self.places[name] = PlaceColumns(
                    len(self.places), mask, words, tuple(starts), once=times == 1, has_top=has_top
                )
                if has_top:
                    self._add(f"{name}.top", "card", 1)


def written(declared: dict[str, FactKind], faces: Sequence[str]) -> tuple[FactColumn, ...]:
    """The facts that can be written as words."""
    found = []
    for name, kind in declared.items():
        if kind.kind in WRITTEN and (kind.words or kind.kind not in ("text", "texts")):
            found.append(FactColumn(name, kind, faces))
    return tuple(found)


def probed(game: Game, seats: int, options: Options) -> tuple[list[str], int]:
    """The places of a random match, and how often it may have the same face."""
    luck = Seeded(1)
    state: GameState = game.setup(options, seats, None)
    names: dict[str, None] = {}
    copies = 1
    for _ in range(PROBED):
        while (wanted := state.house) is not None:
            if wanted.of_cards:
                shuffle = wanted.kind == "shuffle"
                faces = [wanted.items.count(item) for item in wanted.items]
                copies = max(copies, max(faces, default=1) if shuffle else wanted.count)
            game.settle(state, luck.draw(wanted), None)
        names.update(dict.fromkeys([place.name for place in game.places(state)]))
        if not state.to_act:
            break
        seat = state.to_act[int(luck.random() * len(state.to_act))]
        plays = game.legal(state, seat)
        game.apply(state, seat, plays[int(luck.random() * len(plays))], None)
    return list(names), copies


def observation_layout(
    game: Game | str, seats: int | None = None, options: Options | None = None
) -> ObservationLayout:
    """The layout of a game's observations; the usual number of seats and options, if not given."""
    found = find_game(game)
    agreed = check_options(found, options)
    rules: Any = found  # to the checker, a protocol cannot be hashed
    return _layout(rules, seats or found.SEATS[0], tuple(agreed.items()))


@lru_cache(256)
def _layout(game: Any, seats: int, options: tuple[tuple[str, Any], ...]) -> ObservationLayout:
    return ObservationLayout(game, seats, dict(options))


class Observer:
    """Writes observations of one match, always into the same words of a row.

    A cloned match needs an observer of its own.
    """

    __slots__ = (
        "_base", "_cards", "_deck", "_end", "_game", "_layout", "_own", "_pools", "_private",
        "_public", "_row", "_seen", "_width",
    )  # fmt: skip

    def __init__(self, game: Game, layout: ObservationLayout, row: Row, base: int = 0) -> None:
        self._game = game
        self._layout = layout
        self._row = row
        self._base: i64 = base  # the first word
        self._end: i64 = base  # no word from here on is other than 0
        self._width: i64 = layout.width
        self._own: Callable[..., None] | None = getattr(game, "observe", None)
        self._public = game.public if layout.facts else None
        self._private = getattr(game, "private", None) if layout.private else None
        self._pools = False  # are there places that have no words of their own?
        self._deck = NO_DECK
        # The faces of the places that somebody saw, as bits, and the cards that had them: while the
        # deck is the same, so are they. A pile is seen again and again.
        self._cards: list[Sequence[int]] = [()] * len(layout.places)
        self._seen = [0] * len(layout.places)

    def write(self, state: GameState, seat: Seat) -> None:
        """Write what a seat may know now."""
        row = self._row
        row.at = self._base
        if self._own is not None:
            self._own(state, seat, row)
        else:
            self._put_head(row, state, seat)
            if self._put_places(row, state, seat):
                row.at = self._base + self._width
        end = row.at
        if end > self._base + self._width:
            raise ValueError(f"An observation of {self._game.NAME} is longer than its layout.")
        self._clear(end, self._end)
        self._end = end

    def _clear(self, start: i64, end: i64) -> None:
        """What was written before is not there any more."""
        words = self._row.words
        while start < end:
            words[start] = 0
            start += 1

    def _put_places(self, row: Row, state: GameState, seat: Seat) -> bool:
        """Write all places; False if there are none."""
        places: list[Place] = self._game.places(state)
        if not places:
            return False
        known = self._layout.places
        deck: Deck = state.deck  # type: ignore[attr-defined]  # what has places has one
        if deck is not self._deck:
            self._deck = deck
            self._cards = [()] * len(self._cards)
        if self._pools or len(places) != len(known):  # one that was there may be gone
            self._clear(row.at, self._end)
        pooled: list[Place] = []
        words, base = row.words, self._base
        for place in places:
            columns = known.get(place.name)
            if columns is None:
                pooled.append(place)
                continue
            cards: Sequence[int] = place.cards
            hidden: i64 = 0
            if not place.sight >> seat & 1:
                hidden = len(cards)
                if hidden and place.top >> seat & 1:
                    cards = cards[-1:]
                    hidden -= 1
                else:
                    cards = ()
            if columns.simple:  # here, since most places are, and a call costs as much as this
                at: i64 = columns.starts[seat]
                at += base
                words[at] = hidden_bits(hidden) if hidden else 0
                if cards:
                    words[at] += self._faces(columns, cards)
            else:
                self._put_cards(row, columns, seat, cards, hidden)
        if pooled:
            if not self._pools:
                self._pools = True
                return self._put_places(row, state, seat)
            self._put_together(row, pooled, seat)
        return True

    def _put_cards(
        self, row: Row, columns: PlaceColumns, seat: Seat, cards: Sequence[int], hidden: i64
    ) -> None:
        """Write a place: the faces that are seen, and how many are not."""
        words = row.words
        at: i64 = columns.starts[seat]
        at += self._base
        above = hidden_bits(hidden)
        faces = self._faces(columns, cards) if cards else 0
        for _ in range(columns.words):
            words[at] = above + (faces & ALL_FACES)
            above, faces = 0, faces >> FACE_BITS
            at += 1
        if columns.has_top:
            words[at] = self._deck.faces[cards[-1]] + 1 if cards else 0

    def _put_together(self, row: Row, places: list[Place], seat: Seat) -> None:
        """Write places that have no words of their own."""
        seen: dict[str, list[int]] = {}
        hidden: dict[str, int] = {}
        for place in places:
            base = place.name.partition(":")[0]
            if base not in self._layout.places:
                raise ValueError(
                    f"'{place.name}' is in no observation: PLACES or NUMBERED must declare it."
                )
            cards = seen.setdefault(base, [])
            if place.sight >> seat & 1:
                cards += place.cards
                continue
            top = place.cards[-1:] if place.top >> seat & 1 else ()
            cards += top
            hidden[base] = hidden.get(base, 0) + len(place.cards) - len(top)
        for base, cards in seen.items():
            columns = self._layout.places[base]
            self._put_cards(row, columns, seat, tuple(cards), hidden.get(base, 0))

    def _faces(self, columns: PlaceColumns, cards: Sequence[int]) -> int:
        """The faces of cards that are seen, a bit for each."""
        index = columns.index
        if self._cards[index] == cards:
            return self._seen[index]
        layout, faces = self._layout, self._deck.faces
        if columns.once:
            found = self._deck.bits(cards)
        else:
            found, bits = 0, layout.bits
            for card in tuple(cards):
                bit = bits[faces[card]]
                while found & bit:  # once more
                    bit <<= layout.faces
                found |= bit
            found &= columns.mask
        self._cards[index] = cards
        self._seen[index] = found
        return found

    def _put_head(self, row: Row, state: GameState, seat: Seat) -> None:
        """Write the words before the places: seats, scores and facts."""
        layout, seats = self._layout, self._layout.seats
        acting = 0
        for other in state.to_act:
            acting |= 1 << (other - seat) % seats
        row.put(seat)
        row.put(acting)
        row.put_by_seat(self._game.result(state).scores, seat)
        if self._public is not None:
            self._put_facts(row, layout.facts, self._public(state), seat)
        if self._private is not None:
            self._put_facts(row, layout.private, self._private(state, seat), seat)

    def _put_facts(
        self, row: Row, columns: tuple[FactColumn, ...], facts: Facts, seat: Seat
    ) -> None:
        seats = self._layout.seats
        words, at = row.words, row.at
        for fact in columns:
            how = fact.how
            value = facts[fact.name]
            number: int = fact.lacking
            if how == BY_SEAT:
                each = [number if one is None else one for one in value or [None] * seats]
                row.at = at
                row.put_by_seat(each, seat)
                at = row.at
                continue
            if value is None:
                pass
            elif how == NUMBER:
                number = value
            elif how == SEAT:
                other: int = value  # of a known type: compiled code counts with it at once
                number = (other - seat) % seats
            elif how == FLAG:
                number = 1 if value else 0
            elif how == LIST:
                number = listed(fact, value, seat, seats)
            else:
                number = fact.numbers[value]
            words[at] = number
            at += 1
        row.at = at


def listed(fact: FactColumn, values: Sequence[Any], seat: Seat, seats: int) -> int:
    """Several seats or texts in one word."""
    word = shift = 0
    numbers = fact.numbers
    for value in list(values[:LISTED]):
        if numbers:
            number = numbers[value]
        else:
            other: int = value
            number = (other - seat) % seats
        word |= number + 1 << shift
        shift += 4
    return word


def hidden_bits(cards: i64) -> i64:
    """So many cards whose face is hidden, in the highest bits of a word; 127 if there are more."""
    return (cards if cards < 128 else 127) << FACE_BITS
