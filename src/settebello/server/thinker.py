"""A process that thinks for the server: it reads questions and writes thoughts, until it is ended.

It is given what one seat knows, and no more. It has a limit on its memory and a clock that ends it,
so that it cannot hang for ever when its server is gone. What rules and bots print goes nowhere.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, BinaryIO, Literal

import msgspec

from settebello.bots.levels import think_hard
from settebello.game import Game
from settebello.lab.judging import judge, look_closer
from settebello.lab.known import known
from settebello.lab.processes import limit_memory
from settebello.mind import Mind
from settebello.registry import find_named, load_file

SIZE = 4  # bytes before each message, which say how long it is
LONGEST = 16 * 2**20  # bytes of a message
SPARE_SECONDS = 3.0  # after its time a decision may take so long to notice that
NICENESS = 5  # the server itself comes first


class ThinkerQuestion(msgspec.Struct):
    """What a seat knows, a seed, and the time to think. A `file` has other rules.

    What to do next (`move`); what a move was worth (`judge`: its `text`, and its `number` in the
    record), or once more, beside the `best` one (`closer`); or what may lie where (`known`). All
    but the first look at so many `worlds`.
    """

    game: str
    rules: int
    file: str
    mind: bytes
    seed: int
    seconds: float
    kind: Literal["move", "judge", "closer", "known"] = "move"
    text: str = ""
    best: str = ""
    number: int = 0
    worlds: int = 0


class ThinkerAnswer(msgspec.Struct):
    """What was found, as JSON-ready data; or why nothing was, without anything of the question.

    It is a `Thought`, the fields of a `JudgedMove` or a `CloserLook` (none if no world was found),
    or what `known` gives.
    """

    thought: dict[str, Any] | None = None
    error: str = ""


def main() -> None:
    questions, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.nice(NICENESS)
    limit_memory(int(sys.argv[1]) * 2**20)
    write(answers, b"")  # it is ready
    while (asked := read(questions)) is not None:
        question = msgspec.msgpack.decode(asked, type=ThinkerQuestion)
        # By the system: it ends this process whatever it is doing, also when the server is gone.
        signal.setitimer(signal.ITIMER_REAL, question.seconds + SPARE_SECONDS)
        answer = think(question)
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        write(answers, msgspec.msgpack.encode(answer))


def think(question: ThinkerQuestion) -> ThinkerAnswer:
    """The answer to a question; whatever goes wrong is in it."""
    deadline = time.monotonic() + question.seconds
    try:
        mind = Mind.from_bytes(question.mind, game_of(question))
        if question.kind == "judge":
            judged = judge(mind, question.number, question.text, question.worlds)
            return ThinkerAnswer({} if judged is None else judged._asdict())
        if question.kind == "closer":
            asked = question.number, question.text, question.best, question.worlds
            found = look_closer(mind, *asked)
            return ThinkerAnswer({} if found is None else found._asdict())
        if question.kind == "known":
            return ThinkerAnswer(known(mind, question.worlds))
        thought = think_hard(mind, Random(question.seed).random, deadline)
        return ThinkerAnswer(thought.to_dict())
    except MemoryError:
        os._exit(1)  # what is left of it may be broken
    except (Exception, SystemExit) as error:
        return ThinkerAnswer(None, type(error).__name__)


def game_of(question: ThinkerQuestion) -> Game:
    """The rules that a question is about; ValueError if they are not here."""
    if not question.file:
        return find_named(question.game, question.rules)
    return loaded(question.file, Path(question.file).stat().st_mtime_ns)


@lru_cache(maxsize=16)
def loaded(file: str, changed: int) -> Game:
    """The game of a rules file; it is loaded again when the file has changed."""
    return load_file(Path(file))


def write(stream: BinaryIO, message: bytes) -> None:
    stream.write(len(message).to_bytes(SIZE, "big") + message)
    stream.flush()


def read(stream: BinaryIO) -> bytes | None:
    """The next message; None when the server is gone."""
    size = stream.read(SIZE)
    message = stream.read(int.from_bytes(size, "big"))
    return message if len(size) == SIZE and message else None


if __name__ == "__main__":
    main()
