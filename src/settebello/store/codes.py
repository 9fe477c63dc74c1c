"""Short codes that people read out to each other instead of long secrets.

An invite's code lets in all who have it, for a day. A seat's code hands the seat to another device,
once and within minutes.
"""

from __future__ import annotations

import secrets
from typing import Literal, NamedTuple, Protocol

from settebello.rejection import Rejection, RejectionCode

# Without I, O and Q, which look like 1 and 0, and without U and V, which sound and look alike.
LETTERS = "ABCDEFGHJKLMNPRSTWXYZ"
Kind = Literal["invite", "seat"]
LENGTH = {"invite": 6, "seat": 8}
SECONDS = {"invite": 24 * 3600.0, "seat": 600.0}
MOST = 20_000


class Way(NamedTuple):
    """What a code stands for."""

    kind: Kind
    table: str
    seat: int | None
    secret: str  # of the seat, or the invite
    invite: str


class Codes(Protocol):
    """The codes that are valid now. `now` is the time in seconds, if they have no clock."""

    async def give(
        self, kind: Kind, table: str, seat: int | None, secret: str, invite: str, now: float
    ) -> tuple[str, float]:
        """A code for this, and the seconds it is valid; an invite has one code at a time.

        Raises Rejection if there are too many.
        """

    async def look(self, written: str, now: float) -> Way:
        """What a code stands for, however it is written; raises Rejection if it is not valid."""

    async def take(self, written: str, now: float) -> Way:
        """The same; a seat's code is then valid no more."""


class MemoryCodes:
    """The `Codes` of a server that is alone: they are in memory only."""

    def __init__(self) -> None:
        self._ways: dict[str, tuple[Way, float]] = {}  # until when
        self._codes: dict[tuple[Kind, str, int | None], str] = {}  # the other way round

    async def give(
        self, kind: Kind, table: str, seat: int | None, secret: str, invite: str, now: float
    ) -> tuple[str, float]:
        about = (kind, table, seat)
        old = self._codes.get(about)
        if old is not None:
            _, ends = self._ways[old]
            if kind == "invite" and ends > now:
                return spaced(old), ends - now
            self._forget(old)
        if len(self._ways) >= MOST:
            self._forget_old(now)
        code = new_code(kind)
        while code in self._ways:
            code = new_code(kind)
        self._ways[code] = Way(kind, table, seat, secret, invite), now + SECONDS[kind]
        self._codes[about] = code
        return spaced(code), SECONDS[kind]

    async def look(self, written: str, now: float) -> Way:
        way, ends = self._ways.get(plain(written), (None, 0.0))
        if way is None or ends <= now:
            raise Rejection(RejectionCode.NO_SUCH_CODE)
        return way

    async def take(self, written: str, now: float) -> Way:
        way = await self.look(written, now)
        if way.kind == "seat":
            self._forget(plain(written))
        return way

    def _forget(self, code: str) -> None:
        way, _ = self._ways.pop(code)
        del self._codes[way.kind, way.table, way.seat]

    def _forget_old(self, now: float) -> None:
        for code in [code for code, (_, ends) in self._ways.items() if ends <= now]:
            self._forget(code)
        if len(self._ways) >= MOST:
            raise Rejection(RejectionCode.TOO_MANY)


def new_code(kind: Kind) -> str:
    return code_of(kind, secrets.token_bytes(32))


def code_of(kind: Kind, luck: bytes) -> str:
    """The code that these bytes, at least 32, make."""
    number, code = int.from_bytes(luck), ""
    for _ in range(LENGTH[kind]):
        number, letter = divmod(number, len(LETTERS))
        code += LETTERS[letter]
    return code


def spaced(code: str) -> str:
    """A code as people read it: ABC-DEF."""
    half = len(code) // 2
    return f"{code[:half]}-{code[half:]}"


def plain(written: str) -> str:
    """A code as it was before people wrote it."""
    return "".join(written.split()).replace("-", "").upper()
