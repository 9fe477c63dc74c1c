"""The leak test: does anybody receive what they may not know?

Take a random match, deal again the faces that one viewer has not seen, make the same moves (as
tokens) again from the shuffle on, and compare all that this viewer receives on the way:
notices, views, legal moves, the refusals of wrong ones, and the reasons why cards cannot be picked.
It must be the same to the byte.
"""

from __future__ import annotations

import json
from bisect import bisect
from collections.abc import Sequence
from typing import Any

from settebello.cards import Deck, Seat, Token
from settebello.events import Event
from settebello.game import Draw, IllegalMove, Play, deck_of
from settebello.lab.audit import AuditedMatch, AuditStep, Finding
from settebello.match import Match
from settebello.sampling import NoWorld
from settebello.words.explaining import explain


class Secrets:
    """Nobody receives what they may not know."""

    def __init__(self, worlds: int) -> None:
        self.worlds = worlds
        self.compared = 0
        self.dropped = 0

    def is_done(self) -> bool:
        return self.compared >= self.worlds

    def __call__(self, audited: AuditedMatch) -> None:
        """Try one other world for each viewer; raises Finding at a leak."""
        if self.is_done():
            return
        last = audited.steps[-1]
        last.probes, last.picks = audited.probes(), audited.picks()
        for viewer in audited.viewers:
            last.received[viewer] = receive(audited.match, viewer, last.events, last)
        number = len(audited.steps)
        viewer = audited.viewers[number % len(audited.viewers)]
        deck = audited.deck
        if dealt := self._deal_again(audited, viewer):
            self._try(audited, OtherWorld(audited, viewer, dealt))
        if swap := two_of_a_mixed_place(audited, viewer):
            after, one, other = swap
            faces = list(deck.faces)
            faces[one], faces[other] = faces[other], faces[one]
            self._try(audited, OtherWorld(audited, viewer, faces, {one: other, other: one}, after))

    def _deal_again(self, audited: AuditedMatch, viewer: Seat | None) -> list[int] | None:
        """The faces of a world, by token; None if what was told leaves too few to find one.

        Raises Finding if the viewer was told what is not true.
        """
        sampler = audited.knowledge.sampler(audited.game, audited.state, viewer)
        try:
            return sampler.faces(audited.random)
        except NoWorld as error:
            if error.false:
                raise audited.found(f"The rules are wrong: {error}.") from None
            return None

    def _try(self, audited: AuditedMatch, world: OtherWorld) -> None:
        if tuple(world.faces) != audited.deck.faces:
            possible = same_in(world)
            self.compared += possible
            self.dropped += not possible


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

    def play(self, number: int, step: AuditStep) -> Play:
        if number <= self.after:
            return step.play
        return self.audited.notation.renamed(step.play, self.names)


def two_of_a_mixed_place(
    audited: AuditedMatch, viewer: Seat | None
) -> tuple[int, Token, Token] | None:
    """A step of this deal, and two cards that lay unseen in one mixed place after it."""
    steps = [n for n, step in enumerate(audited.steps) if step.deal == audited.deck.deal]
    number = steps[int(audited.random() * len(steps))]
    moment = audited.before(number + 1)
    index = moment.knowledge.viewer(viewer)
    for place in audited.game.places(moment.state):
        if place.mixed and not place.sight >> index & 1:
            unseen = [c for c in place.cards if not moment.knowledge.seen[index] >> c & 1]
            if not unseen:
                continue
            one = unseen[int(audited.random() * len(unseen))]
            shuffles = deck_of(moment.state).shuffles  # both must come out of the same one
            others = [
                c for c in unseen if c != one and bisect(shuffles, c) == bisect(shuffles, one)
            ]
            if others:
                return number, one, others[int(audited.random() * len(others))]
    return None


def same_in(world: OtherWorld) -> bool:
    """Whether a world has the same public history; raises Finding if the viewer sees a difference.

    A world is impossible for the viewer if another seat could not have made its move in it, or if
    other seats would have been to act.
    """
    audited, viewer = world.audited, world.viewer
    deck = audited.deck
    first = next(index for index, step in enumerate(audited.steps) if step.deal == deck.deal)
    luck = RedealtLuck(audited.steps[first:], deck, world.faces)
    begins = audited.steps[first].before
    try:
        if begins is None:
            options, players = audited.match.options, audited.match.players
            match = Match(audited.game, players, luck=luck, options=options)
        else:
            match = audited.match.branch(begins, luck)
        for number, step in enumerate(audited.steps[first:], start=first):
            if step.before is None:
                events = match.events
            else:
                events = play(match, step.seat, world.play(number, step))
            if match.to_act != step.to_act:
                return False
            received = receive(match, viewer, events, step)
            if received != step.received[viewer]:
                was = json.loads(step.received[viewer])
                where, here, there = difference(was, json.loads(received))
                who = "A spectator" if viewer is None else f"Seat {viewer}"
                raise Finding(
                    f"{who} can tell what they may not know: {where} is {here}, and {there} when "
                    "cards that they have not seen have other faces.",
                    audited.record(number),
                )
    except OtherHistory:
        return False
    return True


class OtherHistory(Exception):
    """In this world something else would have happened in public."""


def play(match: Match, seat: Seat, wanted: Play) -> list[Event]:
    """Make a play in another world; raises OtherHistory if it is not legal there."""
    if seat in match.to_act:
        for move in match.legal(seat):
            if move.play == wanted:
                return match.play(seat, move)
    raise OtherHistory


class RedealtLuck:
    """The luck of an audited match, with other faces in the shuffles of its last deal."""

    def __init__(self, steps: Sequence[AuditStep], deck: Deck, faces: list[int]) -> None:
        self._draws = [draw for step in steps for draw in step.draws]
        self._used = 0
        of_cards = [index for index, (wanted, _) in enumerate(self._draws) if wanted.of_cards]
        ends = (*deck.shuffles[1:], len(faces))
        shuffles = of_cards[-len(ends) :]
        if len(shuffles) < len(ends):
            raise ValueError("Cards were shuffled without a draw of the house.")
        for index, start, end in zip(shuffles, deck.shuffles, ends, strict=True):
            self._draws[index] = (self._draws[index][0], tuple(faces[start:end]))

    def draw(self, wanted: Draw, faces: Sequence[str]) -> tuple[int, ...]:
        if self._used == len(self._draws):
            raise OtherHistory
        expected, outcome = self._draws[self._used]
        if (wanted.kind, wanted.label) != (expected.kind, expected.label):
            raise OtherHistory
        self._used += 1
        return outcome

    def mark(self) -> int:
        return self._used

    def rewind(self, mark: int) -> None:
        self._used = mark


def receive(match: Match, viewer: Seat | None, events: Sequence[Event], tried: AuditStep) -> str:
    """All that a viewer can receive after a step, as JSON; `tried` has what they ask for."""
    index = len(match.players) if viewer is None else viewer
    notices = [notice for event in events if (notice := event.notice(index)) is not None]
    received: dict[str, Any] = {"notices": notices, "view": match.view(viewer).to_dict()}
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


def difference(one: Any, other: Any, path: str = "") -> tuple[str, str, str]:
    """Where two JSON values first differ, and how."""
    if one == other:
        return "the order of the fields", "one", "another"
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        for key in one:
            if one[key] != other[key]:
                return difference(one[key], other[key], f"{path}.{key}" if path else str(key))
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for index, (left, right) in enumerate(zip(one, other, strict=True)):
            if left != right:
                return difference(left, right, f"{path}[{index}]")
    return path, json.dumps(one), json.dumps(other)
