"""Saved matches: a JSON file each, in the data folder of the user.

A file holds every hidden card, so only its owner can read it. It is replaced as a whole: after a
crash the old one or the new one is there.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from settebello.record import LARGEST_FILE, check_record
from settebello.store.data_folder import folder
from settebello.words import LANGUAGES

try:
    import fcntl
except ImportError:  # Windows; then a match can be played twice at the same time
    fcntl = None  # type: ignore[assignment]

FORMAT = 1
PRIVATE = 0o600

Moves = list[list[Any]]  # as in a record: seat and text


class SavedMatch(NamedTuple):
    """A match that was left, and who sat there."""

    record: Mapping[str, Any]
    rules: str | None  # the path of the rules file, if the game is not an installed one
    bots: list[str | None]  # for each seat: its bot's name or path, or None for a person
    language: str
    seed: int | None
    earlier: list[Moves]  # with a seed: the matches before this rematch
    told: list[int]  # how many notices the person in each seat has certainly read


def left_matches() -> list[str]:
    """The names of all matches that are kept, the last one first."""
    try:
        files = [(file.stat().st_mtime_ns, file.stem) for file in folder().glob("*.json")]
    except OSError:
        return []
    return [name for _, name in sorted(files, reverse=True)]


class Save:
    """The file of one saved match; it is locked as long as we play the match."""

    def __init__(self, name: str, lock: int | None) -> None:
        self.name = name
        self.path = folder() / f"{name}.json"
        self._lock = lock

    @staticmethod
    def new(game: str) -> Save:
        """A new save with a new name, such as `scopa-2`; OSError if there can be none."""
        folder().mkdir(parents=True, exist_ok=True, mode=0o700)
        number = 1
        while True:
            save = Save.take(f"{game}-{number}")
            if save is not None:
                if not save.path.exists():
                    return save
                save.release()
            number += 1

    @staticmethod
    def take(name: str) -> Save | None:
        """The save of this name; None if the match is being played elsewhere."""
        path = folder() / f".{name}.lock"
        if fcntl is None:
            return Save(name, None)
        while True:
            lock = os.open(path, os.O_CREAT | os.O_RDWR, PRIVATE)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(lock)
                return None
            except OSError:
                pass  # a file system without locks
            with suppress(FileNotFoundError):
                if os.stat(path).st_ino == os.fstat(lock).st_ino:
                    return Save(name, lock)
            os.close(lock)  # its last owner took the file away: try again

    def write(self, left: SavedMatch) -> None:
        """Save the match as it is now; OSError if that fails."""
        text = json.dumps({"settebello-save": FORMAT, **left._asdict()}, ensure_ascii=False)
        new = self.path.with_name(f".{self.name}.new")
        with suppress(FileNotFoundError):
            new.unlink()
        with open(os.open(new, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE), "wb") as file:
            file.write(text.encode("utf-8"))
        os.replace(new, self.path)

    def read(self) -> SavedMatch:
        """The saved match; ValueError says what is wrong with the file."""
        try:
            if self.path.stat().st_size > 2 * LARGEST_FILE:
                raise ValueError("it is larger than any match")
            data = json.loads(self.path.read_bytes().decode("utf-8"))
        except OSError as error:
            raise ValueError(f"it cannot be read: {error.strerror}") from None
        except (ValueError, RecursionError):
            raise ValueError("it is damaged, no JSON") from None
        return check_left(data)

    def remove(self) -> None:
        """Delete the save: the match is over."""
        with suppress(OSError):
            self.path.unlink()
        self.release()

    def release(self) -> None:
        """Give the lock back."""
        if self._lock is not None:
            with suppress(OSError):
                self.path.with_name(f".{self.name}.lock").unlink()
            os.close(self._lock)
            self._lock = None


def check_left(data: object) -> SavedMatch:
    """The saved match in this JSON; ValueError if it has another shape."""
    if not isinstance(data, dict) or data.get("settebello-save") != FORMAT:
        raise ValueError(f"it is damaged, no match saved in format {FORMAT}")
    record = check_record(data.get("record"))
    seats = len(record["players"])
    try:
        left = SavedMatch(**{name: data[name] for name in SavedMatch._fields})
    except KeyError as missing:
        raise ValueError(f"it is damaged, it needs {missing}") from None
    sound = {
        "rules": left.rules is None or isinstance(left.rules, str),
        "bots": is_list(left.bots, lambda bot: bot is None or isinstance(bot, str), seats),
        "language": left.language in LANGUAGES,
        "seed": left.seed is None or type(left.seed) is int,
        "earlier": is_list(left.earlier, lambda moves: is_list(moves, is_move)),
        "told": is_list(left.told, lambda number: type(number) is int and number >= 0, seats),
    }
    for name, is_sound in sound.items():
        if not is_sound:
            raise ValueError(f"it is damaged, its '{name}' cannot be read")
    return left


def is_list(value: object, right: Callable[[Any], bool], length: int | None = None) -> bool:
    """Whether this is a list of this length in which every item is `right`."""
    return (
        isinstance(value, list)
        and length in (None, len(value))
        and all(right(part) for part in value)
    )


def is_move(move: Any) -> bool:
    return is_list(move, lambda part: type(part) in (int, str), 2) and type(move[0]) is int


def is_name(name: str) -> bool:
    return re.fullmatch(r"[a-z0-9_]+-[0-9]+", name) is not None
