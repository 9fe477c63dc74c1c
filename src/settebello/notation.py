"""Moves as short texts, written and read by the patterns in a game's `VERBS`.

A pattern is words and slots: `{card}` is a card named by its face, `{spot}` a card named by its
index where it lies (for games in which nobody may see the face), `{seat}` a player by the number
of their seat, `{rank}` one of the game's `RANKS`, `{n}` a number; `{cards}` and `{spots}` are one
or more cards, at most one such slot in a pattern. `{n:1-40}` and `{spot:0-3}` say the range of the
values, for pickers and for learning. "{card} x {cards}" writes and reads `7D x 3D 4S`. When a text
is read, case and the order of several cards do not matter.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NoReturn

from settebello.cards import Place, Token
from settebello.declared import part_of
from settebello.game import Ask, Game, Move, Play, Slot, _MoveNames

SEVERAL = ("{cards}", "{spots}")
SLOTS = ("{card}", "{spot}", "{n}", "{seat}", "{rank}", *SEVERAL)
# Final: compiled code has these then, where it would look them up.
CARD: Final = 0
SPOT: Final = 1
NUMBER: Final = 2
SEAT: Final = 3
RANK: Final = 4
KINDS = (CARD, SPOT, NUMBER, SEAT, RANK, CARD, SPOT)  # of the slots
RANGED = re.compile(r"\{(n|spot|spots):(\d{1,4})-(\d{1,4})\}")
LONGEST_TEXT = 200
KEPT_TEXTS = 16_384  # of a pattern


@lru_cache(1024)
def parts_of(pattern: str) -> tuple[str, ...]:
    """The words and slots of a pattern, without the ranges of slots."""
    return tuple(RANGED.sub(r"{\1}", pattern).split())


@lru_cache(1024)
def ranges_of(pattern: str) -> tuple[tuple[int, int] | None, ...]:
    """For each slot of a pattern the lowest and the highest value, or None if it says none."""
    found: list[tuple[int, int] | None] = []
    for part in pattern.split():
        if "{" in part:
            ranged = RANGED.fullmatch(part)
            found.append((int(ranged[2]), int(ranged[3])) if ranged else None)
    return tuple(found)


class Pattern:
    """How the moves of one verb are written."""

    __slots__ = ("_kinds", "_texts", "faces", "only", "parts", "ranks", "several", "slots", "verb")

    def __init__(
        self, number: int, verb: str, text: str, faces: tuple[str, ...], ranks: tuple[str, ...]
    ) -> None:
        self.verb = verb
        self.faces = faces
        self.ranks = ranks
        self.parts = list(parts_of(text))
        slots = [part for part in self.parts if "{" in part]
        several = [slot for slot in slots if slot in SEVERAL]
        if not self.parts or set(slots) - set(SLOTS) or len(several) > 1:
            raise ValueError(
                f"The pattern of the verb '{verb}' is not made of words and the slots "
                f"{', '.join(SLOTS)}, with at most one for several cards."
            )
        if "{rank}" in slots and not ranks:
            raise ValueError(f"The verb '{verb}' has a {{rank}}, and the game has no RANKS.")
        self.slots = [KINDS[SLOTS.index(slot)] for slot in slots]
        self.several = slots.index(several[0]) if several else -1  # which slot is for several
        # Without slots there is only one move.
        self.only = None if slots else Move(" ".join(self.parts), verb, (), (number,))
        self._kinds = {len(slots): self.slots}  # by the number of values
        self._texts: dict[tuple[int, ...], str] = {}

    def kinds(self, values: int) -> list[int]:
        """The kind of each of so many values; ValueError if they do not fit the slots."""
        kinds = self._kinds.get(values)
        if kinds is None:
            more, at = values - len(self.slots), self.several
            if more < 0 or at < 0:
                raise ValueError(
                    f"the verb '{self.verb}' does not fit a play of {values} arguments"
                )
            kinds = [*self.slots[:at], *[self.slots[at]] * more, *self.slots[at:]]
            self._kinds[values] = kinds
        return kinds

    def text(self, values: tuple[int, ...]) -> str:
        """The text of a move with these numbers, indexes and faces in its slots."""
        text = self._texts.get(values)
        if text is None:  # the same moves come up again and again
            if len(self._texts) == KEPT_TEXTS:
                self._texts.clear()
            text = self._texts[values] = self._write(values)
        return text

    def _write(self, values: tuple[int, ...]) -> str:
        words: list[str] = []
        rest = iter(values)
        for part in self.parts:
            if part not in SLOTS:
                words.append(part)
                continue
            several = len(values) - len(self.slots) + 1 if part in SEVERAL else 1
            numbers = sorted([next(rest) for _ in range(several)])
            if part in ("{card}", "{cards}"):
                words += [self.faces[face] for face in numbers]
            elif part == "{rank}":
                words.append(self.ranks[numbers[0]])
            else:
                words += map(str, numbers)
        return " ".join(words)


@lru_cache(1024)  # all matches of a game share its patterns
def pattern_of(
    number: int, verb: str, text: str, faces: tuple[str, ...], ranks: tuple[str, ...]
) -> Pattern:
    return Pattern(number, verb, text, faces, ranks)


@lru_cache(128)
def numbers_of(faces: tuple[str, ...]) -> dict[str, int]:
    """The number of each face or rank, by its text in small letters."""
    return {face.casefold(): number for number, face in enumerate(faces)}


class Notation:
    """How the moves of one game are written."""

    __slots__ = ("_face_of", "_patterns", "_rank_of", "faces", "ranks")

    def __init__(self, game: Game) -> None:
        self.faces: tuple[str, ...] = tuple(getattr(game, "FACES", ()))
        self.ranks: tuple[str, ...] = tuple(part_of(game, "RANKS", ()))
        self._face_of = numbers_of(self.faces)
        self._rank_of = numbers_of(self.ranks)
        verbs: Mapping[str, object] = game.VERBS
        self._patterns = [
            pattern_of(number, verb, text if isinstance(text, str) else "", self.faces, self.ranks)
            for number, (verb, text) in enumerate(verbs.items())
        ]

    def name(
        self,
        play: Play,
        faces: tuple[int, ...],
        places: Collection[Place],
        piece: Callable[[Token], str],
    ) -> Move:
        """A play as a move for people, with these faces, places and ids of the cards."""
        naming = Naming(self, faces, CardsAt(places, piece), 0)
        text, (pieces, slots) = naming.text(play), naming.pieces(play)
        return Move(text, self._patterns[play[0]].verb, pieces, play, slots)

    def moves(self, plays: Iterable[Play], naming: "Naming") -> list[Move]:
        """Plays as moves, which get their names when they are asked for.

        Raises ValueError or IndexError if one of them fits no pattern.
        """
        moves: list[Move] = []
        patterns = self._patterns
        for play in plays:
            pattern = patterns[play[0]]
            only = pattern.only
            if only is not None and only.play == play:
                moves.append(only)
                continue
            if len(play) - 1 != len(pattern.slots):
                pattern.kinds(len(play) - 1)
            moves.append(Move("", pattern.verb, (), play, (), naming))
        return moves

    def pattern(self, play: Play) -> Pattern:
        """How a play is written."""
        return self._patterns[play[0]]

    def slot(self, kind: int, value: int) -> Slot:
        """A slot that has no card in it."""
        if kind == RANK:
            return "rank", self.ranks[value]
        return ("seat" if kind == SEAT else "n"), value

    def renamed(self, play: Play, names: Mapping[Token, Token]) -> Play:
        """The play with cards replaced as `names` says; numbers stay."""
        kinds = self._patterns[play[0]].kinds(len(play) - 1)
        cards = [
            value if kind >= NUMBER else names.get(Token(value), value)
            for value, kind in zip(play[1:], kinds, strict=True)
        ]
        return (play[0], *cards)

    def parted(self, play: Play) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The cards of a play, and its other values: numbers, seats and ranks."""
        values = list(zip(play[1:], self._patterns[play[0]].kinds(len(play) - 1), strict=True))
        cards = tuple([value for value, kind in values if kind < NUMBER])
        return cards, tuple([value for value, kind in values if kind >= NUMBER])

    def read(self, text: str) -> Ask | None:
        """A text read as a move; None if no pattern fits it."""
        words = text.casefold().split() if len(text) <= LONGEST_TEXT else []
        for pattern in self._patterns:
            ask = self._read_as(pattern.verb, pattern.parts, words)
            if ask:
                return ask
        return None

    def _read_as(self, verb: str, parts: list[str], words: list[str]) -> Ask | None:
        several = len(words) - len(parts) + 1
        if several < 1 or (several > 1 and not set(parts) & set(SEVERAL)):
            return None
        values: list[str | int] = []
        standard: list[str] = []
        rest = iter(words)
        for part in parts:
            taken = [next(rest) for _ in range(several if part in SEVERAL else 1)]
            if part in ("{card}", "{cards}"):
                if any(word not in self._face_of for word in taken):
                    return None
                texts = [self.faces[face] for face in sorted(self._face_of[w] for w in taken)]
                values += texts
                standard += texts
            elif part == "{rank}":
                rank = self._rank_of.get(taken[0])
                if rank is None:
                    return None
                values.append(self.ranks[rank])
                standard.append(self.ranks[rank])
            elif part in SLOTS:
                if not all(word.isascii() and word.isdigit() and len(word) < 5 for word in taken):
                    return None
                numbers = sorted(int(word) for word in taken)
                values += numbers
                standard += map(str, numbers)
            elif taken != [part.casefold()]:
                return None
            else:
                standard.append(part)
        return Ask(verb, tuple(values), " ".join(standard))


_shared: dict[str, Notation] = {}  # by the name of a game


def notation_of(game: Game, ours: bool) -> Notation:
    """How the moves of a game are written; all matches of one of our own games share it."""
    found = _shared.get(game.NAME) if ours else None
    if found is None:
        found = Notation(game)
        if ours:
            _shared[game.NAME] = found
    return found


class CardsThere:
    """Where the cards are at one moment, and what their pieces are called.

    A class and not a Protocol for the same reason as `_MoveNames`.
    """

    __slots__ = ()

    def places(self) -> Collection[Place]:
        """Where the cards lie."""
        raise NotImplementedError  # pragma: no cover

    def piece_to(self, viewer: int, card: Token) -> str:
        """The id of a card for this viewer."""
        raise NotImplementedError  # pragma: no cover


class CardsAt(CardsThere):
    """Cards in these places, whose ids are the same for everybody."""

    __slots__ = ("_piece", "_places")

    def __init__(self, places: Collection[Place], piece: Callable[[Token], str]) -> None:
        self._places = places
        self._piece = piece

    def places(self) -> Collection[Place]:
        return self._places

    def piece_to(self, viewer: int, card: Token) -> str:
        return self._piece(card)


class Naming(_MoveNames):
    """What the moves of one moment are named by: the faces, places and ids of the cards.

    The moves share it, since they name the same few cards. `fail` is given what goes wrong.
    """

    __slots__ = ("_cards", "_faces", "_fail", "_ids", "_notation", "_seat", "_spots")

    def __init__(
        self,
        notation: Notation,
        faces: tuple[int, ...],
        cards: CardsThere,
        seat: int,
        fail: Callable[[Exception], NoReturn] | None = None,
    ) -> None:
        self._notation = notation
        self._faces = faces
        self._cards = cards
        self._seat = seat
        self._fail = fail
        self._ids: dict[int, str] = {}  # by token, as are the spots
        self._spots: dict[int, int] = {}

    def text(self, play: Play) -> str:
        """The text of a move."""
        try:
            return self._text(play)
        except Exception as error:
            self._failed(error)

    def pieces(self, play: Play) -> tuple[tuple[str, ...], tuple[Slot, ...]]:
        """The pieces and the slots of a move."""
        try:
            return self._pieces(play)
        except Exception as error:
            self._failed(error)

    def _failed(self, error: Exception) -> NoReturn:
        """A play could not be named: the rules have failed."""
        if self._fail is None:
            raise error
        self._fail(error)

    def _text(self, play: Play) -> str:
        pattern, faces = self._notation.pattern(play), self._faces
        values: list[int] = []
        for index, kind in enumerate(pattern.kinds(len(play) - 1)):
            value = play[index + 1]
            if kind == CARD:
                value = faces[value]
            elif kind == SPOT:
                spot = self._spots.get(value, -1)
                if spot < 0:
                    spot = self._spots[value] = index_of(Token(value), self._cards.places())
                value = spot
            values.append(value)
        return pattern.text(tuple(values))

    def _pieces(self, play: Play) -> tuple[tuple[str, ...], tuple[Slot, ...]]:
        notation, ids = self._notation, self._ids
        pieces: list[str] = []
        slots: list[Slot] = []
        for index, kind in enumerate(notation.pattern(play).kinds(len(play) - 1)):
            value = play[index + 1]
            if kind >= NUMBER:
                slots.append(notation.slot(kind, value))
                continue
            id = ids.get(value)
            if id is None:
                id = ids[value] = self._cards.piece_to(self._seat, Token(value))
            pieces.append(id)
        return tuple(pieces), tuple(slots)


def index_of(card: Token, places: Collection[Place]) -> int:
    return next(place.cards.index(card) for place in places if card in place.cards)


def examples(moves: Sequence[Move], most: int = 8) -> list[Move]:
    """Some of these moves, in their order: one of each verb as far as there is room, and others."""
    first: dict[str, int] = {}
    for number, move in enumerate(moves):
        first.setdefault(move.verb, number)
    chosen = list(first.values())[:most]
    others = [number for number in range(len(moves)) if number not in chosen]
    return [moves[number] for number in sorted(chosen + others[: most - len(chosen)])]
