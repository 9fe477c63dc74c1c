"""The end of a round and of a match: one story at a time, and one thing to do."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from web import names
from web.playing import Player, set_table, start
from web.visitor import Door, Size, keep, problems

WON_ROUND = re.compile("^(You win|.+ wins|.+ share) the round[.]$")
WON_MATCH = re.compile("^(You win!|.+ wins?[.]|.+ win: you are among them!)$")


@pytest.mark.parametrize(("game", "size"), [("Scopa", "desktop"), ("66", "phone")])
def test_the_table_is_frozen_until_one_goes_on(door: Door, game: str, size: Size) -> None:
    page = door.visitor(size=size)
    set_table(page, game)
    start(page)
    player = Player(page)
    while not player.go_on.is_visible():
        assert player.act()
        player.go_on.or_(player.seen).or_(player.turn).first.wait_for()
    expect(page.get_by_role("heading", name=WON_ROUND)).to_be_visible()
    page.wait_for_load_state("networkidle")  # the bots have had time to go on
    assert not problems(page, f"round-{game}-{size}")
    expect(player.bar).to_contain_text("The round is over")
    expect(player.felt.get_by_text(re.compile("to move|your turn"))).to_have_count(0)
    expect(player.pickable).to_have_count(0)
    expect(player.choices).to_have_count(0)
    player.go_on.click()
    expect(page.get_by_role("table")).to_be_hidden()
    player.seen.or_(player.turn).first.wait_for()


def test_the_end_of_a_match_has_one_headline_and_one_button(door: Door) -> None:
    page = door.visitor()
    set_table(page, "Scopa", **{"Points to win": "1"})
    start(page)
    player = Player(page)
    player.play_to_the_end()
    expect(page.get_by_role("heading", name=WON_MATCH)).to_have_count(1)
    expect(page.get_by_role("heading", name=WON_ROUND)).to_have_count(0)
    expect(player.go_on).to_have_count(0)
    assert not problems(page, "match-end-desktop")
    expect(page.get_by_role("table")).to_be_visible()
    page.get_by_role("button", name=names.PLAY_AGAIN).click()
    player.turn.wait_for()
    expect(page.get_by_role("table")).to_be_hidden()
    expect(player.end).to_be_hidden()
    page.set_viewport_size({"width": 390, "height": 844})
    keep(page, "rematch-phone")
