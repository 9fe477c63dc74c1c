"""The end of a round and of a match: one story at a time, and one thing to do."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from settebello.table import protocol
from web import names
from web.playing import Player, table_of
from web.visitor import Door, Size, keep, problems

WON_ROUND = re.compile("^(You win|.+ wins|.+ share) the round[.]$")
WON_MATCH = re.compile("^(You win|.+ wins?)(, [0-9]+ to [0-9]+)?$|^.+ tie, with [0-9]+ each$")
FILLED = """
(all) => all.filter((each) => each.checkVisibility())
  .filter((each) => getComputedStyle(each).backgroundColor !== "rgba(0, 0, 0, 0)")
  .map((each) => each.textContent.trim())
"""
# Whether any of many points on the screen is one of the felt.
IN_SIGHT = """
(felt) => Array.from({ length: 400 }, (_, at) => [at % 20, Math.floor(at / 20)]).some(
  ([column, row]) => felt.contains(
    document.elementFromPoint(((column + 0.5) * innerWidth) / 20, ((row + 0.5) * innerHeight) / 20),
  ),
)
"""


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
    if size == "desktop":  # the numbers are in the table, and the log says the result
        told = player.log.get_by_role("listitem").last
        expect(told).to_have_text(re.compile(r"^The round goes to [^:]+\. Score: [^:]+\.$"))
    expect(player.felt.get_by_text(re.compile("to move|your turn"))).to_have_count(0)
    expect(player.felt.get_by_role("button", name="face down")).to_have_count(0)
    expect(player.pickable).to_have_count(0)
    expect(player.choices).to_have_count(0)
    player.go_on.click()
    expect(page.get_by_role("table")).to_be_hidden()
    player.seen.or_(player.turn).first.wait_for()


def test_hands_lie_open_on_the_felt_while_their_sums_are_told(door: Door) -> None:
    page = play_until(door, "desktop", "HandWon", "rummy")
    player = Player(page)
    player.go_on.wait_for()
    counted = table_of(page)
    held = [cell for cell in counted["Value of the cards"] if cell != "0"]
    opened = player.felt.get_by_role("list", name=re.compile("(’s|Your) hand$"))
    expect(opened).to_have_count(len(held))
    expect(player.felt.get_by_text(re.compile("’s hand: [1-9]"))).to_have_count(0)  # face down


@pytest.mark.parametrize("size", ["desktop", "narrow", "sideways"])
def test_the_end_of_a_match_fills_the_table_with_one_headline_and_one_button(
    door: Door, size: Size
) -> None:
    page = play_until(door, size, "MatchEnded", "scopa", options={"target": 4})
    player = Player(page)
    while not player.end.is_visible():
        player.go_on.or_(player.end).first.wait_for()
        if player.go_on.is_visible():
            player.go_on.click()
    expect(page.get_by_role("heading", name=WON_MATCH)).to_have_count(1)
    expect(page.get_by_role("heading", name=WON_ROUND)).to_have_count(0)
    expect(player.go_on).to_have_count(0)
    end = page.get_by_role("region", name=WON_MATCH)
    facts = page.get_by_role("list", name=names.FACTS).get_by_role("listitem")
    expect(facts.first).to_be_visible()
    assert facts.count() <= 3
    assert end.locator("button, a").evaluate_all(FILLED) == [names.PLAY_AGAIN]
    assert not player.felt.evaluate(IN_SIGHT)
    over, under = (found.bounding_box() for found in (end, player.felt))
    assert over is not None
    assert under is not None
    assert over["width"] >= under["width"]
    expect(page.get_by_role("table")).to_be_hidden()
    page.get_by_text(names.LAST_ROUND, exact=True).click()
    expect(page.get_by_role("table")).to_be_visible()
    assert not problems(page, f"match-end-{size}")
    again = page.get_by_role("button", name=names.PLAY_AGAIN)
    expect(again).to_be_in_viewport(ratio=1)
    again.click()
    player.turn.wait_for()
    expect(page.get_by_role("table")).to_be_hidden()
    expect(player.end).to_be_hidden()
    page.set_viewport_size({"width": 390, "height": 844})
    keep(page, "rematch-phone")
