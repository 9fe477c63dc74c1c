"""The house rules of the sources: short files, short functions, one name for one thing."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest

import settebello

ROOT = Path(__file__).parents[1]
SOURCE = Path(settebello.__file__).parent
MODULES = sorted(SOURCE.rglob("*.py"))
CLIENT = sorted(
    file for kind in ("ts", "svelte", "css") for file in (ROOT / "web/src").rglob(f"*.{kind}")
)
TESTS = sorted((ROOT / "tests").rglob("*.py"))

LONGEST_FILE, LONGEST_TEST_FILE, LONGEST_FUNCTION = 500, 800, 60
LONGEST_RULES = 150  # lines, of the games that show how short rules can be
REASON = "# Long: "
# Messages of the protocols have the names of their documents, and every game has a `State`.
MESSAGES = {
    "dialects/sixty_six/draft.py",
    "dialects/sixty_six/lobby_messages.py",
    "dialects/sixty_six/standard_messages.py",
    "table/protocol.py",
}
EXEMPT = {"State"}


def named(file: Path) -> str:
    return str(file.relative_to(SOURCE if file.is_relative_to(SOURCE) else ROOT))


def lines_of(file: Path) -> list[str]:
    return file.read_text("utf-8").splitlines()


@pytest.mark.parametrize("file", [*MODULES, *CLIENT], ids=named)
def test_no_source_file_is_too_long(file: Path) -> None:
    assert len(lines_of(file)) <= LONGEST_FILE


@pytest.mark.parametrize("file", TESTS, ids=named)
def test_no_test_file_is_too_long(file: Path) -> None:
    assert len(lines_of(file)) <= LONGEST_TEST_FILE


@pytest.mark.parametrize("file", MODULES, ids=named)
def test_a_long_function_has_a_reason(file: Path) -> None:
    text = lines_of(file)
    for node in ast.walk(ast.parse("\n".join(text))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = text[node.lineno - 1 : node.end_lineno]
            reason = any(REASON in line for line in body)
            assert len(body) <= LONGEST_FUNCTION or reason, f"{node.name} has {len(body)} lines"


@pytest.mark.parametrize("name", ["briscola", "hearts", "liars_dice", "go_fish"])
def test_the_rules_of_a_game_are_short(name: str) -> None:
    assert (
        len(rule_lines(Path(settebello.__file__).parent / "games" / f"{name}.py")) <= LONGEST_RULES
    )


def rule_lines(file: Path) -> list[str]:
    """The lines of a file without blank ones, comments and docstrings."""
    text = file.read_text("utf-8")
    documented = [
        node.body[0]
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node)
    ]
    left_out = {n for part in documented for n in range(part.lineno, (part.end_lineno or 0) + 1)}
    lines = enumerate(map(str.strip, text.splitlines()), start=1)
    return [line for n, line in lines if line and line[0] != "#" and n not in left_out]


def classes_of(file: Path) -> list[str]:
    tree = ast.parse(file.read_text("utf-8"))
    return [node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]


def test_no_class_name_exists_twice() -> None:
    names = [n for file in MODULES if named(file) not in MESSAGES for n in classes_of(file)]
    twice = {name for name, times in Counter(names).items() if times > 1}
    assert twice - EXEMPT == set()


def test_the_exempt_files_are_there() -> None:
    assert {named(file) for file in MODULES} >= MESSAGES
