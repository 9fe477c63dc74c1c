"""What an author sees of a table on a server with `--dev`: bodies of requests and answers."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from settebello.server.bodies import Body, SeatNumber
from settebello.table import protocol


class DevMove(Body):
    """A move for any seat, by its text; if that is empty, the game's bot chooses one."""

    seat: SeatNumber
    move: Annotated[str, Meta(max_length=1000)]


class DevBots(Body):
    """Whether bots move at this table. If not, their seats wait for moves of the author."""

    bots: bool


class DevCopy(Body):
    """A copy of the match after so many of its moves; null for a new match.

    `bots` says whether bots move there by themselves.
    """

    moves: Annotated[int, Meta(ge=0)] | None = None
    bots: bool = True


class DevCopied(msgspec.Struct):
    """The new table. The secrets of the old one open it too."""

    table: str


class DevFile(msgspec.Struct):
    """The rules file of a game: its name, its hash, how often it was loaded, and what is wrong.

    A game of ours, or of an installed package, has no `file`. `error` is the reason why the file
    cannot be loaded as it is now: then the table goes on with the rules that were loaded before.
    """

    file: str
    hash: str
    loads: int
    error: str


class DevSeat(msgspec.Struct, omit_defaults=True):
    """A seat, or the spectators (`seat` is null): what they see, and the legal moves of a seat.

    `legal` has the first moves only, if there are very many; `moves` is how many there are.
    """

    seat: int | None
    name: str = ""
    bot: str = ""
    present: bool = False
    view: protocol.ViewData | None = None
    legal: list[protocol.Choice] = []
    moves: int = 0


class DevTold(msgspec.Struct):
    """An event as these viewers were told of it; null are the spectators."""

    to: list[int | None]
    notice: dict[str, Any]
    text: str


class DevEvent(msgspec.Struct):
    """An event, with every face, and what each viewer was told of it.

    Those who are not in `told` were told nothing.
    """

    number: int
    event: str
    fields: dict[str, Any]
    told: list[DevTold]


class DevCard(msgspec.Struct):
    """A card that a fact is about: its face, and where it lies, if it lies anywhere."""

    card: str
    at: str


class DevFact(msgspec.Struct):
    """A fact that rules have told with `tell.learn`, and who knows it; null are the spectators.

    `numbers` are as the rules gave them; `faces` are the same as faces, for `among` and `void`.
    """

    fact: str
    cards: list[DevCard]
    numbers: list[int]
    faces: list[str]
    known_by: list[int | None]


class DevTable(msgspec.Struct):
    """All of a table: what nobody but the author of a game may see.

    `bots` says whether bots move by themselves. `waiting` are the seats that have not seen all of
    the last move: the others wait for them. `moves` is how many moves were made. `seats` has what
    each seat sees, and at last the spectators; `open` is the view with every face. `state` has what
    the rules keep, as Python writes it. `events` and `facts` are the last ones. `failure` says how
    the rules have failed last at this table, or fail now.
    """

    table: str
    match: str
    game: str
    rules: DevFile
    phase: protocol.Phase
    bots: bool
    to_act: tuple[int, ...]
    waiting: list[int]
    moves: int
    scores: tuple[int, ...]
    seats: list[DevSeat]
    open: protocol.ViewData | None
    state: dict[str, str]
    events: list[DevEvent]
    facts: list[DevFact]
    failure: str
