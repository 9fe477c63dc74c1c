"""Limits on the pace of messages and requests: token buckets."""

from __future__ import annotations

import math


class Bucket:
    """Lets `most` pass at once, and `rate` a second after that."""

    __slots__ = ("_at", "_left", "_most", "_rate")

    def __init__(self, rate: float, most: float) -> None:
        self._rate = rate
        self._most = self._left = most
        self._at = 0.0

    def take(self, now: float) -> float:
        """0 if one more may pass now, else the seconds to wait."""
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left >= 1:
            self._left -= 1
            return 0.0
        return (1 - self._left) / self._rate

    def give_back(self) -> None:
        """The last one that passed does not count."""
        self._left = min(self._most, self._left + 1)

    def full(self, now: float) -> bool:
        """Whether it has been unused long enough to be forgotten."""
        return self._left + (now - self._at) * self._rate >= self._most


class Buckets:
    """A bucket for each address; those that are full again are forgotten."""

    def __init__(self, rate: float, most: float, addresses: int = 10_000) -> None:
        self._rate, self._most, self._addresses = rate, most, addresses
        self._buckets: dict[str, Bucket] = {}

    def take(self, address: str, now: float) -> float:
        """0 if one more from this address may pass now, else the seconds to wait."""
        bucket = self._buckets.get(address)
        if bucket is None:
            if len(self._buckets) >= self._addresses:
                self._forget(now)
            bucket = self._buckets[address] = Bucket(self._rate, self._most)
        return bucket.take(now)

    def _forget(self, now: float) -> None:
        self._buckets = {a: b for a, b in self._buckets.items() if not b.full(now)}
        # Then the oldest, a tenth at once, so that this is not done for every newcomer.
        for address in list(self._buckets)[: len(self._buckets) - self._addresses * 9 // 10]:
            del self._buckets[address]


def rounded_up(wait: float) -> float:
    """Seconds to wait, rounded up to a tenth, so that a client that waits so long may pass."""
    return math.ceil(wait * 10) / 10
