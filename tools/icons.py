"""Renders the icons of the installed app from web/icons/app.svg: `make icons` after a change.

The pictures are kept in web/public/icons, since a build of the client has no browser.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import sync_playwright

WEB = Path(__file__).parents[1] / "web"
DRAWING = WEB / "icons" / "app.svg"
FOLDER = WEB / "public" / "icons"


class Icon(NamedTuple):
    """A picture: its width, and whether its corners are round; some systems cut them themselves."""

    size: int
    is_round: bool


ICONS = {
    "app-192.png": Icon(192, is_round=True),
    "app-512.png": Icon(512, is_round=True),
    "app-maskable.png": Icon(512, is_round=False),
    "apple-touch.png": Icon(180, is_round=False),
}
PAGE = "<style>body {{ margin: 0 }} svg {{ display: block; {round} }}</style>{svg}"


def main() -> int:
    """Draw all of them; returns the exit code."""
    chromium = shutil.which("chromium")
    if chromium is None:
        print(
            "Chromium draws the icons: install it (Debian: apt install chromium).", file=sys.stderr
        )
        return 2
    svg = DRAWING.read_text("utf-8")
    rights = [] if os.geteuid() else ["--no-sandbox"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=rights)
        for name, icon in ICONS.items():
            size = {"width": icon.size, "height": icon.size}
            page = browser.new_page(viewport=size)  # type: ignore[arg-type]
            page.set_content(
                PAGE.format(svg=svg, round="border-radius: 18%" if icon.is_round else "")
            )
            page.screenshot(path=FOLDER / name, omit_background=True)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
