"""Back leads to where one was, and stays on the site while it can."""

from __future__ import annotations

from playwright.sync_api import expect

from web import names
from web.playing import Player, hand
from web.visitor import Door


def test_back_returns_to_the_game_before(door: Door) -> None:
    page = door.visitor()
    player = Player(page)
    player.turn.wait_for()
    games = page.get_by_role("navigation", name=names.GAMES)
    current = games.get_by_role("button").and_(page.locator("[aria-current=true]"))
    before = hand(page)
    games.get_by_role("button", name="Rummy").click()
    expect(current).to_have_text("Play Rummy")
    player.turn.wait_for()
    games.get_by_role("button", name="66").click()
    expect(current).to_have_text("Play 66")
    page.go_back()
    expect(current).to_have_text("Play Rummy")
    page.go_back()
    expect(current).to_have_text("Play Scopa")
    player.turn.wait_for()
    assert hand(page) == before  # the same table
    page.go_forward()
    expect(current).to_have_text("Play Rummy")
    page.reload()
    expect(current).to_have_text("Play Rummy")


def test_back_from_another_screen_returns_to_the_game_that_was_left(door: Door) -> None:
    page = door.visitor()
    Player(page).turn.wait_for()
    games = page.get_by_role("navigation", name=names.GAMES)
    current = games.get_by_role("button").and_(page.locator("[aria-current=true]"))
    games.get_by_role("button", name="Rummy").click()
    Player(page).turn.wait_for()
    page.evaluate("location.hash = '#/rules/scopa'")
    expect(page.get_by_role("heading", level=2).first).to_be_visible()
    page.go_back()
    expect(current).to_have_text("Play Rummy")
    page.go_back()
    expect(current).to_have_text("Play Scopa")
