"""The HTTP interface: games, tables, seats, past matches.

Each endpoint is a line in `ENDPOINTS`, with the classes of its request and its answer; the routes
and the OpenAPI document are both made from it. A secret comes as a bearer token, never in an
address.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from settebello.rejection import RejectionCode
from settebello.server.bodies import (
    AskForCode,
    Body,
    CodeGiven,
    CodeTaken,
    GameInfo,
    GameLine,
    GameSeat,
    HostInfo,
    OpenTable,
    PastMatch,
    PlayNow,
    Rename,
    ReportNoted,
    ReportPlayer,
    SeatFound,
    SeatRecordNow,
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
from settebello.server.dev_api import (
    copy_table,
    let_bots_play,
    play_for_seat,
    show_dev_record,
    show_dev_table,
)
from settebello.server.dev_bodies import DevBots, DevCopied, DevCopy, DevMove, DevTable
from settebello.server.games_api import list_games, show_rules
from settebello.server.host_api import show_host
from settebello.server.matches_api import (
    list_matches,
    list_matches_of_table,
    show_log,
    show_record,
    show_seat_record,
    show_steps,
)
from settebello.server.matchmaking import play_now
from settebello.server.playing_on import play_on
from settebello.server.reports_api import report
from settebello.server.request_context import RequestContext
from settebello.server.review_bodies import AskForReview, Known, PlayOn, ReviewNow
from settebello.server.reviews_api import ask_for_review, show_known, show_review
from settebello.server.rulebook import Rulebook
from settebello.server.steps import Steps
from settebello.server.tables_api import (
    close_table,
    free_seat,
    give_code,
    list_games_of_66,
    list_tables,
    open_table,
    rename_seat,
    show_table,
    start_match,
    take_code,
    take_seat,
    take_seat_at_66,
)
from settebello.table.records import Work


class Endpoint(NamedTuple):
    """An endpoint. A call that takes long returns the work that makes its JSON."""

    method: str
    path: str
    call: Callable[[RequestContext], Any | Awaitable[Any | Work[bytes]]]
    answer: Any
    body: type[Body] | None = None
    secret: str = ""  # which secret it takes, in words for the documents
    query: tuple[str, ...] = ()
    stays: bool = False  # the answer is the same for all, as long as the server runs


DEV = "/api/dev/tables/{table}"  # on a server with `--dev` only

ENDPOINTS = (
    Endpoint("GET", "/api/host", show_host, HostInfo, stays=True),
    Endpoint("GET", "/api/games", list_games, list[GameInfo], query=("language",), stays=True),
    Endpoint(
        "GET", "/api/games/{game}/rules", show_rules, Rulebook, query=("language",), stays=True
    ),
    Endpoint("GET", "/api/tables", list_tables, list[TableLine], query=("language",)),
    Endpoint("POST", "/api/tables", open_table, TableOpened, OpenTable),
    Endpoint(
        "GET",
        "/api/tables/{table}",
        show_table,
        TableInfo,
        None,
        "an invite or a seat",
        ("language",),
    ),
    Endpoint(
        "DELETE", "/api/tables/{table}", close_table, TableInfo, None, "the host", ("language",)
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/seats",
        take_seat,
        SeatTaken,
        TakeSeat,
        "the invite, or the host",
    ),
    Endpoint(
        "DELETE",
        "/api/tables/{table}/seats/{seat}",
        free_seat,
        TableInfo,
        None,
        "a seat",
        ("language",),
    ),
    Endpoint(
        "PATCH",
        "/api/tables/{table}/seats/{seat}",
        rename_seat,
        TableInfo,
        Rename,
        "that seat",
        ("language",),
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/start",
        start_match,
        TableInfo,
        StartMatch,
        "the host",
        ("language",),
    ),
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
        "GET", "/api/tables/{table}/seat-record", show_seat_record, SeatRecordNow, None, "a seat"
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/matches",
        list_matches_of_table,
        list[PastMatch],
        None,
        "an invite or a seat",
        ("language",),
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/codes",
        give_code,
        CodeGiven,
        AskForCode,
        "the invite, or a seat",
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/reports",
        report,
        ReportNoted,
        ReportPlayer,
        "a seat",
        ("language",),
    ),
    Endpoint("POST", "/api/play-now", play_now, SeatFound, PlayNow),
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
    Endpoint("GET", "/api/matches", list_matches, list[PastMatch], query=("language",)),
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
    Endpoint(
        "POST",
        "/api/matches/{match}/review",
        ask_for_review,
        ReviewNow,
        AskForReview,
        "an invite or a seat",
        ("language",),
    ),
    Endpoint(
        "GET",
        "/api/matches/{match}/review",
        show_review,
        ReviewNow,
        None,
        "an invite or a seat",
        ("seat", "language"),
    ),
    Endpoint(
        "GET",
        "/api/matches/{match}/known",
        show_known,
        Known,
        None,
        "an invite or a seat",
        ("seat", "step", "language"),
    ),
    Endpoint(
        "POST",
        "/api/matches/{match}/play-on",
        play_on,
        TableOpened,
        PlayOn,
        "an invite or a seat",
    ),
    Endpoint("GET", DEV, show_dev_table, DevTable, query=("language",)),
    Endpoint("PATCH", DEV, let_bots_play, DevTable, DevBots, query=("language",)),
    Endpoint("POST", f"{DEV}/moves", play_for_seat, DevTable, DevMove, query=("language",)),
    Endpoint("POST", f"{DEV}/copies", copy_table, DevCopied, DevCopy),
    Endpoint("GET", f"{DEV}/record", show_dev_record, dict[str, Any]),
)

# The HTTP status of a refusal, by its code; all others are 409, a conflict with the present state.
STATUS: dict[str, int] = {
    RejectionCode.BAD_REQUEST: 400,
    RejectionCode.NAME_EMPTY: 400,
    RejectionCode.NAME_COMPUTER: 400,
    RejectionCode.NAME_LONG: 400,
    RejectionCode.NAME_STRANGE: 400,
    RejectionCode.NOT_FOUND: 404,
    RejectionCode.NO_SUCH_GAME: 404,
    RejectionCode.NO_SUCH_PAGE: 404,
    RejectionCode.NO_SUCH_CODE: 404,
    RejectionCode.NOT_ALLOWED: 403,
    RejectionCode.NOT_YOUR_SEAT: 403,
    RejectionCode.ORIGIN: 403,
    RejectionCode.TOO_LARGE: 413,
    RejectionCode.TOO_FAST: 429,
    RejectionCode.TOO_MANY: 503,
    RejectionCode.TOO_MANY_CONNECTIONS: 429,
    RejectionCode.NOT_STORED: 503,
    RejectionCode.COME_BACK: 503,
    RejectionCode.NOT_ON_ALL_NODES: 503,
    RejectionCode.TABLE_FAILED: 500,
    RejectionCode.FAILED: 500,
}
