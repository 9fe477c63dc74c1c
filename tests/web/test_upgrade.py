"""The server gets another version while somebody plays: they are told so, and nothing is lost."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from live import Server
from settebello.table import protocol
from web import names
from web.playing import hand, set_table
from web.test_together import called, invitation
from web.visitor import Door, problems, resize

ANOTHER = protocol.VERSION + 1
LINE = "Shall we wait for Cal?"


@pytest.fixture(autouse=True)
def as_it_was(server: Server) -> Iterator[None]:
    """In the next test the server has its own version again."""
    yield
    server.stop()
    server.start()


def restart(server: Server, version: int) -> None:
    server.stop()
    server.start(version)


def test_a_page_that_was_loaded_before_an_upgrade_offers_to_reload(door: Door) -> None:
    ann = called(door, "Ann")
    set_table(ann, "Scopa")
    bea = called(door, "Bea", invitation(ann))
    bea.get_by_role("button", name=names.SIT_HERE).first.click()
    ann.get_by_role("button", name=names.FILL_AND_START).click()
    cards = ann.get_by_role("list", name=names.YOUR_HAND).get_by_role("button")
    expect(cards).to_have_count(3)
    before = hand(ann)
    ann.get_by_role("button", name=names.CHAT).click()
    chat = ann.get_by_role("textbox", name=names.WRITE)
    chat.fill(LINE)

    restart(door.server, ANOTHER)
    told = ann.get_by_role("alert").filter(has_text="The server has another version by now")
    expect(told).to_be_visible()
    reload = ann.get_by_role("button", name=names.RELOAD)
    # All that is on the page stays there until the player reloads it.
    assert hand(ann) == before
    expect(chat).to_have_value(LINE)
    expect(ann.get_by_role("status").filter(has_text=names.LOST)).to_have_count(0)
    assert not problems(ann, "outdated-desktop")
    resize(ann, "phone")
    assert not problems(ann, "outdated-phone")
    resize(ann, "desktop")

    # What is loaded now is of the same version as the server.
    restart(door.server, protocol.VERSION)
    reload.click()
    expect(told).to_have_count(0)
    expect(cards).to_have_count(3)
    assert hand(ann) == before
    ann.get_by_role("button", name=names.CHAT).click()
    expect(chat).to_have_value(LINE)
    chat.press("Enter")
    expect(ann.get_by_role("log", name="Chat")).to_contain_text(LINE)
    expect(chat).to_have_value("")


def test_a_page_from_a_cache_that_never_was_at_the_table_is_told_too(door: Door) -> None:
    restart(door.server, ANOTHER)
    page = door.visitor(language="it")
    told = page.get_by_role("alert").filter(has_text="Il server ora ha un'altra versione")
    expect(told).to_be_visible()
    expect(page.get_by_role("button", name="Ricarica")).to_be_visible()
