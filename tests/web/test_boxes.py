"""Boxes are measured at five sizes, for all games and for one that nobody foresaw.

Nothing overlaps, is cut, or leaves its panel: before the match, after the deal, in the middle of
it and at its end.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

from live import Connection, Server
from settebello.games import OUR_GAMES
from settebello.table import protocol
from web import names
from web.boxes import wrong_boxes
from web.packages import serving_games
from web.playing import Player
from web.visitor import Door, Size, keep, resize

HERE = Path(__file__).parent
FILES = [*sorted((HERE.parent / "examples").glob("*.py")), HERE / "crowd.py"]
GAMES = [*(game.NAME for game in OUR_GAMES), *(file.stem for file in FILES)]
SIZES: tuple[Size, ...] = ("narrow", "phone", "sideways", "desktop", "large")
LOBBIES = ("scopa", "partners", "crowd")  # six seats, partners, a long title
SEATS = {game.NAME: max(game.SEATS) for game in OUR_GAMES}
SHORT = {  # one round, where many make a match
    game.NAME: {"target": 1} for game in OUR_GAMES if "target" in [o.name for o in game.OPTIONS]
}


@pytest.fixture(scope="module")
def server(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving_games(tmp_path_factory.mktemp("server"), FILES) as server:
        yield server


class Seat:
    """A player who plays by the protocol, while a page looks on from the same seat."""

    def __init__(self, connection: Connection, seed: int) -> None:
        self._connection = connection
        self._chance = Random(seed)
        self.over = False
        self.told: Any = None

    def go_to_turn(self) -> None:
        """Receive what comes until there is something to do, or the match is over."""
        while True:
            self.told = self._connection.receive_a((protocol.Welcome, protocol.Told))
            self._connection.send(protocol.Ack(self.told.number))
            self.over = self.told.view is not None and self.told.view["over"]
            if (self.told.legal or self.over) and not self.told.more:
                return

    def play(self, moves: int) -> None:
        for _ in range(moves):
            if self.over:
                return
            choice = self._chance.choice(self.told.legal)
            number = self.told.number
            self._connection.send(protocol.Move(f"m{number}", number, choice.text))
            self.go_to_turn()


def measured(page: Page, name: str) -> list[str]:
    """What is wrong with the boxes of a page at any size."""
    found = []
    for size in SIZES:
        resize(page, size)
        keep(page, f"boxes-{name}-{size}")
        found += [f"{name}, {size}: {each}" for each in wrong_boxes(page)]
    return found


def come_to(player: Player) -> None:
    """See whatever is shown first, until it is one's turn or the match is over."""
    mine = player.bar.get_by_text(names.YOUR_TURN)
    while True:
        player.go_on.or_(player.seen).or_(player.end).or_(mine).first.wait_for()
        if player.seen.is_visible():
            player.look()
        elif player.go_on.is_visible():
            player.page.keyboard.press("Escape")  # the next one may come at once
        else:
            player.end.or_(player.bar.get_by_role("button")).first.wait_for()
            return


@pytest.mark.parametrize("game", GAMES)
def test_nothing_overlaps_is_cut_or_leaves_its_panel(door: Door, game: str) -> None:
    wanted = {"seats": SEATS[game]} if game in SEATS else {}
    opened = door.server.open_table(game, "Ann", options=SHORT.get(game, {}), **wanted)
    page = door.visitor(f"#{opened['table']}", holding=opened)
    player = Player(page)
    page.get_by_role("button", name=names.FILL_AND_START).wait_for()
    wrong = measured(page, f"{game}-lobby") if game in LOBBIES else []
    door.server.begin(opened["table"], opened["secret"], "bot")
    with door.server.connect(table=opened["table"], secret=opened["secret"]) as connection:
        ann = Seat(connection, seed=5)
        ann.go_to_turn()
        for phase, moves in (("deal", 0), ("late", 14), ("end", 2000)):
            ann.play(moves)
            come_to(player)
            wrong += measured(page, f"{game}-{phase}")
            if ann.over:
                break
    assert not wrong, "\n".join(wrong)


def test_the_home_page_has_room_for_many_games(door: Door) -> None:
    page = door.visitor()
    come_to(Player(page))
    assert page.get_by_role("navigation", name=names.GAMES).get_by_role("button").count() > 10
    assert not measured(page, "home")
