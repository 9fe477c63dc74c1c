"""Every test of the terminal has a data folder of its own, and none waits long for a connection."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from live import Server, serving
from settebello import registry
from settebello.client import connection
from settebello.terminal import hints


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder; matches are in the store `play.db` in it."""
    folder = tmp_path / "home"
    monkeypatch.setenv("SETTEBELLO_HOME", str(folder))
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("TERM", "dumb")  # without colours, unless a test wants them
    return folder


@pytest.fixture(autouse=True)
def only_installed_games() -> Iterator[None]:
    """No test finds a game whose rules another one has named by their path."""
    yield
    registry._given.clear()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(autouse=True)
def short_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hint takes few worlds, and is the same on a slow machine."""
    monkeypatch.setattr(hints, "HINT_WORLDS", 12)
    monkeypatch.setattr(hints, "HINT_SECONDS", 600.0)


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No client waits long before it comes back."""
    monkeypatch.setattr(connection, "FIRST_DELAY", 0.01)
    monkeypatch.setattr(connection, "LONGEST_DELAY", 0.01)
