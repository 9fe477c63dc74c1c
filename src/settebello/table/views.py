"""What viewers see now, as JSON: what they see alike is made once for all of them.

Most of a view is the same for everybody: the public facts, the ids of the pieces, the faces that
all see, and the places that nobody sees. So the texts of each place are made once, with its faces
and without them, and a view is put together from those that its viewer may see. It is to the byte
what `Match.view(seat).to_dict()` gives.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import msgspec

from settebello.cards import HIDDEN, Place
from settebello.declared import part_of
from settebello.game import Game, GameState, deck_of
from settebello.match import Match
from settebello.visibility import Knowledge

OF_VIEWS = ("viewer", "places", "pieces", "private")  # no fact of a game should be named so

_encode = msgspec.json.Encoder().encode


class PlaceTexts:
    """A place as JSON, for those who see its faces, for those who do not, and the ids in it."""

    __slots__ = (
        "_cards", "_faces", "_ids", "_name", "_names", "_pieces", "_place", "_quoted", "_shown",
        "_unseen",
    )  # fmt: skip

    def __init__(
        self,
        place: Place,
        faces: tuple[int, ...],
        quoted: tuple[bytes, ...],
        ids: tuple[bytes, ...],
        names: dict[Any, str],
    ) -> None:
        """`faces` are those of all cards, `quoted` all texts; `ids` and `names` as in Knowledge."""
        self._place = place
        self._cards = place.cards
        self._faces = faces
        self._quoted = quoted
        self._ids = ids
        self._names = names
        self._name = in_json(place.name)
        self._shown = b""  # these are made when somebody needs them
        self._unseen = b""
        self._pieces = b""

    def are_of(self, faces: tuple[int, ...], ids: tuple[bytes, ...], names: dict[Any, str]) -> bool:
        """Whether they were made of these very things: matches share some of their places.

        Where nobody sees a face, as in a stock, they may have other faces.
        """
        if ids is not self._ids or (names is not self._names and (names or self._names)):
            return False
        place = self._place
        return faces is self._faces or not (place.sight or place.top)

    def faces_to(self, viewer: int) -> bytes:
        """The faces, as far as this viewer sees them: see `Knowledge.view`."""
        place = self._place
        if place.sight >> viewer & 1:
            if not self._shown:
                faces, quoted = self._faces, self._quoted
                texts = [quoted[faces[card]] for card in self._cards]
                self._shown = listed(self._name, texts)
            return self._shown
        cards = self._cards
        if place.top >> viewer & 1 and cards:
            texts = [UNSEEN] * len(cards)
            texts[-1] = self._quoted[self._faces[cards[-1]]]
            return listed(self._name, texts)
        if not self._unseen:
            self._unseen = unseen(self._name, len(cards))
        return self._unseen

    def pieces_to(self, viewer: int) -> bytes:
        """The ids of the cards: those in a mixed place say nothing to who does not see it."""
        place = self._place
        if place.mixed and not place.sight >> viewer & 1:
            return positions(place.name, len(self._cards))
        if not self._pieces:
            ids, names = self._ids, self._names
            if names:
                texts = [in_json(names[c]) if c in names else ids[c] for c in self._cards]
            else:
                texts = [ids[card] for card in self._cards]
            self._pieces = listed(self._name, texts)
        return self._pieces


class Views:
    """The views of one moment of a match."""

    __slots__ = ("_facts", "_match", "_pieces", "_places", "_private", "_state")

    def __init__(self, match: Match) -> None:
        moment = match.moment()
        self._match, self._state = match, moment.state
        self._places = place_texts(match.game, moment.state, moment.knowledge)
        self._pieces = b""  # of all places, if they are called the same for everybody
        if not any(place.mixed for place in moment.knowledge.in_order):
            self._pieces = b",".join([place.pieces_to(0) for place in self._places])
        self._private = part_of(match.game, "private")
        self._facts: dict[tuple[str, ...], bytes] = {}  # by the players' names

    def are_of(self, match: Match) -> bool:
        """Whether this match is still where it was: each move makes a state of its own."""
        return match is self._match and match.history.noted.state is self._state

    def view(self, seat: int | None, players: list[str]) -> msgspec.Raw:
        """What a seat, or a spectator (None), sees; `players` are the names that they know."""
        facts = self._facts_with(players)
        match = self._match
        viewer = len(match.players) if seat is None else seat
        places = b",".join([place.faces_to(viewer) for place in self._places])
        pieces = self._pieces
        if not pieces:
            pieces = b",".join([place.pieces_to(viewer) for place in self._places])
        about = b"null" if seat is None else b"%d" % seat
        parts = [facts, b',"viewer":', about, b',"places":{', places, b'},"pieces":{', pieces, b"}"]
        if seat is not None and self._private is not None:
            private = self._private(self._state, seat)
            if private:
                parts += [b',"private":', _encode(private)]
        parts.append(b"}")
        return msgspec.Raw(b"".join(parts))

    def _facts_with(self, players: list[str]) -> bytes:
        """The facts that all see, with these names, but without the last brace."""
        names = tuple(players)
        told = self._facts.get(names)
        if told is None:
            facts = self._match.view_facts()
            facts["players"] = players
            for name in OF_VIEWS:
                facts.pop(name, None)
            told = self._facts[names] = _encode(facts)[:-1]
        return told


def place_texts(game: Game, state: GameState, knowledge: Knowledge) -> list[PlaceTexts]:
    """All places as they are now."""
    places = knowledge.in_order
    if not places:
        return []
    faces, quoted = deck_of(state).faces, quoted_all(game.FACES)
    ids, names = quoted_ids(knowledge.deal, len(knowledge.ids)), knowledge.names
    found: list[PlaceTexts] = []
    for place in places:
        texts = _kept.of(place)
        if texts is None or not texts.are_of(faces, ids, names):
            texts = PlaceTexts(place, faces, quoted, ids, names)
            _kept.keep(place, texts)
        found.append(texts)
    return found


class KeptTexts:
    """The texts of places that were asked for lately.

    Most places stay as they are from move to move, and are the same object then. So their texts are
    kept for all tables together: each table would need kilobytes, and most of them are idle.
    """

    __slots__ = ("_before", "_lately")

    def __init__(self) -> None:
        self._lately: dict[Place, PlaceTexts] = {}
        self._before: dict[Place, PlaceTexts] = {}  # dropped when as many others were asked for

    def of(self, place: Place) -> PlaceTexts | None:
        found = self._lately.get(place)
        if found is None:
            found = self._before.get(place)
            if found is not None:
                self.keep(place, found)
        return found

    def keep(self, place: Place, texts: PlaceTexts) -> None:
        if len(self._lately) >= MOST_KEPT:
            self._before, self._lately = self._lately, {}
        self._lately[place] = texts


MOST_KEPT: Final = 2048
_kept: Final = KeptTexts()


# Texts that all matches share.


@lru_cache(8192)
def in_json(text: str) -> bytes:
    return _encode(text)


@lru_cache(64)
def quoted_all(texts: tuple[str, ...]) -> tuple[bytes, ...]:
    return tuple([_encode(text) for text in texts])


@lru_cache(256)
def quoted_ids(deal: int, cards: int) -> tuple[bytes, ...]:
    """The ids of pieces as they came out of a shuffle: see `visibility.piece_ids`."""
    return tuple([b'"%d.%d"' % (deal, card) for card in range(cards)])


UNSEEN = _encode(HIDDEN)


def listed(name: bytes, texts: list[bytes]) -> bytes:
    return b"%b:[%b]" % (name, b",".join(texts))


@lru_cache(8192)
def unseen(name: bytes, cards: int) -> bytes:
    """A place whose faces are not seen."""
    return listed(name, [UNSEEN] * cards)


@lru_cache(8192)
def positions(name: str, cards: int) -> bytes:
    """The ids of cards in a mixed place for those who do not see it."""
    return listed(in_json(name), [_encode(f"{name}.{index}") for index in range(cards)])
