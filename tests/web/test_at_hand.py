"""At hand: the installed app, notifications when it is one's turn, vibration."""

from __future__ import annotations

import json
import struct
import urllib.request
from collections.abc import Iterator
from typing import Any, Literal
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, Locator, Page, Playwright, expect

from live import Server
from web import names
from web.playing import Player
from web.visitor import Door, Size, launched, problems

WORKERS = "() => navigator.serviceWorker.getRegistrations().then((all) => all.length)"
NOTICES = """
() => navigator.serviceWorker.getRegistration().then((worker) => worker?.getNotifications() ?? [])
  .then((all) => all.map(({ title, body }) => `${title}: ${body}`))
"""
CALL = "Scopa: Your turn."
LOOK_AWAY = """
(hidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}
"""


@pytest.fixture(scope="module")
def browser(playwright: Playwright, chromium: str) -> Iterator[Browser]:
    """The whole of Chromium: without its windows it shows no notifications."""
    with launched(playwright, chromium) as browser:
        yield browser


def fetched(server: Server, path: str) -> tuple[Any, bytes]:
    with urllib.request.urlopen(urljoin(server.url, path), timeout=30) as answer:
        return answer.headers, answer.read()


def test_the_app_can_be_installed_and_its_icons_are_there(door: Door) -> None:
    page = door.visitor("#/privacy")
    asked = page.context.new_cdp_session(page).send("Page.getAppManifest")
    assert asked["url"] == f"{door.server.url}/app.webmanifest"
    assert not asked["errors"]
    headers, body = fetched(door.server, "/app.webmanifest")
    assert headers["content-type"] == "application/manifest+json"
    manifest = json.loads(body)
    assert (manifest["name"], manifest["display"]) == ("Settebello", "standalone")
    for icon in manifest["icons"]:
        headers, picture = fetched(door.server, icon["src"])
        assert headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", picture[16:24])
            assert icon["sizes"] == f"{width}x{height}"
    assert {"any", "maskable"} == {icon.get("purpose", "any") for icon in manifest["icons"]}
    apple = page.locator("link[rel=apple-touch-icon]").get_attribute("href") or ""
    assert struct.unpack(">II", fetched(door.server, apple)[1][16:24]) == (180, 180)
    headers, worker = fetched(door.server, "/sw.js")
    assert headers["content-type"].startswith("text/javascript")
    assert headers["cache-control"] == "no-cache"
    for forbidden in (b'"fetch"', b"caches"):  # it keeps nothing
        assert forbidden not in worker
    settings = open_settings(page)
    install = settings.get_by_role("button", name="Install Settebello")
    expect(settings.get_by_role("checkbox").first).to_be_visible()
    expect(install).to_be_hidden()  # until the browser offers it
    page.evaluate(OFFER)
    expect(settings.get_by_text("Playing without a network is not part of it.")).to_be_visible()
    assert not problems(page, "settings-install")
    install.click()
    expect(install).to_be_hidden()
    assert page.evaluate("() => window.prompted") == 1


OFFER = """
() => {
  const offer = new Event("beforeinstallprompt", { cancelable: true });
  window.prompted = 0;
  offer.prompt = async () => void (window.prompted += 1);
  window.dispatchEvent(offer);
  if (!offer.defaultPrevented) throw new Error("The browser would show a bar of its own.");
}
"""


def open_settings(page: Page) -> Locator:
    page.get_by_role("button", name=names.SETTINGS).first.click()
    return page.get_by_role("dialog", name=names.SETTINGS)


class Pair:
    """Ann and Bea at a table; Ann can look away."""

    def __init__(self, door: Door, size: Size = "desktop", **more: Any) -> None:
        server = door.server
        opened = server.open_table("scopa", "Ann", seats=2, options={"target": 100})
        seat = server.sit(opened["table"], opened["invite"], "Bea")
        server.begin(opened["table"], opened["secret"])
        self.server, self.opened = server, opened
        path = f"#/table/{opened['table']}"
        self.ann = Player(door.visitor(path, size=size, holding=opened, **more))
        self.bea = Player(door.visitor(path, holding={**opened, **seat}))
        self.offer = self.ann.page.get_by_text("It was your turn while you were elsewhere.")

    def look(self, away: bool) -> None:
        self.ann.page.evaluate(LOOK_AWAY, away)

    def come_to_turn_away(self) -> None:
        """It becomes Ann's turn while she looks elsewhere."""
        self.look(away=True)
        told = self.server.ask("GET", f"/api/tables/{self.opened['table']}", None, self.secret)[1]
        if told["turn"]:
            self.ann.move()
        self.bea.move()
        expect(self.ann.page).to_have_title("● Your turn – Settebello")

    @property
    def secret(self) -> str:
        secret: str = self.opened["secret"]
        return secret


def test_who_misses_a_turn_is_asked_once_and_then_told(door: Door) -> None:
    pair = Pair(door, permissions=["notifications"])
    page = pair.ann.page
    expect(pair.ann.felt).to_be_visible()
    assert page.evaluate(WORKERS) == 0  # nothing is asked for, and nothing is there, on load
    pair.come_to_turn_away()
    expect(pair.offer).to_be_hidden()
    pair.look(away=False)
    expect(pair.offer).to_be_visible()
    assert not problems(page, "notify-offer")
    page.get_by_role("button", name="Yes, tell me").click()
    expect(pair.offer).to_be_hidden()
    pair.come_to_turn_away()
    # One may take the place of another: it is waited for until there is one.
    page.wait_for_function(f"() => ({NOTICES.strip()})().then((all) => all.join() === {CALL!r})")
    pair.look(away=False)
    page.wait_for_function(f"() => ({NOTICES.strip()})().then((all) => all.length === 0)")
    settings = open_settings(page)
    switch = settings.get_by_role("checkbox", name="Notifications")
    expect(switch).to_be_checked()
    switch.click()
    expect(switch).not_to_be_checked()
    page.wait_for_function(f"() => ({WORKERS})().then((all) => all === 0)")
    switch.click()
    page.wait_for_function(f"() => ({WORKERS})().then((all) => all === 1)")
    settings.get_by_role("button", name="Forget me").click()
    with page.expect_event("load"):
        settings.get_by_role("button", name="Yes, forget me").click()
    assert page.evaluate(WORKERS) == 0


def test_who_says_no_is_not_asked_again_and_a_phone_vibrates(door: Door) -> None:
    pair = Pair(door, size="phone", permissions=["notifications"], is_mobile=True)
    page = pair.ann.page
    page.evaluate("() => { navigator.vibrate = (how) => (window.shaken = how); }")
    pair.come_to_turn_away()
    pair.look(away=False)
    page.get_by_role("button", name="No, thanks").wait_for()
    assert not problems(page, "notify-offer-phone")
    page.get_by_role("button", name="No, thanks").click()
    expect(pair.offer).to_be_hidden()
    pair.come_to_turn_away()
    pair.look(away=False)
    pair.ann.move()
    assert page.evaluate("() => window.shaken") is None  # nobody feels it who looks elsewhere
    pair.bea.move()
    expect(pair.ann.turn).to_be_visible()
    expect(pair.offer).to_be_hidden()
    assert page.evaluate(WORKERS) == 0
    page.wait_for_function("() => window.shaken !== undefined")


def test_a_browser_that_refuses_is_explained(door: Door) -> None:
    page = door.visitor("#/privacy", language="it")
    set_permission(page, "denied")
    page.get_by_role("button", name="Impostazioni").first.click()
    switch = page.get_by_role("checkbox", name="Notifiche")
    switch.click()
    expect(page.get_by_role("alert").filter(has_text="Il browser non lo permette")).to_be_visible()
    expect(switch).not_to_be_checked()
    assert not problems(page, "settings-refused")


def set_permission(page: Page, setting: Literal["granted", "denied"]) -> None:
    """What the browser answers when the page asks."""
    wire = page.context.new_cdp_session(page)
    named = {"permission": {"name": "notifications"}, "setting": setting}
    context = wire.send("Target.getTargetInfo")["targetInfo"]["browserContextId"]
    wire.send("Browser.setPermission", {**named, "browserContextId": context})
