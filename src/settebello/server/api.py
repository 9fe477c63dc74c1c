"""What can be asked over HTTP: games, tables, seats, past matches.

Each endpoint is a line in `ENDPOINTS`, with the classes of what goes in and what comes out; the
routes and the OpenAPI document are both made from it. A secret comes as a bearer token, never in an
address.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from settebello import words
from settebello.dialects.sixty_six.lobby import SixtySixLobby
from settebello.game import Game, Option
from settebello.registry import check_options, find_named, games
from settebello.server.answers import writing_log, writing_record, writing_steps
from settebello.server.bodies import (
    AskForCode,
    Body,
    CodeGiven,
    CodeTaken,
    FactInfo,
    GameInfo,
    GameLine,
    GameSeat,
    OpenTable,
    PastMatch,
    Rename,
    SeatTaken,
    SitAt66,
    StartMatch,
    TableInfo,
    TableLine,
    TableLog,
    TableOpened,
    TakeSeat,
    TryCode,
)
from settebello.server.codes import Codes
from settebello.server.lobby import Lobby
from settebello.server.rebuilding import entries_of
from settebello.server.rulebook import Rulebook, rulebook
from settebello.server.slices import Work
from settebello.server.steps import LONGEST, OPEN, Steps
from settebello.table.driver import HostedTable
from settebello.table.entries import OpenEntry, SitEntry, StandEntry, StartEntry, SwitchEntry
from settebello.table.secrets import hashed, new_secret, same
from settebello.table.storage import MatchHeader
from settebello.table.table import Refusal, Table
from settebello.words.pages import page_of

MOST = 100  # lines of a list
LOG_LINES = 300  # of the log of a match that is being played


class RequestContext(NamedTuple):
    """A request, taken apart: the parts of its path and its query, its body and its secret."""

    lobby: Lobby
    path: dict[str, str]
    body: Any
    secret: str | None
    origin: str  # of the server, as the client sees it
    codes: Codes
    sixty_six: Sequence[SixtySixLobby] = ()
    query: Mapping[str, str] = {}
    address: str = ""  # from where it comes, as limits count it

    @property
    def language(self) -> str:
        wanted = self.query.get("language", "en")
        words.words_of(None, wanted)  # refuses what is none of them
        return wanted


def list_games(asked: RequestContext) -> list[GameInfo]:
    """All games that can be played here."""
    return [game_info(game, asked.language) for game in games().values()]


def show_rules(asked: RequestContext) -> Rulebook:
    """The rules page of a game."""
    game = games().get(asked.path["game"])
    found = rulebook(game, asked.language) if game else None
    if found is None:
        raise Refusal("no-such-page")
    return found


def list_tables(asked: RequestContext) -> list[TableLine]:
    """The listed tables that are open or being played, the newest first."""
    found = asked.lobby.store.unfinished(listed_only=True, limit=MOST)
    lines = [(header, msgspec.json.decode(header.summary)["players"]) for header in found]
    return [TableLine(h.table, h.game, h.phase, names, names.count("")) for h, names in lines]


async def open_table(asked: RequestContext) -> TableOpened:
    """Open a table and take its first seat."""
    wanted: OpenTable = asked.body
    if wanted.game not in games():
        known = ", ".join(games())
        raise Refusal("bad-request", why=f"There is no such game. The games are: {known}.")
    game = find_named(wanted.game)
    seats = game.SEATS[0] if wanted.seats is None else wanted.seats
    if seats not in game.SEATS:
        allowed = ", ".join(map(str, sorted(game.SEATS)))
        raise Refusal("bad-request", why=f"The seats of {game.NAME} can be: {allowed}.")
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
    )
    hosted, seat, secret, invite = await asked.lobby.open(opened, wanted.name, asked.address)
    table = hosted.table.opened.table
    return TableOpened(table, seat, secret, invite, f"{asked.origin}/#{table}.{invite}")


async def show_table(asked: RequestContext) -> TableInfo:
    """How a table stands."""
    hosted, _ = await entered(asked)
    return info(hosted.table)


async def close_table(asked: RequestContext) -> TableInfo:
    """Close a table for good, as the host; a match that is being played is given up."""
    hosted, _ = await entered(asked)

    def close(table: Table) -> None:
        check_host(table, asked)
        if table.opened.dialect:  # there nobody is the host of a game that has begun
            raise Refusal("not-at-this-table")
        if table.over:
            raise Refusal("over")
        table.close(reason="given-up")

    await asked.lobby.change(hosted, close)
    return info(hosted.table)


async def take_seat(asked: RequestContext) -> SeatTaken:
    """Sit down, or, as the host, give a seat to a bot."""
    wanted: TakeSeat = asked.body
    hosted, seat = await entered(asked)
    if wanted.bot:

        def sit(table: Table) -> int:
            check_host(table, asked)
            name = wanted.name or table.bot_name()
            return table.sit(name, bot=wanted.bot, seat=wanted.seat)

        return SeatTaken(await asked.lobby.change(hosted, sit))
    if seat is not None:
        to = wanted.seat
        if to is None:
            raise Refusal("bad-request", why="You have a seat already; say which one you want.")

        def switch(table: Table) -> int:
            return table.switch(check_seat(table, asked), to, asked.lobby.now)

        return SeatTaken(await asked.lobby.change(hosted, switch))
    secret = new_secret()
    taken = await asked.lobby.change(
        hosted, lambda table: table.sit(wanted.name, hashed(secret), seat=wanted.seat)
    )
    return SeatTaken(taken, secret)


async def free_seat(asked: RequestContext) -> TableInfo:
    """Stand up before the match begins; the host may free any seat."""
    hosted, _ = await entered(asked)
    seat = seat_in_path(asked)

    def stand(table: Table) -> None:
        if own_seat(table, asked) != seat:
            check_host(table, asked)
        table.stand(seat)
        if table.host is None:
            table.close()

    await asked.lobby.change(hosted, stand)
    return info(hosted.table)


async def rename_seat(asked: RequestContext) -> TableInfo:
    """Change one's name, until the match is over."""
    wanted: Rename = asked.body
    hosted, _ = await entered(asked)

    def rename(table: Table) -> None:
        if check_seat(table, asked) != seat_in_path(asked):
            raise Refusal("not-your-seat")
        table.rename(seat_in_path(asked), wanted.name)

    await asked.lobby.change(hosted, rename)
    return info(hosted.table)


async def start_match(asked: RequestContext) -> TableInfo:
    """Begin the match, as the host."""
    wanted: StartMatch = asked.body
    hosted, _ = await entered(asked)

    def start(table: Table) -> None:
        check_host(table, asked)
        if wanted.fill:
            table.fill(wanted.fill)
        table.start(asked.lobby.now)

    await asked.lobby.change(hosted, start)
    return info(hosted.table)


async def show_log(asked: RequestContext) -> Work[bytes]:
    """What has happened in the match so far, in sentences, as far as one has seen it."""
    hosted, _ = await entered(asked)
    await asked.lobby.settled(hosted)
    hosted, seat = await entered(asked)  # seats may change while one waits
    table, language = hosted.table, asked.language
    notices = table.acknowledged(seat, LOG_LINES)
    players = [other.name for other in table.seats]
    return writing_log(table.match_id, table.game, notices, seat, players, language)


async def give_code(asked: RequestContext) -> CodeGiven:
    """A short code for the invite, or for one's own seat."""
    wanted: AskForCode = asked.body
    hosted, seat = await entered(asked)
    if (seat is None) != (wanted.kind == "invite"):
        whose = "the invite" if wanted.kind == "invite" else "a seat"
        raise Refusal("bad-request", why=f"This kind of code takes the secret of {whose}.")
    opened = hosted.table.opened
    invite = asked.secret or "" if seat is None else wanted.invite
    if invite and not same(hashed(invite), opened.invite):
        raise Refusal("not-found")
    secret = asked.secret or ""
    given = asked.codes.give(wanted.kind, opened.table, seat, secret, invite, asked.lobby.now)
    return CodeGiven(*given)


async def take_code(asked: RequestContext) -> CodeTaken:
    """Where a code leads."""
    wanted: TryCode = asked.body
    way = asked.codes.take(wanted.code, asked.lobby.now)
    try:
        hosted, seat = await asked.lobby.enter(way.table, way.secret)
    except Refusal as refusal:
        if refusal.code == "too-many":
            raise
        # The table is closed by now, or the seat is somebody else's.
        raise Refusal("no-such-code") from None
    return CodeTaken(way.table, hosted.table.opened.game, seat, way.secret, way.invite)


def list_matches(asked: RequestContext) -> list[PastMatch]:
    """The last matches at listed tables."""
    return [past(header) for header in asked.lobby.store.finished(MOST, listed_only=True)]


async def list_matches_of_table(asked: RequestContext) -> list[PastMatch]:
    """The last matches at a table."""
    hosted, _ = await entered(asked)
    table = hosted.table.opened.table
    return [past(header) for header in asked.lobby.store.finished(MOST, table=table)]


async def show_record(asked: RequestContext) -> Work[bytes]:
    """The record of a match that is over, or was closed before its end."""
    header = past_header(asked, ("over", "closed"))
    return writing_record(asked.lobby.store, header.match)


async def show_steps(asked: RequestContext) -> Work[bytes]:
    """A match that is over, step by step, as a viewer saw it or with every card open."""
    header, language = past_header(asked), asked.language
    viewer, store = viewer_of(asked, header), asked.lobby.store
    if store.entries(header.match, 1, LONGEST):
        raise Refusal("too-long")
    return writing_steps(store, header.match, viewer, language)


def list_games_of_66(asked: RequestContext) -> list[GameLine]:
    """The games of 66 that were created in one of its dialects and have not begun."""
    return [
        GameLine(game.id, lobby.dialect.name, game.names())
        for lobby in asked.sixty_six
        for game in lobby.games.values()
        if game.stage == "open"
    ]


def take_seat_at_66(asked: RequestContext) -> GameSeat:
    """Sit down in a game of 66, or, as its creator, give a seat to a bot.

    The table is there when the creator starts the game. Say `Hello` there before, and within the
    time of `seat_hold_seconds` (usually 60): the answer, `Welcome`, comes when the game begins. A
    seat that nobody is connected to for so long is free again. The creator can free it as well,
    with `RemovePlayer` at `/66`; then the connection is closed with the reason `removed`.
    """
    wanted: SitAt66 = asked.body
    number = asked.path["number"]
    known = number.isascii() and number.isdigit() and len(number) < 17
    for lobby in asked.sixty_six:
        if known and int(number) in lobby.games:
            return GameSeat(*lobby.seat(int(number), wanted.name, wanted.bot, asked.secret))
    raise Refusal("no-such-game")


class Endpoint(NamedTuple):
    """What is asked and answered. A call that takes long returns the work that makes its JSON."""

    method: str
    path: str
    call: Callable[[RequestContext], Any | Awaitable[Any | Work[bytes]]]
    answer: Any
    body: type[Body] | None = None
    secret: str = ""  # whose secret it takes, in words
    query: tuple[str, ...] = ()
    stays: bool = False  # the answer is the same for all, and for as long as the server runs


ENDPOINTS = (
    Endpoint("GET", "/api/games", list_games, list[GameInfo], query=("language",), stays=True),
    Endpoint(
        "GET", "/api/games/{game}/rules", show_rules, Rulebook, query=("language",), stays=True
    ),
    Endpoint("GET", "/api/tables", list_tables, list[TableLine]),
    Endpoint("POST", "/api/tables", open_table, TableOpened, OpenTable),
    Endpoint("GET", "/api/tables/{table}", show_table, TableInfo, None, "an invite or a seat"),
    Endpoint("DELETE", "/api/tables/{table}", close_table, TableInfo, None, "the host"),
    Endpoint(
        "POST",
        "/api/tables/{table}/seats",
        take_seat,
        SeatTaken,
        TakeSeat,
        "the invite, or the host",
    ),
    Endpoint("DELETE", "/api/tables/{table}/seats/{seat}", free_seat, TableInfo, None, "a seat"),
    Endpoint(
        "PATCH", "/api/tables/{table}/seats/{seat}", rename_seat, TableInfo, Rename, "that seat"
    ),
    Endpoint("POST", "/api/tables/{table}/start", start_match, TableInfo, StartMatch, "the host"),
    Endpoint(
        "GET",
        "/api/tables/{table}/log",
        show_log,
        TableLog,
        None,
        "an invite or a seat",
        ("language",),
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/matches",
        list_matches_of_table,
        list[PastMatch],
        None,
        "an invite or a seat",
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/codes",
        give_code,
        CodeGiven,
        AskForCode,
        "the invite, or a seat",
    ),
    Endpoint("POST", "/api/codes", take_code, CodeTaken, TryCode),
    Endpoint("GET", "/api/66/games", list_games_of_66, list[GameLine]),
    Endpoint(
        "POST",
        "/api/66/games/{number}/seats",
        take_seat_at_66,
        GameSeat,
        SitAt66,
        "the creator, for a bot",
    ),
    Endpoint("GET", "/api/matches", list_matches, list[PastMatch]),
    Endpoint(
        "GET",
        "/api/matches/{match}/record",
        show_record,
        dict[str, Any],
        None,
        "an invite or a seat",
    ),
    Endpoint(
        "GET",
        "/api/matches/{match}/steps",
        show_steps,
        Steps,
        None,
        "an invite or a seat",
        ("viewer", "language"),
    ),
)

# The HTTP status of a refusal, by its code; all others are 409, a conflict with how things stand.
STATUS = {
    "bad-request": 400,
    "name-empty": 400,
    "name-computer": 400,
    "name-long": 400,
    "name-strange": 400,
    "not-found": 404,
    "no-such-game": 404,
    "no-such-page": 404,
    "no-such-code": 404,
    "not-allowed": 403,
    "not-your-seat": 403,
    "origin": 403,
    "too-large": 413,
    "too-fast": 429,
    "too-many": 503,
    "too-many-connections": 429,
    "not-stored": 503,
}


async def entered(asked: RequestContext) -> tuple[HostedTable, int | None]:
    return await asked.lobby.enter(asked.path["table"], asked.secret)


def own_seat(table: Table, asked: RequestContext) -> int | None:
    return table.seat_of(hashed(asked.secret)) if asked.secret else None


def check_seat(table: Table, asked: RequestContext) -> int:
    """The seat of whoever asks, when the table is free to act."""
    seat = own_seat(table, asked)
    if seat is None:
        raise Refusal("not-found")
    return seat


def seat_in_path(asked: RequestContext) -> int:
    number = asked.path["seat"]
    return int(number) if number.isascii() and number.isdigit() and len(number) < 3 else -1


def check_host(table: Table, asked: RequestContext) -> None:
    """To be asked when the table is free to act: seats may change while one waits for it."""
    seat = own_seat(table, asked)
    if seat is None or seat != table.host:
        raise Refusal("not-allowed")


def info(table: Table) -> TableInfo:
    opened = table.opened
    return TableInfo(
        opened.table,
        table.match_id,
        opened.game,
        table.phase,
        opened.listed,
        dict(table.options),
        table.chairs(),
        sum(not seat.name for seat in table.seats),
        table.host,
        opened.absence,
        opened.grace,
        opened.clock,
    )


def past(header: MatchHeader) -> PastMatch:
    finished = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(header.changed))
    summary = msgspec.json.decode(header.summary)
    summary.pop("dialect", None)
    return PastMatch(header.match, header.table, header.game, finished, **summary)


def past_header(asked: RequestContext, phases: Sequence[str] = ("over",)) -> MatchHeader:
    """A match that is over, if whoever asks may look at it."""
    header = asked.lobby.store.header(asked.path["match"])
    if header is None:
        raise Refusal("not-found")
    if not header.listed and not opens(asked, header):
        raise Refusal("not-found")
    if header.phase not in phases:
        raise Refusal("not-over")
    return header


def opens(asked: RequestContext, header: MatchHeader) -> bool:
    """Whether a secret is the invite to a match or one of its seats'; its table may be closed."""
    secrets: dict[int, str] = {}  # the hashes, by seat; the invite is at -1
    for entry in entries_of(asked.lobby.store, header.match):
        if isinstance(entry, OpenEntry):
            secrets[-1] = entry.invite
        elif isinstance(entry, SitEntry):
            secrets[entry.seat] = entry.secret
        elif isinstance(entry, StandEntry):
            del secrets[entry.seat]
        elif isinstance(entry, SwitchEntry):
            secrets[entry.to] = secrets.pop(entry.seat)
        elif isinstance(entry, StartEntry):  # nobody changes seats any more
            break
    hash = hashed(asked.secret or "")
    return any(same(hash, known) for known in secrets.values())


def viewer_of(asked: RequestContext, header: MatchHeader) -> int | str | None:
    """The viewer that a query names: a seat, everybody (`watch`), or nobody in particular."""
    wanted = asked.query.get("viewer", "watch")
    seats = len(msgspec.json.decode(header.summary)["players"])
    if wanted in ("watch", OPEN):
        return None if wanted == "watch" else OPEN
    if wanted not in map(str, range(seats)):
        raise Refusal("bad-request", why=f"A viewer is 0 to {seats - 1}, watch or open.")
    return int(wanted)


def game_info(game: Game, language: str) -> GameInfo:
    return GameInfo(
        game.NAME,
        words.title(game, language),
        words.about(game, language),
        list(game.SEATS),
        game.VERSION,
        schema_of(game, language),
        list(game.FACES),
        words.cards(game, language),
        dict(game.VERBS),
        {name: FactInfo(*about) for name, about in words.facts(game, language).items()},
        page_of(game) is not None,
    )


def schema_of(game: Game, language: str = "en") -> dict[str, Any]:
    """The options of a game as a JSON Schema."""
    described = {option.name: schema_of_option(game, option, language) for option in game.OPTIONS}
    return {"type": "object", "additionalProperties": False, "properties": described}


def schema_of_option(game: Game, option: Option, language: str) -> dict[str, Any]:
    meaning = words.option_text(game, option, language)
    schema: dict[str, Any] = {"default": option.default, "description": meaning}
    if isinstance(option.default, bool):
        schema["type"] = "boolean"
    elif option.choices:
        schema["enum"] = list(option.choices)
        said = {
            choice: words.choice_text(game, option, choice, language) for choice in schema["enum"]
        }
        schema["oneOf"] = [{"const": choice, "title": said[choice]} for choice in schema["enum"]]
    else:
        schema |= {"type": "integer", "minimum": option.low, "maximum": option.high}
    return schema
