"""The programs in tools/ that `make` runs, and the checks before a commit."""

from __future__ import annotations

import json
import os
import re
import runpy
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]


def run(
    *command: str | Path, folder: Path = ROOT, text: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(part) for part in command], cwd=folder, input=text, capture_output=True, text=True,
        env={**os.environ, **environment}, timeout=60,
    )  # fmt: skip


# The types of the web client are made from the classes of the server.

WEB_LIB = ROOT / "web" / "src" / "lib"


def test_the_types_of_the_web_client_are_those_of_the_server() -> None:
    checked = run(sys.executable, "tools/wire.py", "--check", WEB_LIB)
    assert (checked.returncode, checked.stdout + checked.stderr) == (0, "")


@pytest.mark.parametrize(
    ("name", "field"),
    [
        ("wire.ts", "notices?:"),
        ("http.ts", "invite:"),
        ("reviewHttp.ts", "share:"),
        ("devHttp.ts", "bots:"),
    ],
)
def test_a_type_that_is_not_that_of_the_server_is_noticed(
    tmp_path: Path, name: str, field: str
) -> None:
    for file in ("wire.ts", "http.ts", "reviewHttp.ts", "devHttp.ts"):
        shutil.copy(WEB_LIB / file, tmp_path)
    text = (WEB_LIB / name).read_text("utf-8")
    (tmp_path / name).write_text(text.replace(field, "other:"), "utf-8")
    checked = run(sys.executable, "tools/wire.py", "--check", tmp_path)
    assert checked.returncode == 1
    assert checked.stdout == f"{name} is not what the server's classes say: run make wire.\n"


# The page of the bots is made from the tournaments in docs/ladder.


def test_the_page_of_the_bots_is_what_its_tournaments_say() -> None:
    checked = run(sys.executable, "tools/ladder.py", "--check")
    assert (checked.returncode, checked.stdout + checked.stderr) == (0, "")


def test_a_ladder_is_played_and_its_page_is_made(tmp_path: Path) -> None:
    tool = runpy.run_path(str(ROOT / "tools/ladder.py"))
    for line_up in ("dice-3", "rummy-2", "scopa-2-whole"):
        tool["play"](line_up, 3, "local:1", tmp_path, ("bot", "random"))
    results = tool["results_in"](tmp_path)
    assert list(results) == ["dice-3", "scopa-2-whole", "rummy-2"]
    page = f"# Bots\n\n{tool['BEGIN']}last time\n{tool['END']}\nMore.\n"
    module = f"Before.\n{tool['BEGIN_CODE']}last time\n{tool['END_CODE']}After.\n"
    made = tool["made"](page, module, tmp_path)
    assert sorted(file.name for file in made) == [
        *("bots.md", "dice-3.svg", "rummy-2.svg", "scopa-2-whole.svg", "strengths.py")
    ]
    text = made[tool["PAGE"]]
    assert text.startswith("# Bots\n")
    assert text.endswith("\nMore.\n")
    assert "last time" not in text
    assert "## Scopa\n\n### 2 players, whole matches\n" in text
    assert re.search(r"^\| `random` \| \d+\.\d% \| ", text, re.MULTILINE)
    strengths = made[tool["STRENGTHS"]]
    assert strengths.startswith("Before.\n")
    assert strengths.endswith("After.\n")
    assert "last time" not in strengths
    measured = r'\("(\w+)", (\d)\): {\n        "random": Strength\(\d+, (\d+), "(\w+)"\),\n    },\n'
    assert re.findall(measured, strengths) == [
        ("dice", "3", "33", "match"),  # without cards there is no second deal
        ("rummy", "2", "50", "round"),
        ("scopa", "2", "50", "match"),
    ]
    again = tool["made"](text, strengths, tmp_path)
    assert (again[tool["PAGE"]], again[tool["STRENGTHS"]]) == (text, strengths)
    results["rummy-2"]["rules"] += 1  # other rules than those of now say nothing of a level
    results["dice-3"]["options"]["turns"] += 1
    assert re.findall(measured, tool["strengths"](results)) == [("scopa", "2", "50", "match")]
    row = {"name": "hard", "difference": {"low": 0.01, "high": 0.2}}
    assert tool["verdict"](row, "bot") == "`hard` is better than `bot`."
    row["difference"] = {"low": -0.2, "high": -0.1}
    assert tool["verdict"](row, "bot") == "`hard` is worse than `bot`."
    row["difference"] = {"low": -0.2, "high": 0.1}
    assert "cannot be told apart" in tool["verdict"](row, "bot")


# Coverage: pyproject.toml has the floors, and the report comes from coverage.

FLOORS = "[tool.settebello.coverage]\nfloor = 90\nwhole = ['cards.py', 'games/*']\n"


def measured(percent: float, files: Mapping[str, list[int]]) -> str:
    shown = {f"src/settebello/{name}": {"missing_lines": lines} for name, lines in files.items()}
    return json.dumps({"totals": {"percent_covered": percent}, "files": shown})


@pytest.mark.parametrize(
    ("percent", "files", "complaint"),
    [
        (90.0, {"cards.py": [], "games/whist.py": [], "cli.py": [3]}, ""),
        (
            99.0,
            {"cards.py": [3, 7], "games/whist.py": [1]},
            "src/settebello/cards.py has lines that no test runs: 3, 7.\n"
            "src/settebello/games/whist.py has lines that no test runs: 1.\n",
        ),
        (
            99.0,
            {"cards.py": []},
            "src/settebello/games/* is measured nowhere: mend the list in pyproject.toml.\n",
        ),
        (
            89.94,
            {"cards.py": [], "games/whist.py": []},
            "Tests run 89.9% of all lines; 90% is the least.\n",
        ),
    ],
)
def test_what_is_below_its_floor_is_named(
    tmp_path: Path, percent: float, files: dict[str, list[int]], complaint: str
) -> None:
    (tmp_path / "pyproject.toml").write_text(FLOORS, "utf-8")
    program = ROOT / "tools" / "floors.py"
    done = run(sys.executable, program, folder=tmp_path, text=measured(percent, files))
    assert done.stderr == complaint
    assert done.returncode == (1 if complaint else 0)
    assert done.stdout == f"{percent:.1f}% of all lines run in tests.\n"


# Other Pythons: on the path, and of pyenv.


def stub(folder: Path, version: str, *, works: bool = True) -> Path:
    """A program that says it is Python of this version."""
    file = folder / f"python{version}"
    folder.mkdir(parents=True, exist_ok=True)
    said = f"echo {version}" if works else "echo not switched on >&2; exit 127"
    file.write_text(f"#!/bin/sh\n{said}\n", "utf-8")
    file.chmod(0o755)
    return file


def found(path: Path) -> list[str]:
    done = run(sys.executable, ROOT / "tools" / "pythons.py", PATH=str(path))
    assert done.stderr == ""
    return done.stdout.splitlines()


@pytest.fixture
def versions() -> list[str]:
    """The versions that are looked for, whichever runs this."""
    own = f"3.{sys.version_info.minor}"
    return [version for version in ("3.11", "3.12", "3.13", "3.14") if version != own]


def test_other_pythons_are_found_on_the_path(tmp_path: Path, versions: list[str]) -> None:
    first, second, _ = versions
    places = [str(stub(tmp_path, version)) for version in (first, second)]
    stub(tmp_path, "3.10")
    stub(tmp_path, f"3.{sys.version_info.minor}")
    stub(tmp_path, "3")
    assert found(tmp_path) == places
    assert found(tmp_path / "nowhere") == []


def test_a_python_that_pyenv_has_not_switched_on_is_found_all_the_same(
    tmp_path: Path, versions: list[str]
) -> None:
    version, shims = versions[0], tmp_path / "shims"
    stub(shims, version, works=False)
    (shims / "pyenv").write_text(f"#!/bin/sh\necho {tmp_path}\n", "utf-8")
    (shims / "pyenv").chmod(0o755)
    stub(tmp_path / f"versions/{version}.9/bin", version)
    stub(tmp_path / f"versions/{version}.11/bin", version, works=False)
    newest = stub(tmp_path / f"versions/{version}.10/bin", version)
    stub(tmp_path / f"versions/{version}-dev/bin", version)
    assert found(shims) == [str(newest)]


# Checks before a commit.


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository with our hooks and tools in it, and a package for them to look at."""
    for name in (".pre-commit-config.yaml", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / ".venv").symlink_to(sys.prefix)
    for folder in ("src", "tests", "examples", "bench", "tools", "web"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / f"{folder}_main.py").touch()
    (tmp_path / "web" / "build.py").write_text("print('web is looked at')\nraise SystemExit(1)\n")
    (tmp_path / ".gitignore").write_text("/.venv\n/.*_cache/\n/home/\n", "utf-8")
    assert run("git", "init", "--quiet", folder=tmp_path).returncode == 0
    return tmp_path


def hooks(checkout: Path, name: str, text: str) -> dict[str, Any]:
    """Which hooks pass (True), fail (False) or have nothing to do (None) for a new file."""
    (checkout / name).write_text(text, "utf-8")
    run("git", "add", "--all", folder=checkout)
    command = (sys.executable, "-m", "pre_commit", "run", "--color=never", "--files", name)
    nowhere = "http://127.0.0.1:1"  # a hook that fetches something fails
    done = run(
        *command, folder=checkout, PRE_COMMIT_HOME=str(checkout / "home"), PIP_NO_INDEX="1",
        http_proxy=nowhere, https_proxy=nowhere,
    )  # fmt: skip
    said = [line for line in done.stdout.splitlines() if "...." in line]
    results = {"Passed": True, "Failed": False, "Skipped": None}
    return {
        line.split(" (")[0]: next(results[word] for word in results if line.endswith(word))
        for line in said
    }


def test_the_files_of_a_commit_are_checked_by_the_tools_of_the_project(checkout: Path) -> None:
    assert hooks(checkout, "src/good.py", "number: int = 1\n") == {
        "format": True, "lint": True, "types": True, "the web client": None,
    }  # fmt: skip
    assert hooks(checkout, "src/loose.py", "import os\nnumber : int = ''\n") == {
        "format": False, "lint": False, "types": False, "the web client": None,
    }  # fmt: skip
    assert hooks(checkout, "web/page.ts", "") == {
        "format": None, "lint": None, "types": None, "the web client": False,
    }  # fmt: skip


# The site of the documents: `make docs` builds it; here only what is ours is tried.

SITE = runpy.run_path(str(ROOT / "tools/site.py"))


@pytest.mark.parametrize(
    ("link", "complaint"),
    [
        ('<a href="other.html#there">', ""),
        ('<a href="#here">', ""),
        ('<a href="https://example.org/x">', ""),
        ('<img src="data:,">', ""),
        ('<a href="nowhere.html">', "index.html leads to nowhere.html, which is no file."),
        ('<a href="folder">', "index.html leads to folder, which is no file."),
        ('<a href="#there">', "index.html leads to #there, and there is no such anchor."),
        (
            '<a href="other.html#here">',
            "index.html leads to other.html#here, and there is no such anchor.",
        ),
        ('<img src="card.jpg">', "index.html leads to card.jpg, which is no file."),
        (
            '<script src="https://example.org/x.js">',
            "index.html loads https://example.org/x.js, from another host.",
        ),
    ],
)
def test_a_link_of_the_site_that_leads_nowhere_is_found(
    tmp_path: Path, link: str, complaint: str
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "index.html").write_text(f'<h1 id="here">{link}</h1>', "utf-8")
    (tmp_path / "other.html").write_text('<h1 id="there">', "utf-8")
    assert [*SITE["broken"](tmp_path)] == ([complaint] if complaint else [])


def test_the_site_has_all_pages_and_the_files_that_they_link_to(tmp_path: Path) -> None:
    SITE["gather"](ROOT, tmp_path / "pages")
    there = {str(file.relative_to(tmp_path / "pages")) for file in tmp_path.rglob("*.*")}
    assert {"README.md", "docs/README.md", "docs/screens/scopa-desktop.jpg"} <= there
    assert {"bench/results.md", "examples/my_first_game.py", "src/settebello/game.py"} <= there
    of_tests = [name for name in there if name.startswith("tests/")]
    assert not [name for name in of_tests if not name.startswith("tests/examples/")]
