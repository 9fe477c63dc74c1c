"""What the cards mean that somebody has picked, and why that cannot be.

Clients hold no rules: they name the pieces that were picked, and here these become the move that
was probably meant. Everything is found in what the seat itself sees.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from settebello.cards import HIDDEN
from settebello.game import Ask, Game, Move, View
from settebello.notation import SEVERAL, SLOTS, Notation, parts_of
from settebello.rejection import RejectionCode

ONE_CARD = ("{card}", "{spot}")
BY_FACE = ("{card}", "{cards}")
BY_MEANING = ("{seat}", "{rank}")


class Picked:
    """A card that was picked: where it lies, and what of it the seat sees."""

    __slots__ = ("face", "index", "own", "piece", "place", "seat")

    def __init__(
        self, piece: str, place: str, index: int, face: str, own: bool, seat: int | None
    ) -> None:
        self.piece = piece
        self.place = place
        self.index = index
        self.face = face  # ?? if the seat does not see it
        self.own = own  # whether it lies in the seat's own hand
        self.seat = seat  # the other player before whom it lies, if it lies before one

    @property
    def number(self) -> str:
        """The number of its place: that of the meld in `meld:2`, of the seat in `hand:2`."""
        return self.place.partition(":")[2]

    def rank(self, ranks: Sequence[str]) -> str | None:
        """Its rank, if it is one of these: a face is its rank, and perhaps the letter of a suit."""
        return next((rank for rank in (self.face, self.face[:-1]) if rank in ranks), None)

    def stands_for(self, move: Move, ranks: Sequence[str]) -> bool:
        """Whether a move has this card, or its player or rank."""
        if self.piece in move.pieces:
            return True
        named = (("seat", self.seat), ("rank", self.rank(ranks)))
        return any(slot in named for slot in move.slots)


class Reason:
    """Why some cards cannot be picked together: a code, and what its sentence is made of."""

    __slots__ = ("ask", "code", "nearest", "picked")

    def __init__(
        self, code: str, picked: list[Picked], ask: Ask | None, nearest: list[Move]
    ) -> None:
        self.code = code
        self.picked = picked
        self.ask = ask  # the move that was meant, if they would make one
        self.nearest = nearest  # the legal moves, those first that have most of these cards


def reason_against(
    pieces: Sequence[str],
    view: View,
    moves: Sequence[Move],
    game: Game,
    notation: Notation,
    why_not: Callable[[Ask, View], str],
) -> Reason | None:
    """Why these pieces cannot be picked together; None if one of the legal moves has them all.

    A card stands for its rank, and a card of another player for them, in moves that name a rank or
    a player. `view` is that of the seat, and `why_not` gives the game's reason against a move.
    """
    wanted = set(pieces)
    if any(wanted.issubset(move.pieces) for move in moves):
        return None
    picked = picked_in(view, pieces)
    for move in moves if picked and len(picked) == len(wanted) else ():
        by_spot = "{spot}" in parts_of(game.VERBS[move.verb])  # there a card stands for itself
        by_meaning = move.slots and not by_spot
        if by_meaning and all(card.stands_for(move, notation.ranks) for card in picked):
            return None
    ask = meant_by(picked, game, notation, moves)
    code = RejectionCode.NOT_PICKABLE if ask is None else why_not(ask, view)
    return Reason(code, picked, ask, nearest(moves, wanted))


def picked_in(view: View, pieces: Sequence[str]) -> list[Picked]:
    """These pieces as a seat sees them; those that it does not know are left out."""
    own = f"hand:{view.viewer}"
    found = {
        piece: Picked(
            piece, place, index, view.places[place][index], place == own, other_at(place, view)
        )
        for place, ids in view.pieces.items()
        for index, piece in enumerate(ids)
    }
    return [found[piece] for piece in pieces if piece in found]


def other_at(place: str, view: View) -> int | None:
    """The other player before whom a place lies: each has one of its kind, unlike `meld:1`."""
    kind, _, number = place.partition(":")
    seats = range(len(view.facts["players"]))
    if not number.isdigit() or not all(f"{kind}:{seat}" in view.places for seat in seats):
        return None
    return int(number) if int(number) != view.viewer else None


def meant_by(
    picked: Sequence[Picked], game: Game, notation: Notation, moves: Sequence[Move]
) -> Ask | None:
    """The move that these cards would make if it were legal; None if they would make none.

    A stack may stand for a verb (`STACK_VERBS`). Else it is the first verb whose pattern they fit,
    those last that take any number of cards; what is legal with other cards of the same faces is
    not meant.
    """
    stacks: Mapping[str, str] = getattr(game, "STACK_VERBS", {})
    verb = stacks.get(picked[-1].place) if picked else None
    if verb is not None and all(move.verb != verb for move in moves):
        return notation.read(game.VERBS[verb])
    legal = {move.text for move in moves}
    own_first = sorted(picked, key=lambda card: not card.own)
    patterns = [parts_of(pattern) for pattern in game.VERBS.values()]
    for pattern in sorted(patterns, key=takes_any_number):
        text = filled(pattern, own_first, notation.ranks)
        ask = None if text is None else notation.read(text)
        if ask is not None and ask.text not in legal:
            return ask
    return None


def takes_any_number(pattern: Sequence[str]) -> bool:
    return any(part in SEVERAL for part in pattern)


def filled(
    pattern: Sequence[str], picked: Sequence[Picked], ranks: Sequence[str] = ()
) -> str | None:
    """The text of a move with these cards in the slots of its pattern; None if they do not fit."""
    words: list[str] = []
    rest = [*picked]
    for at, part in enumerate(pattern):
        if part not in SLOTS:
            words.append(part)
            continue
        later = sum(other in ONE_CARD for other in pattern[at + 1 :])
        of_spot = part == "{seat}" and "{spot}" in pattern[at + 1 : at + 2]
        if part in BY_MEANING and not of_spot:  # a card stands for its player or its rank
            meant = [card for card in rest if meaning(part, card, ranks) is not None]
            if not meant:
                return None
            words.append(str(meaning(part, meant[0], ranks)))
            if len(rest) > later:  # else that card itself is named by another slot
                rest.remove(meant[0])
            continue
        count = len(rest) - later if part in SEVERAL else 1
        taken = rest[:count]
        if count < 1 or len(taken) < count:
            return None
        if part == "{n}" or of_spot:  # where the next card lies
            if taken[0].own or not taken[0].number:
                return None
            words.append(taken[0].number)
            if later:  # that card itself is named by another slot
                continue
        elif part in BY_FACE:
            if any(card.face == HIDDEN for card in taken):
                return None
            words += [card.face for card in taken]
        elif "{n}" in pattern or "{seat}" in pattern or all(card.own for card in taken):
            words += [str(card.index) for card in taken]
        else:
            return None
        rest = rest[count:]
    return None if rest or not picked else " ".join(words)


def meaning(part: str, card: Picked, ranks: Sequence[str]) -> int | str | None:
    """The player or the rank that a card stands for in a slot; None if it stands for none."""
    return card.seat if part == "{seat}" else card.rank(ranks)


def nearest(moves: Sequence[Move], pieces: Collection[str]) -> list[Move]:
    """These moves, those first that have most of the pieces."""
    return sorted(moves, key=lambda move: -len(set(pieces).intersection(move.pieces)))
