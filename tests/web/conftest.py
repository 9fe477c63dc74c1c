"""A real server with the client as its sources are now, and a real Chromium to look at it.

Nothing here is skipped: what is missing is installed, or a sentence says how to install it.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from live import Server, serving
from postgres import LONG, install
from web.visitor import Door, launched

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"


@pytest.fixture(scope="session")
def client() -> None:
    """The client is built, if a source of it has changed since it was; once for all processes."""
    with Path(tempfile.gettempdir(), "settebello-web-client.lock").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        command = [sys.executable, str(ROOT / "web" / "build.py")]
        built = subprocess.run(command, capture_output=True, text=True, timeout=LONG)
    assert built.returncode == 0, built.stdout + built.stderr


SHELL = "chromium-headless-shell"


@pytest.fixture(scope="session")
def chromium() -> str:
    if shutil.which("chromium") is None:
        install("chromium", SHELL)
    found = shutil.which("chromium")
    assert found is not None, (
        "The tests of the web client need Chromium: install it (Debian: apt install chromium), "
        "or leave these tests out with ARGS='--ignore=tests/web'."
    )
    return found


# For this folder, not for all: while Playwright runs, no other test can have a loop of its own.
@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="package")
def browser(playwright: Playwright, chromium: str) -> Iterator[Browser]:
    """Chromium without its windows, which takes half as long, where the system has it."""
    with launched(playwright, shutil.which(SHELL) or chromium) as browser:
        yield browser


@pytest.fixture(scope="package")
def server(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server")) as server:
        yield server


FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


@pytest.fixture
def door(browser: Browser, server: Server, request: pytest.FixtureRequest) -> Iterator[Door]:
    """Where visitors come in. Afterwards nothing must have gone wrong on any of their pages."""
    door = Door(browser, server)
    yield door
    if request.node.stash[FAILED]:
        door.keep_all(request.node.name)
    door.close()


@pytest.fixture(scope="module")
def server_with_high_card(
    client: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """A server with a foreign game, the one that the docs write; hands of up to ten cards."""
    package = tmp_path_factory.mktemp("package") / "high_card-1.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: high-card\nVersion: 1\n")
    (package / "entry_points.txt").write_text("[settebello.games]\nhigh_card = my_first_game\n")
    paths = [str(EXAMPLES), str(package.parent), os.environ.get("PYTHONPATH", "")]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(filter(None, paths)))
        with serving(tmp_path_factory.mktemp("server")) as server:
            yield server
