"""Strangers meet: open tables in sight, play now, how one stops waiting; emotes, mute, report."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from live import ROOMY, Connection, Server, serving
from server.border import log_lines
from web.playing import Player
from web.visitor import Door, keep, problems

STRANGERS = re.compile("^Play with strangers")
PLAY_NOW = "Play now"
WAITING = "Waiting for players"
EMOTES = "Emotes and players"

# Of the names, scores and cards of all players.
PLACES = """
() => [...document.querySelectorAll("[data-seat] .name, .score, [data-piece]")].map((each) => {
  const { left, top } = each.getBoundingClientRect();
  return [left, top].map(Math.round);
})
"""
COVERED_NAMES = """
() => {
  const emote = document.querySelector("[data-emote]").getBoundingClientRect();
  return [...document.querySelectorAll("[data-seat] .name")].filter((each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    const { left, top, right, bottom } = range.getBoundingClientRect();
    return left < emote.right && right > emote.left && top < emote.bottom && bottom > emote.top;
  }).map((each) => each.textContent);
}
"""


@pytest.fixture(scope="module")
def server(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of their own: what is listed there stays in the lists."""
    limits: dict[str, float] = {**ROOMY, "public_seat_seconds": 60}
    with serving(tmp_path_factory.mktemp("server"), limits) as server:
        yield server


def at_briscola(door: Door, **how: Any) -> Page:
    """A visitor who has played Briscola last."""
    page = door.visitor(**how)
    Player(page).turn.wait_for()
    phone = how.get("size") == "phone"
    if phone:
        page.get_by_role("button", name=re.compile("^Choose another game")).click()
    page.get_by_role("button", name="Play Briscola").click()
    expect(Player(page).log).to_contain_text("The trump card is")
    return page


def play_now(page: Page) -> None:
    """Two taps."""
    page.get_by_role("button", name=STRANGERS).click()
    page.get_by_role("dialog").get_by_role("button", name=PLAY_NOW).click()


def stranger(door: Door, game: str, name: str, **wanted: Any) -> Connection:
    """Somebody who waits for players with a program of their own."""
    body = {"game": game, "name": name, **wanted}
    status, found = door.server.ask("POST", "/api/play-now", body)
    assert status == 200, found
    return door.server.connect(table=found["table"], secret=found["secret"])


def test_two_strangers_find_each_other_with_two_taps_each(door: Door) -> None:
    ann, bea = at_briscola(door), at_briscola(door, size="phone")
    play_now(ann)
    expect(ann.get_by_role("heading", name=WAITING)).to_be_focused()
    expect(ann.get_by_role("timer")).to_have_text(re.compile(r"^[1-3]?\d s$"))
    assert not problems(ann, "waiting")
    play_now(bea)
    for page in (ann, bea):
        expect(page.get_by_role("heading", name=WAITING)).to_have_count(0)
        expect(page.get_by_role("region", name="The table")).to_be_visible()
        expect(page.get_by_role("button", name="Pause")).to_have_count(0)
        expect(page.get_by_role("button", name=re.compile("^Chat"))).to_have_count(0)
    assert ann.url == bea.url


def test_open_tables_are_in_sight_and_one_tap_joins(door: Door) -> None:
    with stranger(door, "go_fish", "Cal", wait=None, seats=3):
        page = door.visitor()
        tables = page.get_by_role("region", name="Open tables")
        line = tables.get_by_role("listitem").filter(has_text="Cal")
        expect(line).to_contain_text("Go Fish")
        expect(line).to_contain_text("2 seats free")
        expect(line).to_be_in_viewport(ratio=1)
        assert not problems(page, "open-tables")
        line.get_by_role("button", name="Join Cal at Go Fish").click()
        expect(page.get_by_role("heading", name=WAITING)).to_be_visible()
        waiting = page.get_by_role("listitem").filter(has_text=re.compile(r"\bCal\b"))
        expect(waiting).to_be_visible()
        page.get_by_role("button", name="Stop waiting").click()
        expect(line).to_contain_text("2 seats free")


def test_the_dialog_on_a_phone_in_italian_and_the_same_seat_in_two_windows(door: Door) -> None:
    with stranger(door, "hearts", "Dan", wait=600):
        page = door.visitor(size="phone", language="it")
        page.get_by_role("button", name=re.compile("^Gioca con chi")).click()
        dialog = page.get_by_role("dialog")
        line = dialog.get_by_role("listitem").filter(has_text="Dan")
        expect(line).to_contain_text("3 posti liberi · bot fra")
        dialog.get_by_role("radio", name="mai: solo persone").check(force=True)
        assert not problems(page, "strangers-dialog-phone-italian")
        dialog.get_by_role("button", name="Gioca subito").click()
        expect(page.get_by_role("heading", name="Aspettiamo altri giocatori")).to_be_visible()
        assert not problems(page, "waiting-phone-italian")
        second = page.context.new_page()
        door.go(second, "")
        second.get_by_role("button", name=re.compile("^Gioca con chi")).click()
        second.get_by_role("dialog").get_by_role("button", name="Gioca subito").click()
        expect(second.get_by_role("heading", name="Aspettiamo altri giocatori")).to_be_visible()
        assert second.url == page.url
        page.get_by_role("button", name="Smetti di aspettare").click()
        expect(page.get_by_role("heading", name="Aspettiamo altri giocatori")).to_have_count(0)


def strangers_at_briscola(door: Door) -> tuple[Page, Page]:
    """Ann, by a browser, and Bea, by another one, at a public table."""
    pages = at_briscola(door), at_briscola(door, size="phone")
    for page in pages:
        play_now(page)
    for page in pages:
        expect(page.get_by_role("region", name="The table")).to_be_visible()
    return pages


def test_emotes_are_drawn_at_the_seat_and_can_be_muted_and_players_reported(door: Door) -> None:
    ann, bea = strangers_at_briscola(door)
    # As Ann sees it: if both made up the same name, Bea's has a number.
    name = ann.get_by_role("list", name="Players").get_by_role("heading").inner_text()
    bea.get_by_role("button", name=EMOTES).click()
    keep(bea, "emotes-phone")
    before = [page.evaluate(PLACES) for page in (ann, bea)]
    bea.get_by_role("dialog").get_by_role("button", name="Well played!").click()
    expect(ann.locator("[data-emote=well-played]")).to_be_visible()
    expect(ann.get_by_role("status").filter(has_text=f"{name}: Well played!")).to_be_attached()
    expect(bea.locator("[data-emote=well-played]")).to_be_visible()  # one sees one's own
    keep(ann, "emote")
    keep(bea, "emote-phone")
    assert [page.evaluate(PLACES) for page in (ann, bea)] == before
    for page in (ann, bea):
        assert not page.evaluate(COVERED_NAMES)

    ann.get_by_role("button", name=EMOTES).click()
    dialog = ann.get_by_role("dialog")
    mute = dialog.get_by_role("button", name=f"Mute {name}")
    mute.click()
    expect(mute).to_have_attribute("aria-pressed", "true")
    dialog.get_by_role("button", name=f"Report {name}").click()
    assert not problems(ann, "emotes")
    dialog.get_by_role("button", name="Rude behaviour").click()
    expect(dialog.get_by_role("status")).to_contain_text("it is noted for the host")
    line = log_lines(door.server)[-1]
    assert (line["what"], line["reason"]) == ("player reported", "rude")
    ann.keyboard.press("Escape")

    expect(ann.locator("[data-emote]")).to_have_count(0)
    bea.get_by_role("button", name=EMOTES).click()
    bea.get_by_role("dialog").get_by_role("button", name="Oops!").click()
    expect(bea.locator("[data-emote=oops]")).to_be_visible()  # all others see it
    ann.get_by_role("button", name=EMOTES).click()
    ann.get_by_role("dialog").get_by_role("button", name="Thank you!").click()
    expect(bea.locator("[data-emote=thanks]")).to_be_visible()
    expect(ann.locator("[data-emote=thanks]")).to_be_visible()
    expect(ann.locator("[data-emote=oops]")).to_have_count(0)


def test_emotes_in_italian(door: Door) -> None:
    with stranger(door, "briscola", "Cal", seats=2, wait=None):
        page = door.visitor(language="it")
        tables = page.get_by_role("region", name="Tavoli aperti")
        tables.get_by_role("button", name="Siediti con Cal a Briscola").click()
        page.get_by_role("button", name="Emozioni e giocatori").click()
        expect(
            page.get_by_role("dialog").get_by_role("button", name="Ben giocato!")
        ).to_be_visible()
        page.get_by_role("dialog").get_by_role("button", name="Segnala questo tavolo").click()
        assert not problems(page, "emotes-italian")
