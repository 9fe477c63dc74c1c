"""The client's own sentences: none is missing, none is spare, and the languages say the same."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Visitor

from settebello.cards import Seat
from settebello.games import OUR_GAMES, dice
from settebello.terminal.commands import REMOTE as COMMANDS
from settebello.words import HERE, LANGUAGES, phrases
from settebello.words.phrases import either, listed, phrase, title

PACKAGE = Path(phrases.__file__).parents[1]
SOURCES = [*sorted((PACKAGE / "terminal").glob("*.py")), *sorted((PACKAGE / "cli").glob("*.py")),
           PACKAGE / "lab/new.py",
           *sorted((PACKAGE / "server").glob("*.py")),
           *sorted((PACKAGE / "store").rglob("*.py"))]  # fmt: skip
# Names that are made when they are needed: a game, a command, a place, ... follows.
FAMILIES = ("command-", "help-", "place-", "colour-", "fact-", "each-", "usage-", "metavar-",
            "argument-", "reason-", "check-", "emote-")  # fmt: skip
# Functions that take the name of a message, and at which place.
FUNCTIONS = {"phrase": 1, "find_phrase": 1, "Unusable": 0, "say": 0, "_say": 0, "_ask": 0}


class Variables(Visitor):
    """Collects the arguments that a message uses."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_VariableReference(self, node: ftl.VariableReference) -> None:
        self.names.add(node.id.name)


def messages(language: str) -> dict[str, set[str]]:
    """All messages, each with the arguments that it uses."""
    found: dict[str, set[str]] = {}
    source = (HERE / language / "terminal.ftl").read_text("utf-8")
    for entry in FluentParser().parse(source).body:
        assert not isinstance(entry, ftl.Junk), entry.content
        if isinstance(entry, ftl.Message):
            assert entry.id.name not in found, f"{entry.id.name} is there twice"
            variables = Variables()
            variables.visit(entry)
            found[entry.id.name] = variables.names
    return found


def calls() -> list[tuple[str, set[str]]]:
    """Each message that is asked for by its name, with the arguments that it is given."""
    found = []
    for file in SOURCES:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            function = getattr(node.func, "id", getattr(node.func, "attr", ""))
            place = FUNCTIONS.get(function)
            if place is not None and isinstance(node.args[place], ast.Constant):
                name = str(ast.literal_eval(node.args[place]))
                found.append((name, {str(keyword.arg) for keyword in node.keywords}))
    return found


def test_the_languages_say_the_same() -> None:
    english = messages("en")
    for language in LANGUAGES:
        assert messages(language) == english


def test_every_sentence_that_is_asked_for_is_there_and_gets_what_it_uses() -> None:
    there = messages("en")
    asked = calls()
    assert len(asked) > 40
    for name, arguments in asked:
        assert name in there
        assert there[name] <= arguments, name


def test_no_sentence_is_spare() -> None:
    literals = {
        node.value
        for file in SOURCES
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    for name in messages("en"):
        # The names of these two kinds are made, in checking.py and store_commands.py.
        said = {name, name.removeprefix("bad-"), name.removeprefix("node-")} & literals
        assert said or name.startswith(FAMILIES), f"nobody says '{name}'"


def test_families_are_complete() -> None:
    there = messages("en")
    for command in COMMANDS:
        assert f"command-{command}" in there
        assert f"help-{command}" in there
    for colour in (*dice.STARTING_COLOURS, *(dice.colour(Seat(0), n) for n in (6, 12))):
        assert f"colour-{colour}" in there
    for name, used in there.items():
        if name.startswith(FAMILIES):
            given = {"value"} if name.startswith(("fact-", "each-")) else set()
            assert used == ({"games"} if name == "usage-examples" else given), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_that_can_be_typed_are_words_and_differ(language: str) -> None:
    words = [phrase(language, f"command-{command}") for command in COMMANDS]
    assert len(set(words)) == len(words)
    for word in words:
        assert re.fullmatch(r"[a-z]+", word)
    yes, no = phrase(language, "yes-words").split(), phrase(language, "no-words").split()
    assert not set(yes) & set(no)
    # In one language a word is not the other word of another.
    for other, word in zip(COMMANDS, words, strict=True):
        assert word == other or word not in COMMANDS


def test_names_are_joined_as_people_do() -> None:
    assert either("en", ["3"]) == "3"
    assert either("en", ["2", "3", "4"]) == "2, 3 or 4"
    assert either("it", ["2", "3"]) == "2 o 3"
    assert listed("it", ["Ann", "Bea", "Cal"]) == "Ann, Bea e Cal"


def test_a_game_from_elsewhere_goes_by_its_own_name() -> None:
    assert [title(game, "it") for game in OUR_GAMES if game.NAME == "rummy"] == ["Ramino"]

    class Stranger:
        NAME = "whist"
        FACES = ()

    assert title(Stranger(), "it") == "whist"  # type: ignore[arg-type]


def test_a_missing_sentence_names_itself() -> None:
    with pytest.raises(KeyError, match="no message 'nothing-of-the-kind'"):
        phrase("en", "nothing-of-the-kind")
