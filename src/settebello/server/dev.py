"""`settebello serve --dev`: a server for the author of a game, on their machine.

When one of the files of a game is saved, all of them are loaded anew. A file that does not load
changes nothing, and its error is kept to be shown. Each table of the game is replayed with the new
rules. If its log still plays out, it goes on with them, and everybody there gets another `Welcome`;
else it is put aside until the rules fit again (`rules-changed`).

Tables that are opened here are marked in their log (`OpenEntry.dev`) for good. Only at marked
tables are all hands shown, and only they follow the rules when those change.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from settebello import words
from settebello.bots import BotError, own_bot
from settebello.game import Game
from settebello.lab.audit import Finding
from settebello.lab.sayings import check_readable
from settebello.registry import RulesError, describe, give, given, load_file
from settebello.rejection import RejectionCode
from settebello.table.driver import HostedTable
from settebello.table.entries import encode_entry
from settebello.table.table import Table
from settebello.words.messages import dice_of, file_of
from settebello.words.phrases import phrase

if TYPE_CHECKING:
    from settebello.server.lobby import Lobby

POLL_SECONDS = 0.2  # between two looks at the files

FileStamp = tuple[tuple[int, int, int] | None, ...]


class RulesFile:
    """The rules file of a game: how often it has been loaded, and why it could not be, or ""."""

    __slots__ = ("_last", "_loaded", "error", "game", "loads", "path")

    def __init__(self, game: str, path: Path) -> None:
        self.game = game
        self.path = path
        self.loads = 1
        self.error = ""  # of the last try; empty if that one was loaded
        self._last = self._loaded = self._stamp()

    def files(self) -> list[Path]:
        """All files of the game; only the first one has to be there."""
        path = self.path
        beside = [f".{tongue}.{kind}" for tongue in words.LANGUAGES for kind in ("ftl", "md")]
        bot = path.with_name(f"{path.stem}_bot.py")
        return [path, bot, *map(path.with_suffix, (".md", *beside))]

    def _stamp(self) -> FileStamp:
        """See `stamp_of`, for all files."""
        return tuple(stamp_of(file) for file in self.files())

    def is_saved(self) -> bool:
        """Whether a file has been saved since the last time it was so, and is written to its end.

        It is if nothing has changed since the last call.
        """
        before, self._last = self._last, self._stamp()
        ready = self._last[0] is not None and before == self._last != self._loaded
        if ready:
            self._loaded = self._last
        return ready


class DevReload:
    """The rules files that this server was started with: they are loaded when they are saved."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self.files = {  # by the name of the game
            name: RulesFile(name, Path(file))
            for name, game in given().items()
            if (file := getattr(game, "__file__", None))
        }
        self.on_loaded: list[Callable[[], object]] = []  # called when rules were loaded anew
        self._task = asyncio.get_running_loop().create_task(self._watch())

    def stop(self) -> None:
        self._task.cancel()

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(POLL_SECONDS)
            for file in self.files.values():
                if file.is_saved():
                    await self._load(file)

    async def _load(self, file: RulesFile) -> None:
        """Load the files of a game, and let its tables follow; else keep the error."""
        try:
            game = await asyncio.to_thread(load_game, file)  # a slow one holds nobody up
        except Exception as error:
            plain = isinstance(error, RulesError | BotError)
            file.error = str(error) if plain else f"{file.path}: {describe(error)}."
            self._say("dev-not-loaded", error=file.error)
            return
        give(game)
        file.loads, file.error = file.loads + 1, ""
        self._lobby.loader.unusable.clear()  # what has failed may be mended
        for action in self.on_loaded:
            action()
        kept = [await self._follow(table, file.game) for table in self._lobby.loaded()]
        self._say("dev-loaded", game=file.game, tables=kept.count(True))

    async def _follow(self, table_id: str, game: str) -> bool:
        """Let a table go on with the new rules, if it is one of this game and can; else False."""
        hosted = self._lobby.in_memory(table_id)
        if hosted is None or hosted.table.opened.game != game:
            return False
        try:
            rebuilt = await self._rebuilt(hosted)
            self._go_on(hosted, rebuilt)
        except Exception as error:  # the rules refuse an entry of the log, or fail
            if hosted.broken or hosted.table.state.over:  # a rematch has the new rules
                return False
            self._put_aside(hosted)
            self._say("dev-put-aside", game=game, table=table_id, error=reason_of(error))
            return False
        return True

    async def _rebuilt(self, hosted: HostedTable) -> Table:
        """The table, replayed with the rules of now; raises what the replay raises."""
        lobby = self._lobby
        while True:
            await lobby.settled(hosted)
            table, state = hosted.table, hosted.table.state
            number = state.entry_no
            noted = encode_entry(table.progress(lobby.now))
            rebuilt = await lobby.loader.rebuild(state.match_id, noted)
            # Somebody may have moved meanwhile.
            if not table.busy and table.state is state and state.entry_no == number:
                return rebuilt

    def _go_on(self, hosted: HostedTable, rebuilt: Table) -> None:
        """Put this table in the place of the old one: everybody who is there joins it."""
        old, hosted.table = hosted.table, rebuilt
        hosted.failure = None  # the rules that failed are gone
        self._lobby.dispatch(hosted, Table.tick)  # it may have something to store
        acked = old.delivery.acknowledged()
        for listener in old.listeners():
            seen = 0 if listener.seat is None else acked[listener.seat]
            self._lobby.dispatch(hosted, Table.join, listener, seen)

    def _put_aside(self, hosted: HostedTable) -> None:
        """Drop a table from memory until the rules fit its log again, and tell everybody there."""
        hosted.broken = True  # nothing comes of it when they leave
        self._lobby.forget(hosted)
        for listener in hosted.table.listeners() + hosted.table.arriving():
            listener.close(RejectionCode.RULES_CHANGED)

    def _say(self, name: str, **arguments: str | int) -> None:
        """Tell the author at their terminal."""
        print(phrase(self._lobby.settings.language, name, **arguments), flush=True)


def load_game(file: RulesFile) -> Game:
    """The game of a file as it is now; RulesError if one of its files cannot be used.

    Its words are read anew, since those who look for them know them by the path of their file.
    """
    game = usable_game(file.path)
    if file.game != game.NAME:
        raise RulesError(
            f"The game in {file.path} is called {game.NAME} now, and no longer {file.game}: "
            "start the server again."
        )
    words.load_words_beside.cache_clear()
    for other in (game, *given().values()):
        for language in words.LANGUAGES:
            words.words_of(other, language)
    return game


def usable_game(path: Path) -> Game:
    """The game of a rules file; RulesError, or BotError, if it, its words or bot cannot be used."""
    game = load_file(path)
    for language in words.LANGUAGES:
        file = file_of(language, str(path), game.NAME)
        try:
            if file.is_file():
                check_readable(file)
            # Past the cache, which keeps what could be said until now.
            words.read_words(language, str(path), game.NAME, game.FACES, dice_of(game), alone=True)
        except Finding as found:
            raise RulesError(str(found)) from None
        except (ValueError, OSError) as error:
            raise RulesError(f"The words in {file} cannot be used: {describe(error)}.") from None
    own_bot(game)
    return game


def stamp_of(file: Path) -> tuple[int, int, int] | None:
    """What is another one when a file has been saved; None if there is no such file."""
    try:
        found = os.stat(file)
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def reason_of(error: Exception) -> str:
    """An error as the author reads it, without the full stop."""
    told = str(error) if isinstance(error, ValueError) else describe(error)
    return told.removesuffix(".")
