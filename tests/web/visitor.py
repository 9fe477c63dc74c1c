"""Somebody who visits the server with a browser, and what every visit is held to."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any, Literal, cast
from urllib.parse import urlsplit

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    Request,
    StorageState,
    WebSocketRoute,
    expect,
)

from live import Server
from settebello.games import OUR_GAMES

SIZES = {
    "narrow": (320, 640),
    "phone": (390, 844),
    "sideways": (844, 390),
    "desktop": (1280, 800),
    "large": (1920, 1080),
}
Size = Literal["narrow", "phone", "sideways", "desktop", "large"]
SCREENSHOTS = Path(__file__).parent / "screenshots"
KEEPS = bool(os.environ.get("PICTURES"))  # a picture takes as long as half the checks of a screen
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
LEAST_TARGET = 44
LAID_OUT = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"

# What says nothing of the page: a network that fails may be the test's; and what is still moving
# when its screen goes reads a value once more that nobody sees.
NO_FAULT = (
    "Failed to load resource",
    "WebSocket connection to",
    "https://svelte.dev/e/derived_inert",
)

expect.set_options(timeout=15_000)  # for a busy machine; whatever is there is found at once

# Whatever can be tapped and is smaller than a finger. A link in a sentence is as high as its line,
# and what lies out of sight until it has the focus cannot be tapped.
SMALL_TARGETS = """
(least) => [...document.querySelectorAll("a, button, input, select, summary, [role=button]")]
  .filter((target) => target.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
  .filter((target) => !(target.matches("a") && target.closest("p, li, td, dd")
    && getComputedStyle(target).display === "inline"))
  .map((target) => {
    const label = target.matches("input") && target.closest("label");
    const { width, height } = (label || target).getBoundingClientRect();
    const name = target.getAttribute("aria-label") || target.textContent.trim() || target.name;
    return { name, width: Math.round(10 * width) / 10, height: Math.round(10 * height) / 10 };
  })
  .filter(({ width, height }) => width > 1 && height > 1)
  .filter(({ width, height }) => width < least || height < least)
  .map(({ name, width, height }) => `small target: ${name} (${width} x ${height})`)
"""

TOO_WIDE = """
() => {
  if (document.documentElement.scrollWidth <= innerWidth) return [];
  const right = (element) => element.getBoundingClientRect().right;
  const farthest = [...document.body.querySelectorAll("*")].sort((a, b) => right(b) - right(a))[0];
  return [`too wide: ${farthest.outerHTML.slice(0, 200)} (to ${right(farthest)})`];
}
"""

# Only what is broken is told: all that is right would be far more.
VIOLATIONS = """
async (only) => {
  const { violations } = await axe.run({
    resultTypes: ["violations"],
    selectors: false,
    ...(only ? { runOnly: [only] } : {}),
  });
  const told = (id) => ({ html }) => `${id}: ${html.slice(0, 160)}`;
  return violations.flatMap(({ id, nodes }) => nodes.map(told(id)));
}
"""


def launched(playwright: Playwright, chromium: str) -> Browser:
    """Chromium, without the sandbox that root may not have."""
    rights = [] if os.geteuid() else ["--no-sandbox"]
    return playwright.chromium.launch(executable_path=chromium, args=rights)


def resize(page: Page, size: Size) -> None:
    """Give the page another size; it is laid out anew afterwards."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(LAID_OUT)


# What fades in is checked as it will be; what moves without an end has none to go to.
SETTLED = """
() => document.getAnimations()
  .filter((each) => each.effect.getComputedTiming().endTime !== Infinity)
  .forEach((each) => each.finish())
"""


class Door:
    """Lets visitors in, and watches over their pages."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self._browser = browser
        self.server = server
        self._contexts: list[BrowserContext] = []
        self.wrong: list[str] = []  # on the pages
        self.elsewhere: list[str] = []  # what was asked of others than our server

    def visitor(
        self,
        path: str = "",
        *,
        size: Size = "desktop",
        language: str = "en",
        speed: float | None = 0,
        holding: dict[str, Any] | None = None,
        offered: bool = False,
        **more: Any,
    ) -> Page:
        """A page of somebody who has never been here, or who has opened the table `holding`.

        A lesson is `offered` to them, or they have said before that they want none.
        """
        kept: dict[str, Any] = {} if offered else {"lessons": [game.NAME for game in OUR_GAMES]}
        if speed is not None:  # the usual one has tests of its own, and so has sound
            kept["settings"] = {"speed": speed, "sound": False}
        if holding is not None:
            seat = {"table": holding["table"], "game": "", "since": 1}
            held = {**seat, "secrets": [holding["secret"]], "invite": holding["invite"]}
            kept["seats"] = [held]
        width, height = SIZES[size]
        context = self._browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="light",
            locale={"en": "en-GB", "it": "it-IT"}[language],
            has_touch=size != "desktop",
            storage_state=self._keeping(kept),
            **more,
        )
        self._contexts.append(context)
        context.on("request", self._asked)
        context.on("weberror", lambda error: self.wrong.append(str(error.error)))
        context.on("console", self._said)
        page = context.new_page()
        self.go(page, path)
        return page

    def _keeping(self, kept: dict[str, Any]) -> StorageState:
        """What the browser has kept from an earlier visit."""
        items = [{"name": f"settebello.{k}", "value": json.dumps(v)} for k, v in kept.items()]
        origin = {"origin": self.server.url, "localStorage": items}
        return cast(StorageState, {"cookies": [], "origins": [origin]})

    def go(self, page: Page, path: str) -> None:
        page.goto(f"{self.server.url}/{path}")

    def _asked(self, request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme not in ("data", "blob") and address.netloc not in self.server.url:
            self.elsewhere.append(request.url)

    def _said(self, said: ConsoleMessage) -> None:
        """The page or the browser warns of something."""
        if said.type in ("warning", "error") and not said.text.startswith(NO_FAULT):
            self.wrong.append(f"{said.type}: {said.text}")

    def keep_all(self, test: str) -> None:
        """Pictures of all pages, of a test that has failed."""
        pages = [page for context in self._contexts for page in context.pages]
        for number, page in enumerate(pages):
            take(page, re.sub(r"[^\w-]+", "-", f"failed-{test}-{number}"))

    def close(self) -> None:
        for context in self._contexts:
            context.close()
        assert not self.wrong, self.wrong
        assert not self.elsewhere, self.elsewhere


class Network:
    """What is between a browser and the server: it can go dead, as in a tunnel.

    Then nothing comes through any more, and nobody is told so.
    """

    def __init__(self, context: BrowserContext) -> None:
        self._context = context
        self.sockets = 0  # that were opened so far
        self._alive = [True]  # of the sockets that are open now
        context.route_web_socket("**/ws?table=*", self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        alive = self._alive
        self.sockets += 1
        if not alive[0]:
            socket.close()
            return
        server = socket.connect_to_server()
        socket.on_message(lambda said: server.send(said) if alive[0] else None)
        server.on_message(lambda said: socket.send(said) if alive[0] else None)

    def swallow(self) -> None:
        """All that is open now goes dead; new sockets do not."""
        self._alive[0] = False
        self._alive = [True]

    def die(self) -> None:
        self._alive[0] = False
        self._context.set_offline(True)

    def come_back(self) -> None:
        self._alive = [True]  # of new sockets: those from before stay dead
        self._context.set_offline(False)


def keep(page: Page, name: str) -> None:
    """A picture of the page, if they are wanted."""
    if KEEPS:
        take(page, name)


def take(page: Page, name: str) -> None:
    """A picture of the page, to be looked at."""
    SCREENSHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"{name}.png")


def problems(page: Page, name: str) -> list[str]:
    """What every screen is held to: fingers, ears, the width of the screen, light and dark."""
    keep(page, f"{name}-light")
    found = small_targets(page) + too_wide(page) + violations(page)
    page.emulate_media(color_scheme="dark")
    keep(page, f"{name}-dark")
    found += violations(page, "color-contrast")
    page.emulate_media(color_scheme="light")
    return found


def small_targets(page: Page) -> list[str]:
    found: list[str] = page.evaluate(SMALL_TARGETS, LEAST_TARGET)
    return found


def too_wide(page: Page) -> list[str]:
    """Whether the page is wider than the screen, and what reaches farthest."""
    found: list[str] = page.evaluate(TOO_WIDE)
    return found


def violations(page: Page, rule: str | None = None) -> list[str]:
    """What the accessibility checker finds, by all of its rules or by one."""
    page.evaluate(SETTLED)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    found: list[str] = page.evaluate(VIOLATIONS, rule)
    return found
