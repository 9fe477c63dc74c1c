"""`make release`, in a small project of its own with a real git and a real build."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CHANGELOG = """# Changelog

## [1.2.0] - 2026-01-31

### Added

- A new game.

## [1.1.0] - 2026-01-01

- The first one.
"""
PROJECT = """[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"
[project]
name = "settebello"
version = "1.2.0"
requires-python = ">=3.11"
[tool.hatch.build.targets.wheel]
packages = ["src/settebello"]
"""


class Project:
    """A checkout that could be released as 1.2.0."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name, text in {
            "Makefile": (ROOT / "Makefile").read_text("utf-8"),
            "tools/release.py": (ROOT / "tools/release.py").read_text("utf-8"),
            "pyproject.toml": PROJECT,
            "CHANGELOG.md": CHANGELOG,
            "src/settebello/__init__.py": "",
            **dict.fromkeys(
                ("web/build.py", "requirements/dev.txt", "docs/games/x", "README.md", "LICENSE"), ""
            ),
            ".gitignore": "/dist/\n/build/\n",
        }.items():
            self.write(name, text)
        self.git("init", "--quiet", "--initial-branch", "main")
        self.commit()

    def write(self, name: str, text: str) -> None:
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")

    def commit(self) -> None:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "All of it")

    def git(self, *arguments: str) -> str:
        who = ("-c", "user.name=Ann", "-c", "user.email=ann@cards.example")
        return self._run("git", *who, *arguments).stdout

    def release(self, version: str = "1.2.0") -> subprocess.CompletedProcess[str]:
        """`make release`, without setting anything up and without a compiler."""
        ready = ("READY=ready", "DEV_READY=dev", "-o", "dev", f"BIN={sys.executable}")
        make = ("make", "--no-print-directory", *ready, "release", f"VERSION={version}")
        return self._run(*make, check=False)

    def _run(self, *command: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
            "CC": "no-such-compiler",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_COMMITTER_NAME": "Ann",
            "GIT_COMMITTER_EMAIL": "ann@cards.example",
        }
        return subprocess.run(
            command, cwd=self.folder, env=environment, capture_output=True, text=True, check=check
        )


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def test_a_release_is_built_and_tagged_and_pushed_nowhere(project: Project, tmp_path: Path) -> None:
    project.git("init", "--quiet", "--bare", str(tmp_path / "elsewhere"))
    project.write(".gitignore", "/dist/\n/build/\n/elsewhere/\n")
    project.commit()
    project.git("remote", "add", "origin", str(tmp_path / "elsewhere"))
    done = project.release()
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("to publish it:\n  git push origin main v1.2.0\n")
    built = sorted(file.name for file in (tmp_path / "dist").iterdir())
    assert built == ["settebello-1.2.0-py3-none-any.whl", "settebello-1.2.0.tar.gz"]
    with tarfile.open(tmp_path / "dist" / built[1]) as sdist:
        assert "settebello-1.2.0/src/settebello/__init__.py" in sdist.getnames()
    assert project.git("cat-file", "-t", "v1.2.0") == "tag\n"
    told = project.git("tag", "--list", "--format=%(contents)", "v1.2.0").strip()
    assert told == "Settebello 1.2.0\n\n### Added\n\n- A new game."
    assert project.git("ls-remote", "origin") == ""
    assert project.git("status", "--porcelain") == ""


def no_section(project: Project) -> None:
    project.write("CHANGELOG.md", CHANGELOG.replace("[1.2.0]", "[Unreleased]"))
    project.commit()


def no_date(project: Project) -> None:
    project.write("CHANGELOG.md", CHANGELOG.replace("2026-01-31", "Unreleased"))
    project.commit()


def date_to_come(project: Project) -> None:
    later = str(date.today() + timedelta(days=2))
    project.write("CHANGELOG.md", CHANGELOG.replace("2026-01-31", later))
    project.commit()


def nothing_told(project: Project) -> None:
    project.write("CHANGELOG.md", CHANGELOG.replace("- A new game.\n", ""))
    project.commit()


def other_version(project: Project) -> None:
    project.write("pyproject.toml", PROJECT.replace("1.2.0", "1.1.0"))
    project.commit()


def changed_file(project: Project) -> None:
    project.write("src/settebello/__init__.py", "changed = True\n")


def new_file(project: Project) -> None:
    project.write("src/settebello/new.py", "")


def other_branch(project: Project) -> None:
    project.git("checkout", "--quiet", "-b", "try")


def tagged(project: Project) -> None:
    project.git("tag", "v1.2.0")


OBSTACLES: dict[Callable[[Project], None], str] = {
    no_section: 'CHANGELOG.md has no section "## [1.2.0] - ',
    no_date: 'CHANGELOG.md dates 1.2.0 "Unreleased": write the day of release, ',
    date_to_come: 'CHANGELOG.md dates 1.2.0 "20',
    nothing_told: "CHANGELOG.md says nothing about 1.2.0: write what is new.",
    other_version: 'pyproject.toml has version = "1.1.0": write "1.2.0" there.',
    changed_file: "Some files differ from the last commit: commit them, or put them away.",
    new_file: "Some files differ from the last commit: commit them, or put them away.",
    other_branch: "A release is made on main, and this is try.",
    tagged: "There is a tag v1.2.0 already: take the next version.",
}


@pytest.mark.parametrize("obstacle", OBSTACLES, ids=lambda each: each.__name__)
def test_what_is_in_the_way_is_said_and_nothing_is_done(
    project: Project, tmp_path: Path, obstacle: Callable[[Project], None]
) -> None:
    obstacle(project)
    tags = project.git("tag")
    done = project.release()
    assert done.returncode != 0
    said = done.stderr.splitlines()
    assert said[0].startswith(OBSTACLES[obstacle])
    assert len(said) == 2  # the other line is that of make
    assert project.git("tag") == tags
    assert not (tmp_path / "dist").exists()


@pytest.mark.parametrize("version", ["", "1.2", "v1.2.0", "1.2.0rc1"])
def test_a_version_has_three_numbers(project: Project, version: str) -> None:
    done = project.release(version)
    assert done.returncode != 0
    assert done.stderr.startswith("Say make release VERSION=x.y.z, with three numbers.\n")


def test_what_was_not_built_is_not_tagged(project: Project, tmp_path: Path) -> None:
    command = [sys.executable, "tools/release.py", "tag", "1.2.0"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "dist/settebello-1.2.0.tar.gz is missing: it was not built.\n" in done.stderr
    assert project.git("tag") == ""
