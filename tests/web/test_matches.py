"""Whole matches against bots, by accessible names and roles only."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from live import Server
from web import names
from web.playing import Counted, Player, hand, set_table, set_table_here, start
from web.visitor import Door, Size, keep

# All that a card says, to eyes or ears or programs, but for what is drawn and the id of the piece.
WRITTEN = """
(card) => [card, ...card.querySelectorAll(":not(svg, svg *)")]
  .flatMap((part) => [...part.attributes])
  .filter(({ name }) => !["class", "style", "tabindex", "data-piece"].includes(name))
  .map(({ value }) => value)
  .join(" ") + card.textContent
"""


@pytest.fixture(scope="module")
def server(server_with_high_card: Server) -> Server:
    return server_with_high_card


@pytest.mark.parametrize(
    ("game", "size", "options"),
    [
        ("Dice", "phone", {}),
        ("Scopa", "phone", {"Points to win": "2"}),
        ("66", "narrow", {}),
        ("Rummy", "desktop", {"Points to win": "5"}),
        ("high_card", "phone", {}),
    ],
)
def test_a_full_match_against_bots(
    door: Door, game: str, size: Size, options: dict[str, str]
) -> None:
    page = door.visitor(size=size)
    set_table(page, game, **options)
    start(page)
    player = Player(page)
    player.play_to_the_end()
    expect(player.end.get_by_role("listitem")).to_have_count(3)
    keep(page, f"end-{game.lower()}-{size}")
    check_counting(game, player)
    page.get_by_role("link", name=names.REPLAY).click()
    expect(page.get_by_role("slider", name=names.STEPS)).to_be_visible()
    if game != "Dice":  # it can be over before one's first turn
        check_rematch(player)


def check_rematch(player: Player) -> None:
    """It is dealt anew, to the same players at the same seats."""
    player.page.go_back()
    seats = player.felt.get_by_role("heading", level=3)
    expect(seats).to_have_count(3)
    before = seats.all_inner_texts()
    player.page.get_by_role("button", name=names.PLAY_AGAIN).click()
    player.turn.or_(player.seen).first.wait_for()
    expect(player.end).to_be_hidden()
    assert hand(player.page)
    assert seats.all_inner_texts() == before


def check_counting(game: str, player: Player) -> None:
    """What each round is said to bring adds up, from round to round, to the final score."""
    gains_of = {"Scopa": gains_in_scopa, "Rummy": gains_in_rummy}.get(game)
    if gains_of is None:
        return
    scores = [0, 0, 0]
    for counted in player.counted:
        scores = [sum(both) for both in zip(scores, gains_of(counted), strict=True)]
        assert counted["Score"] == [str(score) for score in scores]
    assert player.counted
    final = player.end.get_by_role("strong").all_inner_texts()  # as it is seen, and as it is heard
    assert [text.split() for text in final] == [2 * [str(score)] for score in scores]


def gains_in_scopa(counted: Counted) -> list[int]:
    rows = [counted[fact] for fact in ("Cards", "Coins", "Seven of coins", "Sum", "Sweeps")]
    marks = [re.findall(r"\+(\d+)", " ".join(cells)) for cells in zip(*rows, strict=True)]
    gains = [sum(map(int, gained)) for gained in marks]
    assert counted["Points"] == [str(gain) for gain in gains]
    return gains


def gains_in_rummy(counted: Counted) -> list[int]:
    """The winner gets what the others hold, or its double: 10 + 3 = 13, 2 × 13 = 26."""
    if "Points" not in counted:  # nobody went out
        return [0, 0, 0]
    sums = [cell.split(" = ") for cell in counted["Points"]]
    gains = [int(said[-1] or 0) for said in sums]
    values = [int(value) for value in counted["Value of the cards"]]
    times = sum(gains) // sum(values)
    assert times in (1, 2)
    assert sum(gains) == times * sum(values)
    for said in sums:
        if len(said) == 2 and times == 1:
            assert said[0] == " + ".join(str(value) for value in values if value)
        elif len(said) == 2:
            assert said[0] == f"2 × {sum(values)}"
    return gains


def test_two_people_play_a_match_on_one_device(door: Door) -> None:
    page = door.visitor(size="phone")
    set_table_here(page, "high_card", "Ann", "Bea")
    player = Player(page)
    cover = page.get_by_role("heading", name=names.PASS_ON)
    own = player.felt.get_by_role("heading", level=3).last
    acted: list[str] = []
    covered = 0
    cards: list[str] = []
    while True:
        cover.or_(player.turn).or_(player.end).first.wait_for()
        if player.end.is_visible():
            break
        if cover.is_visible():  # else who has the device is to act again
            covered += 1
            for card in cards:
                assert card not in page.locator("body").inner_html()
            page.get_by_role("button", name=names.I_AM).click()
            player.turn.wait_for()
        acted.append(own.inner_text())
        cards = hand(page)
        assert len(cards) == 4 - acted.count(acted[-1])
        player.move()
    assert covered >= 3  # in each round the device goes to the other at least once
    assert sorted(acted) == 3 * ["Ann"] + 3 * ["Bea"]
    expect(player.end.get_by_role("listitem")).to_have_text([re.compile("Ann"), re.compile("Bea")])
    page.get_by_role("button", name=names.PLAY_AGAIN).click()
    expect(cover).to_be_visible()
    page.get_by_role("button", name=names.MORE).click()
    page.get_by_role("button", name=names.SETTINGS).click()
    page.get_by_role("textbox", name=names.YOUR_NAME).fill("Dot")
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(cover).to_have_text("Pass the device to Dot")


def test_by_keys_alone(door: Door) -> None:
    page = door.visitor()
    player = Player(page)
    expect(player.turn).to_be_visible()
    page.keyboard.press("Tab")
    tab_to(page, page.get_by_role("button", name="Play Scopa"))
    page.keyboard.press("Enter")
    own = page.get_by_role("list", name=names.YOUR_HAND).get_by_role("button")
    tab_to(page, own)
    lines = player.log.get_by_role("listitem")
    at_card = player.pickable.and_(own).and_(page.locator(":focus"))
    for _ in range(3):
        expect(player.turn).to_be_visible()
        expect(at_card).to_be_visible()  # the focus follows the turn
        before = lines.count()
        page.keyboard.press("Enter")
        player.play.or_(player.choices).first.wait_for()
        if player.play.is_hidden():  # it can take in several ways
            page.keyboard.press("1")
            player.play.wait_for()
        page.keyboard.press("Enter")
        expect(lines).not_to_have_count(before)
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys).to_be_visible()
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()


def tab_to(page: Page, wanted: Locator, most: int = 60) -> None:
    """Press Tab until the focus is there."""
    for _ in range(most):
        if wanted.and_(page.locator(":focus")).count():
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {wanted}.")


def test_a_dice_match_by_three_keys_each_turn_at_most(door: Door) -> None:
    page = door.visitor()
    set_table(page, "Dice")
    start(page)
    player = Player(page)
    lines = player.log.get_by_role("listitem")
    player.turn.or_(player.end).first.wait_for()
    while not player.end.is_visible():
        before = lines.count()
        page.keyboard.press("1")
        player.play.or_(lines.nth(before)).first.wait_for()
        if player.play.is_visible():  # else there was no choice
            page.keyboard.press("Enter")
        expect(lines).not_to_have_count(before)
        player.turn.or_(player.end).first.wait_for()


def test_what_is_peeked_at_in_66_leaves_the_page(door: Door) -> None:
    page = door.visitor()
    set_table(page, "66")
    start(page)
    player = Player(page)
    player.seen.wait_for()
    keep(page, "peek")
    told = player.bar.get_by_role("alert").inner_text()
    shown = re.findall(r"\d+", told.rsplit(":", 1)[1])
    assert len(shown) == 2
    sentence = told.removeprefix(names.ONLY_YOU).strip()
    assert sentence in page.content()
    cards = page.get_by_role("list", name=names.YOUR_HAND).get_by_role("button")
    for place, face in enumerate(shown):
        spot = re.compile(f"^your card {place + 1}, {face};")  # people count from 1
        expect(cards.nth(place)).to_have_accessible_name(spot)
    drawn = pictures(cards)
    assert len(set(drawn)) == len({*shown, "the back"})
    player.look_until_turn()
    assert sentence not in page.content()
    expect(player.log.get_by_text("You look at your first two cards.", exact=True)).to_be_visible()
    discards = page.get_by_role("button", name=re.compile("^Discards:"))
    assert not {*drawn[:2]} & {*pictures(page.locator("body"))} - {*pictures(discards)}
    for place, card in enumerate(cards.all(), start=1):
        expect(card).to_have_accessible_name(re.compile(f"^your card {place}, face down(;|$)"))
        assert {*re.findall(r"\d+", card.evaluate(WRITTEN))} == {str(place)}
    assert len({*pictures(cards)}) == 1


def pictures(within: Locator) -> list[str]:
    """What is drawn on each card."""
    drawn: list[str] = within.locator("svg.card").evaluate_all(
        "(all) => all.map((e) => e.outerHTML)"
    )
    return drawn
