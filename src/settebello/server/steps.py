"""A match that is over, step by step, as one of its viewers saw it or with every card open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from settebello import words
from settebello.events import Event, mark_as_recorded, texts_of
from settebello.game import deck_of
from settebello.match import Match
from settebello.table import protocol
from settebello.table.records import Work, at_start
from settebello.words import at_table

OPEN = "open"
LONGEST = 5_000  # entries of a log; a longer match takes seconds and megabytes


class Made(msgspec.Struct):
    """A move that was made, and what it did in words. `stand_in`: by a bot, for a person."""

    seat: int
    text: str
    label: str
    stand_in: bool = False


class MatchStep(msgspec.Struct):
    """A move, its notices and the view after it. The first step is the deal, without a move."""

    move: Made | None
    notices: list[protocol.Notice]
    view: protocol.ViewData
    to_act: tuple[int, ...]
    scores: tuple[int, ...]


class Steps(msgspec.Struct):
    """A match that is over. `rules` is the version of its rules, and `faces` are those of bots."""

    game: str
    rules: int
    players: list[str]
    faces: list[str]
    options: dict[str, Any]
    steps: list[MatchStep]


def stepping(
    record: Mapping[str, Any],
    viewer: int | str | None,
    language: str,
    players: Sequence[str] = (),
    faces: Sequence[str] = (),
) -> Work[bytes]:
    """The `Steps` of a record as JSON: for a seat, a spectator (None), or every card (`OPEN`).

    `players` are the names to tell, if they are not those of the record, and `faces` those of bots.
    """
    match = at_start(record)
    match.players = tuple(players or match.players)
    teller = Teller(match, viewer, language)
    # Each step is encoded when it is made: encoding all of them at once would take long.
    write = msgspec.json.Encoder().encode
    steps = [write(teller.step(None, match.events))]
    stand_ins = frozenset(record.get("stand_ins", ()))
    for index, (seat, text) in enumerate(record["moves"]):
        yield
        move, facts = match.find(seat, text), match.facts()
        label, _ = at_table.labels(match.game, move, match.players, facts, language)
        made = Made(seat, text, label, index in stand_ins)
        events = match.play(seat, text)
        mark_as_recorded(record, index, events)
        steps.append(write(teller.step(made, events)))
    game, options = match.game, dict(match.options)
    around = write(Steps(game.NAME, game.VERSION, list(match.players), list(faces), options, []))
    steps[0] = around.removesuffix(b"]}") + steps[0]
    steps[-1] += b"]}"
    del match, teller  # freeing a long match takes some milliseconds
    yield
    return b",".join(steps)


class Teller:
    """Tells a viewer what happens in a match, notice by notice."""

    def __init__(self, match: Match, viewer: int | str | None, language: str) -> None:
        self._match = match
        self._open = viewer == OPEN
        self._seat = viewer if isinstance(viewer, int) else None
        self._language = language
        self._number = 0  # of the last notice

    def step(self, move: Made | None, events: Sequence[Event]) -> MatchStep:
        """One step: the move, its notices, and the view after it."""
        match = self._match
        notices = [notice for event in events if (notice := self._notice(event)) is not None]
        view = open_view(match) if self._open else match.view(self._seat).to_dict()
        return MatchStep(move, notices, view, match.to_act, match.scores)

    def _notice(self, event: Event) -> protocol.Notice | None:
        spectator = len(self._match.players)
        if self._open:
            notice: dict[str, Any] | None = open_notice(event)
        else:
            notice = event.notice(spectator if self._seat is None else self._seat)
        if notice is None:
            return None
        self._number += 1
        return {"number": self._number, **notice, **self._said(event, notice)}

    def _said(self, event: Event, notice: dict[str, Any]) -> dict[str, str]:
        """The sentence, with all by name: the reader need not be the person who sat there."""
        public = event.notice(len(self._match.players))
        told = event.seat if self._open else self._seat
        if self._open or public is None:
            said = self._say(notice, None)
            if public is None and told is not None and said == self._say(notice, told):
                said["text"] = f"{self._match.players[told]}: {said['text']}"  # it says only "you"
            return said
        said = self._say(public, None)
        known = [
            card
            for name in event.cards
            for card, seen in zip(flat(notice[name]), flat(public[name]), strict=True)
            if card != seen
        ]
        if not known:
            return said
        cards = words.words_of(self._match.game, self._language).cards(known)
        return {"text": f"{said['text'].removesuffix('.')}: {cards}."}

    def _say(self, notice: dict[str, Any], seat: int | None) -> dict[str, str]:
        return at_table.in_words(
            self._match.game, notice, seat, self._match.players, self._language
        )


def flat(cards: Any) -> list[str]:
    """One card, several, or several for each seat, in a row."""
    return [card for part in cards for card in flat(part)] if isinstance(cards, list) else [cards]


def open_notice(event: Event) -> dict[str, Any]:
    """An event as a notice in which every face is shown."""
    notice: dict[str, Any] = {"event": event.kind}
    if event.seat is not None:
        notice["seat"] = event.seat
    notice |= event.facts
    notice |= {name: texts_of(cards) for name, cards in event.cards.items()}
    if event.moved:
        notice["moved"] = [
            {"card": way.text, "from": way.leaves, "to": way.goes, "piece": way.leaves_as}
            | ({} if way.goes_as == way.leaves_as else {"becomes": way.goes_as})
            for way in event.moved
        ]
    if event.shown:
        notice["shown"] = [
            {"card": card.text, "at": card.at, "piece": card.piece} for card in event.shown
        ]
    if event.pause:
        notice["pause"] = True
    return notice


def open_view(match: Match) -> protocol.ViewData:
    """The view of somebody who sees every card."""
    view = match.view(None)
    moment = match.moment()
    state, knowledge = moment.state, moment.knowledge
    for place in match.game.places(state):
        faces = [match.game.FACES[deck_of(state).faces[card]] for card in place.cards]
        view.places[place.name] = faces
        view.pieces[place.name] = [knowledge.piece(card) for card in place.cards]
    return view.to_dict()
