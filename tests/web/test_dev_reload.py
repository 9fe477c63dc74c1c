"""An author saves a file of their game: the page shows what has changed, without being reloaded."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from live import Server, serving
from web import names
from web.playing import Player
from web.visitor import Door, problems

EXAMPLES = Path(__file__).parents[2] / "examples"
RULES = (EXAMPLES / "my_first_game.py").read_text("utf-8")
WORDS = (EXAMPLES / "my_first_game.en.ftl").read_text("utf-8")


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("author") / "high_card.py"
    file.write_text(RULES)
    return file


@pytest.fixture(scope="module")
def server(client: None, rules: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server"), options=[str(rules), "--dev"]) as server:
        yield server


def test_a_page_follows_what_an_author_saves(door: Door, rules: Path) -> None:
    page = door.visitor()  # a file that was given comes first, and is dealt
    games = page.get_by_role("navigation", name=names.GAMES)
    cards = page.get_by_role("list", name=names.YOUR_HAND).get_by_role("button")
    expect(games.get_by_role("button").first).to_have_attribute("aria-current", "true")
    expect(cards).to_have_count(3)
    Player(page).move()
    expect(cards).to_have_count(2)
    rules.with_suffix(".en.ftl").write_text(WORDS + "title = Highest card\n")
    expect(games.get_by_role("button").first).to_contain_text("Highest card")
    expect(cards).to_have_count(2)
    rules.write_text(RULES.replace('"{card}"', '"put {card}"'))
    told = page.get_by_role("alert").filter(has_text="The rules of this game have changed")
    expect(told).to_be_visible()
    assert problems(page, "dev-rules-changed") == []
    page.get_by_role("button", name="New match").click()
    expect(cards).to_have_count(3)
    expect(told).to_have_count(0)
