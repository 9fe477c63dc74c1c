"""Getting started, where commands run, and Troubleshooting, whose messages are those printed."""

from __future__ import annotations

import os
import re
import shlex
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from extras import without_extras
from live import Connection, Server, serving
from settebello import COMPILED, cli
from settebello.server import pages
from terminal.session import Process

ROOT = Path(__file__).parent.parent
STARTED = (ROOT / "docs/getting-started.md").read_text("utf-8")
TROUBLE = (ROOT / "docs/troubleshooting.md").read_text("utf-8")
HERE = "http://127.0.0.1:8066"  # where a server is on these pages
LOCKS = [str(file.relative_to(ROOT)) for file in ROOT.glob("requirements/*.txt")]
WHEEL = f"dist/settebello-{version('settebello')}-py3-none-any.whl"


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def run(*command: str, **environment: str) -> str:
    """All that a command prints before it ends."""
    done = subprocess.run(
        command,
        env={**os.environ, "LC_ALL": "C.UTF-8", **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
        check=False,
    )
    return done.stdout


def settebello(*arguments: str, home: Path) -> str:
    return run(sys.executable, "-m", "settebello", *arguments, SETTEBELLO_HOME=str(home))


# Getting started.

COMMANDS = [
    shlex.split(line) for block in blocks(STARTED, "sh") for line in block.splitlines() if line
]
OURS = [arguments[1:] for arguments in COMMANDS if arguments[0] == "settebello"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server")) as server:
        yield server


def test_it_is_clear_how_each_command_is_tried() -> None:
    tried = {"games", "serve", "join", "play", "resume"}
    assert {arguments[0] for arguments in OURS} == tried
    for arguments in OURS:
        cli.make_parser().parse_args(arguments)  # exits when it does not understand
    others = [" ".join(arguments) for arguments in COMMANDS if arguments[0] != "settebello"]
    assert others == [
        "make web",
        ". .venv/bin/activate",
        "python3 -m venv ~/settebello",
        f"~/settebello/bin/pip install {WHEEL}[server]",  # see test_wheel.py
        ". ~/settebello/bin/activate",
    ]


def test_the_games_are_listed(tmp_path: Path) -> None:
    assert ["games"] in OURS
    assert "\n  Points to win: 8\n" in settebello("games", home=tmp_path)


@pytest.mark.parametrize("arguments", [each for each in OURS if each[0] == "serve"], ids=shlex.join)
def test_a_server_starts(arguments: list[str], tmp_path: Path) -> None:
    with Process(tmp_path, *arguments, "--port", "0") as process:
        while "runs again." not in process.output:  # the last words that it says
            assert process.read(), process.output
        output = re.sub(r"(:)\d+\n", r"\g<1>8066\n", process.output)
    if len(arguments) == 1:
        (shown,) = [block for block in blocks(STARTED, "text") if "Ctrl-C" in block]
        if COMPILED:
            shown = shown.replace("is not compiled", "is compiled")
        assert output.startswith(shown.strip())


def test_friends_come_to_a_table_from_terminals(server: Server, tmp_path: Path) -> None:
    joins = [
        [argument.replace(HERE, server.url) for argument in arguments]
        for arguments in OURS
        if arguments[0] == "join"
    ]
    with_bots, ann, bea = joins
    with Process(tmp_path / "alone", *with_bots) as alone:
        assert alone.read_question()
        alone.type("quit")
        assert alone.read_to_the_end() == 0
        assert "Scopa: Ann, Knight of Cups and Knight of Swords." in alone.output
    with Process(tmp_path / "ann", *ann) as first:
        assert first.read_question()
        (shown,) = [block for block in blocks(STARTED, "text") if "table is open" in block]
        for line in shown.replace(HERE, server.url).splitlines():
            assert line.removesuffix("...") in first.output
        (address,) = re.findall(rf"{re.escape(server.url)}/#\S+", first.output)
        bea = [address if word == "ADDRESS" else word for word in bea]
        with Process(tmp_path / "bea", *bea) as second:
            while "Bea sits down" not in first.output:
                assert first.read(), first.output
            first.type("bots")
            for process in (first, second):
                while "Scopa: Ann, Bea and Knight of Cups." not in process.output:
                    assert process.read(), process.output


def test_a_match_in_one_terminal_can_be_gone_on_with(tmp_path: Path) -> None:
    for arguments in (each for each in OURS if each[0] in ("play", "resume")):
        with Process(tmp_path, *arguments) as process:
            assert process.read_question()
            process.type("quit")
            assert process.read_to_the_end() == 0
            assert "Scopa: Ann, Knight of Cups and Knight of Swords." in process.output
            assert "settebello resume" in process.output


# Troubleshooting: each message, as it is provoked.


def port_in_use(folder: Path) -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        yield settebello("serve", "--port", port, home=folder).replace(port, "8066")


def store_in_use(folder: Path) -> Iterator[str]:
    with serving(folder):
        text = settebello("serve", "--port", "0", home=folder)
    yield text.replace(str(folder), "/home/ann/.local/share/settebello")


def no_server(folder: Path) -> Iterator[str]:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))  # nobody listens there
        address = f"http://127.0.0.1:{unused.getsockname()[1]}"
        joining = ("join", address, "--game", "scopa", "--name", "Ann", "--bots")
        yield settebello(*joining, home=folder).replace(address, HERE)


def wrong_origin(folder: Path) -> Iterator[str]:
    with serving(folder) as server:
        headers = {"Origin": "https://cards.example", "Content-Type": "application/json"}
        asked = {"game": "scopa", "name": "Ann"}
        status, refused = server.ask("POST", "/api/tables", asked, headers=headers)
    assert (status, refused["code"]) == (403, "origin")
    yield refused["text"]


def too_many_connections(folder: Path) -> Iterator[str]:
    with serving(folder, limits={"connections_by_private_address": 1}) as server:
        first = Connection(server)
        with pytest.raises(InvalidStatus) as refused:
            Connection(server)
        first.close()
    response = refused.value.response
    body = (response.body or b"").decode()
    assert response.status_code == 429
    assert '"code":"too-many-connections"' in body
    yield body.split('"text":"')[1].removesuffix('"}')


def too_many_requests(folder: Path) -> Iterator[str]:
    with serving(folder, limits={"requests_at_once": 1, "requests_a_second": 0.001}) as server:
        answers = [server.ask("GET", "/api/games") for _ in range(3)]
    status, refused = answers[-1]
    assert (status, refused["code"]) == (429, "too-fast")
    assert refused["retry_after"] > 0
    yield refused["text"]


def no_server_extra(folder: Path) -> Iterator[str]:
    said = run(sys.executable, "-m", "settebello", "serve", **without_extras(folder))
    yield re.sub(r"and \w+ is missing", "and uvicorn is missing", said)  # whichever comes first


def no_node(folder: Path) -> Iterator[str]:
    web = folder / "web"
    web.mkdir()
    for name in ("build.py", "package.json", "package-lock.json"):
        (web / name).write_bytes((ROOT / "web" / name).read_bytes())
    offline = {"PATH": "", "PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull}
    text = run(sys.executable, str(web / "build.py"), **offline).splitlines()
    yield text[0]
    yield text[-1][: len("This has failed, and says why above:")]
    yield run(sys.executable, "-c", "import build; build.build()", PATH="", PYTHONPATH=str(web))
    yield re.sub("<.*?>", "", pages.NOT_BUILT)


def make(folder: Path, *arguments: str, **environment: str) -> str:
    """What `make` says in a folder in which nothing is set up."""
    (folder / "requirements").mkdir(exist_ok=True)
    for name in ("pyproject.toml", *LOCKS):
        (folder / name).touch()
    return run("make", "-C", str(folder), "-f", str(ROOT / "Makefile"), *arguments, **environment)


def no_compiler(folder: Path) -> Iterator[str]:
    known = ("DEV_READY=dev", "-o", "dev", "COMPILED_READY=never", f"BIN={sys.executable}")
    yield make(folder, *known, "compiled", CC="no-such-compiler")


def no_python(folder: Path) -> Iterator[str]:
    yield make(folder, "PYTHON=no-such-python", "play").replace("no-such-python", "python3")
    old = folder / "without-venv"
    old.write_text(f'#!/bin/sh\ncase "$*" in *venv*) exit 1; esac\nexec {sys.executable} "$@"\n')
    old.chmod(0o755)
    yield make(folder, f"PYTHON={old}", "play").replace(str(old), "python3")


PROVOKED: dict[str, Callable[[Path], Iterator[str]]] = {
    "The port is in use": port_in_use,
    "The store is in use": store_in_use,
    "No answer from the server": no_server,
    "403: this page may not open a connection": wrong_origin,
    "Too many connections": too_many_connections,
    "Too many requests": too_many_requests,
    "The libraries of the server are missing": no_server_extra,
    "No Node.js": no_node,
    "No C compiler": no_compiler,
    "No Python, or no venv": no_python,
}
SECTIONS = {
    section.split("\n", 1)[0]: blocks(section, "text") for section in TROUBLE.split("\n## ")[1:]
}


def test_every_trouble_can_be_provoked() -> None:
    assert list(SECTIONS) == list(PROVOKED)
    assert all(SECTIONS.values())


@pytest.mark.parametrize("trouble", PROVOKED)
def test_a_message_is_the_one_that_is_printed(trouble: str, tmp_path: Path) -> None:
    quoted = [message.strip() for message in SECTIONS[trouble]]
    printed = list(PROVOKED[trouble](tmp_path))
    assert len(quoted) == len(printed)
    for message, text in zip(quoted, printed, strict=True):
        assert message in text.splitlines()


def test_a_command_that_helps_is_understood() -> None:
    cures = re.findall(r"`settebello ([^`]*)`", TROUBLE.replace("\n", " "))
    assert len(cures) > 4
    for cure in cures:
        cli.make_parser().parse_args(shlex.split(cure))
