"""A match as it would have gone in another world, and what a viewer receives there."""

from __future__ import annotations

import json
from bisect import bisect
from collections.abc import Mapping, Sequence
from typing import Any

from settebello.cards import Deck, Seat, Token
from settebello.events import Event
from settebello.game import Draw, IllegalMove, Play, deck_of
from settebello.lab.audit import AuditedMatch, AuditStep, groups_of
from settebello.match import Match
from settebello.words.explaining import explain


class OtherHistory(Exception):
    """In this world something else would have happened in public."""


class OtherWorld:
    """The audited match as it would have gone with other faces in its last deal, for one viewer.

    From step `after` on, the seats play other cards, as `names` says: so it would look if a mixed
    hand had received its cards in another order.
    """

    def __init__(
        self,
        audited: AuditedMatch,
        viewer: Seat | None,
        faces: list[int],
        names: dict[Token, Token] | None = None,
        after: int = 0,
    ) -> None:
        self.audited = audited
        self.viewer = viewer
        self.faces = faces
        self.names = names or {}
        self.after = after
        deal = audited.deck.deal
        self.first = next(n for n, step in enumerate(audited.steps) if step.deal == deal)

    def begin(self) -> Match:
        """The match before the first step of the deal; after it, if that is the very first."""
        audited = self.audited
        luck = RedealtLuck(audited.steps[self.first :], audited.deck, self.faces)
        begins = audited.steps[self.first].before
        if begins is not None:
            return audited.match.branch(begins, luck)
        options, players = audited.match.options, audited.match.players
        return Match(audited.game, players, luck=luck, options=options)

    def step(self, match: Match, number: int) -> Sequence[Event]:
        """Make the step of this number again; raises OtherHistory if that cannot be."""
        step = self.audited.steps[number]
        if step.before is None:
            return match.events
        if step.seat not in match.to_act:
            raise OtherHistory
        wanted = step.play
        if number > self.after and self.names:
            wanted = self.audited.notation.renamed(wanted, self.names)
        # Choices that were sealed in this deal: in this world they were others, perhaps.
        sealed = {token: self.faces[token] for token in step.seals if number >= self.first}
        if any(face != self.audited.deck.faces[token] for token, face in sealed.items()):
            wanted = sealing(match, step.seat, sealed)
        return make(match, step.seat, wanted)


def sealing(match: Match, seat: Seat, wanted: Mapping[int, int]) -> Play:
    """The play of a seat that seals these faces as these tokens; OtherHistory if there is none."""
    for move in match.legal(seat):
        state = match.moment().state.clone()
        match.game.apply(state, seat, move.play, None)
        deck = deck_of(state)
        if all(token in deck.seals and deck.faces[token] == face for token, face in wanted.items()):
            return move.play
    raise OtherHistory


def make(match: Match, seat: Seat, wanted: Play) -> Sequence[Event]:
    """Make a play in another world; raises OtherHistory if it is not legal there."""
    for move in match.legal(seat):
        if move.play == wanted:
            return match.play(seat, move)
    raise OtherHistory


class RedealtLuck:
    """The luck of an audited match, with other faces in the shuffles and rolls of its last deal."""

    def __init__(self, steps: Sequence[AuditStep], deck: Deck, faces: list[int]) -> None:
        self._draws = [draw for step in steps for draw in step.draws]
        self._used = 0
        of_cards = [index for index, (wanted, _) in enumerate(self._draws) if wanted.of_cards]
        drawn = [
            faces[tokens.start : tokens.stop]
            for tokens, _ in groups_of(deck)
            if tokens.start not in deck.seals
        ]
        shuffles = of_cards[len(of_cards) - len(drawn) :]
        for index, group in zip(shuffles, drawn, strict=True):
            self._draws[index] = (self._draws[index][0], tuple(group))

    def draw(self, wanted: Draw, faces: Sequence[str]) -> tuple[int, ...]:
        if self._used == len(self._draws):
            raise OtherHistory
        expected, outcome = self._draws[self._used]
        same = (wanted.kind, wanted.label, wanted.count, len(wanted.items))
        if same != (expected.kind, expected.label, expected.count, len(expected.items)):
            raise OtherHistory
        self._used += 1
        return outcome

    def mark(self) -> int:
        return self._used

    def rewind(self, mark: int) -> None:
        self._used = mark


def two_of_a_mixed_place(
    audited: AuditedMatch, viewer: Seat | None
) -> tuple[int, Token, Token] | None:
    """A step of this deal, and two cards that lay unseen in one mixed place after it.

    For all that the viewer had been told by then, these two could have come the other way round.
    """
    last = len(audited.steps) - 1
    steps = [n for n, step in enumerate(audited.steps) if step.deal == audited.deck.deal]
    number = steps[int(audited.random() * len(steps))]
    played: tuple[int, ...] = ()
    if audited.random() < 0.5 and last - 1 in steps:  # one that left its place just now
        number, played = last - 1, audited.notation.parted(audited.steps[last].play)[0]
    moment = audited.before(number + 1)
    knowledge, deck = moment.knowledge, audited.deck_at(moment)
    index = knowledge.viewer(viewer)
    told = [fact for fact in knowledge.facts if fact.viewers >> index & 1]
    for place in audited.game.places(moment.state):
        if not place.mixed or place.sight >> index & 1:
            continue
        unseen = [c for c in place.cards if not audited.steps[number].seen[index] >> c & 1]
        first = [card for card in unseen if card in played] or unseen
        for _ in range(4 if len(unseen) > 1 else 0):
            one = first[int(audited.random() * len(first))]
            other = unseen[int(audited.random() * len(unseen))]
            if one == other or bisect(deck.shuffles, one) != bisect(deck.shuffles, other):
                continue  # both must come out of the same shuffle
            faces = list(deck.faces)
            faces[one], faces[other] = faces[other], faces[one]
            if all(fact.holds(audited.game, faces) for fact in told):
                return number, one, other
    return None


def notices_of(match: Match, viewer: Seat | None, events: Sequence[Event]) -> list[dict[str, Any]]:
    index = len(match.players) if viewer is None else viewer
    return [notice for event in events if (notice := event.notice(index)) is not None]


def receive(match: Match, viewer: Seat | None, events: Sequence[Event], tried: AuditStep) -> str:
    """All that a viewer can receive after a step, as JSON; `tried` has what they ask for."""
    received: dict[str, Any] = {
        "notices": notices_of(match, viewer, events),
        "view": match.view(viewer).to_dict(),
    }
    if viewer is not None and viewer in match.to_act:
        moves = match.legal(viewer)
        received["legal"] = [[move.text, move.verb, *move.pieces] for move in moves]
        received["refusals"] = {text: answer(match, viewer, text) for text in tried.probes}
        received["reasons"] = [explained(match, viewer, pick) for pick in tried.picks]
    return json.dumps(received)


def answer(match: Match, seat: Seat, text: str) -> str:
    """What a seat is answered when it tries this text: the refusal, or that it is legal."""
    try:
        return f"accepted as {match.find(seat, text)}"
    except IllegalMove as refused:
        return f"{refused.code}: {refused}"


def explained(match: Match, seat: int, pick: Sequence[tuple[str, int]]) -> str:
    """What a seat is answered when it asks why it cannot pick these cards together."""
    ids = match.view(seat).pieces
    pieces = [ids[place][index] for place, index in pick if index < len(ids.get(place, ()))]
    reason = match.explain(seat, pieces)
    if reason is None:
        return "possible"
    return f"{reason.code}: {explain(match.game, reason, match.players, match.facts())}"
