"""Somebody takes long, then their phone sleeps: a nudge, a countdown, and a recap."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from web.playing import Player
from web.visitor import Door, keep, problems, resize

GRACE = 5
AWAY = "Mentre non c’eri"

# Where the players' panels and the cards are.
FELT_AND_SEATS = """
() => [...document.querySelectorAll("[data-seat], [data-piece]")].map((each) => {
  const { left, top, width, height } = each.getBoundingClientRect();
  return [left, top, width, height].map(Math.round);
})
"""
# What the recap lies over, of that which one plays by.
COVERED = """
() => {
  const recap = document.querySelector("[aria-labelledby=recap-title]").getBoundingClientRect();
  const needed = document.querySelectorAll(".others [data-seat], [data-piece]:not([data-seat] *)");
  return [...needed].filter((each) => {
    const { left, top, right, bottom } = each.getBoundingClientRect();
    return left < recap.right && right > recap.left && top < recap.bottom && bottom > recap.top;
  }).map((each) => each.outerHTML.slice(0, 120));
}
"""


def test_a_phone_that_sleeps_in_mid_match_comes_back_with_its_recap(door: Door) -> None:
    ann_seat = door.server.open_table("scopa", grace=GRACE, seats=2)
    table = ann_seat["table"]
    bea_seat = {**ann_seat, **door.server.sit(table, ann_seat["invite"], "Bea")}
    ann = Player(door.visitor(f"#{table}", holding=ann_seat, size="phone", language="it"))
    bea = Player(door.visitor(f"#{table}", holding=bea_seat))
    for page in (ann.page, bea.page):
        expect(page.get_by_role("listitem").filter(has_text="Bea").first).to_be_visible()
    door.server.ask("POST", f"/api/tables/{table}/start", {"fill": ""}, ann_seat["secret"])
    page = bea.page
    seat = bea.felt.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Ann"))
    waits = seat.filter(has_text="to move")
    waits.or_(bea.turn).first.wait_for()
    while not waits.is_visible():  # it may be Bea's turn first
        bea.move()
        waits.or_(bea.turn).first.wait_for()

    # A nudge, when the turn has lasted for a while.
    watcher = door.visitor(f"#{table}.{ann_seat['invite']}")
    expect(page.get_by_text("1 watching")).to_be_attached()
    expect(watcher.get_by_text("1 watching")).to_be_attached()
    page.get_by_role("button", name="Nudge Ann").click(timeout=30_000)
    expect(page.get_by_role("button", name="You have nudged Ann")).to_be_disabled()
    expect(ann.page.get_by_role("status").filter(has_text="Bea ti aspetta")).to_be_visible()
    keep(page, "nudged")
    keep(ann.page, "nudged-phone")
    assert not problems(page, "nudged")

    # The phone sleeps.
    before = page.evaluate(FELT_AND_SEATS)
    ann.page.goto("about:blank")
    expect(seat).to_contain_text(re.compile(r"bot in 0:0\d"))
    assert page.evaluate(FELT_AND_SEATS) == before  # nothing jumps
    said = page.get_by_role("status").filter(has_text=re.compile(r"Ann is awaited: a bot plays in"))
    expect(said).to_have_count(1)
    expect(seat).to_contain_text("a bot plays")
    expect(page.get_by_role("status").filter(has_text="a bot plays for Ann.")).to_have_count(1)
    expect(bea.log.get_by_text("A bot played this for Ann.").first).to_be_attached()

    # It comes back.
    door.go(ann.page, f"#{table}")
    recap = ann.page.get_by_role("region", name=AWAY)
    expect(recap.get_by_role("listitem").first).to_contain_text("L’ha giocata un bot per te.")
    keep(ann.page, "recap-phone")
    assert not ann.page.evaluate(COVERED)
    assert not problems(ann.page, "recap")
    resize(ann.page, "narrow")
    assert not problems(ann.page, "recap-narrow")
    recap.get_by_role("button", name="Ho capito").click()
    expect(recap).to_have_count(0)
    expect(ann.page.get_by_text("1 spettatore")).to_be_attached()
    ann.page.reload()  # all is known by now
    expect(ann.log.or_(ann.page.get_by_role("log")).first).to_contain_text("un bot per te")
    expect(recap).to_have_count(0)


# The page as one that nobody looks at, for a minute; its connection stays as it is.
HIDE = """
(hidden) => {
  Object.defineProperty(document, "hidden", { get: () => hidden, configurable: true });
  if (!hidden) {
    const now = Date.now;
    Date.now = () => now() + 60_000;
  }
  document.dispatchEvent(new Event("visibilitychange"));
}
"""


def test_a_page_that_nobody_looked_at_has_its_recap_though_it_stayed_connected(door: Door) -> None:
    ann_seat = door.server.open_table("scopa", seats=2)
    table = ann_seat["table"]
    bea_seat = {**ann_seat, **door.server.sit(table, ann_seat["invite"], "Bea")}
    ann = Player(door.visitor(f"#{table}", holding=ann_seat, size="phone"))
    bea = Player(door.visitor(f"#{table}", holding=bea_seat))
    door.server.ask("POST", f"/api/tables/{table}/start", {"fill": ""}, ann_seat["secret"])
    bea.turn.or_(bea.felt.get_by_text("to move")).first.wait_for()
    if not bea.turn.is_visible():
        ann.move()
        bea.turn.wait_for()
    recap = ann.page.get_by_role("region", name="While you were away")
    ann.page.evaluate(HIDE, True)
    bea.move()
    expect(ann.page).to_have_title("● Your turn – Settebello")
    expect(recap).to_have_count(0)
    ann.page.evaluate(HIDE, False)
    expect(recap.get_by_role("listitem").first).to_contain_text("Bea ")
    assert not ann.page.evaluate(COVERED)
    assert not problems(ann.page, "recap-after-hiding")
    recap.get_by_role("button", name="Got it").click()
    expect(recap).to_have_count(0)
    ann.page.evaluate(HIDE, True)  # nothing happens meanwhile
    ann.page.evaluate(HIDE, False)
    ann.move()
    bea.turn.wait_for()
    bea.move()  # they see it
    ann.turn.wait_for()
    expect(recap).to_have_count(0)
