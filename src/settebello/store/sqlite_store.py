"""A store in an SQLite file, as a server reads it: inline, since that takes microseconds."""

from __future__ import annotations

from pathlib import Path

from settebello.store.sqlite import StoreFile
from settebello.table.storage import MatchHeader, PlayerRow, SnapshotRow, StoredTable


class SqliteStore:
    """Reads an open file as a `Store`."""

    def __init__(self, file: StoreFile) -> None:
        self.file = file

    @property
    def folder(self) -> Path | None:
        return self.file.path.absolute().parent

    async def entries(self, match: str, limit: int = -1, after: int = 0) -> list[str]:
        return self.file.entries(match, limit, after)

    async def last_number(self, match: str) -> int:
        return self.file.last_number(match)

    async def header(self, match: str) -> MatchHeader | None:
        return self.file.header(match)

    async def latest(self, table: str) -> MatchHeader | None:
        return self.file.latest(table)

    async def unfinished(
        self, limit: int | None = None, listed_only: bool = False, open_only: bool = False
    ) -> list[MatchHeader]:
        return self.file.unfinished(limit, listed_only, open_only)

    async def idle(self, since: float) -> list[MatchHeader]:
        return self.file.idle(since)

    async def finished(
        self,
        limit: int,
        before: str | None = None,
        table: str | None = None,
        listed_only: bool = False,
    ) -> list[MatchHeader]:
        return self.file.finished(limit, before, table, listed_only)

    async def progress(self, match: str) -> str | None:
        return self.file.progress(match)

    async def load(self, table: str, limit: int) -> StoredTable | None:
        return self.file.load(table, limit)

    async def snapshot(self, match: str) -> SnapshotRow | None:
        return self.file.snapshot(match)

    async def review(self, match: str, seat: int) -> str | None:
        return self.file.review(match, seat)

    async def player(self, secret: str) -> PlayerRow | None:
        return self.file.player(secret)

    async def close(self) -> None:
        self.file.close()
