"""Every test of the terminal has a data folder of its own."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder; matches are saved in `matches` below it."""
    folder = tmp_path / "home"
    monkeypatch.setenv("SETTEBELLO_HOME", str(folder))
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("TERM", "dumb")  # without colours, unless a test wants them
    return folder
