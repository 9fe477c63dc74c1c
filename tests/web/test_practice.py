"""The practice table: deal anew, with other bots and house rules, or give up."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from web import names
from web.playing import Player, hand
from web.visitor import Door, problems, resize


def seats(page: Page) -> Locator:
    """The others at the table."""
    return page.get_by_role("region", name=names.FELT).locator("li [data-seat]")


def opened_menu(page: Page) -> Locator:
    """The menu of the practice table, opened by keys."""
    page.get_by_role("button", name=names.PRACTICE_TABLE).press("Enter")
    menu = page.get_by_role("dialog")
    expect(menu).to_be_visible()
    return menu


def test_the_practice_table_is_dealt_anew_as_one_likes_and_remembers_it(door: Door) -> None:
    page = door.visitor()
    player = Player(page)
    player.turn.wait_for()
    expect(seats(page)).to_have_count(2)
    before = hand(page)
    menu = opened_menu(page)
    expect(menu.get_by_role("radio", name="Knights medium")).to_be_checked()
    menu.get_by_role("group", name="Number of bots").get_by_role("radio", name="1").press("Space")
    assert not problems(page, "practice-menu-desktop")
    resize(page, "narrow")
    assert not problems(page, "practice-menu-narrow")
    resize(page, "desktop")
    menu.get_by_role("button", name="New match").press("Enter")
    expect(menu.get_by_role("button", name="No, go on")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    assert hand(page) == before  # a match that is played is not thrown away by mistake

    menu = opened_menu(page)
    menu.get_by_role("group", name="Number of bots").get_by_role("radio", name="1").press("Space")
    menu.get_by_text(names.HOUSE_RULES).press("Enter")
    menu.get_by_role("spinbutton", name="Points to win").fill("5")
    page.keyboard.press("Enter")  # in a field it is the button
    menu.get_by_role("button", name="Yes, deal anew").press("Enter")
    player.turn.wait_for()
    expect(seats(page)).to_have_count(1)
    page.reload()
    player.turn.wait_for()
    expect(seats(page)).to_have_count(1)
    menu = opened_menu(page)
    chosen = menu.get_by_role("group", name="Number of bots").get_by_role("radio", name="1")
    expect(chosen).to_be_checked()
    expect(menu.get_by_role("spinbutton", name="Points to win")).to_have_value("5")


def test_who_gives_up_is_told_so_and_deals_again(door: Door) -> None:
    page = door.visitor(size="phone")
    player = Player(page)
    player.turn.wait_for()
    menu = opened_menu(page)
    menu.get_by_role("button", name="Give up").press("Enter")
    menu.get_by_role("button", name="Yes, give up").press("Enter")
    expect(page.get_by_role("heading", name="You gave up.")).to_be_visible()
    again = page.get_by_role("main").get_by_role("button")
    expect(again).to_have_text("Deal again")
    expect(again).to_be_focused()
    assert not problems(page, "gave-up-phone")
    again.press("Enter")
    player.turn.wait_for()
    expect(page.get_by_role("button", name=re.compile("^Your tables"))).to_be_hidden()


def test_a_match_that_is_left_is_there_after_the_end_of_another_game(door: Door) -> None:
    page = door.visitor()
    player = Player(page)
    player.turn.wait_for()
    before = hand(page)
    page.get_by_role("button", name="Play Dice").click()
    expect(page.get_by_role("list", name="Points on the track")).to_be_visible()
    menu = opened_menu(page)
    menu.get_by_text(names.HOUSE_RULES).press("Enter")
    menu.get_by_role("spinbutton", name="Turns in all").fill("1")
    page.keyboard.press("Enter")
    menu.get_by_role("button", name="Yes, deal anew").press("Enter")
    player.play_to_the_end()
    page.get_by_role("button", name="Play Scopa").click()
    player.turn.wait_for()
    assert hand(page) == before
