"""What the sentences of events and the labels of moves may use, and whether they use more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

from settebello.cards import HIDDEN
from settebello.declared import facts_of
from settebello.events import declared_events
from settebello.game import Game
from settebello.words import file_of, hyphened, labels, rules_file, spoken, words_of

PLAYERS = ("Ann", "Bea")
# A value of each kind, to see which arguments it gives. Only what is by seat is as long as PLAYERS.
SAMPLES: Mapping[str, Any] = {
    "seat": 0,
    "seats": [0],
    "card": HIDDEN,
    "cards": [HIDDEN],
    "hands": [[HIDDEN], [HIDDEN]],
    "number": 1,
    "numbers": [1],
    "by_seat": [1, 2],
    "flag": True,
    "text": "",
}


def variables_of(fields: Mapping[str, str]) -> set[str]:
    """The arguments that the sentence of an event with these fields gets."""
    words = words_of(None, "en")
    found: set[str] = set()
    for name, kind in fields.items():
        found.update(spoken(name, SAMPLES[kind], None, PLAYERS, words))
    return found


def variables_of_move(game: Game, verb: str) -> set[str]:
    """The arguments that the label of a move of this verb gets, as far as the game declares them.

    Public facts that are texts are among them if they are in `FACTS`.
    """
    pattern = game.VERBS[verb]
    found = {*labels.slot_names(pattern)}
    if labels.names_by_number(pattern):
        found.add("player")
    return found | {name for name, fact in facts_of(game).items() if fact.kind == "text"}


def unknown_variables(game: Game, language: str) -> Iterator[tuple[str, str]]:
    """Each event with a variable that its sentence uses and that no declared field gives."""
    file = file_of(language, rules_file(game), game.NAME)
    source = file.read_text("utf-8") if file.is_file() else ""
    used = {
        entry.id.name: used_in(entry)
        for entry in FluentParser().parse(source).body
        if isinstance(entry, ast.Message)
    }
    for event, fields in declared_events(game).items():
        for variable in sorted(used.get(hyphened(event), set()) - variables_of(fields)):
            yield event, variable


def used_in(message: ast.Message) -> set[str]:
    """The variables that a message and its attributes use."""
    found = FoundVariables()
    found.visit(message)
    return found.names


class FoundVariables(Visitor):
    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:
        self.names.add(node.id.name)
