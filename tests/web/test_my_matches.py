"""The matches that a device keeps: noted, counted, saved as a file, forgotten, read again."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from web import names
from web.playing import Player, set_table, set_table_here, start
from web.visitor import Door, problems, resize
from web.words import said

KEPT = "JSON.parse(localStorage.getItem('settebello.matches'))"


def to_my_matches(page: Page) -> None:
    page.get_by_role("button", name=names.MORE).click()
    page.get_by_role("banner").get_by_role("link", name=names.MY_MATCHES).click()
    expect(page.get_by_role("heading", level=1, name=names.MY_MATCHES)).to_be_visible()


def part(page: Page, heading: str) -> Locator:
    return page.get_by_role("region", name=heading).get_by_role("listitem")


def play_dice(page: Page) -> Player:
    """A match of Dice, to its end."""
    set_table(page, "Dice")
    start(page)
    player = Player(page)
    player.play_to_the_end()
    page.wait_for_function(f"() => {KEPT} !== null")
    return player


def test_a_match_is_noted_saved_forgotten_and_read_again(door: Door, tmp_path: Path) -> None:
    page = door.visitor()
    play_dice(page)
    to_my_matches(page)
    expect(part(page, "In numbers").first).to_have_text("1 match")
    expect(part(page, "By game")).to_have_text(re.compile(r"Dice\s+[01] of 1 won"))
    expect(part(page, "By level of the bots")).to_have_text(re.compile(r"Knights, medium"))
    line = part(page, "Last matches")
    expect(line).to_have_text(re.compile(r"Dice\s+(Won|Lost|Tied).*Against 2 Knights", re.DOTALL))
    for size in ("desktop", "narrow"):
        resize(page, "desktop" if size == "desktop" else "narrow")
        assert not problems(page, f"my-matches-{size}")
    with page.expect_download() as saving:
        page.get_by_role("button", name=names.SAVE_FILE).click()
    file = tmp_path / "matches.json"
    saving.value.save_as(file)
    kept = json.loads(file.read_text("utf-8"))
    assert (kept["format"], kept["version"], len(kept["matches"])) == ("settebello-matches", 1, 1)
    for secret in page.evaluate(HELD_SECRETS):
        assert secret not in file.read_text("utf-8")
    forget(page)
    to_my_matches(page)
    expect(line).to_have_count(0)
    refuses_wrong_files(page, kept)
    choose_file(page, kept)
    expect(page.get_by_role("status").filter(has_text="New matches here: 1.")).to_be_visible()
    expect(line).to_have_count(1)
    choose_file(page, kept)
    expect(page.get_by_text("All of its matches were here already.")).to_be_visible()
    line.get_by_role("link").click()
    expect(page.get_by_role("slider", name=names.STEPS)).to_be_visible()


HELD_SECRETS = "JSON.parse(localStorage['settebello.seats']).flatMap((held) => held.secrets)"


def forget(page: Page) -> None:
    page.get_by_role("button", name=names.SETTINGS).first.click()
    page.get_by_role("button", name="Forget me").click()
    page.get_by_role("button", name="No, keep it").click()
    assert page.evaluate(KEPT)
    page.get_by_role("button", name="Forget me").click()
    page.get_by_role("button", name="Yes, forget me").click()
    expect(Player(page).felt).to_be_visible()
    assert page.evaluate(KEPT) is None


def choose_file(page: Page, content: Any) -> None:
    body = content if isinstance(content, bytes) else json.dumps(content).encode()
    file = {"name": "matches.json", "mimeType": "application/json", "buffer": body}
    page.get_by_label("Read a file").set_input_files(file)  # type: ignore[arg-type]


def refuses_wrong_files(page: Page, kept: dict[str, Any]) -> None:
    """Each with a sentence of its own, and nothing is changed."""
    told = page.get_by_role("alert")
    for content, reason in (
        (b"\xff\xd8 a picture", "This is not a file of matches"),
        ({"game": "dice"}, "This is not a file of matches"),
        ({**kept, "version": 2}, "This file was made by a newer version"),
        ({**kept, "matches": [{**kept["matches"][0], "seat": 9}]}, "This file is damaged"),
        (b" " * 1_000_001, "This file is too large"),
    ):
        choose_file(page, content)
        expect(told.filter(has_text=reason)).to_be_visible()
        expect(told.filter(has_text="Nothing was changed.")).to_be_visible()
    assert page.evaluate(KEPT) is None


def test_a_match_that_ended_while_the_page_was_closed_is_noted_later(door: Door) -> None:
    page = door.visitor()
    play_dice(page)
    before = page.evaluate(KEPT)["matches"]
    page.goto("about:blank")
    door.go(page, "healthz")
    page.evaluate("() => localStorage.setItem('settebello.matches', '{\"matches\": [null, 7]}')")
    door.go(page, "")  # what is kept there is broken, and the match is at a table of before
    page.wait_for_function(f"() => {KEPT}.matches.length === 1 && {KEPT}.device")
    (after,) = page.evaluate(KEPT)["matches"]
    assert [{**after, "device": ""}] == [{**each, "device": ""} for each in before]


def test_where_several_share_a_device_nobody_wins_and_italian_is_italian(door: Door) -> None:
    page = door.visitor(size="phone")
    set_table_here(page, "Scopa", "Ann", "Bea")
    door.go(page, "#/my-matches")
    expect(page.get_by_text("No match has ended here yet.")).to_be_visible()
    running = part(page, "Running tables")
    expect(running).to_have_text(re.compile(r"Scopa.*Ann, Bea.*your turn", re.DOTALL))
    own = page.get_by_role("button", name=names.YOUR_TABLES)
    expect(own).to_have_text(re.compile(r"1\s*your turn"))
    page.evaluate(MANY)
    page.reload()
    expect(part(page, "In numbers").first).to_have_text("40 matches")
    expect(part(page, "In numbers").nth(2)).to_have_text("0 wins in a row")
    expect(part(page, "In numbers").nth(3)).to_have_text("20 longest streak")
    expect(part(page, "Last matches")).to_have_count(5)
    page.get_by_role("button", name="Show more").click()
    expect(part(page, "Last matches")).to_have_count(41)
    expect(part(page, "Last matches").first).to_contain_text("Played here together")
    page.evaluate("localStorage.setItem('settebello.settings', '{\"language\": \"it\"}')")
    page.reload()
    expect(part(page, said("By opponent", "it"))).to_have_text(re.compile(r"Bea\s+20 su 40 vinte"))
    assert not problems(page, "my-matches-italian")


def test_what_is_kept_is_said_with_the_figures_of_the_server(door: Door) -> None:
    page = door.visitor(size="narrow")
    expect(Player(page).turn).to_be_visible()
    page.get_by_role("link", name="Privacy").click()
    expect(page.get_by_role("heading", level=1, name="Privacy")).to_be_visible()
    expect(page.get_by_text("closed after 24 hours, ")).to_contain_text("after 30 days.")
    expect(page.get_by_text("Chat is not stored: it is gone 5 min after")).to_be_visible()
    expect(page.get_by_text("This host has not said how to reach them.")).to_be_visible()
    assert not problems(page, "privacy-narrow")
    page.get_by_role("main").get_by_role("button", name=names.SETTINGS).click()
    page.get_by_role("dialog").get_by_role("link", name="Privacy").click()
    page.get_by_role("button", name=names.MORE).click()
    page.get_by_role("button", name=names.OTHER_LANGUAGE).click()
    expect(page.get_by_text("si chiude dopo 24 ore, ")).to_be_visible()
    assert not problems(page, "privacy-narrow-italian")


# Forty matches against Bea, the first half of them won, and one that was shared.
MANY = """
() => {
  const match = (number) => ({
    match: `m${number}`, game: "scopa", at: 1.7e12 + number, device: "abcdefghijkl", seat: 0,
    players: ["Ann", "Bea"], faces: ["", ""], scores: [11, 8], winners: [number < 20 ? 0 : 1],
    teams: [], shared: number === 40, invite: "",
  });
  const matches = Array.from({ length: 41 }, (_, number) => match(number));
  const kept = { version: 1, device: "abcdefghijkl", matches, older: {}, longest: 0 };
  localStorage.setItem("settebello.matches", JSON.stringify(kept));
}
"""
