"""Looks whether a version can be released, and tags it; `make release` builds in between.

    python tools/release.py check 0.2.0
    python tools/release.py tag 0.2.0

It pushes nothing, and changes nothing but that tag. CONTRIBUTING.md tells the whole way.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path

USAGE = "Say make release VERSION=x.y.z, with three numbers."
BRANCH = "main"


def main(arguments: Sequence[str]) -> int:
    """Do it for the project in this folder; 0 if it went well, 1 if something is in the way."""
    step, version = (*arguments, "", "")[:2]
    if step not in ("check", "tag") or not re.fullmatch(r"\d+\.\d+\.\d+", version):
        print(USAGE, file=sys.stderr)
        return 2
    root = Path.cwd()
    problems = [*obstacles(root, version)]
    if step == "tag" and not problems:
        problems = [*missing_files(root, version)]
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        return 1
    if step == "tag":
        tag = f"v{version}"
        git(
            root,
            "tag",
            "--annotate",
            "--cleanup=verbatim",
            "--message",
            message(root, version),
            tag,
        )
        print(f"The tag {tag} is made, and dist has the files. Nothing was pushed; to publish it:")
        print(f"  git push origin {BRANCH} {tag}")
    return 0


def obstacles(root: Path, version: str) -> Iterator[str]:
    """Why this version cannot be released now: a sentence each."""
    branch = git(root, "branch", "--show-current")
    if branch != BRANCH:
        yield f"A release is made on {BRANCH}, and this is {branch or 'no branch'}."
    if git(root, "status", "--porcelain"):
        yield "Some files differ from the last commit: commit them, or put them away."
    if git(root, "tag", "--list", f"v{version}"):
        yield f"There is a tag v{version} already: take the next version."
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    if project["version"] != version:
        yield f'pyproject.toml has version = "{project["version"]}": write "{version}" there.'
    told = section(root, version)
    if told is None:
        yield f'CHANGELOG.md has no section "## [{version}] - {date.today()}": write it.'
        return
    dated, body = told
    if not is_past_day(dated):
        yield f'CHANGELOG.md dates {version} "{dated}": write the day of release, {date.today()}.'
    if not re.search(r"^- ", body, re.MULTILINE):
        yield f"CHANGELOG.md says nothing about {version}: write what is new."


def missing_files(root: Path, version: str) -> Iterator[str]:
    for name in (f"settebello-{version}.tar.gz", f"settebello-{version}-py3-none-any.whl"):
        if not (root / "dist" / name).is_file():
            yield f"dist/{name} is missing: it was not built."


def section(root: Path, version: str) -> tuple[str, str] | None:
    """What the changelog has as the date of a version, and what it says about it."""
    text = (root / "CHANGELOG.md").read_text("utf-8")
    found = re.search(
        rf"^## \[{re.escape(version)}\](?: - ([^\n]*))?\n(.*?)(?=^## |\Z)",
        text,
        re.DOTALL | re.MULTILINE,
    )
    return None if found is None else (found[1] or "no date", found[2])


def is_past_day(text: str) -> bool:
    try:
        return date.fromisoformat(text) <= date.today()
    except ValueError:
        return False


def message(root: Path, version: str) -> str:
    """What the tag says: the section of the changelog."""
    _, body = section(root, version) or ("", "")
    return f"Settebello {version}\n\n{body.strip()}\n"


def git(root: Path, *arguments: str) -> str:
    command = ["git", *arguments]
    return subprocess.run(
        command, cwd=root, capture_output=True, text=True, check=True
    ).stdout.strip()


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except subprocess.CalledProcessError as error:  # git says why
        sys.exit(error.stderr.strip())
