"""How tests use the terminal client: in this process, through pipes, or at a terminal."""

from __future__ import annotations

import fcntl
import io
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TypeVar

from chance import LUCK
from leash import leashed
from live import STEADY
from settebello.cli.players import rules_page
from settebello.registry import find_game
from settebello.store.logs import entries_of, recorded
from settebello.store.sqlite import StoreFile
from settebello.terminal import plain
from settebello.terminal.screen import Screen

PATIENCE = 60  # seconds without a sign; nothing here takes a hundredth of it
WAITS = (  # how every prompt ends, blanks and line ends aside
    "(? for help):",
    "(? per l'aiuto):",
    "press Enter when you are ready.",
    "premi Invio quando ci sei.",
    "press Enter when you have seen this.",
    "premi Invio quando hai visto.",
    "(yes or no)",
    "(sì o no)",
    "for a bot):",
    "(its number or name):",
)

T = TypeVar("T")
Typist = Callable[[str], str | None]  # what was written so far; the answer, None at the end


class TypedInput(io.StringIO):
    """Input that is made when it is asked for, from what was written so far."""

    def __init__(self, typist: Typist, output: io.StringIO) -> None:
        super().__init__()
        self._typist = typist
        self._output = output

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        answer = self._typist(self._output.getvalue())
        return "" if answer is None else answer + "\n"


class TerminalOutput(io.StringIO):
    """Output that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@contextmanager
def local_store(home: Path) -> Iterator[StoreFile]:
    with closing(StoreFile(home / "play.db", read_only=True)) as store:
        yield store


def left_names(home: Path) -> list[str]:
    """The names of the matches that can be resumed, the newest first."""
    with local_store(home) as store:
        return [header.table for header in store.unfinished()]


def record_kept(home: Path, name: str) -> dict[str, Any]:
    """The record of the last match of this name, over or not."""
    with local_store(home) as store:
        header = store.latest(name)
        assert header is not None
        record = recorded(store, header.match)
        assert record is not None
        return record


def moves_kept(home: Path, name: str) -> list[list[Any]]:
    """The moves of a match that was left: seat and text."""
    moves: list[list[Any]] = record_kept(home, name)["moves"]
    return moves


def entries_kept(home: Path, name: str, kind: type[T]) -> list[T]:
    """The entries of this kind in the log of the last match of this name."""
    with local_store(home) as store:
        header = store.latest(name)
        assert header is not None
        return [entry for entry in entries_of(store, header.match) if isinstance(entry, kind)]


def types_lines(*lines: str) -> Typist:
    """Somebody who types these lines, whatever they read, and is gone."""
    rest = iter(lines)
    return lambda output: next(rest, None)


def make_screen(
    typist: Typist, width: int = 80, height: int = 24, terminal: bool = False
) -> tuple[Screen, io.StringIO]:
    out = TerminalOutput() if terminal else io.StringIO()
    size = os.terminal_size((width, height))
    return Screen(TypedInput(typist, out), out, lambda: size), out


def play(typist: Typist, game: str | None = "scopa", **how: Any) -> tuple[str, int]:
    """What `settebello play` prints, and the exit code."""
    return session(typist, plain.play, game, **{"language": "en", "seed": 1, **how})


def resume(typist: Typist, name: str | None = None, **how: Any) -> tuple[str, int]:
    return session(typist, plain.resume, name, **how)


def session(
    typist: Typist,
    command: Callable[..., int],
    what: str | None,
    *,
    width: int = 80,
    height: int = 24,
    terminal: bool = False,
    **how: Any,
) -> tuple[str, int]:
    screen, out = make_screen(typist, width, height, terminal)
    code = command(what, rules_page=rules_page, screen=screen, **how)
    return out.getvalue(), code


# What a person reads off the screen.


def asked(output: str) -> str:
    """The question that waits for an answer, or an empty text."""
    tail = " ".join(output[-400:].split())
    waits = output.endswith(" ") and tail.endswith(WAITS)
    return next((wait for wait in WAITS if tail.endswith(wait)), "") if waits else ""


def moves_offered(output: str) -> int:
    """How many moves the last list on the screen has."""
    number = 0
    turn = max(output.rfind("It is your turn."), output.rfind("Tocca a te."))
    for found in re.finditer(r"(?:^|\s)(?:(\d+)-)?(\d+)\. ", output[turn:]):
        if int(found[1] or found[2]) == number + 1:
            number = int(found[2])
    return number


def example_offered(output: str) -> list[str]:
    """What can be typed for moves of the last list that have no numbers, such as bids."""
    turn = max(output.rfind("It is your turn."), output.rfind("Tocca a te."))
    shown = " ".join(output[turn:].split())
    return re.findall(r"(?:type, for example,|scrivi, per esempio,) ([^(]+?) \(", shown)[-1:]


def filled(game: str, players: str) -> str:
    """These players, with as many random ones as the game needs besides."""
    missing = min(find_game(game).SEATS) - len(players.split(","))
    return ",".join([players, *["random"] * missing])


def person(choose: Callable[[], float], again: Sequence[str] = ("no",)) -> Typist:
    """Somebody who makes any of the moves that they are offered, to the end of the match."""
    agains = iter(again)

    def answer(output: str) -> str | None:
        question = asked(output)
        if question in ("(yes or no)", "(sì o no)"):
            return next(agains, None)
        if question.startswith(("press", "premi")):
            return ""
        assert question, output[-400:]
        numbers = [str(number + 1) for number in range(moves_offered(output))]
        offered = [*numbers, *example_offered(output)]
        return offered[int(choose() * len(offered))]

    return answer


def obedient() -> Typist:
    """Somebody who asks for a hint every time, and does it."""
    typed = ""

    def answer(output: str) -> str | None:
        nonlocal typed
        question = asked(output)
        assert question, output[-400:]
        if question in ("(yes or no)", "(sì o no)"):
            typed = "no"
        elif question.startswith(("press", "premi")):
            typed = ""
        elif typed == "hint":
            hints = re.findall(r"(?:would play|giocherebbe)\s+([^(.]+)", output)
            typed = " ".join(hints[-1].split())
        else:
            typed = "hint"
        return typed

    return answer


# Real processes.


class Process:
    """`settebello ...` in a process of its own, through pipes or at a pseudo-terminal."""

    def __init__(
        self,
        home: Path,
        *arguments: str,
        terminal: bool = False,
        width: int = 80,
        variables: Mapping[str, str] | None = None,
    ) -> None:
        command = leashed([sys.executable, str(STEADY), str(LUCK), *arguments])
        environment = {**os.environ, "SETTEBELLO_HOME": str(home), "LC_ALL": "C.UTF-8"}
        environment |= {
            "TERM": "dumb",
            **(variables or {}),
        }  # without colours, unless a test wants them
        environment.pop("LINES", None)
        environment.pop("COLUMNS", None)
        self.output = ""
        self._master = self._slave = -1
        if terminal:
            self._master, slave = pty.openpty()
            fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
            # The first terminal that a new session opens is the one from which Ctrl-C comes.
            opens = ["sh", "-c", 'exec "$@" <>"$0" >&0 2>&1', os.ttyname(slave), *command]
            self._process = subprocess.Popen(opens, env=environment, start_new_session=True)
            self._slave = slave
            self._out = self._in = self._master
        else:
            environment["COLUMNS"] = str(width)
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                env=environment,
            )  # fmt: skip
            assert self._process.stdin is not None
            assert self._process.stdout is not None
            self._in, self._out = self._process.stdin.fileno(), self._process.stdout.fileno()
        self._bytes = b""
        self._answered = False

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *error: object) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        for end in (self._master, self._slave):
            if end >= 0:
                os.close(end)

    @property
    def pid(self) -> int:
        return self._process.pid

    def read(self) -> bool:
        """Wait for more to be written; False at the end."""
        ready, _, _ = select.select([self._out], [], [], PATIENCE)
        assert ready, f"nothing came any more after: {self.output[-400:]}"
        try:
            more = os.read(self._out, 65536)
        except OSError:  # a terminal that nobody has open any more
            more = b""
        if self._slave >= 0:  # the client has it open now; when it ends, so does the reading
            os.close(self._slave)
            self._slave = -1
        self._bytes += more
        self.output = self._bytes.decode("utf-8", "ignore").replace("\r\n", "\n")
        return bool(more)

    def read_question(self) -> str:
        """Read until it asks something new; an empty text if it ends before."""
        while self._answered or not asked(self.output):
            self._answered = False
            if not self.read():
                return ""
        self._let_it_wait()
        return asked(self.output)

    def _let_it_wait(self) -> None:
        """Until it waits for us: Python notices a signal that comes right before that too late."""
        state = Path(f"/proc/{self.pid}/stat")
        while state.exists() and state.read_text().rpartition(")")[2].split()[0] == "R":
            os.sched_yield()

    def read_to_the_end(self) -> int:
        """All that it says before it ends; the exit code."""
        while self._out >= 0 and self.read():
            pass
        return self._process.wait(PATIENCE)

    def type(self, line: str) -> None:
        self.send(line.encode() + b"\n")

    def send(self, what: bytes) -> None:
        os.write(self._in, what)
        self._answered = True  # though the question may be the last that is printed for a while

    def close_input(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()

    def stop_reading(self) -> None:
        """Close the pipe that the client writes to."""
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._out = -1

    def hang_up(self) -> int:
        """Close the terminal; the exit code."""
        os.close(self._master)
        self._master = self._in = self._out = -1
        return self._process.wait(PATIENCE)

    def session(self, typist: Typist) -> int:
        """Answer everything, to the end; the exit code."""
        while self.read_question():
            answer = typist(self.output)
            if answer is None:
                break
            self.type(answer)
        return self.read_to_the_end()
