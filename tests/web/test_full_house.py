"""More connections than one address may have: the page says so, and comes in when there is room."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import expect

from live import ROOMY, Server, serving
from web.playing import Player
from web.visitor import Door, problems

MOST = 2


@pytest.fixture(scope="module")
def server(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    few: dict[str, float] = {**ROOMY, "connections_by_private_address": MOST}
    with serving(tmp_path_factory.mktemp("server"), few) as server:
        yield server


def test_too_many_connections_are_called_so(door: Door) -> None:
    opened = door.server.open_table("scopa")
    with ExitStack() as stack:
        for _ in range(MOST):
            stack.enter_context(door.server.connect(table=opened["table"], secret=opened["invite"]))
        page = door.visitor(size="phone")
        why = page.get_by_role("alert").filter(
            has_text="Too many connections come from your network"
        )
        expect(why).to_be_visible()
        assert not problems(page, "full-house")
        italian = door.visitor(language="it")
        expect(italian.get_by_text("Dalla tua rete arrivano troppe connessioni")).to_be_visible()
        italian.close()
    Player(page).turn.wait_for()  # it came in by itself
    expect(why).to_be_hidden()


def test_a_page_that_came_too_fast_waits_and_comes_in_by_itself(door: Door) -> None:
    page = door.visitor("healthz")
    refused = {"type": "Refused", "code": "too-fast", "text": "Too fast.", "retry_after": 0.1}
    once = {"status": 429, "content_type": "application/json", "body": json.dumps(refused)}
    page.route("**/api/tables", lambda route: route.fulfill(**once), times=1)
    door.go(page, "")
    Player(page).turn.wait_for()
