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
from settebello.lab.judging import CloserLook, JudgedMove
from settebello.lab.review import FORMAT, Reviewer, worlds_for
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

    `done` of the `all` moves of the seat are behind it. Then some decisions are looked at more
    `closely`: `done` of `all` of them.
    """

    def __init__(
        self, record: Mapping[str, Any], seat: int, worlds: int, faces: Sequence[str]
    ) -> None:
        """`faces` are those of the bots, by seat, if they have some: names go by the language."""
        self._match = at_start(record)
        self._seat = seat
        self._most_worlds = worlds
        self._reviewer = Reviewer(self._match, [seat], "en")
        self._moves: list[tuple[int, str]] = record["moves"]
        self._played = 0
        self.done = 0
        self.all = self._own_moves = sum(who == seat for who, _ in self._moves)
        self.closely = False
        self.worlds = worlds_for(len(self._moves), worlds)  # for the next question
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

    def note(self, judged: JudgedMove | None) -> list[int]:
        """Keep what the decision was worth, and make it. Raises any exception at nonsense.

        Returns the numbers of those that may have to be looked at more closely.
        """
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
        return self._reviewer.worst(self._seat)

    def suspect(self) -> int | None:
        """The number of the next decision to be looked at more closely, when all are judged."""
        if not self.closely:
            self.closely, self.worlds = True, self._most_worlds
            self.done, self.all = 0, len(self._reviewer.worst(self._seat))
        found = self._reviewer.suspect(self._seat)
        if found is None:
            self.done = self.all
        return found

    def question(self, number: int) -> tuple[str, str]:
        """The texts of its move, and of the one that seemed better."""
        return self._reviewer.question(self._seat, number)

    def note_closer(self, number: int, found: CloserLook | None) -> None:
        """Keep what a closer look has found."""
        self._reviewer.note_closer(self._seat, number, found)
        self.done += 1

    def _play(self) -> None:
        seat, text = self._moves[self._played]
        self._match.play(seat, text)
        self._played += 1
        self.done += seat == self._seat

    def kept(self) -> Work[str]:
        """The body to keep, when all is looked at."""
        review = yield from self._found()
        kept = KeptReview(FORMAT, review, self._labels, self._own_moves)
        return msgspec.json.encode(kept).decode()

    def so_far(self, match: str, player: str, language: str) -> Work[bytes]:
        """The JSON of a `ReviewNow` with what was found so far, in a language."""
        review = yield from self._found()
        tell_in(review, player, self._labels, language)
        done, all = self.done, self.all
        now = ReviewNow(match, self._seat, "working", done, all, self.closely, "", review)
        return msgspec.json.encode(now)

    def _found(self) -> Work[SeatReviewed]:
        found = self._reviewer.seats()[0].to_dict()
        yield
        found |= {"worlds": self._most_worlds, "by_policy": self._reviewer.policy is not None}
        for decision in found["decisions"]:
            decision["step"] = decision["move"] - 1
        review = msgspec.convert(found, SeatReviewed)
        yield
        return review


def writing_review(match: str, body: str, player: str, language: str) -> Work[bytes]:
    """The JSON of a `ReviewNow` from the body that was kept, in a language."""
    kept = msgspec.json.decode(body, type=KeptReview)
    yield
    tell_in(kept.review, player, kept.labels, language)
    yield
    moves = kept.moves
    now = ReviewNow(match, kept.review.seat, "done", moves, moves, False, "", kept.review)
    return msgspec.json.encode(now)


def tell_in(
    review: SeatReviewed, player: str, labels: Mapping[str, list[tuple[str, str]]], language: str
) -> None:
    """Write the name and the labels of a language into a review."""
    review.player = player
    # Of a review so far there may be labels already of a decision that came after it was made.
    for decision, said in zip(review.decisions, labels.get(language) or labels["en"], strict=False):
        decision.label, decision.best_label = said
        if decision.best == decision.made:  # what seemed better was not, at a closer look
            decision.best_label = decision.label


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
