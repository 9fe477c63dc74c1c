"""The life of a game that has begun: it is stored, played, suspended, resumed and finished.

When a player leaves, the game is suspended for all. When the last one is back, it goes on where it
stopped.
"""

from __future__ import annotations

import asyncio
import time
import unicodedata
from collections.abc import Iterable
from functools import partial
from typing import Protocol

from settebello.dialects.sixty_six import lobby_messages as messages
from settebello.dialects.sixty_six.board import Board
from settebello.dialects.sixty_six.dialect import Dialect
from settebello.dialects.sixty_six.host import TableHost
from settebello.dialects.sixty_six.sessions import LobbyGame, LobbySession, Player, written
from settebello.events import Event
from settebello.players import check_name
from settebello.rejection import Rejection, RejectionCode
from settebello.table.driver import HostedTable
from settebello.table.entries import OpenEntry
from settebello.table.secrets import hashed, new_secret
from settebello.table.table import Table

FEWEST_PLAYERS = 2


class Announcer(Protocol):
    """The lobby, as a game that has begun needs it."""

    def begun(self, game: LobbyGame) -> None:
        """The start of the game is stored."""

    def not_begun(self, game: LobbyGame) -> None:
        """The start of the game could not be stored."""

    def over(self, game: LobbyGame) -> None:
        """Everybody has been told the end of the game."""

    def broadcast(self, *sent: messages.FromServer) -> None:
        """Send this to all sessions of this dialect."""


class GameLifecycle:
    """Takes the games of a dialect from their start to their end."""

    def __init__(self, lobby: Announcer, dialect: Dialect, host: TableHost) -> None:
        self._lobby = lobby
        self._dialect = dialect
        self._host = host
        self._loop = asyncio.get_running_loop()

    def start(self, game: LobbyGame) -> None:
        """Open a table for a game, and have its start stored."""
        if len(game.seats) < FEWEST_PLAYERS:
            raise Rejection(RejectionCode.TOO_FEW_PLAYERS)
        rules = self._host.offered(self._dialect.game)
        opened = OpenEntry(
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
        creator = game.seats[0].session
        address = "" if creator is None else creator.channel.address
        game.stage = "storing"
        try:
            game.hosted = self._host.set_up(opened, seated, partial(self._observe, game), address)
        except Rejection:
            game.stage = "open"
            raise

    def _observe(self, game: LobbyGame) -> None:
        """Something may have changed at the table."""
        hosted = game.hosted
        if hosted is None:
            return
        table = hosted.table
        if game.stage != "playing" or hosted.broken or table.state.ended or missing(table):
            self._loop.call_soon(self._look, game, hosted)

    def _look(self, game: LobbyGame, hosted: HostedTable) -> None:
        if game.hosted is not hosted:
            return
        table = hosted.table
        if hosted.broken:
            self._break(game)
        elif table.busy:
            return
        elif game.stage == "storing":
            self._begin(game)
        elif table.phase == "closed":  # it was too long
            for session in game.sessions():
                session.push(messages.GameDeleted(game.id))
            self._finish(game)
        elif table.end_told:
            if not game.ended:
                game.ended = True
                self._host.ended(hosted)
            if finished(table):
                self._finish(game)
        else:
            self._look_for_clients(game)
            self.advance(game)

    def _look_for_clients(self, game: LobbyGame) -> None:
        """Find who has come or gone with a client of our own protocol."""
        for seat_no, seat in enumerate(game.seats):
            was, seat.here = seat.here, game.has_client(seat_no)
            if seat.session is not None or was == seat.here or game.hosted is None:
                continue
            if was:
                self._suspend(game, seat_no)
            elif game.stage == "suspended":
                self._is_back(game, seat_no)

    def _break(self, game: LobbyGame) -> None:
        """The game was not stored, or its rules failed: suspend it, as after a restart."""
        game.hosted = None
        if game.stage == "storing":
            self._lobby.not_begun(game)
            return
        for session in list(game.sessions()):
            session.game = session.translation = session.seat = None
        for seat in game.seats:
            seat.session = None
        game.stage, game.suspended = "suspended", written(time.time())

    def _begin(self, game: LobbyGame) -> None:
        """The game is stored: begin it."""
        game.stage, game.started = "starting", written(time.time())
        for session in list(game.sessions()):
            self._listen(session, game)
        self._let_in(game)
        self._lobby.begun(game)
        game.wait_for_acks()
        self._look_for_clients(game)

    def _let_in(self, game: LobbyGame) -> None:
        """Let the clients of our own protocol that came early join the table."""
        hosted = game.hosted
        assert hosted is not None
        for seat_no, seat in enumerate(game.seats):
            seat.stop_waiting()
            waiting, seat.early = seat.early, []
            for early in waiting:
                early.hosted, early.listener.seat = hosted, seat_no
                self._host.dispatch(hosted, Table.join, early.listener, early.seen)

    def _listen(self, session: LobbySession, game: LobbyGame) -> None:
        """Make a session a listener of the table."""
        hosted, seat = game.hosted, session.seat
        assert hosted is not None
        assert seat is not None
        table = hosted.table

        def deck_card() -> str:
            assert table.match is not None
            return table.match.view(seat).places["taken"][0]

        session.translation = self._dialect.translation(len(game.seats), seat, deck_card)
        self._host.dispatch(hosted, Table.join, session, 0)

    def leave(self, session: LobbySession, game: LobbyGame, seat_no: int, by_request: bool) -> None:
        """Take a session out of its game; unless the game is over, it is suspended."""
        seat = game.seats[seat_no]
        seat.session = session.game = session.translation = None
        if game.stage == "storing":
            seat.here = True  # so that they are noticed as missing when it begins
            return
        hosted = game.hosted
        assert hosted is not None
        if not hosted.table.end_told:
            self._suspend(game, seat_no, session if by_request else None)
        self._host.dispatch(hosted, Table.leave, session)
        session.seat = None

    def _suspend(self, game: LobbyGame, seat_no: int, leaver: LobbySession | None = None) -> None:
        assert game.hosted is not None
        game.hosted.table.delivery.hold()  # at once, also while something is being stored
        already = game.stage in ("suspended", "back", "board")
        game.stage = "suspended"
        game.waiting = set()
        if already:
            self._lobby.broadcast(messages.PlayerLeft(game.id, seat_no))
        else:
            game.suspended = written(time.time())
            for session in [*game.sessions()] + ([] if leaver is None else [leaver]):
                own = seat_no if session is leaver else session.seat or 0
                session.push(messages.GameSuspended(suspended_game(game, own), seat_no))
        if not any(game.is_here(n) for n, seat in enumerate(game.seats) if not seat.bot):
            game.hosted.observer = None  # the table need not stay in memory
            game.hosted = None

    def rejoin(self, session: LobbySession, player: Player, game: LobbyGame) -> bool:
        """Let a player back in; False if the table must be rebuilt from the store first."""
        seat_no = game.seat_of(player.secret)
        if seat_no is None:
            raise Rejection(RejectionCode.NO_SUCH_GAME)
        if session.game is not None:
            raise Rejection(RejectionCode.IN_A_GAME)
        if game.stage != "suspended":
            raise Rejection(RejectionCode.NO_SUCH_GAME)
        hosted = self._host.in_memory(game.table)
        if hosted is None:
            return False
        if game.hosted is not hosted:
            game.hosted, hosted.observer = hosted, partial(self._observe, game)
            for other, seat in enumerate(game.seats):
                seat.here = game.has_client(other)
        game.seats[seat_no].session = session
        session.game, session.seat = game, seat_no
        self._listen(session, game)
        self._is_back(game, seat_no)
        return True

    def _is_back(self, game: LobbyGame, seat_no: int) -> None:
        rejoined = messages.PlayerRejoined(game.id, seat_no)
        if not all(map(game.is_here, range(len(game.seats)))):
            self._lobby.broadcast(rejoined)
            return
        for session in game.sessions():
            session.push(rejoined)
        game.stage = "back"
        # Wait for the returning player's page only. The others have theirs open all the time, and
        # the clients of the online game acknowledge nothing here.
        game.wait_for_acks(seat_no)
        self.advance(game)

    def advance(self, game: LobbyGame) -> None:
        """Make the next step towards play, if everybody is there and has acknowledged the last."""
        hosted = game.hosted
        if hosted is None or game.stage not in ("starting", "back", "board") or game.waiting:
            return
        table = hosted.table
        if table.busy or missing(table):
            return
        starts_round = any(event.kind == "RoundStarted" for event in table.delivery.now)
        if game.stage == "back" and not (starts_round and self._dialect.starts_with_board):
            game.stage = "board"
            for session in game.sessions():
                session.push(self._set_board(session, table).initialized())
            game.wait_for_acks()
            if game.waiting:
                return
        for session in game.sessions():
            self._set_board(session, table)
        game.stage = "playing"
        self._host.dispatch(hosted, Table.release)

    def _set_board(self, session: LobbySession, table: Table) -> Board:
        """Set a session's board as it was before the current step."""
        board = Board(len(table.seats))
        events = told_before(table)
        if not self._dialect.starts_with_board:
            events += [e for e in table.delivery.now if e.kind in ("RoundStarted", "Dealt")]
        public = [event.notice(len(table.seats)) for event in events]
        board.follow(notice for notice in public if notice is not None)
        assert session.translation is not None
        session.translation.board = board
        return board

    def _finish(self, game: LobbyGame) -> None:
        """The game is over, and all have been told: end it."""
        hosted = game.hosted
        assert hosted is not None
        self._lobby.over(game)
        game.hosted = hosted.observer = None
        for session in list(game.sessions()):
            session.game = session.translation = None
            self._host.dispatch(hosted, Table.leave, session)
            session.seat = None


def missing(table: Table) -> list[int]:
    """The seats of people who are not connected."""
    players = table.state.players
    return [n for n, seat in enumerate(table.seats) if players[n].person and not seat.listeners]


def finished(table: Table) -> bool:
    """Whether the match is over, and everybody who is waited for has acknowledged it."""
    return table.end_told and not table.delivery.waiting


def told_before(table: Table) -> list[Event]:
    """All events of the match before the step that is being told."""
    assert table.match is not None
    events, delivery = table.match.events, table.delivery
    return events[: len(events) - len(delivery.events) + delivery.begun]


def open_game(game: LobbyGame) -> messages.OpenGame:
    """A game that has not begun as a message."""
    return messages.OpenGame(game.id, game.opened, game.names())


def suspended_games(games: Iterable[LobbyGame], player: Player) -> list[messages.SuspendedGame]:
    """The games that wait for this player, as messages."""
    found = [(game, game.seat_of(player.secret)) for game in games]
    return [
        suspended_game(game, seat_no)
        for game, seat_no in found
        if seat_no is not None and game.stage in ("suspended", "back", "board")
    ]


def suspended_game(game: LobbyGame, seat_no: int) -> messages.SuspendedGame:
    """A suspended game as a message for the player in this seat."""
    return messages.SuspendedGame(
        game.id,
        seat_no,
        game.started,
        game.suspended,
        game.names(),
        [game.is_here(seat) for seat in range(len(game.seats))],
    )


def table_names(names: list[str]) -> list[str]:
    """Names for a table, where they must be short and all different."""
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
