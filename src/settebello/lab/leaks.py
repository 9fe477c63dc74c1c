"""The leak test: does anybody receive what they may not know?

Take a random match, deal again the faces that one viewer has not seen, make the same moves (as
tokens) again from the shuffle on, and compare all that this viewer receives: notices on the way;
at its end the view, legal moves, the refusals of wrong ones, and the reasons why cards cannot be
picked. It must be the same to the byte. And the state must be the one that has those faces in its
deck, and nothing else that is different: the deck is the only secret.

What is no card can be a secret too: a choice that a seat made, a number that the house drew. Let it
be another one. If those who watch receive the same, the state must be the same as well, but for
faces in its deck that they have not seen.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from settebello.cards import Seat
from settebello.events import Event
from settebello.game import Draw, GameState, Play
from settebello.lab.audit import AuditedMatch, Finding, frozen
from settebello.lab.differences import told_apart
from settebello.lab.worlds import (
    OtherHistory,
    OtherWorld,
    make,
    notices_of,
    receive,
    two_of_a_mixed_place,
)
from settebello.luck import Seeded
from settebello.match import Match
from settebello.sampling import NoWorld, Sampler

OTHER_PLAYS, OTHER_DRAWS = 2, 12  # that are tried after a step


class Secrets:
    """Nobody receives what they may not know, and the deck is the only secret of a state.

    `hidden` says whether anything was hidden from anybody at all.
    """

    def __init__(self, worlds: int) -> None:
        self.worlds = worlds
        self.compared = 0
        self.dropped = 0
        self.choices = 0  # choices and draws that were made otherwise
        self.hidden = False
        self._unseen = False  # whether there are faces that somebody has not seen

    def is_done(self) -> bool:
        without_cards = not self.compared and not self.dropped and not self._unseen
        return self.compared >= self.worlds or (without_cards and self.choices >= 2 * self.worlds)

    def __call__(self, audited: AuditedMatch) -> None:
        """Try one other world for a viewer; raises Finding at a leak."""
        last = audited.steps[-1]
        last.probes, last.picks = audited.probes(), audited.picks()
        self._unseen = self._unseen or has_unseen(audited)
        self.hidden = self.hidden or self._unseen or tells_some_only(audited)
        self._choose_otherwise(audited)
        viewer = audited.viewers[int(audited.random() * len(audited.viewers))]
        if dealt := self._deal_again(audited, viewer):
            self._try(OtherWorld(audited, viewer, dealt))
        if swap := two_of_a_mixed_place(audited, viewer):
            after, one, other = swap
            faces = list(audited.deck.faces)
            faces[one], faces[other] = faces[other], faces[one]
            self._try(OtherWorld(audited, viewer, faces, {one: other, other: one}, after))

    def _deal_again(self, audited: AuditedMatch, viewer: Seat | None) -> list[int] | None:
        """The faces of a world, by token; None if what was told leaves too few to find one.

        Raises Finding if the viewer was told what is not true.
        """
        knowledge = audited.knowledge
        index = knowledge.viewer(viewer)
        seen = audited.steps[-1].seen[index]
        unseen: list[int] = [card for card in knowledge.lies if not seen >> card & 1]
        facts = [fact for fact in knowledge.facts if fact.viewers >> index & 1]
        sampler = Sampler(audited.game, audited.state, audited.deck, unseen, facts)
        try:
            return sampler.faces(audited.random)
        except NoWorld as error:
            if error.false:
                raise audited.found(f"The rules are wrong: {error}.", "facts") from None
            return None

    def _try(self, world: OtherWorld) -> None:
        if tuple(world.faces) == world.audited.deck.faces:
            return
        try:
            same_in(world)
            self.compared += 1
        except OtherHistory:
            self.dropped += 1

    def _choose_otherwise(self, audited: AuditedMatch) -> None:
        """Let the seat of the last step, or the house, do something else."""
        step = audited.steps[-1]
        draws = [draw for draw, _ in step.draws if not draw.of_cards]
        for _ in range(OTHER_DRAWS if draws else 0):
            self._compare(audited, step.play, redrawn=True)
        if step.before is not None:
            cards, _ = audited.notation.parted(step.play)
            plays = [
                play
                for play in audited.game.legal(step.before.state, step.seat)
                if play != step.play and audited.notation.parted(play)[0] == cards
            ]
            for _ in range(min(len(plays), OTHER_PLAYS)):
                self._compare(audited, plays[int(audited.random() * len(plays))], redrawn=False)

    def _compare(self, audited: AuditedMatch, play: Play, redrawn: bool) -> None:
        """Compare the step with one in which something else was chosen or drawn."""
        step, truth = audited.steps[-1], audited.match
        luck = LuckAgain(step.draws, audited.random if redrawn else None)
        try:
            if step.before is None:
                options = truth.options
                other = Match(audited.game, truth.players, luck=luck, options=options)
                events: Sequence[Event] = other.events
            else:
                other = truth.branch(step.before, luck)
                events = make(other, step.seat, play)
        except OtherHistory:
            return
        self.choices += 1
        if receive(other, None, events, step) != receive(truth, None, step.events, step):
            return
        left, right = [open_part(audited, m.moment().state) for m in (truth, other)]
        if left != right:
            what = "the house drew" if redrawn else "a seat chose"
            raise audited.found(
                f"What {what} is told to nobody or to some only, and {named_part(left, right)}. "
                "Others would find it in every world: keep it as a face of the deck "
                "(`Deck.sealed`, `Deck.rolled`), or tell it to all.",
                "choices",
            )


class LuckAgain:
    """The draws of a step once more; with `random`, other outcomes for those that are no cards."""

    def __init__(self, draws: Sequence[tuple[Draw, tuple[int, ...]]], random: Any) -> None:
        self._draws = list(draws)
        self._other = Seeded(int(random() * 2**40)) if random else None

    def draw(self, wanted: Draw, faces: Sequence[str]) -> tuple[int, ...]:
        if not self._draws:
            raise OtherHistory
        expected, outcome = self._draws.pop(0)
        if frozen(wanted) != frozen(expected):
            raise OtherHistory
        if self._other is not None and not wanted.of_cards:
            return self._other.draw(wanted)
        return outcome

    def mark(self) -> None:
        return None

    def rewind(self, mark: None) -> None:
        """Nothing to do: a match whose step fails is not looked at again."""


def same_in(world: OtherWorld) -> None:
    """Raise Finding if the viewer sees a difference, OtherHistory if the world is impossible.

    It is impossible for the viewer if another seat could not have made its move in it, or if other
    seats would have been to act.
    """
    audited, viewer = world.audited, world.viewer
    match = world.begin()
    last = len(audited.steps) - 1
    events: Sequence[Event] = []
    for number in range(world.first, last + 1):
        step = audited.steps[number]
        events = world.step(match, number)
        if match.to_act != step.to_act:
            raise OtherHistory
        here = notices_of(audited.match, viewer, step.events)
        there = notices_of(match, viewer, events)
        if json.dumps(here) != json.dumps(there):
            raise leak(world, {"notices": here}, {"notices": there}, number)
    step = audited.steps[last]
    truth = receive(audited.match, viewer, step.events, step)
    received = receive(match, viewer, events, step)
    if truth != received:
        raise leak(world, json.loads(truth), json.loads(received), last)
    if not world.names:
        expected: Any = audited.state.clone()
        expected.deck = audited.deck.refaced(world.faces)
        left, right = frozen(expected), frozen(match.moment().state)
        if left != right:
            raise audited.found(
                f"The state keeps what depends on hidden faces: {named_part(left, right)}. Work it "
                "out from the deck when it is needed, or a world with other faces is wrong.",
                "faces",
            )


def leak(world: OtherWorld, here: Any, there: Any, number: int) -> Finding:
    audited, viewer = world.audited, world.viewer
    who = "A spectator" if viewer is None else f"Seat {viewer}"
    what, reason = told_apart(here, there, audited.game.FACES)
    return Finding(
        f"{who} can tell what they may not know: {what} when cards that they have not seen have "
        f"other faces. {reason}",
        audited.record(number),
    )


def open_part(audited: AuditedMatch, state: GameState) -> Any:
    """All of a state but the faces that spectators have not seen."""
    copy: Any = state.clone()
    if audited.game.FACES:
        seen = audited.knowledge.seen[-1]
        faces = [face if seen >> card & 1 else -1 for card, face in enumerate(copy.deck.faces)]
        copy.deck = copy.deck.refaced(faces)
    return frozen(copy)


def named_part(left: Any, right: Any) -> str:
    """The attribute in which two states differ, and how."""
    for (name, here), (_, there) in zip(left, right, strict=True):
        if here != there:
            return f"`state.{name}` is {here!r}, and {there!r} otherwise"[:300]
    return "the state is another one"


def has_unseen(audited: AuditedMatch) -> bool:
    """Whether there is a card that somebody has not seen."""
    seen = audited.knowledge.seen
    places = audited.game.places(audited.state)
    return any(not each >> card & 1 for place in places for card in place.cards for each in seen)


def tells_some_only(audited: AuditedMatch) -> bool:
    """Whether somebody was told something in the last step that others were not."""
    everybody = (1 << len(audited.viewers)) - 1
    for event in audited.steps[-1].events:
        if event.viewers & everybody != everybody and (event.facts or event.cards):
            return True
    return any(audited.match.view(seat).private for seat in audited.viewers[:-1])
