"""The stages of a game that has begun in a dialect: it is stored, played, suspended, gone on with.

Whoever leaves suspends it for all, and when the last one is back it goes on where it stood.
"""

from __future__ import annotations

import asyncio
import time
import unicodedata
from collections.abc import Iterable
from functools import partial
from typing import Protocol

from settebello import log
from settebello.catalogue import find_named
from settebello.dialects import Dialect
from settebello.dialects import messages as said
from settebello.dialects.board import Board
from settebello.match import check_name
from settebello.server.driver import Live
from settebello.server.lobby import Lobby
from settebello.server.secrets import hashed, new_secret
from settebello.server.visitors import Game, Player, Visitor, written
from settebello.table import Refusal, Table

FEWEST_PLAYERS = 2


class Announcer(Protocol):
    """The hall, as far as a game needs it that has begun."""

    def begun(self, game: Game) -> None:
        """It is stored that it begins."""

    def not_begun(self, game: Game) -> None:
        """It could not be stored that it begins."""

    def over(self, game: Game) -> None:
        """Everybody has heard its end."""

    def say(self, *messages: said.FromServer) -> None:
        """Say it to all who are connected in this dialect."""


class Stages:
    """Leads the games of a dialect from their start to their end."""

    def __init__(self, hall: Announcer, dialect: Dialect, lobby: Lobby) -> None:
        self._hall = hall
        self._dialect = dialect
        self._lobby = lobby
        self._loop = asyncio.get_running_loop()

    def start(self, game: Game) -> None:
        if len(game.seats) < FEWEST_PLAYERS:
            raise Refusal("too-few-players")
        rules = find_named(self._dialect.game)
        opened = log.Opened(
            game.table,
            rules.NAME,
            rules.VERSION,
            len(game.seats),
            dict(self._dialect.options),
            listed=True,
            invite=hashed(new_secret()),
            absence="wait",
            dialect=self._dialect.name,
            number=game.id,
            names=game.names(),
        )
        names = table_names(game.names())
        seated = [
            (name, seat.secret, seat.bot) for name, seat in zip(names, game.seats, strict=True)
        ]
        creator = game.seats[0].visitor
        address = "" if creator is None else creator.address
        game.stage = "storing"
        try:
            game.live = self._lobby.set_up(opened, seated, partial(self._observe, game), address)
        except Refusal:
            game.stage = "open"
            raise

    def _observe(self, game: Game) -> None:
        """Something may have changed at the table."""
        live = game.live
        if live is None:
            return
        table = live.table
        if game.stage != "playing" or live.broken or table.ended or table.missing:
            self._loop.call_soon(self._look, game, live)

    def _look(self, game: Game, live: Live) -> None:
        if game.live is not live:
            return
        table = live.table
        if live.broken:
            self._break(game)
        elif table.busy:
            return
        elif game.stage == "storing":
            self._begin(game)
        elif table.phase == "closed":  # it was too long
            for visitor in game.visitors():
                visitor.say(said.GameDeleted(game.id))
            self._finish(game)
        elif table.end_told:
            if not game.ended:
                game.ended = True
                self._lobby.ended(live)
            if table.finished:
                self._finish(game)
        else:
            self._look_for_clients(game)
            self.go_on(game)

    def _look_for_clients(self, game: Game) -> None:
        """Somebody at a client of our own has come or gone."""
        for number, seat in enumerate(game.seats):
            was, seat.here = seat.here, game.has_client(number)
            if seat.visitor is not None or was == seat.here or game.live is None:
                continue
            if was:
                self._suspend(game, number)
            elif game.stage == "suspended":
                self._is_back(game, number)

    def _break(self, game: Game) -> None:
        """It was not stored, or its rules have failed: it is as after a restart."""
        game.live = None
        if game.stage == "storing":
            self._hall.not_begun(game)
            return
        for visitor in list(game.visitors()):
            visitor.game = visitor.translation = visitor.seat = None
        for seat in game.seats:
            seat.visitor = None
        game.stage, game.suspended = "suspended", written(time.time())

    def _begin(self, game: Game) -> None:
        """The game is stored: from now on it survives everything."""
        game.stage, game.started = "starting", written(time.time())
        for visitor in list(game.visitors()):
            self._listen(visitor, game)
        self._let_in(game)
        self._hall.begun(game)
        game.wait_for_acks()
        self._look_for_clients(game)

    def _let_in(self, game: Game) -> None:
        """Those who came early, with clients of our own, are at the table from now on."""
        live = game.live
        assert live is not None
        for number, seat in enumerate(game.seats):
            seat.calm()
            waiting, seat.early = seat.early, []
            for early in waiting:
                early.live, early.connection.seat = live, number
                self._lobby.heard(live, Table.join, early.connection, early.seen)

    def _listen(self, visitor: Visitor, game: Game) -> None:
        """From now on he hears what the table says."""
        live, seat = game.live, visitor.seat
        assert live is not None
        assert seat is not None
        table = live.table

        def deck_card() -> str:
            assert table.match is not None
            return table.match.view(seat).places["taken"][0]

        visitor.translation = self._dialect.translation(len(game.seats), seat, deck_card)
        self._lobby.heard(live, Table.join, visitor, 0)

    def leave(self, visitor: Visitor, game: Game, number: int, by_request: bool) -> None:
        """Unless it is over, the others have to wait for him."""
        seat = game.seats[number]
        seat.visitor = visitor.game = visitor.translation = None
        if game.stage == "storing":
            seat.here = True  # so that he is missed when it begins
            return
        live = game.live
        assert live is not None
        if not live.table.end_told:
            self._suspend(game, number, visitor if by_request else None)
        self._lobby.heard(live, Table.leave, visitor)
        visitor.seat = None

    def _suspend(self, game: Game, number: int, leaver: Visitor | None = None) -> None:
        assert game.live is not None
        game.live.table.hold()  # at once, also while something is being stored
        already = game.stage in ("suspended", "back", "board")
        game.stage = "suspended"
        game.waiting = set()
        if already:
            self._hall.say(said.PlayerLeft(game.id, number))
        else:
            game.suspended = written(time.time())
            for visitor in [*game.visitors()] + ([] if leaver is None else [leaver]):
                own = number if visitor is leaver else visitor.seat or 0
                visitor.say(said.GameSuspended(suspended_game(game, own), number))
        if not any(game.is_here(n) for n, seat in enumerate(game.seats) if not seat.bot):
            game.live.observer = None  # the table need not stay in memory
            game.live = None

    def rejoin(self, visitor: Visitor, player: Player, game: Game) -> bool:
        """Let a player back in; False if the table has to be brought back from the store before."""
        number = game.seat_of(player.secret)
        if number is None:
            raise Refusal("no-such-game")
        if visitor.game is not None:
            raise Refusal("in-a-game")
        if game.stage != "suspended":
            raise Refusal("no-such-game")
        live = self._lobby.in_memory(game.table)
        if live is None:
            return False
        if game.live is not live:
            game.live, live.observer = live, partial(self._observe, game)
            for other, seat in enumerate(game.seats):
                seat.here = game.has_client(other)
        game.seats[number].visitor = visitor
        visitor.game, visitor.seat = game, number
        self._listen(visitor, game)
        self._is_back(game, number)
        return True

    def _is_back(self, game: Game, number: int) -> None:
        rejoined = said.PlayerRejoined(game.id, number)
        if not all(map(game.is_here, range(len(game.seats)))):
            self._hall.say(rejoined)
            return
        for visitor in game.visitors():
            visitor.say(rejoined)
        game.stage = "back"
        # The page of the one who returns has to be there. The others look at theirs all the time,
        # and the clients of the online game acknowledge nothing then.
        game.wait_for_acks(number)
        self.go_on(game)

    def go_on(self, game: Game) -> None:
        """The next step towards play, when everybody is there and has acknowledged the last."""
        live = game.live
        if live is None or game.stage not in ("starting", "back", "board") or game.waiting:
            return
        table = live.table
        if table.busy or table.missing:
            return
        starts_round = any(event.kind == "RoundStarted" for event in table.telling)
        if game.stage == "back" and not (starts_round and self._dialect.starts_with_board):
            game.stage = "board"
            for visitor in game.visitors():
                visitor.say(self._set_board(visitor, table).initialized())
            game.wait_for_acks()
            if game.waiting:
                return
        for visitor in game.visitors():
            self._set_board(visitor, table)
        game.stage = "playing"
        self._lobby.heard(live, Table.release)

    def _set_board(self, visitor: Visitor, table: Table) -> Board:
        """The board as it was before what is to be told."""
        board = Board(len(table.seats))
        events = table.told_before
        if not self._dialect.starts_with_board:
            events += [e for e in table.telling if e.kind in ("RoundStarted", "Dealt")]
        public = [event.notice(len(table.seats)) for event in events]
        board.follow(notice for notice in public if notice is not None)
        assert visitor.translation is not None
        visitor.translation.board = board
        return board

    def _finish(self, game: Game) -> None:
        """It is over, and all have heard it."""
        live = game.live
        assert live is not None
        self._hall.over(game)
        game.live = live.observer = None
        for visitor in list(game.visitors()):
            visitor.game = visitor.translation = None
            self._lobby.heard(live, Table.leave, visitor)
            visitor.seat = None


def suspended_games(games: Iterable[Game], player: Player) -> list[said.SuspendedGame]:
    found = [(game, game.seat_of(player.secret)) for game in games]
    return [
        suspended_game(game, number)
        for game, number in found
        if number is not None and game.stage in ("suspended", "back", "board")
    ]


def suspended_game(game: Game, number: int) -> said.SuspendedGame:
    return said.SuspendedGame(
        game.id,
        number,
        game.started,
        game.suspended,
        game.names(),
        [game.is_here(seat) for seat in range(len(game.seats))],
    )


def table_names(names: list[str]) -> list[str]:
    """Names for a table, which wants them short and all different."""
    found: list[str] = []
    for number, name in enumerate(names, 1):
        plain = "".join(c for c in unicodedata.normalize("NFC", name) if c.isprintable())
        base = plain.strip()[:14].strip() or "Player"
        for candidate in (base, *(f"{base} ({n})" for n in range(number, number + len(names)))):
            try:
                found.append(check_name(candidate, found))
                break
            except ValueError:
                continue
    return found
