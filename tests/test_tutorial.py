"""The tutorial: its listings are put together step by step, and what it says of them is true."""

from __future__ import annotations

import ast
import re
import runpy
import shlex
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

import pytest

from settebello import cli, registry
from settebello.game import Game
from settebello.games import briscola
from settebello.lab.check import check
from settebello.lessons import script_of
from settebello.registry import find_game
from settebello.words import load_words_beside
from terminal.transcripts import write

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/tutorial.md").read_text("utf-8")
RULES, WORDS, LESSON = "briscola.py", "briscola.en.ftl", "briscola.lesson.toml"
OURS = ROOT / "src/settebello"


class Listing(NamedTuple):
    step: str  # the heading that it is below
    language: str
    text: str
    file: str  # that it is for, as the line before it says


def listings() -> Iterator[Listing]:
    step, before = "", ""
    fence = re.compile(r"^## (.*)$|^```(\w+)\n((?:.*\n)*?)```$|^(\S.*)$", re.M)
    for heading, language, text, line in (found.groups("") for found in fence.finditer(PAGE)):
        if language:
            files = re.findall(r"`(\w*briscola[\w.]*\.\w+)`", before)
            yield Listing(step, language, text, files[-1] if files else RULES)
        step, before = heading or step, line


class Folder:
    """The folder of somebody who follows the tutorial."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def follow(self, listing: Listing) -> None:
        """Do what a listing says, or see that it prints what it says."""
        file = self.folder / listing.file
        if listing.language == "diff":
            file.write_text(changed(file.read_text("utf-8"), listing.text), "utf-8")
        elif listing.language in ("python", "ftl", "markdown", "toml"):
            there = file.read_text("utf-8") if file.is_file() else ""
            between = "\n\n" if there and listing.language == "python" else ""
            file.write_text(there + between + listing.text, "utf-8")
            load_words_beside.cache_clear()  # words are read once
        elif listing.language == "sh":
            for line in listing.text.splitlines():
                cli.make_parser().parse_args(shlex.split(line)[1:])
        elif listing.text.startswith("$ "):
            self.run(listing.text)

    @property
    def game(self) -> Game:
        return find_game(str(self.folder / RULES))

    def run(self, text: str) -> None:
        """Run a command; what it prints is what the page shows, but for parts left out as dots."""
        command, _, shown = text.removeprefix("$ ").partition("\n")
        parsed = cli.make_parser().parse_args(shlex.split(command)[1:])
        if command.startswith("settebello check"):
            self.check(shown)
            return
        if command.startswith("settebello play"):
            typed = re.findall(r"^Your move \(\? for help\): (.*)$", shown, re.M)
            printed = write([(command, typed)])
        else:
            with redirect_stdout(StringIO()) as out:
                parsed.run(parsed)
            printed = f"$ {command}\n{out.getvalue()}"
        printed = "".join(line.rstrip() + "\n" for line in printed.splitlines())
        for part in re.split(r"^\.\.\.\n", text, flags=re.M):
            assert part in printed
            printed = printed.partition(part)[2] if part else printed

    def check(self, shown: str) -> None:
        """All is green; fewer matches than the command plays are enough to see that."""
        game = self.game
        lines = [*takewhile(lambda line: line.name != "speed", check(game, matches=4, worlds=24))]
        assert [(line.name, line.finding) for line in lines if line.finding] == []
        assert {*re.findall(r"^  ok   (\w+)", shown, re.M)} <= {line.name for line in lines}
        seats = " or ".join(", ".join(map(str, game.SEATS)).rsplit(", ", 1))
        assert shown.startswith(f"briscola (rules version {game.VERSION}), {seats} players\n")
        assert shown.endswith("briscola passes.\n")


def changed(text: str, changes: str) -> str:
    """A text with the changes of a listing, each of which fits in one place, where it says."""
    hunks = re.split(r"^(@@ .* @@|\.\.\.)\n", changes, flags=re.M)[1:]
    where = ""
    for mark, hunk in zip(hunks[::2], hunks[1::2], strict=True):
        where = mark if mark != "..." else where
        lines = hunk.splitlines()
        old = "".join(line[1:] + "\n" for line in lines if not line.startswith("+"))
        new = "".join(line[1:] + "\n" for line in lines if not line.startswith("-"))
        assert text.count(old) == 1, f"{text.count(old)} places fit:\n{old}"
        assert where == f"@@ {place_in(text, text.index(old))} @@"
        text = text.replace(old, new)
    return text


def place_in(text: str, at: int) -> str:
    """What a change in a file of rules is in: a function, a method, a class, the constants."""
    line = text.count("\n", 0, at) + 1
    inside = ""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.end_lineno is not None:
            if node.lineno <= line <= node.end_lineno:
                inside = f"{inside}.{node.name}".lstrip(".")
        elif isinstance(node, ast.ImportFrom) and node.lineno == line:
            return "the imports"
    return inside or ("the top" if line == 1 else "the constants")


LISTINGS = [*listings()]


def test_the_steps_do_what_the_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(registry, "_given", {})  # other tests play the briscola that is ours
    followed = Folder(tmp_path)
    for listing in LISTINGS:
        followed.follow(listing)
    made = {file.name: file.read_text("utf-8") for file in tmp_path.iterdir() if file.is_file()}
    assert made[RULES] == (OURS / "games" / RULES).read_text("utf-8")
    assert made[LESSON] == (OURS / "lessons/briscola.toml").read_text("utf-8")
    assert script_of(followed.game) == script_of(briscola)
    assert messages(made[WORDS]) == messages((OURS / "words/en/briscola.ftl").read_text("utf-8"))
    tests = runpy.run_path(str(tmp_path / "test_briscola.py"))
    found = [test for name, test in tests.items() if name.startswith("test_")]
    assert found
    for test in found:
        test()


def messages(words: str) -> set[str]:
    """The messages of a words file, each as it is written."""
    parts = re.split(r"^(?=[a-z])", words, flags=re.M)
    return {part.strip() for part in parts if part.strip()}


def test_every_step_says_something_that_is_tried() -> None:
    steps = re.findall(r"^## (\d+\. .*)$", PAGE, re.M)
    assert [step.partition(".")[0] for step in steps] == [str(n) for n in range(1, 16)]
    assert {listing.step for listing in LISTINGS} >= {*steps[:14]}
    tried = [listing for listing in LISTINGS if listing.text.startswith("$ settebello")]
    assert len(tried) >= 10


def test_the_number_of_lines_is_right() -> None:
    (lines,) = re.findall(r"finished: (\d+) lines", PAGE)
    tree = ast.parse(source := (OURS / "games" / RULES).read_text("utf-8"))
    skipped: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef) and ast.get_docstring(
            node
        ):
            first = node.body[0]
            skipped.update(range(first.lineno, (first.end_lineno or 0) + 1))
    written = [
        number
        for number, line in enumerate(source.splitlines(), start=1)
        if line.strip() and not line.strip().startswith("#") and number not in skipped
    ]
    assert len(written) == int(lines)
