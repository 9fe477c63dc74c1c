"""Finished deals of a tournament on file, so that one that was interrupted can go on."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from settebello.lab.standings import DealOutcome, Forfeit

FILE_FORMAT = 1


class FinishedDeals:
    """A file of finished deals: a line that says which tournament it is, then lines of deals.

    Deals are finished in order, so those in the file are the first ones. A line that was torn by a
    sudden end is dropped. Without a path nothing is kept.
    """

    def __init__(self, path: Path | None, identity: Mapping[str, Any]) -> None:
        self.outcomes: list[DealOutcome] = []
        self._file: Any = None
        if path is None:
            return
        head = json.dumps({"settebello_tournament": FILE_FORMAT, **identity})
        try:
            lines = path.read_bytes().split(b"\n") if path.exists() else [b""]
            good = self._read(lines, head, path)
            self._file = path.open("ab")
            self._file.truncate(good)
            if not good:
                self._write(head)
        except OSError as error:
            raise ValueError(f"Cannot write to {path}: {error.strerror}.") from None

    def _read(self, lines: list[bytes], head: str, path: Path) -> int:
        """Take the deals from the lines of the file; returns how many bytes of it are good."""
        if lines == [b""]:
            return 0
        if lines[0].decode("utf-8", "replace") != head or len(lines) == 1:
            raise ValueError(
                f"{path} is not of this tournament: the version, the game, its options, the bots "
                "or the seed are others. Give another file, or the same arguments."
            )
        good = len(lines[0]) + 1
        for line in lines[1:-1]:  # after the last newline is nothing, or a torn line
            try:
                found = [outcome_of(row) for row in json.loads(line)["deals"]]
            except (ValueError, TypeError, KeyError):
                break
            if [outcome.deal for outcome in found] != list(
                range(len(self.outcomes), len(self.outcomes) + len(found))
            ):
                break
            self.outcomes += found
            good += len(line) + 1
        return good

    def add(self, outcomes: Sequence[DealOutcome]) -> None:
        """Keep deals that were just finished."""
        if self._file is not None:
            self._write(json.dumps({"deals": outcomes}, separators=(",", ":")))

    def _write(self, line: str) -> None:
        self._file.write(line.encode() + b"\n")
        self._file.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()


def outcome_of(row: list[Any]) -> DealOutcome:
    """An outcome that was written as JSON."""
    outcome = DealOutcome(*row)
    return outcome._replace(forfeits=[Forfeit(*forfeit) for forfeit in outcome.forfeits])
