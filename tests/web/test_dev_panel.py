"""The panel for authors: every seat is seen and played from one page, by mouse, finger and keys."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from live import Server, serving
from settebello.match import Match
from web.visitor import Door, keep, problems, resize, too_wide

RULES = Path(__file__).parents[1] / "examples" / "request.py"
PANEL = "Panel for authors"


@pytest.fixture(scope="module")
def server(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("author")
    for file in RULES.parent.glob("request.*"):
        (folder / file.name).write_bytes(file.read_bytes())
    with serving(folder, options=[str(folder / RULES.name), "--dev"]) as server:
        yield server


def panel_of(page: Page) -> Locator:
    return page.get_by_role("complementary", name=PANEL)


def overflowing(panel: Locator) -> list[str]:
    """Whatever in the panel reaches beyond it to the side."""
    found: list[str] = panel.evaluate(
        """(panel) => [...panel.querySelectorAll("*")]
          .filter((each) => each.checkVisibility() && !each.closest(".visually-hidden"))
          .filter((each) => each.getBoundingClientRect().right > panel.getBoundingClientRect().right
            || each.getBoundingClientRect().left < panel.getBoundingClientRect().left)
          .map((each) => each.outerHTML.slice(0, 120))"""
    )
    return found


def play_round(panel: Locator, moves: int) -> None:
    """A move for each of the three seats, the one to move first; so many were made before."""
    viewers = panel.get_by_role("group", name="Who looks")
    for turn in range(3):
        shown = viewers.locator("[aria-pressed=true]")
        expect(shown).to_contain_text(("Ann", "Knight of Cups", "Knight of Swords")[turn])
        panel.get_by_role("button", name=re.compile("^Ask ")).first.click()
        expect(panel).to_contain_text(f"{moves + turn + 1} move")
        expect(panel.locator(":focus")).to_have_count(1)  # also when what had it is gone


def test_an_author_plays_all_seats_from_one_page(door: Door) -> None:
    opened = door.server.open_table("request", "Ann")
    door.server.begin(opened["table"], opened["secret"], "bot")
    page = door.visitor(f"#/table/{opened['table']}", holding=opened)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name=PANEL).wait_for()
    page.keyboard.press("d")
    panel = panel_of(page)
    panel.get_by_role("button", name="Every card").press("d")  # closes it from inside, too
    expect(panel).to_have_count(0)
    page.keyboard.press("d")
    panel.get_by_role("checkbox", name="Bots move by themselves").uncheck()
    play_round(panel, 0)
    panel.get_by_role("button", name="Let the bot choose").click()
    expect(panel).to_contain_text("4 moves so far")
    panel.get_by_role(
        "button", name=re.compile("^Knight of Cups")
    ).click()  # whose cards nobody else sees
    expect(panel.locator("dd", has_text="hidden")).to_have_count(2)
    panel.get_by_role("button", name="Every card").click()
    expect(panel.locator("dd", has_text="hidden")).to_have_count(0)
    expect(panel.get_by_text("everybody:").first).to_be_visible()
    for section in ("Facts learned (8)", "State"):
        panel.get_by_text(section, exact=True).click()
    panel.get_by_text("All fields").first.click()
    assert problems(page, "dev-panel") == []
    assert overflowing(panel) == []

    panel.get_by_role("button", name="Copy record").click()
    expect(panel.get_by_role("button", name="Copied")).to_be_visible()
    record = json.loads(page.evaluate("navigator.clipboard.readText()"))
    assert len(Match.replay(record, game=str(RULES)).record()["moves"]) == 4

    resize(page, "phone")
    panel.get_by_role("button", name="Again, same luck").click()  # at a table of its own
    page.wait_for_url(lambda address: opened["table"] not in address)
    expect(panel).to_contain_text("0 moves so far")
    play_round(panel, 0)
    panel.get_by_role("button", name="One move back").click()
    expect(panel).to_contain_text("To move: Knight of Swords. 2 moves so far")
    keep(page, "dev-panel-phone-back")
    assert problems(page, "dev-panel-phone") == []
    assert too_wide(page) == []
    assert overflowing(panel) == []
    file = door.server.folder / RULES.name
    file.write_text("NAME =", "utf-8")
    expect(panel).to_contain_text("The file does not load")
    expect(panel).to_contain_text("SyntaxError")
    assert overflowing(panel) == []
    keep(page, "dev-panel-phone-error")
    file.write_bytes(RULES.read_bytes())
    expect(panel).not_to_contain_text("The file does not load")
    expect(panel).to_contain_text("loaded 2 times")
    panel.press("Escape")
    expect(panel).to_have_count(0)
    expect(page.get_by_role("button", name=PANEL)).to_be_focused()


def test_an_author_who_invites_is_not_told_to_open_this_server_to_others(door: Door) -> None:
    opened = door.server.open_table("request", "Ann")
    page = door.visitor(f"#/table/{opened['table']}", holding=opened)
    here = page.get_by_text("This address works on this device only.")
    expect(here).to_contain_text("start it without --dev and with --host 0.0.0.0")
    expect(here).not_to_contain_text("settebello serve")
