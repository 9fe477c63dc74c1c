"""A past match is played again for those who look back, in small steps: see slices.py.

What leaves here for a thinking process is what one seat knew, never the match.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from settebello import words
from settebello.court import names_in
from settebello.game import Game
from settebello.lab.review import FORMAT, JudgedMove, Reviewer
from settebello.match import Match
from settebello.mind import Mind
from settebello.server.review_bodies import (
    Known,
    KnownFace,
    KnownPlace,
    ReviewNow,
    SeatReviewed,
)
from settebello.table.records import Work, at_start
from settebello.words import at_table
from settebello.words.phrases import find_phrase

MOST_MOVES = 12  # of a decision that are kept with their chances
MOST_FACES = 12  # of a place that are told
OWN_OF_NOBODY = "meld"  # `meld:1` is the first one on the table, no matter who laid it


class KeptReview(msgspec.Struct):
    """A review as the store keeps it, with the labels of the decisions in each language."""

    format: int
    review: SeatReviewed
    labels: dict[str, list[tuple[str, str]]]  # of the move that was made, and of the best one
    moves: int = 0  # of the seat, those without a choice included


BEGINNING = f'{{"format":{FORMAT},'  # of one that can be read: the first field is the first


class ReviewWalk:
    """A match that is over, played again from decision to decision of a seat.

    `done` of the `all` moves of the seat are behind it.
    """

    def __init__(
        self, record: Mapping[str, Any], seat: int, worlds: int, faces: Sequence[str]
    ) -> None:
        """`faces` are those of the bots, by seat, if they have some: names go by the language."""
        self._match = at_start(record)
        self._seat = seat
        self._worlds = worlds
        self._reviewer = Reviewer(self._match, [seat], worlds, "en")
        self._moves: list[tuple[int, str]] = record["moves"]
        self._played = 0
        self.done = 0
        self.all = sum(who == seat for who, _ in self._moves)
        bots = faces or [""] * len(self._match.players)
        self._names = {
            language: names_in(language, self._match.players, bots) for language in words.LANGUAGES
        }
        self._labels: dict[str, list[tuple[str, str]]] = {name: [] for name in words.LANGUAGES}

    def to_decision(self) -> Work[Mind | None]:
        """Play on to the next decision of the seat, and say what it knows; None at the end."""
        while self._played < len(self._moves):
            if self._moves[self._played][0] == self._seat:
                mind = self._reviewer.mind(self._seat)
                if mind is not None:
                    return mind
            self._play()
            yield
        return None

    @property
    def number(self) -> int:
        """The number of the move that comes next, from 1."""
        return self._played + 1

    @property
    def made(self) -> str:
        """The text of that move."""
        return self._match.find(*self._moves[self._played]).text

    def note(self, judged: JudgedMove | None) -> None:
        """Keep what the decision was worth, and make it. Raises any exception at nonsense."""
        if judged is not None:
            judged = judged._replace(moves=judged.moves[:MOST_MOVES])
        self._reviewer.note(self.number, self._seat, self.made, judged)
        if judged is not None:
            match, facts = self._match, self._match.facts()
            moves = [match.find(self._seat, text) for text in (self.made, judged.best)]
            for language, names in self._names.items():
                said = at_table.labels_of(match.game, moves, names, facts, language)
                self._labels[language].append((said[0][0], said[1][0]))
        self._play()

    def _play(self) -> None:
        seat, text = self._moves[self._played]
        self._match.play(seat, text)
        self._played += 1
        self.done += seat == self._seat

    def kept(self) -> Work[str]:
        """The body to keep, when all moves are made."""
        found = self._reviewer.seats()[0].to_dict()
        yield
        found |= {"worlds": self._worlds, "by_policy": self._reviewer.policy is not None}
        for decision in found["decisions"]:
            decision["step"] = decision["move"] - 1
        review = msgspec.convert(found, SeatReviewed)
        yield
        return msgspec.json.encode(KeptReview(FORMAT, review, self._labels, self.all)).decode()


def writing_review(match: str, body: str, player: str, language: str) -> Work[bytes]:
    """The JSON of a `ReviewNow` from the body that was kept, in a language."""
    kept = msgspec.json.decode(body, type=KeptReview)
    yield
    review = kept.review
    review.player = player
    labels = kept.labels.get(language) or kept.labels["en"]
    for decision, said in zip(review.decisions, labels, strict=True):
        decision.label, decision.best_label = said
    yield
    now = ReviewNow(match, review.seat, "done", kept.moves, kept.moves, "", review)
    return msgspec.json.encode(now)


def played_to(record: Mapping[str, Any], step: int) -> Work[Match]:
    """The match as it stood after this step."""
    match = at_start(record)
    for seat, text in record["moves"][:step]:
        yield
        match.play(seat, text)
    return match


def told(
    game: Game, found: Mapping[str, Any], about: tuple[str, int, int], players: Sequence[str],
    language: str,
) -> Known:  # fmt: skip
    """What a process found to be known, in words; `about` is the match, the seat and the step."""
    places = [
        KnownPlace(
            place["place"],
            place_label(game, place["place"], players, language),
            owner_of(place["place"], len(players)),
            place["cards"],
            [KnownFace(*each) for each in list(place["shares"].items())[:MOST_FACES]],
        )
        for place in found["places"]
    ]
    return Known(*about, found["worlds"], places)


def owner_of(place: str, seats: int) -> int | None:
    """The seat that a place belongs to: `hand:1` is that of seat 1."""
    kind, _, number = place.partition(":")
    own = kind != OWN_OF_NOBODY and number.isascii() and number.isdigit() and int(number) < seats
    return int(number) if own else None


def place_label(game: Game, place: str, players: Sequence[str], language: str) -> str:
    """What a place is called, and whose it is: "Bea's hand"."""
    kind, _, number = place.partition(":")
    owner = owner_of(place, len(players))
    said = words.words_of(game, language).place(kind, number)
    said = said or find_phrase(language, f"place-{kind}") or kind.replace("_", " ")
    if owner is None:
        return said[:1].upper() + said[1:]
    about = {"player": players[owner], "place": said[:1].lower() + said[1:]}
    label = words.words_of(None, language).format("owned-place", about) or place
    return label[:1].upper() + label[1:]
