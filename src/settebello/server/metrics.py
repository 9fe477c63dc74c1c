"""The figures that /metrics shows, in the format of Prometheus."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)


class Metrics:
    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        count = self._counter
        self.entries = count("entries", "Entries that were stored.")
        self.heard = count("messages_heard", "Messages that came in.")
        self.sent = count("messages_sent", "Messages that went out.")
        self.bot_moves = count("bot_moves", "Moves that bots chose.")
        self.opened = count("tables_opened", "Tables that were opened.")
        self.restored = count("tables_restored", "Tables that were brought back from the store.")
        self.store_failures = count("store_failures", "Commits that failed.")
        self.refused = Counter(
            "settebello_refusals", "Refusals, by code.", ["code"], registry=self._registry
        )
        self.commit = Histogram(
            "settebello_commit_seconds",
            "How long a commit took.",
            buckets=SECONDS,
            registry=self._registry,
        )

    def _counter(self, name: str, text: str) -> Counter:
        return Counter(f"settebello_{name}", text, registry=self._registry)

    def gauge(self, name: str, text: str, value: Callable[[], float]) -> None:
        """A figure that is looked up when it is asked for."""
        gauge = Gauge(f"settebello_{name}", text, registry=self._registry)
        gauge.set_function(value)

    def committed(self, seconds: float, entries: int) -> None:
        self.commit.observe(seconds)
        self.entries.inc(entries)

    def page(self) -> bytes:
        return generate_latest(self._registry)
