"""Whole matches against bots, by accessible names and roles only."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from live import Server, serving
from web import names
from web.playing import Player, set_table, start
from web.visitor import Door, Size, keep

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module")
def server(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that has a game from a package of somebody else's: the one that the docs write."""
    package = tmp_path_factory.mktemp("package") / "high_card-1.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: high-card\nVersion: 1\n")
    (package / "entry_points.txt").write_text("[settebello.games]\nhigh_card = my_first_game\n")
    paths = [str(EXAMPLES), str(package.parent), os.environ.get("PYTHONPATH", "")]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(filter(None, paths)))
        with serving(tmp_path_factory.mktemp("server")) as server:
            yield server


@pytest.mark.parametrize(
    ("game", "size", "options"),
    [
        ("Dice", "phone", {}),
        ("Scopa", "phone", {"The score that wins the match.": "2"}),
        ("66", "narrow", {}),
        ("Rummy", "desktop", {"The score that wins the match.": "5"}),
        ("high_card", "phone", {}),
    ],
)
def test_a_full_match_against_bots(
    door: Door, game: str, size: Size, options: dict[str, str]
) -> None:
    page = door.visitor(size=size)
    set_table(page, game, **options)
    start(page)
    player = Player(page)
    player.play_to_the_end()
    expect(player.end.get_by_role("listitem")).to_have_count(3)
    keep(page, f"end-{game.lower()}-{size}")
    page.get_by_role("link", name=names.LOOK_BACK).click()
    expect(page.get_by_role("slider", name=names.STEPS)).to_be_visible()


def test_by_keys_alone(door: Door) -> None:
    page = door.visitor()
    player = Player(page)
    page.keyboard.press("Tab")
    tab_to(page, "Play Scopa")
    page.keyboard.press("Enter")
    expect(player.turn).to_be_visible()
    lines = player.log.get_by_role("listitem")
    for _ in range(3):  # the focus follows the turn: once it is on a card, it is on the next one
        expect(player.turn).to_be_visible()
        before = lines.count()
        tab_to(page, names.CAN_BE_PICKED)
        page.keyboard.press("Enter")
        if not player.play.is_visible():
            page.keyboard.press("1")
        page.keyboard.press("Enter")
        expect(lines).not_to_have_count(before)
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys).to_be_visible()
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()


def tab_to(page: Page, text: str, most: int = 60) -> None:
    """Press Tab until the focus is on something with this text."""
    for _ in range(most):
        if text in page.evaluate("document.activeElement.textContent"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {text!r}.")


def test_a_dice_match_by_three_keys_each_turn_at_most(door: Door) -> None:
    page = door.visitor()
    set_table(page, "Dice")
    start(page)
    player = Player(page)
    lines = player.log.get_by_role("listitem")
    player.turn.or_(player.end).first.wait_for()
    while not player.end.is_visible():
        before = lines.count()
        page.keyboard.press("1")
        if player.play.is_visible():  # else there was no choice
            page.keyboard.press("Enter")
        expect(lines).not_to_have_count(before)
        player.turn.or_(player.end).first.wait_for()


def test_what_is_peeked_at_in_66_leaves_the_page(door: Door) -> None:
    page = door.visitor()
    set_table(page, "66")
    start(page)
    player = Player(page)
    player.seen.wait_for()
    keep(page, "peek")
    told = player.bar.get_by_role("alert").inner_text()
    shown = re.findall(r"\d+", told.rsplit(":", 1)[1])
    assert len(shown) == 2
    sentence = told.removeprefix(names.ONLY_YOU).strip()
    assert sentence in page.content()
    cards = page.get_by_role("list", name=names.YOUR_HAND).get_by_role("button")
    for place, face in enumerate(shown):
        expect(cards.nth(place)).to_have_accessible_name(re.compile(f"^your card {place}, {face};"))
    assert len(set(pictures(cards))) == len({*shown, "the back"})
    player.look()
    assert sentence not in page.content()
    for card in cards.all():
        expect(card).to_have_accessible_name(re.compile("face down"))
    assert len(set(pictures(cards))) == 1
    for place, face in enumerate(shown):
        assert f"your card {place}, {face}" not in page.content()


def pictures(cards: Locator) -> list[str]:
    """What is drawn on each card."""
    drawn: list[str] = cards.locator("svg.card").evaluate_all(
        "(all) => all.map((e) => e.outerHTML)"
    )
    return drawn
