"""Random ids, and secrets, of which only the hash is kept."""

from __future__ import annotations

import hashlib
import hmac
import secrets


def new_id() -> str:
    return secrets.token_hex(6)


def new_secret() -> str:
    """192 bits: nobody guesses it, so a plain hash is enough to keep it by."""
    return secrets.token_urlsafe(24)


def hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def same(one: str, other: str) -> bool:
    """Whether two hashes are equal, in a time that does not tell how much of them is."""
    return hmac.compare_digest(one, other)
