"""Moves as short texts that parse back, from the patterns in a game's `VERBS`.

A pattern is words and slots: `{card}` is a card named by its face, `{spot}` a card named by its
index where it lies (for games in which nobody may see the face), `{n}` a number; `{cards}` and
`{spots}` are one or more of them, at most one such slot in a pattern. "{card} x {cards}" writes
and reads `7D x 3D 4S`. Case and the order of several cards do not matter in what is read.
"""

from collections.abc import Sequence

from settebello.cards import Place
from settebello.game import Ask, Game, Move

SLOTS = ("{card}", "{cards}", "{spot}", "{spots}", "{n}")
LONGEST_TEXT = 200


class Notation:
    """How the moves of one game are written."""

    def __init__(self, game: Game) -> None:
        self.faces: tuple[str, ...] = getattr(game, "FACES", ())
        self._face_of = {face.casefold(): number for number, face in enumerate(self.faces)}
        self._patterns = {verb: pattern.split() for verb, pattern in game.VERBS.items()}
        for verb, parts in self._patterns.items():
            slots = [part for part in parts if part.startswith("{")]
            if not parts or set(slots) - set(SLOTS) or sum(s.endswith("s}") for s in slots) > 1:
                raise ValueError(
                    f"The pattern of the verb '{verb}' is not made of words and the slots "
                    f"{', '.join(SLOTS)}, with at most one for several cards."
                )

    def write(self, move: Move, faces: Sequence[int], places: Sequence[Place]) -> str:
        """The text of a move whose cards have these faces and lie in these places."""
        parts = self._patterns[move.verb]
        spare = len(move.args) - sum(part.startswith("{") for part in parts) + 1
        words = []
        args = iter(move.args)
        for part in parts:
            if not part.startswith("{"):
                words.append(part)
                continue
            values = [next(args) for _ in range(spare if part.endswith("s}") else 1)]
            if part in ("{card}", "{cards}"):
                words += [self.faces[face] for face in sorted(faces[card] for card in values)]
            elif part == "{n}":
                words += map(str, values)
            else:
                words += map(str, sorted(index_of(card, places) for card in values))
        return " ".join(words)

    def read(self, text: str) -> Ask | None:
        """A text as a move, or None when no pattern fits it."""
        words = text.casefold().split() if len(text) <= LONGEST_TEXT else []
        for verb, parts in self._patterns.items():
            ask = self._read_as(verb, parts, words)
            if ask:
                return ask
        return None

    def _read_as(self, verb: str, parts: list[str], words: list[str]) -> Ask | None:
        several = any(part.endswith("s}") for part in parts)
        spare = len(words) - len(parts) + 1
        if spare < 1 or (spare > 1 and not several):
            return None
        values: list[str | int] = []
        standard: list[str] = []
        rest = iter(words)
        for part in parts:
            taken = [next(rest) for _ in range(spare if part.endswith("s}") else 1)]
            if part in ("{card}", "{cards}"):
                if any(word not in self._face_of for word in taken):
                    return None
                texts = [self.faces[face] for face in sorted(self._face_of[w] for w in taken)]
                values += texts
                standard += texts
            elif part.startswith("{"):
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

    def cards_of(self, move: Move) -> tuple[int, ...]:
        """The tokens among a move's arguments."""
        parts = [part for part in self._patterns[move.verb] if part.startswith("{")]
        spare = len(move.args) - len(parts) + 1
        kinds = [p for part in parts for p in [part] * (spare if part.endswith("s}") else 1)]
        return tuple(arg for arg, kind in zip(move.args, kinds, strict=True) if kind != "{n}")


def index_of(card: int, places: Sequence[Place]) -> int:
    return next(place.cards.index(card) for place in places if card in place.cards)
