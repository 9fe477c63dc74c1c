"""What the author of a game sees of a table: every seat's view and moves, the state, the events."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from reprlib import Repr
from typing import Any, TypeVar

from settebello.cards import Viewers
from settebello.events import Event
from settebello.game import AMONG, VOID, Facts, Game, Move, deck_of
from settebello.match import Match
from settebello.plain_data import field_names
from settebello.registry import RulesError
from settebello.sampling import Fact
from settebello.server.dev_bodies import (
    DevCard,
    DevEvent,
    DevFact,
    DevFile,
    DevSeat,
    DevTable,
    DevTold,
)
from settebello.server.steps import open_notice, open_view
from settebello.table import protocol
from settebello.table.driver import HostedTable
from settebello.table.messages import seat_infos
from settebello.words import at_table

Result = TypeVar("Result")
EVENTS = 60  # that are shown, the last ones
FACTS = 60
MOVES = 200  # of a seat
LONGEST = 2_000  # signs of a value in the state


def dev_view(hosted: HostedTable, rules: DevFile, language: str) -> DevTable:
    """A table as its author sees it. Rules that fail leave a gap, and `failure` says why."""
    table = hosted.table
    failures = [] if hosted.failure is None else [str(hosted.failure)]
    ask = partial(asked_of_rules, failures)
    match, delivery = table.match, table.delivery
    return DevTable(
        table.opened.table,
        table.match_id,
        table.opened.game,
        rules,
        table.phase,
        not hosted.by_hand,
        match.to_act if match else (),
        sorted(delivery.waiting),
        match.history.move_count if match else 0,
        ask(lambda: match.scores if match else (), ()),
        list(seats_of(hosted, language, failures)),
        ask(lambda: open_view(match) if match else None, None),
        dict(fields_of(match.moment().state)) if match else {},
        events_of(hosted, language),
        facts_of(match) if match else [],
        failures[-1] if failures else "",
    )


def asked_of_rules(
    failures: list[str], question: Callable[[], Result], otherwise: Result
) -> Result:
    """The answer of the rules; if they fail, `otherwise`, and the reason is added to `failures`."""
    try:
        return question()
    except RulesError as failure:
        failures.append(str(failure))
        return otherwise


def seats_of(hosted: HostedTable, language: str, failures: list[str]) -> Iterator[DevSeat]:
    """Each seat, and the spectators at last."""
    match, ask = hosted.table.match, partial(asked_of_rules, failures)
    names = hosted.table.state.names(language)
    for seat, info in enumerate(seat_infos(hosted.table, language)):
        found = DevSeat(seat, info.name, info.bot, info.present)
        if match is not None:
            found.view = ask(lambda: match.view(seat).to_dict(), None)  # noqa: B023 (asked now)
            no_moves: list[Move] = []
            no_facts: Facts = {}
            moves = ask(lambda: match.legal(seat), no_moves)  # noqa: B023
            facts = ask(match.facts, no_facts)
            found.moves = len(moves)
            for move in moves[:MOVES]:
                said = at_table.labels(match.game, move, names, facts, language)
                choice = protocol.Choice(move.text, move.verb, move.pieces, *said, move.slots)
                found.legal.append(choice)
        yield found
    yield DevSeat(None, view=ask(lambda: match.view(None).to_dict() if match else None, None))


# What happened, and who was told what of it.


def events_of(hosted: HostedTable, language: str) -> list[DevEvent]:
    """The last events of the match, also of moves that were taken back."""
    history = hosted.table.state.history
    first = max(0, len(history) - EVENTS)
    names = hosted.table.state.names(language)
    game = hosted.table.state.game
    return [
        DevEvent(
            number, event.kind, open_notice(event), list(told_of(event, game, names, language))
        )
        for number, event in enumerate(history[first:], start=first + 1)
    ]


def told_of(event: Event, game: Game, names: list[str], language: str) -> Iterator[DevTold]:
    """What the viewers were told of an event: one for all who were told the same."""
    groups: list[tuple[dict[str, Any], list[int | None]]] = []
    for viewer in viewers_in(event.viewers, len(names)):
        notice = event.notice(len(names) if viewer is None else viewer)
        assert notice is not None
        same = next((to for known, to in groups if known == notice), None)
        if same is None:
            groups.append((notice, [viewer]))
        else:
            same.append(viewer)
    for notice, to in groups:
        reader = to[0] if len(to) == 1 else None  # else as spectators read it
        text = at_table.in_words(game, notice, reader, names, language)["text"]
        yield DevTold(to, notice, text)


def viewers_in(viewers: Viewers, seats: int) -> list[int | None]:
    """The seats in a set of viewers, and None if the spectators are in it."""
    found: list[int | None] = [seat for seat in range(seats) if viewers >> seat & 1]
    return [*found, None] if viewers >> seats & 1 else found


# What the rules keep and have told.


def facts_of(match: Match) -> list[DevFact]:
    """The last facts of this deal."""
    return [dev_fact(match, fact) for fact in match.moment().knowledge.facts[-FACTS:]]


def dev_fact(match: Match, fact: Fact) -> DevFact:
    """A fact, with the faces of its cards."""
    moment, names = match.moment(), match.game.FACES
    lies, faces = moment.knowledge.lies, deck_of(moment.state).faces
    cards = [
        DevCard(names[faces[card]], lies[card].place if card in lies else "") for card in fact.cards
    ]
    shown = [names[number] for number in fact.numbers] if fact.name in (AMONG, VOID) else []
    known_by = viewers_in(fact.viewers, len(match.players))
    return DevFact(fact.name, cards, list(fact.numbers), shown, known_by)


def fields_of(value: object) -> Iterator[tuple[str, str]]:
    """The fields of an object, as Python writes them, shortened."""
    for name in field_names(value):
        if hasattr(value, name):
            yield name, WRITING.repr(getattr(value, name))[:LONGEST]


class Writing(Repr):
    """Writes values as Python does, also objects that do not know how to be written."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 4
        self.maxlist = self.maxtuple = self.maxset = self.maxfrozenset = self.maxdict = 120
        self.maxstring = self.maxother = 200

    def repr_instance(self, x: Any, level: int) -> str:
        plain: object = object.__repr__
        if type(x).__repr__ is not plain or level <= 0:
            return super().repr_instance(x, level)
        inner = [f"{name}={self.repr1(getattr(x, name), level - 1)}" for name in field_names(x)]
        return f"{type(x).__name__}({', '.join(inner)})"


WRITING = Writing()
