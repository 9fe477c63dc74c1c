"""The bodies of requests and answers over HTTP; the OpenAPI document is made from them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from settebello import words
from settebello.bots import BotName
from settebello.bots.levels import LevelName
from settebello.bots.strengths import StrengthName
from settebello.players import LONGEST_NAME
from settebello.store.codes import Kind
from settebello.table import protocol
from settebello.table.entries import Absence

Name = Annotated[str, Meta(max_length=4 * LONGEST_NAME)]
SeatNumber = Annotated[int, Meta(ge=0, le=63)]
Seconds = Annotated[float, Meta(ge=5, le=86_400)]


class Body(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a request. A field that is not known is refused."""


class OpenTable(Body):
    """A new table. The client that opens it takes the first seat and is the host.

    A listed table is shown to everybody, and everybody may sit down or watch; any other needs the
    invite. If somebody is missing for `grace` seconds, a bot stands in until they are back, or the
    table waits, as `absence` says. `clock` is the time for a turn, in seconds; when it has run out,
    a bot makes the move. With `lesson` the first hand of the game is played there: its seats,
    options and luck are those of the lesson, and bots take the other seats.
    """

    game: Annotated[str, Meta(max_length=40)]
    name: Name
    seats: int | None = None
    options: dict[str, Any] = {}
    listed: bool = False
    absence: Literal["bot", "wait"] = "bot"
    grace: Seconds = 30.0
    clock: Seconds | None = None
    lesson: bool = False


class PlayNow(Body):
    """A seat at a public table of this game, to play with strangers.

    It is one that waits for players, of any number of `seats` if none is given, or a new one with
    the house rules that are usual. When it is full, the match begins. After `wait` seconds bots of
    this `level` take the free seats; with null it waits for people. The wait and the level are
    those of the first player; who asks for people alone meets others who do, or takes the last free
    seat. A public table has no host: nobody can close or pause it, or remove others. A turn has 60
    seconds there. A player who is not connected before the match loses the seat after the limit
    `public_seat_seconds` (usually 15). If the request has the secret of a seat at such a table that
    waits, that seat is the answer.
    """

    game: Annotated[str, Meta(max_length=40)]
    name: Name
    seats: int | None = None
    wait: Annotated[float, Meta(ge=0, le=600)] | None = 30.0
    level: LevelName = "medium"


class TakeSeat(Body):
    """A seat for a person, or, if the host asks, for a bot.

    A bot is one of the game's `levels`, or `random`; `bot` means `medium`.
    A player who has a seat already names another: they move there, with their name and secret.
    """

    name: Name = ""
    bot: Literal["", LevelName, BotName] = ""
    seat: SeatNumber | None = None


class Rename(Body):
    """Another name for the player in this seat."""

    name: Name


class SitAt66(Body):
    """A seat in a game of 66 for a client of our protocol, or, if its creator asks, for a bot."""

    name: Name = ""
    bot: Literal["", LevelName, BotName] = ""


class StartMatch(Body):
    """Start the match. With `fill`, bots of this name take the free seats: see `TakeSeat`."""

    fill: Literal["", LevelName, BotName] = ""


ReportReason = Literal["name", "rude", "stalling", "cheating", "other"]


class ReportPlayer(Body):
    """A report to the host of the server, about the player in a `seat` or about the table.

    It becomes a line in the server's log, with the match, the seats and the reason.
    """

    reason: ReportReason
    seat: SeatNumber | None = None


class AskForCode(Body):
    """Ask for a short code, to be read out or typed in: for the invite, or for one's own seat.

    The code of a seat may also carry the `invite` of its table.
    """

    kind: Kind
    invite: Annotated[str, Meta(max_length=64)] = ""


class TryCode(Body):
    """A code as somebody typed it; case, blanks and hyphens do not matter."""

    code: Annotated[str, Meta(max_length=40)]


class FactInfo(msgspec.Struct, omit_defaults=True):
    """A fact of a view that is worth showing, with its label.

    It is a `seat` or null, a list of `seats`, a list with a value for each seat (`by_seat`), or
    anything else (`number`): a number, a text, a flag or a list of them. `texts` has the texts that
    it may be, with hyphens for blanks, in words.
    """

    label: str
    kind: words.FactKind
    texts: dict[str, str] = {}


class ChoiceSchema(msgspec.Struct):
    """A choice of an option, and what it is called."""

    const: str
    title: str


class OptionSchema(msgspec.Struct, omit_defaults=True, rename="camel"):
    """An option of a game: a switch, a number or one of some words, with what it is called."""

    default: bool | int | str
    description: str
    type: Literal["boolean", "integer", "string"]
    minimum: int | None = None
    maximum: int | None = None
    enum: list[str] = []
    one_of: list[ChoiceSchema] = []


class OptionsSchema(msgspec.Struct, rename="camel"):
    """The options of a game."""

    type: Literal["object"]
    additional_properties: bool
    properties: dict[str, OptionSchema]


class StrengthInfo(msgspec.Struct):
    """How many of 100 rounds, or matches, a bot or a team of it wins against bots of `medium`.

    `even` is what it would win if it were as good as they are.
    """

    wins: int
    even: int
    of: Literal["round", "match"]


class GameInfo(msgspec.Struct):
    """A game: its words, and what a client needs to draw it.

    `seats` are the numbers of players, the usual one first; `rules` is the version of its rules;
    `options` is a JSON Schema. `cards` has each of the `faces` in words; `facts` are the public
    facts worth showing; `page` says whether there is a page with its rules. `stacks` has the places
    that stand for a move without pieces, with its verb: a tap on the stock draws from it. `spots`
    says whether moves name cards by where they lie in a hand, and `together` whether a move can
    have several cards of a hand. `teams` has, by the number of players, the seats that play
    together. `dice` are those of the faces that are drawn as dice, and `ranks` has all that a move
    can name as a rank, in words. `low_wins` says whether few points are good. `places` has what the
    game calls its places, by their names without a number, and `layout` how it wants them laid out:
    row, fan, pile, trick, cup, or beside another place. `language` is what its words are in: the
    reader's, or another one if the game does not speak that. `aim` says in a sentence what it is
    about. `prompts` has what to do now, by name, and as `NAME.next` what to pick after the first
    card. A name is a verb, or the text of a public fact with hyphens for blanks: the first one
    whose verb is legal, or whose text a fact has, counts. `lesson` says whether there is a first
    hand that teaches. `short_log` is the event that begins a turn, if a log should show only this
    turn and the last one until the round is over. `levels` has, by the number of players, how well
    bots can play there, from weak to strong: `hard` is one of them only where it was measured to be
    better than `medium`. `strengths` has, by the number of players, what was measured of the levels
    there, and of moves at random.
    """

    name: str
    title: str
    about: str
    seats: list[int]
    rules: int
    options: OptionsSchema
    faces: list[str]
    cards: dict[str, str]
    facts: dict[str, FactInfo]
    page: bool
    stacks: dict[str, str]
    spots: bool
    together: bool
    teams: dict[int, list[list[int]]]
    dice: list[str]
    ranks: dict[str, str]
    low_wins: bool
    places: dict[str, str]
    layout: dict[str, str]
    language: str
    aim: str
    prompts: dict[str, str]
    lesson: bool
    short_log: str
    levels: dict[int, list[LevelName]]
    strengths: dict[int, dict[StrengthName, StrengthInfo]]


class TableLine(msgspec.Struct):
    """A table in the list; an empty name is a free seat. `dev`: see `Welcome`.

    `faces` has the court card that a bot is (see `SeatInfo`) by seat, if a bot plays. `public`
    marks a table for strangers (see `PlayNow`), and `fill_in` has the seconds until bots take its
    free seats, if they do.
    """

    table: str
    game: str
    phase: str
    players: list[str]
    free: int
    dev: bool
    faces: list[str] = []
    public: bool = False
    fill_in: float | None = None


class TableOpened(msgspec.Struct):
    """The new table. The link is for others; the secret of the seat is for nobody else."""

    table: str
    seat: int
    secret: str
    invite: str
    link: str


class SeatTaken(msgspec.Struct, omit_defaults=True):
    """The seat, and the secret that proves it from now on.

    A bot has none, and a player who moves to another seat keeps theirs.
    """

    seat: int
    secret: str = ""


class SeatFound(msgspec.Struct):
    """A seat at a public table; `joined` says that it was waiting, and not opened for this."""

    table: str
    seat: int
    secret: str
    joined: bool = False


class ReportNoted(msgspec.Struct):
    """A report has been noted; `text` says so."""

    text: str


class CodeGiven(msgspec.Struct):
    """A code, and for how many seconds it is valid.

    An invite's code has six letters and opens its table to all who have it; a second request gets
    the same code. A seat's code has eight letters and works once. A restart of the server ends all
    codes.
    """

    code: str
    seconds: float


class CodeTaken(msgspec.Struct):
    """What a code stands for: a table, and the secret of its invite or of a seat.

    The secret is empty for a listed table, which needs none.
    """

    table: str
    game: str
    seat: int | None
    secret: str
    invite: str


class TableInfo(msgspec.Struct):
    """A table: its match, who sits there, how many seats are free, and the host's seat.

    `teams` are the seats that play together, if anybody does. `dev` and `public`: see `Welcome`;
    a public table has no host. `turn` says that the match waits for the seat whose secret comes
    with the request.
    """

    table: str
    match: str
    game: str
    phase: protocol.Phase
    listed: bool
    options: dict[str, Any]
    seats: list[protocol.SeatInfo]
    free: int
    host: int | None
    absence: Absence
    grace: float
    clock: float | None
    teams: tuple[tuple[int, ...], ...]
    dev: bool
    turn: bool = False
    public: bool = False


LogMark = Literal["", "turn", "round"]


class LogLine(msgspec.Struct, omit_defaults=True):
    """The sentence of a notice, with its number and usually the seat that acted.

    In a game with a `short_log` the `mark` says what begins a turn, perhaps without a sentence, and
    what ends a round.
    """

    number: int
    text: str
    seat: int | None = None
    mark: LogMark = ""


class TableLog(msgspec.Struct):
    """The last lines of what has happened in the current match of a table.

    A seat reads what it has acknowledged, without the faces that it has to remember; what it has
    not acknowledged comes with its `Welcome`. Spectators read what everybody was told. In a game
    with a `short_log`, only this turn and the last one are there until the round is over.
    """

    match: str
    lines: list[LogLine]


class SeatRecordNow(msgspec.Struct):
    """The current deal as the seat saw it: unseen faces are blank (null).

    `number` is that of the notice that a move has to answer now. `Mind.follow` of the Python
    library makes worlds of the `record` that could be the true one for all that the seat knows.
    """

    match: str
    number: int
    record: dict[str, Any]


class PastMatch(msgspec.Struct):
    """A match that is over. `teams` are the seats that played together, if anybody did.

    `faces` has the court card that a bot is (see `SeatInfo`) by seat, if a bot played. `seat` is
    the one whose secret came with the request for the matches of its table; else null. `played_on`
    says that it began at a step of another match.
    """

    match: str
    table: str
    game: str
    finished: str
    players: list[str]
    scores: list[int]
    winners: list[int]
    teams: tuple[tuple[int, ...], ...]
    faces: list[str] = []
    seat: int | None = None
    played_on: bool = False


class HostInfo(msgspec.Struct):
    """What players should know of a server: how to reach its host, and how long it keeps what.

    A table that never begins is closed after `open_hours`, a match in which nobody does anything
    after `idle_days`; the matches themselves stay. Chat is in memory only, and gone `chat_seconds`
    after the last one has left the table. `contact` is in the host's own words; it may be empty.
    """

    contact: str
    open_hours: float
    idle_days: float
    chat_seconds: float


class GameLine(msgspec.Struct):
    """A game of 66 that waits for players, in one of its dialects."""

    number: int
    dialect: str
    players: list[str]


class GameSeat(msgspec.Struct, omit_defaults=True):
    """A seat in a game of 66; its number may become lower before the game begins."""

    table: str
    seat: int
    secret: str = ""
