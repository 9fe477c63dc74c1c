"""How fast the web client is: `make bench-web`; `make bench-web ARGS=--quick` for a first look.

A real Chromium plays Scopa with bots at a real server, as big as a phone and with the thread of the
page slowed down four times. The same is measured for a bare page, on which one plain box is tapped
and moved: this is the best that the machine can do. Both take turns.

- First visit: the bytes that are loaded until the first card can be picked.
- Tap: from the touch of a card until the frame that shows it as picked is on the screen. Half of
  the cards are tapped at rest, half as soon as it is allowed, mostly while others still travel.
- Frames: how many a second reach the screen while cards travel, and how many the page itself makes.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

SLOWER = 4
ROUNDS = 3
PHONE: ViewportSize = {"width": 390, "height": 844}
SHOWN = "disabled-by-default-display.framedisplayed"  # one event for each frame on the screen
MARKS = "blink.user_timing"

# Marks when something begins to move and when everything is at rest, collects the frames of the
# page in between, and times each tap by what the browser reports of the click and the next frame.
WATCH = """
(() => {
  const watch = (window.watch = { moving: 0, rested: 0, taps: [], frames: [] });
  let last = 0;
  const step = (now) => {
    if (last) watch.frames.push(now - last);
    last = watch.moving ? now : 0;
    if (watch.moving) requestAnimationFrame(step);
  };
  const begin = () => {
    watch.moving += 1;
    if (watch.moving > 1) return;
    performance.mark("travel");
    requestAnimationFrame(step);
  };
  const end = () => {
    watch.moving -= 1;
    if (watch.moving) return;
    performance.mark("rest");
    watch.rested = performance.now();
  };
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...how) {
    const motion = animate.apply(this, how);
    const ended = motion.finished.catch(() => null);
    motion.ready.then(() => (begin(), ended.then(end))).catch(() => null);
    return motion;
  };
  let touched = 0;
  let onto = null;
  addEventListener("pointerdown", ({ timeStamp }) => (touched = timeStamp), true);
  addEventListener("click", ({ target }) => (onto = target.closest("[aria-pressed]")), true);
  new PerformanceObserver((list) => {
    const click = list.getEntriesByName("click")[0];
    if (click && onto?.ariaPressed === "true")
      watch.taps.push(click.startTime + click.duration - touched);
  }).observe({ type: "event", durationThreshold: 16 });
})();
"""

# Where to tap next, and whether that is a card; null while it is not our turn. At rest nothing has
# moved for so long that no motion is left to be shown.
NEXT = """
(rest) => {
  if (rest && (watch.moving || performance.now() < watch.rested + 1500)) return null;
  const buttons = [...document.querySelectorAll("button")];
  const named = (text) => buttons.find((button) => button.textContent.trim() === text);
  const card = buttons.find((button) => button.textContent.includes("can be picked")
    && button.closest("[aria-label='Your hand']"));
  const button = named("Play again") ?? named("Go on") ?? card;
  if (!button) return null;
  const { x, y } = button.getBoundingClientRect();
  return [x + 10, y + 30, button === card];
}
"""

# Where to confirm the chosen move, or else where to choose the first of several.
PLAY = """
() => {
  const bar = document.querySelector("[aria-label='Your move']");
  const button = bar.querySelector(".play") ?? bar.querySelector(".choices button");
  const { x, y } = button?.getBoundingClientRect() ?? {};
  return button && [x + 10, y + 10];
}
"""

BARE = """data:text/html,<!doctype html>
<style>button { position: absolute; width: 64px; height: 90px; will-change: transform; }
[aria-pressed=true] { background: red; }</style>
<button aria-pressed=false onclick="this.ariaPressed = true">can be picked</button>
<script>
const go = () => document.body.firstElementChild.animate(
  [{ transform: "none" }, { transform: "translate(300px, 600px)" }], 260);
</script>
"""


class Row(NamedTuple):
    """A line of the table, each cell ready to print."""

    what: str
    measured: str
    bare: str = ""
    aim: str = ""


@dataclass
class Seen:
    """What was seen of one page: times in milliseconds, rates per second."""

    at_rest: list[float] = field(default_factory=list)
    at_once: list[float] = field(default_factory=list)
    rates: list[float] = field(default_factory=list)  # of frames on the screen, travel by travel
    gaps: list[float] = field(default_factory=list)  # between them
    frames: list[float] = field(default_factory=list)  # of the page itself


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the web client.")
    parser.add_argument("--quick", action="store_true", help="few moves")
    moves = 12 if parser.parse_args().quick else 30
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("Chromium is missing: install it (Debian: apt install chromium).")
    rights = [] if os.geteuid() else ["--no-sandbox"]
    with serving() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=rights)
        load = f"{os.getloadavg()[0]:.1f}"  # of the machine; more than 1, and it is the machine
        print(f"Chromium {browser.version}, {SLOWER} times slower, {moves} moves, load {load}\n")
        show(Row("", "measured", "bare page", "aim"))
        for row in measured(browser, url, moves):
            show(row)
        browser.close()


def show(row: Row) -> None:
    print(f"{row.what:<42}{row.measured:>10}{row.bare:>12}{row.aim:>8}".rstrip(), flush=True)


@contextmanager
def serving() -> Iterator[str]:
    """A server of our own, on a free port."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-u", "-m", "settebello", "serve", "--port", "0"]
        store = ["--store", f"sqlite:///{folder}/tables.db"]
        with subprocess.Popen(
            [*command, *store], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as server:
            assert server.stdout is not None
            try:
                yield server.stdout.readline().split(": ", 1)[1].strip()
            finally:
                server.terminate()


def measured(browser: Browser, url: str, moves: int) -> Iterator[Row]:
    yield Row("First visit, KB", f"{first_visit(browser, url):,.0f}", aim="150")
    ours, bare = Seen(), Seen()
    for _ in range(ROUNDS):
        with watched(browser, BARE, bare) as page:
            for _ in range(moves // ROUNDS + 1):
                tap_bare(page, bare)
        with watched(browser, url, ours) as page:
            for at in range(moves // ROUNDS + 1):
                play(page, ours, rest=at % 2 == 0)
    yield Row("Tap to feedback, ms", middle(ours.at_rest), middle(bare.at_rest), "100")
    slowest, slowest_bare = max(ours.at_rest), max(bare.at_rest)
    yield Row("Tap to feedback, slowest, ms", f"{slowest:.0f}", f"{slowest_bare:.0f}")
    yield Row("Tap to feedback, as soon as allowed, ms", middle(ours.at_once))
    yield Row("Frames a second while cards travel", middle(ours.rates), middle(bare.rates), "60")
    yield Row("  in the worst tenth of the travels", worst(ours.rates), worst(bare.rates))
    yield Row("Frames that were late (under 30)", late(ours.gaps), late(bare.gaps))
    own, least = (1000 / statistics.mean(seen.frames) for seen in (ours, bare))
    yield Row("Frames a second of the page itself", f"{own:.0f}", f"{least:.0f}")


def middle(values: list[float]) -> str:
    return f"{statistics.median(values):.0f}"


def worst(rates: list[float]) -> str:
    return f"{sorted(rates)[len(rates) // 10]:.0f}"


def late(gaps: list[float]) -> str:
    return f"{sum(gap > 1000 / 30 for gap in gaps) / len(gaps):.1%}"


def first_visit(browser: Browser, url: str) -> float:
    """The kilobytes until the first card can be picked."""
    page = browser.new_page(viewport=PHONE, has_touch=True, locale="en-GB")
    page.add_init_script(WATCH)
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    sizes: list[int] = []
    wire.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    page.goto(url)
    wait_for(page, NEXT, False)
    page.close()
    return sum(sizes) / 1000


@contextmanager
def watched(browser: Browser, url: str, seen: Seen) -> Iterator[Page]:
    """A slow page on a phone, with its frames counted from its first rest on."""
    page = browser.new_page(viewport=PHONE, has_touch=True, locale="en-GB")
    page.add_init_script(WATCH)
    page.goto(url)
    wait_for(page, "() => document.querySelector('button')")
    wire = page.context.new_cdp_session(page)
    wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    browser.start_tracing(page=page, categories=[SHOWN, MARKS])
    yield page
    wait_for(page, "() => !watch.moving")
    seen.frames += page.evaluate("watch.frames")
    for travel in travels(json.loads(browser.stop_tracing())["traceEvents"]):
        gaps = [after - before for before, after in pairwise(travel)]
        seen.rates.append(1000 / statistics.mean(gaps))
        seen.gaps += gaps
    page.close()


def travels(trace: list[dict[str, Any]]) -> list[list[float]]:
    """When frames were shown, in milliseconds, travel by travel; its first frame begins it."""
    found: list[list[float]] = []
    travelling = False
    for event in sorted(trace, key=lambda event: float(event.get("ts", 0))):
        if event["cat"] == MARKS and event["name"] == "travel":
            found.append([])
        travelling = travelling if event["cat"] != MARKS else event["name"] == "travel"
        if travelling and event["name"] == "Display::FrameDisplayed":
            found[-1].append(event["ts"] / 1000)
    return [frames for frames in found if len(frames) > 1]


def wait_for(page: Page, what: str, given: Any = None) -> Any:
    """Ask the page until it has an answer; rarely and cheaply, since it is being measured."""
    for _ in range(600):
        if answer := page.evaluate(what, given):
            return answer
        page.wait_for_timeout(100)
    sys.exit(f"The page never came to this: {what}")


def tap(page: Page, x: float, y: float) -> float:
    """Tap a card, and see how long it took to be shown as picked."""
    before = page.evaluate("watch.taps.length")
    page.touchscreen.tap(x, y)
    return float(wait_for(page, "(before) => watch.taps[before]", before))


def tap_bare(page: Page, seen: Seen) -> None:
    seen.at_rest.append(tap(page, 20, 20))
    page.evaluate("go()")
    page.wait_for_timeout(100)
    wait_for(page, "() => !watch.moving")
    page.evaluate("document.body.firstElementChild.ariaPressed = false")


def play(page: Page, seen: Seen, rest: bool) -> None:
    """Tap a card of the hand, and play it."""
    x, y, is_card = wait_for(page, NEXT, rest)
    while not is_card:
        page.touchscreen.tap(x, y)
        page.wait_for_timeout(500)
        x, y, is_card = wait_for(page, NEXT, rest)
    (seen.at_rest if rest else seen.at_once).append(tap(page, x, y))
    while spot := page.evaluate(PLAY):
        page.touchscreen.tap(*spot)
        page.wait_for_timeout(100)
    wait_for(page, f"() => !({NEXT})(false)")


if __name__ == "__main__":
    main()
