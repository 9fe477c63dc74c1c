"""The rules pages of games, in the reader's language if there is one.

A card in a page is its face as a code span, `7D`: a browser draws it, a terminal says its name.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from settebello.game import Game
from settebello.games import OUR_GAMES
from settebello.words.messages import LANGUAGES, spoken_language

WIDTH = 79  # of a line, as the pages have it
PACKAGE = Path(__file__).parents[1]
# They are in the package when it is installed, and in docs/ in a checkout.
FOLDERS = (PACKAGE / "rules", PACKAGE.parents[1] / "docs" / "games")
# The last section of a page, which nobody needs at a table.
FOR_IMPLEMENTERS = ("\n## For implementers\n", "\n## Per chi programma\n")


def page_of(game: Game, language: str = "en") -> str | None:
    """The page of a game as Markdown: ours, or the one beside its file (`mygame.it.md`)."""
    found = find_page(game, language)
    return found[0] if found else None


def find_page(game: Game, language: str = "en") -> tuple[str, str] | None:
    """The page of a game, and the language that it is in; None if it has none.

    Where a game has no page in this language, it is `mygame.md`, or that in another language.
    """
    order = [language, *(other for other in LANGUAGES if other != language)]
    if game in OUR_GAMES:
        pages = [(folder / language / f"{game.NAME}.md", language) for folder in FOLDERS]
        pages += [(folder / f"{game.NAME}.md", "en") for folder in FOLDERS]
    else:
        file = getattr(game, "__file__", None)
        beside = Path(file) if file else Path()
        pages = [(beside.with_suffix(f".{each}.md"), each) for each in order] if file else []
        # It is in the language that the game has, or in English.
        pages[1:1] = [(beside.with_suffix(".md"), spoken_language(game, "en"))] if file else []
    return next(
        ((page.read_text("utf-8"), tongue) for page, tongue in pages if page.is_file()), None
    )


def with_names(page: str, names: Mapping[str, str]) -> str:
    """A page in which cards are said by their names, up to its section for implementers.

    `names` has them by their faces, see `words.cards`. Paragraphs with cards are filled anew.
    """
    players = for_players(page)
    parts = re.split(r"(?m)^(?=-|\s*$)", players)  # paragraphs, and items of lists
    return "".join(map(partial(named, names), parts)) + page.removeprefix(players)


def named(names: Mapping[str, str], part: str) -> str:
    """A paragraph with the names of its cards, filled anew if it has any."""
    said = re.sub(r"`([^`]+)`", lambda found: names.get(found[1], found[0]), part)
    if said == part:
        return part
    start = re.match(r"\s*", part)
    hang = "  " if part.startswith("-") else ""
    filled = textwrap.fill(" ".join(said.split()), WIDTH, subsequent_indent=hang)
    return f"{start[0] if start else ''}{filled}\n"


def for_players(page: str) -> str:
    """A page without its section for implementers, if it has one."""
    for heading in FOR_IMPLEMENTERS:
        page = page.split(heading, 1)[0]
    return page
