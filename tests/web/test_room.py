"""What needs room has it: long names, long hands, and many games."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from live import Server
from web import names
from web.playing import Player
from web.visitor import Door, Size, keep, resize, too_wide

LONG = ["Patient Nightingale", "Cheerful Nightingale", "Daring Nightingale"]
MORE = ["Il gioco delle bugie"]  # with all of ours and a foreign one, ten

# Names on the felt, wherever they stand, of which something is hidden.
CUT_NAMES = """
(names) => [...document.querySelectorAll("[data-felt] *")]
  .filter((each) => !each.children.length && names.includes(each.textContent.trim()))
  .flatMap((each) => [each, each.parentElement])
  .filter(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
    scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1)
  .filter((each) => getComputedStyle(each).display !== "inline")
  .filter((each) => !each.closest(".visually-hidden"))
  .map((each) => each.textContent)
"""

# The width of a card of the hand, the room between it and the table's cards, as part of its height,
# and how far what can be done is from the middle of the felt, as part of the felt's width.
COMPOSED = """
() => {
  const box = (of) => document.querySelector(of).getBoundingClientRect();
  const [felt, dock] = [box("[data-felt]"), box(".actions")];
  const [card, open] = [box("[data-own] [data-piece]"), box("[data-place=table]")];
  const middle = ({ left, right }) => (left + right) / 2;
  return {
    card: card.width,
    gap: (card.top - open.bottom) / card.height,
    below: dock.top - card.bottom,
    off: Math.abs(middle(dock) - middle(felt)) / felt.width,
    felt: felt.bottom - innerHeight,
  };
}
"""

# Cards of others that reach out of their seat, and own ones that lie over what is beside them.
OUTSIDE = """
() => {
  const box = (element) => element.getBoundingClientRect();
  const out = (inner, outer) => inner.left < outer.left - 1 || inner.right > outer.right + 1
    || inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1;
  const over = (one, other) => one.left < other.right - 1 && one.right > other.left + 1
    && one.top < other.bottom - 1 && one.bottom > other.top + 1;
  const theirs = [...document.querySelectorAll("li [data-seat]")].flatMap((seat) =>
    [...seat.querySelectorAll("[data-piece] svg")].filter((card) => out(box(card), box(seat))));
  const own = document.querySelector("[data-own]");
  const beside = [...own.querySelectorAll("[data-seat], [role=group] button")];
  const mine = [...own.querySelectorAll("[data-piece] svg")].filter((card) =>
    beside.some((other) => over(box(card), box(other))));
  return [theirs.length, mine.length];
}
"""


@pytest.fixture(scope="module")
def server(server_with_high_card: Server) -> Server:
    return server_with_high_card


def four_at(door: Door, game: str, size: Size, **options: Any) -> Page:
    opened = door.server.open_table(game, "Brave Nightingale 123456", seats=4, options=options)
    table = opened["table"]
    for name in LONG:
        door.server.sit(table, opened["invite"], name)
    door.server.ask("POST", f"/api/tables/{table}/start", {"fill": ""}, opened["secret"])
    page = door.visitor(f"#{table}", size=size, holding=opened)
    expect(
        page.get_by_role("list", name=names.YOUR_HAND).get_by_role("button").first
    ).to_be_visible()
    return page


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("game", ["scopa", "rummy", "sixty_six", "hearts"])
def test_with_four_seats_no_name_is_cut(door: Door, game: str, size: Size) -> None:
    page = four_at(door, game, size)
    keep(page, f"four-{game}-{size}")
    assert page.evaluate(CUT_NAMES, ["Brave Nightingale 123456", *LONG]) == []


def test_a_large_screen_has_large_cards_and_what_can_be_done_in_its_middle(door: Door) -> None:
    opened = door.server.open_table("scopa", "Ann", seats=3)
    door.server.begin(opened["table"], opened["secret"], "bot")
    page = door.visitor(f"#{opened['table']}", holding=opened)
    Player(page).turn.wait_for()
    composed = {}
    for size in ("desktop", "large"):
        resize(page, size)
        keep(page, f"composed-{size}")
        composed[size] = found = page.evaluate(COMPOSED)
        assert found["gap"] < 0.75
        assert 0 < found["below"] < 60
        assert found["off"] < 0.1
        assert found["felt"] < 2, "all of it is in sight"
    assert composed["large"]["card"] >= 1.4 * composed["desktop"]["card"]


@pytest.mark.parametrize("size", ["desktop", "phone", "narrow"])
def test_long_hands_stay_where_they_belong(door: Door, size: Size) -> None:
    page = four_at(door, "high_card", size, cards=10)
    expect(page.get_by_role("list", name=names.YOUR_HAND).get_by_role("button")).to_have_count(10)
    keep(page, f"ten-{size}")
    assert page.evaluate(OUTSIDE) == [0, 0]


def with_more_games(route: Route) -> None:
    games = route.fetch().json()
    more = [{**games[0], "name": f"more-{title}", "title": title} for title in MORE]
    route.fulfill(body=json.dumps([*games, *more]), content_type="application/json")


def test_many_games_have_room_in_the_bar(door: Door) -> None:
    page = door.visitor("healthz")
    page.route("**/api/games?*", with_more_games)
    door.go(page, "")
    Player(page).turn.wait_for()
    nav = page.get_by_role("navigation", name=names.GAMES)
    games = nav.get_by_role("listitem").get_by_role("button")
    expect(games).to_have_count(10)
    for size in ("desktop", "phone", "narrow"):
        resize(page, size)
        assert not too_wide(page)
        if size != "desktop":
            nav.get_by_role("button", name=names.OTHER_GAME).click()
        keep(page, f"many-games-{size}")
        for game in games.all():
            expect(game).to_be_in_viewport(ratio=1)
        games.first.focus()
        games.last.focus()
        expect(games.last).to_be_in_viewport(ratio=1)
        page.keyboard.press("Escape")


def test_a_scroll_of_the_bar_may_be_told_when_the_bar_is_gone(door: Door) -> None:
    page = door.visitor("")
    games = page.get_by_role("navigation", name=names.GAMES)
    bar = games.get_by_role("list").element_handle()
    page.evaluate("() => { location.hash = '#rules/scopa'; }")
    expect(games).to_have_count(0)
    assert bar is not None
    bar.evaluate("bar => bar.dispatchEvent(new Event('scroll'))")  # an error would fail the test
