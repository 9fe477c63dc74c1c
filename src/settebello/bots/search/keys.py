"""Which values of a play are cards that are named by their faces."""

from collections.abc import Sequence

from settebello.game import Game, Play
from settebello.notation import parts_of


class PlayKeys:
    """What makes a play of one world the same as a play of another, for one game."""

    __slots__ = ("_first", "_last")

    def __init__(self, game: Game) -> None:
        self._first: list[int] = []  # by verb: where the cards begin that are named by their faces,
        self._last: list[int] = []  # and how many values come after them
        for pattern in game.VERBS.values():
            slots = [part for part in parts_of(pattern) if "{" in part]
            named = [n for n, slot in enumerate(slots) if slot in ("{card}", "{cards}")]
            self._first.append(named[0] + 1 if named else 0)
            self._last.append(len(slots) - 1 - named[-1] if named else 0)

    def key(self, play: Play, faces: Sequence[int]) -> Play:
        """The play with the faces of its cards; cards at a spot stay what they are."""
        first = self._first[play[0]]
        if first == 0:
            return play
        end = len(play) - self._last[play[0]]
        named = [faces[card] for card in play[first:end]]
        return (*play[:first], *named, *play[end:])

    def cards(self, play: Play) -> Play:
        """The cards of a play that are named by their faces."""
        first = self._first[play[0]]
        return play[first : len(play) - self._last[play[0]]] if first else ()

    def renamed(self, play: Play, one: int, other: int) -> Play:
        """The play with two cards exchanged."""
        first, cards = self._first[play[0]], self.cards(play)
        named = [exchanged(card, one, other) for card in cards]
        return (*play[:first], *named, *play[first + len(named) :])


def exchanged(card: int, one: int, other: int) -> int:
    """The card itself, or the other one of two."""
    if card == one:
        return other
    return one if card == other else card
