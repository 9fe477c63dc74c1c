"""The first minute: how much comes over the wire, and how soon one plays."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from settebello.games import OUR_GAMES
from web import names
from web.playing import Player, choose_game
from web.test_together import called
from web.visitor import Door, keep

MOST_BYTES = 150_000
ONE_LINE = 50  # pixels


def test_little_comes_over_the_wire_and_the_first_move_takes_two_taps(door: Door) -> None:
    page = door.visitor("healthz", size="phone")  # not the client yet
    player = Player(page)
    wire = page.context.new_cdp_session(page)
    received = {"bytes": 0}

    def count(event: dict[str, Any]) -> None:
        received["bytes"] += event["encodedDataLength"]

    wire.send("Network.enable")
    wire.on("Network.loadingFinished", count)
    wire.on("Network.webSocketFrameReceived", lambda event: count_frame(received, event))
    door.go(page, "")
    expect(player.turn).to_be_visible()
    assert 10_000 < received["bytes"] <= MOST_BYTES
    keep(page, "first-screen-phone")
    lines = player.log.get_by_role("listitem")
    before = lines.count()
    cards = page.get_by_role("list", name=names.YOUR_HAND).get_by_role("button")
    for card in cards.all():
        card.tap()
        if player.play.is_visible():  # else it can take in several ways
            break
    player.play.tap()
    expect(lines).not_to_have_count(before)


def count_frame(received: dict[str, int], event: dict[str, Any]) -> None:
    received["bytes"] += len(event["response"]["payloadData"].encode())


def test_the_first_screen_is_a_table_with_bots_and_nobody_asks_for_a_name(door: Door) -> None:
    page = door.visitor(size="narrow")
    player = Player(page)
    expect(player.turn).to_be_visible()
    players = page.get_by_role("list", name="Players").get_by_role("listitem")
    expect(players).to_have_count(2)
    own = player.felt.get_by_role("heading", level=3).last
    expect(own).to_be_in_viewport(ratio=1)
    games = page.get_by_role("navigation", name=names.GAMES)
    games.get_by_role("button", name=names.OTHER_GAME).click()
    for game in ("Dice", "Scopa", "66"):
        button = games.get_by_role("button", name=f"Play {game}", exact=True)
        expect(button).to_be_in_viewport(ratio=1)
    expect(games.get_by_role("listitem")).to_have_count(len(OUR_GAMES))
    page.keyboard.press("Escape")
    expect(games.get_by_role("listitem")).to_have_count(0)
    expect(page.get_by_role("textbox")).to_have_count(0)


def test_on_a_phone_on_its_side_table_hand_and_bar_are_in_sight_at_once(door: Door) -> None:
    page = door.visitor(size="sideways")
    player = Player(page)
    expect(player.turn).to_be_visible()
    keep(page, "first-screen-sideways")
    parts = [page.get_by_role("list", name=name, exact=True) for name in ("Table", names.YOUR_HAND)]
    for part in (*parts, player.bar):
        expect(part).to_be_in_viewport(ratio=1)


def test_the_name_is_changed_in_place_and_counts_at_the_next_table(door: Door) -> None:
    page = called(door, "Ann")
    choose_game(page, "Dice")
    expect(page.get_by_role("heading", name="Ann", exact=True)).to_be_visible()


def test_the_language_is_that_of_the_browser_and_can_be_switched(door: Door) -> None:
    page = door.visitor(language="it")
    expect(page.locator("html")).to_have_attribute("lang", "it")
    expect(page.get_by_role("button", name="Gioca con gli amici")).to_be_visible()
    # Long names of games, and a panel beside them: the bar has one line, and covers nothing.
    dock = page.get_by_role("region", name="La tua mossa")
    expect(dock).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Regole").first.click()
    expect(page.get_by_role("complementary")).to_be_visible()
    expect(dock).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.querySelector('header').offsetHeight") <= ONE_LINE
    page.get_by_role("button", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.get_by_role("button", name=names.WITH_FRIENDS)).to_be_visible()
