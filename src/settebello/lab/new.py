"""A new game to begin with: `settebello new` writes it from the templates of this package.

A template is a whole game, called `my_game`: its files have that name, and so has what is in them.
"""

from __future__ import annotations

import keyword
import re
import sys
import unicodedata
from pathlib import Path
from typing import Literal

from settebello.registry import CALLED, games, installed, printable, shortened
from settebello.words.phrases import phrase, reason

Shape = Literal["cards", "dice"]
TEMPLATES = Path(__file__).parents[1] / "templates"
TEMPLATE = "my_game"


def new_game(
    name: str, shape: Shape, into: Path, *, package: bool = False, language: str = "en"
) -> Path:
    """Write a new game into a folder of its name; returns the path of its rules file.

    With `package` it is an installable one. Raises ValueError if the name cannot be taken, or if
    the folder is there already or cannot be made.
    """
    check_new_name(name, language)
    if not into.is_dir():
        raise ValueError(phrase(language, "no-folder", folder=str(into)))
    folder = into / name
    rules = folder / f"settebello_{name}" if package else folder
    files = {rules / file: text for file, text in written(shape, name).items()}
    if package:
        for file, text in written("package", name).items():
            files[(rules if file.endswith(".py") else folder) / file] = text
    if folder.exists() or folder.is_symlink():
        raise ValueError(phrase(language, "file-there", file=str(folder)))
    try:
        rules.mkdir(parents=True)
        for path, text in files.items():
            path.write_text(text, "utf-8")
    except OSError as error:
        why = reason(language, error)
        raise ValueError(phrase(language, "cannot-write", file=str(folder), reason=why)) from None
    return rules / f"{name}.py"


def check_new_name(name: str, language: str) -> None:
    """Raise ValueError unless a new game can have this name."""
    if not CALLED.fullmatch(name):
        typed = printable(shortened(name))
        raise ValueError(phrase(language, "new-name", text=typed, better=likely_name(name)))
    if name in {*games(), *installed()}:
        raise ValueError(phrase(language, "new-name-taken", text=name))
    if keyword.iskeyword(name) or name in {*sys.stdlib_module_names, "settebello", "pytest"}:
        raise ValueError(phrase(language, "new-name-of-python", text=name))


def likely_name(typed: str) -> str:
    """The name of a game that is likely meant by what was typed, or an example."""
    letters = unicodedata.normalize("NFKD", typed).encode("ascii", "ignore").decode().lower()
    words = re.findall(r"[a-z0-9]+", letters.removesuffix(".py"))
    likely = "_".join(words).lstrip("0123456789_")[:32].rstrip("_")
    return likely or "crazy_eights"


def written(template: str, name: str) -> dict[str, str]:
    """The files of a template for a game of this name: each with its text."""
    title = name.replace("_", " ").capitalize()
    files = {}
    for file in sorted((TEMPLATES / template).iterdir()):
        text = file.read_text("utf-8").replace(TEMPLATE, name).replace("My game", title)
        files[file.name.removesuffix(".txt").replace(TEMPLATE, name)] = text
    return files
