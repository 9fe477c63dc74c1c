"""Codes that every node of a cluster takes. Who reads the database learns nothing from them.

A row is found by a hash of its code, and what the code stands for is sealed with a key that is made
of the code and the cluster secret.
"""

from __future__ import annotations

import hmac
import secrets
from itertools import count

import msgspec

from settebello.rejection import Rejection, RejectionCode
from settebello.store import codes
from settebello.store.codes import SECONDS, Kind, Way, code_of, plain, spaced
from settebello.store.postgres.connections import Pool
from settebello.table.storage import RowsRefused

TRIES = 5  # to find a code that is free
NO_SEAT = -1

FORGET_OLD = "DELETE FROM codes WHERE ends <= clock_timestamp()"
GIVEN = """
    SELECT code, nonce, extract(epoch FROM ends - clock_timestamp())::double precision AS seconds
    FROM codes WHERE kind = $1 AND place = $2 AND seat = $3 AND ends > clock_timestamp()
"""
# An invite keeps the code it has, unless nobody can tell it any more: $9.
GIVE = """
    INSERT INTO codes AS old (code, kind, place, seat, nonce, sealed, ends)
    SELECT $1, $2, $3, $4, $5, $6, clock_timestamp() + make_interval(secs => $7)
    WHERE (SELECT count(*) FROM codes) < $8
        OR EXISTS (SELECT 1 FROM codes WHERE kind = $2 AND place = $3 AND seat = $4)
    ON CONFLICT (kind, place, seat) DO UPDATE SET code = excluded.code, nonce = excluded.nonce,
        sealed = excluded.sealed, ends = excluded.ends
    WHERE old.kind = 'seat' OR old.ends <= clock_timestamp() OR old.code = $9
    RETURNING true
"""
LOOK = """
    SELECT kind, place, seat, nonce, sealed FROM codes WHERE code = $1 AND ends > clock_timestamp()
"""
# A seat's code is taken once, whatever happens on how many nodes.
TAKE = """
    DELETE FROM codes WHERE code = $1 AND kind = 'seat' AND ends > clock_timestamp()
    RETURNING kind, place, seat, nonce, sealed
"""

Secrets = tuple[str, str]  # what a code stands for: a secret and an invite
decode = msgspec.json.Decoder(Secrets).decode


class PostgresCodes:
    """The `Codes` of a cluster; their times are the database's."""

    def __init__(self, pool: Pool, secret: str) -> None:
        """The secret is the cluster's; a node without one has codes that end with its process."""
        self._pool = pool
        self._key = secret.encode() or secrets.token_bytes(32)

    async def give(
        self, kind: Kind, table: str, seat: int | None, secret: str, invite: str, now: float
    ) -> tuple[str, float]:
        about = (kind, table, NO_SEAT if seat is None else seat)
        await self._pool.rows(FORGET_OLD)
        for _ in range(TRIES):
            stale = b""
            given = await self._pool.row(GIVEN, *about) if kind == "invite" else None
            if given is not None:
                code = self._code(kind, given["nonce"])
                if self._hash(code) == given["code"]:
                    return spaced(code), given["seconds"]
                stale = given["code"]  # of a key that is gone
            nonce = secrets.token_bytes(16)
            code = self._code(kind, nonce)
            sealed = self._sealed(msgspec.json.encode((secret, invite)), code, nonce)
            row = (self._hash(code), *about, nonce, sealed, SECONDS[kind], codes.MOST, stale)
            try:
                if await self._pool.rows(GIVE, *row):
                    return spaced(code), SECONDS[kind]
            except RowsRefused:  # another has this code
                continue
        raise Rejection(RejectionCode.TOO_MANY)

    async def look(self, written: str, now: float) -> Way:
        return await self._way(LOOK, plain(written))

    async def take(self, written: str, now: float) -> Way:
        way = await self.look(written, now)
        return await self._way(TAKE, plain(written)) if way.kind == "seat" else way

    async def _way(self, question: str, code: str) -> Way:
        row = await self._pool.row(question, self._hash(code))
        if row is None:
            raise Rejection(RejectionCode.NO_SUCH_CODE)
        secret, invite = decode(self._sealed(row["sealed"], code, row["nonce"]))
        seat = None if row["seat"] == NO_SEAT else row["seat"]
        return Way(row["kind"], row["place"], seat, secret, invite)

    def _mac(self, purpose: bytes, *parts: bytes) -> bytes:
        return hmac.digest(self._key, b":".join([purpose, *parts]), "sha256")

    def _code(self, kind: Kind, nonce: bytes) -> str:
        """The code of a row: so it can be told again, though the row does not have it."""
        return code_of(kind, self._mac(b"code", nonce))

    def _hash(self, code: str) -> bytes:
        return self._mac(b"hash", code.encode(errors="replace"))

    def _sealed(self, text: bytes, code: str, nonce: bytes) -> bytes:
        """A text with a stream of bytes laid over it that nobody can tell; it also opens it."""
        stream = b""
        for block in count():
            if len(stream) >= len(text):
                break
            stream += self._mac(b"seal", nonce, code.encode(), str(block).encode())
        return bytes(a ^ b for a, b in zip(text, stream, strict=False))
