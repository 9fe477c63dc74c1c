"""Every test of the store has a file of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from postgres import Postgres
from settebello.store.postgres.schema import migrate
from settebello.store.sqlite import StoreFile
from store.helpers import opened


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture
def store(file: Path) -> Iterator[StoreFile]:
    with opened(file) as store:
        yield store


@pytest.fixture(scope="session")
def migrated(postgres_server: Postgres) -> str:
    """The name of a database with the schema, from which others are made."""
    name = postgres_server.create()
    asyncio.run(migrate(postgres_server.url(name)))
    return name
