"""Random ids and secrets. Of a secret only the hash is kept."""

from __future__ import annotations

import hashlib
import hmac
import secrets


def new_id() -> str:
    return secrets.token_hex(6)


def new_secret() -> str:
    """A random secret of 192 bits. Nobody can guess it, so it can be kept as a plain hash."""
    return secrets.token_urlsafe(24)


def hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def same(one: str, other: str) -> bool:
    """Whether two hashes are equal, compared in constant time."""
    return hmac.compare_digest(one, other)
