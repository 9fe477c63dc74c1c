"""How fast the web client is: `make bench-web`; `make bench-web ARGS=--quick` for a first look.

A real Chromium plays Scopa with bots at a real server, as big as a phone and with its processor
slowed down four times.

- First visit: what comes over the wire until the first card can be picked.
- Tap: from the tap on a card until the frame in which it is shown as picked; the median counts.
- Frames: how many a second, and how many were late, while cards travel.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

SLOWER = 4
PHONE: ViewportSize = {"width": 390, "height": 844}

# Times every tap until the frame after the card is marked as picked, and all frames in which
# something moves.
WATCH = """
(() => {
  window.taps = [];
  window.frames = [];
  let tapped = 0;
  addEventListener("pointerdown", (event) => (tapped = event.timeStamp), true);
  new MutationObserver((changes) => {
    if (!tapped || !changes.some(({ target }) => target.ariaPressed === "true")) return;
    const since = tapped;
    tapped = 0;
    requestAnimationFrame(() => requestAnimationFrame((now) => taps.push(now - since)));
  }).observe(document, { attributes: true, subtree: true, attributeFilter: ["aria-pressed"] });
  let last = 0;
  const step = (now) => {
    const moves = document.getAnimations().some((each) => each.playState === "running");
    if (moves && last) frames.push(now - last);
    last = moves ? now : 0;
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})();
"""


class Row(NamedTuple):
    """A line of the table, each cell ready to print."""

    what: str
    measured: str
    aim: str = ""


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the web client.")
    parser.add_argument("--quick", action="store_true", help="few moves")
    moves = 4 if parser.parse_args().quick else 30
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("Chromium is missing: install it (Debian: apt install chromium).")
    rights = [] if os.geteuid() else ["--no-sandbox"]
    with serving() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=rights)
        load = f"{os.getloadavg()[0]:.1f}"  # of the machine; more than 1, and it is the machine
        print(f"Chromium {browser.version}, {SLOWER} times slower, {moves} moves, load {load}\n")
        show(Row("", "measured", "aim"))
        for row in measured(browser, url, moves):
            show(row)
        browser.close()


def show(row: Row) -> None:
    print(f"{row.what:<40}{row.measured:>14}{row.aim:>14}".rstrip(), flush=True)


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
                yield server.stdout.readline().split("open: ")[1].strip()
            finally:
                server.terminate()


def measured(browser: Browser, url: str, moves: int) -> Iterator[Row]:
    context = browser.new_context(viewport=PHONE, has_touch=True, locale="en-GB")
    page = context.new_page()
    page.add_init_script(WATCH)
    wire = context.new_cdp_session(page)
    wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    wire.send("Network.enable")
    sizes: list[int] = []
    wire.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    page.goto(url)
    pickable = page.get_by_role("button").filter(has_text="can be picked")
    pickable.first.wait_for()
    yield Row("First visit, KB", f"{sum(sizes) / 1000:,.0f}", "150")
    for _ in range(moves):
        move(page)
    taps: list[float] = page.evaluate("taps")
    frames: list[float] = page.evaluate("frames")
    yield Row("Tap to feedback, ms", f"{statistics.median(taps):.0f}", "100")
    yield Row("Tap to feedback, slowest, ms", f"{max(taps):.0f}")
    yield Row("Frames a second while cards travel", f"{1000 / statistics.mean(frames):.0f}", "60")
    late = sum(frame > 1000 / 30 for frame in frames) / len(frames)
    yield Row("Frames that were late (under 30)", f"{late:.1%}")
    context.close()


def move(page: Page) -> None:
    """Tap a card of the hand, and play it."""
    bar = page.get_by_role("region", name="Your move")
    again = page.get_by_role("button", name="Play again")
    hand = page.get_by_role("list", name="Your hand").get_by_role("button")
    pickable = hand.filter(has_text="can be picked")
    pickable.or_(again).first.wait_for()
    if again.is_visible():
        again.tap()
        pickable.first.wait_for()
    go_on = page.get_by_role("button", name="Go on")
    if go_on.is_visible():
        go_on.tap()
    taps = page.evaluate("taps.length")
    pickable.first.tap(position={"x": 10, "y": 30})
    page.wait_for_function("(before) => taps.length > before", arg=taps)
    bar.get_by_role("button").first.tap()
    pickable.first.wait_for(state="hidden")


if __name__ == "__main__":
    main()
