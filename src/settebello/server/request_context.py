"""A request to the HTTP interface, and what it may do at a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from settebello import words
from settebello.rejection import Rejection, RejectionCode
from settebello.server.lobby import Lobby
from settebello.server.reviews import Reviews
from settebello.server.sixty_six import SixtySixPlace
from settebello.store.codes import Codes
from settebello.table.driver import HostedTable
from settebello.table.secrets import hashed
from settebello.table.table import Table

if TYPE_CHECKING:
    from settebello.server.matchmaking import Matchmaking

MOST = 100  # lines of a list


class RequestContext(NamedTuple):
    """A request in parts: those of its path and its query, its body and its secret."""

    lobby: Lobby
    path: dict[str, str]
    body: Any
    secret: str | None
    origin: str  # of the server, as the client sees it
    codes: Codes
    reviews: Reviews
    sixty_six: SixtySixPlace | None = None
    query: Mapping[str, str] = {}
    matchmaking: Matchmaking | None = None
    address: str = ""  # from where it comes, as limits count it

    @property
    def language(self) -> str:
        wanted = self.query.get("language", "en")
        words.words_of(None, wanted)  # ValueError if it is none of our languages
        return wanted


def bad_request(why: str) -> Rejection:
    """A request that cannot be right, and the sentence that says why."""
    return Rejection(RejectionCode.BAD_REQUEST, why=why)


async def entered(asked: RequestContext) -> tuple[HostedTable, int | None]:
    return await asked.lobby.enter(asked.path["table"], asked.secret)


def own_seat(table: Table, asked: RequestContext) -> int | None:
    return table.state.seat_of(hashed(asked.secret)) if asked.secret else None


def check_seat(table: Table, asked: RequestContext) -> int:
    """The seat that the request's secret opens; raises Rejection if it opens none.

    To be called when the table is free to act.
    """
    seat = own_seat(table, asked)
    if seat is None:
        raise Rejection(RejectionCode.NOT_FOUND)
    return seat


def seat_in_path(asked: RequestContext) -> int:
    number = asked.path["seat"]
    return int(number) if number.isascii() and number.isdigit() and len(number) < 3 else -1


def check_host(table: Table, asked: RequestContext) -> None:
    """Raise Rejection unless the request is the host's.

    To be called when the table is free to act: seats may change while a request waits for that.
    """
    seat = own_seat(table, asked)
    if seat is None or seat != table.state.host:
        raise Rejection(RejectionCode.NOT_ALLOWED)
