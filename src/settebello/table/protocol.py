"""The messages between a client and a table, as typed classes: decoded once, at the border.

A message is one JSON object in a text frame; `type` is its class. A client sends `Hello` first,
then any other `ClientMessage`; it receives `ServerMessage`s. The documents under `/docs` are made
from these classes, and their docstrings are the explanations there.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from settebello.rejection import Rejection
from settebello.table.described import MovedCard as MovedCard
from settebello.table.described import Notice as Notice
from settebello.table.described import ShownCard as ShownCard
from settebello.table.described import Tally as Tally
from settebello.table.described import TallyRow as TallyRow
from settebello.table.described import ViewData as ViewData
from settebello.words import LANGUAGES

# Raised when a client that does not know of a change would misread a message or send a wrong one: a
# message or field has another name or meaning, or is gone. What is only added does not raise it.
VERSION = 1
OLDEST = 1  # what a client speaks that does not say

LARGEST_FRAME = 4096  # bytes, of what a client sends

Id = Annotated[str, Meta(min_length=1, max_length=40, description="Made up by the client.")]
Secret = Annotated[str, Meta(min_length=1, max_length=64)]
TableId = Annotated[str, Meta(min_length=1, max_length=40)]
PieceId = Annotated[str, Meta(min_length=1, max_length=40)]
Number = Annotated[int, Meta(ge=0, le=2**53)]
EmoteName = Literal["hello", "good-luck", "well-played", "thanks", "wow", "oops"]
Language = Annotated[
    str,
    Meta(
        pattern=f"^({'|'.join(LANGUAGES)})$",
        description=f"One of: {', '.join(LANGUAGES)}.",
        extra_json_schema={"enum": list(LANGUAGES)},
    ),
]


class FromClient(msgspec.Struct, tag=True, forbid_unknown_fields=True, gc=False):
    """A message from a client. A field that is not known is refused."""


class Hello(FromClient):
    """The first message of a connection: which table, and which seat.

    The secret of a seat gives that seat. Without a secret, or with the invite, the connection
    watches. `seen` is the number of the last notice that the client has: it counts as acknowledged.
    `version` is the version of the protocol that the client was written for. If that is not the
    server's, the connection is refused (`other-version`); nothing else is looked at.
    """

    table: TableId
    secret: Secret | None = None
    seen: Number = 0
    language: Language | None = None
    views: bool = True
    version: Number = OLDEST


class Move(FromClient):
    """A move of the seat, by its text, in answer to the notice with the number `after`.

    Sent again with the same `id`, it gets the same answer and happens once.
    """

    id: Id
    after: Number
    move: Annotated[str, Meta(max_length=200)]


class Ack(FromClient):
    """All notices up to this number have been shown."""

    number: Number


class Undo(FromClient):
    """Take back the seat's last move; allowed while nobody has learned anything from it.

    Against bots alone it is always allowed: all that followed the move is taken back with it.
    """

    id: Id
    after: Number


class Pause(FromClient):
    """Stop the match, its clocks and its waiting for absent players, until somebody resumes it."""

    id: Id


class Resume(FromClient):
    """Go on after a pause."""

    id: Id


class Rematch(FromClient):
    """Ask for another match when this one is over; it begins when all who are connected ask for it.

    It is refused until the seat has acknowledged the end of this match.
    """

    id: Id


class Say(FromClient):
    """A line for the others at the table: plain text.

    Only players can write, and only at a table that is not listed; it is not stored. Sent again
    with the same `id`, it is answered again and shown once.
    """

    id: Id
    text: Annotated[str, Meta(min_length=1, max_length=280)]


class Emote(FromClient):
    """One of six small signs for everybody at the table; it is not stored.

    Only players can send it, also where nobody may write. Sent again with the same `id`, it is
    answered again and shown once.
    """

    id: Id
    emote: EmoteName


class Nudge(FromClient):
    """Tell the player in a seat that one waits for their move: they get `Nudged`.

    They have to be there and to be asked for a move for 15 seconds; once in a turn is enough.
    """

    id: Id
    seat: Number


class Explain(FromClient):
    """Ask why these pieces cannot be picked together; answered with `Explanation`.

    Only a seat that is to act can ask. Nothing changes by it.
    """

    id: Id
    pieces: Annotated[list[PieceId], Meta(max_length=64)]


class ShowMe(FromClient):
    """Ask what to do in this seat; answered with `Suggestion`, perhaps after a second or two.

    Only a seat that is to act can ask, and only where all other players are bots. The bot sees what
    the seat sees. Nothing changes by it.
    """

    id: Id


ClientMessage = (
    Hello | Move | Ack | Undo | Pause | Resume | Rematch | Say | Emote | Nudge | Explain | ShowMe
)
Phase = Literal["open", "playing", "paused", "over", "closed"]


class FromServer(msgspec.Struct, tag=True, omit_defaults=True, gc=False):
    """A message from the server. An empty field is left out; later versions may add fields."""


class Choice(msgspec.Struct, omit_defaults=True, gc=False):
    """A legal move: its text, its verb, the pieces it touches, and as `label` what it does.

    `short` is the same in a few signs, such as "3 + 4 = 7", if there is little room. `slots` are
    the values in the move that are not cards, in order, each with its kind: `["seat", 2]` is a
    player, `["rank", "7"]` one of the game's `ranks`, `["n", 12]` a number.
    """

    text: str
    verb: str
    pieces: tuple[str, ...] = ()
    label: str = ""
    short: str = ""
    slots: tuple[tuple[str, int | str], ...] = ()


class SeatInfo(msgspec.Struct, omit_defaults=True, gc=False):
    """Who sits in a seat. Nobody, if it has no name.

    `bot` is the name of the bot: a level (`easy`, `medium`, `hard`), `bot`, or `random`. `face` is
    the court card that a bot is: "9C" is the Knight of Cups. `thinking` says that its bot takes a
    while to choose the move that it is to make now. `hurried` says that it had no time to think, so
    its last move was that of `medium`.
    """

    name: str = ""
    bot: str = ""
    present: bool = False
    stand_in: bool = False
    rematch: bool = False
    face: str = ""
    thinking: bool = False
    hurried: bool = False


class Coach(msgspec.Struct, omit_defaults=True, gc=False):
    """What a lesson says now: step `step` of `steps`, a sentence, and the move that it asks for.

    While it asks for a move, that is the seat's only legal one. After the last step there is none,
    and the match goes on as any other.
    """

    text: str
    step: int
    steps: int
    move: str = ""


class RecapLine(msgspec.Struct, omit_defaults=True, gc=False):
    """A sentence of a recap. `stand_in` says that a bot did it for the reader."""

    text: str
    seat: int | None = None
    stand_in: bool = False


class Recap(msgspec.Struct, omit_defaults=True, gc=False):
    """What a player has missed, in short; before it, `earlier` more things happened.

    What a bot did for them comes first.
    """

    lines: list[RecapLine] = []
    earlier: int = 0


class Welcome(FromServer):
    """The answer to `Hello`: the state of the table, and the notices not yet acknowledged.

    `teams` are the seats that play together, if anybody does; they are known before the match. If
    the seat has moved and cannot take that back, `why_no_undo` says why not. With
    `more`, the rest of the last move is told later, and the view is that before the move: see
    `Told`. `public` marks a table for strangers: it has no host, and nobody pauses it; `fill_in`
    has the seconds until bots take its free seats, if they do. `watching` is how many watch. Who
    comes back and wants sentences gets a `recap` if the others have moved, or a bot for them. `dev`
    marks a table of a server for authors (`serve --dev`): its author sees all hands, and sends
    another `Welcome` when the rules have changed.
    """

    table: str
    match: str
    game: str
    phase: Phase
    seat: int | None
    seats: list[SeatInfo]
    options: dict[str, Any]
    number: int
    notices: list[Notice] = []
    to_act: tuple[int, ...] = ()
    legal: list[Choice] = []
    view: ViewData | None = None
    can_undo: bool = False
    clock: float | None = None
    bot_in: dict[int, float] = {}
    teams: tuple[tuple[int, ...], ...] = ()
    more: bool = False
    dev: bool = False
    coach: Coach | None = None
    why_no_undo: str = ""
    public: bool = False
    fill_in: float | None = None
    watching: int = 0
    recap: Recap | None = None


class Told(FromServer):
    """What happened. The client acknowledges the notices; a move counts as an `Ack` too.

    `number` is the number of the last notice. `legal` has the seat's moves if it is to act now.
    `can_undo` and `why_no_undo` are as in `Welcome`; `coach` is there at the table of a lesson.
    `clock` has the seconds left for the turn: everybody is told when the clock starts, and when it
    goes on after a pause. `bot_in` has, by seat, the seconds until a bot plays for a player who is
    waited for: they are away, or show no sign of life. `Seats` tells it too. With `more`, the
    notices up to one with a `pause` are to be looked at: the rest of the move is told when all
    players have acknowledged them. Until then there is no view, nobody is asked, and the match is
    not over even if `to_act` is empty.
    """

    number: int
    notices: list[Notice] = []
    to_act: tuple[int, ...] = ()
    legal: list[Choice] = []
    view: ViewData | None = None
    can_undo: bool = False
    clock: float | None = None
    bot_in: dict[int, float] = {}
    more: bool = False
    coach: Coach | None = None
    why_no_undo: str = ""


class Seats(FromServer):
    """Who sits where, who is connected, and the phase of the table; sent when that changes.

    `bot_in` is as in `Told`. `watching` is how many watch: that is told at most once a second.
    """

    match: str
    phase: Phase
    seats: list[SeatInfo]
    bot_in: dict[int, float] = {}
    watching: int = 0


class Said(FromServer):
    """A line of plain text that a player has written to all who have a seat.

    After a `Welcome` the last lines are sent again; they replace all earlier ones.
    """

    number: int
    seat: int
    name: str
    text: str


class Emoted(FromServer):
    """A player has sent an `Emote`: to be shown at their seat for a moment."""

    seat: int
    emote: EmoteName


class Nudged(FromServer):
    """The player in seat `by` waits for your move."""

    by: int
    name: str


class Answer(FromServer):
    """The request with this `id` has been done and stored."""

    id: str


class Refused(FromServer):
    """A request has not been done, and nothing has changed; `text` says why.

    `code` is one of those that are listed on this page, or, for a move, one of the game's own.
    `arguments` are the values in that sentence. For a refused move they are `text`, the move as it
    was written, and `legal`, the moves to try: a client that shows moves in another way can put its
    own texts there.
    """

    code: str
    text: str
    id: str | None = None
    retry_after: float | None = None
    arguments: dict[str, str | int | float] = {}


def refused(rejection: Rejection, text: str = "", id: str | None = None) -> Refused:
    """The message that tells of a rejection; a table leaves the sentence to the sender."""
    arguments = {name: each for name, each in rejection.arguments.items() if name != "retry_after"}
    return Refused(rejection.code, text, id, rejection.retry_after, arguments)


class Explanation(FromServer):
    """Why the pieces of an `Explain` cannot be picked together: the game's own reason.

    `code` is that of a refused move, and `text` the sentence, with words for cards and moves. Both
    are empty if some legal move has all of these pieces.
    """

    id: str
    code: str = ""
    text: str = ""


class SuggestedMove(msgspec.Struct):
    """A move in words, its chance to win the match as a search sees it, and the standard error."""

    move: str
    label: str
    chance: float
    error: float


class Suggestion(FromServer):
    """A good move, in answer to `ShowMe`, and what is to be said about it.

    It is that of a search, with the chances of the best moves in the text, and in `moves`, at most
    three, from so many `worlds`. They come by their chances, and the suggested one need not be the
    first: a search keeps the rule of thumb unless another move is surely better. Without a search
    it is that of the game's bot.
    """

    id: str
    move: str
    text: str = ""
    moves: list[SuggestedMove] = []
    worlds: int = 0


ServerMessage = (
    Welcome | Told | Seats | Said | Emoted | Nudged | Answer | Refused | Explanation | Suggestion
)


class Greeting(msgspec.Struct, tag="Hello"):
    """What can be read of a `Hello` of any version."""

    version: int = OLDEST
    language: str | None = None


_greeting: msgspec.json.Decoder[Greeting] = msgspec.json.Decoder(Greeting)
_client: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
from_client = _client.decode  # as `decode_client`, but raises any of these: for every message
_server: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(ServerMessage)
_encoder = msgspec.json.Encoder()


def decode_greeting(frame: str | bytes) -> Greeting | None:
    """What can be read of a `Hello`; None if it is none."""
    try:
        return _greeting.decode(frame)
    except UNREADABLE:
        return None


def decode_client(frame: str | bytes) -> ClientMessage:
    """A client's message; ValueError if the frame is not one."""
    try:
        return from_client(frame)
    except UNREADABLE as error:
        raise ValueError("not a message") from error


def decode_server(frame: str | bytes) -> ServerMessage:
    """A server's message; a msgspec error if the frame is not one."""
    return _server.decode(frame)


def encode(message: ClientMessage | ServerMessage) -> str:
    """A message as the text of a frame."""
    return _encoder.encode(message).decode()


encode_bytes = _encoder.encode  # the same in UTF-8, with no call in between: it is used most
