"""Connections to PostgreSQL: how they are made, and how it shows that one is lost."""

from __future__ import annotations

import asyncio
import errno
import time
from collections.abc import Awaitable
from typing import Any, TypeVar
from urllib.parse import urlsplit

import asyncpg

from settebello.store.postgres.contract import ConnectionLost
from settebello.store.sqlite import Unusable
from settebello.table.storage import Conflict, RowsRefused, StoreError

T = TypeVar("T")
QUICK = 2.0  # seconds within which the database answers, or the connection is taken for lost
PATIENCE = 3.0  # seconds for which a read is tried again
MOST = 4  # connections that read and claim

# What asyncpg raises when it is not a mistake of ours.
FAILURES = (
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    OSError,
)
# What it raises when a connection is gone, or is refused for now. InternalClientError is what
# a session gets that is terminated while it asks.
LOST = (
    OSError,
    asyncpg.InternalClientError,
    asyncpg.OperatorInterventionError,
    asyncpg.PostgresConnectionError,
    asyncpg.TooManyConnectionsError,
)
SETTINGS = {
    "application_name": "settebello",
    "synchronous_commit": "on",  # stored means stored, whatever the database usually does
    # If this machine vanishes, the database notices within seconds, and gives its lock free.
    "tcp_keepalives_idle": "2",
    "tcp_keepalives_interval": "1",
    "tcp_keepalives_count": "3",
}


def shown(url: str) -> str:
    """A URL as it may be shown: without the password."""
    try:
        parts = urlsplit(url)
        user = f"{parts.username}@" if parts.username else ""
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return "postgresql:"
    return f"{parts.scheme}://{user}{parts.hostname or ''}{port}{parts.path}"


async def connect(url: str) -> Any:
    """A connection of asyncpg, with its errors."""
    return await asyncpg.connect(url, timeout=QUICK, server_settings=SETTINGS)


async def connected(url: str) -> Any:
    """A connection, or Unusable with the reason."""
    if not url.startswith(("postgresql://", "postgres://")):
        raise Unusable("database-form")
    try:
        return await connect(url)
    except (*FAILURES, ValueError) as error:
        raise unusable(url, error) from None


def unusable(url: str, error: Exception) -> Unusable:
    """Why a database cannot be used, in a sentence without its password."""
    if isinstance(error, ValueError):  # so says asyncpg of a URL
        return Unusable("database-form")
    if isinstance(error, asyncpg.PostgresError):
        reason: OSError | str = str(error.args[0])
    elif isinstance(error, OSError) and not isinstance(error, TimeoutError):
        # Of several addresses asyncio has a text only.
        reason = error if error.errno else OSError(errno.ECONNREFUSED, "")
    else:
        reason = OSError(errno.ETIMEDOUT, "")
    return Unusable("store-not-opened", file=shown(url), reason=reason)


async def reconnected(url: str) -> Any:
    """A connection, or ConnectionLost: whatever the reason is, it was to be had before."""
    try:
        return await connect(url)
    except FAILURES:
        raise ConnectionLost from None


def what_failed(error: Exception, closed: bool) -> StoreError:
    """The error of the store for an error of asyncpg; none quotes what was to be stored.

    An error that is neither the connection's nor the database's is a mistake here, and is raised.
    """
    if closed or isinstance(error, LOST):
        return ConnectionLost()
    if isinstance(error, asyncpg.DataError):  # of the database, or of asyncpg before it is asked
        return RowsRefused("The store takes Unicode text without NUL and numbers only.")
    if not isinstance(error, asyncpg.PostgresError):
        raise error
    if isinstance(error, asyncpg.UniqueViolationError) and error.constraint_name == "entries_pkey":
        return Conflict("An entry is stored already.")
    said = error.args[0]  # without the detail, which quotes the row
    if isinstance(error, asyncpg.IntegrityConstraintViolationError):
        return RowsRefused(f"The store refuses this: {said}.")
    return StoreError(f"The store cannot be used: {said}.")


async def answered(connection: Any, asked: Awaitable[T]) -> T:
    """What a connection answers; raises StoreError, ConnectionLost if that is not soon.

    The connection is then cut, not cancelled: a cancellation would have to reach the database.
    """
    timer = asyncio.get_running_loop().call_later(QUICK, connection.terminate)
    try:
        return await asked
    except FAILURES as error:
        raise what_failed(error, connection.is_closed()) from None
    except AttributeError:
        if not connection.is_closed():
            raise
        # Between two steps of a question asyncpg does not look whether it was cut meanwhile.
        raise ConnectionLost from None
    finally:
        timer.cancel()


class Pool:
    """A few connections that read and claim. What they are asked may be asked again.

    It is not asyncpg's own, which asks the database to reset a connection after each use.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._idle: list[Any] = []
        self._turns = asyncio.Semaphore(MOST)
        self._closed = False

    async def rows(self, question: str, *given: object) -> list[Any]:
        """The rows of the answer, asked for again if a connection is lost; raises StoreError."""
        until, pause = time.monotonic() + PATIENCE, 0.01
        while True:
            try:
                async with asyncio.timeout(until - time.monotonic()):
                    await self._turns.acquire()
                try:
                    return await self._answer(question, given)
                finally:
                    self._turns.release()
            except TimeoutError:
                raise ConnectionLost from None
            except ConnectionLost:
                if time.monotonic() + pause > until:
                    raise
            await asyncio.sleep(pause)
            pause = min(2 * pause, 0.25)

    async def row(self, question: str, *given: object) -> Any | None:
        """The first row of the answer."""
        return next(iter(await self.rows(question, *given)), None)

    async def _answer(self, question: str, given: tuple[object, ...]) -> list[Any]:
        if self._closed:
            raise StoreError("The store is closed.")
        connection = self._idle.pop() if self._idle else await reconnected(self._url)
        try:
            rows: list[Any] = await answered(connection, connection.fetch(question, *given))
        except BaseException:  # it may be lost, or somebody waits no more: the next has a new one
            connection.terminate()
            raise
        self._idle.append(connection)
        if self._closed:
            self.close()
        return rows

    def close(self) -> None:
        """Close all, without waiting for a database that is away."""
        self._closed = True
        while self._idle:
            self._idle.pop().terminate()
