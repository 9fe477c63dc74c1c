"""The client: its document and the example in it."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from children import PATIENCE, child
from client.helpers import first
from live import Server
from settebello.client import Seat, join, open_table, play

ROOT = Path(__file__).parents[2]


def test_the_example_plays_a_match(server: Server) -> None:
    seat = open_table(server.url, "scopa", "Ann", seats=2)
    command = [sys.executable, str(ROOT / "examples/my_first_client.py"), seat.link, "Bea"]
    with child(command) as example:
        while not seat.info().seats[1].name:
            assert example.poll() is None
        seat.start()
        result = play(seat, first)
        assert example.stdout is not None
        lines = example.stdout.read().splitlines()
        assert example.wait(PATIENCE) == 0
    assert any(line.startswith("You are dealt ") for line in lines)
    points = ", ".join(f"{n} {s}" for n, s in zip(result.players, result.scores, strict=True))
    assert lines[-1] == f"The end: {points}."


@pytest.mark.parametrize("arguments", [[], ["http://127.0.0.1:1/#t1.x", "Ann"], ["nowhere", "Ann"]])
def test_the_example_says_what_is_wrong(arguments: list[str]) -> None:
    command = [sys.executable, str(ROOT / "examples/my_first_client.py"), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode != 0, done.stdout, done.stderr.count("\n")) == (True, "", 1)


def test_the_session_of_the_document_runs_as_it_is_written(server: Server) -> None:
    page = (ROOT / "docs/writing-a-client.md").read_text("utf-8")
    found = re.findall(r"^```python\n(>>> .*?)^```$", page, re.DOTALL | re.MULTILINE)
    session = "\n".join(found).replace("http://127.0.0.1:8066", server.url)
    test = doctest.DocTestParser().get_doctest(session, {}, "session", "session", 0)
    assert len(test.examples) > 5
    complaints: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=complaints.append)
    assert not complaints, "\n".join(complaints)


def test_a_seat_that_is_kept_and_a_spectator_are_as_the_document_shows_them(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (ROOT / "docs/writing-a-client.md").read_text("utf-8")
    (kept,) = re.findall(r"^    (result = join\(.*)$", page, re.MULTILINE)
    (watched,) = re.findall(
        r"^    (from settebello.client import watch\n.*?)\n\n\S", page, re.S | re.M
    )
    monkeypatch.chdir(tmp_path)
    seat = open_table(server.url, "scopa", "Cal", seats=2, options={"target": 1})
    lines: list[str] = []
    names: dict[str, Any] = {"join": join, "choose": first, "link": seat.link}
    spectator: dict[str, Any] = {"link": seat.link, "print": lambda *text, sep: lines.extend(text)}
    with ThreadPoolExecutor() as threads:
        joined = threads.submit(exec, kept, names)
        while not seat.info().seats[1].name:
            pass
        looked = threads.submit(exec, textwrap.dedent(f"    {watched}"), spectator)
        seat.start()
        result = play(seat, first)
        joined.result()
        looked.result()
    assert names["result"].scores == result.scores
    assert Seat.load("ann.json").name == "Ann"
    assert all(line.endswith(".") for line in lines)  # none, if the spectator came late


def test_the_document_shows_the_examples_as_they_are() -> None:
    page = (ROOT / "docs/writing-a-client.md").read_text("utf-8")
    names = ("my_first_client.py", "search_from_afar.py")
    code = "".join((ROOT / "examples" / name).read_text("utf-8") for name in names)
    blocks = re.findall(r"^```python\n(?!>>>)(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    assert blocks
    for block in blocks:
        assert block in code
