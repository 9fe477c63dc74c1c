"""Sessions that people read: a whole match on file, and those of docs/playing.md.

    PYTHONPATH=tests .venv/bin/python -m terminal.transcripts

writes them again. Read the diff before you commit it: it is what a change does to the reader.
"""

from __future__ import annotations

import os
import re
import shlex
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

from settebello import cli
from settebello.terminal import plain
from terminal.session import make_screen, types_lines

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "playing.md"
WHOLE = HERE / "transcript-scopa.txt"

Session = list[tuple[str, list[str]]]  # commands, each with what is typed at it

WHOLE_MATCH: Session = [
    (
        "settebello play --seed 6 --option target=1",
        [
            *("chess", "scopa", "5", "", "Computer", "Ann", "random", "", "Bea"),
            *("", "banana", "7", "9D", "score", "2"),
            *("", "table", "1"),
            *["", "1"] * 22,
            "no",
        ],
    )
]
SHORT_ONES: list[Session] = [
    [
        (
            "settebello play scopa --seed 20",
            ["3", "Ann", "random", "random", "7D", "7D x 3S 4B", "quit"],
        )
    ],
    [("settebello play dice --players Ann,Bea,random --seed 4", ["", "throw", "", "quit"])],
    [
        ("settebello play dice --players Ann,random,random --seed 7", ["throw", "quit"]),
        ("settebello resume", ["quit"]),
    ],
]


def write(session: Session) -> str:
    """What is on the screen after these commands."""
    text = ""
    with own_home():
        for command, typed in session:
            screen, out = make_screen(types_lines(*typed))
            parsed = cli.make_parser().parse_args(shlex.split(command)[1:])
            with mock.patch.object(plain, "standard_screen", lambda screen=screen: screen):
                parsed.run(parsed)
            text += f"$ {command}\n{out.getvalue()}"
    return text


@contextmanager
def own_home() -> Iterator[None]:
    with tempfile.TemporaryDirectory() as folder:
        chosen = {"SETTEBELLO_HOME": folder, "LC_ALL": "C"}
        with mock.patch.dict(os.environ, chosen):
            yield


def blocks() -> list[str]:
    """The sessions on the page as they are."""
    return re.findall(r"^```text\n(.*?)^```$", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)


def main() -> None:
    WHOLE.write_text(write(WHOLE_MATCH), "utf-8")
    page = PAGE.read_text("utf-8")
    for old, session in zip(blocks(), SHORT_ONES, strict=True):
        page = page.replace(f"```text\n{old}```", f"```text\n{write(session)}```")
    PAGE.write_text(page, "utf-8")
    print(f"Wrote {WHOLE.name} and the sessions of {PAGE.name}; read their diff.")


if __name__ == "__main__":
    main()
