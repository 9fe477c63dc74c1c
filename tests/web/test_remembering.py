"""What is remembered: the log, names, seats, tables that one leaves and comes back to."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from settebello.games import sixty_six
from web import names
from web.playing import Player, set_table, start
from web.test_lessons import Learner
from web.test_together import called, invitation
from web.visitor import Door, Network, problems, resize
from web.words import said


def at_a_table(door: Door, game: str = "Scopa", moves: int = 2) -> Player:
    """Somebody who has made some moves at a table, and is on turn, or has something to see."""
    page = door.visitor()
    set_table(page, game)
    start(page)
    player = Player(page)
    for _ in range(moves):
        player.act()
    expect(player.turn.or_(player.seen).first).to_be_visible()
    return player


def lines(log: Locator) -> list[str]:
    return log.get_by_role("listitem").all_inner_texts()


# The log.


def test_after_a_reload_the_log_is_as_it_was(door: Door) -> None:
    player = at_a_table(door)
    before = lines(player.log)
    assert len(before) > 8
    player.page.reload()
    expect(player.log.get_by_role("listitem")).to_have_text(before)


def test_who_comes_later_reads_what_everybody_knows(door: Door) -> None:
    page = door.visitor()
    set_table(page, "Scopa")
    link = invitation(page)
    start(page)
    player = Player(page)
    player.move()
    order = next(line for line in lines(player.log) if "order of play" in line)
    looker = Player(door.visitor(link))
    expect(looker.log).to_contain_text(order)
    expect(looker.log).to_contain_text(re.compile("is dealt 3 cards"))
    assert not [line for line in lines(looker.log) if line.startswith("You ")]


def test_in_another_language_the_whole_log_is_in_it(door: Door) -> None:
    player = at_a_table(door)
    count = len(lines(player.log))
    player.page.get_by_role("button", name=names.OTHER_LANGUAGE).first.click()
    log = player.page.get_by_role("log", name=said(names.LOG, "it"))
    expect(log.get_by_role("listitem")).to_have_count(count)
    expect(log).to_contain_text("Ricevi ")
    expect(log).not_to_contain_text("You ")


def test_what_is_to_be_remembered_is_not_in_the_log_of_a_reload(door: Door) -> None:
    player = at_a_table(door, "66", moves=0)
    page = player.page
    player.look_until_turn()
    took = re.compile(r"^You take a card from the deck: \d+\.$")
    page.get_by_role("button", name="take a card from the deck").first.click()
    play = player.bar.get_by_role("button", name=names.PLAY_IT)
    expect(play.or_(player.log.get_by_text(took)).first).to_be_visible()
    if play.is_visible():
        play.click()
    expect(player.log.get_by_text(took)).to_be_visible()  # while the card is open
    later = player.log.get_by_text("You take a card from the deck.", exact=True)
    while not later.first.is_visible():
        player.act()
    expect(player.log.get_by_text(took)).to_have_count(0)
    page.reload()
    expect(later.first).to_be_visible()
    for face in (took, re.compile(r"first two cards: ")):
        expect(player.log.get_by_text(face)).to_have_count(0)


def test_until_the_round_is_over_a_swap_two_turns_ago_is_in_no_log_of_66(door: Door) -> None:
    learner = Learner(door.visitor("#/rules/sixty_six", reduced_motion="reduce"))
    learner.page.get_by_role("button", name=names.LEARN).click()  # with the same cards every time
    swap = "You replace your card 2 by the discarded card and discard 12."
    for step in (1, 2):
        learner.hears(sixty_six, step)
        learner.move()
    for _ in range(2):
        learner.hears(sixty_six, 3)
        expect(learner.log).to_contain_text("looks at their own card 4.")  # the last turn
        expect(learner.log).not_to_contain_text(swap)
        learner.page.reload()
    for step in (3, 4, 5, 6):
        learner.hears(sixty_six, step)
        learner.move()
    learner.hears(sixty_six, 7)
    learner.page.reload()
    expect(learner.log).to_contain_text(swap)


# Names and seats.


def rename(page: Page, name: str) -> None:
    page.get_by_role("button", name=names.CHANGE_NAME).first.click()
    field = page.get_by_role("textbox", name=names.YOUR_NAME)
    field.fill(name)
    page.get_by_role("button", name=names.SAVE_NAME).click()


def test_a_name_counts_at_the_table_where_one_sits(door: Door) -> None:
    ann = called(door, "Ann")
    set_table(ann, "Scopa")
    bea = called(door, "Bea", invitation(ann))
    bea.get_by_role("button", name=names.SIT_HERE).first.click()
    seat = ann.get_by_role("listitem")
    expect(seat.filter(has_text="Bea")).to_be_visible()
    rename(bea, "ann")
    expect(bea.get_by_role("alert")).to_have_text("The name ann is taken already.")
    rename_again = bea.get_by_role("textbox", name=names.YOUR_NAME)
    rename_again.fill("Dot")
    rename_again.press("Enter")
    expect(seat.filter(has_text="Dot")).to_be_visible()
    start(ann)
    expect(Player(bea).felt).to_be_visible()
    bea.get_by_role("button", name="Settings").first.click()
    bea.get_by_role("dialog").get_by_role("textbox", name=names.YOUR_NAME).fill("Eve")
    bea.keyboard.press("Tab")
    expect(ann.get_by_role("heading", name="Eve", exact=True)).to_be_visible()
    ann.reload()
    expect(ann.get_by_role("heading", name="Eve", exact=True)).to_be_visible()


def test_how_long_a_name_can_be_is_said(door: Door) -> None:
    page = door.visitor()
    page.get_by_role("button", name=names.CHANGE_NAME).first.click()
    field = page.get_by_role("textbox", name=names.YOUR_NAME)
    field.fill("")
    field.press_sequentially("x" * 30)
    expect(field).to_have_value("x" * 24)
    expect(field).to_have_accessible_description(re.compile("^At most 24 characters"))


def test_a_name_that_was_made_up_stays_in_another_language(door: Door) -> None:
    page = door.visitor()
    called = page.get_by_role("button", name=names.CHANGE_NAME).first.inner_text()
    made_up = re.sub("^You are|Change it$", "", called).strip()
    page.get_by_role("button", name=names.OTHER_LANGUAGE).first.click()
    assert len(made_up) > 3
    expect(page.get_by_role("button", name=re.compile("^Ti chiami")).first).to_contain_text(made_up)


def test_the_host_takes_another_seat_and_stays_the_host(door: Door) -> None:
    ann = called(door, "Ann")
    set_table(ann, "Scopa")
    refused: list[str] = []
    ann.on("response", lambda told: refused.append(told.url) if told.status >= 400 else None)
    mine = ann.get_by_role("listitem").filter(has_text="Ann")
    expect(mine).to_contain_text("host")
    ann.get_by_role("button", name=names.MOVE_HERE).last.click()
    expect(ann.get_by_role("listitem").nth(2)).to_contain_text("Ann")
    expect(mine).to_contain_text("host")
    expect(ann.get_by_role("button", name=names.FILL_AND_START)).to_be_visible()
    ann.get_by_role("button", name=names.STAND_UP).click()
    expect(Player(ann).turn).to_be_visible()  # the first screen
    assert not refused


# Tables.


def over(door: Door) -> Player:
    """Somebody at the end of a match on the first screen."""
    page = door.visitor()
    page.get_by_role("navigation", name=names.GAMES).get_by_role("button").first.click()
    player = Player(page)
    player.play_to_the_end()
    return player


def test_a_match_that_is_over_is_still_over_after_a_reload(door: Door) -> None:
    player = over(door)
    score = player.end.inner_text()
    player.page.reload()
    expect(player.end).to_have_text(re.compile(r"\s*".join(map(re.escape, score.split()))))
    expect(player.log.get_by_text(re.compile("Winner"))).to_be_visible()
    player.page.get_by_role("link", name=names.REPLAY).click()
    slider = player.page.get_by_role("slider", name=names.STEPS)
    expect(slider).to_be_visible()
    player.page.keyboard.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("^Step 1 of "))
    player.page.wait_for_url(re.compile(r"/1/[\w-]+$"))
    stranger = door.visitor(player.page.url.split("/", 3)[3])
    shown = stranger.get_by_role("slider", name=names.STEPS)
    expect(shown).to_have_attribute("aria-valuetext", re.compile("^Step 1 of "))
    stranger.reload()
    expect(shown).to_have_attribute("aria-valuetext", re.compile("^Step 1 of "))


def test_one_leaves_a_table_and_comes_back_to_it(door: Door) -> None:
    player = at_a_table(door)
    page, before = player.page, lines(player.log)
    page.get_by_role("button", name=names.MORE).click()
    leave = page.get_by_role("link", name=names.LEAVE)
    expect(leave).to_contain_text("a bot plays for you, until you come back")
    leave.click()
    own = page.get_by_role("button", name=names.YOUR_TABLES)
    for size in ("desktop", "phone"):
        resize(page, size)
        expect(own).to_be_in_viewport(ratio=1)
        expect(own).to_have_text(re.compile(r"Your tables\s*1"))
    listed = page.get_by_role("dialog", name=names.YOUR_TABLES).get_by_role("link")
    own.click()
    expect(listed).to_have_text(re.compile("Scopa.*being played", re.DOTALL))
    assert not problems(page, "your-tables-phone")
    page.keyboard.press("Escape")
    resize(page, "narrow")  # the bar is short there
    page.get_by_role("button", name=names.MORE).click()
    own.click()
    listed.click()
    expect(player.turn).to_be_visible()
    # The log is fetched beside the table and may be there after it.
    expect(player.log.get_by_role("listitem").nth(len(before) - 1)).to_be_visible()
    assert lines(player.log)[: len(before)] == before
    expect(own).to_be_hidden()  # there is no other one
    resize(page, "phone")
    door.go(page, "")
    set_table(page, "Rummy")
    page.get_by_role("button", name=names.FILL_AND_START).wait_for()
    own.click()  # from another table
    listed.click()
    expect(player.turn).to_be_visible()
    own.click()
    expect(listed).to_have_text(re.compile("Rummy.*not begun yet", re.DOTALL))


def test_what_can_be_chosen_for_a_table_is_said_in_words(door: Door) -> None:
    page = door.visitor()
    page.get_by_role("button", name=names.SET_TABLE).click()
    dialog = page.get_by_role("dialog", name=names.WITH_FRIENDS)
    dialog.get_by_role("radio", name="66", exact=True).press("Space")
    dialog.get_by_text(names.HOUSE_RULES).click()
    dialog.get_by_role("radio", name="before taking a card").press("Space")
    dialog.get_by_text(names.TIME_AND_ABSENCE).click()
    dialog.get_by_role("radio", name="The match waits").press("Space")
    dialog.get_by_role("radio", name="2 min").press("Space")
    dialog.get_by_role("button", name=names.SET_TABLE).click()
    expect(
        page.get_by_text("The match waits for those who are away. A turn takes 2 min at most.")
    ).to_be_visible()
    chosen = page.get_by_role("region", name=names.HOUSE_RULES)
    expect(chosen.get_by_role("definition")).to_have_text("before taking a card")


def test_that_the_network_is_gone_is_said_at_once(door: Door) -> None:
    page = door.visitor("healthz")
    network = Network(page.context)
    door.go(page, "")
    expect(Player(page).turn).to_be_visible()
    lost = page.get_by_role("status").filter(has_text=names.LOST)
    network.die()  # and nobody does anything
    expect(lost).to_be_visible()
    network.come_back()
    expect(lost).to_be_hidden()


def test_the_fifth_tab_of_a_seat_takes_the_place_of_the_first(door: Door) -> None:
    player = at_a_table(door, moves=0)
    tabs = [player.page]
    for _ in range(4):
        tabs.append(player.page.context.new_page())
        tabs[-1].goto(player.page.url)
        expect(Player(tabs[-1]).turn).to_be_visible()
    elsewhere = tabs[0].get_by_role("status").filter(has_text=names.ELSEWHERE)
    expect(elsewhere).to_be_visible()
    Player(tabs[-1]).move()
    made = next(line for line in reversed(lines(Player(tabs[-1]).log)) if line.startswith("You "))
    for tab in tabs[1:]:
        expect(Player(tab).log).to_contain_text(made)
    expect(elsewhere).to_be_visible()
    player.log.click()  # who uses it again has it again
    expect(elsewhere).to_be_hidden()
    expect(player.log).to_contain_text(made)
    expect(player.turn).to_be_visible()
