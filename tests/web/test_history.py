"""Back leads to where one was, and stays on the site while it can."""

from __future__ import annotations

from playwright.sync_api import expect

from web import names
from web.playing import Player, hand, set_table
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


def test_back_leads_through_games_and_a_table_to_where_one_began(door: Door) -> None:
    page = door.visitor()
    Player(page).turn.wait_for()
    games = page.get_by_role("navigation", name=names.GAMES)
    current = games.get_by_role("button").and_(page.locator("[aria-current=true]"))
    set_table(page, "Rummy")
    fills = page.get_by_role("button", name=names.FILL_AND_START)
    fills.wait_for()
    page.get_by_role("link", name="Settebello").click()
    Player(page).turn.wait_for()
    for game in ("66", "Briscola"):
        games.get_by_role("button", name=game).click()
        expect(current).to_have_text(f"Play {game}")
    for game in ("66", "Scopa"):
        page.go_back()
        expect(current).to_have_text(f"Play {game}")
    page.go_back()
    expect(fills).to_be_visible()
    page.go_back()
    expect(current).to_have_text("Play Scopa")
    page.evaluate("history.go(4)")
    expect(current).to_have_text("Play Briscola")
    page.evaluate("history.go(-4)")  # to the first one, over all others
    expect(current).to_have_text("Play Scopa")
