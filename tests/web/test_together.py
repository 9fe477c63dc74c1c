"""Several people at one table, each with a browser of their own."""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import cycle, islice

from playwright.sync_api import Page, TimeoutError, expect

from web import names
from web.playing import Player, hand, set_table, start
from web.visitor import Door, keep, problems, resize


def called(door: Door, name: str, path: str = "") -> Page:
    """A visitor who has chosen a name."""
    page = door.visitor(path)
    page.get_by_role("button", name=names.CHANGE_NAME).first.click()
    page.get_by_role("textbox", name=names.YOUR_NAME).fill(name)
    page.get_by_role("button", name=names.SAVE_NAME).click()
    kept = page.get_by_role("button", name=names.CHANGE_NAME).filter(has_text=name)
    expect(kept.first).to_be_visible()
    return page


def invitation(page: Page) -> str:
    """The part of the link that comes after our address."""
    link = page.get_by_role("textbox", name=names.LINK).input_value()
    return link.split("/", 3)[3]


def three_at(door: Door, game: str, **options: str) -> dict[str, Player]:
    """Three people with a browser each, who have come to a table by its link and have begun."""
    ann = called(door, "Ann")
    set_table(ann, game, **options)
    link = invitation(ann)
    keep(ann, "seats")
    bea = called(door, "Bea", link)
    expect(bea.get_by_role("heading", name=f"You are invited to {game}")).to_be_visible()
    keep(bea, "invited")
    expect(ann.get_by_role("button", name=names.FILL_AND_START)).to_be_visible()  # nothing is taken
    bea.get_by_role("button", name=names.SIT_HERE).first.click()
    expect(ann.get_by_role("listitem").filter(has_text="Bea")).to_be_visible()
    cal = called(door, "Cal", link)
    cal.get_by_role("button", name=names.SIT_HERE).first.click()
    ann.get_by_role("button", name=names.START, exact=True).click()
    return {"Ann": Player(ann), "Bea": Player(bea), "Cal": Player(cal)}


def test_three_browsers_at_one_table_by_its_link(door: Door) -> None:
    players = three_at(door, "Scopa")
    order = players["Ann"].log.get_by_text("The order of play is").inner_text()
    for name in sorted(players, key=order.index):
        players[name].move()
        made = (
            players[name].log.get_by_role("listitem").filter(has_text=re.compile("^You (take|lay)"))
        )
        rest = made.last.inner_text().split(" ", 2)[2]
        for other in players:
            expect(players[other].log).to_contain_text(rest)
    texts = [player.page.content() for player in players.values()]
    for player in players.values():
        for card in hand(player.page):
            assert sum(card in text for text in texts) <= 1


def test_three_browsers_play_a_match_to_its_end_and_another_one(door: Door) -> None:
    players = three_at(door, "Dice", **{"Turns in all": "6"})
    play_to_the_end(players)
    ends = {player.end.aria_snapshot() for player in players.values()}
    assert len(ends) == 1, ends
    said = [rf'text: {name}( ★ Winner)?\s+- strong: "\d+"' for name in players]
    end = ends.pop()
    assert all(re.search(each, end) for each in said), end
    winners = players["Ann"].log.get_by_text("Winner").inner_text().split("Winner", 1)[1]
    for name, player in players.items():
        expect(player.page.get_by_role("heading", name=re.compile("win"))).to_have_text(
            re.compile("^You (and .* )?win" if name in winners else "^(?!You).* wins?,")
        )
    again = {n: p.page.get_by_role("button", name=names.PLAY_AGAIN) for n, p in players.items()}
    again["Bea"].click()
    expect(players["Ann"].page.get_by_text("Bea wants to play again.")).to_be_visible()
    again["Cal"].click()
    expect(players["Ann"].page.get_by_text("Bea and Cal want to play again.")).to_be_visible()
    expect(again["Bea"]).to_be_disabled()
    again["Ann"].click()
    for player in players.values():
        expect(player.end).to_be_hidden()
        expect(player.log).not_to_contain_text("Winner")
    next_of(players).move()


def play_to_the_end(players: dict[str, Player]) -> None:
    while next_of(players).act():
        pass
    for player in players.values():
        player.end.wait_for()


def next_of(players: dict[str, Player]) -> Player:
    """Who is on turn, or somebody who sees that the match is over."""
    for player in islice(cycle(players.values()), 1_000):
        with suppress(TimeoutError):
            player.turn.or_(player.end).first.wait_for(timeout=100)
            return player
    raise AssertionError("It is nobody's turn.")


def test_by_a_short_code_one_is_led_to_the_table(door: Door) -> None:
    ann = called(door, "Ann")
    set_table(ann, "Dice")
    code = ann.get_by_text(re.compile(r"^[A-Z]{3}-[A-Z]{3}$")).inner_text()
    bea = door.visitor()
    bea.get_by_role("button", name=names.HAVE_CODE).first.click()
    dialog = bea.get_by_role("dialog", name=names.HAVE_CODE)
    dialog.get_by_role("textbox", name=names.CODE).fill(code.lower().replace("-", " "))
    dialog.get_by_role("button", name=names.TO_THE_TABLE).click()
    expect(bea.get_by_role("heading", name="You are invited to Dice")).to_be_visible()


def test_a_seat_moves_to_another_device_by_a_code_that_works_once(door: Door) -> None:
    ann = called(door, "Ann")
    set_table(ann, "Dice")
    start(ann)
    expect(Player(ann).felt).to_be_visible()
    ann.get_by_role("button", name=names.MORE).click()
    ann.get_by_role("button", name=names.MOVE_SEAT).or_(
        ann.get_by_role("menuitem", name=names.MOVE_SEAT)
    ).click()
    code = ann.get_by_role("dialog").get_by_text(re.compile(r"^[A-Z]{4}-[A-Z]{4}$")).inner_text()
    for device, works in (("phone", True), ("desktop", False)):
        other = door.visitor(size="phone" if device == "phone" else "desktop")
        other.get_by_role("button", name=names.HAVE_CODE).last.click()
        dialog = other.get_by_role("dialog", name=names.HAVE_CODE)
        dialog.get_by_role("textbox", name=names.CODE).fill(code)
        dialog.get_by_role("button", name=names.TO_THE_TABLE).click()
        if works:
            expect(other.get_by_role("heading", name="Ann", exact=True)).to_be_visible()
            expect(Player(other).bar).to_be_visible()
        else:
            expect(dialog).to_contain_text("code")
            expect(dialog.get_by_role("alert").or_(dialog.get_by_role("status"))).not_to_be_empty()


def test_a_name_and_a_chat_of_script_stay_text(door: Door) -> None:
    name, says = "<script>alert(1)</script>"[:24], "<img src=x onerror=alert(2)>"
    ann = called(door, name)
    set_table(ann, "Scopa")
    link = invitation(ann)
    bea = called(door, "Bea", link)
    bea.get_by_role("button", name=names.SIT_HERE).first.click()
    start(ann)
    for page in (ann, bea):
        page.on("dialog", lambda dialog: door.wrong.append(dialog.message))
        expect(page.get_by_role("log", name=names.LOG)).to_contain_text(name)
    bea.get_by_role("button", name=names.CHAT).click()
    bea.get_by_role("textbox", name=names.WRITE).fill(says)
    bea.get_by_role("button", name=names.SEND).click()
    ann.get_by_role("button", name=names.CHAT).click()
    resize(bea, "phone")
    for page, size in ((ann, "desktop"), (bea, "phone")):
        expect(page.get_by_role("log", name="Chat")).to_contain_text(says)
        assert not problems(page, f"chat-{size}")
        assert page.locator("#app script, #app img[onerror]").count() == 0


def test_who_looks_on_sees_no_hidden_card(door: Door) -> None:
    ann = called(door, "Ann")
    set_table(ann, "Scopa")
    link = invitation(ann)
    start(ann)
    expect(Player(ann).turn).to_be_visible()
    faces = hand(ann)
    assert len(faces) == 3
    looker = door.visitor(link)
    expect(Player(looker).felt).to_be_visible()
    expect(looker.get_by_text(re.compile("You are watching"))).to_be_visible()
    for face in faces:
        assert face not in looker.content()


def test_a_guest_is_not_told_to_start_a_server(door: Door) -> None:
    ann = called(door, "Ann")
    set_table(ann, "Scopa")
    expect(ann.get_by_text("settebello serve --host")).to_be_visible()  # the host may have done it
    bea = called(door, "Bea", invitation(ann))
    here = bea.get_by_text(re.compile("this device only|settebello serve"))
    expect(bea.get_by_role("textbox", name=names.LINK)).to_be_visible()
    expect(here).to_have_count(0)
    bea.get_by_role("button", name=names.SIT_HERE).first.click()
    expect(bea.get_by_role("button", name=names.STAND_UP)).to_be_visible()
    expect(here).to_have_count(0)
    bea.get_by_role("button", name=names.MORE).click()
    bea.get_by_role("button", name=names.MOVE_SEAT).click()
    expect(bea.get_by_role("dialog", name=names.MOVE_SEAT)).to_be_visible()
    expect(here).to_have_count(0)


# A link that was opened in a messenger, by the app's own browser.
IN_APP = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Mobile/21E219 [FBAN/FBIOS;FBAV/455.0.0.32]"
)


def test_the_browser_inside_another_app_warns_before_a_seat_is_lost(door: Door) -> None:
    ann = called(door, "Ann")
    set_table(ann, "Scopa")
    expect(ann.get_by_role("note")).to_have_count(0)
    bea = door.visitor(invitation(ann), size="phone", language="it", user_agent=IN_APP)
    note = bea.get_by_role("note")
    expect(note).to_contain_text("potrebbe dimenticare il tuo posto")
    expect(note.get_by_role("button", name="Copia il link")).to_be_visible()
    assert not problems(bea, "in-app-phone")
    bea.get_by_role("button", name="Siediti qui").first.click()
    note.get_by_role("button", name="Portalo nel tuo browser").click()
    expect(bea.get_by_role("dialog")).to_contain_text("un altro dispositivo")
    bea.keyboard.press("Escape")
    assert not problems(bea, "in-app-seated-phone")
    resize(bea, "desktop")
    keep(bea, "in-app-seated-desktop")
