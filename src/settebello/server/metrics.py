"""The figures that /metrics shows, in the format of Prometheus."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector

from settebello.server.traffic import Traffic

SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)
COUNTS = {
    "entries": "Entries that were stored.",
    "messages_received": "Messages that came in.",
    "messages_sent": "Messages that went out.",
    "bot_moves": "Moves that bots chose.",
    "thoughts": "Moves that bots found by search.",
    "hurried_moves": "Moves of such bots that had no time to search, or failed.",
    "tables_opened": "Tables that were opened.",
    "tables_rebuilt": "Tables that were rebuilt from the store.",
    "store_failures": "Commits that failed.",
}


class Metrics(Collector):
    """What is counted with every message is a plain number, which costs almost nothing."""

    def __init__(self) -> None:
        self.traffic = Traffic()
        self.entries = 0
        self.bot_moves = 0
        self.thoughts = 0
        self.hurried_moves = 0
        self.tables_opened = 0
        self.tables_rebuilt = 0
        self.store_failures = 0
        self._registry = CollectorRegistry()
        self._registry.register(self)
        self.refused = Counter(
            "settebello_refusals", "Refusals, by code.", ["code"], registry=self._registry
        )
        self.commit = Histogram(
            "settebello_commit_seconds",
            "How long a commit took.",
            buckets=SECONDS,
            registry=self._registry,
        )
        self.housekeeping = Gauge(
            "settebello_housekeeping_timestamp_seconds",
            "When a task of housekeeping last finished, in seconds since 1970.",
            ["task"],
            registry=self._registry,
        )
        self.housekeeping_failures = Counter(
            "settebello_housekeeping_failures",
            "Failures of housekeeping, by task.",
            ["task"],
            registry=self._registry,
        )

    @property
    def messages_received(self) -> int:
        return self.traffic.received

    @property
    def messages_sent(self) -> int:
        return self.traffic.sent

    def collect(self) -> Iterator[CounterMetricFamily]:
        for name, text in COUNTS.items():
            yield CounterMetricFamily(f"settebello_{name}", text, value=getattr(self, name))

    def gauge(self, name: str, text: str, value: Callable[[], float]) -> None:
        """Add a gauge: `value` is called when /metrics is read."""
        gauge = Gauge(f"settebello_{name}", text, registry=self._registry)
        gauge.set_function(value)

    def committed(self, seconds: float, entries: int) -> None:
        self.commit.observe(seconds)
        self.entries += entries

    def page(self) -> bytes:
        return generate_latest(self._registry)
