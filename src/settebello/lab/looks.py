"""What is looked at after every move of a random match: a line of the verdict each.

A look raises Finding, with a sentence for the author, where the game does not keep its promise.
"""

from __future__ import annotations

import json

from settebello.cards import Token
from settebello.events import declared_events, misfit
from settebello.game import IllegalMove
from settebello.lab.audit import AuditedMatch, frozen, groups_of
from settebello.match import Match
from settebello.registry import RulesError


def legal(audited: AuditedMatch) -> None:
    """Legal lists are never empty, in a fixed order, without duplicates."""
    state, list_legal = audited.state, audited.game.legal
    before = frozen(state)
    for seat in state.to_act:
        plays = list(list_legal(state, seat))
        if not plays:
            raise audited.found(f"Seat {seat} is to act and has no legal move.")
        if len(set(plays)) < len(plays):
            twice = next(play for play in plays if plays.count(play) > 1)
            move = audited.match.legal(seat)[plays.index(twice)]
            raise audited.found(f"The legal move '{move}' is listed more than once.")
        if any(list(list_legal(other, seat)) != plays for other in (state, state.clone())):
            raise audited.found(f"The legal list of seat {seat} is another one at a second look.")
    if frozen(state) != before:
        raise audited.found("To list the legal moves changes the state.")


def clones(audited: AuditedMatch) -> None:
    """A clone is equal to its state and stays apart from it."""
    state = audited.state
    before = frozen(state)
    copy = state.clone()
    if frozen(copy) != before:
        raise audited.found("A clone is not equal to its state.")
    for seat in copy.to_act[:1]:
        audited.game.apply(copy, seat, audited.game.legal(copy, seat)[0], None)
        if frozen(state) != before:
            raise audited.found("A move that is made on a clone changes the state.")


def deck(audited: AuditedMatch) -> None:
    """What the house draws goes into the deck as it was drawn, and nothing else does."""
    step, now = audited.steps[-1], audited.deck
    if now.faces and not now.shuffles:
        raise audited.found(
            "The deck has faces that came in without a shuffle or a roll: make it with `shuffled`, "
            "`rolled` or `sealed`, or nobody can tell what else it might be."
        )
    groups = [(tokens, sides) for tokens, sides in groups_of(now) if tokens.start not in now.seals]
    known = audited.deck_at(step.before) if step.before else None
    old = 0
    if known is not None and known.deal == now.deal:
        old = len(known.shuffles) - len(known.seals)
    drawn = [(wanted, outcome) for wanted, outcome in step.draws if wanted.of_cards]
    new = groups[old:]
    if len(new) > len(drawn):
        raise audited.found("Cards were shuffled without a draw of the house.")
    lying = {card for place in audited.game.places(audited.state) for card in place.cards}
    for (tokens, sides), (wanted, outcome) in zip(new, drawn[len(drawn) - len(new) :], strict=True):
        if now.faces[tokens.start : tokens.stop] != outcome:
            raise audited.found(f"The deck does not have what was drawn for '{wanted.label}'.")
        if sides and lying.isdisjoint(tokens):
            raise audited.found(f"None of the dice of '{wanted.label}' lies in a place.")
        if wanted.kind == "roll" and not sides:
            raise audited.found(
                f"The dice of '{wanted.label}' were shuffled into the deck: use `rolled` or "
                "`rerolled`, or worlds deal the values again that fell."
            )
        if wanted.kind == "roll" and sorted(set(sides)) != sorted(set(wanted.items)):
            raise audited.found(f"The dice of '{wanted.label}' have other faces in the deck.")
        if wanted.kind == "shuffle" and sides:
            raise audited.found(f"The cards of '{wanted.label}' were rolled, not shuffled.")
    for token in step.seals:
        if now.faces[token] not in now.sides[now.shuffles.index(token)]:
            raise audited.found("A choice was sealed that is not `among` those it might be.")


def pieces(audited: AuditedMatch) -> None:
    """Every card lies in one place."""
    lying: set[Token] = set()
    names: set[str] = set()
    for place in audited.game.places(audited.state):
        if place.name in names:
            raise audited.found(f"Two places are called '{place.name}'.")
        names.add(place.name)
        for card in place.cards:
            if card in lying:
                raise audited.found(f"A card lies twice: once more in '{place.name}'.")
            lying.add(card)
    deck, texts = audited.deck, audited.game.FACES
    groups = [tokens for tokens, sides in groups_of(deck) if not sides]  # dice may go
    if not names or not groups:
        return
    missing = [deck.faces[card] for card in groups[0]]  # the whole deck
    for card in sorted(lying):
        if not any(card in group for group in groups):
            continue
        if deck.faces[card] not in missing:
            raise audited.found(f"There is a {texts[deck.faces[card]]} too many.")
        missing.remove(deck.faces[card])
    if missing:
        raise audited.found(f"Lost: {' '.join(texts[face] for face in missing)}.")


def told(audited: AuditedMatch) -> None:
    """No card moves without an event."""
    step = audited.steps[-1]
    if step.before is None or any(wanted.of_cards for wanted, _ in step.draws):
        return  # cards were gathered for a shuffle
    old, now = audited.deck_at(step.before), audited.deck
    if old.deal != now.deal:
        return
    count = {place.name: len(place.cards) for place in audited.game.places(step.before.state)}
    for event in step.events:
        for moved in event.moved:
            count[moved.leaves] = count.get(moved.leaves, 0) - 1
            count[moved.goes] = count.get(moved.goes, 0) + 1
    sealed = len(now.faces) - len(old.faces)  # choices, which came from nowhere
    for place in audited.game.places(audited.state):
        more = len(place.cards) - count.get(place.name, 0)
        if not 0 <= more <= sealed:
            raise audited.found(f"Cards came to or left '{place.name}', and no event tells of it.")


def events(audited: AuditedMatch) -> None:
    """Each event has the fields that the game declares."""
    if not hasattr(audited.game, "EVENTS"):
        return
    declared = declared_events(audited.game)
    for event in audited.steps[-1].events:
        if wrong := misfit(event, declared, len(audited.match.players)):
            raise audited.found(wrong)


def texts(audited: AuditedMatch) -> None:
    """Each legal move has a text of its own, which parses back."""
    if len(audited.steps) == 1:
        writable(audited)
    for seat in audited.match.to_act:
        written = [move.text for move in audited.match.legal(seat)]
        for text in written:
            for spelled in (text, text.lower(), text.upper()):
                ask = audited.notation.read(spelled)
                if ask is None or ask.text != text:
                    raise audited.found(f"The move '{text}' does not parse back.")
        if len(set(written)) < len(written):
            twice = next(text for text in written if written.count(text) > 1)
            raise audited.found(f"Several different moves are written '{twice}'.")


def writable(audited: AuditedMatch) -> None:
    """Faces and ranks are single words, each another one whatever its case."""
    for names in (audited.game.FACES, audited.notation.ranks):
        for number, name in enumerate(names):
            if len(name.split()) != 1:
                raise audited.found(f"'{name}' is not a single word: moves could not be read.")
            if name.casefold() in [other.casefold() for other in names[:number]]:
                raise audited.found(f"'{name}' is there twice, but for its case.")


def refusals(audited: AuditedMatch) -> None:
    """Wrong moves are refused with a reason and change nothing."""
    match, before = audited.match, frozen(audited.state)
    for seat in match.to_act:
        offered = {move.text for move in match.legal(seat)}
        for text in audited.probes():
            ask = audited.notation.read(text)
            if ask is not None and ask.text in offered:
                continue
            try:
                match.find(seat, text)
            except IllegalMove as refused:
                if not refused.code or not isinstance(refused.code, str):
                    raise audited.found(f"'{text}' is refused without a reason.") from None
    if frozen(audited.state) != before:
        raise audited.found("A refused move changes the state.")


def replay(audited: AuditedMatch) -> None:
    """Every record replays to the same state."""
    steps = len(audited.steps)
    if steps & (steps - 1) and not audited.match.over:
        return  # at 1, 2, 4, 8, ... steps and at the end
    try:
        again = Match.replay(json.loads(json.dumps(audited.match.record())), game=audited.game)
    except RulesError:
        raise
    except (TypeError, ValueError) as error:
        raise audited.found(str(error)) from None
    if frozen(again.moment().state) != frozen(audited.state):
        raise audited.found("The record replays to another state.")
    for viewer in audited.viewers:
        if again.view(viewer).to_dict() != audited.match.view(viewer).to_dict():
            raise audited.found("The record replays to another view.")


def facts(audited: AuditedMatch) -> None:
    """What is told of cards with `tell.learn` is true."""
    step, told = audited.steps[-1], audited.knowledge.facts
    known = step.before.knowledge if step.before else None
    if known is not None and known.deal == audited.knowledge.deal:
        told = told[len(known.facts) :]
    for fact in told:
        if not fact.holds(audited.game, audited.deck.faces):
            names = f"'{fact.name}' of the cards {list(fact.cards)} with {list(fact.numbers)}"
            raise audited.found(f"A fact was told that is not true: {names}.")
