"""The end of a round and of a match: one story at a time, and one thing to do."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from settebello.table import protocol
from web import names
from web.playing import Player
from web.visitor import Door, Size, keep, problems

WON_ROUND = re.compile("^(You win|.+ wins|.+ share) the round[.]$")
WON_MATCH = re.compile("^(You win!|.+ wins?[.]|.+ win: you are among them!)$")


def play_until(door: Door, size: Size, event: str, game: str, **wanted: Any) -> Page:
    """The page of somebody at a table where this has just happened.

    They have played by the protocol beside it: whole matches by a browser are in test_matches.py.
    """
    opened = door.server.open_table(game, **wanted)
    page = door.visitor(f"#{opened['table']}", size=size, holding=opened)
    page.get_by_role("button", name=names.FILL_AND_START).click()
    with door.server.connect(table=opened["table"], secret=opened["secret"]) as beside:
        while True:
            told = beside.receive_a((protocol.Welcome, protocol.Told))
            if any(notice["event"] == event for notice in told.notices):
                return page
            beside.send(protocol.Ack(told.number))
            if told.legal:
                move = told.legal[0].text
                beside.send(protocol.Move(f"move {told.number}", told.number, move))


@pytest.mark.parametrize(
    ("game", "end", "size"),
    [("scopa", "Tallied", "desktop"), ("sixty_six", "RoundFinished", "phone")],
)
def test_the_table_is_frozen_until_one_goes_on(door: Door, game: str, end: str, size: Size) -> None:
    page = play_until(door, size, end, game)
    player = Player(page)
    while not player.go_on.is_visible():
        player.go_on.or_(player.seen).first.wait_for()
        if player.seen.is_visible():
            player.look()
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
    page = play_until(door, "desktop", "MatchEnded", "scopa", options={"target": 1})
    player = Player(page)
    player.end.wait_for()
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
