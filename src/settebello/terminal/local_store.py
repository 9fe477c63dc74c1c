"""The store of the matches that are played in terminals: `play.db` in the data folder.

All terminals of a user share it, each with a match of its own; a lock file for each name sees to
that. Servers have another store, since a server owns its store.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec
from filelock import FileLock, Timeout

from settebello.court import names_in
from settebello.store.data_folder import folder
from settebello.store.logs import entries_of
from settebello.store.sqlite import PRIVATE, StoreFile
from settebello.table.entries import Entry, TableProgress, decode_progress
from settebello.table.storage import EntryRow, MatchHeader, StoreError


class AboutMatch(msgspec.Struct, omit_defaults=True):
    """What resuming a match takes besides its log; it is in the summary of the match."""

    language: str = "en"
    rules: str | None = None  # the path of the rules file, if the game is not an installed one


class LocalStore:
    """The open store of local play, and who plays which of its matches."""

    def __init__(self) -> None:
        """Raises OSError or StoreError if there can be none."""
        self.saves = folder() / "matches"  # where older versions kept matches
        self._locks = folder() / "playing"
        self._locks.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.store = StoreFile(folder() / "play.db", shared=True)
        self._claimed: dict[str, FileLock] = {}

    def close(self) -> None:
        for name in list(self._claimed):
            self.release(name)
        self.store.close()

    # Names: a match and its rematches have one name, such as scopa-2, the id of their table.

    def claim(self, name: str) -> bool:
        """Take a name for this process; False if it is being played elsewhere."""
        lock = FileLock(self._locks / f"{name}.lock", timeout=0, mode=PRIVATE)
        try:
            lock.acquire()
        except Timeout:
            return False
        self._claimed[name] = lock
        return True

    def release(self, name: str) -> None:
        lock = self._claimed.pop(name)
        with suppress(OSError):  # first the file, so that nobody else can have locked it by then
            Path(lock.lock_file).unlink()
        lock.release()

    def new_name(self, game: str) -> str:
        """Claim the next name that is free."""
        number = 1
        while not self._claim_new(f"{game}-{number}"):
            number += 1
        return f"{game}-{number}"

    def _claim_new(self, name: str) -> bool:
        if (self.saves / f"{name}.json").exists() or not self.claim(name):
            return False
        if self.store.latest(name) is not None:
            self.release(name)
            return False
        return True

    # Matches that were left.

    def left(self) -> list[MatchHeader]:
        """The matches to go on with, the last one first."""
        return sorted(self.store.unfinished(), key=lambda header: -header.changed)

    def log(self, match: str) -> tuple[list[Entry], TableProgress | None]:
        """The log of a match, and its progress if that was noted."""
        body = self.store.progress(match)
        return list(entries_of(self.store, match)), decode_progress(body) if body else None

    def logs(self, name: str) -> list[list[Entry]]:
        """The logs of a match and of those before it, of which it is the rematch."""
        matches = [header.match for header in self.store.matches() if header.table == name]
        return [self.log(match)[0] for match in matches]


class MatchWriter:
    """Writes the log of one table at once, before anybody is told.

    If the store fails, that is said, and the match goes on: nobody but the people at this screen
    depends on it. All that is not stored is tried again with the next move.
    """

    def __init__(
        self,
        store: StoreFile | None,
        about: AboutMatch,
        failed: Callable[[StoreError], None],
        header: MatchHeader | None = None,
    ) -> None:
        """`header` is that of a match in the store; `failed` is called once, if the store fails."""
        self.call_soon: Callable[..., None] = lambda action, *arguments: action(*arguments)
        self._store = store
        self._about = about
        self._failed: Callable[[StoreError], None] | None = failed
        self._header = header
        self._kept = header is not None
        self._entries: list[EntryRow] = []  # not stored yet
        self._progress: dict[str, str] = {}  # the same

    @property
    def unfinished(self) -> bool:
        """Whether there is a match in the store to go on with."""
        return self._kept and self._header is not None and self._header.phase == "playing"

    def submit(
        self,
        entries: Sequence[EntryRow],
        headers: Sequence[MatchHeader],
        done: Callable[[StoreError | None], object],
        notes: Sequence[tuple[str, str]] = (),
    ) -> None:
        self._entries += entries
        self._progress |= notes
        self.write(headers[-1] if headers else None)
        self.call_soon(done, None)

    def note(self, match: str, body: str) -> None:
        self._progress[match] = body
        self.write()

    def write(self, header: MatchHeader | None = None) -> None:
        """Store the header, if there is a new one, with all that is not stored yet."""
        if header is not None:
            self._header = described(header, self._about)
        if self._store is None or self._header is None:
            return
        self._header = self._header._replace(changed=time.time())
        try:
            self._store.append(self._entries, [self._header], self._progress.items())
            self._entries, self._progress, self._kept = [], {}, True
        except StoreError as error:
            if self._failed is not None:
                self._failed(error)
            self._failed = None


class LocalSummary(msgspec.Struct):
    """The summary of a match, as far as it is read here."""

    players: list[str]
    terminal: AboutMatch
    faces: list[str] = []

    def names(self, language: str) -> list[str]:
        """The players, with the names that bots have in a language."""
        return names_in(language, self.players, self.faces) if self.faces else self.players


def summary_of(header: MatchHeader) -> LocalSummary:
    return msgspec.json.decode(header.summary, type=LocalSummary)


def described(header: MatchHeader, about: AboutMatch) -> MatchHeader:
    """The header with what resuming takes in its summary."""
    summary = msgspec.json.decode(header.summary) | {"terminal": about}
    return header._replace(summary=msgspec.json.encode(summary).decode())
