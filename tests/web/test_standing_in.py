"""A bot that plays for somebody who is away: everybody sees that it does, and when it will."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from web import names
from web.playing import Player
from web.visitor import Door, keep, problems, resize, too_wide

GRACE = 5


def test_a_move_of_a_bot_for_an_absent_player_is_marked(door: Door) -> None:
    ann_seat = door.server.open_table("scopa", grace=GRACE, seats=2)
    table = ann_seat["table"]
    bea_seat = {**ann_seat, **door.server.sit(table, ann_seat["invite"], "Bea")}
    players = {
        "Ann": Player(door.visitor(f"#{table}", holding=ann_seat)),
        "Bea": Player(door.visitor(f"#{table}", holding=bea_seat)),
    }
    for player in players.values():
        expect(player.page.get_by_role("listitem").filter(has_text="Bea")).to_be_visible()
    door.server.ask("POST", f"/api/tables/{table}/start", {"fill": ""}, ann_seat["secret"])
    order = players["Ann"].log.get_by_text("The order of play is").inner_text()
    name, other = sorted(players, key=order.index)
    gone, here = players[name], players[other]
    gone.turn.wait_for()
    gone.page.goto("about:blank")
    seat = here.felt.get_by_role("listitem").filter(has=here.page.get_by_role("heading", name=name))
    expect(seat).to_contain_text(re.compile(r"bot in 0:0\d"))
    assert not problems(here.page, "bot-in")
    expect(seat).to_contain_text("a bot plays")
    keep(here.page, "stand-in")
    marked = here.log.get_by_text(f"A bot played this for {name}.")
    expect(marked).to_have_text(re.compile(f"^{name} (takes|lays)"))
    here.move()
    expect(marked).to_have_count(2)
    door.go(gone.page, f"#{table}")
    mine = gone.log.get_by_text("A bot played this for you.")
    expect(mine.first).to_have_text(re.compile("^You (take|lay)"))
    away = gone.page.get_by_text(re.compile("^While you were away,")).filter(visible=True)
    expect(away).to_have_count(1)
    resize(gone.page, "phone")  # one line is seen there, and says that there is more
    said = gone.bar.get_by_text(re.compile("^While you were away,"))
    expect(said).to_be_in_viewport(ratio=1)
    keep(gone.page, "back-phone")
    assert not too_wide(gone.page)
    resize(gone.page, "desktop")
    expect(seat).not_to_contain_text("a bot plays")
    keep(gone.page, "back")
    here.move()
    expect(
        here.log.get_by_role("listitem").filter(has_text=names.YOU_DID).last
    ).not_to_contain_text("bot")
