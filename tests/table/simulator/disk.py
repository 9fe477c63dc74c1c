"""A real store on a real disk, and what a crash leaves of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

HEADER = 32  # bytes of a write-ahead log that are synced before anything follows them


class Disk:
    """A store on the disk, and what a crash leaves of it."""

    def __init__(self, folder: Path, number: int = 0) -> None:
        self.folder = folder
        self.number = number
        self.path = folder / str(number) / "tables.db"
        self.path.parent.mkdir(exist_ok=True)

    @property
    def log(self) -> Path:
        return self.path.with_name(f"{self.path.name}-wal")

    def contents(self) -> tuple[bytes, bytes]:
        return self.path.read_bytes(), self.log.read_bytes() if self.log.exists() else b""

    def another(self, file: bytes, log: bytes) -> Disk:
        new = Disk(self.folder, self.number + 1)
        new.path.write_bytes(file)
        new.log.write_bytes(log)
        return new

    def copied(self) -> Disk:
        return self.another(*self.contents())

    def torn(self, write: Callable[[], None], random: Random) -> Disk:
        """The crash came during this write: not all of it has reached the log."""
        file, before = self.contents()
        write()
        after = self.contents()[1]
        return self.another(file, after[:HEADER] + torn(before, after, random)[HEADER:])

    def half_way(self, checkpoint: Callable[[], None], random: Random) -> Disk:
        """The crash came during a checkpoint: the log has everything, the file has something."""
        before, log = self.contents()
        checkpoint()
        return self.another(torn(before, self.contents()[0], random, garbage=False), log)


def torn(before: bytes, after: bytes, random: Random, garbage: bool = True) -> bytes:
    """Some sectors are written and some, one at least, are not, or are garbage."""
    size, sector = max(len(before), len(after)), 512
    old, new = before.ljust(size, b"\0"), bytearray(after.ljust(size, b"\0"))
    starts = range(0, size, sector)
    changed = [n for n in starts if old[n : n + sector] != new[n : n + sector]]
    if not changed:
        return after
    first = random.choice(changed)
    missing = [n for n in changed if n >= first]
    kind = random.choice(("cut", "cut", "mixed", "garbage" if garbage else "mixed"))
    if kind != "cut":
        missing = [first, *random.sample(changed, len(changed) // 2)]
    written = next(n for n in range(changed[0], size) if old[n] != new[n])
    for n in missing:
        start, end = max(n, written), min(n + sector, size)  # what was there stays
        new[start:end] = random.randbytes(end - start) if kind == "garbage" else old[start:end]
    return bytes(new[: max(len(before), first)] if kind == "cut" else new)
