"""Moves as short texts that parse back, from the patterns in a game's `VERBS`.

A pattern is words and slots: `{card}` is a card named by its face, `{spot}` a card named by its
index where it lies (for games in which nobody may see the face), `{n}` a number; `{cards}` and
`{spots}` are one or more of them, at most one such slot in a pattern. "{card} x {cards}" writes
and reads `7D x 3D 4S`. Case and the order of several cards do not matter in what is read.
"""

from collections.abc import Callable, Sequence

from settebello.cards import Place
from settebello.game import Ask, Game, Move, Play

SEVERAL = ("{cards}", "{spots}")
SLOTS = ("{card}", "{spot}", "{n}", *SEVERAL)
LONGEST_TEXT = 200


class Notation:
    """How the moves of one game are written."""

    def __init__(self, game: Game) -> None:
        self.faces: tuple[str, ...] = getattr(game, "FACES", ())
        self._face_of = {face.casefold(): number for number, face in enumerate(self.faces)}
        self._verbs = tuple(game.VERBS)
        self._patterns = {
            verb: pattern.split() if isinstance(pattern, str) else []
            for verb, pattern in game.VERBS.items()
        }
        self._slots: dict[str, int] = {}
        for verb, parts in self._patterns.items():
            slots = [part for part in parts if "{" in part]
            self._slots[verb] = len(slots)
            if not parts or set(slots) - set(SLOTS) or sum(slot in SEVERAL for slot in slots) > 1:
                raise ValueError(
                    f"The pattern of the verb '{verb}' is not made of words and the slots "
                    f"{', '.join(SLOTS)}, with at most one for several cards."
                )

    def name(
        self, play: Play, faces: Sequence[int], places: Sequence[Place], piece: Callable[[int], str]
    ) -> Move:
        """A move of the rules as people see it, when cards have these faces, places and ids."""
        verb = self._verbs[play[0]]
        several = len(play) - self._slots[verb]
        if several < 1 or (several > 1 and not set(self._patterns[verb]) & set(SEVERAL)):
            raise ValueError(f"the verb '{verb}' does not fit a play of {len(play) - 1} arguments")
        words: list[str] = []
        pieces: list[str] = []
        args = iter(play[1:])
        for part in self._patterns[verb]:
            if part not in SLOTS:
                words.append(part)
                continue
            values = [next(args) for _ in range(several if part in SEVERAL else 1)]
            if part == "{n}":
                words += map(str, values)
                continue
            pieces += map(piece, values)
            if part in ("{card}", "{cards}"):
                words += [self.faces[face] for face in sorted(faces[card] for card in values)]
            else:
                words += map(str, sorted(index_of(card, places) for card in values))
        return Move(" ".join(words), verb, tuple(pieces), play)

    def renamed(self, play: Play, names: dict[int, int]) -> Play:
        """The same play with other cards, where these names say so; numbers stay."""
        args = list(play)
        at = 1
        for part in self._patterns[self._verbs[play[0]]]:
            if part in SLOTS:
                several = len(play) - self._slots[self._verbs[play[0]]] if part in SEVERAL else 1
                if part != "{n}":
                    args[at : at + several] = [names.get(c, c) for c in args[at : at + several]]
                at += several
        return tuple(args)

    def read(self, text: str) -> Ask | None:
        """A text as a move, or None when no pattern fits it."""
        words = text.casefold().split() if len(text) <= LONGEST_TEXT else []
        for verb, parts in self._patterns.items():
            ask = self._read_as(verb, parts, words)
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


def index_of(card: int, places: Sequence[Place]) -> int:
    return next(place.cards.index(card) for place in places if card in place.cards)
