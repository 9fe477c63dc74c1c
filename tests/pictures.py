"""Writes docs/screens again: the first screen and each game, in a real browser at a real server.

    python tests/pictures.py [FOLDER]

Chance is the server's own, so every run shows other cards.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

from live import serving
from web import names
from web.playing import CORNER, Player, choose_game
from web.visitor import Door, Size, launched

LUCK = 1  # with which there is something to see
FOLDER = Path(__file__).parents[1] / "docs" / "screens"
REQUEST = Path(__file__).parent / "examples" / "request.py"
FILES = {
    "Dice": "dice",
    "Scopa": "scopa",
    "66": "sixty_six",
    "Rummy": "rummy",
    "Briscola": "briscola",
    "Hearts": "hearts",
    "Liar's dice": "liars_dice",
    "Go Fish": "go_fish",
}
# Moves until there is something to see.
MOVES = {"Dice": 3, "Scopa": 4, "66": 8, "Rummy": 12}
MOVES |= {"Briscola": 4, "Hearts": 5, "Liar's dice": 2, "Go Fish": 0}


def take(page: Page, folder: Path, name: str) -> None:
    page.get_by_role("region", name=names.FELT).wait_for()
    page.screenshot(path=folder / f"{name}.jpg", type="jpeg", quality=82)
    print(f"{name}.jpg")


def play(page: Page, game: str) -> None:
    """A few moves of somebody, and then a card that is picked up."""
    choose_game(page, game)
    player = Player(page)
    for _ in range(MOVES[game]):
        player.act()
    player.seen.or_(player.turn).or_(player.end).first.wait_for()
    if player.pickable.count():
        player.pickable.first.click(position=CORNER)
        expect(player.bar.get_by_role("button").first).to_be_visible()


def take_lesson(door: Door, folder: Path, size: Size) -> None:
    """The coach at the first step of a lesson."""
    page = door.visitor(size=size, offered=True)
    coach = page.get_by_role("region", name=names.LESSON)
    coach.get_by_role("button", name=names.TEACH_ME).click()
    expect(coach).to_contain_text("Step 1")
    Player(page).turn.wait_for()
    take(page, folder, f"lesson-{size}")


def take_end(door: Door, folder: Path, size: Size) -> None:
    """The end of a match, when its facts have come."""
    page = door.visitor(size=size)
    choose_game(page, "Dice")
    player = Player(page)
    while player.act():
        pass
    expect(page.get_by_role("button", name=names.PLAY_AGAIN)).to_be_enabled()
    page.wait_for_load_state("networkidle")
    take(page, folder, f"end-{size}")


def take_panel(door: Door, folder: Path) -> None:
    """The panel for authors, after a move that they have made for somebody else."""
    page = door.visitor()
    games = page.get_by_role("navigation", name=names.GAMES)
    games.get_by_role("button", name="Request").click()
    page.get_by_role("button", name="Panel for authors").click()
    panel = page.get_by_role("complementary", name="Panel for authors")
    panel.get_by_role("checkbox").uncheck()
    for number in range(2):
        panel.get_by_role("button", name=re.compile("^Ask ")).first.click()
        expect(panel).to_contain_text(f"{number + 1} move")
    take(page, folder, "dev-panel")


def main(folder: Path) -> None:
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("The pictures need Chromium: install it (Debian: apt install chromium).")
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as store,
        serving(Path(store), luck=LUCK) as server,
        sync_playwright() as playwright,
    ):
        browser = launched(playwright, chromium)
        door = Door(browser, server)
        sizes: tuple[Size, ...] = ("desktop", "phone")
        for size in sizes:
            page = door.visitor(size=size)
            expect(Player(page).turn).to_be_visible()
            take(page, folder, f"first-{size}")
            take_lesson(door, folder, size)
            take_end(door, folder, size)
            for game, name in FILES.items():
                page = door.visitor(size=size)
                play(page, game)
                take(page, folder, f"{name}-{size}")
        door.close()
        apart = Path(store, "dev")
        apart.mkdir()
        with serving(apart, luck=LUCK, options=[str(REQUEST), "--dev"]) as author:
            door = Door(browser, author)
            take_panel(door, folder)
            door.close()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
