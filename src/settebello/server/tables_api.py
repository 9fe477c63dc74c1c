"""The tables over HTTP: opening them, taking seats, starting a match, and codes for seats."""

from __future__ import annotations

import time
from collections.abc import Iterable
from functools import partial

import msgspec

from settebello.bots.levels import LEVEL_NAMES, level_names
from settebello.declared import teams_of
from settebello.dialects.sixty_six.lobby import SixtySixLobby
from settebello.game import Game
from settebello.games import sixty_six
from settebello.lessons import lesson_of, script_of
from settebello.registry import check_options, games
from settebello.rejection import Rejection, RejectionCode
from settebello.server.bodies import (
    AskForCode,
    CodeGiven,
    CodeTaken,
    GameLine,
    GameSeat,
    OpenTable,
    Rename,
    SeatTaken,
    SitAt66,
    StartMatch,
    TableInfo,
    TableLine,
    TableOpened,
    TakeSeat,
    TryCode,
)
from settebello.server.damaged import readable
from settebello.server.lobby import Lobby
from settebello.server.request_context import (
    MOST,
    RequestContext,
    bad_request,
    check_host,
    check_seat,
    entered,
    own_seat,
    seat_in_path,
)
from settebello.table import gathering
from settebello.table.commands import bot_name, is_turn
from settebello.table.entries import OpenEntry
from settebello.table.messages import seat_infos
from settebello.table.records import in_language
from settebello.table.secrets import hashed, new_secret, same
from settebello.table.storage import MatchHeader
from settebello.table.table import Table

QUIET_SECONDS = 600.0  # after which a public match that all have left is not listed any more


async def list_tables(asked: RequestContext) -> list[TableLine]:
    """The listed tables that are open or being played, the newest first.

    A public match that everybody has left is not among them: nothing has happened there for ten
    minutes, and nobody has connected.
    """
    store, since = asked.lobby.store, time.time() - QUIET_SECONDS
    found = await store.unfinished(listed_only=True, limit=MOST)
    quiet: set[str] = set()
    if any(header.phase == "playing" and header.changed < since for header in found):
        quiet = {header.table for header in await store.idle(since)}
    lines = readable(found, partial(line_of, asked.language))
    return [line for line in lines if not (line.public and line.table in quiet)]


def line_of(language: str, header: MatchHeader) -> TableLine:
    """An unfinished match as lists show it."""
    summary = in_language(msgspec.json.decode(header.summary), language)
    names, faces = summary["players"], summary.get("faces", [])
    free, dev = names.count(""), summary.get("dev", False)
    public, fill_at = summary.get("public", False), summary.get("fill_at")
    fill_in = None
    if header.phase == "open" and fill_at is not None:
        fill_in = max(0.0, round(fill_at - time.time(), 1))
    return TableLine(
        header.table, header.game, header.phase, names, free, dev, faces, public, fill_in
    )


async def open_table(asked: RequestContext) -> TableOpened:
    """Open a table and take its first seat."""
    wanted: OpenTable = asked.body
    if wanted.lesson:
        wanted = lesson_in(game_and_seats(asked.lobby, wanted.game, None)[0], wanted)
    game, seats = game_and_seats(asked.lobby, wanted.game, wanted.seats)
    opened = OpenEntry(
        "",
        game.NAME,
        game.VERSION,
        seats,
        check_options(game, wanted.options),
        wanted.listed,
        absence=wanted.absence,
        grace=wanted.grace,
        clock=wanted.clock,
        lesson=wanted.lesson,
        dev=asked.lobby.settings.dev,
    )
    hosted, seat, secret, invite = await asked.lobby.open(opened, wanted.name, asked.address)
    table = hosted.table.opened.table
    return TableOpened(table, seat, secret, invite, f"{asked.origin}/#{table}.{invite}")


def game_and_seats(lobby: Lobby, name: str, seats: int | None) -> tuple[Game, int]:
    """The rules to begin a game with, and its usual number of seats if None is wanted.

    Raises a bad request if there is no such game, or not with so many seats.
    """
    if name not in games():
        known = ", ".join(games())
        raise bad_request(f"There is no such game. The games are: {known}.")
    game = lobby.offered(name)
    seats = game.SEATS[0] if seats is None else seats
    if seats not in game.SEATS:
        allowed = ", ".join(map(str, sorted(game.SEATS)))
        raise bad_request(f"The seats of {game.NAME} can be: {allowed}.")
    return game, seats


def lesson_in(game: Game, wanted: OpenTable) -> OpenTable:
    """What is wanted, with the seats and options of the game's lesson; bad request if it has none.

    Its luck is that of the lesson too: see `coaching`.
    """
    try:
        script, lesson = script_of(game), lesson_of(game)
    except ValueError as error:
        raise bad_request(str(error)) from None
    if script is None or lesson is None:
        raise bad_request(f"There is no lesson for {game.NAME}. Open a table without one.")
    return msgspec.structs.replace(wanted, seats=lesson.seats, options=lesson.options)


async def show_table(asked: RequestContext) -> TableInfo:
    """The state of a table."""
    hosted, seat = await entered(asked)
    table = hosted.table
    told = info(table, asked.language)
    told.turn = is_turn(table.state, table.delivery, seat)
    return told


async def close_table(asked: RequestContext) -> TableInfo:
    """Close a table for good, as the host; a match that is being played is given up."""
    hosted, _ = await entered(asked)

    def close(table: Table) -> None:
        check_host(table, asked)
        if not table.policy.permits("close"):
            raise Rejection(RejectionCode.NOT_AT_THIS_TABLE)
        if table.state.over:
            raise Rejection(RejectionCode.OVER)
        table.close(reason="given-up")

    await asked.lobby.change(hosted, close)
    return info(hosted.table, asked.language)


async def take_seat(asked: RequestContext) -> SeatTaken:
    """Sit down, or, as the host, give a seat to a bot."""
    wanted: TakeSeat = asked.body
    hosted, seat = await entered(asked)
    if wanted.bot:

        def sit(table: Table) -> int:
            check_host(table, asked)
            check_level(table.state.game, len(table.seats), wanted.bot)
            name = wanted.name or bot_name(table.state, wanted.bot)
            return table.sit(name, bot=wanted.bot, seat=wanted.seat)

        return SeatTaken(await asked.lobby.change(hosted, sit))
    if seat is not None:
        to = wanted.seat
        if to is None:
            raise bad_request("You have a seat already; say which one you want.")

        def switch(table: Table) -> int:
            return table.switch(check_seat(table, asked), to, asked.lobby.now)

        return SeatTaken(await asked.lobby.change(hosted, switch))
    secret = new_secret()
    taken = await asked.lobby.change(
        hosted,
        lambda table: gathering.sit(
            table, wanted.name, hashed(secret), asked.lobby.now, wanted.seat
        ),
    )
    return SeatTaken(taken, secret)


def check_level(game: Game, seats: int | None, bot: str) -> None:
    """Raise a bad request if a bot has a level that the game does not have with so many players."""
    levels = level_names(game, seats)
    if bot in LEVEL_NAMES and bot not in levels:
        among = "" if seats is None else f" with {seats} players"
        raise bad_request(
            f"No bot was measured to play {game.NAME}{among} better than 'medium' does. "
            f"The levels are: {', '.join(levels)}."
        )


async def free_seat(asked: RequestContext) -> TableInfo:
    """Stand up before the match begins; the host may free any seat.

    A table at which no person sits any more is closed.
    """
    hosted, _ = await entered(asked)
    seat = seat_in_path(asked)

    def stand(table: Table) -> None:
        if own_seat(table, asked) != seat:
            check_host(table, asked)
        table.stand(seat)
        if table.state.deserted:
            table.close()

    await asked.lobby.change(hosted, stand)
    return info(hosted.table, asked.language)


async def rename_seat(asked: RequestContext) -> TableInfo:
    """Change the player's own name, until the match is over."""
    wanted: Rename = asked.body
    hosted, _ = await entered(asked)

    def rename(table: Table) -> None:
        if check_seat(table, asked) != seat_in_path(asked):
            raise Rejection(RejectionCode.NOT_YOUR_SEAT)
        table.rename(seat_in_path(asked), wanted.name)

    await asked.lobby.change(hosted, rename)
    return info(hosted.table, asked.language)


async def start_match(asked: RequestContext) -> TableInfo:
    """Start the match, as the host."""
    wanted: StartMatch = asked.body
    hosted, _ = await entered(asked)

    def start(table: Table) -> None:
        check_host(table, asked)
        if wanted.fill:
            check_level(table.state.game, len(table.seats), wanted.fill)
            table.fill(wanted.fill)
        table.start(asked.lobby.now)

    await asked.lobby.change(hosted, start)
    return info(hosted.table, asked.language)


async def give_code(asked: RequestContext) -> CodeGiven:
    """A short code for the invite, or for the player's own seat."""
    wanted: AskForCode = asked.body
    hosted, seat = await entered(asked)
    if (seat is None) != (wanted.kind == "invite"):
        whose = "the invite" if wanted.kind == "invite" else "a seat"
        raise bad_request(f"This kind of code takes the secret of {whose}.")
    opened = hosted.table.opened
    invite = asked.secret or "" if seat is None else wanted.invite
    if invite and not same(hashed(invite), opened.invite):
        raise Rejection(RejectionCode.NOT_FOUND)
    secret = asked.secret or ""
    now = asked.lobby.now
    given = await asked.codes.give(wanted.kind, opened.table, seat, secret, invite, now)
    return CodeGiven(*given)


async def take_code(asked: RequestContext) -> CodeTaken:
    """What a code stands for."""
    wanted: TryCode = asked.body
    way = await asked.codes.look(wanted.code, asked.lobby.now)
    try:
        hosted, seat = await asked.lobby.enter(way.table, way.secret)
    except Rejection as refusal:
        if refusal.code == RejectionCode.TOO_MANY:
            raise
        # The table has been closed meanwhile, or the seat is somebody else's.
        raise Rejection(RejectionCode.NO_SUCH_CODE) from None
    # Now, since the table is here: had it been another node's, that one would take the code.
    await asked.codes.take(wanted.code, asked.lobby.now)
    return CodeTaken(way.table, hosted.table.opened.game, seat, way.secret, way.invite)


async def list_games_of_66(asked: RequestContext) -> list[GameLine]:
    """The games of 66 that were created in one of its dialects and have not begun."""
    return [
        GameLine(game.id, lobby.dialect.name, game.names())
        for lobby in await lobbies_of_66(asked)
        for game in lobby.games.values()
        if game.stage == "open"
    ]


async def take_seat_at_66(asked: RequestContext) -> GameSeat:
    """Sit down in a game of 66, or, as its creator, give a seat to a bot.

    The table opens when the creator starts the game. Send it `Hello` before, within the limit
    `seat_hold_seconds` (usually 60): the answer, `Welcome`, comes when the game begins. A seat that
    nobody is connected to for so long is free again. The creator can free it too, with
    `RemovePlayer` at `/66`; then the connection is closed with the reason `removed`.
    """
    wanted: SitAt66 = asked.body
    number = asked.path["number"]
    known = number.isascii() and number.isdigit() and len(number) < 17
    for lobby in await lobbies_of_66(asked):
        if known and int(number) in lobby.games:
            check_level(sixty_six, None, wanted.bot)  # how many will play is not known yet
            return GameSeat(*lobby.seat(int(number), wanted.name, wanted.bot, asked.secret))
    raise Rejection(RejectionCode.NO_SUCH_GAME)


async def lobbies_of_66(asked: RequestContext) -> Iterable[SixtySixLobby]:
    """The lobbies of 66; raises Elsewhere if another node has them."""
    assert asked.sixty_six is not None
    return (await asked.sixty_six.ready()).values()


def info(table: Table, language: str) -> TableInfo:
    """A table as the interface describes it."""
    opened = table.opened
    return TableInfo(
        opened.table,
        table.match_id,
        opened.game,
        table.phase,
        opened.listed,
        dict(table.state.options),
        seat_infos(table, language),
        table.state.names().count(""),
        table.state.host,
        opened.absence,
        opened.grace,
        opened.clock,
        teams_of(table.state.game, opened.seats),
        opened.dev,
        public=opened.public,
    )
