"""A server is killed again and again while people play, and nothing may be lost or happen twice.

    python tests/server/crashes.py --kills 1000

Clients play matches of all games at random, at several tables at once. After so many moments (a
request, a connection, a frame that came or went) the server is killed as if the power failed, and
started again on the same store. The clients come back, say what they have seen, and send again what
was not answered. When a table is done, verdict.py judges what its clients have received and sent.

A seed repeats what is chosen here, not what the operating system makes of it.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from signal import Signals
from typing import Any, NamedTuple, TypeVar

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from settebello import games
from settebello.table import protocol
from settebello.table.entries import MoveEntry

sys.path.insert(0, str(Path(__file__).parents[1]))  # when this file is run, not imported

from live import Server, ask, serving
from server import verdict

Result = TypeVar("Result")
Asked = protocol.Move | protocol.Undo | protocol.Pause | protocol.Resume | protocol.Rematch

NAMES = ("Ann", "Bea", "Cal", "Dan")
TABLES = 4  # at once
PATIENCE = 60.0  # seconds without a word before a client says that it is stuck
# A server that stores all entries as they come, which it usually does for those of many matches.
AS_THEY_COME = """
from settebello.cli import main
from settebello.store import sqlite

sqlite.MANY = 1
raise SystemExit(main())
"""
LOST = (OSError, EOFError, WebSocketException, http.client.HTTPException)


class Failure(Exception):
    """A client is stuck or kept out, or the verdict on a table is bad."""


class Client:
    """Somebody at a table, who comes back as often as they have to."""

    seat: int | None = None

    def __init__(self, drill: Company, table: str, secret: str) -> None:
        self.lines: list[str] = []
        self.left = False
        self.visited = 0.0  # when the last connection was begun
        self.hung_up = False  # the last connection was ended by the client itself
        self._heard = time.monotonic()  # when the last word came
        self.table = table
        self._drill = drill
        self._secret = secret
        self._chance = random.Random(drill.chance.random())
        self._language: Any = self._chance.choice((None, "en", "it"))
        self._views = self._chance.random() < 0.5
        self._seen = 0
        self._socket: ClientConnection

    @property
    def witness(self) -> verdict.Witness:
        return verdict.Witness(self.seat, self._language, self.lines)

    @property
    def _patience(self) -> float:
        """Seconds to wait for the next word."""
        return PATIENCE

    async def play(self) -> None:
        while not self.left:
            await self._drill.retried(self._visit)

    async def _visit(self) -> None:
        """One connection, from its Hello to its end."""
        self._drill.moment()
        self.visited, self.hung_up = time.monotonic(), False
        address = self._drill.address(self.table)
        async with connect(address, compression=None, close_timeout=1) as self._socket:
            await self._passed("connected")
            await self._greet()
            while not self.left:
                message = await self._receive()
                self._take_in(message)
                await self._passed(f"received {type(message).__name__}")
                await self._react(message)

    async def _passed(self, what: str) -> None:
        """Something came or went. Sometimes the line is bad."""
        self._drill.moment()
        if self._chance.random() < 0.005:
            self.hung_up = True
            self._socket.transport.abort()

    async def _send(self, message: protocol.ClientMessage) -> None:
        frame = protocol.encode(message)
        self.lines.append(verdict.SENT + frame)
        await self._socket.send(frame)
        await self._passed(f"sent {type(message).__name__}")

    async def _receive(self) -> protocol.ServerMessage:
        try:
            async with asyncio.timeout(self._patience):
                frame = await self._socket.recv(decode=True)
        except TimeoutError:
            if time.monotonic() < self._heard + PATIENCE:
                raise EOFError from None  # in doubt: perhaps another connection is better
            raise Failure(f"{self.table}: seat {self.seat} receives nothing any more") from None
        self._heard = time.monotonic()
        self.lines.append(verdict.RECEIVED + frame)
        message = protocol.decode_server(frame)
        if verdict.is_kept_out(message):
            raise Failure(f"{self.table}: seat {self.seat} is kept out: {message}")
        return message

    async def _greet(self) -> None:
        hello = protocol.Hello(self.table, self._secret, self._seen, self._language, self._views)
        await self._send(hello)

    def _take_in(self, message: protocol.ServerMessage) -> None:
        if isinstance(message, protocol.Welcome | protocol.Told) and message.notices:
            self._seen = max(self._seen, message.notices[-1]["number"])

    async def _react(self, message: protocol.ServerMessage) -> None:
        """A spectator goes away now and then, and comes again."""
        if self._chance.random() < 0.05:
            raise EOFError


class Player(Client):
    """Makes legal moves, mostly; takes them back, pauses, and says things twice."""

    def __init__(self, drill: Company, table: str, secret: str, seat: int, matches: int) -> None:
        super().__init__(drill, table, secret)
        self.seat: int = seat
        self._matches_wanted = matches
        self._matches: set[str] = set()
        self._phase: protocol.Phase = "open"
        self._turn: protocol.Welcome | protocol.Told | None = None  # what the next move answers
        self._moved: protocol.Welcome | protocol.Told | None = None  # what the last move answered
        self._undo_after: int | None = None
        self._unanswered: dict[str, Asked] = {}
        self._answered: protocol.Move | None = None  # the last one
        self._wants_rematch = False  # as the table knows it
        self._asked = 0

    @property
    def _patience(self) -> float:
        return self._drill.doubt if self._unanswered else PATIENCE

    async def _greet(self) -> None:
        await super()._greet()
        for message in self._unanswered.values():
            await self._send(message)

    async def _react(self, message: protocol.ServerMessage) -> None:
        asks = None if self._unanswered else self._choose()
        told = isinstance(message, protocol.Welcome | protocol.Told) and message.notices
        if told and not isinstance(asks, protocol.Move):  # a move is an Ack as well
            await self._send(protocol.Ack(self._seen))
        if asks is not None:
            self._unanswered[asks.id] = asks
            await self._send(asks)
        if self._answered is not None and self._chance.random() < 0.03:
            await self._send(self._answered)  # once more, for no reason

    def _take_in(self, message: protocol.ServerMessage) -> None:
        super()._take_in(message)
        if isinstance(message, protocol.Welcome | protocol.Seats):
            self._phase = message.phase
            self._matches.add(message.match)
            self._wants_rematch = message.seats[self.seat].rematch
        if isinstance(message, protocol.Welcome | protocol.Told):
            if self._phase == "playing" and not message.to_act and not message.more:
                self._phase = "over"
            self._turn = message if message.legal else None
            self._undo_after = message.number if message.can_undo else None
        elif isinstance(message, protocol.Answer):
            answered = self._unanswered.pop(message.id, None)
            if isinstance(answered, protocol.Move):
                self._answered = answered
                self._drill.accepted(self)
                if self._turn is self._moved:
                    self._turn = None
        elif isinstance(message, protocol.Refused) and message.id is not None:
            self._unanswered.pop(message.id, None)

    def _choose(self) -> Asked | None:
        """What to ask for now, if anything."""
        self._asked += 1
        id, chance = f"{self.seat}.{self._asked}", self._chance.random()
        if self._phase == "over" and len(self._matches) >= self._matches_wanted:
            self.left = True
        elif self._phase == "over" and not self._wants_rematch:
            return protocol.Rematch(id)
        elif self._phase == "paused":
            return protocol.Resume(id)
        elif self._phase == "playing" and self._undo_after is not None and chance < 0.1:
            after, self._undo_after = self._undo_after, None
            return protocol.Undo(id, after)
        elif self._phase == "playing" and self._turn is not None:
            if chance < 0.12:
                return protocol.Pause(id)
            self._moved = self._turn
            move = "nonsense" if chance > 0.98 else self._any(self._turn.legal)
            return protocol.Move(id, self._turn.number, move)
        return None

    def _any(self, legal: list[protocol.Choice]) -> str:
        """Melds are laid whenever they can be: Rummy at random takes thousands of moves."""
        melds = [choice for choice in legal if choice.verb in ("meld", "add")]
        return self._chance.choice(melds or legal).text


class Wanted(NamedTuple):
    """A table to play at: persons sit down first, bots fill the rest."""

    game: str
    seats: int
    options: dict[str, Any]
    persons: int
    bot: str
    matches: int


def tables(chance: random.Random) -> Iterator[Wanted]:
    """Tables of all games and of many kinds, without end."""
    while True:
        variant = chance.choice(("standard", "draft"))
        options: dict[str, dict[str, Any]] = {
            "dice": {},
            "scopa": {"target": 1},
            "sixty_six": {"variant": variant},
            "rummy": {"target": 1},
            "hearts": {"target": 1},
            "liars_dice": {"dice": 2},
        }
        for game in chance.sample(sorted(options), len(options)):
            seats = chance.choice([number for number in games()[game].SEATS if number <= 5])
            persons = chance.randint(2, min(seats, len(NAMES)))
            bot, matches = chance.choice(("bot", "random")), chance.choice((1, 1, 2))
            yield Wanted(game, seats, options[game], persons, bot, matches)


class Company:
    """Clients at many tables, and the verdict on each table. Where they play is said below it."""

    player: type[Player] = Player
    doubt = PATIENCE  # seconds without an answer after which a player connects again

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.matches = self.moves = 0
        self.unanswered = [0, 0]  # moves that a lost connection left so: not stored, stored
        self.clients: dict[str, list[Client]] = {}  # by table, until it is judged
        self.enough = False

    def url(self) -> str:
        """Where a server is, for a visit or a request."""
        raise NotImplementedError

    def query(self, sql: str) -> Sequence[Sequence[str]]:
        """Rows of the store."""
        raise NotImplementedError

    def address(self, table: str) -> str:
        """Of a WebSocket to a table."""
        return self.url().replace("http", "ws", 1) + "/ws"

    def moment(self) -> None:
        """Something comes or goes."""

    def accepted(self, client: Client) -> None:
        """A move of this client was answered."""

    async def up(self) -> None:
        """Wait until there is a server."""

    async def retried(self, action: Callable[..., Awaitable[Result]], *given: Any) -> Result:
        """Do it while there is a server, and again if the server is lost on the way."""
        while True:
            await self.up()
            try:
                return await action(*given)
            except LOST:
                await asyncio.sleep(0)

    async def play_tables(self, wanted: Iterator[Wanted]) -> None:
        while not self.enough:
            await self.play_table(next(wanted))

    async def play_table(self, wanted: Wanted) -> verdict.Case:
        """A table, from its opening to the verdict."""
        table, host, clients = await self.retried(self._seat, wanted)
        self.clients[table] = clients
        async with asyncio.TaskGroup() as group:
            *playing, watching = [group.create_task(client.play()) for client in clients]
            await self.retried(self._begin, table, host, wanted.bot)
            await asyncio.gather(*playing)
            watching.cancel()
        case = await self._judge(table, host)
        del self.clients[table]
        return case

    async def _seat(self, wanted: Wanted) -> tuple[str, str, list[Client]]:
        """A table, its host's secret, its players and a spectator."""
        body = {"game": wanted.game, "seats": wanted.seats, "options": wanted.options}
        opened = await self._ask(
            "POST", "/api/tables", "", {**body, "name": NAMES[0], "absence": "wait"}
        )
        table, invite, seats = opened["table"], opened["invite"], [opened]
        for name in NAMES[1 : wanted.persons]:
            path = f"/api/tables/{table}/seats"
            seats.append(await self._ask("POST", path, invite, {"name": name}))
        players = [
            self.player(self, table, seat["secret"], seat["seat"], wanted.matches) for seat in seats
        ]
        return table, opened["secret"], [*players, Client(self, table, invite)]

    async def _begin(self, table: str, host: str, bot: str) -> None:
        answer = await self._ask("POST", f"/api/tables/{table}/start", host, {"fill": bot})
        if answer.get("code", "not-open") != "not-open":  # it has begun, and then came a crash
            raise Failure(f"{table}: the match does not begin: {answer}")

    async def _judge(self, table: str, secret: str) -> verdict.Case:
        clients = [client.witness for client in self.clients[table]]
        logs = await asyncio.to_thread(verdict.stored, self.query, table)
        records = {
            match: await self.retried(self._ask, "GET", f"/api/matches/{match}/record", secret)
            for match in logs
        }
        case = verdict.Case(table, clients, logs, records)
        wrong = await self.complaints(case)
        if wrong:
            raise Failure("\n".join(wrong[:10]))
        self.matches += len(logs)
        self.moves += sum(isinstance(e, MoveEntry) for entries in logs.values() for e in entries)
        for was_stored in (each for client in clients for each in left_unanswered(client)):
            self.unanswered[was_stored] += 1
        return case

    async def complaints(self, case: verdict.Case) -> list[str]:
        return verdict.complaints(case)

    async def _ask(self, method: str, path: str, secret: str, body: Any = None) -> Any:
        self.moment()
        status, answer = await asyncio.to_thread(ask, self.url(), method, path, body, secret)
        if status == 503:
            raise EOFError(answer)
        return answer


class Drill(Company):
    """One server on a file, its clients, and who kills it."""

    def __init__(self, server: Server, seed: int, signal: Signals = Signals.SIGKILL) -> None:
        super().__init__(seed)
        self.server = server
        self._signal = signal
        self.kills = 0
        self._up = asyncio.Event()
        self._up.set()
        self._down = asyncio.Event()
        self._moments = 0  # that the server has left

    @property
    def summary(self) -> str:
        return f"{self.kills} kills, {self.matches} matches, {self.moves} moves"

    def url(self) -> str:
        return self.server.url

    def query(self, sql: str) -> Sequence[Sequence[str]]:
        return verdict.in_file(self.server.folder / "tables.db")(sql)

    async def up(self) -> None:
        await self._up.wait()

    async def run(self, kills: int, report: Callable[[str], None]) -> None:
        """End the server so often while tables are played; those are played to their end."""
        wanted = tables(self.chance)
        async with asyncio.TaskGroup() as group:
            for _ in range(TABLES):
                group.create_task(self.play_tables(wanted))
            while self.kills < kills:
                self._down.clear()
                # Often that is too short for all to come back.
                self._moments = self.chance.randint(1, self.chance.choice((3, 20, 100, 600)))
                await self._down.wait()
                await asyncio.to_thread(self._start_again)
                self._up.set()
                self.kills += 1
                report(self.summary)
            self.enough = True

    def moment(self) -> None:
        """Something comes or goes: perhaps that is the last moment of the server."""
        self._moments -= 1
        if self._moments == 0:
            # At once, or when the server is a little further with what it is doing.
            delay = self.chance.choice((0, 0, 0.0003, 0.001, 0.003))
            asyncio.get_running_loop().call_later(delay, self._strike)

    def _strike(self) -> None:
        self.server.process.send_signal(self._signal)
        self._up.clear()
        self._down.set()

    def _start_again(self) -> None:
        code = self.server.process.wait(PATIENCE)
        self.server.kill()  # it is dead already; this closes what it left open
        if code != (-Signals.SIGKILL if self._signal == Signals.SIGKILL else 0):
            raise Failure(f"the server ended with code {code}")
        self.server.program = ["-c", AS_THEY_COME] if self.kills % 2 else ["-m", "settebello"]
        self.server.start()


def left_unanswered(client: verdict.Witness) -> Iterator[bool]:
    """For each move that a lost connection left without an answer: whether it was stored."""
    moved: protocol.Move | None = None
    for message in verdict.frames(client):
        if isinstance(message, protocol.Welcome) and moved is not None:
            yield message.number != moved.after
        if isinstance(message, protocol.Move):
            moved = message
        elif isinstance(message, protocol.Answer | protocol.Refused):
            moved = None


def drill(
    folder: Path,
    times: int,
    seed: int,
    signal: Signals = Signals.SIGKILL,
    report: Callable[[str], None] = lambda text: None,
) -> Drill:
    """A whole drill. If it fails, the logs of the clients are in the folder, beside the store."""
    with serving(folder, luck=None) as server:
        done = Drill(server, seed, signal)
        with logs_at_failure(done, folder, seed):
            asyncio.run(done.run(times, report))
    return done


@contextmanager
def logs_at_failure(company: Company, folder: Path, seed: int) -> Iterator[None]:
    """Leave the logs of the clients in the folder if something is wrong."""
    try:
        yield
    except BaseExceptionGroup as group:
        for table, clients in company.clients.items():
            for number, client in enumerate(clients):
                lines = "".join(f"{line}\n" for line in client.lines)
                (folder / f"{table}-{number}.log").write_text(lines)
        cause = first(group)
        if not isinstance(cause, Failure):
            raise
        where = f"The seed is {seed}; the logs are in {folder}."
        raise Failure(f"{cause}\n{where}") from None


def first(error: BaseException) -> BaseException:
    """Groups of tasks wrap what went wrong in groups."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def main() -> int:
    parser = argparse.ArgumentParser(description="Kill a server again and again while people play.")
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parsed = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="settebello-crashes-"))
    print(f"Seed {parsed.seed}, store and logs in {folder}")

    def report(summary: str) -> None:
        print(f"\r{summary} ", end="", flush=True)

    try:
        done = drill(folder, parsed.kills, parsed.seed, report=report)
    except Failure as failure:
        print(f"\n{failure}")
        return 1
    shutil.rmtree(folder)
    not_stored, stored = done.unanswered
    print(f"\rLeft without an answer: {stored} moves that were stored, {not_stored} that were not.")
    print(f"{done.summary}: nothing lost, nothing twice.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
