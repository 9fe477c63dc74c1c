"""What card games are made of: faces, the deck that keeps them, and the places where cards lie.

Where a card lies is public; what is secret is its face. So a card is a *token*, a plain number
that says where it came out of the last shuffle and nothing else. The faces of all tokens are in one
object, the state's `Deck`. Everything else in a state may be told to everybody.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NewType

from settebello.native import i64, vec

# Plain numbers when a program runs; the type checker takes none of them for another.
Seat = NewType("Seat", int)
Token = NewType("Token", int)  # a card
Viewers = NewType("Viewers", int)  # a set of them: a bit for each

# Final: compiled code has these then, where it would look them up at every use.
NOBODY: Final = Viewers(0)
EVERYBODY: Final = Viewers(-1)  # every bit is set: all seats, and the spectators too
ALONE: Final = tuple([Viewers(1 << seat) for seat in range(10)])  # by seat


def viewers(*seats: Seat) -> Viewers:
    """Several seats as viewers; one is `ALONE[seat]`."""
    found = 0
    for seat in seats:
        found |= 1 << seat
    return Viewers(found)


def as_seats(numbers: Iterable[int]) -> tuple[Seat, ...]:
    """Numbers that are seats, such as the order that the house has drawn."""
    return tuple(numbers)  # type: ignore[arg-type]


def seat_places(name: str, seats: int = 10) -> tuple[str, ...]:
    """The place names `hand:0`, `hand:1`, ..., made once instead of at every call."""
    return tuple(f"{name}:{seat}" for seat in range(seats))


class Place:
    """Where cards lie, bottom to top, and who sees their faces there.

    `sight` is `NOBODY`, `EVERYBODY`, `ALONE[seat]` or some `viewers(...)`; `top` adds viewers for
    the last card alone. A `mixed` place is a hand held up: those who do not see its faces are told
    that a card left it, not which one.
    """

    __slots__ = ("cards", "mixed", "name", "sight", "top")

    def __init__(
        self,
        name: str,
        cards: Sequence[int],
        sight: Viewers = NOBODY,
        *,
        top: Viewers = NOBODY,
        mixed: bool = False,
    ) -> None:
        self.name = name
        # Copy a list, since the state may change its own: old places are compared with new ones.
        if isinstance(cards, list):
            cards = tuple(cards)
        self.cards: Sequence[Token] = cards  # type: ignore[assignment]  # plain numbers in rules
        self.sight = sight
        self.top = top
        self.mixed = mixed

    def sight_of(self, index: int) -> Viewers:
        """Who sees the face of the card at this index."""
        last = index == len(self.cards) - 1
        return Viewers(self.sight | self.top) if last else self.sight


NO_BITS: vec[i64] = vec[i64]([])


class Deck:
    """The faces of all cards and dice in play, by token: the only secret in a state.

    A deck is never changed: a shuffle or a roll makes a new one, so copies of a state share it.
    Faces are numbers, an index into the game's `FACES`. A choice that a seat keeps to itself is a
    face too, of a token of its own: see `sealed`.
    """

    __slots__ = ("_bits", "deal", "faces", "seals", "shuffles", "sides")

    def __init__(
        self,
        faces: Iterable[int] = (),
        shuffles: tuple[int, ...] = (),
        deal: int = 0,
        sides: tuple[tuple[int, ...], ...] = (),
        seals: tuple[int, ...] = (),
    ) -> None:
        self.faces: tuple[int, ...] = tuple(faces)
        self.shuffles = shuffles  # the first token of each shuffle, roll or seal since the deal
        self.deal = deal  # how often all tokens have been replaced by new ones
        # For each of them the faces that a token of it may have by itself; () for a shuffle, whose
        # faces are dealt among its tokens. Empty while there are only shuffles.
        self.sides = sides
        self.seals = seals  # the tokens that a seat chose and the house did not draw
        self._bits = NO_BITS

    def bits(self, cards: Sequence[int]) -> int:
        """A bit for the face of each of these cards, in a game of no more than 60 faces."""
        bits = self._bits
        if not len(bits):  # made when somebody asks
            bits = self._bits = vec[i64]([1 << face if face < 60 else 0 for face in self.faces])
        found: i64 = 0
        at: i64
        if isinstance(cards, list):  # apart, since compiled code is fast where it knows the type
            for card in cards:
                at = card
                found |= bits[at]
        else:
            for card in tuple(cards):
                at = card
                found |= bits[at]
        return found

    def shuffled(self, order: Iterable[int]) -> "Deck":
        """All cards together, shuffled: token 0 is the first card of the order."""
        return Deck(order, (0,), self.deal + 1)

    def reshuffled(self, order: Iterable[int]) -> "Deck":
        """Some cards shuffled again: they get new tokens, from `len(faces)` on."""
        return self._with(order, (), False)

    def rolled(self, faces: Iterable[int], sides: Iterable[int]) -> "Deck":
        """All dice together, rolled: token 0 is the first die. `sides` are the faces of a die."""
        return self.emptied().rerolled(faces, sides)

    def rerolled(self, faces: Iterable[int], sides: Iterable[int]) -> "Deck":
        """Some dice rolled, or rolled again: they get new tokens, from `len(faces)` on."""
        return self._with(faces, tuple(sides), False)

    def sealed(self, face: int, among: Iterable[int]) -> "Deck":
        """A choice that is kept secret, as token `len(faces)`; `among` is all it might have been.

        Put the token into a place that its seat sees, and open it there or by another place.
        """
        return self._with((face,), tuple(among), True)

    def emptied(self) -> "Deck":
        """Nothing in play: the next tokens begin at 0 again, and nobody has seen any of them."""
        return Deck((), (), self.deal + 1)

    def _with(self, faces: Iterable[int], sides: tuple[int, ...], seal: bool) -> "Deck":
        start = len(self.faces)
        several = self.sides
        if sides and not several:
            several = ((),) * len(self.shuffles)
        if sides or several:
            several = (*several, sides)
        seals = (*self.seals, start) if seal else self.seals
        return Deck((*self.faces, *faces), (*self.shuffles, start), self.deal, several, seals)

    def refaced(self, faces: Iterable[int]) -> "Deck":
        """The same tokens with other faces: another world."""
        return Deck(faces, self.shuffles, self.deal, self.sides, self.seals)


def suited(ranks: Sequence[str], suits: str) -> tuple[str, ...]:
    """The texts of a deck in standard order: suit by suit, each from low to high."""
    return tuple(rank + suit for suit in suits for rank in ranks)


HIDDEN: Final = "??"  # the text of a face that a viewer does not see
ITALIAN_RANKS = tuple([str(rank) for rank in range(1, 11)])
ITALIAN = suited(ITALIAN_RANKS, "DCSB")  # denari, coppe, spade, bastoni
FRENCH_RANKS = ("A", *[str(rank) for rank in range(2, 11)], "J", "Q", "K")
FRENCH = suited(FRENCH_RANKS, "SHDC")
D6 = ("1", "2", "3", "4", "5", "6")  # the faces of a die
