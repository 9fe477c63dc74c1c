"""Every test of the store has a file of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from settebello.store.sqlite import StoreFile
from store.helpers import opened


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture
def store(file: Path) -> Iterator[StoreFile]:
    with opened(file) as store:
        yield store
