"""The reference for game authors: its tables are those of the code, not one line more or less."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from fluent.syntax import FluentParser, ast

from settebello import words
from settebello.cards import Deck
from settebello.declared import FACT_KINDS, LAYOUTS, check_declared
from settebello.events import KINDS, OF_NOTICES, read_field
from settebello.game import Draw, Facts, Game, Option, Result
from settebello.notation import SLOTS
from settebello.registry import CONSTANTS, FUNCTIONS
from settebello.words import labels, sentences
from settebello.words.messages import UnfitMessage, Words
from settebello.words.variables import variables_of

ROOT = Path(__file__).parent.parent
SOURCES = [file.read_text("utf-8") for file in ROOT.glob("src/settebello/**/*.py")]


def page(name: str) -> str:
    return (ROOT / f"docs/reference/{name}.md").read_text("utf-8")


def table(name: str, heading: str) -> list[list[str]]:
    """The rows of the tables below a heading of a page, without their heads."""
    section = re.split(rf"^## {heading}$", page(name), flags=re.M)[1].split("\n## ")[0]
    rows = [
        [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        for line in section.splitlines()
        if line.startswith("|")
    ]
    lines = [number for number, row in enumerate(rows) if set("".join(row)) == {"-"}]
    assert lines, "a table is missing"
    return [row for n, row in enumerate(rows) if n not in lines and n + 1 not in lines]


def ticked(text: str) -> list[str]:
    """What stands in backticks."""
    return re.findall(r"`([^`]+)`", text)


def named(name: str, heading: str) -> list[str]:
    """What the first column of a table names, without arguments."""
    return [ticked(row[0])[0].partition("(")[0] for row in table(name, heading)]


# The names of the contract.


def test_every_required_name_has_a_line() -> None:
    assert named("names", "Required constants") == list(CONSTANTS)
    assert named("names", "Required functions") == list(FUNCTIONS)


def test_every_optional_name_that_the_code_asks_for_has_a_line() -> None:
    asked = {
        name for text in SOURCES for name in re.findall(r'attr\((?:\w+\.)*game, "(\w+)"', text)
    }
    asked |= {name for text in SOURCES for name in re.findall(r'vars\(game\).get\("(\w+)"', text)}
    asked = {name for name in asked if not name.startswith("__")} - {*CONSTANTS, *FUNCTIONS}
    asked |= {"FACTS", "PRIVATE_FACTS", "holds", "legacy"}
    listed = named("names", "Optional functions") + named("names", "Optional constants")
    assert sorted(listed) == sorted(asked)
    contract = (ROOT / "src/settebello/game.py").read_text("utf-8")
    assert all(f"`{name}" in contract for name in listed)


def test_examples_of_the_names_are_python_and_have_the_name() -> None:
    for heading in ("Required constants", "Optional constants"):
        for name, _, example in table("names", heading):
            assert ticked(example)[0].startswith(f"{ticked(name)[0]} = ")
    parts = ("Required constants", "Required functions", "Names of the state", "Optional functions")
    for heading in (*parts, "Optional constants"):
        for row in table("names", heading):
            compile("def f():\n    " + ticked(row[2])[0], "names.md", "exec")


def test_what_rules_call_is_there_with_these_arguments() -> None:
    owners = {"Draw": Draw, "deck": Deck, "Result": Result}
    said = {}
    for row in table("names", "What rules call"):
        called, _, arguments = ticked(row[0])[0].removesuffix(")").partition("(")
        said[called] = [name.partition("=")[0] for name in arguments.split(", ") if name]
    assert said.pop("Deck") == []
    assert set(said.pop("Option")) == {*inspect.signature(Option).parameters, "*"} - {"once"}
    for called, listed in said.items():
        owner, _, method = called.partition(".")
        asked = [*inspect.signature(getattr(owners[owner], method)).parameters]
        meant = {"order": "outcome", "faces": "outcome"} if owner == "deck" else {}
        assert listed == [meant.get(name, name) for name in asked if name != "self"], called


def test_every_slot_of_a_pattern_has_a_line() -> None:
    assert sorted(named("names", "Patterns of moves")) == sorted(SLOTS)


# Places, facts, events.


def test_every_layout_has_a_line_and_can_be_declared() -> None:
    hints = named("places", "Layout hints")
    assert [hint.partition(" ")[0] for hint in hints] == list(LAYOUTS)
    for hint in hints:
        check_declared(made_game(LAYOUT={"trick": hint}))


def test_names_of_places_are_laid_out_as_in_the_browser() -> None:
    rows = table("places", "Names with a meaning")[:-2]
    said = {ticked(row[0])[0].partition(":")[0]: row[2].strip("`") for row in rows}
    layout = (ROOT / "web/src/table/layout.ts").read_text("utf-8")
    (usual,) = re.findall(r"USUAL: Record<string, string> = \{(.*?)\}", layout, re.S)
    there = dict(re.findall(r'(\w+): "(.*?)"', usual))
    assert said == {**there, "taken": "alone", "table": "row"}
    terminal = (ROOT / "src/settebello/words/en/terminal.ftl").read_text("utf-8")
    assert {*re.findall(r"^place-(\w+) =", terminal, re.M)} <= {*said}


def test_every_kind_of_a_fact_has_a_line_and_can_be_declared() -> None:
    rows = table("facts", "Declaring facts")
    assert sorted(ticked(row[0])[0] for row in rows) == sorted(FACT_KINDS)
    for kind, meaning, example in rows:
        assert (
            meaning.replace("texts of ", "").replace("the text of ", "")
            == FACT_KINDS[ticked(kind)[0]]
        )
        check_declared(made_game(FACTS={"fact": ticked(example)[0].strip('"')}))


def test_every_kind_of_a_field_has_a_line_and_is_declared_so() -> None:
    rows = table("events", "Kinds of fields")
    assert {ticked(kind)[0]: meaning for kind, meaning, _ in rows} == KINDS
    for kind, _, how in rows:
        for declared in ticked(how):
            example = {"_seat": "asked_seat", "_seats": "best_seats"}.get(declared, declared)
            assert read_field("Event", example)[1] == ticked(kind)[0]
    section = page("events").split("cannot be fields: ")[1].split("\n\n")[0]
    assert ticked(section) == list(OF_NOTICES)


# Decks.

DECKS = (ROOT / "web/src/cards/decks.ts").read_text("utf-8")


def test_faces_draw_the_deck_that_the_page_says() -> None:
    drawn = dict(re.findall(r'\["(\w+)", /(.*?)/\],', DECKS))
    rows = {
        ticked(row[0])[0]: ticked(row[3]) for row in table("decks", "Which faces draw which deck")
    }
    assert list(rows) == [*drawn, "text"]
    for deck, faces in rows.items():
        fitting = [each for each in drawn if all(re.match(drawn[each], face) for face in faces)]
        assert (fitting or ["text"])[0] == deck


# Messages: whatever a message is given can be seen when it asks for something else.


def made_game(**constants: Any) -> Game:
    """Something like a game, with these names."""
    given = {
        "NAME": "made",
        "FACES": ("7D", "3S", "rock", "5"),
        "DICE": ("5",),
        "RANKS": ("7", "K"),
        "OPTIONS": (Option("target", 3, low=1, high=9),),
        "VERBS": {"verb": "{card} {cards} {n} {seat} {rank}", "pick": "{n} {spot}", "s": "{spots}"},
        **constants,
    }
    game: Any = SimpleNamespace(**given)
    return game  # type: ignore[no-any-return]


def given_to(name: str, say: Callable[[Game], object], monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The variables that a message may use, by the complaint of one that uses another."""
    message, _, attribute = name.partition(".")
    source = f"{message} = {{ $strange }}\n"
    if attribute:
        short = "    .short = short\n" if attribute == "colour" else ""
        source = f"{message} = a message\n{short}    .{attribute} = {{ $strange }}\n"
    monkeypatch.setattr(words, "words_of", lambda *_: Words("en", [source], (), ()))
    monkeypatch.setattr(sentences, "words_of", lambda *_: Words("en", [source], (), ()))
    monkeypatch.setattr(labels, "words_of", lambda *_: Words("en", [source], (), ()))
    game = made_game()
    with pytest.raises(UnfitMessage) as complaint:
        say(game)
    may_use = str(complaint.value).split("It may use ")[1]
    return {f"${variable}" for variable in re.findall(r"\$(\w+)", may_use)}


class Written:
    def __init__(self, verb: str, text: str) -> None:
        self.verb, self.text = verb, text


MOVE = Written("verb", "7D 3S 3S 2 1 K")
PLAYERS = ("Ann", "Bea")
TEXTS: Facts = {"waiting_for": "own card", "round": 2}


def faced(game: Game, face: str, source: str) -> object:
    return Words("en", [source], [face], game.DICE)  # type: ignore[attr-defined]


def said(name: str) -> Callable[[Game], object]:
    """How a message of this name is said."""
    strange = "{ $strange }"
    ways: dict[str, Callable[[Game], object]] = {
        "title": words.title,
        "about": words.about,
        "aim": words.aim,
        "prompt-VERB": words.prompts,
        "prompt-VERB.next": words.prompts,
        "lesson-NUMBER": lambda game: words.coach_says(game, "1"),
        "lesson-end": lambda game: words.coach_says(game, "end"),
        "move-VERB": lambda game: labels.label(game, MOVE, PLAYERS, TEXTS),
        "move-VERB.short": lambda game: labels.short_label(game, MOVE, "en", PLAYERS),
        "move-VERB.any": lambda game: labels.label_any(game, MOVE, "7D", "lay", PLAYERS),
        "refusal-CODE": lambda game: words.refuse(game, "code", text="7D", legal="3S"),
        "option-NAME": lambda game: words.option_text(game, game.OPTIONS[0]),
        "option-NAME.CHOICE": lambda game: words.choice_text(game, game.OPTIONS[0], "choice"),
        "fact-NAME": lambda game: words.facts(game),
        "fact-NAME.kind": lambda game: words.facts(game),
        "fact-NAME.TEXT": lambda game: words.fact_texts(game),
        "place-NAME": lambda game: words.place_names(game),
        "card": lambda game: faced(game, "7D", f"card = {strange}"),
        "card-FACE": lambda game: faced(game, "rock", f"card-rock = {strange}"),
        "card.short": words.short_cards,
        "card.colour": words.short_cards,
        "card.letters": words.suit_letters,
        "die": lambda game: faced(game, "5", f"die = {strange}"),
        "rank": words.rank_names,
        "rank-RANK": words.rank_names,
    }
    return ways[name]


NAMES = {
    "prompt-VERB": "prompt-verb",
    "lesson-NUMBER": "lesson-1",
    "move-VERB": "move-verb",
    "refusal-CODE": "refusal-code",
    "option-NAME": "option-target",
    "fact-NAME": "fact-round",
    "place-NAME": "place-trick",
    "rank-RANK": "rank-K",
    "option-NAME.CHOICE": "option-target.choice",
    "fact-NAME.TEXT": "fact-round.light-blue",
}
HEADINGS = ("The game", "Refusals", "Options", "Facts and places", "Cards, dice and ranks")
SIMPLE = [(row[0], row[2]) for part in HEADINGS for row in table("messages", part)]


@pytest.mark.parametrize(("message", "may_use"), SIMPLE, ids=[row[0].strip("`") for row in SIMPLE])
def test_a_message_may_use_what_the_page_says(
    message: str, may_use: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (name,) = ticked(message)
    first, dot, attribute = name.partition(".")
    real = NAMES.get(name) or NAMES.get(first, first) + dot + attribute
    assert may_use == "nothing" or ticked(may_use)
    assert given_to(real, said(name), monkeypatch) == set(ticked(may_use))


def test_the_label_of_a_move_may_use_what_the_page_says(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = table("messages", "Moves")
    slots = {ticked(row[0])[0]: ticked(row[1])[0] for row in rows if "{" in row[0]}
    assert slots == {slot: f"${variable}" for slot, variable in labels.VARIABLES.items()}
    assert labels.slot_names("{n} x {n} {n}") == ["n", "n_2", "n_3"]
    of_verb = {"$card", "$cards", "$n", "$player", "$rank"}
    given = given_to("move-verb", said("move-VERB"), monkeypatch)
    assert given == of_verb | {"$waiting_for"}
    by_number = partial_label(Written("pick", "1 0"))
    assert given_to("move-pick", by_number, monkeypatch) == {
        "$n",
        "$spot",
        "$player",
        "$waiting_for",
    }
    assert given_to("move-verb.short", said("move-VERB.short"), monkeypatch) == of_verb
    (any_row,) = [row for row in rows if row[0] == "`move-VERB.any`"]
    given = given_to("move-verb.any", said("move-VERB.any"), monkeypatch)
    assert given == set(ticked(any_row[2]))


def partial_label(move: Written) -> Callable[[Game], object]:
    return lambda game: labels.label(game, move, PLAYERS, TEXTS)


def test_an_event_may_use_what_the_page_says_of_its_fields() -> None:
    rows = [row for row in table("messages", "Events") if len(row) == 4]
    assert {ticked(row[0])[0] for row in rows} == set(KINDS)
    for kind, field, gives, _ in rows:
        name, found = read_field("Event", ticked(field)[0])
        assert found == ticked(kind)[0]
        assert {f"${each}" for each in variables_of({name: found})} == set(ticked(gives))


def test_every_message_that_the_code_looks_for_is_on_the_page() -> None:
    text = page("messages")
    sources = [file.read_text("utf-8") for file in ROOT.glob("src/settebello/words/*.py")]
    asked = {name for source in sources for name in re.findall(r'format\(f?"([a-z-]+)', source)}
    inner = {"house-rule", "language", "quoted", "chances"}
    inner |= {"picked-own", "picked-of", "picked-hidden"}
    assert asked - inner
    for name in asked - inner:
        assert f"`{name}" in text, name


@pytest.mark.parametrize("name", ["messages", "places", "facts"])
def test_listings_of_words_are_fluent(name: str) -> None:
    listings = re.findall(r"^```ftl\n(.*?)^```$", page(name), re.S | re.M)
    assert listings
    for listing in listings:
        entries = FluentParser().parse(listing).body
        assert not any(isinstance(entry, ast.Junk) for entry in entries)


def test_the_reference_can_be_read_without_a_site() -> None:
    for name in ("names", "places", "decks", "facts", "messages", "events"):
        assert ":::" not in page(name)
