"""Short codes that people read out to each other instead of long secrets. They are in memory only.

An invite's code lets in all who have it, for a day. A seat's code hands the seat to another device,
once and within minutes.
"""

from __future__ import annotations

import secrets
from typing import Literal, NamedTuple

from settebello.rejection import Rejection, RejectionCode

# Without I, O and Q, which look like 1 and 0, and without U and V, which sound and look alike.
LETTERS = "ABCDEFGHJKLMNPRSTWXYZ"
Kind = Literal["invite", "seat"]
LENGTH = {"invite": 6, "seat": 8}
SECONDS = {"invite": 24 * 3600.0, "seat": 600.0}
MOST = 20_000


class Way(NamedTuple):
    """What a code stands for, and until when."""

    kind: Kind
    table: str
    seat: int | None
    secret: str  # of the seat, or the invite
    invite: str
    ends: float


class Codes:
    """The codes that are valid now."""

    def __init__(self) -> None:
        self._ways: dict[str, Way] = {}
        self._codes: dict[tuple[Kind, str, int | None], str] = {}  # the other way round

    def give(
        self, kind: Kind, table: str, seat: int | None, secret: str, invite: str, now: float
    ) -> tuple[str, float]:
        """A code for this, and the seconds it is valid; an invite has one code at a time."""
        about = (kind, table, seat)
        old = self._codes.get(about)
        if old is not None:
            way = self._ways[old]
            if kind == "invite" and way.ends > now:
                return spaced(old), way.ends - now
            self._forget(old)
        if len(self._ways) >= MOST:
            self._forget_old(now)
        code = new_code(LENGTH[kind])
        while code in self._ways:
            code = new_code(LENGTH[kind])
        self._ways[code] = Way(kind, table, seat, secret, invite, now + SECONDS[kind])
        self._codes[about] = code
        return spaced(code), SECONDS[kind]

    def take(self, written: str, now: float) -> Way:
        """What a code stands for, however it is written; raises Rejection if it is not valid."""
        code = "".join(written.split()).replace("-", "").upper()
        way = self._ways.get(code)
        if way is None or way.ends <= now:
            raise Rejection(RejectionCode.NO_SUCH_CODE)
        if way.kind == "seat":
            self._forget(code)
        return way

    def _forget(self, code: str) -> None:
        kind, table, seat, *_ = self._ways.pop(code)
        del self._codes[kind, table, seat]

    def _forget_old(self, now: float) -> None:
        for code in [code for code, way in self._ways.items() if way.ends <= now]:
            self._forget(code)
        if len(self._ways) >= MOST:
            raise Rejection(RejectionCode.TOO_MANY)


def new_code(length: int) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def spaced(code: str) -> str:
    """A code as people read it: ABC-DEF."""
    half = len(code) // 2
    return f"{code[:half]}-{code[half:]}"
