"""Bots with faces, what a bot would do, and moves that are taken back, at a practice table."""

from __future__ import annotations

import json
import re

from playwright.sync_api import WebSocketRoute, expect

from web import names
from web.playing import Player, hand
from web.visitor import Door, problems, resize


def test_bots_are_court_cards_that_say_who_they_are(door: Door) -> None:
    page = door.visitor(size="phone")
    player = Player(page)
    player.turn.wait_for()
    page.get_by_role("button", name="About Knight of Cups").click()
    card = page.get_by_role("dialog", name="Knight of Cups")
    expect(card).to_contain_text("Level: medium")
    expect(card).to_contain_text("They see only what you would see.")
    assert not problems(page, "bot-card")
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    italian = Player(door.visitor(language="it")).page
    expect(italian.get_by_role("heading", name="Cavallo di Coppe")).to_be_visible()
    expect(italian.get_by_role("button", name="Chi è Cavallo di Coppe")).to_be_visible()


def test_a_bot_shows_what_it_would_do_and_moves_are_taken_back(door: Door) -> None:
    opened = door.server.open_table("scopa", "Ann", seats=2)
    door.server.begin(opened["table"], opened["secret"], "bot")
    page = door.visitor(f"#{opened['table']}", holding=opened)
    player = Player(page)
    player.turn.wait_for()
    undo = player.bar.get_by_role("button", name=names.UNDO)
    before = hand(page)
    for by_key in (False, True):
        if by_key:
            page.keyboard.press("h")
        else:
            player.bar.get_by_role("button", name=names.SHOW_ME).click()
        expect(player.bar.get_by_role("status")).to_have_text(
            re.compile("^The Knight would (take|lay down) .*[.]$")
        )
        expect(player.play).to_be_visible()
        chances = page.get_by_role("group", name=names.CHANCES)
        expect(chances.get_by_role("listitem").first).to_contain_text(re.compile(r"\d %$"))
        if not by_key:
            assert not problems(page, "show-me")
        page.keyboard.press("Escape")
        expect(player.play).to_have_count(0)
        expect(chances).to_have_count(0)
    expect(undo).to_have_count(0)  # there is nothing to take back
    player.move()
    player.turn.wait_for()
    assert hand(page) != before
    undo.click()
    expect(player.log.get_by_text("You take your last move back.")).to_be_visible()
    player.turn.wait_for()
    assert hand(page) == before


def test_a_choice_that_has_not_the_best_chance_says_why(door: Door) -> None:
    opened = door.server.open_table("scopa", "Ann", seats=2)
    door.server.begin(opened["table"], opened["secret"], "bot")
    page = door.visitor(f"#{opened['table']}", size="phone", holding=opened)

    def connect(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(server.send)
        server.on_message(lambda said: socket.send(outdone(said)))

    def outdone(said: str | bytes) -> str | bytes:
        message = json.loads(said)
        if message["type"] != "Suggestion":
            return said
        choice, *others = sorted(message["moves"], key=lambda each: each["move"] != message["move"])
        for number, move in enumerate([*others, choice]):
            move["chance"] = 0.9 - 0.01 * number
        return json.dumps({**message, "moves": [*others, choice]})

    page.context.route_web_socket("**/ws?table=*", connect)
    page.reload()  # its next connection is the first one that goes through here
    player = Player(page)
    player.turn.wait_for()
    player.bar.get_by_role("button", name=names.SHOW_ME).click()
    moves = page.get_by_role("group", name=names.CHANCES).get_by_role("listitem")
    expect(moves.last).to_contain_text("the rule of thumb; none is surely better")
    expect(moves.first).not_to_contain_text("rule of thumb")
    assert not problems(page, "show-me-rule")
    resize(page, "desktop")
    assert not problems(page, "show-me-rule-desktop")


def test_a_move_that_stays_says_why(door: Door) -> None:
    ann_seat = door.server.open_table("scopa", "Ann", seats=2)
    table = ann_seat["table"]
    bea_seat = {**ann_seat, **door.server.sit(table, ann_seat["invite"], "Bea")}
    door.server.begin(table, ann_seat["secret"])
    players = [Player(door.visitor(f"#{table}", holding=seat)) for seat in (ann_seat, bea_seat)]
    order = players[0].log.get_by_text("The order of play is").inner_text()
    first, second = players if order.index("Ann") < order.index("Bea") else players[::-1]
    first.move()
    second.turn.wait_for()
    expect(first.bar.get_by_role("button", name=names.SHOW_ME)).to_have_count(0)
    undo = first.bar.get_by_role("button", name=names.UNDO)
    why = "Others have learned something from your move, so it stays."
    expect(undo).to_be_disabled()
    expect(undo).to_have_attribute("title", why)
    assert not problems(first.page, "why-no-undo")
    undo.focus()
    first.page.keyboard.press("Enter")
    expect(first.bar.get_by_role("alert")).to_have_text(why)
