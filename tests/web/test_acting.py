"""How one acts at the table: see what is meant, confirm it, and hear why not."""

from __future__ import annotations

import re
from contextlib import suppress

from playwright.sync_api import Locator, TimeoutError, expect

from web import names
from web.playing import CORNER, Player, hand, set_table, set_table_here, start
from web.visitor import Door, problems, resize

NOTATION = re.compile(r"\b(10|[2-9AJQK])[SHDC]\b|\b(meld|discard) [A-Z]|\bdraw (stock|pile)\b")
FOREVER = 0.001  # a speed at which no card arrives while a test runs

# Where each card of a hand lies, whenever that changes: [[0, 1, 2, 3], [0, 1, 4, 3]].
WATCH_PLACES = """
(hand) => {
  const known = [];
  const number = (item) => (known.includes(item) ? known.indexOf(item) : known.push(item) - 1);
  window.places = [];
  const look = () => places.push([...hand.children].map(number));
  look();
  new MutationObserver(look).observe(hand, { childList: true });
}
"""


def hand_of(player: Player) -> Locator:
    return player.page.get_by_role("list", name=names.YOUR_HAND)


def test_nothing_is_played_at_the_first_touch_nor_by_two_on_the_same_card(door: Door) -> None:
    page = door.visitor(size="phone")
    player = Player(page)
    player.turn.wait_for()
    lines = player.log.get_by_role("listitem")
    before = lines.count()
    card = hand_of(player).get_by_role("button").first
    card.dblclick()  # which picks it once, and does not let it go again
    expect(card).to_have_attribute("aria-pressed", "true")
    player.play.or_(player.choices).first.wait_for()
    others = hand_of(player).get_by_role("button").filter(has_text=names.INSTEAD)
    expect(others).to_have_count(2)
    others.first.click()
    expect(card).to_have_attribute("aria-pressed", "false")
    assert lines.count() == before
    page.get_by_role("button", name=re.compile("^Stock:")).click()
    why = player.bar.get_by_role("alert")
    expect(why).to_contain_text("cannot be picked now; try “")
    expect(why.get_by_role("link", name=names.RULES)).to_be_visible()


def test_a_pick_that_can_become_many_moves_asks_for_more_cards(door: Door) -> None:
    opened = door.server.open_table("hearts", "Ann", seats=4)
    door.server.begin(opened["table"], opened["secret"], "bot")
    page = door.visitor(f"#{opened['table']}", holding=opened, size="phone")
    player = Player(page)
    player.turn.wait_for()
    cards = hand_of(player).get_by_role("button")
    cards.nth(0).click(position=CORNER)
    expect(player.bar.get_by_text(re.compile("pick three in all", re.IGNORECASE))).to_be_visible()
    expect(player.choices).to_have_count(0)
    for at in (1, 2):
        cards.nth(at).click(position=CORNER)
    expect(player.play).to_be_visible()


def test_a_double_click_on_a_card_that_names_a_rank_lets_nothing_go(door: Door) -> None:
    page = door.visitor()
    page.get_by_role("button", name="Play Go Fish").click()
    player = Player(page)
    player.turn.wait_for()
    hand_of(player).get_by_role("button").first.dblclick(position=CORNER)
    chosen = player.bar.get_by_role("button", pressed=True)
    expect(chosen).to_have_count(1)
    chosen.dblclick()  # the value itself, too: the first click lets it go, the second chooses it
    expect(chosen).to_have_count(1)


def test_what_has_an_alternative_is_chosen_and_then_confirmed(door: Door) -> None:
    page = door.visitor()
    set_table(page, "66")
    start(page)
    player = Player(page)
    player.look_until_turn()
    lines = player.log.get_by_role("listitem")
    before = lines.count()
    deck = page.get_by_role("button", name=re.compile("^Deck:"))
    choice = player.bar.get_by_role("button", name="Take a card from the deck", exact=True)
    deck.click()
    for shown in (deck, choice):
        expect(shown).to_have_attribute("aria-pressed", "true")
    expect(player.play).to_be_visible()
    choice.dblclick()  # let go, and chosen again
    choice.click()
    expect(player.play).to_be_hidden()
    assert lines.count() == before
    page.keyboard.press("1")
    expect(player.play).to_be_focused()
    page.keyboard.press("Enter")
    expect(lines).not_to_have_count(before)


def test_single_keys_can_be_switched_off_and_that_is_remembered(door: Door) -> None:
    page = door.visitor()
    set_table(page, "66")
    start(page)
    player = Player(page)
    player.look_until_turn()
    digits = player.bar.locator("kbd", has_text=re.compile(r"^\d$"))
    expect(digits.first).to_be_visible()
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name=names.SETTINGS).first.click()
    page.get_by_role("checkbox", name="Single keys as shortcuts").uncheck()
    page.keyboard.press("Escape")
    page.reload()
    player.turn.wait_for()
    expect(digits).to_have_count(0)
    for key in ("?", "a", "1", "r"):
        page.keyboard.press(key)
    expect(keys).to_have_count(0)
    expect(player.play).to_have_count(0)
    expect(page.get_by_role("complementary", name=names.RULES)).to_have_count(0)
    player.bar.get_by_role("button", name="Keys").click()
    expect(keys).to_contain_text("switched off in the settings")
    page.keyboard.press("Escape")  # keys that are no characters stay
    expect(keys).to_have_count(0)


def test_a_refusal_says_in_words_what_would_be_right_and_links_to_the_rule(door: Door) -> None:
    page = door.visitor()
    set_table(page, "Rummy")
    start(page)
    player = Player(page)
    player.turn.wait_for()
    why, cards = player.bar.get_by_role("alert"), hand_of(player).get_by_role("button")
    rule = why.get_by_role("link", name="Read the rule")

    def expect_reason(reason: str, instead: str) -> None:
        expect(why).to_contain_text(reason)
        expect(why).to_contain_text(instead)
        expect(rule).to_be_visible()
        assert not NOTATION.search(why.inner_text())

    cards.first.click(position=CORNER)
    expect_reason("draw a card first", "Try “draw from the stock”")
    assert not problems(page, "refused-desktop")
    resize(page, "phone")
    assert not problems(page, "refused-phone")
    resize(page, "desktop")
    stock = page.get_by_role("button", name=re.compile("^Stock:"))
    stock.click()  # which draws at once: there is nothing else to do
    player.pickable.first.wait_for()
    stock.click()
    expect_reason("“Draw from the stock” is not possible: you have drawn already", "Try “")
    cards.first.click(position=CORNER)
    cards.filter(has_text=names.INSTEAD).first.click(position=CORNER)
    expect(player.bar.get_by_role("status")).to_contain_text("No move has both the ")


def test_a_move_against_bots_can_be_undone_whatever_was_learned(door: Door) -> None:
    page = door.visitor()
    set_table(page, "Rummy")
    start(page)
    player = Player(page)
    player.turn.wait_for()
    cards = hand(page)
    undo = player.bar.get_by_role("button", name=names.UNDO, exact=True)
    discards = page.get_by_role("button", name=re.compile("^Discards:"))
    for way in ("tap", "key"):
        expect(undo).to_be_hidden()
        discards.click()
        expect(undo).to_be_visible()
        assert len(hand(page)) == len(cards) + 1
        if way == "tap":
            undo.click()
        else:
            page.keyboard.press("u")
        player.turn.wait_for()
        assert hand(page) == cards
    page.get_by_role("button", name=re.compile("^Stock:")).click()
    expect(hand_of(player).get_by_role("button")).to_have_count(len(cards) + 1)
    player.turn.wait_for()
    undo.click()  # a card was learned, but nobody minds
    player.turn.wait_for()
    expect(hand_of(player).get_by_role("button")).to_have_count(len(cards))


def test_the_places_of_a_hand_of_66_stay_while_a_card_is_replaced(door: Door) -> None:
    page = door.visitor(speed=4)
    set_table(page, "66")
    start(page)
    player = Player(page)
    player.look_until_turn()
    expect(player.bar.get_by_role("button", name=names.HURRY)).to_be_hidden()  # nothing moves
    page.get_by_role("button", name=re.compile("^Deck:")).click()
    player.play.click()
    own = hand_of(player).get_by_role("button", name="your card 2, face down")
    own.filter(has_text=names.CAN_BE_PICKED).wait_for()
    hand_of(player).evaluate(WATCH_PLACES)
    own.click()
    player.play.click()
    expect(player.log).to_contain_text("You replace your card 2")
    player.look_until_turn()
    seen = {(card, at) for cards in page.evaluate("places") for at, card in enumerate(cards)}
    assert (4, 1) in seen
    assert len(seen) == len({card for card, _ in seen})  # each in one place, whatever happened


def test_what_the_others_do_is_shown_at_once_if_one_likes(door: Door) -> None:
    player = Player(door.visitor(speed=FOREVER))
    hurry = player.bar.get_by_role("button", name=names.HURRY)
    while not player.turn.is_visible():  # the others may be first
        hurry.or_(player.turn).first.wait_for()
        with suppress(TimeoutError):  # the button goes when there is nothing left to show
            hurry.click(timeout=1_000)
    player.page.keyboard.press("Escape")  # what still moves is there: nothing else can be clicked
    player.choose()
    hurry.click()
    player.turn.wait_for()
    expect(hurry).to_be_hidden()
    player.choose()
    player.bar.get_by_role("button", name=names.SPEED).click()  # beside it
    player.turn.wait_for()
    assert '"speed":1' in player.page.evaluate("localStorage['settebello.settings']")


def test_the_device_is_passed_on_at_once_and_no_hand_is_seen_meanwhile(door: Door) -> None:
    page = door.visitor(speed=FOREVER)
    set_table_here(page, "Scopa", "Ann", "Bea")
    player = Player(page)
    way_to_hand = page.get_by_role("button", name=names.MOVE_SEAT, include_hidden=True)
    for _ in range(3):
        page.get_by_role("heading", name=names.PASS_ON).wait_for()
        expect(hand_of(player)).to_have_count(0)
        expect(way_to_hand).to_have_count(0)
        page.get_by_role("button", name=names.I_AM).click()
        player.turn.wait_for()
        expect(way_to_hand).to_have_count(1)
        player.choose()
