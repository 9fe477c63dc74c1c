"""Patterns that were made ready say what fluent.runtime says, to the byte, or leave it to that."""

import itertools
import random
from typing import Any

import pytest
from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import fluent_number
from fluent.syntax import ast

from settebello.words import HERE, LANGUAGES, Words
from settebello.words.messages import UnfitMessage, load_words
from settebello.words.patterns import LARGE, LONGEST

FILES = sorted(file for language in LANGUAGES for file in (HERE / language).glob("*.ftl"))
SMALL = range(26)
NUMBERS: list[Any] = [*SMALL, 99, 101, LARGE - 1, LARGE, 12345, -1, 1.5, True]


def twin_of(language: str, source: str) -> FluentBundle:
    bundle = FluentBundle([language], use_isolating=False)
    bundle.add_resource(FluentResource(source))
    return bundle


def said_by_twin(bundle: FluentBundle, name: str, arguments: dict[str, Any]) -> str | None:
    """What fluent.runtime says; None if that is an error."""
    message, _, attribute = name.partition(".")
    found = bundle.get_message(message)
    pattern = found.attributes[attribute] if attribute else found.value
    assert pattern is not None
    said, errors = bundle.format_pattern(pattern, arguments)
    return None if errors else str(said)


def said(words: Words, name: str, arguments: dict[str, Any]) -> str | None:
    try:
        return words.format(name, arguments)
    except UnfitMessage:
        return None


def patterns_in(source: str) -> list[str]:
    messages = [entry for entry in FluentResource(source).body if isinstance(entry, ast.Message)]
    named = [(m.id.name, each.id.name) for m in messages for each in m.attributes]
    return [m.id.name for m in messages if m.value] + [f"{one}.{other}" for one, other in named]


def keys_in(source: str) -> list[str]:
    """All words that a choice in these messages compares with."""
    lines = [line.strip() for line in source.splitlines()]
    return sorted({line[line.index("[") + 1 : line.index("]")] for line in lines if "[" in line})


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_all_our_messages_are_said_as_fluent_says_them(file: Any) -> None:
    language, source = file.parent.name, file.read_text("utf-8")
    words, twin = Words(language, [source], ()), twin_of(language, source)
    chance = random.Random(1)
    values: list[Any] = [*NUMBERS, *keys_in(source), "Ann", "the 3 of coins", ""]
    values += [fluent_number(number, useGrouping=False) for number in (3, 2000)]
    for name in patterns_in(source):
        used = sorted(words.uses(name) or ("done", "games", "low", "high"))
        for _ in range(40):
            arguments = {variable: chance.choice(values) for variable in used}
            expected = said_by_twin(twin, name, arguments)
            assert said(words, name, arguments) == expected, (name, arguments)


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_functions_are_left_to_fluent(language: str) -> None:
    for file in (HERE / language).glob("*.ftl"):
        source = file.read_text("utf-8")
        words = Words(language, [source], ())
        left = [name for name in patterns_in(source) if words.uses(name) is None]
        assert not left or (file.stem == "terminal" and "NUMBER(" in source)


SOURCE = """
-us = We
one = { $n ->
    [0] none
    [one] one
    [2.0] a pair
   *[other] { $n } of them
}
text = { $n ->
    [1] the number one
    [yes] indeed
   *[no] not at all
}
nested = { $a ->
    [x] { $b ->
        [y] both
       *[z] { $a } and { $b }
    }
   *[w] { "" }{ "\\u0041" }{ { $b } }
}
term = { -us } agree with { $a }
other = As said: { one }
call = { NUMBER($n, useGrouping: 1) } things
number = { 5 } things
attribute = { $a }
    .more = more { $b }
bare =
    .only = nothing else
"""


def test_what_authors_may_write_is_said_as_fluent_says_it() -> None:
    texts: list[Any] = ["x", "y", "yes", "one", "other", "zero", "", "a" * (LONGEST + 1)]
    for language in ("en", "it", "pl", "ar", "ja"):
        twin, words = twin_of(language, SOURCE), Words(language, [SOURCE], ())
        for name in patterns_in(SOURCE):
            for n, a in itertools.product([*NUMBERS, *texts], texts):
                arguments = {"n": n, "a": a, "b": "y" if a == "x" else a}
                expected = said_by_twin(twin, name, arguments)
                assert said(words, name, arguments) == expected, (language, name, arguments)


def test_what_does_not_fit_is_refused_with_all_that_may_be_used() -> None:
    words = Words("en", [SOURCE], ())
    with pytest.raises(UnfitMessage, match=r"It may use \$a, \$c\."):
        words.format("nested", {"a": "x", "c": "z"})
    with pytest.raises(UnfitMessage, match="cannot be said"):
        words.format("one", {"n": ["a list"]})
    assert words.format("bare", {}) is None
    assert words.format("attribute.less", {}) is None
    assert words.format("nothing", {}) is None


def test_what_a_message_uses_is_known() -> None:
    words = Words("en", [SOURCE], ())
    assert words.uses("nested") == frozenset("ab")
    assert words.uses("attribute.more") == frozenset("b")
    assert words.uses("term") is None
    assert words.uses("nothing") is None


def test_words_can_be_made_ready_at_once() -> None:
    words = load_words.__wrapped__("en", name="scopa")
    words.make_ready()
    assert words.format("thrown-in", {"tens": 3}) == (
        "There are 3 tens on the table: all cards are thrown in and dealt again."
    )
