"""What the tests of the client share: no long waits, and real servers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from live import Server, serving
from settebello.client import connection as connections


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No client waits long before it comes back."""
    monkeypatch.setattr(connections, "FIRST_DELAY", 0.01)
    monkeypatch.setattr(connections, "LONGEST_DELAY", 0.01)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that nobody else needs."""
    with serving(tmp_path) as running:
        yield running
