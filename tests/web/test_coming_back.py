"""Refresh, lost network, killed server: the same address is the same seat; no move is lost."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from live import Server
from server.border import wait_until
from web import names
from web.playing import Player, hand, set_table, start
from web.visitor import Door, Network


@pytest.fixture(autouse=True)
def alive(server: Server) -> Iterator[None]:
    """Whatever happens to it in one test, in the next one the server runs."""
    yield
    if server.process.poll() is not None:
        server.start()


def in_the_middle(door: Door) -> Player:
    """Somebody in the middle of a match, on turn."""
    page = door.visitor()
    set_table(page, "Scopa")
    start(page)
    player = Player(page)
    player.move()
    expect(player.turn).to_be_visible()
    return player


def test_a_refresh_leads_to_the_same_seat(door: Door) -> None:
    player = in_the_middle(door)
    before = hand(player.page)
    player.page.reload()
    expect(player.turn).to_be_visible()
    assert hand(player.page) == before
    player.move()


def test_without_a_network_the_move_waits_and_is_made_once(door: Door) -> None:
    page = door.visitor("healthz")
    network = Network(page.context)
    door.go(page, "")
    player = Player(page)
    expect(player.turn).to_be_visible()
    told = player.log.get_by_role("listitem").all_inner_texts()
    network.die()
    player.choose()
    network.come_back()
    expect(player.turn).to_be_visible()
    since = player.log.get_by_role("listitem").all_inner_texts()[len(told) :]
    assert len([line for line in since if re.match("You (take|lay)", line)]) == 1


def test_a_move_that_is_not_answered_is_sent_again_after_three_seconds(door: Door) -> None:
    """A server that hangs says nothing at all, and its connections look open."""
    page = door.visitor("healthz")
    network = Network(page.context)
    page.clock.install()
    door.go(page, "")
    player = Player(page)
    expect(player.turn).to_be_visible()
    told = player.log.get_by_role("listitem").all_inner_texts()
    opened = network.sockets
    network.swallow()
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)
    player.choose()
    page.clock.run_for(1600)  # it is doubted, and asked for a sign of life
    assert network.sockets == opened
    page.clock.run_for(2000)  # the time of the page stands still, before and after this
    wait_until(lambda: page.evaluate("1") and network.sockets == opened + 1)
    page.clock.resume()
    expect(player.turn).to_be_visible()
    since = player.log.get_by_role("listitem").all_inner_texts()[len(told) :]
    assert len([line for line in since if re.match("You (take|lay)", line)]) == 1


def test_a_server_that_is_killed_in_mid_turn_forgets_nothing(door: Door) -> None:
    player = in_the_middle(door)
    page = player.page
    before = hand(page)
    told = player.log.get_by_role("listitem").all_inner_texts()
    door.server.kill()
    expect(page.get_by_role("status").filter(has_text=names.LOST)).to_be_visible()
    door.server.start()
    expect(page.get_by_role("status").filter(has_text=names.LOST)).to_be_hidden()
    expect(player.turn).to_be_visible()
    assert hand(page) == before
    assert player.log.get_by_role("listitem").all_inner_texts() == told
    player.move()


def test_a_move_that_the_kill_cut_off_is_made_after_the_restart(door: Door) -> None:
    player = in_the_middle(door)
    lines = player.log.get_by_role("listitem")
    before = lines.count()
    door.server.kill()
    player.choose()
    door.server.start()
    expect(lines).not_to_have_count(before)
    expect(player.turn).to_be_visible()


def test_two_tabs_do_not_fight(door: Door) -> None:
    player = in_the_middle(door)
    other = player.page.context.new_page()
    other.goto(player.page.url)
    second = Player(other)
    expect(second.turn).to_be_visible()
    assert hand(other) == hand(player.page)
    second.move()
    lines = second.log.get_by_role("listitem").all_inner_texts()
    mine = next(line for line in reversed(lines) if line.startswith("You "))
    expect(player.log).to_contain_text(mine)
    expect(player.turn).to_be_visible()
    player.move()
    expect(second.turn).to_be_visible()
