"""The rules pages of games, in the reader's language if there is one."""

from __future__ import annotations

from pathlib import Path

from settebello.game import Game
from settebello.games import OUR_GAMES

PACKAGE = Path(__file__).parents[1]
# They are in the package when it is installed, and in docs/ in a checkout.
FOLDERS = (PACKAGE / "rules", PACKAGE.parents[1] / "docs" / "games")
# The last section of a page, which nobody needs at a table.
FOR_IMPLEMENTERS = ("\n## For implementers\n", "\n## Per chi programma\n")


def page_of(game: Game, language: str = "en") -> str | None:
    """The page of a game as Markdown: ours, or the one beside its file (`mygame.it.md`)."""
    if game in OUR_GAMES:
        here = [folder / language / f"{game.NAME}.md" for folder in FOLDERS]
        found = [*here, *(folder / f"{game.NAME}.md" for folder in FOLDERS)]
    else:
        file = getattr(game, "__file__", None)
        beside = Path(file) if file else None
        found = [beside.with_suffix(f".{language}.md"), beside.with_suffix(".md")] if beside else []
    return next((page.read_text("utf-8") for page in found if page.is_file()), None)


def for_players(page: str) -> str:
    """A page without its section for implementers, if it has one."""
    for heading in FOR_IMPLEMENTERS:
        page = page.split(heading, 1)[0]
    return page
