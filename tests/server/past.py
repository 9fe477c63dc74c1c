"""Past matches for tests that look back: short ones of each game, put into a store."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from helpers import play_random
from live import Server
from settebello import Match
from settebello.bots import choose, find_bot
from settebello.games import OUR_GAMES
from settebello.record import write_record
from settebello.server.commands import import_files

SHORT: dict[str, dict[str, Any]] = {
    "hearts": {"target": 10},
    "liars_dice": {"dice": 1},
    "rummy": {"target": 10},
    "scopa": {"target": 1},
}
SOON = {"go_fish": (5, 6), "rummy": (5, 8)}  # seats, and a seed with which a match is short
each_game = pytest.mark.parametrize("game", OUR_GAMES, ids=lambda game: game.NAME)


def played(game: Any, seed: int = 1) -> Match:
    """A short match of the game's bots; of 66 one of random moves, which ends soon."""
    seats, seed = SOON.get(game.NAME, (game.SEATS[0], seed))
    names = ["Ann", "Bea", "Cal", "Dan", "Eve"][:seats]
    match = Match(game, names, seed=seed, options=SHORT.get(game.NAME))
    if game.NAME == "sixty_six":
        return play_random(match, seed)
    bot, random = find_bot("medium", game), Random(seed)
    while not match.over:
        seat = match.to_act[0]
        match.play(seat, choose(match, seat, bot, "medium", random))
    return match


def imported(folder: Path, records: list[Mapping[str, Any]], listed: bool = True) -> None:
    files = [folder / f"{number}.json" for number in range(len(records))]
    for record, file in zip(records, files, strict=True):
        write_record(record, file)
    import_files(f"sqlite:///{folder / 'tables.db'}", files, listed=listed)


def ids(server: Server) -> list[str]:
    """The matches, in the order in which they were imported."""
    found = server.ask("GET", "/api/matches")[1]
    return [line["match"] for line in reversed(found)]
