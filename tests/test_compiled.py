"""The compiled core is the same sources, as a whole, and never in their way.

`make test-compiled` runs all tests with it: what they compare to the byte, such as playthroughs and
transcripts, is the same then.
"""

import ast
import importlib
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from children import PATIENCE
from conftest import INTERPRETED_ONLY
from digests import digests
from settebello import COMPILED, Match

ROOT = Path(__file__).parent.parent
BUILD = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]
HOOK = BUILD["targets"]["wheel"]["hooks"]["mypyc"]
MODULES = [
    ".".join(file.relative_to(ROOT / "src").with_suffix("").parts)
    for pattern in HOOK["include"]
    for file in sorted(ROOT.glob(pattern))
    if file.name not in HOOK["exclude"]
]
HAS_HEADER = 1 << 14  # among the flags of a class: the collector looks at its objects


def test_no_compiled_module_lies_beside_the_sources() -> None:
    # Python would take it for them, and changes would have no effect.
    compiled = [file for kind in ("so", "pyd") for file in (ROOT / "src").rglob(f"*.{kind}")]
    assert compiled == []


def test_a_usual_build_compiles_nothing() -> None:
    assert HOOK["enable-by-default"] is False


@pytest.mark.parametrize("pattern", HOOK["include"])
def test_what_is_to_be_compiled_is_there(pattern: str) -> None:
    assert list(ROOT.glob(pattern))


@pytest.mark.parametrize("module", MODULES)
def test_the_core_is_compiled_as_a_whole_or_not_at_all(module: str) -> None:
    file = importlib.import_module(module).__file__
    assert file is not None
    assert file.endswith(".py") is not COMPILED


@pytest.mark.parametrize("module", MODULES)
def test_every_class_is_known_to_the_collector(module: str) -> None:
    # Compiled, objects of others write into what lies before them: see decision 31.
    classes = [each for each in vars(importlib.import_module(module)).values()
               if isinstance(each, type) and each.__module__ == module]  # fmt: skip
    assert [each.__name__ for each in classes if not each.__flags__ & HAS_HEADER] == []


@pytest.mark.parametrize("module", MODULES)
def test_no_function_has_one_name_for_two_kinds_of_errors(module: str) -> None:
    # Compiled, the second one is a TypeError: see decision 6.
    source = (ROOT / "src" / Path(*module.split("."))).with_suffix(".py")
    for function in ast.walk(ast.parse(source.read_text("utf-8"))):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            kinds: dict[str, set[str]] = {}
            for node in ast.walk(function):
                if isinstance(node, ast.ExceptHandler) and node.name and node.type:
                    kinds.setdefault(node.name, set()).add(ast.unparse(node.type))
            assert all(len(kind) == 1 for kind in kinds.values()), (function.name, kinds)


@pytest.mark.parametrize("names", INTERPRETED_ONLY.values(), ids=INTERPRETED_ONLY)
def test_what_is_left_out_for_the_compiled_core_is_there(names: tuple[str, ...]) -> None:
    tests = "\n".join(file.read_text("utf-8") for file in ROOT.glob("tests/**/test_*.py"))
    for name in names:
        assert f"def {name.split('[')[0]}(" in tests


def test_matches_and_simulations_are_those_of_the_sources_to_the_digest() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "tests/digests.py")],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},  # never the compiled core
        capture_output=True,
        check=True,
        timeout=PATIENCE,
    )
    assert json.loads(done.stdout) == digests()


def test_make_play_takes_the_compiled_core_of_these_very_sources_and_no_other(
    tmp_path: Path,
) -> None:
    def planned(target: str) -> str:
        """What `make` would run."""
        given = ("READY=ready", "DEV_READY=dev", "-o", "ready", "-o", "dev", "-o", "web")
        make = ("make", "-n", "-C", str(tmp_path), "-f", str(ROOT / "Makefile"), *given, target)
        return subprocess.run(make, capture_output=True, text=True, check=True).stdout

    source = tmp_path / "src" / "rules.py"
    source.parent.mkdir()
    source.write_text("NAME = 'pig'\n")
    assert "PYTHONPATH" not in planned("play")
    (stamp,) = re.findall(r"touch (build/compiled/\S+)", planned("compiled"))
    (tmp_path / stamp).parent.mkdir(parents=True)
    (tmp_path / stamp).touch()
    assert f"PYTHONPATH='{tmp_path}/build/compiled'" in planned("play")
    source.write_text("NAME = 'hog'\n")
    assert "PYTHONPATH" not in planned("play")


def test_all_cards_of_a_place_share_where_they_lie() -> None:
    """One object for each card would take 2 KB of a match."""
    lies = Match("scopa", 2, seed=1).moment().knowledge.lies
    in_stock = [place for place in lies.values() if place.place == "stock"]
    assert len(in_stock) == 30
    assert len({id(place) for place in in_stock}) == 1
