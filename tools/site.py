"""Builds the site of the documents and checks its links: `make docs`.

    python tools/site.py

The pages of the repository are gathered in build/pages with the paths that they have here, so that
a link leads to the same file in the repository and on the site. zensical makes site/ of them, by
mkdocs.yml. Then each link of the built pages is followed: to a file, and to an anchor in it.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).parents[1]
PAGES, SITE = ROOT / "build" / "pages", ROOT / "site"
LINK = re.compile(r"\]\(([^)#\s]+)")
# What a browser loads by itself. None of it may come from another host.
LOADED = {"img": "src", "script": "src", "iframe": "src", "source": "src"}


def main() -> int:
    """0 if the site was built and all of its links lead somewhere, else 1."""
    gather(ROOT, PAGES)
    shutil.rmtree(SITE, ignore_errors=True)
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean"]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if built.returncode or not SITE.is_dir():
        print(built.stdout + built.stderr, file=sys.stderr)
        return 1
    problems = [*broken(SITE)]
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        return 1
    print("The site is in site/. To read it with its search: python3 -m http.server -d site")
    return 0


def gather(root: Path, pages: Path) -> None:
    """Copy all pages of a repository, and the files that they link to, to a new folder."""
    shutil.rmtree(pages, ignore_errors=True)
    shutil.copytree(root / "docs", pages / "docs")
    for page in [*root.glob("*.md"), *root.glob("bench/*.md")]:
        copy(root, page, pages)
    for page in sorted(pages.rglob("*.md")):
        here = root / page.relative_to(pages)
        for target in LINK.findall(page.read_text("utf-8")):
            file = (here.parent / target).resolve()
            if "://" not in target and file.is_file() and file.is_relative_to(root):
                copy(root, file, pages)


def copy(root: Path, file: Path, pages: Path) -> None:
    copied = pages / file.relative_to(root)
    copied.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file, copied)


class Links(HTMLParser):
    """The links of a page, the anchors in it, and what it loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.loaded: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.anchors |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        elif tag == "link" and given.get("rel") in ("stylesheet", "icon", "preload"):
            self.loaded.append(given["href"])
        elif tag in LOADED and LOADED[tag] in given:
            self.loaded.append(given[LOADED[tag]])


def broken(site: Path) -> Iterator[str]:
    """A sentence for each link or picture of a site that leads nowhere, or loads from elsewhere."""
    pages = {page.resolve(): Links(page.read_text("utf-8")) for page in site.rglob("*.html")}
    for page, found in sorted(pages.items()):
        name = page.relative_to(site.resolve())
        if name.name == "404.html":
            continue  # its links begin at the root of a server
        for target in [*found.links, *found.loaded]:
            parts = urlsplit(target)
            if parts.scheme == "data" or parts.netloc or parts.scheme == "mailto":
                if parts.netloc and target in found.loaded:
                    yield f"{name} loads {target}, from another host."
                continue
            file = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            anchor = unquote(parts.fragment)
            if not file.is_file():
                yield f"{name} leads to {target}, which is no file."
            elif anchor and file in pages and anchor not in pages[file].anchors:
                yield f"{name} leads to {target}, and there is no such anchor."


if __name__ == "__main__":
    sys.exit(main())
