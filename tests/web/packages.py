"""A server with games from elsewhere, as if a package had brought them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from live import Server, serving


@contextmanager
def serving_games(folder: Path, files: Sequence[Path]) -> Iterator[Server]:
    """A server that also has the games of these files, under the names of the files."""
    package = folder / "package" / "games-1.dist-info"
    package.mkdir(parents=True)
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: games\nVersion: 1\n")
    entries = "\n".join(f"{file.stem} = {file.stem}" for file in files)
    (package / "entry_points.txt").write_text(f"[settebello.games]\n{entries}\n")
    folders = {str(file.parent): None for file in files}
    paths = [*folders, str(package.parent), os.environ.get("PYTHONPATH", "")]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(filter(None, paths)))
        with serving(folder) as server:
            yield server
