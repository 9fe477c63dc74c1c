"""Bots that search, on a server: they think in processes of their own, never on the event loop.

A process gets what the bot's seat knows, as bytes, and gives back what it has found. There are only
so many processes; a decision waits for one of them, and the table says that its bot is thinking.
Whatever goes wrong, the game's rule of thumb moves at once, that is logged and shown at the table,
and the process is replaced. Past matches are looked at by the same processes, when no bot waits:
see reviews.py.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from heapq import heappop, heappush
from itertools import count
from random import SystemRandom
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import msgspec

from settebello.bots import BOT_NAMES
from settebello.bots.levels import LEVEL_NAMES
from settebello.game import Game
from settebello.registry import given
from settebello.rejection import RejectionCode
from settebello.server import logs
from settebello.server.thinker import (
    LONGEST,
    SIZE,
    SPARE_SECONDS,
    ThinkerAnswer,
    ThinkerQuestion,
)

if TYPE_CHECKING:
    from settebello.mind import Mind
    from settebello.server.metrics import Metrics
    from settebello.server.settings import Settings
    from settebello.table.driver import Asked, Driver, HostedTable

OUR_BOTS = (*BOT_NAMES, *LEVEL_NAMES)  # a log may name any other bot, which may be a file
PROGRAM = ("-m", "settebello.server.thinker")
START_SECONDS = 60.0  # for a process to begin, on a machine that has much to do
IDLE_SECONDS = 300.0  # then a process that has nothing to do ends
PLAYING, LOOKING, REVIEWING = range(3)  # whose questions come first
OWN_VARIABLES = "SETTEBELLO_"  # the server's own, which may have the password of its store


class NoThought(Exception):
    """There is no thought; the text says why, in a word."""


class Request(NamedTuple):
    """A question that waits, who wants the answer, and whether they still do.

    Those of the lowest `rank` come first, in the order of their numbers.
    """

    rank: int
    number: int
    question: ThinkerQuestion
    done: Callable[[dict[str, Any] | str], None]
    wanted: Callable[[], bool]


class Thinker:
    """One process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    @staticmethod
    async def start(megabytes: int) -> Thinker:
        """A process that is ready; NoThought if it does not begin."""
        others = {k: v for k, v in os.environ.items() if not k.startswith(OWN_VARIABLES)}
        pipe, nothing = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
        try:
            # A session of its own: Ctrl-C is for the server, which ends it.
            process = await asyncio.create_subprocess_exec(
                sys.executable, *PROGRAM, str(megabytes),
                stdin=pipe, stdout=pipe, stderr=nothing, env=others, start_new_session=True,
            )  # fmt: skip
        except OSError:
            raise NoThought("not-started") from None
        thinker = Thinker(process)
        try:
            await thinker._read(START_SECONDS)
        except BaseException as error:
            thinker.kill()
            if isinstance(error, NoThought):
                raise NoThought("not-started") from None
            raise
        return thinker

    async def think(self, question: ThinkerQuestion) -> dict[str, Any]:
        """What it finds; NoThought if it finds nothing. It is of no use after `late` or `dead`."""
        assert self.process.stdin is not None
        message = msgspec.msgpack.encode(question)
        try:
            self.process.stdin.write(len(message).to_bytes(SIZE, "big") + message)
        except (OSError, RuntimeError):  # uvloop says so of a pipe that is closed
            raise NoThought("dead") from None
        answered = await self._read(question.seconds + SPARE_SECONDS)
        try:
            answer = msgspec.msgpack.decode(answered, type=ThinkerAnswer)
        except msgspec.MsgspecError:
            raise NoThought("dead") from None
        if answer.thought is None:
            raise NoThought(f"failed: {answer.error}")
        return answer.thought

    async def _read(self, seconds: float) -> bytes:
        assert self.process.stdout is not None
        try:
            async with asyncio.timeout(seconds):
                size = int.from_bytes(await self.process.stdout.readexactly(SIZE), "big")
                if size > LONGEST:
                    raise NoThought("dead")
                return await self.process.stdout.readexactly(size)
        except TimeoutError:
            raise NoThought("late") from None
        except (asyncio.IncompleteReadError, OSError):
            raise NoThought("dead") from None

    @property
    def has_ended(self) -> bool:
        return self.process.returncode is not None

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            self.process.kill()


class Thinkers:
    """All thinking processes of a server; each is started when there is something for it to do."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._waiting: asyncio.PriorityQueue[Request] = asyncio.PriorityQueue()
        self._numbers = count(1)
        self._held: list[Request] = []  # about past matches, until they may wait for a process
        self._looking: set[int] = set()  # the numbers of those that do, or have one
        self._idle = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self.processes: dict[int, asyncio.subprocess.Process] = {}  # by their ids

    def __len__(self) -> int:
        """How many questions wait."""
        return self._waiting.qsize()

    def ask(
        self,
        mind: Mind,
        done: Callable[[dict[str, Any] | str], None],
        wanted: Callable[[], bool],
    ) -> None:
        """Think about a decision; `done` gets the `Thought` as data, or a word: why there is none.

        It must not raise, and is not called if it is not `wanted` any more. Raises NoThought if too
        many wait already, or if the rules of the game make states that cannot be sent.
        """
        if len(self) >= self._settings.thinking_waiting:
            raise NoThought("too-many")
        seed = SystemRandom().getrandbits(53)
        question = question_about(mind, seed, self._settings.thinking_seconds)
        self._put(Request(PLAYING, next(self._numbers), question, done, wanted))

    async def look_back(self, question: ThinkerQuestion, rank: int) -> dict[str, Any]:
        """The answer to a question about a past match; all bots that wait come first.

        One process, if there are several, is left to the bots. Raises NoThought if there is no
        answer.
        """
        found: asyncio.Future[dict[str, Any] | str] = asyncio.get_running_loop().create_future()
        wanted = lambda: not found.done()  # noqa: E731 (nobody may wait for it any more)
        request = Request(rank, next(self._numbers), question, found.set_result, wanted)
        heappush(self._held, request)
        self._let_through()
        try:
            answer = await found
        finally:
            self._looking.discard(request.number)
            self._let_through()
        if isinstance(answer, str):
            raise NoThought(answer)
        return answer

    def _let_through(self) -> None:
        """Have questions about past matches wait for a process, as many as may."""
        while self._held and len(self._looking) < max(1, self._settings.thinkers - 1):
            request = heappop(self._held)
            if request.wanted():
                self._looking.add(request.number)
                self._put(request)

    def _put(self, request: Request) -> None:
        self._waiting.put_nowait(request)
        if len(self) > self._idle and len(self._tasks) < self._settings.thinkers:
            task = asyncio.get_running_loop().create_task(self._work())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _work(self) -> None:
        """Answer questions with one process at a time, until there has been none for long."""
        thinker: Thinker | None = None
        try:
            while (request := await self._next()) is not None:
                if not request.wanted():
                    continue
                if thinker is not None and thinker.has_ended:  # somebody has killed it
                    await self._end(thinker)
                    thinker = None
                try:
                    if thinker is None:
                        thinker = await Thinker.start(self._settings.thinking_megabytes)
                        self.processes[thinker.process.pid] = thinker.process
                    answer: dict[str, Any] | str = await thinker.think(request.question)
                except NoThought as reason:
                    answer = str(reason)
                    if thinker is not None and answer in ("late", "dead"):
                        await self._end(thinker)
                        thinker = None
                if request.wanted():
                    request.done(answer)
        finally:
            if thinker is not None:
                await self._end(thinker)

    async def _next(self) -> Request | None:
        self._idle += 1
        try:
            async with asyncio.timeout(IDLE_SECONDS):
                return await self._waiting.get()
        except TimeoutError:  # and a question may have come in the same moment
            return None if self._waiting.empty() else self._waiting.get_nowait()
        finally:
            self._idle -= 1

    async def _end(self, thinker: Thinker) -> None:
        """End a process, if it has not ended."""
        self.processes.pop(thinker.process.pid, None)
        thinker.kill()
        await thinker.process.wait()

    async def stop(self) -> None:
        """End all processes, whatever they do; nobody is answered any more."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class BotHost(Protocol):
    """What bots that think need of a lobby."""

    metrics: Metrics

    def choose_now(self, hosted: HostedTable, seat: int, bot: str) -> str | None: ...

    def give_up(self, hosted: HostedTable, code: str, error: Exception) -> None: ...


class ThinkingBots:
    """The bots of all tables that search for their moves."""

    def __init__(self, lobby: BotHost, driver: Driver, thinkers: Thinkers) -> None:
        self._lobby = lobby
        self._driver = driver
        self._thinkers = thinkers

    def ask(self, hosted: HostedTable, seat: int) -> None:
        """Have a move chosen for this seat; the lobby is given it later, whatever happens."""
        asked, match = hosted.asked, hosted.table.match
        assert asked is not None
        assert match is not None
        done = partial(self._answered, hosted, asked)
        try:
            self._thinkers.ask(match.mind(seat), done, lambda: hosted.asked == asked)
        except NoThought as reason:
            # Later, as if it had thought: the driver waits for it by then.
            asyncio.get_running_loop().call_soon(done, str(reason))
        except Exception as failure:  # the rules have failed
            self._lobby.give_up(hosted, RejectionCode.FAILED, failure)

    def _answered(self, hosted: HostedTable, asked: Asked, found: dict[str, Any] | str) -> None:
        """A process has answered, or there is a reason why none has."""
        if hosted.asked != asked or hosted.broken:
            return
        try:
            move, why = read_answer(hosted, asked[2], found)
        except Exception as failure:  # the rules have failed
            self._lobby.give_up(hosted, RejectionCode.FAILED, failure)
            return
        metrics, match = self._lobby.metrics, hosted.table.match_id
        if why:
            logs.warning("a bot moves by its rule of thumb", why=why, match=match)
            metrics.hurried_moves += 1
        else:
            metrics.thoughts += 1
        if move:
            metrics.bot_moves += 1
        else:
            move = self._lobby.choose_now(hosted, asked[2], "medium") or ""
        if move:
            self._driver.chosen(hosted, asked, move, bool(why))


def read_answer(hosted: HostedTable, seat: int, found: dict[str, Any] | str) -> tuple[str, str]:
    """The legal move in an answer, or none, and why it is not what the bot would do with time."""
    if isinstance(found, str):
        return "", found
    assert hosted.table.match is not None
    move = found.get("choice", "")
    if move not in [legal.text for legal in hosted.table.match.legal(seat)]:
        return "", "nonsense"
    return move, "late" if found.get("late") else ""


def question_about(mind: Mind, seed: int, seconds: float) -> ThinkerQuestion:
    """The question what to do, for a seat that knows this.

    Raises NoThought if the rules of the game make states that cannot be sent.
    """
    game = mind.game
    try:
        known = mind.to_bytes()
    except ValueError:
        raise NoThought("not-plain") from None
    return ThinkerQuestion(game.NAME, game.VERSION, file_of(game), known, seed, seconds)


def file_of(game: Game) -> str:
    """The rules file of a game that a process would not find by its name; else nothing."""
    return str(getattr(game, "__file__", "")) if given().get(game.NAME) is game else ""
