"""Looking back at past matches, on request: the thinking processes judge decision by decision.

A review is kept when it is done, so it is made once. It waits for a process at each decision, after
all bots, and leaves one process to them. Whatever goes wrong, it has failed, says so, and may be
asked for again; tables go on.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from settebello.lab.judging import CloserLook, JudgedMove
from settebello.rejection import Rejection, RejectionCode
from settebello.server import logs
from settebello.server.addresses import is_private
from settebello.server.answers import reading_record
from settebello.server.review_bodies import Known, ReviewNow
from settebello.server.reviewing import BEGINNING, ReviewWalk, played_to, told, writing_review
from settebello.server.sockets import NEAR
from settebello.server.thinker import ThinkerQuestion
from settebello.server.thinking import LOOKING, REVIEWING, NoThought, question_about
from settebello.store.logs import read_log
from settebello.table.records import Work, in_language
from settebello.table.storage import MatchHeader, ReviewRow, StoreError
from settebello.words import words_of

if TYPE_CHECKING:
    from settebello.server.lobby import Lobby

Key = tuple[str, int]  # a match and a seat
KNOWN_WORLDS = 100  # for what could be known at a step
MOST_FAILED = 1_000  # reviews of which it is known that they have failed


class TooManyMoves(Exception):
    """A match is longer than reviews may be."""


class SeatLookback:
    """A review that is under way; `walk` is there when its log has been read."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.walk: ReviewWalk | None = None
        self.task: asyncio.Task[None] | None = None


class Reviews:
    """All reviews of a server that are under way, and those that have failed."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._settings = lobby.settings
        self._under_way: dict[Key, SeatLookback] = {}
        self._failed: dict[Key, str] = {}  # the name of the sentence that says why
        self._from: Counter[str] = Counter()  # under way, by address
        lobby.metrics.gauge("reviews", "Reviews under way.", lambda: len(self._under_way))

    async def shown(self, header: MatchHeader, seat: int, language: str) -> ReviewNow | Work[bytes]:
        """The review of a seat, or how far it is; Elsewhere if another node is about it."""
        key = match, _ = header.match, seat
        kept = await self._kept(key)
        if kept is not None:
            return writing_review(match, kept, names(header, language)[seat], language)
        job = self._under_way.get(key)
        if job is not None:
            if job.walk is None:
                return ReviewNow(match, seat, "working", 0, 0, False, "", None)
            return job.walk.so_far(match, names(header, language)[seat], language)
        owner = await self._lobby.ledger.owner(place_of(key))
        if owner is not None:
            raise owner
        if key in self._failed:
            why = words_of(None, language).format(self._failed[key], {}) or ""
            return ReviewNow(match, seat, "failed", 0, 0, False, why, None)
        return ReviewNow(match, seat, "none", 0, 0, False, "", None)

    async def begin(self, header: MatchHeader, seat: int, address: str) -> None:
        """Begin the review of a seat, unless it is kept or under way.

        Raises Rejection if too many are under way, Elsewhere if another node is about it.
        """
        key = header.match, seat
        if await self._kept(key) is not None or key in self._under_way:
            return
        self._check(address)
        job = self._under_way[key] = SeatLookback(address)
        self._from[address] += 1
        try:
            await self._lobby.ledger.claim(place_of(key))
        except BaseException:
            self._drop(key)
            raise
        self._failed.pop(key, None)
        job.task = asyncio.get_running_loop().create_task(self._run(key, job, header))

    def _check(self, address: str) -> None:
        if len(self._under_way) >= self._settings.reviews:
            raise Rejection(RejectionCode.TOO_MANY)
        most = self._settings.reviews_by_address * (NEAR if is_private(address) else 1)
        if self._from[address] >= most:
            raise Rejection(RejectionCode.TOO_MANY, about="reviews", most=most)

    async def _kept(self, key: Key) -> str | None:
        """What was kept of a review, unless an older Settebello wrote it in another form."""
        body = await self._lobby.store.review(*key)
        return body if body is not None and body.startswith(BEGINNING) else None

    async def _run(self, key: Key, job: SeatLookback, header: MatchHeader) -> None:
        """Make a review and keep it; whatever fails, it is over then."""
        try:
            await self._keep(key, await self._made(key, job, header))
        except Exception as error:
            why = "review-failed"
            if isinstance(error, TooManyMoves):
                why = "review-too-long"
            elif isinstance(error, NoThought):
                why = "review-late" if str(error) == "late" else why
                logs.warning("review failed", match=key[0], why=str(error))
            else:
                logs.failed("review failed", error, match=key[0])
            self._failed[key] = why
            if len(self._failed) > MOST_FAILED:
                del self._failed[next(iter(self._failed))]
        finally:
            self._drop(key)
        try:
            await self._lobby.ledger.release(place_of(key))
        except StoreError as error:  # it is released when this node ends
            logs.warning("place not released", why=str(error))

    async def _made(self, key: Key, job: SeatLookback, header: MatchHeader) -> str:
        """The body of a review. Raises NoThought, TooManyMoves, and what a replay raises."""
        (match, seat), settings = key, self._settings
        slices, thinkers = self._lobby.slices, self._lobby.thinkers
        record = await self._record(match)
        faces = msgspec.json.decode(header.summary).get("faces", [])
        walk = job.walk = ReviewWalk(record, seat, settings.review_worlds, faces)
        if walk.all > settings.review_moves:
            raise TooManyMoves
        suspects: dict[int, ThinkerQuestion] = {}
        while (mind := await slices.begin(walk.to_decision())) is not None:
            question = question_about(mind, 0, settings.review_seconds)
            question.kind, question.worlds = "judge", walk.worlds
            number = question.number = walk.number
            question.text = walk.made
            found = await thinkers.look_back(question, REVIEWING)
            suspects[number] = question
            worst = walk.note(JudgedMove(**found) if found else None)
            suspects = {suspect: suspects[suspect] for suspect in worst}
        while (suspect := walk.suspect()) is not None:
            question = suspects[suspect]
            question.kind, question.worlds = "closer", walk.worlds
            question.text, question.best = walk.question(suspect)
            found = await thinkers.look_back(question, REVIEWING)
            walk.note_closer(suspect, CloserLook(**found) if found else None)
        return await slices.begin(walk.kept())

    async def _record(self, match: str) -> dict[str, Any]:
        bodies = await read_log(self._lobby.store, match)
        return await self._lobby.slices.begin(reading_record(bodies))

    async def _keep(self, key: Key, body: str) -> None:
        """Return when a review is stored; StoreError if it is not."""
        stored: asyncio.Future[StoreError | None] = asyncio.get_running_loop().create_future()
        done = partial(answer, stored)
        self._lobby.ledger.submit((), (), done, reviews=[ReviewRow(*key, body)])
        error = await stored
        if error is not None:
            raise error

    def _drop(self, key: Key) -> None:
        job = self._under_way.pop(key)
        self._from[job.address] -= 1
        if not self._from[job.address]:
            del self._from[job.address]

    async def known(self, header: MatchHeader, seat: int, step: int, language: str) -> Known:
        """What a seat could know at a step.

        Raises Rejection if there is no such step, or if no process has the time or finds anything.
        """
        record = await self._record(header.match)
        last = len(record["moves"])
        if step > last:
            why = f"A step of this match is 0 to {last}."
            raise Rejection(RejectionCode.BAD_REQUEST, why=why)
        match = await self._lobby.slices.begin(played_to(record, step))
        seconds = self._settings.request_seconds / 2
        try:
            question = question_about(match.mind(seat), 0, seconds)
            question.kind, question.worlds = (
                "known",
                min(self._settings.review_worlds, KNOWN_WORLDS),
            )
            async with asyncio.timeout(seconds):
                found = await self._lobby.thinkers.look_back(question, LOOKING)
        except (NoThought, TimeoutError) as error:
            if isinstance(error, TimeoutError) or str(error) == "late":
                raise Rejection(RejectionCode.TOO_MANY) from None
            logs.warning("look failed", match=header.match, why=str(error))
            raise Rejection(RejectionCode.FAILED) from None
        players = names(header, language)
        return told(match.game, found, (header.match, seat, step), players, language)

    async def stop(self) -> None:
        """Give up all that is under way."""
        tasks = [job.task for job in self._under_way.values() if job.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def answer(stored: asyncio.Future[StoreError | None], error: StoreError | None) -> None:
    """The store has answered; the one who waited may be gone."""
    if not stored.done():
        stored.set_result(error)


def place_of(key: Key) -> str:
    """What a node owns while it makes a review, as it owns a table."""
    return f"review {key[0]} {key[1]}"


def names(header: MatchHeader, language: str) -> list[str]:
    """The names of the players of a match, those of bots in this language."""
    players: list[str] = in_language(msgspec.json.decode(header.summary), language)["players"]
    return players
