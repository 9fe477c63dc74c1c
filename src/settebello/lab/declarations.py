"""Whether a game keeps to what it declares: teams, scores, places, facts, ranges, dice.

And whether every viewer receives what the rules show them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from settebello.cards import EVERYBODY, HIDDEN, NOBODY, Token
from settebello.declared import FactKind, bounds_of, facts_of, low_wins, numbered_in, teams_of
from settebello.events import cards_to
from settebello.game import Game, Result
from settebello.lab.audit import AuditedMatch, AuditStep, groups_of
from settebello.notation import SLOTS, ranges_of
from settebello.words import filled


def declared(audited: AuditedMatch) -> None:
    """The game keeps to what it declares."""
    bounds(audited)
    kinds(audited)
    ranges(audited)
    dice(audited)
    if not audited.match.over and audited.game.result(audited.state).winners:
        raise audited.found("`result` has winners before the match is over.")
    if audited.steps[-1].paused_too_early:
        raise audited.found("The rules call tell.pause() before the first event of a step.")


def wrong_winners(game: Game, result: Result) -> str | None:
    """What is wrong with who has won, in a sentence: the best score wins, and so a whole team."""
    won, scores = set(result.winners), result.scores
    if not won <= set(range(len(scores))):
        return f"The winners are {sorted(won)}, and there are {len(scores)} seats."
    teams = teams_of(game, len(scores))
    for team in teams:
        if won & set(team) and not won >= set(team):
            return (
                f"Seats {sorted(won)} win, and their team in TEAMS is {list(team)}: winners are "
                "whole teams."
            )
    sides = teams or [(seat,) for seat in range(len(scores))]
    sums = {side: sum([scores[seat] for seat in side]) for side in sides}
    best = min(sums.values()) if low_wins(game) else max(sums.values())
    if any(won & set(side) and total != best for side, total in sums.items()):
        way = "lowest" if low_wins(game) else "highest"
        without = "with" if low_wins(game) else "without"
        return (
            f"Seats {sorted(won)} win with the scores {list(scores)}: {without} LOW_WINS = True "
            f"the {way} wins."
        )
    return None


def bounds(audited: AuditedMatch) -> None:
    most, numbered = bounds_of(audited.game), numbered_in(audited.game)
    for place in audited.game.places(audited.state) if most or numbered else ():
        kind, _, number = place.name.partition(":")
        if kind in numbered and number and int(number) > numbered[kind]:
            raise audited.found(
                f"There is a place '{place.name}', and NUMBERED says that {numbered[kind]} is the "
                "highest number."
            )
        if len(place.cards) > most.get(kind, len(place.cards)):
            raise audited.found(
                f"'{place.name}' has {len(place.cards)} cards, and PLACES says at most "
                f"{most[kind]}."
            )


def kinds(audited: AuditedMatch) -> None:
    """Public and private facts are what `FACTS` and `PRIVATE_FACTS` say."""
    if hasattr(audited.game, "FACTS"):
        fit(audited, "FACTS", facts_of(audited.game), audited.match.facts(), "public")
    if hasattr(audited.game, "PRIVATE_FACTS"):
        private = facts_of(audited.game, "PRIVATE_FACTS")
        for seat in audited.viewers[:-1]:
            told = audited.match.view(seat).private
            fit(audited, "PRIVATE_FACTS", private, told, f"private of seat {seat}")


def fit(
    audited: AuditedMatch,
    name: str,
    declared: Mapping[str, FactKind],
    told: Mapping[str, Any],
    where: str,
) -> None:
    seats = len(audited.match.players)
    for fact, value in told.items():
        if fact not in declared:
            raise audited.found(f"{name} does not have '{fact}', which is told ({where}).")
        if not declared[fact].fits(value, seats):
            raise audited.found(
                f"The fact '{fact}' ({where}) is {value!r}, and {name} says {declared[fact]}."
            )
    for fact in declared:
        if fact not in told:
            raise audited.found(f"{name} has '{fact}', which is not told ({where}).")


def ranges(audited: AuditedMatch) -> None:
    """The values of moves are in the ranges of their patterns."""
    game, seats = audited.game, len(audited.match.players)
    for seat in audited.match.to_act:
        for move in audited.match.legal(seat):
            pattern = game.VERBS[move.verb]
            slots = [(part, values) for part, values in filled(pattern, move.text) if part in SLOTS]
            for (part, values), bound in zip(slots, ranges_of(pattern), strict=True):
                if bound and not all(bound[0] <= int(value) <= bound[1] for value in values):
                    raise audited.found(
                        f"The legal move '{move}' is out of the range of {part} in '{pattern}'."
                    )
            for slot, value in move.slots:
                if slot == "seat" and not 0 <= int(value) < seats:
                    raise audited.found(f"The legal move '{move}' names a seat that is not there.")
            if any(value < 0 for value in audited.notation.parted(move.play)[1]):
                raise audited.found(f"The legal move '{move}' has a negative number: {move.play}.")


def dice(audited: AuditedMatch) -> None:
    """Those faces are rolled that `DICE` has, and no others."""
    sides_declared = getattr(audited.game, "DICE", None)
    if sides_declared is None:
        return
    texts, deck = audited.game.FACES, audited.deck
    for tokens, sides in groups_of(deck):
        if tokens.start in deck.seals:
            continue
        for face in sorted({texts[deck.faces[token]] for token in tokens}):
            if bool(sides) != (face in sides_declared):
                said = "rolled, and DICE does not have it" if sides else "shuffled, and in DICE"
                raise audited.found(f"The face '{face}' is {said}.")


def shown(audited: AuditedMatch) -> None:
    """Every viewer receives what the rules show them."""
    match, step = audited.match, audited.steps[-1]
    faces, texts = audited.deck.faces, audited.game.FACES
    places = audited.game.places(audited.state)
    for viewer in audited.viewers:
        view = match.view(viewer).places
        bit = len(match.players) if viewer is None else viewer
        for place in places:
            seen = view.get(place.name, [])
            for index, card in enumerate(place.cards):
                sees = place.sight_of(index) >> bit & 1
                if len(seen) != len(place.cards) or (sees and seen[index] != texts[faces[card]]):
                    raise audited.found(f"{who(viewer)} does not see what lies in '{place.name}'.")
    for telling, event in zip(step.tellings, step.events, strict=True):
        audience = (1 << len(audited.viewers)) - 1
        if not telling.only & audience:
            raise audited.found(f"The event {event.kind} is told to nobody: look at its `only`.")
        if (
            telling.shown_to not in (NOBODY, EVERYBODY)
            and telling.shown_to & ~telling.only & audience
        ):
            raise audited.found(
                f"The event {event.kind} shows cards to viewers who are not told of it: its "
                "`shown_to` is not within its `only`."
            )
    for viewer in audited.viewers:
        read(audited, step, len(match.players) if viewer is None else viewer)


def read(audited: AuditedMatch, step: AuditStep, viewer: int) -> None:
    """A viewer reads the cards of an event where it takes them, if they see them there."""
    lies = audited.knowledge.lies
    before = step.before.knowledge.lies if step.before else {}
    for number, (telling, event) in enumerate(zip(step.tellings, step.events, strict=True)):
        if not event.viewers >> viewer & 1:
            continue
        later = {card for other in step.tellings[number + 1 :] for card in flat(other.cards)}
        for token, text in zip(flat(telling.cards), read_by(event.cards, viewer), strict=True):
            if text != HIDDEN or token not in lies or token not in before or token in later:
                continue
            too_early = telling.lay.get(token) == before[token].place != lies[token].place
            if too_early and lies[token].sight >> viewer & 1:
                name = who(None if viewer == len(audited.match.players) else viewer)
                raise audited.found(
                    f"{name} sees a card in '{lies[token].place}' that the event {event.kind} "
                    "names, and cannot read it there: tell of an event after the state was changed."
                )


def flat(cards: Any) -> list[Token]:
    """All cards of an event in order."""
    if isinstance(cards, int):
        return [Token(cards)]
    each = cards.values() if isinstance(cards, Mapping) else cards
    return [card for part in each for card in flat(part)]


def read_by(cards: Any, viewer: int) -> list[str]:
    """The same cards as a viewer reads them."""
    if isinstance(cards, Mapping):
        return [text for part in cards.values() for text in read_by(part, viewer)]
    if isinstance(cards, list):
        return [text for part in cards for text in read_by(part, viewer)]
    return [cards_to(cards, viewer)]


def who(viewer: int | None) -> str:
    return "A spectator" if viewer is None else f"Seat {viewer}"
