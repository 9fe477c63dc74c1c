"""What can be asked over HTTP: games, tables, seats, past matches.

Each endpoint is a line in `ENDPOINTS`, with the classes of what goes in and what comes out; the
routes and the OpenAPI document are both made from it. A secret comes as a bearer token, never in an
address.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta

from settebello import log, wire, words
from settebello.catalogue import check_options, find_named, games
from settebello.game import Game, Option
from settebello.match import LONGEST_NAME, check_name
from settebello.server.codes import Codes, Kind
from settebello.server.hall import Hall
from settebello.server.lobby import Live, Lobby, rebuilt
from settebello.server.rulebook import Rulebook, rulebook
from settebello.server.secrets import hashed, new_secret, same
from settebello.server.steps import LONGEST, OPEN, Steps, steps_of
from settebello.server.store import Header
from settebello.table import Refusal, Table
from settebello.table_state import unnumbered
from settebello.words.pages import page_of

MOST = 100  # lines of a list
LOG_LINES = 300  # of the log of a match that is being played
Name = Annotated[str, Meta(max_length=4 * LONGEST_NAME)]
SeatNumber = Annotated[int, Meta(ge=0, le=63)]
Seconds = Annotated[float, Meta(ge=5, le=86_400)]


class Body(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a request. A field that is not known is refused."""


class OpenTable(Body):
    """A new table. Who opens it takes the first seat and is its host.

    A listed table is shown to everybody, and everybody may sit down or watch; else the invite is
    needed. If somebody is missing for `grace` seconds, a bot plays for him until he is back, or the
    table waits. `clock` is the time for a turn, in seconds; then a bot makes the move.
    """

    game: Annotated[str, Meta(max_length=40)]
    name: Name
    seats: int | None = None
    options: dict[str, Any] = {}
    listed: bool = False
    absence: Literal["bot", "wait"] = "bot"
    grace: Seconds = 30.0
    clock: Seconds | None = None


class TakeSeat(Body):
    """A seat for a person, or, if the host asks, for a bot: the game's own `bot`, or `random`.

    Who has a seat already says which other one he wants: he moves there, with his name and secret.
    """

    name: Name = ""
    bot: Literal["", "bot", "random"] = ""
    seat: SeatNumber | None = None


class Rename(Body):
    """Another name for who sits there."""

    name: Name


class SitAt66(Body):
    """A seat in a game of 66 for a client of ours, or, if its creator asks, for a bot."""

    name: Name = ""
    bot: Literal["", "bot", "random"] = ""


class StartMatch(Body):
    """Begin. With `fill`, bots take the seats that are free."""

    fill: Literal["", "bot", "random"] = ""


class AskForCode(Body):
    """A code for the invite, or for one's own seat, to be read out or typed in.

    The code of a seat may hand on the `invite` of its table as well.
    """

    kind: Kind
    invite: Annotated[str, Meta(max_length=64)] = ""


class TryCode(Body):
    """A code as somebody typed it: case, blanks and hyphens do not matter."""

    code: Annotated[str, Meta(max_length=40)]


class FactInfo(msgspec.Struct):
    """A public fact of a view that is worth showing, with its label.

    It is a `number`, a `seat` or null, or a list with a value for each seat (`by_seat`).
    """

    label: str
    kind: words.FactKind


class GameInfo(msgspec.Struct):
    """A game, in words and for a client that draws it.

    `seats` are the numbers of players, the usual one first; `rules` is the version of its rules;
    `options` is a JSON Schema. `cards` says each of the `faces` in words; `verbs` has the pattern
    of each verb's moves; `facts` are the public facts worth showing; `page` is whether there is a
    page with its rules.
    """

    name: str
    title: str
    about: str
    seats: list[int]
    rules: int
    options: dict[str, Any]
    faces: list[str]
    cards: dict[str, str]
    verbs: dict[str, str]
    facts: dict[str, FactInfo]
    page: bool


class TableLine(msgspec.Struct):
    """A table in the list: an empty name is a free seat."""

    table: str
    game: str
    phase: str
    players: list[str]
    free: int


class TableOpened(msgspec.Struct):
    """The new table. The link invites others; the secret is the seat, for nobody else."""

    table: str
    seat: int
    secret: str
    invite: str
    link: str


class SeatTaken(msgspec.Struct, omit_defaults=True):
    """The seat, and the secret that is from now on the proof of it.

    A bot has none, and who moves to another seat keeps his.
    """

    seat: int
    secret: str = ""


class CodeGiven(msgspec.Struct):
    """A code, and for how many seconds it opens something.

    An invite's code has six letters and opens its table to all who have it; asked for again, it is
    the same one. A seat's code has eight letters and works once. Codes are gone when the server
    starts again.
    """

    code: str
    seconds: float


class CodeTaken(msgspec.Struct):
    """Where a code leads: the secret opens the table, for a seat if it was a seat's code.

    An empty secret is that of a listed table, which asks for none.
    """

    table: str
    game: str
    seat: int | None
    secret: str
    invite: str


class TableInfo(msgspec.Struct):
    """A table: its match, who sits there, how many seats are free and who its host is."""

    table: str
    match: str
    game: str
    phase: wire.Phase
    listed: bool
    options: dict[str, Any]
    chairs: list[wire.Chair]
    free: int
    host: int | None
    absence: log.Absence
    grace: float
    clock: float | None


class LogLine(msgspec.Struct, omit_defaults=True):
    """The sentence of a notice, with its number; most have a seat that did it."""

    number: int
    text: str
    seat: int | None = None


class TableLog(msgspec.Struct):
    """What has happened in the match of this table so far: its last lines.

    A seat reads what it has acknowledged, without the faces that are for it to remember; what it
    has not acknowledged comes with its `Welcome`. Spectators read what everybody was told.
    """

    match: str
    lines: list[LogLine]


class PastMatch(msgspec.Struct):
    """A match that is over."""

    match: str
    table: str
    game: str
    finished: str
    players: list[str]
    scores: list[int]
    winners: list[int]


class GameLine(msgspec.Struct):
    """A game of 66 that waits for players, in one of its dialects."""

    number: int
    dialect: str
    players: list[str]


class GameSeat(msgspec.Struct, omit_defaults=True):
    """A seat in a game of 66: its table is there when the creator has started the game."""

    table: str
    seat: int
    secret: str = ""


class Asked(NamedTuple):
    """A request, taken apart: the parts of its path and its query, its body and its secret."""

    lobby: Lobby
    path: dict[str, str]
    body: Any
    secret: str | None
    origin: str  # of the server, as the client sees it
    codes: Codes
    halls: Sequence[Hall] = ()
    query: Mapping[str, str] = {}

    @property
    def language(self) -> str:
        wanted = self.query.get("language", "en")
        words.words_of(None, wanted)  # refuses what is none of them
        return wanted


def list_games(asked: Asked) -> list[GameInfo]:
    """All games that can be played here."""
    return [game_info(game, asked.language) for game in games().values()]


def show_rules(asked: Asked) -> Rulebook:
    """The rules page of a game."""
    game = games().get(asked.path["game"])
    found = rulebook(game, asked.language) if game else None
    if found is None:
        raise Refusal("no-such-page")
    return found


def list_tables(asked: Asked) -> list[TableLine]:
    """The listed tables that are open or being played, the newest first."""
    found = asked.lobby.store.unfinished(listed_only=True, limit=MOST)
    lines = [(header, msgspec.json.decode(header.summary)["players"]) for header in found]
    return [TableLine(h.table, h.game, h.phase, names, names.count("")) for h, names in lines]


async def open_table(asked: Asked) -> TableOpened:
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
    opened = log.Opened(
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
    live, seat, secret, invite = await asked.lobby.open(opened, check_name(wanted.name))
    table = live.table.opened.table
    return TableOpened(table, seat, secret, invite, f"{asked.origin}/#{table}.{invite}")


def show_table(asked: Asked) -> TableInfo:
    """How a table stands."""
    live, _ = entered(asked)
    return info(live.table)


async def take_seat(asked: Asked) -> SeatTaken:
    """Sit down, or, as the host, give a seat to a bot."""
    wanted: TakeSeat = asked.body
    live, seat = entered(asked)
    if wanted.bot:

        def sit(table: Table) -> int:
            check_host(table, asked)
            name = wanted.name or table.bot_name()
            return table.sit(name, bot=wanted.bot, seat=wanted.seat)

        return SeatTaken(await asked.lobby.change(live, sit))
    if seat is not None:
        to = wanted.seat
        if to is None:
            raise Refusal("bad-request", why="You have a seat already; say which one you want.")

        def switch(table: Table) -> int:
            return table.switch(check_seat(table, asked), to, asked.lobby.now)

        return SeatTaken(await asked.lobby.change(live, switch))
    secret = new_secret()
    taken = await asked.lobby.change(
        live, lambda table: table.sit(wanted.name, hashed(secret), seat=wanted.seat)
    )
    return SeatTaken(taken, secret)


async def free_seat(asked: Asked) -> TableInfo:
    """Stand up before the match begins; the host may free any seat."""
    live, _ = entered(asked)
    seat = seat_in_path(asked)

    def stand(table: Table) -> None:
        if own_seat(table, asked) != seat:
            check_host(table, asked)
        table.stand(seat)
        if table.host is None:
            table.close()

    await asked.lobby.change(live, stand)
    return info(live.table)


async def rename_seat(asked: Asked) -> TableInfo:
    """Change one's name, until the match is over."""
    wanted: Rename = asked.body
    live, _ = entered(asked)

    def rename(table: Table) -> None:
        if check_seat(table, asked) != seat_in_path(asked):
            raise Refusal("not-your-seat")
        table.rename(seat_in_path(asked), wanted.name)

    await asked.lobby.change(live, rename)
    return info(live.table)


async def start_match(asked: Asked) -> TableInfo:
    """Begin the match, as the host."""
    wanted: StartMatch = asked.body
    live, _ = entered(asked)

    def start(table: Table) -> None:
        check_host(table, asked)
        if wanted.fill:
            table.fill(wanted.fill)
        table.start(asked.lobby.now)

    await asked.lobby.change(live, start)
    return info(live.table)


async def show_log(asked: Asked) -> Callable[[], TableLog]:
    """What has happened in the match so far, in sentences, as far as one has seen it."""
    live, _ = entered(asked)
    await asked.lobby.settled(live)
    live, seat = entered(asked)  # seats may change while one waits
    table, language = live.table, asked.language
    notices = table.acknowledged(seat, LOG_LINES)
    players = [other.name for other in table.seats]
    match, game = table.match_id, table.game
    return lambda: TableLog(match, log_lines(game, notices, seat, players, language))


def give_code(asked: Asked) -> CodeGiven:
    """A short code for the invite, or for one's own seat."""
    wanted: AskForCode = asked.body
    live, seat = entered(asked)
    if (seat is None) != (wanted.kind == "invite"):
        whose = "the invite" if wanted.kind == "invite" else "a seat"
        raise Refusal("bad-request", why=f"This kind of code takes the secret of {whose}.")
    opened = live.table.opened
    invite = asked.secret or "" if seat is None else wanted.invite
    if invite and not same(hashed(invite), opened.invite):
        raise Refusal("not-found")
    secret = asked.secret or ""
    given = asked.codes.give(wanted.kind, opened.table, seat, secret, invite, asked.lobby.now)
    return CodeGiven(*given)


def take_code(asked: Asked) -> CodeTaken:
    """Where a code leads."""
    wanted: TryCode = asked.body
    way = asked.codes.take(wanted.code, asked.lobby.now)
    try:
        live, seat = asked.lobby.enter(way.table, way.secret)
    except Refusal:  # the table is closed by now, or the seat is somebody else's
        raise Refusal("no-such-code") from None
    return CodeTaken(way.table, live.table.opened.game, seat, way.secret, way.invite)


def list_matches(asked: Asked) -> list[PastMatch]:
    """The last matches at listed tables."""
    return [past(header) for header in asked.lobby.store.finished(MOST, listed_only=True)]


def list_matches_of_table(asked: Asked) -> list[PastMatch]:
    """The last matches at a table."""
    live, _ = entered(asked)
    table = live.table.opened.table
    return [past(header) for header in asked.lobby.store.finished(MOST, table=table)]


def show_record(asked: Asked) -> dict[str, Any]:
    """The record of a match that is over."""
    header = past_header(asked)
    return record_of(header, asked.lobby.store.entries(header.match))


def show_steps(asked: Asked) -> Callable[[], Steps]:
    """A match that is over, step by step, as a viewer saw it or with every card open."""
    header, language = past_header(asked), asked.language
    viewer = viewer_of(asked, header)
    entries = asked.lobby.store.entries(header.match, LONGEST + 1)
    if len(entries) > LONGEST:
        raise Refusal("too-long")
    return lambda: steps_of(record_of(header, entries), viewer, language)


def list_games_of_66(asked: Asked) -> list[GameLine]:
    """The games of 66 that were created in one of its dialects and have not begun."""
    return [
        GameLine(game.id, hall.dialect.name, game.names())
        for hall in asked.halls
        for game in hall.games.values()
        if game.stage == "open"
    ]


def take_seat_at_66(asked: Asked) -> GameSeat:
    """Sit down in a game of 66, or, as its creator, give a seat to a bot."""
    wanted: SitAt66 = asked.body
    number = asked.path["number"]
    known = number.isascii() and number.isdigit() and len(number) < 17
    for hall in asked.halls:
        if known and int(number) in hall.games:
            return GameSeat(*hall.seat(int(number), wanted.name, wanted.bot, asked.secret))
    raise Refusal("no-such-game")


class Endpoint(NamedTuple):
    """What is asked and answered. A call that takes long returns what is to be called for it."""

    method: str
    path: str
    call: Callable[[Asked], Any | Awaitable[Any | Callable[[], Any]] | Callable[[], Any]]
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
    "not-stored": 503,
}


def entered(asked: Asked) -> tuple[Live, int | None]:
    return asked.lobby.enter(asked.path["table"], asked.secret)


def own_seat(table: Table, asked: Asked) -> int | None:
    return table.seat_of(hashed(asked.secret)) if asked.secret else None


def check_seat(table: Table, asked: Asked) -> int:
    """The seat of whoever asks, when the table is free to act."""
    seat = own_seat(table, asked)
    if seat is None:
        raise Refusal("not-found")
    return seat


def seat_in_path(asked: Asked) -> int:
    number = asked.path["seat"]
    return int(number) if number.isascii() and number.isdigit() and len(number) < 3 else -1


def check_host(table: Table, asked: Asked) -> None:
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


def log_lines(
    game: Game,
    notices: Sequence[wire.Notice],
    viewer: int | None,
    players: Sequence[str],
    language: str,
) -> list[LogLine]:
    lines: list[LogLine] = []
    for notice in notices:
        said = words.in_words(game, unnumbered(notice), viewer, players, language)
        if text := said.get("later", said["text"]):
            lines.append(LogLine(notice["number"], text, notice.get("seat")))
    return lines


def past(header: Header) -> PastMatch:
    finished = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(header.changed))
    summary = msgspec.json.decode(header.summary)
    summary.pop("dialect", None)
    return PastMatch(header.match, header.table, header.game, finished, **summary)


def past_header(asked: Asked) -> Header:
    """A match that is over, if whoever asks may look at it."""
    header = asked.lobby.store.header(asked.path["match"])
    if header is None:
        raise Refusal("not-found")
    if not header.listed:
        asked.lobby.enter(header.table, asked.secret)
    if header.phase != "over":
        raise Refusal("not-over")
    return header


def record_of(header: Header, entries: Sequence[str]) -> dict[str, Any]:
    match = rebuilt(header.match, entries).match
    assert match is not None
    return match.record()


def viewer_of(asked: Asked, header: Header) -> int | str | None:
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
