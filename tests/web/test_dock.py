"""What can be done now is under the hand, in a room of its own: nothing there moves the table."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from live import Connection
from settebello.table import protocol
from web import names
from web.playing import CORNER, Player, hand, set_table, start
from web.visitor import LAID_OUT, Door, Size, problems, resize

# Looks at every frame where the felt, the seats and the hand are, and keeps what changed.
WATCH = """
() => {
  window.layouts = [];
  const places = "[data-felt], [data-seat], [data-own] li:has([data-piece])";
  const look = () => {
    const boxes = [...document.querySelectorAll(places)].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [element.className.split(" ")[0], ...[x, y, width, height].map(Math.round)].join(" ");
    });
    const now = boxes.join("\\n");
    if (layouts.at(-1) !== now) layouts.push(now);
    requestAnimationFrame(look);
  };
  look();
}
"""


def layouts(page: Page) -> list[str]:
    """How the table has been laid out since it is watched."""
    page.evaluate(LAID_OUT)
    found: list[str] = page.evaluate("layouts")
    return found


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_nothing_moves_the_felt(door: Door, size: Size) -> None:
    opened = door.server.open_table("sixty_six", "Ann", seats=3)
    door.server.begin(opened["table"], opened["secret"], "bot")
    page = door.visitor(f"#{opened['table']}", holding=opened, size=size)
    player = Player(page)
    player.seen.wait_for()  # a peek
    page.evaluate(LAID_OUT)
    page.evaluate(WATCH)
    player.look_until_turn()
    page.get_by_role("button", name=re.compile("^Deck:")).click()
    player.play.click()
    discard = player.bar.get_by_role("button", name="Discard the card you took", exact=True)
    discard.wait_for()

    # The list of all moves lies over the felt: all can be reached, and much is in sight.
    opens = player.bar.get_by_role("button", name=names.OTHER_MOVES)
    moves = player.bar.get_by_role("group", name=names.OTHER_MOVES).get_by_role("button")
    opens.click()
    expect(moves.first).to_be_focused()
    expect(moves).to_have_count(16)
    in_sight = [move for move in moves.all() if is_in_sight(page, move.bounding_box())]
    assert len(in_sight) > 4
    assert not problems(page, f"moves-{size}")
    moves.last.focus()
    expect(moves.last).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    expect(opens).to_be_focused()
    expect(moves).to_have_count(0)
    opens.click()
    expect(moves.first).to_be_focused()
    page.mouse.click(3, 150)
    # Until it has closed: the page hears of that a little later, and the key would close it again.
    there = page.get_by_role("group", name=names.OTHER_MOVES, include_hidden=True)
    expect(there.get_by_role("button", include_hidden=True)).to_have_count(0)
    page.keyboard.press("a")
    moves.last.click()
    expect(player.play).to_be_focused()
    expect(moves).to_have_count(0)
    page.keyboard.press("Escape")

    # A refusal, a note, and a pick.
    page.get_by_role("button", name=re.compile("^Deck:")).click()
    expect(player.bar.get_by_role("alert")).to_contain_text(re.compile(r"\w"))
    page.keyboard.press("s")
    page.keyboard.press("Escape")
    page.keyboard.press("s")
    expect(player.bar.get_by_role("status")).to_contain_text("Score")
    player.pickable.first.click(position=CORNER)
    expect(player.bar.get_by_role("button", name="Clear")).to_be_visible()
    player.bar.get_by_role("button", name="Clear").click()

    # A turn of the others, and what they show.
    discard.click()
    player.play.click()
    expect(discard).to_have_count(0)
    found = layouts(page)
    assert len(found) == 1, "\n---\n".join(found)


def is_in_sight(page: Page, box: Any) -> bool:
    size = page.viewport_size
    assert size is not None
    return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= size["height"]


def test_the_first_half_of_an_exchange_is_marked_and_named(door: Door) -> None:
    opened = door.server.open_table("sixty_six", "Ann", seats=2)
    door.server.begin(opened["table"], opened["secret"], "bot")
    with door.server.connect(table=opened["table"], secret=opened["secret"]) as connection:
        come_to_exchange(connection)
    player = Player(door.visitor(f"#{opened['table']}", holding=opened, size="phone"))
    player.look_until_turn()
    expect(player.bar).to_contain_text("pick the card of yours that you give away")
    own = player.page.get_by_role("list", name=names.YOUR_HAND).get_by_role("button")
    own.nth(1).click()
    player.play.click()
    expect(player.bar).to_contain_text("You picked your card 2")
    expect(player.bar).to_contain_text("Pick the card of another player that you want for yours.")
    expect(own.nth(1)).to_contain_text("picked already")
    expect(own.nth(0)).not_to_contain_text("picked already")
    assert not problems(player.page, "exchange-phone")


def come_to_exchange(connection: Connection) -> None:
    """Throw away what the deck has, until that is a card that lets one exchange."""
    number = 0
    while True:
        told: Any = connection.receive_a((protocol.Welcome, protocol.Told))
        connection.send(protocol.Ack(told.number))
        waits = told.view is not None and told.view["waiting_for"]
        if waits == "own for exchange" and told.legal:
            return
        texts = [choice.text for choice in told.legal or []]
        for text in ("deck", "discard", "next", *texts[:1]):
            if text in texts and not told.more:
                number += 1
                connection.send(protocol.Move(f"m{number}", told.number, text))
                break


def test_on_a_phone_the_log_is_a_sheet_and_its_newest_line_is_in_sight(door: Door) -> None:
    page = door.visitor(size="phone")
    player = Player(page)
    player.move()
    player.turn.wait_for()
    newest = player.log.get_by_role("listitem").last.inner_text()
    expect(player.bar.get_by_text(newest, exact=True)).to_be_in_viewport()
    opens = player.bar.get_by_role("button", name="Log", exact=True)
    opens.click()
    expect(player.log.get_by_text(newest, exact=True)).to_be_in_viewport(ratio=1)
    assert not problems(page, "log-phone")
    page.keyboard.press("Escape")
    expect(opens).to_be_focused()
    expect(opens).to_have_attribute("aria-expanded", "false")
    opens.click()
    page.get_by_role("region", name=names.LOG).get_by_role("button", name=names.CLOSE).click()
    expect(opens).to_be_focused()
    assert len(hand(page)) > 0


def test_a_table_of_friends_has_the_same_dock(door: Door) -> None:
    page = door.visitor()
    set_table(page, "Rummy")
    start(page)
    player = Player(page)
    player.turn.wait_for()
    first, *others = player.choices.all()
    filled = first.evaluate("(button) => getComputedStyle(button).backgroundColor")
    for other in others:
        assert other.evaluate("(button) => getComputedStyle(button).backgroundColor") != filled


# The buttons of the dock that are cut above or below by what they stand in.
CUT = """
() => [...document.querySelectorAll(":is(.composer, .actions > .more) button")].filter((button) => {
  const box = button.getBoundingClientRect();
  const frame = button.closest(".composer, .more").getBoundingClientRect();
  return box.height > 0 && (box.top < frame.top || box.bottom > frame.bottom);
}).map((button) => button.textContent)
"""
WIDER = "(row) => row.scrollWidth - row.clientWidth"
PHONES: tuple[Size, ...] = ("narrow", "phone", "sideways")


@pytest.mark.parametrize("game", ["go_fish", "liars_dice"])
def test_what_is_composed_is_whole_on_phones(door: Door, game: str) -> None:
    opened = door.server.open_table(game, "Ann", seats=3)
    door.server.begin(opened["table"], opened["secret"], "bot")
    page = door.visitor(f"#{opened['table']}", holding=opened, size="phone")
    page.locator(".composer button").first.wait_for()
    for size in PHONES:
        resize(page, size)
        assert page.evaluate(CUT) == [], size
        assert page.locator(".actions > .more").evaluate(WIDER) <= 0, size


def test_the_plates_of_three_leave_room_for_the_cards(door: Door) -> None:
    opened = door.server.open_table("hearts", "Ann", seats=4)
    door.server.begin(opened["table"], opened["secret"], "bot")
    page = door.visitor(f"#{opened['table']}", holding=opened, size="phone")
    seats = page.get_by_role("list", name="Players").get_by_role("listitem")
    expect(seats.get_by_text("has chosen")).to_have_count(3)
    page.evaluate(LAID_OUT)
    box = seats.first.bounding_box()
    assert box is not None
    assert box["height"] <= 130
