"""Dice explains itself on the felt: what a face counts, what a colour means, and who is where."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from web.playing import Player
from web.visitor import Door, problems, resize

COUNTS = ["1, or throw again", "6 (tripled)", "3", "2 (halved)", "5 × a second throw", "3 (halved)"]
COLOURS = ["up to 5", "from 6 on", "from 12 on"]


def test_dice_says_what_counts_and_tells_the_players_apart(door: Door) -> None:
    page = door.visitor()
    page.get_by_role("button", name="Play Dice").click()
    player = Player(page)
    player.turn.wait_for()
    counts = page.get_by_role("table", name="Dice count")
    colours = page.get_by_role("table", name="Colour of the points")
    ask = player.felt.get_by_role("button", name="What counts?")
    expect(counts.get_by_role("cell")).to_have_text(COUNTS)
    expect(colours.get_by_role("cell")).to_have_text(COLOURS)
    expect(colours.get_by_role("rowheader").first).to_have_text(re.compile(r"red\s*green\s*blue"))
    expect(ask).to_be_hidden()
    assert not problems(page, "dice-counts-desktop")
    tokens = page.get_by_role("list", name="Points on the track").get_by_role("listitem")
    drawn = [each.locator("svg").first.inner_html() for each in tokens.all()]
    assert len(set(drawn)) == len(drawn) == 3

    resize(page, "narrow")
    expect(counts).to_be_hidden()
    ask.press("Enter")
    expect(counts).to_be_in_viewport(ratio=1)
    expect(colours).to_be_in_viewport(ratio=1)
    assert not problems(page, "dice-counts-narrow")
    page.keyboard.press("Escape")
    expect(counts).to_be_hidden()
