"""What the contract can say, on the screen: hidden dice, requests, bids, teams, secrets, pauses.

The games are the tiny ones of `tests/examples`, from elsewhere: the client knows none of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from live import Server
from web import names
from web.packages import serving_games
from web.playing import Player, hand
from web.visitor import Door, Size, keep, problems, resize, too_wide

EXAMPLES = Path(__file__).parents[1] / "examples"
GAMES = sorted(EXAMPLES.glob("*.py"))
OTHERS = ["Bea", "Cal", "Dan"]
FOREVER = 0.001  # a speed at which nothing ends by itself while a test runs
SIZES: tuple[Size, ...] = ("desktop", "phone", "narrow")


@pytest.fixture(scope="module")
def server(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the tiny games, as if a package had brought them."""
    with serving_games(tmp_path_factory.mktemp("server"), GAMES) as server:
        yield server


def seated(door: Door, game: str, seats: int, **options: Any) -> list[dict[str, Any]]:
    """A table with people in all seats: what each of them needs to come in; nothing has begun."""
    opened = door.server.open_table(game, "Ann", seats=seats, options=options)
    table, invite = opened["table"], opened["invite"]
    others = [door.server.sit(table, invite, name) for name in OTHERS[: seats - 1]]
    return [opened, *({**opened, "secret": other["secret"]} for other in others)]


def begun(door: Door, game: str, seats: int, **visit: Any) -> list[Page]:
    """The pages of all players, at a table where the match has begun."""
    held = seated(door, game, seats, **visit.pop("options", {}))
    door.server.begin(held[0]["table"], held[0]["secret"])
    return [door.visitor(f"#{each['table']}", holding=each, **visit) for each in held]


def in_all_sizes(page: Page, name: str) -> list[str]:
    """What is wrong with the page on any screen; and pictures of it."""
    found = []
    for size in SIZES:
        resize(page, size)
        keep(page, f"{name}-{size}")
        found += problems(page, f"{name}-{size}") if size == "phone" else too_wide(page)
    resize(page, "desktop")
    return found


def button(player: Player, name: str | re.Pattern[str]) -> Locator:
    return player.bar.get_by_role("button", name=name)


def test_hidden_dice_and_a_bid_of_a_number_and_a_rank(door: Door) -> None:
    pages = begun(door, "cups", 3)
    ann, bea, _ = (Player(page) for page in pages)
    cup = ann.page.get_by_role("list", name="Cup, you").get_by_role("button")
    expect(cup).to_have_count(2)
    for die in cup.all():
        assert re.fullmatch(
            "die, (one|two|three|four|five|six)", die.get_attribute("aria-label") or ""
        )
    expect(ann.felt.get_by_text("Cup, Bea: 2 dice")).to_be_attached()
    expect(bea.felt.get_by_text("Cup, Ann: 2 dice")).to_be_attached()
    assert not in_all_sizes(ann.page, "cups-bid")

    # A rank alone means the lowest number; both are said before anything is sent.
    button(ann, "die, five").click()
    expect(button(ann, "Play: bid 1 times 5")).to_be_visible()
    button(ann, "One higher").click()
    expect(button(ann, "Play: bid 2 times 5")).to_be_visible()
    number = ann.bar.get_by_role("spinbutton", name="Number, 1 to 6")
    number.fill("99")
    number.press("Enter")
    expect(button(ann, "Play: bid 6 times 5")).to_be_focused()
    number.fill("2")
    number.press("Enter")
    keep(ann.page, "cups-composed")
    ann.page.keyboard.press("Enter")
    expect(ann.log).to_contain_text("You bid 2 times")

    # What is lower is not offered, a number follows a lower rank, and the odd one is in sight.
    expect(button(bea, "Doubt the last bid")).to_be_visible()
    expect(button(bea, "die, six")).to_be_visible()
    button(bea, "die, two").click()
    expect(button(bea, "Play: bid 3 times 2")).to_be_visible()
    expect(button(bea, "One lower")).to_be_disabled()
    button(bea, names.OTHER_MOVES).click()
    expect(bea.bar.get_by_role("heading", name="Bid", exact=True)).to_be_visible()
    keep(bea.page, "cups-all-moves")
    bea.page.keyboard.press("Escape")
    expect(button(bea, names.OTHER_MOVES)).to_be_focused()
    button(bea, "Doubt the last bid").click()
    bea.play.click()
    expect(ann.page.get_by_role("list", name="Cup, Bea").get_by_role("listitem")).to_have_count(2)
    expect(ann.end).to_be_visible()
    assert not in_all_sizes(ann.page, "cups-open")


def test_a_request_names_a_player_and_a_rank(door: Door) -> None:
    pages = begun(door, "request", 3)
    ann = Player(pages[0])
    bea_panel = ann.felt.get_by_role("button", name="Choose Bea")
    cal_panel = ann.felt.get_by_role("button", name="Choose Cal")
    expect(bea_panel).to_have_attribute("aria-pressed", "false")
    cal_panel.click()
    expect(ann.bar).to_contain_text("Now choose a rank.")
    # A card of one's own stands for its rank.
    own = ann.pickable.first
    rank = re.search(r"\d+", own.get_attribute("aria-label") or "")
    assert rank is not None
    expect(button(ann, re.compile(f"^{rank[0]}s$"))).to_have_attribute("aria-pressed", "false")
    own.click(position={"x": 10, "y": 30})
    expect(button(ann, re.compile(f"^{rank[0]}s$"))).to_have_attribute("aria-pressed", "true")
    expect(button(ann, f"Play: ask Cal for {rank[0]}s")).to_be_visible()
    assert not in_all_sizes(ann.page, "request-composed")
    bea_panel.focus()
    ann.page.keyboard.press("Enter")
    expect(bea_panel).to_have_attribute("aria-pressed", "true")
    button(ann, f"Play: ask Bea for {rank[0]}s").click()
    expect(ann.log).to_contain_text("Ann asks Bea for")
    expect(ann.felt.get_by_role("button", name=re.compile("^Choose "))).to_have_count(0)


def test_a_number_is_picked_by_steps_and_private_facts_are_ones_own(door: Door) -> None:
    pages = begun(door, "bid", 2)
    ann, bea = (Player(page) for page in pages)
    for player in (ann, bea):
        coins = sum(int(re.sub(r"\D", "", card)) for card in hand(player.page))
        mine = player.felt.get_by_role("region", name="Only you see this")
        expect(mine).to_contain_text(re.compile(rf"Your coins\s*{coins}$"))
    expect(ann.bar.get_by_text("Bid", exact=True)).to_be_visible()
    assert ann.bar.get_by_role("button").count() < 8  # and not one for each of forty numbers
    expect(button(ann, "Pass")).to_be_visible()
    button(ann, "One higher").click()
    expect(button(ann, "Play: bid 1")).to_be_visible()
    assert not in_all_sizes(ann.page, "bid-composed")
    number = ann.bar.get_by_role("spinbutton", name="Number, 1 to 40")
    number.press("ArrowUp")
    expect(number).to_have_value("2")
    button(ann, "Play: bid 2").click()
    expect(bea.bar.get_by_role("spinbutton", name="Number, 3 to 40")).to_be_visible()


def test_partners_are_named_before_during_and_after_a_match(door: Door) -> None:
    held = seated(door, "partners", 4)
    pages = [door.visitor(f"#{each['table']}", holding=each) for each in held]
    ann = pages[0]
    expect(ann.get_by_text("Playing together: Ann and Cal, against Bea and Dan.")).to_be_visible()
    cal = ann.get_by_role("listitem").filter(has=ann.get_by_text("Cal", exact=True))
    expect(cal).to_contain_text("with Ann")
    assert not in_all_sizes(ann, "partners-seats")
    ann.get_by_role("button", name=names.START, exact=True).click()
    players = [Player(page) for page in pages]
    seats = players[0].felt.get_by_role("list", name="Players").get_by_role("listitem")
    expect(seats.filter(has=ann.get_by_role("heading", name="Cal")).first).to_contain_text(
        "your partner"
    )
    expect(seats.filter(has=ann.get_by_role("heading", name="Bea")).first).to_contain_text(
        "with Dan"
    )
    assert not in_all_sizes(ann, "partners")
    for turn in range(16):
        players[turn % 4].move()
    sides = players[0].end.get_by_role("listitem")
    expect(sides).to_have_count(2)
    won = [("Ann", "Cal"), ("Bea", "Dan")]
    won = [team for team in won if sides.filter(has_text="★").filter(has_text=team[0]).count()]
    expect(sides.first).to_contain_text("Ann and Cal")
    keep(ann, "partners-end")
    for name, page in zip(("Ann", *OTHERS), pages, strict=True):
        headline = f"{won[0][0]} and {won[0][1]} win"
        if name in won[0]:
            headline = f"You and {won[0][1 - won[0].index(name)]} win"
        if len(won) == 1:  # else all of them share it
            said = re.compile(rf"^{headline}, \d+ to \d+$")
            expect(page.get_by_role("heading", name=said)).to_be_visible()


def test_all_choose_at_once_and_are_told_who_has_chosen_but_not_what(door: Door) -> None:
    ann, bea, cal = (Player(page) for page in begun(door, "secret", 3, options={"turns": 1}))
    for player in (ann, bea, cal):
        expect(player.felt.get_by_text(re.compile("^(to move|your turn)$"))).to_have_count(3)
    number = ann.bar.get_by_role("spinbutton")
    number.fill("4")
    number.press("Enter")
    button(ann, "Play: hide 4 coins").click()
    expect(ann.bar).to_contain_text("You have chosen. Still to choose: Bea and Cal.")
    mine = ann.page.get_by_role("list", name="Hidden coins, you").get_by_role("button")
    expect(mine).to_have_attribute("aria-label", "4 coins")
    expect(mine).to_be_visible()
    for other in (bea, cal):
        expect(other.bar).to_contain_text("Your turn: Choose a move. Done: Ann.")
        expect(other.felt.get_by_text("has chosen", exact=True)).to_have_count(1)
        expect(other.felt.get_by_text("Hidden coins, Ann: 1 card")).to_be_attached()
        assert "4 coins" not in other.page.content()
        assert "4D" not in other.page.content()
    button(cal, "One higher").click()
    cal.play.click()
    expect(ann.bar).to_contain_text("You have chosen. Still to choose: Bea.")
    expect(cal.bar).to_contain_text("You have chosen. Still to choose: Bea.")
    expect(bea.felt.get_by_text("has chosen", exact=True)).to_have_count(2)
    assert not in_all_sizes(ann.page, "secret-waits")
    button(bea, "One higher").click()
    bea.play.click()
    for player in (ann, bea, cal):
        expect(player.log).to_contain_text("Ann: 4 coins; Bea: a coin; Cal: a coin")
        expect(player.end).to_be_visible()


def test_a_full_trick_stays_until_one_has_looked_at_it(door: Door) -> None:
    pages = begun(door, "trick", 3, speed=FOREVER)
    players = [Player(page) for page in pages]
    trick = [page.get_by_role("list", name="Table").get_by_role("button") for page in pages]
    looks = [player.bar.get_by_text("Have a look. Tap to go on.") for player in players]
    for turn, player in enumerate(players):
        player.turn.wait_for()
        player.choose()
        for seat in (turn, (turn + 2) % 3, (turn + 1) % 3):  # who is next is told last
            expect(trick[seat]).to_have_count(turn + 1)
            pages[seat].keyboard.press("Escape")  # the motion has ended
    for look in looks:
        expect(look).to_be_visible()
    for cards in trick:
        expect(cards).to_have_count(3)
    expect(players[0].felt.get_by_text("to move")).to_have_count(0)
    assert not in_all_sizes(pages[0], "trick-full")
    pages[0].keyboard.press("Escape")
    players[1].felt.click(position={"x": 300, "y": 300})
    for look in looks[:2]:
        expect(look).to_be_hidden()
    expect(looks[2]).to_be_visible()
    for cards in trick:  # nobody is told the rest before all have looked
        expect(cards).to_have_count(3)
    pages[2].keyboard.press("Enter")
    for page, player in zip(pages, players, strict=True):
        expect(player.log).to_contain_text("the trick")
        page.keyboard.press("Escape")
    for cards in trick:
        expect(cards).to_have_count(0)
