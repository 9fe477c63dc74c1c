"""The reference of the library: its examples run, and it names all that is public."""

from __future__ import annotations

import doctest
import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import settebello
from live import serving
from settebello import bots, cards, client, game
from settebello.luck import Luck

ROOT = Path(__file__).parents[1]
PAGES = sorted((ROOT / "docs/reference").glob("*.md"))
NAMES = [
    name for page in PAGES for name in re.findall(r"^::: (\S+)$", page.read_text("utf-8"), re.M)
]
IN_WORDS = {  # what the pages say in a sentence: numbers, texts, and names of types
    *("COMPILED", "BOT_NAMES", "Bot", "BotName"),
    *("ALONE", "EVERYBODY", "NOBODY", "HIDDEN", "ITALIAN", "FRENCH"),
    *("Seat", "Token", "Viewers", "Game", "StateT"),
}


def found(name: str) -> Any:
    module, _, attribute = name.rpartition(".")
    return getattr(importlib.import_module(module), attribute)


def public_names() -> Iterator[tuple[str, object]]:
    for package in (settebello, bots, client):
        yield from ((name, getattr(package, name)) for name in package.__all__)
    for module in (cards, game):
        for name, value in vars(module).items():
            if getattr(value, "__module__", "") == module.__name__ and not name.startswith("_"):
                yield name, value


def members(value: object) -> Iterator[tuple[str, Any]]:
    """The public methods and properties of a class, but not those of every kind of luck."""
    for name, member in vars(value).items() if inspect.isclass(value) else ():
        function = getattr(member, "__func__", member)
        ours = inspect.isroutine(function) or isinstance(function, property)
        if ours and not name.startswith("_") and (value is Luck or not hasattr(Luck, name)):
            yield name, function


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_example_of_a_page_runs_as_it_is_written(page: Path, tmp_path: Path) -> None:
    blocks = re.findall(r"^```python\n(>>> .*?)^```$", page.read_text("utf-8"), re.S | re.M)
    session = "\n".join(blocks)
    if "http://127.0.0.1:8066" not in session:
        run(session, page.name)
        return
    with serving(tmp_path) as server:
        run(session.replace("http://127.0.0.1:8066", server.url), page.name)


def run(session: str, name: str) -> None:
    test = doctest.DocTestParser().get_doctest(session, {}, name, name, 0)
    assert test.examples
    complaints: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=complaints.append)
    assert not complaints, "\n".join(complaints)


def test_all_that_is_public_is_on_a_page() -> None:
    shown = [found(name) for name in NAMES]
    assert len(shown) > 30
    missing = {
        name
        for name, value in public_names()
        if name not in IN_WORDS and not any(value is other for other in shown)
    }
    assert missing == set()


@pytest.mark.parametrize("name", NAMES)
def test_what_is_on_a_page_says_what_it_does(name: str) -> None:
    value = found(name)
    assert inspect.getdoc(value)
    for member, function in members(value):
        assert function.__doc__, f"{name}.{member} has no docstring, so the page leaves it out"
