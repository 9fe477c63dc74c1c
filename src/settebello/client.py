"""Playing at a live table from a program.

`join` is enough: it takes a seat and plays it with a function that is given a turn, as any bot is.
`open_table` and `take_seat` give a `Seat`, `play` plays it, `watch` looks on. A lost connection, or
a server that starts again, is waited for; a move that was not answered is sent again and happens
once. Below that is the `Connection`, for clients that do more than answer, and the `Standing` that
they keep of the table.
"""

from __future__ import annotations

import http.client
import logging
import os
import random
import re
import secrets
import socket
import ssl
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

import msgspec
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

from settebello import wire
from settebello.bots import Bot, Turn, ask
from settebello.game import Move, View

T = TypeVar("T")
Told = Callable[[list[wire.Notice]], None]

PATIENCE = 60.0  # seconds without the server before a client gives up
ANSWER_SECONDS = 15.0  # for one answer
CLOSE_SECONDS = 2.0
FIRST_DELAY, LONGEST_DELAY = 0.25, 5.0  # between two attempts to come back
SHORTEST_PACE, LONGEST_PACE = 0.02, 1.0  # between two messages, when the server finds us too fast
LARGEST_ANSWER = 4 * 2**20  # bytes
PRIVATE = 0o600

# What the library writes down of a connection at DEBUG has secrets in it.
_logger = logging.getLogger("settebello.client")
_logger.setLevel(logging.INFO)

# Refusals of a move after which the table says what is to be done now.
OVERTAKEN = ("stale", "waiting", "held", "paused", "not-your-turn", "over", "not-playing")
# Refusals of a connection that waiting does not change.
FINAL = ("not-found", "closed", "origin", "hello-first", "not-a-message")


class ClientError(ValueError):
    """Something cannot be done: a short `code` for programs, a sentence for people."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(printable(sentence))
        self.code = code


class Address(NamedTuple):
    """What a link says: a server, mostly a table, and what lets its holder in there."""

    server: str
    table: str = ""
    invite: str = ""

    @property
    def link(self) -> str:
        table = f"/#{self.table}" if self.table else ""
        return f"{self.server}{table}.{self.invite}" if self.invite else f"{self.server}{table}"


def read_link(link: str) -> Address:
    """`http://HOST:PORT`, then `/#TABLE` or `/#TABLE.INVITE`."""
    # What is wrong is not shown: there may be a secret in it.
    wrong = ClientError(
        "bad-address",
        "An address is http://HOST:PORT, and with a table http://HOST:PORT/#TABLE.INVITE.",
    )
    try:
        parts = urlsplit(link.strip())
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise wrong from None
    found = re.fullmatch(r"(?:([\w-]{1,40})(?:\.([\w-]{1,64}))?)?", parts.fragment, re.ASCII)
    usual = parts.path in ("", "/") and not parts.query and "@" not in parts.netloc
    if parts.scheme not in ("http", "https") or not host or not usual or not found:
        raise wrong
    name = f"[{host}]" if ":" in host else host
    server = f"{parts.scheme}://{name}" + (f":{port}" if port is not None else "")
    return Address(server, found[1] or "", found[2] or "")


# Over HTTP: tables and seats.


class Opened(msgspec.Struct):
    table: str
    seat: int
    secret: str
    invite: str


class Taken(msgspec.Struct):
    seat: int
    secret: str = ""


class TableInfo(msgspec.Struct):
    """How a table stands, who sits there and which seat is its host's."""

    table: str
    match: str
    game: str
    phase: wire.Phase
    listed: bool
    options: dict[str, Any]
    chairs: list[wire.Chair]
    host: int | None


class Seat(msgspec.Struct):
    """A seat at a table, with the secret that is the proof of it.

    It is plain data, also as JSON, so that a program can come back to it: with what it has been
    told in this match, since nobody tells it that again. Keep it as you keep a password.
    """

    server: str
    table: str
    seat: int
    name: str
    secret: str
    invite: str = ""
    match: str = ""
    seen: int = 0  # the number of the last notice
    notices: list[wire.Notice] = []

    def __repr__(self) -> str:
        return f"Seat({self.server!r}, table={self.table!r}, seat={self.seat}, name={self.name!r})"

    @property
    def link(self) -> str:
        """What you send to friends, so that they can sit down too."""
        return Address(self.server, self.table, self.invite).link

    def save(self, file: str | Path) -> None:
        """Write it to a file, as a whole, that only its owner can read."""
        new = Path(f"{file}.new")
        new.unlink(missing_ok=True)
        with open(os.open(new, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE), "wb") as opened:
            opened.write(msgspec.json.encode(self))
        os.replace(new, file)

    @staticmethod
    def load(file: str | Path) -> Seat:
        """The seat of a file that `save` wrote."""
        try:
            return msgspec.json.decode(Path(file).read_bytes(), type=Seat)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            raise ClientError("bad-file", f"{file} holds no seat.") from None

    def info(self) -> TableInfo:
        return self._request("GET", "", TableInfo)

    def start(self, fill: str = "", language: str = "en") -> TableInfo:
        """Begin the match, as the host; `fill` is the bot for the free seats: bot, or random."""
        return self._request("POST", "/start", TableInfo, {"fill": fill}, language)

    def stand_up(self) -> TableInfo:
        """Free the seat, before the match begins."""
        return self._request("DELETE", f"/seats/{self.seat}", TableInfo)

    def record(self) -> dict[str, Any]:
        """The record of the match, when it is over."""
        return fetch_record(self.server, self.match or self.info().match, self.secret)

    def _request(
        self, method: str, path: str, answer: type[T], body: object = None, language: str = "en"
    ) -> T:
        path = f"/api/tables/{self.table}{path}"
        return request(self.server, method, path, answer, body, self.secret, language)


def fetch_record(server: str, match: str, secret: str = "", language: str = "en") -> dict[str, Any]:
    """The record of a match that is over."""
    path = f"/api/matches/{match}/record"
    return request(server, "GET", path, dict[str, Any], None, secret, language)


def open_table(server: str, game: str, name: str, *, language: str = "en", **wanted: Any) -> Seat:
    """Open a table and take its first seat: you are its host.

    What more can be wanted: `seats`, a number; `options`, a dictionary of house rules; `listed`,
    for everybody to see; `absence`, bot or wait, with `grace` in seconds; `clock`, in seconds.
    """
    address = read_link(server)
    body = {"game": game, "name": name, **wanted}
    opened = request(address.server, "POST", "/api/tables", Opened, body, language=language)
    return Seat(address.server, opened.table, opened.seat, name, opened.secret, opened.invite)


def take_seat(link: str, name: str, *, seat: int | None = None, language: str = "en") -> Seat:
    """Sit down at the table that the link leads to."""
    address = read_table(link)
    body = {"name": name, "seat": seat}
    path = f"/api/tables/{address.table}/seats"
    taken = request(address.server, "POST", path, Taken, body, address.invite, language)
    return Seat(address.server, address.table, taken.seat, name, taken.secret, address.invite)


def read_table(link: str) -> Address:
    address = read_link(link)
    if not address.table:
        raise ClientError("bad-address", f"This address names no table: {address.server}/#TABLE.")
    return address


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """A secret goes to the server that it was meant for, and nowhere else."""

    def redirect_request(self, *_: Any) -> None:
        return None


_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), NoRedirects)


def request(
    server: str,
    method: str,
    path: str,
    answer: type[T],
    body: object = None,
    secret: str = "",
    language: str = "en",
) -> T:
    """Ask a server over HTTP. If it finds that too often, wait as long as it says."""
    headers = {"Accept-Language": language, "Content-Type": "application/json"}
    if secret:
        headers["Authorization"] = f"Bearer {secret}"
    data = None if body is None else msgspec.json.encode(body)
    for left in (2, 1, 0):
        asked = urllib.request.Request(server + path, data, headers, method=method)
        try:
            with _opener.open(asked, timeout=ANSWER_SECONDS) as heard:
                return msgspec.json.decode(heard.read(LARGEST_ANSWER), type=answer)
        except urllib.error.HTTPError as error:
            with error:
                refused = refusal_in(error.read(LARGEST_ANSWER))
            if refused is None:
                raise strange(server) from None
            if not left or refused.retry_after is None:
                raise ClientError(refused.code, refused.text) from None
            time.sleep(min(refused.retry_after, ANSWER_SECONDS))
        except (OSError, http.client.HTTPException) as error:
            raise ClientError("unreachable", f"No answer from {server}: {why(error)}.") from None
        except (msgspec.MsgspecError, UnicodeDecodeError):
            raise strange(server) from None
    raise AssertionError("the last attempt returns or raises")


def refusal_in(body: bytes | bytearray) -> wire.Refused | None:
    try:
        return msgspec.json.decode(body, type=wire.Refused)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None


def strange(server: str) -> ClientError:
    return ClientError("bad-answer", f"{server} does not answer as a server of Settebello does.")


def why(error: BaseException) -> str:
    """What went wrong, in a few words and without any address."""
    if isinstance(error, urllib.error.URLError) and isinstance(error.reason, OSError):
        error = error.reason  # what the system says
    if isinstance(error, TimeoutError):
        return "it takes too long"
    if isinstance(error, ssl.SSLCertVerificationError):
        return "its certificate is not valid"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror[0].lower() + error.strerror[1:]
    return "the connection was lost"


def printable(text: str) -> str:
    """A text from elsewhere, without what could change a terminal."""
    return "".join(sign if sign.isprintable() else " " for sign in text)


# Over a WebSocket: what happens at the table.


class Lost(NamedTuple):
    """The connection was lost; the next thing that is heard is a `Welcome`, again."""

    reason: str


class Busy(Exception):
    """The server does not let anybody in just now."""


def back_off(chance: Callable[[], float] = random.random) -> Iterator[float]:
    """Seconds between attempts: twice as many each time, up to a bound, and not all alike."""
    delay = FIRST_DELAY
    while True:
        yield delay * (1 + chance()) / 2
        delay = min(2 * delay, LONGEST_DELAY)


class Connection:
    """A connection to a table that comes back by itself: go through it to hear what is said there.

    One thread listens; any thread may `do` and `ack`. Notices are handed over once each, and what
    `do` sent is sent again until it is answered.
    """

    def __init__(
        self,
        server: str,
        table: str,
        secret: str = "",
        *,
        seen: int = 0,
        language: wire.Language | None = None,
        patience: float = PATIENCE,
    ) -> None:
        self._server = server
        self._hello = wire.Hello(table, secret or None, seen, language)
        self._patience = patience
        self._handed = seen  # the number of the last notice that was handed over
        self._lock = threading.Lock()  # of what follows
        self._socket: ClientConnection | None = None
        self._unanswered: dict[str, wire.ClientMessage] = {}
        self._pace = 0.0  # seconds between two messages
        self._next = 0.0  # when the next message may go
        self._left = threading.Event()

    def __enter__(self) -> Connection:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        self._left.set()
        with self._lock:
            opened = self._socket
        if opened is not None:
            opened.close()

    def do(self, message: wire.Move | wire.Undo | wire.Pause | wire.Resume | wire.Rematch) -> None:
        """Ask for something; an `Answer` or a `Refused` with the same id will come."""
        with self._lock:
            self._unanswered[message.id] = message
            if isinstance(message, wire.Move):  # it counts as an Ack
                self._hello.seen = max(self._hello.seen, message.after)
            self._send(message)

    def ack(self, number: int) -> None:
        """All notices up to this one have been dealt with: they need not be told again."""
        with self._lock:
            if number > self._hello.seen:
                self._hello.seen = number
                self._send(wire.Ack(number))

    def __iter__(self) -> Iterator[wire.ServerMessage | Lost]:
        while True:
            came = self._come_in()
            if came is None:
                return
            opened, welcome = came
            with closing(opened):
                yield self._fresh(welcome)
                reason = yield from self._listen(opened)
            with self._lock:
                self._socket = None
            if self._left.is_set():
                return
            yield Lost(reason)

    def _listen(self, opened: ClientConnection) -> Generator[wire.ServerMessage, None, str]:
        """What is said until the connection is lost; returns why it was."""
        while True:
            try:
                message = self._read(opened.recv())
            except ConnectionClosed as closed:
                return why(closed)
            if isinstance(message, wire.Welcome | wire.Told):
                yield self._fresh(message)
            elif isinstance(message, wire.Answer | wire.Refused) and message.id is not None:
                with self._lock:
                    waited_for = self._unanswered.pop(message.id, None)
                if waited_for is not None:
                    yield message
            elif isinstance(message, wire.Refused):
                self._warned(message)
            elif message is not None:
                yield message

    def _warned(self, refused: wire.Refused) -> None:
        """A refusal of no message in particular: mostly the connection is closed after it."""
        if refused.code == "too-fast":
            self._slow_down(refused.retry_after or 0.0)
        elif refused.code == "too-many":
            raise ClientError("too-many", "This seat is connected from too many other places.")
        elif refused.code in FINAL:
            raise ClientError(refused.code, refused.text)

    def _slow_down(self, seconds: float) -> None:
        """Something was dropped: say again, more slowly, all that may have been it."""
        with self._lock:
            wait = min(max(seconds, SHORTEST_PACE), ANSWER_SECONDS)
            self._pace = min(max(wait, 2 * self._pace), LONGEST_PACE)
            self._next = time.monotonic() + wait
            self._say_again()

    def _say_again(self, acked: int = 0) -> None:
        for message in self._unanswered.values():
            self._send(message)
        if self._hello.seen > acked:
            self._send(wire.Ack(self._hello.seen))

    def _send(self, message: wire.ClientMessage) -> None:
        """Send it now; if nobody is there to hear it, coming back makes up for it."""
        if self._socket is None:
            return
        wait = self._next - time.monotonic()
        if wait > 0:
            self._left.wait(wait)
        self._next = time.monotonic() + self._pace
        with suppress(ConnectionClosed):
            self._socket.send(wire.write(message))

    def _fresh(self, message: T) -> T:
        """A message with those of its notices that have not been handed over."""
        if isinstance(message, wire.Welcome | wire.Told):
            try:
                message.notices = [n for n in message.notices if n["number"] > self._handed]
                for notice in message.notices:
                    self._handed = notice["number"]
            except (KeyError, TypeError):
                raise strange(self._server) from None
        return message

    def _read(self, frame: str | bytes) -> wire.ServerMessage | None:
        """A message; None if it is of a kind that came into the world after this client."""
        try:
            return wire.hear(frame)
        except msgspec.ValidationError:
            return None
        except msgspec.MsgspecError:
            raise strange(self._server) from None

    def _come_in(self) -> tuple[ClientConnection, wire.Welcome] | None:
        """Connect, for the first time or again; None if the client has left meanwhile."""
        until = time.monotonic() + self._patience
        for delay in back_off():
            if self._left.is_set():
                break
            try:
                return self._greet()
            except ssl.SSLCertVerificationError as error:
                raise ClientError("unreachable", f"{self._server}: {why(error)}.") from None
            except (OSError, WebSocketException, Busy) as error:
                reason = str(error) if isinstance(error, Busy) else why(error)
            if time.monotonic() + delay > until:
                seconds = f"{self._patience:g} seconds"
                raise ClientError(
                    "unreachable", f"No way to {self._server} for {seconds}: {reason}."
                )
            self._left.wait(delay)
        return None

    def _greet(self) -> tuple[ClientConnection, wire.Welcome]:
        opened = self._open()
        seen = self._hello.seen
        try:
            opened.send(wire.write(self._hello))
            message = None
            while not isinstance(message, wire.Welcome):
                message = self._read(opened.recv(timeout=ANSWER_SECONDS))
                if isinstance(message, wire.Refused):
                    raise self._kept_out(message)
            with self._lock:
                if self._left.is_set():
                    raise Busy("it was left")
                self._socket = opened
                self._say_again(seen)
        except BaseException:
            opened.close()
            raise
        return opened, message

    def _open(self) -> ClientConnection:
        parts = urlsplit(self._server)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        # A socket of our own goes where we say: by no proxy, and after no redirect.
        own = socket.create_connection((parts.hostname, port), ANSWER_SECONDS)
        own.settimeout(None)
        try:
            return connect(
                self._server.replace("http", "ws", 1) + "/ws",
                sock=own,
                compression=None,
                open_timeout=ANSWER_SECONDS,
                close_timeout=CLOSE_SECONDS,
                max_size=LARGEST_ANSWER,
                logger=_logger,
            ).__enter__()
        except InvalidStatus as error:
            refused = refusal_in(error.response.body or b"")
            status = error.response.status_code
            if refused is not None:
                raise self._kept_out(refused) from None
            if status < 500:
                raise strange(self._server) from None
            raise Busy(f"it answers {status}") from None
        except ValueError:  # a redirect
            raise strange(self._server) from None

    def _kept_out(self, refused: wire.Refused) -> Exception:
        if refused.code in FINAL:
            return ClientError(refused.code, refused.text)
        return Busy(refused.text.rstrip("."))


class Standing:
    """How a table stands, put together from all that was heard of it."""

    def __init__(self, match: str = "", notices: list[wire.Notice] | None = None) -> None:
        self.match = match
        self.notices = list(notices or ())  # of this match
        self.game = ""
        self.options: dict[str, Any] = {}
        self.phase: wire.Phase = "open"
        self.seat: int | None = None
        self.chairs: list[wire.Chair] = []
        self.number = 0  # of the last notice: what a move has to answer
        self.to_act: tuple[int, ...] = ()
        self.legal: list[wire.Choice] = []
        self.view: View | None = None
        self.can_undo = False

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def players(self) -> list[str]:
        return [chair.name for chair in self.chairs]

    def take(self, message: wire.ServerMessage | Lost) -> list[wire.Notice]:
        """Take in what was heard; returns the notices that are new."""
        if isinstance(message, wire.Welcome):
            self.game, self.options, self.seat = message.game, message.options, message.seat
        if isinstance(message, wire.Welcome | wire.Seats):
            if message.match != self.match:
                self.match, self.notices, self.legal = message.match, [], []
            self.phase, self.chairs = message.phase, message.chairs
        if not isinstance(message, wire.Welcome | wire.Told):
            return []
        if self.over and message.to_act:  # a rematch
            self.phase, self.notices = "playing", []
        if isinstance(message, wire.Told) and not message.to_act:
            self.phase = "over"
        self.number, self.to_act = message.number, message.to_act
        self.legal, self.can_undo = message.legal, message.can_undo
        if message.view is not None:
            self.view = view_of(message.view)
        self.notices += message.notices
        return message.notices

    def turn(self, chance: random.Random) -> Turn:
        """The turn of the seat, as every bot takes it."""
        view, seat = self.view, self.seat
        if view is None or seat is None:
            raise ValueError("There is no turn without a view and a seat.")
        moves = [Move(choice.text, choice.verb, choice.pieces, ()) for choice in self.legal]
        notices, so_far = self.notices, len(self.notices)
        return Turn(
            seat,
            chance,
            self.options,
            legal=lambda _: moves,
            view=lambda _: view,
            notices=lambda _: notices[:so_far],
        )

    def result(self) -> Result:
        facts = self.view.facts if self.view is not None else {}
        scores, winners = tuple(facts.get("scores", ())), tuple(facts.get("winners", ()))
        return Result(self.match, self.seat, tuple(self.players), scores, winners)


class Result(NamedTuple):
    """How a match ended."""

    match: str
    seat: int | None
    players: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]

    @property
    def won(self) -> bool:
        return self.seat in self.winners


def view_of(data: Mapping[str, Any]) -> View:
    """A view, from the JSON that `View.to_dict` makes."""
    facts = dict(data)
    viewer, places, pieces = (facts.pop(name, None) for name in ("viewer", "places", "pieces"))
    return View(viewer, places or {}, pieces or {}, facts)


def new_id() -> str:
    """For a message, so that it gets its own answer."""
    return secrets.token_hex(8)


# Programs at a table.


def join(
    link: str,
    name: str,
    play: Bot,
    *,
    file: str | Path | None = None,
    told: Told | None = None,
    language: wire.Language | None = None,
    again: Callable[[Result], bool] | None = None,
    patience: float = PATIENCE,
) -> Result:
    """Take a seat and play it; returns how the match ended.

    With a `file` the seat is kept there, and a program that is run again comes back to it.
    """
    seat = kept_seat(link, file) or take_seat(link, name)
    return play_seat(
        seat, play, file=file, told=told, language=language, again=again, patience=patience
    )


def kept_seat(link: str, file: str | Path | None) -> Seat | None:
    """The seat that a program had at this table when it was run before."""
    if file is None or not Path(file).exists():
        return None
    seat, address = Seat.load(file), read_table(link)
    if (seat.server, seat.table) != (address.server, address.table):
        raise ClientError("bad-file", f"{file} keeps a seat at another table.")
    return seat


def play(
    seat: Seat,
    choose: Bot,
    *,
    file: str | Path | None = None,
    told: Told | None = None,
    language: wire.Language | None = None,
    again: Callable[[Result], bool] | None = None,
    patience: float = PATIENCE,
) -> Result:
    """Play a seat until the match is over: `choose` is given each turn and returns a move.

    `told` is given all notices, in order; in a `language` they have a sentence as `text`. They
    count as seen when it returns. `again` says, at the end, whether a rematch is wanted. The server
    may be away for `patience` seconds.
    """
    standing = Standing(seat.match, seat.notices)
    chance = random.Random()
    asked: wire.Move | None = None  # the move that waits for its answer
    wants_more = False

    if file is not None:
        seat.save(file)
    with Connection(
        seat.server,
        seat.table,
        seat.secret,
        seen=seat.seen,
        language=language,
        patience=patience,
    ) as connection:
        for message in connection:
            new = standing.take(message)
            if new:
                if told is not None:
                    told(new)
                seat.match, seat.notices, seat.seen = (
                    standing.match,
                    standing.notices,
                    standing.number,
                )
                if file is not None:
                    seat.save(file)
            if asked is not None and getattr(message, "id", None) == asked.id:
                check_refusal(message)
                if asked.after == standing.number and not refused_as(message, "paused"):
                    standing.legal = []  # of the moment before; the next ones are told
                asked = None
            if standing.phase == "closed":
                raise ClientError("closed", "The table was closed.")
            if standing.legal and asked is None and standing.phase == "playing":
                move = ask(choose, standing.turn(chance), seat.name)
                asked = wire.Move(new_id(), standing.number, move.text)
                connection.do(asked)
            else:
                connection.ack(seat.seen)
            if standing.over and not wants_more:
                result = standing.result()
                if again is None or not again(result):
                    return result
            if standing.over and (not wants_more or isinstance(message, wire.Welcome)):
                connection.do(wire.Rematch(new_id()))
            wants_more = standing.over
    raise ClientError("left", "The table was left before the match was over.")


play_seat = play  # where `play` is the function that chooses


def check_refusal(message: object) -> None:
    """A refusal that choosing again would not change ends the play."""
    if isinstance(message, wire.Refused) and message.code not in OVERTAKEN:
        raise ClientError(message.code, message.text)


def refused_as(message: object, code: str) -> bool:
    return isinstance(message, wire.Refused) and message.code == code


def watch(
    link: str, told: Told, *, language: wire.Language | None = "en", patience: float = PATIENCE
) -> Result:
    """Look on until the match is over: `told` is given all that spectators may know."""
    address, standing = read_table(link), Standing()
    with Connection(
        address.server, address.table, address.invite, language=language, patience=patience
    ) as connection:
        for message in connection:
            new = standing.take(message)
            if new:
                told(new)
            if standing.phase in ("over", "closed"):
                return standing.result()
    raise ClientError("left", "The table was left before the match was over.")
